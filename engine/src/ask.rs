//! One question in, one answer out, for front ends that speak JSON: the page in the browser and the local server.
//!
//! A question is flat: its verb, the rules and position as a person writes them, and what the answer may cost. It is
//! hostile until checked, so everything in it is text or a number, and every verb obeys the limits.
//!
//! ```
//! use grundy::ask::{Answer, Asker, Question, Verb};
//! use grundy::Work;
//! let question = Question { rules: "take 1..3".into(), position: vec!["7".into()], ..Question::of(Verb::Solve) };
//! let Ok(Answer::Report(report)) = Asker::default().ask(&question, &Work::unwatched()) else { panic!() };
//! assert_eq!(report.winning_moves.len(), 1);
//! ```

mod moves;
mod ranges;
mod reading;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::boards::Sketch;
use crate::catalogue::{self, Entry};
use crate::draw::{DrawOptions, Drawing, Layers, dot, draw, plot, svg};
use crate::emit::{self, Language};
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::limits::Limits;
use crate::literal::Lets;
use crate::loopy_value::LoopyValue;
use crate::named::{self, Board};
use crate::open::{self, Opened, Source, open};
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::report::{MoveReport, Report};
use crate::rules::{Rules, parse_literal};
use crate::solve::{Cost, PeriodAnswer, PeriodSearch, Table};
use crate::work::Work;

pub use reading::{Axis, Example, Parameter, Reading, Tabled};

/// Moves that a list shows; of a position with more only those to choose are shown.
const MOST_MOVES: u64 = 4096;
/// Heaps that a search for a period looks at if nobody says.
const FIRST_LOOK: u64 = 1 << 14;
/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verb {
    /// How the rules are read: in words, with their parameters, an example, and the planner's thoughts.
    Read,
    /// What it would cost to know who wins: positions, bytes and seconds, before anything is computed.
    Cost,
    /// Who wins, by which moves, and why.
    Solve,
    /// Every move with what it leads to.
    Moves,
    /// The values of a range.
    Table,
    /// The period, looked for in the heaps below `limit`.
    Period,
    /// The game graph with a place for everything.
    Layout,
    /// The game graph as the text of an SVG file.
    Svg,
    /// The game graph for Graphviz.
    Dot,
    /// The nim-sequence or heat map of a range as the text of an SVG file.
    Plot,
    /// A program that plays the game, in `language`.
    Code,
    /// The catalogue.
    Games,
}

impl Verb {
    /// What is asked now and then, to see the graph of a game, to take something home or to choose a game: an engine that is to be small
    /// leaves it out.
    fn is_apart(self) -> bool {
        matches!(
            self,
            Verb::Cost | Verb::Layout | Verb::Svg | Verb::Dot | Verb::Plot | Verb::Code | Verb::Games
        )
    }
}

/// A question.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// What is asked.
    pub verb: Verb,
    /// A rule text, a code, a phrase or a name of the catalogue.
    #[serde(default)]
    pub rules: String,
    /// Parameters of the rules, their values as text.
    #[serde(default)]
    pub lets: BTreeMap<String, String>,
    /// The components of the position: `7`, or `2,3` for two coordinates.
    #[serde(default)]
    pub position: Vec<String>,
    /// Normal or misère play, if not as the rules say.
    #[serde(default)]
    pub play: Option<Play>,
    /// The first corner of a table.
    #[serde(default)]
    pub from: Option<Vec<i64>>,
    /// The last corner of a table; if absent the table goes as far as is done soon.
    #[serde(default)]
    pub to: Option<Vec<i64>>,
    /// How many heaps a search for a period may look at.
    #[serde(default)]
    pub limit: Option<u64>,
    /// What the layers of a graph stand for.
    #[serde(default)]
    pub layers: Layers,
    /// The most positions that a graph may show.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// The positions whose moves a graph shows; all if absent.
    #[serde(default)]
    pub opened: Option<Vec<Vec<String>>>,
    /// How many moves of an opened position a graph shows, the best first, and as many more each time that it is
    /// named again; all if absent.
    #[serde(default)]
    pub width: Option<u64>,
    /// The language of a program; C++ if absent.
    #[serde(default)]
    pub language: Option<Language>,
    /// At most this many positions are visited.
    #[serde(default)]
    pub max_positions: Option<u64>,
    /// At most about this much memory is used for tables.
    #[serde(default)]
    pub max_bytes: Option<u64>,
    /// At most about this many bytes are answered: a table that must become longer is refused while it is made.
    #[serde(default)]
    pub max_answer: Option<u64>,
}

