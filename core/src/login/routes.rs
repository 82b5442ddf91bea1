//! The functions of an app in Rust, and what runs them.

use std::future::ready;
use std::sync::Arc;
use std::time::Duration;

use http::request::Parts;

use super::exchange::{LoginExchange, LoginStep, OF_THE_APP, query_parameters};
use super::response::{LoginHttpResponse, LoginReply};
use crate::client::{OpenPlatform, User};
use crate::error::Error;
use crate::hooks::{Running, guarded, write};
use crate::id::GrantKey;
use crate::inbox::HandlerError;
use crate::oauth::{Login, LoginOutcome};
use crate::scope::{self, Scope};

type Function<T, R> = Arc<dyn Fn(T, Parts) -> Running<R> + Send + Sync>;
type Scopes = Arc<dyn Fn(&Parts) -> Result<Vec<Scope>, HandlerError> + Send + Sync>;

/// Logs users in with two routes for their browsers, by the last segment of the path: `…/login` starts a login, with the path to
/// continue at afterwards as the query parameter `return_to`; `…/callback` is the redirect address of the app. With axum by
/// `router`, with any server for [`tower`](https://docs.rs/tower) by [`service`](Self::service).
///
/// A random cookie binds a login to the browser that started it: `HttpOnly`, `SameSite=Lax`, and `Secure` with the name prefix
/// `__Host-` unless the redirect address begins with `http:`, so that other hosts of the domain cannot set it.
///
/// ```
/// use open_platform::Scope;
/// use open_platform::login::{LoginGranted, LoginReply};
///
/// # fn run(platform: open_platform::OpenPlatform) -> open_platform::Result<()> {
/// let login = platform.login([Scope::user_phone(), Scope::offline_access()], async |login: LoginGranted, _request| {
///     let me = login.user.users().me().await?;
///     println!("store {} beside the user {:?}", login.grant, me.user_id);
///     Ok(LoginReply::Default) // a redirect to `return_to`
/// })?;
/// let service = login.service();
/// # Ok(()) }
/// ```
#[derive(Clone)]
#[must_use]
pub struct LoginRoutes {
    platform: OpenPlatform,
    scopes: Scopes,
    prepare: Option<Function<Login, Login>>,
    session: Option<Function<(), String>>,
    on_granted: Function<LoginGranted, LoginReply>,
    on_denied: Option<Function<(), LoginReply>>,
    on_error: Option<Function<LoginFailure, LoginReply>>,
    handler_timeout: Option<Duration>,
}

/// The user granted access, and the tokens are stored.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoginGranted {
    /// A client that acts for the user.
    pub user: User,
    /// The key of the stored grant: store it with your own data of the user.
    pub grant: GrantKey,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The scopes that were requested and not granted.
    pub missing_scopes: Vec<String>,
    /// The path that the login was started with.
    pub return_to: Option<String>,
}

/// Why a login failed. It is logged already.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoginFailure {
    /// The status of the response: 400 if only a new login can succeed, 503 if this one may succeed later.
    pub status: u16,
    /// The error of the client. `None`: a function of the app failed.
    pub error: Option<Error>,
}

impl OpenPlatform {
    /// Routes that log users in. `on_granted` is called when the user granted access. It returns where to continue, or a whole
    /// response. Start a new session for the user there, to prevent session fixation.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a scope that cannot be requested, or without scopes.
    pub fn login<F>(
        &self,
        scopes: impl IntoIterator<Item = impl Into<Scope>>,
        on_granted: impl Fn(LoginGranted, Parts) -> F + Send + Sync + 'static,
    ) -> Result<LoginRoutes, Error>
    where
        F: Future<Output = Result<LoginReply, HandlerError>> + Send + 'static,
    {
        let scopes: Vec<Scope> = scopes.into_iter().map(Into::into).collect();
        // A mistake in them is found now, and not when the first user logs in.
        scope::join(&scopes)?;
        Ok(self.login_with(move |_| Ok(scopes.clone()), on_granted))
    }

