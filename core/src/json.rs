//! Reading and writing the JSON of the platform.
//!
//! The platform uses proto-JSON: members that are zero or empty are omitted, 64-bit numbers are text or numbers,
//! instants have three forms, and new members and new enum values appear without notice. These rules are implemented
//! here:
//!
//! - `Wire` reads one value leniently; `null` is the same as absent.
//! - `record!` reads an object into a struct: known members by name or alias, all others into `extra`. A duplicate
//!   member is an error.
//! - `Word` reads a value of an enum that keeps unknown values (`model/open_enum.rs`).
//! - [`Json`] is arbitrary JSON, kept as the exact text that arrived.
//! - `read` reads a whole document. A member of the wrong type becomes a [`FieldIssue`] and counts as absent, so that
//!   it does not affect the others.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, Datelike, Utc};
use serde::de::{self, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, Result, sanitize};

pub use crate::json_value::{Extra, Json, MAX_DEPTH};

/// Longest path in an error, in characters. Names of members are foreign text.
const MAX_PATH: usize = 200;

impl Json {
    /// Parses JSON text.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if the text is not one JSON document, or is nested deeper than [`MAX_DEPTH`].
    pub fn parse(text: &str) -> Result<Self> {
        serde_json::from_str(text).map_err(|e| Error::invalid("json", describe(&e)))
    }

    /// Converts any serializable value into JSON.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for a value that JSON cannot represent, such as a map whose keys are not strings.
    pub fn from_value<T: Serialize + ?Sized>(value: &T) -> Result<Self> {
        serde_json::value::to_raw_value(value).map(Self::from_raw).map_err(|e| Error::invalid("json", describe(&e)))
    }

    /// Reads the text into `T`.
    ///
    /// # Errors
    /// [`Error::Decode`] with the reason.
    pub fn to<'a, T: Deserialize<'a>>(&'a self) -> Result<T> {
        serde_json::from_str(self.as_str()).map_err(|e| {
            // A path inside this value is not a path of the outer document that is being read.
            STEPS.set(STEPS.take().map(|_| Vec::new()));
            unreadable("json", &e).into()
        })
    }

    /// Reads the text into a value to send, such as an add-on from a file. A value that does not fit is an error of the
    /// caller. Call the value's `check` afterwards.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with the path of the value that does not fit, such as `widgets[2].button_bar.action`, or
    /// `json` for the whole document. Types of other crates add nothing to the path.
    pub fn to_input<T: for<'de> Deserialize<'de>>(&self) -> Result<T> {
        locate(self.as_str().as_bytes()).map_err(|unreadable| match unreadable.path.as_str() {
            "." => Error::invalid("json", unreadable.reason),
            _ => Error::invalid(unreadable.path, unreadable.reason),
        })
    }
}

/// Writes a map sorted by its keys: for `extra`, with `#[serde(flatten, serialize_with)]`, and for every map whose
/// bytes must be deterministic.
pub(crate) fn write_extra<T: Serialize, S: Serializer>(
    extra: &HashMap<String, T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let sorted: BTreeMap<_, _> = extra.iter().collect();
    let mut map = serializer.serialize_map(Some(sorted.len()))?;
    for (name, value) in sorted {
        map.serialize_entry(name, value)?;
    }
    map.end()
}

/// Moves unknown members of a legacy form into the `extra` of a `T`, except members that `T` would read as its own
/// after it was written. Returns the names of those, sorted.
pub(crate) fn adopt<T: Record>(extra: &mut Extra, members: Extra) -> Vec<String> {
    let mut left_out = Vec::new();
    for (name, value) in members {
        if T::MEMBERS.contains(&name.as_str()) || extra.contains_key(&name) {
            left_out.push(name);
        } else {
            extra.insert(name, value);
        }
    }
    left_out.sort_unstable();
    left_out
}

/// Whether a member is omitted when written: the platform omits zero and empty values.
pub(crate) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A value in the platform's JSON.
pub(crate) trait Wire: Sized {
    /// Reads the value. It is never `null`, which counts as absent.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Adapter from [`Wire`] to serde.
pub(crate) struct Read<T>(pub(crate) T);

impl<'de, T: Wire> Deserialize<'de> for Read<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self)
    }
}

