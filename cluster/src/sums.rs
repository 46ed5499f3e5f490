//! The sums of a game, and what each leads to.
//!
//! A position is a sum of components: those without a move are left out and the others sorted, so that equal sums are
//! one position, written down as a few bytes.

use std::ops::ControlFlow;

use grundy::rules::Evaluator;
use grundy::{Error, ErrorKind, Result, Rules, Work};

/// How many choices may be looked at to find the moves of one component, as on one machine.
const MOST_CHOICES: u64 = 1 << 22;
/// How many components a sum may have, as on one machine.
const WIDEST: usize = 1 << 16;

/// The sums of a game: what each leads to.
pub struct Sums {
    evaluator: Evaluator,
    axes: usize,
    /// Whether components without moves are part of a sum: they are where the final position decides.
    keep_finished: bool,
}

/// A sum: the coordinates of its components, one after the other, in order.
pub type Sum = Vec<Vec<i64>>;

/// What is followed from where a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    /// Each component alone, where values add up. What a move leaves in several parts is a *sum* that leads to each of its
    /// parts, and whose value is their nim-sum: sums are not followed themselves, so that there are few of them.
    Components,
    /// All components together.
    Sums,
}

/// Of equal components an odd number counts as one, an even number as two: the nim-sum is the same, and so is what it
/// hangs on.
fn odd_or_even(sum: Sum) -> Sum {
    let equal = sum.chunk_by(|one, other| one == other);
    equal.flat_map(|some| some[..2 - some.len() % 2].to_vec()).collect()
}

/// Whether packed bytes are those of several components with so many coordinates each.
pub fn has_several(bytes: &[u8], axes: usize) -> bool {
    bytes.iter().filter(|byte| **byte < 0x80).count() > axes
}

