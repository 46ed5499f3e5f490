//! A search for a period that outlives its process: it stops now and then to write a checkpoint.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use grundy::heap::{PeriodReport, Sequence};
use grundy::solve::PeriodSearch;
use grundy::{Error, ErrorKind, Limits, Progress, Step, Stop, Work};
use serde::Serialize;

use super::store::Store;
use crate::failure::Failure;
use crate::progress::Watch;

/// Writing may take this part of the time.
const SHARE: u32 = 20;
/// The part of the allowed memory that the table may take: a checkpoint is made in memory, beside it.
const TABLE: u64 = 2;
/// A checkpoint of so many bytes is read in any case: only then is it clear how much memory its run needs.
const SMALL: u64 = 64 << 20;

#[derive(Debug, Args)]
pub struct StoreOptions {
    /// Keep the run in this folder, so that it can be stopped or killed and go on later
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Go on with the run in the store
    #[arg(long, requires = "store")]
    resume: bool,
    /// Write a checkpoint about this often, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = crate::ask::parse_seconds, requires = "store")]
    every: Duration,
}

impl StoreOptions {
    /// Whether the run is to be kept.
    pub fn is_asked(&self) -> bool {
        self.store.is_some()
    }
}

/// What a long run has computed.
#[derive(Clone, Debug, Serialize)]
pub struct Stored {
    /// How many heaps.
    pub heaps: u64,
    /// How many of the last ones are kept.
    pub kept: u64,
    /// How many heaps are rare.
    pub rare_heaps: usize,
    /// How many heaps the digest covers, and the digest of their values, where one is kept.
    pub digest: Option<(u64, String)>,
}

/// The run of one process.
pub struct LongRun<'a> {
    store: Store,
    every: Duration,
    watch: &'a Watch,
}

