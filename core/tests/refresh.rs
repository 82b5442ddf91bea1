//! The lifecycle of tokens, against a sandbox with all variants of what the platform's documents leave open: how long an old
//! refresh token is accepted, and when the old access token ends. The clock is that of the sandbox's world. No test waits.

#[path = "refresh/cancelled_callers.rs"]
mod cancelled_callers;
#[path = "refresh/ended_grants.rs"]
mod ended_grants;
#[path = "refresh/lifetimes.rs"]
mod lifetimes;
#[path = "refresh/named_tokens.rs"]
mod named_tokens;
#[path = "refresh/subscriptions.rs"]
mod subscriptions;
mod support;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use open_platform::api::RawRequest;
use open_platform::app::AppGateway;
use open_platform::client::User;
use open_platform::error::{ApiErrorKind, TransportErrorKind};
use open_platform::grants::{Adoption, GrantState};
use open_platform::id::GrantKey;
use open_platform::model::chat::MessageContent;
use open_platform::model::event::Subscription;
use open_platform::model::message::Message;
use open_platform::oauth::Tokens;
use open_platform::stores::{MemoryStore, RecordKind, RecordStore};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::testing::stores::FailingStore;
use open_platform::transport::{Failure, Http, Request, Response, Transport};
use open_platform::{Error, OpenPlatform};
use open_platform_sandbox::{Effect, Grace, Limit, Moment, OldAccessToken, RefreshLife};
use support::faults::measured;
use support::transports::{Gate, UnresponsivePath, YieldingTransport};
use support::{DAY, Fixture, HOUR, OFFLINE, bad_gateway, is_api, is_reauth, is_unavailable, semantics, status, until};
use tokio::runtime;

async fn me(user: &User) -> Result<(), Error> {
    user.users().me().await.map(drop)
}

async fn state(platform: &OpenPlatform, user: &User) -> GrantState {
    platform.grants().info(user.grant().unwrap()).await.unwrap().unwrap().state
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_calls_with_an_ended_token_make_one_refresh() {
    let mut trials = 0;
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (_, user) = fixture.seller().await;
        for round in 1..=20 {
            fixture.advance(2 * HOUR).await;
            let before = fixture.refreshes();
            let calls: Vec<_> = (0..16)
                .map(|_| {
                    let user = user.clone();
                    tokio::spawn(async move { me(&user).await })
                })
                .collect();
            let mut succeeded = 0;
            for call in calls {
                succeeded += usize::from(call.await.unwrap().is_ok());
            }
            let refreshes = fixture.refreshes() - before;
            measured("F01", "", &[("token requests in a trial", refreshes as f64)]);
            measured("F01", "", &[("callers that succeed", succeeded as f64)]);
            assert_eq!((refreshes, succeeded), (1, 16), "{semantics:?} {round}");
            assert!(fixture.newest_token_works());
            trials += 1;
        }
    }
    measured("F01", "", &[("trials", trials as f64)]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_clients_with_one_store_make_one_refresh() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let store = Arc::new(MemoryStore::new());
        let client = || fixture.world.client().store(store.clone()).build().unwrap();
        let key = fixture.log_in(&client(), "seller", OFFLINE).await;
        fixture.advance(2 * HOUR).await;
        // Clients that wait for the lease of another one would advance a clock that stands still.
        fixture.world.unfreeze();
        let mut calls = Vec::new();
        for client in (0..4).map(|_| client()) {
            for _ in 0..4 {
                let user = client.user(key.clone());
                calls.push(tokio::spawn(async move { me(&user).await }));
            }
        }
        for call in calls {
            call.await.unwrap().unwrap();
        }
        assert_eq!(fixture.refreshes(), 1, "{semantics:?}");
    }
}

