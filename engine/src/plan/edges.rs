//! Splits that are cut off at the ends: `max(i-2,0) & max(n-i-1,0) for i in 1..n`, as in crosses-crosses.
//!
//! With e = i−c and f = n−i−d, and i from L to n−h, a move falls into one of four regions: both e, f ≥ 0 leaves the
//! pair (e, f), which removes c+d tokens; e < 0 ≤ f leaves n−(i+d) for each of the finitely many i < c; f < 0 ≤ e
//! leaves n−(j+c) for each of the finitely many j = n−i < d; both negative leaves nothing, from the heap i+j alone.
//! Each region is a set of digits of a code.

use crate::rules::{Function, Kind, QualifierForm, SetForm, Term, TermKind};

use super::shape::{HEAP, heap};
use crate::proofs::linear::Linear;

/// More values than this at an edge are not written out.
const WIDEST: i64 = 64;

/// The moves as (amount removed, number of non-empty parts left), if the kind has this shape.
pub(super) fn read(kind: &Kind) -> Option<Vec<(u64, usize)>> {
    let [QualifierForm::Each(slot, SetForm::Range(low, high))] = &kind.steps[..] else { return None };
    let [first, second] = &kind.parts[..] else { return None };
    if first.count.is_some() || second.count.is_some() {
        return None;
    }
    let (first, second) = (cut_off(&first.place[0])?, cut_off(&second.place[0])?);
    let (e, f) = if first.coefficient(HEAP) == 0 { (first, second) } else { (second, first) };
    let chosen = Linear::variable(*slot);
    let c = chosen.minus(&e).as_constant()?;
    let d = heap().minus(&chosen).minus(&f).as_constant()?;
    let least = low.as_const()?;
    let h = heap().minus(&Linear::of(high)?).as_constant()?;
    let small = |v: i64| (0..=WIDEST).contains(&v);
    if ![c, d, least, h].into_iter().all(small) {
        return None;
    }
    let mut moves = Vec::new();
    pair(&mut moves, c + d, (least - c).max(0), (h - d).max(0))?;
    // At an edge the other part has at least as many tokens as the range demands beyond its own cut.
    for i in least..c {
        single(&mut moves, i + d, (h - d).max(0))?;
    }
    for j in h..d {
        single(&mut moves, j + c, (least - c).max(0))?;
    }
    for i in least..c {
        moves.extend((h..d).map(|j| ((i + j) as u64, 0)));
    }
    // Taking nothing and leaving the heap whole is no move of a code.
    moves.iter().all(|&(amount, parts)| amount > 0 || parts > 1).then_some(moves)
}

/// The pairs (e, f) with e ≥ `a` and f ≥ `b` that are left when `amount` is gone.
fn pair(moves: &mut Vec<(u64, usize)>, amount: i64, a: i64, b: i64) -> Option<()> {
    let least_parts = match (a, b) {
        (0, 0) => 0,
        (0, 1) | (1, 0) => 1,
        (1, 1) => 2,
        _ => return None,
    };
    moves.extend((least_parts..3).map(|parts| (amount as u64, parts)));
    Some(())
}

/// One part of at least `least` tokens that is left when `amount` is gone.
fn single(moves: &mut Vec<(u64, usize)>, amount: i64, least: i64) -> Option<()> {
    match least {
        0 => moves.extend([(amount as u64, 0), (amount as u64, 1)]),
        1 => moves.push((amount as u64, 1)),
        _ => return None,
    }
    Some(())
}

/// The linear form e of a part `max(e, 0)`.
fn cut_off(term: &Term) -> Option<Linear> {
    let TermKind::Call(Function::Max, arguments) = &term.kind else { return None };
    match &arguments[..] {
        [e, zero] | [zero, e] if zero.as_const() == Some(0) => Linear::of(e),
        _ => None,
    }
}
