//! The rule language: text → syntax → form.
//!
//! Rules are a set comprehension, as in mathematics. The language is total: only bounded ranges, no recursion, so
//! that every rule terminates and any stranger's rule is safe to run. Integers have 64 bits; overflow is an error
//! with a place, never a wrap.

mod arithmetic;
mod bounds;
mod check;
mod eval;
mod form;
mod habits;
mod lexeme;
pub(crate) mod lower;
mod numbers;
mod parse;
mod parse_term;
mod picture;
mod place_gather;
mod place_parse;
mod place_print;
mod place_rule;
mod place_term;
#[cfg(test)]
mod place_tests;
mod print;
mod product;
mod reading;
mod renaming;
mod rewriting;
mod short;
mod syntax;
mod words;

use std::sync::Arc;

pub(crate) use arithmetic::Gathered;
pub use arithmetic::{Aggregate, Function, Op, Trouble};
pub use check::check;
pub use eval::{Evaluator, Found};
pub use form::*;
pub use parse::{parse, parse_literal};
pub use picture::{Picture, PictureCell, Sign, is_letter};
pub use place_rule::*;
pub use product::Factors;
pub(crate) use product::is_product;
pub use reading::{Clause, CoordinateWords, Places, RuleSentence, SetWords, Target, Warning};
pub(crate) use rewriting::is_rewriting;
pub use rewriting::{BoardCondition, BoardEnding, Letters, Rewrite, Rewriting, Universe};
pub use syntax::*;

use crate::catalogue::{self, Entry};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::literal::Lets;
use crate::nearest::nearest;
use crate::number_text;
use crate::position::{Component, Coordinate as Shown, Place, Position};
use crate::work::Work;

/// The rules of a game, read and checked.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The name in the catalogue, if they come from there.
    pub entry: Option<&'static Entry>,
    /// The rule text, short forms written out; spans of errors point into it.
    pub source: String,
    /// A position to begin with, where a game of the catalogue or of a file names one: its components.
    pub start: Vec<String>,
    /// The syntax.
    pub syntax: Rule,
    /// The parameters that occur in the text.
    pub lets: Lets,
    /// Whether they stand for their game under normal play alone.
    pub normal_only: bool,
    /// The two games whose product they are, if they were asked for so.
    pub factors: Option<Arc<Factors>>,
    form: Arc<Form>,
    only_if: Option<Condition>,
}

/// What every position fulfils, kept as rules that have a move exactly where it holds.
#[derive(Clone, Debug)]
struct Condition {
    text: String,
    form: Arc<Form>,
}

impl Condition {
    fn read(text: &str, rules: &Rules, lets: &Lets, work: &Work<'_>) -> Result<Condition> {
        let coordinates = rules.source.split_once("->").map_or("n", |(coordinates, _)| coordinates);
        let source = format!("{coordinates} -> nothing if {text}");
        let read = parse(&source, work).and_then(|syntax| check(&syntax, lets, work));
        let form = read.map_err(|e| e.within(&source))?;
        Ok(Condition { text: text.into(), form: Arc::new(form) })
    }

    fn holds(&self, place: &[i64]) -> Result<bool> {
        let mut holds = false;
        let mut found = |_: Found<'_>| {
            holds = true;
            Ok(())
        };
        Evaluator::new(self.form.clone(), 1 << 8).options(place, &Work::unwatched(), &mut found)?;
        Ok(holds)
    }
}

