//! Writing a value into one string, from which JavaScript builds the value.
//!
//! The string contains words and texts in the order of the members, without their names. A word is a small number: six
//! bits in each character, the lowest first, and one more bit if another character follows. A text is a word with its
//! length, followed by the text. A JavaScript function, generated once per type from the same definition, decodes them
//! in order. So Node does not parse, texts are substrings of an existing string, and its compiler sees objects of a
//! constant shape. objects that always have the same form. A substring can keep the whole string alive, so only
//! strings of up to [`MAX_SHARED`] units are shared. From a longer one every text is copied, so that a program that
//! keeps the titles of a large list does not keep the list. one every text is copied, and whoever keeps the titles of
//! a large list does not keep the list.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::{Display, Write};
use std::marker::PhantomData;
use std::ptr::null_mut;

use napi::bindgen_prelude::ToNapiValue;
use napi::{check_status, sys};

use super::{Value, json};

/// The longest string, in UTF-16 units, whose substrings are used as texts.
const MAX_SHARED: usize = 1024;

/// Whole numbers with a smaller magnitude are encoded as words.
const SMALL: i64 = 1 << 28;

/// Encodes a value for JavaScript, as one string and the byte arrays in it.
pub struct Encoder {
    /// Words and texts in UTF-16. Node stores them as bytes if all of them are Latin-1.
    units: Vec<u16>,
    /// Byte arrays. The string contains their indexes.
    bytes: Vec<Vec<u8>>,
    make_decoder: MakeDecoder,
    /// [`append_text`], compiled in the crate that creates the encoder, which is optimized for speed. This crate is
    /// optimized for size.
    append_text: fn(&mut Vec<u16>, &str),
}

/// The function that makes the decoder of a type.
type MakeDecoder = fn(&mut DecoderScript) -> DecodeExpression;

impl Encoder {
    /// Encodes a value.
    pub fn of<T: Value>(value: &T) -> Self {
        let mut encoder =
            Self { units: Vec::with_capacity(512), bytes: Vec::new(), make_decoder: T::decode_expression, append_text };
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

    /// Writes one of the words that [`DecoderScript::words`] was given, by its index.
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

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.count(self.bytes.len());
        self.bytes.push(bytes.to_vec());
    }

