//! The checker of misère quotients.
//!
//! A certificate claims that a table is a commutative monoid with some lost elements, and that a sum of heaps is lost under misère play exactly
//! if the product of its heaps is. That is so if a sum without a move is not lost, no lost sum has a lost option, and every other sum that
//! has a move has one. Unlike the engine, which goes through sums in order to find the least that fails, this follows pairs of
//! an element and the set of elements of its options until no new pair comes up: a sum with more options than another of the same
//! element need not be followed, since whatever is put beside both, the options of the one contain those of the other.
//! That no two elements are alike makes it the quotient and not something larger.

use std::collections::{BTreeSet, HashSet, VecDeque};

use super::values::Octal;
use super::{Refused, Rejected, read_rules, reject, verdict, within_limits};
use crate::error::Result as Checked;
use crate::heap::CertifiedGame;
use crate::meter::Meter;
use crate::misere::Certificate;
use crate::plan::certified_game;
use crate::rules::{Evaluator, Rules};
use crate::work::Work;

const RULES: &str = "the rules can be read";
const TABLE: &str = "the table is that of a commutative monoid";
/// Steps that the options of one heap may take.
const STEPS: u64 = 50_000_000;

/// Checks a misère quotient, in the same way as [`super::check`].
pub fn check_quotient(certificate: &Certificate, work: &Work<'_>) -> Checked<Result<(), Rejected>> {
    verdict(all(certificate, work))
}

fn all(certificate: &Certificate, work: &Work<'_>) -> Result<(), Refused> {
    let meter = Meter::eager("sums", work);
    if certificate.format != Certificate::FORMAT || certificate.version != Certificate::VERSION {
        return reject("the format is known", format!("{} {}", certificate.format, certificate.version));
    }
    let rules = read_rules(&certificate.rules, &certificate.lets, work)?;
    let form = rules.form();
    if !form.is_heap() || form.scores() || form.moves_on() || form.ending.win_if.is_some() {
        return reject(RULES, "they are not those of heaps in which the last move decides");
    }
    let claimed = Claimed::read(certificate, &meter)?;
    claimed.is_monoid(&meter)?;
    let heaps = claimed.heaps(&rules, &meter)?;
    claimed.is_given_by_heaps()?;
    claimed.tells_elements_apart(&meter)?;
    claimed.outcomes_hold(&heaps, &meter)?;
    match certificate.period {
        None => Ok(()),
        Some(period) => claimed.repeats(period, &rules, work),
    }
}

/// A claim whose numbers are in range.
struct Claimed<'c> {
    table: &'c [Vec<u32>],
    pretending: &'c [u32],
    lost: Vec<bool>,
}

/// A heap: its element, and those of its options.
type Heap = (u32, BTreeSet<u32>);

