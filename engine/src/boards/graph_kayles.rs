//! Kayles on graphs. Node Kayles: a move takes a vertex and its neighbours. Arc Kayles: a move takes an edge with its
//! two ends and all edges there. Who cannot move loses.
//!
//! The vertices that are left are bits of one word, and parts are connected components. Both are hard in general
//! (Schaefer 1978); on a path they are the octal games 0.137 and 0.07.

use std::ops::ControlFlow;

use super::sides;
use super::{bad_position, plain_number, plain_size, words_of};
use crate::error::{NextStep, Result};
use crate::game::{Game, Readable};
use crate::sketch::{Line, Point, Sketch, spread};

/// An undirected graph of up to 56 vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// As it was written, a family or edges.
    pub(crate) name: String,
    /// The neighbours of each vertex as bits.
    pub(crate) near: Vec<u64>,
    /// The vertices that there are: of edges only those that are named.
    pub(crate) vertices: u64,
}

const MOST: usize = 56;

impl Neighbours {
    /// From edges; the vertices are numbered from 0.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Result<Neighbours> {
        let mut all = vec![0u64; vertices.min(MOST)];
        for (u, v) in edges {
            if u.max(v) >= vertices.min(MOST) {
                return Err(bad_position(format!(
                    "there is no vertex {}; a graph has up to {MOST}",
                    u.max(v)
                )));
            }
            all[u] |= 1 << v;
            all[v] |= 1 << u;
        }
        match vertices > MOST {
            true => Err(bad_position(format!("{vertices} vertices are more than {MOST}"))),
            false => {
                let vertices = (0..vertices).fold(0, |all, v| all | 1 << v);
                Ok(Neighbours { name: String::new(), near: all, vertices })
            }
        }
    }

    /// Reads a graph and the vertices that are left: all, or those in braces after it, as in `grid3x4{0,1,5}`. What
    /// follows a `#` on its line is a remark, as files of edges have them.
    pub(crate) fn read(text: &str) -> Result<(Neighbours, u64)> {
        let lines: Vec<&str> = text.lines().map(|line| line.split('#').next().unwrap_or("")).collect();
        let text = lines.join("\n");
        let text = text.trim();
        let (name, left) = match text.strip_suffix('}').and_then(|text| text.split_once('{')) {
            Some((name, left)) => (name.trim(), Some(left)),
            None => (text, None),
        };
        // One word, so that positions can stand side by side.
        let graph = Neighbours { name: words_of(name)?.join(","), ..Neighbours::family(name)? };
        let mut state = graph.vertices;
        if let Some(left) = left {
            state = 0;
            for word in words_of(left)? {
                let vertex =
                    plain_number::<usize>(word).filter(|v| *v < MOST && graph.vertices >> v & 1 == 1);
                let wrong = || bad_position(format!("`{word}` is no vertex of {name}"));
                state |= 1 << vertex.ok_or_else(wrong)?;
            }
        }
        Ok((graph, state))
    }

    /// A family with its size, such as `path7`, `cycle9`, `grid3x4`, `complete5`, `star6`, `cube3`, `petersen`, or edges
    /// `0-1,1-2`.
    fn family(text: &str) -> Result<Neighbours> {
        let digits = text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let (family, size) = text.split_at(digits);
        let number = plain_number::<usize>(size).filter(|n| *n <= MOST);
        let line = |n: usize| (1..n).map(|v| (v - 1, v));
        match (family, number) {
            ("path", Some(n)) => Neighbours::new(n, line(n)),
            ("cycle", Some(n)) if n > 2 => Neighbours::new(n, line(n).chain([(n - 1, 0)])),
            ("complete", Some(n)) => Neighbours::new(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v)))),
            ("star", Some(n)) => Neighbours::new(n + 1, (1..=n).map(|v| (0, v))),
            ("cube", Some(n)) if n <= 5 => {
                Neighbours::new(1 << n, (0..1usize << n).flat_map(|v| (0..n).map(move |i| (v, v ^ 1 << i))))
            }
            ("petersen", None) if size.is_empty() => Neighbours::new(
                10,
                (0..5).flat_map(|i| [(i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5)]),
            ),
            ("grid", None) => match sides(size).filter(|(r, c)| r.checked_mul(*c).is_some_and(|n| n <= MOST))
            {
                Some((rows, columns)) => {
                    let across = (0..rows * columns).filter(move |v| v % columns > 0).map(|v| (v - 1, v));
                    let down = (columns..rows * columns).map(|v| (v - columns, v));
                    Neighbours::new(rows * columns, across.chain(down))
                }
                None => Err(bad_position(format!("`{text}` is no grid of up to {MOST} cells"))),
            },
            ("", _) if !text.is_empty() => Neighbours::of_edges(text),
            // Smaller ones were made above.
            ("path" | "cycle" | "complete" | "star" | "cube", _)
                if plain_size(size).is_some_and(|n| n > 5) =>
            {
                Err(bad_position(format!("`{text}` is too large: a graph has up to {MOST} vertices")))
            }
            _ => Err(bad_position(format!("`{text}` is no graph"))
                .hint("write path7, cycle9, grid3x4, complete5, star6, cube3, petersen, or edges 0-1,1-2")),
        }
    }

    fn of_edges(text: &str) -> Result<Neighbours> {
        let mut edges: Vec<(usize, usize)> = Vec::new();
        for word in words_of(text)? {
            let edge = word.split_once('-').and_then(|(u, v)| Some((plain_size(u)?, plain_size(v)?)));
            let no_edge = || bad_position(format!("`{word}` is no edge")).hint(NextStep::write("0-1,1-2"));
            match edge.ok_or_else(no_edge)? {
                (u, v) if u == v => {
                    return Err(bad_position(format!("the edge `{word}` has two ends that are the same"))
                        .hint("write edges between different vertices, such as 0-1"));
                }
                edge => edges.push(edge),
            }
        }
        let vertices = edges.iter().map(|(u, v)| u.max(v).saturating_add(1)).max().unwrap_or(0);
        let graph = Neighbours::new(vertices, edges.iter().copied())?;
        let named = edges.iter().fold(0, |named, (u, v)| named | 1 << u | 1 << v);
        Ok(Neighbours { vertices: named, ..graph })
    }

    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        let mut left = state;
        while left != 0 {
            let (mut part, mut fresh) = (0, left & left.wrapping_neg());
            while fresh != 0 {
                let v = fresh.trailing_zeros() as usize;
                part |= 1 << v;
                fresh = (fresh | self.near[v] & left) & !part;
            }
            left &= !part;
            visit(part);
        }
    }

    /// The vertices that are left, where they lie in the whole graph, and the edges between them.
    fn sketch(&self, state: u64, rest: &Rest<'_>) -> Sketch {
        let at = self.places();
        let left: Vec<usize> = bits(state).collect();
        let point = |&v: &usize| {
            let [x, y] = at[v];
            Point { id: v.to_string(), x, y, ground: false, leaves: rest(v, v) }
        };
        let mut lines = Vec::new();
        for (i, &v) in left.iter().enumerate() {
            for (j, &w) in left.iter().enumerate().skip(i + 1).filter(|(_, w)| self.near[v] >> **w & 1 == 1) {
                lines.push(Line { ends: [i, j], leaves: rest(v, w) });
            }
        }
        Sketch { points: left.iter().map(point).collect(), lines }
    }

    /// Where the vertices of the whole graph are drawn; graphs with a name look as people know them.
    fn places(&self) -> Vec<[f64; 2]> {
        if let Some((_, columns)) = self.name.strip_prefix("grid").and_then(sides) {
            return (0..self.near.len()).map(|v| [(v % columns) as f64, (v / columns) as f64]).collect();
        }
        if self.name.starts_with("cube") {
            let sum =
                |v: usize| bits(v as u64).fold([0.0; 2], |[x, y], i| [x + SIDES[i][0], y + SIDES[i][1]]);
            return (0..self.near.len()).map(sum).collect();
        }
        if self.name == "petersen" {
            let star = |size: f64| PENTAGON.map(|place| place.map(|length| size * length));
            return [star(1.9), star(0.95)].concat();
        }
        // Numbers that name no vertex must not push the others about.
        let named: Vec<usize> = bits(self.vertices).collect();
        let place = |v: usize| named.partition_point(|u| *u < v);
        let near = named.iter().map(|v| bits(self.near[*v]).map(place).collect::<Vec<_>>());
        let spread = spread(&near.collect::<Vec<_>>());
        let mut all = vec![[0.0; 2]; self.near.len()];
        named.iter().zip(spread).for_each(|(v, at)| all[*v] = at);
        all
    }

    fn show(&self, state: u64) -> String {
        if state == self.vertices {
            return self.name.clone();
        }
        let vertices = (0..self.near.len()).filter(|v| state >> v & 1 == 1).map(|v| v.to_string());
        format!("{}{{{}}}", self.name, vertices.collect::<Vec<_>>().join(","))
    }
}

