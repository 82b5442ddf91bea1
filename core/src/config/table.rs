//! The settings of a client, each described once: here.
//!
//! From a row come the value and its check, the builder's method with its documentation, the same in Python, Node, Kotlin and
//! Swift, and `docs/settings.md`.

use serde::Serialize;

/// A setting of a client.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Setting {
    /// The name, such as `upload_timeout`.
    pub name: &'static str,
    /// The name of the method that sets its text in Kotlin and Swift, before it is put in camel case. Most are that of the setting.
    pub method: &'static str,
    /// What its value is called.
    pub argument: &'static str,
    /// What its value is.
    pub kind: SettingKind,
    /// What it configures.
    pub group: SettingGroup,
    /// The environment variable that it is read from if code does not set it.
    pub variable: Option<&'static str>,
    /// The default, in seconds if it is a time.
    pub default: Option<&'static str>,
    /// Whether an app on a phone has it, too.
    pub is_phone: bool,
    /// What it means, in Markdown.
    pub meaning: &'static str,
    /// Meaning, default and limits, for a language that has a type for times.
    pub documentation: &'static str,
    /// The same, for a language that gives times in seconds.
    pub in_seconds: &'static str,
    /// The same, for a language that gives times in milliseconds.
    pub in_milliseconds: &'static str,
}

/// What the value of a setting is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SettingKind {
    /// A text.
    Text,
    /// Several texts.
    Texts,
    /// A secret, or a function that returns it.
    Credential,
    /// On or off.
    Flag,
    /// A whole number.
    Count,
    /// A number of attempts.
    Attempts,
    /// A number of bytes.
    Bytes,
    /// A time of more than 0 and at most 24 hours.
    Timeout,
    /// A time that may be 0.
    Wait,
    /// The address of a sandbox.
    Sandbox,
    /// The addresses of the platform.
    Hosts,
    /// The address of a store, or a store.
    Store,
    /// CA certificates as PEM text.
    Certificates,
    /// Variables of the environment.
    Variables,
    /// A function that is called with each attempt of a request.
    RequestCallback,
    /// A function that is called with each request of a token refresh.
    RefreshCallback,
    /// A function that is called with each handled event of an inbox.
    HandledEventCallback,
    /// An object with a method for each level of a log.
    Logger,
    /// The transport of requests, for tests.
    Transport,
    /// The source of the current time, for tests.
    Clock,
}

/// What a setting configures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum SettingGroup {
    /// The client.
    Client,
    /// When a request is sent again: [`RetryPolicy`](crate::policy::RetryPolicy).
    Retry,
    /// Connections of the default transport.
    Http,
    /// What the packages for Python and Node do with records of requests.
    Observe,
    /// What only the package for Node has.
    Node,
}

/// The variable that a setting comes from.
pub(crate) fn variable_of(setting: &str) -> &'static str {
    let row = SETTINGS.iter().find(|row| row.name == setting);
    row.and_then(|row| row.variable).unwrap_or_default()
}

