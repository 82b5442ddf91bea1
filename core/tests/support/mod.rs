//! A client, a user and a sandbox on a real socket, for tests of a client over HTTP.
//!
//! The clock of a world is frozen, so a test advances it by hours in no time, and nothing happens on its own. At the end each
//! world is checked for repeated writes and for credentials in the wrong place.

// Every test program uses a part of this.
#![allow(dead_code)]

pub mod calls;
pub mod endpoint_caller;
pub mod faults;
pub mod metrics;
pub mod paused_clock;
#[cfg(feature = "redis")]
pub mod replicas;
#[cfg(any(feature = "postgres", feature = "redis"))]
pub mod servers;
pub mod transports;
pub mod vectors;
pub mod virtual_time;

use std::time::Duration;

use open_platform::OpenPlatform;
use open_platform::client::User;
use open_platform::error::{ApiErrorKind, Error, OAuthError};
use open_platform::id::GrantKey;
use open_platform::oauth::{Login, LoginOutcome};
use open_platform_sandbox::{Decision, Effect, FaultRule, Grace, OldAccessToken, RequestMatch, Sandbox, World};

pub const HOUR: u64 = 3600;
pub const DAY: u64 = 24 * HOUR;
/// The scopes of a login that can be refreshed and can read its user.
pub const OFFLINE: &[&str] = &["USER_PHONE", "offline_access"];

/// All combinations of what the platform may do with an old refresh token and with an old access token.
pub fn semantics() -> impl Iterator<Item = (Grace, OldAccessToken)> {
    let graces = [Grace::Strict, Grace::Fork, Grace::Idempotent, Grace::LatestWins, Grace::UntilUsed];
    graces.into_iter().flat_map(|grace| [(grace, OldAccessToken::StaysValid), (grace, OldAccessToken::EndsAtOnce)])
}

/// What a test runs against: a sandbox with one world.
pub struct Fixture {
    pub sandbox: Sandbox,
    pub world: World,
    repeats_writes: bool,
}

impl Fixture {
    /// On a free port of this machine.
    pub async fn start() -> Self {
        Self::around(Sandbox::start().await.unwrap())
    }

    /// Without a socket: for tests with thousands of requests.
    pub fn inside() -> Self {
        Self::around(Sandbox::builder().build())
    }

    /// On a free port, with one of these combinations.
    pub async fn with((grace, old_access_token): (Grace, OldAccessToken)) -> Self {
        let fixture = Self::start().await;
        fixture.world.set_oauth_rules(|rules| {
            rules.grace = grace;
            rules.old_access_token = old_access_token;
        });
        fixture
    }

    fn around(sandbox: Sandbox) -> Self {
        let world = sandbox.default_world();
        world.freeze();
        Self { sandbox, world, repeats_writes: false }
    }

    /// For a test in which a write is legitimately repeated, because the platform said that it had not acted.
    pub fn repeats_writes(mut self) -> Self {
        self.repeats_writes = true;
        self
    }

    pub fn client(&self) -> OpenPlatform {
        self.world.client().build().unwrap()
    }

    /// A complete login of a user: URL, consent page, callback, exchange.
    pub async fn log_in(&self, platform: &OpenPlatform, user: &str, scopes: &[&str]) -> GrantKey {
        let login = Login::new(scopes.iter().copied(), "browser").for_user(user);
        let authorization = platform.oauth().start(login).await.unwrap();
        let back = self.world.consent(&authorization.url, Decision::Approve { user: user.into() }).unwrap();
        match platform.oauth().callback(back, "browser").await.unwrap() {
            LoginOutcome::Granted { grant, .. } => grant,
            other => panic!("{other:?}"),
        }
    }

    /// A client with one user, the seller, whose grant can be refreshed.
    pub async fn seller(&self) -> (OpenPlatform, User) {
        let platform = self.client();
        let key = self.log_in(&platform, "seller", OFFLINE).await;
        let user = platform.user(key);
        (platform, user)
    }

    pub async fn advance(&self, seconds: u64) {
        self.world.advance(Duration::from_secs(seconds)).await;
    }

    /// How many requests arrived at an endpoint.
    pub fn count(&self, endpoint: &str) -> usize {
        self.world.ledger().requests_to(endpoint).len()
    }

    pub fn refreshes(&self) -> usize {
        self.count("oauth.refresh")
    }

    /// Applies a fault to every request to an endpoint until the rules are cleared.
    pub fn always(&self, endpoint: &str, effects: Vec<Effect>) {
        let on = RequestMatch { endpoint: Some(endpoint.to_owned()), ..RequestMatch::default() };
        self.world.faults().add(FaultRule { on, effects, ..FaultRule::default() });
    }

    /// Checks that the newest tokens of the client work at the platform.
    pub fn newest_token_works(&self) -> bool {
        self.world.tokens().last().is_some_and(|report| report.access_token_works)
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let ledger = self.world.ledger();
        assert!(!ledger.requests().is_empty(), "the test never reached the sandbox");
        let misplaced = ledger.misplaced_credentials();
        assert!(misplaced.is_empty(), "credentials where they do not belong: {misplaced:?}");
        let repeated = ledger.duplicates();
        assert!(self.repeats_writes || repeated.is_empty(), "writes that were sent twice: {repeated:?}");
    }
}

/// Waits until `done`, and fails after two minutes.
pub async fn until<F: Future<Output = bool>>(mut done: impl FnMut() -> F) {
    let waiting = async {
        while !done().await {
            // On another thread, because a paused clock would advance during a sleep.
            tokio::task::spawn_blocking(|| std::thread::sleep(Duration::from_millis(1))).await.unwrap();
        }
    };
    assert!(tokio::time::timeout(Duration::from_secs(120), waiting).await.is_ok(), "the condition was never met");
}

/// A fault: a response with this status instead of that of the platform.
pub fn status(status: u16) -> Effect {
    Effect::Status { status, body: String::new(), content_type: String::new(), moment: Default::default() }
}

/// A fault: an error page of a gateway.
pub fn bad_gateway() -> Effect {
    let body = "<html><head><title>502 Bad Gateway</title></head></html>".to_owned();
    Effect::Status { status: 502, body, content_type: "text/html".into(), moment: Default::default() }
}

pub fn is_reauth<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::OAuth(OAuthError::ReauthRequired { .. })))
}

pub fn is_unavailable<T>(result: &Result<T, Error>) -> bool {
    matches!(result, Err(Error::OAuth(OAuthError::RefreshUnavailable { .. })))
}

pub fn is_api<T>(result: &Result<T, Error>, kind: ApiErrorKind) -> bool {
    matches!(result, Err(Error::Api(error)) if error.kind == kind)
}
