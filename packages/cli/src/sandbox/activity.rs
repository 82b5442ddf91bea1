//! Requests of the app and deliveries to it, as lines of text.

use std::collections::HashSet;

use open_platform_sandbox::{Attempt, Delivery, RequestRecord, Undelivered, World};
use serde_json::{Value, json};

use crate::output::Output;

/// What was printed already.
#[derive(Debug, Default)]
pub struct Activity {
    /// The number of the last request.
    request: i64,
    /// Delivery attempts, as the id of the delivery and the index of the attempt.
    attempts: HashSet<(i64, usize)>,
    /// How many events without a delivery were printed.
    undelivered: usize,
}

/// What a world has recorded.
#[derive(Debug, Default)]
pub struct Recorded {
    /// Requests, at least those that are new, oldest first.
    pub requests: Vec<RequestRecord>,
    /// All deliveries.
    pub deliveries: Vec<Delivery>,
    /// All events that were not delivered.
    pub undelivered: Vec<Undelivered>,
}

impl Recorded {
    /// What a world of this process has recorded after the request with this number.
    pub fn after(request: i64, world: &World) -> Self {
        Self {
            requests: world.requests_after(request),
            deliveries: world.deliveries(),
            undelivered: world.undelivered(),
        }
    }
}

impl Activity {
    /// The number of the last request that was printed.
    pub fn last_request(&self) -> i64 {
        self.request
    }

    /// A line for each request, delivery attempt and undelivered event since the last call, in the order of their times: text, or
    /// JSON if that is asked for.
    pub fn lines(&mut self, recorded: &Recorded, output: Output) -> Vec<String> {
        let mut lines = Vec::new();
        let mut add = |at, text: String, json: Value| {
            lines.push((at, if output.is_json() { json.to_string() } else { text }));
        };
        for request in recorded.requests.iter().filter(|request| request.number > self.request) {
            add(request.at, request_line(request, output), json!({ "request": request }));
        }
        self.request = recorded.requests.last().map_or(self.request, |request| request.number.max(self.request));
        for delivery in &recorded.deliveries {
            for (index, attempt) in delivery.attempts.iter().enumerate() {
                if self.attempts.insert((delivery.id, index)) {
                    let value = json!({ "delivery": delivery.id, "event": delivery.event, "url": delivery.url, "attempt": attempt });
                    add(attempt.at, attempt_line(delivery, attempt, output), value);
                }
            }
        }
        // Those that have a delivery were printed with its attempts.
        let undelivered: Vec<_> = recorded.undelivered.iter().filter(|event| event.delivery.is_none()).collect();
        for event in undelivered.iter().skip(self.undelivered) {
            let time = event.made_at.format("%H:%M:%S");
            let text = format!("{time}  {:<6} {} was not sent: {}", "event", event.event, event.explanation);
            add(event.made_at, text, json!({ "undelivered": event }));
        }
        self.undelivered = self.undelivered.max(undelivered.len());
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
