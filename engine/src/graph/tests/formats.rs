//! Every format reads what it writes, and reads the examples of its own literature.

use std::borrow::Cow;

use super::plain::Random;
use crate::formats::{self, Format, GraphFile, Names, binary, dot, edge_list, json, matrix_market, pgsolver};
use crate::graph::csr::Offsets;
use crate::graph::{Graph, Vertex, retrograde};
use crate::work::Work;
use crate::{Outcome, Play};

fn read(text: &str, format: Format) -> crate::Result<GraphFile<'_>> {
    formats::read(text.as_bytes(), format, &Work::unwatched())
}

/// The edges by name, as a set.
fn edges(file: &GraphFile<'_>) -> Vec<(String, String, i64)> {
    let mut edges = Vec::new();
    for u in file.graph.vertices() {
        for (v, e) in file.graph.successors(u).zip(file.graph.edges(u)) {
            let gain = file.gains.as_ref().map_or(0, |gains| gains[e]);
            edges.push((file.name(u).into(), file.name(v).into(), gain));
        }
    }
    edges.sort();
    edges
}

/// A random file: with or without gains, with words, with numbers or without names.
fn random_file(random: &mut Random) -> GraphFile<'static> {
    let graph = random.digraph(12);
    let mut file = GraphFile::from(graph);
    if random.below(2) == 0 {
        let gains: Vec<i64> =
            (0..file.graph.edge_count()).map(|_| random.next() as i64 >> random.below(64)).collect();
        file.gains = Some(gains.into());
    }
    let names = random.below(3);
    if names == 1 {
        let numbers: String = file.graph.vertices().map(|v| format!("{}\n", 3 * v.0 + 1)).collect();
        file.names = edge_list::read(numbers.as_bytes(), &Work::unwatched()).unwrap().names;
    }
    if names == 0 {
        let list: String = file.graph.vertices().map(|v| format!("\"é{v}\": [],")).collect();
        let list = format!("{{{}}}", list.trim_end_matches(','));
        file.names = json::read(list.as_bytes(), &Work::unwatched()).unwrap().names;
    }
    file
}

#[test]
fn every_format_reads_what_it_writes() {
    let mut random = Random(51);
    for _ in 0..300 {
        let file = random_file(&mut random);
        for format in [Format::Edges, Format::Dot, Format::Json, Format::Pg, Format::Grg] {
            if format == Format::Pg && file.gains.is_some() {
                continue;
            }
            let mut bytes = Vec::new();
            match format {
                Format::Edges => edge_list::write(&file, &mut bytes).unwrap(),
                Format::Dot => dot::write(&file, &mut bytes).unwrap(),
                Format::Json => json::write(&file, &mut bytes).unwrap(),
                Format::Pg => pgsolver::write(&file, &mut bytes).unwrap(),
                _ => binary::write(&file, &mut bytes).unwrap(),
            }
            let back = formats::read(&bytes, format, &Work::unwatched()).unwrap();
            assert_eq!(edges(&back), edges(&file), "{format:?} {}", String::from_utf8_lossy(&bytes));
            assert_eq!(back.graph.vertex_count(), file.graph.vertex_count());
            if matches!(format, Format::Grg | Format::Pg) {
                assert_eq!(back, file);
            }
            // Numbers stay numbers where the format can tell them from words.
            let numbers = |file: &GraphFile<'_>| matches!(file.names, None | Some(Names::Numbers(_)));
            assert!(format == Format::Dot || numbers(&back) == numbers(&file), "{format:?}");
        }
    }
}

#[test]
fn a_saved_graph_is_opened_without_copying() {
    let file = random_file(&mut Random(52));
    let mut bytes = Vec::new();
    binary::write(&file, &mut bytes).unwrap();
    // The bytes are moved to an address that is a multiple of 8, as a mapped file's is.
    let mut room = vec![0; bytes.len() + 8];
    let start = room.as_ptr().align_offset(8);
    let mapped = &mut room[start..start + bytes.len()];
    mapped.copy_from_slice(&bytes);
    let opened = binary::open(mapped).unwrap();
    let in_place = matches!(opened.graph.offsets(), Offsets::Narrow(Cow::Borrowed(_)));
    assert_eq!(in_place, cfg!(target_endian = "little"));
    assert_eq!(opened, file);
}

