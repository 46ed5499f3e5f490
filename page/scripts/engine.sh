#!/bin/sh
# Builds the engine for the browser and puts it where the page imports it.
set -eu
cd "$(dirname "$0")/../.."
rustup target list --installed 2>/dev/null | grep -q wasm32-unknown-unknown \
    || rustup target add wasm32-unknown-unknown
cargo build --profile wasm -p grundy-wasm --target wasm32-unknown-unknown
target="${CARGO_TARGET_DIR:-target}"
cp "$target/wasm32-unknown-unknown/wasm/grundy_wasm.wasm" page/src/engine/grundy.wasm
