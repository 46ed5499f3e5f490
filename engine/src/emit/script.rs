//! Methods written once, in lines that read like any program, and taken apart here.
//!
//! ```text
//! fn value(n: int) -> int
//!     while len(table) <= n
//!         let values: ints = list
//!         each m: place in options(len(table))
//!             push values, value(m)
//!         push table, mex(values)
//!     return table[n]
//! ```
//!
//! Only texts of this house are read, and the tests read all of them; a mistake in one is told by a panic there.

use super::tree::{Builtin, Expr, Function, Operator, Stmt, Type};

/// The functions of a script. `one_place` says that a move always leads to one place, so that an `option` is a place.
pub(super) fn functions(text: &str, one_place: bool) -> Vec<Function> {
    let mut lines =
        Lines { lines: text.lines().filter(|line| !line.trim().is_empty()).collect(), at: 0, one_place };
    let mut all = Vec::new();
    while lines.at < lines.lines.len() {
        all.push(lines.function());
    }
    all
}

/// The statements of a script that is no function.
pub(super) fn body(text: &str, one_place: bool) -> Vec<Stmt> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let depth = lines.first().map_or(0, |line| indent(line));
    Lines { lines, at: 0, one_place }.block(depth)
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

struct Lines<'t> {
    lines: Vec<&'t str>,
    at: usize,
    one_place: bool,
}

impl<'t> Lines<'t> {
    fn function(&mut self) -> Function {
        let line = self.lines[self.at];
        self.at += 1;
        let rest = line.strip_prefix("fn ").unwrap_or_else(|| panic!("no function: {line}"));
        let (name, rest) = rest.split_once('(').expect("a parenthesis");
        let (inside, after) = rest.split_once(')').expect("a parenthesis");
        let one = |text: &str| {
            let (name, of) = text.split_once(':').expect("a type");
            (name.trim().to_string(), self.kind(of))
        };
        let parameters = inside.split(',').filter(|p| !p.trim().is_empty()).map(one).collect();
        let gives = after.trim().strip_prefix("->").map_or(Type::Nothing, |of| self.kind(of));
        Function { name: name.into(), parameters, gives, body: self.block(4) }
    }

    fn kind(&self, text: &str) -> Type {
        let option = if self.one_place { Type::Place } else { Type::sum() };
        match text.trim() {
            "int" => Type::Int,
            "text" => Type::Text,
            "place" => Type::Place,
            "move" => Type::Move,
            "sum" => Type::sum(),
            "option" => option,
            "options" => Type::list(option),
            "sums" => Type::list(Type::sum()),
            "moves" => Type::list(Type::Move),
            "ints" => Type::list(Type::Int),
            "texts" => Type::list(Type::Text),
            "lists" => Type::list(Type::list(Type::Int)),
            "map of sum" => Type::Map(Box::new(Type::sum())),
            "map of ints" => Type::Map(Box::new(Type::list(Type::Int))),
            "map of option" => Type::Map(Box::new(option)),
            other => panic!("no type: {other}"),
        }
    }

    fn block(&mut self, depth: usize) -> Vec<Stmt> {
        let mut all = Vec::new();
        while self.at < self.lines.len() && indent(self.lines[self.at]) == depth {
            let line = self.lines[self.at].trim();
            self.at += 1;
            all.push(self.statement(line, depth));
        }
        all
    }

