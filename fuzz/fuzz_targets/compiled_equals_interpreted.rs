#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer compiled_equals_interpreted`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::compiled_equals_interpreted(data));
