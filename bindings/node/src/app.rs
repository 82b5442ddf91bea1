//! The gateway for mobile apps.

use std::rc::Rc;
use std::sync::Arc;

use napi::Env;
use napi_derive::napi;
use open_platform::app::{self, AppAccess, AppStep, GatewayOptions};
use open_platform::each_method;
use open_platform::ffi::node::Argument;
use open_platform::id::GrantKey;

use crate::calls::Call;
use crate::client::{Client, Platform};
use crate::errors::raise;
use crate::methods::methods;
use crate::webhooks::Headers;

/// The backend routes that an app on a phone calls.
#[napi]
pub struct AppGateway {
    core: app::AppGateway,
    client: Rc<Client>,
}

#[napi]
impl AppGateway {
    #[napi(constructor, catch_unwind)]
    pub fn new(
        env: Env,
        platform: &Platform,
        keys: Argument<Option<Vec<String>>>,
        options: GatewayOptions,
    ) -> napi::Result<Self> {
        let keys = keys.named(|| "keys".to_owned())?;
        let core = app::AppGateway::with_options(&platform.core, keys, options);
        Ok(Self { core: core.map_err(raise(env))?, client: Rc::clone(&platform.client) })
    }

    /// Issues a token for the phone of the grant's user.
    #[napi(catch_unwind)]
    pub fn access(&self, env: Env, grant: GrantKey) -> napi::Result<AppAccess> {
        self.core.access(grant).map_err(raise(env))
    }

    /// Issues a token for the phone of a user, with the user's newest usable grant.
    #[napi(catch_unwind)]
    pub fn access_of(&self, env: Env, id: i64, user: String) -> napi::Result<Call<AppAccess>> {
        let core = self.core.clone();
        self.client.start(id, async move { core.access_of(&user).await }).map_err(raise(env))
    }

    /// Accepts or refuses a request by its head. The second value is the first step.
    #[napi(catch_unwind)]
    pub fn begin(
        &self,
        method: String,
        path: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
    ) -> (AppExchange, AppStep) {
        let (core, first) = self.core.begin(method, path, &headers);
        (AppExchange { core: Arc::new(core), client: Rc::clone(&self.client) }, first)
    }
}

/// One request of a phone. The methods return the next step.
#[napi]
pub struct AppExchange {
    core: Arc<app::AppExchange>,
    client: Rc<Client>,
}

#[napi]
impl AppExchange {
    /// The body.
    #[napi(catch_unwind)]
    pub fn read(&self, env: Env, body: &[u8]) -> napi::Result<AppStep> {
        self.core.read(body).map_err(raise(env))
    }

    /// Performs the request.
    #[napi(catch_unwind)]
    pub fn perform(&self, env: Env, id: i64) -> napi::Result<Call<AppStep>> {
        let core = Arc::clone(&self.core);
        self.client.start(id, async move { core.perform(None).await }).map_err(raise(env))
    }
}

each_method!(app_exchange methods AppExchange);
