//! Reading the terms of a rule: expressions and sets.

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Pieces, Result};
use crate::nearest::nearest;

use super::arithmetic::{Aggregate, Function, Op};
use super::bounds::*;
use super::habits::habit;
use super::lexeme::Lexeme;
use super::parse::{Parser, RESERVED};
use super::syntax::*;

impl Parser {
    pub(super) fn set(&mut self) -> Result<Set> {
        let start = self.span();
        let kind = if self.eat("{") {
            self.braces()?
        } else if self.opens_tuple() {
            let fault = Fault::Expected { wanted: Piece::Set.into(), found: Piece::SeveralValues };
            return Err(Error::new(ErrorKind::Syntax, fault).at(start.range()).hint(NextStep::SetInBraces));
        } else if let Some(function) = self.set_function() {
            self.at += 1;
            self.expect("(", |text| Piece::AfterWord { text, word: function.name().into() })?;
            SetKind::Call(function, self.arguments(None)?)
        } else {
            let low = self.expr(Op::Add.strength())?;
            if self.eat("..") {
                match self.peek() {
                    Lexeme::Symbol("," | ")" | "->") => SetKind::From(Box::new(low)),
                    _ => SetKind::Range(Box::new(low), Box::new(self.expr(Op::Add.strength())?)),
                }
            } else if let ExprKind::Name(name) = low.kind {
                SetKind::Named(name)
            } else {
                let found = Fault::Expected { wanted: Piece::Set.into(), found: self.peek().piece() };
                return Err(Error::new(ErrorKind::Syntax, found)
                    .at(low.span.range())
                    .hint_if(habit(&self.lexemes, self.at).as_ref())
                    .hint(NextStep::WhatSetsAre));
            }
        };
        Ok(Set { kind, span: start.to(self.last_span()) })
    }

    /// What stands between braces, the first of which has been read: `{2, 5, 7..9}`, or `{k in set if condition}`.
    fn braces(&mut self) -> Result<SetKind> {
        let next = self.lexemes.get(self.at + 1);
        if matches!(next, Some((Lexeme::Word(word), _)) if word == "in") {
            let name = self.ident(Piece::VariableName)?;
            self.at += 1;
            self.count_operator()?;
            let set = self.nested(Parser::set)?;
            self.expect_word("if", |text| Piece::AfterVariable { text })?;
            let condition = self.expr(0)?;
            self.expect("}", |text| Piece::ToClose { text })?;
            return Ok(SetKind::Filter(name, Box::new(set), Box::new(condition)));
        }
        let mut members = Vec::new();
        while !self.eat("}") {
            let first = self.expr(Op::Add.strength())?;
            members.push(match self.eat("..") {
                true => Member::Range(first, self.expr(Op::Add.strength())?),
                false => Member::One(first),
            });
            if !self.eat(",") && *self.peek() != Lexeme::Symbol("}") {
                return Err(self.unexpected(Pieces::tokens(&[",", "}"])));
            }
        }
        Ok(SetKind::Members(members))
    }

    fn set_function(&self) -> Option<SetFunction> {
        let Lexeme::Word(word) = self.peek() else { return None };
        SetFunction::ALL.iter().find(|(name, _)| name == word).map(|(_, f)| *f)
    }

    /// An expression whose operators bind at least as tightly as `strength`.
    pub(super) fn expr(&mut self, strength: u8) -> Result<Expr> {
        self.nested(|this| this.expr_nested(strength))
    }

