//! A rule read back, as data.

use std::fmt;

use serde::Serialize;

use crate::keyed::{keyed, sayings};

keyed! {
    /// One sentence of how a game was read.
    pub enum RuleSentence {
        /// The title of a board.
        Title {
            /// What it is called.
            title: String,
        },
        /// How the positions of a board are written.
        Written {
            /// In words.
            positions: String,
        },
        /// A position has one coordinate.
        Number(CoordinateWords),
        /// A position has several coordinates.
        Coordinates {
            /// Each of them.
            coordinates: Vec<CoordinateWords>,
        },
        /// A kind of move.
        Move {
            /// What it is called.
            #[serde(skip_serializing_if = "Option::is_none")]
            label: Option<String>,
            /// The coordinates before it.
            from: String,
            /// What it leaves.
            to: Target,
            /// The choices and conditions, in order.
            clauses: Vec<Clause>,
            /// What it earns.
            #[serde(skip_serializing_if = "Option::is_none")]
            gain: Option<String>,
        },
        /// A position is letters on a board.
        OnBoard {
            /// What boards look like, by its name in the language.
            universe: String,
        },
        /// A move puts one picture in the place of another.
        Shows {
            /// What it is called.
            #[serde(skip_serializing_if = "Option::is_none")]
            label: Option<String>,
            /// The picture before it.
            before: String,
            /// The picture after it.
            after: String,
            /// Whether it may be turned and mirrored.
            turned: bool,
        },
        /// A board is over under a condition.
        OverIf {
            /// The condition.
            condition: String,
        },
        /// All boards are over as soon as one fulfils a condition.
        OverAllIf {
            /// The condition.
            condition: String,
        },
        /// It is proved that every play ends.
        EveryPlayEnds,
        /// It is not proved that every play ends.
        MayGoOn,
        /// Independent parts of a board, derived from the rule.
        FallsApart {
            /// How many have a move.
            parts: usize,
        },
        /// Runs of cells are heaps, as was derived from the rule.
        RunsAreHeaps {
            /// The rule of numbers by which they are played.
            rules: String,
        },
        /// The number on each place is a heap, as was derived from the rule.
        PlacesAreHeaps {
            /// The rule of numbers by which it is played.
            rules: String,
        },
        /// Symmetries, derived from the rule.
        LooksAlike {
            /// How many there are, the one that changes nothing among them.
            ways: usize,
        },
        /// The points decide.
        LargerTotal,
        /// Who cannot move wins under a condition, and loses otherwise.
        WinsIf {
            /// The condition.
            condition: String,
        },
        /// Who cannot move loses under a condition, and wins otherwise.
        LosesIf {
            /// The condition.
            condition: String,
        },
        /// Who cannot move wins.
        MiserePlay,
        /// Who cannot move loses.
        NormalPlay,
    }
}

/// A coordinate and the numbers that it may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CoordinateWords {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub set: SetWords,
}

sayings! {
    /// A set of numbers.
    pub enum SetWords {
        OrMore => "0 or more",
        AtLeast { low: String } => "{low} or more",
        Range { low: String, high: String } => "from {low} to {high}",
        Members { set: String } => "in {set}",
        List { name: String } => "in the list {name}",
        Squares { last: String } => "among the squares 1, 4, 9, … up to {last}",
        Divisors { of: String } => "among the divisors of {of}",
        Primes { last: String } => "among the primes 2, 3, 5, … up to {last}",
        Powers { base: String, last: String } => "among the powers 1, {base}, {base}^2, … up to {last}",
        PowersOfTwo { last: String } => "among the powers 1, 2, 4, … up to {last}",
        Fibonacci { last: String } => "among the Fibonacci numbers 1, 2, 3, 5, … up to {last}",
        Triangular { last: String } => "among the triangular numbers 1, 3, 6, … up to {last}",
        Factorials { last: String } => "among the factorials 1, 2, 6, … up to {last}",
    }
}

