//! The plain definition of who wins: every sum that can come up, labelled until nothing changes.
//!
//! Shares nothing with the engines but the evaluator of options. Values come from the definition too: the mex of the
//! values after every move of the whole sum, not the nim-sum of components.

use grundy::report::Part;
use grundy::rules::Evaluator;
use grundy::{Outcome, Place, Play, Report, Request, Work};
use hashbrown::HashMap;

type Sum = Vec<Vec<i64>>;

/// A move: the component and what it becomes, with what it earns and whether the mover moves on.
type Move = (usize, Vec<Vec<i64>>, i64, bool);

/// All sums that can come up from a request, and who wins them.
pub struct Definition<'r> {
    request: &'r Request<'r>,
    play: Play,
    index: HashMap<Sum, usize>,
    sums: Vec<Sum>,
    moves: Vec<Vec<Move>>,
    next: Vec<Vec<usize>>,
    outcome: Vec<Option<Outcome>>,
}

/// How many sums are followed at most.
const MOST: usize = 1_500;

impl<'r> Definition<'r> {
    /// Follows everything from a request; `None` if that is too much or the rule fails on the way.
    pub fn of(request: &'r Request<'r>) -> Option<Definition<'r>> {
        let play = request.play.unwrap_or(request.rules.form().ending.play);
        let mut this = Definition {
            request,
            play,
            index: HashMap::new(),
            sums: Vec::new(),
            moves: Vec::new(),
            next: Vec::new(),
            outcome: Vec::new(),
        };
        this.add(request.position.0.iter().map(|c| c.coordinates().to_vec()).collect());
        let mut at = 0;
        while at < this.sums.len() {
            this.expand(at)?;
            at += 1;
        }
        this.label()?;
        Some(this)
    }

    fn add(&mut self, sum: Sum) -> usize {
        let next = self.sums.len();
        *self.index.entry(sum).or_insert_with_key(|sum| {
            self.sums.push(sum.clone());
            next
        })
    }

    fn expand(&mut self, at: usize) -> Option<()> {
        let sum = self.sums[at].clone();
        let mut evaluator = Evaluator::new(self.request.rules.form().clone(), 2_000);
        let mut found: Vec<Move> = Vec::new();
        for (index, place) in sum.iter().enumerate() {
            let listed = evaluator.options(place, &Work::unwatched(), &mut |option| {
                let mut parts = Vec::new();
                for (part, &count) in option.places.chunks_exact(place.len()).zip(option.counts) {
                    parts.extend(std::iter::repeat_n(part.to_vec(), count.min(50) as usize));
                }
                let again = self.request.rules.form().kinds[option.kind].again;
                found.push((index, parts, option.gain, again));
                Ok(())
            });
            listed.ok()?;
        }
        let next = found.iter().map(|(index, parts, ..)| {
            let mut sum = sum.clone();
            sum.splice(*index..=*index, parts.iter().cloned());
            (sum.len() < 12).then(|| self.add(sum))
        });
        let next = next.collect::<Option<Vec<usize>>>()?;
        self.next.push(next);
        self.moves.push(found);
        (self.sums.len() <= MOST).then_some(())
    }

    /// Repeats the definition over all sums until nothing changes; what is left is a draw.
    fn label(&mut self) -> Option<()> {
        self.outcome = vec![None; self.sums.len()];
        loop {
            let mut changed = false;
            for at in 0..self.sums.len() {
                if self.outcome[at].is_some() {
                    continue;
                }
                let after =
                    || self.next[at].iter().zip(&self.moves[at]).map(|(&next, by)| self.after(next, by));
                let label = if self.next[at].is_empty() {
                    Some(self.end(at)?)
                } else if after().any(|o| o == Some(Outcome::P)) {
                    Some(Outcome::N)
                } else if after().all(|o| o == Some(Outcome::N)) {
                    Some(Outcome::P)
                } else {
                    None
                };
                changed |= label.is_some();
                self.outcome[at] = label;
            }
            if !changed {
                return Some(());
            }
        }
    }

    /// Who wins after a move, as the other player would say it if it were theirs to move.
    fn after(&self, next: usize, by: &Move) -> Option<Outcome> {
        match (self.outcome[next], by.3) {
            (Some(Outcome::N), true) => Some(Outcome::P),
            (Some(Outcome::P), true) => Some(Outcome::N),
            (outcome, _) => outcome,
        }
    }

    fn end(&self, at: usize) -> Option<Outcome> {
        let mut evaluator = Evaluator::new(self.request.rules.form().clone(), 1);
        let wins = match &self.sums[at][..] {
            [only] => evaluator.wins_at_end(only).ok()?,
            _ => None,
        };
        let wins = wins.unwrap_or(self.play == Play::Misere);
        Some(if wins { Outcome::N } else { Outcome::P })
    }

    fn outcome_of(&self, at: usize) -> Outcome {
        self.outcome[at].unwrap_or(Outcome::D)
    }

    /// The best difference by the definition; `None` if the game has a cycle.
    fn score(&self, at: usize, open: &mut Vec<Option<Option<i64>>>) -> Option<i64> {
        if let Some(known) = open[at] {
            return known;
        }
        open[at] = Some(None);
        let mut best = None;
        for ((_, _, gain, again), &next) in self.moves[at].iter().zip(&self.next[at]) {
            let then = self.score(next, open)?;
            let score = if *again { gain.checked_add(then)? } else { gain.checked_sub(then)? };
            best = Some(best.map_or(score, |b: i64| b.max(score)));
        }
        open[at] = Some(Some(best.unwrap_or(0)));
        Some(best.unwrap_or(0))
    }

    /// The value of a sum by the definition; `None` if the game has a cycle.
    fn value(&self, at: usize, open: &mut Vec<Option<Option<u64>>>) -> Option<u64> {
        if let Some(known) = open[at] {
            return known;
        }
        open[at] = Some(None);
        let values = self.next[at].iter().map(|&next| self.value(next, open));
        let values = values.collect::<Option<Vec<u64>>>()?;
        let mex = (0..).find(|v| !values.contains(v))?;
        open[at] = Some(Some(mex));
        Some(mex)
    }

    /// Panics unless the report says the same.
    pub fn compare(&mut self, report: &Report, case: &str) {
        let scores = self.request.rules.form().scores();
        let winning: Vec<&Move> = if scores {
            let mut open = vec![None; self.sums.len()];
            let Some(score) = self.score(0, &mut open) else { panic!("{case}: scored in spite of a cycle") };
            assert_eq!(report.score, Some(score), "{case}");
            let reaches = |(m, next): &(&Move, &usize)| {
                let then = open[**next].flatten().unwrap_or(0);
                (if m.3 { m.2 + then } else { m.2 - then }) == score
            };
            self.moves[0].iter().zip(&self.next[0]).filter(reaches).map(|(m, _)| m).collect()
        } else {
            assert_eq!(report.outcome, self.outcome_of(0), "{case}");
            let wins = |(by, next): &(&Move, &usize)| self.after(**next, by) == Some(Outcome::P);
            self.moves[0].iter().zip(&self.next[0]).filter(wins).map(|(m, _)| m).collect()
        };
        let canonical = |component: usize, mut parts: Vec<String>, gain: Option<i64>| {
            parts.sort();
            (component, parts, gain)
        };
        let shown = |place: &Vec<i64>| self.request.rules.show(place).to_string();
        let mut expected: Vec<_> = winning
            .iter()
            .map(|(c, parts, gain, _)| {
                canonical(*c, parts.iter().map(shown).collect(), scores.then_some(*gain))
            })
            .collect();
        let mut told: Vec<_> =
            report.winning_moves.iter().map(|m| canonical(m.component, written(&m.to), m.gain)).collect();
        expected.sort();
        told.sort();
        expected.dedup();
        told.dedup();
        assert_eq!(told, expected, "{case}");
        if let Some(value) = &report.value
            && let Some(by_definition) = self.value(0, &mut vec![None; self.sums.len()])
        {
            assert_eq!(value.finite().map(|v| v.0), Some(by_definition), "{case}");
        }
        // Where a player moves on, passes count as moves.
        if let Some(remoteness) = report.remoteness.filter(|_| !self.request.rules.form().moves_on()) {
            assert_eq!(remoteness % 2 == 1, self.is_odd(0), "{case}: remoteness {remoteness}");
        }
    }

    /// Whether the last move is the mover's: with normal play exactly if the mover wins, with misère if not.
    fn is_odd(&self, at: usize) -> bool {
        // With an ending of its own either player may make the last move.
        if self.request.rules.form().ending.win_if.is_some() {
            return self.longest_is_odd(at);
        }
        (self.outcome_of(at) == Outcome::N) == (self.play == Play::Normal)
    }

    /// The parity of the remoteness by its definition.
    fn longest_is_odd(&self, at: usize) -> bool {
        let mut remoteness: Vec<Option<u32>> = vec![None; self.sums.len()];
        for round in 0..=self.sums.len() as u32 {
            for i in 0..self.sums.len() {
                let after = || self.next[i].iter();
                let now = match self.outcome[i] {
                    _ if remoteness[i].is_some() => continue,
                    _ if self.next[i].is_empty() => round == 0,
                    Some(Outcome::N) => {
                        let just = |n: usize| remoteness[n].is_some_and(|r| r + 1 == round);
                        after().any(|&n| self.outcome[n] == Some(Outcome::P) && just(n))
                    }
                    Some(Outcome::P) => after().all(|&n| remoteness[n].is_some_and(|r| r < round)),
                    _ => false,
                };
                if now {
                    remoteness[i] = Some(round);
                }
            }
        }
        remoteness[at].is_some_and(|r| r % 2 == 1)
    }
}

fn written(parts: &[Part]) -> Vec<String> {
    let copies = |part: &Part| match part {
        Part::One(place) => vec![Place::to_string(place)],
        Part::Copies { count, of } => vec![of.to_string(); (*count).min(50) as usize],
    };
    parts.iter().flat_map(copies).collect()
}
