//! Boards of the catalogue that are rules of pictures, written once more by hand: moves on rows of text, and nothing else.

use std::ops::ControlFlow;

use crate::boards::sides;
use crate::error::Result;
use crate::game::{Game, Readable};
use crate::outcome::Play;

/// Rows of cells.
pub(super) type Rows = Vec<Vec<char>>;

fn read(text: &str, usual: impl Fn(usize, usize) -> char) -> Rows {
    match sides(text) {
        Some((rows, columns)) => (0..rows).map(|r| (0..columns).map(|c| usual(r, c)).collect()).collect(),
        None => text.split('/').map(|row| row.chars().collect()).collect(),
    }
}

fn shown(rows: &Rows) -> String {
    rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("/")
}

/// Calls `visit` with each cell and each of its neighbours to the right and below, or in all directions.
fn pairs(rows: &Rows, both_ways: bool) -> Vec<[(usize, usize); 2]> {
    let (height, width) = (rows.len(), rows[0].len());
    let mut all = Vec::new();
    for (r, c) in (0..height).flat_map(|r| (0..width).map(move |c| (r, c))) {
        for (r2, c2) in [(r, c + 1), (r + 1, c)] {
            if r2 < height && c2 < width {
                all.push([(r, c), (r2, c2)]);
                all.extend(both_ways.then_some([(r2, c2), (r, c)]));
            }
        }
    }
    all
}

/// The cells that two boards do not share, as people count them.
fn changed(from: &Rows, to: &Rows) -> Vec<String> {
    let cells = (0..from.len()).flat_map(|r| (0..from[0].len()).map(move |c| (r, c)));
    let changed = cells.filter(|&(r, c)| from[r][c] != to[r][c]);
    vec![changed.map(|(r, c)| format!("({},{})", r + 1, c + 1)).collect::<Vec<_>>().join(" ")]
}

macro_rules! by_hand {
    ($name:ident, $play:expr, $usual:expr, $labels:expr, $moves:expr) => {
        #[derive(Clone, Debug, PartialEq)]
        pub(super) struct $name;

        impl Game for $name {
            type State = Rows;

            fn show(&self, rows: &Rows) -> String {
                shown(rows)
            }

            fn options(
                &self,
                rows: &Rows,
                visit: &mut impl FnMut(Rows) -> ControlFlow<()>,
            ) -> ControlFlow<()> {
                let moves: fn(&Rows) -> Vec<Rows> = $moves;
                moves(rows).into_iter().try_for_each(visit)
            }

            fn labels(&self, from: &Rows, to: &Rows) -> Vec<String> {
                let labels: fn(&Rows, &Rows) -> Vec<String> = $labels;
                labels(from, to)
            }
        }

        impl Readable for $name {
            const PLAY: Play = $play;

            fn open(text: &str) -> Result<($name, Rows)> {
                Ok(($name, read(text, $usual)))
            }
        }
    };
}

by_hand!(Cram, Play::Normal, |_, _| '.', changed, |rows| {
    let free = |[a, b]: &[(usize, usize); 2]| rows[a.0][a.1] == '.' && rows[b.0][b.1] == '.';
    let put = |[a, b]: [(usize, usize); 2]| {
        let mut next = rows.clone();
        (next[a.0][a.1], next[b.0][b.1]) = ('#', '#');
        next
    };
    pairs(rows, false).into_iter().filter(free).map(put).collect()
});

by_hand!(Clobber, Play::Normal, |r, c| if (r + c) % 2 == 0 { 'X' } else { 'O' }, |_, _| Vec::new(), |rows| {
    let stone = |at: (usize, usize)| Some(rows[at.0][at.1]).filter(|c| "XO".contains(*c));
    let takes =
        |[a, b]: &[(usize, usize); 2]| stone(*a).is_some() && stone(*b).is_some() && stone(*a) != stone(*b);
    let take = |[a, b]: [(usize, usize); 2]| {
        let mut next = rows.clone();
        (next[a.0][a.1], next[b.0][b.1]) = ('.', rows[a.0][a.1]);
        next
    };
    pairs(rows, true).into_iter().filter(takes).map(take).collect()
});

by_hand!(Notakto, Play::Misere, |_, _| '.', changed, |rows| {
    let cell = |r: i64, c: i64| {
        let row = usize::try_from(r).ok().and_then(|r| rows.get(r))?;
        usize::try_from(c).ok().and_then(|c| row.get(c)).copied()
    };
    let places = || (0..rows.len()).flat_map(|r| (0..rows[0].len()).map(move |c| (r, c)));
    let line = |(r, c): (usize, usize), (down, across): (i64, i64)| {
        (0..3).all(|i| cell(r as i64 + i * down, c as i64 + i * across) == Some('X'))
    };
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    if places().any(|at| steps.iter().any(|step| line(at, *step))) {
        return Vec::new();
    }
    let put = |(r, c): (usize, usize)| {
        let mut next = rows.clone();
        next[r][c] = 'X';
        next
    };
    places().filter(|&(r, c)| rows[r][c] == '.').map(put).collect()
});
