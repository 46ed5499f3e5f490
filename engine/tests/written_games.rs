//! A list of games that people really meet, with the rules as one would write them: each is played through from its bare moves on
//! hundreds of small positions, and asked for the largest position that the judge has where the list says that it is answered.

mod written;

use std::collections::BTreeMap;
use std::path::Path;

use grundy::ask::{Answer as Answered, Asker, Question, Verb};
use grundy::report::Report;
use grundy::{Limits, Patience, Result, Work};
use written::plain::{Answer, At};
use written::{Chapter, Form, Game, chapters, positions, table};

/// What is not answered is an error and never a wait.
const PATIENT: u64 = 1 << 20;

fn solve(
    asker: &mut Asker,
    game: &Game,
    lets: &BTreeMap<String, String>,
    position: &str,
) -> Result<Box<Report>> {
    let question = Question {
        rules: game.rules.clone().expect("a rule"),
        lets: lets.clone(),
        position: position.split(' ').map(String::from).collect(),
        ..Question::of(Verb::Solve)
    };
    let limits = Limits { positions: 3_000_000, bytes: 1 << 30, ..Limits::default() };
    let work = Work { limits, progress: &Patience::new(PATIENT) };
    match asker.ask(&question, &work)? {
        Answered::Report(report) => Ok(report),
        _ => panic!("no report"),
    }
}

/// What a report says in the words of the bare moves.
fn told(report: &Report) -> Answer {
    let json = serde_json::to_value(report).expect("a report is JSON");
    let outcome = json["outcome"].as_str().and_then(|word| word.chars().next()).expect("an outcome");
    Answer { outcome, value: json["value"].as_u64(), score: json["score"].as_i64() }
}

/// Whether two answers agree where both say something.
fn agree(one: &Answer, other: &Answer) -> bool {
    let same = |a: Option<i64>, b: Option<i64>| a.is_none() || b.is_none() || a == b;
    let value = |answer: &Answer| answer.value.map(|v| v as i64);
    one.outcome == other.outcome && same(value(one), value(other)) && same(one.score, other.score)
}

fn with(mut lets: BTreeMap<String, String>, more: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    lets.extend(more.iter().map(|(name, value)| (name.clone(), positions(value).remove(0))));
    lets
}

fn compare(chapter: &Chapter, game: &Game, wrong: &mut Vec<String>) -> usize {
    let mut asker = Asker::default();
    let all: Vec<String> = game.small.iter().flat_map(|text| positions(text)).collect();
    let plain = chapter.plain.get(game.name.as_str());
    let plain = plain.unwrap_or_else(|| panic!("{} is not played plainly", game.name));
    for position in &all {
        let at = At { parts: position.split(' ').map(String::from).collect(), lets: game.lets.clone() };
        let plain = plain(&at);
        match solve(&mut asker, game, &game.lets, position) {
            Ok(report) if agree(&told(&report), &plain) => {}
            Ok(report) => wrong.push(format!(
                "{} {position}: {:?}, but the bare moves say {plain:?}",
                game.name,
                told(&report)
            )),
            Err(error) => wrong.push(format!("{} {position}: {error}", game.name)),
        }
        if wrong.len() > 20 {
            break;
        }
    }
    all.len()
}

#[test]
fn every_rule_agrees_with_the_bare_moves() {
    let (mut wrong, mut compared) = (Vec::new(), 0);
    for chapter in chapters() {
        for game in chapter.games.iter().filter(|game| game.form != Form::None) {
            let mut here = Vec::new();
            compared += compare(&chapter, game, &mut here);
            wrong.extend(here.into_iter().take(3));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared > 2000, "{compared}");
}

#[test]
fn positions_of_the_judges_size_are_answered() {
    let mut wrong = Vec::new();
    for game in chapters().iter().flat_map(|chapter| &chapter.games) {
        let Some(judge) = &game.judge else { continue };
        let (Some(position), Form::Direct | Form::Trick) = (&judge.position, game.form) else { continue };
        let expected =
            Answer { outcome: judge.outcome.expect("an outcome"), value: judge.value, score: judge.score };
        match solve(
            &mut Asker::default(),
            game,
            &with(game.lets.clone(), &judge.lets),
            &positions(position)[0],
        ) {
            Ok(report) if agree(&told(&report), &expected) => {}
            Ok(report) => wrong.push(format!("{}: {:?}, not {expected:?}", game.name, told(&report))),
            Err(error) => wrong.push(format!("{}: {error}", game.name)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_page_shows_the_list() {
    let page = table::page(&chapters());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/games.md");
    if std::env::var_os("UPDATE_GAMES").is_some() {
        std::fs::write(&path, &page).expect("the page is written");
    }
    // The package of the library has no pages.
    let Ok(written) = std::fs::read_to_string(&path) else { return };
    assert!(written == page, "run UPDATE_GAMES=1 cargo test -p grundy --test written_games");
}

#[test]
fn the_list_is_long_and_most_of_it_is_written_directly() {
    let chapters = chapters();
    let games: Vec<&Game> = chapters.iter().flat_map(|chapter| &chapter.games).collect();
    let mut names: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), games.len(), "no game is there twice");
    let direct = games.iter().filter(|game| game.form == Form::Direct).count();
    assert!(games.len() >= 120 && direct >= 110, "{} games, {direct} directly", games.len());
    for game in games {
        let written = game.form != Form::None;
        assert!(
            !written || game.rules.is_some() && !game.small.is_empty(),
            "{} has a rule and positions",
            game.name
        );
        assert!(written || !game.missing.is_empty(), "{} says what is missing", game.name);
    }
}
