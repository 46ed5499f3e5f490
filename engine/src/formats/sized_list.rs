//! Edge lists as inputs of contests have them: `n m` in the first line, then `m` edges, one a line.
//!
//! The vertices are `1..n`, or `0..n-1` if the list mentions 0, whether or not an edge mentions them; where vertices
//! have names, each of the `n` must have a line. What the first line tells is held against the others: a list that does
//! not fit is refused, since it may be cut off or may have no such line.
//!
//! ```
//! use grundy::formats::sized_list;
//! use grundy::Work;
//! let file = sized_list::read(b"4 2\n1 2\n2 3\n", &Work::unwatched())?;
//! assert_eq!((file.graph.vertex_count(), file.graph.edge_count()), (4, 2));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::ops::Range;

use super::{GraphFile, bad_line, edge_list, shown};
use crate::error::{Error, NextStep, Result};
use crate::work::Work;

/// What the first line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// The number of the line, and so how many are passed over.
    pub(super) line: usize,
    vertices: u32,
    edges: u64,
}

/// Reads an edge list with sizes in front.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    let (sizes, rest) = Sizes::find(bytes)?;
    work.limits.allow(u64::from(sizes.vertices), 0)?;
    edge_list::read_rest(rest, Some(&sizes), work)
}

impl Sizes {
    /// The sizes in the first line with something in it, and the lines after it.
    fn find(bytes: &[u8]) -> Result<(Sizes, &[u8])> {
        let (mut rest, mut line) = (bytes, 0);
        while !rest.is_empty() {
            let end = rest.iter().position(|&b| b == b'\n').map_or(rest.len(), |at| at + 1);
            let (first, tail) = rest.split_at(end);
            (rest, line) = (tail, line + 1);
            let first = first.trim_ascii();
            if matches!(first, [] | [b'#' | b'%', ..]) {
                continue;
            }
            let first = String::from_utf8_lossy(first);
            let Some((vertices, edges)) = numbers(&first) else {
                let what = format!("{} does not tell how many vertices and edges there are", shown(&first));
                return Err(bad_line(line, what).hint(NextStep::SizesLine));
            };
            return Ok((Sizes { line, vertices, edges }, rest));
        }
        Err(bad_line(1, "there is no line that tells how many vertices and edges there are")
            .hint("the first line should be `n m`"))
    }

    /// Fails if there are not as many edges as announced.
    pub(super) fn check_edges(&self, count: u64) -> Result<()> {
        match count == self.edges {
            true => Ok(()),
            false => Err(self.wrong(format!("{} edges are announced, and {count} follow", self.edges))),
        }
    }

    /// Fails if there are not as many names as announced.
    pub(super) fn check_names(&self, count: usize) -> Result<()> {
        match count == self.vertices as usize {
            true => Ok(()),
            false => {
                let announced = self.vertices;
                Err(self.wrong(format!("{announced} vertices are announced, and {count} have names")))
            }
        }
    }

    /// The numbers of all vertices, in a list that mentions numbers from `least` to `largest`.
    pub(super) fn numbers(&self, least: u32, largest: u32) -> Result<Range<u64>> {
        let (first, count) = (u64::from(least.min(1)), u64::from(self.vertices));
        match u64::from(largest) < first + count {
            true => Ok(first..first + count),
            false => {
                let last = (first + count).saturating_sub(1);
                Err(self.wrong(format!(
                    "{count} vertices are announced, numbered from {first} to {last}, and there is a {largest}"
                )))
            }
        }
    }

    fn wrong(&self, message: String) -> Error {
        bad_line(self.line, message).hint(NextStep::AsEdges)
    }
}

/// The two numbers of a line.
fn numbers(line: &str) -> Option<(u32, u64)> {
    let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (n, m) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some((n, m))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        let file = read(text.as_bytes(), &Work::unwatched()).unwrap();
        file.graph.vertices().map(|v| file.name(v).into_owned()).collect()
    }

    fn refused(text: &str) -> String {
        read(text.as_bytes(), &Work::unwatched()).unwrap_err().to_string()
    }

    #[test]
    fn vertices_count_from_1_unless_there_is_a_0() {
        assert_eq!(names("4 2\n1 2\n2 3\n"), ["1", "2", "3", "4"]);
        assert_eq!(names("4 2\n0 1\n1 2\n"), ["0", "1", "2", "3"]);
        assert_eq!(names("# a comment\r\n\r\n3,1\r\n2,3\r\n"), ["1", "2", "3"]);
        assert_eq!(names("2 0\n"), ["1", "2"]);
        assert_eq!(names("0 0\n"), [""; 0]);
        assert_eq!(names("3 2\na b\nb c\n"), ["a", "b", "c"]);
    }

    #[test]
    fn gains_may_follow_sizes() {
        let file = read(b"3 2\n1 2 5\n2 1 7\n", &Work::unwatched()).unwrap();
        assert_eq!((file.gains.as_deref(), file.graph.vertex_count()), (Some(&[5, 7][..]), 3));
    }

    #[test]
    fn a_list_that_is_not_as_announced_is_refused() {
        assert!(refused("3 3\n1 2\n2 3\n").contains("line 1: 3 edges are announced, and 2 follow"));
        assert!(refused("3 2\n1 2 5\n").contains("2 edges are announced, and 1 follow"));
        assert!(
            refused("\n3 1\n1 4\n")
                .contains("line 2: 3 vertices are announced, numbered from 1 to 3, and there is a 4")
        );
        assert!(refused("3 1\n0 3\n").contains("numbered from 0 to 2, and there is a 3"));
        assert!(refused("3 1 # all\n0 3 1\n").contains("line 1"));
        assert!(refused("3 1\na b\n").contains("3 vertices are announced, and 2 have names"));
        assert!(refused("a b\n1 2\n").contains("line 1: \"a b\" does not tell"));
        assert!(refused("").contains("no line that tells"));
        // Lines are numbered as they stand in the file.
        assert!(refused("2 2\n1 2\n2 1 x\n").contains("line 3"));
        assert!(refused("4294967295 1\n1 2\n").contains("limit"));
    }
}
