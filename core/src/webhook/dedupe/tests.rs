use super::*;
use crate::testing::ManualClock;

/// An app's own store, with only the required methods.
struct OwnDedupe(MemoryDedupe);

#[async_trait]
impl Dedupe for OwnDedupe {
    async fn remember(&self, key: &str, window: Option<Duration>) -> Result<bool, StoreError> {
        Ok(self.0.insert(key, window))
    }

    async fn forget(&self, key: &str) -> Result<(), StoreError> {
        self.0.remove(key);
        Ok(())
    }
}

fn message(text: &str) -> Delivery {
    let body = format!(r#"{{"type":"NEW_MESSAGE","new_message":{{"id":"m-1","text":"{text}"}}}}"#);
    Delivery::parse(body.as_bytes()).unwrap()
}

fn update() -> Delivery {
    Delivery::parse(br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"p"}}}"#).unwrap()
}

/// The store in memory, and an app's own with two methods. The flag: whether it detects conflicts.
type Stores = [(bool, Box<dyn Dedupe>); 2];

fn both() -> (Arc<ManualClock>, Stores) {
    let clock = ManualClock::at(DateTime::UNIX_EPOCH);
    let memory = || MemoryDedupe::new().clock(clock.clone());
    let stores: Stores = [(true, Box::new(memory())), (false, Box::new(OwnDedupe(memory())))];
    (clock, stores)
}

#[tokio::test]
async fn a_repetition_during_the_handling_is_neither_handled_nor_acknowledged() {
    for (delivery, window) in [(message("a"), None), (update(), Some(120))] {
        let (clock, stores) = both();
        for (_, dedupe) in stores {
            let begin = async || dedupe.begin(&delivery).await.unwrap();
            assert_eq!(begin().await, Progress::New);
            assert_eq!(begin().await, Progress::InProgress);
            dedupe.abandon(&delivery).await.unwrap();
            assert_eq!(begin().await, Progress::New, "after a failure it is handled again");
            dedupe.finish(&delivery).await.unwrap();
            assert_eq!(begin().await, Progress::Seen);
            assert_eq!(begin().await, Progress::Seen, "a check changes nothing");
            clock.advance(Duration::from_secs(121));
            assert_eq!(begin().await, if window.is_some() { Progress::New } else { Progress::Seen });
        }
    }
}

#[tokio::test]
async fn after_a_crash_an_event_is_handled_again_once_its_mark_has_expired() {
    for delivery in [message("a"), update()] {
        let (clock, stores) = both();
        for (_, dedupe) in stores {
            assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::New);
            for _ in 0..29 {
                clock.advance(Duration::from_secs(10));
                assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::InProgress);
            }
            clock.advance(Duration::from_secs(40));
            assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::New);
            dedupe.finish(&delivery).await.unwrap();
            assert_eq!(dedupe.begin(&delivery).await.unwrap(), Progress::Seen);
        }
    }
}

#[tokio::test]
async fn another_body_under_the_same_id_is_handled_too() {
    let (_, stores) = both();
    for (detects_conflicts, dedupe) in stores {
        let (first, second) = (message("a"), message("b"));
        assert_eq!(dedupe.begin(&first).await.unwrap(), Progress::New);
        assert_eq!(dedupe.begin(&second).await.unwrap(), Progress::InProgress, "events of one id are handled in turn");
        dedupe.finish(&first).await.unwrap();
        let expected = if detects_conflicts { Progress::Conflict } else { Progress::New };
        assert_eq!(dedupe.begin(&second).await.unwrap(), expected);
        dedupe.finish(&second).await.unwrap();
        for delivery in [&first, &second] {
            assert_eq!(dedupe.begin(delivery).await.unwrap(), Progress::Seen);
        }
    }
}

#[tokio::test]
async fn of_concurrent_repetitions_one_is_handled() {
    for (_, dedupe) in both().1 {
        let dedupe: Arc<dyn Dedupe> = dedupe.into();
        let tasks: Vec<_> = (0..50)
            .map(|_| {
                let dedupe = dedupe.clone();
                tokio::spawn(async move { dedupe.begin(&message("a")).await.unwrap() })
            })
            .collect();
        let mut new = 0;
        for task in tasks {
            match task.await.unwrap() {
                Progress::New => new += 1,
                progress => assert_eq!(progress, Progress::InProgress),
            }
        }
        assert_eq!(new, 1);
    }
}

#[test]
fn only_an_event_to_be_handled_has_no_reply_yet() {
    let status = |progress: Progress| progress.reply().map(|reply| reply.status);
    assert_eq!([Progress::New, Progress::Conflict].map(status), [None; 2]);
    assert_eq!([Progress::InProgress, Progress::Seen].map(status), [Some(503), Some(200)]);
    assert_eq!(Progress::InProgress.reply().unwrap().headers["Retry-After"], "5");
}

