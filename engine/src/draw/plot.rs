//! A table as SVG: values over one coordinate as dots, over two as a heat map.
//!
//! Lost positions are blue squares, won ones vermillion dots, infinite values grey dots on a line of their own above
//! the others. Dots of a kind are one path, so a hundred thousand of them are still a small file.
//!
//! ```
//! use grundy::draw::plot;
//! use grundy::{Lets, Rules, Work};
//! use grundy::solve::table;
//! let rules = Rules::read("take squares", &Lets::new(), &Work::unwatched())?;
//! let work = Work::unwatched();
//! let table = table(&rules, None, Some(&[200]), None, &work)?;
//! assert!(plot(&table, "Subtract a square")?.starts_with("<svg"));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt::Write;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::solve::{Cell, Table};

use super::canvas::{Canvas, Font, Number, short, text_width};
use super::colour::{Colour, GREY, of_outcome};
use super::heat::heat_map;

/// A plot with more dots than this is a blot.
const MOST_DOTS: usize = 200_000;
const WIDTH: f64 = 920.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const TOP: f64 = 78.0;
const GRID: Colour = Colour(0xE4, 0xE6, 0xEA);
/// Dots up to this many are joined by a thin line, which helps to read their order.
const JOINED: usize = 150;

/// A table as the text of an SVG file.
pub fn plot(table: &Table, title: &str) -> Result<String> {
    if table.columns.is_empty() { sequence(table, title) } else { heat_map(table, title) }
}

/// The failure for a table that would be a large file and no picture.
pub(super) fn too_large(count: usize, most: usize) -> Error {
    Error::new(ErrorKind::Limit, Fault::TooLargeToPlot { count, most }).hint(NextStep::SmallerRange)
}

/// Where a cell lies: its height, or the line of the infinite values.
#[derive(Clone, Copy, PartialEq)]
enum Dot {
    Lost(f64),
    Won(f64),
    Level(f64),
    Infinite,
}

fn dot(cell: &Cell) -> Option<Dot> {
    Some(match cell {
        Cell::Value(LoopyValue::Finite(Nimber(0))) => Dot::Lost(0.0),
        Cell::Value(LoopyValue::Finite(value)) => Dot::Won(value.0 as f64),
        Cell::Value(LoopyValue::Infinity(_)) => Dot::Infinite,
        Cell::Score(score) if *score < 0 => Dot::Lost(*score as f64),
        Cell::Score(0) => Dot::Level(0.0),
        Cell::Score(score) => Dot::Won(*score as f64),
        // P, D, N from the bottom.
        Cell::Outcome(Outcome::P) => Dot::Lost(0.0),
        Cell::Outcome(Outcome::D) => Dot::Level(0.5),
        Cell::Outcome(Outcome::N) => Dot::Won(1.0),
        Cell::Nothing => return None,
    })
}

impl Dot {
    fn kind(self) -> Outcome {
        match self {
            Dot::Lost(_) => Outcome::P,
            Dot::Won(_) => Outcome::N,
            Dot::Level(_) | Dot::Infinite => Outcome::D,
        }
    }
}

fn height(dot: Dot) -> Option<f64> {
    match dot {
        Dot::Lost(y) | Dot::Won(y) | Dot::Level(y) => Some(y),
        Dot::Infinite => None,
    }
}

