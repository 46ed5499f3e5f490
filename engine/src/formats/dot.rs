//! Graphviz DOT, the part of it that says which vertex leads to which.
//!
//! Read are `digraph` and `graph` (there each edge goes both ways), chains `a -> b -> c`, groups `a -> {b c}`,
//! subgraphs, quoted names also in pieces `"x" + "y"`, names and labels in HTML `<<b>x</b>>`, ports (ignored),
//! attributes (ignored but for `gain` of an edge, which all edges have or none) and all comments. In a `strict` graph
//! all edges from one vertex to another are one, with the gain of the last.
//!
//! Literature: the DOT language of Graphviz. Complexity: O(bytes + edges).
//!
//! ```
//! use grundy::formats::dot;
//! use grundy::Work;
//! let text = b"digraph { top -> {left right} -> bottom [color=red] }";
//! let file = dot::read(text, &Work::unwatched())?;
//! assert_eq!((file.graph.vertex_count(), file.graph.edge_count()), (4, 4));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::borrow::Cow;
use std::io::{self, Write};

use super::gathered::Gathered;
use super::names::Interner;
use super::{GraphFile, bad_line, line_of, shown, text};
use crate::error::{Error, Result};
use crate::graph::csr::Vertex;
use crate::meter::Meter;
use crate::work::Work;

/// How deep groups may lie in groups.
const DEPTH: usize = 64;

/// Reads a DOT file.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    let mut parser = Parser {
        source: text(bytes)?,
        at: 0,
        meter: Meter::of_text(bytes, work),
        both_ways: false,
        strict: false,
        names: Interner::default(),
        gathered: Gathered::default(),
    };
    parser.file()?;
    let Parser { names, mut gathered, meter, strict, .. } = parser;
    if strict {
        gathered.keep_one_each(&meter)?;
    }
    gathered.finish(names.len(), Some(names.finish()), &meter)
}

/// Writes a DOT file.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let quoted = |v: Vertex| format!("\"{}\"", file.name(v).replace('\\', "\\\\").replace('"', "\\\""));
    writeln!(sink, "digraph {{")?;
    for u in file.graph.vertices() {
        writeln!(sink, "  {};", quoted(u))?;
    }
    for u in file.graph.vertices() {
        for (v, edge) in file.graph.successors(u).zip(file.graph.edges(u)) {
            match &file.gains {
                Some(gains) => writeln!(sink, "  {} -> {} [gain={}];", quoted(u), quoted(v), gains[edge])?,
                None => writeln!(sink, "  {} -> {};", quoted(u), quoted(v))?,
            }
        }
    }
    writeln!(sink, "}}")
}

#[derive(Clone, Debug, PartialEq)]
enum DotLexeme<'t> {
    Word(Cow<'t, str>),
    Quoted(String),
    Arrow,
    Line,
    Sign(char),
    End,
}

struct Parser<'t, 'l> {
    source: &'t str,
    at: usize,
    meter: Meter<'l>,
    both_ways: bool,
    strict: bool,
    names: Interner,
    gathered: Gathered,
}

