//! The checked configuration. Invalid settings are refused here, before any call.

use std::sync::Arc;
use std::time::Duration;

use http::HeaderValue;

use crate::clock::checked_timeout;
use crate::endpoint::{Endpoint, Host, RetryClass};
use crate::error::{Error, Result};
use crate::loopback::is_loopback;
use crate::model::message::MessageLimits;
use crate::model::widget::WidgetLimits;
use crate::observe::Observers;
use crate::policy::RetryPolicy;
use crate::secret::{Secret, SecretError, SecretSource};

pub(crate) mod redirect_uri;
pub(crate) mod table;

pub use redirect_uri::check_redirect_uri;
use redirect_uri::has_dot_segments;
pub(crate) use redirect_uri::{check_app_redirect_uri, has_scheme_of_an_app};
use table::{PlainSettings, variable_of};
pub use table::{SETTINGS, Setting, SettingGroup, SettingKind};

const TOKEN_TIMEOUT: Duration = Duration::from_secs(10);
/// The timeout of a credential source.
const SOURCE_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest credential, in bytes. The platform's have about a hundred.
const MAX_CREDENTIAL: usize = 4096;

/// The addresses of the platform. Each may have a path; a trailing slash does not matter.
#[cfg_attr(feature = "node", crate::ffi::data(options))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    /// The authorization server.
    pub auth: String,
    /// The main API.
    pub base: String,
    /// The second API host, which one legacy call uses.
    pub api: String,
    /// The image upload host. It gets no credentials.
    pub upload: String,
    /// The upload host for media of chats. It gets upload tokens only.
    pub chat: String,
}

impl Hosts {
    /// The live platform (docs/platform.md#hosts).
    pub fn live() -> Self {
        Self {
            auth: "https://oauth.divar.ir".into(),
            base: "https://open-api.divar.ir".into(),
            api: "https://api.divar.ir".into(),
            upload: "https://divar.ir".into(),
            chat: "https://chat.divar.ir".into(),
        }
    }

    /// All hosts below one address, as the sandbox serves them: `/auth`, `/base`, `/api`, `/upload` and `/chat`.
    pub fn sandbox(url: impl AsRef<str>) -> Self {
        let url = url.as_ref().trim_end_matches('/');
        let below = |name: &str| format!("{url}/{name}");
        Self {
            auth: below("auth"),
            base: below("base"),
            api: below("api"),
            upload: below("upload"),
            chat: below("chat"),
        }
    }

    fn checked(self, plain_http: bool) -> Result<Self> {
        let check = |name: &str, url: &str| check_address(name, url, plain_http);
        // A sandbox is given by one address, not by these names. The first host has the same errors as that address.
        let is_sandbox = |url: &str| self.upload == Self::sandbox(url).upload;
        let auth = if self.auth.strip_suffix("/auth").is_some_and(is_sandbox) { "sandbox_url" } else { "hosts.auth" };
        Ok(Self {
            auth: check(auth, &self.auth)?,
            base: check("hosts.base", &self.base)?,
            api: check("hosts.api", &self.api)?,
            upload: check("hosts.upload", &self.upload)?,
            chat: check("hosts.chat", &self.chat)?,
        })
    }
}

/// The source of a credential.
#[derive(Clone)]
pub(crate) enum Credential {
    Fixed(Secret),
    Provider(Arc<dyn Fn() -> Secret + Send + Sync>),
    Source(Arc<dyn SecretSource>),
}

impl Credential {
    async fn get(&self, setting: &str, limit: Duration) -> Result<Secret> {
        let secret = match self {
            Self::Fixed(secret) => return Ok(secret.clone()),
            Self::Provider(provider) => provider(),
            Self::Source(source) => match tokio::time::timeout(limit.min(SOURCE_TIMEOUT), source.secret()).await {
                Ok(secret) => secret.map_err(|SecretError { reason, cause }| {
                    let setting = setting.to_owned();
                    Error::Config { setting, reason, cause }
                })?,
                Err(_) => return Err(Error::config(setting, "its source returned nothing in time")),
            },
        };
        check_text(setting, secret.expose())?;
        Ok(secret)
    }
}

/// The settings of a client as given, not checked yet.
#[derive(Clone, Default)]
pub(crate) struct Settings {
    /// Whether it is an app on a phone, whose redirect address may have a scheme of its own.
    pub(crate) is_app: bool,
    pub(crate) api_key: Option<Credential>,
    pub(crate) client_secret: Option<Credential>,
    pub(crate) identification_keys: Vec<Secret>,
    pub(crate) hosts: Option<Hosts>,
    pub(crate) retry: RetryPolicy,
    pub(crate) observers: Observers,
    /// The settings that are plain values.
    pub(crate) plain: PlainSettings,
}

