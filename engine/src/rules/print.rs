//! A rule printed so that it parses to the same rule.

use std::fmt::{self, Display, Formatter};

use super::arithmetic::Op;
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
        if self.again {
            f.write_str(" again")?;
        }
        write!(f, "{}", Separated(&self.qualifiers, ""))
    }
}

impl Display for Qualifier {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Qualifier::For(name, set) => write!(f, " for {} in {set}", name.text),
            Qualifier::If(condition) => write!(f, " if {condition}"),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if !self.each.is_empty() {
            f.write_str("each(")?;
        }
        if let Some(count) = &self.count {
            write!(f, "{count} of ")?;
        }
        match &self.place[..] {
            [one] => write!(f, "{one}")?,
            many => write!(f, "({})", Separated(many, ", "))?,
        }
        match &self.each[..] {
            [] => Ok(()),
            choices => write!(f, "{})", Separated(choices, "")),
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
            SetKind::From(low) => write!(f, "{low}.."),
            SetKind::Filter(name, set, condition) => write!(f, "{{{} in {set} if {condition}}}", name.text),
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
                let spaced = !op.is_arithmetic() || op.symbol().starts_with(char::is_alphabetic);
                let space = if spaced { " " } else { "" };
                let (on_left, on_right) = if *op == Op::Pow { (s + 1, s) } else { (s, s + 1) };
                write!(f, "{}{space}{}{space}{}", Inside(left, on_left), op.symbol(), Inside(right, on_right))
            }
            ExprKind::Call(function, arguments) => {
                write!(f, "{}({})", function.name(), Separated(arguments, ","))
            }
            ExprKind::Index(list, index) => write!(f, "{}[{index}]", list.text),
            ExprKind::In(item, set, negated) => {
                let word = if *negated { "not in" } else { "in" };
                write!(f, "{} {word} {set}", Inside(item, Op::Eq.strength()))
            }
            ExprKind::If(three) => {
                let [condition, one, other] = &**three;
                // One in another needs no parentheses, which would count as levels of nesting.
                let nested = |expr: &Expr| matches!(expr.kind, ExprKind::If(_));
                let value = |expr| Inside(expr, if nested(expr) { 0 } else { Op::Add.strength() });
                write!(f, "if {condition} then {} else {}", value(one), value(other))
            }
            ExprKind::Over(aggregate, over) => match &**over {
                Over::Members(set) => write!(f, "{}({set})", aggregate.name()),
                Over::Each(body, choices) => {
                    write!(f, "{}({body}{})", aggregate.name(), Separated(choices, ""))
                }
            },
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
            // It goes as far to the right as it can.
            ExprKind::If(_) => 0,
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
