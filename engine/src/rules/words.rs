//! A rule in plain words, so that a misreading shows.

use super::Rules;
use super::syntax::*;
use crate::outcome::Play;

impl Rules {
    /// How the rule was read: a sentence for the position, one for each kind of move, one for the end, which `play` may
    /// turn round.
    pub fn in_words(&self, play: Option<Play>) -> Vec<String> {
        let rule = &self.syntax;
        let mut words = vec![position(&rule.head)];
        words.extend(rule.alternatives.iter().map(|alternative| movement(alternative, &rule.head)));
        words.push(ending(rule, play));
        words
    }
}

fn position(head: &[Coordinate]) -> String {
    let each = head.iter().map(|c| match &c.domain {
        None => format!("{} (0 or more)", c.name.text),
        Some(set) => format!("{} ({})", c.name.text, members(set)),
    });
    let each: Vec<String> = each.collect();
    match head {
        [_] => format!("a position is a number {}", each[0]),
        _ => format!("a position has {} coordinates: {}", head.len(), each.join(", ")),
    }
}

fn movement(alternative: &Alternative, head: &[Coordinate]) -> String {
    let label = alternative.label.as_ref().map_or(String::new(), |label| format!("{}: ", label.text));
    let from = match head {
        [one] => one.name.text.clone(),
        many => format!("({})", many.iter().map(|c| c.name.text.as_str()).collect::<Vec<_>>().join(",")),
    };
    let target = match &alternative.parts[..] {
        [] => "nothing: this component is over".to_string(),
        [one] if one.count.is_none() => one.to_string(),
        [one] => format!("{one}, all of them in play"),
        parts => {
            let each: Vec<String> = parts.iter().map(Part::to_string).collect();
            format!("{}, {} in play", each.join(" and "), if parts.len() == 2 { "both" } else { "all" })
        }
    };
    let mut sentence = format!("{label}from {from} to {target}");
    for qualifier in &alternative.qualifiers {
        sentence += &match qualifier {
            Qualifier::For(name, set) => format!(", for each {} {}", name.text, members(set)),
            Qualifier::If(condition) => format!(", if {condition}"),
        };
    }
    if let Some(gain) = &alternative.gain {
        sentence += &format!(", earning {gain}");
    }
    sentence
}

fn members(set: &Set) -> String {
    match &set.kind {
        SetKind::Range(low, high) => format!("from {low} to {high}"),
        SetKind::Members(_) => format!("in {set}"),
        SetKind::Named(name) => format!("in the list {name}"),
        SetKind::Call(function, arguments) => {
            let last = arguments.last().map_or(String::new(), Expr::to_string);
            match function {
                SetFunction::Squares => format!("among the squares 1, 4, 9, … up to {last}"),
                SetFunction::Divisors => format!("among the divisors of {last}"),
                SetFunction::Primes => format!("among the primes 2, 3, 5, … up to {last}"),
                SetFunction::Powers if arguments.len() == 2 => {
                    format!("among the powers 1, {0}, {0}^2, … up to {last}", arguments[0])
                }
                SetFunction::Powers => format!("among the powers 1, 2, 4, … up to {last}"),
                SetFunction::Fibonacci => format!("among the Fibonacci numbers 1, 2, 3, 5, … up to {last}"),
                SetFunction::Triangular => format!("among the triangular numbers 1, 3, 6, … up to {last}"),
                SetFunction::Factorials => format!("among the factorials 1, 2, 6, … up to {last}"),
            }
        }
    }
}

fn ending(rule: &Rule, play: Option<Play>) -> String {
    if rule.alternatives.iter().any(|a| a.gain.is_some()) {
        return "the game ends when there is no move; the larger total wins".into();
    }
    match &rule.ending.condition {
        Some((win, condition)) => {
            let (then, otherwise) = if *win { ("wins", "loses") } else { ("loses", "wins") };
            format!("a player without a move {then} if {condition}, and {otherwise} otherwise")
        }
        None if play.map_or(rule.ending.misere, |play| play == Play::Misere) => {
            "a player without a move wins (misère play)".into()
        }
        None => "a player without a move loses (normal play)".into(),
    }
}