/// The nim-sequence as dots.
fn sequence(table: &Table, title: &str) -> Result<String> {
    let count = table.rows.len();
    if count > MOST_DOTS {
        return Err(too_large(count, MOST_DOTS));
    }
    let dots: Vec<Option<Dot>> = table.cells.iter().map(|row| row.first().and_then(dot)).collect();
    let heights = || dots.iter().flatten().copied().filter_map(height);
    let (low, high) = (heights().fold(0.0, f64::min), heights().fold(1.0, f64::max));
    let infinite = dots.contains(&Some(Dot::Infinite));
    let scale = Scale { count, low, high, top: if infinite { TOP + 26.0 } else { TOP } };
    let mut canvas = Canvas::new();
    canvas.text(LEFT, 30.0, Font::new(16.0).bold(), &short(title, 84));
    let outcomes = table.cells.iter().flatten().any(|cell| matches!(cell, Cell::Outcome(_)));
    axes(&mut canvas, table, &scale, outcomes);
    if infinite {
        canvas.text(LEFT - 10.0, TOP + 4.0, Font::new(14.0).end(), "∞");
        canvas.add(format_args!(
            "<path d=\"M{} {TOP}H{}\" stroke=\"{GRID}\" stroke-dasharray=\"4 3\"/>",
            LEFT,
            LEFT + WIDTH
        ));
    }
    join(&mut canvas, &dots, &scale);
    let size = (WIDTH / count as f64 * 1.1).clamp(2.2, 7.0);
    let mut x = LEFT;
    for kind in [Outcome::N, Outcome::D, Outcome::P] {
        let (cap, text) = match kind {
            Outcome::N => ("round", "N: the next player wins"),
            Outcome::D => ("round", "D, or an infinite value"),
            Outcome::P => ("square", "P: the previous player wins"),
        };
        if mark(&mut canvas, &dots, &scale, size, (kind, cap)) {
            let colour = of_outcome(kind);
            canvas.add(format_args!(
                "<path d=\"M{} 50h.01\" stroke=\"{colour}\" stroke-width=\"7\" stroke-linecap=\"{cap}\"/>",
                Number(x + 3.5)
            ));
            canvas.text(x + 12.0, 54.0, Font::new(12.0).colour(GREY), text);
            x += 12.0 + text_width(text, 12.0) + 24.0;
        }
    }
    let description = described(table, &dots, high);
    Ok(canvas.finish(LEFT + WIDTH + 28.0, TOP + HEIGHT + 56.0, title, &description))
}

/// From positions and values to places.
struct Scale {
    count: usize,
    low: f64,
    high: f64,
    top: f64,
}

impl Scale {
    fn x(&self, index: usize) -> f64 {
        // Half a step of room on either side; a single dot stands in the middle.
        LEFT + WIDTH * (index as f64 + 0.5) / self.count.max(1) as f64
    }

    fn y(&self, value: f64) -> f64 {
        let room = TOP + HEIGHT - 10.0 - self.top;
        TOP + HEIGHT - 10.0 - room * (value - self.low) / (self.high - self.low).max(1.0)
    }

    fn of(&self, dot: Dot) -> f64 {
        height(dot).map_or(TOP, |value| self.y(value))
    }
}

/// A round step (1, 2 or 5 times a power of ten) that makes at most so many ticks.
pub(super) fn step(span: f64, most: f64) -> f64 {
    let rough = (span / most).max(1.0);
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= rough - 1e-9).unwrap_or(10.0 * power)
}

