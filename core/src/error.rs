//! One error tree for every language.
//!
//! Every failure of this crate is an [`Error`]. Its [`code`](Error::code) is a stable word that is the same in all
//! packages; its text says what to do next. Nothing here ever holds a credential, a request body or a reply body.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::json_value::Json;

mod rejection;
mod report;
mod retry;
mod spelling;

pub use rejection::Rejection;
pub use report::ErrorReport;
#[cfg(feature = "ffi")]
pub use report::Thrown;

/// The result of every fallible call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Whatever can go wrong, by what the caller can do about it.
///
/// A user who denies access is not here: that is [`LoginOutcome::Denied`](crate::oauth::LoginOutcome::Denied).
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The caller's value cannot be sent. Found before any byte left the machine.
    #[error("{field}: {reason}")]
    InvalidInput {
        /// Path of the offending value, such as `widgets[2].score_row.percentage_score`. Its names are those of members and
        /// options as the caller's language spells them, see [`in_camel_case`](Self::in_camel_case).
        field: String,
        /// What is wrong with it, and what is allowed.
        reason: String,
    },
    /// The client is set up wrongly: a missing key, a base address over plain HTTP, a refused client secret.
    #[error("configuration of {setting}: {reason}")]
    Config {
        /// The setting as the caller called it. Here that is its builder method; `sandbox_url` is the address of a sandbox,
        /// however it was given.
        setting: String,
        /// What is wrong with it; never its value.
        reason: String,
    },
    /// The platform answered with an error.
    #[error(transparent)]
    Api(Box<ApiError>),
    /// Login or token refresh failed.
    #[error(transparent)]
    OAuth(OAuthError),
    /// No usable answer arrived, and it is known that sending again is harmless or pointless.
    #[error(transparent)]
    Transport(Box<TransportError>),
    /// A write may or may not have happened. It was not sent again.
    #[error(transparent)]
    AmbiguousOutcome(Box<AmbiguousOutcome>),
    /// An answer arrived that cannot be read.
    #[error(transparent)]
    Decode(Box<DecodeError>),
    /// An incoming platform request was refused.
    #[error(transparent)]
    Webhook(Rejection),
    /// The store failed.
    #[error(transparent)]
    Store(StoreError),
}

impl Error {
    /// A stable word for the kind of failure, the same in every language.
    pub fn code(&self) -> &'static str {
        match self {
            Self::InvalidInput { .. } => "invalid_input",
            Self::Config { .. } => "config",
            Self::Api(e) => e.kind.code(),
            Self::OAuth(e) => e.code(),
            Self::Transport(_) => "transport",
            Self::AmbiguousOutcome(_) => "ambiguous_outcome",
            Self::Decode(_) => "decode",
            Self::Webhook(_) => "webhook",
            Self::Store(_) => "store",
        }
    }

    pub(crate) fn invalid(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::InvalidInput { field: field.into(), reason: reason.into() }
    }

    pub(crate) fn config(setting: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Config { setting: setting.into(), reason: reason.into() }
    }

    /// Puts `parent` before the field path of an [`Error::InvalidInput`]; other errors pass unchanged.
    pub(crate) fn under(self, parent: impl fmt::Display) -> Self {
        match self {
            Self::InvalidInput { field, reason } if field.is_empty() => {
                Self::InvalidInput { field: parent.to_string(), reason }
            }
            Self::InvalidInput { field, reason } => {
                let dot = if field.starts_with('[') { "" } else { "." };
                Self::InvalidInput { field: format!("{parent}{dot}{field}"), reason }
            }
            other => other,
        }
    }
}

/// What an error answer means for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiErrorKind {
    /// 429: a quota is spent. [`ApiError::retry_after`] says how long to wait, where the platform said so.
    RateLimited,
    /// 401: the API key or the access token is not accepted.
    Unauthorized,
    /// 403: a scope of the user or a permission of the API key is missing.
    MissingScope,
    /// 404.
    NotFound,
    /// 412: the platform refuses in the present state, such as a blocked recipient.
    PreconditionFailed,
    /// 5xx.
    Server,
    /// Any other refusal.
    Rejected,
}

impl ApiErrorKind {
    /// The kind that belongs to an HTTP status. The status decides; the code in the body only informs
    /// (docs/platform.md#grpc-codes).
    pub fn from_status(status: u16) -> Self {
        match status {
            401 => Self::Unauthorized,
            403 => Self::MissingScope,
            404 => Self::NotFound,
            412 => Self::PreconditionFailed,
            429 => Self::RateLimited,
            500..=599 => Self::Server,
            _ => Self::Rejected,
        }
    }

