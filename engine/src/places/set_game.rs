//! A rule over places on the places of one position: how positions are kept, and which moves there are.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::arena::DecidedBy;
use crate::boards::bad_position;
use crate::error::{BoardFault, Error, Result};
use crate::game::Game;
use crate::literal::Lets;
use crate::outcome::Play;
use crate::rules::{
    Becomes, Holds, PlaceCondition, PlaceCoordinate, PlaceMove, PlaceRule, RuleSentence, Space,
};
use crate::work::Work;

use super::field::Field;
use super::table::{self, Coding, Table};
use super::terms::Terms;
use super::theorems::{self, Bar, Chomp, Hackenbush, OfNumbers, Shape, Theory};
use super::whole::Followed;
use super::{field_text, set_falling, set_parts};

/// Moves of a position that are worked out one by one.
const MOST_MOVES: u32 = 1 << 20;
/// Members of a set of numbers.
const MOST_MEMBERS: usize = 4096;

/// A rule over places that was read, and what follows from it alone.
#[derive(Debug)]
pub(crate) struct PlaceRules {
    pub(crate) rule: PlaceRule,
    /// Whether every play ends, as far as that was proved.
    pub(super) ends: bool,
    /// Whether what hangs together is independent of the rest.
    pub(super) falls_apart: bool,
    /// The form that a theorem is about, if there is one.
    pub(super) shape: Option<Shape>,
    /// The rule of numbers by which it is played, if that is all there is.
    pub(crate) heaps: Option<OfNumbers>,
    /// What every position fulfils, as it was written.
    only_if: Option<(PlaceCondition, String)>,
    /// Why some moves could not be told, if that ever happened.
    pub(super) failed: OnceLock<Error>,
}

impl PlaceRules {
    pub(crate) fn read(source: &str, lets: &Lets, work: &Work<'_>) -> Result<PlaceRules> {
        let rule = PlaceRule::read(source, lets, work)?;
        let (ends, falls_apart) = (set_falling::ends(&rule), set_parts::falls_apart(&rule));
        // Theorems are about who moves last.
        let shape = if rule.is_plain() { Shape::of(&rule) } else { None };
        let heaps = if rule.is_plain() { OfNumbers::of(&rule, shape) } else { None };
        Ok(PlaceRules { rule, ends, falls_apart, shape, heaps, only_if: None, failed: OnceLock::new() })
    }

    /// The same, where every position must fulfil a condition.
    pub(crate) fn only_if(self, condition: Option<&str>, work: &Work<'_>) -> Result<PlaceRules> {
        let read = |text: &str| self.rule.condition(text, work).map(|read| (read, text.to_string()));
        Ok(PlaceRules { only_if: condition.map(read).transpose()?, ..self })
    }

    /// Whether moves earn points.
    pub(super) fn scores(&self) -> bool {
        self.rule.kinds.iter().any(|kind| kind.gain.is_some())
    }

    /// What decides who wins.
    pub(super) fn decided(&self, play: Play) -> DecidedBy {
        match (self.scores(), &self.rule.ending.decides) {
            (true, _) => DecidedBy::Score,
            (false, Some(_)) => DecidedBy::FinalPosition,
            (false, None) => DecidedBy::LastMove(play),
        }
    }

    /// A small position.
    pub(crate) fn example(&self) -> String {
        field_text::example(&self.rule)
    }

    /// How a position of a size is written, with `{row}` and `{column}` for its sides, if a size is a position.
    pub(crate) fn sizes(&self) -> Option<&'static str> {
        let told = matches!(
            self.rule.coordinates[..],
            [PlaceCoordinate { holds: Holds::Set | Holds::Letters(_), .. }]
        );
        match self.rule.space {
            Space::Strip | Space::Ring if told => Some("{row}"),
            Space::Grid(_) | Space::Torus(_) | Space::Hex if told => Some("{row}x{column}"),
            _ => None,
        }
    }

    /// How the rule was read, and how positions are written unless that was said.
    pub(super) fn sentences(&self, play: Play, tell_positions: bool) -> Vec<RuleSentence> {
        let positions = tell_positions.then(|| RuleSentence::Written { positions: self.example() });
        let end = match self.rule.decides() {
            _ if self.scores() => RuleSentence::LargerTotal,
            Some((true, condition)) => RuleSentence::WinsIf { condition },
            Some((false, condition)) => RuleSentence::LosesIf { condition },
            None if play == Play::Misere => RuleSentence::MiserePlay,
            None => RuleSentence::NormalPlay,
        };
        positions.into_iter().chain([end]).collect()
    }
}

