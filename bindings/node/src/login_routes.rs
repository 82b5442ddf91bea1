//! Login routes: what happens to a request of a browser. The functions of the app are called by `packages/node/src/login.ts`.

use napi::Env;
use napi_derive::napi;
use open_platform::hooks::HookLog;
use open_platform::login::{self, LoginReply, LoginStep};
use open_platform::webhook::Reply;

use crate::errors::raise;
use crate::webhooks::Headers;

/// The paths that are served, relative to the mount point.
#[napi(catch_unwind)]
pub fn login_paths() -> Vec<&'static str> {
    login::PATHS.into()
}

/// Refuses a redirect address that is not one of the paths.
#[napi(catch_unwind)]
pub fn check_login_redirect_uri(env: Env, uri: String) -> napi::Result<()> {
    login::check_redirect_uri(&uri).map_err(raise(env))
}

/// One request of a browser. `step` says what comes next.
#[napi]
pub struct LoginExchange(login::LoginExchange);

#[napi]
impl LoginExchange {
    /// A request. `query` is without its question mark.
    #[napi(constructor, catch_unwind)]
    pub fn new(
        method: String,
        path: String,
        query: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
    ) -> Self {
        Self(login::LoginExchange::begin(&method, &path, &query, &headers))
    }

    /// What comes next.
    #[napi(getter, catch_unwind)]
    pub fn step(&self) -> LoginStep {
        self.0.step()
    }

    /// The path to continue at, as the browser asks for it.
    #[napi(getter, catch_unwind)]
    pub fn return_to(&self) -> Option<String> {
        self.0.return_to()
    }

    /// The query, with its question mark.
    #[napi(getter, catch_unwind)]
    pub fn query(&self) -> String {
        self.0.query()
    }

    /// Binds the login to a session of the app instead of a cookie.
    #[napi(catch_unwind)]
    pub fn bind_to(&mut self, session: String) {
        self.0.bind_to(session);
    }

    /// The session that binds a new login to the browser. `redirectUri` is the address that it returns to.
    #[napi(catch_unwind)]
    pub fn session_for(&mut self, env: Env, redirect_uri: Option<String>) -> napi::Result<String> {
        self.0.session_for(redirect_uri.as_deref()).map_err(raise(env))
    }

    /// The session of the browser that returns.
    #[napi(getter, catch_unwind)]
    pub fn session(&self) -> Option<&str> {
        self.0.session()
    }

    /// The user granted access.
    #[napi(catch_unwind)]
    pub fn granted(&mut self, return_to: Option<String>) {
        self.0.granted(return_to);
    }

    /// The user denied access.
    #[napi(catch_unwind)]
    pub fn denied(&mut self) {
        self.0.denied();
    }

    /// The step has failed: the code of an error of the core, and what to log.
    #[napi(catch_unwind)]
    pub fn failed(&mut self, code: Option<String>, text: String) {
        self.0.failed(code.as_deref(), &text);
    }

    /// What the app replies: a redirect, or else the default of the step.
    #[napi(catch_unwind)]
    pub fn reply(&mut self, location: Option<String>) {
        self.0.reply(location.map_or(LoginReply::Default, LoginReply::Redirect));
    }

    /// The app replies with a response of its own. `headers` are names and values in turn, of which several may have one name.
    #[napi(catch_unwind)]
    pub fn reply_whole(&mut self, reply: Reply, headers: Vec<String>) {
        let headers = headers.as_chunks().0.iter().map(|[name, value]| (name.clone(), value.clone())).collect();
        self.0.reply_with(LoginReply::Whole(reply), headers);
    }

    /// The response, in the last step.
    #[napi(catch_unwind)]
    pub fn answer(&self) -> Option<Reply> {
        self.0.answer().map(|answer| answer.reply)
    }

    /// All headers of the response, in the last step: names and values in turn.
    #[napi(catch_unwind)]
    pub fn headers(&self) -> Vec<String> {
        let headers = self.0.answer().map_or_else(Vec::new, |answer| answer.headers);
        headers.into_iter().flat_map(|(name, value)| [name, value]).collect()
    }

    /// Whether the path is served.
    #[napi(catch_unwind)]
    pub fn serves(path: String) -> bool {
        login::LoginExchange::serves(&path)
    }

    /// What to log, in the last step.
    #[napi(catch_unwind)]
    pub fn logs(&self) -> Vec<HookLog> {
        self.0.answer().map_or_else(Vec::new, |answer| answer.logs)
    }
}
