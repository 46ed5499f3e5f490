//! What a checkpoint keeps of the fast engine.

use super::{Fast, HELPER_PARTS, Kernel};
use crate::error::Result;
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::code::TakeBreak;
use crate::heap::digest::Digest;
use crate::heap::exact::Moves;
use crate::heap::kernel::words::Notes;
use crate::heap::packed::Packed;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;

impl Fast {
    /// Writes the table, as far as it is kept, and the state.
    pub(crate) fn write(&self, out: &mut Writer) {
        let packed = &self.packed;
        out.number(packed.class.mask.into());
        out.number(packed.class.parity.map_or(2, u64::from));
        out.numbers(packed.rares.iter().map(|r| [r.0, r.1.into(), 0]));
        out.number(packed.start() as u64);
        out.run(if packed.start() > 0 { packed.first() } else { &[] });
        out.run(packed.bytes());
        for number in [self.began, self.witnesses, self.came_back.unwrap_or(0)] {
            out.number(number as u64);
        }
        out.number(self.notes.searched);
        out.numbers(self.notes.outliers.iter().map(|o| [o.0, o.1, 0]));
        self.recurrence.write(out);
        self.digest.write(out);
    }

    /// Reads what `write` wrote. The kernel is chosen anew.
    pub(crate) fn read(game: &TakeBreak, input: &mut Reader<'_>) -> Result<Fast> {
        let mask = input.number()? as u32;
        let parity = Some(input.number()? as u32).filter(|&t| t < 2);
        let class = Class { mask, parity };
        let rares: Vec<(u64, u16)> = input.numbers()?.iter().map(|r| (r[0], r[1] as u16)).collect();
        let start = input.number()? as usize;
        let (first, bytes) = (input.run()?.to_vec(), input.run()?.to_vec());
        let moves = Moves::new(game);
        if mask == 0 || rares.windows(2).any(|w| w[0].0 >= w[1].0) || moves.breaks.is_empty() {
            return Err(checkpoint::damaged("its rare heaps make no sense"));
        }
        if start > 0 && first.len() < Packed::FIRST || bytes.len() < 4 * HELPER_PARTS {
            return Err(checkpoint::damaged("its table is too short"));
        }
        let packed = Packed::from_parts(moves, class, rares, first, start, bytes);
        let (began, witnesses, came_back) = (input.number()?, input.number()?, input.number()?);
        let searched = input.number()?;
        let outliers = input.numbers()?.iter().map(|o| (o[0], o[1])).collect();
        let recurrence = Recurrence::read(input)?;
        let digest = Digest::read(input, packed.start(), packed.len())?;
        let Some(kernel) = Kernel::new(&packed, 0, None) else {
            return Err(checkpoint::damaged("its values are too large"));
        };
        Ok(Fast {
            began: began as usize,
            last: packed.moves.most_removed(),
            witnesses: kernel.helper_bound().max(witnesses as usize),
            packed,
            kernel,
            notes: Notes { outliers, searched },
            recurrence,
            keep: None,
            came_back: Some(came_back as usize).filter(|&p| p > 0),
            digest,
        })
    }
}
