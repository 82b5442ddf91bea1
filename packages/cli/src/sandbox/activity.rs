//! Requests of the app and deliveries to it, as lines of text.

use open_platform_sandbox::{Attempt, Delivery, RequestRecord, Undelivered, World};
use serde_json::{Value, json};

use crate::output::Output;

/// What was printed already: the position of the last one of each kind. The kinds are read one after the other, so that the newest
/// of one can be newer than what was read of another.
#[derive(Clone, Copy, Debug, Default)]
pub struct Activity {
    /// The position of the last request.
    pub request: i64,
    attempt: i64,
    undelivered: i64,
}

/// What a world has recorded.
#[derive(Debug, Default)]
pub struct Recorded {
    /// Requests, at least those that are new.
    pub requests: Vec<RequestRecord>,
    /// All deliveries.
    pub deliveries: Vec<Delivery>,
    /// All events that were not delivered.
    pub undelivered: Vec<Undelivered>,
}

impl Recorded {
    /// What a world of this process has recorded; of the requests those after a position.
    pub fn after(position: i64, world: &World) -> Self {
        Self {
            requests: world.requests_after(position),
            deliveries: world.deliveries(),
            undelivered: world.undelivered(),
        }
    }
}

impl Activity {
    /// A line for each request, delivery attempt and undelivered event since the last call, in the order of their times: text, or
    /// JSON if that is asked for.
    pub fn lines(&mut self, recorded: &Recorded, output: Output) -> Vec<String> {
        let mut lines = Vec::new();
        let mut add = |at, text: String, json: Value| {
            lines.push((at, if output.is_json() { json.to_string() } else { text }));
        };
        let before = *self;
        for request in recorded.requests.iter().filter(|request| request.position > before.request) {
            self.request = self.request.max(request.position);
            add(request.at, request_line(request, output), json!({ "request": request }));
        }
        for delivery in &recorded.deliveries {
            for attempt in delivery.attempts.iter().filter(|attempt| attempt.position > before.attempt) {
                self.attempt = self.attempt.max(attempt.position);
                let value = json!({ "delivery": delivery.id, "event": delivery.event, "url": delivery.url, "attempt": attempt });
                add(attempt.at, attempt_line(delivery, attempt, output), value);
            }
        }
        for event in &recorded.undelivered {
            // Those that have a delivery are printed with its attempts.
            let Some(position) = event.position.filter(|position| *position > before.undelivered) else { continue };
            self.undelivered = self.undelivered.max(position);
            let time = event.made_at.format("%H:%M:%S");
            let text = format!("{time}  {:<6} {} was not sent: {}", "event", event.event, event.explanation);
            add(event.made_at, text, json!({ "undelivered": event }));
        }
        lines.sort_by_key(|(at, _)| *at);
        lines.into_iter().map(|(_, line)| line).collect()
    }
}

fn request_line(request: &RequestRecord, output: Output) -> String {
    let RequestRecord { at, method, path, status, .. } = request;
    let endpoint = request.endpoint.as_deref().unwrap_or("unknown endpoint");
    let mut line = format!("{}  {method:<6} {status} {endpoint}", at.format("%H:%M:%S"));
    line += &output.dim(&format!("  {path}"));
    if let Some(refusal) = &request.refusal {
        line += &format!(": {refusal}");
    }
    if let Some(replacement) = &request.replacement {
        line += &format!(" (deprecated: use {replacement})");
    }
    if let Some(fault) = request.fault {
        line += &format!(" (fault {fault})");
    }
    line
}

fn attempt_line(delivery: &Delivery, attempt: &Attempt, output: Output) -> String {
    let result = match (attempt.status, &attempt.error) {
        (Some(status), _) => status.to_string(),
        (None, error) => error.clone().unwrap_or_default(),
    };
    let line = format!("{}  {:<6} {result} {}", attempt.at.format("%H:%M:%S"), "event", delivery.event);
    line + &output.dim(&format!("  {}", delivery.url))
}
