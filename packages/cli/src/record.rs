//! `open-platform record`: a proxy in front of the platform that writes the requests of an app to a file, without secrets.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use open_platform::client::Hosts;
use open_platform_sandbox::{Recording, RecordingProxy};
use serde_json::json;
use url::Url;

use crate::exec;
use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;
use crate::sandbox::settings::CA_VARIABLE;
use crate::signal::{self, Signals};
use crate::webhook::request;

/// The variable of an app with the address of the proxy or the replay.
const ADDRESS: &str = "OPEN_PLATFORM_SANDBOX_URL";

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// File to write, an HTTP archive (HAR 1.2). One that exists is replaced, if there was a request.
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
    let mut file = RecordingFile::open(&arguments.file)?;
    runtime()?.block_on(async {
        let settings =
            std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)));
        let proxy = RecordingProxy::start(hosts, arguments.port, &settings.collect()).await.map_err(not_started)?;
        let environment = BTreeMap::from([(ADDRESS, proxy.url().to_owned())]);
        let told = format!("records the requests to {name} at {}\n", proxy.url());
        let exit = serve(&told, &environment, &arguments.command, output).await;
        let recording = proxy.stop().await;
        if recording.requests > 0 {
            file.write(&recording, output)?;
        }
        let exit = exit?;
        report(&file, &recording, output)?;
        Ok(match exit {
            Exit::Success | Exit::Code(0) if recording.requests == 0 => Exit::Negative,
            exit => exit,
        })
    })
}

/// The file of the recording. What this command has made and not written is removed in the end.
struct RecordingFile<'a> {
    path: &'a Path,
    is_made: bool,
}

impl<'a> RecordingFile<'a> {
    /// A file that cannot be written is an error now, not when there is something to lose.
    fn open(path: &'a Path) -> Result<Self, Failure> {
        // Standard output.
        if path == Path::new("-") {
            return Ok(Self { path, is_made: false });
        }
        let is_made = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {
                OpenOptions::new().append(true).open(path).map(|_| false)
            }
            made => made.map(|_| true),
        };
        let is_made = is_made.map_err(|e| {
            Failure::environment(format!("{} cannot be written", path.display()), e, "name another file")
        })?;
        Ok(Self { path, is_made })
    }

    fn write(&mut self, recording: &Recording, output: Output) -> Result<(), Failure> {
        output.file(self.path, &recording.har)?;
        self.is_made = false;
        Ok(())
    }
}

impl Drop for RecordingFile<'_> {
    fn drop(&mut self) {
        if self.is_made {
            // An empty file that stays behind does no harm: it cannot be replayed.
            let _ = fs::remove_file(self.path);
        }
    }
}

fn report(file: &RecordingFile<'_>, recording: &Recording, output: Output) -> Result<(), Failure> {
    let requests = recording.requests;
    let outcome = if file.is_made { "no file is written" } else { "the file is unchanged" };
    let file = file.path.display();
    if output.is_json() {
        let report = json!({ "file": file.to_string(), "requests": requests, "failures": recording.failures });
        return output.note(&format!("{report}\n"));
    }
    for failure in &recording.failures {
        output.note(&output.warning(&format!("warning: no response of the platform: {failure}\n")))?;
    }
    match requests {
        0 => {
            let why = match recording.failures.is_empty() {
                true => format!("no request came: does the program use {ADDRESS}?"),
                false => "no request reached the platform".to_owned(),
            };
            output.note(&output.warning(&format!("warning: {outcome}, as {why}\n")))
        }
        _ => output.note(&format!("{} in {file}\n", counted(requests))),
    }
}

/// `1 request` or `2 requests`.
pub fn counted(requests: usize) -> String {
    format!("{requests} request{}", if requests == 1 { "" } else { "s" })
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
