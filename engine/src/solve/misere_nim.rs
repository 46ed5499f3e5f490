//! Misère Nim (Bouton 1901): play Nim until your move would leave only heaps of at most one, then leave an odd number.
//!
//! A position is lost for the mover if some heap is at least 2 and the nim-sum is zero, or if all heaps are at most 1
//! and the number of ones is odd. Proof: with all heaps at most 1 the moves are forced. With exactly one larger heap
//! the mover chooses the parity of the ones that are left, so wins, and the nim-sum is not zero. Otherwise a move to
//! nim-sum zero exists exactly if the sum is not zero, and such a move leaves two or more large heaps or none; none
//! is the case of exactly one large heap before, which is won.

use crate::error::Result;
use crate::meter::Meter;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::report::{MoveReport, Part};
use crate::rules::Rules;
use crate::work::Work;

use crate::report::Judgement;

fn outcome(heaps: &[i64]) -> Outcome {
    let lost = match heaps.iter().any(|&h| h > 1) {
        true => heaps.iter().fold(0, |sum, h| sum ^ h) == 0,
        false => heaps.iter().sum::<i64>() % 2 == 1,
    };
    if lost { Outcome::P } else { Outcome::N }
}

fn heaps(position: &Position) -> Vec<i64> {
    position.0.iter().map(|c| c.0[0]).collect()
}

pub(super) fn judge(position: &Position) -> Judgement {
    Judgement { outcome: outcome(&heaps(position)), value: None, remoteness: None, score: None }
}

/// Each heap has at most one winning move: to the nim-sum of the others, or to 0 or 1 where the others are all small.
pub(super) fn winning(rules: &Rules, position: &Position, work: &Work<'_>) -> Result<Vec<MoveReport>> {
    let heaps = heaps(position);
    let sum = heaps.iter().fold(0, |sum, h| sum ^ h);
    let (mut winning, meter) = (Vec::new(), Meter::new("heaps", work));
    for (component, &heap) in heaps.iter().enumerate() {
        // Each heap is tried with a look at all others.
        meter.pass(3 * size_of_val(&heaps[..]) as u64)?;
        let mut after = heaps.clone();
        let target = [sum ^ heap, 0, 1].into_iter().filter(|t| *t < heap).find(|t| {
            after[component] = *t;
            outcome(&after) == Outcome::P
        });
        if let Some(target) = target {
            let to = vec![Part::One(rules.show(&[target]))];
            winning.push(MoveReport { component, to, label: None, gain: None, again: false });
        }
    }
    Ok(winning)
}
