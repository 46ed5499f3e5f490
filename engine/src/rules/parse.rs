//! Reading a rule: recursive descent over lexemes.

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Pieces, Result};
use crate::literal::Literal;

use super::bounds::*;
use super::habits::habit;
use super::lexeme::{Lexeme, lexemes};
use super::syntax::*;
use crate::bytes::Bytes;
use crate::nearest::nearest;
use crate::work::Work;

/// Words with a meaning of their own, which cannot name anything.
pub(crate) const RESERVED: &[&str] = &[
    "for", "in", "if", "of", "and", "or", "not", "gain", "end", "win", "lose", "play", "misere", "misère",
    "normal", "nothing", "let",
];

/// Reads the text of one rule.
pub fn parse(source: &str, work: &Work<'_>) -> Result<Rule> {
    let mut parser = Parser::new(source, work)?;
    let rule = parser.rule(work)?;
    parser.expect_end()?;
    Ok(rule)
}

/// Reads the value of a parameter: an integer, `[3,1,2]` or `{2,5}`.
pub fn parse_literal(source: &str) -> Result<Literal> {
    let mut parser = Parser { lexemes: lexemes(source)?, at: 0, depth: 0, operators: 0 };
    let literal = parser.literal()?;
    match parser.peek() {
        Lexeme::End => Ok(literal),
        _ => Err(parser.unexpected(Piece::EndOfValue).with_hint("a list is written [1,2], a set {1,2}")),
    }
}

pub(super) struct Parser {
    pub(super) lexemes: Vec<(Lexeme, Span)>,
    pub(super) at: usize,
    pub(super) depth: usize,
    operators: usize,
}

impl Parser {
    /// At the beginning of a text.
    pub(super) fn new(source: &str, work: &Work<'_>) -> Result<Parser> {
        if source.len() > LONGEST_TEXT {
            let message = format!("the rule is longer than {}", Bytes(LONGEST_TEXT as u64));
            return Err(Error::new(ErrorKind::Limit, message));
        }
        work.limits.allow_bytes(source.len() as u64 * BYTES_EACH)?;
        Ok(Parser { lexemes: lexemes(source)?, at: 0, depth: 0, operators: 0 })
    }

    fn rule(&mut self, work: &Work<'_>) -> Result<Rule> {
        let mut lets = Vec::new();
        while self.eat_word("let") {
            let name = self.ident(Piece::ParameterName)?;
            self.expect("=", |text| Piece::BeforeValue { text })?;
            lets.push((name, self.literal()?));
            self.eat(";");
        }
        let head = self.head()?;
        self.arrow(&head)?;
        let mut alternatives = vec![self.alternative()?];
        while self.eat("|") {
            work.step("clauses", alternatives.len() as u64, None)?;
            self.room(alternatives.len(), MOST_KINDS, "kinds of move")?;
            alternatives.push(self.alternative()?);
        }
        Ok(Rule { lets, head, alternatives, ending: self.ending()? })
    }

    /// The arrow after the coordinates.
    fn arrow(&mut self, head: &[Coordinate]) -> Result<()> {
        let listed = *self.peek() == Lexeme::Symbol(",");
        self.expect("->", |text| Piece::AfterCoordinates { text }).map_err(|error| match head {
            [one] if listed => error.hint(format!(
                "several coordinates are written in parentheses: `({0},b) -> ({0}-1,b)`",
                one.name.text
            )),
            [one] if matches!(one.name.text.as_str(), "subtract" | "remove" | "Take") => {
                error.hint("to take so many as a set says, write `take {1,2,3}`")
            }
            _ => error,
        })
    }

    fn literal(&mut self) -> Result<Literal> {
        let close = match self.peek() {
            Lexeme::Symbol("[") => "]",
            Lexeme::Symbol("{") => "}",
            _ => return Ok(Literal::Int(self.integer()?)),
        };
        self.at += 1;
        let mut list = Vec::new();
        while !self.eat(close) {
            list.push(self.integer()?);
            if !self.eat(",") && *self.peek() != Lexeme::Symbol(close) {
                return Err(self.unexpected(Pieces::tokens(&[",", close])));
            }
        }
        Ok(Literal::List(list))
    }

