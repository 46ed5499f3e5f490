//! One request in, one report out.
//!
//! The planner's engine gives the values of components, and a sum is their nim-sum. Where values do not decide
//! (misère play, custom endings, scores) or do not exist (cycles), the whole game is followed instead.

pub mod analysis;

mod by_quotient;
mod by_rules;
mod cost;
mod counts;
mod everywhere;
mod far_out;
mod foretold;
mod loopy;
mod misere_nim;
mod moves;
mod pattern;
mod period;
mod rows;
mod table;
mod tabled;
mod together;
mod values;
mod whole;

use crate::arena::{self, Arena, WholeSum};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::meter::Meter;
use crate::outcome::Play;
use crate::plan::whole::is_misere_nim;
use crate::position::{Component, Position};
use crate::proofs::growth::refuse_growth;
use crate::report::sentence::{EngineName, Fit};
use crate::report::{Judgement, MoveReport, PlanReport, Report};
use crate::rules::Rules;
use crate::work::Work;

pub use by_rules::RulesArena;
pub use cost::{Cost, cost};
pub use everywhere::{EverywhereAnswer, EverywhereCertificate, EverywhereProof, everywhere};
pub use foretold::{By, Foretold};
pub use moves::{list_moves, small_position};
pub use pattern::{Patterns, SeenPattern, patterns};
pub use period::{PeriodAnswer, PeriodSearch};
pub use rows::{RowAnswer, RowSearch, rows_of};
pub use table::{Cell, Table, table, table_at};
pub(crate) use table::{Extent, extent};
pub use together::{CompoundPart, CompoundReport, compound};

use by_quotient::ByQuotient;
use far_out::OneComponent;
use loopy::Loopy;
use tabled::Tabled;
use values::{Planned, Values};
use whole::Whole;

/// Positions that a search may meet where a table was refused, before the refusal stands.
const SECOND_CHANCE: u64 = 2_000_000;
/// Positions of a game that is followed to its end before anything cleverer is tried.
const SMALL: u64 = 100_000;
/// Components of positions that are looked at before the others.
const SEEN: usize = 1 << 10;

/// A question: who wins this position under these rules?
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub position: &'a Position,
    /// Normal or misère play, if not as the rules say.
    pub play: Option<Play>,
}

/// Answers a request.
///
/// ```
/// use grundy::{Lets, Outcome, Position, Request, Rules, Work, solve};
/// let rules = Rules::read("n -> m for m in 0..n-1", &Lets::new(), &Work::unwatched())?;
/// let position = Position(["7", "10", "12", "5"].iter().map(|p| rules.component(p)).collect::<Result<_, _>>()?);
/// let request = Request { rules: &rules, position: &position, play: None };
/// let report = solve(&request, &Work::unwatched())?;
/// assert_eq!(report.outcome, Outcome::N);
/// assert_eq!(report.winning_moves.len(), 3);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn solve(request: &Request<'_>, work: &Work<'_>) -> Result<Report> {
    request.rules.check(std::slice::from_ref(request.position))?;
    let position = RulesArena::new(request.rules.clone(), request.play).texts(request.position);
    arena::report(&mut *arena(request.rules.clone(), request.play), &position, work)
}

/// A game by rules, under way.
pub(crate) fn arena(rules: Rules, play: Option<Play>) -> Box<dyn Arena> {
    let moves_on = rules.form().moves_on();
    let arena = Box::new(RulesArena::new(rules, play));
    let decided = arena.decided();
    if moves_on { Box::new(WholeSum::new(arena, decided)) } else { arena }
}

/// A move and what is known about the position after it, in which the other player moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The move.
    pub by: MoveReport,
    /// The position after it.
    pub to: Position,
    /// What is known about it.
    pub then: Judgement,
}

/// Answers questions about the positions that can come up from given ones.
pub struct Solver {
    rules: Rules,
    method: Method,
    plan: PlanReport,
}

