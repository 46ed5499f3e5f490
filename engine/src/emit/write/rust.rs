//! Programs in Rust.

use super::cpp::{folded, sign};
use super::{ADDED, ATOM, Bound, Context, Dialect, LOOSE, Writer};
use crate::emit::tree::{Builtin, Expr, Function, Operator, Stmt, Type, expressions, mentions, statements};

pub(super) struct Rust;

impl Rust {
    /// An index.
    fn at(&self, cx: &Context<'_>, at: &Expr) -> String {
        match at {
            Expr::Int(number) => number.to_string(),
            Expr::Do(Builtin::Len | Builtin::Length, list) => format!("{}.len()", cx.within(&list[0], ATOM)),
            Expr::Binary(op @ (Operator::Add | Operator::Sub), left, right)
                if matches!((&**left, &**right), (Expr::Do(Builtin::Len, _), Expr::Int(_))) =>
            {
                format!("{} {} {}", self.at(cx, left), sign(*op), cx.loose(right))
            }
            other => format!("{} as usize", cx.within(other, ATOM)),
        }
    }

    /// Something to look at: an entry of a map is found by a reference.
    fn key(&self, cx: &Context<'_>, key: &Expr) -> String {
        match cx.type_of(key) {
            Type::List(_) => format!("&{}[..]", cx.within(key, ATOM)),
            _ => format!("&{}", cx.within(key, ATOM)),
        }
    }

    /// A value that is kept: what belongs to somebody else is copied.
    fn owned(&self, cx: &Context<'_>, value: &Expr) -> String {
        let borrowed = match value {
            Expr::Name(name) => cx.parameters.contains(name) || cx.is_global(name),
            Expr::Index(..) | Expr::Field(..) | Expr::Do(Builtin::Last, _) => true,
            Expr::Text(_) => true,
            _ => false,
        };
        match cx.type_of(value) {
            Type::List(_) if borrowed => format!("{}.to_vec()", cx.within(value, ATOM)),
            Type::Text if borrowed => format!("{}.to_string()", cx.within(value, ATOM)),
            _ => cx.loose(value),
        }
    }

    fn pieces(&self, cx: &Context<'_>, pieces: &[Expr]) -> String {
        let mut text = String::new();
        let mut arguments = String::new();
        for piece in pieces {
            match piece {
                Expr::Text(one) => text += &one.replace('{', "{{").replace('}', "}}").replace('"', "\\\""),
                other => {
                    text += "{}";
                    arguments += ", ";
                    arguments += &cx.loose(other);
                }
            }
        }
        format!("\"{text}\"{arguments}")
    }
}

impl Dialect for Rust {
    fn kind(&self, cx: &Context<'_>, of: &Type) -> String {
        match of {
            Type::Int => "i64".into(),
            Type::Text => "String".into(),
            Type::Place if cx.one_coordinate() => "i64".into(),
            Type::Place => "Place".into(),
            Type::Move => "Move".into(),
            Type::List(of) => format!("Vec<{}>", self.kind(cx, of)),
            Type::Map(of) => format!("HashMap<{}, i64>", self.kind(cx, of)),
            Type::Nothing => "()".into(),
        }
    }

