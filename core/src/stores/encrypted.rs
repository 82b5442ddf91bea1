//! Encryption of records before they reach a store, with several keys for rotation.
//!
//! An encrypted record consists of four bytes for the format, and what a key of `sealing` has made. The kind, key and version of the
//! record are authenticated with it. So content that was changed, or that is stored under another kind, key or version than it was
//! written for, cannot be opened.
//!
//! This does not protect against replay: whoever can write rows can restore a complete earlier row with its version, and it
//! can be opened. `docs/stores.md` describes what is possible for somebody who can read or write the rows.

use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use zeroize::Zeroizing;

use super::sealing::{self, MAKE_KEY, NotOpened, SealingKey, digest_for, read_keys};
use super::{NewRecord, Record, RecordKind, RecordStore};
use crate::error::{Error, Result, StoreError};
use crate::secret::Secret;

/// The first bytes of an encrypted record of this format. No text starts with them, so a plain record is not taken for an encrypted
/// one.
const FORM: &[u8] = b"\0op1";
const NOT_ENCRYPTED: &str = "the record is not encrypted, or was encrypted by a newer version of the SDK: \
     a store is encrypted from its first record on, or opened as unencrypted";

type Provider = Arc<dyn Fn() -> Vec<Secret> + Send + Sync>;

/// The keys that records are encrypted with, or the decision to encrypt none.
///
/// Encryption hides the content of records from anybody who can read the store, and detects changes of single records. It does
/// not detect a complete earlier record that was restored with its version, or a record that was deleted. It does not hide
/// how many records there are, when they change, or their keys, which contain no user.
///
/// A key is 32 random bytes, in base64 or as hexadecimal digits: `openssl rand -base64 32` makes one. With several keys, the
/// first one encrypts and all of them open. To replace a key:
///
/// 1. Add the new key as the last one, and restart all processes. A process without it cannot read what others write in step 2.
/// 2. Put the new key first, and restart all processes.
/// 3. Wait until every record was rewritten. Each refresh rewrites its grant; the command `open-platform reencrypt` rewrites all, in
///    Rust also [`Encrypted::reencrypt`].
/// 4. Remove the old key.
#[derive(Clone)]
pub struct Encryption(Keys);

#[derive(Clone)]
enum Keys {
    Fixed(Arc<[SealingKey]>),
    Provider(Provider),
    None,
}

impl Encryption {
    /// Encrypts with the first of these keys, and opens with all of them.
    ///
    /// # Errors
    /// [`Error::Config`] if there is no key, or one that is malformed.
    pub fn keys<K: Into<Secret>>(keys: impl IntoIterator<Item = K>) -> Result<Self> {
        let keys: Vec<Secret> = keys.into_iter().map(Into::into).collect();
        let keys = read(&keys).map_err(|reason| Error::config("store_keys", reason))?;
        Ok(Self(Keys::Fixed(keys.into())))
    }

    /// Calls `provider` for the current keys, so that they can come from a vault and change without a restart. It is called
    /// at each operation of the store and must not block: keep the keys in memory.
    pub fn provider(provider: impl Fn() -> Vec<Secret> + Send + Sync + 'static) -> Self {
        Self(Keys::Provider(Arc::new(provider)))
    }

    /// Encrypts nothing: anybody who can read the store, or a copy of it, can act for every user. For stores that are protected
    /// by other means, such as an encrypted volume.
    pub fn unencrypted() -> Self {
        Self(Keys::None)
    }

    /// Reads keys separated by commas, or the word `unencrypted`: the format of the variable `OPEN_PLATFORM_STORE_KEYS`.
    ///
    /// # Errors
    /// As [`keys`](Self::keys).
    pub fn from_list(list: &str) -> Result<Self> {
        if list.trim() == "unencrypted" {
            return Ok(Self::unencrypted());
        }
        Self::keys(list.split(',').map(str::trim).filter(|key| !key.is_empty()))
    }

    /// Runs `work` with the current keys. `None`: nothing is encrypted.
    fn with<T>(
        &self,
        operation: &str,
        work: impl FnOnce(Option<&[SealingKey]>) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        match &self.0 {
            Keys::None => work(None),
            Keys::Fixed(keys) => work(Some(keys)),
            Keys::Provider(provider) => {
                let keys =
                    read(&provider()).map_err(|reason| StoreError::new(operation, format!("its keys: {reason}")))?;
                work(Some(&keys))
            }
        }
    }
}

