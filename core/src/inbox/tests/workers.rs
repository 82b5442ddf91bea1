//! Workers that run handlers. Time is tokio's paused clock, which advances only while nothing can run.

use std::sync::Mutex;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::*;

/// A clock that follows tokio's timers.
#[derive(Debug)]
struct TimerClock(DateTime<Utc>, Instant);

#[async_trait]
impl Clock for TimerClock {
    fn now(&self) -> DateTime<Utc> {
        self.0 + TimeDelta::from_std(self.1.elapsed()).unwrap()
    }

    async fn sleep(&self, duration: Duration) {
        sleep(duration).await;
    }
}

pub(super) struct WorkerFixture {
    pub(super) store: Arc<FailingStore>,
    clock: Arc<TimerClock>,
    options: InboxOptions,
}

impl WorkerFixture {
    pub(super) fn new(options: InboxOptions) -> Self {
        let clock = Arc::new(TimerClock("2026-11-21T12:00:00Z".parse().unwrap(), Instant::now()));
        Self { store: FailingStore::new(), clock, options }
    }

    /// The inbox as another process opens it.
    pub(super) fn open(&self) -> Inbox {
        Inbox::over(self.store.clone(), None, self.options.clone()).unwrap().clock(self.clock.clone())
    }
}

/// Runs `workers` in each of two processes until `seconds` have passed.
async fn work<H, F>(fixture: &WorkerFixture, workers: usize, seconds: u64, handler: H) -> [Inbox; 2]
where
    H: Fn(InboxItem) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), HandlerError>> + Send + 'static,
{
    let inboxes = [fixture.open(), fixture.open()];
    let [one, other] = &inboxes;
    let stop = || sleep(Duration::from_secs(seconds));
    let (a, b) =
        tokio::join!(one.run_until(workers, handler.clone(), stop()), other.run_until(workers, handler, stop()));
    a.and(b).unwrap();
    inboxes
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_takes_longer_than_the_lease_runs_once() {
    for extends_itself in [false, true] {
        let fixture = WorkerFixture::new(InboxOptions { max_attempts: Some(3), ..InboxOptions::default() });
        fixture.open().accept(accepted(), message(1, "c")).await.unwrap();
        let runs = Arc::new(AtomicUsize::default());
        let (counted, own) = (runs.clone(), fixture.open());
        let inboxes = work(&fixture, 2, 400, move |item| {
            let (runs, own) = (counted.clone(), own.clone());
            async move {
                runs.fetch_add(1, Ordering::SeqCst);
                for _ in 0..7 {
                    sleep(Duration::from_secs(45)).await;
                    if extends_itself {
                        assert!(own.extend(&*item.id).await?);
                    }
                }
                Ok(())
            }
        })
        .await;
        assert_eq!(runs.load(Ordering::SeqCst), 1);
        assert_eq!(inboxes[0].counts().await.unwrap(), InboxCounts::default());
        assert!(inboxes.iter().all(|inbox| inbox.try_warnings().is_empty()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_fails_for_half_a_lease_does_not_lose_the_lease() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    fixture.open().accept(accepted(), message(1, "c")).await.unwrap();
    let (runs, store) = (Arc::new(AtomicUsize::default()), fixture.store.clone());
    let counted = runs.clone();
    let inboxes = work(&fixture, 1, 200, move |_| {
        let (runs, store) = (counted.clone(), store.clone());
        async move {
            runs.fetch_add(1, Ordering::SeqCst);
            store.fail_after(0);
            sleep(Duration::from_secs(30)).await;
            store.fail_after(usize::MAX);
            sleep(Duration::from_secs(100)).await;
            Ok(())
        }
    })
    .await;
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    assert_eq!(inboxes[0].counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_panics_stops_no_worker_and_its_dead_letter_is_reported() {
    let fixture = WorkerFixture::new(InboxOptions { max_attempts: Some(4), ..InboxOptions::default() });
    for number in 0..20 {
        fixture.open().accept(accepted(), message(number, "c")).await.unwrap();
    }
    let handled = Arc::new(Mutex::new(Vec::new()));
    let seen = handled.clone();
    let inboxes = work(&fixture, 2, 600, move |item| {
        // A panic before the future exists.
        assert!(text(&item) != "3", "a panic with a secret");
        let seen = seen.clone();
        async move {
            assert!(text(&item) != "4", "a panic with a secret");
            seen.lock().unwrap().push(text(&item).parse::<usize>().unwrap());
            Ok(())
        }
    })
    .await;
    let mut handled = handled.lock().unwrap().clone();
    handled.sort_unstable();
    assert_eq!(handled, (0..20).filter(|number| ![3, 4].contains(number)).collect::<Vec<_>>());
    let letters = inboxes[0].dead_letters(None).await.unwrap();
    let reported: Vec<_> = letters.iter().map(|letter| (letter.attempts, letter.reason.as_str())).collect();
    assert_eq!(reported, [(4, "the handler panicked"); 2]);
    let mut warnings: Vec<_> = inboxes.iter().flat_map(Inbox::try_warnings).collect();
    warnings.sort();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    for (warning, number) in warnings.iter().zip([3, 4]) {
        assert!(warning.contains("dead letter") && warning.contains("attempt 4"), "{warning}");
        assert!(warning.ends_with(&format!("NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-{number:012}")), "{warning}");
    }
}

#[tokio::test(start_paused = true)]
async fn stopping_lets_handlers_finish_and_dropping_releases_their_events() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    let inbox = fixture.open();
    let began = Arc::new(Notify::new());
    let handler = {
        let began = began.clone();
        move |_| {
            let began = began.clone();
            async move {
                began.notify_one();
                sleep(Duration::from_secs(10)).await;
                Ok(())
            }
        }
    };
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    inbox.run_until(1, handler.clone(), began.notified()).await.unwrap();
    assert_eq!(inbox.counts().await.unwrap().pending, 0, "the handler has finished");

    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    let before = Instant::now();
    tokio::select! {
        _ = inbox.run(1, handler) => unreachable!("nothing stops it"),
        () = began.notified() => {}
    }
    let item = inbox.next().await.unwrap();
    assert_eq!((text(&item).as_str(), item.attempts), ("2", 1), "the dropped attempt does not count");
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    assert!(matches!(inbox.run(0, async |_| Ok(())).await, Err(Error::InvalidInput { .. })));
}

#[tokio::test(start_paused = true)]
async fn an_item_that_is_not_ended_is_handed_out_again() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let begin = Instant::now();
    drop(inbox.next().await.unwrap());
    let item = inbox.next().await.unwrap();
    assert!((60..65).contains(&begin.elapsed().as_secs()), "{:?}", begin.elapsed());
    let lease = inbox.keep(&*item.id).unwrap();
    sleep(Duration::from_secs(300)).await;
    assert_eq!(fixture.open().try_next().await.unwrap(), None, "its lease is kept");
    drop(lease);
    let again = inbox.next().await.unwrap();
    assert_eq!(again.attempts, 3);
    // The end of the attempt also ends the extension of its lease.
    let lease = inbox.keep(&*again.id).unwrap();
    assert_eq!(inbox.nack(&*again.id, "x").await.unwrap(), NackOutcome::Retry);
    sleep(Duration::from_secs(50)).await;
    assert!(!inbox.extend(&*again.id).await.unwrap(), "no worker has it");
    assert_eq!(inbox.next().await.unwrap().attempts, 4);
    drop(lease);
    assert!(matches!(inbox.keep("x"), Err(Error::InvalidInput { .. })));
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_is_dropped_on_a_thread_without_a_runtime_does_not_count() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let workers = inbox.workers(WorkerOptions::default()).unwrap();
    let (first, attempt) = workers.next().await.unwrap().unwrap();
    std::thread::spawn(move || drop(attempt)).join().unwrap();
    let (again, attempt) = workers.next().await.unwrap().unwrap();
    assert_eq!((first.attempts, again.attempts), (1, 1));
    attempt.end(Ending::Handled).await;
    assert_eq!(inbox.counts().await.unwrap().pending, 0);
}

#[tokio::test(start_paused = true)]
async fn an_ack_that_comes_too_late_is_reported() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    let (late, other) = (fixture.open(), fixture.open());
    late.accept(accepted(), message(1, "c")).await.unwrap();
    let first = late.next().await.unwrap();
    sleep(Duration::from_secs(61)).await;
    let second = other.next().await.unwrap();
    let lease = late.keep(&*first.id).unwrap();
    let [warning] = late.warnings().await.try_into().unwrap();
    assert!(warning.contains("another worker") && warning.contains("NEW_MESSAGE message:e7a0"), "{warning}");
    drop(lease);
    assert!(!late.ack(&*first.id).await.unwrap());
    let [warning] = late.try_warnings().try_into().unwrap();
    assert!(warning.contains("was rejected") && warning.contains("NEW_MESSAGE message:e7a0"), "{warning}");
    assert!(other.ack(&*second.id).await.unwrap());
    assert_eq!(late.nack(&*first.id, "x").await.unwrap(), NackOutcome::LeaseLost);
    assert_eq!(late.try_warnings().len(), 1);
    assert_eq!(other.try_warnings(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn the_reason_of_a_failure_does_not_contain_the_text_of_an_error() {
    async fn fails(how: usize) -> Result<(), HandlerError> {
        match how {
            0 => Err(std::io::Error::other("a secret"))?,
            1 => Err(Error::invalid("text", "a secret"))?,
            2 => Err(HandlerError::new("a reason of the app"))?,
            3 => Err(Error::config("grant_of", "is not set"))?,
            _ => Err(HandlerError::new("a permanent failure").for_good())?,
        }
        Ok(())
    }
    let fixture = WorkerFixture::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let inbox = fixture.open();
    for number in 0..5 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    let workers = inbox.workers(WorkerOptions { workers: Some(1), ..WorkerOptions::default() }).unwrap();
    let logging = tokio::spawn({
        let (workers, mut log) = (workers.clone(), String::new());
        async move {
            while let Some(lines) = workers.logs().await {
                lines.into_iter().for_each(|line| log += &line.text);
            }
            log
        }
    });
    let handled = async {
        while inbox.counts().await.unwrap().pending > 0 {
            tokio::task::yield_now().await;
        }
    };
    workers.run_until(|item| async move { fails(text(&item).parse()?).await }, handled).await.unwrap();
    let reasons: Vec<_> = inbox.dead_letters(None).await.unwrap().into_iter().map(|letter| letter.reason).collect();
    let expected = ["std::io::error::Error", "invalid_input", "a reason of the app", "config", "a permanent failure"];
    assert_eq!(reasons, expected);
    let log = logging.await.unwrap();
    // A setting is named, and nothing else of an error.
    assert!(log.contains("and was the last: config: configuration of grant_of: is not set: NEW_MESSAGE"), "{log}");
    assert!(log.contains("and was the last: invalid_input: NEW_MESSAGE") && !log.contains("a secret"), "{log}");
}

#[tokio::test(start_paused = true)]
async fn an_event_refused_on_arrival_is_reported_without_its_content() {
    let inbox = WorkerFixture::new(InboxOptions { capacity: Some(1), ..InboxOptions::default() }).open();
    assert_eq!(inbox.receive(accepted(), message(1, "c")).await.status, 200);
    assert_eq!(inbox.receive(accepted(), message(2, "c")).await.status, 503);
    assert_eq!(inbox.receive(accepted(), b"{a secret".to_vec()).await.status, 400);
    let [full, unreadable] = inbox.warnings().await.try_into().unwrap();
    assert!(
        full.contains("503") && full.contains("NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-000000000002"),
        "{full}"
    );
    assert!(unreadable.contains("400") && !unreadable.contains("secret"), "{unreadable}");
    for _ in 0..300 {
        inbox.receive(accepted(), message(2, "c")).await;
    }
    assert_eq!(inbox.try_warnings().len(), 100, "the newest are kept");
}
