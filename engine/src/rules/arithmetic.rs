//! What is done with numbers: operators, functions and what is gathered from many numbers, with their names and results.
//!
//! Rules of numbers and rules over places read the same words and work out the same results; only here is said which.
//! Integers have 64 bits. What does not fit, or has no result, is a [`Trouble`], never a wrap.

use std::fmt;

use crate::error::Fault;
use crate::factors;

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Op {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Pow,
    Xor,
    BitAnd,
    BitOr,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

/// Why something has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It does not fit in 64 bits.
    Overflow,
    /// A division by zero.
    DivisionByZero,
    /// A power whose exponent is negative.
    NegativePower,
    /// A shift by a negative number of bits.
    NegativeShift,
    /// The square root of a negative number.
    NoRoot(i64),
    /// The largest or the least of no numbers.
    OfNothing(Aggregate),
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        match trouble {
            Trouble::Overflow => Fault::Overflow,
            Trouble::DivisionByZero => Fault::DivisionByZero,
            Trouble::NegativePower => Fault::NegativePower,
            Trouble::NegativeShift => Fault::NegativeShift,
            Trouble::NoRoot(number) => Fault::NoRoot { number },
            Trouble::OfNothing(aggregate) => Fault::OfNothing { name: aggregate.name().into() },
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Fault::from(*self).fmt(f)
    }
}

impl Op {
    /// Every operator as it is written.
    pub const ALL: [(&'static str, Op); 19] = [
        ("+", Op::Add),
        ("-", Op::Sub),
        ("*", Op::Mul),
        ("/", Op::Div),
        ("%", Op::Rem),
        ("^", Op::Pow),
        ("xor", Op::Xor),
        ("bitand", Op::BitAnd),
        ("bitor", Op::BitOr),
        ("shl", Op::Shl),
        ("shr", Op::Shr),
        ("==", Op::Eq),
        ("!=", Op::Ne),
        ("<", Op::Lt),
        ("<=", Op::Le),
        (">", Op::Gt),
        (">=", Op::Ge),
        ("and", Op::And),
        ("or", Op::Or),
    ];

    /// The operator that is written so; `=` is read as `==`.
    pub(crate) fn named(text: &str) -> Option<Op> {
        let text = if text == "=" { "==" } else { text };
        Self::ALL.iter().find(|(symbol, _)| *symbol == text).map(|(_, op)| *op)
    }

    /// How the language writes it.
    pub fn symbol(self) -> &'static str {
        Self::ALL.iter().find(|(_, op)| *op == self).expect("every operator is listed").0
    }

    /// How tightly it binds; larger binds tighter. A sign and `not` bind between these.
    pub fn strength(self) -> u8 {
        match self {
            Op::Or => 1,
            Op::And => 2,
            Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge => 4,
            Op::Add | Op::Sub | Op::Xor | Op::BitOr => 5,
            Op::Mul | Op::Div | Op::Rem | Op::BitAnd | Op::Shl | Op::Shr => 6,
            Op::Pow => 7,
        }
    }

    /// How tightly what stands on its right must bind: a power of a power is read from the right.
    pub fn strength_on_the_right(self) -> u8 {
        if self == Op::Pow { self.strength() } else { self.strength() + 1 }
    }

    /// Whether it makes a number of two numbers.
    pub fn is_arithmetic(self) -> bool {
        self.strength() >= Op::Add.strength()
    }

    /// Whether it compares two values.
    pub fn is_comparison(self) -> bool {
        self.strength() == Op::Eq.strength()
    }

    /// The result; conditions are 0 and 1. Division rounds down, and a remainder has the sign of the divisor.
    #[inline]
    pub fn apply(self, left: i64, right: i64) -> Result<i64, Trouble> {
        let fits = |value: Option<i64>| value.ok_or(Trouble::Overflow);
        match self {
            Op::Add => fits(left.checked_add(right)),
            Op::Sub => fits(left.checked_sub(right)),
            Op::Mul => fits(left.checked_mul(right)),
            Op::Div | Op::Rem if right == 0 => Err(Trouble::DivisionByZero),
            Op::Div => fits(left.checked_div(right)).map(|quotient| {
                if left % right != 0 && (left < 0) != (right < 0) { quotient - 1 } else { quotient }
            }),
            Op::Rem => fits(left.checked_rem(right))
                .map(|rest| if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest }),
            Op::Pow => power(left, right),
            Op::Xor => Ok(left ^ right),
            Op::BitAnd => Ok(left & right),
            Op::BitOr => Ok(left | right),
            Op::Shl | Op::Shr if right < 0 => Err(Trouble::NegativeShift),
            Op::Shl if right > 62 => {
                if left == 0 {
                    Ok(0)
                } else {
                    Err(Trouble::Overflow)
                }
            }
            Op::Shl => fits(left.checked_mul(1 << right)),
            Op::Shr => Ok(left >> right.min(63)),
            Op::Eq => Ok(i64::from(left == right)),
            Op::Ne => Ok(i64::from(left != right)),
            Op::Lt => Ok(i64::from(left < right)),
            Op::Le => Ok(i64::from(left <= right)),
            Op::Gt => Ok(i64::from(left > right)),
            Op::Ge => Ok(i64::from(left >= right)),
            Op::And => Ok(i64::from(left != 0 && right != 0)),
            Op::Or => Ok(i64::from(left != 0 || right != 0)),
        }
    }
}

