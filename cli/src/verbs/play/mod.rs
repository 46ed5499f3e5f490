//! `grundy play RULES POSITION…` or `grundy play FILE VERTEX…`: a game against the perfect opponent.
//!
//! The transcript is the answer, so all of it goes to stdout; lines may come from a terminal or from a file.

mod game;
mod look;
mod read;
mod show;

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anstyle::{AnsiColor, Style};
use clap::Args;
use grundy::arena::Arena;
use grundy::formats::Format;
use grundy::report::MoveReport;
use grundy::{Error, ErrorKind, Outcome as Winner, Report, Work};

use super::graph;
use crate::ask::{Asked, CostLimits, PlayAs};
use crate::failure::Failure;
use crate::game::About;
use crate::{Outcome, output, wording};

use game::{Match, Side};
use read::Line;

const STRONG: Style = Style::new().bold();
const GOOD: Style = AnsiColor::Blue.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// The components of the position: 7, or 2,3 for two coordinates; if none, where the game starts.
    /// On a graph the vertices of the tokens; if none, the only one that no other leads to
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// RULES is the file of a graph, to be read like this whatever it is called
    #[arg(long, value_name = "FORMAT", value_parser = graph::format_parser())]
    format: Option<Format>,
    /// You move first, which is so unless told otherwise
    #[arg(long)]
    first: bool,
    /// The engine moves first
    #[arg(long, conflicts_with = "first")]
    second: bool,
    #[command(flatten)]
    play: PlayAs,
}

pub fn run(options: &Options) -> Outcome {
    // Nothing is lost when a game is left, so Ctrl-C leaves at once, also while a line is awaited.
    let _ = ctrlc::set_handler(|| {
        println!();
        std::process::exit(130);
    });
    if options.asked.text() == "-" {
        return Err(Failure::input("a match reads the moves from stdin, so the graph must be in a file"));
    }
    let about = About { position: &options.position, play: options.play.asked(), format: options.format };
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    options.asked.with(&about, &work, |mut game| {
        game.go_to_start(&work)?;
        if let Some(name) = game.arena().unspeakable() {
            let message = format!("the vertex {name:?} has a name that nobody can type");
            return Err(Error::new(ErrorKind::Unsupported, message).hint("give it another name").into());
        }
        // What cannot be played together is told before the game.
        game.report(&work)?;
        let (start, notes) =
            (game.position().to_vec(), game.notes().iter().map(ToString::to_string).collect());
        Table { notes, ..Table::new(game.into_arena(), start, options) }.play()
    })
}

/// The table at which the match is played, and talked about.
struct Table<'a> {
    game: Match<'a>,
    cost: CostLimits,
    /// Whether lines that are read are printed too, since no terminal shows them.
    echo: bool,
    /// What is said about the game before it begins.
    notes: Vec<String>,
}

impl<'a> Table<'a> {
    fn new(arena: Box<dyn Arena + 'a>, start: Vec<String>, options: &Options) -> Table<'a> {
        let first = if options.second { Side::Engine } else { Side::You };
        let echo = !std::io::stdin().is_terminal();
        Table { game: Match::new(arena, start, first), cost: options.asked.cost, echo, notes: Vec::new() }
    }

    fn play(mut self) -> Outcome {
        let title = self.game.arena().title();
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        let goal = self.game.goal();
        say(&format!("{STRONG}{title}{STRONG:#}\n{notes}{goal} `help` lists the commands.\n\n"))?;
        let mut lines = std::io::stdin().lock();
        let mut shown = false;
        loop {
            if let Some(ending) = self.game.ending()? {
                say(&format!("{}{}\n", show::position(&self.game), verdict(&ending)))?;
                return Ok(ExitCode::SUCCESS);
            }
            if self.game.state().mover == Side::Engine {
                self.answer()?;
                shown = false;
                continue;
            }
            if !shown {
                say(&show::position(&self.game))?;
                self.list(show::moves)?;
                shown = true;
            }
            let Some(line) = self.ask(&mut lines)? else {
                say("\ngood bye\n")?;
                return Ok(ExitCode::SUCCESS);
            };
            match read::read(&self.game, &line)? {
                Line::Nothing => {}
                Line::Quit => {
                    say("good bye\n")?;
                    return Ok(ExitCode::SUCCESS);
                }
                Line::Move(by) => match self.game.apply(&by) {
                    Ok(()) => say("\n")?,
                    Err(e) => say(&format!("{}\n", wording::error(&e)))?,
                },
                Line::Undo if self.game.undo() => {
                    say("taken back\n\n")?;
                    shown = false;
                }
                Line::Undo => say("there is nothing to take back\n")?,
                Line::Swap => {
                    self.game.swap();
                    say("we change places\n\n")?;
                }
                Line::Moves => self.list(show::all_moves)?,
                Line::Hint => self.hint()?,
                Line::Why => self.why()?,
                Line::Help => self.help()?,
                Line::Wrong(why) => say(&format!("{why}\n"))?,
            }
        }
    }

    /// Prompts and reads a line; `None` at the end of the input.
    fn ask(&self, lines: &mut impl BufRead) -> Result<Option<String>, Failure> {
        say(&format!("{STRONG}your move>{STRONG:#} "))?;
        // A line that is not UTF-8 is a wrong move, not a failure; one that never ends is cut.
        let mut line = Vec::new();
        let read = std::io::Read::take(&mut *lines, LONGEST).read_until(b'\n', &mut line);
        if read.map_err(|e| Failure::input(format!("stdin: {e}")))? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line).trim().replace(char::is_control, " ");
        if self.echo {
            say(&format!("{line}\n"))?;
        }
        Ok(Some(line))
    }