#[test]
fn an_edge_list_of_numbers_keeps_the_numbers() {
    let file =
        read("# a comment\n% another\n\n3 1\r\n 0,3 # behind an edge\n3\t0% here too\n2\n", Format::Edges)
            .unwrap();
    assert_eq!((file.graph.vertex_count(), &file.names, &file.gains), (4, &None, &None));
    assert_eq!(file.graph.successors(Vertex(3)).collect::<Vec<_>>(), [Vertex(1), Vertex(0)]);
    assert_eq!(read("", Format::Edges).unwrap().graph.vertex_count(), 0);
    assert_eq!(read("1 2 -5\n2 0 7\n", Format::Edges).unwrap().gains.unwrap(), [-5, 7].as_slice());
}

#[test]
fn an_edge_list_has_the_vertices_that_it_mentions() {
    let names = |text: &str| -> Vec<String> {
        let file = read(text, Format::Edges).unwrap();
        file.graph.vertices().map(|v| file.name(v).into_owned()).collect()
    };
    for (text, expected) in [
        ("7", ["7"].as_slice()),
        ("2 1\n3 1\n", &["1", "2", "3"]),
        ("2 -> 1\n3 -> 1\n", &["1", "2", "3"]),
        ("2 1 5\n9 1 5\n", &["1", "2", "9"]),
        // A vertex without edges has a line of its own.
        ("2 0\n5\n7\n", &["0", "2", "5", "7"]),
        ("4000000000 5\n6\n", &["5", "6", "4000000000"]),
        ("4000000000 0\n", &["0", "4000000000"]),
        ("b a\n7\n", &["b", "a", "7"]),
    ] {
        assert_eq!(names(text), expected, "{text:?}");
    }
    let file = read("2 1\n3 1\n", Format::Edges).unwrap();
    assert_eq!((file.vertex("3").unwrap(), file.vertex("0").is_err()), (Vertex(2), true));
    assert_eq!(file.graph.successors(Vertex(2)).collect::<Vec<_>>(), [Vertex(0)]);
}

#[test]
fn an_arrow_separates_with_or_without_blanks() {
    let edge = |u: &str, v: &str, gain| (u.to_string(), v.to_string(), gain);
    for text in ["1->2", "1 -> 2", "1-> 2", "1 ->2", "1-->2", "1 --> 2", "1→2", "1 → 2", "1\t->\t2 # 3"] {
        assert_eq!(edges(&read(text, Format::Edges).unwrap()), [edge("1", "2", 0)], "{text}");
    }
    assert_eq!(edges(&read("a->b -5\n", Format::Edges).unwrap()), [edge("a", "b", -5)]);
    assert_eq!(edges(&read("a->-5\n", Format::Edges).unwrap()), [edge("a", "-5", 0)]);
    assert_eq!(edges(&read("a-b é\n", Format::Edges).unwrap()), [edge("a-b", "é", 0)]);
    assert_eq!(edges(&read("é-→-é-\n", Format::Edges).unwrap()), [edge("é-", "-é-", 0)]);
    // Many dashes that are no arrow are looked at once.
    let dashes = "-".repeat(1 << 20);
    assert_eq!(read(&dashes, Format::Edges).unwrap().graph.vertex_count(), 1);
}

