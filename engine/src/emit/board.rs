//! Programs of boards: rules of pictures on strips and grids, played through.
//!
//! The pictures are written into the program in every direction in which they are found; a move finds one on the board and puts the
//! other in its place. The value of a board is the mex over its moves, each board once. The program says for how large boards that is.

use crate::error::{Fault, Result};
use crate::named::Board;
use crate::rules::{Picture, Rewrite, Rewriting, Sign, Universe};
use crate::work::Work;

use super::board_scripts::{BOARD, BOARD_LINE, BOARD_SIZE};
use super::method::not_written;
use super::script::{body, expression, functions};
use super::tree::{Expr, Function, Program, Stmt, Type};
use super::{Language, plain, tidy, wrapped, write};

/// Pictures in all directions, written out.
const MOST_PICTURES: usize = 64;
/// Weights of letters that are tried to show that the game ends.
const HEAVIEST: i64 = 3;
/// A cell that may hold anything, and is left as it is.
const ANY: i64 = -1;

/// Two pictures of the same size, row by row: what is found, and what takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    rows: usize,
    columns: usize,
    cells: Vec<(i64, i64)>,
}

impl Found {
    fn at(&self, row: usize, column: usize) -> (i64, i64) {
        self.cells[row * self.columns + column]
    }

    /// A quarter of a turn.
    fn turned(&self) -> Found {
        let cells = (0..self.columns).flat_map(|row| (0..self.rows).map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| self.at(self.rows - 1 - column, row)).collect();
        Found { rows: self.columns, columns: self.rows, cells }
    }

    fn mirrored(&self) -> Found {
        let cells = (0..self.rows).flat_map(|row| (0..self.columns).rev().map(move |column| (row, column)));
        let cells = cells.map(|(row, column)| self.at(row, column)).collect();
        Found { cells, ..*self }
    }
}

/// The letters of a cell, as numbers; nothing if it is more than letters.
fn letters(sign: &Sign) -> Option<Vec<i64>> {
    match sign {
        Sign::Letter(letter) if letter.is_ascii() => Some(vec![i64::from(u32::from(*letter))]),
        Sign::Any => Some(vec![ANY]),
        Sign::OneOf(all, false) if all.iter().all(char::is_ascii) => {
            Some(all.iter().map(|letter| i64::from(u32::from(*letter))).collect())
        }
        _ => None,
    }
}

/// The pictures of a kind of move as they are drawn, one for every choice of letters.
fn drawn(rewrite: &Rewrite) -> Option<Vec<Found>> {
    let [after] = &rewrite.after[..] else { return None };
    let cells = |picture: &Picture| picture.rows.iter().flatten().cloned().collect::<Vec<_>>();
    let (rows, columns) = (rewrite.before.rows.len(), rewrite.before.rows.first()?.len());
    if !rewrite.choices.is_empty()
        || after.rows.len() != rows
        || after.rows.iter().any(|row| row.len() != columns)
    {
        return None;
    }
    let mut all = vec![Vec::new()];
    for (before, after) in cells(&rewrite.before).iter().zip(&cells(after)) {
        if before.run || after.run {
            return None;
        }
        let put = match (&before.sign, &after.sign) {
            // What stands there stays.
            (one, other) if one == other => None,
            (_, Sign::Letter(letter)) if letter.is_ascii() => Some(i64::from(u32::from(*letter))),
            (_, Sign::Any) => None,
            _ => return None,
        };
        let asked = letters(&before.sign)?;
        all = asked
            .iter()
            .flat_map(|letter| {
                all.iter().map(move |cells: &Vec<(i64, i64)>| {
                    let mut more = cells.clone();
                    more.push((*letter, put.unwrap_or(ANY)));
                    more
                })
            })
            .collect();
        if all.len() > MOST_PICTURES {
            return None;
        }
    }
    Some(all.into_iter().map(|cells| Found { rows, columns, cells }).collect())
}

