//! Names of a rule changed for others, so that two rules can stand in one text.

use std::collections::BTreeMap;

use super::syntax::*;

/// New names by the old ones; what is not listed keeps its name.
pub(super) struct Renaming(pub BTreeMap<String, String>);

/// The names that a rule gives: its parameters, coordinates and chosen variables. Named values are not among them.
pub(super) fn given_names(rule: &Rule) -> Vec<String> {
    let mut names: Vec<String> = rule.lets.iter().map(|(name, _)| name.text.clone()).collect();
    names.extend(rule.head.iter().map(|coordinate| coordinate.name.text.clone()));
    // A renaming that changes nothing meets every name that is bound.
    let mut met = |ident: &Ident| names.push(ident.text.clone());
    for alternative in &rule.alternatives {
        let choices = alternative.parts.iter().flat_map(|part| &part.each);
        alternative.qualifiers.iter().chain(choices).for_each(|choice| bound_in(choice, &mut met));
        let places = alternative.parts.iter().flat_map(|part| part.place.iter().chain(&part.count));
        places.for_each(|expr| bound_in_expr(expr, &mut met));
    }
    rule.head
        .iter()
        .filter_map(|coordinate| coordinate.domain.as_ref())
        .for_each(|set| bound_in_set(set, &mut met));
    names
}

fn bound_in(qualifier: &Qualifier, met: &mut dyn FnMut(&Ident)) {
    match qualifier {
        Qualifier::For(name, set) => {
            met(name);
            bound_in_set(set, met);
        }
        Qualifier::If(condition) => bound_in_expr(condition, met),
    }
}

fn bound_in_set(set: &Set, met: &mut dyn FnMut(&Ident)) {
    match &set.kind {
        SetKind::Range(low, high) => [low, high].into_iter().for_each(|expr| bound_in_expr(expr, met)),
        SetKind::Members(members) => members.iter().for_each(|member| match member {
            Member::One(one) => bound_in_expr(one, met),
            Member::Range(low, high) => [low, high].into_iter().for_each(|expr| bound_in_expr(expr, met)),
        }),
        SetKind::Call(_, arguments) => arguments.iter().for_each(|expr| bound_in_expr(expr, met)),
        SetKind::Named(_) => {}
        SetKind::From(low) => bound_in_expr(low, met),
        SetKind::Filter(name, set, condition) => {
            met(name);
            bound_in_set(set, met);
            bound_in_expr(condition, met);
        }
    }
}

fn bound_in_expr(expr: &Expr, met: &mut dyn FnMut(&Ident)) {
    match &expr.kind {
        ExprKind::Int(_) | ExprKind::Name(_) => {}
        ExprKind::Neg(inner) | ExprKind::Not(inner) | ExprKind::Index(_, inner) => bound_in_expr(inner, met),
        ExprKind::Binary(_, left, right) => [left, right].into_iter().for_each(|e| bound_in_expr(e, met)),
        ExprKind::Call(_, arguments) => arguments.iter().for_each(|e| bound_in_expr(e, met)),
        ExprKind::In(item, set, _) => {
            bound_in_expr(item, met);
            bound_in_set(set, met);
        }
        ExprKind::If(three) => three.iter().for_each(|e| bound_in_expr(e, met)),
        ExprKind::Over(_, over) => match &**over {
            Over::Members(set) => bound_in_set(set, met),
            Over::Each(body, choices) => {
                bound_in_expr(body, met);
                choices.iter().for_each(|choice| bound_in(choice, met));
            }
        },
    }
}

impl Renaming {
    fn name(&self, name: &str) -> String {
        self.0.get(name).map_or_else(|| name.to_string(), String::clone)
    }

    pub(super) fn ident(&self, ident: &Ident) -> Ident {
        Ident { text: self.name(&ident.text), span: Span::default() }
    }

    pub(super) fn coordinate(&self, coordinate: &Coordinate) -> Coordinate {
        let domain = coordinate.domain.as_ref().map(|set| self.set(set));
        Coordinate { name: self.ident(&coordinate.name), domain }
    }

    pub(super) fn qualifiers(&self, qualifiers: &[Qualifier]) -> Vec<Qualifier> {
        let renamed = |qualifier: &Qualifier| match qualifier {
            Qualifier::For(name, set) => Qualifier::For(self.ident(name), self.set(set)),
            Qualifier::If(condition) => Qualifier::If(self.expr(condition)),
        };
        qualifiers.iter().map(renamed).collect()
    }

    pub(super) fn part(&self, part: &Part) -> Part {
        Part {
            count: part.count.as_ref().map(|count| self.expr(count)),
            place: self.exprs(&part.place),
            each: self.qualifiers(&part.each),
            span: Span::default(),
        }
    }

    fn exprs(&self, exprs: &[Expr]) -> Vec<Expr> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    fn boxed(&self, expr: &Expr) -> Box<Expr> {
        Box::new(self.expr(expr))
    }

    fn set(&self, set: &Set) -> Set {
        let member = |member: &Member| match member {
            Member::One(one) => Member::One(self.expr(one)),
            Member::Range(low, high) => Member::Range(self.expr(low), self.expr(high)),
        };
        let kind = match &set.kind {
            SetKind::Range(low, high) => SetKind::Range(self.boxed(low), self.boxed(high)),
            SetKind::Members(members) => SetKind::Members(members.iter().map(member).collect()),
            SetKind::Call(function, arguments) => SetKind::Call(*function, self.exprs(arguments)),
            SetKind::Named(name) => SetKind::Named(self.name(name)),
            SetKind::From(low) => SetKind::From(self.boxed(low)),
            SetKind::Filter(name, set, condition) => {
                SetKind::Filter(self.ident(name), Box::new(self.set(set)), self.boxed(condition))
            }
        };
        Set { kind, span: Span::default() }
    }

    fn expr(&self, expr: &Expr) -> Expr {
        let kind = match &expr.kind {
            ExprKind::Int(n) => ExprKind::Int(*n),
            ExprKind::Name(name) => ExprKind::Name(self.name(name)),
            ExprKind::Neg(inner) => ExprKind::Neg(self.boxed(inner)),
            ExprKind::Not(inner) => ExprKind::Not(self.boxed(inner)),
            ExprKind::Binary(op, left, right) => ExprKind::Binary(*op, self.boxed(left), self.boxed(right)),
            ExprKind::Call(function, arguments) => ExprKind::Call(*function, self.exprs(arguments)),
            ExprKind::Index(list, index) => ExprKind::Index(self.ident(list), self.boxed(index)),
            ExprKind::In(item, set, negated) => ExprKind::In(self.boxed(item), self.set(set), *negated),
            ExprKind::If(three) => ExprKind::If(Box::new([0, 1, 2].map(|i| self.expr(&three[i])))),
            ExprKind::Over(aggregate, over) => {
                let over = match &**over {
                    Over::Members(set) => Over::Members(self.set(set)),
                    Over::Each(body, choices) => Over::Each(self.expr(body), self.qualifiers(choices)),
                };
                ExprKind::Over(*aggregate, Box::new(over))
            }
        };
        Expr { kind, span: Span::default() }
    }
}
