//! One question, one file, one run: the engine of one machine, two threads of timely, two processes, two processes of MPI.
//!
//! `bench-cluster [--edges N,N,…] [--only engine,threads,alone,disk,processes,mpi] [--folder DIR]`
//!
//! The graph is random, ten edges a vertex, a tenth of the vertices without a move, as a `.grg` file. Every row is a
//! process of its own, so that its memory is its own; all must give the same counts and the same digest. Times are
//! of one run, with the file in the page cache.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use grundy::formats::{GraphFile, binary};
use grundy::graph::{Graph, Vertex};
use grundy::solve::analysis::{Analysis, Digest, Question};
use grundy::{Limits, Play, Work};
use grundy_cluster::Team;
use grundy_cluster::by_timely::on_threads;
use grundy_cluster::input::Input;
use grundy_cluster::job::{Found, Job, Total};
use grundy_cluster::keep::Nothing;
use grundy_cluster::local::{self, Local};
use grundy_cluster::task::Task;
use grundy_cluster::team::Alone;

const LIMITS: Limits =
    Limits { positions: u64::MAX, bytes: u64::MAX, answer: u64::MAX, threads: None, compiler: None };

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str, default: &str| {
        let at = args.iter().position(|arg| arg == name);
        at.and_then(|at| args.get(at + 1)).map_or(default, String::as_str).to_owned()
    };
    match args.first().map(String::as_str) {
        Some("worker") => match local::serve(|_, _, _, _| Ok(())) {
            Ok(()) => ExitCode::SUCCESS,
            Err(trouble) => {
                eprintln!("{trouble}");
                ExitCode::FAILURE
            }
        },
        Some("row") => {
            if let Some(row) = row(&args[1], Path::new(&args[2])) {
                println!("{row}");
            }
            ExitCode::SUCCESS
        }
        _ => {
            let folder = PathBuf::from(value("--folder", "."));
            let mpi = if cfg!(feature = "mpi") { ",mpi" } else { "" };
            let rivals = value("--only", &format!("engine,threads,alone,disk,processes{mpi}"));
            if mpi.is_empty() {
                eprintln!("MPI is left out: build with `--features mpi` where it is installed");
            }
            for edges in value("--edges", "10000000").split(',') {
                compare(edges.parse().expect("a number of edges"), &rivals, &folder);
            }
            ExitCode::SUCCESS
        }
    }
}

fn compare(edges: usize, rivals: &str, folder: &Path) {
    let path = folder.join(format!("bench-cluster-{edges}.grg"));
    if !path.exists() {
        write_graph(edges, &path);
    }
    println!("{edges:<10} edges   seconds   processor   bytes sent an edge   memory a process   digest");
    for rival in rivals.split(',') {
        let program = std::env::current_exe().expect("this program");
        let mut command = match rival {
            "mpi" => {
                let mut command = Command::new("mpirun");
                command.args(["--allow-run-as-root", "-n", "2"]).arg(program);
                command
            }
            _ => Command::new(program),
        };
        let output = command.arg("row").arg(rival).arg(&path).output().expect("a process");
        print!("  {}", String::from_utf8_lossy(&output.stdout));
        eprint!("{}", String::from_utf8_lossy(&output.stderr));
    }
    std::fs::remove_file(&path).expect("the file of the graph");
}

/// A row of the table: one rival in this process; none if another process has it.
fn row(rival: &str, path: &Path) -> Option<String> {
    let begun = Instant::now();
    let job = |workers: usize| {
        let input = Input::open(path, None).expect("the graph");
        Job { values_up_to: 0, digest: true, ..Job::new(input, workers, &LIMITS) }
    };
    let alone = |job: Job| {
        let solved = job.work(&mut Alone, &mut Nothing, &Work::within(LIMITS)).expect("an answer");
        vec![solved.found(&job, 0).expect("an answer")]
    };
    let (digest, sent, peak, edges) = match rival {
        "engine" => {
            let bytes = std::fs::read(path).expect("the graph");
            let file = binary::open(&bytes).expect("the graph");
            let question = Question { play: Play::Normal, values: false };
            let analysis = Analysis::new(&file, &question, &Work::within(LIMITS)).expect("an answer");
            (Digest::of(&analysis), 0, grundy_cluster::job::peak(), analysis.summary().edges)
        }
        "alone" => total(&alone(job(1))),
        "disk" => total(&alone(Job { on_disk: path.parent().map(Path::to_path_buf), ..job(1) })),
        "threads" => {
            let job = Arc::new(job(2));
            let found = on_threads(2, move |team| {
                let solved = job.work(team, &mut Nothing, &Work::within(LIMITS))?;
                solved.found(&job, team.sent())
            });
            total(&found.expect("an answer"))
        }
        #[cfg(feature = "mpi")]
        "mpi" => {
            let (task, work) = (Task::Graph(Box::new(job(2))), Work::within(LIMITS));
            let crew = grundy_cluster::mpi_job::MpiJob::join().expect("an MPI job");
            if !crew.leads() {
                crew.follow(|_, _, _, _| Ok(()), work.progress);
                return None;
            }
            let answers = crew.ask(&task, |_, _, _, _| Ok(()), &work).expect("an answer");
            total(&answers.into_iter().filter_map(|answer| answer.graph()).collect::<Vec<_>>())
        }
        _ => {
            let program = std::env::current_exe().expect("this program");
            let crew = Local::start(&program, &["worker"], 2).expect("two processes");
            let task = Task::Graph(Box::new(job(2)));
            let answers = crew.ask(&task, &Work::within(LIMITS)).expect("an answer");
            total(&answers.into_iter().filter_map(|answer| answer.graph()).collect::<Vec<_>>())
        }
    };
    let seconds = begun.elapsed().as_secs_f64();
    let each = sent as f64 / edges.max(1) as f64;
    let processor = processor().unwrap_or(0.0);
    let memory = peak.unwrap_or(0) as f64 / f64::from(1 << 20);
    Some(format!("{rival:<16} {seconds:8.2} {processor:11.2} {each:20.2} {memory:14.0} MiB   {digest}"))
}

fn total(found: &[Found]) -> (Digest, u64, Option<u64>, u64) {
    let total = Total::of(found).expect("an answer");
    (total.digest, total.sent, total.peak, total.summary.edges)
}

/// The seconds of processor time that this process and those that it started have taken: less moved by what else the
/// machine does.
fn processor() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let after = stat.rsplit_once(')')?.1;
    let ticks = after.split_whitespace().skip(11).take(4).filter_map(|field| field.parse::<f64>().ok());
    Some(ticks.sum::<f64>() / 100.0)
}

/// A small generator of random numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * bound as u128) >> 64) as usize
    }
}

fn write_graph(edges: usize, path: &Path) {
    let vertices = edges / 10;
    let mut random = Random(1);
    let graph = Graph::from_successors(vertices, |_| {
        let degree = if random.below(10) == 0 { 0 } else { 1 + random.below(21) };
        (0..degree).map(|_| Vertex(random.below(vertices) as u32)).collect::<Vec<_>>()
    });
    let mut sink = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    binary::write(&GraphFile::from(graph.expect("a graph")), &mut sink).expect("a file");
}
