//! Login.

use std::sync::Arc;

use open_platform::ffi::uniffi::DateTime;
use open_platform::id::GrantKey;
use open_platform::oauth::{self, Login};
use open_platform::{Scope, Secret};

use super::client::{Platform, PlatformUser};
use crate::calling::{CallOptions, export_calls};
use crate::errors::Result;

/// A login that was started. It is an object, so that generated descriptions do not show the state.
#[derive(uniffi::Object)]
pub struct Authorization(oauth::Authorization);

#[uniffi::export]
impl Authorization {
    /// The address to redirect the user's browser to.
    fn url(&self) -> String {
        self.0.url.clone()
    }

    /// The one-time value in the address that identifies the login.
    fn state(&self) -> String {
        self.0.state.expose().to_owned()
    }
}

/// The decision of the user. The packages wrap it as `LoginOutcome`.
#[derive(uniffi::Enum)]
pub enum LoginResult {
    /// The user allowed the access, and the tokens are stored.
    Granted {
        /// A client that acts for the user.
        user: Arc<PlatformUser>,
        /// The name of the stored grant.
        grant: GrantKey,
        /// The granted scopes.
        scopes: Vec<String>,
        /// The scopes that were requested but not granted.
        missing_scopes: Vec<String>,
        /// The path that was given as `return_to` when the login was started.
        return_to: Option<String>,
    },
    /// The user denied the access. This is a normal outcome: show a page of the app.
    Denied,
}

/// Tokens from the token endpoint. They are an object, so that generated descriptions do not show them.
#[derive(uniffi::Object)]
pub struct Tokens(pub(crate) oauth::Tokens);

#[uniffi::export]
impl Tokens {
    /// Creates an object for tokens that were obtained elsewhere.
    #[uniffi::constructor(default(refresh_token = None, scopes = []))]
    fn new(access_token: String, refresh_token: Option<String>, expires_at: DateTime, scopes: Vec<String>) -> Self {
        Self(oauth::Tokens {
            access_token: Secret::from(access_token),
            refresh_token: refresh_token.map(Secret::from),
            expires_at,
            expiry_assumed: false,
            scopes,
        })
    }

    /// The access token, for `userWithToken`.
    fn access_token(&self) -> String {
        self.0.access_token.expose().to_owned()
    }

    /// The refresh token; present only if `offline_access` was granted.
    fn refresh_token(&self) -> Option<String> {
        self.0.refresh_token.as_ref().map(|token| token.expose().to_owned())
    }

    /// When the access token expires, computed from the local clock before the request was sent.
    fn expires_at(&self) -> DateTime {
        self.0.expires_at
    }

    /// Whether the response named no lifetime, so that 3600 s were assumed.
    fn expiry_assumed(&self) -> bool {
        self.0.expiry_assumed
    }

    /// The granted scopes; empty if the response named none.
    fn scopes(&self) -> Vec<String> {
        self.0.scopes.clone()
    }
}

impl Platform {
    pub(super) fn login_result(&self, outcome: oauth::LoginOutcome) -> LoginResult {
        match outcome {
            oauth::LoginOutcome::Granted { grant, scopes, missing_scopes, return_to, .. } => LoginResult::Granted {
                user: Arc::new(self.user(grant.clone())),
                grant,
                scopes,
                missing_scopes,
                return_to,
            },
            oauth::LoginOutcome::Denied => LoginResult::Denied,
        }
    }
}

#[uniffi::export]
impl Platform {
    /// The redirect address of logins that name no other one; none if it is not configured.
    fn oauth_redirect_uri(&self) -> Option<String> {
        self.core.oauth().redirect_uri().map(str::to_owned)
    }

    /// Completes a login.
    #[uniffi::method(default(options = None))]
    async fn oauth_callback(
        &self,
        url_or_query: String,
        session_id: String,
        options: Option<CallOptions>,
    ) -> Result<LoginResult> {
        let call = self
            .run(options, |client| Box::pin(async move { client.oauth().callback(url_or_query, session_id).await }));
        Ok(self.login_result(call.await?))
    }
}

export_calls! { Platform {
    oauth_authorize(
        scopes: Vec<Scope>, session_id: String, user: Option<String>, return_to: Option<String>,
        redirect_uri: Option<String>, prompt: Option<String>, login_hint: Option<String>, ui_locales: Option<String>
    ) -> Arc<Authorization> = |client| async {
        let mut login = Login::new(scopes, session_id);
        (login.user, login.return_to, login.redirect_uri) = (user, return_to, redirect_uri);
        (login.prompt, login.login_hint, login.ui_locales) = (prompt, login_hint, ui_locales);
        client.oauth().start(login).await.map(Authorization).map(Arc::new)
    };
    oauth_exchange(code: String, redirect_uri: String) -> Arc<Tokens> =
        |client| async { client.oauth().exchange(code, redirect_uri).await.map(Tokens).map(Arc::new) };
    oauth_refresh(tokens: Arc<Tokens>, redirect_uri: String) -> Arc<Tokens> =
        |client| async { client.oauth().refresh(&tokens.0, redirect_uri).await.map(Tokens).map(Arc::new) };
} }
