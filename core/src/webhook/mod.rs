//! Requests from the platform to the app: events, start requests and dynamic actions.
//!
//! All three carry the identification key in `Authorization`, which is their only authentication. [`Webhooks`] checks a
//! request in a fixed order: method, size, key, content type, body. It parses nothing before the key is verified. A request
//! becomes a [`Delivery`] or a type of [`start`], and the response is a [`Reply`], for every web framework.
//!
//! This module contains no server and no queue: an adapter passes the method, the raw headers and the raw body. The handlers of an
//! app, and what a request goes through until its response, are in [`hooks`](crate::hooks).
//!
//! ```
//! use open_platform::webhook::{Event, IdentificationKey, KeyRing, Reply, Webhooks};
//!
//! # fn main() -> open_platform::Result<()> {
//! let webhooks = Webhooks::new(KeyRing::new([IdentificationKey::new("2026-11", "the-key-from-the-console")])?);
//!
//! // From the web framework: the method, the headers and the body, unchanged.
//! let headers = [("Authorization", "the-key-from-the-console"), ("Content-Type", "application/json")];
//! let body = br#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"u1"}}"#;
//!
//! let reply = match webhooks.event("POST", &headers, body) {
//!     Ok(delivery) => {
//!         // Store the event, then respond. `delivery.dedupe_key` identifies repetitions: see `Dedupe`.
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
//! If the framework provides the body as a stream, call [`Webhooks::authenticate`] first. With axum and hyper,
//! [`Accepted::read`] then reads the body. With others, read at most [`Accepted::body_limit`] bytes, for at most
//! [`Accepted::body_timeout`]. Serve webhooks over TLS only: anybody who sees one request knows the key.

#[cfg(feature = "http")]
mod body;
mod body_digest;
mod dedupe;
mod delivery;
mod freshness;
mod headers;
mod ip_allowlist;
mod key;
pub(crate) mod known_events;
mod limit;
mod path;
mod receiver;
mod record;
mod reply;
pub mod start;

#[cfg(feature = "http")]
pub(crate) use body::read_body;
pub use dedupe::{DEFAULT_DEDUPE_CAPACITY, Dedupe, DedupeMarks, HANDLING_SECONDS, MemoryDedupe, Progress};
pub(crate) use dedupe::{MemoryMarks, STORE_TIMEOUT};
pub use delivery::{CONFLICT_NOTE, Delivery};
pub use freshness::Freshness;
pub use headers::Headers;
#[cfg(test)]
pub(crate) use headers::Unreadable;
pub(crate) use headers::{Head, Single};
pub use ip_allowlist::IpAllowlist;
pub use key::{IdentificationKey, KeyRing, MAX_KEY_BYTES, SHORT_KEY_BYTES};
pub use known_events::{Event, KnownEvent};
pub(crate) use path::decode_letters;
#[cfg(feature = "ffi")]
pub use receiver::WebhookOptions;
pub use receiver::{Accepted, DEFAULT_BODY_LIMIT, DEFAULT_BODY_TIMEOUT, DEFAULT_STALE_AFTER, Webhooks};
pub use record::Answered;
pub use reply::{Rejection, Reply};
