//! The window automaton: a bounded step with finite memory, valued at any size.
//!
//! From heap `from` on, the options of a position are `(n-c, memory)` with `c ≤ step`, and fixed positions, the same
//! for every n. So the column of values at n is one function of the `step` columns before it, the *window*. Values
//! are bounded by the number of options, hence there are finitely many windows and one must come back.
//!
//! Theorem: if the windows before i and before j are equal, `from ≤ i < j`, then the column at `n + (j-i)` equals the
//! column at n for every `n ≥ i - step`. Proof: the window determines the column that follows, and so the next window;
//! by induction all later windows agree, and the columns of the equal windows themselves agree by assumption.
//!
//! The window is compared with one that is renewed at powers of two (Brent 1980), so nothing but the columns is kept.
//! Complexity: one visit for each option of each column up to twice the preperiod plus three periods.
//!
//! ```
//! use grundy::{Component, Lets, Limits, Nimber, Position, Quiet, Rules, Solver, Work};
//! let rules = Rules::read("n -> n-1 | n-2 if n > 2 | 0 if n > 0", &Lets::new())?;
//! let far = Position(vec![Component(vec![1_000_000_000_000_000_000])]);
//! let work = Work { limits: Limits::default(), progress: &Quiet };
//! let mut solver = Solver::new(&rules, std::slice::from_ref(&far), None, &work)?;
//! assert_eq!(solver.value(&far.0[0], &work)?, Nimber(3));
//! # Ok::<(), grundy::Error>(())
//! ```

use crate::engine::Engine;
use crate::error::Result;
use crate::nimber::{MexSet, Nimber};
use crate::position::Component;
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

/// From which heap on the moves are the same, how far back they go, and what else a position holds.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The moves are the same from this heap on.
    pub from: usize,
    /// How far back a move goes at most.
    pub step: usize,
    /// The values of each coordinate besides the heap.
    pub memory: Vec<Vec<i64>>,
}

/// Values of heaps with memory, by the period of their windows.
#[derive(Debug)]
pub struct Window {
    evaluator: Evaluator,
    shape: Shape,
    /// How many memories there are: the height of a column.
    height: usize,
    /// The columns computed, one after the other.
    columns: Vec<u32>,
    /// The window to compare with ends before this column.
    kept: usize,
    /// How far it is until another window is kept.
    patience: usize,
    /// The columns from the first number on repeat with the second as period.
    repeats: Option<(usize, usize)>,
}

impl Window {
    /// An automaton for rules of this shape.
    pub fn new(rules: &Rules, shape: Shape, most_options: u64) -> Window {
        let height = shape.memory.iter().map(Vec::len).product();
        let kept = shape.from.max(shape.step);
        Window {
            evaluator: Evaluator::new(rules.form().clone(), most_options),
            shape,
            height,
            columns: Vec::new(),
            kept,
            patience: 1,
            repeats: None,
        }
    }

    fn done(&self) -> usize {
        self.columns.len() / self.height
    }

    /// The row of a memory within a column.
    fn row(&self, memory: &[i64]) -> usize {
        memory.iter().zip(&self.shape.memory).fold(0, |row, (value, values)| {
            row * values.len() + values.iter().position(|v| v == value).unwrap_or(0)
        })
    }

    fn memory(&self, mut row: usize, place: &mut [i64]) {
        for (value, values) in place.iter_mut().zip(&self.shape.memory).rev() {
            *value = values[row % values.len()];
            row /= values.len();
        }
    }

    /// The column that a heap has, once enough columns are known.
    fn column(&self, heap: u64) -> usize {
        match self.repeats {
            Some((start, period)) if heap >= start as u64 => {
                start + ((heap - start as u64) % period as u64) as usize
            }
            _ => heap as usize,
        }
    }

