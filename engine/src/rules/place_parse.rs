//! Reading a rule over places: its coordinates, kinds of move and end. Terms are read in `place_term`.

use crate::error::{Error, ErrorKind, Fault, NextStep, Piece, Pieces, Result};
use crate::literal::Lets;
use crate::nearest::nearest;
use crate::work::Work;

use super::arithmetic::Op;
use super::bounds::*;
use super::check_used;
use super::lexeme::Lexeme;
use super::parse::Parser;
use super::picture::is_letter;
use super::place_rule::*;
use super::syntax::{Ident, Span};

/// Words that a rule over places reads as its own, so that nothing else can have them as a name.
const OWN_WORDS: &[&str] = &["places", "edges", "size", "on", "xor", "over", "all", "again"];

/// Reads rules over places: the lexemes, and what the names mean so far.
pub(super) struct Reader {
    pub(super) parser: Parser,
    pub(super) space: Space,
    pub(super) coordinates: Vec<PlaceCoordinate>,
    /// The parameters, and those of them that are lists whose entries are asked for.
    pub(super) lets: Lets,
    pub(super) lists: Vec<(String, Vec<i64>)>,
    /// The variables in scope; each has the number of its value.
    pub(super) scope: Vec<(String, Sort, usize)>,
    /// The names and sorts of all variables of this move so far, by the numbers of their values.
    pub(super) names: Vec<(String, Sort)>,
}

impl PlaceRule {
    /// Reads the text of a rule with parameters, which go before those written in it.
    pub fn read(source: &str, lets: &Lets, work: &Work<'_>) -> Result<PlaceRule> {
        check_used(lets, source)?;
        let parser = Parser::new(source, work)?;
        let (coordinates, scope, names, lists) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (space, lets) = (Space::Strip, lets.clone());
        let mut reader = Reader { parser, space, coordinates, lets, lists, scope, names };
        reader.rule(work).map_err(|error| error.within(source))
    }

    /// Reads a condition on the positions of the rule.
    pub fn condition(&self, source: &str, work: &Work<'_>) -> Result<PlaceCondition> {
        let (parser, coordinates) = (Parser::new(source, work)?, self.coordinates.clone());
        let (scope, names, lets, lists) = (Vec::new(), Vec::new(), Lets::new(), self.lists.clone());
        let mut reader = Reader { parser, space: self.space, coordinates, lets, lists, scope, names };
        let read = reader.condition().and_then(|condition| match reader.parser.peek() {
            Lexeme::End => Ok(condition),
            _ => Err(reader.parser.unexpected(Pieces::tokens(&["and", "or"]))),
        });
        read.map_err(|error| error.within(source))
    }
}

/// The error for something that a rule says and cannot mean.
pub(super) fn wrong(fault: impl Into<Fault>, span: Span) -> Error {
    Error::new(ErrorKind::Rule, fault).at(span.range())
}

/// Where moves earn points the larger total wins, and where the final position decides nothing else does.
fn points_decide(kinds: &[PlaceMove], ending: &PlaceEnding, span: Span) -> Result<()> {
    let scores = kinds.iter().any(|kind| kind.gain.is_some());
    let gain_contradicts = |text: &str| Fault::GainContradicts { text: text.into() };
    let fault = match (scores, &ending.decides, ending.misere) {
        (true, Some(_), _) => gain_contradicts("end … if"),
        (true, _, true) => gain_contradicts("play misere"),
        (_, Some(_), true) => Fault::EndContradicts,
        _ => return Ok(()),
    };
    Err(wrong(fault, span))
}

impl Reader {
    fn rule(&mut self, work: &Work<'_>) -> Result<PlaceRule> {
        for (name, value) in self.parser.parameters()? {
            self.lets.entry(name.text).or_insert(value);
        }
        self.head()?;
        self.parser.expect("->", |text| Piece::AfterCoordinates { text })?;
        let mut kinds = vec![self.kind()?];
        while self.parser.eat("|") {
            work.step("clauses", kinds.len() as u64, None)?;
            self.parser.room(kinds.len(), MOST_KINDS, |most| Fault::TooManyKinds { most })?;
            kinds.push(self.kind()?);
        }
        let ending = self.ending()?;
        if *self.parser.peek() != Lexeme::End {
            let words = ["|", "for", "if", "gain", "again", "over", "end", "play"];
            return Err(self.parser.unexpected(Pieces::tokens(&words).or(Piece::EndOfRule)));
        }
        points_decide(&kinds, &ending, self.parser.last_span())?;
        let coordinates = std::mem::take(&mut self.coordinates);
        Ok(PlaceRule {
            space: self.space,
            coordinates,
            kinds,
            ending,
            lists: std::mem::take(&mut self.lists),
        })
    }

