//! The native add-on of the Node package: data types, functions, webhooks and calls of the core.
//!
//! It contains no logic: every function calls the core. Builders, defaults, error classes and idiom are in `packages/node`.
//!
//! Functions catch panics (`catch_unwind`): a panic that leaves one would end the process.
//!
//! napi registers every exported type itself, so linking the core crate is enough to export its data types.

mod app;
mod calls;
mod client;
mod decoders;
mod errors;
mod functions;
mod hooks;
mod inbox;
mod keeper;
mod login_routes;
mod methods;
mod notices;
mod observe;
mod requests;
mod settings;
mod stores;
mod streams;
mod testing;
mod webhooks;
