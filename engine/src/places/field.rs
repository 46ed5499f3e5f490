//! The places of one position: which there are, which are neighbours, and which is below which.
//!
//! A place is a pair of integers, as rules speak about it: its number, or its row and column. An edge is the pair of the
//! numbers that its ends have in the list of places, the smaller one first.

use crate::rules::{Space, Steps};

/// A value of a rule.
pub(super) type Value = [i64; 2];

/// All places of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) space: Space,
    /// The graph or the order as it was written.
    pub(super) name: String,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Every place, in order; none for the numbers, which have no end.
    pub(super) places: Vec<Value>,
    /// For graphs the neighbours of each place, for orders what is at least each, by their numbers in the list, in order.
    pub(super) joined: Vec<Vec<usize>>,
    /// Every edge, in order, for spaces of edges.
    pub(super) edges: Vec<Value>,
}

const FOUR: [Value; 4] = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL: [Value; 4] = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const KING: [Value; 8] = [[-1, 0], [0, -1], [0, 1], [1, 0], [-1, -1], [-1, 1], [1, -1], [1, 1]];
const KNIGHT: [Value; 8] = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
const HEXAGON: [Value; 6] = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]];

impl Field {
    /// Places in a row.
    pub(super) fn line(space: Space, cells: usize) -> Field {
        let places = (0..cells as i64).map(|cell| [cell, 0]).collect();
        Field { places, ..Field::empty(space, 1, cells) }
    }

    /// Places in rows and columns.
    pub(super) fn plane(space: Space, rows: usize, columns: usize) -> Field {
        let row = |row: usize| (0..columns).map(move |column| [row as i64, column as i64]);
        Field { places: (0..rows).flat_map(row).collect(), ..Field::empty(space, rows, columns) }
    }

    /// A graph, or an order whose pairs are (smaller, larger), closed under what follows.
    pub(super) fn joined(space: Space, name: String, places: Vec<Value>, joined: Vec<Vec<usize>>) -> Field {
        let columns = places.len();
        let mut field = Field { name, places, joined, ..Field::empty(space, 1, columns) };
        if space == Space::Edges {
            field.edges = field.all_edges();
        }
        field
    }

    pub(super) fn empty(space: Space, rows: usize, columns: usize) -> Field {
        let (places, joined, edges) = (Vec::new(), Vec::new(), Vec::new());
        Field { space, name: String::new(), rows, columns, places, joined, edges }
    }

    fn is_plane(&self) -> bool {
        matches!(self.space, Space::Grid(_) | Space::Torus(_) | Space::Hex)
    }

    /// The number of a place in the list, if it is there. What leaves a circle on one side comes back on the other.
    pub(super) fn index(&self, [row, column]: Value) -> Option<usize> {
        let (rows, columns) = (self.rows as i64, self.columns as i64);
        match self.space {
            Space::Ring if columns > 0 => Some(row.rem_euclid(columns) as usize),
            Space::Torus(_) if rows > 0 && columns > 0 => {
                Some((row.rem_euclid(rows) * columns + column.rem_euclid(columns)) as usize)
            }
            Space::Grid(_) | Space::Hex => {
                let inside = (0..rows).contains(&row) && (0..columns).contains(&column);
                inside.then_some((row * columns + column) as usize)
            }
            Space::Strip | Space::Bag => (0..columns).contains(&row).then_some(row as usize),
            _ => self.places.binary_search(&[row, column]).ok(),
        }
    }

    /// The number of a member of a set on this field.
    pub(super) fn member(&self, value: Value) -> Option<usize> {
        match self.space {
            Space::Edges => self.edges.binary_search(&value).ok(),
            _ => self.index(value),
        }
    }

    /// All that a set on this field may have as members.
    pub(super) fn members(&self) -> &[Value] {
        if self.space == Space::Edges { &self.edges } else { &self.places }
    }

    /// The edge between two places.
    pub(super) fn edge(&self, one: Value, other: Value) -> Option<Value> {
        let (one, other) = (self.index(one)? as i64, self.index(other)? as i64);
        Some([one.min(other), one.max(other)])
    }

    /// The two ends of an edge.
    pub(super) fn ends(&self, [one, other]: Value) -> Option<[Value; 2]> {
        let place = |at: i64| self.places.get(usize::try_from(at).ok()?).copied();
        Some([place(one)?, place(other)?])
    }

