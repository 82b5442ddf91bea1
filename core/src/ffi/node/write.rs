//! Writing: from a value to the JSON text that JavaScript makes the value of.
//!
//! The text is one flat array of tokens, in the order of the members, without their names. A function of JavaScript, made
//! once for each type from the same definition, takes them one after the other. So Node parses no names, dates are made in
//! passing, and its compiler sees objects that always have the same form.

use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::fmt::Write;
use std::marker::PhantomData;
use std::ptr::null_mut;

use chrono::{DateTime, Utc};
use napi::bindgen_prelude::ToNapiValue;
use napi::{check_status, sys};
use serde::Serialize;

use super::Value;

/// The tokens of a value.
pub struct Text {
    /// Begins with the bracket of an array. Every token is followed by a comma.
    json: Vec<u8>,
    /// What JSON does not have. Their tokens are their numbers.
    bytes: Vec<Vec<u8>>,
    taker: Taker,
}

const MINUTE: i64 = 60_000;

/// Writes what takes the tokens of a type.
type Taker = fn(&mut Code) -> Taken;

impl Text {
    /// The text of a value.
    pub fn of<T: Value>(value: &T) -> Self {
        let mut json = Vec::with_capacity(512);
        json.push(b'[');
        let mut text = Self { json, bytes: Vec::new(), taker: T::taken };
        value.write(&mut text);
        text.close(b']');
        text
    }

    /// Writes a token that is JSON already.
    pub fn token(&mut self, json: &str) {
        self.json.extend_from_slice(json.as_bytes());
        self.json.push(b',');
    }

    /// Writes no value.
    pub fn nothing(&mut self) {
        self.token("null");
    }

    /// Writes a string.
    pub fn string(&mut self, value: &str) {
        self.plain(value);
    }

    /// Writes a value that JSON has, as one token.
    pub(super) fn plain<T: Serialize + ?Sized>(&mut self, value: &T) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut self.json, value);
        self.json.push(b',');
    }

    pub(super) fn date(&mut self, instant: DateTime<Utc>) {
        // Node reads two numbers of nine digits faster than one of thirteen.
        let milliseconds = instant.timestamp_millis();
        self.plain(&milliseconds.div_euclid(MINUTE));
        self.plain(&milliseconds.rem_euclid(MINUTE));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.plain(&self.bytes.len());
        self.bytes.push(bytes.to_vec());
    }

    /// Values that are one token each are one token together; of others their number goes before.
    pub(super) fn array<T: Value>(&mut self, items: &[T]) {
        if !T::IS_TOKEN {
            self.plain(&items.len());
            items.iter().for_each(|item| item.write(self));
        } else if items.is_empty() {
            self.token("0");
        } else {
            self.json.push(b'[');
            items.iter().for_each(|item| item.write(self));
            self.close(b']');
            self.json.push(b',');
        }
    }

    pub(super) fn map<T: Value>(&mut self, map: &HashMap<String, T>) {
        const { assert!(T::IS_TOKEN, "of maps only those of single tokens are known") };
        if map.is_empty() {
            return self.token("0");
        }
        self.json.push(b'{');
        for (name, value) in map {
            self.plain(name);
            self.replace_comma(b':');
            value.write(self);
        }
        self.close(b'}');
        self.json.push(b',');
    }

    fn close(&mut self, bracket: u8) {
        if self.json.ends_with(b",") { self.replace_comma(bracket) } else { self.json.push(bracket) }
    }

    fn replace_comma(&mut self, byte: u8) {
        self.json.pop();
        self.json.push(byte);
    }

    /// The value in Node.
    ///
    /// # Errors
    /// If Node has no memory for it, or ends.
    ///
    /// # Safety
    /// `env` is an environment of this thread that has not ended.
    pub unsafe fn into_value(self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let Self { json, bytes, taker } = self;
        let mut arguments = Vec::with_capacity(1 + bytes.len());
        arguments.push(string(env, json)?);
        let mut value = null_mut();
        for bytes in bytes {
            let (start, length) = (bytes.as_ptr().cast(), bytes.len());
            check_status!(unsafe { sys::napi_create_buffer_copy(env, length, start, null_mut(), &mut value) })?;
            arguments.push(value);
        }
        let reader = reader(env, taker)?;
        let status =
            unsafe { sys::napi_call_function(env, reader, reader, arguments.len(), arguments.as_ptr(), &mut value) };
        if status != sys::Status::napi_ok {
            unsafe { sys::napi_get_and_clear_last_exception(env, &mut null_mut()) };
            check_status!(status)?;
        }
        Ok(value)
    }
}

