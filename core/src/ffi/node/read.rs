//! Reading a JavaScript value, with the path of an invalid one.
//!
//! Reasons contain nothing of the value. Exceptions of the caller's getters or `toJSON` are dropped: the path shows where they come from.

use std::cell::Cell;
use std::ffi::CStr;
use std::fmt::Display;
use std::mem::MaybeUninit;
use std::ptr::null_mut;
use std::slice;

use napi::bindgen_prelude::{FromNapiValue, Uint8Array};
use napi::{Error, Status, ValueType, sys};

use super::Value;
use crate::error::{path_under, sanitize};

/// The longest text that is read, in bytes. Every body is much smaller.
const MAX_TEXT: usize = 16 * 1024 * 1024;

/// A JavaScript value. It is valid until the call that passed it returns.
#[derive(Clone, Copy)]
pub struct Given {
    pub(super) env: sys::napi_env,
    pub(super) value: sys::napi_value,
    /// Whether it came from the platform: the app may have put members of its own into it, so unknown ones are no error.
    pub(super) is_received: bool,
}

/// Reads a value of type `T`.
pub type Reader<T> = fn(Given) -> Result<T, InvalidValue>;

/// The reason and the path of an invalid value.
pub struct InvalidValue {
    place: String,
    reason: String,
}

impl InvalidValue {
    /// An error of this value itself.
    pub fn new(reason: impl Into<String>) -> Self {
        Self { place: String::new(), reason: reason.into() }
    }

    /// Puts the name of a member, or `[index]`, before the path.
    pub fn under(mut self, parent: impl Display) -> Self {
        self.place = path_under(parent, &self.place);
        self
    }

    /// Gives the first name of a path inside of `member` another name.
    pub fn renamed(mut self, member: &str, name: &str) -> Self {
        if let Some(inside) = self.place.strip_prefix(member).filter(|inside| inside.starts_with('.')) {
            self.place = format!("{name}{inside}");
        }
        self
    }

    /// The error for an argument of this type. If the whole argument is invalid, the path is the name of its type; for an item of a
    /// list it begins with that name.
    pub(super) fn of_argument(self, type_name: &str) -> Error {
        let Self { place, reason } = self;
        let is_named = !place.is_empty() && !place.starts_with('[');
        let place = if is_named { place } else { uncapitalized(type_name) + &place };
        Error::new(Status::InvalidArg, format!("{place}: {reason}"))
    }
}

/// `crate::id::PostToken` becomes `postToken`.
fn uncapitalized(type_name: &str) -> String {
    let name = type_name.rsplit("::").next().unwrap_or(type_name);
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase()).into_iter().chain(letters).collect()
}

/// A foreign name, cut for use in an error.
fn short(name: &str) -> String {
    sanitize(name, 50)
}

impl Given {
    /// The environment and the value as raw pointers of napi.
    pub fn raw(self) -> (sys::napi_env, sys::napi_value) {
        (self.env, self.value)
    }

    pub(super) fn at(self, value: sys::napi_value) -> Self {
        Self { value, ..self }
    }

    /// Calls Node-API. An exception of the caller's own code is cleared.
    pub(super) fn ask(self, status: sys::napi_status) -> Result<(), InvalidValue> {
        if status == sys::Status::napi_ok {
            return Ok(());
        }
        let mut thrown = false;
        // Safe: the environment is that of the running call, and the result is only read.
        unsafe {
            sys::napi_is_exception_pending(self.env, &mut thrown);
            if thrown {
                sys::napi_get_and_clear_last_exception(self.env, &mut null_mut());
            }
        }
        Err(InvalidValue::new("cannot be read: reading it threw an error"))
    }

    pub(super) fn kind(self) -> ValueType {
        let mut kind = 0;
        unsafe { sys::napi_typeof(self.env, self.value, &mut kind) };
        ValueType::from(kind)
    }

    /// Whether it is `undefined` or `null`.
    pub fn is_absent(self) -> bool {
        matches!(self.kind(), ValueType::Undefined | ValueType::Null)
    }

    pub(super) fn is_array(self) -> bool {
        let mut is_array = false;
        unsafe { sys::napi_is_array(self.env, self.value, &mut is_array) };
        is_array
    }

