//! A match: the position, whose turn it is, what was played, and how it ends. No talk.

use std::cell::{RefCell, RefMut};

use grundy::arena::{self, Arena, DecidedBy, FOR_MATCH};
use grundy::report::{MoveReport, Part};
use grundy::{Error, ErrorKind, Limits, Place, Play, Report, Result, Work};

/// Steps that listing the moves of a component may take.
const LISTED: u64 = 20_000;
/// Steps that finding one move may take.
const SEARCHED: u64 = 5_000_000;
/// More components than this are no game any more.
const WIDEST: usize = 1000;
/// A position that comes up so often is a draw.
const REPEATED: usize = 3;

/// Work on moves, which is quick.
fn steps(positions: u64) -> Work<'static> {
    Work { limits: Limits { positions, ..Limits::default() }, ..Work::unwatched() }
}

/// The players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    You,
    Engine,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::You => Side::Engine,
            Side::Engine => Side::You,
        }
    }
}

/// Where a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub position: Vec<String>,
    pub mover: Side,
    /// What you and the engine have earned.
    pub totals: [i64; 2],
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `None` is a draw.
    pub winner: Option<Side>,
    pub why: String,
}

/// A match under way.
pub struct Match<'a> {
    // Asking about moves also teaches the arena something, which nobody sees.
    arena: RefCell<Box<dyn Arena + 'a>>,
    state: State,
    history: Vec<State>,
}

