//! Logins with the SDK in two worlds, which are two issuers.

use open_platform::oauth::LoginOutcome;
use open_platform_sandbox::{Decision, Sandbox, World};

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
