//! What most verbs are asked with: rules, parameters, position, limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use grundy::Threads;
use grundy::boards::{self, Board};
use grundy::catalogue;
use grundy::rules::parse_literal;
use grundy::{Error, ErrorKind, Lets, Limits, Play, Position, Rules, Work, read_rules, small_position};

use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound};
use crate::rule_file;

/// How the names of graph files end.
const GRAPH_ENDINGS: [&str; 8] = ["edges", "dot", "gv", "json", "mtx", "pg", "gm", "grg"];

/// A file with a board may have so many bytes: sixteen million squares.
const LARGEST_BOARD: u64 = 16 << 20;

/// The rules and their parameters.
#[derive(Debug, Args)]
pub struct Asked {
    /// A rule text, a code, a catalogue name, or the path of a .game file or of a text with a rule
    #[arg(value_name = "RULES")]
    rules: String,
    /// Give a parameter of the rules its value: a number, [3,1,2] or {2,5}
    #[arg(long = "let", value_name = "NAME=VALUE")]
    lets: Vec<String>,
    #[command(flatten)]
    pub cost: CostLimits,
}

/// What an answer may cost.
#[derive(Clone, Copy, Debug, Args)]
pub struct CostLimits {
    /// Visit at most this many positions
    #[arg(long, value_name = "N", default_value_t = Limits::default().positions, help_heading = "Limits")]
    max_positions: u64,
    /// Use at most about this much memory for tables, such as 500M or 8G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = parse_bytes, help_heading = "Limits")]
    max_memory: u64,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    timeout: Option<Duration>,
}

/// On how many threads the work is shared.
#[derive(Clone, Copy, Debug, Args)]
pub struct Sharing {
    /// Share the work of heap sequences and searches of boards among this many threads; no answer depends on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Limits")]
    threads: Option<u16>,
}

impl Sharing {
    /// These limits, with the threads asked for.
    pub fn of(&self, limits: Limits) -> Limits {
        Limits { threads: self.threads.map(|count| Threads::new(count.into())), ..limits }
    }
}

impl Asked {
    /// What stands in the place of the rules.
    pub fn text(&self) -> &str {
        &self.rules
    }

    /// Reads the rules.
    pub fn rules(&self) -> Result<Rules, Failure> {
        let lets = self.lets()?;
        let watch = self.cost.watch();
        let work = &Work { limits: self.cost.limits(), progress: &watch };
        if !self.rules.contains("->") && self.rules.ends_with(".game") {
            return rule_file::read_game(Path::new(&self.rules), &lets, work);
        }
        match (catalogue::find(&self.rules), boards::find(&self.rules)) {
            (None, Some(board)) => Err(Failure::Engine(
                Error::new(
                    ErrorKind::Unsupported,
                    format!("{} is a board, and this is for rules", board.name),
                )
                .hint(format!("ask `grundy solve {} '{}'`", board.name, board.start)),
            )),
            _ => read_rules(&self.rules, &lets, work).or_else(|error| self.rules_of_file(error, &lets)),
        }
    }

    /// The rules in the file of this name, if there is one: what is no rule by itself may stand for one.
    fn rules_of_file(&self, error: Error, lets: &Lets) -> Result<Rules, Failure> {
        let path = Path::new(&self.rules);
        if !path.is_file() {
            return Err(error.into());
        }
        if GRAPH_ENDINGS.contains(&unpacked_ending(path).as_str()) {
            let message = format!("{} is a graph, and this is for rules", self.rules);
            let hint = format!("ask `grundy graph {}`", quoted(&self.rules));
            return Err(Error::new(ErrorKind::Unsupported, message).hint(hint).into());
        }
        rule_file::read_text(path, lets, &self.cost.watch())
    }

