//! The token that a backend issues to a phone, and the keys that encrypt it.
//!
//! The token consists of `opa1.` and, in base64 without padding, what a key of [`sealing`] has made. The form and the app's client
//! id are authenticated with it. The key of the cipher is derived from the given one, so that a key that is also used elsewhere does
//! not decrypt tokens.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::error::{DecodeError, Error, Result};
use crate::id::GrantKey;
use crate::json::{self, Extra, record};
use crate::secret::Secret;
use crate::stores::sealing::{self, MAKE_KEY, NotOpened, SealingKey, digest_for, read_keys};

/// The prefix of a token in this form.
const FORM: &str = "opa1.";
/// The longest token, in bytes. A token with the longest grant key and all calls is much shorter.
const MAX_TOKEN: usize = 4096;
/// The longest lifetime of a token, in seconds.
pub(super) const MAX_LIFETIME: i64 = 3600;
/// By how many seconds the clocks of two hosts may differ.
const CLOCKS_APART: i64 = 3600;

/// Short-lived access to the backend for a phone: a token of the backend, never one of the platform.
#[cfg_attr(any(feature = "node", feature = "python"), crate::ffi::data(by_position = 2))]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AppAccess {
    /// The token for `Authorization: Bearer …` in requests to the backend.
    pub token: Secret,
    /// The lifetime of the token from now, in seconds: 1 to 3600. Not an instant, because clocks of phones can be
    /// wrong.
    pub expires_in: i64,
    /// In a parsed response to `POST /login`, the granted scopes; otherwise empty.
    pub scopes: Vec<String>,
    /// The requested scopes that the user did not grant, in the same way.
    pub missing_scopes: Vec<String>,
}

#[derive(Default)]
struct Body {
    token: String,
    expires_in: i64,
    scopes: Vec<String>,
    missing_scopes: Vec<String>,
    #[expect(dead_code, reason = "the response of a later version may have further members")]
    extra: Extra,
}
record!(Body { token, expires_in, scopes, missing_scopes });

impl AppAccess {
    /// Access with a token of the backend and its lifetime in seconds.
    pub fn new(token: impl Into<Secret>, expires_in: i64) -> Self {
        Self { token: token.into(), expires_in, scopes: Vec::new(), missing_scopes: Vec::new() }
    }

    /// Parses the backend's response to `POST /access` or `POST /login`.
    ///
    /// # Errors
    /// [`Error::Decode`] if there is no token or no lifetime. The error contains nothing of the body.
    pub fn parse(body: &[u8]) -> Result<Self> {
        let unusable = |path: &str, reason: &str| DecodeError::of_document("app access", path, reason);
        let body: Body = json::read(body).map_err(|error| unusable(&error.path, &error.reason))?;
        if body.token.is_empty() {
            let reason = "is missing: an error of the backend has none, so look at the status first";
            return Err(unusable("token", reason).into());
        }
        if body.token.len() > MAX_TOKEN || !body.token.bytes().all(|b| b.is_ascii_graphic()) {
            return Err(unusable("token", "must be 1 to 4,096 printable characters without spaces").into());
        }
        if body.expires_in < 1 {
            return Err(unusable("expires_in", "must be a number of seconds, at least 1").into());
        }
        let Body { scopes, missing_scopes, .. } = body;
        Ok(Self { token: body.token.into(), expires_in: body.expires_in.min(MAX_LIFETIME), scopes, missing_scopes })
    }
}

/// The contents of a token.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Claims {
    pub(super) grant: String,
    /// In seconds since 1970.
    pub(super) ends: i64,
    /// The permitted calls that change something.
    pub(super) writes: Vec<String>,
}

/// The keys of a gateway. The first encrypts, all decrypt.
pub(super) struct TokenCipher {
    keys: Vec<SealingKey>,
    /// Authenticated with every token.
    place: Vec<u8>,
}

impl fmt::Debug for TokenCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.keys.iter().map(SealingKey::name)).finish()
    }
}

