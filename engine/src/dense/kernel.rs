//! The program that fills a table: a loop over every cell of a box, with the options of the cell inside.
//!
//! Cells come in the order of their numbers, which is one in which options come before the cells that lead to them. A coordinate
//! whose domain depends on earlier ones goes through its domain only. The program can be stopped between two cells and goes on
//! where its inputs stand; a cell at which it gives up is left to whoever runs it.

use crate::outcome::Play;
use crate::program::{Array, Operand, Operation, Program, Register, Step, Width};
use crate::rules::lower::{Builder, Emitted, Known, Lowered, Lowering, NotLowered};
use crate::rules::{Domain, Form};
use crate::work::Work;

use super::interior::{border, distance};
use super::space::Space;

/// What is written into the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// The value under normal play.
    Values,
    /// 1 if the mover wins, 0 if not.
    Wins(Play),
    /// The mover's best difference, in 32 bits.
    Scores,
}

/// With so many options the values seen fit into the bits of a register.
const BITS: u64 = 63;

/// A program for a table, and what it works on.
#[derive(Debug)]
pub(crate) struct Kernel {
    pub program: Program,
    /// The arrays that never change, which follow the table and the stamps.
    pub constants: Vec<Array>,
    /// The entries of the table.
    pub width: Width,
    /// How many stamps are needed to tell values apart.
    pub stamps: usize,
    /// About how many choices all cells take at most.
    pub choices: u64,
    /// How many options a cell has at most.
    pub options: u64,
}

/// Where the inputs lie behind the coordinates.
pub(super) struct Inputs {
    pub fuel: usize,
    /// The last number of the outermost coordinate.
    pub until: usize,
    /// The stamp of the last cell.
    pub round: usize,
    /// Whether the program stopped for want of fuel.
    pub paused: usize,
    /// The weighted sum of the coordinates, where cells come in its order.
    pub sum: usize,
    pub count: usize,
}

impl Inputs {
    pub(super) fn of(axes: usize) -> Inputs {
        let at = |place: usize| axes + place;
        Inputs { fuel: axes, until: at(1), round: at(2), paused: at(3), sum: at(4), count: at(5) }
    }
}

/// A table that a program is wanted for.
pub(crate) struct Wanted<'a> {
    pub form: &'a Form,
    pub space: &'a Space,
    /// The axes along which moves may leave the box.
    pub rising: &'a [bool],
    pub goal: Goal,
    /// Entries of a table of values are at least as wide.
    pub least: Width,
    /// A position may have so many choices.
    pub most: u64,
}

/// The program for a box; nothing if the rule is not lowered.
pub(crate) fn kernel(wanted: &Wanted<'_>, work: &Work<'_>) -> Option<Kernel> {
    // How many options there are decides how values are told apart, and is known only afterwards.
    let build = |options, arrays| Cells::build(wanted, options, arrays, work);
    let first = build(u64::from(u32::MAX), Builder::new(changing(Width::U32))).ok()?;
    let options = first.lowering.options.min(u64::from(u32::MAX) - 1);
    let cells = match wanted.goal {
        Goal::Values => build(options, first.lowering.builder).ok()?,
        _ => first,
    };
    let (width, stamps) = (cells.width, cells.stamps());
    // Stamps are numbers of cells, in 32 bits.
    if stamps > 0 && wanted.space.cells() >= u64::from(u32::MAX) {
        return None;
    }
    let choices = (cells.lowering.choices + 1).saturating_mul(wanted.space.cells());
    let options = cells.lowering.options;
    let (program, constants) = cells.lowering.builder.finish(cells.inputs.count);
    Some(Kernel { program, constants, width, stamps, choices, options })
}

/// The table and the stamps are the first arrays.
pub(super) const TABLE: usize = 0;
const STAMPS: usize = 1;

