//! One number a heap, from which something is taken.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Nim", |at| take(at, |n| (0..n).collect())),
    ("Stick Game", |at| take(at, |n| less(n, [1, 3, 4]))),
    ("Nim Game II", |at| take(at, |n| less(n, [1, 2, 3]))),
    ("1-2-K Game", |at| take(at, |n| less(n, [1, 2, 6]))),
    ("Coins Game", |at| take(at, |n| less(n, [1, 3, 7]))),
    ("Constrained Nim 2", |at| take(at, |n| less(n, 3..=8))),
    ("Stone Game IV", |at| take(at, |n| less(n, (1..=n).map(|k| k * k)))),
    ("Good Luck in CET-4 Everybody!", |at| take(at, |n| less(n, [1, 2, 4, 8, 16, 32]))),
    ("Fibonacci again and again", |at| take(at, |n| less(n, [1, 2, 3, 5, 8, 13, 21, 34]))),
    ("Taking prime powers", |at| take(at, |n| less(n, (1..=n).filter(|&k| prime_factors(k).0 <= 1)))),
    ("Taking one or a prime", |at| {
        take(at, |n| less(n, (1..=n).filter(|&k| k == 1 || prime_factors(k) == (1, 1))))
    }),
    ("Take-a-prime", |at| take(at, |n| less(n, (1..=n).filter(|&k| prime_factors(k) == (1, 1))))),
    ("Tricolore Recreation", |at| {
        take(at, |n| less(n, (1..=n).filter(|&k| (1..=2).contains(&prime_factors(k).1))))
    }),
    ("Playing With Stones", |at| take(at, |n| less(n, 1..=n / 2))),
    ("Strange Nim", |at| take(at, |n| less(n, 1..=n / 3))),
    ("Arbitrary Nim", |at| take(at, |n| less(n, 1..=4))),
    ("Constrained Nim", |at| {
        let forbidden = [(3, 1), (5, 2), (5, 5), (8, 8)];
        take(at, |n| less(n, (1..=n).filter(|&k| !forbidden.contains(&(n, k)))))
    }),
    ("Bowls and Beans", |at| {
        let reach = [0, 1, 1, 3, 2, 4, 1, 6, 3];
        take(at, |n| less(n, 1..=reach[n as usize]))
    }),
    ("Not a Nim Problem", |at| take(at, |n| less(n, (1..=n).filter(|&k| common(n, k) == 1)))),
    ("Deleting Divisors", |at| take(at, |n| less(n, (2..n).filter(|k| n % k == 0)))),
    ("Divisor Game", |at| take(at, |n| less(n, (1..n).filter(|k| n % k == 0)))),
    ("Number Game", |at| {
        take(at, |n| {
            let odd = (3..=n).filter(|d| d % 2 == 1 && n % d == 0).map(|d| n / d);
            odd.chain((n > 1).then_some(n - 1)).collect()
        })
    }),
    ("Dividing Game", |at| take(at, |n| (1..n).filter(|d| n % d == 0).collect())),
    ("Furlo and Rublo and Game", |at| {
        take(at, |n| (0..n).filter(|y| y * y <= n && y * y * y * y >= n).collect())
    }),
    ("Dima and Game", |at| take(at, |n| if n < 3 { vec![] } else { vec![n / 3, n - n / 3] })),
    ("A Multiplication Game", |at| {
        take(at, |p| if p < 34 { (2..=9).map(|k| p * k).collect() } else { vec![] })
    }),
    ("Stone Game (boxes)", |at| {
        tuple(at, |c| (1..=c[1] * c[1]).map(|k| vec![c[0], c[1] + k]).filter(|d| d[1] <= d[0]).collect())
    }),
    ("A Simple Game", |at| tuple(at, |c| less(c[0], 1..=c[1]).into_iter().map(|n| vec![n, c[1]]).collect())),
    ("Interesting Game", |at| {
        heap(at, |n| {
            let runs = (1..n).flat_map(|a| (a + 1..n).map(move |b| (a..=b).collect::<Vec<_>>()));
            runs.filter(|run| run.iter().sum::<i64>() == n).collect()
        })
    }),
    ("Arpa and a game with Mojtaba", |at| {
        take(at, |m| {
            let exponents: Vec<i64> = (0..6).filter(|e| m >> e & 1 == 1).collect();
            let most = exponents.last().copied().unwrap_or(0);
            let after =
                |k: i64| exponents.iter().fold(0, |all, &e| all | 1 << if e >= k { e - k } else { e });
            (1..=most).map(after).collect()
        })
    }),
    ("Taking from a shrinking limit", |at| {
        tuple(at, |c| if c[1] > 0 && c[0] >= c[1] { vec![vec![c[0] - c[1], c[1] - 1]] } else { vec![] })
    }),
    ("Seating at the round table", |at| {
        misere(at.tuples().remove(0), |c| {
            let most = [3, 2, 4, 1][c[1] as usize];
            less(c[0], 1..=most).into_iter().map(|n| vec![n, (c[1] + 1) % 4]).collect()
        })
    }),
    ("Fibonacci Nim", |at| tuple(at, |c| (1..=c[0].min(c[1])).map(|k| vec![c[0] - k, 2 * k]).collect())),
    ("A simple stone game", |at| {
        tuple(at, |c| (1..=c[0].min(c[1])).map(|k| vec![c[0] - k, 3 * k]).collect())
    }),
    ("At most what was taken", |at| tuple(at, |c| (1..=c[0].min(c[1])).map(|k| vec![c[0] - k, k]).collect())),
    ("Take one or all", |at| take(at, |n| if n > 0 { vec![n - 1, 0] } else { vec![] })),
    ("Dim", |at| take(at, |n| less(n, (1..=n).filter(|k| n % k == 0)))),
    ("Box Game", |at| take(at, |n| (1..n).map(|k| k.max(n - k)).collect())),
];

fn common(a: i64, b: i64) -> i64 {
    (1..=a).rev().find(|d| a % d == 0 && b % d == 0).unwrap_or(1)
}

/// How many different primes divide a number, and how many with their multiplicities.
fn prime_factors(n: i64) -> (u32, u32) {
    let (mut rest, mut different, mut all) = (n, 0, 0);
    for p in 2..=n {
        different += u32::from(rest % p == 0);
        while rest % p == 0 {
            rest /= p;
            all += 1;
        }
    }
    (different, all)
}
