//! Files that are wrong, and what is said about them.

use serde_json::Value;

use crate::run::{LOOPY, folder, grundy, refusal, stdout};

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
        ("q.edges", "3 2\n1 2 5\n2 3 5\n", "--format sizes"),
        ("y.edges", "3 2\n1 2 5\n2 3\n", "line 2"),
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
