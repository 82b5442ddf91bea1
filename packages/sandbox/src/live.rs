//! The latest changes of a world, for the live stream of the admin API. Adding one is cheap: it is a small value in a ring,
//! and its text is only made for those who read it.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// The number of changes that are kept for readers that fall behind or connect again. The oldest is removed first.
const MOST_CHANGES: usize = 4096;

/// One change of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Change {
    /// A request was answered: its number.
    Request(i64),
    /// A delivery was planned or attempted: its number.
    Delivery(i64),
    /// An event is not delivered.
    Undelivered,
    /// The clock was set, frozen or unfrozen, or it has run jobs.
    Clock,
    /// A consent page was opened or answered.
    Consent,
    /// Other data changed.
    Data(Topic),
}

/// What data changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Topic {
    Posts,
    Addons,
    Buttons,
    Conversations,
    Users,
    Tokens,
    Subscriptions,
    Faults,
    Snapshots,
    App,
    Switches,
}

impl Topic {
    pub(crate) const ALL: [Self; 11] = [
        Self::Posts,
        Self::Addons,
        Self::Buttons,
        Self::Conversations,
        Self::Users,
        Self::Tokens,
        Self::Subscriptions,
        Self::Faults,
        Self::Snapshots,
        Self::App,
        Self::Switches,
    ];

    /// Its word in the stream.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Posts => "posts",
            Self::Addons => "addons",
            Self::Buttons => "buttons",
            Self::Conversations => "conversations",
            Self::Users => "users",
            Self::Tokens => "tokens",
            Self::Subscriptions => "subscriptions",
            Self::Faults => "faults",
            Self::Snapshots => "snapshots",
            Self::App => "app",
            Self::Switches => "switches",
        }
    }

    /// What a successful write of an app changes, by the name of its endpoint.
    pub(crate) fn of_endpoint(name: &str) -> &'static [Self] {
        match name.strip_prefix("legacy.").unwrap_or(name).split('.').next() {
            Some("oauth") => &[Self::Tokens],
            Some("addons") => &[Self::Addons],
            Some("custom_buttons") => &[Self::Buttons],
            Some("conversations" | "chatbot") => &[Self::Conversations],
            Some("events") => &[Self::Subscriptions],
            Some("posts" | "images" | "payments" | "own_posts") => &[Self::Posts],
            Some("semantics" | "verifications" | "users") => &[Self::Users],
            _ => &[],
        }
    }

    /// What a successful write of the admin API changes, by the first segment of its path below the world, and its last.
    pub(crate) fn of_admin(first: &str, last: &str) -> &'static [Self] {
        match (first, last) {
            ("reset", _) | ("snapshots", "restore") => &Self::ALL,
            ("seed", _) => &[Self::Users, Self::Posts, Self::Conversations],
            ("posts", _) => &[Self::Posts, Self::Addons],
            ("payments", _) => &[Self::Posts],
            ("custom-buttons", _) => &[Self::Buttons],
            ("conversations" | "clicks", _) => &[Self::Conversations],
            ("users", _) => &[Self::Users, Self::Tokens, Self::Subscriptions],
            ("blocks", _) => &[Self::Users],
            ("tokens" | "consent" | "consents", _) => &[Self::Tokens, Self::Subscriptions],
            ("faults", _) => &[Self::Faults],
            ("snapshots", _) => &[Self::Snapshots],
            ("app", _) => &[Self::App],
            ("switches", _) => &[Self::Switches],
            _ => &[],
        }
    }
}

/// The changes of a world.
#[derive(Debug, Default)]
pub(crate) struct Live {
    ring: Mutex<Ring>,
    added: Notify,
}

#[derive(Debug, Default)]
struct Ring {
    /// The number of changes so far. The last one in `changes` has this number.
    last: u64,
    changes: VecDeque<Change>,
    counts: Counts,
    closed: bool,
}

/// The counts of what a world has created so far, to find what is new since the last count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// Deliveries, with those that events in the queue become.
    pub(crate) deliveries: usize,
    /// Events without a delivery.
    pub(crate) notes: u64,
    /// Consent pages that were opened or answered.
    pub(crate) consents: u64,
}

/// The changes after a position.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct News {
    /// The changes, each with its number.
    pub(crate) changes: Vec<(u64, Change)>,
    /// Whether older ones were removed before they were read.
    pub(crate) has_gap: bool,
    /// The number of the newest change.
    pub(crate) last: u64,
}

