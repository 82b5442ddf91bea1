//! Stores of grants, logins, subscriptions and events.
//!
//! A store keeps small versioned records and offers compare-and-swap. The refresh protocol (leases, fencing, generations)
//! is built on that single operation, in this crate. So a store needs no logic of its own, and every store behaves the
//! same. Records contain secrets, so `encrypted` encrypts them for every store outside memory. `address` opens the stores of
//! this crate, each of which has its own file. What each of them can lose is described in `docs/stores.md`.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Mutex;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use zeroize::Zeroizing;

use crate::error::StoreError;
use crate::lock::lock;

mod address;
#[cfg(test)]
pub(crate) mod altered;
#[cfg(feature = "postgres")]
mod batches;
#[cfg(any(feature = "postgres", feature = "redis"))]
mod connections;
mod encrypted;
mod isolated;
mod pages;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "redis")]
mod redis;
mod refusals;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
mod schema;
pub(crate) mod sealing;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stored;

pub use address::open_store;
pub(crate) use address::{Identity, open, protect};
pub use encrypted::{Encrypted, Encryption};
pub use isolated::IsolatedStore;
pub(crate) use isolated::hosted;
pub(crate) use pages::{PAGE, Pages, PartialRead, partial_page, partial_read};
pub(crate) use refusals::Refusals;
#[cfg(feature = "sqlite")]
#[doc(hidden)]
pub use sqlite::fork::{complete_fork, prepare_fork, try_prepare_fork};
#[cfg(test)]
pub(crate) use stored::check_damage;
pub(crate) use stored::{Stored, check_owner, is_beyond, is_plausible, names, now_of};

/// The kind of a record. A kind and a key identify a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum RecordKind {
    /// A grant: its tokens and their state. The key is the grant's.
    Grant,
    /// An event subscription that the app wants. The key starts with the grant's key and a line feed.
    Subscription,
    /// A login in progress. The key is a hash of its `state`.
    Login,
    /// An event that has arrived and is not handled yet. The key starts with the time of its arrival.
    Event,
    /// A mark for an event that has arrived, by which a repeated one is recognized, or for a dead letter that was retried and
    /// has ended. The key is a hash of what identifies the event or the dead letter.
    SeenEvent,
    /// An event whose handling was given up. The key is that of the event.
    DeadLetter,
    /// The secret that the keys of grants are made with. Usually there is one record, with the key `grants`.
    GrantKeySecret,
}

impl RecordKind {
    /// All kinds.
    pub const ALL: [Self; 7] = [
        Self::Grant,
        Self::Subscription,
        Self::Login,
        Self::Event,
        Self::SeenEvent,
        Self::DeadLetter,
        Self::GrantKeySecret,
    ];

    /// The name of the kind in a store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Subscription => "subscription",
            Self::Login => "login",
            Self::Event => "event",
            Self::SeenEvent => "seen_event",
            Self::DeadLetter => "dead_letter",
            Self::GrantKeySecret => "name_key",
        }
    }
}

/// A stored record.
#[derive(Clone)]
pub struct Record {
    /// Increases by 1 with every write. 1 for a new record.
    pub version: i64,
    value: Result<Zeroizing<Vec<u8>>, StoreError>,
    has_older_key: bool,
}

impl Record {
    /// A record with this content, which may contain tokens. The client encrypts it before it is passed to a durable store
    /// ([`Encryption`]).
    pub fn new(version: i64, value: impl Into<Zeroizing<Vec<u8>>>) -> Self {
        Self { version, value: Ok(value.into()), has_older_key: false }
    }

    /// A record whose content cannot be opened, with the reason. Only a store that decrypts has such records, as
    /// [`Encrypted`] does. They are returned with the others, so that one lost key does not hide the whole store.
    pub fn unreadable(version: i64, reason: StoreError) -> Self {
        Self { version, value: Err(reason), has_older_key: false }
    }

    /// The content.
    ///
    /// # Errors
    /// The reason why it cannot be opened.
    pub fn value(&self) -> Result<&[u8], StoreError> {
        self.value.as_ref().map(|value| value.as_slice()).map_err(Clone::clone)
    }

    /// Whether the record was decrypted with another key than the one that encrypts new records.
    pub(crate) fn has_older_key(&self) -> bool {
        self.has_older_key
    }
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record").field("version", &self.version).finish_non_exhaustive()
    }
}

/// A record to store with [`RecordStore::insert`].
#[derive(Clone, Copy)]
pub struct NewRecord<'a> {
    /// Its kind.
    pub kind: RecordKind,
    /// Its key.
    pub key: &'a str,
    /// Its content.
    pub value: &'a [u8],
}

