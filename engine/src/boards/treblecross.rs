//! Treblecross: crosses on strips of cells; who makes three in a row on any of them wins at once.
//!
//! Theorem (*Winning Ways* ch. 4): if three can be made, the player to move wins. Else call a cell *quiet* if no cross
//! stands on it or within two cells of it. A cross anywhere else makes three possible (two neighbours of which one has a
//! free neighbour, or two with a free cell between them), so nobody writes one while a quiet cell is left, and who finds
//! none loses. A cross on a quiet cell ends the quiet of two cells on either side, so a run of n quiet cells is a heap of
//! n + 2 in the code 0.007, and nim-sums decide. It needs strips of three cells or more, on which a free cell is always
//! left. Complexity: O(cells) once the values are known.
//!
//! ```
//! use grundy::{Outcome, Work, named};
//! let work = Work::unwatched();
//! let treblecross = named::find("treblecross").unwrap();
//! assert_eq!(treblecross.solve(&["6".into()], None, &work)?.outcome, Outcome::P);
//! assert_eq!(treblecross.solve(&["..X....".into()], None, &work)?.outcome, Outcome::N);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::ops::ControlFlow;

use super::{bad_position, on_heap, plain_size, rows_of};
use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::game::{Game, Readable};
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;
use crate::rules::Rules;
use crate::solve::{Cell, table};
use crate::work::Work;

/// The most cells of all strips together.
const MOST: usize = 2_000;
/// The runs of quiet cells, as heaps that are two larger.
const RUNS: &str = "0.007";

/// The game; all strips together are the position, for the first three in a row ends it.
#[derive(Clone, Debug, Default)]
pub struct Treblecross {
    /// The values of runs of 0, 1, … quiet cells, as far as a strip was long.
    runs: Vec<u64>,
}

/// There is one such board; what it has computed is not part of it.
impl PartialEq for Treblecross {
    fn eq(&self, _: &Treblecross) -> bool {
        true
    }
}

/// Whether a cross stands on this cell.
fn crossed(strip: &[u8], at: usize) -> bool {
    strip.get(at) == Some(&b'X')
}

fn is_over(strip: &[u8]) -> bool {
    strip.windows(3).any(|three| three == b"XXX")
}

/// Whether one more cross makes three in a row.
fn can_win(strip: &[u8]) -> bool {
    strip.windows(3).any(|three| three.iter().filter(|cell| **cell == b'X').count() == 2)
}

fn is_quiet(strip: &[u8], at: usize) -> bool {
    (at.saturating_sub(2)..=at + 2).all(|near| !crossed(strip, near))
}

impl Game for Treblecross {
    type State = String;

    fn prepare(&mut self, strips: &String, work: &Work<'_>) -> Result<()> {
        let longest = strips.split('/').map(str::len).max().unwrap_or(0);
        if self.runs.len() <= longest {
            let rules = Rules::read(RUNS, &Lets::new(), work)?;
            let heaps = table(&rules, Some(&[2]), Some(&[longest as i64 + 2]), None, work)?;
            self.runs = heaps.cells.iter().flatten().map(Cell::nimber).collect();
        }
        Ok(())
    }

    fn show(&self, strips: &String) -> String {
        strips.clone()
    }

    fn options(&self, strips: &String, visit: &mut impl FnMut(String) -> ControlFlow<()>) -> ControlFlow<()> {
        if strips.split('/').any(|strip| is_over(strip.as_bytes())) {
            return ControlFlow::Continue(());
        }
        let mut free = strips.match_indices('.');
        free.try_for_each(|(at, _)| visit(format!("{}X{}", &strips[..at], &strips[at + 1..])))
    }

    fn labels(&self, from: &String, to: &String) -> Vec<String> {
        let Some(at) = from.bytes().zip(to.bytes()).position(|(from, to)| from != to) else {
            return Vec::new();
        };
        let before = &from[..at];
        let cell = at - before.rfind('/').map_or(0, |slash| slash + 1) + 1;
        let strip = match from.contains('/') {
            true => format!("strip {} ", before.matches('/').count() + 1),
            false => String::new(),
        };
        vec![format!("{strip}cell {cell}")]
    }

    fn bytes(&self, strips: &String) -> u64 {
        on_heap(strips.as_bytes())
    }

    fn theorem(&self, _: &String) -> Option<BoardTheorem> {
        Some(BoardTheorem::Treblecross)
    }

    fn outcome(&self, strips: &String) -> Option<Outcome> {
        if strips.split('/').any(|strip| is_over(strip.as_bytes())) {
            return Some(Outcome::P);
        }
        if strips.split('/').any(|strip| can_win(strip.as_bytes())) {
            return Some(Outcome::N);
        }
        Some(if self.reduced(strips)? == Nimber::ZERO { Outcome::P } else { Outcome::N })
    }

    fn reduced(&self, strips: &String) -> Option<Nimber> {
        let strips = || strips.split('/').map(str::as_bytes);
        if strips().any(|strip| is_over(strip) || can_win(strip)) {
            return None;
        }
        let (mut sum, mut run) = (0, 0);
        for strip in strips() {
            for at in 0..strip.len() {
                match is_quiet(strip, at) {
                    true => run += 1,
                    false => sum ^= self.runs.get(std::mem::take(&mut run))?,
                }
            }
            sum ^= self.runs.get(std::mem::take(&mut run))?;
        }
        Some(Nimber(sum))
    }
}

impl Readable for Treblecross {
    const ADDS_UP: bool = false;

    /// Strips such as `..X...`, or their numbers of cells, with `/` or spaces between them.
    fn open(text: &str) -> Result<(Treblecross, String)> {
        let (mut strips, mut cells) = (Vec::new(), 0usize);
        let rows = rows_of(text)?;
        for word in rows.into_iter().flat_map(str::split_whitespace) {
            let strip = match plain_size(word) {
                Some(cells) => ".".repeat(cells.min(MOST + 1)),
                None => word.to_string(),
            };
            if let Some(stray) = strip.chars().find(|c| !matches!(c, '.' | 'X')) {
                let fault = BoardFault::NeitherFreeNorCross { text: stray.to_string() };
                return Err(bad_position(fault).hint(NextStep::either("..X...", "12")));
            }
            if strip.len() < 3 {
                let fault = BoardFault::NoThreeInRow { text: word.into() };
                return Err(bad_position(fault).hint(NextStep::write("..X...")));
            }
            cells += strip.len();
            strips.push(strip);
        }
        match cells {
            0 => Err(bad_position(BoardFault::NoStrip).hint(NextStep::write("..X..."))),
            1..=MOST => Ok((Treblecross::default(), strips.join("/"))),
            _ => Err(Error::new(ErrorKind::Limit, BoardFault::BoardTooLarge { most: MOST })),
        }
    }
}
