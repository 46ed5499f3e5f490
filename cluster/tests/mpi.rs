//! Workers that `mpirun` starts, against one machine. This program is all that they are: it starts itself, and nothing
//! else is built for it.
//!
//! `cargo test -p grundy-cluster --features mpi --test mpi` runs it where MPI is installed; without the feature it says
//! that it was left out.

#[cfg(not(feature = "mpi"))]
fn main() {
    println!(
        "test processes_of_an_mpi_job ... skipped: built without the feature `mpi`, see `make test-mpi`"
    );
}

#[cfg(feature = "mpi")]
fn main() {
    match std::env::args().nth(1) {
        Some(task) if task.starts_with('{') => with_mpi::take_part(&task),
        _ => with_mpi::start_and_compare(),
    }
}

#[cfg(feature = "mpi")]
mod random;

#[cfg(feature = "mpi")]
mod with_mpi {
    use std::path::{Path, PathBuf};
    use std::process::{Command, Output};
    use std::time::Duration;

    use grundy::formats::edge_list;
    use grundy::solve::analysis::{Analysis, Digest, Question};
    use grundy::{Lets, Limits, Outcome, Play, Quiet, Work};
    use grundy_cluster::game::GameJob;
    use grundy_cluster::input::Input;
    use grundy_cluster::job::{Job, Total};
    use grundy_cluster::journal::GameStore;
    use grundy_cluster::keep::{Manifest, Store};
    use grundy_cluster::mpi_job::MpiJob;
    use grundy_cluster::task::{Answer, Task};

    use crate::random::Random;

    /// What each process of the job does; the first prints what all found.
    pub fn take_part(task: &str) {
        let job = MpiJob::join().unwrap();
        if !job.leads() {
            return job.follow(|_, _, _, _| Ok(()), &Quiet);
        }
        let task: Task = serde_json::from_str(task).unwrap();
        match job.ask(&task, |_, _, _, _| Ok(()), &Work::unwatched()) {
            Ok(answers) => println!("found {}", serde_json::to_string(&answers).unwrap()),
            Err(trouble) => println!("failed {trouble}"),
        }
    }

    fn mpirun(count: usize, task: &Task) -> Output {
        let mut command = Command::new("mpirun");
        // Tests run as whoever runs them, on as many cores as there are.
        command.args(["--allow-run-as-root", "--oversubscribe", "-n", &count.to_string()]);
        command.arg(std::env::current_exe().unwrap()).arg(serde_json::to_string(task).unwrap());
        command.output().unwrap()
    }

    /// The line that begins with a word, which exactly one process says.
    fn said(output: &Output, word: &str) -> String {
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix(word)).collect();
        assert_eq!(lines.len(), 1, "{text}{}", String::from_utf8_lossy(&output.stderr));
        lines[0].to_string()
    }

    fn answers(count: usize, task: &Task) -> Vec<Answer> {
        let output = mpirun(count, task);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_str(&said(&output, "found ")).unwrap()
    }

    fn total(count: usize, job: &Job) -> Total {
        let found = answers(count, &Task::Graph(Box::new(job.clone())));
        Total::of(&found.into_iter().filter_map(Answer::graph).collect::<Vec<_>>()).unwrap()
    }

    fn graphs(folder: &Path) {
        let mut random = Random(1);
        let list: String =
            (0..9000).map(|_| format!("{} {}\n", random.below(3000), random.below(3300))).collect();
        let path = folder.join("graph.edges");
        std::fs::write(&path, &list).unwrap();
        let file = edge_list::read(list.as_bytes(), &Work::unwatched()).unwrap();
        let question = Question { play: Play::Normal, values: true };
        let analysis = Analysis::new(&file, &question, &Work::unwatched()).unwrap();
        let expected = (analysis.summary(), Digest::of(&analysis));
        let job = |count, earlier| {
            let every = Duration::ZERO;
            let store = Some(Store { folder: folder.to_path_buf(), every, earlier });
            let input = Input::open(&path, None).unwrap();
            Job { digest: true, store, ..Job::new(input, count, &Limits::default()) }
        };
        for count in 1..=4 {
            // Each but the first goes on from what the one before has kept.
            let earlier = Manifest::read(folder).unwrap();
            assert_eq!(earlier.is_some(), count > 1);
            let total = total(count, &job(count, earlier.unwrap_or_default()));
            assert_eq!((total.summary, total.digest), expected, "{count}");
        }
        let tight = Job { bytes: 1000, store: None, ..job(3, Manifest::default()) };
        let output = mpirun(3, &Task::Graph(Box::new(tight)));
        assert!(said(&output, "failed ").contains("memory"));
        println!("test processes_of_an_mpi_job_answer_about_graphs ... ok");
    }

    fn games(folder: &Path) {
        let (positions, bytes) = (1 << 20, 1 << 30);
        for (rules, position, play, expected) in [
            ("n -> m & n-m-1 for m in 0..n-1 | m & n-m-2 for m in 0..n-2", "30", Play::Normal, Outcome::N),
            ("n -> n-1 | n-3", "13", Play::Misere, Outcome::P),
            ("(n in 0..9) -> n-1 if n > 0 | n+1", "4", Play::Normal, Outcome::D),
        ] {
            let (lets, position) = (Lets::new(), vec![position.to_string()]);
            let mut job =
                GameJob { rules: rules.into(), lets, position, play, positions, bytes, store: None };
            for count in 1..=3 {
                let every = Duration::ZERO;
                let store = GameStore::open(folder, &job.question(), count > 1, every);
                job.store = Some(store.unwrap());
                let found = answers(count, &Task::Game(Box::new(job.clone())));
                let found: Vec<_> = found.into_iter().filter_map(Answer::game).collect();
                let report = job.report(&found, &Work::unwatched()).unwrap();
                assert_eq!(report.outcome, expected, "{rules}, {count}");
            }
            std::fs::remove_dir_all(folder).unwrap();
            std::fs::create_dir_all(folder).unwrap();
        }
        println!("test processes_of_an_mpi_job_answer_about_games ... ok");
    }

    pub fn start_and_compare() {
        let folder = |name: &str| -> PathBuf {
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
            let _ = std::fs::remove_dir_all(&folder);
            std::fs::create_dir_all(&folder).unwrap();
            folder
        };
        graphs(&folder("mpi-graphs"));
        games(&folder("mpi-games"));
    }
}