    fn statement(&mut self, line: &'t str, depth: usize) -> Stmt {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "#" => Stmt::Comment(rest.into()),
            "let" => {
                let (head, value) = rest.split_once(" = ").expect("a value");
                let (name, of) = head.split_once(':').expect("a type");
                let of = self.kind(of);
                let value = match (value, &of) {
                    ("list", Type::List(entry)) => Expr::List((**entry).clone(), Vec::new()),
                    ("map", _) => Expr::Map,
                    _ => expression(value),
                };
                Stmt::Let(name.into(), of, value)
            }
            "push" => {
                let (name, value) = rest.split_once(", ").expect("a value");
                Stmt::Push(name.into(), expression(value))
            }
            "put" => {
                let mut three = rest.splitn(3, ", ");
                let mut next = || three.next().expect("three parts");
                Stmt::Put(next().into(), expression(next()), expression(next()))
            }
            "clear" => Stmt::Set(rest.into(), Expr::Map),
            "pop" => Stmt::Pop(rest.into()),
            "sort" => Stmt::Sort(rest.into()),
            "do" => match expression(rest) {
                Expr::Call(name, arguments) => Stmt::Do(name, arguments),
                other => panic!("no call: {other:?}"),
            },
            "if" => {
                let then = self.block(depth + 4);
                let has_else = self.at < self.lines.len()
                    && indent(self.lines[self.at]) == depth
                    && self.lines[self.at].trim() == "else";
                self.at += usize::from(has_else);
                let other = if has_else { self.block(depth + 4) } else { Vec::new() };
                Stmt::If(expression(rest), then, other)
            }
            "while" => Stmt::While(expression(rest), self.block(depth + 4)),
            "for" => {
                let (name, range) = rest.split_once(" in ").expect("a range");
                let (low, high) = range.split_once("..").expect("a range");
                Stmt::For(name.into(), expression(low), expression(high), self.block(depth + 4))
            }
            "each" => {
                let (head, list) = rest.split_once(" in ").expect("a list");
                let (name, of) = head.split_once(':').expect("a type");
                Stmt::Each(name.into(), self.kind(of), expression(list), self.block(depth + 4))
            }
            "lines" => Stmt::EachLine(rest.into(), self.block(depth + 4)),
            "print" => Stmt::Print(pieces(rest), true),
            "return" if rest.is_empty() => Stmt::Return(None),
            "return" if rest == "list" => Stmt::Return(Some(Expr::List(Type::Place, Vec::new()))),
            "return" => Stmt::Return(Some(expression(rest))),
            "break" => Stmt::Break,
            _ => {
                let (target, value) =
                    line.split_once(" = ").unwrap_or_else(|| panic!("no statement: {line}"));
                match (expression(target), expression(value)) {
                    (Expr::Name(name), value) => Stmt::Set(name, value),
                    (Expr::Index(list, at), value) => match *list {
                        Expr::Name(name) => Stmt::SetEntry(name, *at, value),
                        other => panic!("no list: {other:?}"),
                    },
                    (other, _) => panic!("no variable: {other:?}"),
                }
            }
        }
    }
}

/// `"N {i + 1}: {show(p)}"` in its pieces.
fn pieces(text: &str) -> Vec<Expr> {
    let inner = text.trim().trim_matches('"');
    let mut all = Vec::new();
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once('{') {
        let (inside, behind) = after.split_once('}').expect("a brace");
        if !before.is_empty() {
            all.push(Expr::Text(before.into()));
        }
        all.push(expression(inside));
        rest = behind;
    }
    if !rest.is_empty() {
        all.push(Expr::Text(rest.into()));
    }
    all
}

/// An expression of a script.
pub(super) fn expression(text: &str) -> Expr {
    let mut words = Words { words: words(text), at: 0 };
    let found = words.binary(0);
    assert!(words.at == words.words.len(), "what is behind this? {text}");
    found
}

fn words(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut all = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let from = at;
        let c = letters[at];
        at += 1;
        if c.is_whitespace() {
            continue;
        } else if c == '"' {
            while letters[at] != '"' {
                at += 1;
            }
            at += 1;
        } else if c.is_alphanumeric() || c == '_' {
            while at < letters.len() && (letters[at].is_alphanumeric() || letters[at] == '_') {
                at += 1;
            }
        } else if at < letters.len() && letters[at] == '=' && "=!<>".contains(c) {
            at += 1;
        }
        all.push(letters[from..at].iter().collect());
    }
    all
}

