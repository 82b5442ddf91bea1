//! Parses the address of a request: the world, the host of the platform, and the path.

use axum::http::{HeaderMap, Uri, header};
use open_platform::endpoint::Host;

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
}

impl<'a> Address<'a> {
    /// Parses the address. `None` if it belongs to none of the platform's hosts.
    pub(crate) fn of(uri: &'a Uri, headers: &HeaderMap) -> Option<Self> {
        let path = uri.path();
        if let Some(host) = real_host(uri, headers) {
            return Some(Self { world: None, host, path });
        }
        match path.strip_prefix("/worlds/") {
            Some(rest) => {
                let (world, rest) = rest.split_at(rest.find('/')?);
                on_prefix(rest).map(|(host, path)| Self { world: Some(world), host, path })
            }
            None => on_prefix(path).map(|(host, path)| Self { world: None, host, path }),
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
}
