//! How long a thread has worked, and how it then lets others go first.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Work after which a thread lets others go first.
const LONG: Duration = Duration::from_millis(100);
/// What the system calls nice: a thread that is not has three times the share of a processor that this one has.
#[cfg(target_os = "linux")]
const NICE: i32 = 5;

/// How long this thread has worked, not counting while others had the processor: a machine that is busy with other things
/// makes no question larger.
#[cfg(unix)]
pub fn worked(_: Instant) -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

#[cfg(not(unix))]
pub fn worked(begun: Instant) -> Duration {
    begun.elapsed()
}

/// Lets other threads go first once this one has worked for long, for the rest of its life: places alone do not help a
/// small question that shares the processors with many large ones.
pub fn give_way(begun: Instant) {
    thread_local! {
        static GIVES_WAY: Cell<bool> = const { Cell::new(false) };
    }
    // The clock of the work is a call of the system, so that the other one is asked first.
    if GIVES_WAY.get() || begun.elapsed() < LONG || worked(begun) < LONG {
        return;
    }
    GIVES_WAY.set(true);
    // Only there is this a matter of the thread and not of the whole program. Where it is refused nothing is lost.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, NICE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_is_no_work() {
        let begun = Instant::now();
        let before = worked(begun);
        std::thread::sleep(LONG);
        assert!(!cfg!(unix) || worked(begun) - before < begun.elapsed());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_works_for_long_gives_way_and_no_other_does() {
        let nice = || rustix::process::getpriority_process(None).unwrap();
        let before = nice();
        let begun = Instant::now();
        let long = std::thread::spawn(move || {
            while worked(begun) < LONG {
                std::hint::spin_loop();
            }
            give_way(begun);
            nice()
        });
        assert_eq!(long.join().unwrap(), NICE.max(before));
        let short = std::thread::spawn(move || (give_way(Instant::now()), nice()).1);
        assert_eq!(short.join().unwrap(), before);
        assert_eq!(nice(), before);
    }
}
