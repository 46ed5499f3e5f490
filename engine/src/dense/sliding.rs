//! Heaps whose options are intervals of heaps: `n -> n-k for k in L(n)..R(n)`.
//!
//! From one heap to the next an interval loses a few heaps and gains a few. How often each value occurs in the intervals is counted, and
//! which values occur is kept as bits, with a bit above for every word of them that is full, and so on; so the least value that is
//! missing is found from the top. Complexity: one step for each heap that enters or leaves an interval, which is constant on average where
//! both ends never fall, and one look a level of bits. Where the ends jump back and forth so much that looking at every option would be
//! less, the table goes on that way.

use crate::error::Result;
use crate::program::{Array, Ended, Flat, Operand, Program, Register, Runnable, Step};
use crate::rules::lower::{Builder, Known, Lowered, Lowering, NotLowered, slope};
use crate::rules::{Form, Kind, QualifierForm, SetForm};
use crate::work::Work;

/// Steps that are made before they are held against the options.
const TRIAL: u64 = 1 << 16;
/// No table has a larger heap.
const FAR: i64 = 1 << 48;
/// Bytes of a value that is counted, with its bits.
const COUNT: u64 = 5;

/// Which numbers occur how often.
#[derive(Debug, Default)]
struct Counts {
    counts: Vec<u32>,
    /// A bit for every number that occurs; above it a bit for every word that is full.
    levels: Vec<Vec<u64>>,
}

impl Counts {
    /// Makes room for numbers up to this one.
    fn reserve(&mut self, most: usize) {
        if most < self.counts.len() {
            return;
        }
        let room = (most + 1).next_power_of_two().max(64);
        self.counts.resize(room, 0);
        let (mut words, mut level) = (room, 0);
        loop {
            words = words.div_ceil(64);
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].resize(words, 0);
            level += 1;
            if words == 1 {
                break;
            }
        }
        // A level that is new knows nothing of the words below it.
        for above in 1..self.levels.len() {
            let full: Vec<usize> = (0..self.levels[above - 1].len())
                .filter(|word| self.levels[above - 1][*word] == u64::MAX)
                .collect();
            full.into_iter().for_each(|word| self.levels[above][word / 64] |= 1 << (word % 64));
        }
    }

    fn add(&mut self, number: usize) {
        self.reserve(number);
        self.counts[number] += 1;
        if self.counts[number] > 1 {
            return;
        }
        let mut at = number;
        for level in &mut self.levels {
            level[at / 64] |= 1 << (at % 64);
            if level[at / 64] != u64::MAX {
                break;
            }
            at /= 64;
        }
    }

    fn remove(&mut self, number: usize) {
        self.counts[number] -= 1;
        if self.counts[number] > 0 {
            return;
        }
        let mut at = number;
        for level in &mut self.levels {
            let was_full = level[at / 64] == u64::MAX;
            level[at / 64] &= !(1 << (at % 64));
            if !was_full {
                break;
            }
            at /= 64;
        }
    }

    /// The least number that does not occur.
    fn mex(&self) -> usize {
        let mut at = 0;
        for level in self.levels.iter().rev() {
            match level.get(at) {
                Some(word) => at = at * 64 + word.trailing_ones() as usize,
                None => return at * 64,
            }
        }
        at
    }

    fn bytes(&self) -> u64 {
        self.counts.len() as u64 * COUNT
    }
}

/// The table of heaps whose options are intervals.
#[derive(Debug)]
pub(super) struct Sliding {
    /// Tells where the intervals of a heap begin and end.
    ends: Box<dyn Runnable>,
    inputs: Vec<i64>,
    arrays: Vec<Array>,
    /// The intervals at hand, the last heap excluded.
    intervals: Vec<(usize, usize)>,
    counts: Counts,
    /// Steps that were made, and options that were passed by.
    steps: u64,
    options: u64,
}

impl Sliding {
    /// For a rule of one coordinate from `low` on, if all its options are in intervals whose ends depend on the heap.
    pub(super) fn new(form: &Form, low: i64, work: &Work<'_>) -> Option<Sliding> {
        let (program, constants) = program(form, (low, FAR), work).ok()?;
        let compiled = work.limits.compiler.and_then(|compiler| compiler.0.compile(&program));
        let ends = compiled.unwrap_or_else(|| Box::new(Flat::new(&program)));
        Some(Sliding {
            ends,
            inputs: vec![0; 1 + 2 * form.kinds.len()],
            arrays: constants,
            intervals: vec![(0, 0); form.kinds.len()],
            counts: Counts::default(),
            steps: 0,
            options: 0,
        })
    }

    /// Whether going through all options would have been less.
    pub(super) fn is_in_vain(&self) -> bool {
        self.steps > TRIAL && self.steps > self.options
    }

    /// The value of the heap with a number, of which all below are known; heap 0 of the table is `low`. Nothing if the ends of the
    /// intervals cannot be told.
    pub(super) fn value(
        &mut self,
        number: usize,
        low: i64,
        values: &Array,
        work: &Work<'_>,
    ) -> Result<Option<i64>> {
        let heap = low + number as i64;
        self.inputs[0] = heap;
        if self.ends.run(&mut self.inputs, &mut self.arrays) != Ended::Done {
            return Ok(None);
        }
        let room = self.counts.bytes();
        for at in 0..self.intervals.len() {
            let (first, last) = (self.inputs[1 + 2 * at].max(low), self.inputs[2 + 2 * at].min(heap - 1));
            let (from, to) = match first <= last {
                true => ((first - low) as usize, (last - low) as usize + 1),
                false => (0, 0),
            };
            self.options += to.saturating_sub(from) as u64;
            self.slide(at, from.min(to), to, values);
        }
        if self.counts.bytes() != room {
            work.limits.allow_bytes(self.counts.bytes() + values.len() as u64 * values.width().bytes())?;
        }
        Ok(Some(self.counts.mex() as i64))
    }

