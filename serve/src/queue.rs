//! Who waits for a place, in the order in which they came, so that each can be told how many come before.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

#[derive(Default)]
struct Tickets {
    given: u64,
    waiting: BTreeSet<u64>,
}

/// All who wait.
#[derive(Default)]
pub struct Queue(Mutex<Tickets>);

/// One who waits; whoever drops it waits no longer.
pub struct Ticket {
    queue: Arc<Queue>,
    number: u64,
}

impl Queue {
    fn tickets(&self) -> MutexGuard<'_, Tickets> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A ticket, unless so many wait already.
    pub fn enter(self: &Arc<Queue>, most: usize) -> Option<Arc<Ticket>> {
        let mut tickets = self.tickets();
        if tickets.waiting.len() >= most {
            return None;
        }
        tickets.given += 1;
        let number = tickets.given;
        tickets.waiting.insert(number);
        Some(Arc::new(Ticket { queue: self.clone(), number }))
    }

    /// How many wait.
    pub fn len(&self) -> usize {
        self.tickets().waiting.len()
    }
}

impl Ticket {
    /// How many came before and wait still.
    pub fn ahead(&self) -> usize {
        self.queue.tickets().waiting.range(..self.number).count()
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.queue.tickets().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_leaves_brings_the_others_forward() {
        let queue = Arc::<Queue>::default();
        let mut all: Vec<_> = (0..4).map(|_| queue.enter(4).unwrap()).collect();
        assert!(queue.enter(4).is_none());
        assert_eq!(all.iter().map(|ticket| ticket.ahead()).collect::<Vec<_>>(), [0, 1, 2, 3]);
        drop(all.remove(1));
        assert_eq!(all.iter().map(|ticket| ticket.ahead()).collect::<Vec<_>>(), [0, 1, 2]);
        let last = queue.enter(4).unwrap();
        assert_eq!((last.ahead(), queue.len()), (3, 4));
        drop(all);
        assert_eq!((last.ahead(), queue.len()), (0, 1));
    }
}
