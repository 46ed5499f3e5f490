//! A rule over places laid on one board: every move with the bits that it asks for and the bits that it changes.
//!
//! The rule is run on a position that nobody knows. Where it makes a choice, and where it asks for a bit of the position,
//! all answers are tried, one after the other; a run that comes to its end is a row of the table. A choice from a set tries
//! what may be a member and then asks for it, so that `for p in S` asks for one bit a row. What a row writes is not asked
//! for: every member that a set may have stays in it, goes, comes, or turns.
//!
//! Rows are as many as answers that matter, so a rule that looks at many places at once (`part`, `size(S)`) has too many:
//! then there is no table, and moves are worked out position by position. This is what propositional networks do for games
//! that are described by logic (Schkufza, Love and Genesereth 2008).

mod terms;

use hashbrown::HashSet;

use crate::error::Result;
use crate::rules::{
    Becomes, Binder, Holds, PlaceCondition, PlaceMove, PlaceQualifier, PlaceRule, SetTerm, ValueTerm,
};
use crate::work::Work;

use super::coding::{Bits, Coding};
use super::{Row, Table};
use crate::places::field::{Field, Value};
use terms::is_plain;

/// Rows of a table.
const MOST_ROWS: usize = 1 << 15;
/// Runs of a rule, and values that all of them look at.
const MOST_RUNS: u64 = 1 << 18;
const MOST_STEPS: u64 = 1 << 25;
/// Values that one run looks at.
const LONGEST_RUN: u64 = 1 << 20;

/// Why a run gave no row.
enum Stop {
    /// A condition does not hold.
    NoMove,
    /// The rule cannot be laid on the board.
    GiveUp,
}

type Run<T> = std::result::Result<T, Stop>;

/// The table of a rule on a board; none if it would be too large.
pub(in crate::places) fn ground<B: Bits>(
    rule: &PlaceRule,
    field: &Field,
    coding: &Coding,
    work: &Work<'_>,
) -> Result<Option<Table<B>>> {
    let (mut rows, mut seen) = (Vec::new(), HashSet::new());
    let (mut runs, mut steps) = (0, 0);
    for (number, kind) in rule.kinds.iter().enumerate() {
        let mut script = Vec::new();
        loop {
            let mut run = Runner::new(rule, field, coding, std::mem::take(&mut script));
            let row = run.row::<B>(kind, number as u16);
            runs += 1;
            steps += run.steps;
            work.tick("moves of the board", runs, None)?;
            match row {
                Ok(row) if seen.insert(row) => rows.push(row),
                Err(Stop::GiveUp) => return Ok(None),
                _ => {}
            }
            if rows.len() > MOST_ROWS || runs > MOST_RUNS || steps > MOST_STEPS {
                return Ok(None);
            }
            work.limits.allow_bytes(4 * (rows.len() * size_of::<Row<B>>()) as u64)?;
            script = run.script;
            if !advance(&mut script) {
                break;
            }
        }
    }
    Ok(Some(Table::new(rows, rule.ending.over.is_none() && rule.ending.over_all.is_none())))
}

/// An answer that was tried, and how many there are.
#[derive(Clone, Copy)]
struct Answer {
    tried: usize,
    of: usize,
}

/// Goes on to the next answers; says whether there are any.
fn advance(script: &mut Vec<Answer>) -> bool {
    while let Some(last) = script.last_mut() {
        last.tried += 1;
        if last.tried < last.of {
            return true;
        }
        script.pop();
    }
    false
}

/// What becomes of a member of a set that was not there (bit 0) and that was (bit 1).
type Fate = u8;
const GONE: Fate = 0b00;
const THERE: Fate = 0b11;
const AS_IT_WAS: Fate = 0b10;

/// One run of a kind of move, with the answers that it gets.
struct Runner<'a> {
    rule: &'a PlaceRule,
    field: &'a Field,
    coding: &'a Coding,
    script: Vec<Answer>,
    /// How many answers were used up.
    used: usize,
    /// What is known about the bits of the position.
    known: Vec<Option<bool>>,
    /// Bits that were asked for, in which case of a group the one that is 1 tells the others.
    asked: Vec<usize>,
    chosen: Vec<Value>,
    steps: u64,
}

