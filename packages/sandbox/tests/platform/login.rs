//! Logins with the SDK in two worlds, which are two issuers.

use axum::http::Method;
use open_platform::oauth::LoginOutcome;
use open_platform_sandbox::{Decision, Sandbox, World};

use crate::app::App;

async fn authorization(world: &World) -> (open_platform::OpenPlatform, String) {
    let platform = world.client().build().unwrap();
    let login = platform.oauth().authorize(["USER_PHONE", "offline_access"], "browser-session").await.unwrap();
    let back = world.consent(&login.url, Decision::Approve { user: "seller".into() }).unwrap();
    (platform, back)
}

fn parameter(url: &str, name: &str) -> Option<String> {
    let url = url::Url::parse(url).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

#[tokio::test]
async fn each_world_is_an_issuer_and_a_login_accepts_only_its_own() {
    let sandbox = Sandbox::builder().build();
    let (honest, other) = (sandbox.world("honest"), sandbox.world("other"));
    honest.set_oauth_rules(|rules| rules.send_issuer = true);
    let (platform, back) = authorization(&honest).await;
    assert_eq!(parameter(&back, "iss"), Some(format!("{}/auth", honest.url())));
    let mixed = back.replace(&parameter_text(&honest), &parameter_text(&other));
    assert_ne!(mixed, back);
    assert!(platform.oauth().callback(&mixed, "browser-session").await.is_err(), "the issuer of another world");
    let (platform, back) = authorization(&honest).await;
    let granted = platform.oauth().callback(&back, "browser-session").await.unwrap();
    assert!(matches!(granted, LoginOutcome::Granted { .. }), "{granted:?}");
    assert!(other.ledger().requests().is_empty(), "nothing went to the other world");
}

/// The issuer of a world as it stands in a query.
fn parameter_text(world: &World) -> String {
    url::form_urlencoded::byte_serialize(format!("{}/auth", world.url()).as_bytes()).collect()
}

#[tokio::test]
async fn a_code_of_one_world_is_refused_by_another_and_stays_valid() {
    let sandbox = Sandbox::builder().build();
    let (honest, other) = (sandbox.world("honest"), sandbox.world("other"));
    // The same app at both: only the issuer differs.
    let app = honest.app();
    other.configure_app(|settings| {
        settings.client_id.clone_from(&app.client_id);
        settings.client_secret.clone_from(&app.client_secret);
    });
    let (platform, back) = authorization(&honest).await;
    let (wrong, wrong_back) = authorization(&other).await;
    let code = parameter(&back, "code").unwrap();
    // The code of one world with the issuer of the other: a mix-up attack.
    let mixed = wrong_back.replace(&parameter(&wrong_back, "code").unwrap(), &code);
    assert!(wrong.oauth().callback(&mixed, "browser-session").await.is_err());
    assert_eq!(other.ledger().requests_to("oauth.exchange")[0].status, 400);
    assert!(matches!(platform.oauth().callback(&back, "browser-session").await, Ok(LoginOutcome::Granted { .. })));
}

#[tokio::test]
async fn the_word_of_the_scope_list_is_no_scope_of_a_request() {
    let app = App::strict();
    for (word, meant) in [("OFFLINE_ACCESS", "offline_access"), ("OPENID", "openid")] {
        let refused = app.world.issue_tokens("seller", [word]).unwrap_err().to_string();
        assert!(refused.contains(&format!("no scope {word}: did you mean {meant}?")), "{refused}");
        let redirect = &app.settings.redirect_uris[0];
        let (client, state) = (app.settings.client_id.as_str(), "0123456789");
        let query = [("client_id", client), ("redirect_uri", redirect.as_str()), ("scope", word), ("state", state)];
        let query = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(query).finish();
        app.bare(Method::GET, format!("/auth/oauth2/auth?response_type=code&sandbox_user=seller&{query}")).send().await;
        let requests = app.world.ledger().requests();
        let refusal = requests.last().unwrap().refusal.clone().unwrap_or_default();
        assert!(refusal.contains(&format!("did you mean {meant}?")), "{refusal}");
    }
    assert!(app.world.issue_tokens("seller", ["offline_access"]).unwrap().refresh_token.is_some());
}

#[tokio::test]
async fn a_token_request_in_json_is_told_to_be_a_form() {
    let app = App::strict();
    let body = serde_json::json!({ "grant_type": "authorization_code", "code": "c" });
    let (status, answer) = app.bare(Method::POST, "/auth/oauth2/token").json(body).await;
    assert_eq!((status, &answer["error"]), (400, &serde_json::json!("invalid_request")));
    let description = answer["error_description"].as_str().unwrap();
    assert!(description.contains("application/x-www-form-urlencoded"), "{description}");
}
