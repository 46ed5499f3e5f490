//! What a checkpoint keeps of the fast engine.

use super::anchors::{Anchors, Return};
use super::{Fast, Kernel, least_kept, least_table};
use crate::error::Result;
use crate::heap::cells::Cells;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::code::TakeBreak;
use crate::heap::digest::Digest;
use crate::heap::exact::Moves;
use crate::heap::kernel::blocks::Notes;
use crate::heap::packed::Packed;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;
use crate::machine::Threads;

impl Fast {
    /// Writes the table, as far as it is kept, and the state.
    pub(crate) fn write(&self, out: &mut Writer) {
        let packed = &self.packed;
        out.number(packed.class.mask.into());
        out.number(packed.class.parity.map_or(2, u64::from));
        out.numbers(packed.rares.iter().map(|r| [r.0, r.1.into(), 0]));
        out.number(packed.start() as u64);
        let first = Some(packed.first()).filter(|_| packed.start() > 0);
        out.run(first.map_or(&[], Cells::low));
        out.run(first.map_or(&[], Cells::high));
        out.run(packed.cells().low());
        out.run(packed.cells().high());
        for number in [self.began, self.witnesses, self.came_back.unwrap_or(0)] {
            out.number(number as u64);
        }
        out.number(self.notes.searched);
        out.numbers(self.notes.outliers.iter().map(|o| [o.0, o.1, 0]));
        self.recurrence.write(out);
        self.anchors.write(out);
        Return::write(self.returned, out);
        self.digest.write(out);
    }

    /// Reads what `write` wrote. The kernel is chosen anew.
    pub(crate) fn read(game: &TakeBreak, input: &mut Reader<'_>, threads: Threads) -> Result<Fast> {
        let packed = read_table(game, input)?;
        let len = packed.len();
        let (began, witnesses, came_back) = (input.up_to(len)?, input.up_to(len)?, input.up_to(len)?);
        let searched = input.up_to(usize::MAX / 2)? as u64;
        let outliers: Vec<(u64, u64)> = input.numbers()?.iter().map(|o| (o[0], o[1])).collect();
        if outliers.iter().any(|o| o.0 >= len as u64 || o.1 >= o.0) {
            return Err(checkpoint::damaged("its notes are not of its table"));
        }
        let recurrence = Recurrence::read(input, len)?;
        let anchors = Anchors::read(input, len)?;
        let returned = Return::read(input, &anchors, len)?;
        let digest = Digest::read(input, packed.start(), len)?;
        let Some(kernel) = Kernel::new(&packed, 0, threads, None) else {
            return Err(checkpoint::damaged("its values are too large"));
        };
        Ok(Fast {
            began,
            last: packed.moves.most_removed(),
            witnesses: kernel.helper_bound().max(witnesses),
            packed,
            kernel,
            threads,
            notes: Notes { outliers, searched },
            recurrence,
            bound: None,
            stuck: false,
            came_back: Some(came_back).filter(|&p| p > 0),
            anchors,
            returned,
            digest,
        })
    }
}

/// Reads the table and checks that it is one.
fn read_table(game: &TakeBreak, input: &mut Reader<'_>) -> Result<Packed> {
    let (mask, parity) = (input.number()?, input.up_to(2)? as u32);
    let rares = input.numbers()?;
    let start = input.up_to(usize::MAX / 4)?;
    let (first, cells) = (read_cells(input)?, read_cells(input)?);
    let moves = Moves::new(game);
    let one_parity = moves.breaks.iter().all(|t| t % 2 == u64::from(parity));
    // All bits above the values of 16 bits are part of every mask.
    let mask = u32::try_from(mask).ok().filter(|mask| mask >> 16 == 0xFFFF);
    let Some(mask) = mask.filter(|_| !moves.breaks.is_empty() && (parity == 2 || one_parity)) else {
        return Err(checkpoint::damaged("its class makes no sense"));
    };
    let class = Class { mask, parity: Some(parity).filter(|&t| t < 2) };
    let kept =
        if start == 0 { first.len() == 0 } else { first.len() == Packed::FIRST && start >= first.len() };
    if !kept || cells.len() < least_table(&moves) {
        return Err(checkpoint::damaged("its table is too short"));
    }
    let len = (start + cells.len()) as u64;
    let rare = |r: &[u64; 3]| {
        let value = u16::try_from(r[1]).ok().filter(|&v| class.is_rare(v.into(), r[0]))?;
        ((1..len).contains(&r[0]) && r[2] == 0).then_some((r[0], value))
    };
    let rares = rares.iter().map(rare).collect::<Option<Vec<(u64, u16)>>>();
    let Some(rares) = rares.filter(|rares| rares.is_sorted_by(|a, b| a.0 < b.0)) else {
        return Err(checkpoint::damaged("its rare heaps make no sense"));
    };
    let packed = Packed::from_parts(moves, class, rares, first, start, cells);
    let listed = |&(n, v): &(u64, u16)| {
        let (n, cell) = (n as usize, packed.pack(v.into()));
        !packed.has(n) || u32::from(packed.cell(n)) == cell
    };
    if packed.cell(0) != 0 || !packed.rares.iter().all(listed) {
        return Err(checkpoint::damaged("its rare heaps are not those of its table"));
    }
    if start > 0 && packed.cells().len() < least_kept(&packed) && start > Packed::FIRST {
        return Err(checkpoint::damaged("too little of its table is kept"));
    }
    if !sample_holds(&packed) {
        return Err(checkpoint::damaged("its values contradict one another"));
    }
    Ok(packed)
}

/// Reads packed values that stay within the values of 16 bits.
fn read_cells(input: &mut Reader<'_>) -> Result<Cells> {
    let cells = Cells::from_planes(input.run()?.to_vec(), input.run()?.to_vec());
    let small = cells.filter(|cells| cells.max() <= u16::MAX / 2);
    small.ok_or_else(|| checkpoint::damaged("its packed values make no sense"))
}

/// Whether the values of some heaps are the least that takes and rare parts leave. That is all that can be asked of a table
/// that has forgotten heaps.
fn sample_holds(packed: &Packed) -> bool {
    const SAMPLE: usize = 64;
    let (terms, moves) = (packed.terms(), &packed.moves);
    let values = (packed.largest() + 1).next_power_of_two();
    let reach = terms.iter().map(|t| t.distance).max().unwrap_or(0);
    let known = if packed.start() > Packed::FIRST { packed.start() + reach } else { 0 };
    let from = known + moves.most_removed() + (moves.least_part + moves.least_heap) as usize;
    let span = packed.len().saturating_sub(from);
    (0..SAMPLE.min(span)).map(|i| packed.len() - 1 - i * (span / SAMPLE.min(span))).all(|n| {
        let mut excluded = vec![false; values];
        for term in &terms {
            if let Some(rest) = n.checked_sub(term.distance)
                && rest >= moves.least_part as usize
                && !packed.is_rare(rest)
            {
                excluded[usize::from(packed.cell(rest) ^ term.add)] = true;
            }
        }
        let least = excluded.iter().position(|x| !x).unwrap_or(values) as u32;
        match packed.is_rare(n) {
            true => packed.value(n) < packed.unpack(least, n as u64, false),
            false => u32::from(packed.cell(n)) == least,
        }
    })
}
