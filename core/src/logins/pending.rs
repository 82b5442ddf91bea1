//! The stored state of a pending login, from the redirect to the consent page until the callback.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use subtle::{Choice, ConstantTimeEq};
use zeroize::Zeroizing;

use super::session;
use crate::digest::sha256;
use crate::error::{Error, OAuthError, Result, StoreError};
use crate::random::random_text;
use crate::secret::Secret;
use crate::stores::{RecordKind, RecordStore, Stored, is_beyond, names};

/// How long an expired login is kept, so that a late callback gets the right error.
pub(crate) const LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// The prefix of the keys of logins. It sorts after the hexadecimal digits, with which the keys of an earlier version start.
pub(super) const PREFIX: &str = "t";
/// Greater than all keys with the prefix.
pub(super) const END: &str = "u";
/// The number of hexadecimal digits of an expiry in seconds. It is fixed, so that keys are in the order of time.
const DIGITS: usize = 10;

/// A login in progress, stored under its expiry and a hash of its `state`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Pending {
    pub(crate) schema: i64,
    /// SHA-256 of the session id, in hex.
    pub(crate) session: String,
    pub(crate) client_id: String,
    /// The authorization server of the login.
    pub(crate) issuer: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: String,
    pub(crate) user: Option<String>,
    pub(crate) return_to: Option<String>,
    pub(crate) verifier: Option<String>,
    pub(crate) expires_at: DateTime<Utc>,
}

impl Stored for Pending {
    const NAME: &'static str = "login";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn invalid_members(&self) -> Vec<&'static str> {
        names([("expires_at", is_beyond(self.expires_at))])
    }
}

impl Pending {
    /// A new `state` for a login with this expiry: the expiry, and 32 random bytes.
    pub(crate) fn state(expires_at: DateTime<Utc>) -> Result<Secret> {
        Ok(Secret::new(format!("{}.{}", digits(expires_at), random_text()?.expose())))
    }

    /// Stores the login.
    ///
    /// # Errors
    /// [`Error::Store`], also if the store refuses the write although it has no login with this key.
    pub(crate) async fn save(&self, store: &dyn RecordStore, state: &Secret) -> Result<()> {
        let value = serde_json::to_vec(self)
            .map(Zeroizing::new)
            .map_err(|e| StoreError::new("write login", crate::json::describe(&e)))?;
        let key = key(state);
        if store.put(RecordKind::Login, &key, None, &value).await? {
            return Ok(());
        }
        match store.get(RecordKind::Login, &key).await? {
            None => Err(StoreError::new("put", "a new login was refused, although there is none with its key").into()),
            // Only the response to the write was lost, and the store has repeated the write by itself.
            Some(record) if record.value().is_ok_and(|stored| stored == value.as_slice()) => Ok(()),
            Some(_) => {
                Err(Error::config("randomness", "the same state was made twice: the system's randomness is broken"))
            }
        }
    }

    /// Removes the login from the store and returns it. Of several concurrent calls with the same `state`, one succeeds.
    pub(crate) async fn take(store: &dyn RecordStore, state: &Secret) -> Result<Self> {
        let key = key(state);
        let Some(record) = store.get(RecordKind::Login, &key).await? else {
            return Err(OAuthError::StateMismatch.into());
        };
        if !store.delete(RecordKind::Login, &key, record.version).await? {
            return Err(OAuthError::StateMismatch.into());
        }
        Ok(Self::decode(record.value()?)?)
    }

    /// Checks that the callback belongs to the session, app and server of the login.
    pub(crate) fn check(&self, session_id: &str, client_id: &str, issuer: &str, now: DateTime<Utc>) -> Result<()> {
        // All are compared, so that the time does not show which one it is.
        let is_same = |session: &str| self.session.as_bytes().ct_eq(sha256(session).as_bytes());
        let same_session = session::each(session_id).map(is_same).fold(Choice::from(0), |any, same| any | same);
        if !bool::from(same_session) || self.client_id != client_id || self.issuer != issuer {
            return Err(OAuthError::StateMismatch.into());
        }
        if now >= self.expires_at {
            return Err(OAuthError::StateExpired.into());
        }
        Ok(())
    }

    /// Whether a stored login expired before `now`. `false` for one that cannot be read.
    pub(super) fn has_expired(stored: &[u8], now: DateTime<Utc>) -> bool {
        Self::decode(stored).is_ok_and(|login| now >= login.expires_at)
    }
}

/// The key of a login. It starts with the expiry from the `state`, so that a store finds expired logins by their keys. A
/// `state` without an expiry is from an earlier version, which used only the hash as the key.
///
/// A `state` with a changed expiry has another hash, so no login is found for it.
fn key(state: &Secret) -> String {
    let hash = sha256(state.expose());
    match state.expose().split_once('.') {
        Some((expiry, _)) if expiry.len() == DIGITS && expiry.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            format!("{PREFIX}{expiry}.{hash}")
        }
        _ => hash,
    }
}

/// The key of a login that expires then and is found by this hash.
pub(crate) fn key_of_hash(expiry: DateTime<Utc>, hash: &str) -> String {
    format!("{}.{hash}", key_prefix(expiry))
}

/// The prefix of the keys of logins that expire in this second. It is greater than the keys of logins that expire earlier.
pub(super) fn key_prefix(expiry: DateTime<Utc>) -> String {
    format!("{PREFIX}{}", digits(expiry))
}

fn digits(expiry: DateTime<Utc>) -> String {
    format!("{:010x}", expiry.timestamp().clamp(0, 0xff_ffff_ffff))
}
