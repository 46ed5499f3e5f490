//! The verbs, one a file.

mod completions;
mod contest;
mod explain;
mod games;
mod nimber;
mod solve;
mod table;

use clap::Subcommand;

use crate::Outcome;

/// What can be asked.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Who wins a position, by which moves, and why
    Solve(solve::Options),
    /// The values of a range of positions
    Table(table::Options),
    /// How rules were read, which engine answers, and why not a better one
    Explain(explain::Options),
    /// The catalogue of games, or one entry with its facts
    Games(games::Options),
    /// Answer a judge's problem in its own format
    Contest(contest::Options),
    /// Nim arithmetic
    Nimber(nimber::Options),
    /// Completions for a shell
    Completions(completions::Options),
}

/// Runs a verb.
pub fn run(verb: Verb) -> Outcome {
    match verb {
        Verb::Solve(options) => solve::run(&options),
        Verb::Table(options) => table::run(&options),
        Verb::Explain(options) => explain::run(&options),
        Verb::Games(options) => games::run(&options),
        Verb::Contest(options) => contest::run(&options),
        Verb::Nimber(options) => nimber::run(&options),
        Verb::Completions(options) => completions::run(&options),
    }
}
