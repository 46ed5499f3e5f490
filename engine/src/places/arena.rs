//! Opens a rule of pictures or over places: by values where every play ends, and else as a whole.

use std::sync::Arc;

use crate::arena::{Arena, DecidedBy, WholeSum};
use crate::boards::engines::Engines;
use crate::boards::sums::{About, Kind, Sums};
use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::game::Game;
use crate::outcome::Play;
use crate::work::Work;

use super::PictureRules;
use super::game::PictureGame;
use super::planes;
use super::set_game::{PlaceGame, PlaceRules};
use super::whole::Whole;

/// Opens a rule to ask about positions like these.
pub(crate) fn open(
    rules: Arc<PictureRules>,
    mut about: About,
    position: &[String],
    play: Option<Play>,
    work: &Work<'_>,
) -> Result<Box<dyn Arena>> {
    let usual = if rules.rule.ending.misere { Play::Misere } else { Play::Normal };
    let asked: Vec<String> = match (position, &about.start) {
        ([], Some(start)) => vec![start.clone()],
        (given, _) => given.to_vec(),
    };
    about.sentences.extend(rules.sentences(play.unwrap_or(usual)));
    let (read, prepared) = (rules.clone(), searched(&rules, &asked, work)?);
    let adds_up = prepared.is_some();
    // A board that was looked at here is not laid out again.
    let read = move |text: &str| {
        let (game, cells) = PictureGame::open(&read, text)?;
        let known = prepared.iter().flatten().find(|known| **known == game).cloned();
        Ok((known.unwrap_or(game), cells))
    };
    let kind = Kind {
        about,
        play: usual,
        adds_up: rules.rule.ending.over_all.is_none(),
        splits: rules.splits(),
        by_list: true,
        read: Box::new(read),
    };
    match adds_up {
        true => {
            let engines = Engines { values: planes::values, misere: planes::misere };
            Ok(Box::new(Sums::with(engines, kind, play)?))
        }
        false => Ok(Box::new(Whole::new(kind, play))),
    }
}

/// Opens a rule over places to ask about positions of it.
pub(crate) fn open_places(
    rules: Arc<PlaceRules>,
    mut about: About,
    play: Option<Play>,
) -> Result<Box<dyn Arena>> {
    let (ending, read) = (&rules.rule.ending, rules.clone());
    let usual = if ending.misere { Play::Misere } else { Play::Normal };
    about.sentences.extend(rules.sentences(play.unwrap_or(usual), about.sentences.is_empty()));
    let kind = Kind {
        about,
        play: usual,
        adds_up: ending.over_all.is_none(),
        splits: false,
        by_list: false,
        read: Box::new(move |text| PlaceGame::open(&read, text)),
    };
    if !rules.rule.is_plain() {
        let decided = rules.decided(play.unwrap_or(usual));
        if decided != DecidedBy::LastMove(Play::Normal)
            && play == Some(Play::Misere)
            && !matches!(decided, DecidedBy::LastMove(_))
        {
            let fault =
                if decided == DecidedBy::Score { Fault::NoMisereScores } else { Fault::NoMisereEnding };
            return Err(Error::new(ErrorKind::Unsupported, fault).hint(NextStep::AskNormalPlay));
        }
        return Ok(Box::new(WholeSum::new(Box::new(Whole::new(kind, play)), decided)));
    }
    match rules.ends && kind.adds_up {
        true => Ok(Box::new(Sums::open(kind, play)?)),
        false => Ok(Box::new(Whole::new(kind, play))),
    }
}

/// The boards of some positions, if the values of such boards add up and can be searched.
fn searched(
    rules: &Arc<PictureRules>,
    position: &[String],
    work: &Work<'_>,
) -> Result<Option<Vec<PictureGame>>> {
    if rules.rule.ending.over_all.is_some() {
        return Ok(None);
    }
    let mut prepared: Vec<PictureGame> = Vec::new();
    for text in position {
        let (mut game, cells) = PictureGame::open(rules, text)?;
        if prepared.contains(&game) {
            continue;
        }
        game.prepare(&cells, work)?;
        if !game.ends() {
            return Ok(None);
        }
        prepared.push(game);
    }
    Ok(Some(prepared))
}
