//! No secret is disclosed. Twelve kinds of secrets go through every kind of success and failure, while everything is
//! recorded that this crate, its HTTP stack and the sandbox log at any level. Then logs, errors and printed objects are
//! searched for the secrets in every form in which they could appear.

#[path = "canary/printing.rs"]
mod printing;
#[path = "canary/servers.rs"]
mod servers;
mod support;

use std::fmt::Debug;
use std::io::Write;
use std::sync::{Arc, Mutex, Once};

use base64::Engine;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use open_platform::api::{RawRequest, Upload};
use open_platform::client::User;
use open_platform::grants::Adoption;
use open_platform::id::GrantKey;
use open_platform::legacy::{LegacyListener, LegacyUserAddon};
use open_platform::model::event::Subscription;
use open_platform::model::message::Message;
use open_platform::model::semantic::SemanticRecord;
use open_platform::oauth::{Login, LoginOutcome, Tokens};
use open_platform::stores::{MemoryStore, RecordKind, RecordStore};
use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
use open_platform::{Error, OpenPlatform, Phone, Secret};
use open_platform_sandbox::{Decision, Effect, Moment, NewUser};
use serde_json::{Value, json};
use support::transports::RecordingTransport;
use support::{Fixture, HOUR, bad_gateway, status};

const API_KEY: &str = "canary-api-key-2f9c41";
const CLIENT_SECRET: &str = "canary-client-secret-8b11e7";
const IDENTIFICATION_KEY: &str = "canary-identification-key-77ad02";
const UPLOAD: &str = "canary-inside-the-image-4c0d55";
const PHONE: &str = "09351728394";
const TEXT: &str = "canary-text-of-a-message-d1e8f3";

/// Everything that was logged in this program.
static LOG: Mutex<Vec<u8>> = Mutex::new(Vec::new());

struct Listener;

impl Write for Listener {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        LOG.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl log::Log for Listener {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let _ = writeln!(Listener, "{} {}: {}", record.level(), record.target(), record.args());
    }

    fn flush(&self) {}
}

/// Records `tracing` and `log` at every level.
fn listen() {
    use tracing_subscriber::filter::LevelFilter;
    use tracing_subscriber::fmt::format::FmtSpan;

    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(LevelFilter::TRACE)
            .with_span_events(FmtSpan::FULL)
            .with_ansi(false)
            .with_writer(|| Listener)
            .finish();
        tracing::subscriber::set_global_default(subscriber).unwrap();
        log::set_logger(&Listener).unwrap();
        log::set_max_level(log::LevelFilter::Trace);
    });
}

/// The log after the first `from` bytes, and its length now.
fn logged_since(from: usize) -> (String, usize) {
    let log = LOG.lock().unwrap();
    (String::from_utf8_lossy(&log[from..]).into_owned(), log.len())
}

/// Secrets by name, with the forms in which they could appear. Of tokens and similar secrets only the newest are kept.
#[derive(Default)]
struct Canaries(Vec<(&'static str, String, Vec<String>)>);

impl Canaries {
    fn add(&mut self, name: &'static str, value: &str) {
        if self.0.iter().any(|(_, known, _)| known == value) {
            return;
        }
        self.0.push((name, value.to_owned(), forms(value.as_bytes())));
        let of_this_name = |canary: &(&str, String, Vec<String>)| canary.0 == name;
        if self.0.iter().filter(|canary| of_this_name(canary)).count() > 4 {
            let oldest = self.0.iter().position(of_this_name).unwrap();
            self.0.remove(oldest);
        }
    }

    fn newest(&self, name: &str) -> String {
        let newest = self.0.iter().rev().find(|canary| canary.0 == name);
        newest.map_or(String::new(), |(_, value, _)| value.clone())
    }

    fn without(&self, name: &str) -> Self {
        Self(self.0.iter().filter(|canary| canary.0 != name).cloned().collect())
    }

    fn kinds(&self) -> usize {
        let mut names: Vec<_> = self.0.iter().map(|(name, ..)| *name).collect();
        names.sort_unstable();
        names.dedup();
        names.len()
    }

    /// The first secret in `text`, with the text around it.
    fn find(&self, text: &str) -> Option<String> {
        self.0.iter().find_map(|(name, _, forms)| {
            let form = forms.iter().find(|form| text.contains(form.as_str()))?;
            let before = text.split(form.as_str()).next()?;
            let around: String = before.chars().rev().take(200).collect::<Vec<_>>().into_iter().rev().collect();
            Some(format!("{name} as {form} after …{around}"))
        })
    }
}

/// A secret as it is, in base64 at each of the three positions in a group, in hexadecimal digits, percent-encoded, and as a
/// list of bytes.
fn forms(secret: &[u8]) -> Vec<String> {
    let each = |write: fn(&u8) -> String, between: &str| secret.iter().map(write).collect::<Vec<_>>().join(between);
    let mut forms = vec![
        String::from_utf8_lossy(secret).into_owned(),
        each(|byte| format!("{byte:02x}"), ""),
        each(|byte| format!("{byte:02X}"), ""),
        each(|byte| format!("%{byte:02x}"), ""),
        each(|byte| format!("%{byte:02X}"), ""),
        each(|byte| format!("\\x{byte:02x}"), ""),
        each(|byte| byte.to_string(), ", "),
        each(|byte| byte.to_string(), ","),
        each(|byte| format!("0x{byte:02x}"), ", "),
        each(
            |byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => char::from(*byte).to_string(),
                other => format!("%{other:02X}"),
            },
            "",
        ),
    ];
    for before in 0..3 {
        let bytes = [vec![0; before].as_slice(), secret].concat();
        // Only the characters that do not depend on the neighbouring bytes.
        let (from, to) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
        forms
            .extend([STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)].map(|text| text[from..to].into()));
    }
    forms
}

