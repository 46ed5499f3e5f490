//! Who wins a game by rules whose positions do not fit one machine: found breadth first, solved backwards.
//!
//! As on one machine. Under normal play each component is followed alone, since values add up, also where moves split one.
//! Where positions come back and components split, values do not decide, and the whole sum is followed after that. Under misère
//! play, and where the final position decides, it is followed at once.

use std::collections::{BTreeMap, BTreeSet};

use grundy::solve::{By, Foretold, RulesArena};
use grundy::{
    Error, ErrorKind, Lets, Limits, LoopyValue, Nimber, Outcome, Play, Position, Report, Result, Rules, Work,
};
use serde::{Deserialize, Serialize};

use crate::counters::{self, Counters};
use crate::explore::{Explored, How, explore};
use crate::job::peak;
use crate::journal::{GameStore, Journal};
use crate::keep::{Keeper, Nothing};
use crate::part::{ByPosition, InFolder, Saves};
use crate::retrograde::{self, Outcomes};
use crate::sums::{Follow, Sum, Sums};
use crate::team::Team;
use crate::values::{self, Values, Wanted};

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
    counter: Option<u32>,
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
    /// Whether moves may leave several components.
    splits: bool,
}

impl Asked {
    /// What is asked about: the whole sum and what it leads to, or the components and the parts of what they lead to.
    fn list(&mut self, follow: Follow, work: &Work<'_>) -> Result<Vec<Sum>> {
        let mut list = Vec::new();
        match follow {
            Follow::Sums => {
                list.push(self.sum.clone());
                list.extend(self.sums.options(&self.sum, work)?);
            }
            Follow::Components => {
                let mut parts: BTreeSet<Vec<i64>> = self.components.iter().flatten().cloned().collect();
                for component in &self.components {
                    let options = self.sums.options(component, work)?;
                    check_count(options.len())?;
                    parts.extend(options.into_iter().flatten());
                }
                list.extend(parts.into_iter().map(|part| vec![part]));
            }
        }
        check_count(list.len())?;
        Ok(list)
    }

    /// Where it begins.
    fn starts(&self, follow: Follow) -> Vec<Sum> {
        match follow {
            Follow::Sums => vec![self.sum.clone()],
            Follow::Components => self.components.clone(),
        }
    }
}

