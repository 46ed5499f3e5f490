//! The catalogue: games with a name, one `.game` file (TOML) each, embedded in the library.

pub mod judge;
pub mod layout;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::literal::{Lets, Literal};
use crate::outcome::Outcome;

pub use crate::nearest::nearest;
use judge::Judge;

/// A game of the catalogue, or of a `.game` file.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Entry {
    /// The short name, which is the name of the file.
    #[serde(default)]
    pub name: String,
    /// The full name; the name of the file if it has none.
    #[serde(default)]
    pub title: String,
    /// A rule text, or a short form.
    pub rules: String,
    /// What it is, in a few sentences.
    #[serde(default)]
    pub about: String,
    /// Parameters, with the values they have unless told otherwise.
    #[serde(default, rename = "let")]
    pub parameters: BTreeMap<String, Literal>,
    /// Other names.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// Where it comes from.
    #[serde(default)]
    pub references: Vec<String>,
    /// A position to start from, as arguments of the command line.
    #[serde(default)]
    pub start: Vec<String>,
    /// What every position fulfils, a condition on the coordinates; moves must keep it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only_if: Option<String>,
    /// Whether the rules are what a theorem about normal play leaves of the game, so that misère play is another game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub normal_only: bool,
    /// How it is played on a board, where that is more than the rules say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardForm>,
    /// What is known about it. The test suite checks every one.
    #[serde(default)]
    pub facts: Vec<Fact>,
    /// How judges ask about it.
    #[serde(default, rename = "judge", deserialize_with = "judge::one_or_more", skip_serializing)]
    #[cfg_attr(feature = "schema", schemars(skip))]
    pub judges: Vec<Judge>,
}

/// How a game is played on a board. Each field has a usual value that follows from the rule.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct BoardForm {
    /// A rule of pictures or over places, where the rules of the game itself are of numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// What it is called on a board, with a few words about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// How positions are written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub positions: Option<String>,
    /// A position to start from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Positions in each way to write them, as arguments of the command line; the first is the start.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Vec<String>>,
    /// How it ends where "who cannot move" would not say it, under its usual play: the aim, and what has happened.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<[String; 2]>,
    /// Names by which it is asked for that others use for a partisan game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub impartial_form_of: Vec<String>,
    /// How a position of a size is written, for the table of sizes: `{row}x{column}`, `grid{row}x{column}`, `path{row}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<String>,
    /// What a board holds that is given by its size: rows that are repeated in both directions, `XO/OX`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filled: Option<String>,
    /// The letters that may stand on a board of pictures; any if absent, and those that no picture asks for are walls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub letters: Option<String>,
    /// What every position over places fulfils, a condition on the coordinates; moves must keep it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_if: Option<String>,
    /// Whether the rules of numbers answer for the positions that they read, and the board for all others.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub after_rules: bool,
}

/// Something known about a game.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Fact {
    /// Who says so.
    pub source: String,
    /// Parameters for this fact.
    #[serde(rename = "let", skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, Literal>,
    /// The values of the heaps `from`, `from + 1`, ….
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<u64>>,
    /// The first heap of `values`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<i64>,
    /// Rows of values for two coordinates, starting at the least position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid: Option<Vec<Vec<u64>>>,
    /// The first index of the periodic part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preperiod: Option<u64>,
    /// The period of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub period: Option<u64>,
    /// What a period adds to the values; none if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saltus: Option<u64>,
    /// A position, as arguments of the command line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<Vec<String>>,
    /// Whether the position is played misère.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// Who wins it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// Its value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<u64>,
    /// The mover's best difference in a scoring game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i64>,
    /// Where the winning moves lead, each the changed component as arguments.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wins: Option<Vec<Vec<String>>>,
}

impl Entry {
    /// Reads a `.game` file, which needs no more than rules to be tried. The name is the name of the file.
    pub fn parse(name: &str, text: &str) -> Result<Entry> {
        let mut entry: Entry = toml::from_str(text).map_err(|e| {
            let error = Error::new(ErrorKind::Format, format!("{name}.game: {}", e.message())).within(text);
            match e.span() {
                Some(span) => error.at(span),
                None => error,
            }
        })?;
        entry.name = name.to_string();
        if entry.title.is_empty() {
            entry.title = name.to_string();
        }
        Ok(entry)
    }

    /// The parameters that the file gives.
    pub fn lets(&self) -> Result<Lets> {
        Ok(self.parameters.clone())
    }
}

