//! Pictures of games: what a drawing holds, and the texts that show it.
//!
//! | file | what it does |
//! |---|---|
//! | `states` | the game graph from a position: states, moves, who wins |
//! | `narrow` | the best moves of opened positions, where there are many |
//! | `ranks` | the layer of each state |
//! | `layout` | where each state stands and how each move runs |
//! | `labels` | where the names of moves are written |
//! | `svg`, `dot` | a drawing as SVG, or for Graphviz |
//! | `board` | a position as SVG: a board, heaps of stones |
//! | `plot`, `heat` | a table as SVG: the nim-sequence, a heat map |
//!
//! Nothing here reads or writes files: a drawing is data (serde), a picture is a text.

mod board;
mod canvas;
mod colour;
mod curve;
mod dot;
mod heat;
mod labels;
mod layout;
mod narrow;
mod order;
mod plot;
mod ranks;
mod route;
mod states;
mod svg;
#[cfg(test)]
mod tests;

pub use board::board;
pub use dot::dot;
pub use layout::{Band, Drawing, Edge, Node, Point, draw};
pub use plot::plot;
pub use ranks::{Layers, Measure};
pub use states::DrawOptions;
pub use svg::svg;