impl fmt::Debug for Encryption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Keys::Fixed(keys) => f.debug_list().entries(keys.iter().map(SealingKey::name)).finish(),
            Keys::Provider(_) => f.write_str("Provider"),
            Keys::None => f.write_str("Unencrypted"),
        }
    }
}

/// The keys of a store in these texts.
fn read(keys: &[Secret]) -> Result<Vec<SealingKey>, String> {
    if keys.is_empty() {
        return Err(format!("there is none: {MAKE_KEY}"));
    }
    read_keys(keys, |bytes| SealingKey::new(&digest_for("open-platform store key\n", bytes), bytes))
}

/// A store whose records are encrypted with [`Encryption`]. The stores of this crate are wrapped in it when they are opened. The
/// client wraps an app's own store, or the app does it.
pub struct Encrypted {
    store: Arc<dyn RecordStore>,
    encryption: Encryption,
}

impl fmt::Debug for Encrypted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encrypted").field("encryption", &self.encryption).finish_non_exhaustive()
    }
}

impl Encrypted {
    /// Encrypts the records that are written to `store`, and opens those that are read. A record that none of the keys opens is
    /// [unreadable](Record::unreadable).
    pub fn new(store: Arc<dyn RecordStore>, encryption: Encryption) -> Self {
        Self { store, encryption }
    }

    /// The store at an address, for [`reencrypt`](Self::reencrypt). [`open_store`](super::open_store) lists the forms.
    ///
    /// # Errors
    /// As [`open_store`](super::open_store).
    pub fn open(address: &str, encryption: Encryption) -> Result<Self> {
        Ok(Self::new(super::open(address, &super::Identity::default())?, encryption))
    }

    /// The content of a record, encrypted with the first key. `None`: the store is opened as unencrypted.
    fn encrypted(
        &self,
        operation: &str,
        kind: RecordKind,
        key: &str,
        version: i64,
        value: &[u8],
    ) -> Result<Option<Vec<u8>>, StoreError> {
        self.encryption.with(operation, |keys| match keys.and_then(<[SealingKey]>::first) {
            Some(by) => by
                .seal(FORM, &place(kind, key, version), value)
                .map(Some)
                .map_err(|reason| StoreError::new(operation, reason)),
            None => Ok(None),
        })
    }

    /// Rewrites every record that is not encrypted with the first key. Returns how many it rewrote. Other processes may use the
    /// store meanwhile, but each must already have the first key in the first place. Afterwards the other keys can be removed.
    ///
    /// # Errors
    /// A [`StoreError`] of the store ends it at once. A record that none of the keys opens is reported after all others are
    /// rewritten.
    pub async fn reencrypt(&self) -> Result<usize, StoreError> {
        let mut rewritten = 0;
        let mut unreadable = None;
        for kind in RecordKind::ALL {
            for (key, _) in self.store.versions(kind, "").await? {
                while let Some(record) = self.store.get(kind, &key).await? {
                    let version = record.version;
                    let encrypted = record.value()?;
                    let opened = self.encryption.with("reencrypt", |keys| match keys {
                        Some(keys) if !is_by(encrypted, keys) => Ok(Some(open(keys, kind, &key, version, encrypted))),
                        _ => Ok(None),
                    })?;
                    let value = match opened {
                        Some(Ok(value)) => value,
                        Some(Err(reason)) => {
                            unreadable.get_or_insert(StoreError::new("reencrypt", reason));
                            break;
                        }
                        None => break,
                    };
                    if self.put(kind, &key, Some(version), &value).await? {
                        rewritten += 1;
                        break;
                    }
                }
            }
        }
        unreadable.map_or(Ok(rewritten), Err)
    }
}

/// Opens a record, encrypted or not.
fn opened(operation: &str, keys: Option<&[SealingKey]>, kind: RecordKind, key: &str, record: Record) -> Record {
    let Ok(value) = record.value() else { return record };
    let opened = match keys {
        Some(keys) => open(keys, kind, key, record.version, value),
        None if value.starts_with(FORM) => {
            Err("the record is encrypted, and the store was opened as unencrypted".to_owned())
        }
        None => return record,
    };
    match opened {
        Ok(opened) => Record {
            has_older_key: keys.is_some_and(|keys| !is_by(value, keys)),
            ..Record::new(record.version, opened)
        },
        Err(reason) => Record::unreadable(record.version, StoreError::new(operation, reason)),
    }
}

