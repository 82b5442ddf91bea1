//! The logins that a gateway has just completed.
//!
//! A phone that loses the response to `POST /login` sends it again. A code can be used once: a second use would be refused, and the
//! platform may end the grant of the first one (RFC 6749 section 4.1.2).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};
use tokio::sync::OnceCell;

use super::AppCode;
use crate::digest::sha256;
use crate::oauth::LoginOutcome;

/// How long a completed login is answered again, in seconds.
const KEPT: i64 = 600;

/// The outcome of a login, once it is known, and until when it is kept.
type Entry = (Arc<OnceCell<LoginOutcome>>, DateTime<Utc>);

/// The completed logins, by a hash of what the phone sent and its user.
#[derive(Default)]
pub(super) struct CompletedLogins(Mutex<HashMap<String, Entry>>);

impl CompletedLogins {
    /// Where the outcome of this login is kept. A repetition by the same user has the same place.
    pub(super) fn place(&self, login: &AppCode, user: &str, now: DateTime<Utc>) -> Arc<OnceCell<LoginOutcome>> {
        let verifier = login.verifier.as_ref().map_or("", |verifier| verifier.expose());
        let key = sha256(format!("{}\n{}\n{verifier}\n{user}", login.code.expose(), login.redirect_uri));
        let mut logins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        logins.retain(|_, (_, until)| now < *until);
        let (place, _) = logins.entry(key).or_insert_with(|| (Arc::default(), now + TimeDelta::seconds(KEPT)));
        Arc::clone(place)
    }
}
