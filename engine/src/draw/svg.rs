//! A drawing as SVG.
//!
//! Lost, won and drawn states differ in colour, letter and shape, so the picture can be read in grey and without
//! seeing colours; winning moves are blue and thick. Each shape and each line carries a title for pointers and screen
//! readers.

use super::canvas::{Canvas, Escaped, Font, Number, short, text_width};
use super::colour::{BLUE, Colour, GREY, INK, WHITE, of_outcome};
use super::curve::pieces;
use super::labels::SIZE;
use super::layout::{Band, Drawing, Edge, LINE, MARGIN, Node, Point};
use super::states::verdict;
use crate::outcome::Outcome;

/// Moves that are not winning.
const PLAIN: Colour = Colour(0x8C, 0x8C, 0x8C);
/// Behind the start: also found in a crowd.
const START: &str = "#F6EE8A";
/// The background of every other layer.
const SHADE: Colour = Colour(0xF5, 0xF6, 0xF8);
/// A picture with more lines than this draws them paler.
const MANY: usize = 250;
/// The room for one line of the legend.
const LEGEND_LINE: f64 = 26.0;

/// The drawing as the text of an SVG file.
pub fn svg(drawing: &Drawing) -> String {
    let mut canvas = Canvas::new();
    let legend = legend(drawing);
    let widest = legend.iter().map(|entry| entry.width).fold(512.0, f64::max);
    let summary = drawing.summary();
    // Titles may be cut, but not down to nothing because the graph is narrow.
    let named = text_width(&drawing.title, 16.0).min(620.0).max(text_width(&summary, 12.0));
    let width = drawing.width.max(widest + 2.0 * MARGIN).max(named + 2.0 * MARGIN);
    let lines = rows(&legend, width - 2.0 * MARGIN);
    markers(&mut canvas);
    title(&mut canvas, &drawing.title, width - 2.0 * MARGIN);
    canvas.text(MARGIN, 49.0, Font::new(12.0).colour(GREY), &summary);
    for (index, band) in drawing.bands.iter().enumerate() {
        layer(&mut canvas, band, index, width);
    }
    if let Some(first) = drawing.bands.first() {
        canvas.text(MARGIN - 8.0, first.top - 6.0, Font::new(11.0).colour(GREY), drawing.measure.title());
    }
    // A graph narrower than its title and legend stands in the middle.
    let shift = ((width - drawing.width) / 2.0).max(0.0);
    canvas.add(format_args!("<g transform=\"translate({} 0)\">", Number(shift)));
    lines_of(drawing, &mut canvas);
    for node in &drawing.nodes {
        shape(&mut canvas, node, node.id == drawing.start);
    }
    canvas.add(format_args!("</g>"));
    let mut y = drawing.height;
    for line in lines {
        let mut x = MARGIN;
        for entry in line {
            entry.draw(&mut canvas, x, y);
            x += entry.width;
        }
        y += LEGEND_LINE;
    }
    canvas.finish(width, y + 4.0, &drawing.title, &description(drawing))
}

/// The title, in smaller letters if it is long; only what does not fit then is cut.
fn title(canvas: &mut Canvas, title: &str, room: f64) {
    // Bold letters are about so wide on average.
    let letter = 0.62;
    let size = (room / (letter * title.chars().count().max(1) as f64)).clamp(11.0, 16.0);
    canvas.text(MARGIN, 30.0, Font::new(size).bold(), &short(title, (room / (letter * size)) as usize));
}

fn markers(canvas: &mut Canvas) {
    for (name, colour) in [("win", BLUE), ("move", PLAIN)] {
        canvas.add(format_args!(
            "<marker id=\"{name}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerUnits=\"userSpaceOnUse\" \
             markerWidth=\"9\" markerHeight=\"9\" orient=\"auto\"><path d=\"M0 1L10 5L0 9z\" fill=\"{colour}\"/></marker>"
        ));
    }
}

fn layer(canvas: &mut Canvas, band: &Band, index: usize, width: f64) {
    if index.is_multiple_of(2) {
        canvas.add(format_args!(
            "<rect x=\"8\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{SHADE}\"/>",
            Number(band.top),
            Number(width - 16.0),
            Number(band.bottom - band.top)
        ));
    }
    let middle = (band.top + band.bottom) / 2.0 + 4.0;
    canvas.text(MARGIN - 8.0, middle, Font::new(12.0).colour(GREY), &band.label);
}