/// A value, as the text of its tokens: where every call counts, JavaScript itself gives it to the [`Reader`].
pub struct Written<T>(Text, PhantomData<T>);

impl<T: Value> From<T> for Written<T> {
    fn from(value: T) -> Self {
        Self(Text::of(&value), PhantomData)
    }
}

impl<T> ToNapiValue for Written<T> {
    unsafe fn to_napi_value(env: sys::napi_env, written: Self) -> napi::Result<sys::napi_value> {
        string(env, written.0.json)
    }
}

/// The function that makes values of their text. There are no bytes in them.
pub struct Reader<T>(PhantomData<T>);

impl<T> Default for Reader<T> {
    fn default() -> Self {
        Self(PhantomData)
    }
}

impl<T: Value> ToNapiValue for Reader<T> {
    unsafe fn to_napi_value(env: sys::napi_env, _reader: Self) -> napi::Result<sys::napi_value> {
        reader(env, T::taken)
    }
}

fn string(env: sys::napi_env, json: Vec<u8>) -> napi::Result<sys::napi_value> {
    let (json, mut value) = (ascii(json), null_mut());
    let (start, length) = (json.as_ptr().cast(), json.len().cast_signed());
    check_status!(unsafe { sys::napi_create_string_latin1(env, start, length, &mut value) })?;
    Ok(value)
}

/// The same JSON in ASCII alone: Node need not look for characters where there are only bytes, and parses half as many.
fn ascii(json: Vec<u8>) -> Vec<u8> {
    if json.is_ascii() {
        return json;
    }
    let mut ascii = Vec::with_capacity(2 * json.len());
    for character in String::from_utf8_lossy(&json).chars() {
        if character.is_ascii() {
            ascii.push(character as u8);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            let digit = |shift: u32| b"0123456789abcdef"[usize::from(*unit >> shift & 15)];
            ascii.extend([b'\\', b'u', digit(12), digit(8), digit(4), digit(0)]);
        }
    }
    ascii
}

/// An expression of JavaScript that takes the tokens of a value, and is the value.
pub struct Taken {
    expression: String,
    may_be_absent: bool,
}

impl Taken {
    pub(super) fn new(expression: impl Into<String>) -> Self {
        Self { expression: expression.into(), may_be_absent: false }
    }

    /// The same value, or the token `null` in place of its tokens.
    pub(super) fn or_absent(self) -> Self {
        Self { may_be_absent: true, ..self }
    }

    fn expression(self) -> String {
        if self.may_be_absent { format!("(v[p]===null?(p++,null):{})", self.expression) } else { self.expression }
    }
}

/// Functions of JavaScript that take the tokens `v` from the position `p` on, and bytes from `b`.
#[derive(Default)]
pub struct Code {
    functions: Vec<(TypeId, String)>,
}

/// The expression for a value that is one token.
pub(super) const TOKEN: &str = "v[p++]";

