//! Records as lines of a log.

use std::fmt::{self, Display, Formatter};

use tracing::Level;

use super::{Attempt, HandledEvent, Note, ReceivedHook, Refresh};

/// A record as a line of a log: its text is that of [`Display`]. The packages of all languages log these lines.
pub trait Line: Display {
    /// The name of its logger in other languages.
    const LOGGER: &'static str;

    /// How important it is: `DEBUG`, `INFO` or `WARN`.
    fn level(&self) -> Level;

    /// Its members by name, for a log with structure; absent ones are left out. Durations are whole milliseconds.
    fn members(&self) -> Vec<(&'static str, String)>;
}

/// Seconds, as whole milliseconds.
struct Milliseconds(f64);

impl Display for Milliseconds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.0}", self.0 * 1000.0)
    }
}

/// A member, unless it is absent.
fn member(name: &'static str, value: Option<impl Display>) -> Option<(&'static str, String)> {
    value.map(|value| (name, value.to_string()))
}

impl Line for Attempt {
    const LOGGER: &'static str = "open_platform.http";

    fn level(&self) -> Level {
        if self.retry.is_some() { Level::INFO } else { Level::DEBUG }
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        let members = [
            member("endpoint", Some(&self.endpoint)),
            member("attempt", Some(self.attempt)),
            member("status", self.status),
            member("error", self.error.as_ref()),
            member("duration_ms", Some(Milliseconds(self.duration_seconds))),
            member("request_id", self.request_id.as_ref()),
            member("retry", self.retry.as_ref()),
            member("wait_ms", self.wait_seconds.map(Milliseconds)),
        ];
        members.into_iter().flatten().collect()
    }
}

impl Display for Attempt {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: request {}: ", self.endpoint, self.attempt)?;
        match self.status {
            Some(status) => write!(f, "{status}")?,
            None => f.write_str(self.error.as_deref().unwrap_or("no answer"))?,
        }
        write!(f, " in {} ms", Milliseconds(self.duration_seconds))?;
        if let Some(id) = &self.request_id {
            write!(f, ", request id {id}")?;
        }
        match &self.retry {
            Some(reason) => write!(f, "; sent again in {:.1} s ({reason})", self.wait_seconds.unwrap_or_default()),
            None => Ok(()),
        }
    }
}

impl Line for Refresh {
    const LOGGER: &'static str = "open_platform.refresh";

    fn level(&self) -> Level {
        if self.outcome == "refreshed" { Level::INFO } else { Level::WARN }
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        let members = [
            member("outcome", Some(&self.outcome)),
            member("attempt", Some(self.attempt)),
            member("reason", Some(&self.reason)),
            member("duration_ms", Some(Milliseconds(self.duration_seconds))),
        ];
        members.into_iter().flatten().collect()
    }
}

impl Display for Refresh {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self { outcome, attempt, duration_seconds, reason } = self;
        write!(f, "token refresh ({reason}): request {attempt}: {outcome} in {} ms", Milliseconds(*duration_seconds))
    }
}

impl Line for ReceivedHook {
    const LOGGER: &'static str = "open_platform.hooks";

    fn level(&self) -> Level {
        Level::DEBUG
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        let members = [
            member("kind", Some(&self.kind)),
            member("event_type", self.event_type.as_ref()),
            member("outcome", Some(&self.outcome)),
            member("status", Some(self.status)),
            member("reason", self.reason.as_ref()),
            member("duration_ms", Some(Milliseconds(self.duration_seconds))),
        ];
        members.into_iter().flatten().collect()
    }
}

impl Display for ReceivedHook {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.kind)?;
        if let Some(event_type) = &self.event_type {
            write!(f, " {event_type}")?;
        }
        let duration = Milliseconds(self.duration_seconds);
        write!(f, ": {}, answered with {} in {duration} ms", self.outcome, self.status)
    }
}

impl Line for HandledEvent {
    const LOGGER: &'static str = "open_platform.inbox";

    fn level(&self) -> Level {
        if matches!(self.outcome.as_str(), "acknowledged" | "released") { Level::DEBUG } else { Level::INFO }
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        let members = [
            member("event_type", Some(&self.event_type)),
            member("outcome", Some(&self.outcome)),
            member("attempt", Some(self.attempt)),
            member("duration_ms", self.duration_seconds.map(Milliseconds)),
            member("wait_ms", self.wait_seconds.map(Milliseconds)),
        ];
        members.into_iter().flatten().collect()
    }
}

impl Display for HandledEvent {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}: attempt {}: {}", self.event_type, self.attempt, self.outcome)?;
        if let Some(duration) = self.duration_seconds {
            write!(f, " after {} ms", Milliseconds(duration))?;
        }
        match self.wait_seconds {
            Some(wait) => write!(f, "; handled again in {wait:.1} s"),
            None => Ok(()),
        }
    }
}

impl Line for Note {
    const LOGGER: &'static str = "open_platform";

    fn level(&self) -> Level {
        Level::INFO
    }

    fn members(&self) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

impl Display for Note {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}
