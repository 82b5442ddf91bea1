//! Hosts whose clocks differ from that of the store.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::clock::Clock;
use crate::keeper::KeeperReport;
use crate::oauth::{Login, LoginOutcome, Tokens};
use crate::testing::ManualClock;

/// The clock of a host, which differs from the real time.
pub(crate) struct HostClock(pub(crate) Arc<ManualClock>, pub(crate) TimeDelta);

#[async_trait]
impl Clock for HostClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.now() + self.1
    }

    async fn sleep(&self, duration: Duration) {
        self.0.sleep(duration).await;
    }
}

/// A client on a host whose clock is ahead by this number of minutes.
fn client_ahead(platform: &Arc<Platform>, minutes: i64) -> OpenPlatform {
    let store = Altered::new(platform.store.clone()).with_clock(platform.clock.clone());
    let clock = HostClock(platform.clock.clone(), TimeDelta::minutes(minutes));
    platform.builder().store(Arc::new(store)).clock(Arc::new(clock)).build().unwrap()
}

#[tokio::test]
async fn a_revocation_after_a_login_is_honoured_on_a_host_with_a_wrong_clock() {
    for ahead in [-5, 0, 5] {
        let platform = Platform::new();
        let client = client_ahead(&platform, ahead);
        let key = platform.log_in(&client, "u1", OFFLINE).await;
        let (grant, now) = (stored(&platform, &key).await, platform.clock_now());
        assert_eq!([grant.pair_sent_at, grant.pair.issued_at, grant.consent_at, grant.committed_at], [now; 4]);
        assert_eq!(grant.pair.expires_at, now + TimeDelta::hours(1), "{ahead} minutes");
        client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
        platform.advance(1);
        platform.revoke();
        let checked = client_ahead(&platform, 0).grants().revoked("platform-u1").await.unwrap();
        assert_eq!(checked[0].state, GrantState::NeedsReauth, "{ahead} minutes");
        assert!(is_erased(&platform, &key).await);
    }
}

#[tokio::test]
async fn a_login_that_is_stored_later_has_the_time_of_the_store() {
    let platform = Platform::new();
    let client = client_ahead(&platform, 5);
    let (there, began) = (platform.clone(), platform.clock_now());
    platform.fail(Fault::Before(Box::new(move || Box::pin(async move { there.store.set_down(true) }))));
    let key = platform.log_in(&client, "u1", OFFLINE).await;
    platform.store.set_down(false);
    until(async || !client.grants().info(&key).await.unwrap().unwrap().unsaved).await;
    assert_eq!(stored(&platform, &key).await.pair_sent_at, began);
}

#[tokio::test]
async fn adopted_tokens_have_the_times_of_the_store() {
    for ahead in [-5, 5] {
        let platform = Platform::new();
        let client = client_ahead(&platform, ahead);
        let code = platform.code("USER_PHONE offline_access");
        let tokens = client.oauth().exchange(code, "https://app.example/cb").await.unwrap();
        let info = client.grants().adopt(Adoption::new(tokens)).await.unwrap();
        let (grant, now) = (stored(&platform, &info.key).await, platform.clock_now());
        assert_eq!((grant.pair_sent_at, grant.pair.expires_at), (now, now + TimeDelta::hours(1)), "{ahead} minutes");
    }
}

#[tokio::test]
async fn a_login_is_completed_on_another_host_within_its_lifetime() {
    for (start, end, seconds, completes) in [(-8, 8, 0, true), (-8, 8, 599, true), (8, -8, 601, false)] {
        let platform = Platform::new();
        let started = client_ahead(&platform, start).oauth().start(Login::new(["USER_PHONE"], "sid")).await.unwrap();
        platform.advance(seconds);
        let back = format!("?code={}&state={}", platform.code("USER_PHONE"), started.state.expose());
        let outcome = client_ahead(&platform, end).oauth().callback(back, "sid").await;
        match completes {
            true => assert!(matches!(outcome, Ok(LoginOutcome::Granted { .. })), "{outcome:?}"),
            false => assert!(matches!(outcome, Err(Error::OAuth(OAuthError::StateExpired))), "{outcome:?}"),
        }
    }
}

