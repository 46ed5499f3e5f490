//! The anti-diagonal game: a matrix of numbers. A move picks a non-zero cell and makes it smaller, picks a cell not
//! above and not left of it, and sets the other cells of one shortest path between the two to anything. The player
//! who finds only zeros loses.
//!
//! Theorem (Codeforces 1451F): the player to move loses exactly if on every anti-diagonal the nim-sum is zero.
//! Proof: a path meets every anti-diagonal at most once, so a move changes just one cell of the first anti-diagonal it
//! meets, and its nim-sum with it: from all zero sums one always leaves that state. Conversely let d be the first
//! anti-diagonal whose sum s is not zero; as in Nim it holds a cell x with `x ^ s < x`. Start there, go right and down
//! to the last corner, and on every later anti-diagonal xor the cell met with the sum there: all sums become zero. The
//! play ends: read by anti-diagonals, a move makes the first changed cell smaller, which is a fall in a well-order.
//!
//! Values do not exist in closed form, and later cells may grow without bound, so this is a matter of outcomes.

use std::ops::ControlFlow;

use super::bad_position;
use super::numbers::Numbers;
use crate::error::{BoardFault, NextStep, Result};
use crate::game::{Game, Readable};
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;

/// A matrix, row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Matrix {
    columns: usize,
    cells: Vec<u64>,
}

impl Matrix {
    /// From its cells row by row; the last row is filled up with zeros if it is short.
    pub fn new(columns: usize, cells: Vec<u64>) -> Matrix {
        let mut cells = cells;
        cells.resize(cells.len().div_ceil(columns.max(1)) * columns, 0);
        Matrix { columns, cells }
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    /// The nim-sum of every anti-diagonal.
    pub fn sums(&self) -> Vec<u64> {
        let mut sums = vec![0; (self.rows() + self.columns).saturating_sub(1)];
        for (at, cell) in self.cells.iter().enumerate() {
            sums[at / self.columns + at % self.columns] ^= cell;
        }
        sums
    }

    /// Who wins.
    ///
    /// ```
    /// use grundy::{Outcome, boards::anti_diagonal::Matrix};
    /// assert_eq!(Matrix::new(2, vec![0, 1, 1, 0]).outcome(), Outcome::P);
    /// assert_eq!(Matrix::new(3, vec![0, 0, 5]).outcome(), Outcome::N);
    /// ```
    pub fn outcome(&self) -> Outcome {
        if self.sums().iter().all(|sum| *sum == 0) { Outcome::P } else { Outcome::N }
    }

    /// The matrix after the winning move of the proof, if there is one.
    pub fn winning_move(&self) -> Option<Matrix> {
        let sums = self.sums();
        let first = sums.iter().position(|sum| *sum != 0)?;
        let on = |row: usize| first.checked_sub(row).filter(|column| *column < self.columns);
        let cell = |row: usize| on(row).map(|column| self.cells[row * self.columns + column]);
        let mut row = (0..self.rows()).find(|&row| cell(row).is_some_and(|x| x ^ sums[first] < x))?;
        let mut column = on(row)?;
        let mut to = self.clone();
        for sum in &sums[first..] {
            to.cells[row * self.columns + column] ^= sum;
            if column + 1 < self.columns { column += 1 } else { row += 1 }
        }
        Some(to)
    }
}

/// The game on matrices that are written down. There "anything" is anything below the power of two above the largest
/// cell, so that the moves can be listed; this keeps the theorem true, for the repairs of its proof are nim-sums of
/// cells and stay below it.
impl Game for Matrix {
    type State = Numbers;

    fn show(&self, matrix: &Numbers) -> String {
        matrix.to_string()
    }

    fn options(
        &self,
        matrix: &Numbers,
        visit: &mut impl FnMut(Numbers) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let most = largest_new(matrix);
        let mut cells = matrix.cells().to_vec();
        for at in 0..cells.len() {
            for smaller in 0..matrix.cells()[at] {
                cells[at] = smaller;
                rewrite(matrix, at, &mut cells, most, visit)?;
            }
            cells[at] = matrix.cells()[at];
        }
        ControlFlow::Continue(())
    }

    fn bytes(&self, matrix: &Numbers) -> u64 {
        matrix.bytes()
    }

    fn theorem(&self, _: &Numbers) -> Option<BoardTheorem> {
        Some(BoardTheorem::AntiDiagonals)
    }

    fn outcome(&self, matrix: &Numbers) -> Option<Outcome> {
        Some(Matrix::new(matrix.columns(), matrix.cells().to_vec()).outcome())
    }

    /// The changed cells must lie on one path to the right and down, the first of them being smaller than before.
    fn is_option(&self, from: &Numbers, to: &Numbers) -> Option<bool> {
        if (from.columns(), from.rows()) != (to.columns(), to.rows()) {
            return Some(false);
        }
        let place = |at: usize| (at / from.columns(), at % from.columns());
        let cells = from.cells().iter().zip(to.cells()).enumerate();
        let mut changed = cells.filter(|(_, (before, after))| before != after);
        let Some((first, (before, after))) = changed.next() else { return Some(false) };
        let (mut last, most) = (place(first), largest_new(from));
        // Row by row, a path starts with its first cell and never goes back to the left.
        let on_path = changed.all(|(at, (_, after))| {
            let before = std::mem::replace(&mut last, place(at));
            before.1 <= last.1 && *after <= most
        });
        Some(after < before && on_path)
    }

