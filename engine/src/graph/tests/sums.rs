//! Sums against the product graph, and the strategy that ends.

use super::plain::{self, Random, vertex};
use crate::graph::sum::{Sum, Token};
use crate::graph::{Graph, Vertex, grundy_functions, loopy, retrograde};
use crate::{Limits, Nimber, Outcome, Patience, Play, Work, mex};

#[test]
fn winning_moves_are_those_of_the_product_graph() {
    let mut random = Random(31);
    for _ in 0..500 {
        let (a, b) = (random.digraph(8), random.digraph(8));
        let (va, vb) =
            (loopy::solve(&a, &Work::unwatched()).unwrap(), loopy::solve(&b, &Work::unwatched()).unwrap());
        let both = plain::sum(&a, &b);
        let outcomes =
            retrograde::solve(&both, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for pair in both.vertices() {
            let width = b.vertex_count();
            let (x, y) = (vertex(pair.index() / width), vertex(pair.index() % width));
            let sum = Sum::new([Token::new(&a, &va, x).unwrap(), Token::new(&b, &vb, y).unwrap()]);
            assert_eq!(sum.outcome(), outcomes.outcome(pair));
            assert_eq!(sum.value().outcome(), outcomes.outcome(pair));
            let place = |m: crate::graph::sum::Move| match m.token {
                0 => vertex(m.to.index() * width + y.index()),
                _ => vertex(x.index() * width + m.to.index()),
            };
            let outcomes = &outcomes;
            let with = |outcome| both.successors(pair).filter(move |&w| outcomes.outcome(w) == outcome);
            assert!(sum.winning_moves().map(place).eq(with(Outcome::P)));
            assert!(sum.drawing_moves().map(place).eq(with(Outcome::D)));
            assert_eq!(sum.winning_move().is_some(), sum.outcome() == Outcome::N);
            let best = sum.best_move(&Work::unwatched()).unwrap();
            assert_eq!(best.is_none(), both.is_terminal(pair));
            assert!(sum.outcome() != Outcome::N || best == sum.winning_move());
            assert!(sum.outcome() != Outcome::D || best == sum.drawing_moves().next());
        }
    }
}

/// The graph of the positions left to the other player when the winner follows [`Sum::winning_move`].
fn strategy(a: &Graph<'_>, b: &Graph<'_>) -> Graph<'static> {
    let (va, vb) =
        (loopy::solve(a, &Work::unwatched()).unwrap(), loopy::solve(b, &Work::unwatched()).unwrap());
    let width = b.vertex_count();
    Graph::from_successors(a.vertex_count() * width, |pair| {
        let tokens = [
            Token::new(a, &va, vertex(pair.index() / width)).unwrap(),
            Token::new(b, &vb, vertex(pair.index() % width)).unwrap(),
        ];
        let sum = Sum::new(tokens);
        if sum.outcome() != Outcome::P {
            return vec![];
        }
        let answer = |m: crate::graph::sum::Move| {
            let after = sum.play(m.token, m.to).unwrap();
            let reply = after.winning_move().unwrap();
            let end = after.play(reply.token, reply.to).unwrap();
            assert_eq!(end.outcome(), Outcome::P);
            vertex(end.tokens()[0].at().index() * width + end.tokens()[1].at().index())
        };
        sum.moves().map(answer).collect()
    })
    .unwrap()
}

#[test]
fn the_winning_strategy_ends_whatever_the_other_player_does() {
    let mut random = Random(32);
    let mut cyclic = 0;
    for _ in 0..2000 {
        let (a, b) = (random.digraph(9), random.digraph(9));
        let strategy = strategy(&a, &b);
        // Without a cycle every play ends after at most twice as many moves as there are positions.
        assert!(
            crate::graph::order::find(&strategy, &Work::unwatched()).unwrap().is_acyclic(),
            "{a:?} {b:?}"
        );
        cyclic += usize::from(!crate::graph::order::find(&a, &Work::unwatched()).unwrap().is_acyclic());
    }
    assert!(cyclic > 100);
}

#[test]
fn three_tokens_on_one_graph_add_up() {
    let mut random = Random(33);
    for _ in 0..200 {
        let graph = random.digraph(6);
        let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
        let n = graph.vertex_count();
        let three = plain::sum(&plain::sum(&graph, &graph), &graph);
        let outcomes =
            retrograde::solve(&three, retrograde::by_play(Play::Normal), &Work::unwatched()).unwrap();
        for v in three.vertices() {
            let starts = [v.index() / n / n, v.index() / n % n, v.index() % n].map(vertex);
            assert_eq!(Sum::on(&graph, &values, starts).unwrap().outcome(), outcomes.outcome(v));
        }
    }
}