#[tokio::test]
async fn a_process_that_has_refreshed_nothing_reads_the_times_of_the_store() {
    for ahead in [-90, 90] {
        let platform = Platform::new();
        let key = platform.log_in(&client_ahead(&platform, 0), "u1", &["USER_PHONE"]).await;
        let client = client_ahead(&platform, ahead);
        assert!(client.grants().is_usable(key.clone()).await.unwrap());
        platform.advance(HOUR);
        assert!(!client.grants().is_usable(key).await.unwrap());
    }
}

#[tokio::test]
async fn a_keeper_on_a_host_with_a_wrong_clock_refreshes_a_grant_when_it_is_due() {
    for ahead in [-120, 120] {
        let platform = Platform::new();
        platform.log_in(&client_ahead(&platform, 0), "u1", OFFLINE).await;
        let began = platform.clock_now();
        let report = client_ahead(&platform, ahead).keeper().next().await;
        assert!(matches!(report, KeeperReport::Refreshed { generation: 2, .. }), "{report:?}");
        let age = (platform.clock_now() - began).num_minutes();
        assert!((45..=50).contains(&age), "refreshed after {age} minutes by a host {ahead} minutes ahead");
    }
}

#[tokio::test]
async fn an_impossible_time_of_the_store_is_an_error_and_is_not_used() {
    for time in [DateTime::<Utc>::MAX_UTC, DateTime::<Utc>::MIN_UTC] {
        let platform = Platform::new();
        let key = platform.log_in(&platform.client(), "u1", OFFLINE).await;
        platform.advance(2 * HOUR);
        let broken = ManualClock::at(time);
        let store = Altered::new(platform.store.clone()).with_clock(broken.clone());
        let client = platform.builder().store(Arc::new(store)).build().unwrap();
        for _ in 0..2 {
            assert_eq!(token(&client, &key).await.unwrap_err().code(), "store", "{time}");
            let started = client.oauth().start(Login::new(["USER_PHONE"], "sid")).await;
            assert_eq!(started.unwrap_err().code(), "store", "{time}");
        }
        assert_eq!(platform.token_requests(), 1, "{time}");
        assert!(platform.is_alive(&token(&platform.client(), &key).await.unwrap()), "{time}");
    }
}

#[tokio::test]
async fn tokens_with_a_time_that_cannot_be_stored_are_refused() {
    let (_, client, _) = logged_in().await;
    let tokens = |expires_at| Tokens {
        access_token: "at-1".into(),
        refresh_token: None,
        expires_at,
        expiry_assumed: false,
        scopes: Vec::new(),
    };
    for time in [DateTime::<Utc>::MAX_UTC, DateTime::<Utc>::MIN_UTC] {
        let soon = tokens(Utc::now() + TimeDelta::hours(1));
        for (field, adoption) in
            [("tokens.expires_at", Adoption::new(tokens(time))), ("consent_at", Adoption::new(soon).consent_at(time))]
        {
            let refused = client.grants().adopt(adoption).await;
            assert!(matches!(&refused, Err(Error::InvalidInput { field: of, .. }) if of == field), "{refused:?}");
        }
    }
    assert_eq!(client.grants().list().await.unwrap().len(), 1);
}

/// A clock that is ahead, until a test sets it back.
struct JumpingClock(Arc<ManualClock>, AtomicBool, TimeDelta);

/// To the year 9999.
const FAR: TimeDelta = TimeDelta::days(7972 * 365);

#[async_trait]
impl Clock for JumpingClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.now() + if self.1.load(Ordering::Relaxed) { self.2 } else { TimeDelta::zero() }
    }

    async fn sleep(&self, duration: Duration) {
        self.0.sleep(duration).await;
    }
}