fn power(base: i64, exponent: i64) -> Result<i64, Trouble> {
    match (base, u32::try_from(exponent)) {
        (_, Err(_)) if exponent < 0 => Err(Trouble::NegativePower),
        // The powers of these never grow.
        (-1..=1, _) if exponent > 0 => Ok(if base == -1 && exponent % 2 == 0 { 1 } else { base }),
        (_, Ok(exponent)) => base.checked_pow(exponent).ok_or(Trouble::Overflow),
        (_, Err(_)) => Err(Trouble::Overflow),
    }
}

/// Functions from integers to an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Function {
    /// The least of its arguments.
    Min,
    /// The largest of its arguments.
    Max,
    /// Without the sign.
    Abs,
    /// The greatest common divisor.
    Gcd,
    /// The integer square root, rounded down.
    Isqrt,
    /// `bit(n, i)`: binary digit i of n.
    Bit,
    /// The number of ones in binary.
    Popcount,
    /// `len(a)`: the length of a list.
    Len,
}

impl Function {
    /// Every function.
    pub const ALL: [(&'static str, Function); 8] = [
        ("min", Function::Min),
        ("max", Function::Max),
        ("abs", Function::Abs),
        ("gcd", Function::Gcd),
        ("isqrt", Function::Isqrt),
        ("bit", Function::Bit),
        ("popcount", Function::Popcount),
        ("len", Function::Len),
    ];

    /// The function of this name.
    pub(crate) fn named(word: &str) -> Option<Function> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, function)| *function)
    }

    /// The name in the language.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, f)| *f == self).expect("every function is listed").0
    }

    /// Why it does not take so many arguments, if it does not.
    pub(crate) fn refuses(self, count: usize) -> Option<Fault> {
        let (least, most) = match self {
            Function::Min | Function::Max => (2, usize::MAX),
            Function::Gcd | Function::Bit => (2, 2),
            Function::Abs | Function::Isqrt | Function::Popcount | Function::Len => (1, 1),
        };
        let (name, given) = (self.name().into(), count);
        let refusal = || match most {
            usize::MAX => Fault::TooFewArguments { name, least, given },
            _ => Fault::WrongArguments { name, wanted: least, given },
        };
        (!(least..=most).contains(&count)).then(refusal)
    }

    /// The result for one number.
    pub(crate) fn of_one(self, value: i64) -> Result<i64, Trouble> {
        match self {
            Function::Abs => value.checked_abs().ok_or(Trouble::Overflow),
            Function::Isqrt if value < 0 => Err(Trouble::NoRoot(value)),
            Function::Isqrt => Ok(value.isqrt()),
            Function::Popcount => Ok(i64::from(value.count_ones())),
            Function::Min | Function::Max | Function::Gcd | Function::Bit | Function::Len => Ok(value),
        }
    }

    /// The result for two numbers; of more, that of the first ones goes with the next.
    pub(crate) fn of_two(self, first: i64, second: i64) -> Result<i64, Trouble> {
        match self {
            Function::Min => Ok(first.min(second)),
            Function::Max => Ok(first.max(second)),
            Function::Gcd => i64::try_from(factors::gcd(first.unsigned_abs(), second.unsigned_abs()))
                .map_err(|_| Trouble::Overflow),
            Function::Bit => Ok(if second < 0 { 0 } else { first >> second.min(63) & 1 }),
            Function::Abs | Function::Isqrt | Function::Popcount | Function::Len => self.of_one(first),
        }
    }
}

/// What is gathered from many numbers or conditions: `sum(k*k for k in 1..n)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aggregate {
    /// All of them added up.
    Sum,
    /// The largest.
    Max,
    /// The least.
    Min,
    /// Their nim-sum.
    Xor,
    /// Whether a condition holds each time.
    All,
    /// Whether a condition holds at least once.
    Any,
    /// How often a condition holds; how many members a set has.
    Count,
}

impl Aggregate {
    /// Every one of them by its name.
    pub const ALL: [(&'static str, Aggregate); 7] = [
        ("sum", Aggregate::Sum),
        ("max", Aggregate::Max),
        ("min", Aggregate::Min),
        ("xor", Aggregate::Xor),
        ("all", Aggregate::All),
        ("any", Aggregate::Any),
        ("count", Aggregate::Count),
    ];

    /// The one of this name.
    pub(crate) fn named(word: &str) -> Option<Aggregate> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, aggregate)| *aggregate)
    }

    /// The name in the language.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, a)| *a == self).expect("every one is listed").0
    }

    /// Whether it is about conditions rather than numbers.
    pub fn of_conditions(self) -> bool {
        matches!(self, Aggregate::All | Aggregate::Any | Aggregate::Count)
    }

    /// Whether the result is a condition.
    pub fn is_condition(self) -> bool {
        matches!(self, Aggregate::All | Aggregate::Any)
    }
}

