//! The moves that win a sum of boards, and the one that holds out longest in a lost one.

use super::listing::{bytes_of_report, look_up, movements, some_options};
use super::{Sums, share};
use crate::boards::lasting;
use crate::error::Result;
use crate::game::Game;
use crate::meter::Meter;
use crate::nimber::Nimber;
use crate::report::MoveReport;
use crate::work::Work;

impl<G: Game> Sums<G> {
    /// Every winning move of a sum that is not 0, and the first of those that win soonest, as far as that is known.
    pub(super) fn winning(
        &mut self,
        boards: &[(usize, G::State)],
        work: &Work<'_>,
    ) -> Result<(Vec<MoveReport>, Option<MoveReport>)> {
        let terms = boards.iter().map(|board| self.value_of(board, work)).collect::<Result<Vec<_>>>()?;
        let sum: Nimber = terms.iter().copied().sum();
        let (mut winning, mut best) = (Vec::new(), None::<(u32, MoveReport)>);
        let meter = Meter::new("winning moves", work);
        let share = share(self.games.len(), work);
        for (i, (board, state)) in boards.iter().enumerate() {
            let game = &self.games[*board];
            let wanted = terms[i] + sum;
            let shown = game.options_of_value(state, wanted);
            let told = shown.is_some();
            let options = match shown {
                Some(options) => options,
                None => some_options(game, state, usize::MAX, work)?.0,
            };
            for (looked, to) in options.into_iter().enumerate() {
                look_up(looked, work)?;
                let (game, search) = self.search_of(*board, &share);
                if !told && !search.is(game, &to, wanted, &share)? {
                    continue;
                }
                let mut moves = movements(game, i, state, &to);
                moves.iter().try_for_each(|by| meter.add(bytes_of_report(by)))?;
                let lasts = self.lasting.of(&self.games, &after(boards, i, to)).unwrap_or(u32::MAX);
                if best.as_ref().is_none_or(|(least, _)| lasts < *least) {
                    best = moves.first().map(|by| (lasts, by.clone()));
                }
                winning.append(&mut moves);
            }
        }
        Ok((winning, best.map(|(_, by)| by)))
    }

    /// The first move that holds out longest in a lost sum, or one that looks long where nobody knows.
    pub(super) fn slowest(
        &mut self,
        boards: &[(usize, G::State)],
        work: &Work<'_>,
    ) -> Result<Option<MoveReport>> {
        let report = |component: usize, to: &G::State| {
            let (board, state) = &boards[component];
            movements(&self.games[*board], component, state, to).into_iter().next()
        };
        if self.lasting.of(&self.games, boards).is_none() {
            let stalling = lasting::stall(&self.games, boards, self.play);
            return Ok(stalling.and_then(|(component, to)| report(component, &to)));
        }
        let mut best: Option<(Option<u32>, MoveReport)> = None;
        for (i, (board, state)) in boards.iter().enumerate() {
            for to in some_options(&self.games[*board], state, usize::MAX, work)?.0 {
                let lasts = self.lasting.of(&self.games, &after(boards, i, to.clone()));
                if best.as_ref().is_none_or(|(most, _)| lasts > *most) {
                    best = report(i, &to).map(|by| (lasts, by));
                }
            }
        }
        Ok(best.map(|(_, by)| by))
    }
}

/// A sum after a move of one of its boards.
fn after<S: Clone>(boards: &[(usize, S)], component: usize, to: S) -> Vec<(usize, S)> {
    let mut after = boards.to_vec();
    after[component].1 = to;
    after
}
