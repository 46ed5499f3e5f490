//! The command line of Grundy: raw flags → checked options → run → one answer on stdout.

mod ask;
mod atlas;
mod contest;
mod failure;
mod folder;
mod game;
mod lines;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;
mod reading;
mod rule_file;
mod verbs;
mod wording;

use std::process::ExitCode;

use clap::Parser;

use failure::Failure;

/// Solve combinatorial games: type the rules, learn who wins, by which moves, and why.
#[derive(Debug, Parser)]
#[command(name = "grundy", version = env!("GRUNDY_VERSION"), after_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    verb: verbs::Verb,
}

const EXAMPLES: &str = "\
Rules are a rule text, a code, a phrase, a name of the catalogue, or the path of a .game file or of a text with a rule:
  grundy solve nim 7 10 12 5
  grundy solve 'n -> n-k for k in 1..3' 21
  grundy table 0.77 --to 40
  grundy explain 'take {1,3,4}'
  grundy play kayles 9
  grundy games";

fn main() -> ExitCode {
    let json = std::env::args_os().any(|argument| argument == "--json");
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return failure::usage(&error, json),
    };
    match verbs::run(arguments.verb) {
        Ok(code) => code,
        Err(failure) => failure.report(json),
    }
}

/// The result of a verb: the exit code, or why there is none.
type Outcome = Result<ExitCode, Failure>;
