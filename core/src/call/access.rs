//! The source of access tokens for calls.

use std::fmt;
use std::pin::Pin;

use crate::error::Result;
use crate::id::GrantKey;
use crate::secret::Secret;

/// An access token and its generation.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) token: Secret,
    pub(crate) generation: i64,
    /// Whether a request of this client has just obtained it.
    pub(crate) fresh: bool,
}

/// The future of an access token. It is boxed; otherwise every call would be as large as a refresh.
pub(crate) type AccessFuture<'a> = Pin<Box<dyn Future<Output = Result<Access>> + Send + 'a>>;

/// A source of access tokens for one user.
pub(crate) trait AccessProvider: fmt::Debug + Send + Sync {
    /// A token; not the one of generation `refused` if there is another.
    fn access(&self, refused: Option<i64>) -> AccessFuture<'_>;

    /// The stored grant of the tokens, if they belong to one.
    fn grant(&self) -> Option<&GrantKey> {
        None
    }
}
