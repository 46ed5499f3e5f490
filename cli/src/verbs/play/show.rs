//! A position and its moves as text: stones in rows, pieces on a small board, tuples otherwise.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use grundy::rules::Domain;
use grundy::{Component, Coordinate, MoveReport, Part, Place, Rules, show_parts};

use super::game::Match;
use super::read;

pub const STONES: Style = AnsiColor::Cyan.on_default();
const FAINT: Style = Style::new().dimmed();

/// The widest row of stones.
const ROW: i64 = 40;
/// The longest side of a board that is drawn.
const SIDE: i64 = 16;
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
    let picture = match state.position.is_empty() {
        true => "  nothing is left\n".into(),
        false => game.field.picture(&state.position),
    };
    picture + &totals(game)
}

/// Components of rules: a board, heaps or tuples.
pub fn components(rules: &Rules, components: &[Component]) -> String {
    if let Some(board) = board(rules, components) {
        return board;
    }
    let stones = |c: &Component| c.0[0].clamp(1, ROW) as usize;
    let heaps = rules.form().is_heap();
    let wide = if heaps { components.iter().map(stones).max().unwrap_or(1) } else { 0 };
    let mut text = String::new();
    for (index, component) in components.iter().enumerate() {
        let name = if components.len() == 1 { String::new() } else { name(index) + "  " };
        let _ = match heaps {
            true => writeln!(text, "  {name}{}", heap(component.0[0], wide)),
            false => writeln!(text, "  {name}{}", tuple(rules, component)),
        };
    }
    text
}

fn heap(stones: i64, wide: usize) -> String {
    let (row, width) = match stones {
        0 => ("·".to_string(), 1),
        1..=ROW => ("●".repeat(stones as usize), stones as usize),
        _ => ("●".repeat(ROW as usize - 2) + " …", ROW as usize),
    };
    format!("{STONES}{row}{STONES:#}{}  {stones}", " ".repeat(wide.saturating_sub(width)))
}

fn tuple(rules: &Rules, component: &Component) -> String {
    match rules.show(&component.0) {
        Place::One(one) => one.to_string(),
        Place::Many(many) => {
            let named = |(axis, value): (_, &Coordinate)| {
                let axis: &grundy::rules::Axis = axis;
                format!("{} {value}", axis.name)
            };
            let each: Vec<String> = rules.form().axes.iter().zip(&many).map(named).collect();
            format!("({})   {FAINT}{}{FAINT:#}", rules.show(&component.0).argument(), each.join(", "))
        }
    }
}

/// A small board, for two coordinates that both have an end. The first counts rows, as in tables.
fn board(rules: &Rules, components: &[Component]) -> Option<String> {
    let [rows, columns] = &rules.form().axes[..] else { return None };
    let range = |domain: &Domain| match domain {
        Domain::Range(low, high) => {
            let (low, high) = (low.as_const()?, high.as_const()?);
            (low <= high && high - low < SIDE).then_some((low, high))
        }
        _ => None,
    };
    let ((top, bottom), (left, right)) = (range(&rows.domain)?, range(&columns.domain)?);
    let wide = [top, bottom, left, right].iter().map(|n| n.to_string().len()).max().unwrap_or(1);
    let mut text = format!("  {FAINT}{:>wide$}", "");
    (left..=right).for_each(|c| text += &format!(" {c:>wide$}"));
    let _ = writeln!(text, "{FAINT:#}   {FAINT}{} down, {} across{FAINT:#}", rows.name, columns.name);
    for r in top..=bottom {
        let _ = write!(text, "  {FAINT}{r:>wide$}{FAINT:#}");
        for c in left..=right {
            let here: Vec<usize> = (0..components.len()).filter(|&i| components[i].0 == [r, c]).collect();
            let _ = match here[..] {
                [] => write!(text, " {FAINT}{:>wide$}{FAINT:#}", "·"),
                [_] if components.len() == 1 => write!(text, " {STONES}{:>wide$}{STONES:#}", "●"),
                [one] => write!(text, " {STONES}{:>wide$}{STONES:#}", name(one)),
                _ => write!(text, " {STONES}{:>wide$}{STONES:#}", "*"),
            };
        }
        text += "\n";
    }
    let places: Vec<String> = components
        .iter()
        .enumerate()
        .map(|(i, c)| match components.len() {
            1 => format!("at {}", rules.show(&c.0)),
            _ => format!("{} {}", name(i), rules.show(&c.0)),
        })
        .collect();
    let _ = writeln!(text, "  {}", places.join("  "));
    Some(text)
}

fn totals(game: &Match<'_>) -> String {
    let [yours, mine] = game.state().totals;
    if game.field.scores() { format!("  you {yours}   I {mine}\n") } else { String::new() }
}

/// A move in words: `B 5 → 3`, `left: (0,4) → (1,4), gain 3`.
pub fn movement(game: &Match<'_>, by: &MoveReport) -> String {
    let component = match game.state().position.len() {
        1 => String::new(),
        _ => name(by.component) + " ",
    };
    let from = game.component(by.component);
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    let gain = by.gain.map_or(String::new(), |gain| format!(", gain {gain}"));
    format!("{label}{component}{from} → {}{gain}", show_parts(&by.to))
}

/// A move as one would type it: `B 3`.
pub fn typed(game: &Match<'_>, by: &MoveReport) -> String {
    let component = match game.state().position.len() {
        1 => String::new(),
        _ => name(by.component) + " ",
    };
    if let Some(label) = by.label.as_ref().filter(|_| game.field.labels_tell()) {
        return format!("`{component}{label}`");
    }
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label} "));
    format!("`{component}{label}{}`", show_parts(&by.to).replace(" + ", "+"))
}

/// The moves: one a line if they are few, otherwise gathered by component and label.
pub fn moves(game: &Match<'_>, all: Option<&[MoveReport]>) -> String {
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
        let from = game.component(group[0].component);
        let label = group[0].label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        let numbers = if first == last { format!("#{first}") } else { format!("#{first}–#{last}") };
        let _ = writeln!(text, "  {numbers:<11} {label}{component}{from} → {}", targets(group));
        first = last + 1;
    }
    text + &format!("  {FAINT}{}{FAINT:#}\n", example(game, Some(all)))
}

/// The targets of several moves, runs of numbers gathered.
fn targets(group: &[MoveReport]) -> String {
    let number = |by: &MoveReport| match &by.to[..] {
        [Part::One(Place::One(Coordinate::Int(n)))] if by.gain.is_none() => Some(*n),
        _ => None,
    };
    let numbers: Option<Vec<i64>> = group.iter().map(number).collect();
    let shown: Vec<String> = match numbers {
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
    };
    match shown.len() > GROUPED + 1 {
        true => format!("{}, … and {} more", shown[..GROUPED].join(", "), shown.len() - GROUPED),
        false => shown.join(", "),
    }
}

/// How a move is written, with an example from this position.
pub fn example(game: &Match<'_>, moves: Option<&[MoveReport]>) -> String {
    let several = game.state().position.len() > 1;
    let what = if several { "the component and what it becomes" } else { "what remains" };
    let numbers = if read::bare(moves) { "its number with #" } else { "its number" };
    match moves.and_then(|moves| moves.last()) {
        Some(by) => format!("write a move as {what}, such as {}, or as {numbers}", typed(game, by)),
        None if several => "write the component and what it becomes, such as `B 5`".into(),
        None => "write what remains, such as `5`, or `-2` for two less".into(),
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
