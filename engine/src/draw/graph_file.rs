//! The part of a graph file that can be reached from a vertex, as states of a drawing.
//!
//! Complexity: O(V + E) of that part, which the number of nodes bounds.
//!
//! ```
//! use grundy::draw::{DrawOptions, draw_graph};
//! use grundy::analysis::{Analysis, Question};
//! use grundy::formats::edge_list;
//! use grundy::{Limits, Quiet, Work};
//! let file = edge_list::read(b"b a\nc a\nc b\nd c\n", &Limits::default(), &Quiet)?;
//! let analysis = Analysis::new(&file, &Question::default(), &Quiet)?;
//! let work = Work { limits: Limits::default(), progress: &Quiet };
//! let drawing = draw_graph(&analysis, file.vertex("c")?, "a graph", &DrawOptions::default(), &work)?;
//! assert_eq!((drawing.nodes.len(), drawing.edges.len()), (3, 3));
//! # Ok::<(), grundy::Error>(())
//! ```

use hashbrown::HashMap;

use super::layout::{Drawing, arrange};
use super::ranks::ranks;
use super::states::{BYTES_A_MOVE, BYTES_A_NODE, DrawOptions, MOVES_A_NODE, Move, States, too_large, wins};
use crate::error::Result;
use crate::graph::{GraphBuilder, Vertex};
use crate::ledger::Ledger;
use crate::solve::Judgement;
use crate::solve::analysis::Analysis;
use crate::work::Work;

/// Draws what can be reached from a vertex. The play is that of the analysis, whatever the options say.
pub fn draw_graph(
    analysis: &Analysis<'_>,
    start: Vertex,
    title: &str,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let states = reach(analysis, start, options.most_nodes, work)?;
    let (ranks, measure) = ranks(&states, options.layers, work.progress)?;
    let from = analysis.label(start);
    arrange(format!("{title} from {from}"), &states, &ranks, measure, work)
}

fn reach(analysis: &Analysis<'_>, start: Vertex, most: u64, work: &Work<'_>) -> Result<States> {
    let file = analysis.file();
    file.graph.check(start)?;
    let mut places = HashMap::<Vertex, Vertex>::from_iter([(start, Vertex(0))]);
    let mut met = vec![start];
    let mut builder = GraphBuilder::new();
    let mut ledger = Ledger::new("moves", work);
    while let Some(&v) = met.get(builder.vertex_count()) {
        let edges = (builder.edge_count() as u64).saturating_add(file.graph.degree(v) as u64);
        if met.len() as u64 > most || edges > most.saturating_mul(MOVES_A_NODE) {
            return Err(too_large(most)
                .hint("draw from a later vertex with --start, or raise the limit with --max-nodes"));
        }
        ledger.add(BYTES_A_NODE + BYTES_A_MOVE * file.graph.degree(v) as u64)?;
        builder.push_vertex(file.graph.successors(v).map(|w| {
            *places.entry(w).or_insert_with(|| {
                met.push(w);
                Vertex((met.len() - 1) as u32)
            })
        }))?;
    }
    let judged = met.iter().map(|&v| {
        ledger.pass(BYTES_A_MOVE * file.graph.degree(v) as u64)?;
        Ok(judge(analysis, v))
    });
    let judged = judged.collect::<Result<Vec<Judgement>>>()?;
    let labels = met.iter().map(|&v| file.name(v).into_owned()).collect();
    let mut moves: Vec<Move> = Vec::new();
    // Where the moves of one vertex stand in the list, by where they lead.
    let mut drawn = HashMap::<Vertex, usize>::new();
    for (from, &v) in met.iter().enumerate() {
        drawn.clear();
        for (w, edge) in file.graph.successors(v).zip(file.graph.edges(v)) {
            let (to, gain) = (places[&w], file.gains.as_ref().map(|gains| gains[edge]));
            let winning = wins(&judged[from], &judged[to.index()], gain.unwrap_or(0));
            let label = gain.map(|gain| format!("{gain:+}"));
            match drawn.get(&to) {
                Some(&same) => {
                    let same = &mut moves[same];
                    ledger.pass(same.label.as_ref().map_or(0, String::len) as u64)?;
                    same.join(label, winning);
                }
                None => {
                    ledger.pass(BYTES_A_MOVE)?;
                    drawn.insert(to, moves.len());
                    moves.push(Move { from: Vertex(from as u32), to, label, winning });
                }
            }
        }
    }
    // A vertex of a file is a name, not a position of rules.
    let places = vec![Vec::new(); met.len()];
    Ok(States {
        graph: builder.finish()?,
        start: Vertex(0),
        labels,
        in_rows: false,
        places,
        judged,
        moves,
        left_out: Vec::new(),
    })
}

