//! Events with one id and different bodies.

use super::*;
use crate::webhook::CONFLICT_NOTE;

/// The message with this number and another text.
fn other(number: usize, text: &str) -> Vec<u8> {
    String::from_utf8(message(number, "c"))
        .unwrap()
        .replace(&format!(r#""text":"{number}""#), &format!(r#""text":"{text}""#))
        .into()
}

fn conflicts(items: &[InboxItem]) -> Vec<(String, bool)> {
    items.iter().map(|item| (text(item), item.delivery.notes.iter().any(|note| note == CONFLICT_NOTE))).collect()
}

async fn take_all(inbox: &Inbox) -> Vec<InboxItem> {
    let mut items = Vec::new();
    while let Some(item) = inbox.try_next().await.unwrap() {
        assert!(inbox.ack(&*item.id).await.unwrap());
        items.push(item);
    }
    items
}

#[tokio::test(start_paused = true)]
async fn an_event_with_the_id_of_another_is_kept_and_noted() {
    use Acceptance::{Duplicate, New};
    for is_handled_before in [false, true] {
        let fixture = fixture();
        let inbox = fixture.open();
        assert_eq!(inbox.accept(accepted(), message(1, "c")).await.unwrap(), New);
        let mut items = if is_handled_before { take_all(&inbox).await } else { Vec::new() };
        for (body, expected) in
            [(other(1, "a"), New), (message(1, "c"), Duplicate), (other(1, "a"), Duplicate), (other(1, "b"), New)]
        {
            fixture.advance(1);
            assert_eq!(fixture.open().accept(accepted(), body.clone()).await.unwrap(), expected);
            assert_eq!(inbox.accept(accepted(), body).await.unwrap(), Duplicate, "a repetition");
        }
        items.extend(take_all(&fixture.open()).await);
        let expected = [("1", false), ("a", true), ("b", true)].map(|(text, conflict)| (text.to_owned(), conflict));
        assert_eq!(conflicts(&items), expected);
        assert_eq!(fixture.stored(RecordKind::Event).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn other_metadata_of_the_subscription_is_no_conflict() {
    let inbox = fixture().open();
    let with = |metadata: &str| {
        let text = String::from_utf8(message(1, "c")).unwrap();
        text.replacen('{', &format!(r#"{{"metadata":{metadata},"#), 1).into_bytes()
    };
    use Acceptance::{Duplicate, New};
    for (body, expected) in [(with(r#"{"id":1}"#), New), (with(r#"{"id":2}"#), Duplicate), (with("null"), Duplicate)] {
        assert_eq!(inbox.accept(accepted(), body).await.unwrap(), expected);
    }
    assert_eq!(inbox.try_warnings(), [""; 0]);
    assert_eq!(take_all(&inbox).await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_warning_names_the_event_and_contains_none_of_its_content() {
    let inbox = fixture().open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    assert_eq!(inbox.try_warnings(), [""; 0]);
    inbox.accept(accepted(), other(1, "secret")).await.unwrap();
    let [warning] = inbox.warnings().await.try_into().unwrap();
    assert!(warning.ends_with(": NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-000000000001"), "{warning}");
    assert!(warning.contains("another body") && !warning.contains("secret"), "{warning}");
}

#[tokio::test(start_paused = true)]
async fn both_events_are_kept_in_any_order_and_after_any_crash() {
    for writes in 0..5 {
        let fixture = fixture();
        let inbox = fixture.open();
        fixture.store.fail_after(writes);
        let (first, second) = tokio::join!(inbox.accept(accepted(), message(1, "c")), async {
            fixture.open().accept(accepted(), other(1, "a")).await
        },);
        fixture.store.fail_after(usize::MAX);
        // Events that were not acknowledged are delivered again.
        for (outcome, body) in [(first, message(1, "c")), (second, other(1, "a"))] {
            if outcome.is_err() {
                inbox.accept(accepted(), body).await.unwrap();
            }
        }
        let mut texts: Vec<_> = take_all(&fixture.open()).await.iter().map(text).collect();
        texts.sort();
        assert_eq!(texts, ["1", "a"], "after {writes} writes");
        assert_eq!(fixture.stored(RecordKind::Event).await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dead_letter_keeps_the_note() {
    let inbox = fixture().open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.accept(accepted(), other(1, "a")).await.unwrap();
    handle_one(&inbox).await;
    let item = inbox.next().await.unwrap();
    assert!(inbox.give_up(item.id, "hopeless").await.unwrap());
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
    assert_eq!(letter.delivery.notes, [CONFLICT_NOTE]);
}

async fn handle_one(inbox: &Inbox) {
    let item = inbox.next().await.unwrap();
    assert!(inbox.ack(item.id).await.unwrap());
}
