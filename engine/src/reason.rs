//! Why an answer is right: which sentences say it.

use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::report::Report;
use crate::report::sentence::{Movement, Sentence};

pub(crate) fn by_value(sum: Nimber, report: &Report) -> Sentence {
    let single = report.components.len() == 1;
    match report.outcome {
        Outcome::P if report.components.is_empty() => Sentence::EmptySum,
        Outcome::P if report.best_move.is_none() && report.moves_complete => Sentence::NoMove,
        Outcome::P if single => Sentence::HeapLost { value: sum },
        Outcome::P => Sentence::SumLost { sum },
        _ if single => Sentence::HeapWon { value: sum },
        _ => Sentence::SumWon { sum },
    }
}

/// The sentence about a value with which positions may come back; none if there is no value.
pub(crate) fn by_loopy_value(report: &Report) -> Option<Sentence> {
    let value = report.value.clone()?;
    Some(match (&value, report.outcome) {
        (LoopyValue::Finite(_), Outcome::P) => Sentence::LoopyLost { value },
        (LoopyValue::Finite(_), _) => Sentence::LoopyWon { value },
        (_, Outcome::N) => Sentence::LoopyBoth { value },
        _ => Sentence::LoopyDrawn { value },
    })
}

pub(crate) fn by_misere_rule(position: &Position, outcome: Outcome) -> Sentence {
    let large = position.0.iter().any(|c| c.0[0] > 1);
    let ones = position.0.iter().filter(|c| c.0[0] == 1).count() as u64;
    match (large, outcome) {
        (true, _) => Sentence::MisereNim { sum: position.0.iter().fold(0, |sum, c| sum ^ c.0[0] as u64) },
        (false, Outcome::P) => Sentence::MisereOdd { ones },
        (false, _) => Sentence::MisereEven { ones },
    }
}

pub(crate) fn by_search(report: &Report) -> Sentence {
    let moves = report.remoteness;
    match report.outcome {
        Outcome::N => Sentence::FollowedWon { moves },
        Outcome::P => Sentence::FollowedLost { moves },
        Outcome::D => Sentence::FollowedDrawn,
    }
}

pub(crate) fn by_score(score: i64) -> Sentence {
    let by = score.unsigned_abs();
    match score.signum() {
        1 => Sentence::Ahead { by },
        0 => Sentence::Level,
        _ => Sentence::Behind { by },
    }
}

pub(crate) fn advice(report: &Report) -> Option<Sentence> {
    let best = Movement::new(report, report.best_move.as_ref()?);
    Some(match (report.score, report.outcome) {
        (Some(_), _) => Sentence::Reaches(best),
        (None, Outcome::N) => Sentence::Wins(best),
        (None, Outcome::P) if report.remoteness.is_none() => Sentence::AsGood(best),
        (None, Outcome::P) => Sentence::HoldsOut(best),
        (None, Outcome::D) => Sentence::KeepsDraw(best),
    })
}