impl<'a> Match<'a> {
    pub fn new(arena: Box<dyn Arena + 'a>, start: Vec<String>, first: Side) -> Match<'a> {
        let state = State { position: start, mover: first, totals: [0, 0] };
        Match { arena: RefCell::new(arena), state, history: Vec::new() }
    }

    /// What it is played on.
    pub fn arena(&self) -> RefMut<'_, Box<dyn Arena + 'a>> {
        self.arena.borrow_mut()
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    /// A component as it is written.
    pub fn component(&self, index: usize) -> &String {
        &self.state.position[index]
    }

    /// A component as it is shown.
    pub fn place(&self, index: usize) -> Place {
        self.arena().place(self.component(index))
    }

    /// Whether components are heaps, of which one may say how much is taken.
    pub fn is_heap(&self) -> bool {
        self.arena().rules().is_some_and(|rules| rules.form().is_heap())
    }

    /// What decides the match, in words.
    pub fn goal(&self) -> String {
        if let Some([aim, _]) = self.arena().ending() {
            return aim.clone();
        }
        let goal = match self.arena().decided() {
            DecidedBy::Score => "Whoever has earned more at the end wins.",
            DecidedBy::FinalPosition => "The final position decides who wins.",
            DecidedBy::LastMove(Play::Normal) => "Whoever cannot move loses.",
            DecidedBy::LastMove(Play::Misere) => "Whoever cannot move wins.",
        };
        goal.into()
    }

    /// Every move, or `None` if there are too many to list.
    pub fn moves(&self) -> Result<Option<Vec<MoveReport>>> {
        match self.arena().moves(&self.state.position, &steps(LISTED)) {
            Ok(moves) => Ok(Some(moves.into_iter().map(|played| played.by).collect())),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Some move, where one is found without listing all.
    pub fn some_move(&self) -> Result<Option<MoveReport>> {
        self.arena().some_move(&self.state.position, &steps(SEARCHED))
    }

    /// The moves that turn one component into these; several if they differ in label or gain.
    pub fn moves_to(&self, index: usize, parts: &[String]) -> Result<Vec<MoveReport>> {
        let mut arena = self.arena();
        let to: Vec<Part> = parts.iter().map(|text| Part::One(arena.place(text))).collect();
        let found = arena.moves_to(&self.state.position, index, &to, &steps(SEARCHED))?;
        Ok(found.into_iter().map(|played| played.by).collect())
    }

    /// Everything about the position, for the player to move.
    pub fn report(&mut self, work: &Work<'_>) -> Result<Report> {
        let arena = &mut **self.arena.get_mut();
        arena.learn_remoteness(&self.state.position, FOR_MATCH, work)?;
        arena::report(arena, &self.state.position, work)
    }

    /// Makes a move, which must be legal.
    pub fn apply(&mut self, by: &MoveReport) -> Result<()> {
        let mut next = self.state.clone();
        let arena = &mut **self.arena.get_mut();
        next.position = arena.after(&self.state.position, by, &steps(SEARCHED))?;
        if next.position.len() > WIDEST {
            let message = format!("the move leaves more than {WIDEST} components, too many to go on playing");
            return Err(Error::new(ErrorKind::Limit, message));
        }
        if arena.splits() {
            // What is finished would only be in the way.
            next.position = open_part(arena, next.position)?;
        }
        let total = &mut next.totals[next.mover as usize];
        *total = total.saturating_add(by.gain.unwrap_or(0));
        next.mover = next.mover.other();
        self.history.push(std::mem::replace(&mut self.state, next));
        Ok(())
    }

    /// Goes back to your previous turn; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.history.iter().rposition(|state| state.mover == Side::You) else {
            return false;
        };
        self.history.truncate(last + 1);
        self.state = self.history.pop().expect("the position was just found");
        true
    }

    /// Lets the players change places.
    pub fn swap(&mut self) {
        for state in self.history.iter_mut().chain([&mut self.state]) {
            state.mover = state.mover.other();
            state.totals.swap(0, 1);
        }
    }

    /// How the match ended, if it has.
    pub fn ending(&self) -> Result<Option<Ending>> {
        let again = self.history.iter().filter(|state| **state == self.state).count() + 1;
        if again >= REPEATED {
            let why = format!("the same position has come up {again} times");
            return Ok(Some(Ending { winner: None, why }));
        }
        let arena = &mut **self.arena();
        if arena::can_move(arena, &self.state.position, &steps(SEARCHED))? {
            return Ok(None);
        }
        self.finished(arena).map(Some)
    }

    fn finished(&self, arena: &dyn Arena) -> Result<Ending> {
        let mover = self.state.mover;
        Ok(match arena.decided() {
            DecidedBy::Score => {
                let [yours, mine] = self.state.totals;
                let winner = match yours.cmp(&mine) {
                    std::cmp::Ordering::Greater => Some(Side::You),
                    std::cmp::Ordering::Less => Some(Side::Engine),
                    std::cmp::Ordering::Equal => None,
                };
                Ending { winner, why: format!("you have {yours}, I have {mine}") }
            }
            DecidedBy::FinalPosition => {
                let wins = arena.wins_at_end(&self.state.position)?;
                let winner = Some(if wins { mover } else { mover.other() });
                let whose = if mover == Side::You { "yours" } else { "mine" };
                let verdict = if wins { "wins" } else { "loses" };
                let why = format!(
                    "no move is left, the turn is {whose}, and by the rules the mover {verdict} here"
                );
                Ending { winner, why }
            }
            DecidedBy::LastMove(play) => {
                let winner = if play == Play::Misere { mover } else { mover.other() };
                let who = if mover == Side::You { "you have" } else { "I have" };
                let why = match arena.ending() {
                    Some([_, happened]) => happened.clone(),
                    None => format!("{who} no move left"),
                };
                Ending { winner: Some(winner), why }
            }
        })
    }
}

/// The components that have a move.
fn open_part(arena: &mut dyn Arena, position: Vec<String>) -> Result<Vec<String>> {
    let mut open = Vec::new();
    for component in position {
        if arena::can_move(arena, std::slice::from_ref(&component), &steps(SEARCHED))? {
            open.push(component);
        }
    }
    Ok(open)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grundy::{Lets, Source, open};

    fn start(rules: &str, position: &[&str], play: Option<Play>) -> Match<'static> {
        let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
        let work = Work::unwatched();
        let game = open(Source::Text(rules), &Lets::new(), &position, play, &work).unwrap();
        Match::new(game.into_arena(), position, Side::You)
    }

    fn step(game: &mut Match<'_>, index: usize, parts: &[&str]) {
        let parts: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
        let by = game.moves_to(index, &parts).unwrap().remove(0);
        game.apply(&by).unwrap();
    }

    #[test]
    fn undo_goes_back_to_your_turn() {
        let mut game = start("nim", &["3", "5"], None);
        assert!(!game.undo());
        let before = game.state().clone();
        step(&mut game, 1, &["3"]);
        step(&mut game, 0, &["2"]);
        assert!(game.undo());
        assert_eq!(*game.state(), before);
    }

    #[test]
    fn who_cannot_move_loses_and_under_misere_play_wins() {
        for (play, winner) in [(None, Side::You), (Some(Play::Misere), Side::Engine)] {
            let mut game = start("nim", &["3"], play);
            assert_eq!(game.ending().unwrap(), None);
            step(&mut game, 0, &["0"]);
            assert_eq!(game.ending().unwrap().unwrap().winner, Some(winner));
        }
    }

    #[test]
    fn a_position_that_comes_up_three_times_is_a_draw() {
        let mut game = start("(x in 0..1) -> 1-x", &["0"], None);
        for x in ["1", "0", "1", "0"] {
            assert_eq!(game.ending().unwrap(), None);
            step(&mut game, 0, &[x]);
        }
        assert_eq!(game.ending().unwrap().unwrap().winner, None);
    }

    #[test]
    fn finished_parts_of_a_split_are_dropped() {
        let mut game = start("n -> a & n-a for a in 1..(n-1)/2", &["5"], None);
        step(&mut game, 0, &["4", "1"]);
        assert_eq!(game.state().position.len(), 1);
    }

    #[test]
    fn points_are_added_up() {
        let mut game = start("(n in 0..3) -> n-1 gain n", &["3"], None);
        for x in ["2", "1", "0"] {
            step(&mut game, 0, &[x]);
        }
        assert_eq!(game.state().totals, [4, 2]);
        assert_eq!(game.ending().unwrap().unwrap().winner, Some(Side::You));
        game.swap();
        assert_eq!(game.state().totals, [2, 4]);
    }

    #[test]
    fn one_move_of_a_huge_heap_is_found_without_listing_all() {
        let game = start("nim", &["1000000000000000000"], None);
        assert_eq!(game.moves().unwrap(), None);
        let to = |n: &str| game.moves_to(0, &[n.to_string()]).unwrap().len();
        assert_eq!((to("999999999999999999"), to("1000000000000000000")), (1, 0));
        assert!(game.some_move().unwrap().is_some());
    }
}
