//! Workers that run handlers. Time is tokio's, which stands still while anything can run.

use std::sync::Mutex;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep};

use super::*;

/// The time of the timers as the time of day.
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

struct Shop {
    store: Arc<Mortal>,
    clock: Arc<TimerClock>,
    options: InboxOptions,
}

impl Shop {
    fn new(options: InboxOptions) -> Self {
        let clock = Arc::new(TimerClock("2026-11-21T12:00:00Z".parse().unwrap(), Instant::now()));
        Self { store: Mortal::new(), clock, options }
    }

    /// The inbox of another process.
    fn open(&self) -> Inbox {
        Inbox::over(self.store.clone(), None, self.options.clone()).unwrap().clock(self.clock.clone())
    }
}

/// Runs `workers` in each of two processes until `seconds` have passed.
async fn work<H, F>(shop: &Shop, workers: usize, seconds: u64, handler: H) -> [Inbox; 2]
where
    H: Fn(InboxItem) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Result<(), HandlerError>> + Send + 'static,
{
    let inboxes = [shop.open(), shop.open()];
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
        let shop = Shop::new(InboxOptions { max_attempts: Some(3), ..InboxOptions::default() });
        shop.open().accept(accepted(), message(1, "c")).await.unwrap();
        let runs = Arc::new(AtomicUsize::default());
        let (counted, own) = (runs.clone(), shop.open());
        let inboxes = work(&shop, 2, 400, move |item| {
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
async fn a_store_that_fails_for_half_a_lease_costs_no_lease() {
    let shop = Shop::new(InboxOptions::default());
    shop.open().accept(accepted(), message(1, "c")).await.unwrap();
    let (runs, store) = (Arc::new(AtomicUsize::default()), shop.store.clone());
    let counted = runs.clone();
    let inboxes = work(&shop, 1, 200, move |_| {
        let (runs, store) = (counted.clone(), store.clone());
        async move {
            runs.fetch_add(1, Ordering::SeqCst);
            store.die_after(0);
            sleep(Duration::from_secs(30)).await;
            store.die_after(usize::MAX);
            sleep(Duration::from_secs(100)).await;
            Ok(())
        }
    })
    .await;
    assert_eq!(runs.load(Ordering::SeqCst), 1);
    assert_eq!(inboxes[0].counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn a_handler_that_panics_stops_no_worker_and_its_dead_letter_is_told() {
    let shop = Shop::new(InboxOptions { max_attempts: Some(4), ..InboxOptions::default() });
    for number in 0..20 {
        shop.open().accept(accepted(), message(number, "c")).await.unwrap();
    }
    let handled = Arc::new(Mutex::new(Vec::new()));
    let seen = handled.clone();
    let inboxes = work(&shop, 2, 600, move |item| {
        // Before there is a future, too.
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
    let told: Vec<_> = letters.iter().map(|letter| (letter.attempts, letter.reason.as_str())).collect();
    assert_eq!(told, [(4, "the handler panicked"); 2]);
    let mut warnings: Vec<_> = inboxes.iter().flat_map(Inbox::try_warnings).collect();
    warnings.sort();
    assert_eq!(warnings.len(), 2, "{warnings:?}");
    for (warning, number) in warnings.iter().zip([3, 4]) {
        assert!(warning.contains("dead letter") && warning.contains("attempt 4"), "{warning}");
        assert!(warning.ends_with(&format!("NEW_MESSAGE message:e7a08a2c-8ee4-11ef-af85-{number:012}")), "{warning}");
    }
}

#[tokio::test(start_paused = true)]
async fn the_end_lets_handlers_finish_and_a_drop_puts_their_events_back() {
    let shop = Shop::new(InboxOptions::default());
    let inbox = shop.open();
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
    assert_eq!(inbox.counts().await.unwrap().pending, 0, "it has finished");

    inbox.accept(accepted(), message(2, "c")).await.unwrap();
    let before = Instant::now();
    tokio::select! {
        _ = inbox.run(1, handler) => unreachable!("nothing stops it"),
        () = began.notified() => {}
    }
    let item = inbox.next().await.unwrap();
    assert_eq!((text(&item).as_str(), item.attempts), ("2", 1), "as if it had not been handed out");
    assert!(before.elapsed() < Duration::from_secs(5), "{:?}", before.elapsed());
    assert!(matches!(inbox.run(0, async |_| Ok(())).await, Err(Error::InvalidInput { .. })));
}

#[tokio::test(start_paused = true)]
async fn what_is_handed_out_and_forgotten_comes_again() {
    let shop = Shop::new(InboxOptions::default());
    let inbox = shop.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let begin = Instant::now();
    drop(inbox.next().await.unwrap());
    let item = inbox.next().await.unwrap();
    assert!((60..65).contains(&begin.elapsed().as_secs()), "{:?}", begin.elapsed());
    let lease = inbox.keep(&*item.id).unwrap();
    sleep(Duration::from_secs(300)).await;
    assert_eq!(shop.open().try_next().await.unwrap(), None, "it is kept");
    drop(lease);
    let again = inbox.next().await.unwrap();
    assert_eq!(again.attempts, 3);
    // The end of the attempt is the end of the keeping, too.
    let lease = inbox.keep(&*again.id).unwrap();
    assert_eq!(inbox.nack(&*again.id, "x").await.unwrap(), Failed::Retry);
    sleep(Duration::from_secs(50)).await;
    assert!(!inbox.extend(&*again.id).await.unwrap(), "nobody has it");
    assert_eq!(inbox.next().await.unwrap().attempts, 4);
    drop(lease);
    assert!(matches!(inbox.keep("x"), Err(Error::InvalidInput { .. })));
}

#[tokio::test(start_paused = true)]
async fn an_end_that_comes_too_late_is_told() {
    let shop = Shop::new(InboxOptions::default());
    let (late, other) = (shop.open(), shop.open());
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
    assert!(warning.contains("not taken") && warning.contains("NEW_MESSAGE message:e7a0"), "{warning}");
    assert!(other.ack(&*second.id).await.unwrap());
    assert_eq!(late.nack(&*first.id, "x").await.unwrap(), Failed::LeaseLost);
    assert_eq!(late.try_warnings().len(), 1);
    assert_eq!(other.try_warnings(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn the_reason_of_a_failure_holds_nothing_that_an_error_says() {
    async fn fails(how: usize) -> Result<(), HandlerError> {
        match how {
            0 => Err(std::io::Error::other("a secret"))?,
            1 => Err(Error::invalid("text", "a secret"))?,
            2 => Err(HandlerError::new("a reason of the app"))?,
            _ => Err(HandlerError::new("it never will").for_good())?,
        }
        Ok(())
    }
    let shop = Shop::new(InboxOptions { max_attempts: Some(1), ..InboxOptions::default() });
    let inbox = shop.open();
    for number in 0..4 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    let [inbox, _] = work(&shop, 1, 5, |item| async move { fails(text(&item).parse()?).await }).await;
    let reasons: Vec<_> = inbox.dead_letters(None).await.unwrap().into_iter().map(|letter| letter.reason).collect();
    assert_eq!(reasons, ["std::io::error::Error", "invalid_input", "a reason of the app", "it never will"]);
}

#[tokio::test(start_paused = true)]
async fn what_is_refused_on_arrival_is_told_without_its_content() {
    let inbox = Shop::new(InboxOptions { capacity: Some(1), ..InboxOptions::default() }).open();
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
    assert_eq!(inbox.try_warnings().len(), 100, "the newest");
}
