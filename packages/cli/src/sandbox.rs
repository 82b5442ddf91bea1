//! `open-platform sandbox`: runs the sandbox as a process, for a developer at a terminal, or for tests in any language.

pub mod activity;
pub mod https;
pub mod settings;
mod state;

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use chrono::{DateTime, Utc};
use clap::Args;
use open_platform::{Error, Secret};
use open_platform_sandbox::{Builder, Sandbox};
use serde_json::json;

use crate::coverage;
use crate::findings::{Reporter, Seen};
use crate::output::{Exit, Failure, Output, columns};
use crate::signal;
use activity::{Activity, Recorded};
use https::CertificateFiles;
use settings::{CA_VARIABLE, WorldArguments, environment};

/// The port on a terminal, so that the address of the console stays the same.
const USUAL_PORT: u16 = 4010;

/// The time limit for requests in progress after the signal to stop.
const GRACE: Duration = Duration::from_secs(5);

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Port to listen on; 0 selects a free one. On a terminal the default is 4010, or a free one if 4010 is taken. Otherwise it
    /// is 0.
    #[arg(long)]
    port: Option<u16>,
    /// Address to listen on. An address other than loopback needs --token-env.
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST), value_name = "ADDRESS")]
    bind: IpAddr,
    /// Environment variable with the token that requests to the admin API must send.
    #[arg(long, value_name = "NAME")]
    token_env: Option<String>,
    /// Stop also when standard input ends, so that the sandbox ends with the process that started it through a pipe.
    #[arg(long)]
    stop_with_stdin: bool,
    /// Write the environment variables of an app, `NAME=value` on each line, to this file. Only a file that this option has
    /// written is replaced.
    #[arg(long, value_name = "FILE")]
    env_file: Option<PathBuf>,
    /// Load the default world from this file at the start, and save it there at the end. A new file begins with a new world; for
    /// another one --seed and --profile have no effect. It has no recorded requests and no bytes of images.
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    world: WorldArguments,
}

/// Runs the command until a signal to stop. On a terminal it prints the addresses, then a line for each request and delivery.
/// Otherwise it prints one line of JSON.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let runtime = runtime()?;
    runtime.block_on(async {
        // Before the first output: its reader may send the signal at once.
        let stop = signal::stop()?;
        let reporter = Reporter::connect();
        let sandbox = start(arguments, output).await?;
        let certificates = arguments.world.https.write(&sandbox)?;
        let certificates = certificates.as_ref();
        let world = sandbox.default_world();
        let mut saved_at = None;
        if let Some(file) = &arguments.state {
            saved_at = state::load(file, &world)?;
        }
        arguments.world.apply(&sandbox).await;
        if let Some(file) = &arguments.state {
            // A file that cannot be written is an error now, not when there is something to lose.
            state::save(file, &world)?;
        }
        if let Some(file) = &arguments.env_file {
            write_environment(file, &sandbox, certificates)?;
        }
        let shown = async {
            match output.is_interactive() {
                true => show(&sandbox, arguments, certificates, saved_at, output).await,
                false => output.line(&description(&sandbox, certificates)),
            }?;
            std::future::pending().await
        };
        let ended = tokio::select! {
            failure = shown => failure,
            () = stop => Ok(Exit::Success),
            () = end_of_stdin(), if arguments.stop_with_stdin => Ok(Exit::Success),
        };
        if Reporter::is_wanted() {
            reporter.send(&Seen::by(&sandbox));
        }
        let covered = coverage::record(&sandbox);
        // Requests still in progress after the grace period end with the process.
        let _ = tokio::time::timeout(GRACE, sandbox.stop()).await;
        if let Some(file) = &arguments.state {
            state::save(file, &world)?;
        }
        covered.and(ended)
    })
}

/// The runtime of a command that sends requests or waits.
pub fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    tokio::runtime::Runtime::new().map_err(|e| {
        let next = "check the limits of this machine: threads, file descriptors";
        Failure::environment("the asynchronous runtime cannot start", e, next)
    })
}

/// Starts at the port that was asked for. Without one, on a terminal, [`USUAL_PORT`] is tried first.
async fn start(arguments: &Arguments, output: Output) -> Result<Sandbox, Failure> {
    arguments.world.https.check()?;
    let at = |port| SocketAddr::new(arguments.bind, port);
    if arguments.port.is_none()
        && output.is_interactive()
        && let Some(sandbox) = start_at_usual_port(builder(arguments)?, arguments.bind).await
    {
        return Ok(sandbox);
    }
    let address = at(arguments.port.unwrap_or_default());
    let next = "choose another --port or --bind; --port 0 takes a free port";
    let started = builder(arguments)?.bind(address).start().await;
    started.map_err(|e| not_started(format!("the sandbox cannot start at {address}"), &e, next))
}

/// The failure of a start, with the advice for other settings than those of HTTPS.
pub fn not_started(what: impl Into<String>, error: &Error, next: &str) -> Failure {
    let is_https = matches!(error, Error::Config { setting, .. } if setting == "https");
    Failure::environment(what, error, if is_https { "check --https-name and --https-dir" } else { next })
}

/// Starts at the port where the other commands look for a sandbox, if it is free.
pub async fn start_at_usual_port(builder: Builder, address: IpAddr) -> Option<Sandbox> {
    builder.bind(SocketAddr::new(address, USUAL_PORT)).start().await.ok()
}

