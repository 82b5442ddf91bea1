//! What the example apps have in common and what is about the web, not about the platform: the session cookie, a memory
//! in place of a database, pages, errors as pages, and the server.

use std::collections::HashMap;
use std::fmt::Display;
use std::net::Ipv4Addr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, IntoResponseParts, Response, ResponseParts};
use open_platform::error::{ApiErrorKind, Error, OAuthError};
use tokio::net::TcpListener;

/// Where the platform wants users back when the app is done with them.
pub const COMPLETION_URL: &str = "https://open-platform-redirect.divar.ir/completion";

/// A text that nobody can guess: 128 random bits. For session ids, and for addresses that are their own key.
///
/// # Errors
/// If the system has no randomness. A weaker text would be worse than none.
pub fn unguessable() -> Result<String, Failure> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| Failure::internal(&error))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The browser session: a random id in a cookie. As a part of a handler's answer it sets the cookie.
///
/// `HttpOnly` keeps scripts away from it. `SameSite=Lax` keeps other sites from posting forms with it, and lets it
/// arrive when the platform sends the user back, which is a link.
#[derive(Clone, Debug)]
pub struct Session(pub String);

impl Session {
    /// A session that no browser has yet. Give one to whoever logs in, so that an id known before is worth nothing.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn new() -> Result<Self, Failure> {
        unguessable().map(Self)
    }

    /// The app's own id of whoever has this session: for what is kept about the user. A cookie is no such id, because
    /// whoever reads it can act as the user. A real app has its users in a database; here a restart forgets them.
    ///
    /// # Errors
    /// If the system has no randomness.
    pub fn visitor(&self) -> Result<String, Failure> {
        static VISITORS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
        let fresh = unguessable()?;
        let mut visitors = VISITORS.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(visitors.entry(self.0.clone()).or_insert(fresh).clone())
    }
}

/// Over https the prefix `__Host-` makes browsers refuse a cookie that another host of the domain has planted.
fn cookie_name() -> &'static str {
    let https = std::env::var("OPEN_PLATFORM_REDIRECT_URI").is_ok_and(|uri| uri.starts_with("https://"));
    if https { "__Host-session" } else { "session" }
}

impl<S: Sync> FromRequestParts<S> for Session {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        let cookies = parts.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        match pairs.find(|(name, _)| *name == cookie_name()) {
            Some((_, id)) if id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => Ok(Self(id.into())),
            _ => Self::new(),
        }
    }
}

impl IntoResponseParts for Session {
    type Error = Failure;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Failure> {
        let name = cookie_name();
        let secure = if name.starts_with("__Host-") { "; Secure" } else { "" };
        let cookie = format!("{name}={}; Path=/; HttpOnly; SameSite=Lax{secure}", self.0);
        let cookie = HeaderValue::try_from(cookie).map_err(|error| Failure::internal(&error))?;
        parts.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(parts)
    }
}

/// What an app remembers under a name, for as long as it runs. A real app has a database in this place. Clones share it.
#[derive(Clone, Debug)]
pub struct Memory<T>(Arc<Mutex<HashMap<String, T>>>);

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Memory<T> {
    /// What is remembered under this name.
    pub fn get(&self, name: &str) -> Option<T> {
        self.lock().get(name).cloned()
    }

    /// Remembers something. Returns what stood in its place.
    pub fn put(&self, name: impl Into<String>, thing: T) -> Option<T> {
        self.lock().insert(name.into(), thing)
    }

    /// Forgets something. Returns what it was.
    pub fn take(&self, name: &str) -> Option<T> {
        self.lock().remove(name)
    }

    /// Forgets a thing under whatever name.
    pub fn forget(&self, thing: &T)
    where
        T: PartialEq,
    {
        self.lock().retain(|_, kept| kept != thing);
    }

    /// How many things are remembered.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, T>> {
        // Nothing that can panic runs while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A page: `body` is HTML, so [`escape`] what comes from outside.
pub fn page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><h1>{title}</h1>{body}</html>"
    ))
}

/// Text as it may stand in HTML, also inside quotes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// Why there is no page: a status and a sentence for the user. Details go to the log.
#[derive(Debug)]
pub struct Failure {
    status: StatusCode,
    sentence: String,
}

impl Failure {
    /// A failure with a sentence for the user.
    pub fn new(status: StatusCode, sentence: impl Into<String>) -> Self {
        Self { status, sentence: sentence.into() }
    }

    /// There is nothing at this address.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }

    fn internal(error: &dyn Display) -> Self {
        tracing::error!(%error, "internal error");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong. Please try again later.")
    }
}

/// What the user can do about an error of the platform. Its text holds no credential, so it may go to the log.
impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        tracing::warn!(code = error.code(), %error, "a request failed");
        match error {
            Error::OAuth(OAuthError::RefreshUnavailable { .. }) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "The platform is not available. Please try again later.")
            }
            Error::OAuth(_) => Self::new(StatusCode::BAD_REQUEST, "The login did not work. Please start it again."),
            Error::InvalidInput { field, reason } => {
                Self::new(StatusCode::BAD_REQUEST, format!("This cannot be sent. {field}: {reason}."))
            }
            Error::Api(api) if api.kind == ApiErrorKind::NotFound => Self::not_found(),
            Error::AmbiguousOutcome(_) => Self::new(
                StatusCode::BAD_GATEWAY,
                "It is not certain whether that worked. Please look before you do it again.",
            ),
            _ => Self::new(StatusCode::BAD_GATEWAY, "The platform did not do it. Please try again later."),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        (self.status, page("Sorry", &format!("<p>{}</p>", escape(&self.sentence)))).into_response()
    }
}

/// Where users reach the app: `PUBLIC_URL`, or the port it serves on.
pub fn public_url() -> String {
    std::env::var("PUBLIC_URL").unwrap_or_else(|_| {
        let port = std::env::var("PORT").unwrap_or_else(|_| "8000".to_owned());
        format!("http://127.0.0.1:{port}")
    })
}

/// Serves `app` on the port in `PORT`, or 8000, of this machine alone: a proxy in front of it ends TLS. Ctrl-C stops it.
///
/// # Errors
/// If the port is not a number or is taken.
pub async fn serve(app: Router) -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::var("PORT").map_or(Ok(8000), |port| port.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let stop = async {
        // Without a way to hear Ctrl-C the server runs until it is ended from outside.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    axum::serve(listener, app).with_graceful_shutdown(stop).await?;
    Ok(())
}

/// Writes the log to standard error: what the apps note, and what the client does.
pub fn log_to_stderr() {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(tracing::Level::INFO).init();
}
