//! The engine for the browser: a question in, an answer out, both JSON texts in UTF-8.
//!
//! The page asks for room with [`prepare`], writes the question there, calls [`ask`] and reads as many bytes as it
//! returns from [`answer`]. The buffers belong to this side, so nobody has to free anything, and no bridge generator
//! is needed. It is built twice: a small one of rules of numbers, which a first visit loads, says `{"elsewhere":true}` to what
//! only the whole one answers. Long work says now and then where it is, and is stopped by ending the worker that runs it.
//!
//! The whole engine has rules compiled where that pays: the page instantiates them beside it (`beside.rs`).

#[cfg(all(target_arch = "wasm32", not(feature = "numbers-only")))]
mod beside;
#[cfg(feature = "numbers-only")]
mod elsewhere;

use std::cell::RefCell;

use grundy::ask::{Asker, Question};
use grundy::program::Compiler;
use grundy::{Error, ErrorKind, Limits, Progress, Step, Stop, Work};
use serde_json::json;

/// Tells the page where the work is; the page has the clock and passes on what is due.
struct Told;

impl Progress for Told {
    fn step(&self, step: Step<'_>) -> Result<(), Stop> {
        let takes_long = tell(step.unit, step.done);
        if takes_long && is_for_the_whole() { Err(Stop::Interrupted) } else { Ok(()) }
    }
}

/// Says where the work is; the page, which has the clock, says whether it has taken long.
#[cfg(target_arch = "wasm32")]
fn tell(unit: &str, done: u64) -> bool {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        safe fn step(unit: *const u8, bytes: usize, done: f64) -> u32;
    }
    step(unit.as_ptr(), unit.len(), done as f64) != 0
}

/// Without a page there is nobody to tell, and no clock.
#[cfg(not(target_arch = "wasm32"))]
fn tell(_: &str, _: u64) -> bool {
    true
}

/// Who compiles rules.
fn compiler() -> Option<Compiler> {
    #[cfg(feature = "numbers-only")]
    return Some(elsewhere::COMPILER);
    #[cfg(all(target_arch = "wasm32", not(feature = "numbers-only")))]
    return Some(beside::COMPILER);
    #[cfg(not(any(target_arch = "wasm32", feature = "numbers-only")))]
    None
}

/// Whether this engine is slow at the question, and the whole one is not.
fn is_for_the_whole() -> bool {
    #[cfg(feature = "numbers-only")]
    return elsewhere::wanted();
    #[cfg(not(feature = "numbers-only"))]
    false
}

#[derive(Default)]
struct Desk {
    question: Vec<u8>,
    answer: Vec<u8>,
    asker: Asker,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Room for a question of so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(bytes: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.question.clear();
        desk.question.resize(bytes, 0);
        desk.question.as_mut_ptr()
    })
}

/// Answers the question that was written; returns how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    DESK.with_borrow_mut(|desk| {
        desk.answer = answer_to(&desk.question, &mut desk.asker);
        desk.answer.len()
    })
}

/// Where the answer is, until the next question.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    DESK.with_borrow(|desk| desk.answer.as_ptr())
}

/// What an engine of numbers alone says to a question for the whole one.
const ELSEWHERE: &[u8] = br#"{"elsewhere":true}"#;

