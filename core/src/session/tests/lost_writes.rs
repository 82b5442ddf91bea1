//! Stores that lost their last writes get them back.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};

use super::*;
use crate::clock::Clock;
use crate::testing::ManualClock;

/// Replaces the stored grant by an earlier state: later writes are lost.
async fn restore_earlier_record(platform: &Platform, key: &GrantKey, to: &Record) {
    let now = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    assert!(platform.store.put(RecordKind::Grant, key.as_str(), Some(now.version), to.value().unwrap()).await.unwrap());
}

#[tokio::test]
async fn a_store_that_lost_writes_gets_them_back_from_a_process_that_wrote_or_read_them() {
    let (platform, maker, key) = with_ended_token().await;
    let old = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let newest = token(&maker, &key).await.unwrap();
    let reader = platform.client();
    assert_eq!(token(&reader, &key).await.unwrap(), newest);
    // After the window, sending the older refresh token would end the grant.
    platform.advance(600);
    for process in [&maker, &reader] {
        restore_earlier_record(&platform, &key, &old).await;
        assert_eq!(token(process, &key).await.unwrap(), newest);
        assert_eq!(stored(&platform, &key).await.generation, 2);
        assert_eq!(token(&platform.client(), &key).await.unwrap(), newest);
    }
    restore_earlier_record(&platform, &key, &old).await;
    assert_eq!(maker.grants().refresh(&key).await.unwrap().generation, 3);
    assert_eq!(platform.token_requests(), 3);
}

#[tokio::test]
async fn deletions_revocations_and_new_logins_hold_in_a_store_that_lost_writes() {
    let (platform, client, key) = with_ended_token().await;
    let old = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    token(&client, &key).await.unwrap();
    let other = platform.client();
    token(&other, &key).await.unwrap();
    // Another process has deleted it: no process restores it.
    assert!(other.grants().forget(&key).await.unwrap());
    platform.advance(60);
    assert!(is_reauth(&token(&client, &key).await));
    assert!(platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().is_none());
    // A newer login is not replaced by the cached older one, and replaces it.
    platform.advance(60);
    platform.log_in(&other, "u1", OFFLINE).await;
    let newer = token(&other, &key).await.unwrap();
    assert_eq!(token(&client, &key).await.unwrap(), newer);
    restore_earlier_record(&platform, &key, &old).await;
    platform.advance(60);
    assert_eq!(token(&client, &key).await.unwrap(), newer);
    // A revocation is written back too.
    client.inner.sessions.store_user_id(&client.inner, &key, &"platform-u1".into()).await;
    let before = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    platform.revoke();
    client.grants().revoked("platform-u1").await.unwrap();
    restore_earlier_record(&platform, &key, &before).await;
    platform.advance(60);
    assert!(is_reauth(&token(&client, &key).await));
    assert!(is_erased(&platform, &key).await);
}

/// A clock that differs from the platform's by a number of hours, which can be changed.
struct WrongClock(Arc<ManualClock>, AtomicI64);

#[async_trait]
impl Clock for WrongClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.now() + TimeDelta::hours(self.1.load(Ordering::SeqCst))
    }

    async fn sleep(&self, duration: Duration) {
        self.0.sleep(duration).await;
    }
}

#[tokio::test]
async fn a_login_after_the_clock_was_set_back_is_not_replaced_by_the_deleted_earlier_one() {
    let platform = Platform::new();
    let clock = Arc::new(WrongClock(platform.clock.clone(), AtomicI64::new(2)));
    let client = || platform.builder().clock(clock.clone()).build().unwrap();
    let (one, other) = (client(), client());
    let key = platform.log_in(&one, "u1", OFFLINE).await;
    let deleted = token(&one, &key).await.unwrap();
    assert!(other.grants().forget(&key).await.unwrap());
    clock.1.store(0, Ordering::SeqCst);
    assert_eq!(platform.log_in(&other, "u1", OFFLINE).await, key);
    let newer = token(&other, &key).await.unwrap();
    assert_ne!(newer, deleted);
    for client in [&one, &other, &one] {
        assert_eq!(token(client, &key).await.unwrap(), newer);
    }
    // What the process knows of that login is written back to a store that loses writes.
    let old = platform.store.get(RecordKind::Grant, key.as_str()).await.unwrap().unwrap();
    let newest = one.grants().refresh(&key).await.unwrap().generation;
    restore_earlier_record(&platform, &key, &old).await;
    assert_eq!(one.grants().info(&key).await.unwrap().unwrap().generation, newest);
}
