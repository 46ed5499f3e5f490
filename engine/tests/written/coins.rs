//! Coins that are turned over, and sets of numbers that become fewer.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Turning Turtles", |at| turning(at, |t| t.len() <= 2)),
    ("Daizhenyang's Coin", |at| turning(at, |t| t.len() <= 3)),
    ("Ruler", |at| turning(at, |t| t.windows(2).all(|w| w[0] + 1 == w[1]))),
    ("Twins", |at| turning(at, |t| t.len() == 2)),
    ("Triplets", |at| turning(at, |t| t.len() == 3)),
    ("Turnips", |at| turning(at, |t| t.len() == 3 && t[1] - t[0] == t[2] - t[1])),
    ("Turning Corners", |at| {
        let rows: Vec<Vec<bool>> = match at.text().split_once('x') {
            Some((r, c)) => vec![vec![true; c.parse().expect("a size")]; r.parse().expect("a size")],
            None => at.text().split('/').map(|row| row.chars().map(|c| c == 'o').collect()).collect(),
        };
        normal(rows, |s| {
            let corners = (1..s.len()).flat_map(|r| (1..s[0].len()).map(move |c| (r, c)));
            let heads = corners.filter(|(r, c)| s[*r][*c]);
            let boxes = heads.flat_map(|(r, c)| (0..r).flat_map(move |a| (0..c).map(move |b| (r, c, a, b))));
            let turned = boxes.map(|(r, c, a, b)| {
                let mut after = s.clone();
                [(r, c), (a, c), (r, b), (a, b)].iter().for_each(|p| after[p.0][p.1] ^= true);
                after
            });
            turned.collect()
        })
    }),
    ("Game of Stones (no amount twice)", |at| {
        normal((at.numbers()[0], vec![]), |(n, used)| {
            let free = (1..=*n).filter(|k| !used.contains(k));
            free.map(|k| (n - k, [&used[..], &[k]].concat())).collect()
        })
    }),
    ("Game with Powers", |at| {
        normal(at.numbers(), |s| {
            let powers = |n: i64| (1..5).map(|k| n.pow(k)).collect::<Vec<_>>();
            s.iter().map(|n| s.iter().copied().filter(|m| !powers(*n).contains(m)).collect()).collect()
        })
    }),
];

/// Coins 0 to 7, some of them heads; of those that are turned the last must be heads.
fn turning(at: &At, allowed: impl Fn(&[u32]) -> bool) -> Answer {
    let start: u32 = at.numbers().iter().map(|n| 1 << n).sum();
    let sets = (1u32..256).filter(|t| allowed(&(0..8).filter(|i| t >> i & 1 == 1).collect::<Vec<_>>()));
    let sets: Vec<u32> = sets.collect();
    normal(start, |s| sets.iter().filter(|t| s >> t.ilog2() & 1 == 1).map(|t| s ^ t).collect())
}