macro_rules! plain_wire {
    ($($type:ty),*) => {$(
        impl Wire for $type {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        }
    )*};
}
plain_wire!(bool, String, f64, Json);
plain_wire!(crate::id::PostToken, crate::id::ConversationId, crate::id::UserId, crate::id::BusinessToken);
plain_wire!(crate::id::RecordId, crate::id::Phone);

impl<T: Wire> Wire for Option<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::<Read<T>>::deserialize(deserializer)?.map(|read| read.0))
    }
}

impl<T: Wire> Wire for Box<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::read(deserializer).map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);
        impl<'de, T: Wire> de::Visitor<'de> for Visitor<T> {
            type Value = Vec<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: de::SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(Read(item)) = seq.next_element_seed(At::new(Step::Item(items.len())))? {
                    items.push(item);
                }
                Ok(items)
            }
        }
        deserializer.deserialize_seq(Visitor(PhantomData))
    }
}

impl<T: Wire> Wire for HashMap<String, T> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);
        impl<'de, T: Wire> de::Visitor<'de> for Visitor<T> {
            type Value = HashMap<String, T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = HashMap::new();
                while let Some(key) = next_key(&mut map)? {
                    let Read(value) = next_value(&mut map, key.as_str())?;
                    members.insert(key.into_string(), value);
                }
                Ok(members)
            }
        }
        deserializer.deserialize_map(Visitor(PhantomData))
    }
}

/// A 64-bit integer as a number or as decimal text; `3600.0` is a whole number.
impl Wire for i64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = i64;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a whole number of 64 bits, or its decimal text")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<i64, E> {
                Ok(value)
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<i64, E> {
                i64::try_from(value).map_err(|_| E::custom("number too large for 64 bits"))
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<i64, E> {
                // Above 2^53 a float does not represent every whole number.
                if value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0 {
                    Ok(value as i64)
                } else {
                    Err(E::custom("not a whole number of 64 bits"))
                }
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<i64, E> {
                value.parse().map_err(|_| E::custom("text is not a whole number of 64 bits"))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

impl Wire for i32 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i32::try_from(i64::read(deserializer)?).map_err(|_| de::Error::custom("number too large for 32 bits"))
    }
}

/// An instant as RFC 3339 text, or as a Unix time in s, ms, µs or ns, as number or text. The size determines the unit:
/// the documents show µs, real responses have RFC 3339 (docs/platform.md#sent-at).
impl Wire for DateTime<Utc> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl de::Visitor<'_> for Visitor {
            type Value = DateTime<Utc>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("RFC 3339 text or a Unix time")
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
                instant(value).filter(has_a_year).ok_or_else(|| E::custom("Unix time out of range"))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
                self.visit_i64(i64::try_from(value).map_err(|_| E::custom("Unix time out of range"))?)
            }
            fn visit_str<E: de::Error>(self, value: &str) -> Result<Self::Value, E> {
                if let Ok(number) = value.parse::<i64>() {
                    return self.visit_i64(number);
                }
                let instant = DateTime::parse_from_rfc3339(value)
                    .map_err(|_| E::custom("text is neither RFC 3339 nor a Unix time"))?
                    .to_utc();
                Some(instant)
                    .filter(has_a_year)
                    .ok_or_else(|| E::custom("time out of range: its year is not 1 to 9999"))
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Whether an instant is in the years 1 to 9999 in UTC. Not every language can represent others.
fn has_a_year(instant: &DateTime<Utc>) -> bool {
    (1..=9999).contains(&instant.year())
}

/// A Unix time. Its size determines its unit.
pub(crate) fn instant(value: i64) -> Option<DateTime<Utc>> {
    match value.unsigned_abs() {
        0..100_000_000_000 => DateTime::from_timestamp(value, 0),
        100_000_000_000..100_000_000_000_000 => DateTime::from_timestamp_millis(value),
        100_000_000_000_000..100_000_000_000_000_000 => DateTime::from_timestamp_micros(value),
        _ => Some(DateTime::from_timestamp_nanos(value)),
    }
}

/// A member of a response that has the wrong type. It counts as absent, unless only an unpaired surrogate in a text was
/// replaced by U+FFFD.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldIssue {
    /// Path of the member, such as `business_data.business_type`.
    pub path: String,
    /// What is wrong with it, without its value.
    pub reason: String,
}