/// All texts of an error, including its causes.
fn printed(error: &Error) -> String {
    let mut text = format!("{error} {error:?} {error:#?}");
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text += &format!(" {error} {error:?} {error:#?}");
        cause = error.source();
    }
    text
}

/// A client whose secrets are canaries, with the means to find them again.
struct Setup {
    fixture: Fixture,
    platform: OpenPlatform,
    store: Arc<MemoryStore>,
    wire: Arc<RecordingTransport>,
    conversation: String,
    post: String,
    by_hand: User,
    canaries: Canaries,
}

const SCOPES: &[&str] = &[
    "USER_PHONE",
    "USER_ID",
    "offline_access",
    "USER_VERIFICATION_CREATE",
    "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ",
    "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND",
];

impl Setup {
    async fn new() -> Self {
        let fixture = Fixture::start().await.repeats_writes();
        fixture.world.configure_app(|app| {
            app.api_key = API_KEY.into();
            app.client_secret = CLIENT_SECRET.into();
            app.identification_key = IDENTIFICATION_KEY.into();
        });
        fixture.world.add_user(NewUser { name: "anna".into(), phone: PHONE.into() }).unwrap();
        let post = open_platform_sandbox::NewPost { owner: "anna".into(), ..Default::default() };
        let post = fixture.world.add_post(post).unwrap().token;
        let talk =
            open_platform_sandbox::NewConversation { post: post.clone(), user: "buyer".into(), ..Default::default() };
        let conversation = fixture.world.add_conversation(talk).unwrap().id;
        let (store, wire) = (Arc::new(MemoryStore::new()), RecordingTransport::http());
        let builder = fixture.world.client().store(store.clone()).transport(wire.clone()).pkce(true);
        let platform = builder.build().unwrap();
        let token = fixture.world.issue_tokens("anna", SCOPES.iter().copied()).unwrap().access_token;
        let mut canaries = Canaries::default();
        for (name, value) in [
            ("API key", API_KEY),
            ("client secret", CLIENT_SECRET),
            ("identification key", IDENTIFICATION_KEY),
            ("upload", UPLOAD),
            ("phone number", PHONE),
            ("text", TEXT),
            ("token by hand", token.expose()),
            // Tokens that never reach the store, because their response was faulty, have the usual prefix.
            ("some access token", "ory_at_"),
            ("some refresh token", "ory_rt_"),
            ("some code", "ory_ac_"),
        ] {
            canaries.add(name, value);
        }
        let by_hand = platform.user_with_token(token);
        Self { fixture, platform, store, wire, conversation, post, by_hand, canaries }
    }

    /// Reads the tokens and verifiers from the store.
    async fn collect(&mut self) {
        for kind in [RecordKind::Grant, RecordKind::Login] {
            for (_, record) in self.store.scan(kind, "", None, 1000).await.unwrap() {
                let value: Value = serde_json::from_slice(record.value().unwrap()).unwrap();
                let pairs = ["pair", "spare", "previous"].iter().filter_map(|name| value.get(name));
                let pairs = pairs.chain(value.get("more_spares").and_then(Value::as_array).into_iter().flatten());
                for (name, member) in pairs.flat_map(|pair| {
                    [("access token", "access"), ("refresh token", "refresh")]
                        .map(|(name, member)| (name, pair.get(member)))
                }) {
                    if let Some(token) = member.and_then(Value::as_str) {
                        self.canaries.add(name, token);
                    }
                }
                if let Some(verifier) = value.get("verifier").and_then(Value::as_str) {
                    self.canaries.add("verifier", verifier);
                }
            }
        }
    }

