//! Reading a rule: recursive descent over lexemes.

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Pieces, Result};
use crate::literal::Literal;

use super::arithmetic::Op;
use super::bounds::*;
use super::habits::habit;
use super::lexeme::{Lexeme, lexemes};
use super::syntax::*;
use crate::bytes::Bytes;
use crate::nearest::nearest;
use crate::number_text;
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
    let source = number_text::written_out(source);
    let read = lexemes(&source).and_then(|lexemes| {
        let mut parser = Parser { lexemes, at: 0, depth: 0, operators: 0 };
        let literal = parser.literal()?;
        match parser.peek() {
            Lexeme::End => Ok(literal),
            _ => Err(parser.unexpected(Piece::EndOfValue).with_hint(NextStep::ListOrSet)),
        }
    });
    read.map_err(|e| e.within(&source))
}

pub(super) struct Parser {
    pub(super) lexemes: Vec<(Lexeme, Span)>,
    pub(super) at: usize,
    pub(super) depth: usize,
    pub(super) operators: usize,
}

impl Parser {
    /// At the beginning of a text.
    pub(super) fn new(source: &str, work: &Work<'_>) -> Result<Parser> {
        if source.len() > LONGEST_TEXT {
            let fault = Fault::RuleTooLong { limit: Bytes(LONGEST_TEXT as u64) };
            return Err(Error::new(ErrorKind::Limit, fault));
        }
        work.limits.allow_bytes(source.len() as u64 * BYTES_EACH)?;
        Ok(Parser { lexemes: lexemes(source)?, at: 0, depth: 0, operators: 0 })
    }

    fn rule(&mut self, work: &Work<'_>) -> Result<Rule> {
        let lets = self.parameters()?;
        let head = self.head()?;
        self.arrow(&head)?;
        let mut alternatives = vec![self.alternative()?];
        while self.eat("|") {
            work.step("clauses", alternatives.len() as u64, None)?;
            self.room(alternatives.len(), MOST_KINDS, |most| Fault::TooManyKinds { most })?;
            alternatives.push(self.alternative()?);
        }
        Ok(Rule { lets, head, alternatives, ending: self.ending()? })
    }

    /// The parameters before a rule: `let N = 8`.
    pub(super) fn parameters(&mut self) -> Result<Vec<(Ident, Literal)>> {
        let mut lets = Vec::new();
        while self.eat_word("let") {
            let name = self.ident(Piece::ParameterName)?;
            self.expect("=", |text| Piece::BeforeValue { text })?;
            lets.push((name, self.literal()?));
            self.eat(";");
        }
        Ok(lets)
    }

