//! [`World`]: one app with everything around it, as tests hold it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::sync::Notify;

use crate::clock::VirtualClock;
use crate::gaps::Gaps;
use crate::sandbox::Shared;
use crate::state::State;
use crate::state::app::AppSettings;

/// One app, its users, posts, conversations, grants and deliveries. Worlds share nothing.
#[derive(Clone, Debug)]
pub struct World {
    pub(crate) inner: Arc<WorldInner>,
}

/// A world, as requests hold it.
pub(crate) struct WorldInner {
    pub(crate) name: String,
    /// The one lock of the world. It is never held over an await.
    state: Mutex<State>,
    pub(crate) clock: Arc<VirtualClock>,
    /// Rung after every request: there may be something to deliver.
    pub(crate) wake: Arc<Notify>,
    shared: Weak<Shared>,
}

impl World {
    pub(crate) fn new(inner: Arc<WorldInner>) -> Self {
        Self { inner }
    }

    /// The name of the world.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The prefix of this world's four hosts, for `Hosts::sandbox` of the client.
    pub fn url(&self) -> String {
        self.inner.url()
    }

    /// The settings of the app, as they stand in the console of the platform.
    pub fn app(&self) -> AppSettings {
        self.inner.lock().app.clone()
    }

    /// Changes the settings of the app, at once.
    pub fn configure_app(&self, change: impl FnOnce(&mut AppSettings)) {
        change(&mut self.inner.lock().app);
        self.inner.announce();
    }

    /// How this world decides where the documents leave a choice.
    pub fn gaps(&self) -> Gaps {
        self.inner.lock().gaps.clone()
    }

    /// Turns switches of this world.
    pub fn set_gaps(&self, change: impl FnOnce(&mut Gaps)) {
        change(&mut self.inner.lock().gaps);
    }
}

impl WorldInner {
    pub(crate) fn new(name: &str, seed: u64, gaps: Gaps, shared: Weak<Shared>) -> Self {
        let clock = Arc::new(VirtualClock::default());
        let state = State::seeded(seed, name, gaps, &clock);
        Self { name: name.to_owned(), state: Mutex::new(state), clock, wake: Arc::new(Notify::new()), shared }
    }

    /// Locks the state. A panic of another holder is no reason to stop: every change is complete before the lock goes.
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the world findable by its present credentials.
    pub(crate) fn announce(self: &Arc<Self>) {
        if let Some(shared) = self.shared.upgrade() {
            shared.register(self);
        }
    }

    /// The prefix of this world's hosts.
    pub(crate) fn url(&self) -> String {
        let shared = self.shared.upgrade();
        let origin = shared.as_deref().map_or("http://sandbox.localhost", Shared::origin);
        format!("{origin}/worlds/{}", self.name)
    }
}

impl Drop for WorldInner {
    fn drop(&mut self) {
        self.wake.notify_one();
    }
}

impl fmt::Debug for WorldInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World").field("name", &self.name).finish_non_exhaustive()
    }
}
