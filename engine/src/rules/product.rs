//! Products of two games, `product A B`.
//!
//! A game is read as one of turning coins: there is a coin for every position, and a move at x turns the coin of x, which shows heads,
//! and those of the parts that it leaves. In the product there is a coin for every pair (x,y), and a move at (x,y) chooses a move of A
//! at x and a move of B at y and turns all pairs of a coin that the one turns and a coin that the other turns. So what is left of (x,y) is
//! (x,v) for all parts v of the move of B, (u,y) for all parts u of the move of A, and all (u,v).
//!
//! That is a rule like any other, and it is written out as one: everything that answers rules answers products. What the planner has
//! to know beside it, the two games, is kept ([`Factors`]); the theorem is told in `plan/product.rs`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::error::{Error, ErrorKind, Fault, NextStep, Result};
use crate::literal::{Lets, Literal};
use crate::work::Work;

use super::arithmetic::Op;
use super::bounds::{MOST_KINDS, MOST_PARTS};
use super::renaming::{Renaming, given_names};
use super::syntax::*;
use super::{Rules, is_over_places, is_rewriting, lexeme, source_of};

/// Products of products, so many deep.
const DEEPEST: usize = 4;

/// The two games of a product.
#[derive(Clone, Debug)]
pub struct Factors {
    /// The first game, whose coordinates come first, and the second.
    pub games: [Rules; 2],
    /// What was asked for, `product A B`.
    pub asked: String,
}

/// Whether a text asks for a product; a rule may call a coordinate so.
pub(crate) fn is_product(text: &str) -> bool {
    let Some(rest) = text.trim().strip_prefix("product") else { return false };
    let coordinate =
        ["->", "→", "↦", "in ", "in{", "on "].iter().any(|sign| rest.trim_start().starts_with(sign));
    rest.starts_with(|sign: char| sign.is_whitespace() || sign == '(') && !coordinate
}

/// The texts of the two games: words, or texts in parentheses.
fn texts(text: &str) -> Result<[&str; 2]> {
    let wrong = || Error::new(ErrorKind::Syntax, Fault::ProductOfTwo).hint(NextStep::ProductsLookLike);
    let mut rest = text.trim().strip_prefix("product").ok_or_else(wrong)?.trim_start();
    let mut found = [""; 2];
    for factor in &mut found {
        (*factor, rest) = match rest.strip_prefix('(') {
            Some(inner) => {
                let end = closing(inner).ok_or_else(wrong)?;
                (inner[..end].trim(), inner[end + 1..].trim_start())
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                (&rest[..end], rest[end..].trim_start())
            }
        };
        if factor.is_empty() {
            return Err(wrong());
        }
    }
    if rest.is_empty() { Ok(found) } else { Err(wrong()) }
}

/// Where the parenthesis is closed that was open before this text.
fn closing(text: &str) -> Option<usize> {
    let mut open = 1usize;
    text.char_indices().find_map(|(at, sign)| {
        match sign {
            '(' => open += 1,
            ')' => open -= 1,
            _ => {}
        }
        (open == 0).then_some(at)
    })
}

/// The words of a game's rule text, those of both for a product.
fn words(text: &str, deep: usize) -> Result<BTreeSet<String>> {
    if !is_product(text) {
        return lexeme::words(&source_of(text)?);
    }
    if deep == 0 {
        return Err(Error::new(ErrorKind::Limit, Fault::NestedTooDeeply { most: DEEPEST }));
    }
    let [first, second] = texts(text)?;
    let mut all = words(first, deep - 1)?;
    all.extend(words(second, deep - 1)?);
    Ok(all)
}

/// Reads `product A B`. Parameters go to every game that has them.
pub(super) fn read(text: &str, lets: &Lets, work: &Work<'_>) -> Result<Rules> {
    let said = words(text, DEEPEST)?;
    if let Some(unused) = lets.keys().find(|name| !said.contains(*name)) {
        return Err(super::unused_parameter(unused, lets));
    }
    let texts = texts(text)?;
    let game = |text: &str| -> Result<Rules> {
        if is_over_places(text) || is_rewriting(text) {
            let fault = Fault::FactorIsBoard { name: text.into() };
            return Err(Error::new(ErrorKind::Unsupported, fault).hint(NextStep::OneHeadAsRule));
        }
        let said = words(text, DEEPEST)?;
        let own = lets.iter().filter(|(name, _)| said.contains(*name));
        Rules::read(text, &own.map(|(name, value)| (name.clone(), value.clone())).collect(), work)
    };
    let games = [game(texts[0])?, game(texts[1])?];
    for (game, text) in games.iter().zip(texts) {
        let refused = |fault| Err(Error::new(ErrorKind::Unsupported, fault));
        if !game.form().is_normal() {
            return refused(Fault::FactorNotPlain { name: text.into() });
        }
        if game.only_if.is_some() {
            return refused(Fault::FactorHasConditions { name: text.into() });
        }
    }
    let source = multiplied(&games)?.to_string();
    let mut product = Rules::of_text(source, &Lets::new(), &Lets::new(), work)?;
    if let (Some(first), Some(second)) = (games[0].start.first(), games[1].start.first()) {
        product.start = vec![format!("{},{}", bare(first), bare(second))];
    }
    // Two heads on one coin are none, two components are two: they agree under normal play alone.
    product.normal_only = true;
    product.factors = Some(Arc::new(Factors { games, asked: text.trim().into() }));
    Ok(product)
}

