//! Helpers: small common parts whose splits exclude the rare values of nearly every heap.
//!
//! Which parts help most is learnt from a sample of heaps: of all small common parts the one that covers the most open
//! (heap, rare value) pairs is taken, again and again (greedy set cover, with gains re-examined only when they lead).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::heap::packed::{Packed, Term};

/// A common part and the term of splitting it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Helper {
    /// The part; 0 stands for a take.
    pub(crate) part: usize,
    pub(crate) term: Term,
}

/// How many heaps are in the sample, unless there are so many values that fewer show as much.
const SAMPLE: usize = 1024;
/// How many pairs of a heap and a value are in the sample at most.
const PAIRS: usize = 1 << 17;

/// Chooses at most `most` helpers with parts up to `bound`, for packed values below `values`, a power of two.
///
/// Once the whole sample is covered it is covered again with other helpers, since heaps outside the sample are not
/// quite like those within. Rare heaps in reach of the sample are overlooked here: the choice is a guess, and verification checks it.
pub(crate) fn choose(packed: &Packed, bound: usize, most: usize, values: usize) -> Vec<Helper> {
    let sample = SAMPLE.min(PAIRS / values);
    let start = packed.len().saturating_sub(sample).max(packed.start());
    let heaps = start..packed.len();
    let rare_below = |n: usize| {
        let value = packed.value(n);
        // The rare values of one heap of the sample, a byte each: 1 while open.
        (0..values as u32).map(move |v| u8::from(packed.unpack(v, n as u64, true) < value))
    };
    let all: Vec<u8> = heaps.clone().flat_map(rare_below).collect();
    let candidates = candidates(packed, bound.min(start / 2));
    let reach = candidates.iter().map(|h| h.term.distance).max().unwrap_or(0);
    let cells: Vec<u16> = (start - reach..packed.len()).map(|n| packed.cell(n)).collect();
    // The places in `open` that a helper covers.
    let covers = |helper: &Helper| {
        let from = reach - helper.term.distance;
        let (run, add) = (&cells[from..from + heaps.len()], helper.term.add);
        run.iter().enumerate().map(move |(i, cell)| i * values + usize::from(cell ^ add))
    };
    let gain = |helper: &Helper, open: &[u8]| covers(helper).map(|at| u32::from(open[at])).sum::<u32>();
    let (mut chosen, mut free) = (Vec::new(), vec![true; candidates.len()]);
    while chosen.len() < most {
        let mut open = all.clone();
        let fresh = candidates.iter().enumerate().filter(|c| free[c.0]);
        let mut queue: BinaryHeap<(u32, Reverse<usize>)> =
            fresh.map(|(at, h)| (gain(h, &open), Reverse(at))).collect();
        let before = chosen.len();
        while chosen.len() < most
            && let Some((_, at)) = queue.pop()
        {
            let helper = candidates[at.0];
            let now = gain(&helper, &open);
            if now == 0 {
                continue;
            }
            if queue.peek().is_none_or(|next| (now, at) >= *next) {
                covers(&helper).for_each(|at| open[at] = 0);
                chosen.push(helper);
                free[at.0] = false;
            } else {
                queue.push((now, at));
            }
        }
        if chosen.len() == before {
            break;
        }
    }
    chosen
}

fn candidates(packed: &Packed, bound: usize) -> Vec<Helper> {
    let moves = &packed.moves;
    let takes = moves.takes.iter().filter(|&&t| !packed.takes_keep_class(t));
    let mut list: Vec<Helper> =
        takes.map(|&t| Helper { part: 0, term: Term { add: 0, distance: t as usize } }).collect();
    for part in (moves.least_part as usize..=bound).filter(|&i| !packed.is_rare(i)) {
        for &t in &moves.breaks {
            list.push(Helper { part, term: Term { add: packed.cell(part), distance: part + t as usize } });
        }
    }
    list
}
