//! The options of a login, and the address of the platform's consent page.
//!
//! This module sends nothing. The return of the browser is handled in `callback`.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::error::{Error, Result};
use crate::id::{MAX_IN_URL, encode};
use crate::scope::{self, Scope};
use crate::secret::Secret;

/// A login to start: the scopes to request, and what to store until the user returns. `Debug` does not show the session id,
/// which is often a session cookie.
#[cfg_attr(any(feature = "node", feature = "python"), crate::ffi::data(options))]
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
#[must_use = "pass it to `OAuth::start`"]
pub struct Login {
    /// The scopes to request. With that of [offline access](Scope::offline_access) the grant can be refreshed after its first
    /// access token ends.
    pub scopes: Vec<Scope>,
    /// A value that binds the login to the browser that starts it: that of a session cookie, or another one that only this
    /// browser can present again. The callback must be called with the same value.
    pub session_id: String,
    /// The app's own id of the user, such as the primary key of its table of users. The same user and scopes always have the
    /// same grant, so that a new login replaces the old one.
    ///
    /// Do not use a session id, a cookie or another secret: the id is stored with the grant and appears in
    /// [`GrantInfo`](crate::grants::GrantInfo) and in reports. Omit it if the app does not know its user yet.
    pub user: Option<String>,
    /// The path of the app to continue at after the login. The callback returns it.
    pub return_to: Option<String>,
    /// A registered redirect URI to use instead of the client's.
    pub redirect_uri: Option<String>,
    /// What the server should ask for: words separated by spaces, such as `login` or `consent`, or `none` alone. Like the next
    /// two it is a standard parameter that the platform does not document and may ignore.
    pub prompt: Option<String>,
    /// The user who is about to log in, such as a phone number, so that the page can fill it in.
    pub login_hint: Option<String>,
    /// The languages of the page in order of preference: tags of BCP 47 separated by spaces, such as `fa en`.
    pub ui_locales: Option<String>,
}

/// Further parameters for the consent page, from OpenID Connect Core section 3.1.2.1. The platform documents none of them,
/// so it may ignore them. `Debug` does not show the hint, which may be a phone number.
#[derive(Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConsentOptions {
    /// As [`Login::prompt`].
    pub prompt: Option<String>,
    /// As [`Login::login_hint`].
    pub login_hint: Option<String>,
    /// As [`Login::ui_locales`].
    pub ui_locales: Option<String>,
}

impl ConsentOptions {
    /// Checks the options that are set.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `prompt`, `login_hint` or `ui_locales`.
    pub fn check(&self) -> Result<()> {
        let fail = |name: &str, reason: &str| Err(Error::invalid(name, reason));
        for (name, value) in self.pairs() {
            if value.is_empty() {
                return fail(name, "must not be empty");
            }
            if value.len() > MAX_IN_URL {
                return fail(name, &format!("must have at most {MAX_IN_URL} bytes"));
            }
            if value.chars().any(char::is_control) {
                return fail(name, "must have no control characters");
            }
        }
        if let Some(prompt) = &self.prompt {
            let mut words = prompt.split(' ');
            if !words.clone().all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
            {
                return fail("prompt", "must be lower-case words with single spaces between them");
            }
            if words.clone().count() > 1 && words.any(|word| word == "none") {
                return fail("prompt", "may have `none` only as its single word");
            }
        }
        if let Some(locales) = &self.ui_locales {
            let is_tag = |tag: &str| !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
            if !locales.split(' ').all(is_tag) {
                return fail("ui_locales", "must be language tags such as fa or en-GB with single spaces between them");
            }
        }
        Ok(())
    }

    /// The parameters that are set.
    fn pairs(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [("prompt", &self.prompt), ("login_hint", &self.login_hint), ("ui_locales", &self.ui_locales)];
        all.into_iter().filter_map(|(name, value)| Some((name, value.as_deref()?)))
    }
}

impl std::fmt::Debug for ConsentOptions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConsentOptions")
            .field("prompt", &self.prompt)
            .field("ui_locales", &self.ui_locales)
            .finish_non_exhaustive()
    }
}

impl Login {
    /// A login that requests `scopes`, started by the browser session `session_id`.
    pub fn new(scopes: impl IntoIterator<Item = impl Into<Scope>>, session_id: impl Into<String>) -> Self {
        Self {
            scopes: scopes.into_iter().map(Into::into).collect(),
            session_id: session_id.into(),
            user: None,
            return_to: None,
            redirect_uri: None,
            prompt: None,
            login_hint: None,
            ui_locales: None,
        }
    }

