//! Checks of redirect addresses. The address itself is never changed, because the platform compares it byte for byte.

use url::Url;

use crate::error::{Error, Result};
use crate::loopback::is_loopback;

/// Longest accepted address, in bytes.
const MAX_LENGTH: usize = 2048;

/// Checks a redirect address: absolute, `https` (or `http` on a loopback address), without query, fragment and user
/// name (docs/platform.md#authorization; RFC 6749 section 3.1.2).
///
/// A valid address is sent unchanged, so it must be registered in the console in the same spelling.
///
/// # Errors
/// [`Error::InvalidInput`] with the violated rule.
pub fn check_redirect_uri(uri: &str) -> Result<()> {
    check(uri, false)
}

/// Like [`check_redirect_uri`], for an app on a phone: it also allows a scheme of the app's own, which is a reversed
/// domain name, such as `com.example.app:/oauth` (RFC 8252 section 7.1).
pub(crate) fn check_app_redirect_uri(uri: &str) -> Result<()> {
    check(uri, true)
}

/// Whether the scheme is a reversed domain name, which belongs to an app and not to a web server.
pub(crate) fn has_scheme_of_an_app(uri: &str) -> bool {
    let scheme = uri.split(':').next().unwrap_or_default();
    let label = |label: &str| {
        label.starts_with(|c: char| c.is_ascii_lowercase())
            && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    scheme.len() < uri.len() && scheme.contains('.') && scheme.split('.').all(label)
}

fn check(uri: &str, is_app: bool) -> Result<()> {
    let fail = |reason: &str| Err(Error::invalid("redirect_uri", reason));
    if uri.len() > MAX_LENGTH {
        return fail("must have at most 2048 characters");
    }
    // Parsers silently drop or change these characters, so two parsers could see two different addresses.
    if !uri.bytes().all(|b| b.is_ascii_graphic()) {
        return fail("may have only printable ASCII: write other host names in punycode, other characters as %XX");
    }
    if uri.contains(['\\', '"', '<', '>', '^', '`', '{', '|', '}']) {
        return fail("has a character that must be written as %XX");
    }
    if uri.contains('?') {
        return fail("must have no query: extra values belong to the login, not to the address");
    }
    if uri.contains('#') {
        return fail("must have no fragment");
    }
    if !has_whole_escapes(uri) {
        return fail("has a % that is not followed by two hexadecimal digits");
    }
    if is_app && has_scheme_of_an_app(uri) {
        let has_path =
            uri.split_once(':').is_some_and(|(_, rest)| rest.starts_with('/') && rest != "/" && rest != "//");
        return if has_path { Ok(()) } else { fail("must have a path: com.example.app:/oauth") };
    }
    let Some((scheme, rest)) = uri.split_once("://") else {
        return fail("must be absolute: https://host/path");
    };
    let authority = rest.split('/').next().unwrap_or_default();
    // The parser would read the first segment of the path as the host.
    if authority.is_empty() {
        return fail("must name a host");
    }
    if authority.contains('@') {
        return fail("must have no user name");
    }
    let Ok(url) = Url::parse(uri) else {
        return fail("is not a web address");
    };
    let path = rest.get(authority.len()..).unwrap_or_default();
    if has_dot_segments(path) {
        return fail("must have no . or .. in its path");
    }
    match scheme.to_ascii_lowercase().as_str() {
        "https" => Ok(()),
        "http" if is_local(&url) => Ok(()),
        "http" => fail("must be https: http is only for this machine (localhost, 127.0.0.1, [::1])"),
        _ if is_app => fail("must be https, or have a reversed domain name as its scheme: com.example.app:/oauth"),
        _ => fail("must be https"),
    }
}

/// Whether a path has segments that parsers resolve: `.` and `..`, also percent-encoded.
pub(crate) fn has_dot_segments(path: &str) -> bool {
    path.split('/').any(|segment| matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | ".."))
}

/// Whether a browser treats the host as loopback. That includes names below `localhost`.
pub(crate) fn is_local(url: &Url) -> bool {
    is_loopback(url) || url.host_str().is_some_and(|name| name.ends_with(".localhost"))
}

/// Whether every `%` begins a complete percent escape.
pub(crate) fn has_whole_escapes(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| rest.len() >= 2 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn valid_addresses_are_accepted() {
        for uri in [
            "https://app.example/callback",
            "https://app.example/callback/",
            "https://app.example",
            "https://app.example:443/callback",
            "https://APP.example/Callback",
            "https://app.example/a%2Fb",
            "https://xn--mgba3gch31f.example/x",
            "HTTPS://app.example/x",
            "http://localhost:8000/callback",
            "http://app.localhost/callback",
            "http://127.0.0.1:3000/cb",
            "http://[::1]:3000/cb",
        ] {
            assert!(check_redirect_uri(uri).is_ok(), "{uri}");
        }
    }

    #[test]
    fn an_app_on_a_phone_may_have_a_scheme_of_its_own() {
        for uri in ["com.example.app:/oauth", "com.example.my-app://oauth/back", "https://app.example/callback"] {
            assert!(check_app_redirect_uri(uri).is_ok(), "{uri}");
        }
        assert!(check_redirect_uri("com.example.app:/oauth").is_err());
        for uri in [
            "myapp://callback",
            "com.example.app:oauth",
            "com.example.app:/",
            "com.example.app://",
            "com.example.app:",
            "com.example.app",
            "com..app:/oauth",
            "Com.Example.App:/oauth",
            "1.2:/oauth",
            "com.example.app:/oauth?a=b",
            "com.example.app:/oauth#a",
            "com.example.app:/o auth",
            "javascript:alert(1)",
            "http://app.example/callback",
        ] {
            assert!(check_app_redirect_uri(uri).is_err(), "{uri}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        for uri in [
            "",
            "/callback",
            "app.example/callback",
            "https:app.example/callback",
            "https:///callback",
            "https://",
            "http://app.example/callback",
            "http://localhost.evil.example/cb",
            "http://127.0.0.1.evil.example/cb",
            "http://10.0.0.1/cb",
            "https://app.example/cb?x=1",
            "https://app.example/cb?",
            "https://app.example/cb#x",
            "https://app.example/cb#",
            "https://user@app.example/cb",
            "https://user:pw@app.example/cb",
            "https://@app.example/cb",
            "https://app.example\\@evil.example/cb",
            "https://app.example/a\\b",
            "https://app.example/a b",
            "https://app.example/a\tb",
            "https://app.example/a\nb",
            " https://app.example/cb",
            "https://app.example/cb\0",
            "https://مثال.example/cb",
            "https://app.example/../cb",
            "https://app.example/%2e%2E/cb",
            "https://app.example/%zz",
            "https://app.example/%2",
            "https://app.example:99999/cb",
            "javascript://app.example/%0aalert(1)",
            "myapp://callback",
            "ftp://app.example/cb",
        ] {
            let refused = check_redirect_uri(uri);
            assert!(matches!(&refused, Err(Error::InvalidInput { field, .. }) if field == "redirect_uri"), "{uri:?}");
        }
        assert!(check_redirect_uri(&format!("https://app.example/{}", "x".repeat(3000))).is_err());
    }
}
