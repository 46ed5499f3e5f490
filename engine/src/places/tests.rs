//! Rules of pictures against a plain interpreter that knows no parts, no symmetries and no theorems.

use std::collections::{BTreeMap, BTreeSet};

use super::game::PictureGame;
use crate::arena;
use crate::boards::misere::Misere;
use crate::game::Game;
use crate::nimber::{Nimber, mex};
use crate::outcome::{Outcome, Play};
use crate::report::Report;
use crate::work::Work;

/// A position of the plain interpreter: its boards, each a list of rows.
type Boards = Vec<Vec<String>>;

/// Rows of cells.
type Cells = Vec<Vec<String>>;

/// A rule as the plain interpreter knows it: pairs of pictures, cell by cell.
#[derive(Clone, Debug)]
struct Plain {
    universe: &'static str,
    as_drawn: bool,
    kinds: Vec<(Cells, Cells)>,
}

impl Plain {
    fn text(&self) -> String {
        let picture =
            |rows: &Vec<Vec<String>>| rows.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/");
        let kind = |(before, after): &(_, _)| format!("\"{}\" -> \"{}\"", picture(before), picture(after));
        let drawn = if self.as_drawn { " as drawn" } else { "" };
        format!("{}{drawn}: {}", self.universe, self.kinds.iter().map(kind).collect::<Vec<_>>().join(" | "))
    }

    /// Whether what stands on a place (nothing beyond the edge) is what a cell of a picture asks for.
    fn asks(cell: &str, found: Option<char>) -> bool {
        match (cell, found) {
            ("?", found) => found.is_some(),
            ("~", found) => found.is_none(),
            (cell, None) => cell.starts_with('[') && !cell.starts_with("[^") && cell.contains('~'),
            (cell, Some(c)) if cell.starts_with("[^") => !cell[2..].contains(c),
            (cell, Some(c)) if cell.starts_with('[') => cell[1..].contains(c),
            (cell, Some(c)) => cell == c.to_string(),
        }
    }

    /// A picture of one row with its runs written out to every length that a board has room for.
    fn lengths(before: &[Vec<String>], after: &[Vec<String>], most: usize) -> Vec<(Cells, Cells)> {
        let Some(at) = before[0].iter().position(|cell| cell.ends_with('+')) else {
            return vec![(before.to_vec(), after.to_vec())];
        };
        let other = after[0].iter().position(|cell| cell.ends_with('+')).unwrap();
        let repeat = |row: &[String], at: usize, n: usize| {
            let cell = row[at].trim_end_matches('+').to_string();
            [&row[..at], &vec![cell; n][..], &row[at + 1..]].concat()
        };
        (1..=most)
            .flat_map(|n| {
                let (before, after) = (vec![repeat(&before[0], at, n)], vec![repeat(&after[0], other, n)]);
                Plain::lengths(&before, &after, most)
            })
            .collect()
    }

    fn options(&self, board: &[String]) -> BTreeSet<Vec<String>> {
        let grid: Vec<Vec<char>> = board.iter().map(|row| row.chars().collect()).collect();
        let (rows, columns) = (grid.len() as i64, grid[0].len() as i64);
        let wraps = matches!(self.universe, "ring" | "torus");
        let turns: Vec<[i64; 4]> = match self.universe {
            _ if self.as_drawn => vec![[1, 0, 0, 1]],
            "strip" | "ring" => vec![[1, 0, 0, 1], [1, 0, 0, -1]],
            "hex" => {
                vec![[0, 0, 0, 1], [0, 0, 0, -1], [0, 1, 0, 0], [0, -1, 0, 0], [0, 1, 0, -1], [0, -1, 0, 1]]
            }
            _ => vec![
                [1, 0, 0, 1],
                [1, 0, 0, -1],
                [-1, 0, 0, 1],
                [-1, 0, 0, -1],
                [0, 1, 1, 0],
                [0, -1, 1, 0],
                [0, 1, -1, 0],
                [0, -1, -1, 0],
            ],
        };
        let mut all = BTreeSet::new();
        for (before, after) in &self.kinds {
            for (before, after) in Plain::lengths(before, after, (rows.max(columns) + 2) as usize) {
                for [a, b, c, d] in &turns {
                    for row in -9..rows + 9 {
                        'anchor: for column in -9..columns + 9 {
                            let (mut next, mut met) = (grid.clone(), BTreeSet::new());
                            for (i, cells) in before.iter().enumerate() {
                                for (j, cell) in cells.iter().enumerate() {
                                    let (i_, j_) = (i as i64, j as i64);
                                    let (mut r, mut k) = (row + a * i_ + b * j_, column + c * i_ + d * j_);
                                    if wraps {
                                        (r, k) = (r.rem_euclid(rows), k.rem_euclid(columns));
                                    }
                                    let inside = (0..rows).contains(&r) && (0..columns).contains(&k);
                                    let found = inside.then(|| grid[r as usize][k as usize]);
                                    if !Plain::asks(cell, found) || inside && !met.insert((r, k)) {
                                        continue 'anchor;
                                    }
                                    if let (true, [c]) =
                                        (inside, &after[i][j].chars().collect::<Vec<_>>()[..])
                                        && !"?~".contains(*c)
                                    {
                                        next[r as usize][k as usize] = *c;
                                    }
                                }
                            }
                            if !met.is_empty() {
                                all.insert(next.iter().map(|row| row.iter().collect()).collect());
                            }
                        }
                    }
                }
            }
        }
        all
    }

    fn after(&self, boards: &Boards) -> BTreeSet<Boards> {
        let mut all = BTreeSet::new();
        for (i, board) in boards.iter().enumerate() {
            for to in self.options(board) {
                let mut next = boards.clone();
                next[i] = to;
                all.insert(next);
            }
        }
        all
    }
}

