//! A game under way, as front ends see it: rules, boards and graph files alike.
//!
//! Positions are texts, as a person writes them and an answer shows them; a position is the list of its components.
//! What differs between kinds of games is how they are read, how their moves are found and who judges them. What does
//! not differ is built on that, once: the report of a position (here), its drawing, a match, questions in JSON.

mod answers;
mod choices;
mod explore;
mod report;
mod whole_sum;

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::loopy_value::LoopyValue;
use crate::outcome::{Outcome, Play};
use crate::position::Place;
use crate::report::{Judgement, MoveReport, Part, PlanReport, Reason, Report, SearchCost};
use crate::rules::{RuleSentence, Rules};
use crate::sketch::Sketch;
use crate::work::Work;

pub(crate) use answers::{Answers, Ending};
pub use choices::Choices;
pub(crate) use choices::{by_outcomes, without_a_list};
pub(crate) use explore::{Sums, Written, explore, explore_all};
pub use report::report;
pub(crate) use whole_sum::WholeSum;

/// Positions that are followed to say how long a game lasts, in a report.
pub(crate) const FOR_REPORT: usize = 1 << 11;
/// The same in a match, where a person takes much longer.
pub const FOR_MATCH: usize = 1 << 15;

/// A move, and the position after it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Played {
    /// The move as the mover sees it.
    pub by: MoveReport,
    /// The position in which the other player moves.
    pub to: Vec<String>,
}

/// What decides a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecidedBy {
    /// Who has earned more.
    Score,
    /// What the rules say about the final position.
    FinalPosition,
    /// Who cannot move.
    LastMove(Play),
}

/// A game under way. What was found out is kept for the next question.
pub trait Arena: Send {
    /// What the game is called.
    fn title(&self) -> String;

    /// The same in short, for a picture.
    fn name(&self) -> String {
        self.title()
    }

    /// What decides a match.
    fn decided(&self) -> DecidedBy;

    /// How the game is played unless told otherwise.
    fn usual_play(&self) -> Play {
        Play::Normal
    }

    /// The rules, if it is played by rules.
    fn rules(&self) -> Option<&Rules> {
        None
    }

    /// Whether the game makes sense from a position: some endings are about one component.
    fn check(&self, _: &[String]) -> Result<()> {
        Ok(())
    }

    /// The aim, and what has happened at the end, where "who cannot move" would not say it.
    fn ending(&self) -> Option<&[String; 2]> {
        None
    }

    /// Whether positions have values that add up.
    fn adds_up(&self) -> bool {
        self.decided() == DecidedBy::LastMove(Play::Normal)
    }

    /// Whether a move may leave several components, or none.
    fn splits(&self) -> bool {
        false
    }

    /// Whether the name of a move says which one it is.
    fn labels_tell(&self) -> bool {
        false
    }

    /// Whether the game itself names a position to begin with.
    fn has_start(&self) -> bool {
        self.rules().is_none_or(|rules| !rules.start.is_empty())
    }

