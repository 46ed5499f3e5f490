//! Heaps that a move breaks.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Grundy's game", |at| heap(at, |n| two(n).into_iter().filter(|p| p[0] != p[1]).collect())),
    ("Spider Man", |at| heap(at, two)),
    ("Lasker's Nim", |at| heap(at, |n| (0..n).map(|m| vec![m]).chain(two(n)).collect())),
    ("A Simple Nim", |at| {
        heap(at, |n| {
            let three = (1..n).flat_map(|a| two(n - a).into_iter().map(move |p| vec![a, p[0], p[1]]));
            (0..n).map(|m| vec![m]).chain(three).collect()
        })
    }),
    ("Kayles", |at| heap(at, |n| rows(n, [1, 2]))),
    ("Paper-strip Game", |at| heap(at, |n| rows(n, [2]))),
    ("Dawson's chess", |at| {
        heap(at, |n| {
            // A pawn goes with its neighbours.
            (0..n).map(|i| vec![(i - 1).max(0), (n - i - 2).max(0)]).collect()
        })
    }),
    ("Guiles", |at| {
        heap(at, |n| match n {
            1 | 2 => vec![vec![]],
            _ => rows(n, [2]).into_iter().filter(|p| p[0] > 0 && p[1] > 0).collect(),
        })
    }),
    ("Officers", |at| heap(at, |n| if n < 2 { vec![] } else { rows(n, [1]) })),
    ("Kenyon's game", |at| {
        heap(at, |n| {
            let three = (0..=n - 2).flat_map(|a| (0..=n - 2 - a).map(move |b| vec![a, b, n - 2 - a - b]));
            less(n, [1]).into_iter().map(|m| vec![m]).chain(three).collect()
        })
    }),
    ("Couples are forever", |at| heap(at, |n| if n == 2 { vec![] } else { two(n) })),
    ("Rims", |at| heap(at, |n| rows(n, 1..=n))),
    ("Generalized Subtraction Game", |at| heap(at, |n| rows(n, [2, 3]))),
    ("Stone Game, Why are you always there?", |at| heap(at, |n| rows(n, [2, 4]))),
    ("Lieges of Legendre", |at| {
        heap(at, |n| {
            let split = (n > 0 && n % 2 == 0).then(|| vec![n / 2; 3]);
            less(n, [1]).into_iter().map(|m| vec![m]).chain(split).collect()
        })
    }),
    ("Playing in equal parts (江南乐)", |at| {
        heap(at, |n| {
            let part = |m: i64| (0..m).map(|i| (n + i) / m).collect();
            if n < 3 { vec![] } else { (2..=n).map(part).collect() }
        })
    }),
    ("Tower Breakers, Again!", |at| {
        heap(at, |n| (2..=n).filter(|y| n % y == 0).map(|y| vec![n / y; y as usize]).collect())
    }),
    ("Splitting game (分裂游戏)", |at| {
        heap(at, |i| (0..i).flat_map(|j| (0..=j).map(move |k| vec![j, k])).collect())
    }),
    ("Chocolate breaking", |at| tuples(at, |c| cuts(c, 1))),
    ("Cutting Game", |at| first_single_cell(at.numbers())),
    ("Cuboid Slicing Game", |at| {
        normal(at.tuples(), |all| {
            let halves = |n: i64| (0..n).map(move |i| [i, n - 1 - i]);
            let eight = |x: [i64; 2], y: [i64; 2], z: [i64; 2]| {
                let corners = (0..8).map(|c| vec![x[c & 1], y[c >> 1 & 1], z[c >> 2]]);
                corners.filter(|c| !c.contains(&0)).collect::<Vec<_>>()
            };
            in_one(all, &|c: &Vec<i64>| {
                let planes = halves(c[0]).flat_map(|x| halves(c[1]).map(move |y| (x, y)));
                planes.flat_map(|(x, y)| halves(c[2]).map(move |z| eight(x, y, z))).collect()
            })
        })
    }),
    ("Bomb Game", |at| {
        tuples(at, |c| {
            let both = (0..c[0]).flat_map(|u| (0..c[1]).map(move |v| vec![vec![u, c[1]], vec![c[0], v]]));
            let row = (0..c[0]).filter(|_| c[1] == 0).map(|u| vec![vec![u, 0]]);
            let column = (0..c[1]).filter(|_| c[0] == 0).map(|v| vec![vec![0, v]]);
            both.chain(row).chain(column).collect()
        })
    }),
    ("E&D", |at| tuple(at, |c| [two(c[0]), two(c[1])].concat())),
    ("VS AtCoder", |at| {
        tuple(at, |c| {
            let white = (c[0] > 0).then(|| vec![c[0] - 1, c[1] + c[0]]);
            less(c[1], 1..=c[1] / 2).into_iter().map(|b| vec![c[0], b]).chain(white).collect()
        })
    }),
    ("Be the Winner", |at| misere(at.heaps(), |all| in_one(all, &|n| rows(*n, 1..=*n)))),
    ("Interval Game 2", |at| {
        // Whole intervals that are still free, not the gaps between them.
        let (low, high) = (at.list("x"), at.list("y"));
        let outer = at.numbers();
        let all: Vec<(i64, i64)> =
            low.into_iter().zip(high).filter(|i| outer[0] <= i.0 && i.1 <= outer[1]).collect();
        normal(all, |all| {
            let apart = |i: (i64, i64)| all.iter().filter(|j| j.1 <= i.0 || i.1 <= j.0).copied().collect();
            all.iter().map(|i| apart(*i)).collect()
        })
    }),
];

/// Two heaps that are not empty.
fn two(n: i64) -> Vec<Vec<i64>> {
    (1..n).map(|a| vec![a, n - a]).collect()
}

/// What is left of a row when so many neighbours go.
fn rows(n: i64, amounts: impl IntoIterator<Item = i64>) -> Vec<Vec<i64>> {
    amounts.into_iter().flat_map(|k| (0..=n - k).map(move |a| vec![a, n - k - a])).collect()
}

/// A rectangle cut in two, both sides at least so wide.
fn cuts(c: &[i64], least: i64) -> Vec<Vec<Vec<i64>>> {
    let (w, h) = (c[0], c[1]);
    let across = (least..=w - least).map(|k| vec![vec![k, h], vec![w - k, h]]);
    let along = (least..=h - least).map(|k| vec![vec![w, k], vec![w, h - k]]);
    across.chain(along).collect()
}

/// Whoever first cuts off a single cell wins.
fn first_single_cell(start: Vec<i64>) -> Answer {
    ending(
        vec![start],
        |all| if all.contains(&vec![1, 1]) { vec![] } else { in_one(all, &|c| cuts(c, 1)) },
        |_| false,
    )
}
