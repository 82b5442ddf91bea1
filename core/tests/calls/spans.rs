//! The spans of calls in `tracing`, beside the traces of the same calls in the other languages.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use open_platform::OpenPlatform;
use open_platform::client::CallOptions;
use open_platform::model::event::{Subscription, SubscriptionType};
use open_platform::model::message::Message;
use open_platform::oauth::{Login, LoginOutcome};
use open_platform::observe::{Attempt, CallTrace, TraceContext, with_attempts};
use tracing::Instrument;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use super::recorder::{self, POST, Recorder};
use super::{RENEWED, user};

type Fields = BTreeMap<String, String>;

/// The fields of each span of calls, in the order in which they began. `parent` is the name of the span around it, if there is one.
#[derive(Clone, Default)]
struct Spans(Arc<Mutex<Vec<(Id, Fields)>>>);

/// As for the metrics: without a subscriber of the process another thread could make `tracing` note that nobody wants the spans.
static GLOBAL_SUBSCRIBER: Once = Once::new();

impl Spans {
    fn listen() -> (Self, DefaultGuard) {
        GLOBAL_SUBSCRIBER.call_once(|| {
            let _ = tracing::subscriber::set_global_default(tracing_subscriber::registry());
        });
        let spans = Self::default();
        let subscriber = tracing_subscriber::registry().with(spans.clone());
        (spans, tracing::subscriber::set_default(subscriber))
    }

    fn take(&self) -> Vec<Fields> {
        std::mem::take(&mut *self.0.lock().unwrap()).into_iter().map(|(_, fields)| fields).collect()
    }
}

impl<S: tracing::Subscriber + for<'a> LookupSpan<'a>> Layer<S> for Spans {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, context: Context<'_, S>) {
        if attributes.metadata().name() == "open_platform.call" {
            let mut seen = Seen::default();
            attributes.record(&mut seen);
            seen.0.extend(context.lookup_current().map(|parent| ("parent".to_owned(), parent.name().to_owned())));
            self.0.lock().unwrap().push((id.clone(), seen.0));
        }
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        let mut spans = self.0.lock().unwrap();
        if let Some((_, fields)) = spans.iter_mut().rev().find(|(span, _)| span == id) {
            let mut seen = Seen::default();
            values.record(&mut seen);
            fields.extend(seen.0);
        }
    }
}

#[derive(Default)]
struct Seen(Fields);

impl Visit for Seen {
    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.to_owned());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.0.insert(field.name().to_owned(), format!("{value:?}"));
    }
}

/// The fields that a call with this trace must have.
fn fields(endpoint: &str, attempts: &[Attempt], error: Option<&str>) -> Fields {
    let attributes = CallTrace::new(attempts, error).attributes.into_iter();
    let traced = attributes.map(|it| (it.name, it.text.or(it.number.map(|number| number.to_string())).unwrap()));
    let status = error.map(|_| ("otel.status_code", "ERROR"));
    let own = [("otel.name", endpoint), ("otel.kind", "client")].into_iter().chain(status);
    own.map(|(name, value)| (name.to_owned(), value.to_owned())).chain(traced).collect()
}

#[tokio::test]
async fn a_span_has_the_attributes_of_the_trace_of_its_call() {
    let (spans, _guard) = Spans::listen();
    let recorder = Recorder::new([(503, "{}"), (200, POST), (404, "{}")]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    for error in [None, Some("not_found")] {
        let (result, attempts) = with_attempts(platform.posts().get("gZd7omnS")).await;
        assert_eq!(result.err().map(|error| error.code()), error);
        let expected = fields("posts.get", &attempts, error);
        assert_eq!(expected["url.template"], "/v1/open-platform/finder/post/{post_token}");
        assert_eq!(spans.take(), [expected]);
    }
}

#[tokio::test]
async fn a_call_that_is_never_sent_has_a_span_with_its_error() {
    let (spans, _guard) = Spans::listen();
    let platform: OpenPlatform = recorder::builder(Recorder::new([])).build().unwrap();
    let error = platform.with(CallOptions::timeout(Duration::ZERO)).posts().get("gZd7omnS").await.unwrap_err();
    assert_eq!(spans.take(), [fields("posts.get", &[], Some(error.code()))]);
}

#[tokio::test]
async fn a_request_for_a_token_has_a_span_with_the_same_attributes() {
    let (spans, _guard) = Spans::listen();
    let recorder = Recorder::new([(401, "{}"), (200, RENEWED), (200, "{}"), (400, "{}")]);
    let (platform, user) = user(&recorder).await;
    user.conversations().send("c-1", Message::text("x")).await.unwrap();
    let refresh = spans.take().into_iter().find(|fields| fields["otel.name"] == "oauth.refresh").unwrap();
    let values = ["otel.kind", "http.request.method", "http.response.status_code", "url.template", "server.address"];
    assert_eq!(values.map(|name| refresh[name].as_str()), ["client", "POST", "200", "/oauth2/token", "auth.test"]);
    assert!(!refresh.contains_key("error.type"), "{refresh:?}");

    platform.oauth().exchange("code", "https://app.test/back").await.unwrap_err();
    let [refused] = spans.take().try_into().unwrap();
    assert_eq!(refused["otel.name"], "oauth.exchange");
    assert_eq!(["error.type", "open_platform.error"].map(|name| refused[name].as_str()), ["400", "rejected"]);
}

#[tokio::test]
async fn a_login_and_a_subscription_are_observed_as_their_callers_are() {
    let (spans, _guard) = Spans::listen();
    let recorder = Recorder::new([(200, RENEWED), (200, "{}")]);
    let platform = recorder::builder(recorder.clone()).build().unwrap();
    let traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    let context = || TraceContext::new(traceparent, None).unwrap();
    let check = |attempts: &[Attempt], name: &str| {
        let [span] = spans.take().try_into().unwrap();
        assert_eq!((span["otel.name"].as_str(), span.get("parent").map(String::as_str)), (name, Some("request")));
        assert_eq!(attempts.iter().map(|it| it.endpoint.as_str()).collect::<Vec<_>>(), [name]);
        assert_eq!(recorder.requests().last().unwrap().headers["traceparent"], traceparent);
    };

    let oauth = platform.oauth();
    let login = oauth.start(Login::new(["USER_POSTS_GET", "offline_access"], "sid")).await.unwrap();
    let back = format!("https://app.test/back?code=the-code&state={}", login.state.expose());
    let callback = context().scope(oauth.callback(back, "sid"));
    let (outcome, attempts) = with_attempts(callback).instrument(tracing::info_span!("request")).await;
    let LoginOutcome::Granted { grant, .. } = outcome.unwrap() else { panic!("denied") };
    check(&attempts, "oauth.exchange");

    let subscriptions = platform.user(grant).subscriptions();
    let made = context().scope(subscriptions.ensure(Subscription::new(SubscriptionType::PostUpdate)));
    let (made, attempts) = with_attempts(made).instrument(tracing::info_span!("request")).await;
    made.unwrap();
    check(&attempts, "events.subscribe");
}
