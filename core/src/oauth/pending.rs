//! Logins under way: what is remembered between the consent page and the way back.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

use crate::digest::sha256;
use crate::error::{Error, OAuthError, Result, StoreError};
use crate::secret::Secret;
use crate::session::{Kind, Stored, TokenStore, is_beyond, names, salvage};

/// How long a user may stay on the consent page.
pub(crate) const LIFETIME: TimeDelta = TimeDelta::minutes(10);

/// A login under way, stored under a hash of its `state`.
#[derive(Serialize, Deserialize)]
pub(crate) struct Pending {
    pub(crate) schema: i64,
    /// SHA-256 of the session id, in hex.
    pub(crate) session: String,
    pub(crate) client_id: String,
    /// The authorization server that the user was sent to.
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

    fn odd(&self) -> Vec<&'static str> {
        names([("expires_at", is_beyond(self.expires_at))])
    }
}

impl Pending {
    /// Remembers the login.
    pub(crate) async fn save(&self, store: &dyn TokenStore, state: &Secret) -> Result<()> {
        let value = serde_json::to_vec(self)
            .map(Zeroizing::new)
            .map_err(|e| StoreError::new("write login", crate::json::describe(&e)))?;
        if store.put(Kind::Login, &sha256(state.expose()), None, &value).await? {
            Ok(())
        } else {
            Err(Error::config("randomness", "the same state was made twice: the system's randomness is broken"))
        }
    }

    /// Takes the login out of the store. Of all who try with the same `state`, one gets it.
    pub(crate) async fn take(store: &dyn TokenStore, state: &Secret) -> Result<Self> {
        let key = sha256(state.expose());
        let Some(record) = store.get(Kind::Login, &key).await? else {
            return Err(OAuthError::StateMismatch.into());
        };
        if !store.delete(Kind::Login, &key, record.version).await? {
            return Err(OAuthError::StateMismatch.into());
        }
        Ok(Self::decode(&record.value)?)
    }

    /// Checks that the one who came back is the one who left.
    pub(crate) fn check(&self, session_id: &str, client_id: &str, issuer: &str, now: DateTime<Utc>) -> Result<()> {
        let same_session = self.session.as_bytes().ct_eq(sha256(session_id).as_bytes());
        if !bool::from(same_session) || self.client_id != client_id || self.issuer != issuer {
            return Err(OAuthError::StateMismatch.into());
        }
        if now >= self.expires_at {
            return Err(OAuthError::StateExpired.into());
        }
        Ok(())
    }

    /// Forgets the logins from which nobody came back.
    pub(crate) async fn sweep(store: &dyn TokenStore, now: DateTime<Utc>) -> Result<()> {
        // One that cannot be read may be of a newer version: it is left alone.
        for (key, version, login) in salvage(store, Kind::Login, "", |_, value| Self::decode(value)).await?.readable {
            if now >= login.expires_at + LIFETIME {
                store.delete(Kind::Login, &key, version).await?;
            }
        }
        Ok(())
    }
}