open_platform_macros::settings! {
    /// The API key of the app, sent as `x-api-key`.
    api_key(key: Credential), variable "OPEN_PLATFORM_API_KEY";

    /// The slug of the app in the console. It is no secret.
    client_id(id: Text), variable "OPEN_PLATFORM_CLIENT_ID", phone;

    /// The client secret of the app.
    client_secret(secret: Credential), variable "OPEN_PLATFORM_CLIENT_SECRET";

    /// The redirect address of logins. It must equal one of the addresses allowed in the console, byte for byte: `https`, or
    /// `http` on a loopback address; no query, no fragment, no user name.
    redirect_uri(uri: Text), variable "OPEN_PLATFORM_REDIRECT_URI";

    /// The keys with which the platform authenticates its requests. During a key change set the old and the new one.
    identification_keys(keys: Texts), variable "OPEN_PLATFORM_IDENTIFICATION_KEYS";

    /// The addresses of the platform: authorization server, main API, second API host, image upload, upload of media of
    /// chats. The live platform by default.
    hosts(hosts: Hosts), phone;

    /// The address of a sandbox, instead of the hosts of the platform. All requests are sent there.
    sandbox_url(url: Sandbox), variable "OPEN_PLATFORM_SANDBOX_URL", method sandbox, phone;

    /// Whether `http://` addresses are allowed that are not loopback. Everyone on the network path can then read the
    /// credentials. For a sandbox in another container or beside an emulator, never for the live platform.
    allow_plain_http(on: Flag) = false, phone;

    /// Whether logins use PKCE (RFC 7636, S256), without which an intercepted authorization code can be used.
    pkce(on: Flag) = false, because "the platform does not document it. On by default on a phone", phone;

    /// Whether a refresh request omits `code`, the current access token.
    omit_refresh_code(on: Flag) = false,
        because "the specification requires it, RFC 6749 does not define it (docs/platform.md#contradiction-15)";

    /// The time limit of a call, including a token refresh, all attempts and the waits between them.
    timeout(timeout: Timeout) = 15, phone;

    /// The time limit of an upload.
    upload_timeout(timeout: Timeout) = 60, phone;

    /// The maximum size of an uploaded image of an add-on or a post, in bytes.
    max_image_bytes(bytes: Bytes) = 5000000,
        because "an assumption, the platform states a limit only for images in chats (docs/platform.md#chat-media)", at_least 1,
        phone;

    /// The maximum size of an uploaded video of a post, in bytes.
    max_video_bytes(bytes: Bytes) = 50000000,
        because "an assumption, the platform states a limit only for videos in chats (docs/platform.md#chat-media)", at_least 1;

    /// Whether images of add-ons and posts may be PNG, too.
    allow_png(on: Flag) = false,
        because "the platform prefers JPEG, and its documents do not say how it treats other formats (docs/platform.md#image-upload)",
        phone;

    /// The maximum length of a message, in characters.
    max_message_chars(characters: Count) = 4096, because "an assumption, the platform states no limit", at_least 1, phone;

    /// The maximum length of a button's caption, in characters.
    max_caption_chars(characters: Count) = 256, because "an assumption, the platform states no limit", at_least 1, phone;

    /// The maximum length of an image name in an add-on, in characters.
    max_image_name_chars(characters: Count) = 256, because "an assumption, the platform states no limit", at_least 1, phone;

    /// The maximum size of the JSON body of a call, in bytes. Texts and objects in it for which the platform states no limit have no
    /// other one. Uploads and raw requests do not have this limit. Hooks and gateways refuse more than their own limit of a body, by
    /// default 256 KiB.
    max_body_bytes(bytes: Bytes) = 1048576, because "a choice of the SDK that only stops mistakes", at_least 1, phone;

    /// The maximum number of buttons of a message, both sides together.
    max_buttons(buttons: Count) = 9,
        because "the specification says so. Newer documents allow nine for each side, which is 18 (docs/platform.md#send-message)",
        phone;

    /// The maximum time between the start of a login and the user's return.
    login_lifetime(lifetime: Timeout) = 600, because "a choice of the SDK, the platform states no limit", phone;

    /// The maximum number of pending logins in the store. If there are more, the oldest are deleted, and their users have to
    /// start again, so that login requests without end cannot fill the store. For a short time there may be a tenth more.
    /// Logins that nobody completed are deleted in the background, about 20 minutes after their start.
    max_pending_logins(logins: Count) = 20000, because "about 12 MB", at_least 1;

    /// How long the platform's lists of values are used again without a request: the responses of the calls of `assets`, at
    /// most 256 of them. Off by default: each call sends a request.
    asset_max_age(age: Timeout), variable "OPEN_PLATFORM_ASSET_MAX_AGE";

    /// The maximum number of attempts per request, including the first. 1 turns retries off. A request that changes something
    /// is only sent again if the platform provably did not act on it.
    max_attempts(attempts: Attempts) = 3, group retry, at_least 1;

    /// The base of the backoff after a connection failure or a 5xx: the wait before the n-th retry is random, up to this times
    /// 2^(n-1).
    transient_base(wait: Wait) = 0.1, group retry;

    /// The base of the backoff after a 429.
    throttled_base(wait: Wait) = 1, group retry;

    /// The maximum backoff.
    max_backoff(wait: Wait) = 5, group retry;

    /// The maximum `Retry-After` that is waited for. If it is longer, the call fails at once, and the error says how long to
    /// wait.
    max_retry_after(wait: Wait) = 60, group retry;

    /// The store of grants and pending logins: an address such as `sqlite:///var/lib/app/grants.db`, `postgres://app@db/app`
    /// or `redis://cache/0`, or a custom store. By default the store is in memory: after a restart all users have to log in
    /// again.
    store(store: Store), variable "OPEN_PLATFORM_STORE", method store_url;

    /// The keys that encrypt the store: 32 random bytes each in base64, as `openssl rand -base64 32` prints them. The first
    /// encrypts, all decrypt. The single word `unencrypted` turns encryption off.
    store_keys(keys: Texts), variable "OPEN_PLATFORM_STORE_KEYS";

    /// CA certificates to trust in addition to the bundled ones, as PEM text: for all requests, and on a server also for the
    /// connection to the store.
    root_certificates_pem(pem: Certificates), variable "OPEN_PLATFORM_ROOT_CERTIFICATES_PEM", phone;

    /// The time limit of connecting, including TLS.
    connect_timeout(timeout: Timeout) = 3, group http;

    /// The maximum number of idle connections per host.
    max_idle_per_host(connections: Count) = 128, because "ideally the number of concurrent calls", group http;

    /// Whether `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY` are used.
    environment_proxy(on: Flag) = false,
        because "a proxy sees the destination of calls, and over plain HTTP the credentials, too", group http;

    /// Called with an `Attempt` for each request of a call, when its outcome is known. It must not block. An exception in it does
    /// not change the call. See docs/observe.md.
    on_request(callback: RequestCallback), group observe;

    /// Called with a `Refresh` for each request of a token refresh, in the same way.
    on_refresh(callback: RefreshCallback), group observe;

    /// Called with a `HandledEvent` for each event of an inbox that a worker has handled, in the same way.
    on_handled_event(callback: HandledEventCallback), group observe;

    /// Where requests and refreshes are logged: an object with the methods `debug`, `info`, `warn` and `error`, such as `console`.
    logger(logger: Logger), group node;

    /// Whether calls are spans of OpenTelemetry and send `traceparent`, if the program uses OpenTelemetry.
    tracing(on: Flag) = true, group observe;

    /// For tests: the environment variables to read instead of those of the process. Without any the client is
    /// independent of its environment.
    environment(variables: Variables);

    /// For tests: the transport of requests, instead of HTTP.
    transport(transport: Transport);

    /// For tests: the source of the current time.
    clock(clock: Clock), phone;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::message::MessageLimits;
    use crate::model::widget::WidgetLimits;
    use crate::policy::RetryPolicy;

    /// The default of a setting as a number, in seconds if it is a time.
    fn default(name: &str) -> f64 {
        let row = SETTINGS.iter().find(|row| row.name == name).unwrap();
        row.default.unwrap().replace(',', "").parse().unwrap()
    }

    #[test]
    fn the_table_has_the_defaults_of_what_it_configures() {
        let retry = RetryPolicy::default();
        assert_eq!(default("max_attempts"), f64::from(retry.max_attempts));
        for (name, wait) in [
            ("transient_base", retry.transient_base),
            ("throttled_base", retry.throttled_base),
            ("max_backoff", retry.max_backoff),
            ("max_retry_after", retry.max_retry_after),
        ] {
            assert_eq!(default(name), wait.as_secs_f64(), "{name}");
        }
        let (plain, messages) = (PlainSettings::default(), MessageLimits::default());
        assert_eq!(plain.max_message_chars, messages.text_chars);
        assert_eq!(plain.max_caption_chars, messages.caption_chars);
        assert_eq!(plain.max_buttons, messages.buttons);
        assert_eq!(plain.max_image_name_chars, WidgetLimits::default().image_name_chars);
    }

    #[test]
    fn documentation_has_unit_default_and_limits() {
        let row = SETTINGS.iter().find(|row| row.name == "upload_timeout").unwrap();
        let limits = "more than 0, at most 24 hours.";
        assert_eq!(row.documentation, format!("The time limit of an upload. 60 s by default; {limits}"));
        let expected = format!("The time limit of an upload. In milliseconds, 60,000 by default; {limits}");
        assert_eq!(row.in_milliseconds, expected);
        assert!(SETTINGS.iter().any(|row| row.documentation.contains("20,000 by default: about 12 MB; at least 1.")));
    }

    #[test]
    fn variables_are_named_after_their_settings() {
        for row in SETTINGS {
            if let Some(variable) = row.variable {
                assert_eq!(variable, format!("OPEN_PLATFORM_{}", row.name.to_uppercase()));
                assert_eq!(variable_of(row.name), variable);
            }
        }
    }
}
