//! What happens to a request of a browser that logs in. The client and the functions of the app are called by
//! `open_platform/login.py`.

use std::sync::Mutex;

use open_platform::each_method;
use open_platform::ffi::python::{Given, no_panic};
use open_platform::hooks::HookLog;
use open_platform::login::{self, LoginReply, LoginStep};
use open_platform::webhook::Reply;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::methods::methods;
use crate::process::lock;
use crate::webhooks::{Headers, Method};

/// One request of a browser.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct LoginExchange {
    core: Mutex<login::LoginExchange>,
}

/// What a function of the app returns.
#[derive(FromPyObject)]
enum Returned {
    Whole(Reply),
    /// A path to continue at after a login, otherwise HTML.
    Text(String),
}

#[no_panic]
#[pymethods]
impl LoginExchange {
    #[new]
    fn new(method: Method, path: &str, query: &str, headers: Headers) -> Self {
        Self { core: Mutex::new(login::LoginExchange::begin(&method.0, path, query, &headers.0)) }
    }

    /// What a function of the app returned.
    fn reply(&self, returned: Option<Returned>) {
        let mut exchange = lock(&self.core);
        let reply = match (returned, exchange.step()) {
            (None, _) => LoginReply::Default,
            (Some(Returned::Whole(reply)), _) => LoginReply::whole(reply),
            (Some(Returned::Text(html)), LoginStep::Denied | LoginStep::Failed) => LoginReply::page(html),
            (Some(Returned::Text(location)), _) => LoginReply::redirect(location),
        };
        exchange.reply(reply);
    }

    /// The response, and what to log, in the last step.
    fn answer(&self) -> Option<(Reply, Vec<HookLog>)> {
        lock(&self.core).answer().map(|answer| (answer.reply, answer.logs))
    }
}

each_method!(login_exchange methods LoginExchange);
each_method!(login_exchange_by_hand methods LoginExchange);
