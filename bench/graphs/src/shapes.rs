//! Graphs to measure on.

use grundy::graph::{Graph, GraphBuilder, Vertex};

/// How many vertices a clique may have: its edges are their square.
const LARGEST_CLIQUE: usize = 5_000;

/// A graph of the given shape, about as large as asked for.
pub fn build(shape: &str, vertices: usize, degree: usize) -> Graph<'static> {
    match shape {
        "random" => random(vertices, degree),
        "grid" => grid(vertices),
        "path" => path(vertices),
        "power" => power(vertices, degree),
        "star" => star(vertices),
        "clique" => clique(vertices.min(LARGEST_CLIQUE)),
        _ => panic!("there is no shape {shape:?}"),
    }
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// Followers anywhere; a third of the degree varies, and one vertex in `2^degree` or so has none, at least 1 %.
fn random(vertices: usize, degree: usize) -> Graph<'static> {
    let mut state = 1;
    let mut builder = GraphBuilder::new();
    for _ in 0..vertices {
        let here = next(&mut state) as usize % (2 * degree + 1);
        let followers = (0..here).map(|_| Vertex((next(&mut state) % vertices as u64) as u32));
        builder.push_vertex(followers).expect("room");
    }
    builder.finish().expect("a graph")
}

/// Right or down in a square, and back up from every third vertex: cycles everywhere, all edges short.
fn grid(vertices: usize) -> Graph<'static> {
    let side = vertices.isqrt() as u32;
    Graph::from_successors((side * side) as usize, |v| {
        let (row, column) = (v.0 / side, v.0 % side);
        let right = (column + 1 < side).then(|| Vertex(v.0 + 1));
        let down = (row + 1 < side).then(|| Vertex(v.0 + side));
        let up = (row > 0 && v.0 % 3 == 0 && row + 1 < side).then(|| Vertex(v.0 - side));
        [right, down, up].into_iter().flatten()
    })
    .expect("a graph")
}

/// One path through all vertices, in an order that jumps about.
fn path(vertices: usize) -> Graph<'static> {
    // A power of two, so that an odd multiplier visits each vertex once.
    let n = vertices.next_power_of_two() as u64;
    let name = |i: u64| Vertex((i.wrapping_mul(2_654_435_761) % n) as u32);
    let edges: Vec<_> = (1..n).map(|i| (name(i), name(i - 1))).collect();
    Graph::from_edges(n as usize, &edges).expect("a graph")
}

/// Few vertices that nearly all lead to: the follower is the fourth power of a uniform number.
fn power(vertices: usize, degree: usize) -> Graph<'static> {
    let mut state = 2;
    let mut builder = GraphBuilder::new();
    for _ in 0..vertices {
        let here = next(&mut state) as usize % (2 * degree + 1);
        let followers = (0..here).map(|_| {
            let uniform = (next(&mut state) >> 11) as f64 / (1u64 << 53) as f64;
            Vertex((uniform.powi(4) * vertices as f64) as u32)
        });
        builder.push_vertex(followers).expect("room");
    }
    builder.finish().expect("a graph")
}

/// Every vertex leads to the first, which leads nowhere.
fn star(vertices: usize) -> Graph<'static> {
    Graph::from_successors(vertices, |v| (v.0 > 0).then_some(Vertex(0))).expect("a graph")
}

/// Every vertex leads to every other.
fn clique(vertices: usize) -> Graph<'static> {
    let n = vertices as u32;
    Graph::from_successors(vertices, |v| (0..n).filter(move |&w| w != v.0).map(Vertex)).expect("a graph")
}
