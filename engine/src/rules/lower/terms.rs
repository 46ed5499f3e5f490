//! Terms and conditions.

use crate::program::{Array, Operand, Operation, Step};

use super::super::arithmetic::{Aggregate, Function, Op};
use super::super::form::{QualifierForm, SetForm, Term, TermKind};
use super::super::numbers;
use super::super::syntax::SetFunction;
use super::{Known, Lowered, Lowering, NotLowered};

/// Functions of numbers from so few are looked up in a table.
const TABULATED: i128 = 1 << 14;
/// Members that are compared one by one.
const COMPARED: usize = 4;
/// A set whose members lie within so much is looked up.
const LOOKED_UP: i128 = 1 << 16;

const EVERYTHING: (i64, i64) = (i64::MIN, i64::MAX);

impl<'a> Lowering<'a> {
    /// The value of a term.
    pub(crate) fn term(&mut self, term: &'a Term) -> Lowered<Known> {
        self.small()?;
        match &term.kind {
            TermKind::Const(value) => Ok(Known::constant(*value)),
            TermKind::Slot(slot) => self.slots[*slot].ok_or(NotLowered),
            TermKind::Neg(inner) => {
                let inner = self.term(inner)?;
                Ok(self.builder.difference(Known::constant(0), inner))
            }
            TermKind::Not(inner) => {
                let inner = self.term(inner)?;
                Ok(self.builder.compare(Operation::Eq, inner, Known::constant(0)))
            }
            TermKind::Binary(op @ (Op::And | Op::Or), left, right) => {
                let left = self.condition(left)?;
                self.either(left, *op == Op::And, &mut |this| this.condition(right))
            }
            TermKind::Binary(op, left, right) => {
                let (left, right) = (self.term(left)?, self.term(right)?);
                self.binary(*op, left, right)
            }
            TermKind::Call(function, arguments) => {
                let mut so_far = self.term(&arguments[0])?;
                if arguments.len() == 1 {
                    return self.function(*function, so_far, Known::constant(0));
                }
                for argument in &arguments[1..] {
                    let next = self.term(argument)?;
                    so_far = self.function(*function, so_far, next)?;
                }
                Ok(so_far)
            }
            TermKind::Index(list, index) => {
                let at = self.term(index)?;
                let array = self.builder.constant_array(Array::of(&self.form.lists[*list]));
                Ok(self.builder.entry(array, at))
            }
            TermKind::In(item, set) => {
                let item = self.term(item)?;
                self.contains(set, item)
            }
            TermKind::If(three) => {
                let [condition, one, other] = &**three;
                let condition = self.condition(condition)?;
                self.which(condition, &mut |this| this.term(one), &mut |this| this.term(other))
            }
            TermKind::Over(aggregate, over) => self.over(*aggregate, &over.0, &over.1),
        }
    }

    /// A condition, which is 0 or 1.
    pub(crate) fn condition(&mut self, term: &'a Term) -> Lowered<Known> {
        let value = self.term(term)?;
        if value.low >= 0 && value.high <= 1 {
            return Ok(value);
        }
        Ok(self.builder.compare(Operation::Ne, value, Known::constant(0)))
    }

    /// `left and right`, or `left or right`: the right side counts only where the left one does not decide.
    pub(super) fn either(
        &mut self,
        left: Known,
        both: bool,
        right: &mut dyn FnMut(&mut Self) -> Lowered<Known>,
    ) -> Lowered<Known> {
        let decided = |this: &mut Self| -> Lowered<Known> {
            let _ = this;
            Ok(Known::constant(i64::from(!both)))
        };
        match both {
            true => self.which(left, right, &mut { decided }),
            false => self.which(left, &mut { decided }, right),
        }
    }