struct Words {
    words: Vec<String>,
    at: usize,
}

const OPERATORS: &[(&str, u8, Operator)] = &[
    ("or", 1, Operator::Or),
    ("and", 2, Operator::And),
    ("==", 3, Operator::Eq),
    ("!=", 3, Operator::Ne),
    ("<", 3, Operator::Lt),
    ("<=", 3, Operator::Le),
    (">", 3, Operator::Gt),
    (">=", 3, Operator::Ge),
    ("^", 4, Operator::Xor),
    ("+", 5, Operator::Add),
    ("-", 5, Operator::Sub),
    ("*", 6, Operator::Mul),
    ("/", 6, Operator::Div),
    ("%", 6, Operator::Rem),
];

const BUILTINS: &[(&str, Builtin)] = &[
    ("len", Builtin::Len),
    ("has", Builtin::Has),
    ("get", Builtin::Get),
    ("min", Builtin::Min),
    ("max", Builtin::Max),
    ("abs", Builtin::Abs),
    ("last", Builtin::Last),
    ("copy", Builtin::Copy),
    ("filled", Builtin::Filled),
    ("number", Builtin::Number),
    ("find_in", Builtin::Find),
    ("letter", Builtin::Letter),
    ("char", Builtin::Char),
    ("length", Builtin::Length),
];

impl Words {
    fn peek(&self) -> &str {
        self.words.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        self.at += 1;
        self.words.get(self.at - 1).cloned().unwrap_or_default()
    }

    fn accept(&mut self, word: &str) -> bool {
        let is = self.peek() == word;
        self.at += usize::from(is);
        is
    }

    fn binary(&mut self, least: u8) -> Expr {
        let mut left = self.unary();
        while let Some((_, strength, op)) =
            OPERATORS.iter().find(|(word, strength, _)| *word == self.peek() && *strength > least)
        {
            self.at += 1;
            left = Expr::binary(*op, left, self.binary(*strength));
        }
        left
    }

    fn unary(&mut self) -> Expr {
        if self.accept("not") {
            return Expr::Not(Box::new(self.binary(2)));
        }
        if self.accept("-") {
            return Expr::Neg(Box::new(self.unary()));
        }
        if self.accept("if") {
            let condition = self.binary(0);
            assert!(self.accept("then"), "`then` is missing");
            let one = self.binary(0);
            assert!(self.accept("else"), "`else` is missing");
            return Expr::If(Box::new([condition, one, self.binary(0)]));
        }
        self.postfix()
    }

    fn postfix(&mut self) -> Expr {
        let word = self.next();
        let mut found = if word == "(" {
            let inner = self.binary(0);
            assert!(self.accept(")"), "`)` is missing");
            inner
        } else if word == "[" {
            Expr::List(Type::Place, self.until("]"))
        } else if let Some(text) = word.strip_prefix('"') {
            Expr::Text(text.trim_end_matches('"').into())
        } else if let Ok(number) = word.parse() {
            Expr::Int(number)
        } else if self.accept("(") {
            let arguments = self.until(")");
            match BUILTINS.iter().find(|(name, _)| *name == word) {
                Some((_, builtin)) => Expr::Do(*builtin, arguments),
                None => Expr::Call(word, arguments),
            }
        } else {
            Expr::Name(word)
        };
        loop {
            if self.accept("[") {
                let at = self.binary(0);
                assert!(self.accept("]"), "`]` is missing");
                found = Expr::Index(Box::new(found), Box::new(at));
            } else if self.accept(".") {
                let field = self.next();
                let field = ["to", "gain", "again"].into_iter().find(|known| *known == field);
                found = Expr::Field(Box::new(found), field.expect("a field of a move"));
            } else {
                return found;
            }
        }
    }

    fn until(&mut self, close: &str) -> Vec<Expr> {
        let mut all = Vec::new();
        while !self.accept(close) {
            all.push(self.binary(0));
            self.accept(",");
        }
        all
    }
}