    /// The same value, if it is an object and not an array.
    ///
    /// # Errors
    /// If it is not.
    pub fn object(self) -> Result<Self, InvalidValue> {
        if self.kind() == ValueType::Object && !self.is_array() {
            Ok(self)
        } else {
            Err(InvalidValue::new("must be an object"))
        }
    }

    /// The same value, if it is a function.
    ///
    /// # Errors
    /// If it is not.
    pub fn function(self) -> Result<Self, InvalidValue> {
        if self.kind() == ValueType::Function { Ok(self) } else { Err(InvalidValue::new("must be a function")) }
    }

    /// The same value as one that came from the platform.
    #[must_use]
    pub fn received(self) -> Self {
        Self { is_received: true, ..self }
    }

    /// The members of an object with these names.
    ///
    /// # Errors
    /// If it is not an object.
    pub fn members(self, known: &'static [&'static CStr]) -> Result<Members, InvalidValue> {
        Ok(Members { given: self.object()?, known, found: Cell::new(0) })
    }

    /// The members of an object whose [`variant`](Self::variant) was selected by the first name.
    pub fn members_of_variant(self, known: &'static [&'static CStr]) -> Members {
        Members { given: self, known, found: Cell::new(1) }
    }

    /// A member of an object by its name in JavaScript; a default if it is absent.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn member<T: Value>(self, member: &CStr) -> Result<Option<T>, InvalidValue> {
        self.named(member).and_then(Option::<T>::read).map_err(|wrong| wrong.under(member.to_string_lossy()))
    }

    /// The value of a member, which is `undefined` if it is absent.
    pub(super) fn named(self, member: &CStr) -> Result<Self, InvalidValue> {
        let mut value = null_mut();
        self.ask(unsafe { sys::napi_get_named_property(self.env, self.value, member.as_ptr(), &mut value) })?;
        Ok(self.at(value))
    }

    /// A required member.
    ///
    /// # Errors
    /// If it is absent or invalid.
    pub fn required<T: Value>(self, member: &CStr) -> Result<T, InvalidValue> {
        self.member(member)?.ok_or_else(|| InvalidValue::new("must be set").under(member.to_string_lossy()))
    }

    /// The own members of an object, by name.
    pub(super) fn names(self) -> Result<Vec<String>, InvalidValue> {
        Vec::read(self.list_of_names()?)
    }

    fn list_of_names(self) -> Result<Self, InvalidValue> {
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
        Ok(self.at(names))
    }

    /// A member of an object that is used as a map.
    pub(super) fn entry<T>(
        self,
        name: &str,
        read: impl FnOnce(Self) -> Result<T, InvalidValue>,
    ) -> Result<T, InvalidValue> {
        self.property(name).and_then(read).map_err(|wrong| wrong.under(short(name)))
    }

    fn property(self, name: &str) -> Result<Self, InvalidValue> {
        let (mut key, mut value) = (null_mut(), null_mut());
        let (start, length) = (name.as_ptr().cast(), name.len().cast_signed());
        self.ask(unsafe { sys::napi_create_string_utf8(self.env, start, length, &mut key) })?;
        self.ask(unsafe { sys::napi_get_property(self.env, self.value, key, &mut value) })?;
        Ok(self.at(value))
    }

    /// Whether the object inherits nothing, or only what every object of its realm inherits.
    fn is_plain(self) -> Result<bool, InvalidValue> {
        let prototype = self.prototype()?;
        Ok(prototype.kind() == ValueType::Null || prototype.prototype()?.kind() == ValueType::Null)
    }

    fn prototype(self) -> Result<Self, InvalidValue> {
        let mut prototype = null_mut();
        self.ask(unsafe { sys::napi_get_prototype(self.env, self.value, &mut prototype) })?;
        Ok(self.at(prototype))
    }

    /// The length of an array.
    pub(super) fn length(self) -> Result<u32, InvalidValue> {
        if !self.is_array() {
            return Err(InvalidValue::new("must be an array"));
        }
        let mut length = 0;
        self.ask(unsafe { sys::napi_get_array_length(self.env, self.value, &mut length) })?;
        Ok(length)
    }

    /// An item of an array.
    pub(super) fn item<T>(
        self,
        index: u32,
        read: impl FnOnce(Self) -> Result<T, InvalidValue>,
    ) -> Result<T, InvalidValue> {
        let mut value = null_mut();
        let status = unsafe { sys::napi_get_element(self.env, self.value, index, &mut value) };
        let item = self.ask(status).and_then(|()| read(self.at(value)));
        item.map_err(|wrong| wrong.under(format_args!("[{index}]")))
    }

    /// A copy of the bytes of a `Uint8Array`.
    pub(super) fn bytes(self) -> Result<Vec<u8>, InvalidValue> {
        // Safe: the value is a value of this environment.
        let bytes = unsafe { Uint8Array::from_napi_value(self.env, self.value) };
        bytes.map(|bytes| bytes.to_vec()).map_err(|_| InvalidValue::new("must be bytes: a Buffer or a Uint8Array"))
    }

    /// The milliseconds of a `Date`.
    pub(super) fn date(self) -> Result<f64, InvalidValue> {
        let mut milliseconds = f64::NAN;
        let status = unsafe { sys::napi_get_date_value(self.env, self.value, &mut milliseconds) };
        if status == sys::Status::napi_ok && !milliseconds.is_nan() {
            Ok(milliseconds)
        } else {
            Err(InvalidValue::new("must be a valid Date"))
        }
    }

    pub(super) fn boolean(self) -> Result<bool, InvalidValue> {
        let mut boolean = false;
        let status = unsafe { sys::napi_get_value_bool(self.env, self.value, &mut boolean) };
        if status == sys::Status::napi_ok { Ok(boolean) } else { Err(InvalidValue::new("must be true or false")) }
    }

    /// The text of a string.
    ///
    /// # Errors
    /// If it is not a string, has an unpaired surrogate, or is too long.
    pub fn text(self) -> Result<String, InvalidValue> {
        // Enough for the headers of most requests.
        let mut short = [MaybeUninit::<u8>::uninit(); 1024];
        let mut length = 0;
        if self.copy_text(&mut short, &mut length) != sys::Status::napi_ok {
            return Err(InvalidValue::new("must be text"));
        }
        // A longer text is cut before a character of at most four bytes, and ends with a zero.
        let bytes = if length < short.len() - 4 {
            unsafe { slice::from_raw_parts(short.as_ptr().cast(), length) }.to_vec()
        } else {
            self.long_text()?
        };
        let text = String::from_utf8(bytes).map_err(|_| InvalidValue::new("must be text"))?;
        // Node replaces an unpaired surrogate by this character.
        if !text.is_ascii() && text.contains('\u{fffd}') && self.has_half_characters() {
            return Err(InvalidValue::new("must be text without half characters (lone surrogates)"));
        }
        Ok(text)
    }

    /// Node writes at most as much as fits into the buffer, and returns the length.
    fn copy_text(self, buffer: &mut [MaybeUninit<u8>], length: &mut usize) -> sys::napi_status {
        unsafe {
            sys::napi_get_value_string_utf8(self.env, self.value, buffer.as_mut_ptr().cast(), buffer.len(), length)
        }
    }

    fn long_text(self) -> Result<Vec<u8>, InvalidValue> {
        let mut length = 0;
        self.ask(unsafe { sys::napi_get_value_string_utf8(self.env, self.value, null_mut(), 0, &mut length) })?;
        if length > MAX_TEXT {
            return Err(InvalidValue::new("must have at most 16 MiB"));
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

    pub(super) fn number(self) -> Result<f64, InvalidValue> {
        let mut number = 0.0;
        let status = unsafe { sys::napi_get_value_double(self.env, self.value, &mut number) };
        if status == sys::Status::napi_ok && number.is_finite() {
            Ok(number)
        } else {
            Err(InvalidValue::new("must be a finite number"))
        }
    }

    pub(super) fn whole(self, min: f64, max: f64) -> Result<f64, InvalidValue> {
        let number = self.number().ok().filter(|number| number.fract() == 0.0 && (min..=max).contains(number));
        number.ok_or_else(|| InvalidValue::new(format!("must be a whole number from {min} to {max}")))
    }

    /// The value for the word.
    ///
    /// # Errors
    /// If the word is unknown.
    pub fn word<T: Copy>(self, words: &[(&str, T)]) -> Result<T, InvalidValue> {
        let word = self.text().unwrap_or_default();
        words.iter().find(|(known, _)| *known == word).map(|(_, meant)| *meant).ok_or_else(|| {
            let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
            InvalidValue::new(format!("must be one of {}", known.join(", ")))
        })
    }

    /// The reader of the variant that this member selects.
    ///
    /// # Errors
    /// If there is no such variant.
    pub fn variant<T>(self, tag: &CStr, variants: &[(&str, Reader<T>)]) -> Result<Reader<T>, InvalidValue> {
        let mut kind = null_mut();
        self.ask(unsafe { sys::napi_get_named_property(self.env, self.value, tag.as_ptr(), &mut kind) })
            .and_then(|()| self.at(kind).word(variants))
            .map_err(|wrong| wrong.under(tag.to_string_lossy()))
    }
}

/// The members of an object that becomes a data type. They are read by the places of their names.
pub struct Members {
    given: Given,
    known: &'static [&'static CStr],
    /// How many of the known members are not `undefined`.
    found: Cell<usize>,
}

