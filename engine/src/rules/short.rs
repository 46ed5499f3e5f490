//! Short forms: codes such as `0.77` and phrases such as `take {1,3,4}`, written out as rules.

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};

use super::syntax::SetFunction;

/// The rule that a short form stands for; `None` if the text is not a short form.
pub fn expand(text: &str) -> Option<Result<String>> {
    let text = text.trim();
    if let Some(amounts) = text.strip_prefix("take ").or_else(|| text.strip_prefix("take\t")) {
        return Some(Ok(take(amounts.trim())));
    }
    let digits = text.trim_start_matches(|c: char| c.is_ascii_hexdigit());
    let is_code = digits.starts_with('.') && !digits.starts_with("..") && !text.contains(char::is_whitespace);
    is_code.then(|| Code::parse(text).map(|code| code.rule()))
}

/// `take S`: the set is passed on to the parser, which knows how to complain about it.
fn take(amounts: &str) -> String {
    if let Some(forbidden) = amounts.strip_prefix("all but ") {
        return format!("n -> n-s for s in 1..n if s not in {}", named(forbidden.trim()));
    }
    format!("n -> n-s for s in {}", named(amounts))
}

/// A named set without arguments goes up to the size of the heap.
fn named(set: &str) -> String {
    match SetFunction::ALL.iter().any(|(name, _)| *name == set) {
        true => format!("{set}(n)"),
        false => set.to_string(),
    }
}

/// The digits of a taking-and-breaking code: digit `k` says what may be left after taking `k`
/// (1: nothing, 2: one heap, 4: two heaps, 8: three heaps; Guy and Smith 1956, Kenyon 1967).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Code {
    digits: Vec<u8>,
    /// The first digit of the part that repeats for ever.
    repeats_from: Option<usize>,
}

impl Code {
    fn parse(text: &str) -> Result<Code> {
        let wrong = |at: usize, fault: Fault| Error::new(ErrorKind::Syntax, fault).at(at..at + 1);
        let point = text.find('.').unwrap_or(0);
        if point > 1 {
            return Err(wrong(1, Fault::OneDigitBefore));
        }
        let first = text[..point].chars().next().map_or(0, |c| c.to_digit(16).unwrap_or(0) as u8);
        if first & 3 != 0 {
            return Err(wrong(0, Fault::FirstDigit).hint(NextStep::EndlessTaking));
        }
        let mut code = Code { digits: vec![first], repeats_from: None };
        let mut closed = false;
        for (at, c) in text.char_indices().skip(point + 1) {
            match c {
                _ if closed => return Err(wrong(at, Fault::NothingAfterRepeat)),
                '[' if code.repeats_from.is_none() => code.repeats_from = Some(code.digits.len()),
                ']' if code.repeats_from.is_some_and(|from| from < code.digits.len()) => closed = true,
                c if c.is_ascii_hexdigit() => code.digits.push(c.to_digit(16).unwrap_or(0) as u8),
                _ => {
                    return Err(wrong(at, Fault::NotInCode).hint(NextStep::CodesLookLike));
                }
            }
        }
        if code.digits.len() == 1 {
            return Err(wrong(point, Fault::NoDigitAfter));
        }
        if code.repeats_from.is_some() && !closed {
            return Err(wrong(text.len() - 1, Fault::OpenRepeat));
        }
        Ok(code)
    }

    fn rule(&self) -> String {
        // What the bits of a digit allow, and how to say it once the number taken is called k.
        type Allows = fn(u8) -> bool;
        let kinds: [(Allows, &str, &str); 5] = [
            (|d| d & 3 == 3, "n-k", ""),
            (|d| d & 3 == 2, "n-k", " if n > k"),
            (|d| d & 3 == 1, "nothing", " if n == k"),
            (|d| d & 4 != 0, "a & n-k-a", " for a in 1..(n-k)/2"),
            (|d| d & 8 != 0, "a & b & n-k-a-b", " for a in 1..(n-k)/3 for b in a..(n-k-a)/2"),
        ];
        let mut moves = Vec::new();
        for (allows, option, rest) in kinds {
            for choice in self.choices(allows) {
                moves.push(format!("{option}{choice}{rest}"));
            }
        }
        if moves.is_empty() {
            moves.push("nothing if n < 0".into());
        }
        format!("n -> {}", moves.join(" | "))
    }

    /// The numbers that may be taken under a condition on their digit, as `for` clauses.
    fn choices(&self, allows: fn(u8) -> bool) -> Vec<String> {
        let tail = self.repeats_from.unwrap_or(self.digits.len());
        let matching = |range: std::ops::Range<usize>| range.filter(|&k| allows(self.digits[k]));
        let finite: Vec<String> = matching(0..tail).map(|k| k.to_string()).collect();
        let mut choices = Vec::new();
        if !finite.is_empty() {
            choices.push(format!(" for k in {{{}}}", finite.join(",")));
        }
        let length = self.digits.len() - tail;
        if length > 0 && matching(tail..self.digits.len()).count() == length {
            choices.push(format!(" for k in {tail}..n"));
        } else {
            let guard = |k: usize| format!(" for k in {k}..n if k%{length} == {}", k % length);
            choices.extend(matching(tail..self.digits.len()).map(guard));
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> String {
        expand(text).expect("a short form").expect("a good one")
    }

    #[test]
    fn codes_are_written_out() {
        assert_eq!(rule("0.77"), "n -> n-k for k in {1,2} | a & n-k-a for k in {1,2} for a in 1..(n-k)/2");
        assert_eq!(rule("0.[3]"), "n -> n-k for k in 1..n");
        assert_eq!(rule("4.[3]"), "n -> n-k for k in 1..n | a & n-k-a for k in {0} for a in 1..(n-k)/2");
        assert_eq!(rule("0.[30]"), "n -> n-k for k in 1..n if k%2 == 1");
        assert_eq!(rule("0.12"), "n -> n-k for k in {2} if n > k | nothing for k in {1} if n == k");
        assert_eq!(rule(".0"), "n -> nothing if n < 0");
        assert!(rule("0.8").contains("a & b & n-k-a-b"));
    }

    #[test]
    fn phrases_are_written_out() {
        assert_eq!(rule("take {1,3,4}"), "n -> n-s for s in {1,3,4}");
        assert_eq!(rule("take squares"), "n -> n-s for s in squares(n)");
        assert_eq!(rule("take all but {2,3}"), "n -> n-s for s in 1..n if s not in {2,3}");
        assert_eq!(expand("kayles"), None);
        assert_eq!(expand("n -> n-1"), None);
    }

    #[test]
    fn bad_codes_point_at_the_digit() {
        for (text, at) in
            [("3.7", 0), ("47.1", 1), ("0.", 1), ("0.[3", 3), ("0.[]", 3), ("0.[3]1", 5), ("0.1]", 3)]
        {
            let error = expand(text).unwrap().unwrap_err();
            assert_eq!(error.span(), Some(at..at + 1), "{text}: {error}");
        }
    }
}
