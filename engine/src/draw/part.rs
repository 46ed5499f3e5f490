//! A part of a game graph: only the moves of the positions that were opened, or that are near the start.
//!
//! A reader who explores a large game opens one position after another. States are judged by the engine that the
//! planner chooses, not by following the whole game, so the graph may be far too large to draw.
//!
//! Complexity: that of the solver, and the layout of what is shown.

use hashbrown::HashMap;

use crate::error::{ErrorKind, Result};
use crate::ledger::Ledger;
use crate::position::{Component, Position};
use crate::rules::Rules;
use crate::search::Explorer;
use crate::solve::{Judgement, Solver};
use crate::work::Work;

use super::layout::{Drawing, arrange, title};
use super::narrow;
use super::ranks::by_distance;
use super::states::{
    DrawOptions, MOVES_A_NODE, STEPS_A_NODE, States, allow_places, label, moves, shown, too_many,
};

/// Draws a position and the moves of those positions that were opened and can be reached through opened ones.
pub fn draw_part(
    rules: &Rules,
    position: &Position,
    opened: &[Position],
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    draw_opened(rules, position, Some(opened), options, work)
}

/// The same; all positions count as opened if none are given.
pub(super) fn draw_opened(
    rules: &Rules,
    position: &Position,
    opened: Option<&[Position]>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let run = || {
        let states = explore(rules, position, opened, options, work)?;
        let (ranks, measure) = by_distance(&states);
        arrange(title(rules, position, options.play), &states, &ranks, measure, work)
    };
    run().map_err(|e: crate::Error| e.within(&rules.source))
}

fn explore(
    rules: &Rules,
    position: &Position,
    opened: Option<&[Position]>,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<States> {
    let nodes = narrow::most_looked_at(options);
    let single = position.0.len() == 1 && !rules.form().splits();
    let explorer = || {
        let explorer = Explorer::new(rules, nodes.saturating_mul(STEPS_A_NODE));
        if single || options.finished { explorer.keeping_finished() } else { explorer }
    };
    // A second explorer brings the opened positions into the form that states have.
    let mut canonical = explorer();
    let mut wanted = HashMap::<_, u64>::new();
    for one in opened.unwrap_or_default() {
        let state = canonical.find(&one.0)?;
        *wanted.entry(canonical.places(state)).or_default() += 1;
    }
    let follows = |places: &[Vec<i64>], far: u32| {
        options.depth.is_none_or(|depth| far < depth) && (opened.is_none() || wanted.contains_key(places))
    };
    let within = work.with_positions(nodes);
    let explored = explorer().explore_part(position, &follows, nodes.saturating_mul(MOVES_A_NODE), &within);
    let mut explored = explored.map_err(|e| match e.kind() {
        ErrorKind::Limit => too_many(options.most_nodes),
        _ => e,
    })?;
    allow_places(&explored, work)?;
    let vertices: Vec<_> = explored.graph.vertices().collect();
    let all: Vec<Vec<Vec<i64>>> = vertices.iter().map(|v| explored.explorer.places(*v)).collect();
    let mut solver = Solver::new(rules, std::slice::from_ref(position), options.play, work)?;
    let mut ledger = Ledger::new("positions", work);
    let judged = all.iter().map(|places| {
        ledger.pass(size_of_val(&places[..]) as u64)?;
        solver.judge(&Position(places.iter().cloned().map(Component).collect()), work)
    });
    let judged = judged.collect::<Result<Vec<Judgement>>>()?;
    let labels = vertices.iter().map(|v| label(rules, &explored.explorer, *v)).collect();
    let places = vertices.iter().map(|v| shown(rules, &explored.explorer, *v)).collect();
    // A state whose moves were not followed has none in the graph.
    let degrees: Vec<usize> = vertices.iter().map(|v| explored.graph.degree(*v)).collect();
    let moves = moves(rules, &mut explored, &judged, &|v| degrees[v.index()] > 0, work)?;
    let start = explored.explorer.find(&position.0)?;
    let states = States {
        graph: explored.graph,
        start,
        labels,
        in_rows: false,
        places,
        judged,
        moves,
        left_out: Vec::new(),
    };
    narrow::narrow(states, &|v| wanted.get(&all[v.index()]).copied().unwrap_or(0), options)
}
