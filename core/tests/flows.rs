//! Complete flows, from the login to the resulting state of the platform, over HTTP in both directions. Then the table of
//! endpoints row by row: each endpoint is reached, and each refusal names what is missing.

#[path = "flows/pages.rs"]
mod pages;
#[path = "flows/rows.rs"]
mod rows;
mod support;

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::IntoResponse;
use axum::routing::any;
use open_platform::api::Upload;
use open_platform::api::endpoints;
use open_platform::error::{ApiErrorKind, Error};
use open_platform::model::action::Action;
use open_platform::model::addon::{PostAddon, UserAddon};
use open_platform::model::chat::MessageContent;
use open_platform::model::event::Subscription;
use open_platform::model::image::Image;
use open_platform::model::message::{BotMessage, Button, ButtonGrid, Message};
use open_platform::model::money::Rials;
use open_platform::model::semantic::{SemanticRecord, mask};
use open_platform::model::widget::{EventRow, ScoreRow, SelectorRow, TitleRow, Widget};
use open_platform::oauth::LoginOutcome;
use open_platform::subscriptions::SubscriptionStatus;
use open_platform::webhook::start::{
    DynamicActionReply, DynamicActionRequest, StartReply, StartRequest, StartSource, StartVersion, UserSide,
};
use open_platform::webhook::{Dedupe, Delivery, Event, IdentificationKey, KeyRing, MemoryDedupe, Reply, Webhooks};
use open_platform::{Scope, migrate};
use open_platform_sandbox::{Click, Decision, DeliveryState, Denial, NewConversation, StartForm};
use serde_json::json;
use support::endpoint_caller::{EndpointCaller, JPEG, callable};
use support::{Fixture, HOUR, is_api};

/// An app as the platform calls it: three addresses on a real socket, behind the receiver of the crate.
#[derive(Default)]
struct Inbox {
    events: Mutex<Vec<Delivery>>,
    starts: Mutex<Vec<StartRequest>>,
    clicks: Mutex<Vec<DynamicActionRequest>>,
    refused: Mutex<Vec<u16>>,
}

#[derive(Clone)]
struct App {
    webhooks: Arc<Webhooks>,
    dedupe: Arc<MemoryDedupe>,
    inbox: Arc<Inbox>,
}

impl App {
    /// Serves an app, and sets its addresses in the console of the world.
    async fn serve(fixture: &Fixture) -> Arc<Inbox> {
        let keys =
            KeyRing::new([IdentificationKey::new("now", fixture.world.app().identification_key.as_str())]).unwrap();
        let inbox = Arc::new(Inbox::default());
        let app = Self { webhooks: Arc::new(Webhooks::new(keys)), dedupe: Arc::default(), inbox: Arc::clone(&inbox) };
        let router = Router::new()
            .route("/events", any(event))
            .route("/start", any(start))
            .route("/action", any(action))
            .with_state(app);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        fixture.world.configure_app(|app| {
            app.events_url = format!("{origin}/events");
            app.start_url = format!("{origin}/start");
            app.dynamic_action_url = format!("{origin}/action");
        });
        inbox
    }

    fn refuse(&self, rejection: &open_platform::webhook::Rejection) -> Reply {
        self.inbox.refused.lock().unwrap().push(rejection.status);
        rejection.reply()
    }
}

fn answer(reply: Reply) -> impl IntoResponse {
    let kind = reply.content_type.map(|kind| [("content-type", kind)]);
    (
        StatusCode::from_u16(reply.status).unwrap(),
        kind.map_or_else(HeaderMap::new, |[(_, kind)]| {
            HeaderMap::from_iter([(axum::http::header::CONTENT_TYPE, kind.parse().unwrap())])
        }),
        reply.body,
    )
}

async fn event(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    answer(match app.webhooks.event(&method, &headers, &body) {
        Ok(delivery) => {
            if app.dedupe.is_new(&delivery).await.unwrap() {
                app.inbox.events.lock().unwrap().push(delivery);
            }
            Reply::ok()
        }
        Err(rejection) => app.refuse(&rejection),
    })
}

async fn start(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    answer(match app.webhooks.start(&method, &headers, &body) {
        Ok(request) => {
            let reply = Reply::start(&StartReply::new("https://app.example/courier"), &request).unwrap();
            app.inbox.starts.lock().unwrap().push(request);
            reply
        }
        Err(rejection) => app.refuse(&rejection),
    })
}

