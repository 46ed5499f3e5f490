//! What one worker has of a graph: the vertices that it owns, their numbers of moves, and who moves to them.

use grundy::Result;

use crate::deal::Deal;
use crate::rows::Rows;
use crate::team::{Outbox, Team, Told, tagged};

/// How many entries of rows are sent in one step: what is under way stays small.
const BUDGET: usize = 1 << 22;

/// The part of a graph that a worker has.
#[derive(Debug)]
pub struct Share {
    /// Which part that is.
    pub deal: Deal,
    /// The number of moves from each place.
    pub degrees: Vec<u32>,
    /// Which places hold a vertex: numbers that nothing mentions are none.
    pub known: Bits,
    /// Where a move leads to each place from.
    pub rows: Rows,
    /// How many vertices the whole graph has.
    pub vertices: u64,
    /// How many edges the whole graph has.
    pub edges: u64,
    /// A checksum of all edges, so that another graph is not mistaken for this one.
    pub mark: u64,
}

/// Places with the tag under which their predecessors are told.
pub type Group<'p> = (u32, &'p [u32]);

impl Share {
    /// The places that hold a vertex.
    pub fn places(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.degrees.len() as u32).filter(|&place| self.known.has(place))
    }

    /// About how much memory is taken.
    pub fn bytes(&self) -> u64 {
        4 * self.degrees.len() as u64 + self.known.bytes() + self.rows.bytes()
    }

    /// Tells the predecessors of some places, here and elsewhere, and takes what others tell. The places of a group ascend.
    /// Gives what everybody tells in `mine`.
    pub fn tell<T: Team>(
        &mut self,
        team: &mut T,
        groups: &[Group<'_>],
        mine: &[u64],
        apply: &mut impl FnMut(u32, u32),
    ) -> Result<Told> {
        let (deal, rows) = (self.deal, &mut self.rows);
        let mut outbox = Outbox::new(team.size());
        let mut rest = groups.to_vec();
        loop {
            let mut budget = BUDGET;
            while let Some((tag, places)) = rest.first_mut().filter(|_| budget > 0) {
                let mut seen = 0;
                let done = rows.visit(places, budget, &mut |_, row| {
                    seen += row.len();
                    for &vertex in row {
                        match deal.place(vertex) {
                            (owner, place) if deal.is_me(owner) => apply(*tag, place),
                            (owner, place) => outbox.push(team, owner, *tag, place)?,
                        }
                    }
                    Ok(())
                })?;
                *places = &places[done..];
                budget = budget.saturating_sub(seen);
                if places.is_empty() {
                    rest.remove(0);
                }
            }
            outbox.flush(team)?;
            let told = [&[u64::from(!rest.is_empty())], mine].concat();
            let told = team.step(&told, &mut |block| {
                tagged(block).for_each(|(tag, place)| apply(tag, place));
                Ok(())
            })?;
            if told.sum(0) == 0 {
                return Ok(told.without_first());
            }
        }
    }
}

/// A set of places, a bit each.
#[derive(Clone, Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// Puts a place into it, wherever that is.
    pub fn insert(&mut self, place: u32) {
        let at = place as usize / 64;
        if at >= self.0.len() {
            self.0.resize((at + 1).max(self.0.len() * 5 / 4), 0);
        }
        self.0[at] |= 1 << (place % 64);
    }

    /// Whether a place is in it.
    #[inline]
    pub fn has(&self, place: u32) -> bool {
        self.0.get(place as usize / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// How many places are in it.
    pub fn count(&self) -> u64 {
        self.0.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    fn bytes(&self) -> u64 {
        8 * self.0.len() as u64
    }
}
