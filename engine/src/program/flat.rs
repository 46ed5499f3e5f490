//! The interpreter: a program as one list of instructions with jumps.
//!
//! Registers lie in one array in which constants have places of their own, so that an instruction need not ask what its operands
//! are. Complexity: one round of a loop for each step, nothing is allocated while it runs.

use super::{Array, Ended, Function, Operand, Operation, Program, Register, Runnable, Step};

type At = u32;

#[derive(Clone, Copy, Debug)]
enum Instruction {
    Set(At, At),
    Do(Operation, At, At, At),
    Try(Operation, At, At, At),
    Choose(At, At, At, At),
    Call(At, Function, At, At),
    Load(At, u32, At),
    Store(u32, At, At),
    Jump(At),
    /// Jumps unless a register is 0.
    JumpIf(At, At),
    /// Jumps if a register is 0.
    JumpUnless(At, At),
    End(Ended),
}

/// A program for the interpreter.
#[derive(Clone, Debug)]
pub struct Flat {
    code: Vec<Instruction>,
    inputs: usize,
    /// The registers as they are at the start.
    registers: Vec<i64>,
}

impl Flat {
    /// Lays a program out.
    pub fn new(program: &Program) -> Flat {
        let registers = vec![0; program.registers as usize];
        let mut layout =
            Layout { code: Vec::new(), registers, known: hashbrown::HashMap::new(), leaves: Vec::new() };
        layout.steps(&program.body);
        layout.code.push(Instruction::End(Ended::Done));
        Flat { code: layout.code, inputs: program.inputs as usize, registers: layout.registers }
    }
}

struct Layout {
    code: Vec<Instruction>,
    registers: Vec<i64>,
    known: hashbrown::HashMap<i64, At>,
    /// For each block or loop under way, the jumps that leave it.
    leaves: Vec<Vec<usize>>,
}

impl Layout {
    fn at(&mut self, operand: Operand) -> At {
        match operand {
            Operand::Register(Register(at)) => at,
            Operand::Constant(value) => *self.known.entry(value).or_insert_with(|| {
                self.registers.push(value);
                self.registers.len() as At - 1
            }),
        }
    }

    fn steps(&mut self, steps: &[Step]) {
        steps.iter().for_each(|step| self.step(step));
    }

    fn step(&mut self, step: &Step) {
        let instruction = match step {
            Step::Set(to, from) => Instruction::Set(to.0, self.at(*from)),
            Step::Do(to, op, left, right) => Instruction::Do(*op, to.0, self.at(*left), self.at(*right)),
            Step::Try(to, op, left, right) => Instruction::Try(*op, to.0, self.at(*left), self.at(*right)),
            Step::Choose(to, which, one, other) => {
                Instruction::Choose(to.0, self.at(*which), self.at(*one), self.at(*other))
            }
            Step::Call(to, function, left, right) => {
                Instruction::Call(to.0, *function, self.at(*left), self.at(*right))
            }
            Step::Load(to, array, at) => Instruction::Load(to.0, *array as u32, self.at(*at)),
            Step::Store(array, at, value) => Instruction::Store(*array as u32, self.at(*at), self.at(*value)),
            Step::GiveUp => Instruction::End(Ended::GaveUp),
            Step::Leave(levels) => {
                let level = self.leaves.len() - *levels as usize;
                self.leaves[level].push(self.code.len());
                Instruction::Jump(0)
            }
            Step::If(condition, one, other) => return self.branch(*condition, one, other),
            Step::Block(body) => {
                self.leaves.push(Vec::new());
                self.steps(body);
                return self.land();
            }
            Step::Loop(body) => {
                self.leaves.push(Vec::new());
                let start = self.code.len() as At;
                self.steps(body);
                self.code.push(Instruction::Jump(start));
                return self.land();
            }
        };
        self.code.push(instruction);
    }

    fn branch(&mut self, condition: Operand, one: &[Step], other: &[Step]) {
        let condition = self.at(condition);
        if let ([Step::Leave(levels)], []) = (one, other) {
            let level = self.leaves.len() - *levels as usize;
            self.leaves[level].push(self.code.len());
            self.code.push(Instruction::JumpIf(condition, 0));
            return;
        }
        let skip = self.code.len();
        self.code.push(Instruction::JumpUnless(condition, 0));
        self.steps(one);
        if !other.is_empty() {
            let over = self.code.len();
            self.code.push(Instruction::Jump(0));
            self.aim(skip);
            self.steps(other);
            return self.aim(over);
        }
        self.aim(skip);
    }

    /// Lets a jump go to what comes next.
    fn aim(&mut self, jump: usize) {
        let next = self.code.len() as At;
        if let Instruction::Jump(to) | Instruction::JumpIf(_, to) | Instruction::JumpUnless(_, to) =
            &mut self.code[jump]
        {
            *to = next;
        }
    }

    /// Ends a block or a loop: what leaves it comes here.
    fn land(&mut self) {
        for jump in self.leaves.pop().unwrap_or_default() {
            self.aim(jump);
        }
    }
}

/// So many numbers of a program lie on the stack.
const FEW: usize = 96;