fn axes(canvas: &mut Canvas, table: &Table, scale: &Scale, outcomes: bool) {
    let font = Font::new(12.0).colour(GREY);
    let bottom = TOP + HEIGHT;
    let line = |canvas: &mut Canvas, y: f64, label: &str| {
        canvas.add(format_args!("<path d=\"M{LEFT} {y}h{WIDTH}\" stroke=\"{GRID}\"/>", y = Number(y)));
        canvas.text(LEFT - 10.0, y + 4.0, font.end(), label);
    };
    if outcomes {
        let drawn = table.cells.iter().flatten().any(|cell| *cell == Cell::Outcome(Outcome::D));
        let letters = [(0.0, "P"), (0.5, "D"), (1.0, "N")];
        letters.iter().filter(|l| drawn || l.1 != "D").for_each(|l| line(canvas, scale.y(l.0), l.1));
    } else {
        let step = step(scale.high - scale.low, 10.0);
        let first = (scale.low / step).ceil() as i64;
        let last = (scale.high / step).floor() as i64;
        (first..=last).for_each(|k| line(canvas, scale.y(k as f64 * step), &(k as f64 * step).to_string()));
    }
    let numbers: Vec<String> = table.rows.iter().map(ToString::to_string).collect();
    let named = numbers.first().is_some_and(|n| n.parse::<i64>().is_err());
    // Labels as wide as the last one must not touch.
    let fits = WIDTH / (numbers.last().map_or(1, String::len) as f64 * 8.0 + 22.0);
    let every = if named { 1 } else { step(table.rows.len() as f64, fits.min(20.0)) as i64 };
    for (index, number) in numbers.iter().enumerate() {
        if number.parse::<i64>().is_ok_and(|n| n.rem_euclid(every.max(1)) != 0) {
            continue;
        }
        let x = Number(scale.x(index));
        canvas.add(format_args!("<path d=\"M{x} {TOP}V{}\" stroke=\"{GRID}\"/>", bottom));
        canvas.text(scale.x(index), bottom + 18.0, font.middle(), number);
    }
    canvas.add(format_args!(
        "<path d=\"M{LEFT} {TOP}V{bottom}H{}\" fill=\"none\" stroke=\"{GREY}\"/>",
        LEFT + WIDTH
    ));
    canvas.text(LEFT + WIDTH / 2.0, bottom + 40.0, Font::new(13.0).middle(), &table.axes[0]);
    let what = match table.cells.iter().flatten().find(|cell| **cell != Cell::Nothing) {
        Some(Cell::Score(_)) => "score",
        Some(Cell::Outcome(_)) => "outcome",
        _ => "value",
    };
    let middle = Number(TOP + HEIGHT / 2.0);
    canvas.add(format_args!(
        "<text transform=\"translate(20 {middle}) rotate(-90)\" font-size=\"13\" text-anchor=\"middle\">{what}</text>"
    ));
}

/// A thin line through the dots, broken where there is none.
fn join(canvas: &mut Canvas, dots: &[Option<Dot>], scale: &Scale) {
    if dots.len() > JOINED {
        return;
    }
    let mut d = String::new();
    let mut pen = 'M';
    for (index, dot) in dots.iter().enumerate() {
        match dot {
            Some(dot) => {
                let _ = write!(d, "{pen}{} {}", Number(scale.x(index)), Number(scale.of(*dot)));
                pen = 'L';
            }
            None => pen = 'M',
        }
    }
    canvas.add(format_args!("<path d=\"{d}\" fill=\"none\" stroke=\"#C9CDD3\"/>"));
}

/// Marks all dots of a kind; tells whether there are any.
fn mark(
    canvas: &mut Canvas,
    dots: &[Option<Dot>],
    scale: &Scale,
    size: f64,
    (kind, cap): (Outcome, &str),
) -> bool {
    let colour = of_outcome(kind);
    let mut d = String::new();
    for (index, dot) in dots.iter().enumerate() {
        if let Some(dot) = dot.filter(|dot| dot.kind() == kind) {
            let _ = write!(d, "M{} {}h.01", Number(scale.x(index)), Number(scale.of(dot)));
        }
    }
    if d.is_empty() {
        return false;
    }
    canvas.add(format_args!(
        "<path d=\"{d}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\" stroke-linecap=\"{cap}\"/>",
        Number(size)
    ));
    true
}

fn described(table: &Table, dots: &[Option<Dot>], high: f64) -> String {
    const LISTED: usize = 60;
    let name = &table.axes[0];
    let (Some(first), Some(last)) = (table.rows.first(), table.rows.last()) else {
        return "Empty plot.".into();
    };
    let lost = dots.iter().zip(&table.rows).filter(|(dot, _)| matches!(dot, Some(Dot::Lost(_))));
    let lost: Vec<String> = lost.map(|(_, n)| n.to_string()).collect();
    let more = if lost.len() > LISTED { " and more" } else { "" };
    let listed = lost[..lost.len().min(LISTED)].join(", ");
    let none = if lost.is_empty() { "none" } else { "" };
    format!(
        "Values for {name} from {first} to {last}, at most {high}. {} P-positions: {listed}{more}{none}.",
        lost.len()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round() {
        let steps = [(7.0, 10.0), (99.0, 10.0), (200.0, 10.0), (4321.0, 10.0), (0.5, 10.0)];
        assert_eq!(steps.map(|(span, most)| step(span, most)), [1.0, 10.0, 20.0, 500.0, 1.0]);
    }
}
