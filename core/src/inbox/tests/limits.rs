//! The limits of workers: the time of a handler, the end of the process, the number of events at once, a failing store.

use tokio::time::{Instant, sleep, timeout};

use super::workers::WorkerFixture;
use super::*;

const SECOND: Duration = Duration::from_secs(1);

fn workers(inbox: &Inbox, handler_timeout: Option<f64>, drain_timeout: Option<f64>) -> Workers {
    let options = WorkerOptions {
        workers: Some(2),
        handler_timeout_seconds: handler_timeout,
        drain_timeout_seconds: drain_timeout,
    };
    inbox.workers(options).unwrap()
}

async fn lines(workers: &Workers) -> Vec<WorkerLog> {
    let mut all = Vec::new();
    while let Some(lines) = workers.logs().await {
        all.extend(lines);
    }
    all
}

#[tokio::test(start_paused = true)]
async fn an_attempt_that_hangs_fails_at_its_limit_and_its_worker_is_free() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    for number in 0..3 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    let workers = workers(&inbox, Some(30.0), None);
    let began = Instant::now();
    let (_, hanging) = workers.next().await.unwrap().unwrap();
    let (_, other) = workers.next().await.unwrap().unwrap();
    assert!(timeout(SECOND * 29, workers.next()).await.is_err(), "two workers have an event each");
    let (item, third) = workers.next().await.unwrap().unwrap();
    assert_eq!((began.elapsed().as_secs(), text(&item).as_str()), (30, "2"));
    assert_eq!(hanging.ended().await, Some(Cutoff::HandlerTimeout));
    assert_eq!(other.ended().await, Some(Cutoff::HandlerTimeout));
    // The handler ends after all.
    hanging.end(Ending::Handled).await;
    third.end(Ending::Handled).await;
    assert_eq!(third.ended().await, None);
    let (again, attempt) = workers.next().await.unwrap().unwrap();
    assert_eq!((text(&again).as_str(), again.attempts), ("0", 2));
    assert_eq!(again.last_error.as_deref(), Some("it took longer than 30 s"));
    attempt.end(Ending::Handled).await;
    assert_eq!(workers.drain().await, 0);
    assert_eq!(workers.next().await.unwrap().map(|(item, _)| item), None);
    let lines = lines(&workers).await;
    assert_eq!(lines.len(), 2, "{lines:?}");
    for line in lines {
        assert!(
            line.is_error && line.text.contains("attempt 1") && line.text.contains("30 s: NEW_MESSAGE"),
            "{line:?}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_failure_is_logged_with_its_detail_also_at_the_last_attempt() {
    let inbox = WorkerFixture::new(InboxOptions { max_attempts: Some(2), ..InboxOptions::default() }).open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let workers = workers(&inbox, None, None);
    for _ in 0..2 {
        let (_, attempt) = workers.next().await.unwrap().unwrap();
        attempt.end(Ending::Failed { reason: "KeyError".to_owned(), detail: "KeyError in app.py".to_owned() }).await;
    }
    workers.drain().await;
    let lines = lines(&workers).await;
    let (errors, warnings): (Vec<_>, Vec<_>) = lines.iter().partition(|line| line.is_error);
    let [first, last] = &errors[..] else { panic!("{lines:?}") };
    assert!(
        first.text.contains("attempt 1") && first.text.contains("tried again later: KeyError in app.py: NEW_MESSAGE")
    );
    assert!(last.text.contains("attempt 2") && last.text.contains("was the last: KeyError in app.py: NEW_MESSAGE"));
    assert!(matches!(&warnings[..], [line] if line.text.contains("dead letter")), "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn an_event_with_a_call_that_may_have_been_executed_is_a_dead_letter_at_once() {
    // The classes of the error as the languages name them.
    let classes =
        ["ambiguous_outcome", "AmbiguousOutcome", "AmbiguousOutcomeException", "OpenPlatformError ambiguous_outcome"];
    for class in classes {
        let inbox = WorkerFixture::new(InboxOptions::default()).open();
        inbox.accept(accepted(), message(1, "c")).await.unwrap();
        let workers = workers(&inbox, None, None);
        let (_, attempt) = workers.next().await.unwrap().unwrap();
        attempt.end(Ending::Failed { reason: class.to_owned(), detail: format!("{class} at bot.py:7") }).await;
        assert_eq!(inbox.counts().await.unwrap(), InboxCounts { dead_letters: 1, ..InboxCounts::default() });
        workers.drain().await;
        let lines = lines(&workers).await;
        let error = lines.iter().find(|line| line.is_error).unwrap_or_else(|| panic!("{lines:?}"));
        let expected = "not handled again, because a call may have been executed";
        assert!(error.text.contains(expected) && error.text.contains("bot.py:7"), "{error:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_handler_is_dropped_at_its_limit_and_called_again() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let (began, dropped) = (Arc::new(AtomicUsize::default()), Arc::new(AtomicUsize::default()));
    struct Count(Arc<AtomicUsize>);
    impl Drop for Count {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::SeqCst);
        }
    }
    let handler = {
        let (began, dropped) = (began.clone(), dropped.clone());
        move |_| {
            let (began, guard) = (began.clone(), Count(dropped.clone()));
            async move {
                let _guard = guard;
                if began.fetch_add(1, Ordering::SeqCst) == 0 {
                    std::future::pending::<()>().await;
                }
                Ok(())
            }
        }
    };
    workers(&inbox, Some(2.5), None).run_until(handler, sleep(SECOND * 20)).await.unwrap();
    assert_eq!((began.load(Ordering::SeqCst), dropped.load(Ordering::SeqCst)), (2, 2));
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn a_drain_waits_up_to_its_limit_and_releases_what_still_runs() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    let inbox = fixture.open();
    for number in 0..3 {
        inbox.accept(accepted(), message(number, "c")).await.unwrap();
    }
    let workers = workers(&inbox, None, Some(10.0));
    let (_, hanging) = workers.next().await.unwrap().unwrap();
    let (_, ending) = workers.next().await.unwrap().unwrap();
    let waiting = tokio::spawn({
        let workers = workers.clone();
        async move { workers.next().await.unwrap().is_none() }
    });
    let began = Instant::now();
    let ends = async {
        sleep(SECOND * 9).await;
        ending.end(Ending::Handled).await;
    };
    let (cut_off, ()) = tokio::join!(workers.drain(), ends);
    assert_eq!((cut_off, began.elapsed().as_secs()), (1, 10));
    assert!(waiting.await.unwrap(), "it gets no event after the stop");
    assert_eq!(hanging.ended().await, Some(Cutoff::DrainTimeout));
    hanging.end(Ending::Handled).await;
    let lines = lines(&workers).await;
    assert!(matches!(&lines[..], [line] if !line.is_error && line.text.starts_with("1 handlers")), "{lines:?}");
    let other = fixture.open();
    let again = [other.next().await.unwrap(), other.next().await.unwrap()];
    let again = again.map(|item| (text(&item), item.attempts));
    assert_eq!(again, [("0".to_owned(), 1), ("2".to_owned(), 1)], "the released attempt does not count");
    assert_eq!(workers.drain().await, 0, "a second time");
}

#[tokio::test(start_paused = true)]
async fn an_event_that_was_found_for_a_cancelled_caller_is_released_by_the_drain() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    for polls in 0..12 {
        let inbox = fixture.open();
        inbox.accept(accepted(), message(polls, "c")).await.unwrap();
        let workers = workers(&inbox, None, None);
        {
            let mut next = std::pin::pin!(workers.next());
            for _ in 0..polls {
                let poll = std::future::poll_fn(|cx| std::task::Poll::Ready(next.as_mut().poll(cx))).await;
                if poll.is_ready() {
                    break;
                }
                tokio::task::yield_now().await;
            }
        }
        // What the caller began goes on meanwhile.
        sleep(Duration::from_millis(1)).await;
        workers.drain().await;
        sleep(Duration::from_millis(1)).await;
        let item = fixture.open().try_next().await.unwrap().expect("no lease is left");
        assert_eq!((text(&item), item.attempts), (polls.to_string(), 1), "after {polls} polls");
        inbox.ack(item.id).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn an_outage_of_the_store_ends_no_worker_and_is_one_line_in_the_log() {
    let fixture = WorkerFixture::new(InboxOptions::default());
    let inbox = fixture.open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    fixture.store.fail_after(0);
    let workers = workers(&inbox, None, None);
    let (began, before) = (Instant::now(), fixture.store.rows.load(Ordering::SeqCst));
    let working = tokio::spawn({
        let workers = workers.clone();
        async move { workers.run(async |_| Ok(())).await }
    });
    sleep(SECOND * 300).await;
    let reads = fixture.store.rows.load(Ordering::SeqCst) - before;
    assert!(reads < 2 * 2 * 300, "{reads} reads in {:?}", began.elapsed());
    fixture.store.fail_after(usize::MAX);
    while inbox.counts().await.unwrap().pending > 0 {
        sleep(SECOND).await;
    }
    workers.stop();
    working.await.unwrap().unwrap();
    let lines = lines(&workers).await;
    let [failed, works] = &lines[..] else { panic!("{lines:?}") };
    assert!(failed.is_error && failed.text.contains("tried again: ") && !works.is_error, "{lines:?}");
}

#[tokio::test(start_paused = true)]
async fn a_result_is_stored_also_if_its_caller_is_cancelled() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    let workers = workers(&inbox, None, None);
    let (_, attempt) = workers.next().await.unwrap().unwrap();
    {
        let mut ending = std::pin::pin!(attempt.end(Ending::Handled));
        std::future::poll_fn(|cx| std::task::Poll::Ready(ending.as_mut().poll(cx).is_ready())).await;
    }
    drop(attempt);
    assert_eq!(workers.drain().await, 0);
    assert_eq!(inbox.counts().await.unwrap(), InboxCounts::default());
}

#[tokio::test(start_paused = true)]
async fn options_out_of_range_are_refused() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    let refused = |workers, handler_timeout_seconds, drain_timeout_seconds| {
        let options = WorkerOptions { workers, handler_timeout_seconds, drain_timeout_seconds };
        matches!(inbox.workers(options), Err(Error::InvalidInput { .. }))
    };
    for workers in [-1, 0, 10_001, i64::MAX] {
        assert!(refused(Some(workers), None, None), "{workers}");
    }
    for seconds in [f64::NAN, -1.0, f64::INFINITY, 86_401.0] {
        assert!(refused(None, Some(seconds), None) && refused(None, None, Some(seconds)), "{seconds}");
    }
    assert!(refused(None, Some(0.0), None));
    assert!(!refused(None, None, Some(0.0)));
    assert_eq!(inbox.workers(WorkerOptions::default()).unwrap().count(), DEFAULT_WORKERS);
}
