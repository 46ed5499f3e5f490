//! Where the names of moves are written: on their lines, clear of shapes and of each other.
//!
//! Names are part of the layout: where the rows are too near to each other for all of them, the layout asks again with
//! the rows further apart. Complexity: O(L·E) for L names and E lines.

use super::canvas::text_width;
use super::curve::{along, flat};
use super::layout::{Edge, LONGEST_LABEL, MARGIN, Node, Point};
use crate::outcome::Outcome;

/// A picture with more named moves than this leaves the names to titles.
const MOST: usize = 150;
/// The size of the letters.
pub(super) const SIZE: f64 = 11.0;
/// The height of a name, with the white around it.
const HEIGHT: f64 = 14.0;
/// Where names are tried along a line, nearer to where it starts: lines run together where they end.
const SHARES: [f64; 12] = [0.4, 0.3, 0.5, 0.35, 0.45, 0.6, 0.25, 0.7, 0.2, 0.78, 0.15, 0.85];

/// Gives the names of moves their places, those of winning moves first; of the free places of a name it takes the one
/// that the fewest other lines pass. Tells how many found none, which are left to the titles of their lines.
///
/// A name that would be cut is left to the title too, since the moves of a board tend to differ at the end; and so are all
/// where most would be cut, for the few others would look chosen.
pub(super) fn place(nodes: &[Node], edges: &mut [Edge]) -> usize {
    let named = edges.iter().filter(|edge| edge.label.is_some()).count();
    let short = edges.iter().filter(|edge| short_name(edge).is_some()).count();
    if named > MOST || 2 * short < named {
        return 0;
    }
    let lines: Vec<Line> = edges.iter().map(|edge| Line::of(&edge.path)).collect();
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|index| !edges[*index].winning);
    let (mut taken, mut missing) = (Vec::<Room>::new(), 0);
    for index in order {
        let Some(label) = short_name(&edges[index]) else { continue };
        let width = text_width(label, SIZE) + 4.0;
        let free = SHARES
            .iter()
            .map(|share| Room { at: along(&lines[index].bits, *share), width })
            .filter(|room| room.at.x - width / 2.0 > MARGIN)
            .filter(|room| taken.iter().all(|other| !room.meets(other)))
            .filter(|room| nodes.iter().all(|node| !room.touches(node)));
        let passed = |room: &Room| lines.iter().filter(|line| line.passes(room)).count();
        match free.min_by_key(passed) {
            Some(room) => {
                edges[index].label_at = Some(room.at);
                taken.push(room);
            }
            None => missing += 1,
        }
    }
    missing
}

fn short_name(edge: &Edge) -> Option<&String> {
    edge.label.as_ref().filter(|label| label.chars().count() <= LONGEST_LABEL)
}

/// How far to the right names reach.
pub(super) fn right_end(edges: &[Edge]) -> f64 {
    let named = edges.iter().filter_map(|edge| edge.label.as_ref().zip(edge.label_at));
    named.map(|(label, at)| at.x + text_width(label, SIZE) / 2.0).fold(0.0, f64::max)
}

/// The room of a name around its centre.
struct Room {
    at: Point,
    width: f64,
}

impl Room {
    fn meets(&self, other: &Room) -> bool {
        (self.at.x - other.at.x).abs() * 2.0 < self.width + other.width
            && (self.at.y - other.at.y).abs() < HEIGHT
    }

    /// Whether it overlaps a shape: how far its nearest point lies from the centre of the shape.
    fn touches(&self, node: &Node) -> bool {
        let nearest = |distance: f64, half: f64| (distance.abs() - half).max(0.0);
        let u = nearest(self.at.x - node.x, self.width / 2.0) * 2.0 / node.width;
        let v = nearest(self.at.y - node.y, HEIGHT / 2.0) * 2.0 / node.height;
        match node.outcome {
            Outcome::P => u.max(v) < 1.0,
            Outcome::N => u.hypot(v) < 1.0,
            Outcome::D => u + v < 1.0,
        }
    }
}

/// A line in straight bits, and the box around it.
struct Line {
    bits: Vec<Point>,
    least: Point,
    most: Point,
}

impl Line {
    fn of(path: &[Point]) -> Line {
        let bits = flat(path);
        let over = |of: fn(&Point) -> f64, pick: fn(f64, f64) -> f64, from: f64| {
            bits.iter().map(of).fold(from, pick)
        };
        let least = Point { x: over(|p| p.x, f64::min, f64::MAX), y: over(|p| p.y, f64::min, f64::MAX) };
        let most = Point { x: over(|p| p.x, f64::max, f64::MIN), y: over(|p| p.y, f64::max, f64::MIN) };
        Line { bits, least, most }
    }

    fn passes(&self, room: &Room) -> bool {
        let (a, b) = (room.width / 2.0, HEIGHT / 2.0);
        let apart = |low: f64, high: f64, at: f64, half: f64| high < at - half || low > at + half;
        !apart(self.least.x, self.most.x, room.at.x, a)
            && !apart(self.least.y, self.most.y, room.at.y, b)
            && self.bits.windows(2).any(|bit| crosses(bit[0], bit[1], room.at, (a, b)))
    }
}

/// Whether a straight bit meets a box around a centre, by clipping it (Liang and Barsky 1984).
fn crosses(from: Point, to: Point, centre: Point, (a, b): (f64, f64)) -> bool {
    let (mut first, mut last) = (0.0f64, 1.0f64);
    for (start, step, half) in [(from.x - centre.x, to.x - from.x, a), (from.y - centre.y, to.y - from.y, b)]
    {
        if step == 0.0 {
            if start.abs() > half {
                return false;
            }
            continue;
        }
        let (one, two) = ((-half - start) / step, (half - start) / step);
        first = first.max(one.min(two));
        last = last.min(one.max(two));
    }
    first <= last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_meets_a_box_only_where_it_passes_through() {
        let point = |x: f64, y: f64| Point { x, y };
        let meets = |from, to| crosses(from, to, point(0.0, 0.0), (2.0, 1.0));
        assert!(meets(point(-5.0, 0.0), point(5.0, 0.5)));
        assert!(meets(point(0.0, 0.0), point(0.5, 0.5)));
        assert!(!meets(point(-5.0, 2.0), point(5.0, 2.0)));
        assert!(!meets(point(-5.0, 0.0), point(-3.0, 0.0)));
        assert!(!meets(point(0.0, 3.0), point(4.0, 0.0)));
    }
}
