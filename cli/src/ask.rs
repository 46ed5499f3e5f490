//! What most verbs are asked with: rules, parameters, position, limits.

use std::time::Duration;

use clap::Args;
use grundy::rules::parse_literal;
use grundy::{Lets, Limits, Play, Threads};

use crate::failure::Failure;
use crate::progress::Watch;

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

    /// Whether no parameters were given.
    pub fn has_no_lets(&self) -> bool {
        self.lets.is_empty()
    }

    /// The parameters that were given.
    pub fn lets(&self) -> Result<Lets, Failure> {
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

/// Reads a number of seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_string())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds that is not negative".to_string())
}
