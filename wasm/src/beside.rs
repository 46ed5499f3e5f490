//! Rules as WebAssembly modules beside the engine: the fence around what is unsafe.
//!
//! The page instantiates a module with the engine's memory, and puts its function into the engine's table, where it is an address
//! of a function like any other. Where the page refuses, as a browser may, the same program is interpreted: the safe twin, with
//! equal results.
//!
//! Invariant: a place in the table that [`instantiate`] gives holds the function of the module that was handed over until [`forget`]
//! is told of it. [`Beside::run`] calls it with pointers to as many inputs as the program has and to arrays of exactly the widths
//! that it names. The module reads and writes inputs only below their number, which is fixed in it, and entries of arrays only
//! below the length that is handed over with their pointer, which it compares before each access. It calls nothing but `call`, with
//! functions that the program holds. Nothing keeps a pointer after the call.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use grundy::program::{Array, Compile, Compiler, Ended, Function, Program, Runnable, Width};
use grundy_jit_wasm::emit;

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The place in the table of the function of a module, which is instantiated; 0 if it was refused.
    safe fn instantiate(module: *const u8, bytes: usize) -> usize;
    /// Takes a function out of the table.
    safe fn forget(place: usize);
}

/// An array as the module sees it.
#[repr(C)]
struct Slice {
    start: *mut u8,
    len: usize,
}

impl Slice {
    fn of(array: &mut Array) -> Slice {
        Slice { start: array.as_mut_ptr(), len: array.len() }
    }
}

type Entry = extern "C" fn(*mut i64, *mut Slice) -> i32;

/// Compiles where it pays.
pub(crate) const COMPILER: Compiler = Compiler(&Page);

/// Whether everything is compiled.
static EAGER: AtomicBool = AtomicBool::new(false);

/// Compiles everything from now on, which is slow for small questions: for tests.
#[unsafe(no_mangle)]
pub extern "C" fn compile_all() {
    EAGER.store(true, Ordering::Relaxed);
}

/// Calls a function of a program for a module; whether it has a result is written down.
///
/// # Safety
///
/// The function must be one that a program holds, as a number, and `found` a place for 4 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(function: usize, left: i64, right: i64, found: *mut u32) -> i64 {
    // SAFETY: the only callers are modules of programs, which pass the address of a `Function` of the program.
    let function = unsafe { std::mem::transmute::<usize, Function>(function) };
    let result = function(left, right);
    // SAFETY: and as `found` the last entry of the list of arrays that `run` made.
    unsafe { found.write(u32::from(result.is_some())) };
    result.unwrap_or(0)
}

#[derive(Debug)]
struct Page;

impl Compile for Page {
    fn compile(&self, program: &Program) -> Option<Box<dyn Runnable>> {
        let module = emit(program, &mut |function| i32::try_from(function as usize).ok())?;
        let place = NonZeroUsize::new(instantiate(module.as_ptr(), module.len()))?;
        Some(Box::new(Beside { place, inputs: program.inputs as usize, arrays: program.arrays.clone() }))
    }

    fn is_eager(&self) -> bool {
        EAGER.load(Ordering::Relaxed)
    }
}

/// A program beside the engine.
#[derive(Debug)]
struct Beside {
    /// Of its function in the table.
    place: NonZeroUsize,
    inputs: usize,
    arrays: Vec<Width>,
}

impl Runnable for Beside {
    fn run(&self, inputs: &mut [i64], arrays: &mut [Array]) -> Ended {
        assert_eq!(inputs.len(), self.inputs, "a program has as many inputs as it says");
        assert!(arrays.iter().map(Array::width).eq(self.arrays.iter().copied()), "and such arrays");
        let mut slices: Vec<Slice> = arrays.iter_mut().map(Slice::of).collect();
        // Behind them the module has a place for whether a function has a result.
        slices.push(Slice { start: std::ptr::null_mut(), len: 0 });
        // SAFETY: the table holds such a function there, since this was not dropped.
        let entry = unsafe { std::mem::transmute::<usize, Entry>(self.place.get()) };
        match entry(inputs.as_mut_ptr(), slices.as_mut_ptr()) {
            0 => Ended::Done,
            _ => Ended::GaveUp,
        }
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        forget(self.place.get());
    }
}
