//! Reading the terms of rules over places: values, sets and conditions, each with its sort.

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Pieces, Result};
use crate::nearest::nearest;

use super::arithmetic::{Aggregate, Function, Op};
use super::bounds::*;
use super::lexeme::Lexeme;
use super::place_parse::{Reader, wrong};
use super::place_rule::*;
use super::syntax::Span;

/// What was read.
pub(super) enum Term {
    Value(ValueTerm, Sort),
    /// A set; the empty one has no sort of its own.
    Set(SetTerm, Option<Sort>),
    Condition(PlaceCondition),
}

/// How tightly operators bind, as in rules of numbers.
pub(super) const OR: u8 = 1;
pub(super) const AND: u8 = 2;
pub(super) const NOT: u8 = 3;
pub(super) const COMPARE: u8 = 4;
pub(super) const ADD: u8 = 5;
pub(super) const MULTIPLY: u8 = 6;

/// The functions of places; those of numbers are the ones of all rules.
const FUNCTIONS: &[&str] = &["near", "ball", "up", "down", "ray", "part", "size", "first", "edge"];

enum Operator {
    In(bool),
    By(Op),
}

impl Operator {
    fn strength(&self) -> u8 {
        match self {
            Operator::In(_) => COMPARE,
            Operator::By(op) => op.strength(),
        }
    }

    fn strength_on_the_right(&self) -> u8 {
        match self {
            Operator::In(_) => ADD,
            Operator::By(op) => op.strength_on_the_right(),
        }
    }
}

impl Reader {
    /// A condition.
    pub(super) fn condition(&mut self) -> Result<PlaceCondition> {
        let start = self.parser.span();
        let term = self.term(OR)?;
        self.as_condition(term, start)
    }

    /// A value with its sort.
    pub(super) fn value(&mut self) -> Result<(ValueTerm, Sort)> {
        let start = self.parser.span();
        let term = self.term(ADD)?;
        self.as_value(term, start)
    }

    /// A set with the sort of its members. A value stands for the set of it.
    pub(super) fn set(&mut self) -> Result<(SetTerm, Sort)> {
        let start = self.parser.span();
        let term = self.term(ADD)?;
        let term = if self.parser.eat("..") { self.range(term, start)? } else { term };
        let (set, sort) = self.as_set(term, start)?;
        Ok((set, sort.unwrap_or(self.space.member_sort())))
    }

    /// That a sort is the one that is wanted.
    pub(super) fn demand(&self, found: Sort, wanted: Sort, start: Span) -> Result<()> {
        match found == wanted {
            true => Ok(()),
            false => Err(wrong(
                format!("this is {}, where {} is wanted", name(found), name(wanted)),
                self.from(start),
            )),
        }
    }

    /// From a place to what was read last.
    fn from(&self, start: Span) -> Span {
        start.to(self.parser.last_span())
    }

    pub(super) fn range(&mut self, low: Term, start: Span) -> Result<Term> {
        let (low, low_sort) = self.as_value(low, start)?;
        let (high, high_sort) = self.value()?;
        self.demand(low_sort, Sort::Number, start)?;
        self.demand(high_sort, Sort::Number, start)?;
        Ok(Term::Set(SetTerm::Range(Box::new(low), Box::new(high)), Some(Sort::Number)))
    }

    fn as_condition(&self, term: Term, start: Span) -> Result<PlaceCondition> {
        match term {
            Term::Condition(condition) => Ok(condition),
            _ => {
                Err(wrong(Fault::NoCondition, self.from(start))
                    .hint(NextStep::either("`v in S`", "`x == y`")))
            }
        }
    }

    pub(super) fn as_value(&self, term: Term, start: Span) -> Result<(ValueTerm, Sort)> {
        match term {
            Term::Value(value, sort) => Ok((value, sort)),
            Term::Set(..) => Err(wrong(Fault::SetNotValue, self.from(start))),
            Term::Condition(_) => Err(wrong(Fault::ConditionNotValue, self.from(start))),
        }
    }

    pub(super) fn as_set(&self, term: Term, start: Span) -> Result<(SetTerm, Option<Sort>)> {
        match term {
            Term::Set(set, sort) => Ok((set, sort)),
            Term::Value(value, sort) => Ok((SetTerm::Members(vec![value]), Some(sort))),
            Term::Condition(_) => Err(wrong(Fault::ConditionNotSet, self.from(start))),
        }
    }

