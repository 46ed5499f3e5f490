//! How many threads an engine may use. Answers never depend on it.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

/// A number of threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// The calling thread alone.
    pub const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// As many as given, at least one.
    pub fn new(count: usize) -> Threads {
        Threads(NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN))
    }

    /// As many as the machine runs at a time; one in the browser.
    pub fn available() -> Threads {
        // Asking the system takes longer than solving a small graph, so it is asked once.
        static AVAILABLE: OnceLock<Threads> = OnceLock::new();
        if cfg!(target_family = "wasm") {
            return Threads::ONE;
        }
        *AVAILABLE.get_or_init(|| std::thread::available_parallelism().map_or(Threads::ONE, Threads))
    }

    /// The number.
    pub fn count(self) -> usize {
        self.0.get()
    }

    /// One thread if there is less than `least` of work, else as many as these.
    pub(crate) fn for_work(self, work: usize, least: usize) -> Threads {
        if work < least { Threads::ONE } else { self }
    }

    /// Runs `work` once on each thread, the calling one included, and returns what each found, in no order.
    ///
    /// A thread that the system refuses to start is left out: `work` must share one pool of jobs, not split it.
    pub(crate) fn run<R: Send>(self, work: impl Fn() -> R + Sync) -> Vec<R> {
        if self == Threads::ONE || cfg!(target_family = "wasm") {
            return vec![work()];
        }
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..self.count())
                .filter_map(|_| std::thread::Builder::new().spawn_scoped(scope, &work).ok())
                .collect();
            let mut found = vec![work()];
            for other in others {
                found.push(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            }
            found
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn a_pool_of_jobs_is_done_once_by_any_number_of_threads() {
        for count in [0, 1, 2, 5] {
            let next = AtomicUsize::new(0);
            let done = Threads::new(count).run(|| {
                let mut sum = 0;
                loop {
                    match next.fetch_add(1, Ordering::Relaxed) {
                        job if job < 100 => sum += job,
                        _ => return sum,
                    }
                }
            });
            assert_eq!(done.iter().sum::<usize>(), 4950);
        }
    }
}
