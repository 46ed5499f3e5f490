//! Certificates: what a proof of a period rests on, for a checker that trusts nothing.
//!
//! A certificate names the game, the period and the theorem, and holds what the checker could not find cheaply by
//! itself. It holds no values: the checker computes them, and compares their hash.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::heap::code::TakeBreak;
use crate::heap::period::{Period, Theorem};
use crate::heap::sparse::Class;
use crate::literal::Lets;

/// A game as a certificate states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum CertifiedGame {
    /// Taking and breaking.
    Code {
        /// The code, for example `0.77`.
        code: String,
        /// Splits must be into unequal parts.
        unequal: bool,
        /// The least part of a split.
        least_part: u64,
        /// The least heap that may be split.
        least_heap: u64,
    },
    /// Taking an amount of this set.
    Take(Vec<u64>),
    /// Taking any amount but these.
    TakeAllBut(Vec<u64>),
    /// A heap and a tag; each move lowers the heap and sets the tag.
    Falls {
        /// How many tags there are.
        tags: u64,
        /// The moves of the first heaps, heap by heap and tag by tag: by how much the heap falls, and the tag after it.
        small: Vec<Vec<(u64, u64)>>,
        /// The moves of all other heaps, tag by tag.
        large: Vec<Vec<(u64, u64)>>,
    },
}

/// The text of the rules, from which the game was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleText {
    /// The text, short forms written out.
    pub text: String,
    /// The values of its parameters.
    pub lets: Lets,
}

impl CertifiedGame {
    pub(crate) fn code(game: &TakeBreak) -> CertifiedGame {
        let split = game.split();
        let text = game.to_string();
        let code = text.split(' ').next().unwrap_or_default().to_owned();
        let (least_part, least_heap) = (split.least_part, split.least_heap);
        CertifiedGame::Code { code, unequal: split.unequal, least_part, least_heap }
    }
}

/// A longer name than this is cut off.
const NAME: usize = 80;

impl fmt::Display for CertifiedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |set: &[u64]| set.iter().take(NAME).map(u64::to_string).collect::<Vec<_>>().join(",");
        let name = match self {
            CertifiedGame::Code { code, unequal, least_part, least_heap } => {
                let mut name: String = code.chars().take(NAME + 1).collect();
                if *unequal {
                    name += ", unequal parts";
                }
                if *least_part > 1 {
                    name += &format!(", parts of at least {least_part}");
                }
                if *least_heap > 0 {
                    name += &format!(", heaps of at least {least_heap} are split");
                }
                name
            }
            CertifiedGame::Take(set) => format!("take {{{}}}", list(set)),
            CertifiedGame::TakeAllBut(set) => format!("take all but {{{}}}", list(set)),
            CertifiedGame::Falls { tags, .. } => format!("a heap and one of {tags} tags"),
        };
        match name.char_indices().nth(NAME) {
            Some((end, _)) => write!(f, "{}…", &name[..end]),
            None => f.write_str(&name),
        }
    }
}

/// The theorem and what it is applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "theorem", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Proof {
    /// Two equal windows of the largest move.
    Window {},
    /// Guy–Smith.
    GuySmith {
        /// A class that speeds the checker up.
        class: Option<Class>,
        /// How many rare heaps that class has in the table.
        rare_heaps: u64,
    },
    /// Theorem W.
    SparseWindow {
        /// Which values are rare.
        class: Class,
        /// All rare heaps from 1 on, with their values.
        rares: Vec<(u64, u16)>,
        /// `I`: the largest part of a witness.
        bound: u64,
        /// `n1`: the first heap whose options are inherited.
        from: u64,
    },
    /// Theorem S.
    Sums {
        /// `N`: the first heap whose options are inherited.
        from: u64,
        /// `m`: the conditions are those of so many periods at once.
        #[serde(default = "once", skip_serializing_if = "is_once")]
        multiple: u64,
    },
    /// The state of an all-but game came back.
    AllBut {
        /// The heap at which the state was first met.
        from: u64,
        /// After how many heaps it came back: the period or a multiple of it.
        after: u64,
    },
    /// The game has a formula with a proof of its own: Nim and Lasker's Nim, as codes.
    ClosedForm {},
}

fn once() -> u64 {
    1
}

fn is_once(multiple: &u64) -> bool {
    *multiple == 1
}

/// A proof of a period that can be checked without the engine that found it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always [`Certificate::FORMAT`].
    pub format: String,
    /// Always [`Certificate::VERSION`].
    pub version: u32,
    /// The rules as they were asked, if the game was read from a text.
    pub rules: Option<RuleText>,
    /// The game.
    pub game: CertifiedGame,
    /// The period that is claimed: least period, least preperiod.
    pub period: Period,
    /// Why it holds for all heaps.
    pub proof: Proof,
    /// [`hash`] of the values of heaps `0..preperiod + period`, tag by tag where there are tags, in hexadecimal.
    pub hash: String,
}

impl Certificate {
    /// The name of the format.
    pub const FORMAT: &'static str = "grundy-period";
    /// The version of the format.
    pub const VERSION: u32 = 2;

    pub(crate) fn new(
        game: CertifiedGame,
        period: Period,
        proof: Proof,
        values: impl Iterator<Item = u64>,
    ) -> Certificate {
        let hash = format!("{:016x}", hash(values));
        Certificate {
            format: Certificate::FORMAT.into(),
            version: Certificate::VERSION,
            rules: None,
            game,
            period,
            proof,
            hash,
        }
    }

    /// The same certificate with the rules that the game was read from.
    pub fn of_rules(self, text: &str, lets: &Lets) -> Certificate {
        Certificate { rules: Some(RuleText { text: text.into(), lets: lets.clone() }), ..self }
    }

    /// The theorem the proof rests on.
    pub fn theorem(&self) -> Theorem {
        match self.proof {
            Proof::Window {} => Theorem::Window,
            Proof::GuySmith { .. } => Theorem::GuySmith,
            Proof::SparseWindow { .. } => Theorem::SparseWindow,
            Proof::Sums { .. } => Theorem::Sums,
            Proof::AllBut { .. } => Theorem::AllBut,
            Proof::ClosedForm {} => Theorem::ClosedForm,
        }
    }
}

/// The FNV-1a hash of values, eight bytes each, low byte first.
pub fn hash(values: impl Iterator<Item = u64>) -> u64 {
    values.flat_map(u64::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
