//! Graphs in JSON: lists of followers, or nodes and links.
//!
//! | form | what |
//! |---|---|
//! | `[[1, 2], [2], []]` | the followers of vertices 0, 1, 2 |
//! | `{"a": ["b", "c"], "b": ["c"]}` | the followers of named vertices |
//! | `{"nodes": [{"id": "a"}, …], "links": [{"source": "a", "target": "b", "gain": 3}, …]}` | networkx, D3 |
//! | `{"vertices": 3, "edges": [[0, 1], [1, 2, 5]]}` | numbered edges, perhaps with gains |
//!
//! `nodes` and `vertices` are one word, and so are `links` and `edges`; a node may be just its name, a link a list.
//! Where every node is a number of 32 bits, numbers are what the vertices are called.
//!
//! ```
//! use grundy::Limits;
//! use grundy::graph::formats::json;
//! let file = json::read(br#"{"a": ["b", "c"], "b": ["c"]}"#, &Limits::default())?;
//! assert_eq!((file.graph.vertex_count(), file.graph.edge_count()), (3, 3));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::fmt;
use std::io::{self, Write};

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::GraphFile;
use super::names::{Interner, Names};
use crate::error::{Error, ErrorKind, Result};
use crate::graph::builder::GraphBuilder;
use crate::graph::csr::{Graph, Vertex};
use crate::limits::Limits;

/// Reads a graph in any of the forms.
pub fn read(bytes: &[u8], limits: &Limits) -> Result<GraphFile<'static>> {
    match serde_json::from_slice::<Document>(bytes).map_err(malformed)? {
        Document::Rows(builder) => Ok(builder.map_err(|error| *error)?.finish()?.into()),
        Document::Entries(entries) => {
            let linked = entries.iter().any(|(key, _)| is_links(key));
            if linked { links(entries, limits) } else { followers(entries) }
        }
    }
}

/// Writes lists of followers; or nodes and links where those say more, as of edges with gains and of vertices with
/// numbers of their own.
pub fn write(file: &GraphFile<'_>, sink: &mut impl Write) -> io::Result<()> {
    let quoted = |v: Vertex| serde_json::to_string(&file.name(v)).map_err(io::Error::from);
    let words = matches!(file.names, Some(Names::Words(_)));
    let name = |v: Vertex| if words { quoted(v) } else { Ok(file.name(v).into_owned()) };
    let list = |v: Vertex| -> io::Result<String> {
        let names: io::Result<Vec<String>> = file.graph.successors(v).map(name).collect();
        Ok(names?.join(","))
    };
    let last = file.graph.vertex_count().saturating_sub(1);
    let comma = |v: Vertex| if v.index() < last { "," } else { "" };
    let numbers = matches!(file.names, Some(Names::Numbers(_)));
    // A vertex called `edges` would be taken for the list of them.
    let mistaken = file.names.iter().flat_map(|names| names.iter()).any(|name| is_links(&name));
    if file.gains.is_some() || numbers || mistaken {
        let nodes: io::Result<Vec<String>> = file.graph.vertices().map(name).collect();
        write!(sink, "{{\"nodes\":[{}],\n\"links\":[", nodes?.join(","))?;
        for u in file.graph.vertices() {
            for (v, edge) in file.graph.successors(u).zip(file.graph.edges(u)) {
                let comma = if edge > 0 { ",\n" } else { "\n" };
                let gain = file.gains.as_ref().map_or(String::new(), |gains| format!(",{}", gains[edge]));
                write!(sink, "{comma}[{},{}{gain}]", name(u)?, name(v)?)?;
            }
        }
        return writeln!(sink, "]}}");
    }
    let (open, close) = if words { ('{', '}') } else { ('[', ']') };
    writeln!(sink, "{open}")?;
    for v in file.graph.vertices() {
        let key = if words { format!("{}: ", quoted(v)?) } else { String::new() };
        writeln!(sink, "{key}[{}]{}", list(v)?, comma(v))?;
    }
    writeln!(sink, "{close}")
}

fn malformed(error: serde_json::Error) -> Error {
    Error::new(ErrorKind::Format, format!("the JSON cannot be read: {error}"))
        .hint("write lists of followers, or nodes and links")
}

fn is_links(key: &str) -> bool {
    matches!(key, "links" | "edges")
}

/// Followers of named vertices; vertices are numbered first as keys, then as they are mentioned.
fn followers(entries: Vec<(String, Entry)>) -> Result<GraphFile<'static>> {
    let mut names = Interner::default();
    for (key, _) in &entries {
        names.vertex(key)?;
    }
    let mut edges = Vec::new();
    for (key, entry) in entries {
        let Entry::Items(items) = entry else { return Err(unclear(&key)) };
        let from = names.vertex(&key)?;
        for item in items {
            let Item::Name(to) = item else { return Err(unclear(&key)) };
            edges.push((from, names.vertex(&to.text)?));
        }
    }
    let graph = Graph::from_edges(names.len(), &edges)?;
    Ok(GraphFile { graph, names: Some(names.finish()), gains: None })
}

