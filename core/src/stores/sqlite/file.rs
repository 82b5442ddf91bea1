//! Opening the file: its permissions, the settings of a connection, and the migrations of the schema.

use std::fs::OpenOptions;
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use rusqlite::{Connection, ErrorCode, MAIN_DB, OpenFlags, OptionalExtension, TransactionBehavior};

use super::{LOCK_TIMEOUT, lock};
use crate::error::StoreError;
use crate::stores::schema;

/// How many pages the log has before they are copied to the file; SQLite's default is 1,000. A page that is written several times
/// until then is copied once.
const LOG_PAGES: i64 = 4000;

/// How much memory a connection uses for pages, in KiB; SQLite's default is 2,000. The operations read few pages, and the system keeps
/// those of the file in its own cache.
const CACHE_KIB: i64 = 512;

/// Not `SQLITE_OPEN_URI`: the path is that of a file, whatever it begins with.
const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_CREATE).union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// The migrations of the schema. A released migration is never changed.
pub(super) const STEPS: &[&str] = &["CREATE TABLE open_platform_records (
        kind TEXT NOT NULL, key BLOB NOT NULL, version INTEGER NOT NULL, value BLOB NOT NULL,
        PRIMARY KEY (kind, key)
    ) STRICT"];

pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let failed = |error: &dyn std::fmt::Display| {
        StoreError::new("open", format!("{}: {error}: is the directory there and writable?", path.display()))
    };
    let mut connection = {
        // One thread at a time, so that none has a connection to a file that another one is creating: see `make_private`.
        static OPENING: Mutex<()> = Mutex::new(());
        let _alone = lock(&OPENING);
        make_private(path).map_err(|error| failed(&error))?;
        Connection::open_with_flags(path, FLAGS).map_err(|error| failed(&error))?
    };
    // SQLite opens a file that this process may only read without an error.
    if connection.is_readonly(MAIN_DB).map_err(|error| failed(&error))? {
        return Err(failed(&"the file cannot be written"));
    }
    let refused = |error| StoreError::new("open", format!("{}: {error}", path.display()));
    connection.busy_timeout(LOCK_TIMEOUT).map_err(refused)?;
    let started = Instant::now();
    // SQLite does not wait for the lock when it changes the journal mode.
    while let Err(error) = connection.pragma_update(None, "journal_mode", "wal") {
        if error.sqlite_error_code() != Some(ErrorCode::DatabaseBusy) || started.elapsed() > LOCK_TIMEOUT {
            return Err(refused(error));
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // Every commit is written to the disk, and overwritten data is erased from free pages.
    connection.pragma_update(None, "synchronous", "full").map_err(refused)?;
    connection.pragma_update(None, "secure_delete", true).map_err(refused)?;
    connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES).map_err(refused)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB).map_err(refused)?;
    migrate(&mut connection)?;
    Ok(connection)
}

/// Creates the file, if it does not exist, readable for its owner only, and removes the permissions of others from the file
/// and its side files. SQLite gives new side files the permissions of the file.
///
/// It never opens a file that exists. A process that closes a descriptor of a file loses all its locks on the file (POSIX), also
/// those of its connections. Another process could then delete the log of the file, and with it later commits.
fn make_private(path: &Path) -> std::io::Result<()> {
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(std::io::Error::other("this is not a file")),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(path).map(drop)?;
        }
        Err(error) => return Err(error),
    }
    #[cfg(unix)]
    for side in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(side);
        tighten(Path::new(&name))?;
    }
    Ok(())
}

/// Removes all permissions of users other than the owner. A readable file of another owner is refused.
#[cfg(unix)]
fn tighten(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    let mode = match std::fs::metadata(path) {
        Ok(found) => found.permissions().mode(),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if mode & 0o077 == 0 {
        return Ok(());
    }
    let owner_only = std::fs::Permissions::from_mode(mode & 0o7700);
    std::fs::set_permissions(path, owner_only).map_err(|error| {
        std::io::Error::new(
            error.kind(),
            format!("others than its owner may read it ({mode:o}), and that cannot be changed: {error}"),
        )
    })?;
    let file = path.display();
    crate::notice::warn(&format!("other users could read the file of the store, {file}: now only its owner can"));
    Ok(())
}

/// Migrates the schema. Takes the lock only if a migration is due.
fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let failed = |error: rusqlite::Error| StoreError::new("migrate", error);
    if let Some(found) = number(connection).map_err(failed)?
        && schema::due(STEPS, Some(found))?.is_empty()
    {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
    transaction
        .execute_batch("CREATE TABLE IF NOT EXISTS open_platform_schema (version INTEGER NOT NULL)")
        .map_err(failed)?;
    let found = number(&transaction).map_err(failed)?;
    for step in schema::due(STEPS, found)? {
        transaction.execute_batch(step).map_err(failed)?;
    }
    let write = match found {
        Some(_) => "UPDATE open_platform_schema SET version = ?",
        None => "INSERT INTO open_platform_schema (version) VALUES (?)",
    };
    transaction.execute(write, [schema::version(STEPS)]).map_err(failed)?;
    transaction.commit().map_err(failed)
}

/// The version of the schema, if there is one.
fn number(connection: &Connection) -> rusqlite::Result<Option<i64>> {
    if !connection.table_exists(None, "open_platform_schema")? {
        return Ok(None);
    }
    connection.query_row("SELECT version FROM open_platform_schema", [], |row| row.get(0)).optional()
}
