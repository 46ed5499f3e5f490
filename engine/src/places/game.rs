//! A rule of pictures on one board, as a [`Game`] that the searches know.

use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use crate::boards::on_heap;
use crate::error::Result;
use crate::game::Game;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::report::sentence::BoardTheorem;
use crate::rules::{RuleSentence, Universe};
use crate::sketch::Sketch;
use crate::work::Work;

use super::board::Board;
use super::condition::matches;
use super::ground::Ground;
use super::growing;
use super::parts::Reach;
use super::picture_theorems::{self, Theorem};
use super::planes::{self, Fast};
use super::symmetry::Symmetry;
use super::whole::Followed;
use super::word::{self, CUT, Pattern};
use super::{PictureRules, falling, pairing, sketched};

/// The value of a board with more places that may still change is not searched where a theorem tells who wins,
const SEARCHED: usize = 40;
/// unless it is narrow: then most moves cut it into small parts.
const NARROW: usize = 3;

/// A rule on a board.
#[derive(Clone, Debug)]
pub(crate) struct PictureGame {
    rules: Arc<PictureRules>,
    board: Board,
    laid: Option<Arc<Laid>>,
    theorem: Option<Arc<dyn Theorem>>,
}

/// What was found out about the rule on the board.
#[derive(Debug)]
struct Laid {
    on: On,
    /// Whether every play ends.
    ends: bool,
    /// Whether moves on a plane put one and the same letter, so that the places tell which move it is.
    puts: bool,
}

#[derive(Debug)]
enum On {
    Places(Ground, Option<(Reach, Symmetry)>, LatePlanes),
    Words(Vec<Pattern>),
}

/// The board on planes of bits, laid out when a search asks for it; nothing where it does not fit.
#[derive(Debug)]
struct LatePlanes {
    /// Whether pictures may be turned and mirrored on a grid.
    freely: bool,
    laid: OnceLock<Option<Arc<dyn Fast>>>,
}

/// Two boards are equal if they have the same places and letters; what was found out about them follows.
impl PartialEq for PictureGame {
    fn eq(&self, other: &PictureGame) -> bool {
        match self.board.universe {
            // Words of any length are one game, as long as they have the same letters.
            Universe::Word => self.board.letters == other.board.letters,
            _ => self.board == other.board,
        }
    }
}

impl PictureGame {
    /// Reads a board with a position on it.
    pub(super) fn open(rules: &Arc<PictureRules>, text: &str) -> Result<(PictureGame, Box<[u8]>)> {
        let (board, cells) = Board::read(rules, text)?;
        Ok((PictureGame { rules: rules.clone(), board, laid: None, theorem: None }, cells))
    }

    /// The same board on planes of bits, if it fits and every play ends.
    pub(super) fn fast(&self) -> Option<&dyn Fast> {
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, derived, planes)) => {
                let lay = || planes::fast(ground, &self.board, &derived.as_ref()?.1, planes.freely);
                planes.laid.get_or_init(lay).as_deref()
            }
            _ => None,
        }
    }

    fn is_over(&self, cells: &[u8]) -> bool {
        let ending = &self.rules.rule.ending;
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, ..)) => {
                [&ground.over, &ground.over_all].into_iter().flatten().any(|over| over.holds(cells))
            }
            _ => [&ending.over, &ending.over_all]
                .into_iter()
                .flatten()
                .any(|over| word::holds(over, cells, &self.board, self.rules.rule.as_drawn)),
        }
    }

    /// The words of a position that a move has cut, or the board as it is.
    fn words<'c>(&self, cells: &'c [u8]) -> Vec<&'c [u8]> {
        match self.board.universe {
            Universe::Word => cells.split(|cell| *cell == CUT).filter(|word| !word.is_empty()).collect(),
            _ => vec![cells],
        }
    }

    /// What a pairing is found by, if every play ends.
    fn symmetric(&self) -> Option<(&Ground, &Reach, &Symmetry)> {
        match self.laid.as_deref() {
            Some(Laid { on: On::Places(ground, Some((reach, symmetry)), _), ends: true, .. }) => {
                Some((ground, reach, symmetry))
            }
            _ => None,
        }
    }

    /// Whether a symmetry answers every move.
    fn is_paired(&self, cells: &[u8]) -> bool {
        self.symmetric().is_some_and(|(ground, reach, symmetry)| {
            pairing::answers(&symmetry.involutions, ground, reach, cells)
        })
    }

    /// Whether what happens on one place can matter anywhere on the board.
    fn is_whole(&self) -> bool {
        let ending = &self.rules.rule.ending;
        ending.over.is_some() || ending.over_all.is_some()
    }
}

