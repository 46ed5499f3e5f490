//! What a match is played on: rules or a board. Components are places, as people see them.

use grundy::{MoveReport, Place, Play, Report, Result, Work};

/// How a match is decided when no move is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Final {
    /// By what the players have earned.
    Scores,
    /// The rules say of this position whether the player to move wins.
    Decided(bool),
    /// By who is stuck.
    Stuck(Play),
}

pub trait Field {
    fn title(&self) -> String;

    /// How a match is decided, whatever the position.
    fn goal(&self) -> &'static str;

    /// Whether moves earn points.
    fn scores(&self) -> bool {
        false
    }

    /// Whether the label of a move says which one it is.
    fn labels_tell(&self) -> bool {
        false
    }

    /// A component that a person typed.
    fn read(&self, text: &str) -> Result<Place>;

    /// Every move, or `None` if there are too many to list.
    fn moves(&mut self, position: &[Place]) -> Result<Option<Vec<MoveReport>>>;

    /// The moves that turn one component into these; several if they differ in label or gain.
    fn moves_to(&mut self, position: &[Place], index: usize, parts: &[Place]) -> Result<Vec<MoveReport>>;

    /// The position after a legal move.
    fn after(&mut self, position: &[Place], by: &MoveReport) -> Result<Vec<Place>>;

    fn can_move(&mut self, position: &[Place]) -> Result<bool>;

    /// How a position without moves is decided.
    fn decided(&mut self, position: &[Place]) -> Result<Final>;

    /// Everything about a position, for the player to move.
    fn report(&mut self, position: &[Place], work: &Work<'_>) -> Result<Report>;

    /// A move that makes a lost game last, where nobody knows the longest.
    fn stall(&mut self, _: &[Place]) -> Result<Option<MoveReport>> {
        Ok(None)
    }

    /// What is left of a heap when some stones are taken.
    fn less(&self, _from: &Place, _by: i64) -> Option<Place> {
        None
    }

    /// The position as a picture of lines.
    fn picture(&self, position: &[Place]) -> String;
}
