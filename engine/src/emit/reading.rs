//! What a program reads and prints: a position a line, or what a judge's layout says.

use crate::catalogue::judge::{Answer, Judge, Known, Number};
use crate::catalogue::layout::Item;
use crate::error::{Fault, Result};
use crate::rules::{Domain, Rules};
use crate::work::Work;

use super::method::{Found, Method, not_written};
use super::rule::RuleWriter;
use super::script::{body, expression};
use super::tree::{Builtin, Expr, Function, Operator, Program, Stmt, Type};

/// How positions are written, for the head of a program.
pub(super) fn format(rules: &Rules) -> String {
    let names: Vec<&str> = rules.form().axes.iter().map(|axis| axis.name.as_str()).collect();
    let (one, two) = (names.join(","), if names.len() == 1 { "heaps" } else { "components" });
    format!(
        "Input: a position a line, its {two} ({one}) with blanks between them. Output: N (the mover wins), P (loses) or D \
         (a draw), and then a winning move: which component, counted from 1, becomes what."
    )
}

/// The parameters of the rules that a layout reads.
pub(super) fn parameters(rules: &Rules, judge: &Judge) -> Result<Vec<String>> {
    fn names(item: &Item, found: &mut Vec<String>) {
        match item {
            Item::Name(name) => found.push(name.clone()),
            Item::Times(name, item) => {
                found.push(name.clone());
                names(item, found);
            }
            Item::Until(_, item) => names(item, found),
            Item::All(items) | Item::Position(items) | Item::Line(items) => {
                items.iter().for_each(|item| names(item, found));
            }
        }
    }
    let mut found = Vec::new();
    names(&Item::parse(&judge.read)?, &mut found);
    found.retain(|name| rules.lets.contains_key(name));
    found.sort();
    found.dedup();
    Ok(found)
}

/// The method where parameters are read: it must be right for all of them.
pub(super) fn method_for_all(
    rules: &Rules,
    judge: &Judge,
    writer: &mut RuleWriter<'_>,
    work: &Work<'_>,
) -> Result<Method> {
    let least = |name: &str| match judge.numbers.get(name) {
        Some(Number::Within { from, to, .. }) => (*from, *to),
        _ => (0, i64::MAX),
    };
    let bounds: Vec<(String, i64, i64)> = writer
        .read
        .iter()
        .map(|name| {
            let (from, to) = least(name);
            (name.clone(), from, to)
        })
        .collect();
    let mut method = super::parameters::for_all(rules, &bounds, writer, work)?;
    for (name, ..) in &bounds {
        let Expr::Name(variable) = writer.known(name) else { continue };
        let is_list = matches!(rules.lets.get(name), Some(crate::literal::Literal::List(_)));
        let (of, first) = match is_list {
            true => (Type::list(Type::Int), Expr::List(Type::Int, Vec::new())),
            false => (Type::Int, Expr::Int(0)),
        };
        method.globals.push((variable, of, first));
    }
    Ok(method)
}

/// The main part of a program, and the functions that show positions.
pub(super) fn main(
    program: &mut Program,
    method: &Method,
    writer: &mut RuleWriter<'_>,
    rules: &Rules,
    judge: Option<&Judge>,
) -> Result<()> {
    let axes = &rules.form().axes;
    if axes.iter().any(|axis| matches!(axis.domain, Domain::Names(_))) {
        let names = rules.form().names.iter().map(|name| Expr::Text(name.clone())).collect();
        program.constants.push(("NAMES".into(), Type::list(Type::Text), Expr::List(Type::Text, names)));
    }
    if axes.len() > 1 || matches!(axes[0].domain, Domain::Names(_)) {
        program.functions.push(show(rules));
    }
    if !program.single {
        program.functions.push(show_all(rules));
    }
    let Some(judge) = judge else {
        program.main = vec![Stmt::EachLine("words".into(), batch(program.single, method, rules))];
        return Ok(());
    };
    program.globals.push(("tokens".into(), Type::list(Type::Int), Expr::List(Type::Int, Vec::new())));
    program.globals.push(("at".into(), Type::Int, Expr::Int(0)));
    let mut reader =
        Reader { rules, judge, method, writer, single: program.single, counts: Vec::new(), rounds: 0 };
    let mut all = vec![Stmt::ReadNumbers("tokens".into())];
    all.extend(reader.item(&Item::parse(&judge.read)?, None)?);
    program.main = all;
    Ok(())
}

