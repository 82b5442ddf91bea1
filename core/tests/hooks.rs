//! What hooks do beyond `tests/vectors/adapters.json`: a dedupe store that fails, handlers that fail, clients that are not
//! allowed, an inbox.

#[path = "support/faults.rs"]
mod faults;
#[path = "hooks/inbox.rs"]
mod inbox;
#[path = "hooks/receiver.rs"]
mod receiver;
#[path = "hooks/repetitions.rs"]
mod repetitions;
#[path = "hooks/reply.rs"]
mod reply;

use std::collections::HashSet;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use faults::measured;
use http::{Request, Response};
use http_body_util::Full;
use hyper::body::{Body, Frame};
use open_platform::app::AppGateway;
use open_platform::error::StoreError;
use open_platform::hooks::{Hooks, HooksService};
use open_platform::inbox::{HandlerError, Inbox, InboxOptions};
use open_platform::login::{LoginReply, query_parameter};
use open_platform::model::chat::ChatMessage;
use open_platform::model::event::PostUpdate;
use open_platform::observe::ReceivedHook;
use open_platform::stores::Encryption;
use open_platform::webhook::start::DynamicActionReply;
use open_platform::webhook::{DEFAULT_BODY_LIMIT, Dedupe, IdentificationKey, IpAllowlist, KeyRing, Webhooks};
use open_platform::{Error, OpenPlatform, Scope};
use tokio::sync::Notify;
use tower_service::Service as _;

const KEY: &str = "identification-key-of-the-test";

/// The receiver, and its records.
fn webhooks() -> (Webhooks, Arc<Mutex<Vec<ReceivedHook>>>) {
    let records = Arc::new(Mutex::new(Vec::new()));
    let to = Arc::clone(&records);
    let keys = KeyRing::new([IdentificationKey::new("one", KEY)]).unwrap();
    (Webhooks::new(keys).on_hook(move |record| to.lock().unwrap().push(record.clone())), records)
}

fn update(city: &str) -> Request<Full<Bytes>> {
    event(format!(
        r#"{{"type":"POST_UPDATE","post_update":{{"type":"PUBLISH","post":{{"token":"p","city":"{city}"}}}}}}"#
    ))
}

fn event(body: String) -> Request<Full<Bytes>> {
    let request = Request::post("/events").header("authorization", KEY).header("content-type", "application/json");
    request.body(Full::from(body)).unwrap()
}

async fn send<B>(service: &HooksService, request: Request<B>) -> Response<Full<Bytes>>
where
    B: Body<Data = Bytes> + Send + 'static,
{
    service.clone().call(request).await.unwrap()
}

fn retry_after(response: &Response<Full<Bytes>>) -> Option<&str> {
    response.headers().get("retry-after").map(|value| value.to_str().unwrap())
}

/// A store of an app, of which one call may fail.
#[derive(Clone, Default)]
struct Keys {
    stored: Arc<Mutex<HashSet<String>>>,
    calls: Arc<AtomicUsize>,
    /// The number of the call that fails, and how.
    failure: Option<(usize, StoreFailure)>,
}

#[derive(Clone, Copy)]
enum StoreFailure {
    Error,
    /// An error of a call that has its effect nevertheless.
    ErrorAfterEffect,
    Hang,
}

impl Keys {
    fn failing(failing: usize, failure: StoreFailure) -> Self {
        Self { failure: Some((failing, failure)), ..Self::default() }
    }

