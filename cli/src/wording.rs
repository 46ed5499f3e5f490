//! What the library says as data, in the words of the command line: with its verbs and flags.

use grundy::Error;
use grundy::sentence::{NextStep, Sentence};

/// A reason.
pub fn sentence(sentence: &Sentence) -> String {
    match sentence {
        Sentence::TooManyMoves => format!("{sentence}; --max-positions allows more"),
        other => other.to_string(),
    }
}

/// So many of something whose name has an s for several.
pub fn counted(count: usize, one: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {one}s"),
    }
}

/// What to do about a failure.
pub fn next_step(step: &NextStep) -> String {
    let text = match step {
        NextStep::RaisePositions => "raise it with --max-positions",
        NextStep::RaisePositionsOrLess => "raise it with --max-positions, or ask for a smaller position",
        NextStep::RaiseMemory => "raise it with --max-memory",
        NextStep::RaiseTime => "raise it with --timeout SECONDS, or ask for a smaller position",
        NextStep::LookFurther => "`grundy period` looks further, and so does a larger --max-positions",
        NextStep::DrawLess => {
            "draw a smaller position, a part with --depth 1, or raise the limit with --max-nodes"
        }
        NextStep::SmallerRange => "choose a smaller range with --from and --to",
        NextStep::AskNormalPlay => "ask without --misere",
        NextStep::AskPositions => "ask for single positions with `grundy solve`",
        NextStep::NoParameters => "ask without --let",
        NextStep::LookAtGames => {
            "`grundy games` lists the catalogue; a rule looks like `n -> n-k for k in 1..3`"
        }
        NextStep::LookAtRules => "`grundy explain` shows the rules",
        NextStep::LookAtTable => "`grundy table` shows the values",
        NextStep::InQuotes => "a rule is one argument, in quotes: 'take 1..3', 'n -> n-k for k in 1..3'",
        NextStep::BothCorners => "write both corners as two numbers: --to 8,8",
        NextStep::LastBelowFirst => "--to must not be below --from",
        NextStep::OneALine => ONE_A_LINE,
        NextStep::AsEdges => AS_EDGES,
        with_parts => return with_its_parts(with_parts),
    };
    text.into()
}

const ONE_A_LINE: &str = "an edge list has one move a line, `from to` or `from to gain`; lists of followers can be \
    written as JSON, {\"1\": [2, 3]}, and --format says what else a file may be: sizes, dot, json, mtx, pg or grg";

const AS_EDGES: &str = "--format edges takes the first line for a move like the others";

fn with_its_parts(step: &NextStep) -> String {
    match step {
        NextStep::RaiseOrBound { step } => {
            NextStep::RaiseOrBound { step: Box::new(next_step(step).into()) }.to_string()
        }
        NextStep::AskMisere { game, start } => format!("ask `grundy solve {game} {start} --misere`"),
        NextStep::AskPosition { game, start } => {
            format!("ask for single positions, as in `grundy solve {game} '{start}'`")
        }
        NextStep::FixCoordinates { name } => {
            format!("fix all but one or two of them, as in --at {name}=5, or ask `grundy solve`")
        }
        NextStep::GiveParameter { name } => format!("if it is a parameter, give it with --let {name}=…"),
        NextStep::DidYouMeanOrGive { word, name } => {
            format!("did you mean `{word}`? A parameter is given with --let {name}=…")
        }
        NextStep::GainsOrSizes => format!(
            "give each edge a gain, or none; if the first line only tells sizes, say --format sizes; {ONE_A_LINE}"
        ),
        NextStep::SizesLine => format!("it should be `n m`; {AS_EDGES}"),
        other => other.to_string(),
    }
}

/// Whether it already says how else a file may be read.
pub fn names_formats(step: &NextStep) -> bool {
    matches!(step, NextStep::OneALine | NextStep::AsEdges | NextStep::GainsOrSizes | NextStep::SizesLine)
}

/// A failure in one line: what happened, and what to do about it.
pub fn error(error: &Error) -> String {
    match error.next_step() {
        Some(step) => format!("{}; {}", error.message(), next_step(step)),
        None => error.message().into(),
    }
}
