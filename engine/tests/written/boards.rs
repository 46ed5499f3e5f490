//! Boards with rows and columns.

use super::plain::*;

type Cells = Vec<Vec<char>>;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Cram", |at| board(at, '.', |c| lines(c, FOUR, "..", "##"))),
    ("A New Tetris Game", |at| board(at, '.', |c| shape(c, &[(0, 0), (0, 1), (1, 0), (1, 1)]))),
    ("L-tromino Cram", |at| {
        board(at, '.', |c| {
            let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let without = |gone: (i64, i64)| square.into_iter().filter(|p| *p != gone).collect::<Vec<_>>();
            square.iter().flat_map(|gone| shape(c, &without(*gone))).collect()
        })
    }),
    ("Impartial Clobber", |at| board(at, '.', |c| clobbered(c, FOUR))),
    ("King's Clobber", |at| board(at, '.', |c| clobbered(c, KING))),
    ("Notakto", |at| {
        misere(cells(at.text(), '.'), |c| {
            let three = KING
                .iter()
                .any(|d| (0..c.len()).any(|r| (0..c[0].len()).any(|k| line(c, (r, k), *d, "XXX").is_some())));
            if three { vec![] } else { lines(c, &[(0, 1)], ".", "X") }
        })
    }),
    ("Peg Duotaire on a board", |at| board(at, '.', |c| lines(c, FOUR, "XX.", "..X"))),
    ("Impartial Fission", |at| board(at, '.', |c| lines(c, &[(0, 1), (1, 0)], ".X.", "X.X"))),
    ("Snake", |at| board(at, '.', |c| lines(c, FOUR, "H.", "oH"))),
    ("Chomp", |at| {
        board(at, 'o', |c| {
            let all = places(c).filter(|p| *p != (0, 0) && c[p.0][p.1] == 'o');
            all.map(|p| filled(c, '.', |q| q.0 >= p.0 && q.1 >= p.1)).collect()
        })
    }),
    ("Put Knight!", |at| placing(at, |r, k| r.min(k) == 1 && r.max(k) == 2)),
    ("Game on a chessboard", |at| placing(at, |r, k| r + k == 1)),
    ("Non-attacking kings", |at| placing(at, |r, k| r.max(k) == 1)),
    ("Non-attacking queens", |at| placing(at, |r, k| r == k || r == 0 || k == 0)),
    ("Fliping game", |at| {
        board(at, 'o', |c| {
            let turn = |p: (usize, usize)| {
                let mut after = c.clone();
                for q in places(c).filter(|q| q.0 >= p.0 && q.1 >= p.1) {
                    after[q.0][q.1] = if c[q.0][q.1] == 'o' { '.' } else { 'o' };
                }
                after
            };
            places(c).filter(|p| c[p.0][p.1] == 'o').map(turn).collect()
        })
    }),
    ("Play a game (walking on a board)", |at| {
        let (board, corner) = at.text().split_once(':').expect("two coordinates");
        assert_eq!(corner, "0,0");
        let mut start = cells(board, 'o');
        start[0][0] = 'H';
        normal(start, |c| lines(c, FOUR, "Ho", ".H"))
    }),
    ("First one home (marbles)", |at| {
        normal(rows_of(at.text()), |m| {
            if m[0][0] > 0 {
                return vec![];
            }
            let mut found = Vec::new();
            for (r, k) in
                (0..m.len()).flat_map(|r| (0..m[0].len()).map(move |k| (r, k))).filter(|p| m[p.0][p.1] > 0)
            {
                let ahead = |i: usize| [(0, i), (i, 0), (i, i)];
                for (down, right) in (1..9).flat_map(ahead).filter(|d| d.0 <= r && d.1 <= k) {
                    let mut after = m.clone();
                    after[r][k] -= 1;
                    after[r - down][k - right] += 1;
                    found.push(after);
                }
            }
            found
        })
    }),
    ("Torus Cram", |at| {
        board(at, '.', |c| {
            let (rows, columns) = (c.len(), c[0].len());
            let pairs =
                places(c).flat_map(|p| [(p, (p.0, (p.1 + 1) % columns)), (p, ((p.0 + 1) % rows, p.1))]);
            let free = pairs.filter(|(p, q)| c[p.0][p.1] == '.' && c[q.0][q.1] == '.');
            free.map(|(p, q)| filled(c, '#', |x| x == p || x == q)).collect()
        })
    }),
];

