//! [`Wire`]: lenient reading of single values.

use std::collections::HashMap;
use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, Datelike, Utc};
use serde::Deserialize;
use serde::de::{self, Deserializer};

use super::{At, Json, Step, next_key, next_value};

/// A value in the platform's JSON.
pub(crate) trait Wire: Sized {
    /// Whether zero means something else than an absent value: an amount, or a coordinate. The object around such a value cannot
    /// be read without it, unless it is optional there.
    const ZERO_IS_A_VALUE: bool = false;

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

/// Makes types values in the platform's JSON that are read as serde reads them.
macro_rules! plain_wire {
    ($($type:ty),*) => {$(
        impl $crate::json::Wire for $type {
            fn read<'de, D: ::serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                ::serde::Deserialize::deserialize(deserializer)
            }
        }
    )*};
}
pub(crate) use plain_wire;

plain_wire!(bool, String, Json);
plain_wire!(crate::id::PostToken, crate::id::ConversationId, crate::id::UserId, crate::id::BusinessToken);
plain_wire!(crate::id::RecordId, crate::id::Phone);

impl Wire for f64 {
    const ZERO_IS_A_VALUE: bool = true;

    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

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
fn instant(value: i64) -> Option<DateTime<Utc>> {
    match value.unsigned_abs() {
        0..100_000_000_000 => DateTime::from_timestamp(value, 0),
        100_000_000_000..100_000_000_000_000 => DateTime::from_timestamp_millis(value),
        100_000_000_000_000..100_000_000_000_000_000 => DateTime::from_timestamp_micros(value),
        _ => Some(DateTime::from_timestamp_nanos(value)),
    }
}
