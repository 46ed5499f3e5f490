//! The game graph from a position: its states, the moves between them, and who wins each.
//!
//! A small game is followed to its end and judged as a graph. Of a large one only the positions that were opened, or that
//! are near the start, show their moves, and each is judged by itself. Moves that lead from one state to the same other
//! state are one edge that carries all their labels.
//!
//! Complexity: that of the exploration, which the number of nodes bounds.

use hashbrown::HashMap;

use crate::arena::{self, Answers, Arena, DecidedBy, Sums, Written, wins};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::graph::explore::Bounds;
use crate::graph::{Graph, Vertex, loopy};
use crate::loopy_value::LoopyValue;
use crate::meter::Meter;
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::report::Judgement;
use crate::work::Work;

use super::narrow;
use super::ranks::Layers;

/// More moves than this many for each allowed node are a black square, not a drawing.
pub(super) const MOVES_A_NODE: u64 = 25;
/// About what a node and a move take from when they are found to when they are drawn, labels apart.
pub(super) const BYTES_A_NODE: u64 = 800;
pub(super) const BYTES_A_MOVE: u64 = 250;
/// Steps that enumerating the moves of one component may take for each allowed node.
pub(super) const STEPS_A_NODE: u64 = 1 << 10;

/// How a game graph is to be drawn.
#[derive(Clone, Debug)]
pub struct DrawOptions {
    /// What the layers stand for.
    pub layers: Layers,
    /// The most nodes a drawing may have.
    pub most_nodes: u64,
    /// Whether components without moves are written in the labels of sums.
    pub finished: bool,
    /// How many moves of an opened position are drawn, the best first, and as many more each time that it is named
    /// again; all if absent.
    pub width: Option<u64>,
    /// Only the moves of positions that are nearer to the start than this are drawn; all if absent.
    pub depth: Option<u32>,
}

impl Default for DrawOptions {
    fn default() -> DrawOptions {
        DrawOptions { layers: Layers::Remoteness, most_nodes: 400, finished: false, width: None, depth: None }
    }
}

/// The game graph, before anything has a place.
pub(super) struct States {
    pub graph: Graph<'static>,
    pub start: Vertex,
    pub labels: Vec<String>,
    /// Whether `/` in a label stands between the rows of a board, to be shown one below the other.
    pub in_rows: bool,
    pub places: Vec<Vec<Place>>,
    pub judged: Vec<Judgement>,
    pub moves: Vec<Move>,
    /// How many moves of each state are left out; empty if none are.
    pub left_out: Vec<u64>,
}

impl States {
    /// About what it takes to draw them.
    pub(super) fn bytes(&self) -> u64 {
        // A label is kept as it is and as it is shown, and copied to the drawing.
        let labels: usize = self.labels.iter().map(|label| 3 * label.len()).sum();
        let of_move = |m: &Move| BYTES_A_MOVE + m.label.as_ref().map_or(0, |label| 2 * label.len() as u64);
        let moves: u64 = self.moves.iter().map(of_move).sum();
        BYTES_A_NODE * self.labels.len() as u64 + labels as u64 + moves
    }
}

/// All moves from one state to another.
pub(super) struct Move {
    pub from: Vertex,
    pub to: Vertex,
    pub label: Option<String>,
    pub winning: bool,
}

/// What of a game is drawn.
pub(super) struct Shown<'s> {
    /// The position to begin with.
    pub position: &'s [String],
    /// The positions whose moves are drawn; all if absent.
    pub opened: Option<&'s [Vec<String>]>,
}

impl Shown<'_> {
    /// Whether everything that can come up is to be drawn.
    pub(super) fn whole(&self, options: &DrawOptions) -> bool {
        self.opened.is_none() && options.depth.is_none()
    }
}

/// Follows the game from a position, as far as a drawing may.
pub(super) fn explore(
    arena: &mut dyn Arena,
    shown: &Shown<'_>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<States> {
    arena.check(shown.position)?;
    let wanted = opened(arena, shown, options, work)?;
    let follows = |state: &[String], far: u32| {
        options.depth.is_none_or(|depth| far < depth)
            && (shown.opened.is_none() || wanted.contains_key(state))
    };
    let most = narrow::most_looked_at(options);
    let bounds = Bounds { positions: most, moves: most.saturating_mul(MOVES_A_NODE) };
    let within = work.with_positions(most.saturating_mul(STEPS_A_NODE));
    let written = arena::explore(arena, shown.position, &follows, options.finished, bounds, &within);
    let written = written.map_err(|e| match e.kind() {
        ErrorKind::Limit if options.most_nodes <= work.limits.positions => too_many(options.most_nodes),
        _ => e,
    })?;
    let judged = match shown.whole(options) {
        true => judge_all(arena, &written, work)?,
        // The graph may be far too large to draw, so each position is judged by itself.
        false => {
            arena.begin(shown.position, work)?;
            written.positions.all().iter().map(|sum| arena.judge(sum, work)).collect::<Result<Vec<_>>>()?
        }
    };
    let places: Vec<Vec<Place>> = written
        .positions
        .all()
        .iter()
        .map(|sum| sum.iter().map(|text| arena.place(text)).collect())
        .collect();
    let states = States {
        labels: written.positions.all().iter().map(|sum| label(arena, sum)).collect(),
        in_rows: written.positions.all().iter().all(|sum| sum.len() <= 1),
        places,
        moves: merged(&written, &judged, work)?,
        judged,
        graph: written.graph,
        start: Vertex(0),
        left_out: Vec::new(),
    };
    let positions = written.positions;
    let times = |v: Vertex| wanted.get(positions.get(v)).copied().unwrap_or(0);
    narrow::narrow(states, &times, options)
}

