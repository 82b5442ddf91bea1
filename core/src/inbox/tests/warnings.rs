//! Who logs the warnings of an inbox: a call that waits, or workers.

use tokio::sync::mpsc;
use tokio::time::timeout;

use super::workers::WorkerFixture;
use super::*;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test(start_paused = true)]
async fn a_call_that_waits_leaves_the_warnings_to_workers_while_they_log() {
    let inbox = WorkerFixture::new(InboxOptions::default()).open();
    let warn = |text: &str| inbox.queue().add_warning(text.to_owned());
    let (log, mut logged) = mpsc::unbounded_channel();
    let waiting = inbox.clone();
    let call = tokio::spawn(async move {
        let log = |lines: &[String]| lines.iter().for_each(|line| log.send(line.clone()).unwrap());
        waiting.logged(waiting.next(), log).await
    });
    warn("before the workers");
    assert_eq!(timeout(SECOND, logged.recv()).await.unwrap().unwrap(), "before the workers");

    let workers = inbox.workers(WorkerOptions::default()).unwrap();
    let (lines, ()) = tokio::join!(timeout(SECOND, workers.logs()), async { warn("beside the workers") });
    assert_eq!(lines.unwrap().unwrap()[0].text, "beside the workers");
    assert!(logged.try_recv().is_err(), "it is logged once");

    workers.drain().await;
    assert_eq!(workers.logs().await, None);
    warn("after the workers");
    assert_eq!(timeout(SECOND, logged.recv()).await.unwrap().unwrap(), "after the workers");
    inbox.accept(accepted(), message(1, "c")).await.unwrap();
    call.await.unwrap().unwrap();
}
