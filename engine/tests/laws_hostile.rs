//! Laws of hostile texts: every kind of nesting and of plenty is read at its bound, on a small stack and all the way to
//! the answer, and one more is refused with the bound in the message.

use std::collections::BTreeMap;

use grundy::ask::{Asker, Question, Verb};
use grundy::{ErrorKind, Lets, Literal, Patience, Rules, Work};

/// The least stack on which rules are read: that of an engine in the browser.
const STACK: usize = 1 << 20;

/// A law that runs on a stack of that size.
fn on_a_small_stack<T: Send + 'static>(law: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(STACK).spawn(law).unwrap().join().unwrap()
}

/// What may be repeated in a text: its name in the refusal, how often, and the text with so many.
type Plenty = (&'static str, usize, fn(usize) -> String);

const PLENTY: &[Plenty] = &[
    ("nested too deeply: more than 100", 98, |n| format!("n -> {}n-1{}", "(".repeat(n), ")".repeat(n))),
    ("nested too deeply: more than 100", 99, |n| format!("n -> {}n", "-".repeat(n))),
    ("nested too deeply: more than 100", 98, |n| format!("n -> n-1 if {}n>0", "not ".repeat(n))),
    ("nested too deeply: more than 100", 98, |n| format!("n -> {}n-1{}", "max(0,".repeat(n), ")".repeat(n))),
    ("nested too deeply: more than 100", 99, |n| format!("n -> {}0{}", "a[".repeat(n), "]".repeat(n))),
    ("nested too deeply: more than 100", 49, |n| {
        format!("n -> n-1 if {}n>0{}", "n in {(".repeat(n), ")}".repeat(n))
    }),
    ("nested too deeply: more than 100", 99, |n| format!("n -> n{}", "^1".repeat(n))),
    ("nested too deeply: more than 100", 98, |n| {
        format!("n -> {}n-1{}", "if n>0 then ".repeat(n), " else n".repeat(n))
    }),
    ("nested too deeply: more than 100", 98, |n| format!("n -> {}n-1", "if n>9 then n else ".repeat(n))),
    ("nested too deeply: more than 100", 98, |n| {
        let choices: String = (0..n).map(|i| format!(" for k{i} in 1..1)")).collect();
        format!("n -> {}n-1{choices}", "sum(".repeat(n))
    }),
    ("nested too deeply: more than 100", 99, |n| {
        let members: String = (0..n).map(|i| format!("{{k{i} in ")).collect();
        let conditions: String = (0..n).rev().map(|i| format!(" if k{i} > 0}}")).collect();
        format!("n -> n-k for k in {members}1..2{conditions}")
    }),
    ("more than 500 operators", 500, |n| format!("n -> n{}", "-1".repeat(n))),
    ("more than 500 operators", 500, |n| format!("n -> n{}", "*n".repeat(n))),
    ("more than 500 operators", 500, |n| format!("n -> 0 if n>0{}", " or n>0".repeat((n - 1) / 2))),
    ("more than 500 operators", 500, |n| format!("n -> 0 if n{}", " in{1}".repeat(n))),
    ("more than 500 operators", 500, |n| format!("n -> 0 if n{}", " not in{1}".repeat(n))),
    ("more than 64 choices and conditions", 64, |n| {
        let clauses: Vec<String> = (0..n).map(|i| format!("for k{i} in {i}..{i}")).collect();
        format!("n -> n-1 {}", clauses.join(" "))
    }),
    ("more than 64 choices and conditions", 64, |n| format!("n -> n-1 {}", "if n>0 ".repeat(n))),
    ("more than 64 choices and conditions", 64, |n| {
        let clauses: Vec<String> = (0..n).map(|i| format!("for k{i} in {i}..{i}")).collect();
        format!("n -> n-1-sum(1 {}) | each(0 {})", clauses.join(" "), clauses.join(" "))
    }),
    ("more than 64 parts", 64, |n| format!("n -> {}", vec!["n-1"; n].join("&"))),
    ("more than 256 kinds of move", 256, |n| format!("n -> {}", vec!["n-1"; n].join("|"))),
    ("more than 64 coordinates", 64, |n| {
        let axes: Vec<String> = (0..n).map(|i| format!("x{i}")).collect();
        format!("({0}) -> ({0}) if x0 < 0", axes.join(","))
    }),
    ("more than 64 arguments", 64, |n| format!("n -> min({})", vec!["n-1"; n].join(","))),
    ("more than 1024 named values", 1024, |n| {
        let names: Vec<String> = (0..n).map(|i| format!("v{i}")).collect();
        format!("(n, c in {{{}}}) -> (n-1, c)", names.join(","))
    }),
];

/// The list that some of the texts read.
fn lets(text: &str) -> Lets {
    let list = || ("a".to_string(), Literal::List(vec![0; 8]));
    text.contains("a[").then(list).into_iter().collect()
}

/// Some planning is long, and none of it may be deep.
const PATIENT: u64 = 2_000;

fn answer_everything(text: &str) {
    let lets: BTreeMap<String, String> =
        lets(text).iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let position = match text.split_once("->").map_or("", |(head, _)| head) {
        head if head.contains("x0") => vec!["2"; head.split(',').count()].join(","),
        head if head.contains("v0") => "2,v0".into(),
        _ => "2".into(),
    };
    for verb in [Verb::Read, Verb::Solve, Verb::Moves, Verb::Layout, Verb::Table, Verb::Period] {
        let question = Question {
            rules: text.into(),
            lets: lets.clone(),
            position: vec![position.clone()],
            max_positions: Some(1000),
            nodes: Some(50),
            ..Question::of(verb)
        };
        // Whatever the answer is, the stack is still there.
        let _ = Asker::default().ask(&question, &Work::watched(&Patience::new(PATIENT)));
    }
}

#[test]
fn at_its_bound_every_text_is_followed_to_the_answer_on_a_small_stack() {
    for (_, most, text) in PLENTY {
        let text = text(*most);
        on_a_small_stack(move || {
            match Rules::read(&text, &lets(&text), &Work::unwatched()) {
                // Some of them make no sense, but only because of what they say.
                Err(e) => assert_eq!(e.kind(), ErrorKind::Rule, "{}: {e}", &text[..60.min(text.len())]),
                Ok(rules) => {
                    assert_eq!(rules.clone().syntax, rules.syntax);
                    assert_eq!(rules.form().as_ref().clone(), *rules.form().as_ref());
                    assert!(!format!("{rules:?}").is_empty());
                    let again = grundy::rules::parse(&rules.syntax.to_string(), &Work::unwatched());
                    assert_eq!(again.unwrap(), rules.syntax);
                }
            }
            answer_everything(&text);
        });
    }
}

#[test]
fn past_its_bound_every_text_is_refused_and_the_bound_is_told() {
    for (refusal, most, text) in PLENTY {
        for plenty in [most + 1, 100 * most] {
            let text = text(plenty);
            let read = move || Rules::read(&text, &lets(&text), &Work::unwatched()).map(|_| ());
            let error = on_a_small_stack(read).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Limit, "{refusal} at {plenty}: {error}");
            assert!(error.message().contains(refusal), "{refusal} at {plenty}: {error}");
        }
    }
}