/// A document that can report members that could not be read.
pub(crate) trait Record: for<'de> Deserialize<'de> {
    /// Stores the issues, if the type has a member for them.
    fn note(&mut self, _issues: Vec<FieldIssue>) {}
    /// Whether it has such a member. Without one, an unreadable member fails the whole document.
    const TOLERANT: bool = false;
    /// The names of the known members in JSON.
    const MEMBERS: &'static [&'static str] = &[];
}

/// Which of the known members of a record were sent, one bit each. Absent and zero are the same to the platform, but a
/// caller may need the difference.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence(u64);

impl Presence {
    pub(crate) fn of(members: &[bool]) -> Self {
        Self(members.iter().rev().fold(0, |bits, present| bits << 1 | u64::from(*present)))
    }

    /// The bits as a number for other languages. No record has more than 52 members.
    #[cfg(feature = "ffi")]
    pub(crate) fn bits(self) -> i64 {
        self.0.cast_signed()
    }

    #[cfg(feature = "ffi")]
    pub(crate) fn from_bits(bits: i64) -> Self {
        Self(bits.cast_unsigned())
    }

    /// Whether `member` of `T` was sent.
    pub(crate) fn has<T: Record>(self, member: &str) -> bool {
        T::MEMBERS.iter().position(|name| *name == member).is_some_and(|index| self.0 >> index & 1 == 1)
    }
}

/// Why a document cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unreadable {
    /// Path of the value; `.` is the whole document.
    pub(crate) path: String,
    /// The reason, without the value.
    pub(crate) reason: String,
}

/// Reads one JSON document.
///
/// The first pass is strict and fast. If it fails at a member of a tolerant record, that member is left out, with an
/// issue, and the rest is read again. An unpaired surrogate in a text is read as U+FFFD, with an issue.
pub(crate) fn read<T: Record>(bytes: &[u8]) -> Result<T, Unreadable> {
    // Always read from text: each other kind of source would generate another set of readers for all types.
    let text = text(bytes)?;
    if let Some(whole) = with_whole_characters(text) {
        return read_leniently(&whole, half_characters(text));
    }
    serde_json::from_str(text).or_else(|_| read_leniently(text, Vec::new()))
}

/// Reads a document for which `issues` are already known.
fn read_leniently<T: Record>(text: &str, mut issues: Vec<FieldIssue>) -> Result<T, Unreadable> {
    let mut failure = match locate::<T>(text.as_bytes()) {
        Ok(mut record) => {
            record.note(issues);
            return Ok(record);
        }
        Err(failure) => failure,
    };
    if !T::TOLERANT {
        return Err(failure);
    }
    let Ok(mut members) = serde_json::from_str::<BTreeMap<String, Json>>(text) else {
        return Err(failure);
    };
    loop {
        let rest = without(&mut members, &mut issues, failure)?;
        match locate::<T>(&rest) {
            Ok(mut record) => {
                record.note(issues);
                return Ok(record);
            }
            Err(next) => failure = next,
        }
    }
}

/// The document without the unreadable member, and the issue for it.
fn without(
    members: &mut BTreeMap<String, Json>,
    issues: &mut Vec<FieldIssue>,
    failure: Unreadable,
) -> Result<Vec<u8>, Unreadable> {
    let member = failure.path.split(['.', '[']).next().unwrap_or_default();
    if members.remove(member).is_none() {
        return Err(failure);
    }
    issues.push(FieldIssue { path: failure.path, reason: failure.reason });
    Ok(serde_json::to_vec(members).unwrap_or_default())
}

/// Reads a document and returns the path of a failure. Not inlined into its callers, because it is compiled for each
/// type.
#[inline(never)]
pub(crate) fn locate<T: for<'de> Deserialize<'de>>(bytes: &[u8]) -> Result<T, Unreadable> {
    let text = text(bytes)?;
    let outer = STEPS.replace(Some(Vec::new()));
    let read = serde_json::from_str(text);
    let steps = STEPS.replace(outer).unwrap_or_default();
    read.map_err(|error| located(&steps, &error))
}

/// The note about a text that [`with_whole_characters`] has changed.
pub(crate) const HALF_CHARACTER: &str = "half of a surrogate pair in a text was replaced by U+FFFD";

