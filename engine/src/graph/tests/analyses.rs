//! The one place that front ends ask, against the engines it asks in turn.

use std::collections::BTreeSet;

use super::plain::{self, Random, vertex};
use crate::arena;
use crate::formats::{GraphFile, edge_list, json};
use crate::graph::{Vertex, retrograde};
use crate::solve::analysis::{Analysis, GraphArena, Label, Question};
use crate::{ErrorKind, Limits, Outcome, Patience, Play, Progress, Quiet, Stop, Work};

const LIMITS: Limits =
    Limits { positions: 1 << 20, bytes: 1 << 30, answer: u64::MAX, threads: None, compiler: None };

#[test]
fn a_summary_is_written_as_the_contract_says() {
    let file = edge_list::read(b"1 2\n2 1\n2 0\n3 3\n", &Work::within(LIMITS)).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let text = serde_json::to_string(&analysis.summary()).unwrap();
    let known =
        r#"{"vertices":4,"edges":4,"acyclic":false,"counts":{"N":1,"P":2,"D":1},"longest":2,"largest":1}"#;
    assert_eq!(text, known);
    let text = serde_json::to_string(&analysis.vertex(Vertex(3))).unwrap();
    assert_eq!(text, r#"{"vertex":3,"outcome":"D","value":{"inf":[]},"remoteness":null}"#);
    assert_eq!(analysis.line(Vertex(1)), [1, 2, 0].map(Vertex));
    let sum = analysis.sum(&[Vertex(3), Vertex(2)], None, &Work::within(LIMITS)).unwrap();
    assert_eq!((sum.outcome, sum.value.unwrap().to_string()), (Outcome::D, "∞()".into()));
}

#[test]
fn names_are_used_where_there_are_some() {
    let file = json::read(br#"{"a": ["b"], "b": []}"#, &Work::within(LIMITS)).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let sum = analysis.sum(&[Vertex(0)], None, &Work::within(LIMITS)).unwrap();
    assert_eq!(sum.winning_moves[0].to, [Label::Name("b".into())]);
    assert_eq!((sum.winning_moves[0].component, sum.remoteness), (Some(0), Some(1)));
}

#[test]
fn scoring_games_have_the_sign_of_the_score() {
    let file = edge_list::read(b"0 1 3\n1 2 5\n0 2 -1\n3 2 0\n", &Work::within(LIMITS)).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let counts = analysis.summary().counts;
    assert_eq!((counts.N, counts.P, counts.D), (1, 1, 2));
    assert_eq!(
        (analysis.vertex(Vertex(0)).score, analysis.line(Vertex(0))),
        (Some(-1), vec![Vertex(0), Vertex(2)])
    );
    let sum = analysis.sum(&[Vertex(1)], None, &Work::within(LIMITS)).unwrap();
    assert_eq!(sum.winning_moves[0].to, [Label::Number(2)]);
    let error = analysis.sum(&[Vertex(0), Vertex(1)], None, &Work::within(LIMITS)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Unsupported);
    let cyclic = edge_list::read(b"0 0 3\n", &Work::within(LIMITS)).unwrap();
    assert_eq!(
        Analysis::new(&cyclic, &Question::default(), &Work::unwatched()).unwrap_err().kind(),
        ErrorKind::Cycle
    );
}

#[test]
fn sums_under_either_play_are_those_of_the_product() {
    let mut random = Random(81);
    for _ in 0..200 {
        let file = GraphFile::from(random.digraph(7));
        let n = file.graph.vertex_count();
        let both = plain::sum(&file.graph, &file.graph);
        for play in [Play::Normal, Play::Misere] {
            let analysis =
                Analysis::new(&file, &Question { play, values: true }, &Work::unwatched()).unwrap();
            let outcomes = retrograde::solve(&both, retrograde::by_play(play), &Work::unwatched()).unwrap();
            let starts = [vertex(random.below(n)), vertex(random.below(n))];
            let sum = analysis.sum(&starts, None, &Work::within(LIMITS)).unwrap();
            let pair = vertex(starts[0].index() * n + starts[1].index());
            assert_eq!(sum.outcome, outcomes.outcome(pair));
            // Parallel edges are one move of a report, and several edges of the product.
            let winning: BTreeSet<u32> = outcomes.winning_moves(&both, pair).map(|v| v.0).collect();
            assert_eq!(sum.winning_moves.len(), winning.len());
            assert_eq!(sum.best_move.is_some(), !both.is_terminal(pair));
            let moves = sum.best_move.iter().chain(&sum.winning_moves);
            assert!(moves.into_iter().all(|by| by.component.is_some() && by.to.len() == 1));
            assert!(
                winning.is_empty() || sum.best_move.is_some_and(|best| sum.winning_moves.contains(&best))
            );
        }
    }
}

#[test]
fn a_compound_without_a_rule_is_searched() {
    let ring = GraphFile::from(plain::graph(&[vec![1], vec![0, 2], vec![]]));
    let analysis = Analysis::new(&ring, &Question::default(), &Work::unwatched()).unwrap();
    for name in ["conjunctive-long", "selective-short", "conjunctive", "disjunctive-short"] {
        let sum = analysis
            .sum(&[Vertex(1), Vertex(1)], Some(name.parse().unwrap()), &Work::within(LIMITS))
            .unwrap();
        assert_eq!(sum.outcome, Outcome::N, "{name}");
        assert!(!sum.winning_moves.is_empty());
    }
    let tight = Limits { positions: 1, ..LIMITS };
    let error =
        analysis.sum(&[Vertex(1), Vertex(1)], Some("selective-short".parse().unwrap()), &Work::within(tight));
    assert_eq!(error.unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn a_move_that_stays_where_it_is_belongs_to_one_component() {
    let file = edge_list::read(b"a a\nb b\n", &Work::within(LIMITS)).unwrap();
    let question = Question { play: Play::Misere, values: true };
    let analysis = Analysis::new(&file, &question, &Work::unwatched()).unwrap();
    let sum = analysis.sum(&[Vertex(0), Vertex(1)], None, &Work::within(LIMITS)).unwrap();
    let best = sum.best_move.unwrap();
    assert_eq!((sum.outcome, best.component, best.to), (Outcome::D, Some(0), vec![Label::Name("a".into())]));
    let work = Work { limits: LIMITS, progress: &Quiet };
    let mut tokens = GraphArena::new(&analysis, "loops".into());
    let report = arena::report(&mut tokens, &["a".into(), "b".into()], &work).unwrap();
    assert_eq!(report.best_move.unwrap().component, 0);
}

#[test]
fn winning_moves_of_sums_are_listed_as_far_as_memory_and_time_allow() {
    let leaves = 3000;
    let text: String = (0..leaves).map(|leaf| format!("centre leaf{leaf}\n")).collect();
    let file = edge_list::read(text.as_bytes(), &Work::within(LIMITS)).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    // The best move of a sum is looked for before, at nine times 1024 moves.
    for (tokens, looks) in [(1, 1), (3, 10)] {
        let starts = vec![file.vertex("centre").unwrap(); tokens];
        let ask =
            |limits: Limits, progress: &dyn Progress| analysis.sum(&starts, None, &Work { limits, progress });
        let whole = ask(LIMITS, &Quiet).unwrap();
        assert_eq!((whole.winning_moves.len(), whole.moves_complete), (leaves * tokens, true));
        let cut = ask(Limits { bytes: 100_000, ..LIMITS }, &Quiet).unwrap();
        assert_eq!((cut.outcome, cut.moves_complete), (Outcome::N, false));
        assert_eq!((&cut.value, &cut.best_move), (&whole.value, &whole.best_move));
        assert!((100..1500).contains(&cut.winning_moves.len()), "{}", cut.winning_moves.len());
        assert!(whole.winning_moves.starts_with(&cut.winning_moves));
        assert_eq!(ask(Limits { bytes: 0, ..LIMITS }, &Quiet).unwrap().winning_moves.len(), 1);
        let late = ask(LIMITS, &Patience::new(looks)).unwrap();
        assert!(!late.moves_complete && whole.winning_moves.starts_with(&late.winning_moves));
        let stopped = ask(LIMITS, &Patience::until(looks, Stop::Interrupted)).unwrap_err();
        assert_eq!(stopped.kind(), ErrorKind::Interrupted);
        assert_eq!(ask(LIMITS, &Patience::new(0)).unwrap_err().kind(), ErrorKind::Timeout);
    }
}

#[test]
fn ten_thousand_turns_of_several_components_are_enough() {
    // 150 leaves and their centre; the second graph has a cycle elsewhere, so that no rule covers it.
    let star = [vec![vec![]; 150], vec![(0..150).collect()]].concat();
    for graph in [star.clone(), [star, vec![vec![151]]].concat()] {
        let file = GraphFile::from(plain::graph(&graph));
        let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
        let compound = Some("conjunctive-long".parse().unwrap());
        let sum = analysis.sum(&[Vertex(150); 2], compound, &Work::unwatched()).unwrap();
        assert_eq!((sum.outcome, sum.winning_moves.len(), sum.moves_complete), (Outcome::N, 10_000, false));
    }
}

#[test]
fn reports_of_many_named_moves_do_not_look_every_name_up() {
    // Looked up from the first name on, these would be 2·10^10 comparisons.
    let text: String = (0..200_000).map(|leaf| format!("centre leaf{leaf} 7\n")).collect();
    let file = edge_list::read(text.as_bytes(), &Work::within(LIMITS)).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let work = Work { limits: LIMITS, progress: &Quiet };
    let mut tokens = GraphArena::new(&analysis, "a star".into());
    let report = arena::report(&mut tokens, &["centre".into()], &work).unwrap();
    let last = report.winning_moves.last().unwrap();
    assert_eq!((report.winning_moves.len(), last.gain), (200_000, Some(7)));
    assert_eq!(last.to[0].to_string(), "leaf199999");
}

#[test]
fn turns_too_many_to_list_are_listed_in_part_and_the_outcome_stands() {
    // Ten leaves, thirty times: 11^30 turns, of which 10^30 win.
    let star = GraphFile::from(plain::graph(&[vec![vec![]; 10], vec![(0..10).collect()]].concat()));
    let analysis = Analysis::new(&star, &Question::default(), &Work::unwatched()).unwrap();
    let starts = [Vertex(10); 30];
    for (name, limits, listed) in [
        ("selective", Limits { positions: 10_000, bytes: 1 << 30, ..Limits::default() }, 8_000..10_000),
        (
            "conjunctive-long",
            Limits { positions: 10_000, bytes: 1 << 30, ..Limits::default() },
            8_000..10_000,
        ),
        ("conjunctive", Limits { positions: 10_000, bytes: 0, ..Limits::default() }, 1..2),
    ] {
        let compound = name.parse().unwrap();
        let sum = analysis.sum(&starts, Some(compound), &Work::within(limits)).unwrap();
        assert_eq!((sum.outcome, sum.moves_complete), (Outcome::N, false), "{name}");
        assert!(listed.contains(&sum.winning_moves.len()), "{name}: {}", sum.winning_moves.len());
        let error =
            analysis.sum(&starts, Some(compound), &Work { limits, progress: &Patience::new(0) }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{name}");
    }
    // What is listed takes no more memory than allowed.
    let limits = Limits { positions: 1 << 40, bytes: 1 << 20, ..Limits::default() };
    let sum = analysis.sum(&starts, Some("conjunctive".parse().unwrap()), &Work::within(limits)).unwrap();
    let bytes = sum.winning_moves.iter().map(|by| size_of_val(by) + size_of_val(&by.to[..])).sum::<usize>();
    assert!(!sum.moves_complete && bytes > 1 << 18 && bytes <= 1 << 20, "{bytes}");
    let two =
        analysis.sum(&starts[..2], Some("conjunctive".parse().unwrap()), &Work::within(LIMITS)).unwrap();
    assert_eq!((two.winning_moves.len(), two.moves_complete), (100, true));
}
