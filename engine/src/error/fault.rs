//! What went wrong, as data.

use std::fmt;

use serde::Serialize;

use super::Told;
use crate::bytes::{Amount, Bytes};
use crate::keyed::sayings;
use crate::position::Place;

sayings! {
    /// What went wrong. What only files can do wrong is said in English alone, as a text.
    pub enum Fault {
        Text { text: String } => "{text}",
        TooManyPositions { needed: u64, limit: u64 } => "this needs {needed} positions, the limit is {limit}",
        TooMuchMemory { needed: Bytes, limit: Bytes } =>
            "this needs about {needed} of memory, the limit is {limit}",
        AnswerTooLong { limit: Bytes } => "the answer would have more than {limit}",
        BeyondAnyMachine { needed: Amount } => "this needs {needed} positions, which is out of reach of any machine",
        BytesBeyondAnyMachine { needed: Bytes } =>
            "this needs about {needed} of memory, which is out of reach of any machine",
        TimeOver => "the time limit is over",
        TimeOverAfter { done: u64 } => "the time limit is over; {done} positions were done",
        TimeOverOf { done: u64, total: u64 } => "the time limit is over; {done} of {total} positions were done",
        Interrupted => "interrupted",
        SearchTooLong { met: u64, limit: u64 } =>
            "the search met {met} positions and was not done; the limit is {limit}",
        SearchTooLongOf { met: u64, most: Amount, limit: u64 } =>
            "the search met {met} positions, of at most {most} that can come up, and was not done; the limit is {limit}",
        SearchTooLarge { met: u64, needed: Bytes, limit: Bytes } =>
            "the search met {met} positions, which need {needed} of memory, and was not done; the limit is {limit}",
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
        RuleTooLong { limit: Bytes } => "the rule is longer than {limit}",
        TooManyOperators { most: usize } => "the rule has more than {most} operators",
        TooManyCoordinates { most: usize } => "the rule has more than {most} coordinates",
        TooManyKinds { most: usize } => "the rule has more than {most} kinds of move",
        TooManyClauses { most: usize } =>
            "the rule has more than {most} choices and conditions in one kind of move",
        TooManyParts { most: usize } => "the rule has more than {most} parts in one move",
        TooManyArguments { most: usize } => "the rule has more than {most} arguments of one function",
        TooManyWrites { most: usize } => "the rule has more than {most} places that one move writes",
        TooManyMembers { most: usize } => "the rule has more than {most} members of one set",
        TooManyLetters { most: usize } => "the rule has more than {most} letters",
        TooManyNames { most: usize } => "the rule has more than {most} named values",
        NestedTooDeeply { most: usize } => "the expression is nested too deeply: more than {most} levels",
        ConditionTooDeep { most: usize } => "the condition is nested too deeply: more than {most} levels",
        OpenQuote => "a quote is not closed",
        NumberTooLarge { text: String } => "the number {text} is too large",
        NoMeaning { text: String } => "`{text}` has no meaning here",
        OneGain => "a move has one `gain`",
        OneEnding => "a rule has one `end … if`",
        OneOver => "a rule has one `over … if`",
        GoesThroughSet { word: String } => "`{word}` goes through a set",
        OneFinalPosition => "with `end … if` every move leads to one position",
        GainContradicts { text: String } => "with `gain` the larger total wins; `{text}` contradicts it",
        EndContradicts => "`end … if` already says who wins; `play misere` contradicts it",
        EmptyDomain => "the domain is empty",
        NoDomain => "a domain is a range, or a set of numbers or names",
        PartOfOne { given: usize } => "a position has 1 coordinate here, this has {given}",
        PartOfSeveral { wanted: usize, given: usize } =>
            "a position has {wanted} coordinates here, this has {given}",
        TakesOneArgument { name: String } => "`{name}` takes 1 argument",
        TakesArguments { name: String, most: usize } => "`{name}` takes {most} arguments",
        WrongArguments { name: String, wanted: usize, given: usize } =>
            "`{name}` takes {wanted} arguments, not {given}",
        TooFewArguments { name: String, least: usize, given: usize } =>
            "`{name}` takes at least {least} arguments, not {given}",
        NumberNotSet { name: String } => "`{name}` is a number, not a set",
        ValueNotSet { name: String } => "`{name}` is one value, not a set",
        EndlessSet { low: String } => "`{low}..` has no end",
        ListNotNumber { name: String } => "`{name}` is a list where a number belongs",
        NumberNotList { name: String } => "`{name}` is a number, not a list",
        LenTakesList => "`len` takes the name of a list",
        Overflow => "a number here does not fit in 64 bits",
        DivisionByZero => "division by zero",
        NegativePower => "a power with a negative exponent is no integer",
        NegativeShift => "a shift by a negative number of bits",
        NoRoot { number: i64 } => "{number} has no square root",
        OfNothing { name: String } => "`{name}` of no numbers",
        TooManyDivisors { number: i64, count: u64 } => "{number} has {count} divisors",
        OneDigitBefore => "a code has one digit before the point",
        FirstDigit => "the digit before the point may only be 0, 4, 8 or C",
        NothingAfterRepeat => "nothing may follow the repeating part of a code",
        NotInCode => "this does not belong in a code",
        NoDigitAfter => "a code has at least one digit after the point",
        OpenRepeat => "the repeating part of a code ends with `]`",
        NoCoordinate { name: String } => "the rules have no coordinate called `{name}`",
        ComponentCoordinates { wanted: usize, given: usize } =>
            "a component has {wanted} coordinates here, not {given}",
        NoValueNumber { name: String, number: i64, words: String } =>
            "{name} has no value number {number}: it is one of {words}",
        NoCoordinateLeft => "every coordinate is fixed, so that no table is left",
        TableOfTooMany { count: usize } => "a table has one or two coordinates, these rules have {count}",
        TooManyLeft { count: usize } => "a table has one or two coordinates, and {count} are left",
        CornerWithout { name: String } => "the last corner needs a value for {name} too",
        TableBackwards { name: String, first: i64, last: i64 } =>
            "the table would go from {name} = {first} to {last}",
        TableTooLarge { cells: String } => "a table of {cells} cells is too large to print",
        PeriodsOfNormalPlay => "periods are those of the values under normal play",
        OneCoordinateLeft => "the period of a row is that along one coordinate; all others must be given a value",
        NoPeriodOfSeveral => "a period belongs to a heap game; these rules have several coordinates",
        MovesOn => "where a player may move on, positions have no values of their own",
        EndOfOne => "`end … if` looks at one final position, a sum has several",
        TooManyToLook => "a component has too many moves to look at them all",
        PositionOfOthers => "this is a position of other rules",
        NotForeseen => "this position cannot come up from the one that was asked for",
        NoSuchMove => "there is no such move",
        NoPosition => "this is no position",
        ComesBack => "a position can come back",
        ScoringComesBack => "a scoring game in which a position can come back",
        TooManyComponents { count: u64 } => "a move leads to {count} components",
        ComponentTooWide { most: u64 } => "a component has more than {most} moves",
        SumTooWide { count: usize } => "a sum of {count} components is too wide",
        GameTooLong { most: u64 } => "a game of more than {most} moves",
        NoRulesHere => "the game has no rules",
        OverPlaces => "this is for rules of numbers, and these are over places",
        ShowsPictures => "this is for rules of numbers, and these show pictures",
        GraphNotRules => "a graph has no rules, and this is for rules",
        CompoundByLastMove => "a compound is won by the last move, and here something else decides",
        OneEndsAll => "here one component ends the game for all of them",
        StepsNeeded { heap: u64, steps: String } => "the value of heap {heap} needs about {steps} steps",
        SizeIsOne => "the size is one number",
        SizesAreTwo => "the sizes of a board are two numbers",
        NoSize { from: String, to: String } => "there is no size from {from} to {to}",
        NoParameters { text: String } => "{text} has no parameters that could be set",
        PeriodsOfAnySize => "a period belongs to heaps of any size; here the heap has a domain",
        TurnsMoveOn => "where a player may move on, turns are not those of a compound",
        AtPosition { fault: Box<Fault>, text: String } => "{fault} (at {text})",
        NoEntry { count: usize, index: i64 } => "the list has {count} entries, there is no entry {index}",
        TooManyPrimes { last: i64 } => "the primes up to {last} are too many",
        PowersDoNotGrow { base: i64 } => "powers of {base} do not grow",
        NoFunction => "this is no function",
        GoesThroughConditions { word: String } => "`{word}` goes through conditions",
        FirstSaysPlaces => "the first coordinate says what the places are",
        NoSetOfPlaces { text: String } => "`{text}` is no set of places",
        NoPlacesCalled { text: String } => "there are no places called `{text}`",
        SamePlaces => "all coordinates are on the same places",
        BagHoldsNumbers => "a bag holds numbers",
        NothingStands { text: String } => "nothing stands on the places of {text}",
        NoLetter { text: String } => "`{text}` is no letter",
        NoLetters => "there is no letter",
        NameTaken { name: String } => "the name `{name}` is taken",
        OnlyBoardsHaveRows => "only places of a board have a row and a column",
        OnlyEdgesHaveEnds => "only edges have two ends",
        PositionCoordinates { count: usize } => "a position has {count} coordinates",
        LetterNotThere { name: String } => "`{name}` does not have this letter",
        NoCondition => "this is no condition",
        SetNotValue => "this is a set, where one value is wanted",
        ConditionNotValue => "this is a condition, where a value is wanted",
        ConditionNotSet => "this is a condition, where a set is wanted",
        SetWanted => "a set is wanted",
        OnlyNumbersCompared => "only numbers are compared so",
        SetOperations => "sets have the operations `-`, `+` and `xor`",
        EndlessNumbers => "there is no end of numbers",
        NothingCalled { name: String } => "nothing is called `{name}` here",
        NoNeighbours { word: String } => "places without neighbours have no `{word}`",
        NoOrder { word: String } => "places without an order have no `{word}`",
        NotInRows { word: String } => "places that are not in rows have no `{word}`",
        NoBoards => "there are no such boards",
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
        CodeOfBoard => "no program is written for this kind of game: its positions are not numbers",
        CodeOfPictures =>
            "no program is written for this board: only pictures of letters on strips and grids, where who cannot move loses, are",
        CodeBoardMayNotEnd => "no program is written for this board: that the game ends is not shown by what its moves change",
        CodeMayNotEnd => "no program is written for it: scores need a game that ends, and that is not proved",
        CodeLayout => "no program is written for such an input or such answers",
        CodeParameters =>
            "no program is written for it: that the game ends is not proved for all parameters that the input may give",
        NoMisereScores => "moves earn points, so the larger total wins; misère does not apply",
        NoMisereEnding => "the rules say who wins at the end; misère does not apply",
        MisereComesBack { text: String } => "from {text} play can come back to it; misère tools are for games that end",
        MisereMovesOn => "a player may move again at once; misère tools are for games in which turns alternate",
        MisereNotHeaps => "a position is not one number, so there are no heaps to begin with",
        MisereTooLarge { heap: u64, most: usize } =>
            "with heap {heap} more than {most} elements, or too many sums, would be needed",
        MisereTooLargeAt { text: String, most: usize } =>
            "with {text} more than {most} elements would be needed",
        ProductOfTwo => "a product is of two games, `product A B`",
        FactorIsBoard { name: String } => "`{name}` is a game on a board, which has no coordinates to multiply",
        FactorNotPlain { name: String } =>
            "`{name}` is not plain normal play, so its moves do not turn coins and there is no product with it",
        FactorHasConditions { name: String } =>
            "not every place is a position of `{name}`, so there is no product with it",
        NormalOnly =>
            "these rules are what is left of the game under normal play, and under misère play it is another",
        Board { fault: Told } => "{fault}",
        NumbersAlone => "this build of the library has rules of numbers alone",
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
