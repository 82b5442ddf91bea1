//! Reading arbitrary JSON from a JavaScript value.
//!
//! `JSON.stringify` writes it. That function leaves out a member with a function, and writes `null` for NaN and `{}` for a `Map`, so
//! the value is checked first: what is sent is what the app has given.

use std::ptr::null_mut;

use napi::{ValueType, sys};

use super::{Given, InvalidValue};
use crate::json::MAX_DEPTH;

impl Given {
    /// The value as JSON text.
    pub(super) fn json_text(self) -> Result<String, InvalidValue> {
        self.check_json(&mut Vec::new())?;
        self.stringified().map_err(|_| no_json())
    }

    /// Checks that JSON can express every part of the value, which is inside of `outer`. A value with a method `toJSON` says itself what
    /// it is. A member that is `undefined` is left out.
    fn check_json(self, outer: &mut Vec<Self>) -> Result<(), InvalidValue> {
        let kind = self.kind();
        match kind {
            ValueType::Null | ValueType::Boolean => return Ok(()),
            ValueType::Number => return self.number().map(drop),
            ValueType::String => return self.text().map(drop),
            ValueType::Object | ValueType::Function | ValueType::BigInt => {}
            _ => return Err(no_json()),
        }
        // An invalid date would be written as `null`.
        let mut is_date = false;
        self.ask(unsafe { sys::napi_is_date(self.env, self.value, &mut is_date) })?;
        if is_date {
            return self.date().map(drop);
        }
        // What contains itself, or nests too deeply, is refused when it is written or parsed.
        if self.named(c"toJSON")?.kind() == ValueType::Function || outer.len() > MAX_DEPTH || self.is_among(outer) {
            return Ok(());
        }
        outer.push(self);
        if self.is_array() {
            (0..self.length()?).try_for_each(|index| self.item_by(index, |item| item.check_json(outer)))?;
        } else if kind == ValueType::Object && self.tag()? == "[object Object]" {
            self.names()?.iter().try_for_each(|name| {
                self.entry_by(name, |member| match member.kind() {
                    ValueType::Undefined => Ok(()),
                    _ => member.check_json(outer),
                })
            })?;
        } else {
            return Err(no_json());
        }
        outer.pop();
        Ok(())
    }

    fn is_among(self, others: &[Self]) -> bool {
        others.iter().any(|other| {
            let mut is_same = false;
            unsafe { sys::napi_strict_equals(self.env, self.value, other.value, &mut is_same) };
            is_same
        })
    }

    /// What `Object.prototype.toString` says of the value: `[object Map]`. A check of its class would fail for values of another realm,
    /// such as those of a test in a context of its own.
    fn tag(self) -> Result<String, InvalidValue> {
        let (mut global, mut tag) = (null_mut(), null_mut());
        self.ask(unsafe { sys::napi_get_global(self.env, &mut global) })?;
        let to_string = self.at(global).named(c"Object")?.named(c"prototype")?.named(c"toString")?.value;
        self.ask(unsafe { sys::napi_call_function(self.env, self.value, to_string, 0, null_mut(), &mut tag) })?;
        self.at(tag).text()
    }

    fn stringified(self) -> Result<String, InvalidValue> {
        let (mut global, mut written) = (null_mut(), null_mut());
        self.ask(unsafe { sys::napi_get_global(self.env, &mut global) })?;
        let json = self.at(global).named(c"JSON")?;
        let stringify = json.named(c"stringify")?.value;
        self.ask(unsafe { sys::napi_call_function(self.env, json.value, stringify, 1, &self.value, &mut written) })?;
        self.at(written).text()
    }
}

fn no_json() -> InvalidValue {
    InvalidValue::new("must be a value that JSON can express")
}
