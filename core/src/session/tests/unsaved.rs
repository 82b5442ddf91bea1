//! New tokens that the store did not take at first, and that are kept in memory until it does.

use std::time::Duration;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use super::*;
use crate::clock::Clock;
use crate::testing::ManualClock;

/// A clock whose sleeps end only when the test advances it. Otherwise the kept tokens would be stored at once.
struct ManualSleepClock(Arc<ManualClock>);

#[async_trait]
impl Clock for ManualSleepClock {
    fn now(&self) -> DateTime<Utc> {
        self.0.now()
    }

    async fn sleep(&self, duration: Duration) {
        let until = self.now() + duration;
        while self.now() < until {
            tokio::task::yield_now().await;
        }
    }
}

fn patient(platform: &Arc<Platform>) -> OpenPlatform {
    platform.builder().clock(Arc::new(ManualSleepClock(platform.clock.clone()))).build().unwrap()
}

/// A login whose tokens the store does not take.
async fn log_in_unsaved(platform: &Arc<Platform>, client: &OpenPlatform) -> GrantKey {
    let there = platform.clone();
    platform.fail(Fault::Before(Box::new(move || Box::pin(async move { there.store.set_full(true) }))));
    let key = platform.log_in(client, "u1", OFFLINE).await;
    platform.store.set_full(false);
    assert!(is_unsaved(client, &key).await);
    key
}

async fn is_unsaved(client: &OpenPlatform, key: &GrantKey) -> bool {
    client.grants().info(key).await.unwrap().unwrap().unsaved
}

/// The access token that the platform issued last.
fn newest(platform: &Platform) -> String {
    platform.state().access.keys().max().unwrap().clone()
}

/// Waits until the kept tokens are stored or dropped, and returns the access token that all clients use afterwards.
async fn settled(platform: &Platform, clients: [&OpenPlatform; 2], key: &GrantKey) -> String {
    platform.advance(60);
    for client in clients {
        until(async || !is_unsaved(client, key).await).await;
    }
    let access = stored(platform, key).await.pair.access.expose().to_owned();
    for client in clients {
        assert_eq!(token(client, key).await.unwrap(), access);
    }
    access
}

#[tokio::test]
async fn kept_tokens_do_not_replace_or_hide_a_newer_login() {
    for (in_one_process, between) in [(true, 0), (true, 500), (false, 0), (false, 500)] {
        let platform = Platform::new();
        let client = patient(&platform);
        let other = if in_one_process { client.clone() } else { patient(&platform) };
        log_in_unsaved(&platform, &client).await;
        platform.clock.advance(Duration::from_millis(between));
        let key = platform.log_in(&other, "u1", OFFLINE).await;
        let newer = newest(&platform);
        assert!(!is_unsaved(&other, &key).await);
        assert_eq!(token(&other, &key).await.unwrap(), newer, "{in_one_process}, after {between} ms");
        assert_eq!(settled(&platform, [&client, &other], &key).await, newer, "{in_one_process}, after {between} ms");
    }
}

#[tokio::test]
async fn kept_tokens_replace_an_older_login() {
    for (in_one_process, between) in [(true, 0), (true, 500), (false, 500)] {
        let platform = Platform::new();
        let client = patient(&platform);
        let other = if in_one_process { client.clone() } else { patient(&platform) };
        platform.log_in(&other, "u1", OFFLINE).await;
        platform.clock.advance(Duration::from_millis(between));
        let key = log_in_unsaved(&platform, &client).await;
        let newer = newest(&platform);
        assert_eq!(token(&client, &key).await.unwrap(), newer, "{in_one_process}, after {between} ms");
        assert_eq!(settled(&platform, [&client, &other], &key).await, newer, "{in_one_process}, after {between} ms");
        assert_eq!(stored(&platform, &key).await.generation, 2);
    }
}