    fn head(&mut self) -> Result<()> {
        let several = self.parser.eat("(");
        self.coordinate()?;
        while several && self.parser.eat(",") {
            self.parser
                .room(self.coordinates.len(), MOST_COORDINATES, |most| Fault::TooManyCoordinates { most })?;
            self.coordinate()?;
        }
        match several {
            true => self.parser.expect(")", |text| Piece::AfterCoordinates { text }),
            false => Ok(()),
        }
    }

    fn coordinate(&mut self) -> Result<()> {
        let name = self.fresh_name(Piece::CoordinateName)?;
        let holds = if self.parser.eat_word("on") {
            self.on_space()?
        } else {
            self.parser
                .expect_word("on", |text| Piece::AfterWord { text, word: name.text.clone() })
                .or_else(|error| if self.parser.eat_word("in") { Ok(()) } else { Err(error) })?;
            self.within()?
        };
        self.coordinates.push(PlaceCoordinate { name: name.text, holds });
        Ok(())
    }

    /// `v in S`, `v in places`.
    fn within(&mut self) -> Result<Holds> {
        let set = self.parser.ident(Piece::Set)?;
        if self.coordinates.is_empty() {
            return Err(
                wrong(Fault::FirstSaysPlaces, set.span).hint(NextStep::write("`(S on graph, v in S)`"))
            );
        }
        if set.text == "places" {
            return Ok(Holds::Place(None));
        }
        let at = self.coordinates.iter().position(|c| c.name == set.text && c.holds == Holds::Set);
        match at.filter(|_| self.space != Space::Edges) {
            Some(at) => Ok(Holds::Place(Some(at))),
            None => Err(wrong(Fault::NoSetOfPlaces { text: set.text.clone() }, set.span).hint(
                NextStep::AfterSet {
                    example: "`v in S`".into(),
                    place: "`S on graph`".into(),
                    other: "`v in places`".into(),
                },
            )),
        }
    }

    /// What follows `on`.
    fn on_space(&mut self) -> Result<Holds> {
        let word = self.parser.ident(Piece::Name)?;
        let Some(space) = Space::named(&word.text) else {
            let error = wrong(Fault::NoPlacesCalled { text: word.text.clone() }, word.span);
            let names = Space::ALL.iter().map(|(name, _)| *name);
            return Err(match nearest(&word.text, names.clone()) {
                Some(known) => error.hint(NextStep::did_you_mean(known)),
                None => error.hint(NextStep::PlacesAreThose { words: names.collect::<Vec<_>>().join(", ") }),
            });
        };
        let space = self.with_steps(space);
        if self.coordinates.is_empty() {
            self.space = space;
        } else if self.space != space || matches!(space, Space::Numbers | Space::Bag) {
            return Err(wrong(Fault::SamePlaces, word.span)
                .hint(NextStep::StandAlone { example: "`(S on graph, T on graph)`".into() }));
        }
        if !self.parser.eat_word("of") {
            return match space {
                Space::Bag => {
                    Err(wrong(Fault::BagHoldsNumbers, word.span).hint(NextStep::write("`w on bag of 0..`")))
                }
                _ => Ok(Holds::Set),
            };
        }
        match space {
            Space::Edges | Space::Numbers | Space::Order => {
                Err(wrong(Fault::NothingStands { text: word.text.clone() }, word.span)
                    .hint(NextStep::write(format!("`S on {}`", word.text))))
            }
            _ => self.letters_or_numbers(),
        }
    }

    fn with_steps(&mut self, space: Space) -> Space {
        let (Space::Grid(_) | Space::Torus(_)) = space else { return space };
        let Some((_, steps)) = Steps::ALL.iter().find(|(name, _)| self.parser.eat_word(name)) else {
            return space;
        };
        match space {
            Space::Grid(_) => Space::Grid(*steps),
            _ => Space::Torus(*steps),
        }
    }

