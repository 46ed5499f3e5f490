//! Boards by their names: what they read, and what the catalogue says under the same name.

use super::work;
use crate::arena::DecidedBy;
use crate::named::{find, is_rule};
use crate::report::Part;
use crate::{Limits, Work};

#[test]
fn every_board_reads_its_start_and_refuses_nonsense() {
    let mut wrong = Vec::new();
    for board in crate::named::all() {
        assert!(board.solve(std::slice::from_ref(&board.start), None, &work()).is_ok(), "{}", board.name);
        let arena = board.open(&[], None, &work()).unwrap();
        assert_eq!(
            (arena.decided(), arena.adds_up()),
            (DecidedBy::LastMove(board.play), board.adds_up),
            "{}",
            board.name
        );
        for example in &board.examples {
            assert!(board.solve(example, None, &work()).is_ok(), "{} {example:?}", board.name);
        }
        assert_eq!(board.examples[0], std::slice::from_ref(&board.start), "{}", board.name);
        for nonsense in [
            "",
            "?",
            "9999999999999999999x2",
            "0x0",
            "100000x100000",
            "-1",
            "1-",
            "../...",
            "x",
            "🦀/🦀",
            "+5x+5",
            "...//...",
            "X/O//",
            "path007",
            "+1",
            "+0-1",
            "//",
            "007,007",
        ] {
            // Any letters are a string; a picture, a table, a word or a set of which nothing is left is one.
            let fine = match board.name.as_str() {
                "strings" => !nonsense.is_empty() && nonsense.bytes().all(|c| c.is_ascii_alphanumeric()),
                "hackenbush" | "parity-table" | "taking-and-merging" | "welter" => nonsense.is_empty(),
                // A small letter is read as the capital one that may stand there.
                "cannibal-clobber" | "clobber" | "cram" | "fission" | "notakto" | "peg-duotaire"
                | "silver-dollar" => nonsense == "x",
                _ => false,
            };
            let limits = Limits { positions: 10_000, bytes: 1 << 24, ..Limits::default() };
            let answer = board.solve(&[nonsense.into()], None, &Work::within(limits));
            if answer.is_ok() != fine {
                wrong.push((board.name.as_str(), nonsense));
            }
        }
    }
    assert_eq!(wrong, []);
}

/// A place of the rules of the catalogue as the board of that name writes it.
fn on_board(name: &str, place: &[i64]) -> Option<String> {
    let joined = || place.iter().map(i64::to_string).collect::<Vec<_>>().join(",");
    match name {
        "chomp" => (place[0] > 0 && place.is_sorted_by(|a, b| a >= b)).then(joined),
        "non-decreasing" => place.is_sorted().then(joined),
        "staircase" => Some(joined()),
        // The rules have the places from which no move goes home.
        "first-home" => (place[0] > 0 && place[1] > 0 && place[0] != place[1]).then(joined),
        "stones" => Some(place.iter().map(|gap| ".".repeat(*gap as usize) + "X").collect()),
        // The sums of the catalogue are those of this table.
        "parity-table" => {
            let row = |cells: &[i64; 3]| {
                cells[..place[1] as usize].iter().map(i64::to_string).collect::<Vec<_>>().join(" ")
            };
            let rows = [[1, 2, 2], [1, 2, 3], [2, 3, 1]];
            let rows = rows[..place[0] as usize].iter().map(row).collect::<Vec<_>>();
            Some(if place[1] == 0 { String::new() } else { rows.join("/") })
        }
        // After a move the rules have two runs of quiet cells, which no empty strip is.
        "treblecross" => (place[0] > 2).then(|| ".".repeat(place[0] as usize)),
        "silver-dollar" => place.is_sorted_by(|a, b| a < b).then(|| {
            let cell = |at| if place.contains(&at) { 'X' } else { '.' };
            (0..=place[place.len() - 1]).map(cell).collect()
        }),
        // No two heaps are equal.
        "antonim" => {
            let full = |at: usize| place[at] > 0;
            let equal = |i: usize| (0..i).any(|j| full(i) && place[i] == place[j]);
            (!(0..place.len()).any(equal)).then(joined)
        }
        "moore" | "circular-nim" | "end-nim" => Some(joined()),
        _ => panic!("{name} is in the catalogue and a board: how do their positions correspond?"),
    }
}

