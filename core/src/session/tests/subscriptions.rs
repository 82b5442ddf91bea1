//! Subscriptions are renewed with each token.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::*;
use crate::clock::Clock;
use crate::testing::ManualClock;
use crate::{Secret, SecretError, SecretSource};

#[tokio::test]
async fn subscriptions_are_renewed_with_each_new_token() {
    let platform = Platform::new();
    let client = platform.client();
    let scopes = &["USER_POSTS_GET", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "offline_access"];
    let key = platform.log_in(&client, "u1", scopes).await;
    let subscriptions = client.user(key.clone()).subscriptions();
    let everywhere = Subscription::new(SubscriptionType::NewMessageOnPost);
    let info = subscriptions.ensure(everywhere.clone()).await.unwrap();
    assert_eq!((info.status, info.bound_generation), (SubscriptionStatus::Active, Some(1)));
    subscriptions.ensure(everywhere.clone()).await.unwrap();
    assert_eq!(platform.state().subscriptions.len(), 1, "the second call sends no request");
    subscriptions.ensure(everywhere.resource("")).await.unwrap();
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert_eq!(subscriptions.list().await.unwrap().len(), 3, "an omitted and an empty resource id differ");

    platform.advance(HOUR + 60);
    assert!(subscriptions.list().await.unwrap().iter().all(|row| row.status == SubscriptionStatus::Lapsed));
    let fresh = token(&client, &key).await.unwrap();
    until(async || {
        let rows = subscriptions.list().await.unwrap();
        rows.iter().all(|row| row.bound_generation == Some(2) && row.status == SubscriptionStatus::Active)
    })
    .await;
    assert!(platform.state().subscriptions[3..].iter().all(|(bearer, _)| *bearer == fresh));
    let gap = subscriptions.list().await.unwrap()[0].gap.unwrap();
    assert_eq!((gap.to - gap.from).num_seconds(), 60);

    assert!(subscriptions.remove(SubscriptionType::PostUpdate, None).await.unwrap());
    assert!(!subscriptions.remove(SubscriptionType::PostUpdate, None).await.unwrap());
    let before = platform.state().subscriptions.len();
    client.grants().refresh(&key).await.unwrap();
    until(async || platform.state().subscriptions.len() == before + 2).await;
}

#[tokio::test]
async fn blocked_subscriptions_return_the_reason_and_are_not_repeated() {
    let platform = Platform::new();
    let client = platform.client();
    let scopes = &["CHAT_POST_CONVERSATIONS_READ.gZd7", "USER_POSTS_GET", "offline_access"];
    let key = platform.log_in(&client, "u1", scopes).await;
    let subscriptions = client.grants().subscriptions(&key);
    let other_post = Subscription::new(SubscriptionType::NewMessageOnPost).resource("other");
    let revocation = Subscription::new(SubscriptionType::UserAccessRevocation);
    let needed = "CHAT_POST_CONVERSATIONS_READ.other or CHAT_SUPPLIER_ALL_CONVERSATIONS_READ";
    for (wanted, missing) in [(other_post, needed), (revocation, "NOTIFICATION_ACCESS_REVOCATION")] {
        let refused = subscriptions.ensure(wanted).await.unwrap_err();
        assert!(refused.to_string().contains(&format!("has not granted {missing}, which")), "{refused}");
        assert!(
            matches!(&refused, Error::InvalidInput { field, .. } if field == "subscription.event_type"),
            "{refused}"
        );
    }
    let blocked = subscriptions.list().await.unwrap();
    assert!(blocked.len() == 2 && blocked.iter().all(|row| row.status == SubscriptionStatus::BlockedScope));
    assert!(platform.state().subscriptions.is_empty());
    let this_post = Subscription::new(SubscriptionType::NewMessageOnPost).resource("gZd7");
    assert_eq!(subscriptions.ensure(this_post).await.unwrap().status, SubscriptionStatus::Active);
    platform.state().subscription_answer = Some(403);
    let updates = Subscription::new(SubscriptionType::PostUpdate);
    let refused = subscriptions.ensure(updates).await.unwrap_err();
    assert!(matches!(&refused, Error::Api(api) if api.kind == ApiErrorKind::MissingScope), "{refused}");
    let standing = subscriptions.list().await.unwrap();
    assert_eq!(standing.iter().filter(|row| row.status == SubscriptionStatus::BlockedKey).count(), 1);
    let sent = platform.state().subscriptions.len();
    subscriptions.renew().await.unwrap();
    assert_eq!(platform.state().subscriptions.len(), sent);
    let by_token = client.user_with_token("at").subscriptions();
    assert!(matches!(by_token.list().await, Err(Error::InvalidInput { .. })));
}

