//! `open-platform record`: a proxy in front of the platform that writes the requests of an app to a file, without secrets.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use open_platform::client::Hosts;
use open_platform_sandbox::Recorder;
use serde_json::json;
use url::Url;

use crate::exec;
use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;
use crate::sandbox::settings::CA_VARIABLE;
use crate::signal::{self, Signals};
use crate::webhook::request;

/// The variable of an app with the address of the recorder or the replay.
const ADDRESS: &str = "OPEN_PLATFORM_SANDBOX_URL";

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// File to write, an HTTP archive (HAR 1.2). One that exists is replaced.
    file: PathBuf,
    /// Address of a sandbox to record, instead of the live platform.
    #[arg(long, value_name = "URL", env = ADDRESS, value_parser = base)]
    to: Option<Base>,
    /// Port to listen on. By default a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The program and its arguments. Without one the command records until Ctrl-C.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// What is recorded. An empty variable counts as not set, as for every setting of an app.
#[derive(Clone, Debug)]
enum Base {
    Live,
    Sandbox(Url),
}

fn base(text: &str) -> Result<Base, String> {
    if text.is_empty() { Ok(Base::Live) } else { request::address(text).map(Base::Sandbox) }
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let (hosts, name) = match &arguments.to {
        Some(Base::Sandbox(url)) => (Hosts::sandbox(url), url.to_string()),
        Some(Base::Live) | None => (Hosts::live(), "the live platform".to_owned()),
    };
    // A file that cannot be written is an error now, not when there is something to lose.
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(&arguments.file);
    opened.map_err(|e| {
        Failure::environment(format!("{} cannot be written", arguments.file.display()), e, "name another file")
    })?;
    runtime()?.block_on(async {
        let settings =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let recorder = Recorder::start(hosts, arguments.port, &settings.collect()).await.map_err(not_started)?;
        let environment = BTreeMap::from([(ADDRESS, recorder.url().to_owned())]);
        let told = format!("records the requests to {name} at {}\n", recorder.url());
        let exit = serve(&told, &environment, &arguments.command, output).await?;
        let recording = recorder.stop().await;
        output.file(&arguments.file, &recording.har)?;
        for failure in &recording.failures {
            output.note(&output.warning(&format!("warning: no response of the platform: {failure}\n")))?;
        }
        report(arguments, recording.requests, output)?;
        Ok(match exit {
            Exit::Success | Exit::Code(0) if recording.requests == 0 => Exit::Negative,
            exit => exit,
        })
    })
}

fn report(arguments: &Arguments, requests: usize, output: Output) -> Result<(), Failure> {
    let file = arguments.file.display();
    if output.is_json() {
        return output.note(&format!("{}\n", json!({ "file": file.to_string(), "requests": requests })));
    }
    match requests {
        0 => output.note(&output.warning(&format!("warning: no request came: does the program use {ADDRESS}?\n"))),
        1 => output.note(&format!("1 request in {file}\n")),
        _ => output.note(&format!("{requests} requests in {file}\n")),
    }
}

/// The failure of a server that does not start.
pub fn not_started(error: open_platform::Error) -> Failure {
    let next = match &error {
        open_platform::Error::Config { setting, .. } if setting == "root_certificates_pem" => {
            format!("set {CA_VARIABLE} to the CA of the sandbox that is running, or unset it")
        }
        _ => "choose another --port; without one a free port is taken".to_owned(),
    };
    Failure::environment("the server cannot start", error, next)
}

/// Runs the program with the settings, and returns its exit code. Without one it prints the settings, and waits for the signal to stop.
pub async fn serve(
    told: &str,
    environment: &BTreeMap<&'static str, String>,
    words: &[OsString],
    output: Output,
) -> Result<Exit, Failure> {
    if words.is_empty() {
        // Before the first output: its reader may send the signal at once.
        let stop = signal::stop()?;
        if output.is_interactive() {
            let exports = environment.iter().map(|(name, value)| format!("  export {name}='{value}'\n"));
            output.text(&format!("{told}\n{}\nCtrl-C stops it.\n", exports.collect::<String>()))?;
        } else {
            output.line(&json!({ "url": environment.get(ADDRESS), "environment": environment }))?;
        }
        stop.await;
        return Ok(Exit::Success);
    }
    let mut signals = Signals::listen()?;
    if !output.is_json() {
        output.note(told)?;
    }
    let mut program = exec::command(words);
    program.envs(environment);
    let mut child = exec::spawned(&mut program, words)?;
    let status = exec::ended(&mut child, &mut signals).await?;
    Ok(Exit::Code(exec::code(status)))
}
