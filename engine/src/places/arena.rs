//! Opens a rule of pictures or over places: by values where every play ends, and else as a whole.

use std::sync::Arc;

use crate::arena::Arena;
use crate::boards::sums::{Kind, Sums};
use crate::error::Result;
use crate::game::Game;
use crate::outcome::Play;
use crate::work::Work;

use super::PictureRules;
use super::game::PictureGame;
use super::set_game::{PlaceGame, PlaceRules};
use super::whole::Whole;

/// What a rule is called that has no title.
const UNTITLED: &str = "a rule of pictures";
const OVER_PLACES: &str = "a rule over places";

/// Opens a rule to ask about positions like these.
pub(crate) fn open(
    rules: Arc<PictureRules>,
    title: Option<&str>,
    start: Option<&str>,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Box<dyn Arena>> {
    let usual = if rules.rule.ending.misere { Play::Misere } else { Play::Normal };
    let title = title.unwrap_or(UNTITLED).to_string();
    let start = start.map(str::to_string);
    let asked: Vec<String> = match (position, &start) {
        ([], Some(start)) => vec![start.clone()],
        (given, _) => given.to_vec(),
    };
    let (splits, read, searched) = (rules.splits(), rules.clone(), adds_up(&rules, &asked, work)?);
    let kind = Kind {
        short_title: short(&title),
        title,
        ending: None,
        start,
        play: usual,
        adds_up: rules.rule.ending.over_all.is_none(),
        sentences: rules.sentences(play.unwrap_or(usual)),
        splits,
        by_list: true,
        read: Box::new(move |text| PictureGame::open(&read, text)),
    };
    match searched {
        true => Ok(Box::new(Sums::open(kind, play)?)),
        false => Ok(Box::new(Whole::new(kind, play))),
    }
}

/// Opens a rule over places to ask about positions of it.
pub(crate) fn open_places(rules: Arc<PlaceRules>, play: Option<Play>) -> Result<Box<dyn Arena>> {
    let (ending, read) = (&rules.rule.ending, rules.clone());
    let usual = if ending.misere { Play::Misere } else { Play::Normal };
    let kind = Kind {
        short_title: OVER_PLACES.into(),
        title: OVER_PLACES.into(),
        ending: None,
        start: None,
        play: usual,
        adds_up: ending.over_all.is_none(),
        sentences: rules.sentences(play.unwrap_or(usual)),
        splits: false,
        by_list: true,
        read: Box::new(move |text| PlaceGame::open(&read, text)),
    };
    match rules.ends && kind.adds_up {
        true => Ok(Box::new(Sums::open(kind, play)?)),
        false => Ok(Box::new(Whole::new(kind, play))),
    }
}

/// A title without what comes after the name to explain it.
fn short(title: &str) -> String {
    title.split([':', ';']).next().unwrap_or_default().to_string()
}

/// Whether the values of such boards add up, and can be searched.
fn adds_up(rules: &Arc<PictureRules>, position: &[String], work: &Work<'_>) -> Result<bool> {
    if rules.rule.ending.over_all.is_some() {
        return Ok(false);
    }
    for text in position {
        let (mut game, cells) = PictureGame::open(rules, text)?;
        game.prepare(&cells, work)?;
        if !game.ends() {
            return Ok(false);
        }
    }
    Ok(true)
}
