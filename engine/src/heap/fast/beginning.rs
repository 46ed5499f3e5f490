//! Where a period begins that was recognised by an anchor.
//!
//! The periodic part begins behind the anchor before the one that came back (see `anchors`). Two runs find out where: one goes on from that anchor, the other
//! from an anchor of the periodic part, some periods ahead of it. Both recompute what was let go, side by side, and the last heap at
//! which they differ is the last before the period. That takes about three times the distance of two anchors.

use super::anchors::Anchor;
use super::{Fast, Kernel, STRIDE, least_kept};
use crate::error::Result;
use crate::heap::digest::Digest;
use crate::heap::kernel::blocks::Notes;
use crate::heap::packed::Packed;
use crate::heap::recurrence::Recurrence;
use crate::work::Work;

impl Fast {
    /// The least heap from which on the sequence has period `p`, which is proved behind the anchor at heap `at`; `None` if what was
    /// kept does not tell.
    pub(crate) fn beginning(&self, at: usize, p: usize, work: &Work<'_>) -> Result<Option<usize>> {
        let anchors = self.anchors.kept();
        let Some(index) = anchors.iter().position(|anchor| anchor.at == at) else { return Ok(None) };
        let before = index.checked_sub(1).map(|i| &anchors[i]);
        let Some(mut early) = self.run_from(before) else { return Ok(None) };
        let (begins, to) = (early.len(), anchors[index].from());
        let ahead = at.saturating_sub(begins).div_ceil(p) * p;
        let Some(nearest) = anchors[index..].iter().rfind(|anchor| anchor.at <= begins + ahead) else {
            return Ok(None);
        };
        let Some(mut late) = self.run_from(Some(nearest)) else { return Ok(None) };
        if !late.extend((begins + ahead) as u64, work)? {
            return Ok(None);
        }
        let window = early.packed.start()..begins;
        let mut differs = match late.has(window.start + ahead) {
            true => early.last_difference(window, &late, ahead),
            false => return Ok(None),
        };
        let mut n = begins;
        while n < to {
            let next = n + STRIDE;
            if !early.extend(next as u64, work)? || !late.extend((next + ahead) as u64, work)? {
                return Ok(None);
            }
            differs = early.last_difference(n..next, &late, ahead).or(differs);
            n = next;
        }
        Ok(match (differs, before) {
            (Some(n), _) => Some(n + 1),
            (None, None) => Some(0),
            // It did not come back, so it differs: the checkpoint lied.
            (None, Some(_)) => None,
        })
    }

    /// The last heap of a range whose value is not that of the heap so far ahead in another run.
    fn last_difference(&self, range: std::ops::Range<usize>, other: &Fast, ahead: usize) -> Option<usize> {
        let (own, start) = (&self.packed, self.packed.start());
        let cells = own.cells().copy(range.start - start..range.end - start);
        let twin = range.start + ahead - other.packed.start();
        if range.start > own.last_rare() && other.packed.cells().has_at(twin, &cells) {
            return None;
        }
        range.rev().find(|&n| own.value(n) != other.value(n + ahead))
    }

    /// A run of its own from an anchor on, or from the first heaps.
    pub(super) fn run_from(&self, anchor: Option<&Anchor>) -> Option<Fast> {
        let first = self.packed.first().first(Packed::FIRST.min(self.packed.first().len()));
        let (moves, class) = (self.packed.moves.clone(), self.packed.class);
        let rares_below = |end: usize| {
            let below = |r: &&(u64, u16)| r.0 < end as u64;
            self.packed.rares.iter().take_while(below).copied().collect()
        };
        let packed = match anchor {
            Some(anchor) if anchor.window.len() < least_kept(&self.packed) => return None,
            Some(Anchor { at, window, .. }) => {
                let start = at - window.len();
                Packed::from_parts(moves, class, rares_below(*at), first, start, window.clone())
            }
            None => {
                let rares = rares_below(first.len());
                Packed::from_parts(moves, class, rares, Default::default(), 0, first)
            }
        };
        let kernel = Kernel::new(&packed, self.kernel.values(), self.threads, Some(&self.kernel))?;
        Some(Fast {
            began: packed.len(),
            last: self.last,
            witnesses: kernel.helper_bound(),
            digest: Digest::beginning_at(packed.start()),
            packed,
            kernel,
            threads: self.threads,
            notes: Notes::default(),
            recurrence: Recurrence::default(),
            // As little as a kernel needs.
            bound: Some(0),
            stuck: false,
            came_back: None,
            anchors: Default::default(),
            returned: None,
        })
    }
}
