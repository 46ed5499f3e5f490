//! Who wins, from nothing but the moves: no sums of values, no symmetry, no theorem. Every game of the list is written a second
//! time in these words.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;

/// What a game is asked for, as it is written.
pub struct At {
    /// The components.
    pub parts: Vec<String>,
    /// The parameters.
    pub lets: BTreeMap<String, String>,
}

impl At {
    /// The components, each a list of numbers.
    pub fn tuples(&self) -> Vec<Vec<i64>> {
        self.parts.iter().map(|part| numbers(part)).collect()
    }

    /// The components, each one number.
    pub fn heaps(&self) -> Vec<i64> {
        self.tuples().iter().map(|tuple| tuple[0]).collect()
    }

    /// The only component.
    pub fn text(&self) -> &str {
        assert_eq!(self.parts.len(), 1);
        &self.parts[0]
    }

    /// The numbers of the only component.
    pub fn numbers(&self) -> Vec<i64> {
        numbers(self.text())
    }

    /// A parameter that is a list.
    pub fn list(&self, name: &str) -> Vec<i64> {
        numbers(&self.lets[name])
    }
}

/// A game from its bare moves.
pub type Plain = fn(&At) -> Answer;

/// All numbers in a text, whatever stands between them.
pub fn numbers(text: &str) -> Vec<i64> {
    let words = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|word| !word.is_empty());
    words.map(|word| word.parse().unwrap_or_else(|_| panic!("{word} in {text}"))).collect()
}

/// Who wins, and what else is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub outcome: char,
    pub value: Option<u64>,
    pub score: Option<i64>,
}

impl Answer {
    fn of(won: bool) -> Answer {
        Answer { outcome: if won { 'N' } else { 'P' }, value: None, score: None }
    }
}

/// Normal play with the value of the whole position.
pub fn normal<S: Clone + Eq + Hash>(start: S, moves: impl Fn(&S) -> Vec<S>) -> Answer {
    fn value<S: Clone + Eq + Hash>(
        at: &S,
        moves: &impl Fn(&S) -> Vec<S>,
        known: &mut HashMap<S, u64>,
    ) -> u64 {
        if let Some(&value) = known.get(at) {
            return value;
        }
        let after: Vec<u64> = moves(at).iter().map(|next| value(next, moves, known)).collect();
        let least = (0..).find(|v| !after.contains(v)).expect("finitely many moves");
        known.insert(at.clone(), least);
        least
    }
    let value = value(&start, &moves, &mut HashMap::new());
    Answer { value: Some(value), ..Answer::of(value > 0) }
}

/// Play in which the last position decides: `won` says whether the player to move there has won.
pub fn ending<S: Clone + Eq + Hash>(
    start: S,
    moves: impl Fn(&S) -> Vec<S>,
    won: impl Fn(&S) -> bool,
) -> Answer {
    fn wins<S: Clone + Eq + Hash>(
        at: &S,
        moves: &impl Fn(&S) -> Vec<S>,
        won: &impl Fn(&S) -> bool,
        known: &mut HashMap<S, bool>,
    ) -> bool {
        if let Some(&wins) = known.get(at) {
            return wins;
        }
        let after = moves(at);
        let result =
            if after.is_empty() { won(at) } else { after.iter().any(|next| !wins(next, moves, won, known)) };
        known.insert(at.clone(), result);
        result
    }
    Answer::of(wins(&start, &moves, &won, &mut HashMap::new()))
}

/// Misère play.
pub fn misere<S: Clone + Eq + Hash>(start: S, moves: impl Fn(&S) -> Vec<S>) -> Answer {
    ending(start, moves, |_| true)
}

/// Play that may go on for ever, which is a draw; without a move the player to move has won if `won`.
pub fn lasting<S: Clone + Eq + Hash>(
    start: S,
    moves: impl Fn(&S) -> Vec<S>,
    won: impl Fn(&S) -> bool,
) -> Answer {
    let (mut seen, mut at) = (HashMap::from([(start.clone(), 0)]), vec![start]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    while after.len() < at.len() {
        let next = moves(&at[after.len()]);
        after.push(
            next.into_iter()
                .map(|s| *seen.entry(s.clone()).or_insert_with(|| (at.push(s), at.len() - 1).1))
                .collect(),
        );
    }
    let mut known: Vec<Option<bool>> = vec![None; at.len()];
    loop {
        let before = known.clone();
        for (i, after) in after.iter().enumerate().filter(|(i, _)| before[*i].is_none()) {
            known[i] = match after.is_empty() {
                true => Some(won(&at[i])),
                false if after.iter().any(|&n| known[n] == Some(false)) => Some(true),
                false if after.iter().all(|&n| known[n] == Some(true)) => Some(false),
                false => None,
            };
        }
        if known == before {
            return known[0].map_or(Answer { outcome: 'D', value: None, score: None }, Answer::of);
        }
    }
}

/// The larger total wins; each move says what it earns.
pub fn scoring<S: Clone + Eq + Hash>(start: S, moves: impl Fn(&S) -> Vec<(i64, S)>) -> Answer {
    fn best<S: Clone + Eq + Hash>(
        at: &S,
        moves: &impl Fn(&S) -> Vec<(i64, S)>,
        known: &mut HashMap<S, i64>,
    ) -> i64 {
        if let Some(&score) = known.get(at) {
            return score;
        }
        let after = moves(at);
        let score = after.iter().map(|(gain, next)| gain - best(next, moves, known)).max().unwrap_or(0);
        known.insert(at.clone(), score);
        score
    }
    let score = best(&start, &moves, &mut HashMap::new());
    let outcome = match score.signum() {
        1 => 'N',
        0 => 'D',
        _ => 'P',
    };
    Answer { outcome, value: None, score: Some(score) }
}

/// Every way of moving in one component, where a move leaves several.
pub fn in_one<C: Clone + Ord>(all: &[C], moves: &impl Fn(&C) -> Vec<Vec<C>>) -> Vec<Vec<C>> {
    let mut found = Vec::new();
    for (i, one) in all.iter().enumerate() {
        for parts in moves(one) {
            let mut after = [&all[..i], &all[i + 1..], &parts].concat();
            after.sort();
            found.push(after);
        }
    }
    found
}

/// Heaps; a move leaves one heap.
pub fn take(at: &At, moves: impl Fn(i64) -> Vec<i64>) -> Answer {
    heap(at, |n| moves(n).into_iter().map(|m| vec![m]).collect())
}

/// Heaps; a move leaves several.
pub fn heap(at: &At, moves: impl Fn(i64) -> Vec<Vec<i64>>) -> Answer {
    normal(at.heaps(), |all| in_one(all, &|n| moves(*n)))
}

/// Components of several numbers; a move leaves one.
pub fn tuple(at: &At, moves: impl Fn(&[i64]) -> Vec<Vec<i64>>) -> Answer {
    tuples(at, |c| moves(c).into_iter().map(|d| vec![d]).collect())
}

/// Components of several numbers; a move leaves several.
pub fn tuples(at: &At, moves: impl Fn(&[i64]) -> Vec<Vec<Vec<i64>>>) -> Answer {
    normal(at.tuples(), |all| in_one(all, &|c| moves(c)))
}

/// What is left of a number when one of these amounts is taken.
pub fn less(n: i64, amounts: impl IntoIterator<Item = i64>) -> Vec<i64> {
    amounts.into_iter().map(|k| n - k).filter(|m| *m >= 0).collect()
}
