//! A graph whose parts are the files of a folder, all edge lists or all `.grg`: vertices of one name are one vertex.

use std::fmt::Write;
use std::path::Path;

use grundy::formats::Format;
use grundy::{Limits, Work};
use grundy_cluster::input::files;

use super::input::Source;
use crate::failure::Failure;
use crate::progress::Watch;

/// What an edge takes in a list, and again in the graph.
const EDGE: u64 = 32;

/// Puts the parts together to one edge list.
pub fn read(
    folder: &Path,
    format: Option<Format>,
    limits: &Limits,
    watch: &Watch,
) -> Result<Source, Failure> {
    let name = folder.display().to_string();
    let parts = files(folder).map_err(|e| Failure::input(format!("{name}: {e}")))?;
    if parts.is_empty() {
        return Err(Failure::input(format!(
            "{name} is a folder, and no files are in it; name a file or a pipe"
        )));
    }
    let mut list = Vec::new();
    for part in &parts {
        let source = Source::open(part, format, limits, watch)?;
        match source.format() {
            Format::Edges => list.extend_from_slice(source.content()),
            Format::Grg => edges(&source, limits, watch, &mut list)?,
            other => {
                return Err(Failure::input(format!(
                    "{}: parts of a graph are edge lists or .grg, not {other}",
                    part.display()
                )));
            }
        }
        list.push(b'\n');
        limits.allow_bytes(list.len() as u64)?;
    }
    Ok(Source::edges(name, list))
}

/// The edges of a part, and its vertices without any, as lines.
fn edges(source: &Source, limits: &Limits, watch: &Watch, list: &mut Vec<u8>) -> Result<(), Failure> {
    let (file, _) = source.graph(&Work { limits: *limits, progress: watch })?;
    if file.gains.is_some() {
        return Err(Failure::input(format!("{}: parts of a graph have no gains", source.title())));
    }
    limits.allow_bytes((list.len() as u64).saturating_add(EDGE * file.graph.edge_count() as u64))?;
    let mut text = String::new();
    for u in file.graph.vertices() {
        let from = file.name(u);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{from}");
        for v in file.graph.successors(u) {
            let _ = writeln!(text, "{from} {}", file.name(v));
        }
        list.append(&mut std::mem::take(&mut text).into_bytes());
    }
    Ok(())
}
