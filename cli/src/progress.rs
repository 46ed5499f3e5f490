//! Progress of long work: a bar on a terminal, elsewhere a line now and then, a time limit, and Ctrl-C.

use std::fmt::Write;
use std::io::IsTerminal;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use grundy::{Progress, Step, Stop};
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Work shorter than this shows nothing.
const PATIENCE: Duration = Duration::from_millis(500);
/// A rate measured for less than this is none.
const MEASURED: Duration = Duration::from_secs(1);

/// Where there is no terminal, a line is said this often.
const RARELY: Duration = Duration::from_secs(30);

/// What is said about work that takes hours and that nobody sees on a terminal: a plain line now and then.
#[derive(Debug, Default)]
struct Diary {
    /// When the last line was said, counted from the start.
    last: Mutex<Duration>,
}

impl Diary {
    /// The line that is due at a time, if one is.
    fn line(&self, step: &Step<'_>, now: Duration) -> Option<String> {
        let mut last = self.last.lock().ok()?;
        if now.saturating_sub(*last) < RARELY {
            return None;
        }
        *last = now;
        let done = short(step.done as f64);
        let of = step.total.map_or(String::new(), |total| format!(" of {}", short(total as f64)));
        Some(format!("{done}{of} {} after {:#}", step.unit, HumanDuration(now)))
    }
}

/// Watches long work.
#[derive(Debug)]
pub struct Watch {
    started: Instant,
    diary: Option<Diary>,
    deadline: Option<Instant>,
    shows: bool,
    bar: Mutex<Option<ProgressBar>>,
}

impl Watch {
    /// Starts watching; Ctrl-C stops the work from now on instead of the process.
    pub fn new(timeout: Option<Duration>) -> Watch {
        Watch::of_the_time(timeout).catching()
    }

    /// From now on Ctrl-C stops the work instead of the process.
    pub fn catching(self) -> Watch {
        // A second handler cannot be set, and need not be: one flag serves all.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
        self
    }

    /// Starts watching the time alone, for what comes before the long work: Ctrl-C ends the process, for nothing is lost.
    pub fn of_the_time(timeout: Option<Duration>) -> Watch {
        let started = Instant::now();
        Watch {
            started,
            diary: None,
            deadline: timeout.and_then(|timeout| started.checked_add(timeout)),
            shows: std::io::stderr().is_terminal(),
            bar: Mutex::new(None),
        }
    }

    /// The same, saying a line now and then where there is no terminal for a bar.
    pub fn with_diary(mut self) -> Watch {
        self.diary = (!self.shows).then(Diary::default);
        self
    }

    /// The same without a bar, for answers that come while the work goes on.
    pub fn without_bar(mut self) -> Watch {
        self.shows = false;
        self
    }

    /// Whether Ctrl-C was pressed.
    pub fn interrupted() -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }

    /// Whether to go on; shows nothing.
    pub fn look(&self) -> Result<(), Stop> {
        if Watch::interrupted() {
            return Err(Stop::Interrupted);
        }
        match self.deadline.is_some_and(|deadline| Instant::now() > deadline) {
            true => Err(Stop::TimedOut),
            false => Ok(()),
        }
    }

    fn show(&self, step: Step<'_>) {
        if let Some(line) = self.diary.as_ref().and_then(|diary| diary.line(&step, self.started.elapsed())) {
            eprintln!("{line}");
        }
        if !self.shows || self.started.elapsed() < PATIENCE {
            return;
        }
        let Ok(mut bar) = self.bar.lock() else { return };
        let bar = bar.get_or_insert_with(|| {
            let bar = match step.total {
                Some(total) => {
                    ProgressBar::new(total).with_style(style("{bar:16} {done}/{total} {msg}{rate}{left}"))
                }
                None => ProgressBar::no_length().with_style(style("{spinner} {done} {msg}{rate}")),
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

/// A style with numbers short enough for a line of 80 columns. A rate is shown once there was time to measure one.
fn style(template: &str) -> ProgressStyle {
    let measured = |state: &ProgressState| state.elapsed() >= MEASURED && state.per_sec() > 0.0;
    // Nothing can be done about a line that cannot be written.
    ProgressStyle::with_template(template)
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("done", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&short(state.pos() as f64));
        })
        .with_key("total", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&short(state.len().unwrap_or(0) as f64));
        })
        .with_key("rate", move |state: &ProgressState, out: &mut dyn Write| {
            if measured(state) {
                let _ = write!(out, "  {}/s", short(state.per_sec()));
            }
        })
        .with_key("left", move |state: &ProgressState, out: &mut dyn Write| {
            if measured(state) {
                let _ = write!(out, "  {:#} left", HumanDuration(state.eta()));
            }
        })
}

/// A number in at most five characters and a letter.
fn short(number: f64) -> String {
    let large =
        [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")].into_iter().find(|scale| number >= 10.0 * scale.0);
    match large {
        Some((scale, letter)) => format!("{:.1}{letter}", number / scale),
        None => format!("{number:.0}"),
    }
}

impl Progress for Watch {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        self.look()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_said_every_half_minute_and_no_more() {
        let diary = Diary::default();
        let line = |seconds: u64, total: Option<u64>| {
            diary.line(&Step { unit: "heaps", done: 12_345_678, total }, Duration::from_secs(seconds))
        };
        assert_eq!(line(0, None), None);
        assert_eq!(line(29, None), None);
        assert_eq!(line(31, None), Some("12.3M heaps after 31s".into()));
        assert_eq!(line(60, None), None);
        assert_eq!(line(120, Some(100_000_000)), Some("12.3M of 100.0M heaps after 2m".into()));
    }

    #[test]
    fn numbers_of_any_size_are_short() {
        let shown = [0.0, 9999.0, 10_000.0, 215_953_792.0, 328_226_140_474.0, 12_345.67].map(short);
        assert_eq!(shown, ["0", "9999", "10.0k", "216.0M", "328.2G", "12.3k"]);
        // Bar, counts, what is counted, rate and time left.
        let widest =
            format!("{:16} {}/{} heaps, 1584 of them rare  {}/s  59m left", "", "999.9M", "999.9G", "99.9M");
        assert!(widest.len() <= 80, "{}", widest.len());
    }
}
