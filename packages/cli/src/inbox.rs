//! `open-platform inbox`: looks after the events whose handling was given up.

use chrono::{DateTime, Utc};
use clap::{Args, Subcommand};
use open_platform::inbox::{DeadLetter, Inbox, InboxOptions};
use open_platform::{Error, Json, OpenPlatform};
use serde::Serialize;

use crate::output::{Answer, Failure, Output};

const ENVIRONMENT: &str = "\
The inbox is found by the variables of its app:
  OPEN_PLATFORM_STORE          where the events are, such as sqlite:///var/lib/app/events.db
  OPEN_PLATFORM_STORE_KEYS     the keys of the store

`list` ends with 1 when there are dead letters. With --json it writes one line for each, with the body of the event, which
may hold personal data. `retry` and `discard` end with 1 when one of the names is none, or none any more.";

/// What to do.
#[derive(Args, Debug)]
#[command(after_long_help = ENVIRONMENT)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// List the dead letters, oldest arrival first, and count the events that wait.
    List,
    /// Take dead letters up again: the app's workers get them as if they had just arrived.
    Retry(Which),
    /// Delete dead letters for good.
    Discard(Which),
}

/// Which dead letters.
#[derive(Args, Debug)]
#[group(required = true, multiple = false)]
struct Which {
    /// Their names, as `list` shows them.
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    /// All that there are.
    #[arg(long)]
    all: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments, output: Output) -> Result<Answer, Failure> {
    if std::env::var_os("OPEN_PLATFORM_STORE").is_none_or(|value| value.is_empty()) {
        let why = "an inbox is found by the environment of its app";
        return Err(Failure::usage("OPEN_PLATFORM_STORE is not set", why, "see `open-platform inbox --help`"));
    }
    let inbox = OpenPlatform::from_env()
        .and_then(|platform| platform.inbox(InboxOptions::default()))
        .map_err(|e| Failure::usage("the settings are wrong", e, "see `open-platform inbox --help`"))?;
    let runtime = tokio::runtime::Runtime::new()
        .map_err(|e| Failure::environment("cannot start", e, "look at the limits of this machine"))?;
    runtime.block_on(async {
        match &arguments.command {
            Command::List => list(&inbox, output).await,
            Command::Retry(which) => end(&inbox, which, End::Retry, output).await,
            Command::Discard(which) => end(&inbox, which, End::Discard, output).await,
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

async fn list(inbox: &Inbox, output: Output) -> Result<Answer, Failure> {
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
    output.note(&format!("{count} dead letters; {pending} events wait or are being handled\n"))?;
    Ok(if count == 0 { Answer::Yes } else { Answer::No })
}

fn write(letter: &DeadLetter, output: Output) -> Result<(), Failure> {
    let DeadLetter { id, delivery, attempts, received_at, failed_at, key_id, reason, .. } = letter;
    // Of a malformed body nothing is known, not even its type.
    let event = Some(delivery.event.kind()).filter(|kind| !kind.is_empty()).unwrap_or("malformed");
    if output.is_json() {
        let body = delivery.event.body(delivery.metadata.as_ref()).map_err(failed)?;
        let (attempts, received_at, failed_at) = (*attempts, *received_at, *failed_at);
        return output.line(&Line { id, event, attempts, received_at, failed_at, key_id, reason, body });
    }
    let when = failed_at.format("%Y-%m-%d %H:%M:%SZ").to_string();
    output.text(&format!("{id}\n  {event}, given up {when} after {attempts} attempts: {reason}\n"))
}

#[derive(Clone, Copy)]
enum End {
    Retry,
    Discard,
}

impl End {
    async fn apply(self, inbox: &Inbox, id: &str) -> Result<bool, Error> {
        match self {
            Self::Retry => inbox.retry(id).await,
            Self::Discard => inbox.discard(id).await,
        }
    }

    fn done(self) -> &'static str {
        match self {
            Self::Retry => "taken up again",
            Self::Discard => "deleted",
        }
    }
}

async fn end(inbox: &Inbox, which: &Which, end: End, output: Output) -> Result<Answer, Failure> {
    let (mut ids, mut answer) = (which.ids.clone(), Answer::Yes);
    loop {
        if which.all {
            // Behind the last one: what fails again meanwhile is a dead letter of the same name.
            let letters = inbox.dead_letters(ids.pop()).await.map_err(failed)?;
            ids = letters.into_iter().map(|letter| letter.id).collect();
        }
        for id in &ids {
            let done = end.apply(inbox, id).await.map_err(failed)?;
            if !done && !which.all {
                answer = Answer::No;
            }
            tell(id, done, end, output)?;
        }
        if !which.all || ids.is_empty() {
            return Ok(answer);
        }
    }
}

fn tell(id: &str, done: bool, end: End, output: Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.line(&serde_json::json!({ "id": id, "done": done }));
    }
    output.text(&format!("{id}: {}\n", if done { end.done() } else { "is no dead letter" }))
}

fn failed(error: Error) -> Failure {
    Failure::environment("the inbox cannot be used", error, "check OPEN_PLATFORM_STORE and OPEN_PLATFORM_STORE_KEYS")
}
