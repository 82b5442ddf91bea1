//! Limits that are settings.

use open_platform::Scope;
use open_platform::api::RawRequest;
use open_platform::legacy::{LegacyButton, LegacyCarouselItem, LegacyImageCarouselRow, LegacyMessage, LegacyPostAddon};
use open_platform::model::action::Action;
use open_platform::model::addon::BusinessAddon;
use open_platform::model::message::Button;
use open_platform::model::widget::{EventRow, ImageCarouselRow};

use super::*;

#[tokio::test]
async fn settings_change_the_limits_of_messages() {
    let full = || vec![vec![Button::new("Track the courier", Action::direct_link("https://app.example/7")); 3]; 3];
    let message = || Message::text("a text of 26 characters...").to_sender(full()).to_receiver(full());
    let refused = |limited: Builder| async move {
        let platform = limited.build().unwrap();
        match platform.user_with_token("token").conversations().send("c1", message()).await {
            Err(Error::InvalidInput { field, .. }) => Some(field),
            other => other.map(|_| None).unwrap(),
        }
    };
    let client = || recorder::builder(Recorder::new([(200, "{}")]));
    assert_eq!(refused(client()).await.as_deref(), Some("receiver_buttons"));
    assert_eq!(refused(client().max_buttons(18)).await, None);
    assert_eq!(refused(client().max_buttons(18).max_message_chars(25)).await.as_deref(), Some("message"));
    let media = client().max_message_chars(30).build().unwrap();
    let media = media.user_with_token("token");
    let token = |length: usize| Message::media("x".repeat(length));
    media.conversations().send("c1", token(5000)).await.expect("a media token is no text of the app");
    let caption = "sender_buttons.rows[0].buttons[0].caption";
    assert_eq!(refused(client().max_buttons(18).max_caption_chars(16)).await.as_deref(), Some(caption));
}

#[tokio::test]
#[allow(deprecated, reason = "they are supported as long as the platform supports them")]
async fn settings_change_the_limits_of_old_messages() {
    let refused = |limited: Builder| async move {
        let button = LegacyButton::link("x".repeat(257), serde_json::json!({}));
        let message =
            LegacyMessage::text("x".repeat(4097)).user_id("u1").peer_id("u2").post_token("gZ1").to_sender(button);
        let platform = limited.build().unwrap();
        match platform.user_with_token("token").legacy().conversations().send(message).await {
            Err(Error::InvalidInput { field, .. }) => Some(field),
            other => other.map(|_| None).unwrap(),
        }
    };
    let client = || recorder::builder(Recorder::new([(200, "{}")]));
    assert_eq!(refused(client()).await.as_deref(), Some("message"));
    let long_texts = || client().max_message_chars(4097);
    assert_eq!(refused(long_texts()).await.as_deref(), Some("sender_btn.data.caption"));
    assert_eq!(refused(long_texts().max_caption_chars(257)).await, None);
    assert_eq!(refused(client().max_message_chars(4)).await.as_deref(), Some("message"));
}

#[tokio::test]
async fn a_setting_limits_the_length_of_image_names() {
    let refused = |limited: Builder, characters: usize| async move {
        let row = EventRow::new("Inspected").image_id("x".repeat(characters));
        let carousel = ImageCarouselRow::new().image("logo").image("x".repeat(characters));
        let old = LegacyCarouselItem::new("x".repeat(characters));
        let old = LegacyPostAddon::default().widget(LegacyImageCarouselRow::new(vec![old]));
        let platform = limited.build().unwrap();
        let user = platform.user_with_token("token");
        #[allow(deprecated, reason = "they are supported as long as the platform supports them")]
        let answers = [
            user.addons().create_on_post("gZ1", PostAddon::new().widget(row.clone())).await,
            user.addons().create_for_user("09120000000", UserAddon::new().widget(row.clone())).await,
            user.addons().create_for_user_id("u1", UserAddon::new().widget(carousel)).await,
            user.addons().create_for_business("b1", BusinessAddon::new().widget(row.clone())).await,
            user.legacy().addons().create_on_post("gZ1", old).await,
            platform.legacy().addons().create_on_post_by_key("gZ1", PostAddon::new().widget(row)).await,
        ];
        answers.map(|answer| match answer {
            Err(Error::InvalidInput { field, .. }) => Some(field),
            other => other.map(|_| None).unwrap(),
        })
    };
    let client = || recorder::builder(Recorder::new([(200, "{}"); 6]));
    let names = [
        "widgets[0].event_row.image_id",
        "widgets[0].event_row.image_id",
        "widgets[0].image_carousel_row.items[1].image_id",
        "widgets[0].event_row.image_id",
        "widgets.widget_list[0].data.items[0].image_url",
        "widgets[0].event_row.image_id",
    ];
    let names = names.map(|name| Some(name.to_owned()));
    assert_eq!(refused(client(), 257).await, names);
    assert_eq!(refused(client().max_image_name_chars(300), 300).await, [const { None }; 6]);
    assert_eq!(refused(client().max_image_name_chars(300), 301).await, names);
    assert_eq!(refused(client().max_image_name_chars(15), 16).await, names);
}

#[tokio::test]
async fn a_setting_limits_the_duration_of_a_login() {
    let clock = ManualClock::at(Utc::now());
    let client = recorder::builder(Recorder::new([])).clock(clock.clone()).login_lifetime(Duration::from_secs(30));
    let platform = client.build().unwrap();
    let login = platform.oauth().authorize([Scope::offline_access()], "session").await.unwrap();
    clock.advance(Duration::from_secs(30));
    let query = format!("state={}", login.state.expose());
    let late = platform.oauth().callback(&query, "session").await.unwrap_err();
    assert!(matches!(late, Error::OAuth(OAuthError::StateExpired)), "{late}");
    for wrong in [Duration::ZERO, Duration::from_secs(25 * 3600)] {
        let refused = recorder::builder(Recorder::new([])).login_lifetime(wrong).build().unwrap_err();
        assert!(matches!(&refused, Error::Config { setting, .. } if setting == "login_lifetime"), "{refused}");
    }
}

#[tokio::test]
async fn a_setting_limits_the_size_of_a_body() {
    let data = |size: usize| serde_json::json!({ "a": "x".repeat(size) });
    let refused = |limited: Builder, size: usize| async move {
        let platform = limited.build().unwrap();
        let user = platform.user_with_token("token");
        let subscription = Subscription::post_updates().resource("r".repeat(size / 10)).metadata(data(size));
        let message = Message::text("m").to_sender(vec![vec![Button::new("b", Action::server_link(data(size)))]]);
        let field = |refused: Result<(), Error>| match refused {
            Err(Error::InvalidInput { field, .. }) => Some(field),
            other => other.map(|()| None).unwrap(),
        };
        [
            field(user.events().subscribe(subscription).await.map(drop)),
            field(user.conversations().send("c1", message).await.map(drop)),
        ]
    };
    let client = || recorder::builder(Recorder::new([(200, "{}"), (200, "{}")]));
    let body = [Some("body".to_owned()), Some("body".to_owned())];
    assert_eq!(refused(client(), 900_000).await, [None, None]);
    assert_eq!(refused(client(), 1 << 20).await, body);
    assert_eq!(refused(client().max_body_bytes(2_000_000), 1 << 20).await, [None, None]);
    assert_eq!(refused(client().max_body_bytes(200), 200).await, body);
    // A raw request is sent as it is.
    let platform = client().max_body_bytes(1).build().unwrap();
    platform.request(RawRequest::new("POST", ["v1", "x"]).json(data(200))).await.unwrap();
}
