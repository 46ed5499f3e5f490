//! From syntax to form: every name is resolved, every expression has a type, constants are folded.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Result};
use crate::literal::{Lets, Literal};
use crate::nearest::nearest;
use crate::outcome::Play;
use crate::work::Work;

use super::arithmetic::{Aggregate, Function, Op};
use super::bounds::{MOST_NAMES, too_many};
use super::eval::fold;
use super::form::*;
use super::syntax::*;

/// Resolves a rule with the given parameters, which go before those written in the rule.
pub fn check(rule: &Rule, lets: &Lets, work: &Work<'_>) -> Result<Form> {
    let mut scope = Scope::new(rule, lets)?;
    let mut axes = Vec::new();
    for (slot, coordinate) in rule.head.iter().enumerate() {
        if scope.variables.contains_key(&coordinate.name.text) {
            return Err(taken(&coordinate.name));
        }
        let domain = match &coordinate.domain {
            None => Domain::Natural,
            Some(set) => scope.domain(set)?,
        };
        let kind = if matches!(domain, Domain::Names(_)) { Type::Name } else { Type::Int };
        scope.variables.insert(coordinate.name.text.clone(), (slot, kind));
        axes.push(Axis { name: coordinate.name.text.clone(), domain });
    }
    let mut kinds = Vec::new();
    for (done, alternative) in rule.alternatives.iter().enumerate() {
        work.step("clauses", done as u64, None)?;
        kinds.push(scope.alternative(alternative, &axes)?);
    }
    let ending = scope.ending(&rule.ending)?;
    let slots = scope.slots;
    let one_place = |kind: &Kind| matches!(&kind.parts[..], [part] if part.count.is_none());
    if let (Some(_), Some(kind)) = (&ending.win_if, kinds.iter().find(|kind| !one_place(kind))) {
        return Err(Error::new(ErrorKind::Rule, Fault::OneFinalPosition)
            .at(kind.span.range())
            .hint(NextStep::FinalDecides));
    }
    points_decide(rule, &kinds)?;
    Ok(Form { axes, names: scope.names.listed, lists: scope.lists, kinds, ending, slots })
}

