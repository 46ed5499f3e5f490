//! Which engine answers and why, as data.

use std::fmt;

use serde::Serialize;

use super::BoardTheorem;
use crate::heap::Amounts;
use crate::keyed::{phrases, sayings};
use crate::position::Place;

phrases! {
    /// An engine, as reports name it.
    pub enum EngineName {
        Nim => "Nim",
        Remainder => "remainder",
        PrimeFactors => "prime factors",
        PowersOfTwo => "powers of two",
        SubtractionSieve => "subtraction sieve",
        AllBut => "all-but recurrence",
        TableOfSet => "table of a set",
        Parity => "parity",
        Staircase => "staircase",
        LaskersNim => "Lasker's Nim",
        SparseSpace => "sparse space",
        WindowAutomaton => "window automaton",
        DenseTable => "dense table",
        DenseBox => "dense box",
        MemorySearch => "memory search",
        MiniMax => "mini-max",
        Retrograde => "retrograde",
        MisereNim => "misère Nim",
        MisereQuotient => "misère quotient",
        GoldenRatio => "golden ratio",
        LostHeaps => "sieve of lost heaps",
        ProvedAutomaton => "proved automaton",
        ClosedForm => "closed form",
        Rows => "rows",
        Theorem => "theorem",
        NimberSearch => "nimber search",
        Negamax => "scores by negamax",
        RetrogradeAnalysis => "retrograde analysis",
    }
}

phrases! {
    /// A shape of rules that the planner looks for.
    pub enum ShapeName {
        NimHeap => "Nim heap",
        TakeUpTo => "take 1..k",
        Divisors => "divisors",
        ClosedForm => "closed form",
        FiniteSubtraction => "finite subtraction set",
        TakeAllBut => "take all but a finite set",
        AmountSet => "amounts of a well-known set",
        OneOrAll => "take one or all",
        StaircaseNim => "staircase Nim",
        LaskersNim => "Lasker's Nim",
        TakingAndBreaking => "taking and breaking",
        BoundedStep => "bounded step with finite memory",
        Falling => "falling potential",
        AnyRules => "any rules",
        MiniMax => "mini-max over the whole game",
        MisereNim => "misère Nim",
        Retrograde => "retrograde analysis of the whole game",
    }
}

