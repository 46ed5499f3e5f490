//! However many processes answer, they say what one says.

use std::fmt::Write;

use crate::run::{folder, grundy, stderr, stdout};

/// A small generator of random numbers (SplitMix64).
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) % below
}

/// Random, grid, path, power-law and dense graphs, with cycles and without.
fn graphs() -> Vec<(&'static str, String)> {
    let mut state = 3;
    let mut list = |count: u64, edge: &mut dyn FnMut(&mut u64, u64) -> (u64, u64)| {
        let mut text = String::new();
        for i in 0..count {
            let (u, v) = edge(&mut state, i);
            writeln!(text, "{u} {v}").unwrap();
        }
        text
    };
    vec![
        ("random", list(60_000, &mut |s, _| (random(s, 20_000), random(s, 25_000)))),
        ("acyclic", list(40_000, &mut |s, _| (10_000 + random(s, 10_000), random(s, 10_000)))),
        (
            "grid",
            list(20_000, &mut |_, i| {
                (i / 2 + 1, (i / 2 + 1).saturating_sub(if i % 2 == 0 { 1 } else { 100 }))
            }),
        ),
        ("path", list(300, &mut |_, i| (i + 1, i))),
        ("power", list(30_000, &mut |s, i| (random(s, i + 1) / 3 + 1, i * i / 40_000_000 + random(s, 9)))),
        ("dense", list(40_000, &mut |_, i| (i / 200 + 1, (i % 200) * (i / 200 + 1) / 201))),
    ]
}

#[test]
fn one_to_four_processes_say_what_one_says() {
    let folder = folder("same");
    for (name, list) in graphs() {
        let file = format!("{name}.edges");
        std::fs::write(folder.join(&file), list).unwrap();
        let asked = ["graph", &file, "--format", "edges", "--digest"];
        let alone = stdout(&grundy(&folder, &asked));
        assert!(alone.contains("digest"), "{alone}");
        for workers in ["1", "2", "3", "4"] {
            let together = [&asked[..], &["--workers", workers]].concat();
            assert_eq!(stdout(&grundy(&folder, &together)), alone, "{name}, {workers}");
        }
    }
    // Fewer vertices than workers, and none at all.
    for (name, list) in [("few.edges", "1 0\n"), ("none.edges", "")] {
        std::fs::write(folder.join(name), list).unwrap();
        let alone = stdout(&grundy(&folder, &["graph", name, "--digest"]));
        assert_eq!(stdout(&grundy(&folder, &["graph", name, "--digest", "--workers", "4"])), alone, "{name}");
    }
    let misere = ["graph", "random.edges", "--misere", "--json", "--digest"];
    let alone = stdout(&grundy(&folder, &misere));
    for workers in ["1", "3"] {
        assert_eq!(stdout(&grundy(&folder, &[&misere[..], &["--workers", workers]].concat())), alone);
    }
    let on_disk = ["graph", "random.edges", "--digest", "--workers", "2", "--on-disk", "."];
    assert_eq!(
        stdout(&grundy(&folder, &on_disk)),
        stdout(&grundy(&folder, &["graph", "random.edges", "--digest"]))
    );
    let left: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 8, "{left:?}");
}

#[test]
fn what_workers_cannot_read_or_answer_is_refused() {
    let folder = folder("refused");
    std::fs::write(folder.join("names.edges"), "a b\n").unwrap();
    std::fs::write(folder.join("gains.edges"), "1 2 5\n").unwrap();
    std::fs::write(folder.join("sizes.edges"), "3 2\n1 2\n2 3\n").unwrap();
    std::fs::write(folder.join("far.edges"), "1 4294967295\n").unwrap();
    for (arguments, message) in [
        (&["names.edges"][..], "\"a\" is no plain number"),
        (&["gains.edges"], "there is a third number, a gain"),
        (&["sizes.edges"], "may count the others"),
        (&["far.edges", "--max-memory", "100M"], "memory"),
        (&["none.edges"], "none.edges"),
        (&["names.edges", "--draw", "x.svg"], "--draw needs the whole graph"),
        (&["-"], "stdin"),
    ] {
        let output = grundy(&folder, &[&["graph"], arguments, &["--workers", "2"]].concat());
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    for workers in ["0", "1000", "no-such-file"] {
        assert_eq!(grundy(&folder, &["graph", "names.edges", "--workers", workers]).status.code(), Some(2));
    }
}
