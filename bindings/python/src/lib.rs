//! The extension module `open_platform._open_platform`: the client, functions and webhooks of the core for Python. The
//! core itself exports the data types.
//!
//! It contains no logic: every function calls the core. The public package, with defaults, docstrings and idiom, is in
//! `packages/python`.

use open_platform_python_webhooks as webhooks;
use pyo3::prelude::*;

mod app;
mod awaiting;
mod background;
mod call;
mod caller_runtime;
mod calls;
mod client;
mod client_handle;
mod errors;
mod functions;
mod grants;
mod hooks;
mod inbox;
mod keeper;
mod login;
mod methods;
mod notices;
mod observe;
mod pending_call;
mod process;
mod queue;
mod request;
mod settings;
mod source;
mod stores;
mod testing;
mod threads;
mod workers;

// Not tested in a free-threaded Python: with `gil_used` such a Python enables the GIL when it imports this module.
#[pymodule(gil_used = true)]
mod _open_platform {
    use super::PyResult;
    use open_platform::ffi::python::{add_class, add_enums, class_names, no_panic};
    use pyo3::exceptions::PyAttributeError;
    use pyo3::prelude::*;
    use pyo3::types::PyDict;

    #[pymodule_export]
    use crate::app::{AppExchange, AppGateway};
    #[pymodule_export]
    use crate::call::Call;
    #[pymodule_export]
    use crate::client::{Platform, PlatformUser};
    #[pymodule_export]
    use crate::functions::{
        app_paths, call_trace, check_handler_timeout, check_id, check_login_redirect_uri, check_page,
        check_redirect_uri, check_reply, completion_url, endpoints, event_body, hashed_names, icon_names, join_scopes,
        known_semantic_names, login_paths, mask, mask_real_estate, migrate, mismatched_command, missing_command,
        new_payment_id, normalize_phone, read_delivery, refuse_dedupe, reply_ok, reply_to_dynamic_action,
        reply_to_start, required_scopes, retry_after_seconds, scopes, ticket_problem, tie_scope, time_limit_text,
        unlisted_values,
    };
    #[pymodule_export]
    use crate::hooks::{HookExchange, Receiver, event_content};
    #[pymodule_export]
    use crate::inbox::{Inbox, Lease};
    #[pymodule_export]
    use crate::keeper::Keeper;
    #[pymodule_export]
    use crate::login::LoginExchange;
    #[pymodule_export]
    use crate::observe::{collect_attempts, hook_received, report_unraisable};
    #[pymodule_export]
    use crate::request::{RawResponse, ResponseStream};
    #[pymodule_export]
    use crate::stores::store_conformance;
    #[cfg(debug_assertions)]
    #[pymodule_export]
    use crate::testing::__panic__;
    #[pymodule_export]
    use crate::testing::{ManualClock, Recorder};
    #[pymodule_export]
    use crate::webhooks::{
        Accepted, IpAllowlist, KeyRing, MemoryDedupe, Webhooks, reply_all_headers, reply_headers, reply_to_rejection,
        reply_unavailable,
    };
    #[pymodule_export]
    use crate::workers::{InboxAttempt, Workers};

    /// Adds the class of a data type when it is used for the first time.
    #[no_panic]
    #[pyfunction]
    #[pyo3(pass_module)]
    fn __getattr__<'py>(module: &Bound<'py, PyModule>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        if add_class(module, name)? {
            return module.getattr(name);
        }
        let module = module.name()?;
        Err(PyAttributeError::new_err(format!("module '{module}' has no attribute '{name}'")))
    }

    /// Names all classes, used or not.
    #[no_panic]
    #[pyfunction]
    #[pyo3(pass_module)]
    fn __dir__(module: &Bound<'_, PyModule>) -> PyResult<Vec<String>> {
        let mut names: Vec<String> = module.dict().keys().extract()?;
        names.extend(class_names().map(str::to_owned));
        names.sort_unstable();
        names.dedup();
        Ok(names)
    }

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        crate::process::refuse_subinterpreters(py)?;
        crate::errors::load(py);
        add_enums(module)?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))?;
        crate::notices::listen();
        // Only systems that can fork have it.
        if let Ok(register) = py.import("os")?.getattr("register_at_fork") {
            let options = PyDict::new(py);
            options.set_item("before", wrap_pyfunction!(crate::process::prepare_fork, module)?)?;
            let complete = wrap_pyfunction!(crate::process::complete_fork, module)?;
            options.set_item("after_in_parent", &complete)?;
            options.set_item("after_in_child", &complete)?;
            register.call((), Some(&options))?;
        }
        let stop = wrap_pyfunction!(crate::process::stop_background, module)?;
        py.import("atexit")?.call_method1("register", (stop,)).map(drop)
    }
}
