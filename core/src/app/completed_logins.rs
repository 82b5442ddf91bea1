//! The logins that a backend has just completed for phones, kept in the store.
//!
//! A phone that loses the response to `POST /login` sends it again, perhaps to another process of the backend. A code can be used
//! once: a second use would be refused, and the platform may end the grant of the first one (RFC 6749 section 4.1.2).

use std::time::Duration;

use chrono::{DateTime, DurationRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::AppCode;
use crate::clock::is_ahead;
use crate::digest::sha256;
use crate::error::{OAuthError, Result, StoreError};
use crate::logins;
use crate::oauth::Completed;
use crate::session::ClientState;
use crate::stores::{RecordKind, Refusals, Stored, is_beyond, names};
use crate::token::NotCompleted;

/// A login is kept until the end of the period that follows the current one: for one to two periods.
const PERIOD: TimeDelta = TimeDelta::minutes(10);
/// How long a repetition waits for the process that uses the code. After that it is refused: that process may have stopped after it sent
/// the code, or may send it yet.
const LEASE: TimeDelta = TimeDelta::seconds(30);
/// How often a repetition looks whether the login is completed.
const POLL: Duration = Duration::from_millis(100);

/// A login in the store: one that is being completed, a completed one, or one whose code may be used up.
#[derive(Serialize, Deserialize)]
struct Entry {
    schema: i64,
    /// Until when repetitions wait for the process that stored the entry.
    lease_until: DateTime<Utc>,
    /// `None` while the login is being completed, and if that has failed.
    completed: Option<Completed>,
    /// Whether it has failed after the platform may have received the code. A repetition does not wait then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    spent: bool,
}

impl Stored for Entry {
    const NAME: &'static str = "completed login";
    const SCHEMA: i64 = 1;

    fn schema(&self) -> i64 {
        self.schema
    }

    fn invalid_members(&self) -> Vec<&'static str> {
        names([("lease_until", is_beyond(self.lease_until))])
    }
}

impl Entry {
    fn new(lease_until: DateTime<Utc>, completed: Option<Completed>) -> Self {
        Self { schema: Self::SCHEMA, lease_until, completed, spent: false }
    }

    fn spent(lease_until: DateTime<Utc>) -> Self {
        Self { spent: true, ..Self::new(lease_until, None) }
    }

    /// Writes the entry if its version is still `expected`. Returns whether it did.
    async fn put(&self, inner: &ClientState, key: &str, expected: Option<i64>) -> Result<bool, StoreError> {
        let value = serde_json::to_vec(self)
            .map_err(|error| StoreError::new("write completed login", crate::json::describe(&error)))?;
        inner.store().put(RecordKind::Login, key, expected, &value).await
    }
}

/// Completes the login of this user with `complete`. If it was completed before, in any process, it returns that outcome instead.
/// If that has failed, and the code may be used up, it is not sent again.
pub(super) async fn once(
    inner: &ClientState,
    login: &AppCode,
    user: &str,
    complete: impl Future<Output = Result<Completed, NotCompleted>>,
) -> Result<Completed> {
    // Only this process writes the entry that it has stored.
    const FIRST: Option<i64> = Some(1);
    let hash = hash(login, user);
    let mut refusals = Refusals::default();
    let (key, lease_until) = loop {
        let now = inner.sessions.now(inner).await?;
        let (key, found) = find(inner, &hash, now).await?;
        match found {
            Some(Entry { completed: Some(completed), .. }) => return Ok(completed),
            Some(entry) if !entry.spent && is_ahead(entry.lease_until, now, LEASE) => {
                // Not the client's clock: that of a test may advance by itself and end the lease.
                tokio::time::sleep(POLL).await;
                continue;
            }
            Some(_) => return Err(OAuthError::CodeRejected { error: "invalid_grant".into() }.into()),
            None => {}
        }
        let lease_until = now + LEASE;
        let is_leased = Entry::new(lease_until, None).put(inner, &key, None).await?;
        if refusals.noted(is_leased, "put", None)? {
            inner.note_login(now).await;
            break (key, lease_until);
        }
    };
    let outcome = complete.await;
    let stored = match &outcome {
        Ok(completed) => Entry::new(lease_until, Some(completed.clone())).put(inner, &key, FIRST).await,
        Err(failure) if failure.is_code_unspent => inner.store().delete(RecordKind::Login, &key, 1).await,
        Err(_) => Entry::spent(lease_until).put(inner, &key, FIRST).await,
    };
    if let Err(error) = stored {
        let operation = error.operation;
        tracing::warn!(operation, "the outcome of a phone's login could not be stored: a repetition is refused");
    }
    Ok(outcome?)
}

