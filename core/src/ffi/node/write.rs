//! Writing: from a value to the JSON text of the object that JavaScript shall have.

use std::collections::HashMap;
use std::ptr::null_mut;

use chrono::{DateTime, Utc};
use napi::{check_status, sys};

use super::Value;
use super::read::json_function;

/// The JSON text of a value, and what to put into it once Node has parsed it.
#[derive(Default)]
pub struct Text {
    json: Vec<u8>,
    /// Where the writer is.
    place: Vec<Step>,
    inserts: Vec<(Vec<Step>, Insert)>,
}

/// A step from an object to its member, or from an array to its item.
#[derive(Clone)]
enum Step {
    Member(&'static str),
    Key(String),
    Item(u32),
}

/// What JSON does not have.
enum Insert {
    Date(f64),
    Bytes(Vec<u8>),
    Undefined,
}

impl Text {
    /// The text of a value.
    pub fn of(value: &impl Value) -> Self {
        let mut text = Self::default();
        value.write(&mut text);
        text
    }

    /// How large it is, with all that will be put in, in bytes.
    pub fn size(&self) -> usize {
        let bytes = |insert: &Insert| if let Insert::Bytes(bytes) = insert { bytes.len() } else { 0 };
        self.json.len() + self.inserts.iter().map(|(_, insert)| bytes(insert)).sum::<usize>()
    }

    /// Writes an object: `members` calls [`member`](Self::member) for each.
    pub fn object(&mut self, members: impl FnOnce(&mut Self)) {
        self.json.push(b'{');
        members(self);
        self.json.push(b'}');
    }

    /// Writes a member of an object, unless there is nothing to write.
    pub fn member<T: Value>(&mut self, name: &'static str, value: &T) {
        if value.is_absent() {
            return;
        }
        self.next();
        self.json.push(b'"');
        self.json.extend_from_slice(name.as_bytes());
        self.json.extend_from_slice(b"\":");
        self.inside(Step::Member(name), |text| value.write(text));
    }

    /// Writes the member that tells the variant of an enum.
    pub fn discriminant(&mut self, tag: &'static str, word: &'static str) {
        self.string(tag);
        self.json.push(b':');
        self.string(word);
    }

    /// Writes an array.
    pub fn array<'a, T: Value + 'a>(&mut self, items: impl IntoIterator<Item = &'a T>) {
        self.items(items, |text, item| item.write(text));
    }

    fn items<T>(&mut self, items: impl IntoIterator<Item = T>, write: impl Fn(&mut Self, T)) {
        self.json.push(b'[');
        for (index, item) in (0..).zip(items) {
            self.next();
            self.inside(Step::Item(index), |text| write(text, item));
        }
        self.json.push(b']');
    }

    /// Writes an array of texts that are written already.
    pub fn join(texts: impl IntoIterator<Item = Self>) -> Self {
        let mut whole = Self::default();
        whole.items(texts, |whole, part| {
            whole.json.extend_from_slice(&part.json);
            for (place, insert) in part.inserts {
                let place = whole.place.iter().cloned().chain(place).collect();
                whole.inserts.push((place, insert));
            }
        });
        whole
    }

    pub(super) fn map<T: Value>(&mut self, map: &HashMap<String, T>) {
        self.object(|text| {
            for (name, value) in map {
                text.next();
                text.string(name);
                text.json.push(b':');
                text.inside(Step::Key(name.clone()), |text| value.write(text));
            }
        });
    }

    /// Writes a string.
    pub fn string(&mut self, value: &str) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut self.json, value);
    }

    /// Writes what is JSON already.
    pub(super) fn raw(&mut self, json: &str) {
        self.json.extend_from_slice(json.as_bytes());
    }

    pub(super) fn date(&mut self, instant: DateTime<Utc>) {
        #[allow(clippy::cast_precision_loss, reason = "milliseconds of the whole calendar fit")]
        self.insert(Insert::Date(instant.timestamp_millis() as f64));
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.insert(Insert::Bytes(bytes.to_vec()));
    }

    pub(super) fn undefined(&mut self) {
        self.insert(Insert::Undefined);
    }

    fn insert(&mut self, insert: Insert) {
        self.raw("null");
        self.inserts.push((self.place.clone(), insert));
    }

    fn inside(&mut self, step: Step, write: impl FnOnce(&mut Self)) {
        self.place.push(step);
        write(self);
        self.place.pop();
    }

    fn next(&mut self) {
        if !matches!(self.json.last(), Some(b'{' | b'[')) {
            self.json.push(b',');
        }
    }

    /// The value in Node.
    ///
    /// # Errors
    /// If Node has no memory for it, or ends.
    ///
    /// # Safety
    /// `env` is an environment of this thread that has not ended.
    pub unsafe fn into_value(self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let (mut value, mut text) = (null_mut(), null_mut());
        let (start, length) = (self.json.as_ptr().cast(), self.json.len().cast_signed());
        // Node need not look for characters where there are only bytes.
        let create = if self.json.is_ascii() { sys::napi_create_string_latin1 } else { sys::napi_create_string_utf8 };
        check_status!(unsafe { create(env, start, length, &mut text) })?;
        let parse = json_function(env, c"parse")?;
        let status = unsafe { sys::napi_call_function(env, parse, parse, 1, &text, &mut value) };
        if status != sys::Status::napi_ok {
            unsafe { sys::napi_get_and_clear_last_exception(env, &mut null_mut()) };
            check_status!(status)?;
        }
        for (place, insert) in self.inserts {
            value = insert.put(env, value, &place)?;
        }
        Ok(value)
    }
}

impl Insert {
    /// Puts it into `root`, and returns the root: itself, if that is its place.
    fn put(self, env: sys::napi_env, root: sys::napi_value, place: &[Step]) -> napi::Result<sys::napi_value> {
        let value = self.make(env)?;
        let Some((last, way)) = place.split_last() else { return Ok(value) };
        let mut object = root;
        for step in way {
            let mut next = null_mut();
            check_status!(match step {
                Step::Item(index) => unsafe { sys::napi_get_element(env, object, *index, &mut next) },
                step => unsafe { sys::napi_get_property(env, object, step.name(env)?, &mut next) },
            })?;
            object = next;
        }
        check_status!(match last {
            Step::Item(index) => unsafe { sys::napi_set_element(env, object, *index, value) },
            step => unsafe { sys::napi_set_property(env, object, step.name(env)?, value) },
        })?;
        Ok(root)
    }

    fn make(self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let mut value = null_mut();
        check_status!(match self {
            Self::Date(milliseconds) => unsafe { sys::napi_create_date(env, milliseconds, &mut value) },
            Self::Bytes(bytes) => unsafe {
                sys::napi_create_buffer_copy(env, bytes.len(), bytes.as_ptr().cast(), null_mut(), &mut value)
            },
            Self::Undefined => unsafe { sys::napi_get_undefined(env, &mut value) },
        })?;
        Ok(value)
    }
}

impl Step {
    fn name(&self, env: sys::napi_env) -> napi::Result<sys::napi_value> {
        let name = match self {
            Self::Member(name) => name,
            Self::Key(name) => name.as_str(),
            Self::Item(_) => "",
        };
        let mut value = null_mut();
        let (start, length) = (name.as_ptr().cast(), name.len().cast_signed());
        check_status!(unsafe { sys::napi_create_string_utf8(env, start, length, &mut value) })?;
        Ok(value)
    }
}
