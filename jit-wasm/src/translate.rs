//! From a program to the body of a function. Control is structured on both sides, so that blocks and loops stay what they are; a
//! register is a variable. Giving up leaves the block around the whole body, behind which the inputs are written back.

use grundy::program::{Function, Operand, Operation, Program, Register, Step, Width};
use wasm_encoder::{BlockType, Function as Code, InstructionSink, MemArg, MemArgTarget, ValType};

/// The parameters: where the inputs are, and where the arrays.
const INPUTS: u32 = 0;
const ARRAYS: u32 = 1;
/// How it ended.
const ENDED: u32 = 2;
/// The last comparison, as a condition.
const FLAG: u32 = 3;
/// A result that has yet to be looked at.
const RESULT: u32 = 4;
/// The first entry of the first array; the others follow, then all lengths, then the registers.
const FIRST: u32 = 5;

/// The function to call, as the module numbers it.
const CALLED: u32 = 0;

pub(crate) struct Translation<'t> {
    code: &'t mut Code,
    number: &'t mut dyn FnMut(Function) -> Option<i32>,
    arrays: &'t [Width],
    /// How many blocks there are around.
    depth: u32,
    /// The depth within each block or loop of the program.
    ends: Vec<u32>,
    /// The register that was set to the last comparison, where that is still so.
    compared: Option<Register>,
}

/// The depth within the block that giving up leaves.
const TRYING: u32 = 2;

/// The function of a program; nothing if a function that it calls has no number.
pub(crate) fn translate(program: &Program, number: &mut dyn FnMut(Function) -> Option<i32>) -> Option<Code> {
    let arrays = program.arrays.len() as u32;
    let locals = [
        (2, ValType::I32),
        (1, ValType::I64),
        (arrays, ValType::I32),
        (arrays, ValType::I64),
        (program.registers, ValType::I64),
    ];
    let mut code = Code::new(locals);
    let ends = Vec::new();
    let mut translation =
        Translation { code: &mut code, number, arrays: &program.arrays, depth: 0, ends, compared: None };
    translation.enter(program.inputs);
    translation.open();
    translation.open();
    translation.steps(&program.body)?;
    translation.put().br(1);
    translation.close();
    translation.put().i32_const(1).local_set(ENDED);
    translation.close();
    translation.leave(program.inputs);
    Some(code)
}

/// So many bytes behind an address; entries lie where their width divides the address.
fn at(offset: u64, width: Width) -> MemArg {
    MemArg { offset, align: width.bytes().trailing_zeros(), target: MemArgTarget::Memory(0), ordering: None }
}