#[test]
fn names_that_an_edge_list_would_change_are_not_written_to_one() {
    let wrong = |json: &str| {
        let file = read(json, Format::Json).unwrap();
        edge_list::write(&file, &mut Vec::new()).unwrap_err().to_string()
    };
    for name in [
        "a->b", "a→", "a;b", "a:", "a b", "a,b", "a\\tb", "a\\nb", "", "%a", "a#b", "a%b", "->", "a\\u0000",
        "\\ufeffa",
    ] {
        let said = wrong(&format!("{{\"{name}\": [\"x\"]}}"));
        assert!(said.contains("cannot stand in an edge list") && said.contains(".json"), "{said}");
    }
    for json in [
        r#"{"7": ["10"], "8": ["7"]}"#,
        r#"{"007": ["7"], "07": ["007"]}"#,
        r#"{"1": ["02"]}"#,
        r#"{"007": ["7"], "a": ["007", "-", "a-b", "é"]}"#,
    ] {
        let file = read(json, Format::Json).unwrap();
        let mut bytes = Vec::new();
        edge_list::write(&file, &mut bytes).unwrap();
        let back = formats::read(&bytes, Format::Edges, &Work::unwatched()).unwrap();
        assert_eq!((edges(&back), back.graph.vertex_count()), (edges(&file), file.graph.vertex_count()));
    }
}

#[test]
fn far_apart_numbers_and_words_are_names() {
    let file = read("4000000000 5\n5 99999999999999999999\n", Format::Edges).unwrap();
    assert_eq!((file.graph.vertex_count(), file.vertex("5").unwrap()), (3, Vertex(1)));
    let file = read("a -> b\nb -> c 4000000000\nlonely\n", Format::Edges);
    assert!(file.unwrap_err().message().starts_with("line 2: some edges have a gain"));
    let file = read("a b\nlonely\n", Format::Edges).unwrap();
    assert_eq!((file.name(Vertex(2)).into_owned(), file.vertex("x").is_err()), ("lonely".into(), true));
}

#[test]
fn errors_of_edge_lists_name_the_line() {
    for (text, message) in [
        ("0 1\n2 3 4 5\n", "line 2: \"5\" is one word too many"),
        ("0 1 x\n", "line 1: the gain \"x\" is no whole number of 64 bits"),
        ("a b 1\n# none here\nb c\n", "line 3: some edges have a gain and some have none"),
        ("0 1\n1: 2 3\n", "line 2: \"1:\" does not name a vertex"),
        ("0 1\n1 : 2\n", "line 2: \":\" does not name a vertex"),
        ("a: b\n", "line 1: \"a:\" does not name a vertex"),
        ("1;2\n", "line 1: \"1;2\" has a `;` in it, which separates nothing here"),
        ("0 1\na -> b;\n", "line 2: \"b;\" has a `;` in it, which separates nothing here"),
        ("0 1\n0 1\0\n", "line 2: \"1\\0\" has a byte 0 in it, so that this is no plain text"),
        ("a ->\n", "line 1: the arrow after \"a\" leads nowhere"),
        ("0 1\n-> a\n", "line 2: an arrow stands elsewhere than between two vertices"),
        ("a -> b -> c\n", "line 1: an arrow stands elsewhere than between two vertices"),
    ] {
        let error = read(text, Format::Edges).unwrap_err();
        assert_eq!(error.message(), message);
        assert!(matches!(
            error.next_step(),
            Some(crate::sentence::NextStep::OneALine | crate::sentence::NextStep::GainsOrSizes)
        ));
    }
    let error = edge_list::read(b"0 1\n\xff 2\n", &Work::unwatched()).unwrap_err();
    assert_eq!((error.message(), error.span()), ("line 2: the text is not UTF-8", Some(4..5)));
}

#[test]
fn many_chunks_are_one_list() {
    // More than one chunk of bytes, cut in the middle of lines.
    let n = 1_500_000u32;
    let text: String = (0..n).map(|v| format!("{} {}\n", v, v.wrapping_mul(7) % n)).collect();
    assert!(text.len() > 2 << 23);
    let file = read(&text, Format::Edges).unwrap();
    assert_eq!(file.graph.edge_count(), n as usize);
    assert!(file.graph.vertices().all(|v| file.graph.successors(v).eq([Vertex(v.0.wrapping_mul(7) % n)])));
}

