//! Positions packed into one number each, and the program that lists the options of one, packed.
//!
//! Every coordinate has as many bits as its domain needs. One without an upper end gets what is left, shared evenly: an option
//! that goes past that is not packed, and whoever asked has to keep coordinates instead.

use std::sync::Arc;

use crate::program::{Array, Ended, Flat, Operand, Operation, Program, Register, Runnable, Step, Width};
use crate::work::Work;

use super::super::form::Form;
use super::{Builder, Known, Lowered, Lowering, NotLowered};

/// Bits that a coordinate without an upper end needs beyond those of the largest number that is asked about.
const SPARE: u32 = 3;
/// Options of the buffer at first, and at most.
const ROOM: usize = 1 << 8;
const MOST_ROOM: usize = 1 << 20;

/// Where the coordinates lie in a packed position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Packing {
    fields: Vec<Field>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Field {
    low: i64,
    high: i64,
    shift: u32,
}

fn bits_of(span: u64) -> u32 {
    u64::BITS - span.leading_zeros()
}

impl Packing {
    /// For all that can come up from these places, as far as the domains tell, in so many bits.
    pub(crate) fn new<'p>(
        form: &Form,
        places: impl Iterator<Item = &'p [i64]> + Clone,
        all: u32,
    ) -> Option<Packing> {
        let mut spans = Vec::with_capacity(form.axes.len());
        for (axis, form) in form.axes.iter().enumerate() {
            let (low, high) = form.domain.fixed_bounds();
            let given = places.clone().map(|place| place[axis]);
            let (least, most) = (given.clone().min()?, given.max()?);
            let low = low?.min(least);
            let top = high.map_or(most, |high| high.max(most));
            spans.push((low, bits_of(top.checked_sub(low)? as u64), high.is_none()));
        }
        let endless = spans.iter().filter(|span| span.2).count() as u32;
        let needed: u32 = spans.iter().map(|span| span.1).sum();
        let spare = all.checked_sub(needed)?.checked_div(endless).unwrap_or(0);
        if endless > 0 && spare < SPARE {
            return None;
        }
        let (mut fields, mut shift) = (Vec::with_capacity(spans.len()), 0);
        for (low, bits, endless) in spans {
            let bits = bits + if endless { spare } else { 0 };
            fields.push(Field { low, high: low.checked_add(((1u64 << bits) - 1) as i64)?, shift });
            shift += bits;
        }
        Some(Packing { fields })
    }

    /// The number of a place, if its coordinates fit.
    pub(crate) fn pack(&self, place: &[i64]) -> Option<u64> {
        self.fields.iter().zip(place).try_fold(0, |packed, (field, value)| {
            let inside = (field.low..=field.high).contains(value);
            inside.then(|| packed | ((value - field.low) as u64) << field.shift)
        })
    }

    /// The place with a number.
    #[inline]
    pub(crate) fn unpack(&self, packed: u64, place: &mut [i64]) {
        for (field, value) in self.fields.iter().zip(place) {
            let mask = (field.high - field.low) as u64;
            *value = field.low + (packed >> field.shift & mask) as i64;
        }
    }
}

/// The program that lists options, which threads share.
#[derive(Clone, Debug)]
pub(crate) struct PackedListing {
    program: Arc<Program>,
    runnable: Arc<dyn Runnable>,
    compiled: bool,
    constants: Vec<Array>,
    axes: usize,
}

/// What one thread needs to run it.
#[derive(Debug)]
pub(crate) struct PackedLister {
    listing: PackedListing,
    arrays: Vec<Array>,
    inputs: Vec<i64>,
}

impl PackedListing {
    /// For a rule of which every move leads to one position, if it is lowered. It is interpreted until it is compiled.
    pub(crate) fn new(form: &Form, packing: &Packing, work: &Work<'_>) -> Option<PackedListing> {
        let axes = form.axes.len();
        let mut builder = Builder::new(vec![Width::I64]);
        let registers: Vec<Register> = (0..axes + 2).map(|_| builder.changing()).collect();
        let mut lowering = Lowering::new(form, builder, registers[axes], work);
        for (slot, field) in packing.fields.iter().enumerate() {
            lowering.builder.fix(registers[slot]);
            let operand = Operand::Register(registers[slot]);
            lowering.slots[slot] = Some(Known { operand, low: field.low, high: field.high });
        }
        lower(&mut lowering, packing, registers[axes + 1]).ok()?;
        lowering.small().ok()?;
        let (program, constants) = lowering.builder.finish(axes + 2);
        let flat = Arc::new(Flat::new(&program));
        Some(PackedListing { program: Arc::new(program), runnable: flat, compiled: false, constants, axes })
    }

    /// Makes machine code of the program, if somebody does.
    pub(crate) fn hasten(&mut self, work: &Work<'_>) {
        if !std::mem::replace(&mut self.compiled, true)
            && let Some(native) = work.limits.compiler.and_then(|compiler| compiler.0.compile(&self.program))
        {
            self.runnable = Arc::from(native);
        }
    }

    /// For one thread.
    pub(crate) fn lister(&self) -> PackedLister {
        let mut arrays = vec![Array::I64(vec![0; ROOM])];
        arrays.extend(self.constants.iter().cloned());
        PackedLister { inputs: vec![0; self.axes + 2], arrays, listing: self.clone() }
    }
}

