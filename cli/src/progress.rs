//! Progress of long work: a bar on a terminal, a time limit, and Ctrl-C.

use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::{Progress, Step, Stop};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);

/// Watches long work.
#[derive(Debug)]
pub struct Watch {
    started: Instant,
    deadline: Option<Instant>,
    shows: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl Watch {
    /// Starts watching; Ctrl-C stops the work from now on instead of the process.
    pub fn new(timeout: Option<Duration>) -> Watch {
        // A second handler cannot be set, and need not be: one flag serves all.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        let started = Instant::now();
        Watch {
            started,
            deadline: timeout.and_then(|timeout| started.checked_add(timeout)),
            shows: std::io::stderr().is_terminal(),
            bar: Mutex::new(None),
        }
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted() -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    fn show(&self, step: Step<'_>) {
        if !self.shows || self.started.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let bar = match step.total {
                Some(total) => ProgressBar::new(total)
                    .with_style(style("{bar:30} {human_pos}/{human_len} {msg}  {per_sec}  {eta} left")),
                None => ProgressBar::no_length().with_style(style("{spinner} {human_pos} {msg}  {per_sec}")),
            };
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(10));
            // What was done before the bar is no part of the rate.
            bar.set_position(step.done);
            bar.reset_eta();
            bar
        });
        if let Some(total) = step.total {
            bar.set_length(total);
        }
        if bar.message() != step.unit {
            bar.set_message(step.unit.to_string());
        }
        bar.set_position(step.done);
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

impl Progress for Watch {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        if Watch::interrupted() {
            return Err(Stop::Interrupted);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            return Err(Stop::TimedOut);
        }
        self.show(step);
        Ok(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if let Ok(Some(bar)) = self.bar.get_mut() {
            bar.finish_and_clear();
        }
    }
}

/// Ctrl-C alone, for answers that are long to print: a bar would stand in their way.
#[derive(Debug)]
pub struct Printing;

impl Progress for Printing {
    fn step(&self, _: Step<'_>) -> Result<(), Stop> {
        if Watch::interrupted() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}