sayings! {
    /// What a move leaves.
    pub enum Target {
        Nothing => "nothing: this component is over",
        One { place: String } => "{place}",
        Copies { place: String } => "{place}, all of them in play",
        Both { places: Places } => "{places}, both in play",
        All { places: Places } => "{places}, all in play",
    }
}

/// Several places that a move leaves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Places(pub Vec<String>);

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(" and "))
    }
}

sayings! {
    /// A choice or a condition of a move.
    pub enum Clause {
        Each { name: String, set: SetWords } => "for each {name} {set}",
        If { condition: String } => "if {condition}",
        Again => "after which the same player moves on",
    }
}

sayings! {
    /// What rules say that their author probably does not mean.
    pub enum Warning {
        EmptyDomain { range: String, name: String } =>
            "the range {range} is empty, so that there is no position: {name} has no value",
        EmptyChoice { range: String, name: String } =>
            "the range {range} is empty, so that {name} has no value and the move is never made",
        Pass { name: String } => "{name} may be 0, and a move then leaves the position as it is",
        AlwaysPass => "a move leaves the position as it is",
    }
}

impl fmt::Display for CoordinateWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.set)
    }
}

impl fmt::Display for RuleSentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use RuleSentence::*;
        match self {
            Title { title } => f.write_str(title),
            Written { positions } => write!(f, "positions are written as {positions}"),
            Number(coordinate) => write!(f, "a position is a number {coordinate}"),
            Coordinates { coordinates } => {
                let each: Vec<String> = coordinates.iter().map(CoordinateWords::to_string).collect();
                write!(f, "a position has {} coordinates: {}", each.len(), each.join(", "))
            }
            Move { label, from, to, clauses, gain } => {
                if let Some(label) = label {
                    write!(f, "{label}: ")?;
                }
                write!(f, "from {from} to {to}")?;
                clauses.iter().try_for_each(|clause| write!(f, ", {clause}"))?;
                gain.as_ref().map_or(Ok(()), |gain| write!(f, ", earning {gain}"))
            }
            OnBoard { universe } => write!(f, "a position is letters on a {universe}"),
            Shows { label, before, after, turned } => {
                let label = label.as_ref().map_or(String::new(), |label| format!("{label}: "));
                let turned = if *turned { ", turned and mirrored as one likes" } else { ", as it is drawn" };
                write!(f, "{label}where the board shows {before}, a move makes it {after}{turned}")
            }
            OverIf { condition } => write!(f, "a board is over as soon as it shows {condition}"),
            OverAllIf { condition } => {
                write!(f, "all boards are over as soon as one shows {condition}")
            }
            EveryPlayEnds => f.write_str("every play ends: each move lowers a sum of weights of the letters"),
            MayGoOn => f.write_str("it is not proved that every play ends, so all positions are followed"),
            PlacesAreHeaps { rules } => write!(f, "the number on each place is a heap of {rules}"),
            RunsAreHeaps { rules } => {
                write!(f, "a run of cells is a heap of {rules}, and a position is a sum of them")
            }
            FallsApart { parts: 1 } => {
                f.write_str("the board is one part: what happens on it hangs together")
            }
            FallsApart { parts } => {
                write!(f, "the board falls into {parts} parts that do not touch each other")
            }
            LooksAlike { ways } => {
                write!(f, "{ways} ways to turn the board, or to exchange letters, keep the game as it is")
            }
            LargerTotal => f.write_str("the game ends when there is no move; the larger total wins"),
            WinsIf { condition } => {
                write!(f, "a player without a move wins if {condition}, and loses otherwise")
            }
            LosesIf { condition } => {
                write!(f, "a player without a move loses if {condition}, and wins otherwise")
            }
            MiserePlay => f.write_str("a player without a move wins (misère play)"),
            NormalPlay => f.write_str("a player without a move loses (normal play)"),
        }
    }
}
