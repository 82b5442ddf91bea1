//! Enums of the platform that may get new values without notice.

/// An enum of words that also keeps unknown words: `open_enum! { /// … pub enum Side { Seller = "SELLER" } }`.
///
/// A number instead of a word (proto-JSON allows it) becomes an unknown value, unless it is an alias.
macro_rules! open_enum {
    ($(#[$doc:meta])* pub enum $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal $(| $alias:literal)*),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        #[cfg_attr(feature = "uniffi", derive(::uniffi::Enum))]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)+
            /// A value that this version does not know. It is empty if the member was missing.
            Unknown {
                /// The value as sent.
                value: String,
            },
        }

        impl $name {
            /// All values that this version knows.
            pub const KNOWN: &'static [Self] = &[$(Self::$variant),+];

            /// The word in the platform's spelling.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::Unknown { value } => value,
                }
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::Unknown { value: String::new() }
            }
        }

        impl From<&str> for $name {
            fn from(value: &str) -> Self {
                match value {
                    $($word $(| $alias)* => Self::$variant,)+
                    other => Self::Unknown { value: other.to_owned() },
                }
            }
        }

        impl From<String> for $name {
            fn from(value: String) -> Self {
                value.as_str().into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_any($crate::json::Word::default())
            }
        }

        impl $crate::json::Wire for $name {
            fn read<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                serde::Deserialize::deserialize(deserializer)
            }
        }

        #[cfg(feature = "ffi")]
        $crate::ffi::open_enum!($name);
    };
}
pub(crate) use open_enum;
