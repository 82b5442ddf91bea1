//! What a row of the endpoint table is.
//!
//! The rows stand at the methods that call them, in [`crate::api`], and [`crate::api::endpoints`] has them all. Here are only
//! those of login and of the requests that the platform sends.

pub mod live;

use http::Method;
use serde::Serialize;

use crate::scope::ScopeKind;

/// Which of the platform's hosts serves an endpoint. All are configurable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Host {
    /// The authorization server, `{auth_url}`.
    Auth,
    /// The main API, `{base_url}`.
    Base,
    /// The second API host of one image example, `{api_url}`.
    Api,
    /// The image upload host, `{upload_url}`. It gets no credentials.
    Upload,
    /// Not the platform: the app's own addresses, which the platform calls.
    App,
}

impl Host {
    /// The host's name in documents and in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::Base => "base",
            Self::Api => "api",
            Self::Upload => "upload",
            Self::App => "app",
        }
    }
}

/// What proves who is calling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Credentials {
    /// Nothing.
    None,
    /// `x-api-key`.
    Key,
    /// `x-api-key`, and the user's access token where there is one.
    KeyAndOptionalBearer,
    /// `x-api-key` and the user's access token.
    KeyAndBearer,
    /// `client_id` and `client_secret` in the form body.
    Client,
    /// The platform proves itself to the app with the identification key.
    IdentificationKey,
}

impl Credentials {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Key => "key",
            Self::KeyAndOptionalBearer => "key+optional_bearer",
            Self::KeyAndBearer => "key+bearer",
            Self::Client => "client_secret",
            Self::IdentificationKey => "identification_key",
        }
    }
}

/// How the request body is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// There is none.
    None,
    /// `application/json`.
    Json,
    /// `application/x-www-form-urlencoded`.
    Form,
    /// `image/jpeg`, or `image/png` where the client allows it.
    Jpeg,
}

impl Body {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Json => "json",
            Self::Form => "form",
            Self::Jpeg => "jpeg",
        }
    }
}

/// When a request may be sent again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RetryClass {
    /// Also after an unclear outcome: doing it twice is the same as once.
    Safe,
    /// As [`Safe`](Self::Safe), but one retry at most.
    SafeOnce,
    /// Only when the platform provably did not act on it: no byte was sent, or it answered 401 or 429.
    Unsent,
    /// Only when no byte was sent: an answer of any kind spends it (the authorization code).
    NeverAnswered,
    /// By the refresh protocol alone.
    Protocol,
    /// Not sent by this crate.
    NotSent,
}

impl RetryClass {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::SafeOnce => "safe_once",
            Self::Unsent => "unsent",
            Self::NeverAnswered => "never_answered",
            Self::Protocol => "protocol",
            Self::NotSent => "not_sent",
        }
    }
}

/// Where an endpoint stands in the platform's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// In the specification, and current there.
    Current,
    /// On the live platform, newer than the specification.
    Newer,
    /// Kept for old apps.
    Legacy {
        /// The name of the endpoint to use instead.
        replacement: &'static str,
        /// Since when it is deprecated, as far as is known.
        since: &'static str,
    },
}

impl Standing {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Newer => "newer",
            Self::Legacy { .. } => "legacy",
        }
    }
}

/// What an app on a phone may do with an endpoint, through the developer's backend ([`crate::app`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AppUse {
    /// Nothing: it needs a secret, or speaks for the app and not for the user, or has a successor.
    Never,
    /// Call it: it only reads.
    Read,
    /// Call it, where the backend allows it by name: it changes something.
    Write,
}

impl AppUse {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Read => "read",
            Self::Write => "write",
        }
    }
}

