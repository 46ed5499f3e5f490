//! The winning turns of compounds.
//!
//! Where several components move at once, turns multiply: thirty components with ten edges each have 11^30. So they
//! are not looked at one by one. Components are settled from the last to the first, and a choice in one is taken up
//! only if what has been settled can still be made a win by the components before it; every way that is begun then
//! ends in a winning turn. Whether that is so depends on little: for selective play on one of a few dozen [`Mix`]es,
//! for conjunctive play on one number.
//!
//! Literature: the rules are those of [`compound`](super::compound). Complexity: O(edges of the components) for the
//! first turn and at most that for each further one; O(components) memory.
//!
//! ```
//! use std::ops::ControlFlow;
//! use grundy::graph::compound::{Compound, Table};
//! use grundy::graph::{Graph, Vertex};
//! use grundy::Work;
//! // From 9 one may go to any smaller number; only 0 is lost. Of 10^40 turns one wins: all of them to 0.
//! let heap = Graph::from_successors(10, |v| (0..v.0).map(Vertex))?;
//! let compound: Compound = "selective".parse()?;
//! let table = Table::new(&heap, compound, &Work::unwatched())?;
//! let parts = [table.at(Vertex(9))?; 40];
//! let mut found = 0;
//! let all = compound.each_winning_move(&parts, &Work::unwatched(), &mut |_, after| {
//!     found += 1;
//!     assert!(after.iter().all(|part| part.at() == Vertex(0)));
//!     Ok(ControlFlow::Continue(()))
//! })?;
//! assert_eq!((found, all), (1, ControlFlow::Continue(())));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::ops::ControlFlow;

use super::compound::{Compound, End, Numbers, Part, Turn};
use super::csr::{Graph, Vertex};
use super::product;
use crate::error::Result;
use crate::outcome::{Outcome, Play};
use crate::work::Work;