/// What has been gathered so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gathered {
    aggregate: Aggregate,
    so_far: Option<i64>,
}

impl Gathered {
    /// Nothing yet.
    pub(crate) fn new(aggregate: Aggregate) -> Gathered {
        let so_far = match aggregate {
            Aggregate::Sum | Aggregate::Xor | Aggregate::Any | Aggregate::Count => Some(0),
            Aggregate::All => Some(1),
            Aggregate::Max | Aggregate::Min => None,
        };
        Gathered { aggregate, so_far }
    }

    /// Adds one; says whether more of them can change anything.
    pub(crate) fn add(&mut self, value: i64) -> Result<bool, Trouble> {
        let so_far = self.so_far.unwrap_or(value);
        let now = match self.aggregate {
            Aggregate::Sum => Op::Add.apply(so_far, value)?,
            Aggregate::Xor => so_far ^ value,
            Aggregate::Max => so_far.max(value),
            Aggregate::Min => so_far.min(value),
            Aggregate::All => i64::from(so_far != 0 && value != 0),
            Aggregate::Any => i64::from(so_far != 0 || value != 0),
            Aggregate::Count => so_far + i64::from(value != 0),
        };
        self.so_far = Some(now);
        Ok(!matches!((self.aggregate, now), (Aggregate::All, 0) | (Aggregate::Any, 1)))
    }

    /// The result.
    pub(crate) fn result(self) -> Result<i64, Trouble> {
        self.so_far.ok_or(Trouble::OfNothing(self.aggregate))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_shifts_fit_or_say_so() {
        let cases = [
            (Op::Pow, 2, 10, Ok(1024)),
            (Op::Pow, 10, 18, Ok(1_000_000_000_000_000_000)),
            (Op::Pow, 10, 19, Err(Trouble::Overflow)),
            (Op::Pow, 0, 0, Ok(1)),
            (Op::Pow, -1, i64::MAX, Ok(-1)),
            (Op::Pow, -1, i64::MAX - 1, Ok(1)),
            (Op::Pow, 1, i64::MAX, Ok(1)),
            (Op::Pow, 0, i64::MAX, Ok(0)),
            (Op::Pow, 2, i64::MAX, Err(Trouble::Overflow)),
            (Op::Pow, -2, 63, Ok(i64::MIN)),
            (Op::Pow, 2, -1, Err(Trouble::NegativePower)),
            (Op::Shl, 3, 4, Ok(48)),
            (Op::Shl, 1, 62, Ok(1 << 62)),
            (Op::Shl, 1, 63, Err(Trouble::Overflow)),
            (Op::Shl, 2, 62, Err(Trouble::Overflow)),
            (Op::Shl, 0, i64::MAX, Ok(0)),
            (Op::Shl, 1, -1, Err(Trouble::NegativeShift)),
            (Op::Shr, 48, 4, Ok(3)),
            (Op::Shr, -1, i64::MAX, Ok(-1)),
            (Op::Shr, 5, i64::MAX, Ok(0)),
            (Op::Xor, 12, 10, Ok(6)),
            (Op::BitAnd, 12, 10, Ok(8)),
            (Op::BitOr, 12, 10, Ok(14)),
            (Op::Div, i64::MIN, -1, Err(Trouble::Overflow)),
            (Op::Rem, 5, 0, Err(Trouble::DivisionByZero)),
            (Op::Rem, -5, 3, Ok(1)),
            (Op::Div, -5, 3, Ok(-2)),
        ];
        for (op, left, right, result) in cases {
            assert_eq!(op.apply(left, right), result, "{left} {} {right}", op.symbol());
        }
    }

    #[test]
    fn what_is_gathered_from_nothing() {
        let of_nothing = |aggregate| Gathered::new(aggregate).result();
        for (aggregate, result) in [(Aggregate::Sum, 0), (Aggregate::All, 1), (Aggregate::Any, 0)] {
            assert_eq!(of_nothing(aggregate), Ok(result));
        }
        assert_eq!(of_nothing(Aggregate::Max), Err(Trouble::OfNothing(Aggregate::Max)));
    }

    #[test]
    fn gathering_stops_where_the_rest_cannot_matter() {
        let mut any = Gathered::new(Aggregate::Any);
        assert_eq!([any.add(0), any.add(1)], [Ok(true), Ok(false)]);
        let mut all = Gathered::new(Aggregate::All);
        assert_eq!([all.add(1), all.add(0)], [Ok(true), Ok(false)]);
        let mut sum = Gathered::new(Aggregate::Sum);
        assert_eq!([sum.add(i64::MAX), sum.add(1)], [Ok(true), Err(Trouble::Overflow)]);
    }
}