    /// Computes columns until the heap's is known.
    fn reach(&mut self, heap: u64, work: &Work<'_>) -> Result<()> {
        while self.repeats.is_none() && self.done() as u64 <= heap {
            let cells = self.columns.len() as u64;
            work.tick("columns", self.done() as u64, None)?;
            if self.done() & 255 == 0 {
                work.limits.allow(cells, 4)?;
            }
            self.push()?;
            self.compare();
        }
        Ok(())
    }

    fn push(&mut self) -> Result<()> {
        let mut found = MexSet::default();
        let mut place = vec![0; self.shape.memory.len() + 1];
        place[0] = self.done() as i64;
        let custom = self.evaluator.form().ending.win_if.is_some();
        let mut column = Vec::with_capacity(self.height);
        for row in 0..self.height {
            self.memory(row, &mut place[1..]);
            found.clear();
            let mut moves = false;
            let (columns, height, memory) = (&self.columns, self.height, &self.shape.memory);
            self.evaluator.options(&place, &mut |option| {
                moves = true;
                let value = match option.places.split_first() {
                    Some((&heap, rest)) if option.counts[0] % 2 == 1 => {
                        let row = rest.iter().zip(memory).fold(0, |row, (value, values)| {
                            row * values.len() + values.iter().position(|v| v == value).unwrap_or(0)
                        });
                        columns[heap as usize * height + row]
                    }
                    _ => 0,
                };
                found.insert(Nimber(value.into()));
                Ok(())
            })?;
            column.push(match (custom, moves) {
                (false, _) => found.mex().0 as u32,
                (true, true) => u32::from(found.contains(Nimber::ZERO)),
                (true, false) => u32::from(self.evaluator.wins_at_end(&place)? == Some(true)),
            });
        }
        self.columns.extend(column);
        Ok(())
    }

    fn compare(&mut self) {
        let (end, width) = (self.done(), self.shape.step * self.height);
        if end <= self.kept {
            return;
        }
        let window = |end: usize| &self.columns[end * self.height - width..end * self.height];
        if window(end) == window(self.kept) {
            self.repeats = Some((self.kept, end - self.kept));
        } else if end - self.kept == self.patience {
            self.kept = end;
            self.patience *= 2;
        }
    }
}

