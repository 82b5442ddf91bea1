//! The client, and the client that acts for one user. Their calls are in `calls`, logins in `grants`.

use std::sync::Arc;

use open_platform::client::{CallOptions, User};
use open_platform::ffi::python::{Given, no_panic};
use open_platform::id::GrantKey;
use open_platform::{OpenPlatform, Secret};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::settings::Settings;
use crate::webhooks::{KeyRing, Webhooks};

/// A client of the platform.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Platform(pub(crate) Arc<ClientHandle>);

/// A client that acts for one user.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct PlatformUser {
    pub(crate) handle: Arc<ClientHandle>,
    pub(crate) bearer: Bearer,
}

/// The source of the user's access token.
#[derive(Clone)]
pub(crate) enum Bearer {
    Grant(GrantKey),
    Token(Secret),
}

impl Bearer {
    pub(crate) fn of(self, platform: &OpenPlatform) -> User {
        match self {
            Self::Grant(grant) => platform.user(grant),
            Self::Token(token) => platform.user_with_token(token),
        }
    }
}

impl Platform {
    pub(crate) fn handle(&self) -> &Arc<ClientHandle> {
        &self.0
    }

    /// Applies options to the client of a call.
    pub(crate) fn with(&self, options: CallOptions) -> impl FnOnce(OpenPlatform) -> OpenPlatform + Send + 'static {
        move |platform| platform.with(options)
    }
}

impl PlatformUser {
    pub(crate) fn handle(&self) -> &Arc<ClientHandle> {
        &self.handle
    }

    /// As [`Platform::with`], for the user.
    pub(crate) fn with(&self, options: CallOptions) -> impl FnOnce(OpenPlatform) -> User + Send + 'static {
        let bearer = self.bearer.clone();
        move |platform| bearer.of(&platform).with(options)
    }
}

#[no_panic]
#[pymethods]
impl Platform {
    /// Configures a client. Settings that are not given are read from the environment. Nothing is sent.
    #[new]
    #[pyo3(signature = (**settings))]
    fn new(py: Python<'_>, settings: Option<Bound<'_, PyDict>>) -> PyResult<Self> {
        let settings = Settings::of(&settings.unwrap_or_else(|| PyDict::new(py)))?;
        ClientHandle::open(py, settings).map(Self)
    }

    /// A client for one user, whose calls carry a valid token of the stored grant.
    fn user(&self, grant: GrantKey) -> PlatformUser {
        PlatformUser { handle: Arc::clone(&self.0), bearer: Bearer::Grant(grant) }
    }

    /// A client for one user, with an access token that the caller refreshes.
    fn user_with_token(&self, token: Given<String>) -> PyResult<PlatformUser> {
        let token = token.required("access_token")?;
        Ok(PlatformUser { handle: Arc::clone(&self.0), bearer: Bearer::Token(token.into()) })
    }

    /// The redirect address of logins, if it is set.
    #[getter]
    fn oauth_redirect_uri(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.0.current(py)?.platform.oauth().redirect_uri().map(str::to_owned))
    }

    /// The size of the largest file that any upload takes.
    fn max_upload_bytes(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.0.current(py)?.platform.max_upload_bytes())
    }

    /// A ring of the client's identification keys.
    fn key_ring(&self, py: Python<'_>) -> PyResult<KeyRing> {
        let webhooks = self.0.current(py)?.platform.webhooks().map_err(raise)?;
        Ok(KeyRing(webhooks.keys().clone()))
    }

    /// The same receiver with the clock and the limits of the client.
    fn webhooks(&self, py: Python<'_>, webhooks: &Bound<'_, Webhooks>) -> PyResult<Webhooks> {
        Ok(Webhooks(self.0.current(py)?.platform.webhooks_with(webhooks.get().0.clone())))
    }

    /// Closes the client and its connections. Later calls fail, and so does what waits for events of an inbox or for reports of a
    /// keeper.
    fn close(&self) {
        self.0.close();
    }

    fn __repr__(&self) -> &'static str {
        "Platform()"
    }
}