/// The pictures of a rule in every direction.
fn pictures(rule: &Rewriting) -> Option<Vec<Found>> {
    let plane = match rule.universe {
        Universe::Grid => true,
        Universe::Strip => false,
        _ => return None,
    };
    let mut all: Vec<Found> = Vec::new();
    for rewrite in &rule.rewrites {
        for one in drawn(rewrite)? {
            let mut ways = vec![one.clone()];
            if !rule.as_drawn {
                ways.push(one.mirrored());
                if plane {
                    for turn in 0..3 {
                        let last = &ways[2 * turn..2 * turn + 2];
                        let next: Vec<Found> = last.iter().map(Found::turned).collect();
                        ways.extend(next);
                    }
                }
            }
            ways.into_iter().for_each(|way| {
                if !all.contains(&way) {
                    all.push(way);
                }
            });
        }
    }
    (all.len() <= MOST_PICTURES).then_some(all)
}

/// Whether weights of the letters are found by which every move makes the board lighter.
fn ends(all: &[Found]) -> bool {
    let mut letters: Vec<i64> =
        all.iter().flat_map(|one| &one.cells).flat_map(|cell| [cell.0, cell.1]).collect();
    letters.sort_unstable();
    letters.dedup();
    letters.retain(|letter| *letter != ANY);
    let weighings = (HEAVIEST + 1).checked_pow(letters.len() as u32).filter(|count| *count <= 1 << 16);
    let weight = |weighing: i64, letter: i64| {
        let at = letters.iter().position(|known| *known == letter).unwrap_or(0);
        weighing / (HEAVIEST + 1).pow(at as u32) % (HEAVIEST + 1)
    };
    let lighter = |weighing: i64, one: &Found| {
        let change = |(before, after): &(i64, i64)| match (*before, *after) {
            (_, ANY) => Some(0),
            // Nobody knows what stood there.
            (ANY, _) => None,
            (before, after) => Some(weight(weighing, after) - weight(weighing, before)),
        };
        one.cells.iter().map(change).try_fold(0, |sum, change| Some(sum + change?)).is_some_and(|sum| sum < 0)
    };
    weighings.is_some_and(|count| (0..count).any(|weighing| all.iter().all(|one| lighter(weighing, one))))
}

/// A program that reads boards of a rule of pictures and prints who wins, and a winning move where there is one.
pub fn board_program(board: &Board, language: Language, work: &Work<'_>) -> Result<String> {
    let Some((text, usual)) = board.pictures(work) else { return Err(not_written(Fault::CodeOfBoard)) };
    let rule = Rewriting::read(&text, work)?;
    let plain_end = rule.ending.over.is_none() && rule.ending.over_all.is_none() && !rule.ending.misere;
    let all = pictures(&rule).filter(|_| plain_end).ok_or_else(|| not_written(Fault::CodeOfPictures))?;
    if !ends(&all) {
        return Err(not_written(Fault::CodeBoardMayNotEnd));
    }
    let numbers = all.iter().flat_map(|one| {
        let sides = [one.rows as i64, one.columns as i64];
        let (found, put) = (one.cells.iter().map(|cell| cell.0), one.cells.iter().map(|cell| cell.1));
        sides.into_iter().chain(found).chain(put).collect::<Vec<_>>()
    });
    let numbers = numbers.map(Expr::Int).collect();
    let ints = Type::list(Type::Int);
    let mut program = Program {
        single: true,
        coordinates: vec!["n".into()],
        constants: vec![("PICTURES".into(), ints.clone(), Expr::List(Type::Int, numbers))],
        globals: vec![("memo".into(), Type::Map(Box::new(ints)), Expr::Map)],
        functions: functions(BOARD, true),
        ..Program::default()
    };
    let digits = all.iter().flat_map(|one| &one.cells).any(|cell| (48..58).contains(&cell.0.max(cell.1)));
    let sized = usual.filter(|letter| letter.is_ascii() && !digits);
    if let Some(letter) = sized {
        program
            .functions
            .extend(functions(&BOARD_SIZE.replace("EMPTY", &u32::from(letter).to_string()), true));
    }
    let reads = if sized.is_some() { "sized_board" } else { "read_board" };
    let line = BOARD_LINE
        .replace("READ_AT", &format!("{reads}(words[i])"))
        .replace("READ", &format!("{reads}(word)"));
    program.functions.push(show());
    program.main = vec![Stmt::EachLine("words".into(), body(&line, true))];
    tidy(&mut program, language);
    program.head = head(board, &text, sized.is_some(), rule.universe);
    Ok(write::write(&program, language))
}

