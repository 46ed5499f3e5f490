//! Take 1..k: the value of a heap is n mod (k+1).
//!
//! Proof: by induction the options of n are the values (n−1) mod (k+1), …, (n−k) mod (k+1) where these heaps exist.
//! For n ≥ k these are all residues but n mod (k+1), so the mex is n mod (k+1) or larger than k; it is not larger
//! since n mod (k+1) itself is missing. For n < k the heaps 0, …, n−1 are the options and n = n mod (k+1).

use crate::engine::{Engine, Periodic};
use crate::error::Result;
use crate::heap::{Certificate, CertifiedGame, PeriodReport, Subtraction};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::report::sentence::{EngineName, Fit, Misfit, OptionValues, Reach, ShapeName};
use crate::rules::Rules;
use crate::work::Work;

use super::subtraction::amounts;
use super::{Recognised, Recogniser};

/// Up to here the period is proved as that of a finite set, for which there are certificates.
const CERTIFIED: i64 = 1 << 20;

pub(super) struct TakeUpTo;

impl Recogniser for TakeUpTo {
    fn shape(&self) -> ShapeName {
        ShapeName::TakeUpTo
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        match amounts(rules.form(), work)?[..] {
            [(1, most)] => Ok(Recognised {
                why: match most.checked_add(1) {
                    Some(modulus) => Fit::UpTo { most, modulus },
                    None => Fit::UpToAll { most },
                },
                reach: Reach::AnySize,
                engine: Box::new(UpTo { most, sequence: None }),
            }),
            _ => Err(Misfit::NotUpTo),
        }
    }
}

/// Take up to `most`. The period has the general proof for finite sets, so that it has its certificate too.
#[derive(Debug)]
struct UpTo {
    most: i64,
    sequence: Option<Subtraction>,
}

impl UpTo {
    fn residue(&self, n: i64) -> i64 {
        self.most.checked_add(1).map_or(n, |modulus| n % modulus)
    }
}

impl Engine for UpTo {
    fn name(&self) -> EngineName {
        EngineName::Remainder
    }

    fn prepare(&mut self, _: &[Component], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    fn value(&mut self, place: &[i64], _: &Work<'_>) -> Result<Nimber> {
        Ok(Nimber(self.residue(place[0]) as u64))
    }

    fn options_of_value(&mut self, place: &[i64], wanted: Nimber) -> Option<Vec<Vec<Component>>> {
        let wanted = i64::try_from(wanted.0).ok().filter(|w| *w <= self.most);
        let taken = wanted.map(|wanted| match self.residue(place[0]) - wanted {
            difference if difference < 0 => difference + self.most + 1,
            difference => difference,
        });
        let legal = taken.filter(|taken| (1..=place[0].min(self.most)).contains(taken));
        Some(legal.map(|taken| vec![Component(vec![place[0] - taken])]).into_iter().collect())
    }

    fn option_values(&mut self, place: &[i64]) -> Option<OptionValues> {
        let own = self.residue(place[0]);
        let most = place[0].min(self.most);
        if most > 16 && place[0] <= self.most {
            return Some(OptionValues::all_below(place[0] as u64));
        }
        if most > 16 {
            return Some(OptionValues::AllBut { to: Nimber(most as u64), but: Nimber(own as u64) });
        }
        let values = (0..=most).filter(|v| *v != own && (place[0] > self.most || *v < place[0]));
        Some(OptionValues::Listed { values: values.map(|v| Nimber(v as u64)).collect() })
    }

    fn positions(&self) -> u64 {
        0
    }

    fn periodic(&mut self) -> Option<&mut dyn Periodic> {
        if self.most <= CERTIFIED { Some(self) } else { None }
    }
}

impl Periodic for UpTo {
    fn find_period(&mut self, limit: u64, work: &Work<'_>) -> Result<PeriodReport> {
        let set: Vec<u64> = (1..=self.most as u64).collect();
        let sequence = self.sequence.insert(Subtraction::new(&set)?);
        sequence.find_period(limit, work)
    }

    fn certificate(&self) -> Option<Certificate> {
        self.sequence.as_ref()?.certificate()
    }

    fn certified_game(&self) -> Option<CertifiedGame> {
        Some(CertifiedGame::Take((1..=self.most as u64).collect()))
    }
}
