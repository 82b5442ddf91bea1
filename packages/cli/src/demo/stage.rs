//! The stage: the platform as a sandbox, the app with its client and its server, and the user's browser. Each on its own
//! side of real HTTP, all in one process.

use std::time::Duration;

use chrono::DateTime;
use open_platform::id::GrantKey;
use open_platform::model::event::Delivery;
use open_platform::oauth::{Login, LoginOutcome};
use open_platform::{OpenPlatform, Scope};
use open_platform_sandbox::{Sandbox, SandboxPost, World};

use super::app_server::{Address, AppServer};
use super::browser::Browser;
use super::story::{Wrong, ensure, wrong};

/// Makes every id and credential of the sandbox, so that two runs tell the same story.
const SEED: u64 = 7;

/// When the demo plays: 2026-01-02T09:00:00Z.
const MORNING: i64 = 1_767_344_400;

/// Everything the flows play with.
#[derive(Debug)]
pub struct Stage {
    sandbox: Sandbox,
    /// The platform's side: what users do, and what the platform keeps. An app never sees it.
    pub world: World,
    /// The app's client.
    pub platform: OpenPlatform,
    /// The app's server.
    pub app: AppServer,
    /// The user's browser.
    pub browser: Browser,
}

impl Stage {
    /// Starts everything on free ports of this machine.
    pub async fn set() -> Result<Self, Wrong> {
        let sandbox = Sandbox::builder().seed(SEED).start().await?;
        let world = sandbox.world("demo");
        // Time moves only when a flow moves it, so nothing happens between two steps.
        world.freeze();
        world.set_time(DateTime::from_timestamp(MORNING, 0).unwrap_or_default()).await;

        // What a developer does once, in the console of the platform.
        let address = Address::free().await?;
        world.configure_app(|app| {
            app.redirect_uris = vec![address.redirect_uri()];
            app.events_url = address.events_url();
            app.start_url = address.start_url();
            app.dynamic_action_url = address.dynamic_action_url();
        });

        // The app. Against the live platform the first line is `OpenPlatform::from_env()?`, and nothing else changes.
        let platform = world.client().build()?;
        let app = AppServer::serve(address, platform.webhooks()?);
        Ok(Self { sandbox, world, platform, app, browser: Browser::new()? })
    }

    /// Where the sandbox listens.
    pub fn url(&self) -> &str {
        self.sandbox.url()
    }

    /// The seller's published post of a category.
    pub fn post(&self, category: &str) -> Result<SandboxPost, Wrong> {
        match self.world.posts().into_iter().find(|post| post.category == category) {
            Some(post) => Ok(post),
            None => wrong(format!("the world has no post in {category}")),
        }
    }

    /// The conversation that a new world has: the buyer asks about the seller's phone.
    pub fn conversation(&self) -> Result<String, Wrong> {
        let about_post = self.world.conversations().into_iter().find(|one| one.post().is_some());
        about_post.map_or_else(|| wrong("the world has no conversation"), |one| Ok(one.id))
    }

    /// The whole way of a login: the app's link, the user's yes, the return.
    pub async fn login<S: Into<Scope>>(
        &self,
        user: &str,
        scopes: impl IntoIterator<Item = S>,
    ) -> Result<GrantKey, Wrong> {
        // Whatever ties the login to one browser: mostly the value of the session cookie.
        let session = format!("session-of-{user}");
        let login = Login::new(scopes, session.as_str()).for_user(user);
        let authorization = self.platform.oauth().start(login).await?;
        let back = self.browser.approve(&authorization.url, user).await?;
        match self.platform.oauth().callback(back, session).await? {
            LoginOutcome::Granted { grant, missing_scopes, .. } => {
                ensure(missing_scopes.is_empty(), "everything was granted")?;
                Ok(grant)
            }
            LoginOutcome::Denied => wrong("the user said yes, and a no arrived"),
        }
    }

    /// Lets the platform deliver what it has to tell now, and returns what the app received.
    pub async fn deliver(&self) -> Vec<Delivery> {
        self.world.advance(Duration::ZERO).await;
        self.app.received()
    }

    /// How many requests the platform saw, by the name of the endpoint.
    pub fn requests_to(&self, endpoint: &str) -> usize {
        self.world.ledger().requests_to(endpoint).len()
    }

    /// How many requests the platform saw.
    pub fn requests(&self) -> usize {
        self.world.ledger().requests().len()
    }

    /// Ends everything.
    pub async fn strike(self) {
        let Self { sandbox, app, .. } = self;
        drop(app);
        sandbox.stop().await;
    }
}