impl Live {
    /// The changes of a new world. `start` is the number before that of the first change: numbers of another run of the
    /// sandbox are not numbers of this one.
    pub(crate) fn starting_at(start: u64) -> Self {
        Self { ring: Mutex::new(Ring { last: start, ..Ring::default() }), added: Notify::new() }
    }

    fn ring(&self) -> MutexGuard<'_, Ring> {
        self.ring.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a change.
    pub(crate) fn add(&self, change: Change) {
        self.ring().push(change);
        self.added.notify_waiters();
    }

    /// Adds changes of data.
    pub(crate) fn add_data(&self, topics: &[Topic]) {
        if topics.is_empty() {
            return;
        }
        let mut ring = self.ring();
        topics.iter().for_each(|topic| ring.push(Change::Data(*topic)));
        drop(ring);
        self.added.notify_waiters();
    }

    /// Adds the changes that the counts show since the last call.
    pub(crate) fn count(&self, counts: Counts) {
        let mut ring = self.ring();
        let before = std::mem::replace(&mut ring.counts, counts);
        if before == counts {
            return;
        }
        for number in before.deliveries + 1..=counts.deliveries {
            ring.push(Change::Delivery(i64::try_from(number).unwrap_or(i64::MAX)));
        }
        if before.notes != counts.notes {
            ring.push(Change::Undelivered);
        }
        if before.consents != counts.consents {
            ring.push(Change::Consent);
        }
        drop(ring);
        self.added.notify_waiters();
    }

    /// The number of the newest change.
    pub(crate) fn last(&self) -> u64 {
        self.ring().last
    }

    /// The changes after number `position`, or `None` once the world was deleted.
    pub(crate) fn after(&self, position: u64) -> Option<News> {
        let ring = self.ring();
        if ring.closed {
            return None;
        }
        let first = ring.last - u64::try_from(ring.changes.len()).unwrap_or_default() + 1;
        let skipped = usize::try_from(position.saturating_add(1).saturating_sub(first)).unwrap_or(usize::MAX);
        let changes = (first..).zip(&ring.changes).skip(skipped).map(|(number, change)| (number, *change));
        // A position of another run of the sandbox can be too large.
        let has_gap = position.saturating_add(1) < first || position > ring.last;
        Some(News { changes: changes.collect(), has_gap, last: ring.last })
    }

    /// Waits until something is added.
    pub(crate) fn added(&self) -> tokio::sync::futures::Notified<'_> {
        self.added.notified()
    }

    /// Ends all readers, because the world was deleted.
    pub(crate) fn close(&self) {
        self.ring().closed = true;
        self.added.notify_waiters();
    }
}

impl Ring {
    fn push(&mut self, change: Change) {
        if self.changes.len() >= MOST_CHANGES {
            self.changes.pop_front();
        }
        self.last += 1;
        self.changes.push_back(change);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_gets_what_came_after_its_position() {
        let live = Live::starting_at(0);
        assert_eq!(live.after(0), Some(News { changes: Vec::new(), has_gap: false, last: 0 }));
        live.add(Change::Request(1));
        live.add(Change::Clock);
        let news = live.after(1).unwrap();
        assert_eq!((news.changes, news.has_gap), (vec![(2, Change::Clock)], false));
        assert!(live.after(9).unwrap().has_gap, "a number of another run");
        live.close();
        assert_eq!(live.after(0), None);
    }

    #[test]
    fn the_number_of_changes_is_bounded_and_a_gap_is_reported() {
        let live = Live::default();
        (1..=5000).for_each(|number| live.add(Change::Request(number)));
        let news = live.after(3).unwrap();
        assert_eq!((news.changes.len(), news.has_gap), (MOST_CHANGES, true));
        assert_eq!(news.changes.last(), Some(&(5000, Change::Request(5000))));
    }

    #[test]
    fn new_deliveries_are_found_by_their_count() {
        let live = Live::default();
        let two = Counts { deliveries: 2, ..Counts::default() };
        live.count(two);
        live.count(Counts { notes: 1, ..two });
        live.count(Counts { notes: 1, ..two });
        let changes: Vec<_> = live.after(0).unwrap().changes.into_iter().map(|(_, change)| change).collect();
        assert_eq!(changes, [Change::Delivery(1), Change::Delivery(2), Change::Undelivered]);
    }
}
