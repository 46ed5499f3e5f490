//! Several numbers that belong together.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Wythoff's game", |at| tuple(at, |c| steps(c, |d| d[0] == 0 || d[1] == 0 || d[0] == d[1]))),
    ("Generalised Wythoff", |at| {
        tuple(at, |c| steps(c, |d| d[0] == 0 || d[1] == 0 || (d[0] - d[1]).abs() <= 1))
    }),
    ("Stone Game (three piles)", |at| {
        tuple(at, |c| {
            steps(c, |d| {
                let taken: Vec<i64> = d.iter().copied().filter(|k| *k > 0).collect();
                taken.windows(2).all(|w| w[0] == w[1])
            })
        })
    }),
    ("kiki's game", |at| tuple(at, |c| from_one(steps(c, |d| d[0] <= 1 && d[1] <= 1)))),
    ("New Game with a Chess Piece", |at| {
        tuple(at, |c| from_one(steps(c, |d| [[1, 0], [0, 1], [2, 2]].contains(&[d[0], d[1]]))))
    }),
    ("Chip Game", |at| tuple(at, |c| from_one(steps(c, |d| d[0] * d[1] == 0 && (d[0] + d[1]) % 2 == 1)))),
    ("Circle Game", |at| {
        tuple(at, |c| {
            let near = |d: &Vec<i64>| d[0] * d[0] + d[1] * d[1] <= 14 * 14;
            [vec![c[0] + 2, c[1]], vec![c[0], c[1] + 2]].into_iter().filter(near).collect()
        })
    }),
    ("A Chessboard Game", |at| {
        tuple(at, |c| {
            let jumps = [(-2, 1), (-2, -1), (1, -2), (-1, -2)].map(|(r, s)| vec![c[0] + r, c[1] + s]);
            jumps.into_iter().filter(|d| d.iter().all(|x| (1..=15).contains(x))).collect()
        })
    }),
    ("Alice&Brown", |at| {
        tuple(at, |c| {
            let left = (1..=c[0] / 2).map(|i| vec![c[0] - 2 * i, c[1] + i]);
            left.chain((1..=c[1] / 2).map(|i| vec![c[0] + i, c[1] - 2 * i])).collect()
        })
    }),
    ("Euclid's game", |at| tuple(at, |c| multiples(c[0], c[1]))),
    ("Stone Game II (Euler)", |at| tuple(at, |c| multiples(c[0], c[1]).into_iter().map(sorted).collect())),
    ("Wizards and Numbers", |at| {
        tuple(at, |c| {
            let (a, b) = (c[0], c[1]);
            let powers = (1..7).map(|k| b - a.pow(k)).filter(|rest| *rest >= 0).map(|rest| vec![a, rest]);
            if a == 0 { vec![] } else { powers.chain([vec![b % a, a]]).map(sorted).collect() }
        })
    }),
    ("Game With Sticks", |at| {
        tuple(at, |c| if c.contains(&0) { vec![] } else { vec![vec![c[0] - 1, c[1] - 1]] })
    }),
    ("Coin Game (115)", |at| {
        tuple(at, |c| if c[0] < 1 || c[1] < 4 { vec![] } else { vec![vec![c[0] - 1, c[1] - 4]] })
    }),
    ("Game of two players' heaps", |at| {
        let c = at.numbers();
        normal((c[0], c[2], true), |&(one, two, first)| match first {
            true => less(one, 1..=c[1]).into_iter().map(|n| (n, two, false)).collect(),
            false => less(two, 1..=c[3]).into_iter().map(|n| (one, n, true)).collect(),
        })
    }),
    ("Northcott's game", |at| {
        lasting(
            at.tuples(),
            |rows| {
                in_one(rows, &|c: &Vec<i64>| {
                    let order = |d: &Vec<i64>| (d[0] - d[1]).signum() == (c[0] - c[1]).signum();
                    let left = (1..=5).filter(|k| *k != c[0]).map(|k| vec![k, c[1]]);
                    let all = left.chain((1..=5).filter(|k| *k != c[1]).map(|k| vec![c[0], k]));
                    all.filter(order).map(|d| vec![d]).collect()
                })
            },
            |_| false,
        )
    }),
    ("Poker Nim", |at| {
        tuple(at, |c| {
            let buy = (1..=c[0]).map(|k| vec![c[0] - k, c[1] + k]);
            (0..c[1]).map(|n| vec![c[0], n]).chain(buy).collect()
        })
    }),
    ("Calendar Game", |at| tuple(at, |c| dates(c[0], c[1], c[2]))),
    ("Light Switching Game", |at| {
        lamps(at, |c| {
            let lower = (0..c[0]).flat_map(|a| (0..c[1]).map(move |b| (a, b)));
            let corners = |l: [i64; 3]| {
                (1..8).map(move |k| (0..3).map(|i| if k >> i & 1 == 1 { l[i] } else { c[i] }).collect())
            };
            lower.flat_map(|(a, b)| (0..c[2]).map(move |z| [a, b, z])).map(|l| corners(l).collect()).collect()
        })
    }),
    ("Switch lights", |at| {
        lamps(at, |c| {
            let corners = |a, b| vec![vec![a, b], vec![a, c[1]], vec![c[0], b]];
            (0..c[0]).flat_map(|a| (0..c[1]).map(move |b| corners(a, b))).collect()
        })
    }),
    ("Even Number Addicts", |at| {
        // Who has moved is known from how many numbers are gone.
        let start = at.numbers();
        let all = start[0] + start[1];
        let alice = |c: &Vec<i64>| (all - c[0] - c[1]) % 2 == 0;
        let moves = |c: &Vec<i64>| {
            let even = (c[0] > 0).then(|| vec![c[0] - 1, c[1], c[2]]);
            let odd = (c[1] > 0).then(|| vec![c[0], c[1] - 1, c[2] + i64::from(alice(c))]);
            even.into_iter().chain(odd).collect()
        };
        ending(vec![start[0], start[1], 0], moves, |c| (c[2] % 2 == 0) == alice(c))
    }),
    ("Berzerk", |at| {
        let (x, who) = at.text().split_once(',').expect("two coordinates");
        let start = (x.parse::<i64>().expect("a number"), who == "rick");
        let moves = |&(x, rick): &(i64, bool)| {
            let steps: &[i64] = if rick { &[2, 4, 6] } else { &[1, 5, 7] };
            if x == 0 { vec![] } else { steps.iter().map(|s| ((x + s) % 8, !rick)).collect() }
        };
        lasting(start, moves, |_| false)
    }),
    ("Permutation Game", |at| {
        let a = at.list("a");
        take(at, |i| {
            let reach = |j: &i64| a[*j as usize] > a[i as usize] && (j - i) % a[i as usize] == 0;
            (0..a.len() as i64).filter(reach).collect()
        })
    }),
    ("Integer Game", |at| {
        let c = at.numbers();
        let digits: Vec<i64> = (0..3).flat_map(|d| vec![d; c[d as usize] as usize]).collect();
        normal(digits, |all| {
            let rest = |i: usize| [&all[..i], &all[i + 1..]].concat();
            (0..all.len()).map(rest).filter(|left| left.iter().sum::<i64>() % 3 == 0).collect()
        })
    }),
    ("Candy Piles", |at| {
        // The piles themselves: the largest goes, or one from every pile.
        let (at, mut piles) = (at.numbers(), at.list("a"));
        piles = piles[at[0] as usize..].iter().map(|p| (p - at[1]).max(0)).filter(|p| *p > 0).collect();
        let moves = |piles: &Vec<i64>| {
            let eaten: Vec<i64> = piles.iter().map(|p| p - 1).filter(|p| *p > 0).collect();
            // Who takes the last candy loses.
            let after = [piles.get(1..).unwrap_or(&[]).to_vec(), eaten];
            after.into_iter().filter(|rest| !rest.is_empty()).collect()
        };
        normal(piles, moves)
    }),
];