#[tokio::test]
async fn the_subscriptions_of_an_ended_grant_are_renewed_at_the_next_login() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    platform.advance(2 * HOUR);
    platform.fail(Fault::Answer(400, r#"{"error":"invalid_grant"}"#.into()));
    assert!(is_reauth(&token(&client, &key).await));
    assert_eq!(subscriptions.list().await.unwrap()[0].status, SubscriptionStatus::GrantLost);
    platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    until(async || subscriptions.list().await.unwrap()[0].status == SubscriptionStatus::Active).await;
}

#[tokio::test]
async fn the_end_of_a_grant_does_not_affect_the_subscriptions_of_a_later_login() {
    let platform = Platform::new();
    let scopes = &["USER_POSTS_GET", "offline_access"];
    let (holds, reached, gate) =
        (Arc::new(AtomicBool::default()), Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (is_held, tells, waits) = (holds.clone(), reached.clone(), gate.clone());
    let slow = Altered::new(platform.store.clone()).before(move |operation, kind| {
        let is_held = (operation, kind) == ("scan", RecordKind::Subscription) && is_held.load(Ordering::Relaxed);
        let (tells, waits) = (tells.clone(), waits.clone());
        async move {
            if is_held {
                tells.add_permits(1);
                waits.acquire().await.unwrap().forget();
            }
            Ok(true)
        }
    });
    let (client, other) = (platform.builder().store(Arc::new(slow)).build().unwrap(), platform.client());
    let key = platform.log_in(&client, "u1", scopes).await;
    client.grants().subscriptions(&key).ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert!(client.drain(Duration::from_secs(60)).await);
    platform.advance(2 * HOUR);
    platform.fail(Fault::Answer(400, r#"{"error":"invalid_grant"}"#.into()));
    // Its process is held when it has stored the end of the grant.
    holds.store(true, Ordering::Relaxed);
    let call = tokio::spawn({
        let key = key.clone();
        async move { token(&client, &key).await }
    });
    reached.acquire().await.unwrap().forget();
    assert_eq!(platform.log_in(&other, "u1", scopes).await, key);
    assert!(other.drain(Duration::from_secs(60)).await);
    gate.add_permits(1);
    assert!(is_reauth(&call.await.unwrap()));
    let [row] = other.grants().subscriptions(&key).list().await.unwrap().try_into().unwrap();
    assert_eq!((row.status, row.bound_generation), (SubscriptionStatus::Active, Some(2)));
}

#[tokio::test]
async fn a_drain_right_after_a_login_or_refresh_waits_for_the_renewal() {
    let platform = Platform::new();
    let client = platform.client();
    let scopes = &["USER_POSTS_GET", "offline_access"];
    let key = platform.log_in(&client, "u1", scopes).await;
    let subscriptions = client.grants().subscriptions(&key);
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    for generation in 2..6 {
        match generation % 2 {
            0 => drop(platform.log_in(&client, "u1", scopes).await),
            _ => {
                platform.advance(2 * HOUR);
                token(&client, &key).await.unwrap();
            }
        }
        assert!(client.drain(Duration::from_secs(60)).await);
        assert_eq!(subscriptions.list().await.unwrap()[0].bound_generation, Some(generation));
    }
}

#[tokio::test]
async fn other_metadata_that_was_refused_is_refused_again() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    let wanted = |version: &str| Subscription::new(SubscriptionType::PostUpdate).metadata([("v", version)]);
    subscriptions.ensure(wanted("1")).await.unwrap();
    for status in [403, 400] {
        platform.state().subscription_answer = Some(status);
        for _ in 0..2 {
            let before = platform.state().subscriptions.len();
            let refused = subscriptions.ensure(wanted("2")).await.unwrap_err();
            assert!(matches!(&refused, Error::Api(api) if api.status == status), "{refused}");
            assert_eq!(platform.state().subscriptions.len(), before + 1);
        }
    }
    platform.state().subscription_answer = None;
    assert_eq!(subscriptions.ensure(wanted("2")).await.unwrap().status, SubscriptionStatus::Active);
    let sent = platform.state().subscriptions.len();
    subscriptions.ensure(wanted("2")).await.unwrap();
    assert_eq!(platform.state().subscriptions.len(), sent, "what is accepted is not requested again");
}

/// A source of the API key that fails on demand.
#[derive(Default)]
struct FailingKeySource {
    is_failing: AtomicBool,
}

#[async_trait]
impl SecretSource for FailingKeySource {
    async fn secret(&self) -> std::result::Result<Secret, SecretError> {
        match self.is_failing.load(Ordering::SeqCst) {
            true => Err(SecretError::new("it is sealed")),
            false => Ok(Secret::from("api-key")),
        }
    }
}

#[tokio::test]
async fn a_failing_source_of_the_api_key_ends_no_subscription() {
    let (platform, source) = (Platform::new(), Arc::new(FailingKeySource::default()));
    let client = platform.builder().api_key_source(source.clone()).build().unwrap();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    let wanted = Subscription::new(SubscriptionType::PostUpdate);

    // Never accepted so far: the error says what is wrong, and the attempt is repeated.
    source.is_failing.store(true, Ordering::SeqCst);
    let refused = subscriptions.ensure(wanted.clone()).await.unwrap_err();
    assert!(matches!(&refused, Error::Config { setting, .. } if setting == "api_key"), "{refused}");
    source.is_failing.store(false, Ordering::SeqCst);
    let [row] = subscriptions.list().await.unwrap().try_into().unwrap();
    assert_eq!(row.status, SubscriptionStatus::Pending);
    assert!(row.last_error.unwrap().contains("sealed"));
    until(async || subscriptions.list().await.unwrap()[0].status == SubscriptionStatus::Active).await;

    // The renewal after a refresh.
    source.is_failing.store(true, Ordering::SeqCst);
    client.grants().refresh(&key).await.unwrap();
    let [row] = subscriptions.list().await.unwrap().try_into().unwrap();
    assert_eq!((row.status, row.bound_generation), (SubscriptionStatus::Pending, Some(1)));
    source.is_failing.store(false, Ordering::SeqCst);
    let [row] = subscriptions.renew().await.unwrap().try_into().unwrap();
    assert_eq!((row.status, row.bound_generation), (SubscriptionStatus::Active, Some(2)));
}

#[tokio::test]
async fn an_attempt_that_fails_is_repeated_in_the_background() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    platform.state().subscription_answer = Some(503);
    let pending = subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert_eq!(pending.status, SubscriptionStatus::Pending);
    platform.state().subscription_answer = None;
    until(async || subscriptions.list().await.unwrap()[0].status == SubscriptionStatus::Active).await;

    // A token that the platform refuses before its end is refreshed first.
    platform.advance(HOUR / 2);
    platform.state().access.clear();
    let everywhere = Subscription::new(SubscriptionType::PostUpdate).resource("");
    assert_eq!(subscriptions.ensure(everywhere).await.unwrap().status, SubscriptionStatus::Pending);
    until(async || {
        let rows = subscriptions.list().await.unwrap();
        rows.iter().all(|row| row.bound_generation == Some(2) && row.status == SubscriptionStatus::Active)
    })
    .await;
}

#[tokio::test]
async fn an_attempt_without_a_token_is_repeated_in_the_background() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    platform.advance(2 * HOUR);
    for _ in 0..4 {
        platform.fail(Fault::Unreachable);
    }
    let pending = subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    assert_eq!(pending.status, SubscriptionStatus::Pending);
    until(async || subscriptions.list().await.unwrap()[0].status == SubscriptionStatus::Active).await;

    // The app has to correct a setting, so it gets the error. The subscription stays wanted.
    platform.advance(2 * HOUR);
    platform.state().secret = "another".into();
    let everywhere = Subscription::new(SubscriptionType::PostUpdate).resource("");
    let refused = subscriptions.ensure(everywhere).await.unwrap_err();
    assert!(matches!(&refused, Error::Config { setting, .. } if setting == "client_secret"), "{refused}");
    platform.state().secret = "shh-secret".into();
    until(async || {
        let rows = subscriptions.list().await.unwrap();
        rows.len() == 2 && rows.iter().all(|row| row.status == SubscriptionStatus::Active)
    })
    .await;
}

#[tokio::test]
async fn a_subscription_that_was_refused_for_good_is_refused_again() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    for was_accepted in [false, true] {
        let wanted = Subscription::new(SubscriptionType::PostUpdate);
        if was_accepted {
            subscriptions.ensure(wanted.clone()).await.unwrap();
        }
        platform.state().subscription_answer = Some(400);
        client.grants().refresh(&key).await.unwrap();
        for _ in 0..2 {
            let refused = subscriptions.ensure(wanted.clone()).await.unwrap_err();
            assert!(matches!(&refused, Error::Api(api) if api.status == 400), "{was_accepted}: {refused}");
        }
        assert_eq!(subscriptions.list().await.unwrap().len(), usize::from(was_accepted));
        platform.state().subscription_answer = None;
        assert_eq!(subscriptions.ensure(wanted).await.unwrap().status, SubscriptionStatus::Active);
        assert!(subscriptions.remove(SubscriptionType::PostUpdate, None).await.unwrap());
    }
}

