//! The gateway for mobile apps.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use napi::Env;
use napi_derive::napi;
use open_platform::OpenPlatform;
use open_platform::app::{self, AppNext};
use open_platform::ffi::data;
use open_platform::hooks::Answer;
use open_platform::id::GrantKey;
use open_platform::webhook::Reply;

use crate::calls::Call;
use crate::client::{Client, Platform};
use crate::errors::raise;
use crate::hooks::HookLog;
use crate::webhooks::Headers;

/// The options of a gateway.
#[data(options)]
#[derive(Default)]
pub struct AppGatewayOptions {
    /// The keys that encrypt the tokens. By default those in `OPEN_PLATFORM_APP_KEYS`.
    pub keys: Option<Vec<String>>,
    /// The calls that change something and that phones may make, such as `conversations.send`.
    pub allow: Option<Vec<String>>,
    /// The lifetime of a token, in seconds: 600 by default, at most 3600.
    pub lifetime: Option<u32>,
    /// The maximum size of a body in bytes: 256 KiB by default.
    pub body_limit: Option<u32>,
    /// The addresses that phones return to after a login, if they differ from the client's.
    pub redirect_uris: Option<Vec<String>>,
}

impl AppGatewayOptions {
    fn gateway(self, platform: &OpenPlatform) -> open_platform::Result<app::AppGateway> {
        let mut gateway = match self.keys {
            Some(keys) => app::AppGateway::new(platform, keys)?,
            None => app::AppGateway::from_env(platform)?,
        };
        if let Some(seconds) = self.lifetime {
            gateway = gateway.lifetime(Duration::from_secs(seconds.into()))?;
        }
        if let Some(bytes) = self.body_limit {
            gateway = gateway.body_limit(bytes as usize);
        }
        gateway.allow(self.allow.unwrap_or_default())?.redirect_uris(self.redirect_uris.unwrap_or_default())
    }
}

/// A short-lived token for a phone. It is in plain text here: `packages/node` wraps it so that it is never printed.
#[data]
pub struct AppAccess {
    /// For `Authorization: Bearer …` in requests to the backend.
    pub token: String,
    /// The lifetime of the token in seconds, from now.
    pub expires_in: i64,
}

impl From<app::AppAccess> for AppAccess {
    fn from(access: app::AppAccess) -> Self {
        Self { token: access.token.expose().to_owned(), expires_in: access.expires_in }
    }
}

/// The backend routes that an app on a phone calls.
#[napi]
pub struct AppGateway {
    core: app::AppGateway,
    client: Rc<Client>,
}

#[napi]
impl AppGateway {
    #[napi(constructor, catch_unwind)]
    pub fn new(env: Env, platform: &Platform, options: Option<AppGatewayOptions>) -> napi::Result<Self> {
        let core = options.unwrap_or_default().gateway(&platform.core).map_err(raise(env))?;
        Ok(Self { core, client: Rc::clone(&platform.client) })
    }

    /// Issues a token for the phone of the grant's user.
    #[napi(catch_unwind)]
    pub fn access(&self, env: Env, grant: GrantKey) -> napi::Result<AppAccess> {
        self.core.access(grant).map(AppAccess::from).map_err(raise(env))
    }

    /// Issues a token for the phone of a user, with the user's newest usable grant.
    #[napi(catch_unwind)]
    pub fn access_of(&self, env: Env, id: i64, user: String) -> napi::Result<Call<AppAccess>> {
        let core = self.core.clone();
        self.client.start(id, async move { core.access_of(&user).await.map(AppAccess::from) }).map_err(raise(env))
    }

    /// Accepts or refuses a request by its head.
    #[napi(catch_unwind)]
    pub fn begin(
        &self,
        method: String,
        path: String,
        #[napi(ts_arg_type = "string | Array<string>")] headers: Headers,
    ) -> AppExchange {
        let (core, next) = self.core.begin(method, path, &headers);
        AppExchange { core: Arc::new(core), first: Some(next), client: Rc::clone(&self.client) }
    }
}

/// The paths that are served, relative to the mount point. One that ends in `/` includes everything below.
#[napi(catch_unwind)]
pub fn app_paths() -> Vec<&'static str> {
    app::PATHS.into()
}

/// What comes next for a request of a phone, as [`AppNext`].
#[data(tag = "step")]
pub enum AppStep {
    Answer { reply: Reply, logs: Vec<HookLog> },
    Body { limit: u32, seconds: f64 },
    Perform,
    User,
}

impl From<AppNext> for AppStep {
    fn from(next: AppNext) -> Self {
        match next {
            AppNext::Answer(answer) => {
                let Answer { reply, logs, .. } = *answer;
                Self::Answer { reply, logs: logs.into_iter().map(HookLog::from).collect() }
            }
            AppNext::Body { limit, timeout } => {
                Self::Body { limit: limit.try_into().unwrap_or(u32::MAX), seconds: timeout.as_secs_f64() }
            }
            AppNext::Perform => Self::Perform,
            AppNext::User => Self::User,
        }
    }
}

/// One request of a phone. The methods return the next step.
#[napi]
pub struct AppExchange {
    core: Arc<app::AppExchange>,
    first: Option<AppNext>,
    client: Rc<Client>,
}

fn step(env: Env, next: open_platform::Result<AppNext>) -> napi::Result<AppStep> {
    next.map(AppStep::from).map_err(raise(env))
}

#[napi]
impl AppExchange {
    /// The first step. It is taken once.
    #[napi(catch_unwind)]
    pub fn first(&mut self) -> Option<AppStep> {
        self.first.take().map(AppStep::from)
    }

    /// The name of the relayed call, if it is one.
    #[napi(getter, catch_unwind)]
    pub fn call(&self) -> Option<&'static str> {
        self.core.call()
    }

    /// The body.
    #[napi(catch_unwind)]
    pub fn read(&self, env: Env, body: &[u8]) -> napi::Result<AppStep> {
        step(env, self.core.read(body))
    }

    /// The body did not arrive in time.
    #[napi(catch_unwind)]
    pub fn too_slow(&self, env: Env) -> napi::Result<AppStep> {
        step(env, self.core.too_slow())
    }

    /// The app's own id of the user who is logged in to the app.
    #[napi(catch_unwind)]
    pub fn user(&self, env: Env, user: Option<String>) -> napi::Result<AppStep> {
        step(env, self.core.user(user))
    }

    /// Performs the request.
    #[napi(catch_unwind)]
    pub fn perform(&self, env: Env, id: i64) -> napi::Result<Call<AppStep>> {
        let core = Arc::clone(&self.core);
        self.client.start(id, async move { core.perform(None).await.map(AppStep::from) }).map_err(raise(env))
    }

    /// The body could not be read, or the function of the app has failed.
    #[napi(catch_unwind)]
    pub fn failed(&self, env: Env, error: String) -> napi::Result<AppStep> {
        step(env, self.core.failed(&error))
    }
}