enum Method {
    Values(Box<Values>),
    Loopy(Box<Loopy>),
    Whole(Box<Whole>),
    Table(Box<Tabled>),
    Window(Box<OneComponent>),
    MisereNim,
    Foretold(Box<Foretold>),
    Quotient(Box<ByQuotient>),
}

impl Solver {
    /// Plans and prepares for all positions that can come up from the given ones.
    pub fn new(rules: &Rules, starts: &[Position], play: Option<Play>, work: &Work<'_>) -> Result<Solver> {
        let form = rules.form();
        let play = play.unwrap_or(form.ending.play);
        check_play(rules, starts, play)?;
        if form.moves_on() {
            return Err(Error::new(ErrorKind::Unsupported, Fault::MovesOn).hint(NextStep::AskPositions));
        }
        rules.check(starts)?;
        let solver = |method, engine, why| {
            let plan = PlanReport::new(engine, why);
            Solver { rules: rules.clone(), method, plan }
        };
        let whole = |work: &Work<'_>| {
            refuse_growth(rules, &components_of(starts), true, work)?;
            Whole::new(rules, starts, play, work).map(|whole| Method::Whole(Box::new(whole)))
        };
        let tabled = || {
            Tabled::new(rules, starts, play, work)
                .map(|found| found.map(|table| Method::Table(Box::new(table))))
        };
        let quotient = || match play == Play::Misere && form.ending.win_if.is_none() {
            true => ByQuotient::new(rules, starts, work),
            false => Ok(None),
        };
        // A small game is followed to its end, which also tells how long it lasts; a large one only if it has to be.
        let far_out = |why: Fit| match tabled()?.map_or_else(|| whole(&work.with_positions(SMALL)), Ok) {
            Ok(method @ Method::Table(_)) => Ok(solver(method, EngineName::DenseBox, why)),
            Ok(method) => Ok(solver(method, EngineName::Retrograde, why)),
            Err(e) if e.kind() != ErrorKind::Limit => Err(e),
            Err(_) => match OneComponent::new(rules, starts, play, work) {
                Some((judge, engine, why)) => Ok(solver(Method::Window(Box::new(judge)), engine, why)),
                None => match quotient()? {
                    Some(judge) => {
                        let why = judge.why();
                        Ok(solver(Method::Quotient(Box::new(judge)), EngineName::MisereQuotient, why))
                    }
                    None => Ok(solver(whole(work)?, EngineName::Retrograde, why)),
                },
            },
        };
        if form.scores() {
            let method = tabled()?.map_or_else(|| whole(work), Ok)?;
            return Ok(solver(method, EngineName::MiniMax, Fit::Scores));
        }
        if form.ending.win_if.is_some() {
            return far_out(Fit::OwnEnding);
        }
        if play == Play::Misere {
            if is_misere_nim(rules, work) {
                return Ok(solver(Method::MisereNim, EngineName::MisereNim, Fit::MisereNim));
            }
            return far_out(Fit::Misere);
        }
        match Values::plan(rules, starts, work) {
            Ok(Planned::Values(values, plan)) => {
                Ok(Solver { rules: rules.clone(), method: Method::Values(values), plan })
            }
            Ok(Planned::Closed(judge, plan)) => {
                Ok(Solver { rules: rules.clone(), method: Method::Window(judge), plan })
            }
            Err(e) if e.kind() == ErrorKind::Cycle && form.splits() => {
                Ok(solver(whole(work)?, EngineName::Retrograde, Fit::BackAndSplit))
            }
            Err(e) if e.kind() == ErrorKind::Cycle => {
                refuse_growth(rules, &components_of(starts), false, work)?;
                let loopy = Loopy::new(rules, starts, work)?;
                let why = loopy.why(rules);
                Ok(solver(Method::Loopy(Box::new(loopy)), EngineName::Retrograde, why))
            }
            Err(e) => Err(e),
        }
    }

    /// Answers what was found out elsewhere.
    fn foretold(rules: &Rules, told: Foretold) -> Solver {
        let plan = told.plan().clone();
        Solver { rules: rules.clone(), method: Method::Foretold(Box::new(told)), plan }
    }

    /// Who wins a position.
    pub fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        let axes = self.rules.form().axes.len();
        if position.0.iter().any(|component| component.0.len() != axes) {
            return Err(Error::new(ErrorKind::Position, Fault::PositionOfOthers));
        }
        match &mut self.method {
            Method::Values(values) => values.judge(position, work),
            Method::Loopy(loopy) => loopy.judge(position),
            Method::Whole(whole) => whole.judge(position),
            Method::Table(table) => table.judge(position),
            Method::Window(window) => window.judge(position, work),
            Method::MisereNim => Ok(misere_nim::judge(position)),
            Method::Foretold(told) => told.judge(position, work),
            Method::Quotient(quotient) => quotient.judge(position),
        }
    }

    /// Prepares for more positions, and says whether they can be judged now.
    fn expect(&mut self, positions: &[Position], work: &Work<'_>) -> bool {
        match &mut self.method {
            Method::Values(values) => values.expect(positions, work).is_ok(),
            Method::Loopy(loopy) => positions.iter().all(|position| loopy.judge(position).is_ok()),
            Method::Whole(whole) => positions.iter().all(|position| whole.judge(position).is_ok()),
            Method::Table(table) => positions.iter().all(|position| table.judge(position).is_ok()),
            Method::Window(window) => positions.iter().all(|position| window.judge(position, work).is_ok()),
            Method::MisereNim => true,
            Method::Foretold(told) => positions.iter().all(|position| told.judge(position, work).is_ok()),
            Method::Quotient(quotient) => positions.iter().all(|position| quotient.judge(position).is_ok()),
        }
    }

    /// Every move from a position, each once, with what it leads to.
    pub fn moves(&mut self, position: &Position, work: &Work<'_>) -> Result<Vec<Judged>> {
        let listed = moves::list(&self.rules, position, work)?;
        let meter = Meter::new("moves", work);
        let judged = listed.into_iter().map(|(by, to)| {
            meter.pass(moves::bytes_of(&to))?;
            let then = self.judge(&to, work)?;
            Ok(Judged { by, to, then })
        });
        judged.collect()
    }

    /// The engine in use, and why.
    pub fn plan(&self) -> &PlanReport {
        &self.plan
    }

    fn positions(&self) -> u64 {
        match &self.method {
            Method::Values(values) => values.positions(),
            Method::Loopy(loopy) => loopy.positions(),
            Method::Whole(whole) => whole.positions(),
            Method::Table(table) => table.positions(),
            Method::Foretold(told) => told.positions(),
            Method::Window(_) | Method::MisereNim | Method::Quotient(_) => 0,
        }
    }
}

