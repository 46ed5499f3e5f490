//! The L-game (de Bono 1968): on a 4×4 board each player has an L of four cells, and two neutral pieces take a cell
//! each. A turn lifts one's own L and puts it elsewhere, then may move one neutral piece to any empty cell. A player
//! whose L cannot move loses; play may go on for ever.
//!
//! Each player moves an L of their own, so the game is partisan and has no value that could be added to other games.
//! Seen by the player to move it is one graph, whose 18,368 vertices are (own L, other L, neutral pieces); retrograde
//! analysis of its 1.6 million moves tells won, lost and drawn ones.
//!
//! ```
//! use grundy::{Outcome, Work, boards::lgame::{LGame, Turn}};
//! let game = LGame::solve(&Work::unwatched())?;
//! let start: Turn = "nMM./.OM./.OM./.OOn".parse()?;
//! assert_eq!(game.outcome(&start), Outcome::D);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::str::FromStr;

use super::bad_position;
use crate::error::{BoardFault, Error, Result};
use crate::graph::retrograde::{self, Outcomes};
use crate::graph::{Graph, Vertex};
use crate::outcome::{Outcome, Play};
use crate::work::Work;

/// A set of cells: bit `4·row + column`.
type Cells = u16;

/// Ways to put the two neutral pieces on the eight cells that the Ls leave.
const NEUTRALS: usize = 28;

/// A position seen by the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// The L of the player to move.
    pub own: Cells,
    /// The L of the other player.
    pub other: Cells,
    /// The two neutral pieces.
    pub neutral: Cells,
}

/// The game, solved.
#[derive(Clone, Debug)]
pub struct LGame {
    turns: Vec<Turn>,
    /// For each pair of Ls where its turns begin.
    pairs: Vec<u32>,
    graph: Graph<'static>,
    outcomes: Outcomes,
}

impl LGame {
    /// Solves all turns.
    pub fn solve(work: &Work<'_>) -> Result<LGame> {
        let ls = placements();
        let mut turns = Vec::new();
        let mut pairs = vec![u32::MAX; ls.len() * ls.len()];
        for (pair, start) in pairs.iter_mut().enumerate() {
            let (own, other) = (ls[pair / ls.len()], ls[pair % ls.len()]);
            if own & other == 0 {
                *start = turns.len() as u32;
                pairs_of(!(own | other), |neutral| turns.push(Turn { own, other, neutral }));
            }
        }
        let index = |turn: &Turn| index(&ls, &pairs, turn);
        let graph = Graph::from_successors(turns.len(), |v| {
            let mut to = Vec::with_capacity(224);
            turns[v.index()].moves(&ls, |turn| to.extend(index(&turn).map(Vertex)));
            to
        })?;
        let outcomes = retrograde::solve(&graph, retrograde::by_play(Play::Normal), work)?;
        Ok(LGame { turns, pairs, graph, outcomes })
    }

    fn vertex(&self, turn: &Turn) -> Option<Vertex> {
        index(&placements(), &self.pairs, turn).map(Vertex)
    }

    /// Who wins; a turn that is none is a draw.
    pub fn outcome(&self, turn: &Turn) -> Outcome {
        self.vertex(turn).map_or(Outcome::D, |v| self.outcomes.outcome(v))
    }

    /// How many moves the game lasts, if it ends.
    pub fn remoteness(&self, turn: &Turn) -> Option<u32> {
        self.outcomes.remoteness(self.vertex(turn)?)
    }

    /// Every move, seen by the other player who then moves.
    pub fn moves(&self, turn: &Turn) -> Vec<Turn> {
        let to = self.vertex(turn).map(|v| self.graph.successors(v).map(|w| self.turns[w.index()]));
        to.into_iter().flatten().collect()
    }

    /// The move of best play, seen by the other player; none if the L is stuck.
    pub fn best_move(&self, turn: &Turn) -> Option<Turn> {
        let best = self.outcomes.best_move(&self.graph, self.vertex(turn)?)?;
        Some(self.turns[best.index()])
    }

    /// The graph of all turns.
    pub fn graph(&self) -> &Graph<'static> {
        &self.graph
    }

    /// Outcome and remoteness of all turns, in the order of the graph.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }
}

