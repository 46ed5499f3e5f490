//! What is read: every format, packed and piped, known by its name or its content, and saved again.

use std::io::Write;
use std::path::Path;
use std::process::Output;

use serde_json::{Value, json};

use crate::feed::feed;
use crate::run::{LOOPY, folder, grundy, refusal, stdout};

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
fn the_ending_of_a_name_says_what_it_is_before_the_content_does() {
    let folder = folder("endings");
    for content in ["digraph {\n", "graph strict\n", "{\"a\" []}\n", "[[ ]]\n", "parity 1\n"] {
        std::fs::write(folder.join("g.edges"), content).unwrap();
        let graph = stdout(grundy(&folder, &["graph", "g.edges", "--json"]));
        assert_eq!(serde_json::from_str::<Value>(&graph).unwrap()["edges"], 1, "{content}");
    }
}

#[test]
fn a_first_line_that_may_be_no_move_is_pointed_out() {
    let said = |graph: &str| {
        let output = feed(Path::new("."), &["graph", "-", "--json"], graph.as_bytes());
        let talk = String::from_utf8(output.stderr.clone()).unwrap();
        (serde_json::from_str::<Value>(&stdout(output)).unwrap()["edges"].clone(), talk)
    };
    let (edges, talk) = said("5 3\n1 2\n2 3\n4 5\n");
    assert_eq!(edges, 4);
    let note = "note: line 1 of stdin, `5 3`, is read as a move from 5 to 3; \
                if it means 5 vertices and 3 edges, say --format sizes\n";
    assert_eq!(talk, note);
    let (edges, talk) = said("source,target\n1,2\n2,3\n");
    assert_eq!(edges, 3);
    let note = "note: line 1 of stdin, `source,target`, is read as a move from source to target; \
                if it names the columns, delete it\n";
    assert_eq!(talk, note);
    assert_eq!(said("1 2\n2 3\n4 5\n"), (json!(3), String::new()));
}

#[test]
fn a_first_line_with_sizes_is_understood_where_it_is_clear_or_said() {
    let said = |graph: &str, more: &[&str]| {
        let arguments = [&["graph", "-", "--json"], more].concat();
        let output = feed(Path::new("."), &arguments, graph.as_bytes());
        let talk = String::from_utf8(output.stderr.clone()).unwrap();
        let answer: Value = serde_json::from_str(&stdout(output)).unwrap();
        (answer["vertices"].clone(), answer["edges"].clone(), talk)
    };
    let path = "6 3\n1 2\n2 3\n4 5\n";
    assert_eq!(said(path, &["--format", "sizes"]), (json!(6), json!(3), String::new()));
    assert_eq!(said(path, &["--format", "edges"]), (json!(6), json!(4), String::new()));
    let wheel = "4 8\n1 2\n2 3\n3 4\n4 1\n1 3\n3 1\n2 4\n4 2\n";
    let (vertices, edges, talk) = said(wheel, &[]);
    assert_eq!((vertices, edges), (json!(4), json!(8)));
    let note = "note: line 1 of stdin, `4 8`, is read as 4 vertices and 8 edges; \
                if it is a move from 4 to 8, say --format edges\n";
    assert_eq!(talk, note);
    assert_eq!(said(wheel, &["--format", "edges"]), (json!(5), json!(9), String::new()));
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
fn names_of_digits_stay_apart_in_every_format() {
    let folder = folder("digits");
    std::fs::write(folder.join("g.json"), r#"{"007": ["7"], "07": ["007"]}"#).unwrap();
    let table = |file: &str| {
        let csv = stdout(grundy(&folder, &["graph", file, "--table", "csv"]));
        csv.lines().map(str::to_owned).collect::<std::collections::BTreeSet<String>>()
    };
    for saved in ["s.edges", "s.json", "s.dot", "s.grg"] {
        stdout(grundy(&folder, &["graph", "g.json", "--save", saved]));
        assert_eq!(table(saved), table("g.json"), "{saved}");
    }
}

#[test]
fn a_zero_in_front_makes_another_name_and_gains_are_said() {
    let folder = folder("zeros");
    std::fs::write(folder.join("zeros.edges"), "1 2\n2 3\n01 4\n4 5\n5 6\n").unwrap();
    let table = stdout(grundy(&folder, &["graph", "zeros.edges", "--table", "csv"]));
    assert!(table.contains("\n1,P,") && table.contains("\n01,N,"), "{table}");
    let matrix = "%%MatrixMarket matrix coordinate integer general\n3 3 2\n2 1 1\n3 1 1\n";
    std::fs::write(folder.join("gains.mtx"), matrix).unwrap();
    let said = stdout(grundy(&folder, &["graph", "gains.mtx"]));
    assert!(said.contains("no cycle, scores decide"), "{said}");
}
