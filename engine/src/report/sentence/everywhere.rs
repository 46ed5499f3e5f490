//! What is known of all positions of a game, as data.

use crate::keyed::sayings;

sayings! {
    /// Who wins, or what the values are, at every position.
    pub enum Everywhere {
        AllEqual { coordinates: String } => "the player to move loses exactly where {coordinates} are equal",
        NimSum { coordinates: String } =>
            "the player to move loses exactly where the nim-sum of {coordinates} is 0",
        Zero { coordinate: String } => "the player to move loses exactly where {coordinate} is 0",
        Finite { coordinate: String, members: String } =>
            "the player to move loses exactly where {coordinate} is one of {members}",
        AllButFinite { coordinate: String, members: String } =>
            "the player to move loses everywhere but where {coordinate} is one of {members}",
        Always => "the player to move always loses",
        Never => "the player to move always wins",
        Residues { coordinates: String, modulus: u64, rests: String } =>
            "the player to move loses exactly where {coordinates} modulo {modulus} is {rests}",
        ResiduesFrom { coordinate: String, modulus: u64, rests: String, from: u64, below: String } =>
            "from {coordinate} = {from} on the player to move loses exactly where {coordinate} modulo {modulus} is {rests}; below \
             that, where it is {below}",
        GoldenPairs { x: String, y: String } =>
            "the player to move loses exactly where the smaller and the larger of {x} and {y} are ⌊jφ⌋ and ⌊jφ⌋ + j, with the golden \
             ratio φ: written in Zeckendorf form the smaller ends in an even number of zeros, and one more zero makes the larger of it",
        BeattyPairs { x: String, y: String, slack: u64 } =>
            "the player to move loses exactly where the smaller and the larger of {x} and {y} are ⌊jα⌋ and ⌊jα⌋ + {slack}j, where α = (2 \
             - {slack} + √({slack}² + 4))/2: written in Fraenkel's system the smaller ends in an even number of zeros, and one more \
             zero makes the larger of it",
        BelowLowest { x: String, y: String, system: String } =>
            "the player to move loses exactly where {x} is 0 or {y} is less than the lowest part of {x}, written as {system}",
        Accepted { states: usize, system: String, coordinates: String, first: String } =>
            "the player to move loses exactly where an automaton of {states} states accepts the digits of {coordinates}, written as \
             {system}; the first such positions are {first}",
        ValueNimSum { coordinates: String } => "the value is the nim-sum of {coordinates}",
        ValuesAccepted { states: usize, coordinates: String } =>
            "the value of {coordinates} is the number that an automaton of {states} states accepts beside it, both written in base 2",
        Periodic { period: u64, preperiod: u64 } => "the values have the period {period} from {preperiod} on",
        Rising { period: u64, preperiod: u64, saltus: u64 } =>
            "from {preperiod} on the values rise by {saltus} every {period}",
    }
}
