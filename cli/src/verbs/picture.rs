//! Where a picture goes: a file whose ending says what it is, or stdout.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::failure::Failure;
use crate::output;

/// What a picture is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A picture for browsers and documents
    Svg,
    /// The graph for Graphviz
    Dot,
}

/// A place for a picture, checked before any work is done.
#[derive(Debug)]
pub struct Target {
    /// `None` is stdout.
    path: Option<PathBuf>,
    pub format: Format,
}

impl Target {
    /// Reads `-o`: `-` is stdout, otherwise the ending must be one of those allowed, unless a format is given.
    pub fn new(path: &Path, given: Option<Format>, allowed: &[Format]) -> Result<Target, Failure> {
        if path.as_os_str() == "-" {
            return Ok(Target { path: None, format: given.unwrap_or(Format::Svg) });
        }
        let ending = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        let known = allowed.iter().copied().find(|format| format.ending() == ending);
        let Some(format) = given.or(known) else {
            let endings: Vec<String> = allowed.iter().map(|format| format!(".{}", format.ending())).collect();
            return Err(Failure::input(format!(
                "{} does not end in {}, so it is not clear what to write; name the file {}",
                path.display(),
                endings.join(" or "),
                path.with_extension(allowed[0].ending()).display()
            )));
        };
        output::check_writable(path)?;
        Ok(Target { path: Some(path.to_path_buf()), format })
    }

    /// The name of the file, if it is one.
    pub fn file(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }

    /// Writes the picture, whole or not at all.
    pub fn write(&self, text: &str) -> Result<(), Failure> {
        match &self.path {
            Some(path) => output::write_file(path, text.as_bytes()),
            None => output::print(text),
        }
    }
}

impl Format {
    /// The ending of a file, which is also what `--json` calls the format.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Dot => "dot",
        }
    }
}
