//! Icons by name. The names themselves are in `icon_names.rs`.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::json::{Wire, Word};

/// Name of an icon of the platform: `Icon::ADD`, or `Icon::from("ADD")` for one newer than this version.
///
/// The list grows on the live platform without notice, so any name of the right shape is accepted
/// (docs/platform.md#icons). In other languages an icon is a plain string.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Icon(pub Cow<'static, str>);

impl Icon {
    /// The name as the platform writes it.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this version knows the name. `false` may mean a newer icon, or a typing error.
    pub fn is_known(&self) -> bool {
        Self::KNOWN.binary_search(self).is_ok()
    }

    /// Checks the shape that every name has: a capital letter, then capital letters, digits and `_`.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with an empty field, for the caller to put the path before it.
    pub fn check(&self) -> Result<()> {
        let shape = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_';
        if self.0.len() <= 100 && self.0.starts_with(|c: char| c.is_ascii_uppercase()) && self.0.bytes().all(shape) {
            return Ok(());
        }
        Err(Error::invalid("", "must be an icon name: a capital letter, then capital letters, digits and _"))
    }
}

impl From<&'static str> for Icon {
    fn from(name: &'static str) -> Self {
        Self(Cow::Borrowed(name))
    }
}

impl From<String> for Icon {
    fn from(name: String) -> Self {
        Self(Cow::Owned(name))
    }
}

impl From<&Icon> for Icon {
    fn from(icon: &Icon) -> Self {
        icon.clone()
    }
}

impl fmt::Display for Icon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Icon {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Icon {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Word::<String>::default()).map(Self::from)
    }
}

impl Wire for Icon {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_known_names_have_the_shape_and_are_sorted() {
        assert_eq!(Icon::KNOWN.len(), 822);
        assert!(Icon::KNOWN.is_sorted());
        for icon in Icon::KNOWN {
            icon.check().unwrap();
            assert!(icon.is_known());
        }
        assert_eq!(serde_json::to_string(&Icon::ADD).unwrap(), "\"ADD\"");
    }

    #[test]
    fn a_newer_name_passes_and_a_wrong_shape_does_not() {
        let newer = Icon::from("NEWER_THAN_THIS_2");
        assert!(newer.check().is_ok() && !newer.is_known());
        for wrong in ["", "add", "A B", "_A", "1A", "../A", "Ａ"] {
            assert!(Icon::from(wrong).check().is_err(), "{wrong:?}");
        }
    }
}
