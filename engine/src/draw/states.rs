//! The game graph from a position: its states, the moves between them, and who wins each.
//!
//! States come from the same exploration that solves misère play, so a drawing shows what the solver saw. Moves that
//! lead from one state to the same other state are one edge that carries all their labels.
//!
//! Complexity: that of the exploration, which the number of nodes bounds.

use crate::error::{Error, ErrorKind, Result};
use crate::graph::{Graph, Vertex, loopy};
use crate::ledger::Ledger;
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::{Place, Position};
use crate::rules::Rules;
use crate::search::{Explored, Explorer};
use crate::solve::{Answers, Judgement, check_play};
use crate::work::Work;

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
    /// Normal or misère play, if not as the rules say.
    pub play: Option<Play>,
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
        DrawOptions {
            play: None,
            layers: Layers::Remoteness,
            most_nodes: 400,
            finished: false,
            width: None,
            depth: None,
        }
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

/// Follows the game from a position, as far as a drawing may.
pub(super) fn explore(
    rules: &Rules,
    position: &Position,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<States> {
    let form = rules.form();
    let play = options.play.unwrap_or(form.ending.play);
    check_play(rules, std::slice::from_ref(position), play)?;
    let nodes = options.most_nodes;
    let explorer = Explorer::new(rules, nodes.saturating_mul(STEPS_A_NODE));
    // A single component that stays single is written as it is, at the end too: 0 and 1 are two ends of `take {2,3}`.
    let single = position.0.len() == 1 && !form.splits();
    let explorer = if single || options.finished { explorer.keeping_finished() } else { explorer };
    let narrow = work.with_positions(nodes);
    let explored =
        explorer.explore(std::slice::from_ref(position), nodes.saturating_mul(MOVES_A_NODE), &narrow);
    let mut explored = explored.map_err(|e| match e.kind() {
        ErrorKind::Limit if nodes <= work.limits.positions => too_many(nodes),
        _ => e,
    })?;
    let answers = Answers::new(rules, &mut explored, play, work)?;
    let mut judged: Vec<Judgement> = explored.graph.vertices().map(|v| answers.judge(v)).collect();
    if play == Play::Normal && form.ending.win_if.is_none() && !form.scores() {
        let values = loopy::solve(&explored.graph, work.progress)?;
        for v in explored.graph.vertices() {
            judged[v.index()].value = Some(values.value(&explored.graph, v));
        }
    }
    allow_places(&explored, work)?;
    let labels = explored.graph.vertices().map(|v| label(rules, &explored.explorer, v)).collect();
    let places = explored.graph.vertices().map(|v| shown(rules, &explored.explorer, v)).collect();
    let moves = moves(rules, &mut explored, &judged, &|_| true, work)?;
    let start = explored.explorer.find(&position.0)?;
    Ok(States {
        graph: explored.graph,
        start,
        labels,
        in_rows: false,
        places,
        judged,
        moves,
        left_out: Vec::new(),
    })
}

/// Whether there is room to write down the components of all states.
pub(super) fn allow_places(explored: &Explored, work: &Work<'_>) -> Result<()> {
    let of = |v: Vertex| explored.explorer.sum(v).iter().map(|&c| bytes_of_place(explored.explorer.place(c)));
    let bytes = explored.graph.vertices().flat_map(of).fold(0u64, u64::saturating_add);
    work.limits.allow(1, bytes)
}

/// About how many bytes a component takes as a place, as a label and in a list of coordinates.
fn bytes_of_place(place: &[i64]) -> u64 {
    96 + 96 * place.len() as u64
}

/// The game of rules or of a board that is too large to draw, of which a part can be.
pub(super) fn too_many(nodes: u64) -> Error {
    too_large(nodes)
        .hint("draw a smaller position, a part with --depth 1, or raise the limit with --max-nodes")
}

/// What cannot be drawn; the next step depends on what was asked.
pub(super) fn too_large(nodes: u64) -> Error {
    Error::new(
        ErrorKind::Limit,
        format!(
            "the game graph is too large to draw: the limit is {nodes} positions and {} moves",
            nodes.saturating_mul(MOVES_A_NODE)
        ),
    )
}

/// The components of a state, in order of size.
pub(super) fn shown(rules: &Rules, explorer: &Explorer, state: Vertex) -> Vec<Place> {
    explorer.places(state).iter().map(|place| rules.show(place)).collect()
}

/// A state in words: `3 + 2×5`, components in order of size.
pub(super) fn label(rules: &Rules, explorer: &Explorer, state: Vertex) -> String {
    let mut places: Vec<&[i64]> = explorer.sum(state).iter().map(|&c| explorer.place(c)).collect();
    places.sort_unstable();
    join_alike(&places.iter().map(|place| rules.show(place).to_string()).collect::<Vec<_>>())
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

/// The moves from the states that are followed.
pub(super) fn moves(
    rules: &Rules,
    explored: &mut Explored,
    judged: &[Judgement],
    followed: &dyn Fn(Vertex) -> bool,
    work: &Work<'_>,
) -> Result<Vec<Move>> {
    let form = rules.form();
    let mut ledger = Ledger::new("moves", work);
    let mut all: Vec<Move> = Vec::new();
    for from in explored.graph.vertices().filter(|v| followed(*v)) {
        let first = all.len();
        let sum = explored.explorer.sum(from).to_vec();
        for at in 0..sum.len() {
            if at > 0 && sum[at] == sum[at - 1] {
                continue;
            }
            for step in explored.explorer.steps(sum[at], work)?.iter() {
                ledger.pass(4 * (sum.len() + all.len() - first) as u64)?;
                let to = explored.explorer.after(&sum, at, &step.parts, work)?;
                let mut label = form.kinds[step.kind].label.clone();
                if form.scores() {
                    label = Some(format!("{}{:+}", label.map_or(String::new(), |l| l + " "), step.gain));
                }
                let winning = wins(&judged[from.index()], &judged[to.index()], step.gain);
                match all[first..].iter_mut().find(|m| m.to == to) {
                    Some(same) => same.join(label, winning),
                    None => all.push(Move { from, to, label, winning }),
                }
            }
        }
    }
    Ok(all)
}

/// Whether a move is one of the best that there are: it wins, or reaches the score.
pub(super) fn wins(from: &Judgement, to: &Judgement, gain: i64) -> bool {
    match (from.score, to.score) {
        (Some(best), Some(then)) => gain.checked_sub(then) == Some(best),
        _ => to.outcome == Outcome::P,
    }
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
