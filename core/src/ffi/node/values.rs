//! The values that data types are made of.

use std::collections::HashMap;

use chrono::{DateTime, Utc};

use super::write::TOKEN;
use super::{Code, Given, Taken, Text, Value, Wrong, numbers};
use crate::json::{Json, Presence};

impl Value for String {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.text()
    }
    fn write(&self, text: &mut Text) {
        text.string(self);
    }
}

impl Value for bool {
    fn read(given: Given) -> Result<Self, Wrong> {
        given.truth()
    }
    fn write(&self, text: &mut Text) {
        text.plain(self);
    }
}

macro_rules! numbers {
    ($($type:ty: $read:expr),+ $(,)?) => {$(
        impl Value for $type {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the reader keeps the bounds")]
            fn read(given: Given) -> Result<Self, Wrong> {
                let read: fn(Given) -> Result<f64, Wrong> = $read;
                read(given).map(|number| number as Self)
            }
            fn write(&self, text: &mut Text) {
                // A number that JSON does not have becomes `null`.
                text.plain(self);
            }
        }
    )+};
}

/// Beyond this a number of JavaScript no longer tells which whole number was meant.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

numbers! {
    f64: Given::number,
    i64: |given| given.whole(-MAX_SAFE, MAX_SAFE),
    i32: |given| given.whole(f64::from(i32::MIN), f64::from(i32::MAX)),
    u32: |given| given.whole(0.0, f64::from(u32::MAX)),
    u16: |given| given.whole(0.0, f64::from(u16::MAX)),
}

impl Value for Presence {
    fn read(given: Given) -> Result<Self, Wrong> {
        i64::read(given).map(Self::from_bits)
    }
    fn write(&self, text: &mut Text) {
        self.bits().write(text);
    }
}

/// No value, as the result of a call that has none.
impl Value for () {
    const IS_TOKEN: bool = false;
    fn read(_given: Given) -> Result<Self, Wrong> {
        Ok(())
    }
    fn write(&self, _text: &mut Text) {}
    fn taken(_code: &mut Code) -> Taken {
        Taken::new("undefined")
    }
}

impl<T: Value> Value for Option<T> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        if given.is_absent() { Ok(None) } else { T::read(given).map(Some) }
    }
    fn write(&self, text: &mut Text) {
        match self {
            Some(value) => value.write(text),
            None => text.nothing(),
        }
    }
    fn taken(code: &mut Code) -> Taken {
        T::taken(code).or_absent()
    }
}

impl<T: Value> Value for Box<T> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        T::read(given).map(Self::new)
    }
    fn write(&self, text: &mut Text) {
        T::write(self, text);
    }
    fn taken(code: &mut Code) -> Taken {
        T::taken(code)
    }
}

impl<T: Value> Value for Vec<T> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        let length = given.length()?;
        (0..length).map(|index| given.item(index)).collect()
    }
    fn write(&self, text: &mut Text) {
        text.array(self);
    }
    fn taken(code: &mut Code) -> Taken {
        code.array::<T>()
    }
}

/// Bytes: a `Uint8Array`, of which `Buffer` is one. They are copied, because JavaScript may change them afterwards.
impl Value for Vec<u8> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        given.bytes()
    }
    fn write(&self, text: &mut Text) {
        text.bytes(self);
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new(format!("b[{TOKEN}]"))
    }
}

impl<T: Value> Value for HashMap<String, T> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        let object = given.object()?;
        let names: Vec<String> = object.names()?;
        names.into_iter().map(|name| Ok((name.clone(), object.entry(&name)?))).collect()
    }
    fn write(&self, text: &mut Text) {
        text.map(self);
    }
    fn taken(_code: &mut Code) -> Taken {
        Taken::new(format!("({TOKEN}||{{}})"))
    }
}

impl Value for Json {
    fn read(given: Given) -> Result<Self, Wrong> {
        Self::parse(&given.json_text()?).map_err(|_| Wrong::new("must be JSON that nests no deeper than 128"))
    }
    fn write(&self, text: &mut Text) {
        text.token(&numbers::held(self.as_str()));
    }
}

impl Value for DateTime<Utc> {
    const IS_TOKEN: bool = false;
    fn read(given: Given) -> Result<Self, Wrong> {
        let milliseconds = given.date()?;
        #[allow(clippy::cast_possible_truncation, reason = "a date of JavaScript has whole milliseconds")]
        Self::from_timestamp_millis(milliseconds as i64).ok_or_else(|| Wrong::new("must be a date of the calendar"))
    }
    fn write(&self, text: &mut Text) {
        text.date(*self);
    }
    fn taken(_code: &mut Code) -> Taken {
        Code::date()
    }
}
