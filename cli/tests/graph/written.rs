//! What is written beside the answer: certificates, tables, pictures.

use serde_json::{Value, json};

use crate::run::{LOOPY, folder, grundy, refusal, stdout};

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

#[cfg(not(feature = "parquet"))]
#[test]
fn a_program_without_parquet_says_so() {
    let folder = folder("parquet");
    std::fs::write(folder.join("g.edges"), LOOPY).unwrap();
    let why = refusal(&folder, &["graph", "g.edges", "--table", "parquet", "-o", "t.parquet"]);
    assert!(why.contains("built without Parquet") && why.contains("csv"), "{why}");
    assert!(!folder.join("t.parquet").exists());
}

#[cfg(feature = "parquet")]
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
