//! A match: the position, whose turn it is, what was played, and how it ends. No talk.

use grundy::{Component, Error, ErrorKind, MoveReport, Part, Place, Play, Position, Report, Result, Work};

use super::playable::{DecidedBy, Playable};

/// Steps that listing the moves of a component may take.
const LISTED: u64 = 20_000;
/// More components than this are no game any more.
const WIDEST: u64 = 1000;
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
    pub position: Position,
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
    ground: Box<dyn Playable + 'a>,
    state: State,
    history: Vec<State>,
}

impl<'a> Match<'a> {
    pub fn new(ground: Box<dyn Playable + 'a>, start: Position, first: Side) -> Match<'a> {
        let state = State { position: start, mover: first, totals: [0, 0] };
        Match { ground, state, history: Vec::new() }
    }

    /// What it is played on.
    pub fn ground(&self) -> &(dyn Playable + 'a) {
        &*self.ground
    }

    pub fn state(&self) -> &State {
        &self.state
    }

    pub fn component(&self, index: usize) -> &Component {
        &self.state.position.0[index]
    }

    /// What decides the match, in words.
    pub fn goal(&self) -> &'static str {
        if let Some([aim, _]) = self.ground.ending() {
            return aim;
        }
        match self.ground.decided() {
            DecidedBy::Score => "Whoever has earned more at the end wins.",
            DecidedBy::FinalPosition => "The final position decides who wins.",
            DecidedBy::LastMove(Play::Normal) => "Whoever cannot move loses.",
            DecidedBy::LastMove(Play::Misere) => "Whoever cannot move wins.",
        }
    }

    /// Every move, or `None` if there are too many to list.
    pub fn moves(&self) -> Result<Option<Vec<MoveReport>>> {
        match self.ground.moves(&self.state.position, LISTED) {
            Ok(moves) => Ok(Some(moves)),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Some move, where one is found without listing all.
    pub fn some_move(&self) -> Result<Option<MoveReport>> {
        self.ground.some_move(&self.state.position)
    }

    /// The moves that turn one component into these; several if they differ in label or gain.
    pub fn moves_to(&self, index: usize, parts: &[Component]) -> Result<Vec<MoveReport>> {
        self.ground.moves_to(index, self.component(index), parts)
    }

    /// A move that makes a lost game last, where nobody knows the longest.
    pub fn stall(&self) -> Result<Option<MoveReport>> {
        self.ground.stall(&self.state.position)
    }

    /// Everything about the position, for the player to move.
    pub fn report(&mut self, work: &Work<'_>) -> Result<Report> {
        self.ground.report(&self.state.position, work)
    }

    /// Makes a move, which must be legal.
    pub fn apply(&mut self, by: &MoveReport) -> Result<()> {
        let mut next = self.state.clone();
        next.position = match self.ground.after(&self.state.position, by)? {
            Some(position) => position,
            None => self.replaced(by)?,
        };
        let total = &mut next.totals[next.mover as usize];
        *total = total.saturating_add(by.gain.unwrap_or(0));
        next.mover = next.mover.other();
        self.history.push(std::mem::replace(&mut self.state, next));
        Ok(())
    }

    /// The position with the moved component replaced by what it becomes.
    fn replaced(&self, by: &MoveReport) -> Result<Position> {
        let mut next = self.state.position.clone();
        next.0.splice(by.component..=by.component, self.parts(&by.to)?);
        if self.ground.splits() {
            // What is finished would only be in the way.
            let mut open = Vec::new();
            for component in next.0 {
                if self.ground.can_move(&component)? {
                    open.push(component);
                }
            }
            next.0 = open;
        }
        Ok(next)
    }

    fn parts(&self, parts: &[Part]) -> Result<Vec<Component>> {
        let mut all = Vec::new();
        for part in parts {
            let (count, place): (u64, &Place) = match part {
                Part::One(place) => (1, place),
                Part::Copies { count, of } => (*count, of),
            };
            if count.saturating_add(all.len() as u64) > WIDEST {
                return Err(Error::new(
                    ErrorKind::Limit,
                    format!("the move leaves more than {WIDEST} components, too many to go on playing"),
                ));
            }
            let component = self.ground.component(&place.argument())?;
            all.extend(std::iter::repeat_n(component, count as usize));
        }
        Ok(all)
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
        for component in &self.state.position.0 {
            if self.ground.can_move(component)? {
                return Ok(None);
            }
        }
        self.finished().map(Some)
    }

    fn finished(&self) -> Result<Ending> {
        let mover = self.state.mover;
        Ok(match self.ground.decided() {
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
                let wins = self.ground.wins_at_end(&self.state.position)?;
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
                let why = match self.ground.ending() {
                    Some([_, happened]) => happened.into(),
                    None => format!("{who} no move left"),
                };
                Ending { winner: Some(winner), why }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::by_rules::ByRules;
    use super::*;
    use grundy::{Lets, Quiet, Rules};

    fn rules(text: &str) -> Rules {
        Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap()
    }

    fn start<'a>(rules: &'a Rules, position: &[&str], play: Option<Play>) -> Match<'a> {
        let position = Position(position.iter().map(|p| rules.component(p).unwrap()).collect());
        let work = Work { limits: Default::default(), progress: &Quiet };
        let ground = ByRules::new(rules, play, &position, &work).unwrap();
        Match::new(Box::new(ground), position, Side::You)
    }

    fn step(game: &mut Match<'_>, index: usize, parts: &[&str]) {
        let parts: Vec<Component> = parts.iter().map(|p| game.ground().component(p).unwrap()).collect();
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
        assert_eq!(game.state().position.0.len(), 1);
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
        let game = start(&rules, &["1000000000000000000"], None);
        assert_eq!(game.moves().unwrap(), None);
        let to = |n: &str| game.moves_to(0, &[rules.component(n).unwrap()]).unwrap().len();
        assert_eq!((to("999999999999999999"), to("1000000000000000000")), (1, 0));
        assert!(game.stall().unwrap().is_some());
    }
}