/// Name, aliases and the whole as JSON of every file, in the order of the names. See `build.rs`.
const FILES: &[(&str, &[&str], &str)] = include!(concat!(env!("OUT_DIR"), "/catalogue.rs"));

/// A game by the place of its file. Most runs ask for one, so the others are not parsed.
fn entry(at: usize) -> Option<&'static Entry> {
    static PARSED: [OnceLock<Option<Entry>>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];
    // A file with wrong fields is left out here; a test reads them all.
    PARSED[at].get_or_init(|| serde_json::from_str(FILES[at].2).ok()).as_ref()
}

/// Every game of the catalogue, in the order of their names.
pub fn all() -> &'static [Entry] {
    static ALL: OnceLock<Vec<Entry>> = OnceLock::new();
    ALL.get_or_init(|| (0..FILES.len()).filter_map(entry).cloned().collect())
}

/// The game with this name or alias.
pub fn find(name: &str) -> Option<&'static Entry> {
    let wanted = plain(name);
    let is = |(name, aliases, _): &(&str, &[&str], &str)| {
        std::iter::once(name).chain(*aliases).any(|known| spelled(known).eq(wanted.chars()))
    };
    entry(FILES.iter().position(is)?)
}

/// The error for a name that is neither in the catalogue nor one of the others that are known.
pub fn unknown<'a>(name: &str, others: impl IntoIterator<Item = &'a str>) -> Error {
    let error = Error::new(ErrorKind::Rule, Fault::UnknownGame { name: name.into() });
    let wanted = plain(name);
    // What a shell leaves of `take 1..3` and `n -> n-1` without quotes.
    if matches!(wanted.as_str(), "take" | "n") {
        return error.hint(NextStep::InQuotes);
    }
    let names = all().iter().flat_map(|entry| std::iter::once(&entry.name).chain(&entry.aliases));
    match nearest(&wanted, names.map(String::as_str).chain(others)) {
        Some(known) => error.hint(NextStep::did_you_mean(known)),
        None => error.hint(NextStep::LookAtGames),
    }
}

/// A name without case and apostrophes, with one hyphen for spaces, hyphens and underscores.
fn plain(name: &str) -> String {
    spelled(name).collect()
}

/// The same letter by letter: most names differ in the first one.
fn spelled(name: &str) -> impl Iterator<Item = char> {
    let words = name.split([' ', '-', '_', '\t']).filter(|word| !word.is_empty());
    words.enumerate().flat_map(|(before, word)| {
        let letters =
            word.chars().filter(|letter| !matches!(letter, '\'' | '’')).flat_map(char::to_lowercase);
        (before > 0).then_some('-').into_iter().chain(letters)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forgotten_quotes_are_told() {
        for name in ["take", "n"] {
            assert_eq!(unknown(name, []).next_step(), Some(&NextStep::InQuotes), "{name}");
        }
        assert!(unknown("kayels", []).to_string().contains("`kayles`"));
    }

    #[test]
    fn every_game_is_found_by_its_name_and_its_aliases() {
        for game in all() {
            for name in std::iter::once(&game.name).chain(&game.aliases) {
                assert_eq!(find(name).map(|found| &found.name), Some(&game.name), "{name}");
            }
        }
        assert!(find("no such game").is_none());
    }

    #[test]
    fn every_game_of_the_catalogue_has_a_title_a_description_and_a_fact() {
        for game in all() {
            assert!(!game.title.is_empty() && !game.about.trim().is_empty(), "{}", game.name);
            assert!(!game.facts.is_empty(), "{}", game.name);
        }
    }

    #[test]
    fn a_file_needs_no_more_than_rules() {
        let game = Entry::parse("mine", "rules = \"0.77\"\n").unwrap();
        assert_eq!((game.title.as_str(), game.about.as_str()), ("mine", ""));
        assert!(Entry::parse("mine", "title = \"Mine\"\n").unwrap_err().to_string().contains("rules"));
    }

    /// What is embedded is what the files say when they are read as a reader's own file would be.
    #[test]
    fn every_file_is_embedded_as_it_stands() {
        let games = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
        let mut files = 0;
        for file in std::fs::read_dir(games).unwrap() {
            let path = file.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap();
            let read = Entry::parse(name, &std::fs::read_to_string(&path).unwrap()).unwrap();
            assert_eq!(format!("{read:?}"), format!("{:?}", find(name).unwrap()), "{name}");
            files += 1;
        }
        assert_eq!(files, all().len());
    }
}
