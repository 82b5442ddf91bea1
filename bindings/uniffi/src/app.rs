//! The platform for an app on a phone, without any secret. How it works is described at the core's `app`.

use std::mem;
use std::sync::{Arc, Mutex, PoisonError};

use async_trait::async_trait;
use open_platform::api::types::*;
use open_platform::app::{self, AppBuilder, OpenPlatformApp};
use open_platform::each_call;
use open_platform::oauth::ConsentOptions;
use open_platform::policy::RetryPolicy;
use open_platform::{Scope, Secret};
use uniffi::UnexpectedUniFFICallbackError;

use crate::calling::{Call, CallOptions, ImageSource, Life, Run, calls, own_calls};
use crate::errors::{Result, thrown};
use crate::settings::setters;
use crate::testing::Recorder;

/// Short-lived access to the backend: a token of the backend's own, never one of the platform. An object, so that no
/// generated text shows it.
#[derive(uniffi::Object)]
pub struct AppAccess(pub(crate) app::AppAccess);

#[uniffi::export]
impl AppAccess {
    /// Access by a token of the backend that lives so many seconds from now: 1 to 3600.
    #[uniffi::constructor]
    fn new(token: String, expires_in: i64) -> Self {
        Self(app::AppAccess::new(token, expires_in))
    }

    /// Reads the backend's answer to `POST /access` or `POST /login`.
    #[uniffi::constructor]
    fn parse(body: Vec<u8>) -> Result<Self> {
        Ok(Self(app::AppAccess::parse(&body)?))
    }

    /// For `Authorization: Bearer …` in requests to the backend.
    fn token(&self) -> String {
        self.0.token.expose().to_owned()
    }

    /// How many seconds the token lives.
    fn expires_in(&self) -> i64 {
        self.0.expires_in
    }
}

/// Why there is no access.
#[derive(Debug, thiserror::Error, uniffi::Error)]
pub enum AppTokenError {
    /// The user has to log in. Calls fail with `ReauthRequired`.
    #[error("the user must log in: {reason}")]
    LoginRequired {
        /// Why; never a part of a token.
        reason: String,
    },
    /// Not now. Calls fail with `RefreshUnavailable`. So they do for anything else that is thrown.
    #[error("no access now: {reason}")]
    Unavailable {
        /// Why; never a part of a token.
        reason: String,
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
            AppTokenError::LoginRequired { reason } => Self::LoginRequired { reason },
            AppTokenError::Unavailable { reason } => Self::Unavailable { reason },
        }
    }
}

/// Asks the backend for access, by the app's own means: a request to `POST …/access` with the app's own session.
#[uniffi::export(with_foreign)]
#[async_trait]
pub trait TokenProvider: Send + Sync {
    /// Fresh access. Asked when there is none, shortly before its end, and once more when the backend refuses it; never
    /// twice at the same time. It has as long as the call that needs it.
    async fn access(&self) -> Result<Arc<AppAccess>, AppTokenError>;
}

/// Such a provider as the core calls it.
struct Own(Arc<dyn TokenProvider>);

#[async_trait]
impl app::TokenProvider for Own {
    async fn access(&self) -> Result<app::AppAccess, app::AppTokenError> {
        Ok(self.0.access().await?.0.clone())
    }
}

/// The settings of an app. There is none for a secret.
#[derive(Default, uniffi::Object)]
pub struct AppSettings(Mutex<AppBuilder>);

impl AppSettings {
    fn set(&self, change: impl FnOnce(AppBuilder) -> AppBuilder) {
        let mut builder = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *builder = change(mem::take(&mut builder));
    }
}

#[uniffi::export]
impl AppSettings {
    /// No setting at all.
    #[uniffi::constructor]
    fn new() -> Self {
        Self::default()
    }
}

setters! {
    phone AppSettings {
        /// Where the user returns to after login: an `https` address that opens this app.
        redirect_uri(uri: String) = |builder| builder.redirect_uri(uri);

        /// The address of the backend's gateway.
        backend(address: String) = |builder| builder.backend(address);

        /// Where the backend's tokens come from.
        tokens(provider: Arc<dyn TokenProvider>) = |builder| builder.tokens(Arc::new(Own(provider)));

        /// How many times a request is sent at most, the first time included, where no answer came from the backend. What the
        /// backend answers is final: it has tried again itself. 1 turns retries off.
        max_attempts(attempts: u32) =
            |builder| builder.retry(RetryPolicy { max_attempts: attempts, ..RetryPolicy::default() });

        /// For tests: how requests travel, in place of HTTP.
        transport(transport: Arc<Recorder>) = |builder| builder.transport(transport.0.clone());
    }
}

/// A login that a phone has begun. An object, so that no generated text shows what is in it.
#[derive(uniffi::Object)]
pub struct AppAuthorization(app::AppAuthorization);

#[uniffi::export]
impl AppAuthorization {
    /// The address to open in the system's browser, never in a web view.
    fn url(&self) -> String {
        self.0.url.clone()
    }

    /// What to remember until the user comes back, in the app's private storage.
    fn pending(&self) -> String {
        self.0.pending.expose().to_owned()
    }
}

/// What a phone hands to its backend after a login. An object, so that no generated text shows it.
#[derive(uniffi::Object)]
pub struct AppCode(app::AppCode);

#[uniffi::export]
impl AppCode {
    /// The JSON body of `POST /login`. It holds the code: send it over https and to the own backend only.
    fn body(&self) -> String {
        self.0.body().expose().to_owned()
    }
}

/// How the user answered, on the phone.
#[derive(uniffi::Enum)]
pub enum AppLoginOutcome {
    /// Yes: send the code to the backend.
    Granted {
        /// What the backend needs.
        code: Arc<AppCode>,
    },
    /// No. This is a normal outcome: show the app's own page.
    Denied,
}

/// The platform for an app on a phone. Its calls go through the backend.
#[derive(uniffi::Object)]
pub struct AppPlatform {
    core: OpenPlatformApp,
    life: Life,
}

impl AppPlatform {
    /// Runs a call with its options.
    fn run<T: Send + 'static>(
        &self,
        options: Option<CallOptions>,
        call: impl FnOnce(OpenPlatformApp) -> Call<'static, T>,
    ) -> Run<T> {
        self.life.run_task(options, |options| call(self.core.with(options)))
    }
}

#[uniffi::export]
impl AppPlatform {
    /// Checks the settings and makes an app of them.
    #[uniffi::constructor]
    fn new(settings: &AppSettings) -> Result<Self> {
        let builder = settings.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok(Self { core: builder.build()?, life: Life::default() })
    }

    /// Begins a login. Nothing is sent.
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

    /// Checks the address that the user came back to.
    fn callback(&self, url: String, pending: String) -> Result<AppLoginOutcome> {
        Ok(match self.core.callback(url, &Secret::from(pending))? {
            app::AppLoginOutcome::Granted { code } => AppLoginOutcome::Granted { code: Arc::new(AppCode(code)) },
            app::AppLoginOutcome::Denied => AppLoginOutcome::Denied,
        })
    }

    /// Ends the calls under way with a `Config` error, and refuses later ones likewise.
    fn shut_down(&self) {
        self.life.end();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl AppPlatform {
    /// Forgets the backend's token, such as when the user logs out.
    async fn forget_access(&self) {
        self.core.forget_access().await;
    }
}

each_call!(phone calls);
