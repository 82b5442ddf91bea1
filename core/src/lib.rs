//! Client for the Open Platform of a classifieds marketplace: OAuth 2.0, posts, image upload, add-ons made of widgets,
//! semantic data, chat messages with buttons, webhook events, and the deprecated (legacy) forms of all of them.
//!
//! # First program
//!
//! It reads a post, asks the post's owner for permission, and adds a widget to the post. The credentials come from the
//! environment: [`Builder::from_env`](client::Builder::from_env) lists the variables. Calls need a
//! [Tokio](https://tokio.rs) runtime.
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
//!     println!("Open {} and paste the address that the browser is redirected to:", login.url);
//!     let mut address = String::new();
//!     std::io::stdin().read_line(&mut address)?;
//!
//!     match platform.oauth().callback(address.trim(), "session-of-the-browser").await? {
//!         LoginOutcome::Granted { grant, .. } => {
//!             let addon = PostAddon::new().widget(TitleRow::new("Inspected"));
//!             platform.user(grant).addons().create_on_post(&post.token, addon).await?;
//!         }
//!         LoginOutcome::Denied => println!("The user denied access."),
//!     }
//!     Ok(())
//! }
//! ```
//!
//! # In a web server
//!
//! [`OpenPlatform::login`] makes the routes of a login, [`OpenPlatform::hooks`] those of the platform's requests: events, start requests
//! and dynamic actions. Both are services of `tower`, for axum and other servers:
//!
//! ```no_run
//! use axum::Router;
//! use open_platform::hooks::ChatbotMessage;
//! use open_platform::login::{LoginGranted, LoginReply};
//! use open_platform::{OpenPlatform, Scope};
//!
//! #[tokio::main]
//! async fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let platform = OpenPlatform::from_env()?;
//!     let login = platform.login([Scope::user_id(), Scope::offline_access()], async |login: LoginGranted, _request| {
//!         println!("store {}", login.grant);
//!         Ok(LoginReply::redirect("/welcome"))
//!     })?;
//!     let hooks = platform.hooks()?.on(async |message: ChatbotMessage, context| {
//!         context.reply(format!("You said: {}", message.0.text().unwrap_or_default())).await?;
//!         Ok(())
//!     });
//!     // Links go to /oauth/login. In the platform's console: /oauth/callback and /hooks/events.
//!     let app = Router::new().nest_service("/oauth", login.service()).nest_service("/hooks", hooks.service());
//!     axum::serve(tokio::net::TcpListener::bind("127.0.0.1:8000").await?, app).await?;
//!     Ok(())
//! }
//! ```
//!
//! # Error handling
//!
//! Every failure is an [`Error`], and its text says what to do next. Apps usually distinguish these cases:
//!
//! ```
//! use open_platform::error::{ApiErrorKind, Error, OAuthError};
//!
//! fn advice(error: &Error) -> &'static str {
//!     match error {
//!         Error::OAuth(OAuthError::ReauthRequired { .. }) => "ask the user to log in again",
//!         Error::OAuth(OAuthError::RefreshUnavailable { .. }) => "try again later, the user is still logged in",
//!         Error::Api(api) if api.kind == ApiErrorKind::MissingScope && !api.needs_scopes.is_empty() => {
//!             "ask the user for one of api.needs_scopes"
//!         }
//!         Error::Api(api) if api.kind == ApiErrorKind::MissingScope => {
//!             "give the API key the permission, or check whose post it is"
//!         }
//!         Error::AmbiguousOutcome(_) => "the write may have succeeded: the text says whether to send it again",
//!         Error::InvalidInput { .. } => "correct the value; nothing was sent",
//!         _ => "log it",
//!     }
//! }
//! # assert_eq!(advice(&OAuthError::ReauthRequired { reason: String::new(), cause: None }.into()), "ask the user to log in again");
//! ```
//!
//! # Modules
//!
//! Each module imports only modules that are listed before it. `tests/layers.rs` checks this.
//!
//! | modules | contents |
//! |---|---|
//! | `background`, `blocking`, `clock`, `digest`, `lock`, `loopback`, `notice`, `json_value` | time, threads, hashes, locks, warnings, JSON values: nothing here is specific to the platform |
//! | `error`, `error_classes`, `environment`, `secret`, `random`, `id`, `json`, `ffi` | the error types, the classes of errors in other languages, credentials, identifiers, JSON in the platform's form, conversion of values for other languages |
//! | `model` | data types: posts, widgets, messages, subscriptions. No I/O |
//! | `legacy` | the deprecated forms of add-ons, widgets, messages and verifications. No I/O |
//! | `schema` | the check of a submission by the form of its category |
//! | `scope`, `endpoint` | scopes, and the type of a row of the endpoint table |
//! | `live`, `methods` | the operations of the live platform, and the methods of other languages as data |
//! | `response_cache`, `gateway_reply` | responses that are used again for a time; errors that the backend of a phone reports |
//! | `transport`, `policy`, `observe` | sending one request and reading one response; the decisions about retry, backoff and retry budget, without I/O; records of what happens |
//! | `media`, `multipart` | files to upload: reading them, their formats and sizes, the progress of an upload, and forms with files |
//! | `stores`, `logins` | the store trait, its implementations and encryption; pending logins |
//! | `webhook` | requests from the platform to the app: verification, the received events and start requests, responses |
//! | `config`, `naming`, `call` | the checked configuration; names of members and settings in the errors of other languages; the steps that every call goes through |
//! | `token`, `session` | the token endpoint; stored grants and their refresh |
//! | `client`, `check` | [`OpenPlatform`] and its configuration, and the check whether its settings can work |
//! | `oauth` | login |
//! | `subscriptions`, `grants` | what an app can see and do with its grants and their event subscriptions |
//! | `api` | one file per area of the platform, as in [`model`]; each method contains its row of the endpoint table |
//! | `requirements` | the scopes and permissions that an app needs for its calls |
//! | `migrate` | conversion of legacy forms to the current ones, with a report |
//! | `keeper` | refreshes grants and renews subscriptions in the background, and reports |
//! | `inbox` | a durable queue of received events |
//! | `hooks` | the handlers of an app for requests of the platform, and the steps from a request to its response |
//! | `login` | the routes of a login in a web server, and the steps from a request to its response |
//! | `app` | an app on a phone, without credentials, and the part of its backend that it calls |
//! | `testing` | unit tests without sockets: a scripted transport and a clock that the test advances |
//! | `ffi_types` | methods of single data types in other languages, the lists of the types that calls take and return, and the settings of a client by name |
//!
//! The features `sqlite`, `postgres` and `redis` add persistent stores: [`stores::open_store`].
//! The features `python`, `node` and `uniffi` export the data types to other languages: the module `ffi`.

