//! Conversion of the values that data types consist of.

use std::collections::HashMap;

use bytes::Bytes;
use chrono::{DateTime, Utc};

use super::{Encoder, Given, InvalidValue, Layout, Value, json};
use crate::json::{Json, Presence};

macro_rules! items {
    ($($type:ty = $item:literal: |$given:ident| $read:expr, |$value:ident, $encoder:ident| $write:expr;)+) => {$(
        impl Value for $type {
            fn read($given: Given) -> Result<Self, InvalidValue> {
                $read
            }
            fn write(&self, $encoder: &mut Encoder) {
                let $value = self;
                $write;
            }
            fn layout(layout: &mut Layout) {
                layout.add($item);
            }
        }
    )+};
}

// Each with its word in a layout. Bytes are a `Uint8Array`, such as a `Buffer`; they are copied, because JavaScript may change them
// afterwards.
items! {
    String = "text": |given| given.text(), |text, encoder| encoder.text(text);
    Vec<u8> = "bytes": |given| given.bytes(), |bytes, encoder| encoder.bytes(bytes);
    Bytes = "bytes": |given| given.bytes().map(Self::from), |bytes, encoder| encoder.bytes(bytes);
    bool = "bool": |given| given.boolean(), |is_true, encoder| encoder.word((*is_true).into());
    f64 = "number": |given| given.number(), |number, encoder| encoder.text(&number.to_string());
    Json = "json":
        |given| Self::parse(&given.json_text()?)
            .map_err(|_| InvalidValue::new("must be JSON that nests no deeper than 128")),
        |json, encoder| json::write(json.as_str(), encoder);
    Presence = "whole": |given| i64::read(given).map(Self::from_bits), |presence, encoder| encoder.whole(presence.bits());
    DateTime<Utc> = "date":
        |given| Self::from_timestamp_millis(given.date()? as i64)
            .ok_or_else(|| InvalidValue::new("must be a date of the calendar")),
        |instant, encoder| {
            // As days and milliseconds, each of which is one word.
            let milliseconds = instant.timestamp_millis();
            encoder.whole(milliseconds.div_euclid(DAY));
            encoder.whole(milliseconds.rem_euclid(DAY));
        };
}

/// In milliseconds.
const DAY: i64 = 86_400_000;

macro_rules! whole_numbers {
    ($($type:ty: $min:expr, $max:expr);+ $(;)?) => {$(
        impl Value for $type {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the bounds are kept")]
            fn read(given: Given) -> Result<Self, InvalidValue> {
                given.whole($min, $max).map(|number| number as Self)
            }
            fn write(&self, encoder: &mut Encoder) {
                encoder.whole((*self).into());
            }
            fn layout(layout: &mut Layout) {
                layout.add("whole");
            }
        }
    )+};
}

/// Above this, a number of JavaScript does not represent every whole number.
const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

whole_numbers! {
    i64: -MAX_SAFE, MAX_SAFE;
    i32: f64::from(i32::MIN), f64::from(i32::MAX);
    u32: 0.0, f64::from(u32::MAX);
    u16: 0.0, f64::from(u16::MAX);
}

/// No value, the result of a call that returns nothing.
impl Value for () {
    fn read(_given: Given) -> Result<Self, InvalidValue> {
        Ok(())
    }
    crate::node_only_reads!();
}

impl<T: Value> Value for Option<T> {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        if given.is_absent() { Ok(None) } else { T::read(given).map(Some) }
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.word(self.is_some().into());
        if let Some(value) = self {
            value.write(encoder);
        }
    }
    fn layout(layout: &mut Layout) {
        T::layout(layout);
        layout.add("?");
    }
}

impl<T: Value> Value for Box<T> {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        T::read(given).map(Self::new)
    }
    fn write(&self, encoder: &mut Encoder) {
        T::write(self, encoder);
    }
    fn layout(layout: &mut Layout) {
        T::layout(layout);
    }
}

impl<T: Value> Value for Vec<T> {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let length = given.length()?;
        (0..length).map(|index| given.item(index, T::read)).collect()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.count(self.len());
        self.iter().for_each(|item| item.write(encoder));
    }
    fn layout(layout: &mut Layout) {
        layout.add("[");
        T::layout(layout);
        layout.add("]");
    }
}

impl<T: Value> Value for HashMap<String, T> {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let object = given.object()?;
        let names: Vec<String> = object.names()?;
        names.into_iter().map(|name| Ok((name.clone(), object.entry(&name, T::read)?))).collect()
    }
    fn write(&self, encoder: &mut Encoder) {
        encoder.count(self.len());
        for (name, value) in self {
            json::name(name, encoder);
            value.write(encoder);
        }
    }
    fn layout(layout: &mut Layout) {
        layout.add("{");
        T::layout(layout);
        layout.add("}");
    }
}