    /// One of two numbers: computed both if neither may give up, else only the one that counts.
    fn which(
        &mut self,
        condition: Known,
        one: &mut dyn FnMut(&mut Self) -> Lowered<Known>,
        other: &mut dyn FnMut(&mut Self) -> Lowered<Known>,
    ) -> Lowered<Known> {
        match condition.as_constant() {
            Some(0) => return other(self),
            Some(_) => return one(self),
            None => {}
        }
        self.builder.open();
        let first = one(self);
        let mut first_scope = self.builder.close();
        self.builder.open();
        let second = other(self);
        let mut second_scope = self.builder.close();
        let (first, second) = (first?, second?);
        let plain = |steps: &[Step]| {
            steps.iter().all(|step| !matches!(step, Step::Loop(_) | Step::If(..) | Step::Call(..)))
        };
        if !first_scope.traps
            && !second_scope.traps
            && plain(&first_scope.steps)
            && plain(&second_scope.steps)
        {
            self.builder.splice(first_scope);
            self.builder.splice(second_scope);
            return Ok(match (first.as_constant(), second.as_constant()) {
                (_, Some(0)) if is_bit(first) && is_bit(condition) => {
                    self.builder.bits(Operation::And, condition, first)
                }
                (Some(1), _) if is_bit(second) && is_bit(condition) => {
                    self.builder.bits(Operation::Or, condition, second)
                }
                _ => self.builder.choose(condition, first, second),
            });
        }
        let to = self.builder.fixed();
        first_scope.steps.push(Step::Set(to, first.operand));
        second_scope.steps.push(Step::Set(to, second.operand));
        let traps = first_scope.traps || second_scope.traps;
        self.builder.push_around(traps, Step::If(condition.operand, first_scope.steps, second_scope.steps));
        let (low, high) = (first.low.min(second.low), first.high.max(second.high));
        Ok(Known { operand: Operand::Register(to), low, high })
    }

    fn binary(&mut self, op: Op, left: Known, right: Known) -> Lowered<Known> {
        let builder = &mut self.builder;
        Ok(match op {
            Op::Add => builder.arithmetic(Operation::Add, left, right),
            Op::Sub => builder.arithmetic(Operation::Sub, left, right),
            Op::Mul => builder.arithmetic(Operation::Mul, left, right),
            Op::Eq => builder.compare(Operation::Eq, left, right),
            Op::Ne => builder.compare(Operation::Ne, left, right),
            Op::Lt => builder.compare(Operation::Lt, left, right),
            Op::Le => builder.compare(Operation::Le, left, right),
            Op::Gt => builder.compare(Operation::Lt, right, left),
            Op::Ge => builder.compare(Operation::Le, right, left),
            Op::Xor => builder.bits(Operation::Xor, left, right),
            Op::BitAnd => builder.bits(Operation::And, left, right),
            Op::BitOr => builder.bits(Operation::Or, left, right),
            Op::Div => match builder.division(Operation::Div, left, right) {
                Some(found) => found,
                None => builder.call(|l, r| Op::Div.apply(l, r).ok(), left, right, EVERYTHING, false),
            },
            Op::Rem => match builder.division(Operation::Rem, left, right) {
                Some(found) => found,
                None => builder.call(|l, r| Op::Rem.apply(l, r).ok(), left, right, EVERYTHING, false),
            },
            Op::Pow => builder.call(|l, r| Op::Pow.apply(l, r).ok(), left, right, EVERYTHING, false),
            Op::Shl => builder.call(|l, r| Op::Shl.apply(l, r).ok(), left, right, EVERYTHING, false),
            Op::Shr if right.low >= 0 => {
                let by = builder.min(right, Known::constant(63));
                let bounds = if left.low >= 0 { (0, left.high) } else { EVERYTHING };
                builder.shift(Operation::Shr, left, by, bounds)
            }
            Op::Shr => builder.call(|l, r| Op::Shr.apply(l, r).ok(), left, right, EVERYTHING, false),
            Op::And | Op::Or => return Err(NotLowered),
        })
    }

    fn function(&mut self, function: Function, left: Known, right: Known) -> Lowered<Known> {
        let builder = &mut self.builder;
        Ok(match function {
            Function::Min => builder.min(left, right),
            Function::Max => builder.max(left, right),
            Function::Abs => {
                let negated = builder.difference(Known::constant(0), left);
                builder.max(left, negated).within(0, i64::MAX)
            }
            Function::Gcd => return Ok(self.greatest_divisor(left, right)),
            Function::Isqrt => {
                let always = left.low >= 0;
                let high = left.high.max(0).isqrt();
                let root = |value: i64, _: i64| Function::Isqrt.of_one(value).ok();
                builder.call(root, left, Known::constant(0), (left.low.max(0).isqrt(), high), always)
            }
            Function::Popcount => builder.popcount(left),
            Function::Bit => {
                let by = builder.max(right, Known::constant(0));
                let by = builder.min(by, Known::constant(63));
                let bounds = if left.low >= 0 { (0, left.high) } else { EVERYTHING };
                let shifted = builder.shift(Operation::Shr, left, by, bounds);
                let bit = builder.bits(Operation::And, shifted, Known::constant(1));
                let natural = builder.compare(Operation::Le, Known::constant(0), right);
                builder.bits(Operation::And, bit.within(0, 1), natural)
            }
            Function::Len => left,
        })
    }

