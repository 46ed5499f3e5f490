//! `grundy serve`.

use std::net::IpAddr;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, value_parser};
use grundy_serve::{MOST_WORKERS, Settings, page_is_built, serve};

use crate::ask::{parse_bytes, parse_count};
use crate::failure::Failure;
use crate::{Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    /// The port; 0 lets the system choose
    #[arg(long, value_name = "P", default_value_t = Settings::default().port)]
    port: u16,
    /// The address to listen on; anything but loopback lets others on the network ask
    #[arg(long, value_name = "ADDRESS", default_value_t = Settings::default().host)]
    host: IpAddr,
    /// Another host name under which requests may come, with its port
    #[arg(long = "allow-host", value_name = "NAME")]
    names: Vec<String>,
    /// Let pages of other sites show this one in a frame
    #[arg(long)]
    allow_frames: bool,
    /// Stop a question after this many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = Settings::default().time.as_secs(), help_heading = "Limits")]
    timeout: u64,
    /// Work on this many long questions at the same time; short ones pass them by
    #[arg(
        long,
        value_name = "N",
        default_value_t = Settings::default().workers as u64,
        value_parser = value_parser!(u64).range(1..=MOST_WORKERS as u64),
        help_heading = "Limits"
    )]
    workers: u64,
    /// Visit at most this many positions for a question
    #[arg(long, value_name = "N", default_value_t = Settings::default().positions, value_parser = parse_count, help_heading = "Limits")]
    max_positions: u64,
    /// Use at most about this much memory for tables, such as 500M or 8G; each of the workers and of the places for short
    /// questions, at least five, has the same share
    #[arg(long, value_name = "BYTES", default_value = "2G", value_parser = parse_bytes, help_heading = "Limits")]
    max_memory: u64,
    /// When interrupted, wait this many seconds for connections to end; a second Ctrl-C does not wait
    #[arg(long, value_name = "SECONDS", default_value_t = Settings::default().grace.as_secs(), help_heading = "Limits")]
    grace: u64,
}

pub fn run(options: &Options) -> Outcome {
    let settings = Settings {
        host: options.host,
        port: options.port,
        names: options.names.clone(),
        frames: options.allow_frames,
        workers: options.workers as usize,
        positions: options.max_positions,
        bytes: options.max_memory,
        time: Duration::from_secs(options.timeout),
        grace: Duration::from_secs(options.grace),
        ..Settings::default()
    };
    if !page_is_built() {
        anstream::eprintln!(
            "this program was built without the page; `make page` and then `cargo build --release` build it in"
        );
    }
    let served = serve(settings, |address| {
        // The address is the answer; whoever started the server may wait for this line.
        let _ = output::print(&format!("http://{address}/\n"));
        anstream::eprintln!("serving until interrupted (Ctrl-C)");
    });
    served.map_err(|e| Failure::input(format!("cannot serve on {}:{}: {e}", options.host, options.port)))?;
    Ok(ExitCode::SUCCESS)
}
