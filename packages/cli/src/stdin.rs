//! Reading what is given on standard input.

use std::io::{self, IsTerminal, Read};

use crate::output::{Failure, Output};

/// Reads standard input to its end, or one byte more than `most`. On a terminal it says first what it waits for: a command
/// that seems to hang is none that waits.
pub fn read(what: &str, most: u64, output: Output) -> Result<Vec<u8>, Failure> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        output.note(&format!("waiting for {what} on standard input: end it with {end}, or name a file\n"))?;
    }
    let mut text = Vec::new();
    stdin.lock().take(most.saturating_add(1)).read_to_end(&mut text).map_err(|error| {
        Failure::environment("standard input cannot be read", error, "name a file, or give it on standard input")
    })?;
    Ok(text)
}
