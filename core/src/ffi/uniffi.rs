//! Values that cross into Kotlin and Swift.

use std::time::SystemTime;

use chrono::Utc;

use crate::id::{BusinessToken, ConversationId, Phone, PostToken, RecordId, UserId};
use crate::json::{Json, Presence};
use crate::model::icon::Icon;
use crate::model::image::Image;
use crate::scope::Scope;
use crate::session::GrantKey;

type DateTime = chrono::DateTime<Utc>;

uniffi::custom_type!(DateTime, SystemTime, { remote });
uniffi::custom_type!(Json, String, {
    try_lift: |text| Ok(Json::parse(&text)?),
    lower: |json| json.as_str().to_owned(),
});
uniffi::custom_type!(Presence, i64, {
    try_lift: |bits| Ok(Presence::from_bits(bits)),
    lower: |presence| presence.bits(),
});

macro_rules! text {
    ($($name:ident),+ $(,)?) => {$(
        uniffi::custom_type!($name, String, {
            try_lift: |text| Ok($name::from(text)),
            lower: |value| value.as_str().to_owned(),
        });
    )+};
}
text!(PostToken, ConversationId, UserId, BusinessToken, RecordId, Phone, Image, Icon, Scope, GrantKey);
