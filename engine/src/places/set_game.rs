//! A rule over places on the places of one position, as a [`Game`] that the searches know.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::boards::on_heap;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::outcome::Play;
use crate::rules::{Becomes, Holds, PlaceCoordinate, PlaceMove, PlaceRule, RuleSentence, Space};
use crate::work::Work;

use super::field::Field;
use super::terms::Terms;
use super::whole::Followed;
use super::{field_text, set_falling, set_parts};

/// Members of a set of numbers.
const MOST_MEMBERS: usize = 4096;
/// Larger positions count as equally large, since sizes are added up and multiplied.
const LARGEST_SIZE: u32 = 1 << 20;

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

impl PlaceGame {
    /// Reads a position with its places.
    pub(super) fn open(rules: &Arc<PlaceRules>, text: &str) -> Result<(PlaceGame, Cells)> {
        let (field, cells) = field_text::read(&rules.rule, text)?;
        let (mut starts, mut start) = (Vec::new(), 0);
        for coordinate in &rules.rule.coordinates {
            starts.push(start);
            start += match coordinate.holds {
                Holds::Place(_) => 1,
                _ => field.members().len(),
            };
        }
        let game = PlaceGame { rules: rules.clone(), field, starts };
        let cells = game.tidy(cells);
        Ok((game, cells))
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
        cells: &Cells,
        visit: &mut impl FnMut(Cells, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over(cells) {
            return ControlFlow::Continue(());
        }
        let mut terms = self.terms(cells);
        for (number, kind) in self.rules.rule.kinds.iter().enumerate() {
            let mut stopped = false;
            let _ = terms.choices(&kind.qualifiers, &mut |terms| {
                let Some(after) = self.after(kind, terms, cells) else { return ControlFlow::Continue(()) };
                if terms.failed.is_some() {
                    return ControlFlow::Break(());
                }
                stopped = visit(after, number as u16).is_break();
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

    fn label(&self, kind: u16) -> Option<String> {
        self.rules.rule.kinds[usize::from(kind)].label.clone()
    }

    fn ends_all(&self, cells: &Cells) -> bool {
        let mut terms = self.terms(cells);
        let over = self.rules.rule.ending.over_all.as_ref().is_some_and(|over| terms.holds(over));
        self.note(terms.failed);
        over
    }
}

impl Game for PlaceGame {
    type State = Cells;

    fn show(&self, cells: &Cells) -> String {
        field_text::show(&self.rules.rule, &self.field, &self.starts, cells)
    }

    fn options(&self, cells: &Cells, visit: &mut impl FnMut(Cells) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_move(cells, &mut |after, _| visit(after))
    }

    fn parts(&self, cells: Cells, visit: &mut impl FnMut(Cells)) {
        match self.rules.falls_apart {
            true => set_parts::split(&self.field, &cells, visit),
            false => visit(cells),
        }
    }

    fn packed(&self, cells: &Cells) -> Option<u64> {
        let [Holds::Set] = [&self.rules.rule.coordinates.first()?.holds] else { return None };
        let few = self.starts.len() == 1 && cells.len() < 56;
        match self.field.space {
            Space::Numbers => {
                let low = few && cells.iter().all(|member| *member < 55);
                low.then(|| cells.iter().fold(0, |all, member| all | 1 << member))
            }
            _ => few.then(|| cells.iter().fold(0, |all, cell| all << 1 | u64::from(*cell != 0))),
        }
    }

    fn bytes(&self, cells: &Cells) -> u64 {
        on_heap(cells)
    }

    fn size(&self, cells: &Cells) -> u32 {
        let all = cells.iter().fold(0i64, |all, cell| all.saturating_add(*cell));
        u32::try_from(all).unwrap_or(LARGEST_SIZE).min(LARGEST_SIZE)
    }

    fn derived(&self, cells: &Cells) -> Vec<RuleSentence> {
        let mut parts = 0;
        self.parts(cells.clone(), &mut |_| parts += 1);
        let apart = self.rules.falls_apart.then_some(RuleSentence::FallsApart { parts });
        apart.into_iter().chain((!self.rules.ends).then_some(RuleSentence::MayGoOn)).collect()
    }

    fn fault(&self) -> Result<()> {
        self.rules.failed.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    fn labels(&self, from: &Cells, to: &Cells) -> Vec<String> {
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
