//! `open-platform reencrypt`: rewrites the records of a store with its first key, so that an older key can be removed.

use clap::Args;
use open_platform::stores::{Encrypted, Encryption, RecordKind, RecordStore};
use open_platform::{Error, error::StoreError};
use serde_json::json;

use crate::output::{Exit, Failure, Output};
use crate::sandbox::runtime;

const STORE: &str = "OPEN_PLATFORM_STORE";
const KEYS: &str = "OPEN_PLATFORM_STORE_KEYS";

const ENVIRONMENT: &str = "\
It reads the same environment variables as the app:
  OPEN_PLATFORM_STORE          the store, such as sqlite:///var/lib/app/grants.db
  OPEN_PLATFORM_STORE_KEYS     the encryption keys of the store, separated by commas: the new key first, and all older ones

To replace a key while the app runs:
  1. Add the new key as the last one, and restart all processes of the app.
  2. Put the new key first, and restart all processes again.
  3. Run this command with the same keys.
  4. Remove the old key, and restart all processes.

It may be interrupted and repeated: records that have the first key are left as they are. A record that none of the keys opens is an
error, after all others were rewritten. With --json it writes an object with `records` and `rewritten`, the numbers of records.";

const NEXT: &str = "see `open-platform reencrypt --help`";

/// The arguments of the command.
#[derive(Args, Debug)]
#[command(after_long_help = ENVIRONMENT)]
pub struct Arguments {}

/// Runs the command.
pub fn run(_: &Arguments, output: Output) -> Result<Exit, Failure> {
    let (address, keys) = (setting(STORE)?, setting(KEYS)?);
    if keys.trim() == "unencrypted" {
        let why = format!("{KEYS} is `unencrypted`, and a store is encrypted from its first record on or not at all");
        return Err(Failure::usage("the store has no keys", why, NEXT));
    }
    let store = Encryption::from_list(&keys)
        .and_then(|keys| Encrypted::open(&address, keys))
        .map_err(|e: Error| Failure::usage("the settings are wrong", e, NEXT))?;
    if store.is_process_memory() {
        let why = format!("{STORE} is a store in the memory of one process");
        return Err(Failure::usage("there is no store to rewrite", why, NEXT));
    }
    let (records, rewritten) = runtime()?.block_on(rewrite(&store)).map_err(failed)?;
    if output.is_json() {
        output.line(&json!({ "records": records, "rewritten": rewritten }))?;
    } else {
        output.text(&format!("{rewritten} of {records} records rewritten: all have the first key now\n"))?;
    }
    Ok(Exit::Success)
}

/// A variable that must be set.
fn setting(name: &str) -> Result<String, Failure> {
    std::env::var(name).ok().filter(|value| !value.trim().is_empty()).ok_or_else(|| {
        let why = "the store is configured by environment variables";
        Failure::usage(format!("{name} is not set, or is not Unicode text"), why, NEXT)
    })
}

async fn rewrite(store: &Encrypted) -> Result<(usize, usize), StoreError> {
    let rewritten = store.reencrypt().await?;
    let mut records = 0;
    for kind in RecordKind::ALL {
        records += store.count(kind, "").await?;
    }
    Ok((records, rewritten))
}

fn failed(error: StoreError) -> Failure {
    let next = format!(
        "check {STORE}, add each key that was ever the first one to the end of {KEYS}, and run the command again: it continues \
         where it stopped. Until it succeeds, remove no key"
    );
    Failure::environment("not every record was rewritten", error, next)
}