/// JSON with U+FFFD instead of every escaped unpaired surrogate; `None` if there is none. No language can hold such a
/// character in its strings, and the rest of the text is more useful than an error.
pub(crate) fn with_whole_characters(text: &str) -> Option<String> {
    // Nearly every document returns here.
    if !text.contains('\\')
        || !text.match_indices("\\u").any(|(at, _)| matches!(text.as_bytes().get(at + 2), Some(b'd' | b'D')))
    {
        return None;
    }
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix("\\u")?;
        u16::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
    };
    let (mut whole, mut copied, mut at) = (String::new(), 0, 0);
    while let Some(found) = text.get(at..).and_then(|rest| rest.find('\\')) {
        at += found;
        at += match unit(at) {
            Some(0xD800..=0xDBFF) if matches!(unit(at + 6), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => {
                whole.push_str(text.get(copied..at).unwrap_or_default());
                whole.push_str("\\ufffd");
                copied = at + 6;
                6
            }
            // The character after it is ASCII if this is JSON.
            _ => 2,
        };
    }
    (copied > 0).then(|| {
        whole.push_str(text.get(copied..).unwrap_or_default());
        whole
    })
}

/// The members of a document that contain an unpaired surrogate; the whole document if a name contains one.
#[cold]
fn half_characters(text: &str) -> Vec<FieldIssue> {
    let issue = |path: &str| FieldIssue { path: sanitize(path, MAX_PATH), reason: HALF_CHARACTER.to_owned() };
    let Ok(members) = serde_json::from_str::<BTreeMap<String, Json>>(text) else { return vec![issue(".")] };
    let halves = members.iter().filter(|(_, value)| with_whole_characters(value.as_str()).is_some());
    halves.map(|(name, _)| issue(name)).collect()
}

/// Whether an object has a duplicate member of this name.
pub(crate) fn has_twice(text: &str, member: &str) -> bool {
    serde_json::from_str::<Members<'_>>(text)
        .is_ok_and(|members| members.0.iter().filter(|(name, _)| name.as_str() == member).count() > 1)
}

fn text(bytes: &[u8]) -> Result<&str, Unreadable> {
    std::str::from_utf8(bytes).map_err(|_| Unreadable { path: ".".into(), reason: "is not UTF-8".into() })
}

fn located(steps: &[String], error: &serde_json::Error) -> Unreadable {
    let mut path = String::new();
    for step in steps.iter().rev() {
        if !path.is_empty() && !step.starts_with('[') {
            path.push('.');
        }
        path.push_str(step);
    }
    let path = if steps.is_empty() { "." } else { &path };
    Unreadable { path: sanitize(path, MAX_PATH), reason: describe(error) }
}

thread_local! {
    /// The steps from an unreadable value up to the whole document. `None` outside of [`locate`].
    static STEPS: Cell<Option<Vec<String>>> = const { Cell::new(None) };
}

/// A step of the path to a value.
#[derive(Clone, Copy)]
enum Step<'a> {
    Member(&'a str),
    Item(usize),
}

impl Step<'_> {
    /// Records a step above an unreadable value.
    #[cold]
    #[inline(never)]
    fn note(self) {
        if let Some(mut steps) = STEPS.take() {
            steps.push(match self {
                Self::Member(name) => name.to_owned(),
                Self::Item(index) => format!("[{index}]"),
            });
            STEPS.set(Some(steps));
        }
    }
}

/// Reads the value at a step, and records the step if the value cannot be read.
struct At<'a, T>(Step<'a>, PhantomData<T>);

impl<'a, T> At<'a, T> {
    fn new(step: Step<'a>) -> Self {
        Self(step, PhantomData)
    }
}

impl<'de, T: Deserialize<'de>> de::DeserializeSeed<'de> for At<'_, T> {
    type Value = T;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize(deserializer).inspect_err(|_| self.0.note())
    }
}

/// Reads the name of the next member.
pub(crate) fn next_key<'de, A: de::MapAccess<'de>>(map: &mut A) -> Result<Option<MemberName<'de>>, A::Error> {
    map.next_key().inspect_err(|_| Step::Member("?").note())
}

/// Reads the value of the member `name`.
pub(crate) fn next_value<'de, T: Deserialize<'de>, A: de::MapAccess<'de>>(
    map: &mut A,
    name: &str,
) -> Result<T, A::Error> {
    map.next_value_seed(At::new(Step::Member(name)))
}

