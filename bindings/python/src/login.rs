//! What happens to a request of a browser that logs in. The client and the functions of the app are called by
//! `open_platform/login.py`.

use std::sync::Mutex;

use open_platform::ffi::python::no_panic;
use open_platform::hooks::HookLog;
use open_platform::login::{self, LoginReply, LoginStep};
use open_platform::webhook::Reply;
use pyo3::prelude::*;

use crate::errors::raise;
use crate::process::lock;
use crate::webhooks::{Headers, Method};

/// The paths that are served, relative to the mount point.
#[no_panic]
#[pyfunction]
pub(crate) fn login_paths() -> [&'static str; 2] {
    login::PATHS
}

/// Refuses a redirect address that is not one of the paths.
#[no_panic]
#[pyfunction]
pub(crate) fn check_login_redirect_uri(uri: &str) -> PyResult<()> {
    login::check_redirect_uri(uri).map_err(raise)
}

/// One request of a browser.
#[pyclass(frozen, module = "open_platform")]
pub(crate) struct LoginExchange(Mutex<login::LoginExchange>);

/// What a function of the app returns.
#[derive(FromPyObject)]
enum Answer {
    Whole(Reply),
    /// A path to continue at after a login, otherwise HTML.
    Text(String),
}

#[no_panic]
#[pymethods]
impl LoginExchange {
    #[new]
    fn new(method: Method, path: &str, query: &str, headers: Headers) -> Self {
        Self(Mutex::new(login::LoginExchange::begin(&method.0, path, query, &headers.0)))
    }

    /// What comes next.
    #[getter]
    fn step(&self) -> LoginStep {
        lock(&self.0).step()
    }

    /// The path to continue at after the login.
    #[getter]
    fn return_to(&self) -> Option<String> {
        lock(&self.0).return_to()
    }

    /// The query, with its question mark.
    #[getter]
    fn query(&self) -> String {
        lock(&self.0).query()
    }

    /// The session that the browser has sent.
    #[getter]
    fn session(&self) -> Option<String> {
        lock(&self.0).session().map(str::to_owned)
    }

    /// Binds the login to a session of the app, instead of a random cookie.
    fn bind_to(&self, session: String) {
        lock(&self.0).bind_to(session);
    }

    /// The session that a new login is bound to.
    fn session_for(&self, redirect_uri: Option<&str>) -> PyResult<String> {
        lock(&self.0).session_for(redirect_uri).map_err(raise)
    }

    /// The user granted access.
    fn granted(&self, return_to: Option<String>) {
        lock(&self.0).granted(return_to);
    }

    /// The user denied access.
    fn denied(&self) {
        lock(&self.0).denied();
    }

    /// The step has failed: with an error of this package if it has a code, otherwise with one of a function of the app.
    fn failed(&self, code: Option<&str>, text: &str) {
        lock(&self.0).failed(code, text);
    }

    /// What a function of the app returned.
    fn reply(&self, answer: Option<Answer>) {
        let mut exchange = lock(&self.0);
        let reply = match (answer, exchange.step()) {
            (None, _) => LoginReply::Default,
            (Some(Answer::Whole(reply)), _) => LoginReply::Whole(reply),
            (Some(Answer::Text(html)), LoginStep::Denied | LoginStep::Failed) => LoginReply::Page(html),
            (Some(Answer::Text(location)), _) => LoginReply::Redirect(location),
        };
        exchange.reply(reply);
    }

    /// The response, and what to log, in the last step.
    fn answer(&self) -> Option<(Reply, Vec<HookLog>)> {
        lock(&self.0).answer().map(|answer| (answer.reply, answer.logs))
    }
}
