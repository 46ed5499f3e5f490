//! Proofs that infinitely many positions can come up, so that no search of them ends.
//!
//! **By a path.** Let p₀ → p₁ → … → pₖ be components, each left by a move from the one before, and let d = pₖ − p₀ have
//! no negative coordinate and not be 0. If each of the moves *lasts* under d (whenever it can be made from x and leaves y,
//! it can be made from x + d and leaves y + d), then by induction the path can be walked from p₀ + d, p₀ + 2d, …, and all
//! of these come up. A move lasts if every condition that is true stays true when d is added, every choice stays a choice,
//! and every part stays legal; [`Shift`] shows that from the form, with the choices unchanged.
//!
//! **By one kind of move.** If from every x ≥ p (in the coordinates without an upper bound, the others as they are in p)
//! a kind of move without choices can be made, and leaves a part that is nowhere below x and somewhere above, then it can
//! be made for ever. That is a claim about linear inequalities.
//!
//! **In number.** If a component comes back along a path on which a part with a move was left behind, the sum holds ever
//! more components.
//!
//! Nothing is claimed where nothing is proved. Only a few positions are looked at: who writes such a rule by mistake
//! meets it early.

use hashbrown::HashSet;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::position::Component;
use crate::rules::{
    Domain, Evaluator, Form, Kind, Op, QualifierForm, Rules, SetForm, SetFunction, Term, TermKind,
};
use crate::work::Work;

use super::linear::{Linear, impossible};

/// Components that are looked at.
const LOOKED_AT: usize = 1 << 8;
/// Choices that listing the moves of one of them may take.
const CHOICES: u64 = 1 << 8;
/// Moves of a path.
const LONGEST: usize = 16;

/// Fails if positions that can come up from these are proved to be infinitely many; `sums` says whether sums are followed,
/// or single components only.
pub fn refuse_growth(rules: &Rules, starts: &[Component], sums: bool, work: &Work<'_>) -> Result<()> {
    let evaluator = Evaluator::new(rules.form().clone(), CHOICES);
    let mut walk = Walk { rules, sums, seen: Vec::new(), known: HashSet::new(), evaluator };
    for start in starts.iter().take(LOOKED_AT) {
        walk.meet(&start.0, None);
    }
    let mut at = 0;
    while at < walk.seen.len() {
        work.tick("positions", at as u64, None)?;
        walk.follow(at, work)?;
        at += 1;
    }
    Ok(())
}

/// A component that was met, and how.
struct Met {
    place: Vec<i64>,
    from: Option<From>,
}

#[derive(Clone, Copy)]
struct From {
    /// The component before it.
    before: usize,
    /// The move, and which of its parts it is.
    kind: usize,
    part: usize,
    /// Whether the move left something else that has a move.
    leaves: bool,
}

struct Walk<'r> {
    rules: &'r Rules,
    sums: bool,
    seen: Vec<Met>,
    /// The places of those.
    known: HashSet<Vec<i64>>,
    evaluator: Evaluator,
}

/// A part that a move left.
struct Left {
    place: Vec<i64>,
    kind: usize,
    part: usize,
    others: Vec<Vec<i64>>,
}

