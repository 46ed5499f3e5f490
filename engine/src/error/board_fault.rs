//! What may be wrong with a board and the positions on it, as data.
//!
//! Programs without boards, such as the engine that a browser loads first, carry none of these words: a [`Fault`] holds what
//! is told about a board behind a pointer, so that what is never told is never linked.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::Value;

use super::Fault;
use crate::keyed::sayings;

sayings! {
    /// What is wrong with a board, a position on it, or what was asked of it.
    pub enum BoardFault {
        BoardTooLarge { most: usize } => "the board has more than {most} cells",
        TooManyPlaces { most: usize } => "there are more than {most} places",
        TooManyElements { most: usize } => "there are more than {most} elements",
        TooManyPlacements => "the rule has too many placements on this board",
        TooManyReadings => "the rule has too many ways to choose letters and runs on this board",
        TooManySteps => "a position has more moves than can be looked through",
        SetTooLarge => "a set of numbers has too many members",
        RunInCondition { picture: String } => "the picture \"{picture}\" of a condition has a run or a variable",
        RowOfOtherLength { row: usize, text: String } => "row {row} of `{text}` is not as long as the first",
        EmptyRow { row: usize } => "row {row} of the board is empty",
        UnequalRows => "the rows are not equally long",
        UnknownSign { text: String } => "`{text}` is none of the signs of this board",
        TooManySigns { most: usize } => "there are more than {most} different letters",
        CellsUntold { text: String } => "the rule does not say what the cells of {text} hold",
        WithoutCell { text: String } => "`{text}` has no cell",
        CannotStand { text: String } => "`{text}` cannot stand on a board",
        NoCell => "there is no cell",
        NoPlace => "there is no place",
        NumbersUntold { text: String } => "`{text}` does not tell the numbers",
        OtherSize { text: String } => "`{text}` is of another size",
        OtherCount { text: String, given: usize, wanted: usize } =>
            "`{text}` tells {given} places, and there are {wanted}",
        NotOfRule { text: String } => "`{text}` is none of the letters of the rule",
        NeitherInNorOut { text: String } => "`{text}` is neither o nor .",
        NotASet { text: String } => "`{text}` is no set",
        NotThere { text: String, name: String } => "`{text}` is not in {name}",
        NotAPlace { text: String } => "`{text}` is no place",
        NotInSet { text: String } => "the place {text} is not in the set",
        WithoutCoordinates { text: String, count: usize } => "`{text}` has not {count} coordinates",
        MustHave { text: String, told: String } => "`{text}` is no position of this game, for it must have {told}",
        NotAGraph { text: String } => "`{text}` is no graph",
        GraphTooLarge { text: String, vertices: usize, edges: usize } =>
            "`{text}` is too large: a graph has up to {vertices} vertices and {edges} edges",
        GraphTooWide { vertices: usize, edges: usize, most: usize, limit: usize } =>
            "a graph has up to {most} vertices and {limit} edges, and this one has {vertices} and {edges}",
        NotAGrid { text: String, most: usize } => "`{text}` is no grid of up to {most} cells",
        NotAnEdge { text: String } => "`{text}` is no edge",
        EdgeTwice { text: String } => "the edge `{text}` is there twice",
        EdgeToItself { text: String } => "the edge `{text}` has two ends that are the same",
        VertexTooLarge { text: String, most: u64 } => "a vertex of `{text}` is above {most}, the last one",
        TooManyEdges { count: usize, most: usize } => "{count} edges are more than {most}",
        OffTheGround { text: String } => "the edge {text} does not hang together with the ground",
        DivisorsNotListed { number: i64 } => "the divisors of {number} are not listed",
        NotAPair { text: String } => "`{text}` is no pair of a smaller and a larger element",
        NoElement => "there is no element",
        AboveItself { number: i64 } => "{number} would be larger than itself",
        NotABar { text: String } => "`{text}` is not a bar of rows that do not grow, of at least one square",
        BarTooLarge { text: String } => "`{text}` is too large a bar",
        MissingAt { column: usize, text: String } => "something is missing at column {column} of `{text}`",
        NotNumber { text: String } => "`{text}` is no number",
        NoNumber => "there is no number",
        TooManyNumbers { count: usize, most: usize } => "{count} numbers are more than {most}",
        WithCommas { text: String } => "`{text}` has commas",
        StripTooLong => "the strip is too long",
        NeitherFreeNorStone { cell: usize } => "cell {cell} of the strip is neither `.` nor `X`",
        EmptyStrip => "a strip has at least one cell",
        NoStrip => "there is no strip",
        NeitherFreeNorCross { text: String } => "`{text}` is neither a free cell `.` nor a cross `X`",
        NoThreeInRow { text: String } => "nobody can make three in a row on the strip `{text}`",
        NeitherLetterNorDigit { text: String } => "`{text}` is neither a letter nor a digit",
        EmptyString => "a string has at least one letter",
        NumberNotString { text: String } => "`{text}` is a number, not a string",
        NotFourByFour { count: usize } => "the board has {count} cells instead of 4 rows of 4",
        OtherLMissing => "the other player's L is missing",
        TwoOtherLs { text: String, other: String } => "`{text}` and `{other}` cannot both be the other player's L",
        NotAnL { text: String } => "the cells `{text}` do not form an L of four",
        NeutralPieces { count: u64, text: String } => "there are {count} neutral pieces `{text}` instead of 2",
        PartisanL => "the L-game is partisan, each player has an L of their own: it has no value in sums",
        NoMisereL => "the L-game is not played misère",
        NoMarbleThere { text: String, most: i64 } => "`{text}` is no place from 0,0 to {most},{most}",
        MarbleTooFar { text: String, most: i64 } => "`{text}` is beyond {most},{most}",
        MarbleCount { count: usize, most: usize } => "there are {count} marbles, not 1 to {most}",
        TheoremOfNormalPlay => "this board is decided by a theorem about normal play",
        NoStart => "there is no position to begin with",
        TableOfNormalPlay { game: String } => "the table of {game} is one of values under normal play",
        NoTableWithoutValues { game: String } =>
            "{game} has no table: its positions have no values to put into one",
        NoTableUnderMisere { game: String } =>
            "{game} has no table: under misère play its boards have no values to put into one",
        NoTableWithoutSize { game: String } => "{game} has no table: its positions are not given by their size",
        NoTableWithoutSides { game: String } => "{game} has no table: its positions are not given by two sides",
        TooLargeForTable { rows: i64, columns: i64 } =>
            "a board of {rows} × {columns} has too many cells for a table",
    }
}