impl<'a> LongRun<'a> {
    /// Opens the store, if one is asked for, and takes up the run in it.
    pub fn begin(
        options: &StoreOptions,
        search: &mut PeriodSearch,
        limits: &Limits,
        watch: &'a Watch,
    ) -> Result<Option<LongRun<'a>>, Failure> {
        let Some(folder) = &options.store else { return Ok(None) };
        let needless = needless(search);
        let Some(sequence) = search.sequence() else { return Err(needless) };
        let store = Store::open(folder)?;
        let stored = store.read(sequence.game(), limits.bytes.max(SMALL), watch);
        match (stored, options.resume) {
            (Ok(None), true) => eprintln!("nothing is stored in {}: this begins anew", folder.display()),
            (Ok(None), false) => {}
            (Ok(Some(found)), true) if !found.fits(limits.bytes / TABLE) => {
                let what = format!(
                    "the run in {} keeps {} heaps, more than this --max-memory has room for; what it let go would be lost for good",
                    store.path().display(),
                    found.kept()
                );
                let error = Error::new(ErrorKind::Limit, what);
                return Err(Failure::Engine(
                    error.hint("raise --max-memory, or begin anew in an empty folder"),
                ));
            }
            (Ok(Some(found)), true) => {
                eprintln!("going on from heap {}", found.len());
                *sequence = found;
            }
            (Err(refused), true) => return Err(refused),
            (Ok(Some(_)) | Err(_), false) => {
                return Err(Failure::input(format!(
                    "{} already exists; go on with --resume, or choose an empty folder",
                    store.path().display()
                )));
            }
        }
        sequence.bound(limits.bytes / TABLE);
        Ok(Some(LongRun { store, every: options.every, watch }))
    }

    /// Searches up to the limit, or, without one, until it has taken its time.
    pub fn look(
        &self,
        search: &mut PeriodSearch,
        limit: Option<u64>,
        patience: Duration,
        limits: Limits,
    ) -> Result<PeriodReport, Failure> {
        let (began, mut wait) = (Instant::now(), self.every);
        loop {
            let pacer = Pacer::new(self.watch, limit, wait.min(patience));
            let found = search.run(limit.unwrap_or(u64::MAX), &Work { limits, progress: &pacer });
            let paused = pacer.has_paused();
            wait = self.every.max(self.keep(search)? * SHARE);
            match found {
                Err(_) if paused && limit.is_none() && began.elapsed() >= patience => {
                    // The report on what there is; no further heap is needed for it.
                    let len = search.sequence().map_or(0, |sequence| sequence.len());
                    return Ok(search.run(len, &Work { limits, progress: self.watch })?);
                }
                Err(_) if paused => {}
                Err(e) => return Err(self.kept(search, e)),
                Ok(report) if report.preperiod_at_least.is_some() => {
                    return self.settle(search, report, limits);
                }
                Ok(report) => return Ok(report),
            }
        }
    }

    /// Finds where a proved period begins, which a table in bounded memory does not tell. The proof is stored by now: whatever ends this, it stays.
    fn settle(
        &self,
        search: &mut PeriodSearch,
        report: PeriodReport,
        limits: Limits,
    ) -> Result<PeriodReport, Failure> {
        let Some(sequence) = search.sequence() else { return Ok(report) };
        if let Err(why) = sequence.settle_preperiod(&Work { limits, progress: self.watch }) {
            eprintln!("where the period begins was not found: {why}; go on with --resume");
            return Ok(report);
        }
        self.keep(search)?;
        Ok(search.run(0, &Work { limits, progress: self.watch })?)
    }

    /// Writes a checkpoint of the table as far as it is kept; says how long that took.
    fn keep(&self, search: &mut PeriodSearch) -> Result<Duration, Failure> {
        let began = Instant::now();
        if let Some(sequence) = search.sequence() {
            self.store.write(sequence)?;
        }
        Ok(began.elapsed())
    }

    /// Why the run ended early, with what was saved.
    fn kept(&self, search: &mut PeriodSearch, error: Error) -> Failure {
        let (heaps, stuck) =
            search.sequence().map_or((0, false), |sequence| (sequence.len(), sequence.is_stuck()));
        let (why, place) = (error.message(), self.store.path());
        let (what, hint) = if stuck {
            (
                format!("{why}; the run of {heaps} heaps in {} cannot go on", place.display()),
                "begin anew in an empty folder with a larger --max-memory",
            )
        } else {
            let hint = match error.kind() {
                ErrorKind::Limit => "go on with --resume and a larger --max-memory",
                _ => "go on with --resume",
            };
            (format!("{why}; {heaps} heaps are kept in {}", place.display()), hint)
        };
        Failure::Engine(Error::new(error.kind(), what).hint(hint))
    }

    /// What is stored now; the digest is of the heaps below the limit.
    pub fn stored(sequence: &Sequence, limit: Option<u64>) -> Stored {
        let digest = sequence
            .digest(limit.unwrap_or(u64::MAX))
            .map(|(heaps, digest)| (heaps, format!("{digest:016x}")));
        Stored { heaps: sequence.len(), kept: sequence.kept(), rare_heaps: sequence.rare_heaps(), digest }
    }
}

/// Why a run that is no sequence of taking and breaking is not stored: nothing would be gained.
fn needless(search: &PeriodSearch) -> Failure {
    let why = match search.proves() {
        true => {
            "its proof needs no more heaps than memory holds, and these are computed as fast as they would be read back"
        }
        false => "no theorem proves a period here, so a longer run would prove nothing",
    };
    let what = format!(
        "--store is for taking-and-breaking games; this is answered by {}: {why}",
        search.plan().engine
    );
    Failure::Engine(Error::new(ErrorKind::Unsupported, what).hint("leave out --store"))
}

/// Shows progress towards the limit of the whole run, and stops the work when a checkpoint is due.
pub struct Pacer<'a> {
    watch: &'a Watch,
    limit: Option<u64>,
    wait: Duration,
    /// When the work began to compute, and at which heap.
    began: OnceLock<(Instant, u64)>,
    paused: AtomicBool,
}

impl<'a> Pacer<'a> {
    pub fn new(watch: &'a Watch, limit: Option<u64>, wait: Duration) -> Pacer<'a> {
        Pacer { watch, limit, wait, began: OnceLock::new(), paused: AtomicBool::new(false) }
    }

    /// Whether it stopped the work.
    pub fn has_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }
}

impl Progress for Pacer<'_> {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        self.watch.step(Step { total: self.limit, ..step })?;
        let &(began, first) = self.began.get_or_init(|| (Instant::now(), step.done));
        // However short the wait: a run that stops before it has computed anything would never end.
        if step.done == first || began.elapsed() < self.wait {
            return Ok(());
        }
        self.paused.store(true, Ordering::Relaxed);
        Err(Stop::Interrupted)
    }
}