impl Compound {
    /// Hands out every turn after which the compound is lost for the other player: the component that moves, none if
    /// several may, and where all of them then stand. Such turns multiply where several components move, so this
    /// breaks off after `work.limits.positions` choices, but not before the first one, and where `visit` does.
    pub fn each_winning_move(
        self,
        parts: &[Part<'_>],
        work: &Work<'_>,
        visit: &mut impl FnMut(Option<usize>, &[Part<'_>]) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        parts.iter().try_for_each(|part| part.check(self))?;
        let ended = |part: &Part<'_>| part.table.graph.is_terminal(part.at);
        if parts.iter().all(ended) || (self.end == End::Short && parts.iter().any(ended)) {
            return Ok(ControlFlow::Continue(()));
        }
        let together = &mut |after: &[Part<'_>]| visit(None, after);
        match self.turn {
            Turn::Disjunctive => self.each_winning_single(parts, work, visit),
            Turn::Conjunctive => {
                each_winning(parts, &Conjunctive::new(self, parts), must_stay, work, together)
            }
            Turn::Selective => each_winning(parts, &Selective::new(self, parts), |_| true, work, together),
        }
    }

    fn each_winning_single(
        self,
        parts: &[Part<'_>],
        work: &Work<'_>,
        visit: &mut impl FnMut(Option<usize>, &[Part<'_>]) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let graphs: Vec<&Graph<'_>> = parts.iter().map(|part| part.table.graph).collect();
        let position: Vec<u32> = parts.iter().map(|part| part.at.0).collect();
        let mut after = parts.to_vec();
        let mut looked = 0;
        product::each_move(&graphs, &position, self, &mut |mover, places| {
            work.tick("turns", looked, None)?;
            looked += 1;
            after.iter_mut().zip(places).for_each(|(part, &at)| part.at = Vertex(at));
            match self.answer(&after)?.outcome {
                Outcome::P => visit(mover, &after),
                _ => Ok(ControlFlow::Continue(())),
            }
        })
    }
}

/// How the choices in several components decide together.
trait Rule {
    /// What some components amount to.
    type Sum: Copy;

    /// What no components amount to.
    fn nothing(&self) -> Self::Sum;

    /// Some components and one more, which stays or has moved to where it is.
    fn with(&self, sum: Self::Sum, part: &Part<'_>, moved: bool) -> Self::Sum;

    /// Whether some choice in the first `open` components makes it a winning turn.
    fn can_win(&self, sum: Self::Sum, open: usize) -> bool;
}

/// Hands out every winning turn, parallel edges apart. Once one is found this breaks off after
/// `work.limits.positions` choices, and where `visit` does.
fn each_winning<R: Rule>(
    parts: &[Part<'_>],
    rule: &R,
    may_stay: impl Fn(&Part<'_>) -> bool,
    work: &Work<'_>,
    visit: &mut impl FnMut(&[Part<'_>]) -> Result<ControlFlow<()>>,
) -> Result<ControlFlow<()>> {
    let mut sums = vec![rule.nothing(); parts.len() + 1];
    if parts.is_empty() || !rule.can_win(sums[parts.len()], parts.len()) {
        return Ok(ControlFlow::Continue(()));
    }
    let mut after = parts.to_vec();
    let (mut looked, mut found) = (0, false);
    // One digit for each component: 0 stays, k takes the k-th edge.
    let first = |i: usize| usize::from(!may_stay(&parts[i]));
    let mut digits: Vec<usize> = (0..parts.len()).map(first).collect();
    let mut i = parts.len() - 1;
    loop {
        let digit = digits[i];
        let to = if digit == 0 { Some(parts[i].at()) } else { follower(&parts[i], digit - 1) };
        let Some(to) = to else {
            digits[i] = first(i);
            i += 1;
            if i == parts.len() {
                return Ok(ControlFlow::Continue(()));
            }
            continue;
        };
        work.tick("choices", looked, None)?;
        if found && looked >= work.limits.positions {
            return Ok(ControlFlow::Break(()));
        }
        looked += 1;
        digits[i] += 1;
        after[i].at = to;
        sums[i] = rule.with(sums[i + 1], &after[i], digit > 0);
        if !rule.can_win(sums[i], i) {
            continue;
        }
        if i > 0 {
            i -= 1;
        } else {
            found = true;
            if visit(&after)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
}

fn follower(part: &Part<'_>, edge: usize) -> Option<Vertex> {
    part.table.graph.row(part.at.0).get(edge).copied().map(Vertex)
}

/// The places that a component can be in after the turn, and whether it moved there.
fn choices<'p>(part: &Part<'p>, may_stay: bool) -> impl Iterator<Item = (Part<'p>, bool)> {
    let part = *part;
    let stays = may_stay.then_some((part, false));
    let moves = part.table.graph.row(part.at.0).iter().map(move |&w| (Part { at: Vertex(w), ..part }, true));
    stays.into_iter().chain(moves)
}

/// What some components of a selective compound amount to.
#[derive(Clone, Copy)]
struct Mix {
    moved: bool,
    ended: bool,
    /// Whether all that have not ended are lost by the rule for several.
    lost: bool,
    /// Whether all that have not ended are lost under misère play.
    misere_lost: bool,
    /// How many have not ended; 2 stands for more as well.
    live: u8,
}

impl Mix {
    const ALL: u64 = 3 << 4;

    fn number(self) -> u64 {
        let bits = [self.moved, self.ended, self.lost, self.misere_lost];
        bits.iter().rev().fold(self.live.into(), |number, &bit| 2 * number + u64::from(bit))
    }

    fn numbered(number: u64) -> Mix {
        let bit = |i: u32| number >> i & 1 == 1;
        Mix { moved: bit(0), ended: bit(1), lost: bit(2), misere_lost: bit(3), live: (number >> 4) as u8 }
    }

    fn and(self, other: Mix) -> Mix {
        Mix {
            moved: self.moved || other.moved,
            ended: self.ended || other.ended,
            lost: self.lost && other.lost,
            misere_lost: self.misere_lost && other.misere_lost,
            live: (self.live + other.live).min(2),
        }
    }

    fn of(compound: Compound, part: &Part<'_>, moved: bool) -> Mix {
        let ended = part.table.graph.is_terminal(part.at);
        let (lost, misere_lost) = match &part.table.numbers {
            Numbers::Outcomes { normal, misere } => {
                let [normal, misere] = [normal, misere].map(|table| table.outcome(part.at) == Outcome::P);
                (if compound.one_misere_rule() { misere } else { normal }, misere)
            }
            _ => (false, false),
        };
        Mix { moved, ended, lost: ended || lost, misere_lost: ended || misere_lost, live: (!ended).into() }
    }

    /// Whether a turn that leaves all components like this was a winning one.
    fn wins(self, compound: Compound) -> bool {
        let lost = match (compound.end, compound.play) {
            _ if self.live == 0 => compound.play == Play::Normal,
            (End::Short, play) if self.ended => play == Play::Normal,
            (End::Long, Play::Misere) if self.live == 1 => self.misere_lost,
            _ => self.lost,
        };
        self.moved && lost
    }
}

/// Selective play: any components move, at least one.
struct Selective {
    compound: Compound,
    /// For so many open components the mixes from which they can win, one bit each.
    winnable: Vec<u64>,
}

impl Selective {
    fn new(compound: Compound, parts: &[Part<'_>]) -> Selective {
        let set = |keep: &dyn Fn(Mix) -> bool| {
            let kept = (0..Mix::ALL).filter(|&number| keep(Mix::numbered(number)));
            kept.fold(0u64, |set, number| set | 1 << number)
        };
        let mut winnable = vec![set(&|mix| mix.wins(compound))];
        for part in parts {
            let (mut kinds, next) = (0u64, winnable[winnable.len() - 1]);
            choices(part, true).for_each(|(at, moved)| kinds |= 1 << Mix::of(compound, &at, moved).number());
            let kinds: Vec<Mix> = (0..Mix::ALL).filter(|i| kinds >> i & 1 == 1).map(Mix::numbered).collect();
            winnable.push(set(&|mix| kinds.iter().any(|&kind| next >> mix.and(kind).number() & 1 == 1)));
        }
        Selective { compound, winnable }
    }
}

impl Rule for Selective {
    type Sum = Mix;

    fn nothing(&self) -> Mix {
        Mix { moved: false, ended: false, lost: true, misere_lost: true, live: 0 }
    }

    fn with(&self, sum: Mix, part: &Part<'_>, moved: bool) -> Mix {
        sum.and(Mix::of(self.compound, part, moved))
    }

    fn can_win(&self, sum: Mix, open: usize) -> bool {
        self.winnable[open] >> sum.number() & 1 == 1
    }
}

/// Conjunctive play: all components move that can. The least of the numbers decides, which are remotenesses in short
/// play and negative suspenses in long play.
struct Conjunctive {
    play: Play,
    /// For so many open components: the least number that wins and that one of them can have, and the largest which
    /// all of them can have or exceed.
    reach: Vec<(i64, i64)>,
}

/// Play without end.
const NEVER: i64 = i64::MAX;

impl Conjunctive {
    fn new(compound: Compound, parts: &[Part<'_>]) -> Conjunctive {
        let mut rule = Conjunctive { play: compound.play, reach: vec![(NEVER, NEVER)] };
        for part in parts {
            let (mut least, all) = rule.reach[rule.reach.len() - 1];
            let mut largest = i64::MIN;
            for (at, _) in choices(part, must_stay(part)) {
                let number = number(&at);
                largest = largest.max(number);
                if rule.wins(number) {
                    least = least.min(number);
                }
            }
            rule.reach.push((least, all.min(largest)));
        }
        rule
    }

    fn wins(&self, number: i64) -> bool {
        number != NEVER && (number % 2 == 0) == (self.play == Play::Normal)
    }
}

/// Whether a component of a conjunctive compound has no move and so stays where it is.
fn must_stay(part: &Part<'_>) -> bool {
    part.table.graph.is_terminal(part.at)
}

fn number(part: &Part<'_>) -> i64 {
    match &part.table.numbers {
        Numbers::Remoteness(outcomes) => outcomes.remoteness(part.at).map_or(NEVER, i64::from),
        Numbers::Suspense(numbers) => -i64::from(numbers[part.at.index()]),
        _ => NEVER,
    }
}

impl Rule for Conjunctive {
    type Sum = i64;

    fn nothing(&self) -> i64 {
        NEVER
    }

    fn with(&self, sum: i64, part: &Part<'_>, _: bool) -> i64 {
        sum.min(number(part))
    }

    fn can_win(&self, sum: i64, open: usize) -> bool {
        let (least, all) = self.reach[open];
        (least != NEVER && least <= all.min(sum)) || (self.wins(sum) && sum <= all)
    }
}
