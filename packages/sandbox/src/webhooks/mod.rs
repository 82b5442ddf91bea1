//! Requests from the platform to the app: the queue, the deliverer, its log.

use serde_json::Value;

/// Deliveries of a world.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    queue: Vec<Outgoing>,
}

/// An event on its way to the app.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outgoing {
    /// Where it goes, if not to the app's events address: a legacy listener has its own.
    pub(crate) url: Option<String>,
    /// What it carries in `Authorization`, if not the app's identification key.
    pub(crate) key: Option<String>,
    /// The event type, such as `NEW_MESSAGE`.
    pub(crate) kind: String,
    /// The body.
    pub(crate) body: Value,
}

impl State {
    /// Puts an event into the queue.
    pub(crate) fn enqueue(&mut self, outgoing: Outgoing) {
        self.queue.push(outgoing);
    }

    /// What waits to be delivered.
    pub(crate) fn waiting(&self) -> &[Outgoing] {
        &self.queue
    }
}
