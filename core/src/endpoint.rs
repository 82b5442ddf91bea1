//! The type of a row of the endpoint table.
//!
//! A row is written at the method that calls the endpoint, in [`crate::api`]; [`crate::api::endpoints`] lists all
//! rows. This file contains only the rows of the login and of the requests that the platform sends.

use http::Method;
use percent_encoding::percent_decode_str;
use serde::Serialize;

use crate::scope::ScopeKind;

/// An enum whose values have a name in other languages.
macro_rules! named {
    ($(#[$about:meta])* $type:ident { $($(#[$documentation:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $type { $($(#[$documentation])* $variant,)* }

        impl $type {
            /// The name in the documentation and in `endpoints --json`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

named! {
    /// The host that serves an endpoint. All are configurable.
    Host {
        /// The authorization server, `{auth_url}`.
        Auth = "auth",
        /// The main API, `{base_url}`.
        Base = "base",
        /// The second API host of one image example, `{api_url}`.
        Api = "api",
        /// The image upload host, `{upload_url}`. It gets no credentials.
        Upload = "upload",
        /// The upload host for media of chats, `{chat_url}`. It gets upload tokens only.
        Chat = "chat",
        /// The app's own addresses, which the platform calls.
        App = "app",
    }
}

named! {
    /// The credentials of a request.
    Credentials {
        /// Nothing.
        None = "none",
        /// `x-api-key`.
        Key = "key",
        /// `x-api-key`, and the user's access token if there is one.
        KeyAndOptionalBearer = "key+optional_bearer",
        /// `x-api-key` and the user's access token.
        KeyAndBearer = "key+bearer",
        /// An upload token, which is valid for one upload, as the bearer token. No API key.
        UploadToken = "upload_token",
        /// `client_id` and `client_secret` in the form body.
        Client = "client_secret",
        /// The identification key, with which the platform authenticates itself to the app.
        IdentificationKey = "identification_key",
    }
}

named! {
    /// The format of the request body.
    Body {
        /// No body.
        None = "none",
        /// `application/json`.
        Json = "json",
        /// `application/x-www-form-urlencoded`.
        Form = "form",
        /// `image/jpeg`, or `image/png` if the client allows it.
        Jpeg = "jpeg",
        /// `video/mp4`.
        Mp4 = "mp4",
        /// `multipart/form-data`.
        Multipart = "multipart",
    }
}

named! {
    /// When a request may be sent again.
    RetryClass {
        /// Also after an unclear outcome: the request is idempotent.
        Safe = "safe",
        /// Like [`Safe`](Self::Safe), but with one retry at most.
        SafeOnce = "safe_once",
        /// Like [`Safe`](Self::Safe), because the request has an id of the caller under which the platform acts once at most. A
        /// repeated request can be refused as one that was executed already, so after an unclear outcome only a success is
        /// reported as such.
        WithId = "with_id",
        /// Only if the platform certainly did not act on it: no byte was sent, or the response was 401 or 429.
        NotProcessed = "not_processed",
        /// Only if no byte was sent: every response uses up the authorization code or the upload token.
        NothingSent = "nothing_sent",
        /// Only by the refresh protocol.
        Protocol = "protocol",
        /// Not sent by this crate.
        NotSent = "not_sent",
    }
}

named! {
    /// Which of its scopes an endpoint needs.
    ScopeRule {
        /// It needs none.
        None = "none",
        /// Any one of them is enough.
        OneOf = "one_of",
        /// Each gives another member of the response, so that none of them replaces the other.
        Each = "each",
        /// They depend on the type of the event, so the row has none: [`SubscriptionType::scopes`](crate::model::event::SubscriptionType::scopes).
        OfEvent = "of_event",
    }
}

/// Whether an endpoint is current, newer than the specification, or deprecated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lifecycle {
    /// In the specification, and current there.
    Current,
    /// On the live platform, newer than the specification.
    Newer,
    /// Deprecated, kept for old apps.
    Legacy {
        /// The name of the endpoint to use instead.
        replacement: &'static str,
        /// The date of the deprecation, if known.
        since: &'static str,
    },
}

impl Lifecycle {
    /// The name in `endpoints --json`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Newer => "newer",
            Self::Legacy { .. } => "legacy",
        }
    }
}

named! {
    /// What an app on a phone may do with an endpoint through the developer's backend ([`crate::app`]).
    AppUse {
        /// Nothing: it needs a secret, acts for the app and not for the user, or is deprecated.
        Never = "never",
        /// Call it: it only reads.
        Read = "read",
        /// Call it if the backend allows it by name: it changes something.
        Write = "write",
    }
}

/// One endpoint.
#[derive(Clone, Debug)]
pub struct Endpoint {
    /// The name of the method that calls it, such as `addons.create_on_post`.
    pub name: &'static str,
    /// The specification's number, if it has one.
    pub number: Option<&'static str>,
    /// HTTP method.
    pub method: Method,
    /// The host that serves it.
    pub host: Host,
    /// Path, with `{names}` for the variable segments.
    pub path: &'static str,
    /// The credentials of the request.
    pub credentials: Credentials,
    /// The format of the body.
    pub body: Body,
    /// When it may be sent again.
    pub retry: RetryClass,
    /// The scopes, the narrowest first. `scope_rule` says which of them are needed.
    pub scopes: &'static [&'static ScopeKind],
    /// Which of the scopes are needed.
    pub scope_rule: ScopeRule,
    /// The permission that the API key needs.
    pub permission: Option<&'static str>,
    /// Whether it is current, newer or deprecated.
    pub lifecycle: Lifecycle,
    /// The name of the newer endpoint of the live platform, if there is one beside this one of the specification.
    pub newer_form: Option<&'static str>,
    /// Whether a caller may allow a retry after an unclear outcome. True for calls that put an add-on on one post:
    /// according to the documents, a second one is an update.
    pub repeatable: bool,
    /// Whether only the backend may call it, although it carries a user's token or only reads.
    pub only_backend: bool,
    /// How many times an app may make the call in total, if the platform limits that beside the calls per minute and day.
    pub max_total_calls: Option<u32>,
    /// Its purpose.
    pub purpose: &'static str,
    /// The source of its description: an anchor of `docs/platform.md`.
    pub source: &'static str,
}

