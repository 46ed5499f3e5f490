//! A position as SVG: boards as they lie, heaps as rows of stones, and what a winning move changes.
//!
//! Boards come as the sketches that front ends let people click, so that every game on places has a picture without
//! knowing of pictures.

use std::ops::Range;

use super::canvas::{Canvas, Escaped, Font, Number, short, text_width};
use super::colour::{Colour, GREY, INK};
use super::layout::{MARGIN, game, said};
use crate::arena::{self, Arena};
use crate::error::Result;
use crate::position::{Coordinate, Place};
use crate::report::{MoveReport, Part, Report};
use crate::sketch::{Change, Sketch, Tiles};
use crate::work::Work;

/// Pixels for a unit of a sketch.
const UNIT: f64 = 46.0;
/// Room around the middle of a place, in units.
const AROUND: f64 = 0.62;
/// Heaps larger than this are numbers.
const MOST_STONES: i64 = 30;
/// A stone of a heap with the room around it.
const STONE: f64 = 30.0;
/// The picture grows downwards rather than be wider than this.
const WIDEST: f64 = 760.0;
const TOP: f64 = 76.0;
const GAP: f64 = 30.0;
const CELL: Colour = Colour(0xF7, 0xF5, 0xF0);
const PIECE: Colour = Colour(0x2C, 0x33, 0x3D);
const EDGE: Colour = Colour(0x8D, 0x8A, 0x82);
/// What a winning move changes.
const WINNING: Colour = Colour(0x14, 0x80, 0x4A);
const WINNING_PALE: Colour = Colour(0xD3, 0xEE, 0xDD);

/// A component, ready to be drawn at a place.
struct Shown {
    body: Body,
    width: f64,
    height: f64,
}

enum Body {
    /// What a winning move changes is given by the numbers of things.
    Board(Sketch, Vec<usize>),
    /// The stones that a winning move takes are a range.
    Stones(i64, Range<i64>),
    /// Anything else, as it is written; and whether a winning move is made in it.
    Text(String, bool),
}

/// The position as the text of an SVG file. One winning move is shown, if there is any.
pub fn board(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<String> {
    let report = arena::report(arena, position, work)?;
    let title = game(arena);
    let wins = !report.winning_moves.is_empty();
    // The best move is the first to look at, if it wins.
    let best = report.best_move.as_ref().filter(|_| wins).or(report.winning_moves.first());
    let mut all = Vec::new();
    for (index, text) in position.iter().enumerate() {
        work.step("components", index as u64, None)?;
        let by = best.filter(|by| by.component == index);
        let sketch = arena.sketch(text, work)?;
        all.push(shown(sketch, &arena.place(text), by));
    }
    Ok(picture(&all, title.trim_end_matches(','), &report, best))
}

fn picture(all: &[Shown], title: &str, report: &Report, best: Option<&MoveReport>) -> String {
    let mut canvas = Canvas::new();
    let summary = said(report.outcome, report.value.as_ref(), report.score);
    let told = best.map(|by| told(by, report));
    let words = told.as_ref().map_or(0.0, |told| 22.0 + text_width(told, 12.0));
    let named = text_width(title, 16.0).max(words).min(620.0);
    let mut width = named.max(text_width(&summary, 12.0)) + 2.0 * MARGIN;
    let (mut x, mut y, mut below) = (MARGIN, TOP, TOP);
    for one in all {
        // Heaps lie one below the other, so that they can be compared.
        let heap = matches!(one.body, Body::Stones(..));
        if x > MARGIN && (heap || x + one.width > WIDEST) {
            (x, y) = (MARGIN, below + if heap { 8.0 } else { GAP });
        }
        one.draw(&mut canvas, x, y);
        x += one.width + GAP;
        (width, below) = (width.max(x - GAP + MARGIN), below.max(y + one.height));
    }
    let letters = ((width - 2.0 * MARGIN) / 9.6) as usize;
    canvas.text(MARGIN, 30.0, Font::new(16.0).bold(), &short(title, letters));
    canvas.text(MARGIN, 49.0, Font::new(12.0).colour(GREY), &summary);
    if let Some(told) = &told {
        below += 34.0;
        canvas.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{WINNING_PALE}\" stroke=\"{WINNING}\" stroke-width=\"2\"/>",
            Number(MARGIN),
            Number(below - 11.0)
        ));
        canvas.text(MARGIN + 22.0, below + 1.0, Font::new(12.0), &short(told, letters * 4 / 3));
    }
    let description = told.map_or(format!("{summary}."), |told| format!("{summary}; {told}."));
    canvas.finish(width, below + 24.0, title, &description)
}

