//! Letters in a row, in a circle, and words whose letters vanish.

use super::plain::*;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Flip Game II", |at| letters(at, 'P', |w| both_ways(w, &[("PP", "MM")]))),
    ("Kayles on a strip", |at| letters(at, 'o', |w| both_ways(w, &[("o", "."), ("oo", "..")]))),
    ("A Funny Game", |at| letters(at, 'o', |w| around(w, &[1, 2]))),
    ("Paint Chain", |at| letters(at, 'o', |w| around(w, &[3]))),
    ("Coin Game (circle)", |at| letters(at, 'o', |w| around(w, &[1, 2, 3]))),
    ("Dawson's Kayles on a circle", |at| letters(at, 'o', |w| around(w, &[2]))),
    ("Crosses and Crosses", |at| {
        letters(at, '.', |w| if w.contains("XXX") { vec![] } else { rewritten(w, ".", "X") })
    }),
    ("Georgia and Bob", |at| letters(at, '.', |w| slides(w, |gap| gap.bytes().all(|c| c == b'.')))),
    ("Sliding stones", |at| letters(at, '.', |w| slides(w, |gap| gap == "." || gap == ".."))),
    ("Chess (rows of twenty)", |at| {
        letters(at, '.', |w| {
            // A piece goes to the next free cell on its right.
            let pieces = (0..w.len()).filter(|i| w.as_bytes()[*i] == b'X');
            let next = |i: usize| w[i..].find('.').map(|gap| exchanged(w, i, i + gap));
            pieces.filter_map(next).collect()
        })
    }),
    ("01 Game", |at| {
        letters(at, '.', |w| {
            let all = [rewritten(w, ".", "X"), rewritten(w, ".", "O")].concat();
            all.into_iter().filter(|v| !v.contains("XX") && !v.contains("OO")).collect()
        })
    }),
    ("Game with string", |at| {
        letters(at, '?', |w| {
            let pairs = (1..w.len()).filter(|i| w.as_bytes()[i - 1] == w.as_bytes()[*i]);
            pairs.map(|i| [&w[..i - 1], &w[i + 1..]].concat()).collect()
        })
    }),
    ("01 Game (words)", |at| {
        normal(at.text().to_string(), |w| [rewritten(w, "ab", ""), rewritten(w, "ba", "")].concat())
    }),
    ("Playing with String", |at| {
        normal(vec![at.text().to_string()], |all| {
            in_one(all, &|w: &String| {
                let middles =
                    (1..w.len().saturating_sub(1)).filter(|i| w.as_bytes()[i - 1] == w.as_bytes()[i + 1]);
                middles.map(|i| vec![w[..i].into(), w[i..=i].into(), w[i + 1..].into()]).collect()
            })
        })
    }),
    ("Taking and merging", |at| {
        normal(at.text().to_string(), |w| [rewritten(w, "aa", ""), rewritten(w, "bbb", "")].concat())
    }),
    ("Toads and Frogs, either player either animal", |at| {
        letters(at, '.', |w| {
            let rules = [("T.", ".T"), ("TF.", ".FT"), (".F", "F."), (".TF", "FT.")];
            rules.iter().flat_map(|(before, after)| rewritten(w, before, after)).collect()
        })
    }),
    ("Peg Duotaire", |at| letters(at, '.', |w| both_ways(w, &[("XX.", "..X")]))),
    ("Crosses, no two touching", |at| {
        letters(at, 'o', |w| {
            let cross = |i: usize| {
                let near = |j: usize| j.abs_diff(i) <= 1;
                w.chars().enumerate().map(|(j, c)| if near(j) { '.' } else { c }).collect()
            };
            (0..w.len()).filter(|i| w.as_bytes()[*i] == b'o').map(cross).collect()
        })
    }),
    ("Tokitsukaze and Duel", |at| {
        lasting(
            at.text().to_string(),
            |w| {
                let flip = |i: usize| ["XX", "OO"].map(|two| [&w[..i], two, &w[i + 2..]].concat());
                if same(w) { vec![] } else { (0..w.len() - 1).flat_map(flip).collect() }
            },
            |_| false,
        )
    }),
];

/// A board of letters; a number is so many times the first letter.
fn letters(at: &At, first: char, moves: impl Fn(&str) -> Vec<String>) -> Answer {
    let start = match at.text().parse::<usize>() {
        Ok(size) => first.to_string().repeat(size),
        Err(_) => at.text().to_string(),
    };
    normal(start, |w| moves(w))
}

/// Every place where the one stands becomes the other.
fn rewritten(w: &str, before: &str, after: &str) -> Vec<String> {
    let starts = (0..w.len()).filter(|i| w[*i..].starts_with(before));
    starts.map(|i| [&w[..i], after, &w[i + before.len()..]].concat()).collect()
}

fn both_ways(w: &str, rules: &[(&str, &str)]) -> Vec<String> {
    let mirrored = |text: &str| text.chars().rev().collect::<String>();
    let ways = rules.iter().flat_map(|(b, a)| [(b.to_string(), a.to_string()), (mirrored(b), mirrored(a))]);
    ways.flat_map(|(before, after)| rewritten(w, &before, &after)).collect()
}

/// So many neighbours of a circle go.
fn around(w: &str, amounts: &[usize]) -> Vec<String> {
    let size = w.len();
    let spans = amounts.iter().filter(|k| **k <= size).flat_map(|k| (0..size).map(move |i| (i, *k)));
    let covers = |i: usize, k: usize, j: usize| (j + size - i) % size < k;
    let free = spans.filter(|(i, k)| (0..size).all(|j| !covers(*i, *k, j) || w.as_bytes()[j] == b'o'));
    free.map(|(i, k)| w.chars().enumerate().map(|(j, c)| if covers(i, k, j) { '.' } else { c }).collect())
        .collect()
}

/// A coin slides to the left over a gap.
fn slides(w: &str, over: impl Fn(&str) -> bool) -> Vec<String> {
    let pairs = (0..w.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    let free = pairs.filter(|(i, j)| w.as_bytes()[*j] == b'X' && over(&w[*i..*j]));
    free.map(|(i, j)| exchanged(w, i, j)).collect()
}

fn exchanged(w: &str, i: usize, j: usize) -> String {
    let mut cells: Vec<char> = w.chars().collect();
    cells.swap(i, j);
    cells.into_iter().collect()
}

fn same(w: &str) -> bool {
    w.chars().all(|c| w.starts_with(c))
}
