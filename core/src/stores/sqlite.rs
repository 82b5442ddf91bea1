//! A SQLite file: for an app on one machine, with any number of processes.
//!
//! Keys are stored as bytes, so that their order and prefixes are those of the trait for all characters.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};
use tokio::sync::oneshot;
use zeroize::Zeroizing;

use super::schema::range;
use super::{NewRecord, Record, RecordKind, RecordStore};
use crate::error::StoreError;
use crate::lock::lock;
use file::connect;
use fork::{Connections, Operation};
use queue::Queue;

mod file;
pub(super) mod fork;
mod queue;

/// How long an operation waits for another process that writes. Every write waits for the disk, which can take seconds if
/// other programs keep it busy.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

pub(super) struct SqliteStore {
    path: PathBuf,
    open: Mutex<Option<Arc<Open>>>,
}

/// The open file of this process. SQLite connections must not be used after a fork.
struct Open {
    path: PathBuf,
    connections: Arc<Connections>,
    reads: Arc<Queue<Read>>,
    /// Those that wait are written in one transaction: the disk takes as long for a hundred of them as for one.
    writes: Arc<Queue<Write>>,
}

/// A read, which answers its caller.
type Read = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

/// A write. Returns how many records it has changed.
type Work = Box<dyn FnOnce(&Connection) -> rusqlite::Result<usize> + Send>;

/// A queued write, and the channel to its caller.
struct Write {
    operation: &'static str,
    work: Work,
    answer: oneshot::Sender<Result<usize, StoreError>>,
}

impl SqliteStore {
    /// Does not open the file: the first operation does.
    pub(super) fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        // The file is opened again after a fork, and the working directory may be another one then.
        Self { path: std::path::absolute(&path).unwrap_or(path), open: Mutex::default() }
    }

    fn open(&self) -> Arc<Open> {
        let mut slot = lock(&self.open);
        let process = std::process::id();
        match &*slot {
            Some(open) if open.connections.process == process => return Arc::clone(open),
            // Not closed either: closing would release the locks of the process that opened the file.
            _ => std::mem::forget(slot.take()),
        }
        let open = Arc::new(Open {
            path: self.path.clone(),
            connections: Connections::new(process),
            reads: Queue::new(),
            writes: Queue::new(),
        });
        Arc::clone(slot.insert(open))
    }

    /// Runs `work` on the thread for reads.
    async fn read<T: Send + 'static>(
        &self,
        operation: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (open, (answer, answered)) = (self.open(), oneshot::channel());
        let file = Arc::clone(&open);
        let read = move |connection: Result<&mut Connection, StoreError>| {
            if answer.is_closed() {
                // The caller was cancelled.
                return;
            }
            let work = |connection: &mut Connection| {
                work(connection).map_err(|error| StoreError::new(operation, error).at(file.path.display()))
            };
            let _ = answer.send(connection.and_then(work));
        };
        let queue = Arc::clone(&open.reads);
        let run = move |reads: Vec<Read>| reads.into_iter().for_each(|read| open.with(&open.connections.reader, read));
        queue.push(Box::new(read), run).map_err(|error| no_thread(operation, &error))?;
        answered.await.unwrap_or_else(|_| Err(thread_ended(operation)))
    }

    /// Runs `work` on the thread for writes, in a transaction, together with other queued writes.
    async fn write(
        &self,
        operation: &'static str,
        work: impl FnOnce(&Connection) -> rusqlite::Result<usize> + Send + 'static,
    ) -> Result<usize, StoreError> {
        let (open, (answer, answered)) = (self.open(), oneshot::channel());
        let queue = Arc::clone(&open.writes);
        let run = move |batch: Vec<Write>| {
            open.with(&open.connections.writer, |connection| match connection {
                Ok(connection) => write_batch(connection, batch),
                Err(error) => batch.into_iter().for_each(|write| drop(write.answer.send(Err(error.clone())))),
            });
        };
        let write = Write { operation, work: Box::new(work), answer };
        queue.push(write, run).map_err(|error| no_thread(operation, &error))?;
        answered.await.unwrap_or_else(|_| Err(thread_ended(operation)))
    }
}

fn no_thread(operation: &'static str, error: &std::io::Error) -> StoreError {
    StoreError::new(operation, format!("no thread can be started: {error}"))
}

fn thread_ended(operation: &'static str) -> StoreError {
    StoreError::new(operation, "the thread of the store has ended")
}

impl Open {
    /// Runs `work` with a connection, which is opened if it is not open.
    fn with<T>(
        &self,
        slot: &Mutex<Option<Connection>>,
        work: impl FnOnce(Result<&mut Connection, StoreError>) -> T,
    ) -> T {
        let _running = match Operation::begin() {
            Ok(running) => running,
            Err(error) => return work(Err(error)),
        };
        let mut slot = lock(slot);
        work(match &mut *slot {
            Some(connection) => Ok(connection),
            None => self.connections.register().and_then(|()| Ok(slot.insert(connect(&self.path)?))),
        })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        // Those of a parent process are leaked: closing them would release its locks.
        if self.connections.process == std::process::id() {
            self.connections.close_for_good();
        }
    }
}

