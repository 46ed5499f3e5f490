//! Teams of threads against the engine of one machine: the same summary and the same digest, whatever their number.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use grundy::formats::{GraphFile, binary, edge_list};
use grundy::graph::{Graph, Vertex};
use grundy::solve::analysis::{Analysis, Digest, Question, Summary};
use grundy::{Limits, Play, Work};
use grundy_cluster::Team;
use grundy_cluster::by_timely::on_threads;
use grundy_cluster::input::Input;
use grundy_cluster::job::{Job, Total};
use grundy_cluster::keep::{Keeper, Nothing, Phase, Saved};
use grundy_cluster::share::Share;
use grundy_cluster::team::Alone;

mod random;

use random::Random;

/// A name, edges, and vertices that stand alone.
type Sample = (&'static str, Vec<(u32, u32)>, Vec<u32>);

/// Random, grid, path, power-law and dense graphs, with and without cycles, as edges and vertices that stand alone.
fn graphs() -> Vec<Sample> {
    let mut random = Random(7);
    let mut any = |n: usize, m: usize, acyclic: bool| -> Vec<(u32, u32)> {
        let pair = |_| {
            let (u, v) = (random.below(n) as u32, random.below(n) as u32);
            if acyclic && u <= v { (v + 1, u) } else { (u, v) }
        };
        (0..m).map(pair).collect()
    };
    let (cyclic, acyclic, sparse) = (any(300, 700, false), any(300, 900, true), any(4000, 3000, false));
    let dense: Vec<(u32, u32)> = (0..90u32).flat_map(|u| (0..u).map(move |v| (u, v))).collect();
    let mut loops = dense.clone();
    loops.extend((60..90).map(|v| (v, v)));
    let side = 20;
    let grid = (0..side * side).flat_map(|v| {
        let (x, y) = (v % side, v / side);
        let left = (x > 0).then(|| (v, v - 1));
        let down = (y > 0).then(|| (v, v - side));
        left.into_iter().chain(down)
    });
    let power = (0..1500u32).map(|i| (random.below(1 + i as usize) as u32 / 3 + 5, i / 7)).collect();
    vec![
        ("cyclic", cyclic, vec![]),
        ("acyclic", acyclic, vec![]),
        ("sparse", sparse, vec![4100, 9000]),
        ("dense", dense, vec![]),
        ("loops", loops, vec![]),
        ("grid", grid.collect(), vec![]),
        ("path", (0..400).map(|v| (v + 1, v)).collect(), vec![]),
        ("power", power, vec![]),
        ("twice", vec![(3, 1), (3, 1), (1, 3), (1, 2), (1, 2), (2, 2)], vec![0]),
        ("none", vec![], vec![]),
    ]
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn list(edges: &[(u32, u32)], alone: &[u32]) -> String {
    let edges = edges.iter().map(|(u, v)| format!("{u} {v}\n"));
    edges.chain(alone.iter().map(|v| format!("{v}\n"))).collect()
}

fn on_one_machine(text: &str, play: Play) -> (Summary, Digest) {
    let work = Work::unwatched();
    let file = edge_list::read(text.as_bytes(), &work).unwrap();
    let analysis = Analysis::new(&file, &Question { play, values: true }, &work).unwrap();
    (analysis.summary(), Digest::of(&analysis))
}

fn by_team(job: Job, workers: usize) -> Total {
    let job = Arc::new(job);
    let found = on_threads(workers, move |team| {
        let solved = job.work(team, &mut Nothing, &Work::unwatched())?;
        solved.found(&job, team.sent())
    });
    Total::of(&found.unwrap()).unwrap()
}

fn question(path: &Path, workers: usize, play: Play) -> Job {
    let input = Input::open(path, None).unwrap();
    Job { play, digest: true, ..Job::new(input, workers, &Limits::default()) }
}

#[test]
fn any_number_of_threads_answers_as_one_machine() {
    let folder = folder("threads");
    for (name, edges, alone) in graphs() {
        let text = list(&edges, &alone);
        let path = folder.join(format!("{name}.edges"));
        std::fs::write(&path, &text).unwrap();
        for play in [Play::Normal, Play::Misere] {
            let (summary, digest) = on_one_machine(&text, play);
            for workers in 1..=4 {
                let total = by_team(question(&path, workers, play), workers);
                assert_eq!((&total.summary, total.digest), (&summary, digest), "{name}, {play:?}, {workers}");
            }
        }
    }
}

/// Keeps all rounds, and goes on from one of them.
#[derive(Default)]
struct Remembered {
    all: Vec<(Phase, Saved)>,
    from: Option<(Phase, Saved)>,
}

impl Keeper for Remembered {
    fn due(&mut self) -> bool {
        true
    }

    fn keep(
        &mut self,
        phase: Phase,
        round: u32,
        _: &Share,
        words: &mut dyn Iterator<Item = u32>,
    ) -> grundy::Result<()> {
        self.all.push((phase, Saved { round, words: words.collect() }));
        Ok(())
    }

    fn saved(&mut self, phase: Phase, _: &Share) -> grundy::Result<Option<Saved>> {
        Ok(self.from.clone().filter(|(of, _)| *of == phase).map(|(_, saved)| saved))
    }
}

#[test]
fn every_round_that_is_kept_leads_to_the_same_answers() {
    let folder = folder("rounds");
    let mut stages = 0;
    for (name, edges, alone) in graphs() {
        let text = list(&edges, &alone);
        let path = folder.join(format!("{name}.edges"));
        std::fs::write(&path, &text).unwrap();
        for values_up_to in [u64::MAX, 0] {
            let job = Job { values_up_to, ..question(&path, 1, Play::Normal) };
            let total = |keeper: &mut Remembered| {
                let solved = job.work(&mut Alone, keeper, &Work::unwatched()).unwrap();
                Total::of(&[solved.found(&job, 0).unwrap()]).unwrap()
            };
            let mut first = Remembered::default();
            let expected = total(&mut first);
            for from in first.all {
                stages += u32::from(from.1.round > 1 << 30);
                let mut again = Remembered { from: Some(from.clone()), ..Remembered::default() };
                let found = total(&mut again);
                let what = format!("{name}, {:?} {}", from.0, from.1.round);
                assert_eq!(
                    (found.summary, found.digest),
                    (expected.summary.clone(), expected.digest),
                    "{what}"
                );
            }
        }
    }
    assert!(stages > 5, "only {stages} stages of values were kept");
}

#[test]
fn predecessors_on_disk_change_nothing() {
    let folder = folder("on-disk");
    for (name, edges, alone) in graphs() {
        let text = list(&edges, &alone);
        let path = folder.join(format!("{name}.edges"));
        std::fs::write(&path, &text).unwrap();
        let job = Job { on_disk: Some(folder.clone()), ..question(&path, 1, Play::Normal) };
        let solved = job.work(&mut Alone, &mut Nothing, &Work::unwatched()).unwrap();
        let total = Total::of(&[solved.found(&job, 0).unwrap()]).unwrap();
        assert_eq!((total.summary, total.digest), on_one_machine(&text, Play::Normal), "{name}");
    }
}

#[test]
fn binary_files_and_lists_in_parts_are_the_same_graph() {
    let folder = folder("parts");
    for (name, edges, alone) in graphs() {
        let text = list(&edges, &alone);
        let file = edge_list::read(text.as_bytes(), &Work::unwatched()).unwrap();
        let path = folder.join(format!("{name}.grg"));
        let mut bytes = Vec::new();
        binary::write(&file, &mut bytes).unwrap();
        std::fs::write(&path, &bytes).unwrap();
        let parts = folder.join(name);
        std::fs::create_dir(&parts).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (i, some) in lines.chunks(lines.len() / 3 + 1).enumerate() {
            std::fs::write(parts.join(format!("part-{i}.edges")), some.join("\n")).unwrap();
        }
        let binary_parts = folder.join(format!("{name}-binary"));
        std::fs::create_dir(&binary_parts).unwrap();
        for (i, some) in lines.chunks(lines.len() / 3 + 1).enumerate() {
            let file = edge_list::read(some.join("\n").as_bytes(), &Work::unwatched()).unwrap();
            let mut bytes = Vec::new();
            binary::write(&file, &mut bytes).unwrap();
            std::fs::write(binary_parts.join(format!("part-{i}.grg")), &bytes).unwrap();
        }
        let expected = on_one_machine(&text, Play::Normal);
        for path in [path, parts, binary_parts] {
            let total = by_team(question(&path, 3, Play::Normal), 3);
            assert_eq!((total.summary, total.digest), expected, "{}", path.display());
        }
    }
}

#[test]
fn an_edge_beyond_the_last_vertex_is_refused() {
    let folder = folder("hostile");
    let graph = Graph::from_edges(3, &[(Vertex(2), Vertex(1)), (Vertex(1), Vertex(0))]).unwrap();
    let mut bytes = Vec::new();
    binary::write(&GraphFile::from(graph), &mut bytes).unwrap();
    let path = folder.join("damaged.grg");
    for (at, what) in [(64 + 16 + 4, 9), (64 + 4, 200), (16, 77), (24, 77), (8, 9)] {
        let mut damaged = bytes.clone();
        damaged[at] = what;
        std::fs::write(&path, damaged).unwrap();
        let job = question(&path, 1, Play::Normal);
        assert!(job.work(&mut Alone, &mut Nothing, &Work::unwatched()).is_err(), "{at}");
    }
    std::fs::write(&path, "1 2\na b\n").unwrap();
    let list = folder.join("names.edges");
    std::fs::rename(&path, &list).unwrap();
    let error =
        question(&list, 1, Play::Normal).work(&mut Alone, &mut Nothing, &Work::unwatched()).unwrap_err();
    assert!(error.message().ends_with("line 2: \"a\" is no plain number"), "{error}");
}
