//! Semantic data: machine-readable facts about a post or a user (docs/platform.md#semantics).
//!
//! The platform keeps a few names readable and hashes the values of all others. The values of five names must be
//! hashed by the app before sending: [`mask`] does that.

use std::collections::HashMap;

use serde::Serialize;

use crate::digest::sha256;
use crate::error::{Error, Result};
use crate::id::{Phone, RecordId, ascii_digit};
use crate::json::{Extra, FieldIssue, record, write_extra};
use crate::model::money::{Rials, as_optional_number};
use crate::model::rule::{by, cost, optional, uuid};
use crate::model::user::write_phone;

/// Semantic data: values by name, both text.
pub type Semantic = HashMap<String, String>;

/// A name that the platform keeps readable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownName {
    /// The name.
    pub name: &'static str,
    /// The documented values. The list is extended on request, so other values are sent, too.
    pub values: &'static [&'static str],
}

/// The names that the platform keeps readable (docs/platform.md#semantic-names). It adds names on request.
pub fn known_names() -> &'static [KnownName] {
    const IDENTITY: &[&str] = &[
        "IDENTITYVERIFICATIONSTAGE_NOT_STARTED",
        "NATIONAL_INFO_VERIFICATION",
        "IMAGE_VERIFICATION",
        "VIDEO_VERIFICATION",
    ];
    const CAR: &[&str] = &[
        "CARVERIFICATIONSTAGE_NOT_STARTED",
        "CARVERIFICATIONSTAGE_SHAHKAR",
        "CAR_CARD_VERIFICATION",
        "CAR_MODEL_VERIFICATION",
    ];
    const fn known(name: &'static str, values: &'static [&'static str]) -> KnownName {
        KnownName { name, values }
    }
    const NAMES: &[KnownName] = &[
        known("payment_method", &["SECURE"]),
        known("identity_verification_result", &["FACE_AND_ID_MATCHED"]),
        known("post_verification_result", &["POST_INFORMATION_MATCHED"]),
        known("ownership_result", &["OWNERSHIP_CONFIRMED", "OWNERSHIP_DELEGATION_CONFIRMED"]),
        known("inspection_result", &["INSPECTION_APPROVED"]),
        known("status", &["SUCCEEDED", "FAILED", "EXPIRED", "PENDING"]),
        known("identity_verification_last_successful_stage", IDENTITY),
        known("identity_verification_failure_reason", IDENTITY),
        known("car_verification_last_successful_stage", CAR),
        known("car_verification_failure_reason", CAR),
        known("new_face_verification_result", &["NEW_FACE_VERIFICATION_FAILED"]),
        known("online_reservation_capability", &["ONLINE_RESERVATION_AVAILABLE"]),
    ];
    NAMES
}

/// Names whose values the app must hash before sending (docs/platform.md#hashed-names).
pub const MASKED_NAMES: &[&str] = &["VIN", "chassis_number", "engine_number", "real_estate_id", "old_real_estate_id"];

/// Hashes a value as the platform requires: converts Persian and Arabic digits to ASCII and Latin letters to upper
/// case, removes surrounding spaces, and returns the SHA-256 in lower-case hex.
///
/// ```
/// use open_platform::model::semantic::mask;
/// assert_eq!(mask("IRJC95r۲۳kj039206")?, mask("IRJC95R23KJ039206")?);
/// # Ok::<(), open_platform::Error>(())
/// ```
///
/// # Errors
/// [`Error::InvalidInput`] for `value` if it is empty, or has other Persian or Arabic characters than digits: nothing that has been
/// converted as the platform requires has any.
pub fn mask(value: &str) -> Result<String> {
    normalized("value", value).map(sha256)
}

/// Hashes the value of `old_real_estate_id`, for the old kind of title deed: the number of the register (`document`) and of the page in
/// it (docs/platform.md#hashed-names).
///
/// # Errors
/// As [`mask`], for `document` or `page`.
pub fn mask_real_estate(document: &str, page: &str) -> Result<String> {
    Ok(sha256([normalized("document", document)?, normalized("page", page)?].join("|")))
}

/// A value as it is hashed.
fn normalized(field: &str, value: &str) -> Result<String> {
    let normalized: String = value.trim().chars().map(|c| ascii_digit(c).unwrap_or(c.to_ascii_uppercase())).collect();
    if normalized.is_empty() {
        return Err(Error::invalid(field, "must not be empty"));
    }
    if normalized.contains(is_arabic) {
        return Err(Error::invalid(field, "must have no Persian or Arabic letters or signs"));
    }
    Ok(normalized)
}

/// Whether a character is of the Arabic script, which Persian has too, or an invisible one that its texts contain.
fn is_arabic(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{870}'..='\u{8ff}' | '\u{200c}'..='\u{200f}'
        | '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}')
}

