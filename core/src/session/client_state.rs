//! The state that all clones of a client share, and the access tokens of a stored grant.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::Sessions;
use crate::call::{AccessFuture, AccessProvider, Caller, RefusedToken};
use crate::error::{Error, Result};
use crate::id::GrantKey;
use crate::logins::LoginSweep;
use crate::observe;
use crate::stores::RecordStore;

/// The state that all clones of a client share: what sends the calls, and the grants in use.
pub(crate) struct ClientState {
    caller: Caller,
    pub(crate) sessions: Sessions,
    pub(crate) login_sweep: LoginSweep,
    store: Arc<dyn RecordStore>,
}

impl ClientState {
    pub(crate) fn new(caller: Caller, store: Arc<dyn RecordStore>) -> Self {
        Self { caller, sessions: Sessions::default(), login_sweep: LoginSweep::default(), store }
    }

    pub(crate) fn store(&self) -> &Arc<dyn RecordStore> {
        &self.store
    }

    /// Runs `work` in a background task, which goes on if the caller is cancelled, and for which a drain waits. What observes the
    /// caller observes the task, too. `stopped` is the reason of the error if the runtime stops before the end.
    pub(crate) async fn in_background<T: Send + 'static>(
        &self,
        stopped: &str,
        work: impl Future<Output = Result<T>> + Send + 'static,
    ) -> Result<T> {
        let running = self.sessions.begin_work();
        let task = async move {
            let _running = running;
            work.await
        };
        let ended = self.background.spawn(observe::as_caller(task)).await;
        ended.map_err(|_| Error::config("runtime", stopped))?
    }

    /// Records that a login was stored, and starts the deletion of expired ones if it is due.
    pub(crate) async fn note_login(&self, now: DateTime<Utc>) {
        let most = self.config.plain.max_pending_logins;
        self.login_sweep.note_start(&self.background, &self.store, most, now).await;
    }
}

impl Deref for ClientState {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        &self.caller
    }
}

/// Provides the access token of a stored grant, and refreshes it when it is due.
pub(crate) struct StoredGrant {
    inner: Arc<ClientState>,
    key: GrantKey,
}

impl StoredGrant {
    pub(crate) fn new(inner: &Arc<ClientState>, key: GrantKey) -> Arc<Self> {
        Arc::new(Self { inner: Arc::clone(inner), key })
    }
}

impl fmt::Debug for StoredGrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StoredGrant").field(&self.key).finish()
    }
}

impl AccessProvider for StoredGrant {
    fn access(&self, refused: Option<RefusedToken>) -> AccessFuture<'_> {
        Box::pin(async move {
            match refused {
                None => self.inner.sessions.access(&self.inner, &self.key).await,
                Some(refused) => self.inner.sessions.access_after_401(&self.inner, &self.key, refused).await,
            }
        })
    }

    fn scopes(&self) -> Vec<String> {
        self.inner.sessions.cached_of_any_age(&self.key).map(|grant| grant.scopes()).unwrap_or_default()
    }

    fn grant(&self) -> Option<&GrantKey> {
        Some(&self.key)
    }
}
