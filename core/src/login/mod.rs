//! Login in a web server: the route that redirects users to the consent page, and the route that they return to.
//!
//! [`LoginExchange`] decides what happens to a request of a browser, without I/O: the cookie that binds a login to its browser, what
//! is answered, and what is logged. The code that has the connection, the client and the functions of the app does what its
//! [`step`](LoginExchange::step) asks for:
//!
//! ```text
//! begin(method, path, query, headers)
//!   ├──> Authorize ── OAuth::start ──────> reply(redirect)
//!   ├──> Callback ─── OAuth::callback ───> granted(…) ──> Granted ──> reply(…)
//!   │                                      denied() ────> Denied ───> reply(…)
//!   ├──> failed(…), in each of them ──────────────────> Failed ───> reply(…)
//!   └──> Answer
//! ```
//!
//! In Rust, [`LoginRoutes`] does that, with the functions of an app.
//!
//! | file | contents |
//! |---|---|
//! | `exchange` | [`LoginExchange`]: the states of a request |
//! | `response` | [`LoginReply`]: what an app replies, and the responses that are made of it |
//! | `paths` | the paths that are served, and the check of the redirect address |
//! | `cookie` | the cookie that binds a login to its browser |
//! | `routes` | [`LoginRoutes`]: the functions of an app in Rust |
//! | `service` | [`LoginRoutes`] behind a web server |

mod cookie;
mod exchange;
mod paths;
mod response;
mod routes;
#[cfg(feature = "http")]
mod service;

pub use exchange::{LoginExchange, LoginStep, query_parameters};
pub use paths::{PATHS, check_redirect_uri};
pub use response::{LoginHttpResponse, LoginReply};
pub use routes::{LoginFailure, LoginGranted, LoginRoutes, query_parameter};
#[cfg(feature = "http")]
pub use service::LoginService;
