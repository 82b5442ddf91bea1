//! What the user of the library should know although no call fails: a store that may lose logins, for example.
//!
//! It is an event of [`tracing`], at `WARN`. The packages for other languages hear it through [`listen`] and say it in the way
//! of their language.

use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

type Listener = Box<dyn Fn(&str) + Send + Sync>;

static LISTENER: OnceLock<Listener> = OnceLock::new();
static TOLD: OnceLock<Mutex<HashSet<String>>> = OnceLock::new();

/// How many different texts are remembered as told.
const REMEMBERED: usize = 1000;

/// Calls `listener` with each notice from now on. The first listener of a process stays. It must not block.
pub fn listen(listener: impl Fn(&str) + Send + Sync + 'static) {
    // Whoever comes later has the same to say.
    let _ = LISTENER.set(Box::new(listener));
}

/// Tells a text, once in the life of the process.
pub(crate) fn warn(text: &str) {
    {
        let mut told = TOLD.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() >= REMEMBERED || !told.insert(text.to_owned()) {
            return;
        }
    }
    tracing::warn!("{text}");
    if let Some(listener) = LISTENER.get() {
        listener(text);
    }
}