impl<'c> Claimed<'c> {
    fn read(certificate: &'c Certificate, meter: &Meter<'_>) -> Result<Claimed<'c>, Refused> {
        let Certificate { table, lost, pretending, .. } = certificate;
        let order = table.len();
        let known = |element: &u32| (*element as usize) < order;
        meter.pass((order * order + pretending.len()) as u64)?;
        if order == 0 || table.iter().any(|row| row.len() != order || !row.iter().all(known)) {
            return reject(TABLE, "it is not square, or has entries that are no elements");
        }
        if !pretending.iter().all(known) || !lost.iter().all(known) {
            return reject("heaps and lost elements are elements", "one is none");
        }
        if lost.windows(2).any(|two| two[0] >= two[1]) {
            return reject("lost elements are in order", format!("{lost:?}"));
        }
        let lost = (0..order as u32).map(|element| lost.binary_search(&element).is_ok()).collect();
        Ok(Claimed { table, pretending, lost })
    }

    fn times(&self, one: u32, other: u32) -> u32 {
        self.table[one as usize][other as usize]
    }

    fn is_lost(&self, element: u32) -> bool {
        self.lost[element as usize]
    }

    fn elements(&self) -> std::ops::Range<u32> {
        0..self.table.len() as u32
    }

    /// Commutative and with a neutral element; associative with every heap last, which is enough since heaps give all elements.
    fn is_monoid(&self, meter: &Meter<'_>) -> Result<(), Refused> {
        let heaps: BTreeSet<u32> = self.pretending.iter().copied().collect();
        for one in self.elements() {
            if self.times(0, one) != one {
                return reject(TABLE, format!("0 times {one} is {}", self.times(0, one)));
            }
            for other in self.elements() {
                meter.pass(4 + heaps.len() as u64)?;
                if self.times(one, other) != self.times(other, one) {
                    return reject(TABLE, format!("{one} and {other} do not commute"));
                }
                let together = self.times(one, other);
                let differs =
                    |&&heap: &&u32| self.times(together, heap) != self.times(one, self.times(other, heap));
                if let Some(heap) = heaps.iter().find(differs) {
                    return reject(TABLE, format!("{one}, {other} and {heap} do not associate"));
                }
            }
        }
        if self.is_lost(0) {
            return reject("a sum without a move is won", "the neutral element is lost");
        }
        Ok(())
    }

    /// The heaps with the elements of their options, by the rules; those that are alike once.
    fn heaps(&self, rules: &Rules, meter: &Meter<'_>) -> Result<HashSet<Heap>, Refused> {
        let mut evaluator = Evaluator::new(rules.form().clone(), STEPS);
        let mut all = HashSet::new();
        for (heap, &element) in self.pretending.iter().enumerate() {
            let mut options = BTreeSet::new();
            let mut astray = None;
            let listed = evaluator.options(&[heap as i64], meter.work(), &mut |option| {
                let mut product = 0;
                for (&part, &count) in option.places.iter().zip(option.counts) {
                    match usize::try_from(part).ok().filter(|part| *part < heap) {
                        None => astray = Some(part),
                        Some(part) => {
                            for _ in 0..count {
                                meter.pass(4)?;
                                product = self.times(product, self.pretending[part]);
                            }
                        }
                    }
                }
                options.insert(product);
                Ok(())
            });
            if let Err(e) = within_limits(listed)? {
                return reject(RULES, format!("heap {heap}: {e}"));
            }
            if let Some(part) = astray {
                return reject("moves make heaps smaller", format!("{heap} may become {part}"));
            }
            match options.is_empty() {
                true if element != 0 => return reject("a heap without a move is nothing", format!("{heap}")),
                true => {}
                false => drop(all.insert((element, options))),
            }
        }
        Ok(all)
    }

    fn is_given_by_heaps(&self) -> Result<(), Refused> {
        let mut given = BTreeSet::from([0]);
        let mut open = vec![0];
        let heaps: BTreeSet<u32> = self.pretending.iter().copied().collect();
        while let Some(element) = open.pop() {
            open.extend(
                heaps.iter().map(|&heap| self.times(element, heap)).filter(|&more| given.insert(more)),
            );
        }
        match self.elements().find(|element| !given.contains(element)) {
            None => Ok(()),
            Some(element) => reject("every element is that of a sum of heaps", format!("{element} is not")),
        }
    }

    fn tells_elements_apart(&self, meter: &Meter<'_>) -> Result<(), Refused> {
        let mut rows = HashSet::new();
        for element in self.elements() {
            let row: Vec<bool> =
                self.elements().map(|beside| self.is_lost(self.times(element, beside))).collect();
            meter.pass(row.len() as u64)?;
            if !rows.insert(row) {
                return reject("no two elements are alike", format!("{element} is like one before it"));
            }
        }
        Ok(())
    }

    fn outcomes_hold(&self, heaps: &HashSet<Heap>, meter: &Meter<'_>) -> Result<(), Refused> {
        for (heap, options) in heaps {
            for beside in self.elements() {
                meter.pass(1 + options.len() as u64)?;
                let lost = |element: &u32| self.is_lost(self.times(beside, *element));
                if lost(heap) && options.iter().any(lost) {
                    return reject(
                        "no lost sum has a lost option",
                        format!("a heap of element {heap} beside {beside}"),
                    );
                }
            }
        }
        let mut kept: Vec<Vec<BTreeSet<u32>>> = vec![Vec::new(); self.table.len()];
        let mut open = VecDeque::from([(0, BTreeSet::new())]);
        let mut held = 0;
        while let Some((element, options)) = open.pop_front() {
            for (heap, moves) in heaps {
                let stays = options.iter().map(|&option| self.times(option, *heap));
                let moved = moves.iter().map(|&option| self.times(element, option));
                let (element, options) =
                    (self.times(element, *heap), stays.chain(moved).collect::<BTreeSet<u32>>());
                let known = &mut kept[element as usize];
                meter.pass((options.len() * (1 + known.len())) as u64)?;
                if known.iter().any(|fewer| fewer.is_subset(&options)) {
                    continue;
                }
                if !self.is_lost(element) && !options.iter().any(|&option| self.is_lost(option)) {
                    return reject(
                        "every other sum that has a move has a lost option",
                        format!("one of element {element} has none"),
                    );
                }
                known.retain(|more| !options.is_subset(more));
                known.push(options.clone());
                held += 64 + 16 * options.len() as u64;
                meter.hold(held)?;
                open.push_back((element, options));
            }
        }
        Ok(())
    }

    /// The theorem about periods (Plambeck and Siegel 2008): what repeats long enough goes on for ever, if moves take at most so much and leave
    /// at most two heaps.
    fn repeats(
        &self,
        (preperiod, period): (u64, u64),
        rules: &Rules,
        work: &Work<'_>,
    ) -> Result<(), Refused> {
        const HOLDS: &str = "the period goes on for ever";
        let taken = match within_limits(certified_game(rules, work))? {
            Ok(Some(CertifiedGame::Take(set))) => set.last().copied().unwrap_or(0),
            Ok(Some(CertifiedGame::Code { code, unequal: false, least_part: 1, least_heap: 0 })) => {
                let octal = Octal::read(&code)?;
                if octal.parts() > 2 {
                    return reject(HOLDS, "moves leave more than two heaps");
                }
                octal.most_removed as u64
            }
            _ => return reject(HOLDS, "the rules are not those of a code"),
        };
        let needed = preperiod.max(1).checked_mul(2).zip(period.checked_mul(2));
        let needed = needed.and_then(|(one, two)| one.checked_add(two)?.checked_add(taken));
        if period == 0 || needed.is_none_or(|needed| needed > self.pretending.len() as u64) {
            return reject(HOLDS, "too few heaps are told");
        }
        let (from, by) = (preperiod as usize, period as usize);
        let differs = |&at: &usize| self.pretending[at] != self.pretending[at + by];
        if let Some(at) = (from..self.pretending.len() - by).find(differs) {
            return reject(HOLDS, format!("heaps {at} and {} differ", at + by));
        }
        if from > 0 && !differs(&(from - 1)) {
            return reject("the preperiod is least", format!("it holds from {} on", from - 1));
        }
        let shorter = |by: &usize| {
            (from..self.pretending.len() - by).all(|at| self.pretending[at] == self.pretending[at + by])
        };
        if let Some(shorter) = (1..by).filter(|shorter| by.is_multiple_of(*shorter)).find(shorter) {
            return reject("the period is least", format!("{shorter} is one"));
        }
        Ok(())
    }
}