    /// All edges, each once.
    pub(super) fn all_edges(&self) -> Vec<Value> {
        let mut all = Vec::new();
        for (at, place) in self.places.iter().enumerate() {
            let later = self.near(*place).into_iter().filter_map(|other| self.index(other));
            all.extend(later.filter(|other| *other > at).map(|other| [at as i64, other as i64]));
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The neighbours of a place, in order; none of a place that is not there.
    pub(super) fn near(&self, place: Value) -> Vec<Value> {
        let Some(at) = self.index(place) else { return Vec::new() };
        let mut all = match self.space {
            Space::Graph | Space::Edges => self.joined[at].iter().map(|v| self.places[*v]).collect(),
            Space::Strip | Space::Ring => self.steps(at, &[[-1, 0], [1, 0]], false),
            Space::Hex => self.steps(at, &HEXAGON, false),
            Space::Grid(steps) | Space::Torus(steps) => match steps {
                Steps::Four => self.steps(at, &FOUR, false),
                Steps::King => self.steps(at, &KING, false),
                Steps::Knight => self.steps(at, &KNIGHT, false),
                Steps::Bishop => self.steps(at, &DIAGONAL, true),
                Steps::Rook => self.steps(at, &FOUR, true),
                Steps::Queen => self.steps(at, &KING, true),
            },
            Space::Order | Space::Numbers | Space::Bag => Vec::new(),
        };
        all.sort_unstable();
        all.dedup();
        all
    }

    /// A place and its neighbours; none of a place that is not there.
    pub(super) fn ball(&self, place: Value) -> Vec<Value> {
        let mut ball = self.near(place);
        ball.extend(self.index(place).map(|at| self.places[at]));
        ball
    }

    /// Where steps lead from a place, one at a time or on and on. A circle is left when it comes back to where it began.
    fn steps(&self, from: usize, steps: &[Value], slides: bool) -> Vec<Value> {
        let mut all = Vec::new();
        for [down, across] in steps {
            let mut at = from;
            loop {
                let [row, column] = self.places[at];
                match self.index([row + down, column + across]) {
                    Some(next) if next != from => {
                        all.push(self.places[next]);
                        at = next;
                    }
                    _ => break,
                }
                if !slides {
                    break;
                }
            }
        }
        all
    }

    /// Whether one place is at least another, as far as they are comparable.
    fn at_least(&self, above: usize, below: usize) -> bool {
        match self.space {
            Space::Order => self.joined[below].binary_search(&above).is_ok(),
            _ if self.is_plane() => {
                let ([r, c], [row, column]) = (self.places[above], self.places[below]);
                r >= row && c >= column
            }
            _ => above >= below,
        }
    }

    /// All places that are at least this one, or at most.
    pub(super) fn side(&self, place: Value, up: bool) -> Vec<Value> {
        let Some(at) = self.index(place) else { return Vec::new() };
        let on_side = |other: &usize| if up { self.at_least(*other, at) } else { self.at_least(at, *other) };
        (0..self.places.len()).filter(on_side).map(|other| self.places[other]).collect()
    }

    /// What of a set hangs together with a place: of places those that can be reached within the set, of edges those whose
    /// ends can. The set is in order.
    pub(super) fn part(&self, set: &[Value], place: Value) -> Vec<Value> {
        let Some(start) = self.index(place) else { return Vec::new() };
        let start = self.places[start];
        let of_edges = self.space == Space::Edges;
        if !of_edges && set.binary_search(&start).is_err() {
            return Vec::new();
        }
        let (mut reached, mut fresh) = (vec![false; self.places.len()], vec![start]);
        while let Some(place) = fresh.pop() {
            let Some(at) = self.index(place).filter(|at| !reached[*at]) else { continue };
            reached[at] = true;
            let goes_on = |other: &Value| match of_edges {
                true => self.edge(place, *other).is_some_and(|edge| set.binary_search(&edge).is_ok()),
                false => set.binary_search(other).is_ok(),
            };
            fresh.extend(self.near(place).into_iter().filter(goes_on));
        }
        let is_reached = |value: &&Value| match of_edges {
            true => usize::try_from(value[0]).is_ok_and(|at| reached.get(at) == Some(&true)),
            false => self.index(**value).is_some_and(|at| reached[at]),
        };
        set.iter().filter(is_reached).copied().collect()
    }
}
