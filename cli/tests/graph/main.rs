//! `grundy graph` as scripts rely on it: every format, packed and piped, hostile files, sums, and what it writes.

#[path = "shared/feed.rs"]
mod feed;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};

use feed::feed;

/// `d` may be left for a heap of two or kept; `a`, `b`, `c` are Nim heaps of 0, 1, 2.
const LOOPY: &str = "b a\nc a\nc b\nd c\nd d\n";

/// An empty folder of one test alone.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("graph").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn grundy(folder: &Path, arguments: &[&str]) -> Output {
    feed(folder, arguments, b"")
}

fn stdout(output: Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The JSON about a graph that is piped in.
fn answer(graph: &str, arguments: &[&str]) -> Value {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let arguments = [&["graph", "-", "--json"], arguments].concat();
    let output = feed(folder, &arguments, graph.as_bytes());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&stdout(output)).unwrap()
}

/// The message of a command that fails.
fn refusal(folder: &Path, arguments: &[&str]) -> String {
    let output = grundy(folder, arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn the_json_has_the_fields_of_the_contract() {
    let graph = answer(LOOPY, &[]);
    assert_eq!((&graph["vertices"], &graph["edges"]), (&json!(4), &json!(5)));
    assert_eq!((&graph["acyclic"], &graph["counts"]), (&json!(false), &json!({"N": 2, "P": 1, "D": 1})));
    assert!(graph.get("starts").is_none() && graph.get("outcome").is_none());
    let one = answer(LOOPY, &["--start", "c"]);
    assert_eq!(one["starts"], json!([{"vertex": "c", "outcome": "N", "value": 2, "remoteness": 1}]));
    assert_eq!((&one["outcome"], &one["value"]), (&json!("N"), &json!(2)));
    assert_eq!(one["winning_moves"], json!([{"component": 0, "to": ["a"]}]));
    let numbers = answer("1 0\n2 0\n2 1\n", &["--start", "2"]);
    assert_eq!((&numbers["acyclic"], &numbers["starts"][0]["vertex"]), (&json!(true), &json!(2)));
}

#[test]
fn a_sum_with_one_infinite_value_can_be_won() {
    let sum = answer(LOOPY, &["--start", "d", "--start", "c"]);
    assert_eq!(sum["starts"][0]["value"], json!({"inf": [2]}));
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("N"), &json!({"inf": [0]})));
    assert_eq!(sum["winning_moves"], json!([{"component": 0, "to": ["c"]}]));
    let drawn = answer(LOOPY, &["--start", "d", "--start", "b"]);
    assert_eq!((&drawn["outcome"], &drawn["winning_moves"]), (&json!("D"), &json!([])));
}

#[test]
fn a_sum_with_two_infinite_values_is_a_draw() {
    let sum = answer(LOOPY, &["--start", "d", "--start", "d", "--start", "c"]);
    assert_eq!((&sum["outcome"], &sum["value"]), (&json!("D"), &json!({"inf": []})));
    assert_eq!(sum["winning_moves"], json!([]));
}

#[test]
fn parallel_edges_are_one_winning_move() {
    let sum = answer("1 0\n1 0\n", &["--start", "1"]);
    assert_eq!((&sum["edges"], &sum["winning_moves"]), (&json!(2), &json!([{"component": 0, "to": [0]}])));
}

#[test]
fn compounds_and_misere_play_follow_their_own_rules() {
    let path = "1 0\n2 1\n3 2\n4 3\n";
    let outcome = |more: &[&str]| {
        let sum = answer(path, &[&["--start", "3", "--start", "4"], more].concat());
        sum["outcome"].as_str().unwrap().to_string()
    };
    assert_eq!(outcome(&[]), "N");
    assert_eq!(outcome(&["--compound", "conjunctive"]), "N");
    assert_eq!(outcome(&["--compound", "conjunctive-long"]), "P");
    assert_eq!(outcome(&["--compound", "conjunctive-long-misere"]), "N");
    assert_eq!(outcome(&["--misere"]), "P");
    let selective = answer(path, &["--start", "3", "--start", "3", "--compound", "selective"]);
    assert_eq!(selective["compound"], "selective-long");
    assert_eq!(selective["winning_moves"], json!([{"component": null, "to": [2, 2]}]));
    let misere = answer(path, &["--start", "3", "--misere"]);
    assert_eq!((&misere["outcome"], &misere["value"]), (&json!("P"), &Value::Null));
}

