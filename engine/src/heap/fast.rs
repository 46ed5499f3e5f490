//! Octal games with a sparse space, a block of heaps at a time, and theorem W.
//!
//! The kernel is chosen by the range of packed values: words of 16, 32, 64 or 128 bits. It runs until a value does
//! not fit (then a wider one takes over), or until a heap turns out to be rare (then its terms are added and the run goes on
//! behind it). Every heap is verified.
//!
//! **Theorem W.** Let moves remove at most `k` tokens, and let a class of values be given. Suppose, for numbers `R ≤ I`, `W = I + k`,
//! `p`, `n1` with `n1 - W > I`:
//!
//! (a) all heaps `n` with `R < n < n1 + p` have common values;
//! (b) `G(n+p) = G(n)` for `n1 - W ≤ n < n1`, and `p` is even if the class depends on the parity of the heap;
//! (c) for `n1 ≤ n < n1 + p`, every rare `v < G(n)` is the value of an option of `n` that is a take or a split with a part
//!     `i ≤ I`.
//!
//! Then `G(n+p) = G(n)` for all `n ≥ n1 - W`, and all of them are common. The proof is in `docs/theorem-w.md`.

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Result};
use crate::heap::exact::Exact;
use crate::heap::kernel::helpers;
use crate::heap::kernel::words::{End, Notes, Pair, Words};
use crate::heap::packed::Packed;
use crate::heap::period::Period;
use crate::heap::recurrence::Recurrence;
use crate::heap::sparse::Class;
use crate::progress::{Progress, Step};

/// What theorem W was applied to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SparseProof {
    /// Which values are rare.
    pub class: Class,
    /// All rare heaps from 1 on, with their values.
    pub rares: Vec<(u64, u16)>,
    /// `I`: no witness and no rare heap is larger.
    pub bound: u64,
    /// `n1`: the first heap whose option values are inherited.
    pub from: u64,
}

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
}

#[derive(Clone, Debug)]
enum Kernel {
    Words16(Words<u16>),
    Words32(Words<u32>),
    Words64(Words<u64>),
    Words128(Words<Pair>),
}

/// How many heaps are computed between two looks at the progress sink.
const STRIDE: usize = 1 << 16;
/// The largest part among the helpers; the window of theorem W is at least as long.
const HELPER_PARTS: usize = 1 << 11;
/// How many helpers there are at most.
const HELPERS: usize = 192;

impl Fast {
    /// Takes over from the exact engine if its table has a sparse space that a kernel can hold.
    pub(crate) fn new(exact: &Exact) -> Option<Fast> {
        let packed = Packed::from_exact(exact)?;
        if packed.rares.len() * 16 > packed.len() || packed.len() < 4 * HELPER_PARTS {
            return None;
        }
        let last = packed.moves.breaks.iter().chain(&packed.moves.takes).copied().max()? as usize;
        let kernel = Kernel::new(&packed, 0)?;
        let (began, notes, recurrence) = (packed.len(), Notes::default(), Recurrence::default());
        Some(Fast { packed, kernel, notes, recurrence, began, last })
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
        let (words, rares) = (self.kernel.values(), self.packed.rares.len());
        format!("sparse space in words of {words} bits, {rares} rare heaps")
    }

    /// Computes at least the heaps up to `len`.
    pub(crate) fn extend(&mut self, len: u64, progress: &dyn Progress) -> Result<()> {
        let to = usize::try_from(len)
            .map_err(|_| Error::new(ErrorKind::Limit, format!("{len} heaps are too many")))?;
        while self.len() < to {
            progress.step(Step { unit: "heaps", done: self.len() as u64, total: Some(len) })?;
            let stride = to.min(self.len() + STRIDE);
            match self.kernel.run(&mut self.packed, &mut self.notes, stride) {
                End::Done => {}
                End::Rare => self.kernel = Kernel::after(&self.packed, 0)?,
                End::Wide => self.kernel = Kernel::after(&self.packed, self.kernel.values() + 1)?,
                End::Forgotten => {
                    let n = self.len();
                    let what = format!("a heap from {n} on needs values that were not kept");
                    return Err(
                        Error::new(ErrorKind::Limit, what).hint("run it again with the whole table kept")
                    );
                }
            }
        }
        Ok(())
    }

    /// Tries to prove a period with what is computed; else says how long the table should be for the next try.
    pub(crate) fn prove(&mut self) -> std::result::Result<(Period, SparseProof), usize> {
        let (bytes, start) = (self.packed.bytes(), self.packed.start());
        let long = self.recurrence.scan(bytes, start);
        let later = self.len() + (self.len() / 32).clamp(1 << 15, 1 << 22);
        let mut ask = later;
        for p in [Recurrence::short(bytes), long].into_iter().flatten() {
            match self.theorem_w(self.even(p)) {
                Ok(proof) => return Ok(proof),
                Err(needed) if needed > self.len() => ask = ask.min(needed),
                Err(_) => {}
            }
        }
        Err(ask)
    }

    fn even(&self, p: usize) -> usize {
        if self.packed.class.parity.is_some() && p % 2 == 1 { 2 * p } else { p }
    }