/// The places of an L: 48 sets of cells in order.
fn placements() -> Vec<Cells> {
    let mut all = Vec::with_capacity(48);
    // A bar of three with a fourth cell beside one of its ends.
    for row in 0..4i32 {
        for column in 0..4i32 {
            for (dr, dc) in [(0, 1), (1, 0)] {
                for end in [0, 2] {
                    for side in [-1, 1] {
                        let foot = (row + end * dr + side * dc, column + end * dc + side * dr);
                        let bar = (0..3).map(|i| (row + i * dr, column + i * dc));
                        let cells = bar.chain([foot]).try_fold(0, |cells: Cells, (r, c)| {
                            let inside = (0..4).contains(&r) && (0..4).contains(&c);
                            inside.then(|| cells | 1 << (4 * r + c))
                        });
                        all.extend(cells);
                    }
                }
            }
        }
    }
    all.sort_unstable();
    all
}

/// All pairs of cells out of a set, in order.
fn pairs_of(free: Cells, mut visit: impl FnMut(Cells)) {
    for high in 0..16 {
        for low in 0..high {
            let pair = 1 << high | 1 << low;
            if free & pair == pair {
                visit(pair);
            }
        }
    }
}

/// The number of a turn.
fn index(ls: &[Cells], pairs: &[u32], turn: &Turn) -> Option<u32> {
    let (own, other) = (ls.binary_search(&turn.own).ok()?, ls.binary_search(&turn.other).ok()?);
    let start = pairs[own * ls.len() + other];
    let free = !(turn.own | turn.other);
    if start == u32::MAX || turn.neutral.count_ones() != 2 || turn.neutral & !free != 0 {
        return None;
    }
    // The rank of a cell among the free ones; pairs are numbered by their higher cell, then the lower.
    let rank = |cell: u32| (free & ((1 << cell) - 1)).count_ones();
    let (low, high) = (rank(turn.neutral.trailing_zeros()), rank(15 - turn.neutral.leading_zeros()));
    debug_assert!((high * high.saturating_sub(1) / 2 + low) < NEUTRALS as u32);
    Some(start + high * high.saturating_sub(1) / 2 + low)
}

impl Turn {
    /// Calls `visit` with every turn after a move, each once.
    fn moves(&self, ls: &[Cells], mut visit: impl FnMut(Turn)) {
        for &own in ls {
            if own == self.own || own & (self.other | self.neutral) != 0 {
                continue;
            }
            let after = Turn { own: self.other, other: own, neutral: self.neutral };
            visit(after);
            let empty = !(own | self.other | self.neutral);
            for piece in (0..16).map(|cell| 1 << cell).filter(|piece| self.neutral & piece != 0) {
                for cell in (0..16).map(|cell| 1 << cell).filter(|cell| empty & cell != 0) {
                    visit(Turn { neutral: self.neutral & !piece | cell, ..after });
                }
            }
        }
    }

    /// The same position with the other player to move.
    pub fn swapped(self) -> Turn {
        Turn { own: self.other, other: self.own, ..self }
    }

    /// What the mover did to reach a turn, which the other player sees: `L (1,2)(2,2)(3,2)(3,3), n (1,1) to (4,4)`.
    pub fn words(&self, to: &Turn) -> String {
        let show = |cells: Cells| {
            let cells = (0..16).filter(|i| cells >> i & 1 == 1);
            cells.map(|i| format!("({},{})", i / 4 + 1, i % 4 + 1)).collect::<String>()
        };
        let (left, met) = (self.neutral & !to.neutral, to.neutral & !self.neutral);
        let neutral = if left == 0 { String::new() } else { format!(", n {} to {}", show(left), show(met)) };
        format!("L {}{neutral}", show(to.other))
    }

