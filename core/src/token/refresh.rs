//! The refresh request: its form fields, and how it is sent. When it is sent is decided in `session`.

use super::{TOKEN_TIMEOUT, TokenOutcome};
use crate::call::Caller;
use crate::endpoint;
use crate::error::Result;
use crate::secret::Secret;

/// The data of the grant for a refresh request.
pub(crate) struct RefreshForm<'a> {
    /// The current access token, sent as `code` as the documents require. `None`: `code` is left out.
    pub(crate) access: Option<&'a Secret>,
    pub(crate) refresh: &'a Secret,
    pub(crate) redirect_uri: &'a str,
}

impl RefreshForm<'_> {
    /// The form fields, in the order of the specification (docs/platform.md#token-refresh).
    pub(crate) fn fields(&self, client_id: &str, client_secret: Secret) -> Vec<(&'static str, Secret)> {
        let mut fields = Vec::with_capacity(6);
        if let Some(access) = self.access {
            fields.push(("code", access.clone()));
        }
        fields.push(("client_id", client_id.into()));
        fields.push(("client_secret", client_secret));
        fields.push(("grant_type", "refresh_token".into()));
        fields.push(("redirect_uri", self.redirect_uri.into()));
        fields.push(("refresh_token", self.refresh.clone()));
        fields
    }

    /// Sends the request once.
    ///
    /// # Errors
    /// [`Error::Config`](crate::Error::Config) before anything is sent.
    pub(crate) async fn send(&self, caller: &Caller) -> Result<TokenOutcome> {
        let client_id = caller.config.client_id()?;
        let client_secret = caller.config.client_secret().await?;
        Ok(self.send_as(caller, client_id, client_secret).await)
    }

    /// Sends the request once, at once.
    pub(crate) async fn send_as(&self, caller: &Caller, client_id: &str, client_secret: Secret) -> TokenOutcome {
        let access = self.access.filter(|_| !caller.config.plain.omit_refresh_code);
        let fields = Self { access, ..*self }.fields(client_id, client_secret);
        let result = caller.send_once(endpoint::OAUTH_REFRESH, fields, TOKEN_TIMEOUT).await;
        TokenOutcome::read(&result, caller.clock().now())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(access: Option<&Secret>) -> Vec<(&'static str, String)> {
        let form = RefreshForm { access, refresh: &Secret::from("rt"), redirect_uri: "https://app.example/cb" };
        let fields = form.fields("my-app", Secret::from("shh"));
        fields.into_iter().map(|(name, value)| (name, value.expose().to_owned())).collect()
    }

    #[test]
    fn the_form_is_the_specifications() {
        let expected = [
            ("code", "at"),
            ("client_id", "my-app"),
            ("client_secret", "shh"),
            ("grant_type", "refresh_token"),
            ("redirect_uri", "https://app.example/cb"),
            ("refresh_token", "rt"),
        ];
        let expected: Vec<_> = expected.into_iter().map(|(name, value)| (name, value.to_owned())).collect();
        assert_eq!(names(Some(&Secret::from("at"))), expected);
        assert_eq!(names(None), expected[1..]);
    }
}
