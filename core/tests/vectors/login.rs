//! Vectors of login: callbacks, and responses of the token endpoint.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use open_platform::client::Builder;
use open_platform::clock::Clock;
use open_platform::grants::Adoption;
use open_platform::oauth::{Authorization, Login, LoginOutcome, Tokens};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::outgoing::platform::{Outcomes, Platform, tokens};
use crate::outgoing::{authorization_url, is_request};
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
        if let Some(other) = case.given.get("after_a_callback_of").and_then(Value::as_str) {
            let error = platform.run(oauth.callback(&callback, other)).unwrap_err();
            same("the other session's error", &json!(error.code()), &json!("state_mismatch"))?;
        }
        let later = Duration::from_secs(case.given["seconds_later"].as_u64().unwrap_or_default());
        platform.clock().advance(later);
        let before = platform.sent().len();
        let result = platform.run(oauth.callback(&callback, session));
        same("token_requests", &json!(platform.sent().len() - before), &case.expect["token_requests"])?;
        outcome(result, &case.expect, |callback| {
            let actual = match callback {
                LoginOutcome::Granted { .. } => "granted",
                LoginOutcome::Denied => "denied",
            };
            same("outcome", &json!(actual), &case.expect["outcome"])
        })
    });
}

#[test]
fn grant_names() {
    judge("grant_names", |case| {
        let platform = Platform::new(Outcomes::always(Some(&token_reply())));
        let oauth = platform.client().oauth();
        let mut names = Vec::new();
        for which in ["first", "second"] {
            let mut given = case.given[which].clone();
            given["session_id"] = json!("session-1");
            let Authorization { state, .. } = platform.run(oauth.start(login(&given))).unwrap();
            let callback = format!("{REDIRECT_URI}?code=abc&state={}", state.expose());
            let LoginOutcome::Granted { grant, .. } = platform.run(oauth.callback(&callback, "session-1")).unwrap()
            else {
                panic!("the login of the {which} was denied")
            };
            let user = given.get("user").map_or("canary", |user| user.as_str().unwrap());
            assert!(!grant.as_str().contains(user), "{grant}");
            names.push(grant);
        }
        same("same", &json!(names[0] == names[1]), &case.expect["same"])
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
                "expires_in_seconds": (expires_at - platform.clock().now()).num_seconds(),
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

/// The settings of a case.
fn settings(builder: Builder, given: &Value) -> Builder {
    let text = |name: &str| given.get(name).map(|value| value.as_str().unwrap().to_owned());
    let flag = |name: &str| given[name].as_bool().unwrap_or_default();
    let builder = builder.pkce(flag("pkce")).omit_refresh_code(flag("omit_refresh_code"));
    let builder = text("client_id").into_iter().fold(builder, Builder::client_id);
    let builder = text("client_secret").into_iter().fold(builder, Builder::client_secret);
    text("redirect_uri").into_iter().fold(builder, Builder::redirect_uri)
}

fn login(given: &Value) -> Login {
    let scopes = given["scopes"].as_array().unwrap().iter().map(|scope| scope.as_str().unwrap());
    let mut login = Login::new(scopes, given["session_id"].as_str().unwrap());
    for (name, set) in [
        ("user", Login::for_user as fn(Login, String) -> Login),
        ("return_to", Login::return_to),
        ("login_redirect_uri", Login::redirect_uri),
        ("prompt", Login::prompt),
        ("login_hint", Login::login_hint),
        ("ui_locales", Login::ui_locales),
    ] {
        if let Some(value) = given.get(name) {
            login = set(login, value.as_str().unwrap().to_owned());
        }
    }
    login
}

#[test]
fn authorizations() {
    judge("authorizations", |case| {
        let platform = Platform::configured(Outcomes::always(None), |builder| settings(builder, &case.given));
        let address = platform
            .and_then(|platform| platform.run(platform.client().oauth().start(login(&case.given))))
            .map(|authorization| authorization.url);
        outcome(address, &case.expect, |address| authorization_url(&address, &case.expect["authorization_url"]))
    });
}

#[test]
fn token_requests() {
    judge("token_requests", |case| {
        let given = &case.given;
        let platform =
            Platform::configured(Outcomes::always(Some(&token_reply())), |builder| settings(builder, given)).unwrap();
        let oauth = platform.client().oauth();
        let redirect_uri = given["redirect_uri"].as_str().unwrap();
        let code = given["code"].as_str().unwrap();
        let mut challenge = None;
        match given["flow"].as_str().unwrap() {
            "exchange" => drop(platform.run(oauth.exchange(code, redirect_uri)).unwrap()),
            "refresh" => {
                let old = tokens(given["access_token"].as_str().unwrap(), given["refresh_token"].as_str().unwrap());
                platform.run(oauth.refresh(&old, redirect_uri)).unwrap();
            }
            "login" => {
                let Authorization { url, state, .. } =
                    platform.run(oauth.authorize(["USER_PHONE"], "session-1")).unwrap();
                let url: url::Url = url.parse().unwrap();
                challenge =
                    url.query_pairs().find(|(name, _)| name == "code_challenge").map(|(_, value)| value.into_owned());
                let back = format!("code={code}&state={}", state.expose());
                platform.run(oauth.callback(back, "session-1")).unwrap();
            }
            other => panic!("{other}"),
        }
        let sent = platform.sent();
        let [request] = sent.as_slice() else { return Err(format!("{} requests were sent", sent.len())) };
        if let Some(names) = case.expect.get("form_names") {
            let form: Vec<_> = url::form_urlencoded::parse(&request.body).into_owned().collect();
            same("names in the form", &json!(form.iter().map(|(name, _)| name).collect::<Vec<_>>()), names)?;
            let verifier = form.iter().find(|(name, _)| name == "code_verifier").map(|(_, value)| value);
            let answer = verifier.map(|verifier| URL_SAFE_NO_PAD.encode(Sha256::digest(verifier)));
            same("the challenge of the verifier", &json!(answer), &json!(challenge))?;
        }
        is_request(request, &case.expect["request"])
    });
}

#[test]
fn token_errors() {
    judge("token_errors", |case| {
        let platform = Platform::single_attempt(Outcomes::always(case.given.get("reply")));
        let client = platform.client();
        let old = tokens("ory_at_old", "ory_rt_old");
        let (result, state) = match case.given["flow"].as_str().unwrap() {
            "exchange" => {
                let code = case.given["code"].as_str().unwrap_or("code-from-the-redirect");
                (platform.run(client.oauth().exchange(code, REDIRECT_URI)).map(drop), None)
            }
            "callback" => {
                let oauth = client.oauth();
                let Authorization { state, .. } = platform.run(oauth.authorize(["USER_PHONE"], "session-1")).unwrap();
                let back = format!("code=code-from-the-redirect&state={}", state.expose());
                (platform.run(oauth.callback(back, "session-1")).map(drop), None)
            }
            "refresh" => (platform.run(client.oauth().refresh(&old, REDIRECT_URI)).map(drop), None),
            "grant" => {
                let grant = platform.run(client.grants().adopt(Adoption::new(old))).unwrap().key;
                let result = platform.run(client.user(grant.clone()).users().me()).map(drop);
                let info = platform.run(client.grants().info(grant)).unwrap().unwrap();
                (result, Some(serde_json::to_value(info.state).unwrap()))
            }
            other => panic!("{other}"),
        };
        match case.expect["token_requests_at_most"].as_u64() {
            Some(most) if platform.sent().len() as u64 > most => {
                return Err(format!("{} token requests", platform.sent().len()));
            }
            Some(_) => {}
            None => same("token_requests", &json!(platform.sent().len()), &case.expect["token_requests"])?,
        }
        if let Some(state) = state {
            same("grant_state", &state, &case.expect["grant_state"])?;
        }
        if let Some(refreshes) = case.expect.get("refreshes") {
            same("refreshes", &platform.refreshes(), refreshes)?;
        }
        outcome(result, &case.expect, |()| Ok(()))
    });
}
