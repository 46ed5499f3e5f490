//! A program as a tree, before it is written in any language.
//!
//! The types are those that all of the languages have: integers, texts, lists, maps with whole numbers in them, and the
//! places and moves of a game. Variables of a function have different names, so that a writer needs no scopes.

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Int,
    Text,
    /// The coordinates of one component; with one coordinate an integer.
    Place,
    /// A move: where it leads, what it earns, and whether the same player moves on.
    Move,
    List(Box<Type>),
    /// From such keys to integers.
    Map(Box<Type>),
    /// Of a function that gives nothing back.
    Nothing,
}

impl Type {
    pub(super) fn list(of: Type) -> Type {
        Type::List(Box::new(of))
    }

    /// A position: a list of places.
    pub(super) fn sum() -> Type {
        Type::list(Type::Place)
    }
}

/// Operators. Division is of numbers that are not negative, unless it is said to round down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    FloorDiv,
    FloorRem,
    Xor,
    BitAnd,
    BitOr,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

/// What every language has under a name of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Builtin {
    /// How many entries a list has.
    Len,
    /// How many letters a text has.
    Length,
    /// Whether a map has a key.
    Has,
    /// What a map holds under a key.
    Get,
    Min,
    Max,
    Abs,
    /// The last entry of a list.
    Last,
    /// A list of its own with the same entries.
    Copy,
    /// So many times the same number.
    Filled,
    /// A text as a number.
    Number,
    /// Where a text stands in a list of texts.
    Find,
    /// The number of the letter of a text at an index.
    Letter,
    /// The text of one letter, given by its number.
    Char,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expr {
    Int(i64),
    Bool(bool),
    Text(String),
    Name(String),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
    /// A function of the program.
    Call(String, Vec<Expr>),
    Do(Builtin, Vec<Expr>),
    /// A place with these coordinates.
    Place(Vec<Expr>),
    /// A coordinate of a place.
    Coordinate(Box<Expr>, usize),
    /// A move that leads to these parts, earns so much, and may let the same player move on.
    Move(Box<[Expr; 3]>),
    /// A field of a move.
    Field(Box<Expr>, &'static str),
    List(Type, Vec<Expr>),
    Map,
    Index(Box<Expr>, Box<Expr>),
    /// Texts and numbers one after the other.
    Format(Vec<Expr>),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stmt {
    Comment(String),
    Let(String, Type, Expr),
    Set(String, Expr),
    SetEntry(String, Expr, Expr),
    Put(String, Expr, Expr),
    Push(String, Expr),
    Pop(String),
    Sort(String),
    If(Expr, Vec<Stmt>, Vec<Stmt>),
    While(Expr, Vec<Stmt>),
    /// From one number to another, both included.
    For(String, Expr, Expr, Vec<Stmt>),
    /// Every entry of a list.
    Each(String, Type, Expr, Vec<Stmt>),
    /// Every line of the input that has words, which blanks, commas and round brackets separate.
    EachLine(String, Vec<Stmt>),
    /// Every word of the input as a number.
    ReadNumbers(String),
    /// A line of texts and numbers; without its end, if more follows on the same line.
    Print(Vec<Expr>, bool),
    Return(Option<Expr>),
    Break,
    /// A function called for what it does.
    Do(String, Vec<Expr>),
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Function {
    pub(super) name: String,
    pub(super) parameters: Vec<(String, Type)>,
    pub(super) gives: Type,
    pub(super) body: Vec<Stmt>,
}

/// A whole program. What is global changes, what is constant does not.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    /// What is said at its head, line by line.
    pub(super) head: Vec<String>,
    /// The names of the coordinates of a place.
    pub(super) coordinates: Vec<String>,
    /// Whether a move leads to one place always.
    pub(super) single: bool,
    /// What a move holds beside where it leads: `gain`, `again`. Without either there are no moves, only options.
    pub(super) earns: Vec<&'static str>,
    pub(super) constants: Vec<(String, Type, Expr)>,
    pub(super) globals: Vec<(String, Type, Expr)>,
    pub(super) functions: Vec<Function>,
    pub(super) main: Vec<Stmt>,
}

impl Expr {
    pub(super) fn name(name: impl Into<String>) -> Expr {
        Expr::Name(name.into())
    }

    pub(super) fn binary(op: Operator, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    /// Calls `look` with this expression and all within it.
    pub(super) fn visit<'e>(&'e self, look: &mut dyn FnMut(&'e Expr)) {
        look(self);
        match self {
            Expr::Int(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Name(_) | Expr::Map => {}
            Expr::Neg(one) | Expr::Not(one) | Expr::Coordinate(one, _) | Expr::Field(one, _) => {
                one.visit(look);
            }
            Expr::Binary(_, left, right) | Expr::Index(left, right) => {
                left.visit(look);
                right.visit(look);
            }
            Expr::If(three) | Expr::Move(three) => three.iter().for_each(|one| one.visit(look)),
            Expr::Call(_, all)
            | Expr::Do(_, all)
            | Expr::Place(all)
            | Expr::List(_, all)
            | Expr::Format(all) => all.iter().for_each(|one| one.visit(look)),
        }
    }
}

impl Stmt {
    /// The statements within this one.
    pub(super) fn blocks(&self) -> [&[Stmt]; 2] {
        match self {
            Stmt::If(_, one, other) => [one, other],
            Stmt::While(_, body)
            | Stmt::For(_, _, _, body)
            | Stmt::Each(_, _, _, body)
            | Stmt::EachLine(_, body) => [body, &[]],
            _ => [&[], &[]],
        }
    }

    /// The expressions of this statement, without those of the statements within it.
    fn expressions(&self) -> Vec<&Expr> {
        match self {
            Stmt::Comment(_) | Stmt::Pop(_) | Stmt::Sort(_) | Stmt::EachLine(..) | Stmt::ReadNumbers(_) => {
                Vec::new()
            }
            Stmt::Break | Stmt::Return(None) => Vec::new(),
            Stmt::Let(_, _, one) | Stmt::Set(_, one) | Stmt::Push(_, one) | Stmt::Return(Some(one)) => {
                vec![one]
            }
            Stmt::SetEntry(_, one, other) | Stmt::Put(_, one, other) => vec![one, other],
            Stmt::If(one, ..) | Stmt::While(one, _) | Stmt::Each(_, _, one, _) => vec![one],
            Stmt::For(_, one, other, _) => vec![one, other],
            Stmt::Print(all, _) | Stmt::Do(_, all) => all.iter().collect(),
        }
    }

    /// The variable that this statement changes.
    pub(super) fn changes(&self) -> Option<&str> {
        match self {
            Stmt::Set(name, _)
            | Stmt::SetEntry(name, ..)
            | Stmt::Put(name, ..)
            | Stmt::Push(name, _)
            | Stmt::Pop(name)
            | Stmt::Sort(name)
            | Stmt::ReadNumbers(name) => Some(name),
            _ => None,
        }
    }
}

/// Calls `look` with every statement, also within others.
pub(super) fn statements<'s>(body: &'s [Stmt], look: &mut dyn FnMut(&'s Stmt)) {
    for stmt in body {
        look(stmt);
        stmt.blocks().into_iter().for_each(|block| statements(block, look));
    }
}

/// Calls `look` with every expression of some statements.
pub(super) fn expressions<'s>(body: &'s [Stmt], look: &mut dyn FnMut(&'s Expr)) {
    statements(body, &mut |stmt| stmt.expressions().into_iter().for_each(|expr| expr.visit(look)));
}

/// The functions that some statements call, in the order in which they come.
pub(super) fn calls(body: &[Stmt]) -> Vec<String> {
    let mut found = Vec::new();
    expressions(body, &mut |expr| {
        if let Expr::Call(name, _) = expr {
            found.push(name.clone());
        }
    });
    statements(body, &mut |stmt| {
        if let Stmt::Do(name, _) = stmt {
            found.push(name.clone());
        }
    });
    found
}

/// Whether some statements mention a variable.
pub(super) fn mentions(body: &[Stmt], name: &str) -> bool {
    let mut found = false;
    expressions(body, &mut |expr| found |= matches!(expr, Expr::Name(other) if other == name));
    statements(body, &mut |stmt| found |= stmt.changes() == Some(name));
    found
}

impl Expr {
    /// Puts expressions in the place of names.
    pub(super) fn replace(&mut self, with: &[(&str, Expr)]) {
        if let Expr::Name(name) = self
            && let Some((_, value)) = with.iter().find(|(known, _)| known == name)
        {
            *self = value.clone();
            return;
        }
        match self {
            Expr::Int(_) | Expr::Bool(_) | Expr::Text(_) | Expr::Name(_) | Expr::Map => {}
            Expr::Neg(one) | Expr::Not(one) | Expr::Coordinate(one, _) | Expr::Field(one, _) => {
                one.replace(with)
            }
            Expr::Binary(_, left, right) | Expr::Index(left, right) => {
                left.replace(with);
                right.replace(with);
            }
            Expr::If(three) | Expr::Move(three) => three.iter_mut().for_each(|one| one.replace(with)),
            Expr::Call(_, all)
            | Expr::Do(_, all)
            | Expr::Place(all)
            | Expr::List(_, all)
            | Expr::Format(all) => all.iter_mut().for_each(|one| one.replace(with)),
        }
    }
}

impl Stmt {
    /// Puts expressions in the place of names.
    pub(super) fn replace(&mut self, with: &[(&str, Expr)]) {
        match self {
            Stmt::Let(_, _, one) | Stmt::Set(_, one) | Stmt::Push(_, one) | Stmt::Return(Some(one)) => {
                one.replace(with);
            }
            Stmt::SetEntry(_, one, other) | Stmt::Put(_, one, other) | Stmt::For(_, one, other, _) => {
                one.replace(with);
                other.replace(with);
            }
            Stmt::If(one, ..) | Stmt::While(one, _) | Stmt::Each(_, _, one, _) => one.replace(with),
            Stmt::Print(all, _) | Stmt::Do(_, all) => all.iter_mut().for_each(|one| one.replace(with)),
            _ => {}
        }
        let inner: &mut dyn Iterator<Item = &mut Stmt> = match self {
            Stmt::If(_, one, other) => &mut one.iter_mut().chain(other),
            Stmt::While(_, body)
            | Stmt::For(_, _, _, body)
            | Stmt::Each(_, _, _, body)
            | Stmt::EachLine(_, body) => &mut body.iter_mut(),
            _ => &mut std::iter::empty(),
        };
        inner.for_each(|stmt| stmt.replace(with));
    }
}
