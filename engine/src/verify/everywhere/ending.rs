//! Every play ends: some weighed sum of the coordinates falls with every move, or the first of several that changes does.

use crate::meter::Meter;
use crate::prove::WrittenAutomaton;
use crate::rules::Form;

use super::super::{Refused, reject};
use super::claimed::Claimed;
use super::formula::{Condition, Formula, Sum};
use super::reading::System;
use super::walk::Walk;

/// Weights of coordinates that are tried together, from 1 to this.
const HEAVIEST: i64 = 3;
/// A part that is always left.
static ALWAYS: Condition = Condition::All(Vec::new());

pub(super) fn ends(form: &Form, system: System, moves: &[Formula], meter: &Meter<'_>) -> Result<(), Refused> {
    // Nothing reads the parts here.
    let nothing =
        Claimed::read(&WrittenAutomaton { accepting: Vec::new(), next: Vec::new() }, system, 0, meter)?;
    'orders: for rows in orders(form.axes.len()) {
        for formula in moves {
            let counted = formula.parts.iter().filter(|part| !part.is_empty());
            let left = counted.map(|part| (part, &ALWAYS));
            for (part, some) in left.chain(formula.cancelled.iter().map(|(part, some)| (part, some))) {
                let rising = not_falling(formula, part, some, &rows);
                let mut walk = Walk::new(system, form.axes.len(), false, &nothing, vec![rising]);
                if walk.is_possible(meter)? {
                    continue 'orders;
                }
            }
        }
        return Ok(());
    }
    reject("every play ends", "no weighed sum of the coordinates was found to fall with every move")
}

/// What may fall: one coordinate, weighed sums, coordinates one after the other.
fn orders(axes: usize) -> Vec<Vec<Vec<i64>>> {
    let unit = |axis: usize| (0..axes).map(|i| i64::from(i == axis)).collect::<Vec<i64>>();
    let mut orders: Vec<Vec<Vec<i64>>> = (0..axes).map(|axis| vec![unit(axis)]).collect();
    orders.push(vec![vec![1; axes]]);
    if axes <= 3 {
        let weight = |code: i64, axis: usize| code / HEAVIEST.pow(axis as u32) % HEAVIEST + 1;
        let weights = |code: i64| vec![(0..axes).map(|axis| weight(code, axis)).collect::<Vec<i64>>()];
        orders.extend((1..HEAVIEST.pow(axes as u32)).map(weights));
    }
    let mut sequences: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..axes.min(4) {
        let longer = |before: Vec<usize>| {
            let rest: Vec<usize> = (0..axes.min(4)).filter(|axis| !before.contains(axis)).collect();
            rest.into_iter().map(move |axis| [&before[..], &[axis]].concat())
        };
        sequences = sequences.into_iter().flat_map(longer).collect();
    }
    orders.extend(sequences.into_iter().map(|sequence| sequence.into_iter().map(unit).collect()));
    orders
}

/// The moves that leave such a part after which the first row that changes has not become smaller.
fn not_falling(formula: &Formula, part: &[usize], some: &Condition, rows: &[Vec<i64>]) -> Formula {
    let mut sums = formula.sums.clone();
    let mut place = |sum: Sum| {
        sums.push(sum);
        sums.len() - 1
    };
    let mut falls = Condition::Any(Vec::new());
    for row in rows.iter().rev() {
        let change = row.iter().enumerate().fold(Sum::default(), |sum, (axis, weight)| {
            let after = Sum { constant: 0, terms: vec![(part[axis], 1)] };
            let before = Sum { constant: 0, terms: vec![(axis, 1)] };
            sum.plus((*weight).into(), &after).plus(-i128::from(*weight), &before)
        });
        let smaller = Condition::Not(Box::new(Condition::AtLeastZero(place(change.clone()))));
        let same = Condition::Zero(place(change));
        falls = Condition::Any(vec![smaller, Condition::All(vec![same, falls])]);
    }
    let rises = Condition::Not(Box::new(falls));
    let condition = Condition::All(vec![formula.condition.clone(), some.clone(), rises]);
    Formula { numbers: formula.numbers, sums, condition, parts: Vec::new(), cancelled: Vec::new() }
}
