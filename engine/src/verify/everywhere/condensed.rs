//! The guesses of a walk with those put together that no further digits tell apart.
//!
//! Sets of guesses are what grows while positions are read. A guess that fits no end can be left out of every set, and of two guesses that
//! fit alike and go on to alike ones by every letter one is enough: neither changes which words have a guess that fits. What is alike is
//! found by splitting classes until none splits (Moore 1956).

use std::collections::HashMap;

use crate::meter::Meter;

use super::super::Refused;
use super::walk::{GuessId, Walk};

/// The number of a class of guesses.
type Class = u32;
/// The number of a set of classes.
pub(super) type Classes = u32;

/// The class of guesses that fit no end.
const LOST: Class = Class::MAX;
/// What an entry of a map takes beside what it holds.
const ENTRY: u64 = 64;

/// All guesses of a walk, in classes.
pub(super) struct Condensed {
    letters: usize,
    fits: Vec<bool>,
    /// The classes after each class and letter.
    next: Vec<Box<[Class]>>,
    sets: Vec<Box<[Class]>>,
    numbers: HashMap<Box<[Class]>, Classes>,
    after: HashMap<(Classes, usize), Classes>,
}

impl Condensed {
    /// Follows every guess by every letter; with the set of classes in which reading begins.
    pub(super) fn new(
        walk: &mut Walk<'_>,
        letters: usize,
        meter: &Meter<'_>,
    ) -> Result<(Condensed, Classes), Refused> {
        let start = walk.beginnings(meter)?;
        let mut next: Vec<Box<[GuessId]>> = Vec::new();
        // Guesses are numbered as they are met.
        while next.len() < walk.count() * letters {
            let (id, letter) = (next.len() / letters, next.len() % letters);
            let found = walk.follow(id as GuessId, letter, meter)?;
            meter.add(4 * found.len() as u64 + ENTRY)?;
            next.push(found.into());
        }
        let class = classes(walk, &next, letters, meter)?;
        let count = class.iter().filter(|class| **class != LOST).max().map_or(0, |class| class + 1);
        let mut condensed = Condensed {
            letters,
            fits: vec![false; count as usize],
            next: vec![Box::default(); count as usize * letters],
            sets: Vec::new(),
            numbers: HashMap::new(),
            after: HashMap::new(),
        };
        for (id, own) in class.iter().enumerate().filter(|(_, own)| **own != LOST) {
            condensed.fits[*own as usize] = walk.fits_at_the_end(id as GuessId);
            for letter in 0..letters {
                let to = classes_of(&next[id * letters + letter], &class);
                condensed.next[*own as usize * letters + letter] = to.into();
            }
        }
        let start = condensed.number(classes_of(&start, &class), meter)?;
        Ok((condensed, start))
    }

    fn number(&mut self, members: Vec<Class>, meter: &Meter<'_>) -> Result<Classes, Refused> {
        let members: Box<[Class]> = members.into();
        if let Some(known) = self.numbers.get(&members) {
            return Ok(*known);
        }
        meter.add(8 * members.len() as u64 + ENTRY)?;
        let number = self.sets.len() as Classes;
        self.sets.push(members.clone());
        self.numbers.insert(members, number);
        Ok(number)
    }

    /// The set after one letter.
    pub(super) fn after(
        &mut self,
        before: Classes,
        letter: usize,
        meter: &Meter<'_>,
    ) -> Result<Classes, Refused> {
        if let Some(after) = self.after.get(&(before, letter)) {
            return Ok(*after);
        }
        let each = self.sets[before as usize].iter();
        let mut members: Vec<Class> =
            each.flat_map(|class| &self.next[*class as usize * self.letters + letter]).copied().collect();
        meter.pass(16 * members.len() as u64)?;
        members.sort_unstable();
        members.dedup();
        let after = self.number(members, meter)?;
        meter.add(ENTRY)?;
        self.after.insert((before, letter), after);
        Ok(after)
    }

    /// Whether some guess of a set fits the numbers that end here.
    pub(super) fn accepts(&self, set: Classes) -> bool {
        self.sets[set as usize].iter().any(|class| self.fits[*class as usize])
    }
}

/// The classes of some guesses, each once.
fn classes_of(ids: &[GuessId], class: &[Class]) -> Vec<Class> {
    let mut found: Vec<Class> = ids.iter().map(|id| class[*id as usize]).filter(|own| *own != LOST).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The class of every guess.
fn classes(
    walk: &Walk<'_>,
    next: &[Box<[GuessId]>],
    letters: usize,
    meter: &Meter<'_>,
) -> Result<Vec<Class>, Refused> {
    let mut class = vec![LOST; walk.count()];
    for id in useful(walk, next, letters, meter)? {
        class[id as usize] = walk.fits_at_the_end(id).into();
    }
    let mut count = 0;
    loop {
        let mut numbers: HashMap<(Class, Vec<Vec<Class>>), Class> = HashMap::new();
        let mut finer = class.clone();
        for (id, own) in class.iter().enumerate().filter(|(_, own)| **own != LOST) {
            let rows = &next[id * letters..(id + 1) * letters];
            meter.pass(rows.iter().map(|row| 16 * row.len() as u64 + ENTRY).sum())?;
            let key = (*own, rows.iter().map(|row| classes_of(row, &class)).collect());
            let fresh = numbers.len() as Class;
            finer[id] = *numbers.entry(key).or_insert(fresh);
        }
        class = finer;
        if numbers.len() == count {
            return Ok(class);
        }
        count = numbers.len();
    }
}

/// The guesses from which some end fits.
fn useful(
    walk: &Walk<'_>,
    next: &[Box<[GuessId]>],
    letters: usize,
    meter: &Meter<'_>,
) -> Result<Vec<GuessId>, Refused> {
    let mut before: Vec<Vec<GuessId>> = vec![Vec::new(); walk.count()];
    for (at, row) in next.iter().enumerate() {
        meter.add(8 * row.len() as u64)?;
        row.iter().for_each(|to| before[*to as usize].push((at / letters) as GuessId));
    }
    let mut found: Vec<GuessId> =
        (0..walk.count() as GuessId).filter(|id| walk.fits_at_the_end(*id)).collect();
    let mut met = vec![false; walk.count()];
    found.iter().for_each(|id| met[*id as usize] = true);
    let mut at = 0;
    while at < found.len() {
        for from in std::mem::take(&mut before[found[at] as usize]) {
            if !std::mem::replace(&mut met[from as usize], true) {
                found.push(from);
            }
        }
        at += 1;
    }
    Ok(found)
}
