//! Property tests: login URLs, path segments, waits between attempts, and events of the sandbox, with random input.

mod support;

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use open_platform::error::Error;
use open_platform::model::chat::MessageContent;
use open_platform::model::event::Subscription;
use open_platform::model::message::{BotMessage, Message};
use open_platform::model::money::Rials;
use open_platform::oauth::{Login, LoginOutcome};
use open_platform::policy::RetryPolicy;
use open_platform::scope::{self, Object};
use open_platform::stores::MemoryStore;
use open_platform::transport::{Failure, Request, Response, Transport};
use open_platform::webhook::{Delivery, Event};
use open_platform::{Json, OpenPlatform, Scope};
use open_platform_sandbox::{Decision, InstantForm, Transaction};
use proptest::prelude::*;
use serde_json::{Value, json};
use support::Fixture;
use support::endpoint_caller::EndpointCaller;
use tokio::runtime::Runtime;

fn runtime() -> Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap()
}

fn cases(cases: u32) -> ProptestConfig {
    // Failures are not stored: each run has new cases.
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Any scope of the platform, with an identifier where it needs one.
fn any_scope() -> impl Strategy<Value = Scope> {
    (proptest::sample::select(scope::ALL), "[A-Za-z0-9_-]{1,64}", "[A-Za-z0-9+/]{4,40}={0,2}").prop_map(
        |(kind, id, chat)| match kind.object {
            Object::None => Scope::of(kind),
            Object::Chat => Scope::on(kind, chat),
            _ => Scope::on(kind, id),
        },
    )
}

fn query(url: &str) -> Vec<(String, String)> {
    url::Url::parse(url).unwrap().query_pairs().into_owned().collect()
}

#[test]
fn a_login_url_has_the_requested_parameters_and_works_only_for_its_session() {
    let runtime = runtime();
    let fixture = runtime.block_on(async { Fixture::inside() });
    let strategy = (
        proptest::collection::vec(any_scope(), 1..8),
        any::<String>().prop_filter("a session is not empty", |session| !session.is_empty()),
        any::<String>().prop_filter("a user is not empty, and has at most 256 bytes", |user| {
            !user.is_empty() && user.len() <= 256
        }),
        "/[!-\\[\\]-~]{0,100}",
        proptest::collection::vec("[a-z0-9-]{1,20}", 1..4),
        any::<bool>(),
    );
    let fresh = fixture.world.snapshot();
    proptest!(cases(256), |((scopes, session, user, path, parts, pkce) in strategy)| {
        fixture.world.restore(&fresh);
        let return_to = if path.starts_with("//") { "/".to_owned() } else { path };
        let redirect_uri = format!("https://app.example/{}", parts.join("/"));
        fixture.world.configure_app(|app| app.redirect_uris = vec![redirect_uri.clone()]);
        runtime.block_on(async {
            let platform = fixture.world.client().pkce(pkce).build().unwrap();
            let login = Login::new(scopes.clone(), session.as_str()).for_user(user.as_str()).return_to(return_to.as_str());
            let authorization = platform.oauth().start(login).await.unwrap();
            let pairs = query(&authorization.url);
            let expected: Vec<(String, String)> = [
                ("response_type", "code".to_owned()),
                ("client_id", fixture.world.app().client_id),
                ("redirect_uri", redirect_uri.clone()),
                ("scope", scope::join(&scopes).unwrap()),
                ("state", authorization.state.expose().to_owned()),
            ]
            .map(|(name, value)| (name.to_owned(), value))
            .into();
            prop_assert_eq!(&pairs[..5], expected.as_slice());
            prop_assert_eq!(pairs.len(), if pkce { 7 } else { 5 });
            // No ambiguous characters: no plus, and only those of RFC 3986.
            let text = authorization.url.split_once('?').unwrap().1;
            prop_assert!(text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-._~%=&".contains(&b)), "{}", text);

            let back = fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() }).unwrap();
            let stranger = format!("{session}x");
            let other = fixture.world.client().pkce(pkce).build().unwrap();
            prop_assert_eq!(other.oauth().callback(&back, &session).await.unwrap_err().code(), "state_mismatch");
            let granted = platform.oauth().callback(&back, &session).await;
            let Ok(LoginOutcome::Granted { scopes: given, return_to: path, .. }) = granted else {
                return Err(TestCaseError::fail(format!("{granted:?}")));
            };
            prop_assert_eq!(given.join(" "), scope::join(&scopes).unwrap());
            prop_assert_eq!(path, Some(return_to.clone()));

            let authorization = platform.oauth().authorize(scopes.clone(), session.as_str()).await.unwrap();
            let back = fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() }).unwrap();
            let before = fixture.count("oauth.exchange");
            for session in [&stranger, &session] {
                prop_assert_eq!(platform.oauth().callback(&back, session).await.unwrap_err().code(), "state_mismatch");
            }
            prop_assert_eq!(fixture.count("oauth.exchange"), before, "the code of another session is not exchanged");
            Ok(())
        })?;
    });
}