    /// As [`login`](Self::login), with scopes that depend on the request of the browser, such as the one for the post that its query
    /// names:
    ///
    /// ```
    /// use open_platform::Scope;
    /// use open_platform::login::{LoginGranted, LoginReply, query_parameter};
    ///
    /// # fn run(platform: open_platform::OpenPlatform) {
    /// // A browser begins at `/oauth/login?post=…&return_to=/posts/…`.
    /// let login = platform.login_with(
    ///     |request| Ok([Scope::post_addon_create(query_parameter(request, "post")?)]),
    ///     async |login: LoginGranted, _request| Ok(LoginReply::Default),
    /// );
    /// # }
    /// ```
    ///
    /// A request without the parameter is answered with 400, as after every [`Error::InvalidInput`] of the function; after another
    /// error of it the response is 503. What has to be looked up first is for [`prepare`](LoginRoutes::prepare), which may wait.
    pub fn login_with<S, F>(
        &self,
        scopes: impl Fn(&Parts) -> Result<S, HandlerError> + Send + Sync + 'static,
        on_granted: impl Fn(LoginGranted, Parts) -> F + Send + Sync + 'static,
    ) -> LoginRoutes
    where
        S: IntoIterator<Item: Into<Scope>>,
        F: Future<Output = Result<LoginReply, HandlerError>> + Send + 'static,
    {
        LoginRoutes {
            platform: self.clone(),
            scopes: Arc::new(move |request| Ok(scopes(request)?.into_iter().map(Into::into).collect())),
            prepare: None,
            session: None,
            on_granted: function(on_granted),
            on_denied: None,
            on_error: None,
            handler_timeout: None,
        }
    }
}

/// The decoded parameter `name` of the query of a request. Of a repeated one the last value.
///
/// # Errors
/// [`Error::InvalidInput`] with the name if there is none. A login that fails with it is answered with 400.
pub fn query_parameter(request: &Parts, name: &str) -> Result<String, Error> {
    let value = query_parameters(request.uri.query().unwrap_or_default()).remove(name);
    value.ok_or_else(|| Error::invalid(name, "is missing from the query"))
}

