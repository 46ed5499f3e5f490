//! Lists the built page (`page/dist`) so that the program can embed it. Without Node there is none, and the server
//! then says how to build it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let dist = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../page/dist");
    println!("cargo::rerun-if-changed={}", dist.display());
    let mut files = Vec::new();
    collect(&dist, &mut files);
    files.sort();
    // The page may be built again while this program is; what is embedded is a copy of one moment, and what is gone by then is
    // asked for again by the next build.
    let copies = Path::new(&env::var("OUT_DIR").unwrap()).join("page");
    let _ = fs::remove_dir_all(&copies);
    files.retain_mut(|path| {
        let copy = copies.join(path.strip_prefix(&dist).unwrap());
        fs::create_dir_all(copy.parent().unwrap()).unwrap();
        let there = fs::copy(&*path, &copy).is_ok();
        *path = copy;
        there
    });
    let mut list = String::from("&[\n");
    for path in files.iter().filter(|path| path.extension().is_none_or(|ending| ending != "br")) {
        let name = path.strip_prefix(&copies).unwrap().to_str().expect("the page's file names are ASCII");
        let small = PathBuf::from(format!("{}.br", path.display()));
        let small = match small.exists() {
            true => format!("Some(include_bytes!({:?}))", small.display().to_string()),
            false => "None".into(),
        };
        writeln!(
            list,
            "    Asset {{ name: {name:?}, bytes: include_bytes!({:?}), small: {small} }},",
            path.display().to_string()
        )
        .unwrap();
    }
    list += "]\n";
    fs::write(Path::new(&env::var("OUT_DIR").unwrap()).join("page.rs"), list).unwrap();
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
