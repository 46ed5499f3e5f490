//! A position drawn, with what a move changes in the drawing: what a front end needs so that people can see and play any
//! game on places by clicking them, without knowing the game.

mod changes;
mod layout;

use serde::Serialize;

pub(crate) use changes::{MOST_MOVES, changed};
pub(crate) use layout::{circle, spread};

/// A drawn position. Lengths are in units of about one line, or one cell.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Sketch {
    /// The places: cells or vertices.
    pub points: Vec<Point>,
    /// The edges.
    pub lines: Vec<Line>,
    /// How places look.
    pub tiles: Tiles,
    /// Whether what leaves the drawing on one side comes back on the other.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub wraps: bool,
    /// Every move, by what it changes; none if they are too many.
    pub moves: Vec<Change>,
}

/// How the places of a drawing look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SketchTiles"))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Tiles {
    /// Points with lines between them.
    Vertices,
    /// Cells in a circle, with a line to the next.
    Ring,
    /// Squares in rows.
    Squares,
    /// Hexagons in shifted rows.
    Hexagons,
    /// Letters of a word, which may vanish and part.
    Letters,
    /// Stacks, whose signs are how high they are.
    Stacks,
}

/// A place of a drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SketchPoint"))]
#[non_exhaustive]
pub struct Point {
    /// Names the same place in every position of a game.
    pub id: String,
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
    /// Whether it is the ground, which cannot be taken.
    pub ground: bool,
    /// What the move that takes this vertex leaves of the component.
    pub leaves: Option<String>,
    /// What stands there: a letter or a number, `o` for a member of a set, `.` for nothing; `*` behind it is the piece that
    /// moves about. Empty where there is nothing to tell.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

/// An edge of a drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SketchLine"))]
#[non_exhaustive]
pub struct Line {
    /// The two vertices, as places in [`Sketch::points`].
    pub ends: [usize; 2],
    /// What the move that takes this edge leaves of the component.
    pub leaves: Option<String>,
    /// `.` for an edge that is gone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

/// A move as it is seen in a drawing. Things are numbered: the points first, then the lines.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SketchChange"))]
#[non_exhaustive]
pub struct Change {
    /// What it leaves of the component, as it is written; with ` & ` between the parts if they are several.
    pub leaves: String,
    /// The things that the rule itself names, where it does; they tell the move better than all that it changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub picks: Vec<usize>,
    /// The things that it changes.
    pub things: Vec<usize>,
    /// What stands there afterwards, one for one.
    pub signs: Vec<String>,
}

impl Point {
    /// A place with nothing to tell.
    pub(crate) fn new(id: String, [x, y]: [f64; 2]) -> Point {
        Point { id, x, y, ground: false, leaves: None, sign: String::new() }
    }
}

impl Line {
    pub(crate) fn new(ends: [usize; 2]) -> Line {
        Line { ends, leaves: None, sign: String::new() }
    }
}

/// Stones of a row of text.
const MOST_STONES: usize = 40;
/// Rows of hexagons lie closer than rows of squares.
const HEXAGON_ROW: f64 = 0.866;

impl Sketch {
    pub(crate) fn new(tiles: Tiles, points: Vec<Point>, lines: Vec<Line>) -> Sketch {
        Sketch { points, lines, tiles, wraps: false, moves: Vec::new() }
    }

    /// Cells in rows and columns; one row numbers its cells.
    pub(crate) fn rows(tiles: Tiles, rows: usize, columns: usize) -> Sketch {
        let point = |at: usize| {
            let (row, column) = (at / columns.max(1), at % columns.max(1));
            let id = if rows == 1 { column.to_string() } else { format!("{row},{column}") };
            let (x, y) = (column as f64, row as f64);
            Point::new(id, if tiles == Tiles::Hexagons { [x + y / 2.0, y * HEXAGON_ROW] } else { [x, y] })
        };
        Sketch::new(tiles, (0..rows * columns).map(point).collect(), Vec::new())
    }

    /// Cells in a circle.
    pub(crate) fn ring(cells: usize) -> Sketch {
        let at = circle(cells).into_iter().enumerate();
        let points = at.map(|(i, place)| Point::new(i.to_string(), place)).collect();
        let lines = (0..if cells > 2 { cells } else { 0 }).map(|i| Line::new([i, (i + 1) % cells])).collect();
        Sketch::new(Tiles::Ring, points, lines)
    }

