//! The opaque keys of grants: neither the keys in a store nor a log show which user a grant belongs to.
//!
//! The key of a user's grant consists of a keyed hash of the user and a hash of the scopes. The secret key of the hash is
//! random, and is stored in the store, encrypted like all records. Earlier versions wrote the user's name itself into the key of
//! the record. Such grants are found under both forms.

use std::borrow::Cow;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use tokio::sync::RwLock;
use zeroize::Zeroizing;

use super::Inner;
use crate::digest::hex;
use crate::error::StoreError;
use crate::id::GrantKey;
use crate::json::describe;
use crate::stores::{Kind, PAGE, key_bytes};

/// The key of the record with the secret: `grants`. If that record can no longer be opened: `grants.2`, and so on.
const RECORD: &str = "grants";
const LENGTH: usize = 32;

type SecretKey = Zeroizing<[u8; LENGTH]>;

/// The secret keys in the store, as far as they are known.
#[derive(Clone)]
struct NameKey {
    /// The secret that new names are made with.
    key: SecretKey,
    /// The store has other secrets, encrypted with a store key that this client does not have. Some names were made with them.
    has_unreadable: bool,
}

/// The secret that names are made with, cached after the first read.
#[derive(Default)]
pub(crate) struct Names(RwLock<Option<NameKey>>);

impl Names {
    /// The prefix of the keys of a user's grants.
    async fn key_prefix(&self, inner: &Inner, user: &str) -> Result<String, StoreError> {
        Ok(key_prefix(&self.name_key(inner).await?.key, user))
    }

    async fn name_key(&self, inner: &Inner) -> Result<NameKey, StoreError> {
        let known = self.0.read().await.clone();
        match known {
            Some(known) => Ok(known),
            None => self.load_or_create(inner).await,
        }
    }

    /// Reads the secret from the store, or creates it. All processes of a store get the same one, also after the store lost
    /// it.
    async fn load_or_create(&self, inner: &Inner) -> Result<NameKey, StoreError> {
        let mut slot = self.0.write().await;
        let store = inner.store();
        loop {
            let stored = store.scan(Kind::NameKey, RECORD, None, PAGE).await?;
            let has_unreadable = stored.iter().any(|(_, record)| record.value().is_err());
            let count = stored.len();
            let readable = stored.iter().find_map(|(name, record)| Some((name, record.version, record.value().ok()?)));
            if let Some((name, version, value)) = readable {
                let key = read(value)?;
                if slot.is_none() {
                    // Encrypts it with the newest store key, so that the older store keys can be removed.
                    let _ = store.put(Kind::NameKey, name, Some(version), value).await;
                }
                return Ok(slot.insert(NameKey { key, has_unreadable }).clone());
            }
            let key = match &*slot {
                Some(known) => known.key.clone(),
                None => new_key()?,
            };
            let name = if count == 0 { RECORD.to_owned() } else { format!("{RECORD}.{}", count + 1) };
            let text = Zeroizing::new(serde_json::json!({ "schema": 1, "key": hex(key.as_slice()) }).to_string());
            // The result does not matter: the next read returns the one that was stored first.
            store.put(Kind::NameKey, &name, None, text.as_bytes()).await?;
        }
    }
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
        .map_err(|_| StoreError::new("name grant", "the operating system gives no random numbers"))?;
    Ok(key)
}

fn read(stored: &[u8]) -> Result<SecretKey, StoreError> {
    #[derive(serde::Deserialize)]
    struct Record {
        key: String,
    }
    let failed = |reason: String| StoreError::new("read name key", reason);
    let record: Record = serde_json::from_slice(stored).map_err(|error| failed(describe(&error)))?;
    let text = crate::secret::Secret::new(record.key);
    key_bytes(&text).ok_or_else(|| failed("key: is not 32 bytes in base64".to_owned()))
}

impl super::Sessions {
    /// The key under which the grant that an app calls `key` is stored. It is `key` itself, unless that has the readable
    /// form that [`GrantKey::of`] makes. Then the opaque form is looked up first, and after it the readable one of earlier
    /// versions.
    pub(crate) async fn stored_key<'a>(
        &self,
        inner: &Inner,
        key: &'a GrantKey,
    ) -> Result<Cow<'a, GrantKey>, StoreError> {
        let Some((user, scopes)) = key.parts() else { return Ok(Cow::Borrowed(key)) };
        if self.knows(key) {
            return Ok(Cow::Borrowed(key));
        }
        let opaque = GrantKey(format!("{}{scopes}", self.names.key_prefix(inner, &user).await?));
        if self.knows(&opaque) {
            return Ok(Cow::Owned(opaque));
        }
        let store = inner.store().as_ref();
        let is_old = store.get(Kind::Grant, opaque.as_str()).await?.is_none()
            && store.get(Kind::Grant, key.as_str()).await?.is_some();
        Ok(if is_old { Cow::Borrowed(key) } else { Cow::Owned(opaque) })
    }

    /// The key for the grant of a login. If the store fails, the key is random: the tokens must not be lost for lack of a
    /// key.
    pub(crate) async fn key_of_login(&self, inner: &Inner, key: GrantKey) -> crate::error::Result<GrantKey> {
        let named = async {
            if key.parts().is_some() {
                self.names.load_or_create(inner).await?;
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
    pub(crate) async fn key_prefixes(&self, inner: &Inner, user: &str) -> Result<Vec<String>, StoreError> {
        let known = self.names.name_key(inner).await?;
        Ok(match known.has_unreadable {
            true => vec![String::new()],
            false => vec![key_prefix(&known.key, user), GrantKey::beginning(user)],
        })
    }

    /// A grant's key in the form for logs, which contains nothing about the user.
    pub(crate) async fn key_for_log(&self, inner: &Inner, key: &GrantKey) -> String {
        match key.parts() {
            None => key.to_string(),
            Some((user, scopes)) => match self.names.key_prefix(inner, &user).await {
                Ok(prefix) => format!("{prefix}{scopes}"),
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
