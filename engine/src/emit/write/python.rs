//! Programs in Python 3.

use super::{ADDED, AND, ATOM, Bound, COMPARED, Context, Dialect, NOT, Writer};
use crate::emit::tree::{Builtin, Expr, Function, Operator, Stmt, Type, statements};

pub(super) struct Python;

impl Dialect for Python {
    fn kind(&self, _: &Context<'_>, _: &Type) -> String {
        String::new()
    }

    fn operator(&self, op: Operator) -> &'static str {
        match op {
            Operator::Div | Operator::FloorDiv => "//",
            Operator::Rem | Operator::FloorRem => "%",
            Operator::And => "and",
            Operator::Or => "or",
            other => super::cpp::sign(other),
        }
    }

    fn comment(&self) -> &'static str {
        "#"
    }

    fn not(&self, cx: &Context<'_>, inner: &Expr) -> Bound {
        match inner {
            Expr::Do(Builtin::Has, both) => {
                (format!("{} not in {}", cx.within(&key(cx, &both[1]), ADDED), cx.loose(&both[0])), COMPARED)
            }
            _ => (format!("not {}", cx.within(inner, COMPARED)), NOT),
        }
    }

    fn boolean(&self, value: bool) -> &'static str {
        if value { "True" } else { "False" }
    }

    fn choice(&self, cx: &Context<'_>, [condition, one, other]: &[Expr; 3]) -> String {
        format!("{} if {} else {}", cx.within(one, ADDED), cx.within(condition, AND), cx.within(other, ADDED))
    }

    fn builtin(&self, cx: &Context<'_>, builtin: Builtin, arguments: &[Expr]) -> Bound {
        let first = &arguments[0];
        let call = |name: &str| (format!("{name}({})", cx.all(arguments)), ATOM);
        match builtin {
            Builtin::Len | Builtin::Length => call("len"),
            Builtin::Has => {
                (format!("{} in {}", cx.within(&key(cx, &arguments[1]), ADDED), cx.loose(first)), COMPARED)
            }
            Builtin::Get => (format!("{}[{}]", cx.loose(first), cx.loose(&key(cx, &arguments[1]))), ATOM),
            Builtin::Min => call("min"),
            Builtin::Max => call("max"),
            Builtin::Abs => call("abs"),
            Builtin::Last => (format!("{}[-1]", cx.loose(first)), ATOM),
            Builtin::Copy => call("list"),
            Builtin::Filled => {
                (format!("[{}] * {}", cx.loose(&arguments[1]), cx.within(first, ATOM)), super::TIMES)
            }
            Builtin::Number => call("int"),
            Builtin::Find => (format!("{}.index({})", cx.loose(first), cx.loose(&arguments[1])), ATOM),
            Builtin::Letter => (format!("ord({}[{}])", cx.loose(first), cx.loose(&arguments[1])), ATOM),
            Builtin::Char => call("chr"),
        }
    }

    fn place(&self, coordinates: &str) -> String {
        format!("({coordinates})")
    }

    fn coordinate(&self, _: &Context<'_>, place: &str, at: usize) -> String {
        format!("{place}[{at}]")
    }

    fn make_move(&self, fields: &[(&str, String)]) -> String {
        format!("Move({})", super::values(fields))
    }

    fn list(&self, cx: &Context<'_>, _: &Type, entries: &[Expr]) -> String {
        format!("[{}]", cx.all(entries))
    }

    fn map(&self) -> &'static str {
        "{}"
    }

    fn index(&self, cx: &Context<'_>, list: &Expr, at: &Expr) -> String {
        format!("{}[{}]", cx.within(list, ATOM), cx.loose(at))
    }

    fn format(&self, cx: &Context<'_>, pieces: &[Expr]) -> Bound {
        let piece = |one: &Expr| match one {
            Expr::Text(text) => text.replace('{', "{{").replace('}', "}}").replace('"', "\\\""),
            // Within an f-string no quotes of its kind may stand in older versions.
            other => format!("{{{}}}", cx.loose(other).replace('"', "'")),
        };
        let all: String = pieces.iter().map(piece).collect();
        let plain = pieces.iter().all(|one| matches!(one, Expr::Text(_)));
        (
            if plain {
                format!("\"{}\"", all.replace("{{", "{").replace("}}", "}"))
            } else {
                format!("f\"{all}\"")
            },
            ATOM,
        )
    }

    fn plain(&self, cx: &Context<'_>, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Let(name, _, value) => format!("{name} = {}", cx.loose(value)),
            Stmt::Set(name, value) => match super::changed_by(name, value) {
                Some((sign, by)) => format!("{name} {sign} {}", cx.loose(by)),
                None => format!("{name} = {}", cx.loose(value)),
            },
            Stmt::SetEntry(list, at, value) => format!("{list}[{}] = {}", cx.loose(at), cx.loose(value)),
            Stmt::Put(map, at, value) => format!("{map}[{}] = {}", cx.loose(&key(cx, at)), cx.loose(value)),
            Stmt::Push(list, value) => format!("{list}.append({})", cx.loose(value)),
            Stmt::Pop(list) => format!("{list}.pop()"),
            Stmt::Sort(list) => format!("{list}.sort()"),
            Stmt::ReadNumbers(list) => format!("{list} = list(map(int, sys.stdin.read().split()))"),
            Stmt::Print(pieces, line) => {
                let end = if *line { "" } else { ", end=\"\"" };
                match &pieces[..] {
                    [] => "print()".into(),
                    [one] => format!("print({}{end})", cx.loose(one)),
                    many => format!("print({}{end})", self.format(cx, many).0),
                }
            }
            Stmt::Return(None) => "return".into(),
            Stmt::Return(Some(value)) => format!("return {}", cx.loose(value)),
            Stmt::Break => "break".into(),
            Stmt::Do(name, arguments) => format!("{name}({})", cx.all(arguments)),
            _ => String::new(),
        }
    }

    fn opening(&self, cx: &Context<'_>, stmt: &Stmt) -> Vec<String> {
        vec![match stmt {
            Stmt::If(condition, ..) => format!("if {}:", cx.loose(condition)),
            Stmt::While(condition, _) => format!("while {}:", cx.loose(condition)),
            Stmt::For(name, Expr::Int(0), high, _) => format!("for {name} in range({}):", behind(cx, high)),
            Stmt::For(name, low, high, _) => {
                format!("for {name} in range({}, {}):", cx.loose(low), behind(cx, high))
            }
            Stmt::Each(name, _, list, _) => format!("for {name} in {}:", cx.loose(list)),
            Stmt::EachLine(name, _) => {
                return vec![
                    "for line in sys.stdin:".into(),
                    format!("    {name} = re.findall(r\"[^\\s,()]+\", line)"),
                    format!("    if not {name}:"),
                    "        continue".into(),
                ];
            }
            _ => String::new(),
        }]
    }

    fn otherwise(&self) -> &'static str {
        "else:"
    }

    fn on_one_line(&self, _: &str, _: &str) -> Option<String> {
        None
    }

    fn either(&self, _: &str, _: &str, _: &str) -> Option<Vec<String>> {
        None
    }

    fn otherwise_one(&self, _: &str) -> Option<String> {
        None
    }

    fn unpacked(&self, _: &Context<'_>, names: &[&str], values: &[String]) -> String {
        format!("{} = {}", names.join(", "), values.join(", "))
    }

    fn closing(&self) -> Option<&'static str> {
        None
    }

    fn signature(&self, cx: &Context<'_>, function: &Function) -> Vec<String> {
        let names: Vec<&str> = function.parameters.iter().map(|(name, _)| name.as_str()).collect();
        let mut lines = vec![format!("def {}({}):", function.name, names.join(", "))];
        let mut assigned = Vec::new();
        statements(&function.body, &mut |stmt| {
            if let Stmt::Set(name, _) | Stmt::ReadNumbers(name) = stmt
                && cx.is_global(name)
                && !assigned.contains(name)
            {
                assigned.push(name.clone());
            }
        });
        if !assigned.is_empty() {
            lines.push(format!("    global {}", assigned.join(", ")));
        }
        lines
    }

    fn program(&self, writer: &mut Writer<'_>) {
        let program = writer.cx.program;
        let mut lines = false;
        statements(&program.main, &mut |stmt| lines |= matches!(stmt, Stmt::EachLine(..)));
        if lines {
            writer.line("import re");
        }
        writer.line("import sys");
        if !program.earns.is_empty() {
            writer.line("from collections import namedtuple");
            writer.line("");
            writer.line(&format!("Move = namedtuple(\"Move\", \"to {}\")", program.earns.join(" ")));
        }
        writer.line("");
        for (name, _, value) in program.constants.iter().chain(&program.globals) {
            let text = format!("{name} = {}", writer.cx.loose(value));
            writer.line(&text);
        }
        writer.functions();
        writer.line("");
        writer.enter(&[], &program.main);
        program.main.iter().for_each(|stmt| writer.statement(stmt));
    }
}

/// The first number behind a range.
fn behind(cx: &Context<'_>, high: &Expr) -> String {
    match high {
        Expr::Int(number) => (number + 1).to_string(),
        Expr::Binary(Operator::Sub, left, right) if **right == Expr::Int(1) => cx.loose(left),
        other => format!("{} + 1", cx.within(other, ADDED)),
    }
}

/// What is looked up: lists cannot be, as tuples they can.
fn key(cx: &Context<'_>, key: &Expr) -> Expr {
    match cx.type_of(key) {
        Type::List(_) => Expr::Call("tuple".into(), vec![key.clone()]),
        _ => key.clone(),
    }
}