#[test]
fn the_empty_sum_is_lost_and_bad_tokens_are_errors() {
    let graph = plain::heap(2);
    let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
    let empty = Sum::on(&graph, &values, []).unwrap();
    assert_eq!((empty.outcome(), empty.best_move(&Work::unwatched()).unwrap()), (Outcome::P, None));
    assert!(Sum::on(&graph, &values, [Vertex(3)]).is_err());
    let sum = Sum::on(&graph, &values, [Vertex(2)]).unwrap();
    assert!(sum.play(1, Vertex(0)).is_err() && sum.play(0, Vertex(2)).is_err());
}

#[test]
fn the_move_that_keeps_a_draw_of_many_tokens_is_looked_for_move_by_move_and_can_be_stopped() {
    // Two may stay or go to 0: ∞(0). Beside it a heap of one, which must not be taken, however often that is offered.
    let rows = [vec![], vec![0; 100_000], vec![0, 2]];
    let graph = plain::graph(&rows);
    let values = loopy::solve(&graph, &Work::unwatched()).unwrap();
    let tokens = [vec![Vertex(1)], vec![Vertex(0); 20_000], vec![Vertex(2)]].concat();
    let sum = Sum::on(&graph, &values, tokens).unwrap();
    assert_eq!(sum.outcome(), Outcome::D);
    // A sum copied for every one of 10^5 moves of the first token would be 2·10^9 tokens.
    let best = sum.best_move(&Work::unwatched()).unwrap().unwrap();
    assert_eq!((best.token, best.to), (20_001, Vertex(2)));
    assert_eq!(
        sum.best_move(&Work::watched(&Patience::new(0))).unwrap_err().kind(),
        crate::ErrorKind::Timeout
    );
}

/// Every assignment of values up to the degree, tried.
fn count_by_trial(graph: &Graph<'_>) -> u64 {
    let mut values = vec![Nimber(0); graph.vertex_count()];
    let mut found = 0;
    loop {
        let right = |v: Vertex| mex(graph.successors(v).map(|w| values[w.index()])) == values[v.index()];
        found += u64::from(graph.vertices().all(right));
        let Some(v) = graph.vertices().find(|&v| values[v.index()].0 < graph.degree(v) as u64) else {
            return found;
        };
        values[v.index()].0 += 1;
        values[..v.index()].fill(Nimber(0));
    }
}

#[test]
fn grundy_functions_are_counted_as_by_trying_all() {
    let mut random = Random(34);
    for _ in 0..1500 {
        let graph = random.digraph(7);
        if graph.vertices().map(|v| 1 + graph.degree(v) as u64).product::<u64>() > 200_000 {
            continue;
        }
        let found = grundy_functions::find(&graph, &Work::unwatched()).unwrap();
        let count = count_by_trial(&graph);
        assert_eq!(found.count, grundy_functions::Count::Exactly(count), "{graph:?}");
        assert_eq!(found.example.is_some(), count > 0);
        if let Some(values) = found.example {
            for v in graph.vertices() {
                assert_eq!(mex(graph.successors(v).map(|w| values[w.index()])), values[v.index()]);
            }
        }
    }
}

#[test]
fn an_acyclic_graph_has_one_grundy_function_and_a_loop_has_none() {
    let one = grundy_functions::find(&plain::heap(50), &Work::unwatched()).unwrap();
    assert_eq!(one.count, grundy_functions::Count::Exactly(1));
    assert_eq!(one.example.unwrap()[50], Nimber(50));
    let none = grundy_functions::find(&plain::graph(&[vec![0]]), &Work::unwatched()).unwrap();
    assert_eq!(none.count, grundy_functions::Count::Exactly(0));
}

#[test]
fn separate_rings_multiply_and_a_spent_budget_says_so() {
    let rings = |pairs: usize| Graph::from_successors(2 * pairs, |v| [Vertex(v.0 ^ 1)]).unwrap();
    let count = |pairs, positions| {
        let limits = Limits { positions, ..Limits::default() };
        grundy_functions::find(&rings(pairs), &Work::within(limits)).unwrap().count
    };
    assert_eq!(count(40, 1 << 20), grundy_functions::Count::Exactly(1 << 40));
    assert_eq!(count(3, 2), grundy_functions::Count::AtLeast(0));
}