    /// The same drawing with signs on its points and then on its lines.
    pub(crate) fn signed(mut self, signs: Vec<String>) -> Sketch {
        let mut signs = signs.into_iter();
        self.points.iter_mut().zip(&mut signs).for_each(|(point, sign)| point.sign = sign);
        self.lines.iter_mut().zip(&mut signs).for_each(|(line, sign)| line.sign = sign);
        self
    }

    /// What stands on the points and then on the lines.
    pub(crate) fn signs(&self) -> Vec<String> {
        let points = self.points.iter().map(|point| point.sign.clone());
        points.chain(self.lines.iter().map(|line| line.sign.clone())).collect()
    }

    /// The moves of a drawing whose things tell by themselves what taking them leaves.
    pub(crate) fn taking(mut self) -> Sketch {
        let points = self.points.iter().map(|point| &point.leaves);
        let all = points.chain(self.lines.iter().map(|line| &line.leaves)).enumerate();
        let taken = |(at, leaves): (usize, &Option<String>)| {
            let leaves = leaves.clone()?;
            Some(Change { leaves, picks: Vec::new(), things: vec![at], signs: vec![String::new()] })
        };
        self.moves = all.filter_map(taken).collect();
        self
    }

    /// A text of rows as a board, where it is one: rows of signs, equally long.
    pub(crate) fn of_text(text: &str) -> Option<Sketch> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let wide = rows.first()?.len();
        let is_sign = |c: &char| ".#XO".contains(*c);
        let board = wide > 0 && rows.iter().all(|row| row.len() == wide && row.iter().all(is_sign));
        let signs = rows.iter().flatten().map(char::to_string).collect();
        board.then(|| Sketch::rows(Tiles::Squares, rows.len(), wide).signed(signs))
    }

    /// The drawing as lines of text, for a terminal: boards row by row, stacks as rows of stones, graphs as what is joined to
    /// each vertex that is left.
    pub fn lines_of_text(&self) -> Vec<String> {
        match self.tiles {
            Tiles::Vertices => self.joined(),
            Tiles::Stacks => self.stacks(),
            _ => self.cells(),
        }
    }

    fn cells(&self) -> Vec<String> {
        let wide = self.points.iter().map(|point| point.sign.chars().count()).max().unwrap_or(1);
        let shifted = self.tiles == Tiles::Hexagons;
        // Single letters stand close together, as they are written; rows of hexagons are shifted by half a cell each.
        let gap = if wide > 1 || shifted { " " } else { "" };
        let mut rows: Vec<(f64, String)> = Vec::new();
        for point in &self.points {
            let row = if self.tiles == Tiles::Ring { 0.0 } else { point.y };
            if rows.last().is_none_or(|(last, _)| *last != row) {
                rows.push((
                    row,
                    if shifted { " ".repeat(rows.len() * (wide + 1) / 2) } else { String::new() },
                ));
            }
            if let Some((_, text)) = rows.last_mut() {
                text.push_str(&format!("{:>wide$}{gap}", point.sign));
            }
        }
        rows.into_iter().map(|(_, row)| row.trim_end().to_string()).collect()
    }

    fn stacks(&self) -> Vec<String> {
        let stack = |point: &Point| {
            let high = point.sign.parse::<usize>().unwrap_or(0).min(MOST_STONES);
            format!("{:>3}  {} {}", point.id, "●".repeat(high), point.sign)
        };
        self.points.iter().map(stack).collect()
    }

    fn joined(&self) -> Vec<String> {
        let there = |at: usize| self.points[at].sign != "." && !self.points[at].ground;
        let mut all = Vec::new();
        for (at, point) in self.points.iter().enumerate().filter(|(at, _)| there(*at)) {
            let lines = self.lines.iter().filter(|line| line.sign != "." && line.ends.contains(&at));
            let other = |line: &Line| if line.ends[0] == at { line.ends[1] } else { line.ends[0] };
            let others =
                lines.map(other).filter(|other| there(*other)).map(|other| self.points[other].id.as_str());
            let sign = point.sign.trim_start_matches('o');
            let sign = if sign.is_empty() { String::new() } else { format!(" {sign}") };
            all.push(format!("{:>3}{sign}  – {}", point.id, others.collect::<Vec<_>>().join(" ")));
        }
        all
    }
}
