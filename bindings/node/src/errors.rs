//! Errors of the core. JavaScript gets the whole report as a plain object, from which `packages/node` creates an error: an
//! add-on cannot throw a class that is written in TypeScript.

use napi::{Env, Status};
use open_platform::Error;

/// Throws the report of an error, with the names of JavaScript.
pub(crate) fn raise<E: Into<Error>>(env: Env) -> impl FnOnce(E) -> napi::Error {
    move |error| throw(env, error.into().in_javascript())
}

/// Throws the report of an error about a document in an old format, whose names are the same in every language.
pub(crate) fn raise_as_written(env: Env) -> impl FnOnce(Error) -> napi::Error {
    move |error| throw(env, error)
}

fn throw(env: Env, error: Error) -> napi::Error {
    match env.throw(error.report()) {
        Ok(()) => napi::Error::from_status(Status::PendingException),
        Err(broken) => broken,
    }
}
