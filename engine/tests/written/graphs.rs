//! Graphs: their vertices, their edges, tokens that walk on them.

use std::collections::BTreeSet;

use super::plain::*;

type Edges = Vec<(usize, usize)>;

/// Every game of the chapter from its bare moves.
pub const GAMES: &[(&str, Plain)] = &[
    ("Game on Tree (green Hackenbush)", |at| normal(edges(at.text()), hackenbush)),
    ("Christmas Game (Hackenbush with cycles)", |at| normal(edges(at.text()), hackenbush)),
    ("PP and QQ (trees under misère play)", |at| misere(edges(at.text()), hackenbush)),
    ("Node Kayles", |at| {
        on_vertices(at, |graph, s| {
            s.iter()
                .map(|v| s.iter().copied().filter(|u| u != v && !near(graph, *v).contains(u)).collect())
                .collect()
        })
    }),
    ("Arc Kayles", |at| {
        on_vertices(at, |graph, s| {
            let free = graph.iter().filter(|e| s.contains(&e.0) && s.contains(&e.1));
            free.map(|e| s.iter().copied().filter(|v| *v != e.0 && *v != e.1).collect()).collect()
        })
    }),
    ("Remove Pairs", |at| {
        on_vertices(at, |graph, s| {
            let free = graph.iter().filter(|e| s.contains(&e.0) && s.contains(&e.1));
            free.map(|e| s.iter().copied().filter(|v| *v != e.0 && *v != e.1).collect()).collect()
        })
    }),
    ("Weighted Arc Kayles", |at| {
        let (graph, weights) = at.text().split_once('=').expect("a number on every vertex");
        let graph = edges(graph);
        normal(numbers(weights), |w| {
            let free = graph.iter().filter(|e| w[e.0] > 0 && w[e.1] > 0);
            let taken = free.map(|e| {
                let mut after = w.clone();
                after[e.0] -= 1;
                after[e.1] -= 1;
                after
            });
            taken.collect()
        })
    }),
    ("A funny game (walking on a tree)", |at| {
        let (graph, v) = walker(at.text());
        normal((vertices(&graph), v), |(s, v)| {
            let left: BTreeSet<usize> = s.iter().copied().filter(|u| u != v).collect();
            near(&graph, *v).into_iter().filter(|u| left.contains(u)).map(|u| (left.clone(), u)).collect()
        })
    }),
    ("Edge Geography", |at| {
        normal(walker(at.text()), |(graph, v)| {
            let step = |e: usize| {
                let mut left = graph.clone();
                let (a, b) = left.remove(e);
                (left, a + b - v)
            };
            (0..graph.len()).filter(|e| graph[*e].0 == *v || graph[*e].1 == *v).map(step).collect()
        })
    }),
    ("Tree Game", |at| {
        let (graph, rest) = at.text().split_once('=').expect("a number on every vertex");
        let (weights, v) = rest.split_once(':').expect("where the piece is");
        let graph = edges(graph);
        normal((numbers(weights), v.parse().expect("a vertex")), |(w, v): &(Vec<i64>, usize)| {
            let mut after = w.clone();
            after[*v] -= 1;
            if w[*v] == 0 {
                vec![]
            } else {
                near(&graph, *v).into_iter().map(|u| (after.clone(), u)).collect()
            }
        })
    }),
    ("Game On Leaves", |at| {
        on_vertices(at, |graph, s| {
            let leaf = |v: &&usize| near(graph, **v).iter().filter(|u| s.contains(u)).count() <= 1;
            let without = |v: &usize| s.iter().copied().filter(|u| u != v).collect();
            if s.contains(&0) { s.iter().filter(leaf).map(without).collect() } else { vec![] }
        })
    }),
    ("Impartial Col", |at| colouring(at, |mine, theirs| mine != theirs)),
    ("Impartial Snort", |at| colouring(at, |mine, theirs| mine == theirs)),
    ("Schuh's game of divisors", |at| {
        let n = numbers(at.text())[0];
        let all: Vec<i64> = (1..=n).filter(|d| n % d == 0).collect();
        normal(all, |left| {
            let named = left.iter().filter(|d| **d != 1);
            named.map(|d| left.iter().copied().filter(|e| e % d != 0).collect()).collect()
        })
    }),
    ("Connected subtraction CSG({1})", |at| {
        on_vertices(at, |graph, s| {
            let without = s.iter().map(|v| s.iter().copied().filter(|u| u != v).collect::<BTreeSet<_>>());
            without.filter(|left| connected(graph, left)).collect()
        })
    }),
    ("A Chess Game", |at| {
        let arrows = [(0, 1), (0, 2), (1, 3), (2, 3), (2, 4), (3, 5), (4, 5)];
        take(at, |v| arrows.iter().filter(|a| a.0 == v).map(|a| a.1).collect())
    }),
    ("Cat and Mouse", |at| {
        let roads = edges("0-2,0-5,1-3,2-4,2-5,3-4,3-5");
        let words: Vec<&str> = at.text().split(',').collect();
        let vertex = |i: usize| words[i].parse::<usize>().expect("a vertex");
        let moves = |&(m, c, mouse): &(usize, usize, bool)| match (m == 0 || m == c, mouse) {
            (true, _) => vec![],
            (_, true) => near(&roads, m).into_iter().map(|u| (u, c, false)).collect(),
            _ => near(&roads, c).into_iter().filter(|u| *u != 0).map(|u| (m, u, true)).collect(),
        };
        lasting((vertex(0), vertex(1), words[2] == "mouse"), moves, |&(m, _, mouse)| (m == 0) == mouse)
    }),
];