    /// The arrow after the coordinates.
    fn arrow(&mut self, head: &[Coordinate]) -> Result<()> {
        let listed = *self.peek() == Lexeme::Symbol(",");
        self.expect("->", |text| Piece::AfterCoordinates { text }).map_err(|error| match head {
            [one] if listed => error.hint(NextStep::SeveralCoordinates { name: one.name.text.clone() }),
            [one] if matches!(one.name.text.as_str(), "subtract" | "remove" | "Take") => {
                error.hint(NextStep::TakeSet)
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
                let n = self.power_of(n)?;
                Ok(if negative { -n } else { n })
            }
            _ => Err(self.unexpected(
                Pieces::from(Piece::Integer).or(Piece::token("[3,1,2]")).or(Piece::token("{2,5}")),
            )),
        }
    }

    /// A number that may be raised to a power: `10^9`.
    fn power_of(&mut self, base: i64) -> Result<i64> {
        let start = self.last_span();
        if !self.eat("^") {
            return Ok(base);
        }
        let Lexeme::Int(exponent) = *self.peek() else { return Err(self.unexpected(Piece::Integer)) };
        self.at += 1;
        Op::Pow
            .apply(base, exponent)
            .map_err(|trouble| Error::new(ErrorKind::Syntax, trouble).at(start.to(self.last_span()).range()))
    }

    fn head(&mut self) -> Result<Vec<Coordinate>> {
        if !self.eat("(") {
            return Ok(vec![self.coordinate()?]);
        }
        let mut head = vec![self.coordinate()?];
        while self.eat(",") {
            self.room(head.len(), MOST_COORDINATES, |most| Fault::TooManyCoordinates { most })?;
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
                self.room(parts.len(), MOST_PARTS, |most| Fault::TooManyParts { most })?;
                if !self.eat_word("nothing") {
                    parts.push(self.part()?);
                }
            }
        }
        let mut qualifiers = Vec::new();
        let (mut gain, mut again) = (None, false);
        loop {
            if let Some(qualifier) = self.qualifier(qualifiers.len())? {
                qualifiers.push(qualifier);
            } else if self.is_word("gain") {
                let span = self.span();
                self.at += 1;
                if gain.replace(self.expr(Op::Add.strength())?).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneGain).at(span.range()));
                }
            } else if self.eat_word("again") {
                again = true;
            } else {
                break;
            }
        }
        Ok(Alternative { label, parts, qualifiers, gain, again, span: start.to(self.last_span()) })
    }

    fn part(&mut self) -> Result<Part> {
        let start = self.span();
        let opens = matches!(self.lexemes.get(self.at + 1), Some((Lexeme::Symbol("("), _)));
        if !self.is_word("each") || !opens {
            let (count, place) = self.copies()?;
            return Ok(Part { count, place, each: Vec::new(), span: start.to(self.last_span()) });
        }
        self.at += 2;
        let (count, place) = self.copies()?;
        let mut each = Vec::new();
        if !self.is_word("for") {
            return Err(self
                .unexpected(Pieces::tokens(&["for"]))
                .hint(NextStep::write("`each(k for k in 1..3)`")));
        }
        while let Some(qualifier) = self.qualifier(each.len())? {
            self.count_operator()?;
            each.push(qualifier);
        }
        self.expect(")", |text| Piece::ToClose { text })?;
        Ok(Part { count, place, each, span: start.to(self.last_span()) })
    }

    /// `place`, or `count of place`.
    fn copies(&mut self) -> Result<(Option<Expr>, Vec<Expr>)> {
        let mut place = self.place()?;
        if !self.is_word("of") {
            return Ok((None, place));
        }
        if place.len() != 1 {
            return Err(self.unexpected(Pieces::tokens(&["&", "|", "for", "if"]).or(Piece::EndOfMove)));
        }
        self.at += 1;
        Ok((place.pop(), self.place()?))
    }

    /// The coordinates of a part: `n-1` or `(r-2, c+1)`. A parenthesis opens a tuple only if a comma belongs to it.
    fn place(&mut self) -> Result<Vec<Expr>> {
        if !self.opens_tuple() {
            return Ok(vec![self.expr(Op::Add.strength())?]);
        }
        self.at += 1;
        let mut place = vec![self.expr(Op::Add.strength())?];
        while self.eat(",") {
            self.room(place.len(), MOST_COORDINATES, |most| Fault::TooManyCoordinates { most })?;
            place.push(self.expr(Op::Add.strength())?);
        }
        self.expect(")", |text| Piece::AfterCoordinates { text })?;
        Ok(place)
    }

    pub(super) fn opens_tuple(&self) -> bool {
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
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneEnding).at(span.range()));
                }
            } else {
                return Ok(ending);
            }
        }
    }

    pub(super) fn count_operator(&mut self) -> Result<()> {
        self.room(self.operators, MOST_OPERATORS, |most| Fault::TooManyOperators { most })?;
        self.operators += 1;
        Ok(())
    }

    /// Fails if there are as many as there may be already.
    pub(super) fn room(&self, count: usize, most: usize, what: impl FnOnce(usize) -> Fault) -> Result<()> {
        if count < most { Ok(()) } else { Err(too_many(most, what, self.span())) }
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

    pub(super) fn is_word_then(&self, word: &str, then: &str) -> bool {
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
        let error = self.unexpected(
            Pieces::tokens(&["|", "&", "for", "if", "gain", "again", "end", "play"]).or(Piece::EndOfRule),
        );
        let listed = matches!(self.peek(), Lexeme::Symbol(",")) || self.is_word("or");
        Err(if listed { error.hint(NextStep::KindsByBar) } else { error })
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
