//! Octal games with a sparse space, a block of heaps at a time.
//!
//! The kernel is chosen by the range of packed values: words of 16, 32, 64 or 128 bits. It runs until a value does
//! not fit (then a wider one takes over), or until a heap turns out to be rare (then its terms are added and the run goes on
//! behind it). Every heap is verified.

mod saved;
mod theorem_w;

use crate::error::{Error, ErrorKind, Result};
use crate::heap::digest::Digest;
use crate::heap::exact::{Exact, Moves};
use crate::heap::kernel::helpers;
use crate::heap::kernel::rows::{self, Covers, Rows};
use crate::heap::kernel::words::{End, Notes, Pair, Words};
use crate::heap::packed::Packed;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;
use crate::progress::{Progress, Step};
pub use theorem_w::SparseProof;

/// The engine and its table.
#[derive(Clone, Debug)]
pub(crate) struct Fast {
    packed: Packed,
    kernel: Kernel,
    notes: Notes,
    recurrence: Recurrence,
    /// The first heap this engine verified itself.
    began: usize,
    /// The most tokens a move removes.
    last: usize,
    /// In bounded memory: up to how many heaps all are kept, and how many of the last ones then.
    keep: Option<(usize, usize)>,
    /// Whether the run met a heap that needs values which were let go: it can never go on.
    stuck: bool,
    /// The last distance at which the sequence came back: it may be the period.
    came_back: Option<usize>,
    /// No heap that this engine verified needs a larger witness, but for the outliers in the notes.
    witnesses: usize,
    digest: Digest,
}

#[derive(Clone, Debug)]
enum Kernel {
    Words16(Words<u16>),
    Words32(Words<u32>),
    Words64(Words<u64>),
    Words128(Words<Pair>),
    Rows(Box<Rows>),
}

/// How many heaps are computed between two looks at the progress sink.
const STRIDE: usize = 1 << 16;
/// The largest part among the helpers; the window of theorem W is at least as long.
const HELPER_PARTS: usize = 1 << 11;
/// With more rare heaps than this, bit rows are faster than words of 128 bits.
const FEW_TERMS: usize = 64;
/// How many helpers there are at most.
const HELPERS: usize = 192;

/// How many heaps a kernel needs to begin.
fn least_table(moves: &Moves) -> usize {
    (4 * HELPER_PARTS).max(2 * HELPER_PARTS + 2 * moves.most_removed())
}

/// How many of its last heaps a table must keep: enough for every kernel and for every term.
fn least_kept(packed: &Packed) -> usize {
    (1 << 17).max(2 * (packed.last_rare() + packed.moves.most_removed()))
}

impl Fast {
    /// Takes over from the exact engine if its table has a sparse space that a kernel can hold.
    pub(crate) fn new(exact: &Exact) -> Option<Fast> {
        let packed = Packed::from_exact(exact)?;
        if packed.rares.len() * 8 > packed.len() || packed.len() < least_table(&packed.moves) {
            return None;
        }
        let kernel = Kernel::new(&packed, 0, None)?;
        Some(Fast {
            began: packed.len(),
            last: packed.moves.most_removed(),
            witnesses: kernel.helper_bound(),
            packed,
            kernel,
            notes: Notes::default(),
            recurrence: Recurrence::default(),
            keep: None,
            stuck: false,
            came_back: None,
            digest: Digest::default(),
        })
    }

    pub(crate) fn len(&self) -> usize {
        self.packed.len()
    }

    pub(crate) fn value(&self, n: usize) -> u32 {
        self.packed.value(n)
    }

    pub(crate) fn class(&self) -> Class {
        self.packed.class
    }

    pub(crate) fn describe(&self) -> String {
        let (values, rares) = (self.kernel.values(), self.packed.rares.len());
        match self.kernel {
            Kernel::Rows(_) => format!("sparse space in {values} bit rows, {rares} rare heaps"),
            _ => format!("sparse space in words of {values} bits, {rares} rare heaps"),
        }
    }

    pub(crate) fn has(&self, n: usize) -> bool {
        self.packed.has(n)
    }

    /// From now on keeps the first heaps and at least the last `keep`, and what the kernel and the search for a period need.
    pub(crate) fn forget(&mut self, keep: usize) {
        self.keep = Some((0, keep));
        self.let_go(1);
    }

    /// Does so as soon as there are more than `whole` heaps.
    pub(crate) fn bound(&mut self, whole: usize, keep: usize) {
        self.keep = Some((whole, keep));
    }

