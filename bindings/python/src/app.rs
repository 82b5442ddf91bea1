//! The gateway for mobile apps.

use std::sync::Arc;

use open_platform::Secret;
use open_platform::app;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::id::GrantKey;
use open_platform::webhook::Reply;
use pyo3::prelude::*;

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::settings::seconds;
use crate::webhooks::Headers;

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

    /// Accepts or refuses a request by its head. Returns an `AppRequest`, or the `Reply` of a refusal.
    fn admit(&self, method: &str, path: &str, headers: Headers) -> Admitted {
        match self.gateway.admit(method, path, &headers.0) {
            Ok(request) => Admitted::Request(AppRequest { handle: Arc::clone(&self.handle), request }),
            Err(refusal) => Admitted::Reply(refusal),
        }
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.gateway)
    }
}

/// An `AppRequest`, or a `Reply`.
enum Admitted {
    Request(AppRequest),
    Reply(Reply),
}

impl<'py> IntoPyObject<'py> for Admitted {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(match self {
            Self::Request(request) => Bound::new(py, request)?.into_any(),
            Self::Reply(reply) => Bound::new(py, reply)?.into_any(),
        })
    }
}

/// A request of a phone whose head was accepted. Its body may now be read.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct AppRequest {
    handle: Arc<ClientHandle>,
    request: app::AppRequest,
}

#[no_panic]
#[pymethods]
impl AppRequest {
    /// Whether the backend has to pass the logged-in user to `answer`.
    #[getter]
    fn needs_user(&self) -> bool {
        self.request.needs_user()
    }

    /// The maximum size of the body in bytes.
    #[getter]
    fn body_limit(&self) -> usize {
        self.request.body_limit()
    }

    /// The time limit for reading the body, in seconds.
    #[getter]
    fn body_seconds(&self) -> f64 {
        self.request.body_timeout().as_secs_f64()
    }

    /// The reply to a body that exceeded the time limit.
    fn too_slow(&self) -> Reply {
        self.request.too_slow()
    }

    /// The reply if a function of the app failed, and what to log.
    fn failed(&self, error: &str) -> (Reply, String) {
        let (reply, log) = self.request.failed(error);
        (reply, log.text)
    }

    /// The name of the relayed call, if it is one.
    #[getter]
    fn call(&self) -> Option<&'static str> {
        self.request.call()
    }

    /// Performs the request, and returns the reply to send.
    fn answer(&self, user: Option<Given<String>>, body: Vec<u8>) -> PyResult<Typed<Reply>> {
        let (request, user) = (self.request.clone(), user.map(|given| given.required("user")).transpose()?);
        Ok(Call::of(&self.handle, async move |platform| Ok(request.on(&platform).answer(user.as_deref(), &body).await)))
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.request)
    }
}
