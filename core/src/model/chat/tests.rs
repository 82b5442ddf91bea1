//! Tests of `chat`.

use super::*;
use crate::json;

fn read(text: &str) -> ChatMessage {
    json::read(text.as_bytes()).unwrap()
}

#[test]
fn all_seven_kinds_are_read_and_written_back() {
    for text in [
        r#"{"id":"a","type":"TEXT","text":"hi"}"#,
        r#"{"type":"IMAGE","image_data":{"link":"https://c.example/1","size_bytes":"9","height_px":2,"width_px":3}}"#,
        r#"{"type":"FILE","file_data":{"link":"l","name":"a.pdf","size_bytes":"9"}}"#,
        r#"{"type":"VOICE","voice_data":{"link":"l","size_bytes":"9"}}"#,
        r#"{"type":"LOCATION","location_data":{"latitude":35.5,"longitude":51.25}}"#,
        r#"{"type":"VIDEO","video_data":{"link":"l","thumbnail_link":"t","size_bytes":"9"}}"#,
        r#"{"type":"CONTACT","contact_data":{"name":"A","phone":"09123456789"}}"#,
    ] {
        let message = read(text);
        assert!(!matches!(message.content, MessageContent::Unknown { .. }), "{text}");
        assert_eq!(serde_json::to_string(&message).unwrap(), text);
    }
}

#[test]
fn a_size_is_read_from_a_number_or_text() {
    let size = |value: &str| match read(&format!(r#"{{"type":"VOICE","voice_data":{{"size_bytes":{value}}}}}"#)).content
    {
        MessageContent::Voice { voice } => voice.size_bytes,
        other => panic!("{other:?}"),
    };
    assert_eq!((size("1536"), size("\"1536\"")), (Some(1536), Some(1536)));
}

#[test]
fn data_that_does_not_belong_to_the_type_is_kept() {
    let text = r#"{"type":"STICKER","text":"a","image_data":{"link":"l"},"sticker":{"id":1}}"#;
    let message = read(text);
    assert_eq!(message.content, MessageContent::Unknown { kind: "STICKER".into() });
    let again: serde_json::Value = serde_json::to_value(&message).unwrap();
    assert_eq!(again, serde_json::from_str::<serde_json::Value>(text).unwrap());
}

#[test]
fn a_kind_without_its_data_is_unknown() {
    assert_eq!(read(r#"{"type":"IMAGE"}"#).content, MessageContent::Unknown { kind: "IMAGE".into() });
    assert_eq!(read("{}").content, MessageContent::default());
}

#[test]
fn a_sender_of_type_user_is_human_and_a_bot_is_detected() {
    assert_eq!(read(r#"{"sender":{"type":"USER"}}"#).sender.kind, SenderType::Human);
    assert!(read(r#"{"sender":{"type":"BOT","side":"SELLER"}}"#).is_from_bot());
    assert!(!read("{}").is_from_bot());
}

#[test]
fn a_conversation_is_read_completely() {
    let text = r#"{"conversation":{"id":"c","type":"BOT"},"messages":[{"text":"a"},{"text":"b"}]}"#;
    let record: ConversationRecord = json::read(text.as_bytes()).unwrap();
    assert_eq!(record.conversation.kind, ConversationType::Bot);
    let texts: Vec<_> = record.messages.iter().filter_map(ChatMessage::text).collect();
    assert_eq!(texts, ["a", "b"]);
}