/// The four neighbours of a cell.
const FOUR: &[(i64, i64)] = &[(0, 1), (1, 0), (0, -1), (-1, 0)];
/// The eight.
const KING: &[(i64, i64)] = &[(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Rows with `/` between them, or `3x4`.
fn cells(text: &str, first: char) -> Cells {
    match text.split_once('x') {
        Some((rows, columns)) => {
            let size = |text: &str| text.parse::<usize>().unwrap_or_else(|_| panic!("{text}"));
            vec![vec![first; size(columns)]; size(rows)]
        }
        None => text.split('/').map(|row| row.chars().collect()).collect(),
    }
}

fn rows_of(text: &str) -> Vec<Vec<i64>> {
    text.split('/').map(numbers).collect()
}

fn board(at: &At, first: char, moves: impl Fn(&Cells) -> Vec<Cells>) -> Answer {
    normal(cells(at.text(), first), moves)
}

fn places(c: &Cells) -> impl Iterator<Item = (usize, usize)> + use<> {
    let (rows, columns) = (c.len(), c[0].len());
    (0..rows).flat_map(move |r| (0..columns).map(move |k| (r, k)))
}

/// The places of a word that is read from a place in a direction.
fn line(c: &Cells, from: (usize, usize), d: (i64, i64), word: &str) -> Option<Vec<(usize, usize)>> {
    let mut found = Vec::new();
    for (i, letter) in word.chars().enumerate() {
        let (r, k) = (from.0 as i64 + d.0 * i as i64, from.1 as i64 + d.1 * i as i64);
        let place = (usize::try_from(r).ok()?, usize::try_from(k).ok()?);
        (*c.get(place.0)?.get(place.1)? == letter).then_some(())?;
        found.push(place);
    }
    Some(found)
}

/// A word that is read in one of the directions is written over.
fn lines(c: &Cells, directions: &[(i64, i64)], before: &str, after: &str) -> Vec<Cells> {
    let starts = places(c).flat_map(|p| directions.iter().map(move |d| (p, *d)));
    let found = starts.filter_map(|(p, d)| line(c, p, d, before));
    let written = |word: Vec<(usize, usize)>| {
        let mut result = c.clone();
        word.into_iter().zip(after.chars()).for_each(|(p, letter)| result[p.0][p.1] = letter);
        result
    };
    found.map(written).collect()
}

/// A shape is laid on free cells.
fn shape(c: &Cells, shape: &[(i64, i64)]) -> Vec<Cells> {
    let at = |p: (usize, usize)| {
        let mut after = c.clone();
        for (r, k) in shape {
            let (r, k) = (p.0 + *r as usize, p.1 + *k as usize);
            (*after.get(r)?.get(k)? == '.').then_some(())?;
            after[r][k] = '#';
        }
        Some(after)
    };
    places(c).filter_map(at).collect()
}

fn clobbered(c: &Cells, directions: &[(i64, i64)]) -> Vec<Cells> {
    [lines(c, directions, "XO", ".X"), lines(c, directions, "OX", ".O")].concat()
}

fn filled(c: &Cells, letter: char, chosen: impl Fn((usize, usize)) -> bool) -> Cells {
    let mut after = c.clone();
    places(c).filter(|p| chosen(*p)).for_each(|p| after[p.0][p.1] = letter);
    after
}

/// Pieces are placed so that none attacks another; the distances of rows and columns say who attacks.
fn placing(at: &At, attacks: impl Fn(usize, usize) -> bool) -> Answer {
    let start: Vec<(usize, usize)> = places(&cells(at.text(), 'o')).collect();
    normal(start, |free| {
        let safe = |p: (usize, usize)| {
            let apart = |q: &(usize, usize)| *q != p && !attacks(p.0.abs_diff(q.0), p.1.abs_diff(q.1));
            free.iter().copied().filter(apart).collect()
        };
        free.iter().map(|p| safe(*p)).collect()
    })
}
