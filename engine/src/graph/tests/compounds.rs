//! The closed rules of the compounds against the product graph and against facts.

use std::ops::ControlFlow;

use serde::Deserialize;

use super::plain::{self, Random, vertex};
use crate::graph::compound::{self, Answer, Compound, End, Table, Turn};
use crate::graph::{Graph, Vertex, product, retrograde};
use crate::{ErrorKind, Limits, Outcome, Play, Result, Work};

fn by_rule(parts: &[(&Graph<'static>, Vertex)], compound: Compound) -> Result<Answer> {
    let tables: Result<Vec<_>> =
        parts.iter().map(|(graph, _)| Table::new(graph, compound, &Work::unwatched())).collect();
    let tables = tables?;
    let parts: Result<Vec<_>> = tables.iter().zip(parts).map(|(table, &(_, at))| table.at(at)).collect();
    compound.answer(&parts?)
}

fn by_product(parts: &[(&Graph<'_>, Vertex)], compound: Compound) -> (Outcome, Option<u32>) {
    let product = product::build(parts, compound, &Work::unwatched()).unwrap();
    let outcomes =
        retrograde::solve(&product.graph, retrograde::by_play(compound.play), &Work::unwatched()).unwrap();
    (outcomes.outcome(product.start()), outcomes.remoteness(product.start()))
}

fn has_rule(compound: Compound) -> bool {
    compound != Compound { turn: Turn::Disjunctive, end: End::Long, play: Play::Misere }
}

#[test]
fn every_closed_rule_gives_the_outcome_of_the_product_of_acyclic_graphs() {
    let mut random = Random(41);
    for round in 0..400 {
        let graphs: Vec<_> = (0..2 + round % 2).map(|_| random.dag(6)).collect();
        let parts: Vec<_> = graphs.iter().map(|g| (g, vertex(random.below(g.vertex_count())))).collect();
        for compound in Compound::all().filter(|&c| has_rule(c)) {
            let answer = by_rule(&parts, compound).unwrap();
            let (outcome, _) = by_product(&parts, compound);
            assert_eq!(answer.outcome, outcome, "{compound} of {parts:?}");
        }
    }
}

fn winning_by_product(parts: &[(&Graph<'_>, Vertex)], compound: Compound) -> Vec<Vec<Vertex>> {
    let product = product::build(parts, compound, &Work::unwatched()).unwrap();
    let outcomes =
        retrograde::solve(&product.graph, retrograde::by_play(compound.play), &Work::unwatched()).unwrap();
    let winning = outcomes.winning_moves(&product.graph, product.start());
    winning.map(|v| product.position(v).collect()).collect()
}

fn winning_by_rule(
    parts: &[(&Graph<'static>, Vertex)],
    compound: Compound,
    limits: Limits,
) -> (Vec<Vec<Vertex>>, ControlFlow<()>) {
    let tables: Vec<_> =
        parts.iter().map(|(graph, _)| Table::new(graph, compound, &Work::unwatched()).unwrap()).collect();
    let parts: Vec<_> = tables.iter().zip(parts).map(|(table, &(_, at))| table.at(at).unwrap()).collect();
    let mut listed = Vec::new();
    let work = Work::within(limits);
    let all = compound.each_winning_move(&parts, &work, &mut |_, after| {
        listed.push(after.iter().map(|part| part.at()).collect::<Vec<_>>());
        Ok(ControlFlow::Continue(()))
    });
    (listed, all.unwrap())
}

#[test]
fn winning_turns_are_those_of_the_product() {
    let mut random = Random(43);
    for round in 0..600 {
        let graphs: Vec<_> = (0..1 + round % 4).map(|_| random.dag(5)).collect();
        let parts: Vec<_> = graphs.iter().map(|g| (g, vertex(random.below(g.vertex_count())))).collect();
        for compound in Compound::all().filter(|&c| has_rule(c)) {
            let winning = winning_by_product(&parts, compound);
            let listed = winning_by_rule(&parts, compound, Limits::default());
            assert_eq!(listed, (winning, ControlFlow::Continue(())), "{compound} of {parts:?}");
        }
    }
}

#[test]
fn winning_turns_on_cycles_are_those_of_the_product() {
    let mut random = Random(44);
    for round in 0..300 {
        let graphs: Vec<_> = (0..2 + round % 2).map(|_| random.digraph(5)).collect();
        let parts: Vec<_> = graphs.iter().map(|g| (g, vertex(random.below(g.vertex_count())))).collect();
        for name in ["conjunctive-short", "conjunctive-short-misere", "selective-long"] {
            let compound = name.parse().unwrap();
            let listed = winning_by_rule(&parts, compound, Limits::default());
            let winning = winning_by_product(&parts, compound);
            assert_eq!(listed, (winning, ControlFlow::Continue(())), "{compound} of {parts:?}");
        }
    }
}

#[test]
fn one_winning_turn_is_found_among_any_number_whatever_the_limit() {
    // Of 100 edges a heap, in forty heaps, few lead where they should.
    let heap = plain::heap(100);
    let parts = [(&heap, Vertex(100)); 40];
    let limits = Limits { positions: 0, ..Limits::default() };
    for compound in Compound::all().filter(|c| c.turn != Turn::Disjunctive) {
        assert_eq!(by_rule(&parts, compound).unwrap().outcome, Outcome::N, "{compound}");
        let (listed, _) = winning_by_rule(&parts, compound, limits);
        assert_eq!(listed.len(), 1, "{compound}");
        let after: Vec<_> = listed[0].iter().map(|&at| (&heap, at)).collect();
        assert_eq!(by_rule(&after, compound).unwrap().outcome, Outcome::P, "{compound}");
    }
    // In long normal play all heaps must be emptied: the one turn is the whole list.
    let all = winning_by_rule(&parts, "selective".parse().unwrap(), Limits::default());
    assert_eq!(all, (vec![vec![Vertex(0); 40]], ControlFlow::Continue(())));
}

#[test]
fn cyclic_graphs_keep_the_rules_that_allow_them() {
    let mut random = Random(42);
    for _ in 0..500 {
        let graphs = [random.digraph(7), random.digraph(7)];
        let parts: Vec<_> = graphs.iter().map(|g| (g, vertex(random.below(g.vertex_count())))).collect();
        for name in ["disjunctive-long", "conjunctive-short", "conjunctive-short-misere", "selective-long"] {
            let compound: Compound = name.parse().unwrap();
            let (answer, (outcome, remoteness)) =
                (by_rule(&parts, compound).unwrap(), by_product(&parts, compound));
            assert_eq!(answer.outcome, outcome, "{compound} of {parts:?}");
            if compound.turn == Turn::Conjunctive {
                assert_eq!(answer.moves, remoteness, "{compound} of {parts:?}");
            }
        }
    }
}

#[test]
fn rules_that_need_an_acyclic_graph_say_so() {
    let ring = plain::graph(&[vec![1], vec![0]]);
    for name in ["disjunctive-short", "conjunctive-long", "selective-short", "selective-long-misere"] {
        let error = Table::new(&ring, name.parse().unwrap(), &Work::unwatched()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Cycle, "{name}");
    }
}

#[test]
fn names_are_read_back() {
    for compound in Compound::all() {
        assert_eq!(compound.to_string().parse::<Compound>().unwrap(), compound);
    }
    assert_eq!("continued-conjunctive".parse::<Compound>().unwrap().end, End::Long);
    assert!("additive".parse::<Compound>().is_err());
}

#[test]
fn a_product_past_its_limit_is_an_error() {
    let heap = plain::heap(30);
    let limits = Limits { positions: 1000, ..Limits::default() };
    let compound = "selective".parse().unwrap();
    let error = product::build(&[(&heap, Vertex(30)); 9], compound, &Work::within(limits)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
}

#[derive(Deserialize)]
struct Facts {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    components: Vec<Vec<Vec<u32>>>,
    start: Vec<u32>,
    outcomes: std::collections::BTreeMap<String, Outcome>,
    remoteness_normal: Vec<u32>,
    remoteness_misere: Vec<u32>,
    suspense_normal: Vec<u32>,
    suspense_misere: Vec<u32>,
    foreclosed_normal: Vec<serde_json::Value>,
    foreclosed_misere: Vec<serde_json::Value>,
}

#[test]
fn the_twelve_compounds_have_their_known_outcomes_and_numbers() {
    let facts: Facts = serde_json::from_str(include_str!("../../../facts/compounds.json")).unwrap();
    assert!(facts.cases.len() >= 6);
    for case in facts.cases {
        let graphs: Vec<_> = case.components.iter().map(|succ| plain::graph(succ)).collect();
        let parts: Vec<_> = graphs.iter().zip(&case.start).map(|(g, &at)| (g, Vertex(at))).collect();
        for (name, &outcome) in &case.outcomes {
            let compound: Compound = name.replace('_', "-").trim_end_matches("-normal").parse().unwrap();
            assert_eq!(by_product(&parts, compound).0, outcome, "{name}");
            if has_rule(compound) {
                assert_eq!(by_rule(&parts, compound).unwrap().outcome, outcome, "{name}");
            }
        }
        for (i, &(graph, at)) in parts.iter().enumerate() {
            let remoteness = |play| {
                retrograde::solve(graph, retrograde::by_play(play), &Work::unwatched())
                    .unwrap()
                    .remoteness(at)
                    .unwrap()
            };
            assert_eq!(remoteness(Play::Normal), case.remoteness_normal[i]);
            assert_eq!(remoteness(Play::Misere), case.remoteness_misere[i]);
            let suspense = |play| compound::suspense(graph, play, &Work::unwatched()).unwrap()[at.index()];
            assert_eq!(suspense(Play::Normal), case.suspense_normal[i]);
            assert_eq!(suspense(Play::Misere), case.suspense_misere[i]);
            let foreclosed =
                |play| match compound::foreclosed(graph, play, &Work::unwatched()).unwrap()[at.index()] {
                    compound::ENDED => "T".into(),
                    compound::WINS => "W".into(),
                    number => serde_json::Value::from(number),
                };
            assert_eq!(foreclosed(Play::Normal), case.foreclosed_normal[i]);
            assert_eq!(foreclosed(Play::Misere), case.foreclosed_misere[i]);
        }
    }
}
