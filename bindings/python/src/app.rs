//! The gateway for mobile apps.

use std::sync::{Arc, Mutex};

use open_platform::Secret;
use open_platform::app::{self, AppNext};
use open_platform::ffi::python::{Given, no_panic};
use open_platform::id::GrantKey;
use open_platform::webhook::Reply;
use pyo3::prelude::*;

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::hooks::{Line, line, wrong_state};
use crate::process::lock;
use crate::settings::seconds;
use crate::webhooks::{Body, Headers};

/// A short-lived token for a phone. Its text form does not show the token.
#[pyclass(frozen, eq, module = "open_platform")]
#[derive(PartialEq, Eq)]
pub(crate) struct AppAccess(app::AppAccess);

#[no_panic]
#[pymethods]
impl AppAccess {
    /// A token and its lifetime in seconds.
    #[new]
    fn new(token: Given<String>, expires_in: Given<i64>) -> PyResult<Self> {
        Ok(Self(app::AppAccess::new(Secret::from(token.required("token")?), expires_in.required("expires_in")?)))
    }

    /// For `Authorization: Bearer …` in requests to the backend.
    #[getter]
    fn token(&self) -> &str {
        self.0.token.expose()
    }

    /// The lifetime of the token in seconds, from now.
    #[getter]
    fn expires_in(&self) -> i64 {
        self.0.expires_in
    }

    fn __repr__(&self) -> String {
        format!("AppAccess(token='***', expires_in={})", self.0.expires_in)
    }
}

/// The backend endpoints that an app on a phone calls.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct AppGateway {
    handle: Arc<ClientHandle>,
    gateway: app::AppGateway,
}

#[no_panic]
#[pymethods]
impl AppGateway {
    /// Uses these keys, or by default those in `OPEN_PLATFORM_APP_KEYS`.
    #[new]
    #[pyo3(signature = (
        platform, keys = None, *, allow = None, lifetime = None, body_limit = None, redirect_uris = None
    ))]
    fn new(
        py: Python<'_>,
        platform: &Bound<'_, Platform>,
        keys: Option<Given<Vec<String>>>,
        allow: Option<Given<Vec<String>>>,
        lifetime: Option<Given<f64>>,
        body_limit: Option<usize>,
        redirect_uris: Option<Given<Vec<String>>>,
    ) -> PyResult<Self> {
        let handle = Arc::clone(&platform.get().0);
        let client = handle.current(py)?;
        let mut gateway = match keys.map(|given| given.required("keys")).transpose()? {
            Some(keys) => app::AppGateway::new(&client.platform, keys),
            None => app::AppGateway::from_env(&client.platform),
        }
        .map_err(raise)?;
        if let Some(allow) = allow.map(|given| given.required("allow")).transpose()? {
            gateway = gateway.allow(allow).map_err(raise)?;
        }
        if let Some(lifetime) = lifetime.map(|given| given.required("lifetime")).transpose()? {
            gateway = gateway.lifetime(seconds("lifetime", lifetime)?).map_err(raise)?;
        }
        if let Some(bytes) = body_limit {
            gateway = gateway.body_limit(bytes);
        }
        if let Some(uris) = redirect_uris.map(|given| given.required("redirect_uris")).transpose()? {
            gateway = gateway.redirect_uris(uris).map_err(raise)?;
        }
        Ok(Self { handle, gateway })
    }

    /// Issues a token for the phone of the grant's user.
    fn access(&self, grant: Given<GrantKey>) -> PyResult<AppAccess> {
        self.gateway.access(grant.required("grant")?).map(AppAccess).map_err(raise)
    }

    /// Issues a token for the phone of a user, with the user's newest usable grant.
    fn access_of(&self, user: Given<String>) -> PyResult<Typed<AppAccess>> {
        let (gateway, user) = (self.gateway.clone(), user.required("user")?);
        Ok(Call::of(&self.handle, async move |platform| gateway.on(&platform).access_of(&user).await.map(AppAccess)))
    }

    /// Accepts or refuses a request by its head.
    fn begin(&self, method: &str, path: &str, headers: Headers) -> AppExchange {
        let (core, next) = self.gateway.begin(method, path, &headers.0);
        AppExchange { handle: Arc::clone(&self.handle), shared: Arc::new(Shared { core, next: Mutex::new(next) }) }
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.gateway)
    }
}

/// The paths that are served, relative to the mount point. One that ends in `/` includes everything below.
#[no_panic]
#[pyfunction]
pub(crate) fn app_paths() -> [&'static str; 3] {
    app::PATHS
}

/// One request of a phone. `step` says what comes next.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct AppExchange {
    handle: Arc<ClientHandle>,
    shared: Arc<Shared>,
}

/// A request, and what comes next for it.
struct Shared {
    core: app::AppExchange,
    next: Mutex<AppNext>,
}

impl Shared {
    fn note(&self, next: open_platform::Result<AppNext>) -> open_platform::Result<()> {
        *lock(&self.next) = next?;
        Ok(())
    }

    fn step(&self, next: open_platform::Result<AppNext>) -> PyResult<()> {
        self.note(next).map_err(raise)
    }
}

#[no_panic]
#[pymethods]
impl AppExchange {
    /// What comes next: `body`, `user`, `perform` or `answer`.
    #[getter]
    fn step(&self) -> &'static str {
        match &*lock(&self.shared.next) {
            AppNext::Answer(_) => "answer",
            AppNext::Body { .. } => "body",
            AppNext::Perform => "perform",
            AppNext::User => "user",
        }
    }

    /// The limits of the body, in bytes and seconds.
    #[getter]
    fn limits(&self) -> Option<(usize, f64)> {
        match &*lock(&self.shared.next) {
            AppNext::Body { limit, timeout } => Some((*limit, timeout.as_secs_f64())),
            _ => None,
        }
    }

    /// The name of the relayed call, if it is one.
    #[getter]
    fn call(&self) -> Option<&'static str> {
        self.shared.core.call()
    }

    /// The body.
    fn read(&self, body: Body<'_>) -> PyResult<()> {
        self.shared.step(self.shared.core.read(body.0))
    }

    /// The body did not arrive in time.
    fn too_slow(&self) -> PyResult<()> {
        self.shared.step(self.shared.core.too_slow())
    }

    /// The length of the body is unknown.
    fn no_length(&self) -> PyResult<()> {
        self.shared.step(self.shared.core.no_length())
    }

    /// The app's own id of the user who is logged in to the app.
    fn user(&self, user: Option<Given<String>>) -> PyResult<()> {
        let user = Given::optional(user, "user")?;
        self.shared.step(self.shared.core.user(user))
    }

    /// Performs the request.
    fn perform(&self) -> Typed<()> {
        let shared = Arc::clone(&self.shared);
        Call::of(&self.handle, async move |platform| shared.note(shared.core.perform(Some(&platform)).await))
    }

    /// The body could not be read, or the function of the app has failed.
    fn failed(&self, error: &str) -> PyResult<()> {
        self.shared.step(self.shared.core.failed(error))
    }

    /// The response, and what to log.
    fn answer(&self) -> PyResult<(Reply, Vec<Line>)> {
        match &*lock(&self.shared.next) {
            AppNext::Answer(answer) => Ok((answer.reply.clone(), answer.logs.iter().map(line).collect())),
            _ => Err(wrong_state()),
        }
    }
}
