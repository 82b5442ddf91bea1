//! The output of every command: text or JSON, colours, errors and exit codes. Commands write only through this module.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use serde::Serialize;

/// The exit codes, as the help describes them. They are the same for every command but those that run a program.
pub const EXIT_CODES: &str = "\
Exit codes:
  0  success
  1  the command ran, and its result is negative or needs attention
  2  the command line is wrong
  3  the input cannot be read or is not what the command expects
  4  a file, a port or the network cannot be used
  5  the app or the sandbox cannot be reached
130  interrupted before the end
`exec`, `record` and `replay` exit with the code of their program.";

/// How a command that ran ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Success,
    /// The result is negative or needs attention.
    Negative,
    /// Stopped by a signal before the end.
    Interrupted,
    /// The exit code of a program that the command has run.
    Code(u8),
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Success => Self::SUCCESS,
            Exit::Negative => Self::from(1),
            // 128 + SIGINT, the convention of shells.
            Exit::Interrupted => Self::from(130),
            Exit::Code(code) => Self::from(code),
        }
    }
}

/// The kind of an error. It decides the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureKind {
    /// The command line.
    Usage,
    /// The data given to the command.
    Input,
    /// Files, ports or the network of the machine.
    Environment,
    /// The app cannot be reached.
    Unreachable,
}

/// An error of a command: what failed, why, and what to do.
#[derive(Clone, Debug, Serialize)]
pub struct Failure {
    /// The kind of the error.
    pub kind: FailureKind,
    /// What failed.
    pub what: String,
    /// Why.
    pub why: String,
    /// What to do.
    pub next: String,
}

impl Failure {
    /// The command line is wrong.
    pub fn usage(what: impl Into<String>, why: impl fmt::Display, next: impl Into<String>) -> Self {
        Self { kind: FailureKind::Usage, what: what.into(), why: why.to_string(), next: next.into() }
    }

    /// The input is not what the command expects.
    pub fn input(what: impl Into<String>, why: impl fmt::Display, next: impl Into<String>) -> Self {
        Self { kind: FailureKind::Input, what: what.into(), why: why.to_string(), next: next.into() }
    }

    /// A file, a port or the network cannot be used.
    pub fn environment(what: impl Into<String>, why: impl fmt::Display, next: impl Into<String>) -> Self {
        Self { kind: FailureKind::Environment, what: what.into(), why: why.to_string(), next: next.into() }
    }

    /// The app cannot be reached.
    pub fn unreachable(what: impl Into<String>, why: impl fmt::Display, next: impl Into<String>) -> Self {
        Self { kind: FailureKind::Unreachable, what: what.into(), why: why.to_string(), next: next.into() }
    }

    /// The exit code of this failure.
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self.kind {
            FailureKind::Usage => 2,
            FailureKind::Input => 3,
            FailureKind::Environment => 4,
            FailureKind::Unreachable => 5,
        })
    }
}

/// Writes results to standard output, everything else to standard error.
#[derive(Clone, Copy, Debug)]
pub struct Output {
    json: bool,
    colour_out: bool,
    colour_err: bool,
}

impl Output {
    /// Colours are used on a terminal only, and not with `NO_COLOR` (no-color.org) or `TERM=dumb`.
    pub fn new(json: bool) -> Self {
        let wanted = !json
            && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            && std::env::var_os("TERM").is_none_or(|value| value != "dumb");
        Self {
            json,
            colour_out: wanted && io::stdout().is_terminal(),
            colour_err: wanted && io::stderr().is_terminal(),
        }
    }

    /// Whether text for a person is written: to a terminal, and without `--json`.
    pub fn is_interactive(&self) -> bool {
        !self.json && io::stdout().is_terminal()
    }

    /// Whether the caller asked for JSON.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Writes text as it is to standard output.
    pub fn text(&self, text: &str) -> Result<(), Failure> {
        written(write_flushed(io::stdout().lock(), text))
    }

    /// Writes one JSON document on one line to standard output.
    pub fn line<T: Serialize>(&self, value: &T) -> Result<(), Failure> {
        self.document(serde_json::to_string(value))
    }

