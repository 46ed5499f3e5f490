//! Octal games with a sparse space, a block of heaps at a time.
//!
//! The kernel is chosen by the range of packed values and the number of rare heaps: words of 16, 32, 64 or 128 bits, bit
//! rows, or marks scattered one by one. It runs until a value does not fit (then a wider one takes over), or until a heap turns out to be rare (then its terms are added and the run goes on
//! behind it). Every heap is verified.

mod anchors;
mod beginning;
mod cuts;
mod saved;
mod theorem_w;

use crate::error::{Error, ErrorKind, Result};
use crate::heap::digest::Digest;
use crate::heap::exact::{Exact, Moves};
use crate::heap::kernel::blocks::{Blocks, End, Notes};
use crate::heap::kernel::helpers::{self, Helper};
use crate::heap::kernel::rows::{self, Rows};
use crate::heap::kernel::scatter::{self, Scatter};
use crate::heap::kernel::words::{Pair, Words};
use crate::heap::packed::Packed;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;
use crate::machine::Threads;
use crate::work::Work;
use anchors::{Anchors, Return};
pub(crate) use cuts::Cuts;
pub(crate) use theorem_w::Proved;
pub use theorem_w::SparseProof;

/// The engine and its table.
#[derive(Clone, Debug)]
pub(crate) struct Fast {
    packed: Packed,
    kernel: Kernel,
    /// Values never depend on how many there are.
    threads: Threads,
    notes: Notes,
    recurrence: Recurrence,
    /// The first heap this engine verified itself.
    began: usize,
    /// The most tokens a move removes.
    last: usize,
    /// In bounded memory: how many bytes the table may take.
    bound: Option<u64>,
    /// Whether the run met a heap that needs values which were let go: it can never go on.
    stuck: bool,
    /// The last distance at which the sequence came back: it may be the period.
    came_back: Option<usize>,
    /// What is kept of the heaps that were let go, and the first of it that came back.
    anchors: Anchors,
    returned: Option<Return>,
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
    Scatter(Box<Scatter>),
}

/// The same for a kernel of each kind.
macro_rules! each {
    ($kernel:expr, $inner:ident => $result:expr) => {
        match $kernel {
            Kernel::Words16($inner) => $result,
            Kernel::Words32($inner) => $result,
            Kernel::Words64($inner) => $result,
            Kernel::Words128($inner) => $result,
            Kernel::Rows($inner) => $result,
            Kernel::Scatter($inner) => $result,
        }
    };
}

/// How many heaps are computed between two looks at the progress sink.
const STRIDE: usize = 1 << 16;
/// The largest part among the helpers; the window of theorem W is at least as long.
const HELPER_PARTS: usize = 1 << 11;
/// With more rare heaps than this, bit rows are faster than words of 128 bits.
const FEW_TERMS: usize = 64;
/// From so many pairs of a term and a value on it pays to share a block of bit rows: some two milliseconds of work.
const SHARED: usize = 150_000;
/// How many helpers there are at most.
const HELPERS: usize = 192;
/// How many of them the scatter kernel has: each costs it a mark, and each value left open a search.
const SCATTER_HELPERS: usize = 768;

