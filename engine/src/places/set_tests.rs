//! Rules over places against what is known of their games, against boards that are written by hand, and against options that
//! are written out here.

use std::collections::{BTreeMap, BTreeSet};

use crate::arena::{self, Arena};
use crate::error::ErrorKind;
use crate::literal::Lets;
use crate::loopy_value::LoopyValue;
use crate::named;
use crate::nimber::{Nimber, mex};
use crate::open::{Source, open};
use crate::outcome::Outcome;
use crate::work::Work;

const NODE_KAYLES: &str = "S on graph -> S - ball(v) for v in S";
const ARC_KAYLES: &str = "S on graph -> S - {u,v} for u v in edges if u in S and v in S";
const VERTEX_GEOGRAPHY: &str = "(S on graph, v in S) -> (S - v, u) for u in near(v) if u in S";
const EDGE_GEOGRAPHY: &str =
    "(F on edges, v in places) -> (F - edge(v,u), u) for u in near(v) if edge(v,u) in F";
const HACKENBUSH: &str = "F on edges -> part(F - e, 0) for e in F";
const CHOMP: &str = "S on grid -> S - up(p) for p in S if p != (0,0)";
const STAIRCASE: &str = "w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]";
const IN_ORDER: &str =
    "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] if i == 0 or w[i-1] <= w[i]-k";
const TURTLES: &str = "S on numbers -> S xor {n} for n in S | S xor {n,m} for n in S for m in 0..n-1";
const RULER: &str = "S on numbers -> S xor {m..n} for n in S for m in 0..n";
const CORNERS: &str =
    "S on grid -> S xor {(r,c),(a,c),(r,b),(a,b)} for (r,c) in S for a in 0..r-1 for b in 0..c-1";
const SCHUH: &str = "S on order -> S - up(p) for p in S if p != 1";
const WEIGHTED: &str =
    "w on graph of 0.. -> w[u:=w[u]-1, v:=w[v]-1] for u v in edges if w[u] > 0 and w[v] > 0";
const COL: &str = "w on graph of \".ab\" -> w[v:=x] for v in places for x in \"ab\" if w[v] == \".\" and x not in w[near(v)]";
const CONNECTED: &str = "S on graph -> S - v for v in S if part(S - v, first(S - v)) == S - v";
const KINGS_CLOBBER: &str = "w on grid king of \".XO\" -> w[p:=\".\", q:=w[p]] for p q in edges if w[p] != \".\" and w[q] != \".\" and w[p] != w[q]";

fn game(rule: &str) -> Box<dyn Arena> {
    let work = Work::unwatched();
    open(Source::Text(rule), &Lets::new(), &[], None, &work)
        .unwrap_or_else(|e| panic!("{rule}: {e}"))
        .into_arena()
}

fn value(arena: &mut dyn Arena, text: &str) -> Nimber {
    match arena.value(text, &Work::unwatched()) {
        Ok(Some(LoopyValue::Finite(value))) => value,
        other => panic!("{text}: {other:?}"),
    }
}

fn outcome(rule: &str, position: &[&str]) -> Outcome {
    let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
    arena::report(&mut *game(rule), &position, &Work::unwatched())
        .unwrap_or_else(|e| panic!("{rule}: {e}"))
        .outcome
}

/// Numbers that look random and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    /// The edges of a graph in which every vertex hangs on one before it.
    fn graph(&mut self, vertices: u64, more: u64) -> Vec<(u64, u64)> {
        let mut edges: BTreeSet<(u64, u64)> = (1..vertices).map(|v| (self.below(v), v)).collect();
        for _ in 0..more {
            let (u, v) = (self.below(vertices), self.below(vertices));
            if u != v {
                edges.insert((u.min(v), u.max(v)));
            }
        }
        edges.into_iter().collect()
    }
}

fn edges_text(edges: &[(u64, u64)]) -> String {
    edges.iter().map(|(u, v)| format!("{u}-{v}")).collect::<Vec<_>>().join(",")
}

