//! Problems of judges. Those that are rules stand in the catalogue, beside the rules: their `.game` files say what the
//! input is made of and which words the answer has. The others have a file each here, which knows the format and whom to
//! ask: graphs (game, pawns), boards whose positions are no sums of tuples (lgame, marbles, stones, staircase,
//! non-decreasing, nullify, strings, parity table, cuboids), several games in one input (grundy_tables), a first move in
//! the judge's own coordinates (incstone), and a coordinate that the input leaves out (even_matches).

mod cuboids;
mod even_matches;
mod game;
mod grundy_tables;
mod incstone;
mod input;
mod judged;
mod layout;
mod lgame;
mod marbles;
mod nondecreasing_nim;
mod nullify_the_matrix;
mod parigame;
mod pawns;
mod playing_with_string;
mod staircase_nim;
mod stones;

use std::sync::OnceLock;

use grundy::catalogue::judge::Judge;
use grundy::catalogue::{self, Entry, nearest};
use grundy::solve::Solver;
use grundy::{Error, ErrorKind, Lets, Outcome, Result, Rules, Work};
use serde::Serialize;

pub use input::Input;

/// A problem: what it asks, and how it is answered.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Problem {
    /// The full name, with the judge in front.
    pub name: &'static str,
    /// What it is called, and by whom.
    pub title: &'static str,
    /// The game in our own words.
    pub statement: &'static str,
    /// What is read, and what is printed.
    pub format: &'static str,
    /// The game in the rule language, or the board that plays it.
    pub rules: &'static str,
    /// Why the answer is right.
    pub idea: &'static str,
    /// How the input is read and answered.
    #[serde(skip)]
    pub answer: By,
}

/// How a problem is answered.
#[derive(Clone, Copy, Debug)]
pub enum By {
    /// By code of its own.
    Code(fn(&mut Input<'_>, &Work<'_>) -> Result<String>),
    /// By rules and a layout.
    Rules(&'static Entry, &'static Judge),
}

/// Every problem that is no rule.
const CODED: &[Problem] = &[
    nullify_the_matrix::PROBLEM,
    playing_with_string::PROBLEM,
    game::PROBLEM,
    incstone::PROBLEM,
    lgame::PROBLEM,
    pawns::PROBLEM,
    stones::PROBLEM,
    even_matches::PROBLEM,
    grundy_tables::PROBLEM,
    nondecreasing_nim::PROBLEM,
    staircase_nim::PROBLEM,
    marbles::PROBLEM,
    cuboids::PROBLEM,
    parigame::PROBLEM,
];

/// Every problem, in the order of the judges.
pub fn all() -> &'static [Problem] {
    static ALL: OnceLock<Vec<Problem>> = OnceLock::new();
    ALL.get_or_init(|| {
        let judged = catalogue::all()
            .iter()
            .flat_map(|entry| entry.judges.iter().map(move |judge| Problem::of(entry, judge)));
        let mut all: Vec<Problem> = CODED.iter().copied().chain(judged).collect();
        all.sort_by_key(|problem| problem.name);
        all
    })
}

/// Fewer letters are not completed to a name.
const LEAST_GUESSED: usize = 3;

impl Problem {
    /// The problem that stands beside rules.
    fn of(entry: &'static Entry, judge: &'static Judge) -> Problem {
        let or = |text: &'static str, other: &'static str| if text.is_empty() { other } else { text };
        let lets = entry.parameters.iter().map(|(name, value)| format!("let {name} = {value} "));
        Problem {
            name: or(&judge.name, &entry.name),
            title: or(&judge.title, &entry.title),
            statement: or(&judge.statement, &entry.about),
            format: or(&judge.format, &judge.read),
            rules: (lets.collect::<String>() + entry.rules.trim()).leak(),
            idea: &judge.idea,
            answer: By::Rules(entry, judge),
        }
    }

    /// The problem of a person's own file. There is one in a run, so that it may stay for the rest of it.
    pub fn of_file(entry: Entry) -> Result<Problem> {
        let entry: &'static Entry = Box::leak(Box::new(entry));
        match entry.judges.as_slice() {
            [only] => Ok(Problem::of(entry, only)),
            [] => {
                let message = format!("{}.game does not say how its input is laid out", entry.name);
                let hint = "add a section such as `[judge]`, `read = \"T: [N: n]\"`, `answer = [\"First\", \"Second\"]`";
                Err(Error::new(ErrorKind::Format, message).hint(hint))
            }
            several => {
                let names: Vec<&str> = several.iter().map(|judge| judge.name.as_str()).collect();
                let message = format!("{}.game has several judges: {}", entry.name, names.join(", "));
                Err(Error::new(ErrorKind::Format, message)
                    .hint("keep the one that is meant in a file of its own"))
            }
        }
    }