#[test]
fn dot_of_the_common_kinds_is_read() {
    let text = r#"// a game
        strict digraph "my game" {
            rankdir=LR; node [shape=circle, label="x;y"]
            # a line for the preprocessor
            a -> b -> c; "a b":port:n -> {b; c d}  /* no ; here */
            subgraph cluster_0 { e -> f [gain=-3 label="->"]; label = "inner"; }
            1.5 -> -2
            alone
        }"#;
    let mixed = read(text, Format::Dot).unwrap_err();
    assert_eq!(mixed.message(), "line 6: some edges have a gain and some have none");
    let text = text.replace("[gain=-3 label=\"->\"]", "[label=\"->\"]");
    let file = read(&text, Format::Dot).unwrap();
    let found = edges(&file);
    let found: Vec<_> = found.iter().map(|(u, v, _)| (u.as_str(), v.as_str())).collect();
    assert_eq!(
        found,
        [("1.5", "-2"), ("a", "b"), ("a b", "b"), ("a b", "c"), ("a b", "d"), ("b", "c"), ("e", "f")]
    );
    assert!(file.vertex("alone").is_ok() && file.gains.is_none());
    for text in ["digraph{a->b[gain=-3]}", "digraph{a->b[\"gain\"=-3]}", "digraph{a->b[\"gain\"=\"-3\"]}"] {
        assert_eq!(read(text, Format::Dot).unwrap().gains.unwrap(), [-3].as_slice(), "{text}");
    }
    let both = read("graph { a -- b -- b }", Format::Dot).unwrap();
    assert_eq!(both.graph.edge_count(), 3);
}

#[test]
fn dot_with_html_texts_and_texts_in_pieces_is_read() {
    let text = "digraph { a [label=<<b>x</b> > y>]; \"b\" + /* and */ \"c\" -> a [label=\"x\"\n+\"y\"]; <<i>d</i>> -> a }";
    // The label of a ends before ` y`, so that this one is wrong.
    assert!(read(text, Format::Dot).is_err());
    let text = "digraph { a [label=<<b>x</b> &gt; y>]; \"b\" + /* and */ \"c\" -> a [label=\"x\"\n+\"y\"]; <<i>d</i>> -> a }";
    let file = read(text, Format::Dot).unwrap();
    let names: Vec<_> = file.graph.vertices().map(|v| file.name(v).into_owned()).collect();
    assert_eq!(names, ["a", "bc", "<<i>d</i>>"]);
    assert_eq!(file.graph.edge_count(), 2);
}

#[test]
fn parallel_edges_of_a_strict_graph_are_one() {
    let edges = |text: &'static str| read(text, Format::Dot).unwrap();
    assert_eq!(edges("digraph { a -> b; a -> b; b -> a }").graph.edge_count(), 3);
    assert_eq!(edges("strict digraph { a -> b; a -> b; b -> a }").graph.edge_count(), 2);
    assert_eq!(edges("strict graph { a -- b; b -- a; b -- c }").graph.edge_count(), 4);
    let gained = edges("strict digraph { a -> b [gain=1]; a -> c [gain=2]; a -> b [gain=3] }");
    assert_eq!(gained.gains.as_deref(), Some(&[3, 2][..]));
}

#[test]
fn errors_of_dot_name_the_line() {
    for (text, line) in [
        ("digraph {\n a -> ;\n}", 2),
        ("digraph {\n a -- b\n}", 2),
        ("digraph {\n \"a\n", 2),
        ("graph\n{ a", 2),
        ("digraph { a } x", 1),
        ("digraph { a [b=c }", 1),
        ("digraph { a -> b [gain=much] }", 1),
        ("tree { a }", 1),
        ("digraph {\n a-b }", 2),
        ("digraph { a\n-b }", 2),
        ("digraph {\n a-5 }", 2),
        ("digraph { a -> b [gain=1];\n b -> c }", 2),
        ("digraph { a -> b;\n b -> c [\"gain\"=1] }", 2),
    ] {
        let error = read(text, Format::Dot).unwrap_err();
        assert!(error.message().starts_with(&format!("line {line}: ")), "{text}: {error}");
    }
}