impl Translation<'_> {
    pub(crate) fn put(&mut self) -> InstructionSink<'_> {
        self.code.instructions()
    }

    fn local(&self, register: Register) -> u32 {
        FIRST + 2 * self.arrays.len() as u32 + register.0
    }

    /// Reads the inputs, and where the arrays are.
    fn enter(&mut self, inputs: u32) {
        for register in 0..inputs {
            let local = self.local(Register(register));
            self.put().local_get(INPUTS).i64_load(at(8 * u64::from(register), Width::I64)).local_set(local);
        }
        let count = self.arrays.len() as u32;
        for array in 0..count {
            let place = 8 * u64::from(array);
            self.put().local_get(ARRAYS).i32_load(at(place, Width::U32)).local_set(FIRST + array);
            let len = FIRST + count + array;
            self.put().local_get(ARRAYS).i64_load32_u(at(place + 4, Width::U32)).local_set(len);
        }
    }

    /// Writes the inputs back, and returns how it ended.
    fn leave(&mut self, inputs: u32) {
        for register in 0..inputs {
            let local = self.local(Register(register));
            self.put().local_get(INPUTS).local_get(local).i64_store(at(8 * u64::from(register), Width::I64));
        }
        self.put().local_get(ENDED).end();
    }

    fn open(&mut self) {
        self.put().block(BlockType::Empty);
        self.depth += 1;
        self.compared = None;
    }

    /// Ends a block, a loop or what depends on a condition.
    pub(crate) fn close(&mut self) {
        self.put().end();
        self.depth -= 1;
        self.compared = None;
    }

    pub(crate) fn get(&mut self, operand: Operand) {
        match operand {
            Operand::Register(register) => {
                let local = self.local(register);
                self.put().local_get(local);
            }
            Operand::Constant(value) => {
                self.put().i64_const(value);
            }
        }
    }

    fn set(&mut self, register: Register) {
        let local = self.local(register);
        self.put().local_set(local);
        self.compared = self.compared.filter(|compared| *compared != register);
    }

    /// Whether a number is not 0.
    fn condition(&mut self, operand: Operand) {
        match (operand, self.compared) {
            (Operand::Register(register), Some(compared)) if register == compared => {
                self.put().local_get(FLAG);
            }
            _ => {
                self.get(operand);
                self.put().i64_const(0).i64_ne();
            }
        }
    }

    /// How many blocks go outwards to the end of one within which the depth is this.
    fn outwards(&self, depth: u32) -> u32 {
        self.depth - depth
    }

    fn end_of(&self, levels: u32) -> u32 {
        self.outwards(self.ends[self.ends.len() - levels as usize])
    }

    /// Gives up if the condition holds that was worked out.
    pub(crate) fn give_up_if(&mut self) {
        let label = self.outwards(TRYING);
        self.put().br_if(label);
    }

    fn steps(&mut self, steps: &[Step]) -> Option<()> {
        steps.iter().try_for_each(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> Option<()> {
        match step {
            Step::Set(to, from) => {
                self.get(*from);
                self.set(*to);
            }
            Step::Do(to, op, left, right) => self.operate(*to, *op, *left, *right),
            Step::Try(to, op, left, right) => {
                match op {
                    Operation::Add => self.add(*left, *right, RESULT),
                    Operation::Sub => self.subtract(*left, *right, RESULT),
                    Operation::Mul => self.multiply(*left, *right),
                    _ => {
                        self.operate(*to, *op, *left, *right);
                        return Some(());
                    }
                }
                self.set(*to);
            }
            Step::Choose(to, which, one, other) => {
                self.get(*one);
                self.get(*other);
                self.condition(*which);
                self.put().select();
                self.set(*to);
            }
            Step::Call(to, function, left, right) => self.call(*to, *function, *left, *right)?,
            Step::Load(to, array, place) => self.load(*to, *array, *place),
            Step::Store(array, place, value) => self.store(*array, *place, *value),
            Step::If(condition, one, other) => self.branch(*condition, one, other)?,
            Step::Block(body) => {
                self.open();
                self.within(body)?;
                self.close();
            }
            Step::Loop(body) => {
                self.open();
                self.repeat(body)?;
                self.close();
            }
            Step::Leave(levels) => {
                let label = self.end_of(*levels);
                self.put().br(label);
            }
            Step::GiveUp => {
                let label = self.outwards(TRYING);
                self.put().br(label);
            }
        }
        Some(())
    }

    /// The body of a block that was opened and can be left.
    fn within(&mut self, body: &[Step]) -> Option<()> {
        self.ends.push(self.depth);
        self.steps(body)?;
        self.ends.pop();
        Some(())
    }

    fn repeat(&mut self, body: &[Step]) -> Option<()> {
        self.ends.push(self.depth);
        self.put().loop_(BlockType::Empty);
        self.depth += 1;
        self.steps(body)?;
        self.put().br(0);
        self.close();
        self.ends.pop();
        Some(())
    }

    fn branch(&mut self, condition: Operand, one: &[Step], other: &[Step]) -> Option<()> {
        self.condition(condition);
        let label = match one {
            [Step::Leave(levels)] if other.is_empty() => Some(self.end_of(*levels)),
            [Step::GiveUp] if other.is_empty() => Some(self.outwards(TRYING)),
            _ => None,
        };
        if let Some(label) = label {
            self.put().br_if(label);
            return Some(());
        }
        self.begin_if();
        self.steps(one)?;
        if !other.is_empty() {
            self.put().else_();
            self.compared = None;
            self.steps(other)?;
        }
        self.close();
        Some(())
    }

    /// Begins what is done only if the condition holds that was worked out.
    pub(crate) fn begin_if(&mut self) {
        self.put().if_(BlockType::Empty);
        self.depth += 1;
    }

    fn call(&mut self, to: Register, function: Function, left: Operand, right: Operand) -> Option<()> {
        let number = (self.number)(function)?;
        let found = 8 * self.arrays.len() as i32;
        self.put().i32_const(number);
        self.get(left);
        self.get(right);
        self.put().local_get(ARRAYS).i32_const(found).i32_add().call(CALLED).local_set(RESULT);
        self.put().local_get(ARRAYS).i32_load(at(found as u64, Width::U32)).i32_eqz();
        self.give_up_if();
        self.put().local_get(RESULT);
        self.set(to);
        Some(())
    }

    /// The address of an entry, after its number was compared with the length.
    fn entry(&mut self, array: usize, place: Operand) {
        let (first, len) = (FIRST + array as u32, FIRST + (self.arrays.len() + array) as u32);
        self.get(place);
        self.put().local_get(len).i64_ge_u();
        self.give_up_if();
        self.get(place);
        self.put().i32_wrap_i64();
        let bits = self.arrays[array].bytes().trailing_zeros();
        if bits > 0 {
            self.put().i32_const(bits as i32).i32_shl();
        }
        self.put().local_get(first).i32_add();
    }

    fn load(&mut self, to: Register, array: usize, place: Operand) {
        self.entry(array, place);
        let width = self.arrays[array];
        match width {
            Width::U8 => self.put().i64_load8_u(at(0, width)),
            Width::U16 => self.put().i64_load16_u(at(0, width)),
            Width::U32 => self.put().i64_load32_u(at(0, width)),
            Width::I32 => self.put().i64_load32_s(at(0, width)),
            Width::I64 => self.put().i64_load(at(0, width)),
        };
        self.set(to);
    }

    fn store(&mut self, array: usize, place: Operand, value: Operand) {
        self.entry(array, place);
        self.get(value);
        let width = self.arrays[array];
        match width {
            Width::U8 => self.put().i64_store8(at(0, width)),
            Width::U16 => self.put().i64_store16(at(0, width)),
            Width::U32 | Width::I32 => self.put().i64_store32(at(0, width)),
            Width::I64 => self.put().i64_store(at(0, width)),
        };
    }

    /// Sets a register to what always has a result.
    fn operate(&mut self, to: Register, op: Operation, left: Operand, right: Operand) {
        self.get(left);
        if !matches!(op, Operation::Popcount | Operation::TrailingOnes) {
            self.get(right);
        }
        match op {
            Operation::Add => self.put().i64_add(),
            Operation::Sub => self.put().i64_sub(),
            Operation::Mul => self.put().i64_mul(),
            Operation::Div => self.put().i64_div_u(),
            Operation::Rem => self.put().i64_rem_u(),
            Operation::And => self.put().i64_and(),
            Operation::Or => self.put().i64_or(),
            Operation::Xor => self.put().i64_xor(),
            Operation::Shl => self.put().i64_shl(),
            Operation::Shr => self.put().i64_shr_s(),
            Operation::Popcount => self.put().i64_popcnt(),
            Operation::TrailingOnes => self.put().i64_const(-1).i64_xor().i64_ctz(),
            Operation::Min | Operation::Max => return self.choose(to, op, left, right),
            Operation::Eq | Operation::Ne | Operation::Lt | Operation::Le => return self.compare(to, op),
        };
        self.set(to);
    }

    /// Sets a register to the smaller or the larger of the two numbers that were put there.
    fn choose(&mut self, to: Register, op: Operation, left: Operand, right: Operand) {
        self.get(left);
        self.get(right);
        match op {
            Operation::Min => self.put().i64_lt_s().select(),
            _ => self.put().i64_gt_s().select(),
        };
        self.set(to);
    }

    /// Sets a register to a comparison of the two numbers that were put there, and the flag, too.
    fn compare(&mut self, to: Register, op: Operation) {
        match op {
            Operation::Eq => self.put().i64_eq(),
            Operation::Ne => self.put().i64_ne(),
            Operation::Lt => self.put().i64_lt_s(),
            _ => self.put().i64_le_s(),
        };
        self.put().local_tee(FLAG).i64_extend_i32_u();
        self.set(to);
        self.compared = Some(to);
    }
}