/// Where the directions of a cube lead in its drawing.
const SIDES: [[f64; 2]; 5] = [[1.5, 0.0], [0.0, 1.5], [0.7, -0.6], [3.6, -0.2], [0.25, 3.4]];

/// The corners of a pentagon around 0, from the top on.
const PENTAGON: [[f64; 2]; 5] =
    [[0.0, -1.0], [0.951, -0.309], [0.588, 0.809], [-0.588, 0.809], [-0.951, -0.309]];

/// What the move that takes a vertex (named twice) or an edge leaves.
type Rest<'a> = dyn Fn(usize, usize) -> Option<String> + 'a;

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let v = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (v < 64).then_some(v)
    })
}

/// Node Kayles on a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeKayles(pub Neighbours);

/// Arc Kayles on a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArcKayles(pub Neighbours);

impl Game for NodeKayles {
    type State = u64;

    fn show(&self, state: &u64) -> String {
        self.0.show(*state)
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        bits(*state).try_for_each(|v| visit(state & !(self.0.near[v] | 1 << v)))
    }

    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        self.0.parts(state, visit);
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        Some(*state)
    }

    fn size(&self, state: &u64) -> u32 {
        state.count_ones()
    }

    fn sketch(&self, state: &u64) -> Option<Sketch> {
        let rest = |v: usize, w: usize| (v == w).then(|| self.show(&(state & !(self.0.near[v] | 1 << v))));
        Some(self.0.sketch(*state, &rest))
    }

    /// Vertices with the same neighbourhood, themselves counted, leave the same graph.
    fn labels(&self, from: &u64, to: &u64) -> Vec<String> {
        let gone = from & !to;
        let taken = bits(gone).filter(|v| from & (self.0.near[*v] | 1 << v) == gone);
        taken.map(|v| format!("take {v}")).collect()
    }
}