impl Members {
    /// A member; none if it is absent.
    ///
    /// # Errors
    /// If it is invalid.
    pub fn member<T: Value>(&self, place: usize) -> Result<Option<T>, InvalidValue> {
        let Some(value) = self.value(place)? else { return Ok(None) };
        T::read(value).map(Some).map_err(|wrong| self.wrong(place, wrong))
    }

    /// A required member.
    ///
    /// # Errors
    /// If it is absent or invalid.
    pub fn required<T: Value>(&self, place: usize) -> Result<T, InvalidValue> {
        self.member(place)?.ok_or_else(|| self.missing(place))
    }

    /// A member that is required of an app, and empty if it is absent in what was received.
    ///
    /// # Errors
    /// If it is invalid, or the app left it out.
    pub fn required_unless_received<T: Value + Default>(&self, place: usize) -> Result<T, InvalidValue> {
        if self.given.is_received { Ok(self.member(place)?.unwrap_or_default()) } else { self.required(place) }
    }

    /// Checks, after all members were read, that an object of the app has no others: they would be ignored silently.
    ///
    /// # Errors
    /// For the first unknown one, with the most similar known name.
    pub fn all_known(&self) -> Result<(), InvalidValue> {
        // The names are compared only if there may be an unknown one. A found member of a class may be an inherited one.
        if self.given.is_received {
            return Ok(());
        }
        let (own, is_plain) = (self.given.list_of_names()?.length()? as usize, self.given.is_plain()?);
        if own == 0 && self.found.get() == 0 && !is_plain {
            // All that such an object holds would be ignored silently.
            return Err(InvalidValue::new("must be an object with members: a promise, a Map or a Date has none"));
        }
        if own == self.found.get() && is_plain { Ok(()) } else { self.no_unknown() }
    }