    /// Moves an interval.
    fn slide(&mut self, at: usize, from: usize, to: usize, values: &Array) {
        let (old_from, old_to) = self.intervals[at];
        self.intervals[at] = (from, to);
        let value = |heap: usize| values.get(heap).unwrap_or(0) as usize;
        let apart = to <= old_from || old_to <= from;
        let (lost, won) = match apart {
            true => ([old_from..old_to, 0..0], [from..to, 0..0]),
            false => (
                [old_from..from.max(old_from), to.min(old_to)..old_to],
                [from..old_from.max(from), old_to.min(to)..to],
            ),
        };
        // What is won first, so that a value that goes and comes is not cleared in between.
        for heap in won.into_iter().flatten() {
            self.counts.add(value(heap));
            self.steps += 1;
        }
        for heap in lost.into_iter().flatten() {
            self.counts.remove(value(heap));
            self.steps += 1;
        }
    }
}

/// The only choice of a kind of move: its slot and its range.
fn choice(kind: &Kind) -> Option<(usize, &crate::rules::Term, &crate::rules::Term)> {
    match (&kind.steps[..], &kind.parts[..]) {
        ([QualifierForm::Each(slot, SetForm::Range(low, high))], [part])
            if part.count.is_none() && part.each.is_empty() =>
        {
            let grows = low.as_const().is_none() || high.as_const().is_none();
            grows.then_some((*slot, low, high))
        }
        _ => None,
    }
}

/// From a heap to the first and the last heap of each of its intervals.
fn program(form: &Form, (low, high): (i64, i64), work: &Work<'_>) -> Lowered<(Program, Vec<Array>)> {
    let [axis] = &form.axes[..] else { return Err(NotLowered) };
    if !axis.domain.is_fixed_interval() || form.kinds.is_empty() {
        return Err(NotLowered);
    }
    let mut builder = Builder::new(Vec::new());
    let registers: Vec<Register> = (0..1 + 2 * form.kinds.len()).map(|_| builder.changing()).collect();
    builder.fix(registers[0]);
    let fuel = builder.changing();
    let mut lowering = Lowering::new(form, builder, fuel, work);
    lowering.slots[0] = Some(Known { operand: Operand::Register(registers[0]), low, high });
    for (at, kind) in form.kinds.iter().enumerate() {
        let (slot, first, last) = choice(kind).ok_or(NotLowered)?;
        let place = &kind.parts[0].place[0];
        let turned = match slope(place, slot) {
            Some(1) => false,
            Some(-1) => true,
            _ => return Err(NotLowered),
        };
        let ends = [lowering.term(first)?, lowering.term(last)?];
        for (end, which) in ends.into_iter().zip([turned, !turned]) {
            lowering.slots[slot] = Some(end);
            let heap = lowering.term(place)?;
            lowering.builder.push(Step::Set(registers[1 + 2 * at + usize::from(which)], heap.operand));
        }
    }
    lowering.small()?;
    Ok(lowering.builder.finish(registers.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::dense::Dense;
    use crate::engine::Engine;
    use crate::position::Component;
    use crate::proofs::potential::descent;
    use crate::rules::Rules;
    use crate::search::MemorySearch;

    const LAST: i64 = 1500;

    #[test]
    fn intervals_give_the_values_of_the_plain_search() {
        let work = Work::unwatched();
        let texts = [
            "n -> n-k for k in 1..isqrt(n)",
            "n -> n-k for k in n/3..n/2 if k > 0",
            "n -> m for m in n/2..n-1",
            "n -> n-k for k in 1..n%17",
            "n -> n-k for k in 2..n/2 | n-k-1 for k in n/4..n/3",
            "(n in 3..) -> n-k for k in 1..isqrt(n)+2",
            "n -> m+1 for m in n/5..n-7",
            "n -> n-k for k in isqrt(n)..2*isqrt(n) | m for m in 0..n-100",
        ];
        let mut slid = 0;
        for text in texts {
            let rules = Rules::read(text, &Lets::new(), &work).unwrap();
            let Ok(falls) = descent(rules.form(), &work) else { continue };
            slid += u32::from(Sliding::new(rules.form(), 0, &work).is_some());
            let mut dense = Dense::new(&rules, falls, 1 << 20);
            let mut plain = MemorySearch::new(&rules, 1 << 20);
            dense.prepare(&[Component(vec![LAST])], &work).unwrap();
            for n in 3..=LAST {
                assert_eq!(dense.value(&[n], &work), plain.value(&[n], &work), "{text} {n}");
            }
        }
        assert!(slid >= 4, "{slid}");
    }

    #[test]
    fn the_least_number_that_does_not_occur_is_that_of_a_plain_list() {
        let (mut counts, mut plain) = (Counts::default(), vec![0u32; 10_000]);
        let mut seed = 7u64;
        for round in 0..60_000u64 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let number = (seed >> 33) as usize % (1 + round as usize / 8).min(9_000);
            match seed >> 20 & 3 {
                0 if plain[number] > 0 => {
                    counts.remove(number);
                    plain[number] -= 1;
                }
                _ => {
                    counts.add(number);
                    plain[number] += 1;
                }
            }
            if round % 64 == 0 {
                assert_eq!(Some(counts.mex()), plain.iter().position(|count| *count == 0), "{round}");
            }
        }
    }
}
