//! Pictures: they show the right thing, and they are texts that other programs can read.

use std::collections::BTreeSet;

use grundy::draw::{DrawOptions, Drawing, Layers, Measure, dot, draw, plot, svg};
use grundy::solve::table;
use grundy::{ErrorKind, Lets, Outcome, Play, Result, Rules, Source, Work, open};

const TAKE: &str = "n -> n-k for k in 1..3";
const WYTHOFF: &str =
    "(x,y) -> (x-k,y) for k in 1..x | (x,y-k) for k in 1..y | (x-k,y-k) for k in 1..min(x,y)";
const KNIGHT: &str = "(r in 1..8, c in 1..8) -> (r-2,c+1) | (r-2,c-1) | (r+1,c-2) | (r-1,c-2)";
const GRUNDY: &str = "n -> a & n-a for a in 1..(n-1)/2";
/// 2 and 3 move to each other; 2 can also end the game, so 3 is lost.
const LOOPED: &str = "(x in 0..5) -> x+1 if x == 2 or x == 4 | x-1 if x == 3 or x == 5 | 0 if x == 2";
const CARDS: &str = "(l,r) -> left: (l+1,r) gain a[l] if l < r | right: (l,r-1) gain a[r-1] if l < r";

fn work() -> Work<'static> {
    Work::unwatched()
}

fn try_draw(rules: &str, position: &[&str], options: &DrawOptions) -> Result<Drawing> {
    draw_as(rules, position, None, options)
}

fn draw_as(rules: &str, position: &[&str], play: Option<Play>, options: &DrawOptions) -> Result<Drawing> {
    let lets = Lets::from([("a".to_string(), grundy::rules::parse_literal("[3,9,1,2]")?)]);
    let lets = if rules == CARDS { &lets } else { const { &Lets::new() } };
    let position: Vec<String> = position.iter().map(|text| text.to_string()).collect();
    let mut game = open(Source::Text(rules), lets, &position, play, &work())?;
    draw(game.arena(), &position, None, options, &work())
}

fn drawing(rules: &str, position: &[&str]) -> Drawing {
    try_draw(rules, position, &DrawOptions::default()).unwrap()
}

fn labels(drawing: &Drawing, outcome: Outcome) -> BTreeSet<&str> {
    drawing.nodes.iter().filter(|n| n.outcome == outcome).map(|n| n.label.as_str()).collect()
}

fn all() -> Vec<Drawing> {
    let size = DrawOptions { layers: Layers::Size, ..DrawOptions::default() };
    let finished = DrawOptions { finished: true, ..DrawOptions::default() };
    let mut all = vec![
        drawing(TAKE, &["8"]),
        drawing("nim", &["0"]),
        drawing("nim", &[]),
        drawing("nim", &["2", "3"]),
        drawing(WYTHOFF, &["7,9"]),
        drawing(KNIGHT, &["8,8"]),
        drawing(GRUNDY, &["9"]),
        drawing(LOOPED, &["5"]),
        drawing(LOOPED, &["2"]),
        drawing(CARDS, &["0,4"]),
    ];
    all.push(draw_as("nim", &["2", "3"], Some(Play::Misere), &DrawOptions::default()).unwrap());
    all.push(try_draw(WYTHOFF, &["4,6"], &size).unwrap());
    all.push(try_draw(LOOPED, &["5"], &size).unwrap());
    all.push(try_draw(GRUNDY, &["9"], &finished).unwrap());
    all
}

#[test]
fn take_1_to_3_at_8_is_lost_at_the_multiples_of_4() {
    let drawing = drawing(TAKE, &["8"]);
    assert_eq!(labels(&drawing, Outcome::P), BTreeSet::from(["0", "4", "8"]));
    assert_eq!(drawing.nodes.len(), 9);
    for node in &drawing.nodes {
        let n: u64 = node.label.parse().unwrap();
        assert_eq!(node.value.as_ref().unwrap().finite().unwrap().0, n % 4);
        assert_eq!(node.wins.len(), usize::from(!n.is_multiple_of(4)));
    }
}

#[test]
fn two_ends_of_one_heap_are_two_nodes() {
    assert_eq!(labels(&drawing("take {2,3}", &["4"]), Outcome::P), BTreeSet::from(["0", "1"]));
}

#[test]
fn winning_edges_lead_to_lost_positions() {
    for drawing in all().iter().filter(|d| d.nodes[0].score.is_none()) {
        for edge in &drawing.edges {
            assert_eq!(edge.winning, drawing.nodes[edge.to.index()].outcome == Outcome::P);
        }
    }
}

#[test]
fn by_size_every_move_of_a_game_that_ends_goes_down() {
    let options = DrawOptions { layers: Layers::Size, ..DrawOptions::default() };
    let drawing = try_draw(WYTHOFF, &["4,6"], &options).unwrap();
    assert_eq!(drawing.measure, Measure::Longest);
    for edge in &drawing.edges {
        assert!(drawing.nodes[edge.from.index()].y < drawing.nodes[edge.to.index()].y);
    }
}

