//! Requests of the app and deliveries to it, as lines of text.

use std::collections::HashSet;

use open_platform_sandbox::{Attempt, Delivery, RequestRecord, World};

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

impl Activity {
    /// A line for each request, delivery attempt and undelivered event since the last call.
    pub fn lines(&mut self, world: &World, output: Output) -> Vec<String> {
        let requests = world.requests_after(self.request);
        let mut lines: Vec<String> = requests.iter().map(|request| request_line(request, output)).collect();
        self.request = requests.last().map_or(self.request, |request| request.number);
        for delivery in world.deliveries() {
            for (index, attempt) in delivery.attempts.iter().enumerate() {
                if self.attempts.insert((delivery.id, index)) {
                    lines.push(attempt_line(&delivery, attempt, output));
                }
            }
        }
        // Those that have a delivery were printed with its attempts.
        let undelivered: Vec<_> = world.undelivered().into_iter().filter(|event| event.delivery.is_none()).collect();
        for event in undelivered.iter().skip(self.undelivered) {
            let time = event.made_at.format("%H:%M:%S");
            let text = format!("{} was not sent: {}", event.event, event.explanation);
            lines.push(format!("{time}  {:<6} {text}", "event"));
        }
        self.undelivered = self.undelivered.max(undelivered.len());
        lines
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
