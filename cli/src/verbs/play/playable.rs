//! What a match can be played on, be it rules, a board or a graph from a file.

use grundy::{Component, MoveReport, Place, Play, Position, Report, Result, Work};

/// What decides a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// Who has earned more.
    Score,
    /// What the rules say about the final position.
    FinalPosition,
    /// Who cannot move.
    LastMove(Play),
}

/// A game that two can play: positions, moves, and the one who knows the best ones.
pub trait Playable {
    /// What the game is called.
    fn title(&self) -> String;

    /// What decides a match.
    fn decided(&self) -> DecidedBy;

    /// The aim, and what has happened at the end, where "who cannot move" would not say it.
    fn ending(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// Whether components are heaps, of which one may say how much is taken.
    fn is_heap(&self) -> bool;

    /// Whether a move may leave several components, or none.
    fn splits(&self) -> bool;

    /// Whether the label of a move says which one it is.
    fn labels_tell(&self) -> bool {
        false
    }

    /// A component as it is written.
    fn place(&self, component: &Component) -> Place;

    /// The component that is written like this.
    fn component(&self, text: &str) -> Result<Component>;

    /// What a component becomes, as a player types it.
    fn parts(&self, text: &str) -> Result<Vec<Component>>;

    /// Some components to look at, a line or more each.
    fn look(&self, components: &[Component]) -> String;

    /// Every move; fails with a limit if finding them takes more than so many steps.
    fn moves(&self, position: &Position, steps: u64) -> Result<Vec<MoveReport>>;

    /// Some move, where one is found without listing all.
    fn some_move(&self, _: &Position) -> Result<Option<MoveReport>> {
        Ok(None)
    }

    /// The moves that turn a component into these; several if they differ in label or gain.
    fn moves_to(&self, index: usize, from: &Component, parts: &[Component]) -> Result<Vec<MoveReport>>;

    /// Whether a component has a move.
    fn can_move(&self, component: &Component) -> Result<bool>;

    /// Whether the mover wins a final position, where that decides.
    fn wins_at_end(&self, position: &Position) -> Result<bool>;

    /// A move that makes a lost game last, where nobody knows the longest.
    fn stall(&self, position: &Position) -> Result<Option<MoveReport>>;

    /// The position after a move, where that is not just what the move shows.
    fn after(&self, _: &Position, _: &MoveReport) -> Result<Option<Position>> {
        Ok(None)
    }

    /// Everything about a position, for the player to move.
    fn report(&mut self, position: &Position, work: &Work<'_>) -> Result<Report>;
}
