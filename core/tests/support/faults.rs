//! The table of faults at the end of `tests/run`: a test records what it measured, and `tests/faults.tsv` has the targets.

use std::io::Write;
use std::path::PathBuf;

/// Records quantities that were measured for the fault `id`, or for a part of it. Only `tests/run` sets the folder for them.
pub fn measured(id: &str, part: &str, quantities: &[(&str, f64)]) {
    let Some(folder) = std::env::var_os("OPEN_PLATFORM_FAULTS") else { return };
    let lines: String =
        quantities.iter().map(|(quantity, value)| format!("{id}\t{part}\t{quantity}\t{value}\n")).collect();
    let table = std::fs::OpenOptions::new().create(true).append(true).open(PathBuf::from(folder).join("rust.tsv"));
    // One write: tests of several programs add to the same file.
    table.unwrap().write_all(lines.as_bytes()).unwrap();
}
