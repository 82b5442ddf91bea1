//! Requests from the platform to the app: events, start requests and dynamic actions.
//!
//! All three carry the identification key in `Authorization`, and nothing else proves them. [`Webhooks`] looks at a
//! request in a fixed order: method, size, key, content type, body, and parses nothing before the key was right. What
//! arrives becomes a type of [`model`](crate::model); what goes back is a [`Reply`], whatever the web framework is.
//!
//! There is no server here, and no queue: an adapter passes the method, the raw headers and the raw bytes.
//!
//! ```
//! use open_platform::model::event::Event;
//! use open_platform::webhook::{IdentificationKey, KeyRing, Reply, Webhooks};
//!
//! # fn main() -> open_platform::Result<()> {
//! let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("2026-11", "the-key-from-the-console")])?);
//!
//! // What the web framework has: the method, the headers and the body, all as they arrived.
//! let headers = [("Authorization", "the-key-from-the-console"), ("Content-Type", "application/json")];
//! let body = br#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"u1"}}"#;
//!
//! let reply = match webhooks.event("POST", &headers, body) {
//!     Ok(delivery) => {
//!         // Store it, then answer. `delivery.dedupe_key` tells a repetition from news: see `Dedupe`.
//!         if let Event::UserAccessRevocation { revocation } = &delivery.event {
//!             assert_eq!(revocation.user_id.as_str(), "u1");
//!         }
//!         Reply::ok()
//!     }
//!     Err(rejection) => rejection.reply(),
//! };
//! assert_eq!(reply.status, 200);
//! # Ok(())
//! # }
//! ```
//!
//! Where the framework hands out the body as a stream, call [`Webhooks::authenticate`] first. With axum and hyper
//! [`Accepted::read`] reads it then; elsewhere read no more than [`Accepted::body_limit`] bytes, for no longer than
//! [`Accepted::body_timeout`]. Serve webhooks over TLS only: whoever sees one request has the key.

mod dedupe;
mod freshness;
mod headers;
mod ip_allowlist;
mod key;
mod limit;
mod receiver;
mod reply;

pub use dedupe::{DEFAULT_DEDUPE_CAPACITY, Dedupe, DedupeMarks, HANDLING_SECONDS, MemoryDedupe, Progress};
pub use freshness::Freshness;
pub use headers::Headers;
pub(crate) use headers::{Head, Single};
pub use ip_allowlist::IpAllowlist;
pub use key::{IdentificationKey, KeyRing, MAX_KEY_BYTES, SHORT_KEY_BYTES};
pub use receiver::{Accepted, DEFAULT_BODY_LIMIT, DEFAULT_BODY_TIMEOUT, Webhooks};
pub use reply::{Rejection, Reply};
