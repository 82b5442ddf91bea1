//! Stores of grants, logins, subscriptions and events.
//!
//! A store keeps small versioned records and offers compare-and-swap. All of the refresh protocol (leases, fencing,
//! generations) is built on that one operation, in this crate, so a store has no logic of its own and every store
//! behaves the same. Records hold secrets, so `encrypted` seals them for every store outside memory. `address` opens the
//! stores of this crate; each has a file of its own. What each can lose is in `docs/stores.md`.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Mutex;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use zeroize::Zeroizing;

use crate::error::StoreError;

mod address;
#[cfg(any(feature = "postgres", feature = "redis"))]
mod connections;
mod encrypted;
mod guarded;
mod hosted;
mod partial_read;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "redis")]
mod redis;
#[cfg(any(feature = "sqlite", feature = "postgres", feature = "redis"))]
mod schema;
#[cfg(feature = "sqlite")]
mod sqlite;
mod stored;

pub use address::open_store;
pub(crate) use address::{Identity, open, protect};
pub(crate) use encrypted::key_bytes;
pub use encrypted::{Encrypted, Encryption};
pub use guarded::Guarded;
pub(crate) use hosted::hosted;
pub(crate) use partial_read::{PAGE, PartialRead, partial_page, partial_read, version_of};
#[cfg(test)]
pub(crate) use stored::check_damage;
pub(crate) use stored::{Stored, check_owner, is_beyond, names};

/// What a record is about. Together with a key it names the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// A grant: tokens and what belongs to them. The key is the grant's.
    Grant,
    /// An event subscription that the app wants. The key begins with the grant's, then a line feed.
    Subscription,
    /// A login under way. The key is a hash of its `state`.
    Login,
    /// An event that arrived and is not handled yet. The key begins with its arrival.
    Event,
    /// That an event has arrived, so that it is known when it comes again. The key is a hash of what tells events apart.
    SeenEvent,
    /// An event whose handling was given up. The key is the one it had as an event.
    DeadLetter,
    /// The key that the names of grants are made with. There is one record, with the key `grants`.
    NameKey,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Grant, Self::Subscription, Self::Login, Self::Event, Self::SeenEvent, Self::DeadLetter, Self::NameKey];

    /// The word to store.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Grant => "grant",
            Self::Subscription => "subscription",
            Self::Login => "login",
            Self::Event => "event",
            Self::SeenEvent => "seen_event",
            Self::DeadLetter => "dead_letter",
            Self::NameKey => "name_key",
        }
    }
}

/// A stored record.
#[derive(Clone)]
pub struct Record {
    /// Changes with every write. 1 for a new record.
    pub version: i64,
    /// The content, which may hold tokens. The client seals it before a durable store gets it ([`Encryption`]).
    pub value: Zeroizing<Vec<u8>>,
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Record").field("version", &self.version).finish_non_exhaustive()
    }
}

