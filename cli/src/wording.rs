//! What the library says as data, in the words of the command line: with its flags.

use grundy::Sentence;

/// A reason.
pub fn sentence(sentence: &Sentence) -> String {
    match sentence {
        Sentence::TooManyMoves => format!("{sentence}; --max-positions allows more"),
        other => other.to_string(),
    }
}