fn list(numbers: &[u64]) -> String {
    numbers.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

/// The value of a position by its options alone.
fn plain<S: Ord + Clone>(
    from: &S,
    options: &dyn Fn(&S) -> Vec<S>,
    known: &mut BTreeMap<S, Nimber>,
) -> Nimber {
    if let Some(value) = known.get(from) {
        return *value;
    }
    let values: Vec<Nimber> = options(from).iter().map(|to| plain(to, options, known)).collect();
    let value = mex(values);
    known.insert(from.clone(), value);
    value
}

#[test]
fn kayles_on_paths_and_cycles_is_that_of_codes() {
    let work = Work::unwatched();
    let (mut node, mut arc, mut strip) =
        (game(NODE_KAYLES), game(ARC_KAYLES), game("S on strip -> S - ball(p) for p in S"));
    let code = |code: &str, n: usize| {
        let mut opened = open(Source::Text(code), &Lets::new(), &[], None, &work).unwrap();
        value(opened.arena(), &n.to_string())
    };
    for n in 1..16 {
        let text = format!("path{n}");
        assert_eq!(value(&mut *node, &text), code("0.137", n), "{text}");
        assert_eq!(value(&mut *strip, &n.to_string()), code("0.137", n), "{n}");
        assert_eq!(value(&mut *arc, &text), code("0.07", n), "{text}");
    }
    for (name, rule) in [("node-kayles", &mut node), ("arc-kayles", &mut arc)] {
        let mut board = named::find(name).unwrap().open(&[], None, &work).unwrap();
        for text in ["cycle5", "cycle8", "cycle11", "petersen", "grid3x4", "complete5", "path9{0,1,4,5,6}"] {
            assert_eq!(value(&mut **rule, text), value(&mut *board, text), "{name} {text}");
        }
    }
}

#[test]
fn coins_that_are_turned_have_the_values_of_their_numbers() {
    let (mut turtles, mut ruler, mut corners) = (game(TURTLES), game(RULER), game(CORNERS));
    for n in 0..12u64 {
        assert_eq!(value(&mut *turtles, &format!("{{{n}}}")), Nimber(n + 1));
        assert_eq!(value(&mut *ruler, &n.to_string()), Nimber(1 << (n + 1).trailing_zeros()));
    }
    assert_eq!(value(&mut *turtles, "{0,3,5}"), Nimber(1 ^ 4 ^ 6));
    assert_eq!(value(&mut *turtles, "{}"), Nimber(0));
    // The product of nimbers: 2·2 = 3, 2·3 = 1, 3·3 = 2.
    for (text, product) in
        [("..../..../..o.", 3), ("..../..../...o", 1), ("..o./..../...o", 1), (".../.o.", 1)]
    {
        assert_eq!(value(&mut *corners, text), Nimber(product), "{text}");
    }
}

#[test]
fn rules_agree_with_boards_that_are_written_by_hand() {
    let work = Work::unwatched();
    let mut dice = Dice(1);
    let board = |name: &str| named::find(name).unwrap().open(&[], None, &work).unwrap();
    let kinds = [
        (NODE_KAYLES, "node-kayles"),
        (ARC_KAYLES, "arc-kayles"),
        (HACKENBUSH, "hackenbush"),
        (STAIRCASE, "staircase"),
        (IN_ORDER, "non-decreasing"),
    ];
    for (rule, name) in kinds {
        let mut hand = board(name);
        for _ in 0..60 {
            let text = if matches!(name, "staircase" | "non-decreasing") {
                let length = 1 + dice.below(4);
                let mut numbers: Vec<u64> = (0..length).map(|_| dice.below(5)).collect();
                if name == "non-decreasing" {
                    numbers.sort_unstable();
                }
                list(&numbers)
            } else {
                let vertices = 3 + dice.below(5);
                let more = dice.below(4);
                edges_text(&dice.graph(vertices, more))
            };
            assert_eq!(value(&mut *game(rule), &text), value(&mut *hand, &text), "{name} {text}");
        }
    }
    let (mut chomp, mut hand) = (game(CHOMP), board("chomp"));
    for _ in 0..60 {
        let (rows, columns) = (1 + dice.below(4), 1 + dice.below(4));
        let mut lengths: Vec<u64> = (0..rows).map(|_| 1 + dice.below(columns)).collect();
        lengths.sort_unstable_by(|a, b| b.cmp(a));
        let row = |n: &u64| (0..columns).map(|c| if c < *n { 'o' } else { '.' }).collect::<String>();
        let text = lengths.iter().map(row).collect::<Vec<_>>().join("/");
        assert_eq!(value(&mut *chomp, &text), value(&mut *hand, &list(&lengths)), "{text}");
    }
    // The divisors of 2^3·3^2 lie like the squares of a bar of 4 by 3.
    assert_eq!(value(&mut *game(SCHUH), "divisors(72)"), value(&mut *hand, "4x3"));
}

/// A graph as options written out here use it.
type Adjacent = Vec<Vec<usize>>;

fn adjacent(vertices: u64, edges: &[(u64, u64)]) -> Adjacent {
    let mut all = vec![Vec::new(); vertices as usize];
    for &(u, v) in edges {
        all[u as usize].push(v as usize);
        all[v as usize].push(u as usize);
    }
    all
}

#[test]
fn geography_has_the_values_of_its_walks() {
    let mut dice = Dice(2);
    for _ in 0..60 {
        let vertices = 3 + dice.below(4);
        let more = dice.below(5);
        let edges = dice.graph(vertices, more);
        let (near, start) = (adjacent(vertices, &edges), dice.below(vertices));
        let text = format!("{}:{start}", edges_text(&edges));
        let by_vertices = |(left, at): &(u64, usize)| -> Vec<(u64, usize)> {
            let next = near[*at].iter().filter(|v| left >> **v & 1 == 1);
            next.map(|v| (left & !(1 << at), *v)).collect()
        };
        let all = ((1 << vertices) - 1, start as usize);
        let expected = plain(&all, &by_vertices, &mut BTreeMap::new());
        assert_eq!(value(&mut *game(VERTEX_GEOGRAPHY), &text), expected, "{text}");
        let by_edges = |(left, at): &(BTreeSet<(u64, u64)>, usize)| {
            let next = near[*at].iter().map(|v| ((*v).min(*at) as u64, (*v).max(*at) as u64, *v));
            let kept = next.filter(|(u, w, _)| left.contains(&(*u, *w)));
            kept.map(|(u, w, v)| (left.iter().copied().filter(|e| *e != (u, w)).collect(), v)).collect()
        };
        let all = (edges.iter().copied().collect(), start as usize);
        let expected = plain(&all, &by_edges, &mut BTreeMap::new());
        assert_eq!(value(&mut *game(EDGE_GEOGRAPHY), &text), expected, "{text}");
    }
}

#[test]
fn games_of_numbers_and_letters_on_graphs_have_the_values_of_their_options() {
    let mut dice = Dice(3);
    for _ in 0..60 {
        let vertices = 2 + dice.below(4);
        let more = dice.below(4);
        let edges = dice.graph(vertices, more);
        let near = adjacent(vertices, &edges);
        let weights: Vec<u64> = (0..vertices).map(|_| dice.below(4)).collect();
        let text = format!("{}={}", edges_text(&edges), list(&weights));
        let lower = |w: &Vec<u64>| -> Vec<Vec<u64>> {
            let live = edges.iter().filter(|(u, v)| w[*u as usize] > 0 && w[*v as usize] > 0);
            let less = |&(u, v): &(u64, u64)| {
                let mut w = w.clone();
                w[u as usize] -= 1;
                w[v as usize] -= 1;
                w
            };
            live.map(less).collect()
        };
        let expected = plain(&weights, &lower, &mut BTreeMap::new());
        assert_eq!(value(&mut *game(WEIGHTED), &text), expected, "{text}");

        let colour = |w: &Vec<char>| -> Vec<Vec<char>> {
            let free = (0..w.len()).filter(|v| w[*v] == '.').flat_map(|v| [(v, 'a'), (v, 'b')]);
            let proper = free.filter(|(v, x)| near[*v].iter().all(|u| w[*u] != *x));
            proper
                .map(|(v, x)| {
                    let mut w = w.clone();
                    w[v] = x;
                    w
                })
                .collect()
        };
        let expected = plain(&vec!['.'; vertices as usize], &colour, &mut BTreeMap::new());
        assert_eq!(value(&mut *game(COL), &edges_text(&edges)), expected, "{edges:?}");

        let connected = |set: u64| {
            let (mut seen, mut fresh) = (0u64, set & set.wrapping_neg());
            while fresh != 0 {
                let v = fresh.trailing_zeros() as usize;
                seen |= 1 << v;
                fresh = (fresh | near[v].iter().fold(0, |all, u| all | 1 << u) & set) & !seen;
            }
            seen == set
        };
        let take = |set: &u64| -> Vec<u64> {
            (0..vertices)
                .filter(|v| set >> v & 1 == 1)
                .map(|v| set & !(1 << v))
                .filter(|s| connected(*s))
                .collect()
        };
        let expected = plain(&((1 << vertices) - 1), &take, &mut BTreeMap::new());
        // Where nothing is left nothing comes first, and nothing hangs together with it: both are the empty set.
        assert_eq!(value(&mut *game(CONNECTED), &edges_text(&edges)), expected, "{edges:?}");
    }
}

#[test]
fn kings_clobber_and_queens_have_the_values_of_their_options() {
    let mut dice = Dice(4);
    let (mut clobber, mut queens) = (game(KINGS_CLOBBER), game("S on grid queen -> S - ball(p) for p in S"));
    for _ in 0..30 {
        let (rows, columns) = (1 + dice.below(2) as usize, 2 + dice.below(3) as usize);
        let cells: Vec<char> = (0..rows * columns).map(|_| ['.', 'X', 'O'][dice.below(3) as usize]).collect();
        let text = cells.chunks(columns).map(|row| row.iter().collect()).collect::<Vec<String>>().join("/");
        let at = |i: usize| ((i / columns) as i64, (i % columns) as i64);
        let clobbers = |w: &Vec<char>| -> Vec<Vec<char>> {
            let mut all = Vec::new();
            for i in 0..w.len() {
                for j in 0..w.len() {
                    let ((a, b), (c, d)) = (at(i), at(j));
                    let close = (a - c).abs().max((b - d).abs()) == 1;
                    if close && w[i] != '.' && w[j] != '.' && w[i] != w[j] {
                        let mut to = w.clone();
                        (to[i], to[j]) = ('.', w[i]);
                        all.push(to);
                    }
                }
            }
            all
        };
        assert_eq!(value(&mut *clobber, &text), plain(&cells, &clobbers, &mut BTreeMap::new()), "{text}");
        let places = |set: &BTreeSet<usize>| -> Vec<BTreeSet<usize>> {
            let hits = |i: usize, j: usize| {
                let ((a, b), (c, d)) = (at(i), at(j));
                a == c || b == d || (a - c).abs() == (b - d).abs()
            };
            set.iter().map(|i| set.iter().copied().filter(|j| !hits(*i, *j)).collect()).collect()
        };
        let set: BTreeSet<usize> = (0..cells.len()).filter(|i| cells[*i] != '.').collect();
        let text = text.replace(['X', 'O'], "o");
        assert_eq!(value(&mut *queens, &text), plain(&set, &places, &mut BTreeMap::new()), "{text}");
    }
}

#[test]
fn what_is_shown_is_read_back() {
    let work = Work::unwatched();
    let mut dice = Dice(5);
    let starts = [
        (NODE_KAYLES, "petersen"),
        (VERTEX_GEOGRAPHY, "grid2x3:0"),
        (EDGE_GEOGRAPHY, "cycle5:2"),
        (HACKENBUSH, "0-1,1-2,2-0,2-3"),
        (CHOMP, "3x4"),
        (STAIRCASE, "1,3,2"),
        (TURTLES, "0,3,5"),
        (CORNERS, "3x3"),
        (SCHUH, "divisors(12)"),
        (SCHUH, "1-2,1-3,2-6,3-6"),
        (WEIGHTED, "path3=2,1,2"),
        (COL, "path4"),
        (KINGS_CLOBBER, "XO/OX"),
        ("w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]", "3,1,2"),
        ("(S on strip, T on strip) -> (S - p, T) for p in S | (S, T - p) for p in T", "3:ooo"),
        ("S on ring -> S - {p,p-1} for p in S", "5"),
        ("S on torus -> S - {p,p-(0,1)} for p in S", "2x3"),
        ("S on hex -> S - ball(p) for p in S", "2x3"),
    ];
    for (rule, start) in starts {
        let mut arena = game(rule);
        let mut position = arena.tidy_all(&[start.to_string()]).unwrap_or_else(|e| panic!("{rule}: {e}"));
        let expected = arena.judge(&position, &work).unwrap().outcome;
        assert_eq!(arena::report(&mut *game(rule), &position, &work).unwrap().outcome, expected);
        for _ in 0..40 {
            let moves = arena.moves(&position, &work).unwrap_or_else(|e| panic!("{rule}: {e}"));
            if moves.is_empty() {
                break;
            }
            position = moves[dice.below(moves.len() as u64) as usize].to.clone();
            assert_eq!(
                arena.tidy_all(&position).unwrap_or_else(|e| panic!("{rule} {position:?}: {e}")),
                position
            );
        }
        assert!(arena.moves(&position, &work).unwrap().is_empty(), "{rule}: play does not end");
    }
}

#[test]
fn every_rule_has_an_example_that_it_reads() {
    let work = Work::unwatched();
    let more = [
        "(S on grid, p in S) -> (S - p, q) for q in near(p) if q in S",
        "(S on graph, w on graph of \"ab\", u on graph of 0.., p in places) -> (S - v, w, u, v) for v in S",
        "(S on strip, T on strip) -> (S - p, T) for p in S | (S, T - p) for p in T",
        "w on grid of 0.. -> w[p:=w[p]-1] for p in w",
        "w on bag of 0.. -> w[p:=w[p]-1] for p in w",
    ];
    let rules =
        [NODE_KAYLES, VERTEX_GEOGRAPHY, EDGE_GEOGRAPHY, CHOMP, STAIRCASE, TURTLES, SCHUH, WEIGHTED, COL];
    for rule in rules.iter().chain(&more) {
        let opened = open(Source::Text(rule), &Lets::new(), &[], None, &work).unwrap();
        let example = opened.board().unwrap().start.clone();
        let mut arena = opened.into_arena();
        let tidy = arena
            .tidy_all(std::slice::from_ref(&example))
            .unwrap_or_else(|e| panic!("{rule} {example}: {e}"));
        assert!(!arena.moves(&tidy, &work).unwrap().is_empty(), "{rule} {example}");
        assert!(!arena.sentences(&tidy, &work).unwrap().is_empty(), "{rule}");
    }
}

#[test]
fn games_that_need_not_end_are_followed_as_a_whole() {
    let turn = "S on strip -> S xor {p} for p in places";
    assert_eq!(outcome(turn, &["3"]), Outcome::D);
    // A coin is turned on or off, until all lie alike: who cannot move loses.
    let over = "S on strip -> S xor {p} for p in places over if size(S) == 0";
    assert_eq!(outcome(over, &["..."]), Outcome::P);
    assert_eq!(outcome(over, &["o.."]), Outcome::N);
    // As soon as one row is empty the whole sum is over.
    let race = "S on strip -> S - p for p in S over all if size(S) == 0";
    assert_eq!(outcome(race, &["2", "2"]), Outcome::P);
    assert_eq!(outcome(race, &["2", "1"]), Outcome::N);
    assert_eq!(outcome("S on strip -> S - p for p in S play misere", &["3"]), Outcome::P);
}

#[test]
fn marbles_that_run_home_are_followed_until_one_is_there() {
    let rule = "m on grid of 0.. -> m[p:=m[p]-1, q:=m[q]+1] for p in m if m[p] > 0 for d in {(0,1),(1,0),(1,1)} \
                for k in 1..size for q in {p-k*d} if q in places over all if m[(0,0)] > 0";
    let work = Work::unwatched();
    let board = named::find("first-home").unwrap();
    for (marbles, cells) in [
        ("1,2", "0,0,0/0,0,1"),
        ("1,2 2,1", "0,0,0/0,0,1/0,1,0"),
        ("1,2 1,2", "0,0,0/0,0,2"),
        ("1,1", "0,0/0,1"),
    ] {
        let expected = board.solve(&[marbles.into()], None, &work).unwrap().outcome;
        assert_eq!(outcome(rule, &[cells]), expected, "{marbles}");
    }
}

#[test]
fn too_many_moves_and_numbers_beyond_64_bits_are_errors() {
    let nim = "w on strip of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i] if k != w[0] - 1";
    let double = "w on strip of 0.. -> w[i:=w[i]*w[i]] for i in w if w[i] > 1";
    let idle = "S on strip -> S - p for p in S for k in 1..1000000000000 if k < 1";
    let wide = "S on numbers -> S + {0..1000000000000} for p in S";
    // As in rules of numbers, what does not fit is a failure of the rule and not a limit of the work.
    let (limit, evaluation) = (ErrorKind::Limit, ErrorKind::Evaluation);
    for (rule, start, kind) in
        [(nim, "1000000000000", limit), (double, "3", evaluation), (idle, "2", limit), (wide, "1", limit)]
    {
        let report = arena::report(&mut *game(rule), &[start.to_string()], &Work::unwatched());
        assert_eq!(report.err().map(|error| error.kind()), Some(kind), "{rule}");
    }
}

#[test]
fn positions_that_are_none_are_refused() {
    let cases = [
        (NODE_KAYLES, "path5{7}"),
        (NODE_KAYLES, "99999"),
        (CHOMP, "oo/o"),
        (CHOMP, "ox"),
        (CHOMP, "99999999x99999999"),
        (VERTEX_GEOGRAPHY, "path3"),
        (VERTEX_GEOGRAPHY, "path3{0,1}:2"),
        (VERTEX_GEOGRAPHY, "path3:9"),
        (HACKENBUSH, "0-1,2-3"),
        (STAIRCASE, "3,-1"),
        (STAIRCASE, "99999999999999999999"),
        (SCHUH, "1-2,2-1"),
        (SCHUH, "divisors(0)"),
        (WEIGHTED, "path3"),
        (WEIGHTED, "path3=1,2"),
        (COL, "path3=..c"),
        (TURTLES, "{1,x}"),
    ];
    for (rule, text) in cases {
        assert!(game(rule).tidy(text).is_err(), "{rule}: {text}");
    }
}