    fn winning_move(&self, matrix: &Numbers) -> Option<Numbers> {
        let to = Matrix::new(matrix.columns(), matrix.cells().to_vec()).winning_move()?;
        Some(Numbers::new(to.columns, to.cells))
    }
}

impl Readable for Matrix {
    const ADDS_UP: bool = false;

    /// Rows of numbers with `/` between them.
    fn open(text: &str) -> Result<(Matrix, Numbers)> {
        // Each position is a matrix of its own; the board itself says nothing.
        let matrix = Numbers::read(text)?;
        match matrix.cells().is_empty() {
            true => Err(bad_position(BoardFault::NoNumber).hint(NextStep::write("1 2 3/0 1 2"))),
            false => Ok((Matrix::new(0, Vec::new()), matrix)),
        }
    }
}

/// The largest number that a move may write into a later cell: all ones up to the highest bit of the largest cell.
fn largest_new(matrix: &Numbers) -> u64 {
    let largest = matrix.cells().iter().copied().max().unwrap_or(0);
    u64::MAX.checked_shr(largest.leading_zeros()).unwrap_or(0)
}

/// Visits the matrix as it is, and every one that a path from a cell to the right and down can make of it. Cells that
/// keep what they had are visited more than once.
fn rewrite(
    matrix: &Numbers,
    at: usize,
    cells: &mut Vec<u64>,
    most: u64,
    visit: &mut impl FnMut(Numbers) -> ControlFlow<()>,
) -> ControlFlow<()> {
    visit(Numbers::new(matrix.columns(), cells.clone()))?;
    let right = (at % matrix.columns() + 1 < matrix.columns()).then_some(at + 1);
    let down = Some(at + matrix.columns()).filter(|next| *next < cells.len());
    for next in [right, down].into_iter().flatten() {
        let before = cells[next];
        for value in (0..=most).filter(|value| *value != before).chain([before]) {
            cells[next] = value;
            rewrite(matrix, next, cells, most, visit)?;
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashbrown::HashSet;

    /// Every matrix after a move, with later cells below a bound that is a power of two.
    ///
    /// The bound keeps the theorem true: the repairs of the proof are nim-sums of cells and stay below it.
    fn options(matrix: &Matrix, bound: u64) -> HashSet<Vec<u64>> {
        let mut found = HashSet::new();
        for at in 0..matrix.cells.len() {
            for smaller in 0..matrix.cells[at] {
                let mut cells = matrix.cells.clone();
                cells[at] = smaller;
                walk(matrix, at, cells, bound, &mut found);
            }
        }
        found
    }

    fn walk(matrix: &Matrix, at: usize, cells: Vec<u64>, bound: u64, found: &mut HashSet<Vec<u64>>) {
        let (row, column) = (at / matrix.columns, at % matrix.columns);
        let right = (column + 1 < matrix.columns).then_some(at + 1);
        let down = (row + 1 < matrix.rows()).then_some(at + matrix.columns);
        for next in [right, down].into_iter().flatten() {
            for value in 0..bound {
                let mut cells = cells.clone();
                cells[next] = value;
                walk(matrix, next, cells, bound, found);
            }
        }
        found.insert(cells);
    }

    #[test]
    fn the_theorem_agrees_with_exhaustive_play() {
        for (rows, columns, bound) in [(1, 1, 4u64), (1, 3, 4), (1, 4, 4), (2, 2, 4), (2, 3, 2), (3, 2, 2)] {
            let cells = rows * columns;
            let all: Vec<Matrix> = (0..bound.pow(cells as u32))
                .map(|code| {
                    Matrix::new(columns, (0..cells as u32).map(|i| code / bound.pow(i) % bound).collect())
                })
                .collect();
            for matrix in &all {
                // Were the claim wrong anywhere, it would break one of the two conditions at some matrix.
                let to_lost = options(matrix, bound)
                    .into_iter()
                    .any(|cells| Matrix::new(columns, cells).outcome() == Outcome::P);
                assert_eq!(matrix.outcome() == Outcome::N, to_lost, "{matrix:?}");
            }
        }
    }

    #[test]
    fn the_winning_move_is_a_move_and_wins() {
        let matrix = Matrix::new(3, vec![1, 2, 3, 0, 1, 2, 3, 3, 1]);
        let to = matrix.winning_move().unwrap();
        assert_eq!(to.outcome(), Outcome::P);
        assert!(options(&matrix, 4).contains(&to.cells));
        assert_eq!(Matrix::new(2, vec![0; 4]).winning_move(), None);
    }

    #[test]
    fn counting_non_zero_rows_and_columns_is_not_the_theorem() {
        // min(non-zero rows, non-zero columns) is 1, odd, in both; only the first is won.
        assert_eq!(Matrix::new(2, vec![1, 0, 0, 0]).outcome(), Outcome::N);
        assert_eq!(Matrix::new(2, vec![0, 1, 1, 0]).outcome(), Outcome::P);
        // Two non-zero rows and columns, even, but won.
        assert_eq!(Matrix::new(2, vec![1, 1, 1, 1]).outcome(), Outcome::N);
    }
}