    /// A term whose operators bind at least as tightly as `strength`.
    pub(super) fn term(&mut self, strength: u8) -> Result<Term> {
        self.parser.deeper()?;
        let result = self.term_nested(strength);
        self.parser.depth -= 1;
        result
    }

    fn term_nested(&mut self, strength: u8) -> Result<Term> {
        let start = self.parser.span();
        let mut left = self.prefix(strength)?;
        loop {
            let Some((operator, lexemes)) = self.operator().filter(|(op, _)| op.strength() >= strength)
            else {
                return Ok(left);
            };
            self.parser.count_operator()?;
            self.parser.at += lexemes;
            left = match operator {
                Operator::In(negated) => self.membership(left, negated, start)?,
                operator => {
                    let right_start = self.parser.span();
                    let right = self.term(operator.strength_on_the_right())?;
                    self.binary(&operator, left, right, start, right_start)?
                }
            };
        }
    }

    fn prefix(&mut self, strength: u8) -> Result<Term> {
        let start = self.parser.span();
        if strength <= NOT && self.parser.eat_word("not") {
            let inner = self.term(NOT)?;
            return Ok(Term::Condition(PlaceCondition::Not(Box::new(self.as_condition(inner, start)?))));
        }
        if self.parser.eat("-") {
            let inner = self.term(MULTIPLY + 1)?;
            let (value, sort) = self.as_value(inner, start)?;
            let minus = Term::Value(ValueTerm::Constant([-1, 0]), Sort::Number);
            return self.arithmetic(Op::Mul, minus, Term::Value(value, sort), start);
        }
        if self.parser.eat_word("if") {
            return self.value_under_condition(start);
        }
        self.atom()
    }

    /// The operator that stands here, and of how many lexemes it is.
    fn operator(&self) -> Option<(Operator, usize)> {
        let op = match self.parser.peek() {
            Lexeme::Symbol(symbol) => Op::named(symbol),
            Lexeme::Word(word) => match word.as_str() {
                "in" => return Some((Operator::In(false), 1)),
                "not" => return self.parser.is_word_then("not", "in").then_some((Operator::In(true), 2)),
                word => Op::named(word),
            },
            _ => None,
        };
        op.map(|op| (Operator::By(op), 1))
    }

    fn membership(&mut self, left: Term, negated: bool, start: Span) -> Result<Term> {
        let (value, sort) = self.as_value(left, start)?;
        let (set, members) = self.set()?;
        self.demand(sort, members, start)?;
        let inside = PlaceCondition::In(value, set);
        Ok(Term::Condition(if negated { PlaceCondition::Not(Box::new(inside)) } else { inside }))
    }

    fn binary(&self, op: &Operator, left: Term, right: Term, start: Span, right_start: Span) -> Result<Term> {
        match op {
            Operator::By(op @ (Op::And | Op::Or)) => {
                let left = Box::new(self.as_condition(left, start)?);
                let right = Box::new(self.as_condition(right, right_start)?);
                Ok(Term::Condition(match op {
                    Op::And => PlaceCondition::And(left, right),
                    _ => PlaceCondition::Or(left, right),
                }))
            }
            Operator::By(how) if how.is_comparison() => self.compare(*how, left, right, start),
            Operator::By(how) => self.arithmetic(*how, left, right, start),
            Operator::In(_) => Err(wrong(Fault::SetWanted, self.from(start))),
        }
    }

    fn compare(&self, how: Op, left: Term, right: Term, start: Span) -> Result<Term> {
        let equality = matches!(how, Op::Eq | Op::Ne);
        if let (Term::Value(left, sort), Term::Value(right, other)) = (&left, &right) {
            self.demand(*other, *sort, start)?;
            if !equality {
                self.demand(*sort, Sort::Number, start)?;
            }
            return Ok(Term::Condition(PlaceCondition::Compare(how, left.clone(), right.clone())));
        }
        if !equality {
            return Err(wrong(Fault::OnlyNumbersCompared, self.from(start)).hint(NextStep::CompareSize));
        }
        let ((left, sort), (right, other)) = (self.as_set(left, start)?, self.as_set(right, start)?);
        self.common(sort, other, start)?;
        let same = PlaceCondition::Same(left, right);
        Ok(Term::Condition(if how == Op::Eq { same } else { PlaceCondition::Not(Box::new(same)) }))
    }