async fn action(State(app): State<App>, method: Method, headers: HeaderMap, body: Bytes) -> impl IntoResponse {
    answer(match app.webhooks.dynamic_action(&method, &headers, &body) {
        Ok(request) => {
            app.inbox.clicks.lock().unwrap().push(request);
            Reply::dynamic_action(&DynamicActionReply::text("done")).unwrap()
        }
        Err(rejection) => app.refuse(&rejection),
    })
}

#[tokio::test]
async fn a_user_logs_in_or_denies_access() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let scopes = [Scope::user_phone(), Scope::user_id()];
    let authorization = platform.oauth().authorize(scopes.clone(), "browser").await.unwrap();
    let back = fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() }).unwrap();
    let outcome = platform.oauth().callback(&back, "browser").await.unwrap();
    let LoginOutcome::Granted { grant, scopes: granted, missing_scopes, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((granted.join(" ").as_str(), missing_scopes.len()), ("USER_PHONE USER_ID", 0));
    let me = platform.user(grant).users().me().await.unwrap();
    let seller = fixture.world.user("seller").unwrap();
    assert_eq!(me.user_id.unwrap().as_str(), seller.id);
    assert_eq!(me.phone_number.unwrap().normalized().unwrap(), seller.phone);
    assert_eq!(platform.oauth().callback(&back, "browser").await.unwrap_err().code(), "state_mismatch");

    for denial in [Denial::MissingCode, Denial::ErrorParameter] {
        fixture.world.set_oauth_rules(|rules| rules.denial = denial);
        let authorization = platform.oauth().authorize(scopes.clone(), "browser").await.unwrap();
        let back = fixture.world.consent(&authorization.url, Decision::Deny {}).unwrap();
        assert_eq!(platform.oauth().callback(&back, "browser").await.unwrap(), LoginOutcome::Denied);
    }
    assert_eq!(fixture.count("oauth.exchange"), 1, "a denial causes no request");

    let elsewhere = fixture.world.client().redirect_uri("https://elsewhere.example/back").build().unwrap();
    let authorization = elsewhere.oauth().authorize(scopes, "browser").await.unwrap();
    let refused = fixture.world.consent(&authorization.url, Decision::Approve { user: "seller".into() });
    assert!(refused.unwrap_err().to_string().contains("redirect_uri"));
}

#[tokio::test]
async fn a_seller_puts_an_addon_on_a_post() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let caller = EndpointCaller::new(&fixture.world, platform.clone());
    let post = platform.posts().get(caller.post.as_str()).await.unwrap();
    assert_eq!(post.category, "mobile-phones");
    let scope = format!("POST_ADDON_CREATE.{}", caller.post);
    let user = platform.user(fixture.log_in(&platform, "seller", &[&scope, "USER_PHONE"]).await);
    let image = platform.images().upload(Upload::bytes(JPEG)).await.unwrap().image_name;
    let addon = |score| {
        PostAddon::new()
            .widget(TitleRow::new("Expert check"))
            .widget(EventRow::new("Seen by us").image_id(&image))
            .widget(ScoreRow::new("Body").percentage(score))
            .widget(SelectorRow::new("Details").action(Action::OpenServerLink { data: json!({ "page": 1 }).into() }))
            .semantic("payment_method", "SECURE")
            .semantic("owner_code", "1")
            .notes("first")
    };
    user.addons().create_on_post(caller.post.as_str(), addon(70)).await.unwrap();
    user.addons().create_on_post(caller.post.as_str(), addon(90)).await.unwrap();
    let shown = fixture.world.addons_on(&caller.post);
    assert_eq!(
        (shown.len(), shown[0].widgets.len(), shown[0].notes.as_str()),
        (1, 4, "first"),
        "the same call updates"
    );
    let Widget::EventRow { row } = &shown[0].widgets[1] else { panic!("{:?}", shown[0].widgets) };
    assert_ne!(row.image_id.as_ref().map(Image::as_str), Some(image.as_str()), "a used image gets a permanent name");
    assert_eq!(shown[0].semantic.readable["payment_method"], "SECURE");
    assert!(shown[0].semantic.hashed.contains_key("owner_code"));

    let too_much = PostAddon::new().widget(ScoreRow::new("Body").percentage(101));
    let before = fixture.world.ledger().requests().len();
    let error = user.addons().create_on_post(caller.post.as_str(), too_much).await.unwrap_err();
    assert!(error.to_string().starts_with("widgets[0].score_row.percentage_score"), "{error}");
    assert_eq!(fixture.world.ledger().requests().len(), before);

    platform.addons().delete_from_post(caller.post.as_str()).await.unwrap();
    assert!(fixture.world.addons_on(&caller.post).is_empty());
}