/// The names in `semantic` whose values the platform will hash, in order. Sending them is allowed, but their values
/// cannot be read back. The list also reveals a misspelled name.
pub fn hashed_names(semantic: &Semantic) -> Vec<String> {
    let known = |name: &str| known_names().iter().any(|known| known.name == name);
    let mut names: Vec<String> = semantic.keys().filter(|name| !known(name)).cloned().collect();
    names.sort();
    names
}

/// The known names in `semantic` whose value is not documented, in order.
pub fn unlisted_values(semantic: &Semantic) -> Vec<String> {
    let mut names: Vec<String> = known_names()
        .iter()
        .filter(|known| semantic.get(known.name).is_some_and(|value| !known.values.contains(&value.as_str())))
        .map(|known| known.name.to_owned())
        .collect();
    names.sort();
    names
}

/// Checks names and values.
///
/// # Errors
/// [`Error::InvalidInput`]: for a name that is empty or has control characters; with the name as field, for one of the
/// [`MASKED_NAMES`] whose value is not hashed. The error does not contain the value.
pub fn check(semantic: &Semantic) -> Result<()> {
    let mut names: Vec<_> = semantic.iter().collect();
    names.sort();
    for (name, value) in names {
        if name.is_empty() || name.chars().any(char::is_control) {
            return Err(Error::invalid("", "a name must not be empty, and must have no control characters"));
        }
        if MASKED_NAMES.contains(&name.as_str()) && !is_masked(value) {
            return Err(Error::invalid(name, "must be hashed before it is sent: use `mask`"));
        }
    }
    Ok(())
}

/// Checks the data of a record, which the platform requires. None is mostly a mistake, and would replace the data of an earlier record.
pub(crate) fn check_record(semantic: &Semantic) -> Result<()> {
    if semantic.is_empty() { Err(Error::invalid("", "must not be empty")) } else { check(semantic) }
}

fn is_masked(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}

/// A semantic record about a user or a post (docs/platform.md#user-semantics, #post-semantics).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SemanticRecord {
    /// The data: at least one value.
    #[serde(serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// The payment ticket of the record: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app charged. 10 rial are 1 toman.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Rials>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent SemanticRecord { semantic: by(check_record), ticket_uuid: optional(uuid()), cost: optional(cost()) });

impl SemanticRecord {
    /// A record without data.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a value by name.
    #[must_use]
    pub fn semantic(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.semantic.insert(name.into(), value.into());
        self
    }

    /// Sets the payment ticket: a UUID.
    #[must_use]
    pub fn ticket_uuid(mut self, uuid: impl Into<String>) -> Self {
        self.ticket_uuid = Some(uuid.into());
        self
    }

    /// Sets what the app charged. 10 rial are 1 toman.
    #[must_use]
    pub fn cost(mut self, cost: impl Into<Rials>) -> Self {
        self.cost = Some(cost.into());
        self
    }

    /// The same record about the user with this phone number, for the calls that take the user's id.
    pub fn about(self, phone: impl Into<Phone>) -> UserIdSemanticRecord {
        let Self { semantic, ticket_uuid, cost, extra } = self;
        UserIdSemanticRecord { phone: phone.into(), semantic, ticket_uuid, cost, extra }
    }

    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] with a path such as `semantic.VIN`.
    pub fn check(&self) -> Result<()> {
        self.check_members(&())
    }
}

