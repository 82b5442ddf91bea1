//! The file in which a sandbox keeps its default world from one run to the next.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use chrono::{DateTime, Utc};
use open_platform_sandbox::{Snapshot, World};
use tempfile::NamedTempFile;

use crate::output::Failure;

/// Loads the world from the file, and returns the time at which it was saved; `None` if there is no file yet. A running clock
/// continues at the machine's time, unless it was saved at a later one.
pub fn load(file: &Path, world: &World) -> Result<Option<DateTime<Utc>>, Failure> {
    let text = match fs::read(file) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|e| {
            Failure::environment(format!("{} cannot be read", file.display()), e, "choose another file for --state")
        })?,
    };
    let snapshot = Snapshot::from_json(&text).map_err(|e| {
        let next = "choose another file for --state, or delete this one to start with a new world";
        Failure::input(format!("{} is not the state of a sandbox", file.display()), e, next)
    })?;
    let saved_at = snapshot.at();
    world.restore(&snapshot.resumed_at(Utc::now()));
    Ok(Some(saved_at))
}

/// Saves the world. The file is replaced as a whole, and only its owner can read it: it has credentials and tokens.
pub fn save(file: &Path, world: &World) -> Result<(), Failure> {
    replace(file, world.snapshot().to_json().as_bytes()).map_err(|e| {
        let next = "choose another file for --state, in a directory that can be written";
        Failure::environment(format!("{} cannot be written", file.display()), e, next)
    })
}

/// Writes a file beside it, which then takes its place.
fn replace(file: &Path, content: &[u8]) -> io::Result<()> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = NamedTempFile::new_in(folder)?;
    new.write_all(content)?;
    new.as_file().sync_all()?;
    new.persist(file)?;
    Ok(())
}