    /// Looked up where both numbers are small.
    fn greatest_divisor(&mut self, left: Known, right: Known) -> Known {
        let wide = |known: Known| i128::from(known.high) - i128::from(known.low) + 1;
        let gcd = |left: i64, right: i64| Function::Gcd.of_two(left, right).ok();
        let (rows, columns) = (wide(left), wide(right));
        let table = (rows.max(columns) <= TABULATED && rows * columns <= TABULATED).then(|| {
            let row = |a: i64| (right.low..=right.high).map(move |b| gcd(a, b));
            (left.low..=left.high).flat_map(row).collect::<Option<Vec<i64>>>()
        });
        let Some(table) = table.flatten() else {
            let most = left.low.unsigned_abs().max(left.high.unsigned_abs());
            let most = most.max(right.low.unsigned_abs()).max(right.high.unsigned_abs());
            let high = i64::try_from(most).unwrap_or(i64::MAX);
            return self.builder.call(gcd, left, right, (0, high), most <= i64::MAX as u64);
        };
        let array = self.builder.constant_array(Array::of(&table));
        let builder = &mut self.builder;
        let row = builder.difference(left, Known::constant(left.low));
        let row = builder.arithmetic(Operation::Mul, row, Known::constant(columns as i64));
        let column = builder.difference(right, Known::constant(right.low));
        let at = builder.sum(row, column);
        builder.entry(array, at)
    }

    /// Whether a set has a member.
    fn contains(&mut self, set: &'a SetForm, item: Known) -> Lowered<Known> {
        match set {
            SetForm::Range(low, high) => {
                let (low, high) = (self.term(low)?, self.term(high)?);
                Ok(self.between(low, item, high))
            }
            SetForm::Fixed(members) => self.one_of(members, item),
            SetForm::Entries(list) => self.one_of(&self.form.lists[*list], item),
            SetForm::Filter(slot, set, condition) => {
                let inside = self.contains(set, item)?;
                self.slots[*slot] = Some(item);
                self.either(inside, true, &mut |this| this.condition(condition))
            }
            SetForm::Members(members) => {
                let mut found = Known::constant(0);
                for (first, last) in members {
                    let first = self.term(first)?;
                    let last = last.as_ref().map_or(Ok(first), |last| self.term(last))?;
                    let inside = self.between(first, item, last);
                    found = self.builder.bits(Operation::Or, found, inside);
                }
                Ok(found)
            }
            SetForm::Call(function, arguments, _) => {
                let [last] = &arguments[..] else { return Err(NotLowered) };
                let last = self.term(last)?;
                let is_member: fn(i64, i64) -> Option<i64> = match function {
                    SetFunction::Squares => |last, item| is_member(SetFunction::Squares, last, item),
                    SetFunction::Divisors => |last, item| is_member(SetFunction::Divisors, last, item),
                    SetFunction::Primes => |last, item| is_member(SetFunction::Primes, last, item),
                    SetFunction::Powers => |last, item| is_member(SetFunction::Powers, last, item),
                    SetFunction::Fibonacci => |last, item| is_member(SetFunction::Fibonacci, last, item),
                    SetFunction::Triangular => |last, item| is_member(SetFunction::Triangular, last, item),
                    SetFunction::Factorials => |last, item| is_member(SetFunction::Factorials, last, item),
                };
                Ok(self.builder.call(is_member, last, item, (0, 1), true))
            }
        }
    }

    fn between(&mut self, low: Known, item: Known, high: Known) -> Known {
        let above = self.builder.compare(Operation::Le, low, item);
        let below = self.builder.compare(Operation::Le, item, high);
        self.builder.bits(Operation::And, above, below)
    }

