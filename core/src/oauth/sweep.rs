//! Keeps the number of stored logins small. It runs in the background, so that no request waits for it, and deletes by
//! the keys of the records, which begin with their expiry: nothing is read or decrypted.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use chrono::{DateTime, TimeDelta, Utc};

use super::pending::{self, LIFETIME, Pending};
use crate::call::Inner;
use crate::error::StoreError;
use crate::stores::Kind;

/// How often expired logins are deleted while logins are started.
const EVERY: TimeDelta = TimeDelta::minutes(1);
/// How many are deleted by one operation of the store. It is done within a few milliseconds, so that an operation of a
/// request which has to wait for it does not wait long.
const PAGE: usize = 100;
/// How often it is said that there are too many logins.
const WARN: TimeDelta = TimeDelta::minutes(10);

/// What a client knows about its sweeps.
#[derive(Default)]
pub(crate) struct LoginSweep(Mutex<State>);

#[derive(Default)]
struct State {
    running: bool,
    /// How many logins were started since the last sweep began.
    started: usize,
    swept_at: Option<DateTime<Utc>>,
    warned_at: Option<DateTime<Utc>>,
    /// No login is left that an earlier version has stored.
    has_new_form_only: bool,
}

/// Ends a sweep, also when its task is dropped half way.
struct Running(Arc<Inner>);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.login_sweep.state().running = false;
    }
}

impl LoginSweep {
    /// Notes that a login was started, and begins a sweep if it is time for one.
    pub(crate) async fn note_start(inner: &Arc<Inner>, now: DateTime<Utc>) {
        let begins = {
            let mut state = inner.login_sweep.state();
            state.started += 1;
            let due = state.swept_at.is_none_or(|swept| now < swept || now - swept >= EVERY)
                || state.started > inner.config.max_pending_logins / 10;
            let begins = due && !state.running;
            if begins {
                (state.running, state.started, state.swept_at) = (true, 0, Some(now));
            }
            begins
        };
        if begins {
            let running = Running(Arc::clone(inner));
            inner.background.spawn(async move {
                if let Err(error) = sweep(&running.0, now).await {
                    tracing::warn!(operation = error.operation, "expired logins could not be deleted");
                }
            });
        }
        if inner.login_sweep.state().running {
            // On a runtime of one thread a loop that starts logins would otherwise leave the sweep no time.
            tokio::task::yield_now().await;
        }
    }

    #[cfg(test)]
    pub(super) fn is_running(&self) -> bool {
        self.state().running
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code that can panic runs while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Deletes what has expired, and of what is left as many of the oldest as there are too many.
async fn sweep(inner: &Inner, now: DateTime<Utc>) -> Result<(), StoreError> {
    let store = inner.store();
    if !inner.login_sweep.state().has_new_form_only {
        sweep_old_form(inner, now).await?;
        inner.login_sweep.state().has_new_form_only = true;
    }
    // Kept a while longer than they are good for, so that a user who comes back late is told so.
    let expired = pending::beginning(now - LIFETIME);
    while prune(inner, &expired, PAGE).await? == PAGE {}
    let most = inner.config.max_pending_logins;
    loop {
        let excess = store.count(Kind::Login, pending::PREFIX).await?.saturating_sub(most);
        if excess == 0 {
            return Ok(());
        }
        warn(inner, now, most);
        let mut left = excess;
        while left > 0 {
            let deleted = prune(inner, pending::END, PAGE.min(left)).await?;
            if deleted == 0 {
                return Ok(());
            }
            left = left.saturating_sub(deleted);
        }
    }
}

/// Deletes a page, and then leaves the store to others for as long as that took.
async fn prune(inner: &Inner, before: &str, limit: usize) -> Result<usize, StoreError> {
    let began = Instant::now();
    let deleted = inner.store().prune(Kind::Login, pending::PREFIX, before, limit).await?;
    match inner.store().is_process_memory() {
        true => tokio::task::yield_now().await,
        false => tokio::time::sleep(began.elapsed()).await,
    }
    Ok(deleted)
}

fn warn(inner: &Inner, now: DateTime<Utc>, most: usize) {
    let mut state = inner.login_sweep.state();
    if state.warned_at.is_none_or(|warned| now < warned || now - warned >= WARN) {
        state.warned_at = Some(now);
        tracing::warn!(
            max_pending_logins = most,
            "more logins are under way than max_pending_logins allows: the oldest are deleted, and their users have to \
             start again. Limit how often one browser or address may start a login"
        );
    }
}

/// Deletes expired logins of the earlier form, whose keys do not tell when they expire. Each client does so once.
async fn sweep_old_form(inner: &Inner, now: DateTime<Utc>) -> Result<(), StoreError> {
    let mut after: Option<String> = None;
    loop {
        let page = inner.store().read_partial(Kind::Login, "", after.as_deref(), PAGE).await?;
        let Some((last, _)) = page.last() else { return Ok(()) };
        after = Some(last.clone());
        for (key, record) in page {
            if key.starts_with(pending::PREFIX) {
                // They come after all of the earlier form.
                return Ok(());
            }
            // One that cannot be read may be of a newer version: it is left alone.
            let Ok(record) = record else { continue };
            if Pending::has_expired(&record.value, now - LIFETIME) {
                inner.store().delete(Kind::Login, &key, record.version).await?;
            }
        }
    }
}