impl Code {
    /// What takes a type of this name, by a function that is written once, however often the type occurs in itself.
    pub fn function<T: 'static>(&mut self, body: impl FnOnce(&mut Self) -> String) -> Taken {
        let id = TypeId::of::<T>();
        let known = self.functions.iter().position(|(known, _)| *known == id);
        let index = known.unwrap_or_else(|| {
            let index = self.functions.len();
            self.functions.push((id, String::new()));
            self.functions[index].1 = body(self);
            index
        });
        Taken::new(format!("f{index}()"))
    }

    /// The body of a function that makes an object. Members that are absent are left out; the order stays.
    pub fn object(
        discriminant: Option<(&str, &str)>,
        members: impl IntoIterator<Item = (&'static str, Taken)>,
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
        for (name, Taken { expression, may_be_absent }) in members {
            let unless_absent = if may_be_absent { "if(v[p]===null)p++;else " } else { "" };
            body += &format!("{unless_absent}o.{name}={expression};");
        }
        body + "return o"
    }

    /// The body of a function that makes the variant whose number is the first token.
    pub fn variants(bodies: impl IntoIterator<Item = String>) -> String {
        let cases = bodies.into_iter().enumerate().map(|(number, body)| format!("case {number}:{{{body}}}"));
        format!("switch({TOKEN}){{{}}}", cases.collect::<String>())
    }

    pub(super) fn date() -> Taken {
        Taken::new(format!("new Date({TOKEN}*{MINUTE}+{TOKEN})"))
    }

    pub(super) fn array<T: Value>(&mut self) -> Taken {
        if T::IS_TOKEN {
            return Taken::new(format!("({TOKEN}||[])"));
        }
        self.function::<Vec<T>>(|code| {
            let item = T::taken(code).expression();
            format!("const a=[];for(let n={TOKEN};n>0;n--)a.push({item});return a")
        })
    }

    /// A function that takes a whole text.
    fn script(taker: Taker) -> String {
        let mut code = Self::default();
        let value = taker(&mut code).expression();
        let mut script = "(()=>{const{parse}=JSON;let v,p,b;".to_owned();
        for (index, (_, body)) in code.functions.iter().enumerate() {
            let _ = write!(script, "function f{index}(){{{body}}}");
        }
        // Nothing is kept until the next one comes.
        script + &format!("return(text,...bytes)=>{{v=parse(text);p=0;b=bytes;const o={value};v=b=null;return o}}}})()")
    }
}

/// The readers of an environment.
type Readers = HashMap<Taker, sys::napi_ref>;

thread_local! {
    /// Of each environment of this thread.
    static READERS: RefCell<Vec<(sys::napi_env, Readers)>> = const { RefCell::new(Vec::new()) };
}

/// The function that takes the tokens of a type, made once for each environment.
fn reader(env: sys::napi_env, taker: Taker) -> napi::Result<sys::napi_value> {
    let mut function = null_mut();
    let of_env = |readers: &Vec<(sys::napi_env, Readers)>| readers.iter().position(|(known, _)| *known == env);
    let known = READERS.with_borrow(|readers| of_env(readers).and_then(|index| readers[index].1.get(&taker).copied()));
    if let Some(reference) = known {
        check_status!(unsafe { sys::napi_get_reference_value(env, reference, &mut function) })?;
        return Ok(function);
    }
    let (mut source, mut reference) = (null_mut(), null_mut());
    let script = Code::script(taker);
    let (start, length) = (script.as_ptr().cast(), script.len().cast_signed());
    check_status!(unsafe { sys::napi_create_string_utf8(env, start, length, &mut source) })?;
    check_status!(unsafe { sys::napi_run_script(env, source, &mut function) })?;
    check_status!(unsafe { sys::napi_create_reference(env, function, 1, &mut reference) })?;
    if READERS.with_borrow(|readers| of_env(readers).is_none()) {
        // Another environment may come to have the same address.
        check_status!(unsafe { sys::napi_add_env_cleanup_hook(env, Some(forget), env.cast()) })?;
        READERS.with_borrow_mut(|readers| readers.push((env, Readers::new())));
    }
    READERS.with_borrow_mut(|readers| {
        if let Some(index) = of_env(readers) {
            readers[index].1.insert(taker, reference);
        }
    });
    Ok(function)
}

/// Node has ended the environment, and its references with it.
unsafe extern "C" fn forget(env: *mut c_void) {
    // The thread may be ending too.
    let _ = READERS.try_with(|readers| {
        if let Ok(mut readers) = readers.try_borrow_mut() {
            readers.retain(|(known, _)| known.cast() != env);
        }
    });
}