/// A place as it is written: `2,3`.
fn show(rules: &Rules) -> Function {
    let mut pieces = Vec::new();
    for (at, axis) in rules.form().axes.iter().enumerate() {
        if at > 0 {
            pieces.push(Expr::Text(",".into()));
        }
        let coordinate = Expr::Coordinate(Box::new(Expr::name("p")), at);
        pieces.push(match axis.domain {
            Domain::Names(_) => Expr::Index(Box::new(Expr::name("NAMES")), Box::new(coordinate)),
            _ => coordinate,
        });
    }
    Function {
        name: "show".into(),
        parameters: vec![("p".into(), Type::Place)],
        gives: Type::Text,
        body: vec![Stmt::Return(Some(Expr::Format(pieces)))],
    }
}

fn shown(rules: &Rules, place: Expr) -> Expr {
    let axes = &rules.form().axes;
    let plain = axes.len() == 1 && !matches!(axes[0].domain, Domain::Names(_));
    if plain { place } else { Expr::Call("show".into(), vec![place]) }
}

/// The parts of an option as they are written.
fn show_all(rules: &Rules) -> Function {
    let more =
        Expr::Format(vec![Expr::name("written"), Expr::Text(" ".into()), shown(rules, Expr::name("q"))]);
    let none = Expr::binary(Operator::Eq, Expr::Do(Builtin::Len, vec![Expr::name("parts")]), Expr::Int(0));
    Function {
        name: "show_all".into(),
        parameters: vec![("parts".into(), Type::sum())],
        gives: Type::Text,
        body: vec![
            Stmt::Let("written".into(), Type::Text, Expr::Text(String::new())),
            Stmt::If(none, vec![Stmt::Set("written".into(), Expr::Text(" nothing".into()))], Vec::new()),
            Stmt::Each("q".into(), Type::Place, Expr::name("parts"), vec![Stmt::Set("written".into(), more)]),
            Stmt::Return(Some(Expr::name("written"))),
        ],
    }
}

/// One line of a batch: the position, who wins it, and a move.
fn batch(single: bool, method: &Method, rules: &Rules) -> Vec<Stmt> {
    let axes = &rules.form().axes;
    let count = axes.len() as i64;
    let word = |at: usize| {
        let at = match count {
            1 => Expr::name("i"),
            _ => expression(&if at == 0 { format!("i * {count}") } else { format!("i * {count} + {at}") }),
        };
        Expr::Index(Box::new(Expr::name("words")), Box::new(at))
    };
    let coordinate = |(at, axis): (usize, &crate::rules::Axis)| match axis.domain {
        Domain::Names(_) => Expr::Do(Builtin::Find, vec![Expr::name("NAMES"), word(at)]),
        _ => Expr::Do(Builtin::Number, vec![word(at)]),
    };
    let place = Expr::Place(axes.iter().enumerate().map(coordinate).collect());
    let last = if count == 1 { "len(words) - 1".to_string() } else { format!("len(words) / {count} - 1") };
    let mut all = body("let position: sum = list", single);
    all.push(Stmt::For(
        "i".into(),
        Expr::Int(0),
        expression(&last),
        vec![Stmt::Push("position".into(), place)],
    ));
    all.extend(method.before.clone());
    let print = |text: &str| Stmt::Print(vec![Expr::Text(text.into())], true);
    let lost = vec![print("P")];
    let other = match &method.drawn {
        None => lost,
        Some(drawn) => vec![Stmt::If(drawn.clone(), vec![print("D")], lost)],
    };
    let won = method.won.clone().unwrap_or(Expr::Bool(false));
    all.push(Stmt::If(won, a_move(single, method, rules), other));
    all
}

