//! Amounts of money with their unit. The platform uses two units (docs/platform.md#money): prices of posts are in toman,
//! everything that is paid is in rial.
//!
//! ```
//! use open_platform::model::money::{Rials, Tomans};
//!
//! assert_eq!(Rials::new(5) + Tomans::new(2).to_rials(), Rials::new(25));
//! ```
//!
//! Amounts of two units are not added or compared without a conversion:
//!
//! ```compile_fail
//! use open_platform::model::money::{Rials, Tomans};
//!
//! let _ = Rials::new(5) + Tomans::new(2);
//! ```

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use serde::{Deserializer, Serialize, Serializer};

use crate::error::{Error, Result};
use crate::json::Wire;

/// Rial of one toman.
const RIALS_OF_TOMAN: i64 = 10;

/// An amount in rial. 10 rial are 1 toman.
#[derive(Default)] // Above `data`: in other languages an amount must have its number.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rials {
    /// The amount in rial.
    pub rials: i64,
}

/// An amount in toman. 1 toman is 10 rial.
#[derive(Default)] // Above `data`: in other languages an amount must have its number.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tomans {
    /// The amount in toman.
    pub tomans: i64,
}

/// An amount in one of the units, for code that serves both.
pub(crate) trait Amount: Copy {
    fn number(self) -> i64;
}

/// Writes an amount as a number, for members that the platform does not write as text.
pub(crate) fn as_number<S: Serializer>(amount: &impl Amount, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i64(amount.number())
}

/// Writes an amount that may be absent as a number.
pub(crate) fn as_optional_number<S: Serializer>(
    amount: &Option<impl Amount>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    amount.map(Amount::number).serialize(serializer)
}

/// What the type of a unit can do. Values of different units cannot be added or compared.
macro_rules! unit {
    ($name:ident, $field:ident, $word:literal) => {
        impl $name {
            #[doc = concat!("An amount in ", $word, ".")]
            pub const fn new($field: i64) -> Self {
                Self { $field }
            }
        }

        impl Amount for $name {
            fn number(self) -> i64 {
                self.$field
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self { $field: self.$field.saturating_add(other.$field) }
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self { $field: self.$field.saturating_sub(other.$field) }
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
                amounts.fold(Self::default(), Add::add)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{} {}", self.$field, $word)
            }
        }

        /// 64-bit numbers are text in the platform's JSON (docs/platform.md#contradiction-26).
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(&self.$field)
            }
        }

        impl Wire for $name {
            const ZERO_IS_A_VALUE: bool = true;

            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                i64::read(deserializer).map(Self::new)
            }
        }
    };
}
unit!(Rials, rials, "rial");
unit!(Tomans, tomans, "toman");

impl Rials {
    /// The amount in toman; what is less than one toman is left out.
    pub const fn to_tomans(self) -> Tomans {
        Tomans::new(self.rials / RIALS_OF_TOMAN)
    }

    /// Refuses a negative amount.
    pub(crate) fn check(&self) -> Result<()> {
        if self.rials < 0 { Err(Error::invalid("", "must not be negative")) } else { Ok(()) }
    }
}

impl Tomans {
    /// The amount in rial. An amount beyond the range of 64 bits becomes the nearest one.
    pub const fn to_rials(self) -> Rials {
        Rials::new(self.tomans.saturating_mul(RIALS_OF_TOMAN))
    }
}

impl From<Tomans> for Rials {
    fn from(amount: Tomans) -> Self {
        amount.to_rials()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_converted_and_never_mixed() {
        assert_eq!(Tomans::new(35_000).to_rials(), Rials::new(350_000));
        assert_eq!(Rials::new(350_009).to_tomans(), Tomans::new(35_000));
        assert_eq!(Tomans::new(i64::MAX).to_rials(), Rials::new(i64::MAX));
        assert_eq!(Rials::new(5) + Tomans::new(2).into(), Rials::new(25));
        let (most, least) = (Rials::new(i64::MAX), Rials::new(i64::MIN));
        assert_eq!((most + Rials::new(1), least - Rials::new(1), Rials::new(0) - least), (most, least, most));
        assert_eq!([Rials::new(1), Rials::new(2)].into_iter().sum::<Rials>().to_string(), "3 rial");
    }

    #[test]
    fn amounts_are_written_as_text_and_read_as_text_or_number() {
        assert_eq!(serde_json::to_string(&Rials::new(1 << 60)).unwrap(), "\"1152921504606846976\"");
        for text in ["7", "\"7\""] {
            let mut json = serde_json::Deserializer::from_str(text);
            assert_eq!(<Tomans as Wire>::read(&mut json).unwrap(), Tomans::new(7));
        }
    }
}
