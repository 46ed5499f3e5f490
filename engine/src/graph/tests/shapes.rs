//! Graphs of special shape: nothing to do, one long path, everything at once.

use super::plain;
use crate::graph::order::{self, Order};
use crate::graph::{Graph, Vertex, grundy, loopy, retrograde};
use crate::machine::Threads;
use crate::work::Work;
use crate::{Nimber, Outcome, Play};

fn outcomes(graph: &Graph<'_>) -> retrograde::Outcomes {
    retrograde::solve(graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap()
}

#[test]
fn an_empty_graph_has_empty_answers() {
    let graph = plain::graph(&[]);
    assert_eq!((outcomes(&graph).vertex_count(), outcomes(&graph).longest()), (0, None));
    assert_eq!(grundy::solve(&graph, &Work::unwatched()).unwrap().largest(), None);
    assert_eq!(loopy::solve(&graph, &Work::unwatched()).unwrap().largest(), None);
}

#[test]
fn a_graph_without_terminals_is_all_draws() {
    let graph = Graph::from_successors(1000, |v| [Vertex(v.0 * 7 % 1000), Vertex((v.0 + 1) % 1000)]).unwrap();
    assert_eq!(outcomes(&graph).counts().D, 1000);
    assert_eq!(loopy::solve(&graph, &Work::unwatched()).unwrap().infinite_count(), 1000);
}

#[test]
fn a_path_of_ten_million_vertices_is_no_recursion() {
    let n = 10_000_000;
    let down = Graph::from_successors(n, |v| v.0.checked_sub(1).map(Vertex)).unwrap();
    let last = Vertex(n as u32 - 1);
    let solved = outcomes(&down);
    assert_eq!((solved.outcome(last), solved.remoteness(last)), (Outcome::N, Some(n as u32 - 1)));
    assert_eq!(grundy::solve(&down, &Work::unwatched()).unwrap().value(last), Nimber(1));
}

#[test]
fn a_path_in_no_simple_order_is_no_recursion_either() {
    // 3 is invertible modulo a power of two, so this is one path through all vertices, far jumps included.
    let n = 1u32 << 20;
    let name = |i: u32| i.wrapping_mul(3) % n;
    let edges: Vec<_> = (1..n).map(|i| (Vertex(name(i)), Vertex(name(i - 1)))).collect();
    let graph = Graph::from_edges(n as usize, &edges).unwrap();
    assert!(matches!(order::find(&graph, &Work::unwatched()).unwrap(), Order::Listed(_)));
    assert_eq!(grundy::solve(&graph, &Work::unwatched()).unwrap().value(Vertex(name(n - 1))), Nimber(1));
    assert_eq!(loopy::solve(&graph, &Work::unwatched()).unwrap().largest(), Some(Nimber(1)));
}

#[test]
fn a_long_ring_with_one_exit_is_solved_backwards() {
    let n = 1_000_000u32;
    let graph = Graph::from_successors(n as usize + 1, |v| match v.0 {
        0 => vec![],
        v if v == n => vec![Vertex(1), Vertex(0)],
        v => vec![Vertex(v + 1)],
    })
    .unwrap();
    let solved = outcomes(&graph);
    assert_eq!((solved.outcome(Vertex(1)), solved.remoteness(Vertex(1))), (Outcome::P, Some(n)));
    assert_eq!(loopy::solve(&graph, &Work::unwatched()).unwrap().finite(Vertex(1)), Some(Nimber(0)));
}

#[test]
fn a_star_has_the_terminals_value_above_one() {
    let into = Graph::from_successors(100_000, |v| (v.0 > 0).then_some(Vertex(0))).unwrap();
    assert_eq!(outcomes(&into).counts().N, 99_999);
    let out =
        Graph::from_successors(100_000, |v| (1..if v.0 == 0 { 100_000 } else { 1 }).map(Vertex)).unwrap();
    assert_eq!(grundy::solve(&out, &Work::unwatched()).unwrap().value(Vertex(0)), Nimber(1));
    assert_eq!(out.reversed(Threads::ONE, &Work::unwatched()).unwrap().edge_count(), 99_999);
}

#[test]
fn the_acyclic_clique_is_nim_and_the_full_clique_is_a_draw() {
    let nim = plain::heap(1500);
    let back = nim.reversed(Threads::ONE, &Work::unwatched()).unwrap();
    assert_eq!(grundy::solve(&nim, &Work::unwatched()).unwrap().value(Vertex(1500)), Nimber(1500));
    let small = plain::heap(300);
    let staged = loopy::solve_reversed(
        &small,
        &small.reversed(Threads::ONE, &Work::unwatched()).unwrap(),
        &Work::unwatched(),
    )
    .unwrap();
    assert_eq!(staged.finite(Vertex(300)), Some(Nimber(300)));
    assert_eq!(back.edge_count(), 1500 * 1501 / 2);
    let full = Graph::from_successors(500, |v| (0..500).filter(move |&w| w != v.0).map(Vertex)).unwrap();
    assert_eq!(outcomes(&full).counts().D, 500);
    // With one exit everybody takes it, and may also wander on for ever.
    let exit =
        Graph::from_successors(501, |v| (0..501).filter(move |&w| v.0 > 0 && w != v.0).map(Vertex)).unwrap();
    assert_eq!(outcomes(&exit).counts().N, 500);
    assert_eq!(loopy::solve(&exit, &Work::unwatched()).unwrap().value(&exit, Vertex(9)).to_string(), "∞(0)");
}

#[test]
fn a_self_loop_turns_a_loss_into_a_draw_and_a_win_stays() {
    // 0 ends; 1 is won; 2 leads only to the won 1 and would be lost, but may also stay.
    let graph = plain::graph(&[vec![], vec![0, 1], vec![1, 2]]);
    let solved = outcomes(&graph);
    assert_eq!([0, 1, 2].map(|v| solved.outcome(Vertex(v))), [Outcome::P, Outcome::N, Outcome::D]);
    let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
    assert_eq!([1, 2].map(|v| values.value(&graph, Vertex(v)).to_string()), ["∞(0)", "∞()"]);
}

#[test]
fn parallel_edges_change_nothing() {
    let mut random = plain::Random(21);
    for _ in 0..500 {
        let graph = random.digraph(12);
        let twice = Graph::from_successors(graph.vertex_count(), |v| {
            graph.successors(v).chain(graph.successors(v)).collect::<Vec<_>>()
        })
        .unwrap();
        assert_eq!(outcomes(&graph).counts(), outcomes(&twice).counts());
        assert_eq!(
            loopy::solve(&graph, &Work::unwatched()).unwrap(),
            loopy::solve(&twice, &Work::unwatched()).unwrap()
        );
    }
}
