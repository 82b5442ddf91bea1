//! A local Open Platform: every endpoint, the consent page, webhooks, a virtual clock and faults, all in memory.
//!
//! The platform has no test environment. The sandbox serves the platform's HTTP API on one origin, for building and
//! testing apps:
//!
//! | address | what answers |
//! |---|---|
//! | `{origin}/auth`, `/base`, `/api`, `/upload`, `/chat` | the platform's hosts; the world is found by API key, client id, code or token |
//! | `{origin}/worlds/{name}/auth` and so on | the same hosts of one named world |
//! | any path with a real host name in `Host` | that host |
//! | `{origin}/worlds/{name}/media/{item}` | an uploaded image or medium of a chat |
//! | `{origin}/_sandbox/…` | the admin API |
//!
//! A [`World`] is one app with its users, posts and conversations. Worlds share nothing, so tests run side by side, each
//! in its own. The same seed gives the same worlds, ids and answers.
//!
//! ```
//! use open_platform_sandbox::Sandbox;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> open_platform::Result<()> {
//! let sandbox = Sandbox::start().await?;
//! let world = sandbox.world("my-test");
//! let platform = world.client().build()?;
//!
//! let token = world.posts()[0].token.clone();
//! let post = platform.posts().get(token.as_str()).await?;
//! assert_eq!(post.token.as_str(), token);
//! # Ok(()) }
//! ```
//!
//! Behaviour that the platform does not document, or documents in two ways, is set by named switches: see [`Switches`].

mod address;
mod backend;
mod body;
mod certificates;
mod connection;
mod console;
mod dispatch;
mod encrypted;
mod gaps;
mod har;
mod ids;
mod known_names;
mod limits;
mod live;
mod platform;
mod range;
mod recorded_messages;
mod recording;
mod redact;
mod response;
mod routes;
mod runner;
mod sandbox;
mod server;
mod snapshots;
mod state;
mod switches;
mod transport;
mod upcoming;
mod world;
mod world_money;
mod world_record;
mod world_reviews;

mod admin;
mod clicks;
mod clock;
mod faults;
mod ledger;
mod oauth;
mod webhooks;

#[cfg(test)]
mod flow_tests;

pub use admin::admin_description;
pub use certificates::{Certificates, Https};
pub use clicks::{Click, ClickOutcome};
pub use clock::{Fired, Job};
pub use faults::{ActiveFault, Effect, FaultControl, FaultRule, Moment, RequestMatch};
pub use gaps::{Gaps, InstantForm};
pub use ledger::{CredentialKind, CredentialSighting, DuplicateWrite, LedgerView, RequestRecord, ScopeCheck};
pub use limits::{CallQuota, Limit, LimitRules, LimitUse, RetryAfter};
pub use oauth::{
    Ability, Decision, Demand, Denial, Grace, IssuedTokens, OAuthRules, OldAccessToken, PendingConsent, RefreshLife,
    TokenReport,
};
pub use recorded_messages::RecordedHeader;
pub use recording::{Recording, RecordingProxy, Replay};
pub use routes::implements;
pub use sandbox::{Builder, Sandbox};
pub use snapshots::Snapshot;
pub use state::addons::{SandboxUserAddon, ShownAddon};
pub use state::app::{ApiKey, AppSettings};
pub use state::buttons::{CustomButtonChange, SandboxCustomButton};
pub use state::chat_media::{ChatMediumKind, SandboxChatMedium};
pub use state::conversations::{About, NewConversation, SandboxConversation, WrittenMessage};
pub use state::events::Transaction;
pub use state::images::SandboxImage;
pub use state::post_change::PostChange;
pub use state::posts::{CountsPerDay, NewPost, SandboxPost, Stage};
pub use state::reviews::ReviewEnd;
pub use state::semantics::{StoredRecord, StoredSemantic};
pub use state::subscriptions::ActiveSubscription;
pub use state::tickets::PaymentTicket;
pub use state::users::{NewBusiness, NewUser, SandboxBusiness, SandboxUser};
pub use state::wallet::{PaymentEnd, PaymentRules, SandboxTransaction, Service, WalletPayment};
pub use switches::{Profile, Switches};
pub use upcoming::{Upcoming, UpcomingKind};
pub use webhooks::{
    Attempt, Authorization, Delivery, DeliveryState, KeySent, Lapse, NotDelivered, Order, Sample, StartForm,
    Undelivered, WebhookRules,
};
pub use world::World;
pub use world_money::{Money, MoneyChange};
pub use world_record::WorldRecord;
pub use world_reviews::{OwnView, PostReview};
