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
//! Where nodes are listed, links lead to no others. With `"directed": false` each link goes both ways. Where every
//! node is a number of 32 bits, numbers are what the vertices are called.
//!
//! Complexity: O(bytes), in two passes: the first finds what stands under which key.
//!
//! ```
//! use grundy::formats::json;
//! use grundy::Work;
//! let file = json::read(br#"{"a": ["b", "c"], "b": ["c"]}"#, &Work::unwatched())?;
//! assert_eq!((file.graph.vertex_count(), file.graph.edge_count()), (3, 3));
//! # Ok::<(), grundy::Error>(())
//! ```

use std::borrow::Cow;
use std::io::{self, Write};

use super::gathered::Gathered;
use super::json_text::{Kind, Scanner};
use super::names::{Interner, Names};
use super::{GraphFile, line_of, shown, text};
use crate::error::{ErrorKind, Result};
use crate::graph::GraphBuilder;
use crate::graph::csr::Vertex;
use crate::meter::Meter;
use crate::work::Work;

/// Reads a graph in any of the forms.
pub fn read(bytes: &[u8], work: &Work<'_>) -> Result<GraphFile<'static>> {
    let text = text(bytes)?;
    let reader = Reader { bytes, scanner: Scanner::new(text, work), meter: Meter::of_text(bytes, work) };
    reader.read().map_err(|error| match error.kind() {
        ErrorKind::Format => error.hint("write lists of followers, or nodes and links"),
        _ => error,
    })
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

fn is_links(key: &str) -> bool {
    matches!(key, "links" | "edges")
}

fn is_nodes(key: &str) -> bool {
    matches!(key, "nodes" | "vertices")
}

/// A name, or a number used as one.
struct Name<'t> {
    text: Cow<'t, str>,
    number: bool,
}

/// A key of the outermost object, and where its value begins.
struct Entry<'t> {
    key: Cow<'t, str>,
    place: usize,
}

/// The vertices that a file with links tells of.
enum Nodes {
    /// Numbers below this one.
    Count(u64),
    /// Those that were listed.
    Listed(Interner),
    /// Those that links mention.
    Mentioned(Interner),
}

struct Reader<'t, 'w> {
    bytes: &'t [u8],
    scanner: Scanner<'t, 'w>,
    /// Holds what is kept to the limits.
    meter: Meter<'w>,
}

