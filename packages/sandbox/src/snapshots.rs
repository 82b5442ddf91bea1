//! Snapshots of a world: in memory, and as a file.

use std::collections::BTreeMap;
use std::fmt;

use chrono::{DateTime, Utc};
use open_platform::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::clock::ClockState;
use crate::live::{Change, Topic};
use crate::state::State;
use crate::world::World;

/// The number of snapshots that a world keeps for the admin API. The oldest is removed first.
const MOST_SNAPSHOTS: usize = 32;

/// The version of the form of files.
const FORMAT: u32 = 1;

/// Snapshots that are kept with a world.
#[derive(Default)]
pub(crate) struct KeptSnapshots {
    made: i64,
    all: BTreeMap<i64, Kept>,
}

/// A snapshot that is kept, with its name.
#[derive(Clone)]
pub(crate) struct Kept {
    /// Its number in the world.
    pub(crate) number: i64,
    pub(crate) name: Option<String>,
    pub(crate) snapshot: Snapshot,
}

impl KeptSnapshots {
    /// Keeps a snapshot, over the one of the same name, and returns its number.
    pub(crate) fn add(&mut self, name: Option<String>, snapshot: Snapshot) -> i64 {
        if name.is_some() {
            self.all.retain(|_, kept| kept.name != name);
        }
        self.made += 1;
        self.all.insert(self.made, Kept { number: self.made, name, snapshot });
        if self.all.len() > MOST_SNAPSHOTS {
            self.all.pop_first();
        }
        self.made
    }

    /// The snapshots, oldest first.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Kept> {
        self.all.values()
    }

    /// The snapshot of a name, or of a number as text.
    pub(crate) fn find(&self, text: &str) -> Option<&Kept> {
        let named = self.all.values().find(|kept| kept.name.as_deref() == Some(text));
        named.or_else(|| self.all.get(&text.parse().ok()?))
    }

    /// Removes a snapshot, and returns whether it was there.
    pub(crate) fn remove(&mut self, text: &str) -> bool {
        let number = self.find(text).map(|kept| kept.number);
        number.is_some_and(|number| self.all.remove(&number).is_some())
    }
}

/// The state of a world at a time. It can be restored any number of times.
#[derive(Clone)]
pub struct Snapshot {
    state: State,
    clock_state: ClockState,
    at: DateTime<Utc>,
    /// The number of the snapshot in [`State::snapshots`]. That of a file and of the initial state has none.
    number: Option<i64>,
    /// Whether it has the requests. One from a file has none.
    has_requests: bool,
}

// Without the state, which is large and has personal data.
impl fmt::Debug for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Snapshot").field("at", &self.at).finish_non_exhaustive()
    }
}

/// A file of a snapshot.
#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    /// The version of the sandbox that wrote it.
    sandbox: &'static str,
    at: DateTime<Utc>,
    frozen: bool,
    state: &'a State,
}

/// As [`Written`]. Other members are ignored.
#[derive(Deserialize)]
struct Read {
    format: u32,
    at: DateTime<Utc>,
    frozen: bool,
    state: State,
}

impl Snapshot {
    /// The time of its world.
    pub fn at(&self) -> DateTime<Utc> {
        self.at
    }

    /// Whether the clock was frozen.
    pub fn is_frozen(&self) -> bool {
        self.clock_state.is_frozen()
    }

    /// The same snapshot, to be restored at a later time: jobs that became due meanwhile run then. A frozen clock stays at its time.
    #[must_use]
    pub fn resumed_at(mut self, now: DateTime<Utc>) -> Self {
        if !self.is_frozen() {
            self.at = self.at.max(now);
        }
        self
    }

    /// The number of users, posts and conversations.
    pub(crate) fn counts(&self) -> [usize; 3] {
        let State { users, posts, conversations, .. } = &self.state;
        [users.all().count(), posts.all().count(), conversations.all().count()]
    }

