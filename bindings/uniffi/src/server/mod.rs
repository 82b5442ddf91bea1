//! The parts that need a secret or a long-running process. They are not in the library for phones.

mod calls;
mod client;
mod forms;
mod gateway;
mod grants;
mod hooks;
mod inbox;
mod keeper;
mod login;
mod notices;
mod oauth;
pub(crate) mod observe;
mod raw;
mod stores;
mod webhooks;
