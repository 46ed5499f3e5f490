//! A rule in plain words, so that a misreading shows.

use super::Rules;
use super::reading::{Clause, CoordinateWords, Places, RuleSentence, SetWords, Target};
use super::syntax::*;
use crate::outcome::Play;

impl Rules {
    /// How the rule was read: a sentence for the position, one for each kind of move, one for the end, which `play` may
    /// turn round.
    pub fn sentences(&self, play: Option<Play>) -> Vec<RuleSentence> {
        let rule = &self.syntax;
        let mut sentences = vec![position(&rule.head)];
        sentences.extend(rule.alternatives.iter().map(|alternative| movement(alternative, &rule.head)));
        sentences.push(ending(rule, play));
        sentences
    }
}

fn position(head: &[Coordinate]) -> RuleSentence {
    let words = |c: &Coordinate| CoordinateWords {
        name: c.name.text.clone(),
        set: c.domain.as_ref().map_or(SetWords::OrMore, members),
    };
    match head {
        [one] => RuleSentence::Number(words(one)),
        many => RuleSentence::Coordinates { coordinates: many.iter().map(words).collect() },
    }
}

fn movement(alternative: &Alternative, head: &[Coordinate]) -> RuleSentence {
    let from = match head {
        [one] => one.name.text.clone(),
        many => format!("({})", many.iter().map(|c| c.name.text.as_str()).collect::<Vec<_>>().join(",")),
    };
    let to = match &alternative.parts[..] {
        [] => Target::Nothing,
        [one] if one.count.is_none() && one.each.is_empty() => Target::One { place: one.to_string() },
        [one] => Target::Copies { place: one.to_string() },
        parts => {
            let places = Places(parts.iter().map(Part::to_string).collect());
            if parts.len() == 2 { Target::Both { places } } else { Target::All { places } }
        }
    };
    let clause = |qualifier: &Qualifier| match qualifier {
        Qualifier::For(name, set) => Clause::Each { name: name.text.clone(), set: members(set) },
        Qualifier::If(condition) => Clause::If { condition: condition.to_string() },
    };
    let again = alternative.again.then_some(Clause::Again);
    let clauses = alternative.qualifiers.iter().map(clause).chain(again);
    RuleSentence::Move {
        label: alternative.label.as_ref().map(|label| label.text.clone()),
        from,
        to,
        clauses: clauses.collect(),
        gain: alternative.gain.as_ref().map(|gain| gain.to_string()),
    }
}

fn members(set: &Set) -> SetWords {
    match &set.kind {
        SetKind::Range(low, high) => SetWords::Range { low: low.to_string(), high: high.to_string() },
        SetKind::Members(_) | SetKind::Filter(..) => SetWords::Members { set: set.to_string() },
        SetKind::From(low) => SetWords::AtLeast { low: low.to_string() },
        SetKind::Named(name) => SetWords::List { name: name.clone() },
        SetKind::Call(function, arguments) => {
            let last = arguments.last().map_or(String::new(), Expr::to_string);
            match function {
                SetFunction::Squares => SetWords::Squares { last },
                SetFunction::Divisors => SetWords::Divisors { of: last },
                SetFunction::Primes => SetWords::Primes { last },
                SetFunction::Powers if arguments.len() == 2 => {
                    SetWords::Powers { base: arguments[0].to_string(), last }
                }
                SetFunction::Powers => SetWords::PowersOfTwo { last },
                SetFunction::Fibonacci => SetWords::Fibonacci { last },
                SetFunction::Triangular => SetWords::Triangular { last },
                SetFunction::Factorials => SetWords::Factorials { last },
            }
        }
    }
}

fn ending(rule: &Rule, play: Option<Play>) -> RuleSentence {
    if rule.alternatives.iter().any(|a| a.gain.is_some()) {
        return RuleSentence::LargerTotal;
    }
    match &rule.ending.condition {
        Some((true, condition)) => RuleSentence::WinsIf { condition: condition.to_string() },
        Some((false, condition)) => RuleSentence::LosesIf { condition: condition.to_string() },
        None if play.map_or(rule.ending.misere, |play| play == Play::Misere) => RuleSentence::MiserePlay,
        None => RuleSentence::NormalPlay,
    }
}
