use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::Method;
use open_platform::model::chat::MessageContent;
use open_platform_sandbox::{ApiKey, Profile, Sandbox, Snapshot};

use crate::app::App;

#[tokio::test]
async fn worlds_share_nothing_and_are_found_by_key() {
    let app = App::strict();
    let (one, two) = (app.sandbox.world("one"), app.sandbox.world("two"));
    let post = one.posts()[0].token.clone();
    assert!(two.post(&post).is_none());
    let path = format!("/base/v1/open-platform/finder/post/{post}");
    let by_key = |key: String| app.bare(Method::GET, path.as_str()).header("x-api-key", key).send();
    assert_eq!(by_key(one.app().api_key).await.0, 200);
    assert_eq!(by_key(two.app().api_key).await.0, 404);
    let named = format!("/worlds/two{path}");
    assert_eq!(app.bare(Method::GET, named).header("x-api-key", one.app().api_key).send().await.0, 401);
    one.configure_app(|settings| settings.api_key = "key_new".into());
    assert_eq!(by_key("key_new".into()).await.0, 200);
}

#[tokio::test]
async fn a_code_selects_one_of_two_worlds_with_one_client_id() {
    let app = App::strict();
    let second = app.sandbox.world("second");
    let first = app.settings.clone();
    second.configure_app(|settings| {
        settings.client_id.clone_from(&first.client_id);
        settings.client_secret.clone_from(&first.client_secret);
    });
    let issued = second.issue_tokens("seller", ["offline_access", "USER_ID"]).unwrap();
    let form = format!(
        "grant_type=refresh_token&client_id={}&client_secret={}&redirect_uri={}&refresh_token={}&code={}",
        first.client_id,
        first.client_secret,
        first.redirect_uris[0],
        issued.refresh_token.unwrap().expose(),
        issued.access_token.expose(),
    );
    let call = app.bare(Method::POST, "/auth/oauth2/token");
    let (status, answer) =
        call.header("content-type", "application/x-www-form-urlencoded".into()).bytes(form.as_bytes()).await;
    assert_eq!(status, 200, "{answer}");
    assert!(second.token_report(answer["access_token"].as_str().unwrap()).is_some());
}

#[test]
fn a_reset_keeps_the_credentials_and_addresses_of_the_app() {
    let (sandbox, other) = (Sandbox::builder().build(), Sandbox::builder().seed(7).build());
    let world = sandbox.default_world();
    let initial = world.app();
    world.configure_app(|app| {
        app.client_id = "shop".into();
        app.client_secret = "secret".into();
        app.api_key = "key".into();
        app.other_keys = vec![ApiKey { key: "second".into(), permissions: ["GET_POST".to_owned()].into() }];
        app.identification_key = "identification".into();
        app.redirect_uris = vec!["http://127.0.0.1:9/back".into()];
        app.events_url = "http://127.0.0.1:9/events".into();
        app.start_url = "http://127.0.0.1:9/start".into();
        app.dynamic_action_url = "http://127.0.0.1:9/action".into();
    });
    let configured = world.app();
    world.configure_app(|app| {
        app.permissions.clear();
        app.has_logo = false;
    });
    world.reset();
    assert!(world.app() == configured, "{:?}", world.app());
    assert_eq!(configured.permissions, initial.permissions);
    // Those of a file, which another seed has made.
    let other = other.default_world();
    let file = Snapshot::from_json(world.snapshot().to_json().as_bytes()).unwrap();
    other.restore(&file);
    other.reset();
    assert!(other.app() == configured, "{:?}", other.app());
}

#[tokio::test]
async fn the_client_of_a_server_has_none_of_the_redirect_addresses_of_phones() {
    let world = Sandbox::builder().build().default_world();
    for (uris, expected) in [
        (vec!["com.example.app:/oauth", "http://127.0.0.1:9/back"], Some("http://127.0.0.1:9/back")),
        (vec!["com.example.app:/oauth"], None),
        (vec![], None),
    ] {
        world.configure_app(|app| app.redirect_uris = uris.iter().map(ToString::to_string).collect());
        let app = world.app();
        assert_eq!(app.redirect_uri(), expected);
        world.client().build().unwrap();
    }
}

