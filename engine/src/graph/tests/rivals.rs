//! Each engine against the plain definition, on thousands of random graphs.

use super::plain::{self, Random, vertex};
use crate::graph::order::{self, Order};
use crate::graph::{Graph, Vertex, grundy, loopy, retrograde, score};
use crate::loopy_value::LoopyValue;
use crate::machine::Threads;
use crate::work::Work;
use crate::{ErrorKind, Nimber, Outcome, Play};

fn agrees(graph: &Graph<'_>, terminal: impl Fn(Vertex) -> Outcome + Copy) {
    let fast = retrograde::solve(graph, terminal, &Work::unwatched()).unwrap();
    for (v, plain) in graph.vertices().zip(plain::outcomes(graph, terminal)) {
        assert_eq!((fast.outcome(v), fast.remoteness(v)), plain, "vertex {v} of {graph:?}");
    }
}

#[test]
fn retrograde_outcome_and_remoteness_are_the_naive_fixpoint() {
    let mut random = Random(1);
    for _ in 0..3000 {
        let graph = random.digraph(20);
        agrees(&graph, retrograde::by_play(Play::Normal));
        agrees(&graph, retrograde::by_play(Play::Misere));
        let seed = random.next();
        agrees(&graph, |v| [Outcome::N, Outcome::P, Outcome::D][Random(seed ^ u64::from(v.0)).below(3)]);
    }
}

#[test]
fn grundy_values_are_the_recursive_mex() {
    let mut random = Random(2);
    for _ in 0..3000 {
        let graph = random.dag(25);
        let fast = grundy::solve(&graph, &Work::unwatched()).unwrap();
        assert_eq!(fast.iter().collect::<Vec<_>>(), plain::grundy(&graph), "{graph:?}");
    }
}

#[test]
fn a_cycle_is_found_exactly_when_there_is_one() {
    let mut random = Random(3);
    for _ in 0..3000 {
        let graph = random.digraph(9);
        match order::find(&graph, &Work::unwatched()).unwrap() {
            Order::Cyclic(cycle) => {
                assert!(!cycle.is_empty());
                for (i, &v) in cycle.iter().enumerate() {
                    assert!(graph.successors(v).any(|w| w == cycle[(i + 1) % cycle.len()]));
                    assert!(!cycle[..i].contains(&v));
                }
                assert_eq!(grundy::solve(&graph, &Work::unwatched()).unwrap_err().kind(), ErrorKind::Cycle);
            }
            order => {
                let mut seen = vec![false; graph.vertex_count()];
                let visited = order.visit(&graph, &Work::unwatched(), |v| {
                    assert!(graph.successors(Vertex(v)).all(|w| seen[w.index()]));
                    seen[v as usize] = true;
                    Ok(())
                });
                visited.unwrap();
                assert!(seen.iter().all(|&s| s));
            }
        }
    }
}

#[test]
fn loopy_values_are_the_naive_fixpoint() {
    let mut random = Random(4);
    for _ in 0..3000 {
        let graph = random.digraph(14);
        let fast = loopy::solve(&graph, &Work::unwatched()).unwrap();
        let fast: Vec<_> = graph.vertices().map(|v| fast.value(&graph, v)).collect();
        assert_eq!(fast, plain::loopy(&graph), "{graph:?}");
    }
}

#[test]
fn loopy_values_of_an_acyclic_graph_are_grundys_by_either_way() {
    let mut random = Random(5);
    for _ in 0..1000 {
        let graph = random.dag(25);
        let back = graph.reversed(Threads::ONE, &Work::unwatched()).unwrap();
        let staged = loopy::solve_reversed(&graph, &back, &Work::unwatched()).unwrap();
        let direct = loopy::solve(&graph, &Work::unwatched()).unwrap();
        for (v, value) in graph.vertices().zip(plain::grundy(&graph)) {
            assert_eq!((staged.finite(v), direct.finite(v)), (Some(value), Some(value)));
        }
    }
}

#[test]
fn a_loopy_value_tells_the_outcome_with_every_nim_heap() {
    let mut random = Random(6);
    let heap = plain::heap(6);
    for _ in 0..2000 {
        let graph = random.digraph(9);
        let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
        let both = plain::sum(&graph, &heap);
        let outcomes =
            retrograde::solve(&both, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            for k in 0..heap.vertex_count() {
                let value = values.value(&graph, v) + LoopyValue::Finite(Nimber(k as u64));
                let pair = vertex(v.index() * heap.vertex_count() + k);
                assert_eq!(outcomes.outcome(pair), value.outcome(), "{v} + *{k} in {graph:?}");
            }
        }
    }
}