    fn letters_or_numbers(&mut self) -> Result<Holds> {
        let span = self.parser.span();
        match self.parser.peek().clone() {
            Lexeme::Text(text) if self.space != Space::Bag => {
                self.parser.at += 1;
                let letters: Vec<char> = text.chars().collect();
                match letters.iter().find(|c| !is_letter(**c)) {
                    Some(stray) => Err(wrong(Fault::NoLetter { text: stray.to_string() }, span)),
                    None if letters.is_empty() => Err(wrong(Fault::NoLetters, span)),
                    None => Ok(Holds::Letters(letters)),
                }
            }
            Lexeme::Int(0) => {
                self.parser.at += 1;
                self.parser.expect("..", |text| Piece::AfterWord { text, word: "0".into() })?;
                Ok(Holds::Numbers)
            }
            _ => Err(self.parser.unexpected(Pieces::tokens(&["\".ab\"", "0.."]))),
        }
    }

    /// A name that nothing has yet.
    pub(super) fn fresh_name(&mut self, what: Piece) -> Result<Ident> {
        let name = self.parser.ident(what)?;
        let taken = OWN_WORDS.contains(&name.text.as_str())
            || self.coordinates.iter().any(|c| c.name == name.text)
            || self.lets.contains_key(&name.text)
            || self.scope.iter().any(|(known, ..)| *known == name.text);
        match taken {
            true => {
                Err(wrong(Fault::NameTaken { name: name.text.clone() }, name.span)
                    .hint(NextStep::AnotherName))
            }
            false => Ok(name),
        }
    }

    /// A variable with this sort of value.
    pub(super) fn variable(&mut self, name: Ident, sort: Sort) -> usize {
        let slot = self.names.len();
        self.names.push((name.text.clone(), sort));
        self.scope.push((name.text, sort, slot));
        slot
    }

    /// One kind of move. What it chooses is read first, though it is written last, since the option speaks about it.
    fn kind(&mut self) -> Result<PlaceMove> {
        (self.scope, self.names) = (Vec::new(), Vec::new());
        let label = match (self.parser.peek(), self.parser.lexemes.get(self.parser.at + 1)) {
            (Lexeme::Word(_), Some((Lexeme::Symbol(":"), _))) => {
                let label = self.parser.ident(Piece::Label)?;
                self.parser.at += 1;
                Some(label.text)
            }
            _ => None,
        };
        let option_at = self.parser.at;
        self.parser.at = self.first_qualifier();
        let qualifiers_at = self.parser.at;
        let (qualifiers, gain, again) = self.consequences()?;
        let after = std::mem::replace(&mut self.parser.at, option_at);
        let option = self.option()?;
        if self.parser.at != qualifiers_at {
            return Err(self.parser.unexpected(Pieces::tokens(&["|", "for", "if"]).or(Piece::EndOfMove)));
        }
        self.parser.at = after;
        let names = VariableNames(std::mem::take(&mut self.names));
        Ok(PlaceMove { label, option, qualifiers, names, gain, again })
    }

