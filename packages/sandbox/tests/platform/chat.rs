use base64::Engine;
use open_platform_sandbox::{About, NewConversation, Profile};
use serde_json::{Value, json};

use crate::app::{App, detail};

const ALL: &str = "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND";

fn messages(id: &str) -> String {
    format!("/v2/open-platform/conversations/{id}/messages")
}

fn hello() -> Value {
    json!({ "type": "TEXT", "message": "سلام" })
}

fn conversation(app: &App) -> String {
    app.world.conversations().into_iter().find(|talk| talk.post().is_some()).unwrap().id
}

#[tokio::test]
async fn a_message_is_sent_in_the_users_name_with_buttons_for_each_side() {
    let app = App::strict();
    let id = conversation(&app);
    let button = |caption: &str| {
        let action = json!({ "open_server_link": { "data": { "order": "7" } } });
        json!({ "rows": [{ "buttons": [{ "caption": caption, "icon_name": "ADD", "action": action }] }] })
    };
    let mut body = hello();
    body["sender_buttons"] = button("mine");
    body["receiver_buttons"] = button("yours");
    let scope = format!("CONVERSATION_SEND_MESSAGE.{id}");
    let (status, answer) = app.post(messages(&id)).user("buyer", &[&scope]).json(body).await;
    assert!(status == 200 && answer["status"].is_i64() && answer["message"].is_string(), "{answer}");
    let written = app.world.messages(&id).pop().unwrap();
    assert_eq!((written.author.as_str(), written.message.text()), ("buyer", Some("سلام")));
    assert!(written.message.is_from_bot());
    assert_eq!(written.receiver_buttons.unwrap().rows[0].buttons[0].caption, "yours");
}

#[tokio::test]
async fn each_of_the_three_scopes_allows_its_conversations() {
    let app = App::strict();
    let id = conversation(&app);
    let post = app.world.conversation(&id).unwrap().post().unwrap().to_owned();
    let by_post = format!("CHAT_POST_CONVERSATIONS_MESSAGE_SEND.{post}");
    assert_eq!(app.post(messages(&id)).user("seller", &[&by_post]).json(hello()).await.0, 200);
    assert_eq!(app.post(messages(&id)).user("seller", &[ALL]).json(hello()).await.0, 200);
    assert_eq!(app.post(messages(&id)).user("buyer", &[ALL]).json(hello()).await.0, 403, "the buyer does not sell");
    let scope = format!("CONVERSATION_SEND_MESSAGE.{id}");
    assert_eq!(app.post(messages(&id)).user("dealer", &[&scope]).json(hello()).await.0, 403, "takes no part");
}

#[tokio::test]
async fn a_block_answers_412_with_code_9() {
    let app = App::strict();
    let id = conversation(&app);
    app.world.set_block("buyer", "seller", true);
    let (status, answer) = app.post(messages(&id)).user("seller", &[ALL]).json(hello()).await;
    assert_eq!((status, &answer["code"]), (412, &json!(9)));
    assert_eq!(answer["message"], "message delivery failed due to recipient's restriction");
    app.world.set_block("buyer", "seller", false);
    assert_eq!(app.post(messages(&id)).user("seller", &[ALL]).json(hello()).await.0, 200);
}

#[tokio::test]
async fn messages_are_checked() {
    let app = App::strict();
    let id = conversation(&app);
    let button = json!({ "caption": "b", "action": { "open_direct_link": "https://example.com" } });
    let row = json!({ "buttons": [button, button, button] });
    let with_rows = |rows: Value| json!({ "message": "m", "sender_buttons": { "rows": rows } });
    let call = || app.post(messages(&id)).user("seller", &[ALL]);
    assert_eq!(call().json(with_rows(json!([row, row, row]))).await.0, 200);
    for body in [
        with_rows(json!([row, row, row, row])),
        with_rows(json!([{ "buttons": [button, button, button, button] }])),
        with_rows(json!([{ "buttons": [{ "caption": "b" }] }])),
        json!({}),
        json!({ "message": "m", "media_token": "t" }),
        json!({ "message": "m", "color": "red" }),
    ] {
        let (status, answer) = call().json(body.clone()).await;
        assert_eq!((status, &answer["code"]), (400, &json!(3)), "{body}");
    }
    app.world.set_gaps(|gaps| gaps.require_message_type = true);
    assert_eq!(call().json(json!({ "message": "m" })).await.0, 400);
    assert_eq!(call().json(hello()).await.0, 200);
    let media = || call().json(json!({ "type": "TEXT", "media_token": "t" }));
    let (status, answer) = media().await;
    assert_eq!((status, &answer["message"]), (400, &json!("media_token: no such media was uploaded by this app")));
    app.world.set_gaps(|gaps| gaps.accept_unknown_images = true);
    assert_eq!(media().await.0, 200);
    app.world.set_gaps(|gaps| gaps.allow_media_only = false);
    assert_eq!(media().await.0, 400);
}

