//! What the theory says must hold between the answers.

use super::plain::{Random, vertex};
use crate::graph::{Graph, Vertex, loopy, retrograde};
use crate::loopy_value::LoopyValue;
use crate::machine::Threads;
use crate::work::Work;
use crate::{Nimber, Outcome, Patience, Play};

#[test]
fn a_finite_loopy_value_is_a_mex_and_every_larger_follower_reverts_to_a_smaller_counter() {
    let mut random = Random(11);
    for _ in 0..2000 {
        let graph = random.digraph(16);
        let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
        for u in graph.vertices() {
            let Some(value) = values.finite(u) else { continue };
            let next = |v: Vertex| graph.successors(v).filter_map(|w| Some((values.finite(w)?, w)));
            for smaller in 0..value.0 {
                assert!(next(u).any(|(g, _)| g == Nimber(smaller)));
            }
            assert!(next(u).all(|(g, _)| g != value));
            for v in graph.successors(u).filter(|&v| values.finite(v).is_none_or(|g| g > value)) {
                assert!(next(v).any(|(g, w)| g == value && values.counter(w) < values.counter(u)));
            }
        }
    }
}

#[test]
fn the_loopy_outcome_is_the_retrograde_outcome() {
    let mut random = Random(12);
    for _ in 0..2000 {
        let graph = random.digraph(30);
        let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            assert_eq!(values.value(&graph, v).outcome(), outcomes.outcome(v));
        }
    }
}

#[test]
fn addition_of_loopy_values_is_associative_and_commutative() {
    let mut random = Random(13);
    let mut value = || match random.below(2) {
        0 => LoopyValue::Finite(Nimber(random.below(8) as u64)),
        _ => LoopyValue::infinity(
            (0..random.below(4)).map(|_| Nimber(random.below(8) as u64)).collect::<Vec<_>>(),
        ),
    };
    for _ in 0..2000 {
        let (a, b, c) = (value(), value(), value());
        assert_eq!(a.clone() + b.clone(), b.clone() + a.clone());
        assert_eq!((a.clone() + b.clone()) + c.clone(), a + (b + c));
    }
}

#[test]
fn best_play_lasts_exactly_the_remoteness() {
    let mut random = Random(14);
    for _ in 0..2000 {
        let graph = random.digraph(25);
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            let line = outcomes.line(&graph, v);
            match outcomes.remoteness(v) {
                Some(moves) => assert_eq!(line.len(), 1 + moves as usize),
                None => assert!(line.iter().all(|&w| outcomes.outcome(w) == Outcome::D) && line.len() > 1),
            }
            assert!(line.windows(2).all(|m| graph.successors(m[0]).any(|w| w == m[1])));
        }
        let counts = outcomes.counts();
        assert_eq!(counts.N + counts.P + counts.D, graph.vertex_count() as u64);
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let mut random = Random(15);
    let n = 300_000;
    let edges: Vec<_> = (0..5 * n).map(|_| (vertex(random.below(n)), vertex(random.below(n)))).collect();
    // A third of the vertices keeps no move, so that the first level is large enough for several threads.
    let edges: Vec<_> = edges.into_iter().filter(|(u, _)| u.0 % 3 > 0).collect();
    let graph = Graph::from_edges(n, &edges).unwrap();
    let on = |threads| {
        retrograde::solve_on(
            &graph,
            retrograde::by_play(Play::Normal),
            Threads::new(threads),
            &Work::unwatched(),
        )
        .unwrap()
    };
    let one = on(1);
    assert!(one.longest().unwrap() > 2);
    assert_eq!(one, on(2));
    assert_eq!(one, on(3));
}

#[test]
fn work_stops_when_told_to() {
    let graph = Graph::from_successors(10, |v| (v.0 > 0).then(|| Vertex(v.0 - 1))).unwrap();
    assert!(
        retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::watched(&Patience::new(0)))
            .is_err()
    );
    assert!(loopy::solve(&graph, &Work::watched(&Patience::new(0))).is_err());
}

#[test]
fn a_cycle_elsewhere_costs_a_graph_without_cycles_no_stages() {
    // A Nim heap of 299, whose largest value would be the 300th stage, and a vertex that may stay where it is.
    let heap = |v: Vertex| if v.0 == 300 { 300..301 } else { 0..v.0 };
    let graph = Graph::from_successors(301, |v| heap(v).map(Vertex)).unwrap();
    let looks = Patience::new(u64::MAX);
    let values = loopy::solve(&graph, &Work::watched(&looks)).unwrap();
    assert!((0..300).all(|v| values.finite(Vertex(v)) == Some(Nimber(v.into()))));
    assert_eq!((values.finite(Vertex(300)), values.infinite_count()), (None, 1));
    assert!(looks.asked() < 30);
}