impl Engine for Window {
    fn name(&self) -> &'static str {
        "window automaton"
    }

    fn prepare(&mut self, components: &[Component], work: &Work<'_>) -> Result<()> {
        let largest = components.iter().map(|c| c.0[0]).max().unwrap_or(0);
        self.reach(largest as u64, work)
    }

    /// The value; under a custom ending 1 if the mover wins and 0 if not.
    fn value(&mut self, place: &[i64], work: &Work<'_>) -> Result<Nimber> {
        let heap = place[0] as u64;
        self.reach(heap, work)?;
        let at = self.column(heap) * self.height + self.row(&place[1..]);
        Ok(Nimber(self.columns[at].into()))
    }

    fn positions(&self) -> u64 {
        self.columns.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lets, Limits, Position, Quiet, Solver};

    /// The textbook recursion over all positions up to a heap, with no idea of periods.
    fn plain(rules: &Rules, memory: &[Vec<i64>], to: i64) -> Vec<Vec<u32>> {
        let mut evaluator = Evaluator::new(rules.form().clone(), 1 << 20);
        let mut known: hashbrown::HashMap<Vec<i64>, u32> = hashbrown::HashMap::new();
        let mut rows = vec![vec![]];
        for values in memory {
            rows = rows
                .iter()
                .flat_map(|row: &Vec<i64>| values.iter().map(|v| [&row[..], &[*v]].concat()))
                .collect();
        }
        let mut table = Vec::new();
        for n in 0..=to {
            for row in &rows {
                let place = [&[n][..], row].concat();
                let mut values = Vec::new();
                evaluator
                    .options(&place, &mut |option| {
                        values.push(if option.places.is_empty() { 0 } else { known[option.places] });
                        Ok(())
                    })
                    .unwrap();
                let value = match evaluator.wins_at_end(&place).unwrap() {
                    Some(wins) if values.is_empty() => u32::from(wins),
                    Some(_) => u32::from(values.contains(&0)),
                    None => (0..).find(|v| !values.contains(v)).unwrap(),
                };
                known.insert(place, value);
            }
            table.push(rows.iter().map(|row| known[&[&[n][..], row].concat()]).collect());
        }
        table
    }

    fn shape(text: &str) -> Result<(Rules, Shape), String> {
        let rules = Rules::read(text, &Lets::new()).map_err(|e| e.to_string())?;
        let shape = crate::plan::window_shape(rules.form())?;
        Ok((rules, shape))
    }

    #[test]
    fn windows_agree_with_the_plain_recursion() {
        let castles = |x: i64, y: i64, z: i64| {
            format!(
                "(n, last in {{mixed,foot,horse}}) -> mixed: (max(n-{x},0), mixed) if n > 0 \
                 | foot: (max(n-{y},0), foot) if n > 0 and last != foot \
                 | horse: (max(n-{z},0), horse) if n > 0 and last != horse"
            )
        };
        let mut texts: Vec<String> =
            (0..125).map(|c| castles(c / 25 + 1, c / 5 % 5 + 1, c % 5 + 1)).collect();
        for more in [
            "n -> n-k for k in {2,5}",
            "n -> n-1 | 0 if n > 0",
            "n -> n-k for k in 1..min(n,7) if k != 3",
            "(n, c in 0..2) -> (n-k, (c+k)%3) for k in 1..3 if n > 4 or c != 0",
            "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4 end win if mine == 0",
            "n -> 5 if n > 9 | nothing if n > 2 and n < 6 | n-3",
        ] {
            texts.push(more.into());
        }
        let work = Work { limits: Limits::default(), progress: &Quiet };
        for text in texts {
            let (rules, shape) = shape(&text).unwrap();
            let expected = plain(&rules, &shape.memory, 400);
            let mut window = Window::new(&rules, shape, 1 << 20);
            window.reach(1 << 50, &work).unwrap();
            assert!(window.repeats.is_some());
            let mut place = vec![0; window.shape.memory.len() + 1];
            for (n, column) in expected.iter().enumerate() {
                for (row, value) in column.iter().enumerate() {
                    place[0] = n as i64;
                    window.memory(row, &mut place[1..]);
                    assert_eq!(window.value(&place, &work).unwrap().0, u64::from(*value), "{text} {place:?}");
                }
            }
        }
    }

    #[test]
    fn rules_that_go_on_depending_on_the_heap_are_refused() {
        for text in [
            "n -> n/2 if n > 0",
            "n -> n-s for s in squares(n)",
            "n -> m for m in 0..n-1",
            "n -> n-1 if n%2 == 0",
            "n -> a & n-1-a for a in 0..n-1",
            "(n, k) -> (n-1, k)",
        ] {
            assert!(shape(text).is_err(), "{text}");
        }
    }

    #[test]
    fn even_matches_repeat_mod_6_at_any_size() {
        let rules = Rules::read(
            "(n, mine in 0..1, theirs in 0..1) -> (n-k, theirs, (mine+k)%2) for k in 1..4 end win if mine == 0",
            &Lets::new(),
        )
        .unwrap();
        let work = Work { limits: Limits::default(), progress: &Quiet };
        for n in [24i64, 6_000_000_000_000] {
            for rest in 0..6 {
                for mine in 0..2 {
                    let place = vec![n + rest, mine, (1 + n + rest + mine) % 2];
                    let position = Position(vec![Component(place)]);
                    let mut solver =
                        Solver::new(&rules, std::slice::from_ref(&position), None, &work).unwrap();
                    let wins = match rest {
                        0 | 5 => mine == 0,
                        1 => mine == 1,
                        _ => true,
                    };
                    let judged = solver.judge(&position, &work).unwrap();
                    assert_eq!(judged.outcome == crate::Outcome::N, wins, "{n} + {rest}, {mine}");
                    assert_eq!(judged.value, None);
                }
            }
        }
    }
}
