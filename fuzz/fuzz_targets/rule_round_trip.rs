#![no_main]
//! `cargo +nightly fuzz run --features libfuzzer rule_round_trip`

libfuzzer_sys::fuzz_target!(|data: &[u8]| grundy_laws::rule_round_trip(data));
