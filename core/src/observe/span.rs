//! The span of a call in `tracing`.

use tracing::Span;
use tracing::field::Empty;

use super::{Attempt, CallTrace};

/// The span of a call, at `INFO` with the target `open_platform::call`. Its fields are the attributes of a [`CallTrace`], recorded when
/// the call ends, and what `tracing-opentelemetry` reads: the name, the kind and the status of the span.
pub(crate) struct CallSpan(Span);

impl CallSpan {
    pub(crate) fn begin(endpoint: &str) -> Self {
        Self(tracing::info_span!(
            target: "open_platform::call",
            "open_platform.call",
            otel.name = endpoint,
            otel.kind = "client",
            otel.status_code = Empty,
            http.request.method = Empty,
            http.request.resend_count = Empty,
            http.response.status_code = Empty,
            server.address = Empty,
            server.port = Empty,
            url.template = Empty,
            "error.type" = Empty,
            open_platform.request_id = Empty,
            open_platform.error = Empty,
        ))
    }

    pub(crate) fn get(&self) -> &Span {
        &self.0
    }

    /// Whether a subscriber receives it.
    pub(crate) fn is_wanted(&self) -> bool {
        !self.0.is_disabled()
    }

    /// Records what a call with these requests has come to. `error` is the code of its error, if it has failed.
    pub(crate) fn end(&self, attempts: &[Attempt], error: Option<&str>) {
        if !self.is_wanted() {
            return;
        }
        for attribute in CallTrace::new(attempts, error).attributes {
            if let Some(text) = attribute.text {
                self.0.record(attribute.name.as_str(), text);
            }
            if let Some(number) = attribute.number {
                self.0.record(attribute.name.as_str(), number);
            }
        }
        if error.is_some() {
            self.0.record("otel.status_code", "ERROR");
        }
    }
}
