//! One request in, one report out.
//!
//! The planner's engine gives the values of components, and a sum is their nim-sum. Where values do not decide
//! (misère play, custom endings, scores) or do not exist (cycles), the whole game is followed instead.

mod counts;
mod loopy;
mod misere_nim;
mod moves;
mod period;
pub(crate) mod reason;
mod table;
mod values;
mod whole;
mod window;

use crate::error::{Error, ErrorKind, Result};
use crate::graph::LoopyValue;
use crate::ledger::Ledger;
use crate::limits::Limits;
use crate::outcome::{Outcome, Play};
use crate::plan::whole::{ENDS, MISERE, MISERE_NIM, SCORES, is_misere_nim};
use crate::position::{Component, Position};
use crate::progress::Progress;
use crate::report::{ComponentReport, Cost, MoveReport, PlanReport, Report};
use crate::rules::Rules;
use crate::work::Work;

pub use moves::{list_moves, small_position};
pub use period::{PeriodAnswer, PeriodSearch};
pub use table::{Cell, Table, table};
pub(crate) use table::{Extent, extent};

use loopy::Loopy;
use values::{Values, Winning};
pub(crate) use whole::Answers;
use whole::Whole;
use window::OneComponent;

/// Positions that a search may meet where a table was refused, before the refusal stands.
const SECOND_CHANCE: u64 = 2_000_000;
/// Positions of a game that is followed to its end before anything cleverer is tried.
const SMALL: u64 = 100_000;
/// Moves that may be followed just to know how long a game lasts.
const FOR_REMOTENESS: u64 = 1 << 18;

/// A question: who wins this position under these rules?
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The rules.
    pub rules: &'a Rules,
    /// The position.
    pub position: &'a Position,
    /// Normal or misère play, if not as the rules say.
    pub play: Option<Play>,
    /// What the answer may cost.
    pub limits: Limits,
}

/// Answers a request.
///
/// ```
/// use grundy::{Lets, Limits, Outcome, Position, Quiet, Request, Rules, Work, solve};
/// let rules = Rules::read("n -> m for m in 0..n-1", &Lets::new(), &Work::unwatched())?;
/// let position = Position(["7", "10", "12", "5"].iter().map(|p| rules.component(p)).collect::<Result<_, _>>()?);
/// let request = Request { rules: &rules, position: &position, play: None, limits: Limits::default() };
/// let report = solve(&request, &Quiet)?;
/// assert_eq!(report.outcome, Outcome::N);
/// assert_eq!(report.winning_moves.len(), 3);
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn solve(request: &Request<'_>, progress: &dyn Progress) -> Result<Report> {
    let work = Work { limits: request.limits, progress };
    let run = || {
        let mut solver =
            Solver::new(request.rules, std::slice::from_ref(request.position), request.play, &work)?;
        solver.report(request.position, &work)
    };
    run().map_err(|e| e.within(&request.rules.source))
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
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

/// A move and what is known about the position after it, in which the other player moves.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The move.
    pub by: MoveReport,
    /// The position after it.
    pub to: Position,
    /// What is known about it.
    pub then: Judgement,
}

/// Answers questions about the positions that can come up from given ones.
pub struct Solver<'a> {
    rules: &'a Rules,
    method: Method,
    plan: PlanReport,
}

enum Method {
    Values(Box<Values>),
    Loopy(Box<Loopy>),
    Whole(Box<Whole>),
    Window(Box<OneComponent>),
    MisereNim,
}