    /// The snapshot as a JSON file, with the generated credentials of the world. Without the requests, the bytes of images
    /// and the consent pages that are open.
    pub fn to_json(&self) -> String {
        let mut state = self.state.clone();
        state.admit_events(self.at);
        let frozen = self.is_frozen();
        let written =
            Written { format: FORMAT, sandbox: env!("CARGO_PKG_VERSION"), at: self.at, frozen, state: &state };
        // Fails only for map keys that are no texts; there are none.
        serde_json::to_string(&written).unwrap_or_default()
    }

    /// Reads a file that [`to_json`](Self::to_json) wrote.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of what cannot be read, such as in a file of another version.
    pub fn from_json(text: &[u8]) -> Result<Self> {
        let mut reader = serde_json::Deserializer::from_slice(text);
        let read: std::result::Result<Read, _> = serde_path_to_error::deserialize(&mut reader);
        let Read { format, at, frozen, mut state } = read.map_err(|error| {
            let reason = format!("is not as this version of the sandbox writes it: {}", error.inner());
            Error::invalid(error.path().to_string(), reason)
        })?;
        if format != FORMAT {
            let reason = format!("is {format}, and this version of the sandbox reads {FORMAT}");
            return Err(Error::invalid("format", reason));
        }
        state.oauth.index();
        let clock_state = ClockState::new(frozen.then_some(at));
        Ok(Self { state, clock_state, at, number: None, has_requests: false })
    }
}

impl World {
    /// A snapshot of this world.
    pub fn snapshot(&self) -> Snapshot {
        let (clock_state, at) = (self.inner.clock.snapshot(), self.inner.clock.now());
        let mut state = self.inner.lock();
        let number = state.positions.next();
        state.snapshots.push(number);
        Snapshot { state: state.clone(), clock_state, at, number: Some(number), has_requests: true }
    }

    /// Keeps a snapshot with the world, over the one of the same name, and returns its number.
    pub(crate) fn keep_snapshot(&self, name: Option<String>, snapshot: Snapshot) -> i64 {
        self.inner.kept().add(name, snapshot)
    }

    /// Resets the world to its initial state, with a running clock at the machine's time. Its seed and the credentials and addresses
    /// of the app stay; an app in this process stays connected. The backend of an app on a phone is stopped.
    pub fn reset(&self) {
        self.stop_backend();
        let initial = self.inner.initial_state();
        let at = Utc::now();
        let clock_state = ClockState::default();
        self.restore(&Snapshot { state: initial, clock_state, at, number: None, has_requests: true });
    }

    /// Restores a snapshot of this world or from a file, with its time. An app in this process stays connected. One from a
    /// file leaves the requests that were recorded as they are.
    pub fn restore(&self, snapshot: &Snapshot) {
        if let Some(shared) = self.inner.shared().upgrade() {
            shared.keep_record(|| {
                let record = self.record();
                match snapshot.number {
                    // After a file is restored, the world still has its requests, and has other events.
                    _ if !snapshot.has_requests => record.without_requests(),
                    Some(number) if self.inner.lock().snapshots.contains(&number) => record.since(&snapshot.state),
                    // Nothing of the world comes from the snapshot, such as after a reset.
                    _ => record,
                }
            });
        }
        let mut state = self.inner.lock();
        let receiver = state.webhooks.receiver.clone();
        let before = std::mem::replace(&mut *state, snapshot.state.clone());
        state.webhooks.receiver = receiver;
        state.positions = state.positions.max(before.positions);
        state.images.url.clone_from(&before.images.url);
        if !snapshot.has_requests {
            state.ledger = before.ledger;
        }
        drop(state);
        self.inner.clock.restore(snapshot.clock_state, snapshot.at);
        self.inner.live.add(Change::Clock);
        self.inner.live.add_data(&Topic::ALL);
        self.inner.announce();
        self.inner.notify();
    }
}
