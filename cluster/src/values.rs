//! Values: Grundy's where no cycle can be reached, then loopy ones in stages, each worker for the vertices that it owns.
//!
//! *Peeling.* A vertex all of whose followers have a value gets the least that none of them has. Each level tells its
//! predecessors its values; what is never told by its last follower reaches a cycle, so this also finds out whether
//! there is one.
//!
//! *Stages.* As in the engine's `graph/loopy.rs`: in stage `i` a vertex gets `i` once each follower without a value can
//! move to a vertex of value `i` while it cannot itself. A round of a stage has two tellings: vertices of value `i` tell
//! who can move to them, and who hears that for the first time tells its own predecessors that it can revert. No two
//! neighbours get `i` in one round: if all followers of one can move to `i`, none of them may have it.
//!
//! Literature: Sprague 1935, Grundy 1939; Fraenkel and Perl 1975. Complexity: O(V + E) work for the peeling and as much
//! of what reaches a cycle for every stage; 16 bytes a vertex, and 4 for each value of 64 and more that a vertex sees.

use std::collections::HashMap;

use grundy::{LoopyValue, Nimber, Result, Work};

use crate::keep::{Keeper, Phase, STAGES};
use crate::share::{Bits, Share};
use crate::team::Team;

/// The label of a vertex without a value as yet.
const NEW: u32 = u32::MAX;
/// The label of a vertex that will never have a finite value.
const INFINITE: u32 = u32::MAX - 1;

/// The values of the vertices that a worker owns.
#[derive(Debug)]
pub struct Values {
    labels: Vec<u32>,
    seen: Seen,
    /// Whether the whole graph has no cycle.
    pub acyclic: bool,
}

impl Values {
    /// The value of a place.
    pub fn value(&self, place: u32) -> LoopyValue {
        match self.labels[place as usize] {
            NEW | INFINITE => {
                LoopyValue::infinity(self.seen.all(place).into_iter().map(|v| Nimber(v.into())))
            }
            label => LoopyValue::Finite(Nimber(label.into())),
        }
    }

    /// The finite value of a place, if it has one.
    pub fn finite(&self, place: u32) -> Option<u32> {
        Some(self.labels[place as usize]).filter(|&label| label < INFINITE)
    }
}

/// The values that the followers of each place have: a bit for those below 64, a list for the others.
#[derive(Debug, Default)]
struct Seen {
    small: Vec<u64>,
    large: HashMap<u32, Vec<u32>>,
}

impl Seen {
    #[inline]
    fn add(&mut self, place: u32, value: u32) {
        match value {
            0..64 => self.small[place as usize] |= 1 << value,
            _ => self.large.entry(place).or_default().push(value),
        }
    }

    fn all(&self, place: u32) -> Vec<u32> {
        let small = self.small[place as usize];
        let mut all: Vec<u32> = (0..64).filter(|value| small >> value & 1 == 1).collect();
        let mut large = self.large.get(&place).cloned().unwrap_or_default();
        large.sort_unstable();
        large.dedup();
        all.append(&mut large);
        all
    }

    /// The least value that is not among them. What was listed of a place that has its value is not needed again.
    fn mex(&mut self, place: u32) -> u32 {
        let mut mex = self.small[place as usize].trailing_ones();
        if let Some(mut large) = self.large.remove(&place).filter(|_| mex == 64) {
            large.sort_unstable();
            large.iter().for_each(|&value| mex += u32::from(value == mex));
        }
        mex
    }
}

/// What is wanted to be known.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'w> {
    /// Whether there is a cycle.
    Cycle,
    /// The value of every vertex.
    All,
    /// The same where some vertices are sums of those that they lead to; of no vertex if there is a cycle.
    WithSums(&'w Bits),
}

