//! Who wins a game by rules whose positions do not fit one machine: found breadth first, solved backwards.

use grundy::{Lets, Limits, Outcome, Play, Result, Rules, Work, read_rules};
use serde::{Deserialize, Serialize};

use crate::explore::{Sum, Sums, explore};
use crate::job::peak;
use crate::keep::Nothing;
use crate::retrograde;
use crate::team::Team;

/// A question about a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameJob {
    /// The rules, as typed.
    pub rules: String,
    /// Their parameters.
    pub lets: Lets,
    /// The components of the position.
    pub position: Vec<String>,
    /// Normal or misère play, if not as the rules say.
    pub play: Option<Play>,
    /// How many positions there may be.
    pub positions: u64,
    /// How many bytes a worker may take.
    pub bytes: u64,
}

/// What a worker tells at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFound {
    /// Who wins and in how many moves, if this worker owns the position that was asked for.
    pub start: Option<(Outcome, Option<u32>)>,
    /// The winning moves to positions that this worker owns, with how many moves it lasts after them.
    pub winning: Vec<(String, Option<u32>)>,
    /// How many positions can come up.
    pub positions: u64,
    /// How many moves there are between them.
    pub moves: u64,
    /// How many bytes this worker sent to others.
    pub sent: u64,
    /// How many bytes its process took at most, where the system tells.
    pub peak: Option<u64>,
}

impl GameJob {
    /// The limits of one worker.
    pub fn limits(&self) -> Limits {
        Limits { positions: self.positions, bytes: self.bytes, ..Limits::default() }
    }

    /// Reads the rules and the position, and what happens to the player who cannot move.
    pub fn read(&self, work: &Work<'_>) -> Result<(Rules, Sum, Play)> {
        let rules = read_rules(&self.rules, &self.lets, work)?;
        let component = |text: &String| Ok(rules.component(text)?.coordinates().to_vec());
        let sum = self.position.iter().map(component).collect::<Result<Sum>>()?;
        let play = self.play.unwrap_or(rules.form().ending.play);
        Ok((rules, sum, play))
    }

    /// Answers it together with others.
    pub fn work<T: Team>(&self, team: &mut T, work: &Work<'_>) -> Result<GameFound> {
        let (rules, position, play) = self.read(work)?;
        let mut sums = Sums::new(&rules, work)?;
        let start = sums.canonical(position, work)?;
        let mut explored = explore(team, &mut sums, &start, play == Play::Misere, work)?;
        let won = std::mem::take(&mut explored.won);
        let outcomes =
            retrograde::solve(team, &mut explored.share, &|place| won.has(place), &mut Nothing, work)?;
        let mut winning = Vec::new();
        for option in sums.options(&start, work)? {
            // Only its owner finds it.
            if let Some(place) = explored.find(&option).filter(|&place| outcomes.outcome(place) == Outcome::P)
            {
                winning.push((sums.show(&option), outcomes.remoteness(place)));
            }
        }
        let start = explored.find(&start).map(|place| (outcomes.outcome(place), outcomes.remoteness(place)));
        let (positions, moves) = (explored.share.vertices, explored.share.edges);
        Ok(GameFound { start, winning, positions, moves, sent: team.sent(), peak: peak() })
    }
}

/// What all workers found together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameReport {
    /// Who wins.
    pub outcome: Outcome,
    /// How many moves it lasts; none for a draw.
    pub remoteness: Option<u32>,
    /// The positions that winning moves lead to, the quickest win first.
    pub winning_moves: Vec<String>,
    /// How many positions can come up.
    pub positions: u64,
    /// How many moves there are between them.
    pub moves: u64,
}

impl GameReport {
    /// Puts together what the workers found; none if nobody knows the position.
    pub fn of(found: &[GameFound]) -> Option<GameReport> {
        let (outcome, remoteness) = found.iter().find_map(|found| found.start)?;
        let mut winning: Vec<&(String, Option<u32>)> =
            found.iter().flat_map(|found| &found.winning).collect();
        winning.sort_by(|one, other| (one.1, &one.0).cmp(&(other.1, &other.0)));
        let winning_moves = winning.into_iter().map(|(text, _)| text.clone()).collect();
        let first = found.first()?;
        Some(GameReport {
            outcome,
            remoteness,
            winning_moves,
            positions: first.positions,
            moves: first.moves,
        })
    }
}
