//! Nothing small waits behind something large.

use super::*;

/// How the work of a server goes on that is never told to stop.
fn patient(workers: usize) -> Settings {
    Settings { workers, time: Duration::from_secs(1000), grace: PATIENCE, ..Settings::default() }
}

impl Server {
    async fn begin_endless(&self, count: usize) -> Vec<TcpStream> {
        let mut open = Vec::new();
        for _ in 0..count {
            open.push(self.begin(&self.question(ENDLESS, "")).await);
        }
        open
    }

    /// Asks all of these at the same time; every one must be answered.
    async fn answers_all(self: &std::sync::Arc<Server>, questions: impl IntoIterator<Item = String>) {
        let ask = |question: String| {
            let server = self.clone();
            tokio::spawn(async move { tokio::time::timeout(PATIENCE, server.ask(&question)).await })
        };
        let asked: Vec<_> = questions.into_iter().map(ask).collect();
        for one in asked {
            let answer = one.await.unwrap().unwrap();
            assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        }
    }
}

fn read() -> String {
    r#"{"verb":"read","rules":"nim"}"#.to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_small_questions_pass_two_that_never_end() {
    let server = std::sync::Arc::new(start(patient(2)).await);
    let _endless = server.begin_endless(2).await;
    server.until((2, 0)).await;
    server.answers_all((0..200).map(|_| read())).await;
    assert_eq!(server.busy().await, (2, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn small_questions_pass_fifty_that_never_end() {
    let server = std::sync::Arc::new(start(patient(2)).await);
    let _endless = server.begin_endless(50).await;
    let solve = |n| format!(r#"{{"verb":"solve","rules":"kayles","position":["{n}"]}}"#);
    server.answers_all((0..100).map(|n| if n % 2 == 0 { read() } else { solve(n / 5) })).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_neither_small_nor_endless_passes_those_that_never_end() {
    let server = std::sync::Arc::new(start(patient(1)).await);
    let _endless = server.begin_endless(3).await;
    server.until((1, 2)).await;
    let period = r#"{"verb":"period","rules":"n -> a & n-a for a in 1..(n-1)/2","limit":4000}"#;
    server.answers_all([period.to_string()]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_leaves_gives_up_its_place_in_the_line() {
    let server = start(patient(1)).await;
    let mut endless = server.begin_endless(3).await;
    server.until((1, 2)).await;
    // Whichever of them this was, one goes on and the others wait.
    drop(endless.pop());
    server.until((1, 1)).await;
    drop(endless);
    server.until((0, 0)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn stopping_wakes_those_that_wait() {
    let mut server = start(patient(1)).await;
    let endless = server.begin_endless(3).await;
    server.until((1, 2)).await;
    server.stop.take().unwrap().send(()).unwrap();
    let mut ends = Vec::new();
    for mut socket in endless {
        ends.push(tokio::time::timeout(PATIENCE, status(&mut socket)).await.unwrap());
    }
    ends.sort_unstable();
    assert_eq!(ends, ["503", "503", "504"]);
    server.ended().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_is_limited_as_work_is() {
    let server = start(Settings { time: Duration::from_millis(500), ..patient(1) }).await;
    for mut socket in server.begin_endless(8).await {
        let end = tokio::time::timeout(PATIENCE, status(&mut socket)).await.unwrap();
        assert!(["503", "504"].contains(&end.as_str()), "{end}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_that_wait_for_room_do_not_hold_up_small_questions() {
    let server = std::sync::Arc::new(start(with_little_room(Duration::from_secs(1000))).await);
    let _first = server.ask_and_not_listen().await;
    let mut others = Vec::new();
    for _ in 0..4 {
        others.push(server.begin(&server.question(LONG, "")).await);
    }
    // Both places of the last lane wait for room with an answer, the rest for such a place.
    server.until((2, 2)).await;
    server.answers_all((0..10).map(|_| read())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_as_deep_as_they_may_be_are_read() {
    let server = start(Settings::default()).await;
    let nested = |depth: usize| format!("n -> {}n-1{}", "(".repeat(depth), ")".repeat(depth));
    let chain = |length: usize| format!("n -> n-1 if n > 0{}", " and n > 0".repeat(length));
    for rules in [nested(90), nested(100_000 / 4), chain(240), chain(5000)] {
        let answer = server.ask(&format!(r#"{{"verb":"read","rules":"{rules}"}}"#)).await;
        assert!(answer.starts_with("HTTP/1.1 200") || answer.contains(r#""kind":"limit""#), "{answer}");
    }
    assert!(server.ask(&read()).await.starts_with("HTTP/1.1 200"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_is_told_how_many_come_first() {
    let server = start(patient(1)).await;
    let _endless = server.begin_endless(3).await;
    server.until((1, 2)).await;
    let mut socket = server.begin(&server.question(ENDLESS, TOLD)).await;
    let told = async {
        let (mut text, mut piece) = (String::new(), [0; 4096]);
        while !text.contains(r#"{"told":{"ahead":"#) {
            let read = socket.read(&mut piece).await.unwrap();
            assert!(read > 0, "{text}");
            text.push_str(&String::from_utf8_lossy(&piece[..read]));
        }
        text
    };
    let text = tokio::time::timeout(PATIENCE, told).await.unwrap();
    let (_, ahead) = text.split_once(r#"{"ahead":"#).unwrap();
    assert!(ahead.starts_with(['1', '2']), "{text}");
}
