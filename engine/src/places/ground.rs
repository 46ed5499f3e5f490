//! The rule laid on one board: every way in which a picture can lie on it, found once.

use std::collections::BTreeSet;

use crate::error::{BoardFault, Error, ErrorKind, NextStep, Result};
use crate::meter::Meter;
use crate::rules::{Letters, Picture, PictureCell, Rewrite, Sign};
use crate::work::Work;

use super::board::{Board, Turn, turns};
use super::{PictureRules, condition};

/// Placements of one board.
const MOST_PLACEMENTS: usize = 1 << 18;
/// Ways to choose the letters and the lengths of runs of one kind of move.
const MOST_FORMS: usize = 1 << 14;

/// The letters that may stand on a place, a bit each.
pub(super) type Mask = u64;

/// What must stand where; in order of the places, each once.
pub(super) type Needs = Box<[(u32, Mask)]>;

/// A picture laid on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Placement {
    pub(super) needs: Needs,
    /// What is put where; in order of the places. Every place that is written is needed, if only to be there.
    pub(super) writes: Box<[(u32, u8)]>,
    /// Places that must be there, whatever stands on them; in order.
    pub(super) bare: Box<[u32]>,
    /// The kind of move.
    pub(super) kind: u16,
}

/// A picture with its variables and runs written out: what stands before and after on each cell.
pub(super) struct Flat {
    pub(super) before: Vec<Vec<Sign>>,
    pub(super) after: Vec<Vec<Vec<Sign>>>,
}

/// What a turned picture shows: where each cell lies, seen from the corner of the box around them, and what stands there.
type Look<'f> = Vec<((i64, i64), &'f Sign, Option<&'f Sign>)>;

impl Flat {
    /// Those of the turns after which it looks different: from the others come the same placements.
    fn looks(&self, turns: &[Turn]) -> Vec<Turn> {
        let (mut looks, mut kept): (Vec<Look<'_>>, Vec<Turn>) = (Vec::new(), Vec::new());
        for turn in turns {
            let look = self.look(turn);
            if !looks.contains(&look) {
                looks.push(look);
                kept.push(*turn);
            }
        }
        kept
    }

    fn look(&self, turn: &Turn) -> Look<'_> {
        let after = |i: usize, j: usize| self.after.first().and_then(|rows| rows.get(i)?.get(j));
        let rows = self.before.iter().enumerate();
        let mut look: Look<'_> = rows
            .flat_map(|(i, row)| {
                row.iter().enumerate().map(move |(j, sign)| (turn.of(i, j), sign, after(i, j)))
            })
            .collect();
        let top = look.iter().map(|cell| cell.0.0).min().unwrap_or(0);
        let left = look.iter().map(|cell| cell.0.1).min().unwrap_or(0);
        look.iter_mut().for_each(|(at, ..)| *at = (at.0 - top, at.1 - left));
        look.sort_unstable_by_key(|cell| cell.0);
        look
    }
}

/// What a sign allows on a place of the board.
pub(super) fn mask(sign: &Sign, board: &Board) -> Mask {
    let bits = |letters: &[char]| -> Mask {
        letters.iter().filter_map(|letter| board.number(*letter)).fold(0, |mask, at| mask | 1 << at)
    };
    match sign {
        Sign::Letter(letter) => bits(&[*letter]),
        Sign::OneOf(letters, _) => bits(letters),
        Sign::NoneOf(letters) => !bits(letters) & everything(board),
        Sign::Any => everything(board),
        Sign::Edge | Sign::Variable(_) => 0,
    }
}

fn everything(board: &Board) -> Mask {
    (1 << board.letters.len()) - 1
}

/// Whether a sign allows that a place is beyond the edge.
pub(super) fn allows_edge(sign: &Sign) -> bool {
    matches!(sign, Sign::Edge | Sign::OneOf(_, true))
}