    /// Reads a board of 16 cells in which the pieces are known by their signs; spaces, line ends and `/` are skipped.
    /// An L of the other player may be written with any other sign.
    pub fn read(text: &str, own: char, neutral: char) -> Result<(Turn, char)> {
        let cells: Vec<char> = text.chars().filter(|c| !c.is_whitespace() && *c != '/').collect();
        if cells.len() != 16 {
            return Err(bad_position(BoardFault::NotFourByFour { count: cells.len() }));
        }
        let is_other = |c: char| c != own && c != neutral && c != '.';
        let sign = cells.iter().copied().find(|c| is_other(*c));
        let sign = sign.ok_or_else(|| bad_position(BoardFault::OtherLMissing))?;
        let set =
            |wanted: char| (0..16).filter(|i| cells[*i] == wanted).fold(0, |set: Cells, i| set | 1 << i);
        let turn = Turn { own: set(own), other: set(sign), neutral: set(neutral) };
        if let Some(stray) = cells.iter().find(|c| is_other(**c) && **c != sign) {
            return Err(bad_position(BoardFault::TwoOtherLs {
                text: stray.to_string(),
                other: sign.to_string(),
            }));
        }
        let ls = placements();
        for (cells, whose) in [(turn.own, own), (turn.other, sign)] {
            if ls.binary_search(&cells).is_err() {
                return Err(bad_position(BoardFault::NotAnL { text: whose.to_string() }));
            }
        }
        if turn.neutral.count_ones() != 2 {
            let count = u64::from(turn.neutral.count_ones());
            return Err(bad_position(BoardFault::NeutralPieces { count, text: neutral.to_string() }));
        }
        Ok((turn, sign))
    }

    /// The board in four rows with these signs.
    pub fn draw(&self, own: char, other: char, neutral: char, between: &str) -> String {
        let cell = |i: usize| match 1 << i {
            bit if self.own & bit != 0 => own,
            bit if self.other & bit != 0 => other,
            bit if self.neutral & bit != 0 => neutral,
            _ => '.',
        };
        let rows: Vec<String> = (0..4).map(|row| (0..4).map(|c| cell(4 * row + c)).collect()).collect();
        rows.join(between)
    }
}

impl FromStr for Turn {
    type Err = Error;

    /// `M` is the L of the player to move, `n` a neutral piece, `.` an empty cell, anything else the other L.
    fn from_str(text: &str) -> Result<Turn> {
        Turn::read(text, 'M', 'n').map(|(turn, _)| turn)
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw('M', 'O', 'n', "/"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::graph::retrograde::Counts;
    use std::collections::BTreeMap;

    #[test]
    fn the_l_game_has_18368_turns_of_which_8048_are_won_and_232_lost() {
        let game = LGame::solve(&Work::unwatched()).unwrap();
        assert_eq!((game.turns.len(), game.graph.edge_count()), (18_368, 1_632_800));
        assert_eq!(game.outcomes.counts(), Counts { N: 8_048, P: 232, D: 10_088 });
        let mut histogram = BTreeMap::new();
        for v in game.graph.vertices() {
            *histogram.entry(game.outcomes.remoteness(v)).or_insert(0) += 1;
        }
        let expected = [
            (None, 10_088),
            (Some(0), 120),
            (Some(1), 6144),
            (Some(2), 24),
            (Some(3), 216),
            (Some(4), 24),
            (Some(5), 648),
            (Some(6), 40),
            (Some(7), 88),
            (Some(8), 24),
            (Some(9), 952),
        ];
        assert_eq!(histogram, expected.into_iter().collect());
        assert_eq!(game.graph.vertices().map(|v| game.graph.degree(v)).max(), Some(221));
        let start: Turn = "nMM./.OM./.OM./.OOn".parse().unwrap();
        assert_eq!((game.outcome(&start), game.moves(&start).len()), (Outcome::D, 65));
        for (v, turn) in game.graph.vertices().zip(&game.turns) {
            assert_eq!(game.vertex(turn), Some(v));
            assert_eq!(turn.to_string().parse::<Turn>().as_ref().unwrap(), turn);
        }
    }

    #[test]
    fn boards_that_are_none_are_refused() {
        for text in
            ["", "nMM./.OM./.OM./.OO.", "nMM./.OM./.OM./.OZn", "nMMM/.O../.O../.OOn", "MMMM/OOOO/nn../..../"]
        {
            assert!(text.parse::<Turn>().is_err(), "{text}");
        }
    }
}
