//! The house has floors: a module uses what lies below it, never what lies above.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The top modules, floor by floor, the lowest first. Modules of one floor do not use each other, except in the order
/// in which they stand. `CONTRIBUTING.md` draws them.
const FLOORS: &[&[&str]] = &[
    &["keyed", "progress", "bytes", "position", "error", "machine", "program", "limits", "work", "meter"],
    &[
        "outcome",
        "nimber",
        "loopy_value",
        "nim_field",
        "factors",
        "nearest",
        "literal",
        "number_text",
        "sketch",
        "automata",
    ],
    &["catalogue", "nim_arithmetic", "rules", "graph", "heap", "formats", "report", "reason"],
    &["engine", "game", "proofs", "search", "dense", "prove", "arena"],
    &["plan", "misere", "verify"],
    &["solve"],
    &["boards", "places", "named"],
    &["draw", "emit", "open", "series"],
    &["ask"],
];

/// The modules named behind `crate::` in a text, also within braces.
fn used(text: &str) -> BTreeSet<String> {
    let word =
        |text: &str| -> String { text.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect() };
    let mut all = BTreeSet::new();
    for (at, _) in text.match_indices("crate::") {
        let after = &text[at + "crate::".len()..];
        match after.strip_prefix('{') {
            None => drop(all.insert(word(after))),
            Some(list) => {
                let list = &list[..list.find(';').unwrap_or(list.len())];
                all.extend(list.split([',', '{']).map(|item| word(item.trim_start())));
            }
        }
    }
    all.remove("");
    all
}

/// Every file of the library with the top module that it belongs to.
fn files(folder: &Path, top: Option<&str>, all: &mut Vec<(String, PathBuf)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let module = top.unwrap_or(&name);
        if path.is_dir() {
            files(&path, Some(module), all);
        } else if !["lib", "tests"].contains(&name.as_str())
            && !name.ends_with("_tests")
            && !path.iter().any(|part| part == "tests")
        {
            all.push((module.to_string(), path));
        }
    }
}

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().flat_map(|floor| floor.iter()).position(|known| *known == module)
}

#[test]
fn no_module_uses_one_above_it() {
    let mut all = Vec::new();
    files(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), None, &mut all);
    assert!(all.len() > 100, "the sources were not found");
    let mut upward = Vec::new();
    for (module, path) in all {
        let here = floor(&module).unwrap_or_else(|| panic!("`{module}` has no floor: give it one in FLOORS"));
        let text = std::fs::read_to_string(&path).unwrap();
        // What tests use is their own business.
        let text = text.split("#[cfg(test)]").next().unwrap();
        for other in used(text).iter().filter(|other| **other != module) {
            if floor(other).is_some_and(|there| there > here) {
                upward.push(format!("{} uses {other}", path.display()));
            }
        }
    }
    assert_eq!(upward, Vec::<String>::new());
}

#[test]
fn used_modules_are_found_in_every_spelling() {
    let text =
        "use crate::graph::{Graph, csr};\nuse crate::{heap::Period, rules};\n//! [`x`](crate::plan::x)";
    let found: Vec<String> = used(text).into_iter().collect();
    assert_eq!(found, ["graph", "heap", "plan", "rules"]);
}
