//! A quantity that falls with every move, found by proof.
//!
//! If such a quantity exists the game cannot cycle, and positions can be tabulated in its order. Tried are the
//! coordinates in every order (lexicographically) and small positive weights, larger ones where the moves themselves say which.

use crate::report::sentence::Misfit;
use crate::rules::Form;
use crate::work::Work;

use super::cases::{Case, cases};
use super::linear::Linear;

/// Weights of two and of three coordinates go up to this where small ones do not fall,
const FAR_OF_TWO: i64 = 24;
const FAR_OF_THREE: i64 = 8;
/// and so many of them are worth a proof.
const TRIED: usize = 4;

/// Weights of the coordinates; several rows are compared lexicographically.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Potential {
    /// The first row that changes decides.
    pub rows: Vec<Vec<i64>>,
}

/// What is proved about how the moves of a rule change coordinates.
#[derive(Clone, Debug)]
pub struct Descent {
    /// What falls with every move.
    pub potential: Potential,
    /// For each coordinate, whether no move raises it.
    pub never_rises: Vec<bool>,
}

/// Finds a falling potential, or says why there is none to be had.
pub fn descent(form: &Form, work: &Work<'_>) -> Result<Descent, Misfit> {
    let Some(cases) = cases(form, work) else {
        return Err(Misfit::TooManyCases);
    };
    let axes = form.axes.len();
    let mut tried = candidates(axes).into_iter().chain(far_weights(&cases, axes));
    let potential = tried.find(|potential| falls(&cases, potential, work));
    let Some(potential) = potential else {
        return Err(Misfit::NothingFalls);
    };
    let never_rises = (0..axes).map(|axis| stays_below(&cases, axis, work)).collect();
    Ok(Descent { potential, never_rises })
}

/// For each coordinate, whether it is proved that no move raises it.
pub fn never_rises(form: &Form, work: &Work<'_>) -> Vec<bool> {
    let Some(cases) = cases(form, work) else { return vec![false; form.axes.len()] };
    (0..form.axes.len()).map(|axis| stays_below(&cases, axis, work)).collect()
}

fn stays_below(cases: &[Case], axis: usize, work: &Work<'_>) -> bool {
    let fall = |part: &[Linear]| Linear::variable(axis).minus(&part[axis]);
    each_part(cases, |case, part| case.implies(&fall(part), work))
}

/// Coordinates that each go one way only, and at least one of which changes with every move: positions can be tabulated
/// coordinate by coordinate, each from where it ends.
#[derive(Clone, Debug)]
pub struct Drift {
    /// For each coordinate, whether no move raises it; no move lowers the others.
    pub never_rises: Vec<bool>,
    /// For each coordinate that rises, one that does not and is at least as large after every move, if there is one.
    pub below: Vec<Option<usize>>,
}

/// Finds out which way every coordinate goes, if each goes one way.
pub fn drift(form: &Form, work: &Work<'_>) -> Option<Drift> {
    let cases = cases(form, work)?;
    let axes = form.axes.len();
    let goes = |axis: usize, sign: i128| {
        let change = |part: &[Linear]| Linear::variable(axis).minus(&part[axis]).times(sign);
        each_part(&cases, |case, part| case.implies(&change(part), work))
    };
    let never_rises: Vec<bool> = (0..axes).map(|axis| goes(axis, 1)).collect();
    if !(0..axes).all(|axis| never_rises[axis] || goes(axis, -1)) {
        return None;
    }
    let moves = each_part(&cases, |case, part| {
        let change = |axis: usize| part[axis].minus(&Linear::variable(axis));
        let still: Vec<Linear> = (0..axes).flat_map(|axis| [change(axis), change(axis).times(-1)]).collect();
        case.excludes(&still, work)
    });
    let below = |axis: usize| {
        let above = |other: &usize| {
            each_part(&cases, |case, part| case.implies(&part[*other].minus(&part[axis]), work))
        };
        (0..axes).filter(|other| never_rises[*other]).find(above)
    };
    let below = (0..axes).map(|axis| if never_rises[axis] { None } else { below(axis) }).collect();
    moves.then_some(Drift { never_rises, below })
}

impl Potential {
    /// The axes in the order in which they are compared, the others behind them, if every row is one coordinate.
    pub fn axes_in_order(&self) -> Option<Vec<usize>> {
        let unit = |row: &Vec<i64>| {
            let one = row.iter().position(|w| *w == 1)?;
            (row.iter().filter(|w| **w != 0).count() == 1).then_some(one)
        };
        let first = self.rows.iter().map(unit).collect::<Option<Vec<usize>>>()?;
        let rest = (0..self.rows[0].len()).filter(|axis| !first.contains(axis));
        Some(first.iter().copied().chain(rest).collect())
    }