    /// Sets the user, so that a new login with the same scopes replaces the old grant.
    pub fn for_user(mut self, user: impl Into<String>) -> Self {
        self.user = Some(user.into());
        self
    }

    /// Sets the path of the app to continue at.
    pub fn return_to(mut self, path: impl Into<String>) -> Self {
        self.return_to = Some(path.into());
        self
    }

    /// Sets a registered redirect URI to use instead of the client's.
    pub fn redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uri = Some(uri.into());
        self
    }

    /// Sets what the server should ask for.
    pub fn prompt(mut self, words: impl Into<String>) -> Self {
        self.prompt = Some(words.into());
        self
    }

    /// Sets the user who is about to log in.
    pub fn login_hint(mut self, hint: impl Into<String>) -> Self {
        self.login_hint = Some(hint.into());
        self
    }

    /// Sets the languages of the page.
    pub fn ui_locales(mut self, tags: impl Into<String>) -> Self {
        self.ui_locales = Some(tags.into());
        self
    }

    /// Checks everything that can be checked before the redirect. Returns the joined scopes.
    pub(crate) fn check(&self) -> Result<String> {
        if self.session_id.is_empty() {
            return Err(Error::invalid("session_id", "must not be empty: it ties the login to one browser"));
        }
        if self.session_id.len() > 4096 {
            return Err(Error::invalid("session_id", "must have at most 4096 bytes"));
        }
        if let Some(user) = &self.user {
            check_user(user)?;
        }
        if let Some(path) = &self.return_to {
            check_return_to(path)?;
        }
        self.consent().check()?;
        scope::join(&self.scopes)
    }

    /// The parameters for the consent page.
    pub(crate) fn consent(&self) -> ConsentOptions {
        ConsentOptions {
            prompt: self.prompt.clone(),
            login_hint: self.login_hint.clone(),
            ui_locales: self.ui_locales.clone(),
        }
    }
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Login").field("scopes", &self.scopes).field("user", &self.user).finish_non_exhaustive()
    }
}

/// Checks the app's name for a user, from which the key of the grant is made.
pub(crate) fn check_user(user: &str) -> Result<()> {
    match user.len() {
        0 => Err(Error::invalid("user", "must not be empty")),
        1..=256 => Ok(()),
        _ => Err(Error::invalid("user", "must have at most 256 bytes")),
    }
}

/// Accepts only a path inside the app. Anything that a browser could take for another site is refused.
fn check_return_to(path: &str) -> Result<()> {
    let inside = path.starts_with('/')
        && !path.starts_with("//")
        && path.len() <= 2048
        && !path.contains('\\')
        && path.bytes().all(|b| b.is_ascii_graphic());
    if inside {
        Ok(())
    } else {
        Err(Error::invalid("return_to", "must be a path of the app, percent-encoded, in ASCII, such as /posts/7"))
    }
}

/// A started login.
#[cfg_attr(any(feature = "node", feature = "python"), crate::ffi::data)]
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Authorization {
    /// The address to redirect the user's browser to. It contains the `state`, so do not log it.
    pub url: String,
    /// The `state` in the address. The app does not need it: the client stores it.
    pub state: Secret,
}

impl std::fmt::Debug for Authorization {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Authorization").field("state", &self.state).finish_non_exhaustive()
    }
}

/// The values of the authorization request (docs/platform.md#authorization).
pub(crate) struct Request<'a> {
    pub(crate) client_id: &'a str,
    pub(crate) redirect_uri: &'a str,
    pub(crate) scope: &'a str,
    pub(crate) state: &'a Secret,
    pub(crate) verifier: Option<&'a Secret>,
    pub(crate) consent: &'a ConsentOptions,
}

impl Request<'_> {
    /// The address, with every value percent-encoded (a space becomes `%20`: docs/platform.md#contradiction-18).
    pub(crate) fn url(&self, endpoint: &str) -> String {
        let mut url = format!(
            "{endpoint}?response_type=code&client_id={}&redirect_uri={}&scope={}&state={}",
            encode(self.client_id),
            encode(self.redirect_uri),
            encode(self.scope),
            encode(self.state.expose()),
        );
        for (name, value) in self.consent.pairs() {
            url.push_str(&format!("&{name}={}", encode(value)));
        }
        if let Some(verifier) = self.verifier {
            url.push_str(&format!("&code_challenge={}&code_challenge_method=S256", challenge(verifier)));
        }
        url
    }
}