    /// Everything about the position, for the player to move.
    fn report(&mut self) -> Result<Report, Failure> {
        let watch = self.cost.watch();
        let work = Work { limits: self.cost.limits(), progress: &watch };
        Ok(self.game.report(&work)?)
    }

    /// The same, or none with a word about it if it would take too long or too much.
    fn affordable_report(&mut self) -> Result<Option<Report>, Failure> {
        match self.report() {
            Err(Failure::Engine(e)) if matches!(e.kind(), ErrorKind::Timeout | ErrorKind::Limit) => {
                say(&format!("I cannot tell: {}\n", wording::error(&e)))?;
                Ok(None)
            }
            report => report.map(Some),
        }
    }

    fn answer(&mut self) -> Result<(), Failure> {
        let best = match self.affordable_report()?.and_then(|report| report.best_move) {
            Some(best) => best,
            // A draw that cannot be kept, or too wide to judge: any move is better than none.
            None => self.game.moves()?.and_then(|all| all.into_iter().next()).ok_or_else(|| {
                Failure::input("the engine finds no move, although there is one; ask for a smaller position")
            })?,
        };
        say(&format!("I move {STRONG}{}{STRONG:#}\n\n", show::movement(&self.game, &best)))?;
        Ok(self.game.apply(&best)?)
    }

    fn list(&self, show: fn(&Match<'_>, Option<&[MoveReport]>) -> String) -> Result<(), Failure> {
        say(&show(&self.game, self.game.moves()?.as_deref()))
    }

    fn hint(&mut self) -> Result<(), Failure> {
        let Some(report) = self.affordable_report()? else { return Ok(()) };
        let Some(best) = report.best_move.clone() else { return say("I have no advice\n") };
        let then = match (report.score, report.outcome) {
            (Some(_), _) => "earns the most in the end",
            (None, Winner::N) => "wins",
            (None, Winner::P) if report.remoteness.is_none() => {
                "is as good as any, none wins against perfect play"
            }
            (None, Winner::P) => "lasts longest, but no move wins against perfect play",
            (None, Winner::D) => "keeps the draw",
        };
        let typed = show::typed(&self.game, &best);
        say(&format!("{STRONG}{}{STRONG:#} {then}: type {typed}\n", show::movement(&self.game, &best)))
    }

    fn why(&mut self) -> Result<(), Failure> {
        let Some(report) = self.affordable_report()? else { return Ok(()) };
        let [yours, mine] = self.game.state().totals;
        let lead = report.score.map(|score| score.saturating_add(yours).saturating_sub(mine));
        let better = match (lead.map(i64::signum), report.outcome) {
            (Some(1), _) | (None, Winner::N) => Some(Side::You),
            (Some(-1), _) | (None, Winner::P) => Some(Side::Engine),
            _ => None,
        };
        let (style, who) = match better {
            Some(Side::You) => (GOOD, "you stand better"),
            Some(Side::Engine) => (BAD, "I stand better"),
            None => (STRONG, "nobody stands better"),
        };
        let value = report.value.as_ref().map_or(String::new(), |value| format!("   value {value}"));
        let lead = lead.map_or(String::new(), |lead| format!("   in the end {lead:+} for you"));
        let mut text = format!("{style}{who}{style:#}{value}{lead}\n");
        if let Some(nim_sum) = &report.reason.nim_sum {
            text += &super::solve::columns(nim_sum, &report);
        }
        if let Some(mex) = &report.reason.mex {
            text += &format!(
                "  the moves have the values {{{}}}, and the least missing is {}\n",
                mex.values, mex.mex
            );
        }
        // Advice is what `hint` is for.
        let argument = report.reason.sentences.iter().filter(|sentence| !sentence.is_advice());
        argument.for_each(|sentence| text += &format!("  {}\n", wording::sentence(sentence)));
        say(&text)
    }

    fn help(&self) -> Result<(), Failure> {
        say(HELP)?;
        self.list(|game, all| format!("  {}\n", show::example(game, all)))
    }
}

const HELP: &str = concat!(
    "  hint    a best move            why     who stands better, and why\n",
    "  moves   all moves              undo    take back your last move\n",
    "  swap    change places          quit    leave\n",
);
/// The longest line that is read.
const LONGEST: u64 = 4096;

fn say(text: &str) -> Result<(), Failure> {
    output::print(text)?;
    // A prompt has no end of line.
    let _ = std::io::stdout().flush();
    Ok(())
}

fn verdict(ending: &game::Ending) -> String {
    let (style, who) = match ending.winner {
        Some(Side::You) => (GOOD, "You win"),
        Some(Side::Engine) => (BAD, "I win"),
        None => (STRONG, "A draw"),
    };
    format!("{style}{who}{style:#}: {}.", ending.why)
}