/// Prints one winning move.
fn a_move(single: bool, method: &Method, rules: &Rules) -> Vec<Stmt> {
    let said = |to: Expr| {
        let to = if single {
            vec![Expr::Text(" -> ".into()), shown(rules, to)]
        } else {
            vec![Expr::Text(" ->".into()), Expr::Call("show_all".into(), vec![to])]
        };
        let from = vec![
            Expr::Text("N ".into()),
            expression("i + 1"),
            Expr::Text(": ".into()),
            shown(rules, Expr::name("start")),
        ];
        Stmt::Print([from, to].concat(), true)
    };
    let last = expression("len(position) - 1");
    let start = body("let start: place = position[i]", single);
    match &method.found {
        None => vec![Stmt::Print(vec![Expr::Text("N".into())], true)],
        Some(Found::If(before, condition, to)) => {
            let told = method.may_have_none.then(|| Stmt::Set("told".into(), Expr::Int(1)));
            let then = std::iter::once(said(to.clone())).chain(told).chain([Stmt::Break]).collect();
            let inner = [start, before.clone(), vec![Stmt::If(condition.clone(), then, Vec::new())]].concat();
            let found = Stmt::For("i".into(), Expr::Int(0), last, inner);
            if method.may_have_none { [vec![untold()], vec![found], none()].concat() } else { vec![found] }
        }
        Some(Found::Among(of, condition, to)) => {
            let open = Expr::binary(Operator::Eq, Expr::name("told"), Expr::Int(0));
            let condition = Expr::binary(Operator::And, open, condition.clone());
            let told = vec![said(to.clone()), Stmt::Set("told".into(), Expr::Int(1))];
            let options = expression("options(start)");
            let each =
                Stmt::Each("m".into(), of.clone(), options, vec![Stmt::If(condition, told, Vec::new())]);
            let inner = [start, vec![each]].concat();
            let mut all = vec![untold(), Stmt::For("i".into(), Expr::Int(0), last, inner)];
            if method.may_have_none {
                all.extend(none());
            }
            all
        }
    }
}

/// Whether a move has been told.
fn untold() -> Stmt {
    Stmt::Let("told".into(), Type::Int, Expr::Int(0))
}

/// Who has no move may have won.
fn none() -> Vec<Stmt> {
    vec![Stmt::If(expression("told == 0"), vec![Stmt::Print(vec![Expr::Text("N".into())], true)], Vec::new())]
}

/// Writes down how an input is read.
struct Reader<'a, 'r> {
    rules: &'a Rules,
    judge: &'a Judge,
    method: &'a Method,
    writer: &'a mut RuleWriter<'r>,
    single: bool,
    /// The counts that have been read.
    counts: Vec<String>,
    rounds: usize,
}

/// Whether answers end their line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    OfLine,
    Later,
}

impl Reader<'_, '_> {
    fn next() -> Expr {
        Expr::Call("next_number".into(), Vec::new())
    }

    fn item(&mut self, item: &Item, line: Option<End>) -> Result<Vec<Stmt>> {
        match item {
            Item::All(items) => self.items(items, line),
            Item::Name(name) => Ok(self.name(name)),
            Item::Times(count, item) => self.times(count, item, line),
            Item::Until(end, item) => {
                let end: i64 = end.parse().map_err(|_| not_written(Fault::CodeLayout))?;
                let more = expression("at < len(tokens)");
                let other = Expr::binary(Operator::Ne, expression("tokens[at]"), Expr::Int(end));
                let outer = self.counts.clone();
                let inner = self.item(item, line)?;
                self.counts = outer;
                Ok(vec![Stmt::While(Expr::binary(Operator::And, more, other), inner)])
            }
            Item::Line(items) => {
                let mut all = self.items(items, Some(End::Later))?;
                all.push(Stmt::Print(Vec::new(), true));
                Ok(all)
            }
            Item::Position(items) => self.position(items, line.unwrap_or(End::OfLine)),
        }
    }

