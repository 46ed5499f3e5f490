//! What is answered about misère play, as data.

use serde::{Serialize, Serializer};

use super::games::Game;
use super::genus::{Class, Genus};
use super::monoid::Monoid;
use crate::outcome::Outcome;

/// The genus of a position.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GenusAnswer {
    /// The position, a component each.
    pub position: Vec<String>,
    /// Who wins under misère play.
    pub outcome: Outcome,
    /// The genus.
    #[serde(serialize_with = "as_text")]
    pub genus: Genus,
    /// How far the position is from Nim.
    pub class: Class,
}

fn as_text<S: Serializer>(genus: &Genus, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(genus)
}

/// A misère quotient.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct QuotientAnswer {
    /// What the game is called.
    pub game: String,
    /// `proved`, for all heaps or all sums of the positions, or `exact to` a heap.
    pub verdict: &'static str,
    /// The last heap that was taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heap: Option<u64>,
    /// How many elements it has.
    pub order: usize,
    /// How many of them are lost.
    pub p_portion: usize,
    /// From where on the elements of heaps repeat, where that is proved.
    pub preperiod: Option<u64>,
    /// After how many heaps they repeat.
    pub period: Option<u64>,
    /// The element of each heap from 0 on, or of each position.
    pub pretending: Vec<usize>,
    /// The positions, where it is not about heaps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<String>,
    /// The heaps that give all elements, called a, b, c, …; null for a position that only comes up.
    pub generators: Vec<Option<u64>>,
    /// The elements as products of the generators.
    pub elements: Vec<String>,
    /// The lost elements.
    pub lost: Vec<usize>,
    /// The products of all elements, row by row.
    pub table: Vec<Vec<u32>>,
    /// Why no more was taken in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<String>,
}

/// The elements as products of the generators a, b, c, …
pub(super) fn names(monoid: &Monoid, generators: &[Game]) -> Vec<String> {
    let letter = |game: Game| {
        let at = generators.iter().position(|other| *other == game).unwrap_or(0);
        let letter = char::from(b'a' + (at % 26) as u8);
        if at < 26 { letter.to_string() } else { format!("{letter}{}", at / 26) }
    };
    let name = |word: &super::words::Word| {
        let factors = word.games().iter().rev().map(|&(game, copies)| match copies {
            1 => letter(game),
            copies => format!("{}^{copies}", letter(game)),
        });
        let name: String = factors.collect();
        if name.is_empty() { "1".into() } else { name }
    };
    monoid.least_words(generators).iter().map(name).collect()
}
