//! [`Json`]: arbitrary JSON as a value. Reading it from bodies, with its errors, is in `json`.

use std::collections::HashMap;
use std::fmt;

use serde::de::{self, Deserializer};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Deepest nesting of arrays and objects.
pub const MAX_DEPTH: usize = 128;

/// Arbitrary JSON that is passed through, stored as the exact text that arrived.
///
/// It is parsed on demand, so a number that is too large for any machine type does not affect other values.
#[derive(Clone)]
pub struct Json(Box<RawValue>);

impl Json {
    pub(crate) fn from_raw(raw: Box<RawValue>) -> Self {
        Self(raw)
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        self.0.get()
    }

    /// The parsed document, or `null` if a number in it is too large for any machine type.
    pub fn value(&self) -> serde_json::Value {
        self.parsed().unwrap_or_default()
    }

    fn parsed(&self) -> serde_json::Result<serde_json::Value> {
        serde_json::from_str(self.as_str())
    }

    /// Whether two members of one object may have the same name, found in one pass. A name with an escape may be the same as any other.
    #[inline]
    pub(crate) fn may_repeat_names(&self) -> bool {
        let json = self.as_str();
        let (mut names, mut objects, mut begun) = (Vec::new(), Vec::new(), 0);
        let (mut text, mut start, mut in_string, mut escaped) = ("", 0, false, false);
        for (index, byte) in json.bytes().enumerate() {
            match byte {
                _ if escaped => escaped = false,
                b'\\' => escaped = true,
                b'"' => {
                    in_string = !in_string;
                    if in_string { start = index + 1 } else { text = json.get(start..index).unwrap_or_default() }
                }
                b':' if !in_string => names.push((objects.last().copied(), text)),
                b'{' if !in_string => {
                    begun += 1;
                    objects.push(begun);
                }
                b'}' if !in_string => _ = objects.pop(),
                _ => {}
            }
        }
        names.sort_unstable();
        !names.is_sorted_by(|one, next| one < next) || names.iter().any(|(_, name)| name.contains('\\'))
    }

    /// A member of an object; `None` if this is not an object or has no such member.
    pub fn get(&self, member: &str) -> Option<Self> {
        let json = self.as_str();
        // This search is faster than reading. A name that is not there may still be written with escapes.
        if !json.contains(member) && !json.contains('\\') {
            return None;
        }
        let found = serde_json::Deserializer::from_str(json).deserialize_map(FindMember(member));
        found.ok()?.map(|value| Self(value.to_owned()))
    }
}

/// Reads one member of an object and skips the others. If the name occurs several times, the last one counts.
struct FindMember<'a>(&'a str);

impl<'de> de::Visitor<'de> for FindMember<'_> {
    type Value = Option<&'de RawValue>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = None;
        while let Some(is_wanted) = map.next_key_seed(IsName(self.0))? {
            if is_wanted {
                found = Some(map.next_value()?);
            } else {
                map.next_value::<de::IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

/// Compares the name of a member with this one.
struct IsName<'a>(&'a str);

impl<'de> de::DeserializeSeed<'de> for IsName<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<bool, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl de::Visitor<'_> for IsName<'_> {
    type Value = bool;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a member name")
    }

    fn visit_str<E>(self, name: &str) -> Result<bool, E> {
        Ok(name == self.0)
    }
}

impl Default for Json {
    fn default() -> Self {
        Self(RawValue::NULL.to_owned())
    }
}

impl fmt::Debug for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl PartialEq for Json {
    fn eq(&self, other: &Self) -> bool {
        self.as_str() == other.as_str() || matches!((self.parsed(), other.parsed()), (Ok(a), Ok(b)) if a == b)
    }
}

impl From<serde_json::Value> for Json {
    fn from(value: serde_json::Value) -> Self {
        serde_json::value::to_raw_value(&value).map(Self).unwrap_or_default()
    }
}

/// An object with these members, such as `[("order", "7")]`.
impl<K: Into<String>, V: Into<serde_json::Value>, const N: usize> From<[(K, V); N]> for Json {
    fn from(members: [(K, V); N]) -> Self {
        members.into_iter().map(|(name, value)| (name.into(), value.into())).collect::<serde_json::Value>().into()
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        if too_deep(raw.get()) {
            return Err(de::Error::custom(format!("nests deeper than {MAX_DEPTH}")));
        }
        Ok(Self(raw))
    }
}

/// Whether well-formed JSON is nested deeper than [`MAX_DEPTH`]. Reading raw text is not recursive, so serde does not
/// check it.
#[inline]
fn too_deep(text: &str) -> bool {
    // Searching for brackets is fast, and few texts have that many.
    memchr::memchr2_iter(b'[', b'{', text.as_bytes()).nth(MAX_DEPTH).is_some() && nests_too_deep(text)
}

fn nests_too_deep(text: &str) -> bool {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            b'[' | b'{' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return true;
                }
            }
            b']' | b'}' if !in_string => depth -= 1,
            _ => {}
        }
    }
    false
}

/// Members that this version does not know, by name.
pub type Extra = HashMap<String, Json>;
