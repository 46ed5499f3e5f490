//! A drawing for Graphviz, which places it anew: `dot -Tpdf game.dot`.

use std::collections::HashSet;
use std::fmt::Write;

use super::colour::of_outcome;
use super::layout::{Drawing, Node};
use super::states::verdict;
use crate::outcome::Outcome;

/// The drawing as the text of a DOT file: the same shapes, colours, values and layers.
pub fn dot(drawing: &Drawing) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "digraph game {{\n  label={};\n  labelloc=t;", quoted(&drawing.title));
    let _ = writeln!(text, "  node [fontname=\"Helvetica\", style=filled, penwidth=2];");
    let _ = writeln!(text, "  edge [color=\"#8C8C8C\", fontname=\"Helvetica\", fontsize=10];");
    let ids = ids(drawing);
    for node in &drawing.nodes {
        let (letter, value) = verdict(node.outcome, node.value.as_ref(), node.score);
        let shape = match node.outcome {
            Outcome::P => "box",
            Outcome::N => "ellipse",
            Outcome::D => "diamond",
        };
        let colour = of_outcome(node.outcome);
        let label = quoted(&format!("{}\n{}", node.label, format!("{letter} {value}").trim_end()));
        let start = if node.id == drawing.start { ", peripheries=2" } else { "" };
        let _ = writeln!(
            text,
            "  {} [label={label}, shape={shape}, color=\"{colour}\", fillcolor=\"{}\"{start}];",
            ids[node.id.index()],
            colour.pale()
        );
    }
    let mut by_rank: Vec<&Node> = drawing.nodes.iter().collect();
    by_rank.sort_by_key(|node| std::cmp::Reverse(node.rank));
    for layer in by_rank.chunk_by(|a, b| a.rank == b.rank) {
        let alike: Vec<String> = layer.iter().map(|node| format!("{};", ids[node.id.index()])).collect();
        let _ = writeln!(text, "  {{ rank=same; {} }}", alike.join(" "));
    }
    for edge in &drawing.edges {
        let mut style: Vec<String> =
            edge.label.iter().map(|label| format!("label={}", quoted(label))).collect();
        if edge.winning {
            style.push(format!("color=\"{}\", penwidth=2.5", of_outcome(Outcome::P)));
        }
        // Otherwise a losing move to a longer game would turn the layers upside down.
        if drawing.nodes[edge.from.index()].rank < drawing.nodes[edge.to.index()].rank {
            style.push("constraint=false".into());
        }
        let style = if style.is_empty() { String::new() } else { format!(" [{}]", style.join(", ")) };
        let _ = writeln!(text, "  {} -> {}{style};", ids[edge.from.index()], ids[edge.to.index()]);
    }
    text + "}\n"
}

/// What nodes are called: as their positions, so that the file can be read as a game, unless two are written alike.
fn ids(drawing: &Drawing) -> Vec<String> {
    let labels: HashSet<&str> = drawing.nodes.iter().map(|node| node.label.as_str()).collect();
    let distinct = labels.len() == drawing.nodes.len();
    let id = |node: &Node| if distinct { quoted(&node.label) } else { format!("n{}", node.id) };
    drawing.nodes.iter().map(id).collect()
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_cannot_end_a_label() {
        assert_eq!(quoted("a\"b\\\nc"), r#""a\"b\\\nc""#);
    }
}
