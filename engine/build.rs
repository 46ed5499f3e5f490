//! Lists the catalogue (`games/*.game`) so that the library can embed it: adding a game is adding a file.

use std::path::Path;
use std::{env, fs};

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(&games)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|ext| ext == "game"))
        .collect();
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap().to_str().expect("game file names are ASCII");
        list += &format!("    ({name:?}, include_str!({:?})),\n", path.display().to_string());
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("catalogue.rs"), list).unwrap();
}
