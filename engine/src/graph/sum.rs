//! Sums of games on graphs: several tokens on one graph or on several, a move moves one of them.
//!
//! The loopy values of the tokens add up. Without an infinite one the sum is lost exactly if the nimbers cancel;
//! beside one ∞(K) it is won exactly if the nimber of the rest is in K; with two or more it is a draw.
//! Winning is not enough where there are cycles: the winner could win for ever without ending. Among the winning
//! moves, the one with the least (sum of nimbers, sum of counters) brings that pair down with each exchange,
//! whatever the other player does, so play ends.
//!
//! Literature: Smith 1966; Fraenkel and Yesha 1986. Complexity: O(T) for the outcome of T tokens, O(T + moves) for
//! the moves, after [`loopy::solve`](super::loopy::solve) for each graph.
//!
//! ```
//! use grundy::graph::sum::Sum;
//! use grundy::graph::{Graph, Vertex, loopy};
//! use grundy::{Outcome, Work};
//! // 3 may be left for 2 or kept; 0, 1, 2 are Nim heaps.
//! let edges = [(1, 0), (2, 0), (2, 1), (3, 2), (3, 3)].map(|(u, v)| (Vertex(u), Vertex(v)));
//! let graph = Graph::from_edges(4, &edges)?;
//! let values = loopy::solve(&graph, &Work::unwatched())?;
//! let sum = Sum::on(&graph, &values, [3, 2].map(Vertex))?;
//! assert_eq!((sum.value().to_string(), sum.outcome()), ("∞(0)".into(), Outcome::N));
//! assert_eq!(sum.winning_moves().map(|m| (m.token, m.to)).collect::<Vec<_>>(), [(0, Vertex(2))]);
//! # Ok::<(), grundy::Error>(())
//! ```

use std::ops::Add;

use serde::Serialize;

use super::csr::{Graph, Vertex};
use super::loopy::Values;
use crate::error::{Error, ErrorKind, Result};
use crate::loopy_value::LoopyValue;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::work::Work;

/// One token: a graph with its values, and where the token stands.
#[derive(Clone, Copy, Debug)]
pub struct Token<'s> {
    graph: &'s Graph<'s>,
    values: &'s Values,
    at: Vertex,
}

impl<'s> Token<'s> {
    /// A token on a vertex; fails if the graph has no such vertex. The values must be those of the graph.
    pub fn new(graph: &'s Graph<'s>, values: &'s Values, at: Vertex) -> Result<Token<'s>> {
        graph.check(at)?;
        Ok(Token { graph, values, at })
    }

    /// Where the token stands.
    pub fn at(&self) -> Vertex {
        self.at
    }

    /// The value of where it stands.
    pub fn value(&self) -> LoopyValue {
        self.values.value(self.graph, self.at)
    }

    fn finite(&self) -> Option<Nimber> {
        self.values.finite(self.at)
    }

    fn moves(&self) -> impl Iterator<Item = Token<'s>> + use<'s> {
        let Token { graph, values, at } = *self;
        graph.successors(at).map(move |at| Token { graph, values, at })
    }

    fn can_move_to(&self, value: Nimber) -> bool {
        self.moves().any(|after| after.finite() == Some(value))
    }
}

/// A move in a sum: which token, from where, to where.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Move {
    /// The place of the token in the list.
    pub token: usize,
    /// Where it stood.
    pub from: Vertex,
    /// Where it goes.
    pub to: Vertex,
}

/// Several tokens; who cannot move any of them loses.
#[derive(Clone, Debug)]
pub struct Sum<'s> {
    tokens: Vec<Token<'s>>,
    /// The sum of the finite values.
    finite: Nimber,
    /// How many tokens have an infinite value.
    infinite: usize,
}

impl<'s> Sum<'s> {
    /// The sum of these tokens.
    pub fn new(tokens: impl IntoIterator<Item = Token<'s>>) -> Sum<'s> {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let finite = tokens.iter().filter_map(Token::finite).sum();
        let infinite = tokens.iter().filter(|token| token.finite().is_none()).count();
        Sum { tokens, finite, infinite }
    }

    /// Tokens on one graph.
    pub fn on(
        graph: &'s Graph<'s>,
        values: &'s Values,
        starts: impl IntoIterator<Item = Vertex>,
    ) -> Result<Sum<'s>> {
        let tokens: Result<Vec<_>> = starts.into_iter().map(|at| Token::new(graph, values, at)).collect();
        Ok(Sum::new(tokens?))
    }

    /// The tokens.
    pub fn tokens(&self) -> &[Token<'s>] {
        &self.tokens
    }

    /// The value of the sum.
    pub fn value(&self) -> LoopyValue {
        match self.infinite {
            0 => LoopyValue::Finite(self.finite),
            1 => {
                let infinity = self.infinite_token().map(Token::value);
                infinity.into_iter().fold(LoopyValue::Finite(self.finite), Add::add)
            }
            _ => LoopyValue::Infinity(Vec::new()),
        }
    }

    /// Who wins the sum.
    pub fn outcome(&self) -> Outcome {
        match self.infinite {
            0 if self.finite == Nimber::ZERO => Outcome::P,
            0 => Outcome::N,
            1 if self.infinite_token().is_some_and(|token| token.can_move_to(self.finite)) => Outcome::N,
            _ => Outcome::D,
        }
    }

