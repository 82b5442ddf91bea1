//! Decoding of stored records. It detects records that a store has mixed up or damaged: the error names the invalid member,
//! and the rest is not used.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use super::RecordStore;
use crate::error::{StoreError, sanitize};
use crate::json::{MemberName, describe, members};

/// Most characters of the path of a member in an error.
const MAX_PLACE: usize = 200;

/// The content of a record.
pub(crate) trait Stored: DeserializeOwned {
    /// Its name in errors.
    const NAME: &'static str;
    /// The schema version that this version writes. A newer one is refused.
    const SCHEMA: i64;

    /// The schema version of this record.
    fn schema(&self) -> i64;

    /// The names of the members with an impossible value.
    fn invalid_members(&self) -> Vec<&'static str>;

    /// Decodes the stored bytes.
    fn decode(bytes: &[u8]) -> Result<Self, StoreError> {
        #[derive(Deserialize)]
        struct Form {
            schema: i64,
        }
        let Ok(text) = std::str::from_utf8(bytes) else { return Err(unreadable::<Self>("it is not text".to_owned())) };
        let (found, reason) = match serde_json::from_str::<Self>(text) {
            Ok(value) if value.schema() == Self::SCHEMA => {
                return match value.invalid_members()[..] {
                    [] => Ok(value),
                    [member, ..] => Err(unreadable::<Self>(format!("{member}: has an impossible value"))),
                };
            }
            Ok(value) => (value.schema(), String::new()),
            // A newer schema may have a different structure, so only its version is read.
            Err(error) => {
                let found = serde_json::from_str(text).map_or(Self::SCHEMA, |Form { schema }| schema);
                let place = place_of(&error, text).map_or(String::new(), |place| place + ": ");
                (found, place + &describe(&error))
            }
        };
        if found != Self::SCHEMA {
            let known = Self::SCHEMA;
            let reason =
                format!("it has schema {found}, and this version knows {known}: is there an update of the SDK?");
            return Err(unreadable::<Self>(reason));
        }
        Err(unreadable::<Self>(reason))
    }
}

fn unreadable<T: Stored>(reason: String) -> StoreError {
    StoreError::new(format!("read {}", T::NAME), reason)
}

/// The path of the member at whose value reading stopped; `None` for the whole record.
fn place_of(error: &serde_json::Error, text: &str) -> Option<String> {
    let lines_before = text.split_inclusive('\n').take(error.line().checked_sub(1)?);
    let stop = lines_before.map(str::len).sum::<usize>() + error.column();
    let holds_stop = |(_, value): &(MemberName<'_>, &RawValue)| {
        let start = value.get().as_ptr().addr() - text.as_ptr().addr();
        (start..=start + value.get().len()).contains(&stop)
    };
    let (mut names, mut object) = (Vec::new(), text);
    while let Some(members) = members(object) {
        let Some((name, value)) = members.into_iter().find(holds_stop) else { break };
        names.push(name.into_string());
        object = value.get();
    }
    (!names.is_empty()).then(|| sanitize(&names.join("."), MAX_PLACE))
}

/// Refuses a record that a store has returned for another key.
pub(crate) fn check_owner<T: Stored>(is_owner: bool) -> Result<(), StoreError> {
    if is_owner { Ok(()) } else { Err(unreadable::<T>("the store gave the record of another key".to_owned())) }
}

/// The current time of a store, if all its users share one. An impossible one would make every later computation overflow.
pub(crate) async fn now_of(store: &dyn RecordStore) -> Result<Option<DateTime<Utc>>, StoreError> {
    match store.now().await? {
        Some(now) if is_beyond(now) => Err(StoreError::new("now", "the store returned an impossible time")),
        now => Ok(now),
    }
}

/// Whether an instant is so distant that arithmetic with it can overflow.
pub(crate) fn is_beyond(instant: DateTime<Utc>) -> bool {
    let far = TimeDelta::days(400);
    instant.checked_add_signed(far).is_none() || instant.checked_sub_signed(far).is_none()
}

/// Whether a clock can be right: one of a machine that has just started, without the time of a network, may be years behind.
pub(crate) fn is_plausible(now: DateTime<Utc>) -> bool {
    const BEGIN_OF_2026: i64 = 1_767_225_600;
    now.timestamp() >= BEGIN_OF_2026
}

/// The names of the entries that are `true`.
pub(crate) fn names(of: impl IntoIterator<Item = (&'static str, bool)>) -> Vec<&'static str> {
    of.into_iter().filter_map(|(name, is_odd)| is_odd.then_some(name)).collect()
}

/// Damages a stored value in every way that a store could, and asserts that each damage is detected: the error names the
/// member and contains no value.
#[cfg(test)]
pub(crate) fn check_damage<T: Stored>(good: &serde_json::Value, may_be_absent: &[&str]) {
    use serde_json::{Value, json};

    let decode = |value: &Value| T::decode(value.to_string().as_bytes());
    assert!(decode(good).is_ok(), "{:?}", decode(good).err());
    let noticed = |what: &str, member: &str, value: &Value| {
        let error = decode(value).err().unwrap_or_else(|| panic!("{what} {member} is taken"));
        assert!(
            error.operation == format!("read {}", T::NAME) && error.reason.contains(member),
            "{what} {member}: {error}"
        );
        assert!(!error.reason.contains("canary"), "{what} {member}: {error}");
    };
    let members = good.as_object().unwrap();
    for (member, value) in members {
        let with = |value: Value| {
            let mut damaged = good.clone();
            damaged[member] = value;
            damaged
        };
        // The body of an event is kept as it is, and decoded later by the code that shows it.
        if member == "body" {
            continue;
        }
        noticed("of a wrong type,", member, &with(json!([["canary"]])));
        if value.is_i64() {
            noticed("negative,", member, &with(json!(-7)));
            noticed("endless,", member, &with(json!(1e300)));
        }
        if value.as_str().is_some_and(|text| text.parse::<DateTime<Utc>>().is_ok()) {
            noticed("without an hour,", member, &with(json!("2026-11-21canary")));
            noticed("far in the future,", member, &with(json!("+262142-12-01T00:00:00Z")));
        }
        let mut damaged = members.clone();
        damaged.remove(member);
        match may_be_absent.contains(&member.as_str()) {
            true => assert!(decode(&damaged.into()).is_ok(), "{member} may be absent"),
            false => noticed("absent,", member, &damaged.into()),
        }
    }
    for nothing in [json!(null), json!([]), json!("canary"), json!({}), json!({ "schema": T::SCHEMA })] {
        let error = decode(&nothing).err().unwrap_or_else(|| panic!("{nothing} is taken"));
        assert!(!error.reason.contains("canary"), "{error}");
    }
    for newer in [json!({ "schema": T::SCHEMA + 1 }), json!({ "schema": 0, "session": 1 })] {
        assert!(decode(&newer).err().unwrap().reason.contains("schema"), "{newer}");
    }
    assert!(T::decode(b"\xff").is_err());
    for cut in 0..good.to_string().len() {
        assert!(T::decode(&good.to_string().as_bytes()[..cut]).is_err(), "cut off after {cut} bytes");
    }
}
