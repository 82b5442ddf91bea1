//! How the demo is told: a heading for each flow, a line for each step, and what the step found out. Nothing here knows
//! the platform.
//!
//! A step claims nothing that it has not checked, with [`ensure`] or [`Facts::same`]; the first thing that does not hold
//! ends the demo.

use std::fmt::Display;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::{Failure, Output};

/// Where the values of a step begin.
const INDENT: &str = "       ";

/// The telling of the demo.
#[derive(Debug)]
pub struct Story {
    output: Output,
    pace: Duration,
    flow: &'static str,
    steps: i64,
}

/// Why a step does not hold. Everything that can go wrong in a step becomes this, so that steps use `?` on any error.
#[derive(Debug)]
pub struct Wrong(pub String);

impl<E: std::error::Error> From<E> for Wrong {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Something that should not have happened.
pub fn wrong<T>(what: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong(what.into()))
}

/// Something that must hold: `what` says it in words.
pub fn ensure(holds: bool, what: &str) -> Result<(), Wrong> {
    if holds { Ok(()) } else { wrong(format!("this does not hold: {what}")) }
}

/// Why the demo ends early.
#[derive(Debug)]
pub enum Stop {
    /// A step did not hold. It has been told already.
    Step,
    /// There is nowhere to tell it.
    Output(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Output(failure)
    }
}

/// What a step found out: names and values, in the order they were found. In text, `_` in a name is a space.
#[derive(Debug, Default)]
pub struct Facts(Vec<(&'static str, Value)>);

impl Facts {
    /// Shows a value.
    pub fn show(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.push((name, value.into()));
    }

    /// Shows a value that must be `expected`.
    pub fn same(
        &mut self,
        name: &'static str,
        found: impl Into<Value>,
        expected: impl Into<Value>,
    ) -> Result<(), Wrong> {
        let (found, expected) = (found.into(), expected.into());
        if found != expected {
            return wrong(format!("{name} is {found}, and should be {expected}"));
        }
        self.show(name, found);
        Ok(())
    }
}

/// One step, as `--json` tells it.
#[derive(Debug, Serialize)]
struct Told<'a> {
    flow: &'a str,
    step: i64,
    title: &'a str,
    ok: bool,
    result: Map<String, Value>,
    elapsed_ms: f64,
}

impl Story {
    /// A telling that waits for `pace` after each step.
    pub fn new(output: Output, pace: Duration) -> Self {
        Self { output, pace, flow: "", steps: 0 }
    }

    /// How many steps were told.
    pub fn steps(&self) -> i64 {
        self.steps
    }

    /// Begins a flow.
    pub fn flow(&mut self, name: &'static str, title: &str, about: &str) -> Result<(), Stop> {
        self.flow = name;
        if self.output.is_json() {
            return Ok(());
        }
        let heading = self.output.bold(&format!("{name}  {title}"));
        Ok(self.output.text(&format!("\n{heading}\n    {}\n", self.output.dim(about)))?)
    }

    /// Plays a step and tells it. Returns what later steps need of it.
    pub async fn step<T>(
        &mut self,
        title: &str,
        play: impl AsyncFnOnce(&mut Facts) -> Result<T, Wrong>,
    ) -> Result<T, Stop> {
        self.steps += 1;
        let (mut facts, begun) = (Facts::default(), Instant::now());
        let outcome = play(&mut facts).await;
        let elapsed = begun.elapsed();
        if let Err(Wrong(reason)) = &outcome {
            facts.show("error", reason.as_str());
        }
        self.tell(title, outcome.is_ok(), facts, elapsed)?;
        if !self.pace.is_zero() {
            tokio::time::sleep(self.pace).await;
        }
        outcome.map_err(|_| Stop::Step)
    }

    /// Tells something that is no step. Not in JSON, where every line is a step.
    pub fn remark(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() { Ok(()) } else { self.output.text(&format!("{text}\n")) }
    }

    fn tell(&self, title: &str, ok: bool, facts: Facts, elapsed: Duration) -> Result<(), Stop> {
        // Micro-seconds are enough, and a float with all its digits is hard to read.
        let elapsed_ms = (elapsed.as_secs_f64() * 1e6).round() / 1e3;
        if self.output.is_json() {
            let result = facts.0.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let told = Told { flow: self.flow, step: self.steps, title, ok, result, elapsed_ms };
            return Ok(self.output.line(&told)?);
        }
        let time = self.output.dim(&format!("({elapsed_ms:.1} ms)"));
        let mut text = format!("  {} {title} {time}\n", self.output.mark(ok));
        let width = facts.0.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, value) in &facts.0 {
            let name = format!("{:width$} ", name.replace('_', " "));
            text += &format!("{INDENT}{} {}\n", self.output.dim(&name), plain(value));
        }
        Ok(self.output.text(&text)?)
    }
}

/// A value as a person reads it.
fn plain(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) => joined(items.iter().map(plain), ", "),
        Value::Object(members) => joined(members.iter().map(|(name, value)| format!("{name}={}", plain(value))), ", "),
        other => other.to_string(),
    }
}

/// Several values as one text.
pub fn joined(items: impl IntoIterator<Item = impl Display>, with: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(with)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_differs_is_wrong_and_is_not_shown() {
        let mut facts = Facts::default();
        facts.same("status", 200, 200).unwrap();
        let Wrong(reason) = facts.same("opens", None::<String>, "https://app.example").unwrap_err();
        assert_eq!(reason, r#"opens is null, and should be "https://app.example""#);
        assert_eq!(facts.0, [("status", json!(200))]);
        assert_eq!(ensure(false, "it rains").unwrap_err().0, "this does not hold: it rains");
    }

    #[test]
    fn values_are_plain_text() {
        assert_eq!(plain(&json!(["a", 1, null, { "b": true }])), "a, 1, none, b=true");
    }
}