    async fn call(&self) -> Result<(), StoreError> {
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        match self.failure {
            Some((failing, StoreFailure::Hang)) if failing == call => std::future::pending().await,
            Some((failing, _)) if failing == call => Err(StoreError::new("call", "it is down")),
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl Dedupe for Keys {
    async fn remember(&self, key: &str, _: Option<Duration>) -> Result<bool, StoreError> {
        let outcome = self.call().await;
        let has_effect = outcome.is_ok() || matches!(self.failure, Some((_, StoreFailure::ErrorAfterEffect)));
        let is_new = has_effect && self.stored.lock().unwrap().insert(key.to_owned());
        outcome.map(|()| is_new)
    }

    async fn forget(&self, key: &str) -> Result<(), StoreError> {
        self.call().await?;
        self.stored.lock().unwrap().remove(key);
        Ok(())
    }
}

/// Hooks whose handler counts its calls, and fails for the city `fail` and panics for `panic`.
fn counting(webhooks: Webhooks) -> (Hooks, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let hooks = Hooks::new(webhooks).on(move |update: PostUpdate, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async move {
            match update.post.city.as_str() {
                "fail" => Err(HandlerError::new("as the test says")),
                "panic" => panic!("as the test says"),
                _ => Ok(()),
            }
        }
    });
    (hooks, calls)
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_or_hangs_before_the_handling_is_answered_with_503_within_a_second() {
    use StoreFailure::{Error, ErrorAfterEffect, Hang};
    // The second mark is not left in a store that has stored it and then fails: the event would count as handled.
    for (failing, failure) in [(0, Error), (1, Error), (1, ErrorAfterEffect), (0, Hang), (1, Hang)] {
        let (webhooks, records) = webhooks();
        let (hooks, calls) = counting(webhooks);
        let service = hooks.dedupe(Keys::failing(failing, failure)).service();
        let start = tokio::time::Instant::now();
        let response = send(&service, update("tehran")).await;
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        assert_eq!((response.status().as_u16(), retry_after(&response)), (503, Some("5")));
        assert_eq!((calls.load(Ordering::SeqCst), &*records.lock().unwrap()[0].outcome), (0, "unavailable"));
        // The store works again: nothing of the failed attempt is left.
        assert_eq!(send(&service, update("tehran")).await.status(), 200);
        assert_eq!(send(&service, update("tehran")).await.status(), 200);
        assert_eq!((calls.load(Ordering::SeqCst), &*records.lock().unwrap()[2].outcome), (1, "duplicate"));
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_or_hangs_after_the_handling_does_not_change_the_response() {
    for failure in [StoreFailure::Error, StoreFailure::Hang] {
        for (city, status, failing) in [("tehran", 200, 2), ("tehran", 200, 4), ("fail", 500, 2), ("fail", 500, 3)] {
            let (hooks, calls) = counting(webhooks().0);
            let service = hooks.dedupe(Keys::failing(failing, failure)).service();
            let start = tokio::time::Instant::now();
            assert_eq!(send(&service, update(city)).await.status(), status);
            assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
            assert_eq!(calls.load(Ordering::SeqCst), 1);
        }
    }
}

#[tokio::test]
async fn a_handler_that_fails_or_panics_is_called_again() {
    for in_store in [false, true] {
        for city in ["fail", "panic"] {
            let (webhooks, records) = webhooks();
            let (hooks, calls) = counting(webhooks);
            let service = if in_store { hooks.dedupe(Keys::default()) } else { hooks }.service();
            for _ in 0..2 {
                assert_eq!(send(&service, update(city)).await.status(), 500);
            }
            assert_eq!((calls.load(Ordering::SeqCst), &*records.lock().unwrap()[1].outcome), (2, "failed"));
        }
    }
}

#[tokio::test]
async fn an_event_whose_grant_cannot_be_found_because_of_a_panic_is_handled_when_it_comes_again() {
    let platform = OpenPlatform::builder().identification_key(KEY).build().unwrap();
    let (calls, searches) = (Arc::new(AtomicUsize::new(0)), AtomicUsize::new(0));
    let counter = Arc::clone(&calls);
    let hooks = platform.hooks().unwrap().grant_of(move |_| {
        assert!(searches.fetch_add(1, Ordering::SeqCst) > 0, "as the test says");
        None
    });
    let hooks = hooks.on(move |_: PostUpdate, _| {
        counter.fetch_add(1, Ordering::SeqCst);
        async { Ok(()) }
    });
    let service = hooks.service();
    assert_eq!(send(&service, update("tehran")).await.status(), 500);
    assert_eq!(send(&service, update("tehran")).await.status(), 200);
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn functions_of_a_login_and_of_a_gateway_that_hang_fail_after_their_time_limit() {
    let limit = Duration::from_millis(50);
    let platform = OpenPlatform::builder().client_id("my-app").build().unwrap();
    let login = platform.login(["USER_PHONE"], async |_, _| Ok(LoginReply::Default)).unwrap().handler_timeout(limit);
    let login = login.session(async |(), _| std::future::pending().await);
    let request = Request::get("/oauth/login").body(Full::<Bytes>::default()).unwrap();
    assert_eq!(login.service().call(request).await.unwrap().status(), 503);

    let gateway = AppGateway::new(&platform, ["6b".repeat(32)]).unwrap().handler_timeout(limit);
    let request = Request::post("/access").body(Full::<Bytes>::default()).unwrap();
    let response = gateway.service(async |_| std::future::pending().await).call(request).await.unwrap();
    assert_eq!(response.status(), 500);
}

#[test]
fn scopes_that_cannot_be_requested_are_refused_when_the_routes_of_a_login_are_made() {
    let platform = OpenPlatform::builder().client_id("my-app").build().unwrap();
    let scopes: [&[&str]; 3] = [&[], &["USER_PHONE", "USER_PHON"], &["POST_EDIT"]];
    for scopes in scopes {
        let made = platform.login(scopes.iter().copied(), async |_, _| Ok(LoginReply::Default));
        let Err(Error::InvalidInput { field, .. }) = made else { panic!("{scopes:?}: {made:?}") };
        assert_eq!(field, "scopes");
    }
}

#[tokio::test]
async fn each_login_can_request_the_scopes_for_the_post_in_its_query() {
    let platform =
        OpenPlatform::builder().client_id("my-app").redirect_uri("https://app.example/callback").build().unwrap();
    let scopes = |request: &http::request::Parts| match query_parameter(request, "post")? {
        post if post == "panic" => panic!("as the test says"),
        post if post == "unknown" => Err(HandlerError::new("there is no such post")),
        post => Ok([Scope::post_addon_create(post)]),
    };
    let login = platform.login_with(scopes, async |_, _| Ok(LoginReply::Default)).service();
    let begin = async |query: &str| {
        let request = Request::get(format!("/oauth/login{query}")).body(Full::<Bytes>::default()).unwrap();
        login.clone().call(request).await.unwrap()
    };
    let address = begin("?post=no&post=gZd7omn%53").await.headers()["location"].to_str().unwrap().to_owned();
    assert!(address.contains("scope=POST_ADDON_CREATE.gZd7omnS&"), "{address}");
    for query in ["?post=panic", "?post=unknown"] {
        assert_eq!(begin(query).await.status(), 503);
    }
    for query in ["", "?posts=gZd7omnS", "?post="] {
        assert_eq!(begin(query).await.status(), 400, "{query}");
    }
}

#[tokio::test]
async fn a_handler_that_hangs_fails_after_its_time_limit() {
    for with_inbox in [false, true] {
        let hooks = Hooks::new(webhooks().0)
            .handler_timeout(Duration::from_millis(50))
            .on(async |_: PostUpdate, _| std::future::pending().await);
        if !with_inbox {
            assert_eq!(send(&hooks.service(), update("tehran")).await.status(), 500);
            continue;
        }
        let options = InboxOptions { max_attempts: Some(1), ..InboxOptions::default() };
        let inbox = Inbox::open("memory:", Encryption::unencrypted(), options).unwrap();
        let hooks = hooks.inbox(inbox.clone());
        assert_eq!(send(&hooks.service(), update("tehran")).await.status(), 200);
        let done = async {
            while inbox.counts().await.unwrap().dead_letters == 0 {
                tokio::task::yield_now().await;
            }
        };
        hooks.run_until(1, done).await.unwrap();
        assert_eq!(inbox.dead_letters(None).await.unwrap()[0].reason, "it took longer than 0.05 s");
    }
}

/// A body that is announced as long, and comes with a byte a second.
struct Slow(Pin<Box<tokio::time::Sleep>>);

impl Body for Slow {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        ready!(self.0.as_mut().poll(context));
        let next = self.0.deadline() + Duration::from_secs(1);
        self.0.as_mut().reset(next);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(b"{")))))
    }
}

/// Fault F51 of `tests/faults.tsv`.
#[tokio::test(start_paused = true)]
async fn a_body_of_a_byte_a_second_is_refused_within_ten_seconds_and_one_of_100_mib_at_once() {
    let (hooks, calls) = counting(webhooks().0);
    let service = hooks.service();
    for (length, status, seconds, figure) in [
        ("1000", 408, 8, "milliseconds until a slow upload gets its 408"),
        ("104857600", 413, 0, "milliseconds until 100 MiB get their 413"),
    ] {
        let mut request = update("tehran").map(|_| Slow(Box::pin(tokio::time::sleep(Duration::ZERO))));
        request.headers_mut().insert("content-length", length.parse().unwrap());
        let started = tokio::time::Instant::now();
        let response = send(&service, request).await;
        assert_eq!((response.status().as_u16(), response.headers()["connection"].to_str().unwrap()), (status, "close"));
        let took = started.elapsed();
        measured("F51", "Rust", &[(figure, took.as_secs_f64() * 1000.0)]);
        assert_eq!(took.as_secs(), seconds);
    }
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

/// A body without a length and without an end. It counts the pieces that are taken.
struct Endless(Arc<AtomicUsize>);

impl Endless {
    const PIECE: &'static [u8] = &[b' '; 1024];
}

impl Body for Endless {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(Self::PIECE)))))
    }
}