    /// A complete login. Records all its secrets.
    async fn log_in(&mut self) -> (Result<LoginOutcome, Error>, String) {
        let login = Login::new(SCOPES.iter().copied(), "browser").for_user("anna");
        let mut seen = format!("{login:?}");
        let authorization = self.platform.oauth().start(login).await.unwrap();
        seen += &format!("{authorization:?}");
        self.canaries.add("state", authorization.state.expose());
        self.collect().await;
        let back = self.fixture.world.consent(&authorization.url, Decision::Approve { user: "anna".into() }).unwrap();
        let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap();
        self.canaries.add("code", code);
        let result = self.platform.oauth().callback(&back, "browser").await;
        self.collect().await;
        (result, seen)
    }

    /// One call, and all its outputs.
    #[allow(deprecated)]
    async fn call(&mut self, endpoint: &str, key: &GrantKey) -> String {
        fn shown<T: Debug>(result: Result<T, Error>) -> String {
            match result {
                Ok(value) => format!("{value:?} {value:#?}"),
                Err(error) => printed(&error),
            }
        }
        let (platform, user) = (self.platform.clone(), self.platform.user(key.clone()));
        let (conversation, post) = (self.conversation.as_str(), self.post.as_str());
        match endpoint {
            "posts.get" => shown(platform.posts().get(post).await),
            "users.me" => shown(self.by_hand.users().me().await),
            "users.id_by_phone" => shown(platform.users().id_by_phone(PHONE).await),
            "users.phone_numbers" => shown(user.users().phone_numbers().await),
            "conversations.send" => shown(user.conversations().send(conversation, Message::text(TEXT)).await),
            "semantics.create_for_user" => {
                let record = SemanticRecord::new().semantic("owner_code", "1");
                shown(user.semantics().create_for_user(PHONE, record).await)
            }
            "semantics.delete_for_user" => shown(platform.semantics().delete_for_user(PHONE).await),
            "images.upload" => {
                let image = [b"\xff\xd8\xff\xda\x00\x03\x00".as_slice(), UPLOAD.as_bytes(), b"\xff\xd9"].concat();
                let upload = Upload::bytes(image);
                format!("{upload:?}") + &shown(platform.images().upload(upload).await)
            }
            "events.subscribe" => shown(user.events().subscribe(Subscription::new_messages()).await),
            "legacy.events.listen" => {
                let listener = LegacyListener::new(post, "http://127.0.0.1:9/old", Secret::new(IDENTIFICATION_KEY));
                let printed = format!("{listener:?}");
                let LegacyListener { post_token, endpoint, identification_key, .. } = listener;
                printed + &shown(user.legacy().events().listen(post_token, endpoint, identification_key).await)
            }
            "oauth.exchange" => {
                let (result, seen) = self.log_in().await;
                seen + &shown(result)
            }
            "oauth.refresh" => shown(platform.grants().refresh(key.clone()).await),
            other => panic!("{other}"),
        }
    }
}

const CALLS: &[&str] = &[
    "posts.get",
    "users.me",
    "users.id_by_phone",
    "users.phone_numbers",
    "conversations.send",
    "semantics.create_for_user",
    "semantics.delete_for_user",
    "images.upload",
    "events.subscribe",
    "legacy.events.listen",
    "oauth.exchange",
    "oauth.refresh",
];

/// The fault of a scenario.
enum Trouble {
    None,
    Fault(Effect),
    /// The server repeats every credential of the call, with this status and OAuth error code.
    Echo(u16, &'static str),
}

fn troubles() -> Vec<Trouble> {
    let mut effects: Vec<_> = [400, 401, 403, 404, 409, 412, 500, 503].map(status).to_vec();
    for moment in [Moment::Before, Moment::After] {
        effects.extend([false, true].map(|reset| Effect::Drop { moment, reset }));
    }
    effects.extend([
        bad_gateway(),
        Effect::RateLimit { retry_after_seconds: Some(9_999), as_date: false, limit: Default::default() },
        Effect::Truncate { bytes: 60 },
        Effect::GzipBomb { mebibytes: 3 },
        Effect::EndlessBody {},
        Effect::BadJson {},
        Effect::Redirect { status: 307, location: "http://127.0.0.1:9/elsewhere".into() },
        Effect::Patch { merge: json!({ "expires_in": {}, "phone_numbers": 5, "user_id": [1], "token": 5 }) },
        Effect::Patch { merge: json!({ "token_type": "MAC", "image_name": {}, "phone_number": ["x"] }) },
        Effect::Patch { merge: json!({ "access_token": "with\r\nx-evil: 1" }) },
    ]);
    let echoes = [(400, "invalid_request"), (401, "invalid_client"), (400, CLIENT_SECRET), (200, "page")];
    let echoes = echoes.map(|(status, word)| Trouble::Echo(status, word));
    effects.into_iter().map(Trouble::Fault).chain(echoes).chain([Trouble::None]).collect()
}

impl Setup {
    /// The credentials that a call sends to the platform.
    async fn sent_by(&self, endpoint: &str) -> Vec<String> {
        let record = self.store.scan(RecordKind::Grant, "", None, 1000).await.unwrap().remove(0).1;
        let grant: Value = serde_json::from_slice(record.value().unwrap()).unwrap();
        let stored = |member: &str| grant["pair"][member].as_str().unwrap_or_default().to_owned();
        let known = |kind: &str| self.canaries.newest(kind);
        match endpoint {
            "images.upload" => Vec::new(),
            "posts.get" | "users.id_by_phone" | "semantics.delete_for_user" => vec![API_KEY.into()],
            "users.me" => vec![API_KEY.into(), known("token by hand")],
            "oauth.exchange" | "oauth.refresh" => {
                let names = ["code", "state", "verifier"].map(known);
                [stored("access"), stored("refresh"), CLIENT_SECRET.into()].into_iter().chain(names).collect()
            }
            _ => vec![API_KEY.into(), stored("access")],
        }
    }