/// Refuses to list too many moves.
fn check_count(count: usize) -> Result<()> {
    match count > MOST_MOVES {
        true => Err(Error::new(ErrorKind::Limit, format!("{count} moves are too many to list"))
            .hint("ask for a smaller position")),
        false => Ok(()),
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
        let mut sums = Sums::new(&rules);
        let places: Sum = position.0.iter().map(|component| component.coordinates().to_vec()).collect();
        let alone = places.iter().map(|place| sums.canonical(vec![place.clone()], work));
        let components = alone.collect::<Result<Vec<_>>>()?;
        let sum = sums.canonical(places, work)?;
        let by_values = self.play == Play::Normal && rules.form().ending.win_if.is_none();
        let splits = rules.form().splits();
        Ok(Asked { rules, position, sums, components, sum, by_values, splits })
    }

    /// Whether workers may follow it; the refusals are those of one machine.
    pub fn check(&self, work: &Work<'_>) -> Result<()> {
        let asked = self.read(work)?;
        Foretold::check(&asked.rules, &asked.position, self.play, work)
            .map_err(|e| e.within(&asked.rules.source))
    }

    /// Answers it together with others; `saves` hears of every part of a round that is kept.
    pub fn work<T: Team>(&self, team: &mut T, saves: Saves<'_>, work: &Work<'_>) -> Result<GameFound> {
        let mut asked = self.read(work)?;
        let mut follow = if asked.by_values { Follow::Components } else { Follow::Sums };
        let mut solved = self.follow(team, &mut asked, follow, saves, work)?;
        if follow == Follow::Components && asked.splits && !solved.acyclic() {
            drop(solved);
            follow = Follow::Sums;
            Foretold::check_sum(&asked.rules, &asked.position, work)
                .map_err(|e| e.within(&asked.rules.source))?;
            solved = self.follow(team, &mut asked, follow, saves, work)?;
        }
        let list = asked.list(follow, work)?;
        let known = list.iter().enumerate().filter_map(|(i, sum)| Some((i, solved.known(sum)?))).collect();
        let (positions, moves) = (solved.explored.count, solved.explored.share.edges);
        let (whole, acyclic) = (follow == Follow::Sums, solved.acyclic());
        Ok(GameFound { whole, acyclic, known, positions, moves, sent: team.sent(), peak: peak() })
    }

    /// Follows the sum, or its components alone, and solves what was found.
    fn follow<T: Team>(
        &self,
        team: &mut T,
        asked: &mut Asked,
        follow: Follow,
        saves: Saves<'_>,
        work: &Work<'_>,
    ) -> Result<Solved> {
        let name = if follow == Follow::Sums { "sums" } else { "components" };
        let journal = |store: &GameStore| Journal::open(store, name, team.me());
        let mut journal = self.store.as_ref().map(journal).transpose()?;
        let how = How { follow, misere: self.play == Play::Misere };
        let starts = asked.starts(follow);
        let mut explored = explore(team, &mut asked.sums, &starts, how, &mut journal, work)?;
        explored.share.mark = self.mark();
        let positions = std::mem::take(&mut explored.positions);
        let naming = ByPosition { positions: &positions, size: team.size() };
        let found = match &self.store {
            None => solve(team, asked, &mut explored, follow, &mut Nothing, work)?,
            Some(store) => {
                let (place, how) = ((team.me(), team.size()), (0, self.play));
                let mut keeper = InFolder::new(store.rounds.clone(), place, how, naming, saves);
                solve(team, asked, &mut explored, follow, &mut keeper, work)?
            }
        };
        explored.positions = positions;
        let (outcomes, values, counters) = found;
        Ok(Solved { explored, outcomes, values, counters })
    }

    /// A checksum of what is asked.
    fn mark(&self) -> u64 {
        let hash = blake3::hash(self.question().as_bytes());
        hash.as_bytes()[..8].try_into().map_or(0, u64::from_le_bytes)
    }

    /// The report of one machine, from what the workers found.
    pub fn report(&self, found: &[GameFound], work: &Work<'_>) -> Result<Report> {
        let mut asked = self.read(work)?;
        let first = found.first().ok_or_else(lost)?;
        let follow = if first.whole { Follow::Sums } else { Follow::Components };
        let list = asked.list(follow, work)?;
        let mut known: Vec<Option<&Known>> = vec![None; list.len()];
        for (i, answer) in found.iter().flat_map(|found| &found.known) {
            *known.get_mut(*i).ok_or_else(lost)? = Some(answer);
        }
        let known: Vec<&Known> = known.into_iter().collect::<Option<_>>().ok_or_else(lost)?;
        let by = if first.whole { By::Sum } else { By::Values { cyclic: !first.acyclic } };
        let mut told = Foretold::new(&asked.rules, self.play, by, first.positions);
        match first.whole {
            true => list.into_iter().zip(&known).for_each(|(sum, known)| {
                told.learn(sum, known.outcome, known.remoteness, None);
            }),
            false => add_up(&mut told, &mut asked, &list.into_iter().zip(known).collect(), work)?,
        }
        let mut arena = RulesArena::foretold(asked.rules, Some(self.play), told);
        grundy::arena::report(&mut arena, &self.position, work)
    }
}

fn lost() -> Error {
    Error::new(ErrorKind::Position, "no worker knows the position")
}

/// Who wins and in how many moves, values, and when they were given, each where it is wanted.
type Found = (Option<Outcomes>, Option<Values>, Option<Counters>);

