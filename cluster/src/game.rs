//! Who wins a game by rules whose positions do not fit one machine: found breadth first, solved backwards.
//!
//! Under normal play each component is followed alone, since values add up. Where positions come back and there
//! are several components, the whole sum is followed as well: only it tells how long the game lasts, and where components
//! split, who wins. Under misère play, and where the final position decides, the whole sum is followed at once.

use grundy::solve::{By, Foretold, RulesArena};
use grundy::{
    Error, ErrorKind, Lets, Limits, LoopyValue, Nimber, Outcome, Play, Position, Report, Result, Rules, Work,
};
use serde::{Deserialize, Serialize};

use crate::explore::{Explored, explore};
use crate::job::peak;
use crate::journal::{GameStore, Journal};
use crate::keep::Nothing;
use crate::retrograde::{self, Outcomes};
use crate::sums::{Sum, Sums};
use crate::team::Team;
use crate::values::{self, Values};

/// More moves are not listed in a report.
const MOST_MOVES: usize = 1 << 17;

/// A question about a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameJob {
    /// The rules, short forms written out.
    pub rules: String,
    /// Their parameters.
    pub lets: Lets,
    /// The components of the position.
    pub position: Vec<String>,
    /// Normal or misère play.
    pub play: Play,
    /// How many positions there may be.
    pub positions: u64,
    /// How many bytes a worker may take.
    pub bytes: u64,
    /// Where moves that were found are kept.
    pub store: Option<GameStore>,
}

/// What is known of a sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    outcome: Outcome,
    remoteness: Option<u32>,
    value: Option<LoopyValue>,
}

/// What a worker tells at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameFound {
    /// Whether the whole sum was followed, not its components alone.
    pub whole: bool,
    /// Whether no position comes back, where that was looked at.
    pub acyclic: bool,
    /// What is known of the sums that this worker owns, by their place in the list of those that are asked about.
    pub known: Vec<(usize, Known)>,
    /// How many positions can come up.
    pub positions: u64,
    /// How many moves there are between them.
    pub moves: u64,
    /// How many bytes this worker sent to others.
    pub sent: u64,
    /// How many bytes its process took at most, where the system tells.
    pub peak: Option<u64>,
}

/// The question as it is read everywhere.
struct Asked {
    rules: Rules,
    position: Position,
    sums: Sums,
    /// The components, each alone.
    components: Vec<Sum>,
    sum: Sum,
    /// Whether values may decide.
    by_values: bool,
}

impl Asked {
    /// The sums that are asked about: where all begins, then what that leads to.
    fn list(&mut self, whole: bool, work: &Work<'_>) -> Result<Vec<Sum>> {
        let mut list = if whole { vec![self.sum.clone()] } else { Vec::new() };
        list.extend(self.components.iter().filter(|_| self.by_values).cloned());
        let from = if whole { vec![self.sum.clone()] } else { self.components.clone() };
        for sum in &from {
            list.extend(self.sums.options(sum, work)?);
        }
        match list.len() > MOST_MOVES {
            true => Err(Error::new(ErrorKind::Limit, format!("{} moves are too many to list", list.len()))
                .hint("ask for a smaller position")),
            false => Ok(list),
        }
    }
}

impl GameJob {
    /// The limits of one worker.
    pub fn limits(&self) -> Limits {
        Limits { positions: self.positions, bytes: self.bytes, ..Limits::default() }
    }

    /// What is asked, whatever it may cost and wherever moves are kept.
    pub fn question(&self) -> String {
        let GameJob { rules, lets, position, play, .. } = self;
        serde_json::to_string(&(rules, lets, position, play)).unwrap_or_default()
    }

    fn read(&self, work: &Work<'_>) -> Result<Asked> {
        let rules = Rules::read(&self.rules, &self.lets, work)?;
        let components = self.position.iter().map(|text| rules.component(text));
        let position = Position(components.collect::<Result<_>>()?);
        let mut sums = Sums::new(&rules, work);
        let places: Sum = position.0.iter().map(|component| component.coordinates().to_vec()).collect();
        let alone = places.iter().map(|place| sums.canonical(vec![place.clone()], work));
        let components = alone.collect::<Result<Vec<_>>>()?;
        let sum = sums.canonical(places, work)?;
        let by_values = self.play == Play::Normal && rules.form().ending.win_if.is_none();
        Ok(Asked { rules, position, sums, components, sum, by_values })
    }

    /// Whether workers may follow it; the refusals are those of one machine.
    pub fn check(&self, work: &Work<'_>) -> Result<()> {
        let asked = self.read(work)?;
        Foretold::check(&asked.rules, &asked.position, self.play, work)
            .map_err(|e| e.within(&asked.rules.source))
    }

    /// Answers it together with others.
    pub fn work<T: Team>(&self, team: &mut T, work: &Work<'_>) -> Result<GameFound> {
        let mut asked = self.read(work)?;
        let mut whole = !asked.by_values;
        let mut solved = self.follow(team, &mut asked, whole, work)?;
        if asked.by_values && !solved.acyclic() && asked.components.len() > 1 {
            whole = true;
            drop(solved);
            solved = self.follow(team, &mut asked, whole, work)?;
        }
        let list = asked.list(whole, work)?;
        let known = list.iter().enumerate().filter_map(|(i, sum)| Some((i, solved.known(sum)?))).collect();
        let (positions, moves) = (solved.explored.share.vertices, solved.explored.share.edges);
        let acyclic = solved.acyclic();
        Ok(GameFound { whole, acyclic, known, positions, moves, sent: team.sent(), peak: peak() })
    }

