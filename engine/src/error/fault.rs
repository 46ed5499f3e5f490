//! What went wrong, as data.

use std::fmt;

use serde::Serialize;

use crate::bytes::Bytes;
use crate::keyed::sayings;
use crate::position::Place;

sayings! {
    /// What went wrong. What is rare is said in English alone, as a text.
    pub enum Fault {
        Text { text: String } => "{text}",
        TooManyPositions { needed: u64, limit: u64 } => "this needs {needed} positions, the limit is {limit}",
        TooMuchMemory { needed: Bytes, limit: Bytes } =>
            "this needs about {needed} of memory, the limit is {limit}",
        AnswerTooLong { limit: Bytes } => "the answer would have more than {limit}",
        TimeOver => "the time limit is over",
        Interrupted => "interrupted",
        SearchTooLong { fault: Box<Fault> } => "the search met more positions than allowed: {fault}",
        SumTooLarge { fault: Box<Fault> } => "the whole sum has too many positions: {fault}",
        TooManyCopies { text: String, most: u64 } => "`{text}` asks for more than {most} components",
        GrowsForEver { name: String, place: Place } =>
            "from {place} on {name} can grow for ever, so that infinitely many positions can come up",
        GrowsInNumber { place: Place } =>
            "{place} can come back with more components beside it, so that infinitely many positions can come up",
        GrowsLonger { text: String } =>
            "`{text}` can come back within a longer word, so that infinitely many positions can come up",
        TooManyMoves { most: u64 } => "there are more than {most} moves",
        TooManyComeUp { most: u64 } => "more than {most} positions can come up",
        TooManyToFollow { most: u64 } => "this needs more than {most} moves to be followed",
        TooManyOptions { most: u64 } => "one position has more than {most} options",
        OutOfReach { limit: u64, heap: u64 } =>
            "no period was proved within {limit} heaps, so the value of heap {heap} is out of reach",
        TooLargeToDraw { positions: u64, moves: u64 } =>
            "the game graph is too large to draw: the limit is {positions} positions and {moves} moves",
        TooLargeToPlot { count: usize, most: usize } =>
            "a plot of {count} positions is too large, the limit is {most}",
        UnknownGame { name: String } => "there is no game called `{name}`",
        UnknownName { name: String } => "nothing here is called `{name}`",
        UnknownFunction { name: String } => "there is no function `{name}`",
        NoParameter { name: String } => "the rules have no parameter `{name}`",
        NameInUse { name: String } => "the name `{name}` is already in use",
        BadParameter { name: String, value: String, fault: Box<Fault> } =>
            "the parameter {name} cannot be `{value}`: {fault}",
        Expected { wanted: Pieces, found: Piece } => "expected {wanted}, found {found}",
        OneCoordinate { text: String, wanted: usize } =>
            "the position `{text}` has 1 coordinate, the rules have {wanted}",
        Coordinates { text: String, given: usize, wanted: usize } =>
            "the position `{text}` has {given} coordinates, the rules have {wanted}",
        NoValueOf { word: String, name: String } => "`{word}` is no value of {name}",
        CoordinateTooLarge { word: String } => "{word} is too large for a coordinate",
        NotANumber { word: String, name: String } => "`{word}` is not a number, as {name} must be",
        OutsideDomain { name: String, value: i64 } => "{name} = {value} is outside its domain",
        NotAPosition { place: Place } => "{place} is not a position of this game",
        BoardNotRules { name: String } => "{name} is a board, and this is for rules",
        NoMisereScores => "moves earn points, so the larger total wins; misère does not apply",
        NoMisereEnding => "the rules say who wins at the end; misère does not apply",
        NormalOnly =>
            "these rules are what is left of the game under normal play, and under misère play it is another",
    }
}

sayings! {
    /// A piece of a rule that is wanted somewhere, or found there.
    pub enum Piece {
        Token { text: String } => "`{text}`",
        Reserved { text: String } => "the reserved word `{text}`",
        EndOfText => "the end of the text",
        EndOfRule => "the end of the rule",
        EndOfMove => "the end of the move",
        EndOfValue => "the end of the value",
        Integer => "an integer",
        Number => "a number",
        NamedValue => "a named value",
        Condition => "a condition",
        Name => "a name",
        Set => "a set",
        SeveralValues => "several values in parentheses",
        ParameterName => "a parameter's name",
        CoordinateName => "a coordinate's name",
        VariableName => "a variable's name",
        Label => "a label",
        BeforeValue { text: String } => "`{text}` between the parameter and its value",
        AfterCoordinates { text: String } => "`{text}` after the coordinates",
        AfterVariable { text: String } => "`{text}` after the variable",
        AfterWord { text: String, word: String } => "`{text}` after `{word}`",
        AfterIndex { text: String } => "`{text}` after the index",
        AfterArguments { text: String } => "`{text}` after the arguments",
        ToClose { text: String } => "`{text}` to close the parenthesis",
    }
}

impl Piece {
    /// Something that is written as it is.
    pub(crate) fn token(text: impl Into<String>) -> Piece {
        Piece::Token { text: text.into() }
    }
}

/// Pieces of which any one would do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Pieces(pub Vec<Piece>);

impl Pieces {
    /// Any of these symbols and words.
    pub(crate) fn tokens(texts: &[&str]) -> Pieces {
        Pieces(texts.iter().map(|text| Piece::token(*text)).collect())
    }

    /// Or this one.
    pub(crate) fn or(mut self, piece: Piece) -> Pieces {
        self.0.push(piece);
        self
    }
}

impl From<Piece> for Pieces {
    fn from(piece: Piece) -> Pieces {
        Pieces(vec![piece])
    }
}

/// `a`, `b` or `c`.
impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, piece) in self.0.iter().enumerate() {
            let between = match i {
                0 => "",
                _ if i + 1 == self.0.len() => " or ",
                _ => ", ",
            };
            write!(f, "{between}{piece}")?;
        }
        Ok(())
    }
}

impl From<String> for Fault {
    fn from(text: String) -> Fault {
        Fault::Text { text }
    }
}

impl From<&str> for Fault {
    fn from(text: &str) -> Fault {
        Fault::Text { text: text.into() }
    }
}
