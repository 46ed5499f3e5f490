//! Small programs over 64-bit integers: what a rule becomes before it runs.
//!
//! A rule is lowered once (in `rules/lower`) and then run by any of several back ends: the interpreter here, or a
//! compiler that a front end brings along ([`Compile`]). All of them give equal results.
//!
//! A program reads and writes registers and arrays. Control is structured, as in WebAssembly: blocks, loops and branches, which
//! are left by counting how many loops and blocks go outwards. Nothing that has no result goes on: the program *gives up*, its
//! inputs stand where it was, and whoever runs it finds the exact answer or failure there by walking the rule.

mod compiler;
mod flat;

pub use compiler::{Compile, Compiler};
pub use flat::Flat;

/// A program has at most so many steps: compiling it stays a matter of milliseconds.
pub const LONGEST: usize = 1 << 13;

/// The place of a number while a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Register(pub u32);

/// What a step works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Operand {
    Register(Register),
    Constant(i64),
}

/// What is done with two numbers. Conditions are 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Addition. This and the next two wrap around where they are not tried.
    Add,
    /// Subtraction.
    Sub,
    /// Multiplication.
    Mul,
    /// Division of a number that is not negative by a positive one.
    Div,
    /// The rest of that division.
    Rem,
    /// Bits of both.
    And,
    /// Bits of either.
    Or,
    /// Bits of one of them.
    Xor,
    /// Left by 0 to 63 bits, dropping what goes over.
    Shl,
    /// Right by 0 to 63 bits, keeping the sign.
    Shr,
    /// Whether they are equal.
    Eq,
    /// Whether they are not.
    Ne,
    /// Whether the first is less.
    Lt,
    /// Whether the first is not larger.
    Le,
    /// The smaller.
    Min,
    /// The larger.
    Max,
    /// The number of ones in binary of the first.
    Popcount,
    /// How many ones the first ends in, in binary: the least number whose bit is missing.
    TrailingOnes,
}

/// A function of two numbers that may have no result.
pub type Function = fn(i64, i64) -> Option<i64>;

/// A step of a program.
#[derive(Clone, Debug)]
pub enum Step {
    /// Copies a number.
    Set(Register, Operand),
    /// Works out what always has a result.
    Do(Register, Operation, Operand, Operand),
    /// Adds, subtracts or multiplies, and gives up where the result does not fit in 64 bits.
    Try(Register, Operation, Operand, Operand),
    /// The second if the first is not 0, else the third.
    Choose(Register, Operand, Operand, Operand),
    /// Calls a function, and gives up where it has no result.
    Call(Register, Function, Operand, Operand),
    /// Reads an entry of an array, and gives up behind its end.
    Load(Register, usize, Operand),
    /// Writes an entry of an array, as many bits as it has, and gives up behind its end.
    Store(usize, Operand, Operand),
    /// One of two sequences.
    If(Operand, Vec<Step>, Vec<Step>),
    /// A sequence that can be left.
    Block(Vec<Step>),
    /// A sequence that is repeated until it is left.
    Loop(Vec<Step>),
    /// Leaves so many blocks and loops around it.
    Leave(u32),
    /// Gives up.
    GiveUp,
}

/// A program.
#[derive(Clone, Debug)]
pub struct Program {
    /// How many registers it has.
    pub registers: u32,
    /// The first registers are set before it runs, and can be read afterwards.
    pub inputs: u32,
    /// The arrays it works on.
    pub arrays: Vec<Width>,
    /// What it does.
    pub body: Vec<Step>,
}

impl Program {
    /// How many steps it has.
    pub fn len(&self) -> usize {
        fn count(steps: &[Step]) -> usize {
            let within = |step: &Step| match step {
                Step::If(_, one, other) => count(one) + count(other),
                Step::Block(body) | Step::Loop(body) => count(body),
                _ => 0,
            };
            steps.iter().map(|step| 1 + within(step)).sum()
        }
        count(&self.body)
    }

    /// Whether it does nothing.
    pub fn is_empty(&self) -> bool {
        self.body.is_empty()
    }
}

/// What the entries of an array are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Width {
    U8,
    U16,
    U32,
    I32,
    I64,
}

impl Width {
    /// The narrowest entries that hold every number from 0 to `most`.
    pub fn holding(most: u64) -> Width {
        match most {
            0..=0xff => Width::U8,
            0x100..=0xffff => Width::U16,
            0x1_0000..=0xffff_ffff => Width::U32,
            _ => Width::I64,
        }
    }

