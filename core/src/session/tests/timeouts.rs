//! Timeouts of operations that are not calls of the API: login, grants, subscriptions.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use super::*;
use crate::client::CallOptions;
use crate::error::TransportErrorKind;
use crate::stores::IsolatedStore;

fn with_short_timeout(client: &OpenPlatform) -> OpenPlatform {
    client.with(CallOptions::timeout(Duration::from_secs(1)))
}

fn is_deadline<T>(result: &Result<T>) -> bool {
    matches!(result, Err(Error::Transport(error)) if error.kind == TransportErrorKind::Deadline)
}

#[tokio::test(start_paused = true)]
async fn a_timeout_ends_the_wait_for_a_login_and_the_login_continues() {
    let platform = Platform::new();
    let client = platform.client();
    let gate = Arc::new(Semaphore::new(0));
    platform.fail(Fault::Hold(gate.clone()));
    let began = tokio::time::Instant::now();
    let result =
        with_short_timeout(&client).oauth().exchange(platform.code("USER_PHONE"), "https://app.example/cb").await;
    assert!(is_deadline(&result), "{result:?}");
    let error = result.unwrap_err();
    assert!(!error.is_retryable());
    assert_eq!(
        error.to_string(),
        "oauth.exchange: it took longer than its timeout of 1000 ms. The code may be used up: start the login again"
    );
    assert_eq!(began.elapsed(), Duration::from_secs(1));

    platform.fail(Fault::Hold(gate.clone()));
    let login = crate::oauth::Login::new(OFFLINE.iter().copied(), "sid").for_user("u1");
    let login = client.oauth().start(login).await.unwrap();
    let back = format!("?code={}&state={}", platform.code("USER_PHONE offline_access"), login.state.expose());
    let result = with_short_timeout(&client).oauth().callback(back, "sid").await;
    assert!(is_deadline(&result), "{result:?}");
    let error = result.unwrap_err();
    assert!(!error.is_retryable());
    assert_eq!(
        error.to_string(),
        "oauth.callback: it took longer than its timeout of 1000 ms. The login may still be completed: then its grant is stored"
    );
    assert!(!client.drain(Duration::from_millis(100)).await, "the login is not complete");
    gate.add_permits(2);
    assert!(client.drain(Duration::from_secs(60)).await);
    assert_eq!(client.grants().of_user("u1").await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_timeout_ends_the_wait_for_a_refresh_with_an_error_that_keeps_the_grant() {
    let (platform, client, key) = with_ended_token().await;
    let gate = Arc::new(Semaphore::new(0));
    platform.fail(Fault::Hold(gate.clone()));
    let began = tokio::time::Instant::now();
    assert!(is_unavailable(&with_short_timeout(&client).grants().refresh(&key).await));
    assert_eq!(began.elapsed(), Duration::from_secs(1));
    let subscriptions = with_short_timeout(&client).user(&key).subscriptions();
    let result = subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)).await;
    assert!(is_deadline(&result), "{result:?}");
    assert!(is_deadline(&subscriptions.renew().await));
    gate.add_permits(1);
    until(async || stored(&platform, &key).await.generation == 2).await;

    let pair = client.oauth().exchange(platform.code("offline_access"), "https://app.example/cb").await.unwrap();
    platform.fail(Fault::Hold(Arc::new(Semaphore::new(0))));
    assert!(is_unavailable(&with_short_timeout(&client).oauth().refresh(&pair, "https://app.example/cb").await));
}

#[tokio::test(start_paused = true)]
async fn a_timeout_ends_an_adoption_at_its_first_read_of_the_store() {
    let platform = Platform::new();
    let code = platform.code("offline_access");
    let tokens = platform.client().oauth().exchange(code, "https://app.example/cb").await.unwrap();
    let silent = Altered::new(platform.store.clone()).before(|_, _| std::future::pending());
    let client = with_short_timeout(&platform.builder().store(Arc::new(silent)).build().unwrap());
    let grants = client.grants();
    let adopted = grants.adopt(Adoption::new(tokens).for_user("u1"));
    let result = tokio::time::timeout(Duration::from_secs(2), adopted).await.expect("the timeout of the call");
    assert!(is_deadline(&result), "{result:?}");
}

