//! Tests every example end to end: the app runs as a process, the platform is the sandbox, and the test acts as the
//! users and their browsers.

mod app;
mod browser;

use std::time::Duration;

use app::App;
use browser::{Answer, Page};
use open_platform::model::chat::{LocationData, MessageContent};
use open_platform::webhook::start::COMPLETION_URL;
use open_platform::webhook::start::StartSource;
use open_platform_sandbox::{
    Authorization, Click, ClickOutcome, DeliveryState, Effect, Moment, NewConversation, Order, PaymentEnd, StartForm,
};
use serde_json::json;

fn text(text: &str) -> MessageContent {
    MessageContent::Text { text: text.to_owned() }
}

fn button(user: &str, message: &str, column: i64) -> Click {
    Click::MessageButton { user: user.to_owned(), message: message.to_owned(), row: 0, column }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_smallest_app_logs_users_in() {
    let app = App::start(env!("CARGO_BIN_EXE_hooks")).await;
    let mut browser = app.browser();
    for (answer, page) in [(Answer::Deny, "Nothing has changed"), (Answer::Allow("buyer"), "You are logged in")] {
        let login = browser.get(&format!("{}/oauth/login", app.url)).await;
        let back = browser.consent(login, answer).await;
        assert!(browser.get(&back).await.text.contains(page));
    }
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn login_identifies_a_user_by_phone_number() {
    let app = App::start(env!("CARGO_BIN_EXE_login")).await;
    let buyer = app.world.user("buyer").unwrap();
    let mut browser = app.browser();
    assert!(browser.get(&app.url).await.text.contains("Log in with your phone number"));

    let login = browser.get(&format!("{}/oauth/login", app.url)).await;
    let before = login.set_cookies[0].clone();
    assert!(
        before.contains("; HttpOnly") && before.contains("; SameSite=Lax") && !before.contains("Secure"),
        "{before}"
    );
    let back = browser.consent(login, Answer::Allow("buyer")).await;

    // In another browser the callback address is refused, and the login must be started again.
    let stolen = app.browser().get(&back).await;
    assert_eq!((stolen.status, stolen.text.contains("start it again")), (400, true), "{stolen:?}");
    assert_eq!(browser.get(&back).await.status, 400);

    let login = browser.get(&format!("{}/oauth/login", app.url)).await;
    let back = browser.consent(login, Answer::Allow("buyer")).await;
    let landed = browser.get(&back).await;
    let session = landed.set_cookies.iter().find(|cookie| cookie.starts_with("session="));
    assert!(session.is_some_and(|session| session.contains("; HttpOnly; SameSite=Lax")), "{landed:?}");
    let home = browser.follow(landed).await;
    assert!(home.text.contains(&format!("You are {}.", buyer.phone)), "{}", home.text);
    assert_eq!(browser.get(&back).await.status, 400, "the same address again");
    assert!(app.browser().get(&app.url).await.text.contains("Log in"), "another browser is not logged in");

    let after = browser.post(&format!("{}/logout", app.url), &[]).await;
    assert!(browser.follow(after).await.text.contains("Log in with your phone number"));

    let tokens = app.world.tokens().len();
    let login = browser.get(&format!("{}/oauth/login", app.url)).await;
    let back = browser.consent(login, Answer::Deny).await;
    let denied = browser.get(&back).await;
    assert_eq!((denied.status, denied.text.contains("We cannot know you")), (200, true), "{denied:?}");
    assert_eq!(app.world.tokens().len(), tokens);
    app.finish();
}

/// The segments of a minimal JPEG, without image data.
fn photo() -> Vec<u8> {
    let segments: [&[u8]; 4] = [b"\xff\xd8", b"\xff\xdb\x00\x02", b"\xff\xda\x00\x02\x00", b"\xff\xd9"];
    segments.concat()
}

fn report(score: &str, photo: &[u8]) -> Vec<u8> {
    let mut body = format!("--x\r\nContent-Disposition: form-data; name=\"score\"\r\n\r\n{score}\r\n").into_bytes();
    body.extend(b"--x\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n\r\n");
    body.extend(photo);
    body.extend(b"\r\n--x--\r\n");
    body
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seller_addon_publishes_and_removes_a_report() {
    let app = App::start(env!("CARGO_BIN_EXE_seller_addon")).await;
    let post = app.world.posts().into_iter().find(|post| post.owner == "seller").unwrap().token;
    let entrance = app.world.direct_link(&app.url, Some(&post)).unwrap();
    let mut seller = app.browser();

    let entered = seller.get(&entrance).await;
    let form = seller.follow(entered).await;
    let login = seller.follow(form).await;
    let back = seller.consent(login, Answer::Deny).await;
    assert!(seller.get(&back).await.text.contains("Nothing has changed"));

    let entered = seller.get(&entrance).await;
    let form = seller.follow(entered).await;
    let login = seller.follow(form).await;
    assert!(login.location().contains(&format!("scope=POST_ADDON_CREATE.{post}&")));
    let back = seller.consent(login, Answer::Allow("seller")).await;
    let landed = seller.get(&back).await;
    let form = seller.follow(landed).await;
    assert!(form.text.contains("Publish the report"), "{form:?}");
    let url = form.url.to_string();

    async fn publish(browser: &mut browser::Browser, url: &str, score: &str, photo: &[u8]) -> Page {
        browser.post_body(url, "multipart/form-data; boundary=x", report(score, photo).into()).await
    }
    let refused = publish(&mut seller, &url, "101", &photo()).await;
    assert_eq!((refused.status, refused.text.contains("percentage_score")), (400, true), "{refused:?}");
    let refused = publish(&mut seller, &url, "87", b"GIF89a").await;
    assert_eq!((refused.status, refused.text.contains("not a JPEG image")), (400, true), "{refused:?}");
    let stranger = publish(&mut app.browser(), &url, "1", &photo()).await;
    assert_eq!(stranger.status, 400, "{stranger:?}");
    assert!(app.world.addons_on(&post).is_empty());

    assert_eq!(publish(&mut seller, &url, "87", &photo()).await.location(), COMPLETION_URL);
    let shown = app.world.addons_on(&post).remove(0);
    let widgets = serde_json::to_value(&shown.widgets).unwrap();
    assert_eq!(widgets[0], json!({ "title_row": { "text": "Inspected", "has_divider": true } }));
    assert_eq!(widgets[2]["score_row"]["percentage_score"], 87);
    assert!(widgets[1]["event_row"]["image_url"].as_str().is_some_and(|image| !image.is_empty()), "{widgets}");
    assert_eq!(shown.semantic.readable["inspection_result"], "INSPECTION_APPROVED");

    publish(&mut seller, &url, "12", &photo()).await;
    let shown = app.world.addons_on(&post);
    let widgets = serde_json::to_value(&shown[0].widgets).unwrap();
    assert_eq!((shown.len(), &widgets[2]["score_row"]["score_color"]), (1, &json!("WARNING_PRIMARY")));

    assert_eq!(app.browser().post(&format!("{url}/remove"), &[]).await.status, 404, "not by anybody else");
    // A user can grant the scope for a post of another user.
    let mut stranger = app.browser();
    let entered = stranger.get(&entrance).await;
    let form = stranger.follow(entered).await;
    let login = stranger.follow(form).await;
    let back = stranger.consent(login, Answer::Allow("buyer")).await;
    stranger.get(&back).await;
    assert_eq!(stranger.post(&format!("{url}/remove"), &[]).await.status, 403, "not by another user");
    assert_eq!(app.world.addons_on(&post).len(), 1, "the report is still there");
    assert_eq!(seller.post(&format!("{url}/remove"), &[]).await.location(), COMPLETION_URL);
    assert!(app.world.addons_on(&post).is_empty());
    assert_eq!(app.browser().get(&format!("{}/posts/nosuchpost", app.url)).await.status, 404);
    assert_eq!(app.browser().get(&app.url).await.status, 404);
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_service_requests_a_payment_that_the_buyer_pays() {
    let app = App::start(env!("CARGO_BIN_EXE_chat_service")).await;
    let conversation = app.conversation();
    let pick = Click::ChatService { user: "seller".into(), conversation: conversation.clone() };
    let opens = |outcome: ClickOutcome| outcome.opens.clone().unwrap_or_else(|| panic!("{outcome:?}"));

    // The seller opens the app in the chat, and requests a payment.
    let opened = opens(app.world.click(pick.clone()).await.unwrap());
    let mut seller = app.browser();
    let form = seller.get(&opened).await;
    let login = seller.follow(form).await;
    let back = seller.consent(login, Answer::Allow("seller")).await;
    let landed = seller.get(&back).await;
    let form = seller.follow(landed).await;
    assert!(form.text.contains("Ask for a payment"), "{form:?}");
    assert_eq!(seller.post(&opened, &[("toman", "much")]).await.status, 422);
    assert_eq!(app.browser().post(&opened, &[("toman", "5")]).await.status, 404, "another browser may not");
    // So long that both clicks arrive before the message is sent.
    app.world.faults().once("conversations.send", Effect::Delay { milliseconds: 800, moment: Moment::After });
    let (mut twice, amount) = (seller.clone(), [("toman", "150000")]);
    let clicks = tokio::join!(seller.post(&opened, &amount), twice.post(&opened, &amount));
    let mut statuses = [clicks.0.status, clicks.1.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [303, 404], "two clicks send one message");
    let asked = app.world.messages(&conversation).pop().unwrap();
    assert_eq!((asked.message.text(), asked.author.as_str()), (Some("Please pay 150000 toman."), "seller"));
    assert_eq!(seller.get(&opened).await.status, 404, "one message for one click");

    // The buyer clicks the button for the buyer, and pays.
    let clicked = app.world.click(button("buyer", &asked.message.id, 0)).await.unwrap();
    assert_eq!(clicked.request.as_ref().unwrap()["source"], json!(StartSource::ChatMessageAction.as_str()));
    let payment = opens(clicked);
    let mut buyer = app.browser();
    assert!(buyer.get(&payment).await.text.contains("150000 toman"));
    assert_eq!(buyer.post(&payment, &[]).await.location(), COMPLETION_URL);
    assert_eq!(buyer.post(&payment, &[]).await.location(), COMPLETION_URL, "again, by mistake");
    assert_eq!(app.texts(&conversation)[2..], ["Please pay 150000 toman.", "150000 toman paid."]);

    // The seller's button shows the status, also with start requests in the old form.
    app.world.set_webhook_rules(|rules| rules.start_form = StartForm::V1);
    let status = opens(app.world.click(button("seller", &asked.message.id, 0)).await.unwrap());
    assert!(seller.get(&status).await.text.contains("Paid."));

    // Requests without the key are refused.
    app.world.set_webhook_rules(|rules| rules.authorization = Authorization::Wrong);
    let refused = app.world.click(pick).await.unwrap();
    assert_eq!((refused.status, refused.opens), (Some(401), None));
    assert_eq!(app.browser().get(&format!("{}/hooks/start", app.url)).await.status, 405);
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chatbot_tells_the_price_of_a_post() {
    let app = App::start(env!("CARGO_BIN_EXE_chatbot")).await;
    let post = app.world.post(app.world.conversations()[0].post().unwrap()).unwrap();
    let chat = NewConversation { user: "buyer".into(), ..NewConversation::default() };
    let chat = app.world.add_conversation(chat).unwrap().id;
    let say = |content| app.world.send_as_user(&chat, "buyer", content).unwrap();

    say(text(&format!("/start DEMAND_POST {}", post.token)));
    app.calls("chatbot.reply", 1).await;
    let told = app.world.messages(&chat).pop().unwrap();
    assert_eq!(told.message.text(), Some("گوشی سامسونگ گلکسی S23 در حد نو: 42000000 toman"));
    let clicked = app.world.click(button("buyer", &told.message.id, 0)).await.unwrap();
    assert_eq!(clicked.text_message.as_deref(), Some("420000000 rial"), "{clicked:?}");
    let clicked = app.world.click(button("buyer", &told.message.id, 1)).await.unwrap();
    assert_eq!(clicked.action, Some(json!({ "open_post_page": { "post_token": post.token } })));

    // An event that is sent twice, and an event with a wrong key.
    app.world.set_webhook_rules(|rules| rules.duplicates = 1);
    say(text("hello"));
    app.events("NEW_CHATBOT_MESSAGE", 3).await;
    app.world.set_webhook_rules(|rules| rules.duplicates = 0);
    app.calls("chatbot.reply", 2).await;
    say(MessageContent::Location { location: LocationData { latitude: 35.7, longitude: 51.4, ..Default::default() } });
    app.calls("chatbot.reply", 3).await;
    say(text("/start DEMAND_POST nosuchpost"));
    app.calls("chatbot.reply", 4).await;
    app.world.set_webhook_rules(|rules| rules.authorization = Authorization::Missing);
    let refused = app.world.click(button("buyer", &told.message.id, 0)).await.unwrap();
    assert_eq!((refused.status, refused.text_message), (Some(401), None));
    app.world.set_webhook_rules(|rules| rules.authorization = Authorization::Right);
    say(text("still there?"));
    app.calls("chatbot.reply", 5).await;
    let answers: Vec<String> = app
        .world
        .messages(&chat)
        .iter()
        .filter(|one| one.author.is_empty())
        .filter_map(|one| one.message.text().map(Into::into))
        .collect();
    let help = "Open me from a post, and I will tell you its price.";
    assert_eq!(answers[1..], [help, "I can only read text.", "I cannot find this post.", help]);
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seller_assistant_replies_until_the_access_is_revoked() {
    let app = App::start(env!("CARGO_BIN_EXE_seller_assistant")).await;
    let conversation = app.conversation();
    let says = |user: &str, words: &str| app.world.send_as_user(&conversation, user, text(words)).unwrap();
    let seller_id = app.world.user("seller").unwrap().id;
    // The clock of the sandbox is frozen, that of the app runs: with a token lifetime of five seconds it refreshes
    // every four.
    app.world.freeze();
    app.world.set_oauth_rules(|rules| rules.access_token_seconds = 5);

    let mut seller = app.browser();
    let login = seller.get(&format!("{}/oauth/login", app.url)).await;
    let back = seller.consent(login, Answer::Allow("seller")).await;
    assert!(seller.get(&back).await.text.contains("At your service"));
    let subscription = app.world.subscriptions().remove(0);
    assert_eq!(subscription.metadata.map(|data| data.value()), Some(json!({ "seller": seller_id })));

    // A buyer gets an answer; the seller and the app itself do not.
    says("buyer", "سلام");
    app.world.run_until_idle().await;
    app.calls("conversations.send", 1).await;
    app.world.run_until_idle().await;
    says("seller", "من هم هستم");
    app.world.run_until_idle().await;
    assert!(app.world.deliveries().iter().all(|delivery| delivery.state == DeliveryState::Delivered));
    let answer = "Thank you! The seller will write to you soon.";
    assert_eq!(app.texts(&conversation)[2..], ["سلام", answer, "من هم هستم"]);

    // The first token and its subscription end. The app has newer ones.
    app.world.advance(Duration::from_secs(3)).await;
    let refreshed = app.world.ledger().requests_to("oauth.refresh").len();
    app.calls("oauth.refresh", refreshed + 2).await;
    app.calls("events.subscribe", refreshed + 3).await;
    app.world.advance(Duration::from_secs(3)).await;
    let tokens = app.world.tokens();
    assert!(!tokens[0].access_token_works && tokens.last().unwrap().access_token_works);
    says("buyer", "هستید؟");
    app.world.run_until_idle().await;
    app.calls("conversations.send", 2).await;
    assert_eq!(app.texts(&conversation).last().map(String::as_str), Some(answer));
    assert!(app.world.ledger().requests_to("conversations.send").iter().all(|request| request.status == 200));

    // The seller revokes the access, grants it again, and the refresh token expires after a month.
    let serves = async |sellers: usize| {
        let expected = format!("It works for {sellers} sellers.");
        while !app.browser().get(&app.url).await.text.contains(&expected) {}
    };
    serves(1).await;
    app.world.revoke_access("seller").unwrap();
    app.world.run_until_idle().await;
    serves(0).await;
    let login = seller.get(&format!("{}/oauth/login", app.url)).await;
    let back = seller.consent(login, Answer::Allow("seller")).await;
    seller.get(&back).await;
    serves(1).await;
    app.world.advance(Duration::from_secs(31 * 24 * 3600)).await;
    serves(0).await;
    assert!(app.world.deliveries().iter().all(|delivery| delivery.state == DeliveryState::Delivered));
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_revocation_event_does_not_end_a_newer_login() {
    let app = App::start(env!("CARGO_BIN_EXE_seller_assistant")).await;
    let (conversation, mut seller) = (app.conversation(), app.browser());
    for is_revoked in [true, false] {
        let login = seller.get(&format!("{}/oauth/login", app.url)).await;
        let back = seller.consent(login, Answer::Allow("seller")).await;
        assert!(seller.get(&back).await.text.contains("At your service"));
        if is_revoked {
            app.world.pause_deliveries();
            app.world.revoke_access("seller").unwrap();
        }
    }
    app.world.resume_deliveries(Order::default());
    // The app asks the platform whether the login has ended.
    app.calls("oauth.refresh", 1).await;
    app.world.send_as_user(&conversation, "buyer", text("سلام")).unwrap();
    app.calls("conversations.send", 1).await;
    assert_eq!(app.texts(&conversation).last().unwrap(), "Thank you! The seller will write to you soon.");
    app.finish();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn agency_submits_pays_for_and_edits_a_post() {
    let app = App::start(env!("CARGO_BIN_EXE_agency")).await;
    app.world.freeze();
    let mut owner = app.browser();
    assert!(owner.get(&app.url).await.text.contains("Let us submit"));
    let login = owner.get(&format!("{}/oauth/login", app.url)).await;
    let back = owner.consent(login, Answer::Deny).await;
    assert!(owner.get(&back).await.text.contains("Nothing has changed"));
    let login = owner.get(&format!("{}/oauth/login", app.url)).await;
    let back = owner.consent(login, Answer::Allow("dealer")).await;
    let landed = owner.get(&back).await;
    assert!(owner.follow(landed).await.text.contains("Submit"));

    let form = |name: &str, value: &[u8]| {
        let mut part = format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n").into_bytes();
        part.extend(value);
        part.extend(b"\r\n");
        part
    };
    let body = [form("title", "Peugeot 206".as_bytes()), form("photo", &photo()), b"--x--\r\n".to_vec()].concat();
    let submitted = owner.post_body(&app.url, "multipart/form-data; boundary=x", body.into()).await;
    let url = submitted.location();
    assert!(owner.get(&url).await.text.contains("Publish it"));
    let stranger = app.browser().get(&url).await;
    assert_ne!(stranger.status, 200, "{stranger:?}");

    // A repetition pays nothing.
    let pay = format!("{url}/pay");
    for _ in 0..2 {
        assert_eq!(owner.post(&pay, &[]).await.location(), url);
    }
    assert_eq!(app.world.ledger().requests_to("payments.publish").len(), 1);
    // The amount is credited back: the next click is another payment.
    let paid = app.world.money().transactions[0].id.clone();
    app.world.settle_payment(&paid, PaymentEnd::Refunded).unwrap();
    assert_eq!(owner.post(&pay, &[]).await.location(), url);
    let ids: Vec<_> = app.world.money().transactions.into_iter().map(|one| one.id).collect();
    assert!(ids.len() == 2 && ids[0] != ids[1], "{ids:?}");
    app.world.advance(Duration::from_secs(5)).await;
    assert!(owner.get(&url).await.text.contains("POST_STATE_WAITING_FOR_REVIEW"));
    app.world.advance(Duration::from_secs(60)).await;
    let first = owner.get(&url).await.text;
    assert!(first.contains("Published"), "{first}");

    assert_eq!(owner.post(&url, &[("title", "Peugeot 206, reduced")]).await.location(), url);
    app.world.advance(Duration::from_secs(86_400)).await;
    let second = owner.get(&url).await.text;
    assert!(second.contains("<h1>Peugeot 206, reduced</h1>") && !second.contains(" 0 views"), "{second}");
    app.finish();
}
