//! Numbers in a row, in a circle or in a bag.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Stair Game", |at| row(at, |w| shifts(w, 1))),
    ("Staircase Nim", |at| row(at, |w| shifts(w, 0))),
    ("Pebbles", |at| row(at, |w| lessened(w, |v, _| v.is_sorted()))),
    ("Sequential Nim", |at| row(at, |w| lessened(w, |_, i| w[..i].iter().all(|n| *n == 0)))),
    ("End-Nim", |at| {
        row(at, |w| lessened(w, |_, i| w[..i].iter().all(|n| *n == 0) || w[i + 1..].iter().all(|n| *n == 0)))
    }),
    ("Moore's Nim", |at| row(at, |w| several(w, |i, j| i != j))),
    ("Circular Nim", |at| row(at, |w| several(w, |i, j| (i + 1) % w.len() == j || (j + 1) % w.len() == i))),
    ("Swap Game", |at| {
        row(at, |w| {
            let swap = |j: usize| {
                let mut after = w.to_vec();
                after[0] -= 1;
                after.swap(0, j);
                after
            };
            if w[0] == 0 { vec![] } else { (1..w.len()).map(swap).collect() }
        })
    }),
    ("Stoned Game", |at| {
        let (w, last) = at.text().split_once(':').expect("two coordinates");
        normal((numbers(w), last.parse().expect("a place")), |(w, last): &(Vec<i64>, usize)| {
            let free = (0..w.len()).filter(|i| i != last && w[*i] > 0);
            free.map(|i| (with(w, i, w[i] - 1), i)).collect()
        })
    }),
    ("Numbers on a circle (取数游戏II)", |at| {
        let (w, v) = at.text().split_once(':').expect("two coordinates");
        normal((numbers(w), v.parse().expect("a place")), |(w, v): &(Vec<i64>, usize)| {
            let (size, before) = (w.len(), (v + w.len() - 1) % w.len());
            let on = (0..w[*v]).map(|k| (with(w, *v, k), (v + 1) % size));
            on.chain((0..w[before]).map(|k| (with(w, before, k), before))).collect()
        })
    }),
    ("Game (boxes and cards)", |at| {
        row(at, |w| {
            let pairs = (0..w.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
            // The judge counts boxes from 1.
            let allowed = pairs.filter(|(a, b)| (a + b + 2) % 2 == 1 && (a + b + 2) % 3 == 0);
            allowed
                .flat_map(|(a, b)| (1..=w[b]).map(move |k| with(&with(w, b, w[b] - k), a, w[a] + k)))
                .collect()
        })
    }),
    ("Merging heaps (人人尽说江南好)", |at| {
        row(at, |w| {
            let pairs = (0..w.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let merged = pairs.filter(|(i, j)| w[*i] + w[*j] <= 3).map(|(i, j)| {
                let mut after = w.to_vec();
                after[i] += after.remove(j);
                after.sort();
                after
            });
            merged.collect()
        })
    }),
    ("Tokitsukaze, CSL and Stone Game", |at| {
        row(at, |w| {
            let less = |i: usize| with(w, i, w[i] - 1);
            (0..w.len()).map(less).filter(|v| v.iter().all(|n| *n >= 0) && different(v)).collect()
        })
    }),
    ("Distinct Numbers", |at| {
        row(at, |w| {
            let largest = (0..w.len()).max_by_key(|i| w[*i]).expect("numbers");
            (0..w[largest]).map(|n| with(w, largest, n)).filter(|v| different(v)).collect()
        })
    }),
    ("Welter's game", |at| row(at, |w| lessened(w, |v, _| different(v)))),
];

fn row(at: &At, moves: impl Fn(&[i64]) -> Vec<Vec<i64>>) -> Answer {
    normal(at.numbers(), |w| moves(w))
}

fn with(w: &[i64], place: usize, number: i64) -> Vec<i64> {
    let mut after = w.to_vec();
    after[place] = number;
    after
}

fn different(w: &[i64]) -> bool {
    (0..w.len()).all(|i| !w[..i].contains(&w[i]))
}

/// One number becomes less, if what comes of it is allowed.
fn lessened(w: &[i64], allowed: impl Fn(&[i64], usize) -> bool) -> Vec<Vec<i64>> {
    let all = (0..w.len()).flat_map(|i| (0..w[i]).map(move |n| (i, n)));
    all.map(|(i, n)| (with(w, i, n), i)).filter(|(v, i)| allowed(v, *i)).map(|(v, _)| v).collect()
}

/// One number becomes less, or two that go together.
fn several(w: &[i64], together: impl Fn(usize, usize) -> bool) -> Vec<Vec<i64>> {
    let one = lessened(w, |_, _| true);
    let two = one.iter().flat_map(|v| lessened(v, |_, _| true)).filter(|v| {
        let changed: Vec<usize> = (0..w.len()).filter(|i| v[*i] != w[*i]).collect();
        changed.len() == 2 && together(changed[0], changed[1])
    });
    two.chain(one.iter().cloned()).collect()
}

/// Some of a stair go one stair down; from the first they vanish, if that moves at all.
fn shifts(w: &[i64], first: usize) -> Vec<Vec<i64>> {
    let all = (first..w.len()).flat_map(|i| (1..=w[i]).map(move |k| (i, k)));
    all.map(|(i, k)| {
        let mut after = with(w, i, w[i] - k);
        if i > 0 {
            after[i - 1] += k;
        }
        after
    })
    .collect()
}
