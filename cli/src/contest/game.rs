//! DHBB 2017, GAME: a pawn on a graph that may have cycles.

use grundy::graph::{Graph, Vertex, retrograde};
use grundy::{Outcome, Play, Result, Work};

use super::{ANY, By, Input, Problem};

pub const PROBLEM: Problem = Problem {
    name: "dhbb_game",
    title: "DHBB 2017: GAME",
    statement: "A pawn stands on a vertex of a directed graph. A move pushes it along an arc. Who cannot move loses; \
                endless play is a draw.",
    format: "N, M, the start, then M arcs; prints 1 if the first player wins, 2 if not, 0 for a draw",
    rules: "a graph: grundy graph FILE --start V",
    idea: "From the ends backwards: an arc to a lost vertex wins, a vertex all of whose arcs lead to won ones loses, \
           and what stays open is a draw.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let vertices = vertex_count(input)?;
    let arcs = input.number("how many arcs there are", ANY)?;
    let start = vertex(input, vertices)?;
    let graph = graph(input, vertices, arcs)?;
    let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), work)?;
    Ok(match outcomes.outcome(start) {
        Outcome::N => "1\n".into(),
        Outcome::P => "2\n".into(),
        Outcome::D => "0\n".into(),
    })
}

/// The number of vertices; a million is more than any of these problems has, and costs little.
pub fn vertex_count(input: &mut Input<'_>) -> Result<i64> {
    input.number("how many vertices there are", 1..=1_000_000)
}

/// A vertex, counted from 1.
fn vertex(input: &mut Input<'_>, vertices: i64) -> Result<Vertex> {
    Ok(Vertex(input.number("a vertex", 1..=vertices)? as u32 - 1))
}

/// So many arcs, two vertices each.
pub fn graph(input: &mut Input<'_>, vertices: i64, arcs: i64) -> Result<Graph<'static>> {
    let arcs = input.repeat(arcs, |input| Ok((vertex(input, vertices)?, vertex(input, vertices)?)))?;
    Graph::from_edges(vertices as usize, &arcs)
}
