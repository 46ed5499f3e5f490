//! Misère play of heaps of any size, by their quotient: see [`misere`](crate::misere).

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::misere::{QuotientAnswer, quotient_for};
use crate::outcome::Outcome;
use crate::position::Position;
use crate::report::Judgement;
use crate::report::sentence::{Fit, Sentence};
use crate::rules::Rules;
use crate::work::Work;

/// A judge of sums of heaps.
pub(super) struct ByQuotient {
    quotient: QuotientAnswer,
}

impl ByQuotient {
    /// The judge, if there is a quotient of all heaps that can come up which is found soon.
    pub(super) fn new(rules: &Rules, starts: &[Position], work: &Work<'_>) -> Result<Option<ByQuotient>> {
        // As with proofs about all positions: too large for the browser.
        if cfg!(target_arch = "wasm32") || !rules.form().is_heap() {
            return Ok(None);
        }
        let most = starts.iter().flat_map(heaps).max().unwrap_or(0);
        let mut arena = super::arena(rules.clone(), None);
        match quotient_for(&mut *arena, rules, most, work) {
            Ok(quotient) => Ok(quotient.element(most).is_some().then_some(ByQuotient { quotient })),
            Err(e) if matches!(e.kind(), ErrorKind::Limit | ErrorKind::Unsupported) => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Why it applies.
    pub(super) fn why(&self) -> Fit {
        Fit::MisereQuotient { order: self.quotient.order }
    }

    /// The product of all heaps.
    fn product(&self, position: &Position) -> Option<usize> {
        self.quotient.product(heaps(position))
    }

    pub(super) fn judge(&self, position: &Position) -> Result<Judgement> {
        let outcome = match self.product(position) {
            Some(product) if self.quotient.lost.contains(&product) => Outcome::P,
            Some(_) => Outcome::N,
            None => return Err(Error::new(ErrorKind::Position, Fault::NotForeseen)),
        };
        Ok(Judgement { outcome, value: None, remoteness: None, score: None })
    }

    /// Why the outcome is what it is.
    pub(super) fn reason(&self, position: &Position, outcome: Outcome) -> Option<Sentence> {
        let product = self.quotient.elements[self.product(position)?].clone();
        Some(Sentence::QuotientProduct { product, won: outcome == Outcome::N })
    }
}

fn heaps(position: &Position) -> impl Iterator<Item = u64> + '_ {
    position.0.iter().map(|component| component.0[0] as u64)
}
