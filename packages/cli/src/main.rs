//! The `open-platform` command: parses the command line and runs the subcommand. Each subcommand has its own file; all of them
//! write through `output.rs`.

mod completions;
mod control;
mod coverage;
mod demo;
mod doctor;
mod endpoints;
mod event;
mod exec;
mod findings;
mod inbox;
mod init;
mod keeper;
mod migrate;
mod output;
mod record;
mod reencrypt;
mod replay;
mod sandbox;
mod scopes;
mod signal;
mod stdin;
mod webhook;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::output::{EXIT_CODES, Exit, Failure, Output};

/// Tools for apps on the Open Platform: a sandbox, checks of an app, webhooks, and the care of stored grants.
///
/// Begin with `open-platform init python my-app`.
#[derive(Debug, Parser)]
#[command(name = "open-platform", version, after_help = EXIT_CODES, subcommand_required = true, arg_required_else_help = true)]
struct Cli {
    /// Write JSON instead of text.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a small app with a test: login, an add-on on a post, a handler of chat messages.
    Init(init::Arguments),
    /// Run a program with a sandbox of its own, and exit with the code of the program.
    ///
    /// The program gets the settings of an app in its environment. The sandbox ends with the program. It expects the app at the origin
    /// of --redirect-uri, by default http://127.0.0.1:8000, and sends events to /hooks/events there, start requests to /hooks/start
    /// and dynamic actions to /hooks/actions, unless their options say otherwise. On a terminal, and with --open, the sandbox is at
    /// port 4010 if that is free, where the commands that control a sandbox look for it.
    Exec(exec::Arguments),
    /// Run an example app end to end against the sandbox: login, posts, add-ons, chat, events, payments, refresh, migration.
    Demo(demo::Arguments),
    /// Run the sandbox, a local test server of the platform, until Ctrl-C.
    ///
    /// On a terminal it prints its addresses, the settings of an app as `export` lines, and a line for each request and delivery.
    /// Otherwise, and with `--json`, it prints one line of JSON with the addresses and settings.
    Sandbox(sandbox::Arguments),
    /// Record the requests of a program to the platform, without secrets, to replay them later.
    ///
    /// A proxy on this machine forwards each request to the live platform, or to the sandbox of --to, and writes it with its response to
    /// the file. The program gets the address of the proxy in OPEN_PLATFORM_SANDBOX_URL, and the command exits with its code; with 1 if
    /// no request came.
    Record(record::Arguments),
    /// Answer the requests of a program as they were recorded, without the platform.
    ///
    /// The program gets the settings of an app in its environment, and the command exits with its code; with 1 if the program succeeded
    /// but sent a request that is not in the file. Such a request is answered 400, with the nearest recorded one and what differs.
    Replay(replay::Arguments),
    /// Show or move the clock of a running sandbox.
    Clock(control::clock::Arguments),
    /// List, add or remove fault rules of a running sandbox: what fails, for which requests, how often.
    Fault(control::fault::Arguments),
    /// Send a sample of anything that the platform sends: an event, a start request, a dynamic action.
    ///
    /// Without --to the app of a running sandbox gets it, about a post, a conversation and a user of that sandbox. The exit code is 1
    /// if the app does not accept it.
    Trigger(control::trigger::Arguments),
    /// Let a running sandbox deliver an event again.
    Resend(control::resend::Arguments),
    /// Print the requests to a running sandbox and its deliveries.
    ///
    /// With `--json` a line of JSON for each: an object with the member `request`, `delivery` or `undelivered`.
    Logs(control::logs::Arguments),
    /// Let a running sandbox send events to an app, and print each delivery until Ctrl-C.
    ///
    /// At the end the addresses of the app in the sandbox are restored.
    Listen(control::listen::Arguments),
    /// Issue an access token of a running sandbox, without a login.
    Token(control::token::Arguments),
    /// List, make, reset or delete worlds of a running sandbox.
    World(control::world::Arguments),
    /// Save the users, posts and conversations of a running sandbox to a file, or load them.
    Fixture(control::fixture::Arguments),
    /// Add many posts to a running sandbox.
    Generate(control::generate::Arguments),
    /// Check the settings of an app, its keys, its store, the clock, and whether the platform or a sandbox can be reached.
    ///
    /// No secret is printed. The exit code is 1 if something is wrong.
    #[command(alias = "check")]
    Doctor(doctor::Arguments),
    /// Run the tests of an app, and list which cases of the platform they never met: a denial, a lost refresh, a duplicate event.
    Coverage(coverage::Arguments),
    /// Verify a received webhook request, or send sample events to an app.
    Webhook(webhook::Arguments),
    /// Find the scopes to ask users for and the permissions to request for the API key.
    Scopes(scopes::Arguments),
    /// List every endpoint, or describe one: address, credentials, scopes, permission, retry class, deprecation, calls.
    ///
    /// With `--json` an array of objects, each with `calls`: the calls of the libraries that use the endpoint, with their
    /// parameters, result, documentation and errors, by their names in Rust. Documentation is Markdown.
    Endpoints(endpoints::Arguments),
    /// Convert an old add-on, message, verification, start request or webhook body to its current form.
    Migrate(migrate::Arguments),
    /// Refresh the grants of a store and renew their subscriptions. Prints one line for each report.
    Keeper(keeper::Arguments),
    /// List, retry or delete dead letters: events whose handler failed in every attempt.
    Inbox(inbox::Arguments),
    /// Rewrite the records of a store with its first key, so that an older key can be removed.
    Reencrypt(reencrypt::Arguments),
    /// Write the script that completes this command in a shell.
    Completions(completions::Arguments),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage_error(&error),
    };
    let output = Output::new(cli.json);
    match run(cli.command, output) {
        Ok(answer) => answer.into(),
        Err(failure) => {
            output.failure(&failure);
            failure.exit_code()
        }
    }
}