/// Text that could be passed as a path segment.
fn any_segment() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => any::<String>(),
        4 => "[A-Za-z0-9_-]{1,70}",
        2 => "[A-Za-z0-9_=+/-]{1,70}",
        4 => "[a-z0-9./\\\\%?#;:@&=+ -]{0,20}",
        1 => proptest::sample::select(vec![
            "..", ".", "", " ", "%2e%2e", "../../v1/open-platform/users", "a/b", "a\\b", "a?x=1", "a#b", "a;b=c", "a\0b",
            "a\tb", "a\nb", "//evil.example/x", "http://evil/x", "%00", "۰۹۱۲۳۴۵۶۷۸۹", "０９１２", "a%2Fb", "\u{202e}a",
        ])
        .prop_map(str::to_owned),
        1 => Just("x".repeat(5_000)),
    ]
}

#[test]
fn a_path_segment_arrives_unchanged_or_is_rejected() {
    let runtime = runtime();
    let (fixture, caller) = runtime.block_on(async {
        let fixture = Fixture::start().await.repeats_writes();
        let caller = EndpointCaller::new(&fixture.world, fixture.client());
        (fixture, caller)
    });
    let token = fixture.world.issue_tokens("seller", ["USER_PHONE"]).unwrap().access_token;
    let user = caller.platform.user_with_token(token);
    let sent = std::cell::Cell::new(0_usize);
    let refused = std::cell::Cell::new(0_usize);
    proptest!(cases(700), |(text in any_segment(), which in 0..7_usize)| {
        let before = fixture.world.ledger().requests().len();
        let (result, around) = runtime.block_on(async {
            let text = text.clone();
            match which {
                0 => (caller.platform.posts().get(text).await.map(drop), ("/v1/open-platform/finder/post/", "")),
                1 => (caller.platform.addons().delete_for_user(text).await, ("/v1/open-platform/addons/user/", "")),
                2 => (
                    user.conversations().send(text, Message::text("x")).await.map(drop),
                    ("/v2/open-platform/conversations/", "/messages"),
                ),
                3 => (
                    user.chatbot().send(text, BotMessage::text("x")).await.map(drop),
                    ("/v1/open-platform/chat/bot/users/", "/messages"),
                ),
                4 => (
                    caller.platform.semantics().delete_for_user_id(text, "09123456789").await,
                    ("/v1/open-platform/semantic/users/", ""),
                ),
                5 => (caller.platform.semantics().delete_for_user(text).await, ("/v1/open-platform/semantic/user/", "")),
                _ => {
                    let request = open_platform::api::RawRequest::new("GET", ["v1".to_owned(), text]);
                    (caller.platform.request(request).await.map(drop), ("/v1/", ""))
                }
            }
        });
        let requests = fixture.world.ledger().requests();
        if matches!(&result, Err(Error::InvalidInput { .. })) {
            refused.set(refused.get() + 1);
            prop_assert_eq!(requests.len(), before, "rejected, but sent");
            let shown = result.unwrap_err().to_string();
            prop_assert!(shown.len() < 400 && !(text.len() > 12 && shown.contains(text.as_str())), "{}", shown);
            return Ok(());
        }
        sent.set(sent.get() + 1);
        prop_assert_eq!(requests.len(), before + 1, "{:?}", result);
        let path = &requests.last().unwrap().path;
        let segment = path.strip_prefix(around.0).and_then(|rest| rest.strip_suffix(around.1)).unwrap_or_default();
        prop_assert!(!segment.contains('/'), "{}", path);
        let arrived = percent_encoding::percent_decode_str(segment).decode_utf8().unwrap();
        // A phone number is normalized before it is sent.
        if which != 5 {
            prop_assert_eq!(arrived.as_ref(), text.as_str());
        }
    });
    assert!(sent.get() > 50 && refused.get() > 50, "{} sent, {} refused", sent.get(), refused.get());
}