/// An answer; what it holds depends on the verb.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
#[non_exhaustive]
pub enum Answer {
    /// To `read`.
    Reading(Box<Reading>),
    /// To `solve`.
    Report(Box<Report>),
    /// To `moves`.
    Moves(Box<Moves>),
    /// To `table`.
    Table(Box<Table>),
    /// To `period`.
    Period(Box<PeriodAnswer>),
    /// To `layout`.
    Drawing(Box<Drawing>),
    /// To `svg`, `dot`, `plot` and `code`.
    Picture {
        /// The text of a file.
        text: String,
    },
    /// To `games`.
    Games {
        /// Every game of the catalogue.
        games: &'static [Entry],
        /// Every board with a name.
        boards: &'static [Board],
    },
    /// To `cost`.
    Cost(Box<Cost>),
}

/// What is known about a position and about every move from it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Moves {
    /// The position itself.
    #[serde(flatten)]
    pub here: Known,
    /// Its moves.
    pub moves: Vec<KnownMove>,
    /// Whether these are all moves; if not, they are the winning ones that are known, or one that is as good as any.
    #[serde(skip_serializing_if = "crate::report::is_true")]
    pub complete: bool,
    /// Whether all winning moves are among them.
    #[serde(skip_serializing_if = "crate::report::is_true")]
    pub wins_complete: bool,
    /// Each component as a drawing that can be clicked, if the game is played on graphs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sketches: Vec<Sketch>,
}

// Only the exception is worth a line of JSON.
/// What is known about a position.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Known {
    /// The components.
    pub position: Vec<Place>,
    /// Who wins.
    pub outcome: Outcome,
    /// The value, where values decide.
    pub value: Option<LoopyValue>,
    /// How long it lasts, where known.
    pub remoteness: Option<u32>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
}

/// A move and what it leads to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct KnownMove {
    /// The move.
    #[serde(flatten)]
    pub by: MoveReport,
    /// The position after it, in which the other player moves.
    pub then: Known,
}

/// What makes two questions be about one game.
type Key = (String, BTreeMap<String, String>, Option<Play>);

/// Answers questions, one after another; a search for a period is taken up where it stopped.
#[derive(Default)]
pub struct Asker {
    search: Option<(String, PeriodSearch)>,
    /// The game that was asked about last, and what was found out about it.
    game: Option<(Key, Opened<'static>)>,
}

impl Question {
    /// A question with nothing but its verb.
    pub fn of(verb: Verb) -> Question {
        Question {
            verb,
            rules: String::new(),
            lets: BTreeMap::new(),
            position: Vec::new(),
            play: None,
            from: None,
            to: None,
            limit: None,
            layers: Layers::default(),
            nodes: None,
            opened: None,
            width: None,
            language: None,
            max_positions: None,
            max_bytes: None,
            max_answer: None,
        }
    }

    /// What the answer may cost: as much as is allowed, or less if the question says so.
    fn limits(&self, allowed: Limits) -> Limits {
        let less = |asked: Option<u64>, allowed: u64| asked.map_or(allowed, |asked| asked.min(allowed));
        Limits {
            positions: less(self.max_positions, allowed.positions),
            bytes: less(self.max_bytes, allowed.bytes),
            answer: less(self.max_answer, allowed.answer),
            threads: allowed.threads,
            compiler: allowed.compiler,
        }
    }

    /// Whether it is answered without boards and without what is taken home, as by the library with the feature
    /// `numbers-only`.
    pub fn is_of_numbers(&self) -> bool {
        !self.verb.is_apart() && open::is_of_numbers(&self.rules)
    }

    /// Whether it is about every position.
    fn is_about_all(&self) -> bool {
        match self.verb {
            Verb::Cost | Verb::Solve | Verb::Moves | Verb::Layout | Verb::Svg | Verb::Dot => false,
            Verb::Read | Verb::Table | Verb::Period | Verb::Plot | Verb::Code | Verb::Games => true,
        }
    }

    /// The game it is about; what is about every position can still be told of a game that is not played like this.
    fn game(&self) -> Key {
        let play = if self.is_about_all() { None } else { self.play };
        (self.rules.clone(), self.lets.clone(), play)
    }

    /// The sequence of values it is about.
    fn sequence(&self) -> String {
        format!("{}\n{:?}", self.rules, self.lets)
    }