fn bare(component: &str) -> &str {
    component.trim().trim_start_matches('(').trim_end_matches(')')
}

/// The rule of the product, written out.
fn multiplied(games: &[Rules; 2]) -> Result<Rule> {
    let [first, second] = renamings(games)?;
    let [left, right] = [&games[0].syntax, &games[1].syntax];
    if left.alternatives.len() * right.alternatives.len() > MOST_KINDS {
        return Err(Error::new(ErrorKind::Limit, Fault::TooManyKinds { most: MOST_KINDS }));
    }
    let mut lets = parameters(&games[0], &first);
    lets.extend(parameters(&games[1], &second));
    let [heads, others] = [(left, &first), (right, &second)]
        .map(|(rule, names)| rule.head.iter().map(|c| names.coordinate(c)).collect::<Vec<Coordinate>>());
    let here = [&heads, &others].map(|head| head.iter().map(|c| named(&c.name)).collect::<Vec<Expr>>());
    let mut alternatives = Vec::new();
    for one in &left.alternatives {
        for other in &right.alternatives {
            let parts = [
                one.parts.iter().map(|part| first.part(part)).collect::<Vec<Part>>(),
                other.parts.iter().map(|part| second.part(part)).collect(),
            ];
            if (parts[0].len() + 1) * (parts[1].len() + 1) > MOST_PARTS + 1 {
                return Err(Error::new(ErrorKind::Limit, Fault::TooManyParts { most: MOST_PARTS }));
            }
            let mut qualifiers = first.qualifiers(&one.qualifiers);
            qualifiers.extend(second.qualifiers(&other.qualifiers));
            alternatives.push(Alternative {
                label: label(&one.label, &other.label),
                parts: turned(&parts, &here),
                qualifiers,
                gain: None,
                again: false,
                span: Span::default(),
            });
        }
    }
    let head = heads.into_iter().chain(others).collect();
    Ok(Rule { lets, head, alternatives, ending: Ending::default() })
}

/// All coins that are turned but the one that showed heads.
fn turned(parts: &[Vec<Part>; 2], here: &[Vec<Expr>; 2]) -> Vec<Part> {
    let joined = |left: &[Expr], right: &[Expr]| left.iter().chain(right).cloned().collect::<Vec<Expr>>();
    let beside = |part: &Part, place: Vec<Expr>| Part { place, ..part.clone() };
    let mut all: Vec<Part> =
        parts[1].iter().map(|part| beside(part, joined(&here[0], &part.place))).collect();
    all.extend(parts[0].iter().map(|part| beside(part, joined(&part.place, &here[1]))));
    for one in &parts[0] {
        for other in &parts[1] {
            let count = match (&one.count, &other.count) {
                (Some(left), Some(right)) => Some(times(left, right)),
                (left, right) => left.clone().or_else(|| right.clone()),
            };
            let each = one.each.iter().chain(&other.each).cloned().collect();
            all.push(Part { count, place: joined(&one.place, &other.place), each, span: Span::default() });
        }
    }
    all
}

fn times(left: &Expr, right: &Expr) -> Expr {
    let kind = ExprKind::Binary(Op::Mul, Box::new(left.clone()), Box::new(right.clone()));
    Expr { kind, span: Span::default() }
}

fn named(ident: &Ident) -> Expr {
    Expr { kind: ExprKind::Name(ident.text.clone()), span: Span::default() }
}

/// What a move is called that is made of two.
fn label(one: &Option<Ident>, other: &Option<Ident>) -> Option<Ident> {
    match (one, other) {
        (Some(one), Some(other)) => {
            Some(Ident { text: format!("{}_{}", one.text, other.text), span: Span::default() })
        }
        (one, other) => one.clone().or_else(|| other.clone()),
    }
}

/// The parameters of a game with their values; those that were given go before those of the text.
fn parameters(game: &Rules, names: &Renaming) -> Vec<(Ident, Literal)> {
    let mut values: BTreeMap<String, Literal> =
        game.syntax.lets.iter().map(|(name, value)| (name.text.clone(), value.clone())).collect();
    values.extend(game.lets.iter().map(|(name, value)| (name.clone(), value.clone())));
    let ident = |text: String| names.ident(&Ident { text, span: Span::default() });
    values.into_iter().map(|(name, value)| (ident(name), value)).collect()
}

/// New names for what both games name, and for what one of them names and the other says.
fn renamings(games: &[Rules; 2]) -> Result<[Renaming; 2]> {
    let [mut left, mut right] = [BTreeSet::new(), BTreeSet::new()];
    for (words, game) in [&mut left, &mut right].into_iter().zip(games) {
        *words = lexeme::words(&game.source)?;
        words.extend(game.lets.keys().cloned());
    }
    let mut taken: BTreeSet<String> = left.union(&right).cloned().collect();
    let mut fresh = |game: &Rules, others: &BTreeSet<String>, index: usize| {
        let given = given_names(&game.syntax).into_iter().chain(game.lets.keys().cloned());
        let mut names = BTreeMap::new();
        for name in given.filter(|name| others.contains(name)) {
            names.entry(name).or_insert_with_key(|name| {
                let mut new = format!("{name}{index}");
                while !taken.insert(new.clone()) {
                    new = format!("{new}_{index}");
                }
                new
            });
        }
        Renaming(names)
    };
    Ok([fresh(&games[0], &right, 1), fresh(&games[1], &left, 2)])
}
