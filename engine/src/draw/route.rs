//! The line of a move from the border of one shape to the border of another.

use crate::outcome::Outcome;

use super::layout::{Edge, Node, Point};
use super::order::Rows;

/// The points of a line, which the picture makes a smooth curve; `bowed` if it must not run straight, for
/// there is also a move the other way, or a name to be written above its row.
pub(super) fn route(
    nodes: &[Node],
    rows: &Rows,
    (from, to): (usize, usize),
    bends: Vec<Point>,
    bowed: bool,
    gap: f64,
) -> Vec<Point> {
    let (start, end) = (&nodes[from], &nodes[to]);
    if from == to {
        return circle(start);
    }
    let mut bends = bends;
    if bends.is_empty() {
        let (dx, dy) = (end.x - start.x, end.y - start.y);
        let middle = Point { x: (start.x + end.x) / 2.0, y: (start.y + end.y) / 2.0 };
        if rows.row(from) == rows.row(to) {
            if bowed || !rows.side_by_side(from, to) {
                // Over what stands between, to the right above and to the left below.
                let rise = start.height / 2.0 + (9.0 + dx.abs() * 0.06).min(gap * 0.45);
                bends.push(Point { x: middle.x, y: middle.y - rise * dx.signum() });
            }
        } else if bowed {
            // A little to its right, so that a move and the move back are two lines.
            let bow = 9.0 / dx.hypot(dy).max(1.0);
            bends.push(Point { x: middle.x - dy * bow, y: middle.y + dx * bow });
        }
    }
    let first = bends.first().copied().unwrap_or(centre(end));
    let last = bends.last().copied().unwrap_or(centre(start));
    let mut path = vec![border(start, first, 0.0)];
    path.append(&mut bends);
    path.push(border(end, last, 2.0));
    path
}

fn centre(node: &Node) -> Point {
    Point { x: node.x, y: node.y }
}

/// Where the line from the centre towards a point leaves the shape, and a bit further.
fn border(node: &Node, towards: Point, free: f64) -> Point {
    let (dx, dy) = (towards.x - node.x, towards.y - node.y);
    let (a, b) = (node.width / 2.0, node.height / 2.0);
    let (u, v) = (dx.abs() / a, dy.abs() / b);
    let times = match node.outcome {
        Outcome::P => u.max(v),
        Outcome::N => u.hypot(v),
        Outcome::D => u + v,
    };
    let length = dx.hypot(dy);
    if times <= 0.0 || length <= 0.0 {
        return centre(node);
    }
    let share = 1.0 / times + free / length;
    Point { x: node.x + dx * share, y: node.y + dy * share }
}

/// A move that leads back to where it started: an ear at the upper right, where round and pointed shapes leave room,
/// so that lines which pass the node on the right, or leave it there, stay clear of it.
fn circle(node: &Node) -> Vec<Point> {
    let (a, b) = (node.width / 2.0, node.height / 2.0);
    let at = |x: f64, y: f64| Point { x: node.x + x, y: node.y + y };
    let begin = border(node, at(a, -b), 0.0);
    let end = border(node, at(a, -b * 0.1), 2.0);
    vec![begin, at(a * 0.85, -b * 1.1), at(a * 1.2, -b * 0.85), end]
}

/// Moves the ears to the upper left of nodes which lines meet at the upper right only.
pub(super) fn turn_ears(nodes: &[Node], edges: &mut [Edge]) {
    // Whether lines meet a node at its upper left and at its upper right.
    let mut met = vec![[false; 2]; nodes.len()];
    for edge in edges.iter().filter(|edge| edge.from != edge.to) {
        for (index, end) in [(edge.from.index(), edge.path.first()), (edge.to.index(), edge.path.last())] {
            let node = &nodes[index];
            if let Some(end) = end.filter(|end| end.y < node.y) {
                met[index][0] |= end.x < node.x;
                met[index][1] |= end.x > node.x;
            }
        }
    }
    for ear in edges.iter_mut().filter(|edge| edge.from == edge.to) {
        let index = ear.from.index();
        if met[index] == [false, true] {
            ear.path.iter_mut().for_each(|point| point.x = 2.0 * nodes[index].x - point.x);
        }
    }
}
