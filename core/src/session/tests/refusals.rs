//! Refreshes that the platform, or a proxy before it, refuses for a reason other than the refresh token.

use std::time::Duration;

use super::*;
use crate::session::protocol::{REFUSALS, REFUSED_FOR};

fn retry_after<T: std::fmt::Debug>(result: Result<T>) -> Option<Duration> {
    match result {
        Err(Error::OAuth(OAuthError::RefreshUnavailable { retry_after, .. })) => retry_after,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_permanent_refusal_ends_the_grant_after_the_set_attempts_and_time() {
    for body in [r#"{"error":"invalid_scope"}"#, r#"{"error":"invalid_request"}"#, r#"{"error":"brand_new"}"#] {
        let (platform, client, key) = with_ended_token().await;
        let before = platform.token_requests();
        for _ in 0..1000 {
            platform.fail(Fault::Answer(400, body.to_owned()));
        }
        assert_eq!(
            retry_after(token(&client, &key).await),
            Some(Duration::from_secs(300)),
            "the first error contains it"
        );
        let mut minutes = 0;
        let ended = loop {
            platform.advance(60);
            minutes += 1;
            let result = token(&client, &key).await;
            if is_reauth(&result) {
                break result.unwrap_err().to_string();
            }
            assert!(retry_after(result).is_some_and(|wait| wait <= Duration::from_secs(900)));
        };
        assert_eq!((platform.token_requests() - before) as i64, REFUSALS, "{body}");
        assert_eq!(minutes, REFUSED_FOR.num_minutes());
        assert!(ended.contains("brand_new") || ended.contains("invalid_"), "{ended}");
        assert!(platform.clock_now() - stored(&platform, &key).await.ended_at.unwrap() < chrono::TimeDelta::seconds(1));
    }
}

#[tokio::test]
async fn many_refusals_in_a_short_time_or_few_in_a_long_time_end_no_grant() {
    let (platform, client, key) = with_ended_token().await;
    for _ in 0..REFUSALS - 1 {
        platform.fail(Fault::Answer(400, r#"{"error":"invalid_scope"}"#.into()));
    }
    for _ in 0..REFUSALS - 1 {
        assert!(is_unavailable(&token(&client, &key).await));
        platform.advance(24 * HOUR);
    }
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()), "the platform accepts the request again");
    let grant = stored(&platform, &key).await;
    assert_eq!((grant.refusals, grant.refused_since), (0, None), "a success resets the count");
}

#[tokio::test]
async fn an_outage_in_which_a_gateway_responds_with_json_ends_no_grant() {
    let (platform, client, key) = with_ended_token().await;
    for _ in 0..1000 {
        platform.fail(Fault::Answer(404, r#"{"code":5,"message":"no route"}"#.into()));
    }
    for _ in 0..24 * 60 {
        assert!(is_unavailable(&token(&client, &key).await));
        platform.advance(60);
    }
    platform.state().faults.clear();
    platform.advance(HOUR);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}

#[tokio::test]
async fn a_single_redirect_pauses_refreshes_for_ten_seconds() {
    let (platform, client, key) = with_ended_token().await;
    platform.fail(Fault::Answer(302, String::new()));
    assert_eq!(token(&client, &key).await.unwrap_err().code(), "transport");
    assert!(retry_after(token(&client, &key).await).unwrap() <= Duration::from_secs(10));
    platform.advance(10);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));

    let (platform, client, key) = with_ended_token().await;
    let before = platform.token_requests();
    for _ in 0..1000 {
        platform.fail(Fault::Answer(302, String::new()));
    }
    for _ in 0..60 * 6 {
        let _ = token(&client, &key).await.unwrap_err();
        platform.advance(10);
    }
    let sent = platform.token_requests() - before;
    assert!((10..=20).contains(&sent), "{sent} requests in an hour of redirects");
    assert_eq!(stored(&platform, &key).await.state, GrantState::Active);
}

#[tokio::test]
async fn a_single_redirect_after_an_outage_pauses_refreshes_for_ten_seconds() {
    let (platform, client, key) = with_ended_token().await;
    for fault in [503, 503, 503, 503, 503, 302] {
        platform.fail(Fault::Answer(fault, String::new()));
    }
    while token(&client, &key).await.unwrap_err().code() != "transport" {
        platform.advance(60);
    }
    assert_eq!(stored(&platform, &key).await.failures, 6, "the outage counts as failures, and not as redirects");
    assert!(retry_after(token(&client, &key).await).unwrap() <= Duration::from_secs(10));
    platform.advance(10);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
    assert_eq!(stored(&platform, &key).await.redirects, 0, "a success resets the count");
}

#[tokio::test]
async fn a_401_or_403_without_an_oauth_error_opens_the_breaker() {
    for (status, body) in [(401, ""), (403, "<html>"), (401, r#"{"message":"unauthorized"}"#)] {
        let platform = Platform::new();
        let client = platform.client();
        let mut keys = Vec::new();
        for user in 0..10 {
            keys.push(platform.log_in(&client, &format!("u{user}"), OFFLINE).await);
        }
        platform.advance(2 * HOUR);
        let before = platform.token_requests();
        for _ in 0..1000 {
            platform.fail(Fault::Answer(status, body.into()));
        }
        // One minute in which all ten users make a call every second.
        for _ in 0..60 {
            for key in &keys {
                let error = token(&client, key).await.unwrap_err();
                assert!(matches!(&error, Error::Config { setting, .. } if setting == "client_secret"), "{error}");
            }
            platform.advance(1);
        }
        assert_eq!(platform.token_requests() - before, 5, "{status} {body}");
        platform.state().faults.clear();
        platform.advance(60);
        for key in &keys {
            assert!(platform.is_alive(&token(&client, key).await.unwrap()), "no grant has ended");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn calls_with_a_valid_token_continue_while_the_token_endpoint_hangs() {
    let (platform, client, key) = logged_in().await;
    let never = Arc::new(Semaphore::new(0));
    platform.fail(Fault::Hold(never.clone()));
    // A refresh is due, and the token is valid for another 20 s: the call continues.
    platform.advance(HOUR - 20);
    assert!(client.user(key.clone()).users().me().await.is_ok());
    // The token has expired: the call fails, and the grant is kept.
    platform.advance(60);
    let result = client.user(key.clone()).users().me().await;
    assert!(is_unavailable(&result), "{result:?}");
    assert_eq!(stored(&platform, &key).await.state, GrantState::Active);
}

#[tokio::test]
async fn a_valid_token_is_used_when_the_refresh_fails() {
    let (platform, client, key) = logged_in().await;
    for _ in 0..3 {
        platform.fail(Fault::Answer(503, String::new()));
    }
    platform.advance(HOUR - 20);
    assert!(platform.is_alive(&token(&client, &key).await.unwrap()));
}

#[tokio::test]
async fn without_offline_access_the_error_names_the_missing_scope() {
    let platform = Platform::new();
    let client = platform.client();
    let key = platform.log_in(&client, "u1", &["USER_PHONE"]).await;
    let early = client.grants().refresh(&key).await.unwrap_err();
    assert!(matches!(&early, Error::InvalidInput { field, .. } if field == "grant"), "{early}");
    assert!(early.to_string().contains("offline_access"), "{early}");
    assert!(token(&client, &key).await.is_ok());
    platform.advance(2 * HOUR);
    assert!(is_reauth(&client.grants().refresh(&key).await));
    let error = token(&client, &key).await.unwrap_err();
    assert!(is_reauth::<()>(&Err(error.clone())) && error.to_string().contains("offline_access"), "{error}");
    assert!(is_reauth(&token(&client, &GrantKey::from("nobody")).await));
}