/// A position that tells all there is about itself: a bar of chocolate, or a picture that stands on the ground.
fn told_by_itself(rules: &PlaceRules, text: &str) -> Result<Option<PlaceState>> {
    Ok(match rules.shape {
        Some(Shape::Chomp) => theorems::read_bar(text)?.map(PlaceState::Bar),
        Some(Shape::Hackenbush) => theorems::read_picture(text)?.map(PlaceState::Picture),
        _ => None,
    })
}

/// A rule on some places.
#[derive(Clone, Debug)]
pub(crate) struct PlaceGame {
    pub(super) rules: Arc<PlaceRules>,
    pub(super) field: Field,
    /// Where each coordinate begins among the cells of a state.
    pub(super) starts: Vec<usize>,
    /// How a state is written as bits, where they are few.
    coding: Option<Coding>,
    pub(super) laid: Option<Arc<Laid>>,
    /// What a theorem tells about the board.
    pub(super) theory: Option<Arc<Theory>>,
}

/// All moves of the board, found once.
#[derive(Debug)]
pub(super) enum Laid {
    One(Table<u64>),
    Two(Table<u128>),
    /// They are worked out position by position.
    Not,
}

/// Games are equal if they have the same places; they are of one rule.
impl PartialEq for PlaceGame {
    fn eq(&self, other: &PlaceGame) -> bool {
        // Bars and pictures of all sizes are one game.
        let of_all_sizes = |game: &PlaceGame| game.field.places.is_empty();
        self.field == other.field || of_all_sizes(self) && of_all_sizes(other)
    }
}

/// What all coordinates are, one after the other: 0 or 1 for every place of a set, a letter or a number for every place, the
/// number of a place. Of a set of numbers, its members in order.
type Cells = Box<[i64]>;

/// A position: as bits, if they are few, or as it is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum PlaceState {
    One(u64),
    Two(u128),
    Cells(Cells),
    /// A bar of chocolate, where the rule is Chomp.
    Bar(Bar),
    /// Edges that stand on the ground, where the rule is Hackenbush.
    Picture(Vec<(u32, u32)>),
}

impl PlaceGame {
    /// Reads a position with its places.
    pub(crate) fn open(rules: &Arc<PlaceRules>, text: &str) -> Result<(PlaceGame, PlaceState)> {
        if let Some(state) = told_by_itself(rules, text)? {
            return Ok((PlaceGame::without_places(rules), state));
        }
        let (game, state) = PlaceGame::on_places(rules, text).map_err(|error| {
            if rules.shape == Some(Shape::Chomp) { theorems::no_bar(text, error) } else { error }
        })?;
        let found = match rules.shape {
            Some(Shape::Chomp) => theorems::bar_of(&game.field, &game.cells(&state)).map(PlaceState::Bar),
            Some(Shape::Hackenbush) => {
                theorems::edges_of(&game.field, &game.cells(&state)).map(PlaceState::Picture)
            }
            _ => None,
        };
        Ok(match found {
            Some(state) => (PlaceGame::without_places(rules), state),
            None => (game, state),
        })
    }

    /// Reads a position with its places, whatever theorems there are.
    pub(super) fn on_places(rules: &Arc<PlaceRules>, text: &str) -> Result<(PlaceGame, PlaceState)> {
        let (field, cells) = field_text::read(&rules.rule, text)?;
        let (mut starts, mut start) = (Vec::new(), 0);
        for coordinate in &rules.rule.coordinates {
            starts.push(start);
            start += match coordinate.holds {
                Holds::Place(_) => 1,
                _ => field.members().len(),
            };
        }
        let coding = Coding::new(&rules.rule, &field);
        let game = PlaceGame { rules: rules.clone(), field, starts, coding, laid: None, theory: None };
        if let Some((condition, told)) = &rules.only_if
            && !game.terms(&cells).holds(condition)
        {
            return Err(bad_position(BoardFault::MustHave { text: text.into(), told: told.clone() }));
        }
        let state = game.state(game.tidy(cells));
        Ok((game, state))
    }

    /// The game of positions that tell all there is about themselves.
    fn without_places(rules: &Arc<PlaceRules>) -> PlaceGame {
        let field = Field::empty(rules.rule.space, 0, 0);
        PlaceGame { rules: rules.clone(), field, starts: vec![0], coding: None, laid: None, theory: None }
    }

    /// Cells as they are kept.
    pub(super) fn state(&self, cells: Cells) -> PlaceState {
        match &self.coding {
            Some(coding) if coding.bits <= 64 => PlaceState::One(coding.encode(&cells)),
            Some(coding) => PlaceState::Two(coding.encode(&cells)),
            None => PlaceState::Cells(cells),
        }
    }

    pub(super) fn cells(&self, state: &PlaceState) -> Cells {
        match (state, &self.coding) {
            (PlaceState::One(bits), Some(coding)) => coding.decode(*bits),
            (PlaceState::Two(bits), Some(coding)) => coding.decode(*bits),
            (PlaceState::Cells(cells), _) => cells.clone(),
            _ => Cells::default(),
        }
    }