impl<'a> Solver<'a> {
    /// Plans and prepares for all positions that can come up from the given ones.
    pub fn new(
        rules: &'a Rules,
        starts: &[Position],
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<Solver<'a>> {
        let form = rules.form();
        let play = play.unwrap_or(form.ending.play);
        check_play(rules, starts, play)?;
        let solver = |method, engine: &str, why: &str| {
            let plan = PlanReport { engine: engine.into(), why: why.into() };
            Solver { rules, method, plan }
        };
        let whole = |work: &Work<'_>| {
            Whole::new(rules, starts, play, work).map(|whole| Method::Whole(Box::new(whole)))
        };
        // A small game is followed to its end, which also tells how long it lasts; a large one only if it has to be.
        let far_out = |why: &str| match whole(&work.with_positions(SMALL)) {
            Ok(method) => Ok(solver(method, "retrograde", why)),
            Err(e) if e.kind() != ErrorKind::Limit => Err(e),
            Err(_) => match OneComponent::new(rules, starts, play, work) {
                Some((judge, why)) => Ok(solver(Method::Window(Box::new(judge)), "window automaton", &why)),
                None => Ok(solver(whole(work)?, "retrograde", why)),
            },
        };
        if form.scores() {
            return Ok(solver(whole(work)?, "mini-max", SCORES));
        }
        if form.ending.win_if.is_some() {
            return far_out(ENDS);
        }
        if play == Play::Misere {
            if is_misere_nim(rules, work) {
                return Ok(solver(Method::MisereNim, "misère Nim", MISERE_NIM));
            }
            return far_out(MISERE);
        }
        let mut components: Vec<Component> = Vec::with_capacity(starts.len());
        for (done, start) in starts.iter().enumerate() {
            work.tick("positions", done as u64, None)?;
            components.extend_from_slice(&start.0);
        }
        match Values::new(rules, &components, work) {
            Ok((values, plan)) => Ok(Solver { rules, method: Method::Values(Box::new(values)), plan }),
            Err(e) if e.kind() == ErrorKind::Cycle && form.splits() => Ok(solver(
                whole(work)?,
                "retrograde",
                "positions can come back and split, so the whole sum is followed",
            )),
            Err(e) if e.kind() == ErrorKind::Cycle => {
                let loopy = Loopy::new(rules, starts, work)?;
                let why = loopy.why(rules);
                Ok(solver(Method::Loopy(Box::new(loopy)), "retrograde", &why))
            }
            Err(e) if e.kind() == ErrorKind::Limit => match OneComponent::closed(rules, starts, work) {
                Some((judge, engine, why)) => Ok(solver(Method::Window(Box::new(judge)), engine, &why)),
                None => Err(e),
            },
            Err(e) => Err(e),
        }
    }

    /// Who wins a position.
    pub fn judge(&mut self, position: &Position, work: &Work<'_>) -> Result<Judgement> {
        match &mut self.method {
            Method::Values(values) => values.judge(position, work),
            Method::Loopy(loopy) => loopy.judge(position),
            Method::Whole(whole) => whole.judge(position),
            Method::Window(window) => window.judge(position, work),
            Method::MisereNim => Ok(misere_nim::judge(position)),
        }
    }

    /// Every move from a position, each once, with what it leads to.
    pub fn moves(&mut self, position: &Position, work: &Work<'_>) -> Result<Vec<Judged>> {
        let listed = moves::list(self.rules, position, work)?;
        let mut ledger = Ledger::new("moves", work);
        let judged = listed.into_iter().map(|(by, to)| {
            ledger.pass(moves::bytes_of(&to))?;
            let then = self.judge(&to, work)?;
            Ok(Judged { by, to, then })
        });
        judged.collect()
    }

    /// The engine in use, and why.
    pub fn plan(&self) -> &PlanReport {
        &self.plan
    }

    /// The full report on a position.
    pub fn report(&mut self, position: &Position, work: &Work<'_>) -> Result<Report> {
        if let Method::Values(values) = &mut self.method {
            values.learn_remoteness(self.rules, position, work);
        }
        let judgement = self.judge(position, work)?;
        let components = position.0.iter().map(|component| {
            let alone = match self.method {
                Method::Values(_) | Method::Loopy(_) => {
                    self.judge(&Position(vec![component.clone()]), work)?.value
                }
                Method::Whole(_) | Method::Window(_) | Method::MisereNim => None,
            };
            Ok(ComponentReport { position: self.rules.show(&component.0), value: alone })
        });
        let components = components.collect::<Result<Vec<_>>>()?;
        // The value of a huge heap may be known although nobody can look at all its moves.
        let (winning_moves, best_move, moves_complete) = match self.choices(position, &judgement, work) {
            Ok(choices) => choices,
            Err(e) if e.kind() == ErrorKind::Limit => (Vec::new(), None, false),
            Err(e) => return Err(e),
        };
        let mut report = Report {
            outcome: judgement.outcome,
            value: judgement.value,
            score: judgement.score,
            components,
            winning_moves,
            moves_complete,
            best_move,
            remoteness: judgement.remoteness,
            plan: self.plan.clone(),
            cost: Cost { positions: self.positions() },
            search: None,
            reason: Default::default(),
        };
        report.reason = self.reason(position, &report, work)?;
        Ok(report)
    }

    /// The winning moves, the move to choose, and whether all moves were looked at.
    fn choices(
        &mut self,
        position: &Position,
        judgement: &Judgement,
        work: &Work<'_>,
    ) -> Result<(Vec<MoveReport>, Option<MoveReport>, bool)> {
        match &mut self.method {
            Method::Values(values) => {
                let Winning { moves, incomplete } = values.winning(self.rules, position, work)?;
                let best = match judgement.outcome {
                    Outcome::P => values.slowest(self.rules, position, work)?,
                    _ => values.fastest(&moves),
                };
                return Ok((moves.into_iter().map(|(by, _)| by).collect(), best, !incomplete));
            }
            Method::MisereNim => {
                let winning = misere_nim::winning(self.rules, position, work)?;
                let best = match winning.first() {
                    Some(first) => Some(first.clone()),
                    None => moves::first(self.rules, position, work)?,
                };
                return Ok((winning, best, true));
            }
            Method::Window(judge) => {
                if let Some(winning) = judge.winning(self.rules, position, work)? {
                    let best = match winning.first() {
                        Some(first) => Some(first.clone()),
                        None => moves::first(self.rules, position, work)?,
                    };
                    return Ok((winning, best, true));
                }
            }
            Method::Loopy(_) | Method::Whole(_) => {}
        }
        let judged = self.moves(position, work)?;
        if let Some(score) = judgement.score {
            let reaches =
                |m: &&Judged| m.by.gain.unwrap_or(0).checked_sub(m.then.score.unwrap_or(0)) == Some(score);
            let best: Vec<MoveReport> = judged.iter().filter(reaches).map(|m| m.by.clone()).collect();
            let first = best.first().cloned();
            return Ok((best, first, true));
        }
        let winning = |m: &&Judged| m.then.outcome == Outcome::P;
        let chosen = match judgement.outcome {
            Outcome::N => {
                // Where nobody knows how long a sum lasts, winning is not enough: the winning play must also end.
                let mut nearest = None;
                for m in judged.iter().filter(winning) {
                    let distance = match &mut self.method {
                        Method::Loopy(loopy) => loopy.distance(&m.to)?,
                        _ => (0, 0),
                    };
                    let rank = (m.then.remoteness.unwrap_or(u32::MAX), distance);
                    if nearest.as_ref().is_none_or(|(least, _)| rank < *least) {
                        nearest = Some((rank, m));
                    }
                }
                nearest.map(|(_, m)| m)
            }
            Outcome::D => judged.iter().find(|m| m.then.outcome == Outcome::D),
            // `max_by_key` would give the last of several.
            Outcome::P => judged.iter().rev().max_by_key(|m| m.then.remoteness),
        };
        let chosen = chosen.map(|m| m.by.clone());
        Ok((judged.iter().filter(winning).map(|m| m.by.clone()).collect(), chosen, true))
    }

    fn positions(&self) -> u64 {
        match &self.method {
            Method::Values(values) => values.positions(),
            Method::Loopy(loopy) => loopy.positions(),
            Method::Whole(whole) => whole.positions(),
            Method::Window(_) | Method::MisereNim => 0,
        }
    }
}

