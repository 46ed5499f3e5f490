//! The one adapter between [`Game`] and front ends: sums of boards of a kind, under normal and misère play.

use std::hash::BuildHasher;
use std::ops::ControlFlow;

use hashbrown::{DefaultHashBuilder, HashTable};

use super::engines::{Engines, MisereSums, Values};
use super::lasting::{self, Lasting};
use crate::arena::{self, Arena, Choices, DecidedBy, Played};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::game::{Game, drawn};
use crate::limits::Limits;
use crate::loopy_value::LoopyValue;
use crate::meter::Meter;
use crate::nimber::Nimber;
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::reason;
use crate::report::sentence::{BoardTheorem, EngineName, Fit, Sentence, Theorems};
use crate::report::{Judgement, MoveReport, NimSum, Part, PlanReport, Reason, Report, SearchCost};
use crate::rules::RuleSentence;
use crate::search::NimberSearch;
use crate::sketch::Sketch;
use crate::work::Work;

/// Moves of a position that are listed.
const MOST_MOVES: usize = 1 << 16;
/// Boards with less left to play for are searched, even where a theorem tells who wins: a search tells the value as well.
const LONG_SEARCH: u32 = 26;
/// About how many bytes a move takes in a list, besides the texts.
const MOVE: u64 = 256;
/// Different boards of earlier questions about which something is kept.
const MOST_BOARDS: usize = 32;

/// The value of a state.
pub fn values<G: Game>(game: &G, state: &G::State, work: &Work<'_>) -> Result<Nimber> {
    NimberSearch::new(work).value(game, state, work)
}

/// A move of a board as a report shows it; every board after it is written down whole.
pub(super) fn to_one(component: usize, texts: &[String], label: Option<String>) -> MoveReport {
    let to = texts.iter().map(|text| Part::One(Place::written(text))).collect();
    MoveReport { component, to, label, gain: None, again: false }
}

/// The moves from one state to another, one for each name.
fn movements<G: Game>(game: &G, component: usize, from: &G::State, to: &G::State) -> Vec<MoveReport> {
    let (labels, shown) = (game.labels(from, to), game.shown(to));
    match labels.is_empty() {
        true => vec![to_one(component, &shown, None)],
        false => labels.into_iter().map(|label| to_one(component, &shown, Some(label))).collect(),
    }
}

/// Moves between two looks at the clock: a single one of a large board may take a millisecond.
const ROUND: usize = 16;