/// The part of a bounded table's memory that anchors may take beside it.
const ANCHORS: u64 = 4;

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
    pub(crate) fn new(exact: &Exact, threads: Threads) -> Option<Fast> {
        let packed = Packed::from_exact(exact)?;
        if packed.rares.len() * 8 > packed.len() || packed.len() < least_table(&packed.moves) {
            return None;
        }
        let kernel = Kernel::new(&packed, 0, threads, None)?;
        Some(Fast {
            began: packed.len(),
            last: packed.moves.most_removed(),
            witnesses: kernel.helper_bound(),
            packed,
            kernel,
            threads,
            notes: Notes::default(),
            recurrence: Recurrence::default(),
            bound: None,
            stuck: false,
            came_back: None,
            anchors: Anchors::default(),
            returned: None,
            digest: Digest::default(),
        })
    }

    /// How many threads it uses.
    pub(crate) fn threads(&self) -> Threads {
        self.threads
    }

    /// From now on uses so many threads.
    pub(crate) fn set_threads(&mut self, threads: Threads) {
        if self.threads != threads {
            self.threads = threads;
            // There is a kernel for this table, since one runs; what it has learnt is taken over.
            self.change_kernel(0);
        }
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
            Kernel::Scatter(_) => format!("sparse space with marks for {values} values, {rares} rare heaps"),
            _ => format!("sparse space in words of {values} bits, {rares} rare heaps"),
        }
    }

    /// The bytes of a heap in the table.
    pub(crate) fn bytes_each(&self) -> u64 {
        self.packed.cells().bytes_each()
    }

    pub(crate) fn has(&self, n: usize) -> bool {
        self.packed.has(n)
    }

    /// Lets go of all heaps but the first and at least the last `keep`, and what the kernel and the search for a period need.
    pub(crate) fn forget(&mut self, keep: usize) {
        let keep = keep.max(least_kept(&self.packed));
        if self.kept() > keep {
            self.look_back();
            self.digest.read_on(&self.packed, self.len());
            self.packed.forget(keep);
        }
    }

    /// Reads on in the table for what came back. Every heap must be read before it is let go.
    fn look_back(&mut self) {
        let (packed, anchors, returned) = (&self.packed, &mut self.anchors, &mut self.returned);
        anchors.keep_behind(packed.last_rare());
        *returned = returned.filter(|back| back.from > packed.last_rare());
        // Where there are anchors, no station may be passed over.
        let forgets = self.bound.is_some() || packed.start() > 0 || !anchors.kept().is_empty();
        let length = least_kept(packed);
        let bytes = self.bound.unwrap_or(0) / ANCHORS;
        let station = |print: u64, at: usize| {
            // What came back is waiting for its proof, which needs its anchor and the one before: none may come or go until then.
            if forgets && returned.is_none() {
                *returned = anchors.visit(packed, (print, at), length, bytes);
            }
        };
        self.came_back = self.recurrence.scan(packed.bytes(), packed.start(), station).or(self.came_back);
    }

    /// From now on keeps a table of at most about so many bytes.
    pub(crate) fn bound(&mut self, bytes: u64) {
        self.bound = Some(bytes);
    }

    /// How many of the last heaps the table has.
    pub(crate) fn kept(&self) -> usize {
        self.packed.cells().len()
    }

    /// Whether the run can never go on, because it let go of what it needs.
    pub(crate) fn is_stuck(&self) -> bool {
        self.stuck
    }

    /// Lets go of the oldest quarter of a table that takes more than it may: what stays moves seldom, and is long.
    fn let_go(&mut self) {
        let Some((keep, most)) = self.bound.map(|bytes| self.kept_within(bytes)) else { return };
        if self.kept() > most {
            self.forget(keep);
        }
    }

    /// How many heaps are kept of a table that became too long for so many bytes, and how long that is.
    fn kept_within(&self, bytes: u64) -> (usize, usize) {
        let most = usize::try_from(bytes / self.bytes_each()).unwrap_or(usize::MAX);
        let keep = (most / 4 * 3).max(least_kept(&self.packed));
        (keep, most.max(keep + keep / 3))
    }

    /// Whether a bound of so many bytes takes no heap from a table that may have run a stride beyond it.
    pub(crate) fn fits(&self, bytes: u64) -> bool {
        self.kept() <= self.kept_within(bytes).1 + 2 * STRIDE
    }

    /// Computes at least the heaps up to `len`; false if it stopped because a value fits no kernel.
    pub(crate) fn extend(&mut self, len: u64, work: &Work<'_>) -> Result<bool> {
        let to = usize::try_from(len)
            .map_err(|_| Error::new(ErrorKind::Limit, format!("{len} heaps are too many")))?;
        while self.len() < to {
            let unit = format!("heaps, {} of them rare", self.packed.rares.len());
            work.step(&unit, self.len() as u64, Some(len))?;
            self.let_go();
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
        let Some(kernel) = Kernel::new(&self.packed, values, self.threads, Some(&self.kernel)) else {
            return false;
        };
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
    /// The narrowest kernel that holds all values of the table, and at least so many. What the kernel before it has learnt is
    /// taken over where it fits.
    fn new(packed: &Packed, values: usize, threads: Threads, before: Option<&Kernel>) -> Option<Kernel> {
        let values = values.max(packed.largest() + 1);
        let many = values > 64 && packed.rares.len() > FEW_TERMS;
        if values > scatter::VALUES {
            return None;
        }
        if (values > 128 || many) && values <= rows::VALUES {
            let covers = match before {
                Some(Kernel::Rows(rows)) => Some(rows.covers().clone()),
                _ => None,
            };
            // A block with little to do is done before another thread has begun.
            let threads = if packed.terms().len() * values < SHARED { Threads::ONE } else { threads };
            return Some(Kernel::Rows(Box::new(Rows::new(packed, values, covers, threads))));
        }
        let width = values.next_power_of_two().max(16);
        let most = if values > rows::VALUES { SCATTER_HELPERS } else { HELPERS };
        let known = before.filter(|before| before.values() == width).and_then(Kernel::helpers);
        let helpers =
            known.map_or_else(|| helpers::choose(packed, HELPER_PARTS, most, width), <[Helper]>::to_vec);
        Some(match values {
            0..=16 => Kernel::Words16(Words::new(packed, helpers)),
            17..=32 => Kernel::Words32(Words::new(packed, helpers)),
            33..=64 => Kernel::Words64(Words::new(packed, helpers)),
            65..=128 => Kernel::Words128(Words::new(packed, helpers)),
            _ => Kernel::Scatter(Box::new(Scatter::new(packed, values, helpers))),
        })
    }

    fn run(&mut self, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        each!(self, kernel => kernel.run(packed, notes, to))
    }

    /// How many packed values fit.
    fn values(&self) -> usize {
        each!(self, kernel => kernel.values())
    }

    /// The helpers of kernels that choose them for all values together.
    fn helpers(&self) -> Option<&[Helper]> {
        match self {
            Kernel::Words16(words) => Some(words.helpers()),
            Kernel::Words32(words) => Some(words.helpers()),
            Kernel::Words64(words) => Some(words.helpers()),
            Kernel::Words128(words) => Some(words.helpers()),
            Kernel::Rows(_) => None,
            Kernel::Scatter(scatter) => Some(scatter.helpers()),
        }
    }

    fn helper_bound(&self) -> usize {
        each!(self, kernel => kernel.helper_bound())
    }
}

#[cfg(test)]
mod tests;
