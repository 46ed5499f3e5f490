//! Programs in C++17.

use super::{ADDED, ATOM, Bound, Context, Dialect, Writer};
use crate::emit::tree::{Builtin, Expr, Function, Operator, Stmt, Type};

pub(super) struct Cpp;

/// How most languages write an operator.
pub(super) fn sign(op: Operator) -> &'static str {
    match op {
        Operator::Add => "+",
        Operator::Sub => "-",
        Operator::Mul => "*",
        Operator::Div => "/",
        Operator::Rem => "%",
        Operator::FloorDiv => "floor_div()",
        Operator::FloorRem => "floor_mod()",
        Operator::Xor => "^",
        Operator::BitAnd => "&",
        Operator::BitOr => "|",
        Operator::Shr => ">>",
        Operator::Eq => "==",
        Operator::Ne => "!=",
        Operator::Lt => "<",
        Operator::Le => "<=",
        Operator::Gt => ">",
        Operator::Ge => ">=",
        Operator::And => "&&",
        Operator::Or => "||",
    }
}

impl Dialect for Cpp {
    fn kind(&self, cx: &Context<'_>, of: &Type) -> String {
        match of {
            Type::Int => "ll".into(),
            Type::Text => "string".into(),
            Type::Place if cx.one_coordinate() => "ll".into(),
            Type::Place => "Place".into(),
            Type::Move => "Move".into(),
            Type::List(of) => format!("vector<{}>", self.kind(cx, of)),
            Type::Map(of) => format!("map<{}, ll>", self.kind(cx, of)),
            Type::Nothing => "void".into(),
        }
    }

