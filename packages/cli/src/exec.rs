//! `open-platform exec -- COMMAND`: runs a program with a sandbox of its own.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitStatus;

use clap::Args;
use open_platform_sandbox::Sandbox;
use serde_json::json;
use tokio::process::{Child, Command};

use crate::coverage;
use crate::findings::{self, Finding, Reporter, Reports, Seen};
use crate::output::{Exit, Failure, Output};
use crate::sandbox::settings::{WorldArguments, environment};
use crate::sandbox::{not_started, runtime, start_at_usual_port};
use crate::signal::Signals;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Open the console of the sandbox in the browser.
    #[arg(long)]
    open: bool,
    /// Exit with 1 if the program succeeded but a sandbox saw one of these, separated by commas, or no sandbox saw anything. All
    /// worlds count, also deleted ones, of this sandbox and of those that the program starts with this command.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FINDINGS")]
    fail_on: Vec<Finding>,
    #[command(flatten)]
    world: WorldArguments,
    /// The program and its arguments, after the options of this command. `--` may stand before it.
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Runs the program, and returns its exit code: 128 plus the number of the signal that ended it.
///
/// The program gets the environment of the caller, with the settings of the sandbox. Signals to end are passed on to it. Ctrl-C on
/// a terminal reaches it directly.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    runtime()?.block_on(async {
        let mut signals = Signals::listen()?;
        // For a command that has started this one and checks its findings, too.
        let reporter = Reporter::connect();
        let reports = if arguments.fail_on.is_empty() { None } else { Some(Reports::listen().await?) };
        let sandbox = start(arguments, output).await?;
        let certificates = arguments.world.https.write(&sandbox)?;
        arguments.world.apply(&sandbox).await;
        announce(arguments, &sandbox, output)?;
        let mut program = command(&arguments.command);
        program.envs(environment(&sandbox, certificates.as_ref()));
        if let Some(reports) = &reports {
            program.env(findings::VARIABLE, reports.address());
        }
        let mut child = spawned(&mut program, &arguments.command)?;
        let status = ended(&mut child, &mut signals).await?;
        let mut seen = Seen::by(&sandbox);
        if let Some(reports) = reports {
            seen.add(reports.end().await);
        }
        report(arguments, code(status), &seen, output)?;
        let is_passed = seen.failures(&arguments.fail_on).next().is_none();
        reporter.send(&seen);
        coverage::record(&sandbox)?;
        sandbox.stop().await;
        Ok(match code(status) {
            0 if !is_passed => Exit::Negative,
            code => Exit::Code(code),
        })
    })
}

/// Prints the addresses of the sandbox, and opens its console if that was asked for.
fn announce(arguments: &Arguments, sandbox: &Sandbox, output: Output) -> Result<(), Failure> {
    let console = format!("{}/", sandbox.url());
    let link = arguments.world.expect_app(sandbox);
    if output.is_json() {
        output.note(&format!("{}\n", json!({ "sandbox": console, "app": link })))?;
    } else {
        output.note(&format!("sandbox: {console}\n"))?;
        if let Some(link) = link {
            output.note(&format!("a post opens the app at {link}\n"))?;
        }
    }
    if arguments.open
        && let Err(error) = open::that_detached(&console)
    {
        output.note(&output.warning(&format!("warning: no browser can be opened: {error}\n")))?;
    }
    Ok(())
}

/// Prints what the sandboxes saw of the findings that `--fail-on` names.
fn report(arguments: &Arguments, code: u8, seen: &Seen, output: Output) -> Result<(), Failure> {
    let failures: Vec<_> = seen.failures(&arguments.fail_on).collect();
    if output.is_json() {
        let report = json!({
            "code": code, "passed": failures.is_empty() && code == 0, "found": failures, "requests": seen.requests,
            "deliveries": seen.deliveries, "worlds": seen.worlds, "sandboxes": seen.sandboxes,
        });
        return output.note(&format!("{report}\n"));
    }
    for found in failures {
        output.note(&format!("{} {found}\n", output.warning(&format!("{}:", found.finding.name()))))?;
    }
    Ok(())
}

/// Starts the sandbox. On a terminal, and with --open, at the port where the commands that control a sandbox look for one.
async fn start(arguments: &Arguments, output: Output) -> Result<Sandbox, Failure> {
    arguments.world.https.check()?;
    let is_watched = arguments.open || output.is_interactive();
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    if is_watched && let Some(sandbox) = start_at_usual_port(arguments.world.builder().keep_records(), local).await {
        return Ok(sandbox);
    }
    let next = "check the limits of this machine: ports, file descriptors";
    let started = arguments.world.builder().keep_records().start().await;
    started.map_err(|e| not_started("the sandbox cannot start", &e, next))
}

/// The program after `--`, which clap requires. It ends with this one.
pub fn command(words: &[OsString]) -> Command {
    let mut command = Command::new(words.first().map(OsString::as_os_str).unwrap_or_default());
    command.args(words.iter().skip(1)).kill_on_drop(true);
    command
}

/// Starts it.
pub fn spawned(command: &mut Command, words: &[OsString]) -> Result<Child, Failure> {
    command.spawn().map_err(|e| {
        let program = words.first().map(OsString::as_os_str).unwrap_or_default();
        let what = format!("{} cannot be started", program.display());
        Failure::environment(what, e, "check the name of the program after `--`, and that it can be executed")
    })
}

/// Waits for its end, and passes signals on to it.
pub async fn ended(child: &mut Child, signals: &mut Signals) -> Result<ExitStatus, Failure> {
    let status = loop {
        tokio::select! {
            status = child.wait() => break status,
            signal = signals.next() => Signals::pass_on(signal, child),
        }
    };
    status.map_err(|e| Failure::environment("the program cannot be waited for", e, "start it again"))
}

/// The exit code as a shell reports it.
pub fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal: Option<i32> = None;
    let code = status.code().or_else(|| signal.map(|signal| 128 + signal)).unwrap_or(1);
    u8::try_from(code).unwrap_or(1)
}