impl Rules {
    /// Reads rules: a rule text, a code, a phrase, or a name of the catalogue.
    ///
    /// ```
    /// use grundy::{Lets, Rules, Work};
    /// let rules = Rules::read("n -> n-k for k in 1..3", &Lets::new(), &Work::unwatched())?;
    /// assert!(rules.form().is_heap());
    /// assert!(Rules::read("kayles", &Lets::new(), &Work::unwatched()).is_ok());
    /// assert!(Rules::read("n -> n-k for k in 1..", &Lets::new(), &Work::unwatched()).is_err());
    /// # Ok::<(), grundy::Error>(())
    /// ```
    pub fn read(text: &str, lets: &Lets, work: &Work<'_>) -> Result<Rules> {
        if is_product(text) {
            if cfg!(feature = "numbers-only") {
                return Err(Error::new(ErrorKind::Unsupported, Fault::NumbersAlone));
            }
            return product::read(text, lets, work);
        }
        // Only what looks like a name is looked up as one: a rule must never turn into a game by losing its signs.
        if let Some(entry) = is_name(text).then(|| catalogue::find(text)).flatten() {
            return Rules::of_entry(entry, lets, work);
        }
        if let Some(expanded) = short::expand(text) {
            let source = expanded.map_err(|e| e.within(text.trim()))?;
            return Rules::of_text(source.clone(), lets, lets, work)
                .map_err(|e| e.where_written(&source, text.trim()));
        }
        if is_name(text) {
            return Err(catalogue::unknown(text.trim(), []));
        }
        Rules::of_text(text.to_string(), lets, lets, work)
    }

    /// The rules of a catalogue entry, with its parameters where none are given.
    pub fn of_entry(entry: &'static Entry, lets: &Lets, work: &Work<'_>) -> Result<Rules> {
        let mut rules = Rules::of_game(entry, lets, work)?;
        rules.entry = Some(entry);
        Ok(rules)
    }

    /// The rules of a game file, with its parameters where none are given.
    pub fn of_game(game: &Entry, lets: &Lets, work: &Work<'_>) -> Result<Rules> {
        if is_rewriting(&game.rules) || is_over_places(&game.rules) {
            let fault = Fault::BoardNotRules { name: game.name.clone() };
            return Err(Error::new(ErrorKind::Unsupported, fault));
        }
        let mut all = game.lets()?;
        all.extend(lets.iter().map(|(name, value)| (name.clone(), value.clone())));
        let rules = Rules::of_text(written_out(&game.rules)?, &all, lets, work)?;
        let condition = |text: &String| Condition::read(text, &rules, &all, work);
        let only_if = game.only_if.as_ref().map(condition).transpose()?;
        Ok(Rules { start: game.start.clone(), normal_only: game.normal_only, only_if, ..rules })
    }

    /// Reads a rule text. A parameter that was given and does not occur is a mistake, most likely of spelling.
    fn of_text(source: String, lets: &Lets, given: &Lets, work: &Work<'_>) -> Result<Rules> {
        work.step("clauses", 0, None)?;
        let words = lexeme::words(&source).map_err(|e| e.within(&source))?;
        if let Some(unused) = given.keys().find(|name| !words.contains(*name)) {
            return Err(unused_parameter(unused, lets));
        }
        let read = parse(&source, work).and_then(|syntax| Ok((check(&syntax, lets, work)?, syntax)));
        let (form, syntax) = read.map_err(|e| e.within(&source))?;
        let used = lets.iter().filter(|(name, _)| words.contains(*name));
        let lets = used.map(|(name, value)| (name.clone(), value.clone())).collect();
        let form = Arc::new(form);
        Ok(Rules {
            entry: None,
            source,
            start: Vec::new(),
            syntax,
            lets,
            normal_only: false,
            factors: None,
            form,
            only_if: None,
        })
    }

    /// What the game is called: its title in the catalogue, or its rules in one line.
    pub fn title(&self) -> String {
        match (self.entry, &self.factors) {
            (Some(entry), _) => entry.title.clone(),
            (None, Some(factors)) => factors.asked.clone(),
            (None, None) => self.source.split_whitespace().collect::<Vec<_>>().join(" "),
        }
    }

    /// The checked form.
    pub fn form(&self) -> &Arc<Form> {
        &self.form
    }

    /// Reads a component: `7`, or `2,3`, or `5,none`.
    pub fn component(&self, text: &str) -> Result<Component> {
        let inner = text.trim();
        let inner = inner.strip_prefix('(').and_then(|t| t.strip_suffix(')')).unwrap_or(inner);
        let words: Vec<&str> = inner.split(',').map(str::trim).collect();
        let axes = &self.form.axes;
        if words.len() != axes.len() {
            let names: Vec<_> = axes.iter().map(|axis| axis.name.as_str()).collect();
            let (text, wanted) = (text.to_string(), axes.len());
            let fault = match words.len() {
                1 => Fault::OneCoordinate { text, wanted },
                given => Fault::Coordinates { text, given, wanted },
            };
            return Err(Error::new(ErrorKind::Position, fault).hint(match axes.len() {
                1 => NextStep::WithSpaces,
                _ => NextStep::WithCommas { names: names.join(",") },
            }));
        }
        let coordinates = axes.iter().zip(words).map(|(axis, word)| self.coordinate(axis, word));
        self.legal(coordinates.collect::<Result<Vec<i64>>>()?)
    }

