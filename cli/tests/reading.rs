//! What is endless, too large or no file at all is refused, in little memory, at once and with the next step.

#![cfg(unix)]

#[path = "shared/feed.rs"]
mod feed;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use feed::feed;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reading").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A run with at most a gigabyte of addresses, so that no test can harm the computer it runs on.
fn within_a_gigabyte(folder: &Path, script: &str) -> Output {
    let script = format!("ulimit -v 1048576; {script}");
    let mut shell = Command::new("sh");
    shell.current_dir(folder).args(["-c", &script]).env("GRUNDY", env!("CARGO_BIN_EXE_grundy"));
    shell.stdin(Stdio::null()).output().unwrap()
}

fn refusal(output: &Output) -> String {
    let talk = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{talk}");
    assert!(output.stdout.is_empty());
    talk
}

fn pipe(folder: &Path, name: &str) {
    assert!(Command::new("mkfifo").arg(folder.join(name)).status().unwrap().success());
}

#[test]
fn an_endless_input_ends_at_the_bound() {
    let folder = folder("endless");
    for (script, most) in [
        (
            "yes 1 | \"$GRUNDY\" contest set_nim",
            "stdin: more than 128.0 MiB, which is the most for the input of a problem",
        ),
        ("yes 1 | \"$GRUNDY\" contest set_nim --max-memory 64M", "more than 2.0 MiB"),
        ("\"$GRUNDY\" contest set_nim --max-memory 64M < /dev/zero", "more than 2.0 MiB"),
        (
            "yes 1 2 | \"$GRUNDY\" graph - --max-memory 64M",
            "stdin: more than 64.0 MiB, which is the most for a graph",
        ),
        ("\"$GRUNDY\" graph - --max-memory 64M < /dev/zero", "more than 64.0 MiB"),
    ] {
        let said = refusal(&within_a_gigabyte(&folder, script));
        assert!(said.contains(most) && said.contains("hint: raise --max-memory"), "{script}: {said}");
    }
}

#[test]
fn devices_and_folders_are_no_files() {
    let folder = folder("devices");
    std::os::unix::fs::symlink("/dev/zero", folder.join("a.game")).unwrap();
    for (arguments, what) in [
        (&["verify", "/dev/zero"][..], "/dev/zero is a device"),
        (&["verify", "/dev/zero", "--graph", "/dev/zero"], "/dev/zero is a device"),
        (&["graph", "/dev/zero"], "/dev/zero is a device"),
        (&["contest", "set_nim", "/dev/zero"], "/dev/zero is a device"),
        (&["solve", "a.game", "3"], "a.game is a device"),
        (&["verify", "."], ". is a folder"),
        (&["graph", "."], ". is a folder"),
        (&["contest", "set_nim", "."], ". is a folder"),
    ] {
        let said = refusal(&feed(&folder, arguments, b""));
        assert!(said.contains(what) && said.contains("name a file or a pipe"), "{arguments:?}: {said}");
    }
}

#[test]
fn a_file_of_gigabytes_is_refused_before_it_is_read() {
    let folder = folder("huge");
    for name in ["a.game", "c.json", "in"] {
        std::fs::File::create(folder.join(name)).unwrap().set_len(1 << 40).unwrap();
    }
    for (script, what) in [
        ("\"$GRUNDY\" solve a.game 3", "a.game: more than 1.0 MiB, which is the most for a .game file"),
        (
            "\"$GRUNDY\" verify c.json",
            "c.json: more than 64.0 MiB, which is the most for the certificate of a period",
        ),
        ("\"$GRUNDY\" verify c.json --max-memory 60M", "c.json: more than 10.0 MiB"),
        ("\"$GRUNDY\" contest set_nim in", "in: more than 128.0 MiB"),
    ] {
        let said = refusal(&within_a_gigabyte(&folder, script));
        assert!(said.contains(what) && said.contains("hint: "), "{script}: {said}");
    }
}

#[test]
fn zeros_are_no_graph_however_many() {
    let folder = folder("zeros");
    for name in ["g.edges", "g.json", "g.mtx", "g.dot", "g"] {
        std::fs::File::create(folder.join(name)).unwrap().set_len(1 << 40).unwrap();
        let said = refusal(&feed(&folder, &["graph", name], b""));
        assert!(said.contains(name) && said.contains("line 1: there is a byte 0 in it"), "{said}");
    }
}