/// Solves what was found.
fn solve<T: Team>(
    team: &mut T,
    asked: &Asked,
    explored: &mut Explored,
    follow: Follow,
    keeper: &mut impl Keeper,
    work: &Work<'_>,
) -> Result<Found> {
    let won = std::mem::take(&mut explored.won);
    let share = &mut explored.share;
    // Where components are followed alone that split, how long one of them lasts cannot be told.
    let outcomes = match follow == Follow::Components && asked.splits {
        true => None,
        false => Some(retrograde::solve(team, share, &|place| won.has(place), keeper, work)?),
    };
    if follow == Follow::Sums {
        return Ok((outcomes, None, None));
    }
    let wanted = if asked.splits { Wanted::WithSums(&explored.added) } else { Wanted::All };
    let values = values::solve(team, share, wanted, keeper, work)?;
    let counters = match values.acyclic || asked.splits || asked.components.len() < 2 {
        true => None,
        false => Some(counters::solve(team, share, &values, work)?),
    };
    Ok((outcomes, Some(values), counters))
}

/// Tells of a sum, and of what its moves lead to, what follows from the values of its components.
fn add_up(
    told: &mut Foretold,
    asked: &mut Asked,
    known: &BTreeMap<Sum, &Known>,
    work: &Work<'_>,
) -> Result<()> {
    for (sum, known) in known {
        if let [only] = &sum[..] {
            told.learn_value(only.clone(), known.value.clone().ok_or_else(lost)?);
            known.counter.into_iter().for_each(|counter| told.learn_counter(only.clone(), counter));
        }
    }
    let zero = || LoopyValue::Finite(Nimber::ZERO);
    for component in &asked.position.0 {
        let place = component.coordinates().to_vec();
        if !known.contains_key(&vec![place.clone()]) {
            told.learn_value(place, zero());
        }
    }
    let value = |sum: &Sum| {
        sum.iter().try_fold(zero(), |all, part| {
            let part = known.get(&vec![part.clone()]).and_then(|known| known.value.clone());
            Ok::<_, Error>(all + part.ok_or_else(lost)?)
        })
    };
    let mut learn = |mut sum: Sum| {
        sum.sort_unstable();
        let value = value(&sum)?;
        let remoteness = match sum.is_empty() {
            true => Some(0),
            false => known.get(&sum).and_then(|known| known.remoteness),
        };
        told.learn(sum, value.outcome(), remoteness, Some(value));
        Ok::<_, Error>(())
    };
    learn(asked.sum.clone())?;
    for i in 0..asked.components.len() {
        let others = asked.components.iter().enumerate().filter(|(j, _)| *j != i);
        let others: Sum = others.flat_map(|(_, sum)| sum.clone()).collect();
        let component = asked.components[i].clone();
        for option in asked.sums.options(&component, work)? {
            learn([option, others.clone()].concat())?;
        }
    }
    Ok(())
}

/// What a worker knows of what was followed.
struct Solved {
    explored: Explored,
    outcomes: Option<Outcomes>,
    values: Option<Values>,
    counters: Option<Counters>,
}

impl Solved {
    fn acyclic(&self) -> bool {
        self.values.as_ref().is_some_and(|values| values.acyclic)
    }

    /// What is known of a sum, if this worker owns it.
    fn known(&self, sum: &Sum) -> Option<Known> {
        let place = self.explored.find(sum)?;
        let value = self.values.as_ref().map(|values| values.value(place));
        let by_value = value.as_ref().map_or(Outcome::D, LoopyValue::outcome);
        Some(Known {
            outcome: self.outcomes.as_ref().map_or(by_value, |outcomes| outcomes.outcome(place)),
            remoteness: self.outcomes.as_ref().and_then(|outcomes| outcomes.remoteness(place)),
            counter: self.counters.as_ref().and_then(|counters| counters.get(place)),
            value,
        })
    }
}
