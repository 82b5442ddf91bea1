//! Tests of grants through the public API, with a platform in memory. No test sleeps: the clock is set by hand.

use std::sync::Arc;

use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use super::*;
use crate::OpenPlatform;
use crate::call::RefusedToken;
use crate::error::{ApiErrorKind, Error, OAuthError, Result};
use crate::grants::{Adoption, GrantPage};
use crate::id::GrantKey;
use crate::model::event::{Subscription, SubscriptionType};
use crate::stores::altered::Altered;
use crate::stores::{Encrypted, Encryption, MemoryStore, Record, RecordKind, RecordStore, Stored, check_damage};
use platform::{Fault, Frozen, Platform};

pub(crate) mod clocks;
mod credentials;
mod damage;
mod grant_keys;
mod lost_writes;
pub(crate) mod platform;
mod refusals;
mod revocation;
mod subscriptions;
mod timeouts;
mod unsaved;

const OFFLINE: &[&str] = &["USER_PHONE", "offline_access"];
const HOUR: u64 = 3600;

/// A user who has logged in.
async fn logged_in() -> (Arc<Platform>, OpenPlatform, GrantKey) {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", OFFLINE).await;
    (platform, client, key)
}

/// A user whose access token has expired since the login.
async fn with_ended_token() -> (Arc<Platform>, OpenPlatform, GrantKey) {
    let user = logged_in().await;
    user.0.advance(2 * HOUR);
    user
}

/// A call whose refresh request waits for its response, and the semaphore that releases the response.
async fn held_refresh(
    platform: &Platform,
    client: &OpenPlatform,
    key: &GrantKey,
) -> (JoinHandle<Result<String>>, Arc<Semaphore>) {
    let gate = Arc::new(Semaphore::new(0));
    platform.fail(Fault::Hold(gate.clone()));
    let (client, key) = (client.clone(), key.clone());
    let call = tokio::spawn(async move { token(&client, &key).await });
    until(async || platform.state().access.len() == 2).await;
    (call, gate)
}

async fn token(client: &OpenPlatform, key: &GrantKey) -> Result<String> {
    let access = client.inner.sessions.access(&client.inner, key).await?;
    Ok(access.token.expose().to_owned())
}

async fn stored(platform: &Platform, key: &GrantKey) -> grant::Grant {
    let record = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    grant::Grant::decode(record.value().unwrap()).unwrap()
}