#[test]
fn a_pipe_that_says_nothing_is_not_waited_for_longer_than_allowed() {
    let folder = folder("silent");
    pipe(&folder, "silent");
    pipe(&folder, "silent.game");
    let wait = ["--timeout", "0.1"];
    for arguments in [
        &["contest", "set_nim", "silent"][..],
        &["graph", "silent"],
        &["verify", "silent"],
        &["solve", "silent.game", "3"],
    ] {
        let said = refusal(&feed(&folder, &[arguments, &wait].concat(), b""));
        assert!(said.contains("the time limit is over"), "{arguments:?}: {said}");
    }
    // Here stdin stays open: the child ends before this side lets go of it.
    for arguments in [&["contest", "set_nim"][..], &["graph", "-"]] {
        let mut child = waiting(&folder, &[arguments, &wait].concat());
        let held = child.stdin.take();
        let said = refusal(&child.wait_with_output().unwrap());
        drop(held);
        assert!(said.contains("the time limit is over"), "{arguments:?}: {said}");
    }
}

fn waiting(folder: &Path, arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.current_dir(folder).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    command.stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits until a process has a word of its own for Ctrl-C.
#[cfg(target_os = "linux")]
fn listens(child: &Child) {
    let caught = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let signals = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
        u64::from_str_radix(signals.trim(), 16).unwrap() & 1 << 1 != 0
    };
    while !caught() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn waiting_for_a_pipe_can_be_interrupted_once() {
    let folder = folder("interrupted");
    pipe(&folder, "silent");
    for arguments in [&["contest", "set_nim"][..], &["graph", "-"], &["verify", "silent"]] {
        // Whoever does not hear the first signal ends with another code, after a while.
        let mut child = waiting(&folder, &[arguments, &["--timeout", "60"]].concat());
        let held = child.stdin.take();
        listens(&child);
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        drop(held);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.trim()), (Some(130), "error: interrupted"), "{arguments:?}");
    }
}

#[test]
fn a_pipe_is_read_like_a_file() {
    let folder = folder("pipes");
    pipe(&folder, "p");
    let child = waiting(&folder, &["contest", "set_nim", "p"]);
    let input =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/contest/samples/acwing893_set_nim/01.in"));
    let input = input.unwrap();
    let mut writer = std::fs::OpenOptions::new().write(true).open(folder.join("p")).unwrap();
    // In two pieces, of which the first is no whole word.
    writer.write_all(&input[..1]).unwrap();
    writer.write_all(&input[1..]).unwrap();
    drop(writer);
    let output = child.wait_with_output().unwrap();
    let expected = include_str!("contest/samples/acwing893_set_nim/01.out");
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim(), expected.trim());
}

/// A frame of zstd that tells its window and then one block of `count` times the same byte.
fn frame(window: u8, count: u32) -> Vec<u8> {
    let block = count << 3 | 1 << 1 | 1;
    [&[0x28, 0xb5, 0x2f, 0xfd, 0, window][..], &block.to_le_bytes()[..3], b"#"].concat()
}

#[test]
fn the_window_of_packed_data_counts_as_memory() {
    let folder = folder("windows");
    // 2 GiB, 1 MiB and 1 KiB.
    std::fs::write(folder.join("wide.edges.zst"), frame(0xa8, 1000)).unwrap();
    std::fs::write(folder.join("small.edges.zst"), frame(0x50, 1000)).unwrap();
    std::fs::write(folder.join("later.edges.zst"), [frame(0, 1000), frame(0x50, 1000)].concat()).unwrap();
    let wide = refusal(&within_a_gigabyte(&folder, "\"$GRUNDY\" graph wide.edges.zst"));
    assert!(wide.contains("a zstd window of 2.0 GiB") && wide.contains("raise --max-memory"), "{wide}");
    assert_eq!(feed(&folder, &["graph", "small.edges.zst"], b"").status.code(), Some(0));
    for name in ["small.edges.zst", "later.edges.zst"] {
        let said = refusal(&feed(&folder, &["graph", name, "--max-memory", "2M"], b""));
        assert!(said.contains("a zstd window of 1.0 MiB") && said.contains("2.0 MiB"), "{said}");
    }
}

#[test]
fn what_is_written_to_a_device_or_through_a_link_leaves_them_in_place() {
    let folder = folder("written");
    std::fs::write(folder.join("old.svg"), "old").unwrap();
    std::os::unix::fs::symlink("old.svg", folder.join("link.svg")).unwrap();
    pipe(&folder, "p.svg");
    let drawn = feed(&folder, &["draw", "nim", "2", "-o", "link.svg"], b"");
    assert_eq!(drawn.status.code(), Some(0), "{}", String::from_utf8_lossy(&drawn.stderr));
    assert!(folder.join("link.svg").is_symlink());
    let picture = std::fs::read_to_string(folder.join("old.svg")).unwrap();
    assert!(picture.starts_with("<svg") || picture.starts_with("<?xml"), "{picture}");
    let child = waiting(&folder, &["draw", "nim", "2", "-o", "p.svg"]);
    assert_eq!(std::fs::read_to_string(folder.join("p.svg")).unwrap(), picture);
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}