#[tokio::test]
async fn a_key_is_new_once_per_window() {
    let clock = ManualClock::at(DateTime::UNIX_EPOCH);
    let dedupe = MemoryDedupe::new().clock(clock.clone());
    let window = Some(Duration::from_secs(120));
    assert!(dedupe.remember("update", window).await.unwrap());
    clock.advance(Duration::from_secs(119));
    assert!(!dedupe.remember("update", window).await.unwrap());
    clock.advance(Duration::from_secs(1));
    assert!(dedupe.remember("update", window).await.unwrap(), "a repetition does not extend the window");
    assert!(dedupe.remember("message", None).await.unwrap());
    assert!(dedupe.remember("other", Some(Duration::MAX)).await.unwrap());
    assert!(dedupe.remember("third", Some(Duration::from_secs(10_000_000_000))).await.unwrap());
    clock.advance(Duration::from_secs(1_000_000_000));
    assert!(!dedupe.remember("message", None).await.unwrap());
    assert!(!dedupe.remember("other", None).await.unwrap());
    assert!(!dedupe.remember("third", None).await.unwrap());
}

/// A clock that can be set back.
struct SetClock(Mutex<DateTime<Utc>>);

impl SetClock {
    fn set(&self, hour: i64) {
        *self.0.lock().unwrap() = DateTime::UNIX_EPOCH + TimeDelta::hours(hour);
    }
}

#[async_trait]
impl Clock for SetClock {
    fn now(&self) -> DateTime<Utc> {
        *self.0.lock().unwrap()
    }

    async fn sleep(&self, _: Duration) {}
}

#[tokio::test]
async fn marks_from_before_the_clock_was_set_back_keep_no_new_event_out() {
    let clock = Arc::new(SetClock(Mutex::new(DateTime::UNIX_EPOCH)));
    let dedupe = MemoryDedupe::new().clock(clock.clone());
    let begin = async |delivery: &Delivery| dedupe.begin(delivery).await.unwrap();
    clock.set(3);
    for delivery in [message("a"), update()] {
        assert_eq!(begin(&delivery).await, Progress::New);
        dedupe.finish(&delivery).await.unwrap();
        assert_eq!(begin(&delivery).await, Progress::Seen);
    }
    let other = Delivery::parse(br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"other"}}}"#).unwrap();
    assert_eq!(begin(&other).await, Progress::New);
    assert!(!dedupe.is_new(&update()).await.unwrap());
    clock.set(1);
    assert_eq!(begin(&update()).await, Progress::New, "an equal update of another time");
    assert_eq!(begin(&other).await, Progress::New, "the result of its handling was not reported");
    assert_eq!(begin(&message("a")).await, Progress::Seen, "its id is that of one event");
    dedupe.finish(&update()).await.unwrap();
    assert_eq!(begin(&update()).await, Progress::Seen, "marks from after that count");
}

#[tokio::test]
async fn a_message_is_new_once_and_an_equal_post_update_again_after_its_window() {
    let clock = ManualClock::at(DateTime::UNIX_EPOCH);
    let dedupe = MemoryDedupe::new().clock(clock.clone());
    let message = br#"{"type":"NEW_MESSAGE","new_message":{"id":"e7a08a2c-8ee4-11ef-af85-0242ac120002"}}"#;
    let message = Delivery::parse(message).unwrap();
    let update = Delivery::parse(br#"{"type":"POST_UPDATE","post_update":{"post":{"token":"p"}}}"#).unwrap();
    for delivery in [&message, &update] {
        assert!(dedupe.is_new(delivery).await.unwrap());
        assert!(!dedupe.is_new(delivery).await.unwrap());
    }
    clock.advance(Duration::from_secs(121));
    assert!(!dedupe.is_new(&message).await.unwrap());
    assert!(dedupe.is_new(&update).await.unwrap());
}

#[tokio::test]
async fn a_forgotten_key_is_new_again() {
    let dedupe = MemoryDedupe::new();
    assert!(dedupe.remember("a", None).await.unwrap());
    dedupe.forget("a").await.unwrap();
    assert!(dedupe.remember("a", None).await.unwrap());
    assert!(!dedupe.remember("a", None).await.unwrap());
}

#[tokio::test]
async fn memory_is_bounded_and_the_oldest_key_is_dropped_first() {
    let dedupe = MemoryDedupe::with_capacity(2);
    for key in ["a", "b", "c"] {
        assert!(dedupe.remember(key, None).await.unwrap());
    }
    assert!(!dedupe.remember("c", None).await.unwrap());
    assert!(!dedupe.remember("b", None).await.unwrap());
    assert!(dedupe.remember("a", None).await.unwrap());
    for _ in 0..1000 {
        dedupe.forget("a").await.unwrap();
        assert!(dedupe.remember("a", None).await.unwrap());
    }
    let seen = dedupe.seen();
    assert!(seen.order.len() <= 2 && seen.keys.len() <= 2);
}
