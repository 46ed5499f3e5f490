//! The search for a pair of heaps whose values add up to a given one.

use super::dispatch;

/// The first index at which the exclusive or of the two runs is `v`.
pub(crate) fn pair(a: &[u16], b: &[u16], v: u16) -> Option<usize> {
    dispatch!(pair_any(a: &[u16], b: &[u16], v: u16) -> Option<usize>)
}

#[inline(always)]
fn pair_any(a: &[u16], b: &[u16], v: u16) -> Option<usize> {
    const RUN: usize = 128;
    let (a_runs, b_runs) = (a.chunks(RUN), b.chunks(RUN));
    for (index, (x, y)) in a_runs.zip(b_runs).enumerate() {
        // Without an early exit inside the run it becomes vector code.
        let hit = x.iter().zip(y).fold(0u16, |hit, (x, y)| hit | u16::from(x ^ y == v));
        if hit != 0 {
            let at = x.iter().zip(y).position(|(x, y)| x ^ y == v)?;
            return Some(index * RUN + at);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pair_is_found_wherever_it_is() {
        let a: Vec<u16> = (0..1000u16).map(|i| i * 7 % 64).collect();
        let b: Vec<u16> = (0..1000u32).map(|i| (i * i % 64) as u16).collect();
        for v in 0..64 {
            let first = a.iter().zip(&b).position(|(x, y)| x ^ y == v);
            assert_eq!(pair(&a, &b, v), first);
            assert_eq!(pair_any(&a, &b, v), first);
        }
        assert_eq!(pair(&a, &b, 64), None);
        assert_eq!(pair(&[], &[], 0), None);
    }
}
