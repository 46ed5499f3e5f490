//! Rules that show pictures: `grid: ".." -> "##"`. A move finds the one picture on the board and puts the other in its place.

use std::fmt;

use crate::error::{Error, ErrorKind, Fault, Piece, Pieces, Result};
use crate::work::Work;

use super::bounds::*;
use super::lexeme::Lexeme;
use super::parse::Parser;
use super::picture::{Picture, Sign, is_letter};
use super::syntax::{Ident, Span};

/// What boards look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Universe {
    /// Cells in a row.
    Strip,
    /// Cells in a circle.
    Ring,
    /// Letters in a row, of which some may vanish, so that others meet.
    Word,
    /// Rows and columns.
    Grid,
    /// The same, where each row and each column is a circle.
    Torus,
    /// Rows of hexagons, each shifted by a half against the one above.
    Hex,
}

impl Universe {
    /// Every universe of pictures by its name.
    pub const ALL: [(&'static str, Universe); 6] = [
        ("strip", Universe::Strip),
        ("ring", Universe::Ring),
        ("word", Universe::Word),
        ("grid", Universe::Grid),
        ("torus", Universe::Torus),
        ("hex", Universe::Hex),
    ];

    /// Its name in the language.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, universe)| *universe == self).expect("every universe is listed").0
    }

    fn named(word: &str) -> Option<Universe> {
        Self::ALL.iter().find(|(name, _)| *name == word).map(|(_, universe)| *universe)
    }

    /// Whether it has rows and columns.
    pub fn is_plane(self) -> bool {
        matches!(self, Universe::Grid | Universe::Torus | Universe::Hex)
    }
}

/// A rule of pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    /// What boards look like.
    pub universe: Universe,
    /// Whether pictures may be neither turned nor mirrored.
    pub as_drawn: bool,
    /// The kinds of move.
    pub rewrites: Vec<Rewrite>,
    /// What the end of the game means.
    pub ending: BoardEnding,
}

/// One kind of move: `label: before -> after for … in …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewrite {
    /// What players call it.
    pub label: Option<Ident>,
    /// What is found on the board.
    pub before: Picture,
    /// What takes its place; several parts of a word that is cut.
    pub after: Vec<Picture>,
    /// The letters that variables stand for.
    pub choices: Vec<(Ident, Letters)>,
    /// Where it stands.
    pub span: Span,
}

/// Letters to choose from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Every letter of the rule and the position.
    All,
    /// These.
    These(Vec<char>),
}

/// How a game on boards ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardEnding {
    /// A board on which this holds has no more moves.
    pub over: Option<BoardCondition>,
    /// As soon as it holds on one board, no board has.
    pub over_all: Option<BoardCondition>,
    /// Whether the player without a move wins.
    pub misere: bool,
}

/// A condition on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardCondition {
    /// The picture is somewhere on it.
    Shows(Picture),
    /// It does not hold.
    Not(Box<BoardCondition>),
    /// Both hold.
    And(Box<BoardCondition>, Box<BoardCondition>),
    /// One of them holds.
    Or(Box<BoardCondition>, Box<BoardCondition>),
}

/// Whether a text is a rule of pictures rather than one of numbers.
pub(crate) fn is_rewriting(source: &str) -> bool {
    let start = source.trim_start();
    let length = start.find(|c: char| !c.is_alphanumeric()).unwrap_or(start.len());
    let rest = start[length..].trim_start();
    Universe::named(&start[..length]).is_some() && (rest.starts_with(':') || rest.starts_with("as "))
}

impl Rewriting {
    /// Reads the text of a rule.
    pub fn read(source: &str, work: &Work<'_>) -> Result<Rewriting> {
        let mut parser = Parser::new(source, work)?;
        let rule = parser.rewriting(work).and_then(|rule| parser.end().map(|()| rule));
        rule.map_err(|e| e.within(source))
    }
}

impl Parser {
    fn rewriting(&mut self, work: &Work<'_>) -> Result<Rewriting> {
        let name = self.ident(Piece::Name)?;
        let universe = Universe::named(&name.text)
            .ok_or_else(|| Error::new(ErrorKind::Syntax, Fault::NoBoards).at(name.span.range()))?;
        let as_drawn = self.eat_word("as");
        if as_drawn {
            self.expect_word("drawn", |text| Piece::AfterWord { text, word: "as".into() })?;
        }
        self.expect(":", |text| Piece::AfterWord { text, word: name.text.clone() })?;
        let mut rewrites = vec![self.rewrite(universe)?];
        while self.eat("|") {
            work.step("clauses", rewrites.len() as u64, None)?;
            self.room(rewrites.len(), MOST_KINDS, |most| Fault::TooManyKinds { most })?;
            rewrites.push(self.rewrite(universe)?);
        }
        Ok(Rewriting { universe, as_drawn, rewrites, ending: self.board_ending()? })
    }