    async fn trouble(&self, endpoint: &str, trouble: &Trouble) {
        let effect = match trouble {
            Trouble::None => return,
            Trouble::Fault(effect) => effect.clone(),
            Trouble::Echo(status, word) => {
                let sent = self.sent_by(endpoint).await.join(" ");
                // The error code is for the token endpoint. For others it would be the platform's own message.
                let word = if endpoint.starts_with("oauth") { word } else { "invalid" };
                let body = match status {
                    200 => format!("<html>{sent}</html>"),
                    _ => json!({
                        "error": word, "error_description": sent, "error_hint": sent,
                        "code": 3, "message": sent, "details": [{ "seen": sent }],
                    })
                    .to_string(),
                };
                Effect::Status { status: *status, body, content_type: String::new(), moment: Moment::Before }
            }
        };
        self.fixture.world.faults().once(endpoint, effect);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_secret_is_disclosed() {
    listen();
    let mut setup = Setup::new().await;
    let (first, _) = setup.log_in().await;
    let Ok(LoginOutcome::Granted { grant, .. }) = &first else { panic!("{first:?}") };
    let grant = grant.clone();
    let (mut scenarios, mut read) = (0, 0);
    for endpoint in CALLS {
        for (number, trouble) in troubles().iter().enumerate() {
            setup.trouble(endpoint, trouble).await;
            let shown = setup.call(endpoint, &grant).await;
            setup.fixture.world.faults().clear();
            setup.collect().await;
            if let Some(found) = setup.canaries.find(&shown) {
                panic!("{endpoint} in trouble {number} shows the {found}");
            }
            let (log, next) = logged_since(read);
            if let Some(found) = setup.canaries.find(&log) {
                panic!("{endpoint} in trouble {number} logs the {found}");
            }
            read = next;
            scenarios += 1;
            // Skips the pauses between refreshes, and those after refused credentials of the app.
            setup.fixture.advance(20 * 60).await;
            if setup.platform.user(grant.clone()).users().me().await.is_err() {
                setup.log_in().await.0.unwrap();
            }
            let fresh = setup.fixture.world.issue_tokens("anna", SCOPES.iter().copied()).unwrap().access_token;
            setup.canaries.add("token by hand", fresh.expose());
            setup.by_hand = setup.platform.user_with_token(fresh);
        }
    }
    setup.fixture.advance(2 * HOUR).await;
    setup.platform.user(grant.clone()).users().me().await.unwrap();
    setup.collect().await;

    assert!(scenarios >= 60, "{scenarios}");
    assert!(setup.canaries.kinds() >= 12, "{:?}", setup.canaries.kinds());
    let (log, _) = logged_since(0);
    assert!(
        log.contains("open_platform.call") && log.contains("http.response.status_code=") && log.len() > 100_000,
        "{}",
        log.len()
    );
    assert_eq!(setup.canaries.find(&log), None);
    check_requests(&setup);
}

/// Paths contain phone numbers, because the platform requires it. No other secret may be in an address, or in a header that
/// is not marked as sensitive.
fn check_requests(setup: &Setup) {
    let secret = setup.canaries.without("phone number");
    let requests = setup.wire.requests();
    assert!(requests.len() > 300, "{}", requests.len());
    for request in &requests {
        assert_eq!(secret.find(&request.url), None);
        assert_eq!(setup.canaries.find(&format!("{:?}", request.headers)), None);
        for (name, value) in &request.headers {
            let clear = String::from_utf8_lossy(value.as_bytes());
            assert!(value.is_sensitive() || setup.canaries.find(&clear).is_none(), "{name}");
        }
    }
    for request in setup.fixture.world.ledger().requests() {
        assert_eq!(secret.find(&request.path), None);
    }
}
