//! Conversion of values for Kotlin and Swift.

use std::time::{Duration, SystemTime};

pub use chrono;
use chrono::{TimeDelta, Utc};

use crate::id::{BusinessToken, ConversationId, GrantKey, Phone, PostToken, RecordId, UserId};
use crate::json::{Json, Presence};

/// An instant in these languages. A crate that exports functions with it declares `use_remote_type!`.
pub type DateTime = chrono::DateTime<Utc>;

uniffi::custom_type!(DateTime, SystemTime, {
    remote,
    try_lift: |time| Ok(instant(time)),
    lower: |instant| instant.into(),
});
uniffi::custom_type!(Json, String, {
    try_lift: |text| Ok(Json::parse(&text)?),
    lower: |json| json.as_str().to_owned(),
});
uniffi::custom_type!(Presence, i64, {
    try_lift: |bits| Ok(Presence::from_bits(bits)),
    lower: |presence| presence.bits(),
});

/// An instant of the other language, rounded to microseconds: the platform has no finer ones, and Swift's `Date`, a
/// floating-point number, is exact to that. An instant outside of the representable range becomes its first or last
/// one.
fn instant(time: SystemTime) -> DateTime {
    match time.duration_since(SystemTime::UNIX_EPOCH) {
        Ok(after) => {
            rounded(after).and_then(|after| DateTime::UNIX_EPOCH.checked_add_signed(after)).unwrap_or(DateTime::MAX_UTC)
        }
        Err(before) => rounded(before.duration())
            .and_then(|before| DateTime::UNIX_EPOCH.checked_sub_signed(before))
            .unwrap_or(DateTime::MIN_UTC),
    }
}

fn rounded(duration: Duration) -> Option<TimeDelta> {
    let micros = (duration.as_nanos() + 500) / 1000;
    i64::try_from(micros).ok().map(TimeDelta::microseconds)
}

macro_rules! text {
    ($($name:ident),+ $(,)?) => {$(
        uniffi::custom_type!($name, String, {
            try_lift: |text| Ok($name::from(text)),
            lower: |value| value.as_str().to_owned(),
        });
    )+};
}
pub(crate) use text;

text!(PostToken, ConversationId, UserId, BusinessToken, RecordId, Phone, GrantKey);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_that_cannot_be_written_is_the_nearest_that_can() {
        let seconds = Duration::from_secs;
        assert_eq!(instant(SystemTime::UNIX_EPOCH + seconds(1)), DateTime::UNIX_EPOCH + TimeDelta::seconds(1));
        assert_eq!(instant(SystemTime::UNIX_EPOCH - seconds(1)), DateTime::UNIX_EPOCH - TimeDelta::seconds(1));
        assert_eq!(instant(SystemTime::UNIX_EPOCH + seconds(1 << 60)), DateTime::MAX_UTC);
        assert_eq!(instant(SystemTime::UNIX_EPOCH - seconds(1 << 60)), DateTime::MIN_UTC);
    }
}
