//! App mode: the platform for an app on a phone, which must hold no secret.
//!
//! A phone is in the hands of its user, who can read everything on it. So neither API key nor client secret nor a token
//! of the platform ever gets there. The phone has an [`OpenPlatformApp`], the developer's backend an [`AppGateway`]:
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
//! Three addresses below one of the backend's choice, such as `https://app.example/open-platform`. The first two are for
//! a user whom the backend knows by its own means, such as its session; the third is for whoever has a token of the
//! second.
//!
//! | request | body | answer |
//! |---|---|---|
//! | `POST /login` | `{"code", "redirect_uri", "scopes": […], "verifier"?}`: [`AppCode::body`] | `{"token", "expires_in", "scopes", "missing_scopes"}` |
//! | `POST /access` | none, or anything | `{"token", "expires_in"}`: [`AppAccess`] |
//! | any `/api/<path of the endpoint table>`, with `Authorization: Bearer <token>` | that of the endpoint | that of the platform |
//!
//! `X-Open-Platform-Call` names the row of the table, where two have one method and path. Every refusal is
//! `{"code", "message", "details"}` as the platform writes it, and an error that the backend has found out has its
//! [code](crate::Error::code) in `X-Open-Platform-Error`: then it is final, and the phone does not try again.
//!
//! The token is sealed (XChaCha20-Poly1305), lives ten minutes, names the stored grant and what may be called, and is of use
//! at this gateway only. It ends with the grant. What a phone may call at all is [`Endpoint::app_use`].
//!
//! | file | what lives there |
//! |---|---|
//! | `token` | the sealed token and the keys it is sealed with |
//! | `gateway` | [`AppGateway`]: what the backend does |
//! | `relay` | which call a request is, and whether its body is one |
//! | `wire` | what is said about an error |
//! | `access` | [`TokenProvider`]: where the phone gets tokens, and how long it keeps one |
//! | `phone` | [`OpenPlatformApp`] and its builder |
//! | `login` | the login, as far as the phone goes |
//!
//! [`Endpoint::app_use`]: crate::endpoint::Endpoint::app_use

mod access;
mod gateway;
mod login;
mod phone;
mod relay;
mod token;
mod wire;

pub use access::{AppTokenError, TokenProvider};
pub use gateway::{AppGateway, AppGranted, AppRequest};
pub use login::{AppAuthorization, AppCode, AppLoginOutcome};
pub use phone::{AppBuilder, AppUser, OpenPlatformApp};
pub use token::AppAccess;

use access::AppTokens;
