//! The client for an app on a phone, which needs no secret. See `app` of the core.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard};

use async_trait::async_trait;
use open_platform::api::types::*;
use open_platform::app::{self, AppBuilder, OpenPlatformApp};
use open_platform::each_call;
use open_platform::error::Thrown;
use open_platform::ffi::lock;
use open_platform::ffi_types::settings::{SettingValue, set_of_app};
use open_platform::oauth::ConsentOptions;
use open_platform::policy::RetryPolicy;
use open_platform::{Scope, Secret};
use uniffi::UnexpectedUniFFICallbackError;

use crate::calling::{CallOptions, Shutdown, UploadSource, calls, export_calls, runs};
use crate::errors::{Result, thrown};
use crate::settings::{Refused, setters};
use crate::testing::Recorder;

/// A short-lived access token that the backend issues. It is not a token of the platform. It is an object, so that generated
/// descriptions do not show it.
#[derive(uniffi::Object)]
pub struct AppAccess(pub(crate) app::AppAccess);

#[uniffi::export]
impl AppAccess {
    /// Creates an access token that is valid for `expires_in` seconds from now: 1 to 3600.
    #[uniffi::constructor]
    fn new(token: String, expires_in: i64) -> Self {
        Self(app::AppAccess::new(token, expires_in))
    }

    /// Reads the backend's response to `POST /access` or `POST /login`.
    #[uniffi::constructor]
    fn parse(body: Vec<u8>) -> Result<Self> {
        Ok(Self(app::AppAccess::parse(&body)?))
    }

    /// The token, sent to the backend as `Authorization: Bearer …`.
    fn token(&self) -> String {
        self.0.token.expose().to_owned()
    }

    /// How many seconds the token is valid.
    fn expires_in(&self) -> i64 {
        self.0.expires_in
    }

    /// In a parsed response to `POST /login`, the granted scopes; otherwise empty.
    fn scopes(&self) -> Vec<String> {
        self.0.scopes.clone()
    }

    /// The requested scopes that the user did not grant, in the same way.
    fn missing_scopes(&self) -> Vec<String> {
        self.0.missing_scopes.clone()
    }
}

/// Why there is no access token.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum AppTokenError {
    /// The user has to log in. Calls fail with `ReauthRequired`.
    #[error("the user must log in: {reason}")]
    LoginRequired {
        /// The reason. It must not contain any part of a token.
        reason: String,
    },
    /// A temporary failure. Calls fail with `RefreshUnavailable`. Any other exception counts as this one.
    #[error("no access now: {reason}")]
    Unavailable {
        /// The reason. It must not contain any part of a token.
        reason: String,
    },
    /// One of the above, with the error of the provider, which the package keeps under a number.
    #[error("{reason}")]
    Thrown {
        /// The reason. It must not contain any part of a token.
        reason: String,
        /// Whether the user has to log in.
        login_required: bool,
        /// The number of the error.
        number: i64,
    },
}

impl From<UnexpectedUniFFICallbackError> for AppTokenError {
    fn from(error: UnexpectedUniFFICallbackError) -> Self {
        Self::Unavailable { reason: thrown(&error) }
    }
}

impl From<AppTokenError> for app::AppTokenError {
    fn from(error: AppTokenError) -> Self {
        match error {
            AppTokenError::LoginRequired { reason } => Self::login_required(reason),
            AppTokenError::Unavailable { reason } => Self::unavailable(reason),
            AppTokenError::Thrown { reason, login_required: true, number } => {
                Self::login_required(reason).caused_by(Thrown(number))
            }
            AppTokenError::Thrown { reason, number, .. } => Self::unavailable(reason).caused_by(Thrown(number)),
        }
    }
}

/// Gets an access token from the backend: a request to `POST …/access` with the app's own session.
#[uniffi::export(with_foreign)]
#[async_trait]
pub trait TokenProvider: Send + Sync {
    /// Returns a new access token. It is called when there is no token, shortly before the token expires, and once after the
    /// backend refused a token, but never concurrently. Its time limit is that of the call that needs the token.
    async fn access(&self) -> Result<Arc<AppAccess>, AppTokenError>;
}

/// Adapts a provider written in Kotlin or Swift to the trait of the core.
struct ForeignTokenProvider(Arc<dyn TokenProvider>);

#[async_trait]
impl app::TokenProvider for ForeignTokenProvider {
    async fn access(&self) -> Result<app::AppAccess, app::AppTokenError> {
        Ok(self.0.access().await?.0.clone())
    }
}

/// The settings of an app on a phone. None of them is a secret.
#[derive(Default, uniffi::Object)]
pub struct AppSettings(Mutex<(AppBuilder, Refused)>);

