#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer engines_agree`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::engines_agree(data));
