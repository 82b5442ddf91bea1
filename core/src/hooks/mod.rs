//! The handlers of an app for requests of the platform: events, start requests and dynamic actions.
//!
//! [`Receiver`] decides what happens to a request, from its head to its response, without I/O: which senders are accepted, which
//! handler is called, how repeated events are recognized, what is answered, recorded and logged. The code that has the connection,
//! the dedupe store, the inbox and the handlers does what it asks for:
//!
//! ```text
//! begin(method, path, headers, peer) ──> Answer
//!   └──> NeedBody ── read(body) ──> Remember, Forget   a dedupe store of the caller
//!                                   Store              an inbox
//!                                   Event, Start, DynamicAction ── handled(…), failed(…) ──> Answer
//! ```
//!
//! ```
//! use std::sync::Arc;
//!
//! use open_platform::hooks::{Begin, Receiver, Step};
//! use open_platform::webhook::{IdentificationKey, KeyRing, Webhooks};
//!
//! # fn main() -> open_platform::Result<()> {
//! let keys = KeyRing::new([IdentificationKey::new("2026-11", "the-key-from-the-console")])?;
//! let receiver = Arc::new(Receiver::new(Webhooks::new(keys)));
//! receiver.register("user_access_revocation")?;
//!
//! let headers = [("Authorization", "the-key-from-the-console"), ("Content-Type", "application/json")];
//! let body = br#"{"type":"USER_ACCESS_REVOCATION","user_access_revocation":{"user_id":"u1"}}"#;
//! let Begin::Body(request) = receiver.begin("POST", "/events", &headers, None) else { panic!("refused") };
//! let Step::Event(delivery, handling) = request.read(&body[..]) else { panic!("not a new event") };
//! assert_eq!(delivery.event.kind(), "USER_ACCESS_REVOCATION");
//! let Step::Answer(answer) = handling.handled() else { panic!("only a dedupe store has further steps") };
//! assert_eq!(answer.reply.status, 200);
//! # Ok(())
//! # }
//! ```
//!
//! In Rust, [`Hooks`] does that, with typed handlers.
//!
//! | file | contents |
//! |---|---|
//! | `receiver` | [`Receiver`]: the settings, and the checks of a head |
//! | `exchange` | the states of a request after that |
//! | `dedupe` | the states while the dedupe store is asked |
//! | `guard` | the limits of a handler |
//! | `hints` | the source of a handler that is missing, for the log |
//! | `app`, `context` | [`Hooks`]: the handlers of an app in Rust, and what they get |
//! | `service` | [`Hooks`] behind a web server |
//! | `shared`, `state_cell` | the states for other languages |

mod app;
mod context;
mod dedupe;
mod exchange;
mod guard;
mod hints;
mod receiver;
#[cfg(feature = "http")]
mod service;
#[cfg(any(feature = "ffi", test))]
mod shared;
#[cfg(any(feature = "ffi", test))]
mod state_cell;

pub use app::Hooks;
pub(crate) use app::write;
pub use context::{ChatbotMessage, Context, MalformedEvent, Payload, ReplyMessage, UnknownEvent, check_reply};
pub use dedupe::{Forget, Remember};
pub use exchange::{HandleAction, HandleEvent, HandleStart, HookLog, HookResponse, NeedBody, Step, Store};
pub(crate) use guard::{Running, guarded};
pub use hints::Language;
pub use receiver::{Begin, Receiver, RequestKind, handlers};
#[cfg(feature = "ffi")]
pub use receiver::{dedupe_beside_inbox, second_handler};
#[cfg(feature = "http")]
pub use service::HooksService;
#[cfg(any(feature = "ffi", test))]
pub use shared::{HookExchange, HookStep, check_handler_timeout};
#[cfg(any(feature = "ffi", test))]
pub(crate) use state_cell::{StateCell, wrong_state};
