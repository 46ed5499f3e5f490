//! Rules as WebAssembly modules, run by an interpreter of WebAssembly: what the browser does, without one.
//!
//! Inputs and arrays are copied to a memory of their own, with room between them that nobody may write to.

use std::fmt;
use std::sync::{LazyLock, Mutex};

use grundy::program::{Array, Compile, Compiler, Ended, Function, Program, Runnable};
use grundy_jit_wasm::{CALL, ENGINE, MEMORY, RULE, emit};
use wasmi::{Caller, Engine, Linker, Memory, MemoryType, Module, Store, TypedFunc};

/// Compiles everything.
pub const SIMULATED: Compiler = Compiler(&Simulator);

/// One for all: it takes longer to make than most modules do to run.
static MACHINES: LazyLock<Engine> = LazyLock::new(Engine::default);

#[derive(Debug)]
struct Simulator;

impl Compile for Simulator {
    fn compile(&self, program: &Program) -> Option<Box<dyn Runnable>> {
        Some(Box::new(Simulated(Mutex::new(machine(program)?))))
    }

    fn is_eager(&self) -> bool {
        true
    }
}

struct Machine {
    store: Store<()>,
    memory: Memory,
    rule: TypedFunc<(i32, i32), i32>,
}

/// A machine with the module of a program, which must be one that is accepted.
fn machine(program: &Program) -> Option<Machine> {
    let mut functions: Vec<Function> = Vec::new();
    let bytes = emit(program, &mut |function| {
        functions.push(function);
        i32::try_from(functions.len() - 1).ok()
    })?;
    let engine = &*MACHINES;
    let module = Module::new(engine, bytes).expect("the module is valid");
    let mut store = Store::new(engine, ());
    let memory = Memory::new(&mut store, MemoryType::new(1, None)).expect("a page is there");
    let mut linker = <Linker<()>>::new(engine);
    linker.define(ENGINE, MEMORY, memory).expect("it is the first");
    let call = move |mut caller: Caller<'_, ()>, function: i32, left: i64, right: i64, found: i32| {
        let result = functions[function as usize](left, right);
        let flag = u32::from(result.is_some()).to_le_bytes();
        memory.write(&mut caller, found as usize, &flag).expect("the flag is in the memory");
        result.unwrap_or(0)
    };
    linker.func_wrap(ENGINE, CALL, call).expect("it is the second");
    let instance = linker.instantiate_and_start(&mut store, &module).expect("it wants nothing else");
    let rule = instance.get_typed_func(&store, RULE).expect("it has such a function");
    Some(Machine { store, memory, rule })
}

struct Simulated(Mutex<Machine>);

impl fmt::Debug for Simulated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Simulated")
    }
}

/// Bytes between two things, and what they hold.
const GAP: usize = 16;
const UNTOUCHED: u8 = 0xA5;

fn bytes_of(array: &Array) -> Vec<u8> {
    let width = array.width().bytes() as usize;
    let entry = |at: usize| array.get(at).expect("there is one").to_le_bytes().into_iter().take(width);
    (0..array.len()).flat_map(entry).collect()
}

fn set_bytes(array: &mut Array, bytes: &[u8]) {
    let width = array.width().bytes() as usize;
    for (at, entry) in bytes.chunks_exact(width).enumerate() {
        let mut wide = [0; 8];
        wide[..width].copy_from_slice(entry);
        assert!(array.set(at, i64::from_le_bytes(wide)));
    }
}

/// Everything that a run sees, one after the other, and where each thing begins.
fn laid_out(inputs: &[i64], arrays: &[Array]) -> (Vec<u8>, Vec<usize>) {
    let mut all = vec![UNTOUCHED; GAP];
    let mut starts = Vec::new();
    let mut lay = |bytes: &[u8]| {
        starts.push(all.len());
        all.extend_from_slice(bytes);
        let end = all.len().next_multiple_of(8) + GAP;
        all.resize(end, UNTOUCHED);
        starts[starts.len() - 1]
    };
    lay(&inputs.iter().flat_map(|input| input.to_le_bytes()).collect::<Vec<u8>>());
    let mut table: Vec<u8> = Vec::new();
    for array in arrays {
        let start = lay(&bytes_of(array));
        table.extend_from_slice(&(start as u32).to_le_bytes());
        table.extend_from_slice(&(array.len() as u32).to_le_bytes());
    }
    table.extend_from_slice(&[0; 4]);
    lay(&table);
    (all, starts)
}

impl Runnable for Simulated {
    fn run(&self, inputs: &mut [i64], arrays: &mut [Array]) -> Ended {
        let machine = &mut *self.0.lock().expect("nobody panics with it");
        let (before, starts) = laid_out(inputs, arrays);
        let pages = before.len().div_ceil(1 << 16) as u64;
        let more = pages.saturating_sub(machine.memory.size(&machine.store));
        machine.memory.grow(&mut machine.store, more).expect("there is room");
        machine.memory.write(&mut machine.store, 0, &before).expect("there is room");
        let table = starts[starts.len() - 1];
        let ended = machine.rule.call(&mut machine.store, (starts[0] as i32, table as i32));
        let after = &machine.memory.data(&machine.store)[..before.len()];
        let mut expected = before.clone();
        for (input, bytes) in inputs.iter_mut().zip(after[starts[0]..].chunks_exact(8)) {
            *input = i64::from_le_bytes(bytes.try_into().expect("8 bytes"));
        }
        let mut written = vec![(starts[0], 8 * inputs.len()), (table + 8 * arrays.len(), 4)];
        for (array, &start) in arrays.iter_mut().zip(&starts[1..]) {
            let bytes = array.len() * array.width().bytes() as usize;
            set_bytes(array, &after[start..start + bytes]);
            written.push((start, bytes));
        }
        for (start, bytes) in written {
            expected[start..start + bytes].copy_from_slice(&after[start..start + bytes]);
        }
        assert!(expected == after, "something else was written to");
        match ended.expect("nothing traps") {
            0 => Ended::Done,
            _ => Ended::GaveUp,
        }
    }
}
