//! Terms of a rule as expressions of a program.

use crate::rules::{Aggregate, Expr as Term, ExprKind, Function as Known, Member, Op, Over, Set, SetKind};

use super::rule::{RuleWriter, all_of};
use super::tree::{Builtin, Expr, Function, Operator, Stmt, Type, expressions};

impl RuleWriter<'_> {
    /// A term as an expression.
    pub(super) fn term(&mut self, term: &Term) -> Expr {
        match &term.kind {
            ExprKind::Int(number) => Expr::Int(*number),
            ExprKind::Name(name) => self.known(name),
            ExprKind::Neg(inner) => Expr::Neg(Box::new(self.term(inner))),
            ExprKind::Not(inner) => Expr::Not(Box::new(self.term(inner))),
            ExprKind::Binary(op, left, right) => self.operation(*op, left, right),
            ExprKind::Call(function, arguments) => self.function(*function, arguments),
            ExprKind::Index(list, index) => {
                Expr::Index(Box::new(self.known(&list.text)), Box::new(self.term(index)))
            }
            ExprKind::In(item, set, negated) => {
                let item = self.term(item);
                let inside = self.is_in(item, set);
                if *negated { Expr::Not(Box::new(inside)) } else { inside }
            }
            ExprKind::If(three) => {
                let [condition, one, other] = &**three;
                Expr::If(Box::new([self.term(condition), self.term(one), self.term(other)]))
            }
            ExprKind::Over(aggregate, over) => self.gathered(*aggregate, over),
        }
    }

    fn operation(&mut self, op: Op, left: &Term, right: &Term) -> Expr {
        let (left, right) = (self.term(left), self.term(right));
        let plain = self.is_natural(&left) && matches!(right, Expr::Int(divisor) if divisor > 0);
        let op = match op {
            Op::Add => Operator::Add,
            Op::Sub => Operator::Sub,
            Op::Mul => Operator::Mul,
            Op::Div if plain => Operator::Div,
            Op::Div => Operator::FloorDiv,
            Op::Rem if plain => Operator::Rem,
            Op::Rem => Operator::FloorRem,
            Op::Pow => return Expr::Call("power".into(), vec![left, right]),
            Op::Xor => Operator::Xor,
            Op::BitAnd => Operator::BitAnd,
            Op::BitOr => Operator::BitOr,
            Op::Shl => return shifted("power", left, right),
            Op::Shr => Operator::Shr,
            Op::Eq => Operator::Eq,
            Op::Ne => Operator::Ne,
            Op::Lt => Operator::Lt,
            Op::Le => Operator::Le,
            Op::Gt => Operator::Gt,
            Op::Ge => Operator::Ge,
            Op::And => Operator::And,
            Op::Or => Operator::Or,
        };
        // A shift by more bits than there are leaves the sign.
        let right = match op {
            Operator::Shr => Expr::Do(Builtin::Min, vec![right, Expr::Int(63)]),
            _ => right,
        };
        Expr::binary(op, left, right)
    }

    fn function(&mut self, function: Known, arguments: &[Term]) -> Expr {
        if let (Known::Len, [Term { kind: ExprKind::Name(list), .. }]) = (function, arguments) {
            return Expr::Do(Builtin::Len, vec![self.known(list)]);
        }
        let arguments: Vec<Expr> = arguments.iter().map(|one| self.term(one)).collect();
        match function {
            Known::Min => Expr::Do(Builtin::Min, arguments),
            Known::Max => Expr::Do(Builtin::Max, arguments),
            Known::Abs => Expr::Do(Builtin::Abs, arguments),
            Known::Gcd | Known::Isqrt | Known::Bit | Known::Popcount | Known::Len => {
                Expr::Call(function.name().into(), arguments)
            }
        }
    }

    /// Whether something belongs to a set.
    pub(super) fn is_in(&mut self, item: Expr, set: &Set) -> Expr {
        let within = |low: Expr, high: Expr| {
            let from = Expr::binary(Operator::Le, low, item.clone());
            Expr::binary(Operator::And, from, Expr::binary(Operator::Le, item.clone(), high))
        };
        match &set.kind {
            SetKind::Range(low, high) => within(self.term(low), self.term(high)),
            SetKind::From(low) => Expr::binary(Operator::Le, self.term(low), item),
            SetKind::Members(members) => {
                let one = |member: &Member| match member {
                    Member::One(one) => Expr::binary(Operator::Eq, item.clone(), self.term(one)),
                    Member::Range(low, high) => within(self.term(low), self.term(high)),
                };
                let any = members.iter().map(one).collect::<Vec<Expr>>().into_iter();
                any.reduce(|left, right| Expr::binary(Operator::Or, left, right)).unwrap_or(Expr::Bool(false))
            }
            SetKind::Filter(name, set, condition) => {
                let inside = self.is_in(item.clone(), set);
                let condition = self.with(&name.text, item, |this| this.term(condition));
                all_of(vec![inside, condition]).unwrap_or(Expr::Bool(true))
            }
            SetKind::Named(_) | SetKind::Call(..) => {
                // Nothing has to be done before such a list is at hand.
                let (_, list) = self.listed(set, true);
                let found = Expr::Call("contains".into(), vec![list, item]);
                Expr::binary(Operator::Eq, found, Expr::Int(1))
            }
        }
    }

    /// What is gathered, by a function of its own.
    fn gathered(&mut self, aggregate: Aggregate, over: &Over) -> Expr {
        let (total, found) = (self.fresh("total"), self.fresh("found"));
        let update = |value: Expr| gather(aggregate, &total, &found, value);
        let nest = match over {
            Over::Each(body, qualifiers) => self.inside(|this| {
                this.nest(qualifiers, true, &mut |this| {
                    let value = this.term(body);
                    update(value)
                })
            }),
            Over::Members(set) => {
                let member = self.fresh("member");
                let each = Expr::name(member.clone());
                let value = if aggregate == Aggregate::Count { Expr::Bool(true) } else { each };
                self.inside(|this| {
                    this.over(&member, &member.clone(), set, true, &mut |_| update(value.clone()))
                })
            }
        };
        let name = self.fresh(aggregate.name());
        let first = i64::from(aggregate == Aggregate::All);
        let mut body = vec![Stmt::Let(total.clone(), Type::Int, Expr::Int(first))];
        if matches!(aggregate, Aggregate::Max | Aggregate::Min) {
            body.push(Stmt::Let(found, Type::Int, Expr::Int(0)));
        }
        body.extend(nest);
        body.push(Stmt::Return(Some(Expr::name(total))));
        let free = self.free(&body);
        let parameters = free.iter().map(|name| (name.clone(), Type::Int)).collect();
        self.functions.push(Function { name: name.clone(), parameters, gives: Type::Int, body });
        let call = Expr::Call(name, free.into_iter().map(Expr::Name).collect());
        match aggregate.is_condition() {
            true => Expr::binary(Operator::Eq, call, Expr::Int(1)),
            false => call,
        }
    }

    /// The variables that some statements use and do not make.
    fn free(&self, body: &[Stmt]) -> Vec<String> {
        let mut made = Vec::new();
        super::tree::statements(body, &mut |stmt| {
            if let Stmt::Let(name, ..) | Stmt::For(name, ..) | Stmt::Each(name, ..) = stmt {
                made.push(name.clone());
            }
        });
        let shared =
            |name: &String| self.constants.iter().any(|(known, ..)| known == name) || self.is_read(name);
        let mut free: Vec<String> = Vec::new();
        expressions(body, &mut |expr| {
            if let Expr::Name(name) = expr
                && !made.contains(name)
                && !shared(name)
                && !free.contains(name)
            {
                free.push(name.clone());
            }
        });
        free
    }
}