    /// Writes one indented JSON document to standard output.
    pub fn json<T: Serialize>(&self, value: &T) -> Result<(), Failure> {
        self.document(serde_json::to_string_pretty(value))
    }

    fn document(&self, text: serde_json::Result<String>) -> Result<(), Failure> {
        let text =
            text.map_err(|e| Failure::input("cannot write the result", e, "this is a defect: please report it"))?;
        self.text(&format!("{text}\n"))
    }

    /// Writes a text to a file; with `-` as the result.
    pub fn file(&self, file: &Path, text: &str) -> Result<(), Failure> {
        if file == Path::new("-") {
            return self.text(text);
        }
        std::fs::write(file, text)
            .map_err(|e| Failure::environment(format!("{} cannot be written", file.display()), e, "name another file"))
    }

    /// Writes a message to standard error.
    pub fn note(&self, text: &str) -> Result<(), Failure> {
        written(write_flushed(io::stderr().lock(), text))
    }

    /// Writes an error to standard error.
    pub fn failure(&self, failure: &Failure) {
        let text = if self.json {
            serde_json::json!({ "error": failure }).to_string() + "\n"
        } else {
            let Failure { kind, what, why, next } = failure;
            let error = paint(self.colour_err, "31;1", "error");
            match kind {
                // On one line.
                FailureKind::Unreachable => format!("{error}: {what}: {why}; {next}\n"),
                _ => format!("{error}: {what}\n  {why}\n  {next}\n"),
            }
        };
        // Ignored where standard error is closed: the exit code still reports the error.
        let _ = write_flushed(io::stderr().lock(), &text);
    }

    /// The mark of a passed or failed check: a coloured symbol on a terminal, else an ASCII word.
    pub fn mark(&self, ok: bool) -> String {
        match (self.colour_out, ok) {
            (true, true) => paint(true, "32", "\u{2713}"),
            (true, false) => paint(true, "31;1", "\u{2717}"),
            (false, true) => "ok".to_owned(),
            (false, false) => "FAILED".to_owned(),
        }
    }

    /// Bold text for standard output.
    pub fn bold(&self, text: &str) -> String {
        paint(self.colour_out, "1", text)
    }

    /// Dim text for standard output.
    pub fn dim(&self, text: &str) -> String {
        paint(self.colour_out, "2", text)
    }

    /// A warning for standard error.
    pub fn warning(&self, text: &str) -> String {
        paint(self.colour_err, "33", text)
    }
}

fn paint(colour: bool, code: &str, text: &str) -> String {
    if colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
}

fn write_flushed(mut to: impl Write, text: &str) -> io::Result<()> {
    to.write_all(text.as_bytes())?;
    to.flush()
}

/// A closed pipe is not an error, as in `open-platform endpoints | head -1`.
fn written(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(e) if e.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::environment("cannot write the result", e, "check the destination of the output"))
        }
        _ => Ok(()),
    }
}

/// Rows as aligned columns, two spaces apart. The last column is not padded.
pub fn columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    rows.iter()
        .map(|row| {
            let cells: Vec<_> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            cells.join("  ").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_by_their_widest_cell() {
        let rows = [["a".into(), "bcd".into(), "e".into()], ["fgh".into(), "i".into(), String::new()]];
        assert_eq!(columns(&rows), ["a    bcd  e", "fgh  i"]);
    }

    #[test]
    fn each_kind_of_failure_has_its_own_code() {
        let code = |failure: Failure| format!("{:?}", failure.exit_code());
        let make: [fn(&str, &str, &str) -> Failure; 4] = [
            |what, why, next| Failure::usage(what, why, next),
            |what, why, next| Failure::input(what, why, next),
            |what, why, next| Failure::environment(what, why, next),
            |what, why, next| Failure::unreachable(what, why, next),
        ];
        let codes: std::collections::BTreeSet<_> = make.into_iter().map(|make| code(make("", "", ""))).collect();
        assert_eq!(codes.len(), 4);
    }
}
