//! Green Hackenbush: a picture of edges that stand on the ground. A move cuts an edge, and what no longer hangs
//! together with the ground is gone. Who cannot move loses.
//!
//! Colon principle: branches at a vertex may be replaced by one stalk of the length of their nim-sum. Fusion principle:
//! all vertices of a cycle may be made one, and its edges loops at it; a loop is a stalk of one edge (*Winning Ways*
//! ch. 7). So an edge that lies on a cycle adds 1, and a bridge adds 1 + the value of what hangs on it. One search in
//! depth finds the bridges (Tarjan 1974): O(V + E).

use std::ops::ControlFlow;

use crate::boards::{bad_position, on_heap, plain_size, words_of};
use crate::error::{BoardFault, NextStep, Result};
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::sketch::{Line, Point, Sketch, Tiles};

/// The most edges of a picture.
const MOST: usize = 5_000;
/// A picture with more edges is not drawn.
const MOST_DRAWN: usize = 120;

/// The game; its pictures are its positions, lists of edges. The ground is vertex 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hackenbush;

type Edges = Vec<(u32, u32)>;

impl Game for Hackenbush {
    type State = Edges;

    fn show(&self, edges: &Edges) -> String {
        edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(",")
    }

    fn options(&self, edges: &Edges, visit: &mut impl FnMut(Edges) -> ControlFlow<()>) -> ControlFlow<()> {
        for cut in 0..edges.len() {
            let mut rest = edges.clone();
            rest.remove(cut);
            let standing = Picture::new(&rest).standing(&rest);
            visit(standing)?;
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self, edges: &Edges) -> u64 {
        on_heap(edges)
    }

    fn known(&self, edges: &Edges) -> Option<Nimber> {
        Some(Picture::new(edges).value())
    }

    fn theorem(&self, _: &Edges) -> Option<BoardTheorem> {
        Some(BoardTheorem::ColonAndFusion)
    }

    fn labels(&self, from: &Edges, to: &Edges) -> Vec<String> {
        // The edge that was cut is among those that are gone, and leaves just this picture. Edges stay in order.
        let mut left = to.iter().peekable();
        let mut gone = from.iter().enumerate().filter(|(_, edge)| left.next_if_eq(edge).is_none());
        let cut = gone.find(|(i, _)| {
            let mut rest = from.clone();
            rest.remove(*i);
            Picture::new(&rest).standing(&rest) == *to
        });
        cut.map(|(_, (u, v))| format!("cut {u}-{v}")).into_iter().collect()
    }

    fn sketch(&self, edges: &Edges) -> Option<Sketch> {
        (edges.len() <= MOST_DRAWN).then(|| drawn(edges, |rest| self.show(&rest)))
    }
}

/// How a picture is written.
fn picture_text() -> NextStep {
    NextStep::ZeroIsGround { example: "0-1,1-2".into() }
}

impl Readable for Hackenbush {
    /// Edges such as `0-1,1-2,2-0`; 0 is the ground.
    fn open(text: &str) -> Result<(Hackenbush, Edges)> {
        let mut edges = Edges::new();
        for word in words_of(text)? {
            let ends = word.split_once('-').and_then(|(u, v)| Some((plain_size(u)?, plain_size(v)?)));
            let (u, v) = ends.ok_or_else(|| {
                bad_position(BoardFault::NotAnEdge { text: word.into() }).hint(picture_text())
            })?;
            let (Ok(u), Ok(v)) = (u32::try_from(u), u32::try_from(v)) else {
                return Err(bad_position(BoardFault::VertexTooLarge {
                    text: word.into(),
                    most: u32::MAX.into(),
                }));
            };
            edges.push((u.min(v), u.max(v)));
        }
        if edges.len() > MOST {
            return Err(bad_position(BoardFault::TooManyEdges { count: edges.len(), most: MOST }));
        }
        edges.sort_unstable();
        let standing = Picture::new(&edges).standing(&edges);
        match edges.iter().find(|edge| !standing.contains(edge)) {
            Some((u, v)) => {
                Err(bad_position(BoardFault::OffTheGround { text: format!("{u}-{v}") }).hint(picture_text()))
            }
            None => Ok((Hackenbush, edges)),
        }
    }
}

/// Draws a picture: what stands higher is farther from the ground, above the middle of what hangs on it. Every edge
/// that meets the ground has a foot of its own.
fn drawn(edges: &Edges, show: impl Fn(Edges) -> String) -> Sketch {
    let picture = Picture::new(edges);
    let (height, across) = picture.places();
    let mut points: Vec<Point> = Vec::new();
    let mut at = vec![NOWHERE; picture.names.len()];
    for &(v, ..) in picture.order.iter().skip(1) {
        at[v] = points.len();
        let id = picture.names[v].to_string();
        points.push(Point::new(id, [across[v], -(height[v] as f64)]));
    }
    let mut lines = Vec::new();
    for (i, &(u, v)) in picture.ends.iter().enumerate() {
        let mut rest = edges.clone();
        rest.remove(i);
        let leaves = Some(show(Picture::new(&rest).standing(&rest)));
        // Edges to one vertex stand side by side; a loop at the ground is an arch of its own.
        let alike = edges[..i].iter().filter(|edge| **edge == edges[i]).count();
        let mut foot = |side: f64| {
            let middle =
                if v == 0 { across.iter().fold(0.0, |a: f64, b| a.max(*b)) + 1.0 } else { across[v] };
            let id = format!("0-{}.{alike}.{side}", picture.names[v]);
            let place = [middle + alike as f64 / 2.0 + side, 0.0];
            points.push(Point { ground: true, ..Point::new(id, place) });
            points.len() - 1
        };
        let ends = match (u, v) {
            (0, 0) => [foot(0.0), foot(0.4)],
            (0, _) => [foot(0.0), at[v]],
            _ => [at[u], at[v]],
        };
        lines.push(Line { leaves, ..Line::new(ends) });
    }
    Sketch::new(Tiles::Vertices, points, lines)
}

/// A picture, searched in depth from the ground.
struct Picture {
    /// The vertices reached, in the order of the search, with parent and the edge they were reached by.
    order: Vec<(usize, usize, usize)>,
    /// The smallest place in that order that can be reached from below without the edge above.
    low: Vec<usize>,
    place: Vec<usize>,
    names: Vec<u32>,
    ends: Vec<(usize, usize)>,
}

const NOWHERE: usize = usize::MAX;

impl Picture {
    fn new(edges: &[(u32, u32)]) -> Picture {
        let mut names: Vec<u32> =
            std::iter::once(0).chain(edges.iter().flat_map(|(u, v)| [*u, *v])).collect();
        names.sort_unstable();
        names.dedup();
        let id = |name: &u32| names.binary_search(name).unwrap_or(0);
        let ends: Vec<(usize, usize)> = edges.iter().map(|(u, v)| (id(u), id(v))).collect();
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
        for (edge, &(u, v)) in ends.iter().enumerate() {
            at[u].push(edge);
            at[v].push(edge);
        }
        let mut picture =
            Picture { order: Vec::new(), low: Vec::new(), place: vec![NOWHERE; names.len()], names, ends };
        picture.search(&at);
        picture
    }