/// Every form of a kind of move whose pictures have at most so many cells in a row.
pub(super) fn forms(rewrite: &Rewrite, board: &Board, longest: usize, work: &Work<'_>) -> Result<Vec<Flat>> {
    let mut all = Forms { found: Vec::new(), meter: Meter::new("forms", work) };
    choose(rewrite, board, longest, &mut Vec::new(), &mut all)?;
    Ok(all.found)
}

/// Forms while they are found.
struct Forms<'w> {
    found: Vec<Flat>,
    meter: Meter<'w>,
}

fn choose(
    rewrite: &Rewrite,
    board: &Board,
    longest: usize,
    chosen: &mut Vec<(String, char)>,
    all: &mut Forms<'_>,
) -> Result<()> {
    let Some((name, letters)) = rewrite.choices.get(chosen.len()) else {
        let runs = rewrite.before.cells().filter(|cell| cell.run).count();
        return lengths(rewrite, longest, chosen, &mut vec![1; runs], 0, all);
    };
    let letters = match letters {
        Letters::All => board.letters.clone(),
        Letters::These(these) => these.clone(),
    };
    for letter in letters {
        chosen.push((name.text.clone(), letter));
        choose(rewrite, board, longest, chosen, all)?;
        chosen.pop();
    }
    Ok(())
}

/// Every choice of the lengths of runs from one on.
fn lengths(
    rewrite: &Rewrite,
    longest: usize,
    chosen: &[(String, char)],
    runs: &mut Vec<usize>,
    at: usize,
    all: &mut Forms<'_>,
) -> Result<()> {
    if at == runs.len() {
        if all.found.len() == MOST_FORMS {
            return Err(too_many(BoardFault::TooManyReadings));
        }
        let cells = rewrite.before.cells().count() + runs.iter().sum::<usize>();
        all.meter.add((2 * cells * size_of::<Sign>()) as u64)?;
        let mut next = 0;
        let before = flat(&rewrite.before, chosen, runs, &mut next);
        let mut next = 0;
        let after = rewrite.after.iter().map(|picture| flat(picture, chosen, runs, &mut next)).collect();
        all.found.push(Flat { before, after });
        return Ok(());
    }
    let others = rewrite.before.width() - runs.len() + runs.iter().sum::<usize>() - runs[at];
    for length in 1..=longest.saturating_sub(others).max(1) {
        runs[at] = length;
        lengths(rewrite, longest, chosen, runs, at + 1, all)?;
    }
    runs[at] = 1;
    Ok(())
}

fn flat(picture: &Picture, chosen: &[(String, char)], runs: &[usize], next: &mut usize) -> Vec<Vec<Sign>> {
    let mut cell = |cell: &PictureCell| {
        let sign = match &cell.sign {
            Sign::Variable(name) => {
                let letter = chosen.iter().find(|(known, _)| known == name).map(|(_, letter)| *letter);
                letter.map_or(Sign::Any, Sign::Letter)
            }
            sign => sign.clone(),
        };
        let length = if cell.run { runs.get(*next).copied().unwrap_or(1) } else { 1 };
        *next += usize::from(cell.run);
        vec![sign; length]
    };
    picture.rows.iter().map(|row| row.iter().flat_map(&mut cell).collect()).collect()
}

pub(super) fn too_many(fault: BoardFault) -> Error {
    Error::new(ErrorKind::Limit, fault).hint(NextStep::SmallerBoard)
}

/// The rule on one board.
#[derive(Debug)]
pub(super) struct Ground {
    pub(super) placements: Vec<Placement>,
    pub(super) over: Option<condition::Grounded>,
    pub(super) over_all: Option<condition::Grounded>,
    /// Whether some sign asks about the edge, so that a board cannot be moved.
    pub(super) minds_edge: bool,
}