/// Everything that can come up, or nothing if that is too much.
fn reachable(plain: &Plain, start: &Boards, most: usize) -> Option<BTreeMap<Boards, Vec<Boards>>> {
    let (mut all, mut open) = (BTreeMap::new(), vec![start.clone()]);
    while let Some(boards) = open.pop() {
        if all.contains_key(&boards) {
            continue;
        }
        if all.len() == most {
            return None;
        }
        let after: Vec<Boards> = plain.after(&boards).into_iter().collect();
        open.extend(after.iter().cloned());
        all.insert(boards, after);
    }
    Some(all)
}

/// Who wins each position, by the definition.
fn outcomes(all: &BTreeMap<Boards, Vec<Boards>>, play: Play) -> BTreeMap<Boards, Outcome> {
    let mut known: BTreeMap<Boards, Outcome> = BTreeMap::new();
    loop {
        let before = known.len();
        for (boards, after) in
            all.iter().filter(|(boards, _)| !known.contains_key(*boards)).collect::<Vec<_>>()
        {
            let is = |to: &Boards, outcome: Outcome| known.get(to) == Some(&outcome);
            let outcome = match after.is_empty() {
                true if play == Play::Misere => Outcome::N,
                true => Outcome::P,
                false if after.iter().any(|to| is(to, Outcome::P)) => Outcome::N,
                false if after.iter().all(|to| is(to, Outcome::N)) => Outcome::P,
                false => continue,
            };
            known.insert(boards.clone(), outcome);
        }
        if known.len() == before {
            for boards in all.keys() {
                known.entry(boards.clone()).or_insert(Outcome::D);
            }
            return known;
        }
    }
}

/// The value of a position of a game without cycles.
fn value(
    all: &BTreeMap<Boards, Vec<Boards>>,
    boards: &Boards,
    known: &mut BTreeMap<Boards, Nimber>,
) -> Nimber {
    if let Some(value) = known.get(boards) {
        return *value;
    }
    let options: Vec<Nimber> = all[boards].iter().map(|to| value(all, to, known)).collect();
    let value = mex(options);
    known.insert(boards.clone(), value);
    value
}

