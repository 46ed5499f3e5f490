//! Renews the files that are written from the types of the library, and says which have changed.

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for file in grundy_schema::files() {
        let path = repository.join(file.path);
        if fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        fs::write(path, file.text)?;
        println!("{} is renewed", file.path);
    }
    Ok(())
}
