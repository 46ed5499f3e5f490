//! The known word nearest to a mistyped one.

/// Nobody mistypes a longer word, and comparing words takes time with the square of their length.
const LONGEST: usize = 40;
/// More edits than this are no typing error.
const MOST_EDITS: usize = 3;

/// The candidate within a small edit distance of `word` that is nearest to it, the first of several.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Bytes first: counting the letters of a long text takes its time, too.
    if word.len() > 4 * LONGEST {
        return None;
    }
    let word = letters(word);
    let allowed = match word.len() {
        0 | 1 => 0,
        2..=4 => 1,
        5..=7 => 2,
        8..=LONGEST => MOST_EDITS,
        _ => return None,
    };
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 4 * (LONGEST + MOST_EDITS))
        .map(|candidate| (distance(&word, &letters(candidate)), candidate))
        .filter(|(d, _)| (1..=allowed).contains(d))
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

fn letters(word: &str) -> Vec<char> {
    word.to_lowercase().chars().collect()
}

/// Edits (insert, delete, replace, swap neighbours) that turn one word into the other (optimal string alignment). Only the
/// last rows of the table are kept.
fn distance(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > MOST_EDITS {
        return usize::MAX;
    }
    let (mut before, mut last): (Vec<usize>, Vec<usize>) = (Vec::new(), (0..=b.len()).collect());
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = (last[j] + 1).min(row[j - 1] + 1);
            best = best.min(last[j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        (before, last) = (last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typing_error_finds_its_word_and_a_stranger_none() {
        let words = ["squares", "divisors", "kayles", "for"];
        assert_eq!(nearest("sqaures", words), Some("squares"));
        assert_eq!(nearest("fro", words), Some("for"));
        assert_eq!(nearest("Kayle", words), Some("kayles"));
        assert_eq!(nearest("wythoff", words), None);
        assert_eq!(nearest("kayles", ["kayles"]), None);
    }

    #[test]
    fn long_words_get_no_hint() {
        let word = |length: usize, last: &str| "a".repeat(length - 1) + last;
        for (length, hinted) in [(LONGEST, true), (LONGEST + 1, false), (30_000_000, false)] {
            let known = word(length, "c");
            assert_eq!(nearest(&word(length, "b"), [known.as_str()]).is_some(), hinted, "{length}");
        }
        let known = "a".repeat(30_000_000);
        assert_eq!(nearest("kayels", [known.as_str(), "kayles"]), Some("kayles"));
    }

    #[test]
    fn swaps_are_one_edit_in_every_row() {
        assert_eq!(distance(&letters("abcdef"), &letters("badcfe")), 3);
        assert_eq!(distance(&letters("kitten"), &letters("sitting")), 3);
        assert_eq!(distance(&letters(""), &letters("abc")), 3);
    }
}
