//! One sample of every sentence, which the tests of the page say in every language.
//!
//! `UPDATE_SAMPLES=1 cargo test -p grundy --lib sentence` writes them into the file.

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Value, json};

use super::{
    BoardTheorem, EngineName, Fit, Misfit, Movement, OptionValues, Reach, Sentence, ShapeName, Theorems,
};
use crate::bytes::{Amount, Bytes};
use crate::error::{BoardFault, Fault, NextStep, Piece, Pieces, Told};
use crate::heap::{Amounts, Theorem};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::position::{Coordinate, Place};
use crate::report::Part;
use crate::rules::{Clause, CoordinateWords, Places, RuleSentence, SetWords, Target, Warning};

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../page/tests/samples.json");

const PROOFS: [Theorem; 8] = {
    use Theorem::*;
    [Window, GuySmith, SparseWindow, Sums, AllBut, Rows, ClosedForm, Automaton]
};

/// Samples with their English, of which each of `variants` is in at least one.
fn written<T: Serialize + ToString>(samples: &[T], variants: &[&str]) -> Value {
    let all: Vec<Value> =
        samples.iter().map(|sample| json!({"data": sample, "english": sample.to_string()})).collect();
    let keys: BTreeSet<&str> = all.iter().map(|one| one["data"]["key"].as_str().unwrap()).collect();
    assert_eq!(keys.len(), variants.len(), "{keys:?} are not all of {variants:?}");
    Value::Array(all)
}

fn phrases<T: Serialize + ToString>(all: &[T]) -> Value {
    let one = |phrase: &T| json!({"data": phrase, "english": phrase.to_string()});
    Value::Array(all.iter().map(one).collect())
}

/// Faults of all kinds, with those of boards.
fn faults() -> Vec<Fault> {
    Fault::samples().into_iter().chain(BoardFault::samples().into_iter().map(Fault::from)).collect()
}

/// A value to stand in a sample.
pub(crate) trait Sample {
    fn sample() -> Self;
}

macro_rules! stand_in {
    ($($type:ty => $value:expr),* $(,)?) => {
        $(impl Sample for $type {
            fn sample() -> $type {
                $value
            }
        })*
    };
}

stand_in! {
    i64 => 6,
    u64 => 1000,
    usize => 4,
    String => "n".into(),
    Amounts => Amounts::Powers(3),
    Place => heap(7),
    Theorems => Theorems(vec![BoardTheorem::Staircase, BoardTheorem::TwoRows]),
    Bytes => Bytes(4 << 30),
    Amount => Amount(1 << 40),
    Piece => Piece::Reserved { text: "for".into() },
    Pieces => Pieces::tokens(&["&", "|"]).or(Piece::EndOfRule),
    Told => BoardFault::NoCell.into(),
    Box<Fault> => Box::new(Fault::TooManyPositions { needed: 12, limit: 10 }),
    Box<NextStep> => Box::new(NextStep::RaisePositions),
    SetWords => SetWords::Range { low: "1".into(), high: "n".into() },
    Places => Places(vec!["a".into(), "n-a".into()]),
    Target => Target::One { place: "(l+1, r)".into() },
    Box<Fit> => Box::new(Fit::Window { name: "n".into(), step: 5 }),
}

fn heap(n: i64) -> Place {
    Place::One(Coordinate::Int(n))
}

fn movement() -> Movement {
    let to = vec![Part::One(heap(2)), Part::Copies { count: 40, of: heap(1) }];
    Movement { label: Some("split".into()), component: Some(1), from: Some(heap(7)), to }
}

fn sentences() -> Vec<Sentence> {
    use Sentence::*;
    let (value, infinite) = (Nimber(3), LoopyValue::infinity([0, 2].map(Nimber)));
    let drawn = LoopyValue::infinity([]);
    let over = Movement { label: None, component: None, from: Some(heap(1)), to: Vec::new() };
    let mut all = vec![
        EmptySum,
        NoMove,
        HeapLost { value: Nimber::ZERO },
        HeapWon { value },
        SumLost { sum: Nimber::ZERO },
        SumWon { sum: value },
        LoopyLost { value: Nimber::ZERO.into() },
        LoopyWon { value: value.into() },
        LoopyBoth { value: infinite },
        LoopyDrawn { value: drawn },
        MisereNim { sum: 4 },
        QuotientProduct { product: "ab^2".into(), won: true },
        QuotientProduct { product: "d".into(), won: false },
        MisereOdd { ones: 1 },
        MisereOdd { ones: 3 },
        MisereEven { ones: 2 },
        FollowedDrawn,
        MisereSum,
        Ahead { by: 5 },
        Level,
        Behind { by: 5 },
        Counted { all: 10, won: 5, lost: 2, drawn: 3 },
        BoardWon,
        BoardLost,
        BoardDrawn,
        PartisanElsewhere { name: "Domineering".into(), board: "cram".into(), title: "Cram".into() },
        EdgesApart { count: 2, together: "0-1,1-2".into() },
        TooManyMoves,
        DrawMoves { count: 2, first: vec!["left".into(), "right".into()], more: 0 },
        DrawMoves { count: 9, first: vec!["a".into(), "b".into(), "c".into()], more: 6 },
        Wins(movement()),
        Wins(over),
        Reaches(movement()),
        AsGood(movement()),
        HoldsOut(movement()),
        KeepsDraw(movement()),
    ];
    for moves in [None, Some(1), Some(12)] {
        all.extend([FollowedWon { moves }, FollowedLost { moves }]);
    }
    for won in [true, false] {
        all.extend([Periodic { won }, GoldenRatio { won }, Struck { won }, ProvedAutomaton { won }]);
    }
    all.extend(BoardTheorem::ALL.iter().map(|&theorem| Sentence::Theorem { theorem }));
    all
}