impl<'t> Parser<'t, '_> {
    fn file(&mut self) -> Result<()> {
        self.strict = self.skip_word("strict")?;
        if self.skip_word("graph")? {
            self.both_ways = true;
        } else if !self.skip_word("digraph")? {
            return Err(self.expected("digraph"));
        }
        if !self.skip(DotLexeme::Sign('{'))? {
            self.next()?;
            self.expect('{')?;
        }
        self.statements(0)?;
        self.expect('}')?;
        match self.peek()? {
            DotLexeme::End => Ok(()),
            _ => Err(self.expected("the end of the file").hint("a file holds one graph")),
        }
    }

    /// Statements up to a closing brace, and every vertex in them.
    fn statements(&mut self, depth: usize) -> Result<Vec<Vertex>> {
        if depth > DEPTH {
            return Err(self.error(format!("groups lie more than {DEPTH} deep in groups")));
        }
        let mut members = Vec::new();
        loop {
            match self.peek()? {
                DotLexeme::Sign('}') | DotLexeme::End => return Ok(members),
                DotLexeme::Sign(';' | ',') => {
                    self.next()?;
                }
                _ => self.statement(depth, &mut members)?,
            }
        }
    }

    fn statement(&mut self, depth: usize, members: &mut Vec<Vertex>) -> Result<()> {
        for word in ["node", "edge", "graph"] {
            if self.skip_word(word)? {
                return match self.attributes()? {
                    Some(_) => Err(self
                        .error("a gain for all edges is not supported".into())
                        .hint("give each edge its own")),
                    None => Ok(()),
                };
            }
        }
        let mut chain = vec![self.group(depth)?];
        if chain[0].is_empty() && self.skip(DotLexeme::Sign('='))? {
            self.next()?;
            return Ok(());
        }
        loop {
            let arrow = if self.both_ways { DotLexeme::Line } else { DotLexeme::Arrow };
            match self.peek()? {
                token if token == arrow => {
                    self.next()?;
                    chain.push(self.group(depth)?);
                }
                DotLexeme::Arrow | DotLexeme::Line => {
                    return Err(self.expected(if self.both_ways { "--" } else { "->" }));
                }
                _ => break,
            }
        }
        let end = self.at;
        let gain = self.attributes()?;
        for pair in chain.windows(2) {
            self.join(&pair[0], &pair[1], gain, end)?;
        }
        members.extend(chain.into_iter().flatten());
        Ok(())
    }

    /// Edges from each of some vertices to each of others, told by a statement that ends at a byte.
    fn join(&mut self, from: &[Vertex], to: &[Vertex], gain: Option<i64>, end: usize) -> Result<()> {
        let more = (from.len() as u64).saturating_mul(to.len() as u64).saturating_mul(2);
        self.meter.work().limits.allow((self.gathered.len() as u64).saturating_add(more), 24)?;
        let line = || line_of(self.source.as_bytes(), end);
        let push = |gathered: &mut Gathered, u, v| {
            gathered.push(u, v, gain, line).map_err(|error| error.hint("give each edge a gain, or none"))
        };
        for &u in from {
            for &v in to {
                push(&mut self.gathered, u, v)?;
                if self.both_ways && u != v {
                    push(&mut self.gathered, v, u)?;
                }
            }
        }
        self.meter.at(end, || {
            let (count, bytes) = self.gathered.held(self.names.len());
            (count, bytes + self.names.bytes())
        })
    }

    /// A vertex or a group in braces. A word before `=` is a setting, not a vertex, and gives none.
    fn group(&mut self, depth: usize) -> Result<Vec<Vertex>> {
        let subgraph = self.skip_word("subgraph")?;
        if subgraph && matches!(self.peek()?, DotLexeme::Word(_) | DotLexeme::Quoted(_)) {
            self.next()?;
        }
        if self.skip(DotLexeme::Sign('{'))? {
            let mut members = self.statements(depth + 1)?;
            self.expect('}')?;
            members.sort_unstable();
            members.dedup();
            return Ok(members);
        }
        let name = match self.next()? {
            DotLexeme::Word(name) if !subgraph => name,
            DotLexeme::Quoted(name) if !subgraph => name.into(),
            _ => return Err(self.expected(if subgraph { "{" } else { "a vertex" })),
        };
        if self.peek()? == DotLexeme::Sign('=') {
            return Ok(Vec::new());
        }
        while self.skip(DotLexeme::Sign(':'))? {
            self.next()?;
        }
        let vertex = self.names.vertex(&name)?;
        self.meter.at(self.at, || {
            let (count, bytes) = self.gathered.held(self.names.len());
            (count, bytes + self.names.bytes())
        })?;
        Ok(vec![vertex])
    }

    /// Skips lists of attributes; gives the gain if there is one.
    fn attributes(&mut self) -> Result<Option<i64>> {
        let mut gain = None;
        while self.skip(DotLexeme::Sign('['))? {
            while !self.skip(DotLexeme::Sign(']'))? {
                let key = self.next()?;
                match &key {
                    DotLexeme::Word(_) | DotLexeme::Quoted(_) => {}
                    DotLexeme::Sign(';' | ',') => continue,
                    _ => return Err(self.expected("]")),
                }
                if !self.skip(DotLexeme::Sign('='))? {
                    continue;
                }
                let value = self.next()?;
                if let (DotLexeme::Word(key), DotLexeme::Word(value)) = (key.into_word(), &value.into_word())
                    && key == "gain"
                {
                    gain = Some(value.parse().map_err(|_| {
                        self.error(format!("the gain {} is no whole number of 64 bits", shown(value)))
                    })?);
                }
            }
        }
        Ok(gain)
    }

    fn peek(&mut self) -> Result<DotLexeme<'t>> {
        let at = self.at;
        let token = self.next();
        self.at = at;
        token
    }

    fn skip(&mut self, token: DotLexeme<'_>) -> Result<bool> {
        let at = self.at;
        let same = self.next()? == token;
        if !same {
            self.at = at;
        }
        Ok(same)
    }

    fn skip_word(&mut self, word: &str) -> Result<bool> {
        let at = self.at;
        let same = matches!(self.next()?, DotLexeme::Word(found) if found.eq_ignore_ascii_case(word));
        if !same {
            self.at = at;
        }
        Ok(same)
    }

    fn expect(&mut self, sign: char) -> Result<()> {
        if self.skip(DotLexeme::Sign(sign))? { Ok(()) } else { Err(self.expected(&sign.to_string())) }
    }

    fn next(&mut self) -> Result<DotLexeme<'t>> {
        self.skip_blanks();
        let source: &'t str = self.source;
        let rest = &source[self.at..];
        let Some(first) = rest.chars().next() else { return Ok(DotLexeme::End) };
        for (sign, token) in [("->", DotLexeme::Arrow), ("--", DotLexeme::Line)] {
            if rest.starts_with(sign) {
                self.at += sign.len();
                return Ok(token);
            }
        }
        match first {
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => {
                self.at += 1;
                Ok(DotLexeme::Sign(first))
            }
            '"' => self.quoted(),
            '<' => self.html(),
            _ => {
                let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
                let minus = usize::from(first == '-');
                let len = rest[minus..].find(|c| !in_word(c)).map_or(rest.len(), |len| minus + len);
                if len == minus {
                    return Err(self.error(format!("{first:?} is not known here")));
                }
                // An arrow right after a word belongs to the chain; a minus sign only starts a number.
                let (word, after) = rest.split_at(len);
                let dash = after.starts_with('-') && !after.starts_with("->") && !after.starts_with("--");
                if dash || (minus == 1 && word.parse::<f64>().is_err()) {
                    return Err(self
                        .error(format!(
                            "a `-` in {} is neither an edge nor the sign of a number",
                            shown(rest)
                        ))
                        .hint("write `->` or `--` for an edge, and put names with a `-` in quotes"));
                }
                self.at += len;
                Ok(DotLexeme::Word(rest[..len].into()))
            }
        }
    }

    /// A text in quotes, or several with `+` between them.
    fn quoted(&mut self) -> Result<DotLexeme<'t>> {
        let mut name = String::new();
        loop {
            self.quoted_piece(&mut name)?;
            let end = self.at;
            self.skip_blanks();
            if !self.source[self.at..].starts_with('+') {
                self.at = end;
                return Ok(DotLexeme::Quoted(name));
            }
            self.at += 1;
            self.skip_blanks();
            if !self.source[self.at..].starts_with('"') {
                return Err(self.expected("a text in quotes after +"));
            }
        }
    }

    fn quoted_piece(&mut self, name: &mut String) -> Result<()> {
        let start = self.at;
        let mut letters = self.source[start + 1..].char_indices();
        while let Some((i, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.at = start + 1 + i + 1;
                    return Ok(());
                }
                '\\' => match letters.next() {
                    Some((_, letter @ ('"' | '\\'))) => name.push(letter),
                    Some((_, '\n')) => {}
                    Some((_, letter)) => name.extend(['\\', letter]),
                    None => break,
                },
                _ => name.push(letter),
            }
        }
        Err(self.error("a quoted name does not end".into()))
    }

    /// A text in HTML, which ends where as many `<` are closed as were opened; it is kept with them.
    fn html(&mut self) -> Result<DotLexeme<'t>> {
        let rest = &self.source[self.at..];
        let mut open = 0;
        for (i, letter) in rest.char_indices() {
            match letter {
                '<' => open += 1,
                '>' => open -= 1,
                _ => {}
            }
            if open == 0 {
                self.at += i + 1;
                return Ok(DotLexeme::Quoted(rest[..=i].into()));
            }
        }
        Err(self.error("a text in HTML does not end: a `<` is not closed".into()))
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = &self.source[self.at..];
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            let rest = &rest[blank..];
            let comment = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if let Some(inner) = rest.strip_prefix("/*") {
                inner.find("*/").map_or(rest.len(), |end| end + 4)
            } else {
                return;
            };
            self.at += comment;
        }
    }

    fn expected(&mut self, what: &str) -> Error {
        let rest = self.source[self.at..].lines().next().unwrap_or("");
        let found = if rest.is_empty() { "the end".into() } else { shown(rest) };
        self.error(format!("expected {what}, found {found}"))
    }

    fn error(&self, message: String) -> Error {
        bad_line(line_of(self.source.as_bytes(), self.at), message).at(self.at..self.at)
    }
}

impl<'t> DotLexeme<'t> {
    fn into_word(self) -> DotLexeme<'t> {
        match self {
            DotLexeme::Quoted(name) => DotLexeme::Word(name.into()),
            token => token,
        }
    }
}