    /// The board of this name, unless the question is one for the rules of that name in the catalogue: only rules have
    /// parameters, and some positions only rules can read.
    pub fn board(&self, positions: &[String], play: Option<Play>) -> Result<Option<&'static Board>, Failure> {
        let Some(board) = boards::find(&self.rules) else { return Ok(None) };
        let by_rules = catalogue::find(&self.rules).is_some()
            && self.rules().is_ok_and(|rules| position(&rules, positions).is_ok())
            && !board.goes_before_rules(positions, play)
            && !board.refuses(positions);
        self.without_lets(board, by_rules)
    }

    /// The board of this name to play on or to draw: unlike [`Asked::board`] also one whose positions have no values,
    /// for its moves are those of the game, while rules of the same name leave out what nobody would do.
    pub fn board_to_see(
        &self,
        positions: &[String],
        play: Option<Play>,
    ) -> Result<Option<&'static Board>, Failure> {
        let board = boards::find(&self.rules).filter(|board| !board.adds_up && board.reads(positions, play));
        match board.filter(|_| self.lets.is_empty()) {
            Some(board) => Ok(Some(board)),
            None => self.board(positions, play),
        }
    }

    /// This board, unless rules answer; where parameters are given only they can.
    fn without_lets(&self, board: &'static Board, by_rules: bool) -> Result<Option<&'static Board>, Failure> {
        match (self.lets.is_empty(), catalogue::find(&self.rules)) {
            (true, _) => Ok((!by_rules).then_some(board)),
            (false, Some(_)) => Ok(None),
            (false, None) => Err(Failure::input(format!(
                "{} is a board and has no parameters, so that --let has nothing to set",
                board.name
            ))),
        }
    }

    /// What to say to people who ask for a board by this name.
    pub fn notes(&self, board: &Board, positions: &[String]) -> Vec<String> {
        board.notes(&self.rules, positions)
    }

    /// The board of this name to make a table of, unless the catalogue knows rules of that name that have one.
    pub fn board_of_sizes(&self) -> Result<Option<&'static Board>, Failure> {
        let Some(board) = boards::find(&self.rules) else { return Ok(None) };
        let by_rules = catalogue::find(&self.rules).is_some()
            && self.rules().is_ok_and(|rules| !board.has_sizes() || rules.form().axes.len() <= 2);
        self.without_lets(board, by_rules)
    }

    /// The file of a graph, if that is what stands in the place of the rules: `sure` says so, a file that is no
    /// rules shows it, and so does the ending of a name.
    pub fn graph_file(&self, sure: bool) -> Result<Option<PathBuf>, Failure> {
        let path = Path::new(&self.rules);
        let ending = unpacked_ending(path);
        let named = GRAPH_ENDINGS.contains(&ending.as_str()) || self.rules == "-";
        // Only rules have parameters.
        let rules = || !self.lets.is_empty() || rule_file::holds_rules(path);
        let shown = || {
            let no_name = Rules::read(&self.rules, &Lets::new(), &Work::unwatched()).is_err();
            path.is_file() && ending != "game" && no_name && !rules()
        };
        if !sure && !named && !shown() {
            return Ok(None);
        }
        match self.lets.is_empty() {
            true => Ok(Some(path.to_path_buf())),
            false => Err(Failure::input("a graph has no parameters, so that --let has nothing to set")),
        }
    }

    fn lets(&self) -> Result<Lets, Failure> {
        let read = |text: &String| {
            let Some((name, value)) = text.split_once('=') else {
                return Err(Failure::input(format!("--let {text} has no value; write --let {text}=8")));
            };
            let value = parse_literal(value).map_err(|e| e.within(value))?;
            Ok((name.trim().to_string(), value))
        };
        self.lets.iter().map(read).collect()
    }
}

impl CostLimits {
    /// For the library.
    pub fn limits(&self) -> Limits {
        Limits { positions: self.max_positions, bytes: self.max_memory, ..Limits::default() }
    }

    /// For the time.
    pub fn watch(&self) -> Watch {
        Watch::new(self.timeout)
    }
}

/// How the name of a file ends, before the ending of what packed it.
fn unpacked_ending(path: &Path) -> String {
    let packed = ["gz", "zst"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending));
    let name = if packed { path.with_extension("") } else { path.to_path_buf() };
    name.extension().map_or_else(String::new, |ending| ending.to_string_lossy().into_owned())
}