    /// The stable word of this kind.
    pub fn code(self) -> &'static str {
        match self {
            Self::RateLimited => "rate_limited",
            Self::Unauthorized => "unauthorized",
            Self::MissingScope => "missing_scope",
            Self::NotFound => "not_found",
            Self::PreconditionFailed => "precondition_failed",
            Self::Server => "server",
            Self::Rejected => "rejected",
        }
    }
}

/// The quota that a 429 says is spent (docs/platform.md#limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quota {
    /// The requests of this minute, one limit for the whole app.
    Minute,
    /// The requests of this day for this use case. More are given by ticket.
    Day,
}

impl Quota {
    /// The stable word of this quota.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Day => "day",
        }
    }

    /// Looks for the quota in the body of a 429. Assumption: it names the minute or the day by an English word. The documents
    /// only say that it has details of the limit.
    pub(crate) fn find(body: &[u8]) -> Option<Self> {
        let (mut minute, mut day) = (false, false);
        let mut look = |text: &str| {
            for word in words(text) {
                minute |= ["minute", "minutes", "rpm"].iter().any(|known| word.eq_ignore_ascii_case(known));
                day |= ["day", "daily", "rpd"].iter().any(|known| word.eq_ignore_ascii_case(known));
            }
        };
        match serde_json::from_slice(body) {
            Ok(value) => each_text(&value, &mut look),
            Err(_) => look(&String::from_utf8_lossy(body)),
        }
        match (minute, day) {
            (true, false) => Some(Self::Minute),
            (false, true) => Some(Self::Day),
            _ => None,
        }
    }
}

/// The words of a text: of letters, and a new one at each capital that follows a small letter (`requestsPerDay`).
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).flat_map(|run| {
        let mut rest = run;
        std::iter::from_fn(move || {
            let mut before = ' ';
            let end = rest.char_indices().find_map(|(index, c)| {
                let begins = c.is_uppercase() && before.is_lowercase();
                before = c;
                begins.then_some(index)
            });
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            rest = behind;
            (!word.is_empty()).then_some(word)
        })
    })
}

/// Shows every name and text of a JSON value.
fn each_text(value: &serde_json::Value, look: &mut impl FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => look(text),
        serde_json::Value::Array(values) => values.iter().for_each(|value| each_text(value, look)),
        serde_json::Value::Object(members) => members.iter().for_each(|(name, value)| {
            look(name);
            each_text(value, look);
        }),
        _ => {}
    }
}

/// An error answer of the platform.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ApiError {
    /// What it means.
    pub kind: ApiErrorKind,
    /// HTTP status.
    pub status: u16,
    /// The platform's own code: a gRPC number, not an HTTP status (docs/platform.md#error-form).
    pub code: Option<i32>,
    /// The platform's message, cut to 1,000 characters, without control characters.
    pub message: String,
    /// Further details, as sent.
    pub details: Vec<Json>,
    /// Name of the endpoint, such as `posts.get`.
    pub endpoint: String,
    /// The request id that the platform gave, or else the one this client sent.
    pub request_id: Option<String>,
    /// How long the platform asks to wait.
    pub retry_after: Option<Duration>,
    /// Which quota is spent, where the answer to a [`RateLimited`](ApiErrorKind::RateLimited) call tells. That of a
    /// day is not waited for, and until it ends further calls of this endpoint fail without being sent: `attempts` is 0.
    pub quota: Option<Quota>,
    /// How many times the request was sent.
    pub attempts: u32,
    /// What the endpoint needs, filled in for [`ApiErrorKind::MissingScope`]: any one of these scopes.
    pub needs_scopes: Vec<String>,
    /// The permission the API key needs, filled in for [`ApiErrorKind::MissingScope`].
    pub needs_permission: Option<String>,
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} answered {}", self.endpoint, self.status)?;
        if let Some(code) = self.code {
            write!(f, " (code {code})")?;
        }
        if !self.message.is_empty() {
            write!(f, ": {}", self.message)?;
        }
        match self.kind {
            ApiErrorKind::MissingScope => {
                if !self.needs_scopes.is_empty() {
                    write!(f, ". The user must grant {}", self.needs_scopes.join(" or "))?;
                }
                if let Some(permission) = &self.needs_permission {
                    write!(f, ". The API key must hold {permission}")?;
                }
            }
            ApiErrorKind::RateLimited => match (self.retry_after, self.quota) {
                (Some(wait), _) => write!(f, ". Try again in {} s", wait.as_secs_f64().ceil())?,
                (None, Some(Quota::Day)) => write!(f, ". The quota of this day is spent: try again tomorrow")?,
                (None, Some(Quota::Minute)) => write!(f, ". The quota of this minute is spent: slow down")?,
                (None, None) => write!(f, ". Slow down and try again later")?,
            },
            ApiErrorKind::Unauthorized => write!(f, ". Check the API key, or ask the user to log in again")?,
            _ => {}
        }
        if let Some(id) = &self.request_id {
            write!(f, " [request {id}]")?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiError {}

/// What can go wrong between the login link and a fresh token.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OAuthError {
    /// `state` is unknown, already used, or belongs to another session. Start the login again.
    #[error(
        "the login does not belong to this session, was already completed, or was started by another process that keeps its logins in its own memory: start it again"
    )]
    StateMismatch,
    /// The login took longer than the state lives. Start it again.
    #[error("the login took too long: start it again")]
    StateExpired,
    /// The address the user returned to is malformed or was tampered with.
    #[error("the return from login was refused: {reason}")]
    CallbackRejected {
        /// What is wrong with it; never its parameters.
        reason: String,
    },
    /// The platform refused the login itself, before or after asking the user: this is no denial. The text says what to do.
    #[error("the platform refused the login ({}): {}", refusal(.error, .description), advice(.error))]
    AuthorizationRefused {
        /// The OAuth error word, such as `invalid_scope`.
        error: String,
        /// What the platform says about it, cut to 300 characters of printable ASCII. It came with the user's browser: show
        /// it to developers, not to users.
        description: Option<String>,
    },
    /// The platform does not accept the authorization code. Codes work once: start the login again.
    #[error("the authorization code was refused ({error}): start the login again")]
    CodeRejected {
        /// The OAuth error word, such as `invalid_grant`.
        error: String,
    },
    /// For good: the grant has ended. Only a new login by the user helps.
    #[error("the user must log in again: {reason}")]
    ReauthRequired {
        /// Why the grant ended.
        reason: String,
    },
    /// For now: the token could not be refreshed, the grant is intact. Try again later.
    #[error("the access token could not be refreshed now: {reason}")]
    RefreshUnavailable {
        /// Why.
        reason: String,
        /// How long to wait, where it is known: no attempt is made before.
        retry_after: Option<Duration>,
    },
}

