//! Programs of the library as WebAssembly modules.
//!
//! A module is bytes: whoever runs it instantiates it with the memory that inputs and arrays lie in and with a function that calls
//! those of the program. In the browser that is the page, beside the engine; the tests of this workspace run it in an interpreter
//! of WebAssembly. The interpreter of programs ([`grundy::program::Flat`]) is the twin that this is tested against.
//!
//! A module imports `engine.memory` and `engine.call` and exports `rule`:
//!
//! - `rule(inputs: i32, arrays: i32) -> i32` is 0 where the program went through and 1 where it gave up. `inputs` is the address of
//!   the inputs, 8 bytes each, which are read at the start and written back in the end. `arrays` is the address of two numbers of 4
//!   bytes for each array, the address of its first entry and how many entries there are, and of 4 bytes more.
//! - `call(function: i32, left: i64, right: i64, found: i32) -> i64` is the result of a function, and writes 1 to the 4 bytes at
//!   `found` if it has one and 0 if not; `found` are the 4 bytes behind the arrays.
//!
//! The module reads and writes nothing else: numbers of entries are compared with the length before each access.

mod checked;
mod translate;

use grundy::program::{Function, LONGEST, Program};
use wasm_encoder::{
    CodeSection, EntityType, ExportKind, ExportSection, FunctionSection, ImportSection, MemoryType, Module,
    TypeSection, ValType,
};

/// The module that imports come from.
pub const ENGINE: &str = "engine";
/// The memory that it imports.
pub const MEMORY: &str = "memory";
/// The function that it imports.
pub const CALL: &str = "call";
/// The function that it exports.
pub const RULE: &str = "rule";

/// Browsers take functions of at most 50,000 variables.
const MOST_REGISTERS: u32 = 40_000;

/// A module for a program, in which functions are called by the numbers that they are given here; nothing if the program is too
/// long to be compiled in a moment, or a function has no number.
pub fn emit(program: &Program, number: &mut dyn FnMut(Function) -> Option<i32>) -> Option<Vec<u8>> {
    if program.len() > LONGEST || program.registers > MOST_REGISTERS {
        return None;
    }
    let mut types = TypeSection::new();
    types.ty().function([ValType::I32, ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32, ValType::I64, ValType::I64, ValType::I32], [ValType::I64]);
    let memory =
        MemoryType { minimum: 0, maximum: None, memory64: false, shared: false, page_size_log2: None };
    let mut imports = ImportSection::new();
    imports.import(ENGINE, MEMORY, memory).import(ENGINE, CALL, EntityType::Function(1));
    let mut functions = FunctionSection::new();
    functions.function(0);
    let mut exports = ExportSection::new();
    exports.export(RULE, ExportKind::Func, 1);
    let mut code = CodeSection::new();
    code.function(&translate::translate(program, number)?);
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&exports).section(&code);
    Some(module.finish())
}
