//! Runs the steps of the demo and prints them: a heading for each flow, a line for each step, and the values that the step
//! shows. It does not depend on the platform.
//!
//! A step checks everything that it states, with [`ensure`] or [`Values::expect`]. The first check that fails ends the demo.

use std::fmt::Display;
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::{Map, Value};

use crate::output::{Failure, Output};

/// The indentation of the values of a step.
const INDENT: &str = "       ";

/// Runs and prints the steps of the demo.
#[derive(Debug)]
pub struct Runner {
    output: Output,
    pace: Duration,
    flow: &'static str,
    steps: i64,
}

/// Why a step failed. Every error converts to it, so that steps can use `?`.
#[derive(Debug)]
pub struct StepError(pub String);

impl<E: std::error::Error> From<E> for StepError {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Fails a step.
pub fn fail<T>(what: impl Into<String>) -> Result<T, StepError> {
    Err(StepError(what.into()))
}

/// Fails a step unless a condition holds. `what` describes the condition.
pub fn ensure(holds: bool, what: &str) -> Result<(), StepError> {
    if holds { Ok(()) } else { fail(format!("check failed: {what}")) }
}

/// Why the demo ends early.
#[derive(Debug)]
pub enum DemoError {
    /// A step failed. It was printed already.
    StepFailed,
    /// The output cannot be written.
    Output(Failure),
}

impl From<Failure> for DemoError {
    fn from(failure: Failure) -> Self {
        Self::Output(failure)
    }
}

/// The values that a step shows, in order. In text output, `_` in a name is a space.
#[derive(Debug, Default)]
pub struct Values(Vec<(&'static str, Value)>);

impl Values {
    /// Shows a value.
    pub fn show(&mut self, name: &'static str, value: impl Into<Value>) {
        self.0.push((name, value.into()));
    }

    /// Shows a value, and fails the step unless it is `expected`.
    pub fn expect(
        &mut self,
        name: &'static str,
        found: impl Into<Value>,
        expected: impl Into<Value>,
    ) -> Result<(), StepError> {
        let (found, expected) = (found.into(), expected.into());
        if found != expected {
            return fail(format!("{name} is {found}, expected {expected}"));
        }
        self.show(name, found);
        Ok(())
    }
}

/// One step, as `--json` prints it.
#[derive(Debug, Serialize)]
struct StepRecord<'a> {
    flow: &'a str,
    step: i64,
    title: &'a str,
    ok: bool,
    result: Map<String, Value>,
    elapsed_ms: f64,
}

impl Runner {
    /// A runner that waits for `pace` after each step.
    pub fn new(output: Output, pace: Duration) -> Self {
        Self { output, pace, flow: "", steps: 0 }
    }

    /// The number of steps that were run.
    pub fn steps(&self) -> i64 {
        self.steps
    }

    /// Begins a flow. `name` is its name with `--json`, `title` its heading in text.
    pub fn flow(&mut self, name: &'static str, title: &str, about: &str) -> Result<(), DemoError> {
        self.flow = name;
        if self.output.is_json() {
            return Ok(());
        }
        Ok(self.output.text(&format!("\n{}\n    {}\n", self.output.bold(title), self.output.dim(about)))?)
    }

    /// Runs a step and prints it. Returns its result for later steps.
    pub async fn step<T>(
        &mut self,
        title: &str,
        body: impl AsyncFnOnce(&mut Values) -> Result<T, StepError>,
    ) -> Result<T, DemoError> {
        self.steps += 1;
        let (mut values, begun) = (Values::default(), Instant::now());
        let outcome = body(&mut values).await;
        let elapsed = begun.elapsed();
        if let Err(StepError(reason)) = &outcome {
            values.show("error", reason.as_str());
        }
        self.print_step(title, outcome.is_ok(), values, elapsed)?;
        if !self.pace.is_zero() {
            tokio::time::sleep(self.pace).await;
        }
        outcome.map_err(|_| DemoError::StepFailed)
    }

    /// Prints a line of text. Not with `--json`, where every line is a step.
    pub fn print_line(&self, text: &str) -> Result<(), Failure> {
        if self.output.is_json() { Ok(()) } else { self.output.text(&format!("{text}\n")) }
    }

    fn print_step(&self, title: &str, ok: bool, values: Values, elapsed: Duration) -> Result<(), DemoError> {
        // Rounded to microseconds.
        let elapsed_ms = (elapsed.as_secs_f64() * 1e6).round() / 1e3;
        if self.output.is_json() {
            let result = values.0.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
            let record = StepRecord { flow: self.flow, step: self.steps, title, ok, result, elapsed_ms };
            return Ok(self.output.line(&record)?);
        }
        let time = self.output.dim(&format!("({elapsed_ms:.1} ms)"));
        let mut text = format!("  {} {title} {time}\n", self.output.mark(ok));
        let width = values.0.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        for (name, value) in &values.0 {
            let name = format!("{:width$} ", name.replace('_', " "));
            text += &format!("{INDENT}{} {}\n", self.output.dim(&name), plain(value));
        }
        Ok(self.output.text(&text)?)
    }
}

/// A value as text.
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
    fn a_value_that_differs_fails_the_step_and_is_not_shown() {
        let mut values = Values::default();
        values.expect("status", 200, 200).unwrap();
        let StepError(reason) = values.expect("opens", None::<String>, "https://app.example").unwrap_err();
        assert_eq!(reason, r#"opens is null, expected "https://app.example""#);
        assert_eq!(values.0, [("status", json!(200))]);
        assert_eq!(ensure(false, "the list is empty").unwrap_err().0, "check failed: the list is empty");
    }

    #[test]
    fn values_are_plain_text() {
        assert_eq!(plain(&json!(["a", 1, null, { "b": true }])), "a, 1, none, b=true");
    }
}
