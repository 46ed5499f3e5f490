//! Lets the page put functions into the table of the whole engine, through which it calls rules that were compiled.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    if is("CARGO_CFG_TARGET_ARCH", "wasm32") && std::env::var("CARGO_FEATURE_NUMBERS_ONLY").is_err() {
        println!("cargo::rustc-link-arg-cdylib=--export-table");
        println!("cargo::rustc-link-arg-cdylib=--growable-table");
    }
}