    /// What a theorem tells about a position of bits or cells.
    pub(super) fn told<T>(
        &self,
        state: &PlaceState,
        ask: impl FnOnce(&Theory, &[i64]) -> Option<T>,
    ) -> Option<T> {
        let theory = self.theory.as_deref()?;
        match state {
            PlaceState::Cells(cells) => ask(theory, cells),
            PlaceState::One(_) | PlaceState::Two(_) => ask(theory, &self.cells(state)),
            PlaceState::Bar(_) | PlaceState::Picture(_) => None,
        }
    }

    /// Whether strategy stealing tells who wins a position that is too large for a search.
    pub(super) fn is_stolen(&self, state: &PlaceState) -> bool {
        let above = matches!(self.rules.shape, Some(Shape::Above | Shape::Chomp));
        above
            && match state {
                PlaceState::Bar(_) | PlaceState::Picture(_) => false,
                _ => theorems::is_theft(&self.rules.rule, &self.field, &self.cells(state)),
            }
    }

    /// The table of all moves, if there is one; else none.
    pub(super) fn lay(&self, work: &Work<'_>) -> Result<Laid> {
        let rule = &self.rules.rule;
        let laid = match &self.coding {
            Some(coding) if coding.bits <= 64 => {
                table::ground(rule, &self.field, coding, work)?.map(Laid::One)
            }
            Some(coding) => table::ground(rule, &self.field, coding, work)?.map(Laid::Two),
            None => None,
        };
        Ok(laid.unwrap_or(Laid::Not))
    }