    /// Whether the run can never go on, because it let go of what it needs.
    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Lets go of old heaps once there are `times` as many as are to be kept.
    fn let_go(&mut self, times: usize) {
        let Some((_, keep)) = self.keep.filter(|bound| self.len() > bound.0) else { return };
        let keep = keep.max(least_kept(&self.packed));
        if self.packed.bytes().len() > times * keep {
            self.came_back =
                self.recurrence.scan(self.packed.bytes(), self.packed.start()).or(self.came_back);
            self.digest.read_on(&self.packed, self.len());
            self.packed.forget(keep);
        }
    }

    /// Computes at least the heaps up to `len`; false if it stopped because a value fits no kernel.
    pub(crate) fn extend(&mut self, len: u64, progress: &dyn Progress) -> Result<bool> {
        let to = usize::try_from(len)
            .map_err(|_| Error::new(ErrorKind::Limit, format!("{len} heaps are too many")))?;
        while self.len() < to {
            let unit = format!("heaps, {} of them rare", self.packed.rares.len());
            progress.step(Step { unit: &unit, done: self.len() as u64, total: Some(len) })?;
            self.let_go(4);
            let stride = to.min(self.len() + STRIDE);
            let end = self.kernel.run(&mut self.packed, &mut self.notes, stride);
            if end != End::Done {
                // Notes on heaps that were dropped again will be made again.
                let len = self.len() as u64;
                self.notes.outliers.retain(|o| o.0 < len);
            }
            match end {
                End::Done => {}
                End::Rare if self.change_kernel(0) => {}
                End::Wide if self.change_kernel(self.kernel.values() + 1) => {}
                End::Rare | End::Wide => {
                    self.stuck = !self.is_whole();
                    return Ok(false);
                }
                End::Forgotten => {
                    self.stuck = true;
                    let n = self.len();
                    let what = format!("a heap from {n} on needs values that were not kept");
                    return Err(
                        Error::new(ErrorKind::Limit, what).hint("run it again with the whole table kept")
                    );
                }
            }
            self.digest.read_on(&self.packed, self.len());
        }
        Ok(true)
    }

    /// Goes on with a kernel for at least so many values; false if there is none.
    fn change_kernel(&mut self, values: usize) -> bool {
        let covers = match &self.kernel {
            Kernel::Rows(rows) if rows.values() >= values => Some(rows.covers().clone()),
            _ => None,
        };
        let Some(kernel) = Kernel::new(&self.packed, values, covers) else { return false };
        self.kernel = kernel;
        self.witnesses = self.witnesses.max(self.kernel.helper_bound());
        true
    }

    /// A digest of the values of the first `heaps` heaps, about, and how many it covers.
    pub(crate) fn digest(&self, heaps: u64) -> (u64, u64) {
        self.digest.of(&self.packed, heaps)
    }

    /// Whether no heap was let go.
    pub(crate) fn is_whole(&self) -> bool {
        self.packed.start() == 0
    }

    pub(crate) fn rare_heaps(&self) -> usize {
        self.packed.rares.len()
    }

    /// The values of all heaps, for an engine without a limit on them; `None` if some were let go.
    pub(crate) fn all_values(&self) -> Option<Vec<u32>> {
        self.is_whole().then(|| (0..self.len()).map(|n| self.value(n)).collect())
    }
}

impl Kernel {
    /// The narrowest kernel that holds all values of the table, and at least so many.
    fn new(packed: &Packed, values: usize, covers: Option<Covers>) -> Option<Kernel> {
        let kept = packed.first().iter().chain(packed.bytes()).copied().max().unwrap_or(0);
        // The bytes of rare heaps may be forgotten, but their values go on being added.
        let rare = packed.rares.iter().map(|r| packed.pack(r.1.into())).max().unwrap_or(0);
        let values = values.max(rare.max(kept.into()) as usize + 1);
        let many = values > 64 && packed.rares.len() > FEW_TERMS;
        if values > 128 || many {
            let fits = values <= rows::VALUES;
            return fits.then(|| Kernel::Rows(Box::new(Rows::new(packed, values, covers))));
        }
        let helpers = helpers::choose(packed, HELPER_PARTS, HELPERS);
        Some(match values {
            0..=16 => Kernel::Words16(Words::new(packed, &helpers)),
            17..=32 => Kernel::Words32(Words::new(packed, &helpers)),
            33..=64 => Kernel::Words64(Words::new(packed, &helpers)),
            _ => Kernel::Words128(Words::new(packed, &helpers)),
        })
    }

    fn run(&mut self, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        match self {
            Kernel::Words16(words) => words.run(packed, notes, to),
            Kernel::Words32(words) => words.run(packed, notes, to),
            Kernel::Words64(words) => words.run(packed, notes, to),
            Kernel::Words128(words) => words.run(packed, notes, to),
            Kernel::Rows(rows) => rows.run(packed, notes, to),
        }
    }

