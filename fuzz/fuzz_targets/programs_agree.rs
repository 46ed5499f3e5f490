#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer programs_agree`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::programs_agree(data));
