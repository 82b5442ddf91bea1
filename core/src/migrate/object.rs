//! An object during migration. Its members keep their order and their exact text, and every change is reported.

use std::fmt;

use serde::de::{self, Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{Change, ChangeKind};
use crate::error::{Error, Result};
use crate::json::Json;

/// The changes so far.
#[derive(Default)]
pub(super) struct Report(pub(super) Vec<Change>);

impl Report {
    fn add(&mut self, kind: ChangeKind, path: impl Into<String>, note: impl Into<String>) {
        let path = path.into();
        let path = if path.is_empty() { ".".to_owned() } else { path };
        self.0.push(Change { path, kind, note: note.into() });
    }

    pub(super) fn renamed(&mut self, path: impl Into<String>, note: impl Into<String>) {
        self.add(ChangeKind::Renamed, path, note);
    }

    pub(super) fn moved(&mut self, path: impl Into<String>, note: impl Into<String>) {
        self.add(ChangeKind::Moved, path, note);
    }

    pub(super) fn dropped(&mut self, path: impl Into<String>, note: impl Into<String>) {
        self.add(ChangeKind::Dropped, path, note);
    }

    pub(super) fn attention(&mut self, path: impl Into<String>, note: impl Into<String>) {
        self.add(ChangeKind::NeedsAttention, path, note);
    }
}

/// The members of an object, and its path in the old document.
#[derive(Default)]
pub(super) struct Object {
    members: Vec<(String, Json)>,
    at: String,
}

impl Object {
    /// Parses the object at path `at`.
    pub(super) fn read(value: &Json, at: impl Into<String>) -> Result<Self> {
        let at = at.into();
        match value.to::<Members>() {
            Ok(Members(members)) => Ok(Self { members, at }),
            Err(_) => {
                let field = if at.is_empty() { "json".to_owned() } else { at };
                Err(Error::invalid(field, "must be an object that has each member once"))
            }
        }
    }

    /// The path of a member in the old document. With an empty name, the path of the object.
    pub(super) fn path(&self, name: &str) -> String {
        match (self.at.as_str(), name) {
            ("", name) => name.to_owned(),
            (at, "") => at.to_owned(),
            (at, name) => format!("{at}.{name}"),
        }
    }

    /// Whether the member exists. `null` counts as missing.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    pub(super) fn get(&self, name: &str) -> Option<&Json> {
        self.members.iter().find(|(member, _)| member == name).map(|(_, value)| value).filter(|value| !is_null(value))
    }

    /// The member, if it is a string.
    pub(super) fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.to().ok()
    }

    pub(super) fn names(&self) -> Vec<String> {
        self.members.iter().map(|(name, _)| name.clone()).collect()
    }

    /// Removes and returns a member, without a report.
    pub(super) fn take(&mut self, name: &str) -> Option<Json> {
        let index = self.members.iter().position(|(member, _)| member == name)?;
        Some(self.members.remove(index).1).filter(|value| !is_null(value))
    }

    /// Sets a member. An existing one keeps its position.
    pub(super) fn put(&mut self, name: &str, value: Json) {
        match self.members.iter_mut().find(|(member, _)| member == name) {
            Some((_, old)) => *old = value,
            None => self.members.push((name.to_owned(), value)),
        }
    }

    /// Renames a member. If the new name exists already, the old member is left out and needs attention.
    pub(super) fn rename(&mut self, old: &str, new: &str, report: &mut Report) {
        let path = self.path(old);
        if self.has(new) {
            if self.take(old).is_some() {
                report.attention(path, format!("left out, because {new} is present too"));
            }
            return;
        }
        self.members.retain(|(name, _)| name != new);
        if let Some((name, _)) = self.members.iter_mut().find(|(name, _)| name == old) {
            new.clone_into(name);
            report.renamed(path, format!("now {new}"));
        }
    }

    /// Drops a member, if it exists.
    pub(super) fn drop(&mut self, name: &str, why: &str, report: &mut Report) {
        if self.members.iter().any(|(member, _)| member == name) {
            self.take(name);
            report.dropped(self.path(name), why);
        }
    }

    /// Removes and returns a member that is in another place now.
    pub(super) fn move_out(&mut self, name: &str, whereto: &str, report: &mut Report) -> Option<Json> {
        let value = self.take(name)?;
        report.moved(self.path(name), whereto);
        Some(value)
    }

    /// Renames members in camel case, since the old format accepted both spellings. `hasDivider` is still accepted.
    pub(super) fn rename_to_snake_case(&mut self, report: &mut Report) {
        for name in self.names() {
            if name == "hasDivider" || !name.chars().any(|c| c.is_ascii_uppercase()) {
                continue;
            }
            let snake = name.chars().fold(String::new(), |mut snake, c| {
                if c.is_ascii_uppercase() {
                    snake.push('_');
                }
                snake.push(c.to_ascii_lowercase());
                snake
            });
            self.rename(&name, &snake, report);
        }
    }

    pub(super) fn into_json(self) -> Json {
        Json::from_value(&Members(self.members)).unwrap_or_default()
    }
}

fn is_null(value: &Json) -> bool {
    value.as_str() == "null"
}

/// A list as JSON.
pub(super) fn list(items: &[Json]) -> Json {
    Json::from_value(items).unwrap_or_default()
}

/// An object of one member as JSON.
pub(super) fn one(name: &str, value: Json) -> Json {
    Json::from_value(&Members(vec![(name.to_owned(), value)])).unwrap_or_default()
}

/// The members in order, each name once.
struct Members(Vec<(String, Json)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Members;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members: Vec<(String, Json)> = Vec::new();
                let mut seen = std::collections::HashSet::new();
                while let Some((name, value)) = map.next_entry::<String, Json>()? {
                    if !seen.insert(name.clone()) {
                        return Err(de::Error::custom("a member comes twice"));
                    }
                    members.push((name, value));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}