/// One more thing that is gathered.
fn gather(aggregate: Aggregate, total: &str, found: &str, value: Expr) -> Vec<Stmt> {
    let so_far = || Expr::name(total);
    let set = |value: Expr| Stmt::Set(total.into(), value);
    match aggregate {
        Aggregate::Sum => vec![set(Expr::binary(Operator::Add, so_far(), value))],
        Aggregate::Xor => vec![set(Expr::binary(Operator::Xor, so_far(), value))],
        Aggregate::Count => {
            let more = set(Expr::binary(Operator::Add, so_far(), Expr::Int(1)));
            if value == Expr::Bool(true) { vec![more] } else { vec![Stmt::If(value, vec![more], Vec::new())] }
        }
        Aggregate::Any => vec![Stmt::If(value, vec![set(Expr::Int(1))], Vec::new())],
        Aggregate::All => vec![Stmt::If(Expr::Not(Box::new(value)), vec![set(Expr::Int(0))], Vec::new())],
        Aggregate::Max | Aggregate::Min => {
            let better = if aggregate == Aggregate::Max { Operator::Gt } else { Operator::Lt };
            let first = Expr::binary(Operator::Eq, Expr::name(found), Expr::Int(0));
            let better = Expr::binary(better, value.clone(), so_far());
            vec![Stmt::If(
                Expr::binary(Operator::Or, first, better),
                vec![set(value), Stmt::Set(found.into(), Expr::Int(1))],
                Vec::new(),
            )]
        }
    }
}

/// `x shl k` is x times a power of two.
fn shifted(power: &str, left: Expr, right: Expr) -> Expr {
    Expr::binary(Operator::Mul, left, Expr::Call(power.into(), vec![Expr::Int(2), right]))
}
