//! What to do about a failure, as data.
//!
//! The English here names no flag and no button: whoever shows it knows how it is asked, and words its own.

use crate::keyed::sayings;

sayings! {
    /// What to do about a failure. What only one place needs is said in English alone, as a text.
    pub enum NextStep {
        Text { text: String } => "{text}",
        AskSmaller => "ask for a smaller position, or smaller domains",
        RaisePositions => "allow more positions",
        RaisePositionsOrLess => "allow more positions, or ask for a smaller position",
        RaiseMemory => "allow more memory",
        ProductsLookLike =>
            "write `product nim kayles`, or rules in parentheses: `product (n -> n-k for k in 1..3) (take {{1,4}})`",
        OneHeadAsRule => "write what becomes of a single head as a rule of numbers, such as `n -> a for a in 0..n-1`",
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
        ProductWith { example: String } => "a product is written with `*`: `{example}`",
        SetUpTo { name: String } => "say how far the set goes: `{name}(n)`",
        MoveArrow => "a move is written with `->`: `n -> n-1`",
        ChoiceIn => "a choice is written `for k in 1..3`",
        JoinByAnd => "conditions are joined by `and`; `&` joins the parts of a sum",
        JoinByOr => "conditions are joined by `or`; `|` separates kinds of moves",
        DropsRemainder => "`/` drops the remainder: `n/2`",
        PowerOrSet =>
            "a power is written `2^k`; all powers up to n are the set `powers(n)`, or `powers(3,n)` for those of 3",
        PowerIs => "a power is written `2^k`",
        ShiftLeft => "bits are shifted by `n shl k`",
        ShiftRight => "bits are shifted by `n shr k`",
        ShiftBoth => "bits are shifted by `n shl k` and `n shr k`",
        TakeSet => "to take so many as a set says, write `take {{1,2,3}}`",
        TakeSetOrRule =>
            "to take so many as a set says, write `take {{1,2,3}}`; a rule is written `n -> n-1`",
        SetInBraces => "a set is written in braces: `{{1,2,3}}`",
        XorBits => "the bits in which two numbers differ are `n xor k`",
        SharedBits => "the bits that two numbers share are `n bitand k`",
        JointBits => "the bits that two numbers have together are `n bitor k`",
        Remainder => "the remainder is written `%`: `n % 3`",
        ValueIfElse =>
            "a value that depends on a condition is written `if n > 3 then n-1 else n-2`; a kind of move with its own condition follows `|`",
        ValueIf => "a value that depends on a condition is written `if n > 3 then 1 else 2`",
        ThenIsValue =>
            "`if n > 3 then n-1 else n-2` is a value, and stands where a value does; a condition follows it",
        ConditionsFollowIf => "conditions follow `if`",
        KindsByBar => "kinds of moves are separated by `|`, and conditions follow `if`",
        NoStep => "a range has no step: choose with a condition, `if k % 2 == 0`",
        RangeBothEnds => "a range is written `1..3`, both ends included",
        TwoDots => "a range has two dots: `1..3`",
        ListOrSet => "a list is written [1,2], a set {{1,2}}",
        SeveralCoordinates { name: String } =>
            "several coordinates are written in parentheses: `({name},b) -> ({name}-1,b)`",
        WhatSetsAre => "a set is a range `1..3`, a list `{{1,2,3}}`, `squares(n)`, or a parameter",
        EachIsAPart => "`each(…)` is a part of a move, and stands by itself between `&`",
        IsASet { word: String } => "`{word}` is a set: write `for s in {word}(…)`",
        FunctionsAre { words: String } => "the functions are {words}",
        IntegersUpTo { most: i64 } => "integers go up to {most}",
        PictureOnOneLine =>
            "a picture is written on one line between two quotes, its rows with / between them",
        FinalDecides => "the final position decides, and a sum or `nothing` has none",
        LeaveOut { text: String } => "leave out `{text}`, or every `gain`",
        NameShared => "a coordinate and a parameter cannot share a name",
        ConditionInMoves => "write the condition with `if` in the moves instead",
        CoordinatesAre { names: String } => "the coordinates are ({names})",
        SetOfOne { name: String } => "write `{{{name}}}` for the set with one member, or `1..{name}`",
        OnlyCoordinatesEndless { low: String } => "only a coordinate may go on for ever; write `{low}..n`",
        ThroughASet { example: String } => "or it goes through a set: `{example}`",
        EndlessTaking => "taking nothing and leaving one heap would go on for ever",
        CodesLookLike => "codes look like 0.77, 4.7 or 0.1[3]",
        PositionsHave { text: String } => "its positions have {text}",
        EndTableAt { last: String } => "make the table end at {last}, or give the rules a longer list",
        CornerCounts { least: i64, most: i64 } =>
            "in a corner of a table they are counted from {least} to {most}; left out, all are there",
        ScoresNeedEnd => "scores are only defined for games that end",
        OneOrCoordinates => "ask for one component, or make the rules one position with several coordinates",
        AskOne => "ask for one component",
        OnlyNormalAddsUp => "only normal play can add up so many",
        SmallerPosition => "the whole sum has to be followed here; ask for a smaller position",
        SmallerBoard => "ask for a smaller board",
        GraphsCan => "graphs can be solved, played and drawn",
        KnownFurther => "who wins a single heap is known further out",
        LastSize => "write a last size that is at least the first",
        FromZero => "entries are counted from 0",
        BaseAtLeastTwo => "the base is at least 2",
        ShortenRange => "ask about a smaller position, or shorten the range",
        PlacesAreThose { words: String } => "places are those of {words}",
        StandAlone { example: String } => "write {example}; numbers and bags stand alone",
        AfterSet { example: String, place: String, other: String } =>
            "write {example} after {place}, or {other}",
        AnotherName => "give it another name",
        NameInQuotes => "name it between the quotes after `of`",
        CompareSize => "compare `size(S)`",
        ChooseOrGive { name: String } => "choose it: `for {name} in …`, or give it a value: `let {name} = 3`",
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
        InOrOut => "o is a place of the set, and . one that is not; a size stands for all places",
        NumbersUpTo { most: u64 } => "numbers go up to {most}",
        SidesUpTo { short: usize, long: usize } => "one side may be up to {short}, the other up to {long}",
        CellsUpTo { most: i64, example: String } => "write two sides with a product of 1 to {most}, such as {example}",
        ZeroIsGround { example: String } => "write {example}; 0 is the ground, and all edges of a picture are one argument",
        LengthsByOr => "write the lengths or letters that are meant with `or` between them",
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
