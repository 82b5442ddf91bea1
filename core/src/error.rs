//! The error types, the same for every language.
//!
//! Every failure of this crate is an [`Error`]. Its [`code`](Error::code) is a stable word that is the same in all
//! packages; its text says what to do next. No error contains a credential, a request body or a response body.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};

use crate::json_value::Json;

mod oauth;
mod quota;
mod rejection;
mod report;
mod retry;

pub use oauth::OAuthError;
pub use quota::Quota;
pub use rejection::Rejection;
pub use report::ErrorReport;
#[cfg(feature = "ffi")]
pub use report::Thrown;

/// The result of every fallible call of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Every failure, divided by what the caller can do about it.
///
/// A user who denies access is no error: that is [`LoginOutcome::Denied`](crate::oauth::LoginOutcome::Denied).
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A value of the caller is invalid. Nothing was sent.
    #[error("{field}: {reason}")]
    InvalidInput {
        /// Path of the invalid value, such as `widgets[2].score_row.percentage_score`. Members and options have the
        /// names of the caller's language, see [`in_camel_case`](Self::in_camel_case).
        field: String,
        /// What is wrong with it, and what is allowed.
        reason: String,
    },
    /// The configuration is wrong: a missing key, a base address over plain HTTP, a rejected client secret.
    #[error("configuration of {setting}: {reason}")]
    Config {
        /// The name of the setting: its builder method. `sandbox_url` is the address of a sandbox, however it was
        /// given.
        setting: String,
        /// What is wrong with it; never its value.
        reason: String,
        /// The error of the app's own source of secrets: [`SecretError`](crate::SecretError).
        #[source]
        cause: Option<Cause>,
    },
    /// The platform responded with an error.
    #[error(transparent)]
    Api(Box<ApiError>),
    /// Login or token refresh failed.
    #[error(transparent)]
    OAuth(OAuthError),
    /// No usable response arrived, and sending again is either harmless or useless.
    #[error(transparent)]
    Transport(Box<TransportError>),
    /// It is unknown whether a write succeeded. The text says whether it may be sent again.
    #[error(transparent)]
    AmbiguousOutcome(Box<AmbiguousOutcome>),
    /// A response arrived that cannot be read.
    #[error(transparent)]
    Decode(Box<DecodeError>),
    /// An incoming request was refused.
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

    /// An [`Error::InvalidInput`]. The reason says what is expected.
    pub fn invalid(field: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::InvalidInput { field: field.into(), reason: reason.into() }
    }

    pub(crate) fn config(setting: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::Config { setting: setting.into(), reason: reason.into(), cause: None }
    }

    /// Puts `parent` before the field path of an [`Error::InvalidInput`]. Other errors are unchanged.
    pub(crate) fn under(self, parent: impl fmt::Display) -> Self {
        match self {
            Self::InvalidInput { field, reason } => Self::InvalidInput { field: path_under(parent, &field), reason },
            other => other,
        }
    }
}

/// The path of a value inside of `parent`: of a member, of an item such as `[2]`, or, if `path` is empty, of `parent` itself.
pub(crate) fn path_under(parent: impl fmt::Display, path: &str) -> String {
    let dot = if path.is_empty() || path.starts_with('[') { "" } else { "." };
    format!("{parent}{dot}{path}")
}

/// What an error response means for the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ApiErrorKind {
    /// 429: a quota is used up. [`ApiError::retry_after`] says how long to wait, if the platform said so.
    RateLimited,
    /// 401: the API key or the access token is not accepted.
    Unauthorized,
    /// 403: the user's scope or the API key's permission is missing, or the object is another user's: `message` tells.
    MissingScope,
    /// 404.
    NotFound,
    /// 412: the platform refuses in the current state, for example because the recipient blocks messages.
    PreconditionFailed,
    /// 5xx.
    Server,
    /// Any other error status.
    Rejected,
}

