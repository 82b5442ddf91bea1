//! Requests from the platform to the app: events, start requests and dynamic actions.
//!
//! All three carry the identification key in `Authorization`, and nothing else proves them. [`Webhooks`] looks at a
//! request in a fixed order: method, size, key, content type, body, and parses nothing before the key was right. What
//! arrives becomes a type of [`model`](crate::model); what goes back is a [`Reply`], whatever the web framework is.
//!
//! There is no server here, and no queue: an adapter passes the method, the raw headers and the raw bytes.

mod dedupe;
mod freshness;
mod headers;
mod key;
mod receiver;
mod reply;
mod source;

pub use dedupe::{Dedupe, MemoryDedupe};
pub use freshness::Freshness;
pub use headers::Headers;
pub use key::{Key, KeyRing, MAX_KEY_BYTES, MIN_KEY_BYTES};
pub use receiver::{Accepted, DEFAULT_BODY_LIMIT, Webhooks};
pub use reply::{Rejection, Reply};
pub use source::Sources;