    /// Whether a number is one of some.
    pub(super) fn one_of(&mut self, members: &[i64], item: Known) -> Lowered<Known> {
        let wanted = |member: &&i64| item.low <= **member && **member <= item.high;
        let members: Vec<i64> = members.iter().filter(wanted).copied().collect();
        let (Some(low), Some(high)) = (members.iter().min().copied(), members.iter().max().copied()) else {
            return Ok(Known::constant(0));
        };
        if (low..=high).take(members.len() + 1).all(|member| members.contains(&member)) && members.len() < 256
        {
            return Ok(self.between(Known::constant(low), item, Known::constant(high)));
        }
        if members.len() <= COMPARED {
            let mut found = Known::constant(0);
            for member in members {
                let same = self.builder.compare(Operation::Eq, item, Known::constant(member));
                found = self.builder.bits(Operation::Or, found, same);
            }
            return Ok(found);
        }
        let wide = i128::from(high) - i128::from(low) + 1;
        if wide > LOOKED_UP {
            return Err(NotLowered);
        }
        let mut table = vec![0; wide as usize];
        members.iter().for_each(|member| table[(member - low) as usize] = 1);
        let array = self.builder.constant_array(Array::of(&table));
        // Whoever lies outside looks at the nearest end, and is told apart by the comparison.
        let inside = self.between(Known::constant(low), item, Known::constant(high));
        let at = self.builder.max(item, Known::constant(low));
        let at = self.builder.min(at, Known::constant(high));
        let at = self.builder.difference(at, Known::constant(low));
        let found = self.builder.entry(array, at);
        Ok(self.builder.bits(Operation::And, found, inside))
    }

    /// What is gathered from the value of a term for every choice.
    fn over(&mut self, aggregate: Aggregate, steps: &'a [QualifierForm], body: &'a Term) -> Lowered<Known> {
        let so_far = self.builder.changing();
        let some = self.builder.changing();
        let start = i64::from(aggregate == Aggregate::All);
        self.builder.push(Step::Set(so_far, Operand::Constant(start)));
        self.builder.push(Step::Set(some, Operand::Constant(0)));
        self.builder.open();
        self.gathering += 1;
        self.level += 1;
        let level = self.level;
        let done = self.gather(steps, &mut |this| {
            let value = if aggregate.of_conditions() { this.condition(body)? } else { this.term(body)? };
            let old = Operand::Register(so_far);
            let step = |op| Step::Do(so_far, op, old, value.operand);
            match aggregate {
                Aggregate::Sum => {
                    let step = Step::Try(so_far, Operation::Add, old, value.operand);
                    this.builder.push_around(true, step);
                }
                Aggregate::Count => this.builder.push(step(Operation::Add)),
                Aggregate::Xor => this.builder.push(step(Operation::Xor)),
                Aggregate::All | Aggregate::Any => {
                    let all = aggregate == Aggregate::All;
                    this.builder.push(step(if all { Operation::And } else { Operation::Or }));
                    let leave = vec![Step::Leave(this.level - level + 1)];
                    let (one, other) = if all { (Vec::new(), leave) } else { (leave, Vec::new()) };
                    this.builder.push(Step::If(old, one, other));
                }
                Aggregate::Max | Aggregate::Min => {
                    let op = if aggregate == Aggregate::Max { Operation::Max } else { Operation::Min };
                    let first = Step::Set(so_far, value.operand);
                    this.builder.push(Step::If(Operand::Register(some), vec![step(op)], vec![first]));
                    this.builder.push(Step::Set(some, Operand::Constant(1)));
                }
            }
            Ok(())
        });
        self.level -= 1;
        self.gathering -= 1;
        let scope = self.builder.close();
        done?;
        self.builder.push_around(scope.traps, Step::Block(scope.steps));
        if matches!(aggregate, Aggregate::Max | Aggregate::Min) {
            let none = Step::If(Operand::Register(some), Vec::new(), vec![Step::GiveUp]);
            self.builder.push_around(true, none);
        }
        let found = self.builder.fixed();
        self.builder.push(Step::Set(found, Operand::Register(so_far)));
        let (low, high) = match aggregate {
            Aggregate::All | Aggregate::Any => (0, 1),
            Aggregate::Count => (0, 1 << 40),
            _ => EVERYTHING,
        };
        Ok(Known { operand: Operand::Register(found), low, high })
    }

    fn gather(&mut self, steps: &'a [QualifierForm], add: &mut dyn FnMut(&mut Self) -> Lowered) -> Lowered {
        match steps.split_first() {
            None => add(self),
            Some((QualifierForm::Guard(condition), rest)) => {
                let condition = self.condition(condition)?;
                self.when(condition, &mut |this| this.gather(rest, add))
            }
            Some((QualifierForm::Each(slot, set), rest)) => self.each(set, &mut |this, member| {
                this.slots[*slot] = Some(member);
                this.gather(rest, add)
            }),
        }
    }
}

fn is_bit(known: Known) -> bool {
    known.low >= 0 && known.high <= 1
}

fn is_member(function: SetFunction, last: i64, item: i64) -> Option<i64> {
    Some(i64::from(numbers::is_member(function, 2, last, item)))
}
