//! Chomp: a bar of chocolate with a poisoned corner. A move bites at a square and takes it with everything below and to
//! the right; who must take the corner loses. So the corner counts as the end, and the rest is played normally.
//!
//! A position is a partition, the lengths of its rows. Mirrored partitions are alike. Once the second square of the
//! diagonal is gone, the first row and the first column are two Nim heaps. There is no formula beyond that; that the
//! first player wins every bar but the single square is a theft of strategy (Gale 1974), which shows no move.

use std::ops::ControlFlow;

use crate::boards::{numbers_of, sides};
use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::game::{Game, Readable};
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::sketch::{Point, Sketch, Tiles};

/// Rows are bytes of one word.
const MOST_ROWS: usize = 8;
/// The longest row.
const LONGEST: usize = 255;
/// Squares of a bar that anybody would look at.
const MOST_DRAWN: u64 = 1024;

/// The game; its boards are its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Chomp;

/// A bar: the lengths of its rows as bytes, or of its columns if it has more rows than a word has bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Bar {
    lines: u64,
    by_columns: bool,
}

fn line(lines: u64, i: usize) -> u64 {
    lines >> (8 * i) & 0xFF
}

fn count(lines: u64) -> usize {
    MOST_ROWS - lines.leading_zeros() as usize / 8
}

/// Rows for columns, where they are few enough.
fn mirrored(lines: u64) -> Option<u64> {
    let across = |j: usize| (0..MOST_ROWS).filter(|i| line(lines, *i) > j as u64).count() as u64;
    (line(lines, 0) <= MOST_ROWS as u64).then(|| (0..MOST_ROWS).fold(0, |all, j| all | across(j) << (8 * j)))
}

impl Bar {
    /// By its rows, if they are few enough: so equal bars are written down alike.
    fn new(lines: u64, by_columns: bool) -> Bar {
        match mirrored(lines).filter(|_| by_columns) {
            Some(lines) => Bar { lines, by_columns: false },
            None => Bar { lines, by_columns },
        }
    }

    /// The lengths of its rows.
    fn rows(&self) -> Vec<u64> {
        let lines = || (0..count(self.lines)).map(|i| line(self.lines, i));
        match self.by_columns {
            true => {
                (0..line(self.lines, 0)).map(|r| lines().filter(|line| *line > r).count() as u64).collect()
            }
            false => lines().collect(),
        }
    }
}

impl Game for Chomp {
    type State = Bar;

    fn show(&self, bar: &Bar) -> String {
        bar.rows().iter().map(u64::to_string).collect::<Vec<_>>().join(",")
    }

    fn options(&self, bar: &Bar, visit: &mut impl FnMut(Bar) -> ControlFlow<()>) -> ControlFlow<()> {
        let lines = bar.lines;
        for top in 0..count(lines) {
            for length in u64::from(top == 0)..line(lines, top) {
                let bitten = |i: usize| if i < top { line(lines, i) } else { line(lines, i).min(length) };
                let to = (0..MOST_ROWS).fold(0, |to, i| to | bitten(i) << (8 * i));
                visit(Bar::new(to, bar.by_columns))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn sketch(&self, bar: &Bar) -> Option<Sketch> {
        let rows = bar.rows();
        if rows.iter().sum::<u64>() > MOST_DRAWN {
            return None;
        }
        let bite = |row: usize, length: u64| {
            let left = |(i, whole): (usize, &u64)| if i < row { *whole } else { length.min(*whole) };
            let left = rows.iter().enumerate().map(left).filter(|length| *length > 0);
            left.map(|length| length.to_string()).collect::<Vec<_>>().join(",")
        };
        let mut points = Vec::new();
        for (row, length) in rows.iter().enumerate() {
            for column in 0..*length {
                let (poisoned, at) = (row == 0 && column == 0, [column as f64, row as f64]);
                let leaves = (!poisoned).then(|| bite(row, column));
                let sign = if poisoned { "☠" } else { "o" }.into();
                points.push(Point { leaves, sign, ..Point::new(format!("{row},{column}"), at) });
            }
        }
        Some(Sketch::new(Tiles::Squares, points, Vec::new()))
    }

    fn canonical(&self, bar: Bar) -> Bar {
        let least = mirrored(bar.lines).map_or(bar.lines, |other| other.min(bar.lines));
        Bar { lines: least, by_columns: false }
    }

    fn packed(&self, bar: &Bar) -> Option<u64> {
        (bar.lines >> 56 == 0).then_some(bar.lines)
    }

    fn size(&self, bar: &Bar) -> u32 {
        (0..MOST_ROWS).map(|i| line(bar.lines, i) as u32).sum()
    }

    fn known(&self, bar: &Bar) -> Option<Nimber> {
        let (first, below) = (line(bar.lines, 0), count(bar.lines) as u64);
        (line(bar.lines, 1) <= 1).then(|| Nimber(first.saturating_sub(1)) + Nimber(below.saturating_sub(1)))
    }

    fn theorem(&self, bar: &Bar) -> Option<BoardTheorem> {
        let (first, second, rows) = (line(bar.lines, 0), line(bar.lines, 1), count(bar.lines));
        match rows {
            _ if second <= 1 => Some(BoardTheorem::NimOnAnL),
            2 if !bar.by_columns => Some(BoardTheorem::TwoRows),
            // Two lines that are columns, or rows of up to two squares.
            _ if rows == 2 || first == 2 => Some(BoardTheorem::TwoColumns),
            _ if (0..rows).all(|i| line(bar.lines, i) == first) => Some(BoardTheorem::StrategyStealing),
            _ => None,
        }
    }

    fn labels(&self, from: &Bar, to: &Bar) -> Vec<String> {
        let (from, to) = (from.rows(), to.rows());
        let left = |i: usize| to.get(i).copied().unwrap_or(0);
        let top = (0..from.len()).find(|i| from[*i] != left(*i));
        top.map(|top| format!("bite at ({},{})", top + 1, left(top) + 1)).into_iter().collect()
    }
}

impl Readable for Chomp {
    /// `4x7`, or the lengths of the rows: `7,7,5`.
    fn open(text: &str) -> Result<(Chomp, Bar)> {
        let text = text.trim();
        let lengths: Vec<usize> = match sides(text) {
            Some((rows, columns)) => vec![columns; rows.min(LONGEST + 1)],
            None => {
                let lengths = numbers_of(text, "4x7 or 7,7,5")?;
                lengths.into_iter().map(|length| usize::try_from(length).unwrap_or(usize::MAX)).collect()
            }
        };
        let (rows, first) = (lengths.len(), lengths.first().copied().unwrap_or(0));
        if first == 0 || !lengths.is_sorted_by(|a, b| a >= b) {
            let fault = BoardFault::NotABar { text: text.into() };
            return Err(Error::new(ErrorKind::Position, fault).hint(NextStep::either("4x7", "7,7,5")));
        }
        if rows.max(first) > LONGEST || rows.min(first) > MOST_ROWS {
            let fault = BoardFault::BarTooLarge { text: text.into() };
            return Err(Error::new(ErrorKind::Limit, fault)
                .hint(NextStep::SidesUpTo { short: MOST_ROWS, long: LONGEST }));
        }
        let by_columns = rows > MOST_ROWS;
        let column = |j: usize| lengths.iter().filter(|length| **length > j).count();
        let lines: Vec<usize> = if by_columns { (0..first).map(column).collect() } else { lengths };
        let packed = lines.iter().rev().fold(0, |all, length| all << 8 | *length as u64);
        Ok((Chomp, Bar { lines: packed, by_columns }))
    }
}
