//! Uploads of media of chats, over HTTP.

mod support;

use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, Method};
use open_platform::api::{Chatbot, Upload};
use open_platform::error::{ApiErrorKind, Error};
use open_platform::model::chat::UploadedChatMedia;
use open_platform::model::message::{BotMessage, Message};
use open_platform::transport::{Http, Request, Transport};
use open_platform_sandbox::{Effect, Moment};
use serde_json::{Value, json};
use support::Fixture;
use support::endpoint_caller::{EndpointCaller, JPEG};

const MOVIE: &[u8] = b"\0\0\0\x18ftypmp42\0\0\0\0mp42isom";
const VOICE: &[u8] = b"\0\0\0\x18ftypM4A \0\0\0\0M4A isom";
const PDF: &[u8] = b"%PDF-1.4\n%%EOF\n";
const TOKEN: &str = "chatbot.create_upload_token";

/// One upload of each kind, with the name of its endpoint.
async fn each(chatbot: &Chatbot) -> [(&'static str, open_platform::Result<UploadedChatMedia>); 4] {
    [
        ("chatbot.upload_image", chatbot.upload_image(Upload::bytes(JPEG)).await),
        ("chatbot.upload_video", chatbot.upload_video(Upload::bytes(MOVIE)).await),
        ("chatbot.upload_voice", chatbot.upload_voice(Upload::bytes(VOICE)).await),
        ("chatbot.upload_file", chatbot.upload_file(Upload::bytes(PDF), "contract 1.pdf").await),
    ]
}

/// The content at an address of the sandbox.
async fn download(url: &str) -> Bytes {
    let request = Request {
        method: Method::GET,
        url: url.to_owned(),
        headers: HeaderMap::new(),
        body: Bytes::new(),
        timeout: Duration::from_secs(5),
        max_response: 1_000,
        progress: None,
    };
    Http::builder().build().unwrap().send(request).await.unwrap().body
}

#[tokio::test]
async fn each_kind_is_uploaded_and_sent_in_a_message() {
    let fixture = Fixture::start().await;
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let chatbot = caller.platform.chatbot();
    let user = caller.user(open_platform::api::endpoints::CONVERSATIONS_SEND);
    let mut kinds = Vec::new();
    for (name, uploaded) in each(&chatbot).await {
        let uploaded = uploaded.unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!((uploaded.status.as_str(), fixture.count(name)), ("ok", 1));
        chatbot.reply(caller.bot_conversation.as_str(), BotMessage::media(&uploaded)).await.unwrap();
        user.conversations().send(caller.conversation.as_str(), Message::media(&uploaded)).await.unwrap();
        let last = fixture.world.messages(&caller.conversation).pop().unwrap();
        let shown: Value = serde_json::to_value(&last.message).unwrap();
        kinds.push(shown["type"].as_str().unwrap().to_owned());
        if name.ends_with("file") {
            assert_eq!(shown["file_data"]["name"], "contract 1.pdf");
            assert_eq!(shown["file_data"]["size_bytes"], PDF.len().to_string());
            let link = shown["file_data"]["link"].as_str().unwrap();
            assert_eq!(download(link).await, PDF);
        }
    }
    assert_eq!(kinds, ["IMAGE", "VIDEO", "VOICE", "FILE"]);
    // Each upload has its own token, and the chat host got neither the API key nor an access token.
    assert_eq!(fixture.count(TOKEN), 4);
    assert!(fixture.world.ledger().misplaced_credentials().is_empty());
}

#[tokio::test]
async fn a_message_with_an_unknown_media_token_is_refused() {
    let (fixture, elsewhere) = (Fixture::start().await, Fixture::start().await);
    let caller = EndpointCaller::new(&fixture.world, fixture.client());
    let foreign = elsewhere.client().chatbot().upload_image(Upload::bytes(JPEG)).await.unwrap();
    let user = caller.user(open_platform::api::endpoints::CONVERSATIONS_SEND);
    for token in ["bWVkaWE=".to_owned(), foreign.media_token] {
        let bot = caller
            .platform
            .chatbot()
            .reply(caller.bot_conversation.as_str(), BotMessage::media(&token))
            .await
            .map(drop);
        let own = user.conversations().send(caller.conversation.as_str(), Message::media(&token)).await.map(drop);
        for result in [bot, own] {
            let Err(Error::Api(error)) = result else { panic!("{token} was accepted: {result:?}") };
            assert!(error.status == 400 && error.message.contains("media"), "{error:?}");
        }
    }
}

#[tokio::test]
async fn an_upload_token_is_used_once_and_an_upload_is_never_sent_twice() {
    let fixture = Fixture::start().await;
    let chatbot = fixture.client().chatbot();
    for moment in [Moment::Before, Moment::After] {
        for (name, _) in each(&chatbot).await {
            fixture.world.faults().once(name, Effect::Drop { moment, reset: true });
        }
        for (name, lost) in each(&chatbot).await {
            assert!(matches!(lost, Err(Error::AmbiguousOutcome(_))), "{name}: {lost:?}");
        }
        fixture.world.faults().clear();
    }
    // Twice two rounds, with one request and one token each.
    for (name, sent) in each(&chatbot).await {
        sent.unwrap();
        assert_eq!(fixture.count(name), 5);
    }
    assert_eq!(fixture.count(TOKEN), 20);

    // The token is only created, so this request is repeated.
    fixture.world.faults().once(TOKEN, Effect::Drop { moment: Moment::After, reset: true });
    chatbot.upload_image(Upload::bytes(JPEG)).await.unwrap();
    assert_eq!((fixture.count(TOKEN), fixture.count("chatbot.upload_image")), (22, 6));

    // A used token, as after a proxy has repeated the answer.
    let used = json!({ "token": "chat_used" });
    fixture.world.faults().once(TOKEN, Effect::Patch { merge: used });
    let Err(Error::Api(error)) = chatbot.upload_image(Upload::bytes(JPEG)).await else { panic!("a used token") };
    assert_eq!((error.kind, fixture.count("chatbot.upload_image")), (ApiErrorKind::Unauthorized, 7));
    assert!(!format!("{error:?}").contains("chat_used"), "{error:?}");
    // The request has no API key, so the text says nothing about one.
    let text = error.to_string();
    assert!(text.contains("The upload token is no longer valid: call again") && !text.contains("API key"), "{text}");
}

#[tokio::test]
async fn a_file_of_another_format_is_not_sent() {
    let fixture = Fixture::start().await;
    let chatbot = fixture.client().chatbot();
    for (result, field, reason) in [
        (chatbot.upload_image(Upload::bytes(MOVIE)).await, "image", "PNG"),
        (chatbot.upload_image(Upload::bytes(&JPEG[..JPEG.len() - 2])).await, "image", "cut off"),
        (chatbot.upload_video(Upload::bytes(PDF)).await, "video", "MP4"),
        (chatbot.upload_voice(Upload::bytes(PDF)).await, "voice", "M4A"),
        (chatbot.upload_file(Upload::bytes(PDF), "a.docx").await, "file", "docx"),
        (chatbot.upload_file(Upload::bytes(PDF), "a.txt").await, "name", ".pdf"),
        (chatbot.upload_file(Upload::path("/nowhere/a.pdf"), "a.pdf").await, "file", "does not exist"),
    ] {
        let error = result.unwrap_err();
        assert!(matches!(&error, Error::InvalidInput { field: found, .. } if found == field), "{error:?}");
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert_eq!(fixture.count(TOKEN), 0);
    chatbot.upload_voice(Upload::bytes(VOICE)).await.unwrap();
}

#[tokio::test]
async fn a_cancelled_upload_leaves_the_client_usable() {
    let fixture = Fixture::start().await;
    let client = fixture.client();
    let name = "chatbot.upload_file";
    fixture.world.faults().once(name, Effect::Delay { milliseconds: 60_000, moment: Moment::Before });
    let mut upload = tokio::spawn({
        let client = client.clone();
        async move { client.chatbot().upload_file(Upload::bytes(PDF), "a.pdf").await }
    });
    while fixture.world.faults().rules().iter().all(|fault| fault.fired == 0) {
        assert!(!upload.is_finished(), "{:?}", (&mut upload).await);
        tokio::task::yield_now().await;
    }
    upload.abort();
    assert!(upload.await.unwrap_err().is_cancelled());
    fixture.world.faults().clear();
    client.chatbot().upload_file(Upload::bytes(PDF), "a.pdf").await.unwrap();
}
