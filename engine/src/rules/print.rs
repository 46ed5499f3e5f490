//! A rule printed so that it parses to the same rule.

use std::fmt::{self, Display, Formatter};

use super::syntax::*;

impl Display for Rule {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.lets {
            write!(f, "let {} = {value} ", name.text)?;
        }
        match &self.head[..] {
            [one] => write!(f, "{one} -> ")?,
            many => write!(f, "({}) -> ", Separated(many, ", "))?,
        }
        write!(f, "{}", Separated(&self.alternatives, " | "))?;
        if let Some((win, condition)) = &self.ending.condition {
            write!(f, " end {} if {condition}", if *win { "win" } else { "lose" })?;
        }
        if self.ending.misere { f.write_str(" play misere") } else { Ok(()) }
    }
}

impl Display for Coordinate {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name.text)?;
        match &self.domain {
            Some(domain) => write!(f, " in {domain}"),
            None => Ok(()),
        }
    }
}

impl Display for Alternative {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(label) = &self.label {
            write!(f, "{}: ", label.text)?;
        }
        match self.parts.is_empty() {
            true => f.write_str("nothing")?,
            false => write!(f, "{}", Separated(&self.parts, " & "))?,
        }
        if let Some(gain) = &self.gain {
            write!(f, " gain {gain}")?;
        }
        self.qualifiers.iter().try_for_each(|q| match q {
            Qualifier::For(name, set) => write!(f, " for {} in {set}", name.text),
            Qualifier::If(condition) => write!(f, " if {condition}"),
        })
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(count) = &self.count {
            write!(f, "{count} of ")?;
        }
        match &self.place[..] {
            [one] => write!(f, "{one}"),
            many => write!(f, "({})", Separated(many, ", ")),
        }
    }
}

impl Display for Set {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            SetKind::Range(low, high) => write!(f, "{low}..{high}"),
            SetKind::Members(members) => write!(f, "{{{}}}", Separated(members, ",")),
            SetKind::Call(function, arguments) => {
                write!(f, "{}({})", function.name(), Separated(arguments, ","))
            }
            SetKind::Named(name) => f.write_str(name),
        }
    }
}

impl Display for Member {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Member::One(one) => write!(f, "{one}"),
            Member::Range(low, high) => write!(f, "{low}..{high}"),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Int(n) => write!(f, "{n}"),
            ExprKind::Name(name) => f.write_str(name),
            // Signs in a row need no parentheses, which would count as levels of nesting.
            ExprKind::Neg(inner) if matches!(inner.kind, ExprKind::Neg(_)) => write!(f, "-{inner}"),
            ExprKind::Neg(inner) => write!(f, "-{}", Inside(inner, Op::Mul.strength() + 1)),
            ExprKind::Not(inner) => write!(f, "not {}", Inside(inner, Op::And.strength() + 1)),
            ExprKind::Binary(op, left, right) => {
                let s = op.strength();
                let space = if s >= Op::Add.strength() { "" } else { " " };
                write!(f, "{}{space}{}{space}{}", Inside(left, s), op.symbol(), Inside(right, s + 1))
            }
            ExprKind::Call(function, arguments) => {
                write!(f, "{}({})", function.name(), Separated(arguments, ","))
            }
            ExprKind::Index(list, index) => write!(f, "{}[{index}]", list.text),
            ExprKind::In(item, set, negated) => {
                let word = if *negated { "not in" } else { "in" };
                write!(f, "{} {word} {set}", Inside(item, Op::Eq.strength()))
            }
        }
    }
}

/// An expression inside an operator of the given strength, in parentheses where it needs them.
struct Inside<'a>(&'a Expr, u8);

impl Display for Inside<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let own = match &self.0.kind {
            ExprKind::Binary(op, ..) => op.strength(),
            ExprKind::In(..) => Op::Eq.strength(),
            ExprKind::Not(_) => Op::And.strength() + 1,
            ExprKind::Neg(_) => Op::Mul.strength(),
            _ => u8::MAX,
        };
        if own < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

/// Things with a separator between them.
struct Separated<'a, T>(&'a [T], &'a str);

impl<T: Display> Display for Separated<'_, T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.iter().enumerate().try_for_each(|(i, item)| match i {
            0 => write!(f, "{item}"),
            _ => write!(f, "{}{item}", self.1),
        })
    }
}