sayings! {
    /// Why an engine was chosen: what was seen in the game.
    pub enum Fit {
        EverySmaller => "every smaller heap may be left, so a heap of n has the value n",
        UpTo { most: i64, modulus: i64 } => "1 to {most} may be taken, so a heap of n has the value n mod {modulus}",
        UpToAll { most: i64 } => "1 to {most} may be taken, so a heap of n has the value n",
        ToDivisors => "any proper divisor may be left, so the value is the number of prime factors",
        EqualParts => "equal parts are left, so the value is the number of odd prime factors, and 1 more if even",
        TakeDivisor => "any divisor may be taken, so the value is 1 more than the number of times 2 divides",
        TakeProperDivisor => "any proper divisor may be taken, so the value is how often 2 divides",
        Nothing => "nothing may ever be taken",
        TheseAmounts { set: String } => "the amounts that may be taken are {set}",
        AllBut { set: String } => "any amount may be taken but {set}",
        KnownSet { set: Amounts } => "the amounts that may be taken are {set}",
        OneOrAll => "one may be taken, or all, so odd heaps have the value 1 and even ones 2",
        Steps => "tokens move one step down, so the value is the nim-sum of the first, third, … step",
        Lasker => "a heap may be lowered or split, so 4k+3 and 4k+4 change places and others keep their size",
        Code { code: String } => "every move removes a fixed amount and leaves the rest in parts: the code {code}",
        Window { name: String, step: i64 } =>
            "{name} falls by at most {step} a move, so a window of values comes back",
        WindowOfStates { name: String, step: i64, states: usize } =>
            "{name} falls by at most {step} a move, the rest has {states} states, so a window of values comes \
             back",
        Rows { name: String, rows: usize } =>
            "of the rows beside {name} few matter (in number {rows}), and their state comes back, so values far out are known",
        Falls { potential: String } => "every move lowers {potential}, so positions can be tabulated in that order",
        FewMet { cells: u64 } =>
            "of a table of {cells} positions only a small part can come up, so positions are searched as they are met",
        AsMet => "positions are searched as they are met; if one comes back, the whole graph is analysed backwards",
        Scores => "moves earn points, so the whole game is followed",
        OwnEnding => "the final position decides, so the whole game is followed",
        Misere => "under misère play values do not add up, so the whole sum is followed",
        MisereNim => "all components are Nim heaps, for which the misère rule is known",
        MisereQuotient { order: usize } =>
            "the sums of these heaps form a misère quotient of {order} elements, which tells who wins",
        Wythoff => "these are the moves of Wythoff's game, whose lost positions follow the golden ratio",
        LostHeaps { set: Amounts } =>
            "the amounts that may be taken are {set}; lost heaps strike out all that reach them",
        Together => "each component is written out as a graph, and the rule of the compound or the product of the graphs decides",
        MovesOn => "after some moves the same player moves on, so the whole sum is followed",
        ProvedAutomaton { states: usize, system: String } =>
            "an automaton (states: {states}, {system}) was learnt from the first positions and proved to tell all lost ones",
        Share => "at most a share of the heap may be taken, so each value that falls out of reach comes back with the next heap",
        Quotients { least: i64 } =>
            "the heap may be divided by any number from {least} on, so the value is its logarithm to the base {least}, rounded down",
        Coprime =>
            "amounts without a common factor with the heap may be taken, so the value is the rank of its least prime factor",
        NoDivisor => "amounts that do not divide the heap may be taken, so an odd heap 2m+1 has the value m",
        Powers { base: u64, modulus: u64 } =>
            "powers of {base} may be taken, which are 1 or -1 modulo {modulus}, so the value depends on the rest modulo {modulus}",
        Euclid => "multiples of the smaller number may be taken from the larger, so the value is |a/b - b/a|, rounded down",
        EuclidToZero =>
            "multiples of the smaller number may be taken from the larger, so the mover loses where their ratio lies between 1 and the \
             golden ratio",
        Corners => "the corners of a rectangle are turned, so the value is the nim-product of the sides",
        Tartan { first: String, second: String } =>
            "the moves are products of a move of {first} and a move of {second}, so the value is the nim-product of the two values",
        ProvedValues { states: usize } =>
            "an automaton (states: {states}) was learnt from the values of the first positions and proved to tell those of all",
        BackAndSplit => "positions can come back and split, so the whole sum is followed",
        OverAll => "the game is over as soon as one board is, so the whole sum is followed",
        ComeBack => "positions can come back, so the graph of positions is analysed backwards",
        Stays { place: Place } =>
            "a move may leave {place} as {place}, so the graph of positions is analysed backwards",
        TheoremOnly => "a theorem tells who wins, but no values that could be added",
        SmallBoards => "the boards are so small that nothing had to be searched",
        Theorems { theorems: Theorems } => "nothing had to be searched: {theorems}",
        PartByPart => "boards are searched part by part, by asking whether a value is k",
        Graph { vertices: usize, edges: usize } =>
            "the game is given as a graph of {vertices} vertices and {edges} edges",
        Partisan =>
            "positions can come back, so the graph of all positions is analysed backwards; the game is partisan \
             and has no value in sums",
    }
}

sayings! {
    /// How far an engine goes.
    pub enum Reach {
        AnySize => "any size",
        BothGames => "as far as both games go",
        OncePeriod => "any heap, once the period is found; it always exists",
        OnceArithmetic => "any heap, once the arithmetic period is found; it always exists",
        IfPeriod => "long tables; any heap, if a period is proved",
        Heaps { limit: u64 } => "heaps up to {limit} at the present limits",
        Positions { limit: u64 } => "{limit} positions at the present limits",
        Met { limit: u64 } => "{limit} positions met, at the present limits",
        MetOrWindow { limit: u64, window: Box<Fit> } =>
            "{limit} positions met, at the present limits; a single component of any size by the window \
             automaton: {window}",
    }
}

/// Theorems, of which English says the names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Theorems(pub Vec<BoardTheorem>);

impl fmt::Display for Theorems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.iter().map(|theorem| theorem.name()).collect::<Vec<_>>().join("; "))
    }
}