    /// Bytes of an entry.
    pub fn bytes(self) -> u64 {
        match self {
            Width::U8 => 1,
            Width::U16 => 2,
            Width::U32 | Width::I32 => 4,
            Width::I64 => 8,
        }
    }
}

/// An array that a program works on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Array {
    U8(Vec<u8>),
    U16(Vec<u16>),
    U32(Vec<u32>),
    I32(Vec<i32>),
    I64(Vec<i64>),
}

/// Does the same for every width.
macro_rules! any {
    ($array:expr, $list:ident => $what:expr) => {
        match $array {
            Array::U8($list) => $what,
            Array::U16($list) => $what,
            Array::U32($list) => $what,
            Array::I32($list) => $what,
            Array::I64($list) => $what,
        }
    };
}

impl Array {
    /// An array without entries.
    pub fn new(width: Width) -> Array {
        match width {
            Width::U8 => Array::U8(Vec::new()),
            Width::U16 => Array::U16(Vec::new()),
            Width::U32 => Array::U32(Vec::new()),
            Width::I32 => Array::I32(Vec::new()),
            Width::I64 => Array::I64(Vec::new()),
        }
    }

    /// Numbers in as few bytes as they need.
    pub fn of(numbers: &[i64]) -> Array {
        let least = numbers.iter().min().copied().unwrap_or(0);
        let most = numbers.iter().max().copied().unwrap_or(0);
        let width = if least < 0 { Width::I64 } else { Width::holding(most as u64) };
        let mut array = Array::new(width);
        any!(&mut array, list => numbers.iter().for_each(|number| list.push(*number as _)));
        array
    }

    /// The least and the largest entry; 0 and 0 if there are none.
    pub(crate) fn bounds(&self) -> (i64, i64) {
        #[allow(clippy::useless_conversion)]
        let found = any!(self, list => {
            // Folding, not asking for a minimum: whole words of entries are compared at a time.
            let first = list.first().copied().unwrap_or_default();
            let (least, most) = list.iter().fold((first, first), |(l, m), one| (l.min(*one), m.max(*one)));
            (i64::from(least), i64::from(most))
        });
        found
    }

    /// What its entries are.
    pub fn width(&self) -> Width {
        match self {
            Array::U8(_) => Width::U8,
            Array::U16(_) => Width::U16,
            Array::U32(_) => Width::U32,
            Array::I32(_) => Width::I32,
            Array::I64(_) => Width::I64,
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        any!(self, list => list.len())
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Where its entries begin, for code that was compiled.
    pub fn as_mut_ptr(&mut self) -> *mut u8 {
        any!(self, list => list.as_mut_ptr().cast())
    }

    /// Gives it so many entries; new ones are 0.
    pub fn resize(&mut self, len: usize) -> crate::error::Result<()> {
        any!(self, list => if list.is_empty() {
            // Pages that nobody writes to are never there.
            *list = crate::machine::memory::zeros(len)?;
        } else {
            crate::machine::memory::make_room(list, len)?;
            list.resize(len, 0);
        });
        Ok(())
    }

    /// The same numbers in other entries, which can hold them.
    pub(crate) fn widened(&self, width: Width) -> crate::error::Result<Array> {
        let mut wide = Array::new(width);
        wide.resize(self.len())?;
        for at in 0..self.len() {
            let _ = wide.set(at, self.get(at).unwrap_or(0));
        }
        Ok(wide)
    }

    /// An entry.
    #[inline]
    pub fn get(&self, at: usize) -> Option<i64> {
        #[allow(clippy::useless_conversion)]
        let found = any!(self, list => list.get(at).map(|entry| i64::from(*entry)));
        found
    }

    /// Sets an entry to the low bits of a number, and says whether there is one.
    #[inline]
    #[must_use]
    pub fn set(&mut self, at: usize, number: i64) -> bool {
        any!(self, list => match list.get_mut(at) {
            Some(entry) => {
                *entry = number as _;
                true
            }
            None => false,
        })
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It went through.
    Done,
    /// Something had no result; the inputs stand where that was.
    GaveUp,
}

/// A program ready to run.
pub trait Runnable: Send + Sync + std::fmt::Debug {
    /// Runs it. Inputs and arrays must be as many, and the arrays as wide, as the program says.
    fn run(&self, inputs: &mut [i64], arrays: &mut [Array]) -> Ended;
}
