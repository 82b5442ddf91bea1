//! The platform as a table.
//!
//! One row per endpoint. The client builds requests from it, the sandbox routes and authorises by it, the scope
//! calculator, the retry policy, the tracing spans and the documents read it. Nothing about an endpoint is written
//! anywhere else.

pub mod live;

use http::Method;
use serde::Serialize;

use crate::scope::{self as s, ScopeKind};

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
    /// On the live platform, newer than the specification (facts part 3).
    Newer,
    /// Kept for old apps.
    Legacy {
        /// The name of the endpoint to use instead.
        replacement: &'static str,
        /// Since when it is deprecated, as far as is known (facts part 1.13).
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
    /// What it is for.
    pub purpose: &'static str,
    /// Where it is described.
    pub source: &'static str,
}

impl Endpoint {
    /// Whether the endpoint changes something, so that sending it twice could do it twice.
    pub fn is_write(&self) -> bool {
        matches!(self.retry, RetryClass::Unsent | RetryClass::NeverAnswered)
    }

    /// Whether the endpoint puts an add-on on one post: by the documents an update where there is one already, so that
    /// the caller may allow to repeat it.
    pub fn is_post_addon(&self) -> bool {
        matches!(
            self.name,
            "addons.create_on_post" | "legacy.addons.create_on_post" | "legacy.addons.create_on_post_by_key"
        )
    }

    /// What an app on a phone may do with it, through the developer's backend.
    ///
    /// Calls that act with the user's access token, and reads that need the API key alone. Not open: what is sent with the
    /// API key alone and changes something or looks other people up, login, uploads (they need no backend), old forms,
    /// subscriptions (their events come to the backend) and the chatbot (it speaks for the app).
    pub fn app_use(&self) -> AppUse {
        let of_the_backend = matches!(self.name, "events.subscribe" | "chatbot.send");
        if self.host != Host::Base || self.replacement().is_some() || of_the_backend {
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

    /// The form that the live platform has now beside this form of the specification (facts part 2).
    pub fn newer_form(&self) -> Option<&'static Self> {
        match self.name {
            "users.phone_numbers" => Some(USERS_ME),
            "addons.create_for_user" => Some(ADDONS_CREATE_FOR_USER_ID),
            "semantics.create_for_user" => Some(SEMANTICS_CREATE_FOR_USER_ID),
            "semantics.delete_for_user" => Some(SEMANTICS_DELETE_FOR_USER_ID),
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
    /// Since when it is deprecated, as far as is known (facts part 1.13).
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
            source: self.source.to_owned(),
        }
    }
}

/// The endpoint of this name.
pub fn find(name: &str) -> Option<&'static Endpoint> {
    ALL.iter().copied().find(|endpoint| endpoint.name == name)
}

macro_rules! endpoints {
    ($($constant:ident: $name:literal, $number:expr, $method:ident $host:ident $path:literal,
       $credentials:ident, $body:ident, $retry:ident, [$($scope:ident),*], $permission:expr, $standing:expr,
       $purpose:literal, $source:literal;)*) => {
        $(
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
                scopes: &[$(&s::$scope),*],
                permission: $permission,
                standing: $standing,
                purpose: $purpose,
                source: $source,
            };
        )*

        /// Every endpoint, in the order of the specification.
        pub const ALL: &[&Endpoint] = &[$($constant),*];
    };
}

const fn legacy(replacement: &'static str, since: &'static str) -> Standing {
    Standing::Legacy { replacement, since }
}

use Standing::{Current, Newer};

