//! The queue of events, and the log of all delivery attempts.

use std::time::{Duration, Instant};

use axum::Router;
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::rules::{Order, WebhookRules};
use super::sender::{DeliveryOutcome, Receiver, Sender};
use super::undelivered::Notes;
use crate::clock::{Job, Schedule, add_seconds};
use crate::ids::Ids;
use crate::ledger::milliseconds;
use crate::live::Change;
use crate::recorded_messages::RecordedHeader;
use crate::state;
use crate::state::subscriptions::ActiveSubscription;
use crate::world::{World, WorldInner};

/// The number of characters of an answer that the log keeps.
const KEPT_ANSWER: usize = 2000;

/// The largest number of additional deliveries of an event.
const MOST_DUPLICATES: i64 = 10;

/// An event to send to the app.
#[derive(Clone, PartialEq)]
pub(crate) struct Outgoing {
    /// The address, if not the app's address for events: a legacy listener has its own.
    pub(crate) url: Option<String>,
    /// The value of `Authorization`, if not the app's identification key.
    pub(crate) key: Option<String>,
    /// The event type, such as `NEW_MESSAGE`.
    pub(crate) kind: String,
    /// The body.
    pub(crate) body: Value,
}

impl std::fmt::Debug for Outgoing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Outgoing").field("kind", &self.kind).field("url", &self.url).finish_non_exhaustive()
    }
}

/// The state of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    /// An attempt is planned.
    Planned,
    /// Deliveries are paused.
    Held,
    /// The app answered 2xx (assumption: the status is not documented).
    Delivered,
    /// The last attempt failed.
    Failed,
    /// The app has no address for it.
    NoAddress,
}

/// An event, and all attempts to deliver it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Delivery {
    /// Number of the delivery in its world.
    pub id: i64,
    /// Event type, such as `NEW_MESSAGE`.
    pub event: String,
    /// When the event was created.
    pub made_at: DateTime<Utc>,
    /// The address.
    pub url: String,
    /// The body.
    pub body: Value,
    /// Its stage.
    pub state: DeliveryState,
    /// When the next attempt is planned.
    pub next_attempt_at: Option<DateTime<Utc>>,
    /// The attempts, oldest first.
    pub attempts: Vec<Attempt>,
    /// Number of the delivery that this one repeats, if any.
    pub repeats: Option<i64>,
    /// How long the app took for the last attempt, in milliseconds of the machine's clock.
    pub latency_ms: Option<f64>,
    /// Which key the last attempt sent in `Authorization`.
    pub key: Option<KeySent>,
    /// The headers of the last attempt. The key is `[redacted]`.
    pub headers: Vec<RecordedHeader>,
    /// Status of the app's answer to the last attempt.
    pub response_status: Option<i64>,
}

/// Which key a delivery sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeySent {
    /// The app's identification key, or that of the listener.
    Right,
    /// The key of the switch `webhooks.other_key`.
    Other,
    /// A key that is not the app's.
    Wrong,
    /// Two headers: the right and the other key.
    Both,
    /// No key.
    Missing,
}

/// One attempt to deliver an event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct Attempt {
    /// Its place in the order in which its world recorded requests, delivery attempts and events without a delivery.
    #[serde(default)]
    pub position: i64,
    /// The time, on the world's clock.
    pub at: DateTime<Utc>,
    /// Status of the app's answer, if it answered.
    pub status: Option<i64>,
    /// Beginning of the app's answer.
    pub answer: String,
    /// Why there was no answer.
    pub error: Option<String>,
    /// How long the app took, in milliseconds of the machine's clock.
    pub latency_ms: f64,
}

/// A subscription that ended with its access token. Its events are not delivered afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Lapse {
    /// Name of the user who consented.
    pub user: String,
    /// Event type it was for.
    pub event_type: String,
    /// Resource it was limited to.
    pub resource: Option<String>,
    /// When it ended.
    pub from: DateTime<Utc>,
    /// When the app subscribed again, if it did.
    pub to: Option<DateTime<Utc>>,
}

/// The result of an attempt, and what was sent.
struct Sent {
    position: i64,
    outcome: DeliveryOutcome,
    latency: Duration,
    key: KeySent,
    headers: HeaderMap,
}