impl OAuthError {
    /// The stable word of this failure.
    pub fn code(&self) -> &'static str {
        match self {
            Self::StateMismatch => "state_mismatch",
            Self::StateExpired => "state_expired",
            Self::CallbackRejected { .. } => "callback_rejected",
            Self::AuthorizationRefused { .. } => "authorization_refused",
            Self::CodeRejected { .. } => "code_rejected",
            Self::ReauthRequired { .. } => "reauth_required",
            Self::RefreshUnavailable { .. } => "refresh_unavailable",
        }
    }
}

/// The word, and what was said about it.
fn refusal(error: &str, description: &Option<String>) -> String {
    match description {
        Some(description) => format!("{error}: {description}"),
        None => error.to_owned(),
    }
}

/// What to do about a refused login (RFC 6749 section 4.1.2.1, OpenID Connect Core section 3.1.2.6).
fn advice(error: &str) -> &'static str {
    match error {
        "invalid_scope" => "ask only for scopes that exist and that the app has in the console",
        "invalid_request" => "compare the redirect address, the client id and the scopes with the console",
        "unauthorized_client" | "unsupported_response_type" => "the app may not log users in this way: see the console",
        "server_error" | "temporarily_unavailable" => "start the login again later",
        "login_required" | "interaction_required" | "consent_required" | "account_selection_required" => {
            "start the login again without prompt=none"
        }
        _ => "start the login again, and see the console if it goes on",
    }
}

impl From<OAuthError> for Error {
    fn from(error: OAuthError) -> Self {
        Self::OAuth(error)
    }
}

/// Where the exchange with the platform broke.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportErrorKind {
    /// The host name did not resolve or the connection was refused.
    Connect,
    /// The TLS handshake failed.
    Tls,
    /// The connection broke, or stayed silent for too long, during the exchange.
    Interrupted,
    /// The deadline of the whole call passed.
    Deadline,
    /// The answer is larger than the limit.
    TooLarge,
    /// The platform answered with a redirect, which is never followed.
    Redirect,
    /// The peer does not speak HTTP.
    Protocol,
}

impl TransportErrorKind {
    /// The kind of a stable word; one that is not known counts as [`Interrupted`](Self::Interrupted).
    pub(crate) fn from_code(code: &str) -> Self {
        let kinds = [Self::Connect, Self::Tls, Self::Deadline, Self::TooLarge, Self::Redirect, Self::Protocol];
        kinds.into_iter().find(|kind| kind.code() == code).unwrap_or(Self::Interrupted)
    }

    /// The stable word of this kind.
    pub fn code(self) -> &'static str {
        match self {
            Self::Connect => "connect",
            Self::Tls => "tls",
            Self::Interrupted => "interrupted",
            Self::Deadline => "deadline",
            Self::TooLarge => "too_large",
            Self::Redirect => "redirect",
            Self::Protocol => "protocol",
        }
    }
}

