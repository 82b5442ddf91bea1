//! What the span of a call records, by the conventions of OpenTelemetry for HTTP.

use super::Attempt;

/// What the span of a call records. It contains no id of a user or a post, no address of a request, no body and no credential.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CallTrace {
    /// The attributes of the span, which describe the last request: `http.request.method`, `http.request.resend_count`,
    /// `http.response.status_code`, `server.address`, `server.port`, `url.template` (the path with the names of its variable
    /// segments) and `open_platform.request_id`; `error.type` and `open_platform.error` if the call has failed. A call that has
    /// failed before it sent a request has only these two, and so has a cancelled one.
    pub attributes: Vec<TraceAttribute>,
    /// The requests that were sent again, in their order: the events `retry` of the span.
    pub retries: Vec<TracedRetry>,
}

/// An attribute of a span or an event: a text or a number.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TraceAttribute {
    /// The name.
    pub name: String,
    /// The value, if it is a text.
    pub text: Option<String>,
    /// The value, if it is a number.
    pub number: Option<i64>,
}

/// A request that was sent again.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TracedRetry {
    /// The attributes of the event: those of a span, and `open_platform.retry` with the reason.
    pub attributes: Vec<TraceAttribute>,
    /// How long before the end of the call the request ended, in seconds.
    pub seconds_before_end: f64,
}

impl CallTrace {
    /// The trace of a call with these requests, which has ended now. `error` is the code of its error, if it has failed.
    pub fn new(attempts: &[Attempt], error: Option<&str>) -> Self {
        let mut attributes = attempts.last().map(attributes_of).unwrap_or_default();
        if let Some(error) = error {
            let status = attempts.last().and_then(|last| last.status).filter(|status| *status >= 400);
            attributes.push(text("error.type", status.map_or_else(|| error.to_owned(), |status| status.to_string())));
            attributes.push(text("open_platform.error", error.to_owned()));
        }
        let mut retries = Vec::new();
        // The last request has ended now.
        let mut seconds_before_end = 0.0;
        for attempt in attempts.iter().rev() {
            seconds_before_end += attempt.wait_seconds.unwrap_or(0.0);
            if let Some(reason) = &attempt.retry {
                let mut attributes = attributes_of(attempt);
                attributes.push(text("open_platform.retry", reason.clone()));
                retries.push(TracedRetry { attributes, seconds_before_end });
            }
            seconds_before_end += attempt.duration_seconds;
        }
        retries.reverse();
        Self { attributes, retries }
    }
}

fn attributes_of(attempt: &Attempt) -> Vec<TraceAttribute> {
    let (host, port) = match attempt.server.rsplit_once(':').map(|(host, port)| (host, port.parse())) {
        Some((host, Ok(port))) => (host, Some(port)),
        _ => (attempt.server.as_str(), None),
    };
    let numbers = [
        ("http.request.resend_count", Some(attempt.attempt - 1).filter(|repeated| *repeated > 0)),
        ("http.response.status_code", attempt.status),
        ("server.port", port),
    ];
    let texts = [("url.template", &attempt.path), ("open_platform.request_id", &attempt.request_id)];
    let mut attributes =
        vec![text("http.request.method", attempt.method.clone()), text("server.address", host.to_owned())];
    let number = |(name, number)| Some(TraceAttribute { name: str::to_owned(name), text: None, number: Some(number?) });
    attributes.extend(numbers.into_iter().filter_map(number));
    attributes.extend(texts.into_iter().filter_map(|(name, value)| Some(text(name, value.clone()?))));
    attributes
}

fn text(name: &str, text: String) -> TraceAttribute {
    TraceAttribute { name: name.to_owned(), text: Some(text), number: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(attempt: i64, status: Option<i64>, retry: Option<&str>) -> Attempt {
        Attempt {
            endpoint: "posts.get".to_owned(),
            method: "GET".to_owned(),
            server: "base.example:8443".to_owned(),
            path: Some("/v1/posts/{post_token}".to_owned()),
            attempt,
            status,
            duration_seconds: 2.0,
            retry: retry.map(str::to_owned),
            wait_seconds: retry.map(|_| 0.5),
            ..Attempt::default()
        }
    }

    fn values(attributes: &[TraceAttribute]) -> Vec<(&str, String)> {
        let value = |it: &TraceAttribute| it.text.clone().or_else(|| it.number.map(|it| it.to_string())).unwrap();
        attributes.iter().map(|it| (it.name.as_str(), value(it))).collect()
    }

    #[test]
    fn a_call_has_the_attributes_of_its_last_request_and_its_retries_their_own() {
        let attempts =
            [attempt(1, Some(503), Some("server")), attempt(2, None, Some("interrupted")), attempt(3, Some(200), None)];
        let trace = CallTrace::new(&attempts, None);
        let last = [
            ("http.request.method", "GET"),
            ("server.address", "base.example"),
            ("http.request.resend_count", "2"),
            ("http.response.status_code", "200"),
            ("server.port", "8443"),
            ("url.template", "/v1/posts/{post_token}"),
        ];
        assert_eq!(values(&trace.attributes), last.map(|(name, value)| (name, value.to_owned())));
        let ends: Vec<_> = trace.retries.iter().map(|retry| retry.seconds_before_end).collect();
        assert_eq!(ends, [5.0, 2.5]);
        assert!(values(&trace.retries[0].attributes).contains(&("open_platform.retry", "server".to_owned())));
        assert!(trace.retries[1].attributes.iter().all(|it| it.name != "http.response.status_code"));
    }

    #[test]
    fn the_type_of_an_error_is_the_status_if_there_is_one() {
        let types = |attempts: &[Attempt]| {
            let trace = CallTrace::new(attempts, Some("not_found"));
            values(&trace.attributes)
                .into_iter()
                .filter(|(name, _)| name.contains("error"))
                .map(|(_, value)| value)
                .collect::<Vec<_>>()
        };
        assert_eq!(types(&[attempt(1, Some(404), None)]), ["404", "not_found"]);
        assert_eq!(types(&[attempt(1, Some(200), None)]), ["not_found", "not_found"]);
        assert_eq!(types(&[]), ["not_found", "not_found"]);
    }

    #[test]
    fn a_server_without_a_port_is_an_address() {
        let attributes = attributes_of(&Attempt { server: "base.example".to_owned(), ..attempt(1, None, None) });
        assert_eq!(attributes[1], text("server.address", "base.example".to_owned()));
    }
}
