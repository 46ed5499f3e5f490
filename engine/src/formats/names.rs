//! What a file calls its vertices: words, kept in one text, or numbers other than `0, 1, 2, …`.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Vertex};

/// The names of vertices `0, 1, 2, …`, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names<'a> {
    /// Any text.
    Words(Words<'a>),
    /// The number of each vertex.
    Numbers(Cow<'a, [u32]>),
}

impl Names<'static> {
    /// Numbers as names; none if they are those that the vertices have anyway.
    pub(super) fn of_numbers(numbers: Vec<u32>) -> Option<Names<'static>> {
        let trivial = numbers.iter().enumerate().all(|(v, &number)| v == number as usize);
        (!trivial).then(|| Names::Numbers(numbers.into()))
    }
}

impl Names<'_> {
    /// How many names there are.
    pub fn len(&self) -> usize {
        match self {
            Names::Words(words) => words.ends.len(),
            Names::Numbers(numbers) => numbers.len(),
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How much memory they take.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Names::Words(words) => words.text.len() + size_of_val(&words.ends[..]),
            Names::Numbers(numbers) => size_of_val(&numbers[..]),
        }
    }

    /// The name of a vertex.
    pub fn get(&self, v: Vertex) -> Option<Cow<'_, str>> {
        match self {
            Names::Words(words) => words.get(v).map(Cow::Borrowed),
            Names::Numbers(_) => self.number(v).map(|number| number.to_string().into()),
        }
    }

    /// The name of a vertex if names are numbers.
    pub fn number(&self, v: Vertex) -> Option<u32> {
        match self {
            Names::Words(_) => None,
            Names::Numbers(numbers) => numbers.get(v.index()).copied(),
        }
    }

    /// The vertex of a name, by looking at one name after the other.
    pub fn find(&self, name: &str) -> Option<Vertex> {
        let at = match self {
            Names::Words(words) => words.iter().position(|word| word == name),
            Names::Numbers(numbers) => {
                let wanted: u32 = name.parse().ok()?;
                numbers.iter().position(|&number| number == wanted)
            }
        };
        at.map(|at| Vertex(at as u32))
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.len() as u32).filter_map(|v| self.get(Vertex(v)))
    }
}

/// Names that are any text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words<'a> {
    text: Cow<'a, str>,
    /// Where each name ends.
    ends: Cow<'a, [u64]>,
}

impl<'a> Words<'a> {
    /// Names that came from outside, after looking at every end.
    pub(super) fn from_tables(text: Cow<'a, str>, ends: Cow<'a, [u64]>) -> Result<Words<'a>> {
        let last = ends.last().copied().unwrap_or(0);
        let on_letters = |&end: &u64| usize::try_from(end).is_ok_and(|end| text.is_char_boundary(end));
        if !ends.is_sorted() || last != text.len() as u64 || !ends.iter().all(on_letters) {
            return Err(Error::new(ErrorKind::Format, "the table of names does not fit their text"));
        }
        Ok(Words { text, ends })
    }

    fn get(&self, v: Vertex) -> Option<&str> {
        let end = *self.ends.get(v.index())? as usize;
        let start = v.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text.get(start..end)
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.ends.len() as u32).filter_map(|v| self.get(Vertex(v)))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn ends(&self) -> &[u64] {
        &self.ends
    }
}

/// Gives each new name the next number.
#[derive(Default)]
pub(super) struct Interner {
    text: String,
    ends: Vec<u64>,
    table: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Interner {
    /// The vertex of a name, a new one if it is new.
    pub(super) fn vertex(&mut self, name: &str) -> Result<Vertex> {
        let Interner { text, ends, table, hasher } = self;
        let name_of = |v: u32| name_between(text, ends, v);
        let hash = hasher.hash_one(name);
        if let Some(&v) = table.find(hash, |&v| name_of(v) == name) {
            return Ok(Vertex(v));
        }
        let v = u32::try_from(ends.len()).ok().filter(|&v| (v as usize) < Graph::MAX_VERTICES);
        let v = v.ok_or_else(|| Error::new(ErrorKind::Limit, "there are too many names"))?;
        table.insert_unique(hash, v, |&v| hasher.hash_one(name_of(v)));
        text.push_str(name);
        ends.push(text.len() as u64);
        Ok(Vertex(v))
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// How much memory it takes.
    pub(super) fn bytes(&self) -> usize {
        let table = self.table.capacity() * (size_of::<u32>() + 2);
        self.text.capacity() + self.ends.capacity() * size_of::<u64>() + table
    }

    /// The vertex of a name that came before.
    pub(super) fn find(&self, name: &str) -> Option<Vertex> {
        let name_of = |v: u32| name_between(&self.text, &self.ends, v);
        self.table.find(self.hasher.hash_one(name), |&v| name_of(v) == name).map(|&v| Vertex(v))
    }

    pub(super) fn finish(self) -> Names<'static> {
        Names::Words(Words { text: self.text.into(), ends: self.ends.into() })
    }

    /// The names as numbers if each of them is one, written as we write it; none if they need no names.
    pub(super) fn finish_as_numbers(self) -> Option<Names<'static>> {
        let words = self.finish();
        let numbers = words.iter().map(|word| word.parse().ok().filter(|n: &u32| n.to_string() == *word));
        match numbers.collect() {
            Some(numbers) => Names::of_numbers(numbers),
            None => Some(words),
        }
    }
}

fn name_between<'t>(text: &'t str, ends: &[u64], v: u32) -> &'t str {
    let start = (v as usize).checked_sub(1).map_or(0, |before| ends[before] as usize);
    &text[start..ends[v as usize] as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_one_vertex() {
        let mut interner = Interner::default();
        for round in 0..2 {
            for i in 0..1000 {
                assert_eq!(interner.vertex(&format!("v{}", i * i)).unwrap(), Vertex(i), "{round}");
            }
        }
        assert_eq!(interner.vertex("").unwrap(), Vertex(1000));
        let names = interner.finish();
        assert_eq!((names.get(Vertex(3)), names.get(Vertex(1000))), (Some("v9".into()), Some("".into())));
        assert_eq!((names.find("v81"), names.find("w")), (Some(Vertex(9)), None));
    }

    #[test]
    fn names_that_are_all_numbers_may_be_kept_as_numbers() {
        let of = |words: &[&str]| {
            let mut interner = Interner::default();
            words.iter().for_each(|word| assert!(interner.vertex(word).is_ok()));
            interner.finish_as_numbers()
        };
        assert_eq!(of(&["5", "3"]), Some(Names::Numbers(vec![5, 3].into())));
        assert_eq!(of(&["5", "3"]).unwrap().find("3"), Some(Vertex(1)));
        assert_eq!(of(&["0", "1", "2"]), None);
        for words in [["5", "a"], ["5", "03"], ["5", "+3"], ["5", "4294967296"]] {
            assert!(matches!(of(&words), Some(Names::Words(_))), "{words:?}");
        }
    }

    #[test]
    fn lying_tables_are_refused() {
        for ends in [vec![1, 0], vec![3], vec![1, 2], vec![u64::MAX]] {
            assert!(Words::from_tables("é".into(), ends.into()).is_err());
        }
        assert!(Words::from_tables("é".into(), vec![0, 2].into()).is_ok());
    }
}
