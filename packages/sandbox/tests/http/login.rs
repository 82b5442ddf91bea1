//! A refused authorization request redirects with the error, and is recorded in the ledger.

use open_platform_sandbox::{Decision, Profile, Sandbox, World};
use serde_json::json;
use url::Url;

use crate::{Reply, admin, send};

/// The authorization address with these parameters beside those that every request has.
pub fn address(world: &World, more: &[(&str, &str)]) -> String {
    let app = world.app();
    let mut url = Url::parse(&format!("{}/auth/oauth2/auth", world.url())).unwrap();
    url.query_pairs_mut()
        .extend_pairs([("response_type", "code"), ("client_id", &app.client_id)])
        .append_pair("redirect_uri", &app.redirect_uris[0])
        .extend_pairs(more);
    url.into()
}

/// Sends the request of a browser to an address of the sandbox.
pub async fn open(sandbox: &Sandbox, address: &str) -> Reply {
    let path = address.strip_prefix(sandbox.url()).unwrap();
    send(sandbox, "GET", path, &[], b"").await
}

/// A parameter of the query of an address.
pub fn parameter(url: &str, name: &str) -> Option<String> {
    Url::parse(url).unwrap().query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

#[tokio::test]
async fn a_challenge_has_the_form_of_a_digest() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let digest = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    for (challenge, error) in [
        (digest.to_owned(), None),
        ("x".to_owned(), Some("invalid_request")),
        (format!("{digest}="), Some("invalid_request")),
        (digest.replace('-', "+"), Some("invalid_request")),
    ] {
        let more = [("scope", "USER_PHONE"), ("state", "12345678"), ("sandbox_user", "seller")];
        let pkce = [("code_challenge", challenge.as_str()), ("code_challenge_method", "S256")];
        let back = open(&sandbox, &address(&world, &[&more[..], &pkce].concat())).await;
        let location = back.header("location").unwrap();
        assert_eq!(parameter(location, "error").as_deref(), error, "{challenge} {location}");
        assert_eq!(parameter(location, "code").is_some(), error.is_none(), "{challenge} {location}");
    }
}

#[tokio::test]
async fn a_redirect_has_a_state_only_if_the_request_had_one() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let back = open(&sandbox, &address(&world, &[("scope", "USER_PHONE")])).await;
    let location = back.header("location").unwrap();
    assert_eq!(parameter(location, "error").as_deref(), Some("invalid_state"), "{location}");
    assert_eq!(parameter(location, "state"), None, "{location}");
}

#[tokio::test]
async fn a_refused_request_redirects_with_the_error_and_is_in_the_ledger() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    for (more, error, said) in [
        ([("scope", "USER_FONE offline_access"), ("state", "12345678")], "invalid_scope", "USER_FONE"),
        ([("scope", "USER_PHONE.abc"), ("state", "12345678")], "invalid_scope", "USER_PHONE"),
        ([("scope", "POST_ADDON_CREATE"), ("state", "12345678")], "invalid_scope", "POST_ADDON_CREATE.<post_token>"),
        ([("scope", ""), ("state", "12345678")], "invalid_scope", "scope is missing"),
        ([("scope", "USER_PHONE"), ("state", "short")], "invalid_state", "8 characters"),
        ([("code_challenge", "x"), ("state", "12345678")], "invalid_scope", "missing"),
    ] {
        let back = open(&sandbox, &address(&world, &more)).await;
        let location = back.header("location").unwrap().to_owned();
        assert_eq!((back.status, parameter(&location, "error").as_deref()), (303, Some(error)), "{location}");
        assert!(parameter(&location, "error_description").unwrap().contains(said), "{location}");
        assert_eq!(parameter(&location, "code"), None);
        let noted = world.ledger().requests_to("oauth.authorize").pop().unwrap();
        let refusal = noted.refusal.unwrap();
        assert!(refusal.starts_with(error) && refusal.contains(said) && !refusal.contains("scopes:"), "{refusal}");
    }
    let count = world.ledger().requests_to("oauth.authorize").len();
    let wrong = address(&world, &[("scope", "USER_FONE"), ("state", "12345678")]);
    // The same without a browser.
    let reply = admin(&sandbox, "POST", "/consent", json!({ "authorize_url": wrong, "decision": "deny" })).await;
    let location = reply.json()["callback_url"].as_str().unwrap().to_owned();
    assert_eq!(parameter(&location, "error").as_deref(), Some("invalid_scope"));
    let noted = world.ledger().requests_to("oauth.authorize");
    assert_eq!(noted.len(), count + 1);
    let refusal = "invalid_scope: the platform has no scope USER_FONE: did you mean USER_PHONE?";
    assert_eq!(noted[count].refusal.as_deref(), Some(refusal));
}

#[tokio::test]
async fn a_request_of_an_unknown_app_shows_a_page_and_is_in_the_ledger() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let good = address(&world, &[("scope", "USER_PHONE"), ("state", "12345678")]);
    let page = open(&sandbox, &good.replace("callback", "elsewhere")).await;
    assert_eq!(page.status, 400);
    let noted = world.ledger().requests_to("oauth.authorize").pop().unwrap();
    assert!(noted.refusal.unwrap().contains("redirect_uri"));
    assert_eq!(open(&sandbox, &good).await.status, 200);
    assert_eq!(world.ledger().requests_to("oauth.authorize").pop().unwrap().refusal, None);
}

#[tokio::test]
async fn a_denial_has_no_error_in_strict_and_a_refused_request_none_in_observed() {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    let good = address(&world, &[("scope", "USER_PHONE"), ("state", "12345678")]);
    let back = world.consent(&good, Decision::Deny {}).unwrap();
    assert_eq!((parameter(&back, "error"), parameter(&back, "code")), (None, None));
    world.set_profile(Profile::Observed);
    let wrong = address(&world, &[("scope", "USER_FONE"), ("state", "12345678")]);
    let back = open(&sandbox, &wrong).await.header("location").unwrap().to_owned();
    assert_eq!((parameter(&back, "error"), parameter(&back, "state").as_deref()), (None, Some("12345678")));
    let noted = world.ledger().requests_to("oauth.authorize").pop().unwrap();
    assert!(noted.refusal.unwrap().contains("USER_FONE"), "the ledger tells it all the same");
}
