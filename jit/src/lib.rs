//! Programs of the library as machine code, by Cranelift.
//!
//! A front end hands [`COMPILER`] to the library with its limits; the library compiles where that pays, and interprets the same
//! program where it does not or where no compiler is given. The interpreter ([`grundy::program::Flat`]) is the twin that this is
//! tested against, program by program and game by game.

mod native;
mod translate;

use grundy::program::{Compile, Compiler, LONGEST, Program, Runnable};

/// Compiles where it pays.
pub const COMPILER: Compiler = Compiler(&Cranelift { eager: false });

/// Compiles everything, which is slow for small questions: for tests.
pub const EAGER: Compiler = Compiler(&Cranelift { eager: true });

#[derive(Debug)]
struct Cranelift {
    eager: bool,
}

impl Compile for Cranelift {
    fn compile(&self, program: &Program) -> Option<Box<dyn Runnable>> {
        if program.len() > LONGEST {
            return None;
        }
        Some(Box::new(native::compile(program)?))
    }

    fn is_eager(&self) -> bool {
        self.eager
    }
}
