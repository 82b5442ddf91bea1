//! OAuth login: the address of the consent page, the callback, and the exchange of the code for stored tokens.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use chrono::{DateTime, Utc};
use open_platform::ffi::python::{Given, no_panic};
use open_platform::oauth::{self, Login, LoginOutcome};
use open_platform::{Scope, Secret, python_argument};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyTuple};

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::errors::instance;

#[no_panic]
#[pymethods]
impl Platform {
    /// Starts a login: redirect the user's browser to the returned `url`. No request is sent.
    #[pyo3(signature = (
        scopes,
        session_id,
        *,
        user = None,
        return_to = None,
        redirect_uri = None,
        prompt = None,
        login_hint = None,
        ui_locales = None
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of a login")]
    fn oauth_authorize(
        &self,
        scopes: Given<Vec<Scope>>,
        session_id: Given<String>,
        user: Option<Given<String>>,
        return_to: Option<Given<String>>,
        redirect_uri: Option<Given<String>>,
        prompt: Option<Given<String>>,
        login_hint: Option<Given<String>>,
        ui_locales: Option<Given<String>>,
    ) -> PyResult<Typed<Authorization>> {
        let mut login = Login::new(scopes.required("scopes")?, session_id.required("session_id")?);
        login.user = Given::optional(user, "user")?;
        login.return_to = Given::optional(return_to, "return_to")?;
        login.redirect_uri = Given::optional(redirect_uri, "redirect_uri")?;
        login.consent.prompt = Given::optional(prompt, "prompt")?;
        login.consent.login_hint = Given::optional(login_hint, "login_hint")?;
        login.consent.ui_locales = Given::optional(ui_locales, "ui_locales")?;
        Ok(Call::of(&self.0, async move |platform| platform.oauth().start(login).await.map(Authorization)))
    }

    /// Completes a login. It continues if the caller stops waiting.
    fn oauth_callback(
        &self,
        url_or_query: Given<String>,
        session_id: Given<String>,
    ) -> PyResult<Typed<PyLoginOutcome>> {
        let (address, session) = (url_or_query.required("url_or_query")?, session_id.required("session_id")?);
        Ok(Call::of(&self.0, async move |platform| {
            platform.oauth().callback(address, session).await.map(PyLoginOutcome)
        }))
    }

    /// Ends a login whose browser has sent no session.
    fn oauth_callback_without_session(&self, url_or_query: Given<String>) -> PyResult<Typed<PyLoginOutcome>> {
        let address = url_or_query.required("url_or_query")?;
        Ok(Call::of(&self.0, async move |platform| {
            platform.oauth().callback_without_session(address).await.map(PyLoginOutcome)
        }))
    }

    /// The redirect address of the client.
    #[getter]
    fn oauth_redirect_uri(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.0.current(py)?.platform.oauth().redirect_uri().map(str::to_owned))
    }

    /// Exchanges a code without the checks of `oauth_callback` and without storing anything.
    fn oauth_exchange(&self, code: Given<String>, redirect_uri: Given<String>) -> PyResult<Typed<Tokens>> {
        let (code, uri) = (code.required("code")?, redirect_uri.required("redirect_uri")?);
        let call = Call::of(&self.0, async move |platform| platform.oauth().exchange(code, uri).await.map(Tokens));
        Ok(call.endpoint("oauth.exchange"))
    }

    /// Sends one refresh request, without storing anything.
    fn oauth_refresh(&self, tokens: Tokens, redirect_uri: Given<String>) -> PyResult<Typed<Tokens>> {
        let uri = redirect_uri.required("redirect_uri")?;
        let call = Call::of(&self.0, async move |platform| platform.oauth().refresh(&tokens.0, uri).await.map(Tokens));
        Ok(call.endpoint("oauth.refresh"))
    }
}

/// A started login.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Authorization(oauth::Authorization);

#[no_panic]
#[pymethods]
impl Authorization {
    /// The address to redirect the user's browser to. It holds the `state`, so it must not be logged.
    #[getter]
    fn url(&self) -> &str {
        &self.0.url
    }

    /// The `state` in the address. The app does not need it: the client stores it.
    #[getter]
    fn state(&self) -> &str {
        self.0.state.expose()
    }

