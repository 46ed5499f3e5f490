//! What people write who are used to other languages, and how it is written here.

use crate::error::NextStep;

use super::lexeme::Lexeme;
use super::syntax::{SetFunction, Span};

/// The hint for what stands at a place where something else was expected.
pub(super) fn habit(lexemes: &[(Lexeme, Span)], at: usize) -> Option<NextStep> {
    let text = |at: Option<usize>| match at.and_then(|at| lexemes.get(at)) {
        Some((Lexeme::Symbol(symbol), _)) => symbol,
        Some((Lexeme::Word(word), _)) => word.as_str(),
        _ => "",
    };
    if let Some(example) = product(lexemes, at) {
        return Some(NextStep::ProductWith { example });
    }
    let (here, before, next) = (text(Some(at)), text(at.checked_sub(1)), text(Some(at + 1)));
    if here != "(" && SetFunction::ALL.iter().any(|(name, _)| *name == before) {
        return Some(NextStep::SetUpTo { name: before.into() });
    }
    let after_variable = text(at.checked_sub(2)) == "for";
    let doubled = here == before || here == next;
    Some(match here {
        "=" if next == ">" => NextStep::MoveArrow,
        "=" | "from" | "==" if after_variable => NextStep::ChoiceIn,
        "&" if doubled => NextStep::JoinByAnd,
        "|" if doubled => NextStep::JoinByOr,
        "/" if doubled => NextStep::DropsRemainder,
        "*" if doubled => NextStep::PowerOrSet,
        "<" if doubled => NextStep::ShiftLeft,
        ">" if doubled => NextStep::ShiftRight,
        "[" if at == 0 => NextStep::TakeSetOrRule,
        "[" => NextStep::SetInBraces,
        "bitxor" => NextStep::XorBits,
        "band" | "AND" => NextStep::SharedBits,
        "bor" | "OR" => NextStep::JointBits,
        "shift" | "lshift" | "rshift" => NextStep::ShiftBoth,
        "mod" => NextStep::Remainder,
        "else" | "otherwise" => NextStep::ValueIfElse,
        "then" => NextStep::ThenIsValue,
        "where" | "when" | "with" | "such" => NextStep::ConditionsFollowIf,
        "step" | "by" => NextStep::NoStep,
        "to" => NextStep::RangeBothEnds,
        "" if before == "for" => NextStep::ChoiceIn,
        _ => return None,
    })
}

/// A number with a name right behind it, as `2n`, written as a product.
fn product(lexemes: &[(Lexeme, Span)], at: usize) -> Option<String> {
    let (Lexeme::Int(factor), number) = lexemes.get(at.checked_sub(1)?)? else { return None };
    let (Lexeme::Word(name), word) = lexemes.get(at)? else { return None };
    (number.range().end == word.range().start).then(|| format!("{factor}*{name}"))
}
