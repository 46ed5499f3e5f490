//! Workers that `mpirun` starts, against the answers of one process.

#[cfg(not(feature = "mpi"))]
#[test]
#[ignore = "built without the feature `mpi`; `make test-mpi` tries a smaller program where Open MPI is installed"]
fn processes_of_an_mpi_job_say_what_one_says() {}

#[cfg(feature = "mpi")]
mod with_mpi {
    use std::path::Path;
    use std::process::{Command, Output, Stdio};

    use crate::run::{ended, folder, grundy, stderr, stdout};

    fn by_mpi(folder: &Path, count: &str, arguments: &[&str]) -> Output {
        let mut command = Command::new("mpirun");
        // Tests run as whoever runs them, on as many cores as there are.
        command.args(["--allow-run-as-root", "--oversubscribe", "-n", count, env!("CARGO_BIN_EXE_grundy")]);
        command.args(arguments).args(["--workers", "mpi"]).env("NO_COLOR", "1").current_dir(folder);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        ended(command.spawn().unwrap())
    }

    /// What is said, whatever terminal `mpirun` has made for it.
    fn said(output: &Output) -> String {
        stdout(output).replace('\r', "")
    }

    fn write_graph(folder: &Path) {
        let list: String = (0..20_000u32).map(|i| format!("{} {}\n", i * 7 % 4001, i * 13 % 3989)).collect();
        std::fs::write(folder.join("graph.edges"), list).unwrap();
    }

    #[test]
    fn processes_of_an_mpi_job_say_what_one_says() {
        let folder = folder("mpi");
        write_graph(&folder);
        for asked in
            [&["graph", "graph.edges", "--digest"][..], &["solve", "n -> n-1 | n-3", "12", "5", "--misere"]]
        {
            let alone = match asked[0] {
                "graph" => stdout(&grundy(&folder, asked)),
                _ => stdout(&grundy(&folder, &[asked, &["--workers", "2"]].concat())),
            };
            for count in ["1", "2", "3", "4"] {
                assert_eq!(said(&by_mpi(&folder, count, asked)), alone, "{count}: {asked:?}");
            }
        }
    }

    #[test]
    fn rounds_that_mpi_kept_are_gone_on_with_by_others() {
        let folder = folder("mpi-store");
        write_graph(&folder);
        let kept = ["graph", "graph.edges", "--digest", "--store", "store", "--save-every", "0"];
        let first = said(&by_mpi(&folder, "2", &kept));
        assert_eq!(said(&by_mpi(&folder, "3", &[&kept[..], &["--resume"]].concat())), first);
        let others = [&kept[..], &["--resume", "--workers", "2"]].concat();
        assert_eq!(stdout(&grundy(&folder, &others)), first);
    }

    #[test]
    fn what_fails_is_told_once_and_ends_all() {
        let folder = folder("mpi-fails");
        write_graph(&folder);
        for (arguments, message) in [
            (&["graph", "none.edges"][..], "none.edges"),
            (&["graph", "graph.edges", "--max-memory", "50k"], "memory"),
            (&["graph", "graph.edges", "--timeout", "0"], "time"),
        ] {
            let output = by_mpi(&folder, "3", arguments);
            assert_ne!(output.status.code(), Some(0), "{arguments:?}");
            let told: Vec<String> = stderr(&output)
                .lines()
                .filter(|line| line.starts_with("error:"))
                .map(str::to_string)
                .collect();
            assert!(told.len() == 1 && told[0].contains(message), "{arguments:?}: {}", stderr(&output));
        }
    }
}