    /// `url, state = …`
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        (&self.0.url, self.0.state.expose()).into_pyobject(py)?.try_iter()
    }

    fn __repr__(&self) -> &'static str {
        "Authorization(url='***')"
    }
}

/// The user granted access: the tokens are stored.
#[pyclass(frozen, get_all, eq, module = "open_platform")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Granted {
    /// The key of the stored grant.
    grant: String,
    /// The granted scopes.
    scopes: Vec<String>,
    /// The scopes that were requested and not granted.
    missing_scopes: Vec<String>,
    /// The path that was given in `return_to`.
    return_to: Option<String>,
}

#[no_panic]
#[pymethods]
impl Granted {
    fn __repr__(&self) -> String {
        format!("Granted(grant={:?}, scopes={:?})", self.grant, self.scopes)
    }
}

/// The user denied access. This is a normal outcome: show a page of the app.
#[pyclass(frozen, eq, hash, module = "open_platform")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Denied;

#[no_panic]
#[pymethods]
impl Denied {
    #[new]
    fn new() -> Self {
        Self
    }

    #[classattr]
    fn __match_args__(py: Python<'_>) -> Bound<'_, PyTuple> {
        PyTuple::empty(py)
    }

    fn __repr__(&self) -> &'static str {
        "Denied()"
    }
}

/// `Granted` or `Denied`.
pub(crate) struct PyLoginOutcome(LoginOutcome);

impl<'py> IntoPyObject<'py> for PyLoginOutcome {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(match self.0 {
            LoginOutcome::Granted { grant, scopes, missing_scopes, return_to, .. } => {
                Bound::new(py, Granted { grant: grant.0, scopes, missing_scopes, return_to })?.into_any()
            }
            LoginOutcome::Denied => Bound::new(py, Denied)?.into_any(),
        })
    }
}

/// Tokens of the token endpoint. Their text form does not show them.
#[pyclass(frozen, eq, module = "open_platform")]
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Tokens(pub(crate) oauth::Tokens);

python_argument!(Tokens, |object| instance(object, "tokens"));

#[no_panic]
#[pymethods]
impl Tokens {
    #[new]
    #[pyo3(signature = (
        access_token,
        refresh_token = None,
        *,
        expires_at,
        expiry_assumed = Given::ABSENT,
        scopes = Given::ABSENT
    ))]
    fn new(
        access_token: Given<String>,
        refresh_token: Option<Given<String>>,
        expires_at: Given<DateTime<Utc>>,
        expiry_assumed: Given<bool>,
        scopes: Given<Vec<String>>,
    ) -> PyResult<Self> {
        Ok(Self(oauth::Tokens {
            access_token: Secret::from(access_token.required("access_token")?),
            refresh_token: Given::optional(refresh_token, "refresh_token")?.map(Secret::from),
            expires_at: expires_at.required("expires_at")?,
            expiry_assumed: expiry_assumed.or_default("expiry_assumed")?,
            scopes: scopes.or_default("scopes")?,
        }))
    }

    /// For `user_with_token`.
    #[getter]
    fn access_token(&self) -> &str {
        self.0.access_token.expose()
    }

    /// Only if `offline_access` was granted.
    #[getter]
    fn refresh_token(&self) -> Option<&str> {
        self.0.refresh_token.as_ref().map(Secret::expose)
    }

    /// When the access token expires, by this machine's clock, counted from before the request was sent.
    #[getter]
    fn expires_at(&self) -> DateTime<Utc> {
        self.0.expires_at
    }

    /// Whether the response had no lifetime, so that 3600 s were assumed.
    #[getter]
    fn expiry_assumed(&self) -> bool {
        self.0.expiry_assumed
    }

    /// The granted scopes; empty if the response had none.
    #[getter]
    fn scopes(&self) -> Vec<String> {
        self.0.scopes.clone()
    }

    fn __repr__(&self) -> String {
        format!("Tokens(access_token='***', expires_at={}, scopes={:?})", self.0.expires_at, self.0.scopes)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.0.expires_at, &self.0.scopes).hash(&mut hasher);
        hasher.finish()
    }
}
