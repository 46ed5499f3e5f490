//! The small engine interprets. A program that is worth compiling is one for the whole engine, if the work for it takes long.

use std::sync::atomic::{AtomicBool, Ordering};

use grundy::program::{Compile, Compiler, Program, Runnable};

/// Compiles nothing, and keeps in mind that it was asked to.
pub(crate) const COMPILER: Compiler = Compiler(&Whole);

static WANTED: AtomicBool = AtomicBool::new(false);

/// A new question begins.
pub(crate) fn begin() {
    WANTED.store(false, Ordering::Relaxed);
}

/// Whether something should have been compiled.
pub(crate) fn wanted() -> bool {
    WANTED.load(Ordering::Relaxed)
}

struct Whole;

impl Compile for Whole {
    fn compile(&self, _: &Program) -> Option<Box<dyn Runnable>> {
        WANTED.store(true, Ordering::Relaxed);
        None
    }
}