/// What can be told in English and as data.
trait Tell: fmt::Debug + fmt::Display + Send + Sync {
    fn data(&self) -> Value;
}

impl Tell for BoardFault {
    fn data(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// A fault of a board, written as the [`BoardFault`] that it is.
#[derive(Clone, Debug)]
pub struct Told(Arc<dyn Tell>);

/// What would be told of a board where there are none.
#[derive(Debug)]
struct Boardless;

impl fmt::Display for Boardless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Fault::NumbersAlone)
    }
}

impl Tell for Boardless {
    fn data(&self) -> Value {
        Value::Null
    }
}

impl From<BoardFault> for Told {
    fn from(fault: BoardFault) -> Told {
        // Code that could tell of a board is linked even where none can be opened; its words need not be.
        if cfg!(feature = "numbers-only") { Told(Arc::new(Boardless)) } else { Told(Arc::new(fault)) }
    }
}

impl From<BoardFault> for Fault {
    fn from(fault: BoardFault) -> Fault {
        Fault::Board { fault: fault.into() }
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Serialize for Told {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.data().serialize(serializer)
    }
}

impl PartialEq for Told {
    fn eq(&self, other: &Told) -> bool {
        self.0.data() == other.0.data()
    }
}

impl Eq for Told {}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Told {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        BoardFault::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<BoardFault>()
    }
}
