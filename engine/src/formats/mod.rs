//! Game graphs as files: bytes in, a graph out, and back.
//!
//! Every reader checks before it believes: a number from the file is never the size of a table until it has been
//! held against [`Limits`](crate::Limits) or against the length of the file, and an error says in which line or at which byte.
//!
//! | file | format | written too |
//! |---|---|---|
//! | [`edge_list`] | `u v` a line, names or numbers, optional gain | yes |
//! | [`sized_list`] | `n m`, then `u v` a line | no |
//! | [`dot`] | the common part of Graphviz DOT | yes |
//! | [`json`] | lists of followers, or nodes and links | yes |
//! | [`matrix_market`] | coordinate matrices | no |
//! | [`pgsolver`] | parity games, positions doubled by who is to move | yes |
//! | [`binary`] | compressed rows as they lie in memory, opened without copying | yes |

mod beside;
pub mod binary;
pub mod dot;
pub mod edge_list;
pub mod json;
pub mod matrix_market;
pub mod pgsolver;
pub mod sized_list;

mod cast;
mod edge_line;
mod gathered;
mod header;
mod json_text;
mod mentioned;

mod names;
mod numbered_lines;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Graph, Vertex};
use crate::work::Work;

pub use beside::beside;
pub use header::{Header, Meaning, possible_header};
pub use names::{Names, Words};
pub use numbered_lines::{NumberedLines, numbered_lines};

/// A graph as a file holds it: with names of the vertices and gains of the edges where it has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFile<'a> {
    /// The positions and moves.
    pub graph: Graph<'a>,
    /// The names of the vertices, if they are not just `0, 1, 2, …`.
    pub names: Option<Names<'a>>,
    /// What each edge gains, in the order of the graph's edges.
    pub gains: Option<Cow<'a, [i64]>>,
}

impl<'a> From<Graph<'a>> for GraphFile<'a> {
    fn from(graph: Graph<'a>) -> GraphFile<'a> {
        GraphFile { graph, names: None, gains: None }
    }
}

impl GraphFile<'_> {
    /// The vertex that a person calls by this name or number.
    pub fn vertex(&self, text: &str) -> Result<Vertex> {
        let found = match &self.names {
            Some(names) => names.find(text),
            None => text.parse().ok().map(Vertex).filter(|v| v.index() < self.graph.vertex_count()),
        };
        found.ok_or_else(|| {
            let hint = match &self.names {
                Some(names) => format!("for example {:?} is one", names.get(Vertex(0)).unwrap_or_default()),
                None => format!("the graph has {} vertices, numbered from 0", self.graph.vertex_count()),
            };
            Error::new(ErrorKind::Position, format!("there is no vertex {text:?}")).hint(hint)
        })
    }

    /// What a vertex is called.
    pub fn name(&self, v: Vertex) -> Cow<'_, str> {
        match self.names.as_ref().and_then(|names| names.get(v)) {
            Some(name) => name,
            None => v.to_string().into(),
        }
    }
}

/// The formats of graph files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Format {
    /// `u v` a line.
    Edges,
    /// `n m`, then `u v` a line.
    Sizes,
    /// Graphviz.
    Dot,
    /// Lists of followers, or nodes and links.
    Json,
    /// MatrixMarket coordinates.
    Mtx,
    /// PGSolver parity games.
    Pg,
    /// The compact binary form.
    Grg,
}

impl Format {
    /// The format that a file's name and first bytes suggest; an edge list if nothing else.
    pub fn of(name: &str, head: &[u8]) -> Format {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension).to_ascii_lowercase();
        let head = unmarked(head).trim_ascii_start();
        let start = head.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        match extension.as_str() {
            _ if head.starts_with(binary::MAGIC) => Format::Grg,
            _ if after_word(start, "%%MatrixMarket").is_some() => Format::Mtx,
            "edges" => Format::Edges,
            "dot" | "gv" => Format::Dot,
            "json" => Format::Json,
            "mtx" => Format::Mtx,
            "pg" | "gm" => Format::Pg,
            "grg" => Format::Grg,
            _ if begins_dot(start) => Format::Dot,
            _ if begins_pg(start) => Format::Pg,
            _ if begins_json(start) => Format::Json,
            _ => Format::Edges,
        }
    }
}

