//! Which method a program takes, after what the planner found, and the functions that it is made of.

use crate::error::{Error, ErrorKind, Fault, Result};
use crate::heap::{CertifiedGame, Period, TakeBreak, Theorem, Verdict};
use crate::outcome::Play;
use crate::plan::{self, ClosedOutcomes, RECOGNISERS, consider, steps};
use crate::proofs::cases::cases;
use crate::proofs::growth::refuse_growth;
use crate::proofs::linear::Linear;
use crate::proofs::potential::descent;
use crate::report::sentence::Fit;
use crate::rules::{Form, Rules};
use crate::solve::small_position;
use crate::work::Work;

use super::rule::{RuleWriter, one_place};
use super::script::{body, expression, functions};
use super::scripts::*;
use super::tree::{Expr, Function, Operator, Stmt, Type};

/// The longest period that is looked for takes so many times the table of a program to be proved.
const LOOKED_AT: u64 = 4;
/// The longest table that a program makes before a period folds all heaps into it: of heaps that split, whose options are
/// many, and of heaps that do not.
const SPLIT_TABLE: u64 = 5_000;
const TABLE: u64 = 200_000;
/// The most amounts that are written out.
const AMOUNTS: usize = 200;

/// The functions of a method, and how a position is judged by them.
#[derive(Default)]
pub(super) struct Method {
    /// Why it is right, and up to where.
    pub(super) why: Vec<String>,
    pub(super) constants: Vec<(String, Type, Expr)>,
    pub(super) globals: Vec<(String, Type, Expr)>,
    pub(super) functions: Vec<Function>,
    /// What is done with a `position` before it is known who wins.
    pub(super) before: Vec<Stmt>,
    pub(super) won: Option<Expr>,
    pub(super) drawn: Option<Expr>,
    /// The value or score, where there is one.
    pub(super) known: Option<Expr>,
    /// A winning move: the component and the option are in `i`, `start` and this expression.
    pub(super) found: Option<Found>,
    /// Whether who wins may have no move.
    pub(super) may_have_none: bool,
    /// Whether moves are listed by `options` that follow the rule.
    pub(super) by_rule: bool,
    pub(super) values: bool,
}

/// How a winning move is found in component `i`, which is `start`.
pub(super) enum Found {
    /// Under a condition, by an expression.
    If(Vec<Stmt>, Expr, Expr),
    /// Among the moves, by a condition on `m`, which leads to this.
    Among(Type, Expr, Expr),
}

/// The method for these rules.
pub(super) fn choose(rules: &Rules, writer: &mut RuleWriter<'_>, work: &Work<'_>) -> Result<Method> {
    let form = rules.form();
    if form.scores() {
        return scores(rules, work);
    }
    let play = form.ending.play;
    if form.ending.win_if.is_some() || form.moves_on() || play == Play::Misere {
        if plan::whole::is_misere_nim(rules, work) && play == Play::Misere && !form.moves_on() {
            return Ok(misere_nim());
        }
        return whole(rules, writer, work);
    }
    if let Some((ClosedOutcomes::Wythoff, _, why)) = ClosedOutcomes::by_formula(rules) {
        return Ok(wythoff(rules, &why));
    }
    let thoughts = consider(rules, play, work)?;
    let fit = thoughts.last().and_then(|thought| thought.found.as_ref().ok()).map(|(fit, _)| fit.clone());
    let fit = fit.unwrap_or(Fit::AsMet);
    if let Some(method) = formula(rules, &fit) {
        return Ok(method);
    }
    if let Some(method) = periodic(rules, &fit, work)? {
        return Ok(method);
    }
    if let Some(method) = falling_window(rules, &fit, work)? {
        return Ok(method);
    }
    match (descent(form, work), ends(form, work)) {
        (Ok(_), _) => Ok(table(rules, &fit)),
        (Err(_), Some(potential)) if !form.is_heap() => Ok(table(rules, &Fit::Falls { potential })),
        _ => whole(rules, writer, work),
    }
}

