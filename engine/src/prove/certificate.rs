//! A proof about all positions as data.

use serde::{Deserialize, Serialize};

use crate::automata::{Automaton, DEAD};
use crate::literal::Lets;
use crate::outcome::Play;
use crate::rules::Rules;

/// What an automaton is claimed to tell of every position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// It accepts the positions that the mover loses.
    Outcomes,
    /// It accepts the positions with their values, which are read last.
    Values,
}

impl Kind {
    /// As scripts read it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Outcomes => "outcomes",
            Kind::Values => "values",
        }
    }
}

/// An automaton as it is written down: minimal, and with its states in the order in which they are met.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WrittenAutomaton {
    /// The states at which a word is accepted. Reading begins in state 0.
    pub accepting: Vec<u32>,
    /// For each state, the state after each letter, -1 being the one that accepts nothing. A letter is one digit of each number;
    /// the digit of the first number changes fastest.
    pub next: Vec<Vec<i64>>,
}

/// A proof about all positions that can be checked without the engine that found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`Certificate::FORMAT`].
    pub format: String,
    /// Always [`Certificate::VERSION`].
    pub version: u32,
    /// The text of the rules, short forms written out.
    pub rules: String,
    /// The values of its parameters.
    pub lets: Lets,
    /// Whether who cannot move wins.
    pub misere: bool,
    /// What is claimed.
    pub kind: Kind,
    /// How numbers are written: `base 2`, `zeckendorf`, `fraenkel 2`, …, the most significant digit first.
    pub system: String,
    /// The automaton.
    pub automaton: WrittenAutomaton,
}

impl Certificate {
    /// The name of the format.
    pub const FORMAT: &'static str = "grundy-proof";
    /// The version of the format.
    pub const VERSION: u32 = 1;

    pub(super) fn new(rules: &Rules, play: Play, kind: Kind, automaton: &Automaton) -> Certificate {
        let states = 0..automaton.states() as u32;
        let row = |state: u32| {
            let after = (0..automaton.letters()).map(|letter| automaton.step(state, letter));
            after.map(|to| if to == DEAD { -1 } else { i64::from(to) }).collect()
        };
        Certificate {
            format: Certificate::FORMAT.into(),
            version: Certificate::VERSION,
            rules: rules.source.clone(),
            lets: rules.lets.clone(),
            misere: play == Play::Misere,
            kind,
            system: automaton.system().to_string(),
            automaton: WrittenAutomaton {
                accepting: states.clone().filter(|state| automaton.accepts_at(*state)).collect(),
                next: states.map(row).collect(),
            },
        }
    }
}