/// The positions that were opened, as vertices, and how often each was.
fn opened(
    arena: &mut dyn Arena,
    shown: &Shown<'_>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<HashMap<Vec<String>, u64>> {
    let mut wanted = HashMap::new();
    let mut sums = Sums::new(arena, shown.position, options.finished);
    for one in shown.opened.unwrap_or_default() {
        let one = arena.tidy_all(one)?;
        *wanted.entry(sums.vertex(arena, one, work)?).or_default() += 1;
    }
    Ok(wanted)
}

/// Who wins each position of a game that was followed to its end.
fn judge_all(arena: &dyn Arena, written: &Written, work: &Work<'_>) -> Result<Vec<Judgement>> {
    let graph = &written.graph;
    let answers = Answers::of_arena(arena, written, work)?;
    let mut judged: Vec<Judgement> = graph.vertices().map(|v| answers.judge(v)).collect();
    if arena.adds_up() && arena.decided() == DecidedBy::LastMove(Play::Normal) {
        let values = loopy::solve(graph, work)?;
        for v in graph.vertices() {
            judged[v.index()].value = Some(values.value(graph, v));
        }
    }
    Ok(judged)
}

/// The game that is too large to draw, of which a part can be.
pub(super) fn too_many(nodes: u64) -> Error {
    let fault = Fault::TooLargeToDraw { positions: nodes, moves: nodes.saturating_mul(MOVES_A_NODE) };
    Error::new(ErrorKind::Limit, fault).hint(NextStep::DrawLess)
}

/// A state in words: `3 + 2×5`, components in order.
fn label(arena: &dyn Arena, sum: &[String]) -> String {
    join_alike(&sum.iter().map(|text| arena.caption(text)).collect::<Vec<_>>())
}

/// Components in order as a sum in words; equal ones, which stand together, are counted.
pub(super) fn join_alike(components: &[String]) -> String {
    let alike = components.chunk_by(|a, b| a == b).map(|same| match same {
        [one] => one.clone(),
        [one, other] => format!("{one} + {other}"),
        many => format!("{}×{}", many.len(), many[0]),
    });
    let all: Vec<String> = alike.collect();
    if all.is_empty() { "end".into() } else { all.join(" + ") }
}

/// The moves as they are drawn: those from one state to another are one, which carries all their names.
fn merged(written: &Written, judged: &[Judgement], work: &Work<'_>) -> Result<Vec<Move>> {
    let meter = Meter::new("moves", work);
    let mut all: Vec<Move> = Vec::new();
    // Where the moves of one state stand in the list, by where they lead.
    let (mut drawn, mut of) = (HashMap::<Vertex, usize>::new(), None);
    let graph = &written.graph;
    let ends = graph.vertices().flat_map(|v| graph.successors(v).map(move |to| (v, to)));
    for (by, (from, to)) in written.moves.iter().zip(ends) {
        if of != Some(from) {
            of = Some(from);
            drawn.clear();
        }
        let label = match (&by.label, by.gain) {
            (Some(label), Some(gain)) => Some(format!("{label} {gain:+}")),
            (None, Some(gain)) => Some(format!("{gain:+}")),
            (label, None) => label.clone(),
        };
        let winning = wins(&judged[from.index()], &judged[to.index()], by.gain.unwrap_or(0));
        match drawn.get(&to) {
            Some(&same) => {
                meter.pass(all[same].label.as_ref().map_or(0, String::len) as u64)?;
                all[same].join(label, winning);
            }
            None => {
                meter.add(BYTES_A_MOVE)?;
                drawn.insert(to, all.len());
                all.push(Move { from, to, label, winning });
            }
        }
    }
    Ok(all)
}

impl Move {
    pub(super) fn join(&mut self, label: Option<String>, winning: bool) {
        self.winning |= winning;
        self.label = match (self.label.take(), label) {
            (Some(one), Some(other)) if !one.split(" / ").any(|l| l == other) => {
                Some(format!("{one} / {other}"))
            }
            (one, other) => one.or(other),
        };
    }
}

/// The letter of a state, and its value or score where there is one.
pub(super) fn verdict(outcome: Outcome, value: Option<&LoopyValue>, score: Option<i64>) -> (String, String) {
    let value = match (value, score) {
        (Some(value), _) => value.to_string(),
        (None, Some(0)) => "0".into(),
        (None, Some(score)) => format!("{score:+}"),
        (None, None) => String::new(),
    };
    (outcome.to_string(), value)
}
