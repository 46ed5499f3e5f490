//! Numbers and multiplicities as people write them in positions and parameters: `1e9`, `10^9`, `1_000`, `3of5`.

use std::borrow::Cow;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};

/// Components that copies may make of one position.
const MOST_COPIES: usize = 1 << 20;

/// The integer that a text is: digits with `_` between them as one likes, times a power of ten (`3e6`), or a power (`2^40`).
///
/// ```text
/// 1e9 = 10^9 = 1_000_000_000
/// ```
pub(crate) fn integer(text: &str) -> Option<i64> {
    let (negative, rest) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let size = match rest.split_once(['e', 'E']) {
        Some((times, tens)) => digits(times)?.checked_mul(10i64.checked_pow(exponent(tens)?)?),
        None => match rest.split_once('^') {
            Some((base, power)) => digits(base)?.checked_pow(exponent(power)?),
            None => digits(rest),
        },
    }?;
    Some(if negative { -size } else { size })
}

fn exponent(text: &str) -> Option<u32> {
    digits(text).and_then(|n| u32::try_from(n).ok())
}

/// Digits, with `_` only between them.
fn digits(text: &str) -> Option<i64> {
    let ends = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    if !ends(text.chars().next()) || !ends(text.chars().next_back()) {
        return None;
    }
    text.chars()
        .filter(|c| *c != '_')
        .try_fold(0i64, |n, c| n.checked_mul(10)?.checked_add(i64::from(c.to_digit(10)?)))
}

/// A list of numbers with every one written out in digits; what is no number stays as it is.
pub(crate) fn written_out(text: &str) -> Cow<'_, str> {
    if !text.contains(['e', 'E', '^']) {
        return Cow::Borrowed(text);
    }
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '^' | '_');
    let mut all = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let length = rest.find(|c| is_part(c) != is_part(rest.chars().next().unwrap_or(' ')));
        let (piece, after) = rest.split_at(length.unwrap_or(rest.len()));
        match integer(piece).filter(|_| c.is_ascii_digit()) {
            Some(n) => all += &n.to_string(),
            None => all += piece,
        }
        rest = after;
    }
    Cow::Owned(all)
}

/// How many copies of what a text asks for: `3of5` is three times `5`.
fn copies(text: &str) -> Option<(i64, &str)> {
    let (count, of) = text.split_once("of").filter(|(_, of)| !of.is_empty())?;
    Some((integer(count).filter(|count| *count >= 0)?, of))
}

/// Components with their copies written out, except for those that stand for themselves.
pub(crate) fn spread(texts: &[String], stands: impl Fn(&str) -> bool) -> Result<Cow<'_, [String]>> {
    if !texts.iter().any(|text| copies(text).is_some()) {
        return Ok(Cow::Borrowed(texts));
    }
    let mut all = Vec::new();
    for text in texts {
        let (count, of) = copies(text).filter(|_| !stands(text)).unwrap_or((1, text));
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        if count.saturating_add(all.len()) > MOST_COPIES.max(texts.len()) {
            let fault = Fault::TooManyCopies { text: text.clone(), most: MOST_COPIES as u64 };
            return Err(Error::new(ErrorKind::Limit, fault).hint(NextStep::FewerCopies));
        }
        all.extend(std::iter::repeat_n(of.to_string(), count));
    }
    Ok(Cow::Owned(all))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let read = ["7", "-7", "1e9", "10^9", "1_000", "3E6", "2^40", "0e5", "-1e3"].map(integer);
        let wanted = [7, -7, 1_000_000_000, 1_000_000_000, 1000, 3_000_000, 1 << 40, 0, -1000];
        assert_eq!(read, wanted.map(Some));
        for text in
            ["", "-", "e9", "1e", "1e-3", "10^", "^2", "1__", "_1", "1e19", "2^63", "1.5e3", "a", "1 0"]
        {
            assert_eq!(integer(text), None, "{text}");
        }
    }

    #[test]
    fn lists_are_written_out_and_the_rest_is_left_alone() {
        assert_eq!(written_out("[1e3, 10^2,-2^3 ,5]"), "[1000, 100,-8 ,5]");
        assert_eq!(written_out("{1_000,x1e3,e}"), "{1000,x1e3,e}");
        assert_eq!(written_out("[1e99]"), "[1e99]");
    }

    #[test]
    fn copies_are_spread_and_names_are_not() {
        let texts = |list: &[&str]| list.iter().map(|text| text.to_string()).collect::<Vec<_>>();
        let spread_all = |list: &[&str]| spread(&texts(list), |_| false).map(Cow::into_owned);
        assert_eq!(spread_all(&["3of5", "2"]).unwrap(), texts(&["5", "5", "5", "2"]));
        assert_eq!(
            spread_all(&["2of1,3", "0of9", "of", "xof3"]).unwrap(),
            texts(&["1,3", "1,3", "of", "xof3"])
        );
        assert_eq!(spread(&texts(&["3of5"]), |text| text == "3of5").unwrap(), texts(&["3of5"]));
        assert_eq!(spread_all(&["1e9of5"]).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(spread_all(&["1e99of5"]).unwrap(), texts(&["1e99of5"]));
    }
}