/// A move in words.
fn told(by: &MoveReport, report: &Report) -> String {
    let from = report.components.get(by.component).map_or(String::new(), |one| one.position.to_string());
    let to: Vec<String> = by.to.iter().map(Part::to_string).collect();
    let to = if to.is_empty() { "∅".into() } else { to.join(" + ") };
    // What the rules call a move is shorter, and the board shows the rest.
    let said = by.label.clone().unwrap_or_else(|| format!("{from} → {to}"));
    format!("a {} move: {said}", if report.score.is_some() { "best" } else { "winning" })
}

fn shown(sketch: Option<Sketch>, place: &Place, by: Option<&MoveReport>) -> Shown {
    match (sketch, place) {
        (Some(sketch), _) if !sketch.points.is_empty() => {
            let changed = by.and_then(|by| change(&sketch, by)).map_or(Vec::new(), |one| one.things.clone());
            let (across, down) = extent(&sketch);
            let side = |range: &Range<f64>| (range.end - range.start + 2.0 * AROUND) * UNIT;
            Shown { width: side(&across), height: side(&down), body: Body::Board(sketch, changed) }
        }
        (_, Place::One(Coordinate::Int(n))) if (0..=MOST_STONES).contains(n) => {
            let taken = match by.map(|by| by.to.as_slice()) {
                Some([Part::One(Place::One(Coordinate::Int(left)))]) if left < n => *left..*n,
                Some([]) => 0..*n,
                _ => 0..0,
            };
            Shown { body: Body::Stones(*n, taken), width: 40.0 + *n as f64 * STONE, height: STONE }
        }
        (_, place) => {
            let text = place.to_string();
            Shown {
                width: text_width(&text, 18.0) + 28.0,
                height: 48.0,
                body: Body::Text(text, by.is_some()),
            }
        }
    }
}

/// What a move changes in a sketch, by what it leaves.
fn change<'a>(sketch: &'a Sketch, by: &MoveReport) -> Option<&'a Change> {
    let copies = |part: &Part| match part {
        Part::One(place) => vec![place.argument()],
        Part::Copies { count, of } => vec![of.argument(); (*count).min(64) as usize],
    };
    let leaves = by.to.iter().flat_map(copies).collect::<Vec<_>>().join(" & ");
    sketch.moves.iter().find(|change| change.leaves == leaves)
}

/// From where to where the middles of places lie, across and down.
fn extent(sketch: &Sketch) -> (Range<f64>, Range<f64>) {
    let over = |at: fn(&crate::sketch::Point) -> f64| {
        let all = || sketch.points.iter().map(at);
        all().fold(f64::INFINITY, f64::min)..all().fold(f64::NEG_INFINITY, f64::max)
    };
    let (across, mut down) = (over(|point| point.x), over(|point| point.y));
    if sketch.tiles == Tiles::Stacks {
        let highest = sketch.points.iter().filter_map(|point| point.sign.parse().ok()).fold(1.0, f64::max);
        down.start -= highest.min(MOST_STONES as f64) * 0.34;
    }
    (across, down)
}

