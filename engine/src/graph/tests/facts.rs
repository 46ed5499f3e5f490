//! Published and sourced values.

use serde::Deserialize;

use super::plain;
use crate::graph::sum::Sum;
use crate::graph::{Graph, Vertex, loopy, retrograde};
use crate::loopy_value::LoopyValue;
use crate::work::Work;
use crate::{Outcome, Play};

#[derive(Deserialize)]
struct LoopyFacts {
    graphs: Vec<LoopyFact>,
}

#[derive(Deserialize)]
struct LoopyFact {
    name: String,
    succ: Vec<Vec<u32>>,
    outcome: Vec<Outcome>,
    remoteness: Vec<Option<u32>>,
    value: Vec<LoopyValue>,
}

#[test]
fn loopy_graphs_have_their_known_outcomes_remotenesses_and_values() {
    let facts: LoopyFacts = serde_json::from_str(include_str!("../../../facts/loopy.json")).unwrap();
    assert!(facts.graphs.len() >= 12);
    for fact in facts.graphs {
        let graph = plain::graph(&fact.succ);
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            assert_eq!(outcomes.outcome(v), fact.outcome[v.index()], "{}", fact.name);
            assert_eq!(outcomes.remoteness(v), fact.remoteness[v.index()], "{}", fact.name);
            assert_eq!(values.value(&graph, v), fact.value[v.index()], "{}", fact.name);
        }
    }
}

#[test]
fn loopy_values_are_written_as_integers_or_lists() {
    let written = |value: &LoopyValue| serde_json::to_string(value).unwrap();
    assert_eq!(written(&LoopyValue::Finite(crate::Nimber(3))), "3");
    assert_eq!(written(&LoopyValue::infinity([2, 0].map(crate::Nimber))), r#"{"inf":[0,2]}"#);
}

#[test]
fn the_contest_problem_game_is_retrograde_analysis() {
    // DHBB 2017: 1 the first player wins, 2 he loses, 0 a draw; vertices from 1, the start is 1.
    for (n, edges, answer) in [
        (3, vec![(1, 2), (2, 3)], 2),
        (3, vec![(1, 2), (2, 1), (2, 3)], 2),
        (2, vec![(1, 2), (2, 1)], 0),
        (2, vec![(1, 2)], 1),
    ] {
        let edges: Vec<_> = edges.into_iter().map(|(u, v)| (Vertex(u - 1), Vertex(v - 1))).collect();
        let graph = Graph::from_edges(n, &edges).unwrap();
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        let found = match outcomes.outcome(Vertex(0)) {
            Outcome::N => 1,
            Outcome::P => 2,
            Outcome::D => 0,
        };
        assert_eq!(found, answer);
    }
}

#[test]
fn the_contest_problem_pawns_is_a_sum_on_one_graph() {
    // DHBB: arcs 2→1, 2→3, 3→4, and the cells on which pawns stand; cells from 1.
    let arcs = [(2, 1), (2, 3), (3, 4)].map(|(u, v)| (Vertex(u - 1), Vertex(v - 1)));
    let graph = Graph::from_edges(4, &arcs).unwrap();
    let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
    for (pawns, outcome) in [([2, 2], Outcome::P), ([2, 3], Outcome::N)] {
        let sum = Sum::on(&graph, &values, pawns.map(|cell| Vertex(cell - 1))).unwrap();
        assert_eq!(sum.outcome(), outcome);
    }
}