/// What identifies a login: all that the phone has sent for the exchange, and its user.
fn hash(login: &AppCode, user: &str) -> String {
    let verifier = login.verifier.as_ref().map_or("", |verifier| verifier.expose());
    sha256(format!("{}\n{}\n{verifier}\n{user}", login.code.expose(), login.redirect_uri))
}

/// The entry of a login, and its key, which is a new one if there is no entry.
async fn find(inner: &ClientState, hash: &str, now: DateTime<Utc>) -> Result<(String, Option<Entry>), StoreError> {
    let period = now.duration_trunc(PERIOD).unwrap_or(now);
    let keys = [PERIOD * 2, PERIOD].map(|until_end| logins::key_of_hash(period + until_end, hash));
    for key in &keys {
        if let Some(record) = inner.store().get(RecordKind::Login, key).await? {
            return Ok((key.clone(), Some(Entry::decode(record.value()?)?)));
        }
    }
    let [key, _] = keys;
    Ok((key, None))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;
    use tokio::sync::Semaphore;

    use super::*;
    use crate::app::{AppGateway, AppGranted};
    use crate::client::OpenPlatform;
    use crate::session::tests::platform::{Fault, Platform};
    use crate::stores::check_damage;

    const SCOPES: &str = "USER_PHONE offline_access";

    /// A process of the backend.
    fn process(platform: &Arc<Platform>) -> (OpenPlatform, AppGateway) {
        let client = platform.client();
        let gateway = AppGateway::new(&client, ["YSBrZXkgb2YgdGhlIGdhdGV3YXksIDMyIGJ5dGVzLi4="]).unwrap();
        (client, gateway)
    }

    fn sent(code: &str) -> AppCode {
        let scopes: Vec<_> = SCOPES.split(' ').collect();
        let body = json!({ "code": code, "redirect_uri": "https://app.example/cb", "scopes": scopes });
        AppCode::parse(body.to_string().as_bytes()).unwrap()
    }

    async fn login(gateway: &AppGateway, code: &str) -> Result<AppGranted> {
        gateway.login(sent(code), "u1").await
    }

    async fn stored(client: &OpenPlatform) -> usize {
        client.inner.store().scan(RecordKind::Login, "", None, 1000).await.unwrap().len()
    }

    #[tokio::test]
    async fn a_repetition_to_another_process_waits_for_the_first_and_gets_the_same_grant() {
        let platform = Platform::new();
        let ((_, first), (_, second)) = (process(&platform), process(&platform));
        let (code, response) = (platform.code(SCOPES), Arc::new(Semaphore::new(0)));
        platform.fail(Fault::Hold(response.clone()));
        let release = async {
            while platform.token_requests() == 0 {
                tokio::task::yield_now().await;
            }
            let repeated = login(&second, &code);
            let released = async { response.add_permits(1) };
            tokio::join!(repeated, released).0
        };
        let (first, second) = tokio::join!(login(&first, &code), release);
        let (first, second) = (first.unwrap(), second.unwrap());
        assert_eq!((&first.grant, &first.scopes), (&second.grant, &second.scopes));
        platform.advance(599);
        let third = login(&process(&platform).1, &code).await.unwrap();
        assert_eq!((third.grant, platform.token_requests()), (first.grant, 1));
    }

    #[tokio::test]
    async fn the_code_of_a_process_that_stopped_is_refused_after_its_lease() {
        let platform = Platform::new();
        let (client, gateway) = process(&platform);
        let code = platform.code(SCOPES);
        let (key, _) = find(&client.inner, &hash(&sent(&code), "u1"), platform.clock_now()).await.unwrap();
        let lease = Entry::new(platform.clock_now() + LEASE, None);
        assert!(lease.put(&client.inner, &key, None).await.unwrap());
        let waiting = tokio::spawn(async move { login(&gateway, &code).await });
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(!waiting.is_finished());
        platform.advance(31);
        assert_eq!(waiting.await.unwrap().unwrap_err().code(), "code_rejected");
        assert_eq!(platform.token_requests(), 0);
    }

    #[tokio::test]
    async fn a_code_whose_exchange_takes_longer_than_the_lease_is_not_sent_again() {
        let platform = Platform::new();
        let ((_, first), (_, second)) = (process(&platform), process(&platform));
        let (code, response) = (platform.code(SCOPES), Arc::new(Semaphore::new(0)));
        platform.fail(Fault::Hold(response.clone()));
        let repeat = async {
            while platform.token_requests() == 0 {
                tokio::task::yield_now().await;
            }
            platform.advance(31);
            assert_eq!(login(&second, &code).await.unwrap_err().code(), "code_rejected");
            response.add_permits(1);
        };
        let (granted, ()) = tokio::join!(login(&first, &code), repeat);
        let repeated = login(&second, &code).await.unwrap();
        assert_eq!((repeated.grant, platform.token_requests()), (granted.unwrap().grant, 1));
    }

    #[tokio::test]
    async fn a_login_whose_code_the_platform_has_not_used_is_tried_again() {
        let refused = r#"{"error":"invalid_client"}"#;
        for (faults, expected) in [
            (vec![Fault::Answer(429, String::new())], "rate_limited"),
            (vec![Fault::Answer(401, refused.to_owned())], "config"),
            // Each attempt broke before anything was sent, although there was a connection.
            (vec![Fault::Unreachable, Fault::Unreachable, Fault::Unreachable], "transport"),
        ] {
            let platform = Platform::new();
            let (client, gateway) = process(&platform);
            let code = platform.code(SCOPES);
            faults.into_iter().for_each(|fault| platform.fail(fault));
            assert_eq!(login(&gateway, &code).await.unwrap_err().code(), expected);
            assert_eq!(stored(&client).await, 0);
            login(&gateway, &code).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_code_that_may_be_used_up_is_not_sent_again() {
        for fault in [Fault::LostResponse, Fault::LostRequest, Fault::Answer(502, String::new())] {
            let platform = Platform::new();
            let ((_, first), (_, second)) = (process(&platform), process(&platform));
            let code = platform.code(SCOPES);
            platform.fail(fault);
            login(&first, &code).await.unwrap_err();
            for gateway in [&first, &second] {
                assert_eq!(login(gateway, &code).await.unwrap_err().code(), "code_rejected");
            }
            assert_eq!(platform.token_requests(), 1);
            login(&first, &platform.code(SCOPES)).await.unwrap();
        }
    }

    #[tokio::test]
    async fn completed_logins_are_deleted() {
        let platform = Platform::new();
        let (client, gateway) = process(&platform);
        for _ in 0..5 {
            login(&gateway, &platform.code(SCOPES)).await.unwrap();
        }
        while client.inner.login_sweep.is_running() {
            tokio::task::yield_now().await;
        }
        platform.advance(3600);
        login(&gateway, &platform.code(SCOPES)).await.unwrap();
        while client.inner.login_sweep.is_running() {
            tokio::task::yield_now().await;
        }
        assert_eq!(stored(&client).await, 1);
    }

    #[test]
    fn every_damage_of_a_stored_login_is_noticed() {
        let completed = json!({ "grant": "app~g", "scopes": ["USER_PHONE"], "missing_scopes": [] });
        let entry = json!({ "schema": 1, "lease_until": "2026-11-21T10:00:00Z", "completed": completed });
        check_damage::<Entry>(&entry, &["completed"]);
        let failed = json!({ "schema": 1, "lease_until": "2026-11-21T10:00:00Z", "completed": null, "spent": true });
        check_damage::<Entry>(&failed, &["completed", "spent"]);
    }
}