#[test]
fn the_catalogue_and_the_boards_of_the_same_name_have_the_same_winning_moves() {
    use crate::report::MoveReport;
    let numbers = |part: &Part| match part {
        Part::One(place) => place.argument().split(',').map(|n| n.parse().unwrap()).collect::<Vec<i64>>(),
        Part::Copies { count, of } => vec![of.argument().parse().unwrap(); *count as usize],
    };
    for entry in crate::catalogue::all() {
        let Some(board) = find(&entry.name).filter(|_| !is_rule(&entry.rules)) else { continue };
        let rules = crate::Rules::read(&entry.name, &crate::Lets::new(), &Work::unwatched()).unwrap();
        let axes = rules.form().axes.len();
        let arena = board.open(&[], None, &work()).unwrap();
        let tidy = |text: &str| arena.tidy(text).unwrap().trim_end_matches('.').to_string();
        // What a move leaves: a text of the board, or for treblecross the quiet runs on both sides of the cross.
        let by_rules = |by: &MoveReport| match board.name.as_str() {
            "treblecross" => {
                let mut heaps: Vec<i64> = by.to.iter().flat_map(numbers).filter(|n| *n > 0).collect();
                heaps.sort_unstable();
                format!("{heaps:?}")
            }
            _ => tidy(&on_board(&board.name, &by.to.iter().flat_map(numbers).collect::<Vec<_>>()).unwrap()),
        };
        let by_board = |by: &MoveReport| {
            let text = by.to.first().map_or(String::new(), |part| match part {
                Part::One(place) | Part::Copies { of: place, .. } => place.argument(),
            });
            match (board.name.as_str(), text.find('X')) {
                ("treblecross", Some(at)) => {
                    let mut heaps = vec![at as i64 - 2, (text.len() - at) as i64 - 3];
                    heaps.retain(|n| *n > 0);
                    heaps.sort_unstable();
                    format!("{heaps:?}")
                }
                _ => tidy(&text),
            }
        };
        let sets = |moves: &[MoveReport], name: &dyn Fn(&MoveReport) -> String| {
            moves.iter().map(name).collect::<std::collections::BTreeSet<String>>()
        };
        let mut compared = 0;
        // Three coins on different cells need room.
        let side: i64 = if board.name == "silver-dollar" { 6 } else { [12, 4, 4, 3][axes - 1] };
        for number in 0..side.pow(axes as u32) {
            let place: Vec<i64> = (0..axes as u32).map(|i| number / side.pow(i) % side).collect();
            let Some(text) = on_board(&board.name, &place) else { continue };
            let position = crate::Position(vec![crate::Component(place.clone())]);
            let request = crate::Request { rules: &rules, position: &position, play: None };
            let ruled = crate::solve(&request, &Work::unwatched()).unwrap();
            let played = board.solve(&[text], None, &work()).unwrap();
            assert_eq!(ruled.outcome, played.outcome, "{} {place:?}", board.name);
            let (ruled, played) =
                (sets(&ruled.winning_moves, &by_rules), sets(&played.winning_moves, &by_board));
            assert_eq!(ruled, played, "{} {place:?}", board.name);
            compared += 1;
        }
        assert!(compared > 5, "{}", board.name);
    }
}

#[test]
fn a_text_that_the_catalogue_and_the_board_of_a_name_both_read_means_the_same_to_both() {
    let mut shared = std::collections::BTreeSet::new();
    for entry in crate::catalogue::all() {
        for name in std::iter::once(&entry.name).chain(&entry.aliases) {
            let Some(board) = find(name).filter(|_| !is_rule(&entry.rules)) else { continue };
            shared.insert(board.name.clone());
            let rules = crate::Rules::read(name, &crate::Lets::new(), &Work::unwatched()).unwrap();
            let mut arena = board.open(&[], None, &work()).unwrap();
            let one = (0..40).map(|n: i64| n.to_string());
            let two = (0..16).map(|code| format!("{},{}", code / 4, code % 4));
            let three = (0..64).map(|code| format!("{},{},{}", code / 16, code / 4 % 4, code % 4));
            for text in one.chain(two).chain(three) {
                let (Ok(component), Ok(_)) = (rules.component(&text), arena.tidy(&text)) else { continue };
                let position = crate::Position(vec![component]);
                let request = crate::Request { rules: &rules, position: &position, play: None };
                let ruled = crate::solve(&request, &Work::unwatched()).unwrap();
                let played = arena.judge(std::slice::from_ref(&text), &work()).unwrap();
                assert_eq!(ruled.outcome, played.outcome, "{name} {text}");
                if arena.adds_up() {
                    assert_eq!(ruled.value, played.value, "{name} {text}");
                }
            }
        }
    }
    assert!(shared.contains("treblecross") && shared.contains("chomp") && shared.len() > 4, "{shared:?}");
}
