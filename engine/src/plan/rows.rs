//! Rows: rules of several coordinates of which one is large and the others are few, by the return of the state of their rows.
//!
//! The shape is read from the form ([`far_game`]), for the row that is asked; the theorem is that of [`Rows`].

use crate::engine::Engine;
use crate::error::Result;
use crate::heap::Rows;
use crate::nimber::Nimber;
use crate::position::Component;
use crate::proofs::far::{FarGame, far_game};
use crate::report::sentence::{EngineName, Fit, Misfit};
use crate::rules::Rules;
use crate::work::Work;

/// A row is looked for only where the others are at most this.
const FEW: i64 = 1 << 8;
/// So many moves are looked at before a question far out is given up.
const EFFORT: u64 = 1 << 26;
/// More options of a value than this are not listed.
const LISTED: usize = 1 << 10;

/// One row, and those it leads to.
pub(crate) struct Row {
    pub(crate) far: FarGame,
    pub(crate) rows: Rows,
}

impl Row {
    /// The rows from the one of `row` down, the values of all coordinates but `heap`, which runs along them.
    pub(crate) fn new(rules: &Rules, heap: usize, row: Vec<i64>, work: &Work<'_>) -> Result<Row, Misfit> {
        let far = far_game(rules.form(), heap, row, work)?;
        let rows = Rows::new(far.game.clone())?;
        Ok(Row { far, rows })
    }

    /// How many columns are worth the effort of a question about one position.
    fn patience(&self) -> u64 {
        let game = &self.far.game;
        let moves = game.far.iter().flatten().map(|moves| moves.falls.len() + moves.sweeps.len() + 1);
        EFFORT / (moves.sum::<usize>() as u64 / game.far.len() as u64).max(1)
    }
}

/// The values of components that each lie far out in a row, if all of them do and the state of the rows comes back soon.
pub(crate) fn row_values(
    rules: &Rules,
    components: &[Component],
    work: &Work<'_>,
) -> Result<Option<(Box<dyn Engine>, Fit)>> {
    // In the browser it is smaller positions that are asked for.
    if cfg!(target_arch = "wasm32") || rules.form().axes.len() < 2 || !rules.form().is_normal() {
        return Ok(None);
    }
    let mut engine = RowEngine { rules: rules.clone(), rows: Vec::new() };
    let prepared = engine.prepare(components, work);
    work.step("proofs", 0, None)?;
    let Some((row, _)) = engine.rows.first() else { return Ok(None) };
    let name = rules.form().axes[row.far.heap].name.clone();
    let why = Fit::Rows { name, rows: row.far.tags.len() };
    Ok(prepared.is_ok().then(|| (Box::new(engine) as Box<dyn Engine>, why)))
}

struct RowEngine {
    rules: Rules,
    /// The rows that were asked for, and how many columns are looked at in each.
    rows: Vec<(Row, u64)>,
}

impl RowEngine {
    /// The row of a position, with its column and tag; it is read if it is new.
    fn locate(&mut self, place: &[i64], work: &Work<'_>) -> Result<(usize, u64, u32), Misfit> {
        let known = self.rows.iter().enumerate().find_map(|(at, (row, _))| {
            let heap = row.far.heap;
            let alongside =
                place.iter().enumerate().all(|(axis, &value)| axis == heap || value <= place[heap]);
            row.far.locate(place).filter(|_| alongside).map(|(column, tag)| (at, column, tag))
        });
        if let Some(known) = known {
            return Ok(known);
        }
        let unbounded = |axis: &usize| self.rules.form().axes[*axis].domain.is_unbounded();
        let heap = (0..place.len())
            .filter(unbounded)
            .max_by_key(|&axis| place[axis])
            .ok_or(Misfit::NotOneUnbounded)?;
        let mut row = place.to_vec();
        let column = row.remove(heap);
        if row.iter().any(|&value| value > FEW) {
            return Err(Misfit::TooManyStates);
        }
        let row = Row::new(&self.rules, heap, row, work)?;
        let patience = row.patience();
        self.rows.push((row, patience));
        Ok((self.rows.len() - 1, column as u64, 0))
    }
}

impl Engine for RowEngine {
    fn name(&self) -> EngineName {
        EngineName::Rows
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        components.iter().try_for_each(|component| self.value(&component.0, work).map(|_| ()))
    }

    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let (at, column, tag) = match self.locate(place, work) {
            Ok(found) => found,
            Err(why) => {
                work.step("proofs", 0, None)?;
                return Err(crate::error::Error::new(crate::error::ErrorKind::Limit, why.to_string()));
            }
        };
        let (row, patience) = &mut self.rows[at];
        row.rows.value(column, tag, *patience, work)
    }

    fn options_of_value(&mut self, place: &[i64], wanted: Nimber) -> Option<Vec<Vec<Component>>> {
        let work = Work::unwatched();
        let (at, column, tag) = self.locate(place, &work).ok()?;
        let (row, patience) = &mut self.rows[at];
        let targets = row.rows.options_of_value(column, tag, wanted, (LISTED, *patience))?;
        let component = |(column, tag): (u64, u32)| vec![Component(row.far.place(column, tag))];
        Some(targets.into_iter().map(component).collect())
    }

    fn positions(&self) -> u64 {
        self.rows.iter().map(|(row, _)| row.rows.columns() * row.far.tags.len() as u64).sum()
    }
}
