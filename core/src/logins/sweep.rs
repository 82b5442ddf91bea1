//! Limits the number of stored logins. It runs in the background, so that no request waits for it, and deletes by the keys of
//! the records, which start with their expiry: no record is read or decrypted.

use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};

use super::pending::{self, LIFETIME, Pending};
use crate::background::Background;
use crate::error::StoreError;
use crate::lock::lock;
use crate::notice;
use crate::stores::{RecordKind, RecordStore, is_plausible};

/// How often expired logins are deleted while logins are started.
const EVERY: TimeDelta = TimeDelta::minutes(1);
/// An expiry that is later than this is not one of a login that was started now: the longest lifetime is a day.
const FAR_AHEAD: TimeDelta = TimeDelta::days(2);
/// How many logins one operation of the store deletes. It takes a few milliseconds, so that it does not delay concurrent
/// operations of requests for long.
const PAGE: usize = 100;
/// How often a warning about too many logins is logged.
const WARN: TimeDelta = TimeDelta::minutes(10);
const TOO_MANY: &str = "more logins are under way than max_pending_logins allows: the oldest are deleted, and their users have to \
                        start again. Limit how often one browser or address may start a login";

/// The state of a client's sweeps.
#[derive(Default)]
pub(crate) struct LoginSweep(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    running: bool,
    /// How many logins were started since the last sweep began.
    started: usize,
    swept_at: Option<DateTime<Utc>>,
    warned_at: Option<DateTime<Utc>>,
    /// Whether all logins that an earlier version has stored are deleted.
    old_logins_deleted: bool,
}

/// A running sweep. It also counts as ended if its task is dropped.
struct Sweep {
    state: Arc<Mutex<State>>,
    store: Arc<dyn RecordStore>,
    /// How many logins may be stored.
    most: usize,
}

impl Drop for Sweep {
    fn drop(&mut self) {
        locked(&self.state).running = false;
    }
}

impl LoginSweep {
    /// Records that a login was started, and starts a sweep if one is due. `most` is how many logins may be stored.
    pub(crate) async fn note_start(
        &self,
        background: &Background,
        store: &Arc<dyn RecordStore>,
        most: usize,
        now: DateTime<Utc>,
    ) {
        let begins = {
            let mut state = locked(&self.0);
            state.started += 1;
            let due =
                state.swept_at.is_none_or(|swept| now < swept || now - swept >= EVERY) || state.started > most / 10;
            let begins = due && !state.running;
            if begins {
                (state.running, state.started, state.swept_at) = (true, 0, Some(now));
            }
            begins
        };
        if begins {
            let sweep = Sweep { state: Arc::clone(&self.0), store: Arc::clone(store), most };
            background.spawn(async move {
                if let Err(error) = sweep.run(now).await {
                    tracing::warn!(operation = error.operation, "expired logins could not be deleted");
                }
            });
        }
        if locked(&self.0).running {
            // On a runtime with one thread, a loop that starts logins would otherwise not let the sweep run.
            tokio::task::yield_now().await;
        }
    }

    #[cfg(test)]
    pub(crate) fn is_running(&self) -> bool {
        locked(&self.0).running
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    // No code that can panic runs while the lock is held.
    lock(state)
}

impl Sweep {
    /// Deletes expired logins, and then the oldest ones beyond the limit.
    async fn run(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let store = &self.store;
        if !locked(&self.state).old_logins_deleted {
            self.delete_old_logins(now).await?;
            locked(&self.state).old_logins_deleted = true;
        }
        // Kept for a while after their expiry, so that a late user gets the right error.
        let expired = pending::key_prefix(now - LIFETIME);
        while self.prune(&expired, PAGE).await? == PAGE {}
        self.delete_far_ahead(now).await?;
        loop {
            let excess = store.count(RecordKind::Login, pending::PREFIX).await?.saturating_sub(self.most);
            if excess == 0 {
                return Ok(());
            }
            self.warn(now);
            let mut left = excess;
            while left > 0 {
                let deleted = self.prune(pending::END, PAGE.min(left)).await?;
                if deleted == 0 {
                    return Ok(());
                }
                left = left.saturating_sub(deleted);
            }
        }
    }

    /// Deletes logins that were started while the clock was far in the future. They would never expire, and the limit would delete
    /// every later login in their place.
    async fn delete_far_ahead(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        // Otherwise a clock that is behind would delete the logins of all others.
        if !is_plausible(now) {
            return Ok(());
        }
        let after = pending::key_prefix(now + FAR_AHEAD);
        loop {
            let page = self.store.scan(RecordKind::Login, pending::PREFIX, Some(&after), PAGE).await?;
            let mut is_done = page.len() < PAGE;
            for (key, record) in page {
                // If the store refuses it, the next sweep tries again.
                is_done |= !self.store.delete(RecordKind::Login, &key, record.version).await?;
            }
            if is_done {
                return Ok(());
            }
        }
    }

    /// Deletes a page, and then leaves the store to other users for as long as that took.
    async fn prune(&self, before: &str, limit: usize) -> Result<usize, StoreError> {
        let began = Instant::now();
        let deleted = self.store.prune(RecordKind::Login, pending::PREFIX, before, limit).await?;
        match self.store.is_process_memory() {
            true => tokio::task::yield_now().await,
            false => tokio::time::sleep(began.elapsed()).await,
        }
        Ok(deleted)
    }

    fn warn(&self, now: DateTime<Utc>) {
        let mut state = locked(&self.state);
        if state.warned_at.is_none_or(|warned| now < warned || now - warned >= WARN) {
            state.warned_at = Some(now);
            drop(state);
            tracing::warn!(max_pending_logins = self.most, "{TOO_MANY}");
            notice::tell(TOO_MANY);
        }
    }

    /// Deletes expired logins of an earlier version, whose keys do not contain the expiry. Each client does so once.
    async fn delete_old_logins(&self, now: DateTime<Utc>) -> Result<(), StoreError> {
        let mut after: Option<String> = None;
        loop {
            let page = self.store.scan(RecordKind::Login, "", after.as_deref(), PAGE).await?;
            let Some((last, _)) = page.last() else { return Ok(()) };
            after = Some(last.clone());
            for (key, record) in page {
                if key.starts_with(pending::PREFIX) {
                    // These keys sort after all of the earlier version.
                    return Ok(());
                }
                // A record that cannot be read may be of a newer version, and is kept.
                if record.value().is_ok_and(|value| Pending::has_expired(value, now - LIFETIME)) {
                    self.store.delete(RecordKind::Login, &key, record.version).await?;
                }
            }
        }
    }
}