/// Keeps records. Every method must be atomic and, once it returned, durable for as long as the store promises.
#[async_trait]
pub trait RecordStore: Send + Sync + 'static {
    /// The record, or `None`.
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError>;

    /// Writes a record if its version is still `expected`, and returns whether it did. `None` means: only if there is
    /// no such record. The new version is `expected + 1`, or 1.
    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError>;

    /// Deletes a record if its version is still `expected`, and returns whether it did. Of all that try at once,
    /// exactly one gets `true`.
    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError>;

    /// The records whose key begins with `prefix`, in the order of their keys.
    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError>;

    /// The keys that begin with `prefix`, in their order, with the versions of their records: what a keeper looks
    /// through every minute. By default a [`list`](Self::list) whose contents are dropped.
    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(self.list(kind, prefix).await?.into_iter().map(|(key, record)| (key, record.version)).collect())
    }

    /// The first `limit` records of [`list`](Self::list) whose key comes after `after`, if that is given. A store that
    /// can read a part only should: an inbox looks at its oldest events this way, however many there are.
    async fn page(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let mut records = self.list(kind, prefix).await?;
        records.retain(|(key, _)| after.is_none_or(|after| key.as_str() > after));
        // As it should be already, but not every language compares text by its bytes.
        records.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
        records.truncate(limit);
        Ok(records)
    }

    /// What [`page`](Self::page) has, with an error in place of each record that is there and cannot be opened: one lost key
    /// must not hide all other records. Only a store that opens what another keeps has such, as [`Encrypted`] does; one that
    /// wraps a store hands it on.
    async fn read_partial(
        &self,
        kind: Kind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Result<Record, StoreError>)>, StoreError> {
        let records = self.page(kind, prefix, after, limit).await?;
        Ok(records.into_iter().map(|(key, record)| (key, Ok(record))).collect())
    }

    /// Deletes records whose key begins with `prefix` and comes before `before`, in the order of their keys and at most
    /// `limit` of them, whatever their versions. Returns how many it deleted; fewer than `limit` means that no more are
    /// there. A store that can do so in one operation should: the logins that were given up are deleted this way.
    async fn prune(&self, kind: Kind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        let mut deleted = 0;
        for (key, record) in self.page(kind, prefix, None, limit).await? {
            if key.as_str() >= before {
                break;
            }
            // Whoever else has deleted it meanwhile has done the same work.
            self.delete(kind, &key, record.version).await?;
            deleted += 1;
        }
        Ok(deleted)
    }

    /// How many records [`list`](Self::list) has.
    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
        Ok(self.list(kind, prefix).await?.len())
    }

    /// The store's own time, if it has one that all its users share. Leases are measured with it.
    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        Ok(None)
    }

    /// Whether the client must seal the records before they get here. `true`, unless a store keeps them in memory only
    /// or seals them itself.
    fn needs_encryption(&self) -> bool {
        true
    }

    /// Whether the store is the memory of this process, so that another process has one of its own. `false` by default.
    fn is_process_memory(&self) -> bool {
        false
    }

    /// Whether [`page`](Self::page) reads only its own part of a list. `false` by default, as `page` itself is: then long
    /// lists are read in one piece.
    fn reads_pages(&self) -> bool {
        false
    }
}

/// A store in memory: for tests, and for apps that may forget everything when they stop.
#[derive(Debug, Default)]
pub struct MemoryStore {
    records: Mutex<BTreeMap<(Kind, String), Record>>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn records(&self) -> std::sync::MutexGuard<'_, BTreeMap<(Kind, String), Record>> {
        // No code that can panic runs while the lock is held.
        self.records.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

#[async_trait]
impl RecordStore for MemoryStore {
    async fn get(&self, kind: Kind, key: &str) -> Result<Option<Record>, StoreError> {
        Ok(self.records().get(&(kind, key.to_owned())).cloned())
    }

    async fn put(&self, kind: Kind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        let mut records = self.records();
        let slot = (kind, key.to_owned());
        if records.get(&slot).map(|record| record.version) != expected {
            return Ok(false);
        }
        let version = expected.unwrap_or(0) + 1;
        records.insert(slot, Record { version, value: Zeroizing::new(value.to_vec()) });
        Ok(true)
    }

    async fn delete(&self, kind: Kind, key: &str, expected: i64) -> Result<bool, StoreError> {
        let mut records = self.records();
        let slot = (kind, key.to_owned());
        let held = records.get(&slot).is_some_and(|record| record.version == expected);
        if held {
            records.remove(&slot);
        }
        Ok(held)
    }

    async fn list(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, Record)>, StoreError> {
        Ok(self
            .records()
            .range((kind, prefix.to_owned())..)
            .take_while(|((k, key), _)| *k == kind && key.starts_with(prefix))
            .map(|((_, key), record)| (key.clone(), record.clone()))
            .collect())
    }

    async fn versions(&self, kind: Kind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        Ok(self
            .records()
            .range((kind, prefix.to_owned())..)
            .take_while(|((k, key), _)| *k == kind && key.starts_with(prefix))
            .map(|((_, key), record)| (key.clone(), record.version))
            .collect())
    }

    async fn page(
        &self,
        kind: Kind,
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

    async fn prune(&self, kind: Kind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
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

    async fn count(&self, kind: Kind, prefix: &str) -> Result<usize, StoreError> {
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

    fn reads_pages(&self) -> bool {
        true
    }
}