/// Every set that has a name besides.
fn fits() -> Vec<Fit> {
    use Amounts::*;
    let sets = [Squares, Primes, Fibonacci, Triangular, Factorials].into_iter();
    Fit::samples().into_iter().chain(sets.map(|set| Fit::KnownSet { set })).collect()
}

/// Every set, target and clause is in one of them.
fn readings() -> Vec<RuleSentence> {
    use RuleSentence::*;
    let number = |set| CoordinateWords { name: "n".into(), set };
    let (label, gain) = (Some("left".into()), Some("a[l]".into()));
    let (condition, from) = (String::from("l < r"), String::from("(l,r)"));
    let plain = |to| Move { label: None, from: "n".into(), to, clauses: Vec::new(), gain: None };
    let mut all = vec![
        Title { title: "Cram".into() },
        Written { positions: "4x7".into() },
        Coordinates { coordinates: SetWords::samples().into_iter().map(number).collect() },
        Move { label, from, to: Target::sample(), clauses: Clause::samples(), gain },
        OnBoard { universe: "grid".into() },
        Shows { label: Some("jump".into()), before: "XX.".into(), after: "..X".into(), turned: true },
        Shows { label: None, before: ".+X".into(), after: "X.+".into(), turned: false },
        OverIf { condition: "\"XXX\"".into() },
        OverAllIf { condition: "\"XXX\"".into() },
        EveryPlayEnds,
        MayGoOn,
        RunsAreHeaps { rules: "0.77".into() },
        PlacesAreHeaps { rules: "n -> n-1".into() },
        FallsApart { parts: 1 },
        FallsApart { parts: 3 },
        LooksAlike { ways: 8 },
        LargerTotal,
        WinsIf { condition: condition.clone() },
        LosesIf { condition },
        MiserePlay,
        NormalPlay,
    ];
    all.extend(SetWords::samples().into_iter().map(|set| Number(number(set))));
    all.extend(Target::samples().into_iter().map(plain));
    all
}

fn option_values() -> Vec<OptionValues> {
    let values = vec![Nimber(0), Nimber(2)];
    vec![
        OptionValues::Listed { values },
        OptionValues::AllBelow { below: Nimber(40) },
        OptionValues::AllBut { to: Nimber(30), but: Nimber(7) },
    ]
}

#[test]
fn the_samples_of_the_page_are_those_of_the_engine() {
    let samples = json!({
        "sentences": written(&sentences(), Sentence::VARIANTS),
        "theorems": phrases(BoardTheorem::ALL),
        "engines": phrases(EngineName::ALL),
        "shapes": phrases(ShapeName::ALL),
        "fits": phrases(&fits()),
        "misfits": phrases(&Misfit::samples()),
        "reaches": phrases(&Reach::samples()),
        "faults": phrases(&faults()),
        "pieces": phrases(&Piece::samples()),
        "steps": phrases(&NextStep::samples()),
        "readings": written(&readings(), RuleSentence::VARIANTS),
        "sets": phrases(&SetWords::samples()),
        "targets": phrases(&Target::samples()),
        "clauses": phrases(&Clause::samples()),
        "warnings": phrases(&Warning::samples()),
        "proofs": phrases(&PROOFS),
        "values": written(&option_values(), OptionValues::VARIANTS),
    });
    let text = serde_json::to_string_pretty(&samples).unwrap() + "\n";
    if std::env::var_os("UPDATE_SAMPLES").is_some() {
        std::fs::write(SAMPLES, &text).unwrap();
    }
    let kept = std::fs::read_to_string(SAMPLES).unwrap_or_default();
    assert!(kept == text, "run UPDATE_SAMPLES=1 cargo test -p grundy --lib sentence");
}
