//! A table over two coordinates as a heat map.
//!
//! Values run from dark to light in steps that look equal. Zeros, the lost positions, are white with a blue frame:
//! they are what one looks for. Infinite values are hatched, outcomes have their colours and letters, scores run from
//! blue below zero to vermillion above.

use crate::error::Result;
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::solve::{Cell, Table};

use super::canvas::{Canvas, Escaped, Font, Number, short, text_width};
use super::colour::{BLUE, Colour, GREY, INK, WHITE, both_ways, of_outcome, viridis};
use super::plot::{step, too_large};

/// More cells than this are a large file and no picture.
const MOST_CELLS: usize = 250_000;
const TOP: f64 = 62.0;
const EMPTY: Colour = Colour(0xEE, 0xEF, 0xF1);
/// Numbers smaller than this cannot be read.
const SMALLEST: f64 = 8.0;

struct Map<'t> {
    table: &'t Table,
    /// The side of a cell.
    side: f64,
    left: f64,
    top: f64,
    /// The largest value, or the largest score without its sign.
    high: f64,
    font: f64,
}

/// The heat map as the text of an SVG file.
pub(super) fn heat_map(table: &Table, title: &str) -> Result<String> {
    let (rows, columns) = (table.rows.len(), table.columns.len());
    if rows.saturating_mul(columns) > MOST_CELLS {
        return Err(too_large(rows.saturating_mul(columns), MOST_CELLS));
    }
    let map = Map::new(table);
    let mut canvas = Canvas::new();
    let (wide, high) = (columns as f64 * map.side, rows as f64 * map.side);
    let width = (map.left + wide + 110.0).max(text_width(title, 16.0).min(560.0) + 48.0);
    canvas.text(24.0, 30.0, Font::new(16.0).bold(), &short(title, ((width - 48.0) / 9.6) as usize));
    canvas.add(format_args!(
        "<pattern id=\"loopy\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
         <rect width=\"6\" height=\"6\" fill=\"#DDDDDD\"/><rect width=\"2\" height=\"6\" fill=\"#B5B5B5\"/></pattern>"
    ));
    map.labels(&mut canvas);
    canvas.add(format_args!("<g shape-rendering=\"crispEdges\">"));
    map.fills(&mut canvas);
    canvas.add(format_args!("</g>"));
    map.marks(&mut canvas);
    map.scale(&mut canvas, map.left + wide + 24.0);
    let bottom = (map.top + high).max(map.top + 170.0);
    Ok(canvas.finish(width, bottom + 28.0, title, &map.description()))
}

