//! Warnings for the user of the library that are not errors of a call, such as a store that may lose logins.
//!
//! A warning is an event of [`tracing`] with level `WARN`. The packages of the other languages receive it through
//! [`listen`] and log it in the way of their language.

use crate::lock::lock;
use std::collections::HashSet;
use std::sync::{Mutex, OnceLock};

type Listener = Box<dyn Fn(&str) + Send + Sync>;

static LISTENER: OnceLock<Listener> = OnceLock::new();
static WARNED: OnceLock<Mutex<HashSet<String>>> = OnceLock::new();

/// Most texts that are remembered. Further warnings are dropped.
const REMEMBERED: usize = 1000;

/// Calls `listener` with each warning from now on. Only the first listener of a process is used. It must not block.
pub fn listen(listener: impl Fn(&str) + Send + Sync + 'static) {
    // A second listener would report the same warnings.
    let _ = LISTENER.set(Box::new(listener));
}

/// Warns with a text, once per process.
pub(crate) fn warn(text: &str) {
    {
        let mut warned = lock(WARNED.get_or_init(Mutex::default));
        if warned.len() >= REMEMBERED || !warned.insert(text.to_owned()) {
            return;
        }
    }
    tracing::warn!("{text}");
    tell(text);
}

/// Passes a text to the listener, even if it has received the same text before. For a caller that emits its own event of
/// [`tracing`], and limits how often.
pub fn tell(text: &str) {
    if let Some(listener) = LISTENER.get() {
        listener(text);
    }
}
