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

impl Sums {
    /// Of rules whose games are won or lost by their ends.
    pub fn new(rules: &Rules, work: &Work<'_>) -> Sums {
        let form = rules.form();
        let evaluator = Evaluator::new(form.clone(), work.limits.positions.min(MOST_CHOICES));
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

    /// What a sum leads to, each once, in order.
    pub fn options(&mut self, sum: &Sum, work: &Work<'_>) -> Result<Vec<Sum>> {
        let mut found = Vec::new();
        for (at, place) in sum.iter().enumerate() {
            // Equal components have equal moves; sorted, they stand together.
            if at > 0 && *place == sum[at - 1] {
                continue;
            }
            let axes = self.axes;
            let mut moves: Vec<Sum> = Vec::new();
            self.evaluator.options(place, work, &mut |option| {
                let total = option.counts.iter().fold(0u64, |sum, &count| sum.saturating_add(count));
                if total > WIDEST as u64 {
                    return Err(Error::new(ErrorKind::Limit, format!("a move leads to {total} components")));
                }
                let parts = option.places.chunks_exact(axes).zip(option.counts);
                moves.push(parts.flat_map(|(part, &count)| vec![part.to_vec(); count as usize]).collect());
                Ok(())
            })?;
            for mut to in moves {
                to.extend(sum.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, other)| other.clone()));
                found.push(self.canonical(to, work)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
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
        let sums = Sums::new(&rules, &Work::unwatched());
        for sum in [vec![], vec![vec![0, 0]], vec![vec![-1, i64::MIN], vec![i64::MAX, 127], vec![64, -64]]] {
            assert_eq!(sums.unpack(&Sums::pack(&sum)), sum);
        }
    }
}