    /// Checks that there are only known options, whatever their values are.
    ///
    /// # Errors
    /// For the first unknown one, with the most similar known name.
    pub fn all_options(&self) -> Result<(), InvalidValue> {
        self.no_other("option", |_| true)
    }

    /// With a member that is unknown and `undefined` nothing is lost.
    fn no_unknown(&self) -> Result<(), InvalidValue> {
        let is_set = |name: &str| self.given.property(name).is_ok_and(|it| it.kind() != ValueType::Undefined);
        self.no_other("member", is_set)
    }

    fn no_other(&self, what: &str, matters: impl Fn(&str) -> bool) -> Result<(), InvalidValue> {
        let known: Vec<_> = self.known.iter().filter_map(|name| name.to_str().ok()).collect();
        let names = self.given.names()?;
        match names.iter().find(|name| !known.contains(&name.as_str()) && matters(name)) {
            Some(name) => Err(InvalidValue::new(crate::ffi::unknown(what, name, &known)).under(short(name))),
            None => Ok(()),
        }
    }

    fn value(&self, place: usize) -> Result<Option<Given>, InvalidValue> {
        let value = self.given.named(self.known[place]).map_err(|wrong| self.wrong(place, wrong))?;
        let kind = value.kind();
        self.found.set(self.found.get() + usize::from(kind != ValueType::Undefined));
        Ok((!matches!(kind, ValueType::Undefined | ValueType::Null)).then_some(value))
    }

    fn wrong(&self, place: usize, wrong: InvalidValue) -> InvalidValue {
        wrong.under(self.known[place].to_string_lossy())
    }

    /// The error for a required member that is absent: its name may have been misspelt.
    fn missing(&self, place: usize) -> InvalidValue {
        let misspelt = if self.given.is_received { None } else { self.no_unknown().err() };
        misspelt.unwrap_or_else(|| self.wrong(place, InvalidValue::new("must be set")))
    }
}
