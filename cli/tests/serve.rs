//! The server as a process: how it ends.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server and the port on which it listens.
fn start(more: &[&str]) -> (Child, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["serve", "--port", "0"])
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    (child, address)
}

fn interrupt(child: &Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Whether the process ends by itself; if not, it is killed.
fn ends(child: &mut Child) -> bool {
    let started = Instant::now();
    while started.elapsed() < Duration::from_secs(60) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

/// Half a head, and a question that takes longer than any test may.
fn hold(address: &str) -> [TcpStream; 2] {
    let body = r#"{"verb":"period","rules":"n -> a & n-a for a in 1..(n-1)/2","limit":100000000}"#;
    let length = body.len();
    let question = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    ["GET / HTTP/1.1\r\nHo", &question].map(|text| {
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(text.as_bytes()).unwrap();
        socket
    })
}

#[test]
fn an_interrupted_server_ends_whatever_its_clients_do() {
    let (mut child, address) = start(&[]);
    let held = hold(&address);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    assert!(ends(&mut child));
    drop(held);
}

#[test]
fn a_second_interruption_does_not_wait() {
    let (mut child, address) = start(&["--grace", "1000"]);
    let held = hold(&address);
    std::thread::sleep(Duration::from_millis(300));
    interrupt(&child);
    // Half a head keeps it for the whole grace.
    std::thread::sleep(Duration::from_millis(300));
    assert!(child.try_wait().unwrap().is_none());
    interrupt(&child);
    assert!(ends(&mut child));
    drop(held);
}
