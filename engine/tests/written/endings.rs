//! Games with an end of their own.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Misère Nim", |at| misere(at.heaps(), |all| in_one(all, &|n| (0..*n).map(|m| vec![m]).collect()))),
    ("Take p to q, the last one loses", |at| {
        misere(at.heaps()[0], |n| match n {
            0 => vec![],
            1 => vec![0],
            n => less(*n, 2..=5),
        })
    }),
    ("Deque", |at| {
        let a = at.list("a");
        let c = at.numbers();
        let row = a.get(c[0] as usize..c[1] as usize).unwrap_or(&[]).to_vec();
        scoring(row, |row| match row[..] {
            [] => vec![],
            [.., last] => vec![(row[0], row[1..].to_vec()), (last, row[..row.len() - 1].to_vec())],
        })
    }),
    ("Stone Game II", |at| from_the_front(at, |m| 2 * m, |m, x| m.max(x))),
    ("A Coin Game", |at| from_the_front(at, |k| 2 * k, |_, x| x)),
    ("Stone Game III", |at| {
        let a = at.list("a");
        scoring(a[at.numbers()[0] as usize..].to_vec(), |row| {
            (1..=row.len().min(3)).map(|x| (row[..x].iter().sum(), row[x..].to_vec())).collect()
        })
    }),
    ("Stone Game VII", |at| {
        let (a, c) = (at.list("a"), at.numbers());
        let row = a.get(c[0] as usize..c[1] as usize).unwrap_or(&[]).to_vec();
        scoring(row, |row| match row.len() {
            0 => vec![],
            n => [&row[1..], &row[..n - 1]].map(|rest| (rest.iter().sum(), rest.to_vec())).to_vec(),
        })
    }),
    ("Stone Game VIII", |at| {
        // The first stones are already one.
        let (a, i) = (at.list("a"), at.numbers()[0] as usize);
        let row = [&[a[..i].iter().sum()], &a[i..]].concat();
        scoring(row, |row| {
            let merged = |x: usize| row[..x].iter().sum::<i64>();
            (2..=row.len()).map(|x| (merged(x), [&[merged(x)], &row[x..]].concat())).collect()
        })
    }),
    ("Epstein's Put-or-Take-a-Square", |at| {
        let moves = |n: &i64| {
            let square = (0..=*n).map(|k| k * k).filter(|s| s <= n).max().unwrap_or(0);
            if *n == 0 { vec![] } else { [n - square, n + square].into_iter().filter(|m| *m <= 60).collect() }
        };
        lasting(at.heaps()[0], moves, |_| false)
    }),
    ("Two down, one up", |at| {
        let moves = |n: &i64| [n - 2, n + 1].into_iter().filter(|m| *n > 0 && (0..=9).contains(m)).collect();
        lasting(at.heaps()[0], moves, |_| false)
    }),
    ("Antonim", |at| {
        normal(at.numbers(), |w| {
            // Heaps that are empty do not count; no two others may be equal.
            let all = (0..w.len()).flat_map(|i| (0..w[i]).map(move |n| (i, n)));
            let allowed = all.filter(|(_, n)| *n == 0 || !w.contains(n));
            let after = allowed.map(|(i, n)| {
                let mut after = w.clone();
                after[i] = n;
                after
            });
            after.collect()
        })
    }),
    ("Nim with a pass", |at| {
        tuple(at, |c| {
            let passed = (c[2] == 1 && c[0] + c[1] > 0).then(|| vec![c[0], c[1], 0]);
            let left = (0..c[0]).map(|n| vec![n, c[1], c[2]]);
            left.chain((0..c[1]).map(|n| vec![c[0], n, c[2]])).chain(passed).collect()
        })
    }),
    ("Stone Game IX", |at| stone_game_ix(&at.numbers())),
];

/// Stones are taken from the front: how many at most, and how that limit goes on.
fn from_the_front(at: &At, most: impl Fn(i64) -> i64, next: impl Fn(i64, i64) -> i64) -> Answer {
    let (a, c) = (at.list("a"), at.numbers());
    scoring((a[c[0] as usize..].to_vec(), c[1]), |(row, limit)| {
        let taken = (1..=row.len()).filter(|x| *x as i64 <= most(*limit));
        taken.map(|x| (row[..x].iter().sum(), (row[x..].to_vec(), next(*limit, x as i64)))).collect()
    })
}

/// Whoever makes the sum of what was taken a multiple of 3 loses; if no stone is left, Bob wins.
fn stone_game_ix(c: &[i64]) -> Answer {
    let stones: Vec<i64> = (0..3).flat_map(|r| vec![r; c[r as usize] as usize]).collect();
    let all = stones.len();
    let moves = |(left, sum): &(Vec<i64>, i64)| {
        if *sum > 0 && sum % 3 == 0 {
            return vec![];
        }
        let take = |i: usize| ([&left[..i], &left[i + 1..]].concat(), sum + left[i]);
        // A first stone of remainder 0 counts as 3, so that the sum is seen to be a multiple.
        (0..left.len()).map(take).map(|(rest, sum)| (rest, if sum == 0 { 3 } else { sum })).collect()
    };
    ending((stones, 0), moves, |(left, sum)| {
        let alice_moves = (all - left.len()).is_multiple_of(2);
        if *sum > 0 && sum % 3 == 0 { true } else { !alice_moves }
    })
}
