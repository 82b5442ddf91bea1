//! `open-platform webhook`: verifies and receives requests, or sends sample events to an app.

mod receive;
pub mod request;
pub mod samples;
mod send;
mod verify;

use clap::{Args, Subcommand};

use crate::output::{Exit, Failure, Output};

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
    /// Receive requests at an address of this machine, and explain each of them, until Ctrl-C.
    ///
    /// A request to a path that ends with `/start` is read as a start request, with `/actions` as a dynamic action, and all others as
    /// events. With `--json` a line of JSON for each.
    Receive(receive::Arguments),
    /// Send sample events to an app, and check its responses.
    Send(send::Arguments),
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    match &arguments.command {
        Command::Verify(arguments) => verify::run(arguments, output),
        Command::Receive(arguments) => receive::run(arguments, output),
        Command::Send(arguments) => send::run(arguments, output),
    }
}
