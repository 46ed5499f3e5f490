//! The moves of a rule from all large heaps at once.
//!
//! One coordinate is the heap `y`; the others have fixed values, a *tag*. Terms are evaluated as affine functions of `y`, for all `y` of a residue class and
//! beyond a bound. A comparison of two such functions has one answer for all large `y`, and the bound grows to where that begins; a
//! remainder has one in a residue class. A choice from finitely many members branches; one choice from a range that grows with the heap is
//! kept as a symbol, and a condition on it cuts the range. What comes out is exact: beyond the bound the moves are these and no others. What
//! is not of this kind ends the attempt, and nothing is claimed.

mod branch;
mod choices;
mod terms;

use std::cell::Cell;
use std::sync::Arc;

use hashbrown::HashMap;

use crate::heap::{FarMoves, RowGame, Sweep, Target};
use crate::report::sentence::Misfit;
use crate::rules::{Domain, Evaluator, Form, Op, QualifierForm, SetForm, Term, TermKind};
use crate::work::Work;

use branch::{Affine, Branch, Heaps};

/// The most tags, and the largest bound and modulus.
const TAGS: usize = 1 << 9;
const BOUND: i128 = 1 << 12;
const MODULUS: i128 = 64;
/// The most branches of one kind of move from one tag.
const BRANCHES: usize = 1 << 12;
/// The most moves that are written down, and the most choices for one position before the bound.
const MOVES: usize = 1 << 20;
const CHOICES: u64 = 1 << 16;

/// A rule as a game of columns and tags.
#[derive(Clone, Debug)]
pub(crate) struct FarGame {
    /// The coordinate that is the column.
    pub(crate) heap: usize,
    /// The values of the other coordinates, by tag; the first is the one that was asked for.
    pub(crate) tags: Vec<Vec<i64>>,
    /// The first column that is a position.
    pub(crate) first: u64,
    pub(crate) game: RowGame,
}

impl FarGame {
    /// The tag and the column of a position, if it is one of these.
    pub(crate) fn locate(&self, place: &[i64]) -> Option<(u64, u32)> {
        let mut rest = place.to_vec();
        let column = rest.remove(self.heap);
        let tag = self.tags.iter().position(|tag| *tag == rest)?;
        Some((u64::try_from(column).ok()?, tag as u32))
    }

    /// The position at a column and a tag.
    pub(crate) fn place(&self, column: u64, tag: u32) -> Vec<i64> {
        place(&self.tags[tag as usize], self.heap, column as i64)
    }
}

fn place(tag: &[i64], heap: usize, column: i64) -> Vec<i64> {
    let mut place = tag.to_vec();
    place.insert(heap, column);
    place
}

/// The moves from a row, the tag `row` beside the coordinate `heap`, and from all rows that it leads to.
pub(crate) fn far_game(
    form: &Arc<Form>,
    heap: usize,
    row: Vec<i64>,
    work: &Work<'_>,
) -> Result<FarGame, Misfit> {
    let first = match &form.axes[heap].domain {
        Domain::Natural => 0,
        Domain::From(low) => {
            low.as_const().filter(|low| (0..BOUND as i64).contains(low)).ok_or(Misfit::DependsOnSize)?
        }
        _ => return Err(Misfit::NotOneUnbounded),
    };
    // Whoever asks may name a row outside of its domain.
    if !Evaluator::new(form.clone(), 1).is_legal(&place(&row, heap, first))? {
        return Err(Misfit::NotOneUnbounded);
    }
    let one_part = |kind: &crate::rules::Kind| {
        matches!(&kind.parts[..], [part] if part.count.is_none() && part.each.is_empty())
            && kind.gain.is_none()
            && !kind.again
    };
    if !form.kinds.iter().all(one_part) {
        return Err(Misfit::NotOneComponent);
    }
    let modulus = modulus(form).ok_or(Misfit::DependsOnSize)?;
    // Whole ranges first; where that fails, ranges by remainders.
    let steps: &[i128] = if modulus == 1 { &[1] } else { &[1, modulus] };
    let mut why = Misfit::DependsOnSize;
    for &step in steps {
        let reader = Reader { form, heap, first, modulus, step, bound: Cell::new(i128::from(first) + 1) };
        match reader.read(row.clone(), work) {
            Err(Misfit::DependsOnSize) => why = Misfit::DependsOnSize,
            read => return read,
        }
    }
    Err(why)
}