    /// The name without the judge.
    pub fn short(&self) -> &'static str {
        self.name.split_once('_').map_or(self.name, |(_, short)| short)
    }

    /// The number that the judge gives it, such as `cf1312f`; some judges have none.
    pub fn id(&self) -> Option<&'static str> {
        let (judge, _) = self.name.split_once('_')?;
        judge.contains(|c: char| c.is_ascii_digit()).then_some(judge)
    }

    /// Whether a text is the judge's number, with or without the judge: `cf1312f`, `1312F`, `codeforces 1312/F`.
    fn is_numbered(&self, text: &str) -> bool {
        let plain: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        let plain = match plain.strip_prefix("codeforces") {
            Some(number) => number.strip_prefix("gym").unwrap_or(number).to_string(),
            None => plain.strip_prefix("atcoder").unwrap_or(&plain).to_string(),
        };
        let bare = |id: &'static str| id.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        self.id().is_some_and(|id| plain == id || plain == bare(id))
    }

    /// The problem with this short or full name, with this number, or the only one with a word that begins like this.
    pub fn find(name: &str) -> Result<&'static Problem> {
        let wanted = name.trim().to_lowercase().replace(['-', ' '], "_");
        let named = |problem: &&Problem| {
            problem.short() == wanted || problem.name == wanted || problem.is_numbered(&wanted)
        };
        if let Some(problem) = all().iter().find(named) {
            return Ok(problem);
        }
        let begins = |name: &str| name.starts_with(&wanted) || name.contains(&format!("_{wanted}"));
        let like = |problem: &&Problem| begins(problem.short()) || begins(problem.name);
        let alike: Vec<&'static Problem> =
            all().iter().filter(|_| wanted.len() >= LEAST_GUESSED).filter(like).collect();
        let error = || Error::new(ErrorKind::Format, format!("there is no problem called `{name}`"));
        match alike.as_slice() {
            [only] => Ok(only),
            [] => Err(
                match nearest(&wanted, all().iter().flat_map(|problem| [problem.short(), problem.name])) {
                    Some(known) => error().hint(format!("did you mean `{known}`?")),
                    None => error().hint("`grundy contest --list` lists them"),
                },
            ),
            several => {
                let names: Vec<&str> = several.iter().map(|problem| problem.short()).collect();
                Err(error().hint(format!("did you mean one of {}?", names.join(", "))))
            }
        }
    }

    /// The answer to an input.
    pub fn answer(&self, text: &str, work: &Work<'_>) -> Result<String> {
        let mut input = Input::new(text);
        let answer = match self.answer {
            By::Code(code) => code(&mut input, work)?,
            By::Rules(entry, judge) => judged::answer(entry, judge, &mut input, work)?,
        };
        input.end()?;
        Ok(answer)
    }
}

/// Sizes no larger than this are heaps; so many fit a coordinate.
const ANY: std::ops::RangeInclusive<i64> = 0..=i64::MAX;
/// The same without 0.
const POSITIVE: std::ops::RangeInclusive<i64> = 1..=i64::MAX;

/// The coordinates of the components of a position.
type Places = Vec<Vec<i64>>;

/// For each of several positions under the same rules, whether the player to move wins.
fn won(rules: &str, positions: impl IntoIterator<Item = Places>, work: &Work<'_>) -> Result<Vec<bool>> {
    let rules = Rules::read(rules, &Lets::new(), work)?;
    let positions = positions.into_iter().map(|places| rules.position(places)).collect::<Result<Vec<_>>>()?;
    let mut solver = Solver::new(&rules, &positions, None, work)?;
    positions.iter().map(|position| Ok(solver.judge(position, work)?.outcome == Outcome::N)).collect()
}

/// One word a line.
fn lines<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    words.into_iter().map(|word| word.to_string() + "\n").collect()
}

/// One of two words a line.
fn verdicts(won: Vec<bool>, first: &str, second: &str) -> String {
    lines(won.into_iter().map(|won| if won { first } else { second }))
}

/// The most common input: a number of tests, each a number of heaps and the heaps.
fn tests_of_heaps(input: &mut Input<'_>, sizes: std::ops::RangeInclusive<i64>) -> Result<Vec<Vec<i64>>> {
    let tests = input.number("the number of tests", ANY)?;
    input.repeat(tests, |input| {
        let count = input.number("the number of heaps", ANY)?;
        input.numbers(count, "the size of a heap", sizes.clone())
    })
}
