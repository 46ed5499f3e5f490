//! `grundy graph FILE`: a game given as a graph.

#[cfg(feature = "cluster")]
mod folder;
pub mod input;

mod answer;
mod map;
#[cfg(feature = "parquet")]
mod parquet_table;
mod save;
mod show;
mod table;
#[cfg(feature = "cluster")]
pub mod together;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use grundy::draw::{DrawOptions, dot, draw, svg};
use grundy::formats::{Format, GraphFile, beside};
use grundy::graph::compound::Compound;
use grundy::graph::{Graph, Vertex};
use grundy::solve::analysis::{Analysis, Digest, GraphArena, Question};
use grundy::{Error, ErrorKind, Lets, Limits, Play, Work, named, read_rules};

use super::picture;
use crate::ask::{CostLimits, parse_count};
use crate::failure::Failure;
use crate::game::quoted;
use crate::progress::Printing;
use crate::{Outcome, output};

use answer::{AllValues, Answer, Functions};
use input::Source;

/// Graphs up to this many edges and vertices have their values computed unasked, for the summary.
const SMALL: usize = 1 << 24;

#[derive(Debug, Args)]
pub struct Options {
    /// The graph: edges `u v` or `u -> v` a line (`u` alone is a vertex without any), DOT, JSON, MatrixMarket,
    /// PGSolver or .grg, also gzipped or zstd; - is stdin. Vertices are called what the file calls them
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How to read the file, whatever it is called. A first line `n m` is a move of an edge list, unless there is
    /// next to no doubt that it counts the others: `edges` and `sizes` (`n m`, then the edges) say what it is
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    format: Option<Format>,
    /// A further graph beside the first, for tokens on several; vertices are then called 1:V, 2:V and so on
    #[arg(long, value_name = "FILE")]
    with: Vec<PathBuf>,
    /// A vertex to start from; several form a sum
    #[arg(long = "start", value_name = "V")]
    starts: Vec<String>,
    /// The value of every vertex
    #[arg(long)]
    values: bool,
    /// The player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Play several starts as disjunctive, conjunctive or selective, with -long or -short
    #[arg(long, value_name = "NAME", requires = "starts")]
    compound: Option<Compound>,
    /// Best play from this vertex, as a line of moves
    #[arg(long, value_name = "V")]
    path: Option<String>,
    /// Every vertex with its outcome, remoteness and value
    #[arg(long, value_enum, value_name = "STYLE")]
    table: Option<table::Style>,
    /// The file for the table; stdout if absent
    #[arg(short, long, value_name = "FILE", requires = "table")]
    output: Option<PathBuf>,
    /// Write the graph to a .grg, .pg, .dot, .json or .edges file
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Write the outcomes with their proof to this file, for `grundy verify --graph`
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// How many Grundy functions the graph has, and one of them
    #[arg(long)]
    functions: bool,
    /// Draw what can be reached from the start, to an .svg or .dot file
    #[arg(long, value_name = "FILE")]
    draw: Option<PathBuf>,
    /// Refuse to draw more vertices than this
    #[arg(long, value_name = "N", default_value_t = DrawOptions::default().most_nodes, value_parser = parse_count)]
    max_nodes: u64,
    /// One number for all answers, the same however they were found
    #[arg(long)]
    digest: bool,
    #[cfg(feature = "cluster")]
    #[command(flatten)]
    team: together::Team,
    #[command(flatten)]
    cost: CostLimits,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The names of the formats, for `--format`.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["edges", "sizes", "dot", "json", "mtx", "pg", "grg"])
        .try_map(|name| name.parse::<Format>())
}

/// The files to write, checked before any work is done.
struct Targets<'o> {
    save: Option<save::Target>,
    draw: Option<picture::Target>,
    certificate: Option<&'o Path>,
    table: Option<&'o Path>,
}