/// The least common multiple of all constants that something is divided by.
fn modulus(form: &Form) -> Option<i128> {
    let mut all = 1i128;
    let mut take = |divisor: i64| {
        let divisor = i128::from(divisor.max(1));
        let (mut a, mut b) = (all, divisor);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        all = (all / a).saturating_mul(divisor);
    };
    let terms = form.kinds.iter().flat_map(|kind| {
        let steps = kind.steps.iter().flat_map(|step| match step {
            QualifierForm::Guard(term) => vec![term],
            QualifierForm::Each(_, set) => terms_of(set),
        });
        steps.chain(kind.parts.iter().flat_map(|part| &part.place)).collect::<Vec<_>>()
    });
    terms.into_iter().for_each(|term| divisors(term, &mut take));
    (all <= MODULUS).then_some(all)
}

fn terms_of(set: &SetForm) -> Vec<&Term> {
    match set {
        SetForm::Range(low, high) => vec![low, high],
        SetForm::Members(members) => {
            members.iter().flat_map(|(first, last)| std::iter::once(first).chain(last)).collect()
        }
        SetForm::Filter(_, set, condition) => [terms_of(set), vec![condition]].concat(),
        SetForm::Call(..) | SetForm::Fixed(_) | SetForm::Entries(_) => Vec::new(),
    }
}

fn divisors(term: &Term, take: &mut dyn FnMut(i64)) {
    match &term.kind {
        TermKind::Const(_) | TermKind::Slot(_) | TermKind::Over(..) => {}
        TermKind::Neg(inner) | TermKind::Not(inner) | TermKind::Index(_, inner) => divisors(inner, take),
        TermKind::Binary(op, left, right) => {
            if let (Op::Div | Op::Rem, Some(divisor)) = (op, right.as_const()) {
                take(divisor);
            }
            divisors(left, take);
            divisors(right, take);
        }
        TermKind::Call(_, arguments) => arguments.iter().for_each(|argument| divisors(argument, take)),
        TermKind::If(three) => three.iter().for_each(|term| divisors(term, take)),
        TermKind::In(item, set) => {
            divisors(item, take);
            terms_of(set).into_iter().for_each(|term| divisors(term, take));
        }
    }
}

/// What a move leads to, with the tag written out.
enum Leads {
    Fall(u64, Vec<i64>),
    Sweep { to: Vec<i64>, from: u64, lag: u64, step: u64, class: u64 },
    Landmark(u64, Vec<i64>),
}

/// The tags that are known, with their numbers.
#[derive(Default)]
struct Tags {
    all: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, u32>,
}

impl Tags {
    fn number(&mut self, tag: Vec<i64>) -> Result<u32, Misfit> {
        if let Some(&number) = self.numbers.get(&tag) {
            return Ok(number);
        }
        if self.all.len() == TAGS {
            return Err(Misfit::TooManyStates);
        }
        let number = self.all.len() as u32;
        self.numbers.insert(tag.clone(), number);
        self.all.push(tag);
        Ok(number)
    }
}

/// The moves of a tag before the bound, column by column.
type NearColumns = Vec<Vec<Target>>;

struct Reader<'f> {
    form: &'f Arc<Form>,
    heap: usize,
    first: i64,
    modulus: i128,
    /// Of a range as long as the heap one class of so many is followed at a time.
    step: i128,
    bound: Cell<i128>,
}

