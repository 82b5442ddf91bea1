//! The limits of a call: its time, and the size of its response.

use std::time::Duration;

use tokio::time::Instant;

use crate::endpoint::Host;

/// The largest response of the token endpoint, in bytes.
const MAX_TOKEN_RESPONSE: usize = 64 * 1024;
/// The largest response of the API, in bytes.
pub(super) const MAX_API_RESPONSE: usize = 2 * 1024 * 1024;

/// The largest response of a host, in bytes.
pub(super) fn default_max_response(host: Host) -> usize {
    if host == Host::Auth { MAX_TOKEN_RESPONSE } else { MAX_API_RESPONSE }
}

/// The deadline of a whole call.
pub(super) struct Deadline {
    started: Instant,
    pub(super) total: Duration,
    /// Time waited on the client's clock. In a test that clock can advance without the system's clock.
    pub(super) waited: Duration,
}

impl Deadline {
    pub(super) fn new(total: Duration) -> Self {
        Self { started: Instant::now(), total, waited: Duration::ZERO }
    }

    pub(super) fn spent(&self) -> Duration {
        self.started.elapsed().max(self.waited)
    }

    pub(super) fn remaining(&self) -> Duration {
        self.total.saturating_sub(self.spent())
    }
}