fn function<T, R, F>(function: impl Fn(T, Parts) -> F + Send + Sync + 'static) -> Function<T, R>
where
    F: Future<Output = Result<R, HandlerError>> + Send + 'static,
{
    Arc::new(move |value, request| Box::pin(function(value, request)))
}

impl LoginRoutes {
    /// Changes each login before it starts, by the request of the browser: its scopes, the app's own id of the user, the
    /// parameters of the consent page, the redirect address. The session is set afterwards.
    pub fn prepare<F>(mut self, change: impl Fn(Login, Parts) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<Login, HandlerError>> + Send + 'static,
    {
        self.prepare = Some(function(change));
        self
    }

    /// Binds logins to a session of the app, such as the id in its own cookie, instead of a cookie that is used for logins only.
    pub fn session<F>(mut self, find: impl Fn((), Parts) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<String, HandlerError>> + Send + 'static,
    {
        self.session = Some(function(find));
        self
    }

    /// Called when the user denied access, which is no error. By default a short page says that nothing has changed.
    pub fn on_denied<F>(mut self, reply: impl Fn((), Parts) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<LoginReply, HandlerError>> + Send + 'static,
    {
        self.on_denied = Some(function(reply));
        self
    }

    /// Called when the login failed. By default a short page says so. The failure is logged in both cases.
    pub fn on_error<F>(mut self, reply: impl Fn(LoginFailure, Parts) -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Result<LoginReply, HandlerError>> + Send + 'static,
    {
        self.on_error = Some(function(reply));
        self
    }

    /// How long each function of the app may take: see [`Hooks::handler_timeout`](crate::hooks::Hooks::handler_timeout). A login
    /// whose function takes longer has failed.
    pub fn handler_timeout(mut self, limit: Duration) -> Self {
        self.handler_timeout = Some(limit);
        self
    }

    /// Handles a request, and logs what is to be logged.
    pub(super) async fn answer(&self, request: Parts) -> LoginHttpResponse {
        let uri = &request.uri;
        let query = uri.query().unwrap_or_default();
        let mut exchange = LoginExchange::begin(request.method.as_str(), uri.path(), query, &request.headers);
        let answer = loop {
            if let Some(answer) = exchange.answer() {
                break answer;
            }
            if let Err(failure) = self.step(&mut exchange, &request).await {
                exchange.failed(Some(&failure.code), &failure.text);
                let (Some(status), Some(on_error)) = (exchange.failure_status(), &self.on_error) else { continue };
                let failure = LoginFailure { status, error: failure.error };
                match guarded(|| on_error(failure, request.clone()), self.handler_timeout).await {
                    Ok(reply) => exchange.reply(reply),
                    Err(error) => exchange.failed(None, error.reason()),
                }
            }
        };
        answer.logs.iter().for_each(write);
        answer
    }

    async fn step(&self, exchange: &mut LoginExchange, request: &Parts) -> Result<(), Failure> {
        if let (Some(session), LoginStep::Authorize | LoginStep::Callback) = (&self.session, exchange.step()) {
            exchange.bind_to(guarded(|| session((), request.clone()), self.handler_timeout).await?);
        }
        match exchange.step() {
            LoginStep::Authorize => {
                let scopes = guarded(|| Box::pin(ready((self.scopes)(request))), self.handler_timeout).await?;
                let mut login = Login::new(scopes, "");
                login.return_to = exchange.return_to();
                if let Some(prepare) = &self.prepare {
                    login = guarded(|| prepare(login, request.clone()), self.handler_timeout).await?;
                }
                let oauth = self.platform.oauth();
                login.session_id = exchange.session_for(login.redirect_uri.as_deref().or(oauth.redirect_uri()))?;
                exchange.reply(LoginReply::redirect(oauth.start(login).await?.url));
            }
            LoginStep::Callback => {
                let (oauth, query) = (self.platform.oauth(), exchange.query());
                let outcome = match exchange.session() {
                    Some(session) => oauth.callback(query, session).await?,
                    None => oauth.callback_without_session(query).await?,
                };
                match outcome {
                    LoginOutcome::Denied => exchange.denied(),
                    LoginOutcome::Granted { grant, scopes, missing_scopes, return_to } => {
                        exchange.granted(return_to.clone());
                        let user = self.platform.user(&grant);
                        let login = LoginGranted { user, grant, scopes, missing_scopes, return_to };
                        exchange
                            .reply(guarded(|| (self.on_granted)(login, request.clone()), self.handler_timeout).await?);
                    }
                }
            }
            LoginStep::Denied => exchange.reply(match &self.on_denied {
                Some(on_denied) => guarded(|| on_denied((), request.clone()), self.handler_timeout).await?,
                None => LoginReply::Default,
            }),
            LoginStep::Granted | LoginStep::Failed | LoginStep::Answer => exchange.reply(LoginReply::Default),
        }
        Ok(())
    }
}

/// Why a step failed.
struct Failure {
    code: String,
    text: String,
    error: Option<Error>,
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self { code: error.code().to_owned(), text: error.to_string(), error: Some(error) }
    }
}

impl From<HandlerError> for Failure {
    /// The operator `?` in a function of the app has turned an error of this crate into its code.
    fn from(error: HandlerError) -> Self {
        let text = format!("{OF_THE_APP}{}", error.reason());
        Self { code: error.reason().to_owned(), text, error: None }
    }
}

impl std::fmt::Debug for LoginRoutes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LoginRoutes").field("platform", &self.platform).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_login_that_would_return_elsewhere_is_not_started() {
        let platform = OpenPlatform::builder().client_id("app").redirect_uri("https://app.example/cb").build().unwrap();
        let login = platform.login(["USER_PHONE"], async |_, _| Ok(LoginReply::Default)).unwrap();
        let (request, ()) = http::Request::get("/oauth/login").body(()).unwrap().into_parts();
        let LoginHttpResponse { reply, logs, .. } = login.answer(request).await;
        assert_eq!((reply.status, logs[0].is_error), (503, true));
        assert!(logs[0].text.contains("redirect_uri: must end in `/callback`"), "{}", logs[0].text);
    }
}
