//! Files that lie, end early or are noise: errors, never a panic, never a table sized by an unchecked number.

use super::plain::Random;
use crate::formats::{self, Format, GraphFile, binary, dot, edge_list, json, pgsolver};
use crate::work::Work;
use crate::{ErrorKind, Limits, Patience};

const LIMITS: Limits =
    Limits { positions: 10_000, bytes: 10_000_000, answer: u64::MAX, threads: None, compiler: None };

fn saved(file: &GraphFile<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    binary::write(file, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_saved_graph_that_was_damaged_anywhere_is_refused() {
    let file = json::read(
        br#"{"nodes": ["a", "b"], "links": [["a", "b", 3], ["b", "b", 4]]}"#,
        &Work::within(LIMITS),
    )
    .unwrap();
    let bytes = saved(&file);
    for at in 0..bytes.len() {
        assert!(binary::open(&bytes[..at]).is_err(), "cut at {at}");
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(binary::open(&damaged).is_err(), "byte {at} bit {bit}");
        }
    }
    assert!(binary::open(&[bytes.as_slice(), &[0]].concat()).is_err());
}

#[test]
fn a_saved_graph_that_lies_about_its_sizes_is_refused_before_anything_is_allocated() {
    let bytes = saved(&Random(61).digraph(5).into());
    for at in [16, 24, 32] {
        for size in [u64::MAX, u64::MAX - 1, u64::MAX / 4, 1 << 40, 1 << 32] {
            let mut lying = bytes.clone();
            lying[at..at + 8].copy_from_slice(&size.to_le_bytes());
            assert_eq!(binary::open(&lying).unwrap_err().kind(), ErrorKind::Format);
        }
    }
}

#[test]
fn a_saved_graph_with_a_right_checksum_and_wrong_tables_is_refused() {
    // A file whose writer was wrong: the checksum is made to fit.
    let good = saved(&Random(62).digraph(9).into());
    let mut wrong = 0;
    for at in (64..good.len()).step_by(4) {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&u32::MAX.to_le_bytes());
        binary::reseal(&mut bytes);
        wrong += usize::from(binary::open(&bytes).is_err());
    }
    assert!(wrong > 0);
}