    /// Every move.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps().map(|(token, after)| self.step(token, after))
    }

    /// Every winning move: those after which the sum is lost for the other player.
    pub fn winning_moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.winning_steps().map(|(token, after)| self.step(token, after))
    }

    /// Whether a move of [`moves`](Sum::moves) is a winning one.
    pub fn is_winning(&self, m: Move) -> bool {
        self.is_lost_after(m.token, Token { at: m.to, ..self.tokens[m.token] })
    }

    /// The winning move that ends the game in a bounded number of moves if it is always followed; none unless
    /// the sum is won.
    pub fn winning_move(&self) -> Option<Move> {
        let (token, after) = self.winning_steps().min_by_key(|&(token, after)| self.rank(token, after))?;
        Some(self.step(token, after))
    }

    /// What the winning move has least of: nimbers, then counters. Those of the other tokens are the same for all
    /// moves of one, so that only the difference counts.
    fn rank(&self, token: usize, after: Token<'s>) -> (i128, i128) {
        let before = self.tokens[token];
        let value = |t: Token<'_>| t.finite().map_or(0, |value| value.0 as i128);
        let counter = |t: Token<'_>| t.values.counter(t.at).map_or(0, i128::from);
        (value(after) - value(before), counter(after) - counter(before))
    }

    /// Every move after which nobody wins.
    pub fn drawing_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let infinities = self.infinities();
        let drawn =
            move |&(token, after): &(usize, Token<'s>)| self.is_drawn_after(token, after, &infinities);
        self.steps().filter(drawn).map(|(token, after)| self.step(token, after))
    }

    /// The move of best play: the winning move that ends, else one that keeps the draw, else any.
    pub fn best_move(&self, work: &Work<'_>) -> Result<Option<Move>> {
        let (outcome, infinities) = (self.outcome(), self.infinities());
        let mut best: Option<((i128, i128), Move)> = None;
        for (looked, (token, after)) in self.steps().enumerate() {
            work.tick("moves", looked as u64, None)?;
            let good = match outcome {
                Outcome::N => self.is_lost_after(token, after),
                Outcome::D => self.is_drawn_after(token, after, &infinities),
                Outcome::P => true,
            };
            if !good {
                continue;
            }
            let rank = self.rank(token, after);
            if best.is_none_or(|(least, _)| rank < least) {
                best = Some((rank, self.step(token, after)));
            }
            // Only winning play has to come to an end; otherwise the first move is as good as any.
            if outcome != Outcome::N {
                break;
            }
        }
        Ok(best.map(|(_, m)| m))
    }

    /// The sum after a move; fails if it is not legal.
    pub fn play(&self, token: usize, to: Vertex) -> Result<Sum<'s>> {
        let Some(before) = self.tokens.get(token) else {
            return Err(Error::new(ErrorKind::Position, format!("there is no token {token}"))
                .hint(format!("tokens are numbered from 0 to {}", self.tokens.len().saturating_sub(1))));
        };
        if !before.moves().any(|after| after.at == to) {
            return Err(Error::new(
                ErrorKind::Position,
                format!("there is no move from vertex {} to vertex {to}", before.at),
            ));
        }
        Ok(self.clone().played(Move { token, from: before.at, to }))
    }

    fn played(mut self, m: Move) -> Sum<'s> {
        let token = &mut self.tokens[m.token];
        let before = token.finite();
        token.at = m.to;
        let after = token.finite();
        self.finite += before.unwrap_or_default() + after.unwrap_or_default();
        self.infinite += usize::from(after.is_none());
        self.infinite -= usize::from(before.is_none());
        self
    }

    fn infinite_token(&self) -> Option<&Token<'s>> {
        self.tokens.iter().find(|token| token.finite().is_none())
    }

    /// Every move as the token's number and the token after it.
    fn steps(&self) -> impl Iterator<Item = (usize, Token<'s>)> + '_ {
        self.tokens.iter().enumerate().flat_map(|(i, token)| token.moves().map(move |after| (i, after)))
    }

    fn step(&self, token: usize, after: Token<'s>) -> Move {
        Move { token, from: self.tokens[token].at, to: after.at }
    }

    fn winning_steps(&self) -> impl Iterator<Item = (usize, Token<'s>)> + '_ {
        self.steps().filter(|&(token, after)| self.is_lost_after(token, after))
    }

    /// Whether the sum is lost for the other player once a token stands there.
    fn is_lost_after(&self, token: usize, after: Token<'s>) -> bool {
        // A lost sum has only finite values, and they cancel.
        let before = self.tokens[token].finite();
        let others_infinite = self.infinite - usize::from(before.is_none());
        let others = self.finite + before.unwrap_or_default();
        others_infinite == 0 && after.finite() == Some(others)
    }

    /// The infinite tokens with what they can move to, sorted, unless there are so many that the sum stays a draw.
    fn infinities(&self) -> Vec<(usize, Vec<Nimber>)> {
        let values = |(i, token): (usize, &Token<'s>)| match token.value() {
            LoopyValue::Infinity(values) => Some((i, values)),
            LoopyValue::Finite(_) => None,
        };
        match self.infinite {
            1 | 2 => self.tokens.iter().enumerate().filter_map(values).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether nobody wins once a token stands there.
    fn is_drawn_after(&self, token: usize, after: Token<'s>, infinities: &[(usize, Vec<Nimber>)]) -> bool {
        let before = self.tokens[token].finite();
        let others_infinite = self.infinite - usize::from(before.is_none());
        let others = self.finite + before.unwrap_or_default();
        match (others_infinite, after.finite()) {
            (0, Some(_)) => false,
            (0, None) => !after.can_move_to(others),
            // The other infinite token does not move to the sum of the finite ones.
            (1, Some(value)) => infinities
                .iter()
                .filter(|(other, _)| *other != token)
                .all(|(_, values)| values.binary_search(&(others + value)).is_err()),
            _ => true,
        }
    }
}