impl Shown {
    fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        match &self.body {
            Body::Board(sketch, changed) => lay(canvas, sketch, changed, x, y),
            Body::Stones(n, taken) => {
                for stone in 0..*n {
                    let (fill, stroke) =
                        if taken.contains(&stone) { (WINNING_PALE, WINNING) } else { (PIECE, PIECE) };
                    disc(
                        canvas,
                        x + 40.0 + STONE * (stone as f64 + 0.5),
                        y + STONE / 2.0,
                        12.0,
                        fill,
                        stroke,
                    );
                }
                canvas.text(
                    x + 26.0,
                    y + STONE / 2.0 + 5.0,
                    Font::new(14.0).end().colour(GREY),
                    &n.to_string(),
                );
            }
            Body::Text(text, winning) => {
                let stroke = if *winning { WINNING } else { EDGE };
                canvas.add(format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{CELL}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
                    Number(x),
                    Number(y),
                    Number(self.width),
                    Number(self.height)
                ));
                canvas.text(x + self.width / 2.0, y + 30.0, Font::new(18.0).bold().middle(), text);
            }
        }
    }
}

/// Draws a sketch with its upper left corner at a place.
fn lay(canvas: &mut Canvas, sketch: &Sketch, changed: &[usize], x: f64, y: f64) {
    let (across, down) = extent(sketch);
    let at = |i: usize| {
        let point = &sketch.points[i];
        (x + (point.x - across.start + AROUND) * UNIT, y + (point.y - down.start + AROUND) * UNIT)
    };
    if sketch.points.iter().any(|point| point.ground) {
        let right = x + (across.end - across.start + 2.0 * AROUND) * UNIT - 6.0;
        let ground = y + (down.end - down.start + AROUND) * UNIT;
        canvas.add(format_args!(
            "<path d=\"M{} {ground}H{}\" stroke=\"{WINNING}\" stroke-width=\"3\"/>",
            Number(x + 6.0),
            Number(right),
            ground = Number(ground)
        ));
    }
    for (i, line) in sketch.lines.iter().enumerate() {
        let won = changed.contains(&(sketch.points.len() + i));
        join(canvas, at(line.ends[0]), at(line.ends[1]), bend(sketch, i), line.sign == ".", won);
    }
    for (i, point) in sketch.points.iter().enumerate() {
        let (px, py) = at(i);
        let won = changed.contains(&i);
        match sketch.tiles {
            _ if point.ground => disc(canvas, px, py, 4.0, PIECE, PIECE),
            Tiles::Stacks => stack(canvas, &point.sign, px, py, won),
            Tiles::Vertices | Tiles::Ring => {
                let bare = point.sign.is_empty() && point.leaves.is_none() && !won;
                if bare {
                    disc(canvas, px, py, 5.0, PIECE, PIECE);
                } else {
                    ball(canvas, px, py, &point.sign, &point.id, won);
                }
            }
            tiles => {
                tile(canvas, tiles, px, py, won);
                piece(canvas, &point.sign, px, py);
            }
        }
    }
}

/// How far a line is bent, so that lines between the same points can be told apart.
fn bend(sketch: &Sketch, line: usize) -> f64 {
    let ends = |i: usize| {
        let [a, b] = sketch.lines[i].ends;
        (a.min(b), a.max(b))
    };
    let alike: Vec<usize> = (0..sketch.lines.len()).filter(|&i| ends(i) == ends(line)).collect();
    let place = alike.iter().position(|&i| i == line).unwrap_or(0);
    (place as f64 - (alike.len() - 1) as f64 / 2.0) * 0.45 * UNIT
}

fn join(canvas: &mut Canvas, (ax, ay): (f64, f64), (bx, by): (f64, f64), bend: f64, gone: bool, won: bool) {
    let long = (bx - ax).hypot(by - ay);
    let style = match (won, gone) {
        (true, _) => format!("stroke=\"{WINNING}\" stroke-width=\"5\""),
        (_, true) => format!("stroke=\"{EDGE}\" stroke-width=\"1.2\" stroke-dasharray=\"4 4\""),
        _ => format!("stroke=\"{PIECE}\" stroke-width=\"2.5\""),
    };
    let path = if long < 1e-6 {
        // A loop stands beside its point.
        let size = 0.55 * UNIT + bend.abs();
        let (right, up, low) = (Number(ax + size), Number(ay - size), Number(ay + size));
        format!("M{0} {1}C{right} {up} {right} {low} {0} {1}", Number(ax), Number(ay))
    } else {
        let (nx, ny) = (-(by - ay) / long, (bx - ax) / long);
        let (hx, hy) = ((ax + bx) / 2.0 + 2.0 * bend * nx, (ay + by) / 2.0 + 2.0 * bend * ny);
        format!("M{} {}Q{} {} {} {}", Number(ax), Number(ay), Number(hx), Number(hy), Number(bx), Number(by))
    };
    canvas.add(format_args!("<path d=\"{path}\" fill=\"none\" {style}/>"));
}

