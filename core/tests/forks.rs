//! What the code that forks a process calls before and after it. `packages/python/tests/ffi/test_fork.py` forks.
//!
//! Not with other tests, because a fork concerns all stores of a process.

#![cfg(feature = "sqlite")]

#[cfg(target_os = "linux")]
use std::path::Path;
use std::sync::Arc;

use open_platform::stores::{
    Encryption, RecordKind, RecordStore, complete_fork, open_store, prepare_fork, try_prepare_fork,
};
#[cfg(target_os = "linux")]
use rusqlite::{Connection, TransactionBehavior};
use tokio::sync::Mutex;

/// Held by each of these tests.
static ALONE: Mutex<()> = Mutex::const_new(());

fn store() -> (tempfile::TempDir, Arc<dyn RecordStore>) {
    let directory = tempfile::tempdir().unwrap();
    let address = format!("sqlite://{}", directory.path().join("store.db").display());
    (directory, open_store(&address, Encryption::unencrypted()).unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_are_closed_before_a_fork_and_opened_after_it() {
    let _alone = ALONE.lock().await;
    let (directory, store) = store();
    let log = directory.path().join("store.db-wal");
    for round in 0..3 {
        assert!(store.put(RecordKind::Grant, "a", (round > 0).then_some(round), b"x").await.unwrap());
        assert_eq!(store.get(RecordKind::Grant, "a").await.unwrap().unwrap().version, round + 1);
        assert!(log.exists() && !try_prepare_fork(), "there are connections to close");
        tokio::task::spawn_blocking(prepare_fork).await.unwrap();
        assert!(!log.exists(), "SQLite deletes the log when the last connection is closed");
        let store = Arc::clone(&store);
        let read = tokio::spawn(async move { store.get(RecordKind::Grant, "a").await });
        assert!(!try_prepare_fork() && !log.exists(), "one fork at a time, and no operation during it");
        complete_fork();
        assert!(read.await.unwrap().unwrap().is_some());
    }
}

/// How many times this process has the file open.
#[cfg(target_os = "linux")]
fn times_open(file: &Path) -> usize {
    let file = file.canonicalize().unwrap();
    let descriptors = std::fs::read_dir("/proc/self/fd").unwrap();
    descriptors
        .filter(|entry| std::fs::read_link(entry.as_ref().unwrap().path()).is_ok_and(|opened| opened == file))
        .count()
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn a_fork_waits_for_the_operations_that_run() {
    let _alone = ALONE.lock().await;
    let (directory, store) = store();
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    // Closes the connections of the store.
    tokio::task::spawn_blocking(prepare_fork).await.unwrap();
    complete_fork();
    // The connection of another program, which is not closed.
    let mut other = Connection::open(directory.path().join("store.db")).unwrap();
    let writing = other.transaction_with_behavior(TransactionBehavior::Immediate).unwrap();
    let put = tokio::spawn(async move { store.put(RecordKind::Grant, "a", Some(1), b"y").await });
    while times_open(&directory.path().join("store.db")) < 2 {
        tokio::task::yield_now().await;
    }
    // The operation of the store is running: it has opened a connection, and waits for the lock.
    let fork = tokio::task::spawn_blocking(prepare_fork);
    for _ in 0..1000 {
        assert!(!try_prepare_fork() && !fork.is_finished());
        tokio::task::yield_now().await;
    }
    writing.commit().unwrap();
    fork.await.unwrap();
    assert!(put.await.unwrap().unwrap(), "the operation has ended, and operations cannot run yet");
    complete_fork();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_that_is_dropped_during_a_fork_does_not_wait_for_its_end() {
    let _alone = ALONE.lock().await;
    let (_directory, store) = store();
    assert!(store.put(RecordKind::Grant, "a", None, b"x").await.unwrap());
    tokio::task::spawn_blocking(prepare_fork).await.unwrap();
    drop(store);
    complete_fork();
}