/// A transport that always responds with 503, and a clock that records the waits.
#[derive(Default)]
struct Outage(Mutex<Vec<Duration>>);

#[async_trait::async_trait]
impl Transport for Outage {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        Ok(Response { status: 503, headers: http::HeaderMap::new(), body: bytes::Bytes::new() })
    }
}

#[async_trait::async_trait]
impl open_platform::clock::Clock for Outage {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        chrono::Utc::now()
    }

    async fn sleep(&self, duration: Duration) {
        self.0.lock().unwrap().push(duration);
    }
}

#[test]
fn backoff_waits_are_uniformly_distributed() {
    let policy = RetryPolicy { max_attempts: 1_000, ..RetryPolicy::default() };
    let mut parts = Vec::new();
    runtime().block_on(async {
        while parts.len() < 10_000 {
            let outage = Arc::new(Outage::default());
            let platform = OpenPlatform::builder()
                .api_key("key")
                .retry(policy.clone())
                .timeout(Duration::from_secs(10_000))
                .transport(outage.clone())
                .clock(outage.clone())
                .build()
                .unwrap();
            platform.posts().get("gZd7omnS").await.unwrap_err();
            let waits = outage.0.lock().unwrap();
            assert_eq!(waits.len(), 35, "until the retry budget is used up");
            for (number, wait) in (0..).zip(waits.iter()) {
                let ceiling = policy.transient_base.saturating_mul(1_u32.checked_shl(number).unwrap_or(u32::MAX));
                parts.push(wait.as_secs_f64() / ceiling.min(policy.max_backoff).as_secs_f64());
            }
        }
    });
    parts.sort_by(f64::total_cmp);
    // Kolmogorov-Smirnov test: a larger distance has a probability of one in a million.
    let count = parts.len() as f64;
    let distance = |(index, part): (usize, &f64)| (part - index as f64 / count).abs();
    let largest = parts.iter().enumerate().map(distance).fold(0.0, f64::max);
    assert!(largest < 2.7 / count.sqrt(), "{largest}");
    assert!(parts.iter().all(|part| (0.0..=1.0).contains(part)));
}

/// The text of a message, which must not be blank.
fn any_text() -> impl Strategy<Value = String> {
    any::<String>().prop_filter("a text is not blank, and shorter than 2,000 bytes", |text| {
        !text.trim().is_empty() && text.len() < 2_000
    })
}