/// A clock in the year 9999, and what starts a process with a store of this clock.
fn far_ahead(platform: &Arc<Platform>) -> (Arc<JumpingClock>, impl Fn() -> OpenPlatform) {
    ahead_by(platform, FAR)
}

/// The same for a clock that is ahead by this time.
fn ahead_by(platform: &Arc<Platform>, ahead: TimeDelta) -> (Arc<JumpingClock>, impl Fn() -> OpenPlatform) {
    let clock = Arc::new(JumpingClock(platform.clock.clone(), AtomicBool::new(true), ahead));
    let (platform, of_store) = (platform.clone(), clock.clone());
    let process = move || {
        let store = Altered::new(platform.store.clone()).with_clock(of_store.clone());
        platform.builder().store(Arc::new(store)).build().unwrap()
    };
    (clock, process)
}

#[tokio::test]
async fn what_was_stored_by_a_clock_far_in_the_future_heals_after_it_was_set_back() {
    let platform = Platform::new();
    let (clock, process) = far_ahead(&platform);
    let living = process();
    let scopes = ["USER_POSTS_GET", "offline_access"];
    let (first, second) =
        (platform.log_in(&living, "u1", &scopes).await, platform.log_in(&living, "u2", &scopes).await);
    living.grants().refresh(&first).await.unwrap();
    // A process that has ended in the middle of a refresh, after failures.
    let record = platform.store.get(RecordKind::Grant, second.as_str()).await.unwrap().unwrap();
    let now = clock.now();
    let lease = grant::Lease { owner: "ended".into(), until: now + TimeDelta::seconds(30) };
    let grant = grant::Grant {
        lease: Some(lease),
        first_sent_at: Some(now),
        retry_at: Some(now + TimeDelta::minutes(15)),
        ..stored(&platform, &second).await
    };
    let value = grant.encode().unwrap();
    assert!(platform.store.put(RecordKind::Grant, second.as_str(), Some(record.version), &value).await.unwrap());

    clock.1.store(false, Ordering::Relaxed);
    let later = process();
    for (client, key) in [(&living, &first), (&later, &first), (&later, &second)] {
        platform.advance(HOUR + 60);
        until(async || token(client, key).await.is_ok_and(|token| platform.is_alive(&token))).await;
        let grant = stored(&platform, key).await;
        assert!(grant.pair.expires_at - platform.clock_now() <= TimeDelta::hours(1), "{:?}", grant.pair.expires_at);
        assert_eq!((grant.state, grant.retry_at), (GrantState::Active, None));
    }
}

#[tokio::test]
async fn a_grant_without_a_refresh_token_has_ended_if_the_clock_of_its_login_was_far_in_the_future() {
    let platform = Platform::new();
    let (clock, process) = far_ahead(&platform);
    let before = process();
    let key = platform.log_in(&before, "u1", &["USER_POSTS_GET"]).await;
    before.grants().subscriptions(&key).ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert!(before.grants().is_usable(key.clone()).await.unwrap());

    clock.1.store(false, Ordering::Relaxed);
    let later = process();
    assert!(!later.grants().is_usable(key.clone()).await.unwrap());
    assert!(is_reauth(&token(&later, &key).await));
    assert!(is_reauth(&later.grants().refresh(&key).await));
    let report = later.keeper().next().await;
    assert!(matches!(report, KeeperReport::ReauthRequired { .. }), "{report:?}");
    platform.log_in(&later, "u1", &["USER_POSTS_GET"]).await;
    assert!(later.grants().is_usable(key).await.unwrap());
}

