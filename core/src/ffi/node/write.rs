//! Writing a value into one string, from which JavaScript builds the value.
//!
//! The string contains words and texts in the order of the members, without their names. A word is a small number: six bits in each
//! character, the lowest first, and one more bit if another character follows. A text is a word with its length, followed by the text. A
//! JavaScript function of the package, written for each type from the same definition, decodes them in order. So Node does not parse,
//! texts are substrings of an existing string, and its compiler sees objects of a constant shape.

use std::marker::PhantomData;
use std::ptr::null_mut;

use napi::bindgen_prelude::ToNapiValue;
use napi::{check_status, sys};

use super::Value;
use super::decoders::{LayoutOf, call, decoder};

/// Whole numbers with a smaller magnitude are encoded as words.
const SMALL: i64 = 1 << 28;

/// Encodes a value for JavaScript, as one string and the byte arrays in it.
pub struct Encoder {
    /// Words and texts in UTF-16. Node stores them as bytes if all of them are Latin-1.
    units: Vec<u16>,
    /// Byte arrays that are not empty. The string contains their numbers, from 1.
    bytes: Vec<Vec<u8>>,
    layout: LayoutOf,
    /// [`append_text`], compiled in the crate that creates the encoder, which is optimized for speed. This crate is
    /// optimized for size.
    append_text: fn(&mut Vec<u16>, &str),
}

impl Encoder {
    /// Encodes a value.
    pub fn of<T: Value>(value: &T) -> Self {
        let mut encoder = Self { units: Vec::with_capacity(512), bytes: Vec::new(), layout: T::layout, append_text };
        value.write(&mut encoder);
        encoder
    }

    /// Writes a number below 2<sup>31</sup>.
    pub fn word(&mut self, word: u32) {
        append_word(&mut self.units, word);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        (self.append_text)(&mut self.units, text);
    }

    /// Writes a text of these units.
    pub(super) fn units(&mut self, units: &[u16]) {
        self.count(units.len());
        self.units.extend_from_slice(units);
    }

    /// Writes one of the words that the layout of the type has, by its index.
    pub fn known_word(&mut self, index: usize) {
        self.count(index + 1);
    }

    /// Writes an unknown word.
    pub fn other_word(&mut self, word: &str) {
        self.word(0);
        self.text(word);
    }

    /// Writes the number of items.
    pub(super) fn count(&mut self, count: usize) {
        self.word(word_of(count));
    }

    /// Writes a whole number: a small one as a word, any other as text after the word 0.
    pub(super) fn whole(&mut self, number: i64) {
        match u32::try_from(number << 1 ^ number >> 63) {
            Ok(word) if (-SMALL..SMALL).contains(&number) => self.word(word + 1),
            _ => {
                self.word(0);
                self.text(&number.to_string());
            }
        }
    }

    /// Writes the number of a byte array, or 0 for an empty one: JavaScript makes that itself, which is faster.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return self.word(0);
        }
        self.bytes.push(bytes.to_vec());
        self.count(self.bytes.len());
    }

    /// The value in Node.
    ///
    /// # Errors
    /// If Node has no memory for it, or is shutting down; with a pending exception if the package is of another version.
    ///
    /// # Safety
    /// `env` is an environment of this thread that has not been torn down.
    pub unsafe fn into_value(self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let arguments = [string(env, &self.units)?, buffers(env, &self.bytes)?];
        call(env, decoder(env, self.layout)?, &arguments)
    }
}

#[inline]
fn append_word(units: &mut Vec<u16>, word: u32) {
    let unit = |seven_bits: u32| u16::from(seven_bits.to_le_bytes()[0]);
    let mut rest = word;
    while rest > 63 {
        units.push(unit(rest & 63 | 64));
        rest >>= 6;
    }
    units.push(unit(rest));
}

/// Appends the length of a text, and the text.
#[inline]
fn append_text(units: &mut Vec<u16>, text: &str) {
    if text.is_ascii() {
        append_word(units, word_of(text.len()));
        units.extend(text.bytes().map(u16::from));
        return;
    }
    // Every byte that does not continue a character begins one. A character of four bytes has two UTF-16 units.
    let count = |byte: u8| usize::from(byte & 0xc0 != 0x80) + usize::from(byte >= 0xf0);
    let length = text.bytes().map(count).sum();
    append_word(units, word_of(length));
    let start = units.len();
    units.resize(start + length, 0);
    units[start..].iter_mut().zip(text.encode_utf16()).for_each(|(place, unit)| *place = unit);
}

/// A count that does not fit into a word is impossible, because there is not enough memory.
#[inline]
fn word_of(count: usize) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
}

/// An encoded value. In calls that must be fast, JavaScript itself passes it to the [`Reader`](super::Reader).
pub struct Written<T>(Encoder, PhantomData<T>);

impl<T: Value> Written<T> {
    /// The encoded string.
    pub fn of(value: &T) -> Self {
        Self(Encoder::of(value), PhantomData)
    }
}

impl<T> ToNapiValue for Written<T> {
    unsafe fn to_napi_value(env: sys::napi_env, written: Self) -> napi::Result<sys::napi_value> {
        string(env, &written.0.units)
    }
}

fn string(env: sys::napi_env, units: &[u16]) -> napi::Result<sys::napi_value> {
    let mut value = null_mut();
    let length = units.len().cast_signed();
    check_status!(unsafe { sys::napi_create_string_utf16(env, units.as_ptr(), length, &mut value) })?;
    Ok(value)
}

/// An array of buffers, or `undefined` if there are none.
fn buffers(env: sys::napi_env, bytes: &[Vec<u8>]) -> napi::Result<sys::napi_value> {
    let (mut array, mut buffer) = (null_mut(), null_mut());
    if bytes.is_empty() {
        check_status!(unsafe { sys::napi_get_undefined(env, &mut array) })?;
        return Ok(array);
    }
    check_status!(unsafe { sys::napi_create_array(env, &mut array) })?;
    for (index, bytes) in (0..).zip(bytes) {
        let (start, length) = (bytes.as_ptr().cast(), bytes.len());
        check_status!(unsafe { sys::napi_create_buffer_copy(env, length, start, null_mut(), &mut buffer) })?;
        check_status!(unsafe { sys::napi_set_element(env, array, index, buffer) })?;
    }
    Ok(array)
}
