//! Answers on their way to the client: all of them together have a limit, whoever does not read.
//!
//! Room is taken before an answer is handed over and is given back with its memory, when the last byte has been sent
//! or the connection has ended.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room is counted in whole pieces of this many bytes. A shorter answer needs none and never waits: the system takes
/// it at once, and a question of that length was let in as well.
const PIECE: usize = 1 << 16;

pub struct Outbox {
    room: Arc<Semaphore>,
    pieces: u32,
}

/// An answer and its room, which end together.
struct Held {
    answer: Vec<u8>,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.answer
    }
}

impl Outbox {
    pub fn new(bytes: usize) -> Outbox {
        let pieces = (bytes / PIECE).clamp(1, Semaphore::MAX_PERMITS.min(u32::MAX as usize)) as u32;
        Outbox { room: Arc::new(Semaphore::new(pieces as usize)), pieces }
    }

    /// Waits for room, and gives nothing if there is none in time. An answer larger than the whole box needs all of it.
    pub async fn hold(&self, mut answer: Vec<u8>, time: Duration) -> Option<Bytes> {
        answer.shrink_to_fit();
        let pieces = u32::try_from(answer.len() / PIECE).unwrap_or(u32::MAX).min(self.pieces);
        let room =
            tokio::time::timeout(time, self.room.clone().acquire_many_owned(pieces)).await.ok()?.ok()?;
        Some(Bytes::from_owner(Held { answer, _room: room }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn room_is_given_back_with_the_last_part_of_an_answer() {
        let outbox = Outbox::new(4 * PIECE);
        let first = outbox.hold(vec![0; 4 * PIECE], Duration::MAX).await.unwrap();
        let part = first.slice(..1);
        drop(first);
        assert_eq!(outbox.room.available_permits(), 0);
        assert!(outbox.hold(vec![0; PIECE], Duration::ZERO).await.is_none());
        assert!(outbox.hold(vec![0; PIECE - 1], Duration::ZERO).await.is_some());
        drop(part);
        assert_eq!(outbox.room.available_permits(), 4);
        let large = outbox.hold(vec![0; 100 * PIECE], Duration::MAX).await.unwrap();
        assert_eq!(outbox.room.available_permits(), 0);
        drop(large);
        assert_eq!(outbox.room.available_permits(), 4);
    }
}
