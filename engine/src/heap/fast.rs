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
use crate::heap::checkpoint::{self, Reader, Writer};
use crate::heap::code::TakeBreak;
use crate::heap::exact::{Exact, Moves};
use crate::heap::kernel::helpers;
use crate::heap::kernel::rows::{self, Covers, Rows};
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
    /// In bounded memory: how many of the last heaps are kept.
    keep: Option<usize>,
    /// A distance at which the sequence came back, not yet tried as its period.
    came_back: Option<usize>,
}

#[derive(Clone, Debug)]
enum Kernel {
    Words16(Words<u16>),
    Words32(Words<u32>),
    Words64(Words<u64>),
    Words128(Words<Pair>),
    Rows(Box<Rows>),
}

/// What was read of a sequence before the next frame of its checkpoint.
pub(crate) enum Table<'a> {
    Values(&'a [u16]),
    Packed(&'a Fast),
}

/// How many heaps are computed between two looks at the progress sink.
const STRIDE: usize = 1 << 16;
/// The largest part among the helpers; the window of theorem W is at least as long.
const HELPER_PARTS: usize = 1 << 11;
/// With more rare heaps than this, bit rows are faster than words of 128 bits.
const FEW_TERMS: usize = 64;
/// How many helpers there are at most.
const HELPERS: usize = 192;

impl Fast {
    /// Takes over from the exact engine if its table has a sparse space that a kernel can hold.
    pub(crate) fn new(exact: &Exact) -> Option<Fast> {
        let packed = Packed::from_exact(exact)?;
        if packed.rares.len() * 8 > packed.len() || packed.len() < 4 * HELPER_PARTS {
            return None;
        }
        let last = packed.moves.breaks.iter().chain(&packed.moves.takes).copied().max()? as usize;
        let kernel = Kernel::new(&packed, 0, None)?;
        let (began, notes, recurrence) = (packed.len(), Notes::default(), Recurrence::default());
        Some(Fast { packed, kernel, notes, recurrence, began, last, keep: None, came_back: None })
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
        self.keep = Some(keep.max(1 << 17));
        self.let_go(1);
    }

    /// Lets go of old heaps once there are `times` as many as are to be kept.
    fn let_go(&mut self, times: usize) {
        let Some(keep) = self.keep.map(|keep| keep.max(2 * self.packed.last_rare())) else { return };
        if self.packed.bytes().len() > times * keep {
            self.came_back =
                self.recurrence.scan(self.packed.bytes(), self.packed.start()).or(self.came_back);
            self.packed.forget(keep);
        }
    }

    /// Writes the heaps from `since` on, as far as they are kept, and the state.
    pub(crate) fn write(&self, since: usize, out: &mut Writer) {
        let packed = &self.packed;
        let from = since.max(packed.start());
        out.number(packed.class.mask.into());
        out.number(packed.class.parity.map_or(2, u64::from));
        out.numbers(packed.rares.iter().map(|r| [r.0, r.1.into(), 0]));
        out.number(self.began as u64);
        out.number(packed.start() as u64);
        out.number(from as u64);
        out.run(if packed.start() > 0 { packed.first() } else { &[] });
        out.run(&packed.bytes()[from - packed.start()..]);
        out.number(self.notes.searched);
        out.numbers(self.notes.outliers.iter().map(|o| [o.0, o.1, 0]));
        self.recurrence.write(out);
    }

    /// Reads what `write` wrote, behind what was read before.
    pub(crate) fn read(game: &TakeBreak, before: Table<'_>, input: &mut Reader<'_>) -> Result<Fast> {
        let wrong = |what: &str| checkpoint::damaged(0, what);
        let mask = input.number()? as u32;
        let parity = Some(input.number()? as u32).filter(|&t| t < 2);
        let class = Class { mask, parity };
        let rares: Vec<(u64, u16)> = input.numbers()?.iter().map(|r| (r[0], r[1] as u16)).collect();
        let (began, start, from) = (input.number()?, input.number()? as usize, input.number()? as usize);
        let (first, new) = (input.run()?, input.run()?);
        let moves = Moves::new(game);
        if mask == 0 || rares.windows(2).any(|w| w[0].0 >= w[1].0) || moves.breaks.is_empty() {
            return Err(wrong("its rare heaps make no sense"));
        }
        let empty = Packed::from_parts(moves.clone(), class, rares.clone(), Vec::new(), 0, Vec::new());
        // Heaps between the start of this table and its new part must be known from before.
        let mut bytes: Vec<u8> = match before {
            _ if start == from => Vec::new(),
            Table::Packed(fast)
                if fast.packed.class == class && fast.packed.start() <= start && fast.len() == from =>
            {
                fast.packed.bytes()[start - fast.packed.start()..].to_vec()
            }
            Table::Values(values) if start == 0 && values.len() == from => {
                values.iter().map(|&v| empty.pack(v.into()) as u8).collect()
            }
            _ => return Err(wrong("it does not follow the one before it")),
        };
        bytes.extend_from_slice(new);
        if start > 0 && first.len() < Packed::FIRST.min(start) || start + bytes.len() < 4 * HELPER_PARTS {
            return Err(wrong("it is too short"));
        }
        let packed = Packed::from_parts(moves, class, rares, first.to_vec(), start, bytes);
        let searched = input.number()?;
        let outliers = input.numbers()?.iter().map(|o| (o[0], o[1])).collect();
        let recurrence = Recurrence::read(input)?;
        let kernel = Kernel::new(&packed, 0, None).ok_or_else(|| wrong("its values are too large"))?;
        let last = packed.moves.breaks.iter().chain(&packed.moves.takes).copied().max().unwrap_or(0) as usize;
        let notes = Notes { outliers, searched };
        let began = began as usize;
        Ok(Fast { packed, kernel, notes, recurrence, began, last, keep: None, came_back: None })
    }

    /// Computes at least the heaps up to `len`; false if it stopped because a value fits no kernel.
    pub(crate) fn extend(&mut self, len: u64, progress: &dyn Progress) -> Result<bool> {
        let to = usize::try_from(len)
            .map_err(|_| Error::new(ErrorKind::Limit, format!("{len} heaps are too many")))?;
        while self.len() < to {
            progress.step(Step { unit: "heaps", done: self.len() as u64, total: Some(len) })?;
            self.let_go(4);
            let stride = to.min(self.len() + STRIDE);
            match self.kernel.run(&mut self.packed, &mut self.notes, stride) {
                End::Done => {}
                End::Rare if self.change_kernel(0) => {}
                End::Wide if self.change_kernel(self.kernel.values() + 1) => {}
                End::Rare | End::Wide => return Ok(false),
                End::Forgotten => {
                    let n = self.len();
                    let what = format!("a heap from {n} on needs values that were not kept");
                    return Err(
                        Error::new(ErrorKind::Limit, what).hint("run it again with the whole table kept")
                    );
                }
            }
        }
        Ok(true)
    }

    /// Goes on with a kernel for at least so many values; false if there is none.
    fn change_kernel(&mut self, values: usize) -> bool {
        let covers = match &self.kernel {
            Kernel::Rows(rows) if rows.values() >= values => Some(rows.covers().clone()),
            _ => None,
        };
        let kernel = Kernel::new(&self.packed, values, covers);
        kernel.map(|kernel| self.kernel = kernel).is_some()
    }

    /// The values of all heaps, for an engine without a limit on them; `None` if some were let go.
    pub(crate) fn all_values(&self) -> Option<Vec<u32>> {
        (self.packed.start() == 0).then(|| (0..self.len()).map(|n| self.value(n)).collect())
    }

    /// Tries to prove a period with what is computed; else says how long the table should be for the next try.
    pub(crate) fn prove(&mut self) -> std::result::Result<(Period, SparseProof), usize> {
        let (bytes, start) = (self.packed.bytes(), self.packed.start());
        let long = self.recurrence.scan(bytes, start).or(self.came_back.take());
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
        let Some(preperiod) = self.preperiod(p).filter(|_| p > 0) else { return Err(0) };
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
    fn new(packed: &Packed, values: usize, covers: Option<Covers>) -> Option<Kernel> {
        let most = packed.first().iter().chain(packed.bytes()).copied().max().unwrap_or(0);
        let values = values.max(usize::from(most) + 1);
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
