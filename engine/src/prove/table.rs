//! Who wins the first positions, by the definition: what patterns are learnt from.

use std::ops::ControlFlow;

use hashbrown::HashMap;

use crate::error::Result;
use crate::meter::Meter;
use crate::outcome::Play;
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

/// The options of one position take at most so many steps to enumerate.
pub(super) const STEPS: u64 = 1 << 20;
/// What one entry takes beside its coordinates.
pub(super) const ENTRY: u64 = 64;
/// So many choices may be made for each position that is allowed.
pub(super) const CHOICES: u64 = 1 << 8;

/// The outcomes of positions that were asked for, and of those that they depend on. The game is known to end.
pub(super) struct Table<'w> {
    play: Play,
    evaluator: Evaluator,
    lost: HashMap<Vec<i64>, bool>,
    /// How many positions, and how many choices on the way, are allowed; and how many choices were made.
    most: u64,
    most_choices: u64,
    choices: u64,
    meter: Meter<'w>,
    work: &'w Work<'w>,
}

impl<'w> Table<'w> {
    /// An empty table, in which nothing is allowed yet.
    pub(super) fn new(rules: &Rules, play: Play, work: &'w Work<'w>) -> Table<'w> {
        let evaluator = Evaluator::new(rules.form().clone(), STEPS);
        let (lost, meter) = (HashMap::new(), Meter::new("positions", work));
        Table { play, evaluator, lost, most: 0, most_choices: 0, choices: 0, meter, work }
    }

    /// How many positions are known.
    pub(super) fn len(&self) -> u64 {
        self.lost.len() as u64
    }

    /// So many more positions may be computed from now on.
    pub(super) fn allow(&mut self, more: u64) {
        (self.most, self.most_choices) = (self.len() + more, self.choices + more * CHOICES);
    }

    /// Whether these are the coordinates of a position.
    pub(super) fn is_position(&mut self, place: &[i64]) -> Result<bool> {
        self.evaluator.is_legal(place)
    }

    /// Whether the mover loses; nothing if that takes too large a table.
    pub(super) fn is_lost(&mut self, place: &[i64]) -> Result<Option<bool>> {
        let mut open = vec![place.to_vec()];
        while let Some(top) = open.last() {
            if self.lost.contains_key(top) {
                open.pop();
                continue;
            }
            if self.len() + open.len() as u64 > self.most || self.choices > self.most_choices {
                return Ok(None);
            }
            let (unknown, lost) = self.look(&top.clone())?;
            self.choices += self.evaluator.choices();
            match lost {
                Some(lost) => {
                    let place = open.pop().expect("it is the last");
                    self.meter.add(8 * place.len() as u64 + ENTRY)?;
                    self.lost.insert(place, lost);
                }
                None => open.extend(unknown),
            }
        }
        Ok(self.lost.get(place).copied())
    }

    /// Whether the mover loses, if the options that are known decide it; otherwise those that are not known.
    fn look(&mut self, place: &[i64]) -> Result<(Vec<Vec<i64>>, Option<bool>)> {
        let (mut unknown, mut any) = (Vec::new(), false);
        let lost = &self.lost;
        let axes = place.len();
        let walked = self.evaluator.options_until(place, self.work, &mut |option| {
            any = true;
            // An even number of copies cancels.
            let mut odd =
                option.places.chunks_exact(axes).zip(option.counts).filter(|(_, count)| *count % 2 == 1);
            let decided = match odd.next() {
                None => Some(true),
                Some((part, _)) => match lost.get(part) {
                    Some(lost) => Some(*lost),
                    None => {
                        unknown.push(part.to_vec());
                        None
                    }
                },
            };
            Ok(if decided == Some(true) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
        })?;
        let outcome = match walked {
            ControlFlow::Break(()) => Some(false),
            ControlFlow::Continue(()) if !any => Some(!self.wins_at_end(place)?),
            ControlFlow::Continue(()) => unknown.is_empty().then_some(true),
        };
        Ok((unknown, outcome))
    }

    fn wins_at_end(&mut self, place: &[i64]) -> Result<bool> {
        Ok(self.evaluator.wins_at_end(place)?.unwrap_or(self.play == Play::Misere))
    }

    /// The positions that one move leads to.
    pub(super) fn options(&mut self, place: &[i64]) -> Result<Vec<Vec<i64>>> {
        let mut options = Vec::new();
        self.evaluator.options(place, self.work, &mut |option| {
            options.push(option.places.to_vec());
            Ok(())
        })?;
        options.sort_unstable();
        options.dedup();
        Ok(options)
    }
}
