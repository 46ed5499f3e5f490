//! A game graph with a place for everything: layers from top to bottom, the start above, the end below.
//!
//! States of one rank share a band; within it they are ordered so that few moves cross, and moved towards what they
//! are connected with. Moves that pass through a layer keep a gap open there. Everything is deterministic.
//!
//! Literature: Sugiyama, Tagawa, Toda 1981 (layers, barycentres, gaps for long edges); Robertson, Wright, Dykstra
//! 1988 (isotonic regression, which places a row). Complexity: O(S·(V + E) log V) for S sweeps, E with the gaps.
//!
//! ```
//! use grundy::draw::{DrawOptions, draw, svg};
//! use grundy::{Lets, Outcome, Source, Work, open};
//! let work = Work::unwatched();
//! let at = ["8".to_string()];
//! let mut game = open(Source::Text("n -> n-k for k in 1..3"), &Lets::new(), &at, None, &work)?;
//! let drawing = draw(game.arena(), &at, None, &DrawOptions::default(), &work)?;
//! let lost: Vec<_> = drawing.nodes.iter().filter(|n| n.outcome == Outcome::P).map(|n| &n.label[..]).collect();
//! assert_eq!(lost, ["8", "4", "0"]);
//! assert!(svg(&drawing).starts_with("<svg"));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::collections::HashSet;

use serde::Serialize;

use crate::arena::{Arena, DecidedBy};
use crate::error::Result;
use crate::graph::Vertex;
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::work::Work;

use super::canvas::text_width;
use super::labels;
use super::order::{Row, Rows};
use super::ranks::{Measure, by_distance, ranks};
use super::states::{self, DrawOptions, Shown, States, verdict};

/// A game graph with a place for everything. Lengths are pixels, y grows downwards.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Drawing {
    /// The game and the position.
    pub title: String,
    /// The position that was asked for.
    pub start: Vertex,
    /// What the layers count.
    pub measure: Measure,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
    /// The layers, from the top.
    pub bands: Vec<Band>,
    /// The states; the id of a node is its place in this list.
    pub nodes: Vec<Node>,
    /// The moves.
    pub edges: Vec<Edge>,
}

/// The states of one rank.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Band {
    /// The rank.
    pub rank: u32,
    /// What to write beside it: draws have no number.
    pub label: String,
    /// Where it begins.
    pub top: f64,
    /// Where it ends.
    pub bottom: f64,
}

/// A state of the game.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Node {
    /// Its number.
    pub id: Vertex,
    /// The position.
    pub label: String,
    /// The position as it is written in its shape: cut if it is long, a board row by row.
    pub lines: Vec<String>,
    /// The position, component by component.
    pub position: Vec<Place>,
    /// Who wins.
    pub outcome: Outcome,
    /// Its value, where values decide.
    pub value: Option<LoopyValue>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// How long it lasts, where known.
    pub remoteness: Option<u32>,
    /// Its layer, 0 at the bottom.
    pub rank: u32,
    /// The states that its winning moves lead to.
    pub wins: Vec<Vertex>,
    /// Moves of an opened position that are not drawn.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// The centre.
    pub x: f64,
    /// The centre.
    pub y: f64,
    /// From the left end to the right.
    pub width: f64,
    /// From top to bottom.
    pub height: f64,
}

// Only the exception is worth a line of JSON.
fn is_zero(count: &u64) -> bool {
    *count == 0
}

/// A move, or several that lead from one state to the same other.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Edge {
    /// Where it starts.
    pub from: Vertex,
    /// Where it leads.
    pub to: Vertex,
    /// What the rules call it, and what it gains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Whether it wins; in a scoring game, whether it reaches the score.
    pub winning: bool,
    /// The line, from border to border.
    pub path: Vec<Point>,
    /// The centre of the label, where there is room to write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label_at: Option<Point>,
}

/// A place in a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Downwards.
    pub y: f64,
}

