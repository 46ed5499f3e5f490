//! A match as text: the position, its moves, and how to write one.

use std::fmt::Write;

use anstyle::Style;
use grundy::arena::DecidedBy;
use grundy::report::{MoveReport, Part, show_parts};
use grundy::{Coordinate, Place};

use super::game::Match;
use super::look;
use super::read;

const FAINT: Style = Style::new().dimmed();

/// Up to so many moves are listed one a line.
const LISTED: usize = 10;
/// So many targets of a group are written out.
const GROUPED: usize = 12;

/// The name of a component: A, B, …, Z, AA, AB, ….
pub fn name(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        more => format!("{}{letter}", name(more - 1)),
    }
}

/// The position.
pub fn position(game: &Match<'_>) -> String {
    let state = game.state();
    let components = match state.position.is_empty() {
        true => "  nothing is left\n".into(),
        false => look::position(&mut **game.arena(), &state.position),
    };
    components + &totals(game)
}

fn totals(game: &Match<'_>) -> String {
    let [yours, mine] = game.state().totals;
    match game.arena().decided() {
        DecidedBy::Score => format!("  you {yours}   I {mine}\n"),
        _ => String::new(),
    }
}

/// A move in words: `B 5 → 3`, `left: (0,4) → (1,4), gain 3`.
pub fn movement(game: &Match<'_>, by: &MoveReport) -> String {
    let component = match game.state().position.len() {
        1 => String::new(),
        _ => name(by.component) + " ",
    };
    let from = game.place(by.component);
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    let gain = by.gain.map_or(String::new(), |gain| format!(", gain {gain}"));
    let again = if by.again { "   and moves on" } else { "" };
    format!("{label}{component}{from} → {}{gain}{again}", show_parts(&by.to))
}

/// A move as one would type it: `B 3`. A vertex may be called like a command, a number or another move, so what is
/// advised is read as it will be when it is typed.
pub fn typed(game: &Match<'_>, by: &MoveReport) -> String {
    let component = match game.state().position.len() {
        1 => String::new(),
        _ => name(by.component) + " ",
    };
    if let Some(label) = by.label.as_ref().filter(|_| game.arena().labels_tell()) {
        return format!("`{component}{label}`");
    }
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label} "));
    let target = show_parts(&by.to).replace(" + ", "+");
    let plain = format!("{component}{label}{target}");
    let number = || {
        let all = game.moves().ok().flatten()?;
        all.iter().position(|one| one == by).map(|at| format!("#{}", at + 1))
    };
    // A line that cannot be read as a move is none that anyone should type.
    let works = |text: &String| read::means(game, text, by).unwrap_or(false);
    let ways = [Some(plain.clone()), Some(format!("{component}{label}to {target}")), number()];
    format!("`{}`", ways.into_iter().flatten().find(works).unwrap_or(plain))
}

/// The moves: one a line if they are few, otherwise gathered by component and label, the first ones of each.
pub fn moves(game: &Match<'_>, all: Option<&[MoveReport]>) -> String {
    listed(game, all, false)
}

/// The same, with none left out.
pub fn all_moves(game: &Match<'_>, all: Option<&[MoveReport]>) -> String {
    listed(game, all, true)
}

fn listed(game: &Match<'_>, all: Option<&[MoveReport]>, whole: bool) -> String {
    let Some(all) = all else { return format!("  more moves than can be listed; {}\n", example(game, None)) };
    let wide = all.len().to_string().len() + 1;
    let numbered = |(i, by): (usize, &MoveReport)| {
        format!("  {:>wide$}  {}\n", format!("#{}", i + 1), movement(game, by))
    };
    if all.len() <= LISTED {
        return all.iter().enumerate().map(numbered).collect();
    }
    let mut text = String::new();
    let mut first = 1;
    for group in all.chunk_by(|a, b| a.component == b.component && a.label == b.label) {
        let last = first + group.len() - 1;
        let component =
            if game.state().position.len() == 1 { String::new() } else { name(group[0].component) + " " };
        let from = game.place(group[0].component);
        let label = group[0].label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let targets = targets(group);
        if whole && targets.len() > GROUPED + 1 {
            let each = (first - 1..).zip(group);
            text.extend(each.map(numbered));
            first = last + 1;
            continue;
        }
        let numbers = if first == last { format!("#{first}") } else { format!("#{first}–#{last}") };
        let _ = writeln!(text, "  {numbers:<11} {label}{component}{from} → {}", shortened(&targets));
        first = last + 1;
    }
    text + &format!("  {FAINT}{}{FAINT:#}\n", example(game, Some(all)))
}

/// The targets of several moves, runs of numbers gathered.
fn targets(group: &[MoveReport]) -> Vec<String> {
    let number = |by: &MoveReport| match &by.to[..] {
        [Part::One(Place::One(Coordinate::Int(n)))] if by.gain.is_none() => Some(*n),
        _ => None,
    };
    let numbers: Option<Vec<i64>> = group.iter().map(number).collect();
    match numbers {
        Some(mut numbers) => {
            numbers.sort_unstable();
            let runs = numbers.chunk_by(|a, b| a + 1 == *b);
            let run = |run: &[i64]| match run {
                [one] => one.to_string(),
                [one, other] => format!("{one}, {other}"),
                [first, .., last] => format!("{first} to {last}"),
                [] => String::new(),
            };
            runs.map(run).collect()
        }
        None => group.iter().map(|by| show_parts(&by.to)).collect(),
    }
}

/// Targets in a line, the first ones if they are many.
fn shortened(shown: &[String]) -> String {
    match shown.len() > GROUPED + 1 {
        true => format!(
            "{}, … and {} more (`moves` lists all)",
            shown[..GROUPED].join(", "),
            shown.len() - GROUPED
        ),
        false => shown.join(", "),
    }
}

/// How a move is written, with an example from this position.
pub fn example(game: &Match<'_>, moves: Option<&[MoveReport]>) -> String {
    let several = game.state().position.len() > 1;
    let last = moves.and_then(|moves| moves.last());
    let named = game.arena().labels_tell() && last.is_some_and(|by| by.label.is_some());
    let what = match (several, named) {
        (true, true) => "the component and its name",
        (true, false) => "the component and what it becomes",
        (false, true) => "its name",
        (false, false) => "what remains",
    };
    let numbers = if read::bare(moves) { "its number with #" } else { "its number" };
    if let Some(by) = last {
        return format!("write a move as {what}, such as {}, or as {numbers}", typed(game, by));
    }
    // An example that cannot be had is no failure of the game.
    match game.some_move() {
        Ok(Some(by)) => format!("write a move as {what}, such as {}", typed(game, &by)),
        _ if several => "write the component and what it becomes, such as `B 5`".into(),
        _ => "write what remains, such as `5`, or `-2` for two less".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_on_after_z() {
        assert_eq!([0, 1, 25, 26, 27, 52].map(name), ["A", "B", "Z", "AA", "AB", "BA"]);
    }
}