/// Stores a member that the record does not know.
pub(crate) fn keep<'de, A: de::MapAccess<'de>>(
    extra: &mut Extra,
    map: &mut A,
    key: MemberName<'de>,
) -> Result<(), A::Error> {
    let value = next_value(map, key.as_str())?;
    extra.insert(key.into_string(), value);
    Ok(())
}

/// Refuses a value that would be written with a duplicate member, because `extra` contains the name of a known member.
pub(crate) fn check_once<T: Serialize>(value: &T) -> Result<()> {
    check_members(Json::from_value(value)?.as_str())
}

fn check_members(text: &str) -> Result<()> {
    match text.as_bytes().first() {
        Some(b'{') => {
            let mut names = HashSet::new();
            for (name, value) in serde_json::from_str::<Members<'_>>(text).map_or(Vec::new(), |members| members.0) {
                check_members(value.get()).map_err(|e| e.under(name.as_str()))?;
                if !names.insert(name.as_str().to_owned()) {
                    let reason = "would be sent twice: `extra` is for members without a place of their own";
                    return Err(Error::invalid(name.as_str(), reason));
                }
            }
            Ok(())
        }
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text).unwrap_or_default();
            let mut items = items.iter().enumerate();
            items.try_for_each(|(i, item)| check_members(item.get()).map_err(|e| e.under(format_args!("[{i}]"))))
        }
        _ => Ok(()),
    }
}

/// The members of an object as written, including duplicates.
struct Members<'a>(Vec<(MemberName<'a>, &'a RawValue)>);

impl<'de> Deserialize<'de> for Members<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Visitor)
    }
}

/// The path of the member at whose value reading stopped, for types that record no steps; `None` for the whole
/// document.
pub(crate) fn place_of(error: &serde_json::Error, text: &str) -> Option<String> {
    let lines_before = text.split_inclusive('\n').take(error.line().checked_sub(1)?);
    let stop = lines_before.map(str::len).sum::<usize>() + error.column();
    let holds_stop = |(_, value): &(MemberName<'_>, &RawValue)| {
        let start = value.get().as_ptr().addr() - text.as_ptr().addr();
        (start..=start + value.get().len()).contains(&stop)
    };
    let (mut names, mut object) = (Vec::new(), text);
    while let Ok(Members(members)) = serde_json::from_str(object) {
        let Some((name, value)) = members.into_iter().find(holds_stop) else { break };
        names.push(name.into_string());
        object = value.get();
    }
    (!names.is_empty()).then(|| sanitize(&names.join("."), MAX_PATH))
}

/// A reason for an error: the text of serde without the value.
pub(crate) fn describe(error: &serde_json::Error) -> String {
    let text = error.to_string();
    // serde includes the value: `invalid type: string "…", expected …`. The value may be private, so it is removed.
    let safe = match (text.find(": "), text.rfind(", expected ")) {
        (Some(kind), Some(expected)) if text.starts_with("invalid ") && kind < expected => {
            format!("{}{}", &text[..kind], &text[expected..])
        }
        _ => text,
    };
    sanitize(&safe, 200)
}

/// A decode error for a document that is not a response.
pub(crate) fn unreadable(document: &str, error: &serde_json::Error) -> crate::error::DecodeError {
    crate::error::DecodeError::of_document(document, ".", describe(error))
}

