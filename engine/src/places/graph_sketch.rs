//! Sets of vertices as drawings that can be clicked: a vertex or an edge that a move chooses first leads to what the move leaves.

use hashbrown::HashMap;

use crate::sketch::{Line, Point, Sketch, spread};

use super::field::Field;

/// A graph with more vertices is not drawn.
const MOST_DRAWN: usize = 120;

/// Where a click leads: by the numbers of the vertices that a move chooses first, one or the two ends of an edge.
pub(super) type Clicks = HashMap<(usize, usize), String>;

/// The vertices of a set, where they lie in the whole graph, and the edges between them; none if there are too many.
pub(super) fn sketch(field: &Field, cells: &[i64], clicks: &Clicks) -> Option<Sketch> {
    let left: Vec<usize> = (0..field.places.len()).filter(|v| cells[*v] != 0).collect();
    if field.places.len() > MOST_DRAWN {
        return None;
    }
    let at = places(field);
    let leaves = |u: usize, v: usize| clicks.get(&(u.min(v), u.max(v))).cloned();
    let point = |&v: &usize| {
        let [x, y] = at[v];
        Point { id: field.places[v][0].to_string(), x, y, ground: false, leaves: leaves(v, v) }
    };
    let mut lines = Vec::new();
    for (i, &v) in left.iter().enumerate() {
        for (j, &w) in left.iter().enumerate().skip(i + 1) {
            if field.joined[v].binary_search(&w).is_ok() {
                lines.push(Line { ends: [i, j], leaves: leaves(v, w) });
            }
        }
    }
    Some(Sketch { points: left.iter().map(point).collect(), lines })
}

/// Where the directions of a cube lead in its drawing.
const SIDES: [[f64; 2]; 5] = [[1.5, 0.0], [0.0, 1.5], [0.7, -0.6], [3.6, -0.2], [0.25, 3.4]];

/// The corners of a pentagon around 0, from the top on.
const PENTAGON: [[f64; 2]; 5] =
    [[0.0, -1.0], [0.951, -0.309], [0.588, 0.809], [-0.588, 0.809], [-0.951, -0.309]];

/// Where the vertices of the whole graph are drawn; graphs with a name look as people know them.
fn places(field: &Field) -> Vec<[f64; 2]> {
    let vertices = field.places.len();
    let sides = field.name.strip_prefix("grid").and_then(|sides| sides.split_once('x'));
    if let Some(columns) = sides.and_then(|(_, columns)| columns.parse::<usize>().ok()) {
        return (0..vertices).map(|v| [(v % columns.max(1)) as f64, (v / columns.max(1)) as f64]).collect();
    }
    if field.name.starts_with("cube") && vertices <= 1 << SIDES.len() {
        let sum = |v: usize| {
            let sides = (0..SIDES.len()).filter(|i| v >> i & 1 == 1);
            sides.fold([0.0; 2], |[x, y], i| [x + SIDES[i][0], y + SIDES[i][1]])
        };
        return (0..vertices).map(sum).collect();
    }
    if field.name == "petersen" {
        let star = |size: f64| PENTAGON.map(|place| place.map(|length| size * length));
        return [star(1.9), star(0.95)].concat();
    }
    spread(&field.joined)
}
