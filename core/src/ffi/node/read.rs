//! Reading: from what JavaScript gave to a value, or to the place where it is wrong.
//!
//! Nothing of the value stands in a reason. What a getter or a `toJSON` of the caller throws is dropped: the place tells
//! where to look.

use std::ffi::CStr;
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::slice;

use napi::bindgen_prelude::{FromNapiValue, Uint8Array};
use napi::{Error, Status, ValueType, sys};

use super::Value;
use crate::error::sanitize;

/// The longest text that is read, in bytes: no body comes near it.
const MAX_TEXT: usize = 16 * 1024 * 1024;

/// A value as JavaScript gave it. It is valid for as long as the call that gave it.
#[derive(Clone, Copy)]
pub struct Given {
    pub(super) env: sys::napi_env,
    pub(super) value: sys::napi_value,
}

/// Reads a value of type `T`.
pub type Reader<T> = fn(Given) -> Result<T, Wrong>;

/// What is wrong with a value, and where.
pub struct Wrong {
    place: String,
    reason: String,
}

impl Wrong {
    /// Something is wrong with this very value.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { place: String::new(), reason: reason.into() }
    }

    /// Puts the name of a member, or `[index]`, before the place.
    pub fn under(mut self, parent: impl Display) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{parent}{dot}{}", self.place);
        self
    }

    /// The error for an argument of this type. An argument that is wrong as a whole has the name of its type.
    pub(super) fn of_argument(self, type_name: &str) -> Error {
        let Self { place, reason } = self;
        let place = if place.is_empty() { camel(type_name) } else { place };
        Error::new(Status::InvalidArg, format!("{place}: {reason}"))
    }
}