endpoints! {
    OAUTH_AUTHORIZE: "oauth.authorize", Some("1"), GET Auth "/oauth2/auth",
        None, None, NotSent, [], None, Current,
        "Ask the user, in the browser, to grant scopes.", "spec 1; facts 4.1";
    OAUTH_EXCHANGE: "oauth.exchange", Some("2"), POST Auth "/oauth2/token",
        Client, Form, NeverAnswered, [], None, Current,
        "Exchange the authorization code for tokens.", "spec 2; facts 4.1";
    OAUTH_REFRESH: "oauth.refresh", Some("3"), POST Auth "/oauth2/token",
        Client, Form, Protocol, [], None, Current,
        "Exchange the refresh token for a new pair of tokens.", "spec 3; facts 4.1";

    USERS_PHONE_NUMBERS: "users.phone_numbers", Some("4"), POST Base "/v1/open-platform/users",
        KeyAndBearer, Json, Safe, [USER_PHONE], Some("USER_RETRIEVE"), Current,
        "Read the user's phone numbers.", "spec 4; facts 1.5";
    USERS_ME: "users.me", None, GET Base "/v1/open-platform/users",
        KeyAndBearer, None, Safe, [USER_ID, USER_PHONE], Some("USER_RETRIEVE"), Newer,
        "Read the user's id and phone number.", "facts 1.5";
    USERS_ID_BY_PHONE: "users.id_by_phone", None, POST Base "/v1/open-platform/get-user-id-by-phone",
        Key, Json, Safe, [], Some("GET_USER_ID_BY_PHONE"), Newer,
        "Find the id of the user with a phone number.", "facts 1.5";

    POSTS_GET: "posts.get", Some("5"), GET Base "/v1/open-platform/finder/post/{post_token}",
        Key, None, Safe, [], Some("GET_POST"), Current,
        "Read a published post.", "spec 5; facts 1.1";
    POSTS_GET_WITH_ONGOING_IMAGES: "posts.get_with_ongoing_images", Some("6"), GET Base "/v1/open-platform/finder/post/{post_token}",
        KeyAndBearer, None, Safe, [POST_ONGOING_IMAGES_GET], Some("GET_POST"), Current,
        "Read a post with the images it has before publication.", "spec 6; facts 1.1";

    IMAGES_UPLOAD: "images.upload", Some("7"), PUT Upload "/v2/image-service/open-platform/image.jpg",
        None, Jpeg, SafeOnce, [], None, Current,
        "Upload an image for a widget. It is temporary until a widget uses it.", "spec 7; facts 1.2.6";

    ADDONS_CREATE_ON_POST: "addons.create_on_post", Some("8"), POST Base "/v2/open-platform/addons/post/{post_token}",
        KeyAndBearer, Json, Unsent, [POST_ADDON_CREATE, USER_POSTS_ADDON_CREATE], Some("ADD_ON_CREATE"), Current,
        "Create or replace this app's add-on on a post.", "spec 8; facts 1.3.1";
    LEGACY_ADDONS_CREATE_ON_POST_BY_KEY: "legacy.addons.create_on_post_by_key", Some("8a"), POST Api "/v2/open-platform/add-ons/post/{post_token}",
        Key, Json, Unsent, [], Some("ADD_ON_CREATE"), legacy("addons.create_on_post", "2025-04-27"),
        "Create an add-on with images, in the form of one old example.", "spec 8a; facts 2 row 2";
    ADDONS_CREATE_FOR_USER: "addons.create_for_user", Some("9"), POST Base "/v2/open-platform/addons/user/{phone}",
        KeyAndBearer, Json, Unsent, [USER_ADDON_CREATE], Some("USER_ADDON_CREATE"), Current,
        "Create or replace this app's add-on on the user with a phone number.", "spec 9; facts 1.3.2";
    ADDONS_CREATE_FOR_USER_ID: "addons.create_for_user_id", None, POST Base "/v2/open-platform/addons/users/{user_id}",
        KeyAndBearer, Json, Unsent, [USER_ADDON_CREATE], Some("USER_ADDON_CREATE"), Newer,
        "Create or replace this app's add-on on the user with an id.", "facts 1.3.2";
    ADDONS_CREATE_FOR_BUSINESS: "addons.create_for_business", None, POST Base "/v1/open-platform/addons/business/{business_token}",
        KeyAndBearer, Json, Unsent, [BUSINESS_ADDON_CREATE], Some("BUSINESS_ADDON_CREATE"), Newer,
        "Create this app's add-on on all posts of a business. By invitation only.", "facts 1.3.3";
    ADDONS_DELETE_FROM_POST: "addons.delete_from_post", None, DELETE Base "/v1/open-platform/addons/post/{post_token}",
        Key, None, Safe, [], Some("ADD_ON_DELETE"), Newer,
        "Remove this app's add-ons from a post.", "facts 1.3.5";
    ADDONS_DELETE_FOR_USER: "addons.delete_for_user", None, DELETE Base "/v1/open-platform/addons/user/{id}",
        Key, None, Safe, [], Some("USER_ADDON_DELETE"), Newer,
        "Remove a user add-on by the id its creation returned, with its copies on posts.", "facts 1.3.5";
    LEGACY_ADDONS_CREATE_ON_POST: "legacy.addons.create_on_post", Some("10"), POST Base "/v1/open-platform/add-ons/post/{post_token}",
        KeyAndBearer, Json, Unsent, [POST_ADDON_CREATE, USER_POSTS_ADDON_CREATE], Some("ADD_ON_CREATE"), legacy("addons.create_on_post", "2024-10-27"),
        "Create a post add-on in the old widget format.", "spec 10; facts 1.2.5";
    LEGACY_ADDONS_CREATE_FOR_USER: "legacy.addons.create_for_user", Some("10"), POST Base "/v1/open-platform/addons/user/{phone}",
        KeyAndBearer, Json, Unsent, [USER_ADDON_CREATE], Some("USER_ADDON_CREATE"), legacy("addons.create_for_user", "2024-10-27"),
        "Create a user add-on in the old widget format.", "spec 10; facts 1.2.5";

    SEMANTICS_CREATE_FOR_USER: "semantics.create_for_user", Some("11"), POST Base "/v1/open-platform/semantic/user/{phone}",
        KeyAndBearer, Json, Unsent, [USER_VERIFICATION_CREATE], Some("USER_SEMANTIC_CREATE"), Current,
        "Create or replace the semantic record of the user with a phone number.", "spec 11; facts 1.4.4";
    SEMANTICS_DELETE_FOR_USER: "semantics.delete_for_user", Some("12"), DELETE Base "/v1/open-platform/semantic/user/{phone}",
        Key, None, Safe, [], Some("USER_SEMANTIC_DELETE"), Current,
        "Delete the semantic record of the user with a phone number.", "spec 12; facts 1.4.4";
    SEMANTICS_CREATE_FOR_USER_ID: "semantics.create_for_user_id", None, POST Base "/v1/open-platform/semantic/users/{user_id}",
        KeyAndBearer, Json, Unsent, [USER_VERIFICATION_CREATE], Some("USER_SEMANTIC_CREATE"), Newer,
        "Create or replace the semantic record of the user with an id.", "facts 1.4.4";
    SEMANTICS_DELETE_FOR_USER_ID: "semantics.delete_for_user_id", None, DELETE Base "/v1/open-platform/semantic/users/{user_id}",
        Key, None, Safe, [], Some("USER_SEMANTIC_DELETE"), Newer,
        "Delete the semantic record of the user with an id. Takes the phone number as the query parameter `phone`.", "facts 1.4.4";
    SEMANTICS_CREATE_FOR_POST: "semantics.create_for_post", None, POST Base "/experimental/open-platform/semantic/post/{post_token}",
        KeyAndBearer, Json, Unsent, [POST_SEMANTIC_CREATE], Some("POST_SEMANTIC_CREATE"), Newer,
        "Create or replace the semantic record of a post.", "facts 1.4.4";
    LEGACY_VERIFICATIONS_CREATE: "legacy.verifications.create", Some("13"), POST Base "/v1/open-platform/verifications/user/{phone}",
        KeyAndBearer, Json, Unsent, [USER_VERIFICATION_CREATE], Some("USER_SEMANTIC_CREATE"), legacy("semantics.create_for_user", "2024-10-27"),
        "Create a user verification.", "spec 13; facts 1.13";
    LEGACY_VERIFICATIONS_DELETE: "legacy.verifications.delete", Some("13"), DELETE Base "/v1/open-platform/verifications/user/{phone}",
        Key, None, Safe, [], Some("USER_SEMANTIC_DELETE"), legacy("semantics.delete_for_user", "2024-10-27"),
        "Delete a user verification.", "spec 13; facts 1.13";

    CONVERSATIONS_SEND: "conversations.send", Some("14"), POST Base "/v2/open-platform/conversations/{conversation_id}/messages",
        KeyAndBearer, Json, Unsent, [CONVERSATION_SEND_MESSAGE, CHAT_POST_CONVERSATIONS_MESSAGE_SEND, CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND], Some("CHAT_SEND_MESSAGE_OAUTH"), Current,
        "Send a message into a conversation, as the user.", "spec 14; facts 1.6.1";
    CONVERSATIONS_GET: "conversations.get", None, GET Base "/v1/open-platform/chat/conversations/{conversation_id}",
        KeyAndBearer, None, Safe, [CHAT_CONVERSATION_READ], Some("CHAT_READ_CONVERSATION"), Newer,
        "Read the text messages of a conversation.", "facts 1.6.3";
    CHATBOT_REPLY: "chatbot.reply", None, POST Base "/v1/open-platform/chat/bot/conversations/{conversation_id}/messages",
        KeyAndOptionalBearer, Json, Unsent, [], Some("CHAT_BOT_SEND_MESSAGE"), Newer,
        "Answer in a conversation with the app's chatbot.", "facts 1.6.2";
    CHATBOT_SEND: "chatbot.send", None, POST Base "/v1/open-platform/chat/bot/users/{user_id}/messages",
        KeyAndBearer, Json, Unsent, [CHAT_BOT_USER_MESSAGE_SEND], Some("CHAT_BOT_SEND_MESSAGE"), Newer,
        "Let the app's chatbot write to the user first.", "facts 1.6.2";
    LEGACY_CONVERSATIONS_SEND: "legacy.conversations.send", Some("15"), POST Base "/v2/open-platform/chat/conversation",
        KeyAndBearer, Json, Unsent, [CHAT_MESSAGE_SEND], Some("CHAT_SEND_MESSAGE_OAUTH"), legacy("conversations.send", "2024-11-04"),
        "Send a message with at most one button for each side.", "spec 15; facts 1.13";

    EVENTS_SUBSCRIBE: "events.subscribe", Some("16"), POST Base "/v1/open-platform/events/subscriptions",
        KeyAndBearer, Json, Safe, [], Some("EVENTS_REGISTER_SUBSCRIPTION"), Current,
        "Subscribe to events for as long as the access token lives. The scope depends on the event type.", "spec 16; facts 1.7.1";
    LEGACY_EVENTS_LISTEN: "legacy.events.listen", Some("17"), POST Base "/v1/open-platform/notify/chat/post-conversations",
        KeyAndBearer, Json, Safe, [CHAT_POST_CONVERSATIONS_READ], None, legacy("events.subscribe", "2024-11-04"),
        "Have the messages of one post sent to an address.", "spec 17; facts 1.13";

    WEBHOOK_EVENT: "webhook.event", Some("18"), POST App "{new_events_url}",
        IdentificationKey, Json, NotSent, [], None, Current,
        "The platform delivers an event to the app.", "spec 18; facts 1.7";
    WEBHOOK_START: "webhook.start", Some("19"), POST App "{start_url}",
        IdentificationKey, Json, NotSent, [], None, Current,
        "The platform asks the app where to send a user who enters it.", "spec 19; facts 1.8";
    WEBHOOK_DYNAMIC_ACTION: "webhook.dynamic_action", None, POST App "{dynamic_action_url}",
        IdentificationKey, Json, NotSent, [], None, Newer,
        "The platform asks the app what a click on a button does.", "facts 1.8.4";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_specification_is_there() {
        let numbers: Vec<_> = ALL.iter().filter_map(|e| e.number).collect();
        for number in (1..=19).map(|n| n.to_string()).chain(["8a".to_owned()]) {
            assert!(numbers.contains(&number.as_str()), "{number}");
        }
    }

    #[test]
    fn names_are_unique_and_replacements_exist() {
        for (index, endpoint) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|e| e.name != endpoint.name), "{}", endpoint.name);
            assert_eq!(endpoint.name.starts_with("legacy."), endpoint.replacement().is_some(), "{}", endpoint.name);
            if let Some(replacement) = endpoint.replacement() {
                assert!(find(replacement).is_some_and(|e| e.replacement().is_none()), "{}", endpoint.name);
            }
        }
    }

    #[test]
    fn the_upload_host_gets_no_credentials() {
        assert!(ALL.iter().filter(|e| e.host == Host::Upload).all(|e| e.credentials == Credentials::None));
    }
}
