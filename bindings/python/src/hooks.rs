//! The receiver of an app's hooks. The handlers are called, and the dedupe store is asked, by `open_platform/hooks.py`.

use std::collections::HashMap;
use std::sync::Arc;

use open_platform::each_method;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::hooks::{self, HookStep, Language};
use open_platform::webhook::start::{DynamicActionReply, StartReply};
use pyo3::prelude::*;

use crate::errors::raise;
use crate::methods::methods;
use crate::webhooks::{Body, Headers, IpAllowlist, MemoryDedupe, Method, Webhooks};

/// Decides what happens to requests of the platform.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct Receiver {
    pub(crate) core: Arc<hooks::Receiver>,
}

#[no_panic]
#[pymethods]
impl Receiver {
    /// Receives what `webhooks` accepts, on the paths by kind, or on the default ones. `dedupe` is `store`, `inbox` or `off`; with `memory` that is the
    /// store.
    #[new]
    fn new(
        webhooks: &Bound<'_, Webhooks>,
        dedupe: &str,
        memory: Option<&Bound<'_, MemoryDedupe>>,
        paths: Option<Given<HashMap<String, String>>>,
        allowlist: Option<&Bound<'_, IpAllowlist>>,
    ) -> PyResult<Self> {
        let receiver = hooks::Receiver::new(webhooks.get().0.clone()).hints_in(Language::Python);
        let receiver = receiver.allowlist(allowlist.map(|allowlist| allowlist.get().0.clone()));
        let receiver = match Given::optional(paths, "paths")? {
            Some(paths) => receiver.paths_by_name(paths).map_err(raise)?,
            None => receiver,
        };
        Ok(Self { core: Arc::new(receiver.dedupe_by_name(dedupe, memory.map(|memory| memory.get().0.clone()))) })
    }

    /// Accepts or refuses a request by its head. `peer` is the IP address of the other end of the connection.
    fn begin(&self, method: Method, path: &str, headers: Headers, peer: Option<&str>) -> (HookExchange, HookStep) {
        let (core, step) = self.core.begin_shared(&method.0, path, &headers.0, peer);
        (HookExchange { core: Arc::new(core) }, step)
    }
}

each_method!(hook_receiver methods Receiver);

/// One request. The methods return the next step.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct HookExchange {
    pub(crate) core: Arc<hooks::HookExchange>,
}

#[no_panic]
#[pymethods]
impl HookExchange {
    /// The body.
    fn read(&self, body: Body<'_>) -> PyResult<HookStep> {
        self.core.read(body.0).map_err(raise)
    }
}

each_method!(hook_exchange methods HookExchange);

/// What the handler of an event takes.
#[no_panic]
#[pyfunction]
pub(crate) fn event_content<'py>(event: &Bound<'py, HookStep>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let HookStep::Event { delivery, .. } = event.get() else { return Ok(None) };
    delivery.event.for_handler(event.py()).map(Some)
}
