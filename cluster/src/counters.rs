//! When values were given, where positions come back: the winner who always leaves the least also ends the game.
//!
//! A vertex has its value `n` because whatever it leads to that has no smaller one can be *reverted*, by a move to another
//! vertex of value `n` that got it before. So a vertex comes one round after the last of what can be reverted, and that
//! as soon as the first vertex it is reverted to. This follows from the values alone, for all of them at once: each round has two
//! tellings, as in [`values`](crate::values). Rounds are another count than the engine's, which numbers vertices one by
//! one, and serve the same end: in reverting play they fall.
//!
//! Literature: Fraenkel and Yesha 1986. Complexity: O(E·S) work over all workers for values up to S.

use std::collections::HashSet;

use grundy::{Result, Work};

use crate::share::Share;
use crate::team::Team;
use crate::values::Values;

/// The counter of a place that has none.
const NEVER: u32 = u32::MAX;

/// The round in which each place gets its finite value.
#[derive(Clone, Debug)]
pub struct Counters(Vec<u32>);

impl Counters {
    /// That of a place, if it has a finite value.
    pub fn get(&self, place: u32) -> Option<u32> {
        Some(self.0[place as usize]).filter(|&round| round != NEVER)
    }
}

/// Finds the counters that belong to values.
pub fn solve<T: Team>(team: &mut T, share: &mut Share, values: &Values, work: &Work<'_>) -> Result<Counters> {
    let finite = |place: u32| values.finite(place);
    // How many followers are yet to be reverted: those of smaller value need not be.
    let mut need = share.degrees.clone();
    let all: Vec<u32> = share.places().filter(|&place| finite(place).is_some()).collect();
    share.tell(team, &by_value(&all, &finite).groups(), &[], &mut |value, place| {
        if finite(place).is_some_and(|own| value < own) {
            need[place as usize] = need[place as usize].saturating_sub(1);
        }
    })?;
    let mut counters = Counters(vec![NEVER; need.len()]);
    let mut level: Vec<u32> = all.iter().copied().filter(|&place| need[place as usize] == 0).collect();
    // Who can be reverted to what.
    let mut can: HashSet<(u32, u32)> = HashSet::new();
    for round in 0.. {
        work.step("counters", round.into(), None)?;
        level.iter().for_each(|&place| counters.0[place as usize] = round);
        let mut reverting: Vec<(u32, u32)> = Vec::new();
        share.tell(team, &by_value(&level, &finite).groups(), &[], &mut |value, place| {
            if finite(place).is_none_or(|own| own > value) && can.insert((place, value)) {
                reverting.push((value, place));
            }
        })?;
        let mut next = Vec::new();
        let told = share.tell(
            team,
            &Sorted::new(reverting).groups(),
            &[level.len() as u64],
            &mut |value, place| {
                if finite(place) == Some(value) && counters.get(place).is_none() {
                    let need = &mut need[place as usize];
                    *need = need.saturating_sub(1);
                    if *need == 0 {
                        next.push(place);
                    }
                }
            },
        )?;
        if told.sum(0) == 0 {
            break;
        }
        level = next;
    }
    Ok(counters)
}

/// Places in groups, each under a value.
struct Sorted {
    values: Vec<u32>,
    places: Vec<u32>,
}

impl Sorted {
    fn new(mut pairs: Vec<(u32, u32)>) -> Sorted {
        pairs.sort_unstable();
        let (values, places) = pairs.into_iter().unzip();
        Sorted { values, places }
    }

    fn groups(&self) -> Vec<(u32, &[u32])> {
        let mut from = 0;
        let equal = self.values.chunk_by(|one, other| one == other);
        equal
            .map(|some| {
                from += some.len();
                (some[0], &self.places[from - some.len()..from])
            })
            .collect()
    }
}

/// Places with a finite value in groups of one value.
fn by_value(places: &[u32], finite: &impl Fn(u32) -> Option<u32>) -> Sorted {
    Sorted::new(places.iter().filter_map(|&place| Some((finite(place)?, place))).collect())
}