impl PackedLister {
    /// Goes on with a program that was compiled meanwhile.
    pub(crate) fn follow(&mut self, listing: &PackedListing) {
        self.listing.runnable = listing.runnable.clone();
    }

    /// The options of a place, packed; nothing if they have to be walked.
    #[inline]
    pub(crate) fn list(&mut self, packing: &Packing, packed: u64, most: i64) -> Option<&[i64]> {
        let axes = self.listing.axes;
        loop {
            packing.unpack(packed, &mut self.inputs[..axes]);
            (self.inputs[axes], self.inputs[axes + 1]) = (most, 0);
            let ended = self.listing.runnable.run(&mut self.inputs, &mut self.arrays);
            if ended == Ended::Done && self.inputs[axes] >= 0 {
                break;
            }
            // It may have given up for want of room.
            let room = self.arrays[0].len();
            let full = self.inputs[axes + 1] as usize >= room && room < MOST_ROOM;
            if !full || self.arrays[0].resize(4 * room).is_err() {
                return None;
            }
        }
        match &self.arrays[0] {
            Array::I64(buffer) => buffer.get(..self.inputs[axes + 1] as usize),
            _ => None,
        }
    }
}

fn lower<'a>(lowering: &mut Lowering<'a>, packing: &Packing, len: Register) -> Lowered {
    lowering.counted = true;
    for kind in 0..lowering.form.kinds.len() {
        lowering.kind(kind, &mut |lowering, option| {
            let [(None, place)] = &option.parts[..] else { return Err(NotLowered) };
            let packed = pack(lowering, packing, place);
            let end = Operand::Register(len);
            lowering.builder.push(Step::Store(0, end, packed.operand));
            lowering.builder.push(Step::Do(len, Operation::Add, end, Operand::Constant(1)));
            Ok(())
        })?;
    }
    Ok(())
}

/// The number of a place; the program gives up where a coordinate has no room.
fn pack(lowering: &mut Lowering<'_>, packing: &Packing, place: &[Known]) -> Known {
    let mut packed = Known::constant(0);
    for (value, field) in place.iter().zip(&packing.fields) {
        let builder = &mut lowering.builder;
        let small = builder.compare(Operation::Lt, *value, Known::constant(field.low));
        let large = builder.compare(Operation::Lt, Known::constant(field.high), *value);
        let outside = builder.bits(Operation::Or, small, large);
        if outside.as_constant() != Some(0) {
            builder.push_around(true, Step::If(outside.operand, vec![Step::GiveUp], Vec::new()));
        }
        let value = value.within(field.low, field.high);
        let offset = builder.difference(value, Known::constant(field.low));
        let far = builder.arithmetic(Operation::Mul, offset, Known::constant(1 << field.shift));
        packed = builder.sum(packed, far);
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lets;
    use crate::rules::Rules;

    #[test]
    fn packed_options_are_those_of_the_walk() {
        let work = Work::unwatched();
        let text = "(a, b in -3..9, c) -> (a-1,b,c+2) | (a/2,b-1,c) if a > 3 | (a,b,c-k) for k in 1..min(c,3) if (a+b)%2 == 0";
        let rules = Rules::read(text, &Lets::new(), &work).unwrap();
        let (form, start) = (rules.form(), [40i64, 9, 5]);
        let packing = Packing::new(form, [&start[..]].into_iter(), 56).unwrap();
        let mut lister = PackedListing::new(form, &packing, &work).unwrap().lister();
        let mut evaluator = crate::rules::Evaluator::new(form.clone(), 1 << 20);
        for place in (0..2000i64).map(|at| [at % 41, at % 13 - 3, at % 17]) {
            let packed = packing.pack(&place).unwrap();
            let mut back = [0; 3];
            packing.unpack(packed, &mut back);
            assert_eq!(back, place);
            let mut walked = Vec::new();
            let mut visit = |option: crate::rules::Found<'_>| {
                walked.push(packing.pack(option.places).unwrap() as i64);
                Ok(())
            };
            evaluator.options(&place, &work, &mut visit).unwrap();
            let mut listed = lister.list(&packing, packed, 1 << 20).unwrap().to_vec();
            listed.sort_unstable();
            walked.sort_unstable();
            listed.dedup();
            walked.dedup();
            assert_eq!(listed, walked, "{place:?}");
        }
    }

    #[test]
    fn what_does_not_fit_is_not_packed() {
        let work = Work::unwatched();
        let rules = Rules::read("(a, b) -> (a-1,b*b)", &Lets::new(), &work).unwrap();
        let packing = Packing::new(rules.form(), [&[9i64, 5][..]].into_iter(), 20).unwrap();
        assert_eq!(packing.pack(&[1 << 20, 0]), None);
        let mut lister = PackedListing::new(rules.form(), &packing, &work).unwrap().lister();
        let near = packing.pack(&[9, 5]).unwrap();
        assert_eq!(lister.list(&packing, near, 100).map(<[i64]>::len), Some(1));
        let far = packing.pack(&[9, 100]).unwrap();
        assert_eq!(lister.list(&packing, far, 100), None);
        assert_eq!(Packing::new(rules.form(), [&[1 << 30, 5][..]].into_iter(), 32), None);
    }
}
