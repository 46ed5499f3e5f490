//! Why an answer is right, in words.

use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::report::{MoveReport, Report, show_parts};

pub(crate) fn by_value(sum: Nimber, report: &Report) -> String {
    let components = report.components.len();
    let what = match components {
        0 => "the sum is empty, so the player to move has no move".to_string(),
        1 => format!("the component equals a Nim heap of {sum}"),
        _ => format!("the values of the components have the nim-sum {sum}"),
    };
    match report.outcome {
        Outcome::P if components == 0 => what,
        Outcome::P if report.best_move.is_none() && report.moves_complete => {
            "there is no move, so the player to move loses".into()
        }
        Outcome::P => {
            format!("{what}: whatever is moved makes it other than 0, and the reply makes it 0 again")
        }
        _ => format!("{what}: a move that makes it 0 leaves the other player in that trouble"),
    }
}

pub(crate) fn by_loopy_value(report: &Report) -> String {
    match (&report.value, report.outcome) {
        (Some(LoopyValue::Finite(value)), Outcome::P) => {
            format!("the value is {value}: whatever is moved, the reply makes it 0 again, and the play ends")
        }
        (Some(LoopyValue::Finite(value)), _) => format!("the value is {value}, and some move makes it 0"),
        (Some(value), Outcome::N) => {
            format!("the value is {value}: one may go on for ever, but also move to 0 and win")
        }
        (Some(value), _) => {
            format!("the value is {value}: nobody can force the end, so the play goes on for ever")
        }
        (None, _) => String::new(),
    }
}

pub(crate) fn by_misere_rule(position: &Position, outcome: Outcome) -> String {
    let large = position.0.iter().any(|c| c.0[0] > 1);
    let sum = position.0.iter().fold(0, |sum, c| sum ^ c.0[0]);
    let ones = position.0.iter().filter(|c| c.0[0] == 1).count();
    match (large, outcome) {
        (true, _) => format!(
            "some heap is larger than 1, so the nim-sum decides as in Nim, and it is {sum}; \
             at the end one leaves an odd number of heaps of 1"
        ),
        (false, Outcome::P) => {
            format!("there are {ones} heaps of 1, an odd number: the mover takes the last one")
        }
        (false, _) => {
            format!("there are {ones} heaps of 1, an even number: the other player takes the last one")
        }
    }
}

pub(crate) fn by_search(report: &Report) -> String {
    let last =
        report.remoteness.map_or(String::new(), |r| format!(" in {r} move{}", if r == 1 { "" } else { "s" }));
    match report.outcome {
        Outcome::N => {
            format!("all positions that can come up were followed to the end: the mover wins{last}")
        }
        Outcome::P => {
            format!("all positions that can come up were followed to the end: the mover loses{last}")
        }
        Outcome::D => "all positions that can come up were followed: nobody can force the end".into(),
    }
}

pub(crate) fn by_score(score: i64) -> String {
    let ahead = match score.signum() {
        1 => format!("{score} ahead of"),
        0 => "level with".into(),
        _ => format!("{} behind", score.unsigned_abs()),
    };
    format!("with best play on both sides the mover ends {ahead} the other player")
}

pub(crate) fn advice(report: &Report) -> Option<String> {
    let best = report.best_move.as_ref()?;
    Some(match (report.score, report.outcome) {
        (Some(_), _) => format!("{} reaches that", show_move(report, best)),
        (None, Outcome::N) => format!("{} wins", show_move(report, best)),
        (None, Outcome::P) if report.remoteness.is_none() => {
            format!("no move wins; {} is as good as any", show_move(report, best))
        }
        (None, Outcome::P) => format!("no move wins; {} holds out as long as any", show_move(report, best)),
        (None, Outcome::D) => format!("{} keeps the draw", show_move(report, best)),
    })
}

/// The moves that keep a draw which a report names.
const NAMED_DRAWS: usize = 3;

/// The moves that keep a draw, the first ones by name.
pub(crate) fn keeping_the_draw(moves: &[MoveReport]) -> Option<String> {
    let name = |by: &MoveReport| by.label.clone().unwrap_or_else(|| show_parts(&by.to));
    let names: Vec<String> = moves.iter().take(NAMED_DRAWS).map(name).collect();
    let more = match moves.len().saturating_sub(names.len()) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    match moves.len() {
        // A single one is the advice that follows.
        0 | 1 => None,
        count => Some(format!("{count} moves keep the draw: {}{more}", names.join("; "))),
    }
}

/// What is said where not all moves were looked at.
pub(crate) fn too_many_moves() -> String {
    "there are too many moves to look at them all; --max-positions allows more".into()
}

/// A move in words: `component 0 from 7 to 3`.
fn show_move(report: &Report, by: &MoveReport) -> String {
    let label = by.label.as_ref().map_or(String::new(), |label| format!("{label}: "));
    let from = report.components.get(by.component).map_or(String::new(), |c| format!("from {} ", c.position));
    let component =
        if report.components.len() > 1 { format!("component {} ", by.component) } else { String::new() };
    format!("{label}{component}{from}to {}", show_parts(&by.to))
}