/// What falls with every move and is never negative before one, so that the game ends: what the planner knows of, or a sum
/// and difference of coordinates.
fn ends(form: &Form, work: &Work<'_>) -> Option<String> {
    if let Ok(descent) = descent(form, work) {
        return Some(descent.potential.show(form));
    }
    let axes = form.axes.len();
    if axes > 4 {
        return None;
    }
    let cases = cases(form, work)?;
    let weights = |code: usize| (0..axes).map(move |at| (code / 3usize.pow(at as u32) % 3) as i64 - 1);
    let weighed = |code: usize, place: &dyn Fn(usize) -> Linear| {
        weights(code)
            .enumerate()
            .fold(Linear::default(), |sum, (at, weight)| sum.plus(&place(at).times(weight.into())))
    };
    let falls = |code: &usize| {
        let here = weighed(*code, &Linear::variable);
        cases.iter().all(|case| {
            let lower = |part: &Vec<Linear>| here.minus(&weighed(*code, &|at| part[at].clone())).shifted(-1);
            case.implies(&here, work) && case.parts.iter().all(|part| case.implies(&lower(part), work))
        })
    };
    let found = (0..3usize.pow(axes as u32)).find(falls)?;
    let named = weights(found).zip(&form.axes).filter(|(weight, _)| *weight != 0);
    let mut named: Vec<(i64, &str)> = named.map(|(weight, axis)| (weight, axis.name.as_str())).collect();
    named.sort_by_key(|(weight, _)| -weight);
    let text: String = named
        .iter()
        .map(|(weight, name)| format!(" {} {name}", if *weight > 0 { '+' } else { '-' }))
        .collect();
    Some(text.trim_start_matches(" + ").trim().to_string())
}

/// The error for what has no program.
pub(super) fn not_written(fault: Fault) -> Error {
    Error::new(ErrorKind::Unsupported, fault)
}

/// The nim-sum of the values of a position.
const TOTAL: &str = "let total: int = 0\neach q: place in position\n    total = total ^ value(q)";

/// What all methods by values share.
pub(super) fn by_values(rules: &Rules, why: Vec<String>) -> Method {
    let single = one_place(rules);
    let nim_sum = functions(NIM_SUM, single);
    Method {
        why,
        functions: nim_sum,
        before: body(if single { TOTAL } else { "let total: int = nim_sum(position)" }, single),
        won: Some(expression("total != 0")),
        known: Some(Expr::name("total")),
        found: Some(Found::If(
            body("let wanted: int = value(start) ^ total", single),
            expression("wanted < value(start)"),
            expression("find(start, wanted)"),
        )),
        values: true,
        by_rule: true,
        ..Method::default()
    }
}

/// Finding options of a value by looking at all of them.
pub(super) fn by_search(method: &mut Method, single: bool) {
    let (find, winning) = if single { (FIND_ONE, WINNING_ONE) } else { (FIND_SUM, WINNING_SUM) };
    method.functions.extend(functions(find, single));
    method.functions.extend(functions(winning, single));
}

/// A value that follows from the size of a heap.
fn formula(rules: &Rules, fit: &Fit) -> Option<Method> {
    let twos = |first: &str| TWOS.replace("FIRST", first);
    let (script, searched) = match fit {
        Fit::EverySmaller | Fit::UpToAll { .. } => (NIM.to_string(), false),
        Fit::UpTo { modulus, .. } => (REMAINDER.replace("MODULUS", &modulus.to_string()), false),
        Fit::ToDivisors => (PRIME_FACTORS.into(), true),
        Fit::EqualParts => (ODD_PRIME_FACTORS.into(), true),
        Fit::TakeDivisor => (twos("1"), true),
        Fit::TakeProperDivisor => (twos("0"), true),
        Fit::OneOrAll => (ONE_OR_ALL.into(), true),
        Fit::Lasker => (LASKER.into(), true),
        _ => return None,
    };
    let single = one_place(rules);
    let reach = if searched {
        "Values are right at any size; to find a move, all of them are looked at."
    } else {
        "It is right for heaps of any size that fit in 64 bits."
    };
    let mut method = by_values(rules, vec![format!("Theorem: {fit}."), reach.into()]);
    method.functions.extend(functions(&script, single));
    if searched {
        by_search(&mut method, single);
        return Some(method);
    }
    method.by_rule = false;
    let to = match fit {
        Fit::UpTo { modulus, .. } => format!("start - (start - wanted) % {modulus}"),
        _ => "wanted".into(),
    };
    if let Some(Found::If(_, _, found)) = &mut method.found {
        *found = expression(&to);
    }
    Some(method)
}