/// A clock whose waits of a minute or longer never end.
struct Endless(Arc<ManualClock>);

#[async_trait]
impl Clock for Endless {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    async fn sleep(&self, duration: Duration) {
        match duration < Duration::from_secs(60) {
            true => self.0.sleep(duration).await,
            false => std::future::pending().await,
        }
    }
}

#[tokio::test]
async fn no_call_of_the_app_waits_until_a_quota_of_subscriptions_is_restored() {
    let platform = Platform::new();
    let client = platform.builder().clock(Arc::new(Endless(platform.clock.clone()))).build().unwrap();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    platform.state().subscription_answer = Some(429);

    let (refresh, name) = (client.grants(), key.clone());
    let refresh = tokio::spawn(async move { refresh.refresh(name).await.unwrap() });
    until(async || refresh.is_finished()).await;
    assert_eq!(refresh.await.unwrap().generation, 2);
    let renew = subscriptions.clone();
    let renew = tokio::spawn(async move { renew.renew().await.unwrap() });
    until(async || renew.is_finished()).await;
    let [row] = renew.await.unwrap().try_into().unwrap();
    assert_eq!((row.status, row.bound_generation), (SubscriptionStatus::Pending, Some(1)));
}

#[tokio::test]
async fn what_a_renewal_leaves_is_repeated_in_the_background() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    let subscriptions = client.grants().subscriptions(&key);
    subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    platform.state().subscription_answer = Some(503);
    client.grants().refresh(&key).await.unwrap();
    // The attempts of the refresh have ended.
    until(async || platform.clock.waits().contains(&Duration::from_secs(8))).await;
    let [row] = subscriptions.renew().await.unwrap().try_into().unwrap();
    assert_eq!((row.status, row.bound_generation), (SubscriptionStatus::Pending, Some(1)));
    platform.state().subscription_answer = None;
    until(async || subscriptions.list().await.unwrap()[0].bound_generation == Some(2)).await;
}
