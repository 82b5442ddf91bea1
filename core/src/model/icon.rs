//! Icons by name. The names themselves are in `icon_names.rs`.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::json::{Word, plain_wire};

/// Name of an icon of the platform: `Icon::ADD`, or `Icon::from("ADD")` for one that this version does not know.
///
/// The live platform adds icons without notice, so every well-formed name is accepted (docs/platform.md#icons). In
/// other languages an icon is a plain string.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Icon(pub Cow<'static, str>);

impl Icon {
    /// The name in the platform's spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether this version knows the name. `false` may mean a newer icon or a misspelling.
    pub fn is_known(&self) -> bool {
        Self::KNOWN.binary_search(self).is_ok()
    }

    /// Checks the form of the name: a capital letter, followed by capital letters, digits and `_`.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with an empty field. The caller puts the path before it.
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

plain_wire!(Icon);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_names_are_well_formed_and_sorted() {
        assert_eq!(Icon::KNOWN.len(), 822);
        assert!(Icon::KNOWN.is_sorted());
        for icon in Icon::KNOWN {
            icon.check().unwrap();
            assert!(icon.is_known());
        }
        assert_eq!(serde_json::to_string(&Icon::ADD).unwrap(), "\"ADD\"");
    }

    #[test]
    fn an_unknown_name_is_accepted_if_it_is_well_formed() {
        let newer = Icon::from("NEWER_THAN_THIS_2");
        assert!(newer.check().is_ok() && !newer.is_known());
        for wrong in ["", "add", "A B", "_A", "1A", "../A", "Ａ"] {
            assert!(Icon::from(wrong).check().is_err(), "{wrong:?}");
        }
    }
}
