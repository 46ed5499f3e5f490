//! The range of a table: of coordinates of rules, or of the sides of boards.

use clap::Args;
use grundy::rules::parse_literal;
use grundy::solve::{Table, table_at};
use grundy::{Error, ErrorKind, Literal, Play, Rules, Work};

use crate::ask::Asked;
use crate::failure::Failure;

/// The first and the last position.
#[derive(Debug, Args)]
pub struct Range {
    /// The first position: 0, or 1,1 for two coordinates
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    from: Option<String>,
    /// The last position: 99, or 8,8 for two coordinates
    #[arg(long, value_name = "B", allow_negative_numbers = true)]
    to: Option<String>,
    /// Give a coordinate one value, so that one or two others are left for the table: c=5
    #[arg(long, value_name = "NAME=VALUE")]
    at: Vec<String>,
}

impl Range {
    /// The table of a game, and what the game is called.
    pub fn table(
        &self,
        asked: &Asked,
        play: Option<Play>,
        work: &Work<'_>,
    ) -> Result<(Table, String), Failure> {
        let mut game = asked.without_graph(play, work)?;
        let title = game.arena().name();
        let made = match game.sizes() {
            Some(board) if self.at.is_empty() => {
                game.notes().iter().for_each(|note| anstream::eprintln!("{note}"));
                let (first, last): (&[i64], &[i64]) =
                    if board.sides() == Some(1) { (&[1], &[12]) } else { (&[1, 1], &[4, 5]) };
                board.table(&sides(&self.from, first)?, &sides(&self.to, last)?, play, work)?
            }
            _ => {
                let rules = game.rules()?;
                let fixed = fixed(&self.at, rules)?;
                let left = rules.form().axes.len().saturating_sub(fixed.len());
                let corner = |text: &Option<String>| text.as_ref().map(|text| corner(left, text)).transpose();
                let (from, to) = (corner(&self.from)?, corner(&self.to)?);
                table_at(rules, &fixed, from.as_deref(), to.as_deref(), play, work)?
            }
        };
        let played = match play {
            Some(play) if play != game.arena().usual_play() => match play {
                Play::Misere => ", misère",
                Play::Normal => ", normal play",
            },
            _ => "",
        };
        Ok((made, title + played))
    }
}

/// The coordinates that `--at` gives one value: which, and what.
pub fn fixed(at: &[String], rules: &Rules) -> Result<Vec<(usize, i64)>, Failure> {
    let mut fixed: Vec<(usize, i64)> = Vec::new();
    for text in at {
        let Some((name, value)) = text.split_once('=') else {
            return Err(Failure::input(format!("--at {text} has no value; write --at {text}=5")));
        };
        let one = rules.coordinate_of(name.trim(), value.trim())?;
        if fixed.iter().any(|(axis, _)| *axis == one.0) {
            return Err(Failure::input(format!("--at gives {} two values", name.trim())));
        }
        fixed.push(one);
    }
    Ok(fixed)
}

/// Reads the sides of a board, as many as usual.
fn sides(text: &Option<String>, usual: &[i64]) -> Result<Vec<i64>, Failure> {
    let Some(text) = text else { return Ok(usual.to_vec()) };
    let read: Option<Vec<i64>> = text.split([',', 'x']).map(|side| side.trim().parse().ok()).collect();
    let wanted = if usual.len() == 1 { "is no size; write 12" } else { "are not two sides; write 4,5" };
    let read = read.filter(|sides| sides.len() == usual.len());
    read.ok_or_else(|| Failure::input(format!("`{text}` {wanted}")))
}

/// Reads a corner of a table, `7` or `8,8`, of at most so many coordinates; named values are not part of it.
fn corner(most: usize, text: &str) -> Result<Vec<i64>, Failure> {
    let wrong = |why: String| Failure::Engine(Error::new(ErrorKind::Position, why));
    let number = |word: &str| match parse_literal(word) {
        Ok(Literal::Int(n)) => Some(n),
        _ => None,
    };
    let numbers: Option<Vec<i64>> = text.split(',').map(number).collect();
    let numbers =
        numbers.ok_or_else(|| wrong(format!("`{text}` is not a number, or numbers with commas")))?;
    match numbers.len() <= most {
        true => Ok(numbers),
        false => Err(wrong(format!("`{text}` has more coordinates than the table"))),
    }
}
