//! What a rule says about a position and a part, as conditions on sums of numbers.
//!
//! Every number that is not part of the position is guessed: a choice, a quotient, a coordinate of a part. A condition is a tree over
//! the signs and rests of sums, which are known when all digits have been read; nothing is brought into cases but the signs of quotients.

use crate::rules::{Domain, Form, Function, Kind, Op, QualifierForm, SetForm, Term, TermKind};

/// `constant + Σ coefficient · number`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub constant: i128,
    pub terms: Vec<(usize, i128)>,
}

/// What is said about sums that are named by their places in a list, each once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    AtLeastZero(usize),
    Zero(usize),
    /// The sum, what it is divided by, and the rests that may be left.
    Rest(usize, i64, Vec<i64>),
}

/// One way to guess.
#[derive(Clone, Debug)]
pub(super) struct Formula {
    /// How many numbers there are: the coordinates of the position, then what is guessed.
    pub numbers: usize,
    pub sums: Vec<Sum>,
    pub condition: Condition,
    /// The numbers that are the coordinates of the parts that count.
    pub parts: Vec<Vec<usize>>,
    /// Those of parts of which an even number is left, and when that is not none: their values cancel, but they are played.
    pub cancelled: Vec<(Vec<usize>, Condition)>,
}

impl Formula {
    /// The same with a first part that is not larger than this.
    pub(super) fn with_small_part(&self, most: i64) -> Formula {
        let mut few = self.clone();
        let first = few.parts.iter().find_map(|part| part.first().copied()).unwrap_or(0);
        few.sums.push(Sum::constant(most).plus(-1, &Sum::of(first)));
        few.condition = Condition::All(vec![few.condition, Condition::AtLeastZero(few.sums.len() - 1)]);
        few
    }
}

/// The rule says something that the checker does not know.
pub(super) struct Unknown(pub String);

type Read<T> = Result<T, Unknown>;

/// Coefficients and constants beyond this are not followed.
const LARGEST: i128 = 1 << 40;
/// How many ways there may be to choose signs.
const WAYS: u32 = 1 << 8;
/// The largest divisor.
const DIVISOR: i64 = 1 << 10;

impl Sum {
    fn of(number: usize) -> Sum {
        Sum { constant: 0, terms: vec![(number, 1)] }
    }

    fn constant(value: i64) -> Sum {
        Sum { constant: value.into(), terms: Vec::new() }
    }

    /// `self + factor · other`.
    pub(super) fn plus(&self, factor: i128, other: &Sum) -> Sum {
        let mut sum = self.clone();
        sum.constant += factor * other.constant;
        for &(number, coefficient) in &other.terms {
            match sum.terms.iter_mut().find(|term| term.0 == number) {
                Some(term) => term.1 += factor * coefficient,
                None => sum.terms.push((number, factor * coefficient)),
            }
        }
        sum.terms.retain(|term| term.1 != 0);
        sum.terms.sort_unstable();
        sum
    }
}

/// Reads one kind of move, or a condition on positions, with one choice of signs.
struct Reader<'f> {
    form: &'f Form,
    /// What the slots of the rule are.
    slots: Vec<Option<Sum>>,
    formula: Formula,
    conditions: Vec<Condition>,
    /// The signs of quotients, one bit each, and how many were used.
    signs: u32,
    used: u32,
}

