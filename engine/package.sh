#!/bin/sh
# Packs the library as it would be published, and checks that the package stands by itself: every game is in it, it
# compiles outside of this repository, and it does not compile without its games.
set -eu
cd "$(dirname "$0")/.."

# What is being written may be packed too: this runs before a commit.
cargo package --quiet -p grundy --allow-dirty --no-verify
archive=$(ls -t target/package/grundy-*.crate | head -n 1)

# The packed manifest knows nothing of this repository, so it is compiled elsewhere; what is compiled already is kept.
CARGO_TARGET_DIR=$PWD/target/package/build
export CARGO_TARGET_DIR
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
tar xzf "$archive" -C "$elsewhere" --strip-components 1

games=$(ls engine/games/*.game | wc -l)
packed=$(ls "$elsewhere"/games/*.game | wc -l)
if [ "$games" -ne "$packed" ]; then
    echo "the package has $packed of the $games games: see \`include\` in engine/Cargo.toml" >&2
    exit 1
fi
cargo check --quiet --lib --manifest-path "$elsewhere/Cargo.toml"
rm -r "$elsewhere/games"
if cargo check --quiet --lib --manifest-path "$elsewhere/Cargo.toml" 2>"$elsewhere/errors"; then
    echo "the library compiles without its games: see engine/build.rs" >&2
    exit 1
fi
if ! grep -q "the catalogue cannot be read" "$elsewhere/errors"; then
    cat "$elsewhere/errors" >&2
    exit 1
fi
