//! Published and sourced values.

use serde::Deserialize;

use super::plain;
use crate::graph::{LoopyValue, loopy, retrograde};
use crate::{Outcome, Play, Quiet};

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
    let facts: LoopyFacts = serde_json::from_str(include_str!("../../../../facts/loopy.json")).unwrap();
    assert!(facts.graphs.len() >= 12);
    for fact in facts.graphs {
        let graph = plain::graph(&fact.succ);
        let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Quiet).unwrap();
        let values = loopy::solve(&graph, &Quiet).unwrap();
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
