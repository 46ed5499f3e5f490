//! What was found out about the games that were asked about last: the next move of a game is asked about soon after the
//! one before, and what was searched for that need not be searched again.
//!
//! A game is taken out while it is worked on, so that nobody waits for another; whoever asks about it meanwhile begins
//! anew. Those that were not asked about for longest are forgotten first.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use grundy::ask::{Asker, Question};

/// How many games are kept. Each may hold as much memory as a question takes, which leaves the questions less.
pub const GAMES: usize = 1;

/// The games that are kept, the last one first.
#[derive(Default)]
pub struct Kept(Mutex<VecDeque<Asker>>);

impl Kept {
    fn games(&self) -> MutexGuard<'_, VecDeque<Asker>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known about the game of a question; nothing if it was not asked about lately.
    pub fn take(&self, question: &Question) -> Asker {
        let mut games = self.games();
        let at = games.iter().position(|known| known.knows(question));
        at.and_then(|at| games.remove(at)).unwrap_or_default()
    }

    /// Keeps what is known.
    pub fn put(&self, known: Asker) {
        let mut games = self.games();
        games.push_front(known);
        // What is forgotten may be large, and is freed once others may go on.
        let forgotten = (games.len() > GAMES).then(|| games.pop_back());
        drop(games);
        drop(forgotten);
    }
}

#[cfg(test)]
mod tests {
    use grundy::Work;
    use grundy::ask::Verb;

    use super::*;

    fn about(rules: &str) -> Question {
        Question { rules: rules.into(), position: vec!["5".into()], ..Question::of(Verb::Solve) }
    }

    #[test]
    fn the_last_game_is_known_and_those_before_forgotten() {
        let kept = Kept::default();
        for rules in ["nim", "kayles"] {
            let mut asker = kept.take(&about(rules));
            assert!(!asker.knows(&about(rules)), "{rules}");
            asker.ask(&about(rules), &Work::unwatched()).unwrap();
            kept.put(asker);
        }
        assert!(!kept.take(&about("nim")).knows(&about("nim")), "it was forgotten");
        let again = kept.take(&about("kayles"));
        assert!(again.knows(&about("kayles")));
        assert!(!kept.take(&about("kayles")).knows(&about("kayles")), "somebody has it");
    }
}