/// A period that is proved, with the table that it folds all heaps into.
fn periodic(rules: &Rules, fit: &Fit, work: &Work<'_>) -> Result<Option<Method>> {
    let Some(game) = plan::certified_game(rules, work)? else { return Ok(None) };
    let most = match &game {
        CertifiedGame::Code { .. } => SPLIT_TABLE,
        CertifiedGame::Take(set) if set.len() <= AMOUNTS => TABLE,
        _ => return Ok(None),
    };
    let Some((period, theorem)) = proved(rules, most, work)? else { return Ok(None) };
    if period.saltus != 0 || period.preperiod.saturating_add(period.period) > most {
        return Ok(None);
    }
    let why = vec![
        format!(
            "Method: {fit}; the values of heaps are tabulated from 0 on, each the least value that no option has."
        ),
        format!(
            "Theorem ({theorem}), proved: from heap {} on the values have the period {}, so the table ends there and \
             heaps of any size that fit in 64 bits are answered.",
            period.preperiod, period.period
        ),
    ];
    let mut method = by_values(rules, why);
    method.by_rule = false;
    method.globals.push(("table".into(), Type::list(Type::Int), Expr::List(Type::Int, Vec::new())));
    method.constants.push(("PREPERIOD".into(), Type::Int, Expr::Int(period.preperiod as i64)));
    method.constants.push(("PERIOD".into(), Type::Int, Expr::Int(period.period as i64)));
    let folded = "if n < PREPERIOD then n else PREPERIOD + (n - PREPERIOD) % PERIOD";
    let single = matches!(game, CertifiedGame::Take(_));
    match &game {
        CertifiedGame::Take(set) => {
            let amounts = set.iter().map(|amount| Expr::Int(*amount as i64)).collect();
            method.constants.push(("AMOUNTS".into(), Type::list(Type::Int), Expr::List(Type::Int, amounts)));
            method.functions.extend(functions(TAKE, true));
        }
        CertifiedGame::Code { code, unequal, least_part, least_heap } => {
            let Ok(digits) = code.parse::<TakeBreak>() else { return Ok(None) };
            let Some(last) = digits.last().filter(|_| digits.tail().is_empty()) else { return Ok(None) };
            if digits.parts() > 2 && (*unequal || *least_part > 1 || *least_heap > 0) {
                return Ok(None);
            }
            let digits: Vec<Expr> = (0..=last).map(|taken| Expr::Int(digits.digit(taken).into())).collect();
            method.constants.push(("DIGITS".into(), Type::list(Type::Int), Expr::List(Type::Int, digits)));
            method.functions.extend(functions(&code_script(code, *unequal, *least_part, *least_heap), false));
        }
        _ => return Ok(None),
    }
    let script = if single { HEAP_TABLE_ONE } else { HEAP_TABLE_SUM };
    method.functions.extend(functions(&script.replace("FOLDED", folded), single));
    // What a move leaves is what the code says, also where the rule of the user leaves one heap always.
    by_search(&mut method, single);
    Ok(Some(method))
}

