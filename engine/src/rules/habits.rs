//! What people write who are used to other languages, and how it is written here.

use super::lexeme::Lexeme;
use super::syntax::{SetFunction, Span};

/// The hint for what stands at a place where something else was expected.
pub(super) fn habit(lexemes: &[(Lexeme, Span)], at: usize) -> Option<String> {
    let text = |at: Option<usize>| match at.and_then(|at| lexemes.get(at)) {
        Some((Lexeme::Symbol(symbol), _)) => symbol,
        Some((Lexeme::Word(word), _)) => word.as_str(),
        _ => "",
    };
    if let Some(product) = product(lexemes, at) {
        return Some(format!("a product is written with `*`: `{product}`"));
    }
    let (here, before, next) = (text(Some(at)), text(at.checked_sub(1)), text(Some(at + 1)));
    if here != "(" && SetFunction::ALL.iter().any(|(name, _)| *name == before) {
        return Some(format!("say how far the set goes: `{before}(n)`"));
    }
    let after_variable = text(at.checked_sub(2)) == "for";
    let doubled = here == before || here == next;
    Some(
        match here {
            "=" if next == ">" => "a move is written with `->`: `n -> n-1`",
            "=" | "from" | "=="
                if after_variable =>
            {
                "a choice is written `for k in 1..3`"
            }
            "&" if doubled => "conditions are joined by `and`; `&` joins the parts of a sum",
            "|" if doubled => "conditions are joined by `or`; `|` separates kinds of moves",
            "/" if doubled => "`/` drops the remainder: `n/2`",
            "*" if doubled => {
                "a power is written `2^k`; all powers up to n are the set `powers(n)`, or `powers(3,n)` for those of 3"
            }
            "<" if doubled => "bits are shifted by `n shl k`",
            ">" if doubled => "bits are shifted by `n shr k`",
            "[" if at == 0 => {
                "to take so many as a set says, write `take {1,2,3}`; a rule is written `n -> n-1`"
            }
            "[" => "a set is written in braces: `{1,2,3}`",
            "bitxor" => "the bits in which two numbers differ are `n xor k`",
            "band" | "AND" => "the bits that two numbers share are `n bitand k`",
            "bor" | "OR" => "the bits that two numbers have together are `n bitor k`",
            "shift" | "lshift" | "rshift" => "bits are shifted by `n shl k` and `n shr k`",
            "mod" => "the remainder is written `%`: `n % 3`",
            "else" | "otherwise" => {
                "a value that depends on a condition is written `if n > 3 then n-1 else n-2`; a kind of move with its own \
                 condition follows `|`"
            }
            "then" => "`if n > 3 then n-1 else n-2` is a value, and stands where a value does; a condition follows it",
            "where" | "when" | "with" | "such" => "conditions follow `if`",
            "step" | "by" => "a range has no step: choose with a condition, `if k % 2 == 0`",
            "to" => "a range is written `1..3`, both ends included",
            "" if before == "for" => "a choice is written `for k in 1..3`",
            _ => return None,
        }
        .to_string(),
    )
}

/// A number with a name right behind it, as `2n`, written as a product.
fn product(lexemes: &[(Lexeme, Span)], at: usize) -> Option<String> {
    let (Lexeme::Int(factor), number) = lexemes.get(at.checked_sub(1)?)? else { return None };
    let (Lexeme::Word(name), word) = lexemes.get(at)? else { return None };
    (number.range().end == word.range().start).then(|| format!("{factor}*{name}"))
}
