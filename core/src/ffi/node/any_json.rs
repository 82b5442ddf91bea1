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
        self.check_json(false, &mut Vec::new())?;
        self.stringified().map_err(|_| no_json())
    }

    /// Checks that JSON can express every part of the value, which is inside of `outer`. A member that is `undefined` is left out.
    fn check_json(self, may_be_absent: bool, outer: &mut Vec<Self>) -> Result<(), InvalidValue> {
        let written = self.written()?;
        let kind = written.kind();
        match kind {
            ValueType::Undefined if may_be_absent => return Ok(()),
            ValueType::Null | ValueType::Boolean => return Ok(()),
            ValueType::Number => return written.number().map(drop),
            ValueType::String => return written.text().map(drop),
            ValueType::Object => {}
            _ => return Err(no_json()),
        }
        // What contains itself, or nests too deeply, is refused when it is written or parsed.
        if outer.len() > MAX_DEPTH || written.is_among(outer) {
            return Ok(());
        }
        outer.push(written);
        if written.is_array() {
            (0..written.length()?).try_for_each(|index| written.item(index, |item| item.check_json(false, outer)))?;
        } else if written.tag()? == "[object Object]" {
            let names = written.names()?;
            names.iter().try_for_each(|name| written.entry(name, |member| member.check_json(true, outer)))?;
        } else {
            return Err(no_json());
        }
        outer.pop();
        Ok(())
    }

    /// What `JSON.stringify` writes for the value: what its method `toJSON` returns, or itself without one.
    fn written(self) -> Result<Self, InvalidValue> {
        if !matches!(self.kind(), ValueType::Object | ValueType::Function | ValueType::BigInt) {
            return Ok(self);
        }
        // An invalid date would be written as `null`.
        let mut is_date = false;
        self.ask(unsafe { sys::napi_is_date(self.env, self.value, &mut is_date) })?;
        if is_date {
            self.date()?;
        }
        let method = self.named(c"toJSON")?;
        if method.kind() != ValueType::Function {
            return Ok(self);
        }
        // The method gets the name of the member, which hardly any reads.
        let (mut name, mut written) = (null_mut(), null_mut());
        self.ask(unsafe { sys::napi_create_string_utf8(self.env, c"".as_ptr(), 0, &mut name) })?;
        self.ask(unsafe { sys::napi_call_function(self.env, self.value, method.value, 1, &name, &mut written) })?;
        Ok(self.at(written))
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
