//! Numbers that depend on a large heap, and what is chosen beside it.

use std::cell::Cell;

/// `constant + heap · y + chosen · k`, where `y` is the heap and `k` a choice from a range as long as the heap.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Affine {
    pub(super) constant: i128,
    pub(super) heap: i128,
    pub(super) chosen: i128,
}

/// Numbers beyond this are not followed, so that nothing overflows.
const LARGEST: i128 = 1 << 62;

impl Affine {
    pub(super) fn constant(constant: i128) -> Affine {
        Affine { constant, ..Affine::default() }
    }

    /// The heap itself.
    pub(super) fn heap() -> Affine {
        Affine { heap: 1, ..Affine::default() }
    }

    /// The choice itself.
    pub(super) fn chosen() -> Affine {
        Affine { chosen: 1, ..Affine::default() }
    }

    fn kept(self) -> Option<Affine> {
        let small = |n: i128| n.abs() <= LARGEST;
        (small(self.constant) && small(self.heap) && small(self.chosen)).then_some(self)
    }

    pub(super) fn plus(self, other: Affine) -> Option<Affine> {
        let Affine { constant, heap, chosen } = other;
        Affine { constant: self.constant + constant, heap: self.heap + heap, chosen: self.chosen + chosen }
            .kept()
    }

    pub(super) fn minus(self, other: Affine) -> Option<Affine> {
        self.plus(other.times(-1)?)
    }

    pub(super) fn times(self, factor: i128) -> Option<Affine> {
        if factor.abs() > LARGEST {
            return None;
        }
        Affine { constant: self.constant * factor, heap: self.heap * factor, chosen: self.chosen * factor }
            .kept()
    }

    pub(super) fn as_constant(self) -> Option<i128> {
        (self.heap == 0 && self.chosen == 0).then_some(self.constant)
    }

    /// The same with the choice made.
    pub(super) fn with_chosen(self, choice: Affine) -> Option<Affine> {
        Affine { chosen: 0, ..self }.plus(choice.times(self.chosen)?)
    }
}

/// A choice from a range as long as the heap: one in `step`, from `low` to `high`, both of which are members.
#[derive(Clone, Copy, Debug)]
pub(super) struct Long {
    pub(super) low: Affine,
    pub(super) high: Affine,
    pub(super) step: i128,
    pub(super) class: i128,
}

/// One way to make choices, for all large heaps of a residue class.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    pub(super) slots: Vec<Option<Affine>>,
    pub(super) long: Option<Long>,
}

impl Branch {
    /// The branch with its long choice made.
    pub(super) fn choose(&self, choice: Affine) -> Option<Branch> {
        let made = |slot: &Option<Affine>| match slot {
            None => Some(None),
            Some(value) => value.with_chosen(choice).map(Some),
        };
        Some(Branch { slots: self.slots.iter().map(made).collect::<Option<_>>()?, long: None })
    }
}

/// The heaps that are looked at: `y ≡ residue` modulo `modulus`, from a bound on that grows as it must.
#[derive(Debug)]
pub(super) struct Heaps {
    pub(super) residue: i128,
    pub(super) modulus: i128,
    pub(super) bound: Cell<i128>,
}

impl Heaps {
    /// Whether `claim ≥ 0` for all heaps from the bound on, if it is the same for all of them. Nothing is chosen in it.
    pub(super) fn decide(&self, claim: Affine) -> bool {
        let Affine { constant, heap, .. } = claim;
        // From where on it is what the heap makes it.
        let turn = match heap.signum() {
            0 => return constant >= 0,
            1 => (-constant).div_euclid(heap) + 1,
            _ => constant.div_euclid(-heap) + 1,
        };
        self.bound.set(self.bound.get().max(turn));
        claim.heap > 0
    }

    /// The remainder of a number by a divisor, if it is the same for all these heaps and choices.
    pub(super) fn remainder(&self, number: Affine, divisor: i128, long: Option<Long>) -> Option<i128> {
        let (step, class) = long.map_or((1, 0), |long| (long.step, long.class));
        let settled = (number.heap * (self.modulus % divisor)) % divisor == 0
            && (number.chosen * (step % divisor)) % divisor == 0;
        let at = (number.constant % divisor)
            + (number.heap % divisor) * (self.residue % divisor)
            + (number.chosen % divisor) * (class % divisor);
        settled.then(|| at.rem_euclid(divisor))
    }
}
