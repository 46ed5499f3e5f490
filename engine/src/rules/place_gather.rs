//! Reading what rules over places share with rules of numbers: parameters, functions, values under a condition, and what is
//! gathered from many. The words and their results are those of [`arithmetic`](super::arithmetic).

use crate::error::{Fault, NextStep, Piece, Pieces, Result};
use crate::literal::Literal;

use super::arithmetic::{Aggregate, Function};
use super::lexeme::Lexeme;
use super::place_parse::{Reader, wrong};
use super::place_rule::*;
use super::place_term::{OR, Term};
use super::syntax::Span;

impl Reader {
    /// A parameter: a number, a set, or an entry of a list.
    pub(super) fn parameter(&mut self, name: &str, value: Literal) -> Result<Term> {
        let list = match value {
            Literal::Int(n) => return Ok(Term::Value(ValueTerm::Constant([n, 0]), Sort::Number)),
            Literal::List(list) => list,
        };
        if self.parser.eat("[") {
            let index = Box::new(self.argument(Sort::Number)?);
            self.parser.expect("]", |text| Piece::AfterIndex { text })?;
            let known = self.lists.iter().position(|(known, _)| known == name);
            let at = known.unwrap_or_else(|| {
                self.lists.push((name.into(), list));
                self.lists.len() - 1
            });
            return Ok(Term::Value(ValueTerm::Entry(at, index), Sort::Number));
        }
        let members = list.into_iter().map(|n| ValueTerm::Constant([n, 0])).collect();
        Ok(Term::Set(SetTerm::Members(members), Some(Sort::Number)))
    }

    /// What follows `if` where a value stands: `c then x else y`.
    pub(super) fn value_under_condition(&mut self, start: Span) -> Result<Term> {
        self.parser.count_operator()?;
        let condition = self.condition()?;
        self.parser.expect_word("then", |text| Piece::AfterWord { text, word: "if".into() })?;
        let (one, sort) = self.value()?;
        self.parser.expect_word("else", |text| Piece::AfterWord { text, word: "then".into() })?;
        let (other, found) = self.value()?;
        self.demand(found, sort, start)?;
        Ok(Term::Value(ValueTerm::If(Box::new((condition, one, other))), sort))
    }

    /// A function of numbers or what is gathered from many; its opening parenthesis has been read.
    pub(super) fn number_function(&mut self, word: &str, span: Span) -> Result<Term> {
        let (function, aggregate) = (Function::named(word), Aggregate::named(word));
        if function == Some(Function::Len) {
            return self.length(span);
        }
        if let Some(aggregate) = aggregate {
            if let Some(choices_at) = self.choices_inside() {
                return self.gathered(aggregate, choices_at);
            }
            let first = self.term(OR)?;
            let first = if self.parser.eat("..") { self.range(first, span)? } else { first };
            return match (first, function) {
                (Term::Value(first, sort), Some(function)) => {
                    self.demand(sort, Sort::Number, span)?;
                    self.arguments(function, vec![first], span)
                }
                (term, _) => self.gathered_set(aggregate, term, span),
            };
        }
        let Some(function) = function else { return Err(wrong(Fault::NoFunction, span)) };
        let first = self.argument(Sort::Number)?;
        self.arguments(function, vec![first], span)
    }

    /// The arguments of a function after the first.
    fn arguments(&mut self, function: Function, mut all: Vec<ValueTerm>, span: Span) -> Result<Term> {
        while self.parser.eat(",") {
            self.parser.count_operator()?;
            all.push(self.argument(Sort::Number)?);
        }
        self.parser.expect(")", |text| Piece::AfterArguments { text })?;
        match function.refuses(all.len()) {
            Some(refusal) => Err(wrong(refusal, span)),
            None => Ok(Term::Value(ValueTerm::Call(function, all), Sort::Number)),
        }
    }

    /// `len(a)`.
    fn length(&mut self, span: Span) -> Result<Term> {
        let name = self.parser.ident(Piece::Name)?;
        let Some(Literal::List(list)) = self.lets.get(&name.text) else {
            return Err(wrong(Fault::LenTakesList, span.to(name.span)));
        };
        let length = list.len() as i64;
        self.parser.expect(")", |text| Piece::AfterArguments { text })?;
        Ok(Term::Value(ValueTerm::Constant([length, 0]), Sort::Number))
    }

    /// Where choices begin before the parenthesis that is open closes.
    fn choices_inside(&self) -> Option<usize> {
        let mut depth = 0i64;
        for (at, (lexeme, _)) in self.parser.lexemes.iter().enumerate().skip(self.parser.at) {
            match lexeme {
                Lexeme::Symbol("(" | "[" | "{") => depth += 1,
                Lexeme::Symbol(")" | "]" | "}") if depth == 0 => return None,
                Lexeme::Symbol(")" | "]" | "}") => depth -= 1,
                Lexeme::Word(word) if depth == 0 && word == "for" => return Some(at),
                _ => {}
            }
        }
        None
    }

    /// `x for k in set if c)`: what is chosen is read first, though it is written last.
    fn gathered(&mut self, aggregate: Aggregate, choices_at: usize) -> Result<Term> {
        let (body_at, names) = (self.parser.at, self.scope.len());
        self.parser.at = choices_at;
        let mut choices = Vec::new();
        while let Some(choice) = self.qualifier(choices.len())? {
            self.parser.count_operator()?;
            choices.push(choice);
        }
        self.parser.expect(")", |text| Piece::AfterArguments { text })?;
        let after = std::mem::replace(&mut self.parser.at, body_at);
        let term = match aggregate {
            Aggregate::All | Aggregate::Any => {
                let condition = Box::new(self.condition()?);
                Term::Condition(PlaceCondition::Over(aggregate, choices, condition))
            }
            Aggregate::Count => {
                let condition = Box::new(self.condition()?);
                Term::Value(ValueTerm::Count(choices, condition), Sort::Number)
            }
            _ => {
                let start = self.parser.span();
                let term = self.term(OR)?;
                let (value, sort) = self.as_value(term, start)?;
                self.demand(sort, Sort::Number, start)?;
                Term::Value(ValueTerm::Over(aggregate, choices, Box::new(value)), Sort::Number)
            }
        };
        if self.parser.at != choices_at {
            return Err(self.parser.unexpected(Pieces::tokens(&["for"])));
        }
        self.parser.at = after;
        self.scope.truncate(names);
        Ok(term)
    }

    /// The members of a set.
    fn gathered_set(&mut self, aggregate: Aggregate, term: Term, span: Span) -> Result<Term> {
        let (set, sort) = self.as_set(term, span)?;
        self.parser.expect(")", |text| Piece::AfterArguments { text })?;
        if aggregate == Aggregate::Count {
            return Ok(Term::Value(ValueTerm::Size(Box::new(set)), Sort::Number));
        }
        if aggregate.of_conditions() {
            let word = aggregate.name();
            let hint = NextStep::write(format!("`{word}(v in S for v in near(p))`"));
            return Err(wrong(Fault::GoesThroughConditions { word: word.into() }, span).hint(hint));
        }
        self.demand(sort.unwrap_or(Sort::Number), Sort::Number, span)?;
        // A variable that nobody can name.
        let slot = self.names.len();
        self.names.push((String::new(), Sort::Number));
        let choices = vec![PlaceQualifier::For(Binder::One(slot), set)];
        Ok(Term::Value(
            ValueTerm::Over(aggregate, choices, Box::new(ValueTerm::Variable(slot))),
            Sort::Number,
        ))
    }
}