/// One endpoint.
#[derive(Debug)]
pub struct Endpoint {
    /// The name of the method that calls it, such as `addons.create_on_post`.
    pub name: &'static str,
    /// The specification's number, if it has one.
    pub number: Option<&'static str>,
    /// HTTP method.
    pub method: Method,
    /// Which host serves it.
    pub host: Host,
    /// Path, with `{names}` for the variable segments.
    pub path: &'static str,
    /// What proves who is calling.
    pub credentials: Credentials,
    /// How the body is written.
    pub body: Body,
    /// When it may be sent again.
    pub retry: RetryClass,
    /// Any one of these scopes serves; the narrowest comes first. Empty: none is needed.
    pub scopes: &'static [&'static ScopeKind],
    /// The permission that the API key needs.
    pub permission: Option<&'static str>,
    /// Where it stands.
    pub standing: Standing,
    /// The name of the form that the live platform has now beside this one of the specification.
    pub newer_form: Option<&'static str>,
    /// Whether a caller may allow that it is sent again after an unclear outcome: it puts an add-on on one post, which by
    /// the documents is an update where there is one already.
    pub repeatable: bool,
    /// Whether it is for the backend alone, though a user's token goes with it.
    pub only_backend: bool,
    /// What it is for.
    pub purpose: &'static str,
    /// Where it is described: an anchor of `docs/platform.md`.
    pub source: &'static str,
}

impl Endpoint {
    /// Whether it is a row of the table. The request to an endpoint that has no method is described as a row, too.
    pub fn is_in_table(&self) -> bool {
        self.path != Self::UNKNOWN_PATH
    }

    /// Stands for the path of an endpoint that has no method: the real one may hold identifiers, and this one is logged.
    pub(crate) const UNKNOWN_PATH: &str = "{path}";

    /// Whether the endpoint changes something, so that sending it twice could do it twice.
    pub fn is_write(&self) -> bool {
        matches!(self.retry, RetryClass::Unsent | RetryClass::NeverAnswered)
    }

    /// What an app on a phone may do with it, through the developer's backend.
    ///
    /// Calls that act with the user's access token, and reads that need the API key alone. Not open: what is sent with the
    /// API key alone and changes something or looks other people up, login, uploads (they need no backend), old forms,
    /// subscriptions (their events come to the backend) and the chatbot (it speaks for the app).
    pub fn app_use(&self) -> AppUse {
        if self.host != Host::Base || self.replacement().is_some() || self.only_backend {
            return AppUse::Never;
        }
        match self.credentials {
            Credentials::KeyAndBearer if self.is_write() => AppUse::Write,
            Credentials::KeyAndBearer => AppUse::Read,
            Credentials::Key if self.method == Method::GET => AppUse::Read,
            _ => AppUse::Never,
        }
    }

    /// The scopes that serve this endpoint, any one of them, as templates.
    pub fn scope_templates(&self) -> Vec<String> {
        self.scopes.iter().map(|kind| kind.template()).collect()
    }

    /// The endpoint that replaces this one, if it is deprecated.
    pub fn replacement(&self) -> Option<&'static str> {
        match self.standing {
            Standing::Legacy { replacement, .. } => Some(replacement),
            _ => None,
        }
    }
}

/// An endpoint as plain values: `endpoints --json`, and the table in other languages.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndpointRow {
    /// The name of the method that calls it, such as `addons.create_on_post`.
    pub name: String,
    /// The specification's number, if it has one.
    pub number: Option<String>,
    /// HTTP method.
    pub method: String,
    /// Which host serves it: [`Host::name`].
    pub host: String,
    /// Path, with `{names}` for the variable segments.
    pub path: String,
    /// What proves who is calling: [`Credentials::name`].
    pub credentials: String,
    /// How the body is written: [`Body::name`].
    pub body: String,
    /// When it may be sent again: [`RetryClass::name`].
    pub retry: String,
    /// Any one of these scopes serves; the narrowest comes first. Empty: none is needed.
    pub scopes: Vec<String>,
    /// The permission that the API key needs.
    pub permission: Option<String>,
    /// For an endpoint kept for old apps.
    pub deprecation: Option<Deprecation>,
    /// Where it stands: `current`, `newer` or `legacy`.
    pub standing: String,
    /// What an app on a phone may do with it: [`AppUse::name`].
    pub app_use: String,
    /// What it is for.
    pub purpose: String,
    /// Where it is described.
    pub source: String,
}