    /// A position to begin with, where nobody names one.
    fn start(&self, work: &Work<'_>) -> Result<Vec<String>>;

    /// A component as it is written, from one that a person wrote; an error if it is none.
    fn tidy(&self, text: &str) -> Result<String>;

    /// A whole position, the same way: where components do not add up they may be one.
    fn tidy_all(&self, texts: &[String]) -> Result<Vec<String>> {
        texts.iter().map(|text| self.tidy(text)).collect()
    }

    /// A tidy component as scripts see it.
    fn place(&self, text: &str) -> Place {
        Place::written(text)
    }

    /// A tidy component as a picture shows it.
    fn caption(&self, text: &str) -> String {
        if self.labels_tell() { text.into() } else { self.place(text).to_string() }
    }

    /// The components that a player types as what one becomes, tidy.
    fn parts(&self, typed: &str) -> Result<Vec<String>> {
        if typed.eq_ignore_ascii_case("nothing") { Ok(Vec::new()) } else { Ok(vec![self.tidy(typed)?]) }
    }

    /// Is told where a game begins, so that whatever can come up from there can be judged.
    fn begin(&mut self, _: &[String], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    /// Is told positions that will be asked about one after the other, so that what they need is made once. Those that
    /// cannot be read or prepared are left for when they are asked about.
    fn expect(&mut self, _: &[Vec<String>], _: &Work<'_>) -> Result<()> {
        Ok(())
    }

    /// Whether a tidy position can be judged as the game was opened; if not, it is to be opened anew.
    fn suits(&mut self, _: &[String], _: &Work<'_>) -> Result<bool> {
        Ok(true)
    }

    /// Lets go of what was found out about other positions where it only takes room.
    fn make_room(&mut self) {}

    /// Every move, each once; an error if they are too many to list.
    fn moves(&mut self, position: &[String], work: &Work<'_>) -> Result<Vec<Played>>;

    /// The moves that turn a component into what a text says, tidy; several if they differ in name or gain. Unlike
    /// [`Arena::moves`] it works where there are too many moves to list.
    fn moves_to(
        &mut self,
        position: &[String],
        component: usize,
        to: &[Part],
        work: &Work<'_>,
    ) -> Result<Vec<Played>> {
        let mut all = self.moves(position, work)?;
        all.retain(|played| played.by.component == component && played.by.to == to);
        Ok(all)
    }

    /// The position after a move that was listed or advised.
    fn after(&mut self, position: &[String], by: &MoveReport, work: &Work<'_>) -> Result<Vec<String>> {
        let found = self.moves_to(position, by.component, &by.to, work)?;
        let found = found.into_iter().find(|played| played.by == *by);
        found.map(|played| played.to).ok_or_else(|| Error::new(ErrorKind::Position, Fault::NoSuchMove))
    }

    /// Some move, if there is one; it is found without a list.
    fn some_move(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        Ok(self.moves(position, work)?.into_iter().next().map(|played| played.by))
    }

    /// A winning move, where it is known without looking at all moves.
    fn winning_move(&mut self, _: &[String]) -> Result<Option<MoveReport>> {
        Ok(None)
    }

    /// Who wins.
    fn judge(&mut self, position: &[String], work: &Work<'_>) -> Result<Judgement>;

    /// Whether the mover wins a position without a move, where the final position decides.
    fn wins_at_end(&self, _: &[String]) -> Result<bool> {
        Ok(false)
    }

    /// How far a lost position is from its end where nobody knows its remoteness: a winner who always leaves the least
    /// also ends the game.
    fn distance(&mut self, _: &[String]) -> Result<(u64, u64)> {
        Ok((0, 0))
    }

    /// The value of one component, where values decide.
    fn value(&mut self, _: &str, _: &Work<'_>) -> Result<Option<LoopyValue>> {
        Ok(None)
    }

    /// The moves to choose from a position that was judged.
    fn choices(&mut self, position: &[String], judged: &Judgement, work: &Work<'_>) -> Result<Choices>;

    /// The move to take from a position that was judged; nothing where there is none, or where it takes too long to find.
    fn best_move(
        &mut self,
        position: &[String],
        judged: &Judgement,
        work: &Work<'_>,
    ) -> Result<Option<MoveReport>> {
        match self.choices(position, judged, work) {
            Ok(choices) => Ok(choices.best),
            Err(e) if e.kind() == ErrorKind::Limit => Ok(None),
            Err(e) => Err(e),
        }
    }

    /// Why the answer is right. Which move to take is not part of it.
    fn reason(&mut self, position: &[String], report: &Report, work: &Work<'_>) -> Result<Reason>;

    /// Follows the whole game if few positions can come up, so that judgements tell how long it lasts, and says whether
    /// it did; nothing is lost if there are more.
    fn learn_remoteness(&mut self, _: &[String], _most: usize, _: &Work<'_>) -> Result<bool> {
        Ok(false)
    }

    /// A move that makes a lost game last, where nobody knows the longest.
    fn stall(&mut self, position: &[String], work: &Work<'_>) -> Result<Option<MoveReport>> {
        self.some_move(position, work)
    }

    /// A component as a drawing that can be clicked, if the game is played on places.
    fn sketch(&mut self, _: &str, _: &Work<'_>) -> Result<Option<Sketch>> {
        Ok(None)
    }

    /// How answers about a position are found.
    fn plan(&mut self, position: &[String], work: &Work<'_>) -> Result<PlanReport>;

    /// How many positions were looked at so far.
    fn positions(&self) -> u64;

    /// How the game was read, and what was derived from its rules about a position; nothing where rules themselves tell.
    fn sentences(&mut self, _: &[String], _: &Work<'_>) -> Result<Vec<RuleSentence>> {
        Ok(vec![RuleSentence::Title { title: self.title() }])
    }

    /// A component whose name nobody can type, if there is one.
    fn unspeakable(&self) -> Option<String> {
        None
    }

    /// How many ways there are to make so many moves from a single board; none where that is not counted.
    fn lines(&mut self, _position: &str, _moves: u32, _: &Work<'_>) -> Result<Option<u64>> {
        Ok(None)
    }

    /// What the search of a board took so far, if that is how it is judged.
    fn search(&self) -> Option<SearchCost> {
        None
    }
}

/// Whether a position has a move.
pub fn can_move(arena: &mut dyn Arena, position: &[String], work: &Work<'_>) -> Result<bool> {
    Ok(arena.some_move(position, work)?.is_some())
}

/// Whether a judged position is won by moving to another, which earns so much.
pub(crate) fn wins(from: &Judgement, to: &Judgement, gain: i64) -> bool {
    match (from.score, to.score) {
        (Some(best), Some(then)) => gain.checked_sub(then) == Some(best),
        _ => to.outcome == Outcome::P,
    }
}
