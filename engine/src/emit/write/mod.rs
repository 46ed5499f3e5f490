//! Programs as text: what the languages share. Each has a file that says how it writes the rest.

mod cpp;
mod java;
mod python;
mod rust;

use std::collections::{BTreeMap, BTreeSet};

use super::Language;
use super::tree::{Builtin, Expr, Function, Operator, Program, Stmt, Type, calls, mentions, statements};

/// How tightly what is written holds together: an atom needs no parentheses anywhere, what is loose needs them inside
/// anything. Bits, choices and casts bind differently in each language, so that they count as loose.
const LOOSE: u8 = 0;
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARED: u8 = 4;
const ADDED: u8 = 6;
const TIMES: u8 = 7;
const ATOM: u8 = 9;

/// What is written, and how tightly it holds together.
type Bound = (String, u8);

/// How a language says what the others say in other words.
trait Dialect {
    fn kind(&self, cx: &Context<'_>, of: &Type) -> String;
    fn operator(&self, op: Operator) -> &'static str;
    fn comment(&self) -> &'static str {
        "//"
    }
    fn name(&self, _cx: &Context<'_>, name: &str) -> String {
        name.into()
    }
    fn not(&self, cx: &Context<'_>, inner: &Expr) -> Bound {
        (format!("!{}", cx.within(inner, ATOM)), ATOM - 1)
    }
    fn boolean(&self, value: bool) -> &'static str {
        if value { "true" } else { "false" }
    }
    fn choice(&self, cx: &Context<'_>, three: &[Expr; 3]) -> String {
        let [condition, one, other] = three;
        format!("{} ? {} : {}", cx.within(condition, AND), cx.within(one, ADDED), cx.within(other, ADDED))
    }
    fn builtin(&self, cx: &Context<'_>, builtin: Builtin, arguments: &[Expr]) -> Bound;
    fn argument(&self, cx: &Context<'_>, argument: &Expr) -> String {
        cx.loose(argument)
    }
    fn call(&self, _cx: &Context<'_>, name: &str, arguments: &str) -> String {
        format!("{name}({arguments})")
    }
    fn place(&self, coordinates: &str) -> String;
    fn coordinate(&self, cx: &Context<'_>, place: &str, at: usize) -> String;
    fn make_move(&self, fields: &[(&str, String)]) -> String;
    fn field(&self, of: &str, field: &str) -> String {
        format!("{of}.{field}")
    }
    fn list(&self, cx: &Context<'_>, of: &Type, entries: &[Expr]) -> String;
    fn map(&self) -> &'static str;
    fn index(&self, cx: &Context<'_>, list: &Expr, at: &Expr) -> String;
    fn format(&self, cx: &Context<'_>, pieces: &[Expr]) -> Bound;
    fn int(&self, value: i64) -> String {
        value.to_string()
    }
    /// A statement that has none within it.
    fn plain(&self, cx: &Context<'_>, stmt: &Stmt) -> String;
    /// What stands before the statements within a statement; `EachLine` may need several lines.
    fn opening(&self, cx: &Context<'_>, stmt: &Stmt) -> Vec<String>;
    /// What stands between a condition's statements and the others.
    fn otherwise(&self) -> &'static str {
        "} else {"
    }
    /// A block with one statement in it on one line, if the language allows that.
    fn on_one_line(&self, opening: &str, statement: &str) -> Option<String> {
        opening.strip_suffix(" {").map(|head| format!("{head} {statement}"))
    }
    /// A condition with one statement on either side, in as few lines as the language allows.
    fn either(&self, opening: &str, one: &str, other: &str) -> Option<Vec<String>> {
        let head = opening.strip_suffix(" {")?;
        Some(vec![format!("{head} {one}"), format!("else {other}")])
    }
    /// The end of a block and what is done otherwise, if that is one statement.
    fn otherwise_one(&self, statement: &str) -> Option<String> {
        Some(format!("}} else {statement}"))
    }
    /// Several coordinates in variables at once.
    fn unpacked(&self, cx: &Context<'_>, names: &[&str], values: &[String]) -> String {
        let all: Vec<String> =
            names.iter().zip(values).map(|(name, value)| format!("{name} = {value}")).collect();
        format!("{} {};", self.kind(cx, &Type::Int), all.join(", "))
    }
    /// What ends a block, if anything does.
    fn closing(&self) -> Option<&'static str> {
        Some("}")
    }
    fn signature(&self, cx: &Context<'_>, function: &Function) -> Vec<String>;
    /// The whole program around its functions.
    fn program(&self, writer: &mut Writer<'_>);
}

/// What is known where something is written.
pub(super) struct Context<'p> {
    program: &'p Program,
    dialect: &'p dyn Dialect,
    /// The types of all variables in sight.
    types: BTreeMap<String, Type>,
    /// The variables of the function that are changed, and its parameters.
    changed: BTreeSet<String>,
    parameters: BTreeSet<String>,
    /// The functions that use what is global.
    stateful: BTreeSet<String>,
}

impl Context<'_> {
    fn loose(&self, expr: &Expr) -> String {
        self.bound(expr).0
    }

    /// Written so that it holds together at least so tightly.
    fn within(&self, expr: &Expr, least: u8) -> String {
        let (text, bound) = self.bound(expr);
        if bound >= least { text } else { format!("({text})") }
    }

    fn all(&self, all: &[Expr]) -> String {
        all.iter().map(|one| self.loose(one)).collect::<Vec<_>>().join(", ")
    }

    fn is_constant(&self, name: &str) -> bool {
        self.program.constants.iter().any(|(known, ..)| known == name)
    }

    fn is_global(&self, name: &str) -> bool {
        self.program.globals.iter().any(|(known, ..)| known == name)
    }

    fn one_coordinate(&self) -> bool {
        self.program.coordinates.len() == 1
    }

    fn bound(&self, expr: &Expr) -> Bound {
        let dialect = self.dialect;
        match expr {
            Expr::Int(value) if *value < 0 => (dialect.int(*value), TIMES),
            Expr::Int(value) => (dialect.int(*value), ATOM),
            Expr::Bool(value) => (dialect.boolean(*value).into(), ATOM),
            Expr::Text(text) => (quoted(text), ATOM),
            Expr::Name(name) => (dialect.name(self, name), ATOM),
            Expr::Neg(inner) => (format!("-{}", self.within(inner, ATOM)), TIMES),
            Expr::Not(inner) => dialect.not(self, inner),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(three) => (dialect.choice(self, three), LOOSE),
            Expr::Call(name, arguments) => {
                let arguments: Vec<String> =
                    arguments.iter().map(|one| dialect.argument(self, one)).collect();
                (dialect.call(self, name, &arguments.join(", ")), ATOM)
            }
            Expr::Do(builtin, arguments) => dialect.builtin(self, *builtin, arguments),
            Expr::Place(coordinates) if self.one_coordinate() => self.bound(&coordinates[0]),
            Expr::Place(coordinates) => (dialect.place(&self.all(coordinates)), ATOM),
            Expr::Coordinate(place, _) if self.one_coordinate() => self.bound(place),
            Expr::Coordinate(place, at) => (dialect.coordinate(self, &self.within(place, ATOM), *at), ATOM),
            Expr::Move(fields) => (dialect.make_move(&self.fields(fields)), ATOM),
            Expr::Field(of, field) => (dialect.field(&self.within(of, ATOM), field), ATOM),
            Expr::List(of, entries) => (dialect.list(self, of, entries), ATOM),
            Expr::Map => (dialect.map().into(), ATOM),
            Expr::Index(list, at) => (dialect.index(self, list, at), ATOM),
            Expr::Format(pieces) => dialect.format(self, pieces),
        }
    }

    fn binary(&self, op: Operator, left: &Expr, right: &Expr) -> Bound {
        let sign = self.dialect.operator(op);
        if let Some(function) = sign.strip_suffix("()") {
            let both = [left, right].map(|one| self.loose(one)).join(", ");
            return (self.dialect.call(self, function, &both), ATOM);
        }
        let same = |side: &Expr| matches!(side, Expr::Binary(other, ..) if *other == op);
        let (level, left_least, right_least) = match op {
            Operator::Or | Operator::And => {
                let level = if op == Operator::Or { OR } else { AND };
                (level, if same(left) { level } else { NOT }, NOT)
            }
            Operator::Eq | Operator::Ne | Operator::Lt | Operator::Le | Operator::Gt | Operator::Ge => {
                (COMPARED, ADDED, ADDED)
            }
            Operator::Add => (ADDED, ADDED, ADDED),
            Operator::Sub => (ADDED, ADDED, TIMES),
            Operator::Mul | Operator::Div | Operator::Rem | Operator::FloorDiv | Operator::FloorRem => {
                (TIMES, TIMES, ATOM)
            }
            _ => (LOOSE, if same(left) { LOOSE } else { ADDED }, ADDED),
        };
        let text = format!("{} {sign} {}", self.within(left, left_least), self.within(right, right_least));
        (text, level)
    }

    /// The fields that moves have, and what they hold in one of them.
    fn fields(&self, [to, gain, again]: &[Expr; 3]) -> Vec<(&'static str, String)> {
        let earned =
            self.program.earns.iter().map(|field| (*field, if *field == "gain" { gain } else { again }));
        std::iter::once(("to", to)).chain(earned).map(|(field, value)| (field, self.loose(value))).collect()
    }

    /// The fields that moves have, and their types.
    fn field_types(&self) -> Vec<(&'static str, Type)> {
        let to = if self.program.single { Type::Place } else { Type::sum() };
        std::iter::once(("to", to))
            .chain(self.program.earns.iter().map(|field| (*field, Type::Int)))
            .collect()
    }

    /// The type of an expression, where a writer must know it.
    fn type_of(&self, expr: &Expr) -> Type {
        match expr {
            Expr::Name(name) => self.types.get(name).cloned().unwrap_or(Type::Int),
            Expr::Text(_) | Expr::Format(_) | Expr::Do(Builtin::Char, _) => Type::Text,
            Expr::Place(_) => Type::Place,
            Expr::Move(_) => Type::Move,
            Expr::List(of, _) => Type::list(of.clone()),
            Expr::Do(Builtin::Copy, list) => self.type_of(&list[0]),
            Expr::Do(Builtin::Filled, _) => Type::list(Type::Int),
            Expr::Index(list, _) => self.entry_of(list),
            Expr::Do(Builtin::Last, list) => self.entry_of(&list[0]),
            Expr::Field(_, "to") if self.program.single => Type::Place,
            Expr::Field(_, "to") => Type::sum(),
            Expr::If(three) => self.type_of(&three[1]),
            Expr::Call(name, _) => {
                let known = self.program.functions.iter().find(|function| function.name == *name);
                known.map_or(Type::Int, |function| function.gives.clone())
            }
            _ => Type::Int,
        }
    }

    fn entry_of(&self, list: &Expr) -> Type {
        if let Type::List(of) = self.type_of(list) { *of } else { Type::Int }
    }
}

/// `x = x + y` as the sign and what stands on its right, for languages that write `x += y`.
fn changed_by<'s>(name: &str, value: &'s Expr) -> Option<(&'static str, &'s Expr)> {
    let Expr::Binary(op, left, right) = value else { return None };
    let sign = match op {
        Operator::Add => "+=",
        Operator::Sub => "-=",
        Operator::Mul => "*=",
        Operator::Xor => "^=",
        _ => return None,
    };
    matches!(&**left, Expr::Name(same) if same == name).then_some((sign, &**right))
}

/// The end of a loop from one number to another, as most languages write it: `i < n` or `i <= n`.
fn until(cx: &Context<'_>, name: &str, high: &Expr) -> String {
    match high {
        Expr::Binary(Operator::Sub, left, right) if **right == Expr::Int(1) => {
            format!("{name} < {}", cx.within(left, ADDED))
        }
        other => format!("{name} <= {}", cx.within(other, ADDED)),
    }
}

/// What fields hold, one after the other.
fn values(fields: &[(&str, String)]) -> String {
    fields.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(", ")
}

/// A text between quotes; of what stands in a program nothing needs more.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A program as it is written, line by line.
struct Writer<'p> {
    cx: Context<'p>,
    text: String,
    depth: usize,
}

/// The text of a program.
pub(super) fn write(program: &Program, language: Language) -> String {
    let dialect: &dyn Dialect = match language {
        Language::Cpp => &cpp::Cpp,
        Language::Python => &python::Python,
        Language::Rust => &rust::Rust,
        Language::Java => &java::Java,
    };
    let shared = program.constants.iter().chain(&program.globals);
    let types = shared.map(|(name, of, _)| (name.clone(), of.clone())).collect();
    let cx = Context {
        program,
        dialect,
        types,
        changed: BTreeSet::new(),
        parameters: BTreeSet::new(),
        stateful: stateful(program),
    };
    let mut writer = Writer { cx, text: String::new(), depth: 0 };
    for line in &program.head {
        writer.line(format!("{} {line}", dialect.comment()).trim_end());
    }
    dialect.program(&mut writer);
    writer.text
}

/// The functions that use what is global, or call one that does.
fn stateful(program: &Program) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    loop {
        let before = found.len();
        for function in &program.functions {
            let global = program.globals.iter().any(|(name, ..)| mentions(&function.body, name));
            if global || calls(&function.body).iter().any(|name| found.contains(name)) {
                found.insert(function.name.clone());
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

impl<'p> Writer<'p> {
    fn line(&mut self, text: &str) {
        if !text.is_empty() {
            self.text.extend(std::iter::repeat_n("    ", self.depth));
            self.text += text;
        }
        self.text.push('\n');
    }

    fn lines(&mut self, texts: &[String]) {
        texts.iter().for_each(|text| self.line(text));
    }

    /// Makes the variables of a function known.
    fn enter(&mut self, parameters: &[(String, Type)], body: &[Stmt]) {
        let cx = &mut self.cx;
        (cx.changed, cx.parameters) = Default::default();
        for (name, of) in parameters {
            cx.parameters.insert(name.clone());
            cx.types.insert(name.clone(), of.clone());
        }
        statements(body, &mut |stmt| {
            cx.changed.extend(stmt.changes().map(String::from));
            match stmt {
                Stmt::Let(name, of, _) | Stmt::Each(name, of, ..) => {
                    cx.types.insert(name.clone(), of.clone());
                }
                Stmt::For(name, ..) => drop(cx.types.insert(name.clone(), Type::Int)),
                Stmt::EachLine(name, _) => drop(cx.types.insert(name.clone(), Type::list(Type::Text))),
                _ => {}
            }
        });
    }

    fn functions(&mut self) {
        let program = self.cx.program;
        for function in &program.functions {
            self.line("");
            self.enter(&function.parameters, &function.body);
            let signature = self.cx.dialect.signature(&self.cx, function);
            self.lines(&signature);
            self.block(&function.body);
            self.close();
        }
    }

    fn block(&mut self, body: &[Stmt]) {
        self.depth += 1;
        let unpacks = |stmt: &&Stmt| matches!(stmt, Stmt::Let(_, Type::Int, Expr::Coordinate(..)));
        let unpacked: Vec<&Stmt> = body.iter().take_while(unpacks).collect();
        let first = if unpacked.len() > 1 { unpacked.len() } else { 0 };
        if first > 0 {
            let (mut names, mut values) = (Vec::new(), Vec::new());
            for stmt in unpacked {
                let Stmt::Let(name, _, value) = stmt else { continue };
                names.push(name.as_str());
                values.push(self.cx.loose(value));
            }
            let line = self.cx.dialect.unpacked(&self.cx, &names, &values);
            self.line(&line);
        }
        body[first..].iter().for_each(|stmt| self.statement(stmt));
        self.depth -= 1;
    }

    fn close(&mut self) {
        if let Some(end) = self.cx.dialect.closing() {
            self.line(end);
        }
    }

    /// The text of statements that are one short statement.
    fn one_plain(&self, body: &[Stmt]) -> Option<String> {
        let [inner] = body else { return None };
        if inner.blocks() != [&[] as &[Stmt], &[]] || matches!(inner, Stmt::Comment(_) | Stmt::EachLine(..)) {
            return None;
        }
        Some(self.cx.dialect.plain(&self.cx, inner)).filter(|text| !text.contains('\n'))
    }

    fn fits(&self, line: &str) -> bool {
        line.len() + 4 * self.depth <= super::WIDTH
    }

    /// Writes a statement with one short statement in it on one line, if it is so.
    fn one_line(&mut self, stmt: &Stmt) -> bool {
        let [body, other] = stmt.blocks();
        let Some(inner) = self.one_plain(body).filter(|_| !matches!(stmt, Stmt::EachLine(..))) else {
            return false;
        };
        let dialect = self.cx.dialect;
        let opening = dialect.opening(&self.cx, stmt);
        let [opening] = &opening[..] else { return false };
        let lines = match self.one_plain(other) {
            Some(otherwise) => dialect.either(opening, &inner, &otherwise),
            None if other.is_empty() => dialect.on_one_line(opening, &inner).map(|line| vec![line]),
            None => None,
        };
        let Some(lines) = lines.filter(|lines| lines.iter().all(|line| self.fits(line))) else {
            return false;
        };
        self.lines(&lines);
        true
    }

    fn statement(&mut self, stmt: &Stmt) {
        let dialect = self.cx.dialect;
        match stmt {
            Stmt::Comment(text) => self.line(&format!("{} {text}", dialect.comment())),
            _ if self.one_line(stmt) => {}
            Stmt::If(_, then, other) => {
                let opening = dialect.opening(&self.cx, stmt);
                self.lines(&opening);
                self.block(then);
                let one = self.one_plain(other).and_then(|text| dialect.otherwise_one(&text));
                if let Some(line) = one.filter(|line| self.fits(line)) {
                    self.line(&line);
                    return;
                }
                if !other.is_empty() {
                    self.line(dialect.otherwise());
                    self.block(other);
                }
                self.close();
            }
            Stmt::While(_, body)
            | Stmt::For(_, _, _, body)
            | Stmt::Each(_, _, _, body)
            | Stmt::EachLine(_, body) => {
                let opening = dialect.opening(&self.cx, stmt);
                self.lines(&opening);
                self.block(body);
                self.close();
            }
            plain => {
                let text = dialect.plain(&self.cx, plain);
                text.lines().for_each(|line| self.line(line));
            }
        }
    }
}
