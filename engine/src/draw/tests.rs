//! Drawings of graph files, of which the names and the sizes are strangers'.

use super::{DrawOptions, Drawing, draw};
use crate::error::Result;
use crate::formats::{GraphFile, edge_list};
use crate::graph::{Graph, Vertex};
use crate::solve::analysis::{Analysis, GraphArena, Question};
use crate::work::Work;
use crate::{ErrorKind, Limits, Progress, Step, Stop};

/// Draws what can be reached from a vertex.
fn draw_graph(
    analysis: &Analysis<'_>,
    start: Vertex,
    title: &str,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let start = [analysis.label(start).to_string()];
    draw(&mut GraphArena::new(analysis, title.into()), &start, None, options, work)
}

/// Draws a path of so many moves from its start.
fn draw_path(moves: u32, work: &Work<'_>) -> Result<Drawing> {
    let path = Graph::from_successors(moves as usize + 1, |v| v.0.checked_sub(1).map(Vertex))?;
    let file = GraphFile::from(path);
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched())?;
    let options = DrawOptions { most_nodes: 1_000_000, ..DrawOptions::default() };
    draw_graph(&analysis, Vertex(moves), "a path", &options, work)
}

/// Stops once it hears of a unit.
struct StopsAt(&'static str);

impl Progress for StopsAt {
    fn step(&self, step: Step<'_>) -> std::result::Result<(), Stop> {
        if step.unit == self.0 { Err(Stop::TimedOut) } else { Ok(()) }
    }
}

#[test]
fn a_picture_obeys_time_and_memory_all_the_way() {
    for unit in ["moves", "rows", "lines"] {
        let error = draw_path(20_000, &Work::watched(&StopsAt(unit))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Timeout, "{unit}");
    }
    let tight = Work::within(Limits { bytes: 1 << 20, ..Limits::default() });
    assert_eq!(draw_path(20_000, &tight).unwrap_err().kind(), ErrorKind::Limit);
    assert_eq!(draw_path(500, &tight).unwrap().nodes.len(), 501);
}

#[test]
fn a_picture_of_many_layers_takes_a_look_at_each_node_not_at_all_for_each_layer() {
    // All nodes looked at for each layer would be 10^10 looks.
    let drawing = draw_path(100_000, &Work::unwatched()).unwrap();
    assert_eq!((drawing.bands.len(), drawing.nodes.len()), (100_001, 100_001));
    assert!(crate::draw::dot(&drawing).contains("{ rank=same; \"100000\"; }"));
}

#[test]
fn a_drawing_for_graphviz_can_be_read_back_with_its_names() {
    let file = edge_list::read(b"b a\nc a\nc b\n", &Work::unwatched()).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let start = file.vertex("c").unwrap();
    let options = DrawOptions::default();
    let drawing = draw_graph(&analysis, start, "names", &options, &Work::unwatched()).unwrap();
    let text = crate::draw::dot(&drawing);
    let again = crate::formats::dot::read(text.as_bytes(), &Work::unwatched()).unwrap();
    assert_eq!((again.graph.vertex_count(), again.graph.edge_count()), (3, 3));
    let moves = |file: &GraphFile<'_>, name| file.graph.degree(file.vertex(name).unwrap());
    assert!(["a", "b", "c"].iter().all(|&name| moves(&again, name) == moves(&file, name)));
}

#[test]
fn a_move_to_the_same_vertex_stays_clear_of_what_passes_on_the_right() {
    let file = edge_list::read(b"b a\nb b\nc c\nd c\nd b\n", &Work::unwatched()).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let work = Work::unwatched();
    let start = file.vertex("d").unwrap();
    let drawing = draw_graph(&analysis, start, "ears", &DrawOptions::default(), &work).unwrap();
    let ears: Vec<_> = drawing.edges.iter().filter(|edge| edge.from == edge.to).collect();
    assert_eq!(ears.len(), 2);
    for ear in ears {
        let node = &drawing.nodes[ear.from.index()];
        let right = node.x + node.width * 0.6;
        assert!(ear.path.iter().all(|p| p.x <= right && p.y <= node.y), "{:?}", ear.path);
    }
}

#[test]
fn an_ear_is_on_the_side_that_no_line_comes_from() {
    let text = b"d a\nd c\nd e\na a\na b\nc c\ne e\ne b\nb c\n";
    let file = edge_list::read(text, &Work::unwatched()).unwrap();
    let analysis = Analysis::new(&file, &Question::default(), &Work::unwatched()).unwrap();
    let work = Work::unwatched();
    let start = file.vertex("d").unwrap();
    let drawing = draw_graph(&analysis, start, "ears", &DrawOptions::default(), &work).unwrap();
    let above = &drawing.nodes[drawing.start.index()];
    let ears = drawing.edges.iter().filter(|edge| edge.from == edge.to);
    let aside = ears.map(|ear| (ear, &drawing.nodes[ear.from.index()])).filter(|(_, node)| node.x != above.x);
    let mut seen = 0;
    for (ear, node) in aside {
        let outside = |x: f64| (x - node.x) * (node.x - above.x) > 0.0;
        assert!(ear.path.iter().all(|point| outside(point.x)), "{:?}", ear.path);
        seen += 1;
    }
    assert_eq!(seen, 2);
}