/// All moves, the winning ones last and so on top.
fn lines_of(drawing: &Drawing, canvas: &mut Canvas) {
    let many = drawing.edges.len() > MANY;
    for winning in [false, true] {
        let opacity = if many && !winning { " opacity=\"0.45\"" } else { "" };
        let (colour, thick, marker) = match winning {
            true => (BLUE, if many { "2" } else { "2.6" }, "win"),
            false => (PLAIN, "1.1", "move"),
        };
        canvas.add(format_args!("<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thick}\"{opacity}>"));
        for edge in drawing.edges.iter().filter(|e| e.winning == winning) {
            let (from, to) = (&drawing.nodes[edge.from.index()], &drawing.nodes[edge.to.index()]);
            let label = edge.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
            let wins = if winning { " (winning)" } else { "" };
            canvas.add(format_args!(
                "<path d=\"{}\" marker-end=\"url(#{marker})\"><title>{}{} → {}{wins}</title></path>",
                curve(&edge.path),
                Escaped(&label),
                Escaped(&from.label),
                Escaped(&to.label)
            ));
        }
        canvas.add(format_args!("</g>"));
    }
    drawing.edges.iter().for_each(|edge| write_label(canvas, edge));
}

/// Writes the name of a move where the layout found room for it.
fn write_label(canvas: &mut Canvas, edge: &Edge) {
    let (Some(label), Some(at)) = (&edge.label, edge.label_at) else { return };
    let colour = if edge.winning { BLUE } else { GREY };
    canvas.add(format_args!(
        "<text x=\"{}\" y=\"{}\" font-size=\"{SIZE}\" text-anchor=\"middle\" fill=\"{colour}\" stroke=\"{WHITE}\" \
         stroke-width=\"3\" paint-order=\"stroke\" stroke-linejoin=\"round\">{}</text>",
        Number(at.x),
        Number(at.y + 4.0),
        Escaped(label)
    ));
}

/// A smooth line through points.
fn curve(path: &[Point]) -> String {
    let point = |p: Point| format!("{} {}", Number(p.x), Number(p.y));
    let Some(first) = path.first() else { return String::new() };
    let begin = format!("M{}", point(*first));
    if let [_, end] = path {
        return begin + "L" + &point(*end);
    }
    pieces(path)
        .fold(begin, |d, [_, one, two, end]| d + &format!("C{} {} {}", point(one), point(two), point(end)))
}

fn shape(canvas: &mut Canvas, node: &Node, start: bool) {
    let (letter, value) = verdict(node.outcome, node.value.as_ref(), node.score);
    let colour = of_outcome(node.outcome);
    let remoteness = node.remoteness.map_or(String::new(), |r| format!(", remoteness {r}"));
    let shown = if value.is_empty() { String::new() } else { format!(" {value}") };
    canvas.add(format_args!("<g><title>{}: {letter}{shown}{remoteness}</title>", Escaped(&node.label)));
    if start {
        outline(canvas, node, 5.0, START, colour, 1.4);
    }
    outline(canvas, node, 0.0, &colour.pale().to_string(), colour, 2.2);
    let below = (node.lines.len() - 1) as f64 * LINE / 2.0;
    for (index, line) in node.lines.iter().enumerate() {
        let font = Font::new(13.0).bold().middle();
        let font = if node.lines.len() > 1 { font.even() } else { font };
        canvas.text(node.x, node.y - 2.0 - below + index as f64 * LINE, font, line);
    }
    let gap = if value.is_empty() { "" } else { " " };
    canvas.add(format_args!(
        "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"middle\" fill=\"{INK}\">\
         <tspan font-weight=\"bold\" fill=\"{}\">{letter}</tspan>{gap}{}</text></g>",
        Number(node.x),
        Number(node.y + 13.0 + below),
        colour.towards(INK, 0.25),
        Escaped(&value)
    ));
}

/// Box, ellipse or diamond, somewhat larger by `more`.
fn outline(canvas: &mut Canvas, node: &Node, more: f64, fill: &str, stroke: Colour, thick: f64) {
    let (x, y, a, b) = (node.x, node.y, node.width / 2.0 + more, node.height / 2.0 + more);
    let style = format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{thick}\"");
    match node.outcome {
        Outcome::P => canvas.add(format_args!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"5\" {style}/>",
            Number(x - a),
            Number(y - b),
            Number(2.0 * a),
            Number(2.0 * b)
        )),
        Outcome::N => canvas.add(format_args!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {style}/>",
            Number(x),
            Number(y),
            Number(a),
            Number(b)
        )),
        Outcome::D => canvas.add(format_args!(
            "<path d=\"M{} {}L{} {}L{} {}L{} {}z\" stroke-linejoin=\"round\" {style}/>",
            Number(x - a),
            Number(y),
            Number(x),
            Number(y - b),
            Number(x + a),
            Number(y),
            Number(x),
            Number(y + b)
        )),
    }
}