#[test]
fn by_remoteness_lost_and_won_layers_take_turns() {
    for node in &drawing(KNIGHT, &["8,8"]).nodes {
        assert_eq!(Some(node.rank), node.remoteness);
        assert_eq!(node.rank % 2 == 0, node.outcome == Outcome::P);
    }
}

#[test]
fn draws_stand_above_what_ends() {
    let drawing = drawing(LOOPED, &["5"]);
    assert_eq!(labels(&drawing, Outcome::D), BTreeSet::from(["4", "5"]));
    let endless = drawing.nodes.iter().filter(|n| n.outcome == Outcome::D).all(|n| n.remoteness.is_none());
    assert!(endless && drawing.bands.iter().any(|b| b.label == "draw"));
}

#[test]
fn the_best_first_card_of_3_9_1_2_is_the_right_one() {
    let drawing = drawing(CARDS, &["0,4"]);
    let start = drawing.start;
    let best: Vec<_> = drawing.edges.iter().filter(|e| e.from == start && e.winning).collect();
    assert_eq!(best.len(), 1);
    assert_eq!(best[0].label.as_deref(), Some("right +2"));
    assert_eq!(drawing.nodes[start.index()].score, Some(7));
}

#[test]
fn nothing_overlaps_and_everything_is_inside() {
    for drawing in all() {
        for (i, a) in drawing.nodes.iter().enumerate() {
            let inside = a.x - a.width / 2.0 >= 0.0 && a.x + a.width / 2.0 <= drawing.width;
            assert!(inside && a.y > 0.0 && a.y < drawing.height, "{} {}", drawing.title, a.label);
            for b in &drawing.nodes[..i] {
                let apart = (a.x - b.x).abs() >= (a.width + b.width) / 2.0
                    || (a.y - b.y).abs() >= (a.height + b.height) / 2.0;
                assert!(apart, "{}: {} and {}", drawing.title, a.label, b.label);
            }
        }
    }
}

fn board(name: &str, position: &str, depth: Option<u32>) -> Drawing {
    try_draw(name, &[position], &DrawOptions { depth, ..DrawOptions::default() }).unwrap()
}

#[test]
fn names_of_moves_stand_clear_of_shapes_and_of_each_other() {
    let mut boards: Vec<Drawing> = all();
    boards.push(board("cram", "2x3", None));
    boards.push(board("node-kayles", "path6", None));
    boards.push(board("hackenbush", "0-1,1-2,1-3,0-4,4-5,5-0", None));
    boards.push(board("first-home", "1,2 2,1", None));
    for drawing in &boards {
        // Letters of this size are at least so wide.
        let half = |label: &str| label.chars().count() as f64 * 11.0 * 0.36 / 2.0;
        let named = drawing.edges.iter().filter_map(|e| e.label.as_ref().zip(e.label_at));
        let rooms: Vec<(&str, f64, f64)> = named.map(|(label, at)| (label.as_str(), at.x, at.y)).collect();
        for (i, (label, x, y)) in rooms.iter().enumerate() {
            assert!(x + half(label) < drawing.width && *y < drawing.height, "{}: {label}", drawing.title);
            for (other, u, v) in &rooms[..i] {
                let apart = (x - u).abs() >= half(label) + half(other) || (y - v).abs() >= 11.0;
                assert!(apart, "{}: {label} and {other}", drawing.title);
            }
            for node in drawing.nodes.iter().filter(|n| n.outcome == Outcome::P) {
                let apart = (x - node.x).abs() >= half(label) + node.width / 2.0
                    || (y - node.y).abs() >= 5.5 + node.height / 2.0;
                assert!(apart, "{}: {label} on {}", drawing.title, node.label);
            }
        }
    }
}

#[test]
fn every_name_of_a_move_of_a_small_board_is_written() {
    for (name, position) in [("cram", "2x3"), ("node-kayles", "path6"), ("hackenbush", "0-1,1-2,1-3,0-4,4-5")]
    {
        let drawing = board(name, position, None);
        let unnamed = drawing.edges.iter().filter(|e| e.label.is_some() && e.label_at.is_none());
        assert_eq!(unnamed.count(), 0, "{name} {position}");
    }
}

#[test]
fn a_position_with_many_moves_is_drawn_about_as_high_as_wide() {
    let drawing = board("lgame", "nMM./.OM./.OM./.OOn", Some(1));
    assert_eq!(drawing.edges.len(), 65);
    assert!(drawing.width < 2.0 * drawing.height, "{} by {}", drawing.width, drawing.height);
}

#[test]
fn where_most_names_are_too_long_none_is_written() {
    let drawing = board("lgame", "nMM./.OM./.OM./.OOn", Some(1));
    assert!(drawing.edges.iter().all(|edge| edge.label.is_some() && edge.label_at.is_none()));
}

#[test]
fn the_title_of_a_small_picture_is_whole() {
    let drawing = board("first-home", "1,1", None);
    let text = svg(&drawing);
    assert!(text.contains(&format!(">{}</text>", drawing.title)), "{text}");
}