/// The first components of positions, as many as it takes to see what becomes of them.
fn components_of(starts: &[Position]) -> Vec<Component> {
    starts.iter().flat_map(|start| &start.0).take(SEEN).cloned().collect()
}

/// Whether points and this play go together.
pub(crate) fn check_scores(rules: &Rules, play: Play) -> Result<()> {
    if rules.form().scores() && play == Play::Misere {
        return Err(Error::new(ErrorKind::Unsupported, Fault::NoMisereScores).hint(NextStep::AskNormalPlay));
    }
    Ok(())
}

/// Whether an ending that the rules define makes sense for these positions.
pub(crate) fn check_play(rules: &Rules, starts: &[Position], play: Play) -> Result<()> {
    let form = rules.form();
    if rules.normal_only && play == Play::Misere {
        return Err(Error::new(ErrorKind::Unsupported, Fault::NormalOnly).hint(NextStep::AskNormalPlay));
    }
    check_scores(rules, play)?;
    if form.ending.win_if.is_none() {
        return Ok(());
    }
    if play == Play::Misere {
        return Err(Error::new(ErrorKind::Unsupported, Fault::NoMisereEnding).hint(NextStep::AskNormalPlay));
    }
    if starts.iter().any(|p| p.0.len() != 1) {
        return Err(Error::new(ErrorKind::Unsupported, Fault::EndOfOne).hint(NextStep::OneOrCoordinates));
    }
    Ok(())
}
