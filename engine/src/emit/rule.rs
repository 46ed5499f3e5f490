//! From a rule to the function that lists its options.
//!
//! The rule has been checked, so that every name is known and every term has its type; what is written here follows its
//! syntax, which still has the names that its author chose.

use std::collections::BTreeMap;

use crate::literal::Literal;
use crate::rules::{
    Alternative, Coordinate, Domain, Expr as Term, ExprKind, Ident, Member, Part, Qualifier, Rules, Set,
    SetFunction, SetKind,
};

use super::names::Names;
use super::tree::{Builtin, Expr, Function, Operator, Stmt, Type};

/// Writes the parts of a program that come from a rule.
pub(super) struct RuleWriter<'r> {
    pub(super) rules: &'r Rules,
    pub(super) names: Names,
    /// The parameters that are read when the program runs.
    pub(super) read: Vec<String>,
    /// What the names of the rule are where something is written.
    scope: BTreeMap<String, Expr>,
    /// The ends of the ranges that variables of the program go through.
    ranges: BTreeMap<String, (Expr, Expr)>,
    pub(super) constants: Vec<(String, Type, Expr)>,
    pub(super) functions: Vec<Function>,
    made: usize,
}

/// Whether every move leads to exactly one place.
pub(super) fn one_place(rules: &Rules) -> bool {
    let one = |alternative: &Alternative| matches!(&alternative.parts[..], [part] if part.count.is_none() && part.each.is_empty());
    rules.syntax.alternatives.iter().all(one)
}