/// Runs all writes in one transaction.
fn write_batch(connection: &mut Connection, batch: Vec<Write>) {
    let mut waiting = Vec::with_capacity(batch.len());
    let mut works = Vec::with_capacity(batch.len());
    for Write { operation, work, answer } in batch {
        waiting.push((operation, answer));
        works.push(work);
    }
    let done = (|| {
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        // A write whose caller was cancelled is done nevertheless.
        let outcomes = works.into_iter().map(|work| work(&transaction)).collect::<rusqlite::Result<Vec<_>>>()?;
        transaction.commit()?;
        Ok(outcomes)
    })();
    match done {
        Ok(outcomes) => {
            for ((_, answer), outcome) in waiting.into_iter().zip(outcomes) {
                let _ = answer.send(Ok(outcome));
            }
        }
        Err::<_, rusqlite::Error>(error) => {
            let file = connection.path().unwrap_or_default().to_owned();
            for (operation, answer) in waiting {
                let _ = answer.send(Err(StoreError::new(operation, &error).at(&file)));
            }
        }
    }
}

fn record(row: &Row<'_>) -> rusqlite::Result<Record> {
    Ok(Record::new(row.get("version")?, row.get::<_, Vec<u8>>("value")?))
}

#[async_trait]
impl RecordStore for SqliteStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let key = key.as_bytes().to_vec();
        self.read("get", move |connection| {
            let query = "SELECT version, value FROM open_platform_records WHERE kind = ? AND key = ?";
            connection.prepare_cached(query)?.query_row(params![kind.as_str(), key], record).optional()
        })
        .await
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let Some(version) = expected else {
            return Ok(self.insert(&[NewRecord { kind, key, value }]).await? == [true]);
        };
        let (key, value) = (key.as_bytes().to_vec(), Zeroizing::new(value.to_vec()));
        let changed = self.write("put", move |connection| {
            let update = "UPDATE open_platform_records SET version = version + 1, value = ?
                          WHERE kind = ? AND key = ? AND version = ?";
            connection.prepare_cached(update)?.execute(params![*value, kind.as_str(), key, version])
        });
        Ok(changed.await? == 1)
    }

    async fn insert(&self, records: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        let owned = |record: &NewRecord<'_>| {
            (record.kind.as_str(), record.key.as_bytes().to_vec(), Zeroizing::new(record.value.to_vec()))
        };
        let new: Vec<_> = records.iter().map(owned).collect();
        let inserted = self.write("put", move |connection| {
            let insert = "INSERT INTO open_platform_records (kind, key, version, value) VALUES (?, ?, 1, ?)
                          ON CONFLICT DO NOTHING";
            let mut insert = connection.prepare_cached(insert)?;
            // In reverse order: the mark of an event comes after it, and exists if the event is a repetition.
            for (at, (kind, key, value)) in new.iter().enumerate().rev() {
                if insert.execute(params![kind, key, **value])? == 0 {
                    let delete = "DELETE FROM open_platform_records WHERE kind = ? AND key = ?";
                    for (kind, key, _) in &new[at + 1..] {
                        connection.prepare_cached(delete)?.execute(params![kind, key])?;
                    }
                    return Ok(0);
                }
            }
            Ok(new.len())
        });
        Ok(vec![inserted.await? > 0; records.len()])
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let key = key.as_bytes().to_vec();
        let deleted = self.write("delete", move |connection| {
            let delete = "DELETE FROM open_platform_records WHERE kind = ? AND key = ? AND version = ?";
            connection.prepare_cached(delete)?.execute(params![kind.as_str(), key, expected])
        });
        Ok(deleted.await? == 1)
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let (from, to) = range(prefix, after);
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        self.read("scan", move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT key, version, value FROM open_platform_records
                 WHERE kind = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?",
            )?;
            let read = |row: &Row<'_>| {
                Ok((String::from_utf8_lossy(row.get_ref("key")?.as_bytes()?).into_owned(), record(row)?))
            };
            query.query_map(params![kind.as_str(), from, to, limit], read)?.collect()
        })
        .await
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let (from, to) = range(prefix, None);
        self.read("versions", move |connection| {
            let mut query = connection.prepare_cached(
                "SELECT key, version FROM open_platform_records WHERE kind = ? AND key >= ? AND key < ? ORDER BY key",
            )?;
            let read = |row: &Row<'_>| {
                Ok((String::from_utf8_lossy(row.get_ref("key")?.as_bytes()?).into_owned(), row.get("version")?))
            };
            query.query_map(params![kind.as_str(), from, to], read)?.collect()
        })
        .await
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let (from, to) = range(prefix, None);
        let (to, limit) = (to.min(before.as_bytes().to_vec()), i64::try_from(limit).unwrap_or(i64::MAX));
        self.write("prune", move |connection| {
            let delete = "DELETE FROM open_platform_records WHERE rowid IN (
                              SELECT rowid FROM open_platform_records
                              WHERE kind = ? AND key >= ? AND key < ? ORDER BY key LIMIT ?)";
            connection.prepare_cached(delete)?.execute(params![kind.as_str(), from, to, limit])
        })
        .await
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let (from, to) = range(prefix, None);
        self.read("count", move |connection| {
            let query = "SELECT count(*) FROM open_platform_records WHERE kind = ? AND key >= ? AND key < ?";
            let count: i64 = connection.query_row(query, params![kind.as_str(), from, to], |row| row.get(0))?;
            Ok(usize::try_from(count).unwrap_or_default())
        })
        .await
    }
}

#[cfg(test)]
mod tests;