/// Longer labels are cut; the picture carries them in full as titles.
pub(super) const LONGEST_LABEL: usize = 22;
/// Room on every side.
pub(super) const MARGIN: f64 = 24.0;
/// Room for the title above the first layer.
const HEAD: f64 = 78.0;
/// The share of a gap that belongs to neither layer, on either side.
const BETWEEN: f64 = 0.2;
/// The most room between rows, which is given only where the names of moves need it.
const WIDEST_GAP: f64 = 180.0;
/// The height of a node of one line that is not a draw.
const HEIGHT: f64 = 42.0;
/// The height of every further line.
pub(super) const LINE: f64 = 15.0;
/// The width of a letter of a board, whose columns stand one below the other.
const LETTER: f64 = 8.0;
/// The most rows of a board that are shown one below the other.
const MOST_ROWS: usize = 8;

/// Draws the game graph from a position; of the positions that were opened only, if such are given.
pub fn draw(
    arena: &mut dyn Arena,
    position: &[String],
    opened: Option<&[Vec<String>]>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let shown = Shown { position, opened };
    let states = states::explore(arena, &shown, options, work)?;
    let (ranks, measure) = match shown.whole(options) {
        true => ranks(&states, options.layers, work)?,
        false => by_distance(&states),
    };
    arrange(title(arena, position)?, &states, &ranks, measure, work)
}

/// What is drawn: the game, how it is played if not as usual, and where it begins.
fn title(arena: &dyn Arena, position: &[String]) -> Result<String> {
    let places: Vec<String> = arena.tidy_all(position)?.iter().map(|text| arena.caption(text)).collect();
    let from = if places.is_empty() { "nothing".into() } else { places.join(" + ") };
    Ok(format!("{} from {from}", game(arena)))
}

/// The game, and how it is played if not as usual.
pub(super) fn game(arena: &dyn Arena) -> String {
    let played = match arena.decided() {
        DecidedBy::LastMove(play) if play != arena.usual_play() => match play {
            Play::Misere => ", misère,",
            Play::Normal => ", normal play,",
        },
        _ => "",
    };
    arena.name() + played
}

pub(super) fn arrange(
    title: String,
    states: &States,
    ranks: &[u32],
    measure: Measure,
    work: &Work<'_>,
) -> Result<Drawing> {
    work.limits.allow_bytes(states.bytes())?;
    let mut nodes = nodes(states, ranks);
    let (width, height) = nodes.iter().fold((0.0, 0.0), |(w, h), n| (n.width.max(w), n.height.max(h)));
    let ends: Vec<(usize, usize)> = states.moves.iter().map(|m| (m.from.index(), m.to.index())).collect();
    let mut rows = Rows::new(ranks, &ends, width);
    rows.order(work)?;
    let span = rows.place(work)?;
    let left = MARGIN + text_width(measure.title(), 11.0) + 18.0;
    let mut grid = Grid { left, height, gap: gap(&rows, &ends) };
    let mut edges = lines(states, &mut nodes, &rows, &grid, work)?;
    let mut missing = labels::place(&nodes, &mut edges);
    // Names that find no room get some more between the rows, as long as that helps.
    for gap in std::iter::successors(Some(grid.gap * 1.2), |gap| Some(gap * 1.2)) {
        if missing == 0 || gap > WIDEST_GAP {
            break;
        }
        let wider = Grid { gap, ..grid };
        let mut longer = lines(states, &mut nodes, &rows, &wider, work)?;
        let still = labels::place(&nodes, &mut longer);
        if still < missing {
            (grid, edges, missing) = (wider, longer, still);
        }
    }
    stand(&mut nodes, &rows, &grid);
    let bands = bands(&rows.rows, &nodes, measure, &grid);
    let bottom = bands.last().map_or(HEAD, |band| band.bottom);
    Ok(Drawing {
        title,
        start: states.start,
        measure,
        width: (left + span).max(labels::right_end(&edges)) + MARGIN,
        height: bottom + MARGIN,
        bands,
        nodes,
        edges,
    })
}

