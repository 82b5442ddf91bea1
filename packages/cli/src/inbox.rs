//! `open-platform inbox`: lists, retries and deletes the dead letters of an inbox.

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use open_platform::inbox::{DeadLetter, Inbox, InboxOptions};
use open_platform::{Error, Json, OpenPlatform};
use serde::Serialize;

use crate::keeper::check_store;
use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;

const ENVIRONMENT: &str = "\
It reads the same environment variables as the app:
  OPEN_PLATFORM_STORE          the store of the events, such as sqlite:///var/lib/app/events.db
  OPEN_PLATFORM_STORE_KEYS     the encryption keys of the store

The exit code of `list` is 1 when there are dead letters. With --json it writes one line for each, with the body of the event,
which may hold personal data. The exit code of `retry` and `discard` is 1 when one of the ids is not a dead letter.";

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_long_help = ENVIRONMENT)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the dead letters, in the order of their arrival, and count the events that are pending.
    List,
    /// Put dead letters back into the queue: they are handled as if they had just arrived.
    Retry(Which),
    /// Delete dead letters.
    Discard(Which),
}

/// Which dead letters.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Which {
    /// The ids, as `list` shows them.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// All dead letters.
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    if std::env::var_os("OPEN_PLATFORM_STORE").is_none_or(|value| value.is_empty()) {
        let why = "the inbox is configured by environment variables";
        return Err(Failure::usage("OPEN_PLATFORM_STORE is not set", why, "see `open-platform inbox --help`"));
    }
    check_store()?;
    let inbox = OpenPlatform::from_env()
        .and_then(|platform| platform.inbox(InboxOptions::default()))
        .map_err(|e| Failure::usage("the settings are wrong", e, "see `open-platform inbox --help`"))?;
    runtime()?.block_on(async {
        match &arguments.command {
            Command::List => list(&inbox, output).await,
            Command::Retry(which) => apply_to_all(&inbox, which, Action::Retry, output).await,
            Command::Discard(which) => apply_to_all(&inbox, which, Action::Discard, output).await,
        }
    })
}

/// A dead letter as a line of JSON.
#[derive(Serialize)]
struct Line<'a> {
    id: &'a str,
    event: &'a str,
    attempts: i64,
    received_at: DateTime<Utc>,
    failed_at: DateTime<Utc>,
    key_id: &'a str,
    reason: &'a str,
    body: Json,
}

async fn list(inbox: &Inbox, output: Output) -> Result<Exit, Failure> {
    let (mut after, mut count) = (None, 0);
    loop {
        let letters = inbox.dead_letters(after).await.map_err(failed)?;
        for letter in &letters {
            write(letter, output)?;
        }
        count += letters.len();
        after = letters.last().map(|letter| letter.id.clone());
        if after.is_none() {
            break;
        }
    }
    let pending = inbox.counts().await.map_err(failed)?.pending;
    output.note(&format!("{count} dead letters; {pending} events pending or being handled\n"))?;
    Ok(if count == 0 { Exit::Success } else { Exit::Negative })
}

fn write(letter: &DeadLetter, output: Output) -> Result<(), Failure> {
    let DeadLetter { id, delivery, attempts, received_at, failed_at, key_id, reason, .. } = letter;
    // A malformed body has no type.
    let event = Some(delivery.event.kind()).filter(|kind| !kind.is_empty()).unwrap_or("malformed");
    if output.is_json() {
        let body = delivery.event.body(delivery.metadata.as_ref()).map_err(failed)?;
        let (attempts, received_at, failed_at) = (*attempts, *received_at, *failed_at);
        return output.line(&Line { id, event, attempts, received_at, failed_at, key_id, reason, body });
    }
    let when = failed_at.format("%Y-%m-%d %H:%M:%SZ").to_string();
    output.text(&format!("{id}\n  {event}, dead letter since {when} after {attempts} attempts: {reason}\n"))
}

#[derive(Clone, Copy)]
enum Action {
    Retry,
    Discard,
}

impl Action {
    async fn apply(self, inbox: &Inbox, id: &str) -> Result<bool, Error> {
        match self {
            Self::Retry => inbox.retry(id).await,
            Self::Discard => inbox.discard(id).await,
        }
    }

    fn done(self) -> &'static str {
        match self {
            Self::Retry => "put back into the queue",
            Self::Discard => "deleted",
        }
    }
}

async fn apply_to_all(inbox: &Inbox, which: &Which, action: Action, output: Output) -> Result<Exit, Failure> {
    let (mut ids, mut answer) = (which.ids.clone(), Exit::Success);
    loop {
        if which.all {
            // Continue after the last id: an event that fails again meanwhile is not listed again.
            let letters = inbox.dead_letters(ids.pop()).await.map_err(failed)?;
            ids = letters.into_iter().map(|letter| letter.id).collect();
        }
        for id in &ids {
            let done = action.apply(inbox, id).await.map_err(failed)?;
            if !done && !which.all {
                answer = Exit::Negative;
            }
            print(id, done, action, output)?;
        }
        if !which.all || ids.is_empty() {
            return Ok(answer);
        }
    }
}

fn print(id: &str, done: bool, action: Action, output: Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.line(&serde_json::json!({ "id": id, "done": done }));
    }
    output.text(&format!("{id}: {}\n", if done { action.done() } else { "not a dead letter" }))
}

fn failed(error: Error) -> Failure {
    Failure::environment("the inbox cannot be used", error, "check OPEN_PLATFORM_STORE and OPEN_PLATFORM_STORE_KEYS")
}
