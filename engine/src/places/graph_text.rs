//! Graphs as people write them: a family with its size, such as `path7`, `cycle9`, `grid3x4`, `complete5`, `star6`, `cube3`,
//! `petersen`, or edges `0-1,1-2`. What follows a `#` on its line is a remark, as files of edges have them.

use crate::boards::{bad_position, plain_number, plain_size, words_of};
use crate::error::{BoardFault, Error, NextStep, Result};

/// Vertices and edges of a graph.
const MOST_VERTICES: usize = 1 << 14;
const MOST_EDGES: usize = 1 << 16;

/// A graph that was read.
pub(super) struct NamedGraph {
    /// As it was written, in one word, so that positions can stand side by side.
    pub(super) name: String,
    /// The numbers of the vertices, in order: of edges only those that are named.
    pub(super) vertices: Vec<usize>,
    /// Pairs of such numbers, each once and in order.
    pub(super) edges: Vec<(usize, usize)>,
}

impl NamedGraph {
    pub(super) fn read(text: &str) -> Result<NamedGraph> {
        let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
        let text = lines.join("\n");
        let text = text.trim();
        let name = words_of(text)?.join(",");
        let (vertices, mut edges) = family(text)?;
        edges.iter_mut().for_each(|(u, v)| (*u, *v) = ((*u).min(*v), (*u).max(*v)));
        edges.sort_unstable();
        edges.dedup();
        Ok(NamedGraph { name, vertices, edges })
    }

    /// The neighbours of each vertex, by their places in the list of vertices, in order.
    pub(super) fn near(&self) -> Vec<Vec<usize>> {
        let place = |vertex: usize| self.vertices.partition_point(|known| *known < vertex);
        let mut near = vec![Vec::new(); self.vertices.len()];
        for &(u, v) in &self.edges {
            near[place(u)].push(place(v));
            near[place(v)].push(place(u));
        }
        near.iter_mut().for_each(|near| near.sort_unstable());
        near
    }
}

type Listed = (Vec<usize>, Vec<(usize, usize)>);

fn family(text: &str) -> Result<Listed> {
    let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
    let (family, size) = text.split_at(digits);
    let number = plain_size(size);
    let too_large = |n: usize| n > MOST_VERTICES;
    let line = |n: usize| (1..n).map(|v| (v - 1, v));
    let upto = |n: usize, edges: Vec<(usize, usize)>| Ok(((0..n).collect(), edges));
    match (family, number) {
        ("path" | "cycle" | "complete" | "star" | "cube", Some(n)) if too_large(n) => Err(large(text)),
        ("path", Some(n)) => upto(n, line(n).collect()),
        ("cycle", Some(n)) if n > 2 => upto(n, line(n).chain([(n - 1, 0)]).collect()),
        ("complete", Some(n)) if n * n / 2 > MOST_EDGES => Err(large(text)),
        ("complete", Some(n)) => upto(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v))).collect()),
        ("star", Some(n)) => upto(n + 1, (1..=n).map(|v| (0, v)).collect()),
        ("cube", Some(n)) if n > 12 => Err(large(text)),
        ("cube", Some(n)) => {
            upto(1 << n, (0..1usize << n).flat_map(|v| (0..n).map(move |i| (v, v ^ 1 << i))).collect())
        }
        ("petersen", None) if size.is_empty() => {
            upto(10, (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]).collect())
        }
        ("grid", _) => grid(text, size),
        ("", _) if !text.is_empty() => of_edges(text),
        _ => Err(bad_position(BoardFault::NotAGraph { text: text.into() })
            .hint(NextStep::either("path7, cycle9, grid3x4, complete5, star6, cube3, petersen", "0-1,1-2"))),
    }
}

fn large(text: &str) -> Error {
    bad_position(BoardFault::GraphTooLarge { text: text.into(), vertices: MOST_VERTICES, edges: MOST_EDGES })
}

fn grid(text: &str, size: &str) -> Result<Listed> {
    let sides =
        size.split_once('x').and_then(|(r, c)| Some((plain_number::<usize>(r)?, plain_number::<usize>(c)?)));
    let cells = |(r, c): &(usize, usize)| r.checked_mul(*c).is_some_and(|n| (1..=MOST_VERTICES).contains(&n));
    let Some((rows, columns)) = sides.filter(cells) else {
        return Err(bad_position(BoardFault::NotAGrid { text: text.into(), most: MOST_VERTICES }));
    };
    let across = (0..rows * columns).filter(|v| v % columns > 0).map(|v| (v - 1, v));
    let down = (columns..rows * columns).map(|v| (v - columns, v));
    Ok(((0..rows * columns).collect(), across.chain(down).collect()))
}

fn of_edges(text: &str) -> Result<Listed> {
    let (mut vertices, mut edges) = (Vec::new(), Vec::new());
    for word in words_of(text)? {
        let ends = word.split_once('-').and_then(|(u, v)| Some((plain_size(u)?, plain_size(v)?)));
        let no_edge =
            || bad_position(BoardFault::NotAnEdge { text: word.into() }).hint(NextStep::write("0-1,1-2"));
        let (u, v) = ends.ok_or_else(no_edge)?;
        if u == v {
            return Err(
                bad_position(BoardFault::EdgeToItself { text: word.into() }).hint(NextStep::write("0-1"))
            );
        }
        if u.max(v) > u32::MAX as usize {
            return Err(bad_position(BoardFault::VertexTooLarge {
                text: word.into(),
                most: u32::MAX.into(),
            }));
        }
        vertices.extend([u, v]);
        edges.push((u, v));
    }
    vertices.sort_unstable();
    vertices.dedup();
    if vertices.len() > MOST_VERTICES || edges.len() > MOST_EDGES {
        return Err(bad_position(BoardFault::GraphTooWide {
            vertices: vertices.len(),
            edges: edges.len(),
            most: MOST_VERTICES,
            limit: MOST_EDGES,
        }));
    }
    Ok((vertices, edges))
}
