//! Words that are cut at a letter between equal letters (Codeforces 305E): `"{x}{y}{x}" -> "{x}" & "{y}" & "{x}"`.
//!
//! Call a letter a centre if its neighbours are there and equal. Cutting it out takes a neighbour from the letters next to it, so
//! that it destroys the centres next to it and itself, and no other. A run of n centres in a row is therefore the strip
//! of n cells on which no two crosses may touch, the octal game 0.137, and words are sums of runs. ∎
//!
//! Complexity: the values of runs up to n take n²/2 steps, once; then a look at every letter.

use std::sync::Arc;

use crate::boards::palindrome::CROSSES;
use crate::error::Result;
use crate::literal::Lets;
use crate::nimber::Nimber;
use crate::report::sentence::BoardTheorem;
use crate::rules::{BoardEnding, Letters, Picture, PictureCell, Rewriting, Rules, Sign};
use crate::solve::{Cell, table};
use crate::work::Work;

use super::super::PictureRules;
use super::super::board::Board;
use super::super::word::CUT;
use super::Theorem;

/// The values of runs of 0, 1, … centres.
#[derive(Debug)]
struct Centres(Vec<Nimber>);

impl Theorem for Centres {
    fn name(&self) -> BoardTheorem {
        BoardTheorem::RunsOfCentres
    }

    fn value(&self, cells: &[u8]) -> Option<Nimber> {
        cells.split(|cell| *cell == CUT).map(|word| self.of_word(word)).sum()
    }
}

impl Centres {
    fn of_word(&self, word: &[u8]) -> Option<Nimber> {
        let (mut sum, mut run) = (Nimber::ZERO, 0);
        for three in word.windows(3) {
            match three[0] == three[2] {
                true => run += 1,
                false => sum += *self.0.get(std::mem::take(&mut run))?,
            }
        }
        Some(sum + *self.0.get(run)?)
    }
}

/// Recognises the rule.
pub(super) fn recognise(
    rules: &PictureRules,
    board: &Board,
    work: &Work<'_>,
) -> Result<Option<Arc<dyn Theorem>>> {
    if !is_cut(&rules.rule) {
        return Ok(None);
    }
    let heaps = Rules::read(CROSSES, &Lets::new(), work)?;
    let made = table(&heaps, Some(&[0]), Some(&[board.columns as i64]), None, work)?;
    let values = made.cells.iter().flatten().map(|cell| Nimber(Cell::nimber(cell))).collect();
    Ok(Some(Arc::new(Centres(values))))
}

/// Whether the only move cuts at a letter between equal ones, whatever the variables are called.
fn is_cut(rule: &Rewriting) -> bool {
    let ([rewrite], BoardEnding { over: None, over_all: None, .. }) = (&rule.rewrites[..], &rule.ending)
    else {
        return false;
    };
    let is = |picture: &Picture, wanted: &[&str]| {
        let cells: Vec<&PictureCell> = picture.cells().collect();
        let named = |(cell, name): (&&PictureCell, &&str)| cell.sign == Sign::Variable(name.to_string());
        cells.len() == wanted.len()
            && cells.iter().all(|cell| !cell.run)
            && cells.iter().zip(wanted).all(named)
    };
    let shows = |x: &str, y: &str| {
        let parts = [[x], [y], [x]];
        is(&rewrite.before, &[x, y, x])
            && rewrite.after.len() == 3
            && rewrite.after.iter().zip(&parts).all(|(picture, part)| is(picture, part))
    };
    match &rewrite.choices[..] {
        [(one, Letters::All), (other, Letters::All)] => {
            shows(&one.text, &other.text) || shows(&other.text, &one.text)
        }
        _ => false,
    }
}
