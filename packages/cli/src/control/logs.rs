//! `open-platform logs`: the requests to a running sandbox and its deliveries.

use std::path::PathBuf;

use clap::Args;
use http::Method;

use super::{Admin, Place, read};
use crate::output::{Exit, Failure, Output};
use crate::sandbox::activity::{Activity, Recorded};

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    #[command(flatten)]
    place: Place,
    /// Go on with everything that happens, until Ctrl-C or the end of the sandbox.
    #[arg(long, short)]
    follow: bool,
    /// How many lines of the past to print.
    #[arg(long, short = 'n', value_name = "N", default_value_t = 100)]
    lines: usize,
    /// Write the requests to this file instead, as an HTTP archive (HAR 1.2) for the network tools of browsers; `-` is standard
    /// output. Secrets in it are redacted.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["follow", "lines"])]
    har: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    if let Some(file) = &arguments.har {
        let archive = admin.in_world(Method::GET, "/requests.har", None)?;
        return output.file(file, &format!("{archive}\n")).map(|()| Exit::Success);
    }
    let mut activity = Activity::default();
    let mut shown = arguments.lines;
    let mut print = || {
        let recorded = recorded(&admin, activity.request)?;
        let lines = activity.lines(&recorded, output);
        let first = lines.len().saturating_sub(shown);
        // Only the past is limited.
        shown = usize::MAX;
        output.text(&lines.iter().skip(first).map(|line| format!("{line}\n")).collect::<String>())
    };
    if arguments.follow { admin.follow(print) } else { print() }.map(|()| Exit::Success)
}

/// What a running sandbox has recorded; of the requests those after a position.
pub fn recorded(admin: &Admin, position: i64) -> Result<Recorded, Failure> {
    Ok(Recorded {
        requests: read(admin.in_world(Method::GET, &format!("/requests?after={position}"), None)?)?,
        deliveries: read(admin.in_world(Method::GET, "/deliveries", None)?)?,
        undelivered: read(admin.in_world(Method::GET, "/undelivered", None)?)?,
    })
}
