//! What the answer to a question holds, for every engine and every front end.

pub mod sentence;

use serde::Serialize;

use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::Place;
use crate::report::sentence::{EngineName, Fit, OptionValues, Sentence};

/// The answer to "who wins this position?".
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// Who wins.
    pub outcome: Outcome,
    /// The value of the sum: a nimber, or a loopy value; absent where values do not decide.
    pub value: Option<LoopyValue>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// The components and their values.
    pub components: Vec<ComponentReport>,
    /// Every winning move; in a scoring game every move that reaches the score.
    pub winning_moves: Vec<MoveReport>,
    /// Whether all moves were looked at; if not, there may be winning moves that are not listed.
    #[serde(skip_serializing_if = "is_true")]
    pub moves_complete: bool,
    /// The one to choose: of the winning moves a fastest one; where none wins the one that holds out longest.
    pub best_move: Option<MoveReport>,
    /// How many moves the game lasts under best play (the winner hurries, the loser delays), where known.
    pub remoteness: Option<u32>,
    /// The engine and why it was chosen.
    pub plan: PlanReport,
    /// What it took.
    pub cost: Cost,
    /// What the search of a board took.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<SearchCost>,
    /// Why the answer is right.
    pub reason: Reason,
}

// Only the exception is worth a line of JSON.
pub(crate) fn is_true(complete: &bool) -> bool {
    *complete
}

/// A component of the position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ComponentReport {
    /// Where it is.
    pub position: Place,
    /// Its value, where values decide.
    pub value: Option<LoopyValue>,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Move"))]
#[non_exhaustive]
pub struct MoveReport {
    /// The component that is moved, counted from 0.
    pub component: usize,
    /// What it becomes.
    pub to: Vec<Part>,
    /// What the rules call the move.
    pub label: Option<String>,
    /// What it earns in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gain: Option<i64>,
    /// Whether the same player moves on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub again: bool,
}

/// A component that a move leads to, or many copies of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Part {
    /// One component.
    One(Place),
    /// More copies than one would want to write out.
    Copies {
        /// How many.
        count: u64,
        /// Of what.
        of: Place,
    },
}

impl std::fmt::Display for Part {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Part::One(place) => place.fmt(f),
            Part::Copies { count, of } => write!(f, "{count} of {of}"),
        }
    }
}

/// The parts of a move in words: `3`, `2 + 5`, `nothing`.
pub fn show_parts(parts: &[Part]) -> String {
    let all: Vec<String> = parts.iter().map(Part::to_string).collect();
    if all.is_empty() { "nothing".into() } else { all.join(" + ") }
}

/// The engine that answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(into = "WrittenPlan")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct PlanReport {
    /// Its name.
    pub engine: EngineName,
    /// What was seen in the rules.
    pub why: Fit,
    /// The largest amount that may be taken, where fewer heaps than that show nothing of a period.
    pub largest: Option<u64>,
}

impl PlanReport {
    /// The plan for this engine.
    pub(crate) fn new(engine: EngineName, why: Fit) -> PlanReport {
        PlanReport { engine, why, largest: None }
    }

    /// Why it was chosen, in English.
    pub fn why(&self) -> String {
        match self.largest {
            Some(largest) => {
                format!("{}; {largest} may be taken, so fewer heaps show nothing of the period", self.why)
            }
            None => self.why.to_string(),
        }
    }
}

/// The engine, a colon, and why.
impl std::fmt::Display for PlanReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.engine, self.why())
    }
}

/// A plan as scripts read it: in English, and as data.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenPlan {
    engine: &'static str,
    why: String,
    key: EngineName,
    because: Fit,
    #[serde(skip_serializing_if = "Option::is_none")]
    largest: Option<u64>,
}

impl From<PlanReport> for WrittenPlan {
    fn from(plan: PlanReport) -> WrittenPlan {
        let why = plan.why();
        let PlanReport { engine: key, why: because, largest } = plan;
        WrittenPlan { engine: key.english(), why, key, because, largest }
    }
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Cost {
    /// Positions computed.
    pub positions: u64,
}

/// What a search through a board took. It depends on the number of threads, the answer does not.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SearchCost {
    /// Positions whose moves were looked at.
    pub positions: u64,
    /// The same for each second, where somebody has a clock: the library has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions_per_second: Option<u64>,
    /// Positions that the table remembers.
    pub table_entries: u64,
    /// How many bytes the table takes.
    pub table_bytes: u64,
}

impl std::ops::AddAssign for SearchCost {
    fn add_assign(&mut self, other: SearchCost) {
        self.positions += other.positions;
        self.table_entries += other.table_entries;
        self.table_bytes += other.table_bytes;
    }
}

/// Why the answer is right, in words and figures.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(into = "WrittenReason")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reason {
    /// The argument. JSON has it as data, and in English as `words`.
    pub sentences: Vec<Sentence>,
    /// The summands of the nim-sum and the sum itself, where there are several.
    pub nim_sum: Option<NimSum>,
    /// The values of the options of a single component, and their mex.
    pub mex: Option<MexReason>,
}

/// A reason as scripts read it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenReason {
    words: Vec<String>,
    sentences: Vec<Sentence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nim_sum: Option<NimSum>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mex: Option<WrittenMex>,
}

/// A mex as scripts read it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMex {
    options: String,
    values: OptionValues,
    mex: Nimber,
}

impl From<Reason> for WrittenReason {
    fn from(reason: Reason) -> WrittenReason {
        let Reason { sentences, nim_sum, mex } = reason;
        let mex =
            mex.map(|MexReason { values, mex }| WrittenMex { options: values.to_string(), values, mex });
        WrittenReason { words: sentences.iter().map(Sentence::to_string).collect(), sentences, nim_sum, mex }
    }
}

/// A nim-sum, to be shown in binary columns.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NimSum {
    /// The values of the components.
    pub terms: Vec<Nimber>,
    /// Their sum.
    pub sum: Nimber,
}

/// A value as the least one that no option has.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MexReason {
    /// The values of the options. JSON has them as data, and in English as `options`.
    pub values: OptionValues,
    /// The least that is missing.
    pub mex: Nimber,
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where values decide.
    pub value: Option<LoopyValue>,
    /// How long it lasts, where known.
    pub remoteness: Option<u32>,
    /// The mover's best difference in a scoring game.
    pub score: Option<i64>,
}
