//! [`WorldRecord`]: what a world has recorded, which can outlive the world.

use serde::{Deserialize, Serialize};

use crate::ledger::LedgerView;
use crate::state::State;
use crate::webhooks::{Delivery, Undelivered};
use crate::world::World;

/// What a world has recorded: for checks over all worlds of a sandbox, also those that were deleted.
#[derive(Clone, Debug)]
pub struct WorldRecord {
    /// Name of the world.
    pub world: String,
    /// The requests and the credentials, without the recorded bodies.
    pub ledger: LedgerView,
    /// The events for the app, with all delivery attempts.
    pub deliveries: Vec<Delivery>,
    /// The events that had not reached the app.
    pub undelivered: Vec<Undelivered>,
    /// How often a user denied access.
    pub denials: u64,
}

/// The positions of what a world records: requests, delivery attempts and events without a delivery. Each position is given
/// once, also after a reset or a restored snapshot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Positions(i64);

impl Positions {
    /// The next position, from 1.
    pub(crate) fn next(&mut self) -> i64 {
        self.0 += 1;
        self.0
    }
}

impl World {
    /// What this world has recorded so far.
    pub fn record(&self) -> WorldRecord {
        WorldRecord {
            world: self.name().to_owned(),
            ledger: self.ledger().without_bodies(),
            deliveries: self.deliveries(),
            undelivered: self.undelivered(),
            denials: self.denials(),
        }
    }
}

impl WorldRecord {
    /// What is newer than the older state from which that of this world comes.
    pub(crate) fn since(mut self, older: &State) -> Self {
        self.ledger = self.ledger.since(&older.ledger);
        let deliveries = i64::try_from(older.webhooks.count()).unwrap_or(i64::MAX);
        self.deliveries.retain(|delivery| delivery.id > deliveries);
        let mut older_notes = older.webhooks.notes.count();
        self.undelivered.retain(|event| match event.delivery {
            Some(id) => id > deliveries,
            None if older_notes > 0 => {
                older_notes -= 1;
                false
            }
            None => true,
        });
        self.denials = self.denials.saturating_sub(older.oauth.denials());
        self
    }

    /// The same without the requests and the credentials.
    pub(crate) fn without_requests(self) -> Self {
        Self { ledger: LedgerView::default(), ..self }
    }
}
