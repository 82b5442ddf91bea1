//! The gateway for mobile apps.

use std::sync::Arc;

use open_platform::app::{self, AppAccess, AppStep, GatewayOptions};
use open_platform::each_method;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::id::GrantKey;
use pyo3::prelude::*;

use crate::call::{Call, Typed};
use crate::client::Platform;
use crate::client_handle::ClientHandle;
use crate::errors::raise;
use crate::methods::methods;
use crate::webhooks::{Body, Headers};

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
    fn new(
        py: Python<'_>,
        platform: &Bound<'_, Platform>,
        keys: Option<Vec<String>>,
        options: GatewayOptions,
    ) -> PyResult<Self> {
        let handle = Arc::clone(&platform.get().0);
        let gateway = app::AppGateway::with_options(&handle.current(py)?.platform, keys, options);
        Ok(Self { gateway: gateway.map_err(raise)?, handle })
    }

    /// Issues a token for the phone of the grant's user.
    fn access(&self, grant: Given<GrantKey>) -> PyResult<AppAccess> {
        self.gateway.access(grant.required("grant")?).map_err(raise)
    }

    /// Issues a token for the phone of a user, with the user's newest usable grant.
    fn access_of(&self, user: Given<String>) -> PyResult<Typed<AppAccess>> {
        let (gateway, user) = (self.gateway.clone(), user.required("user")?);
        Ok(Call::of(&self.handle, async move |platform| gateway.on(&platform).access_of(&user).await))
    }

    /// Accepts or refuses a request by its head.
    fn begin(&self, method: &str, path: &str, headers: Headers) -> (AppExchange, AppStep) {
        let (core, step) = self.gateway.begin(method, path, &headers.0);
        (AppExchange { handle: Arc::clone(&self.handle), core: Arc::new(core) }, step)
    }

    fn __repr__(&self) -> String {
        format!("{:?}", self.gateway)
    }
}

/// One request of a phone. The methods return the next step.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct AppExchange {
    handle: Arc<ClientHandle>,
    core: Arc<app::AppExchange>,
}

#[no_panic]
#[pymethods]
impl AppExchange {
    /// The body.
    fn read(&self, body: Body<'_>) -> PyResult<AppStep> {
        self.core.read(body.0).map_err(raise)
    }

    /// Performs the request.
    fn perform(&self) -> Typed<AppStep> {
        let core = Arc::clone(&self.core);
        Call::of(&self.handle, async move |platform| core.perform(Some(&platform)).await)
    }
}

each_method!(app_exchange methods AppExchange);
