//! A drawing for Graphviz, which places it anew: `dot -Tpdf game.dot`.

use std::fmt::Write;

use super::colour::of_outcome;
use super::layout::Drawing;
use super::states::verdict;
use crate::outcome::Outcome;

/// The drawing as the text of a DOT file: the same shapes, colours, values and layers.
pub fn dot(drawing: &Drawing) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "digraph game {{\n  label={};\n  labelloc=t;", quoted(&drawing.title));
    let _ = writeln!(text, "  node [fontname=\"Helvetica\", style=filled, penwidth=2];");
    let _ = writeln!(text, "  edge [color=\"#8C8C8C\", fontname=\"Helvetica\", fontsize=10];");
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
            "  n{} [label={label}, shape={shape}, color=\"{colour}\", fillcolor=\"{}\"{start}];",
            node.id,
            colour.pale()
        );
    }
    for band in &drawing.bands {
        let alike: Vec<String> =
            drawing.nodes.iter().filter(|n| n.rank == band.rank).map(|n| format!("n{};", n.id)).collect();
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
        let _ = writeln!(text, "  n{} -> n{}{style};", edge.from, edge.to);
    }
    text + "}\n"
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
