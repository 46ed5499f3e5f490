//! Our engine as it runs in the browser, in a process of Node.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::cases::{Answer, Case};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/browser.mjs");

/// The process, and the two ends of the line to it.
pub struct Browser {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Browser {
    /// Starts it; nothing if there is no Node or no page was built (`make page`).
    pub fn start() -> Option<Browser> {
        let mut child = Command::new("node")
            .arg(SCRIPT)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
        let mut browser = Browser { child, to, from };
        browser.ask(&json!({ "verb": "read", "rules": "nim" })).map(|_| browser)
    }

    /// Asks; the answer, and how long it took there.
    fn ask(&mut self, question: &Value) -> Option<(Duration, Value)> {
        writeln!(self.to, "{question}").ok()?;
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        let mut reply: Value = serde_json::from_str(&line).ok()?;
        Some((Duration::from_secs_f64(reply["ms"].as_f64()? / 1000.0), reply["answer"].take()))
    }

    /// Answers one rule, in the sort of answer that the rival gives, and says how long it took.
    pub fn answer(&mut self, case: &Case, like: Answer) -> (Duration, Answer) {
        let lets: serde_json::Map<String, Value> =
            case.lets.iter().map(|(name, value)| (name.to_string(), json!(value.to_string()))).collect();
        let question =
            json!({ "verb": "solve", "rules": case.rule, "lets": lets, "position": [case.position] });
        let (took, answer) = self.ask(&question).expect("the engine in the browser answers");
        let found = match like {
            Answer::Value(_) => answer["value"].as_u64().map(Answer::Value),
            Answer::Score(_) => answer["score"].as_i64().map(Answer::Score),
            Answer::Outcome(_) => {
                answer["outcome"].as_str().and_then(|text| text.chars().next()).map(Answer::Outcome)
            }
        };
        (took, found.unwrap_or_else(|| panic!("{}: {answer}", case.rule)))
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
