//! `open-platform world`: lists, makes, resets and deletes worlds of a running sandbox.

use clap::Subcommand;
use http::Method;
use serde_json::Value;

use crate::output::{Exit, Failure, Output};

/// The arguments of the command.
pub type Arguments = super::Arguments<Command>;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List all worlds.
    List,
    /// Make the world that --in names, if it does not exist, and show it.
    Make,
    /// Reset the world to its initial state. The app keeps its credentials and addresses; the clock runs, at the machine's time.
    Reset,
    /// Delete the world with all its data.
    Delete,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let answer = match arguments.command {
        Command::List => admin.send(Method::GET, "/worlds", None),
        Command::Make => admin.in_world(Method::PUT, "", None),
        Command::Reset => admin.in_world(Method::POST, "/reset", None),
        Command::Delete => admin.in_world(Method::DELETE, "", None),
    }?;
    if output.is_json() {
        output.line(&answer)?;
        return Ok(Exit::Success);
    }
    let worlds = match &answer {
        Value::Array(worlds) => worlds.as_slice(),
        world => std::slice::from_ref(world),
    };
    let text: String = match arguments.command {
        Command::Delete => format!("the world {} is deleted\n", admin.world()),
        _ => worlds.iter().map(line).collect(),
    };
    output.text(&text)?;
    Ok(Exit::Success)
}

fn line(world: &Value) -> String {
    let text = |name: &str| world[name].as_str().unwrap_or_default().to_owned();
    let state = if world["frozen"] == true { " (frozen)" } else { "" };
    format!("{}  {}  {}{state}\n", text("name"), text("url"), text("now"))
}
