//! Rules over places as a [`Game`] that the searches know: by tables, by theorems, or move by move.

use std::ops::ControlFlow;
use std::sync::Arc;

use crate::boards::on_heap;
use crate::error::Result;
use crate::game::Game;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;
use crate::rules::{RuleSentence, Space};
use crate::sketch::Sketch;
use crate::work::Work;

use super::set_game::{Laid, PlaceGame, PlaceState};
use super::theorems::{Chomp, Hackenbush, OfNumbers, Theory};
use super::whole::Followed;
use super::{field_text, set_parts, sketched};

/// Larger positions count as equally large, since sizes are added up and multiplied.
const LARGEST_SIZE: u32 = 1 << 20;
/// Words from this one on are no keys of a compact table.
const LARGEST_KEY: u64 = (1 << 56) - 1;

impl Game for PlaceGame {
    type State = PlaceState;

    fn prepare(&mut self, state: &PlaceState, work: &Work<'_>) -> Result<()> {
        if self.laid.is_none() {
            self.laid = Some(Arc::new(self.lay(work)?));
        }
        let tells_itself = matches!(state, PlaceState::Bar(_) | PlaceState::Picture(_));
        if let Some(shape) = self.rules.shape.filter(|_| !tells_itself) {
            let cells = self.cells(state);
            if !self.theory.as_ref().is_some_and(|theory| theory.knows(&self.field, &cells)) {
                let theory = Theory::new(shape, &self.rules.rule, &self.field, &cells, work)?;
                self.theory = theory.map(Arc::new);
            }
        }
        Ok(())
    }