/// Lets background tasks run until `done` returns true.
async fn until<F: Future<Output = bool>>(mut done: impl FnMut() -> F) {
    for _ in 0..10_000 {
        if done().await {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("the condition was never met");
}

fn is_reauth<T>(result: &Result<T>) -> bool {
    matches!(result, Err(Error::OAuth(OAuthError::ReauthRequired { .. })))
}

fn is_unavailable<T>(result: &Result<T>) -> bool {
    matches!(result, Err(Error::OAuth(OAuthError::RefreshUnavailable { .. })))
}

/// Whether a grant has ended and its tokens are erased.
async fn is_erased(platform: &Platform, key: &GrantKey) -> bool {
    let record = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let text = String::from_utf8(record.value().unwrap().to_vec()).unwrap();
    stored(platform, key).await.state == GrantState::NeedsReauth && !text.contains("at-") && !text.contains("rt-")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_calls_with_an_expired_token_make_one_refresh() {
    for _ in 0..50 {
        let (platform, client, key) = with_ended_token().await;
        let calls: Vec<_> = (0..16)
            .map(|_| {
                let (client, key) = (client.clone(), key.clone());
                tokio::spawn(async move { token(&client, &key).await.unwrap() })
            })
            .collect();
        for call in calls {
            assert!(platform.is_alive(&call.await.unwrap()));
        }
        assert_eq!(platform.token_requests(), 2, "one exchange and one refresh");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn four_processes_with_one_store_make_one_refresh() {
    for _ in 0..50 {
        let platform = Platform::new();
        let key = platform.log_in(&platform.client(), "u1", OFFLINE).await;
        platform.advance(2 * HOUR);
        let mut calls = Vec::new();
        for _ in 0..4 {
            let client = platform.builder().clock(Arc::new(Frozen(platform.clock.clone()))).build().unwrap();
            for _ in 0..8 {
                let (client, key) = (client.clone(), key.clone());
                calls.push(tokio::spawn(async move { token(&client, &key).await.unwrap() }));
            }
        }
        for call in calls {
            assert!(platform.is_alive(&call.await.unwrap()));
        }
        assert_eq!(platform.token_requests(), 2);
    }
}

#[tokio::test]
async fn a_refresh_continues_after_its_caller_is_cancelled() {
    let (platform, client, key) = with_ended_token().await;
    let (caller, gate) = held_refresh(&platform, &client, &key).await;
    caller.abort();
    assert!(caller.await.is_err());
    gate.add_permits(1);
    until(async || stored(&platform, &key).await.generation == 2).await;
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    assert_eq!(platform.token_requests(), 2);
}

#[tokio::test]
async fn a_grant_without_a_refresh_token_is_usable_until_its_access_token_ends() {
    let platform = Platform::new();
    let client = platform.client();
    let short = platform.log_in(&client, "u1", &["USER_PHONE"]).await;
    let long = platform.log_in(&client, "u1", OFFLINE).await;
    let usable = async |key: &GrantKey| client.grants().is_usable(key.clone()).await.unwrap();
    assert!(usable(&short).await && usable(&long).await);
    assert!(!usable(&GrantKey::of("u2", ["USER_PHONE"])).await);
    platform.advance(2 * HOUR);
    assert!(!usable(&short).await, "it has no refresh token");
    assert!(usable(&long).await);
    client.grants().forget(long.clone()).await.unwrap();
    assert!(!usable(&long).await);
    assert!(client.grants().is_usable("").await.is_err());
}

#[tokio::test]
async fn a_lost_response_is_requested_again_inside_the_window() {
    let (platform, client, key) = with_ended_token().await;
    platform.fail(Fault::LostResponse);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    assert_eq!(platform.token_requests(), 3);
    let grant = stored(&platform, &key).await;
    assert!(platform.is_alive(grant.pair.access.expose()) && grant.lease.is_none() && grant.first_sent_at.is_none());
}

#[tokio::test]
async fn after_the_window_one_refused_attempt_ends_the_grant() {
    let (platform, client, key) = with_ended_token().await;
    for _ in 0..3 {
        platform.fail(Fault::LostResponse);
    }
    assert!(is_unavailable(&token(&client, &key).await));
    assert_eq!(platform.token_requests(), 4);
    platform.advance(200);
    assert!(is_reauth(&token(&client, &key).await));
    assert_eq!(platform.token_requests(), 5);
    for _ in 0..24 {
        platform.advance(HOUR);
        assert!(is_reauth(&token(&client, &key).await));
    }
    assert_eq!(platform.token_requests(), 5);
    assert_eq!(client.grants().info(&key).await.unwrap().unwrap().state, GrantState::NeedsReauth);
}

#[tokio::test]
async fn after_the_window_one_attempt_recovers_requests_that_never_arrived() {
    let (platform, client, key) = with_ended_token().await;
    for _ in 0..3 {
        platform.fail(Fault::LostRequest);
    }
    assert!(is_unavailable(&token(&client, &key).await));
    platform.advance(200);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    assert_eq!(platform.token_requests(), 5);
}

#[tokio::test]
async fn a_long_outage_is_retried_at_growing_intervals_and_keeps_the_grant() {
    let (platform, client, key) = with_ended_token().await;
    for _ in 0..1000 {
        platform.fail(Fault::Answer(502, "<html>".into()));
    }
    for _ in 0..24 * 60 {
        platform.advance(60);
        assert!(is_unavailable(&token(&client, &key).await));
    }
    let sent = platform.token_requests() - 1;
    assert!(sent < 400, "{sent} requests in a day of calls once a minute");
    platform.state().faults.clear();
    platform.advance(HOUR);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}

#[tokio::test]
async fn after_a_refusal_the_tokens_of_another_process_are_used() {
    let (platform, client, key) = with_ended_token().await;
    // During the request, another process stores a newer pair and the platform drops the old one.
    let (there, name) = (platform.clone(), key.clone());
    platform.fail(Fault::Before(Box::new(move || {
        Box::pin(async move {
            let record = there.store.get(RecordKind::Grant, name.as_str()).await.unwrap().unwrap();
            let mut grant = grant::Grant::decode(record.value().unwrap()).unwrap();
            let other = there.client();
            let code = there.code("USER_PHONE offline_access");
            let fresh = other.oauth().exchange(code, "https://app.example/cb").await.unwrap();
            grant.generation += 1;
            grant.pair.access = fresh.access_token;
            grant.pair.refresh = fresh.refresh_token;
            grant.pair.issued_at = there.clock_now();
            grant.pair.expires_at = fresh.expires_at;
            let value = grant.encode().unwrap();
            assert!(there.store.put(RecordKind::Grant, name.as_str(), Some(record.version), &value).await.unwrap());
            there.keep_only_newest_refresh_token();
        })
    })));
    let adopted = token(&client, &key).await.unwrap();
    assert!(platform.is_alive(&adopted));
    let grant = stored(&platform, &key).await;
    assert_eq!((grant.generation, grant.state), (2, GrantState::Active));
    assert_eq!(grant.pair.access.expose(), adopted);
}

#[tokio::test]
async fn tokens_survive_a_store_that_fails_after_the_response() {
    let (platform, client, key) = with_ended_token().await;
    let there = platform.clone();
    platform.fail(Fault::Before(Box::new(move || Box::pin(async move { there.store.set_down(true) }))));
    let fresh = token(&client, &key).await.unwrap();
    assert!(platform.is_alive(&fresh));
    assert_eq!(token(&client, &key).await.unwrap(), fresh);
    assert!(client.grants().info(&key).await.unwrap().unwrap().unsaved);
    platform.store.set_down(false);
    until(async || !client.grants().info(&key).await.unwrap().unwrap().unsaved).await;
    assert_eq!(stored(&platform, &key).await.pair.access.expose(), fresh);
    assert_eq!(platform.token_requests(), 2);
}

#[tokio::test]
async fn a_due_token_is_refreshed_in_the_background_and_failures_do_not_fail_calls() {
    let (platform, client, key) = logged_in().await;
    let first = token(&client, &key).await.unwrap();
    platform.advance(HOUR * 85 / 100);
    for _ in 0..3 {
        platform.fail(Fault::Answer(503, String::new()));
    }
    for _ in 0..20 {
        assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
        tokio::task::yield_now().await;
    }
    platform.advance(30);
    until(async || token(&client, &key).await.unwrap() != first).await;
    assert_eq!(client.grants().info(&key).await.unwrap().unwrap().state, GrantState::Active);
}

#[tokio::test]
async fn refused_app_credentials_end_no_grant_and_are_tried_once_a_minute() {
    let platform = Platform::new();
    let client = platform.client();
    let mut keys = Vec::new();
    for user in 0..50 {
        keys.push(platform.log_in(&client, &format!("u{user}"), OFFLINE).await);
    }
    platform.advance(2 * HOUR);
    platform.state().secret = "another".into();
    let before = platform.token_requests();
    for key in &keys {
        assert!(matches!(token(&client, key).await, Err(Error::Config { setting, .. }) if setting == "client_secret"));
    }
    assert_eq!(platform.token_requests() - before, 5);
    platform.advance(61);
    for key in &keys {
        assert!(token(&client, key).await.is_err());
    }
    assert_eq!(platform.token_requests() - before, 6);
    platform.state().secret = "shh-secret".into();
    platform.advance(61);
    for key in &keys {
        assert!(platform.is_alive(&token(&client, key).await.unwrap()));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_simultaneous_401_make_one_refresh() {
    let (platform, client, key) = logged_in().await;
    platform.advance(HOUR / 2);
    let calls: Vec<_> = (0..100)
        .map(|_| {
            let (client, key) = (client.clone(), key.clone());
            tokio::spawn(async move {
                client.inner.sessions.access_after_401(&client.inner, &key, 1).await.unwrap().generation
            })
        })
        .collect();
    for call in calls {
        assert_eq!(call.await.unwrap(), 2);
    }
    assert_eq!(platform.token_requests(), 2);
    // A 401 for a new token has another cause.
    let access = client.inner.sessions.access_after_401(&client.inner, &key, 2).await.unwrap();
    assert_eq!((access.generation, platform.token_requests()), (2, 2));
}

#[tokio::test]
async fn one_call_finds_the_valid_pair_among_the_spares() {
    let (platform, client, key) = logged_in().await;
    let record = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let mut grant = grant::Grant::decode(record.value().unwrap()).unwrap();
    let live = grant.pair.clone();
    let dead = |name: &str| grant::TokenPair { access: name.into(), refresh: Some(name.into()), ..live.clone() };
    grant.pair = dead("in use");
    grant.spare = Some(dead("came last"));
    grant.more_spares = vec![dead("came before"), live.clone(), dead("came first")];
    assert!(
        platform
            .store
            .put(RecordKind::Grant, key.as_str(), Some(record.version), &grant.encode().unwrap())
            .await
            .unwrap()
    );

    let access = client.inner.sessions.access_after_401(&client.inner, &key, 1).await.unwrap();
    assert!(platform.is_alive(access.token.expose()));
    let sent: Vec<_> = platform.state().token_requests[1..].iter().map(|form| form["refresh_token"].clone()).collect();
    assert_eq!(sent, ["in use", "came last", "came before", live.refresh.as_ref().unwrap().expose()]);
    // The successful refresh proves this pair, and the spares are dropped.
    let grant = stored(&platform, &key).await;
    assert_eq!((grant.spares().count(), grant.generation), (0, 5));
    platform.advance(2 * HOUR);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}

#[tokio::test]
async fn a_token_without_a_usable_lifetime_is_used_until_a_401() {
    for (life, named) in [(0, false), (-5, true), (1, false), (1, true), (4, false)] {
        let platform = Platform::new();
        platform.state().named_lifetime = Some(life);
        let client = platform.client();
        let key = platform.log_in(&client, "u1", OFFLINE).await;
        let first = token(&client, &key).await.unwrap();
        let after_401 = async |generation| {
            let refused = RefusedToken { generation, named };
            client.inner.sessions.access_after_401(&client.inner, &key, refused).await.unwrap().generation
        };
        for _ in 0..40 {
            platform.advance(60);
            assert_eq!(token(&client, &key).await.unwrap(), first, "{life}");
        }
        assert_eq!(platform.token_requests(), 1, "{life}");
        assert_eq!(after_401(1).await, 2, "{life}");
        // The same after a refresh, but at most every 30 seconds.
        platform.advance(29);
        assert_eq!((after_401(2).await, platform.token_requests()), (2, 2), "{life}");
        platform.advance(1);
        assert_eq!((after_401(2).await, platform.token_requests()), (3, 3), "{life}");
        let info = client.grants().info(&key).await.unwrap().unwrap();
        assert!(info.expiry_assumed && (info.access_expires_at - platform.clock_now()).num_seconds() == 3600, "{life}");
    }
}

#[tokio::test]
async fn without_a_new_refresh_token_the_old_one_stays_in_use() {
    let platform = Platform::new();
    let client = platform.client();
    platform.state().keeps_refresh_token = true;
    let key = platform.log_in(&client, "u1", OFFLINE).await;
    for _ in 0..3 {
        platform.advance(2 * HOUR);
        assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    }
    assert_eq!(stored(&platform, &key).await.generation, 4);
}

#[tokio::test]
async fn the_refresh_form_repeats_the_redirect_uri_of_the_login() {
    let (platform, client, key) = logged_in().await;
    let before = stored(&platform, &key).await;
    client.grants().refresh(&key).await.unwrap();
    let form = platform.state().token_requests[1].clone();
    assert_eq!(form["redirect_uri"], "https://app.example/cb");
    assert_eq!(form["code"], before.pair.access.expose());
    assert_eq!(form["refresh_token"], before.pair.refresh.unwrap().expose());

    let without = platform.builder().omit_refresh_code(true).build().unwrap();
    without.grants().refresh(&key).await.unwrap();
    assert!(!platform.state().token_requests[2].contains_key("code"));
}

#[tokio::test]
async fn stored_keys_do_not_contain_the_user_and_grants_of_earlier_versions_are_found() {
    const USER: &str = "canary@app.example";
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, USER, &["USER_POSTS_GET", "offline_access"]).await;
    client.user(&key).subscriptions().ensure(Subscription::new(SubscriptionType::PostUpdate)).await.unwrap();
    for kind in RecordKind::ALL {
        for (name, _) in platform.store.scan(kind, "", None, 1000).await.unwrap() {
            assert!(!name.contains("canary"), "{name} is the key of a {}", kind.as_str());
        }
    }
    // Another process finds the grant by the user, and a new login there replaces it.
    let other = platform.client();
    let readable = GrantKey::of(USER, ["USER_POSTS_GET", "offline_access"]);
    assert!(other.grants().is_usable(readable.clone()).await.unwrap());
    assert_eq!(other.user(readable.clone()).subscriptions().list().await.unwrap().len(), 1);
    assert_eq!(platform.log_in(&other, USER, &["USER_POSTS_GET", "offline_access"]).await, key);
    assert_eq!(other.grants().of_user(USER).await.unwrap().len(), 1);

    // A record as an earlier version wrote it: under the readable key, without the field `name`.
    let record = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let mut old: serde_json::Value = serde_json::from_slice(record.value().unwrap()).unwrap();
    old.as_object_mut().unwrap().remove("name");
    let old_user = "old-canary";
    old["user"] = old_user.into();
    let old_key = GrantKey::of(old_user, OFFLINE);
    assert!(platform.store.put(RecordKind::Grant, old_key.as_str(), None, old.to_string().as_bytes()).await.unwrap());
    for client in [platform.client(), client] {
        assert!(client.grants().is_usable(old_key.clone()).await.unwrap());
        assert_eq!(client.grants().info(old_key.clone()).await.unwrap().unwrap().key, old_key);
        let [found] = client.grants().of_user(old_user).await.unwrap().try_into().unwrap();
        assert_eq!(found.key, old_key);
        assert!(token(&client, &old_key).await.is_ok());
        let shown = client.inner.sessions.key_for_log(&client.inner, &old_key).await;
        assert!(!shown.contains("canary"), "{shown}");
    }
    // A new login keeps the old key. After `forget`, the next login gets an opaque key.
    assert_eq!(platform.log_in(&other, old_user, OFFLINE).await, old_key);
    assert!(other.grants().forget(old_key.clone()).await.unwrap());
    assert!(!other.grants().is_usable(old_key.clone()).await.unwrap());
    assert_ne!(platform.log_in(&other, old_user, OFFLINE).await, old_key, "the next login has an opaque key");
}

#[tokio::test]
async fn the_secret_for_grant_keys_is_restored_after_the_store_lost_it() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", OFFLINE).await;
    let [(name, record)] =
        platform.store.scan(RecordKind::GrantKeySecret, "", None, 1000).await.unwrap().try_into().unwrap();
    assert!(platform.store.delete(RecordKind::GrantKeySecret, &name, record.version).await.unwrap());
    assert_eq!(platform.log_in(&client, "u1", OFFLINE).await, key);
    assert_eq!(platform.log_in(&platform.client(), "u1", OFFLINE).await, key);
}

#[tokio::test]
async fn adopted_tokens_are_refreshed() {
    let platform = Platform::new();
    let client = platform.client();
    let code = platform.code("USER_PHONE offline_access");
    let tokens = client.oauth().exchange(code, "https://app.example/cb").await.unwrap();
    let renewed = client.oauth().refresh(&tokens, "https://app.example/cb").await.unwrap();
    assert_ne!(renewed.access_token, tokens.access_token);
    platform.advance(2 * HOUR);
    let info = client.grants().adopt(Adoption::new(renewed).for_user("u1")).await.unwrap();
    let by_user = client.grants().info(GrantKey::of("u1", OFFLINE)).await.unwrap().unwrap();
    assert_eq!(info.key, by_user.key);
    assert!(platform.is_alive(&token(&client, &info.key).await.unwrap()));
}

#[tokio::test]
async fn debug_output_contains_no_secrets() {
    let (platform, client, key) = logged_in().await;
    let mut grant = stored(&platform, &key).await;
    (grant.spare, grant.more_spares) = (Some(grant.pair.clone()), vec![grant.pair.clone()]);
    let shown = format!("{grant:?} {:?} {:?}", client.grants().info(&key).await, client.inner.sessions);
    assert!(!shown.contains("at-") && !shown.contains("rt-") && !shown.contains("shh"), "{shown}");
}