impl Followed for PictureGame {
    fn each_move(
        &self,
        cells: &Box<[u8]>,
        visit: &mut impl FnMut(Box<[u8]>, u16) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_over(cells) {
            return ControlFlow::Continue(());
        }
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, ..)) => {
                for placement in ground.placements.iter().filter(|p| matches(&p.needs, cells)) {
                    let mut after: Box<[u8]> = cells.clone();
                    placement.writes.iter().for_each(|&(place, letter)| after[place as usize] = letter);
                    visit(after, placement.kind)?;
                }
                ControlFlow::Continue(())
            }
            Some(On::Words(patterns)) => word::options(patterns, cells, visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn label(&self, kind: u16) -> Option<String> {
        self.rules.rule.rewrites[usize::from(kind)].label.as_ref().map(|label| label.text.clone())
    }

    fn pieces(&self, cells: &Box<[u8]>) -> Vec<Box<[u8]>> {
        self.words(cells).into_iter().map(Box::from).collect()
    }

    fn grows(&self, cells: &Box<[u8]>, work: &Work<'_>) -> Result<Option<String>> {
        let Some(On::Words(patterns)) = self.laid.as_ref().map(|laid| &laid.on) else { return Ok(None) };
        if self.is_whole() || !word::looks_at_no_edge(patterns) {
            return Ok(None);
        }
        let moves = |word: &[u8]| {
            let mut all = Vec::new();
            let _ = word::options(patterns, word, &mut |after, _| {
                if !after.contains(&word::CUT) {
                    all.push(after);
                }
                ControlFlow::Continue(())
            });
            all
        };
        let longer = growing::comes_back_longer(cells, &moves, work)?;
        Ok(longer.map(|word| self.show(&word)))
    }

    fn ends_all(&self, cells: &Box<[u8]>) -> bool {
        let Some(condition) = &self.rules.rule.ending.over_all else { return false };
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, ..)) => ground.over_all.as_ref().is_some_and(|over| over.holds(cells)),
            _ => word::holds(condition, cells, &self.board, self.rules.rule.as_drawn),
        }
    }
}

impl Game for PictureGame {
    type State = Box<[u8]>;

    fn ends(&self) -> bool {
        self.theorem.is_some() || self.laid.as_ref().is_some_and(|laid| laid.ends)
    }

    fn prepare(&mut self, cells: &Box<[u8]>, work: &Work<'_>) -> Result<()> {
        let grown = self.board.universe == Universe::Word && cells.len() > self.board.columns;
        if self.laid.is_some() && !grown {
            return Ok(());
        }
        self.board.columns = self.board.columns.max(if grown { cells.len() } else { 0 });
        self.theorem = picture_theorems::recognise(&self.rules, &self.board, work)?;
        self.laid = Some(Arc::new(match self.board.universe {
            Universe::Word => {
                let patterns = word::patterns(&self.rules, &self.board, work)?;
                Laid { ends: word::ends(&patterns), puts: false, on: On::Words(patterns) }
            }
            _ => {
                let ground = Ground::new(&self.rules, &self.board, work)?;
                let symmetry = Symmetry::new(&ground, &self.board);
                let ends = falling::ends(&ground, &self.board, work)?;
                let freely = self.board.universe == Universe::Grid && !self.rules.rule.as_drawn;
                let fits = ends && ground.over_all.is_none();
                let laid = OnceLock::new();
                if !fits || self.is_whole() {
                    let fast = fits.then(|| planes::fast(&ground, &self.board, &symmetry, freely));
                    let _ = laid.set(fast.flatten());
                }
                let derived = (!self.is_whole()).then(|| (Reach::new(&ground, &self.board), symmetry));
                let puts = self.board.universe.is_plane() && puts_one_letter(&ground);
                Laid { ends, puts, on: On::Places(ground, derived, LatePlanes { freely, laid }) }
            }
        }));
        Ok(())
    }

    fn show(&self, cells: &Box<[u8]>) -> String {
        self.shown(cells).join(" & ")
    }

    fn shown(&self, cells: &Box<[u8]>) -> Vec<String> {
        match self.board.universe {
            Universe::Word => {
                let letter = |cell: &u8| self.board.letters[usize::from(*cell)];
                self.words(cells).into_iter().map(|word| word.iter().map(letter).collect()).collect()
            }
            _ => vec![self.board.show(cells)],
        }
    }