#[tokio::test]
async fn nine_buttons_are_the_limit_of_a_message_or_of_each_side() {
    let button = json!({ "caption": "b", "action": { "open_direct_link": "https://example.com" } });
    let grid = |rows: usize| json!({ "rows": vec![json!({ "buttons": vec![button.clone(); 3] }); rows] });
    for (profile, statuses) in [(Profile::Strict, [200, 400, 400]), (Profile::Observed, [200, 200, 400])] {
        let app = App::new(profile);
        let id = conversation(&app);
        for ((sender, receiver), status) in [(2, 1), (3, 3), (3, 4)].into_iter().zip(statuses) {
            let body = json!({ "message": "m", "sender_buttons": grid(sender), "receiver_buttons": grid(receiver) });
            let answer = app.post(messages(&id)).user("seller", &[ALL]).json(body).await;
            assert_eq!(answer.0, status, "{profile:?}: {sender} and {receiver} rows: {}", answer.1);
        }
    }
}

#[tokio::test]
async fn a_refused_message_creates_no_conversation() {
    let app = App::strict();
    app.world.set_block("seller", "buyer", true);
    let before = app.world.conversations();
    let send = |body: Value| app.post(messages("new")).user("buyer", &["CONVERSATION_SEND_MESSAGE.new"]).json(body);
    for (body, status) in [(json!({ "media_token": "unknown" }), 400), (json!({}), 400), (hello(), 412)] {
        assert_eq!(send(body.clone()).await.0, status, "{body}");
        assert_eq!(app.world.conversations(), before, "{body}");
    }
    // The old call makes the conversation about a post, too.
    let id_of = |name: &str| app.world.user(name).unwrap().id;
    let post = app.post_of("dealer", "light");
    app.world.set_block("dealer", "buyer", true);
    let (from, to) = (id_of("buyer"), id_of("dealer"));
    let old = json!({ "user_id": from, "post_token": post, "peer_id": to, "type": "TEXT", "message": "m" });
    let call = app.post("/v2/open-platform/chat/conversation").user("buyer", &["USER_ID"]).json(old);
    assert_eq!((call.await.0, app.world.conversations()), (412, before.clone()));
    app.world.set_block("seller", "buyer", false);
    assert_eq!((send(hello()).await.0, app.world.conversations().len()), (200, before.len() + 1));
}

#[tokio::test]
async fn a_misspelt_member_of_a_button_is_refused_with_its_path() {
    let app = App::strict();
    let id = conversation(&app);
    let grid = |button: Value| json!({ "rows": [{ "buttons": [button] }] });
    for (button, path) in [
        (json!({ "caption": "b", "action": { "get_dynamic_actoin": { "data": {} } } }), "action.get_dynamic_actoin"),
        (json!({ "caption": "b", "action": { "open_server_link": { "dta": {} } } }), "action.open_server_link.dta"),
        (json!({ "captoin": "b", "action": { "open_post_page": { "post_token": "a" } } }), "captoin"),
    ] {
        let body = json!({ "message": "m", "receiver_buttons": grid(button) });
        let path = format!("receiver_buttons.rows[0].buttons[0].{path}");
        let (status, answer) = app.post(messages(&id)).user("seller", &[ALL]).json(body.clone()).await;
        assert_eq!((status, &detail(&answer)["field_violations"][0]["field"]), (400, &json!(path)), "{answer}");
        app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
        assert_eq!(app.post(messages(&id)).user("seller", &[ALL]).json(body).await.0, 200, "{path}");
        app.world.set_gaps(|gaps| gaps.refuse_unknown_members = true);
    }
}

#[tokio::test]
async fn the_first_message_creates_the_conversation() {
    let app = App::strict();
    let id = "3b1f0c9e-0000-4000-8000-000000000000";
    let scope = format!("CONVERSATION_SEND_MESSAGE.{id}");
    assert_eq!(app.post(messages(id)).user("buyer", &[&scope]).json(hello()).await.0, 200);
    assert!(matches!(app.world.conversation(id).unwrap().about, About::Post { buyer, .. } if buyer == "buyer"));
    app.world.set_gaps(|gaps| gaps.create_conversations = false);
    let other = "CONVERSATION_SEND_MESSAGE.other";
    assert_eq!(app.post(messages("other")).user("buyer", &[other]).json(hello()).await.0, 404);
}

