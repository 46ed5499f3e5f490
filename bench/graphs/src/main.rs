//! Win, lose, draw and remoteness on large graphs: ours against what a person would write, in one run.
//!
//! `bench-graphs [--vertices N] [--degree D] [--shapes random,grid,path,power,star,clique]
//! [--only ours,one,csr,doubled,vectors,petgraph] [--text] [--growth [--sizes N,N,…]]`
//!
//! A clique has at most 5,000 vertices. Every rival starts from the same graph in memory and ends with the same answers, which are compared. Times are the
//! best of three for graphs of up to 2·10^7 edges and of one otherwise; ratios are to ours.

mod machine;
mod rivals;
mod shapes;

use std::time::Instant;

use grundy::Threads;
use grundy::formats::{GraphFile, binary, edge_list};
use grundy::graph::retrograde::{self, Outcomes};
use grundy::graph::{self, Graph};
use grundy::{Limits, Play, Work};

fn main() {
    let options = Options::from_args();
    println!("threads {}", Threads::available().count());
    if options.text {
        return text(&options);
    }
    if options.growth {
        return growth(&options);
    }
    for shape in &options.shapes {
        let graph = shapes::build(shape, options.vertices, options.degree);
        compare(shape, &graph, &options);
    }
}

struct Options {
    vertices: usize,
    degree: usize,
    shapes: Vec<String>,
    only: Vec<String>,
    text: bool,
    growth: bool,
    sizes: Vec<usize>,
}

impl Options {
    fn from_args() -> Options {
        let args: Vec<String> = std::env::args().skip(1).collect();
        let value = |name: &str, default: &str| {
            let at = args.iter().position(|arg| arg == name);
            at.and_then(|at| args.get(at + 1)).map_or(default, String::as_str).to_owned()
        };
        let list = |text: String| text.split(',').map(str::to_owned).collect();
        Options {
            vertices: value("--vertices", "1000000").parse().expect("a number of vertices"),
            degree: value("--degree", "10").parse().expect("a number of edges a vertex"),
            shapes: list(value("--shapes", "random,grid,path,power")),
            only: list(value("--only", "ours,one,csr,doubled,vectors,petgraph")),
            text: args.iter().any(|arg| arg == "--text"),
            growth: args.iter().any(|arg| arg == "--growth"),
            sizes: value("--sizes", "100000,300000,1000000,3000000,10000000")
                .split(',')
                .map(|size| size.parse().expect("a number of vertices"))
                .collect(),
        }
    }
}

/// What some runs of a piece of work cost.
#[derive(Clone, Copy)]
struct Cost {
    /// Seconds of the best run.
    seconds: f64,
    /// Seconds of processor time of a run on average: less moved by what else the machine does.
    processor: f64,
    /// Bytes that were added at the highest.
    bytes: u64,
}

fn timed<T>(runs: usize, work: impl Fn() -> T) -> (Cost, T) {
    let mut best = f64::INFINITY;
    let processor = machine::processor();
    let mut last = None;
    let before = machine::resident();
    machine::reset_peak();
    for _ in 0..runs {
        drop(last.take());
        let start = Instant::now();
        last = Some(work());
        best = best.min(start.elapsed().as_secs_f64());
    }
    let processor = (machine::processor() - processor) / runs as f64;
    let bytes = machine::peak().saturating_sub(before);
    (Cost { seconds: best, processor, bytes }, last.expect("at least one run"))
}

fn ours(graph: &Graph<'_>, threads: Threads) -> Outcomes {
    retrograde::solve_on(graph, retrograde::by_play(Play::Normal), threads, &Work::unwatched())
        .expect("a solved graph")
}

fn compare(shape: &str, graph: &Graph<'_>, options: &Options) {
    let edges = graph.edge_count();
    let runs = if edges <= 20_000_000 { 3 } else { 1 };
    let (base, outcomes) = timed(runs, || ours(graph, Threads::available()));
    let counts = outcomes.counts();
    println!(
        "\n{shape}: {} vertices, {edges} edges; N {} P {} D {}, longest {:?}",
        graph.vertex_count(),
        counts.N,
        counts.P,
        counts.D,
        outcomes.longest()
    );
    let show = |name: &str, cost: Cost| {
        println!(
            "  {name:<34} {:>8.3} s (processor {:>7.2} s) {:>7.1} ns/edge {:>6.1} B/edge {:>6.2} x",
            cost.seconds,
            cost.processor,
            cost.seconds * 1e9 / edges as f64,
            cost.bytes as f64 / edges as f64,
            cost.seconds / base.seconds
        );
    };
    show("ours", base);
    let wanted = |name: &str| options.only.iter().any(|only| only == name);
    if wanted("one") {
        let (cost, same) = timed(runs, || ours(graph, Threads::ONE));
        assert_eq!(same, outcomes);
        show("ours, one thread", cost);
    }
    let rivals: [(&str, &str, rivals::Rival); 4] = [
        ("csr", "plain rows and a queue, one thread", rivals::rows),
        ("doubled", "the same for the doubled game", rivals::doubled),
        ("vectors", "adjacency vectors and a queue", rivals::vectors),
        ("petgraph", "petgraph and a queue", rivals::petgraph),
    ];
    for (name, title, rival) in rivals {
        if wanted(name) {
            let (cost, answer) = timed(runs, || rival(graph));
            rivals::assert_same(&outcomes, &answer);
            show(title, cost);
        }
    }
    if wanted("ours") {
        let (cost, order) = timed(runs, || graph::order::find(graph, &Work::unwatched()).expect("an order"));
        show(if order.is_acyclic() { "order (acyclic)" } else { "order (cycle found)" }, cost);
        if order.is_acyclic() {
            let (cost, _) =
                timed(runs, || graph::grundy::solve_in(graph, &order, &Work::unwatched()).expect("values"));
            show("Grundy values in that order", cost);
        }
        let (cost, values) = timed(1, || graph::loopy::solve(graph, &Work::unwatched()).expect("values"));
        show(&format!("loopy values (largest {})", values.largest().unwrap_or_default()), cost);
    }
}