impl<'o> Targets<'o> {
    fn new(options: &'o Options) -> Result<Targets<'o>, Failure> {
        let pictures = [picture::Format::Svg, picture::Format::Dot];
        let picture = |path: &PathBuf| picture::Target::new(path, None, &pictures);
        let targets = Targets {
            save: options.save.as_deref().map(save::Target::new).transpose()?,
            draw: options.draw.as_ref().map(picture).transpose()?,
            certificate: options.certificate.as_deref(),
            table: options.output.as_deref().filter(|path| path.as_os_str() != "-"),
        };
        [targets.certificate, targets.table].into_iter().flatten().try_for_each(output::check_writable)?;
        targets.check_apart(options)?;
        if targets.draw.as_ref().is_some_and(|target| target.file().is_none()) {
            return Err(Failure::input("--draw needs a file name such as game.svg"));
        }
        let asked = options.json || !options.starts.is_empty() || options.path.is_some() || options.functions;
        if options.table.is_some() && targets.table.is_none() && asked {
            return Err(Failure::input("the table takes all of stdout; write it to a file with -o FILE"));
        }
        if let Some(why) = options.table.and_then(table::Style::refusal) {
            return Err(Failure::input(why));
        }
        if options.table == Some(table::Style::Parquet) && targets.table.is_none() {
            return Err(Failure::input("a Parquet table is no text; write it to a file with -o FILE"));
        }
        Ok(targets)
    }

    /// Fails if two answers would go to one file, of which only the later would be left.
    fn check_apart(&self, options: &Options) -> Result<(), Failure> {
        let all = [
            ("--save", options.save.as_deref()),
            ("--certificate", self.certificate),
            ("--draw", options.draw.as_deref()),
            ("-o", self.table),
        ];
        let mut met = Vec::new();
        for (flag, path) in all.into_iter().filter_map(|(flag, path)| Some((flag, path?))) {
            let place = output::place(path);
            if let Some((other, _)) = met.iter().find(|(_, before)| *before == place) {
                return Err(Failure::input(format!(
                    "{other} and {flag} both write {}; give each a file of its own",
                    path.display()
                )));
            }
            met.push((flag, place));
        }
        Ok(())
    }
}

pub fn run(options: &Options) -> Outcome {
    #[cfg(feature = "cluster")]
    if let Some(workers) = &options.team.workers {
        return together::run(options, workers);
    }
    let targets = Targets::new(options)?;
    let watch = options.cost.watch();
    let work = Work { limits: options.cost.limits(), progress: &watch };
    let paths = || std::iter::once(&options.file).chain(&options.with);
    if paths().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Failure::input("stdin can be read only once; give the other graphs as files"));
    }
    paths().try_for_each(|path| refuse_game(path))?;
    let open = |path: &PathBuf| Source::open(path, options.format, &work.limits, &watch);
    let sources = paths().map(open).collect::<Result<Vec<Source>, _>>()?;
    let read = sources.iter().map(|source| source.graph(&work)).collect::<Result<Vec<_>, _>>()?;
    let (read, notes): (Vec<_>, Vec<_>) = read.into_iter().unzip();
    let file = match <[GraphFile<'_>; 1]>::try_from(read) {
        Ok([only]) => only,
        Err(several) => beside(&several, &work.limits)?,
    };
    let asked = Asked::new(options, &file)?;
    let mut written = Vec::new();
    if let Some(target) = &targets.save {
        target.write(&file, asked.question.play == Play::Misere)?;
        written.push(target.file());
    }
    afford(&file.graph, asked.question.values, &work.limits)?;
    let analysis = Analysis::new(&file, &asked.question, &work)?;
    let mut answer = asked.answer(options, &analysis, &work)?;
    if let Some(path) = targets.certificate {
        let certificate = analysis.certificate()?;
        output::write_file_with(path, |sink| {
            serde_json::to_writer(&mut *sink, &certificate)?;
            writeln!(sink)
        })?;
        written.push(path.display().to_string());
    }
    if let Some(target) = &targets.draw {
        let wanted = DrawOptions { most_nodes: options.max_nodes, ..DrawOptions::default() };
        let mut tokens = GraphArena::new(&analysis, sources[0].title());
        let start = [file.name(asked.drawn(&file.graph)?).into_owned()];
        let drawing = draw(&mut tokens, &start, None, &wanted, &work).map_err(|e| match e.kind() {
            ErrorKind::Limit => Error::new(e.kind(), e.message())
                .hint("draw from a later vertex with --start, or raise the limit with --max-nodes"),
            _ => e,
        })?;
        target.write(&match target.format {
            picture::Format::Svg => svg(&drawing),
            picture::Format::Dot => dot(&drawing),
        })?;
        written.extend(target.file());
    }
    if let (Some(style), Some(path)) = (options.table, targets.table) {
        output::write_file_with(path, |sink| table::write(&analysis, style, &watch, sink))?;
        written.push(path.display().to_string());
    }
    answer.written = written;
    drop(watch);
    notes.iter().flatten().for_each(|note| anstream::eprintln!("{note}"));
    print(options, &targets, &analysis, &answer)?;
    Ok(ExitCode::SUCCESS)
}

