//! A credential that is not shown in logs.

use std::fmt;

use async_trait::async_trait;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::error::Cause;

/// A credential: an API key, a client secret, a token, an authorization code or an identification key.
///
/// It has no `Display` and no serialization, its `Debug` text is constant, its memory is cleared on drop, and it is
/// compared in constant time. [`expose`](Self::expose) is the only access to the value.
#[derive(Clone, Default, Zeroize, ZeroizeOnDrop)]
pub struct Secret(String);

impl Secret {
    /// Wraps a credential.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The credential itself. Check each use of this method in a review.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// The same, under the name by which the conversions to other languages read every text.
    #[cfg(any(feature = "node", feature = "python"))]
    pub(crate) fn as_str(&self) -> &str {
        self.expose()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(***)")
    }
}

impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_bytes().ct_eq(other.0.as_bytes()).into()
    }
}

impl Eq for Secret {}

impl From<String> for Secret {
    fn from(value: String) -> Self {
        Self(value)
    }
}

/// A source of the current credential, for a lookup that may take time or fail.
#[async_trait]
pub trait SecretSource: Send + Sync + 'static {
    /// The current credential. It is called for every call and may take up to 5 seconds.
    ///
    /// # Errors
    /// Why there is no credential.
    async fn secret(&self) -> Result<Secret, SecretError>;
}

/// Why a [`SecretSource`] has no credential.
#[derive(Clone, Debug)]
pub struct SecretError {
    pub(crate) reason: String,
    pub(crate) cause: Option<Cause>,
}

impl SecretError {
    /// A failure for this reason, which shows in logs: never a part of the credential.
    pub fn new(reason: impl fmt::Display) -> Self {
        Self { reason: reason.to_string(), cause: None }
    }

    /// A failure because of an error, which becomes the [`source`](std::error::Error::source) of that of the call. `reason`
    /// shows in logs; the error itself does not.
    pub fn caused_by(reason: impl fmt::Display, cause: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self { cause: Some(Cause::new(cause)), ..Self::new(reason) }
    }
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}
