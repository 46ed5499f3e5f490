//! A rule over places on the places of one position, as a [`Game`] that the searches know.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::boards::on_heap;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::nimber::Nimber;
use crate::outcome::Play;
use crate::report::sentence::BoardTheorem;
use crate::rules::{Becomes, Holds, PlaceCoordinate, PlaceMove, PlaceRule, RuleSentence, Space};
use crate::work::Work;

use super::field::Field;
use super::table::{self, Coding, Table};
use super::terms::Terms;
use super::whole::Followed;
use super::{field_text, set_falling, set_parts};

/// Members of a set of numbers.
const MOST_MEMBERS: usize = 4096;
/// Larger positions count as equally large, since sizes are added up and multiplied.
const LARGEST_SIZE: u32 = 1 << 20;
/// Words from this one on are no keys of a compact table.
const LARGEST_KEY: u64 = (1 << 56) - 1;

/// A rule over places that was read, and what follows from it alone.
#[derive(Debug)]
pub(crate) struct PlaceRules {
    pub(crate) rule: PlaceRule,
    /// Whether every play ends, as far as that was proved.
    pub(super) ends: bool,
    /// Whether what hangs together is independent of the rest.
    falls_apart: bool,
    /// Why some moves could not be told, if that ever happened.
    failed: OnceLock<Error>,
}

impl PlaceRules {
    pub(crate) fn read(source: &str, work: &Work<'_>) -> Result<PlaceRules> {
        let rule = PlaceRule::read(source, work)?;
        let (ends, falls_apart) = (set_falling::ends(&rule), set_parts::falls_apart(&rule));
        Ok(PlaceRules { rule, ends, falls_apart, failed: OnceLock::new() })
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
        let end = if play == Play::Misere { RuleSentence::MiserePlay } else { RuleSentence::NormalPlay };
        positions.into_iter().chain([end]).collect()
    }
}

/// A rule on some places.
#[derive(Clone, Debug)]
pub(crate) struct PlaceGame {
    rules: Arc<PlaceRules>,
    field: Field,
    /// Where each coordinate begins among the cells of a state.
    starts: Vec<usize>,
    /// How a state is written as bits, where they are few.
    coding: Option<Coding>,
    laid: Option<Arc<Laid>>,
}

/// All moves of the board, found once.
#[derive(Debug)]
enum Laid {
    One(Table<u64>),
    Two(Table<u128>),
    /// They are worked out position by position.
    Not,
}

/// Games are equal if they have the same places; they are of one rule.
impl PartialEq for PlaceGame {
    fn eq(&self, other: &PlaceGame) -> bool {
        self.field == other.field
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
}

impl PlaceGame {
    /// Reads a position with its places.
    pub(super) fn open(rules: &Arc<PlaceRules>, text: &str) -> Result<(PlaceGame, PlaceState)> {
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
        let game = PlaceGame { rules: rules.clone(), field, starts, coding, laid: None };
        let state = game.state(game.tidy(cells));
        Ok((game, state))
    }

    /// Cells as they are kept.
    fn state(&self, cells: Cells) -> PlaceState {
        match &self.coding {
            Some(coding) if coding.bits <= 64 => PlaceState::One(coding.encode(&cells)),
            Some(coding) => PlaceState::Two(coding.encode(&cells)),
            None => PlaceState::Cells(cells),
        }
    }

    fn cells(&self, state: &PlaceState) -> Cells {
        match (state, &self.coding) {
            (PlaceState::One(bits), Some(coding)) => coding.decode(*bits),
            (PlaceState::Two(bits), Some(coding)) => coding.decode(*bits),
            (PlaceState::Cells(cells), _) => cells.clone(),
            _ => Cells::default(),
        }
    }

