//! MatrixMarket coordinate files: entry `i j` is a move from vertex i − 1 to vertex j − 1.
//!
//! The matrix must be square. `symmetric` entries go both ways. Values of `integer` matrices are gains; `real`
//! values are no gains and are left out.
//!
//! Literature: Boisvert, Pozo and Remington 1996. Complexity: O(bytes).
//!
//! ```
//! use grundy::Limits;
//! use grundy::graph::Vertex;
//! use grundy::graph::formats::matrix_market;
//! let text = b"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n3 1\n2 1\n";
//! let file = matrix_market::read(text, &Limits::default())?;
//! assert_eq!(file.graph.successors(Vertex(2)).collect::<Vec<_>>(), [Vertex(0)]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::{GraphFile, bad_line, shown, text};
use crate::error::{Error, Result};
use crate::graph::csr::{Graph, Vertex};
use crate::limits::Limits;

/// Reads a MatrixMarket file.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<GraphFile<'static>> {
    let mut lines = text(bytes)?.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let kind = Kind::read(lines.next().map_or("", |(_, line)| line))?;
    let mut lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('%'));
    let Some((number, line)) = lines.next() else {
        return Err(bad_line(2, "the line with the size is missing"));
    };
    let sizes: Option<Vec<u64>> = line.split_ascii_whitespace().map(|word| word.parse().ok()).collect();
    let Some(&[rows, columns, entries]) = sizes.as_deref() else {
        return Err(bad_line(number, format!("expected rows, columns and entries, found {}", shown(line))));
    };
    if rows != columns {
        return Err(bad_line(number, format!("a matrix of {rows} rows and {columns} columns is no graph"))
            .hint("a game graph needs a square matrix"));
    }
    limits.allow(rows, 8)?;
    let mut edges = Vec::new();
    let mut found = 0;
    for (number, line) in lines {
        found += 1;
        limits.allow(edges.len() as u64 + 2, 24)?;
        let (u, v, gain) = entry(number, line, &kind, rows)?;
        edges.push((u, v, gain));
        if kind.both_ways && u != v {
            edges.push((v, u, gain));
        }
    }
    if found != entries {
        return Err(bad_line(number, format!("{entries} entries are announced, {found} are there")));
    }
    let (graph, gains) = Graph::from_scored_edges(rows as usize, &edges)?;
    Ok(GraphFile { graph, names: None, gains: kind.gains.then_some(gains.into()) })
}

fn entry(number: usize, line: &str, kind: &Kind, rows: u64) -> Result<(Vertex, Vertex, i64)> {
    let mut words = line.split_ascii_whitespace();
    let mut vertex = || -> Result<Vertex> {
        let word = words.next().unwrap_or("");
        match word.parse::<u64>() {
            Ok(v) if (1..=rows).contains(&v) => Ok(Vertex((v - 1) as u32)),
            _ => Err(bad_line(number, format!("{} is no vertex from 1 to {rows}", shown(word)))),
        }
    };
    let (u, v) = (vertex()?, vertex()?);
    let gain = match (words.next(), kind.gains) {
        (Some(word), true) => word.parse().map_err(|_| {
            bad_line(number, format!("the gain {} is no whole number of 64 bits", shown(word)))
        })?,
        (None, true) => return Err(bad_line(number, "the value is missing")),
        (_, false) => 0,
    };
    Ok((u, v, gain))
}

/// What the first line says.
struct Kind {
    gains: bool,
    both_ways: bool,
}

impl Kind {
    fn read(line: &str) -> Result<Kind> {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["%%matrixmarket", "matrix", "coordinate", field, symmetry] = words[..] else {
            return Err(bad_line(1, format!("{} does not begin a coordinate matrix", shown(&line)))
                .hint("begin with %%MatrixMarket matrix coordinate pattern general"));
        };
        let unknown = |word: &str| -> Error { bad_line(1, format!("{word} matrices are not supported")) };
        let gains = match field {
            "pattern" | "real" => false,
            "integer" => true,
            _ => return Err(unknown(field)),
        };
        let both_ways = match symmetry {
            "general" => false,
            "symmetric" => true,
            _ => return Err(unknown(symmetry)),
        };
        Ok(Kind { gains, both_ways })
    }
}
