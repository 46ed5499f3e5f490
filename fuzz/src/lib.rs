//! Laws that must hold for any input. Each takes bytes, makes a case of them and panics if the law is broken; the
//! tests of this crate run them on pseudo-random bytes, `cargo fuzz` on bytes that it chooses.

mod definition;
mod generate;

use grundy::plan::RECOGNISERS;
use grundy::rules::{check, parse};
use grundy::{ErrorKind, Lets, Limits, Position, Request, Rules, Work, solve};

pub use definition::Definition;
pub use generate::Bytes;

/// Limits under which no case takes long.
const SMALL: Limits = Limits { positions: 4_000, bytes: 1 << 26, answer: u64::MAX, threads: None };

/// A rule printed and read again is the same rule with the same form.
pub fn rule_round_trip(data: &[u8]) {
    let text = Bytes::new(data).rule();
    let rule = parse(&text, &Work::unwatched())
        .unwrap_or_else(|e| panic!("the generator wrote nonsense: {text}\n{e}"));
    let printed = rule.to_string();
    let again =
        parse(&printed, &Work::unwatched()).unwrap_or_else(|e| panic!("{text}\nprinted as {printed}\n{e}"));
    assert_eq!(rule, again, "{text}\nprinted as {printed}");
    assert_eq!(
        check(&rule, &Lets::new(), &Work::unwatched()).ok(),
        check(&again, &Lets::new(), &Work::unwatched()).ok(),
        "{text}\nprinted as {printed}"
    );
}

/// Any text is answered with rules or with an error that points into it; solving with small limits never panics.
pub fn rules_never_panic(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let text = if bytes.pick(2) == 0 { bytes.text() } else { bytes.damaged_rule() };
    let rules = match Rules::read(&text, &Lets::new(), &Work::unwatched()) {
        Ok(rules) => rules,
        Err(error) => {
            if let (Some(span), Some(source)) = (error.span(), error.source_text()) {
                assert!(span.end <= source.len() && span.start <= span.end, "{text:?}: {span:?}");
                assert!(source.is_char_boundary(span.start) && source.is_char_boundary(span.end), "{text:?}");
            }
            return;
        }
    };
    for text in ["0", "5", "3,4", "9223372036854775807", "-1", "2,3,4", "none"] {
        if let Ok(component) = rules.component(text) {
            let position = Position(vec![component]);
            let request = Request { rules: &rules, position: &position, play: None };
            let _ = solve(&request, &Work::within(SMALL));
        }
    }
}

/// A recogniser that accepts rules about heaps has an engine with the values of the general one.
pub fn plans_agree(data: &[u8]) {
    let text = Bytes::new(data).heap_rule();
    let rules =
        Rules::read(&text, &Lets::new(), &Work::unwatched()).unwrap_or_else(|e| panic!("{text}: {e}"));
    let work = Work::within(SMALL);
    let Some((general, special)) = RECOGNISERS.split_last() else { return };
    let Ok(mut plain) = general.recognise(&rules, &work) else { return };
    for recogniser in special {
        let Ok(mut found) = recogniser.recognise(&rules, &work) else { continue };
        for n in 0..40 {
            let (Ok(ours), Ok(theirs)) = (found.engine.value(&[n], &work), plain.engine.value(&[n], &work))
            else {
                break;
            };
            assert_eq!(ours, theirs, "{text} as {} ({}) at {n}", recogniser.shape(), found.why);
        }
    }
}

/// The planner's answer is the one of the plain definition: outcome, value, score and winning moves.
pub fn engines_agree(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let text = bytes.rule();
    let Ok(rules) = Rules::read(&text, &Lets::new(), &Work::unwatched()) else { return };
    let position = bytes.position(&rules);
    let request = Request { rules: &rules, position: &position, play: bytes.play() };
    let case = format!("{text}   at {:?}, {:?}", position.0, request.play);
    let report = match solve(&request, &Work::within(SMALL)) {
        Ok(report) => report,
        Err(e) => {
            let kinds = [ErrorKind::Evaluation, ErrorKind::Limit, ErrorKind::Unsupported];
            assert!(kinds.contains(&e.kind()), "{case}: {e}");
            return;
        }
    };
    let Some(mut definition) = Definition::of(&request) else { return };
    definition.compare(&report, &case);
}
