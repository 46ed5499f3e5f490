//! Places where questions are worked on, in lanes by cost, so that nothing small waits behind something large.
//!
//! What a question costs is not known beforehand, and those that would never end are as short as those that take a
//! millisecond. So every question begins in the quick lane and has a slice of work there. One that is not done by then
//! moves to a free place of a later lane and goes on; where there is none it is given up, waits for a later lane without
//! a thread and without memory, and begins anew there. What is lost is at most a slice in each lane, and that only while
//! others wait; in return the number of tables in memory is bounded by the number of places, however many wait.
//!
//! | lane | places, for w workers | slice |
//! |---|---|---|
//! | quick | w/2, at least 2 | 25 ms |
//! | short | w/4, at least 1 | 100 ms |
//! | middle | w/4, at least 1 | 1 s |
//! | long | w | as long as a question may take |
//!
//! Whoever waits for a lane also waits for the later ones and takes what comes first. Each line is first come, first
//! served, which is fair between connections, since each has one question at a time.
//!
//! Two hundred questions that come at once would still hold up the quick lane for seconds, a slice each. So the more wait
//! for it, the shorter the slice, such that the whole line passes in a quarter of a second of work; who comes last has
//! nobody behind and a whole slice.
//!
//! A question that does not say for a while where it is cannot be told to leave. It moves to a free place of a later lane
//! or to a spare one, so that the lane stays open for others; there are w/4 spare places, at least 1.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much work a question may have had to stay in each lane but the last. Most of what a page asks takes a few
/// milliseconds, and fifty questions that never end hold it up for no more than a second or two.
const SLICES: [Duration; 3] = [Duration::from_millis(25), Duration::from_millis(100), Duration::from_secs(1)];

/// In how much work all who wait for the quick lane have had their turn.
const PASSING: Duration = Duration::from_millis(250);
/// The least that a quick slice is cut down to: enough for most of what is read or solved at once.
const LEAST: Duration = Duration::from_millis(2);

struct Lane {
    free: Arc<Semaphore>,
    places: usize,
    /// How much work a question may have had to stay; nothing where it may stay to its end.
    slice: Option<Duration>,
}

/// All places.
pub struct Lanes {
    lanes: [Lane; 4],
    spare: Lane,
    line: Line,
}

/// Who waits for the quick lane.
#[derive(Default)]
struct Line {
    waiting: AtomicUsize,
    /// The most that have waited since nobody did. Were it those who wait now, the slices would grow as the line gets
    /// shorter, and the last of many would wait for long after all.
    most: AtomicUsize,
}

/// Somebody who waits for the quick lane, until this is dropped.
struct Waiting<'a>(&'a Line);

impl Waiting<'_> {
    fn new(line: &Line) -> Waiting<'_> {
        let waiting = line.waiting.fetch_add(1, Ordering::Relaxed) + 1;
        line.most.fetch_max(waiting, Ordering::Relaxed);
        Waiting(line)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        // Whoever comes between the two lines counts as one; a slice is then longer than it might be.
        if self.0.waiting.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.0.most.store(0, Ordering::Relaxed);
        }
    }
}

/// A place, which is free again when this is dropped.
pub struct Place {
    /// Which lane it belongs to; a spare place belongs to the lane from which its question came.
    lane: usize,
    spare: bool,
    _held: OwnedSemaphorePermit,
}

impl Lane {
    fn new(places: usize, slice: Option<Duration>) -> Lane {
        Lane { free: Arc::new(Semaphore::new(places)), places, slice }
    }
}

impl Lanes {
    pub fn new(workers: usize) -> Lanes {
        Lanes::with_slices(workers, SLICES)
    }

    pub fn with_slices(workers: usize, [quick, short, middle]: [Duration; 3]) -> Lanes {
        let (half, quarter) = ((workers / 2).max(2), (workers / 4).max(1));
        let lanes = [
            Lane::new(half, Some(quick)),
            Lane::new(quarter, Some(short)),
            Lane::new(quarter, Some(middle)),
            Lane::new(workers.max(1), None),
        ];
        Lanes { lanes, spare: Lane::new(quarter, None), line: Line::default() }
    }

    fn all(&self) -> impl Iterator<Item = &Lane> {
        self.lanes.iter().chain([&self.spare])
    }

    /// How many questions can be worked on, and have tables in memory, at the same time.
    pub fn places(&self) -> usize {
        self.all().map(|lane| lane.places).sum()
    }

    /// How many are worked on now.
    pub fn taken(&self) -> usize {
        self.all().map(|lane| lane.places - lane.free.available_permits()).sum()
    }

    /// Gives out no more places; whoever waits for one is told.
    pub fn close(&self) {
        for lane in self.all() {
            lane.free.close();
        }
    }

    /// Waits for a place in this lane or a later one; nothing if the lanes are closed.
    pub async fn place(&self, from: usize) -> Option<Place> {
        let _waiting = (from == 0).then(|| Waiting::new(&self.line));
        tokio::select! {
            biased;
            place = self.place_in(0), if from == 0 => place,
            place = self.place_in(1), if from <= 1 => place,
            place = self.place_in(2), if from <= 2 => place,
            place = self.place_in(3) => place,
        }
    }