fn judge(analysis: &Analysis<'_>, v: Vertex) -> Judgement {
    let report = analysis.vertex(v);
    Judgement {
        outcome: report.outcome,
        value: report.value,
        remoteness: report.remoteness,
        score: report.score,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{GraphFile, edge_list};
    use crate::graph::Graph;
    use crate::solve::analysis::Question;
    use crate::{ErrorKind, Limits, Progress, Quiet, Step, Stop};

    /// Draws a path of so many moves from its start.
    fn draw_path(moves: u32, limits: Limits, progress: &dyn Progress) -> Result<Drawing> {
        let path = Graph::from_successors(moves as usize + 1, |v| v.0.checked_sub(1).map(Vertex))?;
        let file = GraphFile::from(path);
        let analysis = Analysis::new(&file, &Question::default(), &Quiet)?;
        let options = DrawOptions { most_nodes: 1_000_000, ..DrawOptions::default() };
        draw_graph(&analysis, Vertex(moves), "a path", &options, &Work { limits, progress })
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
            let error = draw_path(20_000, Limits::default(), &StopsAt(unit)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Timeout, "{unit}");
        }
        let tight = Limits { bytes: 1 << 20, ..Limits::default() };
        assert_eq!(draw_path(20_000, tight, &Quiet).unwrap_err().kind(), ErrorKind::Limit);
        assert_eq!(draw_path(500, tight, &Quiet).unwrap().nodes.len(), 501);
    }

    #[test]
    fn a_picture_of_many_layers_takes_a_look_at_each_node_not_at_all_for_each_layer() {
        // All nodes looked at for each layer would be 10^10 looks.
        let drawing = draw_path(100_000, Limits::default(), &Quiet).unwrap();
        assert_eq!((drawing.bands.len(), drawing.nodes.len()), (100_001, 100_001));
        assert!(crate::draw::dot(&drawing).contains("{ rank=same; \"100000\"; }"));
    }

    #[test]
    fn a_drawing_for_graphviz_can_be_read_back_with_its_names() {
        let file = edge_list::read(b"b a\nc a\nc b\n", &Limits::default(), &Quiet).unwrap();
        let analysis = Analysis::new(&file, &Question::default(), &Quiet).unwrap();
        let start = file.vertex("c").unwrap();
        let options = DrawOptions::default();
        let drawing = draw_graph(&analysis, start, "names", &options, &Work::unwatched()).unwrap();
        let text = crate::draw::dot(&drawing);
        let again = crate::formats::dot::read(text.as_bytes(), &Limits::default(), &Quiet).unwrap();
        assert_eq!((again.graph.vertex_count(), again.graph.edge_count()), (3, 3));
        let moves = |file: &GraphFile<'_>, name| file.graph.degree(file.vertex(name).unwrap());
        assert!(["a", "b", "c"].iter().all(|&name| moves(&again, name) == moves(&file, name)));
    }

    #[test]
    fn a_move_to_the_same_vertex_stays_clear_of_what_passes_on_the_right() {
        let file = edge_list::read(b"b a\nb b\nc c\nd c\nd b\n", &Limits::default(), &Quiet).unwrap();
        let analysis = Analysis::new(&file, &Question::default(), &Quiet).unwrap();
        let work = Work { limits: Limits::default(), progress: &Quiet };
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
        let file = edge_list::read(text, &Limits::default(), &Quiet).unwrap();
        let analysis = Analysis::new(&file, &Question::default(), &Quiet).unwrap();
        let work = Work { limits: Limits::default(), progress: &Quiet };
        let start = file.vertex("d").unwrap();
        let drawing = draw_graph(&analysis, start, "ears", &DrawOptions::default(), &work).unwrap();
        let above = &drawing.nodes[drawing.start.index()];
        let ears = drawing.edges.iter().filter(|edge| edge.from == edge.to);
        let aside =
            ears.map(|ear| (ear, &drawing.nodes[ear.from.index()])).filter(|(_, node)| node.x != above.x);
        let mut seen = 0;
        for (ear, node) in aside {
            let outside = |x: f64| (x - node.x) * (node.x - above.x) > 0.0;
            assert!(ear.path.iter().all(|point| outside(point.x)), "{:?}", ear.path);
            seen += 1;
        }
        assert_eq!(seen, 2);
    }
}