    fn integer(&mut self) -> Result<i64> {
        let negative = self.eat("-");
        match *self.peek() {
            Lexeme::Int(n) => {
                self.at += 1;
                Ok(if negative { -n } else { n })
            }
            _ => Err(self.unexpected(
                Pieces::from(Piece::Integer).or(Piece::token("[3,1,2]")).or(Piece::token("{2,5}")),
            )),
        }
    }

    fn head(&mut self) -> Result<Vec<Coordinate>> {
        if !self.eat("(") {
            return Ok(vec![self.coordinate()?]);
        }
        let mut head = vec![self.coordinate()?];
        while self.eat(",") {
            self.room(head.len(), MOST_COORDINATES, "coordinates")?;
            head.push(self.coordinate()?);
        }
        self.expect(")", |text| Piece::AfterCoordinates { text })?;
        Ok(head)
    }

    fn coordinate(&mut self) -> Result<Coordinate> {
        let name = self.ident(Piece::CoordinateName)?;
        let domain = if self.eat_word("in") { Some(self.set()?) } else { None };
        Ok(Coordinate { name, domain })
    }

    fn alternative(&mut self) -> Result<Alternative> {
        let start = self.span();
        let label = match (self.peek(), &self.lexemes[(self.at + 1).min(self.lexemes.len() - 1)].0) {
            (Lexeme::Word(_), Lexeme::Symbol(":")) => {
                let label = self.ident(Piece::Label)?;
                self.at += 1;
                Some(label)
            }
            _ => None,
        };
        let mut parts = Vec::new();
        if !self.eat_word("nothing") {
            parts.push(self.part()?);
            while self.eat("&") {
                self.room(parts.len(), MOST_PARTS, "parts in one move")?;
                if !self.eat_word("nothing") {
                    parts.push(self.part()?);
                }
            }
        }
        let mut qualifiers = Vec::new();
        let mut gain = None;
        loop {
            if self.is_word("for") || self.is_word("if") {
                self.room(qualifiers.len(), MOST_CLAUSES, "choices and conditions in one kind of move")?;
            }
            if self.eat_word("for") {
                let name = self.ident(Piece::VariableName)?;
                self.expect_word("in", |text| Piece::AfterVariable { text })?;
                qualifiers.push(Qualifier::For(name, self.set()?));
            } else if self.eat_word("if") {
                qualifiers.push(Qualifier::If(self.expr(0)?));
            } else if self.is_word("gain") {
                let span = self.span();
                self.at += 1;
                if gain.replace(self.expr(Op::Add.strength())?).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, "a move has one `gain`").at(span.range()));
                }
            } else {
                break;
            }
        }
        Ok(Alternative { label, parts, qualifiers, gain, span: start.to(self.last_span()) })
    }

    fn part(&mut self) -> Result<Part> {
        let start = self.span();
        let mut place = self.place()?;
        let mut count = None;
        if self.is_word("of") {
            if place.len() != 1 {
                return Err(self.unexpected(Pieces::tokens(&["&", "|", "for", "if"]).or(Piece::EndOfMove)));
            }
            self.at += 1;
            count = place.pop();
            place = self.place()?;
        }
        Ok(Part { count, place, span: start.to(self.last_span()) })
    }

    /// The coordinates of a part: `n-1` or `(r-2, c+1)`. A parenthesis opens a tuple only if a comma belongs to it.
    fn place(&mut self) -> Result<Vec<Expr>> {
        if !self.opens_tuple() {
            return Ok(vec![self.expr(Op::Add.strength())?]);
        }
        self.at += 1;
        let mut place = vec![self.expr(Op::Add.strength())?];
        while self.eat(",") {
            self.room(place.len(), MOST_COORDINATES, "coordinates")?;
            place.push(self.expr(Op::Add.strength())?);
        }
        self.expect(")", |text| Piece::AfterCoordinates { text })?;
        Ok(place)
    }

    fn opens_tuple(&self) -> bool {
        if *self.peek() != Lexeme::Symbol("(") {
            return false;
        }
        let mut depth = 0;
        for (lexeme, _) in &self.lexemes[self.at..] {
            match lexeme {
                Lexeme::Symbol("(" | "[" | "{") => depth += 1,
                Lexeme::Symbol(")" | "]" | "}") => depth -= 1,
                Lexeme::Symbol(",") if depth == 1 => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    fn ending(&mut self) -> Result<Ending> {
        let mut ending = Ending::default();
        loop {
            let span = self.span();
            if self.eat_word("play") {
                ending.misere = if self.eat_word("misere") || self.eat_word("misère") {
                    true
                } else if self.eat_word("normal") {
                    false
                } else {
                    return Err(self.unexpected(Pieces::tokens(&["misere", "normal"])));
                };
            } else if self.eat_word("end") {
                let win = self.eat_word("win");
                if !win && !self.eat_word("lose") {
                    return Err(self.unexpected(Pieces::tokens(&["win if …", "lose if …"])));
                }
                self.expect_word("if", |text| Piece::AfterWord { text, word: "end win".into() })?;
                if ending.condition.replace((win, self.expr(0)?)).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, "a rule has one `end … if`").at(span.range()));
                }
            } else {
                return Ok(ending);
            }
        }
    }

    fn set(&mut self) -> Result<Set> {
        let start = self.span();
        let kind = if self.eat("{") {
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
            SetKind::Members(members)
        } else if self.opens_tuple() {
            let fault = Fault::Expected { wanted: Piece::Set.into(), found: Piece::SeveralValues };
            return Err(Error::new(ErrorKind::Syntax, fault)
                .at(start.range())
                .hint("a set is written in braces: `{1,2,3}`"));
        } else if let Some(function) = self.set_function() {
            self.at += 1;
            self.expect("(", |text| Piece::AfterWord { text, word: function.name().into() })?;
            SetKind::Call(function, self.arguments()?)
        } else {
            let low = self.expr(Op::Add.strength())?;
            if self.eat("..") {
                SetKind::Range(Box::new(low), Box::new(self.expr(Op::Add.strength())?))
            } else if let ExprKind::Name(name) = low.kind {
                SetKind::Named(name)
            } else {
                let found = Fault::Expected { wanted: Piece::Set.into(), found: self.peek().piece() };
                return Err(Error::new(ErrorKind::Syntax, found)
                    .at(low.span.range())
                    .hint_if(habit(&self.lexemes, self.at).map(NextStep::from).as_ref())
                    .hint("a set is a range `1..3`, a list `{1,2,3}`, `squares(n)`, or a parameter"));
            }
        };
        Ok(Set { kind, span: start.to(self.last_span()) })
    }

    fn set_function(&self) -> Option<SetFunction> {
        let Lexeme::Word(word) = self.peek() else { return None };
        SetFunction::ALL.iter().find(|(name, _)| name == word).map(|(_, f)| *f)
    }

    /// An expression whose operators bind at least as tightly as `strength`.
    fn expr(&mut self, strength: u8) -> Result<Expr> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let message = format!("the expression is nested too deeply: more than {DEEPEST} levels");
            return Err(Error::new(ErrorKind::Limit, message).at(self.span().range()));
        }
        let result = self.expr_nested(strength);
        self.depth -= 1;
        result
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
            let right = self.expr(op.strength() + 1)?;
            let span = left.span.to(right.span);
            left = Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span };
        }
    }

    pub(super) fn count_operator(&mut self) -> Result<()> {
        self.room(self.operators, MOST_OPERATORS, "operators")?;
        self.operators += 1;
        Ok(())
    }

    /// Fails if there are as many as there may be already.
    pub(super) fn room(&self, count: usize, most: usize, what: &str) -> Result<()> {
        if count < most { Ok(()) } else { Err(too_many(most, what, self.span())) }
    }

    fn operator(&self) -> Option<Op> {
        Some(match self.peek() {
            Lexeme::Symbol(symbol) => match *symbol {
                "+" => Op::Add,
                "-" => Op::Sub,
                "*" => Op::Mul,
                "/" => Op::Div,
                "%" => Op::Rem,
                "==" | "=" => Op::Eq,
                "!=" => Op::Ne,
                "<" => Op::Lt,
                "<=" => Op::Le,
                ">" => Op::Gt,
                ">=" => Op::Ge,
                _ => return None,
            },
            Lexeme::Word(word) => match word.as_str() {
                "and" => Op::And,
                "or" => Op::Or,
                _ => return None,
            },
            _ => return None,
        })
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
        self.atom()
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
                    let function = Function::ALL.iter().find(|(name, _)| *name == word).map(|(_, f)| *f);
                    let function = function.ok_or_else(|| unknown_function(&word, span))?;
                    ExprKind::Call(function, self.arguments()?)
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

    /// Arguments after an opening parenthesis, which has been read.
    fn arguments(&mut self) -> Result<Vec<Expr>> {
        let mut arguments = vec![self.expr(Op::Add.strength())?];
        while self.eat(",") {
            self.room(arguments.len(), MOST_ARGUMENTS, "arguments of one function")?;
            arguments.push(self.expr(Op::Add.strength())?);
        }
        self.expect(")", |text| Piece::AfterArguments { text })?;
        Ok(arguments)
    }

    pub(super) fn ident(&mut self, what: Piece) -> Result<Ident> {
        match &self.lexemes[self.at] {
            (Lexeme::Word(word), span) if RESERVED.contains(&word.as_str()) => Err(Error::new(
                ErrorKind::Syntax,
                Fault::Expected { wanted: what.into(), found: Piece::Reserved { text: word.clone() } },
            )
            .at(span.range())),
            (Lexeme::Word(word), span) => {
                let ident = Ident { text: word.clone(), span: *span };
                self.at += 1;
                Ok(ident)
            }
            _ => Err(self.unexpected(what)),
        }
    }

    pub(super) fn peek(&self) -> &Lexeme {
        &self.lexemes[self.at].0
    }

    pub(super) fn span(&self) -> Span {
        self.lexemes[self.at].1
    }

    /// The span of the lexeme read last.
    pub(super) fn last_span(&self) -> Span {
        self.lexemes[self.at.saturating_sub(1)].1
    }

    pub(super) fn eat(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Lexeme::Symbol(s) if *s == symbol);
        self.at += usize::from(found);
        found
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Lexeme::Word(w) if w == word)
    }

    fn is_word_then(&self, word: &str, then: &str) -> bool {
        self.is_word(word) && matches!(self.lexemes.get(self.at + 1), Some((Lexeme::Word(w), _)) if w == then)
    }

    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let found = self.is_word(word);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, symbol: &str, piece: impl FnOnce(String) -> Piece) -> Result<()> {
        if self.eat(symbol) { Ok(()) } else { Err(self.unexpected(piece(symbol.into()))) }
    }

    pub(super) fn expect_word(&mut self, word: &str, piece: impl FnOnce(String) -> Piece) -> Result<()> {
        if self.eat_word(word) { Ok(()) } else { Err(self.unexpected(piece(word.into()))) }
    }

    pub(super) fn expect_end(&mut self) -> Result<()> {
        if *self.peek() == Lexeme::End {
            return Ok(());
        }
        let error = self
            .unexpected(Pieces::tokens(&["|", "&", "for", "if", "gain", "end", "play"]).or(Piece::EndOfRule));
        let listed = matches!(self.peek(), Lexeme::Symbol(",")) || self.is_word("or");
        Err(if listed {
            error.hint("kinds of moves are separated by `|`, and conditions follow `if`")
        } else {
            error
        })
    }

    pub(super) fn unexpected(&self, wanted: impl Into<Pieces>) -> Error {
        let (lexeme, span) = &self.lexemes[self.at];
        let fault = Fault::Expected { wanted: wanted.into(), found: lexeme.piece() };
        let error = Error::new(ErrorKind::Syntax, fault).at(span.range());
        let known = match lexeme {
            Lexeme::Word(word) if !RESERVED.contains(&word.as_str()) => {
                nearest(word, RESERVED.iter().copied())
            }
            _ => None,
        };
        match (habit(&self.lexemes, self.at), known) {
            (Some(hint), _) => error.hint(hint),
            (None, Some(known)) => error.hint(NextStep::did_you_mean(known)),
            (None, None) => error,
        }
    }
}

fn unknown_function(word: &str, span: Span) -> Error {
    let error = Error::new(ErrorKind::Rule, Fault::UnknownFunction { name: word.into() }).at(span.range());
    if word == "range" {
        return error.hint("a range is written `1..3`, both ends included");
    }
    if SetFunction::ALL.iter().any(|(name, _)| *name == word) {
        return error.hint(format!("`{word}` is a set: write `for s in {word}(…)`"));
    }
    let names = Function::ALL.iter().map(|(name, _)| *name);
    match nearest(word, names.clone().chain(SetFunction::ALL.iter().map(|(name, _)| *name))) {
        Some(known) => error.hint(NextStep::did_you_mean(known)),
        None => error.hint(format!("the functions are {}", names.collect::<Vec<_>>().join(", "))),
    }
}
