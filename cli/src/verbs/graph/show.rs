//! The answers about a graph for people.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use grundy::Outcome as Winner;
use grundy::solve::analysis::{Label, SumReport, TurnReport, VertexReport};

use super::answer::{Answer, Functions};
use super::table::printable;

/// Moves and values listed before the rest is only counted.
const LISTED: usize = 20;
/// Vertices of a line of play listed before the rest is only counted.
const LINE: usize = 400;

const STRONG: Style = Style::new().bold();
const WINS: Style = AnsiColor::Blue.on_default().bold();
const LOSES: Style = AnsiColor::Red.on_default().bold();

/// All but the table.
pub fn show(answer: &Answer<'_>) -> String {
    let mut text = String::new();
    let summary = &answer.summary;
    let cycles = if summary.acyclic { "no cycle" } else { "with cycles" };
    let (vertices, edges) =
        (plural(summary.vertices, "vertex", "vertices"), plural(summary.edges, "edge", "edges"));
    // Writing to a string cannot fail.
    let scored = if summary.scored { ", scores decide" } else { "" };
    let _ = writeln!(text, "{STRONG}{vertices}, {edges}{STRONG:#}, {cycles}{scored}");
    let counts = summary.counts;
    let _ = write!(text, "N {}   P {}   D {}", counts.N, counts.P, counts.D);
    if let Some(longest) = summary.longest {
        let _ = write!(text, "   longest remoteness {longest}");
    }
    if let Some(largest) = summary.largest {
        let _ = write!(text, "   largest value {largest}");
    }
    text += "\n";
    if let Some(digest) = &answer.digest {
        let _ = writeln!(text, "digest {digest}");
    }
    if let (Some(starts), Some(sum)) = (&answer.starts, &answer.sum) {
        show_starts(answer, starts, sum, &mut text);
    }
    if let Some(path) = &answer.path {
        show_path(path, &mut text);
    }
    if let Some(functions) = &answer.functions {
        show_functions(functions, &mut text);
    }
    text
}

fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn show_starts(answer: &Answer<'_>, starts: &[VertexReport], sum: &SumReport, text: &mut String) {
    *text += "\n";
    let several = starts.len() > 1;
    if several {
        let wide = starts.iter().map(|start| name(&start.vertex).chars().count()).max().unwrap_or(0);
        for start in starts {
            let vertex = name(&start.vertex);
            let _ = writeln!(text, "  {vertex:<wide$}   {}{}", start.outcome, numbers(start));
        }
        let _ = writeln!(text, "\n{}", answer.compound.as_deref().unwrap_or("sum"));
    }
    let (style, verdict) = match sum.outcome {
        Winner::N => (WINS, "N: the player to move wins"),
        Winner::P => (LOSES, "P: the player to move loses"),
        Winner::D => (STRONG, "D: a draw"),
    };
    let _ = write!(text, "{style}{verdict}{style:#}");
    if let Some(value) = &sum.value {
        let _ = write!(text, "   value {STRONG}{value}{STRONG:#}");
    }
    let score = starts.first().and_then(|start| start.score).filter(|_| !several);
    if let Some(score) = score {
        let _ = write!(text, "   score {STRONG}{score}{STRONG:#}");
    }
    if let Some(remoteness) = sum.remoteness {
        let _ = write!(text, "   remoteness {remoteness}");
    }
    *text += "\n";
    let count = sum.winning_moves.len();
    if !sum.moves_complete {
        *text += "a limit was met while winning moves were listed, there may be more: \
                  --max-memory, --max-positions, --timeout, or 10,000 turns of a compound\n";
    }
    if count == 0 {
        return;
    }
    let word = if score.is_some() { "best moves" } else { "winning moves" };
    let some = if sum.moves_complete { "" } else { ", not all" };
    let _ = writeln!(text, "\n{STRONG}{word}{STRONG:#} ({count}{some})");
    for by in sum.winning_moves.iter().take(LISTED) {
        let best = count > 1 && sum.best_move.as_ref() == Some(by);
        let note = match (best, several) {
            (false, _) => "",
            (true, false) => "   the quickest",
            (true, true) => "   always followed, ends the game",
        };
        let _ = writeln!(text, "  {}{note}", movement(by, starts));
    }
    if count > LISTED {
        let _ = writeln!(text, "  … and {} more (--json lists all)", count - LISTED);
    }
}

fn numbers(start: &VertexReport) -> String {
    let value = start.value.as_ref().map_or(String::new(), |value| format!("   value {value}"));
    let remoteness = start.remoteness.map_or(String::new(), |moves| format!("   remoteness {moves}"));
    value + &remoteness
}

fn movement(by: &TurnReport, starts: &[VertexReport]) -> String {
    let to = together(by.to.iter());
    match by.component {
        Some(component) => {
            let from = starts.get(component).map_or(String::new(), |start| name(&start.vertex));
            let which =
                if starts.len() > 1 { format!("component {}: ", component + 1) } else { String::new() };
            format!("{which}{from} → {to}")
        }
        None => format!("{} → {to}", together(starts.iter().map(|start| &start.vertex))),
    }
}

fn together<'a>(labels: impl Iterator<Item = &'a Label>) -> String {
    labels.map(name).collect::<Vec<_>>().join(" + ")
}

fn name(label: &Label) -> String {
    printable(&label.to_string())
}

fn show_path(path: &[Label], text: &mut String) {
    let shown: Vec<String> = path.iter().take(LINE).map(name).collect();
    let _ = write!(text, "\n{STRONG}best play{STRONG:#} {}", shown.join(" → "));
    if path.len() > LINE {
        let _ = write!(text, " → … and {} more (--json lists all)", path.len() - LINE);
    } else if path.len() > 1 && path[..path.len() - 1].contains(&path[path.len() - 1]) {
        *text += " → … for ever";
    }
    *text += "\n";
}

fn show_functions(functions: &Functions, text: &mut String) {
    let _ = match (functions.count, functions.exact) {
        (0, true) => writeln!(text, "\n{STRONG}no Grundy function{STRONG:#}"),
        (1, true) => writeln!(text, "\n{STRONG}exactly one Grundy function{STRONG:#}"),
        (count, true) => writeln!(text, "\n{STRONG}{count} Grundy functions{STRONG:#}"),
        (0, false) => writeln!(
            text,
            "\nno Grundy function found so far; that does not mean that there is none, --max-positions looks further"
        ),
        (count, false) => writeln!(
            text,
            "\n{STRONG}at least {count} Grundy functions{STRONG:#}; --max-positions looks further"
        ),
    };
    if let Some(example) = &functions.example {
        let some: Vec<String> = example
            .iter()
            .take(LISTED)
            .map(|entry| format!("{} {}", name(&entry.vertex), entry.value))
            .collect();
        let more = if example.len() > LISTED { ", …" } else { "" };
        let _ = writeln!(text, "for example {}{more}", some.join(", "));
    }
}