    /// How many packed values fit.
    fn values(&self) -> usize {
        match self {
            Kernel::Words16(_) => 16,
            Kernel::Words32(_) => 32,
            Kernel::Words64(_) => 64,
            Kernel::Words128(_) => 128,
            Kernel::Rows(rows) => rows.values(),
        }
    }

    fn helper_bound(&self) -> usize {
        match self {
            Kernel::Words16(words) => words.helper_bound(),
            Kernel::Words32(words) => words.helper_bound(),
            Kernel::Words64(words) => words.helper_bound(),
            Kernel::Words128(words) => words.helper_bound(),
            Kernel::Rows(rows) => rows.helper_bound(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::code::TakeBreak;
    use crate::heap::kernel::{rows, words};
    use crate::progress::Quiet;

    fn exact(game: &TakeBreak, len: u64) -> Exact {
        let mut exact = Exact::new(game);
        for at in [1 << 11, 1 << 12, 1 << 13, 1 << 14, len] {
            exact.extend(at.min(len), &Quiet).unwrap();
            exact.classify();
        }
        exact
    }

    fn portable(kernel: &mut Kernel, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        match kernel {
            Kernel::Words16(words) => words::run_any(words, packed, notes, to),
            Kernel::Words32(words) => words::run_any(words, packed, notes, to),
            Kernel::Words64(words) => words::run_any(words, packed, notes, to),
            Kernel::Words128(words) => words::run_any(words, packed, notes, to),
            Kernel::Rows(rows) => rows::run_any(rows, packed, notes, to),
        }
    }

    #[test]
    fn every_kernel_agrees_with_the_exact_engine() {
        let codes = ["0.106", "0.104", "0.454", "0.56", "4.406", "0.205", "0.36"];
        let mut games: Vec<TakeBreak> = codes.iter().map(|code| code.parse().unwrap()).collect();
        games.extend([TakeBreak::grundy()]);
        for game in games {
            let many = game.breaks() == [0] || game.digit(1) == 6;
            let start = if many { 1 << 14 } else { 1 << 13 };
            let end = start + 4200;
            let slow = exact(&game, start);
            let Some(fast) = Fast::new(&slow) else { panic!("{game}: no kernel") };
            let mut slow = slow;
            slow.extend(end, &Quiet).unwrap();
            let widths: &[usize] = if many { &[0] } else { &[0, 33, 65, 129] };
            for &values in widths {
                let mut fast = fast.clone();
                assert!(fast.change_kernel(values));
                assert!(fast.extend(end, &Quiet).unwrap());
                let differ = (0..end as usize).find(|&n| fast.value(n) != u32::from(slow.values[n]));
                assert_eq!(differ, None, "{game} with {}", fast.describe());
            }
        }
    }

    #[test]
    fn a_forgotten_rare_heap_still_counts_for_the_width() {
        let mut packed = Packed::from_exact(&exact(&"0.106".parse().unwrap(), 1 << 13)).unwrap();
        let (narrow, class) = (Kernel::new(&packed, 0, None).unwrap().values(), packed.class);
        packed.append(&vec![0; Packed::FIRST]);
        let value = (100..).find(|&v| class.is_rare(v, packed.len() as u64)).unwrap();
        packed.push_rare(value as u16);
        packed.append(&vec![0; 4 * Packed::FIRST]);
        packed.forget(3 * Packed::FIRST);
        assert!(!packed.has(packed.last_rare()) && narrow <= packed.pack(value) as usize);
        assert!(Kernel::new(&packed, 0, None).unwrap().values() > packed.pack(value) as usize);
    }

    #[test]
    fn the_portable_twin_agrees_with_the_wide_kernel() {
        for (code, values) in [("0.106", 0), ("0.454", 17), ("0.354", 33), ("0.354", 65), ("0.16", 129)] {
            let mut wide = Fast::new(&exact(&code.parse().unwrap(), 1 << 13)).unwrap();
            assert!(wide.change_kernel(values));
            let mut plain = wide.clone();
            let to = (1 << 13) + 2000;
            let a = wide.kernel.run(&mut wide.packed, &mut wide.notes, to);
            let b = portable(&mut plain.kernel, &mut plain.packed, &mut plain.notes, to);
            assert_eq!((a, wide.packed.bytes()), (b, plain.packed.bytes()), "{code}");
            assert_eq!(wide.notes.outliers, plain.notes.outliers, "{code}");
        }
    }
}