#[tokio::test]
async fn a_lost_response_is_requested_again_while_the_old_token_is_valid() {
    let mut lost = 0;
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (platform, user) = fixture.seller().await;
        fixture.advance(2 * HOUR).await;
        fixture.world.faults().lose_token_answer();
        let result = me(&user).await;
        measured("F07", "", &[("token requests", fixture.refreshes() as f64)]);
        assert_eq!(fixture.refreshes(), 2, "{semantics:?}");
        // If a token can be used once and its response is lost, no client can recover.
        if semantics.0 == Grace::Strict {
            assert!(is_reauth(&result), "{result:?}");
        } else {
            let is_active = state(&platform, &user).await == GrantState::Active && fixture.newest_token_works();
            fixture.advance(2 * HOUR).await;
            lost += usize::from(!is_active || me(&user).await.is_err());
            result.unwrap_or_else(|error| panic!("{semantics:?}: {error}"));
        }
    }
    measured("F07", "", &[("grants lost where the old token is good for a while", lost as f64)]);
    assert_eq!(lost, 0);
}

#[tokio::test]
async fn responses_lost_in_every_way_are_recovered() {
    let after = |effect: fn(Moment) -> Effect| effect(Moment::After);
    let lost = [
        after(|moment| Effect::Drop { moment, reset: true }),
        after(|moment| Effect::Status { status: 500, body: String::new(), content_type: String::new(), moment }),
        after(|moment| Effect::Status { status: 502, body: "<html>".into(), content_type: "text/html".into(), moment }),
        Effect::Truncate { bytes: 40 },
        Effect::BadJson {},
        Effect::GzipBomb { mebibytes: 1 },
    ];
    for effect in lost {
        let fixture = Fixture::start().await;
        let (_, user) = fixture.seller().await;
        fixture.advance(2 * HOUR).await;
        fixture.world.faults().once("oauth.refresh", effect.clone());
        me(&user).await.unwrap_or_else(|error| panic!("{effect:?}: {error}"));
        assert_eq!(fixture.refreshes(), 2, "{effect:?}");
        assert!(fixture.newest_token_works());
    }
}

#[tokio::test]
async fn a_request_of_the_server_to_retry_is_followed() {
    let fixture = Fixture::start().await;
    fixture.world.set_oauth_rules(|rules| rules.concurrent_refresh_seconds = 60);
    let (_, user) = fixture.seller().await;
    fixture.advance(2 * HOUR).await;
    fixture.world.faults().lose_token_answer();
    me(&user).await.unwrap();
    assert_eq!(fixture.refreshes(), 3);
}

#[tokio::test]
async fn an_old_access_token_that_ends_early_fails_no_call() {
    for semantics in semantics().filter(|(grace, _)| *grace != Grace::Strict) {
        let fixture = Fixture::with(semantics).await;
        let (_, user) = fixture.seller().await;
        // The token is due, and the response to its refresh is lost: the current token may have ended.
        fixture.advance(HOUR * 85 / 100).await;
        fixture.world.faults().lose_token_answer();
        for _ in 0..20 {
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?}: {error}"));
            fixture.advance(10).await;
        }
        until(async || fixture.newest_token_works()).await;
        assert!(fixture.refreshes() <= 3, "{semantics:?}: {}", fixture.refreshes());
    }
}

#[tokio::test]
async fn a_failing_token_endpoint_fails_no_call_while_the_token_is_valid() {
    let drop = Effect::Drop { moment: Moment::Before, reset: false };
    let throttled = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(20), as_date: false };
    let moved = Effect::Redirect { status: 307, location: "http://127.0.0.1:9/".into() };
    for effect in [status(500), status(503), status(408), status(403), bad_gateway(), throttled, drop, moved] {
        let fixture = Fixture::start().await;
        let (platform, user) = fixture.seller().await;
        let start = fixture.world.now();
        let age = || (fixture.world.now() - start).num_seconds();
        fixture.advance(HOUR * 80 / 100).await;
        fixture.always("oauth.refresh", vec![effect.clone()]);
        let mut calls = 0;
        while age() < 3480 {
            me(&user).await.unwrap_or_else(|error| panic!("{effect:?} at {} s: {error}", age()));
            fixture.advance(10).await;
            calls += 1;
        }
        assert!(calls > 20, "{effect:?}: {calls}");
        assert_eq!(state(&platform, &user).await, GrantState::Active, "{effect:?}");
        until(async || fixture.refreshes() > 0).await;
        // Without a valid token, calls fail until the endpoint works again.
        fixture.advance(HOUR).await;
        let result = me(&user).await;
        let redirected = matches!(&result, Err(Error::Transport(error)) if error.kind == TransportErrorKind::Redirect);
        // A 403 without an OAuth error is a fault of the app's credentials.
        let refused = matches!(&result, Err(Error::Config { setting, .. }) if setting == "client_secret")
            && matches!(effect, Effect::Status { status: 403, .. });
        assert!(is_unavailable(&result) || redirected || refused, "{effect:?} {result:?}");
        fixture.world.faults().clear();
        fixture.advance(HOUR).await;
        me(&user).await.unwrap_or_else(|error| panic!("{effect:?}: {error}"));
    }
}