#[test]
fn reading_and_planning_stop_when_they_are_told_to() {
    let impatient = Patience::new(0);
    let told = Work::watched(&impatient);
    let text = "n -> n-k for k in 1..3";
    let error = Rules::read(text, &Lets::new(), &told).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
    let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
    let error = grundy::plan::consider(&rules, grundy::Play::Normal, &told).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Timeout);
}

/// Each choice multiplies the cases, and each case has many facts: nobody waits for such a proof.
#[test]
fn a_proof_that_takes_long_is_given_up() {
    let choices: Vec<String> = (0..64).map(|k| format!("for k{k} in {{0..1,2..3,4..5,6..7}}")).collect();
    let text = format!("n -> n-1 {}", choices.join(" "));
    let rules = Rules::read(&text, &Lets::new(), &Work::unwatched()).unwrap();
    let patient = Patience::new(PATIENT);
    let work = Work::watched(&patient);
    assert_eq!(
        grundy::plan::consider(&rules, grundy::Play::Normal, &work).unwrap_err().kind(),
        ErrorKind::Timeout
    );
    assert!(patient.asked() < 4_000);
}

/// Short texts that ask for much: each is refused soon, by the bound on what is gathered or by the size of numbers.
#[test]
fn nothing_is_gathered_without_end() {
    for (text, kind) in [
        ("n -> n-1 if sum(1..10^18) > 0", ErrorKind::Limit),
        ("n -> n-1 if any(k == 2^62 for k in 1..2^62)", ErrorKind::Limit),
        ("n -> n-1 if count(i < j for i in 1..10^5 for j in 1..10^5) > 0", ErrorKind::Limit),
        ("n -> n-1 if max(sum(1..k) for k in 1..10^4) > 0", ErrorKind::Limit),
        ("n -> n-1 if count(primes(10^15)) > 0", ErrorKind::Limit),
        ("n -> each(0 for k in 1..10^9)", ErrorKind::Limit),
        ("n -> each(0 for k in 1..10^6)", ErrorKind::Limit),
        ("n -> n-2^(2^(n+9))", ErrorKind::Evaluation),
        ("n -> n-(1 shl 99)", ErrorKind::Evaluation),
        ("n -> n-max(k for k in 2..1)", ErrorKind::Evaluation),
        ("n -> n-sum(2^62 for k in 1..2)", ErrorKind::Evaluation),
    ] {
        let error = on_a_small_stack(move || {
            let rules = Rules::read(text, &Lets::new(), &Work::unwatched()).unwrap();
            let position = grundy::Position(vec![rules.component("2").unwrap()]);
            let request = grundy::Request { rules: &rules, position: &position, play: None };
            grundy::solve(&request, &Work::unwatched()).map(|report| report.outcome).unwrap_err()
        });
        assert_eq!(error.kind(), kind, "{text}: {error}");
    }
}

