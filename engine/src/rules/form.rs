//! The form of a rule: names resolved to slots, parameters to numbers, types checked.
//!
//! A slot is a place for one integer. The coordinates of a position take the first slots, the variables of a move
//! the next ones. Conditions are the integers 0 and 1, named values are indices into [`Form::names`].

use std::sync::Arc;

use crate::outcome::Play;

use super::arithmetic::{Aggregate, Function, Op};
use super::syntax::{SetFunction, Span};

/// A checked rule, ready for recognisers and engines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    /// The coordinates, in order; coordinate `i` is slot `i`.
    pub axes: Vec<Axis>,
    /// The named values, `none`, `mixed` and so on.
    pub names: Vec<String>,
    /// The list parameters that are indexed.
    pub lists: Vec<Vec<i64>>,
    /// The kinds of move.
    pub kinds: Vec<Kind>,
    /// What the end of the game means.
    pub ending: EndForm,
    /// How many slots evaluation needs.
    pub slots: usize,
}

/// One coordinate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Its name.
    pub name: String,
    /// The values it may have.
    pub domain: Domain,
}

/// The values that a coordinate may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// 0, 1, 2, …
    Natural,
    /// From one bound to the other; the bounds may depend on earlier coordinates.
    Range(Term, Term),
    /// From a bound on, which may depend on earlier coordinates. From 0 on is [`Domain::Natural`].
    From(Term),
    /// Some integers, in order.
    Integers(Vec<i64>),
    /// Some names, in the order written.
    Names(Vec<i64>),
}

impl Domain {
    /// The least and the greatest member, where they are the same at every position.
    pub fn fixed_bounds(&self) -> (Option<i64>, Option<i64>) {
        match self {
            Domain::Natural => (Some(0), None),
            Domain::Range(low, high) => (low.as_const(), high.as_const()),
            Domain::From(low) => (low.as_const(), None),
            Domain::Integers(members) | Domain::Names(members) => {
                (members.iter().min().copied(), members.iter().max().copied())
            }
        }
    }

    /// Whether there is no largest member.
    pub fn is_unbounded(&self) -> bool {
        matches!(self, Domain::Natural | Domain::From(_))
    }

    /// Whether every integer between bounds that never change is a member.
    pub fn is_fixed_interval(&self) -> bool {
        match self {
            Domain::Natural => true,
            Domain::From(low) => low.as_const().is_some(),
            Domain::Range(..) => matches!(self.fixed_bounds(), (Some(_), Some(_))),
            Domain::Integers(_) | Domain::Names(_) => false,
        }
    }
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// What players call it.
    pub label: Option<String>,
    /// What it leads to.
    pub parts: Vec<PartForm>,
    /// Choices and conditions, in order.
    pub steps: Vec<QualifierForm>,
    /// What the mover earns.
    pub gain: Option<Term>,
    /// Whether the same player moves on.
    pub again: bool,
    /// Where the rule text says so.
    pub span: Span,
}

/// `count of place`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartForm {
    /// How many copies; one if absent. A part that is there for each of some choices always has a count.
    pub count: Option<Term>,
    /// The coordinates.
    pub place: Vec<Term>,
    /// The choices and conditions for each of which there is such a part; none for a part that is there once.
    pub each: Vec<QualifierForm>,
}

/// A choice or a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QualifierForm {
    /// The slot takes every member of the set.
    Each(usize, SetForm),
    /// Only if the condition holds.
    Guard(Term),
}

/// A set, whose members may depend on slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetForm {
    /// Both ends included.
    Range(Term, Term),
    /// Members and ranges of members.
    Members(Vec<(Term, Option<Term>)>),
    /// A set with a name.
    Call(SetFunction, Vec<Term>, Span),
    /// Fixed integers, in the order written, each once.
    Fixed(Arc<[i64]>),
    /// The entries of a list, each as often as it stands there: what is added up.
    Entries(usize),
    /// The members of a set on which a condition holds, the slot being the member.
    Filter(usize, Box<SetForm>, Box<Term>),
}

/// An expression over slots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it is.
    pub kind: TermKind,
    /// Where the rule text says so.
    pub span: Span,
}

/// The kinds of term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A number, a parameter, a named value.
    Const(i64),
    /// A coordinate or a variable.
    Slot(usize),
    /// `-x`.
    Neg(Box<Term>),
    /// `not c`.
    Not(Box<Term>),
    /// Arithmetic, comparison, logic.
    Binary(Op, Box<Term>, Box<Term>),
    /// A function.
    Call(Function, Vec<Term>),
    /// Entry of a list.
    Index(usize, Box<Term>),
    /// Membership.
    In(Box<Term>, Box<SetForm>),
    /// The second if the first holds, else the third.
    If(Box<[Term; 3]>),
    /// What is gathered from the value of a term for every choice.
    Over(Aggregate, Box<(Vec<QualifierForm>, Term)>),
}

/// What the end of the game means.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndForm {
    /// What the rule says about a player without a move.
    pub play: Play,
    /// The player to move at the end wins if this holds, and loses otherwise.
    pub win_if: Option<Term>,
}

impl Term {
    /// A constant that stands nowhere in particular.
    pub fn constant(value: i64) -> Term {
        Term { kind: TermKind::Const(value), span: Span::default() }
    }

    /// The value, if it is the same everywhere.
    pub fn as_const(&self) -> Option<i64> {
        match self.kind {
            TermKind::Const(value) => Some(value),
            _ => None,
        }
    }

    /// Whether its value may depend on a slot. What a set says is not looked into: there the worst is assumed.
    pub fn mentions(&self, slot: usize) -> bool {
        match &self.kind {
            TermKind::Const(_) => false,
            TermKind::Slot(other) => *other == slot,
            TermKind::Neg(inner) | TermKind::Not(inner) | TermKind::Index(_, inner) => inner.mentions(slot),
            TermKind::Binary(_, left, right) => left.mentions(slot) || right.mentions(slot),
            TermKind::Call(_, arguments) => arguments.iter().any(|argument| argument.mentions(slot)),
            TermKind::If(three) => three.iter().any(|term| term.mentions(slot)),
            TermKind::In(..) | TermKind::Over(..) => true,
        }
    }
}

impl Form {
    /// Whether positions are single heaps: one coordinate with the natural domain.
    pub fn is_heap(&self) -> bool {
        matches!(&self.axes[..], [Axis { domain: Domain::Natural, .. }])
    }

    /// Whether some move leaves more than one component.
    pub fn splits(&self) -> bool {
        self.kinds.iter().any(|k| k.parts.len() > 1 || k.parts.iter().any(|p| p.count.is_some()))
    }

    /// Whether this is normal play: who cannot move loses, and nothing else counts.
    pub fn is_normal(&self) -> bool {
        !self.scores() && !self.moves_on() && self.ending.win_if.is_none() && self.ending.play == Play::Normal
    }

    /// Whether there are moves after which the same player moves on.
    pub fn moves_on(&self) -> bool {
        self.kinds.iter().any(|kind| kind.again)
    }

    /// Whether moves earn points.
    pub fn scores(&self) -> bool {
        self.kinds.iter().any(|k| k.gain.is_some())
    }
}
