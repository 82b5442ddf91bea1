//! What a handler of messages can reply with.

use open_platform::OpenPlatform;
use open_platform::hooks::ChatbotMessage;
use open_platform::model::message::{BotMessage, Button, Message};
use open_platform::testing::{NoResponse, Recorder, ScriptedResponse};

use super::{KEY, Keys, event, send};

#[tokio::test]
async fn a_reply_may_have_buttons() {
    let sent = || ScriptedResponse::new(200).body("{}").into();
    let recorder = Recorder::script([sent(), sent()]);
    let platform =
        OpenPlatform::builder().api_key("key").identification_keys([KEY]).transport(recorder.clone()).build().unwrap();
    let hooks = platform.hooks().unwrap().on(async |_: ChatbotMessage, context| {
        let buttons = vec![vec![Button::server("Accept", [("id", "7")])]];
        context.reply(BotMessage::text("With a button").buttons(buttons)).await?;
        context.reply("A text").await?;
        let refused = context.reply(Message::text("As a user")).await.unwrap_err();
        assert_eq!(refused.to_string(), "message: the chatbot sends a `BotMessage`");
        Ok(())
    });
    let message = r#"{"id":"m-1","sender":{"type":"HUMAN"},"conversation":{"id":"c-1","type":"BOT"}}"#;
    let body = format!(r#"{{"type":"NEW_CHATBOT_MESSAGE","new_chatbot_message":{message}}}"#);
    assert_eq!(send(&hooks.service(), event(body)).await.status(), 200);
    let texts: Vec<_> = recorder.requests().iter().map(|sent| String::from_utf8(sent.body.clone()).unwrap()).collect();
    assert!(texts[0].contains("With a button") && texts[0].contains("Accept"), "{texts:?}");
    assert!(texts[1].contains("A text") && texts.len() == 2, "{texts:?}");
}

#[tokio::test]
async fn an_event_whose_reply_may_have_been_sent_is_not_handled_again() {
    for in_store in [false, true] {
        let recorder = Recorder::script([NoResponse::interrupted().into()]);
        let platform = OpenPlatform::builder()
            .api_key("key")
            .identification_keys([KEY])
            .transport(recorder.clone())
            .build()
            .unwrap();
        let hooks = platform.hooks().unwrap().on(async |_: ChatbotMessage, context| {
            context.reply("Hello").await?;
            Ok(())
        });
        let service = if in_store { hooks.dedupe(Keys::default()) } else { hooks }.service();
        let message = r#"{"id":"m-1","sender":{"type":"HUMAN"},"conversation":{"id":"c-1","type":"BOT"}}"#;
        for _ in 0..2 {
            let body = format!(r#"{{"type":"NEW_CHATBOT_MESSAGE","new_chatbot_message":{message}}}"#);
            assert_eq!(send(&service, event(body)).await.status(), 200);
        }
        assert_eq!(recorder.requests().len(), 1);
    }
}