/// `crate::id::PostToken` becomes `postToken`.
fn camel(type_name: &str) -> String {
    let name = type_name.rsplit("::").next().unwrap_or(type_name);
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// A name from outside, short enough to stand in an error.
fn short(name: &str) -> String {
    sanitize(name, 50)
}

impl Given {
    /// The environment and the value, as napi has them.
    pub fn raw(self) -> (sys::napi_env, sys::napi_value) {
        (self.env, self.value)
    }

    fn at(self, value: sys::napi_value) -> Self {
        Self { value, ..self }
    }

    /// Calls Node. An exception of the caller's own code is taken back.
    fn ask(self, status: sys::napi_status) -> Result<(), Wrong> {
        if status == sys::Status::napi_ok {
            return Ok(());
        }
        let mut thrown = false;
        // Safe: the environment is that of the running call, and the result is only looked at.
        unsafe {
            sys::napi_is_exception_pending(self.env, &mut thrown);
            if thrown {
                sys::napi_get_and_clear_last_exception(self.env, &mut null_mut());
            }
        }
        Err(Wrong::new("cannot be read: reading it threw an error"))
    }

    fn kind(self) -> ValueType {
        let mut kind = 0;
        unsafe { sys::napi_typeof(self.env, self.value, &mut kind) };
        ValueType::from(kind)
    }

    /// Whether there is nothing: `undefined` or `null`.
    pub fn is_absent(self) -> bool {
        matches!(self.kind(), ValueType::Undefined | ValueType::Null)
    }

    fn is_array(self) -> bool {
        let mut is_array = false;
        unsafe { sys::napi_is_array(self.env, self.value, &mut is_array) };
        is_array
    }

    /// The same value, if it is an object and no array.
    ///
    /// # Errors
    /// If it is not.
    pub fn object(self) -> Result<Self, Wrong> {
        if self.kind() == ValueType::Object && !self.is_array() {
            Ok(self)
        } else {
            Err(Wrong::new("must be an object"))
        }
    }

    /// A member of an object by the name that JavaScript has for it, or nothing where it is absent.
    ///
    /// # Errors
    /// If it is wrong.
    pub fn member<T: Value>(self, member: &CStr) -> Result<Option<T>, Wrong> {
        let mut value = null_mut();
        let status = unsafe { sys::napi_get_named_property(self.env, self.value, member.as_ptr(), &mut value) };
        self.ask(status)
            .and_then(|()| Option::<T>::read(self.at(value)))
            .map_err(|wrong| wrong.under(member.to_string_lossy()))
    }

    /// A member that must be there.
    ///
    /// # Errors
    /// If it is absent, or wrong.
    pub fn required<T: Value>(self, member: &CStr) -> Result<T, Wrong> {
        self.member(member)?.ok_or_else(|| Wrong::new("must be set").under(member.to_string_lossy()))
    }

    /// Whether an object has no members but these.
    ///
    /// # Errors
    /// For the first other one, with the name that was probably meant.
    pub fn knows_names(self, known: &[&str]) -> Result<(), Wrong> {
        match self.names()?.iter().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(Wrong::new(crate::ffi::unknown_name(name, known)).under(short(name))),
            None => Ok(()),
        }
    }

    /// The own members of an object, by name.
    pub(super) fn names(self) -> Result<Vec<String>, Wrong> {
        let mut names = null_mut();
        self.ask(unsafe {
            sys::napi_get_all_property_names(
                self.env,
                self.value,
                sys::KeyCollectionMode::own_only,
                sys::KeyFilter::enumerable | sys::KeyFilter::skip_symbols,
                sys::KeyConversion::numbers_to_strings,
                &mut names,
            )
        })?;
        Vec::read(self.at(names))
    }

    /// A member of an object that is a map.
    pub(super) fn entry<T: Value>(self, name: &str) -> Result<T, Wrong> {
        let (mut key, mut value) = (null_mut(), null_mut());
        let (start, length) = (name.as_ptr().cast(), name.len().cast_signed());
        self.ask(unsafe { sys::napi_create_string_utf8(self.env, start, length, &mut key) })?;
        let status = unsafe { sys::napi_get_property(self.env, self.value, key, &mut value) };
        self.ask(status).and_then(|()| T::read(self.at(value))).map_err(|wrong| wrong.under(short(name)))
    }

    /// How many items an array has.
    pub(super) fn length(self) -> Result<u32, Wrong> {
        if !self.is_array() {
            return Err(Wrong::new("must be an array"));
        }
        let mut length = 0;
        self.ask(unsafe { sys::napi_get_array_length(self.env, self.value, &mut length) })?;
        Ok(length)
    }

    /// An item of an array.
    pub(super) fn item<T: Value>(self, index: u32) -> Result<T, Wrong> {
        let mut value = null_mut();
        let status = unsafe { sys::napi_get_element(self.env, self.value, index, &mut value) };
        let item = self.ask(status).and_then(|()| T::read(self.at(value)));
        item.map_err(|wrong| wrong.under(format_args!("[{index}]")))
    }

    /// A copy of the bytes of a `Uint8Array`.
    pub(super) fn bytes(self) -> Result<Vec<u8>, Wrong> {
        // Safe: the value is a value of this environment.
        let bytes = unsafe { Uint8Array::from_napi_value(self.env, self.value) };
        bytes.map(|bytes| bytes.to_vec()).map_err(|_| Wrong::new("must be bytes: a Buffer or a Uint8Array"))
    }

    /// The milliseconds of a `Date`.
    pub(super) fn date(self) -> Result<f64, Wrong> {
        let mut milliseconds = f64::NAN;
        let status = unsafe { sys::napi_get_date_value(self.env, self.value, &mut milliseconds) };
        if status == sys::Status::napi_ok && !milliseconds.is_nan() {
            Ok(milliseconds)
        } else {
            Err(Wrong::new("must be a valid Date"))
        }
    }

    pub(super) fn truth(self) -> Result<bool, Wrong> {
        let mut truth = false;
        let status = unsafe { sys::napi_get_value_bool(self.env, self.value, &mut truth) };
        if status == sys::Status::napi_ok { Ok(truth) } else { Err(Wrong::new("must be true or false")) }
    }

    /// The text of a string.
    ///
    /// # Errors
    /// If it is no string, has half a character, or is too long.
    pub fn text(self) -> Result<String, Wrong> {
        // Room for all headers of most requests.
        let mut short = [MaybeUninit::<u8>::uninit(); 1024];
        let mut length = 0;
        if self.copy_text(&mut short, &mut length) != sys::Status::napi_ok {
            return Err(Wrong::new("must be text"));
        }
        // A longer text is cut at a whole character, of four bytes at most, and ends with a zero.
        let bytes = if length < short.len() - 4 {
            unsafe { slice::from_raw_parts(short.as_ptr().cast(), length) }.to_vec()
        } else {
            self.long_text()?
        };
        let text = String::from_utf8(bytes).map_err(|_| Wrong::new("must be text"))?;
        // Node puts this in place of half a character.
        if !text.is_ascii() && text.contains('\u{fffd}') && self.has_half_characters() {
            return Err(Wrong::new("must be text without half characters (lone surrogates)"));
        }
        Ok(text)
    }

    /// Node writes no more than there is room for, and tells how much it was.
    fn copy_text(self, buffer: &mut [MaybeUninit<u8>], length: &mut usize) -> sys::napi_status {
        unsafe {
            sys::napi_get_value_string_utf8(self.env, self.value, buffer.as_mut_ptr().cast(), buffer.len(), length)
        }
    }

    fn long_text(self) -> Result<Vec<u8>, Wrong> {
        let mut length = 0;
        self.ask(unsafe { sys::napi_get_value_string_utf8(self.env, self.value, null_mut(), 0, &mut length) })?;
        if length > MAX_TEXT {
            return Err(Wrong::new("must have at most 16 MiB"));
        }
        let mut bytes = Vec::with_capacity(length + 1);
        self.ask(self.copy_text(bytes.spare_capacity_mut(), &mut length))?;
        unsafe { bytes.set_len(length) };
        Ok(bytes)
    }

    fn has_half_characters(self) -> bool {
        let mut length = 0;
        unsafe { sys::napi_get_value_string_utf16(self.env, self.value, null_mut(), 0, &mut length) };
        let mut units = vec![0; length + 1];
        unsafe {
            sys::napi_get_value_string_utf16(self.env, self.value, units.as_mut_ptr(), units.len(), &mut length);
        }
        units.truncate(length);
        char::decode_utf16(units).any(|unit| unit.is_err())
    }

    pub(super) fn number(self) -> Result<f64, Wrong> {
        let mut number = 0.0;
        let status = unsafe { sys::napi_get_value_double(self.env, self.value, &mut number) };
        if status == sys::Status::napi_ok && number.is_finite() {
            Ok(number)
        } else {
            Err(Wrong::new("must be a finite number"))
        }
    }

    pub(super) fn whole(self, min: f64, max: f64) -> Result<f64, Wrong> {
        let number = self.number().ok().filter(|number| number.fract() == 0.0 && (min..=max).contains(number));
        number.ok_or_else(|| Wrong::new(format!("must be a whole number from {min} to {max}")))
    }

    /// What belongs to the word.
    ///
    /// # Errors
    /// If it is none of these words.
    pub fn word<T: Copy>(self, words: &[(&str, T)]) -> Result<T, Wrong> {
        let word = self.text().unwrap_or_default();
        words.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant).ok_or_else(|| {
            let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
            Wrong::new(format!("must be one of {}", known.join(", ")))
        })
    }

    /// What reads the variant that this member names.
    ///
    /// # Errors
    /// If it names none of these.
    pub fn variant<T>(self, tag: &CStr, variants: &[(&str, Reader<T>)]) -> Result<Reader<T>, Wrong> {
        let mut kind = null_mut();
        self.ask(unsafe { sys::napi_get_named_property(self.env, self.value, tag.as_ptr(), &mut kind) })
            .and_then(|()| self.at(kind).word(variants))
            .map_err(|wrong| wrong.under(tag.to_string_lossy()))
    }

    pub(super) fn json_text(self) -> Result<String, Wrong> {
        self.stringified().map_err(|_| Wrong::new("must be a value that JSON can express"))
    }

    fn stringified(self) -> Result<String, Wrong> {
        let (mut global, mut json, mut stringify, mut written) = (null_mut(), null_mut(), null_mut(), null_mut());
        self.ask(unsafe { sys::napi_get_global(self.env, &mut global) })?;
        self.ask(unsafe { sys::napi_get_named_property(self.env, global, c"JSON".as_ptr(), &mut json) })?;
        self.ask(unsafe { sys::napi_get_named_property(self.env, json, c"stringify".as_ptr(), &mut stringify) })?;
        self.ask(unsafe { sys::napi_call_function(self.env, json, stringify, 1, &self.value, &mut written) })?;
        self.at(written).text()
    }
}