impl Runnable for Flat {
    fn run(&self, inputs: &mut [i64], arrays: &mut [Array]) -> Ended {
        // A program of few numbers, which may be run for a single position, asks for no memory.
        let (mut few, mut many) = ([0; FEW], Vec::new());
        let registers = match few.get_mut(..self.registers.len()) {
            Some(few) => few,
            None => {
                many.resize(self.registers.len(), 0);
                &mut many[..]
            }
        };
        registers.copy_from_slice(&self.registers);
        registers[..self.inputs].copy_from_slice(inputs);
        let ended = self.go(registers, arrays);
        inputs.copy_from_slice(&registers[..self.inputs]);
        ended
    }
}

impl Flat {
    fn go(&self, registers: &mut [i64], arrays: &mut [Array]) -> Ended {
        let mut next = 0;
        loop {
            let instruction = self.code[next];
            next += 1;
            let get = |at: At| registers[at as usize];
            let (to, found) = match instruction {
                Instruction::Set(to, from) => (to, Some(get(from))),
                Instruction::Do(op, to, left, right) => (to, Some(op.of(get(left), get(right)))),
                Instruction::Try(op, to, left, right) => (to, op.tried(get(left), get(right))),
                Instruction::Choose(to, which, one, other) => {
                    (to, Some(if get(which) != 0 { get(one) } else { get(other) }))
                }
                Instruction::Call(to, function, left, right) => (to, function(get(left), get(right))),
                Instruction::Load(to, array, at) => (to, arrays[array as usize].get(place(get(at)))),
                Instruction::Store(array, at, value) => {
                    if !arrays[array as usize].set(place(get(at)), get(value)) {
                        return Ended::GaveUp;
                    }
                    continue;
                }
                Instruction::Jump(to) => {
                    next = to as usize;
                    continue;
                }
                Instruction::JumpIf(condition, to) => {
                    if get(condition) != 0 {
                        next = to as usize;
                    }
                    continue;
                }
                Instruction::JumpUnless(condition, to) => {
                    if get(condition) == 0 {
                        next = to as usize;
                    }
                    continue;
                }
                Instruction::End(ended) => return ended,
            };
            let Some(found) = found else { return Ended::GaveUp };
            registers[to as usize] = found;
        }
    }
}

/// A number as that of an entry; where it is none, that of an entry that no array has. Cut off, it may be another on machines of
/// 32 bits.
#[inline]
fn place(number: i64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

impl Operation {
    /// The result. What is asked for outside of its range has some result, too.
    #[inline]
    pub fn of(self, left: i64, right: i64) -> i64 {
        match self {
            Operation::Add => left.wrapping_add(right),
            Operation::Sub => left.wrapping_sub(right),
            Operation::Mul => left.wrapping_mul(right),
            Operation::Div => (left as u64).checked_div(right as u64).unwrap_or(0) as i64,
            Operation::Rem => (left as u64).checked_rem(right as u64).unwrap_or(0) as i64,
            Operation::And => left & right,
            Operation::Or => left | right,
            Operation::Xor => left ^ right,
            Operation::Shl => left.wrapping_shl(right as u32),
            Operation::Shr => left.wrapping_shr(right as u32),
            Operation::Eq => i64::from(left == right),
            Operation::Ne => i64::from(left != right),
            Operation::Lt => i64::from(left < right),
            Operation::Le => i64::from(left <= right),
            Operation::Min => left.min(right),
            Operation::Max => left.max(right),
            Operation::Popcount => left.count_ones().into(),
            Operation::TrailingOnes => left.trailing_ones().into(),
        }
    }

    /// The result if it fits in 64 bits.
    #[inline]
    pub fn tried(self, left: i64, right: i64) -> Option<i64> {
        match self {
            Operation::Add => left.checked_add(right),
            Operation::Sub => left.checked_sub(right),
            Operation::Mul => left.checked_mul(right),
            _ => Some(self.of(left, right)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Width;
    use super::*;

    #[test]
    fn a_loop_adds_up_an_array_and_gives_up_behind_its_end() {
        let register = |at| Operand::Register(Register(at));
        // Register 0 is how many to add, register 1 the sum, register 2 counts.
        let body = vec![
            Step::Set(Register(1), Operand::Constant(0)),
            Step::Set(Register(2), Operand::Constant(0)),
            Step::Loop(vec![
                Step::Do(Register(3), Operation::Eq, register(2), register(0)),
                Step::If(register(3), vec![Step::Leave(1)], vec![]),
                Step::Load(Register(4), 0, register(2)),
                Step::Try(Register(1), Operation::Add, register(1), register(4)),
                Step::Do(Register(2), Operation::Add, register(2), Operand::Constant(1)),
            ]),
        ];
        let program = Program { registers: 5, inputs: 2, arrays: vec![Width::U8], body };
        let flat = Flat::new(&program);
        let run = |count: i64| {
            let mut inputs = [count, 0];
            (flat.run(&mut inputs, &mut [Array::of(&[3, 1, 4, 1, 5])]), inputs[1])
        };
        assert_eq!(run(0), (Ended::Done, 0));
        assert_eq!(run(5), (Ended::Done, 14));
        assert_eq!(run(6), (Ended::GaveUp, 14));
        assert_eq!(program.len(), 9);
    }
}