/// All ways to read something; each way to choose signs is one.
fn every_way(form: &Form, read: impl Fn(&mut Reader<'_>) -> Read<()>) -> Read<Vec<Formula>> {
    let mut ways = Vec::new();
    let mut signs = 0;
    loop {
        let axes = form.axes.len();
        let slot = |slot: usize| (slot < axes).then(|| Sum::of(slot));
        let formula = Formula {
            numbers: axes,
            sums: Vec::new(),
            condition: Condition::All(Vec::new()),
            parts: Vec::new(),
            cancelled: Vec::new(),
        };
        let slots = (0..form.slots).map(slot).collect();
        let mut reader = Reader { form, slots, formula, conditions: Vec::new(), signs, used: 0 };
        reader.position()?;
        read(&mut reader)?;
        let used = reader.used;
        ways.push(Formula { condition: Condition::All(reader.conditions), ..reader.formula });
        signs += 1;
        if used > 8 || ways.len() as u32 > WAYS {
            return Err(Unknown("too many quotients".into()));
        }
        if signs >= 1 << used {
            return Ok(ways);
        }
    }
}

/// What every position fulfils.
pub(super) fn positions(form: &Form) -> Read<Vec<Formula>> {
    every_way(form, |_| Ok(()))
}

/// The positions at which a condition holds.
pub(super) fn where_true(form: &Form, condition: &Term) -> Read<Vec<Formula>> {
    every_way(form, |reader| {
        let condition = reader.truth(condition)?;
        reader.conditions.push(condition);
        Ok(())
    })
}

/// The moves of one kind. Of several copies of a part an even number cancels, so that is read twice.
pub(super) fn moves(form: &Form, kind: &Kind) -> Read<Vec<Formula>> {
    let counted: Vec<usize> = (0..kind.parts.len()).filter(|i| kind.parts[*i].count.is_some()).collect();
    if kind.parts.iter().any(|part| !part.each.is_empty()) {
        return Err(Unknown("a part for each choice".into()));
    }
    if counted.len() > 4 {
        return Err(Unknown("many parts with copies".into()));
    }
    let mut all = Vec::new();
    for parities in 0..1u32 << counted.len() {
        all.extend(every_way(form, |reader| {
            reader.foresee(kind);
            for step in &kind.steps {
                reader.step(step)?;
            }
            for (index, part) in kind.parts.iter().enumerate() {
                let even = match (&part.count, counted.iter().position(|i| *i == index)) {
                    (Some(count), Some(at)) => {
                        let count = reader.sum(count)?;
                        let odd = parities >> at & 1 == 1;
                        let natural = reader.at_least_zero(count.clone());
                        let some = reader.at_least_zero(count.plus(-1, &Sum::constant(1)));
                        let rest = Condition::Rest(reader.name(count), 2, vec![odd.into()]);
                        reader.conditions.extend([natural, rest]);
                        (!odd).then_some(some)
                    }
                    _ => None,
                };
                reader.part(index, &part.place, even)?;
            }
            Ok(())
        })?);
    }
    Ok(all)
}

impl Reader<'_> {
    fn guess(&mut self) -> usize {
        self.formula.numbers += 1;
        self.formula.numbers - 1
    }

    fn name(&mut self, sum: Sum) -> usize {
        self.formula.sums.push(sum);
        self.formula.sums.len() - 1
    }

    fn at_least_zero(&mut self, sum: Sum) -> Condition {
        Condition::AtLeastZero(self.name(sum))
    }

    fn zero(&mut self, sum: Sum) -> Condition {
        Condition::Zero(self.name(sum))
    }

    /// The coordinates lie in their domains.
    fn position(&mut self) -> Read<()> {
        for axis in &self.form.axes {
            let negative = match &axis.domain {
                Domain::Natural => false,
                Domain::Integers(members) | Domain::Names(members) => members.iter().any(|m| *m < 0),
                Domain::Range(low, _) | Domain::From(low) => {
                    low.as_const().is_none_or(|low| low < 0) && !plainly_natural(low)
                }
            };
            if negative {
                return Err(Unknown(format!("{} may be negative", axis.name)));
            }
        }
        let place = (0..self.form.axes.len()).map(Sum::of).collect::<Vec<_>>();
        self.legal(&place)
    }

    fn legal(&mut self, place: &[Sum]) -> Read<()> {
        let form = self.form;
        let before: Vec<Option<Sum>> = self.slots[..place.len()].to_vec();
        for (slot, sum) in place.iter().enumerate() {
            self.slots[slot] = Some(sum.clone());
        }
        for (axis, sum) in form.axes.iter().zip(place) {
            let inside = match &axis.domain {
                Domain::Natural => self.at_least_zero(sum.clone()),
                Domain::Range(low, high) => self.within(sum, low, high)?,
                Domain::From(low) => self.not_below(sum, low)?,
                Domain::Integers(members) | Domain::Names(members) => self.among(sum, members),
            };
            self.conditions.push(inside);
        }
        self.slots[..place.len()].clone_from_slice(&before);
        Ok(())
    }

    /// Chosen numbers that a coordinate of the first part tells need no guess: its coordinate is guessed anyway.
    fn foresee(&mut self, kind: &Kind) {
        let chosen: Vec<usize> = kind
            .steps
            .iter()
            .filter_map(|step| if let QualifierForm::Each(slot, _) = step { Some(*slot) } else { None })
            .collect();
        let mut parts = Vec::new();
        for part in &kind.parts {
            let mut numbers = Vec::new();
            for term in &part.place {
                numbers.push(self.foresee_coordinate(term, &chosen));
            }
            parts.push(numbers);
        }
        self.formula.parts = parts;
    }

    /// The number of a coordinate of a part, by which one of the chosen numbers may be known.
    fn foresee_coordinate(&mut self, term: &Term, chosen: &[usize]) -> usize {
        let unchosen = |slots: &Vec<Option<Sum>>, term: &Term| -> Option<Sum> { plain(term, slots) };
        if let Some(sum) = unchosen(&self.slots, term)
            && let [(number, 1)] = sum.terms[..]
            && sum.constant == 0
        {
            return number;
        }
        let number = self.guess();
        for &slot in chosen.iter().filter(|slot| self.slots[**slot].is_none()).collect::<Vec<_>>() {
            // The coordinate is linear in this choice if its values at 0, 1 and 2 say so, and nothing else is unknown.
            let at = |value: i64| {
                let mut slots = self.slots.clone();
                slots[slot] = Some(Sum::constant(value));
                plain(term, &slots)
            };
            if let (Some(zero), Some(one)) = (at(0), at(1)) {
                let step = one.plus(-1, &zero);
                if step.terms.is_empty() && step.constant.abs() == 1 {
                    let value = Sum::of(number).plus(-1, &zero);
                    self.slots[slot] = Some(Sum::default().plus(step.constant, &value));
                    break;
                }
            }
        }
        number
    }

    fn step(&mut self, step: &QualifierForm) -> Read<()> {
        match step {
            QualifierForm::Guard(condition) => {
                let condition = self.truth(condition)?;
                self.conditions.push(condition);
            }
            QualifierForm::Each(slot, set) => {
                let value = match &self.slots[*slot] {
                    Some(value) => value.clone(),
                    None => {
                        let least = least(set).ok_or_else(|| Unknown("a choice without a least".into()))?;
                        let beginning = self.sum(&least)?;
                        let value = beginning.plus(1, &Sum::of(self.guess()));
                        self.slots[*slot] = Some(value.clone());
                        value
                    }
                };
                let inside = self.member(&value, set)?;
                self.conditions.push(inside);
            }
        }
        Ok(())
    }

    /// A part that is left; `even` is when there are any, if their number is even.
    fn part(&mut self, index: usize, place: &[Term], even: Option<Condition>) -> Read<()> {
        let numbers = self.formula.parts[index].clone();
        for (term, number) in place.iter().zip(&numbers) {
            let sum = self.sum(term)?;
            let equal = self.zero(sum.plus(-1, &Sum::of(*number)));
            self.conditions.push(equal);
        }
        self.legal(&numbers.iter().map(|number| Sum::of(*number)).collect::<Vec<_>>())?;
        if let Some(some) = even {
            self.formula.cancelled.push((std::mem::take(&mut self.formula.parts[index]), some));
        }
        Ok(())
    }

    fn among(&mut self, item: &Sum, members: &[i64]) -> Condition {
        let equal = |reader: &mut Self, member: &i64| reader.zero(item.plus(-1, &Sum::constant(*member)));
        Condition::Any(members.iter().map(|member| equal(self, member)).collect())
    }

    fn member(&mut self, item: &Sum, set: &SetForm) -> Read<Condition> {
        match set {
            SetForm::Range(low, high) => self.within(item, low, high),
            SetForm::Fixed(members) => Ok(self.among(item, members)),
            SetForm::Members(members) => {
                let one = members
                    .iter()
                    .map(|(first, last)| self.within(item, first, last.as_ref().unwrap_or(first)));
                Ok(Condition::Any(one.collect::<Read<_>>()?))
            }
            SetForm::Call(function, ..) => Err(Unknown(function.name().into())),
            SetForm::Entries(_) | SetForm::Filter(..) => Err(Unknown("a set with a condition".into())),
        }
    }

    fn within(&mut self, item: &Sum, low: &Term, high: &Term) -> Read<Condition> {
        Ok(Condition::All(vec![self.not_below(item, low)?, self.not_above(item, high)?]))
    }

    /// The item is not below a term.
    fn not_below(&mut self, item: &Sum, term: &Term) -> Read<Condition> {
        match &term.kind {
            TermKind::Call(Function::Max, terms) => {
                self.for_each(terms, |reader, term| reader.not_below(item, term), true)
            }
            TermKind::Call(Function::Min, terms) => {
                self.for_each(terms, |reader, term| reader.not_below(item, term), false)
            }
            _ => {
                let sum = self.sum(term)?;
                Ok(self.at_least_zero(item.plus(-1, &sum)))
            }
        }
    }

    /// The item is not above a term; a quotient is not reached exactly if the whole is not.
    fn not_above(&mut self, item: &Sum, term: &Term) -> Read<Condition> {
        match &term.kind {
            TermKind::Call(Function::Min, terms) => {
                self.for_each(terms, |reader, term| reader.not_above(item, term), true)
            }
            TermKind::Call(Function::Max, terms) => {
                self.for_each(terms, |reader, term| reader.not_above(item, term), false)
            }
            TermKind::Binary(Op::Div, of, by)
                if by.as_const().is_some_and(|by| (1..=DIVISOR).contains(&by)) =>
            {
                let by = by.as_const().unwrap_or(1);
                let of = self.sum(of)?;
                Ok(self.at_least_zero(of.plus(-i128::from(by), item)))
            }
            _ => {
                let sum = self.sum(term)?;
                Ok(self.at_least_zero(sum.plus(-1, item)))
            }
        }
    }

    fn for_each(
        &mut self,
        terms: &[Term],
        one: impl Fn(&mut Self, &Term) -> Read<Condition>,
        all: bool,
    ) -> Read<Condition> {
        let found = terms.iter().map(|term| one(self, term)).collect::<Read<Vec<_>>>()?;
        Ok(if all { Condition::All(found) } else { Condition::Any(found) })
    }

    fn truth(&mut self, condition: &Term) -> Read<Condition> {
        match &condition.kind {
            TermKind::Const(0) => Ok(Condition::Any(Vec::new())),
            TermKind::Const(_) => Ok(Condition::All(Vec::new())),
            TermKind::Not(inner) => Ok(Condition::Not(Box::new(self.truth(inner)?))),
            TermKind::Binary(Op::And, left, right) => {
                Ok(Condition::All(vec![self.truth(left)?, self.truth(right)?]))
            }
            TermKind::Binary(Op::Or, left, right) => {
                Ok(Condition::Any(vec![self.truth(left)?, self.truth(right)?]))
            }
            TermKind::Binary(op, left, right) => self.comparison(*op, left, right),
            TermKind::In(item, set) => {
                let item = self.sum(item)?;
                self.member(&item, set)
            }
            _ => Err(Unknown("a condition".into())),
        }
    }

    fn comparison(&mut self, op: Op, left: &Term, right: &Term) -> Read<Condition> {
        let gap = match (remainder(left), right.as_const(), op) {
            // The rest itself is compared, without a guess for the quotient.
            (Some((of, by)), Some(with), Op::Eq | Op::Ne) => {
                let of = self.sum(of)?;
                let is = Condition::Rest(self.name(of), by, vec![with]);
                return Ok(if op == Op::Eq { is } else { Condition::Not(Box::new(is)) });
            }
            _ => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                left.plus(-1, &right)
            }
        };
        let less = |reader: &mut Self| Condition::Not(Box::new(reader.at_least_zero(gap.clone())));
        let more = |reader: &mut Self| {
            let gap = Sum::default().plus(-1, &gap);
            Condition::Not(Box::new(reader.at_least_zero(gap)))
        };
        Ok(match op {
            Op::Eq => self.zero(gap),
            Op::Ne => Condition::Not(Box::new(self.zero(gap))),
            Op::Lt => less(self),
            Op::Ge => self.at_least_zero(gap),
            Op::Gt => more(self),
            Op::Le => Condition::Not(Box::new(more(self))),
            _ => return Err(Unknown(op.symbol().into())),
        })
    }

    /// A term as a sum, with guesses where it is not one.
    fn sum(&mut self, term: &Term) -> Read<Sum> {
        if let Some(sum) = plain(term, &self.slots) {
            let small = |value: i128| value.abs() < LARGEST;
            let fits = small(sum.constant) && sum.terms.iter().all(|term| small(term.1));
            return if fits { Ok(sum) } else { Err(Unknown("a large number".into())) };
        }
        match &term.kind {
            TermKind::Neg(inner) => Ok(Sum::default().plus(-1, &self.sum(inner)?)),
            TermKind::Binary(op @ (Op::Add | Op::Sub), left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                Ok(left.plus(if *op == Op::Add { 1 } else { -1 }, &right))
            }
            TermKind::Binary(Op::Mul, left, right) => {
                let (left, right) = (self.sum(left)?, self.sum(right)?);
                match (left.terms.is_empty(), right.terms.is_empty()) {
                    (true, _) if left.constant.abs() < LARGEST => {
                        Ok(Sum::default().plus(left.constant, &right))
                    }
                    (_, true) if right.constant.abs() < LARGEST => {
                        Ok(Sum::default().plus(right.constant, &left))
                    }
                    _ => Err(Unknown("*".into())),
                }
            }
            TermKind::Binary(op @ (Op::Div | Op::Rem), of, by) => match by.as_const() {
                Some(by) if (1..=DIVISOR).contains(&by) => self.divided(*op, of, by.into()),
                _ => Err(Unknown(op.symbol().into())),
            },
            TermKind::Call(function @ (Function::Min | Function::Max | Function::Abs), terms) => {
                self.extreme(*function, terms)
            }
            TermKind::Call(function, _) => Err(Unknown(function.name().into())),
            _ => Err(Unknown("a term".into())),
        }
    }

    /// A guessed number, or its negative: one bit of the signs says which.
    fn signed(&mut self) -> Sum {
        let negative = self.signs >> self.used & 1 == 1;
        self.used += 1;
        let number = self.guess();
        match negative {
            false => Sum::of(number),
            // Zero has one sign.
            true => Sum::constant(-1).plus(-1, &Sum::of(number)),
        }
    }

    fn divided(&mut self, op: Op, of: &Term, by: i128) -> Read<Sum> {
        let of = self.sum(of)?;
        let quotient = self.signed();
        let rest = of.plus(-by, &quotient);
        let low = self.at_least_zero(rest.clone());
        let high = self.at_least_zero(Sum { constant: by - 1, terms: Vec::new() }.plus(-1, &rest));
        self.conditions.extend([low, high]);
        Ok(if op == Op::Div { quotient } else { rest })
    }

    /// One of the terms, and none is better.
    fn extreme(&mut self, function: Function, terms: &[Term]) -> Read<Sum> {
        let mut sums = terms.iter().map(|term| self.sum(term)).collect::<Read<Vec<_>>>()?;
        if function == Function::Abs {
            sums.push(Sum::default().plus(-1, &sums[0]));
        }
        let sign = if function == Function::Min { 1 } else { -1 };
        let best = self.signed();
        let gaps: Vec<Sum> = sums.iter().map(|sum| Sum::default().plus(sign, &sum.plus(-1, &best))).collect();
        let is = gaps.iter().map(|gap| self.zero(gap.clone())).collect();
        self.conditions.push(Condition::Any(is));
        for gap in gaps {
            let none_better = self.at_least_zero(gap);
            self.conditions.push(none_better);
        }
        Ok(best)
    }
}

