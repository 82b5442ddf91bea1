//! The key of a stored grant.

use std::fmt;

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};

use super::encode;
use crate::digest::short_sha256;
use crate::error::{Error, Result};
use crate::random::random_text;

/// The key of a stored grant. An app keeps it with its own user record to find the grant again. It is useless outside
/// the app, but inside the app it stands for the user: take it from the app's own data, never from a request.
///
/// An access token has exactly the scopes of the login that created it (docs/platform.md#authorization), so a grant
/// belongs to one user *and* one set of scopes. A login that [names its user](crate::oauth::Login::for_user) gets a key
/// made from both, and a second login replaces the grant. A login without a user gets a new random key each time.
///
/// The keys that the client returns, in a callback, a list or a report, are opaque: they contain a keyed hash instead
/// of the user. [`GrantKey::of`] makes a readable key for the app's own use. The client finds the grant by it, and
/// neither stores nor logs it. Do not send it anywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GrantKey(pub String);

impl GrantKey {
    /// The readable key of `user`'s grant with exactly these scopes, in any order. It is accepted wherever a key is.
    /// `user` is the app's own id of the user, as in [`Login::for_user`](crate::oauth::Login::for_user).
    pub fn of(user: &str, scopes: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let mut scopes: Vec<String> = scopes.into_iter().map(|scope| scope.as_ref().to_owned()).collect();
        scopes.sort_unstable();
        scopes.dedup();
        Self(format!("{}{}", Self::beginning(user), short_sha256(scopes.join(" "))))
    }

    /// The prefix of the readable keys of a user.
    pub(crate) fn beginning(user: &str) -> String {
        format!("{}~", encode(user))
    }

    /// The user and the hash of the scopes in a readable key.
    pub(crate) fn parts(&self) -> Option<(String, &str)> {
        let (user, scopes) = self.0.rsplit_once('~')?;
        percent_decode_str(user).decode_utf8().ok().map(|user| (user.into_owned(), scopes))
    }

    /// The user in a readable key; `None` if it is not a readable one.
    pub(crate) fn user(&self) -> Option<String> {
        self.parts().map(|(user, _)| user)
    }

    /// A new unique key.
    pub(crate) fn random() -> Result<Self> {
        Ok(Self(random_text()?.expose().to_owned()))
    }

    /// The text to store.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn check(&self) -> Result<()> {
        // The key of a subscription contains the grant key and ends that part with a line feed.
        if self.0.is_empty() || self.0.len() > 1024 || self.0.contains(char::is_control) {
            return Err(Error::invalid("grant", "is not the key of a grant: 1 to 1024 printable characters"));
        }
        Ok(())
    }
}

impl fmt::Display for GrantKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<String> for GrantKey {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl From<&String> for GrantKey {
    fn from(key: &String) -> Self {
        Self(key.clone())
    }
}

impl From<&str> for GrantKey {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<&GrantKey> for GrantKey {
    fn from(key: &GrantKey) -> Self {
        key.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scope::Scope;

    #[test]
    fn equal_users_and_scopes_have_equal_keys() {
        let key = GrantKey::of("u1", ["USER_PHONE", "offline_access"]);
        assert_eq!(key, GrantKey::of("u1", ["offline_access", "USER_PHONE", "USER_PHONE"]));
        assert_eq!(key, GrantKey::of("u1", [Scope::user_phone(), Scope::offline_access()]));
        let text = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<GrantKey>(&text).unwrap(), key, "it is read back from what the app stored");
        assert_ne!(key, GrantKey::of("u2", ["USER_PHONE", "offline_access"]));
        assert_ne!(key, GrantKey::of("u1", ["USER_PHONE"]));
        assert!(GrantKey::of("کاربر\nx", ["USER_PHONE"]).check().is_ok());
        assert_ne!(GrantKey::random().unwrap(), GrantKey::random().unwrap());
        for user in ["u1", "a~b", "کاربر\nx%41"] {
            assert_eq!(GrantKey::of(user, ["USER_PHONE"]).user().as_deref(), Some(user));
        }
        assert_eq!(GrantKey::random().unwrap().user(), None);
    }

    #[test]
    fn a_key_that_could_address_other_records_is_refused() {
        for bad in ["", "a\nb", "a\0"] {
            assert!(GrantKey::from(bad).check().is_err());
        }
    }
}
