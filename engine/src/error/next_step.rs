//! What to do about a failure, as data.
//!
//! The English here names no flag and no button: whoever shows it knows how it is asked, and words its own.

use crate::keyed::sayings;

sayings! {
    /// What to do about a failure. What only one place needs is said in English alone, as a text.
    pub enum NextStep {
        Text { text: String } => "{text}",
        RaisePositions => "allow more positions",
        RaisePositionsOrLess => "allow more positions, or ask for a smaller position",
        RaiseMemory => "allow more memory",
        RaiseTime => "allow more time, or ask for a smaller position",
        RaiseOrBound { step: Box<NextStep> } =>
            "{step}; if a coordinate can grow for ever, give it a domain, such as `n in 0..100`",
        FewerCopies => "ask for fewer copies; of two equal components neither matters where values add up",
        GiveDomain { name: String } => "give it a domain, such as `{name} in 0..100`",
        FixCoordinates { name: String } => "fix all coordinates but two, such as {name} = 5",
        LookFurther => "look for the period further out, or allow more positions",
        DrawLess => "draw a smaller position, a part of it, or allow a larger drawing",
        SmallerRange => "choose a smaller range",
        AskNormalPlay => "ask about normal play",
        AskMisere { game: String, start: String } => "ask who wins {start} of {game} under misère play",
        AskPosition { game: String, start: String } => "ask for single positions of {game}, such as {start}",
        AskPositions => "ask for single positions",
        NoParameters => "ask without parameters",
        GiveParameter { name: String } => "if it is a parameter, give {name} a value",
        DidYouMean { word: String } => "did you mean `{word}`?",
        DidYouMeanOrGive { word: String, name: String } =>
            "did you mean `{word}`? A parameter must be given, {name} a value",
        LookAtGames => "look through the catalogue; a rule looks like `n -> n-k for k in 1..3`",
        LookAtRules => "look at how the rules are read",
        LookAtTable => "the table shows the values",
        InQuotes => "a rule is one text: take 1..3, or n -> n-k for k in 1..3",
        BothCorners => "write both corners as two numbers, such as 8,8",
        LastBelowFirst => "the last must not be below the first",
        Write { example: String } => "write {example}",
        WriteEither { example: String, other: String } => "write {example}, or {other}",
        OneOf { words: String } => "it is one of {words}",
        WithSpaces => "components of a sum are separated by spaces: 5 3",
        WithCommas { names: String } => "the coordinates of one component are written {names}",
        UpTo { most: i64 } => "coordinates go up to {most}",
        AtLeast { low: i64 } => "it must be {low} or more",
        Between { low: i64, high: i64 } => "it must be from {low} to {high}",
        OneALine =>
            "an edge list has one move a line, `from to` or `from to gain`; lists of followers can be written as JSON, \
             {{\"1\": [2, 3]}}, and the format of a file may be sizes, dot, json, mtx, pg or grg",
        GainsOrSizes =>
            "give each edge a gain, or none; if the first line only tells sizes, say that the format is sizes; an edge list \
             has one move a line, `from to` or `from to gain`",
        SizesLine => "it should be `n m`; as the format edges the first line is a move like the others",
        AsEdges => "as the format edges the first line is a move like the others",
    }
}

impl NextStep {
    /// To write it like this.
    pub(crate) fn write(example: impl Into<String>) -> NextStep {
        NextStep::Write { example: example.into() }
    }

    /// To write it in one of two ways.
    pub(crate) fn either(example: impl Into<String>, other: impl Into<String>) -> NextStep {
        NextStep::WriteEither { example: example.into(), other: other.into() }
    }

    /// Whether this is what was meant.
    pub(crate) fn did_you_mean(word: impl Into<String>) -> NextStep {
        NextStep::DidYouMean { word: word.into() }
    }
}

impl From<String> for NextStep {
    fn from(text: String) -> NextStep {
        NextStep::Text { text }
    }
}

impl From<&str> for NextStep {
    fn from(text: &str) -> NextStep {
        NextStep::Text { text: text.into() }
    }
}
