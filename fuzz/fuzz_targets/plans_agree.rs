#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer plans_agree`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::plans_agree(data));