    /// The value in Node.
    ///
    /// # Errors
    /// If Node has no memory for it, or is shutting down.
    ///
    /// # Safety
    /// `env` is an environment of this thread that has not been torn down.
    pub unsafe fn into_value(self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let arguments = [string(env, &self.units)?, buffers(env, &self.bytes)?];
        let (reader, mut value) = (reader(env, self.make_decoder)?, null_mut());
        let status =
            unsafe { sys::napi_call_function(env, reader, reader, arguments.len(), arguments.as_ptr(), &mut value) };
        if status != sys::Status::napi_ok {
            unsafe { sys::napi_get_and_clear_last_exception(env, &mut null_mut()) };
            check_status!(status)?;
        }
        Ok(value)
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

/// An encoded value. In calls that must be fast, JavaScript itself passes it to the [`Reader`].
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

/// The function that decodes values without byte arrays from their strings.
pub struct Reader<T>(PhantomData<T>);

impl<T> Default for Reader<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Value> ToNapiValue for Reader<T> {
    unsafe fn to_napi_value(env: sys::napi_env, _reader: Self) -> napi::Result<sys::napi_value> {
        reader(env, T::decode_expression)
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

/// A JavaScript expression that decodes one value from the string.
pub struct DecodeExpression {
    expression: String,
    may_be_absent: bool,
}

impl DecodeExpression {
    pub(super) fn new(expression: impl Into<String>) -> Self {
        Self { expression: expression.into(), may_be_absent: false }
    }

    /// Decodes nothing.
    pub fn nothing() -> Self {
        Self::new("undefined")
    }

    /// Decodes a text.
    pub fn text() -> Self {
        Self::new("text()")
    }

    /// The same value, after a word that says whether it is present.
    pub(super) fn or_absent(self) -> Self {
        Self { may_be_absent: true, ..self }
    }

    fn expression(self) -> String {
        if self.may_be_absent { format!("({DIGIT}?{}:null)", self.expression) } else { self.expression }
    }
}

/// The expression for a word below [`DIGITS`]: one character. It calls no function, because Node's compiler does not
/// inline every small function.
pub(super) const DIGIT: &str = "s.charCodeAt(p++)";
const DIGITS: usize = 64;

/// Decodes a word into `n`, without a function call if it is small.
const COUNT: &str = "let n=s.charCodeAt(p++);if(n>63)n=long(n);";

/// The common beginning of all decoders: functions that decode words and texts from the string `s` at the position
/// `p`. The copy avoids strings that share memory with the encoded one.
const TAKE: &str = "const{defineProperty}=Object;let s,p,b,copied;\
    function word(){const c=s.charCodeAt(p++);return c<64?c:long(c)}\
    function long(c){let n=c-64,k=6;do{c=s.charCodeAt(p++);n|=(c&63)<<k;k+=6}while(c>63);return n}\
    function part(){const n=word();return s.substring(p,p+=n)}\
    function text(){let n=s.charCodeAt(p++);if(n>63)n=long(n);const t=s.substring(p,p+=n);return copied?copy(t):t}\
    function copy(t){return(' '+t).slice(1)}\
    function whole(){const n=word()-1;return n<0?+part():n>>1^-(n&1)}";

/// JavaScript functions that decode values, one per type.
#[derive(Default)]
pub struct DecoderScript {
    functions: Vec<(TypeId, String)>,
    words: Vec<(TypeId, String)>,
}

impl DecoderScript {
    /// The call that decodes a type of this name. Its function is written once, even for a recursive type.
    pub fn function<T: 'static>(&mut self, body: impl FnOnce(&mut Self) -> String) -> DecodeExpression {
        let id = TypeId::of::<T>();
        let known = self.functions.iter().position(|(known, _)| *known == id);
        let index = known.unwrap_or_else(|| {
            let index = self.functions.len();
            self.functions.push((id, String::new()));
            self.functions[index].1 = body(self);
            index
        });
        DecodeExpression::new(format!("f{index}()"))
    }

    /// The body of a function that decodes an object. Absent members are omitted; the order stays.
    pub fn object(
        discriminant: Option<(&str, &str)>,
        members: impl IntoIterator<Item = (&'static str, DecodeExpression)>,
    ) -> String {
        let mut body = "const o={".to_owned();
        if let Some((tag, word)) = discriminant {
            body += &format!("{tag}:'{word}',");
        }
        let mut members = members.into_iter().peekable();
        while let Some((name, value)) = members.next_if(|(_, value)| !value.may_be_absent) {
            body += &format!("{name}:{},", value.expression);
        }
        body += "};";
        for (name, DecodeExpression { expression, may_be_absent }) in members {
            let if_there = if may_be_absent { format!("if({DIGIT})") } else { String::new() };
            body += &format!("{if_there}o.{name}={expression};");
        }
        body + "return o"
    }

    /// The body of a function that decodes a variant by its number, which is a word.
    pub fn variants(bodies: impl IntoIterator<Item = impl Display>) -> String {
        let cases = bodies.into_iter().enumerate().map(|(number, body)| {
            assert!(number < DIGITS, "so many variants are not foreseen");
            format!("case {number}:{{{body}}}")
        });
        format!("switch({DIGIT}){{{}}}", cases.collect::<String>())
    }

    /// The expression that decodes a word of a type with these words, or an unknown one.
    pub fn words<'a, T: 'static>(&mut self, words: impl ExactSizeIterator<Item = &'a str>) -> DecodeExpression {
        let place = if words.len() < DIGITS { DIGIT } else { "word()" };
        let id = TypeId::of::<T>();
        let known = self.words.iter().position(|(known, _)| *known == id);
        let index = known.unwrap_or_else(|| {
            let words: String = words.map(|word| format!(",'{word}'")).collect();
            self.words.push((id, format!("[null{words}]")));
            self.words.len() - 1
        });
        DecodeExpression::new(format!("(w{index}[{place}]??text())"))
    }

    pub(super) fn array<T: Value>(&mut self) -> DecodeExpression {
        self.function::<Vec<T>>(|code| {
            let item = T::decode_expression(code).expression();
            format!("const a=[];{COUNT}for(;n>0;n--)a.push({item});return a")
        })
    }

    pub(super) fn map<T: Value>(&mut self) -> DecodeExpression {
        self.function::<HashMap<String, T>>(|code| {
            let item = T::decode_expression(code).expression();
            format!("const o={{}};{COUNT}for(;n>0;n--)put(o,{DIGIT},text(),{item});return o")
        })
    }

    /// The script of a function that decodes a whole value.
    fn script(make_decoder: MakeDecoder) -> String {
        let mut code = Self::default();
        let value = make_decoder(&mut code).expression();
        let mut script = format!("(()=>{{{TAKE}{}", json::take());
        for (index, (_, words)) in code.words.iter().enumerate() {
            let _ = write!(script, "const w{index}={words};");
        }
        for (index, (_, body)) in code.functions.iter().enumerate() {
            let _ = write!(script, "function f{index}(){{{body}}}");
        }
        // Releases the string before the next call.
        let take = format!("s=string;p=0;b=bytes;copied=s.length>{MAX_SHARED};const o={value};s=b=null;return o");
        script + &format!("return(string,bytes)=>{{{take}}}}})()")
    }
}

/// The decoders of an environment.
type Readers = HashMap<MakeDecoder, sys::napi_ref>;

thread_local! {
    /// By environment of this thread.
    static READERS: RefCell<Vec<(sys::napi_env, Readers)>> = const { RefCell::new(Vec::new()) };
}

/// The function that decodes values of a type, made once per environment.
fn reader(env: sys::napi_env, make_decoder: MakeDecoder) -> napi::Result<sys::napi_value> {
    let mut function = null_mut();
    let of_env = |readers: &Vec<(sys::napi_env, Readers)>| readers.iter().position(|(known, _)| *known == env);
    let known =
        READERS.with_borrow(|readers| of_env(readers).and_then(|index| readers[index].1.get(&make_decoder).copied()));
    if let Some(reference) = known {
        check_status!(unsafe { sys::napi_get_reference_value(env, reference, &mut function) })?;
        return Ok(function);
    }
    let (mut source, mut reference) = (null_mut(), null_mut());
    let script = DecoderScript::script(make_decoder);
    let (start, length) = (script.as_ptr().cast(), script.len().cast_signed());
    check_status!(unsafe { sys::napi_create_string_utf8(env, start, length, &mut source) })?;
    check_status!(unsafe { sys::napi_run_script(env, source, &mut function) })?;
    check_status!(unsafe { sys::napi_create_reference(env, function, 1, &mut reference) })?;
    if READERS.with_borrow(|readers| of_env(readers).is_none()) {
        // A later environment may have the same address.
        check_status!(unsafe { sys::napi_add_env_cleanup_hook(env, Some(forget), env.cast()) })?;
        READERS.with_borrow_mut(|readers| readers.push((env, Readers::new())));
    }
    READERS.with_borrow_mut(|readers| {
        if let Some(index) = of_env(readers) {
            readers[index].1.insert(make_decoder, reference);
        }
    });
    Ok(function)
}

/// Node has torn down the environment and its references.
unsafe extern "C" fn forget(env: *mut c_void) {
    // The thread may be ending, too.
    let _ = READERS.try_with(|readers| {
        if let Ok(mut readers) = readers.try_borrow_mut() {
            readers.retain(|(known, _)| known.cast() != env);
        }
    });
}