/// Where moves earn points the larger total wins, so that nothing else may be said about the end.
fn points_decide(rule: &Rule, kinds: &[Kind]) -> Result<()> {
    let (Some(earning), Ending { misere, condition }) =
        (kinds.iter().find(|kind| kind.gain.is_some()), &rule.ending)
    else {
        return Ok(());
    };
    let contradicts = |what: &str, span: Span| {
        let fault = Fault::GainContradicts { text: what.into() };
        let hint = NextStep::LeaveOut { text: what.into() };
        Err(Error::new(ErrorKind::Rule, fault).at(span.range()).hint(hint))
    };
    match condition {
        Some((win, condition)) => {
            contradicts(if *win { "end win if" } else { "end lose if" }, condition.span)
        }
        None if *misere => contradicts("play misere", earning.span),
        None => Ok(()),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Name,
    Condition,
}

impl Type {
    fn piece(self) -> Piece {
        match self {
            Type::Int => Piece::Number,
            Type::Name => Piece::NamedValue,
            Type::Condition => Piece::Condition,
        }
    }
}

struct Scope {
    lets: Lets,
    names: Names,
    /// The lists that are indexed, and the place of each among them.
    lists: Vec<Vec<i64>>,
    listed: BTreeMap<String, usize>,
    /// The lists that are used as sets: made once, however often the rule names them.
    sets: BTreeMap<String, Arc<[i64]>>,
    variables: BTreeMap<String, (usize, Type)>,
    /// The slot that the next variable takes, and how many are taken at most.
    next_slot: usize,
    slots: usize,
}

/// Named values, each with its number.
#[derive(Default)]
struct Names {
    listed: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Names {
    fn contains(&self, name: &str) -> bool {
        self.numbers.contains_key(name)
    }

    fn add(&mut self, name: &str) {
        self.numbers.insert(name.to_string(), self.listed.len());
        self.listed.push(name.to_string());
    }
}

impl Scope {
    fn new(rule: &Rule, given: &Lets) -> Result<Scope> {
        let mut lets: Lets =
            rule.lets.iter().map(|(name, value)| (name.text.clone(), value.clone())).collect();
        lets.extend(given.iter().map(|(name, value)| (name.clone(), value.clone())));
        if let Some(coordinate) = rule.head.iter().find(|c| lets.contains_key(&c.name.text)) {
            return Err(taken(&coordinate.name).hint(NextStep::NameShared));
        }
        let mut scope = Scope {
            lets,
            names: Names::default(),
            lists: Vec::new(),
            listed: BTreeMap::new(),
            sets: BTreeMap::new(),
            variables: BTreeMap::new(),
            next_slot: rule.head.len(),
            slots: rule.head.len(),
        };
        rule.head.iter().filter_map(|c| c.domain.as_ref()).try_for_each(|set| scope.collect_names(set))?;
        Ok(scope)
    }

    /// A set of words that are not parameters defines named values.
    fn collect_names(&mut self, set: &Set) -> Result<()> {
        let SetKind::Members(members) = &set.kind else { return Ok(()) };
        for member in members {
            if let Member::One(Expr { kind: ExprKind::Name(name), span }) = member
                && !self.lets.contains_key(name)
                && !self.names.contains(name)
            {
                if self.names.listed.len() == MOST_NAMES {
                    return Err(too_many(MOST_NAMES, |most| Fault::TooManyNames { most }, *span));
                }
                self.names.add(name);
            }
        }
        Ok(())
    }

    fn domain(&mut self, set: &Set) -> Result<Domain> {
        if let SetKind::From(low) = &set.kind {
            let low = self.typed(low, Type::Int)?;
            return Ok(if low.as_const() == Some(0) { Domain::Natural } else { Domain::From(low) });
        }
        let (form, kind) = self.set(set)?;
        match (form, kind) {
            (SetForm::Fixed(ids), Type::Name) => Ok(Domain::Names(ids.to_vec())),
            (SetForm::Range(low, high), _) => Ok(Domain::Range(low, high)),
            (SetForm::Fixed(members), _) if !members.is_empty() => {
                let mut members = members.to_vec();
                members.sort_unstable();
                Ok(Domain::Integers(members))
            }
            (SetForm::Fixed(_), _) => {
                Err(Error::new(ErrorKind::Rule, Fault::EmptyDomain).at(set.span.range()))
            }
            _ => Err(Error::new(ErrorKind::Rule, Fault::NoDomain)
                .at(set.span.range())
                .hint(NextStep::ConditionInMoves)),
        }
    }

    fn alternative(&mut self, alternative: &Alternative, axes: &[Axis]) -> Result<Kind> {
        let (outer, first_slot) = (self.variables.clone(), self.next_slot);
        let steps = self.qualifiers(&alternative.qualifiers, Scope::set)?;
        let parts = alternative.parts.iter().map(|part| self.part(part, axes)).collect::<Result<_>>()?;
        let gain = alternative.gain.as_ref().map(|gain| self.typed(gain, Type::Int)).transpose()?;
        (self.variables, self.next_slot) = (outer, first_slot);
        let label = alternative.label.as_ref().map(|label| label.text.clone());
        Ok(Kind { label, parts, steps, gain, again: alternative.again, span: alternative.span })
    }

    /// Choices and conditions; their variables stay in scope.
    fn qualifiers(
        &mut self,
        qualifiers: &[Qualifier],
        members: fn(&mut Self, &Set) -> Result<(SetForm, Type)>,
    ) -> Result<Vec<QualifierForm>> {
        let one = |qualifier: &Qualifier| {
            Ok(match qualifier {
                Qualifier::If(condition) => QualifierForm::Guard(self.typed(condition, Type::Condition)?),
                Qualifier::For(name, set) => {
                    let (form, kind) = members(self, set)?;
                    QualifierForm::Each(self.variable(name, kind)?, form)
                }
            })
        };
        qualifiers.iter().map(one).collect()
    }

    /// The slot of a new variable.
    fn variable(&mut self, name: &Ident, kind: Type) -> Result<usize> {
        let slot = self.next_slot;
        if self.lets.contains_key(&name.text)
            || self.names.contains(&name.text)
            || self.variables.insert(name.text.clone(), (slot, kind)).is_some()
        {
            return Err(taken(name));
        }
        self.next_slot += 1;
        self.slots = self.slots.max(self.next_slot);
        Ok(slot)
    }

    /// Looks at something whose variables are its own. Their slots are not used again, since what stands around it may be
    /// worked out before and after.
    fn within<T>(&mut self, look: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let outer = self.variables.clone();
        let found = look(self);
        self.variables = outer;
        found
    }

    fn part(&mut self, part: &Part, axes: &[Axis]) -> Result<PartForm> {
        if part.place.len() != axes.len() {
            let names: Vec<_> = axes.iter().map(|a| a.name.as_str()).collect();
            let (wanted, given) = (axes.len(), part.place.len());
            let fault =
                if wanted == 1 { Fault::PartOfOne { given } } else { Fault::PartOfSeveral { wanted, given } };
            return Err(Error::new(ErrorKind::Rule, fault)
                .at(part.span.range())
                .hint(NextStep::CoordinatesAre { names: names.join(", ") }));
        }
        self.within(|this| {
            let each = this.qualifiers(&part.each, Scope::gathered)?;
            let count = part.count.as_ref().map(|count| this.typed(count, Type::Int)).transpose()?;
            let count = count.or((!each.is_empty()).then(|| Term::constant(1)));
            let place = part.place.iter().zip(axes).map(|(expr, axis)| {
                let wanted = if matches!(axis.domain, Domain::Names(_)) { Type::Name } else { Type::Int };
                this.typed(expr, wanted)
            });
            Ok(PartForm { count, place: place.collect::<Result<_>>()?, each })
        })
    }

    fn ending(&mut self, ending: &Ending) -> Result<EndForm> {
        let play = if ending.misere { Play::Misere } else { Play::Normal };
        let win_if = match &ending.condition {
            None => None,
            Some((_, condition)) if ending.misere => {
                return Err(Error::new(ErrorKind::Rule, Fault::EndContradicts).at(condition.span.range()));
            }
            Some((win, condition)) => {
                let term = self.typed(condition, Type::Condition)?;
                let span = term.span;
                Some(if *win { term } else { Term { kind: TermKind::Not(Box::new(term)), span } })
            }
        };
        Ok(EndForm { play, win_if })
    }

    fn set(&mut self, set: &Set) -> Result<(SetForm, Type)> {
        match &set.kind {
            SetKind::Range(low, high) => {
                Ok((SetForm::Range(self.typed(low, Type::Int)?, self.typed(high, Type::Int)?), Type::Int))
            }
            SetKind::Call(function, arguments) => {
                let most = if *function == SetFunction::Powers { 2 } else { 1 };
                if arguments.len() > most {
                    let name = function.name().into();
                    let fault = match most {
                        1 => Fault::TakesOneArgument { name },
                        _ => Fault::TakesArguments { name, most },
                    };
                    return Err(Error::new(ErrorKind::Rule, fault).at(set.span.range()));
                }
                let arguments = arguments.iter().map(|a| self.typed(a, Type::Int)).collect::<Result<_>>()?;
                Ok((SetForm::Call(*function, arguments, set.span), Type::Int))
            }
            SetKind::Named(name) => match self.lets.get(name) {
                Some(Literal::List(list)) => {
                    let set = self.sets.entry(name.clone()).or_insert_with(|| each_once(list));
                    Ok((SetForm::Fixed(set.clone()), Type::Int))
                }
                Some(Literal::Int(_)) => {
                    Err(Error::new(ErrorKind::Rule, Fault::NumberNotSet { name: name.clone() })
                        .at(set.span.range())
                        .hint(NextStep::SetOfOne { name: name.clone() }))
                }
                None if self.variables.contains_key(name) => {
                    Err(Error::new(ErrorKind::Rule, Fault::ValueNotSet { name: name.clone() })
                        .at(set.span.range())
                        .hint(NextStep::SetOfOne { name: name.clone() }))
                }
                None => Err(self.unknown(name, set.span)),
            },
            SetKind::Members(members) => self.members(members),
            SetKind::From(low) => {
                Err(Error::new(ErrorKind::Rule, Fault::EndlessSet { low: low.to_string() })
                    .at(set.span.range())
                    .hint(NextStep::OnlyCoordinatesEndless { low: low.to_string() }))
            }
            SetKind::Filter(name, set, condition) => self.within(|this| {
                let (set, kind) = this.set(set)?;
                let slot = this.variable(name, kind)?;
                let condition = this.typed(condition, Type::Condition)?;
                Ok((SetForm::Filter(slot, Box::new(set), Box::new(condition)), kind))
            }),
        }
    }

    fn members(&mut self, members: &[Member]) -> Result<(SetForm, Type)> {
        let mut kind = None;
        let mut found = Vec::new();
        for member in members {
            let (first, last, of) = match member {
                Member::One(one) => {
                    let (term, of) = self.expr(one)?;
                    (term, None, of)
                }
                Member::Range(low, high) => {
                    (self.typed(low, Type::Int)?, Some(self.typed(high, Type::Int)?), Type::Int)
                }
            };
            if of == Type::Condition || *kind.get_or_insert(of) != of {
                return Err(mismatch(kind.filter(|k| *k != of).unwrap_or(Type::Int), of, first.span));
            }
            found.push((first, last));
        }
        let fixed: Option<Vec<i64>> =
            found.iter().map(|(term, last)| if last.is_none() { term.as_const() } else { None }).collect();
        let form = match fixed {
            Some(fixed) => SetForm::Fixed(each_once(&fixed)),
            None => SetForm::Members(found),
        };
        Ok((form, kind.unwrap_or(Type::Int)))
    }

    fn typed(&mut self, expr: &Expr, wanted: Type) -> Result<Term> {
        let (term, found) = self.expr(expr)?;
        if found == wanted { Ok(term) } else { Err(mismatch(wanted, found, expr.span)) }
    }

    fn expr(&mut self, expr: &Expr) -> Result<(Term, Type)> {
        let (kind, of) = match &expr.kind {
            ExprKind::Int(n) => (TermKind::Const(*n), Type::Int),
            ExprKind::Name(name) => self.name(name, expr.span)?,
            ExprKind::Neg(inner) => (TermKind::Neg(Box::new(self.typed(inner, Type::Int)?)), Type::Int),
            ExprKind::Not(inner) => {
                (TermKind::Not(Box::new(self.typed(inner, Type::Condition)?)), Type::Condition)
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right)?,
            ExprKind::Call(Function::Len, arguments) => {
                (TermKind::Const(self.length(arguments, expr.span)?), Type::Int)
            }
            ExprKind::Call(function, arguments) => {
                if let Some(refusal) = function.refuses(arguments.len()) {
                    return Err(Error::new(ErrorKind::Rule, refusal).at(expr.span.range()));
                }
                let arguments = arguments.iter().map(|a| self.typed(a, Type::Int)).collect::<Result<_>>()?;
                (TermKind::Call(*function, arguments), Type::Int)
            }
            ExprKind::Index(list, index) => {
                let index = self.typed(index, Type::Int)?;
                (TermKind::Index(self.list(list)?, Box::new(index)), Type::Int)
            }
            ExprKind::In(item, set, negated) => {
                let (item, found) = self.expr(item)?;
                let (set, wanted) = self.set(set)?;
                if found != wanted {
                    return Err(mismatch(wanted, found, item.span));
                }
                let inside = Term { kind: TermKind::In(Box::new(item), Box::new(set)), span: expr.span };
                (if *negated { TermKind::Not(Box::new(inside)) } else { inside.kind }, Type::Condition)
            }
            ExprKind::If(three) => self.choice(three)?,
            ExprKind::Over(aggregate, over) => {
                self.check_arguments(*aggregate, over, expr.span)?;
                let of = if aggregate.is_condition() { Type::Condition } else { Type::Int };
                (TermKind::Over(*aggregate, Box::new(self.within(|this| this.over(*aggregate, over))?)), of)
            }
        };
        Ok((fold(Term { kind, span: expr.span }, &self.lists), of))
    }

    fn choice(&mut self, [condition, one, other]: &[Expr; 3]) -> Result<(TermKind, Type)> {
        let condition = self.typed(condition, Type::Condition)?;
        let (one, of) = self.expr(one)?;
        let other = self.typed(other, of)?;
        match condition.as_const() {
            Some(0) => Ok((other.kind, of)),
            Some(_) => Ok((one.kind, of)),
            None => Ok((TermKind::If(Box::new([condition, one, other])), of)),
        }
    }

    /// A set that is gone through to gather something: the entries of a list count as often as they stand there.
    fn gathered(&mut self, set: &Set) -> Result<(SetForm, Type)> {
        match &set.kind {
            SetKind::Named(name) if matches!(self.lets.get(name), Some(Literal::List(_))) => {
                let list = self.list(&Ident { text: name.clone(), span: set.span })?;
                Ok((SetForm::Entries(list), Type::Int))
            }
            _ => self.set(set),
        }
    }

    /// That `max(n)` is not one number: it may be meant for a function of several.
    fn check_arguments(&self, aggregate: Aggregate, over: &Over, span: Span) -> Result<()> {
        let Over::Members(Set { kind: SetKind::Named(name), .. }) = over else { return Ok(()) };
        let Some(function) = Function::named(aggregate.name()) else { return Ok(()) };
        match self.lets.get(name) {
            Some(Literal::List(_)) => Ok(()),
            _ => {
                let fault = function.refuses(1).unwrap_or(Fault::GoesThroughSet { word: name.clone() });
                let example = format!("{}(1..{name})", aggregate.name());
                Err(Error::new(ErrorKind::Rule, fault)
                    .at(span.range())
                    .hint(NextStep::ThroughASet { example }))
            }
        }
    }

    /// The choices that an aggregate goes through, and what it gathers.
    fn over(&mut self, aggregate: Aggregate, over: &Over) -> Result<(Vec<QualifierForm>, Term)> {
        match over {
            Over::Each(body, qualifiers) => {
                let steps = self.qualifiers(qualifiers, Scope::gathered)?;
                let wanted = if aggregate.of_conditions() { Type::Condition } else { Type::Int };
                Ok((steps, self.typed(body, wanted)?))
            }
            Over::Members(set) if aggregate.is_condition() => {
                Err(mismatch(Type::Condition, Type::Int, set.span)
                    .hint(NextStep::write(format!("`{}(n % k == 0 for k in {set})`", aggregate.name()))))
            }
            Over::Members(set) => {
                let (form, _) = self.gathered(set)?;
                let slot = self.next_slot;
                self.next_slot += 1;
                self.slots = self.slots.max(self.next_slot);
                let kind =
                    if aggregate == Aggregate::Count { TermKind::Const(1) } else { TermKind::Slot(slot) };
                Ok((vec![QualifierForm::Each(slot, form)], Term { kind, span: set.span }))
            }
        }
    }

    fn binary(&mut self, op: Op, left: &Expr, right: &Expr) -> Result<(TermKind, Type)> {
        if let Some(error) = chained(op, left, right) {
            return Err(error);
        }
        let (wanted, result) = match op {
            Op::And | Op::Or => (Type::Condition, Type::Condition),
            Op::Lt | Op::Le | Op::Gt | Op::Ge => (Type::Int, Type::Condition),
            Op::Eq | Op::Ne => {
                let (first, either) = self.expr(left)?;
                if either == Type::Condition {
                    return Err(mismatch(Type::Int, Type::Condition, left.span));
                }
                let second = self.typed(right, either)?;
                return Ok((TermKind::Binary(op, Box::new(first), Box::new(second)), Type::Condition));
            }
            _ => (Type::Int, Type::Int),
        };
        let (left, right) = (self.typed(left, wanted)?, self.typed(right, wanted)?);
        Ok((TermKind::Binary(op, Box::new(left), Box::new(right)), result))
    }

    fn name(&self, name: &str, span: Span) -> Result<(TermKind, Type)> {
        if let Some(&(slot, of)) = self.variables.get(name) {
            return Ok((TermKind::Slot(slot), of));
        }
        match self.lets.get(name) {
            Some(Literal::Int(value)) => return Ok((TermKind::Const(*value), Type::Int)),
            Some(Literal::List(_)) => {
                return Err(Error::new(ErrorKind::Rule, Fault::ListNotNumber { name: name.into() })
                    .at(span.range())
                    .hint(NextStep::either(format!("`{name}[i]`"), format!("`for s in {name}`"))));
            }
            None => {}
        }
        match self.names.numbers.get(name) {
            Some(&id) => Ok((TermKind::Const(id as i64), Type::Name)),
            None => Err(self.unknown(name, span)),
        }
    }

    fn list(&mut self, name: &Ident) -> Result<usize> {
        match self.lets.get(&name.text) {
            Some(Literal::List(list)) => {
                let lists = &mut self.lists;
                Ok(*self.listed.entry(name.text.clone()).or_insert_with(|| {
                    lists.push(list.clone());
                    lists.len() - 1
                }))
            }
            Some(Literal::Int(_)) => {
                Err(Error::new(ErrorKind::Rule, Fault::NumberNotList { name: name.text.clone() })
                    .at(name.span.range()))
            }
            None => Err(self.unknown(&name.text, name.span)),
        }
    }

    fn length(&mut self, arguments: &[Expr], span: Span) -> Result<i64> {
        match arguments {
            [Expr { kind: ExprKind::Name(name), span }] => {
                let list = self.list(&Ident { text: name.clone(), span: *span })?;
                Ok(self.lists[list].len() as i64)
            }
            _ => Err(Error::new(ErrorKind::Rule, Fault::LenTakesList).at(span.range())),
        }
    }

    fn unknown(&self, name: &str, span: Span) -> Error {
        let error = Error::new(ErrorKind::Rule, Fault::UnknownName { name: name.into() }).at(span.range());
        let known =
            self.variables.keys().chain(self.lets.keys()).chain(&self.names.listed).map(String::as_str);
        let functions = Function::ALL.iter().map(|f| f.0).chain(SetFunction::ALL.iter().map(|f| f.0));
        let functions = functions.chain(Aggregate::ALL.iter().map(|a| a.0));
        match nearest(name, known.chain(functions)) {
            Some(known) => error.hint(NextStep::DidYouMeanOrGive { word: known.into(), name: name.into() }),
            None => error.hint(NextStep::GiveParameter { name: name.into() }),
        }
    }
}

/// `1 < n < 5`: a comparison of a comparison, which mathematicians mean as two.
fn chained(op: Op, left: &Expr, right: &Expr) -> Option<Error> {
    let ExprKind::Binary(inner, _, middle) = &left.kind else { return None };
    (op.is_comparison() && inner.is_comparison()).then(|| {
        mismatch(Type::Int, Type::Condition, left.span)
            .hint(NextStep::write(format!("`{left} and {middle} {} {right}`", op.symbol())))
    })
}

fn taken(name: &Ident) -> Error {
    Error::new(ErrorKind::Rule, Fault::NameInUse { name: name.text.clone() }).at(name.span.range())
}

fn mismatch(wanted: Type, found: Type, span: Span) -> Error {
    Error::new(ErrorKind::Rule, Fault::Expected { wanted: wanted.piece().into(), found: found.piece() })
        .at(span.range())
}

fn each_once(list: &[i64]) -> Arc<[i64]> {
    let mut seen = std::collections::BTreeSet::new();
    list.iter().copied().filter(|v| seen.insert(*v)).collect()
}