impl AppSettings {
    fn parts(&self) -> MutexGuard<'_, (AppBuilder, Refused)> {
        lock(&self.0)
    }

    fn set(&self, change: impl FnOnce(AppBuilder) -> AppBuilder) {
        let (builder, _) = &mut *self.parts();
        *builder = change(mem::take(builder));
    }

    fn set_plain(&self, name: &'static str, value: SettingValue) {
        let (builder, refused) = &mut *self.parts();
        refused.note(name, set_of_app(builder, name, value));
    }
}

#[uniffi::export]
impl AppSettings {
    /// Creates empty settings.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }
}

setters! {
    phone AppSettings {
        /// The redirect address of logins: an `https` address that opens this app.
        redirect_uri(uri: String) = |builder| builder.redirect_uri(uri);

        /// The address of the backend's gateway.
        backend(address: String) = |builder| builder.backend(address);

        /// The provider of access tokens for the backend.
        tokens(provider: Arc<dyn TokenProvider>) = |builder| builder.tokens(Arc::new(ForeignTokenProvider(provider)));

        /// The maximum number of attempts per request, including the first. Only requests without a response are retried: the
        /// backend itself retries its requests to the platform. 1 turns retries off.
        max_attempts(attempts: u32) =
            |builder| builder.retry(RetryPolicy { max_attempts: attempts, ..RetryPolicy::default() });

        /// Replaces HTTP by this transport, for tests.
        transport(transport: Arc<Recorder>) = |builder| builder.transport(transport.core.clone());
    }
}

/// A login that a phone has started. It is an object, so that generated descriptions do not show its contents.
#[derive(uniffi::Object)]
pub struct AppAuthorization(app::AppAuthorization);

#[uniffi::export]
impl AppAuthorization {
    /// The address to open in the system's browser, never in a web view.
    fn url(&self) -> String {
        self.0.url.clone()
    }

    /// The state to keep in the app's private storage until the user returns.
    fn pending(&self) -> String {
        self.0.pending.expose().to_owned()
    }
}

/// The authorization code that a phone sends to its backend after a login. It is an object, so that generated descriptions do
/// not show it.
#[derive(uniffi::Object)]
pub struct AppCode(app::AppCode);

#[uniffi::export]
impl AppCode {
    /// The JSON body of `POST /login`. It contains the code: send it over https, and to the app's own backend only.
    fn body(&self) -> String {
        self.0.body().expose().to_owned()
    }
}

/// The decision of the user, on the phone.
#[derive(uniffi::Enum)]
pub enum AppLoginOutcome {
    /// The user allowed the access: send the code to the backend.
    Granted {
        /// The code for the backend.
        code: Arc<AppCode>,
    },
    /// The user denied the access. This is a normal outcome: show a page of the app.
    Denied,
}

/// A client for an app on a phone. Its calls go through the backend.
#[derive(uniffi::Object)]
pub struct AppPlatform {
    core: OpenPlatformApp,
    shutdown: Shutdown,
}

runs!(AppPlatform: OpenPlatformApp);

#[uniffi::export]
impl AppPlatform {
    /// Checks the settings and creates a client.
    #[uniffi::constructor]
    fn new(settings: &AppSettings) -> Result<Self> {
        let (builder, refused) = settings.parts().clone();
        refused.check()?;
        Ok(Self { core: builder.build()?, shutdown: Shutdown::default() })
    }

    /// The size of the largest file that any upload takes.
    fn max_upload_bytes(&self) -> i64 {
        self.core.max_upload_bytes() as i64
    }

    /// Starts a login, without sending a request.
    #[uniffi::method(default(prompt = None, login_hint = None, ui_locales = None))]
    fn authorize(
        &self,
        scopes: Vec<Scope>,
        prompt: Option<String>,
        login_hint: Option<String>,
        ui_locales: Option<String>,
    ) -> Result<AppAuthorization> {
        let mut consent = ConsentOptions::default();
        (consent.prompt, consent.login_hint, consent.ui_locales) = (prompt, login_hint, ui_locales);
        Ok(AppAuthorization(self.core.authorize_with(scopes, &consent)?))
    }

    /// Reads the address that the user returned to.
    fn callback(&self, url: String, pending: String) -> Result<AppLoginOutcome> {
        Ok(match self.core.callback(url, &Secret::from(pending))? {
            app::AppLoginOutcome::Granted { code } => AppLoginOutcome::Granted { code: Arc::new(AppCode(code)) },
            app::AppLoginOutcome::Denied => AppLoginOutcome::Denied,
        })
    }

    /// Ends the calls in progress with a `Config` error. Later calls fail in the same way.
    fn shut_down(&self) {
        self.shutdown.begin();
    }

    /// Discards the cached access token, for a logout.
    async fn forget_access(&self) {
        self.core.forget_access().await;
    }
}

each_call!(phone calls);