impl Walk<'_> {
    fn meet(&mut self, place: &[i64], from: Option<From>) {
        if self.seen.len() < LOOKED_AT && self.known.insert(place.to_vec()) {
            self.seen.push(Met { place: place.to_vec(), from });
        }
    }

    /// Looks at the moves of a component.
    fn follow(&mut self, at: usize, work: &Work<'_>) -> Result<()> {
        let form = self.rules.form().clone();
        let place = self.seen[at].place.clone();
        for left in self.left(&place, work)? {
            let rises =
                left.place != place && left.place.iter().zip(&place).all(|(after, before)| after >= before);
            let kind = &form.kinds[left.kind];
            if rises && let Some(axis) = rises_for_ever(&form, kind, &place, work) {
                return Err(self.grows(axis, &place));
            }
            let leaves = self.sums && left.others.iter().any(|other| self.has_move(other, work));
            let from = From { before: at, kind: left.kind, part: left.part, leaves };
            self.compare(&left.place, from)?;
            self.meet(&left.place, Some(from));
        }
        Ok(())
    }

    /// What the moves of a component leave, as far as they can be listed.
    fn left(&mut self, place: &[i64], work: &Work<'_>) -> Result<Vec<Left>> {
        let (axes, mut all) = (place.len(), Vec::new());
        let listed = self.evaluator.options(place, work, &mut |option| {
            let parts: Vec<&[i64]> = option.places.chunks_exact(axes).collect();
            for (part, place) in parts.iter().enumerate().filter(|(part, _)| option.counts[*part] > 0) {
                let others = parts.iter().enumerate().filter(|(other, _)| {
                    *other != part && option.counts[*other] > 0 || *other == part && option.counts[part] > 1
                });
                let others = others.map(|(_, place)| place.to_vec()).collect();
                all.push(Left { place: place.to_vec(), kind: option.kind, part, others });
            }
            Ok(())
        });
        match listed {
            Err(e) if e.is_stop() => Err(e),
            // A rule that fails here, or has too many moves, is told so by whoever follows it.
            _ => Ok(all),
        }
    }

    fn has_move(&mut self, place: &[i64], work: &Work<'_>) -> bool {
        let found = self.evaluator.options_until(place, work, &mut |_| Ok(std::ops::ControlFlow::Break(())));
        found.is_ok_and(|found| found.is_break())
    }

    /// Holds a component against those before it on its path.
    fn compare(&self, place: &[i64], last: From) -> Result<()> {
        let (mut path, mut from) = (Vec::new(), Some(last));
        while let Some(step) = from.filter(|_| path.len() < LONGEST) {
            path.push(step);
            let before = &self.seen[step.before];
            let shift: Option<Vec<i64>> =
                place.iter().zip(&before.place).map(|(x, y)| x.checked_sub(*y)).collect();
            let shift = shift.filter(|shift| shift.iter().all(|change| *change >= 0));
            if let Some(by) = shift {
                match by.iter().position(|change| *change > 0) {
                    Some(axis) if self.lasts(&path, &by) => return Err(self.grows(axis, &before.place)),
                    None if path.iter().any(|step| step.leaves) => {
                        let place = self.rules.show(&before.place);
                        return Err(Error::new(ErrorKind::Unsupported, Fault::GrowsInNumber { place })
                            .hint(NextStep::LookAtRules));
                    }
                    _ => {}
                }
            }
            from = before.from;
        }
        Ok(())
    }

    fn lasts(&self, path: &[From], by: &[i64]) -> bool {
        let form = self.rules.form();
        path.iter().all(|step| Shift { form, by }.lasts(&form.kinds[step.kind], step.part))
    }

    fn grows(&self, axis: usize, place: &[i64]) -> Error {
        let name = self.rules.form().axes[axis].name.clone();
        let fault = Fault::GrowsForEver { name: name.clone(), place: self.rules.show(place) };
        Error::new(ErrorKind::Unsupported, fault).hint(NextStep::GiveDomain { name })
    }
}

/// What happens to terms and conditions when this is added to the coordinates, and choices stay as they are.
struct Shift<'f> {
    form: &'f Form,
    by: &'f [i64],
}

