//! App mode: the platform for an app on a phone, which must not hold credentials.
//!
//! The user of a phone can read everything on it. Therefore the API key, the client secret and the platform's tokens
//! are never on the phone. The phone has an [`OpenPlatformApp`], the developer's backend has an [`AppGateway`]:
//!
//! ```text
//! phone                                backend                                   platform
//! OpenPlatformApp                      AppGateway
//!   authorize  ── browser ─────────────────────────────────────────────────────▶ consent page
//!   callback   ◀─ browser ────────────────────────────────────────────────────── code
//!              ── POST /login {code} ─▶ exchanges the code, keeps the tokens ────▶ token endpoint
//!   posts.get  ── GET /api/v1/… ──────▶ checks its own token, adds key and
//!              ◀───────────────────────  the user's token, passes the answer ───▶ the same path
//! ```
//!
//! # The protocol
//!
//! There are three addresses below one that the backend chooses, such as `https://app.example/open-platform`. The
//! first two are for a user whom the backend identifies by its own means, such as a session; the third is for the
//! holder of a token of the second.
//!
//! | request | body | response |
//! |---|---|---|
//! | `POST /login` | `{"code", "redirect_uri", "scopes": […], "verifier"?}`: [`AppCode::body`] | `{"token", "expires_in", "scopes", "missing_scopes"}` |
//! | `POST /access` | none, or anything | `{"token", "expires_in"}`: [`AppAccess`] |
//! | any `/api/<path of the endpoint table>`, with `Authorization: Bearer <token>` | the endpoint's | the platform's |
//!
//! `X-Open-Platform-Call` is the name of the table row, needed if two rows have the same method and path. Every error
//! is `{"code", "message", "details"}`, like the platform's. An error that the backend itself found has its
//! [code](crate::Error::code) in `X-Open-Platform-Error`: it is final, and the phone does not retry.
//!
//! The token is encrypted (XChaCha20-Poly1305), is valid for ten minutes, contains the stored grant's key and the
//! permitted calls, and is accepted by this gateway only. It is invalid after the end of the grant.
//! [`Endpoint::app_use`] tells which calls a phone may make at all.
//!
//! | file | contents |
//! |---|---|
//! | `token` | the encrypted token and its keys |
//! | `gateway` | [`AppGateway`]: the backend's part |
//! | `request` | [`AppRequest`]: a request of a phone whose head was accepted |
//! | `exchange` | a request of a phone, for other languages |
//! | `routes` | [`AppGateway`] behind a web server in Rust |
//! | `relay` | finds the call of a request and checks its body |
//! | `error_responses` | error responses |
//! | `completed_logins` | the logins that a gateway has just completed, for a phone that repeats one |
//! | `access` | [`TokenProvider`]: the phone's source of tokens, and their cache |
//! | `phone` | [`OpenPlatformApp`] and its builder |
//! | `login` | the part of the login that runs on the phone |
//!
//! [`Endpoint::app_use`]: crate::endpoint::Endpoint::app_use

mod access;
mod completed_logins;
mod error_responses;
#[cfg(any(feature = "ffi", test))]
mod exchange;
mod gateway;
mod login;
mod phone;
mod relay;
mod request;
#[cfg(feature = "http")]
mod routes;
mod token;

pub use access::{AppTokenError, TokenProvider};
#[cfg(any(feature = "ffi", test))]
pub use exchange::{AppExchange, AppStep};
#[cfg(feature = "ffi")]
pub use gateway::GatewayOptions;
pub use gateway::{AppGateway, AppGranted, PATHS};
pub use login::{AppAuthorization, AppCode, AppLoginOutcome};
pub use phone::{AppBuilder, AppUser, OpenPlatformApp};
pub use request::AppRequest;
#[cfg(feature = "http")]
pub use routes::AppService;
pub use token::AppAccess;

use access::AppTokens;
