//! Payment tickets and custom buttons.

use open_platform_sandbox::{MoneyChange, PaymentTicket};
use serde_json::json;

use crate::app::App;

const TICKET: &str = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const OTHER: &str = "9b2f7c1e-5d0a-4a3e-8f57-1c2d3e4f5a6b";

#[tokio::test]
async fn a_ticket_is_refused_with_the_documented_texts() {
    let app = App::strict();
    let ticket = |uuid: &str, other_service| PaymentTicket {
        uuid: uuid.to_owned(),
        user: "seller".to_owned(),
        sponsored_rials: 100,
        other_service,
        issuer_payload: json!({ "order": 7 }),
    };
    let tickets = vec![ticket(TICKET, false), ticket(OTHER, true)];
    app.world.change_money(MoneyChange { tickets, ..MoneyChange::default() });
    let (seller, buyer) = (app.world.user("seller").unwrap().id, app.world.user("buyer").unwrap().phone);
    let ask = |body| app.post("/v1/open-platform/payment-ticket/validate").json(body);
    let question = |uuid: &str, cost: i64| json!({ "ticket_uuid": uuid, "service_cost": cost, "user_id": seller });
    let good = question(TICKET, 100);
    assert_eq!(ask(good.clone()).await, (200, json!({ "issuer_payload": { "order": 7 } })));
    assert_eq!(ask(good).await.0, 200, "it is not used up");
    let other_user = json!({ "ticket_uuid": TICKET, "service_cost": 1, "phone_number": buyer });
    for (body, status, text) in [
        (json!({ "ticket_uuid": TICKET, "service_cost": 1 }), 400, "user_identifier is required"),
        (json!({ "ticket_uuid": TICKET, "user_id": seller }), 400, "service_cost: is required"),
        (question(TICKET, 101), 400, "Actual cost is more than sponsored amount"),
        (other_user, 404, "phone number not match with ticket phone"),
        (question(OTHER, 1), 404, "App service_type not match ticket service_type"),
        (question("00000000-0000-4000-8000-000000000000", 1), 404, "Not found ticket"),
    ] {
        let (answered, answer) = ask(body).await;
        assert_eq!((answered, &answer["message"]), (status, &json!(text)));
    }
    let stranger = app.post("/v1/open-platform/payment-ticket/validate").header("x-api-key", "wrong".into());
    let (status, answer) = stranger.json(question(TICKET, 1)).await;
    assert_eq!((status, &answer["message"]), (412, &json!("could not retrieve app from db")));
}

#[tokio::test]
async fn a_custom_button_needs_its_scope_and_an_own_post() {
    let app = App::strict();
    let path = |post: &str| format!("/experimental/open-platform/posts/{post}/customized-button");
    let (mine, foreign) = (app.post_of("seller", "mobile-phones"), app.post_of("dealer", "light"));
    let body = || json!({ "customized_button": { "type": "ONLINE_CALL", "action": { "open_direct_link": "https://a.example" } } });
    let scope = &["USER_SET_CUSTOMIZED_BUTTON"];
    assert_eq!(app.post(path(&mine)).user("seller", scope).json(body()).await, (200, json!({})));
    assert_eq!(app.post(path(&foreign)).user("seller", scope).json(body()).await.0, 403);
    assert_eq!(app.post(path(&mine)).user("seller", &["USER_ID"]).json(body()).await.0, 403);
    assert_eq!(app.post(path(&mine)).user("seller", scope).json(json!({ "customized_button": {} })).await.0, 400);
    assert_eq!(app.delete(path(&mine)).user("seller", scope).send().await, (200, json!({})));
}

#[tokio::test]
async fn a_custom_button_of_a_type_that_does_not_exist_is_refused() {
    let app = App::strict();
    let path = format!("/experimental/open-platform/posts/{}/customized-button", app.post_of("seller", "laptops"));
    let set = async |kind: &str| {
        let button = json!({ "type": kind, "action": { "open_direct_link": "https://a.example" } });
        let call = app.post(path.as_str()).user("seller", &["USER_SET_CUSTOMIZED_BUTTON"]);
        call.json(json!({ "customized_button": button })).await
    };
    let (status, answer) = set("ONLINE_CAL").await;
    let field = &answer["details"][0]["field_violations"][0]["field"];
    assert_eq!((status, field), (400, &json!("customized_button.type")), "{answer}");
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    assert_eq!(set("ONLINE_CAL").await.0, 200);
}

#[tokio::test]
async fn a_wrong_action_of_a_custom_button_is_named_as_in_the_request() {
    let app = App::strict();
    let path = format!("/experimental/open-platform/posts/{}/customized-button", app.post_of("seller", "laptops"));
    for button in [json!({ "type": "ONLINE_CALL" }), json!({ "type": "ONLINE_CALL", "action": [] })] {
        let call = app.post(path.as_str()).user("seller", &["USER_SET_CUSTOMIZED_BUTTON"]);
        let (status, answer) = call.json(json!({ "customized_button": button })).await;
        let field = &answer["details"][0]["field_violations"][0]["field"];
        assert_eq!((status, field), (400, &json!("customized_button.action")), "{answer}");
    }
}

#[tokio::test]
async fn a_ticket_is_used_up_by_an_addon_or_a_record() {
    let app = App::strict();
    let ticket = || PaymentTicket {
        uuid: TICKET.to_owned(),
        user: "seller".to_owned(),
        sponsored_rials: 100,
        ..PaymentTicket::default()
    };
    let user = app.world.user("seller").unwrap();
    let post = app.post_of("seller", "laptops");
    let is_valid = async || {
        let question = json!({ "ticket_uuid": TICKET, "service_cost": 1, "user_id": user.id });
        app.post("/v1/open-platform/payment-ticket/validate").json(question).await.0 == 200
    };
    let semantic = json!({ "payment_method": "SECURE" });
    for (path, scope, rest) in [
        (format!("/v2/open-platform/addons/user/{}", user.phone), "USER_ADDON_CREATE".to_owned(), json!({})),
        (
            format!("/v1/open-platform/semantic/user/{}", user.phone),
            "USER_VERIFICATION_CREATE".to_owned(),
            json!({ "semantic": semantic }),
        ),
        (
            format!("/experimental/open-platform/semantic/post/{post}"),
            format!("POST_SEMANTIC_CREATE.{post}"),
            json!({ "semantic": semantic }),
        ),
    ] {
        app.world.change_money(MoneyChange { tickets: vec![ticket()], ..MoneyChange::default() });
        let mut body = rest;
        body["cost"] = json!(1);
        assert_eq!(app.post(path.as_str()).user("seller", &[&scope]).json(body.clone()).await.0, 200);
        assert!(is_valid().await, "{path} did not name the ticket");
        body["ticket_uuid"] = json!(TICKET);
        body["cost"] = json!("much");
        assert_eq!(app.post(path.as_str()).user("seller", &[&scope]).json(body.clone()).await.0, 400);
        assert!(is_valid().await, "{path} was refused");
        body["cost"] = json!(1);
        assert_eq!(app.post(path.as_str()).user("seller", &[&scope]).json(body).await.0, 200);
        assert!(!is_valid().await, "{path}");
    }
}
