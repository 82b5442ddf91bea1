//! `open-platform exec -- COMMAND`: runs a program with a sandbox of its own.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr};
use std::process::ExitStatus;

use clap::{Args, ValueEnum};
use open_platform_sandbox::{Sandbox, World};
use serde_json::json;
use tokio::process::{Child, Command};

use crate::coverage;
use crate::output::{Exit, Failure, Output};
use crate::sandbox::settings::{WorldArguments, environment};
use crate::sandbox::{runtime, start_at_usual_port};
use crate::signal::Signals;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Open the console of the sandbox in the browser.
    #[arg(long)]
    open: bool,
    /// Exit with 1 if the program succeeded but the sandbox saw one of these, separated by commas.
    #[arg(long, value_enum, value_delimiter = ',', value_name = "FINDINGS")]
    fail_on: Vec<Finding>,
    #[command(flatten)]
    world: WorldArguments,
    /// The program and its arguments, after `--`.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// What a test suite can forbid its app to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Finding {
    /// A request to a deprecated endpoint.
    Deprecated,
    /// A write that was sent more than once.
    Duplicate,
    /// A credential that was sent to a host that must not receive it.
    Credential,
    /// A request that the platform refused.
    Refused,
    /// An event that the app did not receive.
    Undelivered,
}

impl Finding {
    fn name(self) -> &'static str {
        match self {
            Self::Deprecated => "deprecated",
            Self::Duplicate => "duplicate",
            Self::Credential => "credential",
            Self::Refused => "refused",
            Self::Undelivered => "undelivered",
        }
    }

    /// What the world has recorded of this kind, one text each.
    fn of(self, world: &World) -> Vec<String> {
        let ledger = world.ledger();
        match self {
            Self::Deprecated => ledger
                .deprecated()
                .into_iter()
                .map(|request| {
                    let endpoint = request.endpoint.unwrap_or(request.path);
                    format!(
                        "request {}: {endpoint} is deprecated: use {}",
                        request.number,
                        request.replacement.unwrap_or_default()
                    )
                })
                .collect(),
            Self::Duplicate => ledger
                .duplicates()
                .into_iter()
                .map(|write| format!("{} was sent {} times with the same body", write.endpoint, write.requests.len()))
                .collect(),
            Self::Credential => ledger
                .misplaced_credentials()
                .into_iter()
                .map(|sighting| format!("{:?} was sent to the host {}", sighting.credential, sighting.host))
                .collect(),
            Self::Refused => ledger
                .requests()
                .into_iter()
                .filter_map(|request| {
                    let endpoint = request.endpoint.unwrap_or(request.path);
                    Some(format!("request {}: {endpoint}: {} {}", request.number, request.status, request.refusal?))
                })
                .collect(),
            Self::Undelivered => world
                .undelivered()
                .into_iter()
                .map(|event| format!("{} was not delivered: {}", event.event, event.explanation))
                .collect(),
        }
    }
}

/// Runs the program, and returns its exit code: 128 plus the number of the signal that ended it.
///
/// The program gets the environment of the caller, with the settings of the sandbox. Signals to end are passed on to it. Ctrl-C on
/// a terminal reaches it directly.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    runtime()?.block_on(async {
        let mut signals = Signals::listen()?;
        let sandbox = start(arguments, output).await?;
        arguments.world.apply(&sandbox).await;
        let console = format!("{}/", sandbox.url());
        let link = arguments.world.expect_app(&sandbox);
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
        let mut program = command(&arguments.command);
        let mut child = spawned(program.envs(environment(&sandbox)), &arguments.command)?;
        let status = ended(&mut child, &mut signals).await?;
        let world = sandbox.default_world();
        let found: Vec<_> = arguments
            .fail_on
            .iter()
            .flat_map(|finding| finding.of(&world).into_iter().map(|text| (finding.name(), text)))
            .collect();
        if output.is_json() {
            let found: Vec<_> = found.iter().map(|(name, text)| json!({ "finding": name, "text": text })).collect();
            let requests = world.ledger().requests().len();
            let report = json!({
                "code": code(status), "passed": found.is_empty() && status.success(), "found": found,
                "requests": requests, "deliveries": world.deliveries().len(),
            });
            output.note(&format!("{report}\n"))?;
        } else {
            for (name, text) in &found {
                output.note(&format!("{} {text}\n", output.warning(&format!("{name}:"))))?;
            }
        }
        coverage::record(&sandbox)?;
        sandbox.stop().await;
        Ok(match code(status) {
            0 if !found.is_empty() => Exit::Negative,
            code => Exit::Code(code),
        })
    })
}

/// Starts the sandbox. On a terminal, and with --open, at the port where the commands that control a sandbox look for one.
async fn start(arguments: &Arguments, output: Output) -> Result<Sandbox, Failure> {
    let is_watched = arguments.open || output.is_interactive();
    let local = IpAddr::V4(Ipv4Addr::LOCALHOST);
    if is_watched && let Some(sandbox) = start_at_usual_port(arguments.world.builder(), local).await {
        return Ok(sandbox);
    }
    arguments.world.builder().start().await.map_err(|e| {
        let next = "check the limits of this machine: ports, file descriptors";
        Failure::environment("the sandbox cannot start", e, next)
    })
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