/// Writes `Deserialize` for a struct: `record!(Post { token, has_divider | "hasDivider" });`.
///
/// Every field type is [`Wire`] and `Default`. `null` and an absent member give the default. A member that occurs twice
/// under the same name is an error; of two different names, the first listed has priority. The struct has a field
/// `extra: Extra` for all other members. `field = "name"` is for a member whose name differs from the field's. With
/// `, tolerant` at the end the struct also has `issues: Vec<FieldIssue>`, and with `, presence` after that it has
/// `presence: Presence`. With `, partial` the struct has further fields, which get their defaults.
macro_rules! record {
    ($name:ident { $($field:ident $(= $own:literal)? $(| $alias:literal)*),* $(,)? } $(, $option:ident)*) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object")
                    }
                    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<$name, A::Error> {
                        #[allow(non_upper_case_globals)]
                        mod member { $(pub(super) const $field: &str = $crate::json::record!(@name $field $($own)?);)* }
                        let mut extra = $crate::json::Extra::new();
                        $(let mut $field = $crate::json::Slot::default();)*
                        while let Some(key) = $crate::json::next_key(&mut map)? {
                            match key.as_str() {
                                $(member::$field => $field.fill(&mut map, member::$field)?,)*
                                $($($alias => $field.fill_alias(&mut map, $alias)?,)*)*
                                _ => $crate::json::keep(&mut extra, &mut map, key)?,
                            }
                        }
                        // Without `..Default::default()`, which would create every struct twice.
                        Ok($crate::json::record!(
                            @build [$($option),*] [$crate::json::Presence::of(&[$($field.is_present()),*])]
                            $name { $($field: $field.take(),)* extra: extra }
                        ))
                    }
                }
                deserializer.deserialize_map(Visitor)
            }
        }
        impl $crate::json::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde::Deserialize::deserialize(deserializer)
            }
        }
        impl $crate::json::Record for $name {
            const MEMBERS: &'static [&'static str] = &[$($crate::json::record!(@name $field $($own)?)),*];
            $($crate::json::record!(@$option);)*
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $own:literal) => { $own };
    (@tolerant) => {
        const TOLERANT: bool = true;
        fn note(&mut self, issues: Vec<$crate::json::FieldIssue>) {
            self.issues = issues;
        }
    };
    (@presence) => {};
    (@partial) => {};
    (@build [] [$presence:expr] $name:ident { $($field:ident: $value:expr),* }) => {
        $name { $($field: $value),* }
    };
    (@build [partial] [$presence:expr] $name:ident { $($field:ident: $value:expr),* }) => {
        $name { $($field: $value,)* ..Default::default() }
    };
    (@build [tolerant] [$presence:expr] $name:ident { $($field:ident: $value:expr),* }) => {
        $name { $($field: $value,)* issues: Vec::new() }
    };
    (@build [tolerant, presence] [$presence:expr] $name:ident { $($field:ident: $value:expr),* }) => {{
        let presence = $presence;
        $name { $($field: $value,)* issues: Vec::new(), presence }
    }};
}
pub(crate) use record;

/// A member name, borrowed from the document if it has no escapes.
pub(crate) struct MemberName<'a>(std::borrow::Cow<'a, str>);

impl MemberName<'_> {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_string(self) -> String {
        self.0.into_owned()
    }
}