    /// One after the other; coordinates that follow each other make a place.
    fn items(&mut self, items: &[Item], line: Option<End>) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        let mut rest = items;
        while let Some((first, behind)) = rest.split_first() {
            let (stmts, used) = match self.place(rest) {
                Some(stmts) => (stmts, self.rules.form().axes.len()),
                None => (self.item(first, line)?, 1),
            };
            all.extend(stmts);
            rest = if used == 1 { behind } else { &rest[used..] };
        }
        Ok(all)
    }

    /// The coordinates of a component in order, as a place of the position.
    fn place(&mut self, items: &[Item]) -> Option<Vec<Stmt>> {
        let axes = &self.rules.form().axes;
        let mut all = Vec::new();
        let mut coordinates = Vec::new();
        for (at, axis) in axes.iter().enumerate() {
            let Some(Item::Name(name)) = items.get(at) else { return None };
            if *name == axis.name {
                let variable = self.writer.names.variable(name);
                all.push(Stmt::Let(variable.clone(), Type::Int, Self::next()));
                coordinates.push(Expr::Name(variable));
            } else if self.rules.form().names.contains(name) {
                coordinates.push(self.writer.known(name));
            } else {
                return None;
            }
        }
        all.push(Stmt::Push("position".into(), Expr::Place(coordinates)));
        Some(all)
    }

    fn name(&mut self, name: &str) -> Vec<Stmt> {
        if let Some(parameter) = self.parameter(name) {
            let mut all = vec![Stmt::Set(parameter, Self::next())];
            all.extend(self.anew());
            return all;
        }
        if let Some(stmts) = self.place(&[Item::Name(name.into())]) {
            return stmts;
        }
        self.counts.push(name.into());
        vec![Stmt::Let(self.count(name), Type::Int, Self::next())]
    }

    fn parameter(&self, name: &str) -> Option<String> {
        match self.writer.read.iter().any(|known| known == name).then(|| self.writer.known(name)) {
            Some(Expr::Name(variable)) => Some(variable),
            _ => None,
        }
    }

    fn count(&mut self, name: &str) -> String {
        self.writer.names.variable(&format!("{name}_"))
    }

    /// With other parameters all values are other ones.
    fn anew(&self) -> Vec<Stmt> {
        let one = |(name, of, first): &(String, Type, Expr)| {
            let kept = ["table", "memo", "period"].contains(&name.as_str());
            kept.then(|| match of {
                Type::Map(_) => Stmt::Set(name.clone(), Expr::Map),
                _ => Stmt::Set(name.clone(), first.clone()),
            })
        };
        self.method.globals.iter().filter_map(one).collect()
    }

    fn times(&mut self, count: &str, item: &Item, line: Option<End>) -> Result<Vec<Stmt>> {
        let mut all = Vec::new();
        let outer = self.counts.clone();
        let many = match count.parse::<i64>() {
            Ok(fixed) => Expr::Int(fixed),
            Err(_) => {
                let variable = self.count(count);
                if !self.counts.iter().any(|known| known == count) {
                    all.push(Stmt::Let(variable.clone(), Type::Int, Self::next()));
                    self.counts.push(count.into());
                }
                Expr::Name(variable)
            }
        };
        let (kept, round) = (self.counts.clone(), self.round());
        let last = Expr::binary(Operator::Sub, many, Expr::Int(1));
        let list = match item {
            Item::Name(name) => self.parameter(name),
            _ => None,
        };
        if let Some(list) = list {
            all.push(Stmt::Set(list.clone(), Expr::List(Type::Int, Vec::new())));
            all.push(Stmt::For(round, Expr::Int(0), last, vec![Stmt::Push(list, Self::next())]));
            all.extend(self.anew());
            return Ok(all);
        }
        let inner = self.item(item, line)?;
        // What is read in one round is not known in the next, nor behind the rounds.
        self.counts = if matches!(item, Item::Name(_)) { outer } else { kept };
        all.push(Stmt::For(round, Expr::Int(0), last, inner));
        Ok(all)
    }

    fn round(&mut self) -> String {
        self.rounds += 1;
        format!("round{}", self.rounds)
    }

    fn position(&mut self, items: &[Item], end: End) -> Result<Vec<Stmt>> {
        let mut all = body("let position: sum = list", self.single);
        all.extend(self.items(items, Some(end))?);
        all.extend(self.method.before.clone());
        all.extend(self.answer(end == End::OfLine)?);
        Ok(all)
    }

    fn answer(&self, line: bool) -> Result<Vec<Stmt>> {
        let unknown = || not_written(Fault::CodeLayout);
        let won = self.method.won.clone().unwrap_or(Expr::Bool(false));
        Ok(match &self.judge.answer {
            Answer::Words(words) => {
                let print = |at: usize| {
                    let word = words.get(at).cloned().unwrap_or_else(|| "D".into());
                    vec![Stmt::Print(vec![Expr::Text(word)], line)]
                };
                let other = match &self.method.drawn {
                    Some(drawn) if words.len() > 2 => vec![Stmt::If(drawn.clone(), print(2), print(1))],
                    _ => print(1),
                };
                vec![Stmt::If(won, print(0), other)]
            }
            Answer::Known(Known::Count) if self.method.values => {
                let more = expression("count + len(winning(start, wanted))");
                self.all_winning(vec![Stmt::Set("count".into(), more)], |loops| {
                    let mut all = vec![Stmt::Let("count".into(), Type::Int, Expr::Int(0))];
                    all.push(Stmt::If(won.clone(), loops, Vec::new()));
                    all.push(Stmt::Print(vec![Expr::name("count")], line));
                    all
                })
            }
            Answer::Known(Known::Value | Known::Score) => {
                vec![Stmt::Print(vec![self.method.known.clone().ok_or_else(unknown)?], line)]
            }
            Answer::Moves { each, none } if self.method.values => {
                let piece = self.written(each);
                let option = if self.single { Type::Place } else { Type::sum() };
                let print = vec![
                    Stmt::Print([vec![Expr::name("between")], piece].concat(), false),
                    Stmt::Set("between".into(), Expr::Text(" ".into())),
                ];
                let each = Stmt::Each("m".into(), option, expression("winning(start, wanted)"), print);
                self.all_winning(vec![each], |loops| {
                    let first = Stmt::Let("between".into(), Type::Text, Expr::Text(String::new()));
                    let then = [vec![first], loops, vec![Stmt::Print(Vec::new(), line)]].concat();
                    vec![Stmt::If(won.clone(), then, vec![Stmt::Print(vec![Expr::Text(none.clone())], line)])]
                })
            }
            _ => return Err(unknown()),
        })
    }

    /// Something done for every component, with the value that a winning move leaves of it.
    fn all_winning(&self, inner: Vec<Stmt>, around: impl FnOnce(Vec<Stmt>) -> Vec<Stmt>) -> Vec<Stmt> {
        let mut each =
            body("let start: place = position[i]\nlet wanted: int = value(start) ^ total", self.single);
        each.extend(inner);
        around(vec![Stmt::For("i".into(), Expr::Int(0), expression("len(position) - 1"), each)])
    }

    /// A move in the words of the judge.
    fn written(&self, each: &str) -> Vec<Expr> {
        let mut all = Vec::new();
        let mut rest = each;
        while let Some(at) = rest.find('{') {
            if at > 0 {
                all.push(Expr::Text(rest[..at].into()));
            }
            let to = if self.single {
                shown(self.rules, Expr::name("m"))
            } else {
                Expr::Call("show_all".into(), vec![Expr::name("m")])
            };
            let Some(close) = rest[at..].find('}') else { break };
            all.push(if &rest[at..=at + close] == "{component}" { expression("i + 1") } else { to });
            rest = &rest[at + close + 1..];
        }
        if !rest.is_empty() {
            all.push(Expr::Text(rest.into()));
        }
        all
    }
}
