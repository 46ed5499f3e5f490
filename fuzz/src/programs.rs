//! Programs made from bytes: every step and every operation, at the ends of their ranges.

use grundy::program::{Array, Function, Operand, Operation, Program, Register, Step, Width};

use crate::generate::Bytes;

/// Registers that steps read and write; the first ones are inputs.
const REGISTERS: u32 = 6;
const INPUTS: u32 = 4;
/// Registers that only this module uses: what is left of the rounds of loops, and the two numbers of a division.
const FUEL: Register = Register(REGISTERS);
const DIVIDEND: Register = Register(REGISTERS + 1);
const DIVISOR: Register = Register(REGISTERS + 2);
/// Rounds of all loops together.
const ROUNDS: i64 = 60;

const OPERATIONS: [Operation; 18] = [
    Operation::Add,
    Operation::Sub,
    Operation::Mul,
    Operation::Div,
    Operation::Rem,
    Operation::And,
    Operation::Or,
    Operation::Xor,
    Operation::Shl,
    Operation::Shr,
    Operation::Eq,
    Operation::Ne,
    Operation::Lt,
    Operation::Le,
    Operation::Min,
    Operation::Max,
    Operation::Popcount,
    Operation::TrailingOnes,
];

const EDGES: [i64; 12] =
    [0, 1, -1, 2, 7, -3, 1 << 31, -(1 << 31) - 1, 3_037_000_500, i64::MAX, i64::MIN, (1 << 32) + 1];

const WIDTHS: [Width; 5] = [Width::U8, Width::U16, Width::U32, Width::I32, Width::I64];

/// Functions of programs, one of which is without a result now and then.
const FUNCTIONS: [Function; 2] = [
    |left, right| Some(left.wrapping_mul(3) ^ right),
    |left, right| left.checked_add(right).filter(|sum| sum % 3 != 0),
];

impl Bytes<'_> {
    /// A program that ends, with inputs and arrays for it.
    pub(crate) fn program(&mut self) -> (Program, Vec<i64>, Vec<Array>) {
        let mut body = vec![Step::Set(FUEL, Operand::Constant(ROUNDS))];
        body.extend(self.steps(3, 0));
        let program = Program { registers: REGISTERS + 3, inputs: INPUTS, arrays: WIDTHS.to_vec(), body };
        let inputs = (0..INPUTS).map(|_| self.edge()).collect();
        let arrays = WIDTHS.iter().map(|width| self.array(*width)).collect();
        (program, inputs, arrays)
    }

    fn array(&mut self, width: Width) -> Array {
        let mut array = Array::new(width);
        let len = self.pick(6);
        if len > 0 {
            array.resize(len).expect("a few entries");
        }
        for at in 0..len {
            assert!(array.set(at, self.edge()));
        }
        array
    }

    fn edge(&mut self) -> i64 {
        match self.pick(2) {
            0 => self.pick(8) as i64 - 1,
            _ => EDGES[self.pick(EDGES.len())],
        }
    }

    fn register(&mut self) -> Register {
        Register(self.pick(REGISTERS as usize) as u32)
    }

    fn operand(&mut self) -> Operand {
        match self.pick(3) {
            0 => Operand::Constant(self.edge()),
            _ => Operand::Register(self.register()),
        }
    }

    fn steps(&mut self, nested: u32, levels: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        for _ in 0..=self.pick(5) {
            self.step(nested, levels, &mut steps);
        }
        steps
    }

    fn step(&mut self, nested: u32, levels: u32, steps: &mut Vec<Step>) {
        let choice = self.pick(if nested > 0 { 16 } else { 12 });
        let step = match choice {
            0 => Step::Set(self.register(), self.operand()),
            1..=3 => return self.operation(steps),
            4 | 5 => {
                let op = OPERATIONS[self.pick(3)];
                Step::Try(self.register(), op, self.operand(), self.operand())
            }
            6 => Step::Choose(self.register(), self.operand(), self.operand(), self.operand()),
            7 => {
                let function = FUNCTIONS[self.pick(2)];
                Step::Call(self.register(), function, self.operand(), self.operand())
            }
            8 => Step::Load(self.register(), self.pick(WIDTHS.len()), self.operand()),
            9 => Step::Store(self.pick(WIDTHS.len()), self.operand(), self.operand()),
            10 if levels > 0 => Step::Leave(1 + self.pick(levels as usize) as u32),
            10 | 11 => return self.branch(nested, levels, steps),
            12 | 13 => return self.branch(nested - 1, levels, steps),
            14 => Step::Block(self.steps(nested - 1, levels + 1)),
            _ => self.round(nested - 1, levels + 1),
        };
        steps.push(step);
    }

    /// What always has a result, with numbers that the operation is for.
    fn operation(&mut self, steps: &mut Vec<Step>) {
        let op = OPERATIONS[self.pick(OPERATIONS.len())];
        let (to, mut left, mut right) = (self.register(), self.operand(), self.operand());
        match op {
            Operation::Div | Operation::Rem => {
                steps.push(Step::Do(DIVIDEND, Operation::And, left, Operand::Constant(i64::MAX)));
                steps.push(Step::Do(DIVISOR, Operation::And, right, Operand::Constant(i64::MAX)));
                let divisor = Operand::Register(DIVISOR);
                steps.push(Step::Do(DIVISOR, Operation::Max, divisor, Operand::Constant(1)));
                (left, right) = (Operand::Register(DIVIDEND), divisor);
            }
            Operation::Shl | Operation::Shr => right = Operand::Constant(self.pick(64) as i64),
            _ => {}
        }
        steps.push(Step::Do(to, op, left, right));
    }

    /// A comparison and what depends on it, so that the comparison may be used at once, later, or not at all.
    fn branch(&mut self, nested: u32, levels: u32, steps: &mut Vec<Step>) {
        let compared = self.register();
        let op = OPERATIONS[10 + self.pick(4)];
        steps.push(Step::Do(compared, op, self.operand(), self.operand()));
        if self.pick(4) == 0 {
            steps.push(Step::Set(self.register(), self.operand()));
        }
        let condition = if self.pick(4) == 0 { self.operand() } else { Operand::Register(compared) };
        let one = match self.pick(6) {
            0 => vec![Step::GiveUp],
            1 if levels > 0 => vec![Step::Leave(1 + self.pick(levels as usize) as u32)],
            _ if nested > 0 => self.steps(nested - 1, levels),
            _ => vec![Step::Set(self.register(), self.operand())],
        };
        let other = match self.pick(3) {
            0 if nested > 0 => self.steps(nested - 1, levels),
            _ => Vec::new(),
        };
        steps.push(Step::If(condition, one, other));
    }

    /// A loop that is left when the fuel is used up.
    fn round(&mut self, nested: u32, levels: u32) -> Step {
        let fuel = Operand::Register(FUEL);
        let mut body = vec![
            Step::Do(FUEL, Operation::Sub, fuel, Operand::Constant(1)),
            Step::Do(DIVISOR, Operation::Le, fuel, Operand::Constant(0)),
            Step::If(Operand::Register(DIVISOR), vec![Step::Leave(1)], Vec::new()),
        ];
        body.extend(self.steps(nested, levels));
        Step::Loop(body)
    }
}