    /// In words, for `explain`.
    pub fn show(&self, form: &Form) -> String {
        let rows = self.rows.iter().map(|row| {
            let terms = row.iter().zip(&form.axes).filter(|(w, _)| **w != 0);
            let terms =
                terms.map(|(w, axis)| if *w == 1 { axis.name.clone() } else { format!("{w}{}", axis.name) });
            terms.collect::<Vec<_>>().join(" + ")
        });
        rows.collect::<Vec<_>>().join(", then ")
    }
}

fn each_part(cases: &[Case], mut claim: impl FnMut(&Case, &[Linear]) -> bool) -> bool {
    cases.iter().all(|case| case.parts.iter().all(|part| claim(case, part)))
}

fn falls(cases: &[Case], potential: &Potential, work: &Work<'_>) -> bool {
    each_part(cases, |case, part| {
        // The change of each row; the move must be excluded whenever it does not fall lexicographically.
        let change: Vec<Linear> = potential
            .rows
            .iter()
            .map(|row| {
                row.iter().enumerate().fold(Linear::default(), |sum, (axis, weight)| {
                    sum.plus(&part[axis].minus(&Linear::variable(axis)).times((*weight).into()))
                })
            })
            .collect();
        let mut unchanged: Vec<Linear> = Vec::new();
        for row in &change {
            if !case.excludes(&[&unchanged[..], &[row.shifted(-1)]].concat(), work) {
                return false;
            }
            unchanged.extend([row.clone(), row.times(-1)]);
        }
        case.excludes(&unchanged, work)
    })
}

fn candidates(axes: usize) -> Vec<Potential> {
    let unit = |axis: usize| (0..axes).map(|i| i64::from(i == axis)).collect::<Vec<i64>>();
    let mut found: Vec<Potential> = (0..axes).map(|axis| Potential { rows: vec![unit(axis)] }).collect();
    if axes > 1 {
        found.extend(weights(axes).into_iter().map(|row| Potential { rows: vec![row] }));
        let orders = permutations(axes.min(4));
        found.extend(
            orders.into_iter().map(|order| Potential { rows: order.into_iter().map(unit).collect() }),
        );
    }
    found
}

/// All ones first, then the other weights from 1 to 3 for a few coordinates.
fn weights(axes: usize) -> Vec<Vec<i64>> {
    let mut all = vec![vec![1; axes]];
    if axes <= 3 {
        let digits = |code: i64| (0..axes).map(|i| code / 3i64.pow(i as u32) % 3 + 1).collect::<Vec<i64>>();
        all.extend((1..3i64.pow(axes as u32)).map(digits));
    }
    all
}

/// Further weights, the least first, that make every move fall which changes coordinates by numbers that never change. Nothing
/// is proved here; it only keeps what cannot fall from being tried.
fn far_weights(cases: &[Case], axes: usize) -> impl Iterator<Item = Potential> {
    let most = match axes {
        2 => FAR_OF_TWO,
        3 => FAR_OF_THREE,
        _ => 0,
    };
    let change = |part: &Vec<Linear>| {
        let of = |axis: usize| part[axis].minus(&Linear::variable(axis)).as_constant();
        (0..axes).map(of).collect::<Option<Vec<i64>>>()
    };
    let changes: Vec<Vec<i64>> = cases.iter().flat_map(|case| &case.parts).filter_map(change).collect();
    let weights = move |code: i64| (0..axes).map(|i| code / most.max(1).pow(i as u32) % most + 1).collect();
    let mut rows: Vec<Vec<i64>> = (0..most.pow(axes as u32)).map(weights).collect();
    rows.retain(|row| {
        let sum = |change: &Vec<i64>| {
            row.iter().zip(change).map(|(w, c)| i128::from(*w) * i128::from(*c)).sum::<i128>()
        };
        !changes.is_empty() && changes.iter().all(|change| sum(change) < 0)
    });
    rows.sort_by_key(|row| row.iter().sum::<i64>());
    rows.into_iter().take(TRIED).map(|row| Potential { rows: vec![row] })
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    (0..n).fold(vec![vec![]], |shorter, _| {
        let longer = |p: Vec<usize>| {
            let rest: Vec<usize> = (0..n).filter(|i| !p.contains(i)).collect();
            rest.into_iter().map(move |i| [&p[..], &[i]].concat())
        };
        shorter.into_iter().flat_map(longer).collect()
    })
}
