# `make test` is what has to pass; the other targets are parts of it or conveniences.

.PHONY: test checks format lint program test-mpi doc package page site serve units test-page bench bench-page fuzz schema

# The page comes before the programs, since they carry it; its build shows that the mathematics runs in a browser. The engine
# for it is made by one processor, so that the other one checks meanwhile what needs no programs.
test: format
	$(MAKE) --no-print-directory --jobs=2 page checks
	$(MAKE) --no-print-directory PAGE=built units test-mpi test-page

checks: lint doc package

format:
	cargo fmt --all --check

lint:
	cargo clippy --workspace --all-targets -- -D warnings
	cargo clippy --workspace --all-targets --no-default-features -- -D warnings

# Everything is built by one command with one choice of packages: another choice is another choice of features, and a
# hundred crates are built again for it.
program: $(if $(filter built,$(PAGE)),,page)
	cargo test --workspace --no-run

units: program
	cargo test --workspace

# The workers that `mpirun` starts; nothing else needs MPI, so this is left out where there is none. The test is a program of
# its own, so that little is built; `cargo test -p grundy-cli --features mpi --test cluster mpi::` tries the command line too.
test-mpi:
	if sh cluster/has-mpi.sh; then cargo test --workspace --features grundy-cluster/mpi --test mpi; \
	else echo "the tests of workers on MPI were left out" >&2; fi

# The documentation of the library, all its links whole.
doc:
	RUSTDOCFLAGS="-D warnings" cargo doc --quiet -p grundy --no-deps

# The library as it would be published: packed, and compiled from what was packed.
package:
	sh engine/package.sh

# The page, with the engine for the browser; needs Node.js. A program built afterwards has it inside.
page: page/node_modules/.package-lock.json
	cd page && npm run --silent engine && npm run --silent build && npm run --silent sizes

# Not `npm ci`: it wants the bundler's builds for every platform in the lock file, and mirrors do not have them all.
page/node_modules/.package-lock.json: page/package.json page/package-lock.json
	cd page && npm install --no-save

# The whole page with its lessons as static files in `site/`, for any web host; no server of ours is needed.
site: page
	rm -rf site && cp -R page/dist site && find site -name '*.br' -delete

# Builds the page and the program, and serves the page on this computer.
serve: page
	cargo run --release -p grundy-cli -- serve

# Types, units, and end-to-end tests in headless Chromium against the program that serves the page.
test-page: program
	cd page && npm run --silent check && npm run --silent unit
	cd page && if npm run --silent browser; then npm run --silent e2e; \
	else echo "the end-to-end tests were left out: there is no Chromium, and none could be installed" >&2; fi

bench:
	cargo run --release -p bench-tables
	cargo run --release -p bench-rules
	cargo run --release -p bench-heaps
	cargo test --release -p grundy --lib heap::facts_tests -- --ignored
	cargo run --release -p bench-graphs
	cargo run --release -p bench-proofs
	if sh cluster/has-mpi.sh; then cargo run --release -p bench-cluster --features mpi; \
	else cargo run --release -p bench-cluster; fi
	cargo test --release -p grundy-cli --test cluster -- --ignored

# How soon the page is answered while others flood the server, in headless Chromium.
bench-page: page
	cargo build --release -p grundy-cli
	cd page && npm run --silent browser && npm run --silent flood

# Needs a nightly compiler and `cargo install cargo-fuzz`.
fuzz:
	for law in rule_round_trip rules_never_panic engines_agree plans_agree compiled_equals_interpreted programs_agree; do \
		cargo +nightly fuzz run --features libfuzzer $$law -- -max_total_time=60 || exit 1; \
	done

# The JSON of questions and answers, for programs and for the page, from the types of the library.
schema:
	cargo run --quiet -p grundy-schema
