//! `record!`: reading objects into structs, and the types that the macro uses.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{self, Deserializer};

use super::{Read, Step, Wire, next_value};

/// Writes `Deserialize` for a struct: `record!(Post { token, has_divider | "hasDivider" });`.
///
/// Every field type is [`Wire`] and `Default`. `null` and an absent member give the default. A member that occurs twice
/// under the same name is an error; of two different names, the first listed has priority. The struct has a field
/// `extra: Extra` for all other members. `field = "name"` is for a member whose name differs from the field's. With
/// `, tolerant` at the end the struct also has `issues: Vec<FieldIssue>`, and with `, presence` after that it has
/// `presence: Presence`. With `, partial` the struct has further fields, which get their defaults.
///
/// `record!(sent PostSearch { … });` also makes it the body of a request, `record!(received Post { … });` that of a response.
///
/// A member of a sent record may have a rule for its values (`model/rule.rs`): `title | "caption": chars(49)`. The method
/// `check_members(&self, limits)` checks them all, in this order, and for the body of a request first that no member occurs
/// twice. `record!(checked EventRow { … })` is for a part of a body, and `checked(WidgetLimits)` or `sent(WidgetLimits)` for one
/// whose rules need the limits that a client sets. `record!(rules(WidgetLimits) ButtonBar { … })` writes only the check, for a struct
/// whose JSON is read and written by another one.
macro_rules! record {
    (sent ($limits:ty) $name:ident $members:tt $($rest:tt)*) => {
        $crate::json::record!($name $members $($rest)*);
        $crate::json::record!(@check [$crate::json::check_once] $limits, $name $members);
        $crate::json::sent!($name);
    };
    (sent $name:ident $($rest:tt)+) => {
        $crate::json::record!(sent (()) $name $($rest)+);
    };
    (checked ($limits:ty) $name:ident $members:tt $($rest:tt)*) => {
        $crate::json::record!($name $members $($rest)*);
        $crate::json::record!(@check [] $limits, $name $members);
    };
    (rules ($limits:ty) $name:ident $members:tt) => {
        $crate::json::record!(@check [] $limits, $name $members);
    };
    (checked $name:ident $($rest:tt)+) => {
        $crate::json::record!(checked (()) $name $($rest)+);
    };
    (received $name:ident $($rest:tt)+) => {
        $crate::json::record!($name $($rest)+);
        $crate::json::received!($name);
    };
    (@check [$($whole:path)?] $limits:ty, $name:ident {
        $($field:ident $(= $own:literal)? $(| $alias:literal)* $(: $rule:expr)?),* $(,)?
    }) => {
        impl $name {
            /// Checks the members by the rules beside their names.
            #[allow(unused_variables, reason = "most rules need no limits")]
            pub(crate) fn check_members(&self, limits: &$limits) -> $crate::error::Result<()> {
                $($whole(self)?;)?
                $($(($rule)(&self.$field, limits).map_err(|e| e.under(stringify!($field)))?;)?)*
                Ok(())
            }
        }
    };
    ($name:ident {
        $($field:ident $(= $own:literal)? $(| $alias:literal)* $(: $rule:expr)?),* $(,)?
    } $(, $option:ident)*) => {
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
        $crate::json::plain_wire!($name);
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
        if let Some(value) = Self::next(map, name)? {
            self.value = Some(value);
        }
        Ok(())
    }

    /// Reads the value under another name, unless the member's own name occurred.
    #[allow(dead_code, reason = "only records with aliases use it")]
    pub(crate) fn fill_alias<'de, A: de::MapAccess<'de>>(&mut self, map: &mut A, name: &str) -> Result<(), A::Error> {
        let value = Self::next(map, name)?;
        if self.value.is_none() {
            self.value = value;
        }
        Ok(())
    }

    fn next<'de, A: de::MapAccess<'de>>(map: &mut A, name: &str) -> Result<Option<T>, A::Error> {
        let read: Result<Option<Read<T>>, A::Error> = next_value(map, name);
        if T::ZERO_IS_A_VALUE && read.is_err() {
            Step::Object.note();
        }
        Ok(read?.map(|read| read.0))
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