impl<'a> Runner<'a> {
    fn new(rule: &'a PlaceRule, field: &'a Field, coding: &'a Coding, script: Vec<Answer>) -> Runner<'a> {
        let known = vec![None; coding.bits];
        Runner {
            rule,
            field,
            coding,
            script,
            used: 0,
            known,
            asked: Vec::new(),
            chosen: Vec::new(),
            steps: 0,
        }
    }

    fn answer(&mut self, of: usize) -> usize {
        if self.used == self.script.len() {
            self.script.push(Answer { tried: 0, of });
        }
        self.used += 1;
        self.script[self.used - 1].tried
    }

    fn spend(&mut self, values: usize) -> Run<()> {
        self.steps += values as u64 + 1;
        if self.steps > LONGEST_RUN { Err(Stop::GiveUp) } else { Ok(()) }
    }

    fn bit(&mut self, bit: usize) -> bool {
        if let Some(known) = self.known[bit] {
            return known;
        }
        let value = self.answer(2) == 0;
        self.known[bit] = Some(value);
        self.asked.push(bit);
        value
    }

    /// Which of a group of bits is 1.
    fn one_of(&mut self, bits: &[(usize, i64)]) -> Run<i64> {
        if let Some((_, known)) = bits.iter().find(|(bit, _)| self.known[*bit] == Some(true)) {
            return Ok(*known);
        }
        let open: Vec<(usize, i64)> =
            bits.iter().copied().filter(|(bit, _)| self.known[*bit].is_none()).collect();
        if open.is_empty() {
            return Err(Stop::NoMove);
        }
        let (one, value) = open[self.answer(open.len())];
        self.spend(bits.len())?;
        // The one that is there tells that the others are not.
        self.asked.retain(|asked| bits.iter().all(|(bit, _)| bit != asked));
        self.asked.push(one);
        bits.iter().for_each(|(bit, _)| self.known[*bit] = Some(*bit == one));
        Ok(value)
    }

    fn choose(&mut self, slot: usize, value: Value) {
        if slot >= self.chosen.len() {
            self.chosen.resize(slot + 1, [0; 2]);
        }
        self.chosen[slot] = value;
    }

    fn row<B: Bits>(&mut self, kind: &PlaceMove, number: u16) -> Run<Row<B>> {
        for qualifier in &kind.qualifiers {
            self.spend(0)?;
            match qualifier {
                PlaceQualifier::If(condition) => self.demand(condition)?,
                PlaceQualifier::For(binder, set) => self.pick(binder, set)?,
            }
        }
        let mut fates = Vec::new();
        let mut changes = Changes { clear: B::NONE, set: B::NONE, flip: B::NONE };
        for (at, becomes) in kind.option.iter().enumerate() {
            match becomes {
                Becomes::Set(set) => {
                    let after = self.fates(set, at)?;
                    self.put(at, &after, &mut changes);
                    fates.push((at, after));
                }
                Becomes::Written(writes) => self.write(at, writes, &mut changes)?,
                Becomes::Place(value) => self.go(at, value, &fates, &mut changes)?,
            }
        }
        let (mut need, mut forbid) = (B::NONE, B::NONE);
        for &bit in &self.asked {
            match self.known[bit] {
                Some(true) => need = need | B::of(bit),
                _ => forbid = forbid | B::of(bit),
            }
        }
        let Changes { clear, set, flip } = changes;
        Ok(Row { need, forbid, clear: clear & !set, set, flip, kind: number })
    }

    fn pick(&mut self, binder: &Binder, set: &SetTerm) -> Run<()> {
        let candidates = self.candidates(set)?;
        if candidates.is_empty() {
            return Err(Stop::NoMove);
        }
        let value = candidates[self.answer(candidates.len())];
        if !is_plain(set) && !self.contains(set, value)? {
            return Err(Stop::NoMove);
        }
        match binder {
            Binder::One(slot) => self.choose(*slot, value),
            Binder::Parts(row, column) => {
                self.choose(*row, [value[0], 0]);
                self.choose(*column, [value[1], 0]);
            }
            Binder::Ends(one, other) => {
                let [a, b] = self.field.ends(value).ok_or(Stop::NoMove)?;
                let (first, second) = if self.answer(2) == 0 { (b, a) } else { (a, b) };
                self.choose(*one, first);
                self.choose(*other, second);
            }
        }
        Ok(())
    }

    fn demand(&mut self, condition: &PlaceCondition) -> Run<()> {
        if self.holds(condition)? { Ok(()) } else { Err(Stop::NoMove) }
    }

    fn put<B: Bits>(&self, at: usize, after: &[Fate], changes: &mut Changes<B>) {
        for (member, fate) in after.iter().enumerate() {
            let bit = self.coding.member(at, member);
            let was = self.known[bit];
            let becomes = [fate & 1 == 1, fate >> 1 & 1 == 1];
            let one = B::of(bit);
            match (was, becomes) {
                (Some(was), _) if becomes[usize::from(was)] == was => {}
                (None, [false, true]) => {}
                (Some(true), _) | (None, [false, false]) => changes.clear = changes.clear | one,
                (Some(false), _) | (None, [true, true]) => changes.set = changes.set | one,
                (None, [true, false]) => changes.flip = changes.flip | one,
            }
        }
    }

    fn write<B: Bits>(
        &mut self,
        at: usize,
        writes: &[(ValueTerm, ValueTerm)],
        changes: &mut Changes<B>,
    ) -> Run<()> {
        for (place, value) in writes {
            let Some(place) = self.value(place)?.and_then(|place| self.field.index(place)) else { continue };
            let [value, _] = self.value(value)?.ok_or(Stop::NoMove)?;
            let letters = self.coding.one_of(at, place);
            let written = letters.iter().find(|(_, letter)| *letter == value).ok_or(Stop::NoMove)?.0;
            for (bit, _) in letters {
                let one = B::of(bit);
                changes.clear = changes.clear | one;
                changes.set = if bit == written { changes.set | one } else { changes.set & !one };
            }
        }
        Ok(())
    }

    /// A coordinate becomes a place, which must be in a set after the move.
    fn go<B: Bits>(
        &mut self,
        at: usize,
        value: &ValueTerm,
        fates: &[(usize, Vec<Fate>)],
        changes: &mut Changes<B>,
    ) -> Run<()> {
        let value = self.value(value)?.ok_or(Stop::NoMove)?;
        let place = self.field.index(value).ok_or(Stop::NoMove)?;
        for (bit, other) in self.coding.one_of(at, place) {
            let one = B::of(bit);
            changes.clear = changes.clear | one;
            changes.set = if other == place as i64 { changes.set | one } else { changes.set & !one };
        }
        let Holds::Place(Some(within)) = self.rule.coordinates[at].holds else { return Ok(()) };
        let fate = fates.iter().find(|(set, _)| *set == within).map_or(AS_IT_WAS, |(_, after)| after[place]);
        let stays = match fate {
            GONE => false,
            THERE => true,
            fate => {
                let was = self.bit(self.coding.member(within, place));
                fate >> usize::from(was) & 1 == 1
            }
        };
        if stays { Ok(()) } else { Err(Stop::NoMove) }
    }

    /// What becomes of every member that the set of a coordinate may have, if it becomes this set.
    fn fates(&mut self, set: &SetTerm, at: usize) -> Run<Vec<Fate>> {
        let members = self.field.members().len();
        self.spend(members)?;
        let both = |left: Vec<Fate>, right: Vec<Fate>, of: fn(Fate, Fate) -> Fate| {
            left.into_iter().zip(right).map(|(left, right)| of(left, right) & THERE).collect()
        };
        Ok(match set {
            SetTerm::Coordinate(own) if *own == at => vec![AS_IT_WAS; members],
            SetTerm::Minus(left, right) => both(self.fates(left, at)?, self.fates(right, at)?, |l, r| l & !r),
            SetTerm::Plus(left, right) => both(self.fates(left, at)?, self.fates(right, at)?, |l, r| l | r),
            SetTerm::Xor(left, right) => both(self.fates(left, at)?, self.fates(right, at)?, |l, r| l ^ r),
            SetTerm::Filter(slot, inner, condition) => {
                let mut fates = self.fates(inner, at)?;
                for (member, fate) in fates.iter_mut().enumerate().filter(|(_, fate)| **fate != GONE) {
                    self.choose(*slot, self.field.members()[member]);
                    if !self.holds(condition)? {
                        *fate = GONE;
                    }
                }
                fates
            }
            other => {
                let mut fates = vec![GONE; members];
                for value in self.list(other)? {
                    if let Some(member) = self.field.member(value) {
                        fates[member] = THERE;
                    }
                }
                fates
            }
        })
    }
}

/// What a row does with bits.
struct Changes<B> {
    clear: B,
    set: B,
    flip: B,
}