    fn operator(&self, op: Operator) -> &'static str {
        sign(op)
    }

    fn builtin(&self, cx: &Context<'_>, builtin: Builtin, arguments: &[Expr]) -> Bound {
        let first = cx.within(&arguments[0], ATOM);
        let second = || cx.loose(&arguments[1]);
        let text = match builtin {
            Builtin::Len | Builtin::Length => format!("(ll){first}.size()"),
            Builtin::Has => format!("{first}.count({})", second()),
            Builtin::Get => format!("{first}.at({})", second()),
            Builtin::Min => return (folded("min<ll>", cx, arguments), ATOM),
            Builtin::Max => return (folded("max<ll>", cx, arguments), ATOM),
            Builtin::Abs => format!("llabs({})", cx.loose(&arguments[0])),
            Builtin::Last => format!("{first}.back()"),
            Builtin::Copy => return (first, ATOM),
            Builtin::Filled => format!("vector<ll>({}, {})", cx.loose(&arguments[0]), second()),
            Builtin::Number => format!("stoll({})", cx.loose(&arguments[0])),
            Builtin::Find => format!("find({first}.begin(), {first}.end(), {}) - {first}.begin()", second()),
            Builtin::Letter => format!("(ll){first}[{}]", second()),
            Builtin::Char => format!("string(1, (char){first})"),
        };
        (text, if matches!(builtin, Builtin::Find) { ADDED } else { ATOM })
    }

    fn place(&self, coordinates: &str) -> String {
        format!("Place{{{coordinates}}}")
    }

    fn coordinate(&self, _: &Context<'_>, place: &str, at: usize) -> String {
        format!("{place}[{at}]")
    }

    fn make_move(&self, fields: &[(&str, String)]) -> String {
        format!("Move{{{}}}", super::values(fields))
    }

    fn list(&self, cx: &Context<'_>, of: &Type, entries: &[Expr]) -> String {
        format!("vector<{}>{{{}}}", self.kind(cx, of), cx.all(entries))
    }

    fn map(&self) -> &'static str {
        "{}"
    }

    fn index(&self, cx: &Context<'_>, list: &Expr, at: &Expr) -> String {
        format!("{}[{}]", cx.within(list, ATOM), cx.loose(at))
    }

    fn format(&self, cx: &Context<'_>, pieces: &[Expr]) -> Bound {
        let piece = |one: &Expr| match (one, cx.type_of(one)) {
            (Expr::Text(text), _) => format!("string({})", super::quoted(text)),
            (_, Type::Text) => cx.within(one, ADDED),
            _ => format!("to_string({})", cx.loose(one)),
        };
        (pieces.iter().map(piece).collect::<Vec<_>>().join(" + "), ADDED)
    }

    fn plain(&self, cx: &Context<'_>, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Let(name, of, Expr::List(_, entries)) if entries.is_empty() => {
                format!("{} {name};", self.kind(cx, of))
            }
            Stmt::Let(name, of, Expr::Map) => format!("{} {name};", self.kind(cx, of)),
            Stmt::Let(name, of, value) => format!("{} {name} = {};", self.kind(cx, of), cx.loose(value)),
            Stmt::Set(name, Expr::Map) => format!("{name}.clear();"),
            Stmt::Set(name, Expr::List(_, entries)) if entries.is_empty() => format!("{name}.clear();"),
            Stmt::Set(name, value) => match super::changed_by(name, value) {
                Some((sign, by)) => format!("{name} {sign} {};", cx.loose(by)),
                None => format!("{name} = {};", cx.loose(value)),
            },
            Stmt::SetEntry(list, at, value) => format!("{list}[{}] = {};", cx.loose(at), cx.loose(value)),
            Stmt::Put(map, at, value) => format!("{map}[{}] = {};", cx.loose(at), cx.loose(value)),
            Stmt::Push(list, value) => format!("{list}.push_back({});", cx.loose(value)),
            Stmt::Pop(list) => format!("{list}.pop_back();"),
            Stmt::Sort(list) => format!("sort({list}.begin(), {list}.end());"),
            Stmt::ReadNumbers(list) => format!("for (ll number; cin >> number;) {list}.push_back(number);"),
            Stmt::Print(pieces, line) => {
                let mut all: Vec<String> = pieces.iter().map(|one| cx.within(one, ADDED)).collect();
                match (all.last_mut(), pieces.last()) {
                    (Some(last), Some(Expr::Text(_))) if *line => last.insert_str(last.len() - 1, "\\n"),
                    _ if *line => all.push("\"\\n\"".into()),
                    _ => {}
                }
                format!("cout << {};", all.join(" << "))
            }
            Stmt::Return(None) => "return;".into(),
            Stmt::Return(Some(value)) => format!("return {};", cx.loose(value)),
            Stmt::Break => "break;".into(),
            Stmt::Do(name, arguments) => format!("{name}({});", cx.all(arguments)),
            _ => String::new(),
        }
    }

    fn opening(&self, cx: &Context<'_>, stmt: &Stmt) -> Vec<String> {
        vec![match stmt {
            Stmt::If(condition, ..) => format!("if ({}) {{", cx.loose(condition)),
            Stmt::While(condition, _) => format!("while ({}) {{", cx.loose(condition)),
            Stmt::For(name, low, high, _) => {
                let (low, until) = (cx.loose(low), super::until(cx, name, high));
                format!("for (ll {name} = {low}; {until}; {name}++) {{")
            }
            Stmt::Each(name, of, list, _) => {
                let small = matches!(of, Type::Int) || matches!(of, Type::Place) && cx.one_coordinate();
                let (constant, sign) = if small { ("", "") } else { ("const ", "&") };
                format!("for ({constant}{}{sign} {name} : {}) {{", self.kind(cx, of), cx.loose(list))
            }
            Stmt::EachLine(name, _) => {
                return vec![
                    "for (string line; getline(cin, line);) {".into(),
                    "    for (char& c : line) if (c == ',' || c == '(' || c == ')') c = ' ';".into(),
                    "    istringstream input(line);".into(),
                    format!("    vector<string> {name};"),
                    format!("    for (string word; input >> word;) {name}.push_back(word);"),
                    format!("    if ({name}.empty()) continue;"),
                ];
            }
            _ => String::new(),
        }]
    }

    fn signature(&self, cx: &Context<'_>, function: &Function) -> Vec<String> {
        let one = |(name, of): &(String, Type)| match of {
            Type::Int => format!("ll {name}"),
            Type::Place if cx.one_coordinate() => format!("ll {name}"),
            other => format!("const {}& {name}", self.kind(cx, other)),
        };
        let parameters: Vec<String> = function.parameters.iter().map(one).collect();
        vec![format!("{} {}({}) {{", self.kind(cx, &function.gives), function.name, parameters.join(", "))]
    }

    fn program(&self, writer: &mut Writer<'_>) {
        let program = writer.cx.program;
        writer.line("#include <bits/stdc++.h>");
        writer.line("using namespace std;");
        writer.line("typedef long long ll;");
        if program.coordinates.len() > 1 {
            let names = program.coordinates.join(", ");
            writer.line(&format!("typedef array<ll, {}> Place;  // {names}", program.coordinates.len()));
        }
        if !program.earns.is_empty() {
            let field = |(name, of): (&str, Type)| format!("{} {name};", self.kind(&writer.cx, &of));
            let fields: Vec<String> = writer.cx.field_types().into_iter().map(field).collect();
            writer.line(&format!("struct Move {{ {} }};", fields.join(" ")));
        }
        writer.line("");
        for (name, of, value) in &program.constants {
            let kind = self.kind(&writer.cx, of);
            let text = match value {
                Expr::List(_, entries) => format!("{{{}}}", writer.cx.all(entries)),
                other => writer.cx.loose(other),
            };
            writer.line(&format!("const {kind} {name} = {text};"));
        }
        for (name, of, value) in &program.globals {
            let text = self.plain(&writer.cx, &Stmt::Let(name.clone(), of.clone(), value.clone()));
            writer.line(&text);
        }
        writer.functions();
        writer.line("");
        writer.line("int main() {");
        writer.enter(&[], &program.main);
        writer.block(&program.main);
        writer.line("}");
    }
}

/// A function of two for any number of arguments.
pub(super) fn folded(function: &str, cx: &Context<'_>, arguments: &[Expr]) -> String {
    let mut all = arguments.iter().map(|one| cx.loose(one));
    let first = all.next().unwrap_or_default();
    all.fold(first, |so_far, next| format!("{function}({so_far}, {next})"))
}