    /// The sort that members of two sets share.
    fn common(&self, one: Option<Sort>, other: Option<Sort>, start: Span) -> Result<Option<Sort>> {
        if let (Some(one), Some(other)) = (one, other) {
            self.demand(other, one, start)?;
        }
        Ok(one.or(other))
    }

    fn arithmetic(&self, how: Op, left: Term, right: Term, start: Span) -> Result<Term> {
        use Op::{Add, Mul, Sub, Xor};
        if let (Term::Value(left, a), Term::Value(right, b)) = (&left, &right) {
            let sort = match (how, a, b) {
                (_, Sort::Number, Sort::Number) => Sort::Number,
                (Add | Sub, Sort::Pair, Sort::Pair) => Sort::Pair,
                (Mul, Sort::Number, Sort::Pair) | (Mul, Sort::Pair, Sort::Number) => Sort::Pair,
                _ => {
                    let message = format!("{} and {} do not go together so", name(*a), name(*b));
                    return Err(wrong(message, self.from(start)));
                }
            };
            // The number goes first, so that whoever works it out need not ask.
            let (left, right) = if *a == Sort::Pair && how == Mul { (right, left) } else { (left, right) };
            let (left, right) = (Box::new(left.clone()), Box::new(right.clone()));
            return Ok(Term::Value(ValueTerm::Arithmetic(how, left, right), sort));
        }
        let ((left, a), (right, b)) = (self.as_set(left, start)?, self.as_set(right, start)?);
        let (left, right, sort) = (Box::new(left), Box::new(right), self.common(a, b, start)?);
        let set = match how {
            Add => SetTerm::Plus(left, right),
            Sub => SetTerm::Minus(left, right),
            Xor => SetTerm::Xor(left, right),
            _ => {
                return Err(wrong(Fault::SetOperations, self.from(start)));
            }
        };
        Ok(Term::Set(set, sort))
    }

    fn atom(&mut self) -> Result<Term> {
        let (lexeme, span) = self.parser.lexemes[self.parser.at].clone();
        match lexeme {
            Lexeme::Int(n) => {
                self.parser.at += 1;
                Ok(Term::Value(ValueTerm::Constant([n, 0]), Sort::Number))
            }
            Lexeme::Text(text) => {
                self.parser.at += 1;
                let mut letters: Vec<ValueTerm> =
                    text.chars().map(|c| ValueTerm::Constant([i64::from(u32::from(c)), 0])).collect();
                match letters.len() {
                    1 => Ok(Term::Value(letters.remove(0), Sort::Letter)),
                    n if n <= MOST_CELLS => Ok(Term::Set(SetTerm::Members(letters), Some(Sort::Letter))),
                    _ => Err(too_many(MOST_CELLS, |most| Fault::TooManyLetters { most }, span)),
                }
            }
            Lexeme::Symbol("(") => self.parenthesis(span),
            Lexeme::Symbol("{") => self.braces(span),
            Lexeme::Word(word) if !super::parse::RESERVED.contains(&word.as_str()) => self.word(&word, span),
            _ => Err(self.parser.unexpected(Pieces(vec![
                Piece::Set,
                Piece::Number,
                Piece::Name,
                Piece::token("("),
            ]))),
        }
    }

    /// `(x)`, or a place `(r,c)`.
    fn parenthesis(&mut self, start: Span) -> Result<Term> {
        self.parser.at += 1;
        let first = self.term(OR)?;
        if !self.parser.eat(",") {
            self.parser.expect(")", |text| Piece::ToClose { text })?;
            return Ok(first);
        }
        let second = self.term(ADD)?;
        self.parser.expect(")", |text| Piece::ToClose { text })?;
        let ((row, a), (column, b)) = (self.as_value(first, start)?, self.as_value(second, start)?);
        self.demand(a, Sort::Number, start)?;
        self.demand(b, Sort::Number, start)?;
        let pair = match (&row, &column) {
            (ValueTerm::Constant([r, _]), ValueTerm::Constant([c, _])) => ValueTerm::Constant([*r, *c]),
            _ => ValueTerm::Pair(Box::new(row), Box::new(column)),
        };
        Ok(Term::Value(pair, Sort::Pair))
    }

