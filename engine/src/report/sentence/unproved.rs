//! Why nothing is proved for all positions, as data.

use crate::keyed::sayings;

sayings! {
    /// What keeps a pattern from being proved.
    pub enum Unproved {
        NotLinear { what: String } => "the rules are not linear: {what} is beyond what automata can say",
        NegativeCoordinate { name: String } => "{name} is not plainly a number from 0 on",
        TooManyCases => "the rules split into too many cases to follow",
        TooLarge => "a number in the rules is too large",
        Scores => "moves earn points, and this is about who wins",
        MovesOn => "a player may move on, and this is about turns that alternate",
        SeveralParts => "moves leave several parts, and who wins them depends on their values",
        NothingLeft => "a move may leave nothing, and who wins then is known under normal play alone",
        NothingFalls => "no combination of the coordinates was proved to fall with every move, so that play may go on for ever",
        NoPattern { states: usize } => "no pattern with up to {states} states was found",
        TableTooSmall { positions: u64 } => "the table of {positions} positions was too small to go on",
        Limit { message: String } => "the automata grew too large: {message}",
        Unchecked { message: String } => "the proof was found, but the checker did not accept it: {message}",
        NoValues => "the values were not found to rise in a pattern",
    }
}
