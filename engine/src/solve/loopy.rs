//! Games in which positions come back: loopy values of the components, and their sum.

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Vertex, loopy, retrograde};
use crate::loopy_value::LoopyValue;
use crate::outcome::Play;
use crate::position::{Component, Position};
use crate::rules::Rules;
use crate::search;
use crate::work::Work;

use super::whole::Whole;
use crate::report::Judgement;
use crate::report::sentence::Fit;

pub(super) struct Loopy {
    game: search::Whole,
    values: loopy::Values,
    outcomes: retrograde::Outcomes,
    /// The whole game from a sum, where it is small enough to know how long it lasts.
    whole: Option<Whole>,
}

impl Loopy {
    /// Analyses the graph of single components. The rules must not split them.
    pub(super) fn new(rules: &Rules, starts: &[Position], work: &Work<'_>) -> Result<Loopy> {
        let starts = starts.iter().flat_map(|p| &p.0).map(|c| Position(vec![c.clone()]));
        let starts: Vec<Position> = starts.collect();
        let game = search::Whole::new(rules, &starts, work.limits.positions.saturating_mul(64), work)?;
        let values = loopy::solve(game.graph(), work)?;
        let outcomes = retrograde::solve(game.graph(), retrograde::by_play(Play::Normal), work)?;
        Ok(Loopy { game, values, outcomes, whole: None })
    }

    fn vertex(&mut self, component: &Component) -> Result<Vertex> {
        self.game.find(std::slice::from_ref(component))?.ok_or_else(|| {
            Error::new(ErrorKind::Position, "this component cannot come up from those asked for")
        })
    }

    /// How far a lost sum is from its end: the winner who always leaves the least also ends the game, see
    /// [`sum`](crate::graph::sum).
    pub(super) fn distance(&mut self, position: &Position) -> Result<(u64, u64)> {
        let (mut nimbers, mut counters) = (0, 0);
        for component in &position.0 {
            let vertex = self.vertex(component)?;
            nimbers += self.values.finite(vertex).map_or(0, |value| value.0);
            counters += self.values.counter(vertex).map_or(0, u64::from);
        }
        Ok((nimbers, counters))
    }

    pub(super) fn judge(&mut self, position: &Position) -> Result<Judgement> {
        let mut value = LoopyValue::Finite(crate::Nimber::ZERO);
        let mut remoteness = (position.0.is_empty()).then_some(0);
        for component in &position.0 {
            let vertex = self.vertex(component)?;
            value = value + self.values.value(self.game.graph(), vertex);
            remoteness = if position.0.len() == 1 { self.outcomes.remoteness(vertex) } else { None };
        }
        if let (true, Some(whole)) = (position.0.len() > 1, &mut self.whole) {
            remoteness = whole.judge(position).ok().and_then(|judged| judged.remoteness);
        }
        Ok(Judgement { outcome: value.outcome(), value: Some(value), remoteness, score: None })
    }

    /// Follows a sum to its end if that is not far, and says whether it is not: components alone tell who wins, but not how
    /// long it lasts.
    pub(super) fn learn_remoteness(
        &mut self,
        rules: &Rules,
        position: &Position,
        work: &Work<'_>,
    ) -> Result<bool> {
        if position.0.len() > 1 {
            self.whole = Whole::if_small(rules, position, work)?;
        }
        Ok(self.whole.is_some())
    }

    /// Why this engine was taken. A position that is its own option is often a slip in the rule, so it is named.
    pub(super) fn why(&self, rules: &Rules) -> Fit {
        let graph = self.game.graph();
        let stays = graph.vertices().find(|v| graph.successors(*v).any(|to| to == *v));
        match stays.and_then(|v| self.game.places(v).pop()) {
            Some(place) => Fit::Stays { place: rules.show(&place) },
            None => Fit::ComeBack,
        }
    }

    pub(super) fn positions(&self) -> u64 {
        self.game.graph().vertex_count() as u64
    }
}

#[cfg(test)]
mod tests {
    use crate::graph::{Graph, Vertex, order};
    use crate::solve::Solver;
    use crate::{Lets, Outcome, Position, Quiet, Request, Rules, Work, solve};

    /// Rules under which whoever always plays the first winning move of a sum may go round for ever.
    const RULES: &str = "(x in 0..11) -> (x*x+1)%12 if x > 2 | (3*x)%12 if x > 5 | x-1 if x > 0";

    #[test]
    fn a_position_that_is_its_own_option_is_named() {
        let work = Work { limits: Default::default(), progress: &Quiet };
        let why = |text: &str| {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            let start = Position(vec![rules.component("7").unwrap()]);
            Solver::new(&rules, &[start], None, &work).unwrap().plan().why()
        };
        assert!(why("n -> n/2 | n-1").starts_with("a move may leave 0 as 0"));
        assert!(why("(n in 0..9) -> n-1 | n+1").starts_with("positions can come back"));
    }

    #[test]
    fn the_best_moves_of_a_won_sum_end_it_whatever_the_other_player_does() {
        let rules = Rules::read(RULES, &Lets::new(), &Work::unwatched()).unwrap();
        let work = Work { limits: Default::default(), progress: &Quiet };
        let pair = |v: Vertex| {
            let part = |x: u32| rules.component(&x.to_string()).unwrap();
            Position(vec![part(v.0 / 12), part(v.0 % 12)])
        };
        let number = |p: &Position| Vertex((p.0[0].0[0] * 12 + p.0[1].0[0]) as u32);
        let starts: Vec<Position> = (0..144).map(|i| pair(Vertex(i))).collect();
        let mut solver = Solver::new(&rules, &starts, None, &work).unwrap();
        let mut answers = 0;
        // From a lost sum every move, then the best reply.
        let strategy = Graph::from_successors(144, |v| {
            if solver.judge(&pair(v), &work).unwrap().outcome != Outcome::P {
                return Vec::new();
            }
            let mut reply = |to: &Position| {
                answers += 1;
                let request = Request { rules: &rules, position: to, play: None };
                let best = solve(&request, &Work::unwatched()).unwrap().best_move.unwrap();
                let moves = solver.moves(to, &work).unwrap();
                let chosen = moves.into_iter().find(|m| m.by == best).unwrap();
                assert_eq!(chosen.then.outcome, Outcome::P);
                number(&chosen.to)
            };
            let listed = super::super::moves::list(&rules, &pair(v), &work).unwrap();
            listed.iter().map(|(_, to)| reply(to)).collect()
        })
        .unwrap();
        assert!(answers > 50);
        assert!(order::find(&strategy, &Work::unwatched()).unwrap().is_acyclic());
    }
}