/// Finds out whether there is a cycle and, if values are wanted, the value of every vertex.
pub fn solve<T: Team>(
    team: &mut T,
    share: &mut Share,
    wanted: Wanted<'_>,
    keeper: &mut impl Keeper,
    work: &Work<'_>,
) -> Result<Values> {
    let places = share.degrees.len();
    let small = if matches!(wanted, Wanted::Cycle) { Vec::new() } else { vec![0; places] };
    let seen = Seen { small, large: HashMap::new() };
    let mut solver = Solver {
        wanted,
        left: share.degrees.clone(),
        labels: vec![NEW; places],
        seen,
        next: Vec::new(),
        given: 0,
    };
    let (open, stage) = solver.peel(team, share, keeper, work)?;
    if matches!(wanted, Wanted::All) && open > 0 {
        solver.stages(team, share, stage, keeper, work)?;
    }
    let acyclic = open == 0 && stage == 0;
    Ok(Values { labels: solver.labels, seen: solver.seen, acyclic })
}

struct Solver<'w> {
    wanted: Wanted<'w>,
    /// How many followers have no finite value.
    left: Vec<u32>,
    labels: Vec<u32>,
    seen: Seen,
    /// Who has got a value, or may get one, in the round under way.
    next: Vec<u32>,
    given: u64,
}

