//! Several graphs as one: side by side, without an edge between them.
//!
//! A token on one of them and a token on another are two tokens on the whole, so that a sum over several graphs is a sum
//! over one.

use super::{GraphFile, Names, Words};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::csr::{Graph, Vertex};
use crate::limits::Limits;

/// The graphs side by side; the vertex `v` of the first is called `1:v`, of the second `2:v`, and so on.
///
/// ```
/// use grundy::Limits;
/// use grundy::formats::{GraphFile, beside};
/// use grundy::graph::{Graph, Vertex};
/// let heap = |n| Graph::from_successors(n, |v| (0..v.0).map(Vertex)).map(GraphFile::from);
/// let both = beside(&[heap(3)?, heap(5)?], &Limits::default())?;
/// assert_eq!((both.graph.vertex_count(), both.graph.edge_count()), (8, 3 + 10));
/// assert_eq!(both.vertex("2:0")?, Vertex(3));
/// # Ok::<(), grundy::Error>(())
/// ```
pub fn beside(files: &[GraphFile<'_>], limits: &Limits) -> Result<GraphFile<'static>> {
    let scored = files.iter().filter(|file| file.gains.is_some()).count();
    if scored != 0 && scored != files.len() {
        return Err(Error::new(ErrorKind::Format, "some of the graphs have gains and others have none"));
    }
    let vertices = files.iter().map(|file| file.graph.vertex_count()).sum::<usize>();
    let bytes = files.iter().map(|file| file.graph.bytes()).sum::<u64>();
    limits.allow(vertices as u64, bytes.saturating_add(32 * vertices as u64))?;
    let (mut text, mut ends, mut origins) = (String::new(), Vec::with_capacity(vertices), Vec::new());
    let mut before = 0;
    for (number, file) in (1..).zip(files) {
        for v in file.graph.vertices() {
            text.push_str(&format!("{number}:{}", file.name(v)));
            ends.push(text.len() as u64);
            origins.push((file, v, before));
        }
        before += file.graph.vertex_count() as u32;
    }
    let graph = Graph::from_successors(vertices, |v| {
        let (file, at, before) = origins[v.index()];
        file.graph.successors(at).map(move |w| Vertex(before + w.0))
    })?;
    let gains =
        (scored > 0).then(|| files.iter().filter_map(|file| file.gains.as_deref()).flatten().copied());
    Ok(GraphFile {
        graph,
        names: Some(Names::Words(Words::from_tables(text.into(), ends.into())?)),
        gains: gains.map(Iterator::collect::<Vec<i64>>).map(Into::into),
    })
}