/// Where rows stand: from where on the left, how high, and with how much room between them.
#[derive(Clone, Copy)]
struct Grid {
    left: f64,
    height: f64,
    gap: f64,
}

impl Grid {
    fn pitch(&self) -> f64 {
        self.height + self.gap
    }

    /// How far the band of a row reaches above and below its middle.
    fn half_band(&self) -> f64 {
        self.pitch() / 2.0 - self.gap * BETWEEN
    }

    /// The middle of a row.
    fn middle(&self, row: usize) -> f64 {
        HEAD + self.half_band() + row as f64 * self.pitch()
    }
}

/// Gives the states their places.
fn stand(nodes: &mut [Node], rows: &Rows, grid: &Grid) {
    for (index, node) in nodes.iter_mut().enumerate() {
        node.x = grid.left + rows.x(index);
        node.y = grid.middle(rows.row(index));
    }
}

/// Gives the states their places, and the moves their lines between them.
fn lines(
    states: &States,
    nodes: &mut [Node],
    rows: &Rows,
    grid: &Grid,
    work: &Work<'_>,
) -> Result<Vec<Edge>> {
    stand(nodes, rows, grid);
    let both: HashSet<(Vertex, Vertex)> = states.moves.iter().map(|m| (m.from, m.to)).collect();
    let edges = states.moves.iter().enumerate().map(|(index, m)| {
        work.tick("lines", index as u64, Some(states.moves.len() as u64))?;
        let ends = (m.from.index(), m.to.index());
        let bends = rows.bends(index).map(|(x, row)| Point { x: grid.left + x, y: grid.middle(row) });
        // Between two neighbours there is no room for a name, but above them.
        let named = m.label.is_some() && rows.row(ends.0) == rows.row(ends.1);
        let bowed = named || both.contains(&(m.to, m.from));
        let path = super::route::route(nodes, rows, ends, bends.collect(), bowed, grid.gap);
        Ok(Edge { from: m.from, to: m.to, label: m.label.clone(), winning: m.winning, path, label_at: None })
    });
    let mut edges = edges.collect::<Result<Vec<Edge>>>()?;
    super::route::turn_ears(nodes, &mut edges);
    Ok(edges)
}

/// The room between rows. Flat lines are hard to follow, so long ones get more of it.
fn gap(rows: &Rows, ends: &[(usize, usize)]) -> f64 {
    let across = ends.iter().filter(|(u, v)| rows.row(*u) != rows.row(*v));
    let slopes =
        across.map(|&(u, v)| (rows.x(u) - rows.x(v)).abs() / rows.row(u).abs_diff(rows.row(v)) as f64);
    let (sum, count) = slopes.fold((0.0, 0.0), |(sum, count), slope| (sum + slope, count + 1.0));
    (sum / f64::max(count, 1.0) * 0.4).clamp(46.0, 130.0)
}

/// A label as it is written in a shape.
fn lines_of(label: &str, in_rows: bool) -> Vec<String> {
    let rows: Vec<&str> = if in_rows { label.split('/').collect() } else { vec![label] };
    let shown = if rows.len() <= MOST_ROWS { rows } else { vec![label] };
    shown.into_iter().map(|row| super::canvas::short(row, LONGEST_LABEL)).collect()
}

/// The width and height of a shape around a text of so many lines, and the verdict below it.
fn size_around(outcome: Outcome, text: f64, lines: usize) -> (f64, f64) {
    // Text fits a box as it is; a round or pointed shape must be larger, and more so if the text is high.
    if lines == 1 {
        return match outcome {
            Outcome::P => (text + 18.0, HEIGHT - 4.0),
            Outcome::N => (text * 1.15 + 22.0, HEIGHT),
            Outcome::D => (text * 1.3 + 44.0, HEIGHT * 1.35),
        };
    }
    let high = (lines + 1) as f64 * LINE;
    match outcome {
        Outcome::P => (text + 18.0, high + 12.0),
        Outcome::N => (text * 1.4 + 14.0, high * 1.3),
        Outcome::D => (text * 1.8 + 30.0, high * 1.6),
    }
}