    /// The choices and conditions of a move, what it earns, and whether the same player moves on. What it earns may speak about
    /// all that is chosen, so it is read last.
    fn consequences(&mut self) -> Result<(Vec<PlaceQualifier>, Option<ValueTerm>, bool)> {
        let (mut all, mut gain_at, mut again) = (Vec::new(), None, false);
        loop {
            let span = self.parser.span();
            if let Some(qualifier) = self.qualifier(all.len())? {
                all.push(qualifier);
            } else if self.parser.eat_word("again") {
                again = true;
            } else if self.parser.eat_word("gain") {
                let start = self.parser.at;
                self.parser.at = self.first_qualifier();
                if gain_at.replace((start, self.parser.at)).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneGain).at(span.range()));
                }
            } else {
                break;
            }
        }
        let after = self.parser.at;
        let mut gain = None;
        if let Some((start, end)) = gain_at {
            self.parser.at = start;
            gain = Some(self.argument(Sort::Number)?);
            if self.parser.at != end {
                return Err(self.parser.unexpected(Pieces::tokens(&["|", "for", "if"]).or(Piece::EndOfMove)));
            }
            self.parser.at = after;
        }
        Ok((all, gain, again))
    }

    /// Where the choices of the move that is read begin: at the first `for` or `if` outside all brackets, or its end. An `if`
    /// that no value stands before begins one itself.
    fn first_qualifier(&self) -> usize {
        let mut depth = 0i64;
        let before = |at: usize| at.checked_sub(1).map(|at| &self.parser.lexemes[at].0);
        let begins_value = |at: usize| match before(at) {
            Some(Lexeme::Symbol(symbol)) => !matches!(*symbol, ")" | "]" | "}"),
            Some(Lexeme::Word(word)) => {
                Op::named(word).is_some() || matches!(word.as_str(), "gain" | "then" | "else" | "not" | "in")
            }
            _ => false,
        };
        let ends = |at: usize, lexeme: &Lexeme| match lexeme {
            Lexeme::Word(word) => match word.as_str() {
                "if" => !begins_value(at),
                word => matches!(word, "for" | "gain" | "again" | "over" | "end" | "play"),
            },
            Lexeme::Symbol(symbol) => *symbol == "|",
            _ => false,
        };
        for (at, (lexeme, _)) in self.parser.lexemes.iter().enumerate().skip(self.parser.at) {
            match lexeme {
                Lexeme::Symbol("(" | "[" | "{") => depth += 1,
                Lexeme::Symbol(")" | "]" | "}") => depth -= 1,
                Lexeme::End => return at,
                lexeme if depth <= 0 && ends(at, lexeme) => return at,
                _ => {}
            }
        }
        self.parser.at
    }

    /// A choice or a condition, if one stands here.
    pub(super) fn qualifier(&mut self, before: usize) -> Result<Option<PlaceQualifier>> {
        if self.parser.is_word("for") || self.parser.is_word("if") {
            self.parser.room(before, MOST_CLAUSES, |most| Fault::TooManyClauses { most })?;
        }
        if self.parser.eat_word("for") {
            return self.choice().map(Some);
        }
        if self.parser.eat_word("if") {
            return Ok(Some(PlaceQualifier::If(self.condition()?)));
        }
        Ok(None)
    }

    /// What follows `for`: `v in S`, `(r,c) in S`, or `u v in edges`.
    fn choice(&mut self) -> Result<PlaceQualifier> {
        let start = self.parser.span();
        let parts = self.parser.eat("(");
        let first = self.fresh_name(Piece::VariableName)?;
        let mut second = None;
        if parts {
            self.parser.expect(",", |text| Piece::AfterVariable { text })?;
            second = Some(self.fresh_name(Piece::VariableName)?);
            self.parser.expect(")", |text| Piece::AfterVariable { text })?;
        } else if !self.parser.is_word("in") {
            second = Some(self.fresh_name(Piece::VariableName)?);
        }
        if second.as_ref().is_some_and(|second| second.text == first.text) {
            return Err(wrong(Fault::NameTaken { name: first.text.clone() }, first.span));
        }
        self.parser.expect_word("in", |text| Piece::AfterVariable { text })?;
        let (set, sort) = self.set()?;
        let span = start.to(self.parser.last_span());
        let binder = match (second, parts, sort) {
            (None, ..) => Binder::One(self.variable(first, sort)),
            (Some(second), true, Sort::Pair) => {
                Binder::Parts(self.variable(first, Sort::Number), self.variable(second, Sort::Number))
            }
            (Some(second), false, Sort::Edge) => {
                let sort = self.space.place_sort();
                Binder::Ends(self.variable(first, sort), self.variable(second, sort))
            }
            (Some(_), true, _) => {
                return Err(wrong(Fault::OnlyBoardsHaveRows, span));
            }
            (Some(_), false, _) => {
                return Err(wrong(Fault::OnlyEdgesHaveEnds, span).hint(NextStep::write("`for u v in edges`")));
            }
        };
        Ok(PlaceQualifier::For(binder, set))
    }

    /// What becomes of the coordinates.
    fn option(&mut self) -> Result<Vec<Becomes>> {
        let count = self.coordinates.len();
        if count == 1 {
            return Ok(vec![self.becomes(0)?]);
        }
        self.parser.expect("(", |text| Piece::AfterWord { text, word: "->".into() })?;
        let mut all = vec![self.becomes(0)?];
        while self.parser.eat(",") {
            if all.len() == count {
                return Err(wrong(Fault::PositionCoordinates { count }, self.parser.span()));
            }
            all.push(self.becomes(all.len())?);
        }
        self.parser.expect(")", |text| Piece::AfterCoordinates { text })?;
        match all.len() == count {
            true => Ok(all),
            false => Err(wrong(Fault::PositionCoordinates { count }, self.parser.last_span())),
        }
    }

    fn becomes(&mut self, at: usize) -> Result<Becomes> {
        let start = self.parser.span();
        match self.coordinates[at].holds.clone() {
            Holds::Set => {
                let (set, sort) = self.set()?;
                self.demand(sort, self.space.member_sort(), start)?;
                Ok(Becomes::Set(set))
            }
            Holds::Place(_) => {
                let (value, sort) = self.value()?;
                self.demand(sort, self.space.place_sort(), start)?;
                Ok(Becomes::Place(value))
            }
            Holds::Letters(_) => self.written(at, Sort::Letter),
            Holds::Numbers => self.written(at, Sort::Number),
        }
    }

    /// `w[p:=x, q:=y]`, or `w` as it was.
    fn written(&mut self, at: usize, holds: Sort) -> Result<Becomes> {
        let name = self.coordinates[at].name.clone();
        self.parser.expect_word(&name, |text| Piece::AfterWord { text, word: "->".into() })?;
        let mut writes = Vec::new();
        if !self.parser.eat("[") {
            return Ok(Becomes::Written(writes));
        }
        loop {
            let start = self.parser.span();
            let (place, sort) = self.value()?;
            self.demand(sort, self.space.place_sort(), start)?;
            self.parser
                .expect(":", |text| Piece::AfterWord { text: format!("{text}="), word: "[…".into() })?;
            self.parser.expect("=", |text| Piece::AfterWord { text, word: ":".into() })?;
            let start = self.parser.span();
            let (value, sort) = self.value()?;
            self.demand(sort, holds, start)?;
            self.check_letter(at, &value, start)?;
            writes.push((place, value));
            self.parser.room(writes.len(), MOST_ARGUMENTS, |most| Fault::TooManyWrites { most })?;
            if !self.parser.eat(",") {
                break;
            }
        }
        self.parser.expect("]", |text| Piece::AfterIndex { text })?;
        Ok(Becomes::Written(writes))
    }

    /// That a letter which is written is one that the coordinate has.
    fn check_letter(&self, at: usize, value: &ValueTerm, span: Span) -> Result<()> {
        let (Holds::Letters(letters), ValueTerm::Constant([letter, _])) =
            (&self.coordinates[at].holds, value)
        else {
            return Ok(());
        };
        match letters.iter().any(|known| i64::from(u32::from(*known)) == *letter) {
            true => Ok(()),
            false => Err(wrong(Fault::LetterNotThere { name: self.coordinates[at].name.clone() }, span)
                .hint(NextStep::NameInQuotes)),
        }
    }

    fn ending(&mut self) -> Result<PlaceEnding> {
        (self.scope, self.names) = (Vec::new(), Vec::new());
        let mut ending = PlaceEnding::default();
        loop {
            let span = self.parser.span();
            if self.parser.eat_word("over") {
                let all = self.parser.eat_word("all");
                self.parser.expect_word("if", |text| Piece::AfterWord { text, word: "over".into() })?;
                let condition = self.condition()?;
                let place = if all { &mut ending.over_all } else { &mut ending.over };
                if place.replace(condition).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneOver).at(span.range()));
                }
            } else if self.parser.eat_word("end") {
                let win = self.parser.eat_word("win");
                if !win && !self.parser.eat_word("lose") {
                    return Err(self.parser.unexpected(Pieces::tokens(&["win if …", "lose if …"])));
                }
                self.parser.expect_word("if", |text| Piece::AfterWord { text, word: "end win".into() })?;
                if ending.decides.replace((win, self.condition()?)).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneEnding).at(span.range()));
                }
            } else if self.parser.eat_word("play") {
                ending.misere = self.parser.eat_word("misere") || self.parser.eat_word("misère");
                if !ending.misere {
                    self.parser
                        .expect_word("normal", |text| Piece::AfterWord { text, word: "play".into() })?;
                }
            } else {
                ending.names = VariableNames(std::mem::take(&mut self.names));
                return Ok(ending);
            }
        }
    }
}
