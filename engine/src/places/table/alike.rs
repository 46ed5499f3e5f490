//! Parts of a board that look alike share one value: of all that have the same moves but for the names of their places the
//! first that was met stands for the others.
//!
//! The moves of a part are the rows that it has all needed bits of. Places are told apart by the rows they are in, again and
//! again, until nothing new comes up (colour refinement); where several places are left that look the same each is taken
//! to be the first of them in turn. The least list of rows that can be written so is the same for all parts that are alike
//! (McKay 1981). Two parts with equal lists are isomorphic as games, so this holds under misère play as well. Colours are
//! hashes: where two of them meet by chance, parts that are alike may be missed, but no others are taken for alike.
//!
//! Complexity: a few passes over the rows of a part; parts that are large or too much alike within themselves are left as
//! they are.

use std::sync::{Mutex, PoisonError};

use hashbrown::HashMap;

use super::{Bits, Row, Table};

/// Parts of fewer places are found at once, and parts of more are seldom met again elsewhere.
const FEWEST: u32 = 4;
const MOST: u32 = 10;
/// Orders of places that are compared for one part.
const MOST_ORDERS: usize = 24;
/// Parts that are remembered, and different forms of them.
const MOST_PARTS: usize = 1 << 16;
const MOST_FORMS: usize = 1 << 13;

/// The rows of a part with its places numbered anew.
type Form<B> = Box<[[B; 3]]>;

/// What is known about parts that look alike.
#[derive(Debug)]
pub(super) struct Alike<B> {
    known: Option<Mutex<Known<B>>>,
}

#[derive(Debug)]
struct Known<B> {
    parts: HashMap<B, B>,
    forms: HashMap<Form<B>, B>,
}

impl<B: Bits> Alike<B> {
    /// Only for tables whose rows clear bits and do nothing else.
    pub(super) fn new(only_clears: bool) -> Alike<B> {
        let known = || Mutex::new(Known { parts: HashMap::new(), forms: HashMap::new() });
        Alike { known: only_clears.then(known) }
    }

    pub(super) fn representative(&self, table: &Table<B>, part: B) -> B {
        let Some(known) = &self.known else { return part };
        if !(FEWEST..=MOST).contains(&part.count()) {
            return part;
        }
        {
            let known = known.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(first) = known.parts.get(&part) {
                return *first;
            }
            if known.parts.len() >= MOST_PARTS || known.forms.len() >= MOST_FORMS {
                return part;
            }
        }
        let first = form(table, part);
        let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
        let first = first.map_or(part, |form| *known.forms.entry(form).or_insert(part));
        known.parts.insert(part, first);
        first
    }
}

/// The rows of a part: what they need, forbid and clear of it.
fn rows_in<B: Bits>(table: &Table<B>, part: B) -> Vec<[B; 3]> {
    let inside = |row: &Row<B>| [row.need, row.forbid & part, row.clear & part];
    let first_bits = part.each().take_while(|bit| bit + 2 < table.begins.len());
    let rows = first_bits.flat_map(|bit| table.rows_of(bit)).filter(|row| part.has(row.need)).map(inside);
    let mut rows: Vec<[B; 3]> = rows.collect();
    rows.sort_unstable();
    rows.dedup();
    rows
}

/// The form of a part; none if too many orders would have to be compared.
fn form<B: Bits>(table: &Table<B>, part: B) -> Option<Form<B>> {
    let (bits, rows): (Vec<usize>, _) = (part.each().collect(), rows_in(table, part));
    let lists: Vec<[Vec<u8>; 3]> = rows
        .iter()
        .map(|row| {
            row.map(|word| {
                (0..bits.len() as u8).filter(|at| word.has(B::of(bits[usize::from(*at)]))).collect()
            })
        })
        .collect();
    let mut orders = Orders { rows: &lists, least: None, tried: 0 };
    orders.search(vec![1; bits.len()])?;
    orders.least.map(Vec::into_boxed_slice)
}

struct Orders<'r, B> {
    rows: &'r [[Vec<u8>; 3]],
    least: Option<Vec<[B; 3]>>,
    tried: usize,
}

impl<B: Bits> Orders<'_, B> {
    /// Compares all orders that refine these colours; none if there are too many.
    fn search(&mut self, mut colours: Vec<u64>) -> Option<()> {
        self.refine(&mut colours);
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let twice = sorted.windows(2).find(|two| two[0] == two[1]).map(|two| two[0]);
        let Some(colour) = twice else {
            self.tried += 1;
            self.compare(&colours, &sorted);
            return (self.tried <= MOST_ORDERS).then_some(());
        };
        for at in (0..colours.len()).filter(|at| colours[*at] == colour) {
            let mut one = colours.clone();
            one[at] = mix(colour, 0xF1);
            self.search(one)?;
        }
        Some(())
    }

    /// Tells places apart by the rows that they are in, until there is nothing more to tell.
    fn refine(&self, colours: &mut Vec<u64>) {
        let mut classes = 0;
        loop {
            let mut next: Vec<u64> = colours.iter().map(|colour| mix(*colour, 3)).collect();
            for row in self.rows {
                let parts = row.iter().enumerate();
                let sum = parts.fold(7u64, |all, (role, list)| {
                    list.iter()
                        .fold(all, |all, at| all.wrapping_add(mix(colours[usize::from(*at)], role as u64)))
                });
                for (role, list) in row.iter().enumerate() {
                    let seen = mix(sum, role as u64 + 11);
                    list.iter()
                        .for_each(|at| next[usize::from(*at)] = next[usize::from(*at)].wrapping_add(seen));
                }
            }
            let mut found = next.clone();
            found.sort_unstable();
            found.dedup();
            *colours = next;
            if found.len() <= classes || found.len() == colours.len() {
                return;
            }
            classes = found.len();
        }
    }

    fn compare(&mut self, colours: &[u64], sorted: &[u64]) {
        let place = |at: &u8| sorted.partition_point(|colour| *colour < colours[usize::from(*at)]);
        let word = |list: &Vec<u8>| list.iter().fold(B::NONE, |all, at| all | B::of(place(at)));
        let mut rows: Vec<[B; 3]> =
            self.rows.iter().map(|[need, forbid, clear]| [word(need), word(forbid), word(clear)]).collect();
        rows.sort_unstable();
        if self.least.as_ref().is_none_or(|least| rows < *least) {
            self.least = Some(rows);
        }
    }
}

fn mix(colour: u64, with: u64) -> u64 {
    let mixed = (colour ^ with.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed ^ mixed >> 31).wrapping_mul(0x94D0_49BB_1331_11EB) ^ mixed >> 29
}