/// Whether a value is encrypted with the first of the keys.
fn is_by(value: &[u8], keys: &[SealingKey]) -> bool {
    value.strip_prefix(FORM).zip(keys.first()).is_some_and(|(sealed, key)| key.has_sealed(sealed))
}

/// The data that is authenticated with the value.
fn place(kind: RecordKind, key: &str, version: i64) -> Vec<u8> {
    // No kind contains a line feed, and the version has a fixed length, so the encoding is unambiguous.
    let mut place = format!("{}\n", kind.as_str()).into_bytes();
    place.extend_from_slice(&version.to_be_bytes());
    place.extend_from_slice(key.as_bytes());
    place
}

fn open(
    keys: &[SealingKey],
    kind: RecordKind,
    key: &str,
    version: i64,
    value: &[u8],
) -> Result<Zeroizing<Vec<u8>>, String> {
    let sealed = value.strip_prefix(FORM).ok_or(NOT_ENCRYPTED)?;
    sealing::open(keys, &place(kind, key, version), sealed).map_err(|reason| match reason {
        NotOpened::CutOff => NOT_ENCRYPTED.to_owned(),
        NotOpened::UnknownKey(id) => {
            format!("the record is encrypted with the key {id}, which is not among the store keys")
        }
        NotOpened::Changed => "the record was changed, or belongs to another place or version".to_owned(),
    })
}

#[async_trait]
impl RecordStore for Encrypted {
    async fn get(&self, kind: RecordKind, key: &str) -> Result<Option<Record>, StoreError> {
        let Some(record) = self.store.get(kind, key).await? else { return Ok(None) };
        self.encryption.with("get", |keys| Ok(Some(opened("get", keys, kind, key, record))))
    }

    async fn put(&self, kind: RecordKind, key: &str, expected: Option<i64>, value: &[u8]) -> Result<bool, StoreError> {
        // The version of the new record. At the highest version there is no record to replace.
        let Some(version) = expected.unwrap_or(0).checked_add(1) else { return Ok(false) };
        let encrypted = self.encrypted("put", kind, key, version, value)?;
        self.store.put(kind, key, expected, encrypted.as_deref().unwrap_or(value)).await
    }

    async fn insert(&self, records: &[NewRecord<'_>]) -> Result<Vec<bool>, StoreError> {
        let encrypt = |record: &NewRecord<'_>| self.encrypted("insert", record.kind, record.key, 1, record.value);
        let encrypted = records.iter().map(encrypt).collect::<Result<Vec<_>, _>>()?;
        let stored = records
            .iter()
            .zip(&encrypted)
            .map(|(record, encrypted)| NewRecord { value: encrypted.as_deref().unwrap_or(record.value), ..*record });
        self.store.insert(&stored.collect::<Vec<_>>()).await
    }

    async fn delete(&self, kind: RecordKind, key: &str, expected: i64) -> Result<bool, StoreError> {
        self.store.delete(kind, key, expected).await
    }

    async fn scan(
        &self,
        kind: RecordKind,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<Vec<(String, Record)>, StoreError> {
        let records = self.store.scan(kind, prefix, after, limit).await?;
        self.encryption.with("scan", |keys| {
            let open = |(key, record): (String, Record)| {
                let record = opened("scan", keys, kind, &key, record);
                (key, record)
            };
            Ok(records.into_iter().map(open).collect())
        })
    }

    async fn now(&self) -> Result<Option<DateTime<Utc>>, StoreError> {
        self.store.now().await
    }

    async fn versions(&self, kind: RecordKind, prefix: &str) -> Result<Vec<(String, i64)>, StoreError> {
        self.store.versions(kind, prefix).await
    }

    async fn count(&self, kind: RecordKind, prefix: &str) -> Result<usize, StoreError> {
        self.store.count(kind, prefix).await
    }

    async fn prune(&self, kind: RecordKind, prefix: &str, before: &str, limit: usize) -> Result<usize, StoreError> {
        self.store.prune(kind, prefix, before, limit).await
    }

    fn needs_encryption(&self) -> bool {
        false
    }

    fn is_process_memory(&self) -> bool {
        self.store.is_process_memory()
    }
}

#[cfg(test)]
mod tests;