    /// Applies theorem W to period `p`; the error is how many heaps it would need.
    fn theorem_w(&self, p: usize) -> std::result::Result<(Period, SparseProof), usize> {
        let Some(preperiod) = self.preperiod(p) else { return Err(0) };
        let p = self.least_divisor(p, preperiod);
        let preperiod = self.preperiod(p).unwrap_or(preperiod);
        let mut bound = self.packed.last_rare().max(self.kernel.helper_bound());
        loop {
            let window = bound + self.last;
            let from =
                (preperiod + window).max(bound + window + 1).max(self.began).max(self.packed.last_rare() + 1);
            let split = &self.packed.moves;
            let from = from.max(split.least_heap as usize).max(split.least_part as usize + window);
            if from + p > self.len() {
                return Err(from + p);
            }
            let outliers = self.notes.outliers.iter();
            let inside = outliers.filter(|o| (from as u64..(from + p) as u64).contains(&o.0));
            let worst = inside.map(|o| o.1 as usize).max().unwrap_or(0);
            if worst <= bound {
                let (class, rares) = (self.packed.class, self.packed.rares.clone());
                let proof = SparseProof { class, rares, bound: bound as u64, from: from as u64 };
                return Ok((Period { preperiod: preperiod as u64, period: p as u64, saltus: 0 }, proof));
            }
            bound = worst;
        }
    }

    /// The least heap from which on the table has period `p`; `None` if it had to be sought among forgotten heaps.
    fn preperiod(&self, p: usize) -> Option<usize> {
        let packed = &self.packed;
        let last_rare = packed.last_rare();
        let mut n = packed.len().checked_sub(p)?;
        // Among common heaps and an even distance (if that matters) equal bytes are equal values.
        let (bytes, start) = (packed.bytes(), packed.start());
        const RUN: usize = 4096;
        while n > RUN + start.max(last_rare + 1) {
            let at = n - RUN - start;
            if bytes[at..at + RUN] != bytes[at + p..at + p + RUN] {
                break;
            }
            n -= RUN;
        }
        while n > 0 {
            if !packed.has(n - 1) {
                return None;
            }
            if packed.value(n - 1) != packed.value(n - 1 + p) {
                break;
            }
            n -= 1;
        }
        Some(n)
    }

    /// The least divisor of `p` that is a period of one full round.
    fn least_divisor(&self, mut p: usize, preperiod: usize) -> usize {
        let from = self.len() - p;
        if from < preperiod || from <= self.packed.last_rare() || from < self.packed.start() {
            return p;
        }
        let round = &self.packed.bytes()[from - self.packed.start()..];
        let (mut rest, mut q) = (p, 2);
        while rest > 1 {
            if !rest.is_multiple_of(q) {
                q = if q * q > rest { rest } else { q + 1 };
                continue;
            }
            rest /= q;
            let shorter = p / q;
            if self.even(shorter) == shorter && round[shorter..] == round[..round.len() - shorter] {
                p = shorter;
            }
        }
        p
    }
}

impl Kernel {
    /// The narrowest kernel that holds all values of the table, and at least so many.
    fn new(packed: &Packed, values: usize) -> Option<Kernel> {
        let most = packed.first().iter().chain(packed.bytes()).copied().max().unwrap_or(0);
        let values = values.max(usize::from(most) + 1);
        let helpers = helpers::choose(packed, HELPER_PARTS, HELPERS);
        Some(match values {
            0..=16 => Kernel::Words16(Words::new(packed, &helpers)),
            17..=32 => Kernel::Words32(Words::new(packed, &helpers)),
            33..=64 => Kernel::Words64(Words::new(packed, &helpers)),
            65..=128 => Kernel::Words128(Words::new(packed, &helpers)),
            _ => return None,
        })
    }

    /// The kernel to go on with when the last run ended early.
    fn after(packed: &Packed, values: usize) -> Result<Kernel> {
        Kernel::new(packed, values)
            .ok_or_else(|| Error::new(ErrorKind::Limit, "the values do not fit the sparse engine"))
    }

    fn run(&mut self, packed: &mut Packed, notes: &mut Notes, to: usize) -> End {
        match self {
            Kernel::Words16(words) => words.run(packed, notes, to),
            Kernel::Words32(words) => words.run(packed, notes, to),
            Kernel::Words64(words) => words.run(packed, notes, to),
            Kernel::Words128(words) => words.run(packed, notes, to),
        }
    }

    /// How many packed values fit.
    fn values(&self) -> usize {
        match self {
            Kernel::Words16(_) => 16,
            Kernel::Words32(_) => 32,
            Kernel::Words64(_) => 64,
            Kernel::Words128(_) => 128,
        }
    }

    fn helper_bound(&self) -> usize {
        match self {
            Kernel::Words16(words) => words.helper_bound(),
            Kernel::Words32(words) => words.helper_bound(),
            Kernel::Words64(words) => words.helper_bound(),
            Kernel::Words128(words) => words.helper_bound(),
        }
    }
}
