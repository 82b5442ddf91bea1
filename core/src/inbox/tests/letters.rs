//! Dead letters that are retried while a worker has the event, or while the retry is interrupted.

use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinHandle;

use super::*;

/// Stops a process before one of its operations of the store.
struct Hold {
    operations_left: AtomicUsize,
    reached: Notify,
    gate: Semaphore,
}

impl Hold {
    fn before(operation: usize) -> Arc<Self> {
        Arc::new(Self { operations_left: operation.into(), reached: Notify::new(), gate: Semaphore::new(0) })
    }

    /// The store of the process.
    fn store(self: &Arc<Self>, store: &Arc<FailingStore>) -> Arc<Altered> {
        let hold = Arc::clone(self);
        Arc::new(Altered::new(store.clone()).before(move |operation, _| {
            let hold = Arc::clone(&hold);
            async move {
                if operation != "scan" {
                    hold.step().await;
                }
                Ok(true)
            }
        }))
    }

    async fn step(&self) {
        if self.operations_left.fetch_sub(1, Ordering::SeqCst) == 0 {
            self.reached.notify_one();
            self.gate.acquire().await.unwrap().forget();
        }
    }
}

/// An operation of a process that stops before one of its operations of the store.
struct Held<T> {
    hold: Arc<Hold>,
    task: JoinHandle<T>,
}

impl<T: Send + 'static> Held<T> {
    /// Runs `work` up to this operation of the store. Also returns whether there is one.
    async fn at<F>(fixture: &Fixture, operation: usize, work: impl FnOnce(Inbox) -> F) -> (Self, bool)
    where
        F: Future<Output = T> + Send + 'static,
    {
        let hold = Hold::before(operation);
        let inbox = Inbox::over(hold.store(&fixture.store), None, fixture.options.clone())
            .unwrap()
            .clock(fixture.clock.clone());
        let mut task = tokio::spawn(work(inbox));
        let is_held = tokio::select! {
            () = hold.reached.notified() => true,
            ended = &mut task => {
                task = tokio::spawn(async { ended.unwrap() });
                false
            }
        };
        (Self { hold, task }, is_held)
    }

    async fn go_on(self) -> T {
        self.hold.gate.add_permits(1);
        self.task.await.unwrap()
    }
}

/// An inbox with one dead letter, and its id.
async fn with_letter() -> (Fixture, Inbox, String) {
    let fixture = fixture();
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    give_up_all(&inbox).await;
    let [letter] = inbox.dead_letters(None).await.unwrap().try_into().unwrap();
    (fixture, inbox, letter.id)
}

async fn give_up_all(inbox: &Inbox) {
    while let Some(item) = inbox.try_next().await.unwrap() {
        assert!(inbox.give_up(item.id, "hopeless").await.unwrap());
    }
}

/// How many events there are in the queue and among the dead letters.
async fn left(inbox: &Inbox) -> i64 {
    let InboxCounts { pending, dead_letters, .. } = inbox.counts().await.unwrap();
    pending + dead_letters
}