    /// The place of a coordinate by its name, and its value from a text.
    pub fn coordinate_of(&self, name: &str, word: &str) -> Result<(usize, i64)> {
        let axes = &self.form.axes;
        let Some(at) = axes.iter().position(|axis| axis.name == name) else {
            let words = axes.iter().map(|axis| axis.name.as_str()).collect::<Vec<_>>().join(", ");
            let fault = Fault::NoCoordinate { name: name.into() };
            return Err(Error::new(ErrorKind::Position, fault).hint(NextStep::OneOf { words }));
        };
        Ok((at, self.coordinate(&axes[at], word)?))
    }

    fn coordinate(&self, axis: &Axis, word: &str) -> Result<i64> {
        if let Domain::Names(ids) = &axis.domain {
            let names = ids.iter().map(|&id| self.form.names[id as usize].as_str());
            return match ids.iter().find(|&&id| self.form.names[id as usize] == word) {
                Some(&id) => Ok(id),
                None => {
                    let fault = Fault::NoValueOf { word: word.into(), name: axis.name.clone() };
                    let words = names.collect::<Vec<_>>().join(", ");
                    Err(Error::new(ErrorKind::Position, fault).hint(NextStep::OneOf { words }))
                }
            };
        }
        word.parse().ok().or_else(|| number_text::integer(word)).ok_or_else(|| {
            let digits = word.strip_prefix('-').unwrap_or(word);
            let large = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
            match large {
                true => Error::new(ErrorKind::Position, Fault::CoordinateTooLarge { word: word.into() })
                    .hint(NextStep::UpTo { most: i64::MAX }),
                false => Error::new(
                    ErrorKind::Position,
                    Fault::NotANumber { word: word.into(), name: axis.name.clone() },
                ),
            }
        })
    }

    /// The position with components at these coordinates, if all lie in their domains.
    pub fn position(&self, places: impl IntoIterator<Item = Vec<i64>>) -> Result<Position> {
        let mut evaluator = Evaluator::new(self.form.clone(), 1);
        let component = |place: Vec<i64>| self.check_place(&place, &mut evaluator).map(|()| Component(place));
        Ok(Position(places.into_iter().map(component).collect::<Result<_>>()?))
    }

    /// A component with these coordinates, if they lie in their domains.
    pub fn legal(&self, place: Vec<i64>) -> Result<Component> {
        self.check_place(&place, &mut Evaluator::new(self.form.clone(), 1))?;
        Ok(Component(place))
    }

    /// Fails if one of the positions is one of other rules, or was made for them.
    pub(crate) fn check(&self, positions: &[Position]) -> Result<()> {
        let mut evaluator = Evaluator::new(self.form.clone(), 1);
        let mut components = positions.iter().flat_map(|position| &position.0);
        components.try_for_each(|component| self.check_place(&component.0, &mut evaluator))
    }

    fn check_place(&self, place: &[i64], evaluator: &mut Evaluator) -> Result<()> {
        if place.len() != self.form.axes.len() {
            let fault = Fault::ComponentCoordinates { wanted: self.form.axes.len(), given: place.len() };
            return Err(Error::new(ErrorKind::Position, fault));
        }
        if evaluator.is_legal(place).map_err(|e| e.within(&self.source))? {
            return match &self.only_if {
                Some(condition) if !condition.holds(place)? => {
                    Err(Error::new(ErrorKind::Position, Fault::NotAPosition { place: self.show(place) })
                        .hint(NextStep::PositionsHave { text: condition.text.clone() }))
                }
                _ => Ok(()),
            };
        }
        for (i, axis) in self.form.axes.iter().enumerate() {
            let (low, high) = evaluator.bounds(i, &place[..i])?;
            if place[i] < low || high.is_some_and(|high| place[i] > high) {
                let fault = Fault::OutsideDomain { name: axis.name.clone(), value: place[i] };
                return Err(Error::new(ErrorKind::Position, fault).hint(match high {
                    Some(high) => NextStep::Between { low, high },
                    None => NextStep::AtLeast { low },
                }));
            }
        }
        Err(Error::new(ErrorKind::Position, Fault::NotAPosition { place: self.show(place) }))
    }

