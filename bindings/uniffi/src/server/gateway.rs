//! The backend of an app on a phone.

use std::sync::Arc;

use open_platform::app::{self, AppStep, GatewayOptions};
use open_platform::each_method;
use open_platform::id::GrantKey;

use super::client::Platform;
use super::webhooks::{Header, pairs};
use crate::app::AppAccess;
use crate::calling::Shutdown;
use crate::errors::Result;
use crate::methods::methods;
use crate::runtime::in_runtime;

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
    #[uniffi::constructor]
    fn new(platform: &Platform, keys: Option<Vec<String>>, options: GatewayOptions) -> Result<Self> {
        let core = app::AppGateway::with_options(&platform.core, keys, options)?;
        Ok(Self { core, shutdown: Arc::clone(&platform.shutdown) })
    }

    /// Issues an access token to the phone of the user with this grant.
    fn access(&self, grant: GrantKey) -> Result<AppAccess> {
        Ok(AppAccess(self.core.access(grant)?))
    }

    /// Accepts or refuses a request by its head. `path` is the path below the gateway's address, without the query.
    fn begin(&self, method: String, path: String, headers: Vec<Header>) -> BegunApp {
        let (core, step) = self.core.begin(method, path, &pairs(headers));
        BegunApp { exchange: Arc::new(AppExchange { core }), step }
    }

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

/// A request of a phone whose head was checked.
#[derive(uniffi::Record)]
pub struct BegunApp {
    /// The request.
    pub exchange: Arc<AppExchange>,
    /// What comes first.
    pub step: AppStep,
}

/// A request of a phone. The methods throw `InvalidInput` in a state that is not theirs.
#[derive(uniffi::Object)]
pub struct AppExchange {
    core: app::AppExchange,
}

#[uniffi::export]
impl AppExchange {
    /// The body, unchanged, or more than its limit.
    fn read(&self, body: Vec<u8>) -> Result<AppStep> {
        Ok(self.core.read(&body)?)
    }

    /// Performs the request.
    async fn perform(&self) -> Result<AppStep> {
        Ok(in_runtime(self.core.perform(None)).await??)
    }
}

each_method!(app_exchange methods AppExchange);

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