    /// Follows the sum, or its components alone, and solves what was found.
    fn follow<T: Team>(
        &self,
        team: &mut T,
        asked: &mut Asked,
        whole: bool,
        work: &Work<'_>,
    ) -> Result<Solved> {
        let mut starts = if whole { vec![asked.sum.clone()] } else { Vec::new() };
        starts.extend(asked.components.iter().filter(|_| asked.by_values).cloned());
        let name = if whole { "sums" } else { "components" };
        let journal = |store: &GameStore| Journal::open(store, name, team.me());
        let mut journal = self.store.as_ref().map(journal).transpose()?;
        let misere = self.play == Play::Misere;
        let mut explored = explore(team, &mut asked.sums, &starts, misere, &mut journal, work)?;
        let won = std::mem::take(&mut explored.won);
        let share = &mut explored.share;
        let outcomes = retrograde::solve(team, share, &|place| won.has(place), &mut Nothing, work)?;
        let values = match asked.by_values {
            true => Some(values::solve(team, share, true, &mut Nothing, work)?),
            false => None,
        };
        Ok(Solved { explored, outcomes, values })
    }

    /// The report of one machine, from what the workers found.
    pub fn report(&self, found: &[GameFound], work: &Work<'_>) -> Result<Report> {
        let mut asked = self.read(work)?;
        let lost = || Error::new(ErrorKind::Position, "no worker knows the position");
        let first = found.first().ok_or_else(lost)?;
        let list = asked.list(first.whole, work)?;
        let mut known: Vec<Option<&Known>> = vec![None; list.len()];
        for (i, answer) in found.iter().flat_map(|found| &found.known) {
            *known.get_mut(*i).ok_or_else(lost)? = Some(answer);
        }
        let known: Vec<&Known> = known.into_iter().collect::<Option<_>>().ok_or_else(lost)?;
        // Where components split and come back, values do not decide.
        let by_values = asked.by_values && (first.acyclic || !asked.rules.form().splits());
        let by = if by_values { By::Values { cyclic: !first.acyclic } } else { By::Sum };
        let mut told = Foretold::new(&asked.rules, self.play, by, first.positions);
        let alone = usize::from(first.whole)..usize::from(first.whole) + asked.components.len();
        if by_values {
            for (component, known) in asked.position.0.iter().zip(&known[alone.clone()]) {
                told.learn_value(component.coordinates().to_vec(), known.value.clone().ok_or_else(lost)?);
            }
        }
        match first.whole {
            true => {
                for (sum, known) in list.into_iter().zip(&known) {
                    let value = known.value.clone().filter(|_| by_values);
                    told.learn(sum, known.outcome, known.remoteness, value);
                }
            }
            false => add_up(&mut told, &mut asked, &list, &known, work)?,
        }
        let mut arena = RulesArena::foretold(asked.rules, Some(self.play), told);
        grundy::arena::report(&mut arena, &self.position, work)
    }
}

/// Tells of a sum, and of what its moves lead to, what follows from the values of its components.
fn add_up(
    told: &mut Foretold,
    asked: &mut Asked,
    list: &[Sum],
    known: &[&Known],
    work: &Work<'_>,
) -> Result<()> {
    let count = asked.components.len();
    let value = |i: usize| known[i].value.clone().unwrap_or(LoopyValue::Finite(Nimber::ZERO));
    let all = |but: Option<usize>| {
        let others = (0..count).filter(|i| Some(*i) != but).map(value);
        others.fold(LoopyValue::Finite(Nimber::ZERO), |sum, value| sum + value)
    };
    let mut learn = |sum: Sum, value: LoopyValue, alone: &Known| {
        let remoteness = alone.remoteness.filter(|_| count == 1);
        told.learn(sum, value.outcome(), remoteness, Some(value));
    };
    let nothing = Known { outcome: Outcome::P, remoteness: Some(0), value: None };
    learn(asked.sum.clone(), all(None), known.first().unwrap_or(&&nothing));
    let mut at = count;
    for i in 0..count {
        let others: Sum = asked
            .components
            .iter()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .flat_map(|(_, sum)| sum.clone())
            .collect();
        let but_this = all(Some(i));
        let component = asked.components[i].clone();
        for _ in asked.sums.options(&component, work)? {
            let mut sum = [list[at].clone(), others.clone()].concat();
            sum.sort_unstable();
            learn(sum, value(at) + but_this.clone(), known[at]);
            at += 1;
        }
    }
    Ok(())
}

/// What a worker knows of what was followed.
struct Solved {
    explored: Explored,
    outcomes: Outcomes,
    values: Option<Values>,
}

impl Solved {
    fn acyclic(&self) -> bool {
        self.values.as_ref().is_some_and(|values| values.acyclic)
    }

    /// What is known of a sum, if this worker owns it.
    fn known(&self, sum: &Sum) -> Option<Known> {
        let place = self.explored.find(sum)?;
        let value = self.values.as_ref().map(|values| values.value(place));
        Some(Known {
            outcome: self.outcomes.outcome(place),
            remoteness: self.outcomes.remoteness(place),
            value,
        })
    }
}
