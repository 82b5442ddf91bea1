//! The add-on of the package for Node: data types, pure functions, receivers and calls of the core.
//!
//! Nothing is decided here. Every function is one call of the core; builders, defaults, classes of errors and idiom are
//! in `packages/node`.
//!
//! Functions catch panics (`catch_unwind`): a panic that leaves one would end the process.
//!
//! napi gives every exported type its own glue, so importing this crate is all it takes to export the data types.

mod app;
mod calls;
mod checks;
mod client;
mod errors;
mod forms;
mod inbox;
mod keeper;
mod login;
mod notices;
mod requests;
mod settings;
mod stores;
mod tables;
mod testing;
mod webhooks;
