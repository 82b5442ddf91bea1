//! Grants that stay alive.

mod store;
pub use store::{Kind, MemoryStore, Record, TokenStore};

use std::sync::Arc;

use crate::call::Inner;
use crate::error::{Error, Result};
use crate::secret::Secret;

/// The name of a stored grant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GrantKey(pub String);

/// An access token and the generation it belongs to.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) token: Secret,
    pub(crate) generation: i64,
}

/// The grants of a client.
#[derive(Debug, Default)]
pub(crate) struct Sessions;

impl Sessions {
    pub(crate) fn new() -> Self {
        Self
    }

    pub(crate) async fn access(&self, _inner: &Arc<Inner>, _key: &GrantKey) -> Result<Access> {
        Err(Error::config("store", "no such grant"))
    }

    pub(crate) async fn access_after_401(&self, inner: &Arc<Inner>, key: &GrantKey, _refused: i64) -> Result<Access> {
        self.access(inner, key).await
    }
}