/// One entry of the legend.
struct Legend {
    what: Shown,
    text: String,
    width: f64,
}

enum Shown {
    Shape(Outcome, bool),
    Winning,
    Nothing,
}

/// What the picture uses, and only that.
fn legend(drawing: &Drawing) -> Vec<Legend> {
    let scored = drawing.nodes.iter().any(|n| n.score.is_some());
    let mut entries = Vec::new();
    let mut add = |what: Shown, text: &str| {
        let mark = if matches!(what, Shown::Nothing) { 0.0 } else { 36.0 };
        entries.push(Legend { what, text: text.into(), width: mark + text_width(text, 12.0) + 22.0 });
    };
    for outcome in [Outcome::P, Outcome::N, Outcome::D] {
        let text = match outcome {
            _ if !drawing.nodes.iter().any(|n| n.outcome == outcome) => continue,
            Outcome::P if scored => "P: the mover ends behind",
            Outcome::N if scored => "N: the mover ends ahead",
            Outcome::D if scored => "D: level",
            Outcome::P => "P: the previous player wins",
            Outcome::N => "N: the next player wins",
            Outcome::D => "D: a draw",
        };
        add(Shown::Shape(outcome, false), text);
    }
    if drawing.edges.iter().any(|e| e.winning) {
        add(Shown::Winning, if scored { "best move" } else { "winning move" });
    }
    add(Shown::Shape(drawing.nodes[drawing.start.index()].outcome, true), "start");
    if scored {
        add(Shown::Nothing, "number: the mover’s best difference");
    } else if drawing.nodes.iter().any(|n| n.value.is_some()) {
        add(Shown::Nothing, "number: the value");
    }
    entries
}

/// Breaks the legend into lines.
fn rows(legend: &[Legend], room: f64) -> Vec<Vec<&Legend>> {
    let mut lines: Vec<Vec<&Legend>> = vec![Vec::new()];
    let mut used = 0.0;
    for entry in legend {
        if used > 0.0 && used + entry.width > room {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += entry.width;
        if let Some(line) = lines.last_mut() {
            line.push(entry);
        }
    }
    lines
}

impl Legend {
    fn draw(&self, canvas: &mut Canvas, x: f64, y: f64) {
        let text = match self.what {
            Shown::Nothing => x,
            _ => x + 36.0,
        };
        match self.what {
            Shown::Nothing => {}
            Shown::Winning => canvas.add(format_args!(
                "<path d=\"M{} {y1}L{} {y1}\" stroke=\"{BLUE}\" stroke-width=\"2.6\" marker-end=\"url(#win)\"/>",
                Number(x),
                Number(x + 29.0),
                y1 = Number(y)
            )),
            Shown::Shape(outcome, start) => sample(canvas, outcome, start, x + 14.0, y),
        }
        canvas.text(text, y + 4.0, Font::new(12.0), &self.text);
    }
}

fn sample(canvas: &mut Canvas, outcome: Outcome, start: bool, x: f64, y: f64) {
    let (width, height) = if outcome == Outcome::D { (26.0, 20.0) } else { (18.0, 16.0) };
    let node = Node {
        id: Default::default(),
        label: String::new(),
        lines: Vec::new(),
        position: Vec::new(),
        outcome,
        value: None,
        score: None,
        remoteness: None,
        rank: 0,
        wins: Vec::new(),
        left_out: 0,
        x,
        y,
        width,
        height,
    };
    let colour = of_outcome(outcome);
    if start {
        outline(canvas, &node, 3.5, START, colour, 1.2);
    }
    outline(canvas, &node, 0.0, &colour.pale().to_string(), colour, 2.0);
}

/// For those who cannot see the picture.
fn description(drawing: &Drawing) -> String {
    const LISTED: usize = 40;
    let lost: Vec<&str> =
        drawing.nodes.iter().filter(|n| n.outcome == Outcome::P).map(|n| n.label.as_str()).collect();
    let mut text = format!("Game graph. {}.", drawing.summary());
    match lost.len() {
        0 => {}
        count if count <= LISTED => text += &format!(" P-positions: {}.", lost.join("; ")),
        count => text += &format!(" {count} P-positions, among them {}.", lost[..LISTED].join("; ")),
    }
    text
}
