//! The consent pages that are open, and their answers from elsewhere than the page.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use open_platform::Result;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::authorize::{Decision, Outcome, Request, decide, wrong_decision};
use crate::world::World;

/// The number of open consent pages in a world. The oldest is removed first.
const MOST_PENDING: usize = 256;

/// A consent page that is open.
#[derive(Clone, Debug)]
struct Waiting {
    /// The id in its form.
    id: String,
    request: Request,
    opened_at: DateTime<Utc>,
}

/// A login that waits for the user: a consent page that is open in a browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PendingConsent {
    /// Its id, by which it can be answered.
    pub id: String,
    /// When the page was opened, on the world's clock.
    pub opened_at: DateTime<Utc>,
    /// Where the user returns to.
    pub redirect_uri: String,
    /// The scopes that the app asks for.
    pub scopes: Vec<String>,
    /// The user whom the app expects, if it says so.
    pub login_hint: Option<String>,
}

/// Requests that wait on a consent page.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending {
    open: VecDeque<Waiting>,
    /// How often a page was opened or answered.
    pub(super) changes: u64,
}

impl Pending {
    pub(super) fn keep(&mut self, id: String, request: Request, opened_at: DateTime<Utc>) {
        if self.open.len() >= MOST_PENDING {
            self.open.pop_front();
        }
        self.open.push_back(Waiting { id, request, opened_at });
        self.changes += 1;
    }

    pub(super) fn take(&mut self, id: &str) -> Option<Request> {
        let index = self.open.iter().position(|waiting| waiting.id == id)?;
        self.changes += 1;
        self.open.remove(index).map(|waiting| waiting.request)
    }

    pub(super) fn find(&self, id: &str) -> Option<Request> {
        self.open.iter().find(|waiting| waiting.id == id).map(|waiting| waiting.request.clone())
    }
}

impl World {
    /// The logins that wait for the user, oldest first.
    pub fn pending_consents(&self) -> Vec<PendingConsent> {
        let state = self.inner.lock();
        let waiting = state.oauth.pending.open.iter();
        waiting
            .map(|Waiting { id, request, opened_at }| PendingConsent {
                id: id.clone(),
                opened_at: *opened_at,
                redirect_uri: request.redirect_uri.clone(),
                scopes: request.scopes.clone(),
                login_hint: Some(request.login_hint.clone()).filter(|hint| !hint.is_empty()),
            })
            .collect()
    }

    /// Answers a consent page that is open, and returns the address of the redirect to the app. The page itself stays open, and
    /// can no longer be answered. `None` if no page with this id is open.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](open_platform::Error::InvalidInput) for a user that does not exist and for scopes that were not
    /// asked for. The page can still be answered then.
    pub fn answer_consent(&self, id: &str, decision: &Decision) -> Result<Option<String>> {
        let mut state = self.inner.lock();
        let Some(request) = state.oauth.pending.find(id) else { return Ok(None) };
        let back = decide(request, decision, Outcome::Granted, &self.inner, &mut state).map_err(wrong_decision)?;
        state.oauth.pending.take(id);
        drop(state);
        self.inner.notify();
        Ok(Some(back))
    }
}
