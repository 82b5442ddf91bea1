//! What the targets share: a platform that answers from a script, a clock that does not wait, and what must hold for
//! every error text.

use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use open_platform::testing::ManualClock;
use open_platform::transport::{Failure, Request, Response, Transport};

/// The credentials of the fuzzed app. None of them may ever be seen in an error.
pub const API_KEY: &str = "key-0123456789-never-shown";
pub const CLIENT_SECRET: &str = "secret-0123456789-never-shown";

/// The longest text that an error may have.
const LONGEST: usize = 4_000;

/// Answers every request with the same answer.
pub struct Script(pub Mutex<Response>);

#[async_trait]
impl Transport for Script {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// A client whose platform answers `answer`.
pub fn client(answer: Response) -> OpenPlatform {
    let host = |name: &str| format!("https://{name}.test");
    let hosts = Hosts { auth: host("auth"), base: host("base"), api: host("api"), upload: host("upload"), chat: host("chat") };
    OpenPlatform::builder()
        .hosts(hosts)
        .api_key(API_KEY)
        .client_id("fuzzed-app")
        .client_secret(CLIENT_SECRET)
        .redirect_uri("https://app.test/back")
        .clock(ManualClock::at("2026-01-01T08:00:00Z".parse().expect("an instant")))
        .transport(Arc::new(Script(Mutex::new(answer))))
        .build()
        .expect("the configuration is right")
}

/// Runs a call on this thread.
pub fn run<T>(call: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(call)
}

/// An error may be logged and shown: it is short, has no control characters, and holds none of `secrets`.
pub fn presentable(error: &(impl Display + Debug), secrets: &[&str]) {
    let text = error.to_string();
    assert!(text.len() <= LONGEST, "{} bytes", text.len());
    assert!(!text.chars().any(char::is_control), "control characters in {text:?}");
    discreet(error, secrets);
    assert_none(&text, secrets);
}

/// `Debug` is logged too.
pub fn discreet(thing: &impl Debug, secrets: &[&str]) {
    assert_none(&format!("{thing:?}"), secrets);
}

/// Fuzzers make secrets out of our own words; only what has digits enough is surely not one of them.
fn assert_none(text: &str, secrets: &[&str]) {
    let real = |secret: &&&str| secret.len() >= 8 && secret.bytes().filter(u8::is_ascii_digit).count() >= 6;
    for secret in secrets.iter().filter(real) {
        assert!(!text.contains(secret), "{secret:?} is in {text:?}");
    }
}
