//! Boards on the command line.

#[path = "shared/feed.rs"]
mod feed;
#[path = "shared/hints.rs"]
mod hints;

use std::process::{Command, Output};

use serde_json::Value;

use hints::{follow_hints, play};

fn grundy(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_grundy")).args(arguments).output().unwrap()
}

fn report(arguments: &[&str]) -> Value {
    let output = grundy(&[arguments, &["--json"]].concat());
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn cram_and_chomp_are_solved_by_their_size() {
    let cram = report(&["solve", "cram", "5x5"]);
    assert_eq!((&cram["outcome"], &cram["value"]), (&"P".into(), &0.into()));
    assert_eq!(report(&["solve", "cram", "4x5"])["value"], 2);
    let chomp = report(&["solve", "chomp", "4x7"]);
    assert_eq!(chomp["outcome"], "N");
    assert_eq!(chomp["winning_moves"][0]["label"], "bite at (3,4)");
    assert_eq!(report(&["solve", "cram", "3x4", "3x5"])["outcome"], "P");
}

#[test]
fn the_l_game_is_read_from_a_file_and_starts_drawn() {
    let file = std::env::temp_dir().join(format!("grundy-lgame-{}.txt", std::process::id()));
    std::fs::write(&file, "nMM.\n.OM.\n.OM.\n.OOn\n").unwrap();
    let start = report(&["solve", "lgame", file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    assert_eq!((&start["outcome"], &start["value"]), (&"D".into(), &Value::Null));
    let facts = String::from_utf8(grundy(&["games", "lgame"]).stdout).unwrap();
    for known in ["18368 positions", "8048 won, 232 lost, 10088 drawn", "remoteness 9: 952 won"] {
        assert!(facts.contains(known), "{facts}");
    }
    // It is partisan: a sum has no answer.
    assert_eq!(
        grundy(&["solve", "lgame", "nMM./.OM./.OM./.OOn", "nMM./.OM./.OM./.OOn"]).status.code(),
        Some(2)
    );
}

#[test]
fn hints_win_won_games_on_boards() {
    for arguments in [
        &["cram", "3x4"][..],
        &["cram", "2x3", "1x2", "1x2"],
        &["chomp", "4x4"],
        &["hackenbush"],
        &["node-kayles", "grid3x3"],
        &["arc-kayles", "path4"],
        &["clobber", "XOX/OXO", "XO"],
        &["treblecross"],
        &["notakto"],
        &["strings"],
        &["anti-diagonal", "1 2/3 3"],
        &["parity-table", "1 2 2/1 2 3/2 3 1"],
        &["first-home"],
    ] {
        let transcript = follow_hints(arguments);
        assert!(transcript.contains("You win: "), "{arguments:?}: {transcript}");
    }
    let transcript = follow_hints(&["cram", "4x4"]);
    assert!(transcript.contains("I win: you have no move left."), "{transcript}");
}

#[test]
fn the_l_game_is_played_with_boards_numbers_and_undo() {
    // The first move of the list is a mistake; the engine wins at once.
    let transcript = play(&["lgame"], "1\n");
    assert!(transcript.ends_with("I win: you have no move left.\n"), "{transcript}");
    let transcript = play(&["lgame"], "hint\n.OOO/.M.O/.Mn./.MMn\nundo\nquit\n");
    assert!(transcript.contains("keeps the draw") && transcript.contains("taken back"), "{transcript}");
    assert_eq!(transcript.matches("  nMM.\n  .OM.\n  .OM.\n  .OOn\n").count(), 2);
}

#[test]
fn boards_with_too_many_moves_to_list_are_played_all_the_same() {
    // Any legal move is taken, also one that no list shows.
    let transcript = play(&["anti-diagonal", "900000000 1 7/1 2 3"], "900000000 0 7/1 2 3\nquit\n");
    assert!(transcript.contains("I move 900000000 0 7/1 2 3 → 0 1 2/1 2 0"), "{transcript}");
    let transcript = play(&["anti-diagonal", "900000000 1 7/1 2 3"], "900000000 2 7/1 2 3\nquit\n");
    assert!(transcript.contains("there is no move `900000000 2 7/1 2 3`"), "{transcript}");
    // Who is lost still has a move, be it the engine or the player; and the example is one that works.
    let lost = &["anti-diagonal", "0 70000/70000 0"];
    let transcript = play(&[&lost[..], &["--second"]].concat(), "quit\n");
    assert!(transcript.contains("I move 0 70000/70000 0 → 0 0/70000 0"), "{transcript}");
    assert!(follow_hints(lost).contains("I win: you have no move left."));
    let transcript = play(lost, "0 0/70000 0\nquit\n");
    assert!(transcript.contains("such as `0 0/70000 0`") && transcript.contains("I move "), "{transcript}");
    let transcript = play(&["staircase", "5,100000"], "100004,1\nquit\n");
    assert!(transcript.contains("I move (100004,1) → "), "{transcript}");
}

#[test]
fn moves_with_the_same_result_are_played_by_their_own_names() {
    let transcript = play(&["node-kayles", "complete5"], "take 3\n");
    assert!(transcript.ends_with("You win: I have no move left.\n"), "{transcript}");
}

#[test]
fn boards_are_drawn_whole_or_in_part() {
    let drawn = |arguments: &[&str]| grundy(&[&["draw"], arguments, &["-o", "-"]].concat());
    let chomp = String::from_utf8(drawn(&["chomp", "2x2", "--format", "dot"]).stdout).unwrap();
    assert_eq!(chomp.matches(" -> ").count(), 7, "{chomp}");
    assert!(chomp.contains("bite at (2,2)"), "{chomp}");
    let sum = String::from_utf8(drawn(&["cram", "1x2", "1x2"]).stdout).unwrap();
    assert!(sum.starts_with("<svg") && sum.contains(".. + .."), "{sum}");
    // The whole graph of the L-game is too large; a part of it is not.
    assert_eq!(drawn(&["lgame"]).status.code(), Some(2));
    let part = String::from_utf8(drawn(&["lgame", "--depth", "1", "--format", "dot"]).stdout).unwrap();
    assert_eq!(part.matches(" -> ").count(), 65);
    let rules =
        String::from_utf8(drawn(&["nim", "3", "4", "--depth", "1", "--format", "dot"]).stdout).unwrap();
    assert_eq!(rules.matches(" -> ").count(), 7, "{rules}");
}

#[test]
fn a_drawn_board_has_its_rows_below_one_another_and_labels_that_can_be_read() {
    let output = grundy(&["draw", "cram", "2x3", "-o", "-"]);
    let picture = String::from_utf8(output.stdout).unwrap();
    assert!(picture.contains("Cram from .../..."), "{picture}");
    // Every board is two lines; the whole of it is the title of its shape.
    assert!(picture.contains(">#..</text>") && !picture.contains(">#../#..</text>"), "{picture}");
    assert!(picture.contains("<title>#../#..: P 0"), "{picture}");
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap();
        rest.split_once('"').unwrap().0.parse().unwrap()
    };
    let labels = picture.lines().filter(|line| line.contains("paint-order"));
    let places: Vec<(f64, f64)> = labels.map(|line| (number(line, "x"), number(line, "y"))).collect();
    assert!(places.len() > 10, "{places:?}");
    for (i, a) in places.iter().enumerate() {
        for b in &places[..i] {
            assert!((a.0 - b.0).abs() > 40.0 || (a.1 - b.1).abs() >= 11.0, "{a:?} {b:?}");
        }
    }
}

#[test]
fn a_search_reports_its_speed_and_its_table() {
    let search = &report(&["solve", "cram", "4x5"])["search"];
    let number = |name: &str| search[name].as_u64().unwrap();
    assert!(number("positions") > 0 && number("table_entries") > 0 && number("positions_per_second") > 0);
    // The limit on memory holds, and the answer is the same.
    let small = report(&["solve", "cram", "4x5", "--max-memory", "16k"]);
    assert!(small["search"]["table_bytes"].as_u64().unwrap() <= 16 << 10);
    assert_eq!(small["value"], 2);
    let plain = String::from_utf8(grundy(&["solve", "cram", "4x5"]).stdout).unwrap();
    assert!(plain.contains(" a second; the table holds "), "{plain}");
}

#[test]
fn boards_are_listed_and_tabulated() {
    let list = String::from_utf8(grundy(&["games"]).stdout).unwrap();
    let named =
        ["cram", "lgame", "notakto", "hackenbush", "anti-diagonal", "parity-table", "first-home", "cuboids"];
    named.iter().for_each(|name| assert!(list.contains(name), "{name}"));
    assert_eq!(report(&["solve", "domineering", "4x5"])["value"], 2);
    assert_eq!(report(&["solve", "first-home", "3,3", "1,2"])["outcome"], "N");
    assert_eq!(report(&["solve", "anti-diagonal", "0 1/1 0"])["outcome"], "P");
    assert_eq!(report(&["solve", "cuboids", "3,5,4"])["value"], 1);
    let table = String::from_utf8(grundy(&["table", "cram", "--to", "3,4"]).stdout).unwrap();
    assert_eq!(table, "0 1 1 2\n1 0 1 0\n1 1 0 1\n");
}

#[test]
fn every_example_that_games_shows_works_when_pasted() {
    let binary = env!("CARGO_BIN_EXE_grundy");
    let shown = |arguments: &[&str]| {
        let text = String::from_utf8(grundy(arguments).stdout).unwrap();
        let commands = text.lines().filter_map(|line| line.split_once("grundy solve ").map(|(_, rest)| rest));
        commands.map(str::to_string).collect::<Vec<_>>()
    };
    let listed = shown(&["games"]);
    let mut commands = std::collections::BTreeSet::new();
    for board in grundy::named::all() {
        assert!(
            listed.iter().any(|command| command.split(' ').next() == Some(board.name.as_str())),
            "{}",
            board.name
        );
        let own = shown(&["games", &board.name]);
        assert!(own.len() >= board.examples.len(), "{own:?}");
        assert!(!board.adds_up || board.examples.iter().any(|words| words.len() > 1), "{}", board.name);
        commands.extend(own);
    }
    commands.extend(listed);
    for command in commands {
        let output =
            Command::new("sh").args(["-c", &format!("'{binary}' solve {command}")]).output().unwrap();
        assert!(output.status.success(), "{command}: {}", String::from_utf8_lossy(&output.stderr));
        let first = String::from_utf8(output.stdout).unwrap();
        assert!(["N: ", "P: ", "D: "].iter().any(|verdict| first.starts_with(verdict)), "{command}: {first}");
    }
}

#[test]
fn names_of_partisan_games_are_said_to_be_played_impartially() {
    for name in ["domineering", "Domineering", "clobber"] {
        let words = &report(&["solve", name])["reason"]["words"];
        assert!(words[0].as_str().unwrap().contains("played as an impartial game"), "{name}: {words}");
        assert!(play(&[name], "quit\n").contains("played as an impartial game"), "{name}");
        let drawn = grundy(&["draw", name, "--depth", "1", "-o", "-"]);
        assert!(String::from_utf8_lossy(&drawn.stderr).contains("impartial game"), "{name}");
    }
    let table = grundy(&["table", "domineering", "--to", "2,2"]);
    assert!(String::from_utf8_lossy(&table.stderr).contains("impartial game"));
    for name in ["cram", "impartial domineering", "impartial clobber"] {
        assert!(!report(&["solve", name])["reason"].to_string().contains("impartial game"), "{name}");
    }
}

#[test]
fn edges_without_quotes_and_edges_in_the_air_are_told() {
    let apart = report(&["solve", "node-kayles", "0-1", "1-2"]);
    let told = apart["reason"]["words"][0].as_str().unwrap();
    assert!(told.contains("a sum of 2 graphs") && told.contains("argument, 0-1,1-2"), "{told}");
    assert!(!report(&["solve", "node-kayles", "0-1 1-2", "0-1"])["reason"].to_string().contains("a sum of"));
    for wrong in [&["0-1", "1-2", "2-0"][..], &["0-1 2-3"]] {
        let output = grundy(&[&["solve", "hackenbush"], wrong].concat());
        let talk = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        let hint = "write 0-1,1-2; 0 is the ground, and all edges of a picture are one argument";
        assert!(talk.contains("with the ground") && talk.contains(hint), "{talk}");
    }
}

#[test]
fn an_answer_without_a_search_claims_none() {
    for arguments in [["cram", "4x4"], ["hackenbush", "0-1 1-2"], ["cram", "1x2"]] {
        let plain = String::from_utf8(grundy(&[&["solve"], &arguments[..]].concat()).stdout).unwrap();
        assert!(plain.contains("[theorem: ") && !plain.contains(" positions"), "{plain}");
        let json = report(&[&["solve"], &arguments[..]].concat());
        assert_eq!(json["search"]["positions"], 0);
        assert_eq!(json["search"]["positions_per_second"], Value::Null);
    }
}

#[test]
fn a_number_of_treblecross_is_a_number_of_cells_in_every_place() {
    for (cells, outcome) in [("6", "P"), ("7", "N"), ("12", "P")] {
        let strip = ".".repeat(cells.parse().unwrap());
        assert_eq!(report(&["solve", "treblecross", cells])["outcome"], outcome);
        assert_eq!(report(&["solve", "treblecross", &strip])["outcome"], outcome);
        // Beside a strip that is lost by itself.
        assert_eq!(report(&["solve", "treblecross", cells, "......"])["outcome"], outcome);
        assert_eq!(report(&["solve", "treblecross", cells, "6"])["outcome"], outcome);
    }
}

#[test]
fn a_position_that_is_none_is_refused() {
    for arguments in [["solve", "cram", "0x0"], ["solve", "cram", "..?"], ["solve", "hackenbush", "0-x"]] {
        assert_eq!(grundy(&arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn tables_of_sizes_refuse_what_they_cannot_have() {
    let chomp = grundy(&["table", "chomp", "--to", "2,3"]);
    assert_eq!(String::from_utf8(chomp.stdout).unwrap(), "0 1 2\n1 2 4\n");
    for wrong in [
        &["table", "cram", "--misere"][..],
        &["table", "cram", "--from", "3,3", "--to", "2,2"],
        &["table", "cram", "--to", "0,0"],
        &["table", "cram", "--to", "9,9"],
        &["table", "cram", "--to", "3,1000000000"],
    ] {
        let output = grundy(wrong);
        assert!(!output.status.success() && output.stdout.is_empty(), "{wrong:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{wrong:?}");
    }
}

#[test]
fn numbers_in_an_order_that_the_board_does_not_have_are_refused_under_the_name_of_the_rules_too() {
    for (name, wrong, right) in [("chomp", "1,2,3", "3,2,1"), ("non-decreasing", "3,1,2", "1,2,3")] {
        assert_eq!(grundy(&["solve", name, wrong]).status.code(), Some(2), "{name}");
        assert_eq!(grundy(&["solve", name, right]).status.code(), Some(0), "{name}");
    }
    assert_eq!(grundy(&["solve", "staircase", "300,200,100"]).status.code(), Some(0));
}

#[test]
fn a_board_goes_before_the_rules_of_its_name_wherever_it_reads_the_position() {
    for (name, position, value) in [
        ("stones", "100,200,300", 1),
        ("non-decreasing", "3000,5000,10000", 3000 ^ 5000),
        ("staircase", "1,7,3", 2),
    ] {
        let found = report(&["solve", name, position]);
        assert_eq!((&found["value"], &found["plan"]["engine"]), (&value.into(), &"theorem".into()), "{name}");
    }
    // As answers show it.
    assert_eq!(
        report(&["solve", "stones", "(1,4,5)"])["winning_moves"][1]["to"][0],
        serde_json::json!([1, 4, 4])
    );
    // Bites have names.
    assert_eq!(report(&["solve", "chomp", "3,3,3"])["winning_moves"][0]["label"], "bite at (2,2)");
}

#[test]
fn rules_answer_where_the_board_of_their_name_cannot() {
    // Too large, another way to write positions, parameters, values that the board does not have.
    for (arguments, value) in [
        (&["chomp", "300,1,0"][..], 298),
        (&["palindrome-cuts", "9"], 3),
        (&["parity-table", "3,3"], 2),
        (&["parity-table", "2,2", "--let", "n=2", "--let", "row=[2,4,2,4]", "--let", "col=[2,2,4,4]"], 0),
    ] {
        let found = report(&[&["solve"], arguments].concat());
        assert_eq!(found["value"], value, "{arguments:?}");
        assert_ne!(found["plan"]["engine"], "theorem", "{arguments:?}");
    }
    // The board has the values that its theorem leaves, and moves that are strips.
    let board = report(&["solve", "treblecross", "9"]);
    assert_eq!((&board["value"], &board["components"][0]["position"]), (&1.into(), &".........".into()));
    let period = report(&["period", "palindrome-cuts"]);
    assert!(period.to_string().contains("34"), "{period}");
}

#[test]
fn a_game_that_is_rules_and_a_board_is_described_as_both() {
    let both = report(&["games", "chomp"]);
    assert!(both["rules"].as_str().unwrap().contains("->"), "{both}");
    assert_eq!(both["board"]["name"], "chomp");
    assert_eq!(report(&["games", "nim"])["board"], Value::Null);
}

#[test]
fn what_is_missing_in_a_list_is_told_with_its_place() {
    for (name, text, column) in [
        ("staircase", "1,,2", 3),
        ("staircase", "1,2,", 5),
        ("non-decreasing", ",1", 1),
        ("stones", "1,,2", 3),
        ("chomp", "7,,5", 3),
        ("hackenbush", "0-1,,1-2", 5),
        ("node-kayles", "0-1;;1-2", 5),
        ("node-kayles", "path5{0,,1}", 3),
        ("anti-diagonal", "1 2/3,,4", 3),
    ] {
        let output = grundy(&["solve", name, text]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{name} {text}");
        assert!(said.contains(&format!("column {column} ")), "{name} {text}: {said}");
    }
}

#[test]
fn sizes_beyond_all_numbers_are_told_what_the_largest_is() {
    let huge = "99999999999999999999999";
    for (name, text, largest) in [
        ("cram", format!("{huge}x3"), "1024"),
        ("cram", format!("3x{huge}"), "1024"),
        ("clobber", format!("{huge}x3"), "1024"),
        ("notakto", format!("{huge}x3"), "1024"),
        ("chomp", format!("{huge}x3"), "255"),
        ("node-kayles", format!("path{huge}"), "16384"),
        ("node-kayles", "cube13".into(), "16384"),
        ("node-kayles", format!("0-{huge}"), "4294967295"),
        ("hackenbush", format!("0-{huge}"), "4294967295"),
        ("treblecross", huge.into(), "2000"),
        ("anti-diagonal", huge.into(), "18446744073709551615"),
    ] {
        let output = grundy(&["solve", name, &text]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains(largest), "{name} {text}: {said}");
    }
}

#[test]
fn a_string_of_5000_letters_is_not_searched() {
    let found = report(&["solve", "strings", &"a".repeat(5_000)]);
    assert_eq!(found["plan"]["engine"], "theorem");
    assert_eq!(found["value"], report(&["solve", "crosses", "4998"])["value"]);
}

#[test]
fn positions_that_are_numbers_are_lists_in_json_however_many() {
    for (name, position, shown) in [
        ("staircase", "1,2", serde_json::json!([1, 2])),
        ("staircase", "1,2,3", serde_json::json!([1, 2, 3])),
        ("staircase", "1,2,3,4", serde_json::json!([1, 2, 3, 4])),
        ("non-decreasing", "7", serde_json::json!(7)),
        ("chomp", "3,3,3,3", serde_json::json!([3, 3, 3, 3])),
        ("first-home", "4,2", serde_json::json!([4, 2])),
        ("first-home", "4,2 1,2", serde_json::json!("4,2 1,2")),
        ("treblecross", "..X..", serde_json::json!("..X..")),
    ] {
        let answer = report(&["solve", name, position]);
        assert_eq!(answer["components"][0]["position"], shown, "{name} {position}");
        let strings = shown.is_string();
        for by in answer["winning_moves"].as_array().unwrap() {
            assert!(by["to"].as_array().unwrap().iter().all(|to| to.is_string() == strings), "{by}");
        }
    }
}

#[test]
fn a_marble_on_the_diagonal_goes_home_and_has_no_value() {
    for position in [&["4,4"][..], &["1,1"], &["4,4", "1,2"], &["0,3"]] {
        let found = report(&[&["solve", "marbles"], position].concat());
        assert_eq!((&found["outcome"], &found["value"]), (&"N".into(), &Value::Null), "{position:?}");
    }
    assert_eq!(report(&["solve", "marbles", "1,2"])["value"], 0);
    assert!(report(&["solve", "marbles", "70,80"])["value"].is_u64());
    let table = grundy(&["table", "marbles", "--to", "3,3"]);
    assert_eq!(String::from_utf8(table.stdout).unwrap(), "- 0 1\n0 - 2\n1 2 -\n");
}

#[test]
fn rules_that_a_theorem_about_normal_play_leaves_refuse_misere_play() {
    for (name, position) in [
        ("treblecross", "6"),
        ("treblecross", "..X..."),
        ("marbles", "1,2"),
        ("marbles", "4,4"),
        ("mock-turtles", "5"),
        ("ruler", "1,3"),
    ] {
        let asked = grundy(&["solve", name, position, "--misere"]);
        assert_eq!(asked.status.code(), Some(2), "{name}");
        assert!(String::from_utf8_lossy(&asked.stderr).contains("normal play"), "{name}");
    }
    assert_eq!(grundy(&["play", "treblecross", "6", "--misere"]).status.code(), Some(2));
    assert_eq!(grundy(&["solve", "crosses", "6", "--misere"]).status.code(), Some(0));
}

#[test]
fn no_file_stands_in_for_a_position_and_errors_name_the_file() {
    let folder = std::env::temp_dir().join(format!("grundy-files-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("3x3"), "2x2\n").unwrap();
    std::fs::write(folder.join("small.txt"), "2x2\n").unwrap();
    std::fs::write(folder.join("wrong.txt"), "2y2\n").unwrap();
    let ask = |position: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.args(["solve", "cram", position, "--json"]).current_dir(&folder).output().unwrap()
    };
    let shown = |output: Output| {
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        answer["components"][0]["position"].as_str().unwrap().to_string()
    };
    assert_eq!(shown(ask("3x3")), ".../.../...");
    assert_eq!(shown(ask("small.txt")), "../..");
    let wrong = ask("wrong.txt");
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("wrong.txt: "));
}

#[test]
fn a_board_has_no_parameters_to_set() {
    for verb in [&["solve", "cram", "3x3"][..], &["draw", "cram", "2x2", "-o", "-"], &["table", "cram"]] {
        let asked = grundy(&[verb, &["--let", "k=3"]].concat());
        assert_eq!(asked.status.code(), Some(2), "{verb:?}");
        assert!(String::from_utf8_lossy(&asked.stderr).contains("no parameters"), "{verb:?}");
    }
}

#[test]
fn staircases_and_heaps_in_order_are_solved_whatever_their_sizes() {
    for (name, position, value, to) in [
        ("staircase", "1000000,1,1,0", 1_000_001, serde_json::json!([[1, 1, 1, 0]])),
        ("non-decreasing", "5,1000000,2000000", 1_000_005, serde_json::json!([[5, 1_000_000, 1_000_005]])),
        ("non-decreasing", "1,1,9000000000000,9000000000001", 1, Value::Null),
    ] {
        let found = report(&["solve", name, position]);
        assert_eq!(found["value"], value, "{name} {position}");
        assert_eq!(found["moves_complete"], Value::Null);
        if !to.is_null() {
            assert_eq!(found["winning_moves"].as_array().unwrap().len(), 1, "{found}");
            assert_eq!(found["winning_moves"][0]["to"], to, "{name} {position}");
        }
    }
}

#[test]
fn strips_too_short_for_three_crosses_are_refused_however_they_are_written() {
    for position in [&["2"][..], &["1"], &["2", "..X.."]] {
        assert_eq!(
            grundy(&[&["solve", "treblecross"], position].concat()).status.code(),
            Some(2),
            "{position:?}"
        );
    }
    assert_eq!(report(&["solve", "treblecross", "3"])["outcome"], "N");
    assert_eq!(grundy(&["solve", "treblecross", "5000"]).status.code(), Some(0));
}

#[test]
fn a_board_that_is_asked_about_without_a_position_is_named() {
    let asked = grundy(&["solve", "lgame"]);
    assert!(String::from_utf8_lossy(&asked.stderr).contains("nMM./.OM./.OM./.OOn"));
}

#[test]
fn sides_are_written_with_either_x_remarks_are_skipped_and_loops_are_refused() {
    assert_eq!(report(&["solve", "arc-kayles", "# a path\n0-1 # its start\n1-2\n"])["value"], 1);
    assert_eq!(report(&["solve", "cram", "4X5"])["value"], 2);
    for name in ["arc-kayles", "node-kayles"] {
        let asked = grundy(&["solve", name, "0-0,0-1"]);
        assert_eq!(asked.status.code(), Some(2), "{name}");
        assert!(String::from_utf8_lossy(&asked.stderr).contains("`0-0`"), "{name}");
    }
}

#[test]
fn a_marble_that_can_go_home_does_and_names_of_boards_are_suggested() {
    let won = report(&["solve", "first-home", "2,2"]);
    assert_eq!(won["best_move"]["to"], serde_json::json!([[0, 0]]));
    let unknown = grundy(&["solve", "cramm", "3x3"]);
    let said = String::from_utf8(unknown.stderr).unwrap();
    assert!(said.contains("did you mean `cram`?"), "{said}");
}

#[test]
fn boards_end_in_their_own_words() {
    for (name, position, aim, end) in [
        ("treblecross", "5", "Whoever makes three in a row wins.", "there are three in a row.\n"),
        ("first-home", "1,3", "Whoever brings a marble home to 0,0 wins.", "a marble is home.\n"),
        ("notakto", "3x3", "whoever ends the last one loses.", "every board is finished.\n"),
        (
            "chomp",
            "2x2",
            "Whoever must take the poisoned corner loses.",
            "only the poisoned corner is left.\n",
        ),
    ] {
        let transcript = follow_hints(&[name, position]);
        assert!(transcript.contains(aim) && transcript.ends_with(end), "{transcript}");
    }
    // Played the other way round, nobody has to avoid the corner.
    let transcript = follow_hints(&["chomp", "2x2", "--misere"]);
    assert!(transcript.contains("Whoever cannot move wins."), "{transcript}");
}

#[test]
fn a_lost_game_on_a_board_is_held_as_long_as_it_can_be() {
    // Of the first moves on 4 × 4 some last eight moves, some fewer.
    let transcript = follow_hints(&["cram", "4x4"]);
    assert!(transcript.contains("lasts longest, but no move wins"), "{transcript}");
    let taken = transcript.matches("I move").count();
    let remoteness = report(&["solve", "chomp", "4,3"])["remoteness"].as_u64();
    assert!(taken >= 3 && remoteness == Some(6), "{taken} {remoteness:?}");
}

#[test]
fn moves_on_boards_are_typed_without_blanks_and_all_are_listed_on_request() {
    let typed = |arguments: &[&str], lines: &str| {
        let ended = feed::feed(".", &[&["play"], arguments].concat(), lines.as_bytes());
        String::from_utf8(ended.stdout).unwrap()
    };
    assert!(typed(&["cram", "2x2"], "(1,1)(1,2)\n").contains("I move (2,1) (2,2)"));
    let wrong = typed(&["cram", "2x2"], "(1,1)(3,3)\nquit\n");
    assert!(wrong.contains("there is no move `(1,1)(3,3)`; write a move as its name, such as `"), "{wrong}");
    let number = typed(&["chomp", "2x3"], "2\nquit\n");
    assert!(number.contains("write `#2` for move number 2"), "{number}");
    // Pushes on a staircase have no names.
    let many = typed(&["staircase", "20,3"], "moves\nquit\n");
    assert!(many.contains("more (`moves` lists all)") && many.contains("#23  (20,3) → (23,0)"), "{many}");
}

#[test]
fn the_l_game_names_the_moves_that_keep_a_draw() {
    let solved = report(&["solve", "lgame"]);
    let words: Vec<&str> =
        solved["reason"]["words"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(words.iter().any(|word| word.starts_with("36 moves keep the draw: L (")), "{words:?}");
    assert!(words.last().unwrap().ends_with("keeps the draw"), "{words:?}");
}

#[test]
fn a_number_of_treblecross_is_played_and_drawn_as_a_strip() {
    let ended = feed::feed(".", &["play", "treblecross", "5"], b"moves\nquit\n");
    let listed = String::from_utf8(ended.stdout).unwrap();
    assert!(listed.contains("#5  cell 5: ..... → ....X"), "{listed}");
}

#[test]
fn marbles_race_on_the_whole_board_of_the_contest() {
    let solved = report(&["solve", "first-home", "250,249 3,7"]);
    assert!(solved["outcome"] == "N" || solved["outcome"] == "P", "{solved}");
    assert!(solved["moves_complete"].is_null(), "{solved}");
    assert_eq!(grundy(&["solve", "first-home", "251,3"]).status.code(), Some(2));
}
