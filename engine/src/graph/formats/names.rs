//! Names of vertices, in one text.

use std::borrow::Cow;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Vertex};

/// The names of vertices `0, 1, 2, …`, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Names<'a> {
    text: Cow<'a, str>,
    /// Where each name ends.
    ends: Cow<'a, [u64]>,
}

impl<'a> Names<'a> {
    /// Names that came from outside, after looking at every end.
    pub(super) fn from_tables(text: Cow<'a, str>, ends: Cow<'a, [u64]>) -> Result<Names<'a>> {
        let last = ends.last().copied().unwrap_or(0);
        let on_letters = |&end: &u64| usize::try_from(end).is_ok_and(|end| text.is_char_boundary(end));
        if !ends.is_sorted() || last != text.len() as u64 || !ends.iter().all(on_letters) {
            return Err(Error::new(ErrorKind::Format, "the table of names does not fit their text"));
        }
        Ok(Names { text, ends })
    }

    /// How many names there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The name of a vertex.
    pub fn get(&self, v: Vertex) -> Option<&str> {
        let end = *self.ends.get(v.index())? as usize;
        let start = v.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.text.get(start..end)
    }

    /// The vertex of a name, by looking at one name after the other.
    pub fn find(&self, name: &str) -> Option<Vertex> {
        (0..self.len() as u32).map(Vertex).find(|&v| self.get(v) == Some(name))
    }

    /// The names in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as u32).filter_map(|v| self.get(Vertex(v)))
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
        let name_of = |v: u32| {
            let start = (v as usize).checked_sub(1).map_or(0, |before| ends[before] as usize);
            &text[start..ends[v as usize] as usize]
        };
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

    pub(super) fn finish(self) -> Names<'static> {
        Names { text: self.text.into(), ends: self.ends.into() }
    }
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
        assert_eq!((names.get(Vertex(3)), names.get(Vertex(1000))), (Some("v9"), Some("")));
        assert_eq!((names.find("v81"), names.find("w")), (Some(Vertex(9)), None));
    }

    #[test]
    fn lying_tables_are_refused() {
        for ends in [vec![1, 0], vec![3], vec![1, 2], vec![u64::MAX]] {
            assert!(Names::from_tables("é".into(), ends.into()).is_err());
        }
        assert!(Names::from_tables("é".into(), vec![0, 2].into()).is_ok());
    }
}
