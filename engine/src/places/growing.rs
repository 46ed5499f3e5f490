//! Proof that words grow for ever.
//!
//! **Theorem.** If a word w becomes, by moves that neither cut it nor ask for its edge, a longer word x w y, then infinitely
//! many words come up. *Proof.* Such a move changes some letters in a row and looks at nothing else, so that it can be
//! made within any longer word too. The moves that make x w y of w make x x w y y of x w y, and so on. ∎
//! For the same reason it is enough that a part of a word does so.
//!
//! A rule whose play can be over, or in which some picture asks for the edge, is left alone.

use crate::error::Result;
use crate::work::Work;

/// Words that are looked at.
const LOOKED_AT: usize = 1 << 8;
/// Letters of the parts of a word that are looked at beside the whole.
const SHORT: usize = 6;
/// Moves of a path.
const LONGEST: usize = 16;

/// Lists what the moves make of a word.
type Moves<'m> = dyn Fn(&[u8]) -> Vec<Box<[u8]>> + 'm;

/// The first word found that comes back within a longer one; `moves` lists what the moves make of a word, except for those
/// that cut it.
pub(super) fn comes_back_longer(
    start: &[u8],
    moves: &Moves<'_>,
    work: &Work<'_>,
) -> Result<Option<Box<[u8]>>> {
    let parts = (1..=SHORT.min(start.len())).flat_map(|length| start.windows(length));
    let mut met: Vec<(Box<[u8]>, Option<usize>)> = vec![(start.into(), None)];
    for part in parts.take(LOOKED_AT) {
        if met.len() < LOOKED_AT / 2 && met.iter().all(|(known, _)| **known != *part) {
            met.push((part.into(), None));
        }
    }
    let mut at = 0;
    while at < met.len() {
        work.step("words", at as u64, None)?;
        for after in moves(&met[at].0) {
            let (mut before, mut steps) = (Some(at), 0);
            while let Some(word) = before.filter(|_| steps < LONGEST).map(|before| &met[before]) {
                if after.len() > word.0.len() && is_within(&word.0, &after) {
                    return Ok(Some(word.0.clone()));
                }
                (before, steps) = (word.1, steps + 1);
            }
            if met.len() < LOOKED_AT && met.iter().all(|(known, _)| *known != after) {
                met.push((after, Some(at)));
            }
        }
        at += 1;
    }
    Ok(None)
}

fn is_within(word: &[u8], longer: &[u8]) -> bool {
    word.is_empty() || longer.windows(word.len()).any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use crate::error::{ErrorKind, Fault};
    use crate::{Lets, Source, Work, open};

    fn told(rule: &str, word: &str) -> Option<Fault> {
        let work = Work::within(crate::Limits { positions: 20_000, ..Default::default() });
        let opened = open(Source::Text(rule), &Lets::new(), &[word.into()], None, &work);
        let failed = opened.and_then(|mut game| game.report(&work)).err()?;
        (failed.kind() == ErrorKind::Unsupported).then(|| failed.fault().clone())
    }

    #[test]
    fn words_that_grow_for_ever_are_told() {
        let grows = |text: &str| Some(Fault::GrowsLonger { text: text.into() });
        assert_eq!(told("word: \"a\" -> \"aa\"", "bab"), grows("a"));
        assert_eq!(told("word as drawn: \"ab\" -> \"bba\" | \"a\" -> \"ab\"", "a"), grows("a"));
        assert_eq!(told("word: \"ab\" -> \"aabb\" | \"b\" -> \"\"", "ab"), grows("ab"));
    }

    #[test]
    fn words_that_end_or_ask_for_the_edge_are_not() {
        for (rule, word) in [
            ("word as drawn: \"ab\" -> \"bba\"", "aab"),
            ("word: \"a\" -> \"bb\" | \"b\" -> \"\"", "aa"),
            ("word: \"aa\" -> \"\" | \"bbb\" -> \"\"", "aabbb"),
            ("word: \"ab\" -> \"ba\"", "ab"),
        ] {
            assert_eq!(told(rule, word), None, "{rule}");
        }
    }
}
