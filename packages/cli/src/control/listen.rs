//! `open-platform listen`: lets a running sandbox send events to an app, and prints each delivery.

use clap::Args;
use http::Method;
use serde_json::{Map, Value};
use url::Url;

use super::logs::recorded;
use super::{Admin, Place};
use crate::output::{Exit, Failure, Output};
use crate::sandbox::activity::{Activity, Recorded};
use crate::sandbox::settings::local_address;

/// The arguments of the command.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Address of the app for events, on this machine.
    #[arg(value_name = "URL", value_parser = local_address)]
    events_url: Url,
    /// Address of the app for start requests.
    #[arg(long, value_name = "URL", value_parser = local_address)]
    start_url: Option<Url>,
    /// Address of the app for dynamic actions.
    #[arg(long, value_name = "URL", value_parser = local_address)]
    dynamic_action_url: Option<Url>,
    #[command(flatten)]
    place: Place,
}

/// Runs the command until Ctrl-C or the end of the sandbox.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let wanted: Map<String, Value> = [
        ("events_url", Some(&arguments.events_url)),
        ("start_url", arguments.start_url.as_ref()),
        ("dynamic_action_url", arguments.dynamic_action_url.as_ref()),
    ]
    .into_iter()
    .filter_map(|(member, url)| Some((member.to_owned(), url?.as_str().into())))
    .collect();
    let app = admin.in_world(Method::GET, "/app", None)?;
    let before = wanted.keys().map(|member| (member.clone(), app[member].clone())).collect();
    change(&admin, wanted)?;
    output.note(&format!(
        "events of the world {} are sent to {}; Ctrl-C ends it\n",
        admin.world(),
        arguments.events_url
    ))?;
    let mut activity = Activity::default();
    // What was before is not printed.
    activity.lines(&deliveries(&admin)?, output);
    let followed = admin.follow(|| {
        let lines = activity.lines(&deliveries(&admin)?, output);
        output.text(&lines.iter().map(|line| format!("{line}\n")).collect::<String>())
    });
    // Fails if the sandbox has ended, which is no error here.
    let _ = change(&admin, before);
    followed.map(|()| Exit::Success)
}

fn change(admin: &Admin, change: Map<String, Value>) -> Result<(), Failure> {
    admin.in_world(Method::PATCH, "/app", Some(&Value::Object(change))).map(drop)
}

/// Everything but the requests of the app.
fn deliveries(admin: &Admin) -> Result<Recorded, Failure> {
    Ok(Recorded { requests: Vec::new(), ..recorded(admin, i64::MAX)? })
}
