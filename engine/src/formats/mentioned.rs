//! Lists of numbered edges have the vertices that they mention, and no others.
//!
//! A list that counts from 1 has no vertex 0, and one with gaps has none in the gaps. Rows are built for all numbers
//! up to the largest first, since that needs no look-up; then the rows that nothing mentions are taken out. Those
//! are empty, so edges keep their order. Complexity: O(V + E) time, one bit and a half a number beside the graph.

use std::borrow::Cow;

use super::names::Names;
use crate::error::Result;
use crate::graph::csr::{Graph, Offsets};
use crate::machine::memory::{room, zeros};

/// The graph without the vertices that neither an edge nor `alone` mentions, and the numbers of the others unless
/// they are `0, 1, 2, …`.
pub(super) fn keep_mentioned(
    graph: Graph<'static>,
    alone: impl Iterator<Item = u32>,
) -> Result<(Graph<'static>, Option<Names<'static>>)> {
    let gone = Gone::from(&graph, alone)?;
    if gone.count == 0 {
        return Ok((graph, None));
    }
    let mut numbers = room(graph.vertex_count() - gone.count)?;
    numbers.extend(graph.vertices().map(|v| v.0).filter(|&v| !gone.has(v)));
    let (offsets, mut targets) = graph.into_tables();
    let offsets = match offsets {
        Offsets::Narrow(table) => Offsets::Narrow(gone.without(table)),
        Offsets::Wide(table) => Offsets::Wide(gone.without(table)),
    };
    let below = gone.count_below()?;
    targets.to_mut().iter_mut().for_each(|v| *v -= gone.below(&below, *v));
    Ok((Graph::from_tables(offsets, targets)?, Names::of_numbers(numbers)))
}

/// A set of vertices that nothing mentions, a bit each.
struct Gone {
    words: Vec<u64>,
    count: usize,
}

impl Gone {
    fn from(graph: &Graph<'_>, alone: impl Iterator<Item = u32>) -> Result<Gone> {
        let mut gone = Gone { words: zeros(graph.vertex_count().div_ceil(64))?, count: 0 };
        for v in graph.vertices().filter(|&v| graph.is_terminal(v)) {
            gone.words[v.index() / 64] |= 1 << (v.0 % 64);
            gone.count += 1;
        }
        for v in alone.chain(graph.targets().iter().copied()) {
            if gone.has(v) {
                gone.words[v as usize / 64] ^= 1 << (v % 64);
                gone.count -= 1;
                if gone.count == 0 {
                    break;
                }
            }
        }
        Ok(gone)
    }

    #[inline]
    fn has(&self, v: u32) -> bool {
        self.words[v as usize / 64] >> (v % 64) & 1 == 1
    }

    /// The starts of the rows that stay, and where the last one ends.
    fn without<'a, T: Copy>(&self, table: Cow<'a, [T]>) -> Cow<'a, [T]>
    where
        [T]: ToOwned<Owned = Vec<T>>,
    {
        let mut table = table.into_owned();
        let vertices = table.len() - 1;
        let mut at = 0;
        table.retain(|_| {
            let stays = at == vertices || !self.has(at as u32);
            at += 1;
            stays
        });
        Cow::Owned(table)
    }

    /// How many vertices are gone before each word.
    fn count_below(&self) -> Result<Vec<u32>> {
        let mut below = room(self.words.len())?;
        let mut count = 0;
        for word in &self.words {
            below.push(count);
            count += word.count_ones();
        }
        Ok(below)
    }

    /// How many vertices are gone before this one.
    #[inline]
    fn below(&self, below: &[u32], v: u32) -> u32 {
        let word = v as usize / 64;
        below[word] + (self.words[word] & ((1 << (v % 64)) - 1)).count_ones()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Vertex;
    use crate::graph::tests::Random;

    /// The plain way: look every number up in a sorted list.
    #[test]
    fn what_stays_is_what_a_sorted_list_of_the_mentioned_numbers_gives() {
        let mut random = Random(57);
        for _ in 0..500 {
            let most = 1 + random.below(300) as u32;
            let mut number = || random.below(most as usize) as u32;
            let edges: Vec<(u32, u32)> = (0..most / 3).map(|_| (number(), number())).collect();
            let alone: Vec<u32> = (0..most / 50).map(|_| number()).collect();
            let mut mentioned: Vec<u32> =
                edges.iter().flat_map(|&(u, v)| [u, v]).chain(alone.clone()).collect();
            mentioned.sort_unstable();
            mentioned.dedup();
            let all: Vec<_> = edges.iter().map(|&(u, v)| (Vertex(u), Vertex(v))).collect();
            let dense = Graph::from_edges(most as usize, &all).unwrap();
            let (graph, names) = keep_mentioned(dense, alone.into_iter()).unwrap();
            let place = |number| Vertex(mentioned.binary_search(&number).unwrap() as u32);
            let all: Vec<_> = edges.iter().map(|&(u, v)| (place(u), place(v))).collect();
            assert_eq!(graph, Graph::from_edges(mentioned.len(), &all).unwrap());
            assert_eq!(names, Names::of_numbers(mentioned));
        }
    }
}
