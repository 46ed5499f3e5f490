//! What rules say that their author probably does not mean. They are rules all the same.

use crate::rules::{
    Expr, ExprKind, Form, Kind, Qualifier, QualifierForm, Rules, Set, SetForm, SetKind, Term, Warning,
};

use crate::proofs::linear::{Linear, Variable};

/// Warnings about these rules, in the order of the text.
pub fn warnings(rules: &Rules) -> Vec<Warning> {
    let mut found = Vec::new();
    for coordinate in &rules.syntax.head {
        let empty = coordinate.domain.as_ref().and_then(empty_range);
        let name = &coordinate.name.text;
        found
            .extend(empty.map(|range| Warning::EmptyDomain { range: range.to_string(), name: name.clone() }));
    }
    for (alternative, kind) in rules.syntax.alternatives.iter().zip(&rules.form().kinds) {
        for qualifier in &alternative.qualifiers {
            let Qualifier::For(name, set) = qualifier else { continue };
            let empty = empty_range(set);
            found.extend(
                empty.map(|range| Warning::EmptyChoice { range: range.to_string(), name: name.text.clone() }),
            );
        }
        if let Some(slot) = pass(rules.form(), kind) {
            let name = slot.and_then(|slot| {
                let chosen = |step: &QualifierForm| matches!(step, QualifierForm::Each(of, _) if *of == slot);
                match alternative.qualifiers.get(kind.steps.iter().position(chosen)?)? {
                    Qualifier::For(name, _) => Some(name.text.as_str()),
                    Qualifier::If(_) => None,
                }
            });
            found.push(name.map_or(Warning::AlwaysPass, |name| Warning::Pass { name: name.into() }));
        }
    }
    found
}

/// A range between two numbers that has no member, as it is written.
fn empty_range(set: &Set) -> Option<&Set> {
    let SetKind::Range(low, high) = &set.kind else { return None };
    (number(low)? > number(high)?).then_some(set)
}

fn number(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        ExprKind::Int(n) => Some(i128::from(*n)),
        ExprKind::Neg(inner) => number(inner).map(|n| -n),
        _ => None,
    }
}

/// Whether a move of this kind may lead to where it started: always, or where one choice (its slot) is 0. Nothing is said
/// where a condition looks at that choice, or where the move earns points or has several parts.
fn pass(form: &Form, kind: &Kind) -> Option<Option<usize>> {
    let [part] = &kind.parts[..] else { return None };
    if part.count.is_some() || form.scores() {
        return None;
    }
    let place: Vec<Linear> = part.place.iter().map(Linear::of).collect::<Option<_>>()?;
    let chosen = |v: Variable| v >= form.axes.len();
    let mut slots: Vec<Variable> = place.iter().flat_map(|l| l.variables()).filter(|v| chosen(*v)).collect();
    slots.sort_unstable();
    slots.dedup();
    let at_zero = |v: Variable| if chosen(v) { Linear::constant(0) } else { Linear::variable(v) };
    let stays = place.iter().enumerate().all(|(axis, l)| l.substitute(at_zero) == Linear::variable(axis));
    let guards = || {
        kind.steps.iter().filter_map(|step| match step {
            QualifierForm::Guard(condition) => Some(condition),
            QualifierForm::Each(..) => None,
        })
    };
    match slots[..] {
        [] if stays && guards().next().is_none() => Some(None),
        [slot] if stays && may_be_zero(kind, slot) && !guards().any(|guard| guard.mentions(slot)) => {
            Some(Some(slot))
        }
        _ => None,
    }
}

fn may_be_zero(kind: &Kind, slot: usize) -> bool {
    let zero = |term: &Term| term.as_const() == Some(0);
    kind.steps.iter().any(|step| match step {
        QualifierForm::Each(of, SetForm::Range(low, high)) if *of == slot => {
            zero(low) && high.as_const().is_none_or(|high| high >= 0)
        }
        QualifierForm::Each(of, SetForm::Fixed(members)) if *of == slot => members.contains(&0),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lets, Work};

    fn of(text: &str) -> Vec<String> {
        let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
        warnings(&rules).iter().map(Warning::to_string).collect()
    }

    #[test]
    fn empty_ranges_and_passes_are_told() {
        assert_eq!(
            of("n -> n-k for k in 3..1"),
            ["the range 3..1 is empty, so that k has no value and the move is never made"]
        );
        assert_eq!(
            of("(n in 5..1) -> n-1"),
            ["the range 5..1 is empty, so that there is no position: n has no value"]
        );
        let pass = "k may be 0, and a move then leaves the position as it is";
        for text in [
            "n -> n-k for k in 0..3",
            "n -> n-k for k in 0..n",
            "n -> n-k for k in {2,0}",
            "(x,y) -> (x-k,y-2*k) for k in 0..x if x > 0",
            "n -> n-1 | n-k for j in 1..2 for k in 0..3",
        ] {
            assert_eq!(of(text), [pass], "{text}");
        }
        assert_eq!(of("n -> n-1 | n"), ["a move leaves the position as it is"]);
    }

    #[test]
    fn what_is_meant_is_not_warned_of() {
        for text in [
            "n -> n-k for k in 1..3",
            "n -> n-k for k in 0..3 if k > 0",
            "n -> m for m in 0..n-1",
            "n -> a & n-a for a in 0..n",
            "(x,y) -> (x-i,y-j) for i in 0..x for j in 0..y if i+j > 0",
            "n -> n-k-1 for k in 0..3",
            "take squares",
        ] {
            assert_eq!(of(text), [""; 0], "{text}");
        }
        let of_numbers = |game: &&crate::catalogue::Entry| !crate::named::is_rule(&game.rules);
        for game in crate::catalogue::all().iter().filter(of_numbers) {
            let rules = Rules::of_entry(game, &Lets::new(), &Work::unwatched()).unwrap();
            assert_eq!(warnings(&rules), [], "{}", game.name);
        }
    }
}
