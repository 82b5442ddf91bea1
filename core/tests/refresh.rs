//! Tokens over their whole life, against a sandbox with every answer to the questions that the platform's documents
//! leave open: what an old refresh token is good for, and when the old access token dies. Time is the world's; no test
//! waits.

mod support;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use open_platform::app::AppGateway;
use open_platform::client::User;
use open_platform::error::{ApiErrorKind, TransportErrorKind};
use open_platform::grants::{Adoption, GrantState};
use open_platform::id::GrantKey;
use open_platform::model::chat::MessageContent;
use open_platform::model::event::Subscription;
use open_platform::model::message::Message;
use open_platform::oauth::Tokens;
use open_platform::stores::{Kind, MemoryStore, RecordStore};
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::testing::stores::FailingStore;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::{Error, OpenPlatform};
use open_platform_sandbox::{Effect, Grace, Limit, Moment, OldAccessToken, RefreshLife};
use support::faults::measured;
use support::wire::{Gate, Hesitant, Silent};
use support::{DAY, HOUR, OFFLINE, Place, bad_gateway, is_api, is_reauth, is_unavailable, semantics, status, until};
use tokio::runtime;

async fn me(user: &User) -> Result<(), Error> {
    user.users().me().await.map(drop)
}

async fn state(platform: &OpenPlatform, user: &User) -> GrantState {
    platform.grants().info(user.grant().unwrap()).await.unwrap().unwrap().state
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sixteen_calls_with_an_ended_token_make_one_refresh() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let (_, user) = place.seller().await;
        for round in 1..=20 {
            place.advance(2 * HOUR).await;
            let calls: Vec<_> = (0..16)
                .map(|_| {
                    let user = user.clone();
                    tokio::spawn(async move { me(&user).await })
                })
                .collect();
            for call in calls {
                call.await.unwrap().unwrap();
            }
            assert_eq!(place.refreshes(), round, "{semantics:?}");
            assert!(place.newest_token_works());
        }
    }
    let trials = 20.0 * semantics().count() as f64;
    let met = [("token requests in a trial", 1.0), ("callers that succeed", 16.0), ("trials", trials)];
    measured("F01", "", &met);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn four_clients_with_one_store_make_one_refresh() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let store = Arc::new(MemoryStore::new());
        let client = || place.world.client().store(store.clone()).build().unwrap();
        let key = place.log_in(&client(), "seller", OFFLINE).await;
        place.advance(2 * HOUR).await;
        // Clients that wait for the lease of another one would push a clock that stands still.
        place.world.unfreeze();
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
        assert_eq!(place.refreshes(), 1, "{semantics:?}");
    }
}

#[tokio::test]
async fn a_lost_answer_is_asked_for_again_while_the_old_token_is_good() {
    let mut most = 0;
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let (platform, user) = place.seller().await;
        place.advance(2 * HOUR).await;
        place.world.faults().lose_token_answer();
        let result = me(&user).await;
        most = most.max(place.refreshes());
        assert_eq!(place.refreshes(), 2, "{semantics:?}");
        // A token that works once, with its answer lost, is lost: no client can help that.
        if semantics.0 == Grace::Strict {
            assert!(is_reauth(&result), "{result:?}");
        } else {
            result.unwrap_or_else(|error| panic!("{semantics:?}: {error}"));
            assert!(place.newest_token_works());
            assert_eq!(state(&platform, &user).await, GrantState::Active);
            place.advance(2 * HOUR).await;
            me(&user).await.unwrap();
        }
    }
    measured(
        "F07",
        "",
        &[("token requests", most as f64), ("grants lost where the old token is good for a while", 0.0)],
    );
}

#[tokio::test]
async fn answers_lost_in_every_way_are_recovered() {
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
        let place = Place::start().await;
        let (_, user) = place.seller().await;
        place.advance(2 * HOUR).await;
        place.world.faults().once("oauth.refresh", effect.clone());
        me(&user).await.unwrap_or_else(|error| panic!("{effect:?}: {error}"));
        assert_eq!(place.refreshes(), 2, "{effect:?}");
        assert!(place.newest_token_works());
    }
}

