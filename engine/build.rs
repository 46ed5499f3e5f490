//! Embeds the catalogue (`games/*.game`): adding a game is adding a file. A library without games is a mistake.
//!
//! The files are TOML, which people write; the library gets them as JSON, which it reads anyway, so that a reader of TOML
//! need not be part of the page.

use std::path::Path;
use std::{env, fs};

use serde_json::Value;

fn main() {
    let games = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("games");
    println!("cargo::rerun-if-changed={}", games.display());
    let mut files: Vec<_> = fs::read_dir(&games)
        .unwrap_or_else(|e| panic!("the catalogue cannot be read: {}: {e}", games.display()))
        .map(|entry| entry.expect("a folder can be read to its end").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "game"))
        .collect();
    assert!(!files.is_empty(), "the catalogue is empty: {} holds no .game file", games.display());
    files.sort();
    let mut list = String::from("&[\n");
    for path in &files {
        let name = path.file_stem().unwrap().to_str().expect("game file names are ASCII");
        let text = fs::read_to_string(path).unwrap();
        let mut game: Value = toml::from_str(&text).unwrap_or_else(|e| panic!("games/{name}.game: {e}"));
        game["name"] = name.into();
        for field in ["title", "about"] {
            assert!(game[field].is_string(), "games/{name}.game: the catalogue needs a {field}");
        }
        let aliases: Vec<&str> =
            game["aliases"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        list += &format!("    ({name:?}, &{aliases:?}, {:?}),\n", game.to_string());
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("catalogue.rs"), list).unwrap();
}