/// The numbers that a register goes through.
pub(super) struct Walk {
    pub register: Register,
    /// It starts here at the earliest,
    pub start: Option<Known>,
    pub end: Known,
    /// and stands here before and after.
    pub first: i64,
    /// Whether it may stand behind the end from the beginning.
    pub moving: bool,
    pub down: bool,
}

fn changing(width: Width) -> Vec<Width> {
    vec![width, Width::U32]
}

/// A program for a table under way.
pub(super) struct Cells<'a> {
    pub lowering: Lowering<'a>,
    pub space: &'a Space,
    goal: Goal,
    pub inputs: Inputs,
    /// The most options that a cell has.
    options: u64,
    width: Width,
    /// Coordinates that only take numbers of their domain.
    sure: Vec<bool>,
    /// How far the border of the box goes in along each coordinate, if cells inside of it are simpler.
    pub border: Option<Vec<i64>>,
    /// The value of the cell before this one in its row, where a register holds it.
    pub before: Option<Register>,
}

impl<'a> Cells<'a> {
    fn build(wanted: &Wanted<'a>, options: u64, arrays: Builder, work: &'a Work<'a>) -> Lowered<Cells<'a>> {
        let Wanted { form, space, goal, least, .. } = *wanted;
        let holding = Width::holding(options);
        let width = match goal {
            Goal::Values if holding.bytes() < least.bytes() => least,
            Goal::Values => holding,
            Goal::Wins(_) => Width::U8,
            Goal::Scores => Width::I32,
        };
        let mut builder = arrays.anew(changing(width));
        let inputs = Inputs::of(form.axes.len());
        let registers: Vec<Register> = (0..inputs.count).map(|_| builder.changing()).collect();
        let mut lowering = Lowering::new(form, builder, registers[inputs.fuel], work);
        for (axis, rising) in wanted.rising.iter().enumerate() {
            lowering.ceilings[axis] = rising.then(|| space.side(axis).1);
        }
        let (sure, border) =
            (vec![false; form.axes.len()], border(form, space).filter(|_| goal == Goal::Values));
        let mut cells = Cells { lowering, space, goal, inputs, options, width, sure, border, before: None };
        match space.slant() {
            Some(weights) => cells.slanted(weights)?,
            None => cells.nest(0)?,
        }
        cells.lowering.fits(wanted.most)?;
        Ok(cells)
    }

    /// Values are at most as many as options, and nim-sums of values have no more digits.
    fn stamps(&self) -> usize {
        let needed = self.goal == Goal::Values && self.options > BITS;
        if needed { (self.options as usize + 1).next_power_of_two() + 1 } else { 0 }
    }

    /// The loop over one coordinate and all that come after it.
    fn nest(&mut self, level: usize) -> Lowered {
        let Some(&axis) = self.space.order().get(level) else { return self.cell() };
        let (low, high) = self.space.side(axis);
        let (first, last) = self.space.ends(axis);
        let down = first > last;
        let register = Register(axis as u32);
        let number = Operand::Register(register);
        let mut end = Known::constant(last);
        let mut start = None;
        if level == 0 {
            let until = Register(self.inputs.until as u32);
            self.lowering.builder.fix(until);
            end = Known { operand: Operand::Register(until), low, high };
        } else if !down
            && let Domain::Range(from, to) = &self.lowering.form.axes[axis].domain
            && let (Ok(from), Ok(to)) = (self.lowering.term(from), self.lowering.term(to))
        {
            let least = self.lowering.builder.max(from, Known::constant(low));
            start = (least.as_constant() != Some(low)).then_some(least);
            end = self.lowering.builder.min(to, end);
            self.sure[axis] = true;
        }
        if let Some(other) = self.space.floor(axis).filter(|_| level > 0 && !down)
            && let Some(floor) = self.lowering.slots[other]
        {
            let least = start.unwrap_or(Known::constant(low));
            start = Some(self.lowering.builder.max(least, floor));
        }
        let moving = start.is_some() || (level > 0 && end.as_constant().is_none());
        let inner = level + 1 == self.space.order().len();
        if let Some(border) = self.border.clone().filter(|_| inner && !down && start.is_none()) {
            return self.row(Walk { register, start, end, first, moving, down }, axis, &border);
        }
        self.walk(Walk { register, start, end, first, moving, down }, &mut |this| {
            this.lowering.slots[axis] = Some(Known { operand: number, low, high });
            this.nest(level + 1)
        })
    }

    /// Repeats what `inside` says for the numbers of a register, from where it stands; afterwards it stands at the first one.
    pub(super) fn walk(&mut self, walk: Walk, inside: &mut dyn FnMut(&mut Self) -> Lowered) -> Lowered {
        let (register, first) = (walk.register, walk.first);
        self.walk_on(walk, inside)?;
        self.lowering.builder.push(Step::Set(register, Operand::Constant(first)));
        Ok(())
    }

    /// The same, but afterwards it stands behind the last one, if it went that far, or where it was.
    pub(super) fn walk_on(&mut self, walk: Walk, inside: &mut dyn FnMut(&mut Self) -> Lowered) -> Lowered {
        let Walk { register, start, end, moving, down, .. } = walk;
        let number = Operand::Register(register);
        let over = self.lowering.builder.changing();
        self.lowering.builder.open();
        if let Some(start) = start {
            self.lowering.builder.push(Step::Do(register, Operation::Max, number, start.operand));
        }
        if moving {
            self.lowering.builder.push(Step::Do(over, Operation::Lt, end.operand, number));
            let leave = vec![Step::Leave(1)];
            self.lowering.builder.push(Step::If(Operand::Register(over), leave, Vec::new()));
        }
        self.lowering.builder.open();
        self.lowering.builder.fix(register);
        self.lowering.level += 2;
        inside(self)?;
        self.lowering.level -= 2;
        let mut inner = self.lowering.builder.close();
        let over_at = if down { (number, end.operand) } else { (end.operand, number) };
        inner.steps.extend([
            Step::Do(over, Operation::Le, over_at.0, over_at.1),
            Step::If(Operand::Register(over), vec![Step::Leave(1)], Vec::new()),
            Step::Do(register, Operation::Add, number, Operand::Constant(if down { -1 } else { 1 })),
        ]);
        let mut around = self.lowering.builder.close();
        around.steps.push(Step::Loop(inner.steps));
        self.lowering.builder.push_around(true, Step::Block(around.steps));
        Ok(())
    }

    pub(super) fn place(&self) -> Lowered<Vec<Known>> {
        let axes = self.lowering.form.axes.len();
        self.lowering.slots[..axes].iter().copied().collect::<Option<Vec<Known>>>().ok_or(NotLowered)
    }

    pub(super) fn cell(&mut self) -> Lowered {
        let place = self.place()?;
        let legal = self.lowering.is_legal(&place, &self.sure)?;
        let (fuel, paused) = (self.lowering.fuel, Register(self.inputs.paused as u32));
        let left = Known { operand: Operand::Register(fuel), low: i64::MIN, high: i64::MAX };
        let out = self.lowering.builder.compare(Operation::Lt, left, Known::constant(0));
        let pause = vec![Step::Set(paused, Operand::Constant(1)), Step::GiveUp];
        self.lowering.builder.push(Step::If(out.operand, pause, Vec::new()));
        let (space, goal, options, width) = (self.space, self.goal, self.options, self.width);
        let before = self.before;
        let round = Register(self.inputs.round as u32);
        self.lowering.when(legal, &mut |lowering| {
            let at = index(lowering, space, &place);
            let mut judge = Judge { space, options, width, round, at, before };
            match goal {
                Goal::Values => judge.value(lowering),
                Goal::Wins(play) => judge.win(lowering, play),
                Goal::Scores => judge.score(lowering),
            }
        })?;
        let cost = Operand::Constant(1 + self.lowering.certain.min(1 << 40) as i64);
        self.lowering.builder.push(Step::Do(fuel, Operation::Sub, left.operand, cost));
        Ok(())
    }
}

/// The number of the cell of a place. Coordinates of outer loops come first, so that their part is computed there.
pub(super) fn index(lowering: &mut Lowering<'_>, space: &Space, place: &[Known]) -> Known {
    let mut sum = Known::constant(0);
    for &axis in space.order() {
        let (low, high) = space.side(axis);
        let builder = &mut lowering.builder;
        let value = place[axis].within(low, high);
        let offset = match space.ends(axis).0 == low {
            true => builder.difference(value, Known::constant(low)),
            false => builder.difference(Known::constant(high), value),
        };
        let far = builder.arithmetic(Operation::Mul, offset, Known::constant(space.stride(axis)));
        sum = builder.sum(sum, far);
    }
    sum
}

/// What becomes of the options of one cell.
struct Judge<'a> {
    space: &'a Space,
    options: u64,
    width: Width,
    round: Register,
    at: Known,
    before: Option<Register>,
}