#[tokio::test]
async fn a_server_that_asks_to_try_again_is_obeyed() {
    let place = Place::start().await;
    place.world.set_oauth_rules(|rules| rules.concurrent_refresh_seconds = 60);
    let (_, user) = place.seller().await;
    place.advance(2 * HOUR).await;
    place.world.faults().lose_token_answer();
    me(&user).await.unwrap();
    assert_eq!(place.refreshes(), 3);
}

#[tokio::test]
async fn an_old_access_token_that_dies_early_disturbs_nobody() {
    for semantics in semantics().filter(|(grace, _)| *grace != Grace::Strict) {
        let place = Place::with(semantics).await;
        let (_, user) = place.seller().await;
        // The token is due, and its refresh takes effect without an answer: the token in hand may be dead.
        place.advance(HOUR * 85 / 100).await;
        place.world.faults().lose_token_answer();
        for _ in 0..20 {
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?}: {error}"));
            place.advance(10).await;
        }
        until(async || place.newest_token_works()).await;
        assert!(place.refreshes() <= 3, "{semantics:?}: {}", place.refreshes());
    }
}

#[tokio::test]
async fn a_token_endpoint_in_trouble_fails_no_call_while_the_token_lives() {
    let drop = Effect::Drop { moment: Moment::Before, reset: false };
    let throttled = Effect::RateLimit { limit: Limit::Minute, retry_after_seconds: Some(20), as_date: false };
    let moved = Effect::Redirect { status: 307, location: "http://127.0.0.1:9/".into() };
    for effect in [status(500), status(503), status(408), status(403), bad_gateway(), throttled, drop, moved] {
        let place = Place::start().await;
        let (platform, user) = place.seller().await;
        let start = place.world.now();
        let age = || (place.world.now() - start).num_seconds();
        place.advance(HOUR * 80 / 100).await;
        place.always("oauth.refresh", vec![effect.clone()]);
        let mut calls = 0;
        while age() < 3480 {
            me(&user).await.unwrap_or_else(|error| panic!("{effect:?} at {} s: {error}", age()));
            place.advance(10).await;
            calls += 1;
        }
        assert!(calls > 20, "{effect:?}: {calls}");
        assert_eq!(state(&platform, &user).await, GrantState::Active, "{effect:?}");
        until(async || place.refreshes() > 0).await;
        // Without a live token the calls wait for better times, and better times end the trouble.
        place.advance(HOUR).await;
        let result = me(&user).await;
        let redirected = matches!(&result, Err(Error::Transport(error)) if error.kind == TransportErrorKind::Redirect);
        // A 403 without an OAuth error is a fault of the app's credentials.
        let refused = matches!(&result, Err(Error::Config { setting, .. }) if setting == "client_secret")
            && matches!(effect, Effect::Status { status: 403, .. });
        assert!(is_unavailable(&result) || redirected || refused, "{effect:?} {result:?}");
        place.world.faults().clear();
        place.advance(HOUR).await;
        me(&user).await.unwrap_or_else(|error| panic!("{effect:?}: {error}"));
    }
}

#[tokio::test]
async fn a_token_endpoint_that_never_answers_fails_no_call_while_the_token_lives() {
    let place = Place::start().await;
    let silent = Arc::new(Silent::default());
    let platform = place.world.client().transport(silent.clone()).build().unwrap();
    let user = platform.user(place.log_in(&platform, "seller", OFFLINE).await);
    place.advance(HOUR * 80 / 100).await;
    silent.about("/oauth2/token");
    for _ in 0..60 {
        me(&user).await.unwrap();
        place.advance(10).await;
    }
    until(async || silent.swallowed() > 0).await;
    assert_eq!((state(&platform, &user).await, place.refreshes()), (GrantState::Active, 0));
    measured("F12", "timeout", &[("minutes", 10.0), ("calls that fail", 0.0), ("grants that are not ACTIVE", 0.0)]);
    place.advance(HOUR).await;
    assert!(is_unavailable(&me(&user).await));
    silent.about("nothing");
    place.advance(HOUR).await;
    me(&user).await.unwrap();
}