impl Endpoint {
    /// Whether it is a row of the table. A request to an endpoint that has no method is also described by this type.
    pub fn is_in_table(&self) -> bool {
        self.path != Self::UNKNOWN_PATH
    }

    /// The path of an endpoint that has no method. The real path is not used here, because paths are logged and it may
    /// contain identifiers.
    pub(crate) const UNKNOWN_PATH: &str = "{path}";

    /// Whether the endpoint changes something, so that sending a request twice could have a double effect.
    pub fn is_write(&self) -> bool {
        matches!(self.retry, RetryClass::WithId | RetryClass::NotProcessed | RetryClass::NothingSent)
    }

    /// What an app on a phone may do with it through the developer's backend.
    ///
    /// Allowed are calls with the user's access token, and reads that need only the API key. Not allowed are: calls
    /// with only the API key that change something or find other people, login, uploads (they need no backend),
    /// deprecated calls, subscriptions (the backend receives their events), the chatbot (it acts for the app), and the
    /// platform's lists of values (the same for everyone, so the backend keeps them).
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

    /// The scopes as templates. `scope_rule` says which of them are needed.
    pub fn scope_templates(&self) -> Vec<String> {
        self.scopes.iter().map(|kind| kind.template()).collect()
    }

    /// The accepted scopes of a call to this address. One that is tied to an object of the path has its identifier.
    pub(crate) fn scopes_at(&self, url: &str) -> Vec<String> {
        let path = url.split(['?', '#']).next().unwrap_or_default();
        let identifier = |name: &str| {
            let mut pairs = path.rsplit('/').zip(self.path.rsplit('/'));
            let (value, _) = pairs.find(|(_, part)| part.trim_matches(['{', '}']) == name && part.starts_with('{'))?;
            percent_decode_str(value).decode_utf8().ok()
        };
        self.scopes.iter().map(|kind| kind.of(kind.object.identifier().and_then(identifier).as_deref())).collect()
    }

