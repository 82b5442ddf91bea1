//! The circuit breaker for refused app credentials.

use super::*;

impl Sessions {
    /// Whether a refresh may be sent. While the app's credentials are refused, one per minute is allowed.
    pub(crate) fn check_breaker(&self, now: DateTime<Utc>) -> Result<()> {
        let mut memory = self.memory();
        let closed = |next: DateTime<Utc>| now < next && next - now <= PROBE;
        if memory.refused_clients >= BREAKER_LIMIT && memory.next_probe.is_some_and(closed) {
            return Err(client_fault("tried again once a minute"));
        }
        if memory.refused_clients >= BREAKER_LIMIT {
            memory.next_probe = Some(now + PROBE);
        }
        Ok(())
    }

    /// Records whether the platform accepted the app's credentials.
    pub(crate) fn record_client_result(&self, accepted: bool, now: DateTime<Utc>) {
        let mut memory = self.memory();
        if accepted {
            memory.refused_clients = 0;
        } else {
            memory.refused_clients = memory.refused_clients.saturating_add(1);
            memory.next_probe = Some(now + PROBE);
        }
    }
}
