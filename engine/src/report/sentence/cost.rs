//! What an answer will cost, as data.

use crate::bytes::{Amount, Bytes};
use crate::keyed::{phrases, sayings};

phrases! {
    /// Whether an answer is to be had.
    pub enum CostVerdict {
        Within => "within the limits",
        MayPass => "perhaps past a limit",
        PastPositions => "past the limit of positions",
        PastMemory => "past the limit of memory",
        OutOfReach => "out of reach of any machine",
        Unknown => "not known beforehand",
    }
}

sayings! {
    /// One thing that is known about the cost of an answer before it is looked for.
    pub enum CostSentence {
        Formula => "a theorem tells it whatever the size: nothing is tabulated or searched",
        Heaps { heaps: Amount } =>
            "the values of up to {heaps} heaps are computed one after another, fewer if a period is proved before",
        Table { cells: Amount, each: Bytes } => "a table of {cells} positions is filled, with {each} for each",
        Options { most: Amount } => "a position has at most {most} options, as they are looked at",
        ProofFirst => "before a table of this size is made, a theorem or a proof about all positions is looked for that spares it",
        FewFirst => "if only a small part of its positions can come up, these are searched instead",
        Searched { most: Amount } =>
            "positions are searched as they are met; by the domains at most {most} can come up",
        Endless { name: String } =>
            "positions are searched as they are met; nothing was found that bounds {name}, so nobody knows how many can come up",
        Followed { most: Amount } => "the whole sum is followed; by the domains at most {most} positions can come up",
        FollowedEndless => "the whole sum is followed, and no bound is known for its positions",
        BoardSearch =>
            "boards that no theorem tells are searched part by part; how many positions that takes is known only afterwards, and its tables keep to the limit of memory",
        Fits => "this is within the limits",
        PastPositions { limit: Amount } => "the limit is {limit} positions",
        PastMemory { limit: Bytes } => "the limit is {limit} of memory",
        MayPass { limit: Amount } =>
            "if more than {limit} of them come up, the limit of positions is passed",
        OutOfReach => "no machine goes through so many: only a smaller position or smaller domains help",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_told_with_its_numbers_and_as_data() {
        for sentence in CostSentence::samples() {
            let (text, data) = (sentence.to_string(), serde_json::to_value(&sentence).unwrap());
            assert!(!text.contains(['{', '}']) && !text.ends_with('.'), "{text}");
            let parts = data.as_object().unwrap();
            assert!(parts["key"].is_string(), "{data}");
            let bytes = |value: u64| text.contains(&Bytes(value).to_string());
            let told = |value: &serde_json::Value| match value.as_u64() {
                Some(number) => text.contains(&number.to_string()) || bytes(number),
                None => value.as_str().is_some_and(|name| text.contains(name)),
            };
            assert!(parts.iter().all(|(name, value)| name == "key" || told(value)), "{text}: {data}");
        }
    }
}