impl TokenCipher {
    /// # Errors
    /// [`Error::Config`] for `keys` if there is no key or an invalid one.
    pub(super) fn new(keys: &[Secret], client_id: &str) -> Result<Self> {
        let key = |bytes: &[u8; 32]| {
            let id = digest_for("open-platform app key id\n", bytes);
            SealingKey::new(&id, &digest_for("open-platform app key\n", bytes))
        };
        let keys = read_keys(keys, key).map_err(|reason| Error::config("keys", reason))?;
        if keys.is_empty() {
            return Err(Error::config("keys", format!("no key is set: {MAKE_KEY}")));
        }
        Ok(Self { keys, place: format!("open-platform app token 1\n{client_id}").into_bytes() })
    }

    pub(super) fn encrypt(&self, claims: &Claims) -> Result<Secret> {
        let failed = |reason: &str| Error::config("keys", reason);
        let key = self.keys.first().ok_or_else(|| failed("no key is set"))?;
        let claims = serde_json::to_vec(claims).map_err(|_| failed("a token cannot be written"))?;
        let bytes = key.seal(b"", &self.place, &claims).map_err(failed)?;
        Ok(Secret::new(format!("{FORM}{}", URL_SAFE_NO_PAD.encode(bytes))))
    }

    /// The contents of a token, or why it is rejected. The reason is for the backend's log, never for the sender.
    pub(super) fn open(&self, token: &[u8], now: DateTime<Utc>) -> Result<Claims, &'static str> {
        let text =
            token.strip_prefix(FORM.as_bytes()).filter(|_| token.len() <= MAX_TOKEN).ok_or("it is not an app token")?;
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| "it is not an app token")?;
        let claims = sealing::open(&self.keys, &self.place, &bytes).map_err(|reason| match reason {
            NotOpened::CutOff => "it is cut off",
            NotOpened::UnknownKey(_) => "it is encrypted with a key that this backend does not have",
            NotOpened::Changed => "it was changed, or belongs to another app",
        })?;
        let claims: Claims =
            serde_json::from_slice(&claims).map_err(|_| "it was made by another version of the SDK")?;
        match claims.ends.saturating_sub(now.timestamp()) {
            ..=0 => Err("it has expired"),
            left if left > MAX_LIFETIME + CLOCKS_APART => {
                Err("it ends later than any token: the clock that made it was ahead")
            }
            _ => Ok(claims),
        }
    }
}

impl Claims {
    pub(super) fn grant(&self) -> GrantKey {
        GrantKey(self.grant.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The token was made with another implementation of the cipher: the form does not change, because phones have such tokens.
    #[test]
    fn a_token_in_the_documented_form_is_opened() {
        const TOKEN: &str = "opa1.aH-kbP3ELWgAAQIDBAUGBwgJCgsMDQ4PEBESExQVFhdFG9GAXlu1CrcpN7XrgTGvy2BI8dm2EBX8DF4e1mPHpP1G\
             61GBr2tWa23DlX67BK6Vp_v7I05TXF44Sq_deMgs7-1Sa1pFprssMLiIPLz23tVk";
        let cipher = TokenCipher::new(&["YSBrZXkgb2YgdGhlIGdhdGV3YXksIDMyIGJ5dGVzLi4=".into()], "app").unwrap();
        let at = |seconds| DateTime::from_timestamp(1_800_000_000 + seconds, 0).unwrap();
        let claims = cipher.open(TOKEN.as_bytes(), at(-MAX_LIFETIME)).unwrap();
        let writes = vec!["addons.create_on_post".to_owned()];
        assert_eq!(claims, Claims { grant: "g".to_owned(), ends: 1_800_000_000, writes });
        assert!(cipher.open(TOKEN.as_bytes(), at(-1)).is_ok());
        assert_eq!(cipher.open(TOKEN.as_bytes(), at(0)), Err("it has expired"));
        // By a clock that was far ahead, and was set back since.
        let refused = cipher.open(TOKEN.as_bytes(), at(-MAX_LIFETIME - CLOCKS_APART - 1));
        assert_eq!(refused, Err("it ends later than any token: the clock that made it was ahead"));
        // The clock of this process is behind that of the one which made it.
        assert!(cipher.open(TOKEN.as_bytes(), at(-MAX_LIFETIME - CLOCKS_APART)).is_ok());
    }
}