/// The answer as JSON, or an object with the one field `error`.
pub fn answer_to(question: &[u8], asker: &mut Asker) -> Vec<u8> {
    let read = serde_json::from_slice::<Question>(question);
    if cfg!(feature = "numbers-only") && read.as_ref().is_ok_and(|question| !question.is_of_numbers()) {
        return ELSEWHERE.to_vec();
    }
    #[cfg(feature = "numbers-only")]
    elsewhere::begin();
    let work = Work { limits: Limits { compiler: compiler(), ..Limits::default() }, progress: &Told };
    let answered = read
        .map_err(|e| Error::new(ErrorKind::Format, format!("the question cannot be read: {e}")))
        .and_then(|question| asker.ask(&question, &work));
    if answered.as_ref().is_err_and(|error| error.kind() == ErrorKind::Interrupted) {
        return ELSEWHERE.to_vec();
    }
    let written = match answered {
        Ok(answer) => serde_json::to_vec(&answer),
        Err(error) => serde_json::to_vec(&json!({ "error": error })),
    };
    // Answers hold nothing that JSON cannot say; an empty text would still be noticed by the page.
    written.unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reply(question: &str) -> serde_json::Value {
        serde_json::from_slice(&answer_to(question.as_bytes(), &mut Asker::default())).unwrap()
    }

    #[test]
    fn nim_7_10_12_5_has_three_winning_moves() {
        let reply = reply(r#"{"verb":"solve","rules":"nim","position":["7","10","12","5"]}"#);
        assert_eq!(reply["winning_moves"].as_array().unwrap().len(), 3);
        assert_eq!(reply["value"], 4);
    }

    #[test]
    fn an_error_says_where() {
        let reply = reply(r#"{"verb":"read","rules":"n -> n-k for k in 1.."}"#);
        assert_eq!(reply["error"]["kind"], "syntax");
        assert!(reply["error"]["span"]["start"].is_u64());
    }

    #[test]
    fn nonsense_is_an_error_not_a_panic() {
        for text in
            ["", "{}", "[]", r#"{"verb":"fly"}"#, r#"{"verb":"solve","rules":"","bad":1}"#, "\u{fffd}"]
        {
            assert!(reply(text)["error"]["message"].is_string(), "{text}");
        }
    }

    #[test]
    fn a_part_of_a_large_graph_shows_only_what_was_opened() {
        let reply = reply(
            r#"{"verb":"layout","rules":"take 1..3","position":["100000"],
                "opened":[["100000"],["99999"],["5"]]}"#,
        );
        let labels: Vec<&str> =
            reply["nodes"].as_array().unwrap().iter().map(|node| node["label"].as_str().unwrap()).collect();
        assert_eq!(labels, ["100000", "99999", "99998", "99997", "99996"]);
    }

    #[test]
    fn a_position_with_many_options_shows_the_best_and_counts_the_rest() {
        let ask = |opened: &str| {
            reply(&format!(
                r#"{{"verb":"layout","rules":"nim","position":["1000","3"],"nodes":400,"width":20,"opened":[{opened}]}}"#
            ))
        };
        let once = ask(r#"["1000","3"]"#);
        let start = &once["nodes"][0];
        assert_eq!((once["nodes"].as_array().unwrap().len(), &start["left_out"]), (21, &json!(1003 - 20)));
        assert_eq!(once["nodes"][1]["label"], "3 + 3", "the winning move comes first");
        assert_eq!(once["edges"][0]["winning"], true);
        let twice = ask(r#"["1000","3"],["3","1000"]"#);
        assert_eq!(twice["nodes"].as_array().unwrap().len(), 41);
        let clobber =
            reply(r#"{"verb":"layout","rules":"cram","position":["5x5"],"width":3,"opened":[["5x5"]]}"#);
        assert_eq!(clobber["nodes"].as_array().unwrap().len(), 4);
        assert!(clobber["nodes"][0]["left_out"].as_u64().unwrap() > 0);
    }

    #[test]
    fn the_reading_says_which_table_there_is_and_how_its_cells_are_written() {
        for (rules, cell) in [
            ("kayles", json!("{row}")),
            ("wythoff", json!("{row},{column}")),
            ("cram", json!("{row}x{column}")),
            ("chomp", json!("{row}x{column}")),
            ("arc-kayles", json!("grid{row}x{column}")),
            ("moore", json!(null)),
            ("lgame", json!(null)),
        ] {
            let reading = reply(&format!(r#"{{"verb":"read","rules":"{rules}"}}"#));
            assert_eq!(reading["table"]["cell"], cell, "{rules}");
        }
        let misere = reply(r#"{"verb":"read","rules":"cram","play":"misere"}"#);
        assert_eq!(misere["table"], json!(null));
    }

    #[test]
    fn a_table_of_no_given_length_ends_where_the_rules_or_the_work_do() {
        let last = |rules: &str| {
            let table = reply(&format!(r#"{{"verb":"table","rules":"{rules}"}}"#));
            table["rows"].as_array().unwrap_or_else(|| panic!("{table}")).last().unwrap().clone()
        };
        assert_eq!(last("ends"), 4);
        assert_eq!(last("kayles"), 99);
        assert_eq!(last("ruler"), 32);
        let mogul = last("mogul").as_u64().unwrap();
        assert!((5..50).contains(&mogul), "{mogul}");
        let asked = reply(r#"{"verb":"table","rules":"ends","to":[15,15]}"#);
        assert_eq!(asked["error"]["kind"], "evaluation", "what was asked for is not made shorter");
    }

    #[test]
    fn rules_are_read_under_the_play_asked_for() {
        for (play, said) in [("normal", "loses (normal play)"), ("misere", "wins (misère play)")] {
            let reply = reply(&format!(r#"{{"verb":"read","rules":"nim","play":"{play}"}}"#));
            let last = reply["words"].as_array().unwrap().last().unwrap();
            assert!(last.as_str().unwrap().ends_with(said), "{last}");
        }
    }

    #[test]
    fn a_board_of_which_nothing_is_left_is_over() {
        let reply = reply(r#"{"verb":"moves","rules":"hackenbush","position":[]}"#);
        assert_eq!(
            (reply["outcome"].as_str(), reply["moves"].as_array().map(Vec::len)),
            (Some("P"), Some(0))
        );
    }

    #[test]
    fn of_too_many_moves_all_that_win_may_still_be_there() {
        let reply =
            reply(r#"{"verb":"moves","rules":"nim","position":["9007199254740993","9223372036854775807"]}"#);
        assert_eq!((reply["moves"].as_array().unwrap().len(), &reply["complete"]), (1, &json!(false)));
        assert_eq!(reply["wins_complete"], json!(null), "it is said only where it is not so");
    }

    #[test]
    fn amounts_are_named_in_words() {
        let reply = reply(r#"{"verb":"solve","rules":"n -> n-s for s in squares(n)","position":["30"]}"#);
        let why = reply["plan"]["why"].as_str().unwrap();
        assert!(why.contains("are the squares"), "{why}");
    }

    #[test]
    fn the_l_game_starts_as_a_draw_and_can_be_played() {
        let reply = reply(r#"{"verb":"moves","rules":"lgame","position":["nMM./.OM./.OM./.OOn"]}"#);
        assert_eq!(reply["outcome"], "D");
        let moves = reply["moves"].as_array().unwrap();
        assert!(moves.len() > 50 && moves.iter().all(|by| by["then"]["outcome"] != "P"));
    }

    #[test]
    fn a_search_for_a_period_is_taken_up_again() {
        let mut asker = Asker::default();
        for (limit, verdict) in [(20, "unknown"), (400, "proved")] {
            let question = format!(r#"{{"verb":"period","rules":"crosses","limit":{limit}}}"#);
            let reply: serde_json::Value =
                serde_json::from_slice(&answer_to(question.as_bytes(), &mut asker)).unwrap();
            assert_eq!(reply["verdict"], verdict, "{reply}");
        }
    }
}
