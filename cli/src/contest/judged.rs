//! Problems that are rules: the `.game` file says what the input is made of, and the engine answers.

use std::collections::BTreeMap;

use grundy::catalogue::Entry;
use grundy::catalogue::judge::{Answer, Judge, Known};
use grundy::catalogue::layout::Item;
use grundy::report::show_parts;
use grundy::solve::Solver;
use grundy::{Error, ErrorKind, Outcome, Position, Result, Rules, Work};

use super::Input;
use super::layout::{Asked, Names, Question, Reader};

/// The answer to an input.
pub fn answer(entry: &Entry, judge: &Judge, input: &mut Input<'_>, work: &Work<'_>) -> Result<String> {
    let layout = Item::parse(&judge.read)?;
    let usual = Rules::of_game(entry, &grundy::Lets::new(), work)?;
    let asked = Reader::new(names(entry, judge, &usual), input).read(&layout)?;
    let answers = answers(entry, &judge.answer, &asked.questions, work)?;
    Ok(in_lines(&asked, &answers))
}

fn names<'j>(entry: &Entry, judge: &'j Judge, rules: &Rules) -> Names<'j> {
    let form = rules.form();
    let values = form.names.iter().enumerate().map(|(id, name)| (name.clone(), id as i64));
    Names {
        coordinates: form.axes.iter().map(|axis| axis.name.clone()).collect(),
        values: values.collect(),
        parameters: entry.parameters.clone(),
        numbers: &judge.numbers,
    }
}

fn in_lines(asked: &Asked, answers: &[String]) -> String {
    let mut text = String::new();
    let mut from = 0;
    for &to in &asked.lines {
        text.extend(answers[from..to].iter().map(String::as_str));
        text.push('\n');
        from = to;
    }
    text
}

/// The answers in order. All positions under the same rules are asked together, so that a table is made once.
fn answers(entry: &Entry, wanted: &Answer, questions: &[Question], work: &Work<'_>) -> Result<Vec<String>> {
    let mut games: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, question) in questions.iter().enumerate() {
        games.entry(format!("{:?}", question.lets)).or_default().push(at);
    }
    let mut answers = vec![String::new(); questions.len()];
    for asked in games.into_values() {
        let rules = Rules::of_game(entry, &questions[asked[0]].lets, work)?;
        let positions = asked.iter().map(|&at| rules.position(questions[at].places.iter().cloned()));
        let positions = positions.collect::<Result<Vec<Position>>>()?;
        let mut solver = Solver::new(&rules, &positions, None, work)?;
        for (&at, position) in asked.iter().zip(&positions) {
            answers[at] = one(&mut solver, position, wanted, work)?;
        }
    }
    Ok(answers)
}

fn one(solver: &mut Solver, position: &Position, wanted: &Answer, work: &Work<'_>) -> Result<String> {
    match wanted {
        Answer::Words(words) => {
            let outcome = solver.judge(position, work)?.outcome;
            let word = match outcome {
                Outcome::N => words.first(),
                Outcome::P => words.get(1),
                Outcome::D => words.get(2),
            };
            word.cloned().ok_or_else(|| {
                let message =
                    format!("a position has the outcome {outcome}, and the answer has no word for it");
                Error::new(ErrorKind::Format, message)
            })
        }
        Answer::Moves { each, none } => {
            let moves = solver.winning(position, work)?.into_iter().map(|by| {
                let component = (by.component + 1).to_string();
                each.replace("{component}", &component).replace("{to}", &show_parts(&by.to))
            });
            let moves: Vec<String> = moves.collect();
            Ok(if moves.is_empty() { none.clone() } else { moves.join(" ") })
        }
        Answer::Known(Known::Count) => Ok(solver.count_winning(position, work)?.to_string()),
        Answer::Known(known) => {
            let judged = solver.judge(position, work)?;
            let said = match known {
                Known::Score => judged.score.map(|score| score.to_string()),
                _ => judged.value.map(|value| value.to_string()),
            };
            said.ok_or_else(|| Error::new(ErrorKind::Unsupported, "such a position has no value or score"))
        }
        _ => Err(Error::new(ErrorKind::Unsupported, "this kind of answer is not known here")),
    }
}
