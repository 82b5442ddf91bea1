//! The handlers of every endpoint of the base, api and upload hosts, one file per area, as in core's `api`.

pub(crate) mod permission;

use crate::dispatch::Handler;

/// The handler of the endpoint with this name.
pub(crate) fn handler(name: &str) -> Option<Handler> {
    let _ = name;
    None
}
