//! How positions look: stones in rows, pieces on a small board, tuples, boards in rows, tokens on vertices.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use grundy::arena::{self, Arena};
use grundy::rules::Domain;
use grundy::{Component, Coordinate, Place, Rules, Work};

use super::show::name;

const STONES: Style = AnsiColor::Cyan.on_default();
const FAINT: Style = Style::new().dimmed();

/// The widest row of stones.
const ROW: i64 = 40;
/// The longest side of a board that is drawn.
const SIDE: i64 = 16;

/// All components of a position.
pub fn position(arena: &mut dyn Arena, position: &[String]) -> String {
    if let Some(rules) = arena.rules() {
        // What is shown was read before.
        let all = position.iter().map(|text| rules.component(text)).collect::<Result<Vec<_>, _>>();
        return all.map_or_else(|e| e.to_string(), |all| components(rules, &all));
    }
    let drawn = position.iter().map(|text| arena.sketch(text, &Work::unwatched()).ok().flatten());
    match drawn.map(|sketch| sketch.map(|sketch| sketch.lines_of_text())).collect::<Option<Vec<_>>>() {
        Some(all) => boards(&all),
        None if arena.labels_tell() => {
            let rows = |text: &String| text.split('/').map(str::to_string).collect();
            boards(&position.iter().map(rows).collect::<Vec<Vec<String>>>())
        }
        None => tokens(arena, position),
    }
}

/// Boards, line by line.
fn boards(all: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (index, lines) in all.iter().enumerate() {
        let name = if all.len() == 1 { String::new() } else { name(index) + "  " };
        for (line, row) in lines.iter().enumerate() {
            let margin = if line == 0 { name.clone() } else { " ".repeat(name.len()) };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "  {margin}{STONES}{row}{STONES:#}");
        }
    }
    text
}

/// Tokens on the vertices of a graph.
fn tokens(arena: &mut dyn Arena, position: &[String]) -> String {
    let mut text = String::new();
    for (index, vertex) in position.iter().enumerate() {
        let name = if position.len() == 1 { "at".into() } else { name(index) };
        let moves = arena::can_move(arena, std::slice::from_ref(vertex), &Work::unwatched());
        let end = match moves {
            Ok(false) => format!("   {FAINT}no move{FAINT:#}"),
            _ => String::new(),
        };
        let _ = writeln!(text, "  {name}  {STONES}{vertex}{STONES:#}{end}");
    }
    text
}

/// All components of rules.
fn components(rules: &Rules, components: &[Component]) -> String {
    if let Some(board) = board(rules, components) {
        return board;
    }
    let mut text = String::new();
    let alone = components.len() == 1;
    let stones = |c: &Component| c.coordinates()[0].clamp(1, ROW) as usize;
    let heaps = rules.form().is_heap();
    let wide = if heaps { components.iter().map(stones).max().unwrap_or(1) } else { 0 };
    for (index, component) in components.iter().enumerate() {
        let name = if alone { String::new() } else { name(index) + "  " };
        let _ = match heaps {
            true => writeln!(text, "  {name}{}", heap(component.coordinates()[0], wide)),
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
    match rules.show(component.coordinates()) {
        Place::One(one) => one.to_string(),
        Place::Many(many) => {
            let named = |(axis, value): (_, &Coordinate)| {
                let axis: &grundy::rules::Axis = axis;
                format!("{} {value}", axis.name)
            };
            let each: Vec<String> = rules.form().axes.iter().zip(&many).map(named).collect();
            format!(
                "({})   {FAINT}{}{FAINT:#}",
                rules.show(component.coordinates()).argument(),
                each.join(", ")
            )
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
            let here: Vec<usize> =
                (0..components.len()).filter(|&i| components[i].coordinates() == [r, c]).collect();
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
            1 => format!("at {}", rules.show(c.coordinates())),
            _ => format!("{} {}", name(i), rules.show(c.coordinates())),
        })
        .collect();
    let _ = writeln!(text, "  {}", places.join("  "));
    Some(text)
}
