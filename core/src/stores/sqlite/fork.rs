//! Forks of a process that uses SQLite. A child inherits SQLite's table of the locks of this process, but not the locks: a
//! process has only those that it has taken itself. A child with this table would write without a lock, and other processes
//! would delete the log with what it has written. So before a fork all connections are closed, which empties the table, and
//! no operation runs until it is done. Afterwards parent and child open connections of their own when they need them.
//!
//! Whoever forks calls [`prepare_fork`] before, and [`complete_fork`] after it in both processes. Python does so by
//! `os.register_at_fork`.
//!
//! Another thread may not hold a lock during the fork, because nobody would release it in the child. So the state consists of
//! atomics that waiting threads read again and again, and the one lock is only taken where no fork can begin.

use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::{LOCK_TIMEOUT, lock};
use crate::error::StoreError;

/// How often a waiting thread looks whether it can go on.
const POLL: Duration = Duration::from_millis(1);

/// The id of the process that prepares a fork. 0: none does.
static FORKING: AtomicU32 = AtomicU32::new(0);

/// How many operations are running in this process, on all files.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// The connections of all stores that have opened any. Locked only by an operation, or by the thread that prepares a fork.
static OPEN: Mutex<Vec<Arc<Connections>>> = Mutex::new(Vec::new());

/// The connections of one store. Used only by an operation, or by the thread that prepares a fork.
pub(super) struct Connections {
    pub(super) process: u32,
    /// The connection for reads, which do not wait for writes. Opened by the first read.
    pub(super) reader: Mutex<Option<Connection>>,
    pub(super) writer: Mutex<Option<Connection>>,
}

impl Connections {
    pub(super) fn new(process: u32) -> Arc<Self> {
        Arc::new(Self { process, reader: Mutex::default(), writer: Mutex::default() })
    }

    /// Called before a connection is opened, so that it is closed before a fork.
    pub(super) fn register(self: &Arc<Self>) -> Result<(), StoreError> {
        let mut open = lock(&OPEN);
        if open.iter().any(|other| other.process != self.process) {
            let reason = "this process was forked from one that had the file of a store open, and did not close it: its \
                          locks do not work here. Fork with Python's `os.fork`, or use the store only after the fork";
            return Err(StoreError::new("open", reason));
        }
        if !open.iter().any(|other| Arc::ptr_eq(other, self)) {
            open.push(Arc::clone(self));
        }
        Ok(())
    }

    /// Closes the connections, because the store is dropped.
    pub(super) fn close_for_good(self: &Arc<Self>) {
        // During a fork its thread closes them. This thread must not wait for it, because it may hold a lock that the other one
        // needs, such as that of the Python interpreter.
        if let Some(_running) = Operation::try_begin() {
            lock(&OPEN).retain(|other| !Arc::ptr_eq(other, self));
            self.close();
        }
    }

    fn close(&self) {
        for connection in [&self.reader, &self.writer] {
            drop(lock(connection).take());
        }
    }
}

/// A running operation. No fork begins before its end.
pub(super) struct Operation(());

impl Operation {
    /// Waits until no fork is being made. Not forever: the thread that forks may wait for a lock of the caller, such as one that
    /// the app takes before each fork.
    pub(super) fn begin() -> Result<Self, StoreError> {
        let started = Instant::now();
        loop {
            match Self::try_begin() {
                Some(operation) => return Ok(operation),
                None if started.elapsed() < LOCK_TIMEOUT => std::thread::sleep(POLL),
                None => {
                    let reason = format!("this process is being forked, for {} s now", LOCK_TIMEOUT.as_secs());
                    return Err(StoreError::new("open", reason));
                }
            }
        }
    }

    /// `None`: a fork is being made.
    fn try_begin() -> Option<Self> {
        // It counts itself and then looks for a fork. `prepare_fork` does it in the other order, so one of both sees the other.
        RUNNING.fetch_add(1, Ordering::SeqCst);
        let operation = Self(());
        (FORKING.load(Ordering::SeqCst) == 0).then_some(operation)
    }
}

impl Drop for Operation {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Prepares a fork of this process by the calling thread: waits for the end of the running operations on SQLite files, closes
/// all connections, and lets other operations wait. The thread must then call [`complete_fork`], also if the fork fails.
///
/// An operation takes as long as its commit, and up to 10 s if other processes write to the file. The lock of a process that was
/// killed is released by the system. A disk that does not respond delays the fork for as long: the operation can neither be
/// cancelled nor taken into the child.
pub fn prepare_fork() {
    // One fork at a time.
    while !start_fork() {
        std::thread::sleep(POLL);
    }
    while RUNNING.load(Ordering::SeqCst) > 0 {
        std::thread::sleep(POLL);
    }
    for connections in std::mem::take(&mut *lock(&OPEN)) {
        connections.close();
    }
}

/// Does the same if there is nothing to wait for and nothing to close. Returns whether it did.
pub fn try_prepare_fork() -> bool {
    if !start_fork() {
        return false;
    }
    let nothing_to_do = RUNNING.load(Ordering::SeqCst) == 0 && lock(&OPEN).is_empty();
    if !nothing_to_do {
        complete_fork();
    }
    nothing_to_do
}

fn start_fork() -> bool {
    FORKING.compare_exchange(0, std::process::id(), Ordering::SeqCst, Ordering::SeqCst).is_ok()
}

/// Lets operations run again, in the parent and in the child.
pub fn complete_fork() {
    let forked = FORKING.load(Ordering::SeqCst);
    if forked != 0 && forked != std::process::id() {
        // In the child no other thread is left. One of the parent may just have counted itself.
        RUNNING.store(0, Ordering::SeqCst);
    }
    FORKING.store(0, Ordering::SeqCst);
}
