//! Programs in Java 17.

use super::cpp::{folded, sign};
use super::{ADDED, ATOM, Bound, Context, Dialect, LOOSE, Writer};
use crate::emit::tree::{Builtin, Expr, Function, Operator, Stmt, Type};

pub(super) struct Java;

impl Java {
    /// A type where only objects may stand.
    fn boxed(&self, cx: &Context<'_>, of: &Type) -> String {
        match self.kind(cx, of).as_str() {
            "long" => "Long".into(),
            other => other.into(),
        }
    }

    /// A number that is put where only objects may stand: one of 64 bits must look like it.
    fn kept(&self, cx: &Context<'_>, value: &Expr) -> String {
        let text = cx.loose(value);
        match value {
            Expr::Int(number) if i32::try_from(*number).is_ok() => format!("{text}L"),
            Expr::Do(Builtin::Len | Builtin::Length | Builtin::Find | Builtin::Letter, _) | Expr::If(_)
                if cx.type_of(value) == Type::Int =>
            {
                format!("(long) {}", cx.within(value, ATOM))
            }
            _ => text,
        }
    }

    fn at(&self, cx: &Context<'_>, at: &Expr) -> String {
        match at {
            Expr::Int(number) => number.to_string(),
            Expr::Binary(Operator::Add, left, right)
                if matches!((&**left, &**right), (Expr::Do(Builtin::Len, _), Expr::Int(_))) =>
            {
                cx.loose(at)
            }
            other => format!("(int) {}", cx.within(other, ATOM)),
        }
    }

    /// Whether a list is an array, as constants are.
    fn is_array(&self, cx: &Context<'_>, list: &Expr) -> bool {
        matches!(list, Expr::Name(name) if cx.is_constant(name))
    }
}

impl Dialect for Java {
    fn kind(&self, cx: &Context<'_>, of: &Type) -> String {
        match of {
            Type::Int => "long".into(),
            Type::Text => "String".into(),
            Type::Place if cx.one_coordinate() => "long".into(),
            Type::Place => "Place".into(),
            Type::Move => "Move".into(),
            Type::List(of) => format!("List<{}>", self.boxed(cx, of)),
            Type::Map(of) => format!("Map<{}, Long>", self.boxed(cx, of)),
            Type::Nothing => "void".into(),
        }
    }

