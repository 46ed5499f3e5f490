//! How a judge asks about a game: what its input is made of, and which words the answer has.
//!
//! A `.game` file may have any number of these, so that a reader of the judge's format stands beside the rules:
//!
//! ```toml
//! rules = "n -> n-s for s in S"
//! let = { S = [2, 5] }
//!
//! [[judge]]
//! name = "acwing893_set_nim"
//! read = "k: S [m: n]"
//! answer = ["Yes", "No"]
//! numbers = { k = "how many amounts there are", S = { what = "an amount", from = 1 } }
//! ```
//!
//! `read` lists what comes, word by word. A name reads a number; `k: X` reads k, unless it was read before, and then so many
//! X. Square brackets hold a position, of which every answer is about one. Within them the names of coordinates make the
//! components; a named value stands for itself. The name of a parameter sets it, behind `k:` as a list. Round brackets
//! only hold together, `<…>` puts the answers within on one line, and `until 0 X` reads X again and again up to a lone 0 or
//! the end.

use std::collections::BTreeMap;

use serde::Deserialize;

/// How a judge asks about a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Judge {
    /// What the problem is called, with the judge in front: `kattis_snim`. The name of the file if absent.
    #[serde(default)]
    pub name: String,
    /// What people call it; the title of the game if absent.
    #[serde(default)]
    pub title: String,
    /// What it asks; what the game is about if absent.
    #[serde(default)]
    pub statement: String,
    /// What is read and printed, in words; the layout if absent.
    #[serde(default)]
    pub format: String,
    /// Why the answer is right.
    #[serde(default)]
    pub idea: String,
    /// The layout of the input.
    pub read: String,
    /// What is printed for a position.
    pub answer: Answer,
    /// What the numbers of the layout are.
    #[serde(default)]
    pub numbers: BTreeMap<String, Number>,
}

/// What is printed for a position.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// Words for a win of the player to move and for a loss, and maybe one for a draw.
    Words(Vec<String>),
    /// Every winning move, with blanks between them.
    Moves {
        /// A move, with `{component}` (from 1) and `{to}`.
        each: String,
        /// What is printed where no move wins.
        none: String,
    },
    /// Something that is known about it.
    Known(Known),
}

/// What may be known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Known {
    /// How many moves win.
    Count,
    /// The value.
    Value,
    /// The mover's best difference in a scoring game.
    Score,
}

/// What a number is called in messages, and what it may be.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Number {
    /// Any from 0 on.
    What(String),
    /// One within bounds.
    Within {
        /// What it is.
        what: String,
        /// The least.
        #[serde(default)]
        from: i64,
        /// The largest.
        #[serde(default = "largest")]
        to: i64,
    },
}

fn largest() -> i64 {
    i64::MAX
}

/// One judge, or several.
pub(super) fn one_or_more<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Vec<Judge>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        One(Box<Judge>),
        More(Vec<Judge>),
    }
    Ok(match Either::deserialize(from)? {
        Either::One(one) => vec![*one],
        Either::More(more) => more,
    })
}