/// A coordinate that falls by bounded steps, beside others with few values: its period is proved.
fn falling_window(rules: &Rules, fit: &Fit, work: &Work<'_>) -> Result<Option<Method>> {
    let form = rules.form();
    if !matches!(fit, Fit::Window { .. } | Fit::WindowOfStates { .. }) || form.splits() {
        return Ok(None);
    }
    let (Ok((heap, ..)), Some((period, theorem))) = (steps(form, work), proved(rules, TABLE, work)?) else {
        return Ok(None);
    };
    if period.preperiod.saturating_add(period.period) > TABLE {
        return Ok(None);
    }
    let name = &form.axes[heap].name;
    let why = vec![
        format!("Method: {fit}."),
        format!(
            "Theorem ({theorem}), proved: from {name} = {} on the values have the period {}, so that positions of any size \
             that fit in 64 bits are answered.",
            period.preperiod, period.period
        ),
    ];
    let mut method = by_values(rules, why);
    method.constants.push(("PREPERIOD".into(), Type::Int, Expr::Int(period.preperiod as i64)));
    method.constants.push(("PERIOD".into(), Type::Int, Expr::Int(period.period as i64)));
    method.globals.push(memo(Type::Place));
    let script = MEMO_ONE
        .replace("NAME(start: place)", "value(p: place)")
        .replace("    let stack", "    let start: place = FOLDED\n    let stack");
    let mut found = functions(&script, true);
    let folded = super::parameters::folded(form.axes.len(), heap, "PREPERIOD", "PERIOD");
    found.iter_mut().flat_map(|f| &mut f.body).for_each(|stmt| stmt.replace(&[("FOLDED", folded.clone())]));
    method.functions.extend(found);
    by_search(&mut method, true);
    Ok(Some(method))
}

/// The options of a code. The smaller parts of a split need to go no further than preperiod and period: from there on a
/// period moves from one of them to the largest, and no value changes.
fn code_script(code: &str, unequal: bool, least_part: u64, least_heap: u64) -> String {
    let half = if unequal { "(n - d - 1) / 2" } else { "(n - d) / 2" };
    let three = code.parse::<TakeBreak>().is_ok_and(|code| code.parts() > 2);
    let splits = if least_heap > 0 { format!(" and n >= {least_heap}") } else { String::new() };
    let script = CODE
        .replace("THREE", if three { ", 8: three" } else { "" })
        .replace("SPLITS", &splits)
        .replace("LEAST", &least_part.to_string())
        .replace("LAST", &format!("min({half}, REACH)"));
    let script = if three { script.replace("\n    return all\n", THREE_PARTS) } else { script };
    script.replace("REACH", "PREPERIOD + PERIOD")
}

/// The period of these rules and its theorem, if it is proved soon.
fn proved(rules: &Rules, table: u64, work: &Work<'_>) -> Result<Option<(Period, Theorem)>> {
    for recogniser in RECOGNISERS {
        let Ok(mut found) = plan::recognise(*recogniser, rules, work)? else { continue };
        let Some(engine) = found.engine.periodic() else { continue };
        let report = match engine.find_period((LOOKED_AT * table).min(work.limits.positions), work) {
            Ok(report) => report,
            Err(e) if e.is_stop() => return Err(e),
            Err(_) => return Ok(None),
        };
        return Ok(match (report.verdict, report.period) {
            (Verdict::Proved(theorem), Some(period)) => Some((period, theorem)),
            _ => None,
        });
    }
    Ok(None)
}

/// Values in order, or as they are met.
pub(super) fn table(rules: &Rules, fit: &Fit) -> Method {
    let single = one_place(rules);
    let heap = rules.form().is_heap();
    let how = if heap {
        "the values of heaps are tabulated from 0 on"
    } else {
        "the values of positions are kept as they are met"
    };
    let why = vec![
        format!("Method: {fit}; {how}, each the least value that no option has."),
        "Theorem (Sprague-Grundy): a sum is worth the nim-sum of its parts, and is lost if that is 0.".into(),
        "It is right for every position; how far it goes is a matter of time and memory.".into(),
    ];
    let mut method = by_values(rules, why);
    let script = match (heap, single) {
        (true, true) => HEAP_TABLE_ONE.replace("FOLDED", "n"),
        (true, false) => HEAP_TABLE_SUM.replace("FOLDED", "n"),
        (false, true) => MEMO_ONE.replace("NAME", "value"),
        (false, false) => MEMO_SUM.replace("NAME", "value"),
    };
    method.globals.push(if heap { heap_table() } else { memo(Type::Place) });
    method.functions.extend(functions(&script, single));
    by_search(&mut method, single);
    method
}