impl std::fmt::Debug for NewRecord<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("NewRecord").field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Stores records. Every method must be atomic, except [`insert`](Self::insert). When it returns, its effect must be as durable as the store promises.
///
/// A store implements `get`, `put`, `delete` and `scan`, and [`now`](Self::now) if it has a clock. The other methods are made
/// of these. A store that can do one of them faster should override it, and a store that wraps another one should forward it.
#[async_trait]
pub trait RecordStore: Send + Sync + 'static {
    /// The record, or `None` if there is none.
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError>;

    /// Writes a record if its version is still `expected`. Returns whether it did. `None` as `expected` means: only if there
    /// is no such record. The new version is `expected + 1`, or 1.
    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError>;

    /// Deletes a record if its version is still `expected`. Returns whether it did. Of several concurrent calls, exactly one
    /// returns `true`.
    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError>;

    /// The first `limit` records whose key starts with `prefix` and, if `after` is given, is greater than that. They are
    /// ordered by the bytes of their keys. Fewer than `limit`, which is 1 to 1,000, means that there are no more.
    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError>;

    /// Stores new records, or none of them if there is a record with one of their keys. Returns for each whether it was stored: if
    /// such a record appears meanwhile, a store may keep those before it. No record may be stored without those before it, even if
    /// the process crashes or the store fails. By default the keys are looked up, and the records stored one after the other.
    async fn insert(&self, records: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        let mut stored = vec![false; records.len()];
        for record in records.iter().skip(1) {
            if self.get(record.kind, record.key).await?.is_some() {
                return Ok(stored);
            }
        }
        for (record, stored) in records.iter().zip(&mut stored) {
            *stored = self.put(record.kind, record.key, None, record.value).await?;
            if !*stored {
                break;
            }
        }
        Ok(stored)
    }

    /// The current time of the store, if all its users share one. Leases are measured by it.
    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        Ok(None)
    }

    /// The keys that start with `prefix`, in order, with the versions of their records. A keeper calls this every minute. By
    /// default it scans the records and drops their contents.
    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let (mut pages, mut versions) = (Pages::new(self, kind, prefix), Vec::new());
        while let Some(page) = pages.next().await? {
            versions.extend(page.into_iter().map(|(key, record)| (key, record.version)));
        }
        Ok(versions)
    }

    /// The number of records whose key starts with `prefix`. By default it scans them.
    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let (mut pages, mut count) = (Pages::new(self, kind, prefix), 0);
        while let Some(page) = pages.next().await? {
            count += page.len();
        }
        Ok(count)
    }

    /// Deletes records of any version whose key starts with `prefix` and is less than `before`, in the order of their keys,
    /// at most `limit` of them, 1 to 1,000. Returns how many it deleted. Fewer than `limit` means that none are left.
    /// Abandoned logins are deleted this way. By default it scans the records and deletes one after the other.
    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let mut deleted = 0;
        for (key, record) in self.scan(kind, prefix, None, limit).await? {
            if key.as_str() >= before {
                break;
            }
            // If another process has deleted or changed it meanwhile, the result is the same.
            if !self.delete(kind, &key, record.version).await?
                && self.get(kind, &key).await?.is_some_and(|kept| kept.version == record.version)
            {
                // Otherwise the next page would begin with the same records.
                return Err(StoreError::new(
                    "prune",
                    "a deletion was refused over the version that the store has itself",
                ));
            }
            deleted += 1;
        }
        Ok(deleted)
    }

    /// Whether the client must encrypt the records before it stores them. `true`, unless the store keeps them in memory only
    /// or encrypts them itself.
    fn needs_encryption(&self) -> bool {
        true
    }

    /// Whether the store is the memory of this process, which other processes do not see. `false` by default.
    fn is_process_memory(&self) -> bool {
        false
    }
}

/// A store in memory: for tests, and for apps that need no data after they stop.
#[derive(Debug, Default)]
pub struct MemoryStore {
    records: Mutex<BTreeMap<(RecordKind, String), Record>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn records(&self) -> std::sync::MutexGuard<'_, BTreeMap<(RecordKind, String), Record>> {
        // No code that can panic runs while the lock is held.
        lock(&self.records)
    }
}

#[async_trait]
impl RecordStore for MemoryStore {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        Ok(self.records().get(&(kind, key.to_owned())).cloned())
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let mut records = self.records();
        let slot = (kind, key.to_owned());
        if records.get(&slot).map(|record| record.version) != expected {
            return Ok(false);
        }
        let version = expected.unwrap_or(0) + 1;
        records.insert(slot, Record::new(version, value.to_vec()));
        Ok(true)
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let mut records = self.records();
        let slot = (kind, key.to_owned());
        let held = records.get(&slot).is_some_and(|record| record.version == expected);
        if held {
            records.remove(&slot);
        }
        Ok(held)
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let first = match after.filter(|after| *after >= prefix) {
            Some(after) => Bound::Excluded((kind, after.to_owned())),
            None => Bound::Included((kind, prefix.to_owned())),
        };
        Ok(self
            .records()
            .range((first, Bound::Unbounded))
            .take_while(|((k, key), _)| *k == kind && key.starts_with(prefix))
            .take(limit)
            .map(|((_, key), record)| (key.clone(), record.clone()))
            .collect())
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(self
            .records()
            .range((kind, prefix.to_owned())..)
            .take_while(|((k, key), _)| *k == kind && key.starts_with(prefix))
            .map(|((_, key), record)| (key.clone(), record.version))
            .collect())
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let mut records = self.records();
        let old: Vec<_> = records
            .range((kind, prefix.to_owned())..)
            .take_while(|((k, key), _)| *k == kind && key.starts_with(prefix) && key.as_str() < before)
            .take(limit)
            .map(|(slot, _)| slot.clone())
            .collect();
        old.iter().for_each(|slot| drop(records.remove(slot)));
        Ok(old.len())
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        let records = self.records();
        let from = records.range((kind, prefix.to_owned())..);
        Ok(from.take_while(|((k, key), _)| *k == kind && key.starts_with(prefix)).count())
    }

    fn needs_encryption(&self) -> bool {
        false
    }

    fn is_process_memory(&self) -> bool {
        true
    }
}