    fn given(&self) -> Result<Lets> {
        let literal = |(name, value): (&String, &String)| {
            let wrong = |e: Error| {
                let fault = Box::new(e.fault().clone());
                let fault = Fault::BadParameter { name: name.clone(), value: value.clone(), fault };
                Error::new(ErrorKind::Rule, fault).hint_if(e.next_step())
            };
            Ok((name.clone(), parse_literal(value).map_err(wrong)?))
        };
        self.lets.iter().map(literal).collect()
    }
}

impl Asker {
    /// Answers a question.
    pub fn ask(&mut self, question: &Question, work: &Work<'_>) -> Result<Answer> {
        if cfg!(feature = "numbers-only") && question.verb.is_apart() {
            return Err(named::absent());
        }
        if question.verb == Verb::Games {
            return Ok(Answer::Games { games: catalogue::all(), boards: named::all() });
        }
        let work = Work { limits: question.limits(work.limits), ..*work };
        let game = self.open(question, &work)?;
        Ok(match question.verb {
            Verb::Games => unreachable!("it was answered before a game was opened"),
            Verb::Read => Answer::Reading(Box::new(Reading::new(game, question, &work)?)),
            Verb::Cost => {
                game.go_to_start(&work)?;
                Answer::Cost(Box::new(game.cost(question.play, &work)?))
            }
            Verb::Solve => {
                game.go_to_start(&work)?;
                Answer::Report(Box::new(game.report(&work)?))
            }
            // A game that is over has no components left, and must not begin again.
            Verb::Moves => Answer::Moves(Box::new(moves::known(game, &work)?)),
            Verb::Table => Answer::Table(Box::new(ranges::table(game, question, &work)?)),
            Verb::Plot => {
                // A picture does not grow with its table.
                let limits = Limits { answer: u64::MAX, ..work.limits };
                let table = ranges::table(game, question, &Work { limits, ..work })?;
                Answer::Picture { text: plot(&table, &game.arena().name())? }
            }
            Verb::Period => {
                let rules = game.rules()?.clone();
                Answer::Period(Box::new(self.period(&rules, question, &work)?))
            }
            Verb::Code => Answer::Picture { text: program(game, question.language, &work)? },
            Verb::Layout => Answer::Drawing(Box::new(drawing(game, question, &work)?)),
            Verb::Svg => Answer::Picture { text: svg(&drawing(game, question, &work)?) },
            Verb::Dot => Answer::Picture { text: dot(&drawing(game, question, &work)?) },
        })
    }

    /// Whether the game of a question was asked about last, so that what was found out then answers faster.
    pub fn knows(&self, question: &Question) -> bool {
        let searched = self.search.as_ref().is_some_and(|(key, _)| *key == question.sequence());
        searched || self.game.as_ref().is_some_and(|(key, _)| *key == question.game())
    }

    /// The game that a question is about: as it was left by the last question about it, or anew.
    fn open(&mut self, question: &Question, work: &Work<'_>) -> Result<&mut Opened<'static>> {
        let position = if question.is_about_all() { &[][..] } else { &question.position[..] };
        let key = question.game();
        let kept = self.game.take().filter(|(known, _)| *known == key);
        let suits = |game: &mut Opened<'_>| game.go_to(position, work).is_ok_and(|suits| suits);
        let kept = kept.map(|(_, game)| game).and_then(|mut game| suits(&mut game).then_some(game));
        let game = match kept {
            Some(game) => game,
            None => {
                let source = Source::Text(&question.rules);
                open(source, &question.given()?, position, key.2, work)?
            }
        };
        Ok(&mut self.game.insert((key, game)).1)
    }

    fn period(&mut self, rules: &Rules, question: &Question, work: &Work<'_>) -> Result<PeriodAnswer> {
        if question.play == Some(Play::Misere) {
            return Err(Error::new(ErrorKind::Unsupported, Fault::PeriodsOfNormalPlay));
        }
        let key = question.sequence();
        let placed = |e: Error| e.within(&rules.source);
        let mut search = match self.search.take() {
            Some((known, search)) if known == key => search,
            _ => PeriodSearch::new(rules, work).map_err(placed)?,
        };
        let report = search.run(question.limit.unwrap_or(FIRST_LOOK), work).map_err(placed)?;
        let answer = PeriodAnswer::new(report, search.plan());
        self.search = Some((key, search));
        Ok(answer)
    }
}

/// A program for the rules of a game, in their own play.
fn program(game: &mut Opened<'_>, language: Option<Language>, work: &Work<'_>) -> Result<String> {
    if let Some(board) = game.board().filter(|_| game.is_board()) {
        return emit::board_program(board, language.unwrap_or(Language::Cpp), work);
    }
    emit::program(game.rules()?, None, language.unwrap_or(Language::Cpp), work)
}

fn drawing(game: &mut Opened<'_>, question: &Question, work: &Work<'_>) -> Result<Drawing> {
    game.go_to_start(work)?;
    let usual = DrawOptions::default();
    let options = DrawOptions {
        layers: question.layers,
        most_nodes: question.nodes.unwrap_or(usual.most_nodes),
        width: question.width,
        ..usual
    };
    let position = game.position().to_vec();
    draw(game.arena(), &position, question.opened.as_deref(), &options, work)
}