#[test]
fn events_of_the_sandbox_are_parsed_in_every_variant() {
    let runtime = runtime();
    let fixture = runtime.block_on(async { Fixture::inside() });
    fixture.world.configure_app(|app| app.events_url = "http://127.0.0.1:9/events".into());
    fixture.world.pause_deliveries();
    let platform = fixture.client();
    let scopes = ["CHAT_SUPPLIER_ALL_CONVERSATIONS_READ", "USER_POSTS_GET"];
    let user = platform.user_with_token(fixture.world.issue_tokens("seller", scopes).unwrap().access_token);
    let talk = fixture.world.conversations().remove(0);
    let (conversation, post) = (talk.id.clone(), talk.post().unwrap().to_owned());
    let strategy = (
        any_text(),
        "[a-z_]{1,20}",
        any_text(),
        any::<i64>(),
        proptest::sample::select(vec![InstantForm::Text, InstantForm::Micros, InstantForm::MicrosAsText]),
        any::<[bool; 4]>(),
    );
    let fresh = fixture.world.snapshot();
    proptest!(cases(300), |((text, name, value, cost, sent_at, [meta_data, payment, user_word, as_text]) in strategy)| {
        fixture.world.restore(&fresh);
        fixture.world.set_gaps(|gaps| {
            gaps.sent_at = sent_at;
            gaps.meta_data_key = meta_data;
            gaps.payment_transaction_key = payment;
            gaps.human_is_user = user_word;
            gaps.numbers_as_text = as_text;
        });
        let metadata = json!({ name.as_str(): value.as_str() });
        runtime.block_on(async {
            for wanted in [Subscription::new_messages(), Subscription::post_updates()] {
                user.events().subscribe(wanted.metadata(metadata.clone())).await.unwrap();
            }
        });
        let first = fixture.world.deliveries().len();
        let content = MessageContent::Text { text: text.clone() };
        let written = fixture.world.send_as_user(&conversation, "buyer", content).unwrap();
        fixture.world.edit_post(&post, |data| drop(data.insert(name.clone(), json!([value.as_str(), cost])))).unwrap();
        fixture.world.announce(&Transaction {
            id: "one".into(),
            cost_rials: cost,
            extra_details: value.clone(),
            state: "TRANSACTION_STATE_COMPLETED".into(),
            kind: "TRANSACTION_TYPE_REORDER".into(),
        });
        let bodies: Vec<Value> = fixture.world.deliveries().into_iter().skip(first).map(|one| one.body).collect();
        let read = |body: &Value| Delivery::parse(body.to_string().as_bytes()).unwrap();
        prop_assert_eq!(bodies.len(), 3);
        let deliveries: HashMap<_, _> = bodies.iter().map(|body| (body["type"].as_str().unwrap(), read(body))).collect();

        let message = &deliveries["NEW_MESSAGE"];
        prop_assert_eq!(&message.notes, &Vec::<String>::new());
        prop_assert_eq!(message.metadata.as_ref().map(Json::value), Some(metadata.clone()));
        let Event::NewMessage { message: heard } = &message.event else { panic!("{message:?}") };
        prop_assert_eq!(heard.text(), Some(text.as_str()));
        prop_assert_eq!((&heard.id, &heard.sender.kind), (&written.message.id, &written.message.sender.kind));
        let micros = |at: Option<chrono::DateTime<chrono::Utc>>| at.map(|at| at.timestamp_micros());
        prop_assert_eq!(micros(message.sent_at()), micros(written.message.sent_at));

        let Event::PostUpdate { update } = &deliveries["POST_UPDATE"].event else { panic!("{deliveries:?}") };
        let data: Value = update.post.data.value();
        prop_assert_eq!(&data[name.as_str()], &json!([value.as_str(), cost]));

        let Event::PaymentTransaction { transaction } = &deliveries["PAYMENT_TRANSACTION"].event else { panic!("{deliveries:?}") };
        prop_assert_eq!((transaction.cost, transaction.extra_details.as_deref()), (Some(Rials::new(cost)), Some(value.as_str())));

        // The event stays the same when it is written and parsed again.
        for delivery in deliveries.values() {
            let body = delivery.event.body(delivery.metadata.as_ref()).unwrap();
            let again = Delivery::parse(body.as_str().as_bytes()).unwrap();
            prop_assert_eq!((&again.event, &again.metadata), (&delivery.event, &delivery.metadata));
        }
    });
}

#[test]
fn a_session_cannot_complete_the_login_of_another() {
    let runtime = runtime();
    let fixture = runtime.block_on(async { Fixture::inside() });
    let store = Arc::new(MemoryStore::new());
    let platform = fixture.world.client().store(store).build().unwrap();
    proptest!(cases(50), |(sessions in proptest::collection::hash_set("[a-z]{1,12}", 2..8))| {
        runtime.block_on(async {
            let mut ways = Vec::new();
            for session in &sessions {
                let login = platform.oauth().authorize(["USER_PHONE"], session.as_str()).await.unwrap();
                let back = fixture.world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
                ways.push((session, back));
            }
            // Each session uses the callback of the next one: all are rejected, and all logins end.
            for index in 0..ways.len() {
                let back = &ways[(index + 1) % ways.len()].1;
                let refused = platform.oauth().callback(back, ways[index].0).await.unwrap_err();
                prop_assert_eq!(refused.code(), "state_mismatch");
            }
            Ok(())
        })?;
    });
    assert_eq!(fixture.count("oauth.exchange"), 0);
    runtime.block_on(async { platform.posts().get("nothing1").await.unwrap_err() });
}
