//! The backend of an app on a phone.

use std::sync::Arc;

use open_platform::app;
use open_platform::ffi::nearest_length;
use open_platform::hooks::HookLog;
use open_platform::id::GrantKey;
use open_platform::webhook::Reply;

use super::client::Platform;
use super::webhooks::{Header, pairs};
use crate::app::AppAccess;
use crate::calling::Shutdown;
use crate::errors::Result;

/// The options of a gateway.
#[derive(Default, uniffi::Record)]
pub struct AppGatewayOptions {
    /// The allowed calls that change something, by their names in the endpoint table. Calls that only read are always allowed.
    #[uniffi(default)]
    pub allow: Vec<String>,
    /// The lifetime of an access token in seconds: 600 by default, at most 3600.
    #[uniffi(default)]
    pub lifetime: Option<f64>,
    /// The maximum size of a request body in bytes: 256 KiB by default.
    #[uniffi(default)]
    pub body_limit: Option<u32>,
    /// The redirect addresses of phones, if they differ from the client's.
    #[uniffi(default)]
    pub redirect_uris: Vec<String>,
}

impl AppGatewayOptions {
    fn apply(self, gateway: app::AppGateway) -> open_platform::Result<app::AppGateway> {
        let mut gateway = gateway.allow(self.allow)?.redirect_uris(self.redirect_uris)?;
        if let Some(lifetime) = self.lifetime {
            gateway = gateway.lifetime(nearest_length(lifetime))?;
        }
        Ok(match self.body_limit {
            Some(bytes) => gateway.body_limit(bytes as usize),
            None => gateway,
        })
    }
}

/// Issues access tokens to phones, and makes their calls. The packages wrap it in a class `AppGateway` that receives requests.
#[derive(uniffi::Object)]
pub struct Gateway {
    core: app::AppGateway,
    shutdown: Arc<Shutdown>,
}

#[uniffi::export]
impl Gateway {
    /// Creates a gateway for the users of a client. `keys` encrypt the access tokens; by default those of
    /// `OPEN_PLATFORM_APP_KEYS`.
    #[uniffi::constructor(default(keys = None, options = None))]
    fn new(platform: &Platform, keys: Option<Vec<String>>, options: Option<AppGatewayOptions>) -> Result<Self> {
        let core = match keys {
            Some(keys) => app::AppGateway::new(&platform.core, keys)?,
            None => app::AppGateway::from_env(&platform.core)?,
        };
        Ok(Self { core: options.unwrap_or_default().apply(core)?, shutdown: Arc::clone(&platform.shutdown) })
    }

    /// Issues an access token to the phone of the user with this grant.
    fn access(&self, grant: GrantKey) -> Result<AppAccess> {
        Ok(AppAccess(self.core.access(grant)?))
    }

    /// Checks the method, path and headers of a request before its body is read. `path` is the path below the gateway's
    /// address, without the query.
    fn admit(&self, method: String, path: String, headers: Vec<Header>) -> AppAdmission {
        match self.core.admit(method, path, &pairs(headers)) {
            Ok(core) => AppAdmission::Admitted { request: Arc::new(AppRequest(core)) },
            Err(reply) => AppAdmission::Refused { reply },
        }
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Gateway {
    /// Issues an access token to the phone of a user. `user` is the app's own id of the user.
    async fn access_of(&self, user: String) -> Result<AppAccess> {
        self.shutdown.run(None, Box::pin(self.core.access_of(&user))).await.map(AppAccess)
    }

    /// Completes a login that a phone has started. `body` is the body that the phone sent.
    async fn login(&self, body: Vec<u8>, user: String) -> Result<AppGranted> {
        let code = app::AppCode::parse(&body)?;
        let app::AppGranted { grant, scopes, missing_scopes, access, .. } =
            self.shutdown.run(None, Box::pin(self.core.login(code, user))).await?;
        Ok(AppGranted { grant, scopes, missing_scopes, access: Arc::new(AppAccess(access)) })
    }
}

/// The result of checking the head of a request.
#[derive(uniffi::Enum)]
pub enum AppAdmission {
    /// The body may be read.
    Admitted {
        /// The request.
        request: Arc<AppRequest>,
    },
    /// The request is refused, and its body must not be read.
    Refused {
        /// The response to send.
        reply: Reply,
    },
}

/// A request of a phone whose head was accepted.
#[derive(uniffi::Object)]
pub struct AppRequest(app::AppRequest);

#[uniffi::export]
impl AppRequest {
    /// Whether `answer` needs the user of the app's session.
    fn needs_user(&self) -> bool {
        self.0.needs_user()
    }

    /// The maximum size of the body in bytes. Read one byte more to detect a larger body.
    fn body_limit(&self) -> u32 {
        self.0.body_limit().try_into().unwrap_or(u32::MAX)
    }

    /// The time limit of reading the body in seconds.
    fn body_seconds(&self) -> f64 {
        self.0.body_timeout().as_secs_f64()
    }

    /// The response if the body did not arrive in time.
    fn too_slow(&self) -> Reply {
        self.0.too_slow()
    }

    /// The response if the user could not be found, or the body could not be read: 500; and what to log. `error` is logged, so it
    /// must not contain data of users.
    fn failed(&self, error: String) -> AppFailure {
        let (reply, log) = self.0.failed(&error);
        AppFailure { reply, log }
    }

    /// The name of the relayed call, if it is one.
    fn call(&self) -> Option<String> {
        self.0.call().map(str::to_owned)
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl AppRequest {
    /// Handles the request and returns the response to send. `user` is the app's own id of the user who is logged in to the
    /// app's session, if any.
    async fn answer(&self, user: Option<String>, body: Vec<u8>) -> Reply {
        self.0.clone().answer(user.as_deref(), &body).await
    }
}

/// A request of a phone that failed in a function of the app.
#[derive(uniffi::Record)]
pub struct AppFailure {
    /// The response to send.
    pub reply: Reply,
    /// What to log.
    pub log: HookLog,
}

/// The result of a login on a phone.
#[derive(uniffi::Record)]
pub struct AppGranted {
    /// The name of the stored grant.
    pub grant: GrantKey,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The scopes that were requested but not granted.
    pub missing_scopes: Vec<String>,
    /// The access token for the phone.
    pub access: Arc<AppAccess>,
}
