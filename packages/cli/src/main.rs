//! The `open-platform` command. Here: the command line and its dispatch. Each command has a file of its own, and
//! `output.rs` is how all of them speak.

mod demo;
mod endpoints;
mod inbox;
mod keeper;
mod migrate;
mod output;
mod sandbox;
mod scopes;
mod signal;
mod webhook;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::output::{Answer, EXIT_CODES, Failure, Output};

/// Build apps on the Open Platform: look things up, convert old data, run the platform locally.
#[derive(Debug, Parser)]
#[command(name = "open-platform", version, after_help = EXIT_CODES, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// Write JSON, for programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Watch an app live its life on a local platform: login, add-ons, chat, events, refresh, migration.
    Demo(demo::Arguments),
    /// List every endpoint: address, credentials, scopes, permission, retry, deprecation.
    Endpoints(endpoints::Arguments),
    /// Find the scopes to ask users for and the permissions to request for the API key.
    Scopes(scopes::Arguments),
    /// Bring an old add-on, message, verification, start request or webhook body into its current form.
    Migrate(migrate::Arguments),
    /// Keep the grants of a store fresh and their events coming, without traffic. One line for each report.
    Keeper(keeper::Arguments),
    /// Look after the events whose handling was given up: list them, take them up again, delete them.
    Inbox(inbox::Arguments),
    /// Run the platform on this machine: prints one line of JSON with its addresses and credentials, then serves.
    Sandbox(sandbox::Arguments),
    /// Look at a webhook request that arrived, or send sample events to an app.
    Webhook(webhook::Arguments),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let output = Output::new(cli.json);
    match run(cli.command, output) {
        Ok(answer) => answer.into(),
        Err(failure) => {
            output.failure(&failure);
            failure.exit_code()
        }
    }
}

fn run(command: Command, output: Output) -> Result<Answer, Failure> {
    match command {
        Command::Demo(arguments) => demo::run(&arguments, output),
        Command::Endpoints(arguments) => endpoints::run(&arguments, output),
        Command::Scopes(arguments) => scopes::run(&arguments, output),
        Command::Migrate(arguments) => migrate::run(&arguments, output),
        Command::Keeper(arguments) => keeper::run(&arguments, output),
        Command::Inbox(arguments) => inbox::run(&arguments, output),
        Command::Sandbox(arguments) => sandbox::run(&arguments, output),
        Command::Webhook(arguments) => webhook::run(&arguments, output),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
