//! A value that never shows itself.

use std::fmt;

use async_trait::async_trait;
use subtle::ConstantTimeEq;
use zeroize::{Zeroize, ZeroizeOnDrop};

/// A credential: an API key, a client secret, a token, an authorization code or an identification key.
///
/// It has no `Display` and no serialisation, its `Debug` is always the same, its memory is wiped on drop, and it
/// compares in constant time. [`expose`](Self::expose) is the only way out.
#[derive(Clone, Default, Zeroize, ZeroizeOnDrop)]
pub struct Secret(String);

impl Secret {
    /// Wraps a credential.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// The credential itself. Every use of this method is a place to look at in a review.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether there is nothing inside.
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

/// Where a credential of the moment comes from, if asking for it may take time or fail.
#[async_trait]
pub trait SecretSource: Send + Sync + 'static {
    /// The credential of the moment. It is asked for every call, and has 5 seconds.
    ///
    /// # Errors
    /// Why there is none; never a part of it.
    async fn secret(&self) -> Result<Secret, String>;
}

impl From<&str> for Secret {
    fn from(value: &str) -> Self {
        Self(value.to_owned())
    }
}
