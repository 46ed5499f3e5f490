//! Positions of rules over boards as drawings: which places there are, where they lie, and what stands on them.

use crate::rules::{Binder, Holds, PlaceMove, PlaceQualifier, PlaceRule, SetTerm, Space, Universe};
use crate::sketch::{Line, Point, Sketch, Tiles, spread};

use super::board::Board;
use super::field::{Field, Value};
use super::terms::Terms;

/// Things of a drawing that anybody would look at.
const MOST_THINGS: usize = 1024;
/// Numbers that are drawn of all numbers.
const MOST_NUMBERS: usize = 64;
/// What the place of a piece has behind its sign.
const PIECE: char = '*';

/// A board of a picture rule, without what stands on it.
pub(super) fn board(board: &Board, cells: usize) -> Sketch {
    match board.universe {
        Universe::Ring => Sketch::ring(board.columns),
        Universe::Word => Sketch::rows(Tiles::Letters, 1, cells),
        Universe::Hex => Sketch::rows(Tiles::Hexagons, board.rows, board.columns),
        _ => Sketch { wraps: board.wraps(), ..Sketch::rows(Tiles::Squares, board.rows, board.columns) },
    }
}

/// The places of a rule over places, without what stands on them; none if they are too many.
pub(super) fn field(rule: &PlaceRule, field: &Field, cells: &[i64]) -> Option<Sketch> {
    if field.places.len() + field.edges.len() > MOST_THINGS {
        return None;
    }
    let counts = rule.coordinates.iter().any(|coordinate| coordinate.holds == Holds::Numbers);
    Some(match field.space {
        Space::Strip if counts => Sketch::rows(Tiles::Stacks, 1, field.columns),
        Space::Bag => Sketch::rows(Tiles::Stacks, 1, field.columns),
        Space::Strip => Sketch::rows(Tiles::Squares, 1, field.columns),
        Space::Ring => Sketch::ring(field.columns),
        Space::Grid(_) => Sketch::rows(Tiles::Squares, field.rows, field.columns),
        Space::Torus(_) => Sketch { wraps: true, ..Sketch::rows(Tiles::Squares, field.rows, field.columns) },
        Space::Hex => Sketch::rows(Tiles::Hexagons, field.rows, field.columns),
        Space::Numbers => {
            let last = cells.iter().max().map_or(0, |last| usize::try_from(*last).unwrap_or(usize::MAX));
            (last < MOST_NUMBERS).then(|| Sketch::rows(Tiles::Squares, 1, last + 1))?
        }
        Space::Graph | Space::Edges => joined(field, graph(field), field.all_edges()),
        Space::Order => joined(field, layers(field), covers(field)),
    })
}

fn joined(field: &Field, at: Vec<[f64; 2]>, edges: Vec<Value>) -> Sketch {
    let points =
        field.places.iter().zip(at).map(|(place, at)| Point::new(place[0].to_string(), at)).collect();
    let lines = edges.into_iter().map(|[u, v]| Line::new([u as usize, v as usize])).collect();
    Sketch::new(Tiles::Vertices, points, lines)
}

/// Where the directions of a cube lead in its drawing.
const SIDES: [[f64; 2]; 5] = [[1.5, 0.0], [0.0, 1.5], [0.7, -0.6], [3.6, -0.2], [0.25, 3.4]];

/// The corners of a pentagon around 0, from the top on.
const PENTAGON: [[f64; 2]; 5] =
    [[0.0, -1.0], [0.951, -0.309], [0.588, 0.809], [-0.588, 0.809], [-0.951, -0.309]];

/// Where the vertices of the whole graph are drawn; graphs with a name look as people know them.
fn graph(field: &Field) -> Vec<[f64; 2]> {
    let vertices = field.places.len();
    let sides = field.name.strip_prefix("grid").and_then(|sides| sides.split_once('x'));
    if let Some(columns) = sides.and_then(|(_, columns)| columns.parse::<usize>().ok()) {
        return (0..vertices).map(|v| [(v % columns.max(1)) as f64, (v / columns.max(1)) as f64]).collect();
    }
    if field.name.starts_with("cube") && vertices <= 1 << SIDES.len() {
        let sum = |v: usize| {
            let sides = (0..SIDES.len()).filter(|i| v >> i & 1 == 1);
            sides.fold([0.0; 2], |[x, y], i| [x + SIDES[i][0], y + SIDES[i][1]])
        };
        return (0..vertices).map(sum).collect();
    }
    if field.name == "petersen" {
        let star = |size: f64| PENTAGON.map(|place| place.map(|length| size * length));
        return [star(1.9), star(0.95)].concat();
    }
    spread(&field.joined)
}

