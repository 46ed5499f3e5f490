//! Machine code in memory, and calling it: the fence around what is unsafe.
//!
//! Invariant: [`Native::run`] calls code that `translate` made of one program, with pointers to as many inputs as the program has
//! and to arrays of exactly the widths that it names. The code reads and writes inputs only below their number, which is fixed in
//! it, and entries of arrays only below the length that is handed over with their pointer, which it compares before each access.
//! It calls nothing but `call`, with functions that the program holds. Nothing keeps a pointer after the call.

use std::fmt;
use std::sync::Mutex;

use cranelift_codegen::Context;
use cranelift_codegen::ir::{AbiParam, UserFuncName};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::FunctionBuilderContext;
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use grundy::program::{Array, Ended, Function, Program, Runnable, Width};

use crate::translate;

/// An array as the code sees it.
#[repr(C)]
pub(crate) struct Slice {
    start: *mut u8,
    len: usize,
}

impl Slice {
    fn of(array: &mut Array) -> Slice {
        Slice { start: array.as_mut_ptr(), len: array.len() }
    }
}

type Entry = unsafe extern "C" fn(*mut i64, *const Slice) -> i64;

/// So many arrays are handed over without asking for memory.
const FEW: usize = 6;

/// A compiled program.
pub(crate) struct Native {
    entry: Entry,
    inputs: usize,
    arrays: Vec<Width>,
    /// The memory that the code lies in, given back in the end.
    module: Mutex<Option<JITModule>>,
}

impl fmt::Debug for Native {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Native").field("inputs", &self.inputs).field("arrays", &self.arrays).finish()
    }
}

/// Calls a function of a program; whether it has a result is written down.
pub(crate) extern "C" fn call(function: usize, left: i64, right: i64, has_result: &mut i64) -> i64 {
    // SAFETY: the only callers are compiled programs, which pass the address of a `Function` of the program.
    let function = unsafe { std::mem::transmute::<usize, Function>(function) };
    let result = function(left, right);
    *has_result = i64::from(result.is_some());
    result.unwrap_or(0)
}

/// Machine code for a program; nothing if this machine is none that Cranelift knows.
pub(crate) fn compile(program: &Program) -> Option<Native> {
    let mut flags = settings::builder();
    flags.set("opt_level", "speed").ok()?;
    flags.set("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" }).ok()?;
    let isa = cranelift_native::builder().ok()?.finish(settings::Flags::new(flags)).ok()?;
    let pointer = isa.pointer_type();
    if pointer.bytes() != 8 {
        return None;
    }
    let frontend = isa.frontend_config();
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context: Context = module.make_context();
    let signature = &mut context.func.signature;
    signature.params.extend([AbiParam::new(pointer), AbiParam::new(pointer)]);
    signature.returns.push(AbiParam::new(pointer));
    context.func.name = UserFuncName::user(0, 0);
    let mut functions = FunctionBuilderContext::new();
    translate::translate(program, &mut context.func, &mut functions, frontend);
    let id = module.declare_function("rule", Linkage::Export, &context.func.signature).ok()?;
    module.define_function(id, &mut context).ok()?;
    module.finalize_definitions().ok()?;
    let code = module.get_finalized_function(id);
    // SAFETY: the code was made with the signature of `Entry` and lives as long as the module, which is kept beside it.
    let entry = unsafe { std::mem::transmute::<*const u8, Entry>(code) };
    let module = Mutex::new(Some(module));
    Some(Native { entry, inputs: program.inputs as usize, arrays: program.arrays.clone(), module })
}

impl Runnable for Native {
    fn run(&self, inputs: &mut [i64], arrays: &mut [Array]) -> Ended {
        assert_eq!(inputs.len(), self.inputs, "a program has as many inputs as it says");
        assert!(arrays.iter().map(Array::width).eq(self.arrays.iter().copied()), "and such arrays");
        // Most programs have few arrays, and are run for a single position.
        let mut few = [const { Slice { start: std::ptr::null_mut(), len: 0 } }; FEW];
        let many: Vec<Slice>;
        let slices = match few.get_mut(..arrays.len()) {
            Some(few) => {
                few.iter_mut().zip(arrays).for_each(|(place, array)| *place = Slice::of(array));
                few.as_ptr()
            }
            None => {
                many = arrays.iter_mut().map(Slice::of).collect();
                many.as_ptr()
            }
        };
        // SAFETY: inputs and arrays are as many and as wide as the program says, checked above; the rest is the invariant.
        match unsafe { (self.entry)(inputs.as_mut_ptr(), slices) } {
            0 => Ended::Done,
            _ => Ended::GaveUp,
        }
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        let module = self.module.get_mut().map(Option::take);
        if let Ok(Some(module)) = module {
            // SAFETY: `entry` is the only way into the code, and nobody can call it any more.
            unsafe { module.free_memory() };
        }
    }
}
