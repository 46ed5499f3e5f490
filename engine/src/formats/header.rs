//! A first line that may tell something about the others instead of being an edge: `n m`, as inputs of contests have
//! it, or the names of columns, as tables have it.
//!
//! Nobody can tell for certain: `4 3` also begins a path of four moves. So the line stays an edge, and a front end
//! says what it may be, unless there is next to no doubt.

use super::{GraphFile, unmarked};
use crate::graph::csr::Vertex;

/// A list of fewer edges may by chance have a first one that counts the others.
const MANY: u32 = 8;

/// The first line of an edge list that may be a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'t> {
    /// Its number.
    pub number: usize,
    /// What stands in it.
    pub line: &'t str,
    /// The vertices that it was taken for.
    pub words: [&'t str; 2],
    /// What it may mean.
    pub meaning: Meaning,
    /// Whether there is next to no doubt about it: as a move it would lead to a vertex of its own, numbered above all
    /// others by how many edges they have; and the others are just the vertices that it announces.
    pub clear: bool,
}

/// What a header may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// How many vertices and edges there are: it is `n m`, there are `m` edges in all other lines, and these mention
    /// at most `n` vertices and no numbers but from 1 to `n`, or from 0 to `n` - 1.
    Sizes,
    /// The names of columns: it has two words, and all other lines have only numbers.
    Titles,
}

/// The first line of an edge list, if it may be a header.
pub fn possible_header<'t>(bytes: &'t [u8], file: &GraphFile<'_>) -> Option<Header<'t>> {
    let mut lines = unmarked(bytes).split(|&b| b == b'\n').map(<[u8]>::trim_ascii).enumerate();
    let (index, line) = lines.find(|(_, line)| !matches!(line, [] | [b'#' | b'%', ..]))?;
    let line = std::str::from_utf8(line).ok()?;
    let mut words = line.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let (Some(first), Some(second), None) = (words.next(), words.next(), words.next()) else { return None };
    let (meaning, clear) = match tells_sizes(first, second, file) {
        Some(clear) => (Meaning::Sizes, clear),
        None if tells_titles(first, second, file) => (Meaning::Titles, false),
        None => return None,
    };
    Some(Header { number: index + 1, line, words: [first, second], meaning, clear })
}

fn tells_titles(first: &str, second: &str, file: &GraphFile<'_>) -> bool {
    let digits = |name: &str| name.bytes().all(|byte| byte.is_ascii_digit());
    let graph = &file.graph;
    // Names are vertices in the order in which they come.
    let [from, to] = [Vertex(0), Vertex(1)];
    graph.edge_count() > 1
        && !digits(first)
        && !digits(second)
        && file.name(from) == first
        && file.name(to) == second
        && graph.degree(from) == 1
        && graph.degree(to) == 0
        && graph.targets().iter().filter(|&&v| v <= to.0).count() == 1
        && graph.vertices().skip(2).all(|v| digits(&file.name(v)))
}

/// Whether two words may tell sizes, and if so, whether they clearly do.
fn tells_sizes(n: &str, m: &str, file: &GraphFile<'_>) -> Option<bool> {
    let (vertices, edges) = (n.parse::<u32>().ok()?, m.parse::<u32>().ok()?);
    let graph = &file.graph;
    if edges == 0 || file.gains.is_some() || graph.edge_count() as u64 != u64::from(edges) + 1 {
        return None;
    }
    let (from, to) = (file.vertex(n).ok()?, file.vertex(m).ok()?);
    // What only this line mentions would not be a vertex.
    let here = if from == to { 2 } else { 1 };
    let mentions = |v: Vertex| graph.degree(v) + graph.targets().iter().filter(|&&w| w == v.0).count();
    let lost = [from, to].map(|v| (v, mentions(v) == here));
    let others = || graph.vertices().filter(|&v| !lost.contains(&(v, true)));
    let number = |v: Vertex| file.names.as_ref().map_or(Some(v.0), |names| names.number(v));
    let numbers = || others().filter_map(number);
    let first = numbers().min().unwrap_or(1).min(1);
    let (count, all) = (others().count(), vertices as usize);
    let fits = count <= all && numbers().all(|number| number - first < vertices);
    fits.then_some(edges > vertices && edges >= MANY && count == all && numbers().count() == all)
}

#[cfg(test)]
mod tests {
    use super::super::edge_list;
    use super::*;
    use crate::work::Work;

    fn header(text: &str) -> Option<(usize, &str)> {
        let file = edge_list::read(text.as_bytes(), &Work::unwatched()).unwrap();
        possible_header(text.as_bytes(), &file).map(|header| (header.number, header.line))
    }

    #[test]
    fn two_words_above_numbers_may_be_the_names_of_columns() {
        assert_eq!(header("source,target\n1,2\n2,3\n"), Some((1, "source,target")));
        assert_eq!(header("# a table\nfrom to\n7\n1 2\n"), Some((2, "from to")));
        for text in ["a b\n", "a b\nb 1\n", "a b\n1 a\n", "a b\n1 c\n", "a 1\n1 2\n", "a a\n1 2\n"] {
            assert_eq!(header(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_first_line_that_counts_the_others_may_be_a_header() {
        assert_eq!(header("5 3\n1 2\n2 3\n4 5\n"), Some((1, "5 3")));
        assert_eq!(header("5,3\n1,2\n2,3\n4,5\n"), Some((1, "5,3")));
        assert_eq!(
            header("# sizes\n\n 4 9 \n1 2\n1 3\n1 4\n2 3\n2 4\n3 4\n1 2\n1 2\n1 2\n"),
            Some((3, "4 9"))
        );
        assert_eq!(header("3 3\n0 1\n1 2\n2 0\n"), Some((1, "3 3")));
        assert_eq!(header("3 2\na b\nb c\n"), Some((1, "3 2")));
        // A vertex to start from has a line of its own.
        assert_eq!(header("2 1\n1\n1 2\n"), Some((1, "2 1")));
        assert_eq!(header("4 3\n3 2\n2 1\n1 0\n"), Some((1, "4 3")), "or a path: nobody can tell");
    }

    #[test]
    fn a_header_is_clear_if_its_move_would_make_no_sense() {
        let clear = |text: &str| {
            let file = edge_list::read(text.as_bytes(), &Work::unwatched()).unwrap();
            possible_header(text.as_bytes(), &file).map(|header| header.clear)
        };
        let cycles = "1 2\n2 3\n3 4\n4 1\n1 3\n3 1\n2 4\n4 2\n";
        assert_eq!(clear(&format!("4 8\n{cycles}")), Some(true));
        assert_eq!(clear(&format!("5 8\n{cycles}")), Some(false), "a vertex is missing");
        assert_eq!(clear("3 4\n1 2\n2 3\n3 1\n1 3\n"), Some(false), "few edges");
        assert_eq!(clear("9 8\n1 2\n2 3\n3 4\n4 5\n5 6\n6 7\n7 8\n8 9\n"), Some(false), "a tree, or a move");
        assert_eq!(clear(&format!("4 8\n{}", cycles.replace('1', "0"))), None, "neither 1..4 nor 0..3");
    }

    #[test]
    fn a_first_line_that_does_not_fit_is_an_edge() {
        for text in [
            "",
            "7",
            "1 0\n",
            "5 4\n1 2\n2 3\n4 5\n",
            "2 2\n1 2\n2 3\n",
            "2 1\n7 8\n",
            "1 2\n1 a\na b\n",
            "3 1 4\n1 2 3\n",
            "a 1\nb c\n",
        ] {
            assert_eq!(header(text), None, "{text:?}");
        }
    }
}
