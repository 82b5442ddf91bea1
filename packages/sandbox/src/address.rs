//! Parses the address of a request: the world, the host of the platform, and the path.

use std::cell::RefCell;

use axum::http::{HeaderMap, Uri, header};
use open_platform::endpoint::Host;
use url::Url;

/// The platform's real host names, as they may be in `Host` (docs/platform.md#hosts).
const REAL_HOSTS: [(&str, Host); 5] = [
    ("oauth.divar.ir", Host::Auth),
    ("open-api.divar.ir", Host::Base),
    ("api.divar.ir", Host::Api),
    ("divar.ir", Host::Upload),
    ("chat.divar.ir", Host::Chat),
];

/// Where a request goes.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Address<'a> {
    /// The world in the path, if there is one.
    pub(crate) world: Option<&'a str>,
    /// The host of the platform.
    pub(crate) host: Host,
    /// The path on that host, beginning with a slash, still percent-encoded.
    pub(crate) path: &'a str,
    /// Whether the host was named by its real name.
    pub(crate) by_real_name: bool,
}

impl<'a> Address<'a> {
    /// Parses the address. `None` if it belongs to none of the platform's hosts.
    pub(crate) fn of(uri: &'a Uri, headers: &HeaderMap) -> Option<Self> {
        let path = uri.path();
        if let Some(host) = real_host(uri, headers) {
            return Some(Self { world: None, host, path, by_real_name: true });
        }
        Self::of_path(path)
    }

    /// Parses a path with the prefix of a host.
    pub(crate) fn of_path(path: &'a str) -> Option<Self> {
        match path.strip_prefix("/worlds/") {
            Some(rest) => {
                let (world, rest) = rest.split_at(rest.find('/')?);
                on_prefix(rest).map(|(host, path)| Self { world: Some(world), host, path, by_real_name: false })
            }
            None => on_prefix(path).map(|(host, path)| Self { world: None, host, path, by_real_name: false }),
        }
    }
}

/// Splits `/base/v1/…` into the host and the path on it.
fn on_prefix(path: &str) -> Option<(Host, &str)> {
    [Host::Auth, Host::Base, Host::Api, Host::Upload, Host::Chat].into_iter().find_map(|host| {
        let rest = path.strip_prefix('/')?.strip_prefix(host.name())?;
        rest.starts_with('/').then_some((host, rest))
    })
}

/// The origin by which a request reached the sandbox, such as `http://localhost:4010`: the addresses in its response begin with it,
/// so that the caller can call them. `None` if `Host` is not the name of a host.
pub(crate) fn origin(uri: &Uri, headers: &HeaderMap, is_https: bool) -> Option<String> {
    let authority = match uri.authority() {
        Some(authority) => authority.as_str(),
        None => headers.get(header::HOST)?.to_str().ok()?,
    };
    // Only inside the process a request has a scheme.
    let scheme = if is_https || uri.scheme_str() == Some("https") { "https" } else { "http" };
    LAST_ORIGIN.with_borrow_mut(|(of, origin)| {
        if of.strip_prefix(scheme).and_then(|rest| rest.strip_prefix("://")) != Some(authority) {
            *of = format!("{scheme}://{authority}");
            *origin = parsed_origin(of, authority);
        }
        origin.clone()
    })
}

thread_local! {
    /// The last address whose origin was parsed, and that origin. Parsing takes a tenth of a request, and the requests of an app have
    /// the same address.
    static LAST_ORIGIN: RefCell<(String, Option<String>)> = RefCell::default();
}

fn parsed_origin(address: &str, authority: &str) -> Option<String> {
    let url = Url::parse(address).ok()?;
    let is_origin = !authority.contains(['@', '/', '\\', '?', '#']) && url.host().is_some();
    is_origin.then(|| url.origin().ascii_serialization())
}

/// The same host of the platform at a real name, with the scheme and the port of an origin.
pub(crate) fn with_real_name(origin: &str, host: Host) -> Option<String> {
    let mut url = Url::parse(origin).ok()?;
    let (name, _) = REAL_HOSTS.iter().find(|(_, known)| *known == host)?;
    url.set_host(Some(name)).ok()?;
    Some(url.origin().ascii_serialization())
}

fn real_host(uri: &Uri, headers: &HeaderMap) -> Option<Host> {
    let name = match uri.host() {
        Some(name) => name,
        None => headers.get(header::HOST)?.to_str().ok()?.split(':').next()?,
    };
    REAL_HOSTS.into_iter().find(|(real, _)| real.eq_ignore_ascii_case(name)).map(|(_, host)| host)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(uri: &str, host: &str) -> Option<(Option<String>, Host, String)> {
        let uri: Uri = uri.parse().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, host.parse().unwrap());
        Address::of(&uri, &headers).map(|a| (a.world.map(str::to_owned), a.host, a.path.to_owned()))
    }

    #[test]
    fn a_prefix_a_world_or_a_real_host_name_selects_a_host() {
        let at = |world: Option<&str>, host, path: &str| Some((world.map(str::to_owned), host, path.to_owned()));
        assert_eq!(address("/base/v1/x?a=b", "127.0.0.1:1"), at(None, Host::Base, "/v1/x"));
        assert_eq!(address("/worlds/w/auth/oauth2/auth", "localhost"), at(Some("w"), Host::Auth, "/oauth2/auth"));
        assert_eq!(address("/v1/x", "open-api.divar.ir"), at(None, Host::Base, "/v1/x"));
        assert_eq!(address("http://divar.ir/v2/image", "divar.ir"), at(None, Host::Upload, "/v2/image"));
        assert_eq!(address("/upload/image", "chat.divar.ir"), at(None, Host::Chat, "/upload/image"));
        assert_eq!(address("/worlds/w/chat/upload/file", "localhost"), at(Some("w"), Host::Chat, "/upload/file"));
        for lost in ["/", "/basement/x", "/worlds/w", "/worlds/w/nowhere/x", "/base"] {
            assert_eq!(address(lost, "127.0.0.1"), None, "{lost}");
        }
    }

    #[test]
    fn the_origin_is_that_of_the_request_if_it_names_a_host() {
        let of = |uri: &str, host: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            origin(&uri.parse().unwrap(), &headers, false)
        };
        for host in ["localhost:4010", "sandbox.test", "[::1]:80", "10.0.0.1:18080"] {
            let expected = format!("http://{}", host.trim_end_matches(":80"));
            assert_eq!(of("/base/v1/x", host), Some(expected), "{host}");
        }
        assert_eq!(of("https://sandbox.localhost/base/v1/x", "other"), Some("https://sandbox.localhost".into()));
        for wrong in ["", "user@evil.example", "a/b", "a?b", "a#b", "a b", "a:port", "a:99999"] {
            assert_eq!(of("/base/v1/x", wrong), None, "{wrong}");
        }
        assert_eq!(origin(&"/".parse().unwrap(), &HeaderMap::new(), false), None);
        let headers = HeaderMap::from_iter([(header::HOST, "localhost:4010".parse().unwrap())]);
        let origin = origin(&"/base/v1/x".parse().unwrap(), &headers, true);
        assert_eq!(origin.as_deref(), Some("https://localhost:4010"));
        assert_eq!(
            with_real_name("http://open-api.divar.ir:4010", Host::Upload).as_deref(),
            Some("http://divar.ir:4010")
        );
    }
}
