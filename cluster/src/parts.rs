//! Answers about every vertex as parts, one file of each worker: tables, and certificates that anyone can check.
//!
//! A part of a certificate claims outcome and remoteness of the vertices that one worker owned. Put together the parts
//! are a certificate as one machine writes it, and are checked as one: a claim about another graph, a part that is missing or two that
//! claim the same vertex are found out.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use grundy::formats::GraphFile;
use grundy::solve::analysis::certificate::{Certificate, fingerprint};
use grundy::{Error, ErrorKind, Play, Result};
use serde::{Deserialize, Serialize};

use crate::job::{Job, Solved};
use crate::keep::write_whole;
use crate::trouble::storage;

/// Writes a table of what a worker found, in a style that whoever runs the worker knows, to a file.
pub type WriteTable = fn(style: &str, solved: &Solved, job: &Job, sink: &mut dyn Write) -> io::Result<()>;

/// Where the answers about every vertex go.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The folder of the table, and its style, which is the ending of its files too.
    pub table: Option<(PathBuf, String)>,
    /// The folder of the certificate.
    pub certificate: Option<PathBuf>,
}

fn path(folder: &Path, (me, size): (usize, usize), ending: &str) -> PathBuf {
    folder.join(format!("part-{me:05}-of-{size:05}.{ending}"))
}

impl Parts {
    /// Writes the part of a worker.
    pub fn write(&self, solved: &Solved, job: &Job, place: (usize, usize), table: WriteTable) -> Result<()> {
        if let Some((folder, style)) = &self.table {
            let path = path(folder, place, style);
            write_whole(&path, |sink| table(style, solved, job, sink)).map_err(|e| storage(&path, &e))?;
        }
        if let Some(folder) = &self.certificate {
            let path = path(folder, place, "json");
            write_whole(&path, |sink| certificate(solved, job, place, sink))
                .map_err(|e| storage(&path, &e))?;
        }
        Ok(())
    }
}

/// What a part claims.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CertificatePart {
    format: String,
    version: u32,
    play: Play,
    part: usize,
    parts: usize,
    /// The first number and the length of each run of vertices.
    runs: Vec<(u32, u32)>,
    outcomes: String,
    remoteness: Vec<Option<u32>>,
}

const FORMAT: &str = "grundy-graph-part";
const VERSION: u32 = 1;

fn certificate(
    solved: &Solved,
    job: &Job,
    (me, size): (usize, usize),
    sink: &mut dyn Write,
) -> io::Result<()> {
    let play = serde_json::to_string(&job.play)?;
    write!(
        sink,
        r#"{{"format":"{FORMAT}","version":{VERSION},"play":{play},"part":{me},"parts":{size},"runs":["#
    )?;
    let mut run: Option<(u32, u32)> = None;
    let mut first = true;
    let mut end = |run: Option<(u32, u32)>, sink: &mut dyn Write| -> io::Result<()> {
        let Some((from, count)) = run else { return Ok(()) };
        write!(sink, "{}[{from},{count}]", if std::mem::take(&mut first) { "" } else { "," })
    };
    solved
        .each_named(job, |_, name| {
            run = match run {
                Some((from, count)) if from.checked_add(count) == Some(name) => Some((from, count + 1)),
                other => {
                    end(other, sink).map_err(|e| storage(Path::new("a part"), &e))?;
                    Some((name, 1))
                }
            };
            Ok(())
        })
        .map_err(io::Error::other)?;
    end(run, sink)?;
    write!(sink, r#"],"outcomes":""#)?;
    for place in solved.share.places() {
        write!(sink, "{}", solved.outcomes.outcome(place))?;
    }
    write!(sink, r#"","remoteness":["#)?;
    for (i, place) in solved.share.places().enumerate() {
        let comma = if i == 0 { "" } else { "," };
        match solved.outcomes.remoteness(place) {
            Some(moves) => write!(sink, "{comma}{moves}")?,
            None => write!(sink, "{comma}null")?,
        }
    }
    writeln!(sink, "]}}")
}

fn wrong(message: String) -> Error {
    Error::new(ErrorKind::Format, message)
}

/// Puts the parts of a folder together to a certificate about a graph. What they claim is for the certificate to check;
/// `read` gives the text of a file.
pub fn put_together(
    folder: &Path,
    file: &GraphFile<'_>,
    mut read: impl FnMut(&Path) -> Result<String>,
) -> Result<Certificate> {
    let named = |e: io::Error| storage(folder, &e);
    let entries = std::fs::read_dir(folder).map_err(named)?;
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>().map_err(named)?;
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    paths.sort();
    let vertices = file.graph.vertex_count();
    let mut letters = vec![b'?'; vertices];
    let mut remoteness = vec![None; vertices];
    let (mut play, mut met) = (None, 0);
    for path in &paths {
        let about = |message: String| wrong(format!("{}: {message}", path.display()));
        let part: CertificatePart = serde_json::from_str(&read(path)?)
            .map_err(|e| about(format!("not a part of a certificate: {e}")))?;
        if (part.format.as_str(), part.version) != (FORMAT, VERSION) {
            return Err(about("it is no part of a certificate".into()));
        }
        if part.parts != paths.len() || part.part != met || play.is_some_and(|play| play != part.play) {
            let message = format!("it is part {} of {}, and {} are here", part.part, part.parts, paths.len());
            return Err(about(message));
        }
        play = Some(part.play);
        met += 1;
        let numbers = part
            .runs
            .iter()
            .flat_map(|&(from, count)| (0..count).map(move |i| u64::from(from) + u64::from(i)));
        let mut claims = part.outcomes.bytes().zip(&part.remoteness);
        for number in numbers {
            let v = file
                .vertex(&number.to_string())
                .map_err(|_| about(format!("the graph has no vertex {number}")))?;
            let claim =
                claims.next().ok_or_else(|| about(format!("nothing is claimed of vertex {number}")))?;
            if letters[v.index()] != b'?' {
                return Err(about(format!("vertex {number} is claimed twice")));
            }
            letters[v.index()] = claim.0;
            remoteness[v.index()] = *claim.1;
        }
        if claims.next().is_some() {
            return Err(about("it claims more than it has vertices".into()));
        }
    }
    let Some(play) = play else { return Err(wrong(format!("{}: no part is here", folder.display()))) };
    Ok(Certificate {
        format: Certificate::FORMAT.into(),
        version: Certificate::VERSION,
        play,
        graph: fingerprint(&file.graph),
        outcomes: String::from_utf8_lossy(&letters).into_owned(),
        remoteness,
    })
}
