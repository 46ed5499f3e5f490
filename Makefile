# `make test` is what has to pass; the other targets are parts of it or conveniences.

.PHONY: test format lint check-wasm bench fuzz

test: format lint
	cargo test --workspace
	$(MAKE) check-wasm

format:
	cargo fmt --all --check

lint:
	cargo clippy --workspace --all-targets -- -D warnings

# The mathematics must run in a browser; the target is added where it is missing.
check-wasm:
	rustup target list --installed | grep -q wasm32-unknown-unknown || rustup target add wasm32-unknown-unknown
	cargo check -p grundy --target wasm32-unknown-unknown

bench:
	cargo run --release -p bench-tables

# Needs a nightly compiler and `cargo install cargo-fuzz`.
fuzz:
	for law in rule_round_trip rules_never_panic engines_agree; do \
		cargo +nightly fuzz run --features libfuzzer $$law -- -max_total_time=60 || exit 1; \
	done
