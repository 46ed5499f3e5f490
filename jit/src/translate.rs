//! From a program to Cranelift's form. Registers become variables, of which Cranelift makes values; blocks and loops become
//! blocks. Giving up is a jump to one block at the end, in which the inputs are written back.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::{I8, I64};
use cranelift_codegen::ir::{
    AbiParam, Block, Function as Code, InstBuilder, MemFlagsData, SigRef, Signature, StackSlotData,
    StackSlotKind, Value,
};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext, Variable};
use grundy::program::{Function, Operand, Operation, Program, Register, Step, Width};

use crate::native;

struct Translation<'f> {
    builder: FunctionBuilder<'f>,
    registers: Vec<Variable>,
    /// Start and length of every array.
    arrays: Vec<(Value, Value, Width)>,
    /// Where those go who leave each block or loop.
    ends: Vec<Block>,
    give_up: Block,
    calls: SigRef,
}

/// Writes the code of a program.
pub(crate) fn translate(
    program: &Program,
    code: &mut Code,
    functions: &mut FunctionBuilderContext,
    config: TargetFrontendConfig,
) {
    let mut calls = Signature::new(config.default_call_conv);
    calls.params.extend([AbiParam::new(I64); 4]);
    calls.returns.push(AbiParam::new(I64));
    let mut builder = FunctionBuilder::new(code, functions);
    let calls = builder.import_signature(calls);
    let (start, give_up) = (builder.create_block(), builder.create_block());
    builder.set_cold_block(give_up);
    builder.append_block_params_for_function_params(start);
    builder.switch_to_block(start);
    let (inputs, slices) = (builder.block_params(start)[0], builder.block_params(start)[1]);
    let trusted = MemFlagsData::trusted();
    let zero = builder.ins().iconst(I64, 0);
    let registers: Vec<Variable> = (0..program.registers).map(|_| builder.declare_var(I64)).collect();
    for (at, register) in registers.iter().enumerate() {
        let value = match at < program.inputs as usize {
            true => builder.ins().load(I64, trusted, inputs, 8 * at as i32),
            false => zero,
        };
        builder.def_var(*register, value);
    }
    let arrays = program.arrays.iter().enumerate().map(|(at, width)| {
        let start = builder.ins().load(I64, trusted.with_readonly(), slices, 16 * at as i32);
        let len = builder.ins().load(I64, trusted.with_readonly(), slices, 16 * at as i32 + 8);
        (start, len, *width)
    });
    let arrays = arrays.collect();
    let mut translation = Translation { builder, registers, arrays, ends: Vec::new(), give_up, calls };
    let went_through = translation.steps(&program.body);
    if went_through {
        translation.leave(program, inputs, 0);
    }
    translation.builder.switch_to_block(give_up);
    translation.leave(program, inputs, 1);
    translation.builder.seal_all_blocks();
    translation.builder.finalize(config);
}