fn once(mut found: Vec<Sum>) -> Result<Vec<Sum>> {
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

impl Sums {
    /// Of rules whose games are won or lost by their ends.
    pub fn new(rules: &Rules) -> Sums {
        let form = rules.form();
        let evaluator = Evaluator::new(form.clone(), MOST_CHOICES);
        Sums { evaluator, axes: form.axes.len().max(1), keep_finished: form.ending.win_if.is_some() }
    }

    fn can_move(&mut self, place: &[i64], work: &Work<'_>) -> Result<bool> {
        Ok(self.evaluator.options_until(place, work, &mut |_| Ok(ControlFlow::Break(())))?.is_break())
    }

    /// The form that all equal sums share.
    pub fn canonical(&mut self, mut sum: Sum, work: &Work<'_>) -> Result<Sum> {
        if !self.keep_finished {
            let mut kept = Vec::with_capacity(sum.len());
            for place in sum {
                if self.can_move(&place, work)? {
                    kept.push(place);
                }
            }
            sum = kept;
        }
        if sum.len() > WIDEST {
            let message = format!("a sum of {} components is too wide", sum.len());
            return Err(Error::new(ErrorKind::Limit, message));
        }
        sum.sort_unstable();
        Ok(sum)
    }

    /// What a position leads to, each once, in order.
    pub fn lead_to(&mut self, sum: &Sum, follow: Follow, work: &Work<'_>) -> Result<Vec<Sum>> {
        match (follow, &sum[..]) {
            (Follow::Sums, _) => self.options(sum, work),
            (Follow::Components, [only]) => {
                let left = self.moves(only, &|count| if count % 2 == 1 { 1 } else { count.min(2) }, work)?;
                let left = left.into_iter().map(|parts| Ok(odd_or_even(self.canonical(parts, work)?)));
                once(left.collect::<Result<_>>()?)
            }
            (Follow::Components, parts) => Ok(parts.iter().map(|part| vec![part.clone()]).collect()),
        }
    }

    /// What a sum leads to, each once, in order.
    pub fn options(&mut self, sum: &Sum, work: &Work<'_>) -> Result<Vec<Sum>> {
        let mut found = Vec::new();
        for (at, place) in sum.iter().enumerate() {
            // Equal components have equal moves; sorted, they stand together.
            if at > 0 && *place == sum[at - 1] {
                continue;
            }
            for mut to in self.moves(place, &|count| count, work)? {
                to.extend(sum.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, other)| other.clone()));
                found.push(self.canonical(to, work)?);
            }
        }
        once(found)
    }

    /// What the moves of a component leave; `copies` tells how many of equal parts are kept.
    fn moves(&mut self, place: &[i64], copies: &dyn Fn(u64) -> u64, work: &Work<'_>) -> Result<Vec<Sum>> {
        let axes = self.axes;
        let mut moves: Vec<Sum> = Vec::new();
        self.evaluator.options(place, work, &mut |option| {
            let counts = option.counts.iter().map(|&count| copies(count));
            let total = counts.clone().fold(0u64, u64::saturating_add);
            if total > WIDEST as u64 {
                return Err(Error::new(ErrorKind::Limit, format!("a move leads to {total} components")));
            }
            let parts = option.places.chunks_exact(axes).zip(counts);
            moves.push(parts.flat_map(|(part, count)| vec![part.to_vec(); count as usize]).collect());
            Ok(())
        })?;
        Ok(moves)
    }

    /// Whether the player to move wins where the game is over.
    pub fn wins_at_end(&mut self, sum: &Sum, misere: bool) -> Result<bool> {
        match &sum[..] {
            [only] if self.keep_finished => Ok(self.evaluator.wins_at_end(only)?.unwrap_or(false)),
            _ => Ok(misere && !self.keep_finished),
        }
    }

    /// A sum in few bytes: each coordinate in seven bits a byte, its sign in the lowest.
    pub fn pack(sum: &Sum) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &coordinate in sum.iter().flatten() {
            let mut rest = (coordinate << 1 ^ coordinate >> 63) as u64;
            while rest >= 0x80 {
                bytes.push(rest as u8 | 0x80);
                rest >>= 7;
            }
            bytes.push(rest as u8);
        }
        bytes
    }

    /// How many coordinates a component has.
    pub fn axes(&self) -> usize {
        self.axes
    }

    /// The sum of such bytes.
    pub fn unpack(&self, bytes: &[u8]) -> Sum {
        let mut coordinates = Vec::new();
        let (mut number, mut shift) = (0u64, 0);
        for &byte in bytes {
            number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or(0);
            shift += 7;
            if byte & 0x80 == 0 {
                coordinates.push((number >> 1) as i64 ^ -((number & 1) as i64));
                (number, shift) = (0, 0);
            }
        }
        coordinates.chunks(self.axes).map(<[i64]>::to_vec).collect()
    }
}

#[cfg(test)]
mod tests {
    use grundy::{Lets, Work};

    use super::*;

    #[test]
    fn sums_come_out_of_their_bytes_as_they_went_in() {
        let rules = Rules::read("(a,b) -> (a-1,b+3)", &Lets::new(), &Work::unwatched()).unwrap();
        let sums = Sums::new(&rules);
        for sum in [vec![], vec![vec![0, 0]], vec![vec![-1, i64::MIN], vec![i64::MAX, 127], vec![64, -64]]] {
            let bytes = Sums::pack(&sum);
            assert_eq!((sums.unpack(&bytes), has_several(&bytes, 2)), (sum.clone(), sum.len() > 1));
        }
    }

    #[test]
    fn components_lead_to_sums_of_few_and_those_to_their_parts() {
        let work = Work::unwatched();
        let rules = Rules::read("n -> n-1 & n-1 & n-1 & 1 & 1 | 1000000 of n-2 | n-5", &Lets::new(), &work);
        let mut sums = Sums::new(&rules.unwrap());
        let heaps = |heaps: &[i64]| -> Sum { heaps.iter().map(|&n| vec![n]).collect() };
        let mut lead = |from: &[i64]| sums.lead_to(&heaps(from), Follow::Components, &work).unwrap();
        assert_eq!(lead(&[5]), [heaps(&[]), heaps(&[1, 1, 4]), heaps(&[3, 3])]);
        assert_eq!(lead(&[3, 3, 4]), [heaps(&[3]), heaps(&[3]), heaps(&[4])]);
        assert_eq!(lead(&[]), Vec::<Sum>::new());
    }
}
