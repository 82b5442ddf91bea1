//! Semantic data: values of known names are readable, of all others only a hash is stored (docs/platform.md#semantics).

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use open_platform::digest::sha256;
use open_platform::model::semantic::known_names;
use serde::{Deserialize, Serialize};

use crate::ids::Ids;

/// Semantic data as the platform stores it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct StoredSemantic {
    /// Known names, with their values.
    pub readable: BTreeMap<String, String>,
    /// All other names, with the SHA-256 of the value in hexadecimal digits. The value is not stored.
    pub hashed: BTreeMap<String, String>,
}

impl StoredSemantic {
    /// Stores data. Values of unknown names are hashed.
    pub(crate) fn new(semantic: &HashMap<String, String>) -> Self {
        let mut stored = Self::default();
        for (name, value) in semantic {
            if known_names().iter().any(|known| known.name == name) {
                stored.readable.insert(name.clone(), value.clone());
            } else {
                stored.hashed.insert(name.clone(), sha256(value));
            }
        }
        stored
    }

    /// Adds a value that a widget shows: it is readable under any name (docs/platform.md#widgets).
    pub(crate) fn show(&mut self, name: &str, value: String) {
        self.hashed.remove(name);
        self.readable.insert(name.to_owned(), value);
    }
}

/// A semantic record of the app, about a user or a post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct StoredRecord {
    /// Its id, as its creation answered.
    pub id: String,
    /// The data.
    pub data: StoredSemantic,
    /// The payment ticket.
    pub ticket_uuid: Option<String>,
    /// In rial.
    pub cost: Option<i64>,
    /// When it was last sent.
    pub written_at: DateTime<Utc>,
}

/// The semantic records of a world, by this app.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Semantics {
    of_users: BTreeMap<String, StoredRecord>,
    of_posts: BTreeMap<String, StoredRecord>,
}

/// What a record is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject<'a> {
    /// A user, by the name in the world, or by phone number if the world does not know the user.
    User(&'a str),
    /// A post, by its token.
    Post(&'a str),
}

impl Semantics {
    /// Writes a record. An existing one is replaced and keeps its id (docs/platform.md#user-semantics: "upsert").
    pub(crate) fn put(
        &mut self,
        ids: &mut Ids,
        subject: Subject<'_>,
        semantic: &HashMap<String, String>,
        ticket: (Option<String>, Option<i64>),
        now: DateTime<Utc>,
    ) -> String {
        let (records, key) = self.of(subject);
        let id = records.get(key).map_or_else(|| ids.uuid(), |record| record.id.clone());
        let (ticket_uuid, cost) = ticket;
        let record =
            StoredRecord { id: id.clone(), data: StoredSemantic::new(semantic), ticket_uuid, cost, written_at: now };
        records.insert(key.to_owned(), record);
        id
    }

    /// Deletes a record; nothing happens where there is none.
    pub(crate) fn delete(&mut self, subject: Subject<'_>) -> bool {
        let (records, key) = self.of(subject);
        records.remove(key).is_some()
    }

    pub(crate) fn get(&self, subject: Subject<'_>) -> Option<&StoredRecord> {
        match subject {
            Subject::User(name) => self.of_users.get(name),
            Subject::Post(token) => self.of_posts.get(token),
        }
    }

    fn of<'a>(&mut self, subject: Subject<'a>) -> (&mut BTreeMap<String, StoredRecord>, &'a str) {
        match subject {
            Subject::User(name) => (&mut self.of_users, name),
            Subject::Post(token) => (&mut self.of_posts, token),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(pairs: &[(&str, &str)]) -> HashMap<String, String> {
        pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
    }

    #[test]
    fn only_values_of_known_names_are_readable() {
        let stored = StoredSemantic::new(&data(&[("payment_method", "SECURE"), ("national_code", "0012345678")]));
        assert_eq!(stored.readable.get("payment_method").map(String::as_str), Some("SECURE"));
        assert_eq!(stored.hashed["national_code"].len(), 64);
        assert!(!serde_json::to_string(&stored).unwrap().contains("0012345678"));
    }

    #[test]
    fn a_second_record_replaces_the_first_and_keeps_its_id() {
        let (mut semantics, mut ids) = (Semantics::default(), Ids::new(7, "t"));
        let now = DateTime::UNIX_EPOCH;
        let subject = Subject::User("seller");
        let first = semantics.put(&mut ids, subject, &data(&[("status", "FAILED")]), (None, None), now);
        let second = semantics.put(&mut ids, subject, &data(&[("status", "SUCCEEDED")]), (None, Some(5)), now);
        assert_eq!(first, second);
        let record = semantics.get(subject).unwrap();
        assert_eq!((record.data.readable["status"].as_str(), record.cost), ("SUCCEEDED", Some(5)));
        assert!(semantics.get(Subject::Post("seller")).is_none());
        assert!(semantics.delete(subject) && !semantics.delete(subject));
    }
}
