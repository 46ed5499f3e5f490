//! Positions: sums of components.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One component of a position: its coordinates, one for a heap. Named values are stored as indices.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Component(pub Vec<i64>);

/// A position: the components between which the player to move chooses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position(pub Vec<Component>);

/// A component as people and scripts see it: a heap is a number, several coordinates are a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Place {
    /// A single coordinate.
    One(Coordinate),
    /// Several coordinates.
    Many(Vec<Coordinate>),
}

/// A coordinate as people and scripts see it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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
