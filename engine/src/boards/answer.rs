//! Reports about boards: the same as about rules.

use std::ops::ControlFlow;

use hashbrown::{HashMap, HashSet};

use super::game::Game;
use crate::error::{Error, Result};
use crate::graph::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::position::{Coordinate, Place};
use crate::report::{ComponentReport, Cost, MoveReport, NimSum, Part, PlanReport, Reason, Report};
use crate::search::NimberSearch;
use crate::work::Work;

/// The value of a state.
pub fn values<G: Game>(game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber> {
    NimberSearch::new(game, work).value(state)
}

/// Who wins a sum of boards, and how.
pub fn solve<G: Game>(texts: &[String], play: Option<Play>, work: &Work<'_>) -> Result<Report> {
    let boards = texts.iter().map(|text| G::open(text)).collect::<Result<Vec<_>>>()?;
    match play.unwrap_or(G::PLAY) {
        Play::Normal => by_values(&boards, work),
        Play::Misere => whole(&boards, work),
    }
}

/// A text as a report shows it.
pub(super) fn place(text: String) -> Place {
    Place::One(Coordinate::Name(text))
}

/// A move of a board as a report shows it; every board after it is written down whole.
fn movement<G: Game>(game: &G, component: usize, from: &G::State, to: &G::State) -> MoveReport {
    let shown = Some(game.show(to)).filter(|text| !text.is_empty());
    let to_parts = shown.into_iter().map(|text| Part::One(place(text))).collect();
    MoveReport { component, to: to_parts, label: game.label(from, to), gain: None }
}

/// The options of a state, each once.
fn options<G: Game>(game: &G, state: &G::State) -> Vec<G::State> {
    let (mut all, mut seen) = (Vec::new(), HashSet::new());
    let _ = game.options(state, &mut |to| {
        if seen.insert(to.clone()) {
            all.push(to);
        }
        ControlFlow::Continue(())
    });
    all
}

fn by_values<G: Game>(boards: &[(G, G::State)], work: &Work<'_>) -> Result<Report> {
    let mut searches: Vec<NimberSearch<'_, G>> =
        boards.iter().map(|(game, _)| NimberSearch::new(game, work)).collect();
    let mut terms = Vec::new();
    for ((_, state), search) in boards.iter().zip(&mut searches) {
        terms.push(search.value(state)?);
    }
    let sum: Nimber = terms.iter().copied().sum();
    let (mut winning, mut first) = (Vec::new(), None);
    for (i, (game, state)) in boards.iter().enumerate() {
        for to in options(game, state) {
            if sum != Nimber::ZERO && searches[i].is(&to, terms[i] + sum)? {
                winning.push(movement(game, i, state, &to));
            }
            first.get_or_insert_with(|| movement(game, i, state, &to));
        }
    }
    let outcome = if sum == Nimber::ZERO { Outcome::P } else { Outcome::N };
    let components = boards.iter().zip(&terms).map(|((game, state), value)| ComponentReport {
        position: place(game.show(state)),
        value: Some(LoopyValue::Finite(*value)),
    });
    let components = components.collect();
    let positions = searches.iter().map(NimberSearch::positions).sum();
    let bytes: u64 = searches.iter().map(NimberSearch::bytes).sum();
    let why = format!(
        "boards are searched part by part, by asking whether a value is k; the table took {bytes} bytes"
    );
    let words = vec![match sum {
        Nimber::ZERO => "the nim-sum is 0, so every move can be answered".into(),
        _ => format!("the nim-sum is {sum}, and a move that makes it 0 wins"),
    }];
    let nim_sum = (terms.len() > 1).then_some(NimSum { terms, sum });
    Ok(Report {
        outcome,
        value: Some(LoopyValue::Finite(sum)),
        score: None,
        components,
        moves_complete: true,
        best_move: winning.first().cloned().or(first),
        winning_moves: winning,
        remoteness: None,
        plan: PlanReport { engine: "nimber search".into(), why },
        cost: Cost { positions },
        reason: Reason { words, nim_sum, mex: None },
    })
}

/// A sum under misère play: parts as (board, state), in order.
type Sum<S> = Vec<(usize, S)>;

struct Whole<'a, G: Game> {
    boards: &'a [(G, G::State)],
    /// For each board the first one that is the same, so that equal parts are seen to be equal.
    same: Vec<usize>,
    known: HashMap<Sum<G::State>, bool>,
    work: Work<'a>,
}

