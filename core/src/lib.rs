//! Client for the Open Platform of a classifieds marketplace: OAuth 2.0, posts, image upload, add-ons made of widgets,
//! semantic data, chat messages with buttons, webhook events, and the old forms of all of them.
//!
//! # The floors, from the ground up
//!
//! Each module uses only those above it in this list.
//!
//! | module | what lives there |
//! |---|---|
//! | [`error`], [`Secret`], [`id`], [`json`], [`clock`] | one error tree, credentials that never show, identifiers, JSON as the platform writes it, time |
//! | [`model`] | data: posts, widgets, messages, events, and the old forms. No I/O |
//! | [`scope`], [`endpoint`] | the platform as a table: the only place where an endpoint or a scope is written down |
//! | [`migrate`] | old forms to new, with a report |
//! | [`transport`] | one request, one answer; reqwest by default |
//! | [`policy`] | retry, backoff and budget as pure decisions |
//! | [`webhook`] | requests from the platform to the app: proof, parsing, answers |
//! | [`client`] | [`OpenPlatform`]: configuration and the one way every call goes |
//! | [`oauth`], [`session`] | login; grants that stay alive |
//! | [`api`] | one file per area of the platform, as [`model`] has |

pub mod api;
pub mod client;
pub mod clock;
pub mod endpoint;
pub mod error;
pub mod id;
pub mod json;
pub mod migrate;
pub mod model;
pub mod oauth;
pub mod policy;
pub mod scope;
pub mod session;
pub mod transport;
pub mod webhook;

mod call;
mod secret;

pub use client::OpenPlatform;
pub use error::{Error, Result};
pub use id::{BusinessToken, ConversationId, Phone, PostToken, RecordId, UserId};
pub use json::Json;
pub use scope::Scope;
pub use secret::Secret;

/// The examples of the README, compiled as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
