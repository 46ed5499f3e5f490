//! The program that lists the options of a position into a buffer.

use crate::program::{Array, Ended, Flat, Operand, Operation, Register, Runnable, Step, Width};
use crate::work::Work;

use super::super::form::Form;
use super::{Builder, Known, Lowered, Lowering};

/// Coordinates up to this size are listed; others are walked.
const FAR: i64 = 1 << 40;
/// Numbers of the buffer at first, and at most.
const ROOM: usize = 1 << 10;
const MOST_ROOM: usize = 1 << 18;
/// Before each option stand its kind, its gain and how many parts it has.
const HEAD: usize = 3;

/// Lists options by a program.
#[derive(Debug)]
pub(crate) struct Listing {
    runnable: Box<dyn Runnable>,
    arrays: Vec<Array>,
    inputs: Vec<i64>,
    axes: usize,
    /// How many numbers an option takes at most.
    widest: usize,
}

impl Listing {
    /// For a rule, if it is lowered.
    pub(crate) fn new(form: &Form, work: &Work<'_>) -> Option<Listing> {
        let axes = form.axes.len();
        let mut builder = Builder::new(vec![Width::I64]);
        let registers: Vec<Register> = (0..axes + 2).map(|_| builder.changing()).collect();
        let mut lowering = Lowering::new(form, builder, registers[axes], work);
        for (slot, register) in registers[..axes].iter().enumerate() {
            lowering.builder.fix(*register);
            lowering.slots[slot] =
                Some(Known { operand: Operand::Register(*register), low: -FAR, high: FAR });
        }
        lower(&mut lowering, registers[axes + 1]).ok()?;
        // Lengths of ranges are counted while the program runs: from afar all of them look endless.
        lowering.small().ok()?;
        let (program, constants) = lowering.builder.finish(axes + 2);
        let compiled = work.limits.compiler.and_then(|compiler| compiler.0.compile(&program));
        let runnable = compiled.unwrap_or_else(|| Box::new(Flat::new(&program)));
        let mut arrays = vec![Array::I64(vec![0; ROOM])];
        arrays.extend(constants);
        let parts = form.kinds.iter().map(|kind| kind.parts.len()).max().unwrap_or(0);
        let widest = HEAD + parts * (axes + 1);
        Some(Listing { runnable, arrays, inputs: vec![0; axes + 2], axes, widest })
    }

    /// The options of a position, one after the other; nothing if they have to be walked. Also tells how many choices it took.
    pub(crate) fn list(&mut self, place: &[i64], most: u64) -> Option<(&[i64], u64)> {
        if place.iter().any(|value| !(-FAR..=FAR).contains(value)) {
            return None;
        }
        let fuel = i64::try_from(most).unwrap_or(i64::MAX);
        let (left, len) = (self.axes, self.axes + 1);
        let ended = loop {
            self.inputs[..self.axes].copy_from_slice(place);
            (self.inputs[left], self.inputs[len]) = (fuel, 0);
            let ended = self.runnable.run(&mut self.inputs, &mut self.arrays);
            // It may have given up for want of room: then the next option did not fit.
            let room = self.arrays[0].len();
            let full = ended == Ended::GaveUp && self.inputs[len] as usize + self.widest > room;
            if !full || room >= MOST_ROOM || self.arrays[0].resize(4 * room).is_err() {
                break ended;
            }
        };
        match (ended, &self.arrays[0]) {
            (Ended::Done, Array::I64(buffer)) if self.inputs[left] >= 0 => {
                Some((&buffer[..self.inputs[len] as usize], (fuel - self.inputs[left]).max(0) as u64))
            }
            _ => None,
        }
    }
}

fn lower<'a>(lowering: &mut Lowering<'a>, len: Register) -> Lowered {
    lowering.counted = true;
    for kind in 0..lowering.form.kinds.len() {
        lowering.kind(kind, &mut |lowering, option| {
            let axes = lowering.form.axes.len();
            let mut numbers = vec![Known::constant(kind as i64), option.gain];
            numbers.push(Known::constant(option.parts.len() as i64));
            for (count, place) in &option.parts {
                numbers.push(count.unwrap_or(Known::constant(1)));
                numbers.extend_from_slice(&place[..axes]);
            }
            let at = lowering.builder.changing();
            for (offset, number) in numbers.iter().enumerate() {
                let offset = Operand::Constant(offset as i64);
                lowering.builder.push(Step::Do(at, Operation::Add, Operand::Register(len), offset));
                lowering.builder.push(Step::Store(0, Operand::Register(at), number.operand));
            }
            let more = Operand::Constant(numbers.len() as i64);
            lowering.builder.push(Step::Do(len, Operation::Add, Operand::Register(len), more));
            Ok(())
        })?;
    }
    Ok(())
}

/// Takes the kind, the gain and the parts of an option.
type VisitListed<'v, E> = dyn FnMut(usize, i64, &[i64]) -> Result<(), E> + 'v;

/// The options in a buffer: kind, gain, and for each part how often it is there and its coordinates.
pub(crate) fn each_listed<E>(buffer: &[i64], axes: usize, visit: &mut VisitListed<'_, E>) -> Result<(), E> {
    let mut rest = buffer;
    while let [kind, gain, parts, tail @ ..] = rest {
        let (option, later) = tail.split_at(*parts as usize * (axes + 1));
        visit(*kind as usize, *gain, option)?;
        rest = later;
    }
    Ok(())
}