impl<'r> RuleWriter<'r> {
    pub(super) fn new(rules: &'r Rules, read: Vec<String>) -> RuleWriter<'r> {
        let mut writer = RuleWriter {
            rules,
            names: Names::default(),
            read,
            scope: BTreeMap::new(),
            ranges: BTreeMap::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            made: 0,
        };
        for axis in &rules.form().axes {
            let name = writer.names.variable(&axis.name);
            writer.scope.insert(axis.name.clone(), Expr::Name(name));
        }
        for (id, name) in rules.form().names.iter().enumerate() {
            let constant = writer.names.constant(name);
            writer.constants.push((constant.clone(), Type::Int, Expr::Int(id as i64)));
            writer.scope.insert(name.clone(), Expr::Name(constant));
        }
        writer.parameters();
        writer
    }

    fn parameters(&mut self) {
        let own = self.rules.syntax.lets.iter().map(|(name, value)| (name.text.clone(), value.clone()));
        let mut all: BTreeMap<String, Literal> = own.collect();
        all.extend(self.rules.lets.iter().map(|(name, value)| (name.clone(), value.clone())));
        for (name, value) in all {
            if self.read.contains(&name) {
                let variable = self.names.variable(&name);
                self.scope.insert(name, Expr::Name(variable));
                continue;
            }
            let constant = self.names.constant(&name);
            let (of, value) = match value {
                Literal::Int(number) => (Type::Int, Expr::Int(number)),
                Literal::List(list) => {
                    (Type::list(Type::Int), Expr::List(Type::Int, list.into_iter().map(Expr::Int).collect()))
                }
            };
            self.constants.push((constant.clone(), of, value));
            self.scope.insert(name, Expr::Name(constant));
        }
    }

    /// The coordinates as the program calls them.
    pub(super) fn coordinates(&mut self) -> Vec<String> {
        self.rules.form().axes.iter().map(|axis| self.names.variable(&axis.name)).collect()
    }

    /// The function that lists the options of a place, or its moves where they earn something.
    pub(super) fn options(&mut self, with_moves: bool) -> Function {
        let single = one_place(self.rules);
        let alternatives = &self.rules.syntax.alternatives;
        let mut body = Vec::new();
        for alternative in alternatives {
            body.extend(self.alternative(alternative, single, with_moves));
        }
        let option = if single { Type::Place } else { Type::sum() };
        let entry = if with_moves { Type::Move } else { option };
        let coordinates = self.coordinates();
        let mut all = Vec::new();
        if coordinates.len() > 1 {
            all.extend(unpacked(&coordinates, &body));
        }
        all.push(Stmt::Let("all".into(), Type::list(entry.clone()), Expr::List(entry.clone(), Vec::new())));
        all.extend(body);
        all.push(Stmt::Return(Some(Expr::name("all"))));
        let parameter = if coordinates.len() == 1 { coordinates[0].clone() } else { "p".into() };
        Function {
            name: "options".into(),
            parameters: vec![(parameter, Type::Place)],
            gives: Type::list(entry),
            body: all,
        }
    }

    /// A condition on a place as a function.
    pub(super) fn condition(&mut self, name: &str, term: &Term, holds: bool) -> Function {
        let condition = self.term(term);
        let condition = if holds { condition } else { Expr::Not(Box::new(condition)) };
        let chosen = Expr::If(Box::new([condition, Expr::Int(1), Expr::Int(-1)]));
        let body = vec![Stmt::Return(Some(chosen))];
        let coordinates = self.coordinates();
        let mut all = if coordinates.len() > 1 { unpacked(&coordinates, &body) } else { Vec::new() };
        all.extend(body);
        let parameter = if coordinates.len() == 1 { coordinates[0].clone() } else { "p".into() };
        Function {
            name: name.into(),
            parameters: vec![(parameter, Type::Place)],
            gives: Type::Int,
            body: all,
        }
    }

    fn alternative(&mut self, alternative: &Alternative, single: bool, with_moves: bool) -> Vec<Stmt> {
        let outer = self.scope.clone();
        let nest = self
            .nest(&alternative.qualifiers, false, &mut |this| this.option(alternative, single, with_moves));
        self.scope = outer;
        nest
    }

    /// What a name of the rule is here.
    pub(super) fn known(&self, name: &str) -> Expr {
        // The rule was checked, so that there is no other name.
        self.scope.get(name).cloned().unwrap_or(Expr::Int(0))
    }

    /// Whether a variable of the program is a parameter that is read.
    pub(super) fn is_read(&self, variable: &str) -> bool {
        self.read.iter().any(|name| self.scope_name(name) == Some(variable))
    }

    /// Does something while a name of the rule stands for an expression.
    pub(super) fn with<T>(&mut self, name: &str, value: Expr, then: impl FnOnce(&mut Self) -> T) -> T {
        self.inside(|this| {
            this.scope.insert(name.into(), value);
            then(this)
        })
    }

    /// Does something whose names are its own.
    pub(super) fn inside<T>(&mut self, then: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope.clone();
        let done = then(self);
        self.scope = outer;
        done
    }

    /// Choices and conditions, one inside the other, and what is done within all of them.
    pub(super) fn nest(
        &mut self,
        qualifiers: &[Qualifier],
        gathered: bool,
        inner: &mut dyn FnMut(&mut Self) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let Some((first, rest)) = qualifiers.split_first() else { return inner(self) };
        match first {
            Qualifier::If(condition) => {
                let condition = self.term(condition);
                vec![Stmt::If(condition, self.nest(rest, gathered, inner), Vec::new())]
            }
            Qualifier::For(name, set) => {
                self.each(name, set, gathered, &mut |this| this.nest(rest, gathered, inner))
            }
        }
    }

    /// Goes through a set.
    fn each(
        &mut self,
        name: &Ident,
        set: &Set,
        gathered: bool,
        inner: &mut dyn FnMut(&mut Self) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let variable = self.names.variable(&name.text);
        self.over(&variable, &name.text, set, gathered, inner)
    }

    pub(super) fn over(
        &mut self,
        variable: &str,
        name: &str,
        set: &Set,
        gathered: bool,
        inner: &mut dyn FnMut(&mut Self) -> Vec<Stmt>,
    ) -> Vec<Stmt> {
        let (before, list) = match &set.kind {
            SetKind::Range(low, high) => {
                let (low, high) = (self.term(low), self.term(high));
                self.ranges.insert(variable.into(), (low.clone(), high.clone()));
                self.scope.insert(name.into(), Expr::name(variable));
                return vec![Stmt::For(variable.into(), low, high, inner(self))];
            }
            SetKind::Filter(own, set, condition) => {
                let outer = self.scope.clone();
                let stmts = self.over(variable, name, set, gathered, &mut |this| {
                    this.scope.insert(own.text.clone(), Expr::name(variable));
                    let condition = this.term(condition);
                    // Both may have the same name, and what follows needs the outer one.
                    if own.text != name {
                        this.scope.remove(&own.text);
                    }
                    vec![Stmt::If(condition, inner(this), Vec::new())]
                });
                self.scope = outer;
                return stmts;
            }
            _ => self.listed(set, gathered),
        };
        self.ranges.remove(variable);
        if let Some(least) = self.least_listed(set) {
            self.ranges.insert(variable.into(), (Expr::Int(least), Expr::Int(i64::MAX)));
        }
        self.scope.insert(name.into(), Expr::name(variable));
        let mut all = before;
        all.push(Stmt::Each(variable.into(), Type::Int, list, inner(self)));
        all
    }

    /// The least member of a set whose members are known.
    fn least_listed(&self, set: &Set) -> Option<i64> {
        match &set.kind {
            SetKind::Call(..) => Some(1),
            SetKind::Members(members) => members
                .iter()
                .map(|member| match member {
                    Member::One(Term { kind: ExprKind::Int(number), .. }) => Some(*number),
                    _ => None,
                })
                .collect::<Option<Vec<i64>>>()?
                .into_iter()
                .min(),
            _ => None,
        }
    }

    /// A set as a list, each member once; what is gathered counts the entries of a list as often as they stand there.
    pub(super) fn listed(&mut self, set: &Set, gathered: bool) -> (Vec<Stmt>, Expr) {
        match &set.kind {
            SetKind::Named(name) => {
                let list = self.known(name);
                let repeats = |list: &[i64]| (1..list.len()).any(|at| list[..at].contains(&list[at]));
                let repeated = match self.rules.lets.get(name) {
                    Some(Literal::List(list)) => repeats(list),
                    _ => true,
                };
                let once = !gathered && (repeated || self.read.contains(name));
                (Vec::new(), if once { Expr::Call("distinct".into(), vec![list]) } else { list })
            }
            SetKind::Call(function, arguments) => {
                let mut arguments: Vec<Expr> = arguments.iter().map(|one| self.term(one)).collect();
                if *function == SetFunction::Powers && arguments.len() == 1 {
                    arguments.insert(0, Expr::Int(2));
                }
                (Vec::new(), Expr::Call(function.name().into(), arguments))
            }
            SetKind::Members(members) => self.members(members),
            SetKind::Range(..) | SetKind::Filter(..) | SetKind::From(_) => {
                let made = self.fresh("members");
                let variable = self.fresh("member");
                let name = variable.clone();
                let target = made.clone();
                let mut all = vec![empty(&made)];
                all.extend(self.over(&variable, &name, set, gathered, &mut |_| {
                    vec![Stmt::Push(target.clone(), Expr::name(variable.clone()))]
                }));
                (all, Expr::Name(made))
            }
        }
    }

    fn members(&mut self, members: &[Member]) -> (Vec<Stmt>, Expr) {
        let terms: Vec<(Expr, Option<Expr>)> = members
            .iter()
            .map(|member| match member {
                Member::One(one) => (self.term(one), None),
                Member::Range(low, high) => (self.term(low), Some(self.term(high))),
            })
            .collect();
        let fixed = terms.iter().all(|(one, last)| last.is_none() && matches!(one, Expr::Int(_)));
        let mut singles: Vec<Expr> = Vec::new();
        if terms.iter().all(|(_, last)| last.is_none()) {
            terms.iter().for_each(|(one, _)| {
                if !singles.contains(one) {
                    singles.push(one.clone());
                }
            });
        }
        if fixed {
            let known = self.constants.iter().find(|(name, _, value)| {
                name.starts_with("CHOICES") && *value == Expr::List(Type::Int, singles.clone())
            });
            let name = match known {
                Some((name, ..)) => name.clone(),
                None => {
                    let name = self.names.constant(&format!("choices_{}", self.constants.len()));
                    self.constants.push((
                        name.clone(),
                        Type::list(Type::Int),
                        Expr::List(Type::Int, singles),
                    ));
                    name
                }
            };
            return (Vec::new(), Expr::Name(name));
        }
        if !singles.is_empty() {
            let list = Expr::List(Type::Int, singles.clone());
            return (
                Vec::new(),
                if singles.len() == 1 { list } else { Expr::Call("distinct".into(), vec![list]) },
            );
        }
        let (made, variable) = (self.fresh("members"), self.fresh("member"));
        let mut all = vec![empty(&made)];
        for (one, last) in terms {
            let push = |value| Stmt::Push(made.clone(), value);
            all.push(match last {
                None => push(one),
                Some(last) => {
                    Stmt::For(variable.clone(), one, last, vec![push(Expr::name(variable.clone()))])
                }
            });
        }
        (all, Expr::Call("distinct".into(), vec![Expr::Name(made)]))
    }

    pub(super) fn fresh(&mut self, word: &str) -> String {
        self.made += 1;
        self.names.variable(&format!("{word}{}", self.made))
    }

    /// One option, if it is legal.
    fn option(&mut self, alternative: &Alternative, single: bool, with_moves: bool) -> Vec<Stmt> {
        let simple = |part: &Part| part.count.is_none() && part.each.is_empty();
        let gain = alternative.gain.as_ref().map_or(Expr::Int(0), |gain| self.term(gain));
        let keep = |to: Expr| {
            let again = Expr::Int(i64::from(alternative.again));
            let one = if with_moves { Expr::Move(Box::new([to, gain, again])) } else { to };
            Stmt::Push("all".into(), one)
        };
        if alternative.parts.iter().all(simple) {
            let places: Vec<Vec<Expr>> = alternative
                .parts
                .iter()
                .map(|part| part.place.iter().map(|one| self.term(one)).collect())
                .collect();
            let legal: Vec<Expr> = places.iter().flat_map(|place| self.legal(place)).collect();
            let mut places: Vec<Expr> = places.into_iter().map(Expr::Place).collect();
            let to = if single { places.remove(0) } else { Expr::List(Type::Place, places) };
            return guarded(legal, vec![keep(to)]);
        }
        let (parts, legal) = (self.fresh("parts"), self.fresh("legal"));
        let mut all = vec![
            Stmt::Let(parts.clone(), Type::sum(), Expr::List(Type::Place, Vec::new())),
            integer(&legal, 1),
        ];
        for part in &alternative.parts {
            let outer = self.scope.clone();
            all.extend(self.nest(&part.each, true, &mut |this| this.copies(part, &parts, &legal)));
            self.scope = outer;
        }
        let is_legal = Expr::binary(Operator::Eq, Expr::Name(legal), Expr::Int(1));
        all.push(Stmt::If(is_legal, vec![keep(Expr::Name(parts))], Vec::new()));
        all
    }

    /// Adds so many copies of a part, or says that the move is not legal.
    fn copies(&mut self, part: &Part, parts: &str, legal: &str) -> Vec<Stmt> {
        let place: Vec<Expr> = part.place.iter().map(|one| self.term(one)).collect();
        let mut conditions = self.legal(&place);
        let push = Stmt::Push(parts.into(), Expr::Place(place));
        let add = match &part.count {
            None => push,
            Some(count) => {
                let count = self.term(count);
                if !self.is_natural(&count) {
                    conditions.insert(0, Expr::binary(Operator::Ge, count.clone(), Expr::Int(0)));
                }
                let copy = self.fresh("copy");
                let last = Expr::binary(Operator::Sub, count, Expr::Int(1));
                Stmt::For(copy, Expr::Int(0), last, vec![push])
            }
        };
        match all_of(conditions) {
            None => vec![add],
            Some(condition) => {
                vec![Stmt::If(condition, vec![add], vec![Stmt::Set(legal.into(), Expr::Int(0))])]
            }
        }
    }

    /// What must be asked so that a place lies in its domains.
    fn legal(&mut self, place: &[Expr]) -> Vec<Expr> {
        let head: &'r [Coordinate] = &self.rules.syntax.head;
        let mut asked = Vec::new();
        // Bounds that depend on earlier coordinates are those of the option.
        let outer = self.scope.clone();
        for (at, (coordinate, value)) in head.iter().zip(place).enumerate() {
            let fixed = self.rules.form().axes[at].domain.is_fixed_interval()
                || matches!(self.rules.form().axes[at].domain, Domain::Names(_));
            let unchanged = fixed && outer.get(&coordinate.name.text) == Some(value);
            match &coordinate.domain {
                _ if unchanged => {}
                None if self.is_natural(value) => {}
                None => asked.push(Expr::binary(Operator::Ge, value.clone(), Expr::Int(0))),
                Some(Set { kind: SetKind::From(low), .. }) => {
                    let low = self.term(low);
                    asked.push(Expr::binary(Operator::Le, low, value.clone()));
                }
                Some(Set { kind: SetKind::Members(_), .. }) if self.is_named_value(at, value) => {}
                Some(set) => asked.push(self.is_in(value.clone(), set)),
            }
            self.scope.insert(coordinate.name.text.clone(), value.clone());
        }
        self.scope = outer;
        asked
    }

    /// Whether this is one of the names that a coordinate may have.
    fn is_named_value(&self, at: usize, value: &Expr) -> bool {
        let Domain::Names(ids) = &self.rules.form().axes[at].domain else { return false };
        let Expr::Name(name) = value else { return false };
        self.constants.iter().any(|(known, of, number)| {
            known == name && *of == Type::Int && matches!(number, Expr::Int(id) if ids.contains(id))
        })
    }

    /// Whether a number is proved not to be negative.
    pub(super) fn is_natural(&self, value: &Expr) -> bool {
        match value {
            Expr::Int(number) => *number >= 0,
            Expr::Name(name) => self.is_natural_name(name),
            Expr::Binary(Operator::Add | Operator::Mul | Operator::Xor | Operator::Div, left, right) => {
                self.is_natural(left) && self.is_natural(right)
            }
            Expr::Binary(Operator::Rem | Operator::FloorRem, _, right) => {
                matches!(**right, Expr::Int(divisor) if divisor > 0)
            }
            Expr::Binary(Operator::FloorDiv, left, right) => self.is_natural(left) && self.is_natural(right),
            Expr::Binary(Operator::Sub, left, right) => self.is_at_most(right, left),
            Expr::Do(Builtin::Max, all) => all.iter().any(|one| self.is_natural(one)),
            Expr::Do(Builtin::Min, all) => all.iter().all(|one| self.is_natural(one)),
            Expr::Do(Builtin::Abs, _) => true,
            Expr::If(three) => self.is_natural(&three[1]) && self.is_natural(&three[2]),
            _ => false,
        }
    }

    fn is_natural_name(&self, name: &str) -> bool {
        let axes = &self.rules.form().axes;
        let axis = axes.iter().find(|axis| self.scope_name(&axis.name) == Some(name));
        if let Some(axis) = axis {
            return axis.domain.fixed_bounds().0.is_some_and(|least| least >= 0);
        }
        if let Some((low, _)) = self.ranges.get(name) {
            return self.is_natural(low);
        }
        self.constants
            .iter()
            .any(|(known, _, value)| known == name && matches!(value, Expr::Int(n) if *n >= 0))
    }

    fn scope_name(&self, name: &str) -> Option<&str> {
        match self.scope.get(name) {
            Some(Expr::Name(known)) => Some(known),
            _ => None,
        }
    }

    /// Whether one number is plainly no larger than another.
    fn is_at_most(&self, one: &Expr, other: &Expr) -> bool {
        if one == other {
            return true;
        }
        match one {
            Expr::Name(name) => {
                let range = self.ranges.get(name).filter(|(_, high)| *high != Expr::Int(i64::MAX));
                range.is_some_and(|(_, high)| self.is_at_most(high, other))
            }
            Expr::Binary(Operator::Sub, left, right) => {
                self.is_at_most(left, other) && self.is_natural(right)
            }
            Expr::Binary(Operator::Div | Operator::FloorDiv, left, right) => {
                self.is_at_most(left, other)
                    && matches!(**right, Expr::Int(divisor) if divisor > 0)
                    && self.is_natural(left)
            }
            Expr::Do(Builtin::Min, all) => all.iter().any(|one| self.is_at_most(one, other)),
            _ => false,
        }
    }
}

/// The coordinates of a place that some statements use, each in a variable.
pub(super) fn unpacked(coordinates: &[String], body: &[Stmt]) -> Vec<Stmt> {
    let used = coordinates.iter().enumerate().filter(|(_, name)| super::tree::mentions(body, name));
    let one = |(at, name): (usize, &String)| {
        Stmt::Let(name.clone(), Type::Int, Expr::Coordinate(Box::new(Expr::name("p")), at))
    };
    used.map(one).collect()
}

pub(super) fn all_of(conditions: Vec<Expr>) -> Option<Expr> {
    conditions.into_iter().reduce(|left, right| Expr::binary(Operator::And, left, right))
}

fn guarded(conditions: Vec<Expr>, body: Vec<Stmt>) -> Vec<Stmt> {
    match all_of(conditions) {
        None => body,
        Some(condition) => vec![Stmt::If(condition, body, Vec::new())],
    }
}

fn empty(name: &str) -> Stmt {
    Stmt::Let(name.into(), Type::list(Type::Int), Expr::List(Type::Int, Vec::new()))
}

fn integer(name: &str, value: i64) -> Stmt {
    Stmt::Let(name.into(), Type::Int, Expr::Int(value))
}
