//! A match: the position, whose turn it is, what was played, and how it ends. No talk.

use grundy::{MoveReport, Place, Play, Result};

use super::field::{Field, Final};

/// A position that comes up so often is a draw.
const REPEATED: usize = 3;

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
    pub position: Vec<Place>,
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
    pub field: Box<dyn Field + 'a>,
    state: State,
    history: Vec<State>,
}

impl<'a> Match<'a> {
    pub fn new(field: impl Field + 'a, start: Vec<Place>, first: Side) -> Match<'a> {
        let state = State { position: start, mover: first, totals: [0, 0] };
        Match { field: Box::new(field), state, history: Vec::new() }
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn component(&self, index: usize) -> &Place {
        &self.state.position[index]
    }

    /// Every move, or `None` if there are too many to list.
    pub fn moves(&mut self) -> Result<Option<Vec<MoveReport>>> {
        self.field.moves(&self.state.position)
    }

    /// The moves that turn one component into these; several if they differ in label or gain.
    pub fn moves_to(&mut self, index: usize, parts: &[Place]) -> Result<Vec<MoveReport>> {
        self.field.moves_to(&self.state.position, index, parts)
    }

    /// A move that makes a lost game last.
    pub fn stall(&mut self) -> Result<Option<MoveReport>> {
        self.field.stall(&self.state.position)
    }

    /// Makes a move, which must be legal.
    pub fn apply(&mut self, by: &MoveReport) -> Result<()> {
        let mut next = self.state.clone();
        next.position = self.field.after(&self.state.position, by)?;
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
    pub fn ending(&mut self) -> Result<Option<Ending>> {
        let again = self.history.iter().filter(|state| **state == self.state).count() + 1;
        if again >= REPEATED {
            let why = format!("the same position has come up {again} times");
            return Ok(Some(Ending { winner: None, why }));
        }
        if self.field.can_move(&self.state.position)? {
            return Ok(None);
        }
        let mover = self.state.mover;
        Ok(Some(match self.field.decided(&self.state.position)? {
            Final::Scores => {
                let [yours, mine] = self.state.totals;
                let winner = match yours.cmp(&mine) {
                    std::cmp::Ordering::Greater => Some(Side::You),
                    std::cmp::Ordering::Less => Some(Side::Engine),
                    std::cmp::Ordering::Equal => None,
                };
                Ending { winner, why: format!("you have {yours}, I have {mine}") }
            }
            Final::Decided(wins) => {
                let whose = if mover == Side::You { "yours" } else { "mine" };
                let verdict = if wins { "wins" } else { "loses" };
                let why = format!(
                    "no move is left, the turn is {whose}, and by the rules the mover {verdict} here"
                );
                Ending { winner: Some(if wins { mover } else { mover.other() }), why }
            }
            Final::Stuck(play) => {
                let winner = if play == Play::Misere { mover } else { mover.other() };
                let who = if mover == Side::You { "you have" } else { "I have" };
                Ending { winner: Some(winner), why: format!("{who} no move left") }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_rules::ByRules;
    use super::*;
    use grundy::{Lets, Position, Quiet, Rules, Work};

    fn rules(text: &str) -> Rules {
        Rules::read(text, &Lets::new()).unwrap()
    }

    fn start<'a>(rules: &'a Rules, position: &[&str], play: Option<Play>) -> Match<'a> {
        let position = Position(position.iter().map(|p| rules.component(p).unwrap()).collect());
        let work = Work { limits: Default::default(), progress: &Quiet };
        let field = ByRules::new(rules, &position, play, &work).unwrap();
        let shown = field.shown(&position);
        Match::new(field, shown, Side::You)
    }

    fn step(game: &mut Match<'_>, index: usize, parts: &[&str]) {
        let parts: Vec<Place> = parts.iter().map(|p| game.field.read(p).unwrap()).collect();
        let by = game.moves_to(index, &parts).unwrap().remove(0);
        game.apply(&by).unwrap();
    }

    #[test]
    fn undo_goes_back_to_your_turn() {
        let rules = rules("nim");
        let mut game = start(&rules, &["3", "5"], None);
        assert!(!game.undo());
        let before = game.state().clone();
        step(&mut game, 1, &["3"]);
        step(&mut game, 0, &["2"]);
        assert!(game.undo());
        assert_eq!(*game.state(), before);
    }

    #[test]
    fn who_cannot_move_loses_and_under_misere_play_wins() {
        let rules = rules("nim");
        for (play, winner) in [(None, Side::You), (Some(Play::Misere), Side::Engine)] {
            let mut game = start(&rules, &["3"], play);
            assert_eq!(game.ending().unwrap(), None);
            step(&mut game, 0, &["0"]);
            assert_eq!(game.ending().unwrap().unwrap().winner, Some(winner));
        }
    }

    #[test]
    fn a_position_that_comes_up_three_times_is_a_draw() {
        let rules = rules("(x in 0..1) -> 1-x");
        let mut game = start(&rules, &["0"], None);
        for x in ["1", "0", "1", "0"] {
            assert_eq!(game.ending().unwrap(), None);
            step(&mut game, 0, &[x]);
        }
        assert_eq!(game.ending().unwrap().unwrap().winner, None);
    }

    #[test]
    fn finished_parts_of_a_split_are_dropped() {
        let rules = rules("n -> a & n-a for a in 1..(n-1)/2");
        let mut game = start(&rules, &["5"], None);
        step(&mut game, 0, &["4", "1"]);
        assert_eq!(game.state().position.len(), 1);
    }

    #[test]
    fn points_are_added_up() {
        let rules = rules("(n in 0..3) -> n-1 gain n");
        let mut game = start(&rules, &["3"], None);
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
        let rules = rules("nim");
        let mut game = start(&rules, &["1000000000000000000"], None);
        assert_eq!(game.moves().unwrap(), None);
        let mut to = |n: &str| {
            let place = game.field.read(n).unwrap();
            game.moves_to(0, &[place]).unwrap().len()
        };
        assert_eq!((to("999999999999999999"), to("1000000000000000000")), (1, 0));
        assert!(game.stall().unwrap().is_some());
    }
}
