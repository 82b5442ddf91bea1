//! Errors of the core. JavaScript gets the whole report as a plain object, and `packages/node` makes the class of it: an
//! add-on cannot throw a class that is written in TypeScript.

use napi::{Env, Status};
use open_platform::Error;

/// Throws the report of an error.
pub(crate) fn raise<E: Into<Error>>(env: Env) -> impl FnOnce(E) -> napi::Error {
    move |error| match env.throw(error.into().report()) {
        Ok(()) => napi::Error::from_status(Status::PendingException),
        Err(broken) => broken,
    }
}