    fn operator(&self, op: Operator) -> &'static str {
        match op {
            Operator::FloorDiv => "Math.floorDiv()",
            Operator::FloorRem => "Math.floorMod()",
            other => sign(other),
        }
    }

    fn int(&self, value: i64) -> String {
        if i32::try_from(value).is_ok() { value.to_string() } else { format!("{value}L") }
    }

    fn builtin(&self, cx: &Context<'_>, builtin: Builtin, arguments: &[Expr]) -> Bound {
        let first = cx.within(&arguments[0], ATOM);
        let second = || &arguments[1];
        let text = match builtin {
            Builtin::Len if self.is_array(cx, &arguments[0]) => format!("{first}.length"),
            Builtin::Len => format!("{first}.size()"),
            Builtin::Length => format!("{first}.length()"),
            Builtin::Has => format!("{first}.containsKey({})", self.kept(cx, second())),
            Builtin::Get => format!("{first}.get({})", self.kept(cx, second())),
            Builtin::Min => folded("Math.min", cx, arguments),
            Builtin::Max => folded("Math.max", cx, arguments),
            Builtin::Abs => format!("Math.abs({})", cx.loose(&arguments[0])),
            Builtin::Last => format!("{first}.get({first}.size() - 1)"),
            Builtin::Copy => format!("new ArrayList<>({first})"),
            Builtin::Filled => {
                let (count, value) = (self.at(cx, &arguments[0]), self.kept(cx, second()));
                format!("new ArrayList<>(Collections.nCopies({count}, {value}))")
            }
            Builtin::Number => format!("Long.parseLong({})", cx.loose(&arguments[0])),
            Builtin::Find => format!("Arrays.asList({first}).indexOf({})", cx.loose(second())),
            Builtin::Letter => format!("{first}.charAt({})", self.at(cx, second())),
            Builtin::Char => return (format!("(char) {first}"), LOOSE),
        };
        (text, ATOM)
    }

    fn place(&self, coordinates: &str) -> String {
        format!("new Place({coordinates})")
    }

    fn coordinate(&self, cx: &Context<'_>, place: &str, at: usize) -> String {
        format!("{place}.{}()", cx.program.coordinates[at])
    }

    fn make_move(&self, fields: &[(&str, String)]) -> String {
        format!("new Move({})", super::values(fields))
    }

    fn field(&self, of: &str, field: &str) -> String {
        format!("{of}.{field}()")
    }

    fn list(&self, cx: &Context<'_>, _: &Type, entries: &[Expr]) -> String {
        if entries.is_empty() {
            return "new ArrayList<>()".into();
        }
        let entries: Vec<String> = entries.iter().map(|one| self.kept(cx, one)).collect();
        format!("new ArrayList<>(List.of({}))", entries.join(", "))
    }

    fn map(&self) -> &'static str {
        "new HashMap<>()"
    }

    fn index(&self, cx: &Context<'_>, list: &Expr, at: &Expr) -> String {
        let (of, at_text) = (cx.within(list, ATOM), self.at(cx, at));
        if self.is_array(cx, list) { format!("{of}[{at_text}]") } else { format!("{of}.get({at_text})") }
    }

    fn format(&self, cx: &Context<'_>, pieces: &[Expr]) -> Bound {
        let mut all: Vec<String> = pieces
            .iter()
            .map(|one| match one {
                Expr::Text(_) => cx.loose(one),
                // A sum of numbers must not become a sum of texts.
                other => cx.within(other, super::TIMES),
            })
            .collect();
        if pieces.first().is_none_or(|first| cx.type_of(first) != Type::Text) {
            all.insert(0, "\"\"".into());
        }
        (all.join(" + "), ADDED)
    }

    fn plain(&self, cx: &Context<'_>, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Let(name, of, value) => format!("{} {name} = {};", self.kind(cx, of), cx.loose(value)),
            Stmt::Set(name, Expr::Map) => format!("{name}.clear();"),
            Stmt::Set(name, Expr::List(_, entries)) if entries.is_empty() => format!("{name}.clear();"),
            Stmt::Set(name, value) => match super::changed_by(name, value) {
                Some((sign, by)) => format!("{name} {sign} {};", cx.loose(by)),
                None => format!("{name} = {};", cx.loose(value)),
            },
            Stmt::SetEntry(list, at, value) => {
                format!("{list}.set({}, {});", self.at(cx, at), self.kept(cx, value))
            }
            Stmt::Put(map, key, value) => {
                format!("{map}.put({}, {});", self.kept(cx, key), self.kept(cx, value))
            }
            Stmt::Push(list, value) => format!("{list}.add({});", self.kept(cx, value)),
            Stmt::Pop(list) => format!("{list}.remove({list}.size() - 1);"),
            Stmt::Sort(list)
                if cx.one_coordinate() || cx.entry_of(&Expr::name(list.clone())) == Type::Int =>
            {
                format!("Collections.sort({list});")
            }
            Stmt::Sort(list) => {
                let names = &cx.program.coordinates;
                let rest: String =
                    names[1..].iter().map(|name| format!(".thenComparing(Place::{name})")).collect();
                format!("{list}.sort(Comparator.comparing(Place::{}){rest});", names[0])
            }
            Stmt::ReadNumbers(list) => {
                format!(
                    "Scanner input = new Scanner(System.in);\nwhile (input.hasNextLong()) {list}.add(input.nextLong());"
                )
            }
            Stmt::Print(pieces, line) => {
                let verb = if *line { "println" } else { "print" };
                let text = match &pieces[..] {
                    [] => String::new(),
                    [one]
                        if cx.type_of(one) != Type::Text || matches!(one, Expr::Text(_) | Expr::Name(_)) =>
                    {
                        cx.loose(one)
                    }
                    many => self.format(cx, many).0,
                };
                format!("System.out.{verb}({text});")
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
                format!("for (long {name} = {low}; {until}; {name}++) {{")
            }
            Stmt::Each(name, of, list, _) => {
                format!("for ({} {name} : {}) {{", self.kind(cx, of), cx.loose(list))
            }
            Stmt::EachLine(name, _) => {
                return vec![
                    "Scanner input = new Scanner(System.in);".into(),
                    "while (input.hasNextLine()) {".into(),
                    "    String line = input.nextLine().replaceAll(\"[,()]\", \" \").trim();".into(),
                    "    if (line.isEmpty()) continue;".into(),
                    format!("    List<String> {name} = List.of(line.split(\"\\\\s+\"));"),
                ];
            }
            _ => String::new(),
        }]
    }

    fn signature(&self, cx: &Context<'_>, function: &Function) -> Vec<String> {
        let one = |(name, of): &(String, Type)| format!("{} {name}", self.kind(cx, of));
        let parameters: Vec<String> = function.parameters.iter().map(one).collect();
        let gives = self.kind(cx, &function.gives);
        vec![format!("static {gives} {}({}) {{", function.name, parameters.join(", "))]
    }

    fn program(&self, writer: &mut Writer<'_>) {
        let program = writer.cx.program;
        writer.line("import java.util.*;");
        writer.line("");
        writer.line("public class Main {");
        writer.depth = 1;
        if program.coordinates.len() > 1 {
            let names: Vec<String> = program.coordinates.iter().map(|name| format!("long {name}")).collect();
            writer.line(&format!("record Place({}) {{}}", names.join(", ")));
            writer.line("");
        }
        if !program.earns.is_empty() {
            let field = |(name, of): (&str, Type)| format!("{} {name}", self.kind(&writer.cx, &of));
            let fields: Vec<String> = writer.cx.field_types().into_iter().map(field).collect();
            writer.line(&format!("record Move({}) {{}}", fields.join(", ")));
            writer.line("");
        }
        for (name, of, value) in &program.constants {
            let text = match (of, value) {
                (Type::List(of), Expr::List(_, entries)) => {
                    let kind = self.kind(&writer.cx, of);
                    format!("static final {kind}[] {name} = {{{}}};", writer.cx.all(entries))
                }
                _ => {
                    format!("static final {} {name} = {};", self.kind(&writer.cx, of), writer.cx.loose(value))
                }
            };
            writer.line(&text);
        }
        for (name, of, value) in &program.globals {
            let text = self.plain(&writer.cx, &Stmt::Let(name.clone(), of.clone(), value.clone()));
            writer.line(&format!("static {text}"));
        }
        writer.functions();
        writer.line("");
        writer.line("public static void main(String[] args) {");
        writer.enter(&[], &program.main);
        writer.block(&program.main);
        writer.line("}");
        writer.depth = 0;
        writer.line("}");
    }
}
