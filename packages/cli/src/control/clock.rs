//! `open-platform clock`: shows and moves the clock of a running sandbox.

use chrono::{DateTime, Utc};
use clap::Subcommand;
use http::Method;
use serde_json::{Value, json};

use crate::output::{Exit, Failure, Output};

/// The arguments of the command.
pub type Arguments = super::Arguments<Command>;

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Show the time, and what is planned.
    Show,
    /// Freeze the clock: nothing happens by itself any more.
    Freeze,
    /// Let the clock run.
    Run,
    /// Advance the clock, and show what happened: expiries, deliveries, retries.
    Advance {
        /// How far: a number with `s`, `m`, `h` or `d`, such as 90s, 2m, 1h or 30d.
        #[arg(value_parser = forwards, allow_hyphen_values = true)]
        by: Seconds,
    },
    /// Set the time. A later time is the same as `advance`; an earlier one undoes nothing.
    Set {
        /// The time, such as 2026-03-21T00:00:00Z.
        to: DateTime<Utc>,
    },
    /// Advance the clock until no delivery is left.
    Idle,
}

/// A length of time on the command line.
#[derive(Clone, Copy, Debug)]
pub struct Seconds(pub u32);

fn forwards(text: &str) -> Result<Seconds, String> {
    if text.starts_with('-') {
        return Err("it moves forwards only: `clock set` sets an earlier time".to_owned());
    }
    seconds(text)
}

/// Reads a length of time.
pub fn seconds(text: &str) -> Result<Seconds, String> {
    let units = [('s', 1), ('m', 60), ('h', 3600), ('d', 86_400)];
    let found = units.iter().find_map(|(unit, length)| Some((text.strip_suffix(*unit)?, *length)));
    let (number, length) = found.ok_or("write a number with `s`, `m`, `h` or `d`, such as 90s or 30d")?;
    let number: u32 = number.parse().map_err(|_| format!("{number:?} is not a whole number"))?;
    number.checked_mul(length).map(Seconds).ok_or_else(|| "it is too long".to_owned())
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let admin = arguments.place.admin()?;
    let post = |path: &str, body: Option<Value>| admin.in_world(Method::POST, path, body.as_ref());
    let answer = match &arguments.command {
        Command::Show => admin.in_world(Method::GET, "/clock", None),
        Command::Freeze => post("/clock/freeze", None),
        Command::Run => post("/clock/unfreeze", None),
        Command::Advance { by } => post("/clock/advance", Some(json!({ "seconds": by.0 }))),
        Command::Set { to } => post("/clock/set", Some(json!({ "to": to }))),
        Command::Idle => post("/clock/run-until-idle", None),
    }?;
    if output.is_json() {
        output.line(&answer)?;
        return Ok(Exit::Success);
    }
    let state = if answer["frozen"] == true { " (frozen)" } else { "" };
    let mut text = format!("{}{state}\n", output.bold(answer["now"].as_str().unwrap_or_default()));
    for (title, list) in [("happened", &answer["fired"]), ("planned", &answer["planned"])] {
        for job in list.as_array().into_iter().flatten() {
            text += &format!("  {title} {}\n", about(job));
        }
    }
    output.text(&text)?;
    Ok(Exit::Success)
}

/// A job as text: its time, its kind, and what it is about.
fn about(job: &Value) -> String {
    let members = job["job"].as_object().or(job.as_object());
    let kind = members.and_then(|members| members.get("job")).and_then(Value::as_str).unwrap_or_default();
    let others = members.into_iter().flatten().filter(|(name, _)| *name != "job" && *name != "at");
    let others: String =
        others.map(|(name, value)| format!(" {name} {}", value.to_string().trim_matches('"'))).collect();
    format!("{} {}{others}", job["at"].as_str().unwrap_or_default(), kind.replace('_', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_a_unit() {
        for (text, expected) in [("90s", 90), ("2m", 120), ("1h", 3600), ("30d", 2_592_000), ("0s", 0)] {
            assert_eq!(seconds(text).unwrap().0, expected, "{text}");
        }
        for wrong in ["", "1", "h", "-1h", "1.5h", "99999999d", "1w"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
    }
}
