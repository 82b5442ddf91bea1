//! `open-platform webhook`: verifies a received request, or sends sample events to an app.

pub mod request;
pub mod samples;
mod send;
mod verify;

use clap::{Args, Subcommand};

use crate::output::{Answer, Failure, Output};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check a received request, and show what the app would receive.
    Verify(verify::Arguments),
    /// Send sample events to an app, and check its answers.
    Send(send::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Answer, Failure> {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Send(arguments) => send::run(arguments, output),
    }
}
