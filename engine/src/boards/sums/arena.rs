//! Sums of boards as an arena: what every front end asks of them.

use super::judging::{How, plan, why};
use super::listing::{MOST_MOVES, bytes_of, is_option, movements, some_options, steps_to, too_many_moves};
use super::{Sums, no_start};
use crate::arena::{self, Arena, Choices, DecidedBy, Played};
use crate::boards::lasting::{self, Lasting};
use crate::error::Result;
use crate::game::{Game, drawn};
use crate::loopy_value::LoopyValue;
use crate::meter::Meter;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::report::{Judgement, MoveReport, Part, PlanReport, Reason, Report, SearchCost};
use crate::rules::RuleSentence;
use crate::sketch::Sketch;
use crate::work::Work;

/// Different boards of earlier questions about which something is kept.
const MOST_BOARDS: usize = 32;

impl<G: Game> Arena for Sums<G> {
    fn title(&self) -> String {
        self.kind.about.title.clone()
    }

    fn name(&self) -> String {
        self.kind.about.short_title()
    }

    fn usual_play(&self) -> Play {
        self.kind.play
    }

    fn decided(&self) -> DecidedBy {
        DecidedBy::LastMove(self.play)
    }

    fn ending(&self) -> Option<&[String; 2]> {
        self.kind.about.ending.as_ref().filter(|_| self.play == self.kind.play)
    }

    fn labels_tell(&self) -> bool {
        true
    }

    fn splits(&self) -> bool {
        self.kind.splits
    }

    fn has_start(&self) -> bool {
        self.kind.about.start.is_some()
    }

    fn start(&self, _: &Work<'_>) -> Result<Vec<String>> {
        let start = self.kind.about.start.as_ref().ok_or_else(no_start)?;
        self.tidy_all(std::slice::from_ref(start))
    }

    fn adds_up(&self) -> bool {
        self.kind.adds_up
    }

    fn tidy(&self, text: &str) -> Result<String> {
        (self.kind.read)(text).map(|(game, state)| game.show(&state))
    }

    fn tidy_all(&self, texts: &[String]) -> Result<Vec<String>> {
        match self.kind.adds_up {
            true => texts.iter().map(|text| self.tidy(text)).collect(),
            false => Ok(vec![self.tidy(&texts.join(" "))?]),
        }
    }

    fn sketch(&mut self, text: &str, work: &Work<'_>) -> Result<Option<Sketch>> {
        let boards = self.read(&[text.to_string()], work)?;
        let [(board, state)] = &boards[..] else { return Ok(None) };
        drawn(&self.games[*board], state, work)
    }

    fn suits(&mut self, position: &[String], work: &Work<'_>) -> Result<bool> {
        let boards = self.read(position, work)?;
        Ok(boards.iter().all(|(board, _)| self.games[*board].ends()))
    }

    fn make_room(&mut self) {
        if self.games.len() > MOST_BOARDS {
            (self.games, self.searches) = (Vec::new(), Vec::new());
            (self.misere, self.lasting) = ((self.engines.misere)(), Lasting::new());
        }
    }

    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>> {
        let boards = self.read(position, work)?;
        let (shown, mut steps) = (self.shown(&boards), Vec::new());
        let most = MOST_MOVES.min(usize::try_from(work.limits.positions).unwrap_or(usize::MAX));
        let (stays, meter) = (bytes_of(&shown), Meter::new("moves", work));
        for (i, (board, state)) in boards.iter().enumerate() {
            let game = &self.games[*board];
            let (options, all) = some_options(game, state, most, work)?;
            if !all {
                return Err(too_many_moves(most));
            }
            for to in &options {
                meter.add(stays)?;
                steps.append(&mut steps_to(game, &shown, i, state, to));
                // Each board may have few moves, and all of them together many.
                if steps.len() > most {
                    return Err(too_many_moves(most));
                }
            }
        }
        Ok(steps)
    }

    fn moves_to(
        &mut self,
        position: &[String],
        component: usize,
        to: &[Part],
        work: &Work<'_>,
    ) -> Result<Vec<Played>> {
        let boards = self.read(position, work)?;
        let Some((board, state)) = boards.get(component) else { return Ok(Vec::new()) };
        if self.kind.by_list && self.games[*board].is_option(state, state).is_none() {
            // Where values add up a component has the moves that it has alone, and a wide sum has more than can be listed.
            let alone = if self.kind.adds_up { component..component + 1 } else { 0..position.len() };
            let before = alone.start;
            let mut all = self.moves(&position[alone.clone()], work)?;
            all.retain(|played| before + played.by.component == component && played.by.to == to);
            let shown = self.shown(&boards);
            for played in &mut all {
                played.by.component += before;
                let mut after = shown.clone();
                after.splice(alone.clone(), std::mem::take(&mut played.to));
                played.to = after;
            }
            return Ok(all);
        }
        let text = match to {
            [] => String::new(),
            [Part::One(place)] => place.argument(),
            _ => return Ok(Vec::new()),
        };
        let game = &self.games[*board];
        // A board of another size is no board that a move leads to, nor is one that cannot be read.
        let Some((_, wanted)) = (self.kind.read)(&text).ok().filter(|(other, _)| other == game) else {
            return Ok(Vec::new());
        };
        match is_option(game, state, &wanted, work)? {
            true => Ok(steps_to(game, &self.shown(&boards), component, state, &wanted)),
            false => Ok(Vec::new()),
        }
    }