impl Shift<'_> {
    /// Whether a move that leads to a part can be made further out as well, and leads to the part further out.
    fn lasts(&self, kind: &Kind, part: usize) -> bool {
        // Parts that are there for each of some choices are counted by the choices.
        if kind.parts.iter().any(|part| !part.each.is_empty()) {
            return false;
        }
        let steps = kind.steps.iter().all(|step| match step {
            QualifierForm::Guard(condition) => self.stays(condition, true),
            QualifierForm::Each(_, set) => self.keeps(set),
        });
        let follows = |(axis, term): (usize, &Term)| self.of(term) == Some(self.by[axis]);
        let legal = kind.parts.iter().all(|part| {
            part.count.as_ref().is_none_or(|count| self.of(count).is_some_and(|change| change >= 0))
                && part.place.iter().enumerate().all(|(axis, term)| self.stays_legal(axis, term))
        });
        steps && legal && kind.parts[part].place.iter().enumerate().all(follows)
    }

    fn stays_legal(&self, axis: usize, term: &Term) -> bool {
        match (&self.form.axes[axis].domain, self.of(term)) {
            (Domain::Natural, Some(change)) => change >= 0,
            (Domain::Range(low, high), Some(0)) => low.as_const().is_some() && high.as_const().is_some(),
            (Domain::Integers(_) | Domain::Names(_), Some(0)) => true,
            _ => false,
        }
    }

    /// How much a term changes, if that is the same everywhere.
    fn of(&self, term: &Term) -> Option<i64> {
        match &term.kind {
            TermKind::Const(_) => Some(0),
            TermKind::Slot(slot) => Some(self.by.get(*slot).copied().unwrap_or(0)),
            TermKind::Neg(inner) => self.of(inner)?.checked_neg(),
            TermKind::Binary(op, left, right) => {
                let (a, b) = (self.of(left)?, self.of(right)?);
                match (op, left.as_const(), right.as_const()) {
                    _ if a == 0 && b == 0 => Some(0),
                    (Op::Add, ..) => a.checked_add(b),
                    (Op::Sub, ..) => a.checked_sub(b),
                    (Op::Mul, Some(factor), _) => b.checked_mul(factor),
                    (Op::Mul, _, Some(factor)) => a.checked_mul(factor),
                    (Op::Rem, _, Some(divisor)) if divisor > 0 && a % divisor == 0 => Some(0),
                    (Op::Div, _, Some(divisor)) if divisor > 0 && a % divisor == 0 => Some(a / divisor),
                    _ => None,
                }
            }
            TermKind::Call(_, arguments) => {
                let unchanged = arguments.iter().all(|argument| self.of(argument) == Some(0));
                unchanged.then_some(0)
            }
            TermKind::Index(_, inner) => self.of(inner).filter(|change| *change == 0),
            _ => None,
        }
    }

    /// Whether a condition that is (or is not) true stays so.
    fn stays(&self, condition: &Term, truth: bool) -> bool {
        match &condition.kind {
            TermKind::Const(_) => true,
            TermKind::Not(inner) => self.stays(inner, !truth),
            TermKind::Binary(Op::And | Op::Or, left, right) => {
                self.stays(left, truth) && self.stays(right, truth)
            }
            TermKind::Binary(op, left, right) => {
                let (Some(a), Some(b)) = (self.of(left), self.of(right)) else { return false };
                match (op, truth) {
                    _ if a == b => matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge),
                    (Op::Lt | Op::Le, true) | (Op::Gt | Op::Ge, false) => a <= b,
                    (Op::Gt | Op::Ge, true) | (Op::Lt | Op::Le, false) => a >= b,
                    _ => false,
                }
            }
            TermKind::In(item, set) => self.of(item) == Some(0) && self.is_fixed(set),
            _ => false,
        }
    }

    /// Whether every member of a set stays one.
    fn keeps(&self, set: &SetForm) -> bool {
        let range = |low: &Term, high: &Term| {
            self.of(low).is_some_and(|change| change <= 0) && self.of(high).is_some_and(|change| change >= 0)
        };
        match set {
            SetForm::Fixed(_) => true,
            SetForm::Range(low, high) => range(low, high),
            SetForm::Members(members) => {
                members.iter().all(|(first, last)| range(first, last.as_ref().unwrap_or(first)))
            }
            SetForm::Call(SetFunction::Divisors, ..) => self.is_fixed(set),
            SetForm::Call(_, arguments, _) => {
                let (last, base) =
                    arguments.split_last().map_or((None, &[][..]), |(last, base)| (Some(last), base));
                last.and_then(|last| self.of(last)).is_some_and(|change| change >= 0)
                    && base.iter().all(|term| self.of(term) == Some(0))
            }
            _ => false,
        }
    }

    /// Whether a set has the same members.
    fn is_fixed(&self, set: &SetForm) -> bool {
        let fixed = |term: &Term| self.of(term) == Some(0);
        match set {
            SetForm::Fixed(_) => true,
            SetForm::Range(low, high) => fixed(low) && fixed(high),
            SetForm::Members(members) => {
                members.iter().all(|(first, last)| fixed(first) && last.as_ref().is_none_or(fixed))
            }
            SetForm::Call(_, arguments, _) => arguments.iter().all(fixed),
            _ => false,
        }
    }
}

