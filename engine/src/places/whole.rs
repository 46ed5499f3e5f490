//! Boards whose whole sum is followed: positions may come back, or the end of one board is the end of all.

use std::ops::ControlFlow;

use crate::arena::{self, Arena, Choices, DecidedBy, Played};
use crate::boards::sums::{self, Kind};
use crate::error::{Error, ErrorKind, Fault, Result};
use crate::game::{Game, drawn};
use crate::graph::explore::{self, Bounds, Explored, Explorer};
use crate::graph::{loopy, retrograde};
use crate::loopy_value::LoopyValue;
use crate::outcome::Play;
use crate::position::Place;
use crate::reason;
use crate::report::sentence::{EngineName, Fit};
use crate::report::{Judgement, MoveReport, Part, PlanReport, Reason, Report};
use crate::rules::RuleSentence;
use crate::sketch::Sketch;
use crate::work::Work;

/// Different boards of earlier questions about which something is kept.
const MOST_BOARDS: usize = 32;

/// What a game tells besides for its sums to be followed.
pub(super) trait Followed: Game {
    /// Hands out every move: what it leaves, and its kind.
    fn each_move(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::State, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// The same with what each move earns.
    fn each_earning_move(
        &self,
        state: &Self::State,
        visit: &mut impl FnMut(Self::State, u16, i64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(state, &mut |after, kind| visit(after, kind, 0))
    }

    /// Whether the same player moves on after a kind of move.
    fn moves_on(&self, _kind: u16) -> bool {
        false
    }

    /// Whether moves earn points.
    fn scores(&self) -> bool {
        false
    }

    /// Whether the mover wins where there is no move, if the final position decides.
    fn wins_at_end(&self, _: &Self::State) -> bool {
        false
    }

    /// What players call a kind of move.
    fn label(&self, kind: u16) -> Option<String>;

    /// The states that a move has left.
    fn pieces(&self, state: &Self::State) -> Vec<Self::State> {
        vec![state.clone()]
    }

    /// A state from which states are proved to grow for ever, if one is near this one.
    fn grows(&self, _: &Self::State, _: &Work<'_>) -> Result<Option<String>> {
        Ok(None)
    }

    /// Whether the game of all boards is over because of this one.
    fn ends_all(&self, state: &Self::State) -> bool;
}

/// The boards of a sum, in order: which of the games it is, and what stands on it.
type Sum<S> = Vec<(usize, S)>;

/// A sum of boards that is followed as a whole.
pub(super) struct Whole<G: Followed> {
    /// Boards that do not add up are those where the end of one is the end of all.
    kind: Kind<G>,
    play: Play,
    games: Vec<G>,
    solved: Option<Solved<G::State>>,
}

/// All sums that can come up from one.
struct Solved<S> {
    explored: Explored<Sum<S>, ()>,
    outcomes: retrograde::Outcomes,
    /// Where boards add up.
    values: Option<loopy::Values>,
}

impl<G: Followed> Whole<G> {
    pub(super) fn new(kind: Kind<G>, play: Option<Play>) -> Whole<G> {
        let play = play.unwrap_or(kind.play);
        Whole { kind, play, games: Vec::new(), solved: None }
    }

    /// Whether boards are independent, so that they have values that add up.
    fn has_values(&self) -> bool {
        self.kind.adds_up && self.play == Play::Normal
    }

    fn read(&mut self, texts: &[String], work: &Work<'_>) -> Result<Sum<G::State>> {
        let mut sum = Vec::new();
        for text in texts {
            let (game, cells) = (self.kind.read)(text)?;
            let at = self.games.iter().position(|other| *other == game).unwrap_or(self.games.len());
            if at == self.games.len() {
                self.games.push(game);
            }
            self.games[at].prepare(&cells, work)?;
            sum.push((at, cells));
        }
        Ok(sum)
    }

    fn is_over(&self, sum: &Sum<G::State>) -> bool {
        sum.iter().any(|(board, cells)| self.games[*board].ends_all(cells))
    }

    /// Finds out about a sum and all that can come up from it.
    fn learn(&mut self, sum: &Sum<G::State>, work: &Work<'_>) -> Result<()> {
        if self.solved.as_ref().is_some_and(|solved| solved.explored.positions.find(sum).is_some()) {
            return Ok(());
        }
        for (board, cells) in sum {
            if let Some(text) = self.games[*board].grows(cells, work)? {
                return Err(Error::new(ErrorKind::Unsupported, Fault::GrowsLonger { text }));
            }
        }
        let each = |(board, cells): &(usize, G::State)| 24 + self.games[*board].bytes(cells);
        let bytes_of = |sum: &Sum<G::State>| 64 + sum.iter().map(each).sum::<u64>();
        let mut follow = |sum: &Sum<G::State>, _: u32, explorer: &mut Explorer<'_, Sum<G::State>, ()>| {
            if self.is_over(sum) {
                return Ok(());
            }
            for (i, (board, cells)) in sum.iter().enumerate() {
                let (game, mut failed) = (&self.games[*board], Ok(()));
                let _ = game.each_move(cells, &mut |after, _| {
                    let mut next = sum.clone();
                    next.splice(i..=i, game.pieces(&after).into_iter().map(|piece| (*board, piece)));
                    next.sort_unstable();
                    failed = explorer.push(next, ());
                    if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                failed.and_then(|()| game.fault())?;
            }
            Ok(())
        };
        let most = work.limits.positions;
        let bounds = Bounds { positions: most, moves: most.saturating_mul(64) };
        let explored = explore::explore([sum.clone()], bounds, &bytes_of, &mut follow, work)?;
        let outcomes = retrograde::solve(&explored.graph, retrograde::by_play(self.play), work)?;
        let values = self.has_values().then(|| loopy::solve(&explored.graph, work)).transpose()?;
        self.solved = Some(Solved { explored, outcomes, values });
        Ok(())
    }

    fn judgement(&mut self, texts: &[String], work: &Work<'_>) -> Result<Judgement> {
        let mut sum = self.read(texts, work)?;
        sum.sort_unstable();
        self.learn(&sum, work)?;
        let solved = self.solved.as_ref().expect("it was just learnt");
        let v = solved.explored.positions.find(&sum).expect("the search began there");
        Ok(Judgement {
            outcome: solved.outcomes.outcome(v),
            value: solved.values.as_ref().map(|values| values.value(&solved.explored.graph, v)),
            remoteness: solved.outcomes.remoteness(v),
            score: None,
        })
    }
}

impl<G: Followed> Arena for Whole<G> {
    fn title(&self) -> String {
        self.kind.about.title.clone()
    }

    fn name(&self) -> String {
        self.kind.about.short_title()
    }

    fn decided(&self) -> DecidedBy {
        DecidedBy::LastMove(self.play)
    }

    fn ending(&self) -> Option<&[String; 2]> {
        self.kind.about.ending.as_ref().filter(|_| self.play == self.kind.play)
    }

    fn usual_play(&self) -> Play {
        self.kind.play
    }

    fn adds_up(&self) -> bool {
        self.has_values()
    }

    fn splits(&self) -> bool {
        self.kind.splits
    }

    fn has_start(&self) -> bool {
        self.kind.about.start.is_some()
    }

    fn start(&self, _: &Work<'_>) -> Result<Vec<String>> {
        let start = self.kind.about.start.as_ref().ok_or_else(sums::no_start)?;
        Ok(vec![self.tidy(start)?])
    }

    fn make_room(&mut self) {
        if self.games.len() > MOST_BOARDS {
            (self.games, self.solved) = (Vec::new(), None);
        }
    }

    fn tidy(&self, text: &str) -> Result<String> {
        (self.kind.read)(text).map(|(game, cells)| game.show(&cells))
    }

    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>> {
        let sum = self.read(position, work)?;
        let (mut all, mut failed) = (Vec::<Played>::new(), Ok(()));
        if self.is_over(&sum) {
            return Ok(all);
        }
        for (component, (board, cells)) in sum.iter().enumerate() {
            let game = &self.games[*board];
            let _ = game.each_earning_move(cells, &mut |after, kind, gain| {
                let shown = game.shown(&after);
                let label = game.label(kind);
                let to = shown.iter().map(|text| Part::One(Place::written(text))).collect();
                let by = MoveReport {
                    component,
                    to,
                    label,
                    gain: game.scores().then_some(gain),
                    again: game.moves_on(kind),
                };
                if !all.iter().any(|played| played.by == by) {
                    let mut next = position.to_vec();
                    next.splice(component..=component, shown);
                    all.push(Played { by, to: next });
                }
                failed = work.tick("moves", all.len() as u64, None);
                if failed.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            std::mem::replace(&mut failed, Ok(())).and_then(|()| game.fault())?;
        }
        Ok(all)
    }

    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        self.judgement(position, work)
    }

    fn wins_at_end(&self, position: &[String]) -> Result<bool> {
        let [only] = position else { return Ok(false) };
        let (game, cells) = (self.kind.read)(only)?;
        let wins = game.wins_at_end(&cells);
        game.fault().map(|()| wins)
    }

    fn value(&mut self, text: &str, work: &Work<'_>) -> Result<Option<LoopyValue>> {
        match self.has_values() {
            true => Ok(self.judgement(&[text.to_string()], work)?.value),
            false => Ok(None),
        }
    }

    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices> {
        arena::by_outcomes(self, position, judged, work)
    }

    fn reason(&mut self, _: &[String], report: &Report, _: &Work<'_>) -> Result<Reason> {
        Ok(Reason { sentences: vec![reason::by_search(report)], ..Reason::default() })
    }

    fn sketch(&mut self, text: &str, work: &Work<'_>) -> Result<Option<Sketch>> {
        let sum = self.read(&[text.to_string()], work)?;
        let [(board, cells)] = &sum[..] else { return Ok(None) };
        drawn(&self.games[*board], cells, work)
    }

    fn plan(&mut self, _: &[String], _: &Work<'_>) -> Result<PlanReport> {
        let why = if self.kind.adds_up { Fit::ComeBack } else { Fit::OverAll };
        Ok(PlanReport::new(EngineName::Retrograde, why))
    }

    fn sentences(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<RuleSentence>> {
        let mut all = self.kind.about.sentences.clone();
        for (board, cells) in self.read(position, work)? {
            let derived = self.games[board].derived(&cells).into_iter().filter(|one| !all.contains(one));
            all.extend(derived.collect::<Vec<_>>());
        }
        Ok(all)
    }

    fn positions(&self) -> u64 {
        self.solved.as_ref().map_or(0, |solved| solved.explored.graph.vertex_count() as u64)
    }
}
