//! MatrixMarket coordinate files: entry `i j` is a move from vertex i to vertex j.
//!
//! The matrix must be square; its vertices are called 1 to n, as its rows are. `symmetric` entries go both ways.
//! Values of `integer` matrices are gains; `real` values are no gains and are left out.
//!
//! Literature: Boisvert, Pozo and Remington 1996. Complexity: O(bytes).
//!
//! ```
//! use grundy::formats::matrix_market;
//! use grundy::Work;
//! let text = b"%%MatrixMarket matrix coordinate pattern general\n3 3 2\n3 1\n2 1\n";
//! let file = matrix_market::read(text, &Work::unwatched())?;
//! assert_eq!(file.graph.successors(file.vertex("3")?).collect::<Vec<_>>(), [file.vertex("1")?]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::gathered::Gathered;
use super::names::Names;
use super::{GraphFile, bad_line, shown, text};
use crate::error::{Error, Result};
use crate::graph::csr::Vertex;
use crate::machine::memory::room;
use crate::meter::Meter;
use crate::work::Work;

/// Reads a MatrixMarket file.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    let meter = Meter::of_text(bytes, work);
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
    work.limits.allow(rows, 12)?;
    // The first line tells whether there are gains, also where no entry does.
    let mut gathered = Gathered::expecting(kind.values == Values::Gains);
    let mut found = 0;
    for (number, line) in lines {
        found += 1;
        if found > entries {
            return Err(bad_line(number, format!("{entries} entries are announced, and this is one more")));
        }
        meter.at(line.as_ptr() as usize - bytes.as_ptr() as usize, || gathered.held(rows as usize))?;
        let (u, v, gain) = entry(number, line, &kind, rows)?;
        gathered.push(u, v, gain, || number)?;
        if kind.both_ways && u != v {
            gathered.push(v, u, gain, || number)?;
        }
    }
    if found != entries {
        return Err(bad_line(number, format!("{entries} entries are announced, {found} are there")));
    }
    let mut numbers = room(rows as usize)?;
    numbers.extend(1..=rows as u32);
    gathered.finish(rows as usize, Names::of_numbers(numbers), &meter)
}

fn entry(number: usize, line: &str, kind: &Kind, rows: u64) -> Result<(Vertex, Vertex, Option<i64>)> {
    let mut words = line.split_ascii_whitespace();
    let mut vertex = || -> Result<Vertex> {
        let word = words.next().unwrap_or("");
        match word.parse::<u64>() {
            Ok(v) if (1..=rows).contains(&v) => Ok(Vertex((v - 1) as u32)),
            _ => Err(bad_line(number, format!("{} is no vertex from 1 to {rows}", shown(word)))),
        }
    };
    let (u, v) = (vertex()?, vertex()?);
    let wrong = |word: &str, what: &str| Err(bad_line(number, format!("{} is {what}", shown(word))));
    let value = match kind.values {
        Values::None => None,
        _ => Some(words.next().ok_or_else(|| bad_line(number, "the value is missing"))?),
    };
    let gain = match (value, kind.values) {
        (Some(word), Values::Gains) => match word.parse() {
            Ok(gain) => Some(gain),
            Err(_) => return wrong(word, "no gain, which is a whole number of 64 bits"),
        },
        (Some(word), _) if word.parse::<f64>().is_err() => return wrong(word, "no number"),
        _ => None,
    };
    match words.next() {
        None => Ok((u, v, gain)),
        Some(word) => wrong(word, "one word too many"),
    }
}

/// What the first line says.
struct Kind {
    values: Values,
    both_ways: bool,
}

/// What stands behind the two vertices of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    None,
    Gains,
    Ignored,
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
        let values = match field {
            "pattern" => Values::None,
            "real" => Values::Ignored,
            "integer" => Values::Gains,
            _ => return Err(unknown(field)),
        };
        let both_ways = match symmetry {
            "general" => false,
            "symmetric" => true,
            _ => return Err(unknown(symmetry)),
        };
        Ok(Kind { values, both_ways })
    }
}
