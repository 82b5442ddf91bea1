//! A durable queue of webhook events: stored before they are acknowledged, handled by workers, retried.
//!
//! If a handler runs during the request, its event is lost when the process ends, and the platform waits for a slow
//! handler. An [`Inbox`] puts a store in between, that of the grants or another:
//!
//! - [`receive`](Inbox::receive) stores the event, and only then responds with 200. If the store is down, slow or full, it
//!   responds with 503 within a second: an event is never acknowledged before it is stored.
//! - A repeated delivery is acknowledged and not stored again. It is recognized by [`Delivery::dedupe_key`]: a message and a
//!   transaction for [`remember_days`](InboxOptions::remember_days), all others for two minutes.
//! - An event with the id of an earlier one and a different body is stored too, with a note in its [`notes`](Delivery::notes)
//!   and a warning in the log: the two contradict each other, and it is unknown which one is right.
//! - [`next`](Inbox::next) hands out the oldest event to one worker, in any number of processes. The worker holds a lease
//!   of [`lease_seconds`](InboxOptions::lease_seconds): if it calls neither [`ack`](Inbox::ack) nor
//!   [`nack`](Inbox::nack) before that ends, another worker gets the event. [`run`](Inbox::run) extends the lease while
//!   its handler runs.
//! - After a failure an event is retried with a growing delay, from 5 seconds to an hour, until it has had
//!   [`max_attempts`](InboxOptions::max_attempts). Then it is a dead letter: see [`dead_letters`](Inbox::dead_letters).
//!
//! Delivery to handlers is at least once: if a worker fails after its work and before `ack`, the event is handled again.
//! Without failures it is handled exactly once. A failed handler is called again after every error, also after an
//! [`AmbiguousOutcome`](crate::Error::AmbiguousOutcome): one that sends a message handles that error itself, or the message may be
//! sent twice.
//!
//! ```
//! use open_platform::inbox::{Inbox, InboxOptions};
//! use open_platform::stores::Encryption;
//! use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> open_platform::Result<()> {
//! // In production, use a durable store: `sqlite:///var/lib/app/events.db`, or that of a client: `platform.inbox(…)`.
//! let inbox = Inbox::open("memory:", Encryption::unencrypted(), InboxOptions::default())?;
//! let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("2026-11", "the-key-from-the-console")])?);
//!
//! // In the web framework: the request head, then the body, then the response.
//! let headers = [("Authorization", "the-key-from-the-console"), ("Content-Type", "application/json")];
//! let body = br#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"u1"}}"#;
//! let reply = match webhooks.authenticate("POST", &headers) {
//!     Ok(accepted) => inbox.receive(accepted, body.to_vec()).await,
//!     Err(rejection) => rejection.reply(),
//! };
//! assert_eq!(reply.status, 200);
//!
//! // In a worker, in this process or another: `inbox.run(4, handler)`, or your own loop around this.
//! let item = inbox.next().await?;
//! assert_eq!(item.delivery.event.kind(), "USER_ACCESS_REVOCATION");
//! inbox.ack(&item.id).await?;
//! # Ok(())
//! # }
//! ```
//!
//! # In a web server
//!
//! [`Hooks`](crate::hooks::Hooks) receive the events into the inbox, and call typed handlers with them:
//!
//! ```no_run
//! use axum::Router;
//! use open_platform::OpenPlatform;
//! use open_platform::inbox::{DEFAULT_WORKERS, InboxOptions};
//! use open_platform::model::chat::ChatMessage;
//!
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let platform = OpenPlatform::from_env()?;
//! let inbox = platform.inbox(InboxOptions::default())?;
//! let hooks = platform.hooks()?.inbox(inbox).on(async |message: ChatMessage, _| {
//!     println!("{:?}", message.text());
//!     Ok(())
//! });
//! let app = Router::new().nest_service("/hooks", hooks.service());
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
//! tokio::select! {
//!     served = axum::serve(listener, app) => served?,
//!     handled = hooks.run(DEFAULT_WORKERS) => handled?,
//! }
//! # Ok(()) }
//! ```
//!
//! | file | contents |
//! |---|---|
//! | `handle` | [`Inbox`]: the public API |
//! | `entry` | the stored record of an event and its state transitions, as pure functions |
//! | `attempt` | [`InboxAttempt`]: what is stored for the outcome of a handler, and the limits of its time |
//! | `queue` | the operations: storing, finding, leasing, ending, deleting |
//! | `workers` | [`Workers`]: which event is handled next, how many at once, and when all have ended |
//! | `run` | calling a handler in Rust |
//! | `warnings` | conditions that make no call of the app fail |

#[cfg(doc)]
use crate::webhook::Delivery;

mod attempt;
mod entry;
mod handle;
mod queue;
mod run;
#[cfg(test)]
mod tests;
mod warnings;
mod workers;

pub use attempt::{Cutoff, Ending, InboxAttempt};
pub(crate) use attempt::{UNCLEAR, is_outcome_unclear};
pub use handle::{Acceptance, DeadLetter, Inbox, InboxCounts, InboxItem, InboxOptions, Lease, NackOutcome, Receipt};
pub use run::{HandlerError, too_long};
pub(crate) use workers::Unhandled;
pub use workers::{DEFAULT_WORKERS, WorkerLog, WorkerOptions, Workers};