/// Lamps that are on. A move switches one off, and turns others.
fn lamps(at: &At, others: impl Fn(&[i64]) -> Vec<Vec<Vec<i64>>>) -> Answer {
    let turn = |mut on: Vec<Vec<i64>>, lamp: Vec<i64>| {
        match on.iter().position(|other| *other == lamp) {
            Some(i) => drop(on.remove(i)),
            None => on.push(lamp),
        }
        on.sort();
        on
    };
    let start = at.tuples().into_iter().fold(Vec::new(), turn);
    normal(start, |on| {
        let moves = on.iter().flat_map(|lamp| others(lamp).into_iter().map(move |turned| (lamp, turned)));
        moves.map(|(lamp, turned)| turned.into_iter().fold(turn(on.clone(), lamp.clone()), turn)).collect()
    })
}

/// Every smaller tuple whose difference is allowed.
fn steps(c: &[i64], allowed: impl Fn(&[i64]) -> bool) -> Vec<Vec<i64>> {
    let mut amounts = vec![vec![]];
    for n in c {
        amounts = amounts.iter().flat_map(|d| (0..=*n).map(move |k| [&d[..], &[k]].concat())).collect();
    }
    let real = amounts.into_iter().filter(|d| d.iter().any(|k| *k > 0) && allowed(d));
    real.map(|d| c.iter().zip(d).map(|(n, k)| n - k).collect()).collect()
}

/// Tokens that stay on rows and columns counted from 1.
fn from_one(all: Vec<Vec<i64>>) -> Vec<Vec<i64>> {
    all.into_iter().filter(|c| !c.contains(&0)).collect()
}

fn sorted(mut c: Vec<i64>) -> Vec<i64> {
    c.sort();
    c
}

/// A multiple of the one number is taken from the other.
fn multiples(a: i64, b: i64) -> Vec<Vec<i64>> {
    let left = (1..=a).filter(|k| k * b <= a && b > 0).map(|k| vec![a - k * b, b]);
    left.chain((1..=b).filter(|k| k * a <= b && a > 0).map(|k| vec![a, b - k * a])).collect()
}

/// The next day and the same day of the next month, up to 4 November 2001.
fn dates(y: i64, m: i64, d: i64) -> Vec<Vec<i64>> {
    let days = |y: i64, m: i64| match m {
        4 | 6 | 9 | 11 => 30,
        2 if y % 4 == 0 && (y % 100 != 0 || y % 400 == 0) => 29,
        2 => 28,
        _ => 31,
    };
    let (next_year, next_month) = if m == 12 { (y + 1, 1) } else { (y, m + 1) };
    let day = if d < days(y, m) { vec![y, m, d + 1] } else { vec![next_year, next_month, 1] };
    let month = (d <= days(next_year, next_month)).then(|| vec![next_year, next_month, d]);
    let all = [Some(day), month].into_iter().flatten();
    all.filter(|date| *date <= vec![2001, 11, 4]).collect()
}
