//! Recordings of requests to the platform, and their replay: a [`RecordingProxy`] writes an HTTP archive without secrets, and a
//! [`Replay`] a server that answers from it.
//!
//! A secret or personal value is replaced by a placeholder, the same one wherever the value stands, so that a client of a replay
//! receives and sends it as it would the value.

mod comparison;
mod content;
mod json_text;
mod kind;
mod phones;
mod proxy;
mod redaction;
mod replay;
mod server;
mod vault;

pub use proxy::{Recording, RecordingProxy};
pub use replay::Replay;

/// What stands in a recording for the address of the proxy, and so for the hosts of the platform: no host has this name (RFC 2606).
const ORIGIN: &str = "http://platform.invalid";