/// What follows a word that a text begins with, in letters of any case, blanks skipped.
fn after_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.get(word.len()..).filter(|_| text[..word.len()].eq_ignore_ascii_case(word))?;
    (!rest.starts_with(|c: char| c.is_alphanumeric() || c == '_')).then_some(rest.trim_ascii_start())
}

/// Whether a text begins as graphs of DOT do, up to the brace: the first word alone may as well name a vertex.
fn begins_dot(text: &str) -> bool {
    let text = after_word(text, "strict").unwrap_or(text);
    let Some(text) = after_word(text, "digraph").or_else(|| after_word(text, "graph")) else { return false };
    let unnamed = match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').map_or("", |(_, rest)| rest),
        None => text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-')),
    };
    unnamed.trim_ascii_start().starts_with('{')
}

fn begins_pg(text: &str) -> bool {
    let number = after_word(text, "parity").map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    number.is_some_and(|rest| rest.trim_ascii_start().starts_with(';'))
}

fn begins_json(text: &str) -> bool {
    let inner = |open: char| text.strip_prefix(open).map(|rest| rest.trim_ascii_start());
    let begins =
        |rest: Option<&str>, signs: [char; 2]| rest.is_some_and(|r| r.is_empty() || r.starts_with(signs));
    begins(inner('{'), ['"', '}']) || begins(inner('['), ['[', ']'])
}

/// As [`FromStr`] reads it.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Edges => "edges",
            Format::Sizes => "sizes",
            Format::Dot => "dot",
            Format::Json => "json",
            Format::Mtx => "mtx",
            Format::Pg => "pg",
            Format::Grg => "grg",
        })
    }
}

impl FromStr for Format {
    type Err = Error;

    fn from_str(text: &str) -> Result<Format> {
        Ok(match text {
            "edges" => Format::Edges,
            "sizes" => Format::Sizes,
            "dot" => Format::Dot,
            "json" => Format::Json,
            "mtx" => Format::Mtx,
            "pg" => Format::Pg,
            "grg" => Format::Grg,
            _ => {
                return Err(Error::new(ErrorKind::Format, format!("there is no graph format {text:?}"))
                    .hint("use edges, sizes, dot, json, mtx, pg or grg"));
            }
        })
    }
}

/// Reads a graph in a given format.
pub fn read<'a>(bytes: &'a [u8], format: Format, work: &Work<'_>) -> Result<GraphFile<'a>> {
    let text = unmarked(bytes);
    match format {
        Format::Edges => edge_list::read(text, work),
        Format::Sizes => sized_list::read(text, work),
        Format::Dot => dot::read(text, work),
        Format::Json => json::read(text, work),
        Format::Mtx => matrix_market::read(text, work),
        Format::Pg => pgsolver::read(text, work),
        Format::Grg => binary::open(bytes),
    }
}

/// A text without the mark that some editors put before UTF-8, which would become part of the first name.
fn unmarked(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Something wrong in a line of a text, counted from 1.
fn bad_line(line: usize, message: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Format, format!("line {line}: {message}"))
}

/// The number of the line that a byte is in.
fn line_of(bytes: &[u8], at: usize) -> usize {
    1 + bytes[..at.min(bytes.len())].iter().filter(|&&b| b == b'\n').count()
}

/// The text of a file that must be UTF-8.
fn text(bytes: &[u8]) -> Result<&str> {
    std::str::from_utf8(bytes).map_err(|error| {
        bad_line(line_of(bytes, error.valid_up_to()), "the text is not UTF-8")
            .at(error.valid_up_to()..error.valid_up_to() + 1)
    })
}

/// A part of a line for an error message, not too long.
fn shown(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short:?}…") } else { format!("{short:?}") }
}
