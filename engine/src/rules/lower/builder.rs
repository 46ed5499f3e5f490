//! Building a program: every step goes as far out as it can, none is done twice, and what always fits is not checked.
//!
//! Of every number the builder knows an interval. Sums that stay within 64 bits need no check, comparisons that always turn out
//! the same are constants, divisions of what is never negative are plain ones. A step without side effects is put into the
//! outermost scope in which its operands are known (ranges and what depends on outer coordinates is thereby computed once), and
//! an equal step is not repeated. A step that may give up stays where it is.

use hashbrown::HashMap;

use crate::program::{Array, Function, Operand, Operation, Program, Register, Step, Width};

use super::super::syntax::SetFunction;
use super::Lowered;

/// A number with bounds that are proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub operand: Operand,
    pub low: i64,
    pub high: i64,
}

impl Known {
    pub(crate) fn constant(value: i64) -> Known {
        Known { operand: Operand::Constant(value), low: value, high: value }
    }

    pub(crate) fn as_constant(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }

    /// The same number, of which more is known.
    pub(crate) fn within(self, low: i64, high: i64) -> Known {
        // Where nothing is left between the bounds, nobody comes by.
        let low = self.low.max(low);
        Known { operand: self.operand, low, high: self.high.min(high).max(low) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Do(Operation, Operand, Operand),
    Try(Operation, Operand, Operand),
    Choose(Operand, Operand, Operand),
    Call(usize, Operand, Operand),
    Load(usize, Operand),
}

/// A sequence of steps under way.
#[derive(Default)]
pub(crate) struct Scope {
    pub steps: Vec<Step>,
    memo: HashMap<Key, Known>,
    /// Whether some step may give up.
    pub traps: bool,
}

/// A program under way.
pub(crate) struct Builder {
    scopes: Vec<Scope>,
    /// For each register the scope in which it is known, or nothing if its number changes.
    depths: Vec<Option<usize>>,
    /// The arrays that change, which are the first ones,
    pub changing: Vec<Width>,
    /// and those that never do, with their least and largest entry.
    constants: Vec<(Array, (i64, i64))>,
    /// No step goes further out than this scope: what is known of numbers is known within it only.
    floor: usize,
    /// Registers that hold another number and a fixed one more.
    shifted: HashMap<Register, (Operand, i64)>,
    /// Arrays of named sets up to some number, by where they are.
    named: Vec<((SetFunction, i64), [usize; 2])>,
}

impl Builder {
    pub(crate) fn new(changing: Vec<Width>) -> Builder {
        let scopes = vec![Scope::default()];
        let (depths, constants, named) = (Vec::new(), Vec::new(), Vec::new());
        Builder { scopes, depths, changing, constants, floor: 0, shifted: HashMap::new(), named }
    }

    /// A program made anew, with the arrays of this one at hand. As many as before change.
    pub(crate) fn anew(self, changing: Vec<Width>) -> Builder {
        debug_assert_eq!(changing.len(), self.changing.len());
        Builder { constants: self.constants, named: self.named, ..Builder::new(changing) }
    }

    /// The program with its inputs, and the arrays that never change, which follow those that do.
    pub(crate) fn finish(mut self, inputs: usize) -> (Program, Vec<Array>) {
        let registers = self.depths.len() as u32;
        let body = self.close().steps;
        let constants: Vec<Array> = self.constants.into_iter().map(|(array, _)| array).collect();
        let arrays = self.changing.into_iter().chain(constants.iter().map(Array::width)).collect();
        (Program { registers, inputs: inputs as u32, arrays, body }, constants)
    }

    pub(crate) fn registers(&self) -> u32 {
        self.depths.len() as u32
    }

    /// A register whose number is the same as long as the scope at hand lasts.
    pub(crate) fn fixed(&mut self) -> Register {
        self.depths.push(Some(self.scopes.len() - 1));
        Register(self.depths.len() as u32 - 1)
    }

    /// A register whose number changes.
    pub(crate) fn changing(&mut self) -> Register {
        self.depths.push(None);
        Register(self.depths.len() as u32 - 1)
    }

    /// How much more than one operand another is, if it is one and a fixed number.
    pub(crate) fn steps_from(&self, base: Operand, other: Operand) -> Option<i64> {
        if base == other {
            return Some(0);
        }
        let Operand::Register(register) = other else { return None };
        let (from, steps) = self.shifted.get(&register)?;
        (*from == base).then_some(*steps)
    }

    /// From now on a register has the same number as long as the scope at hand lasts.
    pub(crate) fn fix(&mut self, register: Register) {
        self.depths[register.0 as usize] = Some(self.scopes.len() - 1);
    }

    /// Keeps all steps within the scope at hand, or lets them go out again as far as before; returns how far that was.
    pub(crate) fn stay(&mut self, floor: Option<usize>) -> usize {
        let here = self.scopes.len() - 1;
        std::mem::replace(&mut self.floor, floor.unwrap_or(here))
    }

    pub(crate) fn open(&mut self) {
        self.scopes.push(Scope::default());
    }

    /// Ends a scope; whether it may give up is passed on when its steps are used.
    pub(crate) fn close(&mut self) -> Scope {
        self.scopes.pop().unwrap_or_default()
    }

    /// Adds a step to the scope at hand.
    pub(crate) fn push(&mut self, step: Step) {
        self.top().steps.push(step);
    }

    /// Adds a step that holds closed scopes.
    pub(crate) fn push_around(&mut self, traps: bool, step: Step) {
        self.top().traps |= traps;
        self.push(step);
    }

    /// Adds the steps of a closed scope, whose registers stay their own.
    pub(crate) fn append(&mut self, traps: bool, steps: Vec<Step>) {
        self.top().traps |= traps;
        self.top().steps.extend(steps);
    }

    /// Lets a closed scope go on in the one at hand.
    pub(crate) fn splice(&mut self, scope: Scope) {
        let depth = self.scopes.len() - 1;
        for register in &mut self.depths {
            *register = register.map(|known| known.min(depth));
        }
        let top = self.top();
        top.traps |= scope.traps;
        top.steps.extend(scope.steps);
        top.memo.extend(scope.memo);
    }

    fn top(&mut self) -> &mut Scope {
        self.scopes.last_mut().expect("the outermost scope is never closed")
    }

    /// An array that never changes; equal ones are one.
    pub(crate) fn constant_array(&mut self, array: Array) -> usize {
        let known = self.constants.iter().position(|(known, _)| *known == array);
        let at = known.unwrap_or_else(|| {
            let bounds = array.bounds();
            self.constants.push((array, bounds));
            self.constants.len() - 1
        });
        self.changing.len() + at
    }

    /// The arrays of a named set up to some number, which are made once.
    pub(crate) fn named_arrays(
        &mut self,
        name: (SetFunction, i64),
        make: impl FnOnce() -> Lowered<[Array; 2]>,
    ) -> Lowered<[usize; 2]> {
        if let Some((_, known)) = self.named.iter().find(|(known, _)| *known == name) {
            return Ok(*known);
        }
        let arrays = make()?.map(|array| self.constant_array(array));
        self.named.push((name, arrays));
        Ok(arrays)
    }

    /// The outermost scope in which operands are known.
    fn depth(&self, operands: &[Operand]) -> Option<usize> {
        let depth = |operand: &Operand| match operand {
            Operand::Constant(_) => Some(0),
            Operand::Register(register) => self.depths[register.0 as usize],
        };
        operands.iter().try_fold(0, |most, operand| Some(most.max(depth(operand)?)))
    }

    fn add(
        &mut self,
        key: Key,
        operands: &[Operand],
        traps: bool,
        (low, high): (i64, i64),
        step: impl FnOnce(Register) -> Step,
    ) -> Known {
        let depth = self.depth(operands);
        if depth.is_some()
            && let Some(known) = self.scopes.iter().rev().find_map(|scope| scope.memo.get(&key))
        {
            // More may be known of its operands by now.
            return known.within(low, high);
        }
        let here = self.scopes.len() - 1;
        let at = if traps { here } else { depth.map_or(here, |depth| depth.max(self.floor.min(here))) };
        self.depths.push(Some(at));
        let register = Register(self.depths.len() as u32 - 1);
        let known = Known { operand: Operand::Register(register), low, high };
        self.scopes[at].steps.push(step(register));
        self.scopes[at].traps |= traps;
        if depth.is_some() {
            self.scopes[at].memo.insert(key, known);
        }
        known
    }

    fn plain(&mut self, op: Operation, left: Known, right: Known, bounds: (i64, i64)) -> Known {
        if let (Some(left), Some(right)) = (left.as_constant(), right.as_constant()) {
            return Known::constant(op.of(left, right));
        }
        if bounds.0 == bounds.1 {
            return Known::constant(bounds.0);
        }
        let (left, right) = (left.operand, right.operand);
        let step = |to| Step::Do(to, op, left, right);
        self.add(Key::Do(op, left, right), &[left, right], false, bounds, step)
    }

    /// A sum, difference or product.
    pub(crate) fn arithmetic(&mut self, op: Operation, left: Known, right: Known) -> Known {
        let (a, b) =
            ((i128::from(left.low), i128::from(left.high)), (i128::from(right.low), i128::from(right.high)));
        let (low, high) = match op {
            Operation::Add => (a.0 + b.0, a.1 + b.1),
            Operation::Sub => (a.0 - b.1, a.1 - b.0),
            _ => {
                let all = [a.0 * b.0, a.0 * b.1, a.1 * b.0, a.1 * b.1];
                (all.into_iter().fold(i128::MAX, i128::min), all.into_iter().fold(i128::MIN, i128::max))
            }
        };
        match (op, left.as_constant(), right.as_constant()) {
            (Operation::Add, Some(0), _) | (Operation::Mul, Some(1), _) => return right,
            (Operation::Add | Operation::Sub, _, Some(0)) | (Operation::Mul, _, Some(1)) => return left,
            (Operation::Mul, Some(0), _) | (Operation::Mul, _, Some(0)) => return Known::constant(0),
            _ => {}
        }
        if let (Ok(low), Ok(high)) = (i64::try_from(low), i64::try_from(high)) {
            let found = self.plain(op, left, right, (low, high));
            if let (Operand::Register(register), Some(steps)) = (found.operand, right.as_constant())
                && matches!(op, Operation::Add | Operation::Sub)
            {
                let steps = if op == Operation::Add { steps } else { -steps };
                self.shifted.insert(register, (left.operand, steps));
            }
            return found;
        }
        let clamp = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let (left, right) = (left.operand, right.operand);
        let step = |to| Step::Try(to, op, left, right);
        self.add(Key::Try(op, left, right), &[left, right], true, (clamp(low), clamp(high)), step)
    }

    pub(crate) fn sum(&mut self, left: Known, right: Known) -> Known {
        self.arithmetic(Operation::Add, left, right)
    }

    pub(crate) fn difference(&mut self, left: Known, right: Known) -> Known {
        self.arithmetic(Operation::Sub, left, right)
    }

    /// A comparison; 0 or 1.
    pub(crate) fn compare(&mut self, op: Operation, left: Known, right: Known) -> Known {
        let apart = left.high < right.low || right.high < left.low;
        let decided = match op {
            Operation::Eq if apart => Some(0),
            Operation::Ne if apart => Some(1),
            Operation::Lt if left.high < right.low => Some(1),
            Operation::Lt if left.low >= right.high => Some(0),
            Operation::Le if left.high <= right.low => Some(1),
            Operation::Le if left.low > right.high => Some(0),
            _ => None,
        };
        match decided {
            Some(decided) => Known::constant(decided),
            None => self.plain(op, left, right, (0, 1)),
        }
    }

    pub(crate) fn min(&mut self, left: Known, right: Known) -> Known {
        match () {
            () if left.high <= right.low => left,
            () if right.high <= left.low => right,
            () => {
                let bounds = (left.low.min(right.low), left.high.min(right.high));
                self.plain(Operation::Min, left, right, bounds)
            }
        }
    }

    pub(crate) fn max(&mut self, left: Known, right: Known) -> Known {
        match () {
            () if left.low >= right.high => left,
            () if right.low >= left.high => right,
            () => {
                let bounds = (left.low.max(right.low), left.high.max(right.high));
                self.plain(Operation::Max, left, right, bounds)
            }
        }
    }

    /// Bits of both, of either, or of one of them.
    pub(crate) fn bits(&mut self, op: Operation, left: Known, right: Known) -> Known {
        match (op, left.as_constant(), right.as_constant()) {
            (Operation::And, Some(0), _) | (Operation::And, _, Some(0)) => return Known::constant(0),
            (Operation::Or | Operation::Xor, Some(0), _) => return right,
            (Operation::Or | Operation::Xor, _, Some(0)) => return left,
            (Operation::And, Some(1), _) if right.low >= 0 && right.high <= 1 => return right,
            (Operation::And, _, Some(1)) if left.low >= 0 && left.high <= 1 => return left,
            _ => {}
        }
        let bounds = if left.low >= 0 && right.low >= 0 {
            let most =
                if op == Operation::And { left.high.min(right.high) } else { left.high.max(right.high) };
            let filled = |most: i64| if most == 0 { 0 } else { i64::MAX >> (most.leading_zeros() - 1) };
            (0, if op == Operation::And { most } else { filled(most) })
        } else {
            (i64::MIN, i64::MAX)
        };
        self.plain(op, left, right, bounds)
    }

    /// A shift by a number of bits that is known to be 0 to 63, within bounds that the caller knows.
    pub(crate) fn shift(&mut self, op: Operation, left: Known, right: Known, bounds: (i64, i64)) -> Known {
        self.plain(op, left, right, bounds)
    }

    pub(crate) fn popcount(&mut self, of: Known) -> Known {
        self.plain(Operation::Popcount, of, Known::constant(0), (0, 64))
    }

    /// A quotient or a rest, rounded down, if that is a plain division of what is not negative.
    pub(crate) fn division(&mut self, op: Operation, left: Known, right: Known) -> Option<Known> {
        if left.low >= 0 && right.low > 0 {
            if let (Operation::Rem, true) = (op, left.high < right.low) {
                return Some(left);
            }
            let bounds = match op {
                Operation::Div => (left.low / right.high, left.high / right.low),
                _ => (0, left.high.min(right.high - 1)),
            };
            return Some(self.plain(op, left, right, bounds));
        }
        let by = right.as_constant().filter(|by| *by > 0)?;
        if by.count_ones() == 1 {
            return Some(match op {
                Operation::Div => {
                    let bits = by.trailing_zeros();
                    let bounds = (left.low >> bits, left.high >> bits);
                    self.plain(Operation::Shr, left, Known::constant(bits.into()), bounds)
                }
                _ => self.plain(Operation::And, left, Known::constant(by - 1), (0, by - 1)),
            });
        }
        // What may be negative is first raised by a multiple of the divisor.
        let times = i64::try_from((-i128::from(left.low) + i128::from(by) - 1) / i128::from(by)).ok()?;
        let raise = times.checked_mul(by)?;
        left.high.checked_add(raise)?;
        let raised = self.sum(left, Known::constant(raise)).within(0, i64::MAX);
        let found = self.division(op, raised, right)?;
        Some(if op == Operation::Div { self.difference(found, Known::constant(times)) } else { found })
    }

    pub(crate) fn choose(&mut self, which: Known, one: Known, other: Known) -> Known {
        match which.as_constant() {
            Some(0) => return other,
            Some(_) => return one,
            None if one == other => return one,
            None => {}
        }
        let bounds = (one.low.min(other.low), one.high.max(other.high));
        let (which, one, other) = (which.operand, one.operand, other.operand);
        let step = |to| Step::Choose(to, which, one, other);
        self.add(Key::Choose(which, one, other), &[which, one, other], false, bounds, step)
    }

    /// Calls a function; `always` if it has a result for whatever these numbers can be.
    pub(crate) fn call(
        &mut self,
        function: Function,
        left: Known,
        right: Known,
        bounds: (i64, i64),
        always: bool,
    ) -> Known {
        if let (Some(left), Some(right)) = (left.as_constant(), right.as_constant())
            && let Some(value) = function(left, right)
        {
            return Known::constant(value);
        }
        let (left, right) = (left.operand, right.operand);
        let step = |to| Step::Call(to, function, left, right);
        self.add(Key::Call(function as usize, left, right), &[left, right], !always, bounds, step)
    }

    /// An entry of an array that never changes.
    pub(crate) fn entry(&mut self, array: usize, at: Known) -> Known {
        let (all, bounds) = &self.constants[array - self.changing.len()];
        let (len, bounds) = (all.len(), *bounds);
        if let Some(entry) = at.as_constant().and_then(|at| all.get(at as usize)) {
            return Known::constant(entry);
        }
        let inside = at.low >= 0 && (at.high as u64) < len as u64;
        let at = at.operand;
        self.add(Key::Load(array, at), &[at], !inside, bounds, |to| Step::Load(to, array, at))
    }

    /// An entry of an array that changes while the program runs. Whoever loads it knows that it is there: a walk cannot fail
    /// where this gives up.
    pub(crate) fn load(&mut self, array: usize, at: Known, bounds: (i64, i64)) -> Known {
        let to = self.fixed();
        self.push(Step::Load(to, array, at.operand));
        Known { operand: Operand::Register(to), low: bounds.0, high: bounds.1 }
    }
}
