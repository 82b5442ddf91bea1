//! Client for the Open Platform of a classifieds marketplace: OAuth 2.0, posts, image upload, add-ons made of widgets,
//! semantic data, chat messages with buttons, webhook events, and the old forms of all of them.
//!
//! # First program
//!
//! It reads a post, asks its owner for leave, and puts a line on it. The credentials come from the environment:
//! [`Builder::from_env`](client::Builder::from_env) names the variables. Calls need a [Tokio](https://tokio.rs) runtime.
//!
//! ```no_run
//! use open_platform::model::{addon::PostAddon, widget::TitleRow};
//! use open_platform::oauth::LoginOutcome;
//! use open_platform::{OpenPlatform, Scope};
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let platform = OpenPlatform::from_env()?;
//!     let post = platform.posts().get("gZd7omnS").await?;
//!     println!("{:?} in {}", post.title()?, post.city);
//!
//!     let scopes = [Scope::post_addon_create(&post.token), Scope::offline_access()];
//!     let login = platform.oauth().authorize(scopes, "session-of-the-browser").await?;
//!     println!("Open {} and paste the address you come back to:", login.url);
//!     let mut address = String::new();
//!     std::io::stdin().read_line(&mut address)?;
//!
//!     match platform.oauth().callback(address.trim(), "session-of-the-browser").await? {
//!         LoginOutcome::Granted { grant, .. } => {
//!             let addon = PostAddon::new().widget(TitleRow::new("Inspected"));
//!             platform.user(grant).addons().create_on_post(&post.token, addon).await?;
//!         }
//!         LoginOutcome::Denied => println!("The user said no."),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # What to do about an error
//!
//! Every failure is an [`Error`], and its text says what to do next. Apps usually tell these apart:
//!
//! ```
//! use open_platform::error::{ApiErrorKind, Error, OAuthError};
//!
//! fn advice(error: &Error) -> &'static str {
//!     match error {
//!         Error::OAuth(OAuthError::ReauthRequired { .. }) => "send the user to the login again",
//!         Error::OAuth(OAuthError::RefreshUnavailable { .. }) => "try again later, the user is still logged in",
//!         Error::Api(api) if api.kind == ApiErrorKind::MissingScope => "ask the user for api.needs_scopes",
//!         Error::AmbiguousOutcome(_) => "it may have happened: look before you send it again",
//!         Error::InvalidInput { .. } => "mend the value, nothing was sent",
//!         _ => "log it",
//!     }
//! }
//! # assert_eq!(advice(&OAuthError::ReauthRequired { reason: String::new() }.into()), "send the user to the login again");
//! ```
//!
//! # Modules
//!
//! Each module uses only those before it in this list. `tests/layers.rs` reads the imports and compares.
//!
//! | modules | what lives there |
//! |---|---|
//! | `background`, `blocking`, `clock`, `digest`, `loopback`, `notice`, `secret`, `json_value` | time, secrets, threads: what knows nothing of the platform |
//! | `error`, `environment`, `random`, `id`, `json`, `ffi` | one error tree, identifiers, JSON as the platform writes it, how values cross into other languages |
//! | `model` | data: posts, widgets, messages, events, and the old forms. No I/O |
//! | `scope`, `endpoint` | scopes, and what a row of the endpoint table is |
//! | `transport`, `policy`, `observe` | one request, one answer; retry, backoff and budget as pure decisions; records of what happens |
//! | `stores`, `logins` | the trait of a store, the stores there are, and their encryption; logins under way |
//! | `webhook` | requests from the platform to the app: proof, parsing, answers |
//! | `config`, `call` | the checked configuration; the one way every call goes |
//! | `token`, `session` | the token endpoint; grants that stay alive |
//! | `client` | [`OpenPlatform`] and its configuration |
//! | `oauth` | login |
//! | `subscriptions`, `grants` | what an app sees and does with its grants and their event subscriptions |
//! | `api` | one file per area of the platform, as [`model`] has; each method holds its row of the endpoint table |
//! | `migrate` | old forms to new, with a report |
//! | `keeper` | refreshes and renews without traffic, and reports |
//! | `app` | an app on a phone, without any secret, and the part of its backend that it talks to |
//! | `inbox` | events kept until they are handled |
//! | `testing` | unit tests without sockets: a scripted transport and a clock that is moved by hand |
//! | `ffi_types` | methods of single data types in other languages |
//!
//! The features `sqlite`, `postgres` and `redis` bring stores that outlive the process: [`stores::open_store`].
//! The features `python`, `node` and `uniffi` let the data types cross into other languages: the module `ffi`.

// Node's API is made of raw pointers; nothing else needs `unsafe`.
#![cfg_attr(not(feature = "node"), forbid(unsafe_code))]

pub mod api;
pub mod app;
pub mod client;
pub mod clock;
pub mod endpoint;
pub mod error;
pub mod grants;
pub mod id;
pub mod inbox;
pub mod json;
pub mod keeper;
pub mod migrate;
pub mod model;
pub mod oauth;
pub mod observe;
pub mod policy;
pub mod scope;
mod session;
pub mod stores;
pub mod subscriptions;
pub mod testing;
pub mod transport;
pub mod webhook;

mod background;
mod blocking;
mod call;
mod config;
mod digest;
mod environment;
#[cfg(feature = "ffi")]
#[doc(hidden)]
pub mod ffi;
#[cfg(feature = "ffi")]
mod ffi_types;
mod json_value;
mod logins;
mod loopback;
#[doc(hidden)]
pub mod notice;
mod random;
mod secret;
mod token;

// `ffi::data` names this crate the same way here and in `bindings/`.
#[cfg(feature = "ffi")]
extern crate self as open_platform;

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();

pub use client::OpenPlatform;
pub use error::{Error, Result};
pub use id::{BusinessToken, ConversationId, GrantKey, Phone, PostToken, RecordId, UserId};
pub use json::Json;
pub use scope::Scope;
pub use secret::{Secret, SecretSource};

/// The examples of the README, compiled as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The program of `docs/observe.md`, which runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/observe.md")]
struct Observe;
