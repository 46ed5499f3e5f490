//! `grundy explain RULES POSITION… --cost`: what an answer would cost, before anything is computed.

use std::fmt::Write;
use std::process::ExitCode;

use anstyle::Style;
use grundy::sentence::CostSentence;
use grundy::solve::Cost;
use grundy::{Bytes, Play, Work};
use serde_json::json;

use crate::ask::Asked;
use crate::game::About;
use crate::{Outcome, output};

const STRONG: Style = Style::new().bold();

pub fn run(asked: &Asked, position: &[String], play: Option<Play>, json: bool) -> Outcome {
    let watch = asked.cost.watch();
    let work = Work { limits: asked.cost.limits(), progress: &watch };
    asked.with(&About { position, play, format: None }, &work, |mut game| {
        game.go_to_start(&work)?;
        let cost = game.cost(play, &work)?;
        if json {
            let mut object = json!(cost);
            object["rules"] = json!(asked.text());
            output::print_json(&object)?;
        } else {
            output::print(&text(&cost, &game.position().join(" ")))?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

fn text(cost: &Cost, position: &str) -> String {
    let mut text = format!("{STRONG}cost of {position}{STRONG:#}   {}\n\n", cost.verdict);
    if let (Some(positions), Some(bytes), Some(seconds)) = (cost.positions, cost.bytes, cost.seconds) {
        if positions.is_out_of_reach() {
            let _ = writeln!(text, "  positions  {positions}");
        } else {
            let _ = writeln!(text, "  positions  at most {positions}");
            let _ = writeln!(text, "  memory     at most {}", Bytes(bytes.0));
            let _ = writeln!(text, "  time       at most {}", span(seconds));
        }
        text.push('\n');
    }
    for sentence in &cost.sentences {
        let _ = writeln!(text, "  {}", said(sentence));
    }
    let _ = writeln!(text, "[{}: {}]", cost.plan.engine, cost.plan.why);
    text
}

/// What is said, with the flag that raises a limit.
fn said(sentence: &CostSentence) -> String {
    match sentence {
        CostSentence::PastPositions { .. } => format!("{sentence}; --max-positions raises it"),
        CostSentence::PastMemory { .. } => format!("{sentence}; --max-memory raises it"),
        CostSentence::MayPass { .. } => {
            format!("{sentence}; --max-positions and --max-memory raise the limits")
        }
        other => other.to_string(),
    }
}

/// A time as people say it: nobody knows it better than by a factor of a few.
fn span(seconds: f64) -> String {
    const YEAR: f64 = 365.25 * 86_400.0;
    let said = |amount: f64, unit: &str| match amount {
        ..10.0 => format!("about {amount:.1} {unit}"),
        _ => format!("about {amount:.0} {unit}"),
    };
    match seconds {
        ..0.001 => "less than a millisecond".into(),
        ..1.0 => said(seconds * 1e3, "ms"),
        ..120.0 => said(seconds, "s"),
        ..7_200.0 => said(seconds / 60.0, "minutes"),
        ..172_800.0 => said(seconds / 3_600.0, "hours"),
        ..YEAR => said(seconds / 86_400.0, "days"),
        _ if seconds < 1e6 * YEAR => said(seconds / YEAR, "years"),
        _ => "more than a million years".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn times_are_said_as_people_say_them() {
        let said = [0.0, 0.0042, 3.0, 600.0, 1e4, 1e6, 1e10, 1e300].map(span);
        let wanted = [
            "less than a millisecond",
            "about 4.2 ms",
            "about 3.0 s",
            "about 10 minutes",
            "about 2.8 hours",
            "about 12 days",
            "about 317 years",
            "more than a million years",
        ];
        assert_eq!(said, wanted);
    }
}