    fn operator(&self, op: Operator) -> &'static str {
        match op {
            Operator::FloorDiv => "floor_div()",
            Operator::FloorRem => "floor_mod()",
            other => sign(other),
        }
    }

    fn name(&self, cx: &Context<'_>, name: &str) -> String {
        if cx.is_global(name) { format!("self.{name}") } else { name.into() }
    }

    fn choice(&self, cx: &Context<'_>, [condition, one, other]: &[Expr; 3]) -> String {
        format!("if {} {{ {} }} else {{ {} }}", cx.loose(condition), cx.loose(one), cx.loose(other))
    }

    fn builtin(&self, cx: &Context<'_>, builtin: Builtin, arguments: &[Expr]) -> Bound {
        let first = cx.within(&arguments[0], ATOM);
        let second = || &arguments[1];
        let text = match builtin {
            Builtin::Len | Builtin::Length => return (format!("{first}.len() as i64"), LOOSE),
            Builtin::Has => format!("{first}.contains_key({})", self.key(cx, second())),
            Builtin::Get => format!("{first}[{}]", self.key(cx, second())),
            Builtin::Min => folded("min", cx, arguments),
            Builtin::Max => folded("max", cx, arguments),
            Builtin::Abs => format!("i64::abs({})", cx.loose(&arguments[0])),
            Builtin::Last => match cx.type_of(&Expr::Do(Builtin::Last, arguments.to_vec())) {
                Type::List(_) => format!("{first}[{first}.len() - 1].to_vec()"),
                _ => format!("{first}[{first}.len() - 1]"),
            },
            Builtin::Copy => format!("{first}.to_vec()"),
            Builtin::Filled => format!("vec![{}; {}]", cx.loose(second()), self.at(cx, &arguments[0])),
            Builtin::Number => format!("{first}.parse::<i64>().unwrap()"),
            Builtin::Find => {
                let text = cx.loose(second());
                return (format!("{first}.iter().position(|name| *name == {text}).unwrap() as i64"), LOOSE);
            }
            Builtin::Letter => {
                return (format!("{first}.as_bytes()[{}] as i64", self.at(cx, second())), LOOSE);
            }
            Builtin::Char => format!("char::from({} as u8)", first),
        };
        (text, ATOM)
    }

    fn argument(&self, cx: &Context<'_>, argument: &Expr) -> String {
        let lent = matches!(argument, Expr::Name(name) if cx.parameters.contains(name));
        match cx.type_of(argument) {
            Type::List(_) | Type::Text if !lent => format!("&{}", cx.within(argument, ATOM)),
            _ => cx.loose(argument),
        }
    }

    fn call(&self, cx: &Context<'_>, name: &str, arguments: &str) -> String {
        let object = if cx.stateful.contains(name) { "self." } else { "" };
        format!("{object}{name}({arguments})")
    }

    fn place(&self, coordinates: &str) -> String {
        format!("[{coordinates}]")
    }

    fn coordinate(&self, _: &Context<'_>, place: &str, at: usize) -> String {
        format!("{place}[{at}]")
    }

    fn make_move(&self, fields: &[(&str, String)]) -> String {
        let field = |(name, value): &(&str, String)| {
            if name == value { value.clone() } else { format!("{name}: {value}") }
        };
        format!("Move {{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
    }

    fn list(&self, cx: &Context<'_>, _: &Type, entries: &[Expr]) -> String {
        if entries.is_empty() { "Vec::new()".into() } else { format!("vec![{}]", cx.all(entries)) }
    }

    fn map(&self) -> &'static str {
        "HashMap::new()"
    }

    fn index(&self, cx: &Context<'_>, list: &Expr, at: &Expr) -> String {
        format!("{}[{}]", cx.within(list, ATOM), self.at(cx, at))
    }

    fn format(&self, cx: &Context<'_>, pieces: &[Expr]) -> Bound {
        (format!("format!({})", self.pieces(cx, pieces)), ATOM)
    }

    fn plain(&self, cx: &Context<'_>, stmt: &Stmt) -> String {
        let name_of = |name: &String| self.name(cx, name);
        match stmt {
            Stmt::Let(name, of, value) => {
                let changes = if cx.changed.contains(name) { "mut " } else { "" };
                let kind = match value {
                    Expr::List(..) | Expr::Map | Expr::Int(_) => format!(": {}", self.kind(cx, of)),
                    _ => String::new(),
                };
                format!("let {changes}{name}{kind} = {};", self.owned(cx, value))
            }
            Stmt::Set(name, value) => match super::changed_by(name, value) {
                Some((sign, by)) => format!("{} {sign} {};", name_of(name), cx.loose(by)),
                None => format!("{} = {};", name_of(name), self.owned(cx, value)),
            },
            Stmt::SetEntry(list, at, value) => {
                format!("{}[{}] = {};", name_of(list), self.at(cx, at), cx.loose(value))
            }
            Stmt::Put(map, key, value) => {
                let key = match cx.type_of(key) {
                    Type::List(_) => format!("{}.to_vec()", cx.within(key, ATOM)),
                    _ => cx.loose(key),
                };
                format!("{}.insert({key}, {});", name_of(map), cx.loose(value))
            }
            Stmt::Push(list, value) => format!("{}.push({});", name_of(list), self.owned(cx, value)),
            Stmt::Pop(list) => format!("{}.pop();", name_of(list)),
            Stmt::Sort(list) => format!("{}.sort();", name_of(list)),
            Stmt::ReadNumbers(list) => format!(
                "let input = std::io::read_to_string(std::io::stdin()).unwrap();\n\
                 {} = input.split_whitespace().map(|word| word.parse().unwrap()).collect();",
                name_of(list)
            ),
            Stmt::Print(pieces, line) => {
                format!("{}({});", if *line { "println!" } else { "print!" }, self.pieces(cx, pieces))
            }
            Stmt::Return(None) => "return;".into(),
            Stmt::Return(Some(value)) => format!("return {};", self.owned(cx, value)),
            Stmt::Break => "break;".into(),
            Stmt::Do(name, arguments) => {
                format!("{};", cx.loose(&Expr::Call(name.clone(), arguments.clone())))
            }
            _ => String::new(),
        }
    }

    fn opening(&self, cx: &Context<'_>, stmt: &Stmt) -> Vec<String> {
        vec![match stmt {
            Stmt::If(condition, ..) => format!("if {} {{", cx.loose(condition)),
            Stmt::While(Expr::Bool(true), _) => "loop {".into(),
            Stmt::While(condition, _) => format!("while {} {{", not_empty(cx, condition)),
            Stmt::For(name, low, high, body) => {
                let name = if mentions(body, name) { name } else { "_" };
                format!("for {name} in {} {{", range(cx, low, high))
            }
            Stmt::Each(name, of, list, _) => {
                let simple = matches!(of, Type::Int | Type::Place);
                let made = matches!(list, Expr::Call(..) | Expr::Do(..) | Expr::List(..));
                let lent = matches!(list, Expr::Name(name) if cx.parameters.contains(name));
                let (mark, sign) =
                    (if simple && !made { "&" } else { "" }, if made || lent { "" } else { "&" });
                format!("for {mark}{name} in {sign}{} {{", cx.within(list, ATOM))
            }
            Stmt::EachLine(name, _) => {
                return vec![
                    "for line in std::io::stdin().lines() {".into(),
                    "    let line = line.unwrap().replace([',', '(', ')'], \" \");".into(),
                    format!("    let {name}: Vec<&str> = line.split_whitespace().collect();"),
                    format!("    if {name}.is_empty() {{ continue; }}"),
                ];
            }
            _ => String::new(),
        }]
    }

    fn on_one_line(&self, opening: &str, statement: &str) -> Option<String> {
        Some(format!("{opening} {statement} }}"))
    }

    fn either(&self, opening: &str, one: &str, other: &str) -> Option<Vec<String>> {
        Some(vec![format!("{opening} {one} }} else {{ {other} }}")])
    }

    fn otherwise_one(&self, statement: &str) -> Option<String> {
        Some(format!("}} else {{ {statement} }}"))
    }

    fn unpacked(&self, _: &Context<'_>, names: &[&str], values: &[String]) -> String {
        format!("let ({}) = ({});", names.join(", "), values.join(", "))
    }

    fn signature(&self, cx: &Context<'_>, function: &Function) -> Vec<String> {
        let one = |(name, of): &(String, Type)| match of {
            Type::List(of) => format!("{name}: &[{}]", self.kind(cx, of)),
            Type::Text => format!("{name}: &str"),
            other => format!("{name}: {}", self.kind(cx, other)),
        };
        let own = cx.stateful.contains(&function.name).then(|| "&mut self".to_string());
        let parameters: Vec<String> = own.into_iter().chain(function.parameters.iter().map(one)).collect();
        let gives = match &function.gives {
            Type::Nothing => String::new(),
            other => format!(" -> {}", self.kind(cx, other)),
        };
        vec![format!("fn {}({}){gives} {{", function.name, parameters.join(", "))]
    }

    fn program(&self, writer: &mut Writer<'_>) {
        let program = writer.cx.program;
        let has = |wanted: &dyn Fn(&Expr) -> bool| {
            let mut found = false;
            let bodies = program.functions.iter().map(|f| &f.body).chain([&program.main]);
            bodies.for_each(|body| expressions(body, &mut |expr| found |= wanted(expr)));
            found
        };
        let used = [("max", Builtin::Max), ("min", Builtin::Min)];
        let used: Vec<&str> = used
            .iter()
            .filter(|(_, b)| has(&|e| matches!(e, Expr::Do(c, _) if c == b)))
            .map(|u| u.0)
            .collect();
        match used[..] {
            [] => {}
            [one] => writer.line(&format!("use std::cmp::{one};")),
            _ => writer.line("use std::cmp::{max, min};"),
        }
        let mut maps = program.globals.iter().any(|(_, of, _)| matches!(of, Type::Map(_)));
        program.functions.iter().for_each(|f| {
            statements(&f.body, &mut |s| maps |= matches!(s, Stmt::Let(_, Type::Map(_), _)));
        });
        if maps {
            writer.line("use std::collections::HashMap;");
        }
        writer.line("");
        if program.coordinates.len() > 1 {
            let names = program.coordinates.join(", ");
            writer.line(&format!("type Place = [i64; {}]; // {names}", program.coordinates.len()));
        }
        for (name, of, value) in &program.constants {
            let text = match (of, value) {
                (Type::List(of), Expr::List(_, entries)) => {
                    let kind = if **of == Type::Text { "&str".into() } else { self.kind(&writer.cx, of) };
                    format!("const {name}: [{kind}; {}] = [{}];", entries.len(), writer.cx.all(entries))
                }
                _ => format!("const {name}: i64 = {};", writer.cx.loose(value)),
            };
            writer.line(&text);
        }
        if !program.earns.is_empty() {
            move_type(writer);
        }
        state(writer);
    }
}

