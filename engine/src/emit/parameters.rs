//! Programs whose parameters come with the input: the method must be right for all of them.
//!
//! A parameter that never changes is a coordinate that no move changes. So the rule is written with its parameters as
//! coordinates, within the bounds that the judge gives, and what is proved of that rule holds for each of them. A set that
//! is given may be any set, so that its members are taken to be anything within the bounds.

use crate::error::{Fault, Result};
use crate::literal::{Lets, Literal};
use crate::plan::steps;
use crate::proofs::potential::descent;
use crate::report::sentence::Fit;
use crate::rules::{
    Coordinate, Domain, Expr as Term, ExprKind, Form, Ident, Qualifier, Rule, Rules, Set, SetKind, Span,
    check,
};
use crate::work::Work;

use super::method::{Method, by_search, by_values, memo, not_written, table};
use super::rule::{RuleWriter, one_place};
use super::script::functions;
use super::scripts::{MEMO_ONE, MEMO_SUM, PERIOD};
use super::tree::{Expr, Operator, Stmt, Type};

/// Members of a set that is given are taken to be no larger than this, where the judge says nothing.
const LARGEST: i64 = 1 << 40;

/// The method for rules some of whose parameters are read: each with its name and its bounds.
pub(super) fn for_all(
    rules: &Rules,
    read: &[(String, i64, i64)],
    _writer: &mut RuleWriter<'_>,
    work: &Work<'_>,
) -> Result<Method> {
    let form = rules.form();
    let unproved = || not_written(Fault::CodeParameters);
    if !form.is_normal() {
        return Err(unproved());
    }
    let general = general_form(rules, read, work).ok_or_else(unproved)?;
    let falls = descent(&general, work).map_err(|_| unproved())?;
    let fit = Fit::Falls { potential: falls.potential.show(&general) };
    if !form.splits()
        && let Ok((heap, step, bound)) = steps(&general, work)
        && let Some(method) = window(rules, heap, step, bound)
    {
        return Ok(method);
    }
    Ok(table(rules, &fit))
}

/// The rule with its parameters as coordinates.
fn general_form(rules: &Rules, read: &[(String, i64, i64)], work: &Work<'_>) -> Option<Form> {
    let mut rule: Rule = rules.syntax.clone();
    let mut lets: Lets = rules.lets.clone();
    for (name, from, to) in read {
        rule.lets.retain(|(known, _)| known.text != *name);
        let int = |value: i64| Term { kind: ExprKind::Int(value), span: Span::default() };
        match lets.remove(name)? {
            Literal::Int(_) => {
                let kind = match *to {
                    i64::MAX => SetKind::From(Box::new(int(*from))),
                    to => SetKind::Range(Box::new(int(*from)), Box::new(int(to))),
                };
                let name = Ident { text: name.clone(), span: Span::default() };
                let same = Term { kind: ExprKind::Name(name.text.clone()), span: Span::default() };
                rule.head.push(Coordinate { name, domain: Some(Set { kind, span: Span::default() }) });
                for part in rule.alternatives.iter_mut().flat_map(|alternative| &mut alternative.parts) {
                    part.place.push(same.clone());
                }
            }
            Literal::List(_) => {
                let range = SetKind::Range(Box::new(int(*from)), Box::new(int((*to).min(LARGEST))));
                for alternative in &mut rule.alternatives {
                    alternative.qualifiers.iter_mut().for_each(|one| in_qualifier(one, name, &range));
                    let parts = alternative.parts.iter_mut().flat_map(|part| &mut part.each);
                    parts.for_each(|one| in_qualifier(one, name, &range));
                }
            }
        }
    }
    // A parameter that is used in any other way is unknown there, and nothing is proved.
    check(&rule, &lets, work).ok()
}

fn in_qualifier(qualifier: &mut Qualifier, name: &str, range: &SetKind) {
    if let Qualifier::For(_, set) = qualifier {
        in_set(set, name, range);
    }
}

fn in_set(set: &mut Set, name: &str, range: &SetKind) {
    match &mut set.kind {
        SetKind::Named(known) if known == name => set.kind = range.clone(),
        SetKind::Filter(_, inner, _) => in_set(inner, name, range),
        _ => {}
    }
}

