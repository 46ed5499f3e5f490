//! Terms and options computed by walking the form.

mod choices;
mod fold;
mod options;
mod terms;
mod walk;

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::Result;
use crate::work::Work;

use super::form::*;
use super::lower::{Listing, each_listed};
use walk::{Ended, OrEnd, Walk, seen_enough};

pub(crate) use fold::fold;

/// An option as the evaluator found it; borrowed, so that enumerating costs no allocation.
#[derive(Clone, Copy, Debug)]
pub struct Found<'a> {
    /// Which kind of move.
    pub kind: usize,
    /// How often each part occurs.
    pub counts: &'a [u64],
    /// The coordinates of the parts, one part after the other.
    pub places: &'a [i64],
    /// What the mover earns.
    pub gain: i64,
}

/// A position with more choices is walked, which can be stopped on the way.
const MOST_LISTED: u64 = 1 << 20;

/// What a kind of move asks for whatever is chosen: looked at before the choices, which may be many and all in vain.
#[derive(Debug, Default)]
struct Settled {
    /// Coordinates of parts, each with its part.
    coordinates: Vec<(usize, usize)>,
    /// Conditions and ranges that come after a choice.
    steps: Vec<usize>,
}

impl Settled {
    fn of(form: &Form, kind: &Kind) -> Settled {
        let axes = form.axes.len();
        let is_choice = |step: &QualifierForm| matches!(step, QualifierForm::Each(..));
        let Some(first) = kind.steps.iter().position(is_choice) else { return Settled::default() };
        let fixed = |term: &Term| (axes..form.slots).all(|slot| !term.mentions(slot));
        let settled = |step: &QualifierForm| match step {
            QualifierForm::Guard(condition) => fixed(condition),
            QualifierForm::Each(_, SetForm::Range(low, high)) => fixed(low) && fixed(high),
            QualifierForm::Each(..) => false,
        };
        let steps = (first + 1..kind.steps.len()).filter(|step| settled(&kind.steps[*step])).collect();
        let mut coordinates = Vec::new();
        for (index, part) in kind.parts.iter().enumerate().filter(|(_, part)| part.each.is_empty()) {
            for (axis, term) in part.place.iter().enumerate() {
                let stays = matches!(term.kind, TermKind::Slot(slot) if slot == axis);
                if form.axes[axis].domain.is_fixed_interval() && !stays && fixed(term) {
                    coordinates.push((index, axis));
                }
            }
        }
        Settled { coordinates, steps }
    }
}

/// Enumerates the options of positions of one rule.
#[derive(Debug)]
pub struct Evaluator {
    form: Arc<Form>,
    slots: Vec<i64>,
    counts: Vec<u64>,
    places: Vec<i64>,
    steps: u64,
    /// Steps since the work was asked last, for all positions together: each may have few and all of them many.
    unasked: u64,
    most: u64,
    /// How many steps the position at hand may take; fewer than `most` once it is certain to be refused.
    allowed: u64,
    refused: bool,
    /// How many sums and the like are under way inside each other, and how many members they went through so far.
    gathering: u32,
    gathered: u64,
    primes: RefCell<Vec<u64>>,
    /// A program that lists options, where one was asked for and the rule is lowered.
    listing: Option<Box<Listing>>,
    /// Positions that may still be walked before such a program is made.
    patience: Option<u32>,
    /// For each kind of move, what does not depend on its choices.
    settled: Arc<[Settled]>,
}

impl Evaluator {
    /// An evaluator that refuses positions whose moves take more than `most` steps to enumerate.
    pub fn new(form: Arc<Form>, most: u64) -> Evaluator {
        let slots = vec![0; form.slots];
        let settled = form.kinds.iter().map(|kind| Settled::of(&form, kind)).collect();
        Evaluator {
            settled,
            form,
            slots,
            counts: Vec::new(),
            places: Vec::new(),
            steps: 0,
            unasked: 0,
            most,
            allowed: most,
            refused: false,
            gathering: 0,
            gathered: 0,
            primes: RefCell::default(),
            listing: None,
            patience: None,
        }
    }

    /// The rule that is evaluated.
    pub fn form(&self) -> &Arc<Form> {
        &self.form
    }