impl Judge<'_> {
    fn store(&self, lowering: &mut Lowering<'_>, value: Operand) {
        lowering.builder.push(Step::Store(TABLE, self.at.operand, value));
    }

    /// What the table holds for the only part of an option.
    fn only(&self, lowering: &mut Lowering<'_>, option: &Emitted, bounds: (i64, i64)) -> Lowered<Known> {
        let [(None, place)] = &option.parts[..] else { return Err(NotLowered) };
        Ok(self.entry(lowering, place, bounds))
    }

    /// What the table holds for a place. One at a fixed distance is found from the cell at hand, and that of the cell before it in a row
    /// may still be in a register.
    fn entry(&self, lowering: &mut Lowering<'_>, place: &[Known], bounds: (i64, i64)) -> Known {
        match (distance(lowering, self.space, place), self.before) {
            (Some(-1), Some(before)) => {
                Known { operand: Operand::Register(before), low: bounds.0, high: bounds.1 }
            }
            (Some(distance), _) => {
                let at = lowering.builder.sum(self.at, Known::constant(distance));
                lowering.builder.load(TABLE, at.within(0, self.space.cells() as i64 - 1), bounds)
            }
            (None, _) => {
                let at = index(lowering, self.space, place);
                lowering.builder.load(TABLE, at, bounds)
            }
        }
    }

    fn value(&mut self, lowering: &mut Lowering<'_>) -> Lowered {
        let most = self.options.min(u64::from(u32::MAX)) as i64;
        let bits = self.options <= BITS;
        let (seen, round) = (lowering.builder.changing(), Operand::Register(self.round));
        match bits {
            true => lowering.builder.push(Step::Set(seen, Operand::Constant(0))),
            false => lowering.builder.push(Step::Do(self.round, Operation::Add, round, Operand::Constant(1))),
        }
        for kind in 0..lowering.form.kinds.len() {
            lowering.kind(kind, &mut |lowering, option| {
                let mut sum = Known::constant(0);
                for (count, place) in &option.parts {
                    let mut value = self.entry(lowering, place, (0, most));
                    if let Some(count) = count {
                        let odd = lowering.builder.bits(Operation::And, *count, Known::constant(1));
                        value = lowering.builder.choose(odd, value, Known::constant(0));
                    }
                    sum = lowering.builder.bits(Operation::Xor, sum, value);
                }
                if bits {
                    let bit =
                        lowering.builder.shift(Operation::Shl, Known::constant(1), sum, (i64::MIN, i64::MAX));
                    let step = Step::Do(seen, Operation::Or, Operand::Register(seen), bit.operand);
                    lowering.builder.push(step);
                } else {
                    lowering.builder.push(Step::Store(STAMPS, sum.operand, round));
                }
                Ok(())
            })?;
        }
        let least = lowering.builder.changing();
        let value = Operand::Register(least);
        if bits {
            let seen = Operand::Register(seen);
            lowering.builder.push(Step::Do(least, Operation::TrailingOnes, seen, Operand::Constant(0)));
        } else {
            let (stamp, missing) = (lowering.builder.changing(), lowering.builder.changing());
            lowering.builder.push(Step::Set(least, Operand::Constant(0)));
            let scan = vec![
                Step::Load(stamp, STAMPS, value),
                Step::Do(missing, Operation::Ne, Operand::Register(stamp), round),
                Step::If(Operand::Register(missing), vec![Step::Leave(1)], Vec::new()),
                Step::Do(least, Operation::Add, value, Operand::Constant(1)),
            ];
            lowering.builder.push(Step::Loop(scan));
        }
        debug_assert!(self.width.bytes() <= 4);
        self.store(lowering, value);
        if let Some(before) = self.before {
            lowering.builder.push(Step::Set(before, value));
        }
        Ok(())
    }

    fn win(&mut self, lowering: &mut Lowering<'_>, play: Play) -> Lowered {
        let (won, moved) = (lowering.builder.changing(), lowering.builder.changing());
        lowering.builder.push(Step::Set(won, Operand::Constant(0)));
        lowering.builder.push(Step::Set(moved, Operand::Constant(0)));
        lowering.builder.open();
        lowering.level += 1;
        let level = lowering.level;
        for kind in 0..lowering.form.kinds.len() {
            lowering.kind(kind, &mut |lowering, option| {
                lowering.builder.push(Step::Set(moved, Operand::Constant(1)));
                let then = self.only(lowering, option, (0, 1))?;
                // One option that is lost for the other is enough.
                let lost =
                    vec![Step::Set(won, Operand::Constant(1)), Step::Leave(lowering.level - level + 1)];
                lowering.builder.push(Step::If(then.operand, Vec::new(), lost));
                Ok(())
            })?;
        }
        lowering.level -= 1;
        let scope = lowering.builder.close();
        lowering.builder.push_around(scope.traps, Step::Block(scope.steps));
        let form = lowering.form;
        lowering.builder.open();
        let at_end = match &form.ending.win_if {
            Some(condition) => lowering.condition(condition),
            None => Ok(Known::constant(i64::from(play == Play::Misere))),
        };
        let mut scope = lowering.builder.close();
        scope.steps.push(Step::Set(won, at_end?.operand));
        lowering
            .builder
            .push_around(scope.traps, Step::If(Operand::Register(moved), Vec::new(), scope.steps));
        self.store(lowering, Operand::Register(won));
        Ok(())
    }

    fn score(&mut self, lowering: &mut Lowering<'_>) -> Lowered {
        let (least, most) = (i64::from(i32::MIN), i64::from(i32::MAX));
        let best = lowering.builder.changing();
        // Less than any score, so that it stands for no move, too.
        lowering.builder.push(Step::Set(best, Operand::Constant(i64::MIN)));
        for kind in 0..lowering.form.kinds.len() {
            lowering.kind(kind, &mut |lowering, option| {
                let then = self.only(lowering, option, (least, most))?;
                let score = lowering.builder.difference(option.gain, then);
                if score.low < least || score.high > most {
                    let small = lowering.builder.compare(Operation::Lt, score, Known::constant(least));
                    let large = lowering.builder.compare(Operation::Lt, Known::constant(most), score);
                    let wide = lowering.builder.bits(Operation::Or, small, large);
                    lowering
                        .builder
                        .push_around(true, Step::If(wide.operand, vec![Step::GiveUp], Vec::new()));
                }
                let step = Step::Do(best, Operation::Max, Operand::Register(best), score.operand);
                lowering.builder.push(step);
                Ok(())
            })?;
        }
        let none = lowering.builder.changing();
        let found = Operand::Register(best);
        lowering.builder.push(Step::Do(none, Operation::Eq, found, Operand::Constant(i64::MIN)));
        lowering.builder.push(Step::Choose(best, Operand::Register(none), Operand::Constant(0), found));
        self.store(lowering, found);
        Ok(())
    }
}
