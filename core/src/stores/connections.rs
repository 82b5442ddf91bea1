//! Pooled connections to a server, one pool per runtime and process: a connection belongs to the runtime that made it, and
//! must not be used after a fork.

use std::fmt::Display;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::runtime::{Handle, Id};
use tokio::sync::OnceCell;

use crate::error::StoreError;
use crate::lock::lock;

/// How long a server may take to accept a connection, and to respond.
pub(super) const SERVER_TIMEOUT: Duration = Duration::from_secs(5);

/// The error for a server that did not respond within `limit`.
pub(super) fn no_response(operation: &str, limit: Duration) -> StoreError {
    StoreError::new(operation, format!("no response within {} s", limit.as_secs_f32()))
}

/// For how many runtimes of one process connections are kept. Most processes have one.
const RUNTIMES: usize = 4;

/// A connection or a pool for each runtime and process.
pub(super) struct Connections<T> {
    entries: Mutex<Vec<Entry<T>>>,
    server: String,
}

struct Entry<T> {
    process: u32,
    runtime: Id,
    connected: Arc<OnceCell<T>>,
}

/// A connection, and what identifies it among those that follow it.
pub(super) struct Held<T> {
    pub(super) connection: T,
    of: Arc<OnceCell<T>>,
}

impl<T: Clone> Connections<T> {
    /// Connections to `server`. The name is used in errors.
    pub(super) fn new(server: impl Display) -> Self {
        Self { entries: Mutex::default(), server: server.to_string() }
    }

    fn here(operation: &str) -> Result<(u32, Id), StoreError> {
        match Handle::try_current() {
            Ok(runtime) => Ok((std::process::id(), runtime.id())),
            Err(_) => Err(StoreError::new(operation, "needs a Tokio runtime")),
        }
    }

    /// Whether this runtime has a connection.
    pub(super) fn has_connection(&self, operation: &str) -> Result<bool, StoreError> {
        let here = Self::here(operation)?;
        let entries = lock(&self.entries);
        Ok(entries.iter().any(|entry| (entry.process, entry.runtime) == here && entry.connected.initialized()))
    }

    /// The connection of this runtime. If there is none, `connect` makes it. Of several concurrent callers one connects and
    /// the others wait for it: a connection for each of them could exceed the limit of the server.
    pub(super) async fn get<F>(&self, operation: &str, connect: impl FnOnce() -> F) -> Result<Held<T>, StoreError>
    where
        F: Future<Output = Result<T, StoreError>>,
    {
        let of = self.slot(operation)?;
        // The limit also covers the wait for another caller's attempt.
        match tokio::time::timeout(SERVER_TIMEOUT, of.get_or_try_init(connect)).await {
            Ok(result) => Ok(Held { connection: result?.clone(), of: Arc::clone(&of) }),
            Err(_) => Err(no_response(operation, SERVER_TIMEOUT).at(&self.server)),
        }
    }

    /// The slot for the connection of this runtime.
    fn slot(&self, operation: &str) -> Result<Arc<OnceCell<T>>, StoreError> {
        let (process, runtime) = Self::here(operation)?;
        let mut entries = lock(&self.entries);
        if let Some(found) = entries.iter().find(|entry| (entry.process, entry.runtime) == (process, runtime)) {
            return Ok(Arc::clone(&found.connected));
        }
        // Connections inherited by a fork are leaked: closing them here would end them in the other process.
        let (own, foreign): (Vec<_>, Vec<_>) = entries.drain(..).partition(|entry| entry.process == process);
        std::mem::forget(foreign);
        *entries = own;
        if entries.len() >= RUNTIMES {
            entries.remove(0);
        }
        let connected = Arc::default();
        entries.push(Entry { process, runtime, connected: Arc::clone(&connected) });
        Ok(connected)
    }

    /// Drops a connection that no longer works. Returns whether it was still in use: of many operations that fail with it, only the
    /// first one drops it, and none of them the one that has replaced it.
    pub(super) fn forget(&self, lost: &Held<T>) -> bool {
        let mut entries = lock(&self.entries);
        let before = entries.len();
        entries.retain(|entry| !Arc::ptr_eq(&entry.connected, &lost.of));
        entries.len() < before
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn the_operations_that_fail_with_a_connection_do_not_drop_the_one_that_has_replaced_it() {
        let (connections, made) = (Connections::new("test"), AtomicU32::new(0));
        let connect = async || Ok(made.fetch_add(1, Ordering::Relaxed) + 1);
        let mut lost = Vec::new();
        for _ in 0..3 {
            lost.push(connections.get("test", connect).await.unwrap());
        }
        let mut dropped = Vec::new();
        for held in lost {
            dropped.push(connections.forget(&held));
            assert_eq!(connections.get("test", connect).await.unwrap().connection, 2);
        }
        assert_eq!(dropped, [true, false, false]);
    }
}
