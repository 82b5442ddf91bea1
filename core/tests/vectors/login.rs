//! Vectors of login: where the user comes back, and what the token endpoint answers.

use open_platform::oauth::{Authorization, Callback, Tokens};
use serde_json::{Value, json};

use crate::outgoing::platform::{Outcomes, Platform, tokens};
use crate::{judge, outcome, same};

const REDIRECT_URI: &str = "https://app.example/oauth/callback";

fn token_reply() -> Value {
    json!({ "status": 200, "body": {
        "access_token": "ory_at_new", "expires_in": 3600, "scope": "USER_PHONE", "token_type": "bearer",
    } })
}

#[test]
fn callbacks() {
    judge("callbacks", |case| {
        let platform = Platform::new(Outcomes::always(Some(&token_reply())));
        let oauth = platform.client().oauth();
        let Authorization { state, .. } = platform.run(oauth.authorize(["USER_PHONE"], "session-1")).unwrap();
        let callback = case.given["callback"].as_str().unwrap().replace("{state}", state.expose());
        let session = case.given["session_id"].as_str().unwrap();
        if case.given.get("after_one_callback").is_some() {
            platform.run(oauth.callback(&callback, session)).unwrap();
        }
        platform.advance(case.given["seconds_later"].as_i64().unwrap_or_default());
        let before = platform.sent().len();
        let result = platform.run(oauth.callback(&callback, session));
        same("token_requests", &json!(platform.sent().len() - before), &case.expect["token_requests"])?;
        outcome(result, &case.expect, |callback| {
            let actual = match callback {
                Callback::Granted { .. } => "granted",
                Callback::Denied => "denied",
            };
            same("outcome", &json!(actual), &case.expect["outcome"])
        })
    });
}

#[test]
fn token_replies() {
    judge("token_replies", |case| {
        let platform = Platform::single_attempt(Outcomes::always(case.given.get("reply")));
        let oauth = platform.client().oauth();
        let result = match case.given["flow"].as_str().unwrap() {
            "exchange" => platform.run(oauth.exchange("code-from-the-redirect", REDIRECT_URI)),
            "refresh" => platform.run(oauth.refresh(&tokens("ory_at_old", "ory_rt_old"), REDIRECT_URI)),
            other => panic!("{other}"),
        };
        outcome(result, &case.expect, |tokens| {
            let Tokens { access_token, refresh_token, expires_at, scopes, .. } = tokens;
            let actual = json!({
                "access_token": access_token.expose(),
                "refresh_token": refresh_token.as_ref().map(|token| token.expose()),
                "expires_in_seconds": (expires_at - platform.now()).num_seconds(),
                "scopes": scopes,
            });
            case.expect["value"]
                .as_object()
                .unwrap()
                .iter()
                .try_for_each(|(name, value)| same(name, &actual[name], value))
        })
    });
}