/// The coordinate that rises, if a kind of move can be made for ever from a place and from wherever it leads.
fn rises_for_ever(form: &Form, kind: &Kind, place: &[i64], work: &Work<'_>) -> Option<usize> {
    let [part] = &kind.parts[..] else { return None };
    let single = part.count.is_none()
        && part.each.is_empty()
        && kind.steps.iter().all(|step| matches!(step, QualifierForm::Guard(_)));
    let after: Vec<Linear> = part.place.iter().map(Linear::of).collect::<Option<_>>().filter(|_| single)?;
    // x ≥ p where there is no upper bound, x = p elsewhere.
    let mut facts = Vec::new();
    for (axis, least) in place.iter().enumerate() {
        let above = Linear::variable(axis).minus(&Linear::constant(*least));
        if !matches!(form.axes[axis].domain, Domain::Natural) {
            facts.push(above.times(-1));
        }
        facts.push(above);
    }
    let implies = |claim: &Linear| impossible(&[&facts[..], &[claim.times(-1).shifted(-1)]].concat(), work);
    let rise = |axis: usize| after[axis].minus(&Linear::variable(axis));
    for axis in 0..place.len() {
        let (up, natural) = (rise(axis), matches!(form.axes[axis].domain, Domain::Natural));
        if !implies(&up) || !natural && !implies(&up.times(-1)) {
            return None;
        }
    }
    let guards = kind.steps.iter().all(|step| match step {
        QualifierForm::Guard(condition) => holds(condition, true, &implies),
        QualifierForm::Each(..) => false,
    });
    let axis = (0..place.len()).find(|axis| implies(&rise(*axis).shifted(-1)))?;
    guards.then_some(axis)
}

