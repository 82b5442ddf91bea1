//! The quota that a 429 is about.

/// The quota that is used up, according to a 429 (docs/platform.md#limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Quota {
    /// The requests of this minute. One limit for the whole app.
    Minute,
    /// The requests of this day for this use case. A higher limit is requested by ticket.
    Day,
}

impl Quota {
    /// The stable word of this quota.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Minute => "minute",
            Self::Day => "day",
        }
    }

    /// Searches the body of a 429 for the quota. Assumption: the body names the minute or the day by an English word.
    /// The documents only say that it has details of the limit.
    pub(crate) fn find(body: &[u8]) -> Option<Self> {
        let (mut minute, mut day) = (false, false);
        let mut look = |text: &str| {
            for word in words(text) {
                minute |= ["minute", "minutes", "rpm"].iter().any(|known| word.eq_ignore_ascii_case(known));
                day |= ["day", "daily", "rpd"].iter().any(|known| word.eq_ignore_ascii_case(known));
            }
        };
        match serde_json::from_slice(body) {
            Ok(value) => each_text(&value, &mut look),
            Err(_) => look(&String::from_utf8_lossy(body)),
        }
        match (minute, day) {
            (true, false) => Some(Self::Minute),
            (false, true) => Some(Self::Day),
            _ => None,
        }
    }
}

/// The words of a text. A word consists of letters; a capital after a small letter starts a new word
/// (`requestsPerDay`).
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphabetic()).flat_map(|run| {
        let mut rest = run;
        std::iter::from_fn(move || {
            let mut before = ' ';
            let end = rest.char_indices().find_map(|(index, c)| {
                let begins = c.is_uppercase() && before.is_lowercase();
                before = c;
                begins.then_some(index)
            });
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            rest = behind;
            (!word.is_empty()).then_some(word)
        })
    })
}

/// Calls `look` for every name and text of a JSON value.
fn each_text(value: &serde_json::Value, look: &mut impl FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => look(text),
        serde_json::Value::Array(values) => values.iter().for_each(|value| each_text(value, look)),
        serde_json::Value::Object(members) => members.iter().for_each(|(name, value)| {
            look(name);
            each_text(value, look);
        }),
        _ => {}
    }
}
