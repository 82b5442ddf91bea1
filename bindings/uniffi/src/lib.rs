//! The library under the packages for Kotlin and Swift: pure functions and receivers of the core. The data types are
//! exported by the core itself.
//!
//! Nothing is decided here. Every function is one call of the core; builders and idiom are in `packages/kotlin` and
//! `packages/swift`.

#![allow(
    clippy::result_large_err,
    reason = "a generated exception holds the report itself: other languages see no Box"
)]

uniffi::setup_scaffolding!();
uniffi::use_remote_type!(open_platform::open_platform::ffi::uniffi::DateTime);

mod app;
mod calling;
mod checks;
mod errors;
mod forms;
#[cfg(not(target_vendor = "apple"))]
mod jvm;
#[cfg(feature = "server")]
mod server;
mod settings;
mod tables;
mod testing;