impl<'t> Map<'t> {
    fn new(table: &'t Table) -> Map<'t> {
        let cells = || table.cells.iter().flatten();
        let number = |cell: &Cell| match cell {
            Cell::Value(LoopyValue::Finite(value)) => value.0 as f64,
            Cell::Score(score) => (*score as f64).abs(),
            _ => 0.0,
        };
        let high = cells().map(number).fold(1.0, f64::max);
        let longest = cells().map(|cell| shown(cell).chars().count()).max().unwrap_or(1).max(2) as f64;
        let most = table.rows.len().max(table.columns.len()) as f64;
        // About 900 pixels at most, unless the cells would be too small to see.
        let side = (900.0 / most).clamp(3.0, 30.0).floor();
        let font = (side * 0.46).min(side * 1.35 / longest).min(13.0);
        let label = table.rows.iter().map(|r| text_width(&r.to_string(), 12.0)).fold(10.0, f64::max);
        Map { table, side, left: 24.0 + 24.0 + label + 8.0, top: TOP + 34.0, high, font }
    }

    fn x(&self, column: usize) -> f64 {
        self.left + column as f64 * self.side
    }

    fn y(&self, row: usize) -> f64 {
        self.top + row as f64 * self.side
    }

    fn labels(&self, canvas: &mut Canvas) {
        let font = Font::new(12.0).colour(GREY);
        let texts = |list: &[crate::position::Coordinate]| -> Vec<String> {
            list.iter().map(ToString::to_string).collect()
        };
        let (rows, columns) = (texts(&self.table.rows), texts(&self.table.columns));
        let wide = columns.iter().map(|c| text_width(c, 12.0)).fold(8.0, f64::max) + 6.0;
        for (index, text) in columns.iter().enumerate().filter(|(_, t)| self.labelled(t, wide)) {
            canvas.text(self.x(index) + self.side / 2.0, self.top - 8.0, font.middle(), text);
        }
        for (index, text) in rows.iter().enumerate().filter(|(_, t)| self.labelled(t, 16.0)) {
            canvas.text(self.left - 8.0, self.y(index) + self.side / 2.0 + 4.0, font.end(), text);
        }
        let (across, down) = (columns.len() as f64 * self.side / 2.0, rows.len() as f64 * self.side / 2.0);
        let name = Font::new(13.0).middle();
        canvas.text(self.left + across, self.top - 28.0, name, &self.table.axes[1]);
        canvas.add(format_args!(
            "<text transform=\"translate(34 {}) rotate(-90)\" font-size=\"13\" text-anchor=\"middle\">{}</text>",
            Number(self.top + down),
            Escaped(&self.table.axes[0])
        ));
    }

    /// Whether a row or column is labelled: all of them if there is room, else round numbers.
    fn labelled(&self, text: &str, room: f64) -> bool {
        let every = step(room / self.side * 10.0, 10.0).ceil() as i64;
        text.parse::<i64>().map_or(true, |n| n.rem_euclid(every.max(1)) == 0)
    }

    fn colour(&self, cell: &Cell) -> Option<Colour> {
        Some(match cell {
            Cell::Value(LoopyValue::Finite(Nimber(0))) => WHITE,
            Cell::Value(LoopyValue::Finite(value)) => viridis(self.share(value.0 as f64)),
            Cell::Value(LoopyValue::Infinity(_)) => return None,
            Cell::Score(score) => both_ways(*score as f64 / self.high * 0.85),
            Cell::Outcome(Outcome::P) => WHITE,
            Cell::Outcome(outcome) => of_outcome(*outcome).towards(WHITE, 0.35),
            Cell::Nothing => EMPTY,
        })
    }

    /// Values start at 1, since zeros have their own look.
    fn share(&self, value: f64) -> f64 {
        if self.high <= 1.0 { 0.5 } else { 0.12 + 0.88 * (value - 1.0) / (self.high - 1.0) }
    }

    /// Runs of equal cells are one rectangle.
    fn fills(&self, canvas: &mut Canvas) {
        for (r, row) in self.table.cells.iter().enumerate() {
            let mut column = 0;
            for alike in row.chunk_by(|a, b| self.colour(a) == self.colour(b)) {
                let fill = self.colour(&alike[0]).map_or("url(#loopy)".into(), |c| c.to_string());
                canvas.add(format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>",
                    Number(self.x(column)),
                    Number(self.y(r)),
                    Number(alike.len() as f64 * self.side),
                    Number(self.side)
                ));
                column += alike.len();
            }
        }
    }

    /// Frames of the lost positions, and the numbers.
    fn marks(&self, canvas: &mut Canvas) {
        for (r, row) in self.table.cells.iter().enumerate() {
            for (c, cell) in row.iter().enumerate() {
                if lost(cell) {
                    self.frame(canvas, self.x(c), self.y(r));
                }
                if self.font >= SMALLEST && *cell != Cell::Nothing {
                    let font = Font::new(self.font).middle();
                    let font =
                        if lost(cell) { font.bold().colour(BLUE) } else { font.colour(self.ink(cell)) };
                    let y = self.y(r) + self.side / 2.0 + self.font * 0.36;
                    canvas.text(self.x(c) + self.side / 2.0, y, font, &shown(cell));
                }
            }
        }
    }

    fn ink(&self, cell: &Cell) -> Colour {
        self.colour(cell).map_or(INK, Colour::ink)
    }