    fn search(&mut self, at: &[Vec<usize>]) {
        let mut stack = vec![(0, NOWHERE, NOWHERE, 0)];
        while let Some((v, parent, by, next)) = stack.pop() {
            if next == 0 {
                if self.place[v] != NOWHERE {
                    continue;
                }
                self.place[v] = self.order.len();
                self.low.push(self.order.len());
                self.order.push((v, parent, by));
            }
            let Some(&edge) = at[v].get(next) else { continue };
            stack.push((v, parent, by, next + 1));
            let (a, b) = self.ends[edge];
            let other = if a == v { b } else { a };
            if edge != by && self.place[other] == NOWHERE {
                stack.push((other, v, edge, 0));
            }
        }
        for i in (0..self.order.len()).rev() {
            let (v, _, by) = self.order[i];
            for &edge in &at[v] {
                let (a, b) = self.ends[edge];
                let other = self.place[if a == v { b } else { a }];
                if edge != by && other < i {
                    self.low[i] = self.low[i].min(other);
                } else if other > i && self.order[other].2 == edge {
                    self.low[i] = self.low[i].min(self.low[other]);
                }
            }
        }
    }

    fn value(&self) -> Nimber {
        let mut sums = vec![0u64; self.order.len()];
        let mut tree = vec![false; self.ends.len()];
        self.order.iter().filter(|(_, _, by)| *by != NOWHERE).for_each(|(_, _, by)| tree[*by] = true);
        for (edge, &(u, _)) in self.ends.iter().enumerate() {
            // An edge besides the tree closes a cycle: it is fused into the vertex of either end.
            if !tree[edge] && self.place[u] != NOWHERE {
                sums[self.place[u]] ^= 1;
            }
        }
        for i in (1..self.order.len()).rev() {
            let parent = self.place[self.order[i].1];
            let bridge = self.low[i] == i;
            sums[parent] ^= if bridge { 1 + sums[i] } else { 1 ^ sums[i] };
        }
        Nimber(sums[0])
    }

    /// How high each vertex stands, and how far to the right: above the middle of what it carries in the tree of
    /// shortest ways from the ground, whose ends stand side by side.
    fn places(&self) -> (Vec<usize>, Vec<f64>) {
        let n = self.names.len();
        let mut near = vec![Vec::new(); n];
        for &(u, v) in &self.ends {
            near[u].push(v);
            near[v].push(u);
        }
        let (mut height, mut parent) = (vec![NOWHERE; n], vec![0; n]);
        height[0] = 0;
        let (mut line, mut next) = (vec![0], 0);
        while let Some(&v) = line.get(next) {
            next += 1;
            for &u in &near[v] {
                if height[u] == NOWHERE {
                    (height[u], parent[u]) = (height[v] + 1, v);
                    line.push(u);
                }
            }
        }
        let mut children = vec![Vec::new(); n];
        line.iter().skip(1).for_each(|v| children[parent[*v]].push(*v));
        // In depth, the ends of the tree get the next free place.
        let (mut across, mut free, mut stack) = (vec![0.0; n], 0.0, vec![0]);
        while let Some(v) = stack.pop() {
            if children[v].is_empty() {
                across[v] = free;
                free += 1.0;
            }
            stack.extend(children[v].iter().rev());
        }
        for &v in line.iter().rev().filter(|v| !children[**v].is_empty()) {
            let all = || children[v].iter().map(|u| across[*u]);
            across[v] = all().sum::<f64>() / all().count() as f64;
        }
        (height, across)
    }

    /// The edges that hang together with the ground.
    fn standing(&self, edges: &[(u32, u32)]) -> Edges {
        let stands = |name: &u32| self.names.binary_search(name).is_ok_and(|id| self.place[id] != NOWHERE);
        edges.iter().copied().filter(|(u, _)| stands(u)).collect()
    }
}