impl Readable for NodeKayles {
    fn open(text: &str) -> Result<(NodeKayles, u64)> {
        Neighbours::read(text).map(|(graph, left)| (NodeKayles(graph), left))
    }
}

impl Game for ArcKayles {
    type State = u64;

    fn show(&self, state: &u64) -> String {
        self.0.show(*state)
    }

    fn options(&self, state: &u64, visit: &mut impl FnMut(u64) -> ControlFlow<()>) -> ControlFlow<()> {
        bits(*state).try_for_each(|v| {
            let later = self.0.near[v] & state & !(u64::MAX >> (63 - v));
            bits(later).try_for_each(|w| visit(state & !(1 << v | 1 << w)))
        })
    }

    fn parts(&self, state: u64, visit: &mut impl FnMut(u64)) {
        self.0.parts(state, &mut |part| {
            if part.count_ones() > 1 {
                visit(part);
            }
        });
    }

    fn packed(&self, state: &u64) -> Option<u64> {
        Some(*state)
    }

    fn size(&self, state: &u64) -> u32 {
        state.count_ones()
    }

    fn sketch(&self, state: &u64) -> Option<Sketch> {
        let rest = |v: usize, w: usize| (v != w).then(|| self.show(&(state & !(1 << v | 1 << w))));
        Some(self.0.sketch(*state, &rest))
    }

    fn labels(&self, from: &u64, to: &u64) -> Vec<String> {
        let ends: Vec<String> = bits(from & !to).map(|v| v.to_string()).collect();
        vec![format!("take {}", ends.join("-"))]
    }
}

impl Readable for ArcKayles {
    fn open(text: &str) -> Result<(ArcKayles, u64)> {
        Neighbours::read(text).map(|(graph, left)| (ArcKayles(graph), left))
    }
}
