//! The known word nearest to a mistyped one.

/// The candidate within a small edit distance of `word` that is nearest to it, the first of several.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let longest = word.chars().count();
    let allowed = match longest {
        0 | 1 => 0,
        2..=4 => 1,
        5..=7 => 2,
        _ => 3,
    };
    candidates
        .into_iter()
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(d, _)| (1..=allowed).contains(d))
        .min_by_key(|(d, _)| *d)
        .map(|(_, candidate)| candidate)
}

/// Edits (insert, delete, replace, swap neighbours) that turn one word into the other (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    if a.len().abs_diff(b.len()) > 3 {
        return usize::MAX;
    }
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let mut best = (rows[i - 1][j] + 1).min(row[j - 1] + 1);
            best = best.min(rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]));
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
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
}
