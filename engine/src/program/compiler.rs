//! Who makes machine code of programs, if anybody does.

use std::fmt;

use super::{Program, Runnable};

/// Makes something faster than the interpreter of a program.
pub trait Compile: Sync {
    /// The program compiled; nothing if this machine cannot.
    fn compile(&self, program: &Program) -> Option<Box<dyn Runnable>>;

    /// Whether it wants every program, also where compiling takes longer than interpreting.
    fn is_eager(&self) -> bool {
        false
    }
}

/// A compiler that a front end brings along.
#[derive(Clone, Copy)]
pub struct Compiler(pub &'static dyn Compile);

impl fmt::Debug for Compiler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Compiler")
    }
}

impl PartialEq for Compiler {
    fn eq(&self, other: &Compiler) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

impl Eq for Compiler {}
