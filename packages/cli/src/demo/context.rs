//! What the flows run with: the sandbox as the platform, the app with its client and its server, and the user's browser. All
//! run in one process and talk over HTTP.

use std::time::Duration;

use chrono::DateTime;
use open_platform::id::GrantKey;
use open_platform::oauth::{Login, LoginOutcome};
use open_platform::webhook::Delivery;
use open_platform::{OpenPlatform, Scope};
use open_platform_sandbox::{Sandbox, SandboxPost, World};

use super::app_server::{Address, AppServer};
use super::browser::Browser;
use super::runner::{StepError, ensure, fail};

/// The seed of all ids and credentials of the sandbox: with a fixed seed every run prints the same.
const SEED: u64 = 7;

/// The time of the virtual clock at the beginning: 2026-01-02T09:00:00Z.
const START_TIME: i64 = 1_767_344_400;

/// The environment of the flows.
#[derive(Debug)]
pub struct Context {
    sandbox: Sandbox,
    /// The platform's side: actions of users, and the state of the platform. An app has no access to it.
    pub world: World,
    /// The app's client.
    pub platform: OpenPlatform,
    /// The app's server.
    pub app: AppServer,
    /// The user's browser.
    pub browser: Browser,
}

impl Context {
    /// Starts everything on free ports of this machine.
    pub async fn start() -> Result<Self, StepError> {
        let sandbox = Sandbox::builder().seed(SEED).start().await?;
        let world = sandbox.world("demo");
        // The clock is frozen: time passes only where a flow advances it.
        world.freeze();
        world.set_time(DateTime::from_timestamp(START_TIME, 0).unwrap_or_default()).await;

        // A developer does this once, in the console of the platform.
        let address = Address::bind().await?;
        world.configure_app(|app| {
            app.redirect_uris = vec![address.redirect_uri()];
            app.events_url = address.events_url();
            app.start_url = address.start_url();
            app.dynamic_action_url = address.dynamic_action_url();
        });

        // The app. For the live platform the first line is `OpenPlatform::from_env()?`; the rest stays the same.
        let platform = world.client().build()?;
        let app = AppServer::serve(address, &platform)?;
        Ok(Self { sandbox, world, platform, app, browser: Browser::new()? })
    }

    /// The address of the sandbox.
    pub fn url(&self) -> &str {
        self.sandbox.url()
    }

    /// The seller's published post of a category.
    pub fn post(&self, category: &str) -> Result<SandboxPost, StepError> {
        match self.world.posts().into_iter().find(|post| post.category == category) {
            Some(post) => Ok(post),
            None => fail(format!("the world has no post in {category}")),
        }
    }

    /// The conversation that a new world begins with, about a phone of the seller.
    pub fn conversation(&self) -> Result<String, StepError> {
        let about_post = self.world.conversations().into_iter().find(|one| one.post().is_some());
        about_post.map_or_else(|| fail("the world has no conversation"), |one| Ok(one.id))
    }

    /// A complete login: authorization request, consent of the user, callback.
    pub async fn login<S: Into<Scope>>(
        &self,
        user: &str,
        scopes: impl IntoIterator<Item = S>,
    ) -> Result<GrantKey, StepError> {
        // Binds the login to one browser: usually the value of the session cookie.
        let session = format!("session-of-{user}");
        let login = Login::new(scopes, session.as_str()).for_user(user);
        let authorization = self.platform.oauth().start(login).await?;
        let back = self.browser.approve(&authorization.url, user).await?;
        match self.platform.oauth().callback(back, session).await? {
            LoginOutcome::Granted { grant, missing_scopes, .. } => {
                ensure(missing_scopes.is_empty(), "everything was granted")?;
                Ok(grant)
            }
            LoginOutcome::Denied => fail("the user approved, but the callback reports a denial"),
        }
    }

    /// Has the platform deliver the events that are due, and returns those that the app received.
    pub async fn deliver(&self) -> open_platform::Result<Vec<Delivery>> {
        self.world.advance(Duration::ZERO).await;
        self.app.received().await
    }

    /// The number of requests to an endpoint, by its name.
    pub fn requests_to(&self, endpoint: &str) -> usize {
        self.world.ledger().requests_to(endpoint).len()
    }

    /// The number of all requests.
    pub fn requests(&self) -> usize {
        self.world.ledger().requests().len()
    }

    /// Stops the servers.
    pub async fn stop(self) {
        let Self { sandbox, app, .. } = self;
        drop(app);
        sandbox.stop().await;
    }
}