fn disc(canvas: &mut Canvas, x: f64, y: f64, r: f64, fill: Colour, stroke: Colour) {
    canvas.add(format_args!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"2\"/>",
        Number(x),
        Number(y),
        Number(r)
    ));
}

/// A vertex with its name, or with what stands on it.
fn ball(canvas: &mut Canvas, x: f64, y: f64, sign: &str, name: &str, won: bool) {
    let (fill, stroke) = match (won, sign) {
        (true, _) => (WINNING_PALE, WINNING),
        (_, ".") => (CELL, EDGE),
        _ => (Colour(0xFF, 0xFF, 0xFF), PIECE),
    };
    disc(canvas, x, y, 0.29 * UNIT, fill, stroke);
    let text = if sign.is_empty() || sign == "o" || sign == "." { name } else { sign };
    canvas.text(
        x,
        y + 4.5,
        Font::new(13.0).bold().middle().colour(if sign == "." { EDGE } else { INK }),
        text,
    );
}

fn tile(canvas: &mut Canvas, tiles: Tiles, x: f64, y: f64, won: bool) {
    let (fill, stroke, thick) = if won { (WINNING_PALE, WINNING, 3) } else { (CELL, EDGE, 1) };
    if tiles == Tiles::Hexagons {
        let corners = [(0.0, -1.0), (0.866, -0.5), (0.866, 0.5), (0.0, 1.0), (-0.866, 0.5), (-0.866, -0.5)];
        let corners = corners
            .map(|(dx, dy)| format!("{},{}", Number(x + dx * 0.555 * UNIT), Number(y + dy * 0.555 * UNIT)));
        canvas.add(format_args!(
            "<polygon points=\"{}\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
            corners.join(" ")
        ));
        return;
    }
    let side = 0.94 * UNIT;
    canvas.add(format_args!(
        "<rect x=\"{}\" y=\"{}\" width=\"{s}\" height=\"{s}\" rx=\"4\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"/>",
        Number(x - side / 2.0),
        Number(y - side / 2.0),
        s = Number(side)
    ));
}

/// What stands on a cell: `#` is taken, `o` a stone, anything else a letter.
fn piece(canvas: &mut Canvas, sign: &str, x: f64, y: f64) {
    match sign {
        "" | "." => {}
        "#" => canvas.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{s}\" height=\"{s}\" rx=\"5\" fill=\"{PIECE}\"/>",
            Number(x - 0.36 * UNIT),
            Number(y - 0.36 * UNIT),
            s = Number(0.72 * UNIT)
        )),
        "o" => disc(canvas, x, y, 0.3 * UNIT, PIECE, PIECE),
        letter => canvas.add(format_args!(
            "<text x=\"{}\" y=\"{}\" font-size=\"24\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{INK}\">{}</text>",
            Number(x),
            Number(y + 8.5),
            Escaped(letter)
        )),
    }
}

/// A stack of stones over the number of them; a high one is the number alone.
fn stack(canvas: &mut Canvas, sign: &str, x: f64, y: f64, won: bool) {
    let stones = sign.parse::<i64>().ok().filter(|n| (0..=MOST_STONES).contains(n)).unwrap_or(0);
    let (fill, stroke) = if won { (WINNING_PALE, WINNING) } else { (PIECE, PIECE) };
    for stone in 0..stones {
        canvas.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"12\" rx=\"6\" fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"1.5\"/>",
            Number(x - 0.4 * UNIT),
            Number(y - 15.6 * (stone as f64 + 1.0)),
            Number(0.8 * UNIT)
        ));
    }
    canvas.text(x, y + 18.0, Font::new(14.0).bold().middle(), sign);
}
