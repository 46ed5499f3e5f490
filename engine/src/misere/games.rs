//! Positions as games: those with the same moves are one game, whatever they are called.
//!
//! Games are numbered so that options come before the games that have them. A game without a move is left out of sums, and
//! two copies of the game whose only move ends it are left out together: both are nothing in every sum, under misère play
//! too (Conway, *On Numbers and Games*, ch. 12). Nothing else is: two copies of any other game are not nothing.

use std::collections::BTreeSet;

use hashbrown::{HashMap, HashSet};

use crate::arena::Arena;
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::meter::Meter;
use crate::work::Work;

/// A game that has a move.
pub(super) type Game = u32;
/// Games beside each other, in order.
pub(super) type Sum = Vec<Game>;

/// About how many bytes a game or an option takes beside its own.
const ENTRY: u64 = 64;

/// Games by their options.
#[derive(Default)]
pub(super) struct Games {
    options: Vec<Vec<Sum>>,
    known: HashMap<Vec<Sum>, Game>,
    /// The game whose only move ends it.
    single: Option<Game>,
}

impl Games {
    /// How many games there are.
    pub(super) fn len(&self) -> usize {
        self.options.len()
    }

    /// What a game may become.
    pub(super) fn options(&self, game: Game) -> &[Sum] {
        &self.options[game as usize]
    }

    /// The game with these options; none if there are no options.
    pub(super) fn with_options(&mut self, options: BTreeSet<Sum>) -> Option<Game> {
        if options.is_empty() {
            return None;
        }
        let options: Vec<Sum> = options.into_iter().collect();
        if let Some(&known) = self.known.get(&options) {
            return Some(known);
        }
        let game = self.options.len() as Game;
        if options == [Sum::new()] {
            self.single = Some(game);
        }
        self.known.insert(options.clone(), game);
        self.options.push(options);
        Some(game)
    }

    /// A sum in the form that all sums equal to it share, as far as that is plain.
    pub(super) fn tidy(&self, mut sum: Sum) -> Sum {
        sum.sort_unstable();
        if let Some(single) = self.single {
            let copies = sum.iter().filter(|&&game| game == single).count();
            if copies > 1 {
                sum.retain(|&game| game != single);
                sum.extend((copies % 2 == 1).then_some(single));
                sum.sort_unstable();
            }
        }
        sum
    }

    /// The options of a sum, each once.
    pub(super) fn options_of_sum(&self, sum: &[Game]) -> BTreeSet<Sum> {
        let mut all = BTreeSet::new();
        for (at, &game) in sum.iter().enumerate() {
            if at > 0 && sum[at - 1] == game {
                continue;
            }
            for option in self.options(game) {
                let rest = sum[..at].iter().chain(&sum[at + 1..]);
                all.insert(self.tidy(rest.chain(option).copied().collect()));
            }
        }
        all
    }
}

/// The positions of a game that were met, as games.
#[derive(Default)]
pub(super) struct Positions {
    pub(super) games: Games,
    met: HashMap<String, Option<Game>>,
    bytes: u64,
}

/// A position whose options are not all known yet.
struct Open {
    text: String,
    /// What each move leads to.
    options: Vec<Vec<String>>,
    /// How many of them are known.
    done: usize,
}

impl Positions {
    /// The game of a component, and of all that can come up from it; none if it has no move.
    pub(super) fn game(
        &mut self,
        arena: &mut dyn Arena,
        text: &str,
        work: &Work<'_>,
    ) -> Result<Option<Game>> {
        if let Some(&known) = self.met.get(text) {
            return Ok(known);
        }
        let meter = Meter::new("positions", work);
        let mut stack = vec![opened(arena, text.into(), work)?];
        let mut open: HashSet<String> = HashSet::from_iter([text.to_string()]);
        while let Some(top) = stack.last_mut() {
            match self.next_unknown(top) {
                Some(next) if open.contains(next) => {
                    return Err(Error::new(
                        ErrorKind::Unsupported,
                        Fault::MisereComesBack { text: next.clone() },
                    ));
                }
                Some(next) => {
                    let next = next.clone();
                    meter.pass(ENTRY)?;
                    open.insert(next.clone());
                    stack.push(opened(arena, next, work)?);
                }
                None => {
                    let Open { text, options, .. } = stack.pop().expect("it was just there");
                    let game = self.close(&options);
                    meter.pass(ENTRY * options.len() as u64)?;
                    open.remove(&text);
                    self.bytes += ENTRY * (1 + options.len() as u64) + text.len() as u64;
                    self.met.insert(text, game);
                    work.limits.allow(self.met.len() as u64, 0)?;
                    work.limits.allow_bytes(self.bytes)?;
                }
            }
        }
        Ok(self.met[text])
    }

    /// A position as a sum of games.
    pub(super) fn sum(&mut self, arena: &mut dyn Arena, texts: &[String], work: &Work<'_>) -> Result<Sum> {
        let mut sum = Sum::new();
        for text in texts {
            sum.extend(self.game(arena, text, work)?);
        }
        Ok(self.games.tidy(sum))
    }

    /// A component that has to be known first.
    fn next_unknown<'o>(&self, open: &'o mut Open) -> Option<&'o String> {
        let unknown = |option: &Vec<String>| option.iter().any(|text| !self.met.contains_key(text));
        let ahead = open.options[open.done..].iter().position(unknown);
        open.done = ahead.map_or(open.options.len(), |ahead| open.done + ahead);
        open.options.get(open.done)?.iter().find(|text| !self.met.contains_key(*text))
    }

    /// The game of a position all of whose options are known.
    fn close(&mut self, options: &[Vec<String>]) -> Option<Game> {
        let of = |option: &Vec<String>| option.iter().filter_map(|text| self.met[text]).collect();
        let sums: BTreeSet<Sum> = options.iter().map(of).map(|sum| self.games.tidy(sum)).collect();
        self.games.with_options(sums)
    }
}

fn opened(arena: &mut dyn Arena, text: String, work: &Work<'_>) -> Result<Open> {
    let moves = arena.moves(std::slice::from_ref(&text), work)?;
    if moves.iter().any(|played| played.by.again) {
        return Err(Error::new(ErrorKind::Unsupported, Fault::MisereMovesOn));
    }
    Ok(Open { text, options: moves.into_iter().map(|played| played.to).collect(), done: 0 })
}
