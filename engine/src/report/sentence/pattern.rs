//! What can be seen in a table though nothing proves it, as data.

use crate::keyed::sayings;

sayings! {
    /// A pattern of values, or of lost positions.
    pub enum Pattern {
        Period { period: u64, from: u64 } => "the values come back every {period} from {from} on",
        RisingPeriod { period: u64, from: u64, saltus: u64 } => "from {from} on the values rise by {saltus} every {period}",
        Row { row: String, period: u64, from: u64, saltus: u64 } =>
            "in the row {row} the values rise by {saltus} every {period}, from {from} on",
        Plane { x: String, y: String, by_x: u64, by_y: u64, from_x: u64, from_y: u64 } =>
            "from {x} = {from_x} and {y} = {from_y} on the values come back every {by_x} in {x} and every {by_y} in {y}",
        Lines { slopes: String, count: u64 } =>
            "{count} lost positions far out lie near lines through the origin, of the slopes {slopes}",
        Beatty { slope: String, count: u64 } =>
            "the {count} first lost positions are spread as evenly as a Beatty sequence ⌊jα + β⌋ is, with α about {slope}",
        BeattyPairs { slope: String, step: u64, count: u64 } =>
            "the {count} first lost positions are ⌊jα⌋ and ⌊jα⌋ + {step}j, with α about {slope}",
        Automatic { base: u64, states: u64 } =>
            "who wins can be told from the digits in base {base}, from the last on, by an automaton of {states} states",
        Bounded { most: u64, first: u64 } => "no value is larger than {most}, which first comes at {first}",
        Growth { most: u64, exponent: String } =>
            "the largest value so far is {most}, and it grows about like the power {exponent} of the size",
    }
}