impl Translation<'_> {
    /// Writes the inputs back and returns.
    fn leave(&mut self, program: &Program, inputs: Value, result: i64) {
        for at in 0..program.inputs as usize {
            let value = self.builder.use_var(self.registers[at]);
            self.builder.ins().store(MemFlagsData::trusted(), value, inputs, 8 * at as i32);
        }
        let result = self.builder.ins().iconst(I64, result);
        self.builder.ins().return_(&[result]);
    }

    fn get(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Register(register) => self.builder.use_var(self.registers[register.0 as usize]),
            Operand::Constant(value) => self.builder.ins().iconst(I64, value),
        }
    }

    fn set(&mut self, register: Register, value: Value) {
        self.builder.def_var(self.registers[register.0 as usize], value);
    }

    /// Gives up if a value is not 0.
    fn give_up_if(&mut self, trouble: Value) {
        let next = self.builder.create_block();
        self.builder.ins().brif(trouble, self.give_up, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Says whether what comes next can be reached.
    fn steps(&mut self, steps: &[Step]) -> bool {
        steps.iter().all(|step| self.step(step))
    }

    fn step(&mut self, step: &Step) -> bool {
        match step {
            Step::Set(to, from) => {
                let from = self.get(*from);
                self.set(*to, from);
            }
            Step::Do(to, op, left, right) => {
                let (left, right) = (self.get(*left), self.get(*right));
                let result = self.operation(*op, left, right);
                self.set(*to, result);
            }
            Step::Try(to, op, left, right) => {
                let (left, right) = (self.get(*left), self.get(*right));
                let (result, over) = match op {
                    Operation::Add => self.builder.ins().sadd_overflow(left, right),
                    Operation::Sub => self.builder.ins().ssub_overflow(left, right),
                    Operation::Mul => self.builder.ins().smul_overflow(left, right),
                    other => {
                        let result = self.operation(*other, left, right);
                        (result, self.builder.ins().iconst(I8, 0))
                    }
                };
                self.give_up_if(over);
                self.set(*to, result);
            }
            Step::Choose(to, which, one, other) => {
                let (which, one, other) = (self.get(*which), self.get(*one), self.get(*other));
                let result = self.builder.ins().select(which, one, other);
                self.set(*to, result);
            }
            Step::Call(to, function, left, right) => self.call(*to, *function, *left, *right),
            Step::Load(to, array, at) => self.load(*to, *array, *at),
            Step::Store(array, at, value) => self.store(*array, *at, *value),
            Step::If(condition, one, other) => return self.branch(*condition, one, other),
            Step::Block(body) => {
                let end = self.builder.create_block();
                self.ends.push(end);
                if self.steps(body) {
                    self.builder.ins().jump(end, &[]);
                }
                self.ends.pop();
                self.builder.switch_to_block(end);
            }
            Step::Loop(body) => {
                let (start, end) = (self.builder.create_block(), self.builder.create_block());
                self.builder.ins().jump(start, &[]);
                self.builder.switch_to_block(start);
                self.ends.push(end);
                if self.steps(body) {
                    self.builder.ins().jump(start, &[]);
                }
                self.ends.pop();
                self.builder.switch_to_block(end);
            }
            Step::Leave(levels) => {
                let end = self.ends[self.ends.len() - *levels as usize];
                self.builder.ins().jump(end, &[]);
                return false;
            }
            Step::GiveUp => {
                self.builder.ins().jump(self.give_up, &[]);
                return false;
            }
        }
        true
    }

    fn branch(&mut self, condition: Operand, one: &[Step], other: &[Step]) -> bool {
        let condition = self.get(condition);
        let target = |this: &mut Self, steps: &[Step]| match steps {
            [Step::Leave(levels)] => Some(this.ends[this.ends.len() - *levels as usize]),
            [Step::GiveUp] => Some(this.give_up),
            _ => None,
        };
        let end = self.builder.create_block();
        let first = target(self, one);
        let second = if other.is_empty() { Some(end) } else { target(self, other) };
        let then = first.unwrap_or_else(|| self.builder.create_block());
        let otherwise = second.unwrap_or_else(|| self.builder.create_block());
        self.builder.ins().brif(condition, then, &[], otherwise, &[]);
        let mut reached = other.is_empty();
        for (block, known, steps) in [(then, first, one), (otherwise, second, other)] {
            if known.is_some() {
                continue;
            }
            self.builder.switch_to_block(block);
            if self.steps(steps) {
                self.builder.ins().jump(end, &[]);
                reached = true;
            }
        }
        if reached {
            self.builder.switch_to_block(end);
        }
        reached
    }

    fn compare(&mut self, condition: IntCC, left: Value, right: Value) -> Value {
        let found = self.builder.ins().icmp(condition, left, right);
        self.builder.ins().uextend(I64, found)
    }

    fn operation(&mut self, op: Operation, left: Value, right: Value) -> Value {
        match op {
            Operation::Add => self.builder.ins().iadd(left, right),
            Operation::Sub => self.builder.ins().isub(left, right),
            Operation::Mul => self.builder.ins().imul(left, right),
            Operation::Div => self.builder.ins().udiv(left, right),
            Operation::Rem => self.builder.ins().urem(left, right),
            Operation::And => self.builder.ins().band(left, right),
            Operation::Or => self.builder.ins().bor(left, right),
            Operation::Xor => self.builder.ins().bxor(left, right),
            Operation::Shl => self.builder.ins().ishl(left, right),
            Operation::Shr => self.builder.ins().sshr(left, right),
            Operation::Eq => self.compare(IntCC::Equal, left, right),
            Operation::Ne => self.compare(IntCC::NotEqual, left, right),
            Operation::Lt => self.compare(IntCC::SignedLessThan, left, right),
            Operation::Le => self.compare(IntCC::SignedLessThanOrEqual, left, right),
            Operation::Min => self.builder.ins().smin(left, right),
            Operation::Max => self.builder.ins().smax(left, right),
            Operation::Popcount => self.builder.ins().popcnt(left),
            Operation::TrailingOnes => {
                let zeros = self.builder.ins().bnot(left);
                self.builder.ins().ctz(zeros)
            }
        }
    }

    fn call(&mut self, to: Register, function: Function, left: Operand, right: Operand) {
        let (left, right) = (self.get(left), self.get(right));
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 8, 3);
        let slot = self.builder.create_sized_stack_slot(data);
        let address = self.builder.ins().stack_addr(I64, slot, 0);
        let function = self.builder.ins().iconst(I64, function as usize as i64);
        let callee = self.builder.ins().iconst(I64, native::call as *const () as usize as i64);
        let called = self.builder.ins().call_indirect(self.calls, callee, &[function, left, right, address]);
        let result = self.builder.inst_results(called)[0];
        let has_result = self.builder.ins().stack_load(I64, I64, slot, 0);
        let none = self.builder.ins().icmp_imm_s(IntCC::Equal, has_result, 0);
        self.give_up_if(none);
        self.set(to, result);
    }

    /// The address of an entry, after its number was compared with the length.
    fn entry(&mut self, array: usize, at: Operand) -> Value {
        let at = self.get(at);
        let (start, len, width) = self.arrays[array];
        let behind = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, at, len);
        self.give_up_if(behind);
        let offset = match width.bytes().trailing_zeros() {
            0 => at,
            bits => self.builder.ins().ishl_imm_u(at, i64::from(bits)),
        };
        self.builder.ins().iadd(start, offset)
    }

    fn load(&mut self, to: Register, array: usize, at: Operand) {
        let address = self.entry(array, at);
        let trusted = MemFlagsData::trusted();
        let value = match self.arrays[array].2 {
            Width::U8 => self.builder.ins().uload8(I64, trusted, address, 0),
            Width::U16 => self.builder.ins().uload16(I64, trusted, address, 0),
            Width::U32 => self.builder.ins().uload32(trusted, address, 0),
            Width::I32 => self.builder.ins().sload32(trusted, address, 0),
            Width::I64 => self.builder.ins().load(I64, trusted, address, 0),
        };
        self.set(to, value);
    }

    fn store(&mut self, array: usize, at: Operand, value: Operand) {
        let address = self.entry(array, at);
        let (value, trusted) = (self.get(value), MemFlagsData::trusted());
        match self.arrays[array].2 {
            Width::U8 => self.builder.ins().istore8(trusted, value, address, 0),
            Width::U16 => self.builder.ins().istore16(trusted, value, address, 0),
            Width::U32 | Width::I32 => self.builder.ins().istore32(trusted, value, address, 0),
            Width::I64 => self.builder.ins().store(trusted, value, address, 0),
        };
    }
}