// Node-API works with raw pointers. No other feature needs `unsafe`.
#![cfg_attr(not(feature = "node"), forbid(unsafe_code))]

pub mod api;
pub mod app;
pub mod client;
pub mod clock;
pub mod endpoint;
pub mod error;
#[doc(hidden)]
pub mod error_classes;
pub mod grants;
pub mod hooks;
pub mod id;
pub mod inbox;
pub mod json;
pub mod keeper;
pub mod legacy;
pub mod live;
pub mod login;
#[doc(hidden)]
pub mod methods;
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
mod check;
mod config;
#[doc(hidden)]
pub mod digest;
mod environment;
#[cfg(feature = "ffi")]
#[doc(hidden)]
pub mod ffi;
#[cfg(feature = "ffi")]
#[doc(hidden)]
pub mod ffi_types;
mod gateway_reply;
mod json_value;
mod lock;
mod logins;
mod loopback;
mod media;
mod multipart;
#[doc(hidden)]
pub mod naming;
#[doc(hidden)]
pub mod notice;
mod random;
mod requirements;
mod response_cache;
mod schema;
mod secret;
mod token;

// The macro `ffi::data` refers to this crate by this name, here as in `bindings/`.
#[cfg(feature = "ffi")]
extern crate self as open_platform;

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();

pub use client::OpenPlatform;
pub use error::{Error, Result};
pub use id::{BusinessToken, ConversationId, GrantKey, Phone, PostToken, RecordId, UserId};
pub use json::Json;
pub use requirements::{Alternative, Requirements, required_scopes};
pub use scope::Scope;
pub use secret::{Secret, SecretError, SecretSource};

/// The examples of the README, compiled as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The program of `docs/observe.md`, which runs as a documentation test.
#[cfg(doctest)]
#[doc = include_str!("../../docs/observe.md")]
struct Observe;