#[tokio::test]
async fn a_conversation_is_read_oldest_first() {
    let app = App::strict();
    let id = conversation(&app);
    let scope = format!("CHAT_CONVERSATION_READ.{id}");
    let path = format!("/v1/open-platform/chat/conversations/{id}");
    let (status, answer) = app.get(path.as_str()).user("seller", &[&scope]).send().await;
    assert_eq!((status, &answer["conversation"]["id"]), (200, &json!(id)));
    let first = &answer["messages"][0];
    assert_eq!(first["sender"], json!({ "side": "BUYER", "type": "HUMAN" }));
    assert_eq!((&first["type"], &first["sent_at"]), (&json!("TEXT"), &json!("2026-01-01T08:00:00.000000Z")));
    app.world.set_gaps(|gaps| {
        gaps.human_is_user = true;
        gaps.sent_at = open_platform_sandbox::InstantForm::Micros;
    });
    let (_, answer) = app.get(path).user("seller", &[&scope]).send().await;
    assert_eq!(answer["messages"][0]["sender"]["type"], "USER");
    assert_eq!(answer["messages"][0]["sent_at"], 1_767_254_400_000_000_i64);
}

#[tokio::test]
async fn the_chatbot_answers_and_writes_first() {
    let app = App::strict();
    let id = app.world.user("buyer").unwrap().id.replace('+', "%2B").replace('/', "%2F");
    let path = format!("/v1/open-platform/chat/bot/users/{id}/messages");
    let body = json!({ "type": "TEXT", "text_message": "hi" });
    let scope = &["CHAT_BOT_USER_MESSAGE_SEND"];
    let (status, answer) = app.post(path.as_str()).user("buyer", scope).json(body.clone()).await;
    assert_eq!(status, 200, "{answer}");
    let conversation = answer["conversation_id"].as_str().unwrap().to_owned();
    assert_eq!(app.post(path.as_str()).user("seller", scope).json(body.clone()).await.0, 403);

    let reply = format!("/v1/open-platform/chat/bot/conversations/{conversation}/messages");
    let answer = app.post(reply.as_str()).json(body.clone()).await;
    assert_eq!(answer, (200, json!({ "conversation_id": conversation })));
    assert_eq!(app.world.messages(&conversation).len(), 2);
    let other = format!("/v1/open-platform/chat/bot/conversations/{}/messages", self::conversation(&app));
    assert_eq!(app.post(other).json(body.clone()).await.0, 404, "no conversation of the bot");
    app.world.set_gaps(|gaps| gaps.chatbot_reply_needs_scope = true);
    assert_eq!(app.post(reply.as_str()).json(body.clone()).await.0, 401);
    assert_eq!(app.post(reply).user("buyer", scope).json(body).await.0, 200);
}

#[tokio::test]
async fn an_old_message_finds_its_conversation_by_the_participants() {
    let app = App::strict();
    let (seller, buyer) = (app.world.user("seller").unwrap().id, app.world.user("buyer").unwrap().id);
    let id = conversation(&app);
    let post = app.world.conversation(&id).unwrap().post().unwrap().to_owned();
    let scope = |from: &str, to: &str| {
        let parties = base64::engine::general_purpose::STANDARD.encode(format!("{from}:{post}:{to}"));
        format!("CHAT_MESSAGE_SEND.{parties}")
    };
    let body = |from: &str, to: &str| {
        json!({ "user_id": from, "post_token": post, "peer_id": to, "type": "TEXT", "message": "old",
            "receiver_btn": { "action": "LINK",
                "data": { "icon_name": "ADD", "extra_data": { "a": "b" }, "caption": "c" } } })
    };
    // By the specification alone this call needs no scope.
    app.world.set_gaps(|gaps| gaps.scopes_of_live_platform = true);
    let path = "/v2/open-platform/chat/conversation";
    let (status, answer) = app.post(path).user("seller", &[&scope(&seller, &buyer)]).json(body(&seller, &buyer)).await;
    assert_eq!(status, 200, "{answer}");
    let written = app.world.messages(&id).pop().unwrap();
    assert_eq!((written.author.as_str(), written.message.text()), ("seller", Some("old")));
    assert!(written.receiver_buttons.is_some() && written.sender_buttons.is_none());
    let stolen = app.post(path).user("buyer", &[&scope(&seller, &buyer)]).json(body(&seller, &buyer)).await;
    assert_eq!(stolen.0, 403);
    let other = app.post(path).user("seller", &[&scope(&buyer, &seller)]).json(body(&seller, &buyer)).await;
    assert_eq!(other.0, 403);
}

