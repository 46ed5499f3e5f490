//! The server as a process: its flags, and how it ends.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
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
    while started.elapsed() < Duration::from_secs(300) {
        if child.try_wait().unwrap().is_some() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    false
}

fn question(address: &str, body: &str) -> String {
    let length = body.len();
    format!(
        "POST /api/ask HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )
}

/// What a server with these flags answers.
fn answer(flags: &[&str], body: &str) -> String {
    let (mut child, address) = start(flags);
    let mut socket = TcpStream::connect(&address).unwrap();
    let closing = question(&address, body).replacen("\r\n", "\r\nConnection: close\r\n", 1);
    socket.write_all(closing.as_bytes()).unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).unwrap();
    interrupt(&child);
    assert!(ends(&mut child));
    answer
}

/// Half a head, and a question that takes longer than any test may.
fn hold(address: &str) -> [TcpStream; 2] {
    let body = r#"{"verb":"period","rules":"n -> a & n-a for a in 1..(n-1)/2","limit":100000000}"#;
    ["GET / HTTP/1.1\r\nHo", &question(address, body)].map(|text| {
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(text.as_bytes()).unwrap();
        socket
    })
}

/// Waits until the server works on a question.
fn until_it_works(address: &str) {
    let request = format!("GET /api/health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    loop {
        let mut health = String::new();
        let mut socket = TcpStream::connect(address).unwrap();
        socket.write_all(request.as_bytes()).unwrap();
        socket.read_to_string(&mut health).unwrap();
        if health.contains(r#""working":1"#) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn an_interrupted_server_ends_whatever_its_clients_do() {
    let (mut child, address) = start(&[]);
    let held = hold(&address);
    until_it_works(&address);
    interrupt(&child);
    assert!(ends(&mut child));
    drop(held);
}

#[test]
fn a_second_interruption_does_not_wait() {
    let (mut child, address) = start(&["--grace", "1000"]);
    let held = hold(&address);
    until_it_works(&address);
    interrupt(&child);
    // It has heard of the first once it takes nobody any longer. Half a head keeps it for the whole grace.
    while TcpStream::connect(&address).is_ok() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(child.try_wait().unwrap().is_none());
    interrupt(&child);
    assert!(ends(&mut child));
    drop(held);
}

#[test]
fn a_time_limit_longer_than_any_clock_is_none() {
    let answer = answer(&["--timeout", "18446744073709551615"], r#"{"verb":"games"}"#);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[test]
fn limits_that_an_answer_says_to_raise_can_be_raised() {
    let table = r#"{"verb":"table","rules":"n -> n-k for k in 1..n","to":[100000]}"#;
    let limits = [
        ("--max-memory", "raise_memory", "1k", "1G"),
        ("--max-positions", "raise_positions", "1000", "10000000"),
    ];
    for (flag, next, low, high) in limits {
        let refused = answer(&["--workers", "1", flag, low], table);
        assert!(refused.starts_with("HTTP/1.1 422"), "{flag}: {refused}");
        assert!(refused.contains(&format!(r#""next":{{"key":"{next}""#)), "{flag}: {refused}");
        let answered = answer(&["--workers", "1", flag, high], table);
        assert!(answered.starts_with("HTTP/1.1 200"), "{flag}");
    }
}

#[test]
fn a_number_of_workers_that_no_machine_has_is_refused() {
    for workers in ["0", "257", "99999999999"] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["serve", "--port", "0", "--workers", workers])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        assert!(ends(&mut child), "{workers}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{workers}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("1..=256"), "{workers}");
    }
}