impl Ground {
    pub(super) fn new(rules: &PictureRules, board: &Board, work: &Work<'_>) -> Result<Ground> {
        let rule = &rules.rule;
        let longest = board.rows.max(board.columns) + 2;
        let (mut found, mut minds_edge) = (BTreeSet::new(), false);
        for (kind, rewrite) in rule.rewrites.iter().enumerate() {
            minds_edge |= rewrite.before.cells().any(|cell| allows_edge(&cell.sign));
            for form in forms(rewrite, board, longest, work)? {
                work.step("placements", found.len() as u64, None)?;
                for turn in form.looks(turns(rule.universe, rule.as_drawn)) {
                    lay(&form, turn, board, kind as u16, &mut found)?;
                    work.limits.allow_bytes(128 * found.len() as u64)?;
                }
            }
        }
        let ground = |condition| condition::Grounded::new(condition, rule, board);
        Ok(Ground {
            placements: found.into_iter().collect(),
            over: rule.ending.over.as_ref().map(ground).transpose()?,
            over_all: rule.ending.over_all.as_ref().map(ground).transpose()?,
            minds_edge,
        })
    }
}

/// Lays a form on every place of the board.
fn lay(form: &Flat, turn: Turn, board: &Board, kind: u16, found: &mut BTreeSet<Placement>) -> Result<()> {
    for (row, column) in anchors(&form.before, turn, board) {
        let Some(needs) = fit(&form.before, turn, board, row, column) else { continue };
        found.insert(placed(&form.after[0], needs, board, kind));
        if found.len() > MOST_PLACEMENTS {
            return Err(too_many(BoardFault::TooManyPlacements));
        }
    }
    Ok(())
}

/// Where the first cell of a picture may lie so that some cell is on the board.
pub(super) fn anchors(
    picture: &[Vec<Sign>],
    turn: Turn,
    board: &Board,
) -> impl Iterator<Item = (i64, i64)> + use<> {
    let corner = turn.of(picture.len() - 1, picture[0].len().saturating_sub(1));
    let range = |extent: i64, side: usize| match board.wraps() {
        true => 0..side as i64,
        false => -extent.max(0)..side as i64 - extent.min(0),
    };
    let (rows, columns) = (range(corner.0, board.rows), range(corner.1, board.columns));
    rows.flat_map(move |row| columns.clone().map(move |column| (row, column)))
}

/// What must stand where so that a picture lies at an anchor; none if it cannot.
pub(super) fn fit(
    picture: &[Vec<Sign>],
    turn: Turn,
    board: &Board,
    row: i64,
    column: i64,
) -> Option<Vec<(u32, Mask, usize, usize)>> {
    let mut needs: Vec<(u32, Mask, usize, usize)> = Vec::new();
    for (i, signs) in picture.iter().enumerate() {
        for (j, sign) in signs.iter().enumerate() {
            let (down, across) = turn.of(i, j);
            match board.place(row + down, column + across) {
                Some(place) => {
                    let mask = mask(sign, board);
                    if mask == 0 {
                        return None;
                    }
                    needs.push((place as u32, mask, i, j));
                }
                None if allows_edge(sign) => {}
                None => return None,
            }
        }
    }
    needs.sort_unstable();
    // On a circle a long picture would lie on itself.
    let twice = needs.windows(2).any(|two| two[0].0 == two[1].0);
    (!needs.is_empty() && !twice).then_some(needs)
}

fn placed(after: &[Vec<Sign>], needs: Vec<(u32, Mask, usize, usize)>, board: &Board, kind: u16) -> Placement {
    let (mut kept, mut writes, mut bare) = (Vec::new(), Vec::new(), Vec::new());
    for (place, mask, i, j) in needs {
        let written = match &after[i][j] {
            Sign::Letter(letter) => board.number(*letter),
            _ => None,
        };
        match written.is_some() || mask != everything(board) {
            true => kept.push((place, mask)),
            false => bare.push(place),
        }
        if let Some(letter) = written.filter(|letter| mask != 1 << letter) {
            writes.push((place, letter));
        }
    }
    Placement { needs: kept.into(), writes: writes.into(), bare: bare.into(), kind }
}
