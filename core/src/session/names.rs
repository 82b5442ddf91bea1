//! The names of grants: opaque, so that neither a store's keys nor a log shows which user a grant belongs to.
//!
//! The name of a user's grant is a keyed hash of the user and a hash of the scopes. Its key is random and kept in the store,
//! sealed as all records are. Earlier versions wrote the user's name itself into the key of the record; such grants are
//! found under both.

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
use crate::stores::{Kind, key_bytes, version_of};

/// How the records of keys are called: `grants`, and `grants.2` if that one cannot be opened any more, and so on.
const RECORD: &str = "grants";
const LENGTH: usize = 32;

type SecretKey = Zeroizing<[u8; LENGTH]>;

/// What is known of the store's keys.
#[derive(Clone)]
struct Known {
    /// The one to make names with.
    key: SecretKey,
    /// There are others, which are sealed with a store key that this client does not have: names were made with them.
    has_unreadable: bool,
}

/// The key that names are made with, once it was read.
#[derive(Default)]
pub(crate) struct Names(RwLock<Option<Known>>);

impl Names {
    /// How the names of a user's grants begin.
    async fn beginning(&self, inner: &Inner, user: &str) -> Result<String, StoreError> {
        Ok(beginning(&self.known(inner).await?.key, user))
    }

    async fn known(&self, inner: &Inner) -> Result<Known, StoreError> {
        let known = self.0.read().await.clone();
        match known {
            Some(known) => Ok(known),
            None => self.agree(inner).await,
        }
    }

    /// The key of the store, made if there is none. All processes of a store agree on one, also after the store has lost it.
    async fn agree(&self, inner: &Inner) -> Result<Known, StoreError> {
        let mut slot = self.0.write().await;
        let store = inner.store();
        loop {
            let stored = store.read_partial(Kind::NameKey, RECORD, None, usize::MAX).await?;
            let has_unreadable = stored.iter().any(|(_, record)| record.is_err());
            let count = stored.len();
            if let Some((name, record)) = stored.into_iter().find_map(|(name, record)| Some((name, record.ok()?))) {
                let key = read(&record.value)?;
                if slot.is_none() {
                    // Sealed with the newest store key from now on, so that the older ones can go.
                    let _ = store.put(Kind::NameKey, &name, Some(record.version), &record.value).await;
                }
                return Ok(slot.insert(Known { key, has_unreadable }).clone());
            }
            let key = match &*slot {
                Some(known) => known.key.clone(),
                None => fresh()?,
            };
            let name = if count == 0 { RECORD.to_owned() } else { format!("{RECORD}.{}", count + 1) };
            let text = Zeroizing::new(serde_json::json!({ "schema": 1, "key": hex(key.as_slice()) }).to_string());
            // Whatever came of it: the next look finds the one that was first.
            store.put(Kind::NameKey, &name, None, text.as_bytes()).await?;
        }
    }
}

fn beginning(key: &SecretKey, user: &str) -> String {
    // Keys of any length are good.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_slice()) else { return String::new() };
    mac.update(user.as_bytes());
    let digest = mac.finalize().into_bytes();
    // 128 bits: nobody finds two users with the same.
    format!("u.{}.", hex(digest.get(..16).unwrap_or_default()))
}

fn fresh() -> Result<SecretKey, StoreError> {
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
    key_bytes(&text).ok_or_else(|| failed("key: has a value that it never has".to_owned()))
}

impl super::Sessions {
    /// The name under which a grant is stored that an app calls `key`: the same, unless it is the readable form that
    /// [`GrantKey::of`] makes. Of that the opaque form is looked for first, then the readable one of earlier versions.
    pub(crate) async fn name<'a>(&self, inner: &Inner, key: &'a GrantKey) -> Result<Cow<'a, GrantKey>, StoreError> {
        let Some((user, scopes)) = key.parts() else { return Ok(Cow::Borrowed(key)) };
        if self.knows(key) {
            return Ok(Cow::Borrowed(key));
        }
        let opaque = GrantKey(format!("{}{scopes}", self.names.beginning(inner, &user).await?));
        if self.knows(&opaque) {
            return Ok(Cow::Owned(opaque));
        }
        let store = inner.store().as_ref();
        let is_old = version_of(store, Kind::Grant, opaque.as_str()).await?.is_none()
            && version_of(store, Kind::Grant, key.as_str()).await?.is_some();
        Ok(if is_old { Cow::Borrowed(key) } else { Cow::Owned(opaque) })
    }

    /// The name of the grant of a login. If the store fails, a random one: no tokens must be lost for their name.
    pub(crate) async fn name_of_login(&self, inner: &Inner, key: GrantKey) -> crate::error::Result<GrantKey> {
        let named = async {
            if key.parts().is_some() {
                self.names.agree(inner).await?;
            }
            self.name(inner, &key).await.map(Cow::into_owned)
        };
        match named.await {
            Ok(name) => Ok(name),
            Err(error) => {
                tracing::warn!(operation = error.operation, "a grant gets a random name: the store failed");
                GrantKey::random()
            }
        }
    }

    /// How the keys of a user's grants begin: the opaque names, and those of earlier versions. If it is not known how all of
    /// them begin, as all keys do.
    pub(crate) async fn beginnings(&self, inner: &Inner, user: &str) -> Result<Vec<String>, StoreError> {
        let known = self.names.known(inner).await?;
        Ok(match known.has_unreadable {
            true => vec![String::new()],
            false => vec![beginning(&known.key, user), GrantKey::beginning(user)],
        })
    }

    /// A grant's name for a log: nothing of the user.
    pub(crate) async fn shown(&self, inner: &Inner, key: &GrantKey) -> String {
        match key.parts() {
            None => key.to_string(),
            Some((user, scopes)) => match self.names.beginning(inner, &user).await {
                Ok(beginning) => format!("{beginning}{scopes}"),
                Err(_) => "with a name of an earlier version".to_owned(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_shows_nothing_of_its_user_and_depends_on_the_key() {
        let [one, two] = [1, 2].map(|byte| Zeroizing::new([byte; LENGTH]));
        let name = beginning(&one, "canary-cookie");
        assert!(!name.contains("canary") && GrantKey(name.clone() + "0123456789abcdef").parts().is_none(), "{name}");
        assert_eq!(name, beginning(&one, "canary-cookie"));
        assert_ne!(name, beginning(&two, "canary-cookie"));
        assert_ne!(name, beginning(&one, "canary-cookie2"));
        // HMAC-SHA-256 of RFC 4231, test case 2, whose key is shorter.
        let mut mac = Hmac::<Sha256>::new_from_slice(b"Jefe").unwrap();
        mac.update(b"what do ya want for nothing?");
        assert!(hex(&mac.finalize().into_bytes()).starts_with("5bdcc146bf60754e6a042426089575c7"));
    }
}