pub(super) fn heap_table() -> (String, Type, Expr) {
    ("table".into(), Type::list(Type::Int), Expr::List(Type::Int, Vec::new()))
}

pub(super) fn memo(of: Type) -> (String, Type, Expr) {
    ("memo".into(), Type::Map(Box::new(of)), Expr::Map)
}

fn misere_nim() -> Method {
    Method {
        why: vec![
            format!("Theorem (Bouton 1901): {}.", Fit::MisereNim),
            "It is right for heaps of any size that fit in 64 bits.".into(),
        ],
        functions: functions(MISERE_NIM, true),
        won: Some(expression("lost(position) == 0")),
        found: Some(Found::If(
            body("let target: int = find(position, i)", true),
            expression("target >= 0"),
            Expr::name("target"),
        )),
        may_have_none: true,
        ..Method::default()
    }
}

/// Wythoff's game: one component by its theorem, sums by values.
fn wythoff(rules: &Rules, why: &Fit) -> Method {
    let why = vec![
        format!("Theorem (Wythoff 1907): {why}."),
        "One position alone is answered by it, heaps up to 2 * 10^9 in 64 bits; a sum needs values, which are kept as \
         they are met."
            .into(),
    ];
    let mut method = by_values(rules, why);
    method.globals.push(memo(Type::Place));
    method.functions.extend(functions(&MEMO_ONE.replace("NAME", "value"), true));
    by_search(&mut method, true);
    let alone =
        |one: &str, several: &str| expression(&format!("if len(position) == 1 then {one} else {several}"));
    method.functions.extend(golden());
    let mut lost = expression("golden(abs(COLUMN - ROW)) == min(ROW, COLUMN)");
    let place = expression("position[0]");
    let coordinate = |at: usize| Expr::Coordinate(Box::new(place.clone()), at);
    lost.replace(&[("ROW", coordinate(0)), ("COLUMN", coordinate(1))]);
    let one = Expr::If(Box::new([lost, Expr::Int(0), Expr::Int(1)]));
    let each = body(TOTAL, true);
    let alone_or_not =
        Stmt::If(expression("len(position) == 1"), vec![Stmt::Set("total".into(), one)], each[1..].to_vec());
    method.before = vec![each[0].clone(), alone_or_not];
    method.found = Some(Found::If(
        vec![Stmt::Let("wanted".into(), Type::Int, alone("0", "value(start) ^ total"))],
        expression("len(position) == 1 or wanted < value(start)"),
        alone("lost_option(start)", "find(start, wanted)"),
    ));
    method
}

fn golden() -> Vec<Function> {
    let coordinate = |at: usize| Expr::Coordinate(Box::new(Expr::name("p")), at);
    let take = |of: Expr| Expr::binary(Operator::Sub, of, Expr::name("taken"));
    let partner = |of: usize| Expr::Call("partner".into(), vec![coordinate(of)]);
    let replaced = [
        ("ROW", coordinate(0)),
        ("COLUMN", coordinate(1)),
        ("PLACE_X", Expr::Place(vec![coordinate(0), partner(0)])),
        ("PLACE_Y", Expr::Place(vec![partner(1), coordinate(1)])),
        ("PLACE_BOTH", Expr::Place(vec![take(coordinate(0)), take(coordinate(1))])),
    ];
    let mut all = functions(WYTHOFF, true);
    all.iter_mut().for_each(|function| function.body.iter_mut().for_each(|stmt| stmt.replace(&replaced)));
    all
}