fn print(
    options: &Options,
    targets: &Targets<'_>,
    analysis: &Analysis<'_>,
    answer: &Answer<'_>,
) -> Result<(), Failure> {
    if options.json {
        return output::print_with(|sink| {
            serde_json::to_writer(&mut *sink, answer)?;
            writeln!(sink)
        });
    }
    answer.written.iter().for_each(|file| anstream::eprintln!("{file}: written"));
    if let (Some(style), None) = (options.table, targets.table) {
        return output::print_with(|sink| table::write(analysis, style, &Printing, sink));
    }
    output::print(&show::show(answer))?;
    if options.values {
        output::print("\n")?;
        output::print_with(|sink| table::write(analysis, table::Style::Text, &Printing, sink))?;
    }
    Ok(())
}

/// Fails if a game is named where a file belongs; a file goes before a game of the same name.
fn refuse_game(path: &Path) -> Result<(), Failure> {
    let text = path.to_string_lossy();
    let is_game =
        || named::find(&text).is_some() || read_rules(&text, &Lets::new(), &Work::unwatched()).is_ok();
    if path.exists() || !is_game() {
        return Ok(());
    }
    let game = quoted(&text);
    let error =
        Error::new(ErrorKind::Unsupported, format!("{text} is a game, and this is for graphs in files"));
    let hint = format!("ask `grundy solve {game}`, or for its graph `grundy draw {game} -o FILE`");
    Err(error.hint(hint).into())
}

/// What is asked, with vertices for their names.
struct Asked {
    question: Question,
    compound: Option<Compound>,
    starts: Vec<Vertex>,
    path: Option<Vertex>,
}

impl Asked {
    fn new(options: &Options, file: &GraphFile<'_>) -> Result<Asked, Failure> {
        let misere = options.misere || options.compound.is_some_and(|c| c.play == Play::Misere);
        let play = if misere { Play::Misere } else { Play::Normal };
        check_play(file, play)?;
        if file.gains.is_some() && options.compound.is_some() {
            return Err(Failure::input(
                "the file has gains, so that scores decide and --compound means nothing; leave it out",
            ));
        }
        let graph = &file.graph;
        let values = options.values || options.table.is_some() || !options.starts.is_empty();
        let small = graph.vertex_count().saturating_add(graph.edge_count()) <= SMALL;
        Ok(Asked {
            question: Question { play, values: values || small },
            compound: options.compound,
            starts: options.starts.iter().map(|name| file.vertex(name)).collect::<Result<_, _>>()?,
            path: options.path.as_ref().map(|name| file.vertex(name)).transpose()?,
        })
    }

    fn answer<'a>(
        &self,
        options: &Options,
        analysis: &'a Analysis<'a>,
        work: &Work<'_>,
    ) -> Result<Answer<'a>, Failure> {
        let started = !self.starts.is_empty();
        let sum = || analysis.sum(&self.starts, self.compound, work);
        let functions = || Functions::find(analysis, work);
        let label = |v: &Vertex| analysis.label(*v);
        Ok(Answer {
            summary: analysis.summary(),
            play: self.question.play,
            compound: self.compound.map(|compound| compound.under(self.question.play).to_string()),
            starts: started.then(|| self.starts.iter().map(|&v| analysis.vertex(v)).collect()),
            sum: started.then(sum).transpose()?,
            path: self.path.map(|v| analysis.line(v).iter().map(label).collect()),
            functions: options.functions.then(functions).transpose()?,
            values: options.values.then_some(AllValues(analysis)),
            digest: options.digest.then(|| Digest::of(analysis).to_string()),
            written: Vec::new(),
        })
    }

    /// The vertex from which to draw: the start, or the only vertex that no other leads to.
    fn drawn(&self, graph: &Graph<'_>) -> Result<Vertex, Failure> {
        if let [start] = self.starts[..] {
            return Ok(start);
        }
        match graph.only_source().filter(|_| self.starts.is_empty()) {
            Some(only) => Ok(only),
            None => Err(Failure::input("a picture begins at one vertex; name it with one --start V")),
        }
    }
}

/// Fails if misère play is asked for where scores decide.
pub fn check_play(file: &GraphFile<'_>, play: Play) -> Result<(), Failure> {
    match play == Play::Misere && file.gains.is_some() {
        true => {
            Err(Failure::input("the file has gains, so that scores decide and misère play means nothing"))
        }
        false => Ok(()),
    }
}

/// Fails if solving a graph would take more memory than allowed, before any of it is taken.
pub fn afford(graph: &Graph<'_>, values: bool, limits: &Limits) -> Result<(), grundy::Error> {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    limits.allow(vertices, 0)?;
    // The reversed graph and a word or four for each vertex; values take as many again.
    let for_each = if values { 36 } else { 20 };
    limits.allow(1, edges.saturating_mul(4).saturating_add(vertices.saturating_mul(for_each)))
}