#[tokio::test]
async fn after_the_end_of_a_grant_comes_one_refusal_and_no_loop() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let (platform, user) = place.seller().await;
        place.world.revoke_access("seller").unwrap();
        place.advance(2 * HOUR).await;
        for _ in 0..24 {
            assert!(is_reauth(&me(&user).await));
            place.advance(HOUR).await;
        }
        assert_eq!((place.refreshes(), place.count("users.me")), (1, 0), "{semantics:?}");
        assert_eq!(state(&platform, &user).await, GrantState::NeedsReauth);
    }
}

#[tokio::test]
async fn a_grant_from_an_old_backup_ends_with_one_request() {
    for grace in [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins] {
        let place = Place::with((grace, OldAccessToken::LivesOn)).await;
        let issued = place.world.issue_tokens("seller", OFFLINE.iter().copied()).unwrap();
        let backup = Tokens {
            access_token: issued.access_token,
            refresh_token: issued.refresh_token,
            expires_at: issued.expires_at,
            expiry_assumed: false,
            scopes: OFFLINE.iter().map(|scope| (*scope).to_owned()).collect(),
        };
        let first = place.client();
        let redirect_uri = place.world.app().redirect_uris[0].clone();
        first.oauth().refresh(&backup, redirect_uri).await.unwrap();
        place.advance(2 * HOUR).await;
        let second = place.client();
        let user = second.user(second.grants().adopt(Adoption::new(backup)).await.unwrap().key);
        for _ in 0..24 {
            assert!(is_reauth(&me(&user).await), "{grace:?}");
            place.advance(HOUR).await;
        }
        assert_eq!(place.refreshes(), 2, "{grace:?}");
        assert!(place.world.tokens().iter().all(|report| report.ended.is_some()), "the family is revoked");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_storm_of_401_makes_one_refresh_and_repeats_each_call_once() {
    let mut most = 0;
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let platform = place.client();
        let conversation = place.world.conversations()[0].id.clone();
        let scopes = ["USER_PHONE", "offline_access", "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND"];
        let user = platform.user(place.log_in(&platform, "seller", &scopes).await);
        let before = place.world.messages(&conversation).len();
        place.advance(10 * 60).await;
        assert!(place.world.expire_access_token(place.world.tokens().last().unwrap().pair));
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
        for call in calls {
            call.await.unwrap().unwrap();
        }
        assert_eq!(place.refreshes(), 1, "{semantics:?}");
        for endpoint in ["users.me", "conversations.send"] {
            let requests = place.world.ledger().requests_to(endpoint);
            let with = |status: i64| requests.iter().filter(|request| request.status == status).count();
            assert_eq!(with(200), 50, "{semantics:?} {endpoint}");
            assert!(with(401) <= 50 && requests.len() <= 100, "{semantics:?} {endpoint}");
            // Each message has a text of its own.
            let mut sent: HashMap<_, usize> = HashMap::new();
            for request in requests.iter().filter(|request| request.body_bytes > 0) {
                *sent.entry(request.body_sha256.clone()).or_default() += 1;
            }
            most = most.max(sent.into_values().max().unwrap_or_default());
        }
        assert_eq!(place.world.messages(&conversation).len(), before + 50, "each message once");
    }
    let met = [("calls in flight", 100.0), ("refreshes", 1.0), ("calls that fail", 0.0)];
    measured("F03", "", &met);
    measured("F03", "", &[("requests of one call", most as f64)]);
}

#[tokio::test]
async fn a_401_that_no_refresh_can_help_is_told_after_one_refresh() {
    let place = Place::start().await;
    let (_, user) = place.seller().await;
    place.advance(10 * 60).await;
    place.always("users.me", vec![status(401)]);
    assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    assert_eq!((place.count("users.me"), place.refreshes()), (2, 1));
    // The new token is young: another 401 is about something else.
    for _ in 0..10 {
        assert!(is_api(&me(&user).await, ApiErrorKind::Unauthorized));
    }
    assert_eq!((place.count("users.me"), place.refreshes()), (12, 1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_that_are_refused_during_a_refresh_wait_for_it_however_young_the_token_is() {
    let place = Place::with((Grace::Fork, OldAccessToken::DiesAtOnce)).await;
    let store = Arc::new(MemoryStore::new());
    let [refreshing, other] = [(); 2].map(|()| place.world.client().store(store.clone()).build().unwrap());
    let key = place.log_in(&refreshing, "seller", OFFLINE).await;
    // A clock that runs: the answer is on its way while the calls are made.
    place.world.unfreeze();
    place.always("oauth.refresh", vec![Effect::Delay { milliseconds: 800, moment: Moment::After }]);
    let refresh = tokio::spawn({
        let (grants, key) = (refreshing.grants(), key.clone());
        async move { grants.refresh(key).await.unwrap() }
    });
    until(async || !place.world.tokens()[0].access_token_works).await;
    let calls: Vec<_> = (0..24)
        .map(|number| {
            // As calls of the process that refreshes, and as those of another one.
            let user = if number % 2 == 0 { refreshing.user(&key) } else { other.user(&key) };
            tokio::spawn(async move { me(&user).await })
        })
        .collect();
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(refresh.await.unwrap().generation, 2);
    assert_eq!(place.refreshes(), 1);
    let requests = place.world.ledger().requests_to("users.me");
    let with = |status: i64| requests.iter().filter(|request| request.status == status).count();
    assert_eq!((with(401), with(200)), (24, 24), "each is refused once, and sent once more");
}

#[tokio::test]
async fn after_a_confirmed_revocation_no_token_is_used_or_handed_out() {
    let place = Place::start().await;
    let platform = place.client();
    let key = place.log_in(&platform, "seller", &["offline_access", "USER_ID", "USER_PHONE"]).await;
    let user = platform.user(&key);
    me(&user).await.unwrap();
    let id = platform.grants().info(&key).await.unwrap().unwrap().user_id.unwrap();
    let gateway = AppGateway::new(&platform, ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    let phone = gateway.access_of("seller").await.unwrap();
    let relay = async || {
        let bearer = format!("Bearer {}", phone.token.expose());
        match gateway.admit("GET", "/api/v1/open-platform/users", &[("Authorization", bearer.as_str())]) {
            Ok(request) => request.answer(None, b"").await,
            Err(refusal) => refusal,
        }
    };
    assert_eq!(relay().await.status, 200);
    place.world.revoke_access("seller").unwrap();
    assert_eq!(platform.grants().revoked(&id).await.unwrap()[0].state, GrantState::NeedsReauth);
    let asked = place.count("users.me");
    assert!(is_reauth(&me(&user).await), "its access token had most of an hour left");
    assert!(is_reauth(&gateway.access_of("seller").await));
    assert_eq!(relay().await.status, 412);
    assert_eq!((place.count("users.me"), place.refreshes()), (asked, 1));
}

#[tokio::test]
async fn a_revocation_that_one_process_confirms_holds_in_another_one() {
    let place = Place::start().await;
    let store = FailingStore::new();
    let client = || place.world.client().store(store.clone()).build().unwrap();
    let (asks, calls) = (client(), client());
    let key = place.log_in(&asks, "seller", &["offline_access", "USER_ID", "USER_PHONE"]).await;
    let user = calls.user(&key);
    let gateway = AppGateway::new(&calls, ["VGhpcnR5LXR3byBieXRlcyBmb3IgdGhlIHRlc3RzLi4="]).unwrap();
    me(&user).await.unwrap();
    let id = asks.grants().info(&key).await.unwrap().unwrap().user_id.unwrap();
    place.world.revoke_access("seller").unwrap();
    // It has just read the grant, and does not need the store for a moment.
    assert!(matches!(me(&user).await, Err(Error::Api(error)) if error.status == 401));
    assert_eq!(asks.grants().revoked(&id).await.unwrap()[0].state, GrantState::NeedsReauth);
    let asked = place.count("users.me");
    assert!(is_reauth(&me(&user).await) && is_reauth(&gateway.access_of("seller").await));
    assert_eq!(place.count("users.me"), asked);
    let kept = store.get(Kind::Grant, key.as_str()).await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&kept.value).contains(r#""pair":{"access":"","refresh":null"#));
}

/// The platform is busy for two seconds, and meanwhile another process forgets the grant.
struct Busy {
    inner: Arc<dyn Transport>,
    other: OpenPlatform,
    grant: GrantKey,
    sent: AtomicUsize,
}

#[async_trait::async_trait]
impl Transport for Busy {
    async fn send(&self, request: Request) -> Result<Response, Failure> {
        assert_eq!(self.sent.fetch_add(1, Ordering::SeqCst), 0);
        let mut response = self.inner.send(request).await?;
        response.status = 503;
        response.headers.insert("retry-after", "2".parse().unwrap());
        assert!(self.other.grants().forget(&self.grant).await.unwrap());
        Ok(response)
    }
}

#[tokio::test]
async fn a_call_that_is_tried_again_after_a_pause_uses_no_grant_that_has_ended_meanwhile() {
    let place = Place::inside();
    let store = Arc::new(MemoryStore::new());
    let client = || place.world.client().transport(place.sandbox.transport()).store(store.clone());
    let other = client().build().unwrap();
    let grant = place.log_in(&other, "seller", OFFLINE).await;
    let (inner, sent) = (place.sandbox.transport(), AtomicUsize::new(0));
    let busy = Arc::new(Busy { inner, other, grant: grant.clone(), sent });
    let calls = client().transport(busy.clone()).build().unwrap();
    assert!(is_reauth(&me(&calls.user(grant)).await));
    assert_eq!(busy.sent.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn callers_that_go_away_at_any_moment_lose_no_token() {
    let place = Place::inside();
    let transport = Arc::new(Hesitant { inner: place.sandbox.transport(), turn: AtomicUsize::new(0) });
    let platform = place.world.client().transport(transport).build().unwrap();
    let user = platform.user(place.log_in(&platform, "seller", OFFLINE).await);
    let (mut cancelled, mut rounds) = (0, 0_i64);
    while cancelled < 1000 {
        rounds += 1;
        place.advance(2 * HOUR).await;
        let call = tokio::spawn({
            let user = user.clone();
            async move { me(&user).await }
        });
        // A different moment every time, spread over the whole call.
        for _ in 0..(rounds * 7919) % 13 {
            tokio::task::yield_now().await;
        }
        call.abort();
        cancelled += usize::from(call.await.is_err());
        me(&user).await.unwrap();
    }
    assert!(place.newest_token_works());
    // The sandbox forgets old requests; the store counts.
    let grant = platform.grants().info(user.grant().unwrap()).await.unwrap().unwrap();
    assert_eq!(grant.generation, 1 + rounds);
    measured("F18", "drop", &[("callers cancelled", f64::from(cancelled as u32)), ("pairs lost", 0.0)]);
}

#[test]
fn a_refresh_goes_on_when_the_runtime_of_its_caller_is_gone() {
    let own = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let callers = runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let place = Place::inside();
    let gate = Gate::before("/oauth2/token", place.sandbox.transport());
    let handle = own.handle().clone();
    let store = Arc::new(MemoryStore::new());
    let client = || place.world.client().store(store.clone());
    let key = own.block_on(place.log_in(&client().build().unwrap(), "seller", OFFLINE));
    let platform = client().transport(gate.clone()).background(move || handle.clone()).build().unwrap();
    let user = platform.user(&key);
    own.block_on(place.advance(2 * HOUR));

    callers.block_on(async {
        tokio::select! {
            result = me(&user) => panic!("the refresh is held back: {result:?}"),
            () = gate.reached() => {}
        }
    });
    drop(callers);
    gate.open();
    own.block_on(until(async || place.refreshes() == 1 && place.newest_token_works()));
    own.block_on(me(&user)).unwrap();
    assert_eq!(place.refreshes(), 1, "the call after it finds the token");
}

#[tokio::test]
async fn callers_that_go_away_from_a_real_socket_lose_no_token() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        let (_, user) = place.seller().await;
        for round in 0..20 {
            place.advance(2 * HOUR).await;
            let call = tokio::spawn({
                let user = user.clone();
                async move { me(&user).await }
            });
            for _ in 0..round {
                tokio::task::yield_now().await;
            }
            call.abort();
            let _ = call.await;
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?} {round}: {error}"));
            assert_eq!(place.refreshes(), round + 1, "{semantics:?}");
        }
    }
}

#[tokio::test]
async fn a_wrong_client_secret_ends_no_grant() {
    let place = Place::start().await;
    let platform = place.client();
    let mut users = Vec::new();
    for (user, more) in ["seller", "buyer", "dealer"].into_iter().flat_map(|user| (0..10).map(move |n| (user, n))) {
        let scope = format!("POST_EDIT.post{more}");
        users.push(platform.user(place.log_in(&platform, user, &["USER_PHONE", "offline_access", &scope]).await));
    }
    place.advance(2 * HOUR).await;
    let right = place.world.app().client_secret;
    place.world.configure_app(|app| app.client_secret = "deployed-by-mistake".into());
    for user in &users {
        let error = me(user).await.unwrap_err();
        assert!(matches!(&error, Error::Config { setting, .. } if setting == "client_secret"), "{error}");
    }
    assert_eq!(place.refreshes(), 5);
    assert!(platform.grants().list().await.unwrap().iter().all(|grant| grant.state == GrantState::Active));
    for _ in 0..10 {
        place.advance(61).await;
        for user in &users {
            assert!(me(user).await.is_err());
        }
    }
    assert_eq!(place.refreshes(), 15, "one probe a minute");
    place.world.configure_app(|app| app.client_secret = right);
    place.advance(61).await;
    for user in &users {
        me(user).await.unwrap();
    }
    assert_eq!(place.refreshes(), 15 + users.len());
}

#[tokio::test]
async fn thirty_days_are_counted_from_the_refresh_or_from_the_login() {
    for (life, alive_after_forty_days) in [(RefreshLife::Rolling, true), (RefreshLife::Absolute, false)] {
        let place = Place::start().await;
        place.world.set_oauth_rules(|rules| rules.refresh_life = life);
        let (_, user) = place.seller().await;
        for _ in 0..2 {
            place.advance(14 * DAY).await;
            me(&user).await.unwrap();
        }
        place.advance(12 * DAY).await;
        let result = me(&user).await;
        assert_eq!(result.is_ok(), alive_after_forty_days, "{life:?} {result:?}");
        assert_eq!(is_reauth(&result), !alive_after_forty_days);
        assert_eq!(place.refreshes(), 3);
    }
}

#[tokio::test]
async fn a_grant_lives_to_the_last_second_of_its_thirty_days() {
    for (idle, alive) in [(30 * DAY - 1, true), (30 * DAY, false), (30 * DAY + 1, false), (31 * DAY, false)] {
        let place = Place::start().await;
        let (platform, user) = place.seller().await;
        place.advance(idle).await;
        for _ in 0..24 {
            assert_eq!(me(&user).await.is_ok(), alive, "{idle}");
            if !alive {
                place.advance(HOUR).await;
            }
        }
        assert_eq!(place.refreshes(), 1, "one try at most");
        let expected = if alive { GrantState::Active } else { GrantState::NeedsReauth };
        assert_eq!(state(&platform, &user).await, expected);
    }
}

#[tokio::test]
async fn subscriptions_follow_the_tokens() {
    for semantics in semantics() {
        let place = Place::with(semantics).await;
        place.world.configure_app(|app| app.events_url = "http://127.0.0.1:9/events".into());
        place.world.pause_deliveries();
        let platform = place.client();
        let scopes = ["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "USER_POSTS_GET"];
        let key = place.log_in(&platform, "seller", &scopes).await;
        let subscriptions = platform.grants().subscriptions(key.clone());
        let metadata = serde_json::json!({ "shop": 7 });
        subscriptions.ensure(Subscription::new_messages().metadata(metadata.clone())).await.unwrap();
        subscriptions.ensure(Subscription::post_updates()).await.unwrap();
        let conversation = place.world.conversations()[0].id.clone();
        let mut told = 0;
        while place.refreshes() < 6 {
            // A keeper that looks every ten minutes.
            place.advance(600).await;
            me(&platform.user(key.clone())).await.unwrap();
            subscriptions.renew().await.unwrap();
            // A token that is due is refreshed in the background: time must not overtake that.
            until(async || {
                let made_at = place.world.tokens().last().unwrap().made_at;
                let generation = i64::try_from(place.refreshes()).unwrap() + 1;
                let rows = subscriptions.list().await.unwrap();
                (place.world.now() - made_at).num_seconds() < 3000
                    && rows.iter().all(|row| row.bound_generation == Some(generation))
            })
            .await;
            let rows = subscriptions.list().await.unwrap();
            assert_eq!(rows.len(), 2);
            assert!(rows.iter().all(|row| row.status == SubscriptionStatus::Active && row.gap.is_none()));
            let content = MessageContent::Text { text: "is it still there?".into() };
            place.world.send_as_user(&conversation, "buyer", content).unwrap();
            told += 1;
            assert_eq!(place.world.subscriptions().len(), 2, "{semantics:?}");
        }
        let deliveries = place.world.deliveries();
        assert_eq!(deliveries.len(), told, "{semantics:?}: every message was told once");
        assert!(deliveries.iter().all(|delivery| delivery.body["metadata"] == metadata));
        // Where the old token dies at once, its subscription ends in the same instant in which the new one begins.
        let lapses = place.world.lapses();
        assert!(lapses.iter().all(|lapse| lapse.to == Some(lapse.from)), "{semantics:?} {lapses:?}");
        assert!(semantics.1 == OldAccessToken::DiesAtOnce || lapses.is_empty(), "{semantics:?} {lapses:?}");
    }
}

#[tokio::test]
async fn a_subscription_that_is_refused_for_good_is_an_error() {
    let place = Place::start().await;
    let platform = place.client();
    let key = place.log_in(&platform, "seller", &["offline_access", "USER_ID", "USER_POSTS_GET"]).await;
    let subscriptions = platform.grants().subscriptions(key);
    for _ in 0..2 {
        let refused = subscriptions.ensure(Subscription::new_messages()).await.unwrap_err();
        assert!(
            matches!(&refused, Error::InvalidInput { field, .. } if field == "subscription.event_type"),
            "{refused}"
        );
    }
    place.world.configure_app(|app| app.permissions.retain(|permission| permission != "EVENTS_REGISTER_SUBSCRIPTION"));
    let refused = subscriptions.ensure(Subscription::post_updates()).await.unwrap_err();
    assert!(matches!(&refused, Error::Api(api) if api.kind == ApiErrorKind::MissingScope), "{refused}");
    // What a login or the console can mend stays wanted.
    let rows = subscriptions.list().await.unwrap();
    let standing: Vec<_> = rows.iter().map(|row| (row.subscription.event_type.as_str(), row.status)).collect();
    let blocked =
        [("NEW_MESSAGE_ON_POST", SubscriptionStatus::BlockedScope), ("POST_UPDATE", SubscriptionStatus::BlockedKey)];
    assert_eq!(standing, blocked);
}

#[tokio::test]
async fn a_gap_in_the_events_is_known_to_the_second() {
    let place = Place::start().await;
    let platform = place.client();
    let scopes = ["offline_access", "USER_ID", "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ"];
    let key = place.log_in(&platform, "seller", &scopes).await;
    let subscriptions = platform.grants().subscriptions(key);
    subscriptions.ensure(Subscription::new_messages()).await.unwrap();
    let begin = place.world.now();
    // Nobody looks after the tokens for three hours, and then somebody does.
    place.advance(3 * HOUR).await;
    let row = subscriptions.renew().await.unwrap().remove(0);
    let gap = row.gap.unwrap();
    assert_eq!(((gap.from - begin).num_seconds(), (gap.to - begin).num_seconds()), (3600, 3 * 3600));
    for _ in 0..3 {
        place.advance(50 * 60).await;
        let key = platform.grants().list().await.unwrap().remove(0).key;
        platform.grants().refresh(key).await.unwrap();
    }
    let lapses = place.world.lapses();
    assert_eq!(lapses.len(), 1, "{lapses:?}");
    assert_eq!((lapses[0].from, lapses[0].to), (gap.from, Some(gap.to)), "the platform saw the same gap");
}

#[tokio::test]
async fn a_storm_of_lost_answers_loses_no_grant() {
    for semantics in semantics().filter(|(grace, _)| *grace != Grace::Strict) {
        let place = Place::with(semantics).await;
        let (_, user) = place.seller().await;
        let losses = AtomicUsize::new(0);
        for hour in 0..48 {
            place.advance(HOUR).await;
            if hour % 3 == 0 {
                place.world.faults().lose_token_answer();
                losses.fetch_add(1, Ordering::Relaxed);
            }
            me(&user).await.unwrap_or_else(|error| panic!("{semantics:?} hour {hour}: {error}"));
        }
        assert_eq!(place.refreshes(), 48 + losses.load(Ordering::Relaxed), "{semantics:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refusal_that_comes_after_anothers_refresh_ends_nothing() {
    let place = Place::with((Grace::Strict, OldAccessToken::LivesOn)).await;
    place.world.set_oauth_rules(|rules| rules.reuse_revokes = false);
    let store = Arc::new(MemoryStore::new());
    let http = Arc::new(open_platform::transport::Http::new().unwrap());
    let gate = Gate::before("/oauth2/token", http);
    let other = place.world.client().store(store.clone()).build().unwrap();
    let held = place.world.client().store(store).transport(gate.clone()).build().unwrap();
    let key = place.log_in(&other, "seller", OFFLINE).await;
    place.advance(2 * HOUR).await;
    let user = held.user(key.clone());
    let call = tokio::spawn(async move { me(&user).await });
    gate.reached().await;
    // Longer than a lease: the other worker takes over.
    place.advance(31).await;
    me(&other.user(key.clone())).await.unwrap();
    gate.open();
    call.await.unwrap().unwrap();
    assert_eq!(place.refreshes(), 2);
    let grant = held.grants().info(&key).await.unwrap().unwrap();
    assert_eq!((grant.state, grant.generation), (GrantState::Active, 2));
    measured("F10", "", &[("grants deleted or ended", 0.0), ("errors that a user sees", 0.0)]);
}

#[tokio::test]
async fn a_lifetime_that_cannot_be_is_clamped_or_an_error() {
    use open_platform::testing::{Answer, ManualClock, Recorder};
    let now = chrono::DateTime::UNIX_EPOCH;
    let lifetimes = ["", "0", "-5", "1e18", "18446744073709551615", "\"3600\"", "3600.0", "null"];
    for lifetime in lifetimes {
        let member = if lifetime.is_empty() { String::new() } else { format!(",\"expires_in\":{lifetime}") };
        let body =
            format!("{{\"access_token\":\"canary\",\"refresh_token\":\"rt\",\"token_type\":\"bearer\"{member}}}");
        let answer = Answer::new(200).header("content-type", "application/json").body(body);
        let client = OpenPlatform::builder().client_id("app").client_secret("s").redirect_uri("https://app.example/cb");
        let platform = client.transport(Recorder::always(answer)).clock(ManualClock::at(now)).build().unwrap();
        let tokens = Tokens {
            access_token: "at".into(),
            refresh_token: Some("old".into()),
            expires_at: now,
            expiry_assumed: false,
            scopes: Vec::new(),
        };
        let key = platform.grants().adopt(Adoption::new(tokens)).await.unwrap().key;
        match platform.grants().refresh(key).await {
            Ok(grant) => {
                let seconds = (grant.access_expires_at - now).num_seconds();
                assert!((1..=30 * DAY as i64).contains(&seconds), "{lifetime}: {seconds}");
            }
            Err(error) => assert!(!error.to_string().contains("canary"), "{error}"),
        }
    }
    measured("F15", "", &[("values", lifetimes.len() as f64), ("panics", 0.0)]);
    measured("F15", "", &[("lives outside [1 s, 30 d]", 0.0), ("secrets in errors", 0.0)]);
}
