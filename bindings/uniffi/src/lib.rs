//! The native library of the packages for Kotlin and Swift. It exports the functions and clients of the core; the core itself
//! exports the data types.
//!
//! A panic ends the process in a function of Swift that does not throw. So a function returns a `Result`, although it cannot fail
//! otherwise, unless it is listed in `bindgen/src/panics.rs`: it only reads or keeps a value, or the core catches what happens in it.
//!
//! It has no logic: every function is one call of the core. Builders and the idiom of the languages are in `packages/kotlin`
//! and `packages/swift`.

#![allow(
    clippy::result_large_err,
    reason = "generated exceptions contain the report itself: a `Box` cannot be exported"
)]
#![allow(clippy::too_many_arguments, reason = "they are named arguments in Kotlin and Swift")]

uniffi::setup_scaffolding!();
uniffi::use_remote_type!(open_platform::open_platform::ffi::uniffi::DateTime);

mod app;
mod calling;
mod errors;
mod functions;
#[cfg(not(target_vendor = "apple"))]
mod jvm;
mod methods;
mod runtime;
#[cfg(feature = "server")]
mod server;
mod settings;
mod testing;