impl<'de> Deserialize<'de> for MemberName<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> de::Visitor<'de> for Visitor {
            type Value = MemberName<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a member name")
            }
            fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Self::Value, E> {
                Ok(MemberName(value.into()))
            }
            fn visit_str<E>(self, value: &str) -> Result<Self::Value, E> {
                Ok(MemberName(value.to_owned().into()))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// The value of one member while an object is read.
pub(crate) struct Slot<T> {
    value: Option<T>,
    seen: bool,
}

impl<T> Default for Slot<T> {
    fn default() -> Self {
        Self { value: None, seen: false }
    }
}

impl<T: Wire + Default> Slot<T> {
    /// Reads the value under the member's own name: at most once, and with priority over an alias.
    pub(crate) fn fill<'de, A: de::MapAccess<'de>>(&mut self, map: &mut A, name: &'static str) -> Result<(), A::Error> {
        if std::mem::replace(&mut self.seen, true) {
            return Err(de::Error::duplicate_field(name));
        }
        if let Some(Read(value)) = next_value(map, name)? {
            self.value = Some(value);
        }
        Ok(())
    }

    /// Reads the value under another name, unless the member's own name occurred.
    #[allow(dead_code, reason = "only records with aliases use it")]
    pub(crate) fn fill_alias<'de, A: de::MapAccess<'de>>(&mut self, map: &mut A, name: &str) -> Result<(), A::Error> {
        let read = next_value::<Option<Read<T>>, A>(map, name)?;
        if self.value.is_none() {
            self.value = read.map(|read| read.0);
        }
        Ok(())
    }

    pub(crate) fn is_present(&self) -> bool {
        self.value.is_some()
    }

    pub(crate) fn take(self) -> T {
        self.value.unwrap_or_default()
    }
}

/// Reads a value of an open enum.
pub(crate) struct Word<T>(PhantomData<T>);

impl<T> Default for Word<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: for<'a> From<&'a str>> de::Visitor<'_> for Word<T> {
    type Value = T;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }
    fn visit_str<E>(self, value: &str) -> Result<T, E> {
        Ok(value.into())
    }
    fn visit_i64<E>(self, value: i64) -> Result<T, E> {
        Ok(value.to_string().as_str().into())
    }
    fn visit_u64<E>(self, value: u64) -> Result<T, E> {
        Ok(value.to_string().as_str().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::open_enum;

    open_enum! {
        /// A side.
        pub enum Side { /// Sells.
            Seller = "SELLER" | "SUPPLY" }
    }

    #[derive(Debug, Default, PartialEq)]
    struct Sample {
        name: String,
        cost: Option<i64>,
        enabled: bool,
        side: Side,
        at: Option<DateTime<Utc>>,
        tags: Vec<String>,
        extra: Extra,
        issues: Vec<FieldIssue>,
    }
    record!(Sample { name | "title", cost, enabled, side, at, tags }, tolerant);

    fn sample(text: &str) -> Result<Sample, Unreadable> {
        read(text.as_bytes())
    }

    #[test]
    fn absent_and_null_are_the_default_and_unknown_members_are_kept() {
        let read = sample(r#"{"name":null,"new":{"a":1e400}}"#).unwrap();
        assert_eq!((read.name.as_str(), read.cost, read.enabled), ("", None, false));
        assert_eq!(read.extra["new"].as_str(), r#"{"a":1e400}"#);
    }

    #[test]
    fn integers_are_read_exactly_from_number_or_text() {
        for (text, expected) in [
            ("350000", 350_000),
            ("\"350000\"", 350_000),
            ("9007199254740993", 9_007_199_254_740_993),
            ("3600.0", 3600),
        ] {
            assert_eq!(sample(&format!("{{\"cost\":{text}}}")).unwrap().cost, Some(expected), "{text}");
        }
    }

    #[test]
    fn an_unreadable_member_becomes_an_issue() {
        let long = "9".repeat(5000);
        for (member, value) in [
            ("cost", long.as_str()),
            ("enabled", "\"yes\""),
            ("enabled", "1"),
            ("tags", "\"x\""),
            ("cost", "9223372036854775808"),
        ] {
            let read = sample(&format!("{{\"title\":\"t\",\"{member}\":{value}}}")).unwrap();
            assert_eq!(read.name, "t");
            assert_eq!(read.issues.len(), 1);
            assert_eq!(read.issues[0].path, member);
            assert!(!read.issues[0].reason.contains("yes"));
        }
    }

    #[test]
    fn a_document_that_is_not_one_json_object_is_refused() {
        for text in
            ["", "[]", "null", "{\"cost\":NaN}", "{} {}", "{\"name\":\"a\",\"name\":\"b\"}", "{'name':1}", "\u{feff}{}"]
        {
            assert!(sample(text).is_err(), "{text}");
        }
        assert!(read::<Sample>(b"{\"name\":\"\xff\"}").is_err());
    }

    #[test]
    fn the_own_name_has_priority_over_an_alias_in_any_order() {
        for text in [r#"{"name":"a","title":"b"}"#, r#"{"title":"b","name":"a"}"#] {
            assert_eq!(sample(text).unwrap().name, "a");
        }
    }

    #[test]
    fn an_unknown_enum_value_is_kept() {
        assert_eq!(Side::KNOWN, [Side::Seller]);
        assert_eq!(sample(r#"{"side":"SUPPLY"}"#).unwrap().side, Side::Seller);
        assert_eq!(sample(r#"{"side":3}"#).unwrap().side, Side::Unknown { value: "3".into() });
    }

    #[test]
    fn an_instant_has_three_forms() {
        for text in ["1729429926140000", "\"1729429926140000\"", "\"2024-10-20T13:12:06.140Z\"", "1729429926140"] {
            let at = sample(&format!("{{\"at\":{text}}}")).unwrap().at.unwrap();
            assert_eq!(at.to_rfc3339_opts(chrono::SecondsFormat::Millis, true), "2024-10-20T13:12:06.140Z");
        }
    }

    /// Reads documents within a document, one of which must be a sample.
    #[derive(Debug)]
    struct AnyOf;

    impl Wire for AnyOf {
        fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let any = Vec::<Json>::read(deserializer)?.iter().any(|json| json.to::<Sample>().is_ok());
            any.then_some(Self).ok_or_else(|| de::Error::custom("none fits"))
        }
    }

    #[derive(Debug, Default)]
    #[expect(dead_code, reason = "only what cannot be read matters")]
    struct Outer {
        rows: Vec<Vec<Sample>>,
        named: HashMap<String, Sample>,
        any_of: Vec<AnyOf>,
        extra: Extra,
    }
    record!(Outer { rows | "lines", named, any_of });

    #[test]
    fn a_path_has_the_names_of_the_document() {
        for (text, path) in [
            (r#"{"rows":[[],[{"cost":1},{"cost":true}]]}"#, "rows[1][1].cost"),
            (r#"{"lines":[[{"title":1}]]}"#, "lines[0][0].title"),
            (r#"{"rows":[[{"name":"a","name":"b"}]]}"#, "rows[0][0]"),
            (r#"{"named":{"a.b":{"tags":["x",{}]}}}"#, "named.a.b.tags[1]"),
            (r#"{"named":{"a":{"\u0074itle":[]}}}"#, "named.a.title"),
            (r#"{"named":{"a":{"cost":1,}}}"#, "named.a.?"),
            (r#"{"named":{"a":{"cost" 1}}}"#, "named.a"),
            (r#"{"rows":[[{"at":"x"}]"#, "rows[0][0].at"),
            (r#"{"rows":[[] []]}"#, "rows"),
            (r#"{"rows":[]} x"#, "."),
            (r#"{"any_of":[[{"cost":true}]]}"#, "any_of[0]"),
            (r#"{"any_of":[[{"cost":true},{}],[{}],7]}"#, "any_of[2]"),
        ] {
            assert_eq!(read::<Outer>(text.as_bytes()).unwrap_err().path, path, "{text}");
        }
        assert_eq!(STEPS.take(), None);
    }

    #[test]
    fn a_path_is_short_and_printable() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let path = sample(&format!("{{\"\\u001b[31m{}\":{deep}}}", "x".repeat(5_000))).unwrap_err().path;
        assert!(path.len() <= MAX_PATH && !path.contains('\u{1b}'), "{path}");
    }

    #[test]
    fn arbitrary_json_is_limited_in_depth() {
        let nested = |depth: usize| Json::parse(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
        assert!(nested(MAX_DEPTH).is_ok());
        assert!(nested(MAX_DEPTH + 1).is_err());
        let wide = format!("[{}{{}}]", "[\"[{[{\"],".repeat(1_000));
        assert!(Json::parse(&wide).is_ok());
    }

    #[test]
    fn an_unpaired_surrogate_replaces_one_character() {
        for (given, expected) in [
            (r#"{"a":"x\ud83d y"}"#, Some(r#"{"a":"x\ufffd y"}"#)),
            (r#"{"a":"\uDC4B\ud83d\udc4b"}"#, Some(r#"{"a":"\ufffd\ud83d\udc4b"}"#)),
            (r#"{"a":"\ud83d\ud83d\udc4b"}"#, Some(r#"{"a":"\ufffd\ud83d\udc4b"}"#)),
            (r#"{"a":"\\\ud83d"}"#, Some(r#"{"a":"\\\ufffd"}"#)),
            (r#"{"a":"\ud83d\u0041\n\ud83d"}"#, Some(r#"{"a":"\ufffd\u0041\n\ufffd"}"#)),
            (r#"{"a":"\ud83d\udc4b"}"#, None),
            (r#"{"a":"\\ud83d"}"#, None),
            (r#"{"a":"\ud7ff \ue000 \udxyz"}"#, None),
            (r#"{"a":"سلام"}"#, None),
        ] {
            assert_eq!(with_whole_characters(given).as_deref(), expected, "{given}");
        }
        // A document that is cut anywhere must not cause a panic.
        let text = r#"{"a":"é\ud83dé\udc4b\\é"}"#;
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            with_whole_characters(&text[..end]);
        }
    }

    #[test]
    fn an_instant_outside_of_the_years_1_to_9999_is_none() {
        for text in ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00:00+00:01", "-99999999999"] {
            assert!(serde_json::from_value::<Read<DateTime<Utc>>>(text.into()).is_err(), "{text}");
        }
        for text in ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "9999-12-31T23:59:59+23:59"] {
            assert!(serde_json::from_value::<Read<DateTime<Utc>>>(text.into()).is_ok(), "{text}");
        }
    }

    #[test]
    fn deep_nesting_is_refused() {
        let deep = format!("{{\"new\":{}1{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(sample(&deep).is_err());
    }
}