#[test]
fn every_event_is_in_a_record_also_after_a_reset_and_a_restored_snapshot() {
    let sandbox = Sandbox::builder().keep_records().build();
    let world = sandbox.default_world();
    // Nothing is subscribed, so each message is an event without a delivery.
    let say = |text: &str| {
        let talk = world.conversations().remove(0);
        world.send_as_user(&talk.id, "buyer", MessageContent::Text { text: text.into() }).unwrap();
        let position = world.undelivered().iter().filter_map(|event| event.position).max();
        position.unwrap()
    };
    let mut said = vec![say("before the snapshot"), say("before the snapshot, too")];
    let snapshot = world.snapshot();
    said.push(say("between the snapshot and the reset"));
    world.reset();
    said.push(say("after the reset"));
    world.restore(&snapshot);
    said.push(say("after the snapshot was restored"));
    world.restore(&snapshot);

    let records = sandbox.records();
    let mut events: Vec<_> =
        records.iter().flat_map(|record| &record.undelivered).filter_map(|it| it.position).collect();
    events.sort_unstable();
    // Those before the snapshot are in the record of the reset, and in that of the world, which has them again.
    assert_eq!(events, [said[0], said[0], said[1], said[1], said[2], said[3], said[4]]);
}

#[test]
fn the_same_seed_makes_the_same_world() {
    let all = |seed: u64, world: &str| {
        let sandbox = Sandbox::builder().seed(seed).build();
        let world = sandbox.world(world);
        let talk = world.conversations().remove(0);
        format!("{:?}{:?}{:?}{:?}{:?}", world.app(), world.users(), world.posts(), world.messages(&talk.id), talk)
    };
    assert_eq!(all(7, "a"), all(7, "a"));
    assert_ne!(all(7, "a"), all(8, "a"));
    assert_ne!(all(7, "a"), all(7, "b"));
}

#[tokio::test]
async fn a_client_of_a_world_is_ready_to_use() {
    let sandbox = Sandbox::builder().profile(Profile::Observed).build();
    let world = sandbox.world("mine");
    let platform = world.client().build().unwrap();
    let token = world.posts()[0].token.clone();
    assert_eq!(platform.posts().get(token.as_str()).await.unwrap().token.as_str(), token);
    let user = platform.user_with_token(world.issue_tokens("seller", ["USER_PHONE"]).unwrap().access_token);
    let phone = user.users().me().await.unwrap().phone().unwrap().as_str().to_owned();
    assert_eq!(phone, world.user("seller").unwrap().phone);
}

#[tokio::test]
async fn an_address_other_than_loopback_needs_a_token() {
    let anywhere = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), 0);
    let refused = Sandbox::builder().bind(anywhere).start().await.unwrap_err();
    assert!(refused.to_string().contains("bind"), "{refused}");
    Sandbox::builder().bind(anywhere).token("t").start().await.unwrap().stop().await;
}

#[tokio::test]
async fn a_sandbox_on_a_socket_answers_and_stops() {
    let sandbox = Sandbox::start().await.unwrap();
    assert!(sandbox.url().starts_with("http://127.0.0.1:"), "{}", sandbox.url());
    let world = sandbox.default_world();
    let platform = world.client().build().unwrap();
    let token = world.posts()[0].token.clone();
    assert_eq!(platform.posts().get(token.as_str()).await.unwrap().token.as_str(), token);
    let url = sandbox.url().to_owned();
    sandbox.stop().await;
    let address: SocketAddr = url.trim_start_matches("http://").parse().unwrap();
    assert!(std::net::TcpStream::connect(address).is_err());
}
