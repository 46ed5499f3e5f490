//! Answers about every vertex, written as parts by their owners.

use std::path::Path;

use crate::run::{folder, grundy, stderr, stdout};

fn write_graph(folder: &Path) {
    let list: String = (0..9000u32).map(|i| format!("{} {}\n", i * 7 % 2003 + 1, i * 31 % 1999)).collect();
    std::fs::write(folder.join("graph.edges"), list).unwrap();
}

fn lines(folder: &Path) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        lines.extend(text.lines().map(str::to_string));
    }
    lines.sort();
    lines
}

#[test]
fn the_parts_of_a_table_are_the_table() {
    let folder = folder("tables");
    write_graph(&folder);
    let asked = ["graph", "graph.edges", "--table", "jsonl", "-o"];
    stdout(&grundy(&folder, &[&asked[..], &["alone.jsonl"]].concat()));
    stdout(&grundy(&folder, &[&asked[..], &["parts", "--workers", "3"]].concat()));
    assert_eq!(std::fs::read_dir(folder.join("parts")).unwrap().count(), 3);
    let alone = std::fs::read_to_string(folder.join("alone.jsonl")).unwrap();
    let mut alone: Vec<String> = alone.lines().map(str::to_string).collect();
    alone.sort();
    assert_eq!(lines(&folder.join("parts")), alone);
    let again = grundy(&folder, &[&asked[..], &["parts", "--workers", "2"]].concat());
    assert!(stderr(&again).contains("is not empty"), "{}", stderr(&again));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_parts_are_parquet_files() {
    let folder = folder("parquet");
    write_graph(&folder);
    stdout(&grundy(
        &folder,
        &["graph", "graph.edges", "--table", "parquet", "-o", "parts", "--workers", "2"],
    ));
    for part in std::fs::read_dir(folder.join("parts")).unwrap() {
        let bytes = std::fs::read(part.unwrap().path()).unwrap();
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    }
}

#[test]
fn the_parts_of_a_certificate_are_accepted_and_no_others() {
    let folder = folder("certificates");
    write_graph(&folder);
    stdout(&grundy(&folder, &["graph", "graph.edges", "--certificate", "proof", "--workers", "3"]));
    let verify = || grundy(&folder, &["verify", "proof", "--graph", "graph.edges"]);
    assert_eq!(stdout(&verify()), "accepted\n");
    let part = folder.join("proof/part-00001-of-00003.json");
    let right = std::fs::read_to_string(&part).unwrap();
    let wrong = [
        right.replacen("\"outcomes\":\"N", "\"outcomes\":\"P", 1).replacen(
            "\"outcomes\":\"D",
            "\"outcomes\":\"N",
            1,
        ),
        right.replacen("\"part\":1", "\"part\":2", 1),
        right.replacen("\"remoteness\":[", "\"remoteness\":[7,", 1),
        "{}".into(),
    ];
    for text in wrong.iter().filter(|text| **text != right) {
        std::fs::write(&part, text).unwrap();
        let output = verify();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    }
    std::fs::remove_file(&part).unwrap();
    assert_eq!(verify().status.code(), Some(1), "a part is missing");
}

#[test]
fn a_graph_in_parts_is_read_and_verified_as_one() {
    let folder = folder("grg-parts");
    write_graph(&folder);
    let list = std::fs::read_to_string(folder.join("graph.edges")).unwrap() + "5000\n";
    std::fs::write(folder.join("graph.edges"), &list).unwrap();
    let lines: Vec<&str> = list.lines().collect();
    for parts in ["lists", "binary"] {
        std::fs::create_dir(folder.join(parts)).unwrap();
    }
    for (i, some) in lines.chunks(2500).enumerate() {
        let part = format!("lists/part-{i}.edges");
        std::fs::write(folder.join(&part), some.join("\n")).unwrap();
        let saved = format!("binary/part-{i}.grg");
        stdout(&grundy(&folder, &["graph", &part, "--format", "edges", "--save", &saved]));
    }
    let digest = |of: &str, more: &[&str]| {
        stdout(&grundy(&folder, &[&["graph", of, "--format", "edges", "--digest"], more].concat()))
    };
    let alone = digest("graph.edges", &[]);
    assert_eq!(digest("lists", &[]), alone);
    for (of, workers) in [("lists", "2"), ("lists", "4"), ("binary", "1"), ("binary", "3")] {
        let asked = ["graph", of, "--digest", "--workers", workers];
        assert_eq!(stdout(&grundy(&folder, &asked)), alone, "{of}, {workers}");
    }
    assert_eq!(stdout(&grundy(&folder, &["graph", "binary", "--digest"])), alone);
    stdout(&grundy(&folder, &["graph", "binary", "--certificate", "proof", "--workers", "3"]));
    for graph in ["binary", "lists", "graph.edges"] {
        assert_eq!(stdout(&grundy(&folder, &["verify", "proof", "--graph", graph])), "accepted\n", "{graph}");
    }
    std::fs::write(folder.join("binary/odd.edges"), "1 2\n").unwrap();
    let mixed = grundy(&folder, &["graph", "binary", "--workers", "2"]);
    assert!(stderr(&mixed).contains("the other parts are .grg"), "{}", stderr(&mixed));
}

#[test]
fn names_that_are_words_are_not_told_as_numbers() {
    let folder = folder("words");
    std::fs::write(folder.join("words.edges"), "a b\nb c\nd a\n").unwrap();
    stdout(&grundy(&folder, &["graph", "words.edges", "--save", "words.grg"]));
    let asked = ["graph", "words.grg", "--workers", "2"];
    assert_eq!(stdout(&grundy(&folder, &asked)), stdout(&grundy(&folder, &asked[..2])));
    for more in [&["--digest"][..], &["--table", "jsonl", "-o", "parts"], &["--certificate", "proof"]] {
        let output = grundy(&folder, &[&asked[..], more].concat());
        assert!(stderr(&output).contains("words for names"), "{more:?}: {}", stderr(&output));
    }
}