/// Deliveries of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct State {
    pub(crate) rules: WebhookRules,
    #[serde(skip)]
    pub(crate) receiver: Receiver,
    /// Requests to the app so far.
    sent: i64,
    paused: bool,
    /// Empty in a file: they are admitted before.
    #[serde(skip)]
    queued: Vec<Outgoing>,
    deliveries: Vec<(Delivery, Option<String>)>,
    lapses: Vec<(String, Lapse)>,
    /// Events without a delivery.
    pub(crate) notes: Notes,
}

impl State {
    pub(crate) fn new(rules: WebhookRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// Puts an event into the queue.
    pub(crate) fn enqueue(&mut self, outgoing: Outgoing) {
        self.queued.push(outgoing);
    }

    /// The number of deliveries that were made or will be from the queue.
    pub(crate) fn count(&self) -> usize {
        let copies = usize::try_from(self.rules.duplicates.clamp(0, MOST_DUPLICATES)).unwrap_or_default();
        self.deliveries.len() + self.queued.len() * (1 + copies)
    }

    /// Whether a subscription to this event type, of this user if given, has ended with its token and was not renewed.
    pub(crate) fn has_lapsed(&self, kind: &str, user: Option<&str>) -> bool {
        let of_user = |lapse: &Lapse| user.is_none_or(|user| lapse.user == user);
        self.lapses.iter().any(|(_, lapse)| lapse.event_type == kind && lapse.to.is_none() && of_user(lapse))
    }

    /// Creates deliveries for the events in the queue, and plans their first attempt.
    fn admit(&mut self, events_url: &str, schedule: &mut Schedule, now: DateTime<Utc>) {
        for Outgoing { url, key, kind, mut body } in std::mem::take(&mut self.queued) {
            pad(&mut body, self.rules.padding_bytes);
            let delivery = Delivery {
                id: 0,
                event: kind,
                made_at: now,
                url: url.unwrap_or_else(|| events_url.to_owned()),
                body,
                state: DeliveryState::Planned,
                next_attempt_at: None,
                attempts: Vec::new(),
                repeats: None,
                latency_ms: None,
                key: None,
                headers: Vec::new(),
                response_status: None,
            };
            let first = self.add(delivery.clone(), key.clone(), schedule, now);
            for _ in 0..self.rules.duplicates.clamp(0, MOST_DUPLICATES) {
                self.add(Delivery { repeats: Some(first), ..delivery.clone() }, key.clone(), schedule, now);
            }
        }
    }

    fn add(&mut self, mut delivery: Delivery, key: Option<String>, schedule: &mut Schedule, now: DateTime<Utc>) -> i64 {
        delivery.id = i64::try_from(self.deliveries.len()).map_or(i64::MAX, |len| len + 1);
        let id = delivery.id;
        if delivery.url.is_empty() {
            delivery.state = DeliveryState::NoAddress;
        } else if self.paused {
            delivery.state = DeliveryState::Held;
        } else {
            plan(&mut delivery, add_seconds(now, self.rules.delay_seconds), schedule);
        }
        self.deliveries.push((delivery, key));
        id
    }

    /// The delivery with this number.
    pub(crate) fn get(&self, id: i64) -> Option<&Delivery> {
        self.deliveries.get(usize::try_from(id).ok()?.checked_sub(1)?).map(|(delivery, _)| delivery)
    }

    fn get_mut(&mut self, id: i64) -> Option<&mut (Delivery, Option<String>)> {
        self.deliveries.get_mut(usize::try_from(id).ok()?.checked_sub(1)?)
    }

    /// Records the result of an attempt, and plans the next one if there is one.
    fn note(&mut self, id: i64, sent: Sent, schedule: &mut Schedule, now: DateTime<Utc>) {
        let Sent { position, outcome, latency, key, headers } = sent;
        let latency_ms = milliseconds(latency);
        let retries = self.rules.retry_after_seconds.clone();
        let Some((delivery, _)) = self.get_mut(id) else { return };
        let attempt = match outcome {
            DeliveryOutcome::Answered { status, body } => Attempt {
                position,
                at: now,
                status: Some(i64::from(status)),
                answer: String::from_utf8_lossy(&body).chars().take(KEPT_ANSWER).collect(),
                error: None,
                latency_ms,
            },
            DeliveryOutcome::Failed { reason } => {
                Attempt { position, at: now, status: None, answer: String::new(), error: Some(reason), latency_ms }
            }
        };
        let accepted = attempt.status.is_some_and(|status| (200..300).contains(&status));
        let failures = delivery.attempts.len();
        delivery.latency_ms = Some(latency_ms);
        delivery.response_status = attempt.status;
        delivery.key = Some(key);
        delivery.headers = RecordedHeader::all(&headers);
        delivery.attempts.push(attempt);
        delivery.next_attempt_at = None;
        match retries.get(failures) {
            _ if accepted => delivery.state = DeliveryState::Delivered,
            Some(wait) => plan(delivery, add_seconds(now, *wait), schedule),
            None => delivery.state = DeliveryState::Failed,
        }
    }
}

fn plan(delivery: &mut Delivery, at: DateTime<Utc>, schedule: &mut Schedule) {
    delivery.state = DeliveryState::Planned;
    delivery.next_attempt_at = Some(at);
    schedule.at(at, Job::Deliver { delivery: delivery.id });
}

/// Adds a member with padding to an event.
fn pad(body: &mut Value, bytes: i64) {
    if let (Ok(length @ 1..=16_777_216), Some(members)) = (usize::try_from(bytes), body.as_object_mut()) {
        members.insert("padding".into(), "x".repeat(length).into());
    }
}

impl state::State {
    /// Moves new events from the queue to the log, and plans them.
    pub(crate) fn admit_events(&mut self, now: DateTime<Utc>) {
        self.webhooks.admit(&self.app.events_url, &mut self.schedule, now);
    }

