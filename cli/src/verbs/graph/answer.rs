//! What `grundy graph` answers, in the shape of its JSON.

use grundy::graph::grundy_functions::{self, Count};
use grundy::solve::analysis::{Analysis, Label, SumReport, Summary, VertexReport};
use grundy::{Nimber, Play, Work};
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// Everything that is printed.
#[derive(Serialize)]
pub struct Answer<'a> {
    #[serde(flatten)]
    pub summary: Summary,
    pub play: Play,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compound: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub starts: Option<Vec<VertexReport>>,
    #[serde(flatten)]
    pub sum: Option<SumReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<Vec<Label>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub functions: Option<Functions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<AllValues<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
}

/// The Grundy functions of the graph.
#[derive(Serialize)]
pub struct Functions {
    pub count: u64,
    /// Whether there are no more.
    pub exact: bool,
    pub example: Option<Vec<FunctionValue>>,
}

/// One value of a Grundy function.
#[derive(Serialize)]
pub struct FunctionValue {
    pub vertex: Label,
    pub value: Nimber,
}

/// The report of every vertex, made as it is written.
pub struct AllValues<'a>(pub &'a Analysis<'a>);

impl Serialize for AllValues<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let vertices = self.0.file().graph.vertices();
        let mut list = serializer.serialize_seq(Some(vertices.len()))?;
        vertices.into_iter().try_for_each(|v| list.serialize_element(&self.0.vertex(v)))?;
        list.end()
    }
}

impl Functions {
    /// Counts them; the positions allowed are the number of values that may be tried.
    pub fn find(analysis: &Analysis<'_>, work: &Work<'_>) -> Result<Functions, grundy::Error> {
        let graph = &analysis.file().graph;
        let found = grundy_functions::find(graph, work)?;
        let (count, exact) = match found.count {
            Count::Exactly(count) => (count, true),
            Count::AtLeast(count) => (count, false),
        };
        let named = |(v, value)| FunctionValue { vertex: analysis.label(v), value };
        let example = found.example.map(|values| graph.vertices().zip(values).map(named).collect());
        Ok(Functions { count, exact, example })
    }
}