/// Since when an endpoint is old, and what to use instead.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deprecation {
    /// The name of the endpoint to use instead.
    pub replacement: String,
    /// Since when it is deprecated, as far as is known.
    pub since: String,
}

impl Endpoint {
    /// The endpoint as plain values.
    pub fn row(&self) -> EndpointRow {
        EndpointRow {
            name: self.name.to_owned(),
            number: self.number.map(str::to_owned),
            method: self.method.to_string(),
            host: self.host.name().to_owned(),
            path: self.path.to_owned(),
            credentials: self.credentials.name().to_owned(),
            body: self.body.name().to_owned(),
            retry: self.retry.name().to_owned(),
            scopes: self.scope_templates(),
            permission: self.permission.map(str::to_owned),
            deprecation: match self.standing {
                Standing::Legacy { replacement, since } => {
                    Some(Deprecation { replacement: replacement.to_owned(), since: since.to_owned() })
                }
                Standing::Current | Standing::Newer => None,
            },
            standing: self.standing.name().to_owned(),
            app_use: self.app_use().name().to_owned(),
            purpose: self.purpose.to_owned(),
            source: format!("docs/platform.md#{}", self.source),
        }
    }
}

macro_rules! endpoints {
    ($($constant:ident: $name:literal, $number:expr, $method:ident $host:ident $path:literal,
       $credentials:ident, $body:ident, $retry:ident, $standing:ident, $purpose:literal, $source:literal;)*) => {$(
        #[doc = $purpose]
        pub const $constant: &Endpoint = &Endpoint {
            name: $name,
            number: $number,
            method: Method::$method,
            host: Host::$host,
            path: $path,
            credentials: Credentials::$credentials,
            body: Body::$body,
            retry: RetryClass::$retry,
            scopes: &[],
            permission: None,
            standing: Standing::$standing,
            newer_form: None,
            repeatable: false,
            only_backend: false,
            purpose: $purpose,
            source: $source,
        };
    )*};
}

/// Subscribe to events for as long as the access token lives. Here, because sessions renew subscriptions by themselves.
pub const EVENTS_SUBSCRIBE: &Endpoint = &Endpoint {
    name: "events.subscribe",
    number: Some("16"),
    method: Method::POST,
    host: Host::Base,
    path: "/v1/open-platform/events/subscriptions",
    credentials: Credentials::KeyAndBearer,
    body: Body::Json,
    retry: RetryClass::Safe,
    // The scope depends on the event type.
    scopes: &[],
    permission: Some("EVENTS_REGISTER_SUBSCRIPTION"),
    standing: Standing::Current,
    newer_form: None,
    repeatable: false,
    only_backend: true,
    purpose: "Subscribes to events for as long as the access token lives.",
    source: "subscriptions",
};

// The rows that no method of `api` has: those of login, and the requests that the platform sends.
endpoints! {
    OAUTH_AUTHORIZE: "oauth.authorize", Some("1"), GET Auth "/oauth2/auth",
        None, None, NotSent, Current,
        "Ask the user, in the browser, to grant scopes.", "authorization";
    OAUTH_EXCHANGE: "oauth.exchange", Some("2"), POST Auth "/oauth2/token",
        Client, Form, NeverAnswered, Current,
        "Exchange the authorization code for tokens.", "token-exchange";
    OAUTH_REFRESH: "oauth.refresh", Some("3"), POST Auth "/oauth2/token",
        Client, Form, Protocol, Current,
        "Exchange the refresh token for a new pair of tokens.", "token-refresh";
    WEBHOOK_EVENT: "webhook.event", Some("18"), POST App "{new_events_url}",
        IdentificationKey, Json, NotSent, Current,
        "The platform delivers an event to the app.", "events";
    WEBHOOK_START: "webhook.start", Some("19"), POST App "{start_url}",
        IdentificationKey, Json, NotSent, Current,
        "The platform asks the app where to send a user who enters it.", "start-requests";
    WEBHOOK_DYNAMIC_ACTION: "webhook.dynamic_action", None, POST App "{dynamic_action_url}",
        IdentificationKey, Json, NotSent, Newer,
        "The platform asks the app what a click on a button does.", "dynamic-actions";
}