    fn some_move(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        let boards = self.read(position, work)?;
        for (i, (board, state)) in boards.iter().enumerate() {
            let game = &self.games[*board];
            if let Some(to) = some_options(game, state, 0, work)?.0.first() {
                return Ok(movements(game, i, state, to).into_iter().next());
            }
        }
        Ok(None)
    }

    fn winning_move(&mut self, position: &[String]) -> Result<Option<MoveReport>> {
        let tidy = self.tidy_all(position)?;
        let [text] = &tidy[..] else { return Ok(None) };
        let (game, state) = (self.kind.read)(text)?;
        // One that was met before is prepared.
        let game = self.games.iter().find(|known| **known == game).unwrap_or(&game);
        let named = |to: G::State| movements(game, 0, &state, &to).into_iter().next();
        Ok(game.winning_move(&state).and_then(named))
    }

    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement> {
        let boards = self.read(position, work)?;
        if let ([(board, state)], How::Theorem) = (&boards[..], self.how_at(&boards)) {
            let game = &self.games[*board];
            let outcome = game.outcome(state).unwrap_or(Outcome::D);
            // That play is over is known at once, which is enough to win where one can.
            let remoteness = match lasting::has_move(game, state) {
                true => self.lasting.of(&self.games, &boards),
                false => Some(0),
            };
            let value = game.reduced(state).map(LoopyValue::Finite);
            return Ok(Judgement { outcome, value, remoteness, score: None });
        }
        let remoteness = self.lasting.of(&self.games, &boards);
        if self.play == Play::Misere {
            let won = self.misere.wins(&self.games, &boards, work)?;
            self.games.iter().try_for_each(Game::fault)?;
            let outcome = if won { Outcome::N } else { Outcome::P };
            return Ok(Judgement { outcome, value: None, remoteness, score: None });
        }
        let values = boards.iter().map(|board| self.value_of(board, work)).collect::<Result<Vec<_>>>()?;
        let sum: Nimber = values.into_iter().sum();
        let outcome = if sum == Nimber::ZERO { Outcome::P } else { Outcome::N };
        Ok(Judgement { outcome, value: Some(LoopyValue::Finite(sum)), remoteness, score: None })
    }

    fn learn_remoteness(&mut self, position: &[String], most: usize, work: &Work<'_>) -> Result<bool> {
        // Where parts alone take more positions, the whole takes far more.
        if self.searched().positions > most as u64 {
            return Ok(false);
        }
        let boards = self.read(position, work)?;
        self.lasting.follow(&self.games, &boards, self.play, most, work)?;
        Ok(self.lasting.of(&self.games, &boards).is_some())
    }

    fn stall(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        let boards = self.read(position, work)?;
        let Some((component, to)) = lasting::stall(&self.games, &boards, self.play) else { return Ok(None) };
        let (board, state) = &boards[component];
        Ok(movements(&self.games[*board], component, state, &to).into_iter().next())
    }

    fn value(&mut self, text: &str, work: &Work<'_>) -> Result<Option<LoopyValue>> {
        if !self.by_values() {
            return Ok(None);
        }
        let boards = self.read(&[text.to_string()], work)?;
        if self.how_at(&boards) != How::Values {
            return Ok(None);
        }
        boards.first().map(|board| Ok(LoopyValue::Finite(self.value_of(board, work)?))).transpose()
    }

    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices> {
        if !self.by_values() {
            return arena::by_outcomes(self, position, judged, work);
        }
        let boards = self.read(position, work)?;
        if self.how_at(&boards) != How::Values {
            return match self.tells_all(&boards[0], work)? {
                true => arena::by_outcomes(self, position, judged, work),
                false => arena::without_a_list(self, position, judged.outcome, work),
            };
        }
        let (winning, best) = match judged.outcome {
            Outcome::P => (Vec::new(), self.slowest(&boards, work)?),
            _ => self.winning(&boards, work)?,
        };
        Ok(Choices { winning, drawing: Vec::new(), best, complete: true })
    }

    fn reason(&mut self, position: &[String], report: &Report, work: &Work<'_>) -> Result<Reason> {
        let boards = self.read(position, work)?;
        Ok(why(self.theorems(&boards), self.how_at(&boards), report))
    }

    fn plan(&mut self, position: &[String], work: &Work<'_>) -> Result<PlanReport> {
        let boards = self.read(position, work)?;
        Ok(plan(self.how_at(&boards), self.searched().positions, self.theorems(&boards)))
    }

    fn sentences(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<RuleSentence>> {
        let mut all = self.kind.about.sentences.clone();
        for (board, state) in self.read(position, work)? {
            let derived = self.games[board].derived(&state).into_iter().filter(|one| !all.contains(one));
            all.extend(derived.collect::<Vec<_>>());
        }
        Ok(all)
    }

    fn positions(&self) -> u64 {
        self.misere.positions() + self.searched().positions
    }

    fn lines(&mut self, position: &str, moves: u32, work: &Work<'_>) -> Result<Option<u64>> {
        match &self.read(&[position.to_string()], work)?[..] {
            [(board, state)] => {
                let (game, search) = self.search_of(*board, work);
                search.lines(game, state, moves, work).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn search(&self) -> Option<SearchCost> {
        self.by_values().then(|| self.searched())
    }
}
