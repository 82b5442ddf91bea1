//! Clicks of users, answered by an app with the SDK.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use open_platform::model::action::Action;
use open_platform::model::message::{Button, ButtonGrid, Message};
use open_platform::webhook::start::{
    DynamicActionReply, DynamicActionRequest, StartReply, StartRequest, StartSource, StartVersion, Touchpoint, UserSide,
};
use open_platform::webhook::{IdentificationKey, KeyRing, Reply, Webhooks};
use open_platform_sandbox::{Authorization, Click, ClickOutcome, Profile, StartForm};
use serde_json::{Value, json};

use crate::app::App;

/// The requests that the app received.
#[derive(Clone, Default)]
struct Asked {
    starts: Arc<Mutex<Vec<StartRequest>>>,
    dynamic: Arc<Mutex<Vec<DynamicActionRequest>>>,
}

impl Asked {
    fn start(&self) -> StartRequest {
        self.starts.lock().unwrap().pop().unwrap()
    }
}

/// An app in this process that opens an address for each start request and shows a text for each dynamic action.
fn receive(app: &App) -> Asked {
    let key = app.settings.identification_key.clone();
    let webhooks = Arc::new(Webhooks::new(KeyRing::new([IdentificationKey::new("now", key)]).unwrap()));
    let asked = Asked::default();
    let (starts, for_start) = (Arc::clone(&asked.starts), Arc::clone(&webhooks));
    let start = move |headers: HeaderMap, body: Bytes| async move {
        match for_start.start("POST", &headers, &body) {
            Ok(request) => {
                let reply = Reply::start(&StartReply::new("https://app.example/order"), &request).unwrap();
                starts.lock().unwrap().push(request);
                respond(reply)
            }
            Err(rejection) => respond(rejection.reply()),
        }
    };
    let dynamic = Arc::clone(&asked.dynamic);
    let act = move |headers: HeaderMap, body: Bytes| async move {
        let request = webhooks.dynamic_action("POST", &headers, &body).unwrap();
        let reply = DynamicActionReply::action(Action::direct_link("https://app.example/now")).with_text("انجام شد");
        dynamic.lock().unwrap().push(request);
        respond(Reply::dynamic_action(&reply).unwrap())
    };
    app.world.receive_with(Router::new().route("/start", post(start)).route("/dynamic", post(act)));
    app.world.configure_app(|app| {
        app.start_url = "http://127.0.0.1:1/start".into();
        app.dynamic_action_url = "http://127.0.0.1:1/dynamic".into();
    });
    asked
}

fn respond(reply: Reply) -> Response {
    let mut response = reply.body.into_response();
    *response.status_mut() = StatusCode::from_u16(reply.status).unwrap();
    response
}

/// Sends a message with buttons as the buyer, and returns its id with that of the conversation.
async fn message(app: &App) -> (String, String) {
    let conversation = app.world.conversations().into_iter().find(|talk| talk.post().is_some()).unwrap().id;
    let scope = format!("CONVERSATION_SEND_MESSAGE.{conversation}");
    let user = app.world.client().build().unwrap().user_with_token(app.token("buyer", &[&scope]));
    let mine = ButtonGrid::rows(vec![vec![Button::new("سایت", Action::direct_link("https://app.example/shop"))]]);
    let dynamic = Button { action: Action::dynamic(json!({ "n": 2 })), ..Button::server("اکنون", json!({})) };
    let yours = ButtonGrid::rows(vec![
        vec![Button::server("سفارش", json!({ "order": "7" }))],
        vec![Button::new("دیگر", Action::direct_link("https://app.example/other")), dynamic],
    ]);
    let message = Message::text("سلام").to_sender(mine).to_receiver(yours);
    user.conversations().send(conversation.as_str(), message).await.unwrap();
    (app.world.messages(&conversation).pop().unwrap().message.id, conversation)
}

fn button(user: &str, message: &str, row: i64, column: i64) -> Click {
    Click::MessageButton { user: user.into(), message: message.into(), row, column }
}

#[tokio::test]
async fn each_side_of_a_message_has_its_own_buttons() {
    let app = App::strict();
    let asked = receive(&app);
    let (id, conversation) = message(&app).await;
    let own = app.world.click(button("buyer", &id, 0, 0)).await.unwrap();
    assert_eq!(own.opens.as_deref(), Some("https://app.example/shop"));
    assert_eq!(own.request, None, "a direct link asks nobody");
    let outcome = app.world.click(button("seller", &id, 0, 0)).await.unwrap();
    assert_eq!((outcome.opens.as_deref(), outcome.status), (Some("https://app.example/order"), Some(200)));
    let request = asked.start();
    assert_eq!((request.version, request.source), (StartVersion::V2, StartSource::ChatMessageAction));
    assert_eq!(request.user_side, Some(UserSide::Supply));
    assert_eq!(request.conversation_id.unwrap().as_str(), conversation);
    assert_eq!(request.user_id.unwrap().as_str(), app.world.user("seller").unwrap().id);
    assert_eq!(request.extra_data.unwrap().value(), json!({ "order": "7" }));
    for nowhere in [button("buyer", &id, 1, 0), button("seller", &id, 0, 1), button("seller", &id, -1, 0)] {
        assert!(app.world.click(nowhere).await.is_err());
    }
    assert!(app.world.click(button("dealer", &id, 0, 0)).await.is_err(), "takes no part");
    assert!(app.world.click(button("seller", "no-message", 0, 0)).await.is_err());
}

