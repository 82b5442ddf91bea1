//! `open-platform completions`: the script that completes the command in a shell.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::Cli;
use crate::output::{Exit, Failure, Output};

const INSTALL: &str = "\
Install it, for example:
  bash  open-platform completions bash > ~/.local/share/bash-completion/completions/open-platform
  zsh   open-platform completions zsh > \"${fpath[1]}/_open-platform\"
  fish  open-platform completions fish > ~/.config/fish/completions/open-platform.fish";

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_help = INSTALL)]
pub struct Arguments {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes the script.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "open-platform", &mut script);
    output.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