#[test]
fn turns_too_many_to_list_obey_every_limit() {
    let star: String = (1..=10).map(|leaf| format!("0 {leaf}\n")).collect();
    let starts = ["--start", "0"].repeat(30);
    let asked = [&["--compound", "selective", "--max-positions", "100000"], &starts[..]].concat();
    let sum = answer(&star, &asked);
    assert_eq!((&sum["outcome"], &sum["moves_complete"]), (&json!("N"), &json!(false)));
    let asked = [&["graph", "-", "--compound", "conjunctive", "--max-memory", "1M"], &starts[..]].concat();
    let text = stdout(feed(Path::new("."), &asked, star.as_bytes()));
    assert!(text.contains(", not all)") && text.contains("--max-memory"), "{text}");
    let asked = [&["graph", "-", "--compound", "selective", "--timeout", "0.1"], &starts[..]].concat();
    let output = feed(Path::new("."), &asked, star.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--timeout"));
}

#[test]
fn gains_make_a_scoring_game() {
    let scored = answer("s a 3\ns b 5\na e 1\nb e 9\n", &["--start", "s"]);
    assert_eq!((&scored["outcome"], &scored["starts"][0]["score"]), (&json!("N"), &json!(2)));
    assert_eq!(scored["winning_moves"], json!([{"component": 0, "to": ["a"]}]));
    let folder = folder("gains");
    std::fs::write(folder.join("g.edges"), "s a 3\na e 1\n").unwrap();
    assert!(refusal(&folder, &["graph", "g.edges", "--certificate", "c"]).contains("scores decide"));
    assert!(refusal(&folder, &["graph", "g.edges", "--misere"]).contains("scores decide"));
    assert!(refusal(&folder, &["graph", "g.edges", "--save", "g.pg"]).contains("gains"));
    for compound in ["selective", "disjunctive"] {
        let asked = ["graph", "g.edges", "--start", "s", "--compound", compound];
        assert!(refusal(&folder, &asked).contains("--compound means nothing"));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn best_play_is_a_line_of_moves() {
    assert_eq!(answer("1 0\n2 1\n3 2\n3 0\n4 3\n", &["--path", "4"])["path"], json!([4, 3, 0]));
    let text = stdout(feed(Path::new("."), &["graph", "-", "--path", "x"], b"x y\ny x\n"));
    assert!(text.contains("best play x → y → x → … for ever"), "{text}");
}

#[test]
fn grundy_functions_are_counted() {
    let ring = |n: u32| (0..n).map(|v| format!("{v} {}\n", (v + 1) % n)).collect::<String>();
    let odd = answer(&ring(3), &["--functions"]);
    assert_eq!(odd["functions"], json!({"count": 0, "exact": true, "example": null}));
    let even = answer(&ring(4), &["--functions"]);
    assert_eq!((&even["functions"]["count"], &even["functions"]["exact"]), (&json!(2), &json!(true)));
    assert_eq!(even["functions"]["example"].as_array().unwrap().len(), 4);
}

#[test]
fn a_list_that_counts_from_one_has_no_vertex_zero_whatever_is_written() {
    let folder = folder("from-one");
    std::fs::write(folder.join("g.edges"), "2 1\n3 1\n3 2\n9\n").unwrap();
    let ask = |file: &str| -> Value {
        let asked = ["graph", file, "--start", "3", "--values", "--json"];
        serde_json::from_str(&stdout(grundy(&folder, &asked))).unwrap()
    };
    let graph = ask("g.edges");
    assert_eq!((&graph["vertices"], &graph["counts"]), (&json!(4), &json!({"N": 2, "P": 2, "D": 0})));
    assert_eq!((&graph["starts"][0]["vertex"], &graph["winning_moves"][0]["to"]), (&json!(3), &json!([1])));
    let csv = stdout(grundy(&folder, &["graph", "g.edges", "--table", "csv"]));
    assert_eq!(csv, "vertex,outcome,remoteness,value\n1,P,0,0\n2,N,1,1\n3,N,1,2\n9,P,0,0\n");
    assert!(refusal(&folder, &["graph", "g.edges", "--start", "0"]).contains("there is no vertex"));
    stdout(grundy(&folder, &["graph", "g.edges", "--certificate", "c.json"]));
    for saved in ["s.grg", "s.pg", "s.json", "s.edges"] {
        stdout(grundy(&folder, &["graph", "g.edges", "--save", saved]));
        assert_eq!(ask(saved), graph, "{saved}");
        assert_eq!(stdout(grundy(&folder, &["verify", "c.json", "--graph", saved])), "accepted\n", "{saved}");
    }
    stdout(grundy(&folder, &["graph", "g.edges", "--save", "s.dot", "--draw", "d.dot", "--start", "3"]));
    assert_eq!(ask("s.dot")["counts"], graph["counts"]);
    assert!(std::fs::read_to_string(folder.join("d.dot")).unwrap().contains("label=\"3"));
    let forged = std::fs::read_to_string(folder.join("c.json")).unwrap().replace("\"PNNP\"", "\"PNPP\"");
    std::fs::write(folder.join("c.json"), forged).unwrap();
    let output = grundy(&folder, &["verify", "c.json", "--graph", "g.edges"]);
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "rejected: vertex 3 is not P with remoteness 1\n");
}

#[test]
fn a_matrix_keeps_its_numbers_whatever_is_written() {
    let folder = folder("matrix");
    let matrix = "%%MatrixMarket matrix coordinate pattern general\n3 3 3\n2 1\n3 1\n3 2\n";
    std::fs::write(folder.join("g.mtx"), matrix).unwrap();
    let ask = |file: &str| -> Value {
        let asked = ["graph", file, "--start", "3", "--values", "--json"];
        serde_json::from_str(&stdout(grundy(&folder, &asked))).unwrap()
    };
    let graph = ask("g.mtx");
    assert_eq!((&graph["starts"][0]["vertex"], &graph["winning_moves"][0]["to"]), (&json!(3), &json!([1])));
    for saved in ["s.grg", "s.pg", "s.json", "s.edges"] {
        stdout(grundy(&folder, &["graph", "g.mtx", "--save", saved]));
        assert_eq!(ask(saved), graph, "{saved}");
    }
}

#[test]
fn names_that_would_change_in_an_edge_list_are_not_saved_as_one() {
    let folder = folder("digits");
    std::fs::write(folder.join("g.json"), r#"{"007": ["7"], "07": ["007"]}"#).unwrap();
    let said = refusal(&folder, &["graph", "g.json", "--save", "s.edges"]);
    assert!(said.contains("\"007\"") && said.contains(".json"), "{said}");
    assert!(!folder.join("s.edges").exists());
    stdout(grundy(&folder, &["graph", "g.json", "--save", "s.json"]));
    let summary = |file: &str| stdout(grundy(&folder, &["graph", file, "--json"]));
    assert_eq!(summary("s.json"), summary("g.json"));
}

#[test]
fn the_ending_of_a_name_says_what_it_is_before_the_content_does() {
    let folder = folder("endings");
    for content in ["digraph {\n", "graph strict\n", "{\"a\" []}\n", "[[ ]]\n", "parity 1\n"] {
        std::fs::write(folder.join("g.edges"), content).unwrap();
        let graph = stdout(grundy(&folder, &["graph", "g.edges", "--json"]));
        assert_eq!(serde_json::from_str::<Value>(&graph).unwrap()["edges"], 1, "{content}");
    }
}

#[test]
fn a_first_line_that_may_tell_sizes_is_pointed_out() {
    let said = |graph: &str| {
        let output = feed(Path::new("."), &["graph", "-", "--json"], graph.as_bytes());
        let talk = String::from_utf8(output.stderr.clone()).unwrap();
        (serde_json::from_str::<Value>(&stdout(output)).unwrap()["edges"].clone(), talk)
    };
    let (edges, talk) = said("5 3\n1 2\n2 3\n4 5\n");
    assert_eq!(edges, 4);
    let note = "note: line 1 of stdin, `5 3`, is read as a move from 5 to 3; \
                if it means 5 vertices and 3 edges, delete it\n";
    assert_eq!(talk, note);
    assert_eq!(said("1 2\n2 3\n4 5\n"), (json!(3), String::new()));
}

#[test]
fn a_cycle_where_scores_decide_is_told_by_its_names() {
    let folder = folder("scored-cycle");
    std::fs::write(folder.join("words.edges"), "a b 1\nb c 1\nc b 2\n").unwrap();
    std::fs::write(folder.join("numbers.edges"), "7 8 1\n8 9 1\n9 8 2\n").unwrap();
    let said = refusal(&folder, &["graph", "words.edges"]);
    assert!(said.contains("b → c → b") && said.contains("without the gains"), "{said}");
    assert!(refusal(&folder, &["graph", "numbers.edges"]).contains("8 → 9 → 8"));
}

/// One graph in every format: 3 → 2, 3 → 0, 2 → 1, 1 → 0; matrices count from 1, so that all is one more there.
const SAME: [(&str, &str); 6] = [
    ("g.edges", "# a comment\n1 0\n2 1\n3 2\n3 0\n"),
    ("g.dot", "digraph { 0; 1 -> 0; 2 -> 1; 3 -> 2; 3 -> 0 }"),
    ("g.json", "[[], [0], [1], [2, 0]]"),
    ("links.json", r#"{"vertices": 4, "edges": [[1, 0], [2, 1], [3, 2], [3, 0]]}"#),
    ("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 4\n2 1\n3 2\n4 3\n4 1\n"),
    (
        "g.pg",
        "parity 7;\n0 1 0 0;\n1 0 1 1;\n2 0 0 1;\n3 0 1 0;\n4 0 0 3;\n5 0 1 2;\n6 0 0 5,1;\n7 0 1 4,0;\n",
    ),
];

fn top(name: &str) -> &'static str {
    if name.contains(".mtx") { "4" } else { "3" }
}

fn check_same(output: Output, what: &str) {
    let graph: Value = serde_json::from_str(&stdout(output)).unwrap();
    assert_eq!(graph["counts"], json!({"N": 2, "P": 2, "D": 0}), "{what}");
    assert_eq!((&graph["outcome"], &graph["starts"][0]["value"]), (&json!("N"), &json!(1)), "{what}");
}

#[test]
fn every_format_is_known_by_its_name_its_content_or_the_flag() {
    let folder = folder("formats");
    for (name, text) in SAME {
        std::fs::write(folder.join(name), text).unwrap();
        let start = top(name);
        check_same(grundy(&folder, &["graph", name, "--start", start, "--json"]), name);
        std::fs::write(folder.join("unnamed"), text).unwrap();
        check_same(grundy(&folder, &["graph", "unnamed", "--start", start, "--json"]), name);
        let format = name.rsplit_once('.').unwrap().1;
        std::fs::write(folder.join("wrong.png"), text).unwrap();
        let flag = ["graph", "wrong.png", "--format", format, "--start", start, "--json"];
        check_same(grundy(&folder, &flag), name);
    }
}

#[test]
fn packed_files_are_unpacked() {
    let folder = folder("packed");
    let gzip = |text: &str| {
        let mut sink = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        sink.write_all(text.as_bytes()).unwrap();
        sink.finish().unwrap()
    };
    let zstd = |text: &str| {
        ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
    };
    for (name, text) in SAME {
        for (ending, packed) in [("gz", gzip(text)), ("zst", zstd(text))] {
            let name = format!("{name}.{ending}");
            std::fs::write(folder.join(&name), &packed).unwrap();
            check_same(grundy(&folder, &["graph", &name, "--start", top(&name), "--json"]), &name);
            check_same(feed(&folder, &["graph", "-", "--start", top(&name), "--json"], &packed), &name);
        }
    }
    // Several members or frames are one file.
    let (first, second) = SAME[0].1.split_at(16);
    for packed in [
        [gzip(first), gzip(second)].concat(),
        [zstd(first), vec![0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 7, 7], zstd(second)].concat(),
    ] {
        check_same(feed(&folder, &["graph", "-", "--start", "3", "--json"], &packed), "two");
    }
    // Zeros pack well: a small file must not fill the memory.
    let bomb = gzip(&"0".repeat(8 << 20));
    let output = feed(&folder, &["graph", "-", "--max-memory", "2M"], &bomb);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8(output.stderr).unwrap().contains("--max-memory"));
    for packed in [gzip(SAME[0].1), zstd(SAME[0].1)] {
        for end in 2..packed.len() {
            let output = feed(&folder, &["graph", "-", "--start", "3"], &packed[..end]);
            assert_eq!(output.status.code(), Some(2), "{end} of {} bytes", packed.len());
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(end < 8 || said.contains("data is damaged or cut off, "), "{said}");
        }
    }
}

#[test]
fn a_saved_graph_gives_the_same_answers() {
    let folder = folder("save");
    std::fs::write(folder.join("loopy.edges"), LOOPY).unwrap();
    std::fs::write(folder.join("scored.edges"), "s a 3\ns b 5\na e 1\nb e 9\n").unwrap();
    for (from, starts, endings) in [
        ("loopy.edges", ["--start", "d", "--start", "c"].as_slice(), ["grg", "dot", "json", "edges"]),
        ("scored.edges", &["--start", "s"], ["grg", "dot", "json", "edges"]),
    ] {
        for ending in endings {
            let saved = format!("saved.{ending}");
            let ask = |file: &str| {
                let asked = [&["graph", file, "--values", "--json"], starts].concat();
                let mut graph: Value = serde_json::from_str(&stdout(grundy(&folder, &asked))).unwrap();
                // A format may number the vertices anew.
                graph["values"].as_array_mut().unwrap().sort_by_key(Value::to_string);
                graph
            };
            stdout(grundy(&folder, &["graph", from, "--save", &saved]));
            assert_eq!(ask(&saved), ask(from), "{saved}");
        }
    }
    std::fs::write(folder.join("ring.edges"), "0 1\n1 0\n1 2\n").unwrap();
    let ask = |file: &str| stdout(grundy(&folder, &["graph", file, "--start", "0", "--json"]));
    for saved in ["ring.pg", "ring.grg", "ring.json"] {
        stdout(grundy(&folder, &["graph", "ring.edges", "--save", saved]));
        assert_eq!(ask(saved), ask("ring.edges"), "{saved}");
    }
    assert!(refusal(&folder, &["graph", "ring.edges", "--save", "x.png"]).contains("x.grg"));
    assert!(refusal(&folder, &["graph", "ring.edges", "--save", "no/x.grg"]).contains("no such folder"));
    // A file may be saved over itself.
    stdout(grundy(&folder, &["graph", "ring.grg", "--save", "ring.grg"]));
    assert_eq!(ask("ring.grg"), ask("ring.edges"));
}

#[test]
fn certificates_are_accepted_and_forged_ones_rejected() {
    let folder = folder("certificate");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    std::fs::write(folder.join("other.edges"), "b a\nc a\nd c\nd d\n").unwrap();
    let verify = |graph: &str| grundy(&folder, &["verify", "c.json", "--graph", graph]);
    for play in [[].as_slice(), &["--misere"]] {
        let asked = [&["graph", "g.edges", "--certificate", "c.json"], play].concat();
        stdout(grundy(&folder, &asked));
        assert_eq!(stdout(verify("g.edges")), "accepted\n");
        let other = verify("other.edges");
        assert_eq!(other.status.code(), Some(1));
        assert!(String::from_utf8(other.stdout).unwrap().starts_with("rejected: "));
        let text = std::fs::read_to_string(folder.join("c.json")).unwrap();
        let certificate: Value = serde_json::from_str(&text).unwrap();
        for (field, forged) in [
            ("outcomes", json!("NPNN")),
            ("outcomes", json!("é")),
            ("remoteness", json!([1, 0, 3, null])),
            ("graph", json!("0000000000000000")),
            ("version", json!(2)),
        ] {
            let mut wrong = certificate.clone();
            wrong[field] = forged;
            std::fs::write(folder.join("c.json"), wrong.to_string()).unwrap();
            assert_eq!(verify("g.edges").status.code(), Some(1), "{wrong}");
        }
        std::fs::write(folder.join("c.json"), text).unwrap();
    }
    assert!(refusal(&folder, &["verify", "c.json"]).contains("--graph FILE"));
    let json = grundy(&folder, &["verify", "c.json", "--graph", "other.edges", "--json"]);
    assert_eq!(serde_json::from_slice::<Value>(&json.stdout).unwrap()["accepted"], false);
    let whole = std::fs::read_to_string(folder.join("c.json")).unwrap();
    for (text, said) in [
        ("", "line 1, column 0"),
        ("{", "line 1, column 1"),
        ("[]", "is no certificate"),
        (r#"{"format": "grundy-graph"}"#, "missing field"),
        (r#"{"format": "grundy-period"}"#, "is not about a graph"),
        ("\u{0}", "line 1, column 1"),
        (&whole[..whole.len() / 2], "line 1, column "),
    ] {
        std::fs::write(folder.join("c.json"), text).unwrap();
        let refused = refusal(&folder, &["verify", "c.json", "--graph", "g.edges"]);
        assert!(refused.contains(said), "{text:?}: {refused}");
    }
}

#[test]
fn tables_are_text_csv_and_jsonl() {
    let folder = folder("table");
    std::fs::write(folder.join("g.json"), r#"{"a": [], "b, \"c\"": ["a", "d"], "d": ["a", "d"]}"#).unwrap();
    let csv = stdout(grundy(&folder, &["graph", "g.json", "--table", "csv"]));
    assert_eq!(csv, "vertex,outcome,remoteness,value\na,P,0,0\n\"b, \"\"c\"\"\",N,1,∞(0)\nd,N,1,∞(0)\n");
    stdout(grundy(&folder, &["graph", "g.json", "--table", "jsonl", "-o", "t.jsonl", "--json"]));
    let lines = std::fs::read_to_string(folder.join("t.jsonl")).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[2], json!({"vertex": "d", "outcome": "N", "value": {"inf": [0]}, "remoteness": 1}));
    let values = stdout(grundy(&folder, &["graph", "g.json", "--values", "--json"]));
    assert_eq!(serde_json::from_str::<Value>(&values).unwrap()["values"], json!(lines));
    let text = stdout(grundy(&folder, &["graph", "g.json", "--table", "text"]));
    assert!(
        text.starts_with("vertex  outcome  remoteness  value\na       P        0           0\n"),
        "{text}"
    );
    assert!(refusal(&folder, &["graph", "g.json", "--table", "csv", "--json"]).contains("-o FILE"));
}

#[test]
fn a_graph_is_drawn_from_its_start() {
    let folder = folder("draw");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    for (name, begins) in [("g.svg", "<svg"), ("g.dot", "digraph")] {
        stdout(grundy(&folder, &["graph", "g.edges", "--draw", name]));
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with(begins));
    }
    stdout(grundy(&folder, &["graph", "g.edges", "--draw", "g.dot", "--start", "c"]));
    let dot = std::fs::read_to_string(folder.join("g.dot")).unwrap();
    assert_eq!((dot.matches("shape=").count(), dot.matches(" -> ").count()), (3, 3));
    let starts = ["--start", "c", "--start", "d"];
    assert!(
        refusal(&folder, &[&["graph", "g.edges", "--draw", "x.svg"], &starts[..]].concat())
            .contains("--start")
    );
    let few = refusal(&folder, &["graph", "g.edges", "--draw", "x.svg", "--max-nodes", "2"]);
    assert!(few.contains("--max-nodes") && !folder.join("x.svg").exists(), "{few}");
    assert!(!few.contains("--depth"), "{few}");
}

#[test]
fn a_parquet_table_goes_to_a_file() {
    let folder = folder("parquet");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    assert!(refusal(&folder, &["graph", "g.edges", "--table", "parquet"]).contains("-o FILE"));
    stdout(grundy(&folder, &["graph", "g.edges", "--table", "parquet", "-o", "t.parquet"]));
    let bytes = std::fs::read(folder.join("t.parquet")).unwrap();
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    let names = ["vertex", "outcome", "remoteness", "value", "infinity"];
    let has = |name: &str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
    assert!(names.into_iter().all(has));
}

#[test]
fn hostile_files_are_refused_with_the_place() {
    let folder = folder("hostile");
    for (name, content, place) in [
        ("a.edges", "1 0\n2 1 x\n", "line 2"),
        ("b.edges", "1 0\n2 1 3 4\n", "line 2"),
        ("c.edges", "1 0\n2 1 3\n", "line 2"),
        ("d.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 9999999999\n1 2\n", "announced"),
        ("e.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 1\n1 5\n", "line 3"),
        ("f.mtx", "%%MatrixMarket matrix coordinate pattern general\n9999999999 9999999999 0\n", "limit"),
        ("g.json", "[[0], [7]]", "vertex 7"),
        ("h.json", "[[0], ", "line 1"),
        ("i.json", r#"{"vertices": 99999999999, "edges": []}"#, "limit"),
        ("j.pg", "parity 1;\n0 0 0 1;\n1 0 0 0;\n", "line 3: node 1"),
        ("r.pg", "parity 9;\n0 1 0 0;\n1 0 1 1;\n", "line 1"),
        ("s.json", r#"{"nodes": [{"id": "a"}, {"name": "b"}], "links": []}"#, "line 1, column 25"),
        ("t.json", r#"{"vertices": "2", "edges": [[0, 1]]}"#, "line 1, column 14"),
        ("u.edges", "1 2\n1;2\n", "line 2"),
        ("v.edges", "1 2\n1 2\0\n", "line 2"),
        ("w.dot", "digraph{\na-b}", "line 2"),
        ("x.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 1\n1 2 x\n", "line 3"),
        ("k.dot", "digraph { a -> ", "line 1"),
        ("l.grg", "GRUNDY\0G", "byte"),
        ("m.grg", "not a graph", "byte 0"),
        ("o.edges", "1: 2 3\n2: 3\n", "`from to`"),
        ("p.edges", "1 2 3 4\n2 3\n", "JSON"),
        ("q.edges", "3 2\n1 2 5\n2 3 5\n", "first line"),
    ] {
        std::fs::write(folder.join(name), content).unwrap();
        let said = refusal(&folder, &["graph", name]);
        assert!(said.contains(name) && said.contains(place), "{name}: {said}");
        let said: Value = serde_json::from_str(&refusal(&folder, &["graph", name, "--json"])).unwrap();
        assert!(said["error"]["message"].as_str().unwrap().contains(name));
    }
    // Where nobody has said what the file is, the next step may be to say so.
    std::fs::write(folder.join("guessed"), "graph {\na b\n").unwrap();
    let said = refusal(&folder, &["graph", "guessed"]);
    assert!(said.contains("read as dot; --format"), "{said}");
    assert!(!refusal(&folder, &["graph", "guessed", "--format", "dot"]).contains("--format"));
    std::fs::write(folder.join("n.edges"), b"a \xff\n").unwrap();
    assert!(refusal(&folder, &["graph", "n.edges"]).contains("UTF-8"));
    assert!(refusal(&folder, &["graph", "no such file"]).contains("no such file"));
    assert!(refusal(&folder, &["graph", "."]).contains("error"));
}

#[test]
fn a_damaged_binary_file_is_refused_wherever_it_is_damaged() {
    let folder = folder("damaged");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    stdout(grundy(&folder, &["graph", "g.edges", "--save", "g.grg"]));
    let whole = std::fs::read(folder.join("g.grg")).unwrap();
    for at in (0..whole.len()).step_by(5) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x81;
        std::fs::write(folder.join("d.grg"), &damaged).unwrap();
        refusal(&folder, &["graph", "d.grg", "--format", "grg"]);
        std::fs::write(folder.join("d.grg"), &whole[..at]).unwrap();
        refusal(&folder, &["graph", "d.grg", "--format", "grg"]);
    }
}

#[test]
fn odd_graphs_have_answers() {
    assert_eq!(answer("", &[])["counts"], json!({"N": 0, "P": 0, "D": 0}));
    assert_eq!(answer("0 0\n", &["--start", "0"])["outcome"], "D");
    assert_eq!(answer("7\n", &[])["counts"]["P"], 1);
    let folder = folder("odd");
    std::fs::write(folder.join("empty.edges"), "").unwrap();
    assert!(stdout(grundy(&folder, &["graph", "empty.edges"])).starts_with("0 vertices, 0 edges"));
    let escape = stdout(feed(&folder, &["graph", "-", "--start", "\u{1b}[31m", "--values"], b"\x1b[31m b\n"));
    assert!(!escape.contains('\u{1b}'));
}

#[test]
fn what_does_not_fit_is_refused_before_any_work() {
    let folder = folder("usage");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    for (arguments, words) in [
        (["--start", "nowhere"].as_slice(), "no vertex"),
        (&["--path", "nowhere"], "no vertex"),
        (&["--compound", "selective"], "--start"),
        (&["--start", "a", "--compound", "nonsense"], "compound"),
        (&["--format", "nonsense"], "edges"),
        (&["-o", "x"], "--table"),
        (&["--draw", "x.png"], ".svg"),
        (&["--certificate", "no/x"], "no such folder"),
        (&["--max-memory", "10"], "--max-memory"),
        (&["--max-positions", "3"], "--max-positions"),
        (&["--save", "x.json", "--certificate", "x.json"], "--save and --certificate both write x.json"),
        (&["--save", "x.json", "--certificate", "./x.json"], "both write"),
        (&["--save", "x.dot", "--draw", "x.dot", "--start", "c"], "--save and --draw"),
        (&["--table", "csv", "-o", "c", "--certificate", "c"], "--certificate and -o"),
    ] {
        let said = refusal(&folder, &[&["graph", "g.edges"], arguments].concat());
        assert!(said.contains(words), "{arguments:?}: {said}");
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
}

#[test]
fn people_read_a_summary_the_starts_and_the_winning_moves() {
    let text =
        stdout(feed(Path::new("."), &["graph", "-", "--start", "d", "--start", "c"], LOOPY.as_bytes()));
    assert_eq!(
        text,
        "4 vertices, 5 edges, with cycles\n\
         N 2   P 1   D 1   longest remoteness 1   largest value 2\n\
         \n  d   D   value ∞(2)\n  c   N   value 2   remoteness 1\n\
         \nsum\nN: the player to move wins   value ∞(0)\n\
         \nwinning moves (1)\n  component 0: d → c\n"
    );
}

fn sample(name: &str) -> String {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/contest/samples");
    std::fs::read_to_string(samples.join(name)).unwrap()
}

#[test]
fn the_samples_of_game_are_solved() {
    for number in ["01", "02", "03"] {
        let input = sample(&format!("dhbb_game/{number}.in"));
        let mut lines = input.lines().skip(1);
        let start = lines.next().unwrap();
        let edges: String = lines.map(|line| format!("{line}\n")).collect();
        let outcome = answer(&edges, &["--start", start])["outcome"].clone();
        let expected = match sample(&format!("dhbb_game/{number}.out")).trim() {
            "1" => "N",
            "2" => "P",
            _ => "D",
        };
        assert_eq!(outcome, expected, "sample {number}");
    }
}

#[test]
fn the_sample_of_pawns_is_solved() {
    let input = sample("dhbb_pawns/01.in");
    let mut lines = input.lines();
    let edge_count: usize = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let edges: String = lines.by_ref().take(edge_count).map(|line| format!("{line}\n")).collect();
    let expected = sample("dhbb_pawns/01.out");
    for (query, expected) in lines.skip(1).zip(expected.lines()) {
        let mut starts = Vec::new();
        for (cell, pawns) in query.split_whitespace().enumerate() {
            for _ in 0..pawns.parse().unwrap() {
                starts.extend(["--start".to_string(), (cell + 1).to_string()]);
            }
        }
        let starts: Vec<&str> = starts.iter().map(String::as_str).collect();
        let outcome = answer(&edges, &starts)["outcome"].clone();
        assert_eq!(outcome, if expected == "1" { "N" } else { "P" }, "{query}");
    }
}