    /// Ends the subscriptions whose token is not valid any more, and records them.
    pub(crate) fn end_subscriptions(&mut self, now: DateTime<Utc>) {
        let oauth = &self.oauth;
        let dead = self.subscriptions.lapse(|token| oauth.is_live(token, now));
        for subscription in dead {
            let pair = self.oauth.grants.pair_of(&subscription.token).and_then(|pair| self.oauth.grants.pair(pair));
            let lapse = Lapse {
                user: subscription.user,
                event_type: subscription.kind.to_string(),
                resource: subscription.resource,
                from: pair.map_or(now, |pair| pair.access_until),
                to: None,
            };
            self.webhooks.lapses.push((subscription.grant, lapse));
        }
    }

    /// Records that the app subscribed again with the same consent.
    pub(crate) fn close_lapses(&mut self, new: &ActiveSubscription) {
        for (grant, lapse) in &mut self.webhooks.lapses {
            let same = *grant == new.grant && new.kind.as_str() == lapse.event_type && new.resource == lapse.resource;
            if same && new.made_at >= lapse.from {
                lapse.to.get_or_insert(new.made_at);
            }
        }
    }

    /// The sender of a request to the app, and the number of the request. `key` replaces the app's identification key.
    pub(crate) fn sender(&mut self, key: Option<&str>) -> (Sender, i64) {
        self.webhooks.sent += 1;
        let sender = Sender {
            receiver: self.webhooks.receiver.clone(),
            rules: self.webhooks.rules.clone(),
            key: key.unwrap_or(&self.app.identification_key).to_owned(),
        };
        (sender, self.webhooks.sent)
    }
}

impl WorldInner {
    /// Attempts to deliver an event.
    pub(crate) async fn deliver(&self, id: i64) {
        let prepared = {
            let mut state = self.lock();
            if state.webhooks.paused {
                if let Some((delivery, _)) = state.webhooks.get_mut(id) {
                    delivery.state = DeliveryState::Held;
                    delivery.next_attempt_at = None;
                }
                return;
            }
            let found = state.webhooks.get_mut(id).map(|(delivery, key)| {
                (delivery.url.clone(), key.clone(), serde_json::to_vec(&delivery.body).unwrap_or_default())
            });
            found.map(|(url, key, body)| (state.sender(key.as_deref()), url, body))
        };
        let Some(((sender, turn), url, body)) = prepared else { return };
        let started = Instant::now();
        let outcome = sender.send(self, &url, HeaderMap::new(), body.into(), turn).await;
        let (key, headers) = (sender.key_sent(turn), sender.headers(turn).unwrap_or_default());
        let latency = started.elapsed();
        let now = self.clock.now();
        let mut state = self.lock();
        let state::State { webhooks, schedule, positions, .. } = &mut *state;
        let sent = Sent { position: positions.next(), outcome, latency, key, headers };
        webhooks.note(id, sent, schedule, now);
        drop(state);
        self.live.add(Change::Delivery(id));
        self.clock.notify();
    }
}

impl World {
    /// All events for the app, with all delivery attempts, oldest first.
    pub fn deliveries(&self) -> Vec<Delivery> {
        let mut state = self.inner.lock();
        state.admit_events(self.inner.clock.now());
        state.webhooks.deliveries.iter().map(|(delivery, _)| delivery.clone()).collect()
    }