    /// The table of all moves, if there is one; else none.
    fn lay(&self, work: &Work<'_>) -> Result<Laid> {
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

    /// Whether there is a table of all moves.
    #[cfg(test)]
    pub(super) fn is_laid(&self) -> bool {
        matches!(self.laid.as_deref(), Some(Laid::One(_) | Laid::Two(_)))
    }

    /// Whether a symmetry answers every move, which is a proof where every play ends.
    fn is_paired(&self, state: &PlaceState) -> bool {
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
    fn interpret(
        &self,
        cells: &[i64],
        visit: &mut impl FnMut(PlaceState, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut terms = self.terms(cells);
        for (number, kind) in self.rules.rule.kinds.iter().enumerate() {
            let mut stopped = false;
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                let Some(after) = self.after(kind, terms, cells) else { return ControlFlow::Continue(()) };
                if terms.failed.is_some() {
                    return ControlFlow::Break(());
                }
                stopped = visit(self.state(after), number as u16).is_break();
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

    fn terms<'a>(&'a self, cells: &'a [i64]) -> Terms<'a> {
        Terms::new(&self.rules.rule, &self.field, &self.starts, cells)
    }

    /// The one order of what has none.
    fn tidy(&self, mut cells: Cells) -> Cells {
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

    fn is_over(&self, cells: &[i64]) -> bool {
        let (ending, mut terms) = (&self.rules.rule.ending, self.terms(cells));
        let over = [&ending.over, &ending.over_all].into_iter().flatten().any(|over| terms.holds(over));
        self.note(terms.failed);
        over
    }

    /// What becomes of the position by a kind of move, with what was chosen; none if that is no position.
    fn after(&self, kind: &PlaceMove, terms: &mut Terms<'_>, cells: &[i64]) -> Option<Cells> {
        if self.field.space == Space::Numbers {
            let [Becomes::Set(set)] = &kind.option[..] else { return None };
            let members = terms.set(set);
            if members.len() > MOST_MEMBERS {
                terms.fail("a set of numbers has too many members");
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
            (Some(Laid::One(table)), PlaceState::One(bits)) => {
                table.options(*bits, &mut |after, kind| visit(PlaceState::One(after), kind))
            }
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => {
                table.options(*bits, &mut |after, kind| visit(PlaceState::Two(after), kind))
            }
            _ => self.interpret(&self.cells(state), visit),
        }
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

impl Game for PlaceGame {
    type State = PlaceState;

    fn prepare(&mut self, _: &PlaceState, work: &Work<'_>) -> Result<()> {
        if self.laid.is_none() {
            self.laid = Some(Arc::new(self.lay(work)?));
        }
        Ok(())
    }

    fn show(&self, state: &PlaceState) -> String {
        field_text::show(&self.rules.rule, &self.field, &self.starts, &self.cells(state))
    }

    fn options(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(state, &mut |after, _| visit(after))
    }

    fn parts(&self, state: PlaceState, visit: &mut impl FnMut(PlaceState)) {
        match (self.laid.as_deref(), &state) {
            (Some(Laid::One(table)), PlaceState::One(bits)) => {
                table.parts(*bits, &mut |part| visit(PlaceState::One(part)));
            }
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => {
                table.parts(*bits, &mut |part| visit(PlaceState::Two(part)));
            }
            _ if self.rules.falls_apart => {
                set_parts::split(&self.field, &self.cells(&state), &mut |part| visit(self.state(part)));
            }
            _ => visit(state),
        }
    }

    fn canonical(&self, state: PlaceState) -> PlaceState {
        match (self.laid.as_deref(), &state) {
            (Some(Laid::One(table)), PlaceState::One(bits)) => PlaceState::One(table.canonical(*bits)),
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => PlaceState::Two(table.canonical(*bits)),
            _ => state,
        }
    }

    fn packed(&self, state: &PlaceState) -> Option<u64> {
        match state {
            PlaceState::One(bits) => Some(*bits).filter(|bits| *bits < LARGEST_KEY),
            PlaceState::Cells(cells) if self.field.space == Space::Numbers => {
                let low = cells.iter().all(|member| *member < 55);
                low.then(|| cells.iter().fold(0, |all, member| all | 1 << member))
            }
            _ => None,
        }
    }

    fn bytes(&self, state: &PlaceState) -> u64 {
        let elsewhere = match state {
            PlaceState::Cells(cells) => on_heap(cells),
            _ => 0,
        };
        size_of::<PlaceState>() as u64 + elsewhere
    }

    fn size(&self, state: &PlaceState) -> u32 {
        match (self.laid.as_deref(), state) {
            (Some(Laid::One(table)), PlaceState::One(bits)) => table.size(*bits),
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => table.size(*bits),
            (_, PlaceState::One(bits)) => bits.count_ones(),
            (_, PlaceState::Two(bits)) => bits.count_ones(),
            (_, PlaceState::Cells(cells)) => {
                let all = cells.iter().fold(0i64, |all, cell| all.saturating_add(*cell));
                u32::try_from(all).unwrap_or(LARGEST_SIZE).min(LARGEST_SIZE)
            }
        }
    }

    fn known(&self, state: &PlaceState) -> Option<Nimber> {
        self.is_paired(state).then_some(Nimber::ZERO)
    }

    fn theorem(&self, state: &PlaceState) -> Option<BoardTheorem> {
        self.is_paired(state).then_some(BoardTheorem::Pairing)
    }

    fn derived(&self, state: &PlaceState) -> Vec<RuleSentence> {
        let splits = match self.laid.as_deref() {
            Some(Laid::One(table)) => table.splits(),
            Some(Laid::Two(table)) => table.splits(),
            _ => self.rules.falls_apart,
        };
        let mut parts = 0;
        self.parts(state.clone(), &mut |_| parts += 1);
        let apart = splits.then_some(RuleSentence::FallsApart { parts });
        apart.into_iter().chain((!self.rules.ends).then_some(RuleSentence::MayGoOn)).collect()
    }

    fn fault(&self) -> Result<()> {
        self.rules.failed.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    fn labels(&self, from: &PlaceState, to: &PlaceState) -> Vec<String> {
        let mut labels = Vec::new();
        let _ = self.each_move(from, &mut |after, kind| {
            if let Some(label) = self.label(kind).filter(|label| after == *to && !labels.contains(label)) {
                labels.push(label);
            }
            ControlFlow::Continue(())
        });
        labels
    }
}
