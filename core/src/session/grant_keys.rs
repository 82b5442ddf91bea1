//! The opaque keys of grants: neither the keys in a store nor a log show which user a grant belongs to.
//!
//! The key of a user's grant consists of a keyed hash of the user and a hash of the scopes. The secret key of the hash is
//! random, and is stored in the store, encrypted like all records. Earlier versions wrote the app's id of the user itself into the
//! key of the record. Such grants are found under both forms.
//!
//! A record with the secret is not rewritten with a newer store key, because processes that do not have that key yet need it.
//! Instead the first process that encrypts with the newer key stores the same secret once more, in a record of its own. So the
//! secret is readable with the older keys, and without them after they are removed.

use std::borrow::Cow;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::sync::RwLock;
use zeroize::Zeroizing;

use super::ClientState;
use crate::digest::hex;
use crate::error::StoreError;
use crate::id::GrantKey;
use crate::json::describe;
use crate::stores::sealing::key_bytes;
use crate::stores::{PAGE, Record, RecordKind, Refusals};

/// The key of the record with the secret: `grants`. Further ones, with a newer store key or with another secret because this one
/// can no longer be opened, are `grants.2` and so on.
const RECORD: &str = "grants";
const LENGTH: usize = 32;

type SecretKey = Zeroizing<[u8; LENGTH]>;

/// The secret keys in the store, as far as they are known.
#[derive(Clone)]
struct Secrets {
    /// The secret that new keys are made with.
    first: SecretKey,
    /// Other secrets that some keys were made with, by processes that could not read the first one.
    others: Vec<SecretKey>,
    /// The store has other secrets, encrypted with a store key that this client does not have. Some keys were made with them.
    has_unreadable: bool,
}

impl Secrets {
    /// The secrets in these records. `None`: none can be read.
    fn read(stored: &[(String, Record)]) -> Result<Option<Self>, StoreError> {
        let (mut keys, mut copied) = (Vec::new(), Vec::new());
        for (_, record) in stored {
            let Ok(value) = record.value() else { continue };
            let (key, same_as) = read(value)?;
            copied.extend(same_as);
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let has_unreadable = stored.iter().any(|(name, record)| record.value().is_err() && !copied.contains(name));
        let mut keys = keys.into_iter();
        Ok(keys.next().map(|first| Self { first, others: keys.collect(), has_unreadable }))
    }

    fn all(&self) -> impl Iterator<Item = &SecretKey> {
        [&self.first].into_iter().chain(&self.others)
    }

    /// The prefixes of the keys of a user's grants. New grants get the first one.
    fn prefixes(&self, user: &str) -> impl Iterator<Item = String> {
        self.all().map(move |key| key_prefix(key, user))
    }
}

/// The secrets that the keys of grants are made with, cached after the first read.
#[derive(Default)]
pub(crate) struct GrantKeySecrets(RwLock<Option<Secrets>>);

impl GrantKeySecrets {
    async fn secrets(&self, inner: &ClientState) -> Result<Secrets, StoreError> {
        let known = self.0.read().await.clone();
        match known {
            Some(known) => Ok(known),
            None => self.load_or_create(inner).await,
        }
    }

    /// Reads the secret from the store, or creates it. All processes of a store get the same one, also after the store lost
    /// it.
    async fn load_or_create(&self, inner: &ClientState) -> Result<Secrets, StoreError> {
        let mut slot = self.0.write().await;
        let (store, mut refusals) = (inner.store(), Refusals::default());
        loop {
            let stored = store.scan(RecordKind::GrantKeySecret, RECORD, None, PAGE).await?;
            let next = if stored.is_empty() { RECORD.to_owned() } else { format!("{RECORD}.{}", stored.len() + 1) };
            if let Some(known) = Secrets::read(&stored)? {
                if let Some(copy) = known.all().find_map(|key| copy_for_newest_key(&stored, key)) {
                    // If it fails, the next login or process does it.
                    let _ = store.put(RecordKind::GrantKeySecret, &next, None, copy.as_bytes()).await;
                }
                return Ok(slot.insert(known).clone());
            }
            let key = match &*slot {
                Some(known) => known.first.clone(),
                None => new_key()?,
            };
            // Whether it was stored or not, the next read returns the one that was stored first.
            let is_stored = store.put(RecordKind::GrantKeySecret, &next, None, content(&key, &[]).as_bytes()).await?;
            refusals.noted(is_stored, "put", None)?;
        }
    }

