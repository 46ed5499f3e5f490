//! The list as a table for people.

use super::{Chapter, Form, Game};

/// The page `docs/games.md`.
pub fn page(chapters: &[Chapter]) -> String {
    let games = || chapters.iter().flat_map(|chapter| &chapter.games);
    let count = |form: Form| games().filter(|game| game.form == form).count();
    let sized = games().filter(|game| game.judge.is_some()).count();
    let whole = games().filter(|game| game.judge.as_ref().is_some_and(|judge| judge.whole)).count();
    let mut page = format!(
        "# Games that people meet\n\n\
         {} games of judges, of Winning Ways and of its successors: {} are written as one would say them, {} in another shape than they \
         have, {} not at all. {sized} of them come from a judge with a largest size; {whole} are answered at that size. Each rule is compared \
         with a program that knows nothing but the moves of the game, on every small position that the list names; the list stands in \
         `engine/tests/written/`, from which this page is made (`UPDATE_GAMES=1 cargo test -p grundy --test written_games`).\n",
        games().count(),
        count(Form::Direct),
        count(Form::Trick),
        count(Form::None),
    );
    for chapter in chapters {
        page += &format!(
            "\n## {}\n\n| game | where it is met | rule | the judge's size, and what is answered | what is missing |\n|---|---|---|---|---|\n",
            chapter.title
        );
        chapter.games.iter().for_each(|game| page += &row(game));
    }
    page
}

fn row(game: &Game) -> String {
    let cell = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|");
    let rule = game.rules.as_ref().map(|rules| format!("`{}`", cell(rules))).unwrap_or_default();
    let lets: Vec<String> = game.lets.iter().map(|(name, value)| format!("{name}={}", cell(value))).collect();
    let given = if lets.is_empty() { String::new() } else { format!(" with `{}`", lets.join(" ")) };
    let shape = match game.form {
        Form::Direct => "",
        Form::Trick => " (in another shape)",
        Form::None => " (cannot be written)",
    };
    let rule = if game.form == Form::None { String::new() } else { rule + &given };
    let from = cell(&game.from.join("; "));
    format!("| {}{shape} | {from} | {rule} | {} | {} |\n", game.name, cell(&sizes(game)), cell(&game.missing))
}

fn sizes(game: &Game) -> String {
    let Some(judge) = &game.judge else { return String::new() };
    match &judge.position {
        _ if game.form == Form::None => judge.size.clone(),
        None => format!("{}: not answered", judge.size),
        Some(position) if judge.whole => format!("{}: answered, `{position}` for one", judge.size),
        Some(position) => format!("{}: answered up to about `{position}`", judge.size),
    }
}