    fn rewrite(&mut self, universe: Universe) -> Result<Rewrite> {
        let start = self.span();
        let label = match self.peek() {
            Lexeme::Word(_) => {
                let label = self.ident(Piece::Label)?;
                self.expect(":", |text| Piece::AfterWord { text, word: label.text.clone() })?;
                Some(label)
            }
            _ => None,
        };
        let before = self.picture()?;
        self.expect("->", |text| Piece::AfterWord { text, word: format!("\"{before}\"") })?;
        let mut after = vec![self.picture()?];
        while self.eat("&") {
            self.room(after.len(), MOST_PARTS, |most| Fault::TooManyParts { most })?;
            after.push(self.picture()?);
        }
        let mut choices = Vec::new();
        while self.eat_word("for") {
            self.room(choices.len(), MOST_CLAUSES, |most| Fault::TooManyClauses { most })?;
            let name = self.ident(Piece::VariableName)?;
            self.expect_word("in", |text| Piece::AfterVariable { text })?;
            choices.push((name, self.letters()?));
        }
        let rewrite = Rewrite { label, before, after, choices, span: start.to(self.last_span()) };
        rewrite.check(universe).map_err(|what| Error::new(ErrorKind::Rule, what).at(rewrite.span.range()))?;
        Ok(rewrite)
    }

    fn letters(&mut self) -> Result<Letters> {
        if self.eat_word("letters") {
            return Ok(Letters::All);
        }
        let span = self.span();
        let Lexeme::Text(text) = self.peek().clone() else {
            return Err(self.unexpected(Pieces::tokens(&["letters", "\"ab\""])));
        };
        self.at += 1;
        match text.chars().find(|c| !is_letter(*c)) {
            Some(stray) => {
                Err(Error::new(ErrorKind::Syntax, Fault::NoLetter { text: stray.into() }).at(span.range()))
            }
            None => Ok(Letters::These(text.chars().collect())),
        }
    }

    fn picture(&mut self) -> Result<Picture> {
        let span = self.span();
        match self.peek().clone() {
            Lexeme::Text(text) => {
                self.at += 1;
                Picture::read(&text, span.range().start + 1)
            }
            _ => Err(self.unexpected(Piece::token("\"a picture\""))),
        }
    }

    fn board_ending(&mut self) -> Result<BoardEnding> {
        let mut ending = BoardEnding::default();
        loop {
            let span = self.span();
            if self.eat_word("over") {
                let all = self.eat_word("all");
                self.expect_word("if", |text| Piece::AfterWord { text, word: "over".into() })?;
                let condition = self.condition(false)?;
                let place = if all { &mut ending.over_all } else { &mut ending.over };
                if place.replace(condition).is_some() {
                    return Err(Error::new(ErrorKind::Syntax, Fault::OneOver).at(span.range()));
                }
            } else if self.eat_word("play") {
                ending.misere = self.eat_word("misere") || self.eat_word("misère");
                if !ending.misere {
                    self.expect_word("normal", |text| Piece::AfterWord { text, word: "play".into() })?;
                }
            } else {
                return Ok(ending);
            }
        }
    }

    /// A condition; `tight` stops before `or`.
    fn condition(&mut self, tight: bool) -> Result<BoardCondition> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let fault = Fault::ConditionTooDeep { most: DEEPEST };
            return Err(Error::new(ErrorKind::Limit, fault).at(self.span().range()));
        }
        let mut left = if self.eat_word("not") {
            BoardCondition::Not(Box::new(self.one_condition()?))
        } else {
            self.one_condition()?
        };
        loop {
            if self.eat_word("and") {
                self.count_operator()?;
                left = BoardCondition::And(Box::new(left), Box::new(self.condition_before_and()?));
            } else if !tight && self.eat_word("or") {
                self.count_operator()?;
                left = BoardCondition::Or(Box::new(left), Box::new(self.condition(true)?));
            } else {
                self.depth -= 1;
                return Ok(left);
            }
        }
    }

    fn condition_before_and(&mut self) -> Result<BoardCondition> {
        match self.eat_word("not") {
            true => Ok(BoardCondition::Not(Box::new(self.one_condition()?))),
            false => self.one_condition(),
        }
    }

    fn one_condition(&mut self) -> Result<BoardCondition> {
        if !self.eat("(") {
            return self.picture().map(BoardCondition::Shows);
        }
        let inside = self.condition(false)?;
        self.expect(")", |text| Piece::ToClose { text })?;
        Ok(inside)
    }

    fn end(&self) -> Result<()> {
        match self.peek() {
            Lexeme::End => Ok(()),
            _ => Err(self.unexpected(Pieces::tokens(&["|", "for", "over", "play"]).or(Piece::EndOfRule))),
        }
    }
}

