//! The paths of login routes.

use url::Url;

use crate::error::{Error, Result};

/// The paths that are served, relative to the mount point.
pub const PATHS: [&str; 2] = ["/login", "/callback"];

/// Checks a redirect address of login routes: users return to it, so it must be one of [`PATHS`].
///
/// # Errors
/// [`Error::Config`] if its path does not end in `/callback`.
pub fn check_redirect_uri(uri: &str) -> Result<()> {
    match Url::parse(uri) {
        Ok(uri) if kind(uri.path()) != "callback" => Err(Error::config(
            "redirect_uri",
            format!(
                "must end in `/callback`, where the login routes receive the users who return, but ends in `/{}`: set such an \
                 address, and register it in the platform's console",
                kind(uri.path())
            ),
        )),
        // What is not an address is refused elsewhere.
        _ => Ok(()),
    }
}

/// The last segment of a path.
pub(super) fn kind(path: &str) -> &str {
    path.trim_end_matches('/').rsplit('/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_return_to_an_address_that_is_served() {
        for uri in ["https://app.example/oauth/callback", "http://127.0.0.1:8000/callback/", "no address"] {
            assert!(check_redirect_uri(uri).is_ok(), "{uri}");
        }
        for (uri, end) in
            [("https://app.example/cb", "/cb"), ("https://app.example/callback/x", "/x"), ("https://app.example", "/")]
        {
            let error = check_redirect_uri(uri).unwrap_err();
            assert_eq!(error.report().subject.as_deref(), Some("redirect_uri"));
            assert!(error.to_string().contains(&format!("but ends in `{end}`")), "{error}");
        }
    }
}