impl Reader<'_> {
    fn read(&self, row: Vec<i64>, work: &Work<'_>) -> Result<FarGame, Misfit> {
        let mut tags = Tags::default();
        tags.number(row)?;
        let mut far: Vec<Vec<FarMoves>> = vec![Vec::new(); self.modulus as usize];
        let mut near: Vec<NearColumns> = Vec::new();
        let (mut moves, mut settled) = (0, 0);
        // Near columns may lead to tags that far ones do not, and those may raise the bound.
        loop {
            while far[0].len() < tags.all.len() {
                let tag = tags.all[far[0].len()].clone();
                for (residue, row) in (0..).zip(&mut far) {
                    work.step("proofs", 0, None)?;
                    let found = self.far_moves(&tag, residue, &mut tags)?;
                    moves += found.falls.len() + found.sweeps.len() + found.landmarks.len();
                    row.push(found);
                }
                if self.bound.get() > BOUND || moves > MOVES {
                    return Err(Misfit::DependsOnSize);
                }
            }
            self.clear_of_sweeps(&far)?;
            let bound = self.bound.get() as usize;
            if bound * tags.all.len() > MOVES {
                return Err(Misfit::TooManyForWindow);
            }
            if settled == tags.all.len() && near.first().is_none_or(|column: &Vec<_>| column.len() == bound) {
                break;
            }
            settled = tags.all.len();
            near = self.near_moves(bound, settled, &mut tags, &mut moves, work)?;
        }
        let count = tags.all.len();
        let bound = self.bound.get() as usize;
        let near =
            (0..bound).flat_map(|column| near.iter().map(move |of_tag| of_tag[column].clone())).collect();
        let game = RowGame { tags: count as u32, near, far };
        Ok(FarGame { heap: self.heap, tags: tags.all, first: self.first as u64, game })
    }

    /// Raises the bound to where every sweep, of whatever tag, is as far beyond its first column as the longest lag: from there on what is
    /// behind one sweep and not yet behind another has only columns that the sweep has.
    fn clear_of_sweeps(&self, far: &[Vec<FarMoves>]) -> Result<(), Misfit> {
        let sweeps = || far.iter().flatten().flat_map(|moves| &moves.sweeps);
        let first = sweeps().map(|sweep| sweep.from).max().unwrap_or(0);
        let lag = sweeps().map(|sweep| sweep.lag).max().unwrap_or(0).max(1);
        let clear = i128::from(first) + i128::from(lag);
        self.bound.set(self.bound.get().max(clear));
        if self.bound.get() > BOUND { Err(Misfit::DependsOnSize) } else { Ok(()) }
    }

    /// The moves before the bound, tag by tag and column by column, found by the evaluator.
    fn near_moves(
        &self,
        bound: usize,
        count: usize,
        tags: &mut Tags,
        moves: &mut usize,
        work: &Work<'_>,
    ) -> Result<Vec<NearColumns>, Misfit> {
        let mut evaluator = Evaluator::new(self.form.clone(), CHOICES);
        let mut near = Vec::with_capacity(count);
        for tag in 0..count {
            let mut columns = vec![Vec::new(); bound];
            for (column, found) in columns.iter_mut().enumerate().skip(self.first as usize) {
                let from = place(&tags.all[tag], self.heap, column as i64);
                let mut targets: Vec<(u64, Vec<i64>)> = Vec::new();
                evaluator.options(&from, work, &mut |option| {
                    let mut rest = option.places.to_vec();
                    let to = rest.remove(self.heap);
                    targets.push((to as u64, rest));
                    Ok(())
                })?;
                targets.sort_unstable();
                targets.dedup();
                *moves += targets.len();
                if *moves > MOVES {
                    return Err(Misfit::TooManyForWindow);
                }
                for (to, tag) in targets {
                    if to > column as u64 {
                        return Err(Misfit::NotProvedToFall);
                    }
                    found.push((to, tags.number(tag)?));
                }
            }
            near.push(columns);
        }
        Ok(near)
    }

    fn far_moves(&self, tag: &[i64], residue: i128, tags: &mut Tags) -> Result<FarMoves, Misfit> {
        let heaps = Heaps { residue, modulus: self.modulus, bound: self.bound.clone() };
        let mut found = FarMoves::default();
        for kind in &self.form.kinds {
            for leads in self.kind(kind, tag, &heaps)? {
                match leads {
                    Leads::Fall(drop, to) => found.falls.push((drop, tags.number(to)?)),
                    Leads::Landmark(column, to) => found.landmarks.push((column, tags.number(to)?)),
                    Leads::Sweep { to, from, lag, step, class } => {
                        let to = tags.number(to)?;
                        found.sweeps.push(Sweep { to, from, lag, step, class });
                    }
                }
            }
        }
        self.bound.set(heaps.bound.get());
        found.falls.sort_unstable();
        found.falls.dedup();
        found.sweeps.sort_unstable();
        found.sweeps.dedup();
        found.landmarks.sort_unstable();
        found.landmarks.dedup();
        let reach =
            found.falls.iter().map(|fall| fall.0).chain(found.sweeps.iter().map(|s| s.from.max(s.lag)));
        let reach = reach.chain(found.landmarks.iter().map(|landmark| landmark.0 + 1)).max().unwrap_or(0);
        self.bound.set(self.bound.get().max(reach.into()));
        Ok(found)
    }

    /// Where the moves of a kind lead from a tag.
    fn kind(&self, kind: &crate::rules::Kind, tag: &[i64], heaps: &Heaps) -> Result<Vec<Leads>, Misfit> {
        let mut slots = vec![None; self.form.slots];
        for (slot, value) in slots.iter_mut().zip(place(tag, self.heap, 0)) {
            *slot = Some(Affine::constant(value.into()));
        }
        slots[self.heap] = Some(Affine::heap());
        let mut open = vec![Branch { slots, long: None }];
        for step in &kind.steps {
            let mut next = Vec::new();
            for branch in &open {
                next.extend(self.step(step, branch, heaps).ok_or(Misfit::DependsOnSize)?);
                if next.len() > BRANCHES {
                    return Err(Misfit::TooManyCases);
                }
            }
            open = next;
        }
        let mut all = Vec::new();
        for branch in &open {
            all.extend(self.leads(&kind.parts[0].place, branch, heaps).ok_or(Misfit::DependsOnSize)??);
        }
        Ok(all)
    }

    /// Where a branch leads, if the position it leads to is one of the game.
    fn leads(&self, to: &[Term], branch: &Branch, heaps: &Heaps) -> Option<Result<Vec<Leads>, Misfit>> {
        let place: Vec<Affine> =
            to.iter().map(|term| self.term(term, branch, heaps)).collect::<Option<_>>()?;
        let mut tag = Vec::with_capacity(place.len());
        for (axis, value) in place.iter().enumerate().filter(|(axis, _)| *axis != self.heap) {
            let value = i64::try_from(value.as_constant()?).ok()?;
            let inside = match &self.form.axes[axis].domain {
                Domain::Integers(members) | Domain::Names(members) => members.contains(&value),
                domain => {
                    let fixed = domain.is_fixed_interval().then(|| domain.fixed_bounds())?;
                    fixed.0.is_none_or(|low| low <= value) && fixed.1.is_none_or(|high| value <= high)
                }
            };
            if !inside {
                return Some(Ok(Vec::new()));
            }
            tag.push(value);
        }
        let column = place[self.heap];
        let legal = self.at_least(column.minus(Affine::constant(self.first.into()))?, branch, heaps)?;
        let mut all = Vec::new();
        for branch in legal {
            // A cut may have made the choice; the column is that of the branch.
            let column = self.term(&to[self.heap], &branch, heaps)?;
            match self.lead(column, tag.clone(), &branch)? {
                Ok(leads) => all.push(leads),
                Err(why) => return Some(Err(why)),
            }
        }
        Some(Ok(all))
    }

    fn lead(&self, column: Affine, to: Vec<i64>, branch: &Branch) -> Option<Result<Leads, Misfit>> {
        let rises = Some(Err(Misfit::NotProvedToFall));
        match (column.chosen, column.heap, branch.long) {
            (0, 0, _) => Some(Ok(Leads::Landmark(u64::try_from(column.constant).ok()?, to))),
            (0, 1, _) if column.constant <= 0 => {
                Some(Ok(Leads::Fall(u64::try_from(-column.constant).ok()?, to)))
            }
            (0, ..) => rises,
            (1 | -1, _, Some(long)) => {
                let ends = [column.with_chosen(long.low)?, column.with_chosen(long.high)?];
                let [low, high] = if column.chosen == 1 { ends } else { [ends[1], ends[0]] };
                if low.heap != 0 {
                    return None;
                }
                if high.heap != 1 || high.constant > 0 {
                    return rises;
                }
                let (from, lag) = (u64::try_from(low.constant).ok()?, u64::try_from(-high.constant).ok()?);
                let step = u64::try_from(long.step).ok()?;
                Some(Ok(Leads::Sweep { to, from, lag, step, class: from % step }))
            }
            _ => None,
        }
    }
}
