//! The syntax of a rule, as it was written.

use std::ops::Range;

use crate::literal::Literal;

use super::arithmetic::{Aggregate, Function, Op};

/// Bytes of the source text. Two spans are always equal: where something stands is not part of what it says, so
/// that a rule and the reading of its printed form compare equal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// From byte `start` to before byte `end`.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// From the start of this span to the end of the other.
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start, end: other.end }
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl PartialEq for Span {
    fn eq(&self, _: &Span) -> bool {
        true
    }
}
impl Eq for Span {}

/// A word and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The word.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// A whole rule: what a position looks like and what it may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Parameters given in the text, `let N = 8`.
    pub lets: Vec<(Ident, Literal)>,
    /// The coordinates of a position.
    pub head: Vec<Coordinate>,
    /// The kinds of move.
    pub alternatives: Vec<Alternative>,
    /// What the end of the game means.
    pub ending: Ending,
}

/// One coordinate of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coordinate {
    /// Its name.
    pub name: Ident,
    /// The values it may have; any integer from 0 on if absent.
    pub domain: Option<Set>,
}

/// One kind of move: `label: parts for … if … gain …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// What players call it.
    pub label: Option<Ident>,
    /// What it leads to: the parts of a sum, none for `nothing`.
    pub parts: Vec<Part>,
    /// Choices and conditions, in the order in which they are made.
    pub qualifiers: Vec<Qualifier>,
    /// What the mover earns in a scoring game.
    pub gain: Option<Expr>,
    /// Whether the same player moves on.
    pub again: bool,
    /// Where it stands.
    pub span: Span,
}

/// One part of an option, `count of place`; or one for every choice, `each(count of place for k in set)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// How many copies; one if absent.
    pub count: Option<Expr>,
    /// The coordinates.
    pub place: Vec<Expr>,
    /// The choices of `each`, for every one of which there is such a part; none for a part that is there once.
    pub each: Vec<Qualifier>,
    /// Where it stands.
    pub span: Span,
}

/// A choice or a condition of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Qualifier {
    /// `for name in set`.
    For(Ident, Set),
    /// `if condition`.
    If(Expr),
}

/// A finite set of integers or names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// Where it stands.
    pub span: Span,
}

/// The ways to write a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetKind {
    /// `a..b`, both ends included.
    Range(Box<Expr>, Box<Expr>),
    /// `{2, 5, 7..9}`.
    Members(Vec<Member>),
    /// `squares(n)`.
    Call(SetFunction, Vec<Expr>),
    /// A parameter that is a list.
    Named(String),
    /// `a..`, which has no end: only coordinates may be so.
    From(Box<Expr>),
    /// `{k in set if condition}`.
    Filter(Ident, Box<Set>, Box<Expr>),
}

/// One entry between braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Member {
    /// A single value.
    One(Expr),
    /// A range of values.
    Range(Expr, Expr),
}

/// The sets that have a name: all members up to the last argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetFunction {
    /// 1, 4, 9, …
    Squares,
    /// The positive divisors of a number.
    Divisors,
    /// 2, 3, 5, …
    Primes,
    /// 1, b, b², …; powers of two if only the bound is given.
    Powers,
    /// 1, 2, 3, 5, 8, …
    Fibonacci,
    /// 1, 3, 6, 10, …
    Triangular,
    /// 1, 2, 6, 24, …
    Factorials,
}

impl SetFunction {
    /// Every set with a name.
    pub const ALL: [(&'static str, SetFunction); 7] = [
        ("squares", SetFunction::Squares),
        ("divisors", SetFunction::Divisors),
        ("primes", SetFunction::Primes),
        ("powers", SetFunction::Powers),
        ("fibonacci", SetFunction::Fibonacci),
        ("triangular", SetFunction::Triangular),
        ("factorials", SetFunction::Factorials),
    ];

    /// The name in the language.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, f)| *f == self).expect("every function is listed").0
    }
}

/// An expression and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it stands.
    pub span: Span,
}

/// The kinds of expression. Numbers, names and conditions share one type; the checker tells them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// A number.
    Int(i64),
    /// A coordinate, a chosen variable, a parameter or a named value.
    Name(String),
    /// `-x`.
    Neg(Box<Expr>),
    /// `not c`.
    Not(Box<Expr>),
    /// `x + y`, `x < y`, `c and d`.
    Binary(Op, Box<Expr>, Box<Expr>),
    /// `max(x, y)`.
    Call(Function, Vec<Expr>),
    /// `a[i]`.
    Index(Ident, Box<Expr>),
    /// `x in set`, `x not in set`.
    In(Box<Expr>, Set, bool),
    /// `if c then x else y`.
    If(Box<[Expr; 3]>),
    /// `sum(x for k in set if c)`.
    Over(Aggregate, Box<Over>),
}

/// What is gathered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Over {
    /// The members of a set.
    Members(Set),
    /// The value of an expression for every choice.
    Each(Expr, Vec<Qualifier>),
}

/// What happens when the player to move has no move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// `play misere`: the player who cannot move wins.
    pub misere: bool,
    /// `end win if c` (or `end lose if c`, with `false`): who wins depends on the final position.
    pub condition: Option<(bool, Expr)>,
}