/// Scores: the whole game is followed.
fn scores(rules: &Rules, work: &Work<'_>) -> Result<Method> {
    let form = rules.form();
    let potential = ends(form, work).ok_or_else(|| not_written(Fault::CodeMayNotEnd))?;
    let single = one_place(rules);
    let mine = if form.moves_on() {
        "m.gain + (if m.again == 1 then get(memo, there) else -get(memo, there))"
    } else {
        "m.gain - get(memo, there)"
    };
    let mut all = functions(if single { AFTER_ONE } else { AFTER_SUM }, single);
    all.extend(functions(&SCORES.replace("MINE", mine), single));
    Ok(Method {
        why: vec![
            format!("Method: mini-max; {}.", Fit::Scores),
            format!("Every move lowers {potential}, so the game ends and every score is exact."),
        ],
        globals: vec![memo(Type::sum())],
        functions: all,
        before: body("let key: sum = copy(position)\nsort key\nlet total: int = score(key)", single),
        won: Some(expression("total > 0")),
        drawn: Some(expression("total == 0")),
        known: Some(Expr::name("total")),
        found: Some(Found::Among(
            Type::Move,
            expression(&if form.moves_on() {
                "m.gain + (if m.again == 1 then score(after(position, i, m.to)) else -score(after(position, i, m.to))) == total"
                    .to_string()
            } else {
                "m.gain - score(after(position, i, m.to)) == total".to_string()
            }),
            expression("m.to"),
        )),
        by_rule: true,
        ..Method::default()
    })
}

/// Who wins where values do not decide: the whole game is analysed backwards.
fn whole(rules: &Rules, writer: &mut RuleWriter<'_>, work: &Work<'_>) -> Result<Method> {
    let form = rules.form();
    let small = small_position(rules, work)?;
    refuse_growth(rules, &[small], true, work)?;
    let single = one_place(rules);
    let again = form.moves_on();
    let (entry, to) = if again { ("move", "m.to") } else { ("option", "m") };
    let mine = if again { "if m.again == 1 then theirs else -theirs" } else { "-theirs" };
    let end = match (&rules.syntax.ending.condition, form.ending.play) {
        (Some(_), _) => "ending(position[0])",
        (None, Play::Misere) => "1",
        (None, Play::Normal) => "-1",
    };
    let script = WHOLE.replace("ENTRY", entry).replace("TO", to).replace("MINE", mine).replace("END", end);
    let mut all = functions(if single { AFTER_ONE } else { AFTER_SUM }, single);
    all.extend(functions(&script, single));
    let fit = match (&rules.syntax.ending.condition, form.ending.play) {
        _ if again => Fit::MovesOn,
        (Some((win, condition)), _) => {
            all.push(writer.condition("ending", condition, *win));
            Fit::OwnEnding
        }
        (None, Play::Misere) => Fit::Misere,
        (None, Play::Normal) => Fit::AsMet,
    };
    let theirs = if again {
        "(m.again == 0 and get(outcome, after(position, i, m.to)) == -1) or (m.again == 1 and get(outcome, \
         after(position, i, m.to)) == 1)"
    } else {
        "get(outcome, after(position, i, m)) == -1"
    };
    Ok(Method {
        why: vec![
            format!("Method: retrograde analysis; {fit}."),
            "It is right for every position from which finitely many can come up; who can avoid to lose for ever \
             draws (D)."
                .into(),
        ],
        globals: vec![("outcome".into(), Type::Map(Box::new(Type::sum())), Expr::Map)],
        functions: all,
        before: body("let key: sum = copy(position)\nsort key\ndo solve(key)", single),
        won: Some(expression("get(outcome, key) == 1")),
        drawn: Some(expression("get(outcome, key) == 0")),
        found: Some(Found::Among(
            if again { Type::Move } else if single { Type::Place } else { Type::sum() },
            expression(theirs),
            expression(to),
        )),
        may_have_none: end != "-1",
        by_rule: true,
        ..Method::default()
    })
}
