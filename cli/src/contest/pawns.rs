//! DHBB, PAWNS: several pawns on a graph without cycles.

use grundy::graph::grundy as values;
use grundy::{ErrorKind, Nimber, Result, Work};

use super::game::{graph, vertex_count};
use super::{ANY, By, Input, Problem, lines};

pub const PROBLEM: Problem = Problem {
    name: "dhbb_pawns",
    title: "DHBB: PAWNS",
    statement: "Pawns stand on the vertices of a directed graph without cycles, any number on each. A move pushes one \
                pawn along an arc. Who cannot move loses.",
    format: "N, M, the M arcs, T, then T lines of N numbers of pawns; prints 1 if the first player wins, else 0",
    rules: "a graph: grundy graph FILE --values",
    idea: "Each vertex has a value, the least that no follower has; pawns are a sum, and two on one vertex cancel.",
    answer: By::Code(answer),
};

fn answer(input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let vertices = vertex_count(input)?;
    let arcs = input.number("how many arcs there are", ANY)?;
    let mut first_arc = input.clone();
    let graph = graph(input, vertices, arcs)?;
    let values = values::solve(&graph, work).map_err(|error| match error.kind() {
        ErrorKind::Cycle => {
            let arc = first_arc.next().unwrap_or("");
            input.about(arc, format!("expected arcs without a cycle; {}", counted_from_one(error.message())))
        }
        _ => error,
    })?;
    let queries = input.number("how many positions there are", ANY)?;
    let sums = input.repeat(queries, |input| {
        let pawns = input.numbers(vertices, "how many pawns a vertex has", ANY)?;
        let odd = pawns.iter().zip(values.iter()).filter(|(count, _)| *count % 2 == 1);
        Ok(odd.fold(Nimber::ZERO, |sum, (_, value)| sum + value))
    })?;
    Ok(lines(sums.into_iter().map(|sum| u8::from(sum != Nimber::ZERO))))
}

/// The engine counts vertices from 0, the input from 1.
fn counted_from_one(message: &str) -> String {
    let words = message.split(' ');
    let shifted = words.map(|word| word.parse::<u64>().map_or(word.to_string(), |n| (n + 1).to_string()));
    shifted.collect::<Vec<_>>().join(" ")
}