impl ApiErrorKind {
    /// The kind of an HTTP status. Only the status decides; the code in the body is informative
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

/// An error response of the platform.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ApiError {
    /// The kind of error.
    pub kind: ApiErrorKind,
    /// HTTP status.
    pub status: u16,
    /// The platform's own code: a gRPC number, not an HTTP status (docs/platform.md#error-form).
    pub code: Option<i32>,
    /// The platform's message, cut to 1,000 characters, without control characters.
    pub message: String,
    /// Further details, as the platform sent them.
    pub details: Vec<Json>,
    /// Name of the endpoint, such as `posts.get`.
    pub endpoint: String,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How long the platform asks to wait.
    pub retry_after: Option<Duration>,
    /// Which quota is used up, if the response to a [`RateLimited`](ApiErrorKind::RateLimited) call says so. The
    /// client does not wait for the end of a daily quota: until then, further calls of this endpoint fail without
    /// being sent, with `attempts` 0.
    pub quota: Option<Quota>,
    /// How many times an app may make this call in total, if the platform limits that. Set for
    /// [`RateLimited`](ApiErrorKind::RateLimited): if the response names no [`quota`](Self::quota), this limit may be reached,
    /// and then waiting does not help. The client does not count these calls, because other processes of the app make them, too.
    pub max_total_calls: Option<u32>,
    /// How many times the request was sent.
    pub attempts: u32,
    /// For [`ApiErrorKind::MissingScope`]: the scopes of which the user must grant one. Empty if the user has granted one, or if no
    /// scope of the call is known: then the API key lacks the permission, or the object is another user's. A placeholder such as
    /// `<post_token>` stands for an identifier that is not in the path of the call.
    pub needs_scopes: Vec<String>,
    /// The permission that the API key needs. Set for [`ApiErrorKind::MissingScope`].
    pub needs_permission: Option<String>,
    /// What to do about a 401 to a request with these credentials: the end of the text.
    pub(crate) unauthorized: &'static str,
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
                    write!(f, ". The call needs the scope {} of its user", self.needs_scopes.join(" or "))?;
                }
                if let Some(permission) = &self.needs_permission {
                    write!(f, ". The API key needs the permission {permission}")?;
                }
            }
            ApiErrorKind::RateLimited => match (self.retry_after, self.quota) {
                (Some(wait), _) => write!(f, ". Try again in {} s", wait.as_secs_f64().ceil())?,
                (None, Some(Quota::Day)) => write!(f, ". The daily quota is used up: try again tomorrow")?,
                (None, Some(Quota::Minute)) => write!(f, ". The quota per minute is used up: slow down")?,
                (None, None) if let Some(most) = self.max_total_calls => {
                    write!(f, ". An app may make this call {most} times in all: once it has, waiting does not help")?;
                }
                (None, None) => write!(f, ". Slow down and try again later")?,
            },
            ApiErrorKind::Unauthorized => f.write_str(self.unauthorized)?,
            _ => {}
        }
        if let Some(id) = &self.request_id {
            write!(f, " [request {id}]")?;
        }
        Ok(())
    }
}

impl std::error::Error for ApiError {}

/// Where the exchange with the platform failed.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TransportErrorKind {
    /// The host name did not resolve or the connection was refused.
    Connect,
    /// The TLS handshake failed.
    Tls,
    /// The connection broke, or no data arrived for too long, during the exchange.
    Interrupted,
    /// The deadline of the whole call passed.
    Deadline,
    /// The response is larger than the limit.
    TooLarge,
    /// The platform responded with a redirect. Redirects are never followed.
    Redirect,
    /// The peer does not speak HTTP.
    Protocol,
}