#[tokio::test]
async fn a_silent_token_endpoint_fails_no_call_while_the_token_is_valid() {
    let fixture = Fixture::start().await;
    let silent = Arc::new(UnresponsivePath::default());
    let platform = fixture.world.client().transport(silent.clone()).build().unwrap();
    let user = platform.user(fixture.log_in(&platform, "seller", OFFLINE).await);
    fixture.advance(HOUR * 80 / 100).await;
    silent.about("/oauth2/token");
    let (begin, mut failed) = (fixture.world.now(), 0);
    for _ in 0..60 {
        failed += usize::from(me(&user).await.is_err());
        fixture.advance(10).await;
    }
    until(async || silent.swallowed() > 0).await;
    let minutes = (fixture.world.now() - begin).as_seconds_f64() / 60.0;
    let inactive = usize::from(state(&platform, &user).await != GrantState::Active);
    measured("F12", "timeout", &[("minutes", minutes), ("calls that fail", failed as f64)]);
    measured("F12", "timeout", &[("grants that are not ACTIVE", inactive as f64)]);
    assert_eq!((failed, inactive, fixture.refreshes()), (0, 0, 0));
    fixture.advance(HOUR).await;
    assert!(is_unavailable(&me(&user).await));
    silent.about("nothing");
    fixture.advance(HOUR).await;
    me(&user).await.unwrap();
}

#[tokio::test]
async fn an_ended_grant_causes_one_refusal_and_no_further_requests() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (platform, user) = fixture.seller().await;
        fixture.world.revoke_access("seller").unwrap();
        fixture.advance(2 * HOUR).await;
        for _ in 0..24 {
            assert!(is_reauth(&me(&user).await));
            fixture.advance(HOUR).await;
        }
        assert_eq!((fixture.refreshes(), fixture.count("users.me")), (1, 0), "{semantics:?}");
        assert_eq!(state(&platform, &user).await, GrantState::NeedsReauth);
    }
}

