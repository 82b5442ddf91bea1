//! `open-platform keeper`: refreshes the grants of a store before they expire.

use std::time::Duration;

use clap::Args;
use open_platform::OpenPlatform;
use open_platform::keeper::KeeperReport;

use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;
use crate::signal;

/// The settings that must be set.
const REQUIRED: [&str; 5] = [
    "OPEN_PLATFORM_STORE",
    "OPEN_PLATFORM_STORE_KEYS",
    "OPEN_PLATFORM_API_KEY",
    "OPEN_PLATFORM_CLIENT_ID",
    "OPEN_PLATFORM_CLIENT_SECRET",
];
/// The time limit for refreshes in progress after the signal to stop.
const DRAIN: Duration = Duration::from_secs(12);

const ENVIRONMENT: &str = "\
It reads the same environment variables as the app:
  OPEN_PLATFORM_STORE          the store of the grants, such as sqlite:///var/lib/app/grants.db
  OPEN_PLATFORM_STORE_KEYS     the encryption keys of the store
  OPEN_PLATFORM_API_KEY, OPEN_PLATFORM_CLIENT_ID, OPEN_PLATFORM_CLIENT_SECRET
  OPEN_PLATFORM_SANDBOX_URL    the address of a sandbox to use instead of the live platform

It writes one line for each report until Ctrl-C, SIGTERM or, on Linux, SIGHUP. With --json a report also names the user. Any
number of keepers may share a store. The exit code is 0 when all refreshes were completed, and 1 when new tokens could not be stored.";

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_long_help = ENVIRONMENT)]
pub struct Arguments {
    /// Seconds between two searches of the store for grants that other processes stored.
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    interval: u64,
}

/// Runs the command: one line for each report, until a signal to stop.
pub fn run(arguments: &Arguments, output: Output) -> Result<Exit, Failure> {
    let missing = missing();
    if !missing.is_empty() {
        let what = format!("not set: {}", missing.join(", "));
        let why = "the keeper is configured by environment variables";
        return Err(Failure::usage(what, why, "see `open-platform keeper --help`"));
    }
    check_store()?;
    let platform = OpenPlatform::from_env()
        .map_err(|e| Failure::usage("the settings are wrong", e, "see `open-platform keeper --help`"))?;
    runtime()?.block_on(async {
        let stop = signal::stop()?;
        tokio::pin!(stop);
        let keeper = platform.keeper().interval(Duration::from_secs(arguments.interval));
        output.note("refreshing the grants of the store until Ctrl-C\n")?;
        loop {
            tokio::select! {
                report = keeper.next() => write(&report, output)?,
                () = &mut stop => break,
            }
        }
        Ok(if platform.drain(DRAIN).await { Exit::Success } else { Exit::Negative })
    })
}

/// Refuses a store in memory, which has nothing of the app in this process.
pub(crate) fn check_store() -> Result<(), Failure> {
    let in_memory = std::env::var("OPEN_PLATFORM_STORE").is_ok_and(|address| address.starts_with("memory:"));
    if !in_memory {
        return Ok(());
    }
    let why = "this command does not see what is in the memory of the app";
    let next = "set it to a store that both use, such as sqlite:///var/lib/app/app.db, here and in the app";
    Err(Failure::usage("OPEN_PLATFORM_STORE is a store in the memory of one process", why, next))
}

/// All settings that are missing.
fn missing() -> Vec<&'static str> {
    let is_set = |name: &&str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    REQUIRED.into_iter().filter(|name| !is_set(name)).collect()
}

fn write(report: &KeeperReport, output: Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.line(report);
    }
    let now = chrono::Utc::now().format("%H:%M:%S");
    output.text(&format!("{} {}\n", output.dim(&now.to_string()), line(report)))
}

/// A report as a line of text.
fn line(report: &KeeperReport) -> String {
    use KeeperReport::{Blocked, Failing, Gap, Late, ReauthRequired, ReauthSoon, Refreshed, Resumed, Stalled};
    // Lines are often logged, so they must not name a user. Keys of grants made by earlier versions begin with the user's name.
    let of = |grant: &open_platform::id::GrantKey| match grant.as_str().rsplit_once('~') {
        Some((_, scopes)) => format!("grant of an earlier version (…{scopes})"),
        None => format!("grant {grant}"),
    };
    let time = |at: &chrono::DateTime<chrono::Utc>| at.format("%Y-%m-%d %H:%M:%SZ").to_string();
    let about = |event: &str, resource: &Option<String>| {
        resource.as_ref().map_or_else(|| event.to_owned(), |resource| format!("{event} of {resource}"))
    };
    match report {
        Refreshed { grant, access_expires_at, subscriptions, .. } => {
            let until = time(access_expires_at);
            format!("refreshed        {}: valid until {until}, {subscriptions} subscriptions", of(grant))
        }
        ReauthSoon { grant, ends_at, certain, .. } => {
            let doubt = if *certain { "" } else { ", if the 30 days count from the login" };
            format!("login needed     {}: ends at {}{doubt}", of(grant), time(ends_at))
        }
        ReauthRequired { grant, reason, .. } => format!("ended            {}: {reason}", of(grant)),
        Gap { grant, event_type, event_resource_id, gap, .. } => {
            let events = about(event_type.as_str(), event_resource_id);
            let (from, to) = (time(&gap.from), time(&gap.to));
            format!("gap              {}: {events} may be missing from {from} to {to}", of(grant))
        }
        Blocked { grant, event_type, event_resource_id, reason, .. } => {
            let events = about(event_type.as_str(), event_resource_id);
            format!("blocked          {}: {events}: {reason}", of(grant))
        }
        Late { grant, since, subscriptions, .. } => {
            format!("late             {}: {subscriptions} subscriptions wait since {}", of(grant), time(since))
        }
        Failing { grant, failures, reason, access_expires_at, .. } => {
            let until = time(access_expires_at);
            format!("failing          {}: {failures} times: {reason}; calls work until {until}", of(grant))
        }
        Stalled { code, reason } => format!("stalled          {code}: {reason}"),
        Resumed { since } => format!("resumed          stalled since {}", time(since)),
        // The enum is non-exhaustive.
        other => format!("{other:?}"),
    }
}
