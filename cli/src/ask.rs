//! What most verbs are asked with: rules, parameters, position, limits.

use std::cell::OnceCell;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use grundy::program::Compiler;
use grundy::rules::parse_literal;
use grundy::{Lets, Limits, Literal, Play, Threads};

use crate::failure::{Failure, cut};
use crate::progress::Watch;
use crate::reading::{self, Bound};

/// The memory that a value takes for each byte of the file that it stands in.
const EACH_BYTE: u64 = 64;

/// The rules and their parameters.
#[derive(Debug, Args)]
pub struct Asked {
    /// A rule text, a code, a catalogue name, or the path of a .game file or of a text with a rule
    #[arg(value_name = "RULES")]
    rules: String,
    /// Give a parameter of the rules its value: a number such as 8 or 10^9, [3,1,2], {2,5}, or @FILE for what is in a file
    #[arg(long = "let", value_name = "NAME=VALUE")]
    lets: Vec<String>,
    /// The same once they are read: a pipe can be read only once.
    #[arg(skip)]
    read: OnceCell<Lets>,
    #[command(flatten)]
    pub cost: CostLimits,
}

/// What an answer may cost.
#[derive(Clone, Copy, Debug, Args)]
pub struct CostLimits {
    /// Visit at most this many positions
    #[arg(long, value_name = "N", default_value_t = Limits::default().positions, value_parser = parse_count, help_heading = "Limits")]
    max_positions: u64,
    /// Use at most about this much memory for tables, such as 500M or 8G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = parse_bytes, help_heading = "Limits")]
    max_memory: u64,
    /// Stop after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    timeout: Option<Duration>,
    /// Interpret rules instead of making machine code of them; no answer depends on it
    #[arg(long, help_heading = "Limits")]
    no_jit: bool,
}

/// Who makes machine code of rules, unless that is not wanted.
fn compiler(no_jit: bool) -> Option<Compiler> {
    #[cfg(feature = "jit")]
    return (!no_jit).then_some(grundy_jit::COMPILER);
    #[cfg(not(feature = "jit"))]
    {
        let _ = no_jit;
        None
    }
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

    /// Whether no parameters were given.
    pub fn has_no_lets(&self) -> bool {
        self.lets.is_empty()
    }

    /// The parameters that were given.
    pub fn lets(&self) -> Result<Lets, Failure> {
        if let Some(known) = self.read.get() {
            return Ok(known.clone());
        }
        let lets: Lets = self.lets.iter().map(|text| self.parameter(text)).collect::<Result<_, _>>()?;
        Ok(self.read.get_or_init(|| lets).clone())
    }

    fn parameter(&self, text: &str) -> Result<(String, Literal), Failure> {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::input(format!("--let {text} has no value; write --let {text}=8")));
        };
        let value = match value.trim().strip_prefix('@') {
            Some(file) => self.in_file(Path::new(file))?,
            None => parse_literal(value)?,
        };
        Ok((name.trim().to_string(), value))
    }

    /// The value that stands in a file: as it would be typed, or numbers with blanks, commas or lines between them.
    fn in_file(&self, path: &Path) -> Result<Literal, Failure> {
        let bound = Bound::of_memory(self.cost.limits().bytes / EACH_BYTE, "the value of a parameter");
        let text = reading::text(path, bound, &self.cost.clock())?;
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.starts_with(['[', '{']) {
            return parse_literal(text).map_err(|e| reading::about(&path.display().to_string(), &e));
        }
        let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
        let number = |word: &str| match parse_literal(word) {
            Ok(Literal::Int(n)) => Ok(n),
            _ => Err(Failure::input(format!("{}: {} is not a number", path.display(), cut(word)))),
        };
        match words.map(number).collect::<Result<Vec<i64>, _>>()?.as_slice() {
            [] => {
                Err(Failure::input(format!("{} is empty; a list of nothing is written []", path.display())))
            }
            [one] => Ok(Literal::Int(*one)),
            many => Ok(Literal::List(many.to_vec())),
        }
    }
}

impl CostLimits {
    /// For the library.
    pub fn limits(&self) -> Limits {
        let compiler = compiler(self.no_jit);
        Limits { positions: self.max_positions, bytes: self.max_memory, compiler, ..Limits::default() }
    }

    /// For the time of what comes before the work: Ctrl-C ends the process.
    pub fn clock(&self) -> Watch {
        Watch::of_the_time(self.timeout)
    }

    /// For the time.
    pub fn watch(&self) -> Watch {
        Watch::new(self.timeout)
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

/// Reads how many there may be: a number as positions have them, such as 1000000, 1e6 or 10^6.
pub fn parse_count(text: &str) -> Result<u64, String> {
    match parse_literal(text) {
        Ok(Literal::Int(count)) if count >= 0 => Ok(count.unsigned_abs()),
        // Limits may lie beyond what a position can hold.
        _ => text.parse().map_err(|_| "expected a number such as 1000000 or 1e6".to_string()),
    }
}

/// Reads a number of seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds that is not negative".to_string())
}
