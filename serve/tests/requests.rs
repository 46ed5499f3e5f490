//! The server as a stranger meets it: plain HTTP over a socket.

use std::net::SocketAddr;
use std::time::Duration;

use grundy_serve::{Bound, Settings};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;

#[path = "requests/lanes.rs"]
mod lanes;

/// Longer than anything takes that ends at all, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(300);

struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: tokio::task::JoinHandle<()>,
}

async fn start(settings: Settings) -> Server {
    let bound = Bound::new(Settings { port: 0, ..settings }).await.unwrap();
    let address = bound.address();
    let (stop, stopped) = oneshot::channel::<()>();
    let done = tokio::spawn(bound.run(async {
        let _ = stopped.await;
    }));
    Server { address, stop: Some(stop), done }
}

impl Server {
    async fn send(&self, request: String) -> String {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        // A server that has heard enough may close before everything is sent.
        let _ = socket.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = socket.read_to_end(&mut answer).await;
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str, host: &str) -> String {
        format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
    }

    fn question(&self, body: &str, more: &str) -> String {
        let host = self.address;
        let length = body.len();
        format!(
            "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{more}\
             Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }

    async fn ask(&self, body: &str) -> String {
        self.send(self.question(body, "")).await
    }

    /// Opens a connection and sends what may be less than a request.
    async fn begin(&self, request: &str) -> TcpStream {
        let mut socket = TcpStream::connect(self.address).await.unwrap();
        socket.write_all(request.as_bytes()).await.unwrap();
        socket
    }

    /// How many questions are worked on, and how many wait.
    async fn busy(&self) -> (u64, u64) {
        let answer = self.send(self.get("/api/health", &self.address.to_string())).await;
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        (body["working"].as_u64().unwrap(), body["waiting"].as_u64().unwrap())
    }

    /// Waits until so many questions are worked on and so many wait.
    async fn until(&self, busy: (u64, u64)) {
        let come = async {
            while self.busy().await != busy {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        assert!(tokio::time::timeout(PATIENCE, come).await.is_ok(), "{busy:?} never came");
    }

    /// Waits until the server has ended.
    async fn ended(&mut self) {
        tokio::time::timeout(PATIENCE, &mut self.done).await.unwrap().unwrap();
    }

    /// Half a head, and a head with half a body.
    fn halves(&self) -> [String; 2] {
        let whole = self.question(r#"{"verb":"games"}"#, "");
        [whole[..40].to_string(), whole[..whole.len() - 5].to_string()]
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_is_answered_as_on_the_command_line() {
    let server = start(Settings::default()).await;
    let answer = server.ask(r#"{"verb":"solve","rules":"nim","position":["7","10","12","5"]}"#).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(answer.contains(r#""outcome":"N","value":4"#), "{answer}");
    let answer = server.ask(r#"{"verb":"period","rules":"crosses"}"#).await;
    assert!(answer.contains(r#""verdict":"proved","preperiod":52,"period":34"#), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn bad_questions_are_errors_with_a_place() {
    let server = start(Settings::default()).await;
    let answer = server.ask(r#"{"verb":"read","rules":"n -> n-k fro k in 1..3"}"#).await;
    assert!(answer.starts_with("HTTP/1.1 422"), "{answer}");
    assert!(answer.contains(r#""span""#) && answer.contains("did you mean `for`"), "{answer}");
    assert!(server.ask("{").await.starts_with("HTTP/1.1 400"));
    assert!(server.ask(r#"{"verb":"fly"}"#).await.starts_with("HTTP/1.1 400"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_oversized_body_is_refused() {
    let server = start(Settings::default()).await;
    let long = format!(r#"{{"verb":"read","rules":"{}"}}"#, "n".repeat(1 << 20));
    let answer = server.ask(&long).await;
    assert!(answer.starts_with("HTTP/1.1 413"), "{}", &answer[..answer.len().min(200)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_host_names_and_other_sites_are_refused() {
    let server = start(Settings::default()).await;
    let local = server.address.to_string();
    let port = server.address.port();
    assert!(server.send(server.get("/api/health", &local)).await.starts_with("HTTP/1.1 200"));
    assert!(
        server
            .send(server.get("/api/health", &format!("localhost:{port}")))
            .await
            .starts_with("HTTP/1.1 200")
    );
    for host in ["evil.example", "evil.example:8017", "127.0.0.1:1", "localhost.evil.example"] {
        let answer = server.send(server.get("/api/health", host)).await;
        assert!(answer.starts_with("HTTP/1.1 421"), "{host}: {answer}");
    }
    let body = r#"{"verb":"games"}"#;
    let foreign = server.send(server.question(body, "Origin: https://evil.example\r\n")).await;
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    let own = server.send(server.question(body, &format!("Origin: http://{local}\r\n"))).await;
    assert!(own.starts_with("HTTP/1.1 200"));
    let form = server.question(body, "").replace("application/json", "text/plain");
    assert!(server.send(form).await.starts_with("HTTP/1.1 415"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_the_security_headers() {
    let server = start(Settings::default()).await;
    let local = server.address.to_string();
    for path in ["/", "/api/health", "/api/openapi.json", "/nothing/here", "/../../etc/passwd"] {
        let answer = server.send(server.get(path, &local)).await.to_lowercase();
        assert!(answer.contains("x-content-type-options: nosniff"), "{path}");
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{path}");
    }
    let answer = server.send(server.get("/../../etc/passwd", &local)).await;
    assert!(answer.starts_with("HTTP/1.1 404"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_questions_at_once_are_all_answered() {
    let server = std::sync::Arc::new(start(Settings::default()).await);
    let all: Vec<_> = (0..200)
        .map(|n| n % 50)
        .map(|n| {
            let server = server.clone();
            tokio::spawn(async move {
                server
                    .ask(&format!(r#"{{"verb":"solve","rules":"kayles","position":["{n}","{}"]}}"#, n % 7))
                    .await
            })
        })
        .collect();
    for one in all {
        let answer = one.await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    assert!(server.ask(r#"{"verb":"games"}"#).await.starts_with("HTTP/1.1 200"));
}

/// Grundy's game to the last heap takes far longer than any test may.
const ENDLESS: &str = r#"{"verb":"period","rules":"n -> a & n-a for a in 1..(n-1)/2","limit":100000000}"#;

#[tokio::test(flavor = "multi_thread")]
async fn time_is_limited() {
    let settings = Settings { time: Duration::from_millis(300), ..Settings::default() };
    let server = start(settings).await;
    let answer = server.ask(ENDLESS).await;
    assert!(answer.starts_with("HTTP/1.1 504"), "{answer}");
    assert!(answer.contains("timeout"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_stops_its_work() {
    let server = start(Settings { time: Duration::from_secs(1000), ..Settings::default() }).await;
    let socket = server.begin(&server.question(ENDLESS, "")).await;
    server.until((1, 0)).await;
    drop(socket);
    server.until((0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_finishes_what_was_begun() {
    let mut server = start(Settings::default()).await;
    let answer = server.ask(r#"{"verb":"solve","rules":"nim","position":["5"]}"#).await;
    assert!(answer.starts_with("HTTP/1.1 200"));
    server.stop.take().unwrap().send(()).unwrap();
    server.ended().await;
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_waits_neither_for_half_requests_nor_for_long_questions() {
    let settings = Settings {
        workers: 1,
        grace: Duration::from_millis(500),
        reading: Duration::from_secs(1000),
        time: Duration::from_secs(1000),
        ..Settings::default()
    };
    let mut server = start(settings).await;
    let [head, body] = server.halves();
    let mut open = vec![server.begin(&head).await, server.begin(&body).await];
    // One is worked on, the other waits for its place.
    for _ in 0..2 {
        open.push(server.begin(&server.question(ENDLESS, "")).await);
    }
    server.until((1, 1)).await;
    server.stop.take().unwrap().send(()).unwrap();
    server.ended().await;
    assert!(TcpStream::connect(server.address).await.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_that_is_stopped_with_the_server_is_told_so() {
    let (grace, time) = (PATIENCE, Duration::from_secs(1000));
    let mut server = start(Settings { grace, time, ..Settings::default() }).await;
    let mut socket = server.begin(&server.question(ENDLESS, "")).await;
    server.until((1, 0)).await;
    server.stop.take().unwrap().send(()).unwrap();
    let mut answer = String::new();
    socket.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 504") && answer.contains("interrupted"), "{answer}");
    // The work has ended, so nothing is left to wait for.
    server.ended().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_go_on_is_not_waited_for() {
    let server = start(Settings { reading: Duration::from_secs(3), ..Settings::default() }).await;
    let [head, body] = server.halves();
    for (half, status) in [(head, ""), (body, "HTTP/1.1 408")] {
        let mut socket = server.begin(&half).await;
        let mut answer = Vec::new();
        let ended = tokio::time::timeout(PATIENCE, socket.read_to_end(&mut answer)).await;
        assert!(ended.is_ok(), "{half}");
        assert!(answer.starts_with(status.as_bytes()), "{}", String::from_utf8_lossy(&answer));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn short_questions_with_endless_answers_leave_the_server_alive() {
    let settings = Settings { workers: 1, bytes: 64 << 20, ..Settings::default() };
    let server = start(settings).await;
    let heaps = |heap: &str, count: usize| vec![heap; count].join(",");
    let ask = |verb: &str, rules: &str, position: String, more: &str| {
        format!(r#"{{"verb":"{verb}","rules":"{rules}","position":[{position}]{more}}}"#)
    };
    let listed = server.ask(&ask("moves", "nim", heaps("\"4000\"", 300), "")).await;
    assert!(listed.starts_with("HTTP/1.1 200") && listed.contains(r#""complete":false"#));
    let questions = [
        ask("layout", "nim", heaps("\"1\"", 3000), r#","nodes":2000"#),
        ask("layout", "cram", heaps("\"1x2\"", 3000), r#","nodes":2000"#),
        ask("table", "n -> n-k for k in 1..n", String::new(), r#","to":[5000000]"#),
    ];
    for question in &questions {
        let answer = server.ask(question).await;
        assert!(answer.starts_with("HTTP/1.1 422") && answer.contains(r#""kind":"limit""#), "{answer}");
    }
    assert!(server.ask(r#"{"verb":"games"}"#).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_longer_than_an_answer_may_be_is_refused_while_it_is_made() {
    let server = start(Settings { answer: 1 << 16, ..Settings::default() }).await;
    let table = |last: u32| format!(r#"{{"verb":"table","rules":"nim","to":[{last}]}}"#);
    assert!(server.ask(&table(1000)).await.starts_with("HTTP/1.1 200"));
    let answer = server.ask(&table(100_000)).await;
    assert!(answer.contains("the answer would have more than 64.0 KiB"), "{answer}");
}

/// A long answer to a question that is worked out at once.
const LONG: &str = r#"{"verb":"table","rules":"take 1..3","to":[1200000]}"#;

/// The status of an answer whose rest may never come.
async fn status(socket: &mut TcpStream) -> String {
    let mut begun = [0; 12];
    socket.read_exact(&mut begun).await.unwrap();
    String::from_utf8_lossy(&begun[9..]).into_owned()
}

/// A server with room for one long answer, which waits for room and work as long as it takes.
fn with_little_room(writing: Duration) -> Settings {
    Settings { workers: 2, unread: 1 << 20, writing, time: Duration::from_secs(1000), ..Settings::default() }
}

impl Server {
    /// Asks for a long answer and takes nothing but its status.
    async fn ask_and_not_listen(&self) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(1 << 12).unwrap();
        let mut socket = socket.connect(self.address).await.unwrap();
        socket.write_all(self.question(LONG, "").as_bytes()).await.unwrap();
        assert_eq!(status(&mut socket).await, "200");
        socket
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_nobody_takes_leave_no_room_for_more() {
    let server = start(with_little_room(Duration::from_secs(1000))).await;
    let first = server.ask_and_not_listen().await;
    let mut second = server.begin(&server.question(LONG, "")).await;
    let soon = tokio::time::timeout(Duration::from_secs(2), status(&mut second)).await;
    assert!(soon.is_err(), "{soon:?}");
    // Short answers need no room.
    assert!(server.ask(r#"{"verb":"read","rules":"nim"}"#).await.starts_with("HTTP/1.1 200"));
    drop(first);
    assert_eq!(status(&mut second).await, "200");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_does_not_take_its_answer_is_not_waited_for() {
    let server = start(with_little_room(Duration::from_secs(10))).await;
    let mut first = server.ask_and_not_listen().await;
    let second = server.ask(LONG).await;
    assert!(second.starts_with("HTTP/1.1 200") && second.ends_with('}'), "{}", second.len());
    let mut rest = Vec::new();
    let _ = first.read_to_end(&mut rest).await;
    assert!(rest.len() < second.len() - 1000, "{}", rest.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_sends_more_requests_and_leaves_stops_its_work() {
    let server = start(Settings { time: Duration::from_secs(1000), ..Settings::default() }).await;
    let one = server.question(ENDLESS, "").replace("Connection: close\r\n", "");
    let socket = server.begin(&one.repeat(3)).await;
    server.until((1, 0)).await;
    drop(socket);
    server.until((0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_beyond_any_clock_and_any_machine_are_none() {
    let settings = Settings {
        time: Duration::MAX,
        writing: Duration::MAX,
        workers: usize::MAX,
        unread: usize::MAX,
        ..Settings::default()
    };
    let server = start(settings).await;
    let answer = server.ask(r#"{"verb":"solve","rules":"nim","position":["5"]}"#).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_beyond_the_limit_wait_until_one_ends() {
    let settings = Settings { connections: 2, reading: Duration::from_secs(1000), ..Settings::default() };
    let server = start(settings).await;
    let [head, _] = server.halves();
    let first = server.begin(&head).await;
    let _second = server.begin(&head).await;
    let mut third = server.begin(&server.question(r#"{"verb":"read","rules":"nim"}"#, "")).await;
    let soon = tokio::time::timeout(Duration::from_secs(1), status(&mut third)).await;
    assert!(soon.is_err(), "{soon:?}");
    drop(first);
    let later = tokio::time::timeout(PATIENCE, status(&mut third)).await;
    assert_eq!(later.unwrap(), "200");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_http_is_refused_like_everything_else() {
    let server = start(Settings::default()).await;
    let chunked = "Transfer-Encoding: chunked\r\n";
    let part = |body: &str| {
        let whole = server.question("", chunked).replace("Content-Length: 0\r\n", "");
        format!("{whole}{body}")
    };
    let cases = [
        ("GARBAGE\r\n\r\n".to_string(), "400"),
        ("GET / HTTP/1.1\r\nHost localhost\r\n\r\n".into(), "400"),
        ("\x16\x03\x01\x02\r\n\r\n".into(), "400"),
        (format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(1 << 17)), "414"),
        (format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "a".repeat(1 << 20)), "431"),
        // A body whose parts are none, and bodies that are no question.
        (part("ZZ\r\n"), "400"),
        (server.question("\u{1}\u{2}", ""), "400"),
        (server.question("", ""), "400"),
        (server.question("[1,2]", ""), "400"),
        (server.question(r#"{"verb":"solve","rules":7}"#, ""), "400"),
    ];
    for (request, status) in cases {
        let answer = server.send(request.clone()).await;
        let request = &request[..request.len().min(60)];
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
        assert!(answer.contains("content-type: application/json\r\n"), "{request}: {answer}");
        assert!(answer.contains("x-content-type-options: nosniff\r\n"), "{request}: {answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert!(body["error"]["kind"].is_string() && body["error"]["message"].is_string(), "{body}");
        let message = body["error"]["message"].as_str().unwrap();
        assert!(!message.contains("too long") || status != "400", "{request}: {message}");
    }
}

/// The lines of an answer, without the framing of its parts.
fn lines(answer: &str) -> Vec<serde_json::Value> {
    answer
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

const TOLD: &str = "Accept: application/x-ndjson\r\n";

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_for_lines_is_told_where_the_work_is() {
    // On a busy machine it may take longer until there is something to tell.
    for seconds in [2, 8, 32, 128] {
        let server = start(Settings { time: Duration::from_secs(seconds), ..Settings::default() }).await;
        let answer = server.send(server.question(ENDLESS, TOLD)).await;
        assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("application/x-ndjson"), "{answer}");
        let lines = lines(&answer);
        let (last, told) = lines.split_last().unwrap();
        assert_eq!(last["error"]["kind"], "timeout");
        assert!(told.iter().all(|line| line["told"]["unit"].is_string()), "{told:?}");
        let done: Vec<u64> = told.iter().map(|line| line["told"]["done"].as_u64().unwrap()).collect();
        assert!(done.is_sorted(), "{done:?}");
        if done.first() < done.last() {
            return;
        }
    }
    panic!("nothing was told");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_in_lines_is_the_same_answer() {
    let server = start(Settings::default()).await;
    for question in
        [r#"{"verb":"solve","rules":"nim","position":["7","10"]}"#, r#"{"verb":"read","rules":"n ->"}"#]
    {
        let plain = server.ask(question).await;
        let (_, body) = plain.split_once("\r\n\r\n").unwrap();
        let told = server.send(server.question(question, TOLD)).await;
        let whole: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(lines(&told).last().unwrap(), &whole);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_stops_listening_to_lines_stops_its_work() {
    let server = start(Settings { time: Duration::from_secs(1000), ..Settings::default() }).await;
    let mut socket = server.begin(&server.question(ENDLESS, TOLD)).await;
    assert_eq!(status(&mut socket).await, "200");
    server.until((1, 0)).await;
    drop(socket);
    server.until((0, 0)).await;
}

fn description() -> serde_json::Value {
    serde_json::from_str(include_str!("../src/openapi.json")).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_refusal_is_the_same_object_and_is_described() {
    let server = start(Settings::default()).await;
    let local = server.address.to_string();
    let games = server.question(r#"{"verb":"games"}"#, "");
    let put = |path: &str| server.get(path, &local).replacen("GET", "PUT", 1);
    let ask = "/api/ask";
    let cases = [
        (ask, server.question("{", ""), "400"),
        (ask, server.question(r#"{"verb":"games"}"#, "Origin: https://evil.example\r\n"), "403"),
        (ask, server.get(ask, &local), "405"),
        (ask, put(ask), "405"),
        (ask, server.question(&" ".repeat(1 << 17), ""), "413"),
        (ask, games.replace("application/json", "text/plain"), "415"),
        (ask, games.replace(&local, "evil.example"), "421"),
        (ask, server.question(r#"{"verb":"read","rules":"n ->"}"#, ""), "422"),
        ("/api/health", put("/api/health"), "405"),
        ("/api/health", server.get("/api/health", "evil.example"), "421"),
        ("/api/openapi.json", put("/api/openapi.json"), "405"),
        ("/api/openapi.json", server.get("/api/openapi.json", "evil.example"), "421"),
        ("", put("/"), "405"),
        ("", server.get("/nothing/here", &local), "404"),
    ];
    let description = description();
    for (path, request, status) in cases {
        let answer = server.send(request).await;
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{path} {status}: {answer}");
        assert!(answer.contains("content-type: application/json\r\n"), "{answer}");
        assert!(status != "405" || answer.contains("allow: "), "{answer}");
        let (_, body) = answer.split_once("\r\n\r\n").unwrap();
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert!(body["error"]["kind"].is_string() && body["error"]["message"].is_string(), "{body}");
        let mut methods = description["paths"][path].as_object().into_iter().flat_map(|path| path.values());
        assert!(
            path.is_empty() || methods.any(|method| method["responses"][status].is_object()),
            "{path} {status}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_for_a_period_without_a_limit_looks_as_far_as_described() {
    let described = &description()["components"]["schemas"]["Question"]["properties"]["limit"]["default"];
    let server = start(Settings::default()).await;
    let answer = server.ask(r#"{"verb":"period","rules":"squares"}"#).await;
    assert!(answer.contains(&format!(r#""limit":{described}"#)), "{answer}");
}

#[test]
fn the_description_lists_every_verb() {
    let description = description();
    let verbs = &description["components"]["schemas"]["Verb"]["oneOf"];
    for verb in verbs.as_array().unwrap() {
        let verb = &verb["const"];
        let question = serde_json::json!({ "verb": verb });
        assert!(serde_json::from_value::<grundy::ask::Question>(question).is_ok(), "{verb}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_may_show_the_page_only_where_the_server_was_told_so() {
    for frames in [false, true] {
        let server = start(Settings { frames, ..Settings::default() }).await;
        let answer = server.send(server.get("/", &server.address.to_string())).await;
        assert!(answer.contains("content-security-policy: default-src 'none'"), "{answer}");
        assert_eq!(answer.contains("frame-ancestors 'none'"), !frames, "{answer}");
    }
}