#[tokio::test]
async fn a_body_without_length_is_read_up_to_the_limit_and_not_at_all_behind_a_wrong_key() {
    let (hooks, calls) = counting(webhooks().0);
    let service = hooks.service();
    let taken = async |key: &'static str, status: u16| {
        let pieces = Arc::new(AtomicUsize::new(0));
        let mut request = update("tehran").map(|_| Endless(Arc::clone(&pieces)));
        request.headers_mut().insert("authorization", key.parse().unwrap());
        assert_eq!(send(&service, request).await.status().as_u16(), status);
        pieces.load(Ordering::SeqCst)
    };
    // The last piece is not kept.
    let buffered = (taken(KEY, 413).await - 1) * Endless::PIECE.len();
    let unknown = taken("another-key", 401).await;
    measured("F51", "Rust", &[("bytes kept of a body without length", buffered as f64)]);
    measured("F51", "Rust", &[("pieces read of a body behind a wrong key", unknown as f64)]);
    assert_eq!((buffered, unknown, calls.load(Ordering::SeqCst)), (DEFAULT_BODY_LIMIT, 0, 0));
}

#[tokio::test]
async fn the_settings_of_the_receiver_can_be_changed() {
    let (hooks, calls) = counting(webhooks().0);
    let service = hooks.configure(|webhooks| webhooks.body_limit(10)).service();
    assert_eq!(send(&service, update("tehran")).await.status(), 413);
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn only_allowed_addresses_are_let_in() {
    let (hooks, calls) = counting(webhooks().0);
    let service = hooks.allowlist(IpAllowlist::new(["203.0.113.0/24"]).unwrap()).service();
    for (peer, status) in [(None, 403), (Some("198.51.100.1:9"), 403), (Some("203.0.113.9:9"), 200)] {
        let mut request = update("tehran");
        if let Some(peer) = peer {
            request.extensions_mut().insert(peer.parse::<std::net::SocketAddr>().unwrap());
        }
        assert_eq!(send(&service, request).await.status(), status, "{peer:?}");
    }
    assert_eq!(calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn events_of_an_inbox_are_handled_by_run() {
    let inbox = Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default()).unwrap();
    let (webhooks, records) = webhooks();
    let (done, handled) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let tells = Arc::clone(&handled);
    let hooks = Hooks::new(webhooks).inbox(inbox.clone()).on(move |update: PostUpdate, context| {
        assert_eq!((&*update.post.city, &*context.key_id), ("tehran", "one"));
        tells.notify_one();
        async { Ok(()) }
    });
    let service = hooks.service();
    for _ in 0..2 {
        assert_eq!(send(&service, update("tehran")).await.status(), 200);
    }
    let stop = Arc::clone(&done);
    let workers = tokio::spawn(async move { hooks.run_until(2, stop.notified()).await });
    handled.notified().await;
    done.notify_one();
    workers.await.unwrap().unwrap();
    let outcomes: Vec<_> = records.lock().unwrap().iter().map(|record| record.outcome.clone()).collect();
    assert_eq!(outcomes, ["stored", "duplicate"]);
    assert_eq!(inbox.counts().await.unwrap().pending, 0);
}

#[tokio::test]
async fn a_message_of_an_app_is_not_answered_because_answers_would_never_end() {
    let (said, heard) = std::sync::mpsc::channel();
    let hooks = Hooks::new(webhooks().0).on(move |_: ChatMessage, context: open_platform::hooks::Context| {
        let said = said.clone();
        async move {
            said.send(context.reply("Thank you").await.unwrap_err().to_string()).unwrap();
            Ok(())
        }
    });
    let service = hooks.service();
    for (sender, refusal) in [("BOT", "configuration of reply: an app wrote this message"), ("HUMAN", "have no client")]
    {
        let message = format!(r#"{{"id":"{sender}","sender":{{"type":"{sender}","side":"SELLER"}}}}"#);
        let body = format!(r#"{{"type":"NEW_MESSAGE","new_message":{message}}}"#);
        assert_eq!(send(&service, event(body)).await.status(), 200);
        let error = heard.recv().unwrap();
        assert!(error.contains(refusal), "{error}");
    }
}

#[tokio::test]
async fn the_text_of_a_dynamic_action_may_be_as_long_as_the_client_allows() {
    for (limit, chars, status) in [(None, 4096, 200), (None, 4097, 500), (Some(5000), 4097, 200), (Some(10), 11, 500)] {
        let builder = OpenPlatform::builder().identification_keys([KEY]);
        let builder = match limit {
            Some(limit) => builder.max_message_chars(limit),
            None => builder,
        };
        let client = builder.build().unwrap();
        for hooks in [client.hooks().unwrap(), client.hooks_with(KeyRing::from_list(KEY).unwrap())] {
            let text = move |_, _| async move { Ok(DynamicActionReply::text("س".repeat(chars))) };
            let request =
                Request::post("/actions").header("authorization", KEY).header("content-type", "application/json");
            let request = request.body(Full::from(r#"{"touchpoint":"CHAT"}"#)).unwrap();
            let reply = send(&hooks.on_dynamic_action(text).service(), request).await;
            assert_eq!(reply.status(), status, "{limit:?} {chars}");
        }
    }
}

#[test]
#[should_panic(expected = "post_update has a handler already")]
fn a_second_handler_is_a_mistake() {
    let (hooks, _) = counting(webhooks().0);
    let _ = hooks.on(async |_: PostUpdate, _| Ok(()));
}