#[test]
fn json_of_the_four_forms_is_read() {
    let list = |text: &str| edges(&read(text, Format::Json).unwrap());
    let edge = |u: &str, v: &str, gain| (u.to_string(), v.to_string(), gain);
    assert_eq!(list("[[1, 2], [2], []]"), [edge("0", "1", 0), edge("0", "2", 0), edge("1", "2", 0)]);
    assert_eq!(list(r#"{"a": ["b", 7], "b": []}"#), [edge("a", "7", 0), edge("a", "b", 0)]);
    assert_eq!(
        list(r#"{"vertices": 3, "edges": [[0, 1, 5], [1, 2, -5]]}"#),
        [edge("0", "1", 5), edge("1", "2", -5)]
    );
    let networkx = r#"{"directed": true, "graph": {}, "nodes": [{"id": "x", "colour": 1}, {"id": 2}],
        "links": [{"source": "x", "target": 2, "weight": 0.5}]}"#;
    assert_eq!(list(networkx), [edge("x", "2", 0)]);
    assert!(list("[]").is_empty() && list("{}").is_empty());
}

#[test]
fn a_file_that_says_that_links_have_no_direction_has_them_both_ways() {
    let list = |directed: &str| {
        let text = format!(r#"{{{directed} "nodes": ["a", "b"], "links": [["a", "b"], ["b", "b"]]}}"#);
        read(&text, Format::Json).unwrap().graph.edge_count()
    };
    assert_eq!([list(r#""directed": false,"#), list(r#""directed": true,"#), list("")], [3, 2, 2]);
    let later = r#"{"links": [{"source": 1, "target": 2, "gain": 7}], "nodes": [2, 1], "directed": false}"#;
    let edge = |u: &str, v: &str| (u.to_string(), v.to_string(), 7);
    assert_eq!(edges(&read(later, Format::Json).unwrap()), [edge("1", "2"), edge("2", "1")]);
}

#[test]
fn errors_of_json_name_the_line_and_the_column() {
    for (text, message) in [
        ("", "line 1, column 1: expected a value, found the end"),
        ("[[1]]", "line 1, column 3: there is no vertex 1: the list has 1, numbered from 0"),
        ("[[0],\n[5, 7]]", "line 2, column 5: there is no vertex 7: the list has 2, numbered from 0"),
        ("[[-1]]", "line 1, column 3: -1 is no number of a vertex"),
        ("[1]", "line 1, column 2: expected `[`, found \"1]\""),
        ("3", "line 1, column 1: this is neither a list of lists of followers nor an object"),
        ("[[0],", "line 1, column 6: expected `[`, found the end"),
        (
            "{\"a\": 1}",
            "line 1, column 7: the entry \"a\" is neither a list of followers nor of nodes or links",
        ),
        ("{\"a\": [[0, 1]]}", "line 1, column 8: the name of a vertex is a text or a whole number"),
        ("{\"a\": [0.5]}", "line 1, column 8: 0.5 is no whole number of 64 bits"),
        ("{\"edges\": [[0]]}", "line 1, column 12: this is no link"),
        ("{\"edges\": [[0, 1, 2, 3]]}", "line 1, column 12: this is no link"),
        ("{\"edges\": [[0, 1, 2.5]]}", "line 1, column 19: 2.5 is no whole number of 64 bits"),
        ("{\"edges\": [\n[0, 1, 2], [0, 1]]}", "line 2: some edges have a gain and some have none"),
        (
            "{\"nodes\": [{\"id\": \"a\"},\n{\"name\": \"b\"}], \"links\": []}",
            "line 2, column 1: a node without an `id`",
        ),
        (
            "{\"nodes\": [\"a\", null], \"links\": []}",
            "line 1, column 17: the name of a vertex is a text or a whole number",
        ),
        (
            "{\"nodes\": {}, \"links\": []}",
            "line 1, column 11: the nodes are neither a number of them nor a list",
        ),
        ("{\"vertices\": 2.5, \"edges\": []}", "line 1, column 14: 2.5 is no number of vertices"),
        ("{\"vertices\": -2, \"edges\": []}", "line 1, column 14: -2 is no number of vertices"),
        (
            "{\"vertices\": \"2\", \"edges\": []}",
            "line 1, column 14: the nodes are neither a number of them nor a list",
        ),
        ("{\"a\": [\"b\"],\n \"a\": [\"c\"]}", "line 2, column 7: the entry \"a\" comes twice"),
        (
            "{\"nodes\": [\"a\", {\"id\": \"a\"}], \"links\": []}",
            "line 1, column 17: the node \"a\" is listed twice",
        ),
        ("{\"edges\": [[0, 1]], \"links\": []}", "line 1, column 30: the links are told twice"),
        ("{\"vertices\": 1, \"nodes\": [1], \"edges\": []}", "line 1, column 26: the nodes are told twice"),
        (
            "{\"vertices\": 2, \"edges\": [[0, 1],\n [1, 2]]}",
            "line 2, column 2: there is no vertex \"2\", there are 2, numbered from 0",
        ),
        (
            "{\"links\": [[\"a\", \"b\"]], \"nodes\": [\"a\"]}",
            "line 1, column 12: there is no node \"b\" in the list of nodes",
        ),
        (
            "{\"directed\": 0, \"links\": []}",
            "line 1, column 14: expected true or false, found \"0, \\\"links\\\": []}\"",
        ),
    ] {
        let error = read(text, Format::Json).unwrap_err();
        assert_eq!((error.message(), error.kind()), (message, crate::ErrorKind::Format), "{text}");
        assert!(error.next_step().is_some(), "{text}");
    }
}

#[test]
fn matrix_market_counts_from_one() {
    let head = "%%MatrixMarket matrix coordinate integer symmetric\n% comment\n";
    let text = format!("{head}3 3 2\n3 1 9\n2 2 4\n");
    let file = read(&text, Format::Mtx).unwrap();
    assert_eq!(
        edges(&file),
        [("1".into(), "3".into(), 9), ("2".into(), "2".into(), 4), ("3".into(), "1".into(), 9)]
    );
    assert!(file.vertex("0").is_err() && matches!(file.names, Some(Names::Numbers(_))));
    for (body, message) in [
        ("3 4 1\n1 1 1\n", "line 3: a matrix of 3 rows and 4 columns is no graph"),
        ("3 3 2\n1 1 1\n", "line 3: 2 entries are announced, 1 are there"),
        ("3 3 1\n0 1 1\n", "line 4: \"0\" is no vertex from 1 to 3"),
        ("3 3 1\n1 1\n", "line 4: the value is missing"),
        ("3 3\n", "line 3: expected rows, columns and entries, found \"3 3\""),
        ("3 3 1\n1 1 1 junk\n", "line 4: \"junk\" is one word too many"),
        ("3 3 1\n1 1 1\n2 2 2\n", "line 5: 1 entries are announced, and this is one more"),
    ] {
        assert_eq!(read(&format!("{head}{body}"), Format::Mtx).unwrap_err().message(), message);
    }
    for (kind, body, message) in [
        ("pattern", "1 1 junk", Some("line 3: \"junk\" is one word too many")),
        ("real", "1 1 junk", Some("line 3: \"junk\" is no number")),
        ("real", "1 1", Some("line 3: the value is missing")),
        ("real", "1 1 0.5", None),
        ("integer", "1 1 0.5", Some("line 3: \"0.5\" is no gain, which is a whole number of 64 bits")),
    ] {
        let text = format!("%%MatrixMarket matrix coordinate {kind} general\n2 2 1\n{body}\n");
        let read = read(&text, Format::Mtx);
        assert_eq!(read.as_ref().err().map(|error| error.message()), message, "{text}");
    }
    let huge = "%%MatrixMarket matrix coordinate pattern general\n99999999999 99999999999 0\n";
    assert_eq!(
        matrix_market::read(huge.as_bytes(), &Work::unwatched()).unwrap_err().kind(),
        crate::ErrorKind::Limit
    );
}

#[test]
fn the_parity_game_has_the_outcomes_of_the_graph() {
    let mut random = Random(53);
    for _ in 0..300 {
        let graph = random.digraph(15);
        let mut bytes = Vec::new();
        pgsolver::write(&graph.clone().into(), &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        assert_eq!(pgsolver::read(text.as_bytes(), &Work::unwatched()).unwrap().graph, graph);
        let won_by_one = won_by_player_one(&text);
        let outcomes =
            retrograde::solve(&graph, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for v in graph.vertices() {
            let outcome = match (won_by_one[2 * v.index()], won_by_one[2 * v.index() + 1]) {
                (false, true) => Outcome::N,
                (true, false) => Outcome::P,
                (false, false) => Outcome::D,
                (true, true) => unreachable!("player 1 wins a game with the draw for player 0"),
            };
            assert_eq!(outcomes.outcome(v), outcome);
        }
    }
}

/// Where player 1 can force play into a loop of odd priority: all that a parity game of priorities 0 and 1, the
/// latter only on loops, asks. Read from the text by other means than the reader's.
fn won_by_player_one(text: &str) -> Vec<bool> {
    let nodes: Vec<Vec<usize>> = text
        .lines()
        .skip(1)
        .map(|line| {
            line.trim_end_matches(';').replace(',', " ").split(' ').map(|w| w.parse().unwrap()).collect()
        })
        .collect();
    let mut won = vec![false; nodes.len()];
    loop {
        let before = won.clone();
        for node in &nodes {
            let mut next = node[3..].iter().map(|&w| before[w]);
            let forced = if node[2] == 1 { next.any(|won| won) } else { next.all(|won| won) };
            won[node[0]] |= forced || node[1] == 1;
        }
        if won == before {
            return won;
        }
    }
}

#[test]
fn parity_games_of_other_shape_are_refused() {
    for (text, line) in [
        ("parity 1;\n0 0 0 1;\n1 0 0 0;\n", 3),
        ("\n0 0 0 0;", 2),
        ("0 1 0 0;\n1 0 1 0;", 2),
        ("0 2 0 1;\n1 0 1 0;", 1),
    ] {
        let error = read(text, Format::Pg).unwrap_err();
        assert_eq!(error.kind(), crate::ErrorKind::Unsupported, "{text}");
        assert!(error.message().starts_with(&format!("line {line}: node ")), "{text}: {error}");
    }
}

#[test]
fn parity_games_that_lie_or_end_early_are_refused_with_the_line() {
    let two = "0 1 0 0;\n1 0 1 1;\n";
    for (text, message) in [
        ("parity 1;\n\n0 0;", "line 3: \"0 0\" is no node"),
        (
            "parity 9;\n0 1 0 0;\n1 0 1 1;\n",
            "line 1: the header says that node 9 is the last, and node 2 never comes",
        ),
        ("parity 0;\n", "line 1: the header says that node 0 is the last, and node 0 never comes"),
        ("parity 99999999999999999999;\n", "line 1: \"99999999999999999999\" is no number of 64 bits"),
        ("parity x;\n", "line 1: \"x\" is no number of 64 bits"),
        (
            "parity 0;\n0 1 0 0;\n1 0 1 1;\n",
            "line 3: node 1 is larger than 0, which the header says is the largest",
        ),
        ("0 1 0 0;\n1 0 1 1\n", "line 2: no semicolon ends \"1 0 1 1\""),
        ("parity 1", "line 1: no semicolon ends \"parity 1\""),
        ("0 1 0 0;\n1 0 1 1;\n2 0 0 5;\n3 0 1 4;\n", "line 3: node 2 leads to a node that is never defined"),
        ("0 1 0 0;\n1 0 1 1;\n1 0 1 1;\n", "line 3: node 1 is defined twice"),
        ("0 1 0 0;\n3 0 1 3;\n", "line 2: node 3 is here, but node 1 is never defined"),
        ("0 0 0 1 2;\n", "line 1: \"0 0 0 1 2\" is no node"),
        ("0 1 0 0 \"a\" b;\n", "line 1: \"0 1 0 0 \\\"a\\\" b\" is no node"),
        ("0 1 0 99999999999999999999;\n", "line 1: \"0 1 0 99999999999999999999\" is no node"),
    ] {
        assert_eq!(read(text, Format::Pg).unwrap_err().message(), message, "{text}");
    }
    // The header may be left out, nodes may come in any order, and blanks may stand around commas.
    let two = read(two, Format::Pg).unwrap();
    assert_eq!(read("parity 1;start 0;\n1 0 1 1;\n0 1 0 0;", Format::Pg).unwrap(), two);
    let spaced = "parity 3;\n0 1 0 0;1 0 1 1;2 0 0 1 , 3;3 0 1 0,2;";
    assert_eq!(read(spaced, Format::Pg).unwrap().graph.degree(Vertex(1)), 2);
    let mut bytes = Vec::new();
    pgsolver::write(&Graph::from_edges(0, &[]).unwrap().into(), &mut bytes).unwrap();
    assert_eq!(pgsolver::read(&bytes, &Work::unwatched()).unwrap().graph.vertex_count(), 0);
}

#[test]
fn a_mark_before_the_text_belongs_to_no_name() {
    for text in [
        "1 2\n2 3\n",
        "digraph { 1 -> 2 -> 3 }",
        "{\"1\": [2], \"2\": [3]}",
        "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n2 3\n1 2\n",
        "parity 3;\n0 1 0 0;\n1 0 1 1;\n2 0 0 1;\n3 0 1 0;\n",
    ] {
        let marked = format!("\u{feff}{text}");
        let format = Format::of("", text.as_bytes());
        assert_eq!(Format::of("", marked.as_bytes()), format);
        assert_eq!(read(&marked, format).unwrap(), read(text, format).unwrap());
    }
}

#[test]
fn the_format_is_guessed_from_name_and_content() {
    for (name, head, format) in [
        ("a.dot", "", Format::Dot),
        ("a", "digraph {", Format::Dot),
        ("-", " [[1]", Format::Json),
        ("a.txt", "%%MatrixMarket matrix", Format::Mtx),
        ("a.pg", "", Format::Pg),
        ("a.txt", "0 1", Format::Edges),
        ("a.edges", "GRUNDY\0G", Format::Grg),
        ("a.edges", "digraph {", Format::Edges),
        ("a.edges", "{\"a\": []}", Format::Edges),
        ("a", "strict graph \"a b\" {", Format::Dot),
        ("a.txt", "Digraph g{", Format::Dot),
        ("a", "graph1 graph2", Format::Edges),
        ("a", "graph node", Format::Edges),
        ("a", "strict rule", Format::Edges),
        ("a", "strictgraph {", Format::Edges),
        ("a", "[a] [b]", Format::Edges),
        ("a", "{1} {2}", Format::Edges),
        ("a", "{ \"a\": [", Format::Json),
        ("a", "parity 12;", Format::Pg),
        ("a", "parity odd", Format::Edges),
        ("a", "é b", Format::Edges),
    ] {
        assert_eq!(Format::of(name, head.as_bytes()), format);
    }
    assert!("parquet".parse::<Format>().is_err());
    assert!(GraphFile::from(Graph::from_edges(1, &[]).unwrap()).vertex("1").is_err());
}