    fn frame(&self, canvas: &mut Canvas, x: f64, y: f64) {
        // Cells too small for a frame are filled.
        if self.side < 7.0 {
            canvas.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{BLUE}\" stroke=\"{WHITE}\" stroke-width=\"0.6\"/>",
                Number(x),
                Number(y),
                side = Number(self.side)
            ));
            return;
        }
        let thick = (self.side / 13.0).clamp(1.0, 2.4);
        canvas.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"none\" stroke=\"{BLUE}\" stroke-width=\"{}\"/>",
            Number(x + thick / 2.0 + 0.5),
            Number(y + thick / 2.0 + 0.5),
            Number(thick),
            side = Number(self.side - thick - 1.0)
        ));
    }

    /// The legend at the right: the scale and the special cells, as far as they occur.
    fn scale(&self, canvas: &mut Canvas, x: f64) {
        let has = |what: fn(&Cell) -> bool| self.table.cells.iter().flatten().any(what);
        let mut y = self.top;
        let mut entry = |canvas: &mut Canvas, fill: String, stroke: Colour, text: &str| {
            canvas.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
                Number(x + 1.0),
                Number(y + 1.0)
            ));
            canvas.text(x + 22.0, y + 12.0, Font::new(12.0), text);
            y += 24.0;
        };
        if has(lost) {
            let text = if has(|c| matches!(c, Cell::Value(_))) { "0 (P)" } else { "P" };
            entry(canvas, WHITE.to_string(), BLUE, text);
        }
        for outcome in [Outcome::N, Outcome::D] {
            let cell = Cell::Outcome(outcome);
            if self.table.cells.iter().flatten().any(|c| *c == cell) {
                let colour = of_outcome(outcome).towards(WHITE, 0.35);
                entry(canvas, colour.to_string(), colour, &outcome.to_string());
            }
        }
        if has(|c| matches!(c, Cell::Value(LoopyValue::Infinity(_)))) {
            entry(canvas, "url(#loopy)".into(), GREY, "infinite");
        }
        let scores = has(|c| matches!(c, Cell::Score(_)));
        if scores || has(|c| matches!(c, Cell::Value(LoopyValue::Finite(Nimber(1..))))) {
            self.bar(canvas, x, y + 6.0, scores);
        }
    }

    fn bar(&self, canvas: &mut Canvas, x: f64, y: f64, scores: bool) {
        const LENGTH: f64 = 120.0;
        const STEPS: usize = 40;
        let low = if scores { -self.high } else { 1.0 };
        let piece = LENGTH / STEPS as f64;
        for i in 0..STEPS {
            let value = self.high - (self.high - low) * (i as f64 + 0.5) / STEPS as f64;
            let colour =
                if scores { both_ways(value / self.high * 0.85) } else { viridis(self.share(value)) };
            canvas.add(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"16\" height=\"{}\" fill=\"{colour}\"/>",
                Number(x),
                Number(y + i as f64 * piece),
                Number(piece + 0.4)
            ));
        }
        let font = Font::new(12.0);
        canvas.text(x + 22.0, y + 9.0, font, &self.high.to_string());
        if low < self.high {
            canvas.text(x + 22.0, y + LENGTH + 1.0, font, &low.to_string());
        }
    }

    fn description(&self) -> String {
        let lost = self.table.cells.iter().flatten().filter(|cell| lost(cell)).count();
        format!(
            "Heat map over {} (rows) and {} (columns): {} by {} positions, {lost} of them P-positions, largest value {}.",
            self.table.axes[0],
            self.table.axes[1],
            self.table.rows.len(),
            self.table.columns.len(),
            self.high
        )
    }
}

fn lost(cell: &Cell) -> bool {
    match cell {
        Cell::Value(LoopyValue::Finite(value)) => *value == Nimber::ZERO,
        Cell::Outcome(outcome) => *outcome == Outcome::P,
        // The colour says it already.
        _ => false,
    }
}

/// What is written in a cell; sets of an infinite value would not fit.
fn shown(cell: &Cell) -> String {
    match cell {
        Cell::Value(LoopyValue::Infinity(_)) => "∞".into(),
        Cell::Nothing => String::new(),
        _ => cell.to_string(),
    }
}