#[tokio::test(start_paused = true)]
async fn a_letter_that_is_given_up_again_during_its_retry_is_kept() {
    for operation in 0.. {
        let (fixture, inbox, id) = with_letter().await;
        let retry = async |inbox: Inbox| inbox.retry(id).await.unwrap();
        let (retry, is_held) = Held::at(&fixture, operation, retry).await;
        give_up_all(&inbox).await;
        assert!(retry.go_on().await, "operation {operation}");
        assert_eq!(left(&inbox).await, 1, "operation {operation}");
        if !is_held {
            assert!(operation >= 4);
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_letter_that_is_handled_during_its_retry_is_handled_once() {
    for operation in 0.. {
        let (fixture, inbox, id) = with_letter().await;
        let retry = async |inbox: Inbox| inbox.retry(id).await.unwrap();
        let (retry, is_held) = Held::at(&fixture, operation, retry).await;
        let mut handled = handle_all(&inbox).await;
        assert!(retry.go_on().await);
        handled.extend(handle_all(&inbox).await);
        assert_eq!((handled, left(&inbox).await), (vec!["1".to_owned()], 0), "operation {operation}");
        if !is_held {
            break;
        }
    }
}

#[tokio::test(start_paused = true)]
async fn two_retries_of_a_letter_and_a_worker_that_gives_up_lose_no_event() {
    for first in 0..5 {
        for second in 0..5 {
            let (fixture, inbox, id) = with_letter().await;
            let retry = |id: String| async |inbox: Inbox| inbox.retry(id).await.unwrap();
            let (one, _) = Held::at(&fixture, first, retry(id.clone())).await;
            let (other, _) = Held::at(&fixture, second, retry(id)).await;
            one.go_on().await;
            give_up_all(&inbox).await;
            other.go_on().await;
            give_up_all(&inbox).await;
            assert_eq!(left(&inbox).await, 1, "operations {first} and {second}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_letter_that_is_retried_while_it_is_being_written_is_in_one_place() {
    for giving_up in 0..5 {
        for retrying in 0..6 {
            let fixture = fixture();
            let inbox = fixture.open();
            inbox.accept(accepted(), message(1, "c")).await.unwrap();
            let item = inbox.next().await.unwrap();
            let give_up = async |inbox: Inbox| inbox.give_up(item.id, "hopeless").await.unwrap();
            let (give_up, _) = Held::at(&fixture, giving_up, give_up).await;
            let retry = async |inbox: Inbox| {
                for letter in inbox.dead_letters(None).await.unwrap() {
                    inbox.retry(letter.id).await.unwrap();
                }
            };
            let (retry, _) = Held::at(&fixture, retrying, retry).await;
            give_up.go_on().await;
            retry.go_on().await;
            assert_eq!(left(&inbox).await, 1, "operations {giving_up} and {retrying}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_letter_that_is_given_up_again_is_not_listed_twice() {
    let (_, inbox, first) = with_letter().await;
    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    give_up_all(&inbox).await;
    assert!(inbox.retry(&*first).await.unwrap());
    give_up_all(&inbox).await;
    let after = |id: &str| inbox.dead_letters(Some(id.to_owned()));
    let [second] = after(&first).await.unwrap().try_into().unwrap();
    assert_eq!(second.delivery.dedupe_key, "message:e7a08a2c-8ee4-11ef-af85-000000000002");
    assert_eq!(after(&second.id).await.unwrap(), []);
}

#[tokio::test(start_paused = true)]
async fn a_cancelled_retry_is_completed() {
    for polls in 0..8 {
        let (fixture, inbox, id) = with_letter().await;
        {
            let mut retry = std::pin::pin!(inbox.retry(id));
            for _ in 0..polls {
                let poll = std::future::poll_fn(|cx| std::task::Poll::Ready(retry.as_mut().poll(cx))).await;
                if poll.is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        let expected = InboxCounts { pending: i64::from(polls > 0), dead_letters: i64::from(polls == 0) };
        assert_eq!(inbox.counts().await.unwrap(), expected, "after {polls} polls");
        assert_eq!(handle_all(&fixture.open()).await.len() as i64, expected.pending);
    }
}

#[tokio::test(start_paused = true)]
async fn a_worker_completes_the_retry_of_a_process_that_crashed() {
    let (fixture, inbox, id) = with_letter().await;
    fixture.store.fail_after(1);
    assert!(inbox.retry(id).await.is_err());
    fixture.store.fail_after(usize::MAX);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts { pending: 1, dead_letters: 1 });
    assert_eq!(handle_all(&fixture.open()).await, ["1"]);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn a_letter_that_is_retried_twice_and_handled_in_between_is_handled_once() {
    for first in 0..6 {
        for second in 0..6 {
            let (fixture, inbox, id) = with_letter().await;
            let retry = |id: String| async |inbox: Inbox| inbox.retry(id).await.unwrap();
            let (one, _) = Held::at(&fixture, first, retry(id.clone())).await;
            let (other, _) = Held::at(&fixture, second, retry(id)).await;
            one.go_on().await;
            let mut handled = handle_all(&inbox).await;
            other.go_on().await;
            handled.extend(handle_all(&inbox).await);
            let outcome = (handled, left(&inbox).await);
            assert_eq!(outcome, (vec!["1".to_owned()], 0), "operations {first} and {second}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_worker_that_stops_during_two_retries_handles_no_event_again() {
    for retrying in 0..6 {
        for taking in 0..12 {
            let (fixture, inbox, id) = with_letter().await;
            let retry = |id: String| async |inbox: Inbox| inbox.retry(id).await.unwrap();
            let (late, _) = Held::at(&fixture, retrying, retry(id.clone())).await;
            inbox.retry(id).await.unwrap();
            let (worker, _) = Held::at(&fixture, taking, async |inbox: Inbox| handle_all(&inbox).await).await;
            let mut handled = handle_all(&inbox).await;
            late.go_on().await;
            handled.extend(worker.go_on().await);
            handled.extend(handle_all(&inbox).await);
            let outcome = (handled, left(&inbox).await);
            assert_eq!(outcome, (vec!["1".to_owned()], 0), "operations {retrying} and {taking}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn an_acknowledged_letter_is_not_handled_again_after_a_crash() {
    for writes in 0..3 {
        let (fixture, inbox, id) = with_letter().await;
        assert!(inbox.retry(id).await.unwrap());
        let item = inbox.next().await.unwrap();
        fixture.store.fail_after(writes);
        assert!(inbox.ack(&*item.id).await.is_err());
        fixture.store.fail_after(usize::MAX);
        if writes == 0 {
            // Nothing was stored: the lease ends.
            fixture.advance(301);
        }
        let expected = if writes == 0 { vec!["1".to_owned()] } else { Vec::new() };
        assert_eq!((handle_all(&fixture.open()).await, left(&inbox).await), (expected, 0), "after {writes} writes");
    }
}
