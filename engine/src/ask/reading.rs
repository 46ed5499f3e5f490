//! How rules are read, so that a misreading shows before an answer is believed.

use serde::{Serialize, Serializer};

use crate::boards::sums::no_start;
use crate::error::Result;
use crate::literal::Lets;
use crate::open::Opened;
use crate::outcome::Play;
use crate::plan::{Considered, consider, warnings};
use crate::position::{Place, Position};
use crate::report::MoveReport;
use crate::rules::{Domain, Evaluator, RuleSentence, Rules, Warning};
use crate::solve::{Extent, check_scores, extent, list_moves, small_position};
use crate::work::Work;

use super::{Question, ranges};

/// Steps that listing the moves of the example may take.
const FOR_EXAMPLE: u64 = 1 << 12;

/// Rules as they were read.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Reading {
    /// The rule, written out and tidied.
    pub rules: String,
    /// The short name, if they are in the catalogue.
    pub name: Option<String>,
    /// The full name.
    pub title: Option<String>,
    /// The rule in sentences. JSON has them as data, and in English as `words`.
    #[serde(flatten, serialize_with = "in_words")]
    #[cfg_attr(feature = "schema", schemars(with = "InWords<'static>"))]
    pub sentences: Vec<RuleSentence>,
    /// What the rules say that is probably not meant. JSON has it in English, and as data as `cautions`.
    #[serde(flatten, serialize_with = "as_warnings")]
    #[cfg_attr(feature = "schema", schemars(with = "AsWarnings<'static>"))]
    pub warnings: Vec<Warning>,
    /// Normal or misère, as the rules say.
    pub play: Play,
    /// Whether moves earn points.
    pub scores: bool,
    /// Whether the final position decides who wins.
    pub ends: bool,
    /// Whether a move may leave several components.
    pub splits: bool,
    /// Whether it is a board, whose positions are texts.
    pub board: bool,
    /// The coordinates.
    pub axes: Vec<Axis>,
    /// The table of its values, if there is one.
    pub table: Option<Tabled>,
    /// The parameters and their values.
    pub parameters: Vec<Parameter>,
    /// A small position and its moves.
    pub example: Example,
    /// A position to start from, as arguments of the command line.
    pub start: Vec<String>,
    /// What the planner thought of each shape, up to the first that fits.
    pub considered: Vec<Considered>,
}

/// Sentences as scripts read them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct InWords<'a> {
    /// The rule in English.
    words: Vec<String>,
    /// The same as data.
    sentences: &'a [RuleSentence],
}

fn in_words<S: Serializer>(sentences: &[RuleSentence], serializer: S) -> Result<S::Ok, S::Error> {
    let words = sentences.iter().map(RuleSentence::to_string).collect();
    InWords { words, sentences }.serialize(serializer)
}

/// Warnings as scripts read them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AsWarnings<'a> {
    /// What is probably not meant, in English.
    warnings: Vec<String>,
    /// The same as data.
    cautions: &'a [Warning],
}

fn as_warnings<S: Serializer>(cautions: &[Warning], serializer: S) -> Result<S::Ok, S::Error> {
    let warnings = cautions.iter().map(Warning::to_string).collect();
    AsWarnings { warnings, cautions }.serialize(serializer)
}

/// A coordinate.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The least value.
    pub low: i64,
    /// The greatest value, if there is one.
    pub high: Option<i64>,
    /// The names of its values, if they have names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
}

/// A table that can be asked for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tabled {
    /// Its last corner if nobody says; it ends earlier if that takes too much work.
    pub to: Vec<i64>,
    /// Whether there is nothing beyond that corner.
    pub whole: bool,
    /// How the position of a cell is written, with `{row}` and `{column}` for its coordinates.
    pub cell: String,
}

/// A parameter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its value, as it is written.
    pub value: String,
}

/// A position and its moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Example {
    /// The position.
    pub position: Place,
    /// Its moves.
    pub moves: Vec<MoveReport>,
}

impl Reading {
    /// Describes a game: by its rules, unless it has none or they cannot read the position that is asked about.
    pub(super) fn new(game: &mut Opened<'_>, question: &Question, work: &Work<'_>) -> Result<Reading> {
        let reads = |rules: &Rules| question.position.iter().all(|text| rules.component(text).is_ok());
        let sizes = game.board().and_then(|board| ranges::of_sizes(board, question.play));
        match (game.board(), game.rules()) {
            (Some(_), rules) if game.is_board() => {
                let table = rules.ok().and_then(tabled).or(sizes);
                Reading::of_board(game, table, question, work)
            }
            (Some(_), Ok(rules)) if !reads(rules) => Reading::of_board(game, sizes, question, work),
            (_, rules) => {
                let reading = Reading::of_rules(rules?, &question.given()?, question.play, work)?;
                // Rules without a table may be those of a board that has one.
                Ok(Reading { table: reading.table.or(sizes), ..reading })
            }
        }
    }

