//! Who wins sums of a few games, all others replaced by words in these: what learning asks.
//!
//! The outcome of a sum is searched with memory; below a bound up to which a hypothesis is known to be right, that is asked.

use hashbrown::HashMap;

use super::games::Game;
use super::monoid::Monoid;
use super::words::Word;
use crate::error::Result;
use crate::meter::Meter;

/// What is known to be right for all words below a bound.
pub(super) struct Trusted {
    pub(super) by: Monoid,
    pub(super) below: Word,
}

/// Who wins words in some games.
pub(super) struct Outcomes {
    /// What each of these games may become, as words in them.
    options: HashMap<Game, Vec<Word>>,
    pub(super) trusted: Trusted,
    known: HashMap<Word, bool>,
    bytes: u64,
}

/// A word whose outcome is not known yet.
struct Open {
    word: Word,
    options: Vec<Word>,
}

impl Outcomes {
    pub(super) fn new(options: HashMap<Game, Vec<Word>>, trusted: Trusted) -> Outcomes {
        Outcomes { options, trusted, known: HashMap::new(), bytes: 0 }
    }

    /// How many words were searched.
    pub(super) fn searched(&self) -> u64 {
        self.known.len() as u64
    }

    /// Whether the mover loses.
    pub(super) fn is_lost(&mut self, word: &Word, meter: &Meter<'_>) -> Result<bool> {
        if let Some(known) = self.look_up(word) {
            return Ok(known);
        }
        let mut stack = vec![self.opened(word.clone(), meter)?];
        while let Some(top) = stack.last_mut() {
            let mut lost = true;
            let mut next = None;
            while let Some(option) = top.options.last() {
                match self.look_up(option) {
                    None => {
                        next = Some(option.clone());
                        break;
                    }
                    Some(true) => {
                        lost = false;
                        break;
                    }
                    Some(false) => drop(top.options.pop()),
                }
            }
            if let Some(next) = next {
                stack.push(self.opened(next, meter)?);
                continue;
            }
            let Open { word, .. } = stack.pop().expect("it was just there");
            // Whoever has no move wins.
            let lost = lost && !word.games().is_empty();
            self.bytes += word.bytes() + 24;
            meter.hold(self.bytes)?;
            self.known.insert(word, lost);
        }
        Ok(self.known[word])
    }

    fn look_up(&self, word: &Word) -> Option<bool> {
        if *word < self.trusted.below {
            return Some(self.trusted.by.lost.contains(self.trusted.by.of_word(word)));
        }
        self.known.get(word).copied()
    }

    fn opened(&self, word: Word, meter: &Meter<'_>) -> Result<Open> {
        let mut options = Vec::new();
        // The last game comes last and is asked first: what it leaves is the nearest to what is trusted.
        for &(game, _) in word.games().iter().rev() {
            let mut rest = word.clone();
            rest.remove(game);
            options.extend(self.options[&game].iter().map(|option| rest.plus(option)));
        }
        meter.pass(64 * (1 + options.len() as u64))?;
        Ok(Open { word, options })
    }
}