#[tokio::test]
async fn a_dynamic_action_shows_what_the_app_answers() {
    let app = App::strict();
    let asked = receive(&app);
    let (id, conversation) = message(&app).await;
    let outcome = app.world.click(button("seller", &id, 1, 1)).await.unwrap();
    assert_eq!(outcome.text_message.as_deref(), Some("انجام شد"));
    assert_eq!(outcome.action, Some(json!({ "open_direct_link": "https://app.example/now" })));
    assert_eq!(outcome.opens.as_deref(), Some("https://app.example/now"));
    let request = asked.dynamic.lock().unwrap().pop().unwrap();
    assert_eq!((request.touchpoint, request.user_side), (Touchpoint::Chat, Some(UserSide::Supply)));
    assert_eq!(request.conversation_id.unwrap().as_str(), conversation);
    assert_eq!(request.extra_data.unwrap().value(), json!({ "n": 2 }));
}

#[tokio::test]
async fn a_dynamic_action_that_leads_to_the_app_asks_it_for_the_address() {
    let app = App::strict();
    receive(&app);
    let (id, conversation) = message(&app).await;
    let answer = r#"{"action":{"open_server_link":{"data":{"order":"9"}}},"text_message":"انجام شد"}"#;
    for (start, opens) in [(r#"{"url":"https://app.example/9"}"#, Some("https://app.example/9")), ("{}", None)] {
        let router = Router::new()
            .route("/dynamic", post(move || async move { answer }))
            .route("/start", post(move || async move { start }));
        app.world.receive_with(router);
        let outcome = app.world.click(button("seller", &id, 1, 1)).await.unwrap();
        assert_eq!((outcome.opens.as_deref(), outcome.error.is_none()), (opens, opens.is_some()), "{outcome:?}");
        assert_eq!(outcome.text_message.as_deref(), Some("انجام شد"));
        let request = outcome.request.unwrap();
        assert_eq!(
            (&request["extra_data"], &request["source"]),
            (&json!({ "order": "9" }), &json!("CHAT_MESSAGE_ACTION"))
        );
        assert_eq!(request["conversation_id"], conversation.as_str());
    }
}

#[tokio::test]
async fn limits_that_only_the_sdk_has_are_applied_to_a_dynamic_action_by_the_switch() {
    for profile in [Profile::Strict, Profile::Observed, Profile::Lenient] {
        let app = App::new(profile);
        receive(&app);
        let (id, _) = message(&app).await;
        for reply in [
            json!({ "text_message": "x".repeat(4097) }),
            json!({ "action": { "open_direct_link": format!("https://app.example/{}", "x".repeat(9000)) } }),
        ] {
            let answer = reply.to_string();
            let router = Router::new().route("/dynamic", post(move || async move { answer }));
            app.world.receive_with(router);
            for (assumed, is_refused) in [(false, false), (true, profile != Profile::Lenient)] {
                app.world.set_gaps(|gaps| gaps.check_assumed_limits = assumed);
                let outcome = app.world.click(button("seller", &id, 1, 1)).await.unwrap();
                assert_eq!(outcome.text_message.is_none() && outcome.action.is_none(), is_refused, "{profile:?}");
            }
        }
    }
}

#[tokio::test]
async fn an_answer_to_a_dynamic_action_that_says_nothing_is_refused_without_the_switch_too() {
    for (profile, is_refused) in [(Profile::Strict, true), (Profile::Observed, true), (Profile::Lenient, false)] {
        let app = App::new(profile);
        receive(&app);
        let (id, _) = message(&app).await;
        app.world.receive_with(Router::new().route("/dynamic", post(|| async { "{}" })));
        let outcome = app.world.click(button("seller", &id, 1, 1)).await.unwrap();
        assert_eq!(outcome.error.is_some(), is_refused, "{profile:?} {outcome:?}");
    }
}

#[tokio::test]
async fn the_widgets_on_a_post_can_be_clicked() {
    let app = App::strict();
    let asked = receive(&app);
    let post = app.post_of("seller", "laptops");
    let scope = format!("POST_ADDON_CREATE.{post}");
    let bar = |action: Value| json!({ "button_bar": { "title": "t", "action": action } });
    let body = json!({
        "widgets": [
            bar(json!({ "open_direct_link": "https://app.example/" })),
            { "title_row": { "text": "no action" } },
            bar(json!({ "open_server_link": { "data": { "action": { "is": "data" } } } })),
            bar(json!({ "open_post_page": { "post_token": post } })),
        ],
        "semantic": {},
        "notes": "",
    });
    let path = format!("/v2/open-platform/addons/post/{post}");
    let (status, answer) = app.post(path).user("seller", &[&scope]).json(body).await;
    assert_eq!(status, 200, "{answer}");
    let click = |user: &str, action| Click::Widget { user: user.into(), post: post.clone(), action };
    assert_eq!(app.world.click(click("buyer", 0)).await.unwrap().opens.as_deref(), Some("https://app.example/"));
    app.world.click(click("buyer", 1)).await.unwrap();
    let request = asked.start();
    assert_eq!((request.source, request.user_side), (StartSource::PostAddon, Some(UserSide::Demand)));
    assert_eq!(request.post_token.unwrap().as_str(), post);
    assert_eq!(request.extra_data.unwrap().value(), json!({ "action": { "is": "data" } }));
    app.world.click(click("seller", 1)).await.unwrap();
    assert_eq!(asked.start().user_side, Some(UserSide::Supply));
    let handled = app.world.click(click("buyer", 2)).await.unwrap();
    assert!(handled.action.unwrap().get("open_post_page").is_some() && handled.opens.is_none());
    assert!(app.world.click(click("buyer", 3)).await.is_err());
    assert!(app.world.click(click("nobody", 1)).await.is_err());
}

#[tokio::test]
async fn start_requests_have_every_structure_and_spelling() {
    let app = App::strict();
    let asked = receive(&app);
    let (_, conversation) = message(&app).await;
    let click = Click::ChatService { user: "buyer".into(), conversation };
    for (form, version) in [
        (StartForm::V2, StartVersion::V2),
        (StartForm::V2Underscore, StartVersion::V2),
        (StartForm::V2WithoutHeader, StartVersion::V2),
        (StartForm::V1, StartVersion::V1),
    ] {
        app.world.set_webhook_rules(|rules| rules.start_form = form);
        let outcome = app.world.click(click.clone()).await.unwrap();
        assert_eq!(outcome.opens.as_deref(), Some("https://app.example/order"), "{form:?}: {outcome:?}");
        let request = asked.start();
        assert_eq!((request.version, request.user_side), (version, Some(UserSide::Demand)), "{form:?}");
    }
}

/// The result of a click with this app.
async fn outcome_of(app: &App, router: Router) -> ClickOutcome {
    app.world.receive_with(router);
    let conversation = app.world.conversations().remove(0).id;
    app.world.click(Click::ChatService { user: "buyer".into(), conversation }).await.unwrap()
}

#[tokio::test]
async fn an_app_that_refuses_or_answers_invalidly_opens_nothing() {
    let app = App::strict();
    receive(&app);
    let (_, conversation) = message(&app).await;
    app.world.set_webhook_rules(|rules| rules.authorization = Authorization::Wrong);
    let outcome = app.world.click(Click::ChatService { user: "buyer".into(), conversation }).await.unwrap();
    assert_eq!((outcome.status, outcome.opens), (Some(401), None));
    for (status, answer) in [
        (204, ""),
        (500, "{}"),
        (200, "not json"),
        (200, "{}"),
        (200, r#"{"url":"javascript:alert(1)"}"#),
        (200, r#"{"url":"/relative"}"#),
    ] {
        let answered = move || async move { (StatusCode::from_u16(status).unwrap(), answer) };
        let outcome = outcome_of(&app, Router::new().route("/start", post(answered))).await;
        assert_eq!((outcome.status, &outcome.opens), (Some(status.into()), &None), "{status} {answer}");
        assert!(outcome.error.is_some(), "{status} {answer}");
    }
}

#[tokio::test]
async fn an_app_that_is_too_slow_opens_nothing() {
    let app = App::strict();
    receive(&app);
    app.world.set_webhook_rules(|rules| rules.timeout_milliseconds = 20);
    let never = || async { std::future::pending::<&str>().await };
    let outcome = outcome_of(&app, Router::new().route("/start", post(never))).await;
    assert_eq!((outcome.status, outcome.opens), (None, None));
    assert!(outcome.error.unwrap().contains("in time"));
}

#[test]
fn a_direct_link_has_the_post_and_the_completion_url() {
    let app = App::strict();
    let url = app.world.direct_link("https://app.example/in?a=b", Some("AbCd1234")).unwrap();
    assert!(url.starts_with("https://app.example/in?a=b&post_token=AbCd1234&completion_url=https%3A%2F%2F"), "{url}");
    assert!(url.ends_with(&format!("app_slug={}", app.settings.client_id)));
    assert!(app.world.direct_link("not an address", None).is_err());
}