impl TransportErrorKind {
    /// The kind with this stable word; [`Interrupted`](Self::Interrupted) for an unknown word.
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

/// No usable response arrived.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{endpoint}: {reason}{}", retry::after(*.attempts))]
#[non_exhaustive]
pub struct TransportError {
    /// Where the exchange failed.
    pub kind: TransportErrorKind,
    /// What happened, with the host and the time it took. It contains nothing else of the URL and no value.
    pub reason: String,
    /// Name of the endpoint.
    pub endpoint: String,
    /// The request id that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent. 0 also after the timeout of an operation of several requests, such as a login.
    pub attempts: u32,
}

/// A write whose outcome is unknown.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{endpoint}: {reason}: it is unknown whether the request succeeded. {}", if *.has_id { retry::REPEAT } else { retry::CHECK })]
#[non_exhaustive]
pub struct AmbiguousOutcome {
    /// Name of the endpoint.
    pub endpoint: String,
    /// Why the outcome is unknown.
    pub reason: String,
    /// HTTP status, if a response arrived.
    pub status: Option<u16>,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// When the request was sent.
    pub sent_at: DateTime<Utc>,
    /// First 16 hex digits of the SHA-256 of the body, to identify the write.
    pub fingerprint: String,
    /// How many times the request was sent. If it has no id of the app, earlier attempts certainly did not arrive.
    pub attempts: u32,
    /// Whether the request has an id of the app, as a payment has. The platform has no idempotency key for any other request.
    pub has_id: bool,
}

/// A response that cannot be read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DecodeError {
    /// Name of the endpoint, or of the document that was read.
    pub endpoint: String,
    /// Path of the value in the platform's JSON, such as `phone_numbers[0]`; `.` is the whole document.
    pub path: String,
    /// What is wrong, without the value.
    pub reason: String,
    /// HTTP status of the response; 0 if there is none.
    pub status: u16,
    /// The request id that the platform returned, or else the one that this client sent.
    pub request_id: Option<String>,
    /// How many times the request was sent.
    pub attempts: u32,
}

impl DecodeError {
    /// For a document that is not the response to a call.
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

    /// ` at data.price`, to follow "cannot be read"; empty if it is the whole document.
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
            _ => write!(f, "{endpoint} succeeded with {status}, but its response cannot be read{place}: {reason}"),
        }
    }
}

impl std::error::Error for DecodeError {}

/// An operation of the store failed.
#[derive(Clone, thiserror::Error)]
#[error("store: {operation}: {reason}")]
pub struct StoreError {
    /// The operation, such as `put`.
    pub operation: String,
    /// What went wrong; never a stored value.
    pub reason: String,
    #[source]
    cause: Option<Cause>,
}

/// An error of the app's own code that caused an error of this crate. It is not printed with that error, because its text may
/// contain secrets.
#[derive(Clone)]
pub struct Cause(Arc<dyn std::error::Error + Send + Sync>);

impl Cause {
    pub(crate) fn new(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self(Arc::new(error))
    }
}

impl Deref for Cause {
    type Target = dyn std::error::Error + Send + Sync;

    fn deref(&self) -> &Self::Target {
        &*self.0
    }
}

/// Two causes are equal if they are the same error.
impl PartialEq for Cause {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Cause {}

impl fmt::Debug for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an error of the app's own")
    }
}

/// Omits the cause, because its text may contain secrets.
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

    /// A failure of `operation` because of an error, which becomes its [`source`](std::error::Error::source). `reason`
    /// appears in logs; the error itself does not.
    pub fn caused_by(
        operation: impl Into<String>,
        reason: impl fmt::Display,
        cause: impl std::error::Error + Send + Sync + 'static,
    ) -> Self {
        Self { cause: Some(Cause::new(cause)), ..Self::new(operation, reason) }
    }

    /// The error of the app's own store.
    #[cfg(feature = "ffi")]
    pub(crate) fn cause(&self) -> Option<&Cause> {
        self.cause.as_ref()
    }

    /// Adds the location of the store to the reason: a host or a file, never a password.
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

/// Cuts text from outside to `max` characters and removes control characters, so that it can be part of an error.
pub(crate) fn sanitize(text: &str, max: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(max).collect()
}