    /// Describes a board, and what follows from its rule about the position that is asked about.
    fn of_board(
        game: &mut Opened<'_>,
        table: Option<Tabled>,
        question: &Question,
        work: &Work<'_>,
    ) -> Result<Reading> {
        let Some(board) = game.board().cloned() else { return Err(no_start()) };
        // Where rules read no such position, the board has another arena than the one that was opened.
        let mut arena = board.open(&question.position, None, work)?;
        let start = match question.position.is_empty() {
            false => arena.tidy_all(&question.position)?,
            true => vec![board.start.clone()],
        };
        let few = work.with_positions(FOR_EXAMPLE);
        let moves =
            arena.moves(&start[..1], &few).map(|all| all.into_iter().map(|played| played.by).collect());
        let name = Some(board.name.clone()).filter(|name| !name.is_empty());
        Ok(Reading {
            rules: board.rules.unwrap_or(board.name),
            title: name.is_some().then_some(board.title),
            name,
            sentences: arena.sentences(&start, work)?,
            play: board.play,
            scores: false,
            ends: false,
            splits: arena.splits(),
            board: true,
            axes: Vec::new(),
            table,
            parameters: Vec::new(),
            example: Example { position: Place::written(&start[0]), moves: moves.unwrap_or_default() },
            start,
            considered: Vec::new(),
            warnings: Vec::new(),
        })
    }

    /// Describes rules that were read with these parameters.
    fn of_rules(rules: &Rules, given: &Lets, play: Option<Play>, work: &Work<'_>) -> Result<Reading> {
        let form = rules.form();
        let played = play.unwrap_or(form.ending.play);
        check_scores(rules, played)?;
        let example = small_position(rules, work).map_err(|e| e.within(&rules.source))?;
        let place = rules.show(&example.0);
        let start = match rules.entry {
            Some(entry) if !entry.start.is_empty() => entry.start.clone(),
            _ => vec![place.argument()],
        };
        let moves = list_moves(rules, &Position(vec![example]), &work.with_positions(FOR_EXAMPLE));
        Ok(Reading {
            rules: rules.syntax.to_string(),
            name: rules.entry.map(|entry| entry.name.clone()),
            title: rules.entry.map(|entry| entry.title.clone()),
            sentences: rules.sentences(play),
            warnings: warnings(rules),
            play: form.ending.play,
            scores: form.scores(),
            ends: form.ending.win_if.is_some(),
            splits: form.splits(),
            board: false,
            axes: axes(rules)?,
            table: tabled(rules),
            parameters: parameters(rules, given),
            example: Example { position: place, moves: moves? },
            start,
            considered: consider(rules, played, work)?,
        })
    }
}

/// The table of rules of one or two coordinates.
fn tabled(rules: &Rules) -> Option<Tabled> {
    let Extent { to, whole, .. } = extent(rules).ok()?;
    let cell = if to.len() == 1 { "{row}" } else { "{row},{column}" };
    Some(Tabled { to, whole, cell: cell.into() })
}

fn axes(rules: &Rules) -> Result<Vec<Axis>> {
    let form = rules.form();
    let least = rules.least()?;
    let mut evaluator = Evaluator::new(form.clone(), 1);
    let axis = |(i, axis): (usize, &crate::rules::Axis)| {
        let (low, high) = evaluator.bounds(i, &least[..i])?;
        let names = match &axis.domain {
            Domain::Names(ids) => ids.iter().map(|&id| form.names[id as usize].clone()).collect(),
            _ => Vec::new(),
        };
        Ok(Axis { name: axis.name.clone(), low, high, names })
    };
    form.axes.iter().enumerate().map(axis).collect()
}

/// What was given goes before what the text says, and that before the catalogue.
fn parameters(rules: &Rules, given: &Lets) -> Vec<Parameter> {
    let mut all = Lets::new();
    if let Some(entry) = rules.entry {
        all.extend(entry.parameters.clone());
    }
    all.extend(rules.syntax.lets.iter().map(|(name, value)| (name.text.clone(), value.clone())));
    all.extend(given.clone());
    all.into_iter().map(|(name, value)| Parameter { name, value: value.to_string() }).collect()
}
