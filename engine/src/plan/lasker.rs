//! Lasker's Nim: leave any smaller heap, or split a heap in two.
//!
//! The values and their proof are in [`lasker_value`](crate::heap::closed::lasker_value): heaps of 4k+3 and 4k+4 change
//! places. Here it is only shown that the rules are these: every kind of move leaves every smaller heap, or splits into every pair of
//! non-empty parts, and both occur.

use crate::heap::HeapRules;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};
use crate::rules::Rules;
use crate::work::Work;

use super::nim::leaves_every_smaller;
use super::sequence::HeapEngine;
use super::taking_breaking::splits_freely;
use super::{Recognised, Recogniser};

pub(super) struct LaskersNim;

impl Recogniser for LaskersNim {
    fn shape(&self) -> ShapeName {
        ShapeName::LaskersNim
    }

    fn recognise(&self, rules: &Rules, work: &Work<'_>) -> Result<Recognised, Misfit> {
        let form = rules.form();
        if !form.is_heap() {
            return Err(Misfit::NotAHeap);
        }
        let takes: Vec<bool> = form.kinds.iter().map(|kind| leaves_every_smaller(form, kind, work)).collect();
        if !takes.contains(&true) {
            return Err(Misfit::NotEverySmaller);
        }
        let mut others = form.kinds.iter().zip(&takes).filter(|(_, takes)| !**takes).peekable();
        if others.peek().is_none() {
            return Err(Misfit::NoSplit);
        }
        if !others.all(|(kind, _)| splits_freely(form, kind, work)) {
            return Err(Misfit::NeitherNimNorSplit);
        }
        let code = "4.[3]".parse().map_err(|e: crate::Error| Misfit::from(e))?;
        Ok(Recognised {
            why: Fit::Lasker,
            reach: Reach::AnySize,
            engine: Box::new(HeapEngine::new(EngineName::LaskersNim, &HeapRules::Code(code))?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    use crate::proofs::potential::descent;
    use crate::{Lets, Work};

    #[test]
    fn the_formula_agrees_with_the_dense_table() {
        let work = Work::unwatched();
        for text in [
            "4.[3]",
            "n -> n-k for k in 1..n | a & n-a for a in 1..n-1",
            "n -> a & n-a for a in 1..n/2 | m for m in 0..n-1",
        ] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            let recognised = LaskersNim.recognise(&rules, &work);
            let Ok(Recognised { engine: mut closed, .. }) = recognised else { panic!("{text}") };
            let falls = descent(rules.form(), &work).expect(text);
            let mut dense = crate::dense::Dense::new(&rules, falls, 1 << 20);
            for n in (0..300).rev() {
                let (ours, plain) = (closed.value(&[n], &work).unwrap(), dense.value(&[n], &work).unwrap());
                assert_eq!(ours, plain, "{text} {n}");
            }
            assert_eq!(
                closed.value(&[1_000_000_000_000_000_003], &work).unwrap().0,
                1_000_000_000_000_000_004
            );
        }
    }

    #[test]
    fn other_rules_are_not_taken() {
        for text in [
            "n -> n-k for k in 1..n",
            "n -> a & n-a for a in 1..n-1",
            "n -> n-k for k in 1..n | a & n-a for a in 2..n-2",
            "n -> n-k for k in 1..n | a & n-1-a for a in 1..n-2",
            "n -> n-k for k in 1..n-1 | a & n-a for a in 1..n-1",
            "n -> n-k for k in 1..n | a & n-a for a in 1..(n-1)/2",
        ] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            assert!(LaskersNim.recognise(&rules, &Work::unwatched()).is_err(), "{text}");
        }
    }
}
