//! Checks of values before they are sent. Errors have the path of the invalid value.

use open_platform::model::image::Image;
use open_platform::model::widget::Widget;
use open_platform::{BusinessToken, ConversationId, Json, Phone, PostToken, RecordId, UserId, oauth};

use crate::errors::Result;

/// Exports a function for each type that checks a value.
macro_rules! checks {
    ($($name:ident($value:ty)),+ $(,)?) => {$(
        /// Checks every limit of the value. The error has the path of the invalid member.
        #[uniffi::export]
        fn $name(value: $value) -> Result<()> {
            Ok(value.check()?)
        }
    )+};
}
pub(crate) use checks;

/// Checks a redirect address of logins.
#[uniffi::export]
fn check_redirect_uri(uri: String) -> Result<()> {
    Ok(oauth::check_redirect_uri(&uri)?)
}

/// The number as the platform writes it: `09` and nine digits.
#[uniffi::export]
fn normalize_phone(phone: Phone) -> Result<String> {
    Ok(phone.normalized()?)
}

checks!(
    check_business_token(BusinessToken),
    check_conversation_id(ConversationId),
    check_image(Image),
    check_post_token(PostToken),
    check_record_id(RecordId),
    check_user_id(UserId),
    check_widget(Widget),
);

/// Parses a JSON text of any type: an object, an array, a number and so on.
#[uniffi::export]
fn read_json(text: String) -> Result<Json> {
    Ok(Json::parse(&text)?)
}
