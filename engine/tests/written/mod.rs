//! The list of games and how it is read.

pub mod plain;
pub mod table;

mod boards;
mod breaking;
mod coins;
mod endings;
mod graphs;
mod pairs;
mod rows;
mod taking;
mod words;

use std::collections::BTreeMap;

use serde::Deserialize;

use plain::Plain;

/// The games of a chapter from their bare moves, by name.
type Plays = &'static [(&'static str, Plain)];

/// The chapters: a title, the games as text, and the same games from the bare moves.
const CHAPTERS: &[(&str, &str, Plays)] = &[
    ("Taking from heaps", include_str!("taking.toml"), taking::GAMES),
    ("Breaking heaps", include_str!("breaking.toml"), breaking::GAMES),
    ("Numbers that belong together", include_str!("pairs.toml"), pairs::GAMES),
    ("Rows, circles and bags of numbers", include_str!("rows.toml"), rows::GAMES),
    ("Strips, circles and words", include_str!("words.toml"), words::GAMES),
    ("Boards", include_str!("boards.toml"), boards::GAMES),
    ("Graphs", include_str!("graphs.toml"), graphs::GAMES),
    ("Coins and sets", include_str!("coins.toml"), coins::GAMES),
    ("Other ends", include_str!("endings.toml"), endings::GAMES),
];

/// A chapter of the list.
pub struct Chapter {
    pub title: &'static str,
    pub games: Vec<Game>,
    pub plain: BTreeMap<&'static str, Plain>,
}

/// How a game is written in the language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// As a person would say it.
    #[default]
    Direct,
    /// In another shape than it has.
    Trick,
    /// Not at all.
    None,
}

/// A game that people meet.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub name: String,
    /// Judges with the number or name of the problem, books with the chapter.
    pub from: Vec<String>,
    #[serde(default)]
    pub form: Form,
    pub rules: Option<String>,
    #[serde(default)]
    pub lets: BTreeMap<String, String>,
    /// Positions that are compared with the bare moves.
    #[serde(default)]
    pub small: Vec<String>,
    pub judge: Option<Judge>,
    /// What cannot be said or is not answered.
    #[serde(default)]
    pub missing: String,
}

/// The largest position that the judge asks for, or that is answered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    /// What the judge allows, in words.
    pub size: String,
    /// A position that is answered; absent where none near that size is.
    pub position: Option<String>,
    /// Whether it is as large as any of the judge.
    #[serde(default)]
    pub whole: bool,
    #[serde(default)]
    pub lets: BTreeMap<String, String>,
    pub outcome: Option<char>,
    pub value: Option<u64>,
    pub score: Option<i64>,
}

#[derive(Deserialize)]
struct File {
    game: Vec<Game>,
}

/// The whole list.
pub fn chapters() -> Vec<Chapter> {
    let read = |(title, text, plain): &(&'static str, &str, Plays)| {
        let file: File = toml::from_str(text).unwrap_or_else(|e| panic!("{title}: {e}"));
        Chapter { title, games: file.game, plain: plain.iter().copied().collect() }
    };
    CHAPTERS.iter().map(read).collect()
}

/// The positions that a text with `<…>` stands for: `<2..4>` any of these numbers, `<ab^1..3>` any word of such letters and length,
/// `<many 100 1..9>` so many numbers as components, `<list 100 1..9>` as a list, `<pairs 100 1..9>` pairs of them, `<tree 100>` so many edges.
pub fn positions(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once('<') else { return vec![text.to_string()] };
    let (inner, after) = rest.split_once('>').unwrap_or_else(|| panic!("no `>` in {text}"));
    let ends = positions(after);
    let each =
        |middle: String| ends.iter().map(move |end| format!("{before}{middle}{end}")).collect::<Vec<_>>();
    choices(inner).into_iter().flat_map(each).collect()
}

fn choices(inner: &str) -> Vec<String> {
    let words: Vec<&str> = inner.split(' ').collect();
    match words[..] {
        ["tree", count] => vec![tree(number(count))],
        ["many", count, range] => vec![random(number(count), range).join(" ")],
        ["list", count, range] => vec![format!("[{}]", random(number(count), range).join(","))],
        ["pairs", count, range] => {
            let all = random(2 * number(count), range);
            vec![all.chunks(2).map(|pair| pair.join(",")).collect::<Vec<_>>().join(" ")]
        }
        _ => match inner.split_once('^') {
            Some((letters, lengths)) => ends(lengths).flat_map(|n| words_of(letters, n)).collect(),
            None => ends(inner).map(|n| n.to_string()).collect(),
        },
    }
}

fn number(text: &str) -> u64 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

fn ends(range: &str) -> std::ops::RangeInclusive<u64> {
    let (low, high) = range.split_once("..").unwrap_or_else(|| panic!("{range} is no range"));
    number(low)..=number(high)
}

fn words_of(letters: &str, length: u64) -> Vec<String> {
    match length {
        0 => vec![String::new()],
        _ => {
            let shorter = words_of(letters, length - 1);
            shorter.iter().flat_map(|word| letters.chars().map(move |c| format!("{word}{c}"))).collect()
        }
    }
}

/// Numbers that look random and are the same everywhere.
fn random(count: u64, range: &str) -> Vec<String> {
    let (ends, mut state) = (ends(range), 1u64);
    let mut next = || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (ends.start() + (state >> 33) % (ends.end() - ends.start() + 1)).to_string()
    };
    (0..count).map(|_| next()).collect()
}

/// A tree with root 0, its edges one after another.
fn tree(count: u64) -> String {
    let parents = random(count, "0..1000000000");
    let edge = |(i, parent): (usize, &String)| format!("{}-{}", number(parent) % (i as u64 + 1), i + 1);
    parents.iter().enumerate().map(edge).collect::<Vec<_>>().join(",")
}
