//! The values that data types are made of.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::write::DIGIT;
use super::{Code, Encoder, Given, Taken, Value, Wrong, json};
use crate::json::{Json, Presence};

impl Value for String {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.text()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.text(self);
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::text()
    }
}

impl Value for bool {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.truth()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.word((*self).into());
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new(format!("{DIGIT}===1"))
    }
}

macro_rules! whole_numbers {
    ($($type:ty: $min:expr, $max:expr);+ $(;)?) => {$(
        impl Value for $type {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the bounds are kept")]
            fn read(given: Given) -> Result<Self, Wrong> {
                given.whole($min, $max).map(|number| number as Self)
            }
            fn write(&self, encoder: &mut Encoder) {
                encoder.whole((*self).into());
            }
            fn taken(_code: &mut Code) -> Taken {
                Taken::new("whole()")
            }
        }
    )+};
}

/// Beyond this a number of JavaScript no longer tells which whole number was meant.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

whole_numbers! {
    i64: -MAX_SAFE, MAX_SAFE;
    i32: f64::from(i32::MIN), f64::from(i32::MAX);
    u32: 0.0, f64::from(u32::MAX);
    u16: 0.0, f64::from(u16::MAX);
}

impl Value for f64 {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.number()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.text(&self.to_string());
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new("+part()")
    }
}

impl Value for Presence {
    fn read(given: Given) -> Result<Self, Wrong> {
        i64::read(given).map(Self::from_bits)
    }
    fn write(&self, encoder: &mut Encoder) {
        self.bits().write(encoder);
    }
    fn taken(code: &mut Code) -> Taken {
        i64::taken(code)
    }
}

/// No value, as the result of a call that has none.
impl Value for () {
    fn read(_given: Given) -> Result<Self, Wrong> {
        Ok(())
    }
    crate::node_only_reads!();
}

impl<T: Value> Value for Option<T> {
    fn read(given: Given) -> Result<Self, Wrong> {
        if given.is_absent() { Ok(None) } else { T::read(given).map(Some) }
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.word(self.is_some().into());
        if let Some(value) = self {
            value.write(encoder);
        }
    }
    fn taken(code: &mut Code) -> Taken {
        T::taken(code).or_absent()
    }
}

impl<T: Value> Value for Box<T> {
    fn read(given: Given) -> Result<Self, Wrong> {
        T::read(given).map(Self::new)
    }
    fn write(&self, encoder: &mut Encoder) {
        T::write(self, encoder);
    }
    fn taken(code: &mut Code) -> Taken {
        T::taken(code)
    }
}

impl<T: Value> Value for Vec<T> {
    fn read(given: Given) -> Result<Self, Wrong> {
        let length = given.length()?;
        (0..length).map(|index| given.item(index)).collect()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.count(self.len());
        self.iter().for_each(|item| item.write(encoder));
    }
    fn taken(code: &mut Code) -> Taken {
        code.array::<T>()
    }
}

/// Bytes: a `Uint8Array`, of which `Buffer` is one. They are copied, because JavaScript may change them afterwards.
impl Value for Vec<u8> {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.bytes()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.bytes(self);
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new("b[word()]")
    }
}

impl<T: Value> Value for HashMap<String, T> {
    fn read(given: Given) -> Result<Self, Wrong> {
        let object = given.object()?;
        let names: Vec<String> = object.names()?;
        names.into_iter().map(|name| Ok((name.clone(), object.entry(&name)?))).collect()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.count(self.len());
        for (name, value) in self {
            json::name(name, encoder);
            value.write(encoder);
        }
    }
    fn taken(code: &mut Code) -> Taken {
        code.map::<T>()
    }
}

impl Value for Json {
    fn read(given: Given) -> Result<Self, Wrong> {
        Self::parse(&given.json_text()?).map_err(|_| Wrong::new("must be JSON that nests no deeper than 128"))
    }
    fn write(&self, encoder: &mut Encoder) {
        json::write(self.as_str(), encoder);
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new("json()")
    }
}

/// In milliseconds. A date crosses as days and milliseconds, each of which is a word.
const DAY: i64 = 86_400_000;

impl Value for DateTime<Utc> {
    fn read(given: Given) -> Result<Self, Wrong> {
        let milliseconds = given.date()?;
        #[allow(clippy::cast_possible_truncation, reason = "a date of JavaScript has whole milliseconds")]
        Self::from_timestamp_millis(milliseconds as i64).ok_or_else(|| Wrong::new("must be a date of the calendar"))
    }
    fn write(&self, encoder: &mut Encoder) {
        let milliseconds = self.timestamp_millis();
        encoder.whole(milliseconds.div_euclid(DAY));
        encoder.whole(milliseconds.rem_euclid(DAY));
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new(format!("new Date(whole()*{DAY}+whole())"))
    }
}
