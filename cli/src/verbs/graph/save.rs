//! A graph written to a file, in the format that its ending names.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grundy::formats::{Format, GraphFile, binary, dot, edge_list, json, pgsolver};

use crate::failure::Failure;
use crate::output;

/// A place for a graph, checked before any work is done.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    format: Format,
}

impl Target {
    /// Reads `--save`.
    pub fn new(path: &Path) -> Result<Target, Failure> {
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let format = match ending.as_str() {
            "grg" => Format::Grg,
            "pg" | "gm" => Format::Pg,
            "dot" | "gv" => Format::Dot,
            "json" => Format::Json,
            "edges" | "txt" => Format::Edges,
            _ => {
                return Err(Failure::input(format!(
                    "{} does not end in .grg, .pg, .dot, .json or .edges, so it is not clear what to write; \
                     name the file {}",
                    path.display(),
                    path.with_extension("grg").display()
                )));
            }
        };
        output::check_writable(path)?;
        Ok(Target { path: path.to_path_buf(), format })
    }

    /// The name of the file.
    pub fn file(&self) -> String {
        self.path.display().to_string()
    }

    /// Writes the graph, whole or not at all.
    pub fn write(&self, file: &GraphFile<'_>, misere: bool) -> Result<(), Failure> {
        if self.format == Format::Pg && (misere || file.gains.is_some()) {
            return Err(Failure::input(format!(
                "{}: parity games know neither misère play nor gains; save as .grg",
                self.path.display()
            )));
        }
        output::write_file_with(&self.path, |sink| write(file, self.format, sink))
    }
}

fn write(file: &GraphFile<'_>, format: Format, mut sink: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Grg => binary::write(file, &mut sink),
        Format::Pg => pgsolver::write(file, &mut sink),
        Format::Dot => dot::write(file, &mut sink),
        Format::Json => json::write(file, &mut sink),
        Format::Edges => edge_list::write(file, &mut sink),
        _ => Err(io::Error::new(io::ErrorKind::Unsupported, "graphs are not written in this format")),
    }
}