#[tokio::test]
async fn logins_of_a_clock_far_in_the_future_are_deleted_after_it_was_set_back() {
    let platform = Platform::new();
    let (clock, process) = far_ahead(&platform);
    let before = process();
    for _ in 0..3 {
        before.oauth().start(Login::new(["USER_PHONE"], "sid")).await.unwrap();
    }
    clock.1.store(false, Ordering::Relaxed);
    process().oauth().start(Login::new(["USER_PHONE"], "sid")).await.unwrap();
    until(async || platform.store.count(RecordKind::Login, "").await.unwrap() == 1).await;
}

#[tokio::test]
async fn a_grant_of_a_clock_that_was_ahead_is_checked_after_a_revocation() {
    for ahead in [TimeDelta::minutes(5), FAR] {
        let platform = Platform::new();
        let (clock, process) = ahead_by(&platform, ahead);
        let before = process();
        let key = platform.log_in(&before, "u1", OFFLINE).await;
        before.inner.sessions.store_user_id(&before.inner, &key, &"platform-u1".into()).await;
        clock.1.store(false, Ordering::Relaxed);
        platform.revoke();
        let checked = process().grants().revoked("platform-u1").await.unwrap();
        assert_eq!(checked[0].state, GrantState::NeedsReauth, "{ahead}");
        assert!(is_erased(&platform, &key).await);
    }
}

#[tokio::test]
async fn subscriptions_of_a_clock_far_in_the_future_are_renewed_soon_after_it_was_set_back() {
    for renews in ["the keeper of that time", "a later keeper", "a call"] {
        let platform = Platform::new();
        let (clock, process) = far_ahead(&platform);
        let before = process();
        let key = platform.log_in(&before, "u1", &["USER_POSTS_GET", "offline_access"]).await;
        before.grants().subscriptions(&key).ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
        let keeper = before.keeper();
        assert!(matches!(keeper.next().await, KeeperReport::Refreshed { generation: 2, subscriptions: 1, .. }));

        clock.1.store(false, Ordering::Relaxed);
        let (later, set_back_at) = (process(), platform.clock_now());
        match renews {
            "a call" => drop(token(&later, &key).await.unwrap()),
            _ => {
                let keeper = if renews == "a later keeper" { later.keeper() } else { keeper };
                let report = keeper.next().await;
                let is_renewed = matches!(report, KeeperReport::Refreshed { generation: 3, subscriptions: 1, .. });
                assert!(is_renewed, "{renews}: {report:?}");
            }
        }
        let subscriptions = later.grants().subscriptions(&key);
        until(async || subscriptions.list().await.unwrap()[0].bound_generation == Some(3)).await;
        let [row] = subscriptions.list().await.unwrap().try_into().unwrap();
        let (took, left) = (platform.clock_now() - set_back_at, row.valid_until.unwrap() - platform.clock_now());
        assert!(took < TimeDelta::minutes(12), "{renews}: {took}");
        assert!(left > TimeDelta::minutes(45) && left <= TimeDelta::hours(1), "{renews}: {left}");
        assert_eq!(row.status, SubscriptionStatus::Active, "{renews}");
        let gap = row.gap.expect("it is not known how long events were missing");
        assert!(gap.to - gap.from <= TimeDelta::hours(1) && gap.to <= platform.clock_now(), "{renews}: {gap:?}");
    }
}

#[tokio::test]
async fn a_failure_of_the_store_is_reported_also_if_the_clock_is_set_back_during_it() {
    let platform = Platform::new();
    let clock = Arc::new(JumpingClock(platform.clock.clone(), AtomicBool::new(true), FAR));
    let keeper = platform.builder().clock(clock.clone()).build().unwrap().keeper();
    platform.store.set_down(true);
    let report = tokio::spawn(async move { keeper.next().await });
    until(async || !platform.clock.waits().is_empty()).await;
    clock.1.store(false, Ordering::Relaxed);
    until(async || report.is_finished()).await;
    let report = report.await.unwrap();
    assert!(matches!(&report, KeeperReport::Stalled { code, .. } if code == "store"), "{report:?}");
}
