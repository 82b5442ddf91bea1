//! Users (docs/platform.md#users).

use serde::{Serialize, Serializer};

use crate::error::Result;
use crate::id::{Phone, UserId};
use crate::json::{Extra, FieldIssue, record, write_extra};

/// The user of an access token. Its members depend on the scopes `USER_PHONE` and `USER_ID`.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct User {
    /// The phone number; needs `USER_PHONE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<Phone>,
    /// The id of the user for this app; needs `USER_ID`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// The older name of `phone_number`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub phone_numbers: Vec<Phone>,
    /// Members that could not be read and count as absent.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received User { phone_number, user_id, phone_numbers }, tolerant);

impl User {
    /// The phone number, from whichever member has it.
    pub fn phone(&self) -> Option<&Phone> {
        self.phone_number.iter().chain(&self.phone_numbers).find(|number| !number.as_str().is_empty())
    }
}

/// The phone numbers of a user, in the form of the specification.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct PhoneNumbers {
    /// The numbers.
    pub phone_numbers: Vec<Phone>,
    /// Numbers that could not be read and are left out.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(PhoneNumbers { phone_numbers }, tolerant);

/// A request for the id of the user with a phone number.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserIdQuery {
    /// The number.
    #[serde(serialize_with = "write_phone")]
    pub phone: Phone,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent UserIdQuery { phone });

impl UserIdQuery {
    /// A request for the user of `phone`.
    pub fn new(phone: impl Into<Phone>) -> Self {
        Self { phone: phone.into(), ..Self::default() }
    }

    /// Checks the number.
    ///
    /// # Errors
    /// [`Error::InvalidInput`](crate::Error::InvalidInput) for `phone`, without the number.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())?;
        self.phone.normalized().map(drop)
    }
}

/// The id of the user with a phone number.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserIdResponse {
    /// The id of the user for this app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<UserId>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(UserIdResponse { user_id });

/// Writes a number in the platform's form. `check` has already refused an invalid one.
pub(crate) fn write_phone<S: Serializer>(phone: &Phone, serializer: S) -> Result<S::Ok, S::Error> {
    match phone.normalized() {
        Ok(number) => serializer.serialize_str(&number),
        Err(_) => serializer.serialize_str(phone.as_str()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn the_phone_number_is_read_from_either_member() {
        for text in [
            r#"{"phone_number":"09990000000","phone_numbers":["09991111111"]}"#,
            r#"{"phone_numbers":["09990000000"],"user_id":"a+/="}"#,
        ] {
            let user: User = json::read(text.as_bytes()).unwrap();
            assert_eq!(user.phone().unwrap().as_str(), "09990000000");
            assert!(!format!("{user:?}").contains("0999"));
        }
        assert_eq!(json::read::<User>(b"{}").unwrap().phone(), None);
    }

    #[test]
    fn a_number_is_sent_in_the_form_of_the_platform() {
        let query = UserIdQuery::new("+98 999 000 0000");
        query.check().unwrap();
        assert_eq!(serde_json::to_string(&query).unwrap(), r#"{"phone":"09990000000"}"#);
        let error = UserIdQuery::new("02112345678").check().unwrap_err().to_string();
        assert!(error.starts_with("phone: ") && !error.contains("021"), "{error}");
    }
}
