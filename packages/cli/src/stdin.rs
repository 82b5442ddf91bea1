//! Reads standard input.

use std::io::{self, IsTerminal, Read};

use crate::output::{Failure, Output};

/// Reads standard input to its end, but at most one byte more than `limit`. On a terminal a message says first that the command
/// waits for input.
pub fn read(what: &str, limit: u64, output: Output) -> Result<Vec<u8>, Failure> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        output.note(&format!("reading {what} from standard input: end the input with {end}, or name a file\n"))?;
    }
    let mut text = Vec::new();
    stdin.lock().take(limit.saturating_add(1)).read_to_end(&mut text).map_err(|error| {
        Failure::environment("standard input cannot be read", error, "name a file, or pass the data on standard input")
    })?;
    Ok(text)
}
