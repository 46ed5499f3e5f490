//! One run of a question: a thread of its own, which moves between the lanes while it works.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::effort::{give_way, worked};
use crate::lanes::{Lanes, Place};

/// How large the stack of a thread is. Rules nest, and reading and checking them calls itself as deep; a thread has
/// 2 MiB if nothing is said, the command line 8, and what it bears the server must bear, or a stranger ends it for all.
/// Pages that are never touched cost nothing.
const STACK: usize = 16 << 20;
/// How long a question may be silent before another takes its place in the lane.
const SILENCE: Duration = Duration::from_millis(100);

/// A run at its place.
pub struct Run {
    lanes: Arc<Lanes>,
    place: Mutex<Place>,
    begun: Instant,
    pulses: AtomicU64,
    /// Whether it was told to leave: whatever it found by then is not to be used.
    left: AtomicBool,
}

impl Run {
    pub fn new(lanes: Arc<Lanes>, place: Place) -> Arc<Run> {
        let (pulses, left) = Default::default();
        Arc::new(Run { lanes, place: Mutex::new(place), begun: Instant::now(), pulses, left })
    }

    fn place(&self) -> MutexGuard<'_, Place> {
        self.place.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the work may go on, here or in a later lane; called again and again by every thread that works for this.
    pub fn goes_on(&self) -> bool {
        self.pulses.fetch_add(1, Ordering::Relaxed);
        give_way(self.begun);
        let mut place = self.place();
        if self.left.load(Ordering::Relaxed) {
            return false;
        }
        let over = |slice| self.begun.elapsed() >= slice && worked(self.begun) >= slice;
        if !self.lanes.slice(&place).is_some_and(over) {
            return true;
        }
        match self.lanes.later(&place) {
            Some(later) => *place = later,
            None => self.left.store(true, Ordering::Relaxed),
        }
        !self.left.load(Ordering::Relaxed)
    }

    /// Whether it was told to leave its lane, and must begin anew in a later one.
    pub fn left(&self) -> bool {
        self.left.load(Ordering::Relaxed)
    }

    /// The lane in which it begins anew.
    pub fn next(&self) -> usize {
        self.lanes.after(&self.place())
    }

    /// Whether it may stay where it is to its end.
    pub fn stays(&self) -> bool {
        self.lanes.is_last(&self.place())
    }

    /// Opens its place for another if nothing was heard since so many pulses; returns how many there were.
    fn make_way(&self, since: u64) -> u64 {
        let pulses = self.pulses.load(Ordering::Relaxed);
        if pulses == since {
            let mut place = self.place();
            if let Some(aside) = self.lanes.aside(&place) {
                *place = aside;
            }
        }
        pulses
    }

    /// Works on a thread of its own and waits for what comes of it; nothing if that is nothing, as after a panic. The
    /// place is kept until this and the work have both let go of it.
    pub async fn work<T: Send + 'static>(
        self: &Arc<Run>,
        work: impl FnOnce(&Run) -> T + Send + 'static,
    ) -> io::Result<Option<T>> {
        let (sender, mut receiver) = oneshot::channel();
        let run = self.clone();
        thread::Builder::new().name("question".into()).stack_size(STACK).spawn(move || {
            let found = work(&run);
            drop(run);
            let _ = sender.send(found);
        })?;
        let mut pulses = 0;
        loop {
            match tokio::time::timeout(SILENCE, &mut receiver).await {
                Ok(found) => return Ok(found.ok()),
                Err(_) => pulses = self.make_way(pulses),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Every pulse is past the slices.
    fn impatient(workers: usize) -> Arc<Lanes> {
        Arc::new(Lanes::with_slices(workers, [Duration::ZERO; 3]))
    }

    async fn run(lanes: &Arc<Lanes>) -> Arc<Run> {
        Run::new(lanes.clone(), lanes.place(0).await.unwrap())
    }

    #[tokio::test]
    async fn work_beyond_its_slice_goes_on_where_there_is_a_free_place_and_leaves_where_there_is_none() {
        let lanes = impatient(1);
        // Two have the quick places and the others those between; the first to pulse gets the long one.
        let [first, second] = [run(&lanes).await, run(&lanes).await];
        let [third, fourth] = [run(&lanes).await, run(&lanes).await];
        assert!(first.work(Run::goes_on).await.unwrap().unwrap() && first.stays());
        assert!(!second.work(Run::goes_on).await.unwrap().unwrap() && second.left());
        assert_eq!((second.next(), third.next(), fourth.next()), (1, 2, 3));
        drop((third, fourth));
        assert!(!second.goes_on(), "who was told to leave is not told otherwise later");
        assert_eq!(lanes.taken(), 2);
        drop((first, second));
        assert_eq!(lanes.taken(), 0);
    }

    #[tokio::test]
    async fn work_within_its_slice_stays() {
        let lanes = Arc::new(Lanes::with_slices(1, [Duration::MAX; 3]));
        let quick = run(&lanes).await;
        assert!(quick.work(|run| (0..1000).all(|_| run.goes_on())).await.unwrap().unwrap());
        assert_eq!(quick.next(), 1);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn silent_work_makes_way_as_often_as_there_are_spare_places() {
        let lanes = impatient(1);
        let (give_up, given_up) = mpsc::channel::<()>();
        let given_up = Arc::new(Mutex::new(given_up));
        // Two quick places, one in each other lane, and a spare one: the seventh finds nothing.
        let silent: Vec<_> = (0..6)
            .map(|_| {
                let (lanes, given_up) = (lanes.clone(), given_up.clone());
                tokio::spawn(async move {
                    let run = run(&lanes).await;
                    run.work(move |_| given_up.lock().unwrap().recv().is_err()).await.unwrap()
                })
            })
            .collect();
        while lanes.taken() < 6 {
            tokio::task::yield_now().await;
        }
        let mut seventh = Box::pin(lanes.place(0));
        assert!(tokio::time::timeout(Duration::ZERO, &mut seventh).await.is_err());
        drop(give_up);
        assert!(seventh.await.is_some());
        for one in silent {
            one.await.unwrap();
        }
        assert_eq!(lanes.taken(), 0);
    }

    #[tokio::test]
    async fn a_place_is_kept_as_long_as_its_thread_works_though_nobody_waits() {
        let lanes = impatient(1);
        let (give_up, given_up) = mpsc::channel::<()>();
        let first = run(&lanes).await;
        let work = first.work(move |_| given_up.recv().is_err());
        assert!(tokio::time::timeout(Duration::ZERO, work).await.is_err());
        drop(first);
        assert_eq!(lanes.taken(), 1);
        drop(give_up);
        while lanes.taken() > 0 {
            tokio::task::yield_now().await;
        }
    }

    #[tokio::test]
    async fn the_stack_bears_more_than_that_of_the_command_line() {
        let lanes = impatient(1);
        let first = run(&lanes).await;
        let sum =
            first.work(|_| std::hint::black_box(&[1u8; 9 << 20]).iter().map(|&byte| u64::from(byte)).sum());
        assert_eq!(sum.await.unwrap(), Some(9u64 << 20));
    }
}
