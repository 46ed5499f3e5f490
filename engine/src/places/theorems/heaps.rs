//! Numbers on places of which a move changes one, and reads no other: each place is a heap of one rule of numbers.
//!
//! If every kind of move chooses a place i of all, writes on i alone, and speaks besides of w[i] and of numbers that it
//! chooses, then what can be done on a place depends on its number alone, and moves on different places neither enable nor
//! disturb each other. So a position is the sum of its places, each a position of the rule of numbers that is the same text
//! with n in the place of w[i]. A number below 0 is no option in either. ∎
//!
//! Complexity: that of the rule of numbers up to the largest number, once; then a look at every place.

use crate::error::{ErrorKind, Result};
use crate::literal::Lets;
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::rules::*;
use crate::solve::{Cell, table};
use crate::work::Work;

/// Heaps up to this size are valued at once; a position with a larger one is searched.
const LARGEST: i64 = 1 << 16;

/// The rule of numbers of each place, if places are heaps.
pub(super) fn rule_of_numbers(rule: &PlaceRule) -> Option<String> {
    let one = rule.coordinates.len() == 1 && rule.coordinates[0].holds == Holds::Numbers;
    let PlaceEnding { over: None, over_all: None, misere: false, .. } = &rule.ending else { return None };
    let kinds = one.then(|| rule.kinds.iter().map(kind).collect::<Option<Vec<String>>>())??;
    Some(format!("n -> {}", kinds.join(" | ")))
}

fn kind(kind: &PlaceMove) -> Option<String> {
    let ([Becomes::Written(writes)], Some((PlaceQualifier::For(Binder::One(place), SetTerm::Places), rest))) =
        (&kind.option[..], kind.qualifiers.split_first())
    else {
        return None;
    };
    let [(ValueTerm::Variable(written), value)] = &writes[..] else { return None };
    if written != place {
        return None;
    }
    let here = Here(*place);
    let label = kind.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    let mut text = label + &bare(here.value(value)?);
    for qualifier in rest {
        text += &match qualifier {
            PlaceQualifier::For(Binder::One(slot), set) => format!(" for v{slot} in {}", here.set(set)?),
            PlaceQualifier::For(..) => return None,
            PlaceQualifier::If(condition) => format!(" if {}", here.condition(condition)?),
        };
    }
    Some(text)
}

/// A term without parentheses around it, which would be those of several coordinates.
fn bare(term: String) -> String {
    match term.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) if inner.starts_with('(') => format!("0 + {inner}"),
        Some(inner) => inner.into(),
        None => term,
    }
}

/// Terms that speak of one place, by the number of its variable; nothing where they speak of more.
struct Here(usize);

impl Here {
    fn value(&self, term: &ValueTerm) -> Option<String> {
        Some(match term {
            ValueTerm::Constant([n, 0]) if *n >= 0 => n.to_string(),
            ValueTerm::Variable(slot) if *slot != self.0 => format!("v{slot}"),
            ValueTerm::At(0, place) if **place == ValueTerm::Variable(self.0) => "n".into(),
            ValueTerm::Arithmetic(how @ (Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem), left, right) => {
                format!("({} {} {})", self.value(left)?, how.symbol(), self.value(right)?)
            }
            ValueTerm::Call(how @ (Function::Min | Function::Max), arguments) => {
                let all = arguments.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
                format!("{}({})", how.name(), all.join(", "))
            }
            _ => return None,
        })
    }

    fn set(&self, set: &SetTerm) -> Option<String> {
        match set {
            SetTerm::Range(low, high) => Some(format!("{}..{}", self.value(low)?, self.value(high)?)),
            SetTerm::Members(members) if !members.is_empty() => {
                let members = members.iter().map(|one| self.value(one)).collect::<Option<Vec<_>>>()?;
                Some(format!("{{{}}}", members.join(", ")))
            }
            _ => None,
        }
    }

    fn condition(&self, condition: &PlaceCondition) -> Option<String> {
        use PlaceCondition::*;
        Some(match condition {
            In(value, set) => format!("{} in {}", self.value(value)?, self.set(set)?),
            Compare(how, left, right) => {
                format!("{} {} {}", self.value(left)?, how.symbol(), self.value(right)?)
            }
            Not(inner) => format!("not ({})", self.condition(inner)?),
            And(left, right) => format!("({}) and ({})", self.condition(left)?, self.condition(right)?),
            Or(left, right) => format!("({}) or ({})", self.condition(left)?, self.condition(right)?),
            Same(..) | Over(..) => return None,
        })
    }
}

/// The values of heaps of 0, 1, ….
#[derive(Clone, Debug)]
pub(in crate::places) struct Heaps(Vec<Nimber>);

impl Heaps {
    /// The values as far as the largest number of a position; none where they are no numbers, or too many.
    pub(super) fn new(rule: &PlaceRule, cells: &[i64], work: &Work<'_>) -> Result<Option<Heaps>> {
        let largest = cells.iter().copied().max().unwrap_or(0);
        let Some(text) = rule_of_numbers(rule).filter(|_| largest <= LARGEST) else { return Ok(None) };
        let numbers = Rules::read(&text, &Lets::new(), work)?;
        match table(&numbers, Some(&[0]), Some(&[largest]), None, work) {
            Ok(made) => {
                let value = |cell: &Cell| match cell {
                    Cell::Value(LoopyValue::Finite(value)) => Some(*value),
                    _ => None,
                };
                Ok(made.cells.iter().flatten().map(value).collect::<Option<Vec<_>>>().map(Heaps))
            }
            Err(error) if matches!(error.kind(), ErrorKind::Timeout | ErrorKind::Interrupted) => Err(error),
            // Heaps that do not fit are left to the search, which may need fewer.
            Err(_) => Ok(None),
        }
    }

    pub(super) fn value(&self, cells: &[i64]) -> Option<Nimber> {
        cells.iter().map(|cell| self.0.get(usize::try_from(*cell).ok()?).copied()).sum()
    }
}
