//! Workers of a host file: the same answer, and strangers change nothing.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;

use crate::run::{ended, folder, grundy, start, stderr, stdout, until};

/// Ports that were free a moment ago.
fn ports(count: usize) -> Vec<u16> {
    let taken: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
    taken.iter().map(|listener| listener.local_addr().unwrap().port()).collect()
}

/// Writes a graph, the host file and the token.
fn write(folder: &Path, ports: &[u16]) {
    let list: String = (0..5000u32).map(|i| format!("{} {}\n", i * 7 % 1009, i * 13 % 997)).collect();
    std::fs::write(folder.join("graph.edges"), list).unwrap();
    let hosts: String = ports.iter().map(|port| format!("127.0.0.1:{port} # one of them\r\n\r\n")).collect();
    std::fs::write(folder.join("hosts"), hosts).unwrap();
    std::fs::write(folder.join("token"), "a token of some length\n").unwrap();
    std::fs::write(folder.join("wrong"), "another token of some length\n").unwrap();
}

fn worker(folder: &Path, me: usize, token: &str) -> Child {
    start(folder, &["worker", "--hosts", "hosts", "--me", &me.to_string(), "--token", token])
}

const ASKED: [&str; 6] = ["graph", "graph.edges", "--digest", "--json", "--workers", "hosts"];

#[test]
fn strangers_are_told_off_and_change_nothing() {
    let folder = folder("strangers");
    let ports = ports(2);
    write(&folder, &ports);
    let first = worker(&folder, 0, "token");
    let address = format!("127.0.0.1:{}", ports[0]);
    until("the worker listens", || TcpStream::connect(&address).is_ok());
    for garbage in [&b""[..], b"GET / HTTP/1.1\r\n\r\n", &[0; 300], &[0xff; 5000], b"GRUNDYC1"] {
        let mut stranger = TcpStream::connect(&address).unwrap();
        let _ = stranger.write_all(garbage);
        let _ = stranger.shutdown(std::net::Shutdown::Write);
        // Whatever it says, no more than its half of the handshake comes back.
        let mut heard = Vec::new();
        let _ = stranger.read_to_end(&mut heard);
        assert!(heard.len() <= 64);
    }
    // A worker without the token stays outside, and so does who asks without it.
    let outside =
        start(&folder, &["worker", "--hosts", "hosts", "--me", "1", "--token", "wrong", "--patience", "1"]);
    assert_eq!(ended(outside).status.code(), Some(2));
    let second = worker(&folder, 1, "token");
    let asked = grundy(&folder, &[&ASKED[..], &["--token", "wrong", "--timeout", "1"]].concat());
    assert_eq!(asked.status.code(), Some(2), "{}", stderr(&asked));
    let answer = stdout(&grundy(&folder, &[&ASKED[..], &["--token", "token"]].concat()));
    assert_eq!(answer, stdout(&grundy(&folder, &ASKED[..4])));
    let (first, second) = (ended(first), ended(second));
    assert_eq!((first.status.code(), second.status.code()), (Some(0), Some(0)));
    let log = stderr(&first);
    assert!(log.contains("worker 0 refused 127.0.0.1:"), "{log}");
    assert!(log.contains("it does not speak our language"), "{log}");
    assert!(log.contains("it hung up before it proved that it has the token"), "{log}");
}

#[test]
fn a_host_file_that_makes_no_sense_is_refused() {
    let folder = folder("hosts");
    write(&folder, &[4100]);
    std::fs::write(folder.join("portless"), "somewhere\n").unwrap();
    std::fs::write(folder.join("empty"), "# nobody\n").unwrap();
    std::fs::write(folder.join("short"), "abc\n").unwrap();
    std::fs::write(folder.join("twice"), "a:4100\nb:4100\na:4100\n").unwrap();
    std::fs::write(folder.join("bare"), "::1\n").unwrap();
    for arguments in [
        &["worker", "--hosts", "portless", "--me", "0", "--token", "token"][..],
        &["worker", "--hosts", "twice", "--me", "0", "--token", "token"],
        &["worker", "--hosts", "bare", "--me", "0", "--token", "token"],
        &["worker", "--hosts", "empty", "--me", "0", "--token", "token"],
        &["worker", "--hosts", "hosts", "--me", "1", "--token", "token"],
        &["worker", "--hosts", "hosts", "--me", "0", "--token", "short"],
        &["graph", "graph.edges", "--workers", "hosts"],
        &["worker"],
    ] {
        assert_eq!(grundy(&folder, arguments).status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_worker_that_never_comes_is_named() {
    let folder = folder("nobody");
    write(&folder, &ports(2));
    let first =
        start(&folder, &["worker", "--hosts", "hosts", "--me", "0", "--token", "token", "--patience", "2"]);
    let output = ended(first);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("worker 1 (127.0.0.1:"), "{}", stderr(&output));
    let asked = [&ASKED[..], &["--token", "token", "--timeout", "2"]].concat();
    let output = grundy(&folder, &asked);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("timeout"), "{}", stderr(&output));
}

#[test]
fn a_port_in_use_is_named() {
    let folder = folder("in-use");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port();
    write(&folder, &[port]);
    let output = ended(worker(&folder, 0, "token"));
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains(&format!("127.0.0.1:{port}: ")), "{}", stderr(&output));
}

/// The script for ssh, with a shell in the place of ssh.
#[test]
fn the_script_starts_asks_and_ends() {
    let folder = folder("script");
    write(&folder, &ports(2));
    std::fs::write(folder.join("here.sh"), "shift\nexec \"$@\"\n").unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../cluster/scripts/ssh.sh");
    let mut command = std::process::Command::new("sh");
    command.args([script, "hosts", "token", "graph", "graph.edges", "--digest"]).current_dir(&folder);
    command.env("SSH", "sh here.sh").env("GRUNDY", env!("CARGO_BIN_EXE_grundy"));
    command.stdin(std::process::Stdio::null()).stdout(std::process::Stdio::piped());
    let output = ended(command.stderr(std::process::Stdio::piped()).spawn().unwrap());
    assert_eq!(stdout(&output), stdout(&grundy(&folder, &["graph", "graph.edges", "--digest"])));
}