impl<G: Game> Whole<'_, G> {
    /// Adds the parts of a state to a sum, leaving out those without a move.
    fn add(&self, board: usize, state: &G::State, sum: &mut Sum<G::State>) {
        let game = &self.boards[board].0;
        game.parts(state.clone(), &mut |part| {
            let moves = game.options(&part, &mut |_| ControlFlow::Break(())).is_break();
            if moves {
                sum.push((self.same[board], game.canonical(part)));
            }
        });
    }

    fn wins(&mut self, mut sum: Sum<G::State>) -> Result<bool> {
        sum.sort_unstable();
        if sum.is_empty() {
            return Ok(true);
        }
        if let Some(&won) = self.known.get(&sum) {
            return Ok(won);
        }
        let met = self.known.len() as u64;
        self.work.tick("positions", met, None)?;
        self.work.limits.allow(met, 64)?;
        let mut won = false;
        for at in 0..sum.len() {
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            let (board, part) = &sum[at];
            for to in options(&self.boards[*board].0, part) {
                let mut next = sum.clone();
                next.swap_remove(at);
                self.add(*board, &to, &mut next);
                if !self.wins(next)? {
                    won = true;
                    break;
                }
            }
            if won {
                break;
            }
        }
        self.known.insert(sum, won);
        Ok(won)
    }
}

fn whole<G: Game>(boards: &[(G, G::State)], work: &Work<'_>) -> Result<Report> {
    let same = |i: usize| boards.iter().position(|(game, _)| *game == boards[i].0).unwrap_or(i);
    let same = (0..boards.len()).map(same).collect();
    let mut whole = Whole { boards, same, known: HashMap::new(), work: *work };
    let sum_with = |whole: &Whole<'_, G>, changed: usize, to: &G::State| {
        let mut sum = Vec::new();
        for (i, (_, state)) in boards.iter().enumerate() {
            whole.add(i, if i == changed { to } else { state }, &mut sum);
        }
        sum
    };
    let (mut winning, mut first, mut any) = (Vec::new(), None, false);
    for (i, (game, state)) in boards.iter().enumerate() {
        for to in options(game, state) {
            any = true;
            let next = sum_with(&whole, i, &to);
            if !whole.wins(next)? {
                winning.push(movement(game, i, state, &to));
            }
            first.get_or_insert_with(|| movement(game, i, state, &to));
        }
    }
    let outcome = if any && winning.is_empty() { Outcome::P } else { Outcome::N };
    let components = boards
        .iter()
        .map(|(game, state)| ComponentReport { position: place(game.show(state)), value: None })
        .collect();
    Ok(Report {
        outcome,
        value: None,
        score: None,
        components,
        moves_complete: true,
        best_move: winning.first().cloned().or(first),
        winning_moves: winning,
        remoteness: None,
        plan: PlanReport {
            engine: "memory search".into(),
            why: "under misère play values do not add up, so the whole sum is followed".into(),
        },
        cost: Cost { positions: whole.known.len() as u64 },
        reason: Reason {
            words: vec!["who cannot move wins, and the whole sum was searched".into()],
            nim_sum: None,
            mex: None,
        },
    })
}

/// The error for play that a board does not have.
pub(super) fn unsupported(message: &str) -> Error {
    Error::new(crate::error::ErrorKind::Unsupported, message)
}
