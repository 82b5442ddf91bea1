//! The limits of messages on a phone and in its backend: each checks within its own settings.

use super::*;

/// A phone and its backend with these limits of a message, and a conversation that the phone may write to.
async fn logged_in(of_phone: usize, of_backend: usize) -> (Fixture, OpenPlatformApp, String) {
    let fixture = Fixture::start().await;
    let platform = fixture.world.client().max_message_chars(of_backend).build().unwrap();
    let backend = Backend::new(gateway(&platform).allow(["conversations.send"]).unwrap());
    let phone = phone_builder(&fixture, &backend).max_message_chars(of_phone).build().unwrap();
    let conversation = fixture.world.conversations()[0].id.clone();
    let scopes = ["USER_PHONE", "offline_access", &format!("CONVERSATION_SEND_MESSAGE.{conversation}")];
    assert_eq!(log_in(&fixture, &backend, &phone, &scopes).await.status, 200);
    (fixture, phone, conversation)
}

#[tokio::test]
async fn the_gateway_checks_a_message_within_the_limits_of_its_client() {
    let (fixture, phone, conversation) = logged_in(100, 5).await;
    phone.user().conversations().send(&conversation, Message::text("Hello")).await.unwrap();
    let error = phone.user().conversations().send(&conversation, Message::text("Hello!")).await.unwrap_err();
    assert!(error.to_string().contains("must have at most 5 characters"), "{error}");
    assert_eq!(fixture.count("conversations.send"), 1);

    let (fixture, phone, conversation) = logged_in(5_000, 5_000).await;
    phone.user().conversations().send(&conversation, Message::text("m".repeat(4_097))).await.unwrap();
    assert_eq!(fixture.count("conversations.send"), 1);
}
