//! Errors of the core. JavaScript gets the whole report as a plain object, and `packages/node` makes the class of it: an
//! add-on cannot throw a class that is written in TypeScript.

use napi::{Env, Status};
use open_platform::Error;

/// Throws the report of an error, in the spelling of JavaScript.
pub(crate) fn raise<E: Into<Error>>(env: Env) -> impl FnOnce(E) -> napi::Error {
    move |error| throw(env, error.into().in_camel_case())
}

/// Throws the report of an error about a document of old form, whose names have one spelling in every language.
pub(crate) fn raise_as_written(env: Env) -> impl FnOnce(Error) -> napi::Error {
    move |error| throw(env, error)
}

fn throw(env: Env, error: Error) -> napi::Error {
    match env.throw(error.report()) {
        Ok(()) => napi::Error::from_status(Status::PendingException),
        Err(broken) => broken,
    }
}