/// The same for rules over places, whose terms are read and worked out by other code.
#[test]
fn rules_over_places_are_bounded_as_well() {
    let nested: [fn(usize) -> String; 4] = [
        |n| {
            let choices: String = (0..n).map(|i| format!(" for k{i} in 0..0)")).collect();
            format!("w on strip of 0.. -> w[0:={}w[0]-1{choices}]", "sum(".repeat(n))
        },
        |n| {
            let choices: String = (0..n).map(|i| format!(" for k{i} in 0..0)")).collect();
            format!("w on strip of 0.. -> w[0:=w[0]-1] if {}w[0] > 0{choices}", "all(".repeat(n))
        },
        |n| format!("w on strip of 0.. -> w[0:={}w[0]-1]", "if w[0] > 9 then 0 else ".repeat(n)),
        |n| format!("w on strip of 0.. -> w[0:=w[0]-1{}]", "^1".repeat(n)),
    ];
    let ask = |text: String, position: &'static str| {
        on_a_small_stack(move || {
            let work = Work::unwatched();
            let position = [position.to_string()];
            let opened = grundy::open(grundy::Source::Text(&text), &Lets::new(), &position, None, &work);
            opened.and_then(|mut game| game.report(&work)).map(|report| report.outcome)
        })
    };
    for text in nested {
        let deepest = (1..200).take_while(|n| ask(text(*n), "2").is_ok()).last().unwrap_or(0);
        assert!(deepest >= 90, "{} is read {deepest} deep", text(1));
        for plenty in [deepest + 1, 10_000] {
            let error = ask(text(plenty), "2").unwrap_err();
            assert!(error.to_string().contains("nested too deeply"), "{error}");
        }
    }
    for (text, kind) in [
        ("w on strip of 0.. -> w[0:=w[0]-sum(1..10^18)]", ErrorKind::Limit),
        ("w on strip of 0.. -> w[0:=0] if any(k == 2^62 for k in 1..2^62) and w[0] > 0", ErrorKind::Limit),
        (
            "w on strip of 0.. -> w[0:=0] if count(i < j for i in 1..10^5 for j in 1..10^5) > 0",
            ErrorKind::Limit,
        ),
        ("w on strip of 0.. -> w[0:=2^(2^(w[0]+9))]", ErrorKind::Evaluation),
        ("w on strip of 0.. -> w[0:=w[0]-(1 shl 99)]", ErrorKind::Evaluation),
    ] {
        assert_eq!(ask(text.into(), "2").unwrap_err().kind(), kind, "{text}");
    }
}

#[test]
fn a_list_is_kept_once_however_often_it_is_read() {
    let text = format!("n -> n-s for s in {{{}}} if n in a", vec!["a[0]+a[n]"; 240].join(","));
    let lets = Lets::from([("a".to_string(), Literal::List((1..8000).collect()))]);
    let rules = Rules::read(&text, &lets, &Work::unwatched()).unwrap();
    assert_eq!(rules.form().lists.len(), 1);
}

#[test]
fn a_text_that_does_not_fit_into_the_memory_is_refused() {
    let text = format!("n -> n-s for s in {{{}}}", vec!["1"; 100_000].join(","));
    let mut work = Work::unwatched();
    work.limits.bytes = 1 << 20;
    assert_eq!(Rules::read(&text, &Lets::new(), &work).unwrap_err().kind(), ErrorKind::Limit);
    assert!(Rules::read(&text, &Lets::new(), &Work::unwatched()).is_ok());
}

#[test]
fn a_certificate_with_a_hostile_text_is_no_proof() {
    use grundy::heap::{Certificate, Sequence};
    let mut kayles = Sequence::new("0.77".parse().unwrap());
    kayles.find_period(1000, &Work::unwatched()).unwrap();
    let certificate = kayles.certificate().unwrap();
    for (_, most, text) in PLENTY {
        for plenty in [*most, 100 * most] {
            let mut value = serde_json::to_value(&certificate).unwrap();
            value["rules"] = serde_json::json!({"text": text(plenty), "lets": {}});
            let hostile: Certificate = serde_json::from_value(value).unwrap();
            let accepted = on_a_small_stack(move || {
                let patient = Patience::new(PATIENT);
                let work = Work::watched(&patient);
                matches!(grundy::verify::check(&hostile, &work), Ok(Ok(())))
            });
            assert!(!accepted);
        }
    }
}