    /// Whether coordinates that lie in their domains are a position of the game.
    pub(crate) fn allows(&self, place: &[i64]) -> Result<bool> {
        self.only_if.as_ref().map_or(Ok(true), |condition| condition.holds(place))
    }

    /// A component as people and scripts see it.
    pub fn show(&self, place: &[i64]) -> Place {
        let shown = self.form.axes.iter().zip(place).map(|(axis, &value)| match &axis.domain {
            Domain::Names(_) => match self.form.names.get(value as usize) {
                Some(name) => Shown::Name(name.clone()),
                None => Shown::Int(value),
            },
            _ => Shown::Int(value),
        });
        Place::new(shown.collect())
    }

    /// The position whose coordinates are this much above the least, as far as their domains go.
    pub fn near(&self, above: i64) -> Result<Component> {
        let mut evaluator = Evaluator::new(self.form.clone(), 1);
        let mut place = Vec::new();
        for (i, axis) in self.form.axes.iter().enumerate() {
            place.push(match &axis.domain {
                Domain::Names(ids) => ids[0],
                Domain::Integers(members) => members[(above as usize).min(members.len() - 1)],
                _ => {
                    let (low, high) = evaluator.bounds(i, &place)?;
                    let value = low.saturating_add(above);
                    high.map_or(value, |high| value.min(high))
                }
            });
        }
        self.legal(place)
    }

    /// Where a small position lies: the least value of every coordinate.
    pub fn least(&self) -> Result<Vec<i64>> {
        let mut evaluator = Evaluator::new(self.form.clone(), 1);
        let mut place = Vec::new();
        for (i, axis) in self.form.axes.iter().enumerate() {
            place.push(match &axis.domain {
                Domain::Names(ids) => ids[0],
                _ => evaluator.bounds(i, &place)?.0,
            });
        }
        Ok(place)
    }
}

/// A parameter that was given and does not occur is a mistake, most likely of spelling.
fn unused_parameter(unused: &str, lets: &Lets) -> Error {
    let error = Error::new(ErrorKind::Rule, Fault::NoParameter { name: unused.into() });
    match nearest(unused, lets.keys().map(String::as_str).filter(|name| *name != unused)) {
        Some(known) => error.hint(NextStep::did_you_mean(known)),
        None => error.hint(NextStep::LookAtRules),
    }
}

/// Whether a word occurs in a text.
pub(crate) fn names_parameter(source: &str, name: &str) -> bool {
    lexeme::words(source).is_ok_and(|words| words.contains(name))
}

/// Fails if a parameter that was given does not occur in a text.
fn check_used(given: &Lets, source: &str) -> Result<()> {
    let words = lexeme::words(source).map_err(|e| e.within(source))?;
    match given.keys().find(|name| !words.contains(*name)) {
        Some(unused) => Err(unused_parameter(unused, given)),
        None => Ok(()),
    }
}

/// A rule text as it is; a short form, the rule that it stands for.
fn written_out(text: &str) -> Result<String> {
    match short::expand(text) {
        Some(expanded) => expanded.map_err(|e| e.within(text.trim())),
        None => Ok(text.to_string()),
    }
}

/// The rule text behind a name of the catalogue, a short form or a rule text.
fn source_of(text: &str) -> Result<String> {
    let entry = is_name(text).then(|| catalogue::find(text)).flatten();
    written_out(entry.map_or(text, |entry| &entry.rules))
}

/// Whether a text looks like a name, but is none of the catalogue and no short form.
pub(crate) fn is_unknown_name(text: &str) -> bool {
    is_name(text) && !is_product(text) && catalogue::find(text).is_none() && short::expand(text).is_none()
}

/// Whether a text looks like a name rather than a rule.
fn is_name(text: &str) -> bool {
    !text.trim().is_empty()
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_' | '\'' | '’' | '.'))
}
