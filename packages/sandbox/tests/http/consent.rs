//! The consent page as a browser gets it and sends its form: language, chosen user, and the choices of the sandbox.

use open_platform_sandbox::{Sandbox, World};
use serde_json::{Value, json};
use url::form_urlencoded::Serializer;

use crate::login::{address, open, parameter};
use crate::{Reply, admin, send};

const ASKED: [(&str, &str); 2] = [("scope", "USER_PHONE offline_access"), ("state", "12345678")];

async fn sandbox() -> (Sandbox, World) {
    let sandbox = Sandbox::start().await.unwrap();
    let world = sandbox.default_world();
    (sandbox, world)
}

/// The authorization address with these parameters beside the usual ones.
fn asking(world: &World, more: &[(&str, &str)]) -> String {
    address(world, &[&ASKED, more].concat())
}

/// Opens the page, and sends its form with these fields.
async fn answer(sandbox: &Sandbox, world: &World, fields: &[(&str, &str)]) -> Reply {
    let page = open(sandbox, &asking(world, &[])).await;
    let id = page.body.split("name=\"request\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let form = Serializer::new(String::new()).append_pair("request", id).extend_pairs(fields).finish();
    post(sandbox, "/auth/oauth2/consent", &form).await
}

async fn post(sandbox: &Sandbox, path: &str, form: &str) -> Reply {
    let headers = [("content-type", "application/x-www-form-urlencoded")];
    send(sandbox, "POST", path, &headers, form.as_bytes()).await
}

async fn exchange(sandbox: &Sandbox, world: &World, code: &str) -> (u16, Value) {
    let app = world.app();
    let form = Serializer::new(String::new())
        .extend_pairs([("grant_type", "authorization_code"), ("code", code), ("client_id", &app.client_id)])
        .append_pair("client_secret", &app.client_secret)
        .append_pair("redirect_uri", &app.redirect_uris[0])
        .finish();
    let reply = post(sandbox, "/auth/oauth2/token", &form).await;
    (reply.status, reply.json())
}

#[tokio::test]
async fn the_page_follows_the_language_of_the_address_and_of_the_browser() {
    let (sandbox, world) = sandbox().await;
    for (ui_locales, accepted, language, deny) in
        [("", "en", "en", ">Deny<"), ("", "fa-IR,fa;q=0.9,en;q=0.8", "fa", ">رد کردن<"), ("en", "fa", "en", ">Deny<")]
    {
        let url = asking(&world, &[("ui_locales", ui_locales)]);
        let path = url.strip_prefix(sandbox.url()).unwrap();
        let page = send(&sandbox, "GET", path, &[("accept-language", accepted)], b"").await;
        assert_eq!((page.status, page.header("content-language")), (200, Some(language)));
        assert!(page.body.contains(deny), "{}", page.body);
        let wrong = path.replace("client_id=", "client_id=x");
        let refused = send(&sandbox, "GET", &wrong, &[("accept-language", accepted)], b"").await;
        assert_eq!((refused.status, refused.header("content-language")), (400, Some(language)));
    }
}

#[tokio::test]
async fn an_open_page_is_answered_by_the_admin_api() {
    let (sandbox, world) = sandbox().await;
    let granted = async |body: Value| {
        let page = open(&sandbox, &asking(&world, &[("login_hint", "buyer")])).await;
        let open = admin(&sandbox, "GET", "/consents", Value::Null).await.json();
        let id = open[0]["id"].as_str().unwrap().to_owned();
        assert!(page.body.contains(&format!("name=\"request\" value=\"{id}\"")) && open[0]["login_hint"] == "buyer");
        for wrong in [
            json!({ "decision": "approve", "user": "nobody" }),
            json!({ "decision": "approve_only", "user": "buyer", "scopes": ["USER_ID"] }),
        ] {
            assert_eq!(admin(&sandbox, "POST", &format!("/consents/{id}"), wrong).await.status, 400, "it stays open");
        }
        let answered = admin(&sandbox, "POST", &format!("/consents/{id}"), body.clone()).await.json();
        assert_eq!(admin(&sandbox, "POST", &format!("/consents/{id}"), body).await.status, 404, "once");
        let form = Serializer::new(String::new()).append_pair("request", &id).append_pair("decision", "deny").finish();
        assert_eq!(post(&sandbox, "/auth/oauth2/consent", &form).await.status, 400, "nor by its own buttons");
        let back = answered["callback_url"].as_str().unwrap().to_owned();
        assert_eq!(parameter(&back, "state").as_deref(), Some("12345678"));
        let code = parameter(&back, "code")?;
        Some(exchange(&sandbox, &world, &code).await.1["scope"].as_str().unwrap().to_owned())
    };
    let all = granted(json!({ "decision": "approve", "user": "buyer" })).await;
    assert_eq!(all.as_deref(), Some("USER_PHONE offline_access"));
    let part = granted(json!({ "decision": "approve_only", "user": "buyer", "scopes": ["USER_PHONE"] })).await;
    assert_eq!(part.as_deref(), Some("USER_PHONE"));
    assert_eq!((granted(json!({ "decision": "deny" })).await, world.denials()), (None, 1));
    assert!(world.pending_consents().is_empty());
}

#[tokio::test]
async fn a_refused_form_leaves_the_page_open() {
    let (sandbox, world) = sandbox().await;
    open(&sandbox, &asking(&world, &[])).await;
    let id = world.pending_consents().remove(0).id;
    for (user, outcome, status) in
        [("nobody", "granted", 400), ("seller", "no_such_outcome", 400), ("seller", "", 303), ("seller", "", 400)]
    {
        let mut form = Serializer::new(String::new());
        form.extend_pairs([("request", id.as_str()), ("decision", "approve"), ("user", user)]);
        if !outcome.is_empty() {
            form.append_pair("outcome", outcome);
        }
        let reply = post(&sandbox, "/auth/oauth2/consent", &form.finish()).await;
        assert_eq!(reply.status, status, "{user} {outcome} {reply:?}");
    }
    assert!(world.pending_consents().is_empty());
}

#[tokio::test]
async fn a_scope_names_its_object() {
    let (sandbox, world) = sandbox().await;
    let post = admin(
        &sandbox,
        "POST",
        "/seed",
        json!({ "posts": [{ "owner": "seller", "data": { "title": "A <b> bicycle" } }] }),
    )
    .await
    .json()["posts"][0]["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let scope = format!("POST_ADDON_CREATE.{post}");
    let page = open(&sandbox, &address(&world, &[("scope", &scope), ("state", "12345678")])).await;
    assert!(
        page.body.contains("Create an add-on on one post.") && page.body.contains("A &lt;b&gt; bicycle"),
        "{}",
        page.body
    );
    assert!(page.body.contains(&format!("<strong dir=\"auto\">{}</strong>", world.app().client_id)));
}

#[tokio::test]
async fn a_hint_chooses_the_user() {
    let (sandbox, world) = sandbox().await;
    let phone = world.users().into_iter().find(|user| user.name == "buyer").unwrap().phone;
    for (more, chosen) in [
        (vec![], Some("seller")),
        (vec![("login_hint", "buyer")], Some("buyer")),
        (vec![("login_hint", phone.as_str())], Some("buyer")),
        (vec![("login_hint", "nobody")], Some("seller")),
        (vec![("prompt", "login consent")], Some("seller")),
        (vec![("prompt", "select_account")], None),
        (vec![("prompt", "select_account"), ("login_hint", "buyer")], Some("buyer")),
    ] {
        let page = open(&sandbox, &asking(&world, &more)).await;
        let checked: Vec<&str> = ["seller", "buyer"]
            .into_iter()
            .filter(|name| page.body.contains(&format!("value=\"{name}\" required checked")))
            .collect();
        assert_eq!(checked, chosen.into_iter().collect::<Vec<_>>(), "{more:?}");
    }
}

#[tokio::test]
async fn prompts_that_show_no_page_or_do_not_exist_are_errors() {
    let (sandbox, world) = sandbox().await;
    for (prompt, error) in
        [("none", "login_required"), ("none login", "invalid_request"), ("password", "invalid_request")]
    {
        let back = open(&sandbox, &asking(&world, &[("prompt", prompt)])).await;
        let location = back.header("location").unwrap();
        assert_eq!(parameter(location, "error").as_deref(), Some(error), "{prompt}");
    }
}

#[tokio::test]
async fn a_test_can_consent_without_the_page() {
    let (sandbox, world) = sandbox().await;
    for more in [vec![("sandbox_user", "buyer")], vec![("sandbox_user", "buyer"), ("prompt", "none")]] {
        let back = open(&sandbox, &asking(&world, &more)).await;
        let code = parameter(back.header("location").unwrap(), "code").unwrap();
        assert_eq!(exchange(&sandbox, &world, &code).await.0, 200);
        assert_eq!(world.tokens().last().unwrap().user, "buyer");
    }
    let wrong = open(&sandbox, &asking(&world, &[("sandbox_user", "nobody")])).await;
    assert!(wrong.status == 400 && wrong.body.contains("no user with this name"), "{}", wrong.body);
}

#[tokio::test]
async fn a_part_of_the_scopes_can_be_granted() {
    let (sandbox, world) = sandbox().await;
    let approve = [("user", "seller"), ("decision", "approve")];
    for (fields, granted) in [
        (vec![], "USER_PHONE offline_access"),
        (
            vec![("outcome", "granted"), ("scope", "USER_PHONE"), ("scope", "offline_access")],
            "USER_PHONE offline_access",
        ),
        (vec![("outcome", "granted"), ("scope", "USER_PHONE")], "USER_PHONE"),
        (vec![("outcome", "granted")], ""),
    ] {
        let back = answer(&sandbox, &world, &[&approve, fields.as_slice()].concat()).await;
        let code = parameter(back.header("location").unwrap(), "code").unwrap();
        let (status, tokens) = exchange(&sandbox, &world, &code).await;
        assert_eq!((status, tokens["scope"].as_str().unwrap_or_default()), (200, granted));
    }
    let more = [("outcome", "granted"), ("scope", "USER_ID")];
    let refused = answer(&sandbox, &world, &[&approve[..], &more].concat()).await;
    assert!(refused.status == 400 && refused.body.contains("did not ask for USER_ID"), "{}", refused.body);
}

#[tokio::test]
async fn what_the_app_receives_can_be_chosen() {
    let (sandbox, world) = sandbox().await;
    for (outcome, state, code_status, error) in [
        ("granted", Some("12345678"), Some(200), None),
        ("wrong_state", Some("a-state-of-somebody-else"), Some(200), None),
        ("no_state", None, Some(200), None),
        ("expired_code", Some("12345678"), Some(400), None),
        ("access_denied", Some("12345678"), None, Some("access_denied")),
        ("server_error", Some("12345678"), None, Some("server_error")),
    ] {
        let fields = [("user", "seller"), ("decision", "approve"), ("outcome", outcome), ("scope", "USER_PHONE")];
        let back = answer(&sandbox, &world, &fields).await;
        let location = back.header("location").unwrap();
        assert_eq!(parameter(location, "state").as_deref(), state, "{outcome}");
        assert_eq!(parameter(location, "error").as_deref(), error, "{outcome}");
        let status = match parameter(location, "code") {
            Some(code) => Some(exchange(&sandbox, &world, &code).await.0),
            None => None,
        };
        assert_eq!(status, code_status, "{outcome}");
    }
    let unknown = [("user", "seller"), ("decision", "approve"), ("outcome", "other")];
    assert_eq!(answer(&sandbox, &world, &unknown).await.status, 400);
    // A denial is a denial, whatever else is chosen.
    let denied = [("decision", "deny"), ("outcome", "server_error"), ("scope", "USER_PHONE")];
    let back = answer(&sandbox, &world, &denied).await;
    assert_eq!(parameter(back.header("location").unwrap(), "code"), None);
}
