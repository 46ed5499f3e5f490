//! The verbs, one a file.

mod census;
mod code;
mod completions;
mod contest;
mod cost;
mod draw;
mod explain;
mod games;
pub mod graph;
mod identify;
mod misere;
mod nimber;
mod pattern;
mod period;
mod picture;
mod play;
mod plot;
mod prove;
mod range;
mod serve;
mod solve;
mod table;
mod verify;
#[cfg(feature = "cluster")]
mod worker;

use clap::Subcommand;

use crate::Outcome;

/// What can be asked.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Who wins a position, by which moves, and why
    Solve(solve::Options),
    /// The values of a range of positions
    Table(table::Options),
    /// The period of a heap game, proved where a theorem applies
    Period(period::Options),
    /// Who wins every position, or the values, learnt and proved for all of them
    Prove(prove::Options),
    /// What can be seen in the values though not proved: periods, lines, Beatty sequences, digits, growth
    Pattern(pattern::Options),
    /// Check the proof of a period, of all positions or of a graph's outcomes with independent code
    Verify(verify::Options),
    /// All codes of a shape such as 0.???, with the period of each
    Census(census::Options),
    /// Which codes, sets and catalogue games begin with given values
    Identify(identify::Options),
    /// How rules were read, which engine answers, and why not a better one
    Explain(explain::Options),
    /// A game given as a graph in a file: who wins where, values, sums
    Graph(graph::Options),
    /// A game against the perfect opponent in the terminal
    Play(play::Options),
    /// The game graph of a position as SVG or for Graphviz
    Draw(draw::Options),
    /// The nim-sequence, or for two coordinates a heat map, as SVG
    Plot(plot::Options),
    /// The catalogue of games, or one entry with its facts
    Games(games::Options),
    /// Answer a judge's problem in its own format
    Contest(contest::Options),
    /// A program in C++, Python, Rust or Java that plays a game, for a contest or a lesson
    Code(code::Options),
    /// Misère play: who wins, genus, and the quotient that decides all sums
    Misere(misere::Options),
    /// Nim arithmetic
    Nimber(nimber::Options),
    /// The page and the JSON interface, on this computer only unless told otherwise
    Serve(serve::Options),
    /// One of several processes that solve a graph together, for `--workers FILE` of another
    #[cfg(feature = "cluster")]
    Worker(worker::Options),
    /// Completions for a shell
    Completions(completions::Options),
}

/// Runs a verb.
pub fn run(verb: Verb) -> Outcome {
    match verb {
        Verb::Solve(options) => solve::run(&options),
        Verb::Table(options) => table::run(&options),
        Verb::Period(options) => period::run(&options),
        Verb::Prove(options) => prove::run(&options),
        Verb::Pattern(options) => pattern::run(&options),
        Verb::Verify(options) => verify::run(&options),
        Verb::Census(options) => census::run(&options),
        Verb::Identify(options) => identify::run(&options),
        Verb::Explain(options) => explain::run(&options),
        Verb::Graph(options) => graph::run(&options),
        Verb::Play(options) => play::run(&options),
        Verb::Draw(options) => draw::run(&options),
        Verb::Plot(options) => plot::run(&options),
        Verb::Games(options) => games::run(&options),
        Verb::Contest(options) => contest::run(&options),
        Verb::Code(options) => code::run(&options),
        Verb::Misere(options) => misere::run(&options),
        Verb::Nimber(options) => nimber::run(&options),
        Verb::Serve(options) => serve::run(&options),
        #[cfg(feature = "cluster")]
        Verb::Worker(options) => worker::run(&options),
        Verb::Completions(options) => completions::run(&options),
    }
}
