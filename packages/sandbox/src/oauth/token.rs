//! The token endpoint: parses the form, authenticates the client, and writes the response or the OAuth error.

use axum::http::{HeaderValue, header};
use open_platform::Secret;
use serde_json::json;

use super::grants::{self, TokenError};
use super::rules::Demand;
use crate::body::{FORM, media_type};
use crate::dispatch::{Call, Exchange};
use crate::response::{PlatformResponse, Refusal};

/// `grant_type=authorization_code`.
pub(super) fn exchange(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(written(exchanged(call), call))
}

/// `grant_type=refresh_token`.
pub(super) fn refresh(call: &mut Call<'_>) -> Result<PlatformResponse, Refusal> {
    Ok(written(refreshed(call), call))
}

fn exchanged(call: &mut Call<'_>) -> Result<i64, TokenError> {
    let form = Form(call.exchange);
    if form.get("grant_type")?.is_none() && media_type(&call.exchange.headers) != FORM {
        let text = format!("the body must be a form: Content-Type {FORM}");
        return Err(TokenError::new("invalid_request", text));
    }
    match form.required("grant_type")?.as_str() {
        "authorization_code" => {}
        "refresh_token" => return refreshed(call),
        _ => return Err(TokenError::new("unsupported_grant_type", "use authorization_code or refresh_token")),
    }
    form.check_client(call)?;
    let (code, redirect_uri, verifier) =
        (form.required("code")?, form.required("redirect_uri")?, form.get("code_verifier")?);
    let wanted = grants::Exchange { code: &code, redirect_uri: &redirect_uri, verifier: verifier.as_deref() };
    let now = call.now();
    let state = &mut *call.state;
    state.oauth.grants.exchange(&wanted, now, &state.oauth.rules, &mut state.ids, &mut state.schedule)
}

fn refreshed(call: &mut Call<'_>) -> Result<i64, TokenError> {
    let form = Form(call.exchange);
    form.check_client(call)?;
    let token = form.required("refresh_token")?;
    let now = call.now();
    let state = &mut *call.state;
    let rules = &state.oauth.rules;
    let grants = &state.oauth.grants;
    // An unknown token has no pair to compare with. It is refused below.
    if let Some(pair) = grants.pair_of(&token).and_then(|number| grants.pair(number)) {
        let redirect_uri = grants.grant(pair.grant).map(|grant| grant.redirect_uri.as_str()).unwrap_or_default();
        form.compare("code", pair.access.expose(), rules.code_in_refresh)?;
        form.compare("redirect_uri", redirect_uri, rules.redirect_uri_in_refresh)?;
    }
    state.oauth.grants.refresh(&token, now, &state.oauth.rules, &mut state.ids, &mut state.schedule)
}

/// The parameters of a token request. A repeated parameter is an error (RFC 6749 section 3.2).
struct Form<'a>(&'a Exchange);

impl Form<'_> {
    fn get(&self, name: &str) -> Result<Option<String>, TokenError> {
        let mut values = url::form_urlencoded::parse(&self.0.body).filter(|(key, _)| key == name);
        let first = values.next().map(|(_, value)| value.into_owned()).filter(|value| !value.is_empty());
        match values.next() {
            Some(_) => Err(TokenError::new("invalid_request", format!("{name} is in the form twice"))),
            None => Ok(first),
        }
    }

    fn required(&self, name: &str) -> Result<String, TokenError> {
        self.get(name)?.ok_or_else(|| TokenError::new("invalid_request", format!("{name} is missing")))
    }

    /// The secret is in the body; an `Authorization` header is ignored (docs/platform.md#authorization).
    fn check_client(&self, call: &Call<'_>) -> Result<(), TokenError> {
        let refused = |why: &str| Err(TokenError::new("invalid_client", why));
        let (Some(id), Some(secret)) = (self.get("client_id")?, self.get("client_secret")?) else {
            return refused("client_id and client_secret must be in the form");
        };
        if id != call.state.app.client_id {
            return refused("the client is unknown");
        }
        if Secret::new(secret) != Secret::from(call.state.app.client_secret.as_str()) {
            return refused("the client secret is wrong");
        }
        Ok(())
    }

    /// Compares a parameter with its expected value. A grant issued without a login has no redirect URI to compare.
    fn compare(&self, name: &str, expected: &str, demand: Demand) -> Result<(), TokenError> {
        match (demand, self.get(name)?) {
            (Demand::Ignored, _) | (Demand::Accepted, None) => Ok(()),
            (Demand::Required, None) => Err(TokenError::new("invalid_request", format!("{name} is missing"))),
            (_, Some(sent)) if sent == expected || expected.is_empty() => Ok(()),
            (_, Some(_)) => Err(TokenError::new("invalid_grant", format!("{name} is not that of the grant"))),
        }
    }
}

fn written(outcome: Result<i64, TokenError>, call: &Call<'_>) -> PlatformResponse {
    let grants = &call.state.oauth.grants;
    let pair = outcome.and_then(|number| {
        grants.pair(number).ok_or_else(|| TokenError::new("server_error", "the pair of tokens was removed"))
    });
    let mut response = match pair {
        Ok(pair) => {
            let scopes = grants.grant(pair.grant).map(|grant| grant.scopes.join(" ")).unwrap_or_default();
            let mut document = json!({
                "access_token": pair.access.expose(),
                "expires_in": (pair.access_until - call.now()).num_seconds().max(0),
                "scope": scopes,
                "token_type": "bearer",
            });
            if let Some(refresh) = &pair.refresh {
                document["refresh_token"] = refresh.expose().into();
            }
            PlatformResponse::json(&document)
        }
        Err(error) => {
            let document = json!({ "error": error.error, "error_description": error.description });
            let mut response = PlatformResponse::json_with(error.status(), &document);
            if error.status() == 401 {
                // Every 401 must name a scheme (RFC 9110 section 15.5.2). The credentials are sent in the form all the
                // same.
                response.insert(header::WWW_AUTHENTICATE, "Basic realm=\"open-platform\"");
            }
            response
        }
    };
    // RFC 6749 section 5.1.
    response.headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response.headers.insert(header::PRAGMA, HeaderValue::from_static("no-cache"));
    response
}