/// The configuration of a client.
pub(crate) struct Config {
    /// The checked settings that are plain values.
    pub(crate) plain: PlainSettings,
    pub(crate) retry: RetryPolicy,
    pub(crate) message_limits: MessageLimits,
    pub(crate) widget_limits: WidgetLimits,
    pub(crate) observers: Observers,
    hosts: Hosts,
    api_key: Option<Credential>,
    /// The header of a fixed API key.
    api_key_header: Option<HeaderValue>,
    client_secret: Option<Credential>,
    identification_keys: Vec<Secret>,
}

impl Config {
    pub(crate) fn new(settings: Settings) -> Result<Self> {
        let mut api_key_header = None;
        if let Some(Credential::Fixed(key)) = &settings.api_key {
            api_key_header = Some(header("api_key", key)?);
        }
        if let Some(Credential::Fixed(secret)) = &settings.client_secret {
            check_text("client_secret", secret.expose())?;
        }
        let plain = settings.plain;
        if let Some(id) = &plain.client_id {
            check_text("client_id", id)?;
        }
        if let Some(uri) = &plain.redirect_uri {
            let check = if settings.is_app { check_app_redirect_uri } else { check_redirect_uri };
            check(uri).map_err(|error| match error {
                Error::InvalidInput { field, reason } => Error::config(field, reason),
                other => other,
            })?;
            // Another app on the phone can claim the same scheme and receive the code (RFC 8252 section 8.1).
            if has_scheme_of_an_app(uri) && !plain.pkce {
                return Err(Error::config(
                    "redirect_uri",
                    "has a scheme of the app's own, which needs PKCE: turn it on",
                ));
            }
        }
        for key in &settings.identification_keys {
            check_text("identification_keys", key.expose())?;
        }
        plain.check()?;
        table::check_retry(&settings.retry)?;
        Ok(Self {
            retry: settings.retry,
            message_limits: MessageLimits {
                text_chars: plain.max_message_chars,
                caption_chars: plain.max_caption_chars,
                buttons: plain.max_buttons,
            },
            observers: settings.observers,
            widget_limits: WidgetLimits { image_name_chars: plain.max_image_name_chars },
            hosts: settings.hosts.unwrap_or_else(Hosts::live).checked(plain.allow_plain_http)?,
            api_key: settings.api_key,
            api_key_header,
            client_secret: settings.client_secret,
            identification_keys: settings.identification_keys,
            plain,
        })
    }

    /// The address of a host, without a trailing slash.
    pub(crate) fn base(&self, host: Host) -> &str {
        match host {
            Host::Auth => &self.hosts.auth,
            // Requests to the app come from the platform. This client sends nothing to `Host::App`.
            Host::Base | Host::App => &self.hosts.base,
            Host::Api => &self.hosts.api,
            Host::Upload => &self.hosts.upload,
            Host::Chat => &self.hosts.chat,
        }
    }

    /// The timeout of a whole call to a host.
    pub(crate) fn timeout(&self, host: Host) -> Duration {
        match host {
            Host::Auth => TOKEN_TIMEOUT,
            Host::Upload | Host::Chat => self.plain.upload_timeout,
            Host::Base | Host::Api | Host::App => self.plain.timeout,
        }
    }

    /// The current API key as a sensitive header, or an error that says how to set it.
    pub(crate) async fn api_key_header(&self, limit: Duration) -> Result<HeaderValue> {
        match (&self.api_key_header, &self.api_key) {
            (Some(header), _) => Ok(header.clone()),
            (None, Some(key)) => header("api_key", &key.get("api_key", limit).await?),
            (None, None) => Err(missing("api_key")),
        }
    }

    /// The app's slug, or an error that says how to set it.
    pub(crate) fn client_id(&self) -> Result<&str> {
        self.plain.client_id.as_deref().ok_or_else(|| missing("client_id"))
    }

    /// The current client secret, or an error that says how to set it.
    pub(crate) async fn client_secret(&self) -> Result<Secret> {
        let secret = self.client_secret.as_ref().ok_or_else(|| missing("client_secret"));
        secret?.get("client_secret", SOURCE_TIMEOUT).await
    }

    /// The redirect URI, or an error that says how to set it.
    pub(crate) fn redirect_uri(&self) -> Result<&str> {
        self.plain.redirect_uri.as_deref().ok_or_else(|| missing("redirect_uri"))
    }

    pub(crate) fn identification_keys(&self) -> &[Secret] {
        &self.identification_keys
    }
}

fn missing(setting: &str) -> Error {
    let variable = variable_of(setting);
    Error::config(setting, format!("this call needs it: set it where the client is made, or {variable}"))
}

