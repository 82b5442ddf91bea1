//! `open-platform replay`: a server that answers an app as it was recorded.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use open_platform_sandbox::Replay;
use serde_json::json;

use crate::output::{Exit, Failure, Output};
use crate::record::{counted, not_started, serve};
use crate::sandbox::runtime;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// File that `open-platform record` has written, or another HTTP archive of requests to the platform.
    file: PathBuf,
    /// List at the end the recorded requests that the program did not send, and exit with 1 if there are any.
    #[arg(long)]
    unused: bool,
    /// Port to listen on. By default a free one.
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// The program and its arguments. Without one the command answers until Ctrl-C.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let file = arguments.file.display();
    let har = std::fs::read(&arguments.file)
        .map_err(|e| Failure::input(format!("{file} cannot be read"), e, "record it with `open-platform record`"))?;
    runtime()?.block_on(async {
        let replay = Replay::start(&har, arguments.port).await.map_err(|error| match error {
            open_platform::Error::InvalidInput { reason, .. } => {
                Failure::input(format!("{file} cannot be replayed"), reason, "record it with `open-platform record`")
            }
            other => not_started(other),
        })?;
        let told = format!("replays {} of {file} at {}\n", counted(replay.len()), replay.url());
        let exit = serve(&told, &replay.environment(), &arguments.command, output).await?;
        let missing = replay.missing();
        let unused = if arguments.unused { replay.unused() } else { Vec::new() };
        replay.stop().await;
        report(&missing, &unused, output)?;
        Ok(match exit {
            Exit::Success | Exit::Code(0) if !missing.is_empty() || !unused.is_empty() => Exit::Negative,
            exit => exit,
        })
    })
}

fn report(missing: &[String], unused: &[String], output: Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.note(&format!("{}\n", json!({ "missing": missing, "unused": unused })));
    }
    for one in missing {
        output.note(&format!("{} {one}\n", output.warning("missing:")))?;
    }
    for one in unused {
        output.note(&format!("{} {one}\n", output.warning("unused:")))?;
    }
    Ok(())
}
