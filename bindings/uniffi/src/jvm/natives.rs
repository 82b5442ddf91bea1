//! The native methods of `NativeCalls` in `packages/kotlin`.
#![allow(unsafe_code, reason = "JNI is a table of C functions that take pointers")]

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;

use jni_sys::{JNIEnv, JNINativeMethod, jbyteArray, jclass, jint, jlong, jsize};

use super::Outcome;

/// Registers the native methods of the class, and returns 0 on success. It is called through JNA, which has loaded the library:
/// the JVM does not look up functions by name in a library that it has not loaded itself.
///
/// # Safety
/// `env` is the environment of this thread, and `class` a class with methods of these names and types.
#[unsafe(no_mangle)]
unsafe extern "C" fn open_platform_register_natives(env: *mut JNIEnv, class: jclass) -> jint {
    let method = |name: &CStr, signature: &CStr, function: *mut c_void| JNINativeMethod {
        name: name.as_ptr().cast_mut(),
        signature: signature.as_ptr().cast_mut(),
        fnPtr: function,
    };
    let methods = [
        method(c"createRuntime", c"()[B", create_runtime as *mut c_void),
        method(c"methodNumber", c"([B)I", method_number as *mut c_void),
        method(c"start", c"(IJJ[BI)[B", start as *mut c_void),
        method(c"cancel", c"(J)V", cancel as *mut c_void),
        method(c"nextBatch", c"()[B", next_batch as *mut c_void),
    ];
    let count = jint::try_from(methods.len()).unwrap_or_default();
    unsafe { ((**env).v1_1.RegisterNatives)(env, class, methods.as_ptr(), count) }
}

/// Creates the runtime. Returns null on success, or else the error.
unsafe extern "system" fn create_runtime(env: *mut JNIEnv, _class: jclass) -> jbyteArray {
    let failed = outcome_of(|| super::create_runtime().err().map(|error| Outcome::new(Err(error))));
    unsafe { array_of_outcome(env, failed) }
}

/// The number of the method with this name, or -1.
unsafe extern "system" fn method_number(env: *mut JNIEnv, _class: jclass, name: jbyteArray) -> jint {
    let name = unsafe { bytes(env, name, ((**env).v1_1.GetArrayLength)(env, name)) };
    let number = std::str::from_utf8(&name).ok().and_then(super::method_number);
    number.and_then(|number| number.try_into().ok()).unwrap_or(-1)
}

/// Makes a call. Returns null if its outcome comes later, or else the outcome.
unsafe extern "system" fn start(
    env: *mut JNIEnv,
    _class: jclass,
    method: jint,
    handle: jlong,
    id: jlong,
    arguments: jbyteArray,
    length: jint,
) -> jbyteArray {
    let arguments = unsafe { bytes(env, arguments, length) };
    let method = usize::try_from(method).unwrap_or(usize::MAX);
    let outcome = outcome_of(|| super::start(method, handle.cast_unsigned(), id, &arguments));
    unsafe { array_of_outcome(env, outcome) }
}

unsafe extern "system" fn cancel(_env: *mut JNIEnv, _class: jclass, id: jlong) {
    super::cancel(id);
}

/// Waits until calls have completed. If there is no memory for the batch, it throws an `OutOfMemoryError`, and the next call
/// returns the batch again.
unsafe extern "system" fn next_batch(env: *mut JNIEnv, _class: jclass) -> jbyteArray {
    let batch = super::next_batch();
    let array = unsafe { array(env, &batch) };
    if array.is_null() {
        super::restore(batch);
    }
    array
}

/// Converts a panic to an outcome: it must not unwind into the JVM.
fn outcome_of(body: impl FnOnce() -> Option<Outcome>) -> Option<Outcome> {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|_| Some(Outcome::panicked()))
}

/// The first `length` bytes of an array, which must have at least that length.
unsafe fn bytes(env: *mut JNIEnv, array: jbyteArray, length: jsize) -> Vec<u8> {
    let mut bytes = vec![0; usize::try_from(length).unwrap_or_default()];
    unsafe { ((**env).v1_1.GetByteArrayRegion)(env, array, 0, length, bytes.as_mut_ptr().cast()) };
    bytes
}

/// A new array with these bytes. If there is no memory for it, the result is null, and an `OutOfMemoryError` is thrown.
unsafe fn array(env: *mut JNIEnv, bytes: &[u8]) -> jbyteArray {
    let length = jsize::try_from(bytes.len()).unwrap_or(jsize::MAX);
    unsafe {
        let array = ((**env).v1_1.NewByteArray)(env, length);
        if !array.is_null() {
            ((**env).v1_1.SetByteArrayRegion)(env, array, 0, length, bytes.as_ptr().cast());
        }
        array
    }
}

unsafe fn array_of_outcome(env: *mut JNIEnv, outcome: Option<Outcome>) -> jbyteArray {
    outcome.map_or_else(null_mut, |outcome| unsafe { array(env, &outcome.to_vec()) })
}
