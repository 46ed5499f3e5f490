//! Two hosts, as far as the network is concerned: namespaces with a cable between them, made here where the machine allows it.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::run::{ended, folder, grundy, stderr, stdout};

/// Two namespaces; they are gone when this is.
struct Network {
    names: [String; 2],
}

fn ip(arguments: &[&str]) -> bool {
    let mut command = Command::new("ip");
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

impl Network {
    /// None where the machine does not allow it.
    fn new() -> Option<Network> {
        let id = std::process::id();
        let network = Network { names: ["a", "b"].map(|end| format!("grundy-{id}-{end}")) };
        let [one, other] = &network.names;
        let (near, far) = (format!("gr{id}a"), format!("gr{id}b"));
        let made = ip(&["netns", "add", one])
            && ip(&["netns", "add", other])
            && ip(&[
                "link", "add", &near, "netns", one, "type", "veth", "peer", "name", &far, "netns", other,
            ])
            && network.address(one, &near, "10.213.77.1/24")
            && network.address(other, &far, "10.213.77.2/24");
        made.then_some(network)
    }

    fn address(&self, name: &str, end: &str, address: &str) -> bool {
        ip(&["-n", name, "addr", "add", address, "dev", end])
            && ip(&["-n", name, "link", "set", end, "up"])
            && ip(&["-n", name, "link", "set", "lo", "up"])
    }

    fn start(&self, host: usize, folder: &Path, arguments: &[&str]) -> Child {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.names[host], env!("CARGO_BIN_EXE_grundy")]).args(arguments);
        command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command.spawn().unwrap()
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for name in &self.names {
            ip(&["netns", "delete", name]);
        }
    }
}

#[test]
fn two_hosts_of_a_host_file_answer_as_one_machine() {
    let Some(network) = Network::new() else {
        eprintln!("skipped: this machine does not allow network namespaces");
        return;
    };
    let folder = folder("namespaces");
    let list: String = (0..20_000u32).map(|i| format!("{} {}\n", i * 7 % 4001, i * 13 % 3989)).collect();
    std::fs::write(folder.join("graph.edges"), list).unwrap();
    std::fs::write(folder.join("hosts"), "10.213.77.1:4100\n10.213.77.2:4100\n").unwrap();
    std::fs::write(folder.join("token"), "a token of some length\n").unwrap();
    let worker = |me: usize| {
        network.start(
            me,
            &folder,
            &["worker", "--hosts", "hosts", "--me", &me.to_string(), "--token", "token"],
        )
    };
    let workers = [worker(0), worker(1)];
    let asked = ["graph", "graph.edges", "--digest", "--json"];
    let together = [&asked[..], &["--workers", "hosts", "--token", "token"]].concat();
    let answer = ended(network.start(0, &folder, &together));
    assert_eq!(stdout(&answer), stdout(&grundy(&folder, &asked)));
    for worker in workers.map(ended) {
        assert_eq!(worker.status.code(), Some(0), "{}", stderr(&worker));
    }
}