/// How time grows with the number of edges, and which share of the machine's random accesses it is.
fn growth(options: &Options) {
    println!("random graphs of degree {}", options.degree);
    for &vertices in &options.sizes {
        let graph = shapes::build("random", vertices, options.degree);
        let edges = graph.edge_count() as f64;
        let (whole, outcomes) = timed(3, || ours(&graph, Threads::available()));
        let reversed =
            |threads| timed(3, || graph.reversed(threads, &Work::unwatched()).expect("a reversed graph"));
        let (reversing_on_one, back) = reversed(Threads::ONE);
        drop(back);
        let (reversing, back) = reversed(Threads::available());
        let solved = |threads| {
            let terminal = retrograde::by_play(Play::Normal);
            timed(3, || retrograde::solve_reversed(&graph, &back, terminal, threads, &Work::unwatched())).0
        };
        let (solving, solving_on_one) = (solved(Threads::available()), solved(Threads::ONE));
        // What the machine can do: independent reads at random in a table as large as the words of the vertices.
        let rate = machine::random_reads(vertices, Threads::available().count());
        let each = |seconds: f64| seconds * 1e9 / edges;
        let both = |all: Cost, one: Cost| {
            format!(
                "{:.1} (one thread {:.1}, processor {:.1})",
                each(all.seconds),
                each(one.seconds),
                each(one.processor)
            )
        };
        println!(
            "  {edges} edges: {:.1} ns/edge, {:.1} B/edge; reversing {}, solving {}: {:.0} % of {:.0} M reads/s; \
             longest {:?}",
            each(whole.seconds),
            whole.bytes as f64 / edges,
            both(reversing, reversing_on_one),
            both(solving, solving_on_one),
            100.0 * edges / solving.seconds / rate,
            rate / 1e6,
            outcomes.longest()
        );
    }
}

/// Parsing and saving.
fn text(options: &Options) {
    let graph = shapes::build("random", options.vertices, options.degree);
    let file = GraphFile::from(graph);
    let mut list = Vec::new();
    edge_list::write(&file, &mut list).expect("a text");
    let megabytes = list.len() as f64 / 1e6;
    let limits = Limits { positions: u64::MAX, bytes: u64::MAX, ..Limits::default() };
    let show = |name: &str, megabytes: f64, cost: Cost| {
        let rate = |seconds: f64| megabytes / seconds;
        println!(
            "  {name:<26} {:>6.0} MB/s ({:>6.0} by processor time)",
            rate(cost.seconds),
            rate(cost.processor)
        );
    };
    let (cost, lines) = timed(3, || list.iter().filter(|&&b| b == b'\n').count());
    println!("edge list of {megabytes:.0} MB, {lines} lines");
    show("counting lines", megabytes, cost);
    if let Some((seconds, processor)) = machine::wc(&list) {
        show("wc -l", megabytes, Cost { seconds, processor, bytes: 0 });
    }
    let (cost, back) = timed(3, || edge_list::read(&list, &Work::within(limits)).expect("a graph"));
    assert_eq!(back, file);
    show("read and sorted into rows", megabytes, cost);
    let (cost, parsed) = timed(3, || edge_list::plain_edges(&list).expect("numbers"));
    assert_eq!(parsed.len(), file.graph.edge_count());
    show("parsed on one thread", megabytes, cost);
    let (cost, edges) = timed(1, || rivals::parse_lines(&list));
    assert_eq!(edges.len(), parsed.len());
    show("lines, split, parse", megabytes, cost);
    let mut bytes = Vec::new();
    binary::write(&file, &mut bytes).expect("bytes");
    let (cost, _) = timed(3, || binary::open(&bytes).expect("a graph").graph.edge_count());
    println!("binary form of {:.0} MB", bytes.len() as f64 / 1e6);
    show("opened and checked", bytes.len() as f64 / 1e6, cost);
}
