//! Access control of the admin API: requires the token or the console's cookie, if there is a token, and refuses requests of web pages by DNS
//! rebinding.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use open_platform::Secret;
use url::{Host, Url};

use super::problem::Problem;
use super::session;
use crate::sandbox::Shared;

pub(super) async fn check(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    match allowed(&shared, request.uri(), request.headers()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn allowed(shared: &Shared, uri: &Uri, headers: &HeaderMap) -> Result<(), Problem> {
    let named = headers.get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let host = named.or_else(|| uri.authority().map(|authority| authority.as_str()));
    if !host.is_some_and(|host| is_ours(&format!("http://{host}"), shared.origin())) {
        return Err(Problem::forbidden("the admin API answers only to names of this machine"));
    }
    if let Some(origin) = headers.get(header::ORIGIN)
        && !origin.to_str().is_ok_and(|origin| is_ours(origin, shared.origin()))
    {
        return Err(Problem::forbidden("a page of another origin may not use the admin API"));
    }
    match &shared.token {
        Some(token) if uri.path() != session::PATH => {
            let is_known = bearer(headers).as_ref() == Some(token) || session::has_cookie(shared, headers, token);
            if is_known { Ok(()) } else { Err(Problem::unauthorized()) }
        }
        _ => Ok(()),
    }
}

fn bearer(headers: &HeaderMap) -> Option<Secret> {
    let (scheme, token) = headers.get(header::AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| Secret::from(token))
}

/// Whether an origin is on this machine, or is where the sandbox listens.
fn is_ours(origin: &str, bound: &str) -> bool {
    let Ok(url) = Url::parse(origin) else { return false };
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) if address.is_loopback() => true,
        Some(Host::Ipv6(address)) if address.is_loopback() => true,
        // Bound to every address of the machine: an IP address is not affected by DNS rebinding.
        Some(Host::Ipv4(_) | Host::Ipv6(_)) if bound.contains("//0.0.0.0:") || bound.contains("//[::]:") => true,
        Some(host) => Url::parse(bound).is_ok_and(|bound| bound.host() == Some(host)),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_may_be_rebound_is_not_ours() {
        let bound = "http://127.0.0.1:4010";
        for ours in ["http://127.0.0.1:4010", "http://localhost:1", "http://[::1]:1", "http://sandbox.localhost"] {
            assert!(is_ours(ours, bound), "{ours}");
        }
        for other in ["http://evil.example", "http://localhost.evil.example", "http://10.0.0.1:4010", "null", "http://"]
        {
            assert!(!is_ours(other, bound), "{other}");
        }
        assert!(is_ours("http://10.0.0.1:4010", "http://10.0.0.1:4010"));
        assert!(is_ours("http://10.0.0.1:4010", "http://0.0.0.0:4010"));
    }
}
