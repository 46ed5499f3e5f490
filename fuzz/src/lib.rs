//! Laws that must hold for any input. Each takes bytes, makes a case of them and panics if the law is broken; the
//! tests of this crate run them on pseudo-random bytes, `cargo fuzz` on bytes that it chooses.

mod definition;
mod generate;
mod programs;
mod simulated;

use std::collections::BTreeSet;

use grundy::plan::RECOGNISERS;
use grundy::program::{Compiler, Flat, Runnable};
use grundy::rules::{Evaluator, check, parse};
use grundy::{ErrorKind, Lets, Limits, Position, Request, Rules, Work, solve};

pub use definition::Definition;
pub use generate::Bytes;
pub use simulated::SIMULATED;

/// Limits under which no case takes long.
const SMALL: Limits =
    Limits { positions: 4_000, bytes: 1 << 26, answer: u64::MAX, threads: None, compiler: None };

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

/// A rule that is compiled, to machine code or to WebAssembly, and one that is interpreted as a program, has the options and the
/// values of the rule that is walked; where the walk fails, so do they, and in the same words.
pub fn compiled_equals_interpreted(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let text = if bytes.pick(3) == 0 { bytes.heap_rule() } else { bytes.rule() };
    let Ok(rules) = Rules::read(&text, &Lets::new(), &Work::unwatched()) else { return };
    let far = bytes.pick(4) as i64;
    let places: Vec<Vec<i64>> = match rules.form().axes.len() {
        1 => (0..10).map(|n| vec![n * n + far]).collect(),
        _ => (0..20).map(|i| vec![i % 5 + far, i / 5]).collect(),
    };
    // Compiling takes longer than all the rest, so that not every rule is compiled in every way.
    let compiler = [None, Some(grundy_jit::EAGER), Some(SIMULATED), Some(SIMULATED)][bytes.pick(4)];
    back_ends_agree(&rules, &text, &places, &[compiler]);
}

/// Every way to run the programs of a rule, interpreted where there is no compiler, lists the options of the walk at these places
/// and fills tables with the values of a search.
pub fn back_ends_agree(rules: &Rules, text: &str, places: &[Vec<i64>], compilers: &[Option<Compiler>]) {
    for &compiler in compilers {
        let mut listed = Evaluator::new(rules.form().clone(), SMALL.positions);
        listed.hasten(0);
        for place in places.iter().filter(|place| rules.legal(place.to_vec()).is_ok()) {
            let mut walked = Evaluator::new(rules.form().clone(), SMALL.positions);
            let work = Work::within(Limits { compiler, ..SMALL });
            let (ours, theirs) = (options(&mut listed, place, &work), options(&mut walked, place, &work));
            assert_eq!(ours, theirs, "{text} at {place:?}, {compiler:?}");
        }
    }
    tables_agree(rules, text, compilers);
}

/// A program does the same wherever it runs: it ends in the same way, with the same inputs and arrays.
pub fn programs_agree(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let native = bytes.pick(8) == 0;
    let (program, inputs, arrays) = bytes.program();
    let run = |runnable: &dyn Runnable| {
        let (mut inputs, mut arrays) = (inputs.clone(), arrays.clone());
        (runnable.run(&mut inputs, &mut arrays), inputs, arrays)
    };
    let expected = run(&Flat::new(&program));
    for compiler in [Some(SIMULATED), native.then_some(grundy_jit::EAGER)].into_iter().flatten() {
        let compiled = compiler.0.compile(&program).expect("it is short");
        assert_eq!(run(&*compiled), expected, "{program:#?} with {inputs:?}, {arrays:?}: {compiled:?}");
    }
}

/// An option: its kind, its gain, and how often each part is there.
type Listed = BTreeSet<(usize, i64, Vec<u64>, Vec<i64>)>;

/// The options of a position, each once, or what the failure says.
fn options(evaluator: &mut Evaluator, place: &[i64], work: &Work<'_>) -> Result<Listed, String> {
    let mut all = BTreeSet::new();
    let listed = evaluator.options(place, work, &mut |option| {
        all.insert((option.kind, option.gain, option.counts.to_vec(), option.places.to_vec()));
        Ok(())
    });
    listed.map(|()| all).map_err(|error| error.to_string())
}

/// A table that is filled by a program has the values of a search that walks.
fn tables_agree(rules: &Rules, text: &str, compilers: &[Option<Compiler>]) {
    let Some(([.., falling], [general])) = RECOGNISERS.split_last_chunk::<1>() else { return };
    let place = if rules.form().axes.len() == 1 { vec![500] } else { vec![19, 17] };
    if rules.legal(place.clone()).is_err() || !rules.form().is_normal() {
        return;
    }
    let Ok(mut plain) = general.recognise(rules, &Work::within(SMALL)) else { return };
    for &compiler in compilers {
        let work = Work::within(Limits { compiler, ..SMALL });
        let Ok(mut found) = falling.recognise(rules, &work) else { return };
        let ours = found.engine.value(&place, &work);
        let theirs = plain.engine.value(&place, &Work::within(SMALL));
        // A search meets fewer positions than a table has, so that it may not fail where the table does.
        match (ours, theirs) {
            (Ok(ours), Ok(theirs)) => assert_eq!(ours, theirs, "{text} at {place:?}, {compiler:?}"),
            (Ok(_), Err(e)) => assert_eq!(e.kind(), ErrorKind::Limit, "{text} at {place:?}: {e}"),
            (Err(_), _) => {}
        }
    }
}