    /// Calls `visit` with every option of a position; the same option may come more than once.
    ///
    /// The work is asked now and then whether to go on: a position may have many choices and hardly an option.
    pub fn options(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Result<()> {
        if self.is_listed(work)
            && let Some(listed) = self.listed_options(place, work, visit)
        {
            return listed;
        }
        self.walk_options(place, work, &mut |option| visit(option).or_end()).map(|_| ())
    }

    /// Lets a program list the options once there have been so many positions. It may list an option more often than the walk.
    pub fn hasten(&mut self, after: u32) {
        self.patience = Some(after);
    }

    /// Whether there is a program now; it is made when patience is at its end.
    fn is_listed(&mut self, work: &Work<'_>) -> bool {
        let Some(left) = self.patience else { return self.listing.is_some() };
        let eager = work.limits.compiler.is_some_and(|compiler| compiler.0.is_eager());
        self.patience = left.checked_sub(1);
        if left == 0 || eager {
            self.patience = None;
            self.listing = Listing::new(&self.form.clone(), work).map(Box::new);
        }
        self.listing.is_some()
    }

    /// Visits the options that the program lists; nothing if they have to be walked.
    fn listed_options(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<()>,
    ) -> Option<Result<()>> {
        let axes = place.len();
        let most = self.most.min(MOST_LISTED);
        let (buffer, choices) = self.listing.as_mut()?.list(place, most)?;
        let (mut counts, mut places) = (std::mem::take(&mut self.counts), std::mem::take(&mut self.places));
        let visited = each_listed(buffer, axes, &mut |kind, gain, parts| {
            counts.clear();
            places.clear();
            for part in parts.chunks_exact(axes + 1).filter(|part| part[0] > 0) {
                counts.push(part[0] as u64);
                places.extend_from_slice(&part[1..]);
            }
            visit(Found { kind, counts: &counts, places: &places, gain })
        });
        (self.counts, self.places) = (counts, places);
        self.steps = choices;
        Some(visited.and_then(|()| self.charge(1 + choices, work)))
    }

    /// The same, until `visit` breaks it off; says whether it did.
    pub fn options_until(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Result<ControlFlow<()>>,
    ) -> Result<ControlFlow<()>> {
        let walked = self.walk_options(place, work, &mut |option| match visit(option).or_end()? {
            ControlFlow::Continue(()) => Walk::Continue(()),
            ControlFlow::Break(()) => Walk::Break(Ended::Enough),
        })?;
        Ok(if walked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Goes through the options of all kinds, and says whether whoever looked has seen enough.
    fn walk_options(
        &mut self,
        place: &[i64],
        work: &Work<'_>,
        visit: &mut dyn FnMut(Found<'_>) -> Walk,
    ) -> Result<bool> {
        self.load(place);
        let form = Arc::clone(&self.form);
        let walked = (0..form.kinds.len()).try_for_each(|index| self.each_option(&form, index, work, visit));
        let enough = seen_enough(walked)?;
        if enough { Ok(true) } else { self.accepted().map(|()| false) }
    }

    /// How many choices the options of the last position took.
    pub(crate) fn choices(&self) -> u64 {
        self.steps
    }

    /// A refusal that was put off until the first members of a range were visited.
    fn accepted(&self) -> Result<()> {
        if self.refused { Err(self.too_many()) } else { Ok(()) }
    }

    /// The slots of the coordinates take a position.
    fn load(&mut self, place: &[i64]) {
        (self.steps, self.allowed, self.refused) = (0, self.most, false);
        self.load_place(place);
    }

    fn load_place(&mut self, place: &[i64]) {
        (self.gathering, self.gathered) = (0, 0);
        self.slots[..place.len()].copy_from_slice(place);
    }

    /// Whether the mover wins a finished game at this position, if the rule says so.
    pub fn wins_at_end(&mut self, place: &[i64]) -> Result<Option<bool>> {
        self.load_place(place);
        let form = Arc::clone(&self.form);
        let wins = |condition| Ok(self.term(condition, &Work::unwatched())? != 0);
        form.ending.win_if.as_ref().map(wins).transpose()
    }

    /// Whether all coordinates lie in their domains.
    pub fn is_legal(&mut self, place: &[i64]) -> Result<bool> {
        self.load_place(place);
        let form = Arc::clone(&self.form);
        self.inside(&form, place, &Work::unwatched())
    }

    /// The bounds of a coordinate with an integer domain, given the earlier coordinates.
    pub fn bounds(&mut self, axis: usize, earlier: &[i64]) -> Result<(i64, Option<i64>)> {
        self.load_place(earlier);
        let (form, work) = (Arc::clone(&self.form), &Work::unwatched());
        Ok(match &form.axes[axis].domain {
            Domain::Natural => (0, None),
            Domain::Range(low, high) => (self.term(low, work)?, Some(self.term(high, work)?)),
            Domain::From(low) => (self.term(low, work)?, None),
            Domain::Integers(members) => (members[0], members.last().copied()),
            Domain::Names(ids) => (*ids.iter().min().unwrap_or(&0), ids.iter().max().copied()),
        })
    }
}
