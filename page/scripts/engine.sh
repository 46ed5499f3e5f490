#!/bin/sh
# Builds the engines for the browser and puts them where the page imports them: one of rules of numbers, which a first visit
# loads, and the whole one.
set -eu
cd "$(dirname "$0")/../.."
rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown \
    || rustup target add wasm32-unknown-unknown
target="${CARGO_TARGET_DIR:-target}/wasm32-unknown-unknown/wasm/grundy_wasm.wasm"
# The small one first, so that what is left in the target folder is the whole one.
for engine in numbers grundy; do
    if [ $engine = numbers ]; then features="--features numbers-only"; else features=""; fi
    # shellcheck disable=SC2086 # The features are two words.
    cargo build --profile wasm -p grundy-wasm --target wasm32-unknown-unknown $features
    cp "$target" page/src/engine/$engine.wasm
done