/// The pairs of an order with nothing between them.
fn covers(field: &Field) -> Vec<Value> {
    let above = |at: usize| field.joined[at].iter().copied().filter(move |other| *other != at);
    let mut all = Vec::new();
    for at in 0..field.places.len() {
        let direct = |high: &usize| !above(at).any(|mid| mid != *high && field.joined[mid].contains(high));
        all.extend(above(at).filter(direct).map(|high| [at as i64, high as i64]));
    }
    all
}

/// The elements of an order in layers: each above all that is smaller.
fn layers(field: &Field) -> Vec<[f64; 2]> {
    let n = field.places.len();
    let mut height = vec![0usize; n];
    // Elements come before larger ones at the latest after as many rounds as a chain is long.
    for _ in 0..n {
        for at in 0..n {
            for &above in field.joined[at].iter().filter(|above| **above != at) {
                height[above] = height[above].max(height[at] + 1);
            }
        }
    }
    let wide = |level: usize| height.iter().filter(|other| **other == level).count();
    let mut met = vec![0usize; n + 1];
    let mut at = Vec::new();
    for level in height.iter().copied() {
        at.push([met[level] as f64 * 1.2 - (wide(level) - 1) as f64 * 0.6, -(level as f64)]);
        met[level] += 1;
    }
    at
}

/// What stands on the members and places of a position, in the order of the drawing, and whether they have an order.
pub(super) fn signs(rule: &PlaceRule, field: &Field, starts: &[usize], cells: &[i64]) -> (Vec<String>, bool) {
    if field.space == Space::Numbers {
        let last = cells.iter().max().map_or(0, |last| usize::try_from(*last).unwrap_or(0));
        let sign = |n: usize| if cells.contains(&(n as i64)) { "o" } else { "." };
        return ((0..=last.min(MOST_NUMBERS)).map(|n| sign(n).to_string()).collect(), true);
    }
    let mut signs = vec![String::new(); field.places.len()];
    let mut edges = vec![String::new(); if field.space == Space::Edges { field.edges.len() } else { 0 }];
    for (at, coordinate) in rule.coordinates.iter().enumerate() {
        let held = &cells[starts[at]..];
        let on = match (&coordinate.holds, field.space) {
            (Holds::Place(_), _) => {
                if let Some(sign) = usize::try_from(held[0]).ok().and_then(|place| signs.get_mut(place)) {
                    sign.push(PIECE);
                }
                continue;
            }
            (_, Space::Edges) => &mut edges,
            _ => &mut signs,
        };
        let sign = |cell: i64| match coordinate.holds {
            Holds::Numbers => cell.to_string(),
            Holds::Letters(_) => {
                u32::try_from(cell).ok().and_then(char::from_u32).map(String::from).unwrap_or_default()
            }
            _ => if cell != 0 { "o" } else { "." }.to_string(),
        };
        on.iter_mut().zip(held).for_each(|(all, cell)| all.push_str(&sign(*cell)));
    }
    signs.append(&mut edges);
    (signs, field.space != Space::Bag)
}

/// The variables of a kind of move that are places.
pub(super) enum Named {
    One(usize),
    Pair(usize, usize),
}

/// The places that a kind of move names, as its text chooses them. Of ranges nobody knows whether they are places or amounts,
/// but for sets on a line, where there is nothing to take amounts from.
pub(super) fn named(rule: &PlaceRule, kind: &PlaceMove) -> Vec<Named> {
    let line = matches!(rule.space, Space::Strip | Space::Ring | Space::Numbers);
    let ranges = line && rule.coordinates.iter().all(|coordinate| coordinate.holds == Holds::Set);
    let mut all = Vec::new();
    for qualifier in &kind.qualifiers {
        let PlaceQualifier::For(binder, set) = qualifier else { continue };
        match (binder, set) {
            (Binder::One(_), SetTerm::Range(..) | SetTerm::Members(_)) if !ranges => {}
            (Binder::One(_), SetTerm::Held(..)) => {}
            (Binder::One(slot), _) => all.push(Named::One(*slot)),
            (Binder::Parts(row, column), _) => all.push(Named::Pair(*row, *column)),
            (Binder::Ends(one, other), _) => all.extend([Named::One(*one), Named::One(*other)]),
        }
    }
    all
}