    fn options(
        &self,
        cells: &Box<[u8]>,
        visit: &mut impl FnMut(Box<[u8]>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.each_move(cells, &mut |after, _| visit(after))
    }

    fn parts(&self, cells: Box<[u8]>, visit: &mut impl FnMut(Box<[u8]>)) {
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, Some((reach, _)), _)) => reach.split(ground, &cells, visit),
            Some(On::Words(_)) => self.words(&cells).into_iter().for_each(|word| visit(word.into())),
            _ => visit(cells),
        }
    }

    fn canonical(&self, cells: Box<[u8]>) -> Box<[u8]> {
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(_, Some((reach, symmetry)), _)) => symmetry.least(cells, &self.board, reach.dead),
            Some(On::Words(_)) if !self.rules.rule.as_drawn => {
                let mirrored: Box<[u8]> = cells.iter().rev().copied().collect();
                cells.min(mirrored)
            }
            _ => cells,
        }
    }

    fn known(&self, cells: &Box<[u8]>) -> Option<Nimber> {
        let told = self.theorem.as_ref().and_then(|theorem| theorem.value(cells));
        told.or_else(|| self.is_paired(cells).then_some(Nimber::ZERO))
    }

    fn theorem(&self, cells: &Box<[u8]>) -> Option<BoardTheorem> {
        let told = self.theorem.as_ref().filter(|theorem| theorem.value(cells).is_some());
        let told = told.map(|theorem| theorem.name());
        let paired = || self.is_paired(cells).then_some(BoardTheorem::Pairing);
        told.or_else(paired).or_else(|| self.winning_move(cells).map(|_| BoardTheorem::PairingMove))
    }

    /// The value of a large board takes too long to find, where who wins is known.
    fn outcome(&self, cells: &Box<[u8]>) -> Option<Outcome> {
        let (ground, reach, _) = self.symmetric()?;
        let narrow = self.board.columns.min(cells.len() / self.board.columns.max(1)) <= NARROW;
        let large = !narrow && reach.live(ground, cells) > SEARCHED;
        self.winning_move(cells).filter(|_| large && !self.is_paired(cells)).map(|_| Outcome::N)
    }

    fn winning_move(&self, cells: &Box<[u8]>) -> Option<Box<[u8]>> {
        let (ground, reach, symmetry) = self.symmetric()?;
        pairing::winning(&symmetry.involutions, ground, reach, cells)
    }

    fn bytes(&self, cells: &Box<[u8]>) -> u64 {
        on_heap(cells)
    }

    fn size(&self, cells: &Box<[u8]>) -> u32 {
        match self.laid.as_ref().map(|laid| &laid.on) {
            Some(On::Places(ground, ..)) => {
                ground.placements.iter().filter(|placement| matches(&placement.needs, cells)).count() as u32
            }
            _ => cells.len() as u32,
        }
    }

    fn derived(&self, cells: &Box<[u8]>) -> Vec<RuleSentence> {
        let mut all = vec![if self.ends() { RuleSentence::EveryPlayEnds } else { RuleSentence::MayGoOn }];
        let heaps = self.rules.heaps.iter();
        all.extend(heaps.map(|rules| RuleSentence::RunsAreHeaps { rules: rules.clone() }));
        if let Some(On::Places(_, Some((_, symmetry)), _)) = self.laid.as_ref().map(|laid| &laid.on) {
            let mut parts = 0;
            self.parts(cells.clone(), &mut |_| parts += 1);
            all.extend((parts > 0).then_some(RuleSentence::FallsApart { parts }));
            let ways = symmetry.ways();
            all.extend((ways > 1).then_some(RuleSentence::LooksAlike { ways }));
        }
        all
    }

    fn sketch(&self, cells: &Box<[u8]>) -> Option<Sketch> {
        Some(sketched::board(&self.board, cells.len()).signed(self.signs(cells).0))
    }

    fn signs(&self, cells: &Box<[u8]>) -> (Vec<String>, bool) {
        // Where a word was cut it parts.
        let sign = |cell: &u8| self.board.letters.get(usize::from(*cell)).map_or("|".into(), char::to_string);
        (cells.iter().map(sign).collect(), true)
    }

    fn labels(&self, from: &Box<[u8]>, to: &Box<[u8]>) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        if self.rules.rule.rewrites.iter().all(|rewrite| rewrite.label.is_none()) {
            let puts = self.laid.as_ref().is_some_and(|laid| laid.puts);
            return puts.then(|| self.board.changed(from, to)).into_iter().collect();
        }
        let _ = self.each_move(from, &mut |after, kind| {
            let label = self.rules.rule.rewrites[usize::from(kind)].label.as_ref();
            if let Some(label) = label.filter(|label| after == *to && !labels.contains(&label.text)) {
                labels.push(label.text.clone());
            }
            ControlFlow::Continue(())
        });
        labels
    }
}

/// Whether whatever is written is the same letter.
fn puts_one_letter(ground: &Ground) -> bool {
    let mut written = ground.placements.iter().flat_map(|p| &p.writes).map(|write| write.1);
    let first = written.next();
    written.all(|letter| Some(letter) == first)
}