    /// The endpoint that replaces this one, if it is deprecated.
    pub fn replacement(&self) -> Option<&'static str> {
        match self.lifecycle {
            Lifecycle::Legacy { replacement, .. } => Some(replacement),
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
    /// The host that serves it: [`Host::name`].
    pub host: String,
    /// Path, with `{names}` for the variable segments.
    pub path: String,
    /// The credentials of the request: [`Credentials::name`].
    pub credentials: String,
    /// The format of the body: [`Body::name`].
    pub body: String,
    /// When it may be sent again: [`RetryClass::name`].
    pub retry: String,
    /// The scopes, the narrowest first. `scope_rule` says which of them are needed.
    pub scopes: Vec<String>,
    /// Which of the scopes are needed: `"none"`, `"one_of"`, `"each"`, if each gives another member of the response, or
    /// `"of_event"`, if they depend on the type of the event: then `scopes` is empty.
    pub scope_rule: String,
    /// The permission that the API key needs.
    pub permission: Option<String>,
    /// Set for a deprecated endpoint.
    pub deprecation: Option<Deprecation>,
    /// Whether it is current, newer or deprecated: `current`, `newer` or `legacy`.
    pub lifecycle: String,
    /// What an app on a phone may do with it: [`AppUse::name`].
    pub app_use: String,
    /// Its purpose.
    pub purpose: String,
    /// The source of its description.
    pub source: String,
}

/// When an endpoint was deprecated, and what to use instead.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deprecation {
    /// The name of the endpoint to use instead.
    pub replacement: String,
    /// The date of the deprecation, if known.
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
            scope_rule: self.scope_rule.name().to_owned(),
            permission: self.permission.map(str::to_owned),
            deprecation: match self.lifecycle {
                Lifecycle::Legacy { replacement, since } => {
                    Some(Deprecation { replacement: replacement.to_owned(), since: since.to_owned() })
                }
                Lifecycle::Current | Lifecycle::Newer => None,
            },
            lifecycle: self.lifecycle.name().to_owned(),
            app_use: self.app_use().name().to_owned(),
            purpose: self.purpose.to_owned(),
            source: format!("docs/platform.md#{}", self.source),
        }
    }
}

macro_rules! endpoints {
    ($($constant:ident: $name:literal, $number:expr, $method:ident $host:ident $path:literal,
       $credentials:ident, $body:ident, $retry:ident, $lifecycle:ident, $purpose:literal, $source:literal;)*) => {$(
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
            scope_rule: ScopeRule::None,
            permission: None,
            lifecycle: Lifecycle::$lifecycle,
            newer_form: None,
            repeatable: false,
            only_backend: false,
            max_total_calls: None,
            purpose: $purpose,
            source: $source,
        };
    )*};
}

/// Subscribes to events for as long as the access token is valid. It is in this file because sessions renew
/// subscriptions.
pub const EVENTS_SUBSCRIBE: &Endpoint = &Endpoint {
    name: "events.subscribe",
    number: Some("16"),
    method: Method::POST,
    host: Host::Base,
    path: "/v1/open-platform/events/subscriptions",
    credentials: Credentials::KeyAndBearer,
    body: Body::Json,
    retry: RetryClass::Safe,
    scopes: &[],
    scope_rule: ScopeRule::OfEvent,
    permission: Some("EVENTS_REGISTER_SUBSCRIPTION"),
    lifecycle: Lifecycle::Current,
    newer_form: None,
    repeatable: false,
    only_backend: true,
    max_total_calls: None,
    purpose: "Subscribes to events for as long as the access token is valid.",
    source: "subscriptions",
};

// Rows without a method in `api`: the login, and the requests that the platform sends.
endpoints! {
    OAUTH_AUTHORIZE: "oauth.authorize", Some("1"), GET Auth "/oauth2/auth",
        None, None, NotSent, Current,
        "Asks the user, in the browser, to grant scopes.", "authorization";
    OAUTH_EXCHANGE: "oauth.exchange", Some("2"), POST Auth "/oauth2/token",
        Client, Form, NothingSent, Current,
        "Exchanges the authorization code for tokens.", "token-exchange";
    OAUTH_REFRESH: "oauth.refresh", Some("3"), POST Auth "/oauth2/token",
        Client, Form, Protocol, Current,
        "Exchanges the refresh token for a new pair of tokens.", "token-refresh";
    WEBHOOK_EVENT: "webhook.event", Some("18"), POST App "{new_events_url}",
        IdentificationKey, Json, NotSent, Current,
        "The platform delivers an event to the app.", "events";
    WEBHOOK_START: "webhook.start", Some("19"), POST App "{start_url}",
        IdentificationKey, Json, NotSent, Current,
        "The platform asks the app which address to open for a user.", "start-requests";
    WEBHOOK_DYNAMIC_ACTION: "webhook.dynamic_action", None, POST App "{dynamic_action_url}",
        IdentificationKey, Json, NotSent, Newer,
        "The platform asks the app what a click on a button does.", "dynamic-actions";
}
