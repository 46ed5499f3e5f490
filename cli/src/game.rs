//! Opening the game that a verb is asked about: as it was typed, or from a file.

use std::path::{Path, PathBuf};

use grundy::formats::Format;
use grundy::named;
use grundy::solve::analysis::{Analysis, Question};
use grundy::{Error, ErrorKind, Lets, Opened, Play, Rules, Work, open, read_rules};

use crate::ask::Asked;
use crate::failure::Failure;
use crate::progress::Watch;
use crate::reading::{self, Bound, Fed};
use crate::rule_file::Written;
use crate::verbs::graph::{self, input};

/// How the names of graph files end.
const GRAPH_ENDINGS: [&str; 8] = ["edges", "dot", "gv", "json", "mtx", "pg", "gm", "grg"];
/// A file with a board may have so many bytes: sixteen million squares.
const LARGEST_BOARD: u64 = 16 << 20;

/// The position that is asked about, and how it is played.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    pub position: &'a [String],
    pub play: Option<Play>,
    /// How a graph is to be read, whatever its file is called.
    pub format: Option<Format>,
}

impl Asked {
    /// Opens the game, be it rules, a board or a graph, and goes on with it.
    pub fn with<R>(
        &self,
        about: &About<'_>,
        work: &Work<'_>,
        then: impl FnOnce(Opened<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        match self.given_as_graph(about.format.is_some(), work)? {
            None => then(self.open(about.position, about.play, work)?),
            Some(file) => self.with_graph(&file, about, work, then),
        }
    }

    /// Opens rules or a board.
    pub fn open(
        &self,
        position: &[String],
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<Opened<'static>, Failure> {
        let lets = self.lets()?;
        let written = Written::read(self.text(), &lets, &self.cost.clock(), work)?;
        match written.open(&lets, position, play, work) {
            Err(e) if e.kind() == ErrorKind::Position => {
                let Some((name, texts)) = inside_files(position, &self.cost.clock())? else {
                    return Err(e.into());
                };
                written.open(&lets, &texts, play, work).map_err(|e| reading::about(&name, &e))
            }
            opened => Ok(opened?),
        }
    }

    /// The rules, for what is about every position of them.
    pub fn rules(&self, work: &Work<'_>) -> Result<Rules, Failure> {
        Ok(self.without_graph(None, work)?.rules()?.clone())
    }

    /// The game, to ask about all its positions: not one that is given as a graph.
    pub fn without_graph(&self, play: Option<Play>, work: &Work<'_>) -> Result<Opened<'static>, Failure> {
        match self.given_as_graph(false, work)? {
            Some(_) => Err(self.no_rules().into()),
            None => self.open(&[], play, work),
        }
    }

    /// The error for a graph where rules are needed.
    fn no_rules(&self) -> Error {
        let message = format!("{} is a graph, and this is for rules", self.text());
        let hint = format!("ask `grundy graph {} --table` for all its vertices", quoted(self.text()));
        Error::new(ErrorKind::Unsupported, message).hint(hint)
    }

    /// The file of a graph, if that is what the game is given as: the same answer for every verb.
    fn given_as_graph(&self, sure: bool, work: &Work<'_>) -> Result<Option<PathBuf>, Failure> {
        let Some(file) = self.graph_file(sure)? else { return Ok(None) };
        // A text that is neither rules nor a graph is rather rules with a mistake if it has an arrow.
        let mistaken = || {
            !is_named_like_a_graph(Path::new(self.text()))
                && self.text() != "-"
                && self.open(&[], None, work).is_err_and(has_arrow)
        };
        let rules = !sure && mistaken() && !self.reads_as_graph(&file, work);
        Ok((!rules).then_some(file))
    }

    /// The file of a graph, if that is what stands in the place of the rules: `sure` says so, a file that is no
    /// rules shows it, and so does the ending of a name.
    fn graph_file(&self, sure: bool) -> Result<Option<PathBuf>, Failure> {
        let path = Path::new(self.text());
        let named = is_named_like_a_graph(path) || self.text() == "-";
        // Only rules have parameters.
        let no_rules = || {
            let lets = Lets::new();
            let unwatched = Work::unwatched();
            self.has_no_lets()
                && named::find(self.text()).is_none()
                && read_rules(self.text(), &lets, &unwatched).is_err()
                && Written::read(self.text(), &lets, &self.cost.clock(), &unwatched)
                    .is_ok_and(|written| written.open(&lets, &[], None, &unwatched).is_err())
        };
        let shown = || path.is_file() && unpacked_ending(path) != "game" && no_rules();
        if !sure && !named && !shown() {
            return Ok(None);
        }
        match self.has_no_lets() {
            true => Ok(Some(path.to_path_buf())),
            false => Err(Failure::input("a graph has no parameters, so that --let has nothing to set")),
        }
    }

    fn reads_as_graph(&self, path: &Path, work: &Work<'_>) -> bool {
        let watch = self.cost.watch();
        input::Source::open(path, None, &work.limits, &watch)
            .is_ok_and(|source| source.graph(&Work { progress: &watch, ..*work }).is_ok())
    }

    fn with_graph<R>(
        &self,
        path: &Path,
        about: &About<'_>,
        work: &Work<'_>,
        then: impl FnOnce(Opened<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let watch = self.cost.watch();
        let reading = Work { progress: &watch, ..*work };
        let source = input::Source::open(path, about.format, &work.limits, &watch)?;
        let (file, note) = source.graph(&reading)?;
        note.iter().for_each(|note| anstream::eprintln!("{note}"));
        let question = Question { play: about.play.unwrap_or(Play::Normal), values: true };
        graph::check_play(&file, question.play)?;
        graph::afford(&file.graph, question.values, &work.limits)?;
        let analysis = Analysis::new(&file, &question, &reading)?;
        drop(watch);
        let graph = grundy::Source::Graph(&analysis, &source.title());
        then(open(graph, &Lets::new(), about.position, about.play, work)?)
    }
}

/// Whether a failure is about a text with an arrow in it.
fn has_arrow(failure: Failure) -> bool {
    matches!(failure, Failure::Engine(e) if e.source_text().is_some_and(|text| text.contains("->")))
}

/// Whether the name of a file ends like that of a graph.
fn is_named_like_a_graph(path: &Path) -> bool {
    GRAPH_ENDINGS.contains(&unpacked_ending(path).as_str())
}

/// How the name of a file ends, before the ending of what packed it.
fn unpacked_ending(path: &Path) -> String {
    let packed = ["gz", "zst"].iter().any(|ending| path.extension().is_some_and(|e| e == *ending));
    let name = if packed { path.with_extension("") } else { path.to_path_buf() };
    name.extension().map_or_else(String::new, |ending| ending.to_string_lossy().into_owned())
}

/// A position of which some components are the names of files, with what is in those; and the first of the files. Only
/// what cannot be read as a position is looked for in files, so that none can stand in for a position.
fn inside_files(position: &[String], watch: &Watch) -> Result<Option<(String, Vec<String>)>, Failure> {
    let mut first = None;
    let mut texts = position.to_vec();
    for text in &mut texts {
        let path = PathBuf::from(&*text);
        if path.is_file() {
            first.get_or_insert(text.clone());
            *text = reading::text(&path, Bound::fixed(LARGEST_BOARD, "a board"), watch)?;
        }
    }
    Ok(first.map(|name| (name, texts)))
}

/// A word as it can be pasted into a shell.
pub fn quoted(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ',' | '/' | '-' | '_' | '+');
    match word.chars().all(bare) && !word.is_empty() {
        true => word.to_string(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

/// Fails if somebody feeds positions to a question that reads none: what is answered instead would be taken for theirs.
pub fn refuse_positions_on_stdin(asked: &Asked) -> Result<(), Failure> {
    if reading::stdin_is_fed() != Fed::Yes {
        return Ok(());
    }
    let message = "no position was given, and stdin is not read without --batch";
    let hint = format!("`grundy solve {} --batch -` answers every line of it", quoted(asked.text()));
    Err(Error::new(ErrorKind::Position, message).hint(hint).into())
}

/// Goes to the start of the game where no position was given; says so, or asks for one where it has none.
pub fn go_to_start(
    game: &mut Opened<'_>,
    asked: &Asked,
    verb: &str,
    quiet: bool,
    work: &Work<'_>,
) -> Result<(), Failure> {
    let given = !game.position().is_empty();
    let unread = !given && reading::stdin_is_fed() != Fed::No;
    if !given && !game.has_start() {
        let example = match game.board() {
            Some(board) => board.start.clone(),
            None => game.arena().start(work).map_or("7".into(), |start| start.join(" ")),
        };
        let unread = if unread { ", and stdin is not read" } else { "" };
        let message = format!("no position was given, and these rules have no start{unread}");
        let hint =
            format!("write it behind the rules, as in `grundy {verb} {} {example}`", quoted(asked.text()));
        return Err(Error::new(ErrorKind::Position, message).hint(hint).into());
    }
    game.go_to_start(work)?;
    if !given && !quiet {
        let start: Vec<String> = game.position().iter().map(|text| quoted(text)).collect();
        let (start, rules) = (start.join(" "), quoted(asked.text()));
        let unread = if unread { "; stdin is not read" } else { "" };
        eprintln!(
            "no position was given, so this is about {start}, as in `grundy {verb} {rules} {start}`{unread}"
        );
    }
    Ok(())
}