/// A condition of a loop; that a list has entries is said in fewer words.
fn not_empty(cx: &Context<'_>, condition: &Expr) -> String {
    match condition {
        Expr::Binary(Operator::Gt, left, right) if **right == Expr::Int(0) => match &**left {
            Expr::Do(Builtin::Len, list) => format!("!{}.is_empty()", cx.within(&list[0], ATOM)),
            _ => cx.loose(condition),
        },
        _ => cx.loose(condition),
    }
}

/// A range, both ends included.
fn range(cx: &Context<'_>, low: &Expr, high: &Expr) -> String {
    let low = cx.within(low, ADDED);
    match high {
        Expr::Binary(Operator::Sub, left, right) if **right == Expr::Int(1) => {
            format!("{low}..{}", cx.within(left, ADDED))
        }
        other => format!("{low}..={}", cx.within(other, ADDED)),
    }
}

/// The functions; where something is global it is held by a struct.
fn state(writer: &mut Writer<'_>) {
    let program = writer.cx.program;
    if program.globals.is_empty() {
        program.functions.iter().for_each(|function| write_one(writer, function));
        writer.line("");
        writer.line("fn main() {");
        writer.enter(&[], &program.main);
        writer.block(&program.main);
        writer.line("}");
        return;
    }
    writer.line("");
    let field = |(name, of, _): &(String, Type, Expr)| format!("{name}: {}", Rust.kind(&writer.cx, of));
    let fields: Vec<String> = program.globals.iter().map(field).collect();
    writer.line(&format!("struct Game {{ {} }}", fields.join(", ")));
    let (methods, plain): (Vec<&Function>, Vec<&Function>) =
        program.functions.iter().partition(|f| writer.cx.stateful.contains(&f.name));
    for function in plain {
        write_one(writer, function);
    }
    writer.line("");
    writer.line("impl Game {");
    writer.depth += 1;
    for (at, function) in methods.into_iter().enumerate() {
        if at == 0 {
            // The first stands right behind the brace.
            function_of(writer, function);
        } else {
            write_one(writer, function);
        }
    }
    writer.line("");
    writer.line("fn run(&mut self) {");
    writer.enter(&[], &program.main);
    writer.block(&program.main);
    writer.line("}");
    writer.depth -= 1;
    writer.line("}");
    writer.line("");
    let value = |(name, _, value): &(String, Type, Expr)| format!("{name}: {}", writer.cx.loose(value));
    let values: Vec<String> = program.globals.iter().map(value).collect();
    writer.line(&format!("fn main() {{ Game {{ {} }}.run() }}", values.join(", ")));
}

fn write_one(writer: &mut Writer<'_>, function: &Function) {
    writer.line("");
    function_of(writer, function);
}

fn function_of(writer: &mut Writer<'_>, function: &Function) {
    writer.enter(&function.parameters, &function.body);
    let signature = Rust.signature(&writer.cx, function);
    writer.lines(&signature);
    match function.body.split_last() {
        // What a function ends with is what it gives.
        Some((Stmt::Return(Some(value)), before)) => {
            writer.block(before);
            let value = Rust.owned(&writer.cx, value);
            writer.line(&format!("    {value}"));
        }
        _ => writer.block(&function.body),
    }
    writer.line("}");
}

fn move_type(writer: &mut Writer<'_>) {
    writer.line("");
    let field = |(name, of): (&str, Type)| format!("{name}: {}", Rust.kind(&writer.cx, &of));
    let fields: Vec<String> = writer.cx.field_types().into_iter().map(field).collect();
    writer.line(&format!("struct Move {{ {} }}", fields.join(", ")));
}
