//! The game graph of a board, as states of a drawing.
//!
//! A small graph is followed to its end and judged as a graph. Of a large one only the positions near the start are
//! shown, and each is judged by the board's own search.
//!
//! Complexity: the moves of the positions that are shown, and what judging them takes.

use hashbrown::HashMap;

use super::layout::{Drawing, arrange};
use super::narrow::{most_looked_at, narrow};
use super::ranks::{by_distance, ranks};
use super::states::{DrawOptions, MOVES_A_NODE, Move, States, join_alike, too_many, wins};
use crate::boards::{Arena, Board};
use crate::error::{ErrorKind, Result};
use crate::graph::{Graph, GraphBuilder, Vertex, loopy, retrograde};
use crate::ledger::Ledger;
use crate::outcome::Play;
use crate::position::Place;
use crate::solve::Judgement;
use crate::work::Work;

/// Draws the game graph from a position of a board.
///
/// ```
/// use grundy::draw::{DrawOptions, draw_board};
/// use grundy::{Limits, Quiet, Work, boards};
/// let work = Work { limits: Limits::default(), progress: &Quiet };
/// let chomp = boards::find("chomp").unwrap();
/// let drawing = draw_board(chomp, &["2x2".into()], None, &DrawOptions::default(), &work)?;
/// assert_eq!((drawing.nodes.len(), drawing.edges.len()), (5, 7));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn draw_board(
    board: &Board,
    position: &[String],
    opened: Option<&[Vec<String>]>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let mut arena = board.open(options.play, work)?;
    let start = sorted(arena.tidy_all(position)?);
    let wanted = match opened {
        Some(opened) => {
            let tidy = opened.iter().map(|texts| Ok(sorted(arena.tidy_all(texts)?)));
            Some(tidy.collect::<Result<Vec<_>>>()?)
        }
        None => None,
    };
    let follows = |state: &[String], far: u32| {
        options.depth.is_none_or(|depth| far < depth)
            && wanted.as_ref().is_none_or(|wanted| wanted.iter().any(|one| one == state))
    };
    let whole = opened.is_none() && options.depth.is_none();
    let mut found = explore(&mut *arena, start, &follows, most_looked_at(options), work)
        .map_err(|e| if e.kind() == ErrorKind::Limit { too_many(options.most_nodes) } else { e })?;
    let judged = match whole {
        true => judge_graph(&found.graph, &*arena, work)?,
        false => found.sums.iter().map(|sum| arena.judge(sum, work)).collect::<Result<Vec<_>>>()?,
    };
    found.moves.iter_mut().for_each(|m| m.winning = wins(&judged[m.from.index()], &judged[m.to.index()], 0));
    let places = |sum: &Vec<String>| sum.iter().map(|text| Place::written(text)).collect();
    let states = States {
        graph: found.graph,
        start: Vertex(0),
        labels: found.sums.iter().map(|sum| join_alike(sum)).collect(),
        in_rows: found.sums.iter().all(|sum| sum.len() <= 1),
        places: found.sums.iter().map(places).collect(),
        judged,
        moves: found.moves,
        left_out: Vec::new(),
    };
    let times = |v: Vertex| {
        let named = wanted.iter().flatten().filter(|one| **one == found.sums[v.index()]);
        named.count() as u64
    };
    let states = narrow(states, &times, options)?;
    let (ranks, measure) = match whole {
        true => ranks(&states, options.layers, work.progress)?,
        false => by_distance(&states),
    };
    let misere = if options.play == Some(Play::Misere) { ", misère," } else { "" };
    let from = join_alike(&found.sums[0]);
    // What comes after the name explains it, for which a picture has no room.
    let name = board.title.split([':', ';']).next().unwrap_or(board.name);
    arrange(format!("{name}{misere} from {from}"), &states, &ranks, measure, work)
}

struct Found {
    sums: Vec<Vec<String>>,
    graph: Graph<'static>,
    moves: Vec<Move>,
}

fn sorted(mut sum: Vec<String>) -> Vec<String> {
    sum.sort_unstable();
    sum
}

/// About how many bytes a sum takes.
fn bytes_of(sum: &[String]) -> u64 {
    sum.iter().map(|text| text.len() as u64 + 40).sum()
}

fn explore(
    arena: &mut dyn Arena,
    start: Vec<String>,
    follows: &dyn Fn(&[String], u32) -> bool,
    most: u64,
    work: &Work<'_>,
) -> Result<Found> {
    let mut places = HashMap::<Vec<String>, Vertex>::from_iter([(start.clone(), Vertex(0))]);
    let (mut sums, mut far) = (vec![start], vec![0u32]);
    let (mut builder, mut moves) = (GraphBuilder::new(), Vec::<Move>::new());
    let mut ledger = Ledger::new("positions", work);
    while builder.vertex_count() < sums.len() {
        let at = builder.vertex_count();
        work.tick("positions", at as u64, None)?;
        let steps = match follows(&sums[at], far[at]) {
            true => arena.moves(&sums[at], work)?,
            false => Vec::new(),
        };
        let first = moves.len();
        for step in steps {
            let to = sorted(step.to);
            if !places.contains_key(&to) {
                if sums.len() as u64 >= most {
                    return Err(too_many(most));
                }
                // As a key, as a state, as a label and as a place.
                ledger.add(4 * bytes_of(&to))?;
            }
            let to = *places.entry(to).or_insert_with_key(|to| {
                sums.push(to.clone());
                far.push(far[at] + 1);
                Vertex((sums.len() - 1) as u32)
            });
            match moves[first..].iter_mut().find(|m| m.to == to) {
                Some(same) => same.join(step.by.label, false),
                None => {
                    moves.push(Move { from: Vertex(at as u32), to, label: step.by.label, winning: false })
                }
            }
        }
        if moves.len() as u64 > most.saturating_mul(MOVES_A_NODE) {
            return Err(too_many(most));
        }
        builder.push_vertex(moves[first..].iter().map(|m| m.to))?;
    }
    Ok(Found { sums, graph: builder.finish()?, moves })
}

/// Who wins each state of a graph that was followed to its end.
fn judge_graph(graph: &Graph<'static>, arena: &dyn Arena, work: &Work<'_>) -> Result<Vec<Judgement>> {
    let outcomes = retrograde::solve(graph, retrograde::by_play(arena.play()), work.progress)?;
    let values = match arena.adds_up() && arena.play() == Play::Normal {
        true => Some(loopy::solve(graph, work.progress)?),
        false => None,
    };
    let judge = |v: Vertex| Judgement {
        outcome: outcomes.outcome(v),
        value: values.as_ref().map(|values| values.value(graph, v)),
        remoteness: outcomes.remoteness(v),
        score: None,
    };
    Ok(graph.vertices().map(judge).collect())
}