/// Whether a condition is (or is not) true wherever what is implied holds.
fn holds(condition: &Term, truth: bool, implies: &dyn Fn(&Linear) -> bool) -> bool {
    match &condition.kind {
        TermKind::Const(value) => (*value != 0) == truth,
        TermKind::Not(inner) => holds(inner, !truth, implies),
        TermKind::Binary(op @ (Op::And | Op::Or), left, right) => {
            let (left, right) = (holds(left, truth, implies), holds(right, truth, implies));
            if (*op == Op::And) == truth { left && right } else { left || right }
        }
        TermKind::Binary(op, left, right) => {
            let (Some(left), Some(right)) = (Linear::of(left), Linear::of(right)) else { return false };
            let above = left.minus(&right);
            let below = above.times(-1);
            match (op, truth) {
                (Op::Lt, true) | (Op::Ge, false) => implies(&below.shifted(-1)),
                (Op::Le, true) | (Op::Gt, false) => implies(&below),
                (Op::Gt, true) | (Op::Le, false) => implies(&above.shifted(-1)),
                (Op::Ge, true) | (Op::Lt, false) => implies(&above),
                (Op::Eq, true) | (Op::Ne, false) => implies(&above) && implies(&below),
                (Op::Ne, true) | (Op::Eq, false) => {
                    implies(&above.shifted(-1)) || implies(&below.shifted(-1))
                }
                _ => false,
            }
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;

    fn told(text: &str, start: &str, sums: bool) -> Option<Fault> {
        let work = Work::unwatched();
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        let start = rules.component(start).unwrap();
        refuse_growth(&rules, &[start], sums, &work).err().map(|e| e.fault().clone())
    }

    fn grows(text: &str, start: &str) -> Option<(String, String)> {
        match told(text, start, false)? {
            Fault::GrowsForEver { name, place } => Some((name, place.argument())),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn growth_is_told_with_the_coordinate_and_the_place() {
        let said = |name: &str, place: &str| Some((name.to_string(), place.to_string()));
        assert_eq!(grows("n -> n+1", "10"), said("n", "10"));
        assert_eq!(grows("n -> 2*n if n > 0", "3"), said("n", "3"));
        assert_eq!(
            grows("n -> n-3 | n+k for k in 1..2 if n % 4 == 1", "5"),
            None,
            "5 goes to 6 and 7, which stop"
        );
        assert_eq!(grows("n -> n+4 if n % 4 == 1 | n-1", "7"), said("n", "5"));
        assert_eq!(grows("(a,b) -> (a-1,b+1) | (a+2,b) if b > 0", "3,0"), said("a", "2,1"));
        assert_eq!(grows("n -> n & n+1", "2"), said("n", "2"));
        assert_eq!(grows("(n, m in {p,q}) -> (n+1,q) if m == p | (n,p) if m == q", "1,p"), said("n", "1,p"));
        assert_eq!(grows("n -> n+k for k in squares(n) if n > 1", "2"), said("n", "2"));
    }

    #[test]
    fn what_ends_is_not_called_growth() {
        for (text, start) in [
            ("n -> n+1 if n < 100", "3"),
            ("(n in 0..9) -> n+1 | n-1", "3"),
            ("n -> 3*n+1 if n % 2 == 1 | n/2 if n % 2 == 0 and n > 0", "7"),
            ("n -> n+1 if n % 3 == 1 | n-2", "7"),
            ("(a,b) -> (a+1,b-1) | (a,b-1)", "3,9"),
            ("(a,b) -> (a-1,2*b)", "9,1"),
            ("n -> n+1 if n != 20", "3"),
            ("n -> n+1 if n in {3,4,5}", "3"),
            ("n -> n+k for k in divisors(n) if k > 20", "3"),
            ("(a, b in 0..a) -> (a,b+1)", "3,0"),
            ("n -> n+1 & 20-n if n < 9", "3"),
            ("n -> 0-n+8 if n < 4", "2"),
        ] {
            assert_eq!(told(text, start, true), None, "{text}");
        }
    }

    #[test]
    fn sums_that_hold_ever_more_components_are_told() {
        let told = |text: &str, sums: bool| told(text, "2", sums);
        assert!(matches!(told("n -> n & 1 if n > 0", true), Some(Fault::GrowsInNumber { .. })));
        assert!(matches!(told("n -> 2 of n if n > 0", true), Some(Fault::GrowsInNumber { .. })));
        assert_eq!(told("n -> n & 1 if n > 0", false), None);
        assert_eq!(told("n -> n & 0 if n > 0", true), None, "0 has no moves, and is not counted");
    }

    /// What is called growth is growth: from the place that is named, ever larger positions come up.
    #[test]
    fn whatever_is_called_growth_reaches_further_than_any_bound() {
        let mut seed = 7u64;
        let mut next = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n
        };
        let (mut told_so, work) = (0, Work::unwatched());
        for _ in 0..400 {
            let signed = |n: u64| format!("{:+}", n as i64 - 3);
            let guards = [
                "",
                " if a > 2",
                " if b < 4",
                " if a % 3 == 1",
                " if a != b",
                " if a+b < 9",
                " if b in {0,2}",
                " if not a == 4",
            ];
            let moves: Vec<String> = (0..1 + next(3))
                .map(|_| format!("(a{},b{}){}", signed(next(7)), signed(next(7)), guards[next(8) as usize]))
                .collect();
            let text = format!("(a,b) -> {}", moves.join(" | "));
            let rules = Rules::read(&text, &Lets::new(), &work).unwrap();
            let start = rules.legal(vec![next(6) as i64, next(6) as i64]).unwrap();
            let Err(e) = refuse_growth(&rules, std::slice::from_ref(&start), true, &work) else { continue };
            let Fault::GrowsForEver { name, .. } = e.fault() else { panic!("{e}") };
            told_so += 1;
            let axis = usize::from(name == "b");
            let mut evaluator = Evaluator::new(rules.form().clone(), 1 << 20);
            let mut known: HashSet<Vec<i64>> = HashSet::new();
            known.insert(start.0.clone());
            let (mut met, mut at) = (vec![start.0.clone()], 0);
            while met[at.min(met.len() - 1)][axis] < 30 {
                assert!(at < met.len() && met.len() < 100_000, "{text} from {start:?} stays small");
                let place = met[at].clone();
                let mut add = |to: Vec<i64>| {
                    if to.iter().all(|x| *x < 600) && known.insert(to.clone()) {
                        met.push(to);
                    }
                };
                let visit = &mut |option: crate::rules::Found<'_>| {
                    add(option.places.to_vec());
                    Ok(())
                };
                evaluator.options(&place, &work, visit).unwrap();
                at += 1;
            }
        }
        assert!(told_so > 60, "{told_so}");
    }
}