/// The first options of a state, each once, and whether these are all.
fn some_options<G: Game>(
    game: &G,
    state: &G::State,
    most: usize,
    work: &Work<'_>,
) -> Result<(Vec<G::State>, bool)> {
    let (mut all, mut seen, hasher) = (Vec::new(), HashTable::new(), DefaultHashBuilder::default());
    let (mut looked, mut bytes, mut failed) = (0, 0, None);
    let ended = game.options(state, &mut |to: G::State| {
        looked += 1;
        let hash = hasher.hash_one(&to);
        if seen.find(hash, |at: &usize| all[*at] == to).is_none() {
            seen.insert_unique(hash, all.len(), |at| hasher.hash_one(&all[*at]));
            bytes += game.bytes(&to) + 2 * size_of::<usize>() as u64;
            all.push(to);
        }
        let watched = look_up(looked, work)
            .and_then(|()| work.limits.allow(all.len() as u64, 0))
            .and_then(|()| work.limits.allow(1, bytes));
        failed = watched.err();
        if failed.is_some() || all.len() > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    game.fault()?;
    match failed {
        Some(error) => Err(error),
        None => Ok((all, ended.is_continue())),
    }
}

/// Whether a move leads from one state to another.
fn is_option<G: Game>(game: &G, from: &G::State, to: &G::State, work: &Work<'_>) -> Result<bool> {
    if let Some(known) = game.is_option(from, to) {
        return Ok(known);
    }
    let (mut looked, mut found) = (0, Ok(false));
    let _ = game.options(from, &mut |option| {
        looked += 1;
        found = look_up(looked, work).map(|()| option == *to);
        if matches!(found, Ok(false)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found
}

/// Asks now and then whether to go on.
fn look_up(moves: usize, work: &Work<'_>) -> Result<()> {
    if moves.is_multiple_of(ROUND) { work.step("moves", moves as u64, None) } else { Ok(()) }
}

/// What front ends say about a kind of boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct About {
    /// What the game is called.
    pub(crate) title: String,
    /// The aim, and what has happened at the end, where "who cannot move" would not say it.
    pub(crate) ending: Option<[String; 2]>,
    /// A position to begin with.
    pub(crate) start: Option<String>,
    /// How it is read.
    pub(crate) sentences: Vec<RuleSentence>,
}

impl About {
    /// The title without what comes after the name to explain it.
    pub(crate) fn short_title(&self) -> String {
        self.title.split([':', ';']).next().unwrap_or_default().to_string()
    }
}

/// A kind of boards, as front ends know it.
pub(crate) struct Kind<G: Game> {
    pub(crate) about: About,
    /// How it is played unless told otherwise.
    pub(crate) play: Play,
    /// Whether boards can be added. If not, [`Game::outcome`] answers, and several texts are one board.
    pub(crate) adds_up: bool,
    /// Whether a move may leave several boards, or none.
    pub(crate) splits: bool,
    /// Whether a move to given boards is looked for among all moves; else it must be one between two boards of a size.
    pub(crate) by_list: bool,
    /// Reads a board with a position on it.
    pub(crate) read: Read<G>,
}

/// How a board is read.
type Read<G> = Box<dyn Fn(&str) -> Result<(G, <G as Game>::State)> + Send>;

/// Sums of boards of one kind.
pub(crate) struct Sums<G: Game> {
    kind: Kind<G>,
    play: Play,
    /// The boards met so far: positions of one board share what was found out about it.
    games: Vec<G>,
    searches: Vec<Box<dyn Values<G>>>,
    engines: Engines<G>,
    misere: Box<dyn MisereSums<G>>,
    lasting: Lasting<G>,
}

impl<G: Game> Sums<G> {
    pub(crate) fn open(kind: Kind<G>, play: Option<Play>) -> Result<Sums<G>> {
        Sums::with(Engines::usual(), kind, play)
    }

    /// The same with searches of its own.
    pub(crate) fn with(engines: Engines<G>, kind: Kind<G>, play: Option<Play>) -> Result<Sums<G>> {
        let play = play.unwrap_or(kind.play);
        if !kind.adds_up && play != kind.play {
            return Err(unsupported("this board is decided by a theorem about normal play")
                .hint(NextStep::AskNormalPlay));
        }
        Ok(Sums {
            kind,
            play,
            games: Vec::new(),
            searches: Vec::new(),
            misere: (engines.misere)(),
            engines,
            lasting: Lasting::new(),
        })
    }

    /// Reads a position: the number of each board, and the state.
    fn read(&mut self, texts: &[String], work: &Work<'_>) -> Result<Vec<(usize, G::State)>> {
        let texts = if self.kind.adds_up { texts.to_vec() } else { vec![texts.join(" ")] };
        let mut boards = Vec::new();
        for text in texts {
            let (game, state) = (self.kind.read)(&text)?;
            let known = self.games.iter().position(|other| *other == game);
            let at = known.unwrap_or(self.games.len());
            if known.is_none() {
                self.games.push(game);
            }
            self.games[at].prepare(&state, work)?;
            boards.push((at, state));
        }
        if self.searches.len() < self.games.len() {
            let share = share(self.games.len(), work);
            self.searches.iter_mut().for_each(|search| search.fit(&share));
            let fresh = self.games[self.searches.len()..].iter();
            self.searches.extend(fresh.map(|game| (self.engines.values)(game, &share)));
        }
        Ok(boards)
    }

    fn shown(&self, boards: &[(usize, G::State)]) -> Vec<String> {
        boards.iter().map(|(board, state)| self.games[*board].show(state)).collect()
    }

    fn value_of(&mut self, (board, state): &(usize, G::State), work: &Work<'_>) -> Result<Nimber> {
        let share = share(self.games.len(), work);
        self.searches[*board].value(&self.games[*board], state, &share)
    }

    /// Every winning move of a sum that is not 0, and the first of those that win soonest, as far as that is known.
    fn winning(
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
            let (game, search) = (&self.games[*board], &mut self.searches[*board]);
            let wanted = terms[i] + sum;
            let shown = game.options_of_value(state, wanted);
            let told = shown.is_some();
            let options = match shown {
                Some(options) => options,
                None => some_options(game, state, usize::MAX, work)?.0,
            };
            for (looked, to) in options.into_iter().enumerate() {
                look_up(looked, work)?;
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
    fn slowest(&mut self, boards: &[(usize, G::State)], work: &Work<'_>) -> Result<Option<MoveReport>> {
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

    /// Whether values are searched, and decide.
    fn by_values(&self) -> bool {
        self.how() == How::Values
    }

    /// The same for a position: a single board may be one whose winner a theorem tells, though not its value.
    fn how_at(&self, boards: &[(usize, G::State)]) -> How {
        match (self.how(), boards) {
            (How::Values, [(board, state)]) => {
                let game = &self.games[*board];
                let long = game.size(state) >= LONG_SEARCH && game.known(state).is_none();
                if long && game.outcome(state).is_some() { How::Theorem } else { How::Values }
            }
            (how, _) => how,
        }
    }

    /// Whether a theorem tells the winner after every move.
    fn tells_all(&self, (board, state): &(usize, G::State), work: &Work<'_>) -> Result<bool> {
        let game = &self.games[*board];
        let (options, all) = some_options(game, state, MOST_MOVES, work)?;
        Ok(all && options.iter().all(|to| game.outcome(to).is_some() || game.known(to).is_some()))
    }

    fn how(&self) -> How {
        match (self.kind.adds_up, self.play) {
            (false, _) => How::Theorem,
            (true, Play::Normal) => How::Values,
            (true, Play::Misere) => How::WholeSum,
        }
    }

    /// What the searches of all boards took.
    fn searched(&self) -> SearchCost {
        let mut all = SearchCost::default();
        self.searches.iter().for_each(|one| all += one.cost());
        all
    }

    /// The theorems about these boards, each once. In a sum values count, so a theorem about who wins says nothing there; and where
    /// play is over there is nothing to prove.
    fn theorems(&self, boards: &[(usize, G::State)]) -> Vec<BoardTheorem> {
        let mut all = Vec::new();
        for (board, state) in boards {
            let game = &self.games[*board];
            let counts = lasting::has_move(game, state) && (boards.len() == 1 || game.known(state).is_some());
            if let Some(theorem) = game.theorem(state).filter(|theorem| counts && !all.contains(theorem)) {
                all.push(theorem);
            }
        }
        all
    }
}

/// A sum after a move of one of its boards.
fn after<S: Clone>(boards: &[(usize, S)], component: usize, to: S) -> Vec<(usize, S)> {
    let mut after = boards.to_vec();
    after[component].1 = to;
    after
}

/// The moves from a state of one component of a position to another, and the position after them.
fn steps_to<G: Game>(
    game: &G,
    shown: &[String],
    component: usize,
    from: &G::State,
    to: &G::State,
) -> Vec<Played> {
    let mut after = shown.to_vec();
    after.splice(component..=component, game.shown(to));
    let step = |by| Played { by, to: after.clone() };
    movements(game, component, from, to).into_iter().map(step).collect()
}

/// About how many bytes a position takes, or a list of it with a move.
fn bytes_of(texts: &[String]) -> u64 {
    MOVE + texts.iter().map(|text| text.len() as u64 + 64).sum::<u64>()
}

fn bytes_of_report(by: &MoveReport) -> u64 {
    MOVE + by.to.iter().map(|part| part.to_string().len() as u64).sum::<u64>()
}

fn too_many_moves(most: usize) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooManyMoves { most: most as u64 })
}

/// How boards are judged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// Values are searched, and add up.
    Values,
    /// The whole sum is searched.
    WholeSum,
    /// A theorem tells who wins.
    Theorem,
}

/// Why an answer is right; compiled once for all boards.
fn why(theorems: Vec<BoardTheorem>, how: How, report: &Report) -> Reason {
    let mut reason = Reason::default();
    if how == How::WholeSum {
        reason.sentences.push(Sentence::MisereSum);
        return reason;
    }
    reason.sentences.extend(theorems.into_iter().map(|theorem| Sentence::Theorem { theorem }));
    if how == How::Values {
        let terms: Vec<Nimber> =
            report.components.iter().filter_map(|c| c.value.as_ref()?.finite()).collect();
        let sum = terms.iter().copied().sum();
        reason.nim_sum = (terms.len() > 1).then_some(NimSum { terms, sum });
        reason.sentences.push(reason::by_value(sum, report));
    }
    reason
}

fn plan(how: How, searched: u64, theorems: Vec<BoardTheorem>) -> PlanReport {
    match how {
        How::Theorem => PlanReport::new(EngineName::Theorem, Fit::TheoremOnly),
        How::WholeSum => PlanReport::new(EngineName::MemorySearch, Fit::Misere),
        How::Values if searched == 0 => by_theorem(theorems),
        How::Values => PlanReport::new(EngineName::NimberSearch, Fit::PartByPart),
    }
}

/// The plan where no position had to be searched.
fn by_theorem(theorems: Vec<BoardTheorem>) -> PlanReport {
    let why = match theorems.is_empty() {
        true => Fit::SmallBoards,
        false => Fit::Theorems { theorems: Theorems(theorems) },
    };
    PlanReport::new(EngineName::Theorem, why)
}

/// What each of several searches may take of the memory.
fn share<'a>(searches: usize, work: &Work<'a>) -> Work<'a> {
    let bytes = work.limits.bytes / searches.max(1) as u64;
    Work { limits: Limits { bytes, ..work.limits }, ..*work }
}

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
                self.searches[*board].lines(&self.games[*board], state, moves, work).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn search(&self) -> Option<SearchCost> {
        self.by_values().then(|| self.searched())
    }
}

/// The error for a game that names no position to begin with.
pub(crate) fn no_start() -> Error {
    Error::new(ErrorKind::Position, "there is no position to begin with")
        .hint(NextStep::write("a position, such as 4x7 or ..X.."))
}

/// The error for play that a board does not have.
pub(crate) fn unsupported(message: &str) -> Error {
    Error::new(ErrorKind::Unsupported, message)
}