#[test]
fn invalid_conversations_are_refused() {
    let app = App::strict();
    let post = app.post_of("seller", "laptops");
    let add = |post: &str, user: &str| {
        app.world.add_conversation(NewConversation { post: post.into(), user: user.into(), ..Default::default() })
    };
    assert!(add(&post, "seller").is_err() && add("nowhere", "buyer").is_err() && add(&post, "nobody").is_err());
    let made = add(&post, "buyer").unwrap();
    assert_eq!(
        (made.peer_of("buyer"), made.peer_of("seller"), made.peer_of("dealer")),
        (Some("seller"), Some("buyer"), None)
    );
    assert!(matches!(add("", "buyer").unwrap().about, About::Bot { .. }));
}

#[tokio::test]
async fn an_upload_token_is_good_for_one_upload_of_a_file_of_the_right_format() {
    let app = App::strict();
    let token = async || {
        let (status, answer) = app.post("/experimental/open-platform/chat/upload").json(json!({})).await;
        assert_eq!(status, 200, "{answer}");
        answer["token"].as_str().unwrap().to_owned()
    };
    let upload = async |kind: &str, token: &str, name: &str, content: &[u8]| {
        let path = format!("/worlds/{}/chat/upload/{kind}", app.world.name());
        let head = format!("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n");
        let call = app
            .bare(axum::http::Method::POST, path)
            .header("authorization", format!("Bearer {token}"))
            .header("content-type", "multipart/form-data; boundary=b".into());
        call.bytes(&[head.as_bytes(), content, b"\r\n--b--\r\n"].concat()).await
    };
    let pdf = b"%PDF-1.4";
    let one = token().await;
    let (status, answer) = upload("file", &one, "a.pdf", pdf).await;
    assert_eq!((status, &answer["status"]), (200, &json!("ok")));
    let media = answer["id"].as_str().unwrap();
    assert_eq!(upload("file", &one, "a.pdf", pdf).await.0, 401, "it was used");
    assert_eq!(upload("file", "chat_unknown", "a.pdf", pdf).await.0, 401);
    let large = [&pdf[..], &[0; 5 * 1024 * 1024]].concat();
    for (kind, name, content, expected) in [
        ("file", "a.exe", &pdf[..], 400),
        ("file", "a.pdf", b"text", 400),
        ("image", "a.jpg", pdf, 400),
        ("voice", "a.m4a", pdf, 400),
        ("video", "a.mp4", pdf, 400),
        ("file", "a.pdf", b"%PDF-1.4\r\n--b\r\n\r\nanother part", 400),
        ("file", "a.pdf", &large, 413),
    ] {
        let token = token().await;
        assert_eq!(upload(kind, &token, name, content).await.0, expected, "{kind} {name}");
        assert_eq!(upload("file", &token, "a.pdf", pdf).await.0, 200, "a refused file does not use it up");
        assert_eq!(upload("file", &token, "a.pdf", pdf).await.0, 401, "{kind} {name}");
    }
    let id = conversation(&app);
    let sent = app.post(messages(&id)).user("seller", &[ALL]).json(json!({ "media_token": media })).await;
    assert_eq!(sent.0, 200, "{}", sent.1);
}

#[tokio::test]
async fn a_type_of_message_that_does_not_exist_or_is_not_that_of_a_text_is_refused() {
    let app = App::strict();
    let id = app.world.conversations()[0].id.clone();
    let scope = format!("CONVERSATION_SEND_MESSAGE.{id}");
    let send = async |kind: &str| {
        let call = app.post(format!("/v2/open-platform/conversations/{id}/messages")).user("seller", &[&scope]);
        call.json(json!({ "type": kind, "message": "m" })).await
    };
    for wrong in ["TEXTT", "IMAGE"] {
        let (status, answer) = send(wrong).await;
        assert_eq!((status, &detail(&answer)["field_violations"][0]["field"]), (400, &json!("type")), "{answer}");
    }
    assert_eq!(send("TEXT").await.0, 200);
    app.world.set_gaps(|gaps| gaps.refuse_unknown_members = false);
    for ignored in ["TEXTT", "IMAGE"] {
        assert_eq!(send(ignored).await.0, 200);
    }
}