/// The things of the drawing that a choice names, each once.
pub(super) fn picks(field: &Field, named: &[Named], terms: &Terms<'_>) -> Vec<usize> {
    let thing = |value: Value| match field.space {
        Space::Numbers => usize::try_from(value[0]).ok(),
        Space::Edges => match field.edges.binary_search(&value) {
            Ok(edge) => Some(field.places.len() + edge),
            Err(_) => field.index(value),
        },
        _ => field.index(value),
    };
    let mut picks: Vec<usize> = Vec::new();
    for one in named {
        let value = match *one {
            Named::One(slot) => terms.chosen(slot),
            Named::Pair(row, column) => {
                terms.chosen(row).zip(terms.chosen(column)).map(|(row, column)| [row[0], column[0]])
            }
        };
        picks.extend(value.and_then(thing).filter(|at| !picks.contains(at)));
    }
    picks
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow;
    use std::sync::Arc;

    use super::super::game::PictureGame;
    use super::super::set_game::{PlaceGame, PlaceRules};
    use super::super::{Boards, PictureRules};
    use crate::Work;
    use crate::game::{Game, drawn};
    use crate::sketch::{Change, Sketch, Tiles};

    /// What can be clicked is what can be played, and what a move is said to change is what it changes.
    fn agrees<G: Game>(game: &G, state: &G::State, what: &str) -> Sketch {
        let sketch = drawn(game, state, &Work::unwatched()).unwrap().expect(what);
        let before = sketch.signs();
        let (mut left, mut after) = (BTreeSet::new(), BTreeSet::new());
        let _ = game.options(state, &mut |to| {
            left.insert(game.shown(&to).join(" & "));
            after.insert(game.signs(&to).0);
            ControlFlow::Continue(())
        });
        let told: BTreeSet<String> = sketch.moves.iter().map(|change| change.leaves.clone()).collect();
        assert_eq!(told, left, "{what}");
        // Drawings that tell their moves themselves say what is clicked, and no more.
        let told = !game.signs(state).0.is_empty();
        for change in sketch.moves.iter().filter(|_| told) {
            assert!(
                change.picks.iter().chain(&change.things).all(|at| *at < before.len()),
                "{what}: {change:?}"
            );
            assert!(change.things.iter().all(|at| !before[*at].is_empty()), "{what}: {change:?}");
            let mut signs = before.clone();
            change.things.iter().zip(&change.signs).for_each(|(at, sign)| signs[*at] = sign.clone());
            let same = match sketch.tiles {
                Tiles::Letters => after.iter().any(|other| other.concat() == signs.concat()),
                Tiles::Stacks => {
                    let sorted = |mut all: Vec<String>| {
                        all.sort();
                        all
                    };
                    after.iter().any(|other| sorted(other.clone()) == sorted(signs.clone()))
                }
                // Lines may have no signs, and of all numbers the last may be gone.
                _ => after.iter().any(|other| signs.starts_with(other)),
            };
            assert!(same, "{what}: {change:?}");
        }
        let ids: BTreeSet<&String> = sketch.points.iter().map(|point| &point.id).collect();
        assert_eq!(ids.len(), sketch.points.len(), "{what}");
        let at = |length: f64| (length * 5.0).round() as i64;
        let places: BTreeSet<(i64, i64)> = sketch.points.iter().map(|p| (at(p.x), at(p.y))).collect();
        assert_eq!(places.len(), sketch.points.len(), "no two places lie on each other: {what}");
        sketch
    }

    fn picture(rule: &str, text: &str) -> Sketch {
        let work = Work::unwatched();
        let rules = Arc::new(PictureRules::read(rule, &Boards::default(), &work).unwrap());
        let (mut game, cells) = PictureGame::open(&rules, text).unwrap();
        game.prepare(&cells, &work).unwrap();
        agrees(&game, &cells, rule)
    }

    fn places(rule: &str, text: &str) -> Sketch {
        let rules = Arc::new(PlaceRules::read(rule, &crate::Lets::new(), &Work::unwatched()).unwrap());
        let (game, cells) = PlaceGame::open(&rules, text).unwrap();
        agrees(&game, &cells, rule)
    }

    #[test]
    fn every_move_of_a_picture_rule_can_be_clicked() {
        let cram = picture(r###"grid: ".." -> "##""###, "2x3");
        assert_eq!((cram.moves.len(), cram.moves[0].things.len()), (7, 2));
        assert_eq!(cram.lines_of_text(), ["...", "..."]);
        picture(r#"grid: "XO" -> ".X" | "OX" -> ".O""#, "XOX/O.X");
        picture(r#"strip: "o" -> "." | "oo" -> "..""#, "oo.ooo");
        let ring = picture(r#"ring: "oo" -> "..""#, "6");
        assert_eq!((ring.lines.len(), ring.lines_of_text()), (6, vec!["oooooo".to_string()]));
        picture(r#"strip as drawn: ".+X" -> "X.+""#, "..X.X");
        assert!(picture(r###"torus: ".." -> "##""###, "3x3").wraps);
        let hex = picture(r###"hex: ".." -> "##""###, "3x3");
        assert_eq!(hex.lines_of_text(), [". . .", " . . .", "  . . ."]);
        picture(r#"word: "aa" -> "" | "bbb" -> """#, "abbbaab");
        let cut = picture(
            r#"word: "{x}{y}{x}" -> "{x}" & "{y}" & "{x}" for x in letters for y in letters"#,
            "abacaba",
        );
        assert!(cut.moves.iter().all(|change| change.things.len() == 1), "{:?}", cut.moves);
    }

    #[test]
    fn every_move_of_a_rule_over_places_can_be_clicked() {
        let clicks = |sketch: &Sketch| {
            let named = |change: &Change| match change.picks.is_empty() {
                true => change.things.clone(),
                false => change.picks.clone(),
            };
            sketch.moves.iter().map(named).collect::<Vec<_>>()
        };
        let kayles = places("S on graph -> S - ball(v) for v in S", "path4");
        assert_eq!(clicks(&kayles), [[0], [1], [2], [3]]);
        let arcs = places("S on graph -> S - {u,v} for u v in edges if u in S and v in S", "cycle5");
        assert!(clicks(&arcs).iter().all(|things| things.len() == 2));
        let bush = places("F on edges -> part(F - e, 0) for e in F", "0-1,1-2,1-3");
        assert_eq!(clicks(&bush).len(), 3);
        assert!(clicks(&bush).iter().flatten().all(|thing| *thing >= bush.points.len()));
        let cut = places("F on edges -> F - e for e in F", "0-1,1-2,1-3");
        assert_eq!(clicks(&cut), [[4], [5], [6]]);
        let bites = places("S on grid -> S - up(p) for p in S if p != (0,0)", "2x2");
        assert_eq!(clicks(&bites).len(), 3);
        assert!(clicks(&bites).iter().all(|things| things.len() == 1 && things[0] > 0));
        places(
            "S on grid -> S xor {(r,c),(a,c),(r,b),(a,b)} for (r,c) in S for a in 0..r-1 for b in 0..c-1",
            "3x3",
        );
        places("S on numbers -> S xor {n} for n in S | S xor {n,m} for n in S for m in 0..n-1", "{0,3,5}");
        places("S on order -> S - up(p) for p in S if p != 1", "divisors(60)");
        let walk = places("(S on graph, v in S) -> (S - v, u) for u in near(v) if u in S", "path4:1");
        assert_eq!(walk.points[1].sign, "o*");
        assert_eq!(walk.lines_of_text()[1], "  1 *  – 0 2");
        let stairs = "w on strip of 0.. -> w[i:=w[i]-k, i-1:=w[i-1]+k] for i in w for k in 1..w[i]";
        let stairs = places(stairs, "2,3,1");
        assert_eq!((stairs.tiles, stairs.lines_of_text()[1].as_str()), (Tiles::Stacks, "  1  ●●● 3"));
        places("w on bag of 0.. -> w[i:=w[i]-k] for i in w for k in 1..w[i]", "3,1,3");
        places(
            r#"w on graph of ".ab" -> w[v:=x] for v in places for x in "ab" if w[v] == "." and x not in w[near(v)]"#,
            "path4=..a.",
        );
        places("S on hex -> S - ball(p) for p in S", "2x3");
    }
}
