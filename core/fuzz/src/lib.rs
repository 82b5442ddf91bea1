//! Code that the fuzz targets share: a client whose platform returns one response, on a clock that does not wait, and the
//! checks of error texts.

use std::fmt::{Debug, Display};
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use open_platform::OpenPlatform;
use open_platform::client::Hosts;
use open_platform::testing::ManualClock;
use open_platform::transport::{Failure, Request, Response, Transport};

/// The credentials of the fuzzed app. No error may contain them.
pub const API_KEY: &str = "key-0123456789-never-shown";
pub const CLIENT_SECRET: &str = "secret-0123456789-never-shown";

/// The longest text that an error may have, in bytes.
const MAX_ERROR_BYTES: usize = 4_000;

/// A transport that returns the same response to every request.
pub struct Script(pub Mutex<Response>);

#[async_trait]
impl Transport for Script {
    async fn send(&self, _: Request) -> Result<Response, Failure> {
        Ok(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone())
    }
}

/// A client whose platform returns `response` to every request.
pub fn client(response: Response) -> OpenPlatform {
    let host = |name: &str| format!("https://{name}.test");
    let hosts =
        Hosts { auth: host("auth"), base: host("base"), api: host("api"), upload: host("upload"), chat: host("chat") };
    OpenPlatform::builder()
        .hosts(hosts)
        .api_key(API_KEY)
        .client_id("fuzzed-app")
        .client_secret(CLIENT_SECRET)
        .redirect_uri("https://app.test/back")
        .clock(ManualClock::at("2026-01-01T08:00:00Z".parse().expect("an instant")))
        .transport(Arc::new(Script(Mutex::new(response))))
        .build()
        .expect("a valid configuration")
}

/// Runs a call on this thread.
pub fn run<T>(call: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime").block_on(call)
}

/// Checks that an error can be logged and shown: it is short, has no control characters, and contains none of `secrets`.
pub fn check_error(error: &(impl Display + Debug), secrets: &[&str]) {
    let text = error.to_string();
    assert!(text.len() <= MAX_ERROR_BYTES, "{} bytes", text.len());
    assert!(!text.chars().any(char::is_control), "control characters in {text:?}");
    check_debug(error, secrets);
    assert_none(&text, secrets);
}

/// Checks that the `Debug` output of a value, which may be logged, contains none of `secrets`.
pub fn check_debug(value: &impl Debug, secrets: &[&str]) {
    assert_none(&format!("{value:?}"), secrets);
}

/// A fuzzer can make a "secret" of words that error texts contain anyway, so only long values with many digits are checked.
fn assert_none(text: &str, secrets: &[&str]) {
    let is_checked = |secret: &&&str| secret.len() >= 8 && secret.bytes().filter(u8::is_ascii_digit).count() >= 6;
    for secret in secrets.iter().filter(is_checked) {
        assert!(!text.contains(secret), "{secret:?} is in {text:?}");
    }
}