fn builder(arguments: &Arguments) -> Result<Builder, Failure> {
    let Arguments { bind, token_env, world, .. } = arguments;
    let mut builder = world.builder();
    if Reporter::is_wanted() || coverage::is_wanted() {
        builder = builder.keep_records();
    }
    let Some(name) = token_env else {
        if bind.is_loopback() {
            return Ok(builder);
        }
        return Err(Failure::usage(
            format!("{bind} can be reached from other machines"),
            "the admin API would be open to them",
            "set a token in an environment variable and name the variable with --token-env, or omit --bind",
        ));
    };
    match std::env::var(name) {
        Ok(token) if !token.is_empty() => Ok(builder.token(Secret::new(token))),
        _ => Err(Failure::usage(
            format!("the environment variable {name} is not set, empty or not Unicode"),
            "--token-env names the variable that holds the token",
            format!("set {name}, or omit --token-env on loopback"),
        )),
    }
}

/// Reads standard input to its end on a thread: a blocking read of tokio would delay the end of the process.
async fn end_of_stdin() {
    let (ended, end) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        // An error counts as the end, too.
        let _ = std::io::copy(&mut std::io::stdin(), &mut std::io::sink());
        drop(ended);
    });
    let _ = end.await;
}

/// What a test needs: the addresses, and the generated credentials of the default world.
fn description(sandbox: &Sandbox, certificates: Option<&CertificateFiles>) -> serde_json::Value {
    let url = sandbox.url();
    let mut description = json!({
        // The packages of other languages check that the command has their own version.
        "version": env!("CARGO_PKG_VERSION"),
        "url": url,
        "hosts": {
            "auth": format!("{url}/auth"),
            "base": format!("{url}/base"),
            "api": format!("{url}/api"),
            "upload": format!("{url}/upload"),
            "chat": format!("{url}/chat"),
        },
        "admin": format!("{url}/_sandbox"),
        "environment": environment(sandbox, certificates).into_iter().collect::<BTreeMap<_, _>>(),
    });
    if let Some(files) = certificates {
        description["certificates"] = files.description();
    }
    description
}

/// Prints what a developer needs, then each request and delivery of the default world.
async fn show(
    sandbox: &Sandbox,
    arguments: &Arguments,
    certificates: Option<&CertificateFiles>,
    saved_at: Option<DateTime<Utc>>,
    output: Output,
) -> Result<(), Failure> {
    output.text(&introduction(sandbox, arguments, certificates, saved_at, output))?;
    let world = sandbox.default_world();
    let mut activity = Activity::default();
    loop {
        let changed = world.changed();
        for line in activity.lines(&Recorded::after(activity.request, &world), output) {
            output.text(&format!("{line}\n"))?;
        }
        changed.await;
    }
}

fn introduction(
    sandbox: &Sandbox,
    arguments: &Arguments,
    certificates: Option<&CertificateFiles>,
    saved_at: Option<DateTime<Utc>>,
    output: Output,
) -> String {
    let url = sandbox.url();
    let title = output.bold(&format!("Open Platform sandbox {}", env!("CARGO_PKG_VERSION")));
    let behaviour = match saved_at {
        Some(time) => format!("as saved at {}", time.format("%Y-%m-%dT%H:%M:%SZ")),
        None => arguments.world.to_string(),
    };
    let (storage, state) = match &arguments.state {
        Some(file) => ("The default world is saved at the end", Some(file.display().to_string())),
        None => ("Everything is in memory", None),
    };
    let rows: Vec<_> = [
        ("  Console", Some(format!("{url}/"))),
        ("  Admin API", Some(format!("{url}/_sandbox/openapi.json"))),
        ("  Behaviour", Some(behaviour)),
        ("  State", state),
        ("  CA to trust", certificates.map(|files| files.ca().display().to_string())),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some([name.to_owned(), value?]))
    .collect();
    let settings = environment(sandbox, certificates);
    let exports: String = settings.iter().map(|(name, value)| format!("  export {name}='{value}'\n")).collect();
    format!(
        "{title}: a local test server of the platform. {storage}.\n\n{}\n\n\
         The settings of an app (all credentials are generated):\n\n{}\n\
         Requests of the app and deliveries to it; Ctrl-C stops the sandbox:\n\n",
        columns(&rows).join("\n"),
        exports,
    )
}

fn write_environment(file: &Path, sandbox: &Sandbox, certificates: Option<&CertificateFiles>) -> Result<(), Failure> {
    let settings = environment(sandbox, certificates);
    let cannot = |why: &dyn std::fmt::Display| {
        Failure::environment(format!("{} cannot be written", file.display()), why, "choose another --env-file")
    };
    // The settings of the real app may be in a file of this name, and nowhere else.
    if file.is_file() {
        let existing = std::fs::read(file).map_err(|e| cannot(&e))?;
        // One written with --https has the variable of the CA, too.
        let names: Vec<_> = settings.iter().map(|(name, _)| *name).chain([CA_VARIABLE]).collect();
        if !is_written_by_sandbox(&String::from_utf8_lossy(&existing), &names) {
            return Err(cannot(&"it has settings that are not those of a sandbox"));
        }
    }
    let lines: String = settings.iter().map(|(name, value)| format!("{name}={value}\n")).collect();
    std::fs::write(file, lines).map_err(|e| cannot(&e))
}

/// Whether a file has only these variables, with the address of a sandbox among them; or nothing.
fn is_written_by_sandbox(text: &str, names: &[&str]) -> bool {
    let mut lines = text.lines().map(|line| line.split_once('=').map_or(line, |(name, _)| name));
    text.is_empty() || text.contains("OPEN_PLATFORM_SANDBOX_URL=http") && lines.all(|name| names.contains(&name))
}
