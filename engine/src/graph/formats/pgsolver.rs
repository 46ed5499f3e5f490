//! PGSolver files: a game as a parity game, for exchange with verification tools.
//!
//! Parity games know whose turn it is and have no draws, so each position is written twice: `2v` with player 0 to
//! move and `2v + 1` with player 1 to move. All priorities are 0, so that endless play is won by player 0; an end
//! is a loop on itself whose priority is won by the player who is not to move there. A solver's answer reads back
//! as: the mover wins at both, N; the other wins at both, P; player 0 wins at both, a draw. Where vertices have
//! names, both nodes have that name, in quotes as the format has it.
//!
//! Only files of that shape are read: a parity game in general is not an impartial game.
//!
//! Literature: Friedmann and Lange 2009 (the format). Complexity: O(bytes).
//!
//! ```
//! use grundy::Limits;
//! use grundy::graph::formats::{GraphFile, pgsolver};
//! use grundy::graph::{Graph, Vertex};
//! let file = GraphFile::from(Graph::from_edges(2, &[(Vertex(1), Vertex(0))])?);
//! let mut text = Vec::new();
//! pgsolver::write(&file, &mut text).unwrap();
//! assert_eq!(text, b"parity 3;\n0 1 0 0;\n1 0 1 1;\n2 0 0 1;\n3 0 1 0;\n");
//! assert_eq!(pgsolver::read(&text, &Limits::default())?.graph, file.graph);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::io::{self, Write};

use super::names::{Interner, Names};
use super::{GraphFile, bad_line, line_of, shown, text};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Vertex};
use crate::limits::Limits;

/// Writes the parity game of a graph under normal play. Fails on a name that cannot stand in quotes.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let graph = &file.graph;
    let mut names = file.names.iter().flat_map(|names| names.iter());
    if let Some(name) = names.find(|name| name.contains(['"', '\n', '\r'])) {
        let message = format!("the name {} cannot stand in a parity game", shown(&name));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    writeln!(sink, "parity {};", (2 * graph.vertex_count() as u64).saturating_sub(1))?;
    for v in graph.vertices() {
        let label = file.names.as_ref().map_or(String::new(), |_| format!(" \"{}\"", file.name(v)));
        for player in 0..2u64 {
            let name = 2 * u64::from(v.0) + player;
            if graph.is_terminal(v) {
                writeln!(sink, "{name} {} {player} {name}{label};", 1 - player)?;
                continue;
            }
            write!(sink, "{name} 0 {player} ")?;
            for (i, w) in graph.successors(v).enumerate() {
                let comma = if i > 0 { "," } else { "" };
                write!(sink, "{comma}{}", 2 * u64::from(w.0) + 1 - player)?;
            }
            writeln!(sink, "{label};")?;
        }
    }
    Ok(())
}

/// Reads a parity game of the shape that [`write`] gives.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<GraphFile<'static>> {
    let text = text(bytes)?;
    let mut nodes = Vec::new();
    for (start, statement) in statements(text) {
        let line = || line_of(bytes, start + statement.len() - statement.trim_start().len());
        let words = statement.trim();
        if words.is_empty() || words.starts_with("parity ") || words.starts_with("start ") {
            continue;
        }
        let node = Node::read(words).ok_or_else(|| {
            bad_line(line(), format!("{} is no node", shown(words)))
                .hint("write: name priority owner followers, separated by commas, and a semicolon")
        })?;
        nodes.push(node);
        limits.allow(nodes.len() as u64, 64)?;
    }
    nodes.sort_by_key(|node| node.name);
    let mut edges = Vec::new();
    for (v, pair) in nodes.chunks(2).enumerate() {
        let [zero, one] = pair else { return Err(other_shape(&pair[0])) };
        let v = Vertex(u32::try_from(v).map_err(|_| other_shape(zero))?);
        let followers = followers(zero, 2 * u64::from(v.0))?;
        if followers != self::followers(one, 2 * u64::from(v.0) + 1)? {
            return Err(other_shape(one));
        }
        edges.extend(followers.into_iter().map(|w| (v, w)));
        limits.allow(edges.len() as u64, 16)?;
    }
    let graph = Graph::from_edges(nodes.len() / 2, &edges)?;
    Ok(GraphFile { graph, names: names(&nodes)?, gains: None })
}

/// The names of the positions, if each has one of its own.
fn names(nodes: &[Node<'_>]) -> Result<Option<Names<'static>>> {
    let mut names = Interner::default();
    for (v, pair) in nodes.chunks(2).enumerate() {
        match (pair[0].label, pair.iter().all(|node| node.label == pair[0].label)) {
            (Some(label), true) if names.vertex(label)?.index() == v => {}
            _ => return Ok(None),
        }
    }
    Ok(names.finish_as_numbers())
}

/// The parts between semicolons that do not stand in quotes, with where they start.
fn statements(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at;
        let mut quoted = false;
        let end = text.get(start..)?.bytes().position(|b| {
            quoted ^= b == b'"';
            b == b';' && !quoted
        });
        let end = end.map_or(text.len(), |len| start + len);
        at = end + 1;
        Some((start, &text[start..end]))
    })
}

struct Node<'t> {
    name: u64,
    priority: u64,
    owner: u64,
    followers: Vec<u64>,
    label: Option<&'t str>,
}

impl<'t> Node<'t> {
    fn read(text: &'t str) -> Option<Node<'t>> {
        let mut parts = text.split('"');
        let (text, label) = (parts.next()?, parts.next());
        let mut words = text.split_ascii_whitespace();
        let mut number = || words.next()?.parse().ok();
        let (name, priority, owner) = (number()?, number()?, number()?);
        let rest: String = words.collect();
        let followers: Option<Vec<u64>> = rest.split(',').map(|word| word.parse().ok()).collect();
        Some(Node { name, priority, owner, followers: followers?, label })
    }
}

/// The positions that a node leads to, if it is what [`write`] gives for this name.
fn followers(node: &Node<'_>, name: u64) -> Result<Vec<Vertex>> {
    let player = name % 2;
    if node.name != name || node.owner != player {
        return Err(other_shape(node));
    }
    if node.followers == [name] {
        return if node.priority == 1 - player { Ok(Vec::new()) } else { Err(other_shape(node)) };
    }
    let position = |&w: &u64| match u32::try_from(w / 2) {
        Ok(v) if w % 2 == 1 - player => Ok(Vertex(v)),
        _ => Err(other_shape(node)),
    };
    if node.priority != 0 { Err(other_shape(node)) } else { node.followers.iter().map(position).collect() }
}

fn other_shape(node: &Node<'_>) -> Error {
    Error::new(ErrorKind::Unsupported, format!("node {} does not belong to an impartial game", node.name))
        .hint("only parity games with each position doubled, as grundy writes them, can be read")
}