/// One coordinate falls by bounded steps and the others have few values: a window of rows comes back, and is found when
/// the program runs.
fn window(rules: &Rules, heap: usize, step: i64, bound: i64) -> Option<Method> {
    let axes = &rules.form().axes;
    let mut place: Vec<Expr> = vec![Expr::name("row")];
    let mut loops: Vec<(String, Expr, Expr)> = Vec::new();
    if heap >= axes.len() {
        return None;
    }
    for (at, axis) in axes.iter().enumerate().filter(|(at, _)| *at != heap) {
        let (low, high) = match &axis.domain {
            Domain::Names(ids) if !contiguous(ids) => return None,
            Domain::Integers(_) => return None,
            other => {
                let (low, high) = other.fixed_bounds();
                (low?, high?)
            }
        };
        let variable = format!("state{at}");
        place.insert(if at < heap { place.len() - 1 } else { place.len() }, Expr::name(variable.clone()));
        loops.push((variable, Expr::Int(low), Expr::Int(high)));
    }
    let push = Stmt::Push("window".into(), Expr::Call("small".into(), vec![Expr::Place(place)]));
    let rows = loops
        .into_iter()
        .rev()
        .fold(push, |inner, (variable, low, high)| Stmt::For(variable, low, high, vec![inner]));
    let single = one_place(rules);
    let why = vec![
        format!(
            "Theorem (window): every move lowers {} by 1 to {step}, and from {bound} on the moves do not depend on it, for \
             all parameters that the input may give. So a window of {step} rows of values comes back, and all that follows \
             with it.",
            axes[heap].name
        ),
        "It is right for positions of any size that fit in 64 bits.".into(),
    ];
    let mut method = by_values(rules, why);
    method.constants.push(("STEP".into(), Type::Int, Expr::Int(step)));
    method.constants.push(("BOUND".into(), Type::Int, Expr::Int(bound)));
    method.globals.push(memo(Type::Place));
    method.globals.push(("preperiod".into(), Type::Int, Expr::Int(0)));
    method.globals.push(("period".into(), Type::Int, Expr::Int(0)));
    let script = if single { MEMO_ONE } else { MEMO_SUM };
    method.functions.extend(functions(&script.replace("NAME", "small"), single));
    let mut found = functions(PERIOD, single);
    found.iter_mut().for_each(|function| {
        put_rows(&mut function.body, &rows);
        function
            .body
            .iter_mut()
            .for_each(|stmt| stmt.replace(&[("FOLDED", folded(axes.len(), heap, "preperiod", "period"))]));
    });
    method.functions.extend(found);
    by_search(&mut method, single);
    Some(method)
}

fn contiguous(ids: &[i64]) -> bool {
    let (low, high) = (ids.iter().min(), ids.iter().max());
    low.zip(high).is_some_and(|(low, high)| high - low + 1 == ids.len() as i64)
}

/// The place whose heap is within the first period.
pub(super) fn folded(axes: usize, heap: usize, preperiod: &str, period: &str) -> Expr {
    let coordinate = |at: usize| Expr::Coordinate(Box::new(Expr::name("p")), at);
    let before = || Expr::name(preperiod);
    let past = Expr::binary(Operator::Sub, coordinate(heap), before());
    let within = Expr::binary(Operator::Rem, past, Expr::name(period));
    let small = Expr::If(Box::new([
        Expr::binary(Operator::Lt, coordinate(heap), before()),
        coordinate(heap),
        Expr::binary(Operator::Add, before(), within),
    ]));
    Expr::Place((0..axes).map(|at| if at == heap { small.clone() } else { coordinate(at) }).collect())
}

fn put_rows(body: &mut [Stmt], rows: &Stmt) {
    for stmt in body {
        match stmt {
            Stmt::Comment(text) if text == "ROWS" => *stmt = rows.clone(),
            Stmt::While(_, inner) | Stmt::For(_, _, _, inner) => put_rows(inner, rows),
            _ => {}
        }
    }
}