/// A position of a board, or else what is in the file of that name; no file can stand in for a position.
fn text_or_file(board: &Board, text: &str) -> Result<String, Failure> {
    let path = Path::new(text);
    let arena = board.open(None, &Work::unwatched())?;
    let mistaken = |text: &str| arena.tidy(text).err().filter(|e| e.kind() == ErrorKind::Position);
    if !path.is_file() || mistaken(text).is_none() {
        return Ok(text.to_string());
    }
    let inside = reading::text(path, Bound::fixed(LARGEST_BOARD, "a board"), &Watch::new(None))?;
    match mistaken(&inside) {
        Some(e) => Err(reading::about(text, &e)),
        None => Ok(inside),
    }
}

/// The positions of a board: as asked, each a text or the name of a file, or where it starts.
pub fn texts_on_board(board: &Board, asked: &[String]) -> Result<Vec<String>, Failure> {
    match asked {
        [] => Ok(vec![board.start.to_string()]),
        _ => asked.iter().map(|text| text_or_file(board, text)).collect(),
    }
}

/// Reads the components of a position.
pub fn position(rules: &Rules, texts: &[String]) -> Result<Position, Failure> {
    Ok(Position(texts.iter().map(|text| rules.component(text)).collect::<Result<_, Error>>()?))
}

/// The components of a position, or where the game starts if there are none; then with what was taken, as one types it.
pub fn position_or_start(
    rules: &Rules,
    texts: &[String],
    name: &str,
) -> Result<(Position, Option<String>), Failure> {
    match (texts, &rules.start[..]) {
        ([], []) => {
            let example = small_position(rules).map_or("7".into(), |place| rules.show(&place.0).argument());
            let unread = if reading::is_stdin_fed() { ", and stdin is not read" } else { "" };
            let message = format!("no position was given, and these rules have no start{unread}");
            let hint = format!("write it behind the rules, as in `grundy solve {} {example}`", quoted(name));
            Err(Error::new(ErrorKind::Position, message).hint(hint).into())
        }
        ([], start) => {
            let shown: Vec<String> = start.iter().map(|text| quoted(text)).collect();
            Ok((position(rules, start)?, Some(shown.join(" "))))
        }
        _ => Ok((position(rules, texts)?, None)),
    }
}

/// A word as it can be pasted into a shell.
pub fn quoted(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '/' | '-' | '_' | '+');
    match word.chars().all(bare) && !word.is_empty() {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Normal or misère play, if not as the rules say.
#[derive(Clone, Copy, Debug, Args)]
pub struct PlayAs {
    /// The player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// The player who cannot move loses, also where the rules say otherwise
    #[arg(long, conflicts_with = "misere")]
    normal: bool,
}

impl PlayAs {
    /// The kind of play that the flags ask for.
    pub fn asked(self) -> Option<Play> {
        match (self.misere, self.normal) {
            (true, _) => Some(Play::Misere),
            (false, true) => Some(Play::Normal),
            (false, false) => None,
        }
    }
}

/// Reads a corner of a table, `7` or `8,8`; named values are not part of it.
pub fn corner(rules: &Rules, text: &str) -> Result<Vec<i64>, Failure> {
    let wrong = |why: String| Failure::Engine(Error::new(ErrorKind::Position, why));
    let numbers: Result<Vec<i64>, _> = text.split(',').map(|word| word.trim().parse()).collect();
    let numbers = numbers.map_err(|_| wrong(format!("`{text}` is not a number, or numbers with commas")))?;
    match numbers.len() <= rules.form().axes.len() {
        true => Ok(numbers),
        false => Err(wrong(format!("`{text}` has more coordinates than the rules"))),
    }
}

/// Reads a number of bytes.
pub fn parse_bytes(text: &str) -> Result<u64, String> {
    let text = text.trim().trim_end_matches("iB").trim_end_matches('B');
    let (digits, power) = match text.char_indices().last() {
        Some((at, 'k' | 'K')) => (&text[..at], 10),
        Some((at, 'm' | 'M')) => (&text[..at], 20),
        Some((at, 'g' | 'G')) => (&text[..at], 30),
        Some((at, 't' | 'T')) => (&text[..at], 40),
        _ => (text, 0),
    };
    let number: u64 =
        digits.trim().parse().map_err(|_| "expected a number such as 500M or 8G".to_string())?;
    number.checked_mul(1 << power).ok_or_else(|| "more memory than there is".to_string())
}

/// Reads a number of seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds that is not negative".to_string())
}