#[tokio::test]
async fn a_grant_from_an_old_backup_ends_after_one_request() {
    for grace in [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins] {
        let fixture = Fixture::with((grace, OldAccessToken::StaysValid)).await;
        let issued = fixture.world.issue_tokens("seller", OFFLINE.iter().copied()).unwrap();
        let backup = Tokens {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_at: issued.expires_at,
            expiry_assumed: false,
            scopes: OFFLINE.iter().map(|scope| (*scope).to_owned()).collect(),
        };
        let first = fixture.client();
        let redirect_uri = fixture.world.app().redirect_uris[0].clone();
        first.oauth().refresh(&backup, redirect_uri).await.unwrap();
        fixture.advance(2 * HOUR).await;
        let second = fixture.client();
        let user = second.user(second.grants().adopt(Adoption::new(backup)).await.unwrap().key);
        for _ in 0..24 {
            assert!(is_reauth(&me(&user).await), "{grace:?}");
            fixture.advance(HOUR).await;
        }
        assert_eq!(fixture.refreshes(), 2, "{grace:?}");
        assert!(fixture.world.tokens().iter().all(|report| report.ended.is_some()), "the family is revoked");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_simultaneous_401_cause_one_refresh_and_one_repetition_per_call() {
    for semantics in semantics() {
        let fixture = Fixture::with(semantics).await;
        let (store, gate) =
            (Arc::new(MemoryStore::new()), Gate::before("/oauth2/token", Arc::new(Http::new().unwrap())));
        let client = || fixture.world.client().store(store.clone());
        let conversation = fixture.world.conversations()[0].id.clone();
        let scopes = ["USER_PHONE", "offline_access", "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"];
        let key = fixture.log_in(&client().build().unwrap(), "seller", &scopes).await;
        let user = client().transport(gate.clone()).build().unwrap().user(key);
        let before = fixture.world.messages(&conversation).len();
        fixture.advance(10 * 60).await;
        assert!(fixture.world.expire_access_token(fixture.world.tokens().last().unwrap().pair));
        let calls: Vec<_> = (0..100)
            .map(|number| {
                let (user, conversation) = (user.clone(), conversation.clone());
                tokio::spawn(async move {
                    match number % 2 {
                        0 => me(&user).await,
                        _ => {
                            let message = Message::text(format!("number {number}"));
                            user.conversations().send(conversation, message).await.map(drop)
                        }
                    }
                })
            })
            .collect();
        // The refresh begins once every call has its 401.
        let answered = |endpoint: &str, status: i64| {
            let requests = fixture.world.ledger().requests_to(endpoint);
            requests.iter().filter(|request| request.status == status).count()
        };
        until(async || answered("users.me", 401) + answered("conversations.send", 401) >= 100).await;
        let in_flight = answered("users.me", 401) + answered("conversations.send", 401);
        gate.open();
        let mut failed = 0;
        for call in calls {
            failed += usize::from(call.await.unwrap().is_err());
        }
        let refreshes = fixture.refreshes();
        // Each message has its own text.
        let mut sent: HashMap<_, usize> = HashMap::new();
        for request in fixture.world.ledger().requests_to("conversations.send") {
            *sent.entry(request.body_sha256).or_default() += 1;
        }
        let most = sent.into_values().max().unwrap();
        measured("F03", "", &[("calls in flight", in_flight as f64), ("refreshes", refreshes as f64)]);
        measured("F03", "", &[("requests of one call", most as f64), ("calls that fail", failed as f64)]);
        assert_eq!((in_flight, refreshes, most, failed), (100, 1, 2, 0), "{semantics:?}");
        for endpoint in ["users.me", "conversations.send"] {
            assert_eq!((answered(endpoint, 401), answered(endpoint, 200)), (50, 50), "{semantics:?} {endpoint}");
            assert_eq!(fixture.count(endpoint), 100, "{semantics:?} {endpoint}");
        }
        assert_eq!(fixture.world.messages(&conversation).len(), before + 50, "each message once");
    }
}

#[tokio::test]
async fn a_401_that_a_refresh_does_not_resolve_is_returned_after_one_refresh() {
    let fixture = Fixture::start().await;
    let (_, user) = fixture.seller().await;
    fixture.advance(10 * 60).await;
    fixture.always("users.me", vec![status(401)]);
    assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    assert_eq!((fixture.count("users.me"), fixture.refreshes()), (2, 1));
    // The new token is young, so another 401 has another cause.
    for _ in 0..10 {
        assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    }
    assert_eq!((fixture.count("users.me"), fixture.refreshes()), (12, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_refused_during_a_refresh_wait_for_it_however_new_the_token_is() {
    let fixture = Fixture::with((Grace::Fork, OldAccessToken::EndsAtOnce)).await;
    let store = Arc::new(MemoryStore::new());
    let [refreshing, other] = [(); 2].map(|()| fixture.world.client().store(store.clone()).build().unwrap());
    let key = fixture.log_in(&refreshing, "seller", OFFLINE).await;
    // A running clock: the response is under way while the calls are made.
    fixture.world.unfreeze();
    fixture.always("oauth.refresh", vec![Effect::Delay { milliseconds: 800, moment: Moment::After }]);
    let refresh = tokio::spawn({
        let (grants, key) = (refreshing.grants(), key.clone());
        async move { grants.refresh(key).await.unwrap() }
    });
    until(async || !fixture.world.tokens()[0].access_token_works).await;
    let calls: Vec<_> = (0..24)
        .map(|number| {
            // From the process that refreshes, and from another one.
            let user = if number % 2 == 0 { refreshing.user(&key) } else { other.user(&key) };
            tokio::spawn(async move { me(&user).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(refresh.await.unwrap().generation, 2);
    assert_eq!(fixture.refreshes(), 1);
    let requests = fixture.world.ledger().requests_to("users.me");
    let with = |status: i64| requests.iter().filter(|request| request.status == status).count();
    assert_eq!((with(401), with(200)), (24, 24), "each call is refused once and repeated once");
}

#[tokio::test]
async fn a_wrong_client_secret_ends_no_grant() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let mut users = Vec::new();
    for (user, more) in ["seller", "buyer", "dealer"].into_iter().flat_map(|user| (0..10).map(move |n| (user, n))) {
        let scope = format!("POST_EDIT.post{more}");
        users.push(platform.user(fixture.log_in(&platform, user, &["USER_PHONE", "offline_access", &scope]).await));
    }
    fixture.advance(2 * HOUR).await;
    let right = fixture.world.app().client_secret;
    fixture.world.configure_app(|app| app.client_secret = "deployed-by-mistake".into());
    for user in &users {
        let error = me(user).await.unwrap_err();
        assert!(matches!(&error, Error::Config { setting, .. } if setting == "client_secret"), "{error}");
    }
    assert_eq!(fixture.refreshes(), 5);
    let grants = platform.grants().list().await.unwrap();
    assert!(!grants.is_empty() && grants.iter().all(|grant| grant.state == GrantState::Active));
    for _ in 0..10 {
        fixture.advance(61).await;
        for user in &users {
            assert!(me(user).await.is_err());
        }
    }
    assert_eq!(fixture.refreshes(), 15, "one probe a minute");
    fixture.world.configure_app(|app| app.client_secret = right);
    fixture.advance(61).await;
    for user in &users {
        me(user).await.unwrap();
    }
    assert_eq!(fixture.refreshes(), 15 + users.len());
}

#[tokio::test]
async fn many_lost_responses_end_no_grant() {
    for semantics in semantics().filter(|(grace, _)| *grace != Grace::Strict) {
        let fixture = Fixture::with(semantics).await;
        let (_, user) = fixture.seller().await;
        let losses = AtomicUsize::new(0);
        for hour in 0..48 {
            fixture.advance(HOUR).await;
            if hour % 3 == 0 {
                fixture.world.faults().lose_token_answer();
                losses.fetch_add(1, Ordering::Relaxed);
            }
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?} hour {hour}: {error}"));
        }
        assert_eq!(fixture.refreshes(), 48 + losses.load(Ordering::Relaxed), "{semantics:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_refusal_after_a_refresh_of_another_process_ends_nothing() {
    let fixture = Fixture::with((Grace::Strict, OldAccessToken::StaysValid)).await;
    fixture.world.set_oauth_rules(|rules| rules.reuse_revokes = false);
    let store = Arc::new(MemoryStore::new());
    let http = Arc::new(Http::new().unwrap());
    let gate = Gate::before("/oauth2/token", http);
    let other = fixture.world.client().store(store.clone()).build().unwrap();
    let held = fixture.world.client().store(store).transport(gate.clone()).build().unwrap();
    let key = fixture.log_in(&other, "seller", OFFLINE).await;
    fixture.advance(2 * HOUR).await;
    let user = held.user(key.clone());
    let call = tokio::spawn(async move { me(&user).await });
    gate.reached().await;
    // Longer than a lease: the other process takes it.
    fixture.advance(31).await;
    let first = me(&other.user(key.clone())).await;
    gate.open();
    let second = call.await.unwrap();
    assert_eq!(fixture.refreshes(), 2);
    let grant = held.grants().info(&key).await.unwrap();
    let is_alive = grant.as_ref().is_some_and(|grant| grant.state == GrantState::Active);
    let errors = usize::from(first.is_err()) + usize::from(second.is_err());
    measured("F10", "", &[("grants deleted or ended", usize::from(!is_alive) as f64)]);
    measured("F10", "", &[("errors that a user sees", errors as f64)]);
    assert!(is_alive && errors == 0, "{first:?} {second:?}");
    assert_eq!(grant.unwrap().generation, 2);
}