/// A board as it is written.
fn show() -> Function {
    let add = |piece: Expr| Stmt::Set("written".into(), Expr::Format(vec![Expr::name("written"), piece]));
    let row_ends = expression("k > 0 and k % b[1] == 0");
    let cell = Expr::Do(super::tree::Builtin::Char, vec![Expr::name("cell")]);
    let each = vec![
        Stmt::If(row_ends, vec![add(Expr::Text("/".into()))], Vec::new()),
        Stmt::Let("cell".into(), Type::Int, expression("b[2 + k]")),
        add(cell),
    ];
    Function {
        name: "show".into(),
        parameters: vec![("b".into(), Type::list(Type::Int))],
        gives: Type::Text,
        body: vec![
            Stmt::Let("written".into(), Type::Text, Expr::Text(String::new())),
            Stmt::For("k".into(), Expr::Int(0), expression("len(b) - 3"), each),
            Stmt::Return(Some(Expr::name("written"))),
        ],
    }
}

fn head(board: &Board, rule: &str, sized: bool, universe: Universe) -> Vec<String> {
    let size = match (sized, universe) {
        (false, _) => "",
        (true, Universe::Strip) => ", or how many cells it has",
        (true, _) => ", or its size, such as 3x4",
    };
    let written = if universe == Universe::Strip { "its letters" } else { "its rows with / between them" };
    let said = [
        board.title.clone(),
        format!("Rules: {rule}"),
        "A sum is lost exactly if the nim-sum of the values of its boards is 0 (Sprague and Grundy); the value of a board is the \
         least number that no move leads to. Every board that can come up is looked at once: up to about 20 cells."
            .into(),
        format!(
            "Input: a position a line, boards with blanks between them: {written}{size}. Output: N (the mover wins) or P \
             (loses), and then a winning move: which board, counted from 1, becomes what."
        ),
    ];
    said.iter().filter(|text| !text.is_empty()).flat_map(|text| wrapped(&plain(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<Found>> {
        pictures(&Rewriting::read(text, &Work::unwatched()).unwrap())
    }

    #[test]
    fn pictures_are_turned_and_mirrored_and_written_once() {
        assert_eq!(read("grid: \"..\" -> \"##\"").unwrap().len(), 2);
        assert_eq!(read("grid: \"../.?\" -> \"##/#?\"").unwrap().len(), 4);
        assert_eq!(read("grid: \"XO\" -> \".X\" | \"OX\" -> \".O\"").unwrap().len(), 8);
        assert_eq!(read("strip: \"XX.\" -> \"..X\"").unwrap().len(), 2);
        assert_eq!(read("strip as drawn: \"T.\" -> \".T\"").unwrap().len(), 1);
        assert_eq!(read("strip as drawn: \".+X\" -> \"X.+\""), None);
    }

    #[test]
    fn a_game_ends_where_every_move_makes_the_board_lighter() {
        assert!(ends(&read("grid: \"..\" -> \"##\"").unwrap()));
        assert!(ends(&read("strip: \"XX.\" -> \"..X\"").unwrap()));
        assert!(ends(&read("grid: \"X[XO]\" -> \".X\" | \"O[XO]\" -> \".O\"").unwrap()));
        assert!(!ends(&read("strip as drawn: \"T.\" -> \".T\"").unwrap()));
        assert!(!ends(&read("strip: \"X.\" -> \".X\"").unwrap()));
    }
}
