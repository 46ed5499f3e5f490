//! Searches of boards: their limits, threads and tables.

use super::ruled::{Chomp, NodeKayles};
use super::{named_value, value_of, work};
use crate::boards::values;
use crate::game::Readable;
use crate::machine::Threads;
use crate::named::find;
use crate::search::NimberSearch;
use crate::{ErrorKind, Limits, Nimber, Outcome, Play, Quiet, Work};

#[test]
fn boards_whose_bits_fill_the_table_are_solved() {
    // 0.137 and 0.07 by themselves: a path of n vertices, and a row of n cells.
    let octal = |code: &str, n: u64| {
        let rules = crate::Rules::read(code, &crate::Lets::new(), &Work::unwatched()).unwrap();
        let table = crate::solve::table(&rules, Some(&[n as i64]), Some(&[n as i64]), None, &work()).unwrap();
        table.cells[0][0].to_string()
    };
    for n in [55, 56] {
        assert_eq!(value_of::<NodeKayles>(&format!("path{n}")).to_string(), octal("0.137", n), "{n}");
    }
    for n in [55, 56, 57, 64] {
        assert_eq!(named_value("cram", &format!("1x{n}")).to_string(), octal("0.07", n), "{n}");
    }
}

#[test]
fn misere_play_that_is_too_deep_or_too_large_is_refused() {
    let misere = |name: &str, text: String, bytes: u64| {
        let work = Work { limits: Limits { bytes, ..Limits::default() }, progress: &Quiet };
        find(name).unwrap().solve(&[text], Some(Play::Misere), &work).map(|report| report.outcome)
    };
    let strip = |cells: usize| ".".repeat(cells) + "X";
    assert_eq!(misere("stones", strip(900), 1 << 26).unwrap(), Outcome::N);
    assert_eq!(misere("stones", strip(100_000), 1 << 26).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(misere("stones", strip(900), 1 << 14).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(misere("staircase", "20000".into(), 1 << 20).unwrap_err().kind(), ErrorKind::Limit);
}

#[test]
fn cram_in_a_table_and_with_a_small_memory() {
    let table = find("cram").unwrap().table(&[1, 1], &[4, 5], None, &work()).unwrap();
    let shown: Vec<String> =
        table.cells.iter().map(|row| row.iter().map(|c| c.to_string()).collect()).collect();
    assert_eq!(shown, ["01120", "10101", "11011", "20102"]);
    // A table that holds a few thousand states forgets, and still answers.
    let limits = Limits { bytes: 1 << 14, ..Limits::default() };
    let cram = |text: &str, limits: Limits| {
        let (work, text) = (Work::within(limits), text.to_string());
        let mut arena = find("cram").unwrap().open(std::slice::from_ref(&text), None, &work)?;
        arena.value(&text, &work)
    };
    assert_eq!(cram("4x5", limits).unwrap().and_then(|value| value.finite()), Some(Nimber(2)));
    let limits = Limits { positions: 1000, ..Limits::default() };
    assert!(cram("5x7", limits).is_err());
}

#[test]
fn tables_of_sizes_are_those_of_full_boards_and_grids() {
    let shown = |name: &str, to: [i64; 2]| {
        let table = find(name).unwrap().table(&[1, 1], &to, None, &work()).unwrap();
        table.cells.iter().map(|row| row.iter().map(|c| c.to_string()).collect()).collect::<Vec<String>>()
    };
    // A row of n cells is Kayles on a path, and a grid of cells is Cram.
    assert_eq!(shown("arc-kayles", [3, 5]), shown("cram", [3, 5]));
    let grid = |r: u64, c: u64| value_of::<NodeKayles>(&format!("grid{r}x{c}")).to_string();
    assert_eq!(shown("node-kayles", [2, 4])[1], (1..=4).map(|c| grid(2, c)).collect::<String>());
    assert_eq!(
        shown("clobber", [2, 3])[1],
        format!("1{}{}", named_value("clobber", "XO/OX"), named_value("clobber", "XOX/OXO"))
    );
    for (size, rows) in [("2x3", "XOX/OXO"), ("3x2", "XO/OX/XO"), ("1x1", "X")] {
        let arena = find("clobber").unwrap().open(&[], None, &work()).unwrap();
        assert_eq!(arena.tidy(size).unwrap(), rows);
    }
}

#[test]
fn a_table_refuses_what_it_cannot_have_before_it_searches() {
    let cram = find("cram").unwrap();
    let refused = |from: &[i64], to: &[i64], play| cram.table(from, to, play, &work()).unwrap_err();
    assert_eq!(refused(&[1, 1], &[2, 2], Some(Play::Misere)).kind(), ErrorKind::Unsupported);
    for (from, to) in [([3, 3], [2, 2]), ([1, 1], [0, 0]), ([0, 0], [2, 2]), ([1, 1], [9, 9])] {
        assert_eq!(refused(&from, &to, None).kind(), ErrorKind::Position, "{from:?} {to:?}");
    }
    assert!(refused(&[3, 1], &[3, 1_000_000_000], None).message().contains("3 × 22"));
    assert!(find("notakto").unwrap().table(&[1, 1], &[2, 2], None, &work()).is_err());
}

#[test]
fn two_threads_find_what_one_finds() {
    let [one, two] = [1, 2].map(|threads| {
        let work = Work::within(Limits { threads: Some(Threads::new(threads)), ..Limits::default() });
        let mut arena = find("cram").unwrap().open(&[], None, &work).unwrap();
        let moves = arena.moves(&["4x7".into()], &work).unwrap();
        let value = |to: &String| arena.value(to, &work).unwrap().unwrap();
        let values: Vec<_> = moves.iter().map(|played| &played.to[0]).map(value).collect();
        (values, arena.search().unwrap().table_entries)
    });
    assert_eq!(one.0, two.0);
    // The table was large enough for a second thread to be worth while.
    assert!(one.1 > 1 << 14 && two.1 > 1 << 14, "{} {}", one.1, two.1);
}

#[test]
fn two_threads_share_states_that_are_no_small_numbers() {
    // Bars of eight rows fill the word.
    let (game, bar) = Chomp::open("8x11").unwrap();
    let [one, two] = [1, 2].map(|threads| {
        let mut search = NimberSearch::new(&work()).with_threads(Threads::new(threads));
        (search.value(&game, &bar, &work()).unwrap(), search.cost().table_entries)
    });
    assert_eq!(one.0, two.0);
    assert!(one.1.min(two.1) > 1 << 15, "{} {}", one.1, two.1);
    let limits = Limits { bytes: 1 << 20, ..Limits::default() };
    let full = values(&game, &bar, &Work::within(limits)).unwrap_err();
    assert_eq!(full.kind(), ErrorKind::Limit);
}
