//! From the form of a rule to a program: one lowering for every back end.
//!
//! What a rule says becomes steps ([`Builder`] decides where they go); what is done with an option is for the caller to say: an
//! engine that fills a table looks the option up, a search writes it down. A rule with something that is not lowered is walked as
//! before, so this may refuse anything that is rare. Failures are not lowered either: where a number has no result the program
//! gives up, and the walk says what is wrong. Giving up where the walk would not is slow, never wrong; so steps may be done
//! earlier, and more of them, than the walk does.

mod builder;
mod kinds;
mod listing;
mod packing;
mod sets;
mod slope;
mod terms;

use crate::program::{LONGEST, Operand, Operation, Register, Step};
use crate::work::Work;

use super::form::Form;

pub(crate) use builder::{Builder, Known};
pub(crate) use kinds::Emitted;
pub(crate) use listing::{Listing, each_listed};
pub(crate) use packing::{PackedLister, PackedListing, Packing};
pub(crate) use slope::slope;

/// The rule has something that is not lowered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NotLowered;

pub(crate) type Lowered<T = ()> = Result<T, NotLowered>;

/// A rule on its way to a program.
pub(crate) struct Lowering<'a> {
    pub form: &'a Form,
    pub builder: Builder,
    /// The number in every slot that has one.
    pub slots: Vec<Option<Known>>,
    /// The largest coordinates that a table has, where moves may go past them; options beyond are left out.
    pub ceilings: Vec<Option<i64>>,
    /// Counts down by the choices that are made.
    pub fuel: Register,
    /// How many blocks and loops are around the step at hand.
    pub level: u32,
    /// How many choices the moves of one position take at most, of those how many outside of loops whose length varies,
    pub choices: u64,
    pub certain: u64,
    /// and how many options there are at most.
    pub options: u64,
    gathered: u64,
    /// Numbers that are known to lie between bounds.
    proved: Vec<(Operand, (i64, i64))>,
    /// How often the step at hand is done for one position at most.
    times: u64,
    /// How many loops around it have a length that varies.
    varying: u32,
    gathering: u32,
    /// Whether the program gives up where the choices of a position use up its fuel, instead of nobody asking how many there
    /// are at most.
    pub counted: bool,
    /// Whether the choices of the next range are paid for.
    paid: bool,
    work: &'a Work<'a>,
}

/// What can be gathered for one position without counting.
const MOST_GATHERED: u64 = 1 << 22;

impl<'a> Lowering<'a> {
    pub(crate) fn new(form: &'a Form, builder: Builder, fuel: Register, work: &'a Work<'a>) -> Lowering<'a> {
        let (slots, ceilings) = (vec![None; form.slots], vec![None; form.axes.len()]);
        Lowering {
            form,
            builder,
            slots,
            ceilings,
            fuel,
            level: 0,
            choices: 0,
            certain: 0,
            options: 0,
            gathered: 0,
            proved: Vec::new(),
            times: 1,
            varying: 0,
            gathering: 0,
            counted: false,
            paid: false,
            work,
        }
    }

    /// What was counted so far, to be counted once where the same moves are lowered twice.
    pub(crate) fn counts(&mut self) -> [&mut u64; 4] {
        [&mut self.choices, &mut self.certain, &mut self.options, &mut self.gathered]
    }

    /// Whether the program stays small enough, and a position within its choices.
    pub(crate) fn fits(&self, most: u64) -> Lowered {
        self.small()?;
        if self.choices <= most && self.gathered <= MOST_GATHERED { Ok(()) } else { Err(NotLowered) }
    }

    /// Whether the program stays small enough.
    pub(crate) fn small(&self) -> Lowered {
        if (self.builder.registers() as usize) < LONGEST { Ok(()) } else { Err(NotLowered) }
    }

    /// Does what `then` says if a condition holds. Says whether that may give up.
    pub(crate) fn when(&mut self, condition: Known, then: &mut dyn FnMut(&mut Self) -> Lowered) -> Lowered {
        match condition.as_constant() {
            Some(0) => return Ok(()),
            Some(_) => return then(self),
            None => {}
        }
        self.builder.open();
        let done = then(self);
        let scope = self.builder.close();
        done?;
        if !scope.steps.is_empty() {
            self.builder.push_around(scope.traps, Step::If(condition.operand, scope.steps, Vec::new()));
        }
        Ok(())
    }

    /// Takes the choices of a range from the fuel, given how far apart its ends are.
    pub(crate) fn pay(&mut self, length: Known) {
        let (fuel, left) = (self.fuel, Operand::Register(self.fuel));
        self.builder.push(Step::Do(fuel, Operation::Sub, left, length.operand));
        if self.counted {
            let out = self.builder.changing();
            self.builder.push(Step::Do(fuel, Operation::Sub, left, Operand::Constant(1)));
            self.builder.push(Step::Do(out, Operation::Lt, left, Operand::Constant(0)));
            // Nothing fails here: a position with many choices is walked.
            self.builder.push(Step::If(Operand::Register(out), vec![Step::GiveUp], Vec::new()));
        }
    }

    /// Repeats `body` for every number from `low` to `high`; says whether the body may give up. Nothing is added if `accept`
    /// refuses that.
    pub(crate) fn repeat(
        &mut self,
        low: Known,
        high: Known,
        most: u64,
        accept: impl FnOnce(bool) -> bool,
        body: &mut dyn FnMut(&mut Self, Known) -> Lowered,
    ) -> Lowered<bool> {
        let trips = u64::try_from(i128::from(high.high) - i128::from(low.low) + 1).unwrap_or(0).min(most);
        let fixed = low.as_constant().is_some() && high.as_constant().is_some();
        let (times, counter) = (self.times, self.builder.changing());
        let all = times.saturating_mul(trips);
        let (certain, paid) = (fixed && self.varying == 0 && !self.counted, std::mem::take(&mut self.paid));
        if certain {
            self.certain = self.certain.saturating_add(all);
        }
        self.builder.open();
        if !certain && !paid {
            let length = self.builder.difference(high, low);
            self.pay(length);
        }
        self.builder.push(Step::Set(counter, low.operand));
        self.builder.open();
        self.builder.fix(counter);
        self.times = all;
        self.varying += u32::from(!fixed);
        self.level += 1;
        let member =
            Known { operand: Operand::Register(counter), low: low.low, high: high.high.max(low.low) };
        let done = body(self, member);
        self.level -= 1;
        self.varying -= u32::from(!fixed);
        self.times = times;
        let mut inner = self.builder.close();
        let mut around = self.builder.close();
        done?;
        if !accept(inner.traps) {
            return Ok(false);
        }
        match self.gathering {
            0 => self.choices = self.choices.saturating_add(all),
            _ => self.gathered = self.gathered.saturating_add(all),
        }
        let over = self.builder.changing();
        let counted = Operand::Register(counter);
        inner.steps.extend([
            Step::Do(over, Operation::Le, high.operand, counted),
            Step::If(Operand::Register(over), vec![Step::Leave(1)], Vec::new()),
            Step::Do(counter, Operation::Add, counted, Operand::Constant(1)),
        ]);
        around.steps.push(Step::Loop(inner.steps));
        let some = self.builder.compare(Operation::Le, low, high);
        let traps = inner.traps || around.traps;
        match some.as_constant() {
            Some(0) => {}
            Some(_) => self.builder.append(traps, around.steps),
            None => self.builder.push_around(traps, Step::If(some.operand, around.steps, Vec::new())),
        }
        Ok(true)
    }
}
