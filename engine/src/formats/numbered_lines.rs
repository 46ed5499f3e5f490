//! Some whole lines of an edge list whose vertices are all numbers, for who reads a list in parts.
//!
//! ```
//! use grundy::formats::numbered_lines;
//! let lines = numbered_lines(b"3 1\n7  # no move\n3 -> 7\n")?;
//! assert_eq!((lines.edges.len(), lines.alone), (2, vec![7]));
//! # Ok::<(), grundy::Error>(())
//! ```

use super::edge_line::parse;
use super::edge_list::{as_number, numbers};
use super::{bad_line, shown, text};
use crate::error::Result;
use crate::graph::csr::Vertex;

/// What some lines say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NumberedLines {
    /// The moves, in order.
    pub edges: Vec<(Vertex, Vertex)>,
    /// The vertices that have a line of their own.
    pub alone: Vec<u32>,
}

/// Reads some whole lines. Fails on a name that is no number and on a gain; lines are counted from the first of these.
pub fn numbered_lines(bytes: &[u8]) -> Result<NumberedLines> {
    if let Some(chunk) = numbers(bytes) {
        return Ok(NumberedLines { edges: chunk.edges, alone: chunk.alone });
    }
    let mut lines = NumberedLines::default();
    for (i, line) in text(bytes)?.lines().enumerate() {
        let Some(line) = parse(i + 1, line)? else { continue };
        let vertex = |word: &str| {
            as_number(word).ok_or_else(|| bad_line(i + 1, format!("{} is no plain number", shown(word))))
        };
        if line.gain.is_some() {
            return Err(bad_line(i + 1, "there is a third number, a gain"));
        }
        let from = vertex(line.from)?;
        match line.to {
            Some(to) => lines.edges.push((Vertex(from), Vertex(vertex(to)?))),
            None => lines.alone.push(from),
        }
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_and_comments_are_read_and_names_and_gains_are_not() {
        let plain = numbered_lines(b"1 2\n3\n").unwrap();
        assert_eq!(plain, NumberedLines { edges: vec![(Vertex(1), Vertex(2))], alone: vec![3] });
        assert_eq!(numbered_lines("% list\n1→2\n\n3 # alone\n".as_bytes()).unwrap(), plain);
        for (text, message) in [
            ("1 2\n1 b\n", "line 2: \"b\" is no plain number"),
            ("1 2 3\n", "line 1: there is a third number, a gain"),
            ("01 2\n", "line 1: \"01\" is no plain number"),
        ] {
            assert_eq!(numbered_lines(text.as_bytes()).unwrap_err().message(), message);
        }
    }
}
