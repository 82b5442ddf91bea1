//! Login routes: what happens to a request of a browser. The functions of the app are called by `packages/node/src/login.ts`.

use std::sync::Mutex;

use napi::Env;
use napi_derive::napi;
use open_platform::each_method;
use open_platform::ffi::lock;
use open_platform::hooks::HookLog;
use open_platform::login::{self, LoginReply, LoginStep};
use open_platform::webhook::Reply;

use crate::errors::raise;
use crate::methods::methods;
use crate::webhooks::Headers;

/// One request of a browser. `step` says what comes next.
#[napi]
pub struct LoginExchange {
    core: Mutex<login::LoginExchange>,
}

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
        Self { core: Mutex::new(login::LoginExchange::begin(&method, &path, &query, &headers)) }
    }

    /// What the app replies: a redirect, or else the default of the step.
    #[napi(catch_unwind)]
    pub fn reply(&self, location: Option<String>) {
        lock(&self.core).reply(location.map_or(LoginReply::Default, LoginReply::redirect));
    }

    /// The app replies with a response of its own. `headers` are names and values in turn, of which several may have one name.
    #[napi(catch_unwind)]
    pub fn reply_whole(&self, reply: Reply, headers: Vec<String>) {
        let headers = headers.as_chunks().0.iter().map(|[name, value]| (name.clone(), value.clone())).collect();
        lock(&self.core).reply_with(LoginReply::whole(reply), headers);
    }

    /// The response, in the last step.
    #[napi(catch_unwind)]
    pub fn answer(&self) -> Option<Reply> {
        lock(&self.core).answer().map(|answer| answer.reply)
    }

    /// All headers of the response, in the last step: names and values in turn.
    #[napi(catch_unwind)]
    pub fn headers(&self) -> Vec<String> {
        let headers = lock(&self.core).answer().map_or_else(Vec::new, |answer| answer.headers);
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
        lock(&self.core).answer().map_or_else(Vec::new, |answer| answer.logs)
    }
}

each_method!(login_exchange methods LoginExchange);
each_method!(login_exchange_by_hand methods LoginExchange);
