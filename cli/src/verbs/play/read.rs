//! What the player types: a command, or a move by number, label, or what it leads to.

use grundy::report::{MoveReport, Part, show_parts};
use grundy::{Error, Place, Result};

use crate::wording;

use super::game::Match;
use super::show;

/// What a line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Line {
    Nothing,
    Hint,
    Undo,
    Moves,
    Why,
    Swap,
    Help,
    Quit,
    Move(MoveReport),
    /// Not understood, or not legal: what to say about it.
    Wrong(String),
}

/// Reads one line.
pub fn read(game: &Match<'_>, text: &str) -> Result<Line> {
    let text = text.trim();
    Ok(match for_command(game, text)? {
        Some(command) => command,
        None => match find(game, text)? {
            Ok(moves) => one(game, moves, text)?,
            // What is typed on a board is rather a name of a move than a position with a mistake.
            Err(_) if named(game)? && !is_number(text) => Line::Wrong(no_move(game, text)?),
            Err(why) => Line::Wrong(why),
        },
    })
}

/// Whether typing a text makes this move, and no other.
pub fn means(game: &Match<'_>, text: &str, by: &MoveReport) -> Result<bool> {
    let text = text.trim();
    if for_command(game, text)?.is_some() {
        return Ok(false);
    }
    let same = |found: &MoveReport| {
        (found.component, &found.label, show_parts(&found.to))
            == (by.component, &by.label, show_parts(&by.to))
    };
    Ok(find(game, text)?.is_ok_and(|moves| matches!(&moves[..], [only] if same(only))))
}

fn for_command(game: &Match<'_>, text: &str) -> Result<Option<Line>> {
    let Some(command) = command(text) else { return Ok(None) };
    // A vertex may be called `s`; who means the command can write it out.
    let vertex =
        text.chars().count() == 1 && leading_to(game, None, text)?.is_ok_and(|moves| !moves.is_empty());
    Ok((!vertex).then_some(command))
}

fn command(text: &str) -> Option<Line> {
    Some(match text.to_lowercase().as_str() {
        "" => Line::Nothing,
        "hint" | "h" => Line::Hint,
        "undo" | "u" | "back" => Line::Undo,
        "moves" | "m" | "list" => Line::Moves,
        "why" | "w" => Line::Why,
        "swap" | "s" => Line::Swap,
        "help" | "?" => Line::Help,
        "quit" | "q" | "exit" => Line::Quit,
        _ => return None,
    })
}

/// Whether some move is named by a bare number, which then cannot be the number of a move.
pub fn bare(moves: Option<&[MoveReport]>) -> bool {
    let number = |by: &MoveReport| match &by.to[..] {
        [Part::One(Place::One(place))] => place.to_string().parse::<i64>().is_ok(),
        _ => false,
    };
    moves.is_none_or(|moves| moves.iter().any(number))
}

/// The moves that a line may mean, or what is wrong with it.
fn find(game: &Match<'_>, text: &str) -> Result<Result<Vec<MoveReport>, String>> {
    let moves = game.moves()?;
    let numbered = text.strip_prefix('#').or(Some(text).filter(|_| !bare(moves.as_deref())));
    if let Some(number) = numbered.and_then(|n| n.trim().parse::<usize>().ok()) {
        let chosen = moves.as_ref().and_then(|moves| moves.get(number.checked_sub(1)?));
        return Ok(match (chosen, &moves) {
            (Some(by), _) => Ok(vec![by.clone()]),
            (None, Some(moves)) => Err(format!("the moves are #1 to #{}", moves.len())),
            (None, None) => Err("there are too many moves to number them".into()),
        });
    }
    if let Some(moves) = &moves
        && let Some(labelled) = by_label(game, moves, text)
    {
        return Ok(Ok(labelled));
    }
    // What looks like a component and a target, such as `b4`, may also be the name of a vertex.
    let whole = leading_to(game, None, text)?;
    let found = match component(game, text) {
        Some((index, target)) if whole.as_ref().map_or(true, Vec::is_empty) => {
            leading_to(game, Some(index), target)?
        }
        _ => whole,
    };
    Ok(found.map(best_of_alike))
}

/// `left`, or `B left`, or `foot 3,foot` where several moves have the label.
fn by_label(game: &Match<'_>, moves: &[MoveReport], text: &str) -> Option<Vec<MoveReport>> {
    let (index, rest) = match component(game, text) {
        Some((index, rest)) => (Some(index), rest),
        None => (None, text),
    };
    let named = |text: &str| -> Vec<MoveReport> {
        let alike =
            |by: &&MoveReport| by.label.as_ref().is_some_and(|label| squeezed(label) == squeezed(text));
        moves.iter().filter(alike).cloned().collect()
    };
    // A label may look like the name of a component, and may be of several words.
    let whole = named(text);
    let ends = rest.match_indices([' ', ':']).map(|(at, _)| at).chain([rest.len()]);
    let split = ends.rev().find(|&at| !named(&rest[..at]).is_empty());
    let (mut found, target) = match (whole.is_empty(), split) {
        (false, _) => (whole, ""),
        (true, Some(at)) => (named(&rest[..at]), rest[at..].trim_start_matches([' ', ':'])),
        (true, None) => return None,
    };
    found.retain(|by| index.is_none_or(|index| by.component == index));
    let bare = |text: &str| text.replace(['(', ')', ' '], "");
    if !target.is_empty() {
        found.retain(|by| bare(&plain(by)) == bare(target));
    }
    Some(best_of_alike(found))
}

