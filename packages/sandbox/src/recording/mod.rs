//! Recordings of requests to the platform, and their replay: a [`Recorder`] is a proxy that writes an HTTP archive without secrets, and a
//! [`Replay`] a server that answers from it.
//!
//! A secret or personal value is replaced by a placeholder, the same one wherever the value stands, so that a client of a replay
//! receives and sends it as it would the value.

mod comparison;
mod content;
mod json_text;
mod kind;
mod phones;
mod recorder;
mod redaction;
mod replay;
mod server;
mod vault;

pub use recorder::{Recorder, Recording};
pub use replay::Replay;

/// What stands in a recording for the address of the recorder, and so for the hosts of the platform: no host has this name (RFC 2606).
const ORIGIN: &str = "http://platform.invalid";
