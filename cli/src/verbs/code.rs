//! `grundy code RULES --lang LANGUAGE`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use grundy::catalogue::judge::Judge;
use grundy::emit::{self, Language};
use grundy::sentence::Fault;
use grundy::{Error, ErrorKind, Rules, Work};
use serde_json::json;

use crate::ask::Asked;
use crate::contest::{By, Problem};
use crate::failure::Failure;
use crate::rule_file::Written;
use crate::{Outcome, output};

const EXAMPLES: &str = "\
Examples:
  grundy code kayles --lang python > kayles.py && echo '5 3' | python3 kayles.py
  grundy code 'n -> a & n-a for a in 1..(n-1)/2' --lang cpp -o grundy.cpp
  grundy code castles --lang java --let x=2 --let y=5 --let z=3 -o Main.java
  grundy code s-nim --lang cpp --judge snim -o snim.cpp";

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// The language: cpp, python, rust or java
    #[arg(long, value_name = "LANGUAGE", value_parser = clap::builder::PossibleValuesParser::new(NAMES))]
    lang: String,
    /// Read and answer as this judged problem does, instead of a position a line
    #[arg(long, value_name = "NAME")]
    judge: Option<String>,
    /// The file to write; stdout if absent
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Print one JSON object with the program in it
    #[arg(long)]
    json: bool,
}

const NAMES: [&str; 4] = ["cpp", "python", "rust", "java"];

pub fn run(options: &Options) -> Outcome {
    let language: Language = options.lang.parse().map_err(Failure::input)?;
    if let Some(file) = &options.output {
        output::check_writable(file)?;
    }
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let game = options.asked.without_graph(None, &work)?;
    let text = match (game.board().filter(|_| game.is_board()), &options.judge) {
        (Some(board), None) => emit::board_program(board, language, &work),
        (Some(_), Some(_)) => Err(Error::new(ErrorKind::Unsupported, Fault::CodeOfBoard)),
        (None, None) => emit::program(game.rules()?, None, language, &work),
        (None, Some(name)) => {
            let rules = game.rules()?;
            let judge = judge(options, rules, name, &work)?;
            emit::program(rules, Some(&judge), language, &work)
        }
    };
    drop(watch);
    let text = text?;
    match (&options.output, options.json) {
        (Some(file), _) => {
            output::write_file(file, text.as_bytes())?;
            if options.json {
                let lines = text.lines().count();
                output::print_json(&json!({"file": file, "language": language.name(), "lines": lines}))?;
            }
        }
        (None, true) => output::print_json(&json!({"language": language.name(), "program": text}))?,
        (None, false) => output::print(&text)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The judge of this name that asks about these rules.
fn judge(options: &Options, rules: &Rules, name: &str, work: &Work<'_>) -> Result<Judge, Failure> {
    let own =
        match Written::read(options.asked.text(), &options.asked.lets()?, &options.asked.cost.clock(), work)?
        {
            Written::Game(entry, ..) => entry.judges,
            _ => rules.entry.map(|entry| entry.judges.clone()).unwrap_or_default(),
        };
    let fits = |judge: &&Judge| {
        judge.name == name || judge.name.split_once('_').is_some_and(|(_, short)| short == name)
    };
    if let Some(judge) = own.iter().find(fits) {
        return Ok(judge.clone());
    }
    if let [judge] = &own[..]
        && judge.name.is_empty()
    {
        return Ok(judge.clone());
    }
    let asked = Problem::find(name)?;
    let By::Rules(entry, judge) = asked.answer else {
        let message =
            format!("{} is read by code of its own, and no program is written for it", asked.short());
        let hint = "a program that reads a position a line is written without --judge";
        return Err(Error::new(ErrorKind::Unsupported, message).hint(hint).into());
    };
    if rules.entry.is_some_and(|known| known.name == entry.name) {
        return Ok(judge.clone());
    }
    let message = format!("{} asks about {}, not about these rules", asked.short(), entry.name);
    let hint =
        format!("write `grundy code {} --judge {} --lang {}`", entry.name, asked.short(), options.lang);
    Err(Error::new(ErrorKind::Unsupported, message).hint(hint).into())
}