impl Rewrite {
    /// What is wrong with it, if anything is.
    fn check(&self, universe: Universe) -> std::result::Result<(), String> {
        let pictures = || std::iter::once(&self.before).chain(&self.after);
        let named = |name: &str| self.choices.iter().any(|(known, _)| known.text == name);
        for cell in pictures().flat_map(Picture::cells) {
            if let Sign::Variable(name) = &cell.sign
                && !named(name)
            {
                return Err(format!(
                    "nothing says which letter {{{name}}} is; write `for {name} in letters`"
                ));
            }
        }
        if !universe.is_plane() && pictures().any(|picture| picture.rows.len() > 1) {
            return Err(format!("a {} has one row, and so have its pictures", universe.name()));
        }
        if universe == Universe::Hex && pictures().any(|picture| picture.rows.len() > 1) {
            return Err("a picture on hexagons has one row, which lies in three directions".into());
        }
        let runs = |picture: &Picture| -> Vec<Sign> {
            picture.cells().filter(|cell| cell.run).map(|cell| cell.sign.clone()).collect()
        };
        let after: Vec<Sign> = self.after.iter().flat_map(runs).collect();
        if runs(&self.before) != after {
            return Err("the same runs stand on both sides, in the same order".into());
        }
        if universe == Universe::Word {
            return Ok(());
        }
        let [after] = &self.after[..] else { return Err("only words are cut, with `&`".into()) };
        let size = |picture: &Picture| (picture.rows.len(), picture.width());
        if size(&self.before) != size(after) || self.before.width() == 0 {
            return Err("both pictures have the same size, since places stay".into());
        }
        for (before, after) in self.before.cells().zip(after.cells()) {
            let known = matches!(after.sign, Sign::Letter(_) | Sign::Any | Sign::Edge | Sign::Variable(_));
            if !known && before.sign != after.sign {
                return Err(format!("`{}` does not say which letter is put there", after.sign));
            }
        }
        Ok(())
    }
}

impl BoardCondition {
    /// Every picture that it asks for.
    pub(crate) fn pictures(&self) -> Vec<&Picture> {
        match self {
            BoardCondition::Shows(picture) => vec![picture],
            BoardCondition::Not(inner) => inner.pictures(),
            BoardCondition::And(left, right) | BoardCondition::Or(left, right) => {
                let mut all = left.pictures();
                all.extend(right.pictures());
                all
            }
        }
    }
}

/// As it is written.
impl fmt::Display for Rewriting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}:", self.universe.name(), if self.as_drawn { " as drawn" } else { "" })?;
        for (i, rewrite) in self.rewrites.iter().enumerate() {
            write!(f, "{} {rewrite}", if i == 0 { "" } else { " |" })?;
        }
        let BoardEnding { over, over_all, misere } = &self.ending;
        over.iter().try_for_each(|condition| write!(f, " over if {condition}"))?;
        over_all.iter().try_for_each(|condition| write!(f, " over all if {condition}"))?;
        if *misere { f.write_str(" play misere") } else { Ok(()) }
    }
}

impl fmt::Display for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.label.iter().try_for_each(|label| write!(f, "{}: ", label.text))?;
        write!(f, "\"{}\" ->", self.before)?;
        for (i, part) in self.after.iter().enumerate() {
            write!(f, "{} \"{part}\"", if i == 0 { "" } else { " &" })?;
        }
        self.choices.iter().try_for_each(|(name, letters)| match letters {
            Letters::All => write!(f, " for {} in letters", name.text),
            Letters::These(these) => {
                write!(f, " for {} in \"{}\"", name.text, these.iter().collect::<String>())
            }
        })
    }
}

impl fmt::Display for BoardCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BoardCondition::Shows(picture) => write!(f, "\"{picture}\""),
            BoardCondition::Not(inner) => write!(f, "not ({inner})"),
            BoardCondition::And(left, right) => write!(f, "({left}) and ({right})"),
            BoardCondition::Or(left, right) => write!(f, "({left}) or ({right})"),
        }
    }
}