/// `path5`, `cycle5`, or edges; a path or cycle counts its vertices.
fn edges(text: &str) -> Edges {
    let all = numbers(&text.replace('-', " "));
    let size = all[0] as usize;
    match text {
        _ if text.starts_with("path") => (1..size).map(|v| (v - 1, v)).collect(),
        _ if text.starts_with("cycle") => (0..size).map(|v| (v, (v + 1) % size)).collect(),
        _ => all.chunks(2).map(|e| (e[0] as usize, e[1] as usize)).collect(),
    }
}

fn vertices(graph: &Edges) -> BTreeSet<usize> {
    graph.iter().flat_map(|e| [e.0, e.1]).collect()
}

fn near(graph: &Edges, v: usize) -> Vec<usize> {
    graph.iter().filter(|e| e.0 == v || e.1 == v).map(|e| e.0 + e.1 - v).collect()
}

fn walker(text: &str) -> (Edges, usize) {
    let (graph, v) = text.split_once(':').expect("two coordinates");
    (edges(graph), v.parse().expect("a vertex"))
}

fn on_vertices(at: &At, moves: impl Fn(&Edges, &BTreeSet<usize>) -> Vec<BTreeSet<usize>>) -> Answer {
    let graph = edges(at.text());
    let start = if at.text() == "path1" { BTreeSet::from([0]) } else { vertices(&graph) };
    normal(start, |s| moves(&graph, s))
}

/// An edge goes, and with it all that no longer hangs together with the ground.
fn hackenbush(graph: &Edges) -> Vec<Edges> {
    let cut = |gone: usize| {
        let mut left = graph.clone();
        left.remove(gone);
        let ground = reached(&left, 0, |_| true);
        left.retain(|e| ground.contains(&e.0));
        left
    };
    (0..graph.len()).map(cut).collect()
}

fn reached(graph: &Edges, from: usize, within: impl Fn(usize) -> bool) -> BTreeSet<usize> {
    let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
    while let Some(v) = open.pop() {
        open.extend(near(graph, v).into_iter().filter(|u| within(*u) && seen.insert(*u)));
    }
    seen
}

fn connected(graph: &Edges, s: &BTreeSet<usize>) -> bool {
    s.first().is_none_or(|v| reached(graph, *v, |u| s.contains(&u)) == *s)
}

/// Two colours; neighbours must get on with each other.
fn colouring(at: &At, agree: impl Fn(char, char) -> bool) -> Answer {
    let graph = edges(at.text());
    let size = vertices(&graph).len().max(1);
    normal(vec!['.'; size], |w| {
        let all = (0..size).filter(|v| w[*v] == '.').flat_map(|v| [(v, 'a'), (v, 'b')]);
        let allowed = all.filter(|(v, x)| near(&graph, *v).iter().all(|u| w[*u] == '.' || agree(*x, w[*u])));
        let coloured = allowed.map(|(v, x)| {
            let mut after = w.clone();
            after[v] = x;
            after
        });
        coloured.collect()
    })
}
