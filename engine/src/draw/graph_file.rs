//! The part of a graph file that can be reached from a vertex, as states of a drawing.
//!
//! Complexity: O(V + E) of that part, which the number of nodes bounds.
//!
//! ```
//! use grundy::draw::{DrawOptions, draw_graph};
//! use grundy::graph::analysis::{Analysis, Question};
//! use grundy::graph::formats::edge_list;
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
use super::states::{DrawOptions, MOVES_A_NODE, Move, States, too_large, wins};
use crate::error::Result;
use crate::graph::analysis::Analysis;
use crate::graph::{GraphBuilder, Vertex};
use crate::solve::Judgement;
use crate::work::Work;

/// Draws what can be reached from a vertex. The play is that of the analysis, whatever the options say.
pub fn draw_graph(
    analysis: &Analysis<'_>,
    start: Vertex,
    title: &str,
    options: &DrawOptions,
    work: &Work<'_>,
) -> Result<Drawing> {
    let states = reach(analysis, start, options.most_nodes)?;
    let (ranks, measure) = ranks(&states, options.layers, work.progress)?;
    let from = analysis.label(start);
    Ok(arrange(format!("{title} from {from}"), &states, &ranks, measure))
}

fn reach(analysis: &Analysis<'_>, start: Vertex, most: u64) -> Result<States> {
    let file = analysis.file();
    file.graph.check(start)?;
    let mut places = HashMap::<Vertex, Vertex>::from_iter([(start, Vertex(0))]);
    let mut met = vec![start];
    let mut builder = GraphBuilder::new();
    while let Some(&v) = met.get(builder.vertex_count()) {
        let edges = (builder.edge_count() as u64).saturating_add(file.graph.degree(v) as u64);
        if met.len() as u64 > most || edges > most.saturating_mul(MOVES_A_NODE) {
            return Err(too_large(most)
                .hint("draw from a later vertex with --start, or raise the limit with --max-nodes"));
        }
        builder.push_vertex(file.graph.successors(v).map(|w| {
            *places.entry(w).or_insert_with(|| {
                met.push(w);
                Vertex((met.len() - 1) as u32)
            })
        }))?;
    }
    let judged: Vec<Judgement> = met.iter().map(|&v| judge(analysis, v)).collect();
    let labels = met.iter().map(|&v| file.name(v).into_owned()).collect();
    let mut moves: Vec<Move> = Vec::new();
    for (from, &v) in met.iter().enumerate() {
        let first = moves.len();
        for (w, edge) in file.graph.successors(v).zip(file.graph.edges(v)) {
            let (to, gain) = (places[&w], file.gains.as_ref().map(|gains| gains[edge]));
            let winning = wins(&judged[from], &judged[to.index()], gain.unwrap_or(0));
            let label = gain.map(|gain| format!("{gain:+}"));
            match moves[first..].iter_mut().find(|m| m.to == to) {
                Some(same) => same.join(label, winning),
                None => moves.push(Move { from: Vertex(from as u32), to, label, winning }),
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
    use crate::graph::analysis::Question;
    use crate::graph::formats::edge_list;
    use crate::{Limits, Quiet};

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
