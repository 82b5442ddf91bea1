//! `open-platform scopes`: the scopes and permissions that an app needs for its calls and events.

use clap::Args;
use open_platform::scope;
use open_platform::{Requirements, required_scopes};
use serde_json::json;

use crate::event::EventName;
use crate::output::{Exit, Failure, Output, columns};

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct Arguments {
    /// A call the app makes, by its name in `open-platform endpoints`, such as `addons.create_on_post`.
    #[arg(long = "call", value_name = "NAME", num_args = 1..)]
    calls: Vec<String>,
    /// An event the app receives.
    #[arg(long = "event", value_name = "TYPE", num_args = 1.., ignore_case = true, value_enum)]
    events: Vec<EventName>,
    /// List all scopes of the platform.
    #[arg(long, conflicts_with_all = ["calls", "events"])]
    list: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    if arguments.list {
        list(output)?;
    } else {
        explain(&needs(arguments)?, output)?;
    }
    Ok(Exit::Success)
}

fn needs(arguments: &Arguments) -> Result<Requirements, Failure> {
    if arguments.calls.is_empty() && arguments.events.is_empty() {
        let next = "name some with --call and --event, or list all scopes with --list";
        return Err(Failure::usage("there is nothing to calculate", "neither a call nor an event is named", next));
    }
    let calls: Vec<_> = arguments.calls.iter().map(String::as_str).collect();
    if let Some(name) = calls.iter().find(|name| open_platform::api::endpoints::find(name).is_none()) {
        return Err(Failure::usage(
            format!("there is no call named `{name}`"),
            "names look like `addons.create_on_post`",
            "run `open-platform endpoints` for the list",
        ));
    }
    let events: Vec<_> = arguments.events.iter().map(|event| event.0.subscription()).collect();
    required_scopes(&calls, &events).map_err(|e| Failure::usage("cannot calculate the scopes", e, "check the names"))
}

fn explain(needs: &Requirements, output: Output) -> Result<(), Failure> {
    let Requirements { scopes, alternatives, permissions } = needs;
    if output.is_json() {
        let alternatives: Vec<_> =
            alternatives.iter().map(|other| json!({ "scope": other.smallest, "or": other.broader })).collect();
        return output.json(&json!({
            "scope": scopes.join(" "),
            "scopes": scopes,
            "alternatives": alternatives,
            "permissions": permissions,
        }));
    }
    let mut text = String::new();
    let mut section = |title: &str, lines: &[String], nothing: &str| {
        text += &format!("{}\n", output.bold(title));
        for line in lines {
            text += &format!("  {line}\n");
        }
        if lines.is_empty() {
            text += &format!("  {}\n", output.dim(nothing));
        }
    };
    let scope: Vec<_> = if scopes.is_empty() { Vec::new() } else { vec![scopes.join(" ")] };
    section("scopes to ask the user for", &scope, "none");
    let alternatives: Vec<_> =
        alternatives.iter().map(|other| format!("{} instead of {}", other.broader, other.smallest)).collect();
    section("broader scopes that are also sufficient", &alternatives, "none");
    section("permissions of the API key, to request in the console", permissions, "none");
    output.text(&text)
}

fn list(output: Output) -> Result<(), Failure> {
    if output.is_json() {
        let rows: Vec<_> = scope::ALL
            .iter()
            .map(|kind| {
                json!({
                    "name": kind.name,
                    "identifier": kind.object.identifier(),
                    "template": kind.template(),
                    "purpose": kind.purpose,
                })
            })
            .collect();
        return output.json(&rows);
    }
    let rows: Vec<_> = scope::ALL.iter().map(|kind| [kind.template(), kind.purpose.to_owned()]).collect();
    output.text(&(columns(&rows).join("\n") + "\n"))
}
