//! The backend of an app on a phone.

use std::sync::Arc;

use open_platform::app;
use open_platform::ffi::nearest_length;
use open_platform::id::GrantKey;
use open_platform::webhook::Reply;

use super::client::Platform;
use super::webhooks::{Header, pairs};
use crate::app::AppAccess;
use crate::calling::Life;
use crate::errors::Result;

/// What a gateway lets through.
#[derive(Default, uniffi::Record)]
pub struct AppGatewayOptions {
    /// Calls that change something, by their names in the endpoint table. Those that only read are always allowed.
    #[uniffi(default)]
    pub allow: Vec<String>,
    /// How many seconds a token lives: 10 minutes by default, at most an hour.
    #[uniffi(default)]
    pub lifetime: Option<f64>,
    /// How many bytes a body may have: 256 KiB by default.
    #[uniffi(default)]
    pub body_limit: Option<u32>,
    /// The addresses that phones return to after a login, where they are others than the client's.
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

/// Gives phones access, and makes their calls. The packages wrap it in a class `AppGateway` that receives requests.
#[derive(uniffi::Object)]
pub struct Gateway {
    core: app::AppGateway,
    life: Arc<Life>,
}

#[uniffi::export]
impl Gateway {
    /// A gateway for the users of a client, with the keys that its tokens are sealed with. Without keys those of
    /// `OPEN_PLATFORM_APP_KEYS`.
    #[uniffi::constructor(default(keys = None, options = None))]
    fn new(platform: &Platform, keys: Option<Vec<String>>, options: Option<AppGatewayOptions>) -> Result<Self> {
        let core = match keys {
            Some(keys) => app::AppGateway::new(&platform.core, keys)?,
            None => app::AppGateway::from_env(&platform.core)?,
        };
        Ok(Self { core: options.unwrap_or_default().apply(core)?, life: Arc::clone(&platform.life) })
    }

    /// Access for the phone of the user whose grant this is.
    fn access(&self, grant: GrantKey) -> Result<AppAccess> {
        Ok(AppAccess(self.core.access(grant)?))
    }

    /// Decides from the head alone what a request is and whether it is worth reading. `path` is the path below the
    /// gateway's address, without a query.
    fn admit(&self, method: String, path: String, headers: Vec<Header>) -> AppAdmission {
        match self.core.admit(method, path, &pairs(headers)) {
            Ok(core) => AppAdmission::Admitted { request: Arc::new(AppRequest(core)) },
            Err(reply) => AppAdmission::Refused { reply },
        }
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Gateway {
    /// Access for the phone of a user, by the app's own name for the user.
    async fn access_of(&self, user: String) -> Result<AppAccess> {
        self.life.run(None, Box::pin(self.core.access_of(&user))).await.map(AppAccess)
    }

    /// Completes a login that a phone has begun. `body` is what the phone has sent.
    async fn login(&self, body: Vec<u8>, user: String) -> Result<AppGranted> {
        let code = app::AppCode::parse(&body)?;
        let app::AppGranted { grant, scopes, missing_scopes, access, .. } =
            self.life.run(None, Box::pin(self.core.login(code, user))).await?;
        Ok(AppGranted { grant, scopes, missing_scopes, access: Arc::new(AppAccess(access)) })
    }
}

/// What comes of a request's head.
#[derive(uniffi::Enum)]
pub enum AppAdmission {
    /// The body may be read.
    Admitted {
        /// The request.
        request: Arc<AppRequest>,
    },
    /// It may not.
    Refused {
        /// The answer to send instead.
        reply: Reply,
    },
}

/// A request of a phone whose head was accepted.
#[derive(uniffi::Object)]
pub struct AppRequest(app::AppRequest);

#[uniffi::export]
impl AppRequest {
    /// Whether the backend has to say which of its users asks.
    fn needs_user(&self) -> bool {
        self.0.needs_user()
    }

    /// How many bytes of the body to read at most. Whether more came is seen by reading one more.
    fn body_limit(&self) -> u32 {
        self.0.body_limit().try_into().unwrap_or(u32::MAX)
    }

    /// How many seconds to read the body at most.
    fn body_seconds(&self) -> f64 {
        self.0.body_timeout().as_secs_f64()
    }

    /// The answer to a body that did not arrive in time.
    fn too_slow(&self) -> Reply {
        self.0.too_slow()
    }

    /// The name of the relayed call, if it is one.
    fn call(&self) -> Option<String> {
        self.0.call().map(str::to_owned)
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl AppRequest {
    /// Does what is asked, and gives the answer to send. `user` is the app's own name for the user who asks, if one is
    /// logged in.
    async fn answer(&self, user: Option<String>, body: Vec<u8>) -> Reply {
        self.0.clone().answer(user.as_deref(), &body).await
    }
}

/// What came of a login on a phone.
#[derive(uniffi::Record)]
pub struct AppGranted {
    /// The name of the stored grant.
    pub grant: GrantKey,
    /// The granted scopes.
    pub scopes: Vec<String>,
    /// The scopes that were asked for and not granted.
    pub missing_scopes: Vec<String>,
    /// Access for the phone.
    pub access: Arc<AppAccess>,
}
