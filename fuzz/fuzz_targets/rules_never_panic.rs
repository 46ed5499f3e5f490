#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer rules_never_panic`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::rules_never_panic(data));
