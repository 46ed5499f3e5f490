//! Scoring games on an acyclic graph: each move gains points for the player who makes it.
//!
//! The score of a vertex is what the player to move gets more than the other under best play: the best of
//! "gain of the move minus score of where it leads", and 0 where there is no move.
//!
//! Literature: Milnor 1953 (positional games); the recursion is negamax, Knuth and Moore 1975. Complexity:
//! O(V + E) time, 8 bytes a vertex. The score of a sum is *not* a function of the scores of its parts.
//!
//! ```
//! use grundy::Work;
//! use grundy::graph::{Graph, Vertex, score};
//! // 2 may take 5 points and leave 9 to the other, or take 1 and end the game.
//! let (graph, gains) =
//!     Graph::from_scored_edges(3, &[(2, 1, 5), (2, 0, 1), (1, 0, 9)].map(|(u, v, g)| (Vertex(u), Vertex(v), g)))?;
//! let scores = score::solve(&graph, &gains, &Work::unwatched())?;
//! assert_eq!(scores.score(Vertex(2)), 1);
//! assert_eq!(scores.best_moves(&graph, &gains, Vertex(2)), [Vertex(0)]);
//! # Ok::<(), grundy::Error>(())
//! ```

use super::csr::{Graph, Vertex};
use super::order::{self, Order};
use crate::error::{Error, ErrorKind, Result};
use crate::machine::memory::zeros;
use crate::work::Work;

/// The score of every vertex; `gains` has one entry an edge. Fails on a cycle, and where 64 bits are too few.
pub fn solve(graph: &Graph<'_>, gains: &[i64], work: &Work<'_>) -> Result<Scores> {
    let order = order::find(graph, work)?;
    solve_in(graph, gains, &order, &|v| v.to_string(), work)
}

/// The same for a caller who already has the order, and names of the vertices for what cannot be solved.
pub fn solve_in(
    graph: &Graph<'_>,
    gains: &[i64],
    order: &Order,
    name: &dyn Fn(Vertex) -> String,
    work: &Work<'_>,
) -> Result<Scores> {
    if gains.len() != graph.edge_count() {
        return Err(Error::new(
            ErrorKind::Format,
            format!("there are {} gains for {} edges", gains.len(), graph.edge_count()),
        )
        .hint("give each edge one gain"));
    }
    if let Order::Cyclic(cycle) = order {
        return Err(order::cycle_error(cycle, name)
            .hint("scores need a game that ends; without the gains whoever cannot move loses"));
    }
    let mut scores = zeros::<i64>(graph.vertex_count())?;
    order.visit(graph, work, |v| {
        let mut best = None;
        for (&w, gain) in graph.row(v).iter().zip(&gains[graph.edges(Vertex(v))]) {
            best = best
                .max(Some(gain.checked_sub(scores[w as usize]).ok_or_else(|| too_large(&name(Vertex(v))))?));
        }
        scores[v as usize] = best.unwrap_or(0);
        Ok(())
    })?;
    Ok(Scores { scores })
}

fn too_large(v: &str) -> Error {
    Error::new(ErrorKind::Evaluation, format!("the score of vertex {v} does not fit in 64 bits"))
        .hint("scale the gains down")
}

/// The score of every vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scores {
    scores: Vec<i64>,
}

impl Scores {
    /// What the player to move gets more than the other.
    #[inline]
    pub fn score(&self, v: Vertex) -> i64 {
        self.scores[v.index()]
    }

    /// Every move that reaches the score, in the order of the edges.
    pub fn best_moves(&self, graph: &Graph<'_>, gains: &[i64], v: Vertex) -> Vec<Vertex> {
        let gains = &gains[graph.edges(v)];
        let best = self.score(v);
        let moves = graph.successors(v).zip(gains);
        moves.filter(|&(w, gain)| gain.checked_sub(self.score(w)) == Some(best)).map(|(w, _)| w).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solve_edges(n: usize, edges: &[(u32, u32, i64)]) -> Result<Scores> {
        let edges: Vec<_> = edges.iter().map(|&(u, v, g)| (Vertex(u), Vertex(v), g)).collect();
        let (graph, gains) = Graph::from_scored_edges(n, &edges)?;
        solve(&graph, &gains, &Work::unwatched())
    }

    #[test]
    fn a_score_past_64_bits_is_an_error_that_names_the_vertex() {
        let error = solve_edges(3, &[(1, 0, i64::MIN), (2, 1, 1)]).unwrap_err();
        assert_eq!(
            (error.kind(), error.message()),
            (ErrorKind::Evaluation, "the score of vertex 2 does not fit in 64 bits")
        );
    }

    #[test]
    fn the_mover_may_be_forced_to_lose_points() {
        assert_eq!(solve_edges(2, &[(1, 0, -4)]).unwrap().score(Vertex(1)), -4);
    }

    #[test]
    fn taking_from_either_end_of_3_9_1_2() {
        // Vertex 5l + r stands for the cards l..r of the row.
        let cards = [3, 9, 1, 2];
        let mut edges = Vec::new();
        for l in 0..4u32 {
            for r in l + 1..5 {
                edges.push((5 * l + r, 5 * (l + 1) + r, cards[l as usize]));
                edges.push((5 * l + r, 5 * l + r - 1, cards[r as usize - 1]));
            }
        }
        // Taking 2 leaves 3 9 1, where either end gives the 9 away again: 2 - (3 - (9 - 1)) = 7.
        assert_eq!(solve_edges(25, &edges).unwrap().score(Vertex(4)), 7);
    }

    #[test]
    fn gains_must_match_the_edges() {
        let graph = Graph::from_edges(2, &[(Vertex(1), Vertex(0))]).unwrap();
        assert_eq!(solve(&graph, &[], &Work::unwatched()).unwrap_err().kind(), ErrorKind::Format);
    }
}