#[test]
fn a_sum_of_loopy_values_tells_the_outcome_of_the_product_graph() {
    let mut random = Random(7);
    for _ in 0..2000 {
        let (a, b) = (random.digraph(8), random.digraph(8));
        let (va, vb) =
            (loopy::solve(&a, &Work::unwatched()).unwrap(), loopy::solve(&b, &Work::unwatched()).unwrap());
        let both = plain::sum(&a, &b);
        let outcomes =
            retrograde::solve(&both, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for pair in both.vertices() {
            let (x, y) = (vertex(pair.index() / b.vertex_count()), vertex(pair.index() % b.vertex_count()));
            let value = va.value(&a, x) + vb.value(&b, y);
            assert_eq!(outcomes.outcome(pair), value.outcome(), "{x} of {a:?} + {y} of {b:?}");
        }
    }
}

#[test]
fn scores_are_the_recursive_negamax() {
    fn plain(graph: &Graph<'_>, gains: &[i64], v: Vertex) -> i64 {
        let moves = graph.successors(v).zip(graph.edges(v));
        moves.map(|(w, e)| gains[e] - plain(graph, gains, w)).max().unwrap_or(0)
    }
    let mut random = Random(8);
    for _ in 0..1000 {
        let graph = random.dag(10);
        let gains: Vec<i64> = (0..graph.edge_count()).map(|_| random.below(21) as i64 - 10).collect();
        let scores = score::solve(&graph, &gains, &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            assert_eq!(scores.score(v), plain(&graph, &gains, v));
            let best = scores.best_moves(&graph, &gains, v);
            assert_eq!(best.is_empty(), graph.is_terminal(v));
        }
    }
}

#[test]
fn the_reversed_graph_has_the_same_edges() {
    let mut random = Random(9);
    for _ in 0..1000 {
        let graph = random.digraph(12);
        let back = graph.reversed(Threads::new(2), &Work::unwatched()).unwrap();
        let edges = |g: &Graph<'_>| -> Vec<_> {
            g.vertices().flat_map(|u| g.successors(u).map(move |v| (u, v)).collect::<Vec<_>>()).collect()
        };
        let mut turned: Vec<_> = edges(&back).into_iter().map(|(u, v)| (v, u)).collect();
        let mut forth = edges(&graph);
        turned.sort();
        forth.sort();
        assert_eq!(forth, turned);
    }
}

/// Where player 1 forces an end that is his, in the game with each position doubled by who is to move: vertex
/// `2v + p` is position `v` with player `p` to move. The textbook's queue over vectors, no code of the engine's.
fn forced_by_player_one(succ: &[Vec<usize>]) -> Vec<bool> {
    let mut before = vec![Vec::new(); 2 * succ.len()];
    let mut left: Vec<usize> = succ.iter().flat_map(|row| [row.len(); 2]).collect();
    let mut won = vec![false; 2 * succ.len()];
    let mut queue = std::collections::VecDeque::new();
    for (v, row) in succ.iter().enumerate() {
        row.iter().for_each(|&w| (0..2).for_each(|p| before[2 * w + 1 - p].push(2 * v + p)));
        if row.is_empty() {
            // Player 0 is to move and cannot.
            won[2 * v] = true;
            queue.push_back(2 * v);
        }
    }
    while let Some(v) = queue.pop_front() {
        for &u in &before[v] {
            left[u] -= 1;
            if !won[u] && (u % 2 == 1 || left[u] == 0) {
                won[u] = true;
                queue.push_back(u);
            }
        }
    }
    won
}

#[test]
fn a_large_random_graph_agrees_with_the_doubled_game() {
    let mut random = Random(10);
    let n = 100_000;
    let succ: Vec<Vec<usize>> =
        (0..n).map(|_| (0..random.below(7)).map(|_| random.below(n)).collect()).collect();
    let graph = Graph::from_successors(n, |v| succ[v.index()].iter().map(|&w| vertex(w))).unwrap();
    let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
    let won = forced_by_player_one(&succ);
    for v in graph.vertices() {
        let outcome = match (won[2 * v.index()], won[2 * v.index() + 1]) {
            (false, true) => Outcome::N,
            (true, false) => Outcome::P,
            _ => Outcome::D,
        };
        assert_eq!(outcomes.outcome(v), outcome, "vertex {v}");
    }
    let counts = outcomes.counts();
    assert!(counts.N > 0 && counts.P > 0 && counts.D > 0);
}
