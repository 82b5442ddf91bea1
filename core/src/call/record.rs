//! The record of an attempt, for callbacks and logs.

use std::time::Duration;

use super::OutgoingCall;
use crate::observe::{Attempt, CallSpan};
use crate::policy::AttemptOutcome;
use crate::transport::{Failure, Response};

impl OutgoingCall<'_> {
    /// The record of an attempt, before it is known whether another one follows.
    pub(super) fn recorded(&self, result: &Result<Response, Failure>, duration: Duration) -> Attempt {
        Attempt {
            endpoint: self.endpoint.name.to_owned(),
            method: self.endpoint.method.to_string(),
            server: self.server().to_owned(),
            path: self.endpoint.is_in_table().then(|| self.endpoint.path.to_owned()),
            attempt: self.attempts.into(),
            status: self.status.map(i64::from),
            error: result.as_ref().err().map(|failure| failure.kind.code().to_owned()),
            duration_seconds: duration.as_secs_f64(),
            request_id: Some(match result {
                Ok(response) => self.request_id(&response.headers),
                Err(_) => self.request_id.clone(),
            }),
            retry: None,
            wait_seconds: None,
        }
    }

    /// Host and port of the URL.
    fn server(&self) -> &str {
        let rest = self.url.split_once("://").map_or(&*self.url, |(_, rest)| rest);
        rest.split(['/', '?']).next().unwrap_or_default()
    }

    /// Records the last attempt and the code of the error in the span, and passes the record to the observers.
    pub(super) fn end(&mut self, span: &CallSpan, error: Option<&str>) {
        span.end(self.record.as_slice(), error);
        self.report(None);
    }

    /// Passes the record of the last attempt to the observers, with the reason and the wait if another attempt follows.
    pub(super) fn report(&mut self, retry: Option<(&str, Duration)>) {
        if let Some(mut record) = self.record.take() {
            if let Some((reason, wait)) = retry {
                record.retry = Some(reason.to_owned());
                record.wait_seconds = Some(wait.as_secs_f64());
            }
            self.caller.config.observers.attempt(&record);
        }
    }
}

/// The reason for a retry, in one word.
pub(super) fn reason_to_retry(outcome: AttemptOutcome) -> &'static str {
    match outcome {
        AttemptOutcome::Response { status: 429, .. } => "rate_limited",
        AttemptOutcome::Response { .. } => "server",
        AttemptOutcome::NotSent => "not_sent",
        AttemptOutcome::Interrupted | AttemptOutcome::Unusable => "interrupted",
    }
}