/// A term that is a sum as it is written, if all of its slots are known.
fn plain(term: &Term, slots: &[Option<Sum>]) -> Option<Sum> {
    match &term.kind {
        TermKind::Const(value) => Some(Sum::constant(*value)),
        TermKind::Slot(slot) => slots[*slot].clone(),
        TermKind::Neg(inner) => Some(Sum::default().plus(-1, &plain(inner, slots)?)),
        TermKind::Binary(Op::Add, left, right) => Some(plain(left, slots)?.plus(1, &plain(right, slots)?)),
        TermKind::Binary(Op::Sub, left, right) => Some(plain(left, slots)?.plus(-1, &plain(right, slots)?)),
        TermKind::Binary(Op::Mul, left, right) => match (left.as_const(), right.as_const()) {
            (Some(factor), _) => Some(Sum::default().plus(factor.into(), &plain(right, slots)?)),
            (_, Some(factor)) => Some(Sum::default().plus(factor.into(), &plain(left, slots)?)),
            _ => None,
        },
        _ => None,
    }
}

/// A bound in earlier coordinates that is never negative.
fn plainly_natural(term: &Term) -> bool {
    match &term.kind {
        TermKind::Const(value) => *value >= 0,
        TermKind::Slot(_) => true,
        TermKind::Binary(Op::Add, left, right) => plainly_natural(left) && plainly_natural(right),
        _ => false,
    }
}

fn remainder(term: &Term) -> Option<(&Term, i64)> {
    match &term.kind {
        TermKind::Binary(Op::Rem, of, by) => {
            by.as_const().filter(|by| (1..=DIVISOR).contains(by)).map(|by| (&**of, by))
        }
        _ => None,
    }
}

/// A term that no member of a set is below.
fn least(set: &SetForm) -> Option<Term> {
    match set {
        SetForm::Range(low, _) => Some(low.clone()),
        SetForm::Fixed(members) => members.iter().min().map(|least| Term::constant(*least)),
        SetForm::Members(members) => match &members[..] {
            [(first, _)] => Some(first.clone()),
            _ => members
                .iter()
                .map(|(first, _)| first.as_const())
                .collect::<Option<Vec<_>>>()?
                .into_iter()
                .min()
                .map(Term::constant),
        },
        SetForm::Call(..) | SetForm::Entries(_) | SetForm::Filter(..) => None,
    }
}
