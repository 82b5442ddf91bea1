//! Code that the example apps share: the session cookie, a map in place of a database, pages, error pages, and the server.

use std::collections::HashMap;
use std::io;
use std::net::Ipv4Addr;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use axum::Router;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, IntoResponseParts, Response, ResponseParts};
use open_platform::error::{ApiErrorKind, Error, OAuthError};
use open_platform::inbox::HandlerError;
use open_platform::login::LoginReply;
use open_platform::oauth::Login;
use open_platform::webhook::Reply;
use tokio::net::TcpListener;

/// An unguessable text of 128 random bits, for session ids and secret addresses.
///
/// # Errors
/// If the random source of the system fails.
pub fn unguessable() -> io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The browser session: a random id in a cookie. As a part of a handler's answer it sets the cookie.
///
/// `HttpOnly` makes it unreadable for scripts. With `SameSite=Lax` it is not sent with forms of other sites, but it is
/// sent with the redirect from the platform.
#[derive(Clone, Debug)]
pub struct Session(pub String);

impl Session {
    /// A new session. Start one after each login, to prevent session fixation.
    ///
    /// # Errors
    /// If the random source of the system fails.
    pub fn new() -> io::Result<Self> {
        unguessable().map(Self)
    }

    /// The session of a request, if it has one.
    pub fn of(request: &Parts) -> Option<Self> {
        let cookies = request.headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let (_, id) = pairs.find(|(name, _)| *name == cookie_name())?;
        let is_ours = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_ours.then(|| Self(id.to_owned()))
    }

    /// The end of a login: the browser continues at `path` with this session.
    pub fn continue_at(&self, path: &str) -> LoginReply {
        let headers = [("Location", path.to_owned()), ("Set-Cookie", self.cookie())];
        let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        LoginReply::whole(Reply { status: 303, headers, ..Reply::default() })
    }

    fn cookie(&self) -> String {
        let name = cookie_name();
        let secure = if name.starts_with("__Host-") { "; Secure" } else { "" };
        format!("{name}={}; Path=/; HttpOnly; SameSite=Lax{secure}", self.0)
    }

    /// The app's own id of the user of this session. The value of the cookie is not used as an id, because it gives
    /// access to the session. A real app has its users in a database; here they are lost at a restart.
    ///
    /// # Errors
    /// If the random source of the system fails.
    pub fn user_id(&self) -> io::Result<String> {
        static USER_IDS: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);
        let fresh = unguessable()?;
        let mut ids = USER_IDS.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(ids.entry(self.0.clone()).or_insert(fresh).clone())
    }
}

/// Makes a login one of the user of its session, for `prepare` of the login routes. A page must have set the session's cookie.
///
/// # Errors
/// If the browser has no session, or the random source of the system fails.
pub async fn for_user_of_session(login: Login, request: Parts) -> Result<Login, HandlerError> {
    let session = Session::of(&request).ok_or_else(|| HandlerError::new("the browser has no session"))?;
    Ok(login.for_user(session.user_id()?))
}

/// Over https the prefix `__Host-` makes browsers refuse a cookie that was set by another host of the domain. The examples have their
/// redirect address in this variable; an app that sets it elsewhere asks `OpenPlatform::redirect_uri`.
fn cookie_name() -> &'static str {
    let https = std::env::var("OPEN_PLATFORM_REDIRECT_URI").is_ok_and(|uri| uri.starts_with("https://"));
    if https { "__Host-session" } else { "session" }
}

impl<S: Sync> FromRequestParts<S> for Session {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Self::of(parts).map_or_else(|| Ok(Self::new()?), Ok)
    }
}

impl IntoResponseParts for Session {
    type Error = Failure;

    fn into_response_parts(self, mut parts: ResponseParts) -> Result<ResponseParts, Failure> {
        let cookie = HeaderValue::try_from(self.cookie()).map_err(io::Error::other)?;
        parts.headers_mut().append(header::SET_COOKIE, cookie);
        Ok(parts)
    }
}

/// A map in memory, shared by its clones. A real app uses a database instead.
#[derive(Clone, Debug)]
pub struct Memory<T>(Arc<Mutex<HashMap<String, T>>>);

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<T: Clone> Memory<T> {
    /// The value of a key.
    pub fn get(&self, name: &str) -> Option<T> {
        self.lock().get(name).cloned()
    }

    /// Sets a value. Returns the old one.
    pub fn put(&self, name: impl Into<String>, thing: T) -> Option<T> {
        self.lock().insert(name.into(), thing)
    }

    /// Sets a value if the present one is `old`, so that of two requests at once only one sets it. Returns the value then.
    pub fn replace(&self, name: &str, old: &T, new: T) -> Option<T>
    where
        T: PartialEq,
    {
        let mut things = self.lock();
        let thing = things.get_mut(name)?;
        if thing == old {
            *thing = new;
        }
        Some(thing.clone())
    }

    /// Removes a value and returns it.
    pub fn take(&self, name: &str) -> Option<T> {
        self.lock().remove(name)
    }

    /// Removes a value, by any key.
    pub fn forget(&self, thing: &T)
    where
        T: PartialEq,
    {
        self.lock().retain(|_, kept| kept != thing);
    }

    /// The number of values.
    pub fn count(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, T>> {
        // No code that can panic runs while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A page. `body` is HTML: [`escape`] all other text in it.
pub fn page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><h1>{title}</h1>{body}</html>"
    ))
}

/// Escapes text for HTML, also inside quotes.
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

/// An error page: a status and a sentence for the user. Details are logged.
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

    /// The address does not exist.
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }
}

/// An error of this machine.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        tracing::error!(%error, "internal error");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong. Please try again later.")
    }
}

/// Converts an error of the platform to an error page. Its text has no credentials, so it can be logged.
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
            Error::Api(api) if api.kind == ApiErrorKind::MissingScope => {
                Self::new(StatusCode::FORBIDDEN, "You may not do this.")
            }
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

/// The public address of the app: `PUBLIC_URL`, or its port on this machine.
pub fn public_url() -> String {
    std::env::var("PUBLIC_URL").unwrap_or_else(|_| {
        let port = std::env::var("PORT").unwrap_or_else(|_| "8000".to_owned());
        format!("http://127.0.0.1:{port}")
    })
}

/// Serves `app` on loopback, on the port in `PORT` or on 8000, until Ctrl-C. In production a proxy in front of it
/// terminates TLS.
///
/// # Errors
/// If the port is not a number or is taken.
pub async fn serve(app: Router) -> Result<(), Box<dyn std::error::Error>> {
    let port = std::env::var("PORT").map_or(Ok(8000), |port| port.parse())?;
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
    println!("listening on http://{}", listener.local_addr()?);
    let stop = async {
        // Where no handler can be installed, the server runs until it is killed.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    axum::serve(listener, app).with_graceful_shutdown(stop).await?;
    Ok(())
}

/// Logs the events of the apps and of the client to standard error.
pub fn log_to_stderr() {
    tracing_subscriber::fmt().with_writer(std::io::stderr).with_max_level(tracing::Level::INFO).init();
}