/// No usable answer arrived.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{endpoint}: {reason} (after {attempts} attempt(s))")]
#[non_exhaustive]
pub struct TransportError {
    /// Where it broke.
    pub kind: TransportErrorKind,
    /// What happened, with the host and the time it took. Nothing else of the address is in there, and no value.
    pub reason: String,
    /// Name of the endpoint.
    pub endpoint: String,
    /// The request id that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
}

/// A write whose outcome is unknown. It was not repeated, because the platform has no idempotency key.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{endpoint}: sent, but {reason}: it may or may not have happened. Look before you send it again")]
#[non_exhaustive]
pub struct AmbiguousOutcome {
    /// Name of the endpoint.
    pub endpoint: String,
    /// Why the outcome is unknown.
    pub reason: String,
    /// HTTP status, if an answer arrived.
    pub status: Option<u16>,
    /// The request id that the platform gave, or else the one this client sent.
    pub request_id: Option<String>,
    /// When the request was sent.
    pub sent_at: DateTime<Utc>,
    /// First 16 hex digits of the SHA-256 of the body, to find the write again.
    pub fingerprint: String,
    /// How many times the request was sent. Earlier attempts provably did not arrive.
    pub attempts: u32,
}

/// An answer that cannot be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecodeError {
    /// Name of the endpoint, or of the document that was read.
    pub endpoint: String,
    /// Path of the value, such as `phone_numbers[0]`, with the names that the platform's JSON has; `.` is the whole document.
    pub path: String,
    /// What is wrong, without the value.
    pub reason: String,
    /// HTTP status of the answer; 0 where there is none.
    pub status: u16,
    /// The request id that the platform gave, or else the one this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
}

impl DecodeError {
    /// For a document that is no answer to a call.
    pub(crate) fn of_document(document: &str, path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self {
            endpoint: document.to_owned(),
            path: path.into(),
            reason: reason.into(),
            status: 0,
            request_id: None,
            attempts: 0,
        }
    }

    /// ` at data.price`, to stand after "cannot be read"; nothing when it is the whole document.
    pub(crate) fn place(&self) -> String {
        if matches!(self.path.as_str(), "" | "." | "?") { String::new() } else { format!(" at {}", self.path) }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { endpoint, reason, status, .. } = self;
        let place = self.place();
        match status {
            0 => write!(f, "{endpoint} cannot be read{place}: {reason}"),
            _ => write!(f, "{endpoint} succeeded with {status}, but its answer cannot be read{place}: {reason}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// The store could not do what was asked.
#[derive(Clone)]
pub struct StoreError {
    /// The operation, such as `put`.
    pub operation: String,
    /// What went wrong; never a stored value.
    pub reason: String,
    cause: Option<Arc<dyn std::error::Error + Send + Sync>>,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "store: {}: {}", self.operation, self.reason)
    }
}

impl std::error::Error for StoreError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| &**cause as &(dyn std::error::Error + 'static))
    }
}

/// Without the cause: nobody has looked at its text for secrets.
impl fmt::Debug for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StoreError").field("operation", &self.operation).field("reason", &self.reason).finish()
    }
}

impl StoreError {
    /// A failure of `operation`.
    pub fn new(operation: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self { operation: operation.into(), reason: reason.to_string(), cause: None }
    }

    /// A failure of `operation` because of an error, which is its [`source`](std::error::Error::source). `reason` shows in
    /// logs; the error itself does not.
    pub fn caused_by(
        operation: impl Into<String>,
        reason: impl fmt::Display,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self { cause: Some(Arc::new(cause)), ..Self::new(operation, reason) }
    }

    /// What a store of the app's own has failed with.
    #[cfg(feature = "ffi")]
    pub(crate) fn cause(&self) -> Option<&Arc<dyn std::error::Error + Send + Sync>> {
        self.cause.as_ref()
    }

    /// The same failure with where the store is: a host or a file, never a password.
    #[cfg(any(feature = "postgres", feature = "redis", feature = "sqlite"))]
    pub(crate) fn at(mut self, place: impl fmt::Display) -> Self {
        self.reason = format!("{} ({place})", self.reason);
        self
    }
}

macro_rules! from_boxed {
    ($($variant:ident($inner:ident)),*) => {$(
        impl From<$inner> for Error {
            fn from(error: $inner) -> Self {
                Self::$variant(Box::new(error))
            }
        }
    )*};
}
from_boxed!(Api(ApiError), Transport(TransportError), AmbiguousOutcome(AmbiguousOutcome), Decode(DecodeError));

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Self {
        Self::Webhook(rejection)
    }
}

/// Cuts text from outside to `max` characters and drops control characters, so that it can stand in an error.
pub(crate) fn sanitize(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}
