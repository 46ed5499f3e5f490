//! PGSolver files: a game as a parity game, for exchange with verification tools.
//!
//! Parity games know whose turn it is and have no draws, so each position is written twice: `2v` with player 0 to
//! move and `2v + 1` with player 1 to move. All priorities are 0, so that endless play is won by player 0; an end
//! is a loop on itself whose priority is won by the player who is not to move there. A solver's answer reads back
//! as: the mover wins at both, N; the other wins at both, P; player 0 wins at both, a draw. Where vertices have
//! names, both nodes have that name, in quotes as the format has it.
//!
//! Only files of that shape are read: a parity game in general is not an impartial game. The header, where there is
//! one, tells the largest node, and all nodes up to it must come; every node ends in a semicolon.
//!
//! Literature: Friedmann and Lange 2009 (the format). Complexity: O(bytes).
//!
//! ```
//! use grundy::formats::{GraphFile, pgsolver};
//! use grundy::graph::{Graph, Vertex};
//! use grundy::Work;
//! let file = GraphFile::from(Graph::from_edges(2, &[(Vertex(1), Vertex(0))])?);
//! let mut text = Vec::new();
//! pgsolver::write(&file, &mut text).unwrap();
//! assert_eq!(text, b"parity 3;\n0 1 0 0;\n1 0 1 1;\n2 0 0 1;\n3 0 1 0;\n");
//! assert_eq!(pgsolver::read(&text, &Work::unwatched())?.graph, file.graph);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::io::{self, Write};

use super::names::{Interner, Names};
use super::{GraphFile, bad_line, line_of, shown, text};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Vertex};
use crate::meter::Meter;
use crate::work::Work;

/// Writes the parity game of a graph under normal play. Fails on a name that cannot stand in quotes.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let graph = &file.graph;
    let mut names = file.names.iter().flat_map(|names| names.iter());
    if let Some(name) = names.find(|name| name.contains(['"', '\n', '\r'])) {
        let message = format!("the name {} cannot stand in a parity game", shown(&name));
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    // The header names the largest node, and without a vertex there is none.
    if let Some(largest) = (2 * graph.vertex_count() as u64).checked_sub(1) {
        writeln!(sink, "parity {largest};")?;
    }
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

/// Reads a parity game of the shape that [`write()`] gives.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    let meter = Meter::of_text(bytes, work);
    let nodes = nodes(text(bytes)?, &meter)?;
    let wrong =
        |node: &Node<'_>, why: &str| bad_line(line_of(bytes, node.at), format!("node {} {why}", node.name));
    let mut edges = Vec::new();
    for (v, pair) in nodes.chunks(2).enumerate() {
        let other_shape = |node: &Node<'_>| {
            let line = line_of(bytes, node.at);
            Error::new(
                ErrorKind::Unsupported,
                format!("line {line}: node {} does not belong to an impartial game", node.name),
            )
            .hint("only parity games with each position doubled, as grundy writes them, can be read")
        };
        let last = 2 * v as u64 + 1;
        let missing = pair.iter().find(|node| node.followers.iter().any(|&w| w >= nodes.len() as u64));
        if let Some(node) = missing {
            return Err(wrong(node, "leads to a node that is never defined"));
        }
        let [zero, one] = pair else { return Err(other_shape(&pair[0])) };
        let followers = zero.positions(last - 1).ok_or_else(|| other_shape(zero))?;
        if Some(&followers) != one.positions(last).as_ref() {
            return Err(other_shape(one));
        }
        let from = Vertex(u32::try_from(v).map_err(|_| wrong(zero, "is one too many"))?);
        edges.extend(followers.into_iter().map(|w| (from, w)));
        meter.at(zero.at, || (edges.len(), held(&nodes) + edges.capacity() * 12))?;
    }
    meter.allow((edges.len().max(nodes.len() / 2), held(&nodes) + edges.capacity() * 12))?;
    let graph = Graph::from_edges(nodes.len() / 2, &edges)?;
    Ok(GraphFile { graph, names: names(&nodes)?, gains: None })
}

/// The memory that nodes take, but for their followers.
fn held(nodes: &Vec<Node<'_>>) -> usize {
    nodes.capacity() * size_of::<Node<'_>>()
}