    /// `{u, v, m..n}`, or `{x in S if …}`.
    fn braces(&mut self, start: Span) -> Result<Term> {
        self.parser.at += 1;
        let next = self.parser.lexemes.get(self.parser.at + 1);
        if matches!(next, Some((Lexeme::Word(word), _)) if word == "in") {
            return self.filter();
        }
        let (mut set, mut sort, mut members, mut count) = (None::<SetTerm>, None, Vec::new(), 0);
        while !self.parser.eat("}") {
            self.parser.room(count, MOST_CELLS, |most| Fault::TooManyMembers { most })?;
            count += 1;
            let term = self.term(ADD)?;
            if self.parser.eat("..") {
                let (range, other) = {
                    let range = self.range(term, start)?;
                    self.as_set(range, start)?
                };
                sort = self.common(sort, other, start)?;
                self.parser.count_operator()?;
                set = Some(union(set, range));
            } else {
                let (value, other) = self.as_value(term, start)?;
                sort = self.common(sort, Some(other), start)?;
                members.push(value);
            }
            if !self.parser.eat(",") && *self.parser.peek() != Lexeme::Symbol("}") {
                return Err(self.parser.unexpected(Pieces::tokens(&[",", "}"])));
            }
        }
        let all = match set {
            Some(set) if members.is_empty() => set,
            set => union(set, SetTerm::Members(members)),
        };
        Ok(Term::Set(all, sort))
    }

    fn filter(&mut self) -> Result<Term> {
        let name = self.fresh_name(Piece::VariableName)?;
        self.parser.at += 1;
        let (set, sort) = self.set()?;
        let variable = self.variable(name, sort);
        self.parser.expect_word("if", |text| Piece::AfterVariable { text })?;
        let condition = self.condition()?;
        self.parser.expect("}", |text| Piece::ToClose { text })?;
        self.scope.pop();
        Ok(Term::Set(SetTerm::Filter(variable, Box::new(set), Box::new(condition)), Some(sort)))
    }

    fn word(&mut self, word: &str, span: Span) -> Result<Term> {
        self.parser.at += 1;
        if FUNCTIONS.contains(&word) && self.parser.eat("(") {
            return self.function(word, span);
        }
        let of_numbers = Function::named(word).is_some() || Aggregate::named(word).is_some();
        if of_numbers && self.parser.eat("(") {
            return self.number_function(word, span);
        }
        if let Some((_, sort, slot)) = self.scope.iter().rev().find(|(name, ..)| name == word) {
            return Ok(Term::Value(ValueTerm::Variable(*slot), *sort));
        }
        if let Some(at) = self.coordinates.iter().position(|c| c.name == word) {
            return self.coordinate_term(at);
        }
        if let Some(value) = self.lets.get(word).cloned() {
            return self.parameter(word, value);
        }
        match word {
            "places" if self.space == Space::Numbers => {
                Err(wrong(Fault::EndlessNumbers, span).hint(NextStep::write("a range such as `0..n`")))
            }
            "places" => Ok(Term::Set(SetTerm::Places, Some(self.space.place_sort()))),
            "edges" if self.space.has_neighbours() => Ok(Term::Set(SetTerm::Edges, Some(Sort::Edge))),
            "size" if self.space != Space::Numbers => {
                Ok(Term::Value(ValueTerm::Size(Box::new(SetTerm::Places)), Sort::Number))
            }
            _ => Err(self.unknown(word, span)),
        }
    }

    fn unknown(&self, word: &str, span: Span) -> Error {
        if *self.parser.peek() == Lexeme::Symbol("(") {
            let error = Error::new(ErrorKind::Rule, Fault::UnknownFunction { name: word.into() });
            let of_numbers = Function::ALL.iter().map(|f| f.0).chain(Aggregate::ALL.iter().map(|a| a.0));
            let mut names: Vec<&str> = FUNCTIONS.iter().copied().chain(of_numbers).collect();
            names.dedup();
            return error.at(span.range()).hint(NextStep::FunctionsAre { words: names.join(", ") });
        }
        let known = self.scope.iter().map(|(name, ..)| name.as_str());
        let known = known.chain(self.coordinates.iter().map(|c| c.name.as_str())).chain(["places", "edges"]);
        let error = wrong(Fault::NothingCalled { name: word.into() }, span);
        match nearest(word, known) {
            Some(known) => error.hint(NextStep::did_you_mean(known)),
            None => error.hint(NextStep::ChooseOrGive { name: word.into() }),
        }
    }