fn has_cycle(all: &BTreeMap<Boards, Vec<Boards>>) -> bool {
    let mut left: BTreeSet<&Boards> = all.keys().collect();
    loop {
        let ended: Vec<&Boards> =
            left.iter().filter(|boards| all[**boards].iter().all(|to| !left.contains(to))).copied().collect();
        if ended.is_empty() {
            return !left.is_empty();
        }
        for boards in ended {
            left.remove(boards);
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn rule(&mut self) -> Plain {
        let universe = self.pick(&["strip", "strip", "ring", "grid", "grid", "grid", "torus", "hex"]);
        let kinds = (0..1 + self.below(2)).map(|_| self.kind(universe)).collect();
        Plain { universe, as_drawn: self.below(4) == 0, kinds }
    }

    fn kind(&mut self, universe: &str) -> (Cells, Cells) {
        let tall = if matches!(universe, "grid" | "torus") && self.below(4) == 0 { 2 } else { 1 };
        let wide = 1 + self.below(3);
        let before_signs = [".", ".", "X", "X", "O", "?", "~", "[.X]", "[X~]", "[^.]", "[^X]"];
        let mut before: Vec<Vec<String>> =
            (0..tall).map(|_| (0..wide).map(|_| self.pick(&before_signs).to_string()).collect()).collect();
        let mut after: Vec<Vec<String>> = (0..tall)
            .map(|_| (0..wide).map(|_| self.pick(&[".", "X", "O", "?", "?"]).to_string()).collect())
            .collect();
        if tall == 1 && self.below(6) == 0 {
            let run = self.pick(&[".+", "X+"]);
            before[0][0] = run.into();
            let at = self.below(wide);
            after[0][at] = run.into();
        }
        (before, after)
    }

    fn board(&mut self, universe: &str) -> Vec<String> {
        let (rows, columns) = match universe {
            "strip" | "ring" => (1, 1 + self.below(6)),
            _ => (1 + self.below(3), 1 + self.below(4)),
        };
        let row =
            |random: &mut Random| (0..columns).map(|_| random.pick(&[".", "X", "O", ".", "#"])).collect();
        (0..rows).map(|_| row(self)).collect()
    }
}

fn read(rule: &str) -> std::sync::Arc<super::PictureRules> {
    let rules = super::PictureRules::read(rule, &Default::default(), &Work::unwatched());
    std::sync::Arc::new(rules.unwrap_or_else(|e| panic!("{rule}: {e}")))
}

fn asked(plain: &Plain, boards: &Boards, play: Play) -> Report {
    let position: Vec<String> = boards.iter().map(|rows| rows.join("/")).collect();
    let work = Work::unwatched();
    let mut arena = super::open(read(&plain.text()), Default::default(), &position, Some(play), &work)
        .unwrap_or_else(|e| panic!("{} at {position:?}: {e}", plain.text()));
    arena::report(&mut *arena, &position, &work)
        .unwrap_or_else(|e| panic!("{} at {position:?}: {e}", plain.text()))
}

/// The positions that the winning moves of a report lead to.
fn led_to(report: &Report, boards: &Boards) -> BTreeSet<Boards> {
    let after = |by: &crate::report::MoveReport| {
        let mut next = boards.clone();
        next[by.component] = by.to[0].to_string().split('/').map(str::to_string).collect();
        next
    };
    report.winning_moves.iter().map(after).collect()
}

fn check(plain: &Plain, boards: &Boards) -> bool {
    let Some(all) = reachable(plain, boards, 300) else { return false };
    let cyclic = has_cycle(&all);
    for play in [Play::Normal, Play::Misere] {
        let report = asked(plain, boards, play);
        let known = outcomes(&all, play);
        let told = || format!("{} at {boards:?} {play:?}", plain.text());
        assert_eq!(report.outcome, known[boards], "{}", told());
        let winning: BTreeSet<Boards> =
            all[boards].iter().filter(|to| known[*to] == Outcome::P).cloned().collect();
        assert_eq!(led_to(&report, boards), winning, "{}", told());
        if play == Play::Normal && !cyclic {
            let wanted = value(&all, boards, &mut BTreeMap::new());
            assert_eq!(report.value.and_then(|value| value.finite()), Some(wanted), "{}", told());
        }
        if !cyclic {
            assert_eq!(won_on_letters(plain, boards, play), known[boards] == Outcome::N, "{}", told());
        }
    }
    true
}

/// Whether the player to move wins, by the searches that do not need a board to fit a word.
fn won_on_letters(plain: &Plain, boards: &Boards, play: Play) -> bool {
    let (rules, work) = (read(&plain.text()), Work::unwatched());
    let (mut games, mut states) = (Vec::new(), Vec::new());
    for rows in boards {
        let (mut game, cells) = PictureGame::open(&rules, &rows.join("/")).unwrap();
        game.prepare(&cells, &work).unwrap();
        states.push((games.len(), cells));
        games.push(game);
    }
    match play {
        Play::Misere => Misere::new().wins(&games, &states, &work).unwrap(),
        Play::Normal => {
            let value =
                |(board, cells): &(usize, _)| crate::boards::values(&games[*board], cells, &work).unwrap();
            states.iter().map(value).sum::<Nimber>() != Nimber::ZERO
        }
    }
}

#[test]
fn random_rules_of_pictures_agree_with_the_plain_interpreter() {
    let (mut random, mut checked) = (Random(2026), 0);
    for _ in 0..900 {
        let plain = random.rule();
        let boards: Boards = (0..1 + random.below(2)).map(|_| random.board(plain.universe)).collect();
        checked += usize::from(check(&plain, &boards));
    }
    assert!(checked > 350, "{checked}");
}

fn solve(rule: &str, position: &[&str]) -> Report {
    let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
    let work = Work::unwatched();
    let mut arena = super::open(read(rule), Default::default(), &position, None, &work)
        .unwrap_or_else(|e| panic!("{rule}: {e}"));
    arena::report(&mut *arena, &position, &work).unwrap_or_else(|e| panic!("{rule} at {position:?}: {e}"))
}

fn value_of(rule: &str, position: &str) -> u64 {
    solve(rule, &[position])
        .value
        .and_then(|value| value.finite())
        .unwrap_or_else(|| panic!("{rule}: {position}"))
        .0
}

#[test]
fn pictures_of_known_games_have_their_values() {
    // Kayles, Dawson's Kayles and the code 0.137 on strips.
    let strip = |rule: &str, to: usize| (1..=to).map(|n| value_of(rule, &n.to_string())).collect::<Vec<_>>();
    assert_eq!(strip("strip: \"o\" -> \".\" | \"oo\" -> \"..\"", 10), [1, 2, 3, 1, 4, 3, 2, 1, 4, 2]);
    assert_eq!(strip("strip: \"oo\" -> \"..\"", 12), [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]);
    // The code 0.04: two are taken from within, and both sides must be left.
    assert_eq!(strip("strip: \"oooo\" -> \"o..o\"", 9), [0, 0, 0, 1, 1, 1, 2, 2, 0]);
    // Cram.
    let cram = "grid: \"..\" -> \"##\"";
    for (size, value) in [("1x4", 2), ("2x4", 0), ("3x3", 0), ("3x4", 1), ("3x5", 1), ("4x5", 2)] {
        assert_eq!(value_of(cram, size), value, "{size}");
    }
    // Peg Duotaire and impartial Toads and Frogs from a prototype's table.
    let toads =
        "strip as drawn: \"T.\" -> \".T\" | \"TF.\" -> \".FT\" | \".F\" -> \"F.\" | \".TF\" -> \"FT.\"";
    assert_eq!(value_of(toads, "TTT.FFF"), 1);
    assert_eq!(value_of("grid: \"../.?\" -> \"##/#?\"", "5x5"), 0);
    assert_eq!(value_of("grid: \"XX.\" -> \"..X\"", "XXXXX/XXXXX/XX.XX/XXXXX"), 0);
}

#[test]
fn sliding_coins_are_heaps_of_their_gaps() {
    // Silver dollar without a dollar: coins are paired from the right, and the gaps between them are Nim heaps.
    let rule = "strip as drawn: \".+X\" -> \"X.+\"";
    for (strip, value) in [("...X", 3), ("X..X", 2), (".X..X", 2), ("..X.X.X", 2 ^ 1), ("X.X..X.X", 1 ^ 1)] {
        assert_eq!(value_of(rule, strip), value, "{strip}");
    }
}

#[test]
fn words_are_cut_and_close_up() {
    // abba: nothing is left that moves after bb and then aa, so the value is 0, not 1.
    let pairs = "word: \"aa\" -> \"\" | \"bb\" -> \"\"";
    assert_eq!((value_of(pairs, "abba"), value_of(pairs, "aabb"), value_of(pairs, "aabaa")), (0, 0, 0));
    assert_eq!(value_of(pairs, "aab"), 1);
    // A split in two parts, as in the digit 4 of d_0: a heap of n ends after n - 1 splits.
    let split = "word: \"oo\" -> \"o\" & \"o\"";
    assert_eq!((1..=6).map(|n| value_of(split, &"o".repeat(n))).collect::<Vec<_>>(), [0, 1, 0, 1, 0, 1]);
    let report = solve(split, &["oo"]);
    assert_eq!(report.winning_moves[0].to.len(), 2);
    // Palindrome cuts (Codeforces 305E): letters between equal ones are cut out.
    let cuts = "word: \"{x}{y}{x}\" -> \"{x}\" & \"{y}\" & \"{x}\" for x in letters for y in letters";
    assert_eq!(solve(cuts, &["abacaba"]).outcome, Outcome::N);
    assert_eq!(solve(cuts, &["abcde"]).outcome, Outcome::P);
}

#[test]
fn a_game_that_is_over_for_all_boards_at_once_is_followed_as_a_whole() {
    let rule = "strip: \".\" -> \"X\" over all if \"XXX\"";
    let lost: Vec<usize> = (3..=9).filter(|n| solve(rule, &[&n.to_string()]).outcome == Outcome::P).collect();
    assert_eq!(lost, [6]);
    assert_eq!(solve(rule, &["3", "3"]).outcome, Outcome::P);
    assert_eq!(solve(rule, &["X.X", "5"]).outcome, Outcome::N);
}

#[test]
fn a_part_is_not_moved_to_where_more_moves_fit() {
    // The last cross has nothing to its right, and would have if the part were moved to the left.
    let rule = "strip as drawn: \"X?\" -> \".?\" | \"XX\" -> \"..\"";
    assert_eq!((value_of(rule, ".XX"), value_of(rule, "XX."), value_of(rule, "#.XX")), (1, 2, 1));
}

#[test]
fn moves_that_come_back_make_a_draw() {
    let report = solve("strip: \"X.\" -> \".X\"", &["X."]);
    assert_eq!(
        (report.outcome, report.value.map(|value| value.to_string())),
        (Outcome::D, Some("∞()".into()))
    );
}

#[test]
fn mistakes_are_pointed_at() {
    let work = Work::unwatched();
    let wrong = |rule: &str| {
        super::PictureRules::read(rule, &Default::default(), &work)
            .err()
            .unwrap_or_else(|| panic!("{rule} was read"))
    };
    for (rule, span, words) in [
        ("grid: \"..\" -> \"#\"", 6..17, "same size"),
        ("strip: \"a/b\" -> \"b/a\"", 7..21, "one row"),
        ("grid: \"..\" -> \"##", 14..15, "quote"),
        ("strip: \"{x}\" -> \".\"", 7..19, "for x in letters"),
        ("strip: \"a\" -> \"b\" & \"c\"", 7..23, "only words are cut"),
        ("strip: \".+X\" -> \"X.\"", 7..20, "same runs"),
        ("strip: \"a\" -> \"[ab]\"", 7..20, "which letter"),
        ("strip: \"a\" \"b\"", 11..14, "expected `->`"),
        ("strip: \"]\" -> \"b\"", 8..9, "no meaning"),
    ] {
        let error = wrong(rule);
        assert!(error.message().contains(words), "{rule}: {error}");
        assert_eq!(error.span(), Some(span), "{rule}: {error}");
    }
}

#[test]
fn positions_are_read_back_as_they_are_shown() {
    let work = Work::unwatched();
    let arena =
        super::open(read("grid: \"X.\" -> \".X\""), Default::default(), &["X./.#".into()], None, &work)
            .unwrap();
    assert_eq!(arena.tidy("X./._").unwrap(), "X./.#");
    for wrong in ["", "X/..", "X?", "3x3", "9999x9999"] {
        assert!(arena.tidy(wrong).is_err(), "{wrong}");
    }
    let cram = super::open(read("grid: \"..\" -> \"##\""), Default::default(), &["2x2".into()], None, &work)
        .unwrap();
    assert_eq!(cram.tidy("2x3").unwrap(), ".../...");
    assert!(cram.tidy("0x3").is_err() && cram.tidy("33x32").is_err());
}

#[test]
fn a_symmetry_answers_boards_that_no_search_would_end() {
    for (rule, board) in [("grid: \"..\" -> \"##\"", "20x24"), ("grid: \"...\" -> \"###\"", "12x10")] {
        let report = solve(rule, &[board]);
        assert_eq!((report.outcome, report.cost.positions), (Outcome::P, 0), "{rule} {board}");
        assert!(report.reason.sentences.iter().any(|one| one.to_string().starts_with("pairing")), "{rule}");
    }
    // Stones that change colour with the turn of the board.
    assert_eq!(solve("grid: \"XO\" -> \".X\" | \"OX\" -> \".O\"", &["XO/OX"]).outcome, Outcome::P);
}
