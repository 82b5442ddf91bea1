//! Complete logins, with the platform in memory.

use std::sync::Arc;

use super::*;
use crate::session::tests::platform::{Fault, Platform};
use crate::stores::{RecordKind, RecordStore};

const SCOPES: [&str; 2] = ["USER_PHONE", "offline_access"];

async fn started(client: &OpenPlatform) -> Authorization {
    client.oauth().authorize(SCOPES, "sid").await.unwrap()
}

fn code_of(platform: &Platform) -> String {
    platform.code("USER_PHONE offline_access")
}

fn refusal(result: Result<LoginOutcome>) -> OAuthError {
    match result {
        Err(Error::OAuth(error)) => error,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_login_is_granted_and_stored() {
    let platform = Platform::new();
    let client = platform.client();
    let login = Login::new(SCOPES, "sid").for_user("u1").return_to("/posts/7");
    let start = client.oauth().start(login).await.unwrap();
    assert!(start.url.starts_with(
        "http://localhost:1/auth/oauth2/auth?response_type=code&client_id=my-app&\
         redirect_uri=https%3A%2F%2Fapp.example%2Fcb&scope=USER_PHONE%20offline_access&state="
    ));
    platform.state().granted_scope = Some("offline_access".into());
    let back = format!("https://app.example/cb?code={}&state={}", code_of(&platform), start.state.expose());
    let outcome = client.oauth().callback(back, "sid").await.unwrap();
    let LoginOutcome::Granted { grant, .. } = &outcome else { panic!("{outcome:?}") };
    assert!(!grant.as_str().contains("u1~"), "{grant} contains its user");
    let by_user = client.grants().info(GrantKey::of("u1", SCOPES)).await.unwrap().unwrap();
    assert_eq!(by_user.key, *grant, "the grant is found by its user");
    let expected = LoginOutcome::Granted {
        grant: grant.clone(),
        scopes: vec!["offline_access".into()],
        missing_scopes: vec!["USER_PHONE".into()],
        return_to: Some("/posts/7".into()),
    };
    assert_eq!(outcome, expected);
    let form = platform.state().token_requests[0].clone();
    assert_eq!(
        (form["grant_type"].as_str(), form["redirect_uri"].as_str()),
        ("authorization_code", "https://app.example/cb")
    );
    assert!(!form.contains_key("code_verifier"));
}

#[tokio::test]
async fn every_result_other_than_a_code_ends_the_login_without_a_token_request() {
    for (query, denied) in [
        ("", true),
        ("&code=", true),
        ("&error=access_denied", true),
        ("&code=a%0A", false),
        ("&code=a&code=b", false),
        ("&code=%FF", false),
        ("&code=a&iss=https%3A%2F%2Fevil.example", false),
    ] {
        let platform = Platform::new();
        let client = platform.client();
        let start = started(&client).await;
        let back = format!("?state={}{query}", start.state.expose());
        let outcome = client.oauth().callback(&back, "sid").await;
        if denied {
            assert_eq!(outcome.unwrap(), LoginOutcome::Denied, "{query}");
        } else {
            assert!(matches!(refusal(outcome), OAuthError::CallbackRejected { .. }), "{query}");
        }
        let again = client.oauth().callback(format!("{back}&x"), "sid").await;
        assert_eq!(refusal(again), OAuthError::StateMismatch, "{query}: the login has ended");
        assert_eq!(platform.token_requests(), 0);
    }
}

#[tokio::test]
async fn a_login_that_the_platform_refuses_is_not_a_denial() {
    let platform = Platform::new();
    let client = platform.client();
    let start = started(&client).await;
    let back = format!("?error=invalid_scope&error_description=unknown+scope&state={}", start.state.expose());
    let error = refusal(client.oauth().callback(&back, "sid").await);
    let description = Some("unknown scope".to_owned());
    assert_eq!(error, OAuthError::AuthorizationRefused { error: "invalid_scope".into(), description });
    let text = error.to_string();
    assert!(text.contains("(invalid_scope: unknown scope): ask only for scopes"), "{text}");
    assert_eq!(refusal(client.oauth().callback(&back, "sid").await), OAuthError::StateMismatch, "the login has ended");

    let start = started(&client).await;
    let elsewhere = format!("https://evil.example/cb?error=invalid_scope&state={}", start.state.expose());
    assert_eq!(refusal(client.oauth().callback(&elsewhere, "sid").await), OAuthError::StateMismatch);
    assert_eq!(platform.token_requests(), 0);
}

#[tokio::test]
async fn a_login_is_bound_to_its_session_app_server_and_address() {
    let platform = Platform::new();
    let client = platform.client();
    let back = |start: &Authorization| format!("?code=c&state={}", start.state.expose());
    let start = started(&client).await;
    assert_eq!(refusal(client.oauth().callback(back(&start), "another").await), OAuthError::StateMismatch);
    assert_eq!(refusal(client.oauth().callback(back(&start), "sid").await), OAuthError::StateMismatch);
    assert_eq!(refusal(client.oauth().callback("?code=c&state=unknown", "sid").await), OAuthError::StateMismatch);

    let other_app = OpenPlatform::builder()
        .hosts(crate::client::Hosts::sandbox("http://localhost:1"))
        .client_id("other-app")
        .store(platform.store.clone())
        .clock(platform.clock.clone())
        .transport(client.inner.transport().clone())
        .build()
        .unwrap();
    let start = started(&client).await;
    assert_eq!(refusal(other_app.oauth().callback(back(&start), "sid").await), OAuthError::StateMismatch);

    for place in ["https://evil.example/cb", "https://app.example/other", "https://app.example:8443/cb"] {
        for query in ["code=c&", ""] {
            let start = started(&client).await;
            let back = format!("{place}?{query}state={}", start.state.expose());
            assert_eq!(refusal(client.oauth().callback(back, "sid").await), OAuthError::StateMismatch, "{place}");
        }
    }

    let start = started(&client).await;
    platform.advance(601);
    assert_eq!(refusal(client.oauth().callback(back(&start), "sid").await), OAuthError::StateExpired);
    assert_eq!(platform.token_requests(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_concurrent_callbacks_with_one_state_one_succeeds() {
    for _ in 0..20 {
        let platform = Platform::new();
        let client = platform.client();
        let back = Arc::new(format!("?code={}&state={}", code_of(&platform), started(&client).await.state.expose()));
        let tries: Vec<_> = (0..64)
            .map(|_| {
                let (client, back) = (client.clone(), back.clone());
                tokio::spawn(async move { client.oauth().callback(back.as_str(), "sid").await })
            })
            .collect();
        let mut granted = 0;
        for attempt in tries {
            match attempt.await.unwrap() {
                Ok(_) => granted += 1,
                Err(error) => assert_eq!(error.code(), "state_mismatch"),
            }
        }
        assert_eq!((granted, platform.token_requests()), (1, 1));
    }
}

#[tokio::test]
async fn a_code_is_sent_to_the_platform_once() {
    let cases = [
        (Fault::Answer(500, "<html>".into()), "server"),
        (Fault::Answer(503, String::new()), "server"),
        (Fault::Answer(429, String::new()), "rate_limited"),
        (Fault::Answer(401, "<html>".into()), "config"),
        (Fault::Answer(307, String::new()), "transport"),
        (Fault::Answer(200, "<html>".into()), "decode"),
        (Fault::Answer(400, r#"{"error":"invalid_grant"}"#.into()), "code_rejected"),
        (Fault::Answer(400, r#"{"error":123}"#.into()), "code_rejected"),
        (Fault::Answer(401, r#"{"error":"invalid_client"}"#.into()), "config"),
        (Fault::LostRequest, "transport"),
        (Fault::LostResponse, "transport"),
    ];
    for (fault, expected) in cases {
        let platform = Platform::new();
        let client = platform.client();
        platform.fail(fault);
        let back = format!("?code={}&state={}", code_of(&platform), started(&client).await.state.expose());
        let error = client.oauth().callback(back, "sid").await.unwrap_err();
        assert_eq!(error.code(), expected, "{error}");
        assert_eq!(platform.token_requests(), 1);
        assert!(client.grants().list().await.unwrap().is_empty());
    }
}

#[tokio::test]
async fn a_code_that_was_not_sent_is_sent_again() {
    let platform = Platform::new();
    let client = platform.client();
    platform.fail(Fault::Unreachable);
    platform.fail(Fault::Unreachable);
    let back = format!("?code={}&state={}", code_of(&platform), started(&client).await.state.expose());
    assert!(matches!(client.oauth().callback(back, "sid").await, Ok(LoginOutcome::Granted { .. })));
}

#[tokio::test]
async fn a_login_can_be_repeated_if_its_error_is_retryable() {
    let unreachable = || vec![Fault::Unreachable, Fault::Unreachable, Fault::Unreachable];
    for (faults, again) in [
        (vec![Fault::Answer(429, String::new())], "granted"),
        (unreachable(), "granted"),
        (vec![Fault::Answer(503, String::new())], "state_mismatch"),
        (vec![Fault::LostResponse], "state_mismatch"),
        (vec![Fault::UnreachableInDoubt], "state_mismatch"),
        (vec![Fault::Answer(400, r#"{"error":"invalid_grant"}"#.into())], "state_mismatch"),
    ] {
        let platform = Platform::new();
        let client = platform.client();
        faults.into_iter().for_each(|fault| platform.fail(fault));
        let back = format!("?code={}&state={}", code_of(&platform), started(&client).await.state.expose());
        let error = client.oauth().callback(&back, "sid").await.unwrap_err();
        assert_eq!(error.is_retryable(), again == "granted", "{error}");
        assert_eq!(
            error.to_string().contains("The code is unused: make the same call again"),
            again == "granted",
            "{error}"
        );
        platform.advance(60);
        let second = client.oauth().callback(&back, "sid").await;
        assert_eq!(second.as_ref().map_or_else(|error| error.code(), |_| "granted"), again);
        let third = client.oauth().callback(&back, "sid").await;
        assert_eq!(refusal(third), OAuthError::StateMismatch, "a login is completed once");
    }
    // The lifetime of the login does not start again.
    let platform = Platform::new();
    let client = platform.client();
    platform.fail(Fault::Answer(429, String::new()));
    let back = format!("?code={}&state={}", code_of(&platform), started(&client).await.state.expose());
    client.oauth().callback(&back, "sid").await.unwrap_err();
    platform.advance(601);
    assert_eq!(refusal(client.oauth().callback(&back, "sid").await), OAuthError::StateExpired);
}

#[tokio::test]
async fn the_advice_after_an_exchange_that_can_be_repeated_fits_the_call() {
    let platform = Platform::new();
    let client = platform.client();
    platform.fail(Fault::Answer(429, String::new()));
    let code = platform.code("USER_PHONE");
    let error = client.oauth().exchange(code.as_str(), "https://app.example/cb").await.unwrap_err();
    assert!(error.is_retryable());
    let text = error.to_string();
    assert!(text.contains("make the same call again") && !text.contains("callback"), "{text}");
    client.oauth().exchange(code, "https://app.example/cb").await.unwrap();
}

#[tokio::test]
async fn abandoned_logins_are_deleted() {
    let platform = Platform::new();
    let client = platform.client();
    for _ in 0..5 {
        started(&client).await;
    }
    // A start during a running sweep starts no other.
    while client.inner.login_sweep.is_running() {
        tokio::task::yield_now().await;
    }
    platform.advance(3600);
    started(&client).await;
    let left = logins_once(&client, |left| left <= 1).await;
    assert_eq!(left.len(), 1);
}

/// The stored logins, as soon as the background sweep has reduced them to a number that is `enough`.
async fn logins_once(client: &OpenPlatform, enough: impl Fn(usize) -> bool) -> Vec<String> {
    let began = std::time::Instant::now();
    while began.elapsed().as_secs() < 60 {
        let left = client.inner.store().scan(RecordKind::Login, "", None, 1000).await.unwrap();
        if enough(left.len()) {
            return left.into_iter().map(|(key, _)| key).collect();
        }
        tokio::task::yield_now().await;
    }
    panic!("the sweep does not end");
}

#[tokio::test]
async fn an_expired_login_is_reported_as_such_until_it_is_deleted() {
    let platform = Platform::new();
    let client = platform.client();
    let start = started(&client).await;
    platform.advance(15 * 60);
    started(&client).await;
    assert_eq!(logins_once(&client, |_| true).await.len(), 2);
    let back = format!("?code=c&state={}", start.state.expose());
    let late = client.oauth().callback(back, "sid").await;
    assert!(matches!(late, Err(Error::OAuth(OAuthError::StateExpired))), "{late:?}");
}

#[tokio::test]
async fn the_oldest_of_too_many_logins_are_deleted_and_the_newest_can_be_completed() {
    let platform = Platform::new();
    let store = Arc::new(crate::stores::MemoryStore::new());
    let client = platform.builder().store(store.clone()).max_pending_logins(50).build().unwrap();
    let mut starts = Vec::new();
    let mut most = 0;
    for _ in 0..500 {
        starts.push(started(&client).await);
        // Logins that expire in the same second are ordered by their hashes.
        platform.advance(1);
        most = most.max(store.scan(RecordKind::Login, "", None, 1000).await.unwrap().len());
    }
    assert!(most <= 60, "{most} were stored at once");
    logins_once(&client, |left| left <= 55).await;
    let back = |start: &Authorization| format!("?code=c&state={}", start.state.expose());
    let oldest = client.oauth().callback(back(&starts[0]), "sid").await;
    assert!(matches!(oldest, Err(Error::OAuth(OAuthError::StateMismatch))), "{oldest:?}");
    let newest = format!("?code={}&state={}", code_of(&platform), starts[499].state.expose());
    assert!(matches!(client.oauth().callback(newest, "sid").await, Ok(LoginOutcome::Granted { .. })));
}

#[tokio::test]
async fn logins_stored_by_an_earlier_version_can_be_completed_and_are_deleted() {
    let platform = Platform::new();
    let client = platform.client();
    let state = "of-an-earlier-version-without-an-expiry-in-it";
    let start = started(&client).await;
    let store = client.inner.store().clone();
    let [(_, record)] = store.scan(RecordKind::Login, "", None, 1000).await.unwrap().try_into().unwrap();
    for state in [state, "given-up"] {
        assert!(
            store.put(RecordKind::Login, &crate::digest::sha256(state), None, record.value().unwrap()).await.unwrap()
        );
    }
    let back = format!("?code={}&state={state}", code_of(&platform));
    assert!(matches!(client.oauth().callback(back, "sid").await, Ok(LoginOutcome::Granted { .. })));
    drop(start);
    platform.advance(3600);
    let client = platform.builder().store(store.clone()).build().unwrap();
    started(&client).await;
    assert_eq!(logins_once(&client, |left| left <= 1).await.len(), 1);
}

#[tokio::test]
async fn pkce_sends_the_verifier_of_its_challenge() {
    let platform = Platform::new();
    let client = OpenPlatform::builder()
        .hosts(crate::client::Hosts::sandbox("http://localhost:1"))
        .client_id("my-app")
        .client_secret("shh-secret")
        .redirect_uri("https://app.example/cb")
        .pkce(true)
        .clock(platform.clock.clone())
        .transport(platform.client().inner.transport().clone())
        .build()
        .unwrap();
    let start = started(&client).await;
    let back = format!("?code={}&state={}", code_of(&platform), start.state.expose());
    client.oauth().callback(back, "sid").await.unwrap();
    let verifier = platform.state().token_requests[0]["code_verifier"].clone();
    assert_eq!(verifier.len(), 43);
    assert!(!start.url.contains(&verifier) && start.url.contains("code_challenge_method=S256"));
}
