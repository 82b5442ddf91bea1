//! Writing: from a value to the JSON text of the object that JavaScript shall have.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::ptr::null_mut;

use chrono::{DateTime, Utc};
use napi::{check_status, sys};

use super::Value;

/// The JSON text of a value, and what to put into it once Node has parsed it.
pub struct Text {
    /// Begins with the bracket of the array that [`READER`] takes, so that the text need not be copied for it.
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
        let mut text = Self::with_room(512);
        value.write(&mut text);
        text
    }

    fn with_room(bytes: usize) -> Self {
        let mut json = Vec::with_capacity(bytes);
        json.push(b'[');
        Self { json, place: Vec::new(), inserts: Vec::new() }
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
        let texts: Vec<_> = texts.into_iter().collect();
        let mut whole = Self::with_room(texts.iter().map(|part| part.json.len()).sum::<usize>() + 512);
        whole.items(texts, |whole, part| {
            whole.json.extend_from_slice(&part.json[1..]);
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
        let (text, bytes) = self.into_text();
        let (mut value, mut arguments) = (null_mut(), Vec::with_capacity(1 + bytes.len()));
        // Node need not look for characters where there are only bytes.
        let create = if text.is_ascii() { sys::napi_create_string_latin1 } else { sys::napi_create_string_utf8 };
        check_status!(unsafe { create(env, text.as_ptr().cast(), text.len().cast_signed(), &mut value) })?;
        arguments.push(value);
        for bytes in bytes {
            let (start, length) = (bytes.as_ptr().cast(), bytes.len());
            check_status!(unsafe { sys::napi_create_buffer_copy(env, length, start, null_mut(), &mut value) })?;
            arguments.push(value);
        }
        let reader = reader(env)?;
        let status =
            unsafe { sys::napi_call_function(env, reader, reader, arguments.len(), arguments.as_ptr(), &mut value) };
        if status != sys::Status::napi_ok {
            unsafe { sys::napi_get_and_clear_last_exception(env, &mut null_mut()) };
            check_status!(status)?;
        }
        Ok(value)
    }

    /// The text that [`READER`] takes: an array of the value, and of what to put into it: `[kind, payload, ...place]`.
    fn into_text(mut self) -> (Vec<u8>, Vec<Vec<u8>>) {
        let inserts = std::mem::take(&mut self.inserts);
        let mut text = self;
        let mut bytes = Vec::new();
        for (place, insert) in inserts {
            text.raw(",[");
            match insert {
                Insert::Date(milliseconds) => {
                    text.raw("0,");
                    milliseconds.write(&mut text);
                }
                Insert::Bytes(value) => {
                    bytes.push(value);
                    text.raw("1,");
                    i64::try_from(bytes.len()).unwrap_or_default().write(&mut text);
                }
                Insert::Undefined => text.raw("2,0"),
            }
            for step in &place {
                text.raw(",");
                match step {
                    Step::Member(name) => text.string(name),
                    Step::Key(name) => text.string(name),
                    Step::Item(index) => index.write(&mut text),
                }
            }
            text.raw("]");
        }
        text.raw("]");
        (text.json, bytes)
    }
}

/// Parses the text, and puts in what JSON does not have. Bytes come as further arguments. In JavaScript this takes a tenth
/// of what it takes from outside.
const READER: &str = "(() => {
  const { parse } = JSON
  return function () {
    const root = parse(arguments[0])
    for (let i = 1; i < root.length; i++) {
      const insert = root[i]
      let object = root
      let step = 0
      for (let j = 2; j < insert.length; j++) {
        object = object[step]
        step = insert[j]
      }
      const kind = insert[0]
      const payload = insert[1]
      object[step] = kind === 0 ? new Date(payload) : kind === 1 ? arguments[payload] : undefined
    }
    return root[0]
  }
})()";

thread_local! {
    /// The reader of each environment of this thread.
    static READERS: RefCell<Vec<(sys::napi_env, sys::napi_ref)>> = const { RefCell::new(Vec::new()) };
}

/// The function that [`READER`] is, made once for each environment.
fn reader(env: sys::napi_env) -> napi::Result<sys::napi_value> {
    let mut function = null_mut();
    let known = READERS.with_borrow(|readers| readers.iter().find(|(known, _)| *known == env).map(|(_, it)| *it));
    if let Some(reference) = known {
        check_status!(unsafe { sys::napi_get_reference_value(env, reference, &mut function) })?;
        return Ok(function);
    }
    let (mut source, mut reference) = (null_mut(), null_mut());
    let (start, length) = (READER.as_ptr().cast(), READER.len().cast_signed());
    check_status!(unsafe { sys::napi_create_string_utf8(env, start, length, &mut source) })?;
    check_status!(unsafe { sys::napi_run_script(env, source, &mut function) })?;
    check_status!(unsafe { sys::napi_create_reference(env, function, 1, &mut reference) })?;
    // Another environment may come to have the same address.
    check_status!(unsafe { sys::napi_add_env_cleanup_hook(env, Some(forget), env.cast()) })?;
    READERS.with_borrow_mut(|readers| readers.push((env, reference)));
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