#[test]
fn a_picture_is_well_formed_and_says_what_it_shows() {
    for drawing in all() {
        let text = svg(&drawing);
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        let child =
            |name: &str| root.children().find(|c| c.has_tag_name(("http://www.w3.org/2000/svg", name)));
        assert_eq!(child("title").unwrap().text(), Some(drawing.title.as_str()));
        assert!(child("desc").unwrap().text().unwrap().starts_with("Game graph."));
        let arrows = document.descendants().filter(|n| n.attribute("marker-end").is_some());
        let legend = usize::from(drawing.edges.iter().any(|e| e.winning));
        assert_eq!(arrows.count(), drawing.edges.len() + legend);
        for id in document.descendants().filter_map(|n| n.attribute("d")) {
            assert!(!id.contains("NaN") && !id.contains("inf"), "{id}");
        }
    }
}

#[test]
fn labels_with_special_characters_are_escaped() {
    let drawing = drawing("(n in 0..3) -> n-1 if n > 0 and n < 4", &["3"]);
    assert!(drawing.title.contains('<'));
    assert!(roxmltree::Document::parse(&svg(&drawing)).is_ok());
}

#[test]
fn dot_has_a_line_for_every_node_and_edge() {
    for drawing in all() {
        let text = dot(&drawing);
        let (mut depth, mut quoted, mut escaped) = (0, false, false);
        for c in text.chars() {
            match c {
                _ if escaped => escaped = false,
                '\\' if quoted => escaped = true,
                '"' => quoted = !quoted,
                '{' | '[' if !quoted => depth += 1,
                '}' | ']' if !quoted => depth -= 1,
                _ => {}
            }
            assert!(depth >= 0);
        }
        assert!(depth == 0 && !quoted);
        // Nodes are called as their positions, in quotes, or n and a number.
        let edge = |line: &&str| line.contains("\" -> \"") || line.contains(" -> n");
        let edges = text.lines().filter(edge).filter(|line| !line.starts_with("  label="));
        assert_eq!(edges.count(), drawing.edges.len());
        assert_eq!(text.matches("shape=").count(), drawing.nodes.len());
    }
}

#[test]
fn a_large_graph_is_refused_with_the_limit_and_the_way_to_raise_it() {
    for (position, nodes) in [(&["20", "20", "20"][..], 400), (&["1000000000000000000"], 400), (&["9"], 9)] {
        let options = DrawOptions { most_nodes: nodes, ..DrawOptions::default() };
        let error = try_draw("nim", position, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Limit);
        assert!(error.message().contains(&format!("{nodes} positions")), "{error}");
        assert_eq!(error.next_step(), Some(&grundy::sentence::NextStep::DrawLess));
    }
    let options = DrawOptions { most_nodes: 10, ..DrawOptions::default() };
    assert_eq!(try_draw("nim", &["9"], &options).unwrap().nodes.len(), 10);
}

#[test]
fn a_drawing_is_data() {
    let json = serde_json::to_value(drawing(TAKE, &["8"])).unwrap();
    assert_eq!(json["nodes"][0]["outcome"], "P");
    assert_eq!(json["edges"].as_array().unwrap().len(), 21);
    assert_eq!(json["measure"], "remoteness");
}

#[test]
fn plots_are_well_formed_for_every_kind_of_cell() {
    let misere = Some(Play::Misere);
    let cases = [
        ("0.77", Some(&[200][..]), None),
        ("0.77", Some(&[0]), None),
        (WYTHOFF, Some(&[20, 20]), None),
        (WYTHOFF, Some(&[60, 3]), None),
        (KNIGHT, None, None),
        (LOOPED, None, None),
        (TAKE, Some(&[40]), misere),
        (WYTHOFF, Some(&[9, 9]), misere),
        ("(x in 0..4, y in 0..4) -> (x+1,y) if x > 0 | (x-2,y) | (x,y-3)", None, None),
        ("(x in 0..4, y in 0..4) -> (x-1,y) gain y | (x,y-1) gain x-2", None, None),
        ("(x in 0..4, c in {red,green}) -> (x-1,red) | (x-2,green)", None, None),
    ];
    for (rules, to, play) in cases {
        let rules = Rules::read(rules, &Lets::new(), &Work::unwatched()).unwrap();
        let table = table(&rules, None, to, play, &work()).unwrap();
        let text = plot(&table, "a < b & \"c\"").unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        assert_eq!(document.root_element().first_element_child().unwrap().text(), Some("a < b & \"c\""));
        assert!(!text.contains("NaN") && !text.contains("inf\""));
    }
}

#[test]
fn wythoffs_zeros_are_framed() {
    let rules = Rules::read(WYTHOFF, &Lets::new(), &Work::unwatched()).unwrap();
    let table = table(&rules, None, Some(&[8, 8]), None, &work()).unwrap();
    let text = plot(&table, "Wythoff").unwrap();
    // (0,0) (1,2) (3,5) (4,7) and their mirror images: the next pair is (6,10).
    assert_eq!(text.matches("fill=\"none\" stroke=\"#0072B2\"").count(), 7);
}