impl Solver<'_> {
    /// Gives values by mex from the ends upwards; how many vertices of the whole graph get none, and which stage comes next.
    fn peel<T: Team>(
        &mut self,
        team: &mut T,
        share: &mut Share,
        keeper: &mut impl Keeper,
        work: &Work<'_>,
    ) -> Result<(u64, u32)> {
        let phase = if matches!(self.wanted, Wanted::Cycle) { Phase::Cycle } else { Phase::Values };
        let mut level: Vec<u32> = Vec::new();
        let (mut round, mut stage) = (0, 0);
        match keeper.saved(phase, share)? {
            Some(saved) => {
                self.labels.iter_mut().zip(&saved.words).for_each(|(label, &word)| *label = word);
                (round, stage) = (saved.round % STAGES, saved.round.saturating_sub(STAGES));
                level.extend(share.places().filter(|&place| self.labels[place as usize] < INFINITE));
            }
            None => {
                level.extend(share.places().filter(|&place| share.degrees[place as usize] == 0));
                level.iter().for_each(|&place| self.labels[place as usize] = 0);
            }
        }
        loop {
            self.given += level.len() as u64;
            work.step(&format!("values, round {round}"), self.given, Some(share.vertices))?;
            let mine = [level.len() as u64, u64::from(keeper.due())];
            let groups = self.by_label(&mut level);
            let groups: Vec<_> = groups.iter().map(|&(label, from, to)| (label, &level[from..to])).collect();
            let told = share.tell(team, &groups, &mine, &mut |value, place| self.followed(value, place))?;
            round += 1;
            if told.sum(0) == 0 {
                break;
            }
            level = std::mem::take(&mut self.next);
            if told.sum(1) > 0 && stage == 0 {
                keeper.keep(phase, round, share, &mut self.labels.iter().copied())?;
            }
        }
        let open = share.places().filter(|&place| self.labels[place as usize] == NEW).count();
        Ok((team.step(&[open as u64], &mut |_| Ok(()))?.sum(0), stage))
    }

    /// Sorts places by label and then by place; where each label begins and ends.
    fn by_label(&self, level: &mut [u32]) -> Vec<(u32, usize, usize)> {
        let label = |place: u32| self.labels[place as usize];
        level.sort_unstable_by_key(|&place| (label(place), place));
        let mut at = 0;
        let mut groups = Vec::new();
        for group in level.chunk_by(|&one, &other| label(one) == label(other)) {
            groups.push((label(group[0]), at, at + group.len()));
            at += group.len();
        }
        groups
    }

    /// A follower of a place has a value.
    #[inline]
    fn followed(&mut self, value: u32, place: u32) {
        match self.labels[place as usize] {
            NEW => {}
            // What was saved of a vertex that is never finite leaves out whom it can move to.
            INFINITE => {
                self.seen.add(place, value);
                return;
            }
            // A label that was saved is told again by its followers.
            _ => return,
        }
        let sum = matches!(self.wanted, Wanted::WithSums(sums) if sums.has(place));
        match self.wanted {
            Wanted::Cycle => {}
            _ if sum => self.seen.small[place as usize] ^= u64::from(value),
            _ => self.seen.add(place, value),
        }
        let left = &mut self.left[place as usize];
        *left = left.saturating_sub(1);
        if *left == 0 {
            self.labels[place as usize] = match self.wanted {
                Wanted::Cycle => 0,
                _ if sum => self.seen.small[place as usize] as u32,
                _ => self.seen.mex(place),
            };
            self.next.push(place);
        }
    }

    /// Gives 0, 1, 2, … to what reaches a cycle, until nothing more can get one; stages before the first are over.
    fn stages<T: Team>(
        &mut self,
        team: &mut T,
        share: &mut Share,
        first: u32,
        keeper: &mut impl Keeper,
        work: &Work<'_>,
    ) -> Result<()> {
        let mut open: Vec<u32> = share.places().filter(|&place| self.labels[place as usize] == NEW).collect();
        let mut settled: Vec<u32> = share
            .places()
            .filter(|&place| (first..INFINITE).contains(&self.labels[place as usize]))
            .collect();
        settled.sort_unstable_by_key(|&place| (self.labels[place as usize], place));
        let mut settled = settled.as_slice();
        for stage in first.. {
            work.step(&format!("values, stage {stage}"), self.given, Some(share.vertices))?;
            let count = settled.partition_point(|&place| self.labels[place as usize] <= stage);
            let (now, later) = settled.split_at(count);
            settled = later;
            let can = self.stage(team, share, stage, now, &open)?;
            for &place in &open {
                if self.labels[place as usize] == NEW && !can.has(place) {
                    self.labels[place as usize] = INFINITE;
                }
            }
            open.retain(|&place| self.labels[place as usize] == NEW);
            let told = team.step(&[open.len() as u64, u64::from(keeper.due())], &mut |_| Ok(()))?;
            if told.sum(0) == 0 {
                break;
            }
            if told.sum(1) > 0 {
                let round = STAGES + stage + 1;
                keeper.keep(Phase::Values, round, share, &mut self.labels.iter().copied())?;
            }
        }
        Ok(())
    }

    /// One stage, whose value the places `settled` already have; who can move to that value.
    fn stage<T: Team>(
        &mut self,
        team: &mut T,
        share: &mut Share,
        stage: u32,
        settled: &[u32],
        open: &[u32],
    ) -> Result<Bits> {
        const SETTLED: u32 = 0;
        const GIVEN: u32 = 1;
        let mut can = Bits::default();
        // Of the others as many as never come to an end.
        let mut need = vec![u32::MAX; self.left.len()];
        open.iter().for_each(|&place| need[place as usize] = self.left[place as usize]);
        let (mut tag, mut sources) = (SETTLED, settled.to_vec());
        let mut first = true;
        loop {
            let mut reverting = Vec::new();
            sources.sort_unstable();
            share.tell(team, &[(tag, &sources)], &[], &mut |tag, place| {
                if self.labels[place as usize] < INFINITE {
                    return;
                }
                if tag == GIVEN {
                    self.seen.add(place, stage);
                    self.left[place as usize] = self.left[place as usize].saturating_sub(1);
                }
                if !can.has(place) {
                    can.insert(place);
                    reverting.push(place);
                }
            })?;
            reverting.sort_unstable();
            let mut ready = Vec::new();
            share.tell(team, &[(0, &reverting)], &[], &mut |_, place| {
                let need = &mut need[place as usize];
                *need = need.saturating_sub(1);
                if *need == 0 {
                    ready.push(place);
                }
            })?;
            if std::mem::take(&mut first) {
                ready = open.iter().copied().filter(|&place| need[place as usize] == 0).collect();
            }
            ready.retain(|&place| self.labels[place as usize] == NEW && !can.has(place));
            for &place in &ready {
                self.labels[place as usize] = stage;
                self.given += 1;
            }
            if team.step(&[ready.len() as u64], &mut |_| Ok(()))?.sum(0) == 0 {
                return Ok(can);
            }
            (tag, sources) = (GIVEN, ready);
        }
    }
}