    /// Reads something one level further in, unless that is too deep.
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.deeper()?;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Goes one level further in, unless that is too deep.
    pub(super) fn deeper(&mut self) -> Result<()> {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return Ok(());
        }
        let fault = Fault::NestedTooDeeply { most: DEEPEST };
        Err(Error::new(ErrorKind::Limit, fault).at(self.span().range()))
    }

    fn expr_nested(&mut self, strength: u8) -> Result<Expr> {
        let mut left = self.prefix(strength)?;
        loop {
            if strength <= Op::Eq.strength() && (self.is_word("in") || self.is_word_then("not", "in")) {
                self.count_operator()?;
                let negated = self.eat_word("not");
                self.at += 1;
                let set = self.set()?;
                let span = left.span.to(self.last_span());
                left = Expr { kind: ExprKind::In(Box::new(left), set, negated), span };
                continue;
            }
            let Some(op) = self.operator().filter(|op| op.strength() >= strength) else { return Ok(left) };
            self.count_operator()?;
            self.at += 1;
            let right = self.expr(op.strength_on_the_right())?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
    }

    fn operator(&self) -> Option<Op> {
        match self.peek() {
            Lexeme::Symbol(symbol) => Op::named(symbol),
            Lexeme::Word(word) => Op::named(word),
            _ => None,
        }
    }

    fn prefix(&mut self, strength: u8) -> Result<Expr> {
        let start = self.span();
        if strength <= Op::And.strength() + 1 && self.eat_word("not") {
            let inner = self.expr(Op::And.strength() + 1)?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), span });
        }
        if self.eat("-") {
            let inner = self.expr(Op::Mul.strength() + 1)?;
            let span = start.to(inner.span);
            return Ok(Expr { kind: ExprKind::Neg(Box::new(inner)), span });
        }
        if self.eat_word("if") {
            return self.choice(start, strength);
        }
        self.atom()
    }

    /// What follows `if` where a value stands: `c then x else y`, as far to the right as it goes.
    fn choice(&mut self, start: Span, strength: u8) -> Result<Expr> {
        self.count_operator()?;
        let strength = strength.min(Op::Add.strength());
        let condition = self.expr(0)?;
        self.expect_word("then", |text| Piece::AfterWord { text, word: "if".into() })?;
        let one = self.expr(strength)?;
        self.expect_word("else", |text| Piece::AfterWord { text, word: "then".into() })?;
        let other = self.expr(strength)?;
        let span = start.to(other.span);
        Ok(Expr { kind: ExprKind::If(Box::new([condition, one, other])), span })
    }

    fn atom(&mut self) -> Result<Expr> {
        let (lexeme, span) = self.lexemes[self.at].clone();
        let kind = match lexeme {
            Lexeme::Int(n) => {
                self.at += 1;
                ExprKind::Int(n)
            }
            Lexeme::Symbol("(") => {
                self.at += 1;
                let inner = self.expr(0)?;
                self.expect(")", |text| Piece::ToClose { text })?;
                return Ok(Expr { span: span.to(self.last_span()), ..inner });
            }
            Lexeme::Word(word) if !RESERVED.contains(&word.as_str()) => {
                self.at += 1;
                if self.eat("(") {
                    self.call(&word, span)?
                } else if self.eat("[") {
                    let index = self.expr(Op::Add.strength())?;
                    self.expect("]", |text| Piece::AfterIndex { text })?;
                    ExprKind::Index(Ident { text: word, span }, Box::new(index))
                } else {
                    ExprKind::Name(word)
                }
            }
            _ => return Err(self.unexpected(Pieces(vec![Piece::Number, Piece::Name, Piece::token("(")]))),
        };
        Ok(Expr { kind, span: span.to(self.last_span()) })
    }

    /// A word with what follows its opening parenthesis.
    fn call(&mut self, word: &str, span: Span) -> Result<ExprKind> {
        let (function, aggregate) = (Function::named(word), Aggregate::named(word));
        let first = match aggregate.map(|_| self.over()).transpose()? {
            Some(Ok(over)) => {
                self.expect(")", |text| Piece::AfterArguments { text })?;
                return Ok(ExprKind::Over(aggregate.expect("it was just read"), Box::new(over)));
            }
            Some(Err(_)) if function.is_none() => {
                let error = Error::new(ErrorKind::Rule, Fault::GoesThroughSet { word: word.into() });
                return Err(error.at(span.range()).hint_if(aggregate.map(usage).as_ref()));
            }
            Some(Err(first)) => Some(first),
            None => None,
        };
        let function = function.ok_or_else(|| unknown_function(word, span))?;
        Ok(ExprKind::Call(function, self.arguments(first)?))
    }

    /// What an aggregate goes through: a set, or `x for k in set if c`. If it is a list of arguments, the first of them.
    fn over(&mut self) -> Result<std::result::Result<Over, Expr>> {
        let start = self.span();
        if *self.peek() == Lexeme::Symbol("{") || self.set_function().is_some() {
            return Ok(Ok(Over::Members(self.nested(Parser::set)?)));
        }
        let body = self.expr(0)?;
        let set = if self.is_word("for") {
            let mut qualifiers = Vec::new();
            while let Some(qualifier) = self.qualifier(qualifiers.len())? {
                self.count_operator()?;
                qualifiers.push(qualifier);
            }
            return Ok(Ok(Over::Each(body, qualifiers)));
        } else if self.eat("..") {
            SetKind::Range(Box::new(body), Box::new(self.expr(Op::Add.strength())?))
        } else {
            match body.kind {
                ExprKind::Name(name) if *self.peek() == Lexeme::Symbol(")") => SetKind::Named(name),
                _ => return Ok(Err(body)),
            }
        };
        Ok(Ok(Over::Members(Set { kind: set, span: start.to(self.last_span()) })))
    }

    /// A choice or a condition, if one stands here.
    pub(super) fn qualifier(&mut self, before: usize) -> Result<Option<Qualifier>> {
        if self.is_word("for") || self.is_word("if") {
            self.room(before, MOST_CLAUSES, |most| Fault::TooManyClauses { most })?;
        }
        if self.eat_word("for") {
            let name = self.ident(Piece::VariableName)?;
            self.expect_word("in", |text| Piece::AfterVariable { text })?;
            return Ok(Some(Qualifier::For(name, self.set()?)));
        }
        if self.eat_word("if") {
            return Ok(Some(Qualifier::If(self.expr(0)?)));
        }
        Ok(None)
    }

    /// Arguments after an opening parenthesis, which has been read, as may have been the first of them.
    fn arguments(&mut self, first: Option<Expr>) -> Result<Vec<Expr>> {
        let mut arguments = vec![first.map_or_else(|| self.expr(Op::Add.strength()), Ok)?];
        while self.eat(",") {
            self.room(arguments.len(), MOST_ARGUMENTS, |most| Fault::TooManyArguments { most })?;
            arguments.push(self.expr(Op::Add.strength())?);
        }
        self.expect(")", |text| Piece::AfterArguments { text })?;
        Ok(arguments)
    }
}