#[test]
fn noise_and_damaged_text_never_panic() {
    let mut random = Random(63);
    let pieces: [&[u8]; 24] = [
        b"0",
        b"1",
        b"7",
        b"4294967295",
        b"99999999999999999999",
        b"-1",
        b" ",
        b"\n",
        b"\t",
        b",",
        b"#",
        b"%",
        b"->",
        b"--",
        b"{",
        b"}",
        b"[",
        b"]",
        b"\"",
        b";",
        b"=",
        b"a",
        b"\xff",
        b"/*",
    ];
    let heads: [&[u8]; 6] = [
        b"",
        b"digraph {",
        b"{\"edges\":[",
        b"%%MatrixMarket matrix coordinate integer general\n",
        b"parity 3;\n",
        b"[[",
    ];
    for _ in 0..20_000 {
        let mut bytes = heads[random.below(heads.len())].to_vec();
        (0..random.below(20)).for_each(|_| bytes.extend_from_slice(pieces[random.below(pieces.len())]));
        for format in [Format::Edges, Format::Dot, Format::Json, Format::Mtx, Format::Pg, Format::Grg] {
            // Whether it can be read does not matter here, only that it returns.
            if let Ok(file) = formats::read(&bytes, format, &Work::within(LIMITS)) {
                assert!(file.graph.vertex_count() as u64 <= LIMITS.positions);
            }
        }
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_stack_overflow() {
    let deep = |open: &str| open.repeat(100_000).into_bytes();
    assert!(dot::read(&[b"digraph {".as_slice(), &deep("{")].concat(), &Work::within(LIMITS)).is_err());
    assert!(
        dot::read(&[b"digraph {".as_slice(), &deep("subgraph {")].concat(), &Work::within(LIMITS)).is_err()
    );
    assert!(json::read(&deep("["), &Work::within(LIMITS)).is_err());
    assert!(json::read(&deep("{\"a\":"), &Work::within(LIMITS)).is_err());
}

#[test]
fn a_short_text_cannot_make_a_large_graph() {
    let group: String = (0..2000).map(|i| format!("a{i} ")).collect();
    let text = format!("digraph {{ {{{group}}} -> {{{group}}} }}");
    assert_eq!(dot::read(text.as_bytes(), &Work::within(LIMITS)).unwrap_err().kind(), ErrorKind::Limit);
    let text = br#"{"vertices": 4000000000, "edges": []}"#;
    assert_eq!(json::read(text, &Work::within(LIMITS)).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(edge_list::read(b"0 4294967295", &Work::within(LIMITS)).unwrap().graph.vertex_count(), 2);
    assert!(pgsolver::read(b"4294967294 0 0 4294967295;", &Work::within(LIMITS)).is_err());
}

/// The same path of some hundred thousand moves in every text.
fn long_texts() -> Vec<(Format, String)> {
    let n = 100_000;
    let edges =
        |line: &dyn Fn(usize) -> String, between: &str| (0..n).map(line).collect::<Vec<_>>().join(between);
    let mtx = edges(&|v| format!("{} {}", v + 1, v + 2), "\n");
    let pg = edges(&|v| format!("{} 0 0 {};{} 0 1 {};", 2 * v, 2 * v + 3, 2 * v + 1, 2 * v + 2), "\n");
    let (last, end) = (2 * n, 2 * n + 1);
    vec![
        (Format::Edges, edges(&|v| format!("a{v} a{}", v + 1), "\n")),
        (Format::Dot, format!("digraph {{ {} }}", edges(&|v| format!("a{v} -> a{}", v + 1), ";"))),
        (Format::Json, format!("[{}, []]", edges(&|v| format!("[{}]", v + 1), ","))),
        (Format::Json, format!("{{{}}}", edges(&|v| format!("\"a{v}\": [\"a{}\"]", v + 1), ","))),
        (Format::Json, format!("{{\"edges\": [{}]}}", edges(&|v| format!("[{v}, {}]", v + 1), ","))),
        (
            Format::Json,
            format!("{{\"nodes\": [{}], \"edges\": []}}", edges(&|v| format!("{{\"id\": {v}}}"), ",")),
        ),
        (Format::Mtx, format!("%%MatrixMarket matrix coordinate pattern general\n{0} {0} {n}\n{mtx}", n + 1)),
        (Format::Pg, format!("parity {end};\n{pg}{last} 1 0 {last};{end} 0 1 {end};")),
    ]
}

#[test]
fn every_reader_of_text_obeys_time_memory_and_positions_while_it_reads() {
    for (format, text) in long_texts() {
        let ask = |work: &Work<'_>| {
            formats::read(text.as_bytes(), format, work).map(|file| file.graph.vertex_count())
        };
        let start = &text[..60];
        assert!(ask(&Work::unwatched()).unwrap() >= 100_000, "{start}");
        let kind = |work: &Work<'_>| ask(work).unwrap_err().kind();
        // At the second look, so that a reader which looks only once does not pass.
        assert_eq!(kind(&Work::watched(&Patience::new(1))), ErrorKind::Timeout, "{start}");
        let tight = Limits { bytes: 400_000, ..Limits::default() };
        assert_eq!(kind(&Work::within(tight)), ErrorKind::Limit, "{start}");
        let few = Limits { positions: 50_000, ..Limits::default() };
        assert_eq!(kind(&Work::within(few)), ErrorKind::Limit, "{start}");
    }
}

#[test]
fn a_list_of_numbers_past_a_limit_is_not_read_to_its_end() {
    let text: String = (0..1_000_000).map(|v| format!("{v} {}\n", v + 1)).collect();
    for tight in [
        Limits { bytes: 1 << 20, ..Limits::default() },
        Limits { positions: 50_000, bytes: 1 << 20, ..LIMITS },
    ] {
        // A list of plain numbers has one look a chunk.
        let looks = Patience::new(u64::MAX);
        let error = edge_list::read(text.as_bytes(), &Work { limits: tight, progress: &looks }).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        let (looks, chunks) = (looks.asked(), text.len() as u64 >> 16);
        assert!(looks > 1 && looks < chunks / 4, "{looks} of {chunks}");
    }
}

#[test]
fn positions_are_the_vertices_that_are_mentioned_whatever_their_numbers() {
    let text: String = (0..1000).map(|v| format!("{} {}\n", 50 * v, 50 * (v + 1))).collect();
    let read = |positions| edge_list::read(text.as_bytes(), &Work::within(Limits { positions, ..LIMITS }));
    assert_eq!(read(1001).unwrap().graph.vertex_count(), 1001);
    assert_eq!(read(1000).unwrap_err().kind(), ErrorKind::Limit);
}
