//! Moves of a rule over places as a table that was made once for a board: which bits a move asks for, which it forbids, and
//! which it clears, sets and turns. Options are a scan of the table.
//!
//! The table also tells what is independent (the theorem of `places::parts`, for bits). A bit is *settable* if some row sets
//! or turns it. A row is *possible* at a position if each bit that it asks for is 1 or settable. A bit is *live* if a possible
//! row sets it, turns it, or clears it though it is 1 or settable. Join the live bits that a possible row reads or changes;
//! the classes are independent, provided that every row asks for a bit which it clears and which no row sets: its *anchor*.
//!
//! *Proof.* A move sets settable bits only, so possible rows and live bits only vanish, and classes never merge. A row changes
//! live bits of its own class alone, and what it reads and is not live never changes again: that is the frame of its class.
//! So moves of one class neither enable nor disturb those of another. A part is its class and the frame of it, with 0
//! everywhere else. The rows that are possible in it are those of its class: the anchor of another possible row is live and
//! so neither in this class nor in a frame, hence 0 for ever; and a row that was not possible lacks a bit for ever. ∎ This
//! is an isomorphism of games, so that it holds under misère play and with cycles as well.

mod alike;
mod coding;
mod grounding;
mod pairing;

use std::ops::ControlFlow;

pub(in crate::places) use coding::{Bits, Coding};
pub(in crate::places) use grounding::ground;

/// One move: it is there if all of `need` is, and nothing of `forbid`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::places) struct Row<B> {
    pub(in crate::places) need: B,
    pub(in crate::places) forbid: B,
    pub(in crate::places) clear: B,
    pub(in crate::places) set: B,
    pub(in crate::places) flip: B,
    /// The kind of move.
    pub(in crate::places) kind: u16,
}

impl<B: Bits> Row<B> {
    #[inline]
    fn is_legal(&self, state: B) -> bool {
        state.has(self.need) && !state.meets(self.forbid)
    }

    #[inline]
    fn after(&self, state: B) -> B {
        (state & !self.clear | self.set) ^ self.flip
    }

    fn reads(&self) -> B {
        self.need | self.forbid
    }

    fn touches(&self) -> B {
        self.reads() | self.clear | self.set | self.flip
    }
}

/// All moves of a board.
#[derive(Debug)]
pub(in crate::places) struct Table<B> {
    /// In order of the first bit that they need; those that need none come last.
    rows: Vec<Row<B>>,
    /// Where the rows of each first bit begin.
    begins: Vec<u32>,
    settable: B,
    /// Whether positions fall into parts.
    splits: bool,
    /// For each bit those that are joined with it while both are there, if that is all that joins.
    links: Option<Vec<B>>,
    /// What falls with every move, to try small positions first.
    falls: B,
    alike: alike::Alike<B>,
    pairing: pairing::Pairing,
}

impl<B: Bits> Table<B> {
    /// Positions may fall into parts if nothing is asked of the whole of them.
    fn new(mut rows: Vec<Row<B>>, is_local: bool) -> Table<B> {
        let bits = rows.iter().fold(B::NONE, |all, row| all | row.touches());
        let width = bits.each().last().map_or(0, |last| last + 1);
        let first = |row: &Row<B>| row.need.each().next().unwrap_or(width);
        rows.sort_by_key(first);
        let begins = (0..=width + 1).map(|bit| rows.partition_point(|row| first(row) < bit) as u32).collect();
        let settable = rows.iter().fold(B::NONE, |all, row| all | row.set | row.flip);
        let anchor = |row: &Row<B>| row.need & row.clear & !settable;
        let splits = is_local && rows.iter().all(|row| anchor(row) != B::NONE);
        let falls = rows.iter().fold(B::NONE, |all, row| all | anchor(row));
        let falls = if falls == B::NONE { bits } else { falls };
        let links = (splits && settable == B::NONE).then(|| links(&rows, width)).flatten();
        let alike = alike::Alike::new(splits && settable == B::NONE);
        let pairing = pairing::Pairing::new(&rows, width);
        Table { rows, begins, settable, splits, links, falls, alike, pairing }
    }

