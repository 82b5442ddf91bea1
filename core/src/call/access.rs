//! Where a call gets an access token that can be replaced by a newer one.

use std::fmt;
use std::pin::Pin;

use crate::error::Result;
use crate::id::GrantKey;
use crate::secret::Secret;

/// An access token and the generation it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) token: Secret,
    pub(crate) generation: i64,
    /// A request of this client brought it just now.
    pub(crate) fresh: bool,
}

/// A token on its way. Behind a pointer, because every call would else be as large as a refresh.
pub(crate) type Asked<'a> = Pin<Box<dyn Future<Output = Result<Access>> + Send + 'a>>;

/// Gives the access tokens of one user.
pub(crate) trait AccessProvider: fmt::Debug + Send + Sync {
    /// A token, other than the one of generation `refused` if there is another.
    fn access(&self, refused: Option<i64>) -> Asked<'_>;

    /// The stored grant whose tokens these are, if they are of one.
    fn grant(&self) -> Option<&GrantKey> {
        None
    }
}