#[tokio::test]
async fn a_tool_for_buyers_reads_posts_without_a_login() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    for post in fixture.world.posts() {
        let read = platform.posts().get(post.token.as_str()).await.unwrap();
        assert_eq!((read.token.as_str(), &read.category), (post.token.as_str(), &post.category));
        assert_eq!(read.title().unwrap().as_deref(), post.data["title"].as_str());
        assert!(read.issues.is_empty(), "{:?}", read.issues);
        let images = post.data.get("images").and_then(|images| images.as_array()).map_or(0, Vec::len);
        assert_eq!(read.images().unwrap().len(), images);
    }
    assert!(is_api(&platform.posts().get("nosuch12").await, ApiErrorKind::NotFound));
    assert_eq!(fixture.count("oauth.exchange"), 0);
}

#[tokio::test]
async fn a_chat_service_sends_a_link_and_receives_the_click() {
    let fixture = Fixture::start().await;
    let inbox = App::serve(&fixture).await;
    let platform = fixture.client();
    let conversation = fixture.world.conversations().into_iter().find(|talk| talk.post().is_some()).unwrap().id;
    for form in [StartForm::V2, StartForm::V2Underscore, StartForm::V2WithoutHeader, StartForm::V1] {
        fixture.world.set_webhook_rules(|rules| rules.start_form = form);
        let entry = Click::ChatService { user: "seller".into(), conversation: conversation.clone() };
        let seen = fixture.world.click(entry).await.unwrap();
        assert_eq!(seen.opens.as_deref(), Some("https://app.example/courier"), "{form:?} {seen:?}");
        let start = inbox.starts.lock().unwrap().pop().unwrap();
        assert_eq!(start.conversation_id.as_ref().unwrap().as_str(), conversation);
        assert_eq!(
            (start.user_side, start.version == StartVersion::V1),
            (Some(UserSide::Supply), form == StartForm::V1)
        );
    }
    fixture.world.set_webhook_rules(|rules| rules.start_form = StartForm::V2);

    let scope = format!("CONVERSATION_SEND_MESSAGE.{conversation}");
    let user = platform.user(fixture.log_in(&platform, "seller", &[&scope]).await);
    let message = Message::text("The courier is ordered")
        .to_sender(ButtonGrid::rows(vec![vec![Button::new(
            "Cancel",
            Action::direct_link("https://app.example/cancel"),
        )]]))
        .to_receiver(ButtonGrid::rows(vec![vec![Button::server("Track", json!({ "order": "7" }))]]));
    user.conversations().send(conversation.as_str(), message).await.unwrap();
    let written = fixture.world.messages(&conversation).pop().unwrap();
    assert_eq!((written.message.text(), written.author.as_str()), (Some("The courier is ordered"), "seller"));

    let click =
        |user: &str| Click::MessageButton { user: user.into(), message: written.message.id.clone(), row: 0, column: 0 };
    let sellers = fixture.world.click(click("seller")).await.unwrap();
    assert_eq!(sellers.opens.as_deref(), Some("https://app.example/cancel"));
    fixture.world.click(click("buyer")).await.unwrap();
    let start = inbox.starts.lock().unwrap().pop().unwrap();
    assert_eq!((start.source, start.user_side), (StartSource::ChatMessageAction, Some(UserSide::Demand)));
    assert_eq!(start.extra_data.unwrap().value(), json!({ "order": "7" }));

    fixture.world.set_block("buyer", "seller", true);
    let refused = user.conversations().send(conversation.as_str(), Message::text("Hello?")).await;
    assert!(is_api(&refused, ApiErrorKind::PreconditionFailed), "{refused:?}");
    assert!(inbox.refused.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_chatbot_replies_and_writes_first() {
    let fixture = Fixture::start().await;
    let inbox = App::serve(&fixture).await;
    let platform = fixture.client();
    let bot = NewConversation { user: "buyer".into(), ..NewConversation::default() };
    let conversation = fixture.world.add_conversation(bot).unwrap().id;
    let text = MessageContent::Text { text: "/start".into() };
    fixture.world.send_as_user(&conversation, "buyer", text).unwrap();
    fixture.world.set_webhook_rules(|rules| rules.duplicates = 2);
    fixture.world.run_until_idle().await;
    let events = std::mem::take(&mut *inbox.events.lock().unwrap());
    let [Delivery { event: Event::NewChatbotMessage { message }, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!((message.text(), message.conversation.id.as_str()), (Some("/start"), conversation.as_str()));

    let data = json!({ "step": 1 });
    let button = Button::new("Go on", Action::GetDynamicAction { data: data.clone().into() });
    let reply = BotMessage::text("Welcome").buttons(ButtonGrid::rows(vec![vec![button]]));
    let sent = platform.chatbot().reply(conversation.as_str(), reply).await.unwrap();
    assert_eq!(sent.conversation_id.unwrap().as_str(), conversation);
    let message = fixture.world.messages(&conversation).pop().unwrap().message.id;
    let click = Click::MessageButton { user: "buyer".into(), message, row: 0, column: 0 };
    let seen = fixture.world.click(click).await.unwrap();
    assert_eq!(seen.text_message.as_deref(), Some("done"), "{seen:?}");
    assert_eq!(inbox.clicks.lock().unwrap().pop().unwrap().extra_data.unwrap().value(), data);

    let user = platform.user(fixture.log_in(&platform, "buyer", &["CHAT_BOT_USER_MESSAGE_SEND", "USER_ID"]).await);
    let id = fixture.world.user("buyer").unwrap().id;
    user.chatbot().send(id, BotMessage::text("PausedClock there?")).await.unwrap();
    assert_eq!(fixture.world.messages(&conversation).len(), 3);
    assert_eq!(inbox.events.lock().unwrap().len(), 0, "a chatbot receives no events of its own messages");
}

#[tokio::test]
async fn an_assistant_replies_to_buyers_until_its_grant_ends() {
    let fixture = Fixture::start().await;
    let inbox = App::serve(&fixture).await;
    let platform = fixture.client();
    let scopes = [
        "offline_access",
        "USER_ID",
        "CHAT_SUPPLIER_ALL_CONVERSATIONS_READ",
        "CHAT_SUPPLIER_ALL_CONVERSATIONS_MESSAGE_SEND",
        "NOTIFICATION_ACCESS_REVOCATION",
    ];
    let key = fixture.log_in(&platform, "seller", &scopes).await;
    let user = platform.user(key.clone());
    let metadata = json!({ "shop": 7 });
    let wanted = Subscription::new_messages().metadata(metadata.clone());
    assert_eq!(user.subscriptions().ensure(wanted).await.unwrap().status, SubscriptionStatus::Active);
    let conversation = fixture.world.conversations().into_iter().find(|talk| talk.post().is_some()).unwrap().id;
    for hour in 0..5 {
        let text = format!("question {hour}");
        fixture.world.send_as_user(&conversation, "buyer", MessageContent::Text { text: text.clone() }).unwrap();
        fixture.world.run_until_idle().await;
        let heard = inbox.events.lock().unwrap().pop().unwrap();
        assert_eq!(heard.metadata.unwrap().value(), metadata);
        let message = heard.event.message().unwrap();
        assert!(!message.is_from_bot() && message.text() == Some(text.as_str()));
        user.conversations().send(message.conversation.id.clone(), Message::text("Yes")).await.unwrap_or_else(|e| {
            panic!("hour {hour}: {e}");
        });
        fixture.world.run_until_idle().await;
        assert!(inbox.events.lock().unwrap().pop().unwrap().event.message().unwrap().is_from_bot(), "the echo");
        // The body is the same every hour, but with another access token, so these are not repetitions.
        fixture.advance(50 * 60).await;
        platform.grants().refresh(key.clone()).await.unwrap();
    }
    assert_eq!(fixture.refreshes(), 5);
    assert_eq!(fixture.world.lapses(), [], "there was always a subscription");

    fixture.world.revoke_access("seller").unwrap();
    fixture.world.run_until_idle().await;
    let last = inbox.events.lock().unwrap().pop().unwrap();
    let Event::UserAccessRevocation { revocation } = &last.event else { panic!("{last:?}") };
    assert_eq!(revocation.user_id.as_str(), fixture.world.user("seller").unwrap().id);
    assert!(platform.grants().forget(key.clone()).await.unwrap());
    assert!(platform.grants().list().await.unwrap().is_empty());
    fixture.advance(2 * HOUR).await;
    assert_eq!(user.users().me().await.unwrap_err().code(), "reauth_required");
    assert_eq!(fixture.refreshes(), 5, "a deleted grant causes no requests");
}

#[tokio::test]
async fn a_verification_is_stored_hashed_and_deleted() {
    let fixture = Fixture::start().await;
    let platform = fixture.client();
    let scopes = ["USER_ID", "USER_PHONE", "USER_VERIFICATION_CREATE", "USER_ADDON_CREATE"];
    let user = platform.user(fixture.log_in(&platform, "dealer", &scopes).await);
    let me = user.users().me().await.unwrap();
    let (id, phone) = (me.user_id.unwrap(), me.phone_number.unwrap());
    let vin = mask("IRJC95R23KJ039206").unwrap();
    let record =
        SemanticRecord::new().semantic("payment_method", "SECURE").semantic("my_check", "passed").cost(Rials::new(5));
    user.semantics().create_for_user(&phone, record.clone()).await.unwrap();
    let stored = fixture.world.semantic_of_user("dealer").unwrap();
    assert_eq!((stored.data.readable["payment_method"].as_str(), stored.cost), ("SECURE", Some(5)));
    assert!(!stored.data.hashed["my_check"].contains("passed"));
    platform.semantics().delete_for_user(&phone).await.unwrap();
    assert!(fixture.world.semantic_of_user("dealer").is_none());
    user.semantics().create_for_user_id(&id, record.semantic("vin", vin).about(&phone)).await.unwrap();
    assert!(fixture.world.semantic_of_user("dealer").is_some());
    platform.semantics().delete_for_user_id(&id, &phone).await.unwrap();
    assert!(fixture.world.semantic_of_user("dealer").is_none());

    let addon = UserAddon::new().widget(TitleRow::new("Verified")).category("light").cost(Rials::new(5));
    let created = user.addons().create_for_user_id(&id, addon).await.unwrap().id.unwrap();
    assert_eq!(fixture.world.user_addons()[0].id, created.as_str());
    let car = fixture.world.posts().into_iter().find(|post| post.owner == "dealer").unwrap().token;
    assert_eq!(fixture.world.addons_on(&car).len(), 1);
    platform.addons().delete_for_user(created).await.unwrap();
    assert!(fixture.world.addons_on(&car).is_empty() && fixture.world.user_addons().is_empty());
}

#[tokio::test]
async fn an_event_that_was_not_accepted_is_repeated_and_a_forged_one_is_refused() {
    let fixture = Fixture::start().await;
    let inbox = App::serve(&fixture).await;
    let transaction = |id: &str| open_platform_sandbox::Transaction {
        id: id.into(),
        cost_rials: 1_250_000,
        state: "TRANSACTION_STATE_COMPLETED".into(),
        kind: "TRANSACTION_TYPE_REORDER".into(),
        ..Default::default()
    };
    let right = fixture.world.app().identification_key;
    fixture.world.configure_app(|app| app.identification_key = "a-key-the-app-does-not-know".into());
    fixture.world.announce(&transaction("one"));
    fixture.world.run_until_idle().await;
    assert_eq!(fixture.world.deliveries()[0].state, DeliveryState::Failed);
    let refused = std::mem::take(&mut *inbox.refused.lock().unwrap());
    assert!(refused.len() > 1 && refused.iter().all(|status| *status == 401), "{refused:?}");
    fixture.world.configure_app(|app| app.identification_key = right);
    fixture.world.redeliver(1).unwrap();
    fixture.world.redeliver(1).unwrap();
    fixture.world.run_until_idle().await;
    let events = std::mem::take(&mut *inbox.events.lock().unwrap());
    let [Delivery { event: Event::PaymentTransaction { transaction: paid }, .. }] = events.as_slice() else {
        panic!("{events:?}")
    };
    assert_eq!((paid.id.as_str(), paid.cost), ("one", Some(Rials::new(1_250_000))));
    // The ledger needs at least one request of the app.
    fixture.client().posts().get(fixture.world.posts()[0].token.as_str()).await.unwrap();
}

#[tokio::test]
#[allow(deprecated)]
async fn old_bodies_and_their_migrated_forms_have_the_same_result() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let old = json!({
        "widgets": { "widget_list": [
            { "widget_type": "TITLE_ROW",
              "data": { "@type": "type.googleapis.com/widgets.TitleRowData", "text": "old" } },
        ] },
        "notes": "n",
    });
    let user = caller.user(endpoints::ADDONS_CREATE_ON_POST);
    let legacy = serde_json::from_value(old.clone()).unwrap();
    user.legacy().addons().create_on_post(caller.post.as_str(), legacy).await.unwrap();
    let before = fixture.world.addons_on(&caller.post).remove(0);
    let migrated = migrate::addon(old.into()).unwrap();
    let current: PostAddon = migrated.value.to().unwrap();
    user.addons().create_on_post(caller.post.as_str(), current).await.unwrap();
    let after = fixture.world.addons_on(&caller.post).remove(0);
    assert_eq!((before.widgets, before.notes), (after.widgets, after.notes));
    assert_eq!(fixture.world.ledger().deprecated().len(), 1);
}
