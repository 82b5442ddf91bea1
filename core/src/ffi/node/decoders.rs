//! The JavaScript functions that decode values, and what they have to agree on with the encoder.
//!
//! The generator of the packages writes them from the definitions of the data types (`packages/node/src/decoders.ts`),
//! and the package registers a function that finds them. It is asked for a decoder by the type, as `[GrantInfo]`, and
//! by a fingerprint of the type's layout, so that a package never decodes what another version has encoded.

use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::c_void;
use std::marker::PhantomData;
use std::ptr::null_mut;

use napi::bindgen_prelude::ToNapiValue;
use napi::{Status, check_status, sys};

use super::{Given, InvalidValue, Value};

/// Increased with every change of the encoding that no layout shows. The generator has the same number.
const FORMAT: &str = "2";

/// The method [`Value::layout`] of a type.
pub type LayoutOf = fn(&mut Layout);

/// The type of a value as the package knows it, and the layout of the data types in it.
///
/// The notation is that of `packages/generator/src/data/layout.rs`: `text`, `bool`, `whole`, `number`, `json`, `date`,
/// `bytes`, `nothing`, the name of a data type, `[item]`, `{value}` and `value?`.
#[derive(Default)]
pub struct Layout {
    kind: String,
    /// The members of the data type in `kind`, and of all types in it.
    text: String,
    depth: usize,
    known: Vec<&'static str>,
}

impl Layout {
    /// Adds a part of the notation.
    pub fn add(&mut self, part: &str) {
        if self.depth == 0 { self.kind += part } else { self.text += part }
    }

    /// Adds a data type with its variants, of which a struct has one without a word.
    pub fn data(&mut self, name: &'static str, tag: &str, variants: &[(&str, &[(&str, LayoutOf)])]) {
        self.define(name, |layout| {
            layout.add(tag);
            for (word, members) in variants {
                layout.add(&format!("({word}"));
                for (member, of) in *members {
                    layout.add(&format!(" {member}:"));
                    of(layout);
                }
                layout.add(")");
            }
        });
    }

    /// Adds a type that is one of these words, or another.
    pub fn words<'a>(&mut self, name: &'static str, words: impl Iterator<Item = &'a str>) {
        self.define(name, |layout| words.for_each(|word| layout.add(&format!("'{word}'"))));
    }

    /// The members of a type are written once, even of a recursive one.
    fn define(&mut self, name: &'static str, members: impl FnOnce(&mut Self)) {
        self.add(name);
        if !self.known.contains(&name) {
            self.known.push(name);
            self.depth += 1;
            members(self);
            self.depth -= 1;
        }
    }

    /// FNV-1a. Versions differ by accident, not by intention.
    fn fingerprint(&self) -> String {
        let step = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let hash = FORMAT.bytes().chain(self.text.bytes()).fold(0xcbf2_9ce4_8422_2325, step);
        format!("{hash:016x}")
    }
}

/// The function of the package that finds a decoder.
pub struct DecoderLookup {
    env: sys::napi_env,
    find: sys::napi_ref,
}

impl Value for DecoderLookup {
    fn read(given: Given) -> Result<Self, InvalidValue> {
        let mut find = null_mut();
        let status = unsafe { sys::napi_create_reference(given.env, given.value, 1, &mut find) };
        if status == sys::Status::napi_ok {
            Ok(Self { env: given.env, find })
        } else {
            Err(InvalidValue::new("must be a function"))
        }
    }
    crate::node_only_reads!();
}

super::named!(DecoderLookup, "Function", Function);
crate::node_crosses!(DecoderLookup);

impl DecoderLookup {
    /// Uses it for all values that this environment gets from now on.
    ///
    /// # Errors
    /// If Node has no memory for it, or is shutting down.
    pub fn register(self) -> napi::Result<()> {
        let Self { env, find } = self;
        let known = ENVIRONMENTS.with_borrow_mut(|all| {
            let index = all.iter().position(|known| known.env == env);
            all.push(Decoders { env, find, of: HashMap::new() });
            index.map(|index| all.swap_remove(index))
        });
        match known {
            // A second copy of the package in the same environment.
            Some(Decoders { find, of, .. }) => of.into_values().chain([find]).for_each(|reference| {
                unsafe { sys::napi_delete_reference(env, reference) };
            }),
            // A later environment may have the same address.
            None => check_status!(unsafe { sys::napi_add_env_cleanup_hook(env, Some(forget), env.cast()) })?,
        }
        Ok(())
    }
}

/// The decoders of one environment.
struct Decoders {
    env: sys::napi_env,
    find: sys::napi_ref,
    of: HashMap<LayoutOf, sys::napi_ref>,
}

thread_local! {
    /// The environments of this thread, of which there is rarely more than one.
    static ENVIRONMENTS: RefCell<Vec<Decoders>> = const { RefCell::new(Vec::new()) };
}

/// Node has torn down the environment and its references.
unsafe extern "C" fn forget(env: *mut c_void) {
    // The thread may be ending, too.
    let _ = ENVIRONMENTS.try_with(|all| all.try_borrow_mut().map(|mut all| all.retain(|it| it.env.cast() != env)));
}

/// The function that decodes values of a type, found once per environment.
///
/// # Errors
/// With a pending exception of the package if its decoder has another layout.
pub(super) fn decoder(env: sys::napi_env, of: LayoutOf) -> napi::Result<sys::napi_value> {
    let of_env = |it: &Decoders| (it.env == env).then(|| (it.of.get(&of).copied(), it.find));
    let known = ENVIRONMENTS.with_borrow(|all| all.iter().find_map(of_env));
    let Some((known, find)) = known else {
        return Err(napi::Error::from_reason("the package has registered no decoders"));
    };
    let (mut function, mut reference) = (null_mut(), null_mut());
    if let Some(known) = known {
        check_status!(unsafe { sys::napi_get_reference_value(env, known, &mut function) })?;
        return Ok(function);
    }
    let mut layout = Layout::default();
    of(&mut layout);
    check_status!(unsafe { sys::napi_get_reference_value(env, find, &mut function) })?;
    let arguments =
        unsafe { [String::to_napi_value(env, layout.fingerprint())?, String::to_napi_value(env, layout.kind)?] };
    let found = call(env, function, &arguments)?;
    check_status!(unsafe { sys::napi_create_reference(env, found, 1, &mut reference) })?;
    ENVIRONMENTS.with_borrow_mut(|all| {
        all.iter_mut().filter(|it| it.env == env).for_each(|it| {
            it.of.insert(of, reference);
        });
    });
    Ok(found)
}

/// Calls a function. What it throws stays pending.
pub(super) fn call(
    env: sys::napi_env,
    function: sys::napi_value,
    arguments: &[sys::napi_value],
) -> napi::Result<sys::napi_value> {
    let mut value = null_mut();
    let (count, first) = (arguments.len(), arguments.as_ptr());
    match unsafe { sys::napi_call_function(env, function, function, count, first, &mut value) } {
        sys::Status::napi_pending_exception => Err(napi::Error::from_status(Status::PendingException)),
        status => check_status!(status).map(|()| value),
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
        decoder(env, T::layout)
    }
}
