//! `grundy draw RULES POSITION… -o FILE.(svg|dot)`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use grundy::Work;
use grundy::arena::Arena;
use grundy::draw::{DrawOptions, Drawing, Layers, board, dot, draw, svg};
use serde_json::json;

use super::picture::{Format, Target};
use crate::ask::{Asked, PlayAs, parse_count};
use crate::failure::Failure;
use crate::game::{self, About};
use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    #[command(flatten)]
    asked: Asked,
    /// The components of the position: 7, or 2,3 for two coordinates; if none, where the game starts
    #[arg(value_name = "POSITION", allow_negative_numbers = true)]
    position: Vec<String>,
    /// The file to write, whose ending decides what it is: game.svg or game.dot; - is stdout
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What to write, whatever the file is called
    #[arg(long, value_enum)]
    format: Option<Format>,
    #[command(flatten)]
    play: PlayAs,
    /// Refuse graphs with more positions than this
    #[arg(long, value_name = "N", default_value_t = DrawOptions::default().most_nodes, value_parser = parse_count)]
    max_nodes: u64,
    /// What a layer has in common
    #[arg(long, value_enum, default_value_t = By::Remoteness)]
    layers: By,
    /// Draw only the moves of positions that are fewer moves than this from the start
    #[arg(long, value_name = "MOVES")]
    depth: Option<u32>,
    /// Write components without moves in the labels of sums
    #[arg(long)]
    finished: bool,
    /// Draw the position itself, with a winning move: boards as they lie, heaps as stones; SVG only
    #[arg(long, conflicts_with_all = ["layers", "depth", "finished", "max_nodes"])]
    board: bool,
    /// Print one JSON object about what was written
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum By {
    /// How many moves the game lasts under best play
    Remoteness,
    /// How many moves the game can last at most
    Size,
}

pub fn run(options: &Options) -> Outcome {
    let formats: &[Format] = if options.board { &[Format::Svg] } else { &[Format::Svg, Format::Dot] };
    if options.board && options.format == Some(Format::Dot) {
        return Err(Failure::input("Graphviz draws graphs; --board writes SVG"));
    }
    let target = Target::new(&options.output, options.format, formats)?;
    if options.json && target.file().is_none() {
        return Err(Failure::input("--json and -o - would both print on stdout; give a file name"));
    }
    if options.board {
        return picture(options, &target);
    }
    let wanted = DrawOptions {
        layers: match options.layers {
            By::Remoteness => Layers::Remoteness,
            By::Size => Layers::Size,
        },
        most_nodes: options.max_nodes,
        finished: options.finished,
        width: None,
        depth: options.depth,
    };
    let drawing = drawing(options, &wanted)?;
    target.write(&match target.format {
        Format::Svg => svg(&drawing),
        Format::Dot => dot(&drawing),
    })?;
    report(&drawing, &target, options.json)?;
    Ok(ExitCode::SUCCESS)
}

/// The position itself.
fn picture(options: &Options, target: &Target) -> Outcome {
    target.write(&opened(options, |arena, position, work| board(arena, position, work))?)?;
    if let Some(file) = target.file() {
        if options.json {
            output::print_json(&json!({ "file": file, "format": target.format.ending() }))?;
        } else {
            anstream::eprintln!("{file}: the position");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn drawing(options: &Options, wanted: &DrawOptions) -> Result<Drawing, Failure> {
    opened(options, |arena, position, work| draw(arena, position, None, wanted, work))
}

/// Opens the game and does something with the position that was asked for.
fn opened<R>(
    options: &Options,
    show: impl FnOnce(&mut dyn Arena, &[String], &Work<'_>) -> grundy::Result<R>,
) -> Result<R, Failure> {
    let watch = options.asked.cost.watch();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let about = About { position: &options.position, play: options.play.asked(), format: None };
    options.asked.with(&about, &work, |mut game| {
        game::go_to_start(&mut game, &options.asked, "draw", false, &work)?;
        game.notes().iter().for_each(|note| anstream::eprintln!("{note}"));
        let position = game.position().to_vec();
        Ok(show(game.arena(), &position, &work)?)
    })
}

/// Says what was written: as the answer with `--json`, otherwise as talk.
fn report(drawing: &Drawing, target: &Target, json: bool) -> Result<(), Failure> {
    let Some(file) = target.file() else { return Ok(()) };
    let start = &drawing.nodes[drawing.start.index()];
    match json {
        true => output::print_json(&json!({
            "file": file,
            "format": target.format.ending(),
            "positions": drawing.nodes.len(),
            "moves": drawing.edges.len(),
            "layers": drawing.measure,
            "outcome": start.outcome,
            "value": start.value,
        })),
        false => {
            anstream::eprintln!("{file}: {}", drawing.summary());
            Ok(())
        }
    }
}