/// The states with their sizes; all of a shape are equally large.
fn nodes(states: &States, ranks: &[u32]) -> Vec<Node> {
    let written: Vec<Vec<String>> =
        states.labels.iter().map(|label| lines_of(label, states.in_rows)).collect();
    let text = states.judged.iter().zip(&written).map(|(j, lines)| {
        let (letter, value) = verdict(j.outcome, j.value.as_ref(), j.score);
        let verdict = text_width(&value, 12.0) + text_width(&letter, 12.0) + 6.0;
        let line = |line: &String| match lines.len() {
            1 => text_width(line, 13.0),
            _ => line.chars().count() as f64 * LETTER,
        };
        lines.iter().map(line).fold(verdict, f64::max)
    });
    let text = text.fold(20.0, f64::max);
    let high = written.iter().map(Vec::len).max().unwrap_or(1);
    let of_vertex = |v: Vertex| {
        let judged = &states.judged[v.index()];
        let (width, height) = size_around(judged.outcome, text, high);
        Node {
            id: v,
            label: states.labels[v.index()].clone(),
            lines: written[v.index()].clone(),
            position: states.places[v.index()].clone(),
            outcome: judged.outcome,
            value: judged.value.clone(),
            score: judged.score,
            remoteness: judged.remoteness,
            rank: ranks[v.index()],
            wins: Vec::new(),
            left_out: states.left_out.get(v.index()).copied().unwrap_or(0),
            x: 0.0,
            y: 0.0,
            width,
            height,
        }
    };
    let mut nodes: Vec<Node> = states.graph.vertices().map(of_vertex).collect();
    for winning in states.moves.iter().filter(|m| m.winning) {
        nodes[winning.from.index()].wins.push(winning.to);
    }
    nodes
}

/// Rows of the same rank are one band.
fn bands(rows: &[Row], nodes: &[Node], measure: Measure, grid: &Grid) -> Vec<Band> {
    let highest = rows.first().map_or(0, |row| row.rank);
    let drawn: HashSet<u32> = nodes.iter().filter(|n| n.remoteness.is_none()).map(|n| n.rank).collect();
    let label = |rank: u32| match measure {
        Measure::Remoteness if drawn.contains(&rank) => "draw".into(),
        Measure::Remoteness | Measure::Longest => rank.to_string(),
        Measure::Distance => (highest - rank).to_string(),
    };
    let mut bands: Vec<Band> = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let (middle, half) = (grid.middle(index), grid.half_band());
        let (begin, end) = (middle - half, middle + half);
        match bands.last_mut().filter(|band| band.rank == row.rank) {
            Some(band) => band.bottom = end,
            None => bands.push(Band { rank: row.rank, label: label(row.rank), top: begin, bottom: end }),
        }
    }
    bands
}

impl Drawing {
    /// What the drawing shows, in a sentence or two.
    pub fn summary(&self) -> String {
        let start = &self.nodes[self.start.index()];
        let who = said(start.outcome, start.value.as_ref(), start.score);
        let plural =
            |count: usize, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let size = format!("{}, {}", plural(self.nodes.len(), "position"), plural(self.edges.len(), "move"));
        format!("{who} · {size}")
    }
}

/// Who wins, with the value or the score, in words.
pub(super) fn said(outcome: Outcome, value: Option<&LoopyValue>, score: Option<i64>) -> String {
    let who = match outcome {
        Outcome::N => "N: the player to move wins",
        Outcome::P => "P: the player to move loses",
        Outcome::D => "D: a draw",
    };
    match (value, score) {
        (Some(value), _) => format!("{who}, value {value}"),
        (None, Some(score)) => format!("{who}, score {score}"),
        (None, None) => who.into(),
    }
}