fn header(setting: &str, key: &Secret) -> Result<HeaderValue> {
    check_text(setting, key.expose())?;
    let mut value =
        HeaderValue::from_str(key.expose()).map_err(|_| Error::config(setting, "cannot be sent in a header"))?;
    value.set_sensitive(true);
    Ok(value)
}

/// Checks a value of the app for use in a header or a form. The error does not contain it.
fn check_text(setting: &str, value: &str) -> Result<()> {
    let reason = if value.is_empty() {
        "is empty"
    } else if value.trim() != value {
        "has white space around it: if it comes from a file, trim it"
    } else if value.len() > MAX_CREDENTIAL {
        "is longer than 4,096 characters"
    } else if !value.bytes().all(|b| b.is_ascii_graphic()) {
        "may have only printable ASCII without spaces"
    } else {
        return Ok(());
    };
    Err(Error::config(setting, reason))
}

/// Like [`check_base`], for a setting of this name.
pub(crate) fn check_address(setting: &str, text: &str, plain_http: bool) -> Result<String> {
    check_base(text, plain_http).map_err(|reason| Error::config(setting, reason))
}

/// Checks a base address and removes its trailing slash. An ambiguous address is refused, never corrected.
fn check_base(text: &str, plain_http: bool) -> Result<String, &'static str> {
    // Parsers silently drop or change these characters, so the result could be another address than the intended one.
    if !text.bytes().all(|b| b.is_ascii_graphic()) {
        return Err("may have only printable ASCII without spaces: write other host names in punycode");
    }
    if text.contains('\\') {
        return Err("must have no backslash");
    }
    let (_, rest) = text.split_once("://").ok_or("must be absolute: https://host")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.is_empty() {
        return Err("has no host");
    }
    if authority.contains('@') {
        return Err("must not have a user name or password");
    }
    if rest.contains(['?', '#']) {
        return Err("must not have a query or a fragment");
    }
    if has_dot_segments(rest.get(authority.len()..).unwrap_or_default()) {
        return Err("must have no . or .. in its path");
    }
    let url = url::Url::parse(text).map_err(|_| "is not an absolute URL")?;
    let host = url.host_str().ok_or("has no host")?;
    let (named, port) = match authority.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port),
        _ => (authority, "443"),
    };
    if port.is_empty() || !port.bytes().all(|b| b.is_ascii_digit()) {
        return Err("has a port that is no number");
    }
    // An IPv6 address has many spellings, which are all equivalent.
    if !named.starts_with('[') && !named.eq_ignore_ascii_case(host) {
        return Err(
            "has a host in a form that would be changed: write its plain name, or an IPv4 address as four numbers",
        );
    }
    match url.scheme() {
        "https" => {}
        "http" if plain_http || is_loopback(&url) => {}
        "http" => {
            return Err("must be https: http is allowed on loopback only, or with the setting `allow_plain_http`");
        }
        _ => return Err("must be https"),
    }
    if host.contains("xn--") {
        // The ASCII form shows that a name only looks like a known one.
        tracing::warn!(host, "a base address has an internationalised host name");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Options of a single call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CallOptions {
    /// The timeout of the whole call, including a refresh, all attempts and the waits between them. More than 0, at
    /// most 24 hours.
    pub timeout: Option<Duration>,
    /// Whether an add-on on a post may be sent again after an unclear outcome. Off by default.
    ///
    /// According to the documents, the same call also updates (docs/platform.md#post-addons), so sending it twice
    /// results in one add-on. But a late repetition overwrites what another call has written meanwhile. User add-ons
    /// and semantic records are never repeated, because they may use up a payment ticket.
    pub repeat_post_addons: bool,
    /// The largest response of a raw request, in bytes.
    pub(crate) max_response: Option<usize>,
}

impl CallOptions {
    /// Options with a timeout for the whole call: more than 0, at most 24 hours. A call with any other is refused.
    pub fn timeout(timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..Self::default() }
    }

    /// Allows sending an add-on on a post again: see [`repeat_post_addons`](Self::repeat_post_addons).
    #[must_use]
    pub fn repeat_post_addons(mut self) -> Self {
        self.repeat_post_addons = true;
        self
    }

    /// The same options, if they are valid.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `timeout`.
    pub fn checked(self) -> Result<Self> {
        self.timeout.map(checked_timeout).transpose().map_err(|reason| Error::invalid("timeout", reason))?;
        Ok(self)
    }

    /// The retry class of a call of `endpoint` with these options.
    pub(crate) fn retry_class(&self, endpoint: &Endpoint) -> RetryClass {
        if self.repeat_post_addons && endpoint.repeatable { RetryClass::Safe } else { endpoint.retry }
    }
}