    /// Calls `visit` with every option and its kind until it breaks.
    #[inline]
    pub(in crate::places) fn options(
        &self,
        state: B,
        visit: &mut impl FnMut(B, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for bit in state.each().take_while(|bit| bit + 2 < self.begins.len()) {
            self.rows_of(bit)
                .iter()
                .filter(|row| row.is_legal(state))
                .try_for_each(|row| visit(row.after(state), row.kind))?;
        }
        let others = &self.rows_of(self.begins.len() - 2);
        others.iter().filter(|row| row.is_legal(state)).try_for_each(|row| visit(row.after(state), row.kind))
    }

    /// The rows whose first bit that they need is this one.
    #[inline]
    fn rows_of(&self, bit: usize) -> &[Row<B>] {
        &self.rows[self.begins[bit] as usize..self.begins[bit + 1] as usize]
    }

    fn has_move(&self, state: B) -> bool {
        self.options(state, &mut |_, _| ControlFlow::Break(())).is_break()
    }

    /// Whether positions may fall into independent parts.
    pub(in crate::places) fn splits(&self) -> bool {
        self.splits
    }

    /// Hands out the parts of a position that have a move.
    #[inline]
    pub(in crate::places) fn parts(&self, state: B, visit: &mut impl FnMut(B)) {
        match &self.links {
            _ if !self.splits => visit(state),
            Some(links) => self.linked(links, state, visit),
            None => self.classes(state, visit),
        }
    }

    fn linked(&self, links: &[B], state: B, visit: &mut impl FnMut(B)) {
        let mut left = state;
        while left != B::NONE {
            let (mut part, mut fresh) = (B::NONE, B::of(left.first()));
            while fresh != B::NONE {
                let bit = fresh.first();
                part = part | B::of(bit);
                fresh = (fresh | links.get(bit).map_or(B::NONE, |links| *links & left)) & !part;
            }
            left = left & !part;
            if self.has_move(part) {
                visit(part);
            }
        }
    }

    fn classes(&self, state: B, visit: &mut impl FnMut(B)) {
        let can_be = state | self.settable;
        let possible = || self.rows.iter().filter(|row| can_be.has(row.need));
        let changes = |row: &Row<B>| row.clear & can_be | row.set | row.flip;
        let live = possible().fold(B::NONE, |all, row| all | changes(row));
        // Each class with its frame.
        let mut classes: Vec<(B, B)> = Vec::new();
        for row in possible() {
            let mut class = (row.reads() | changes(row)) & live;
            let mut frame = row.reads() & state & !live;
            classes.retain(|(other, its_frame)| {
                let apart = !class.meets(*other);
                if !apart {
                    class = class | *other;
                    frame = frame | *its_frame;
                }
                apart
            });
            classes.push((class, frame));
        }
        classes.sort_unstable();
        for (class, frame) in classes {
            let part = class & state | frame;
            if self.has_move(part) {
                visit(part);
            }
        }
    }

    /// The position that stands for all that are like this one.
    pub(in crate::places) fn canonical(&self, state: B) -> B {
        self.alike.representative(self, state)
    }

    /// Whether a symmetry answers every move.
    pub(in crate::places) fn is_paired(&self, state: B) -> bool {
        self.pairing.answers(self, state)
    }

    /// How much there is left to play for.
    pub(in crate::places) fn size(&self, state: B) -> u32 {
        (state & self.falls).count()
    }
}

/// For rows that only clear: what is joined with each bit, if each row joins all its bits as soon as one of them that it needs is
/// there with another.
fn links<B: Bits>(rows: &[Row<B>], width: usize) -> Option<Vec<B>> {
    let mut links = vec![B::NONE; width];
    for row in rows {
        let touched = row.touches();
        if row.need.count() != 1 && touched.count() > 2 {
            return None;
        }
        let hub = row.need.first();
        links[hub] = links[hub] | touched;
        touched.each().for_each(|bit| links[bit] = links[bit] | B::of(hub));
    }
    Some(links)
}