/// Reports an error in the command line: as JSON with `--json`, else in clap's format. Clap returns help and version as errors,
/// too.
fn usage_error(error: &clap::Error) -> ExitCode {
    let asks_for_help = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let wants_json = std::env::args_os().take_while(|word| word != "--").any(|word| word == "--json");
    if asks_for_help || !wants_json {
        error.exit();
    }
    let failure = if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        Failure::usage("the command line is not complete", "an argument is missing", HELP)
    } else {
        let text = error.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let what = lines
            .first()
            .map_or("the command line is wrong", |line| line.trim_start_matches("error: ").trim_end_matches(':'));
        let about_usage = |line: &&&str| line.starts_with("Usage:") || line.starts_with("For more information");
        let rest: Vec<&str> = lines.iter().skip(1).take_while(|line| !about_usage(line)).copied().collect();
        let why = if rest.is_empty() { "the arguments are not valid".to_owned() } else { rest.join("; ") };
        Failure::usage(what, why, HELP)
    };
    Output::new(true).failure(&failure);
    failure.exit_code()
}

/// The advice for an error in the command line.
const HELP: &str = "see `open-platform --help`, or `--help` after the command";

fn run(command: Command, output: Output) -> Result<Exit, Failure> {
    match command {
        Command::Demo(arguments) => demo::run(&arguments, output),
        Command::Endpoints(arguments) => endpoints::run(&arguments, output),
        Command::Scopes(arguments) => scopes::run(&arguments, output),
        Command::Migrate(arguments) => migrate::run(&arguments, output),
        Command::Keeper(arguments) => keeper::run(&arguments, output),
        Command::Inbox(arguments) => inbox::run(&arguments, output),
        Command::Reencrypt(arguments) => reencrypt::run(&arguments, output),
        Command::Init(arguments) => init::run(&arguments, output),
        Command::Sandbox(arguments) => sandbox::run(&arguments, output),
        Command::Exec(arguments) => exec::run(&arguments, output),
        Command::Record(arguments) => record::run(&arguments, output),
        Command::Replay(arguments) => replay::run(&arguments, output),
        Command::Coverage(arguments) => coverage::run(&arguments, output),
        Command::Clock(arguments) => control::clock::run(&arguments, output),
        Command::Fault(arguments) => control::fault::run(&arguments, output),
        Command::Fixture(arguments) => control::fixture::run(&arguments, output),
        Command::Generate(arguments) => control::generate::run(&arguments, output),
        Command::Listen(arguments) => control::listen::run(&arguments, output),
        Command::Logs(arguments) => control::logs::run(&arguments, output),
        Command::Token(arguments) => control::token::run(&arguments, output),
        Command::Trigger(arguments) => control::trigger::run(&arguments, output),
        Command::Resend(arguments) => control::resend::run(&arguments, output),
        Command::World(arguments) => control::world::run(&arguments, output),
        Command::Doctor(arguments) => doctor::run(&arguments, output),
        Command::Completions(arguments) => completions::run(&arguments, output),
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