fn links(entries: Vec<(String, Entry)>, limits: &Limits) -> Result<GraphFile<'static>> {
    let (mut count, mut names, mut pairs) = (None, Interner::default(), Vec::new());
    let mut numbers = true;
    for (key, entry) in entries {
        match (key.as_str(), entry) {
            ("nodes" | "vertices", Entry::Count(vertices)) => count = Some(vertices),
            ("nodes" | "vertices", Entry::Items(items)) => {
                for item in items {
                    let (Item::Name(name) | Item::Node { id: name }) = item else {
                        return Err(unclear(&key));
                    };
                    names.vertex(&name.text)?;
                    numbers &= name.number;
                }
            }
            (key, Entry::Items(items)) if is_links(key) => {
                for item in items {
                    let (from, to, gain) = match item {
                        Item::Pair(from, to) => (from, to, None),
                        Item::Triple(from, to, gain) => (from, to, Some(gain)),
                        Item::Link { source, target, gain } => (source, target, gain),
                        Item::Name(_) | Item::Node { .. } => return Err(unclear(key)),
                    };
                    numbers &= from.number && to.number;
                    pairs.push((from.text, to.text, gain));
                }
            }
            (key, _) if is_links(key) => return Err(unclear(key)),
            _ => {}
        }
    }
    let mut vertex = |name: &str| match count {
        None => names.vertex(name),
        Some(count) => name.parse().ok().filter(|&v| u64::from(v) < count).map(Vertex).ok_or_else(|| {
            Error::new(ErrorKind::Format, format!("there is no vertex {name:?}"))
                .hint(format!("the file says that there are {count}, numbered from 0"))
        }),
    };
    let mut edges = Vec::with_capacity(pairs.len());
    let scored = pairs.iter().any(|(_, _, gain)| gain.is_some());
    for (from, to, gain) in &pairs {
        if gain.is_some() != scored {
            return Err(Error::new(ErrorKind::Format, format!("the edge {from:?} to {to:?} has no gain"))
                .hint("give each edge a gain, or none"));
        }
        edges.push((vertex(from)?, vertex(to)?, gain.unwrap_or(0)));
    }
    let vertices = count.unwrap_or(names.len() as u64);
    limits.allow(vertices, 8)?;
    let (graph, gains) = Graph::from_scored_edges(vertices as usize, &edges)?;
    let names = match (count, numbers) {
        (Some(_), _) => None,
        (None, true) => names.finish_as_numbers(),
        (None, false) => Some(names.finish()),
    };
    Ok(GraphFile { graph, names, gains: scored.then_some(gains.into()) })
}

fn unclear(key: &str) -> Error {
    Error::new(
        ErrorKind::Format,
        format!("the entry {key:?} is neither a list of followers nor of nodes or links"),
    )
    .hint("write for example {\"a\": [\"b\"], \"b\": []}")
}

/// A file: rows are put into a graph as they come, entries are kept, since only later ones tell what they are.
enum Document {
    Rows(std::result::Result<GraphBuilder, Box<Error>>),
    Entries(Vec<(String, Entry)>),
}

impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(input: D) -> std::result::Result<Document, D::Error> {
        struct Reader;
        impl<'de> Visitor<'de> for Reader {
            type Value = Document;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of lists of followers, or an object")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> std::result::Result<Document, A::Error> {
                let mut builder = GraphBuilder::new();
                while let Some(row) = rows.next_element::<Vec<u32>>()? {
                    if let Err(error) = builder.push_vertex(row.into_iter().map(Vertex)) {
                        return Ok(Document::Rows(Err(Box::new(error))));
                    }
                }
                Ok(Document::Rows(Ok(builder)))
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Document, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Document::Entries(entries))
            }
        }
        input.deserialize_any(Reader)
    }
}

/// What stands under a key.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Count(u64),
    Items(Vec<Item>),
    Other(IgnoredAny),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Item {
    Name(Name),
    Pair(Name, Name),
    Triple(Name, Name, i64),
    Link {
        source: Name,
        target: Name,
        #[serde(default)]
        gain: Option<i64>,
    },
    Node {
        id: Name,
    },
}

/// A name, or a number used as one.
struct Name {
    text: String,
    number: bool,
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(input: D) -> std::result::Result<Name, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Either {
            Text(String),
            Number(i64),
        }
        Ok(match Either::deserialize(input)? {
            Either::Text(text) => Name { text, number: false },
            Either::Number(number) => Name { text: number.to_string(), number: true },
        })
    }
}