    fn show(&self, state: &PlaceState) -> String {
        match state {
            PlaceState::Bar(bar) => Chomp.show(bar),
            PlaceState::Picture(edges) => Hackenbush.show(edges),
            _ => field_text::show(&self.rules.rule, &self.field, &self.starts, &self.cells(state)),
        }
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
            // A theorem tells the value of the whole at once.
            _ if self.rules.falls_apart && self.theory.is_none() => {
                set_parts::split(&self.field, &self.cells(&state), &mut |part| visit(self.state(part)));
            }
            _ => visit(state),
        }
    }

    fn canonical(&self, state: PlaceState) -> PlaceState {
        match (self.laid.as_deref(), &state) {
            (Some(Laid::One(table)), PlaceState::One(bits)) => PlaceState::One(table.canonical(*bits)),
            (Some(Laid::Two(table)), PlaceState::Two(bits)) => PlaceState::Two(table.canonical(*bits)),
            (_, PlaceState::Bar(bar)) => PlaceState::Bar(Chomp.canonical(*bar)),
            _ => state,
        }
    }

    fn packed(&self, state: &PlaceState) -> Option<u64> {
        match state {
            PlaceState::One(bits) => Some(*bits).filter(|bits| *bits < LARGEST_KEY),
            PlaceState::Bar(bar) => Chomp.packed(bar),
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
            PlaceState::Picture(edges) => on_heap(edges),
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
            (_, PlaceState::Bar(bar)) => Chomp.size(bar),
            (_, PlaceState::Picture(edges)) => edges.len() as u32,
            (_, PlaceState::Cells(cells)) => {
                let all = cells.iter().fold(0i64, |all, cell| all.saturating_add(*cell));
                u32::try_from(all).unwrap_or(LARGEST_SIZE).min(LARGEST_SIZE)
            }
        }
    }

    fn known(&self, state: &PlaceState) -> Option<Nimber> {
        match state {
            PlaceState::Bar(bar) => Chomp.known(bar),
            PlaceState::Picture(edges) => Hackenbush.known(edges),
            _ => self
                .told(state, |theory, cells| theory.value(&self.field, cells))
                .or_else(|| self.is_paired(state).then_some(Nimber::ZERO)),
        }
    }

    fn outcome(&self, state: &PlaceState) -> Option<Outcome> {
        let stolen = || self.is_stolen(state).then_some(Outcome::N);
        self.told(state, |theory, cells| theory.outcome(&self.field, cells)).or_else(stolen)
    }

    fn options_of_value(&self, state: &PlaceState, value: Nimber) -> Option<Vec<PlaceState>> {
        let PlaceState::Cells(cells) = state else { return None };
        let told = self.theory.as_deref()?.options_of_value(cells, value)?;
        let mut all: Vec<PlaceState> =
            told.into_iter().map(|after| PlaceState::Cells(self.tidy(after))).collect();
        if self.field.space == Space::Bag {
            // Equal heaps have equal moves.
            all.sort_unstable();
            all.dedup();
        }
        Some(all)
    }

    fn is_option(&self, from: &PlaceState, to: &PlaceState) -> Option<bool> {
        let (PlaceState::Cells(from), PlaceState::Cells(to)) = (from, to) else { return None };
        self.theory.as_deref().filter(|_| self.field.space != Space::Bag)?.is_option(from, to)
    }

    fn sketch(&self, state: &PlaceState) -> Option<Sketch> {
        match state {
            PlaceState::Bar(bar) => Chomp.sketch(bar),
            PlaceState::Picture(edges) => Hackenbush.sketch(edges),
            _ => {
                let cells = self.cells(state);
                let signs = sketched::signs(&self.rules.rule, &self.field, &self.starts, &cells).0;
                Some(sketched::field(&self.rules.rule, &self.field, &cells)?.signed(signs))
            }
        }
    }

    fn signs(&self, state: &PlaceState) -> (Vec<String>, bool) {
        match state {
            PlaceState::Bar(_) | PlaceState::Picture(_) => (Vec::new(), true),
            _ => sketched::signs(&self.rules.rule, &self.field, &self.starts, &self.cells(state)),
        }
    }

    fn picked(
        &self,
        state: &PlaceState,
        visit: &mut impl FnMut(PlaceState, Vec<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if matches!(state, PlaceState::Bar(_) | PlaceState::Picture(_)) {
            return self.options(state, &mut |to| visit(to, Vec::new()));
        }
        let (cells, kinds) = (self.cells(state), &self.rules.rule.kinds);
        if self.is_over(&cells) {
            return ControlFlow::Continue(());
        }
        let named: Vec<_> = kinds.iter().map(|kind| sketched::named(&self.rules.rule, kind)).collect();
        self.each_choice(&cells, &mut |terms, after, kind, _| {
            let picks = sketched::picks(&self.field, &named[kind], terms);
            visit(self.state(after), picks)
        })
    }

    fn theorem(&self, state: &PlaceState) -> Option<BoardTheorem> {
        match state {
            PlaceState::Bar(bar) => return Chomp.theorem(bar),
            PlaceState::Picture(edges) => return Hackenbush.theorem(edges),
            _ => {}
        }
        let tells = |theory: &Theory, cells: &[i64]| {
            let value = theory.value(&self.field, cells).is_some();
            (value || theory.outcome(&self.field, cells).is_some()).then(|| theory.name())
        };
        let paired = || self.is_paired(state).then_some(BoardTheorem::Pairing);
        let stolen = || self.is_stolen(state).then_some(BoardTheorem::GreatestMember);
        self.told(state, tells).or_else(paired).or_else(stolen)
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
        let heaps = self.rules.heaps.as_ref().map(|heaps| match heaps {
            OfNumbers::Runs(code) => RuleSentence::RunsAreHeaps { rules: code.to_string() },
            OfNumbers::Places(rule) => RuleSentence::PlacesAreHeaps { rules: rule.clone() },
        });
        apart.into_iter().chain(heaps).chain((!self.rules.ends).then_some(RuleSentence::MayGoOn)).collect()
    }

    fn fault(&self) -> Result<()> {
        self.rules.failed.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    fn labels(&self, from: &PlaceState, to: &PlaceState) -> Vec<String> {
        match (from, to) {
            (PlaceState::Bar(from), PlaceState::Bar(to)) => return Chomp.labels(from, to),
            (PlaceState::Picture(from), PlaceState::Picture(to)) => return Hackenbush.labels(from, to),
            _ => {}
        }
        self.names(from, to)
    }
}
