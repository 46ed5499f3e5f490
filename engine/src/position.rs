//! Positions: sums of components.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One component of a position: its coordinates, one for a heap. Named values are stored as indices.
///
/// Only rules make components, and only legal ones: [`Rules::component`](crate::Rules::component) from a text,
/// [`Rules::legal`](crate::Rules::legal) from coordinates.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(pub(crate) Vec<i64>);

impl Component {
    /// The coordinates.
    pub fn coordinates(&self) -> &[i64] {
        &self.0
    }
}

/// A position: the components between which the player to move chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position(pub Vec<Component>);

/// A component as people and scripts see it: a heap is a number, several coordinates are a list.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Place {
    /// A single coordinate.
    One(Coordinate),
    /// Several coordinates.
    Many(Vec<Coordinate>),
}

/// A coordinate as people and scripts see it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Coordinate {
    /// A number.
    Int(i64),
    /// A named value.
    Name(String),
}

impl Place {
    /// From the coordinates in order.
    pub fn new(mut coordinates: Vec<Coordinate>) -> Place {
        match coordinates.len() {
            1 => Place::One(coordinates.remove(0)),
            _ => Place::Many(coordinates),
        }
    }

    /// From a position of a board as it is written: numbers with commas between them are coordinates, anything else is
    /// one name.
    ///
    /// ```
    /// use grundy::Place;
    /// assert_eq!(serde_json::to_string(&Place::written("1,7,3")).unwrap(), "[1,7,3]");
    /// assert_eq!(serde_json::to_string(&Place::written("7")).unwrap(), "7");
    /// assert_eq!(serde_json::to_string(&Place::written("..X..")).unwrap(), "\"..X..\"");
    /// ```
    pub fn written(text: &str) -> Place {
        let word = |word: &str| {
            let digits = !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
            // What is too large for a coordinate is still one of several.
            let read =
                |word: &str| word.parse().map_or_else(|_| Coordinate::Name(word.into()), Coordinate::Int);
            digits.then(|| read(word))
        };
        match text.split(',').map(word).collect::<Option<Vec<_>>>() {
            Some(coordinates) => Place::new(coordinates),
            None => Place::One(Coordinate::Name(text.into())),
        }
    }

    /// The position as an argument of the command line: `7` or `2,3`.
    pub fn argument(&self) -> String {
        match self {
            Place::One(one) => one.to_string(),
            Place::Many(many) => many.iter().map(Coordinate::to_string).collect::<Vec<_>>().join(","),
        }
    }
}

impl fmt::Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Coordinate::Int(n) => n.fmt(f),
            Coordinate::Name(name) => name.fmt(f),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::One(one) => one.fmt(f),
            Place::Many(_) => write!(f, "({})", self.argument()),
        }
    }
}