    /// An error if the store has secrets, and none of them can be read.
    pub(crate) async fn check(&self, inner: &ClientState) -> Result<(), StoreError> {
        let stored = inner.store().scan(RecordKind::GrantKeySecret, RECORD, None, PAGE).await?;
        match (Secrets::read(&stored)?, stored.first()) {
            (None, Some((_, record))) => record.value().map(drop),
            _ => Ok(()),
        }
    }
}

/// The content of a further record with this secret, if all that have it are encrypted with an older store key.
fn copy_for_newest_key(stored: &[(String, Record)], key: &SecretKey) -> Option<Zeroizing<String>> {
    let mut names = Vec::new();
    for (name, record) in stored {
        match record.value().map(read) {
            Ok(Ok((found, _))) if found != *key => {}
            Ok(Ok(_)) if !record.has_older_key() => return None,
            Ok(Ok((_, same_as))) => names.extend([vec![name.clone()], same_as].concat()),
            _ => {}
        }
    }
    Some(content(key, &names))
}

/// The content of a record. `same_as`: the names of the records with the same secret.
fn content(key: &SecretKey, same_as: &[String]) -> Zeroizing<String> {
    let key = hex(key.as_slice());
    Zeroizing::new(serde_json::json!({ "schema": 1, "key": key, "same_as": same_as }).to_string())
}

fn key_prefix(key: &SecretKey, user: &str) -> String {
    // HMAC accepts keys of any length.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_slice()) else { return String::new() };
    mac.update(user.as_bytes());
    let digest = mac.finalize().into_bytes();
    // 128 bits: collisions between two users are not feasible.
    format!("u.{}.", hex(digest.get(..16).unwrap_or_default()))
}

fn new_key() -> Result<SecretKey, StoreError> {
    let mut key = Zeroizing::new([0; LENGTH]);
    getrandom::fill(key.as_mut_slice())
        .map_err(|_| StoreError::new("create grant key secret", "the operating system gives no random numbers"))?;
    Ok(key)
}

/// The secret of a record, and the names of others that have the same.
fn read(stored: &[u8]) -> Result<(SecretKey, Vec<String>), StoreError> {
    #[derive(serde::Deserialize)]
    struct Content {
        key: String,
        #[serde(default)]
        same_as: Vec<String>,
    }
    let failed = |reason: String| StoreError::new("read grant key secret", reason);
    let content: Content = serde_json::from_slice(stored).map_err(|error| failed(describe(&error)))?;
    let text = crate::secret::Secret::new(content.key);
    let key = key_bytes(&text).ok_or_else(|| failed("key: is not 32 bytes in base64".to_owned()))?;
    Ok((key, content.same_as))
}

impl super::Sessions {
    /// The key under which the grant that an app calls `key` is stored. It is `key` itself, unless that has the readable
    /// form that [`GrantKey::of`] makes. Then the opaque form is looked up first, and after it the readable one of earlier
    /// versions.
    pub(crate) async fn stored_key<'a>(
        &self,
        inner: &ClientState,
        key: &'a GrantKey,
    ) -> Result<Cow<'a, GrantKey>, StoreError> {
        let Some((user, scopes)) = key.parts() else { return Ok(Cow::Borrowed(key)) };
        if self.has_cached(key) {
            return Ok(Cow::Borrowed(key));
        }
        let secrets = self.key_secrets.secrets(inner).await?;
        let opaque: Vec<_> = secrets.prefixes(&user).map(|prefix| GrantKey(format!("{prefix}{scopes}"))).collect();
        if let Some(known) = opaque.iter().find(|opaque| self.has_cached(opaque)) {
            return Ok(Cow::Owned(known.clone()));
        }
        let store = inner.store().as_ref();
        for found in opaque.iter().chain([key]) {
            if store.get(RecordKind::Grant, found.as_str()).await?.is_some() {
                return Ok(Cow::Owned(found.clone()));
            }
        }
        // A new one.
        Ok(Cow::Owned(opaque.into_iter().next().unwrap_or_else(|| key.clone())))
    }

    /// The key for the grant of a login. If the store fails, the key is random: the tokens must not be lost for lack of a
    /// key.
    pub(crate) async fn key_of_login(&self, inner: &ClientState, key: GrantKey) -> crate::error::Result<GrantKey> {
        let named = async {
            if key.parts().is_some() {
                self.key_secrets.load_or_create(inner).await?;
            }
            self.stored_key(inner, &key).await.map(Cow::into_owned)
        };
        match named.await {
            Ok(name) => Ok(name),
            Err(error) => {
                tracing::warn!(operation = error.operation, "a grant gets a random key, because the store failed");
                GrantKey::random()
            }
        }
    }

    /// The prefixes of the keys of a user's grants: the opaque one, and that of earlier versions. If some secrets cannot be
    /// read, the empty prefix, which all keys have.
    pub(crate) async fn key_prefixes(&self, inner: &ClientState, user: &str) -> Result<Vec<String>, StoreError> {
        let known = self.key_secrets.secrets(inner).await?;
        Ok(match known.has_unreadable {
            true => vec![String::new()],
            false => known.prefixes(user).chain([GrantKey::beginning(user)]).collect(),
        })
    }

    /// A grant's key in the form for logs, which contains nothing about the user.
    pub(crate) async fn key_for_log(&self, inner: &ClientState, key: &GrantKey) -> String {
        match key.parts() {
            None => key.to_string(),
            Some((user, scopes)) => match self.key_secrets.secrets(inner).await {
                Ok(secrets) => format!("{}{scopes}", key_prefix(&secrets.first, &user)),
                Err(_) => "with a key of an earlier version".to_owned(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_prefix_hides_the_user_and_depends_on_the_secret() {
        let [one, two] = [1, 2].map(|byte| Zeroizing::new([byte; LENGTH]));
        let name = key_prefix(&one, "canary-cookie");
        assert!(!name.contains("canary") && GrantKey(name.clone() + "0123456789abcdef").parts().is_none(), "{name}");
        assert_eq!(name, key_prefix(&one, "canary-cookie"));
        assert_ne!(name, key_prefix(&two, "canary-cookie"));
        assert_ne!(name, key_prefix(&one, "canary-cookie2"));
        // HMAC-SHA-256 of RFC 4231, test case 2, whose key is shorter than this one.
        let mut mac = Hmac::<Sha256>::new_from_slice(b"Jefe").unwrap();
        mac.update(b"what do ya want for nothing?");
        assert!(hex(&mac.finalize().into_bytes()).starts_with("5bdcc146bf60754e6a042426089575c7"));
    }
}
