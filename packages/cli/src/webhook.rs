//! `open-platform webhook`: look at a request that arrived, or play the platform and send some.

mod samples;
mod send;
mod verify;

use clap::{Args, Subcommand};

use crate::output::{Answer, Failure, Output};

/// What to do.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a request that arrived, and show what the app would get to see.
    Verify(verify::Arguments),
    /// Send sample events to an app, and judge its answers.
    Send(send::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Answer, Failure> {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Send(arguments) => send::run(arguments, output),
    }
}