/// The PKCE challenge of a verifier (RFC 7636 section 4.2, S256).
fn challenge(verifier: &Secret) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.expose()))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;
    use url::Url;

    use super::*;

    fn request<'a>(state: &'a Secret, verifier: Option<&'a Secret>) -> Request<'a> {
        Request {
            client_id: "my-app",
            redirect_uri: "https://app.example/cb",
            scope: "USER_PHONE POST_ADDON_CREATE.gZd7 offline_access",
            state,
            verifier,
            consent: &NOTHING_ELSE,
        }
    }

    static NOTHING_ELSE: ConsentOptions = ConsentOptions { prompt: None, login_hint: None, ui_locales: None };

    #[test]
    fn all_values_in_the_address_are_percent_encoded() {
        let url = request(&Secret::from("s&redirect_uri=https://evil.example"), None).url("https://auth/oauth2/auth");
        assert_eq!(
            url,
            "https://auth/oauth2/auth?response_type=code&client_id=my-app\
             &redirect_uri=https%3A%2F%2Fapp.example%2Fcb\
             &scope=USER_PHONE%20POST_ADDON_CREATE.gZd7%20offline_access\
             &state=s%26redirect_uri%3Dhttps%3A%2F%2Fevil.example"
        );
    }

    #[test]
    fn pkce_matches_the_vector_of_rfc_7636() {
        let verifier = Secret::from("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        assert_eq!(challenge(&verifier), "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
        let url = request(&Secret::from("s"), Some(&verifier)).url("https://auth/oauth2/auth");
        assert!(
            url.ends_with("&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256")
        );
        assert!(!url.contains(verifier.expose()));
    }

    #[test]
    fn a_login_is_checked_before_the_redirect() {
        let ok = Login::new(["USER_PHONE"], "sid").for_user("u1").return_to("/posts/7?x=1");
        assert_eq!(ok.check().unwrap(), "USER_PHONE");
        for bad in [
            Login::new(["USER_PHONE"], ""),
            Login::new(Vec::<Scope>::new(), "sid"),
            Login::new(["POST_ADDON_CREATE"], "sid"),
            Login::new(["A B"], "sid"),
            Login::new(["USER_PHONE"], "sid").for_user(""),
            Login::new(["USER_PHONE"], "s".repeat(5000)),
        ] {
            assert!(matches!(bad.check(), Err(Error::InvalidInput { .. })), "{bad:?}");
        }
    }

    #[test]
    fn debug_output_does_not_contain_the_session() {
        let login = Login::new(["USER_PHONE"], "canary-cookie").for_user("u1").return_to("/canary");
        let shown = format!("{login:?} {login:#?}");
        assert!(shown.contains("USER_PHONE") && !shown.contains("canary"), "{shown}");
    }

    #[test]
    fn return_to_accepts_only_paths_of_the_app() {
        for evil in [
            "",
            "x",
            "//evil.example",
            "/\\evil.example",
            "\\\\evil.example",
            "https://evil.example",
            "javascript:x",
            "/a\nb",
            "/\tx",
            "/ x",
            "/é",
            "http:evil.example",
            "///evil.example",
        ] {
            assert!(check_return_to(evil).is_err(), "{evil:?}");
        }
    }

    proptest! {
        #[test]
        fn parsing_the_address_returns_the_values(client in ".{0,40}", redirect in ".{0,40}", scope in ".{0,40}", state in ".{0,40}") {
            let secret = Secret::from(state.as_str());
            let built = Request { client_id: &client, redirect_uri: &redirect, scope: &scope, state: &secret, verifier: None, consent: &NOTHING_ELSE };
            let url = Url::parse(&built.url("https://auth.example/oauth2/auth")).unwrap();
            let values: HashMap<_, _> = url.query_pairs().into_owned().collect();
            prop_assert_eq!(values.len(), 5);
            prop_assert_eq!(&values["client_id"], &client);
            prop_assert_eq!(&values["redirect_uri"], &redirect);
            prop_assert_eq!(&values["scope"], &scope);
            prop_assert_eq!(&values["state"], &state);
        }
    }
}