    /// The delivery with this number.
    pub fn delivery(&self, id: i64) -> Option<Delivery> {
        let mut state = self.inner.lock();
        state.admit_events(self.inner.clock.now());
        state.webhooks.get(id).cloned()
    }

    /// Delivers an event again, as a new delivery, and returns its number. It goes to the app's present address for events; that
    /// of an old listener has its own.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if there is no such delivery.
    pub fn redeliver(&self, id: i64) -> Result<i64> {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let state::State { webhooks, schedule, app, .. } = &mut *state;
        let Some((mut delivery, key)) = webhooks.get_mut(id).cloned() else {
            return Err(Error::invalid("id", "there is no delivery with this number"));
        };
        if key.is_none() && !app.events_url.is_empty() {
            delivery.url.clone_from(&app.events_url);
        }
        let again = Delivery {
            repeats: Some(id),
            made_at: now,
            attempts: Vec::new(),
            next_attempt_at: None,
            latency_ms: None,
            key: None,
            headers: Vec::new(),
            response_status: None,
            ..delivery
        };
        let number = webhooks.add(again, key, schedule, now);
        drop(state);
        self.inner.notify();
        Ok(number)
    }

    /// Delivers any body as an event, such as one of an unknown type. Returns the number of the delivery.
    pub fn send_event(&self, body: Value) -> i64 {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        let kind = body.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        state.admit_events(now);
        state.webhooks.enqueue(Outgoing { url: None, key: None, kind, body });
        let number = i64::try_from(state.webhooks.deliveries.len()).map_or(i64::MAX, |len| len + 1);
        state.admit_events(now);
        drop(state);
        self.inner.notify();
        number
    }

    /// Pauses all deliveries.
    pub fn pause_deliveries(&self) {
        let mut state = self.inner.lock();
        let state::State { webhooks, schedule, .. } = &mut *state;
        webhooks.paused = true;
        schedule.cancel(|job| matches!(job, Job::Deliver { .. }));
        for (delivery, _) in &mut webhooks.deliveries {
            if delivery.state == DeliveryState::Planned {
                delivery.state = DeliveryState::Held;
                delivery.next_attempt_at = None;
                self.inner.live.add(Change::Delivery(delivery.id));
            }
        }
    }

    /// Resumes deliveries. The paused ones are sent at once, in this order.
    pub fn resume_deliveries(&self, order: Order) {
        let now = self.inner.clock.now();
        let mut state = self.inner.lock();
        state.admit_events(now);
        let state::State { webhooks, schedule, ids, .. } = &mut *state;
        webhooks.paused = false;
        let mut held: Vec<&mut Delivery> = webhooks
            .deliveries
            .iter_mut()
            .map(|(delivery, _)| delivery)
            .filter(|delivery| delivery.state == DeliveryState::Held)
            .collect();
        match order {
            Order::AsMade => {}
            Order::Reversed => held.reverse(),
            Order::Shuffled => shuffle(&mut held, ids),
        }
        for delivery in held {
            plan(delivery, now, schedule);
            self.inner.live.add(Change::Delivery(delivery.id));
        }
        drop(state);
        self.inner.notify();
    }

    /// The subscriptions that ended with their tokens, and when they were renewed.
    pub fn lapses(&self) -> Vec<Lapse> {
        let mut state = self.inner.lock();
        state.end_subscriptions(self.inner.clock.now());
        state.webhooks.lapses.iter().map(|(_, lapse)| lapse.clone()).collect()
    }

    /// Sends the platform's requests to a router in this process instead of over HTTP. The paths are those of the
    /// addresses in the app's settings.
    pub fn receive_with(&self, app: Router) {
        self.inner.lock().webhooks.receiver = Receiver::InProcess(app);
    }
}

/// Fisher-Yates shuffle.
fn shuffle<T>(list: &mut [T], ids: &mut Ids) {
    for last in (1..list.len()).rev() {
        let bound = u64::try_from(last).map_or(u64::MAX, |last| last + 1);
        list.swap(last, usize::try_from(ids.below(bound)).unwrap_or_default().min(last));
    }
}