/// How an aggregate is written.
fn usage(aggregate: Aggregate) -> NextStep {
    let name = aggregate.name();
    match aggregate {
        Aggregate::All | Aggregate::Any => {
            NextStep::write(format!("`{name}(n % p != 0 for p in primes(n))`"))
        }
        Aggregate::Count => {
            NextStep::either(format!("`{name}(n % k == 0 for k in 1..n)`"), format!("`{name}(divisors(n))`"))
        }
        _ => NextStep::either(format!("`{name}(k*k for k in 1..n)`"), format!("`{name}(1..n)`")),
    }
}

fn unknown_function(word: &str, span: Span) -> Error {
    let error = Error::new(ErrorKind::Rule, Fault::UnknownFunction { name: word.into() }).at(span.range());
    match word {
        "range" => return error.hint(NextStep::RangeBothEnds),
        "pow" => return error.hint(NextStep::PowerIs),
        "each" => return error.hint(NextStep::EachIsAPart),
        _ => {}
    }
    if SetFunction::ALL.iter().any(|(name, _)| *name == word) {
        return error.hint(NextStep::IsASet { word: word.into() });
    }
    let gathers = Aggregate::ALL.iter().map(|(name, _)| *name).filter(|name| Function::named(name).is_none());
    let names = Function::ALL.iter().map(|(name, _)| *name).chain(gathers);
    match nearest(word, names.clone().chain(SetFunction::ALL.iter().map(|(name, _)| *name))) {
        Some(known) => error.hint(NextStep::did_you_mean(known)),
        None => error.hint(NextStep::FunctionsAre { words: names.collect::<Vec<_>>().join(", ") }),
    }
}