    async fn place_in(&self, lane: usize) -> Option<Place> {
        let held = self.lanes[lane].free.clone().acquire_owned().await.ok()?;
        Some(Place { lane, spare: false, _held: held })
    }

    /// A place in a later lane if one is free, the one with the most work to come first.
    pub fn later(&self, place: &Place) -> Option<Place> {
        (place.lane + 1..self.lanes.len()).rev().find_map(|lane| {
            let held = self.lanes[lane].free.clone().try_acquire_owned().ok()?;
            Some(Place { lane, spare: false, _held: held })
        })
    }

    /// A place for a question that cannot be told to leave this one; nothing if it need not, or there is none.
    pub fn aside(&self, place: &Place) -> Option<Place> {
        self.slice(place).filter(|_| !place.spare)?;
        self.later(place).or_else(|| {
            let held = self.spare.free.clone().try_acquire_owned().ok()?;
            Some(Place { lane: place.lane, spare: true, _held: held })
        })
    }

    /// How much work a question may have had to stay at this place.
    pub fn slice(&self, place: &Place) -> Option<Duration> {
        let lane = &self.lanes[place.lane];
        let whole = lane.slice?;
        if place.lane > 0 {
            return Some(whole);
        }
        let line = self.line.most.load(Ordering::Relaxed).max(1);
        let share = PASSING * lane.places as u32 / u32::try_from(line).unwrap_or(u32::MAX);
        Some(whole.min(share.max(LEAST)))
    }

    /// The lane in which a question begins anew that could not stay at this place.
    pub fn after(&self, place: &Place) -> usize {
        (place.lane + 1).min(self.lanes.len() - 1)
    }

    /// Whether questions may stay at this place to their end.
    pub fn is_last(&self, place: &Place) -> bool {
        self.slice(place).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOBODY: Duration = Duration::ZERO;

    #[tokio::test]
    async fn one_worker_has_two_quick_places_and_one_in_each_other_lane() {
        let lanes = Lanes::new(1);
        let mut held = Vec::new();
        for lane in [0, 0, 1, 2, 3] {
            held.push(lanes.place(0).await.unwrap());
            assert_eq!(held.last().unwrap().lane, lane);
        }
        assert_eq!((lanes.taken(), lanes.places()), (5, 6));
        assert!(tokio::time::timeout(NOBODY, lanes.place(0)).await.is_err());
        drop(held);
        assert_eq!(lanes.taken(), 0);
    }

    #[tokio::test]
    async fn the_more_wait_for_the_quick_lane_the_shorter_its_slice() {
        let lanes = Lanes::new(1);
        let mut held = Vec::new();
        for _ in 0..5 {
            held.push(lanes.place(0).await.unwrap());
        }
        let [quick, short] = [&held[0], &held[2]];
        assert_eq!(lanes.slice(quick), Some(SLICES[0]));
        let mut line: Vec<_> = (0..200).map(|_| Box::pin(lanes.place(0))).collect();
        for waiting in &mut line {
            assert!(tokio::time::timeout(NOBODY, waiting).await.is_err());
        }
        // Two hundred slices at two places are a quarter of a second.
        assert_eq!(lanes.slice(quick), Some(PASSING * 2 / 200));
        assert_eq!(lanes.slice(short), Some(SLICES[1]));
        // However many wait, a small question is answered in its slice.
        line.extend((0..2000).map(|_| Box::pin(lanes.place(0))));
        for waiting in &mut line[200..] {
            assert!(tokio::time::timeout(NOBODY, waiting).await.is_err());
        }
        assert_eq!(lanes.slice(quick), Some(LEAST));
        // It stays so until all have had their turn.
        line.truncate(1);
        assert_eq!(lanes.slice(quick), Some(LEAST));
        drop(line);
        assert_eq!(lanes.slice(quick), Some(SLICES[0]));
    }

    #[tokio::test]
    async fn who_waits_for_a_later_lane_does_not_take_a_quick_place() {
        let lanes = Lanes::new(1);
        let long = lanes.place(3).await.unwrap();
        let middle = lanes.place(2).await.unwrap();
        assert_eq!((long.lane, middle.lane), (3, 2));
        assert!(tokio::time::timeout(NOBODY, lanes.place(2)).await.is_err());
        assert_eq!(lanes.place(0).await.unwrap().lane, 0);
        drop(long);
        assert_eq!(lanes.place(2).await.unwrap().lane, 3);
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_the_line() {
        let lanes = Lanes::new(1);
        let held = lanes.place(3).await.unwrap();
        let mut first = Box::pin(lanes.place(3));
        let mut second = Box::pin(lanes.place(3));
        for waiting in [&mut first, &mut second] {
            assert!(tokio::time::timeout(NOBODY, waiting).await.is_err());
        }
        drop(first);
        drop(held);
        assert_eq!(second.await.unwrap().lane, 3);
        assert_eq!(lanes.taken(), 0);
    }

    #[tokio::test]
    async fn closing_wakes_whoever_waits() {
        let lanes = Lanes::new(1);
        let _held = lanes.place(3).await.unwrap();
        let mut waiting = Box::pin(lanes.place(3));
        assert!(tokio::time::timeout(NOBODY, &mut waiting).await.is_err());
        lanes.close();
        assert!(waiting.await.is_none());
        assert!(lanes.place(0).await.is_none());
    }
}
