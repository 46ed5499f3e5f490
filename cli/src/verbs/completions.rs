//! `grundy completions SHELL`.

use std::process::ExitCode;

use clap::{Args, CommandFactory};

use crate::{Arguments, Outcome, output};

#[derive(Debug, Args)]
pub struct Options {
    /// The shell to write completions for
    shell: clap_complete::Shell,
}

pub fn run(options: &Options) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Arguments::command(), "grundy", &mut script);
    output::print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
