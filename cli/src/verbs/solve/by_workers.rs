//! `grundy solve RULES POSITION… --workers …`: every position that can come up, found and solved by several processes.

use std::path::PathBuf;

use clap::Args;
use grundy::{Error, ErrorKind, Play, Work};
use grundy_cluster::game::GameJob;
use grundy_cluster::journal::GameStore;
use grundy_cluster::task::{Answer, Task};

use super::{Options, answer};
use crate::failure::Failure;
use crate::verbs::worker::{Crew, Keeping};
use crate::{Outcome, game};

/// Who answers.
#[derive(Debug, Args)]
pub struct Team {
    /// Follow the game with this many processes of this machine, with those of a host file, where `grundy worker` runs for
    /// each line, or with those of an MPI job (mpi). For games whose positions do not fit into memory
    #[arg(long, value_name = "N|FILE|mpi", help_heading = "Workers", conflicts_with_all = ["batch", "compound"])]
    pub workers: Option<String>,
    /// The file with the token that the workers of a host file have
    #[arg(long, value_name = "FILE", requires = "workers", help_heading = "Workers")]
    token: Option<PathBuf>,
    #[command(flatten)]
    keeping: Keeping,
}

impl Team {
    /// Where moves and rounds are kept.
    fn store(&self, question: &str) -> Result<Option<GameStore>, Failure> {
        let Some(folder) = self.keeping.folder()? else { return Ok(None) };
        let store = GameStore::open(&folder, question, self.keeping.resume, self.keeping.save_every)?;
        self.keeping.tell(&store.rounds.earlier);
        Ok(Some(store))
    }
}

pub fn run(options: &Options, workers: &str) -> Outcome {
    let crew = Crew::read(workers, options.team.token.as_deref())?;
    let crew = match crew.if_it_asks(|| options.asked.cost.watch()) {
        Ok(crew) => crew,
        Err(code) => return Ok(code),
    };
    if options.words.is_some() {
        return Err(Failure::input("--words is for the answers of --batch FILE"));
    }
    let watch = options.asked.cost.watch().with_diary();
    let work = Work { limits: options.asked.cost.limits(), progress: &watch };
    let mut job = ask(options, &work)?;
    job.bytes = crew.share(job.bytes);
    job.store = options.team.store(&job.question())?;
    let answers = crew.ask(&Task::Game(Box::new(job.clone())), &work)?;
    let found: Vec<_> = answers.into_iter().filter_map(Answer::game).collect();
    let report = job.report(&found, &work);
    drop(watch);
    answer(&report?, options.json)
}

/// The question, read as on one machine; what cannot be read or is refused is told before anybody is started.
fn ask(options: &Options, work: &Work<'_>) -> Result<GameJob, Failure> {
    let about = game::About { position: &options.position, play: options.play.asked(), format: None };
    options.asked.with(&about, work, |mut opened| {
        game::go_to_start(&mut opened, &options.asked, "solve", options.json, work)?;
        let position = opened.position().to_vec();
        opened.arena().check(&position)?;
        let usual = opened.arena().usual_play();
        let Some(rules) = opened.arena().rules() else {
            let message = "workers follow games by rules of numbers, and this is none";
            return Err(Error::new(ErrorKind::Unsupported, message).hint("leave out the workers").into());
        };
        let (rules, lets) = (rules.source.clone(), rules.lets.clone());
        let play: Play = options.play.asked().unwrap_or(usual);
        let (positions, bytes) = (work.limits.positions, work.limits.bytes);
        let job = GameJob { rules, lets, position, play, positions, bytes, store: None };
        job.check(work)?;
        Ok(job)
    })
}