    /// The options that a theorem tells, in order.
    #[cfg(test)]
    pub(super) fn told_options(&self, state: &PlaceState, work: &Work<'_>) -> Vec<PlaceState> {
        let (mut all, cells) = (Vec::new(), self.cells(state));
        let shape = self.rules.shape.expect("a theorem is about the rule");
        let theory = Theory::new(shape, &self.rules.rule, &self.field, &cells, work).unwrap().unwrap();
        let _ = theory.options(&cells, &mut |after| {
            all.push(self.state(after));
            ControlFlow::Continue(())
        });
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether there is a table of all moves.
    #[cfg(test)]
    pub(super) fn is_laid(&self) -> bool {
        matches!(self.laid.as_deref(), Some(Laid::One(_) | Laid::Two(_)))
    }

    /// Whether a symmetry answers every move, which is a proof where every play ends.
    pub(super) fn is_paired(&self, state: &PlaceState) -> bool {
        let ending = &self.rules.rule.ending;
        let plain = self.rules.ends && ending.over.is_none() && ending.over_all.is_none();
        plain
            && match (self.laid.as_deref(), state) {
                (Some(Laid::One(table)), PlaceState::One(bits)) => table.is_paired(*bits),
                (Some(Laid::Two(table)), PlaceState::Two(bits)) => table.is_paired(*bits),
                _ => false,
            }
    }

    /// The moves of a position, worked out one by one.
    pub(super) fn interpret(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(PlaceState, u16, i64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_choice(cells, &mut |_, after, kind, gain| visit(self.state(after), kind as u16, gain))
    }

    /// The same with what was chosen for each: what it leaves, its kind, and what it earns.
    pub(super) fn each_choice(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(&Terms<'_>, Cells, usize, i64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (mut terms, mut found) = (self.terms(cells), 0);
        for (number, kind) in self.rules.rule.kinds.iter().enumerate() {
            let mut stopped = false;
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                let Some(after) = self.after(kind, terms, cells) else { return ControlFlow::Continue(()) };
                let gain = kind.gain.as_ref().map_or(Some([0, 0]), |gain| terms.value(gain));
                if terms.failed.is_some() {
                    return ControlFlow::Break(());
                }
                let Some([gain, _]) = gain else { return ControlFlow::Continue(()) };
                stopped = visit(terms, after, number, gain).is_break();
                found += 1;
                terms.go_on();
                if found == MOST_MOVES {
                    terms.fail(BoardFault::TooManySteps);
                }
                if stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            if stopped {
                return ControlFlow::Break(());
            }
        }
        // Whoever asked is told by the fault: the moves that were found are not all.
        self.note(terms.failed);
        ControlFlow::Continue(())
    }

    pub(super) fn terms<'a>(&'a self, cells: &'a [i64]) -> Terms<'a> {
        Terms::new(&self.rules.rule, &self.field, &self.starts, cells)
    }

    /// The one order of what has none.
    pub(super) fn tidy(&self, mut cells: Cells) -> Cells {
        if self.field.space == Space::Bag {
            cells.sort_unstable();
        }
        cells
    }

    /// Remembers why moves could not be told.
    fn note(&self, failed: Option<Error>) {
        if let Some(error) = failed {
            let _ = self.rules.failed.set(error);
        }
    }

    pub(super) fn is_over(&self, cells: &[i64]) -> bool {
        let (ending, mut terms) = (&self.rules.rule.ending, self.terms(cells));
        let over = [&ending.over, &ending.over_all].into_iter().flatten().any(|over| terms.holds(over));
        self.note(terms.failed);
        over
    }

    /// What becomes of the position by a kind of move, with what was chosen; none if that is no position.
    pub(super) fn after(&self, kind: &PlaceMove, terms: &mut Terms<'_>, cells: &[i64]) -> Option<Cells> {
        if self.field.space == Space::Numbers {
            let [Becomes::Set(set)] = &kind.option[..] else { return None };
            let members = terms.set(set);
            if members.len() > MOST_MEMBERS {
                terms.fail(BoardFault::SetTooLarge);
            }
            return Some(members.into_iter().map(|member| member[0]).filter(|member| *member >= 0).collect());
        }
        let mut after: Cells = cells.into();
        for (at, becomes) in kind.option.iter().enumerate() {
            let start = self.starts[at];
            match becomes {
                Becomes::Set(set) => {
                    after[start..start + self.field.members().len()].fill(0);
                    for value in terms.set(set) {
                        // What is beyond the edge is dropped.
                        if let Some(member) = self.field.member(value) {
                            after[start + member] = 1;
                        }
                    }
                }
                Becomes::Written(writes) => {
                    for (place, value) in writes {
                        let Some(place) = terms.value(place).and_then(|place| self.field.index(place)) else {
                            continue;
                        };
                        let [value, _] = terms.value(value)?;
                        if !terms.may_hold(at, value) {
                            return None;
                        }
                        after[start + place] = value;
                    }
                }
                Becomes::Place(value) => {
                    let place = self.field.index(terms.value(value)?)?;
                    after[start] = place as i64;
                    if let Holds::Place(Some(set)) = self.rules.rule.coordinates[at].holds
                        && after[self.starts[set] + place] == 0
                    {
                        return None;
                    }
                }
            }
        }
        Some(self.tidy(after))
    }
}

impl Followed for PlaceGame {
    fn each_move(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let ending = &self.rules.rule.ending;
        if (ending.over.is_some() || ending.over_all.is_some()) && self.is_over(&self.cells(state)) {
            return ControlFlow::Continue(());
        }
        match (self.laid.as_deref(), state) {
            (_, PlaceState::Bar(bar)) => Chomp.options(bar, &mut |after| visit(PlaceState::Bar(after), 0)),
            (_, PlaceState::Picture(edges)) => {
                Hackenbush.options(edges, &mut |after| visit(PlaceState::Picture(after), 0))
            }
            (Some(Laid::One(table)), PlaceState::One(bits)) => {
                table.options(*bits, &mut |after, kind| visit(PlaceState::One(after), kind))
            }
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => {
                table.options(*bits, &mut |after, kind| visit(PlaceState::Two(after), kind))
            }
            _ => {
                let cells = self.cells(state);
                let mut each = |after: Cells| visit(self.state(after), 0);
                let told = self.theory.as_deref().and_then(|theory| theory.options(&cells, &mut each));
                told.unwrap_or_else(|| self.interpret(&cells, &mut |after, kind, _| visit(after, kind)))
            }
        }
    }

    fn each_earning_move(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState, u16, i64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.rules.rule.is_plain() {
            return self.each_move(state, &mut |after, kind| visit(after, kind, 0));
        }
        let cells = self.cells(state);
        if self.is_over(&cells) { ControlFlow::Continue(()) } else { self.interpret(&cells, visit) }
    }

    fn moves_on(&self, kind: u16) -> bool {
        self.rules.rule.kinds[usize::from(kind)].again
    }

    fn scores(&self) -> bool {
        self.rules.scores()
    }

    fn wins_at_end(&self, state: &PlaceState) -> bool {
        let Some((wins, condition)) = &self.rules.rule.ending.decides else { return false };
        let cells = self.cells(state);
        let mut terms = self.terms(&cells);
        let holds = terms.holds(condition);
        self.note(terms.failed);
        holds == *wins
    }

    fn label(&self, kind: u16) -> Option<String> {
        self.rules.rule.kinds[usize::from(kind)].label.clone()
    }

    fn ends_all(&self, state: &PlaceState) -> bool {
        let Some(over) = &self.rules.rule.ending.over_all else { return false };
        let cells = self.cells(state);
        let mut terms = self.terms(&cells);
        let over = terms.holds(over);
        self.note(terms.failed);
        over
    }
}