/// The nodes 0, 1, 2, … as the text defines them, each once, in any order.
fn nodes<'t>(text: &'t str, meter: &Meter<'_>) -> Result<Vec<Node<'t>>> {
    let line = |at| line_of(text.as_bytes(), at);
    let (mut nodes, mut followers, mut header) = (Vec::<Node<'_>>::new(), 0, None);
    for Statement { at, words, ended } in statements(text) {
        if !ended {
            return Err(bad_line(line(at), format!("no semicolon ends {}", shown(words)))
                .hint("the file may have been cut off; every statement ends in one"));
        }
        let mut parts = words.split_ascii_whitespace();
        match (parts.next().unwrap_or(""), parts.next(), parts.next()) {
            ("parity", Some(number), None) if nodes.is_empty() && header.is_none() => {
                let largest = number
                    .parse::<u64>()
                    .map_err(|_| bad_line(line(at), format!("{} is no number of 64 bits", shown(number))))?;
                header = Some((at, largest));
                continue;
            }
            // Where a solver would begin does not matter: all nodes are solved.
            ("start", Some(number), None) if number.parse::<u64>().is_ok() => continue,
            _ => {}
        }
        let node = Node::read(at, words).ok_or_else(|| {
            bad_line(line(at), format!("{} is no node", shown(words)))
                .hint("write: name priority owner followers, separated by commas, and a semicolon")
        })?;
        if let Some((_, largest)) = header.filter(|&(_, largest)| node.name > largest) {
            return Err(bad_line(
                line(at),
                format!("node {} is larger than {largest}, which the header says is the largest", node.name),
            ));
        }
        followers += node.followers.len();
        nodes.push(node);
        meter.at(at, || (followers.max(nodes.len()), held(&nodes) + (followers + 2 * nodes.len()) * 8))?;
    }
    nodes.sort_by_key(|node| node.name);
    if let Some((expected, node)) = (0..).zip(&nodes).find(|&(expected, node)| node.name != expected) {
        let why = match node.name < expected {
            true => format!("node {} is defined twice", node.name),
            false => format!("node {} is here, but node {expected} is never defined", node.name),
        };
        return Err(bad_line(line(node.at), why));
    }
    let there = nodes.len() as u64;
    match header {
        Some((at, largest)) if largest >= there => Err(bad_line(
            line(at),
            format!("the header says that node {largest} is the last, and node {there} never comes"),
        )
        .hint("the file may have been cut off")),
        _ => Ok(nodes),
    }
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

/// What stands before a semicolon, or before the end.
struct Statement<'t> {
    at: usize,
    words: &'t str,
    ended: bool,
}

/// The parts between semicolons that do not stand in quotes, but for empty ones.
fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let mut at = 0;
    let parts = std::iter::from_fn(move || {
        let start = at;
        let mut quoted = false;
        let end = text.get(start..)?.bytes().position(|b| {
            quoted ^= b == b'"';
            b == b';' && !quoted
        });
        let part = end.map_or(&text[start..], |len| &text[start..start + len]);
        at = start + part.len() + 1;
        let blank = part.len() - part.trim_start().len();
        Some(Statement { at: start + blank, words: part.trim(), ended: end.is_some() })
    });
    parts.filter(|part| !part.words.is_empty())
}

struct Node<'t> {
    /// Where it stands in the text.
    at: usize,
    name: u64,
    priority: u64,
    owner: u64,
    followers: Vec<u64>,
    label: Option<&'t str>,
}

impl<'t> Node<'t> {
    fn read(at: usize, text: &'t str) -> Option<Node<'t>> {
        let (text, label) = match text.split_once('"') {
            Some((text, rest)) => (text, Some(rest.strip_suffix('"').filter(|label| !label.contains('"'))?)),
            None => (text, None),
        };
        let mut rest = text.trim();
        let mut number = || {
            let (word, after) = rest.split_once(|c: char| c.is_ascii_whitespace())?;
            rest = after.trim_start();
            word.parse().ok()
        };
        let (name, priority, owner) = (number()?, number()?, number()?);
        let followers: Option<Vec<u64>> = rest.split(',').map(|word| word.trim().parse().ok()).collect();
        Some(Node { at, name, priority, owner, followers: followers?, label })
    }

    /// The positions that it leads to, if it is what [`write`] gives for this name.
    fn positions(&self, name: u64) -> Option<Vec<Vertex>> {
        let player = name % 2;
        if self.owner != player {
            return None;
        }
        if self.followers == [name] {
            return (self.priority == 1 - player).then(Vec::new);
        }
        let position = |&w: &u64| u32::try_from(w / 2).ok().filter(|_| w % 2 == 1 - player).map(Vertex);
        self.followers.iter().map(position).collect::<Option<Vec<_>>>().filter(|_| self.priority == 0)
    }
}