/// A label without blanks, which nobody remembers, in small letters.
fn squeezed(label: &str) -> String {
    label.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// What a move leads to, as one would type it.
fn plain(by: &MoveReport) -> String {
    let place = |part: &Part| match part {
        Part::One(place) => place.argument(),
        part => part.to_string(),
    };
    by.to.iter().map(place).collect::<Vec<_>>().join("+")
}

/// Splits `B 3` into the component and the rest.
fn component<'t>(game: &Match<'_>, text: &'t str) -> Option<(usize, &'t str)> {
    let letters = text.chars().take_while(char::is_ascii_alphabetic).count();
    let (name, rest) = text.split_at(letters);
    let index = (0..game.state().position.len()).find(|i| show::name(*i).eq_ignore_ascii_case(name))?;
    let rest = rest.trim_start().trim_start_matches(':').trim_start();
    (!rest.is_empty()).then_some((index, rest))
}

/// The moves to `3`, `to 3`, `2+5`, `nothing`, `-2` for two less, of one component or of any; or what is wrong.
fn leading_to(
    game: &Match<'_>,
    component: Option<usize>,
    target: &str,
) -> Result<Result<Vec<MoveReport>, String>> {
    let target =
        ["to ", "->", "→"].iter().find_map(|word| target.strip_prefix(word)).unwrap_or(target).trim();
    let indices: Vec<usize> = match component {
        Some(index) => vec![index],
        None => (0..game.state().position.len()).collect(),
    };
    let heap = game.is_heap();
    let less = target.strip_prefix('-').filter(|_| heap).and_then(|n| n.trim().parse::<i64>().ok());
    let mut found = Vec::new();
    let mut met: Vec<&String> = Vec::new();
    for index in indices {
        // Equal components have equal moves, so either will do.
        let here = game.component(index);
        if met.contains(&here) {
            continue;
        }
        met.push(here);
        let parts = match less {
            Some(less) => match here.parse::<i64>().ok().and_then(|heap| heap.checked_sub(less)) {
                Some(left) if left >= 0 => vec![left.to_string()],
                _ => continue,
            },
            None => match game.arena().parts(target) {
                Ok(parts) => parts,
                Err(e) => return Ok(Err(not_understood(&e))),
            },
        };
        found.append(&mut game.moves_to(index, &parts)?);
    }
    Ok(Ok(found))
}

fn not_understood(error: &Error) -> String {
    format!("{}; `help` lists the commands", wording::error(error))
}

/// Who has the choice between the same move for less and for more means more.
fn best_of_alike(mut found: Vec<MoveReport>) -> Vec<MoveReport> {
    found.sort_by_key(|by| std::cmp::Reverse(by.gain));
    found.dedup_by(|less, more| {
        (less.component, &less.to, &less.label) == (more.component, &more.to, &more.label)
    });
    found
}

/// The move that was meant, if it is only one.
fn one(game: &Match<'_>, mut found: Vec<MoveReport>, text: &str) -> Result<Line> {
    Ok(match found.len() {
        0 => Line::Wrong(no_move(game, text)?),
        1 => Line::Move(found.swap_remove(0)),
        many => {
            let mut ways: Vec<String> = found.iter().take(4).map(|by| show::typed(game, by)).collect();
            ways.dedup();
            let more = if many > 4 { " …" } else { "" };
            Line::Wrong(format!("`{text}` may mean several moves: {}{more}", ways.join(" or ")))
        }
    })
}

/// Whether moves have names that tell them apart.
fn named(game: &Match<'_>) -> Result<bool> {
    let labelled = |moves: Vec<MoveReport>| moves.iter().any(|by| by.label.is_some());
    Ok(game.arena().labels_tell() && game.moves()?.is_some_and(labelled))
}

fn is_number(text: &str) -> bool {
    text.trim_start_matches('#').trim().parse::<usize>().is_ok()
}

/// What to say about a text that is no move.
fn no_move(game: &Match<'_>, text: &str) -> Result<String> {
    let moves = game.moves()?;
    let count = moves.as_ref().map_or(0, Vec::len);
    // Where positions are numbers, the number of a move is written with a sign.
    let number = text.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
    Ok(match number {
        Some(number) => format!("there is no move to `{text}`; write `#{number}` for move number {number}"),
        None => format!(
            "there is no move `{text}`; {}; `moves` lists them",
            show::example(game, moves.as_deref())
        ),
    })
}
