//! Numbers and their divisors: the value counts prime factors.
//!
//! The shapes are `n -> d for d in divisors(n) if d < n`, `n -> y of n/y for y in divisors(n) if y > 1`, and `n -> n-d for d in divisors(n)`
//! with or without `if d < n`; the proofs stand with the formulas, [`divisor_game_value`], [`equal_towers_value`], [`dim_value`] and
//! [`aliquot_value`].

use crate::engine::Engine;
use crate::error::Result;
use crate::heap::closed::{aliquot_value, dim_value, divisor_game_value, equal_towers_value};
use crate::nimber::Nimber;
use crate::position::Component;
use crate::rules::{Form, Op, QualifierForm, Rules, SetForm, SetFunction, Term, TermKind};
use crate::work::Work;

use super::shape::{HEAP, heap};
use super::{Recognised, Recogniser};
use crate::proofs::linear::Linear;
use crate::report::sentence::{EngineName, Fit, Misfit, Reach, ShapeName};

pub(super) struct Divisors;

impl Recogniser for Divisors {
    fn shape(&self) -> ShapeName {
        ShapeName::Divisors
    }

    fn recognise(&self, rules: &Rules, _: &Work<'_>) -> Result<Recognised, Misfit> {
        let game = game(rules.form()).ok_or(Misfit::NotDivisors)?;
        let why = match game {
            Game::Reduce => Fit::ToDivisors,
            Game::Split => Fit::EqualParts,
            Game::Take => Fit::TakeDivisor,
            Game::TakeProper => Fit::TakeProperDivisor,
        };
        Ok(Recognised { why, reach: Reach::AnySize, engine: Box::new(PrimeFactors { game, asked: 0 }) })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Game {
    /// A number becomes a proper divisor.
    Reduce,
    /// A number becomes several equal parts.
    Split,
    /// A divisor is taken.
    Take,
    /// A proper divisor is taken.
    TakeProper,
}

fn game(form: &Form) -> Option<Game> {
    let [kind] = &form.kinds[..] else { return None };
    let [part] = &kind.parts[..] else { return None };
    let (choice, arguments, guard) = match &kind.steps[..] {
        [QualifierForm::Each(choice, SetForm::Call(SetFunction::Divisors, of, _))] => (choice, of, None),
        [
            QualifierForm::Each(choice, SetForm::Call(SetFunction::Divisors, of, _)),
            QualifierForm::Guard(guard),
        ] => (choice, of, Some(guard)),
        _ => return None,
    };
    let is = |term: &Term, slot: usize| term.kind == TermKind::Slot(slot);
    let of_the_heap = matches!(&arguments[..], [only] if is(only, HEAP));
    if !form.is_heap() || !of_the_heap || kind.gain.is_some() || !part.each.is_empty() {
        return None;
    }
    let taken = Linear::of(&part.place[0]) == Some(heap().minus(&Linear::variable(*choice)));
    let Some(guard) = guard else { return (taken && part.count.is_none()).then_some(Game::Take) };
    let TermKind::Binary(op, left, right) = &guard.kind else { return None };
    match &part.count {
        None => {
            let proper = match op {
                Op::Lt => is(left, *choice) && is(right, HEAP),
                Op::Gt => is(left, HEAP) && is(right, *choice),
                Op::Ne => is(left, *choice) && is(right, HEAP) || is(left, HEAP) && is(right, *choice),
                _ => false,
            };
            let game = if taken { Game::TakeProper } else { Game::Reduce };
            (proper && (taken || is(&part.place[0], *choice))).then_some(game)
        }
        Some(count) => {
            let many = is(left, *choice)
                && matches!((op, right.as_const()), (Op::Gt | Op::Ne, Some(1)) | (Op::Ge, Some(2)));
            let TermKind::Binary(Op::Div, whole, by) = &part.place[0].kind else { return None };
            let equal = is(count, *choice) && is(whole, HEAP) && is(by, *choice);
            (many && equal).then_some(Game::Split)
        }
    }
}

/// Values by counting prime factors.
#[derive(Debug)]
struct PrimeFactors {
    game: Game,
    /// How many values were asked for.
    asked: u64,
}

impl Engine for PrimeFactors {
    fn name(&self) -> EngineName {
        match self.game {
            Game::Reduce | Game::Split => EngineName::PrimeFactors,
            Game::Take | Game::TakeProper => EngineName::PowersOfTwo,
        }
    }

    fn prepare(&mut self, _: &[Component], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        // A number of 18 digits takes milliseconds, and there may be many.
        self.asked += 1;
        work.step("numbers", self.asked, None)?;
        let n = place[0] as u64;
        Ok(match self.game {
            Game::Reduce => divisor_game_value(n),
            Game::Split => equal_towers_value(n),
            Game::Take => dim_value(n),
            Game::TakeProper => aliquot_value(n),
        })
    }

    fn positions(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::limits::Limits;
    use crate::proofs::potential::descent;

    #[test]
    fn prime_factors_agree_with_the_dense_table() {
        let work = Work::unwatched();
        for text in [
            "n -> d for d in divisors(n) if d < n",
            "n -> d for d in divisors(n) if n != d",
            "n -> y of n/y for y in divisors(n) if y > 1",
            "n -> y of n/y for y in divisors(n) if y >= 2",
            "n -> n-d for d in divisors(n)",
            "n -> n-d for d in divisors(n) if d < n",
            "n -> n-d for d in divisors(n) if n > d",
        ] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            let Ok(Recognised { engine: mut closed, .. }) = Divisors.recognise(&rules, &work) else {
                panic!("{text} was not recognised")
            };
            let falls = descent(rules.form(), &work).expect(text);
            let mut dense = crate::dense::Dense::new(&rules, falls, 1 << 20);
            for n in (0..2000).rev() {
                assert_eq!(
                    closed.value(&[n], &work).unwrap(),
                    dense.value(&[n], &work).unwrap(),
                    "{text} {n}"
                );
            }
        }
    }

    #[test]
    fn counting_the_factors_of_many_numbers_can_be_stopped() {
        let work = Work { limits: Limits::default(), progress: &crate::Patience::new(3) };
        let mut engine = PrimeFactors { game: Game::Split, asked: 0 };
        let asked = (1..).take_while(|n| engine.value(&[*n], &work).is_ok()).count();
        assert_eq!(asked, 3);
    }

    #[test]
    fn other_divisor_games_are_not_taken() {
        for text in [
            "n -> d for d in divisors(n) if d < n-1",
            "n -> n-d for d in divisors(n) if d > 1",
            "n -> n-d for d in divisors(n-1)",
            "n -> n-2*d for d in divisors(n)",
            "n -> y of n/y for y in divisors(n) if y > 2",
            "n -> d for d in divisors(n) if d < n | n-1 if n > 7",
            "n -> d for d in divisors(n-1) if d < n",
        ] {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            assert!(Divisors.recognise(&rules, &Work::unwatched()).is_err(), "{text}");
        }
    }
}