/// Whether points and this play go together.
pub(crate) fn check_scores(rules: &Rules, play: Play) -> Result<()> {
    if rules.form().scores() && play == Play::Misere {
        let message = "moves earn points, so the larger total wins; misère does not apply";
        return Err(Error::new(ErrorKind::Unsupported, message).hint("ask without --misere"));
    }
    Ok(())
}

/// Whether an ending that the rules define makes sense for these positions.
pub(crate) fn check_play(rules: &Rules, starts: &[Position], play: Play) -> Result<()> {
    let form = rules.form();
    if rules.normal_only && play == Play::Misere {
        let message =
            "these rules are what is left of the game under normal play, and under misère play it is another";
        return Err(Error::new(ErrorKind::Unsupported, message).hint("ask without --misere"));
    }
    check_scores(rules, play)?;
    if form.ending.win_if.is_none() {
        return Ok(());
    }
    if play == Play::Misere {
        return Err(Error::new(
            ErrorKind::Unsupported,
            "the rules say who wins at the end; misère does not apply",
        ));
    }
    if starts.iter().any(|p| p.0.len() != 1) {
        return Err(Error::new(
            ErrorKind::Unsupported,
            "`end … if` looks at one final position, a sum has several",
        )
        .hint("ask for one component, or make the rules one position with several coordinates"));
    }
    Ok(())
}
