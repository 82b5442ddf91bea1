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
//!   it does not affect the others; of a list, only the unreadable items are left out.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use serde::de::{self, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, Result, sanitize};

mod body;
mod path;
mod record;
mod wire;

pub use crate::json_value::{Extra, Json, MAX_DEPTH};
pub(crate) use body::{ReceivedBody, SentBody, received, sent};
use path::{At, STEPS, Step, located};
pub(crate) use path::{next_key, next_value};
pub(crate) use record::{MemberName, Slot, Word, record};
pub(crate) use wire::{Read, Wire, plain_wire};

/// Items of one list that are left out because they cannot be read. With more of them the list counts as absent, because
/// the document is read again after each.
const MAX_UNREADABLE_ITEMS: usize = 20;

/// Longest path in an error, in characters. Names of members are foreign text.
const MAX_PATH: usize = 200;

impl Json {
    /// Parses JSON text. A byte order mark before it is ignored.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] if the text is not one JSON document, or is nested deeper than [`MAX_DEPTH`].
    pub fn parse(text: &str) -> Result<Self> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
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

    /// A list without the item at `index`; `None` if this is no such list.
    fn without_item(&self, index: usize) -> Option<Self> {
        let mut items: Vec<&RawValue> = serde_json::from_str(self.as_str()).ok()?;
        (index < items.len()).then(|| items.remove(index))?;
        Self::from_value(&items).ok()
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
    let mut map = serializer.serialize_map(Some(extra.len()))?;
    write_members(extra, &mut map)?;
    map.end()
}

/// Writes the members of a map, sorted by their names, into an object.
pub(crate) fn write_members<T: Serialize, M: SerializeMap>(
    members: &HashMap<String, T>,
    to: &mut M,
) -> Result<(), M::Error> {
    let sorted: BTreeMap<_, _> = members.iter().collect();
    sorted.iter().try_for_each(|(name, value)| to.serialize_entry(name, value))
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

/// A member of a response that has the wrong type. It counts as absent, unless only an unpaired surrogate in a text was
/// replaced by U+FFFD. An item of a list, such as `posts[3].title`, is left out of the list; with more than 20 of them
/// the list counts as absent. So does a member with more than 20 unreadable members of its own, and an object without a readable
/// amount or coordinate that it always has, because zero would be wrong: a price without its amount.
#[cfg_attr(feature = "ffi", open_platform_macros::data)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FieldIssue {
    /// Path of the member, such as `"business_data.business_type"`. Items of lists are counted as they arrived.
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
    /// Path of what cannot be read without it: the value itself, or the object around it (`Wire::ZERO_IS_A_VALUE`).
    pub(crate) left_out: String,
    /// The reason, without the value.
    pub(crate) reason: String,
}

impl Unreadable {
    pub(crate) fn at(path: &str, reason: &str) -> Self {
        Self { path: path.to_owned(), left_out: path.to_owned(), reason: reason.to_owned() }
    }
}

/// Reads one JSON document.
///
/// The first pass is strict and fast. If it fails at a member of a tolerant record, that member, or the item of its list,
/// is left out, with an issue, and the rest is read again. An unpaired surrogate in a text is read as U+FFFD, with an issue.
pub(crate) fn read<T: Record>(bytes: &[u8]) -> Result<T, Unreadable> {
    // Always read from text: each other kind of source would generate another set of readers for all types.
    let text = text(without_mark(bytes))?;
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
    // As raw values, whose depth is not limited: a member that is nested too deeply is left out as well.
    let Ok(members) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(text) else {
        return Err(failure);
    };
    let mut members = members.into_iter().map(|(name, value)| (name, Json::from_raw(value))).collect();
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

/// The document without the unreadable member or the unreadable item of a list, and the issue for it.
fn without(
    members: &mut BTreeMap<String, Json>,
    issues: &mut Vec<FieldIssue>,
    failure: Unreadable,
) -> Result<Vec<u8>, Unreadable> {
    let member = failure.left_out.split(['.', '[']).next().unwrap_or_default();
    let Some(value) = members.get_mut(member) else { return Err(failure) };
    let Unreadable { path, reason, left_out } = &failure;
    let earlier = issues.iter().filter(|issue| item(&issue.path, member).is_some()).count();
    let list = item(path, member).filter(|_| earlier < MAX_UNREADABLE_ITEMS);
    let shorter = list.and_then(|(index, _)| value.without_item(index));
    let path = match (list, shorter) {
        (Some((index, rest)), Some(shorter)) => {
            *value = shorter;
            // Items are read in their order, so all items that were left out came before this one.
            format!("{member}[{}]{rest}", index + earlier)
        }
        _ => {
            leave_out(members, if issues.len() < MAX_UNREADABLE_ITEMS { left_out } else { member });
            path.clone()
        }
    };
    issues.push(FieldIssue { path, reason: reason.clone() });
    Ok(serde_json::to_vec(members).unwrap_or_default())
}

/// Removes the innermost member of a path below objects; a list in it is left out as a whole.
fn leave_out(members: &mut BTreeMap<String, Json>, path: &str) -> Option<()> {
    let name = path.split(['.', '[']).next().unwrap_or_default();
    let value = members.get_mut(name)?;
    let rest = path.strip_prefix(name)?.strip_prefix('.').and_then(|path| {
        let mut inner = serde_json::from_str(value.as_str()).ok()?;
        leave_out(&mut inner, path)?;
        Json::from_value(&inner).ok()
    });
    match rest {
        Some(rest) => *value = rest,
        None => drop(members.remove(name)),
    }
    Some(())
}

/// The index of an item in the list `member`, and the rest of its path: `(3, ".title")` of `posts[3].title`.
fn item<'a>(path: &'a str, member: &str) -> Option<(usize, &'a str)> {
    let (index, rest) = path.strip_prefix(member)?.strip_prefix('[')?.split_once(']')?;
    Some((index.parse().ok()?, rest))
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
    if memchr::memchr(b'\\', text.as_bytes()).is_none()
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

/// A received document without a byte order mark. RFC 8259 section 8.1 allows to ignore it, and some programs write one.
#[inline]
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn text(bytes: &[u8]) -> Result<&str, Unreadable> {
    std::str::from_utf8(bytes).map_err(|_| Unreadable::at(".", "is not UTF-8"))
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

/// Refuses a value that would be written with a duplicate member, because `extra` contains the name of a known member. Returns what
/// would be written.
pub(crate) fn check_once<T: Serialize>(value: &T) -> Result<Json> {
    let json = Json::from_value(value)?;
    // The search for the place reads each level once more.
    if json.may_repeat_names() { check_members(json.as_str()).map(|()| json) } else { Ok(json) }
}

fn check_members(text: &str) -> Result<()> {
    match text.as_bytes().first() {
        Some(b'{') => {
            let mut names = HashSet::new();
            for (name, value) in members(text).unwrap_or_default() {
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

/// The members of an object as written, including duplicates. `None` if the text is no JSON object.
#[inline]
pub(crate) fn members(text: &str) -> Option<Vec<(MemberName<'_>, &RawValue)>> {
    serde_json::from_str::<Members<'_>>(text).ok().map(|members| members.0)
}

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

#[cfg(test)]
mod tests;