/// A semantic record about a user identified by id (docs/platform.md#user-semantics).
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct UserIdSemanticRecord {
    /// The phone number of the user.
    #[serde(serialize_with = "write_phone")]
    pub phone: Phone,
    /// The data: at least one value.
    #[serde(serialize_with = "write_extra")]
    pub semantic: Semantic,
    /// The payment ticket of the record: a UUID.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ticket_uuid: Option<String>,
    /// What the app charged. 10 rial are 1 toman.
    #[serde(serialize_with = "as_optional_number", skip_serializing_if = "Option::is_none")]
    pub cost: Option<Rials>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(sent UserIdSemanticRecord { phone, semantic: by(check_record), ticket_uuid: optional(uuid()), cost: optional(cost()) });

impl UserIdSemanticRecord {
    /// Checks the values before they are sent.
    ///
    /// # Errors
    /// [`Error::InvalidInput`] for `phone`, or with a path such as `semantic.VIN`.
    pub fn check(&self) -> Result<()> {
        self.phone.normalized()?;
        self.check_members(&())
    }
}

/// The response to the creation of a semantic record.
#[cfg_attr(feature = "ffi", crate::ffi::data)]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct RecordCreated {
    /// The id of the record, if the platform returned one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<RecordId>,
    /// Members that could not be read and count as absent. The call has succeeded nevertheless.
    #[serde(skip)]
    pub issues: Vec<FieldIssue>,
    /// Members that this version does not know.
    #[serde(flatten, serialize_with = "write_extra")]
    pub extra: Extra,
}
record!(received RecordCreated { id }, tolerant);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn semantic(name: &str, value: &str) -> Semantic {
        HashMap::from([(name.to_owned(), value.to_owned())])
    }

    fn refused(record: SemanticRecord) -> String {
        record.check().unwrap_err().to_string()
    }

    #[test]
    fn equal_records_have_equal_bytes_for_any_order_of_insertion() {
        let names: Vec<String> = (0..50).map(|number| format!("name_{number}")).collect();
        let fill = |record: SemanticRecord, name: &String| record.semantic(name, "value");
        let record = names.iter().fold(SemanticRecord::new(), fill);
        let other = names.iter().rev().fold(SemanticRecord::new(), fill);
        let by_id = |record: &SemanticRecord| UserIdSemanticRecord {
            phone: "09123456789".into(),
            semantic: record.semantic.clone().into_iter().collect(),
            ..UserIdSemanticRecord::default()
        };
        assert_eq!(serde_json::to_string(&record).unwrap(), serde_json::to_string(&other).unwrap());
        assert_eq!(serde_json::to_string(&by_id(&record)).unwrap(), serde_json::to_string(&by_id(&other)).unwrap());
    }

    #[test]
    fn a_masked_value_is_as_documented() {
        for spelling in ["IRJC95R23KJ039206", "IRJC95r23kj039206", "IRJC95R۲۳KJ039206", " irjc95r٢٣kj039206\n"] {
            assert_eq!(mask(spelling).unwrap(), "e0c01d18d946a4145892bba6a6f31d1c0bc16de04f3df3d3ccd3adfe63e838bf");
        }
        assert_eq!(mask_real_estate(" ۱۲ ", "5").unwrap(), mask("12|5").unwrap());
    }

    #[test]
    fn an_unhashed_value_of_a_masked_name_is_refused() {
        for name in MASKED_NAMES {
            let text = refused(SemanticRecord::new().semantic(*name, "IRJC95R23KJ039206"));
            assert!(text.starts_with(&format!("semantic.{name}: ")) && !text.contains("IRJC"), "{text}");
            SemanticRecord::new().semantic(*name, mask("IRJC95R23KJ039206").unwrap()).check().unwrap();
        }
    }

    #[test]
    fn hashed_names_and_unlisted_values_are_reported() {
        let mut data = semantic("payment_method", "SECURE");
        assert!(hashed_names(&data).is_empty() && unlisted_values(&data).is_empty());
        data.insert("post_verifcation_result".into(), "POST_INFORMATION_MATCHED".into());
        data.insert("status".into(), "DONE".into());
        assert_eq!(hashed_names(&data), ["post_verifcation_result"]);
        assert_eq!(unlisted_values(&data), ["status"]);
    }

    #[test]
    fn an_invalid_record_is_refused_with_its_path() {
        assert!(refused(SemanticRecord::new().semantic("", "a")).starts_with("semantic: a name"));
        assert_eq!(refused(SemanticRecord::new().cost(Rials::new(1))), "semantic: must not be empty");
        let record = SemanticRecord::new().semantic("a", "b");
        assert!(refused(record.clone().ticket_uuid("7")).starts_with("ticket_uuid: "));
        assert!(refused(record.clone().cost(Rials::new(-1))).starts_with("cost: "));
        assert!(refused(record.cost(Rials::new(1 << 31))).starts_with("cost: "));
        assert!(SemanticRecord::new().about("021").check().unwrap_err().to_string().starts_with("phone: "));
    }

    #[test]
    fn a_value_that_is_not_text_is_refused() {
        let read = crate::json::read::<SemanticRecord>(br#"{"semantic":{"a":1}}"#).unwrap_err();
        assert_eq!(read.path, "semantic.a");
    }

    #[test]
    fn a_record_is_written_as_specified() {
        let record = SemanticRecord::new().semantic("payment_method", "SECURE").cost(Rials::new(350_000));
        assert_eq!(
            serde_json::to_string(&record).unwrap(),
            r#"{"semantic":{"payment_method":"SECURE"},"cost":350000}"#
        );
        let about = serde_json::to_string(&record.about("+98 912 345 6789")).unwrap();
        assert!(about.starts_with(r#"{"phone":"09123456789","#), "{about}");
    }

    proptest! {
        #[test]
        fn masking_ignores_case_digit_script_and_surrounding_spaces(value in "[A-Za-z0-9|-]{1,40}") {
            let persian: String = value
                .chars()
                .map(|c| c.to_digit(10).and_then(|d| char::from_u32(0x6f0 + d)).unwrap_or(c.to_ascii_lowercase()))
                .collect();
            let masked = mask(&value).unwrap();
            prop_assert_eq!(&mask(&format!("  {persian}\t")).unwrap(), &masked);
            prop_assert!(is_masked(&masked));
        }

        #[test]
        fn different_values_stay_different(a in "[A-Z0-9]{1,20}", b in "[A-Z0-9]{1,20}") {
            prop_assert_eq!(a == b, mask(&a).unwrap() == mask(&b).unwrap());
        }
    }
}