impl<'t> Reader<'t, '_> {
    fn read(mut self) -> Result<GraphFile<'static>> {
        let place = self.scanner.place();
        match self.scanner.kind()? {
            Kind::List => self.rows(),
            Kind::Object => {
                let entries = self.entries()?;
                match entries.iter().any(|entry| is_links(&entry.key)) {
                    true => self.links(entries),
                    false => self.followers(entries),
                }
            }
            _ => Err(self.scanner.error(place, "this is neither a list of lists of followers nor an object")),
        }
    }

    /// Followers of numbered vertices, put into a graph as they come.
    fn rows(mut self) -> Result<GraphFile<'static>> {
        let Reader { scanner, meter, .. } = &mut self;
        let mut builder = GraphBuilder::new();
        let mut row = Vec::new();
        // The largest follower, and where it stands.
        let mut furthest = None;
        scanner.list(|scanner| {
            row.clear();
            scanner.list(|scanner| {
                let place = scanner.place();
                let number = scanner.number()?;
                let follower = number
                    .parse::<u32>()
                    .map_err(|_| scanner.error(place, format!("{number} is no number of a vertex")))?;
                furthest = furthest.max(Some((follower, std::cmp::Reverse(place))));
                row.push(Vertex(follower));
                let edges = builder.edge_count() + row.len();
                meter.at(place, || {
                    (edges.max(builder.vertex_count()), 8 * edges + 24 * builder.vertex_count())
                })
            })?;
            builder.push_vertex(row.iter().copied())?;
            let (edges, vertices) = (builder.edge_count(), builder.vertex_count());
            meter.at(scanner.place(), || (edges.max(vertices), 8 * edges + 24 * vertices))
        })?;
        scanner.end()?;
        let (edges, vertices) = (builder.edge_count(), builder.vertex_count());
        if let Some((follower, place)) = furthest.filter(|&(follower, _)| follower as usize >= vertices) {
            let there = format!("there is no vertex {follower}: the list has {vertices}, numbered from 0");
            return Err(scanner.error(place.0, there));
        }
        meter.allow((edges.max(vertices), 8 * edges + 24 * vertices))?;
        Ok(builder.finish()?.into())
    }

    /// The keys of the object, whose values are read later: only later ones tell what earlier ones are.
    fn entries(&mut self) -> Result<Vec<Entry<'t>>> {
        let Reader { scanner, meter, .. } = self;
        let mut entries = Vec::new();
        scanner.object(|scanner, key| {
            let place = scanner.place();
            entries.push(Entry { key, place });
            meter.at(place, || (entries.len(), entries.capacity() * size_of::<Entry<'_>>()))?;
            scanner.skip()
        })?;
        scanner.end()?;
        Ok(entries)
    }

    /// Followers of named vertices; vertices are numbered first as keys, then as they are mentioned.
    fn followers(mut self, entries: Vec<Entry<'_>>) -> Result<GraphFile<'static>> {
        let mut names = Interner::default();
        for Entry { key, place } in &entries {
            if names.find(key).is_some() {
                return Err(self.scanner.error(*place, format!("the entry {} comes twice", shown(key))));
            }
            names.vertex(key)?;
        }
        let kept = entries.len() * size_of::<Entry<'_>>();
        let mut gathered = Gathered::default();
        let Reader { bytes, scanner, meter, .. } = &mut self;
        for Entry { key, place } in entries {
            scanner.go_to(place);
            if scanner.kind()? != Kind::List {
                let wrong =
                    format!("the entry {} is neither a list of followers nor of nodes or links", shown(&key));
                return Err(scanner
                    .error(place, wrong)
                    .hint("write for example {\"a\": [\"b\"], \"b\": []}"));
            }
            let from = names.vertex(&key)?;
            scanner.list(|scanner| {
                let place = scanner.place();
                let to = names.vertex(&name(scanner)?.text)?;
                gathered.push(from, to, None, || line_of(bytes, place))?;
                meter.at(place, || {
                    let (count, bytes) = gathered.held(names.len());
                    (count, bytes + names.bytes() + kept)
                })
            })?;
        }
        gathered.finish(names.len(), Some(names.finish()), meter)
    }

    /// Links between nodes, which are told or just mentioned.
    fn links(mut self, entries: Vec<Entry<'_>>) -> Result<GraphFile<'static>> {
        let (mut nodes, mut numbers, mut both_ways) = (None, true, false);
        if let Some(again) = entries.iter().filter(|entry| is_links(&entry.key)).nth(1) {
            return Err(self.scanner.error(again.place, "the links are told twice"));
        }
        for Entry { key, place } in &entries {
            self.scanner.go_to(*place);
            match &**key {
                key if is_nodes(key) && nodes.is_some() => {
                    return Err(self.scanner.error(*place, "the nodes are told twice"));
                }
                key if is_nodes(key) => nodes = Some(self.nodes(&mut numbers)?),
                "directed" => both_ways = !self.scanner.truth()?,
                _ => {}
            }
        }
        let mut nodes = nodes.unwrap_or_else(|| Nodes::Mentioned(Interner::default()));
        let mut gathered = Gathered::default();
        let Reader { bytes, scanner, meter, .. } = &mut self;
        for Entry { place, .. } in entries.iter().filter(|entry| is_links(&entry.key)) {
            scanner.go_to(*place);
            scanner.list(|scanner| {
                let place = scanner.place();
                let (from, to, gain) = link(scanner)?;
                numbers &= from.number && to.number;
                let mut vertex =
                    |name: &str| nodes.vertex(name).map_err(|message| scanner.error(place, message));
                let (from, to) = (vertex(&from.text)?, vertex(&to.text)?);
                let line = || line_of(bytes, place);
                gathered.push(from, to, gain, line)?;
                if both_ways && from != to {
                    gathered.push(to, from, gain, line)?;
                }
                meter.at(place, || {
                    let (count, bytes) = gathered.held(nodes.len());
                    (count, bytes + nodes.bytes())
                })
            })?;
        }
        let vertices = nodes.len();
        let names = match nodes {
            Nodes::Count(_) => None,
            Nodes::Listed(names) | Nodes::Mentioned(names) if numbers => names.finish_as_numbers(),
            Nodes::Listed(names) | Nodes::Mentioned(names) => Some(names.finish()),
        };
        gathered.finish(vertices, names, meter)
    }

    /// How many nodes there are, or which; `numbers` stays true if each is a number.
    fn nodes(&mut self, numbers: &mut bool) -> Result<Nodes> {
        let Reader { scanner, meter, .. } = self;
        let place = scanner.place();
        match scanner.kind()? {
            Kind::Number => {
                let number = scanner.number()?;
                let wrong = |_| scanner.error(place, format!("{number} is no number of vertices"));
                let count = number.parse::<u64>().map_err(wrong)?;
                meter.work().limits.allow(count, 8)?;
                Ok(Nodes::Count(count))
            }
            Kind::List => {
                let mut names = Interner::default();
                scanner.list(|scanner| {
                    let place = scanner.place();
                    let node = node(scanner)?;
                    if names.find(&node.text).is_some() {
                        let twice = format!("the node {} is listed twice", shown(&node.text));
                        return Err(scanner.error(place, twice));
                    }
                    names.vertex(&node.text)?;
                    *numbers &= node.number;
                    meter.at(scanner.place(), || (names.len(), names.bytes()))
                })?;
                Ok(Nodes::Listed(names))
            }
            _ => Err(scanner.error(place, "the nodes are neither a number of them nor a list")),
        }
    }
}

impl Nodes {
    fn vertex(&mut self, name: &str) -> std::result::Result<Vertex, String> {
        match self {
            Nodes::Count(count) => {
                name.parse().ok().filter(|&v| u64::from(v) < *count).map(Vertex).ok_or_else(|| {
                    format!("there is no vertex {}, there are {count}, numbered from 0", shown(name))
                })
            }
            Nodes::Listed(names) => names
                .find(name)
                .ok_or_else(|| format!("there is no node {} in the list of nodes", shown(name))),
            Nodes::Mentioned(names) => names.vertex(name).map_err(|error| error.message().to_string()),
        }
    }

    fn len(&self) -> usize {
        match self {
            Nodes::Count(count) => *count as usize,
            Nodes::Listed(names) | Nodes::Mentioned(names) => names.len(),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Nodes::Count(_) => 0,
            Nodes::Listed(names) | Nodes::Mentioned(names) => names.bytes(),
        }
    }
}

/// A text or a whole number.
fn name<'t>(scanner: &mut Scanner<'t, '_>) -> Result<Name<'t>> {
    let place = scanner.place();
    match scanner.kind()? {
        Kind::Text => Ok(Name { text: scanner.text()?, number: false }),
        Kind::Number => {
            let number = whole(scanner)?;
            Ok(Name { text: number.to_string().into(), number: true })
        }
        _ => Err(scanner.error(place, "the name of a vertex is a text or a whole number")),
    }
}

/// A whole number of 64 bits.
fn whole(scanner: &mut Scanner<'_, '_>) -> Result<i64> {
    let place = scanner.place();
    let number = scanner.number()?;
    number.parse().map_err(|_| scanner.error(place, format!("{number} is no whole number of 64 bits")))
}

/// A node: its name, or an object with it as `id`.
fn node<'t>(scanner: &mut Scanner<'t, '_>) -> Result<Name<'t>> {
    let place = scanner.place();
    if scanner.kind()? != Kind::Object {
        return name(scanner);
    }
    let mut id = None;
    scanner.object(|scanner, key| match &*key {
        "id" => name(scanner).map(|name| id = Some(name)),
        _ => scanner.skip(),
    })?;
    id.ok_or_else(|| {
        scanner.error(place, "a node without an `id`").hint("write {\"id\": \"a\"}, or just \"a\"")
    })
}

/// A link: a list of two names and perhaps a gain, or an object with `source`, `target` and perhaps `gain`.
fn link<'t>(scanner: &mut Scanner<'t, '_>) -> Result<(Name<'t>, Name<'t>, Option<i64>)> {
    let place = scanner.place();
    let (mut from, mut to, mut gain, mut more) = (None, None, None, false);
    match scanner.kind()? {
        Kind::List => scanner.list(|scanner| {
            match (&from, &to, &gain) {
                (None, ..) => from = Some(name(scanner)?),
                (_, None, _) => to = Some(name(scanner)?),
                (.., None) => gain = Some(whole(scanner)?),
                _ => {
                    more = true;
                    scanner.skip()?;
                }
            }
            Ok(())
        })?,
        Kind::Object => scanner.object(|scanner, key| {
            match &*key {
                "source" => from = Some(name(scanner)?),
                "target" => to = Some(name(scanner)?),
                "gain" if scanner.kind()? != Kind::Null => gain = Some(whole(scanner)?),
                _ => scanner.skip()?,
            }
            Ok(())
        })?,
        _ => {}
    }
    match (from, to) {
        (Some(from), Some(to)) if !more => Ok((from, to, gain)),
        _ => Err(scanner
            .error(place, "this is no link")
            .hint("write [\"a\", \"b\"] or {\"source\": \"a\", \"target\": \"b\"}, perhaps with a gain")),
    }
}