#[tokio::test]
async fn a_login_is_completed_also_if_its_caller_is_cancelled_while_the_store_takes_it() {
    let platform = Platform::new();
    let (reached, gate) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (tells, waits) = (reached.clone(), gate.clone());
    let slow = Altered::new(platform.store.clone()).before(move |operation, kind| {
        let (tells, waits) = (tells.clone(), waits.clone());
        async move {
            if (operation, kind) == ("delete", RecordKind::Login) {
                tells.add_permits(1);
                waits.acquire().await.unwrap().forget();
            }
            Ok(true)
        }
    });
    // Its operations end also without their caller, as those of a database do.
    let client = platform.builder().store(Arc::new(IsolatedStore::new(slow))).build().unwrap();
    let login = crate::oauth::Login::new(OFFLINE.iter().copied(), "sid").for_user("u1");
    let login = client.oauth().start(login).await.unwrap();
    let back = format!("?code={}&state={}", platform.code("USER_PHONE offline_access"), login.state.expose());
    let oauth = client.oauth();
    let caller = tokio::spawn(async move { oauth.callback(back, "sid").await });
    reached.acquire().await.unwrap().forget();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    gate.add_permits(1);
    until(async || client.grants().of_user("u1").await.unwrap().len() == 1).await;
}

#[tokio::test(start_paused = true)]
async fn a_subscription_is_made_once_also_if_its_caller_stops_waiting() {
    let platform = Platform::new();
    let (gate, writes) = (Arc::new(Semaphore::new(0)), AtomicUsize::new(0));
    let waits = gate.clone();
    // The store holds the outcome of the request back.
    let slow = Altered::new(platform.store.clone()).before(move |operation, kind| {
        let is_write = (operation, kind) == ("put", RecordKind::Subscription);
        let is_outcome = is_write && writes.fetch_add(1, Ordering::Relaxed) == 1;
        let waits = waits.clone();
        async move {
            if is_outcome {
                waits.acquire().await.unwrap().forget();
            }
            Ok(true)
        }
    });
    let client = platform.builder().store(Arc::new(slow)).build().unwrap();
    let key = platform.log_in(&client, "u1", &["USER_POSTS_GET", "offline_access"]).await;
    assert!(client.drain(Duration::from_secs(60)).await, "the renewal after the login has ended");
    let subscriptions = client.user(&key).subscriptions();
    let waited = with_short_timeout(&client).user(&key).subscriptions();
    let result = waited.ensure(Subscription::new(SubscriptionType::PostUpdate)).await;
    assert!(is_deadline(&result), "{result:?}");
    assert_eq!(subscriptions.list().await.unwrap()[0].status, SubscriptionStatus::Pending);
    assert!(!client.drain(Duration::from_millis(100)).await, "its outcome is not stored");
    gate.add_permits(1);
    assert!(client.drain(Duration::from_secs(60)).await);
    assert_eq!(subscriptions.list().await.unwrap()[0].status, SubscriptionStatus::Active);
    assert_eq!(platform.state().subscriptions.len(), 1);
}

#[tokio::test]
async fn an_invalid_timeout_is_refused() {
    let (_, client, key) = logged_in().await;
    let never = client.with(CallOptions::timeout(Duration::ZERO));
    let field = |error: Error| match error {
        Error::InvalidInput { field, .. } => field,
        other => panic!("{other:?}"),
    };
    assert_eq!(field(never.grants().list().await.unwrap_err()), "timeout");
    assert_eq!(field(never.grants().info(&key).await.unwrap_err()), "timeout");
    assert_eq!(field(never.oauth().authorize(OFFLINE.iter().copied(), "sid").await.unwrap_err()), "timeout");
    assert_eq!(field(never.user(&key).subscriptions().list().await.unwrap_err()), "timeout");
}