    /// A coordinate: the set or place that it is, all its places, or what it holds on one of them.
    fn coordinate_term(&mut self, at: usize) -> Result<Term> {
        let sort = match &self.coordinates[at].holds {
            Holds::Set => return Ok(Term::Set(SetTerm::Coordinate(at), Some(self.space.member_sort()))),
            Holds::Place(_) => {
                return Ok(Term::Value(ValueTerm::Coordinate(at), self.space.place_sort()));
            }
            Holds::Letters(_) => Sort::Letter,
            Holds::Numbers => Sort::Number,
        };
        if !self.parser.eat("[") {
            return Ok(Term::Set(SetTerm::Places, Some(self.space.place_sort())));
        }
        let start = self.parser.span();
        let term = self.term(ADD)?;
        self.parser.expect("]", |text| Piece::AfterIndex { text })?;
        match term {
            Term::Value(place, found) => {
                self.demand(found, self.space.place_sort(), start)?;
                Ok(Term::Value(ValueTerm::At(at, Box::new(place)), sort))
            }
            term => {
                let (set, found) = self.as_set(term, start)?;
                self.demand(found.unwrap_or(self.space.place_sort()), self.space.place_sort(), start)?;
                Ok(Term::Set(SetTerm::Held(at, Box::new(set)), Some(sort)))
            }
        }
    }

    /// A function whose opening parenthesis has been read.
    fn function(&mut self, word: &str, span: Span) -> Result<Term> {
        let place = self.space.place_sort();
        let in_rows = matches!(self.space, Space::Strip | Space::Ring | Space::Grid(_) | Space::Torus(_));
        let lacks = match word {
            "near" | "ball" | "edge" | "part" if !self.space.has_neighbours() => {
                Some(Fault::NoNeighbours { word: word.into() })
            }
            "up" | "down" if !self.space.has_order() => Some(Fault::NoOrder { word: word.into() }),
            "ray" if !in_rows => Some(Fault::NotInRows { word: word.into() }),
            _ => None,
        };
        if let Some(fault) = lacks {
            return Err(wrong(fault, span));
        }
        let term = match word {
            "near" | "ball" | "up" | "down" => {
                let value = Box::new(self.argument(place)?);
                let set = match word {
                    "near" => SetTerm::Near(value),
                    "ball" => SetTerm::Ball(value),
                    "up" => SetTerm::Up(value),
                    _ => SetTerm::Down(value),
                };
                Term::Set(set, Some(place))
            }
            "part" => {
                let (set, sort) = self.set()?;
                self.demand(sort, self.space.member_sort(), span)?;
                self.parser.expect(",", |text| Piece::AfterArguments { text })?;
                let value = self.argument(place)?;
                Term::Set(SetTerm::Part(Box::new(set), Box::new(value)), Some(sort))
            }
            "ray" => {
                let from = Box::new(self.argument(place)?);
                self.parser.expect(",", |text| Piece::AfterArguments { text })?;
                let step = Box::new(self.argument(place)?);
                let mut within = None;
                if self.parser.eat(",") {
                    let (set, sort) = self.set()?;
                    self.demand(sort, place, span)?;
                    within = Some(Box::new(set));
                }
                Term::Set(SetTerm::Ray(from, step, within), Some(place))
            }
            "size" => Term::Value(ValueTerm::Size(Box::new(self.set()?.0)), Sort::Number),
            "first" => {
                let (set, sort) = self.set()?;
                Term::Value(ValueTerm::First(Box::new(set)), sort)
            }
            _ => {
                let first = Box::new(self.argument(place)?);
                self.parser.expect(",", |text| Piece::AfterArguments { text })?;
                Term::Value(ValueTerm::Edge(first, Box::new(self.argument(place)?)), Sort::Edge)
            }
        };
        self.parser.expect(")", |text| Piece::AfterArguments { text })?;
        Ok(term)
    }

    pub(super) fn argument(&mut self, wanted: Sort) -> Result<ValueTerm> {
        let start = self.parser.span();
        let (value, sort) = self.value()?;
        self.demand(sort, wanted, start)?;
        Ok(value)
    }
}

fn union(set: Option<SetTerm>, more: SetTerm) -> SetTerm {
    match set {
        Some(set) => SetTerm::Plus(Box::new(set), Box::new(more)),
        None => more,
    }
}

/// A sort in words.
fn name(sort: Sort) -> &'static str {
    match sort {
        Sort::Number => "a number",
        Sort::Pair => "a row and a column",
        Sort::Edge => "an edge",
        Sort::Letter => "a letter",
    }
}
